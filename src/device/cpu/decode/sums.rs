//! Sums of products as tensor cores make them.
//!
//! Each term of a block is cut where the one with the largest exponent has its last bits (Fasi, Higham, Mikaitis and Pranesh, "Numerical
//! behavior of NVIDIA tensor cores", PeerJ CS 2021). What is computed for eight columns at once ([`BlockSums`]) is the same bit by bit as
//! what [`Sums::of`] computes for one element.

use super::float::{Basic, exactly};
use super::matrix::MatrixElement;
use super::singles::SingleFactors;
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
    /// Bytes are added up in two parts, see [`Self::of_bytes`].
    pub bytes_apart: bool,
}

impl Sums {
    /// The bits of all elements of a product. `old` tells what an element of the accumulator was, and `put` takes what it becomes, both by
    /// row and column.
    pub(in crate::device::cpu) fn multiply(
        &self,
        factors: Factors<'_>,
        old: impl Fn(usize, usize) -> f64,
        mut put: impl FnMut(usize, usize, u64),
    ) {
        let Factors { a, b, depth } = factors;
        match self.a {
            MatrixElement::Float(format) if format != FloatFormat::F64 && (b.len() / depth).is_multiple_of(LANES) => {
                let columns = b.len() / depth;
                let mut olds = vec![0.0; a.len() / depth * columns];
                for (row, line) in olds.chunks_exact_mut(columns).enumerate() {
                    line.iter_mut().enumerate().for_each(|(column, place)| *place = old(row, column));
                }
                let new = dispatch!(level(), simd => self.floats(simd, factors, format, &olds));
                for (row, line) in new.chunks_exact(columns).enumerate() {
                    line.iter().enumerate().for_each(|(column, &bits)| put(row, column, bits));
                }
            }
            _ => {
                for row in 0..a.len() / depth {
                    for column in 0..b.len() / depth {
                        put(row, column, self.of(old(row, column), factors.pairs(row, column)));
                    }
                }
            }
        }
    }

    /// As [`Self::of`] for all elements row by row, eight columns at once.
    #[inline(always)]
    fn floats(&self, simd: impl Simd, factors: Factors<'_>, format: FloatFormat, olds: &[f64]) -> Vec<u64> {
        let order = order_of(factors.depth, self.is_apart(format));
        let is_single = self.d == MatrixElement::Float(FloatFormat::F32) && !self.is_apart(format);
        match SingleFactors::new(simd, factors, &order) {
            Some(singles) if is_single => self.singles(simd, &singles, factors, olds),
            Some(singles) => self.blocks(&singles, factors, olds),
            None => self.blocks(&SplitFactors::new(factors, &order), factors, olds),
        }
    }

    /// As [`Self::floats`] in single precision.
    #[inline(always)]
    fn singles<S: Simd>(&self, simd: S, singles: &SingleFactors<S>, factors: Factors<'_>, olds: &[f64]) -> Vec<u64> {
        let Factors { a, b, depth } = factors;
        let columns = b.len() / depth;
        let mut new = vec![0; olds.len()];
        for group in 0..columns / LANES {
            for row in 0..a.len() / depth {
                let at = row * columns + group * LANES;
                let olds = &olds[at..][..LANES];
                let singles_of_olds: [f32; LANES] = std::array::from_fn(|lane| olds[lane] as f32);
                let mut sums = f32x8::simd_from(simd, singles_of_olds);
                let mut are_found = mask32x8::splat(simd, -1);
                for start in (0..depth).step_by(BLOCK) {
                    let (more, are_numbers) = singles.add_singles((row, group), start..depth.min(start + BLOCK), sums);
                    (sums, are_found) = (more, are_found & are_numbers);
                }
                let sums: [f32; LANES] = sums.into();
                for lane in 0..LANES {
                    new[at + lane] = u64::from(sums[lane].to_bits());
                }
                if !are_found.all_true() {
                    let are_found: [i32; LANES] = are_found.into();
                    for lane in (0..LANES).filter(|&lane| are_found[lane] == 0) {
                        new[at + lane] = self.of(olds[lane], factors.pairs(row, group * LANES + lane));
                    }
                }
            }
        }
        new
    }

