//! What strong operations order between blocks: whoever has acquired where something was released knows what was known there, and what is
//! released then is known with it (PTX ISA 8.8, 8.9, 8.10).
//!
//! A block is known up to one of its releases, and a release tells how far the clocks of its warps had come. Where a launch has too many blocks or
//! releases for that, a block that has acquired anything counts as knowing all that has been released.

use super::access::MemoryBytes;
use super::clocks::{Clocks, asynchronous_of};
use super::lanes::WARP;
use super::shadow::{ShadowAccess, join};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A word of global memory, by buffer and offset.
type GlobalWord = (usize, u64);

/// The place of an access, if other blocks can see it.
fn place_of(target: MemoryBytes<'_>) -> Option<GlobalWord> {
    match target {
        MemoryBytes::Global(buffer, offset) => Some((std::ptr::from_ref(buffer).addr(), offset)),
        _ => None,
    }
}

/// What is known of other blocks, by their numbers as accesses note them: up to which release of each.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct GridKnowledge {
    known: Vec<u32>,
    /// The same of what is behind a proxy fence of those who know it.
    fenced: Vec<u32>,
}

/// Up to which release a block is known.
fn of_block(releases: &[u32], block: u32) -> u32 {
    releases.get(block as usize).copied().unwrap_or(0)
}

fn gather(known: &mut Vec<u32>, others: &[u32]) {
    if known.len() < others.len() {
        known.resize(others.len(), 0);
    }
    join(known, others);
}

impl GridKnowledge {
    fn learn(&mut self, others: &Self) {
        gather(&mut self.known, &others.known);
        gather(&mut self.fenced, &others.fenced);
    }

    fn learn_release(&mut self, block: u32, number: u32) {
        let block = block as usize;
        if self.known.len() <= block {
            self.known.resize(block + 1, 0);
        }
        self.known[block] = self.known[block].max(number);
    }

    /// `fence.proxy.async`: asynchronous copies see what is known.
    fn fence_proxy(&mut self) {
        self.fenced.clone_from(&self.known);
    }

    fn words(&self) -> usize {
        self.known.len() + self.fenced.len()
    }
}

/// What a warp has learnt of other blocks in one of its phases.
struct Acquisition {
    warp: usize,
    /// The phase. Whoever knows of it knows this.
    clock: u32,
    known: GridKnowledge,
}

/// What the warps of a block, or of a cluster, know of other blocks.
#[derive(Default)]
pub struct AcquiredBlocks {
    /// What all know.
    common: GridKnowledge,
    acquisitions: Vec<Acquisition>,
    /// By warp, what it will know at its next fence, and what was added last.
    seen: HashMap<usize, (GridKnowledge, Arc<GridKnowledge>)>,
    /// By warp, what it has acquired last.
    last: HashMap<usize, Arc<GridKnowledge>>,
}

impl AcquiredBlocks {
    /// Most phases that are told apart.
    const MOST: usize = 32;

    fn known_to<'a>(&'a self, warp: usize, clocks: &'a Clocks) -> impl Iterator<Item = &'a GridKnowledge> {
        let is_known = move |it: &&Acquisition| it.warp == warp || it.clock <= clocks.of(warp, it.warp);
        [&self.common].into_iter().chain(self.acquisitions.iter().filter(is_known).map(|it| &it.known))
    }

    /// All that a warp knows of other blocks.
    pub fn known(&self, warp: usize, clocks: &Clocks) -> GridKnowledge {
        self.known_to(warp, clocks).fold(GridKnowledge::default(), |mut all, known| {
            all.learn(known);
            all
        })
    }

    /// A warp learns of other blocks what is known at a place.
    fn acquire(&mut self, warp: usize, known: &Arc<GridKnowledge>, clocks: &Clocks) {
        if !self.last.get(&warp).is_some_and(|last| Arc::ptr_eq(last, known)) {
            self.last.insert(warp, Arc::clone(known));
            self.learn(warp, known, clocks);
        }
    }

    /// A warp has read with a relaxed operation what is known at a place.
    fn see(&mut self, warp: usize, known: &Arc<GridKnowledge>) {
        match self.seen.get_mut(&warp) {
            Some((_, last)) if Arc::ptr_eq(last, known) => {}
            Some((seen, last)) => {
                seen.learn(known);
                *last = Arc::clone(known);
            }
            None => {
                self.seen.insert(warp, (GridKnowledge::clone(known), Arc::clone(known)));
            }
        }
    }

