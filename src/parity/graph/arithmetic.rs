//! Instructions whose results have a normal form.

use super::Builder;
use crate::ids::InstId;
use crate::ir::{Opcode, Operand, OperandKind};
use crate::isa::{Instruction, ScalarType, TypeClass, Word, op, word};
use crate::parity::table::{Id, Node};

impl<'b> Builder<'b, '_, '_, '_> {
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
            return self.logic(instruction, a, b).map(|id| vec![id]);
        }
        if ty.is_float() {
            return self.float(instruction, opcode, a, b, c).map(|id| vec![id]);
        }
        self.integer(instruction, ty, a, b, c).map(|id| vec![id])
    }

    fn integer(&mut self, instruction: Instruction, ty: ScalarType, a: Id, b: Option<Id>, c: Option<Id>) -> Option<Id> {
        let width = ty.bits();
        let amount = |id: Option<Id>, table: &crate::parity::table::Table| {
            table.as_constant(id?).and_then(|value| u32::try_from(value).ok()).filter(|&value| value < 64)
        };
        let table = &mut *self.table;
        let is_signed = ty.class() == TypeClass::Signed;
        Some(match instruction {
            op::ADD => table.add(a, b?, 1),
            op::SUB => table.add(a, b?, -1),
            op::NEG => table.scale(a, -1),
            op::MUL_LO | op::MUL_WIDE | op::MUL24_LO => table.multiply(a, b?)?,
            op::MAD_LO | op::MAD_WIDE | op::MAD24_LO => {
                let product = table.multiply(a, b?)?;
                table.add(product, c?, 1)
            }
            op::SHL => table.scale(a, 1 << amount(b, table).filter(|&count| count < width.min(62))?),
            op::SHR => {
                let count = amount(b, table)?;
                if count >= width {
                    return None;
                }
                match count {
                    0 => a,
                    _ if is_signed && !table.fits(a, width - 1) => table.above_signed(a, count, width),
                    _ => table.field(a, count, width - count),
                }
            }
            op::BFE => {
                let (position, length) = (amount(b, table)?, amount(c, table)?);
                if position >= width || length == 0 || (is_signed && position + length > width) {
                    return None;
                }
                let field = table.field(a, position, length.min(width - position));
                if is_signed { table.signed(field, length) } else { field }
            }
            op::AND | op::OR | op::XOR => return self.bitwise(instruction, width, a, b?),
            op::PRMT => return table.permuted(a, b?, table.as_constant(c?)? as u32),
            op::NOT => {
                let minus_one = table.constant(-1);
                table.add(minus_one, a, -1)
            }
            op::DIV | op::REM if !is_signed || table.fits(a, width - 1) => {
                let divisor = table.as_constant(b?).and_then(|value| u64::try_from(value).ok())?;
                if !divisor.is_power_of_two() {
                    return None;
                }
                let shift = divisor.trailing_zeros();
                match instruction {
                    op::DIV => table.field(a, shift, width - shift),
                    _ => table.field(a, 0, shift),
                }
            }
            _ => return None,
        })
    }

    fn bitwise(&mut self, instruction: Instruction, width: u32, a: Id, b: Id) -> Option<Id> {
        let table = &mut *self.table;
        let all = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        let (a, b) = if table.as_constant(a).is_some() { (b, a) } else { (a, b) };
        match (instruction, table.as_constant(a), table.as_constant(b)) {
            (op::AND, Some(x), Some(y)) => Some(table.constant(x & y)),
            (op::OR, Some(x), Some(y)) => Some(table.constant(x | y)),
            (op::XOR, Some(x), Some(y)) => Some(table.constant(x ^ y)),
            (op::AND, None, Some(mask)) => Some(table.mask(a, mask as u64 & all)),
            (op::OR | op::XOR, None, _) if table.are_disjoint(a, b) => Some(table.add(a, b, 1)),
            (op::AND, None, _) if table.are_disjoint(a, b) => Some(table.constant(0)),
            _ => None,
        }
    }

    fn logic(&mut self, instruction: Instruction, a: Id, b: Option<Id>) -> Option<Id> {
        match instruction {
            op::NOT => Some(self.table.not(a)),
            op::AND => Some(self.table.all(&[a, b?])),
            op::OR => Some(self.table.any(a, b?)),
            _ => None,
        }
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
            self.relation(comparison, a, b)?
        };
        let truth = match operands.get(3) {
            None => truth,
            Some(&other) => {
                let other = self.operand(inst, other, None);
                let operation = words().find_map(Word::combination)?;
                self.logic(operation, truth, Some(other))?
            }
        };
        let opposite = self.table.not(truth);
        Some(vec![truth, opposite])
    }

    fn relation(&mut self, comparison: Word, a: Id, b: Id) -> Option<Id> {
        let table = &mut *self.table;
        let (low, high) = match comparison {
            word::LT | word::LO | word::GE | word::HS | word::EQ | word::NE => (a, b),
            word::GT | word::HI | word::LE | word::LS => (b, a),
            _ => return None,
        };
        let difference = table.add(low, high, -1);
        let truth = match comparison {
            word::EQ | word::NE => table.zero(difference),
            _ => table.negative(difference),
        };
        Some(if matches!(comparison, word::GE | word::HS | word::LE | word::LS | word::NE) {
            table.not(truth)
        } else {
            truth
        })
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
            return Some(self.table.intern(Node::Float(u64::from((number as f32).to_bits()), 32)));
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
