//! Fills of buffers: patterns and random numbers.

use super::builder::{BuildError, Builder, F32, LaunchAxis, Reg, U16, U32};
use super::common::{Rounded, THREADS, bytes, demand, elements, widen};
use super::{Arithmetic, ExpectedBuffer, HalfFormat, Kernel, LaunchConfig, ParameterValue, random};
use crate::isa::Target;

/// What [`Fill`] writes to row `r` and column `c`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pattern {
    /// 0.
    Zero,
    /// The same number everywhere.
    Constant(f32),
    /// The element's number, `r · columns + c`, rounded to single precision.
    Sequential,
    /// 1 where `r = c`, else 0.
    Diagonal,
    /// 1 where `r + c` is even, else -1.
    Checkerboard,
}

/// Fills a matrix of single-precision numbers with a pattern.
///
/// Parameters: `output`, `rows · columns` floats. A thread for each element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Rows of the matrix.
    pub rows: u32,
    /// Columns of the matrix.
    pub columns: u32,
    /// What is written.
    pub pattern: Pattern,
}

/// Fills a buffer with single-precision numbers, uniform in `low..=high`: element `i` is [`random::uniform`] of `seed` and `i`.
///
/// Parameters: `output`, `count` floats. A thread computes 4 of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomFloats {
    /// Elements.
    pub count: u32,
    /// What the numbers depend on, besides their place.
    pub seed: u64,
    /// The least number.
    pub low: f32,
    /// The largest number.
    pub high: f32,
}

/// Fills a buffer with integers, uniform in `low..low + range`: element `i` is `low` plus the upper 32 bits of `range` times [`random::word`] of
/// `seed` and `i`.
///
/// Parameters: `output`, `count` 32-bit integers. A thread computes 4 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomWords {
    /// Elements.
    pub count: u32,
    /// What the numbers depend on, besides their place.
    pub seed: u64,
    /// The least number.
    pub low: u32,
    /// How many numbers there are, at least 1; `low + range` is at most 2^32.
    pub range: u32,
}

/// Fills a buffer with numbers of 16 bits, uniform in -1..=1: [`RandomFloats`], rounded to nearest even.
///
/// Parameters: `output`, `count` numbers of 16 bits. A thread computes 4 of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomHalves {
    /// Elements.
    pub count: u32,
    /// What the numbers depend on, besides their place.
    pub seed: u64,
    /// The format.
    pub format: HalfFormat,
}

/// Copies numbers of 16 bits to single precision, where they keep their values.
///
/// Parameters: `input`, `count` numbers of 16 bits, and `output`, `count` floats. A thread for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widen {
    /// Elements.
    pub count: u32,
    /// The format of the input.
    pub format: HalfFormat,
}

