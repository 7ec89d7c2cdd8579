//! Products of 16-bit floating-point numbers in single precision, from the registers of a warp to its registers: nearly all of what `mma`
//! computes (PTX ISA 9.7.15.5.7 and 9.7.15.5.8).

use super::super::lanes::{Lanes, WARP};
use super::float::half_value;
use super::matrix::{MatrixElement, MatrixShape};
use super::singles::SingleFactors;
use super::sums::{BLOCK, LANES, level};
use crate::device::cpu::exact::FloatFormat;
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8, mask32x8};

/// Rows of a register: four lanes have eight elements of one.
const ROWS: usize = 8;

/// A product of sixteen rows and eight columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfProduct {
    depth: usize,
    /// The factors are `bf16` rather than `f16`.
    is_bf16: bool,
}

impl HalfProduct {
    /// The product of elements `a` and `b` and its accumulators `c` and `d`, if it is such a one.
    pub(super) fn new(shape: MatrixShape, [a, b, c, d]: [MatrixElement; 4]) -> Option<Self> {
        let MatrixShape { m: 16, n: LANES, k: depth @ (8 | 16) } = shape else { return None };
        let single = MatrixElement::Float(FloatFormat::F32);
        let is_bf16 = match a {
            MatrixElement::Float(FloatFormat::BF16) => true,
            MatrixElement::Float(FloatFormat::F16) => false,
            _ => return None,
        };
        (a == b && c == single && d == single).then_some(Self { depth, is_bf16 })
    }

    /// Registers of the factors.
    fn registers(self) -> [usize; 2] {
        [self.depth / 4, self.depth / 8]
    }

    /// Computes the product, unless it takes numbers that only double precision holds: then what was written is worth nothing.
    pub(super) fn multiply(self, from: &[&Lanes], to: &mut [Lanes]) -> bool {
        dispatch!(level(), simd => match self.is_bf16 {
            true => self.of(simd, bf16_values, from, to),
            false => self.of(simd, f16_values, from, to),
        })
    }

    #[inline(always)]
    fn of<S: Simd>(self, simd: S, values: impl Fn(&Lanes) -> HalfValues, from: &[&Lanes], to: &mut [Lanes]) -> bool {
        let [of_a, of_b] = self.registers();
        let (a, rest) = from.split_at(of_a);
        let (b, old) = rest.split_at(of_b);
        let (rows, columns) = (rows(a, self.depth, &values), columns(b, &values));
        let Some(factors) = SingleFactors::of(simd, rows, columns, self.depth) else { return false };
        let mut are_found = mask32x8::splat(simd, -1);
        for (half, (old, new)) in old.as_chunks::<2>().0.iter().zip(to.as_chunks_mut::<2>().0).enumerate() {
            for row in 0..ROWS {
                let mut numbers = [0.0; LANES];
                for (column, number) in numbers.iter_mut().enumerate() {
                    *number = f32::from_bits(old[column % 2][row * 4 + column / 2] as u32);
                }
                let at = (half * ROWS + row, 0);
                let (sums, are_numbers) =
                    factors.add_singles(at, 0..self.depth.min(BLOCK), f32x8::simd_from(simd, numbers));
                are_found &= are_numbers;
                let sums: [f32; LANES] = sums.into();
                for (column, sum) in sums.iter().enumerate() {
                    new[column % 2][row * 4 + column / 2] = u64::from(sum.to_bits());
                }
            }
        }
        are_found.all_true()
    }
}

/// The lower and the upper elements of a register.
type HalfValues = [[f32; WARP]; 2];

#[inline(always)]
fn bf16_values(register: &Lanes) -> HalfValues {
    let mut values = [[0.0; WARP]; 2];
    for lane in 0..WARP {
        let bits = register[lane] as u32;
        values[0][lane] = f32::from_bits(bits << 16);
        values[1][lane] = f32::from_bits(bits & 0xffff_0000);
    }
    values
}

#[inline(always)]
fn f16_values(register: &Lanes) -> HalfValues {
    let mut values = [[0.0; WARP]; 2];
    for lane in 0..WARP {
        let bits = register[lane] as u32;
        values[0][lane] = half_value(bits & 0xffff);
        values[1][lane] = half_value(bits >> 16);
    }
    values
}

