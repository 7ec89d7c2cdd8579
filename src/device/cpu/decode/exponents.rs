//! `cvt` from and to `.ue8m0x2`: powers of two, which scale blocks of narrow numbers.

use super::super::lanes::{binary, unary};
use super::{Decoder, Result};
use crate::device::cpu::exact::Rounding;
use crate::isa::ScalarType;

/// The byte that is no number.
const NAN: u8 = 0xff;
/// The bits of an infinity in single precision.
const INFINITY: u32 = 0x7f80_0000;
/// Those of the number of byte 0, 2 to the power of -127, which is subnormal.
const SMALLEST: u32 = 0x0040_0000;

/// The power of two next to the size of a number in single precision.
fn power_of(bits: u32, upwards: bool, saturates: bool) -> u8 {
    let size = bits & 0x7fff_ffff;
    if size > INFINITY {
        return NAN;
    }
    let has_more = size & 0x7f_ffff != 0 && size > SMALLEST;
    let power = (size >> 23) as u8 + u8::from(upwards && has_more);
    if power == NAN && saturates { NAN - 1 } else { power }
}

/// A power of two as `.bf16`.
fn number_of(power: u8) -> u16 {
    match power {
        0 => (SMALLEST >> 16) as u16,
        NAN => 0x7fff,
        _ => u16::from(power) << 7,
    }
}

impl Decoder<'_, '_> {
    /// A conversion of which one type is `.ue8m0x2`.
    pub(super) fn convert_powers(&mut self, to: ScalarType, from: ScalarType, how: (Rounding, bool)) -> Result<()> {
        let (upwards, saturates) = (how.0 == Rounding::Up, how.1);
        let one = move |bits: u32| u64::from(power_of(bits, upwards, saturates));
        match (to, from) {
            (ScalarType::Ue8m0x2, ScalarType::F32) => {
                self.emit_sources(from, 2, binary(move |a: u32, b: u32| one(a) << 8 | one(b)))
            }
            (ScalarType::Ue8m0x2, ScalarType::Bf16x2) => {
                self.emit_sources(from, 1, unary(move |a: u32| one(a & 0xffff_0000) << 8 | one(a << 16)))
            }
            (ScalarType::Bf16x2, ScalarType::Ue8m0x2) => {
                let pair = |a: u16| u32::from(number_of((a >> 8) as u8)) << 16 | u32::from(number_of(a as u8));
                self.emit_sources(from, 1, unary(pair))
            }
            _ => Err(self.refuse_form()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As CUDA's header computes it where there is no instruction.
    #[test]
    fn powers_are_next_to_numbers() {
        let both = |number: f32| [false, true].map(|upwards| power_of(number.to_bits(), upwards, false));
        assert_eq!([both(1.0), both(1.5), both(-3.0)], [[127, 127], [127, 128], [128, 129]]);
        assert_eq!([both(0.0), both(f32::from_bits(SMALLEST)), both(f32::MIN_POSITIVE)], [[0, 0], [0, 0], [1, 1]]);
        assert_eq!(both(f32::from_bits(SMALLEST + 1)), [0, 1]);
        assert_eq!([both(f32::MAX), both(f32::INFINITY), both(f32::NAN)], [[254, 255], [255, 255], [255, 255]]);
        let saturated = [f32::MAX, f32::INFINITY, f32::NAN].map(|number| power_of(number.to_bits(), true, true));
        assert_eq!(saturated, [254, 254, 255]);
        for power in 0..=254 {
            assert_eq!(power_of(u32::from(number_of(power)) << 16, true, false), power);
        }
    }
}
