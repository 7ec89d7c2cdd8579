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

    /// The bits of a lane of a register that are known.
    pub fn known(&self, register: u32, lane: usize) -> u64 {
        self.0.get(&register).map_or(0, |known| known[lane])
    }

    /// These bits of a lane of a register are known.
    pub fn note(&mut self, register: u32, lane: usize, known: u64) {
        self.0.entry(register).or_insert([0; WARP])[lane] = known;
    }
}

/// So many bits from the lowest.
fn mask_of(width: u32) -> u64 {
    1u64.checked_shl(width).map_or(u64::MAX, |bit| bit - 1)
}

impl Warp {
    /// Which bits of a result are known though not all operands are.
    pub fn known_results(&self, base: u32, compute: &Compute, from: [RegisterSlot; 4], insight: Insight) -> Lanes {
        let known = from.map(|slot| std::array::from_fn(|lane| self.known_bits(base, slot, lane)));
        let operands = Operands { values: from.map(|slot| self.lanes(base, slot)), known: &known, from };
        operands.known_results(compute, insight)
    }
}

/// The operands of a step in all lanes, and which of their bits are known.
struct Operands<'w> {
    values: [&'w Lanes; 4],
    known: &'w [Lanes; 4],
    /// Where they are: those that a step does not need repeat another one.
    from: [RegisterSlot; 4],
}

impl Operands<'_> {
    fn known_results(&self, compute: &Compute, insight: Insight) -> Lanes {
        let has_value = |index: usize, lane: usize| self.known[index][lane] == u64::MAX;
        let is_zero = |lane: usize| (0..2).any(|i| has_value(i, lane) && self.values[i][lane] == 0);
        match insight {
            Insight::None => [0; WARP],
            Insight::Bits { width, steering } => self.bits(compute, width, steering),
            Insight::Sum => std::array::from_fn(|lane| mask_of(self.common(lane).trailing_ones())),
            Insight::Elements { from: width, to } => std::array::from_fn(|lane| self.elements(lane, width, to)),
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

    /// The bits that all operands know: below the lowest that one of them lacks, no carry comes from the unknown.
    fn common(&self, lane: usize) -> u64 {
        self.known.iter().fold(u64::MAX, |all, known| all & known[lane])
    }

    /// Those of packed numbers that no unknown bit goes into.
    fn elements(&self, lane: usize, width: u32, to: u32) -> u64 {
        let known = self.common(lane);
        let whole = |element: u32| known >> (element * width) & mask_of(width) == mask_of(width);
        let elements = (0..2).filter(|&element| whole(element)).map(|element| mask_of(to) << (element * to));
        elements.fold(!mask_of(2 * to), |all, bits| all | bits)
    }

    /// Those of so many bits that stay as they are whatever the unknown bits of the operands are. A bit of the result depends on one bit
    /// of each operand, so it is enough to set all that are unknown of an operand at once, for each choice of operands.
    fn bits(&self, compute: &Compute, width: u32, steering: [u64; 4]) -> Lanes {
        let unknown = self.known.each_ref().map(|known| known.map(|known| !known));
        // An operand that repeats another one has its bits.
        let first = |index: usize| (0..index).find(|&i| self.from[i] == self.from[index]).unwrap_or(index);
        let result = |set: usize| {
            let operands: [Lanes; 4] = std::array::from_fn(|i| {
                let (values, unknown) = (self.values[i], &unknown[i]);
                std::array::from_fn(|lane| match set >> first(i) & 1 {
                    1 => values[lane] | unknown[lane],
                    _ => values[lane] & !unknown[lane],
                })
            });
            let mut out = [0; WARP];
            compute(&operands.each_ref(), &mut out);
            out
        };
        let is_varied = |i: usize| first(i) == i && unknown[i].iter().any(|&bits| bits != 0);
        let varied = (0..4).filter(|&i| is_varied(i)).fold(0, |all, i| all | 1 << i);
        let clear = result(0);
        let beyond = u64::MAX.checked_shl(width).unwrap_or(0);
        let mut known = [u64::MAX; WARP];
        for set in (1..16).filter(|set| set & !varied == 0) {
            let other = result(set);
            for (known, (clear, other)) in known.iter_mut().zip(clear.iter().zip(&other)) {
                *known &= !(clear ^ other) | beyond;
            }
        }
        for (lane, known) in known.iter_mut().enumerate() {
            if (0..4).any(|i| steering[i] & unknown[i][lane] != 0) {
                *known = beyond;
            }
        }
        known
    }
}

#[cfg(test)]
mod tests;
