//! Factors that single precision holds with room to spare, which nearly all have that kernels multiply: eight products are exact numbers of
//! one vector, and what tensor cores cut off is what a conversion to integers cuts off.

use super::sums::{BlockSums, Factors, LANES, OF_ZERO, UNIT, exponent_or_zero, in_units};
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8, mask32x8, u32x8};
use std::ops::Range;

/// The largest exponent of a factor, so that products are far from infinite.
pub(super) const MOST: i32 = 50;
/// The smallest exponent of the largest term of a sum: products that are no normal numbers are less than its last bit.
const LEAST_OF_SUM: i32 = -126 + UNIT + 1;
/// With factors from this exponent on the powers of two of products are not rounded to zero.
const LEAST_APART_FROM_ZERO: i32 = -74;
/// What makes any subnormal number a normal one, as an exponent.
const NORMAL: i32 = 24;
/// The largest one: a sum of sixteen such terms is far from infinite.
const MOST_OF_SUM: i32 = 2 * (MOST + 1);
/// The bits of an exponent in single precision.
const EXPONENT: u32 = 0x7f80_0000;
/// Sums from this many units on are left to the slow way, up to two to the power of 24: seventeen terms are less than 2^31 + 2^26, and
/// those that are no integers of 32 bits look like ones that are larger than this.
const MOST_UNITS: u32 = 0x7c;

/// Columns that are computed at once: so many vectors of them.
pub(super) type ColumnGroup<const WIDE: usize> = [[f32; LANES]; WIDE];

/// A group of columns is a few vectors for each place.
pub(super) struct SingleFactors<'a, S, const WIDE: usize> {
    simd: S,
    depth: usize,
    rows: FactorParts<'a, f32>,
    columns: FactorParts<'a, ColumnGroup<WIDE>>,
    /// Products of powers of two may be zero where none of the powers are.
    is_tiny: bool,
}

/// Numbers, and for each the power of two that has its exponent: zero for zero.
#[derive(Clone, Copy)]
pub(super) struct FactorParts<'a, T> {
    pub numbers: &'a [T],
    pub powers: &'a [T],
}

/// The sizes that numbers have, as bits, in each lane.
#[derive(Clone, Copy)]
pub(super) struct Sizes<S: Simd> {
    most: u32x8<S>,
    /// Of those that are not zero, less one.
    least: u32x8<S>,
}

impl<S: Simd> Sizes<S> {
    #[inline(always)]
    pub(super) fn new(simd: S) -> Self {
        Self { most: u32x8::splat(simd, 0), least: u32x8::splat(simd, u32::MAX) }
    }

    /// As [`Self::add`] for numbers that are zero or have exponents from [`LEAST_APART_FROM_ZERO`] on.
    #[inline(always)]
    pub(super) fn add_normal(&mut self, numbers: f32x8<S>) -> f32x8<S> {
        let bits: u32x8<S> = numbers.bitcast();
        self.most = self.most.max(bits & !(1 << 31));
        (bits & EXPONENT).bitcast()
    }

    /// Counts numbers in. The powers of two that have their exponents.
    #[inline(always)]
    pub(super) fn add(&mut self, numbers: f32x8<S>) -> f32x8<S> {
        let bits: u32x8<S> = numbers.bitcast();
        let sizes = bits & !(1 << 31);
        self.most = self.most.max(sizes);
        // Zero is the largest one.
        self.least = self.least.min(sizes - 1);
        let normal: u32x8<S> = (numbers * power_of_two(NORMAL)).bitcast();
        (normal & EXPONENT).bitcast::<f32x8<S>>() * power_of_two(-NORMAL)
    }

    /// The largest size, and the least one of those that are not zero, less one.
    #[inline(always)]
    fn range(&self) -> (u32, u32) {
        let [most, least]: [[u32; LANES]; 2] = [self.most.into(), self.least.into()];
        (most.into_iter().fold(0, u32::max), least.into_iter().fold(u32::MAX, u32::min))
    }
}

/// Two to this, which is a normal number.
#[inline(always)]
const fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23)
}

/// Room that [`SingleFactors::new`] fills: numbers and their powers.
#[derive(Default)]
pub(super) struct FactorsRoom<const WIDE: usize> {
    rows: [Vec<f32>; 2],
    columns: [Vec<ColumnGroup<WIDE>>; 2],
}

