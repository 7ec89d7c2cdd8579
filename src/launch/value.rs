//! What goes into a kernel.

use super::HalfFormat;

/// The value of a parameter. Buffers are in global memory, and the parameter is their address.
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
    /// A 32-bit integer.
    U32(u32),
    /// A 64-bit integer.
    U64(u64),
    /// A single-precision number.
    F32(f32),
}

impl ParameterValue {
    /// A buffer for `count` results: NaNs, so that elements that nobody writes are no accidental zeros.
    pub fn unwritten(count: usize) -> Self {
        ParameterValue::Floats(vec![f32::NAN; count])
    }

    /// The bytes of a buffer as they lie in memory, or of a number as a parameter.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            ParameterValue::Bytes(bytes) => bytes.clone(),
            ParameterValue::Halves(words) | ParameterValue::HalfFloats(_, words) => {
                words.iter().flat_map(|word| word.to_le_bytes()).collect()
            }
            ParameterValue::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
            ParameterValue::Floats(numbers) => numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
            ParameterValue::U32(number) => number.to_le_bytes().to_vec(),
            ParameterValue::U64(number) => number.to_le_bytes().to_vec(),
            ParameterValue::F32(number) => number.to_le_bytes().to_vec(),
        }
    }

    /// Whether the parameter is the address of a buffer.
    pub fn is_buffer(&self) -> bool {
        !matches!(self, ParameterValue::U32(_) | ParameterValue::U64(_) | ParameterValue::F32(_))
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
            ParameterValue::Words(_) => bytes.chunks_exact(4).map(|chunk| f64::from(word(chunk))).collect(),
            ParameterValue::Floats(_) => {
                bytes.chunks_exact(4).map(|chunk| f64::from(f32::from_bits(word(chunk)))).collect()
            }
            ParameterValue::U32(_) | ParameterValue::U64(_) | ParameterValue::F32(_) => Vec::new(),
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
}
