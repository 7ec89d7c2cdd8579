//! Integer instructions in the normal form.

use super::{Id, ParityTable};
use crate::isa::{Instruction, ScalarType, TypeClass, Word, op, word};

impl ParityTable {
    /// The result of an instruction on integers of a type; `None` where it has no normal form.
    pub fn integer(
        &mut self,
        instruction: Instruction,
        ty: ScalarType,
        a: Id,
        b: Option<Id>,
        c: Option<Id>,
    ) -> Option<Id> {
        let width = ty.bits();
        let amount = |id: Option<Id>, table: &Self| {
            table.as_constant(id?).and_then(|value| u32::try_from(value).ok()).filter(|&value| value < 64)
        };
        let is_signed = ty.class() == TypeClass::Signed;
        Some(match instruction {
            op::ADD => self.add(a, b?, 1),
            op::SUB => self.add(a, b?, -1),
            op::NEG => self.scale(a, -1),
            op::MUL_LO | op::MUL_WIDE | op::MUL24_LO => self.multiply(a, b?)?,
            op::MAD_LO | op::MAD_WIDE | op::MAD24_LO => {
                let product = self.multiply(a, b?)?;
                self.add(product, c?, 1)
            }
            op::SHL => self.scale(a, 1 << amount(b, self).filter(|&count| count < width.min(62))?),
            op::SHR => {
                let count = amount(b, self)?;
                if count >= width {
                    return None;
                }
                match count {
                    0 => a,
                    _ if is_signed && !self.fits(a, width - 1) => self.above_signed(a, count, width),
                    _ => self.field(a, count, width - count),
                }
            }
            op::BFE => {
                let (position, length) = (amount(b, self)?, amount(c, self)?);
                if position >= width || length == 0 || (is_signed && position + length > width) {
                    return None;
                }
                let field = self.field(a, position, length.min(width - position));
                if is_signed { self.signed(field, length) } else { field }
            }
            op::AND | op::OR | op::XOR => return self.bitwise(instruction, width, a, b?),
            op::PRMT => return self.permuted(a, b?, self.as_constant(c?)? as u32),
            op::NOT => {
                let minus_one = self.constant(-1);
                self.add(minus_one, a, -1)
            }
            op::DIV | op::REM if !is_signed || self.fits(a, width - 1) => {
                let divisor = self.as_constant(b?).and_then(|value| u64::try_from(value).ok())?;
                if !divisor.is_power_of_two() {
                    return None;
                }
                let shift = divisor.trailing_zeros();
                match instruction {
                    op::DIV => self.field(a, shift, width - shift),
                    _ => self.field(a, 0, shift),
                }
            }
            _ => return None,
        })
    }

    fn bitwise(&mut self, instruction: Instruction, width: u32, a: Id, b: Id) -> Option<Id> {
        let all = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        let (a, b) = if self.as_constant(a).is_some() { (b, a) } else { (a, b) };
        match (instruction, self.as_constant(a), self.as_constant(b)) {
            (op::AND, Some(x), Some(y)) => Some(self.constant(x & y)),
            (op::OR, Some(x), Some(y)) => Some(self.constant(x | y)),
            (op::XOR, Some(x), Some(y)) => Some(self.constant(x ^ y)),
            (op::AND, None, Some(mask)) => Some(self.mask(a, mask as u64 & all)),
            (op::OR | op::XOR, None, _) if self.are_disjoint(a, b) => Some(self.add(a, b, 1)),
            (op::AND, None, _) if self.are_disjoint(a, b) => Some(self.constant(0)),
            _ => None,
        }
    }

    /// The result of an instruction on predicates.
    pub fn logic(&mut self, instruction: Instruction, a: Id, b: Option<Id>) -> Option<Id> {
        match instruction {
            op::NOT => Some(self.not(a)),
            op::AND => Some(self.all(&[a, b?])),
            op::OR => Some(self.any(a, b?)),
            _ => None,
        }
    }

