//! Products in single precision, from the registers of a warp to its registers: nearly all of what `mma` computes (PTX ISA 9.7.15.5.4,
//! 9.7.15.5.7 and 9.7.15.5.8), and `wgmma`, whose warps have the same fragments.

use super::super::lanes::{Lanes, WARP};
use super::matrix::{MatrixElement, MatrixShape};
use super::singles::{ColumnGroup, FactorParts, MOST, SingleFactors, Sizes};
use super::sums::{LANES, level};
use crate::device::cpu::exact::FloatFormat;
use fearless_simd::prelude::*;
use fearless_simd::{dispatch, f32x8, i32x8, u32x8};
use std::borrow::BorrowMut;

/// Lanes that have the elements of a row of the first factor, or of a column of the second.
const SHARERS: usize = WARP / LANES;
/// Vectors of the sixteen rows.
const WIDE: usize = 2;
/// Registers of the sums of a group of columns.
const SUMS: usize = 2 * WIDE;

/// A product of sixteen rows and groups of eight columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegisterProduct {
    format: FloatFormat,
    /// Whether there are twice as many products for an element than registers of four lanes hold.
    is_deep: bool,
}

impl RegisterProduct {
    /// The product of elements `a` and `b` and its accumulators `c` and `d`, if it is such a one.
    pub(super) fn new(shape: MatrixShape, [a, b, c, d]: [MatrixElement; 4]) -> Option<Self> {
        let MatrixShape { m: 16, n: LANES, k: depth } = shape else { return None };
        let single = MatrixElement::Float(FloatFormat::F32);
        let MatrixElement::Float(format @ (FloatFormat::F16 | FloatFormat::BF16 | FloatFormat::TF32)) = a else {
            return None;
        };
        let least = SHARERS * 32 / a.width() as usize;
        let is_such = a == b && c == single && d == single && (depth == least || depth == 2 * least);
        is_such.then_some(Self { format, is_deep: depth > least })
    }

    /// Computes the product. Rows and columns of elements that only double precision can tell, which are not right yet; nothing where
    /// it is all of them.
    pub(super) fn multiply<T: BorrowMut<Lanes>>(
        self,
        from: &ProductRegisters<'_>,
        to: &mut [T],
    ) -> Option<Vec<(usize, usize)>> {
        dispatch!(level(), simd => match (self.format, self.is_deep) {
            (FloatFormat::TF32, false) => multiply::<_, Tf32, T, 1, 4>(simd, from, to),
            (FloatFormat::TF32, true) => multiply::<_, Tf32, T, 1, 8>(simd, from, to),
            (FloatFormat::BF16, false) => multiply::<_, Bf16, T, 2, 8>(simd, from, to),
            (FloatFormat::BF16, true) => multiply::<_, Bf16, T, 2, 16>(simd, from, to),
            (_, false) => multiply::<_, F16, T, 2, 8>(simd, from, to),
            (_, true) => multiply::<_, F16, T, 2, 16>(simd, from, to),
        })
    }
}

/// What is multiplied and added, in fragments.
pub(super) struct ProductRegisters<'a> {
    /// The first factor.
    pub a: &'a [&'a Lanes],
    /// The second one, one group of eight columns after the other.
    pub b: &'a [&'a Lanes],
    /// The old sums of all columns, or none where they are zero.
    pub old: &'a [&'a Lanes],
}

