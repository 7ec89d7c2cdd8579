//! Verification on the device: what comes back are a few numbers, not the tensors.

use super::builder::{Axis, BuildError, Builder, Comparison, F32, Reduction, Reg, U32, Variable};
use super::common::{THREADS, demand};
use super::{Arithmetic, Expected, Kernel, LaunchConfig, Value, random};
use crate::isa::Target;

/// Compares two buffers in one pass.
///
/// Parameters: `found` and `right`, `count` floats each, and `result`, three words that are zero before the launch: the bits of the
/// largest `|found - right|`, the bits of the largest `|found - right| / |right|`, and the number of elements where `|found - right|` is
/// not at most `absolute + relative · |right|`. Elements that are equal, or both NaN, count as 0; one NaN makes the errors
/// NaN, whose bits are above those of infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verify {
    /// Elements of each buffer.
    pub count: u32,
    /// The absolute part of the tolerance.
    pub absolute: f32,
    /// The relative part of the tolerance.
    pub relative: f32,
}

/// The largest absolute value of a buffer: what tolerances are scaled with.
///
/// Parameters: `input`, `count` floats, and `result`, one float that is zero before the launch. NaN if there is a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReduceMax {
    /// Elements of the buffer.
    pub count: u32,
}

/// Most blocks: enough to fill a large device, and few atomic operations.
const BLOCKS: u32 = 1024;
/// The bits of a NaN that every operation makes.
const NAN: u32 = 0x7fff_ffff;

fn launch(count: u32) -> LaunchConfig {
    LaunchConfig::new([count.div_ceil(THREADS).min(BLOCKS), 1, 1], [THREADS, 1, 1])
}

fn check_count(count: u32) -> Result<(), BuildError> {
    demand((1..=1 << 31).contains(&count), "a buffer has 1 to 2^31 elements")
}

/// Goes over all elements, `body` by `body`, however many threads there are.
fn for_each_element(b: &mut Builder, count: u32, body: impl FnOnce(&mut Builder, Reg<U32>)) {
    let threads = launch(count).grid[0] * THREADS;
    let first = b.global_index(Axis::X);
    b.for_range(first, count, threads, body);
}

/// Raises a variable to the bits of a number that is not negative: as integers they are in the order of the numbers. A NaN
/// becomes the largest one, whatever its bits were.
fn raise(b: &mut Builder, variable: Variable<U32>, number: Reg<F32>) {
    let is_nan = b.is_nan(number);
    let bits: Reg<U32> = b.reinterpret(number);
    let bits: Reg<U32> = b.select(is_nan, NAN, bits);
    b.max_in_place(variable, bits);
}

