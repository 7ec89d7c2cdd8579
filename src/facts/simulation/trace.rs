//! What threads did while they ran side by side.

use super::rendezvous::Knowledge;
use crate::facts::expr::{Mask, ThreadRow, threads_of};
use crate::facts::{Stored, Thread};
use crate::ids::InstId;
use std::rc::Rc;

/// Accesses of one instruction by the threads that executed it together. Runs note down tens of thousands: what few of them have is kept
/// apart, and what many have in common is shared.
#[derive(Clone, Debug)]
pub struct AccessEvent {
    /// Index among the accesses of the function.
    pub access: usize,
    /// Number of barriers before it.
    pub phase: u32,
    /// Grows along the run.
    pub clock: u32,
    /// The threads.
    pub mask: Mask,
    /// The address of each.
    pub address: ThreadRow,
    /// What a store stores.
    pub stored: Stored,
    /// The number that decides what each thread stores, if there is one.
    pub(super) value: Option<Box<ThreadRow>>,
    /// What threads had synchronised before.
    pub(super) order: Rc<EventOrder>,
    /// What data may do to it, where they may do anything.
    pub(super) undecided: Option<Box<Undecided>>,
    /// For asynchronous copies: phase and clock at which a thread had waited for its own.
    pub(super) completed: Option<Box<Completions>>,
}

/// Threads, with the phase and clock at which they had waited for their copies.
#[derive(Clone, Default, Debug)]
pub(super) struct Completions(Vec<(Mask, (u32, u32))>);

/// What threads had synchronised before an event.
#[derive(Debug)]
pub(super) struct EventOrder {
    /// How often each thread had synchronised in this phase in ways that are not modelled.
    pub synchronized: SyncCounts,
    /// How often each thread had synchronised with its warp in this phase.
    pub warp_synchronized: SyncCounts,
    /// What warps know of each other by named barriers.
    pub knowledge: Rc<Knowledge>,
}

/// Threads of an event for which data decide.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Undecided {
    /// Those that data of their own may have kept away.
    pub possible: Mask,
    /// Those of them that it maybe lets come one at a time only.
    pub picked: Mask,
    /// Those that make it in a round of a loop that data may have ended.
    pub rounds: Mask,
}

/// How often each thread has synchronised. Events keep what was counted before them, and mostly all threads synchronise together, for which
/// nothing has to be copied.
#[derive(Clone, Debug)]
pub struct SyncCounts {
    /// How often all of them did together.
    together: u16,
    /// How often each did without some other.
    apart: Rc<[u16]>,
}

impl SyncCounts {
    /// So many threads have not synchronised yet.
    pub(super) fn none(threads: usize) -> Self {
        Self { together: 0, apart: vec![0; threads].into() }
    }

    /// Whether no thread has.
    pub(super) fn is_none(&self) -> bool {
        self.together == 0 && self.apart.iter().all(|&count| count == 0)
    }

    /// How often a thread has.
    pub fn of(&self, thread: usize) -> u16 {
        self.together.saturating_add(self.apart[thread])
    }

    /// Counts one more for the threads of a mask.
    pub(super) fn add(&mut self, mask: Mask, all: Mask) {
        if mask == all {
            self.together = self.together.saturating_add(1);
            return;
        }
        let apart = Rc::make_mut(&mut self.apart);
        threads_of(mask).for_each(|thread| apart[thread] = apart[thread].saturating_add(1));
    }
}

impl AccessEvent {
    /// The number that decides what a thread stores.
    pub fn value(&self, thread: usize) -> Option<i64> {
        self.value.as_ref().and_then(|value| value.at(thread))
    }

    /// Whether a thread had synchronised in this phase in ways that are not modelled.
    pub fn is_synchronized(&self, thread: usize) -> bool {
        self.order.synchronized.of(thread) > 0
    }

    /// The threads for which data decide.
    pub(super) fn undecided(&self) -> Undecided {
        self.undecided.as_deref().copied().unwrap_or_default()
    }

    /// The threads that surely made the access.
    pub fn certain(&self) -> Mask {
        self.mask & !self.undecided().possible
    }

    /// Phase and clock at which a thread had waited for its own copy.
    pub(super) fn completed(&self, thread: usize) -> Option<(u32, u32)> {
        let Completions(known) = self.completed.as_deref()?;
        known.iter().find(|(mask, _)| mask >> thread & 1 != 0).map(|&(_, at)| at)
    }

    pub(super) fn complete(&mut self, thread: usize, now: (u32, u32)) {
        let Completions(known) = &mut **self.completed.get_or_insert_default();
        match known.last_mut() {
            Some((mask, at)) if *at == now => *mask |= 1 << thread,
            _ => known.push((1 << thread, now)),
        }
    }
}

/// A barrier for part of the block at which threads wait for others that never come.
#[derive(Clone, Copy, Debug)]
pub struct StuckBarrier {
    /// Its number.
    pub id: u32,
    /// How many threads complete it.
    pub count: u32,
    /// How many have arrived.
    pub arrived: u32,
    /// Where threads wait.
    pub inst: InstId,
    /// Which ones.
    pub threads: Mask,
    /// Another barrier of the whole block at which the others wait: its number, and who.
    pub other: Option<(u32, Mask)>,
}

/// Threads that count a barrier otherwise than those that are waited for there.
#[derive(Clone, Copy, Debug)]
pub struct MiscountedBarrier {
    /// Its number.
    pub id: u32,
    /// Where they arrive.
    pub inst: InstId,
    /// Which ones.
    pub threads: Mask,
    /// How many threads complete it there, and how many where others have arrived before.
    pub counts: [u32; 2],
}

/// All that threads did.
#[derive(Debug, Default)]
pub struct BlockTrace {
    /// The threads; masks are places in this list.
    pub threads: Vec<Thread>,
    /// Accesses, in order.
    pub events: Vec<AccessEvent>,
    /// Arrivals at barriers for the whole block: the barrier, the number of barriers before it, the threads.
    pub arrivals: Vec<(InstId, u32, Mask)>,
    /// Threads that left the function: where, after how many barriers.
    pub exits: Vec<(InstId, u32, Mask)>,
    /// The first phase in which some thread synchronised in ways that are not modelled.
    pub synchronizes: Option<u32>,
    /// Threads that skipped something because a guard could not be computed.
    pub lost: Mask,
    /// Threads that ended the grid: nobody launches a kernel for that.
    pub trapped: Mask,
    /// Whether threads that wait at a barrier met others that wait at a later one.
    pub skewed: bool,
    /// Where threads waited when nobody could go on, if that is sure.
    pub stuck: Vec<StuckBarrier>,
    /// Threads that arrived at a barrier once more before it was complete, and which one it was.
    pub again: Option<(u32, InstId, Mask)>,
    /// The first arrival at a barrier for another number of threads than it was opened for.
    pub miscounted: Option<MiscountedBarrier>,
    /// Threads that arrived at a barrier at which others had met shortly before: nothing keeps them from arriving among those.
    pub reused: Option<(u32, InstId, Mask)>,
    /// Lanes of one warp that name different barriers, and which ones.
    pub split: Option<(InstId, [(u32, Mask); 2])>,
    /// Whether `.volatile` orders nothing between lanes of a warp.
    pub independent_lanes: bool,
    /// Whether all threads ran to an end.
    pub complete: bool,
    /// Whether the run was given up because it took too many steps.
    pub exhausted: bool,
}
