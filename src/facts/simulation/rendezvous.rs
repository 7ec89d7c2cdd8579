//! Barriers that part of a block meets at, and who comes after whom because of them.
//!
//! A named barrier is complete when as many threads have arrived as it counts, those that wait and those that only arrive. What all of
//! them did before comes before what those that wait do behind it. Each warp keeps what it knows of every other one: a vector clock
//! (Mattern, "Virtual Time and Global States of Distributed Systems", 1989). Its own number grows with each arrival.

use super::{Mask, MiscountedBarrier, ProgramPoint, StuckBarrier};
use crate::facts::{BlockModel, Thread};
use crate::ids::InstId;
use crate::util::FastMap;
use std::rc::Rc;

/// For each warp, up to which arrival it knows what each warp did.
pub(super) type Knowledge = Vec<Vec<u32>>;

/// What came of an arrival.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Arrival {
    /// The threads go on.
    Passes,
    /// They wait, or have been let go with all others that waited. Those that come again before the barrier is complete wait, too, and
    /// arrive then: others may as well have been faster.
    Waits,
    /// It cannot be modelled: parts of warps came, or others counted otherwise.
    Broken,
}

/// The named barriers of a run.
pub(super) struct Rendezvous {
    /// For each warp of the block its threads among those that run, and how many it really has.
    warps: Vec<(Mask, u32)>,
    knowledge: Rc<Knowledge>,
    barriers: FastMap<u32, OpenBarrier>,
    /// The first arrival of threads that have arrived before and waited for nothing since: the barrier, where, and who.
    pub(super) again: Option<(u32, InstId, Mask)>,
    /// The first arrival for another number of threads than others count.
    pub(super) miscounted: Option<MiscountedBarrier>,
    /// The first arrival of threads at a barrier that others have just left, who need not have left it before.
    pub(super) reused: Option<(u32, InstId, Mask)>,
    /// For each barrier the last meeting that was complete.
    completed: FastMap<u32, CompletedPhase>,
    /// Something has happened that is not modelled, or some warp of the block does not run.
    pub(super) broken: bool,
}

/// Who met at a barrier that is complete.
struct CompletedPhase {
    threads: Mask,
    /// What the warps that came knew.
    known: Vec<u32>,
    /// Where they came to it.
    places: Vec<InstId>,
}

/// A barrier at which somebody has arrived.
#[derive(Default)]
struct OpenBarrier {
    count: u32,
    arrived: Mask,
    /// What the warps that have arrived knew.
    known: Vec<u32>,
    /// Where they arrived.
    places: Vec<InstId>,
    waiting: Vec<(ProgramPoint, Mask)>,
    /// Threads that come again: where they do.
    early: Vec<(ProgramPoint, Mask)>,
}

impl Rendezvous {
    /// No thread has arrived anywhere.
    pub(super) fn new(model: &BlockModel<'_, '_, '_>, threads: &[Thread]) -> Self {
        let count = model.thread_count();
        let sizes = (0..count.div_ceil(WARP)).map(|warp| (0, WARP.min(count - warp * WARP)));
        let mut warps: Vec<(Mask, u32)> = sizes.collect();
        for (index, &thread) in threads.iter().enumerate() {
            if let Some((mask, _)) = warps.get_mut((model.linear(thread) / WARP) as usize) {
                *mask |= 1 << index;
            }
        }
        // A warp without running threads would never arrive, and whoever waits for it would seem to hang.
        let broken = warps.iter().any(|&(mask, _)| mask == 0);
        let knowledge = if broken { Vec::new() } else { vec![vec![0; warps.len()]; warps.len()] };
        Self {
            warps,
            knowledge: Rc::new(knowledge),
            barriers: FastMap::default(),
            again: None,
            miscounted: None,
            reused: None,
            completed: FastMap::default(),
            broken,
        }
    }

    /// What the warps know now.
    pub(super) fn knowledge(&self) -> Rc<Knowledge> {
        Rc::clone(&self.knowledge)
    }

    /// Threads arrive at a barrier, at a place; if they wait, they go on at another. Those that are let go are added to `released`.
    pub(super) fn arrive(
        &mut self,
        barrier: (u32, u32),
        threads: Mask,
        places: (ProgramPoint, Option<ProgramPoint>),
        released: &mut Vec<(ProgramPoint, Mask)>,
    ) -> Arrival {
        if self.size(threads) <= barrier.1 || places.1.is_none() {
            return self.arrive_together(barrier, threads, places, released);
        }
        // More than it counts: as many as complete it are let go, and the next ones come to it anew.
        let warps: Vec<Mask> = self.warps.iter().map(|warp| warp.0 & threads).filter(|&mask| mask != 0).collect();
        for warp in warps {
            if self.arrive_together(barrier, warp, places, released) == Arrival::Broken {
                return Arrival::Broken;
            }
        }
        Arrival::Waits
    }

