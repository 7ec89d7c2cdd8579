//! Sums of products as tensor cores make them.
//!
//! Each term of a block is cut where the one with the largest exponent has its last bits (Fasi, Higham, Mikaitis and Pranesh, "Numerical
//! behavior of NVIDIA tensor cores", PeerJ CS 2021). What is computed for eight columns at once ([`BlockSums`]) is the same bit by bit as
//! what [`Sums::of`] computes for one element.

use super::float::{Basic, exactly};
use super::matrix::MatrixElement;
use super::singles::{FactorsRoom, SingleFactors};
use crate::device::cpu::exact::{FloatFormat, Rounding};
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x8, mask32x8};
use std::ops::Range;
use std::sync::OnceLock;

/// Two matrices that are multiplied.
#[derive(Clone, Copy, Debug)]
pub(in crate::device::cpu) struct Factors<'a> {
    /// Elements of the first one, row by row.
    pub a: &'a [f64],
    /// Those of the second one, column by column.
    pub b: &'a [f64],
    /// How many a row of the first one has, and a column of the second.
    pub depth: usize,
}

impl Factors<'_> {
    /// What is multiplied for an element.
    fn pairs(&self, row: usize, column: usize) -> impl Iterator<Item = (f64, f64)> {
        let Self { a, b, depth } = *self;
        a[row * depth..][..depth].iter().copied().zip(b[column * depth..][..depth].iter().copied())
    }
}

/// How products become an element of the result.
#[derive(Clone, Copy, Debug)]
pub(in crate::device::cpu) struct Sums {
    /// Elements of the factors.
    pub a: MatrixElement,
    pub d: MatrixElement,
    pub saturates: bool,
    /// In double precision.
    pub rounding: Rounding,
    /// Elements of one bit are compared rather than multiplied.
    pub differs: bool,
    pub accumulation: Accumulation,
}

/// How products of floating-point numbers are added up, as it was measured on Hopper (`conformance values`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::device::cpu) enum Accumulation {
    /// So many places of a row at once; the sum so far is a term of the next ones.
    Blocks { places: usize },
    /// Of bytes: half-precision numbers are made of the lower two of each register and their products added, those of the upper two are
    /// added to that, and the accumulator to the rounded sum. So many places of a row are in a register.
    Halves { register: usize },
    /// All at once, with fewer bits.
    Coarse,
    /// One after the other by fused multiply-adds in single precision, and the accumulator last.
    Fused,
}

impl Accumulation {
    /// That of `mma` and `wmma`. Every other place of a sparse factor is empty.
    pub(in crate::device::cpu) fn of_warp(a: MatrixElement, is_sparse: bool) -> Self {
        match a {
            MatrixElement::Float(format) if format.bits() == 8 => {
                Self::Halves { register: if is_sparse { 8 } else { 4 } }
            }
            _ => Self::in_blocks(is_sparse),
        }
    }

    /// That of `wgmma`.
    pub(in crate::device::cpu) fn of_warpgroup(a: MatrixElement, is_sparse: bool) -> Self {
        match a {
            MatrixElement::Float(format) if format.bits() == 8 => Self::Coarse,
            _ => Self::in_blocks(is_sparse),
        }
    }

    /// That of numbers of more than eight bits.
    pub(in crate::device::cpu) fn in_blocks(is_sparse: bool) -> Self {
        Self::Blocks { places: if is_sparse { 2 * BLOCK } else { BLOCK } }
    }

    /// The order in which the places of a row are added up.
    fn order(self, depth: usize) -> Vec<usize> {
        match self {
            Self::Halves { register } => {
                let half = |upper: bool| (0..depth).filter(move |at| (at % register >= register / 2) == upper);
                half(false).chain(half(true)).collect()
            }
            _ => (0..depth).collect(),
        }
    }

    /// How many of them are added up at once.
    fn places(self, depth: usize) -> usize {
        match self {
            Self::Blocks { places } => places,
            Self::Halves { .. } => depth / 2,
            Self::Coarse => depth,
            Self::Fused => 1,
        }
    }

