//! Verification on the device: what comes back are a few numbers, not the tensors.

use super::builder::{
    BuildError, Builder, Element, F32, LaunchAxis, MutableRegister, Predicate, Reduction, Reg, U16, U32,
};
use super::common::{THREADS, bytes, demand};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, random};
use crate::isa::Target;

/// Compares two buffers in one pass.
///
/// Parameters: `found` and `right`, `count` floats each, and `result`, [`Verify::WORDS`] words that are zero before the launch, which
/// [`Verification::of`] reads. Elements that are equal, or both NaN, count as 0; one NaN makes the errors NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verify {
    /// Elements of each buffer.
    pub count: u32,
    /// The absolute part of the tolerance.
    pub absolute: f32,
    /// The relative part of the tolerance.
    pub relative: f32,
}

/// What [`Verify`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verification {
    /// The largest `|found - right|`.
    pub max_absolute: f32,
    /// The largest `|found - right| / |right|`.
    pub max_relative: f32,
    /// The largest `|found - right| / (absolute + relative · |right|)`: the part of what is allowed that an element is off.
    pub used: f32,
    /// Elements where `|found - right|` is not at most `absolute + relative · |right|`.
    pub mismatches: u32,
    /// Elements of `found` that are NaN.
    pub nans: u32,
    /// Elements of `found` that are infinite.
    pub infinities: u32,
    /// The first mismatch.
    pub first: Option<u32>,
}

impl Verification {
    /// Reads the words of a result: the bits of the three errors, whose NaNs are above infinity, the three counts, and the largest
    /// distance of a mismatch from index 2^32 - 1, which is the first one.
    pub fn of(words: [u32; Verify::WORDS]) -> Self {
        let [max_absolute, max_relative, used, mismatches, nans, infinities, first] = words;
        let [max_absolute, max_relative, used] = [max_absolute, max_relative, used].map(f32::from_bits);
        let first = (mismatches > 0).then_some(!first);
        Self { max_absolute, max_relative, used, mismatches, nans, infinities, first }
    }
}

impl Verify {
    /// Words of the result.
    pub const WORDS: usize = 7;
}

/// Compares two buffers of integers in one pass: [`Verify`] for what must be the same.
///
/// Parameters: `found` and `right`, `count` integers each, and `result`, [`VerifyWords::WORDS`] words that are zero before the launch, which
/// [`WordVerification::of`] reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifyWords {
    /// Elements of each buffer.
    pub count: u32,
    /// Bytes of an element: 2 or 4.
    pub bytes: u32,
}

/// What [`VerifyWords`] finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordVerification {
    /// The largest `|found - right|`.
    pub max_absolute: u32,
    /// The largest `|found - right| / right`.
    pub max_relative: f32,
    /// Elements that differ.
    pub mismatches: u32,
    /// The first of them.
    pub first: Option<u32>,
}

impl WordVerification {
    /// Reads the words of a result: the largest error, the bits of the largest relative one, the number of mismatches, and the
    /// largest distance of one from index 2^32 - 1, which is the first.
    pub fn of([max_absolute, max_relative, mismatches, first]: [u32; VerifyWords::WORDS]) -> Self {
        let first = (mismatches > 0).then_some(!first);
        Self { max_absolute, max_relative: f32::from_bits(max_relative), mismatches, first }
    }
}

impl VerifyWords {
    /// Words of the result.
    pub const WORDS: usize = 4;
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
    let first = b.global_index(LaunchAxis::X);
    b.for_range(first, count, threads, body);
}

