//! Factors that single precision holds with room to spare, which nearly all have that kernels multiply: eight products are exact numbers of
//! one vector, and what tensor cores cut off is what a conversion to integers cuts off.

use super::sums::{BlockSums, Factors, LANES, OF_ZERO, UNIT, exponent_or_zero, in_units};
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8, mask32x8};
use std::ops::Range;

/// The largest exponent of a factor, so that products are far from infinite.
const MOST: i32 = 50;
/// The smallest one: factors are normal numbers.
const LEAST: i32 = -126;
/// The smallest exponent of the largest term of a sum: what is no normal number is less than its last bit.
const LEAST_OF_SUM: i32 = LEAST + UNIT + 1;
/// The largest one: a sum of sixteen such terms is far from infinite.
const MOST_OF_SUM: i32 = 2 * (MOST + 1);
/// The bits of an exponent in single precision.
const EXPONENT: u32 = 0x7f80_0000;

/// A group of columns is eight numbers for each place.
pub(super) struct SingleFactors<S> {
    simd: S,
    depth: usize,
    rows: Parts<f32>,
    columns: Parts<[f32; LANES]>,
}

/// Numbers, and for each the power of two that has its exponent: zero for zero.
struct Parts<T> {
    numbers: Vec<T>,
    powers: Vec<T>,
}

/// Whether all numbers are zero, or have exponents that suffice.
#[inline(always)]
fn fit(numbers: &[f32]) -> bool {
    let bits = |exponent: i32| ((127 + exponent) as u32) << 23;
    let mut misfits = 0;
    for number in numbers {
        let size = number.to_bits() & !(1 << 31);
        let fits = (size == 0) | (size.wrapping_sub(bits(LEAST)) < bits(MOST + 1) - bits(LEAST));
        misfits |= u32::from(!fits);
    }
    misfits == 0
}

#[inline(always)]
fn power(number: f32) -> f32 {
    f32::from_bits(number.to_bits() & EXPONENT)
}

/// Two to this, which is a normal number.
#[inline(always)]
const fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23)
}

impl<S: Simd> SingleFactors<S> {
    /// Nothing if any number is too large or too small. An element at a place is the one that the order tells.
    #[inline(always)]
    pub(super) fn new(simd: S, Factors { a, b, depth }: Factors<'_>, order: &[usize]) -> Option<Self> {
        // What is too small for single precision is another number there.
        let mut are_same = true;
        let mut single = |number: f64| {
            are_same &= f64::from(number as f32) == number;
            number as f32
        };
        let mut rows = vec![0.0; a.len()];
        for (from, to) in a.chunks_exact(depth).zip(rows.chunks_exact_mut(depth)) {
            for (to, &at) in to.iter_mut().zip(order) {
                *to = single(from[at]);
            }
        }
        let mut columns = vec![[0.0; LANES]; b.len() / LANES];
        for (from, to) in b.chunks_exact(depth * LANES).zip(columns.chunks_exact_mut(depth)) {
            for (to, &at) in to.iter_mut().zip(order) {
                for lane in 0..LANES {
                    to[lane] = single(from[lane * depth + at]);
                }
            }
        }
        if are_same { Self::of(simd, rows, columns, depth) } else { None }
    }

    /// From rows one after the other, and from groups of columns, each place by place. Nothing if any number is too large or too small.
    #[inline(always)]
    pub(super) fn of(simd: S, rows: Vec<f32>, columns: Vec<[f32; LANES]>, depth: usize) -> Option<Self> {
        if !fit(&rows) || !fit(columns.as_flattened()) {
            return None;
        }
        let (mut powers_of_rows, mut powers_of_columns) = (rows.clone(), columns.clone());
        powers_of_rows.iter_mut().for_each(|number| *number = power(*number));
        powers_of_columns.as_flattened_mut().iter_mut().for_each(|number| *number = power(*number));
        let rows = Parts { numbers: rows, powers: powers_of_rows };
        Some(Self { simd, depth, rows, columns: Parts { numbers: columns, powers: powers_of_columns } })
    }

    /// Where the places of a row and of a group of columns are.
    #[inline(always)]
    fn lines(&self, (row, group): (usize, usize), places: Range<usize>) -> [Range<usize>; 2] {
        [row, group].map(|line| line * self.depth + places.start..line * self.depth + places.end)
    }

