//! What integer, bit, comparison, conversion and selection instructions compute: one definition of each.
//!
//! Constants are folded and symbolic expressions computed by it. The normal form of parity and the interpreter, whose steps are made to
//! be fast, have their own code and are tested against it. It is written to be read: mathematical numbers in 128 bits, no special cases
//! for speed.

use crate::isa::{Instruction, ScalarType, TypeClass, Word, op, word};
use std::cmp::Ordering;

/// How the low bits of a register are read as a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntegerFormat {
    /// Width, 1 to 64.
    pub bits: u8,
    /// With sign.
    pub signed: bool,
}

impl IntegerFormat {
    /// The format of an integer type, of at most 64 bits of any other.
    pub fn of(ty: ScalarType) -> Self {
        Self { bits: ty.bits().min(64) as u8, signed: ty.class() == TypeClass::Signed }
    }

    /// The low bits of a register as a number; of an unsigned format of 64 bits the same bits with sign.
    #[inline]
    pub const fn read(self, register: i64) -> i64 {
        let unused = 64 - self.bits as u32;
        if self.signed { register << unused >> unused } else { ((register as u64) << unused >> unused) as i64 }
    }

    /// The low bits of a register as a number.
    const fn number(self, register: u64) -> i128 {
        let number = self.read(register as i64);
        if self.signed { number as i128 } else { number as u64 as i128 }
    }

    /// The low bits of a number.
    const fn wrap(self, number: i128) -> u64 {
        IntegerFormat { signed: false, ..self }.read(number as i64) as u64
    }

    /// The numbers of the format.
    const fn limits(self) -> (i128, i128) {
        let count = 1i128 << self.bits;
        if self.signed { (-count / 2, count / 2 - 1) } else { (0, count - 1) }
    }

    /// The same bits without sign.
    pub const fn unsigned(self) -> Self {
        IntegerFormat { signed: false, ..self }
    }

    /// The format of a product of two such numbers.
    pub const fn doubled(self) -> Self {
        IntegerFormat { bits: if self.bits > 32 { 64 } else { 2 * self.bits }, ..self }
    }
}

/// An operation on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    /// Quotient.
    Div,
    /// Remainder.
    Rem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left by a variable count.
    Shl,
    /// Shift to the right.
    Shr,
    /// Lesser of both.
    Min,
    /// Greater of both.
    Max,
}

impl Operation {
    /// The operation that an instruction applies to integers.
    pub fn of(instruction: Instruction) -> Option<Self> {
        Some(match instruction {
            op::DIV => Self::Div,
            op::REM => Self::Rem,
            op::AND => Self::And,
            op::OR => Self::Or,
            op::XOR => Self::Xor,
            op::SHL => Self::Shl,
            op::SHR => Self::Shr,
            op::MIN => Self::Min,
            op::MAX => Self::Max,
            _ => return None,
        })
    }

    /// Whether its operands may change places.
    pub const fn commutes(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor | Self::Min | Self::Max)
    }

    /// The result, read in the format; `None` for a division by zero. Counts of shifts are read without sign, in 32 bits, and one beyond
    /// the width shifts all bits out.
    #[inline]
    pub fn apply(self, format: IntegerFormat, a: i64, b: i64) -> Option<i64> {
        let (x, y) = (format.read(a), format.read(b));
        let unsigned = !format.signed;
        let count = u32::try_from(b).unwrap_or(64).min(64);
        let value = match self {
            Self::Div | Self::Rem if y == 0 => return None,
            Self::Div if unsigned => (x as u64 / y as u64) as i64,
            Self::Div => x.wrapping_div(y),
            Self::Rem if unsigned => (x as u64 % y as u64) as i64,
            Self::Rem => x.wrapping_rem(y),
            Self::And => x & y,
            Self::Or => x | y,
            Self::Xor => x ^ y,
            Self::Shl => x.checked_shl(count).unwrap_or(0),
            Self::Shr if unsigned => (x as u64).checked_shr(count).unwrap_or(0) as i64,
            Self::Shr => x >> count.min(63),
            Self::Min if unsigned => (x as u64).min(y as u64) as i64,
            Self::Min => x.min(y),
            Self::Max if unsigned => (x as u64).max(y as u64) as i64,
            Self::Max => x.max(y),
        };
        Some(format.read(value))
    }
}