    /// As [`Self::floats`] in double precision.
    #[inline(always)]
    fn blocks(&self, blocks: &impl BlockSums, factors: Factors<'_>, olds: &[f64]) -> Vec<u64> {
        let Factors { a, b, depth } = factors;
        let bytes = matches!(self.a, MatrixElement::Float(format) if self.is_apart(format));
        let block = if bytes { depth / 2 } else { BLOCK };
        let columns = b.len() / depth;
        let mut new = vec![0; olds.len()];
        for group in 0..columns / LANES {
            for row in 0..a.len() / depth {
                let at = row * columns + group * LANES;
                let olds: [f64; LANES] = std::array::from_fn(|lane| olds[at + lane]);
                let mut are_found = [true; LANES];
                let mut sums = if bytes { [0.0; LANES] } else { olds };
                for start in (0..depth).step_by(block) {
                    let (more, are_numbers) = blocks.add((row, group), start..depth.min(start + block), sums);
                    for lane in 0..LANES {
                        are_found[lane] &= are_numbers[lane];
                        sums[lane] = match self.d.width() {
                            32 => f64::from(single_cut(more[lane])),
                            _ if bytes => self.d.value(self.d.bits_of(more[lane], false), 0),
                            _ => more[lane],
                        };
                    }
                }
                for lane in 0..LANES {
                    new[at + lane] = match sums[lane] {
                        _ if !are_found[lane] => self.of(olds[lane], factors.pairs(row, group * LANES + lane)),
                        sum if bytes => self.add_to_old(olds[lane], sum),
                        sum => self.d.bits_of(sum, false),
                    };
                }
            }
        }
        new
    }

    fn is_apart(&self, format: FloatFormat) -> bool {
        self.bytes_apart && format.bits() == 8
    }

    /// The bits of an element of the result.
    fn of(&self, old: f64, mut pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
        match self.a {
            MatrixElement::Integer { .. } => {
                let product = |(a, b): (f64, f64)| if self.differs { (a - b).abs() } else { a * b };
                self.d.bits_of(pairs.map(product).fold(old, |sum, product| sum + product), self.saturates)
            }
            MatrixElement::Float(FloatFormat::F64) => {
                let f = exactly(Basic::Fma, FloatFormat::F64, self.rounding);
                pairs.fold(old.to_bits(), |sum, (a, b)| f(a.to_bits(), b.to_bits(), sum))
            }
            MatrixElement::Float(format) if self.is_apart(format) => self.of_bytes(old, pairs),
            MatrixElement::Float(_) => {
                let mut sum = old;
                loop {
                    let mut block = [(0.0, 0.0); BLOCK];
                    let mut count = 0;
                    for (place, pair) in block.iter_mut().zip(pairs.by_ref()) {
                        (*place, count) = (pair, count + 1);
                    }
                    if count == 0 {
                        return self.d.bits_of(sum, false);
                    }
                    sum = accumulate(sum, &block[..count]);
                    if self.d.width() == 32 {
                        sum = f64::from(single_cut(sum));
                    }
                }
            }
        }
    }

