//! Which instructions do nothing but compute.

use crate::ids::InstId;
use crate::ir::{Module, OperandKind};
use crate::isa::SpecialKind;

/// Whether all that an instruction does is to write registers, and what it writes depends on what it reads alone. Loads are not
/// pure, nor are reads of clocks.
pub fn is_pure(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = &module[module[inst].opcode];
    let Some(instruction) = opcode.instruction else { return false };
    let name = instruction.name();
    opcode.effects.are_none()
        && opcode.writes != 0
        && !matches!(name, "alloca" | "stacksave" | "activemask")
        && !name.starts_with("mbarrier")
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
