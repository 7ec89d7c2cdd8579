//! Video instructions on two half words or four bytes at once, without selectors: `vadd4` and its kin. Those on single numbers are in
//! [`super::scalar_video`].

use super::super::lanes::ternary;
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{Instruction, ScalarType, TypeClass, Word, op, word};

/// A part of a register.
#[derive(Clone, Copy, Debug)]
struct RegisterPart {
    bits: u32,
    signed: bool,
}

impl RegisterPart {
    fn get(self, register: u32, index: u32) -> i64 {
        let value = i64::from(register) >> (index * self.bits) & ((1 << self.bits) - 1);
        let is_negative = self.signed && value >> (self.bits - 1) != 0;
        if is_negative { value - (1 << self.bits) } else { value }
    }

    fn clamp(self, value: i64) -> i64 {
        match self.signed {
            true => value.clamp(-1 << (self.bits - 1), (1 << (self.bits - 1)) - 1),
            false => value.clamp(0, (1 << self.bits) - 1),
        }
    }
}

/// What is done to each pair of parts.
fn operation(op: Instruction, comparison: Option<Word>) -> Option<fn(i64, i64) -> i64> {
    Some(match (op, comparison) {
        (op::VADD2 | op::VADD4, None) => |a, b| a + b,
        (op::VSUB2 | op::VSUB4, None) => |a, b| a - b,
        (op::VAVRG2 | op::VAVRG4, None) => |a, b| (a + b + i64::from(a + b >= 0)) >> 1,
        (op::VABSDIFF2 | op::VABSDIFF4, None) => |a, b| (a - b).abs(),
        (op::VMIN2 | op::VMIN4, None) => i64::min,
        (op::VMAX2 | op::VMAX4, None) => i64::max,
        (op::VSET2 | op::VSET4, Some(word::EQ)) => |a, b| i64::from(a == b),
        (op::VSET2 | op::VSET4, Some(word::NE)) => |a, b| i64::from(a != b),
        (op::VSET2 | op::VSET4, Some(word::LT)) => |a, b| i64::from(a < b),
        (op::VSET2 | op::VSET4, Some(word::LE)) => |a, b| i64::from(a <= b),
        (op::VSET2 | op::VSET4, Some(word::GT)) => |a, b| i64::from(a > b),
        (op::VSET2 | op::VSET4, Some(word::GE)) => |a, b| i64::from(a >= b),
        _ => return None,
    })
}

impl Decoder<'_, '_> {
    /// An instruction on so many parts of a register.
    pub(super) fn video(&mut self, words: &Words<'_>, parts: u32) -> Result<()> {
        let comparison = words.one_of(&[word::EQ, word::NE, word::LT, word::LE, word::GT, word::GE]);
        let apply = operation(words.op, comparison).ok_or_else(|| self.refuse_form())?;
        let part = |ty: ScalarType| RegisterPart { bits: 32 / parts, signed: ty.class() == TypeClass::Signed };
        let (d, a, b) = match words.types()[..] {
            [d, a, b] => (part(d), part(a), part(b)),
            [a, b] => (part(ScalarType::U32), part(a), part(b)),
            _ => return Err(self.refuse_form()),
        };
        let (saturates, adds) = (words.has(word::SAT), words.has(word::ADD));
        let to = self.result(0)?;
        let mut from = Vec::new();
        for index in 1..4 {
            from.push(self.source(index, ScalarType::U32)?);
        }
        let compute = move |x: u32, y: u32, z: u32| {
            let results = (0..parts).map(|i| apply(a.get(x, i), b.get(y, i)));
            match adds {
                true => results.fold(z, |sum, result| sum.wrapping_add(result as u32)),
                false => results.enumerate().fold(0, |all, (i, result)| {
                    let result = if saturates { d.clamp(result) } else { result };
                    all | (result as u32 & (u32::MAX >> (32 - d.bits))) << (i as u32 * d.bits)
                }),
            }
        };
        self.emit_compute(to, &from, ternary(compute));
        Ok(())
    }
}