/// The first factor row by row. Two registers have eight places of sixteen rows.
#[inline(always)]
fn rows(registers: &[&Lanes], depth: usize, values: impl Fn(&Lanes) -> HalfValues) -> Vec<f32> {
    let mut rows = vec![0.0; 2 * ROWS * depth];
    for (i, register) in registers.iter().enumerate() {
        let values = values(register);
        let lines = rows[i % 2 * ROWS * depth..][..ROWS * depth].chunks_exact_mut(depth);
        for (row, line) in lines.enumerate() {
            for (at, number) in line[i / 2 * 8..][..8].iter_mut().enumerate() {
                *number = values[at % 2][row * 4 + at / 2];
            }
        }
    }
    rows
}

/// The second factor place by place, all columns of one. A register has eight of them.
#[inline(always)]
fn columns(registers: &[&Lanes], values: impl Fn(&Lanes) -> HalfValues) -> Vec<[f32; LANES]> {
    let mut places = vec![[0.0; LANES]; 8 * registers.len()];
    for (places, register) in places.as_chunks_mut::<8>().0.iter_mut().zip(registers) {
        let values = values(register);
        for (at, columns) in places.iter_mut().enumerate() {
            for (column, number) in columns.iter_mut().enumerate() {
                *number = values[at % 2][column * 4 + at / 2];
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::super::mma::place_of;
    use super::super::sums::{Accumulation, Factors, Sums};
    use super::*;
    use crate::device::cpu::exact::Rounding;

    /// The same bits as the general way, whose factors are spread by the manual's formulas here.
    #[test]
    fn halves_are_as_any_others() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..2000 {
            let format = [FloatFormat::F16, FloatFormat::BF16][round % 2];
            let [a, d] = [format, FloatFormat::F32].map(MatrixElement::Float);
            let depth = [8, 16][round / 2 % 2];
            let shape = MatrixShape { m: 16, n: 8, k: depth };
            let product = HalfProduct::new(shape, [a, a, d, d]).expect("such a product");
            let half = |random: &mut fastrand::Rng| match (round % 5, random.u8(..9)) {
                (0, _) => random.u64(..0x1_0000),
                (_, 0) => 0,
                _ => a.bits_of((random.f64() - 0.5) * f64::from(1 << random.u8(..12)), false),
            };
            let register =
                |random: &mut fastrand::Rng| -> Lanes { std::array::from_fn(|_| half(random) | half(random) << 16) };
            let mut registers: Vec<Lanes> = (0..depth / 4 + depth / 8).map(|_| register(&mut random)).collect();
            let scale = f64::from(1 << random.u8(..20));
            for _ in 0..4 {
                let number = |_| match round % 7 {
                    0 => 0,
                    _ => u64::from((((random.f64() - 0.5) * scale) as f32).to_bits()),
                };
                registers.push(std::array::from_fn(number));
            }
            let from: Vec<&Lanes> = registers.iter().collect();
            let mut found = vec![[0; WARP]; 4];
            if !product.multiply(&from, &mut found) {
                assert!(round % 5 == 0, "round {round}: plain numbers are found");
                continue;
            }
            let of_a = |row: usize, at: usize| {
                let (register, lane) = (at / 8 * 2 + row / 8, row % 8 * 4 + at % 8 / 2);
                a.value(registers[register][lane], at as u32 % 2)
            };
            let of_b = |column: usize, at: usize| {
                let (register, lane) = (depth / 4 + at / 8, column * 4 + at % 8 / 2);
                a.value(registers[register][lane], at as u32 % 2)
            };
            let lines = |count: usize, of: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
                (0..count).flat_map(|line| (0..depth).map(move |at| of(line, at))).collect()
            };
            let (first, second) = (lines(16, &of_a), lines(8, &of_b));
            let sums = Sums {
                a,
                d,
                saturates: false,
                rounding: Rounding::Nearest,
                differs: false,
                accumulation: Accumulation::in_blocks(false),
            };
            let old = |row, column| {
                let (lane, register) = place_of(row, column);
                d.value(registers[depth / 4 + depth / 8 + register][lane], 0)
            };
            sums.multiply(Factors { a: &first, b: &second, depth }, old, |row, column, bits| {
                let (lane, register) = place_of(row, column);
                assert_eq!(found[register][lane], bits, "round {round}, row {row}, column {column}");
            });
        }
    }
}
