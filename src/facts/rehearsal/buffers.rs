//! Buffers in global memory that the threads of a kernel write and its bulk copies read: what is written has to pass a proxy fence first.

use super::super::accesses::base_of;
use super::super::{AccessKind, Base, Facts};
use crate::ids::{InstId, VarId};
use crate::ir::Operand;
use crate::isa::{Effects, Role, StateSpace};

/// The buffers that a kernel is given, writes by `st.global`, and copies from.
pub(super) fn written_and_copied(facts: &Facts<'_, '_>) -> Vec<VarId> {
    let module = facts.module;
    let is_copy = |inst: &InstId| {
        let effects = module.opcode(*inst).effects;
        effects.intersects(Effects::BULK_GROUPS) && !effects.intersects(Effects::COMMITS.union(Effects::WAITS))
    };
    if !facts.effects().intersects(Effects::BULK_GROUPS) {
        return Vec::new();
    }
    let read = |inst: InstId| {
        let addresses =
            module.operand_specs(inst).filter(|(_, spec)| spec.role() == Role::Address && spec.access().reads);
        addresses.filter_map(move |(operand, _)| of_address(facts, inst, operand))
    };
    let mut found: Vec<VarId> = module.insts_of(facts.function).filter(is_copy).flat_map(read).collect();
    let is_written = |buffer: &VarId| {
        facts.own_accesses().any(|access| {
            access.kind == AccessKind::Write
                && access.space == Some(StateSpace::Global)
                && access.base == Base::Parameter(*buffer, 0)
        })
    };
    found.sort_unstable();
    found.dedup();
    found.retain(is_written);
    found
}

/// The buffer that an address points into.
pub(super) fn of_address(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<VarId> {
    let address = facts.exprs().address(facts, inst, operand)?;
    match base_of(facts.module, &facts.exprs().table, address) {
        Base::Parameter(var, 0) => Some(var),
        _ => None,
    }
}
