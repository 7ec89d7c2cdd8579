//! Floating-point numbers without rounding, and rounding to any format in any direction.
//!
//! An operation makes its result in 126 bits and remembers whether anything below was lost; that suffices to round once, in every
//! direction. Handbook of Floating-Point Arithmetic (Muller et al., 2nd ed.), chapter 8.

/// Where to round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    /// To nearest, ties to even.
    Nearest,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards zero.
    Zero,
    /// Towards negative infinity.
    Down,
    /// Towards positive infinity.
    Up,
}

/// A binary format of at most 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FloatFormat {
    /// Bits of the stored mantissa.
    pub mantissa: u32,
    /// Bits of the exponent.
    pub exponent: u32,
    /// What the largest exponent means.
    pub specials: Specials,
}

/// How a format writes what is no finite number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Specials {
    /// The largest exponent is kept for infinities and NaNs.
    Ieee,
    /// All bits set are a NaN, everything else is finite (`e4m3`).
    OnlyNan,
    /// Every pattern is finite (`e2m1`, `e2m3`, `e3m2`).
    None,
}

impl FloatFormat {
    const fn ieee(exponent: u32, mantissa: u32) -> Self {
        Self { mantissa, exponent, specials: Specials::Ieee }
    }
    /// `.f16`
    pub const F16: Self = Self::ieee(5, 10);
    /// `.bf16`
    pub const BF16: Self = Self::ieee(8, 7);
    /// `.tf32`, in the upper 19 bits of a word.
    pub const TF32: Self = Self::ieee(8, 10);
    /// `.f32`
    pub const F32: Self = Self::ieee(8, 23);
    /// `.f64`
    pub const F64: Self = Self::ieee(11, 52);
    /// `.e5m2`
    pub const E5M2: Self = Self::ieee(5, 2);
    /// `.e4m3`
    pub const E4M3: Self = Self { mantissa: 3, exponent: 4, specials: Specials::OnlyNan };
    /// `.e2m3`
    pub const E2M3: Self = Self { mantissa: 3, exponent: 2, specials: Specials::None };
    /// `.e3m2`
    pub const E3M2: Self = Self { mantissa: 2, exponent: 3, specials: Specials::None };
    /// `.e2m1`
    pub const E2M1: Self = Self { mantissa: 1, exponent: 2, specials: Specials::None };

    /// Width in bits.
    pub const fn bits(self) -> u32 {
        1 + self.exponent + self.mantissa
    }

    const fn bias(self) -> i32 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The exponent of the last place of a subnormal number.
    const fn smallest(self) -> i32 {
        1 - self.bias() - self.mantissa as i32
    }

    /// The bits of the largest finite number.
    pub const fn largest(self) -> u64 {
        let all = (1 << (self.bits() - 1)) - 1;
        match self.specials {
            Specials::Ieee => all - (1 << self.mantissa),
            Specials::OnlyNan => all - 1,
            Specials::None => all,
        }
    }

    /// The bits of the NaN that operations give.
    pub const fn nan(self) -> u64 {
        match self.specials {
            Specials::None => self.largest(),
            _ => (1 << (self.bits() - 1)) - 1,
        }
    }

    const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.mantissa
    }

    const fn sign(self) -> u64 {
        1 << (self.bits() - 1)
    }

    /// Whether the bits are no number.
    pub const fn is_nan(self, bits: u64) -> bool {
        let magnitude = bits & (self.sign() - 1);
        match self.specials {
            Specials::Ieee => magnitude > self.infinity(),
            Specials::OnlyNan => magnitude == self.nan(),
            Specials::None => false,
        }
    }

    /// A NaN with its sign and the upper bits of its payload in another format, quiet.
    pub fn convert_nan(self, to: Self, bits: u64) -> u64 {
        let fraction = bits & ((1 << self.mantissa) - 1);
        let moved = if to.mantissa >= self.mantissa {
            fraction << (to.mantissa - self.mantissa)
        } else {
            fraction >> (self.mantissa - to.mantissa)
        };
        let sign = if bits & self.sign() != 0 { to.sign() } else { 0 };
        sign | to.infinity() | moved | 1 << (to.mantissa - 1)
    }

    /// Whether the bits are the least normal number, of any sign.
    pub const fn is_least_normal(self, bits: u64) -> bool {
        bits & (self.sign() - 1) == 1 << self.mantissa
    }

    /// A subnormal number becomes zero of its sign.
    pub fn flush(self, bits: u64) -> u64 {
        if bits & self.infinity() == 0 { bits & self.sign() } else { bits }
    }
}

/// A number: what it is exactly, but for a part below the last bit that is only known not to be zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exact {
    /// Not a number.
    Nan,
    /// An infinity; whether it is negative.
    Infinity(bool),
    /// Zero; whether it is negative.
    Zero(bool),
    /// Any other.
    Finite(Finite),
}

