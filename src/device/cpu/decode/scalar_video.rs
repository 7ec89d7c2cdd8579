//! Video instructions on single numbers, which may be bytes or half words of registers: `vadd` and its kin, `vshl`, `vmad`, `vset` (PTX ISA
//! 9.7.18.1 to 9.7.18.4).

use super::super::lanes::ternary;
use super::super::program::RegisterSlot;
use super::words::Words;
use super::{Decoder, Result};
use crate::ir::{Component, Operand, OperandKind};
use crate::isa::{Instruction, ScalarType, TypeClass, Word, op, word};

/// A byte, half word or all of a register, as a number.
#[derive(Clone, Copy, Debug)]
struct Selection {
    shift: u32,
    bits: u32,
    signed: bool,
}

impl Selection {
    fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    fn get(self, register: u32) -> i128 {
        let bits = register >> self.shift & self.mask();
        let is_negative = self.signed && bits >> (self.bits - 1) != 0;
        i128::from(bits) - if is_negative { 1 << self.bits } else { 0 }
    }

    fn clamp(self, value: i128) -> i128 {
        let (least, most) = match self.signed {
            true => (-1 << (self.bits - 1), (1 << (self.bits - 1)) - 1),
            false => (0, (1 << self.bits) - 1),
        };
        value.clamp(least, most)
    }

    /// The register with this part of it replaced.
    fn put(self, register: u32, value: u32) -> u32 {
        register & !(self.mask() << self.shift) | (value & self.mask()) << self.shift
    }
}

/// What becomes of a result and the third operand.
#[derive(Clone, Copy, Debug)]
enum Second {
    /// Nothing.
    Nothing,
    /// `.add`
    Add,
    /// `.min`
    Minimum,
    /// `.max`
    Maximum,
    /// The result replaces a part of it.
    Merge,
}

impl Second {
    fn apply(self, to: Selection, value: u32, other: u32) -> u32 {
        let whole = Selection { shift: 0, bits: 32, ..to };
        let is_less = whole.get(value) < whole.get(other);
        match self {
            Self::Nothing => value,
            Self::Add => value.wrapping_add(other),
            Self::Minimum => {
                if is_less {
                    value
                } else {
                    other
                }
            }
            Self::Maximum => {
                if is_less {
                    other
                } else {
                    value
                }
            }
            Self::Merge => to.put(other, value),
        }
    }
}

/// What is done to both numbers.
fn operation(op: Instruction, words: &Words<'_>) -> Option<fn(i128, i128) -> i128> {
    let comparisons: [Word; 6] = [word::EQ, word::NE, word::LT, word::LE, word::GT, word::GE];
    let wraps = words.one_of(&[word::CLAMP, word::WRAP]) == Some(word::WRAP);
    Some(match (op, words.one_of(&comparisons)) {
        (op::VADD, None) => |a, b| a + b,
        (op::VSUB, None) => |a, b| a - b,
        (op::VABSDIFF, None) => |a, b| (a - b).abs(),
        (op::VMIN, None) => i128::min,
        (op::VMAX, None) => i128::max,
        (op::VSHL, None) if wraps => |a, b| a << (b & 31),
        (op::VSHL, None) => |a, b| a << b.min(32),
        (op::VSHR, None) if wraps => |a, b| a >> (b & 31),
        (op::VSHR, None) => |a, b| a >> b.min(32),
        (op::VSET, Some(word::EQ)) => |a, b| i128::from(a == b),
        (op::VSET, Some(word::NE)) => |a, b| i128::from(a != b),
        (op::VSET, Some(word::LT)) => |a, b| i128::from(a < b),
        (op::VSET, Some(word::LE)) => |a, b| i128::from(a <= b),
        (op::VSET, Some(word::GT)) => |a, b| i128::from(a > b),
        (op::VSET, Some(word::GE)) => |a, b| i128::from(a >= b),
        _ => return None,
    })
}