    /// Bits below the leading one of the largest term that count.
    fn unit(self) -> i32 {
        if self == Self::Coarse { COARSE } else { UNIT }
    }

    /// Whether the accumulator is added to the sum of all products.
    fn has_old_last(self) -> bool {
        matches!(self, Self::Halves { .. } | Self::Fused)
    }
}

impl Sums {
    /// The bits of all elements of a product row by row, from what those of the accumulator were.
    pub(in crate::device::cpu) fn multiply(&self, factors: Factors<'_>, olds: &[f64]) -> Vec<u64> {
        let columns = factors.b.len() / factors.depth;
        match self.a {
            MatrixElement::Float(format)
                if format != FloatFormat::F64
                    && self.accumulation != Accumulation::Fused
                    && columns.is_multiple_of(LANES) =>
            {
                let singles = dispatch!(level(), simd => self.floats(simd, factors, olds));
                singles.unwrap_or_else(|| self.multiply_any(factors, olds))
            }
            _ => {
                let places = (0..factors.a.len() / factors.depth).flat_map(|row| (0..columns).map(move |at| (row, at)));
                places.zip(olds).map(|(place, &old)| self.element(factors, place, old)).collect()
            }
        }
    }

    /// As [`Self::multiply`] for floating-point numbers of any size, but not in double precision, and groups of eight columns.
    pub(super) fn multiply_any(&self, factors: Factors<'_>, olds: &[f64]) -> Vec<u64> {
        let order = self.accumulation.order(factors.depth);
        let split = SplitFactors::new(factors, &order, self.accumulation.unit());
        dispatch!(level(), _simd => self.blocks(&split, factors, olds))
    }

    /// As [`Self::of`] for all elements row by row, eight columns at once, unless single precision does not hold the factors.
    #[inline(always)]
    fn floats(&self, simd: impl Simd, factors: Factors<'_>, olds: &[f64]) -> Option<Vec<u64>> {
        if self.accumulation.unit() != UNIT {
            return None;
        }
        let order = self.accumulation.order(factors.depth);
        let is_single = self.d == MatrixElement::Float(FloatFormat::F32) && !self.accumulation.has_old_last();
        let columns = factors.b.len() / factors.depth;
        match is_single {
            true if columns.is_multiple_of(2 * LANES) => self.singles::<_, 2>(simd, factors, &order, olds),
            true => self.singles::<_, 1>(simd, factors, &order, olds),
            false => SingleFactors::new(simd, factors, &order, &mut FactorsRoom::default())
                .map(|singles| self.blocks(&singles, factors, olds)),
        }
    }

    /// As [`Self::floats`] in single precision with so many vectors at once, unless that holds a factor or many of the sums not.
    #[inline(always)]
    fn singles<S: Simd, const WIDE: usize>(
        &self,
        simd: S,
        factors: Factors<'_>,
        order: &[usize],
        olds: &[f64],
    ) -> Option<Vec<u64>> {
        let Factors { a, b, depth } = factors;
        let block = self.accumulation.places(depth);
        let mut room = FactorsRoom::<WIDE>::default();
        let singles = SingleFactors::new(simd, factors, order, &mut room)?;
        let columns = b.len() / depth;
        let mut new = vec![0; olds.len()];
        let mut missing = Vec::new();
        for group in 0..columns / (WIDE * LANES) {
            for row in 0..a.len() / depth {
                let at = row * columns + group * WIDE * LANES;
                let old = |i: usize| std::array::from_fn(|lane| olds[at + i * LANES + lane] as f32);
                let mut sums: [f32x8<S>; WIDE] = std::array::from_fn(|i| f32x8::simd_from(simd, old(i)));
                let mut are_found = [mask32x8::splat(simd, -1); WIDE];
                for start in (0..depth).step_by(block) {
                    let (more, are_numbers) = singles.add_singles((row, group), start..depth.min(start + block), sums);
                    sums = more;
                    are_found.iter_mut().zip(are_numbers).for_each(|(all, are_numbers)| *all &= are_numbers);
                }
                for i in 0..WIDE {
                    let at = at + i * LANES;
                    let sums: [f32; LANES] = sums[i].into();
                    for (new, sum) in new[at..][..LANES].iter_mut().zip(sums) {
                        *new = u64::from(sum.to_bits());
                    }
                    if !are_found[i].all_true() {
                        let are_found: [i32; LANES] = are_found[i].into();
                        missing.extend((at..at + LANES).filter(|it| are_found[it - at] == 0));
                    }
                }
            }
        }
        if missing.len() > olds.len() / FEW {
            return None;
        }
        for at in missing {
            new[at] = self.element(factors, (at / columns, at % columns), olds[at]);
        }
        Some(new)
    }

