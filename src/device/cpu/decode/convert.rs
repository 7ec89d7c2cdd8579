//! `cvt`: between all types, in all directions.

use super::super::exact::{Exact, FloatFormat, Rounding};
use super::super::lanes::{Compute, Lane, binary, unary};
use super::directed;
use super::float::{Finish, format_of, rounding_of, widen};
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{ScalarType, TypeClass, op, word};
use half::{bf16, f16};

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
    if !matches!(from, FloatFormat::F32 | FloatFormat::F64) {
        return unary(move |a: u64| match Exact::decode(from, finish.operand(from, a)).to_integer(rounding) {
            Some(value) => value.clamp(least, most) as u64 & mask,
            None => nan,
        });
    }
    // Numbers out of range become the nearest integers of 64 bits, and then of fewer.
    let is_signed = to.class() == TypeClass::Signed;
    let (low, high, top) = (least as i64, most.min(i128::from(i64::MAX)) as i64, most as u64);
    unary(move |a: u64| {
        let value = directed::integral(widen(from, finish.operand(from, a)), rounding);
        match is_signed {
            _ if value.is_nan() => nan,
            true => (value as i64).clamp(low, high) as u64 & mask,
            false => (value as u64).min(top) & mask,
        }
    })
}

fn from_integer(from: ScalarType, to: FloatFormat, rounding: Rounding, finish: Finish) -> Compute {
    match (from, to, rounding) {
        (ScalarType::U32, FloatFormat::F32, Rounding::Nearest) if !finish.sat => unary(|a: u32| a as f32),
        (ScalarType::S32, FloatFormat::F32, Rounding::Nearest) if !finish.sat => unary(|a: i32| a as f32),
        // Up to 32 bits double precision is exact, whatever the direction.
        (_, FloatFormat::F64, _) if !finish.sat && from.bits() <= 32 => {
            unary(move |a: u64| (integer(from, a) as i64 as f64).to_bits())
        }
        (_, FloatFormat::F32, Rounding::Nearest) if !finish.sat && from.bits() <= 32 => {
            unary(move |a: u64| u64::from((integer(from, a) as i64 as f32).to_bits()))
        }
        (ScalarType::U64, FloatFormat::F64, Rounding::Nearest) if !finish.sat => unary(|a: u64| a as f64),
        (ScalarType::S64, FloatFormat::F64, Rounding::Nearest) if !finish.sat => unary(|a: i64| a as f64),
        (ScalarType::U64, FloatFormat::F32, Rounding::Nearest) if !finish.sat => unary(|a: u64| a as f32),
        (ScalarType::S64, FloatFormat::F32, Rounding::Nearest) if !finish.sat => unary(|a: i64| a as f32),
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
            (FloatFormat::F16, FloatFormat::F32) => return unary(|a: f16| a.to_f32()),
            (FloatFormat::F32, FloatFormat::F16) => return unary(f16::from_f32),
            (FloatFormat::BF16, FloatFormat::F32) => return unary(|a: u64| a << 16),
            (FloatFormat::F32, FloatFormat::BF16) => return unary(bf16::from_f32),
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

/// A conversion between single and double precision that the host can do. The number is none that is no number.
#[inline(always)]
fn convert_quickly(from: FloatFormat, to: FloatFormat, rounding: Rounding, integral: bool, a: u64) -> Option<u64> {
    let wide = match from {
        FloatFormat::F32 | FloatFormat::F64 => widen(from, a),
        _ => return None,
    };
    let wide = if integral { directed::integral(wide, rounding) } else { wide };
    Some(match to {
        FloatFormat::F64 => wide.to_bits(),
        FloatFormat::F32 if integral && from == to || rounding == Rounding::Nearest => {
            u64::from((wide as f32).to_bits())
        }
        FloatFormat::F32 if !integral && wide.is_finite() && wide != 0.0 => {
            u64::from(directed::to_single(wide, 0.0, rounding).to_bits())
        }
        _ => return None,
    })
}

fn convert(from: FloatFormat, to: FloatFormat, rounding: Rounding, finish: Finish, integral: bool, a: u64) -> u64 {
    let a = finish.operand(from, a);
    if let Some(bits) = convert_quickly(from, to, rounding, integral, a) {
        return bits;
    }
    let exact = Exact::decode(from, a);
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

/// A number of one of the pairs that `cvt` makes. Kernels of neural networks make halves of all results in single precision.
#[inline(always)]
fn round_one(from: FloatFormat, to: FloatFormat, (rounding, saturates): (Rounding, bool), bits: u64) -> u64 {
    let is_plain = from == FloatFormat::F32 && rounding == Rounding::Nearest && !saturates;
    match to {
        FloatFormat::F16 if is_plain => Lane::bits(f16::from_f32(f32::from_bits(bits as u32))),
        FloatFormat::BF16 if is_plain => Lane::bits(bf16::from_f32(f32::from_bits(bits as u32))),
        _ => Exact::decode(from, bits).round(to, rounding, saturates),
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
        let one = move |bits: u64| finish.result(target, round_one(source, target, (rounding, saturates), bits));
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

#[cfg(test)]
mod tests {
    use super::*;

    const DIRECTIONS: [Rounding; 4] = [Rounding::Nearest, Rounding::Zero, Rounding::Down, Rounding::Up];

    /// Numbers of a format at the ends of its range, beside halves of integers, and anywhere.
    fn numbers(format: FloatFormat) -> Vec<u64> {
        let mut generator = fastrand::Rng::with_seed(13);
        let mut numbers = vec![0, 1, format.largest(), format.largest() + 1];
        for power in 0..68 {
            for half in 0..4 {
                let value = 2f64.powi(power) + f64::from(half) / 2.0;
                let bits = Exact::decode(FloatFormat::F64, value.to_bits()).round(format, Rounding::Nearest, false);
                numbers.extend([bits - 1, bits, bits + 1]);
            }
        }
        numbers.extend((0..3000).map(|_| generator.u64(..format.largest())));
        let sign = 1 << (format.bits() - 1);
        numbers.iter().flat_map(|&bits| [bits, bits | sign]).collect()
    }

    fn of_one(compute: &Compute, bits: u64) -> u64 {
        let (from, mut to) = ([bits; 32], [0; 32]);
        compute(&[&from; 4], &mut to);
        to[7]
    }

    #[test]
    fn numbers_become_integers_as_exact_ones_do() {
        use ScalarType::{S8, S16, S32, S64, U8, U16, U32, U64};
        for from in [FloatFormat::F32, FloatFormat::F64] {
            for to in [S8, S16, S32, S64, U8, U16, U32, U64] {
                for rounding in DIRECTIONS {
                    let compute = to_integer(from, to, rounding, Finish::default(), to.bits());
                    let (least, most) = limits(to);
                    let mask = u64::MAX >> (64 - to.bits());
                    for bits in numbers(from) {
                        let exact = Exact::decode(from, bits).to_integer(rounding).expect("a number");
                        let right = exact.clamp(least, most) as u64 & mask;
                        assert_eq!(of_one(&compute, bits), right, "{from:?} {to:?} {rounding:?} {bits:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn integers_become_numbers_as_exact_ones_do() {
        use ScalarType::{S8, S16, S32, S64, U8, U16, U32, U64};
        let mut generator = fastrand::Rng::with_seed(14);
        for from in [S8, S16, S32, S64, U8, U16, U32, U64] {
            for to in [FloatFormat::F32, FloatFormat::F64] {
                for rounding in DIRECTIONS {
                    let compute = from_integer(from, to, rounding, Finish::default());
                    let mask = u64::MAX >> (64 - from.bits());
                    let ends = [0, 1, mask, mask >> 1, (mask >> 1) + 1];
                    let near_powers = (0..from.bits()).map(|power| (1u64 << power).wrapping_add(3));
                    let any = (0..500).map(|_| generator.u64(..)).collect::<Vec<_>>();
                    for bits in ends.into_iter().chain(near_powers).chain(any) {
                        let bits = bits & mask;
                        let right = Exact::from_integer(integer(from, bits)).round(to, rounding, false);
                        assert_eq!(of_one(&compute, bits), right, "{from:?} {to:?} {rounding:?} {bits:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn pairs_are_rounded_as_exact_numbers_are() {
        for to in [FloatFormat::F16, FloatFormat::BF16] {
            let middles = (0..=u64::from(u16::MAX)).map(|bits| {
                let wide = Exact::decode(to, bits).round(FloatFormat::F32, Rounding::Nearest, false);
                let below = f32::from_bits(wide as u32);
                let above = Exact::decode(to, (bits + 1) & 0xffff).round(FloatFormat::F32, Rounding::Nearest, false);
                u64::from(((below + f32::from_bits(above as u32)) / 2.0).to_bits())
            });
            for bits in middles.flat_map(|bits| [bits, bits ^ 1, bits ^ 0x1000]).chain(numbers(FloatFormat::F32)) {
                let right = Exact::decode(FloatFormat::F32, bits).round(to, Rounding::Nearest, false);
                assert_eq!(
                    round_one(FloatFormat::F32, to, (Rounding::Nearest, false), bits),
                    right,
                    "{to:?} {bits:#x}"
                );
            }
        }
    }

    #[test]
    fn numbers_change_their_precision_as_exact_ones_do() {
        let formats = [FloatFormat::F32, FloatFormat::F64];
        for (from, to) in formats.into_iter().flat_map(|from| formats.map(|to| (from, to))) {
            for (rounding, integral) in
                DIRECTIONS.into_iter().flat_map(|rounding| [(rounding, false), (rounding, true)])
            {
                for bits in numbers(from) {
                    let Some(found) = convert_quickly(from, to, rounding, integral, bits) else { continue };
                    let exact = Exact::decode(from, bits);
                    let right = match exact.to_integer(rounding) {
                        Some(0) if integral => exact.round(to, Rounding::Zero, false) & 1 << (to.bits() - 1),
                        Some(value) if integral && value.unsigned_abs() < 1 << 63 => {
                            Exact::from_integer(value).round(to, Rounding::Nearest, false)
                        }
                        _ => exact.round(to, if integral { Rounding::Nearest } else { rounding }, false),
                    };
                    assert_eq!(found, right, "{from:?} {to:?} {rounding:?} {integral} {bits:#x}");
                }
            }
        }
    }
}