    fn arrive_together(
        &mut self,
        (id, count): (u32, u32),
        threads: Mask,
        (here, waits): (ProgramPoint, Option<ProgramPoint>),
        released: &mut Vec<(ProgramPoint, Mask)>,
    ) -> Arrival {
        // The counts of these barriers are multiples of a warp, so a part of one cannot complete them as the author meant.
        let came: Vec<usize> = (0..self.warps.len()).filter(|&warp| self.warps[warp].0 & threads != 0).collect();
        let whole = came.iter().all(|&warp| self.warps[warp].0 & !threads == 0);
        let barrier = self.barriers.entry(id).or_insert_with(|| OpenBarrier { count, ..OpenBarrier::default() });
        if whole && barrier.count != count {
            let counts = [count, barrier.count];
            self.miscounted.get_or_insert(MiscountedBarrier { id, inst: here.1, threads, counts });
        }
        if !whole || barrier.count != count {
            self.broken = true;
            return Arrival::Broken;
        }
        let size = |mask: Mask| size_of(&self.warps, mask);
        if barrier.arrived & threads != 0 {
            self.again.get_or_insert((id, here.1, threads));
        }
        if barrier.arrived & threads != 0 || size(barrier.arrived | threads) > count {
            barrier.early.push((here, threads));
            return Arrival::Waits;
        }
        if barrier.arrived == 0
            && let Some(before) = self.completed.get(&id)
            && before.threads & threads == 0
            && !before.places.contains(&here.1)
            && !came.iter().all(|&warp| comes_after(&self.knowledge[warp], before))
        {
            self.reused.get_or_insert((id, here.1, threads));
        }
        barrier.arrived |= threads;
        barrier.places.push(here.1);
        let is_full = size(barrier.arrived) == count;
        let knowledge = Rc::make_mut(&mut self.knowledge);
        barrier.known.resize(knowledge.len(), 0);
        for &warp in &came {
            knowledge[warp][warp] += 1;
            merge(&mut barrier.known, &knowledge[warp]);
        }
        if let Some(place) = waits {
            barrier.waiting.push((place, threads));
        }
        if is_full && let Some(full) = self.barriers.remove(&id) {
            let gone = full.waiting.iter().fold(0, |all, &(_, mask)| all | mask);
            for (warp, _) in self.warps.iter().enumerate().filter(|(_, (mask, _))| mask & gone != 0) {
                merge(&mut knowledge[warp], &full.known);
            }
            let meeting = CompletedPhase { threads: full.arrived, known: full.known, places: full.places };
            self.completed.insert(id, meeting);
            released.extend(full.waiting.into_iter().chain(full.early));
        }
        if waits.is_some() { Arrival::Waits } else { Arrival::Passes }
    }

    /// Lanes of one warp among groups that name different barriers.
    pub(super) fn split(&self, groups: &[(u32, Mask)]) -> Option<[(u32, Mask); 2]> {
        self.warps.iter().find_map(|&(warp, _)| {
            let mut parts = groups.iter().map(|&(id, mask)| (id, mask & warp)).filter(|(_, mask)| *mask != 0);
            Some([parts.next()?, parts.next()?])
        })
    }

    /// All threads have met, or order themselves in another way: what was met at before is of no matter.
    pub(super) fn forget_completed(&mut self) {
        self.completed.clear();
    }

    /// Lets all threads go that wait.
    pub(super) fn give_up(&mut self) -> Vec<(ProgramPoint, Mask)> {
        self.broken = true;
        self.barriers.drain().flat_map(|(_, barrier)| barrier.waiting.into_iter().chain(barrier.early)).collect()
    }

    /// The barriers at which threads wait.
    pub(super) fn stuck(&self) -> Vec<StuckBarrier> {
        let mut found = Vec::new();
        for (&id, barrier) in &self.barriers {
            let waiting = barrier.waiting.iter().map(|&((_, next), mask)| (before(next), mask));
            let early = barrier.early.iter().map(|&((_, inst), mask)| (inst, mask));
            // Who has arrived, and who is one too many.
            if let Some((inst, threads)) = waiting.chain(early).next() {
                let (count, arrived) = (barrier.count, self.size(barrier.arrived));
                found.push(StuckBarrier { id, count, arrived, inst, threads, other: None });
            }
        }
        found.sort_unstable_by_key(|stuck| stuck.inst);
        found
    }

    /// How many threads the warps really have of which some threads run.
    pub(super) fn size(&self, threads: Mask) -> u32 {
        size_of(&self.warps, threads)
    }

    /// Whether threads wait somewhere.
    pub(super) fn is_waited_for(&self) -> bool {
        self.barriers.values().any(|barrier| !barrier.waiting.is_empty() || !barrier.early.is_empty())
    }
}

/// How many threads those warps have of which some are in a mask.
fn size_of(warps: &[(Mask, u32)], threads: Mask) -> u32 {
    warps.iter().filter(|warp| warp.0 & threads != 0).map(|warp| warp.1).sum()
}

/// The barrier behind which threads go on.
pub(super) fn before(next: InstId) -> InstId {
    InstId::new(next.index().saturating_sub(1))
}

/// Threads of a warp.
const WARP: u32 = crate::facts::device::WARP;

/// Whether a warp that knows so much later comes after what another one did when it knew so much.
pub(super) fn is_known(earlier: &Knowledge, warp: u16, later: &Knowledge, other: u16) -> bool {
    let (warp, other) = (usize::from(warp), usize::from(other));
    match (earlier.get(warp), later.get(other)) {
        (Some(did), Some(knows)) => knows[warp] > did[warp],
        _ => false,
    }
}

/// Whether a warp that knows so much comes after all that met.
fn comes_after(knows: &[u32], before: &CompletedPhase) -> bool {
    knows.iter().zip(&before.known).all(|(knows, known)| knows >= known)
}

fn merge(known: &mut [u32], more: &[u32]) {
    known.iter_mut().zip(more).for_each(|(known, &more)| *known = (*known).max(more));
}
