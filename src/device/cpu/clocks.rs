//! The clocks of a cluster's warps, and what each warp knows of those of the others: what happened before what.

use super::lanes::WARP;
use super::shadow::join;
use std::collections::BTreeMap;

/// Which fences a kernel has. One without any fence of tensor memory of a kind does not rely on them, as compilers leave all of them out where
/// barriers and waits order threads.
#[derive(Clone, Copy, Default, Debug)]
pub struct KernelFences {
    /// `tcgen05.fence::before_thread_sync`
    pub before: bool,
    /// `tcgen05.fence::after_thread_sync`
    pub after: bool,
    /// `fence.proxy.async` for shared or global memory alone
    pub of_one_space: bool,
}

/// The kinds of memory that a proxy fence is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FencedSpaces(u8);

impl FencedSpaces {
    /// `fence.proxy.async.shared::cta`, `.shared::cluster`
    pub const SHARED: Self = Self(1);
    /// `fence.proxy.async.global`
    pub const GLOBAL: Self = Self(2);
    /// `fence.proxy.async`
    pub const ALL: Self = Self(3);
    const EACH: [Self; 2] = [Self::SHARED, Self::GLOBAL];

    /// Whether they have one in common.
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// What each warp knows. Its own clock goes on with each of its phases; whoever synchronises with it learns of that.
pub struct Clocks {
    /// For each warp, what it knows of the clocks of all, then the same of what is behind proxy fences, then whether the grid before is
    /// over, then the clocks of all behind their fences of tensor memory if there are such fences, then of what is behind proxy fences for
    /// global memory if that differs from shared memory, and last of the clock of asynchronous copies.
    known: Vec<Vec<u32>>,
    /// The fences of the kernel.
    fences: KernelFences,
    /// For each warp, what it knew of the work of all on tensor memory at its last fence, and last of the clock of asynchronous copies.
    acquired: Vec<Vec<u32>>,
    /// Goes on with each asynchronous copy that is finished for whoever waits.
    asynchronous: u32,
    /// For each warp, the phases that ended when only some of its lanes told others of it.
    partial: Vec<BTreeMap<u32, PartialRelease>>,
    /// For each warp, the last phase in which all of its lanes have met.
    met: Vec<u32>,
    /// For each warp, the lanes that have not waited for the grid before where others have, and have not met these since.
    unaware: Vec<u32>,
}

/// The end of a phase of which some lanes of a warp have told others.
#[derive(Clone, Copy)]
struct PartialRelease {
    /// The lanes.
    lanes: u32,
    /// The last phase before in which all lanes have met.
    met: u32,
}

/// Most phases of that kind that are remembered of a warp: all others count as told of by all lanes.
const MOST_PARTIAL: usize = 4 * WARP;

impl Clocks {
    /// So many warps that know of nothing but their own first phase.
    pub fn new(warps: usize, fences: KernelFences) -> Self {
        let others = usize::from(fences.before) + usize::from(fences.of_one_space);
        let mut known = vec![vec![0; (2 + others) * warps + 2]; warps];
        for (warp, clock) in known.iter_mut().enumerate() {
            clock[warp] = 1;
        }
        let acquired = if fences.after { vec![vec![0; warps + 1]; warps] } else { Vec::new() };
        Self {
            known,
            fences,
            acquired,
            asynchronous: 0,
            partial: vec![BTreeMap::new(); warps],
            met: vec![0; warps],
            unaware: vec![0; warps],
        }
    }

    /// How many warps there are.
    pub fn warps(&self) -> usize {
        self.known.len()
    }

    /// The phase that a warp is in.
    #[inline]
    pub fn own(&self, warp: usize) -> u32 {
        self.known[warp][warp]
    }

    /// A new phase of a warp.
    pub fn tick(&mut self, warp: usize) {
        self.known[warp][warp] += 1;
    }

    /// A new phase of a warp, after some of its lanes have told others of the one before; none where there was a fence, by which nobody is told of
    /// anything.
    pub fn tick_partially(&mut self, warp: usize, lanes: u32) {
        let partial = &mut self.partial[warp];
        if partial.len() >= MOST_PARTIAL {
            partial.pop_first();
        }
        partial.insert(self.known[warp][warp], PartialRelease { lanes, met: self.met[warp] });
        self.tick(warp);
    }

    /// All lanes of a warp have come to an instruction together.
    pub fn meet(&mut self, warp: usize) {
        self.met[warp] = self.own(warp);
        self.unaware[warp] = 0;
    }

