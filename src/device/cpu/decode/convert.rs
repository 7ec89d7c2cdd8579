//! `cvt`: between all types, in all directions.

use super::super::exact::{Exact, FloatFormat, Rounding};
use super::super::lanes::{Compute, binary, unary};
use super::float::{Finish, format_of, rounding_of};
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{ScalarType, TypeClass, op, word};

/// Reads an integer of a type.
fn integer(ty: ScalarType, bits: u64) -> i128 {
    let shift = 64 - ty.bits();
    if ty.class() == TypeClass::Signed {
        i128::from((bits << shift) as i64 >> shift)
    } else {
        i128::from(bits << shift >> shift)
    }
}

fn limits(ty: ScalarType) -> (i128, i128) {
    match ty.class() {
        TypeClass::Signed => (-(1 << (ty.bits() - 1)), (1 << (ty.bits() - 1)) - 1),
        _ => (0, (1 << ty.bits()) - 1),
    }
}

/// The format of a type of one number, the small ones included.
fn small_format(ty: ScalarType) -> Option<FloatFormat> {
    Some(match ty {
        ScalarType::E4m3 | ScalarType::E4m3x2 => FloatFormat::E4M3,
        ScalarType::E5m2 | ScalarType::E5m2x2 => FloatFormat::E5M2,
        ScalarType::E2m1x2 => FloatFormat::E2M1,
        ScalarType::E2m3x2 => FloatFormat::E2M3,
        ScalarType::E3m2x2 => FloatFormat::E3M2,
        ScalarType::Tf32 => FloatFormat::TF32,
        _ => return format_of(ty),
    })
}

/// Between integers: clamped, or cut and extended to the register.
fn between_integers(from: ScalarType, to: ScalarType, saturates: bool, register: u32) -> Compute {
    let (least, most) = limits(to);
    let mask = if register >= 64 { u64::MAX } else { (1 << register) - 1 };
    if saturates {
        return unary(move |a: u64| integer(from, a).clamp(least, most) as u64 & mask);
    }
    let shift_from = 64 - from.bits();
    let shift_to = 64 - to.bits();
    match (from.class() == TypeClass::Signed, to.class() == TypeClass::Signed) {
        (false, false) => unary(move |a: u64| (a << shift_from >> shift_from) << shift_to >> shift_to & mask),
        (true, false) => {
            unary(move |a: u64| (((a << shift_from) as i64 >> shift_from) as u64) << shift_to >> shift_to & mask)
        }
        (false, true) => {
            unary(move |a: u64| (((a << shift_from >> shift_from) << shift_to) as i64 >> shift_to) as u64 & mask)
        }
        (true, true) => unary(move |a: u64| {
            let value = (a << shift_from) as i64 >> shift_from;
            (value << shift_to >> shift_to) as u64 & mask
        }),
    }
}

/// From a number to an integer. Out of range is the nearest, NaN zero, as the hardware has it.
fn to_integer(from: FloatFormat, to: ScalarType, rounding: Rounding, finish: Finish, register: u32) -> Compute {
    let (least, most) = limits(to);
    let mask = if register >= 64 { u64::MAX } else { (1 << register) - 1 };
    // NaN gives the highest bit where source or destination has 64 bits.
    let nan = if to.bits() == 64 || from == FloatFormat::F64 { 1u64 << (to.bits() - 1) } else { 0 };
    if from == FloatFormat::F32 && rounding == Rounding::Zero && !finish.ftz && to.bits() == 32 {
        return match to.class() {
            TypeClass::Signed => unary(|a: f32| a as i32),
            _ => unary(|a: f32| a as u32),
        };
    }
    unary(move |a: u64| match Exact::decode(from, finish.operand(from, a)).to_integer(rounding) {
        Some(value) => value.clamp(least, most) as u64 & mask,
        None => nan,
    })
}

fn from_integer(from: ScalarType, to: FloatFormat, rounding: Rounding, finish: Finish) -> Compute {
    match (from, to, rounding) {
        (ScalarType::U32, FloatFormat::F32, Rounding::Nearest) if !finish.sat => unary(|a: u32| a as f32),
        (ScalarType::S32, FloatFormat::F32, Rounding::Nearest) if !finish.sat => unary(|a: i32| a as f32),
        _ => unary(move |a: u64| finish.result(to, Exact::from_integer(integer(from, a)).round(to, rounding, false))),
    }
}

/// Between formats.
fn between_floats(from: FloatFormat, to: FloatFormat, rounding: Rounding, finish: Finish, integral: bool) -> Compute {
    // Only single precision is flushed, and not before it becomes half.
    let source = Finish { ftz: finish.ftz && from == FloatFormat::F32 && to != FloatFormat::F16, ..finish };
    let finish = Finish { ftz: finish.ftz && to == FloatFormat::F32, ..finish };
    if source == Finish::default() && finish == Finish::default() && rounding == Rounding::Nearest && !integral {
        match (from, to) {
            (FloatFormat::F16, FloatFormat::F32) => return unary(|a: half::f16| a.to_f32()),
            (FloatFormat::F32, FloatFormat::F16) => return unary(half::f16::from_f32),
            (FloatFormat::BF16, FloatFormat::F32) => return unary(|a: u64| a << 16),
            (FloatFormat::F32, FloatFormat::BF16) => return unary(half::bf16::from_f32),
            _ => {}
        }
    }
    let is_plain = finish == Finish::default() && source == finish;
    let is_move = from == to && matches!(from, FloatFormat::F32 | FloatFormat::F64) && !integral && is_plain;
    let keeps_nan = match (from, to) {
        (FloatFormat::F64, _) => true,
        (_, FloatFormat::F64) | (FloatFormat::BF16, FloatFormat::F32) => is_plain,
        _ => false,
    };
    let nan = if to == FloatFormat::F64 { FloatFormat::F32.convert_nan(to, FloatFormat::F32.nan()) } else { to.nan() };
    unary(move |a: u64| match a {
        a if is_move => a,
        a if from.is_nan(a) && !keeps_nan => finish.result(to, nan),
        a if keeps_nan && from.is_nan(a) => finish.result(to, from.convert_nan(to, a)),
        a => finish.result(to, convert(from, to, rounding, source, integral, a)),
    })
}

