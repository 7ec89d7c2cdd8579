//! Which instructions do nothing but compute.

use crate::ids::InstId;
use crate::ir::{Module, OperandKind};
use crate::isa::{SpecialKind, op};

/// Whether all that an instruction does is to write registers, and what it writes depends on what it reads alone. Loads are not
/// pure, nor are reads of clocks.
pub fn is_pure(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = &module[module[inst].opcode];
    let Some(instruction) = opcode.instruction else { return false };
    opcode.effects.are_none()
        && opcode.writes != 0
        && !matches!(instruction, op::ALLOCA | op::STACKSAVE | op::ACTIVEMASK)
        && !matches!(instruction, op::MBARRIER_CHECK_LAYOUT | op::MBARRIER_PENDING_COUNT)
        && !module.operands(inst).iter().any(|operand| match operand.kind {
            OperandKind::Special { register, .. } => is_volatile(register.kind),
            _ => false,
        })
}

/// Whether two reads of a special register by one thread may differ.
fn is_volatile(kind: SpecialKind) -> bool {
    matches!(
        kind,
        SpecialKind::Clock
            | SpecialKind::ClockHi
            | SpecialKind::Clock64
            | SpecialKind::Pm
            | SpecialKind::Pm64
            | SpecialKind::GlobalTimer
            | SpecialKind::GlobalTimerLo
            | SpecialKind::GlobalTimerHi
            | SpecialKind::SmId
            | SpecialKind::WarpId
    )
}