    /// As [`Self::floats`] in double precision.
    #[inline(always)]
    fn blocks(&self, blocks: &impl BlockSums, factors: Factors<'_>, olds: &[f64]) -> Vec<u64> {
        let Factors { a, b, depth } = factors;
        let has_old_last = self.accumulation.has_old_last();
        let block = self.accumulation.places(depth);
        let columns = b.len() / depth;
        let mut new = vec![0; olds.len()];
        for group in 0..columns / LANES {
            for row in 0..a.len() / depth {
                let at = row * columns + group * LANES;
                let olds: [f64; LANES] = std::array::from_fn(|lane| olds[at + lane]);
                let mut are_found = [true; LANES];
                let mut sums = if has_old_last { [0.0; LANES] } else { olds };
                for start in (0..depth).step_by(block) {
                    let (more, are_numbers) = blocks.add((row, group), start..depth.min(start + block), sums);
                    for lane in 0..LANES {
                        are_found[lane] &= are_numbers[lane];
                        sums[lane] = self.kept(more[lane]);
                    }
                }
                for lane in 0..LANES {
                    new[at + lane] = match sums[lane] {
                        _ if !are_found[lane] => self.element(factors, (row, group * LANES + lane), olds[lane]),
                        sum if has_old_last => self.add_to_old(olds[lane], sum),
                        sum => self.d.bits_of(sum, false),
                    };
                }
            }
        }
        new
    }

    /// What is kept of a sum before more is added to it.
    #[inline(always)]
    fn kept(&self, sum: f64) -> f64 {
        match (self.accumulation, self.d.width()) {
            (Accumulation::Coarse, 32) => f64::from_bits(sum.to_bits() >> (52 - COARSE) << (52 - COARSE)),
            (_, 32) => f64::from(single_cut(sum)),
            (Accumulation::Halves { .. }, _) => self.d.value(self.d.bits_of(sum, false), 0),
            _ => sum,
        }
    }

    /// The bits of an element of the result that was this before.
    pub(super) fn element(&self, factors: Factors<'_>, (row, column): (usize, usize), old: f64) -> u64 {
        self.of(old, factors.pairs(row, column))
    }

    fn of(&self, old: f64, pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
        match self.a {
            MatrixElement::Integer { .. } => {
                let product = |(a, b): (f64, f64)| if self.differs { (a - b).abs() } else { a * b };
                self.d.bits_of(pairs.map(product).fold(old, |sum, product| sum + product), self.saturates)
            }
            MatrixElement::Float(FloatFormat::F64) => {
                let f = exactly(Basic::Fma, FloatFormat::F64, self.rounding);
                pairs.fold(old.to_bits(), |sum, (a, b)| f(a.to_bits(), b.to_bits(), sum))
            }
            MatrixElement::Float(_) if self.accumulation == Accumulation::Fused => {
                let sum = pairs.fold(0.0, |sum: f32, (a, b)| (a as f32).mul_add(b as f32, sum));
                self.add_to_old(old, f64::from(sum))
            }
            MatrixElement::Float(_) => {
                let pairs: Vec<(f64, f64)> = pairs.collect();
                let order = self.accumulation.order(pairs.len());
                let mut sum = if self.accumulation.has_old_last() { 0.0 } else { old };
                for block in order.chunks(self.accumulation.places(pairs.len())) {
                    let block: Vec<(f64, f64)> = block.iter().map(|&at| pairs[at]).collect();
                    sum = self.kept(accumulate(sum, &block, self.accumulation.unit()));
                }
                match self.accumulation.has_old_last() {
                    true => self.add_to_old(old, sum),
                    false => self.d.bits_of(sum, false),
                }
            }
        }
    }

