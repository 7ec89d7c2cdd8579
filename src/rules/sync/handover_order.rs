//! What orders two accesses of a thread for those that hand data over, on every way from one to the other.

use super::handover::Among;
use crate::facts::ordering::{Reach, order_of, reaches_other_blocks};
use crate::facts::{Block, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::Semantics;
use crate::util::FastSet;
use std::collections::VecDeque;

/// What orders two accesses of a thread for threads of other blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Ordering {
    /// Something does, on every way from one to the other.
    Enough,
    /// A fence, or the access itself, whose scope is the block.
    Narrow(InstId),
    /// A fence, but one thread gives the signal for others of its block, and no barrier has brought them together since they stored.
    Alone,
    /// Nothing.
    None,
    /// They come in the wrong order: the data is stored after the signal.
    Late,
}

impl Ordering {
    /// How bad it is.
    pub(super) fn fault(self) -> u8 {
        match self {
            Self::Enough => 0,
            Self::Narrow(_) => 1,
            Self::Alone => 2,
            Self::None => 3,
            Self::Late => 4,
        }
    }
}

/// Who makes two accesses that have to stay in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    /// A thread that stores data, and then gives a signal.
    Giver,
    /// A thread that waits for the signal, and then reads the data.
    Taker,
}

/// What orders two accesses on the worst way from one to the other; `None` if there is no way.
pub(super) fn between(
    facts: &Facts<'_, '_>,
    accesses: [&MemoryAccess; 2],
    side: Side,
    among: Among,
) -> Option<Ordering> {
    let orders = |semantics: Semantics| match side {
        Side::Giver => semantics.releases(),
        Side::Taker => semantics.acquires(),
    };
    let own = |access: &MemoryAccess| {
        let order = order_of(facts.module, access.origin).filter(|order| orders(order.semantics))?;
        Some((access.inst, order))
    };
    // The access that stands for the signal may order by itself: the store releases, the load acquires.
    let at_first = match accesses.into_iter().find_map(own) {
        Some((_, order)) if among == Among::Block || reaches_other_blocks(order) => Ordering::Enough,
        Some((inst, _)) => Ordering::Narrow(inst),
        None => Ordering::None,
    };
    worst_way(facts, accesses.map(|access| access.inst), at_first, among)
}

/// What orders two instructions on the worst way from one to the other, if no way is ordered worse than at first; `None` if there is no way.
pub(super) fn worst_way(
    facts: &Facts<'_, '_>,
    [from, to]: [InstId; 2],
    at_first: Ordering,
    among: Among,
) -> Option<Ordering> {
    let cfg = facts.cfg();
    let mut worst: Option<Ordering> = None;
    let mut seen: FastSet<(Block, Ordering)> = FastSet::default();
    let mut work = VecDeque::from([(cfg.block_of(from), true, at_first)]);
    while let Some((block, is_first, mut ordering)) = work.pop_front() {
        let mut insts = cfg.insts(block).filter(|&inst| !is_first || inst > from);
        let arrives = insts.any(|inst| {
            match fence(facts, inst, among) {
                Some(true) if inst != to => ordering = Ordering::Enough,
                Some(false) if inst != to && ordering != Ordering::Enough => ordering = Ordering::Narrow(inst),
                _ => {}
            }
            inst == to
        });
        if arrives {
            worst = worst.into_iter().chain([ordering]).max_by_key(|ordering| ordering.fault());
            if ordering == Ordering::None {
                break;
            }
            continue;
        }
        for &next in cfg.successors(block) {
            if seen.insert((next, ordering)) && facts.spend(1) {
                work.push_back((next, false, ordering));
            }
        }
    }
    worst
}

/// Whether an instruction orders what is around it for those that matter (`true`) or for its own block only; `None` if it orders nothing.
fn fence(facts: &Facts<'_, '_>, inst: InstId, among: Among) -> Option<bool> {
    match (Reach::of(facts, inst), among) {
        (Reach::Nobody, _) | (Reach::Block, Among::Blocks) => None,
        (Reach::NarrowFence, Among::Blocks) => Some(false),
        (Reach::Grid, _) | (_, Among::Block) => Some(true),
    }
}
