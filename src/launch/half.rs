//! Numbers of 16 bits, in memory.

/// A floating-point format of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalfFormat {
    /// Half precision of IEEE 754: 5 bits of exponent, 10 of mantissa.
    F16,
    /// The upper half of a single-precision number: 8 bits of exponent, 7 of mantissa.
    Bf16,
}

impl HalfFormat {
    /// The name that PTX has for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::Bf16 => "bf16",
        }
    }

    /// The value.
    pub fn to_f32(self, bits: u16) -> f32 {
        match self {
            Self::F16 => f16_to_f32(bits),
            Self::Bf16 => f32::from_bits(u32::from(bits) << 16),
        }
    }

    /// The nearest number of this format, for a magnitude of at most one.
    pub(crate) fn round(self, number: f32) -> u16 {
        // Scaled by the distance of the exponents' biases, a half-precision number has its own bits in the middle of the word.
        let (scaled, dropped) = match self {
            Self::F16 => (number * 2f32.powi(-112), 13),
            Self::Bf16 => (number, 16),
        };
        let magnitude = scaled.abs().to_bits();
        let to_even = (1 << (dropped - 1)) - 1 + (magnitude >> dropped & 1);
        let sign = if number.is_sign_negative() { 0x8000 } else { 0 };
        sign | ((magnitude + to_even) >> dropped) as u16
    }
}

fn f16_to_f32(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let mantissa = f32::from(bits & 0x3ff);
    match bits >> 10 & 0x1f {
        0 => sign * mantissa * 2f32.powi(-24),
        31 if mantissa == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        exponent => sign * (1024.0 + mantissa) * 2f32.powi(i32::from(exponent) - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        for (bits, value) in [
            (0x0000, 0.0),
            (0x0001, 5.960_464_5e-8),
            (0x03ff, 6.097_555e-5),
            (0x0400, 6.103_515_6e-5),
            (0x3555, 0.333_251_95),
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0xfc00, f32::NEG_INFINITY),
        ] {
            assert_eq!(HalfFormat::F16.to_f32(bits), value, "{bits:04x}");
        }
        assert!(HalfFormat::F16.to_f32(0x7e00).is_nan());
        assert_eq!(HalfFormat::Bf16.to_f32(0xbfc0), -1.5);
    }

    #[test]
    fn rounding() {
        for format in [HalfFormat::F16, HalfFormat::Bf16] {
            let one = format.round(1.0);
            for bits in (0..=one).step_by(3) {
                let value = format.to_f32(bits);
                assert_eq!(format.round(value), bits, "{format:?} {value}");
                assert_eq!(format.round(-value), bits | 0x8000, "{format:?} {value}");
                // Half way to the next one: to the even one.
                let middle = 0.5 * (value + format.to_f32(bits + 1));
                assert_eq!(format.round(middle), bits + (bits & 1), "{format:?} {middle}");
            }
        }
        assert_eq!(HalfFormat::F16.round(0.333_333_34), 0x3555);
        assert_eq!(HalfFormat::Bf16.round(-0.333_333_34), 0xbeab);
    }
}