    /// Halves add up exactly in double precision, and singles are rounded once.
    fn add_to_old(&self, old: f64, sum: f64) -> u64 {
        let total = if self.d.width() == 32 { f64::from(sum as f32 + old as f32) } else { sum + old };
        self.d.bits_of(total, false)
    }
}

/// The vectors that this machine has.
pub(super) fn level() -> Level {
    static LEVEL: OnceLock<Level> = OnceLock::new();
    *LEVEL.get_or_init(Level::new)
}

/// Products that tensor cores add up at once.
pub(super) const BLOCK: usize = 16;
/// Bits that they keep of terms below the last place of the largest one, in single precision.
const EXTRA: i32 = 2;

/// The exponent of the leading bit.
fn exponent(number: f64) -> Option<i32> {
    (number != 0.0).then(|| (number.to_bits() >> 52 & 0x7ff) as i32 - 1023)
}

/// A sum as tensor cores make it. Blocks and bits are those of Hopper.
fn accumulate(sum: f64, pairs: &[(f64, f64)], bits: i32) -> f64 {
    let exponents = pairs.iter().filter_map(|&(a, b)| Some(exponent(a)? + exponent(b)?)).chain(exponent(sum));
    let exact: f64 = pairs.iter().map(|(a, b)| a * b).sum::<f64>() + sum;
    let Some(largest) = exponents.max().filter(|_| exact.is_finite()) else { return exact };
    let unit = f64::from_bits(((1023 + largest - bits).max(1) as u64) << 52);
    let cut = |term: f64| (term / unit).trunc();
    let total = pairs.iter().map(|(a, b)| cut(a * b)).sum::<f64>() + cut(sum);
    total * unit
}

/// In single precision, cut.
#[inline(always)]
fn single_cut(number: f64) -> f32 {
    let nearest = number as f32;
    let is_beyond = f64::from(nearest).abs() > number.abs();
    f32::from_bits(nearest.to_bits().wrapping_sub(u32::from(is_beyond)))
}

/// One of so many elements may be made by itself before all are made in another way.
pub(super) const FEW: usize = 4;
/// Columns that are computed at once.
pub(super) const LANES: usize = 8;
/// The exponent of zero: below that of any number, and so is its sum with another.
pub(super) const OF_ZERO: i32 = -8192;
/// Bits of a fraction behind the leading one. Those of tensor cores have 10 at most.
const FRACTION: u32 = 10;
/// Bits below the leading one of the largest term that count.
pub(super) const UNIT: i32 = 23 + EXTRA;
/// Those that `wgmma` keeps of products of bytes.
const COARSE: i32 = 13;

/// Factors in a form in which eight columns are added up at once.
pub(super) trait BlockSums {
    /// [`accumulate`] for a row and a group of eight columns, some places of these, and the sums so far. Whether it is that: not where
    /// infinities, numbers that are none, or zeros alone decide.
    fn add(&self, at: (usize, usize), places: Range<usize>, sums: [f64; LANES]) -> ([f64; LANES], [bool; LANES]);
}

/// The sums of a block: of the terms in units, the sums so far, and the exponents of the largest terms.
#[inline(always)]
pub(super) fn in_units(
    terms: [i32; LANES],
    sums: [f64; LANES],
    largest: [i32; LANES],
    unit_bits: i32,
) -> ([f64; LANES], [bool; LANES]) {
    let unit = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
    let (mut new, mut are_numbers) = ([0.0; LANES], [true; LANES]);
    for lane in 0..LANES {
        let exponent = largest[lane] - unit_bits;
        new[lane] = (f64::from(terms[lane]) + (sums[lane] * unit(-exponent)).trunc()) * unit(exponent);
        are_numbers[lane] = largest[lane] > OF_ZERO && sums[lane].is_finite();
    }
    (new, are_numbers)
}

