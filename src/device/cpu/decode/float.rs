//! Floating-point arithmetic in single and double precision.

use super::super::exact::{Exact, FloatFormat, Rounding};
use super::super::half_lanes::HalfLane;
use super::super::lanes::{Compute, Lane, binary, ternary, unary};
use super::directed;
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{ScalarType, op, word};
use half::f16;
use std::f64::consts::TAU;
use std::sync::OnceLock;

/// What happens to operands before an operation and to its result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Finish {
    /// Subnormal operands and results become zero.
    pub ftz: bool,
    /// Results are clamped to [0, 1], NaN to 0.
    pub sat: bool,
    /// Negative results become 0, NaN the canonical one.
    pub relu: bool,
}

impl Finish {
    /// The modifiers of an opcode.
    pub fn of(words: &Words<'_>) -> Self {
        Self { ftz: words.has(word::FTZ), sat: words.has(word::SAT), relu: words.has(word::RELU) }
    }

    /// An operand as the operation sees it.
    #[inline]
    pub fn operand(self, format: FloatFormat, bits: u64) -> u64 {
        if self.ftz { format.flush(bits) } else { bits }
    }

    /// The result as it is written, where it may have been rounded up to the least normal number: what is below that before rounding
    /// is flushed, too. `truncated` is the result rounded towards zero.
    #[inline]
    pub fn rounded(self, format: FloatFormat, bits: u64, truncated: impl FnOnce() -> u64) -> u64 {
        let is_least = self.ftz && format.is_least_normal(bits);
        self.result(format, if is_least { format.flush(truncated()) } else { bits })
    }

    /// The result as it is written.
    #[inline]
    pub fn result(self, format: FloatFormat, bits: u64) -> u64 {
        let mut bits = if self.ftz { format.flush(bits) } else { bits };
        if !(self.sat || self.relu) {
            return bits;
        }
        let value = widen(format, bits);
        if self.sat {
            bits = match value {
                v if v > 1.0 => one(format),
                v if v > 0.0 => bits,
                _ => 0,
            };
        }
        if self.relu && (value < 0.0 || bits == 1 << (format.bits() - 1)) { 0 } else { bits }
    }
}

fn one(format: FloatFormat) -> u64 {
    Exact::from_integer(1).round(format, Rounding::Nearest, false)
}

/// The number that the bits of a format of at most 64 bits stand for.
#[inline(always)]
pub fn widen(format: FloatFormat, bits: u64) -> f64 {
    match format {
        FloatFormat::F64 => f64::from_bits(bits),
        FloatFormat::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatFormat::F16 => f64::from(half_value(bits as u32)),
        FloatFormat::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ if format.bits() <= 8 => byte_value(format, bits as u8),
        _ => f64::from_bits(Exact::decode(format, bits).round(FloatFormat::F64, Rounding::Nearest, false)),
    }
}

/// The value of a number of 16 bits: its exponent is that of a single-precision one but for the bias, subnormals included.
#[inline(always)]
pub(super) fn half_value(bits: u32) -> f32 {
    const BIAS: f32 = f32::from_bits((127 + 112) << 23);
    let magnitude = (f32::from_bits((bits & 0x7fff) << 13) * BIAS).to_bits();
    let is_special = bits & 0x7c00 == 0x7c00;
    let magnitude = if is_special { 0x7f80_0000 | (bits & 0x3ff) << 13 } else { magnitude };
    f32::from_bits(magnitude | (bits & 0x8000) << 16)
}

/// The value of a number of eight bits or less, which is looked up: matrices have many.
fn byte_value(format: FloatFormat, bits: u8) -> f64 {
    const FORMATS: [FloatFormat; 5] =
        [FloatFormat::E4M3, FloatFormat::E5M2, FloatFormat::E2M3, FloatFormat::E3M2, FloatFormat::E2M1];
    static VALUES: [OnceLock<[f64; 256]>; FORMATS.len()] = [const { OnceLock::new() }; FORMATS.len()];
    let exact =
        |bits: u64| f64::from_bits(Exact::decode(format, bits).round(FloatFormat::F64, Rounding::Nearest, false));
    match FORMATS.iter().position(|&known| known == format) {
        Some(index) => VALUES[index].get_or_init(|| std::array::from_fn(|bits| exact(bits as u64)))[usize::from(bits)],
        None => exact(u64::from(bits)),
    }
}