    /// Whether two integers are related as the word of a comparison says.
    pub fn relation(&mut self, comparison: Word, a: Id, b: Id) -> Option<Id> {
        let (low, high) = match comparison {
            word::LT | word::LO | word::GE | word::HS | word::EQ | word::NE => (a, b),
            word::GT | word::HI | word::LE | word::LS => (b, a),
            _ => return None,
        };
        let difference = self.add(low, high, -1);
        let truth = match comparison {
            word::EQ | word::NE => self.zero(difference),
            _ => self.negative(difference),
        };
        Some(if matches!(comparison, word::GE | word::HS | word::LE | word::LS | word::NE) {
            self.not(truth)
        } else {
            truth
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::ParityNode;
    use super::*;
    use crate::semantics::{InstructionForm, IntegerFormat};

    /// The number of an expression over the two leaves; `None` for conditions and what is not known.
    fn value(table: &ParityTable, id: Id, leaves: [u64; 2]) -> Option<i128> {
        let of = |id: Id| value(table, id, leaves);
        let low = |number: i128, length: u8| number & ((1i128 << length) - 1);
        Some(match table.node(id) {
            ParityNode::Extra(leaf) => i128::from(*leaves.get(leaf as usize)?),
            ParityNode::Sum(terms, constant) => {
                let terms = table.terms(terms).iter().map(|&(term, factor)| Some(of(term)? * i128::from(factor)));
                terms.sum::<Option<i128>>()? + i128::from(constant)
            }
            ParityNode::Product(factors) => {
                table.list(factors).iter().map(|&factor| of(factor)).product::<Option<i128>>()?
            }
            ParityNode::Field(word, position, length) => low(of(word)? >> position, length),
            ParityNode::Signed(word, width) => {
                let number = low(of(word)?, width);
                if number >> (width - 1) == 1 { number - (1 << width) } else { number }
            }
            ParityNode::Negative(sum) => i128::from(of(sum)? < 0),
            ParityNode::Zero(sum) => i128::from(of(sum)? == 0),
            ParityNode::Not(truth) => i128::from(of(truth)? == 0),
            _ => return None,
        })
    }

    /// The normal form of an instruction has the value that is defined for it, whatever registers hold, as long as sums of indices do not
    /// wrap round: that is what parity takes for granted.
    #[test]
    fn normal_forms_compute_what_is_defined() {
        let arithmetic = [op::ADD, op::SUB, op::NEG, op::MUL_LO, op::MUL_WIDE, op::MAD_LO, op::MAD_WIDE];
        let bits = [op::SHL, op::SHR, op::BFE, op::AND, op::OR, op::XOR, op::NOT, op::DIV, op::REM, op::PRMT];
        let types = [ScalarType::U16, ScalarType::U32, ScalarType::S32, ScalarType::U64, ScalarType::S64];
        let mut random = fastrand::Rng::with_seed(23);
        let mut compared = 0;
        for (instruction, ty) in arithmetic.into_iter().chain(bits).flat_map(|op| types.map(|ty| (op, ty))) {
            let is_byte_choice = instruction == op::PRMT;
            if (is_byte_choice && ty != ScalarType::U32)
                || (matches!(instruction, op::MUL_WIDE | op::MAD_WIDE) && ty.bits() > 32)
            {
                continue;
            }
            let form =
                InstructionForm { instruction, words: &[], to: IntegerFormat::of(ty), from: IntegerFormat::of(ty) };
            for round in 0..400 {
                let mut table = ParityTable::default();
                // Leaves of few bits, as indices are, so that nothing wraps round.
                let widths = [random.u32(1..ty.bits().min(28) / 2), random.u32(1..ty.bits().min(28) / 2)];
                let [a, leaf] = [0, 1].map(|i| table.bounded(ParityNode::Extra(i as u32), (1 << widths[i]) - 1));
                let number = match instruction {
                    op::SHL | op::SHR => random.u64(..u64::from(ty.bits() / 2)),
                    op::BFE => random.u64(..16),
                    op::DIV | op::REM => 1 << random.u32(..8),
                    op::PRMT => random.u64(..),
                    _ => random.u64(..1 << widths[1]),
                };
                let constant = table.constant(number as i64);
                let length = random.u64(1..12);
                let c = table.constant(if is_byte_choice { random.i64(..0x8000) & 0x7777 } else { length as i64 });
                let b = if round % 2 == 0 && !is_byte_choice { leaf } else { constant };
                let b = if is_byte_choice { leaf } else { b };
                let Some(found) = table.integer(instruction, ty, a, Some(b), Some(c)) else { continue };
                for _ in 0..8 {
                    let leaves = widths.map(|width| random.u64(..1 << width));
                    let operands = [a, b, c].map(|id| value(&table, id, leaves).map(|number| number as u64));
                    let Some(operands) = operands.into_iter().collect::<Option<Vec<u64>>>() else { continue };
                    let right = form.evaluate(&operands, false).map(|outcome| outcome.bits);
                    let Some(found) = value(&table, found, leaves) else { continue };
                    let width =
                        if matches!(instruction, op::MUL_WIDE | op::MAD_WIDE) { 2 * ty.bits() } else { ty.bits() };
                    let found = IntegerFormat { bits: width.min(64) as u8, signed: false }.read(found as i64) as u64;
                    assert_eq!(Some(found), right, "{} {ty} of {operands:x?}", instruction.name());
                    compared += 1;
                }
            }
        }
        assert!(compared > 100_000, "{compared}");
    }

    /// Comparisons are signs and zeros of differences.
    #[test]
    fn relations_hold_where_they_are_defined_to() {
        let mut random = fastrand::Rng::with_seed(29);
        let words =
            [word::EQ, word::NE, word::LT, word::LE, word::GT, word::GE, word::LO, word::LS, word::HI, word::HS];
        for comparison in words {
            for _ in 0..200 {
                let mut table = ParityTable::default();
                let [a, b] = [0, 1].map(|i| table.bounded(ParityNode::Extra(i), 0xff));
                let truth = table.relation(comparison, a, b).expect("integers are compared by it");
                let leaves = [random.u64(..6), random.u64(..6)];
                let words = [comparison];
                let format = IntegerFormat { bits: 32, signed: false };
                let form = InstructionForm { instruction: op::SETP, words: &words, to: format, from: format };
                let right = form.evaluate(&leaves, false).map(|outcome| i128::from(outcome.bits));
                assert_eq!(value(&table, truth, leaves), right, "{comparison} of {leaves:?}");
            }
        }
    }
}
