//! What goes into a kernel.

use super::HalfFormat;
use std::borrow::Cow;

/// The value of a parameter, as kernels, fixtures and callers write it. Buffers are in global memory, and the parameter is their
/// address: a device makes arguments of its own from values ([`crate::device::Arg`]), with buffers in its memory.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// A buffer of bytes.
    Bytes(Vec<u8>),
    /// A buffer of 16-bit words.
    Halves(Vec<u16>),
    /// A buffer of floating-point numbers of 16 bits.
    HalfFloats(HalfFormat, Vec<u16>),
    /// A buffer of 32-bit integers.
    Words(Vec<u32>),
    /// A buffer of single-precision numbers.
    Floats(Vec<f32>),
    /// A buffer of so many 32-bit words of zero, made when it is needed.
    Zeros(usize),
    /// A buffer of the 32-bit integers 0, 1, … below this number, made when it is needed.
    CountingWords(usize),
    /// A buffer of the single-precision numbers 0, 1, … below this number, made when it is needed.
    CountingFloats(usize),
    /// A 32-bit integer.
    U32(u32),
    /// A 64-bit integer.
    U64(u64),
    /// A single-precision number.
    F32(f32),
    /// An integer of the parameter's size.
    Integer(i64),
    /// A floating-point number of the parameter's size.
    Float(f64),
    /// The bytes of the parameter itself, little-endian.
    Raw(Vec<u8>),
}

impl ParameterValue {
    /// A buffer for `count` results: NaNs, so that elements that nobody writes are no accidental zeros.
    pub fn unwritten(count: usize) -> Self {
        ParameterValue::Floats(vec![f32::NAN; count])
    }

    /// The bytes of a buffer as they lie in memory, or of a number as a parameter. A number of the parameter's size has eight.
    pub fn to_bytes(&self) -> Vec<u8> {
        fn bytes<T, const N: usize>(values: impl Iterator<Item = T>, of: impl Fn(T) -> [u8; N]) -> Vec<u8> {
            values.flat_map(of).collect()
        }
        match self {
            Self::Bytes(bytes) | Self::Raw(bytes) => bytes.clone(),
            Self::Halves(words) | Self::HalfFloats(_, words) => bytes(words.iter().copied(), u16::to_le_bytes),
            Self::Words(words) => bytes(words.iter().copied(), u32::to_le_bytes),
            Self::Floats(numbers) => bytes(numbers.iter().copied(), f32::to_le_bytes),
            Self::Zeros(count) => vec![0; 4 * count],
            Self::CountingWords(count) => bytes(0..*count, |index| (index as u32).to_le_bytes()),
            Self::CountingFloats(count) => bytes(0..*count, |index| (index as f32).to_le_bytes()),
            Self::U32(number) => number.to_le_bytes().to_vec(),
            Self::U64(number) => number.to_le_bytes().to_vec(),
            Self::F32(number) => number.to_le_bytes().to_vec(),
            Self::Integer(number) => number.to_le_bytes().to_vec(),
            Self::Float(number) => number.to_le_bytes().to_vec(),
        }
    }