impl Kernel for Fill {
    fn name(&self) -> &'static str {
        match self.pattern {
            Pattern::Zero => "fill_zero",
            Pattern::Constant(_) => "fill_constant",
            Pattern::Sequential => "fill_sequential",
            Pattern::Diagonal => "fill_diagonal",
            Pattern::Checkerboard => "fill_checkerboard",
        }
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        let count = u64::from(self.rows) * u64::from(self.columns);
        demand((1..=1 << 31).contains(&count), "a matrix has 1 to 2^31 elements")?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let output = b.pointer_parameter::<F32>("output");
        let index = b.global_index(LaunchAxis::X);
        let inside = b.less(index, self.rows * self.columns);
        b.if_then(inside, |b| {
            let element = b.element(output, index);
            match self.pattern {
                Pattern::Zero => b.store(element, 0.0),
                Pattern::Constant(value) => b.store(element, value),
                Pattern::Sequential => {
                    let value: Reg<F32> = b.convert(index);
                    b.store(element, value);
                }
                Pattern::Diagonal | Pattern::Checkerboard => {
                    let row = b.div(index, self.columns);
                    let column = b.rem(index, self.columns);
                    let (holds, other) = if self.pattern == Pattern::Diagonal {
                        (b.equal(row, column), 0.0)
                    } else {
                        let sum = b.add(row, column);
                        let odd = b.and(sum, 1);
                        (b.equal(odd, 0), -1.0)
                    };
                    let value: Reg<F32> = b.select(holds, 1.0, other);
                    b.store(element, value);
                }
            }
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        let count = u64::from(self.rows) * u64::from(self.columns);
        LaunchConfig::new([count.div_ceil(u64::from(THREADS)) as u32, 1, 1], [THREADS, 1, 1])
    }

    fn inputs(&self, _seed: u64) -> Vec<ParameterValue> {
        vec![ParameterValue::unwritten(elements(&[self.rows, self.columns]))]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        vec![bytes(4, &[self.rows, self.columns])]
    }

    fn reference(&self, _inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let value = |index: u32| {
            let (row, column) = (index / self.columns, index % self.columns);
            match self.pattern {
                Pattern::Zero => 0.0,
                Pattern::Constant(value) => f64::from(value),
                Pattern::Sequential => f64::from(index as f32),
                Pattern::Diagonal => f64::from(u8::from(row == column)),
                Pattern::Checkerboard => 1.0 - 2.0 * f64::from((row + column) % 2),
            }
        };
        let values = (0..self.rows * self.columns).map(value).collect();
        vec![ExpectedBuffer { parameter: 0, values, arithmetic: Arithmetic::EXACT }]
    }
}

/// The four random words of a thread: [`random::philox`] of the thread's number and the seed.
fn philox(b: &mut Builder, counter: Reg<U32>, seed: u64) -> [Reg<U32>; 4] {
    b.comment("Philox-4x32-10: the counter is the number of the thread, the key the seed.");
    let zero = *b.variable(0);
    let mut words = [counter, zero, zero, zero];
    let mut key = [seed as u32, (seed >> 32) as u32];
    for _ in 0..random::ROUNDS {
        let [first, second] = random::MULTIPLIERS;
        let (first_high, first_low) = (b.mul_high(words[0], first), b.mul(words[0], first));
        let (second_high, second_low) = (b.mul_high(words[2], second), b.mul(words[2], second));
        let mixed = [b.xor(second_high, words[1]), b.xor(first_high, words[3])];
        words = [b.xor(mixed[0], key[0]), second_low, b.xor(mixed[1], key[1]), first_low];
        key = [key[0].wrapping_add(random::WEYL[0]), key[1].wrapping_add(random::WEYL[1])];
    }
    words
}

/// Writes a random fill of `count` elements; `store` gets a word, its place behind the thread's first element, and that element's
/// number.
fn random_fill(
    b: &mut Builder,
    count: u32,
    seed: u64,
    store: impl Fn(&mut Builder, Reg<U32>, u32, Reg<U32>),
) -> Result<(), BuildError> {
    demand((1..=1 << 31).contains(&count), "a buffer has 1 to 2^31 elements")?;
    let thread = b.global_index(LaunchAxis::X);
    let first = b.shl(thread, 2);
    let words = philox(b, thread, seed);
    for (word, place) in words.into_iter().zip(0..) {
        let index = if place > 0 { b.add(first, place) } else { first };
        let inside = b.less(index, count);
        b.if_then(inside, |b| store(b, word, place, first));
    }
    Ok(())
}

/// [`random::uniform`] of a random word.
fn uniform(b: &mut Builder, word: Reg<U32>, low: f32, high: f32) -> Reg<F32> {
    let bits = b.shr(word, 8);
    let number: Reg<F32> = b.convert(bits);
    let fraction = b.mul(number, 1.0 / 16_777_216.0);
    let first = *b.variable(low);
    b.fma(fraction, high - low, first)
}

fn random_launch(count: u32) -> LaunchConfig {
    LaunchConfig::new([count.div_ceil(4 * THREADS), 1, 1], [THREADS, 1, 1])
}

impl Kernel for RandomFloats {
    fn name(&self) -> &'static str {
        "random_floats"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let output = b.pointer_parameter::<F32>("output");
        random_fill(&mut b, self.count, self.seed, |b, word, place, first| {
            let value = uniform(b, word, self.low, self.high);
            let element = b.element(output, first);
            b.store(element.offset(place as i32), value);
        })?;
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        random_launch(self.count)
    }