    /// Whether who knows a warp up to a phase knows what a lane has done in an earlier one: that lane, or all together, have told of it since, or
    /// it has met those who did.
    #[inline(always)]
    pub fn covers_lane(&self, warp: usize, lane: usize, phase: u32, known: u32) -> bool {
        let partial = &self.partial[warp];
        if partial.is_empty() || phase > known {
            return true;
        }
        // Who knows of nothing after a fence has heard of it by what follows that, to which it belongs.
        let covers = |at: u32, release: &PartialRelease| {
            release.lanes >> lane & 1 == 1 || phase <= release.met || (release.lanes == 0 && at == known)
        };
        let mut phases = (phase..=known).take(MOST_PARTIAL);
        phases.any(|at| partial.get(&at).is_none_or(|release| covers(at, release)))
            || (known - phase) as usize >= MOST_PARTIAL
    }

    /// Up to which phase a warp knows of another one.
    #[inline(always)]
    pub fn of(&self, warp: usize, other: usize) -> u32 {
        self.known[warp][other]
    }

    /// All that a warp knows.
    pub fn known(&self, warp: usize) -> &[u32] {
        &self.known[warp]
    }

    /// A warp learns what others know.
    pub fn learn(&mut self, warp: usize, others: &[u32]) {
        join(&mut self.known[warp], others);
        if is_behind_primary(others, self.warps()) {
            self.tell_of_primary(warp, u32::MAX);
        }
    }

    /// Lanes of a warp are told that the grid before is over.
    pub fn tell_of_primary(&mut self, warp: usize, lanes: u32) {
        self.unaware[warp] &= !lanes;
    }

    /// Lanes of a warp have waited for each other: what one of them knows of the grid before, all do.
    pub fn share_primary(&mut self, warp: usize, lanes: u32) {
        if self.unaware[warp] & lanes != lanes {
            self.unaware[warp] &= !lanes;
        }
    }

    /// What knows of nothing.
    pub fn nothing(&self) -> Vec<u32> {
        vec![0; self.known.first().map_or(0, Vec::len)]
    }

    /// Takes what a warp knows out, so that the block can be changed meanwhile; [`Clocks::give_back`] has to follow.
    pub fn take(&mut self, warp: usize) -> Vec<u32> {
        std::mem::take(&mut self.known[warp])
    }

    /// Gives back what was taken out.
    pub fn give_back(&mut self, warp: usize, known: Vec<u32>) {
        self.known[warp] = known;
    }

    /// How many asynchronous copies are finished.
    pub fn asynchronous(&self) -> u32 {
        self.asynchronous
    }

    /// An asynchronous copy is finished: its number.
    pub fn finish_asynchronous(&mut self) -> u32 {
        self.asynchronous += 1;
        self.asynchronous
    }

    /// Up to where a warp knows of asynchronous copies.
    #[inline(always)]
    pub fn asynchronous_known(&self, warp: usize) -> u32 {
        asynchronous_of(&self.known[warp])
    }

    /// Whether a warp knows of an asynchronous copy.
    #[inline(always)]
    pub fn knows_asynchronous(&self, warp: usize, copy: u32) -> bool {
        copy <= self.asynchronous_known(warp)
    }

    /// A warp knows of all asynchronous copies that are finished.
    pub fn learn_asynchronous(&mut self, warp: usize) {
        add_asynchronous(&mut self.known[warp], self.asynchronous);
    }

    /// A warp knows of the asynchronous work that was finished up to a number.
    pub fn learn_asynchronous_to(&mut self, warp: usize, number: u32) {
        add_asynchronous(&mut self.known[warp], number);
    }

    /// Whatever a warp knows of is visible to asynchronous copies, in some kinds of memory.
    pub fn fence_proxy(&mut self, warp: usize, spaces: FencedSpaces) {
        let count = self.warps();
        for space in FencedSpaces::EACH.into_iter().filter(|space| spaces.intersects(*space)) {
            let place = self.behind_fences_of(space);
            self.known[warp].copy_within(..count, place);
        }
        self.tick_partially(warp, 0);
    }

    /// Up to which phase of another warp a warp knows of proxy fences for a kind of memory.
    pub fn fenced(&self, warp: usize, other: usize, space: FencedSpaces) -> u32 {
        self.known[warp][self.behind_fences_of(space) + other]
    }

