//! `mma`, `mma.sp`: products of matrices by a warp, of sparse and of scaled ones too (PTX ISA 9.7.15.5, 9.7.15.6).

use super::super::lanes::{Lanes, WARP};
use super::super::program::Op;
use super::float::rounding_of;
use super::matrix::{MatrixElement, MatrixShape, shape};
use super::register_product::{ProductRegisters, RegisterProduct};
use super::scales::ScaleVectors;
use super::sparsity::Sparsity;
use super::sums::{Accumulation, FEW, Factors, Sums};
use super::words::Words;
use super::{Decoder, Result};
use crate::device::cpu::exact::{FloatFormat, Rounding};
use crate::isa::{op, word};
use std::borrow::BorrowMut;

/// An element of a factor and the place that it has in a register: of eight bits, where fewer are padded.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedElement {
    pub element: MatrixElement,
    pub spacing: u32,
}

impl PackedElement {
    /// Four bits are in the middle of a padded byte, six are its lower ones.
    #[inline(always)]
    fn value(self, register: u64, index: u32) -> f64 {
        let padding = if self.spacing == 8 && self.element.width() == 4 { 2 } else { 0 };
        self.element.value(register >> (index * self.spacing + padding), 0)
    }

    /// Elements of a register.
    #[inline(always)]
    fn count(self) -> usize {
        (32 / self.spacing).max(1) as usize
    }

    /// The elements of the lines of a factor, rows of the first one or columns of the second, each with so many of them. Each register has part of eight
    /// lines, four words of each: `begin` tells the first of these lines and words.
    pub(super) fn lines(self, registers: &[&Lanes], depth: usize, begin: impl Fn(usize) -> (usize, usize)) -> Vec<f64> {
        let count = self.count();
        let mut elements = vec![0.0; registers.len() * WARP * count];
        for (i, register) in registers.iter().enumerate() {
            let (line, word) = begin(i);
            for (lane, &register) in register.iter().enumerate() {
                let at = (lane / 4 + line) * depth + (lane % 4 + word) * count;
                for (j, element) in elements[at..at + count].iter_mut().enumerate() {
                    *element = self.value(register, j as u32);
                }
            }
        }
        elements
    }

    /// Registers of a lane for so many elements of the warp.
    fn registers(self, elements: usize) -> usize {
        elements * self.spacing as usize / WARP / self.spacing.max(32) as usize
    }
}

/// The lane that has an element of an accumulator of 16 rows, and which one of those of the lane it is. Eight columns are four elements.
#[inline(always)]
pub(super) fn place_of(row: usize, column: usize) -> (usize, usize) {
    (row % 8 * 4 + column % 8 / 2, column / 8 * 4 + row / 8 * 2 + column % 2)
}

/// The other way round: row and column of an element of a lane.
#[inline(always)]
fn position_of(lane: usize, i: usize) -> (usize, usize) {
    (lane / 4 + i / 2 % 2 * 8, i / 4 * 8 + lane % 4 * 2 + i % 2)
}

/// Elements of an accumulator in a register.
fn packed(element: MatrixElement) -> usize {
    if element.width() == 16 { 2 } else { 1 }
}

/// The elements of an accumulator row by row, from registers.
pub(super) fn gather(element: MatrixElement, registers: &[&Lanes], columns: usize) -> Vec<f64> {
    let packed = packed(element);
    let mut elements = vec![0.0; registers.len() * packed * WARP];
    for (i, register) in registers.iter().enumerate() {
        for (lane, &bits) in register.iter().enumerate() {
            for part in 0..packed {
                let (row, column) = position_of(lane, i * packed + part);
                elements[row * columns + column] = element.value(bits, part as u32);
            }
        }
    }
    elements
}

/// Puts the bits of such elements into registers.
pub(super) fn spread<'a>(
    element: MatrixElement,
    elements: &[u64],
    columns: usize,
    registers: impl Iterator<Item = &'a mut Lanes>,
) {
    let packed = packed(element);
    for (i, register) in registers.enumerate() {
        for (lane, bits) in register.iter_mut().enumerate() {
            *bits = (0..packed).fold(0, |all, part| {
                let (row, column) = position_of(lane, i * packed + part);
                all | elements[row * columns + column] << (16 * part)
            });
        }
    }
}

/// Computes the elements of a product in single precision that are missing, from old sums or, if there are none, from zero.
pub(super) fn complete<T: BorrowMut<Lanes>>(
    sums: &Sums,
    factors: Factors<'_>,
    missing: &[(usize, usize)],
    old: &[&Lanes],
    to: &mut [T],
) {
    for &(row, column) in missing {
        let (lane, i) = place_of(row, column);
        let before = old.get(i).map_or(0.0, |old| f64::from(f32::from_bits(old[lane] as u32)));
        to[i].borrow_mut()[lane] = sums.element(factors, (row, column), before);
    }
}

/// A product of matrices.
struct MmaProduct {
    shape: MatrixShape,
    a: PackedElement,
    b: PackedElement,
    c: MatrixElement,
    d: MatrixElement,
    sums: Sums,
    sparsity: Option<Sparsity>,
    scales: Option<ScaleVectors>,
    /// What is faster for nearly all operands.
    direct: Option<RegisterProduct>,
}

impl MmaProduct {
    /// Elements of a row of the first factor that registers hold.
    fn depth_of_a(&self) -> usize {
        if self.sparsity.is_some() { self.shape.k / 2 } else { self.shape.k }
    }

    fn registers_of_a(&self) -> usize {
        self.a.registers(self.shape.m * self.depth_of_a())
    }

    fn registers_of_b(&self) -> usize {
        self.b.registers(self.shape.n * self.shape.k)
    }