/// Raises a variable to the bits of a number that is not negative: as integers they are in the order of the numbers. A NaN
/// becomes the largest one, whatever its bits were.
fn raise(b: &mut Builder, variable: MutableRegister<U32>, number: Reg<F32>) {
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
        b.summary("result = bits of max |found - right|, of max |found - right| / |right| and of the largest part of what is allowed;");
        b.summary("counts of mismatches, NaNs and infinities; max ~index of mismatches");
        let found = b.pointer_parameter::<F32>("found");
        let right = b.pointer_parameter::<F32>("right");
        let result = b.pointer_parameter::<U32>("result");
        let [absolute, relative, used, mismatches, nans, infinities, first] =
            [(); Self::WORDS].map(|()| b.variable::<U32>(0));
        for_each_element(&mut b, self.count, |b, index| {
            let [found, right] = [found, right].map(|pointer| {
                let element = b.element(pointer, index);
                b.load(element)
            });
            b.comment("Equal numbers, infinities too, and two NaNs have no distance.");
            let equal = b.equal(found, right);
            let [is_nan, right_is_nan] = [found, right].map(|number| b.is_nan(number));
            let both = b.both(is_nan, right_is_nan);
            let same = b.either(equal, both);
            let distance = b.sub(found, right);
            let distance = b.abs(distance);
            let distance: Reg<F32> = b.select(same, 0.0, distance);
            let magnitude = b.abs(right);
            let least = *b.variable(self.absolute);
            let allowed = b.fma(magnitude, self.relative, least);
            raise(b, absolute, distance);
            for (variable, whole) in [(relative, magnitude), (used, allowed)] {
                let ratio = b.div(distance, whole);
                let ratio: Reg<F32> = b.select(same, 0.0, ratio);
                raise(b, variable, ratio);
            }
            b.comment("An infinite tolerance allows nothing.");
            let near = b.compare(Predicate::LessOrEqual, distance, allowed);
            let finite = b.less(magnitude, f32::INFINITY);
            let near = b.both(near, finite);
            let accepted = b.either(near, same);
            let miss: Reg<U32> = b.select(accepted, 0, 1);
            b.add_in_place(mismatches, miss);
            let backwards = b.xor(index, u32::MAX);
            let backwards: Reg<U32> = b.select(accepted, 0, backwards);
            b.max_in_place(first, backwards);
            let size = b.abs(found);
            let is_infinite = b.equal(size, f32::INFINITY);
            for (variable, holds) in [(nans, is_nan), (infinities, is_infinite)] {
                let one: Reg<U32> = b.select(holds, 1, 0);
                b.add_in_place(variable, one);
            }
        });
        b.comment("Of the block, then of all blocks.");
        let maxima = [
            (0, absolute, "absolute_errors"),
            (1, relative, "relative_errors"),
            (2, used, "used_parts"),
            (6, first, "places"),
        ];
        let sums = [(3, mismatches, "mismatches"), (4, nans, "nans"), (5, infinities, "infinities")];
        let maxima = maxima.map(|(place, variable, name)| (place, b.block_reduce(Reduction::Max, *variable, name)));
        let sums = sums.map(|(place, variable, name)| (place, b.block_reduce(Reduction::Sum, *variable, name)));
        let thread = b.thread_index(LaunchAxis::X);
        let is_first = b.equal(thread, 0);
        b.if_then(is_first, |b| {
            maxima.into_iter().for_each(|(place, value)| b.atomic_max(result.offset(place), value));
            sums.into_iter().for_each(|(place, value)| b.atomic_add(result.offset(place), value));
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        launch(self.count)
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let right = random::floats(seed, 0, self.count as usize);
        let noise = random::floats(seed, 1, self.count as usize);
        // About half of the elements are beyond the tolerance.
        let allowed = |right: f32| 2.0 * (self.absolute + self.relative * right.abs());
        let found = right.iter().zip(noise).map(|(&right, noise)| right + noise * allowed(right)).collect();
        vec![ParameterValue::Floats(found), ParameterValue::Floats(right), ParameterValue::Words(vec![0; Self::WORDS])]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        let numbers = bytes(4, &[self.count]);
        vec![numbers, numbers, 4 * Self::WORDS as u64]
    }

    /// In single precision, as on the device: the result is the same bit by bit.
    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let bits = |number: f32| if number.is_nan() { NAN } else { number.to_bits() };
        let mut result = [0u32; Self::WORDS];
        for ((&found, &right), index) in inputs[0].floats().iter().zip(inputs[1].floats()).zip(0u32..) {
            result[4] += u32::from(found.is_nan());
            result[5] += u32::from(found.is_infinite());
            if found == right || (found.is_nan() && right.is_nan()) {
                continue;
            }
            let distance = (found - right).abs();
            let allowed = right.abs().mul_add(self.relative, self.absolute);
            result[0] = result[0].max(bits(distance));
            result[1] = result[1].max(bits(distance / right.abs()));
            result[2] = result[2].max(bits(distance / allowed));
            if !(distance <= allowed && right.is_finite()) {
                result[3] += 1;
                result[6] = result[6].max(!index);
            }
        }
        vec![ExpectedBuffer { parameter: 2, values: result.map(f64::from).to_vec(), arithmetic: Arithmetic::EXACT }]
    }
}

