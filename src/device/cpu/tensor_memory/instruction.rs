//! Instruction descriptors of `tcgen05.mma` (PTX ISA 9.7.16.4.2).

use crate::device::cpu::decode::matrix::MatrixElement;
use crate::device::cpu::exact::FloatFormat;

/// `.kind`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProductKind {
    /// `.kind::f16`
    Half,
    /// `.kind::tf32`
    Tf32,
    /// `.kind::f8f6f4`
    Narrow,
    /// `.kind::i8`
    Integer,
    /// `.kind::mxf8f6f4`, with a scale for 32 elements.
    ScaledNarrow,
    /// `.kind::mxf4`, `.kind::mxf4nvf4`, with so many scales for 64 elements.
    ScaledQuarters(usize),
}

impl ProductKind {
    /// Elements that are multiplied for each element of the result.
    pub const fn depth(self) -> usize {
        match self {
            Self::Half => 16,
            Self::Tf32 => 8,
            Self::Narrow | Self::Integer | Self::ScaledNarrow => 32,
            Self::ScaledQuarters(_) => 64,
        }
    }

    /// Bits from one element to the next in memory.
    pub const fn spacing(self) -> usize {
        32 * 8 / self.depth()
    }

    /// Scales of a row of the first factor, or of a column of the second.
    pub const fn scales(self) -> usize {
        match self {
            Self::ScaledNarrow => 1,
            Self::ScaledQuarters(count) => count,
            _ => 0,
        }
    }

    /// Bits 0 and 1 of an instruction descriptor: which column has the metadata of a sparse factor.
    fn selector(self, field: usize) -> Result<usize, (String, bool)> {
        match self {
            Self::Half | Self::Tf32 if field < 2 => Ok(field),
            Self::Half | Self::Tf32 => Err((format!("the sparsity selector {field}"), true)),
            Self::Narrow | Self::Integer if field > 0 => {
                Err((format!("the sparsity selector of factors of bytes is 0, not {field}"), false))
            }
            // Descriptors with scales have no such field.
            _ => Ok(0),
        }
    }

    fn element(self, format: u32) -> Option<MatrixElement> {
        let format = match (self, format) {
            (Self::Half, 0) => FloatFormat::F16,
            (Self::Half, 1) => FloatFormat::BF16,
            (Self::Tf32, 2) => FloatFormat::TF32,
            (Self::Narrow | Self::ScaledNarrow, 0) => FloatFormat::E4M3,
            (Self::Narrow | Self::ScaledNarrow, 1) => FloatFormat::E5M2,
            (Self::Narrow | Self::ScaledNarrow, 3) => FloatFormat::E2M3,
            (Self::Narrow | Self::ScaledNarrow, 4) => FloatFormat::E3M2,
            (Self::Narrow | Self::ScaledNarrow, 5) | (Self::ScaledQuarters(_), 1) => FloatFormat::E2M1,
            (Self::Integer, 0 | 1) => return Some(MatrixElement::Integer { bits: 8, signed: format == 1 }),
            _ => return None,
        };
        Some(MatrixElement::Float(format))
    }

    fn result(self, format: u32) -> Option<MatrixElement> {
        match (self, format) {
            // Descriptors with scales have no such field.
            (Self::ScaledNarrow | Self::ScaledQuarters(_), _) => Some(MatrixElement::Float(FloatFormat::F32)),
            (Self::Half | Self::Narrow, 0) => Some(MatrixElement::Float(FloatFormat::F16)),
            (Self::Half | Self::Narrow | Self::Tf32, 1) => Some(MatrixElement::Float(FloatFormat::F32)),
            (Self::Integer, 2) => Some(MatrixElement::Integer { bits: 32, signed: true }),
            _ => None,
        }
    }
}

/// What an instruction descriptor says.
#[derive(Clone, Copy, Debug)]
pub struct ProductInstruction {
    /// Rows of the result.
    pub rows: usize,
    /// Its columns.
    pub columns: usize,
    /// Elements of the factors.
    pub elements: [MatrixElement; 2],
    /// Elements of the result.
    pub result: MatrixElement,
    /// The factors are negated.
    pub negates: [bool; 2],
    /// What is contiguous are rows of the first factor, or columns of the second, rather than the sum's index.
    pub transposed: [bool; 2],
    /// Integers stay within their range.
    pub saturates: bool,
    /// Scales are powers of two rather than `.ue4m3`.
    pub powers: bool,
    /// Which bytes of a column of tensor memory hold the scales of each factor.
    pub scale_bytes: [usize; 2],
    /// Which of two columns has the metadata of a sparse factor.
    pub selector: usize,
}

impl ProductInstruction {
    /// What a descriptor says to an instruction of a kind, whose first factor may be sparse.
    ///
    /// # Errors
    /// What is wrong with it, and whether that is a limit of the interpreter.
    pub fn of(descriptor: u32, kind: ProductKind, is_sparse: bool) -> Result<Self, (String, bool)> {
        let field = |from: u32, bits: u32| descriptor >> from & ((1 << bits) - 1);
        let scaled = kind.scales() > 0;
        if (field(2, 1) == 1) != is_sparse {
            let (has, wants) = if is_sparse { ("dense", "sparse") } else { ("sparse", "dense") };
            let message =
                format!("the instruction descriptor is one of {has} factors, and the instruction is for {wants} ones");
            return Err((message, false));
        }
        let selector = if is_sparse { kind.selector(field(0, 2) as usize)? } else { 0 };
        if scaled && field(31, 1) == 1 {
            return Err(("products over 96 elements".to_string(), true));
        }
        let element = |from: u32| {
            let format = field(from, 3);
            let message = || (format!("{format} is not a format of a factor of this kind"), false);
            kind.element(format).ok_or_else(message)
        };
        let elements = [element(7)?, element(10)?];
        let format = field(4, 2);
        let result = kind.result(format);
        let result = result.ok_or_else(|| (format!("{format} is not a format of a result of this kind"), false))?;
        let transposed = [field(15, 1) == 1, field(16, 1) == 1];
        if (0..2).any(|it| transposed[it] && (elements[it].width() as usize) < kind.spacing().max(8)) {
            return Err(("factors of fewer than eight bits have their rows contiguous".to_string(), false));
        }
        let scale_bytes = [field(29, 2) as usize, field(4, 2) as usize];
        if scaled && scale_bytes.iter().any(|first| !first.is_multiple_of(kind.scales())) {
            return Err((format!("{} scales do not begin at bytes {scale_bytes:?}", kind.scales()), false));
        }
        Ok(Self {
            rows: field(24, 5) as usize * 16,
            columns: field(17, 6) as usize * 8,
            elements,
            result,
            negates: [field(13, 1) == 1, field(14, 1) == 1],
            transposed,
            saturates: kind == ProductKind::Integer && field(3, 1) == 1,
            powers: field(23, 1) == 1,
            scale_bytes,
            selector,
        })
    }
}
