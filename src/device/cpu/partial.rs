//! Values of which some bits are known.
//!
//! Compilers write bit-fields into words whose other bits have no values yet, and copy structures together with their padding. So
//! operations that treat each bit by itself know which bits of their results depend on nothing unknown.

use super::lanes::{Compute, Lanes, WARP, lanes_of};
use super::program::{Insight, RegisterSlot};
use super::warp::Warp;
use std::collections::HashMap;

/// The bits that are known of registers that are neither wholly known nor wholly unknown.
#[derive(Default)]
pub struct PartialValues(HashMap<u32, Lanes>);

impl PartialValues {
    /// Some lanes of registers are written or begin anew.
    #[inline]
    pub fn forget(&mut self, registers: std::ops::Range<u32>, mask: u32) {
        if self.0.is_empty() {
            return;
        }
        for register in registers {
            if mask == u32::MAX {
                self.0.remove(&register);
            } else if let Some(known) = self.0.get_mut(&register) {
                lanes_of(mask).for_each(|lane| known[lane] = 0);
            }
        }
    }
}

/// So many bits from the lowest.
fn mask_of(width: u32) -> u64 {
    1u64.checked_shl(width).map_or(u64::MAX, |bit| bit - 1)
}

impl Warp {
    /// The bits of a register that have values.
    pub fn known_bits(&self, base: u32, slot: RegisterSlot, lane: usize) -> u64 {
        if self.defined(base, slot) >> lane & 1 == 1 {
            return u64::MAX;
        }
        self.partial.0.get(&(base + slot.0)).map_or(0, |known| known[lane])
    }

    /// Writes some lanes of a register, of which these bits are known.
    pub fn write_bits(&mut self, base: u32, slot: RegisterSlot, mask: u32, values: &Lanes, known: &Lanes) {
        let defined = lanes_of(mask).filter(|&lane| known[lane] == u64::MAX).fold(0, |all, lane| all | 1 << lane);
        self.write(base, slot, mask, values, defined);
        for lane in lanes_of(mask & !defined).filter(|&lane| known[lane] != 0) {
            self.partial.0.entry(base + slot.0).or_insert([0; WARP])[lane] = known[lane];
        }
    }

    /// Which bits of a result are known though not all operands are.
    pub fn known_results(&self, base: u32, compute: &Compute, from: [RegisterSlot; 4], insight: Insight) -> Lanes {
        let has_value = |index: usize, lane: usize| self.defined(base, from[index]) >> lane & 1 == 1;
        let is_zero = |lane: usize| (0..2).any(|i| has_value(i, lane) && self.lanes(base, from[i])[lane] == 0);
        match insight {
            Insight::None => [0; WARP],
            Insight::Bits(width) => self.known_bits_of_result(base, compute, from, width),
            Insight::Sum => self.low_bits_of_result(base, from),
            Insight::Elements { from: width, to } => self.elements_of_result(base, from, width, to),
            Insight::Pair(width) => std::array::from_fn(|lane| {
                let upper = if has_value(0, lane) { mask_of(width) << width } else { 0 };
                let lower = if has_value(1, lane) { mask_of(width) } else { 0 };
                // What is above the pair is zero.
                upper | lower | !mask_of(2 * width)
            }),
            Insight::Product => std::array::from_fn(|lane| if is_zero(lane) { u64::MAX } else { 0 }),
            Insight::ProductAndSum => {
                std::array::from_fn(|lane| if is_zero(lane) && has_value(2, lane) { u64::MAX } else { 0 })
            }
        }
    }

    /// The bits below the lowest one that an operand lacks.
    fn low_bits_of_result(&self, base: u32, from: [RegisterSlot; 4]) -> Lanes {
        std::array::from_fn(|lane| {
            let known = from.iter().fold(u64::MAX, |all, &slot| all & self.known_bits(base, slot, lane));
            mask_of(known.trailing_ones())
        })
    }

    /// Those of packed numbers that no unknown bit goes into.
    fn elements_of_result(&self, base: u32, from: [RegisterSlot; 4], width: u32, to: u32) -> Lanes {
        std::array::from_fn(|lane| {
            let known = from.iter().fold(u64::MAX, |all, &slot| all & self.known_bits(base, slot, lane));
            let whole = |element: u32| known >> (element * width) & mask_of(width) == mask_of(width);
            let elements = (0..2).filter(|&element| whole(element)).map(|element| mask_of(to) << (element * to));
            elements.fold(!mask_of(2 * to), |all, bits| all | bits)
        })
    }

    /// Those of so many bits that stay as they are whatever the unknown bits of the operands are, of one or of all.
    fn known_bits_of_result(&self, base: u32, compute: &Compute, from: [RegisterSlot; 4], width: u32) -> Lanes {
        let unknown = from.map(|slot| std::array::from_fn(|lane| !self.known_bits(base, slot, lane)));
        let result = |set: u32| {
            let operands: [Lanes; 4] = std::array::from_fn(|i| {
                let (values, unknown): (&Lanes, &Lanes) = (self.lanes(base, from[i]), &unknown[i]);
                std::array::from_fn(|lane| match set >> i & 1 {
                    1 => values[lane] | unknown[lane],
                    _ => values[lane] & !unknown[lane],
                })
            });
            let mut out = [0; WARP];
            compute(&operands.each_ref(), &mut out);
            out
        };
        let clear = result(0);
        let beyond = u64::MAX.checked_shl(width).unwrap_or(0);
        let mut known = [u64::MAX; WARP];
        for set in [0b0001, 0b0010, 0b0100, 0b1000, 0b1111] {
            let other = result(set);
            for (known, (clear, other)) in known.iter_mut().zip(clear.iter().zip(&other)) {
                *known &= !(clear ^ other) | beyond;
            }
        }
        known
    }
}
