//! Floating-point arithmetic on 16-bit numbers, alone and in pairs.

use super::super::exact::{Exact, FloatFormat, Rounding};
use super::super::half_lanes::{HalfLane, add_odd};
use super::super::lanes::Compute;
use super::float::{Basic, Finish, exactly, spread};
use crate::isa::ScalarType;
use half::{bf16, f16};

/// A basic operation, rounded to nearest.
pub fn half(ty: ScalarType, format: FloatFormat, basic: Basic, finish: Finish) -> Compute {
    match format {
        FloatFormat::F16 => of::<f16>(ty, basic, finish),
        _ => of::<bf16>(ty, basic, finish),
    }
}

fn of<H: HalfLane>(ty: ScalarType, basic: Basic, finish: Finish) -> Compute {
    let wide = move |bits: u64| H::get(finish.operand(H::FORMAT, bits)).wide();
    let done = move |value: f64| {
        finish.rounded(H::FORMAT, H::nearest(value).bits(), || {
            Exact::decode(FloatFormat::F64, value.to_bits()).round(H::FORMAT, Rounding::Zero, false)
        })
    };
    match basic {
        Basic::Add => spread(ty, move |a, b, _| done(add_odd(wide(a), wide(b)))),
        Basic::Sub => spread(ty, move |a, b, _| done(add_odd(wide(a), -wide(b)))),
        Basic::Mul => spread(ty, move |a, b, _| done(wide(a) * wide(b))),
        Basic::Fma => spread(ty, move |a, b, c| done(add_odd(wide(a) * wide(b), wide(c)))),
        Basic::Div | Basic::Sqrt => {
            let f = exactly(basic, H::FORMAT, Rounding::Nearest);
            spread(ty, move |a, b, c| finish.result(H::FORMAT, f(a, b, c)))
        }
    }
}