/// `±mantissa · 2^exponent`, the mantissa's highest bit being bit 125.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Finite {
    negative: bool,
    mantissa: u128,
    exponent: i32,
}

const TOP: u32 = 125;

/// Shifts right and keeps in the last bit whether something fell out.
fn shift_right_jam(value: u128, by: u32) -> u128 {
    match by {
        0 => value,
        1..=127 => (value >> by) | u128::from(value << (128 - by) != 0),
        _ => u128::from(value != 0),
    }
}

impl Exact {
    /// `±mantissa · 2^exponent`
    pub fn new(negative: bool, mantissa: u128, exponent: i32) -> Self {
        if mantissa == 0 {
            return Exact::Zero(negative);
        }
        let shift = TOP as i32 - mantissa.ilog2() as i32;
        let mantissa = if shift >= 0 { mantissa << shift } else { shift_right_jam(mantissa, shift.unsigned_abs()) };
        Exact::Finite(Finite { negative, mantissa, exponent: exponent - shift })
    }

    /// The number that the bits stand for.
    pub fn decode(format: FloatFormat, bits: u64) -> Self {
        let negative = bits & format.sign() != 0;
        let magnitude = bits & (format.sign() - 1);
        let field = (magnitude >> format.mantissa) as i32;
        let fraction = magnitude & ((1 << format.mantissa) - 1);
        match format.specials {
            Specials::Ieee if magnitude == format.infinity() => return Exact::Infinity(negative),
            Specials::Ieee if magnitude > format.infinity() => return Exact::Nan,
            Specials::OnlyNan if magnitude == format.nan() => return Exact::Nan,
            _ => {}
        }
        let hidden = u64::from(field > 0) << format.mantissa;
        Self::new(negative, u128::from(fraction | hidden), format.smallest() + field.max(1) - 1)
    }

    /// An integer.
    pub fn from_integer(value: i128) -> Self {
        Self::new(value < 0, value.unsigned_abs(), 0)
    }

    fn negative(self) -> bool {
        match self {
            Exact::Nan => false,
            Exact::Infinity(negative) | Exact::Zero(negative) => negative,
            Exact::Finite(finite) => finite.negative,
        }
    }

    /// The number with the other sign.
    pub fn negate(self) -> Self {
        match self {
            Exact::Nan => Exact::Nan,
            Exact::Infinity(negative) => Exact::Infinity(!negative),
            Exact::Zero(negative) => Exact::Zero(!negative),
            Exact::Finite(finite) => Exact::Finite(Finite { negative: !finite.negative, ..finite }),
        }
    }

    /// The sum. A sum of opposite numbers is zero, negative only when rounding down.
    pub fn add(self, other: Self, rounding: Rounding) -> Self {
        let down = rounding == Rounding::Down;
        match (self, other) {
            (Exact::Nan, _) | (_, Exact::Nan) => Exact::Nan,
            (Exact::Infinity(a), Exact::Infinity(b)) if a != b => Exact::Nan,
            (Exact::Infinity(_), _) => self,
            (_, Exact::Infinity(_)) => other,
            (Exact::Zero(a), Exact::Zero(b)) => Exact::Zero(if a == b { a } else { down }),
            (Exact::Zero(_), _) => other,
            (_, Exact::Zero(_)) => self,
            (Exact::Finite(a), Exact::Finite(b)) => {
                let (large, small) = if (a.exponent, a.mantissa) >= (b.exponent, b.mantissa) { (a, b) } else { (b, a) };
                let aligned = shift_right_jam(small.mantissa, large.exponent.abs_diff(small.exponent));
                if large.negative == small.negative {
                    return Self::new(large.negative, large.mantissa + aligned, large.exponent);
                }
                let difference = large.mantissa - aligned;
                Self::new(if difference == 0 { down } else { large.negative }, difference, large.exponent)
            }
        }
    }

    /// The product of two numbers of at most 62 bits each.
    pub fn multiply(self, other: Self) -> Self {
        let negative = self.negative() != other.negative();
        match (self, other) {
            (Exact::Nan, _) | (_, Exact::Nan) => Exact::Nan,
            (Exact::Infinity(_), Exact::Zero(_)) | (Exact::Zero(_), Exact::Infinity(_)) => Exact::Nan,
            (Exact::Infinity(_), _) | (_, Exact::Infinity(_)) => Exact::Infinity(negative),
            (Exact::Zero(_), _) | (_, Exact::Zero(_)) => Exact::Zero(negative),
            (Exact::Finite(a), Exact::Finite(b)) => {
                Self::new(negative, (a.mantissa >> 63) * (b.mantissa >> 63), a.exponent + b.exponent + 126)
            }
        }
    }