    /// Sums of products of bytes. Hopper makes half-precision numbers of the lower two bytes of each register and adds their products,
    /// goes on with those of the upper two, and adds the accumulator to the rounded sum.
    fn of_bytes(&self, old: f64, pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
        let pairs: Vec<(f64, f64)> = pairs.collect();
        let mut sum = 0.0;
        for upper in [false, true] {
            let half = pairs.iter().enumerate().filter(|(at, _)| (at % 4 >= 2) == upper).map(|(_, &pair)| pair);
            let exact = accumulate(sum, &half.collect::<Vec<_>>());
            sum = if self.d.width() == 32 {
                f64::from(single_cut(exact))
            } else {
                self.d.value(self.d.bits_of(exact, false), 0)
            };
        }
        self.add_to_old(old, sum)
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
fn accumulate(sum: f64, pairs: &[(f64, f64)]) -> f64 {
    let exponents = pairs.iter().filter_map(|&(a, b)| Some(exponent(a)? + exponent(b)?)).chain(exponent(sum));
    let exact: f64 = pairs.iter().map(|(a, b)| a * b).sum::<f64>() + sum;
    let Some(largest) = exponents.max().filter(|_| exact.is_finite()) else { return exact };
    let unit = f64::from_bits(((1023 + largest - 23 - EXTRA).max(1) as u64) << 52);
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

/// Columns that are computed at once.
pub(super) const LANES: usize = 8;
/// The exponent of zero: below that of any number, and so is its sum with another.
pub(super) const OF_ZERO: i32 = -8192;
/// Bits of a fraction behind the leading one. Those of tensor cores have 10 at most.
const FRACTION: u32 = 10;
/// Bits below the leading one of the largest term that count.
pub(super) const UNIT: i32 = 23 + EXTRA;

/// The order in which elements are added up. Of bytes the lower two of each register come first.
fn order_of(depth: usize, bytes: bool) -> Vec<usize> {
    if bytes {
        return [false, true].iter().flat_map(|&upper| (0..depth).filter(move |at| (at % 4 >= 2) == upper)).collect();
    }
    (0..depth).collect()
}

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
) -> ([f64; LANES], [bool; LANES]) {
    let unit = |exponent: i32| f64::from_bits(((1023 + exponent) as u64) << 52);
    let (mut new, mut are_numbers) = ([0.0; LANES], [true; LANES]);
    for lane in 0..LANES {
        let exponent = largest[lane] - UNIT;
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
    rows: Vec<Split>,
    fractions: Vec<[i32; LANES]>,
    exponents: Vec<[i32; LANES]>,
    /// Of rows, and of columns by group.
    are_finite: (Vec<bool>, Vec<[bool; LANES]>),
}

impl SplitFactors {
    fn new(Factors { a, b, depth }: Factors<'_>, order: &[usize]) -> Self {
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
        Self { depth, rows, fractions, exponents, are_finite: (of_rows, of_columns) }
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
                let below = (largest[lane] - (a.exponent + exponents[lane])).min(31) as u32;
                let size = (product.unsigned_abs() << (UNIT as u32 - 2 * FRACTION)).wrapping_shr(below) as i32;
                let sign = product >> 31;
                total[lane] += (size ^ sign) - sign;
            }
        }
        let (new, mut are_numbers) = in_units(total, sums, largest);
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
        let order = order_of(16, false);
        let numbers: Vec<f64> = (0..16 * LANES).map(|at| (at % 7) as f64 - 3.0).collect();
        let add = |columns: &[f64]| {
            let factors = Factors { a: &numbers[..16], b: columns, depth: 16 };
            SplitFactors::new(factors, &order).add((0, 0), 0..16, [1.0; LANES]).1
        };
        assert!(add(&numbers).iter().all(|&is_found| is_found));
        let mut special = numbers.clone();
        (special[16], special[32]) = (f64::NAN, f64::INFINITY);
        assert_eq!(add(&special), [true, false, false, true, true, true, true, true]);
    }

    /// Both forms of factors have the same sums, and plain numbers have the faster one.
    #[test]
    fn singles_are_as_any_others() {
        let order = order_of(16, false);
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
                SingleFactors::new(simd, factors, &order).map(|singles| singles.add((0, 0), 0..16, olds))
            });
            let (sums, are_found) = plain.expect("single precision holds the factors");
            let (others, are_others_found) = SplitFactors::new(factors, &order).add((0, 0), 0..16, olds);
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
        let order = order_of(16, false);
        for far in [2f64.powi(51), 2f64.powi(-127), f64::INFINITY, f64::NAN] {
            for at in 0..2 {
                let (mut a, mut b) = ([1.0; 16], [1.0; 16 * LANES]);
                *(if at == 0 { &mut a[3] } else { &mut b[33] }) = far;
                let factors = Factors { a: &a, b: &b, depth: 16 };
                assert!(dispatch!(level(), simd => SingleFactors::new(simd, factors, &order).is_none()));
            }
        }
    }

    /// What eight columns at once make is what each element is by itself, bit by bit.
    #[test]
    fn many_are_as_one() {
        let mut random = fastrand::Rng::with_seed(7);
        let formats = [
            (FloatFormat::F16, FloatFormat::F32, 16),
            (FloatFormat::BF16, FloatFormat::F32, 32),
            (FloatFormat::F16, FloatFormat::F16, 16),
            (FloatFormat::TF32, FloatFormat::F32, 8),
            (FloatFormat::E4M3, FloatFormat::F32, 32),
            (FloatFormat::E5M2, FloatFormat::F16, 32),
        ];
        for round in 0..600 {
            let (of_a, of_d, depth) = formats[round % formats.len()];
            let [a, d] = [of_a, of_d].map(MatrixElement::Float);
            let sums = Sums { a, d, saturates: false, rounding: Rounding::Nearest, differs: false, bytes_apart: true };
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
            let mut found = vec![0; rows * columns];
            let factors = Factors { a: &a, b: &b, depth };
            let old = |row: usize, column: usize| c[row * columns + column];
            sums.multiply(factors, old, |row, column, bits| found[row * columns + column] = bits);
            for row in 0..rows {
                for column in 0..columns {
                    let pairs = (0..depth).map(|at| (a[row * depth + at], b[column * depth + at]));
                    let right = sums.of(old(row, column), pairs);
                    assert_eq!(found[row * columns + column], right, "{of_a:?} {of_d:?}, row {row}, column {column}");
                }
            }
        }
    }
}