    /// The largest power of two among these and those of the terms.
    #[inline(always)]
    fn largest(&self, row: Range<usize>, columns: Range<usize>, other: f32x8<S>) -> f32x8<S> {
        let mut most = other;
        for (power, powers) in self.rows.powers[row].iter().zip(&self.columns.powers[columns]) {
            most = most.max(f32x8::splat(self.simd, *power) * f32x8::simd_from(self.simd, *powers));
        }
        most
    }

    /// The sum of the terms in units, of which these are the inverse.
    ///
    /// With a product from 1 to 4 and [`UNIT`] bits they are less than 2^27, sixteen of them less than 2^31.
    #[inline(always)]
    fn total(&self, row: Range<usize>, columns: Range<usize>, inverse: f32x8<S>) -> i32x8<S> {
        let mut total = i32x8::splat(self.simd, 0);
        for (number, numbers) in self.rows.numbers[row].iter().zip(&self.columns.numbers[columns]) {
            let product = f32x8::splat(self.simd, *number) * f32x8::simd_from(self.simd, *numbers);
            total += (product * inverse).to_int::<i32x8<S>>();
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
        sums: f32x8<S>,
    ) -> (f32x8<S>, mask32x8<S>) {
        let simd = self.simd;
        let [row, columns] = self.lines(at, places);
        let bits: i32x8<S> = sums.bitcast();
        let largest = self.largest(row.clone(), columns.clone(), (bits & EXPONENT as i32).bitcast());
        let [least, most] = [LEAST_OF_SUM, MOST_OF_SUM].map(power_of_two);
        // With zero any zeros add up to zero.
        let are_zero = largest.simd_eq(0.0) & bits.simd_eq(0);
        let are_found = are_zero | largest.simd_ge(least) & largest.simd_le(most);
        // Powers of two are divided by subtracting their bits; those of lanes that are not found are anything.
        let exponents: i32x8<S> = largest.bitcast();
        let inverse: f32x8<S> = (i32x8::splat(simd, (((2 * 127 + UNIT) as u32) << 23) as i32) - exponents).bitcast();
        let unit: f32x8<S> = (exponents - (UNIT << 23)).bitcast();
        let total = self.total(row, columns, inverse);
        let old = (sums * inverse).to_int::<i32x8<S>>();
        let new = total + old;
        let is_beyond = (total ^ new) & (old ^ new);
        let sign = new >> 31;
        let size = (new ^ sign) - sign;
        // As many ones as there are more bits than single precision has.
        let mut cut = size >> 24;
        cut |= cut >> 1;
        cut |= cut >> 2;
        cut |= cut >> 4;
        let kept: f32x8<S> = (size & !cut).to_float();
        let number: i32x8<S> = (kept * unit).bitcast();
        let number = are_zero.select(i32x8::splat(simd, 0), number | sign & i32::MIN);
        (number.bitcast(), are_found & (is_beyond | size).simd_ge(0))
    }
}

impl<S: Simd> BlockSums for SingleFactors<S> {
    #[inline(always)]
    fn add(&self, at: (usize, usize), places: Range<usize>, sums: [f64; LANES]) -> ([f64; LANES], [bool; LANES]) {
        let simd = self.simd;
        let [row, columns] = self.lines(at, places);
        let most: [f32; LANES] = self.largest(row.clone(), columns.clone(), f32x8::splat(simd, 0.0)).into();
        let mut largest = [0; LANES];
        let mut inverse = [0.0; LANES];
        for lane in 0..LANES {
            let of_products = if most[lane] == 0.0 { OF_ZERO } else { (most[lane].to_bits() >> 23) as i32 - 127 };
            largest[lane] = of_products.max(exponent_or_zero(sums[lane]));
            inverse[lane] = power_of_two(UNIT - largest[lane].clamp(LEAST_OF_SUM, 127));
        }
        let total = self.total(row, columns, f32x8::simd_from(simd, inverse));
        let (new, mut are_numbers) = in_units(total.into(), sums, largest, UNIT);
        for lane in 0..LANES {
            are_numbers[lane] &= largest[lane] >= LEAST_OF_SUM;
        }
        (new, are_numbers)
    }
}