    /// The quotient of two numbers of at most 62 bits each.
    pub fn divide(self, other: Self) -> Self {
        let negative = self.negative() != other.negative();
        match (self, other) {
            (Exact::Nan, _) | (_, Exact::Nan) => Exact::Nan,
            (Exact::Infinity(_), Exact::Infinity(_)) | (Exact::Zero(_), Exact::Zero(_)) => Exact::Nan,
            (Exact::Infinity(_), _) | (_, Exact::Zero(_)) => Exact::Infinity(negative),
            (Exact::Zero(_), _) | (_, Exact::Infinity(_)) => Exact::Zero(negative),
            (Exact::Finite(a), Exact::Finite(b)) => {
                let divisor = b.mantissa >> 62;
                let quotient = (a.mantissa / divisor) << 1 | u128::from(a.mantissa % divisor != 0);
                Self::new(negative, quotient, a.exponent - b.exponent - 63)
            }
        }
    }

    /// The square root.
    pub fn sqrt(self) -> Self {
        match self {
            Exact::Nan | Exact::Zero(_) | Exact::Infinity(false) => self,
            Exact::Infinity(true) => Exact::Nan,
            Exact::Finite(a) if a.negative => Exact::Nan,
            Exact::Finite(a) => {
                let odd = a.exponent & 1;
                let square = a.mantissa << odd;
                let root = square.isqrt();
                let mantissa = root << 1 | u128::from(root * root != square);
                Self::new(false, mantissa, (a.exponent - odd) / 2 - 1)
            }
        }
    }

    /// The nearest number of a format in the direction, as bits. With `saturate` there are neither infinities nor NaNs beyond the
    /// largest finite number.
    pub fn round(self, format: FloatFormat, rounding: Rounding, saturate: bool) -> u64 {
        let sign = if self.negative() { format.sign() } else { 0 };
        let finite = match self {
            Exact::Nan => return format.nan(),
            Exact::Zero(_) => return sign,
            Exact::Infinity(_) => {
                return match format.specials {
                    _ if saturate => sign | format.largest(),
                    Specials::Ieee => sign | format.infinity(),
                    Specials::OnlyNan => sign | format.nan(),
                    Specials::None => sign | format.largest(),
                };
            }
            Exact::Finite(finite) => finite,
        };
        // The last place: that of a normal number with this leading bit, or of subnormal ones.
        let last = (finite.exponent + TOP as i32 - format.mantissa as i32).max(format.smallest());
        let mut rounded = round_at(finite, last, rounding);
        // The hidden bit of a normal number adds one to the exponent field.
        rounded += ((last - format.smallest()) as u64) << format.mantissa;
        if rounded <= format.largest() {
            return sign | rounded;
        }
        let towards_zero = match rounding {
            Rounding::Nearest | Rounding::NearestAway => false,
            Rounding::Zero => true,
            Rounding::Down => !finite.negative,
            Rounding::Up => finite.negative,
        };
        match format.specials {
            _ if towards_zero || saturate => sign | format.largest(),
            Specials::Ieee => sign | format.infinity(),
            Specials::OnlyNan => sign | format.nan(),
            Specials::None => sign | format.largest(),
        }
    }

    /// The nearest integer in the direction; `None` for NaN, and the nearest of 126 bits for what is larger.
    pub fn to_integer(self, rounding: Rounding) -> Option<i128> {
        match self {
            Exact::Nan => None,
            Exact::Zero(_) => Some(0),
            Exact::Infinity(negative) => Some(if negative { i128::MIN / 2 } else { i128::MAX / 2 }),
            Exact::Finite(finite) if finite.exponent > -62 => {
                Some(if finite.negative { i128::MIN / 2 } else { i128::MAX / 2 })
            }
            Exact::Finite(finite) => {
                let magnitude = i128::from(round_at(finite, 0, rounding));
                Some(if finite.negative { -magnitude } else { magnitude })
            }
        }
    }
}