    /// The clocks of all behind the proxy fences for global memory, of what somebody knows.
    pub fn fenced_of_global<'k>(&self, known: &'k [u32]) -> &'k [u32] {
        &known[self.behind_fences_of(FencedSpaces::GLOBAL)..][..self.warps()]
    }

    /// Where the clocks are of what is behind proxy fences for a kind of memory.
    fn behind_fences_of(&self, space: FencedSpaces) -> usize {
        if self.fences.of_one_space && space == FencedSpaces::GLOBAL {
            (2 + usize::from(self.fences.before)) * self.warps() + 1
        } else {
            self.warps()
        }
    }

    /// What a warp knows of the work of all on tensor memory that fences let others see.
    fn released(&self, warp: usize) -> &[u32] {
        let (count, known) = (self.warps(), &self.known[warp]);
        if self.fences.before { &known[2 * count + 1..3 * count + 1] } else { &known[..count] }
    }

    /// `tcgen05.fence::before_thread_sync`: whoever synchronises with the warp may see its work on tensor memory.
    pub fn release_tensor_memory(&mut self, warp: usize) {
        let place = 2 * self.warps() + 1 + warp;
        self.known[warp][place] = self.own(warp);
        self.tick(warp);
    }

    /// `tcgen05.fence::after_thread_sync`: the warp's next work on tensor memory follows what it knows of.
    pub fn acquire_tensor_memory(&mut self, warp: usize) {
        let mut all = self.released(warp).to_vec();
        all.extend(self.known[warp].last());
        self.acquired[warp] = all;
    }

    /// Whether work of a warp on tensor memory follows what another one has done there in a phase.
    pub fn follows_on_tensor_memory(&self, warp: usize, other: usize, clock: u32) -> bool {
        let known = if self.fences.after { self.acquired[warp][other] } else { self.released(warp)[other] };
        known >= clock
    }

    /// The same of asynchronous work that is done; who commits it needs no fence.
    pub fn follows_asynchronous(&self, warp: usize, copy: u32) -> bool {
        let known = if self.fences.after { &self.acquired[warp] } else { &self.known[warp] };
        known.last().is_some_and(|&known| copy <= known)
    }

    /// Whether all `lanes` of a warp know that the grid before is over.
    pub fn knows_primary(&self, warp: usize, lanes: u32) -> bool {
        is_behind_primary(&self.known[warp], self.warps()) && self.unaware[warp] & lanes == 0
    }

    /// Lanes of a warp have waited for the grid before.
    pub fn learn_primary(&mut self, warp: usize, lanes: u32) {
        let had_waited = is_behind_primary(&self.known[warp], self.warps());
        self.unaware[warp] = if had_waited { self.unaware[warp] & !lanes } else { !lanes };
        let place = 2 * self.warps();
        self.known[warp][place] = 1;
    }
}

/// Whether those who know these clocks, of so many warps, know that the grid before is over.
pub fn is_behind_primary(known: &[u32], warps: usize) -> bool {
    known.get(2 * warps).is_some_and(|&is_over| is_over > 0)
}

/// Up to which asynchronous copy somebody knows who knows these clocks.
#[inline(always)]
pub fn asynchronous_of(known: &[u32]) -> u32 {
    known.last().copied().unwrap_or(0)
}