    /// A fence of a warp acquires what its relaxed operations have read.
    pub fn fence(&mut self, warp: usize, clocks: &Clocks) {
        if let Some((seen, _)) = self.seen.remove(&warp) {
            self.learn(warp, &seen, clocks);
        }
    }

    /// `fence.proxy.async` of a warp
    pub fn fence_proxy(&mut self, warp: usize, clocks: &Clocks) {
        let mut known = self.known(warp, clocks);
        if known.words() > 0 {
            known.fence_proxy();
            self.learn(warp, &known, clocks);
        }
    }

    fn learn(&mut self, warp: usize, known: &GridKnowledge, clocks: &Clocks) {
        let clock = clocks.own(warp);
        if let Some(own) = self.acquisitions.iter_mut().find(|it| (it.warp, it.clock) == (warp, clock)) {
            own.known.learn(known);
            return;
        }
        if self.acquisitions.len() >= Self::MOST {
            self.settle(clocks);
        }
        self.acquisitions.push(Acquisition { warp, clock, known: known.clone() });
    }

    /// Makes room: what all know is common, and what was first, too.
    fn settle(&mut self, clocks: &Clocks) {
        let knows = |warp: usize, it: &Acquisition| it.warp == warp || it.clock <= clocks.of(warp, it.warp);
        let is_common = |it: &mut Acquisition| (0..clocks.warps()).all(|warp| knows(warp, it));
        let mut common: Vec<_> = self.acquisitions.extract_if(.., is_common).collect();
        if self.acquisitions.len() >= Self::MOST {
            common.extend(self.acquisitions.drain(..Self::MOST / 2));
        }
        common.iter().for_each(|it| self.common.learn(&it.known));
    }
}

/// How far a block had come when it released something, and before: who knows of a release knows of those before it, also where other warps made them.
struct Release {
    /// The clocks of its warps.
    warps: Vec<u32>,
    /// The same of what is behind their proxy fences.
    fenced: Vec<u32>,
    /// That of asynchronous copies.
    asynchronous: u32,
}

impl Release {
    fn learn(&mut self, earlier: &Self) {
        join(&mut self.warps, &earlier.warps);
        join(&mut self.fenced, &earlier.fenced);
        self.asynchronous = self.asynchronous.max(earlier.asynchronous);
    }

    fn follows(&self, access: ShadowAccess) -> bool {
        let own = self.warps.get(access.thread as usize / WARP).copied().unwrap_or(0);
        access.clock <= if access.asynchronous { self.asynchronous } else { own }
    }

    fn fences(&self, write: ShadowAccess) -> bool {
        self.fenced.get(write.thread as usize / WARP).is_some_and(|&clock| write.clock <= clock)
    }
}

/// What is released by somebody: numbers of releases of the blocks of a cluster, and what is known of others.
#[derive(Clone)]
pub struct ReleasedKnowledge(GridKnowledge);

#[derive(Default)]
struct GridReleases {
    /// By block.
    blocks: HashMap<u32, Vec<Release>>,
    /// What is known to whoever acquires at a place.
    places: HashMap<GlobalWord, Arc<GridKnowledge>>,
    /// Numbers that are kept.
    words: usize,
}

/// What the blocks of a launch have released.
#[derive(Default)]
pub struct Releases {
    all: Mutex<GridReleases>,
    /// There are places.
    has_places: AtomicBool,
    /// Places are no longer told apart, and releases neither.
    is_coarse: AtomicBool,
}

impl Releases {
    /// Most numbers that are kept.
    const MOST_WORDS: usize = 1 << 24;

    /// Most blocks that are told apart.
    const MOST_BLOCKS: u32 = 1 << 12;

    /// Of a launch with so many blocks.
    pub fn new(blocks: u32) -> Self {
        Self { is_coarse: AtomicBool::new(blocks > Self::MOST_BLOCKS), ..Self::default() }
    }