/// The format of a floating-point type, or of its lanes.
pub fn format_of(ty: ScalarType) -> Option<FloatFormat> {
    Some(match ty {
        ScalarType::F16 | ScalarType::F16x2 => FloatFormat::F16,
        ScalarType::Bf16 | ScalarType::Bf16x2 => FloatFormat::BF16,
        ScalarType::F32 | ScalarType::F32x2 => FloatFormat::F32,
        ScalarType::F64 => FloatFormat::F64,
        _ => return None,
    })
}

/// The rounding that an opcode names.
pub fn rounding_of(words: &Words<'_>) -> Option<Rounding> {
    words.find(|word| {
        Some(match word {
            word::RN | word::RNI => Rounding::Nearest,
            word::RZ | word::RZI => Rounding::Zero,
            word::RM | word::RMI => Rounding::Down,
            word::RP | word::RPI => Rounding::Up,
            word::RNA => Rounding::NearestAway,
            _ => return None,
        })
    })
}

/// A function of the bits of up to three operands, for each lane of a packed type.
pub fn spread(ty: ScalarType, f: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static) -> Compute {
    if ty.lanes() == 1 {
        return ternary(f);
    }
    let width = ty.bits() / 2;
    let mask = (1u64 << width) - 1;
    ternary(move |a: u64, b: u64, c: u64| {
        let low = f(a & mask, b & mask, c & mask);
        low | f(a >> width, b >> width, c >> width) << width
    })
}

/// The operations that IEEE 754 defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basic {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Sqrt,
}

/// Any basic operation in any direction.
pub fn exactly(basic: Basic, format: FloatFormat, rounding: Rounding) -> impl Fn(u64, u64, u64) -> u64 + Copy {
    move |a, b, c| {
        let operands = [a, b, c];
        let quickly = match (format, rounding) {
            (FloatFormat::F32, _) => directed::single(basic, rounding, operands),
            (FloatFormat::F64, Rounding::Nearest) => Some(nearest_double(basic, operands)),
            _ => None,
        };
        if let Some(bits) = quickly {
            return bits;
        }
        let [a, b] = [a, b].map(|bits| Exact::decode(format, bits));
        let exact = match basic {
            Basic::Add => a.add(b, rounding),
            Basic::Sub => a.add(b.negate(), rounding),
            Basic::Mul => a.multiply(b),
            Basic::Fma => a.multiply(b).add(Exact::decode(format, c), rounding),
            Basic::Div => a.divide(b),
            Basic::Sqrt => a.sqrt(),
        };
        let rounded = exact.round(format, rounding, false);
        if format == FloatFormat::F64 && rounded == format.nan() { nan_of(basic, operands) } else { rounded }
    }
}

fn single(basic: Basic, finish: Finish) -> Compute {
    if finish == Finish::default() {
        return match basic {
            Basic::Add => binary(|a: f32, b: f32| a + b),
            Basic::Sub => binary(|a: f32, b: f32| a - b),
            Basic::Mul => binary(|a: f32, b: f32| a * b),
            Basic::Fma => ternary(|a: f32, b: f32, c: f32| a.mul_add(b, c)),
            Basic::Div => binary(|a: f32, b: f32| a / b),
            Basic::Sqrt => unary(f32::sqrt),
        };
    }
    let number = |bits: u64| f32::from_bits(bits as u32);
    let nearest: fn(f32, f32, f32) -> f32 = match basic {
        Basic::Add => |a, b, _| a + b,
        Basic::Sub => |a, b, _| a - b,
        Basic::Mul => |a, b, _| a * b,
        Basic::Fma => f32::mul_add,
        Basic::Div => |a, b, _| a / b,
        Basic::Sqrt => |a, _, _| a.sqrt(),
    };
    ternary(move |a: u64, b: u64, c: u64| {
        let operands = [a, b, c].map(|bits| finish.operand(FloatFormat::F32, bits));
        let [a, b, c] = operands.map(number);
        finish.rounded(FloatFormat::F32, Lane::bits(nearest(a, b, c)), || {
            let [a, b, c] = operands;
            exactly(basic, FloatFormat::F32, Rounding::Zero)(a, b, c)
        })
    })
}

