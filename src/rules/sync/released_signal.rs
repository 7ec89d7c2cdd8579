//! Signals that others release, which somebody waits for without acquiring them: what is read after the wait, of an array that threads write before
//! they give such a signal, may be what was there before.

use super::handover::{Among, Handover, given, is_global, leads_to};
use super::handover_order::Ordering;
use crate::facts::base_of;
use crate::facts::expr::Node;
use crate::facts::ordering::{Reach, order_of, reaches_other_blocks};
use crate::facts::protocol::reaches;
use crate::facts::{AccessKind, Base, Facts, MemoryAccess, is_waited_for};
use crate::ids::InstId;
use crate::isa::{Semantics, op};

/// Most pairs of signals and waits that are looked at.
const MOST_PAIRS: usize = 64;

/// Handovers by words that are released, where the taker does not acquire what it reads then: one for each signal.
pub(super) fn unacquired(facts: &Facts<'_, '_>) -> Vec<Handover> {
    let module = facts.module;
    let semantics =
        |access: &MemoryAccess| order_of(module, access.origin).filter(|&order| reaches_other_blocks(order));
    let is_relaxed = |access: &MemoryAccess| {
        access.strong && semantics(access).is_some_and(|order| order.semantics == Semantics::Relaxed)
    };
    let is_wait = |access: &&MemoryAccess| {
        access.kind == AccessKind::Read
            && access.is_made_by(facts, op::LD)
            && (is_relaxed(access) || access.volatile)
            && is_waited_for(facts, access)
    };
    let accesses: Vec<&MemoryAccess> =
        facts.own_accesses().filter(|access| is_global_or_chosen(facts, access)).collect();
    let waits: Vec<&MemoryAccess> = accesses.iter().copied().filter(is_wait).collect();
    let is_signal = |access: &&MemoryAccess| {
        access.kind == AccessKind::Write
            && (releases(facts, access) || is_relaxed(access))
            && given(facts, access) != Some(0)
    };
    let signals: Vec<&MemoryAccess> = accesses.iter().copied().filter(is_signal).collect();
    let pairs = waits.iter().flat_map(|&wait| signals.iter().map(move |&signal| [signal, wait]));
    let most = facts.budget(MOST_PAIRS);
    let pairs = pairs.filter(|[signal, wait]| signal.base == wait.base).take(most);
    let mut found: Vec<Handover> = Vec::new();
    for [signal, wait] in pairs {
        if found.iter().any(|known| known.signal == signal.inst) {
            continue;
        }
        if let Some([write, read]) = handed_over(facts, &accesses, [signal, wait]) {
            let [signal, wait] = [signal, wait].map(|access| access.inst);
            let (before, after, among) = (Ordering::Enough, Ordering::None, Among::Blocks);
            found.push(Handover { write, signal, wait, read, before, after, locks: false, among });
        }
    }
    found
}

/// Whether an access releases what was written before it to other blocks.
pub(super) fn releases(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let order = order_of(facts.module, access.origin).filter(|&order| reaches_other_blocks(order));
    order.is_some_and(|order| order.semantics.releases())
}

/// A plain store before a signal, and a plain load of the same array to which control may come from the wait with nothing that acquires in between.
fn handed_over(
    facts: &Facts<'_, '_>,
    accesses: &[&MemoryAccess],
    [signal, wait]: [&MemoryAccess; 2],
) -> Option<[InstId; 2]> {
    let orders = |inst: InstId| Reach::of(facts, inst) == Reach::Grid;
    let is_plain = |access: &&&MemoryAccess| !access.strong && !access.volatile;
    let is_late = |access: &&&MemoryAccess| {
        access.kind == AccessKind::Read
            && reaches(facts, wait.inst, &[access.inst]) == Some(true)
            && leads_to(facts, [wait.inst, access.inst], orders)
    };
    // A store that releases nothing gives a signal behind a fence.
    let is_released = releases(facts, signal);
    let is_written = |access: &&&MemoryAccess| {
        access.kind == AccessKind::Write
            && leads_to(facts, [access.inst, signal.inst], |inst| inst == wait.inst)
            && (is_released || !leads_to(facts, [access.inst, signal.inst], orders))
    };
    let writes: Vec<&MemoryAccess> = accesses.iter().filter(is_plain).filter(is_written).copied().collect();
    if writes.is_empty() {
        return None;
    }
    let mut reads = accesses.iter().filter(is_plain).filter(is_late);
    reads.find_map(|read| {
        let bases = bases_of(facts, read);
        let write = writes.iter().find(|write| write.base != signal.base && bases.contains(&write.base))?;
        Some([write.inst, read.inst])
    })
}

/// Whether an access is to global memory, or to one of several arrays.
fn is_global_or_chosen(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    is_global(facts, access) || (access.base == Base::Unknown && !bases_of(facts, access).is_empty())
}

/// What an access points into: the array, or those that a single instruction chooses from.
fn bases_of(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Vec<Base> {
    if access.base != Base::Unknown {
        return vec![access.base];
    }
    let Some(address) = access.address else { return Vec::new() };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let chosen = table.terms(address).0.iter().find_map(|&(term, factor)| match table.node(term) {
        Node::Select(_, yes, no) if factor == 1 => Some([yes, no]),
        _ => None,
    });
    let bases = chosen.into_iter().flatten().map(|array| base_of(facts.module, table, array));
    bases.filter(|&base| base != Base::Unknown).collect()
}