/// A number as a fraction, with its sign, and an exponent.
#[derive(Clone, Copy, Debug)]
struct Split {
    fraction: i32,
    exponent: i32,
    /// It is neither an infinity nor no number.
    is_finite: bool,
}

#[inline(always)]
fn split(number: f64) -> Split {
    let bits = number.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits >> (52 - FRACTION) & ((1 << FRACTION) - 1) | 1 << FRACTION) as i32;
    let fraction = if bits >> 63 == 1 { -fraction } else { fraction };
    let is_zero = number == 0.0;
    Split {
        fraction: if is_zero { 0 } else { fraction },
        exponent: if is_zero { OF_ZERO } else { exponent - 1023 },
        is_finite: exponent != 0x7ff,
    }
}

/// The exponent of a number.
#[inline(always)]
pub(super) fn exponent_or_zero(number: f64) -> i32 {
    split(number).exponent
}

/// Any factors: a group of columns is eight numbers for each place.
struct SplitFactors {
    depth: usize,
    /// Bits below the leading one of the largest term that count.
    unit: i32,
    rows: Vec<Split>,
    fractions: Vec<[i32; LANES]>,
    exponents: Vec<[i32; LANES]>,
    /// Of rows, and of columns by group.
    are_finite: (Vec<bool>, Vec<[bool; LANES]>),
}

impl SplitFactors {
    fn new(Factors { a, b, depth }: Factors<'_>, order: &[usize], unit: i32) -> Self {
        let rows: Vec<Split> = a.chunks_exact(depth).flat_map(|row| order.iter().map(|&at| split(row[at]))).collect();
        let of_rows = rows.chunks_exact(depth).map(|row| row.iter().all(|term| term.is_finite)).collect();
        let (mut fractions, mut exponents) = (Vec::new(), Vec::new());
        let mut of_columns = Vec::new();
        for columns in b.chunks_exact(depth * LANES) {
            let mut are_finite = [true; LANES];
            for &at in order {
                let terms: [Split; LANES] = std::array::from_fn(|lane| split(columns[lane * depth + at]));
                fractions.push(terms.map(|term| term.fraction));
                exponents.push(terms.map(|term| term.exponent));
                are_finite = std::array::from_fn(|lane| are_finite[lane] & terms[lane].is_finite);
            }
            of_columns.push(are_finite);
        }
        Self { depth, unit, rows, fractions, exponents, are_finite: (of_rows, of_columns) }
    }
}