impl<'a, S: Simd, const WIDE: usize> SingleFactors<'a, S, WIDE> {
    /// Nothing if any number is too large or too small. An element at a place is the one that the order tells.
    #[inline(always)]
    pub(super) fn new(simd: S, factors: Factors<'_>, order: &[usize], room: &'a mut FactorsRoom<WIDE>) -> Option<Self> {
        let Factors { a, b, depth } = factors;
        // What is too small for single precision is another number there.
        let mut are_same = true;
        let mut single = |number: f64| {
            are_same &= f64::from(number as f32) == number;
            number as f32
        };
        let ([rows, powers_of_rows], [columns, powers_of_columns]) = (&mut room.rows, &mut room.columns);
        rows.resize(a.len().next_multiple_of(LANES), 0.0);
        columns.resize(b.len() / (WIDE * LANES), [[0.0; LANES]; WIDE]);
        for (from, to) in a.chunks_exact(depth).zip(rows.chunks_exact_mut(depth)) {
            for (to, &at) in to.iter_mut().zip(order) {
                *to = single(from[at]);
            }
        }
        for (from, to) in b.chunks_exact(depth * WIDE * LANES).zip(columns.chunks_exact_mut(depth)) {
            for (to, &at) in to.iter_mut().zip(order) {
                for (lane, number) in to.as_flattened_mut().iter_mut().enumerate() {
                    *number = single(from[lane * depth + at]);
                }
            }
        }
        if !are_same {
            return None;
        }
        let mut sizes = Sizes::new(simd);
        powers_of_rows.resize(rows.len(), 0.0);
        powers_of_columns.resize(columns.len(), [[0.0; LANES]; WIDE]);
        let all = (rows.as_chunks().0.iter().zip(powers_of_rows.as_chunks_mut().0))
            .chain(columns.as_flattened().iter().zip(powers_of_columns.as_flattened_mut()));
        // What closures do here is not compiled for these vectors.
        for (numbers, powers) in all {
            *powers = sizes.add(f32x8::simd_from(simd, *numbers)).into();
        }
        let rows = FactorParts { numbers: rows, powers: powers_of_rows };
        Self::of(simd, depth, rows, FactorParts { numbers: columns, powers: powers_of_columns }).within(&sizes, MOST)
    }

    /// From rows one after the other, and from groups of columns, each place by place.
    #[inline(always)]
    pub(super) fn of(
        simd: S,
        depth: usize,
        rows: FactorParts<'a, f32>,
        columns: FactorParts<'a, ColumnGroup<WIDE>>,
    ) -> Self {
        Self { simd, depth, rows, columns, is_tiny: true }
    }

    /// The same with the sizes of all numbers. Nothing if any has a larger exponent than this, which is [`MOST`] or less.
    #[inline(always)]
    pub(super) fn within(mut self, sizes: &Sizes<S>, exponent: i32) -> Option<Self> {
        let (most, least) = sizes.range();
        self.is_tiny = least < power_of_two(LEAST_APART_FROM_ZERO).to_bits() - 1;
        (most < power_of_two(exponent + 1).to_bits()).then_some(self)
    }

    /// Where the places of a row and of a group of columns are.
    #[inline(always)]
    fn lines(&self, (row, group): (usize, usize), places: Range<usize>) -> [Range<usize>; 2] {
        [row, group].map(|line| line * self.depth + places.start..line * self.depth + places.end)
    }

    /// The largest power of two among these and those of the terms.
    #[inline(always)]
    fn largest(&self, row: Range<usize>, columns: Range<usize>, others: [f32x8<S>; WIDE]) -> [f32x8<S>; WIDE] {
        let mut most = others;
        for (power, powers) in self.rows.powers[row].iter().zip(&self.columns.powers[columns]) {
            let power = f32x8::splat(self.simd, *power);
            for (most, powers) in most.iter_mut().zip(powers) {
                *most = most.max(power * f32x8::simd_from(self.simd, *powers));
            }
        }
        most
    }

    /// The sum of the terms in units, of which these are the inverse.
    ///
    /// With a product from 1 to 4 and [`UNIT`] bits they are less than 2^27, sixteen of them less than 2^31.
    #[inline(always)]
    fn total(&self, row: Range<usize>, columns: Range<usize>, inverse: [f32x8<S>; WIDE]) -> [i32x8<S>; WIDE] {
        let mut total = [i32x8::splat(self.simd, 0); WIDE];
        for (number, numbers) in self.rows.numbers[row].iter().zip(&self.columns.numbers[columns]) {
            let number = f32x8::splat(self.simd, *number);
            for ((total, inverse), numbers) in total.iter_mut().zip(inverse).zip(numbers) {
                let product = number * f32x8::simd_from(self.simd, *numbers);
                *total += (product * inverse).to_int::<i32x8<S>>();
            }
        }
        total
    }