/// As [`RegisterProduct::multiply`]: so many elements are packed in a register, and so many are multiplied for one.
///
/// The product is transposed for vectors: they have the rows of the first factor, and each number of the second is multiplied by two of them.
#[inline(always)]
fn multiply<S: Simd, E: RegisterElement<PACKED>, T: BorrowMut<Lanes>, const PACKED: usize, const DEPTH: usize>(
    simd: S,
    &ProductRegisters { a, b, old }: &ProductRegisters<'_>,
    to: &mut [T],
) -> Option<Vec<(usize, usize)>> {
    let pairs = DEPTH / PACKED / SHARERS;
    let mut sizes = Sizes::new(simd);
    let mut rows: [ColumnGroup<WIDE>; DEPTH] = [[[0.0; LANES]; WIDE]; DEPTH];
    let mut powers_of_rows = rows;
    for (i, register) in a.iter().enumerate() {
        for (sharer, words) in by_sharer(register).iter().enumerate() {
            let numbers = E::values(u32x8::simd_from(simd, *words));
            for (part, numbers) in numbers.into_iter().enumerate() {
                let place = (i / WIDE * SHARERS + sharer) * PACKED + part;
                rows[place][i % WIDE] = numbers.into();
                powers_of_rows[place][i % WIDE] = E::powers(numbers, &mut sizes).into();
            }
        }
    }
    let rows = FactorParts { numbers: &rows, powers: &powers_of_rows };
    let sizes_of_rows = sizes;
    let mut missing = Vec::new();
    for (group, (b, to)) in b.chunks_exact(pairs).zip(to.chunks_exact_mut(SUMS)).enumerate() {
        let mut sizes = sizes_of_rows;
        let (columns, powers) = columns::<S, E, PACKED, DEPTH>(simd, b, &mut sizes);
        let columns = FactorParts { numbers: columns.as_flattened(), powers: powers.as_flattened() };
        let factors = SingleFactors::of(simd, DEPTH, columns, rows).within(&sizes, E::MOST)?;
        let old = if old.is_empty() { old } else { &old[group * SUMS..][..SUMS] };
        add(simd, &factors, DEPTH, old, to, |(row, column)| missing.push((row, group * LANES + column)));
    }
    Some(missing)
}

/// Eight columns of the second factor, each number by number, and the powers of two of these.
#[inline(always)]
fn columns<S: Simd, E: RegisterElement<PACKED>, const PACKED: usize, const DEPTH: usize>(
    simd: S,
    registers: &[&Lanes],
    sizes: &mut Sizes<S>,
) -> ([[f32; DEPTH]; LANES], [[f32; DEPTH]; LANES]) {
    let mut columns = [[0.0; DEPTH]; LANES];
    let mut powers_of_columns = columns;
    for (i, register) in registers.iter().enumerate() {
        for (pair, words) in register.as_chunks::<LANES>().0.iter().enumerate() {
            let numbers = E::values(u32x8::simd_from(simd, words.map(|word| word as u32)));
            for (part, numbers) in numbers.into_iter().enumerate() {
                let powers: [f32; LANES] = E::powers(numbers, sizes).into();
                let numbers: [f32; LANES] = numbers.into();
                for lane in 0..LANES {
                    let (column, place) = (2 * pair + lane / SHARERS, (i * SHARERS + lane % SHARERS) * PACKED + part);
                    columns[column][place] = numbers[lane];
                    powers_of_columns[column][place] = powers[lane];
                }
            }
        }
    }
    (columns, powers_of_columns)
}

/// Adds the products to old sums. `lacks` gets rows and columns of those that are not right.
#[inline(always)]
fn add<S: Simd, T: BorrowMut<Lanes>>(
    simd: S,
    factors: &SingleFactors<'_, S, WIDE>,
    depth: usize,
    old: &[&Lanes],
    to: &mut [T],
    mut lacks: impl FnMut((usize, usize)),
) {
    let mut new = [[[0; LANES]; SHARERS]; SUMS];
    for (new, old) in new.iter_mut().zip(old) {
        *new = by_sharer(old);
    }
    for column in 0..LANES {
        // Two neighbours are in two registers, and the other eight rows in two more.
        let place = |half: usize| (2 * half + column % 2, column / 2);
        let sums = std::array::from_fn(|half| {
            let (i, sharer) = place(half);
            u32x8::simd_from(simd, new[i][sharer]).bitcast()
        });
        let (sums, are_found) = factors.add_singles((column, 0), 0..depth, sums);
        for (half, sums) in sums.into_iter().enumerate() {
            let (i, sharer) = place(half);
            new[i][sharer] = sums.bitcast::<u32x8<S>>().into();
        }
        if !(are_found[0] & are_found[1]).all_true() {
            let are_found: [[i32; LANES]; WIDE] = are_found.map(|are_found| are_found.into());
            let rows = (0..WIDE * LANES).filter(|&row| are_found[row / LANES][row % LANES] == 0);
            rows.for_each(|row| lacks((row, column)));
        }
    }
    for (to, new) in to.iter_mut().zip(&new) {
        put(new, to.borrow_mut());
    }
}

