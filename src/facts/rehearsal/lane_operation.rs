//! Frequent operations on integers, for all lanes of a warp at once. What they compute is defined by [`InstructionForm::evaluate`], against which
//! they are tested; here each is a loop over an array that compilers make vectors of.

use super::numbers::{EachLane, LANES, LaneNumbers};
use crate::facts::expr::{IntegerRelation, Operation};
use crate::isa::{op, word};
use crate::semantics::{InstructionForm, IntegerFormat};

/// What an operation makes of up to three numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Sum,
    Difference,
    Product,
    ScaledSum,
    WideProduct,
    WideScaledSum,
    Bits(Operation),
    Copy,
    Conversion,
    Selection,
    /// The relation, and whether its operands change places.
    Comparison(IntegerRelation, bool),
}

/// An operation on numbers of lanes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LaneOperation {
    kind: Kind,
    to: IntegerFormat,
    from: IntegerFormat,
}

/// The numbers of all lanes.
type Numbers = [u64; LANES];

impl LaneOperation {
    /// The operation of an instruction with so many sources; `None` for those that are less frequent, have modifiers, or may be undefined.
    pub(super) fn of(form: InstructionForm<'_>, sources: usize) -> Option<Self> {
        let (kind, wanted) = match form.instruction {
            op::ADD => (Kind::Sum, 2),
            op::SUB => (Kind::Difference, 2),
            op::MUL_LO => (Kind::Product, 2),
            op::MAD_LO => (Kind::ScaledSum, 3),
            op::MUL_WIDE => (Kind::WideProduct, 2),
            op::MAD_WIDE => (Kind::WideScaledSum, 3),
            op::AND | op::OR | op::XOR | op::SHL | op::SHR => (Kind::Bits(Operation::of(form.instruction)?), 2),
            op::MOV => (Kind::Copy, 1),
            op::CVT => (Kind::Conversion, 1),
            op::SELP => (Kind::Selection, 3),
            op::SETP => {
                let [comparison] = *form.words else { return None };
                let (relation, swaps) = IntegerRelation::of(comparison).filter(|_| comparison.is_like(word::EQ))?;
                (Kind::Comparison(relation, swaps), 2)
            }
            _ => return None,
        };
        let is_plain = form.words.is_empty() || matches!(kind, Kind::Comparison(..));
        (is_plain && sources == wanted).then_some(Self { kind, to: form.to, from: form.from })
    }

    /// The numbers of the lanes of a mask.
    pub(super) fn apply(&self, sources: &[LaneNumbers], mask: u32) -> LaneNumbers {
        let known = sources.iter().fold(mask, |known, source| known & source.known());
        let mut all = [[0; LANES]; 3];
        for (numbers, source) in all.iter_mut().zip(sources) {
            *numbers = source.spread().numbers;
        }
        let mut numbers = self.compute(&all);
        if known != u32::MAX {
            let is_known = |lane: usize| 0u64.wrapping_sub(u64::from(known >> lane & 1));
            numbers.iter_mut().enumerate().for_each(|(lane, number)| *number &= is_known(lane));
        }
        LaneNumbers::of_each(EachLane { known, numbers })
    }

    fn compute(&self, [a, b, c]: &[Numbers; 3]) -> Numbers {
        let Self { to, from, .. } = *self;
        let wide = from.doubled();
        let fit = |format: IntegerFormat, number: u64| format.unsigned().read(number as i64) as u64;
        let read = |number: u64| from.read(number as i64) as u64;
        match self.kind {
            Kind::Sum => lanes(|i| fit(from, a[i].wrapping_add(b[i]))),
            Kind::Difference => lanes(|i| fit(from, a[i].wrapping_sub(b[i]))),
            Kind::Product => lanes(|i| fit(from, a[i].wrapping_mul(b[i]))),
            Kind::ScaledSum => lanes(|i| fit(from, a[i].wrapping_mul(b[i]).wrapping_add(c[i]))),
            Kind::WideProduct => lanes(|i| fit(wide, read(a[i]).wrapping_mul(read(b[i])))),
            Kind::WideScaledSum => lanes(|i| fit(wide, read(a[i]).wrapping_mul(read(b[i])).wrapping_add(c[i]))),
            Kind::Bits(Operation::And) => lanes(|i| fit(from, a[i] & b[i])),
            Kind::Bits(Operation::Or) => lanes(|i| fit(from, a[i] | b[i])),
            Kind::Bits(Operation::Xor) => lanes(|i| fit(from, a[i] ^ b[i])),
            // The counts of shifts are words, whatever is shifted.
            Kind::Bits(operation) => lanes(|i| {
                let number = operation.apply(from, a[i] as i64, i64::from(b[i] as u32));
                fit(from, number.unwrap_or(0) as u64)
            }),
            Kind::Copy => lanes(|i| fit(from, a[i])),
            Kind::Conversion => lanes(|i| to.read(from.read(a[i] as i64)) as u64),
            Kind::Selection => lanes(|i| fit(to, if c[i] & 1 == 1 { a[i] } else { b[i] })),
            Kind::Comparison(relation, swaps) => {
                let [a, b] = if swaps { [b, a] } else { [a, b] };
                lanes(|i| u64::from(relation.holds(from, a[i] as i64, b[i] as i64)))
            }
        }
    }
}

