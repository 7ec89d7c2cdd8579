//! Single precision rounded in a direction, and conversions, by the host's double precision.
//!
//! An operation on numbers of single precision makes one of double precision, and what this lost has a sign that can be computed without
//! error. The two tell on which side of the exact result its nearest neighbour in single precision is. This is what `expf` and other
//! functions of CUDA's library do for each thread, and ten times as fast as integers of 128 bits.

use super::super::exact::Rounding;
use super::float::Basic;

/// The number of single precision next to `value + rest` in a direction. `rest` is what the rounding of `value` has lost, of which only
/// the sign counts; `value` is finite and not zero.
#[inline(always)]
pub fn to_single(value: f64, rest: f64, rounding: Rounding) -> f32 {
    let near = value as f32;
    let wide = f64::from(near);
    let is_above = wide > value || wide == value && rest < 0.0;
    let is_below = wide < value || wide == value && rest > 0.0;
    let (lower, raise) = match rounding {
        Rounding::Down => (is_above, false),
        Rounding::Up => (false, is_below),
        Rounding::Zero => (is_above && value > 0.0, is_below && value < 0.0),
        Rounding::Nearest | Rounding::NearestAway => (false, false),
    };
    match (lower, raise) {
        (true, _) => near.next_down(),
        (_, true) => near.next_up(),
        _ => near,
    }
}

/// A sum and what its rounding has lost (Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B).
#[inline(always)]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    let of_a = sum - of_b;
    (sum, (a - of_a) + (b - of_b))
}

/// An operation on the bits of numbers of single precision, rounded up, down or towards zero; nothing for other directions, and where the
/// result is zero or no finite number, whose signs have rules of their own.
#[inline(always)]
pub fn single(basic: Basic, rounding: Rounding, operands: [u64; 3]) -> Option<u64> {
    if !matches!(rounding, Rounding::Zero | Rounding::Down | Rounding::Up) {
        return None;
    }
    let [a, b, c] = operands.map(|bits| f64::from(f32::from_bits(bits as u32)));
    let (value, rest) = match basic {
        Basic::Add => two_sum(a, b),
        Basic::Sub => two_sum(a, -b),
        // 48 bits, and exponents far from the ends of the range.
        Basic::Mul => (a * b, 0.0),
        Basic::Fma => two_sum(a * b, c),
        Basic::Div => {
            let quotient = a / b;
            (quotient, (-quotient).mul_add(b, a) * b.signum())
        }
        Basic::Sqrt => {
            let root = a.sqrt();
            (root, (-root).mul_add(root, a))
        }
    };
    (value.is_finite() && value != 0.0).then(|| u64::from(to_single(value, rest, rounding).to_bits()))
}

/// The integer next to a number in a direction, as a number.
#[inline(always)]
pub fn integral(value: f64, rounding: Rounding) -> f64 {
    match rounding {
        Rounding::Nearest => value.round_ties_even(),
        Rounding::NearestAway => value.round(),
        Rounding::Zero => value.trunc(),
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::exact::{Exact, FloatFormat};
    use super::*;

    const DIRECTIONS: [Rounding; 3] = [Rounding::Zero, Rounding::Down, Rounding::Up];

    /// Numbers at the ends of the range, near one another, and anywhere.
    fn numbers(generator: &mut fastrand::Rng) -> u64 {
        const ENDS: [u32; 10] =
            [0, 1, 2, 0x7f_ffff, 0x80_0000, 0x3f80_0000, 0x3f80_0001, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000];
        let magnitude = match generator.u32(..4) {
            0 => ENDS[generator.usize(..ENDS.len())],
            1 => 0x3f00_0000 + generator.u32(..0x0100_0000),
            2 => generator.u32(..0x0100_0000),
            _ => generator.u32(..0x7f80_0000),
        };
        u64::from(magnitude | generator.u32(..2) << 31)
    }

    fn slowly(basic: Basic, rounding: Rounding, [x, y, z]: [u64; 3]) -> u64 {
        let [a, b, c] = [x, y, z].map(|bits| Exact::decode(FloatFormat::F32, bits));
        let exact = match basic {
            Basic::Add => a.add(b, rounding),
            Basic::Sub => a.add(b.negate(), rounding),
            Basic::Mul => a.multiply(b),
            Basic::Fma => a.multiply(b).add(c, rounding),
            Basic::Div => a.divide(b),
            Basic::Sqrt => a.sqrt(),
        };
        exact.round(FloatFormat::F32, rounding, false)
    }

    #[test]
    fn directions_are_those_of_exact_numbers() {
        let mut generator = fastrand::Rng::with_seed(11);
        let mut found = 0;
        for _ in 0..40_000 {
            let operands: [u64; 3] = std::array::from_fn(|_| numbers(&mut generator));
            for basic in [Basic::Add, Basic::Sub, Basic::Mul, Basic::Fma, Basic::Div, Basic::Sqrt] {
                for rounding in DIRECTIONS {
                    if let Some(bits) = single(basic, rounding, operands) {
                        assert_eq!(bits, slowly(basic, rounding, operands), "{basic:?} {rounding:?} {operands:x?}");
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 300_000, "most results are finite: {found}");
    }

    #[test]
    fn doubles_become_singles_in_any_direction() {
        let mut generator = fastrand::Rng::with_seed(12);
        for _ in 0..40_000 {
            let near = f64::from(f32::from_bits(numbers(&mut generator) as u32));
            let value = f64::from_bits(near.to_bits().wrapping_add(generator.u64(..3)).wrapping_sub(1));
            if !value.is_finite() || value == 0.0 {
                continue;
            }
            for rounding in DIRECTIONS {
                let exact = Exact::decode(FloatFormat::F64, value.to_bits()).round(FloatFormat::F32, rounding, false);
                assert_eq!(u64::from(to_single(value, 0.0, rounding).to_bits()), exact, "{value:e} {rounding:?}");
            }
        }
    }
}
