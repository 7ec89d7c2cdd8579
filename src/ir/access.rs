//! Which registers an instruction reads and writes.

use super::operand::{Operand, OperandKind};
use super::{Inst, Module};
use crate::ids::{InstId, RegId};
use crate::isa::Effects;
use crate::span::Span;

/// How an instruction uses a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It reads the register.
    Read,
    /// It writes the register. Under a guard, or to one component only, the old value may survive.
    Write,
}

/// One use of a register by an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RegAccess {
    /// Which register.
    pub reg: RegId,
    /// How it is used.
    pub access: Access,
    /// Where it stands.
    pub span: Span,
}

impl Module<'_> {
    /// Calls `visit` for each register that the instruction names: all reads first, then the writes.
    #[inline]
    pub fn for_each_register(&self, id: InstId, mut visit: impl FnMut(RegAccess)) {
        if let Some(guard) = self.guard(id) {
            self.visit_operand(guard, Access::Read, &mut visit);
        }
        let writes = self.written_operands(&self[id]);
        for (i, &operand) in self.operands(id).iter().enumerate() {
            if i < 8 && writes >> i & 1 != 0 {
                self.visit_addresses(operand, &mut visit);
                if self.accumulates(&self[id]) {
                    self.visit_operand(operand, Access::Read, &mut visit);
                }
            } else {
                self.visit_operand(operand, Access::Read, &mut visit);
            }
        }
        self.visit_written(id, writes, &mut visit);
    }

    /// Calls `visit` for each register that the instruction writes.
    #[inline]
    pub fn for_each_written(&self, id: InstId, mut visit: impl FnMut(RegId)) {
        let writes = self.written_operands(&self[id]);
        self.visit_written(id, writes, &mut |access: RegAccess| visit(access.reg));
    }

    #[inline]
    fn visit_written(&self, id: InstId, mut writes: u8, visit: &mut impl FnMut(RegAccess)) {
        let operands = self.operands(id);
        while writes != 0 {
            if let Some(&operand) = operands.get(writes.trailing_zeros() as usize) {
                self.visit_operand(operand, Access::Write, visit);
            }
            writes &= writes - 1;
        }
    }

    /// Which operands an instruction writes: bit `i` for operand `i`.
    pub fn written_operands(&self, inst: &Inst) -> u8 {
        let opcode = &self[inst.opcode];
        if opcode.effects.intersects(Effects::CALL) {
            let first = self.operands.get(inst.operands as usize).filter(|_| inst.operand_count > 0);
            return u8::from(first.is_some_and(|operand| matches!(operand.kind, OperandKind::Args(_))));
        }
        opcode.writes
    }

    /// Whether an instruction may read what it writes, as far as its text tells.
    fn accumulates(&self, inst: &Inst) -> bool {
        let Some(scale) = self[inst.opcode].scale else { return false };
        let mut operands = self.operands[inst.operands as usize..].iter().take(usize::from(inst.operand_count));
        let scale = operands.nth(usize::from(scale)).and_then(|operand| operand.constant());
        scale.and_then(|id| self[id].integer()) != Some(0)
    }

    /// Registers of the address, when a written operand is a place in memory.
    fn visit_addresses(&self, operand: Operand, visit: &mut impl FnMut(RegAccess)) {
        if let OperandKind::Address(_) = operand.kind {
            self.visit_operand(operand, Access::Read, visit);
        }
    }

    #[inline]
    fn visit_operand(&self, operand: Operand, access: Access, visit: &mut impl FnMut(RegAccess)) {
        match operand.kind {
            OperandKind::Reg { reg, .. } => visit(RegAccess { reg, access, span: operand.span }),
            OperandKind::Const(_) | OperandKind::Special { .. } => {}
            _ => self.visit_parts(operand, access, visit),
        }
    }

    fn visit_parts(&self, operand: Operand, access: Access, visit: &mut impl FnMut(RegAccess)) {
        let parts = match operand.kind {
            OperandKind::Vector(list) | OperandKind::Pair(list) | OperandKind::Args(list) => list,
            OperandKind::Address(id) | OperandKind::Offset(id) if access == Access::Read => self[id].parts,
            _ => return,
        };
        for &part in self.list(parts) {
            self.visit_operand(part, access, visit);
        }
    }
}
