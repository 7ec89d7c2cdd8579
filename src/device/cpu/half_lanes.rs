//! Arithmetic on 16-bit floating-point numbers: exact in double precision, then rounded once.

use super::exact::{Exact, FloatFormat, Rounding};
use super::lanes::{Compute, Lane, ternary};
use half::{bf16, f16};

/// A 16-bit floating-point number.
pub trait HalfLane: Lane {
    /// Its format.
    const FORMAT: FloatFormat;
    /// Without loss.
    fn wide(self) -> f64;
    /// The nearest one, of a number that was rounded to odd.
    fn nearest(wide: f64) -> Self;

    /// Without loss, subnormal numbers as zero if wanted.
    fn flushed(self, ftz: bool) -> f64 {
        if ftz { Self::get(Self::FORMAT.flush(self.bits())).wide() } else { self.wide() }
    }
}

impl HalfLane for f16 {
    const FORMAT: FloatFormat = FloatFormat::F16;
    #[inline]
    fn wide(self) -> f64 {
        f64::from(self.to_f32())
    }
    #[inline]
    fn nearest(wide: f64) -> Self {
        f16::from_f32(single_odd(wide))
    }
}

impl HalfLane for bf16 {
    const FORMAT: FloatFormat = FloatFormat::BF16;
    #[inline]
    fn wide(self) -> f64 {
        f64::from(self.to_f32())
    }
    #[inline]
    fn nearest(wide: f64) -> Self {
        if wide.abs() < 1e-35 {
            let exact = Exact::decode(FloatFormat::F64, wide.to_bits());
            return bf16::from_bits(exact.round(FloatFormat::BF16, Rounding::Nearest, false) as u16);
        }
        bf16::from_f32(single_odd(wide))
    }
}

/// Rounds to single precision so that another rounding, to at most 22 bits, is right: an inexact result has an odd last bit
/// (Boldo and Melquiond, "Emulation of FMA and Correctly Rounded Sums", IEEE TC 2008).
#[inline]
fn single_odd(wide: f64) -> f32 {
    let bits = wide.to_bits();
    let truncated = f64::from_bits(bits & !0x1fff_ffff) as f32;
    if bits & 0x1fff_ffff == 0 || !wide.is_finite() || truncated.is_infinite() {
        return wide as f32;
    }
    f32::from_bits(truncated.to_bits() | 1)
}

/// A sum, rounded to odd: what is far below a product of two numbers may yet decide a tie.
#[inline]
pub fn add_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error == 0.0 || !sum.is_finite() || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let away = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// Both halves of a register, each by itself.
pub fn packed(f: impl Fn(u16, u16, u16) -> u16 + Send + Sync + 'static) -> Compute {
    ternary(move |a: u32, b: u32, c: u32| {
        let low = f(a as u16, b as u16, c as u16);
        let high = f((a >> 16) as u16, (b >> 16) as u16, (c >> 16) as u16);
        u32::from(low) | u32::from(high) << 16
    })
}
