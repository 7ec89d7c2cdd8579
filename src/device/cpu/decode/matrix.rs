//! `mma`, `ldmatrix`, `stmatrix`, `movmatrix`: which lane holds which element (PTX ISA 9.7.15.5).

use super::super::lanes::{Lane, Lanes, WARP};
use super::super::program::{MatrixTransfer, MemorySpace, Op, RegisterSlot};
use super::float::{narrow, rounding_of, widen};
use super::sums::{Factors, Sums};
use super::words::Words;
use super::{Decoder, Result};
use crate::device::cpu::exact::{FloatFormat, Rounding};
use crate::isa::{ScalarType, TypeClass, Word, op, word};

/// Elements of an operand of `mma`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::device::cpu) enum MatrixElement {
    Float(FloatFormat),
    Integer { bits: u32, signed: bool },
}

impl MatrixElement {
    pub(in crate::device::cpu) fn of(ty: ScalarType) -> Option<Self> {
        Some(match ty {
            ScalarType::F16 => Self::Float(FloatFormat::F16),
            ScalarType::Bf16 => Self::Float(FloatFormat::BF16),
            ScalarType::Tf32 => Self::Float(FloatFormat::TF32),
            ScalarType::F32 => Self::Float(FloatFormat::F32),
            ScalarType::F64 => Self::Float(FloatFormat::F64),
            ScalarType::E4m3 => Self::Float(FloatFormat::E4M3),
            ScalarType::E5m2 => Self::Float(FloatFormat::E5M2),
            ScalarType::U8 | ScalarType::S8 | ScalarType::U4 | ScalarType::S4 | ScalarType::S32 => {
                Self::Integer { bits: ty.bits(), signed: ty.class() == TypeClass::Signed }
            }
            ScalarType::B1 => Self::Integer { bits: 1, signed: false },
            _ => return None,
        })
    }

    /// Bits that an element takes in a register.
    pub(in crate::device::cpu) fn width(self) -> u32 {
        match self {
            Self::Float(FloatFormat::TF32) => 32,
            Self::Float(format) => format.bits(),
            Self::Integer { bits, .. } => bits,
        }
    }

    fn is_integer(self) -> bool {
        matches!(self, Self::Integer { .. })
    }

    /// The value; integers of 32 bits and less are exact in double precision.
    pub(in crate::device::cpu) fn value(self, register: u64, index: u32) -> f64 {
        let width = self.width();
        let bits = register >> (index * width) & if width == 64 { u64::MAX } else { (1 << width) - 1 };
        match self {
            Self::Float(FloatFormat::TF32) => f64::from(f32::from_bits(bits as u32 & !0x1fff)),
            Self::Float(format) => widen(format, bits),
            Self::Integer { signed: true, .. } => ((bits << (64 - width)) as i64 >> (64 - width)) as f64,
            Self::Integer { .. } => bits as f64,
        }
    }

    /// The element that an exact sum becomes.
    pub(in crate::device::cpu) fn bits_of(self, sum: f64, saturates: bool) -> u64 {
        match self {
            Self::Integer { .. } if saturates => (sum as i32).bits(),
            Self::Integer { .. } => (sum as i64 as i32).bits(),
            Self::Float(format) => narrow(format, sum),
        }
    }
}

/// `m`, `n`, `k`
#[derive(Clone, Copy, Debug)]
pub(super) struct MatrixShape {
    pub m: usize,
    pub n: usize,
    pub k: usize,
}

pub(super) fn shape(word: Word) -> Option<MatrixShape> {
    let [m, n, k] = word.shape()?.map(usize::from);
    Some(MatrixShape { m, n, k })
}

/// A product of matrices.
#[derive(Clone, Copy, Debug)]
struct MmaProduct {
    shape: MatrixShape,
    a: MatrixElement,
    b: MatrixElement,
    c: MatrixElement,
    d: MatrixElement,
    sums: Sums,
}

impl MmaProduct {
    /// Rows of eight that a lane has elements of.
    fn row_groups(&self) -> usize {
        self.shape.m / 8
    }

    fn registers_of_a(&self) -> usize {
        self.shape.m * self.shape.k * self.a.width() as usize / WARP / self.a.width().max(32) as usize
    }

    fn registers_of_b(&self) -> usize {
        self.shape.n * self.shape.k * self.b.width() as usize / WARP / self.b.width().max(32) as usize
    }

    /// Registers of an accumulator.
    fn registers_of(&self, element: MatrixElement) -> usize {
        let elements = self.shape.m * self.shape.n / WARP;
        if element.width() == 16 { elements / 2 } else { elements }
    }

    fn compute(&self, from: &[&Lanes], to: &mut [Lanes]) {
        let MatrixShape { m, n, k } = self.shape;
        let mut a = vec![0.0; m * k];
        let mut b = vec![0.0; k * n];
        let (a_registers, b_registers) = (self.registers_of_a(), self.registers_of_b());
        let groups = self.row_groups();
        let per_a = (32 / self.a.width()).max(1);
        let per_b = (32 / self.b.width()).max(1);
        for lane in 0..WARP {
            let (group, thread) = (lane / 4, lane % 4);
            for (i, register) in from[..a_registers].iter().enumerate() {
                let row = group + 8 * (i % groups);
                for j in 0..per_a {
                    let column = (thread + 4 * (i / groups)) * per_a as usize + j as usize;
                    a[row * k + column] = self.a.value(register[lane], j);
                }
            }
            for (i, register) in from[a_registers..a_registers + b_registers].iter().enumerate() {
                for j in 0..per_b {
                    let row = (thread + 4 * i) * per_b as usize + j as usize;
                    b[group * k + row] = self.b.value(register[lane], j);
                }
            }
        }
        let c = &from[a_registers + b_registers..];
        // Where a lane has an element: its register, and which one of that.
        let place = |row: usize, column: usize| (row % 8 * 4 + column % 8 / 2, 2 * (row / 8) + column % 2);
        let old = |row, column| match place(row, column) {
            (lane, i) if self.c.width() == 16 => self.c.value(c[i / 2][lane], i as u32 % 2),
            (lane, i) => self.c.value(c[i][lane], 0),
        };
        self.sums.multiply(Factors { a: &a, b: &b, depth: k }, old, |row, column, bits| {
            let (lane, i) = place(row, column);
            match self.d.width() {
                16 => to[i / 2][lane] |= bits << (16 * (i % 2)),
                _ => to[i][lane] = bits,
            }
        });
    }
}

