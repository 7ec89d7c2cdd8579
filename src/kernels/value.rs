//! What goes into a kernel and what comes out.

use super::{Arithmetic, HalfFormat};

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct LaunchConfig {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory of a block.
    pub shared_bytes: u32,
}

impl LaunchConfig {
    /// A launch without dynamic shared memory.
    pub const fn new(grid: [u32; 3], block: [u32; 3]) -> Self {
        Self { grid, block, shared_bytes: 0 }
    }
}

/// What any kernel for a task has to do: the axes of a roofline (Williams, Waterman and Patterson, *Roofline*, 2009).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// Floating-point operations; a multiply-add is two.
    pub operations: f64,
    /// Bytes to and from global memory if each is moved once.
    pub bytes: f64,
}

impl Work {
    /// Operations for each byte.
    pub fn intensity(&self) -> f64 {
        self.operations / self.bytes
    }
}

/// The value of a parameter. Buffers are in global memory, and the parameter is their address.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
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

impl Value {
    /// A buffer for `count` results: NaNs, so that elements that nobody writes are no accidental zeros.
    pub fn unwritten(count: usize) -> Self {
        Value::Floats(vec![f32::NAN; count])
    }

    /// The bytes of a buffer as they lie in memory, or of a number as a parameter.
    pub fn to_bytes(&self) -> Vec<u8> {
        match self {
            Value::Bytes(bytes) => bytes.clone(),
            Value::Halves(words) | Value::HalfFloats(_, words) => {
                words.iter().flat_map(|word| word.to_le_bytes()).collect()
            }
            Value::Words(words) => words.iter().flat_map(|word| word.to_le_bytes()).collect(),
            Value::Floats(numbers) => numbers.iter().flat_map(|number| number.to_le_bytes()).collect(),
            Value::U32(number) => number.to_le_bytes().to_vec(),
            Value::U64(number) => number.to_le_bytes().to_vec(),
            Value::F32(number) => number.to_le_bytes().to_vec(),
        }
    }

    /// Whether the parameter is the address of a buffer.
    pub fn is_buffer(&self) -> bool {
        !matches!(self, Value::U32(_) | Value::U64(_) | Value::F32(_))
    }

    /// The elements of a buffer as double-precision numbers, read from `bytes` of the same type as this value. Words become
    /// numbers without loss; a number that is no buffer has no elements.
    pub fn decode(&self, bytes: &[u8]) -> Vec<f64> {
        let word = |chunk: &[u8]| u32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
        let half = |chunk: &[u8]| u16::from_le_bytes([chunk[0], chunk[1]]);
        match self {
            Value::Bytes(_) => bytes.iter().map(|&byte| f64::from(byte)).collect(),
            Value::Halves(_) => bytes.chunks_exact(2).map(|chunk| f64::from(half(chunk))).collect(),
            Value::HalfFloats(format, _) => {
                bytes.chunks_exact(2).map(|chunk| f64::from(format.to_f32(half(chunk)))).collect()
            }
            Value::Words(_) => bytes.chunks_exact(4).map(|chunk| f64::from(word(chunk))).collect(),
            Value::Floats(_) => bytes.chunks_exact(4).map(|chunk| f64::from(f32::from_bits(word(chunk)))).collect(),
            Value::U32(_) | Value::U64(_) | Value::F32(_) => Vec::new(),
        }
    }

    /// The numbers of a buffer of floats.
    pub(super) fn floats(&self) -> &[f32] {
        if let Value::Floats(numbers) = self { numbers } else { panic!("a buffer of floats, not {self:?}") }
    }

    /// The bits of a buffer of halves.
    pub(super) fn halves(&self) -> &[u16] {
        if let Value::Halves(halves) = self { halves } else { panic!("a buffer of halves, not {self:?}") }
    }

    /// The integers of a buffer of words.
    pub(super) fn words(&self) -> &[u32] {
        if let Value::Words(words) = self { words } else { panic!("a buffer of words, not {self:?}") }
    }

    /// The bytes of a buffer of bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        if let Value::Bytes(bytes) = self { bytes } else { panic!("a buffer of bytes, not {self:?}") }
    }

    /// The integer.
    pub(super) fn integer(&self) -> u32 {
        if let Value::U32(number) = self { *number } else { panic!("an integer, not {self:?}") }
    }
}

/// What a buffer must hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// Which parameter.
    pub parameter: usize,
    /// Its elements.
    pub values: Vec<f64>,
    /// How the kernel computes them, which tells how far it may be off.
    pub arithmetic: Arithmetic,
}

impl Expected {
    /// The first element that is further off than theory allows: its index, what was found and what is right. `found` is as [`Value::decode`] gives it; another
    /// number of elements is off at the first one that is missing or too many.
    pub fn mismatch(&self, found: &[f64]) -> Option<(usize, f64, f64)> {
        let pairs = found.iter().zip(&self.values).enumerate();
        let off = pairs.map(|(index, (&found, &right))| (index, found, right));
        let common = found.len().min(self.values.len());
        let at = |values: &[f64]| values.get(common).copied().unwrap_or(f64::NAN);
        let length = (found.len() != self.values.len()).then(|| (common, at(found), at(&self.values)));
        let tolerance = self.arithmetic.tolerance();
        off.into_iter().find(|&(_, found, right)| !tolerance.accepts(found, right)).or(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mismatches() {
        let expected = Expected {
            parameter: 0,
            values: vec![1.0, f64::NAN, f64::INFINITY],
            arithmetic: Arithmetic::relative(200),
        };
        assert_eq!(expected.mismatch(&[1.000_01, f64::NAN, f64::INFINITY]), None);
        assert_eq!(expected.mismatch(&[1.000_1, f64::NAN, f64::INFINITY]), Some((0, 1.000_1, 1.0)));
        assert!(expected.mismatch(&[1.0, 0.0, f64::INFINITY]).is_some_and(|(index, ..)| index == 1));
        assert!(expected.mismatch(&[1.0, f64::NAN, 1e300]).is_some_and(|(index, ..)| index == 2));
        assert!(expected.mismatch(&[1.0, f64::NAN]).is_some_and(|(index, ..)| index == 2));
    }

    #[test]
    fn buffers_come_back() {
        let floats = Value::Floats(vec![1.5, -2.0]);
        assert_eq!(floats.decode(&floats.to_bytes()), [1.5, -2.0]);
        let words = Value::Words(vec![7, u32::MAX]);
        assert_eq!(words.decode(&words.to_bytes()), [7.0, 4_294_967_295.0]);
        assert_eq!(Value::Halves(vec![0x0102]).to_bytes(), [2, 1]);
        let halves = Value::HalfFloats(HalfFormat::F16, vec![0x3c00, 0xc000]);
        assert_eq!((halves.is_buffer(), halves.decode(&halves.to_bytes())), (true, vec![1.0, -2.0]));
    }
}