    fn inputs(&self, _seed: u64) -> Vec<ParameterValue> {
        vec![ParameterValue::unwritten(self.count as usize)]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        vec![bytes(4, &[self.count])]
    }

    fn reference(&self, _inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let value = |index| f64::from(random::uniform(self.seed, index, self.low, self.high));
        let values = (0..u64::from(self.count)).map(value).collect();
        vec![ExpectedBuffer { parameter: 0, values, arithmetic: Arithmetic::EXACT }]
    }
}

impl Kernel for RandomWords {
    fn name(&self) -> &'static str {
        "random_words"
    }

    fn dtype(&self) -> &'static str {
        "u32"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        let end = u64::from(self.low) + u64::from(self.range);
        demand(self.range > 0 && end <= 1 << 32, "a range has at least one number, and its last one has 32 bits")?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let output = b.pointer_parameter::<U32>("output");
        random_fill(&mut b, self.count, self.seed, |b, word, place, first| {
            let distance = b.mul_high(word, self.range);
            let value = b.add(distance, self.low);
            let element = b.element(output, first);
            b.store(element.offset(place as i32), value);
        })?;
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        random_launch(self.count)
    }

    fn inputs(&self, _seed: u64) -> Vec<ParameterValue> {
        vec![ParameterValue::Words(vec![u32::MAX; self.count as usize])]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        vec![bytes(4, &[self.count])]
    }

    fn reference(&self, _inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let scaled = |word: u32| (u64::from(word) * u64::from(self.range)) >> 32;
        let value = |index| scaled(random::word(self.seed, index)) as f64 + f64::from(self.low);
        let values = (0..u64::from(self.count)).map(value).collect();
        vec![ExpectedBuffer { parameter: 0, values, arithmetic: Arithmetic::EXACT }]
    }
}

impl Kernel for RandomHalves {
    fn name(&self) -> &'static str {
        match self.format {
            HalfFormat::F16 => "random_f16",
            HalfFormat::Bf16 => "random_bf16",
        }
    }

    fn dtype(&self) -> &'static str {
        self.format.name()
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let output = b.pointer_parameter::<U16>("output");
        random_fill(&mut b, self.count, self.seed, |b, word, place, first| {
            let value = uniform(b, word, -1.0, 1.0);
            let element = b.element(output, first);
            Rounded::new(b, value, self.format).store(b, element.offset(place as i32));
        })?;
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        random_launch(self.count)
    }

    fn inputs(&self, _seed: u64) -> Vec<ParameterValue> {
        vec![ParameterValue::Halves(vec![u16::MAX; self.count as usize])]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        vec![bytes(2, &[self.count])]
    }

    fn reference(&self, _inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let bits = self.format.random(self.seed, 0, self.count as usize);
        let values = bits.into_iter().map(f64::from).collect();
        vec![ExpectedBuffer { parameter: 0, values, arithmetic: Arithmetic::EXACT }]
    }
}

impl Kernel for Widen {
    fn name(&self) -> &'static str {
        match self.format {
            HalfFormat::F16 => "widen_f16",
            HalfFormat::Bf16 => "widen_bf16",
        }
    }

    fn dtype(&self) -> &'static str {
        self.format.name()
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        demand((1..=1 << 31).contains(&self.count), "a buffer has 1 to 2^31 elements")?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        let input = b.pointer_parameter::<U16>("input");
        let output = b.pointer_parameter::<F32>("output");
        let index = b.global_index(LaunchAxis::X);
        let inside = b.less(index, self.count);
        b.if_then(inside, |b| {
            let input = b.element(input, index);
            let bits = b.load(input);
            let number = widen(b, bits, self.format);
            let output = b.element(output, index);
            b.store(output, number);
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.count.div_ceil(THREADS), 1, 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let count = self.count as usize;
        vec![ParameterValue::Halves(self.format.random(seed, 0, count)), ParameterValue::unwritten(count)]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        [2, 4].map(|size| bytes(size, &[self.count])).into()
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let values = inputs[0].halves().iter().map(|&bits| f64::from(self.format.to_f32(bits))).collect();
        vec![ExpectedBuffer { parameter: 1, values, arithmetic: Arithmetic::EXACT }]
    }
}
