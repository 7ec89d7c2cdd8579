//! `wmma`: products of matrices whose layout in registers is opaque.

use super::super::exact::Rounding;
use super::super::fragment::Fragment;
use super::super::lanes::{Lanes, WARP};
use super::super::program::{FragmentMemory, Op, RegisterSlot};
use super::float::rounding_of;
use super::matrix::{MatrixElement, MatrixShape, shape};
use super::memory::space_of;
use super::sums::{Accumulation, Factors, Sums};
use super::words::Words;
use super::{Decoder, Result};
use crate::isa::{ScalarType, op, word};

/// Which of the matrices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FragmentRole {
    A,
    B,
    Accumulator,
}

/// The fragment of a matrix, and the type of its elements.
fn fragment(shape: MatrixShape, role: FragmentRole, ty: ScalarType) -> Option<(Fragment, MatrixElement)> {
    let element = MatrixElement::of(ty)?;
    let MatrixShape { m, n, k } = shape;
    let (rows, columns) = match role {
        FragmentRole::A => (m, k),
        FragmentRole::B => (k, n),
        FragmentRole::Accumulator => (m, n),
    };
    let bits = element.width();
    let registers = match (ty, role) {
        (ScalarType::F16, FragmentRole::A | FragmentRole::B) => 8,
        _ => rows * columns * bits as usize / bits.max(32) as usize / WARP,
    };
    (registers > 0).then_some((Fragment { rows, columns, bits, registers }, element))
}

/// A matrix in registers.
#[derive(Clone, Copy, Debug)]
struct Matrix {
    fragment: Fragment,
    element: MatrixElement,
}

impl Matrix {
    /// Its elements, row by row.
    fn gather(&self, registers: &[&Lanes]) -> Vec<f64> {
        let fragment = &self.fragment;
        let mut elements = vec![0.0; fragment.rows * fragment.columns];
        for lane in 0..WARP {
            for (i, register) in registers.iter().enumerate() {
                for index in 0..fragment.packed() {
                    let (row, column) = fragment.place(lane, i, index);
                    elements[row * fragment.columns + column] = self.element.value(register[lane], index as u32);
                }
            }
        }
        elements
    }
}

/// `d = a * b + c`
#[derive(Clone, Copy, Debug)]
struct WmmaProduct {
    a: Matrix,
    b: Matrix,
    c: Matrix,
    d: Matrix,
    sums: Sums,
}

impl WmmaProduct {
    fn compute(&self, from: &[&Lanes], to: &mut [Box<Lanes>]) {
        let (a, rest) = from.split_at(self.a.fragment.registers);
        let (b, c) = rest.split_at(self.b.fragment.registers);
        let [a, b, c] = [self.a.gather(a), self.b.gather(b), self.c.gather(c)];
        let (inner, columns) = (self.a.fragment.columns, self.b.fragment.columns);
        let by_columns: Vec<f64> = (0..columns)
            .flat_map(|column| (0..inner).map(move |at| (at, column)))
            .map(|(at, column)| b[at * columns + column])
            .collect();
        let elements = self.sums.multiply(Factors { a: &a, b: &by_columns, depth: inner }, &c);
        let fragment = &self.d.fragment;
        for (i, register) in to.iter_mut().enumerate() {
            for (lane, out) in register.iter_mut().enumerate() {
                *out = 0;
                for index in 0..fragment.packed() {
                    let (row, column) = fragment.place(lane, i, index);
                    *out |= elements[row * columns + column] << (index as u32 * fragment.bits);
                }
            }
        }
    }
}

impl Decoder<'_, '_> {
    pub(super) fn wmma(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::SYNC, word::ALIGNED]);
        let shape = words.find(shape).ok_or_else(|| self.refuse_form())?;
        match words.op {
            op::WMMA_MMA => self.multiply_fragments(words, shape),
            _ => self.move_fragment(words, shape),
        }
    }

    fn move_fragment(&mut self, words: &Words<'_>, shape: MatrixShape) -> Result<()> {
        let stores = words.op == op::WMMA_STORE_D;
        let role = match words.op {
            op::WMMA_LOAD_A => FragmentRole::A,
            op::WMMA_LOAD_B => FragmentRole::B,
            _ => FragmentRole::Accumulator,
        };
        let ty = words.ty().ok_or_else(|| self.refuse_form())?;
        let (fragment, _) = fragment(shape, role, ty).ok_or_else(|| self.refuse_form())?;
        let by_columns = match words.one_of(&[word::ROW, word::COL]) {
            Some(layout) => layout == word::COL,
            None => return Err(self.refuse_form()),
        };
        let registers = self.fragment(usize::from(stores))?;
        if registers.len() != fragment.registers {
            return Err(self.refuse_form());
        }
        let place = self.place(usize::from(!stores), space_of(words))?;
        let stride = match self.operand_count() > 2 {
            true => self.source(2, ScalarType::U32)?,
            false => self.bits(if by_columns { fragment.rows } else { fragment.columns } as u64),
        };
        let step = FragmentMemory { place, stride, registers, fragment, by_columns, stores };
        self.emit(Op::FragmentMemory(Box::new(step)));
        Ok(())
    }

    fn multiply_fragments(&mut self, words: &Words<'_>, shape: MatrixShape) -> Result<()> {
        words.ignore(&[word::ROW, word::COL]);
        let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
        let saturates = words.has(word::SATFINITE);
        let types = match words.types()[..] {
            [d, c] => [d, ScalarType::F16, ScalarType::F16, c],
            [d, a, b, c] => [d, a, b, c],
            _ => return Err(self.refuse_form()),
        };
        let differs = words.has(word::POPC) & (words.one_of(&[word::XOR, word::AND]) == Some(word::XOR));
        let mut matrices = Vec::new();
        for (ty, role) in types.into_iter().zip([
            FragmentRole::Accumulator,
            FragmentRole::A,
            FragmentRole::B,
            FragmentRole::Accumulator,
        ]) {
            let (fragment, element) = fragment(shape, role, ty).ok_or_else(|| self.refuse_form())?;
            matrices.push(Matrix { fragment, element });
        }
        let [d, a, b, c] = matrices[..] else { return Err(self.refuse_form()) };
        let mut from: Vec<RegisterSlot> = Vec::new();
        for (index, matrix) in [(1, a), (2, b), (3, c)] {
            let registers = self.fragment(index)?;
            if registers.len() != matrix.fragment.registers {
                return Err(self.refuse_form());
            }
            from.extend(registers);
        }
        let to = self.fragment_results(0)?;
        if to.len() != d.fragment.registers {
            return Err(self.refuse_form());
        }
        let sums = Sums {
            a: a.element,
            d: d.element,
            saturates,
            rounding,
            differs,
            accumulation: Accumulation::of_warp(a.element, false),
        };
        let product = WmmaProduct { a, b, c, d, sums };
        let compute = Box::new(move |from: &[&Lanes], to: &mut [Box<Lanes>]| {
            product.compute(from, to);
            Ok(())
        });
        self.emit(Op::Matrix { compute, to, from });
        Ok(())
    }
}