impl BlockSums for SplitFactors {
    #[inline(always)]
    fn add(
        &self,
        (row, group): (usize, usize),
        places: Range<usize>,
        sums: [f64; LANES],
    ) -> ([f64; LANES], [bool; LANES]) {
        let terms = &self.rows[row * self.depth..][places.clone()];
        let exponents = &self.exponents[group * self.depth..][places.clone()];
        let fractions = &self.fractions[group * self.depth..][places];
        let mut largest = [0; LANES];
        for lane in 0..LANES {
            largest[lane] = exponent_or_zero(sums[lane]);
        }
        for (a, b) in terms.iter().zip(exponents) {
            for lane in 0..LANES {
                largest[lane] = largest[lane].max(a.exponent + b[lane]);
            }
        }
        // Terms are numbers of units: with a product from 1 to 4 and `UNIT` bits they are less than 2^27, sixteen of them less than 2^31.
        let mut total = [0i32; LANES];
        for (a, (fractions, exponents)) in terms.iter().zip(fractions.iter().zip(exponents)) {
            for lane in 0..LANES {
                let product = a.fraction * fractions[lane];
                let below = (largest[lane] - (a.exponent + exponents[lane]) + UNIT - self.unit).min(31) as u32;
                let size = (product.unsigned_abs() << (UNIT as u32 - 2 * FRACTION)).wrapping_shr(below) as i32;
                let sign = product >> 31;
                total[lane] += (size ^ sign) - sign;
            }
        }
        let (new, mut are_numbers) = in_units(total, sums, largest, self.unit);
        for (is_number, is_finite) in are_numbers.iter_mut().zip(self.are_finite.1[group]) {
            *is_number &= is_finite & self.are_finite.0[row];
        }
        (new, are_numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns of plain numbers are not left to the slow way.
    #[test]
    fn plain_columns_are_computed_at_once() {
        let order = (0..16).collect::<Vec<_>>();
        let numbers: Vec<f64> = (0..16 * LANES).map(|at| (at % 7) as f64 - 3.0).collect();
        let add = |columns: &[f64]| {
            let factors = Factors { a: &numbers[..16], b: columns, depth: 16 };
            SplitFactors::new(factors, &order, UNIT).add((0, 0), 0..16, [1.0; LANES]).1
        };
        assert!(add(&numbers).iter().all(|&is_found| is_found));
        let mut special = numbers.clone();
        (special[16], special[32]) = (f64::NAN, f64::INFINITY);
        assert_eq!(add(&special), [true, false, false, true, true, true, true, true]);
    }

    /// Both forms of factors have the same sums, and plain numbers have the faster one.
    #[test]
    fn singles_are_as_any_others() {
        let order = (0..16).collect::<Vec<_>>();
        let mut random = fastrand::Rng::with_seed(11);
        for round in 0..3000 {
            let mut number = |size: i32| match random.u8(..9) {
                0 => 0.0,
                // So small that products of two are none of single precision.
                1 if round % 3 == 0 => f64::from(random.i32(-1023..1024)) * 2f64.powi(random.i32(-126..-90)),
                _ => f64::from(random.i32(-2047..2048)) / 1024.0 * 2f64.powi(random.i32(-size..=size)),
            };
            let size = 1 + round % 40;
            let a: Vec<f64> = (0..16).map(|_| number(size)).collect();
            let b: Vec<f64> = (0..16 * LANES).map(|_| number(size)).collect();
            let olds = std::array::from_fn(|_| f64::from(number(2 * size) as f32));
            let factors = Factors { a: &a, b: &b, depth: 16 };
            let plain = dispatch!(level(), simd => {
                let mut room = FactorsRoom::<1>::default();
                SingleFactors::new(simd, factors, &order, &mut room).map(|singles| singles.add((0, 0), 0..16, olds))
            });
            let (sums, are_found) = plain.expect("single precision holds the factors");
            let (others, are_others_found) = SplitFactors::new(factors, &order, UNIT).add((0, 0), 0..16, olds);
            for lane in (0..LANES).filter(|&lane| are_found[lane]) {
                assert!(are_others_found[lane]);
                assert_eq!(sums[lane], others[lane], "round {round}");
            }
            // Only sums that are tiny as a whole are left to the slow way.
            assert!(round % 3 == 0 || are_found == are_others_found);
        }
    }

    /// Numbers whose products single precision does not hold are left to the other form.
    #[test]
    fn singles_have_their_limits() {
        let order = (0..16).collect::<Vec<_>>();
        for far in [2f64.powi(51), 2f64.powi(-150), f64::INFINITY, f64::NAN] {
            for at in 0..2 {
                let (mut a, mut b) = ([1.0; 16], [1.0; 16 * LANES]);
                *(if at == 0 { &mut a[3] } else { &mut b[33] }) = far;
                let factors = Factors { a: &a, b: &b, depth: 16 };
                let mut room = FactorsRoom::<1>::default();
                assert!(dispatch!(level(), simd => SingleFactors::new(simd, factors, &order, &mut room).is_none()));
            }
        }
    }

    /// What eight columns at once make is what each element is by itself, bit by bit.
    #[test]
    fn many_are_as_one() {
        let mut random = fastrand::Rng::with_seed(7);
        let blocks = Accumulation::in_blocks(false);
        let formats = [
            (FloatFormat::F16, FloatFormat::F32, 16, blocks),
            (FloatFormat::BF16, FloatFormat::F32, 32, blocks),
            (FloatFormat::BF16, FloatFormat::F32, 32, Accumulation::in_blocks(true)),
            (FloatFormat::F16, FloatFormat::F16, 16, blocks),
            (FloatFormat::TF32, FloatFormat::F32, 8, blocks),
            (FloatFormat::E4M3, FloatFormat::F32, 32, Accumulation::Halves { register: 4 }),
            (FloatFormat::E5M2, FloatFormat::F16, 64, Accumulation::Halves { register: 8 }),
            (FloatFormat::E4M3, FloatFormat::F32, 32, Accumulation::Coarse),
            (FloatFormat::E5M2, FloatFormat::F16, 32, Accumulation::Coarse),
        ];
        for round in 0..600 {
            let (of_a, of_d, depth, accumulation) = formats[round % formats.len()];
            let [a, d] = [of_a, of_d].map(MatrixElement::Float);
            let sums = Sums { a, d, saturates: false, rounding: Rounding::Nearest, differs: false, accumulation };
            // All patterns of bits, among them infinities, or numbers of like size, some of them zero.
            let any = round % 3 == 0;
            let mut element = |format: FloatFormat| {
                let kind = MatrixElement::Float(format);
                let (size, zero, bits) = (random.f64() - 0.5, random.u8(..8) == 0, random.u64(..));
                match any {
                    true => kind.value(bits >> 3 & u64::MAX >> (64 - kind.width()), 0),
                    false if zero => 0.0,
                    false => kind.value(kind.bits_of(size * f64::from(1 << (bits % 9)), false), 0),
                }
            };
            let (rows, columns) = (3, 8);
            let a: Vec<f64> = (0..rows * depth).map(|_| element(of_a)).collect();
            let b: Vec<f64> = (0..columns * depth).map(|_| element(of_a)).collect();
            let c: Vec<f64> = (0..rows * columns).map(|_| element(of_d)).collect();
            let factors = Factors { a: &a, b: &b, depth };
            let found = sums.multiply(factors, &c);
            for row in 0..rows {
                for column in 0..columns {
                    let pairs = (0..depth).map(|at| (a[row * depth + at], b[column * depth + at]));
                    let right = sums.of(c[row * columns + column], pairs);
                    assert_eq!(found[row * columns + column], right, "{of_a:?} {of_d:?}, row {row}, column {column}");
                }
            }
        }
    }

    /// Elements of products that an H100 and an H200 have computed.
    #[test]
    fn sums_are_those_of_hopper() {
        let sum = |[a, d]: [FloatFormat; 2], accumulation, old: f64, pairs: &[(f64, f64)]| {
            let [a, d] = [a, d].map(MatrixElement::Float);
            let sums = Sums { a, d, saturates: false, rounding: Rounding::Nearest, differs: false, accumulation };
            sums.of(old, pairs.iter().copied())
        };
        let single = |number: f32| u64::from(number.to_bits());
        let bytes = [FloatFormat::E4M3, FloatFormat::F32];
        // Thirteen bits below the largest term, and of the result.
        let small = 2f64.powi(-13);
        let terms = [(1.0, 1.0), (1.5 * small, 1.0)];
        assert_eq!(sum(bytes, Accumulation::Coarse, 0.0, &terms), single(1.0 + 2f32.powi(-13)));
        assert_eq!(sum(bytes, Accumulation::Coarse, 1.0, &terms), single(2.0));
        let halves = Accumulation::Halves { register: 4 };
        assert_eq!(sum(bytes, halves, 0.0, &terms), single(1.0 + 1.5 * 2f32.powi(-13)));
        // One product after the other is rounded: the second is half of the last bit, and is lost twice.
        let fused = [(1.0, 1.0), (2f64.powi(-12), 2f64.powi(-12)), (2f64.powi(-12), 2f64.powi(-12))];
        assert_eq!(sum([FloatFormat::F16, FloatFormat::F32], Accumulation::Fused, 0.0, &fused), single(1.0));
        let blocks = Accumulation::in_blocks(false);
        assert_eq!(sum([FloatFormat::F16, FloatFormat::F32], blocks, 0.0, &fused), single(1.0 + 2f32.powi(-23)));
    }
}