    /// Registers of an accumulator.
    fn registers_of(&self, element: MatrixElement) -> usize {
        let elements = self.shape.m * self.shape.n / WARP;
        if element.width() == 16 { elements / 2 } else { elements }
    }

    /// The first factor row by row, and the second one column by column.
    fn factors(&self, a: &[&Lanes], b: &[&Lanes]) -> (Vec<f64>, Vec<f64>) {
        let groups = self.shape.m / 8;
        let first = self.a.lines(a, self.depth_of_a(), |i| (8 * (i % groups), 4 * (i / groups)));
        (first, self.b.lines(b, self.shape.k, |i| (0, 4 * i)))
    }

    /// The product; what is wrong with the operands, if anything is.
    fn compute(&self, from: &[&Lanes], to: &mut [Box<Lanes>]) -> std::result::Result<(), String> {
        let (a, rest) = from.split_at(self.registers_of_a());
        let (b, rest) = rest.split_at(self.registers_of_b());
        let (c, rest) = rest.split_at(self.registers_of(self.c));
        let missing = self.direct.and_then(|direct| direct.multiply(&ProductRegisters { a, b, old: c }, to));
        if let Some(missing) = missing.filter(|missing| missing.len() <= WARP * to.len() / FEW) {
            if !missing.is_empty() {
                let (a, b) = self.factors(a, b);
                complete(&self.sums, Factors { a: &a, b: &b, depth: self.shape.k }, &missing, c, to);
            }
            return Ok(());
        }
        let (mut a, mut b) = self.factors(a, b);
        let mut of_scales = rest;
        if let (Some(sparsity), [metadata, others @ ..]) = (&self.sparsity, rest) {
            a = sparsity.expand(&a, self.shape.k, metadata)?;
            of_scales = others;
        }
        if let Some(scales) = &self.scales {
            scales.apply(&mut a, &mut b, self.shape.k, of_scales)?;
        }
        let factors = Factors { a: &a, b: &b, depth: self.shape.k };
        let old = gather(self.c, c, self.shape.n);
        // Single precision has been tried.
        let is_any = self.direct.is_some();
        let new = if is_any { self.sums.multiply_any(factors, &old) } else { self.sums.multiply(factors, &old) };
        spread(self.d, &new, self.shape.n, to.iter_mut().map(|register| &mut **register));
        Ok(())
    }
}

impl Decoder<'_, '_> {
    /// `mma`, `mma.sp`
    pub(super) fn multiply_matrices(&mut self, words: &Words<'_>) -> Result<()> {
        let shape = words.find(shape).ok_or_else(|| self.refuse_form())?;
        let saturates = words.has(word::SATFINITE);
        let types = words.types();
        let [d, a, b, c, ..] = types[..] else { return Err(self.refuse_form()) };
        let [Some(d), Some(a), Some(b), Some(c)] = [d, a, b, c].map(MatrixElement::of) else {
            return Err(self.refuse_form());
        };
        if a == MatrixElement::Float(FloatFormat::F16) && shape.m == 8 {
            return self.multiply_in_quads(words, [d, a, c]);
        }
        words.ignore(&[word::ROW, word::COL]);
        // With elements of more bits the word has no effect.
        let differs = words.has(word::XOR) && a.width() == 1;
        let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
        let is_padded = words.one_of(&[word::KIND_F8F6F4, word::KIND_MXF8F6F4]).is_some();
        let spacing = |element: MatrixElement| if is_padded { 8 } else { element.width() };
        let [packed_a, packed_b] = [a, b].map(|element| PackedElement { element, spacing: spacing(element) });
        let scales = self.scale_vectors(words, types.get(4).copied());
        // Matrix units before Blackwell make half-precision numbers of bytes.
        let is_sparse = words.op != op::MMA;
        let accumulation =
            if is_padded { Accumulation::in_blocks(is_sparse) } else { Accumulation::of_warp(a, is_sparse) };
        let sums = Sums { a, d, saturates, rounding, differs, accumulation };
        let mut from = Vec::new();
        let sparsity =
            if words.op == op::MMA { None } else { Some(self.sparsity(words, shape.k, packed_a.spacing, 5)?) };
        let is_plain = sparsity.is_none() && scales.is_none();
        let direct = if is_plain { RegisterProduct::new(shape, [a, b, c, d]) } else { None };
        let product = MmaProduct { shape, a: packed_a, b: packed_b, c, d, sums, sparsity, scales, direct };
        words.ignore(&[word::AND, word::OR, word::POPC]);
        let shapes = matches!(shape.m, 8 | 16) && shape.n == 8 && matches!(shape.k, 4 | 8 | 16 | 32 | 64 | 128 | 256);
        if !shapes || a.is_integer() != d.is_integer() || packed_a.spacing != packed_b.spacing {
            return Err(self.refuse_form());
        }
        for (index, count) in
            [(1, product.registers_of_a()), (2, product.registers_of_b()), (3, product.registers_of(c))]
        {
            let fragment = self.fragment(index)?;
            if fragment.len() != count {
                return Err(self.refuse_form());
            }
            from.extend(fragment);
        }
        let mut next = 4;
        if product.sparsity.is_some() {
            from.extend(self.fragment(next)?);
            next += 2;
        }
        if product.scales.is_some() {
            for index in next..next + 4 {
                from.extend(self.fragment(index)?);
            }
        }
        let to = self.fragment_results(0)?;
        if to.len() != product.registers_of(d) {
            return Err(self.refuse_form());
        }
        let compute = Box::new(move |from: &[&Lanes], to: &mut [Box<Lanes>]| product.compute(from, to));
        self.emit(Op::Matrix { compute, to, from });
        Ok(())
    }
}