impl VerifyWords {
    /// The text for elements of a type.
    fn text<T: Element<Register = U32>>(&self, target: Target) -> Result<String, BuildError> {
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("result = max |found - right|, bits of max |found - right| / right, count of mismatches, max ~index of mismatches");
        let found = b.pointer_parameter::<T>("found");
        let right = b.pointer_parameter::<T>("right");
        let result = b.pointer_parameter::<U32>("result");
        let [absolute, relative, mismatches, first] = [(); Self::WORDS].map(|()| b.variable::<U32>(0));
        for_each_element(&mut b, self.count, |b, index| {
            let [found, right] = [found, right].map(|pointer| {
                let element = b.element(pointer, index);
                b.load(element)
            });
            let [larger, smaller] = [b.max(found, right), b.min(found, right)];
            let distance = b.sub(larger, smaller);
            b.max_in_place(absolute, distance);
            let same = b.equal(distance, 0);
            let [distance, right]: [Reg<F32>; 2] = [distance, right].map(|number| b.convert(number));
            let ratio = b.div(distance, right);
            let ratio: Reg<F32> = b.select(same, 0.0, ratio);
            raise(b, relative, ratio);
            let miss: Reg<U32> = b.select(same, 0, 1);
            b.add_in_place(mismatches, miss);
            let backwards = b.xor(index, u32::MAX);
            let backwards: Reg<U32> = b.select(same, 0, backwards);
            b.max_in_place(first, backwards);
        });
        b.comment("Of the block, then of all blocks.");
        let maxima = [(0, absolute, "errors"), (1, relative, "relative_errors"), (3, first, "places")];
        let maxima = maxima.map(|(place, variable, name)| (place, b.block_reduce(Reduction::Max, *variable, name)));
        let sum = b.block_reduce(Reduction::Sum, *mismatches, "mismatches");
        let thread = b.thread_index(LaunchAxis::X);
        let is_first = b.equal(thread, 0);
        b.if_then(is_first, |b| {
            maxima.into_iter().for_each(|(place, value)| b.atomic_max(result.offset(place), value));
            b.atomic_add(result.offset(2), sum);
        });
        b.finish()
    }

    fn integers(&self, value: &ParameterValue) -> Vec<u32> {
        match self.bytes {
            2 => value.halves().iter().map(|&bits| bits.into()).collect(),
            _ => value.words().to_vec(),
        }
    }
}

