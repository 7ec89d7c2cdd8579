//! Factors that single precision holds with room to spare, which nearly all have that kernels multiply: eight products are exact numbers of
//! one vector, and what tensor cores cut off is what a conversion to integers cuts off.

use super::sums::{BlockSums, Factors, LANES, OF_ZERO, UNIT, exponent_or_zero, in_units};
use fearless_simd::prelude::*;
use fearless_simd::{f32x8, i32x8};
use std::ops::Range;

/// The largest exponent of a factor, so that products are far from infinite.
const MOST: i32 = 50;
/// The smallest one: factors are normal numbers.
const LEAST: i32 = -126;
/// The smallest exponent of the largest term of a sum: what is no normal number is less than its last bit.
const LEAST_OF_SUM: i32 = LEAST + UNIT + 1;

/// A group of columns is eight numbers for each place.
pub(super) struct SingleFactors<S> {
    simd: S,
    depth: usize,
    /// Each number, and the power of two that has its exponent: zero for zero.
    rows: Vec<[f32; 2]>,
    columns: Vec<[[f32; LANES]; 2]>,
}

/// Whether all numbers are zero, or have exponents that suffice.
#[inline(always)]
fn fit(numbers: &[f64]) -> bool {
    let mut all = true;
    for &number in numbers {
        let exponent = number.to_bits() << 1 >> 53;
        all &= (number == 0.0) | (exponent.wrapping_sub((1023 + LEAST) as u64) <= (MOST - LEAST) as u64);
    }
    all
}

#[inline(always)]
fn power(number: f32) -> f32 {
    f32::from_bits(number.to_bits() & 0x7f80_0000)
}

impl<S: Simd> SingleFactors<S> {
    /// Nothing if any number is too large or too small. An element at a place is the one that the order tells.
    #[inline(always)]
    pub(super) fn new(simd: S, Factors { a, b, depth }: Factors<'_>, order: &[usize]) -> Option<Self> {
        if !fit(a) || !fit(b) {
            return None;
        }
        let mut rows = vec![[0.0; 2]; a.len()];
        for (from, to) in a.chunks_exact(depth).zip(rows.chunks_exact_mut(depth)) {
            for (to, &at) in to.iter_mut().zip(order) {
                let number = from[at] as f32;
                *to = [number, power(number)];
            }
        }
        let mut columns = vec![[[0.0; LANES]; 2]; b.len() / LANES];
        for (from, to) in b.chunks_exact(depth * LANES).zip(columns.chunks_exact_mut(depth)) {
            for ([numbers, powers], &at) in to.iter_mut().zip(order) {
                for lane in 0..LANES {
                    numbers[lane] = from[lane * depth + at] as f32;
                    powers[lane] = power(numbers[lane]);
                }
            }
        }
        Some(Self { simd, depth, rows, columns })
    }
}

impl<S: Simd> BlockSums for SingleFactors<S> {
    #[inline(always)]
    fn add(
        &self,
        (row, group): (usize, usize),
        places: Range<usize>,
        sums: [f64; LANES],
    ) -> ([f64; LANES], [bool; LANES]) {
        let simd = self.simd;
        let terms = &self.rows[row * self.depth..][places.clone()];
        let columns = &self.columns[group * self.depth..][places];
        let mut most = f32x8::splat(simd, 0.0);
        for ([_, power], [_, powers]) in terms.iter().zip(columns) {
            most = most.max(f32x8::splat(simd, *power) * f32x8::simd_from(simd, *powers));
        }
        let most: [f32; LANES] = most.into();
        let mut largest = [0; LANES];
        let mut inverse = [0.0; LANES];
        for lane in 0..LANES {
            let of_products = if most[lane] == 0.0 { OF_ZERO } else { (most[lane].to_bits() >> 23) as i32 - 127 };
            largest[lane] = of_products.max(exponent_or_zero(sums[lane]));
            let exponent = largest[lane].clamp(LEAST_OF_SUM, 127);
            inverse[lane] = f32::from_bits(((127 + UNIT - exponent) as u32) << 23);
        }
        // Terms are numbers of units: with a product from 1 to 4 and `UNIT` bits they are less than 2^27, sixteen of them less than 2^31.
        let inverse = f32x8::simd_from(simd, inverse);
        let mut total = i32x8::splat(simd, 0);
        for ([number, _], [numbers, _]) in terms.iter().zip(columns) {
            let product = f32x8::splat(simd, *number) * f32x8::simd_from(simd, *numbers);
            total += (product * inverse).to_int::<i32x8<S>>();
        }
        let (new, mut are_numbers) = in_units(total.into(), sums, largest);
        for lane in 0..LANES {
            are_numbers[lane] &= largest[lane] >= LEAST_OF_SUM;
        }
        (new, are_numbers)
    }
}