/// The part of a register that an operand names.
fn selection(operand: Operand, ty: ScalarType) -> Option<Selection> {
    let component = match operand.kind {
        OperandKind::Reg { component, .. } => component,
        _ => Component::None,
    };
    let (shift, bits) = match component {
        Component::None => (0, 32),
        Component::B0 => (0, 8),
        Component::B1 => (8, 8),
        Component::B2 => (16, 8),
        Component::B3 => (24, 8),
        Component::H0 => (0, 16),
        Component::H1 => (16, 16),
        _ => return None,
    };
    Some(Selection { shift, bits, signed: ty.class() == TypeClass::Signed })
}

impl Decoder<'_, '_> {
    /// A register as a whole, without sign; its part, and whether it is negated.
    fn selected(&mut self, index: usize, ty: ScalarType) -> Result<(RegisterSlot, Selection, bool)> {
        let operand = self.operand(index)?;
        let part = selection(operand, ty).ok_or_else(|| self.refuse_form())?;
        let whole = match operand.kind {
            OperandKind::Reg { reg, .. } => {
                Operand { kind: OperandKind::Reg { reg, component: Component::None, negated: false }, ..operand }
            }
            _ => operand,
        };
        Ok((self.source_of(whole, ScalarType::U32)?, part, operand.is_negated()))
    }

    /// `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`, `vshl`, `vshr`, `vset`
    pub(super) fn scalar_video(&mut self, words: &Words<'_>) -> Result<()> {
        let (d, a, b) = match words.types()[..] {
            [d, a, b] => (d, a, b),
            [a, b] if words.op == op::VSET => (ScalarType::U32, a, b),
            _ => return Err(self.refuse_form()),
        };
        let apply = operation(words.op, words).ok_or_else(|| self.refuse_form())?;
        let saturates = words.has(word::SAT);
        let ((x, a, _), (y, b, _)) = (self.selected(1, a)?, self.selected(2, b)?);
        let operand = self.operand(0)?;
        let d = selection(operand, d).ok_or_else(|| self.refuse_form())?;
        let second = match words.one_of(&[word::ADD, word::MIN, word::MAX]) {
            Some(word::ADD) => Second::Add,
            Some(word::MIN) => Second::Minimum,
            Some(_) => Second::Maximum,
            None if d.bits < 32 => Second::Merge,
            None => Second::Nothing,
        };
        let z = if self.operand_count() > 3 { self.source(3, ScalarType::U32)? } else { x };
        let OperandKind::Reg { reg, .. } = operand.kind else { return Err(self.refuse_form()) };
        let to = self.slot(reg);
        let compute = move |x: u32, y: u32, z: u32| {
            let value = apply(a.get(x), b.get(y));
            second.apply(d, if saturates { d.clamp(value) } else { value } as u32, z)
        };
        self.emit_compute(to, &[x, y, z], ternary(compute));
        Ok(())
    }

    /// `vmad`
    pub(super) fn multiply_add_video(&mut self, words: &Words<'_>) -> Result<()> {
        let [_, a, b] = words.types()[..] else { return Err(self.refuse_form()) };
        let ((x, a, negates_a), (y, b, negates_b)) = (self.selected(1, a)?, self.selected(2, b)?);
        let (z, c, negates_sum) = self.selected(3, ScalarType::U32)?;
        let (saturates, plus_one) = (words.has(word::SAT), words.has(word::PO));
        let shift = match words.one_of(&[word::SHR7, word::SHR15]) {
            None => 0,
            Some(word::SHR7) => 7,
            Some(_) => 15,
        };
        let negates = negates_a != negates_b;
        let signed = a.signed || b.signed || negates || negates_sum;
        // What is negated is of its own type, and the complement of an addend has the final result's.
        let addend = Selection { signed, ..c };
        let compute = move |x: u32, y: u32, z: u32| {
            let product = a.get(x) * b.get(y);
            let sum = match (plus_one, negates, negates_sum) {
                (true, ..) => product + addend.get(z) + 1,
                (_, true, _) => -product + addend.get(z),
                (_, _, true) => product + addend.get(!z) + 1,
                _ => product + addend.get(z),
            };
            let scaled = sum >> shift;
            if saturates { addend.clamp(scaled) as u32 } else { scaled as u32 }
        };
        let to = self.result(0)?;
        self.emit_compute(to, &[x, y, z], ternary(compute));
        Ok(())
    }
}