/// The magnitude in units of `2^last`, which has at most 64 bits.
fn round_at(finite: Finite, last: i32, rounding: Rounding) -> u64 {
    let drop = (last - finite.exponent).max(0) as u32;
    // Two bits more than are kept: the first one dropped, and whether there is anything below it.
    let with_tail = shift_right_jam(finite.mantissa, drop.saturating_sub(2));
    let (kept, tail) = ((with_tail >> 2) as u64, with_tail & 3);
    let up = match rounding {
        Rounding::Nearest => tail > 2 || (tail == 2 && kept & 1 == 1),
        Rounding::NearestAway => tail >= 2,
        Rounding::Zero => false,
        Rounding::Down => finite.negative && tail != 0,
        Rounding::Up => !finite.negative && tail != 0,
    };
    kept + u64::from(up)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns() -> Vec<u32> {
        let mut patterns = vec![0, 1, 2, 0x7f_ffff, 0x80_0000, 0x3f80_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000];
        let mut generator = fastrand::Rng::with_seed(7);
        for _ in 0..60 {
            patterns.push(generator.u32(..));
            // Near one another, so that sums cancel.
            patterns.push(0x3f00_0000 + generator.u32(..0x0100_0000));
            patterns.push(generator.u32(..0x0100_0000));
        }
        patterns.extend(patterns.clone().iter().map(|bits| bits | 0x8000_0000));
        patterns
    }

    fn same(found: u64, right: f32) {
        let right_bits = if right.is_nan() { 0x7fff_ffff } else { right.to_bits() };
        assert_eq!(found as u32, right_bits, "{right}");
    }

    #[test]
    fn nearest_agrees_with_the_host() {
        let single = |bits: u32| Exact::decode(FloatFormat::F32, u64::from(bits));
        let round = |exact: Exact| exact.round(FloatFormat::F32, Rounding::Nearest, false);
        let patterns = patterns();
        for &x in &patterns {
            let a = f32::from_bits(x);
            same(round(single(x).sqrt()), a.sqrt());
            for &y in &patterns {
                let b = f32::from_bits(y);
                same(round(single(x).add(single(y), Rounding::Nearest)), a + b);
                same(round(single(x).multiply(single(y))), a * b);
                same(round(single(x).divide(single(y))), a / b);
                let c = patterns[(x ^ y) as usize % patterns.len()];
                let sum = single(x).multiply(single(y)).add(single(c), Rounding::Nearest);
                same(round(sum), a.mul_add(b, f32::from_bits(c)));
            }
        }
    }

    #[test]
    fn doubles_agree_with_the_host() {
        let mut generator = fastrand::Rng::with_seed(8);
        for _ in 0..20_000 {
            let near = |generator: &mut fastrand::Rng| generator.u64(..) >> 10 | generator.u64(1000..1046) << 52;
            let [x, y, z] = [near(&mut generator), near(&mut generator), near(&mut generator)];
            let [a, b, c] = [x, y, z].map(|bits| Exact::decode(FloatFormat::F64, bits));
            let round = |exact: Exact| f64::from_bits(exact.round(FloatFormat::F64, Rounding::Nearest, false));
            let [p, q, r] = [x, y, z].map(f64::from_bits);
            assert_eq!(round(a.multiply(b).add(c.negate(), Rounding::Nearest)), p.mul_add(q, -r));
            assert_eq!(round(a.divide(b)), p / q);
            assert_eq!(round(a.sqrt()), p.sqrt());
            assert_eq!(round(a.add(b.negate(), Rounding::Nearest)), p - q);
        }
    }

    #[test]
    fn directions_bracket_the_exact_result() {
        let mut generator = fastrand::Rng::with_seed(9);
        for _ in 0..20_000 {
            let [x, y] = [generator.u32(..), generator.u32(..)].map(|bits| bits % 0x7f00_0000);
            let [a, b] = [x, y].map(|bits| f64::from(f32::from_bits(bits)));
            let exact =
                Exact::decode(FloatFormat::F32, u64::from(x)).multiply(Exact::decode(FloatFormat::F32, u64::from(y)));
            let round = |rounding| f32::from_bits(exact.round(FloatFormat::F32, rounding, false) as u32);
            let (down, up, zero) = (round(Rounding::Down), round(Rounding::Up), round(Rounding::Zero));
            assert!(f64::from(down) <= a * b && a * b <= f64::from(up) && zero == down);
            assert!(down == up || down.next_up() == up, "{down} {up}");
        }
    }

    #[test]
    fn integers() {
        let of = |value: f64| Exact::decode(FloatFormat::F64, value.to_bits());
        assert_eq!(of(2.5).to_integer(Rounding::Nearest), Some(2));
        assert_eq!(of(-2.5).to_integer(Rounding::Down), Some(-3));
        assert_eq!(of(-0.1).to_integer(Rounding::Up), Some(0));
        assert_eq!(of(1e-300).to_integer(Rounding::Up), Some(1));
        assert_eq!(of(18_446_744_073_709_549_568.0).to_integer(Rounding::Zero), Some(18_446_744_073_709_549_568));
        assert!(of(1e300).to_integer(Rounding::Zero).is_some_and(|n| n > i128::from(u64::MAX)));
        assert_eq!(of(f64::NAN).to_integer(Rounding::Zero), None);
        assert_eq!(Exact::from_integer(-(1 << 24) - 1).round(FloatFormat::F32, Rounding::Nearest, false), 0xcb80_0000);
    }
}