/// A relation of two integers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum IntegerRelation {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
}

impl IntegerRelation {
    /// The relation that a comparison of integers asks for, and whether its operands change places.
    pub fn of(comparison: Word) -> Option<(Self, bool)> {
        Some(match comparison {
            word::EQ => (Self::Equal, false),
            word::NE => (Self::NotEqual, false),
            word::LT | word::LO => (Self::Less, false),
            word::LE | word::LS => (Self::LessEqual, false),
            word::GT | word::HI => (Self::Less, true),
            word::GE | word::HS => (Self::LessEqual, true),
            _ => return None,
        })
    }

    /// Whether the relation holds.
    #[inline]
    pub fn holds(self, format: IntegerFormat, a: i64, b: i64) -> bool {
        let (x, y) = (format.read(a), format.read(b));
        let ordering = if format.signed { x.cmp(&y) } else { (x as u64).cmp(&(y as u64)) };
        match self {
            Self::Equal => ordering == Ordering::Equal,
            Self::NotEqual => ordering != Ordering::Equal,
            Self::Less => ordering == Ordering::Less,
            Self::LessEqual => ordering != Ordering::Greater,
        }
    }
}

/// What an instruction reads and how: its modifiers, and the formats of what they name.
#[derive(Clone, Copy, Debug)]
pub struct InstructionForm<'w> {
    /// The instruction.
    pub instruction: Instruction,
    /// Its modifiers, of which those are left out that are types.
    pub words: &'w [Word],
    /// The first type: of the result where there are several.
    pub to: IntegerFormat,
    /// The last type: of what is read.
    pub from: IntegerFormat,
}

/// What an instruction leaves behind.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct InstructionResult {
    /// The bits of the result; those above its width are the sign of a signed conversion, and zero otherwise.
    pub bits: u64,
    /// The carry flag, where it is written (`.cc`). After a difference it says that nothing was borrowed.
    pub carry: Option<bool>,
    /// The second predicate of `setp`.
    pub second: Option<bool>,
}

impl From<u64> for InstructionResult {
    fn from(bits: u64) -> Self {
        Self { bits, ..Self::default() }
    }
}