impl Kernel for Verify {
    fn name(&self) -> &'static str {
        "verify"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_count(self.count)?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("result = bits of max |found - right|, bits of max |found - right| / |right|, count of mismatches");
        let found = b.pointer_parameter::<F32>("found");
        let right = b.pointer_parameter::<F32>("right");
        let result = b.pointer_parameter::<U32>("result");
        let [absolute, relative, mismatches] = [(); 3].map(|()| b.variable::<U32>(0));
        for_each_element(&mut b, self.count, |b, index| {
            let [found, right] = [found, right].map(|pointer| {
                let element = b.element(pointer, index);
                b.load(element)
            });
            b.comment("Equal numbers, infinities too, and two NaNs have no distance.");
            let equal = b.equal(found, right);
            let nans = [found, right].map(|number| b.is_nan(number));
            let both = b.both(nans[0], nans[1]);
            let same = b.either(equal, both);
            let distance = b.sub(found, right);
            let distance = b.abs(distance);
            let distance: Reg<F32> = b.select(same, 0.0, distance);
            let magnitude = b.abs(right);
            let ratio = b.div(distance, magnitude);
            let ratio: Reg<F32> = b.select(same, 0.0, ratio);
            raise(b, absolute, distance);
            raise(b, relative, ratio);
            let least = *b.variable(self.absolute);
            let allowed = b.fma(magnitude, self.relative, least);
            // An infinite tolerance allows nothing.
            let near = b.compare(Comparison::LessOrEqual, distance, allowed);
            let finite = b.less(magnitude, f32::INFINITY);
            let near = b.both(near, finite);
            let accepted = b.either(near, same);
            let miss: Reg<U32> = b.select(accepted, 0, 1);
            b.add_in_place(mismatches, miss);
        });
        b.comment("Of the block, then of all blocks.");
        let absolute = b.block_reduce(Reduction::Max, *absolute, "absolute_errors");
        let relative = b.block_reduce(Reduction::Max, *relative, "relative_errors");
        let mismatches = b.block_reduce(Reduction::Sum, *mismatches, "mismatches");
        let thread = b.thread_index(Axis::X);
        let first = b.equal(thread, 0);
        b.if_then(first, |b| {
            b.atomic_max(result, absolute);
            b.atomic_max(result.offset(1), relative);
            b.atomic_add(result.offset(2), mismatches);
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        launch(self.count)
    }

    fn inputs(&self, seed: u64) -> Vec<Value> {
        let right = random::floats(seed, 0, self.count as usize);
        let noise = random::floats(seed, 1, self.count as usize);
        // About half of the elements are beyond the tolerance.
        let allowed = |right: f32| 2.0 * (self.absolute + self.relative * right.abs());
        let found = right.iter().zip(noise).map(|(&right, noise)| right + noise * allowed(right)).collect();
        vec![Value::Floats(found), Value::Floats(right), Value::Words(vec![0; 3])]
    }

    /// In single precision, as on the device: the result is the same bit by bit.
    fn reference(&self, inputs: &[Value]) -> Vec<Expected> {
        let bits = |number: f32| if number.is_nan() { NAN } else { number.to_bits() };
        let mut result = [0u32; 3];
        for (&found, &right) in inputs[0].floats().iter().zip(inputs[1].floats()) {
            if found == right || (found.is_nan() && right.is_nan()) {
                continue;
            }
            let distance = (found - right).abs();
            let allowed = right.abs().mul_add(self.relative, self.absolute);
            result[0] = result[0].max(bits(distance));
            result[1] = result[1].max(bits(distance / right.abs()));
            result[2] += u32::from(!(distance <= allowed && right.is_finite()));
        }
        vec![Expected { parameter: 2, values: result.map(f64::from).to_vec(), arithmetic: Arithmetic::EXACT }]
    }
}

impl Kernel for ReduceMax {
    fn name(&self) -> &'static str {
        "reduce_max"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_count(self.count)?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("result = max |input[i]|");
        let input = b.pointer_parameter::<F32>("input");
        let result = b.pointer_parameter::<F32>("result");
        let largest = b.variable::<U32>(0);
        for_each_element(&mut b, self.count, |b, index| {
            let element = b.element(input, index);
            let number = b.load(element);
            let magnitude = b.abs(number);
            raise(b, largest, magnitude);
        });
        let largest = b.block_reduce(Reduction::Max, *largest, "maxima");
        let thread = b.thread_index(Axis::X);
        let first = b.equal(thread, 0);
        b.if_then(first, |b| b.atomic_max(result.cast::<U32>(), largest));
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        launch(self.count)
    }

    fn inputs(&self, seed: u64) -> Vec<Value> {
        vec![Value::Floats(random::floats(seed, 0, self.count as usize)), Value::Floats(vec![0.0])]
    }

    fn reference(&self, inputs: &[Value]) -> Vec<Expected> {
        let magnitudes = inputs[0].floats().iter().map(|number| f64::from(number.abs()));
        let largest =
            magnitudes.fold(0.0, |largest, number| if number > largest || number.is_nan() { number } else { largest });
        vec![Expected { parameter: 1, values: vec![largest], arithmetic: Arithmetic::EXACT }]
    }
}
