//! Which instructions do nothing but compute.

use crate::ids::InstId;
use crate::ir::{Module, OperandKind};
use crate::isa::op;

/// Whether all that an instruction does is to write registers, and what it writes depends on what it reads alone. Loads are not
/// pure, nor are reads of clocks.
pub fn is_pure(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    let Some(instruction) = opcode.instruction else { return false };
    opcode.effects.are_none()
        && opcode.writes != 0
        && !matches!(instruction, op::ALLOCA | op::STACKSAVE | op::ACTIVEMASK)
        && !matches!(instruction, op::MBARRIER_CHECK_LAYOUT | op::MBARRIER_PENDING_COUNT)
        && !module.operands(inst).iter().any(|operand| match operand.kind {
            OperandKind::Special { register, .. } => register.kind.is_volatile(),
            _ => false,
        })
}