/// What the lanes of a register have, by those that share a row.
#[inline(always)]
fn by_sharer(register: &Lanes) -> [[u32; LANES]; SHARERS] {
    let mut words = [[0; LANES]; SHARERS];
    for row in 0..LANES {
        for (sharer, words) in words.iter_mut().enumerate() {
            words[row] = register[row * SHARERS + sharer] as u32;
        }
    }
    words
}

/// The other way round.
#[inline(always)]
fn put(words: &[[u32; LANES]; SHARERS], register: &mut Lanes) {
    for row in 0..LANES {
        for (sharer, words) in words.iter().enumerate() {
            register[row * SHARERS + sharer] = u64::from(words[row]);
        }
    }
}

/// Elements of a factor, so many of them in a register. A function of this one is inlined where a pointer to it would not be.
trait RegisterElement<const PACKED: usize> {
    /// The largest exponent of a number.
    const MOST: i32;

    /// The numbers of registers.
    fn values<S: Simd>(bits: u32x8<S>) -> [f32x8<S>; PACKED];

    /// What has the exponents of numbers, which are counted in.
    #[inline(always)]
    fn powers<S: Simd>(numbers: f32x8<S>, sizes: &mut Sizes<S>) -> f32x8<S> {
        sizes.add(numbers)
    }
}

struct Tf32;

impl RegisterElement<1> for Tf32 {
    const MOST: i32 = MOST;

    #[inline(always)]
    fn values<S: Simd>(bits: u32x8<S>) -> [f32x8<S>; 1] {
        [(bits & !0x1fff).bitcast()]
    }
}

struct Bf16;

impl RegisterElement<2> for Bf16 {
    const MOST: i32 = MOST;

    #[inline(always)]
    fn values<S: Simd>(bits: u32x8<S>) -> [f32x8<S>; 2] {
        [(bits << 16).bitcast(), (bits & 0xffff_0000).bitcast()]
    }
}

struct F16;

/// The exponent is that of a number in single precision but for the bias, that of a subnormal number too. An infinity, and what is no number,
/// become numbers beyond the largest one.
impl RegisterElement<2> for F16 {
    const MOST: i32 = 15;

    #[inline(always)]
    fn values<S: Simd>(bits: u32x8<S>) -> [f32x8<S>; 2] {
        [f16_value(bits << 16), f16_value(bits)]
    }

    #[inline(always)]
    fn powers<S: Simd>(numbers: f32x8<S>, sizes: &mut Sizes<S>) -> f32x8<S> {
        sizes.add_normal(numbers)
    }
}

/// What the upper halves of registers are.
#[inline(always)]
fn f16_value<S: Simd>(bits: u32x8<S>) -> f32x8<S> {
    let bits: i32x8<S> = bits.bitcast();
    // The sign stays where it is.
    let number: f32x8<S> = (bits >> 3 & 0x8fff_e000u32 as i32).bitcast();
    number * f32::from_bits((127 + 112) << 23)
}

#[cfg(test)]
mod tests {
    use super::super::mma::place_of;
    use super::super::sums::{Accumulation, Factors, Sums};
    use super::*;
    use crate::device::cpu::exact::Rounding;

