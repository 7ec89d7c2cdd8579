//! Floating-point arithmetic in single and double precision.

use super::super::exact::{Exact, Format, Rounding};
use super::super::lanes::{Compute, binary, ternary, unary};
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::ScalarType;

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
        Self { ftz: words.has("ftz"), sat: words.has("sat"), relu: words.has("relu") }
    }

    /// An operand as the operation sees it.
    #[inline]
    pub fn operand(self, format: Format, bits: u64) -> u64 {
        if self.ftz { format.flush(bits) } else { bits }
    }

    /// The result as it is written.
    #[inline]
    pub fn result(self, format: Format, bits: u64) -> u64 {
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

fn one(format: Format) -> u64 {
    Exact::from_integer(1).round(format, Rounding::Nearest, false)
}

/// The number that the bits of a format of at most 64 bits stand for.
#[inline]
pub fn widen(format: Format, bits: u64) -> f64 {
    match format {
        Format::F64 => f64::from_bits(bits),
        Format::F32 => f64::from(f32::from_bits(bits as u32)),
        Format::F16 => f64::from(half::f16::from_bits(bits as u16).to_f32()),
        Format::BF16 => f64::from(f32::from_bits((bits as u32) << 16)),
        _ => f64::from_bits(Exact::decode(format, bits).round(Format::F64, Rounding::Nearest, false)),
    }
}

/// The format of a floating-point type, or of its lanes.
pub fn format_of(ty: ScalarType) -> Option<Format> {
    Some(match ty {
        ScalarType::F16 | ScalarType::F16x2 => Format::F16,
        ScalarType::Bf16 | ScalarType::Bf16x2 => Format::BF16,
        ScalarType::F32 | ScalarType::F32x2 => Format::F32,
        ScalarType::F64 => Format::F64,
        _ => return None,
    })
}

/// The rounding that an opcode names.
pub fn rounding_of(words: &Words<'_>) -> Option<Rounding> {
    match words.one_of(&["rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "rna"])? {
        "rn" | "rni" => Some(Rounding::Nearest),
        "rz" | "rzi" => Some(Rounding::Zero),
        "rm" | "rmi" => Some(Rounding::Down),
        "rna" => Some(Rounding::NearestAway),
        _ => Some(Rounding::Up),
    }
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
pub fn exactly(basic: Basic, format: Format, rounding: Rounding) -> impl Fn(u64, u64, u64) -> u64 + Copy {
    move |a, b, c| {
        let [a, b] = [a, b].map(|bits| Exact::decode(format, bits));
        let exact = match basic {
            Basic::Add => a.add(b, rounding),
            Basic::Sub => a.add(b.negate(), rounding),
            Basic::Mul => a.multiply(b),
            Basic::Fma => a.multiply(b).add(Exact::decode(format, c), rounding),
            Basic::Div => a.divide(b),
            Basic::Sqrt => a.sqrt(),
        };
        exact.round(format, rounding, false)
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
        let [a, b, c] = [a, b, c].map(|bits| number(finish.operand(Format::F32, bits)));
        finish.result(Format::F32, super::super::lanes::Lane::bits(nearest(a, b, c)))
    })
}

fn double(basic: Basic) -> Compute {
    match basic {
        Basic::Add => binary(|a: f64, b: f64| a + b),
        Basic::Sub => binary(|a: f64, b: f64| a - b),
        Basic::Mul => binary(|a: f64, b: f64| a * b),
        Basic::Fma => ternary(|a: f64, b: f64, c: f64| a.mul_add(b, c)),
        Basic::Div => binary(|a: f64, b: f64| a / b),
        Basic::Sqrt => unary(f64::sqrt),
    }
}

/// The smaller or larger number; NaN only if both are, or if it is to be kept.
pub fn extremum(format: Format, larger: bool, keep_nan: bool, a: u64, b: u64) -> u64 {
    let sign = 1u64 << (format.bits() - 1);
    let [x, y] = [a, b].map(|bits| widen(format, bits));
    match (x.is_nan(), y.is_nan()) {
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

impl Decoder<'_, '_> {
    /// `add` … `rem` of any type.
    pub(super) fn arithmetic(&mut self, words: &Words<'_>) -> Result<()> {
        let types = words.types();
        let &ty = types.last().ok_or_else(|| self.refuse_form())?;
        let Some(format) = format_of(ty) else { return self.integer_arithmetic(words, ty) };
        if types.len() > 1 {
            return self.mixed(words, &types);
        }
        let basic = match words.base {
            "add" => Basic::Add,
            "sub" => Basic::Sub,
            "mul" => Basic::Mul,
            "fma" | "mad" => Basic::Fma,
            "div" => Basic::Div,
            "min" | "max" => return self.extrema(words, ty, format),
            "abs" | "neg" => return self.sign(words, ty, format),
            _ => return Err(self.refuse_form()),
        };
        if basic == Basic::Div && words.one_of(&["approx", "full"]).is_some() {
            let finish = Finish::of(words);
            return self.spread_over(ty, 2, move |a, b, _| {
                let quotient = widen(format, finish.operand(format, a)) / widen(format, finish.operand(format, b));
                finish.result(format, narrow(format, quotient))
            });
        }
        self.basic(words, ty, format, basic)
    }

    fn basic(&mut self, words: &Words<'_>, ty: ScalarType, format: Format, basic: Basic) -> Result<()> {
        let finish = Finish::of(words);
        let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
        let count = match basic {
            Basic::Fma => 3,
            Basic::Sqrt => 1,
            _ => 2,
        };
        let compute = match (format, rounding) {
            (Format::F32, Rounding::Nearest) if ty.lanes() == 1 => single(basic, finish),
            (Format::F64, Rounding::Nearest) if finish == Finish::default() => double(basic),
            (Format::F16 | Format::BF16, Rounding::Nearest) => super::half_float::half(ty, format, basic, finish),
            _ => {
                let f = exactly(basic, format, rounding);
                spread(ty, move |a, b, c| {
                    let [a, b, c] = [a, b, c].map(|bits| finish.operand(format, bits));
                    finish.result(format, f(a, b, c))
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
        let basic = match words.base {
            "add" => Basic::Add,
            "sub" => Basic::Sub,
            "fma" => Basic::Fma,
            _ => return Err(self.refuse_form()),
        };
        let count = if basic == Basic::Fma { 3 } else { 2 };
        let finish = Finish::of(words);
        let f = exactly(basic, Format::F32, rounding_of(words).unwrap_or(Rounding::Nearest));
        let single = move |bits: u64| u64::from((widen(format, bits) as f32).to_bits());
        let compute = ternary(move |a: u64, b: u64, c: u64| {
            let b = if count == 3 { single(b) } else { b };
            finish.result(Format::F32, f(single(a), b, c))
        });
        let mut from = Vec::new();
        for index in 1..=count {
            from.push(self.source(index, if index == count { ScalarType::F32 } else { half })?);
        }
        let to = self.result(0)?;
        self.emit_compute(to, &from, compute);
        Ok(())
    }

    fn extrema(&mut self, words: &Words<'_>, ty: ScalarType, format: Format) -> Result<()> {
        let larger = words.base == "max";
        let keep_nan = words.has("NaN");
        let finish = Finish::of(words);
        let sign = 1u64 << (format.bits() - 1);
        if words.has("xorsign") {
            words.ignore(&["abs"]);
            return self.spread_over(ty, 2, move |a, b, _| {
                let [a, b] = [a, b].map(|bits| finish.operand(format, bits));
                extremum(format, larger, keep_nan, a & !sign, b & !sign) & !sign | (a ^ b) & sign
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

    fn sign(&mut self, words: &Words<'_>, ty: ScalarType, format: Format) -> Result<()> {
        let sign = 1u64 << (format.bits() - 1);
        let finish = Finish::of(words);
        let negate = words.base == "neg";
        self.spread_over(ty, 1, move |a, _, _| {
            let a = finish.operand(format, a);
            if negate { a ^ sign } else { a & !sign }
        })
    }

    /// `rcp` … `copysign`
    pub(super) fn float_function(&mut self, words: &Words<'_>) -> Result<()> {
        let ty = if words.base == "testp" { words.types().first().copied() } else { words.ty() };
        let ty = ty.ok_or_else(|| self.refuse_form())?;
        let format = format_of(ty).ok_or_else(|| self.refuse_form())?;
        let approx = words.has("approx");
        if !approx && matches!(words.base, "rcp" | "sqrt") {
            if words.base == "sqrt" {
                return self.basic(words, ty, format, Basic::Sqrt);
            }
            let finish = Finish::of(words);
            let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
            let unit = one(format);
            let divide = exactly(Basic::Div, format, rounding);
            if ty == ScalarType::F32 && rounding == Rounding::Nearest && !finish.ftz {
                return self.emit_sources(ty, 1, unary(|a: f32| 1.0 / a));
            }
            return self
                .spread_over(ty, 1, move |a, _, _| finish.result(format, divide(unit, finish.operand(format, a), 0)));
        }
        let finish = Finish::of(words);
        match words.base {
            "testp" => {
                let test = words.one_of(&["finite", "infinite", "number", "notanumber", "normal", "subnormal"]);
                let test: fn(f64, bool) -> bool = match test.ok_or_else(|| self.refuse_form())? {
                    "finite" => |a, _| a.is_finite(),
                    "infinite" => |a, _| a.is_infinite(),
                    "number" => |a, _| !a.is_nan(),
                    "notanumber" => |a, _| a.is_nan(),
                    "normal" => |a, tiny| a.is_finite() && a != 0.0 && !tiny,
                    _ => |a, tiny| a != 0.0 && tiny,
                };
                self.spread_over(ty, 1, move |a, _, _| {
                    let tiny = format.flush(a) != a;
                    u64::from(test(widen(format, a), tiny))
                })
            }
            "copysign" => {
                let sign = 1u64 << (format.bits() - 1);
                self.spread_over(ty, 2, move |a, b, _| b & !sign | a & sign)
            }
            "rcp" | "rsqrt" if ty == ScalarType::F64 => {
                // The hardware gives the upper word of the result only; without `.ftz` that is refined.
                let kept = if finish.ftz { !0xffff_ffff } else { u64::MAX };
                let reciprocal = words.base == "rcp";
                self.spread_over(ty, 1, move |a, _, _| {
                    let a = f64::from_bits(finish.operand(format, a));
                    let result = if reciprocal { 1.0 / a } else { 1.0 / a.sqrt() };
                    super::super::lanes::Lane::bits(result) & kept
                })
            }
            name => {
                let function: fn(f64) -> f64 = match name {
                    "rcp" => |a| 1.0 / a,
                    "sqrt" => f64::sqrt,
                    "rsqrt" => |a| if a == 0.0 { f64::INFINITY.copysign(a) } else { 1.0 / a.sqrt() },
                    "ex2" => f64::exp2,
                    "lg2" => f64::log2,
                    "sin" => f64::sin,
                    "cos" => f64::cos,
                    _ => f64::tanh,
                };
                self.spread_over(ty, 1, move |a, _, _| {
                    finish.result(format, narrow(format, function(widen(format, finish.operand(format, a)))))
                })
            }
        }
    }
}

/// The nearest number of a format.
#[inline]
pub fn narrow(format: Format, value: f64) -> u64 {
    if format == Format::F32 {
        return super::super::lanes::Lane::bits(value as f32);
    }
    Exact::decode(Format::F64, value.to_bits()).round(format, Rounding::Nearest, false)
}

fn maximum(a: f32, b: f32) -> f32 {
    if a > b || b.is_nan() || (a == b && a.is_sign_positive()) { a } else { b }
}

fn minimum(a: f32, b: f32) -> f32 {
    if a < b || b.is_nan() || (a == b && a.is_sign_negative()) { a } else { b }
}