    /// The same bytes, without a copy where they are bytes already.
    pub fn as_bytes(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Bytes(bytes) | Self::Raw(bytes) => bytes.into(),
            other => other.to_bytes().into(),
        }
    }

    /// The same value without its type: a buffer of bytes, or the bytes of the parameter.
    pub fn untyped(&self) -> Self {
        if self.is_buffer() { Self::Bytes(self.to_bytes()) } else { Self::Raw(self.to_bytes()) }
    }

    /// How many elements its buffer has, if it is one.
    pub fn elements(&self) -> Option<usize> {
        match self {
            Self::Bytes(all) => Some(all.len()),
            Self::Halves(all) | Self::HalfFloats(_, all) => Some(all.len()),
            Self::Words(all) => Some(all.len()),
            Self::Floats(all) => Some(all.len()),
            Self::Zeros(count) | Self::CountingWords(count) | Self::CountingFloats(count) => Some(*count),
            Self::U32(_) | Self::U64(_) | Self::F32(_) | Self::Integer(_) | Self::Float(_) | Self::Raw(_) => None,
        }
    }

    /// Bytes of an element of its buffer, or of the number.
    pub fn element_bytes(&self) -> usize {
        match self {
            Self::Bytes(_) => 1,
            Self::Halves(_) | Self::HalfFloats(..) => 2,
            Self::Words(_) | Self::Floats(_) | Self::U32(_) | Self::F32(_) => 4,
            Self::Zeros(_) | Self::CountingWords(_) | Self::CountingFloats(_) => 4,
            Self::U64(_) | Self::Integer(_) | Self::Float(_) => 8,
            Self::Raw(bytes) => bytes.len(),
        }
    }

    /// Bytes of its buffer, none if it is a number.
    pub fn buffer_bytes(&self) -> u64 {
        (self.elements().unwrap_or(0) as u64).saturating_mul(self.element_bytes() as u64)
    }

    /// Whether the parameter is the address of a buffer.
    pub fn is_buffer(&self) -> bool {
        self.elements().is_some()
    }

    /// The elements of a buffer as double-precision numbers, read from `bytes` of the same type as this value. Words become
    /// numbers without loss; a number that is no buffer has no elements.
    pub fn decode(&self, bytes: &[u8]) -> Vec<f64> {
        let word = |chunk: &[u8]| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        let half = |chunk: &[u8]| u16::from_le_bytes([chunk[0], chunk[1]]);
        match self {
            ParameterValue::Bytes(_) => bytes.iter().map(|&byte| f64::from(byte)).collect(),
            ParameterValue::Halves(_) => bytes.chunks_exact(2).map(|chunk| f64::from(half(chunk))).collect(),
            ParameterValue::HalfFloats(format, _) => {
                bytes.chunks_exact(2).map(|chunk| f64::from(format.to_f32(half(chunk)))).collect()
            }
            ParameterValue::Words(_) | ParameterValue::Zeros(_) | ParameterValue::CountingWords(_) => {
                bytes.chunks_exact(4).map(|chunk| f64::from(word(chunk))).collect()
            }
            ParameterValue::Floats(_) | ParameterValue::CountingFloats(_) => {
                bytes.chunks_exact(4).map(|chunk| f64::from(f32::from_bits(word(chunk)))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The numbers of a buffer of floats.
    pub(crate) fn floats(&self) -> &[f32] {
        if let ParameterValue::Floats(numbers) = self { numbers } else { panic!("a buffer of floats, not {self:?}") }
    }

    /// The bits of a buffer of halves.
    pub(crate) fn halves(&self) -> &[u16] {
        if let ParameterValue::Halves(halves) = self { halves } else { panic!("a buffer of halves, not {self:?}") }
    }

    /// The integers of a buffer of words.
    pub(crate) fn words(&self) -> &[u32] {
        if let ParameterValue::Words(words) = self { words } else { panic!("a buffer of words, not {self:?}") }
    }

    /// The bytes of a buffer of bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        if let ParameterValue::Bytes(bytes) = self { bytes } else { panic!("a buffer of bytes, not {self:?}") }
    }

    /// The integer.
    pub(crate) fn integer(&self) -> u32 {
        if let ParameterValue::U32(number) = self { *number } else { panic!("an integer, not {self:?}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_come_back() {
        let floats = ParameterValue::Floats(vec![1.5, -2.0]);
        assert_eq!(floats.decode(&floats.to_bytes()), [1.5, -2.0]);
        let words = ParameterValue::Words(vec![7, u32::MAX]);
        assert_eq!(words.decode(&words.to_bytes()), [7.0, 4_294_967_295.0]);
        assert_eq!(ParameterValue::Halves(vec![0x0102]).to_bytes(), [2, 1]);
        let halves = ParameterValue::HalfFloats(HalfFormat::F16, vec![0x3c00, 0xc000]);
        assert_eq!((halves.is_buffer(), halves.decode(&halves.to_bytes())), (true, vec![1.0, -2.0]));
    }

    #[test]
    fn sizes_are_those_of_the_bytes() {
        let buffers = [
            ParameterValue::Bytes(vec![1, 2, 3]),
            ParameterValue::Halves(vec![1, 2, 3]),
            ParameterValue::Words(vec![1, 2, 3]),
            ParameterValue::unwritten(3),
            ParameterValue::Zeros(3),
            ParameterValue::CountingWords(3),
            ParameterValue::CountingFloats(3),
        ];
        for value in buffers {
            assert_eq!((value.elements(), value.buffer_bytes()), (Some(3), value.to_bytes().len() as u64), "{value:?}");
            assert_eq!(value.untyped(), ParameterValue::Bytes(value.to_bytes()));
        }
        let numbers = [ParameterValue::U32(7), ParameterValue::U64(7), ParameterValue::F32(7.0)];
        let sized = [ParameterValue::Integer(7), ParameterValue::Float(7.0), ParameterValue::Raw(vec![7; 3])];
        for value in numbers.into_iter().chain(sized) {
            assert_eq!((value.is_buffer(), value.buffer_bytes()), (false, 0), "{value:?}");
            assert_eq!((value.element_bytes(), &*value.as_bytes()), (value.to_bytes().len(), &value.to_bytes()[..]));
            assert_eq!(value.untyped(), ParameterValue::Raw(value.to_bytes()));
        }
        let counted = ParameterValue::CountingFloats(3);
        assert_eq!(counted.decode(&counted.to_bytes()), [0.0, 1.0, 2.0]);
        assert_eq!(ParameterValue::CountingWords(3).to_bytes(), ParameterValue::Words(vec![0, 1, 2]).to_bytes());
    }
}