/// Double precision keeps the NaN that it is given, quietly, and says that a result is undefined by a negative one.
const QUIET: u64 = 1 << 51;
const UNDEFINED: u64 = 0xfff8_0000_0000_0000;

/// The NaN of a double-precision operation: the first of these operands that is one.
#[inline]
fn double_nan<const N: usize>(operands: [u64; N]) -> u64 {
    let first = operands.into_iter().find(|&bits| f64::from_bits(bits).is_nan());
    first.map_or(UNDEFINED, |bits| bits | QUIET)
}

#[inline]
fn or_nan<const N: usize>(result: f64, operands: [u64; N]) -> u64 {
    if result.is_nan() { double_nan(operands) } else { result.to_bits() }
}

/// A basic operation in double precision, rounded to nearest.
#[inline(always)]
fn nearest_double(basic: Basic, operands: [u64; 3]) -> u64 {
    let [a, b, c] = operands.map(f64::from_bits);
    let result = match basic {
        Basic::Add => a + b,
        Basic::Sub => a - b,
        Basic::Mul => a * b,
        Basic::Fma => a.mul_add(b, c),
        Basic::Div => a / b,
        Basic::Sqrt => a.sqrt(),
    };
    if result.is_nan() { nan_of(basic, operands) } else { result.to_bits() }
}

fn double(basic: Basic) -> Compute {
    // Which operation it is is known where the loop over lanes is compiled.
    match basic {
        Basic::Add => binary(|a: u64, b: u64| nearest_double(Basic::Add, [a, b, 0])),
        Basic::Sub => binary(|a: u64, b: u64| nearest_double(Basic::Sub, [a, b, 0])),
        Basic::Mul => binary(|a: u64, b: u64| nearest_double(Basic::Mul, [a, b, 0])),
        Basic::Fma => ternary(|a: u64, b: u64, c: u64| nearest_double(Basic::Fma, [a, b, c])),
        Basic::Div => binary(|a: u64, b: u64| nearest_double(Basic::Div, [a, b, 0])),
        Basic::Sqrt => unary(|a: u64| nearest_double(Basic::Sqrt, [a, 0, 0])),
    }
}

/// The sum of what memory holds and of another double, to the nearest. The unit of global memory hands on the other one's NaN first, and
/// does not make it quiet.
pub(super) fn add_doubles(old: u64, value: u64, is_shared: bool) -> u64 {
    let sum = f64::from_bits(old) + f64::from_bits(value);
    let is_nan = |bits: &u64| f64::from_bits(*bits).is_nan();
    match [value, old].into_iter().find(is_nan) {
        Some(nan) if !is_shared => nan,
        _ => or_nan(sum, [old, value]),
    }
}

/// Which operand's NaN a double-precision operation hands on.
fn nan_of(basic: Basic, [a, b, c]: [u64; 3]) -> u64 {
    match basic {
        Basic::Add | Basic::Sub | Basic::Mul => double_nan([b, a]),
        Basic::Fma => double_nan([b, c, a]),
        Basic::Div => double_nan([a, b]),
        Basic::Sqrt => double_nan([a]),
    }
}