impl InstructionForm<'_> {
    fn has(&self, word: Word) -> bool {
        self.words.contains(&word)
    }

    /// How the operand behind the result is read, counted from 0. Literals are read like registers: their low bits in this format.
    pub fn operand(&self, index: usize) -> IntegerFormat {
        let word = IntegerFormat { bits: 32, signed: false };
        match (self.instruction, index) {
            (op::SHL | op::SHR, 1) | (op::BFE, 1 | 2) | (op::BFI, 2 | 3) => word,
            (op::SHF_L | op::SHF_R | op::PRMT | op::BMSK | op::FNS, _) | (op::SZEXT, 1) => {
                match (self.instruction, index) {
                    (op::FNS, 2) => IntegerFormat { bits: 32, signed: true },
                    _ => word,
                }
            }
            (op::MUL_WIDE | op::MAD_WIDE, 2) => self.from.doubled(),
            (op::SELP, 2) | (op::SETP | op::SET, 2) => IntegerFormat { bits: 1, signed: false },
            (op::SLCT, 0 | 1) => self.to,
            _ => self.from,
        }
    }

    /// What the instruction computes from the bits of its operands and the carry flag; `None` where that is not defined (a division by
    /// zero), or not here (floating-point numbers, packed types).
    pub fn evaluate(&self, operands: &[u64], carry: bool) -> Option<InstructionResult> {
        let number = |index: usize| Some(self.operand(index).number(*operands.get(index)?));
        let (format, a) = (self.from, number(0)?);
        match self.instruction {
            op::ADD | op::SUB | op::ADDC | op::SUBC => self.sum(a, number(1)?, carry),
            op::MAD_LO | op::MAD_HI | op::MADC_LO | op::MADC_HI
                if self.has(word::CC) || is_carried(self.instruction) =>
            {
                self.sum(self.product(a, number(1)?), number(2)?, carry)
            }
            op::MUL_LO | op::MUL_HI | op::MUL24_LO | op::MUL24_HI => {
                Some(format.wrap(self.product(a, number(1)?)).into())
            }
            op::MUL_WIDE => Some(format.doubled().wrap(a.wrapping_mul(number(1)?)).into()),
            op::MAD_WIDE => Some(format.doubled().wrap(a.wrapping_mul(number(1)?).wrapping_add(number(2)?)).into()),
            op::MAD_LO | op::MAD_HI | op::MAD24_LO | op::MAD24_HI => {
                let product = format.number(format.wrap(self.product(a, number(1)?)));
                self.clamped(product + number(2)?)
            }
            op::SAD => Some(format.wrap((a - number(1)?).abs() + number(2)?).into()),
            op::ABS => Some(format.wrap(a.abs()).into()),
            op::NEG => Some(format.wrap(-a).into()),
            op::MIN | op::MAX => self.extremum(operands),
            op::SELP => Some(if operands.get(2)? & 1 == 1 { a } else { number(1)? }).map(|it| self.to.wrap(it).into()),
            op::SLCT => Some(if number(2)? >= 0 { a } else { number(1)? }).map(|it| self.to.wrap(it).into()),
            op::SETP | op::SET => self.comparison(operands),
            op::MOV => Some(format.wrap(a).into()),
            op::CVT => {
                let (least, most) = self.to.limits();
                let number = if self.has(word::SAT) { a.clamp(least, most) } else { a };
                Some((self.to.read(number as i64) as u64).into())
            }
            _ => self.bits(operands).map(InstructionResult::from),
        }
    }

    /// A sum of two numbers, and of the carry flag where the instruction reads it. A difference is the sum with the complement and one
    /// more, so that the flag means the same after both.
    fn sum(&self, a: i128, b: i128, carry: bool) -> Option<InstructionResult> {
        let subtracts = matches!(self.instruction, op::SUB | op::SUBC);
        if self.has(word::SAT) {
            return self.clamped(if subtracts { a.saturating_sub(b) } else { a.saturating_add(b) });
        }
        let format = self.from.unsigned();
        let [a, b] = [a, if subtracts { !b } else { b }].map(|number| i128::from(format.wrap(number)));
        let total = a + b + i128::from(if is_carried(self.instruction) { carry } else { subtracts });
        let carry = self.has(word::CC).then_some(total > format.limits().1);
        Some(InstructionResult { bits: format.wrap(total), carry, second: None })
    }

    /// The part of a product that the instruction keeps.
    fn product(&self, a: i128, b: i128) -> i128 {
        let low = |number: i128| IntegerFormat { bits: 24, ..self.from }.number(number as u64);
        match self.instruction {
            op::MUL24_LO | op::MAD24_LO => low(a) * low(b),
            op::MUL24_HI | op::MAD24_HI => (low(a) * low(b)) >> 16,
            op::MUL_HI | op::MAD_HI | op::MADC_HI => match self.from.signed {
                true => (a * b) >> self.from.bits,
                false => ((a as u128 * b as u128) >> self.from.bits) as i128,
            },
            _ => a.wrapping_mul(b),
        }
    }

    /// A number in the format: the nearest one with `.sat`, its low bits otherwise.
    fn clamped(&self, number: i128) -> Option<InstructionResult> {
        let (least, most) = self.from.limits();
        let number = if self.has(word::SAT) { number.clamp(least, most) } else { number };
        Some(self.from.wrap(number).into())
    }

    fn extremum(&self, operands: &[u64]) -> Option<InstructionResult> {
        let numbers = operands.iter().map(|&bits| self.from.number(bits));
        let number = if self.instruction == op::MAX { numbers.max()? } else { numbers.min()? };
        Some(self.from.wrap(if self.has(word::RELU) { number.max(0) } else { number }).into())
    }

    /// `setp` and `set`: the relation of two numbers, combined with a predicate.
    fn comparison(&self, operands: &[u64]) -> Option<InstructionResult> {
        let comparison = self.words.iter().copied().find(|word| word.is_like(word::EQ))?;
        let (relation, swapped) = IntegerRelation::of(comparison)?;
        let [a, b] = [*operands.first()? as i64, *operands.get(1)? as i64];
        let holds = if swapped { relation.holds(self.from, b, a) } else { relation.holds(self.from, a, b) };
        let other = operands.get(2).map(|bits| bits & 1 == 1);
        let combined = |holds: bool| match (self.words.iter().find_map(|word| word.combination()), other) {
            (Some(op::AND), Some(other)) => holds & other,
            (Some(op::OR), Some(other)) => holds | other,
            (Some(op::XOR), Some(other)) => holds ^ other,
            _ => holds,
        };
        if self.instruction == op::SET {
            return Some(self.to.wrap(-i128::from(combined(holds))).into());
        }
        Some(InstructionResult { bits: u64::from(combined(holds)), second: Some(combined(!holds)), carry: None })
    }

    /// Instructions on bits rather than numbers.
    fn bits(&self, operands: &[u64]) -> Option<u64> {
        let format = self.from;
        let width = u32::from(format.bits);
        let whole = format.unsigned();
        let at = |index: usize| operands.get(index).map(|&bits| self.operand(index).unsigned().wrap(i128::from(bits)));
        let a = at(0)?;
        if let Some(operation) = Operation::of(self.instruction) {
            let number = operation.apply(format, a as i64, at(1)? as i64)?;
            return Some(whole.wrap(i128::from(number)));
        }
        let bit = |bits: u64, index: u32| index < 64 && bits >> index & 1 == 1;
        Some(match self.instruction {
            op::NOT => !a,
            op::CNOT => u64::from(a == 0),
            op::POPC => u64::from(a.count_ones()),
            op::CLZ => u64::from((0..width).rev().take_while(|&index| !bit(a, index)).count() as u32),
            op::BREV => (0..width).filter(|&index| bit(a, index)).map(|index| 1u64 << (width - 1 - index)).sum(),
            op::BFIND => return Some(self.find_leading(a)),
            op::LOP3 => {
                let (b, c, table) = (at(1)?, at(2)?, *operands.get(3)?);
                let row =
                    |index: u32| 4 * u32::from(bit(a, index)) + 2 * u32::from(bit(b, index)) + u32::from(bit(c, index));
                (0..width).filter(|&index| bit(table, row(index))).map(|index| 1u64 << index).sum()
            }
            op::BFE => extract(format, a, self.count(at(1)?), self.count(at(2)?)),
            op::BFI => {
                let (b, position, length) = (at(1)?, self.count(at(2)?), self.count(at(3)?));
                let inside = |index: u64| (position..position.saturating_add(length)).contains(&index);
                let field = (0..u64::from(width)).filter(|&index| inside(index));
                field.fold(b, |all, index| all & !(1 << index) | (a >> (index - position) & 1) << index)
            }
            op::SHF_L | op::SHF_R => {
                let both = at(1)? << 32 | a;
                let count = if self.has(word::WRAP) { at(2)? & 31 } else { at(2)?.min(32) };
                if self.instruction == op::SHF_R { both >> count } else { both << count >> 32 }
            }
            op::PRMT => permute(self.words, at(1)? << 32 | a, at(2)?),
            op::BMSK => {
                let [position, length] = [a, at(1)?].map(|count| self.bounded(count));
                (0..32).filter(|&index| index >= position && index - position < length).map(|index| 1u64 << index).sum()
            }
            op::SZEXT => match self.bounded(at(1)?) {
                0 => 0,
                bits => IntegerFormat { bits: bits as u8, ..format }.number(a) as u64,
            },
            op::FNS => return Some(find_nth(a, at(1)?, at(2)? as u32 as i32)),
            _ => return None,
        })
        .map(|bits| whole.wrap(i128::from(bits)))
    }

    /// A count of bits: wrapped, or clamped to a whole word.
    fn bounded(&self, count: u64) -> u64 {
        if self.has(word::WRAP) { count & 31 } else { count.min(32) }
    }

    /// A position or length in a field. The hardware's own instructions, of 32 bits, look at the low eight.
    fn count(&self, bits: u64) -> u64 {
        if self.from.bits == 64 { bits } else { bits & 0xff }
    }

    /// `bfind`: the highest bit that differs from the sign, or how far it is from the top; all bits set if there is none.
    fn find_leading(&self, a: u64) -> u64 {
        let width = u32::from(self.from.bits);
        let sign = self.from.signed && a >> (width - 1) & 1 == 1;
        match (0..width).rev().find(|index| (a >> index & 1 == 1) != sign) {
            None => u64::from(u32::MAX),
            Some(index) if self.has(word::SHIFTAMT) => u64::from(width - 1 - index),
            Some(index) => u64::from(index),
        }
    }
}

