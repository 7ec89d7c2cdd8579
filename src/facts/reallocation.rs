//! Registers that warps hand over to each other: `setmaxnreg`.

use super::Facts;
use crate::ids::InstId;
use crate::ir::Operand;
use crate::isa::op;

/// A `setmaxnreg` (PTX ISA 9.7.19.5).
pub struct Adjustment {
    /// Whether it releases registers; otherwise it asks for some.
    pub releases: bool,
    /// How many a thread has behind it.
    pub count: i64,
    /// The operand that says so.
    pub at: Operand,
}

impl Adjustment {
    /// What an instruction asks for, if it is one.
    pub fn of(facts: &Facts<'_, '_>, inst: InstId) -> Option<Self> {
        let module = facts.module;
        let releases = match module.opcode(inst).instruction? {
            op::SETMAXNREG_DEC => true,
            op::SETMAXNREG_INC => false,
            _ => return None,
        };
        let at = *module.operands(inst).first()?;
        Some(Self { releases, count: module[at.constant()?].integer()?, at })
    }

    /// Whether it is to keep more than there ever are.
    pub fn exceeds(&self, limit: i64) -> bool {
        self.releases && self.count > limit
    }
}

/// The most registers that a thread of a kernel has anywhere, which is what the assembler compares with.
pub fn largest_count(facts: &Facts<'_, '_>, at_entry: i64) -> i64 {
    let adjustments = facts.module.insts_of(facts.function).filter_map(|inst| Adjustment::of(facts, inst));
    adjustments.filter(|it| !it.releases).map(|it| it.count).fold(at_entry, i64::max)
}