/// The smaller or larger number; NaN only if both are, or if it is to be kept.
pub fn extremum(format: FloatFormat, larger: bool, keep_nan: bool, a: u64, b: u64) -> u64 {
    let sign = 1u64 << (format.bits() - 1);
    let [x, y] = [a, b].map(|bits| widen(format, bits));
    match (x.is_nan(), y.is_nan()) {
        (true, true) if format == FloatFormat::F64 => double_nan([b, a]),
        (true, true) => format.nan(),
        (true, _) | (_, true) if keep_nan => format.nan(),
        (true, _) => b,
        (_, true) => a,
        _ if x == y => {
            let first = (a & sign != 0) != larger;
            if first { a } else { b }
        }
        _ => {
            let first = (x < y) != larger;
            if first { a } else { b }
        }
    }
}

/// Whether `fma.oob` takes a factor of 16 bits for what copies of tensors leave outside of the tensor, and gives zero whatever else there
/// is. The manual names that number without its bits; those are an H100's, which takes no notice of the sign.
const fn is_out_of_bounds(bits: u64) -> bool {
    bits & 0x7fff == 0x7ff7
}

impl Decoder<'_, '_> {
    /// `add` … `rem` of any type.
    pub(super) fn arithmetic(&mut self, words: &Words<'_>) -> Result<()> {
        let types = words.types();
        let &ty = types.last().ok_or_else(|| self.refuse_form())?;
        let Some(format) = format_of(ty) else { return self.integer_arithmetic(words, ty) };
        if types.len() > 1 {
            return self.mixed(words, &types);
        }
        let basic = match words.op {
            op::ADD => Basic::Add,
            op::SUB => Basic::Sub,
            op::MUL => Basic::Mul,
            op::FMA | op::MAD => Basic::Fma,
            op::DIV | op::DIV_FULL => Basic::Div,
            op::MIN | op::MAX => return self.extrema(words, ty, format),
            op::ABS | op::NEG => return self.sign(words, ty, format),
            _ => return Err(self.refuse_form()),
        };
        if basic == Basic::Div && (words.op == op::DIV_FULL || words.has(word::APPROX)) {
            let finish = Finish::of(words);
            return self.spread_over(ty, 2, move |a, b, _| {
                let quotient = widen(format, finish.operand(format, a)) / widen(format, finish.operand(format, b));
                finish.result(format, narrow(format, quotient))
            });
        }
        self.basic(words, ty, format, basic)
    }

    fn basic(&mut self, words: &Words<'_>, ty: ScalarType, format: FloatFormat, basic: Basic) -> Result<()> {
        let finish = Finish::of(words);
        let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
        // The assembler takes other directions, too, and makes something else of them.
        if basic == Basic::Fma && format == FloatFormat::BF16 && rounding != Rounding::Nearest {
            return Err(self.refuse_form());
        }
        let count = match basic {
            Basic::Fma => 3,
            Basic::Sqrt => 1,
            _ => 2,
        };
        let drops = words.has(word::OOB);
        let compute = match (format, rounding) {
            (FloatFormat::F32, Rounding::Nearest) if ty.lanes() == 1 => single(basic, finish),
            (FloatFormat::F64, Rounding::Nearest) if finish == Finish::default() => double(basic),
            (FloatFormat::F16 | FloatFormat::BF16, Rounding::Nearest) if !drops => {
                super::half_float::half(ty, format, basic, finish)
            }
            _ => {
                let f = exactly(basic, format, rounding);
                spread(ty, move |a, b, c| {
                    if drops && [a, b].into_iter().any(is_out_of_bounds) {
                        return 0;
                    }
                    let [a, b, c] = [a, b, c].map(|bits| finish.operand(format, bits));
                    finish.rounded(format, f(a, b, c), || exactly(basic, format, Rounding::Zero)(a, b, c))
                })
            }
        };
        self.emit_sources(ty, count, compute)
    }

    /// Appends a computation from the operands behind the result.
    pub(super) fn emit_sources(&mut self, ty: ScalarType, count: usize, compute: Compute) -> Result<()> {
        if !(1..=4).contains(&count) {
            return Err(self.refuse_form());
        }
        let mut from = Vec::new();
        for index in 1..=count {
            from.push(self.source(index, ty)?);
        }
        let to = self.result(0)?;
        self.emit_compute(to, &from, compute);
        Ok(())
    }

