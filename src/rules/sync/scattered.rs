//! Stores to places of shared memory that data chooses, behind reads of its first words by all threads: counts of warps that all have to read before
//! somebody stores where they are, as when a scan and an exchange share their memory.

use super::executors::Executors;
use super::handover::{MEETS_BLOCK, leads_to};
use crate::facts::expr::{Expr, LeafKinds, Node};
use crate::facts::{AccessKind, BarrierCount, Base, Facts, MemoryAccess, WARP, is_shared};
use crate::ids::{InstId, VarId};
use crate::ir::FunctionKind;
use crate::isa::op;

/// A store that may overtake the read of another thread.
pub(super) struct ScatteredStore {
    /// The read.
    pub read: InstId,
    /// The store.
    pub store: InstId,
    /// The array of both.
    pub array: VarId,
}

/// Bytes of counts of all warps of a block, of four bytes each.
const COUNTS: i64 = 4 * WARP as i64;

/// The first such store of a kernel. Its place follows from what the same thread has read, so that it begins where the array does, and nothing waits in
/// between.
pub(super) fn scattered_store(facts: &Facts<'_, '_>) -> Option<ScatteredStore> {
    let module = facts.module;
    let waits_for_all = || facts.barriers().iter().any(|barrier| barrier.count == BarrierCount::All);
    if module[facts.function].kind != FunctionKind::Entry
        || facts.block_shape().most_threads <= WARP
        || !waits_for_all()
    {
        return None;
    }
    let is_plain = |access: &&MemoryAccess| {
        let instruction = module.opcode(access.inst).instruction;
        is_shared(facts, access) && !access.strong && matches!(instruction, Some(op::LD | op::ST))
    };
    let of_kind = |kind| facts.own_accesses().filter(is_plain).filter(move |access| access.kind == kind);
    let is_obstacle = |inst: InstId| module.opcode(inst).effects.intersects(MEETS_BLOCK);
    let is_for_one = |inst: InstId| Executors::of(facts, inst).is_some_and(|it| it.only_thread().is_some());
    for store in of_kind(AccessKind::Write) {
        let (Base::Variable(array), Some(place)) = (store.base, store.address) else { continue };
        let Some(first) = chosen_from(facts, place) else { continue };
        let mut reads = of_kind(AccessKind::Read).filter(|read| read.base == store.base && read.inst < store.inst);
        let overtaken = reads.find(|read| {
            let at = read.address.and_then(|address| fixed_place(facts, address));
            at.is_some_and(|at| (first..first + COUNTS).contains(&at))
                && decides(facts, read, place)
                && leads_to(facts, [read.inst, store.inst], is_obstacle)
        });
        if let Some(read) = overtaken.filter(|read| ![read.inst, store.inst].into_iter().any(is_for_one)) {
            return Some(ScatteredStore { read: read.inst, store: store.inst, array });
        }
    }
    None
}

/// Where an address begins that data alone chooses; `None` where indices take part.
fn chosen_from(facts: &Facts<'_, '_>, address: Expr) -> Option<i64> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (terms, constant) = table.terms(address);
    let is_chosen = |expr| table.has_any(expr, LeafKinds::OPAQUE);
    let fits =
        |&(expr, factor): &(_, i64)| matches!(table.node(expr), Node::Window(_)) || (factor > 0 && is_chosen(expr));
    (terms.len() > 1 && constant >= 0 && terms.iter().all(fits)).then_some(constant)
}

/// The place in its array of an address that is the same for all threads.
fn fixed_place(facts: &Facts<'_, '_>, address: Expr) -> Option<i64> {
    let exprs = facts.exprs();
    let (terms, constant) = exprs.table.terms(address);
    matches!(terms[..], [(expr, 1)] if matches!(exprs.table.node(expr), Node::Window(_))).then_some(constant)
}

/// Whether what is read takes part in an address.
fn decides(facts: &Facts<'_, '_>, read: &MemoryAccess, address: Expr) -> bool {
    let (module, Some(ssa)) = (facts.module, facts.ssa()) else { return false };
    let mut read_values = Vec::new();
    module.for_each_written(read.inst, |reg| read_values.extend(ssa.write(read.inst, reg)));
    let exprs = facts.exprs();
    exprs.table.contains(address, |node| matches!(node, Node::Opaque(value) if read_values.contains(&value)))
}
