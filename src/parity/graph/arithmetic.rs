//! Instructions whose results have a normal form.

use super::GraphBuilder;
use crate::ids::InstId;
use crate::ir::{Opcode, Operand, OperandKind};
use crate::isa::{Instruction, ScalarType, TypeClass, Word, op, word};
use crate::parity::table::{Id, ParityNode};

impl<'b> GraphBuilder<'b, '_, '_, '_> {
    /// The results of an instruction; `None` for one that stays an operation of its own.
    pub(super) fn simple(
        &mut self,
        inst: InstId,
        opcode: &Opcode,
        operands: &'b [Operand],
        ty: Option<ScalarType>,
    ) -> Option<Vec<Id>> {
        let module = self.shape.facts.module;
        let instruction = opcode.instruction?;
        let (ty, first) = (ty?, *operands.get(1)?);
        let has = |word: Word| module.has_modifier(opcode, word);
        if instruction == op::SETP {
            return self.comparison(inst, opcode, operands, ty);
        }
        let one = |id: Id| Some(vec![id]);
        let mut inputs = operands[1..].iter().copied();
        if instruction == op::MOV {
            return match (operands[0].kind, first.kind) {
                (OperandKind::Vector(parts), _) => self.unpack(inst, first, ty.bits(), parts.len()),
                (_, OperandKind::Vector(_)) => self.pack(inst, operands.get(1)?, ty.bits()),
                _ => one(self.operand(inst, first, Some(ty))),
            };
        }
        if instruction == op::SELP {
            let (yes, no) = (self.operand(inst, first, Some(ty)), self.operand(inst, *operands.get(2)?, Some(ty)));
            let truth = self.operand(inst, *operands.get(3)?, None);
            return one(self.table.select(truth, yes, no));
        }
        if matches!(instruction, op::CVTA | op::CVTA_TO) {
            return one(self.operand(inst, first, None));
        }
        if instruction == op::CVT {
            let from = module.types(opcode).nth(1)?;
            let input = self.operand(inst, first, Some(from));
            return self.conversion(opcode, &operands[0], ty, from, input).map(|id| vec![id]);
        }
        let has_mode = instruction == op::PRMT && module.modifiers(opcode).len() > 1;
        if has(word::SAT) || ty.lanes() > 1 || has_mode {
            return None;
        }
        let mut next = || inputs.next().map(|operand| self.operand(inst, operand, Some(ty)));
        let (a, b, c) = (next()?, next(), next());
        if ty == ScalarType::Pred {
            return self.table.logic(instruction, a, b).map(|id| vec![id]);
        }
        if ty.is_float() {
            return self.float(instruction, opcode, a, b, c).map(|id| vec![id]);
        }
        self.table.integer(instruction, ty, a, b, c).map(|id| vec![id])
    }

    /// Floating-point arithmetic: a difference is a sum with the opposite, which is exact.
    fn float(&mut self, instruction: Instruction, opcode: &Opcode, a: Id, b: Option<Id>, c: Option<Id>) -> Option<Id> {
        match (instruction, b, c) {
            (op::SUB, Some(b), _) => {
                let opposite = self.table.opposite(b);
                self.commutative(op::ADD, opcode, &mut [a, opposite])
            }
            (op::NEG, ..) => Some(self.table.opposite(a)),
            (op::ADD | op::MUL | op::MIN | op::MAX, Some(b), _) => self.commutative(instruction, opcode, &mut [a, b]),
            (op::FMA | op::MAD, Some(b), Some(c)) => self.commutative(instruction, opcode, &mut [a, b, c]),
            _ => None,
        }
    }

    /// An operation whose first two inputs may change places.
    fn commutative(&mut self, instruction: Instruction, opcode: &Opcode, inputs: &mut [Id]) -> Option<Id> {
        inputs[..2].sort_unstable();
        let opcode = Opcode { instruction: Some(instruction), ..*opcode };
        Some(self.operation(&opcode, 0, inputs))
    }

    fn comparison(
        &mut self,
        inst: InstId,
        opcode: &Opcode,
        operands: &'b [Operand],
        ty: ScalarType,
    ) -> Option<Vec<Id>> {
        let module = self.shape.facts.module;
        let (a, b) = (self.operand(inst, *operands.get(1)?, Some(ty)), self.operand(inst, *operands.get(2)?, Some(ty)));
        let words = || module.modifiers(opcode).iter().filter_map(|modifier| modifier.word);
        let comparison = words().find(|word| word.is_like(word::EQ))?;
        let truth = if ty.is_float() || ty.lanes() > 1 {
            let is_relation = |word: &Word| word.is_like(word::EQ) || *word == word::FTZ;
            let words: Vec<Word> = words().filter(is_relation).chain(Word::lookup(ty.name().as_bytes())).collect();
            self.table.operation(opcode.instruction, &words, 0, &[a, b])
        } else {
            self.table.relation(comparison, a, b)?
        };
        let truth = match operands.get(3) {
            None => truth,
            Some(&other) => {
                let other = self.operand(inst, other, None);
                let operation = words().find_map(Word::combination)?;
                self.table.logic(operation, truth, Some(other))?
            }
        };
        let opposite = self.table.not(truth);
        Some(vec![truth, opposite])
    }

    /// A conversion. Between integers of 32 bits and more it keeps the number, as indices do not wrap round; otherwise it cuts bits
    /// off, and repeats the sign.
    fn conversion(
        &mut self,
        opcode: &Opcode,
        destination: &Operand,
        to: ScalarType,
        from: ScalarType,
        input: Id,
    ) -> Option<Id> {
        let module = self.shape.facts.module;
        let has_sat = module.has_modifier(opcode, word::SAT);
        if from.is_float() || has_sat || to.lanes() > 1 || from.lanes() > 1 {
            return None;
        }
        let input = if from.bits() < to.bits().max(32) { self.extended(input, from) } else { input };
        if !to.is_float() {
            let is_cut = to.bits() < from.bits().min(32);
            return Some(match is_cut {
                true if self.is_wider(destination, to) => self.extended(input, to),
                true => self.table.low(input, to.bits()),
                false if to.bits() < from.bits() => self.table.low_half(input),
                false => input,
            });
        }
        // Whatever the rounding, a number of up to 24 bits stays what it is.
        if let (ScalarType::F32, Some(number @ 0..0x100_0000)) = (to, self.table.as_constant(input)) {
            return Some(self.table.intern(ParityNode::Float(u64::from((number as f32).to_bits()), 32)));
        }
        // A number is the same of whatever type that holds it.
        let has_sign = from.class() == TypeClass::Signed && !self.table.fits(input, from.bits() - 1);
        let number = match (has_sign, from.bits() > 32 && !self.table.fits(input, 32)) {
            (false, false) => word::U32,
            (false, true) => word::U64,
            (true, false) => word::S32,
            (true, true) => word::S64,
        };
        let words = module.modifiers(opcode).iter().filter_map(|modifier| modifier.word);
        let (written, mut words) = (Word::lookup(from.name().as_bytes())?, words.collect::<Vec<_>>());
        let last = words.iter().rposition(|&word| word == written)?;
        words[last] = number;
        words.retain(|word| *word != word::RN);
        Some(self.table.operation(opcode.instruction, &words, 0, &[input]))
    }

    /// A number in a larger register than its type.
    fn extended(&mut self, input: Id, ty: ScalarType) -> Id {
        match (ty.bits(), ty.class()) {
            (32.., _) => input,
            (bits, TypeClass::Signed) => self.table.signed(input, bits),
            (bits, _) => self.table.field(input, 0, bits),
        }
    }

    fn unpack(&mut self, inst: InstId, word: Operand, bits: u32, count: usize) -> Option<Vec<Id>> {
        let word = self.operand(inst, word, None);
        let part = bits / count as u32;
        if count < 2 || bits > 64 {
            return None;
        }
        Some((0..count as u32).map(|index| self.table.field(word, index * part, part)).collect())
    }

    fn pack(&mut self, inst: InstId, parts: &'b Operand, bits: u32) -> Option<Vec<Id>> {
        let parts = self.parts(parts);
        let width = bits / parts.len().max(1) as u32;
        let mut sum = self.table.constant(0);
        for (&part, index) in parts.iter().zip(0..) {
            let part = self.operand(inst, part, None);
            if !self.table.fits(part, width) || index * width >= 62 {
                return None;
            }
            sum = self.table.add(sum, part, 1 << (index * width));
        }
        Some(vec![sum])
    }
}