/// Whether an instruction reads the carry flag.
pub fn is_carried(instruction: Instruction) -> bool {
    matches!(instruction, op::ADDC | op::SUBC | op::MADC_LO | op::MADC_HI)
}

/// `bfe`: the field from a bit on. A signed one is extended by its highest bit, or the number's where the field goes beyond it.
fn extract(format: IntegerFormat, a: u64, position: u64, length: u64) -> u64 {
    let width = u64::from(format.bits);
    let last = position.saturating_add(length).saturating_sub(1).min(width - 1);
    let sign = format.signed && length > 0 && a >> last & 1 == 1;
    let bit = |index: u64| match position.checked_add(index).filter(|&at| index < length && at < width) {
        Some(at) => a >> at & 1 == 1,
        None => sign,
    };
    (0..width).filter(|&index| bit(index)).map(|index| 1u64 << index).sum()
}

/// `prmt`: four bytes of eight, which selectors of four bits pick, the uppermost of which repeats the sign; or one of the patterns.
fn permute(words: &[Word], bytes: u64, control: u64) -> u64 {
    let mode = words.iter().copied().find(|word| word.is_like(word::F4E));
    let shift = control & 3;
    let selector = |index: u64| match mode {
        None => control >> (4 * index) & 15,
        Some(word::F4E) => shift + index,
        Some(word::B4E) => (shift + 8 - index) & 7,
        Some(word::RC8) => shift,
        Some(word::ECL) => shift.max(index),
        Some(word::ECR) => shift.min(index),
        // `rc16`
        Some(_) => 2 * (shift & 1) + (index & 1),
    };
    let byte = |selector: u64| {
        let byte = bytes >> (8 * (selector & 7)) & 0xff;
        if selector & 8 == 0 { byte } else { u64::from(byte >= 0x80) * 0xff }
    };
    (0..4).map(|index| byte(selector(index)) << (8 * index)).sum()
}

/// `fns`: the n-th set bit from a base, upwards or downwards; the base itself for 0.
fn find_nth(mask: u64, base: u64, offset: i32) -> u64 {
    let is_set = |&index: &u64| mask >> index & 1 == 1;
    let nth = offset.unsigned_abs().saturating_sub(1) as usize;
    let found = match offset {
        0 => Some(base).filter(|&base| base < 32).filter(is_set),
        1.. => (base.min(32)..32).filter(is_set).nth(nth),
        _ => (0..=base.min(31)).rev().filter(is_set).nth(nth),
    };
    found.unwrap_or(u64::from(u32::MAX))
}

#[cfg(test)]
mod tests;