impl Kernel for VerifyWords {
    fn name(&self) -> &'static str {
        "verify_words"
    }

    fn dtype(&self) -> &'static str {
        if self.bytes == 2 { "u16" } else { "u32" }
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_count(self.count)?;
        match self.bytes {
            2 => self.text::<U16>(target),
            4 => self.text::<U32>(target),
            _ => Err(BuildError::Dimension("an integer has 2 or 4 bytes".to_string())),
        }
    }

    fn launch(&self) -> LaunchConfig {
        launch(self.count)
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let numbers = |stream| random::floats(seed, stream, self.count as usize).into_iter();
        let right: Vec<u32> = numbers(0).map(|number| (30_000.0 * (number + 1.0)) as u32).collect();
        // About a quarter of the elements differ.
        let off = |number: f32| if number > 0.5 { 1 + (1000.0 * number) as u32 } else { 0 };
        let found = right.iter().zip(numbers(1)).map(|(&right, number)| right + off(number)).collect();
        let buffer = |words: Vec<u32>| match self.bytes {
            2 => ParameterValue::Halves(words.into_iter().map(|word| word as u16).collect()),
            _ => ParameterValue::Words(words),
        };
        vec![buffer(found), buffer(right), ParameterValue::Words(vec![0; Self::WORDS])]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        let numbers = bytes(u64::from(self.bytes), &[self.count]);
        vec![numbers, numbers, 4 * Self::WORDS as u64]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let mut result = [0u32; Self::WORDS];
        let [found, right] = [0, 1].map(|index: usize| self.integers(&inputs[index]));
        for ((&found, &right), index) in
            found.iter().zip(&right).zip(0u32..).filter(|((found, right), _)| found != right)
        {
            let distance = found.abs_diff(right);
            result[0] = result[0].max(distance);
            result[1] = result[1].max((distance as f32 / right as f32).to_bits());
            result[2] += 1;
            result[3] = result[3].max(!index);
        }
        vec![ExpectedBuffer { parameter: 2, values: result.map(f64::from).to_vec(), arithmetic: Arithmetic::EXACT }]
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
        let thread = b.thread_index(LaunchAxis::X);
        let first = b.equal(thread, 0);
        b.if_then(first, |b| b.atomic_max(result.cast::<U32>(), largest));
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        launch(self.count)
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        vec![ParameterValue::Floats(random::floats(seed, 0, self.count as usize)), ParameterValue::Floats(vec![0.0])]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        vec![bytes(4, &[self.count]), 4]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let magnitudes = inputs[0].floats().iter().map(|number| f64::from(number.abs()));
        let largest =
            magnitudes.fold(0.0, |largest, number| if number > largest || number.is_nan() { number } else { largest });
        vec![ExpectedBuffer { parameter: 1, values: vec![largest], arithmetic: Arithmetic::EXACT }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_of_integers() {
        let found = |bytes: u32, found: ParameterValue, right: ParameterValue| {
            let words = &VerifyWords { count: 3, bytes }.reference(&[found, right])[0].values;
            WordVerification::of(std::array::from_fn(|index| words[index] as u32))
        };
        let words = |words: [u32; 3]| ParameterValue::Words(words.to_vec());
        let off = found(4, words([7, u32::MAX, 3]), words([7, 1, 4]));
        assert_eq!((off.max_absolute, off.mismatches, off.first), (u32::MAX - 1, 2, Some(1)));
        assert_eq!(off.max_relative, (u32::MAX - 1) as f32);
        let same = found(2, ParameterValue::Halves(vec![1, 2, 3]), ParameterValue::Halves(vec![1, 2, 3]));
        let none = WordVerification { max_absolute: 0, max_relative: 0.0, mismatches: 0, first: None };
        assert_eq!(same, none);
        assert_eq!(
            found(2, ParameterValue::Halves(vec![1, 0, 3]), ParameterValue::Halves(vec![1, 0, 0])).max_relative,
            f32::INFINITY
        );
        let target = Target::lookup("sm_80").expect("known");
        assert!(VerifyWords { count: 3, bytes: 8 }.ptx(target).is_err());
    }

    #[test]
    fn what_is_found() {
        let kernel = Verify { count: 6, absolute: 0.25, relative: 0.125 };
        let words = |found: [f32; 6], right: [f32; 6]| {
            let values = [found, right].map(|numbers| ParameterValue::Floats(numbers.to_vec()));
            let words = &kernel.reference(&values)[0].values;
            Verification::of(std::array::from_fn(|index| words[index] as u32))
        };
        let right = [1.0, 2.0, 4.0, f32::NAN, f32::INFINITY, 0.0];
        let same = words(right, right);
        assert_eq!((same.max_absolute, same.used, same.mismatches, same.first), (0.0, 0.0, 0, None));
        assert_eq!((same.nans, same.infinities), (1, 1));
        let off = words([1.0, 2.25, 5.5, f32::NAN, f32::NEG_INFINITY, 0.0], right);
        assert_eq!((off.max_absolute, off.mismatches, off.first, off.infinities), (f32::INFINITY, 2, Some(2), 1));
        let nan = words([f32::NAN, 2.0, 4.0, 1.0, f32::INFINITY, 0.25], right);
        assert!(nan.max_absolute.is_nan() && nan.max_relative.is_nan() && nan.used.is_nan());
        assert_eq!((nan.mismatches, nan.nans, nan.first), (2, 1, Some(0)));
        let half = words([1.0, 2.25, 4.0, f32::NAN, f32::INFINITY, 0.0], right);
        assert_eq!((half.max_absolute, half.max_relative, half.used), (0.25, 0.125, 0.5));
    }
}