    fn spread_over(
        &mut self,
        ty: ScalarType,
        count: usize,
        f: impl Fn(u64, u64, u64) -> u64 + Send + Sync + 'static,
    ) -> Result<()> {
        self.emit_sources(ty, count, spread(ty, f))
    }

    /// `add.f32.f16`, `sub`, `fma`: operands of 16 bits, all but the last, and a sum in single precision.
    fn mixed(&mut self, words: &Words<'_>, types: &[ScalarType]) -> Result<()> {
        let (&[ScalarType::F32, half], Some(format)) = (types, types.last().copied().and_then(format_of)) else {
            return Err(self.refuse_form());
        };
        let basic = match words.op {
            op::ADD => Basic::Add,
            op::SUB => Basic::Sub,
            op::FMA => Basic::Fma,
            _ => return Err(self.refuse_form()),
        };
        let count = if basic == Basic::Fma { 3 } else { 2 };
        let finish = Finish::of(words);
        let f = exactly(basic, FloatFormat::F32, rounding_of(words).unwrap_or(Rounding::Nearest));
        let single = move |bits: u64| u64::from((widen(format, bits) as f32).to_bits());
        let compute = ternary(move |a: u64, b: u64, c: u64| {
            let b = if count == 3 { single(b) } else { b };
            finish.result(FloatFormat::F32, f(single(a), b, c))
        });
        let mut from = Vec::new();
        for index in 1..=count {
            from.push(self.source(index, if index == count { ScalarType::F32 } else { half })?);
        }
        let to = self.result(0)?;
        self.emit_compute(to, &from, compute);
        Ok(())
    }

    fn extrema(&mut self, words: &Words<'_>, ty: ScalarType, format: FloatFormat) -> Result<()> {
        let larger = words.op == op::MAX;
        let keep_nan = words.has(word::NAN_RESULT);
        let finish = Finish::of(words);
        let sign = 1u64 << (format.bits() - 1);
        if words.has(word::XORSIGN) {
            words.ignore(&[word::ABS]);
            return self.spread_over(ty, 2, move |a, b, _| {
                let [a, b] = [a, b].map(|bits| finish.operand(format, bits));
                match extremum(format, larger, keep_nan, a & !sign, b & !sign) {
                    nan if format.is_nan(nan) => format.nan(),
                    magnitude => magnitude & !sign | (a ^ b) & sign,
                }
            });
        }
        let count = self.operand_count().saturating_sub(1);
        if ty == ScalarType::F32 && count == 2 && !keep_nan && finish == Finish::default() {
            let compute = if larger { binary(maximum) } else { binary(minimum) };
            return self.emit_sources(ty, 2, compute);
        }
        self.spread_over(ty, count, move |a, b, c| {
            let [a, b, c] = [a, b, c].map(|bits| finish.operand(format, bits));
            let both = extremum(format, larger, keep_nan, a, b);
            finish.result(format, if count == 3 { extremum(format, larger, keep_nan, both, c) } else { both })
        })
    }

    fn sign(&mut self, words: &Words<'_>, ty: ScalarType, format: FloatFormat) -> Result<()> {
        let sign = 1u64 << (format.bits() - 1);
        let finish = Finish::of(words);
        let negate = words.op == op::NEG;
        self.spread_over(ty, 1, move |a, _, _| {
            let a = finish.operand(format, a);
            match negate {
                _ if format.is_nan(a) => {
                    if format == FloatFormat::F64 {
                        a | QUIET
                    } else {
                        format.nan()
                    }
                }
                true => a ^ sign,
                false => a & !sign,
            }
        })
    }

