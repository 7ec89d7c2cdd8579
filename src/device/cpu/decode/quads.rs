//! `mma.m8n8k4` of `.f16`: four products at once, each of the quads of lanes with the numbers p and p + 4 (PTX ISA 9.7.14.5.1).

use super::super::lanes::Lanes;
use super::super::program::Op;
use super::matrix::MatrixElement;
use super::sums::{Accumulation, Factors, Sums};
use super::words::Words;
use super::{Decoder, Result};
use crate::device::cpu::exact::Rounding;
use crate::isa::word;

/// Products.
const PRODUCTS: usize = 4;
/// Rows and columns of each.
const SIDE: usize = 8;
/// Elements that are multiplied for each of the result.
const DEPTH: usize = 4;
/// Registers of a factor.
const FACTOR: usize = 2;

/// The products of an instruction.
#[derive(Clone, Copy, Debug)]
struct QuadProducts {
    /// A lane holds a column of the first factor, or of the second, rather than a row.
    by_columns: [bool; 2],
    c: MatrixElement,
    d: MatrixElement,
    sums: Sums,
}

/// Registers of an accumulator.
fn registers_of(element: MatrixElement) -> usize {
    if element.width() == 16 { SIDE / 2 } else { SIDE }
}

/// A lane of a product: which one of the lower or upper quad.
fn lane(product: usize, upper: bool, index: usize) -> usize {
    product * 4 + index + if upper { 16 } else { 0 }
}

/// Where an element of an accumulator is: the lane, and which of its elements.
fn place(product: usize, element: MatrixElement, row: usize, column: usize) -> (usize, usize) {
    let (upper, row) = (row >= 4, row % 4);
    match element.width() {
        16 => (lane(product, upper, row), column),
        _ => (lane(product, upper, row & 1 | column & 2), column & 4 | row & 2 | column & 1),
    }
}

impl QuadProducts {
    fn compute(&self, from: &[&Lanes], to: &mut [Box<Lanes>]) {
        let value = |registers: &[&Lanes], lane: usize, index: usize| {
            self.sums.a.value(registers[index / 2][lane], index as u32 % 2)
        };
        to.iter_mut().for_each(|register| register.fill(0));
        let (a, rest) = from.split_at(FACTOR);
        let (b, c) = rest.split_at(FACTOR);
        for product in 0..PRODUCTS {
            // The one of eight lines that a lane holds is in the lower quad or in the upper one; across lines, a quad has its half of them.
            let element = |registers: &[&Lanes], line: usize, at: usize, across: bool| match across {
                true => value(registers, lane(product, line >= 4, at), line % 4),
                false => value(registers, lane(product, line >= 4, line % 4), at),
            };
            let lines = |registers: &[&Lanes], across: bool| -> Vec<f64> {
                let places = (0..SIDE).flat_map(|line| (0..DEPTH).map(move |at| (line, at)));
                places.map(|(line, at)| element(registers, line, at, across)).collect()
            };
            let (a, b) = (lines(a, self.by_columns[0]), lines(b, !self.by_columns[1]));
            let old = |at: usize| {
                let (lane, index) = place(product, self.c, at / SIDE, at % SIDE);
                match self.c.width() {
                    16 => self.c.value(c[index / 2][lane], index as u32 % 2),
                    _ => self.c.value(c[index][lane], 0),
                }
            };
            let olds: Vec<f64> = (0..SIDE * SIDE).map(old).collect();
            let new = self.sums.multiply(Factors { a: &a, b: &b, depth: DEPTH }, &olds);
            for (at, bits) in new.into_iter().enumerate() {
                let (lane, index) = place(product, self.d, at / SIDE, at % SIDE);
                match self.d.width() {
                    16 => to[index / 2][lane] |= bits << (16 * (index % 2)),
                    _ => to[index][lane] = bits,
                }
            }
        }
    }
}

impl Decoder<'_, '_> {
    /// The products of quads, whose factors have this type.
    pub(super) fn multiply_in_quads(&mut self, words: &Words<'_>, [d, a, c]: [MatrixElement; 3]) -> Result<()> {
        let layouts = words.in_order(&[word::ROW, word::COL]);
        let [a_layout, b_layout] = layouts[..] else { return Err(self.refuse_form()) };
        let by_columns = [a_layout, b_layout].map(|layout| layout == word::COL);
        let sums = Sums {
            a,
            d,
            saturates: false,
            rounding: Rounding::Nearest,
            differs: false,
            accumulation: Accumulation::Fused,
        };
        let product = QuadProducts { by_columns, c, d, sums };
        let mut from = Vec::new();
        for (index, count) in [(1, FACTOR), (2, FACTOR), (3, registers_of(c))] {
            let fragment = self.fragment(index)?;
            if fragment.len() != count {
                return Err(self.refuse_form());
            }
            from.extend(fragment);
        }
        let to = self.fragment_results(0)?;
        if to.len() != registers_of(d) {
            return Err(self.refuse_form());
        }
        let compute = Box::new(move |from: &[&Lanes], to: &mut [Box<Lanes>]| {
            product.compute(from, to);
            Ok(())
        });
        self.emit(Op::Matrix { compute, to, from });
        Ok(())
    }
}
