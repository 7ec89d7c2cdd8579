//! What the kernels share.

use super::HalfFormat;
use super::builder::{BuildError, Builder, F16, F32, Global, LaunchAxis, Pointer, Reg, U16, U32};

/// Threads of a block of elementwise and reducing kernels.
pub(super) const THREADS: u32 = 256;

/// Most blocks in y (PTX ISA, `%nctaid`; CUDA C++ Programming Guide, Technical Specifications).
pub(super) const MAX_GRID_Y: u32 = 65_535;

/// Elements that a thread takes at once from rows of this length, which lie next to each other: 4 if every row starts at a
/// multiple of 16 bytes.
pub(super) fn vector_width(length: u32) -> u32 {
    if length.is_multiple_of(4) { 4 } else { 1 }
}

/// Fails unless `holds`.
pub(super) fn demand(holds: bool, why: &str) -> Result<(), BuildError> {
    if holds { Ok(()) } else { Err(BuildError::Dimension(why.to_string())) }
}

/// What is added under a root keeps it from being zero, and from being no number.
pub(super) fn demand_epsilon(epsilon: f32) -> Result<(), BuildError> {
    demand(epsilon >= 0.0 && epsilon.is_finite(), "epsilon is a number that is not negative")
}

/// Loads 4 or 1 neighbouring elements.
pub(super) fn load_run(b: &mut Builder, pointer: Pointer<Global, F32>, width: u32) -> Vec<Reg<F32>> {
    if width == 4 { b.load_vector::<4, _, _>(pointer).to_vec() } else { vec![b.load(pointer)] }
}

/// Stores 4 or 1 neighbouring elements.
pub(super) fn store_run(b: &mut Builder, pointer: Pointer<Global, F32>, values: &[Reg<F32>]) {
    match *values {
        [x, y, z, w] => b.store_vector(pointer, [x, y, z, w]),
        _ => values.iter().zip(0..).for_each(|(&value, index)| b.store(pointer.offset(index), value)),
    }
}

/// A number of 16 bits, in the lower half of a word, in single precision, where it keeps its value.
pub(super) fn widen(b: &mut Builder, bits: Reg<U32>, format: HalfFormat) -> Reg<F32> {
    match format {
        HalfFormat::F16 => {
            let [half, _] = b.unpack_halves(bits);
            b.convert(half)
        }
        HalfFormat::Bf16 => {
            let bits = b.shl(bits, 16);
            b.reinterpret(bits)
        }
    }
}

/// A number that was rounded to the nearest one of 16 bits, to even.
#[derive(Clone, Copy)]
pub(super) enum Rounded {
    F16(Reg<F16>),
    Bf16(Reg<U32>),
}

impl Rounded {
    pub(super) fn new(b: &mut Builder, number: Reg<F32>, format: HalfFormat) -> Self {
        match format {
            HalfFormat::F16 => Self::F16(b.convert(number)),
            HalfFormat::Bf16 => Self::Bf16(bf16_bits(b, number)),
        }
    }

    pub(super) fn store(self, b: &mut Builder, element: Pointer<Global, U16>) {
        match self {
            Self::F16(number) => b.store(element.cast::<F16>(), number),
            Self::Bf16(bits) => b.store(element, bits),
        }
    }
}

/// The upper half of the bits, after adding what carries where it is to be rounded up. NaNs stay NaNs.
fn bf16_bits(b: &mut Builder, number: Reg<F32>) -> Reg<U32> {
    let is_nan = b.is_nan(number);
    let bits: Reg<U32> = b.reinterpret(number);
    let last = b.shr(bits, 16);
    let odd = b.and(last, 1);
    let bits = b.add(bits, odd);
    let bits = b.add(bits, 0x7fff);
    let upper = b.shr(bits, 16);
    b.select(is_nan, 0x7fff, upper)
}

/// The vector of `length` elements that `%ctaid.y` selects, in a batched kernel; else the only one.
pub(super) fn select_vector(
    b: &mut Builder,
    pointer: Pointer<Global, F32>,
    length: u32,
    batched: bool,
) -> Pointer<Global, F32> {
    if !batched {
        return pointer;
    }
    let batch = b.block_index(LaunchAxis::Y);
    let distance = b.mul_wide(batch, length);
    b.element(pointer, distance)
}

/// Elements of a tensor with these extents; as many as can be counted if it has more.
pub(super) fn elements(extents: &[u32]) -> usize {
    extents.iter().fold(1, |count: usize, &extent| count.saturating_mul(extent as usize))
}

/// Bytes of such a tensor, each element of which has `size`.
pub(super) fn bytes(size: u64, extents: &[u32]) -> u64 {
    size.saturating_mul(elements(extents) as u64)
}

/// The largest absolute value.
pub(super) fn largest(numbers: &[f32]) -> f64 {
    numbers.iter().fold(0.0, |largest, &number| f64::from(number).abs().max(largest))
}

/// Roundings of a sum that a block makes: those of a thread, and those of joining the threads' sums.
pub(super) fn sum_of_block(count: u32) -> u32 {
    count.div_ceil(THREADS) + THREADS.ilog2()
}

/// Roundings of [`Builder::exp`]: its power of two is off by 2^-22.5, which is three, its correction and their sum.
pub(super) const EXPONENTIAL: u32 = 5;