    /// `rcp` … `copysign`
    pub(super) fn float_function(&mut self, words: &Words<'_>) -> Result<()> {
        let ty = if words.op == op::TESTP { words.types().first().copied() } else { words.ty() };
        let ty = ty.ok_or_else(|| self.refuse_form())?;
        let format = format_of(ty).ok_or_else(|| self.refuse_form())?;
        let approx = words.has(word::APPROX);
        if !approx && matches!(words.op, op::RCP | op::SQRT) {
            if words.op == op::SQRT {
                return self.basic(words, ty, format, Basic::Sqrt);
            }
            // The assembler takes `.ftz` in double precision, where it means nothing.
            let finish = Finish { ftz: words.has(word::FTZ) && ty != ScalarType::F64, ..Finish::of(words) };
            let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
            let unit = one(format);
            let divide = exactly(Basic::Div, format, rounding);
            if ty == ScalarType::F32 && rounding == Rounding::Nearest && !finish.ftz {
                return self.emit_sources(ty, 1, unary(|a: f32| 1.0 / a));
            }
            let truncate = exactly(Basic::Div, format, Rounding::Zero);
            return self.spread_over(ty, 1, move |a, _, _| {
                let a = finish.operand(format, a);
                finish.rounded(format, divide(unit, a, 0), || truncate(unit, a, 0))
            });
        }
        let finish = Finish::of(words);
        match words.op {
            op::TESTP => {
                let test = words.one_like(word::FINITE);
                let test: fn(f64, bool) -> bool = match test.ok_or_else(|| self.refuse_form())? {
                    word::FINITE => |a, _| a.is_finite(),
                    word::INFINITE => |a, _| a.is_infinite(),
                    word::NUMBER => |a, _| !a.is_nan(),
                    word::NOTANUMBER => |a, _| a.is_nan(),
                    // Zeros are normal numbers.
                    word::NORMAL => |a, tiny| a.is_finite() && !tiny,
                    _ => |a, tiny| a != 0.0 && tiny,
                };
                self.spread_over(ty, 1, move |a, _, _| {
                    let tiny = format.flush(a) != a;
                    u64::from(test(widen(format, a), tiny))
                })
            }
            op::COPYSIGN => {
                let sign = 1u64 << (format.bits() - 1);
                self.spread_over(ty, 2, move |a, b, _| b & !sign | a & sign)
            }
            op::RCP | op::RSQRT if ty == ScalarType::F64 => {
                let reciprocal = words.op == op::RCP;
                let function = move |a: u64| match (reciprocal, f64::from_bits(a)) {
                    (true, number) => or_nan(1.0 / number, [a]),
                    (false, number) if number == 0.0 => f64::INFINITY.copysign(number).to_bits(),
                    (false, number) => or_nan(reciprocal_root(number), [a]),
                };
                if !finish.ftz {
                    return self.spread_over(ty, 1, move |a, _, _| function(a));
                }
                // The hardware looks at the upper word and gives one.
                self.spread_over(ty, 1, move |a, _, _| match function(format.flush(a & UPPER)) {
                    nan if format.is_nan(nan) => format.nan() & UPPER,
                    result => format.flush(result & UPPER),
                })
            }
            name => {
                let function: fn(f64) -> f64 = match name {
                    op::RCP => |a| 1.0 / a,
                    op::SQRT => f64::sqrt,
                    op::RSQRT => |a| if a == 0.0 { f64::INFINITY.copysign(a) } else { 1.0 / a.sqrt() },
                    op::EX2 => f64::exp2,
                    op::LG2 => f64::log2,
                    op::SIN => |a| (turns(a) * TAU).sin(),
                    op::COS => |a| (turns(a) * TAU).cos(),
                    _ => f64::tanh,
                };
                // Functions of 16 bits are cut.
                let narrow = if matches!(format, FloatFormat::F16 | FloatFormat::BF16) { truncate } else { narrow };
                self.spread_over(ty, 1, move |a, _, _| {
                    finish.result(format, narrow(format, function(widen(format, finish.operand(format, a)))))
                })
            }
        }
    }
}