/// Adds to what is known the asynchronous copies up to a number.
pub fn add_asynchronous(known: &mut [u32], copies: u32) {
    if let Some(known) = known.last_mut() {
        *known = (*known).max(copies);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warps_know_what_they_have_learnt() {
        let mut clocks = Clocks::new(2, KernelFences::default());
        assert_eq!((clocks.warps(), clocks.own(1), clocks.of(0, 1)), (2, 1, 0));
        clocks.tick(1);
        let others = clocks.known(1).to_vec();
        clocks.learn(0, &others);
        assert_eq!((clocks.of(0, 0), clocks.of(0, 1)), (1, 2));
        // What a fence of the proxy covers is what was known before it.
        clocks.fence_proxy(0, FencedSpaces::ALL);
        let fenced = |other: usize| clocks.fenced(0, other, FencedSpaces::SHARED);
        assert_eq!((fenced(0), fenced(1), clocks.own(0)), (1, 2, 2));
        let copy = clocks.finish_asynchronous();
        clocks.learn_asynchronous(1);
        assert!(clocks.knows_asynchronous(1, copy) && !clocks.knows_asynchronous(0, copy));
        clocks.learn_primary(0, u32::MAX);
        assert!(clocks.knows_primary(0, u32::MAX) && !clocks.knows_primary(1, 1));
    }

    #[test]
    fn lanes_wait_for_the_grid_before_by_themselves() {
        let mut clocks = Clocks::new(2, KernelFences::default());
        let lanes = |clocks: &Clocks, warp: usize| [1, 2, 4].map(|lane| clocks.knows_primary(warp, lane));
        clocks.learn_primary(0, 1);
        clocks.learn_primary(0, 2);
        assert_eq!(lanes(&clocks, 0), [true, true, false]);
        clocks.share_primary(0, 0b1_1000);
        assert!(!clocks.knows_primary(0, 8), "neither of them knows");
        clocks.share_primary(0, 0b1_0010);
        assert!(clocks.knows_primary(0, 16) && !clocks.knows_primary(0, 8));
        let released = clocks.known(0).to_vec();
        clocks.learn(1, &released);
        assert_eq!(lanes(&clocks, 1), [true; 3], "who synchronises with the warp knows as a whole");
        clocks.meet(0);
        assert_eq!(lanes(&clocks, 0), [true; 3]);
    }

    /// What some lanes tell others of is what they have done themselves, and what others had done when all met.
    #[test]
    fn lanes_tell_of_what_they_know() {
        let mut clocks = Clocks::new(1, KernelFences::default());
        let covers = |clocks: &Clocks, lane: usize, phase: u32| clocks.covers_lane(0, lane, phase, clocks.own(0) - 1);
        clocks.tick_partially(0, 1);
        assert_eq!([0, 1].map(|lane| covers(&clocks, lane, 1)), [true, false]);
        clocks.tick_partially(0, 2);
        assert_eq!([0, 1, 2].map(|lane| covers(&clocks, lane, 1)), [true, true, false]);
        assert!(!covers(&clocks, 0, 2), "in the second phase the other lane has told of its own");
        clocks.meet(0);
        clocks.tick_partially(0, 1);
        assert_eq!([1, 3].map(|phase| covers(&clocks, 5, phase)), [true, true]);
        clocks.tick_partially(0, 1);
        assert!(!covers(&clocks, 5, 4));
        clocks.tick(0);
        assert!(covers(&clocks, 5, 4), "all have told of it");
        let fence = clocks.own(0);
        clocks.tick_partially(0, 0);
        assert!(covers(&clocks, 5, fence), "who knows of no more has heard of the fence");
        clocks.tick_partially(0, 1);
        assert_eq!([0, 5].map(|lane| covers(&clocks, lane, fence)), [true, false]);
        (0..=MOST_PARTIAL).for_each(|_| clocks.tick_partially(0, 1));
        assert!(covers(&clocks, 5, 6), "it is not remembered");
    }

    #[test]
    fn proxy_fences_may_be_for_one_kind_of_memory() {
        for before in [false, true] {
            let mut clocks = Clocks::new(2, KernelFences { before, of_one_space: true, ..KernelFences::default() });
            clocks.fence_proxy(1, FencedSpaces::SHARED);
            let fenced = |clocks: &Clocks| FencedSpaces::EACH.map(|space| clocks.fenced(1, 1, space));
            assert_eq!(fenced(&clocks), [1, 0]);
            clocks.fence_proxy(1, FencedSpaces::GLOBAL);
            assert_eq!(fenced(&clocks), [1, 2]);
            assert!(!clocks.knows_primary(1, 1) && clocks.asynchronous_known(1) == 0);
        }
    }

    /// Work on tensor memory is followed behind a fence of each warp and what they meet at in between; where a kernel has no such fences,
    /// behind what they meet at.
    #[test]
    fn fences_of_tensor_memory() {
        for (before, after) in [(true, true), (true, false), (false, true), (false, false)] {
            let mut clocks = Clocks::new(2, KernelFences { before, after, of_one_space: false });
            let worked = clocks.own(0);
            let meet = |clocks: &mut Clocks| {
                let others = clocks.known(0).to_vec();
                clocks.learn(1, &others);
                clocks.tick(0);
            };
            meet(&mut clocks);
            assert_eq!(clocks.follows_on_tensor_memory(1, 0, worked), !before && !after);
            if after {
                clocks.acquire_tensor_memory(1);
                assert_eq!(clocks.follows_on_tensor_memory(1, 0, worked), !before);
            }
            if before {
                clocks.release_tensor_memory(0);
                meet(&mut clocks);
                assert_eq!(clocks.follows_on_tensor_memory(1, 0, worked), !after);
            }
            if after {
                clocks.acquire_tensor_memory(1);
            }
            assert!(clocks.follows_on_tensor_memory(1, 0, worked) && clocks.of(1, 0) >= worked);
            let copy = clocks.finish_asynchronous();
            clocks.learn_asynchronous(1);
            assert_eq!(clocks.follows_asynchronous(1, copy), !after);
        }
    }
}