    /// The same bits as the general way, whose factors are spread by the manual's formulas here.
    #[test]
    fn registers_are_as_any_others() {
        let mut random = fastrand::Rng::with_seed(5);
        for round in 0..3000 {
            let format = [FloatFormat::F16, FloatFormat::BF16, FloatFormat::TF32][round % 3];
            let [a, d] = [format, FloatFormat::F32].map(MatrixElement::Float);
            let packed = 32 / a.width() as usize;
            let depth = SHARERS * packed * [1, 2][round / 3 % 2];
            let product = RegisterProduct::new(MatrixShape { m: 16, n: 8, k: depth }, [a, a, d, d]).expect("such one");
            // Numbers of like size, some of them zero; any bits; or such that one factor or both are subnormal.
            let kind = round / 6 % 4;
            let size = [1.0, 1.0, 2f64.powi(-130), 2f64.powi(-120)][kind];
            let element = |random: &mut fastrand::Rng, is_first: bool| match random.u8(..9) {
                _ if kind == 1 => random.u64(..) & u64::MAX >> (64 - a.width()),
                0 => 0,
                _ => {
                    let size = if is_first || kind == 3 { size } else { 1.0 };
                    let bits = a.bits_of((random.f64() - 0.5) * size * f64::from(1 << random.u8(..12)), false);
                    if format == FloatFormat::TF32 { bits << 13 } else { bits }
                }
            };
            let [count_of_a, count_of_b] = [depth / packed / 2, depth / packed / 4];
            let mut register = |is_first: bool| -> Lanes {
                let mut lane = || (0..packed).fold(0, |all, _| all << 16 | element(&mut random, is_first));
                std::array::from_fn(|_| lane())
            };
            let mut registers: Vec<Lanes> = (0..count_of_a + count_of_b).map(|i| register(i < count_of_a)).collect();
            let scale = size * f64::from(1 << random.u8(..20));
            for _ in 0..4 {
                let mut number = |_| if round % 7 == 0 { 0.0 } else { (random.f64() - 0.5) * scale };
                registers.push(std::array::from_fn(|i| u64::from((number(i) as f32).to_bits())));
            }
            let from: Vec<&Lanes> = registers.iter().collect();
            let mut found = vec![Box::new([0; WARP]); 4];
            let (first_factor, rest) = from.split_at(count_of_a);
            let (second_factor, old) = rest.split_at(count_of_b);
            let parts = ProductRegisters { a: first_factor, b: second_factor, old };
            let missing = product.multiply(&parts, &mut found);
            assert!(kind != 0 || missing.as_ref().is_some_and(Vec::is_empty), "round {round}: plain numbers are found");
            let Some(missing) = missing else { continue };
            let of_a = |row: usize, at: usize| {
                let (register, lane) = (at / packed / 4 * 2 + row / 8, row % 8 * 4 + at / packed % 4);
                a.value(registers[register][lane], (at % packed) as u32)
            };
            let of_b = |column: usize, at: usize| {
                let (register, lane) = (count_of_a + at / packed / 4, column * 4 + at / packed % 4);
                a.value(registers[register][lane], (at % packed) as u32)
            };
            let lines = |count: usize, of: &dyn Fn(usize, usize) -> f64| -> Vec<f64> {
                (0..count).flat_map(|line| (0..depth).map(move |at| of(line, at))).collect()
            };
            let (first, second) = (lines(16, &of_a), lines(8, &of_b));
            let accumulation = Accumulation::in_blocks(false);
            let sums = Sums { a, d, saturates: false, rounding: Rounding::Nearest, differs: false, accumulation };
            let factors = Factors { a: &first, b: &second, depth };
            for (row, column) in (0..16).flat_map(|row| (0..8).map(move |column| (row, column))) {
                let (lane, register) = place_of(row, column);
                let old = d.value(registers[registers.len() - 4 + register][lane], 0);
                let right = sums.element(factors, (row, column), old);
                let is_missing = missing.contains(&(row, column));
                assert!(is_missing || found[register][lane] == right, "round {round}, row {row}, column {column}");
            }
        }
    }
}