/// Elements of two bytes across the diagonal of eight by eight.
fn transpose(from: &Lanes) -> Lanes {
    let element = |row: usize, column: usize| from[row * 4 + column / 2] >> (16 * (column % 2)) & 0xffff;
    std::array::from_fn(|lane| {
        let (row, column) = (lane / 4, lane % 4 * 2);
        element(column, row) | element(column + 1, row) << 16
    })
}

impl Decoder<'_, '_> {
    pub(super) fn matrix(&mut self, words: &Words<'_>) -> Result<()> {
        words.ignore(&[word::SYNC, word::ALIGNED]);
        match words.op {
            op::MMA => self.multiply_matrices(words),
            op::MOVMATRIX => {
                words.types();
                words.ignore(&[word::TRANS, word::M8N8]);
                let from = vec![self.source(1, ScalarType::B32)?];
                let to = vec![self.result(0)?];
                self.emit(Op::Matrix { compute: Box::new(|from, to| to[0] = transpose(from[0])), to, from });
                Ok(())
            }
            _ => {
                let stores = words.op == op::STMATRIX;
                if words.types() != [ScalarType::B16] {
                    return Err(self.refuse_form());
                }
                words.ignore(&[word::M8N8, word::SHARED, word::SHARED_CTA]);
                let count = match words.one_of(&[word::X1, word::X2, word::X4]) {
                    Some(word::X1) => 1,
                    Some(word::X2) => 2,
                    Some(_) => 4,
                    None => return Err(self.refuse_form()),
                };
                let transposed = words.has(word::TRANS);
                let place = self.place(usize::from(!stores), MemorySpace::Shared)?;
                let registers = if stores { self.fragment(1)? } else { self.fragment_results(0)? };
                if registers.len() != count {
                    return Err(self.refuse_form());
                }
                self.emit(Op::MatrixMemory(MatrixTransfer { place, registers, transposed, stores }));
                Ok(())
            }
        }
    }

    /// The registers of a fragment that is read.
    pub(super) fn fragment(&mut self, index: usize) -> Result<Vec<RegisterSlot>> {
        let operand = self.operand(index)?;
        let parts = self.parts(operand);
        parts.into_iter().map(|part| self.source_of(part, ScalarType::B32)).collect()
    }

    /// The registers of a fragment that is written.
    pub(super) fn fragment_results(&mut self, index: usize) -> Result<Vec<RegisterSlot>> {
        let operand = self.operand(index)?;
        let parts = self.parts(operand);
        parts.into_iter().map(|part| self.result_of(part)).collect()
    }

    fn multiply_matrices(&mut self, words: &Words<'_>) -> Result<()> {
        let shape = words.find(shape).ok_or_else(|| self.refuse_form())?;
        let saturates = words.has(word::SATFINITE);
        let types = words.types();
        let [d, a, b, c] = types[..] else { return Err(self.refuse_form()) };
        let [d, a, b, c] = [d, a, b, c].map(MatrixElement::of);
        let (Some(d), Some(a), Some(b), Some(c)) = (d, a, b, c) else { return Err(self.refuse_form()) };
        if a == MatrixElement::Float(FloatFormat::F16) && shape.m == 8 {
            return self.multiply_in_quads(words, [d, a, c]);
        }
        words.ignore(&[word::ROW, word::COL]);
        // With elements of more bits the word has no effect.
        let differs = words.has(word::XOR) && a.width() == 1;
        let rounding = rounding_of(words).unwrap_or(Rounding::Nearest);
        let sums = Sums { a, d, saturates, rounding, differs, bytes_apart: true };
        let product = MmaProduct { shape, a, b, c, d, sums };
        words.ignore(&[word::AND, word::OR, word::POPC]);
        let shapes = matches!(shape.m, 8 | 16) && shape.n == 8 && matches!(shape.k, 4 | 8 | 16 | 32 | 64 | 128 | 256);
        if !shapes || a.is_integer() != d.is_integer() || a.width() != b.width() {
            return Err(self.refuse_form());
        }
        let mut from = Vec::new();
        for (index, count) in
            [(1, product.registers_of_a()), (2, product.registers_of_b()), (3, product.registers_of(c))]
        {
            let fragment = self.fragment(index)?;
            if fragment.len() != count {
                return Err(self.refuse_form());
            }
            from.extend(fragment);
        }
        let to = self.fragment_results(0)?;
        if to.len() != product.registers_of(d) {
            return Err(self.refuse_form());
        }
        let compute = Box::new(move |from: &[&Lanes], to: &mut [Lanes]| product.compute(from, to));
        self.emit(Op::Matrix { compute, to, from });
        Ok(())
    }
}