    /// What [`BlockSums::add`] tells for sums of single precision, cut to it, and whether it is that: not where negative zeros alone
    /// decide, or numbers that are very large or very small.
    #[inline(always)]
    pub(super) fn add_singles(
        &self,
        at: (usize, usize),
        places: Range<usize>,
        sums: [f32x8<S>; WIDE],
    ) -> ([f32x8<S>; WIDE], [mask32x8<S>; WIDE]) {
        let simd = self.simd;
        let [row, columns] = self.lines(at, places);
        let bits: [i32x8<S>; WIDE] = sums.map(|sums| sums.bitcast());
        let largest = bits.map(|bits| (bits & EXPONENT as i32).bitcast());
        let largest = self.largest(row.clone(), columns.clone(), largest);
        // Powers of two are divided by subtracting their bits; those of lanes that are not found are anything.
        let exponents: [i32x8<S>; WIDE] = largest.map(|largest| largest.bitcast());
        let inverse = i32x8::splat(simd, (((2 * 127 + UNIT) as u32) << 23) as i32);
        let inverse: [f32x8<S>; WIDE] = exponents.map(|exponents| (inverse - exponents).bitcast());
        let mut total = self.total(row, columns, inverse);
        let [least, most] = [LEAST_OF_SUM, MOST_OF_SUM].map(power_of_two);
        // With zero any zeros add up to zero.
        let zero = if self.is_tiny { -1.0 } else { 0.0 };
        let (mut new, mut are_found) = (sums, [mask32x8::splat(simd, 0); WIDE]);
        for i in 0..WIDE {
            total[i] += (sums[i] * inverse[i]).to_int::<i32x8<S>>();
            let are_zero = largest[i].simd_eq(zero) & bits[i].simd_eq(0);
            let sign = total[i] & i32::MIN;
            let are_negative = total[i] >> 31;
            let size: u32x8<S> = ((total[i] ^ are_negative) - are_negative).bitcast();
            let above = size >> 24;
            // As many ones as there are more bits than single precision has.
            let mut cut = above | above >> 1;
            cut |= cut >> 2;
            cut |= cut >> 4;
            let above: i32x8<S> = above.bitcast();
            let kept: i32x8<S> = (size & !cut).bitcast();
            let unit: f32x8<S> = (exponents[i] - (UNIT << 23)).bitcast();
            let number: i32x8<S> = (kept.to_float::<f32x8<S>>() * unit).bitcast();
            new[i] = are_zero.select(i32x8::splat(simd, 0), number | sign).bitcast();
            let are_in_range = largest[i].simd_ge(least) & largest[i].simd_le(most);
            are_found[i] = (are_zero | are_in_range) & above.simd_lt(MOST_UNITS as i32);
        }
        (new, are_found)
    }
}

impl<S: Simd> BlockSums for SingleFactors<'_, S, 1> {
    #[inline(always)]
    fn add(&self, at: (usize, usize), places: Range<usize>, sums: [f64; LANES]) -> ([f64; LANES], [bool; LANES]) {
        let simd = self.simd;
        let [row, columns] = self.lines(at, places);
        let [most] = self.largest(row.clone(), columns.clone(), [f32x8::splat(simd, 0.0)]);
        let most: [f32; LANES] = most.into();
        let mut largest = [0; LANES];
        let mut inverse = [0.0; LANES];
        for lane in 0..LANES {
            let of_products = if most[lane] == 0.0 { OF_ZERO } else { (most[lane].to_bits() >> 23) as i32 - 127 };
            largest[lane] = of_products.max(exponent_or_zero(sums[lane]));
            inverse[lane] = power_of_two(UNIT - largest[lane].clamp(LEAST_OF_SUM, 127));
        }
        let [total] = self.total(row, columns, [f32x8::simd_from(simd, inverse)]);
        let (new, mut are_numbers) = in_units(total.into(), sums, largest, UNIT);
        for lane in 0..LANES {
            are_numbers[lane] &= largest[lane] >= LEAST_OF_SUM;
        }
        (new, are_numbers)
    }
}