fn convert(from: FloatFormat, to: FloatFormat, rounding: Rounding, finish: Finish, integral: bool, a: u64) -> u64 {
    let exact = Exact::decode(from, finish.operand(from, a));
    let Exact::Finite(_) = exact else { return exact.round(to, rounding, false) };
    if !integral {
        return exact.round(to, rounding, false);
    }
    match exact.to_integer(rounding) {
        // Zero keeps the sign; what has no fraction is as it was.
        Some(0) => exact.round(to, Rounding::Zero, false) & 1 << (to.bits() - 1),
        Some(value) if value.unsigned_abs() < 1 << 63 => Exact::from_integer(value).round(to, Rounding::Nearest, false),
        _ => exact.round(to, Rounding::Nearest, false),
    }
}

impl Decoder<'_, '_> {
    pub(super) fn convert(&mut self, words: &Words<'_>) -> Result<()> {
        let types = words.types();
        if words.op == op::CVT_PACK {
            return self.pack_integers(words);
        }
        let [to, from, ..] = types[..] else { return Err(self.refuse_form()) };
        let finish = Finish::of(words);
        let rounding = rounding_of(words);
        let result = self.operand(0)?;
        let register = self.register_bits(result);
        if to.lanes() > 1 || from.lanes() > 1 {
            return self.convert_pair(words, to, from, rounding.unwrap_or(Rounding::Nearest), finish);
        }
        let compute = match (small_format(from), small_format(to)) {
            (None, None) => between_integers(from, to, finish.sat, register),
            (Some(from), None) => to_integer(from, to, rounding.unwrap_or(Rounding::Zero), finish, register),
            (None, Some(to)) => from_integer(from, to, rounding.unwrap_or(Rounding::Nearest), finish),
            (Some(from), Some(FloatFormat::TF32)) => {
                let saturates = words.has(word::SATFINITE);
                let rounding = rounding.unwrap_or(Rounding::NearestAway);
                unary(move |a: u64| {
                    if from.is_nan(a) && rounding == Rounding::NearestAway && !saturates {
                        return a & !0x1fff;
                    }
                    let rounded = Exact::decode(from, a).round(FloatFormat::TF32, rounding, saturates);
                    let negative = rounded >> 18 & 1 == 1;
                    if finish.relu && negative { 0 } else { rounded << 13 }
                })
            }
            (Some(from), Some(to)) => {
                let integral = words.one_of(&[word::RNI, word::RZI, word::RMI, word::RPI]).is_some();
                if words.has(word::SATFINITE) {
                    let rounding = rounding.unwrap_or(Rounding::Nearest);
                    unary(move |a: u64| finish.result(to, Exact::decode(from, a).round(to, rounding, true)))
                } else {
                    between_floats(from, to, rounding.unwrap_or(Rounding::Nearest), finish, integral)
                }
            }
        };
        self.emit_sources(from, 1, compute)
    }

    /// Two numbers at once: `cvt.rn.f16x2.f32 d, a, b` and the formats of 8 bits and less. `a` goes to the upper half.
    fn convert_pair(
        &mut self,
        words: &Words<'_>,
        to: ScalarType,
        from: ScalarType,
        rounding: Rounding,
        finish: Finish,
    ) -> Result<()> {
        if [to, from].contains(&ScalarType::Ue8m0x2) {
            return self.convert_powers(to, from, (rounding, words.has(word::SATFINITE)));
        }
        let (Some(source), Some(target)) = (small_format(from), small_format(to)) else {
            return Err(self.refuse_form());
        };
        if to.lanes() > 2 || from.lanes() > 2 {
            return Err(self.refuse_form());
        }
        let saturates = words.has(word::SATFINITE);
        let width = if target == FloatFormat::E2M1 { 4 } else { to.bits() / to.lanes() };
        let one =
            move |bits: u64| finish.result(target, Exact::decode(source, bits).round(target, rounding, saturates));
        let compute = if from.lanes() == 1 {
            binary(move |a: u64, b: u64| one(a) << width | one(b))
        } else {
            let from_width = if source == FloatFormat::E2M1 { 4 } else { from.bits() / 2 };
            let mask = (1u64 << from_width) - 1;
            unary(move |a: u64| one(a >> from_width & mask) << width | one(a & mask))
        };
        self.emit_sources(from, if from.lanes() == 1 { 2 } else { 1 }, compute)
    }

    /// `cvt.pack.sat`: two integers, clamped, in front of what `c` holds.
    fn pack_integers(&mut self, words: &Words<'_>) -> Result<()> {
        let types = words.types();
        words.has(word::SAT);
        let &[to, from, ..] = &types[..] else { return Err(self.refuse_form()) };
        let (least, most) = limits(to);
        let width = to.bits();
        if width > 16 || from.bits() > 64 {
            return Err(self.refuse_form());
        }
        let mask = (1u64 << width) - 1;
        let clamp = move |a: u64| integer(from, a).clamp(least, most) as u64 & mask;
        let with = types.len() > 2;
        let compute = super::super::lanes::ternary(move |a: u64, b: u64, c: u64| {
            let pair = clamp(a) << width | clamp(b);
            (if with { c << (2 * width) | pair } else { pair }) as u32
        });
        self.emit_sources(ScalarType::B32, if with { 3 } else { 2 }, compute)
    }
}
