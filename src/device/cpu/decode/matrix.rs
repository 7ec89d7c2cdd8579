//! What matrices are made of, and `ldmatrix`, `stmatrix`, `movmatrix`: which lane holds which element (PTX ISA 9.7.15.5).

use super::super::lanes::{Lane, Lanes};
use super::super::program::{MatrixTransfer, MemorySpace, Op, RegisterSlot};
use super::float::{narrow, widen};
use super::words::Words;
use super::{Decoder, Result};
use crate::device::cpu::exact::FloatFormat;
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
            ScalarType::E3m2 => Self::Float(FloatFormat::E3M2),
            ScalarType::E2m3 => Self::Float(FloatFormat::E2M3),
            ScalarType::E2m1 => Self::Float(FloatFormat::E2M1),
            ScalarType::U8 | ScalarType::S8 | ScalarType::U4 | ScalarType::S4 | ScalarType::S32 => {
                Self::Integer { bits: ty.bits(), signed: ty.class() == TypeClass::Signed }
            }
            ScalarType::B1 => Self::Integer { bits: 1, signed: false },
            _ => return None,
        })
    }

    /// Bits that an element takes in a register.
    #[inline(always)]
    pub(in crate::device::cpu) fn width(self) -> u32 {
        match self {
            Self::Float(FloatFormat::TF32) => 32,
            Self::Float(format) => format.bits(),
            Self::Integer { bits, .. } => bits,
        }
    }

    pub(super) fn is_integer(self) -> bool {
        matches!(self, Self::Integer { .. })
    }

    /// The value; integers of 32 bits and less are exact in double precision.
    #[inline(always)]
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
    #[inline(always)]
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
            op::MMA | op::MMA_SP | op::MMA_SP_ORDERED_METADATA => self.multiply_matrices(words),
            op::MOVMATRIX => {
                words.types();
                words.ignore(&[word::TRANS, word::M8N8]);
                let from = vec![self.source(1, ScalarType::B32)?];
                let to = vec![self.result(0)?];
                let compute = Box::new(|from: &[&Lanes], to: &mut [Box<Lanes>]| {
                    *to[0] = transpose(from[0]);
                    Ok(())
                });
                self.emit(Op::Matrix { compute, to, from });
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
}