    fn lock(&self) -> MutexGuard<'_, GridReleases> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_coarse(&self) -> bool {
        self.is_coarse.load(Relaxed)
    }

    /// Whether an access of another block came before a release of that block which a warp knows of. Where releases are not told apart, any will
    /// do for a block that has acquired something.
    pub fn cover(
        &self,
        access: ShadowAccess,
        warp: usize,
        acquired: &AcquiredBlocks,
        has_acquired: bool,
        clocks: &Clocks,
    ) -> bool {
        if !has_acquired || access.block == ShadowAccess::LAST_BLOCK {
            return has_acquired;
        }
        let all = self.lock();
        let Some(releases) = all.blocks.get(&access.block) else { return false };
        if self.is_coarse() {
            return releases.last().is_some_and(|last| last.follows(access));
        }
        let known = acquired.known_to(warp, clocks).map(|known| of_block(&known.known, access.block)).max();
        known.and_then(|number| releases.get((number as usize).checked_sub(1)?)).is_some_and(|it| it.follows(access))
    }

    /// Whether asynchronous copies of a warp see what another block has written, as far as proxy fences let them. What is not in order at all is no
    /// matter of fences.
    pub fn fence(&self, write: ShadowAccess, warp: usize, acquired: &AcquiredBlocks, clocks: &Clocks) -> bool {
        if self.is_coarse() || write.block == ShadowAccess::LAST_BLOCK {
            return true;
        }
        let all = self.lock();
        let Some(releases) = all.blocks.get(&write.block) else { return true };
        let release = |number: u32| releases.get((number as usize).checked_sub(1)?);
        let most = |of: fn(&GridKnowledge) -> &[u32]| {
            acquired.known_to(warp, clocks).map(|known| of_block(of(known), write.block)).max().and_then(release)
        };
        let known = most(|it| &it.known);
        !known.is_some_and(|it| it.follows(write))
            || known.is_some_and(|it| it.fences(write))
            || most(|it| &it.fenced).is_some_and(|it| it.follows(write))
    }

    /// A cluster releases what is known to somebody in it, of its own clocks and of other blocks: what whoever acquires it will know.
    pub fn publish(
        &self,
        known: &[u32],
        clocks: &Clocks,
        blocks: &[u32],
        mut of_others: GridKnowledge,
    ) -> ReleasedKnowledge {
        let warps = clocks.warps() / blocks.len();
        let fenced = clocks.fenced_of_global(known);
        let mut all = self.lock();
        for (rank, &block) in blocks.iter().enumerate() {
            let own = rank * warps..(rank + 1) * warps;
            let mut release = Release {
                warps: known[own.clone()].to_vec(),
                fenced: fenced[own].to_vec(),
                asynchronous: asynchronous_of(known),
            };
            all.words += 2 * warps;
            let releases = all.blocks.entry(block).or_default();
            if let Some(last) = releases.last() {
                release.learn(last);
            }
            if self.is_coarse() {
                releases.clear();
            }
            releases.push(release);
            of_others.learn_release(block, releases.len() as u32);
        }
        if all.words > Self::MOST_WORDS {
            self.give_up(&mut all);
        }
        ReleasedKnowledge(of_others)
    }

    /// There is too much to tell apart.
    fn give_up(&self, all: &mut GridReleases) {
        self.is_coarse.store(true, Relaxed);
        all.places.clear();
        for releases in all.blocks.values_mut() {
            releases.drain(..releases.len().saturating_sub(1));
        }
    }

    /// A strong write to a place, which releases something or not; `reads` if it is an atomic one, behind which earlier releases still hold.
    pub fn write(&self, target: MemoryBytes<'_>, released: Vec<ReleasedKnowledge>, reads: bool) {
        let is_idle = released.is_empty() && (reads || !self.has_places.load(Relaxed));
        let Some(place) = place_of(target).filter(|_| !is_idle && !self.is_coarse()) else { return };
        let mut all = self.lock();
        let before = all.places.remove(&place);
        all.words -= before.as_ref().map_or(0, |known| known.words());
        let mut known = before.filter(|_| reads).map(|known| GridKnowledge::clone(&known)).unwrap_or_default();
        released.iter().for_each(|released| known.learn(&released.0));
        if known.words() > 0 {
            all.words += known.words();
            all.places.insert(place, Arc::new(known));
            self.has_places.store(true, Relaxed);
        }
        if all.words > Self::MOST_WORDS {
            self.give_up(&mut all);
        }
    }

    /// A strong read of a warp at a place, which acquires what is known there or leaves that to a fence of the warp.
    pub fn read(
        &self,
        target: MemoryBytes<'_>,
        acquires: bool,
        warp: usize,
        acquired: &mut AcquiredBlocks,
        clocks: &Clocks,
    ) {
        let Some(place) = place_of(target).filter(|_| self.has_places.load(Relaxed)) else { return };
        let Some(known) = self.lock().places.get(&place).cloned() else { return };
        match acquires {
            true => acquired.acquire(warp, &known, clocks),
            false => acquired.see(warp, &known),
        }
    }
}