/// A number for each lane.
#[inline(always)]
fn lanes(number: impl Fn(usize) -> u64) -> Numbers {
    std::array::from_fn(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of 64 bits, with those at the limits of all formats among them.
    fn numbers(mut seed: u64) -> Numbers {
        const LIMITS: [u64; 8] = [0, 1, 31, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, i64::MAX as u64, u64::MAX];
        std::array::from_fn(|lane| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            if lane < 8 { LIMITS[(lane + seed as usize % 8) % 8] } else { seed ^ seed >> 29 }
        })
    }

    #[test]
    fn operations_are_those_of_the_instructions() {
        let instructions = [
            (op::ADD, 2),
            (op::SUB, 2),
            (op::MUL_LO, 2),
            (op::MAD_LO, 3),
            (op::MUL_WIDE, 2),
            (op::MAD_WIDE, 3),
            (op::AND, 2),
            (op::OR, 2),
            (op::XOR, 2),
            (op::SHL, 2),
            (op::SHR, 2),
            (op::MOV, 1),
            (op::CVT, 1),
            (op::SELP, 3),
        ];
        let comparisons =
            [word::EQ, word::NE, word::LT, word::LE, word::GT, word::GE, word::LO, word::LS, word::HI, word::HS];
        let plain = instructions.map(|(instruction, sources)| (instruction, sources, Vec::new()));
        let compared = comparisons.map(|comparison| (op::SETP, 2, vec![comparison]));
        let formats =
            [1, 8, 16, 32, 64].into_iter().flat_map(|bits| [false, true].map(|signed| IntegerFormat { bits, signed }));
        let formats: Vec<IntegerFormat> = formats.collect();
        for (instruction, sources, words) in plain.into_iter().chain(compared) {
            for &from in &formats {
                for &to in formats.iter().filter(|&&to| instruction == op::CVT || to == from) {
                    let form = InstructionForm { instruction, words: &words, to, from };
                    let operation = LaneOperation::of(form, sources).expect("a frequent operation");
                    let inputs: Vec<LaneNumbers> = (0..sources as u64)
                        .map(|seed| {
                            LaneNumbers::of_each(EachLane {
                                known: 0xffff_fff7,
                                numbers: {
                                    let mut all = numbers(seed + u64::from(from.bits));
                                    all[3] = 0;
                                    all
                                },
                            })
                        })
                        .collect();
                    let expected =
                        LaneNumbers::combined(&inputs, 0x7fff_ffff, |it| form.evaluate(it, false).map(|it| it.bits));
                    assert_eq!(operation.apply(&inputs, 0x7fff_ffff), expected, "{form:?}");
                }
            }
        }
    }

    #[test]
    fn what_has_modifiers_is_left_out() {
        let format = IntegerFormat { bits: 32, signed: true };
        let of = |instruction, words: &[crate::isa::Word], sources| {
            LaneOperation::of(InstructionForm { instruction, words, to: format, from: format }, sources)
        };
        assert_eq!(of(op::ADD, &[word::SAT], 2), None);
        assert_eq!(of(op::SETP, &[word::EQ, word::FTZ], 2), None);
        assert_eq!(of(op::DIV, &[], 2), None);
    }
}