/// The upper word of a double-precision number.
const UPPER: u64 = 0xffff_ffff_0000_0000;

/// The part of a turn that an angle is, as the hardware reduces it: a product in single precision, cut, and then its fraction. So large
/// angles lose what single precision cannot tell of them.
fn turns(angle: f64) -> f64 {
    const PER_RADIAN: f32 = f32::from_bits(0x3e22_f983);
    let multiply = exactly(Basic::Mul, FloatFormat::F32, Rounding::Zero);
    let product = multiply(u64::from((angle as f32).to_bits()), u64::from(PER_RADIAN.to_bits()), 0);
    let turns = FloatFormat::F32.flush(product);
    widen(FloatFormat::F32, turns) % 1.0
}

/// `1 / √a`, rounded once: the first guess is mended by what is left (Markstein, "Computation of Elementary Functions on the IBM RISC
/// System/6000 Processor", 1990).
fn reciprocal_root(a: f64) -> f64 {
    if a.is_nan() || a <= 0.0 || a.is_infinite() {
        return 1.0 / a.sqrt();
    }
    if !a.is_normal() {
        const SCALE: f64 = (1u64 << 54) as f64;
        return reciprocal_root(a * SCALE) * (1u64 << 27) as f64;
    }
    // Away from both ends of the range, where nothing is lost.
    let shift = ((a.to_bits() >> 52) as i64 - 1023) & !1;
    let scaled = f64::from_bits(a.to_bits().wrapping_sub((shift << 52) as u64));
    let guess = 1.0 / scaled.sqrt();
    let high = scaled * guess;
    let low = scaled.mul_add(guess, -high);
    let rest = (-guess).mul_add(low, (-guess).mul_add(high, 1.0));
    let root = (0.5 * guess).mul_add(rest, guess);
    f64::from_bits(root.to_bits().wrapping_sub(((shift / 2) << 52) as u64))
}

/// A number of 16 bits, as approximate functions give it: one in single precision, cut.
fn truncate(format: FloatFormat, value: f64) -> u64 {
    let single = value as f32;
    if f64::from(single).abs() > widen(format, format.largest()) {
        return narrow(format, f64::INFINITY.copysign(value));
    }
    Exact::decode(FloatFormat::F32, u64::from(single.to_bits())).round(format, Rounding::Zero, false)
}

/// The nearest number of a format.
#[inline(always)]
pub fn narrow(format: FloatFormat, value: f64) -> u64 {
    match format {
        FloatFormat::F32 => Lane::bits(value as f32),
        FloatFormat::F16 => f16::nearest(value).bits(),
        _ => narrow_exactly(format, value),
    }
}

fn narrow_exactly(format: FloatFormat, value: f64) -> u64 {
    Exact::decode(FloatFormat::F64, value.to_bits()).round(format, Rounding::Nearest, false)
}

fn maximum(a: f32, b: f32) -> f32 {
    if a > b || b.is_nan() || (a == b && a.is_sign_positive()) { a } else { b }
}

fn minimum(a: f32, b: f32) -> f32 {
    if a < b || b.is_nan() || (a == b && a.is_sign_negative()) { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Halves are made of other numbers as by the general way: of all halves, of what is between two, and beside that.
    #[test]
    fn halves_are_rounded_once() {
        let slowly = |value: f64| {
            Exact::decode(FloatFormat::F64, value.to_bits()).round(FloatFormat::F16, Rounding::Nearest, false)
        };
        for bits in 0..=u64::from(u16::MAX) {
            let value = widen(FloatFormat::F16, bits);
            let middle = (value + widen(FloatFormat::F16, (bits + 1) & 0xffff)) / 2.0;
            let beside = [f64::from_bits(middle.to_bits() ^ 1), middle * (1.0 + 1e-9), value * 1e-6, value * 1e30];
            for value in [value, middle].into_iter().chain(beside) {
                assert_eq!(narrow(FloatFormat::F16, value), slowly(value), "{value:e}");
            }
        }
    }
}
