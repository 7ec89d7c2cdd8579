//! Softmax and layer normalisation of the rows of a matrix: a block for each row.

use super::builder::{AddressSpace, BuildError, Builder, F32, Global, Index, LaunchAxis, Pointer, Reduction, Reg, U32};
use super::common::{EXPONENTIAL, THREADS, bytes, demand, demand_epsilon, elements, largest, sum_of_block};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, random};
use crate::isa::Target;

/// `output[r, i] = e^(input[r, i] - m) / Σⱼ e^(input[r, j] - m)` with `m` the largest element of row `r`: so no exponential overflows.
///
/// Parameters: `input`, `output`, each of `rows · columns` floats. Exponentials are kept in dynamic shared memory, those of longer
/// rows in `output`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Softmax {
    /// Rows of the matrix.
    pub rows: u32,
    /// Columns of the matrix.
    pub columns: u32,
}

/// `output[r, i] = (input[r, i] - mean) / sqrt(variance + epsilon) * weight[i] + bias[i]` with mean and variance of row `r` (Ba, Kiros and
/// Hinton, *Layer Normalization*, 2016). The variance is the mean of squared distances from the mean, in a pass of its own: the
/// difference of two large sums would lose all digits of rows far from zero.
///
/// Parameters: `input`, `weight`, `bias`, `output`; input and output are `rows · columns` floats, the others `columns`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerNorm {
    /// Rows of the matrix.
    pub rows: u32,
    /// Columns of the matrix.
    pub columns: u32,
    /// What keeps the divisor from zero.
    pub epsilon: f32,
}

/// Longest row whose exponentials are in shared memory: what is left of 48 KiB after the reductions.
const LONGEST_CACHED: u32 = 12_000;

fn check_extents(rows: u32, columns: u32) -> Result<(), BuildError> {
    demand((1..1 << 31).contains(&rows), "a matrix has 1 to 2^31 - 1 rows")?;
    demand((1..=1 << 30).contains(&columns), "a row has 1 to 2^30 elements")
}

/// The row of the block.
fn row(b: &mut Builder, pointer: Pointer<Global, F32>, columns: u32) -> Pointer<Global, F32> {
    let row = b.block_index(LaunchAxis::X);
    let distance = b.mul_wide(row, columns);
    b.element(pointer, distance)
}

impl Softmax {
    fn is_cached(&self) -> bool {
        self.columns <= LONGEST_CACHED
    }

    /// The second and the third pass; `place` is where the exponentials wait for their sum.
    fn normalise<S: AddressSpace>(
        &self,
        b: &mut Builder,
        input: Pointer<Global, F32>,
        output: Pointer<Global, F32>,
        place: Pointer<S, F32>,
        largest: Reg<F32>,
    ) where
        U32: Index<S>,
    {
        let thread = b.thread_index(LaunchAxis::X);
        b.comment("The exponentials and their sum; a thread reads back only what it wrote.");
        let sum = b.variable(0.0);
        b.for_range(thread, self.columns, THREADS, |b, index| {
            let element = b.element(input, index);
            let element = b.load(element);
            let distance = b.sub(element, largest);
            let exponential = b.exp(distance);
            let place = b.element(place, index);
            b.store(place, exponential);
            b.add_in_place(sum, exponential);
        });
        let total = b.block_reduce(Reduction::Sum, *sum, "partial_sums");
        b.for_range(thread, self.columns, THREADS, |b, index| {
            let place = b.element(place, index);
            let exponential = b.load(place);
            let quotient = b.div(exponential, total);
            let element = b.element(output, index);
            b.store(element, quotient);
        });
    }
}

impl Kernel for Softmax {
    fn name(&self) -> &'static str {
        "softmax"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_extents(self.rows, self.columns)?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("output[r, i] = exp(input[r, i] - max) / sum over j of exp(input[r, j] - max)");
        let input = b.pointer_parameter::<F32>("input");
        let output = b.pointer_parameter::<F32>("output");
        let [input, output] = [input, output].map(|pointer| row(&mut b, pointer, self.columns));
        let thread = b.thread_index(LaunchAxis::X);
        let largest = b.variable(f32::NEG_INFINITY);
        b.for_range(thread, self.columns, THREADS, |b, index| {
            let element = b.element(input, index);
            let element = b.load(element);
            b.max_in_place(largest, element);
        });
        let largest = b.block_reduce(Reduction::Max, *largest, "partial_maxima");
        if self.is_cached() {
            let cache = b.dynamic_shared_array::<F32>("exponentials");
            let cache = b.shared_base_addr(&cache);
            self.normalise(&mut b, input, output, cache, largest);
        } else {
            self.normalise(&mut b, input, output, output, largest);
        }
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        let shared_bytes = if self.is_cached() { self.columns * 4 } else { 0 };
        LaunchConfig { grid: [self.rows, 1, 1], block: [THREADS, 1, 1], shared_bytes }
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let count = elements(&[self.rows, self.columns]);
        let mut input: Vec<_> = random::floats(seed, 0, count).into_iter().map(|x| 10.0 * x).collect();
        // What breaks a softmax that is not stable, and a masked element.
        if let [_, large, masked, ..] = &mut input[..] {
            (*large, *masked) = (1e4, f32::NEG_INFINITY);
        }
        vec![ParameterValue::Floats(input), ParameterValue::unwritten(count)]
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        vec![bytes(4, &[self.rows, self.columns]); 2]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let softmax = |row: &[f32]| {
            let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let exponentials: Vec<_> = row.iter().map(|&x| (f64::from(x) - f64::from(largest)).exp()).collect();
            let sum: f64 = exponentials.iter().sum();
            exponentials.into_iter().map(move |x| x / sum)
        };
        let values = inputs[0].floats().chunks(self.columns as usize).flat_map(softmax).collect();
        let rows = inputs[0].floats().chunks(self.columns as usize);
        let span = rows.map(largest_exponent).fold(0.0, f64::max);
        // Distances from the maximum are rounded, for the element and in the sum; so are exponentials.
        let exponentials = 2 * (span.ceil() as u32 + EXPONENTIAL);
        let arithmetic = Arithmetic::relative(exponentials + sum_of_block(self.columns) + 1);
        vec![ExpectedBuffer { parameter: 1, values, arithmetic }]
    }
}

/// Exponentials of numbers below its negative are nothing in single precision: exp(-104) < 2^-150.
const VANISHING: f64 = 104.0;

/// The largest distance of an element from the maximum whose exponential does not vanish.
fn largest_exponent(row: &[f32]) -> f64 {
    let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let distances = row.iter().map(|&x| f64::from(largest) - f64::from(x));
    distances.filter(|&distance| distance < VANISHING).fold(0.0, f64::max)
}

impl Kernel for LayerNorm {
    fn name(&self) -> &'static str {
        "layer_norm"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        check_extents(self.rows, self.columns)?;
        demand_epsilon(self.epsilon)?;
        let mut b = Builder::new(self.name(), target, self.launch().block);
        b.summary("output[r, i] = (input[r, i] - mean) / sqrt(variance + epsilon) * weight[i] + bias[i]");
        let input = b.pointer_parameter::<F32>("input");
        let weight = b.pointer_parameter::<F32>("weight");
        let bias = b.pointer_parameter::<F32>("bias");
        let output = b.pointer_parameter::<F32>("output");
        let [input, output] = [input, output].map(|pointer| row(&mut b, pointer, self.columns));
        let thread = b.thread_index(LaunchAxis::X);
        let count = self.columns as f32;

        b.comment("The mean.");
        let sum = b.variable(0.0);
        b.for_range(thread, self.columns, THREADS, |b, index| {
            let element = b.element(input, index);
            let element = b.load(element);
            b.add_in_place(sum, element);
        });
        let total = b.block_reduce(Reduction::Sum, *sum, "partial_sums");
        let mean = b.div(total, count);

        b.comment("The variance.");
        let squares = b.variable(0.0);
        b.for_range(thread, self.columns, THREADS, |b, index| {
            let element = b.element(input, index);
            let element = b.load(element);
            let distance = b.sub(element, mean);
            b.fma_in_place(squares, distance, distance);
        });
        let total = b.block_reduce(Reduction::Sum, *squares, "partial_squares");
        let variance = b.div(total, count);
        let shifted = b.add(variance, self.epsilon);
        let deviation = b.sqrt(shifted);
        let scale = b.reciprocal(deviation);

        b.comment("Scale, weight and shift.");
        b.for_range(thread, self.columns, THREADS, |b, index| {
            let [input, weight, bias, output] = [input, weight, bias, output].map(|pointer| b.element(pointer, index));
            let [element, weight, bias] = [input, weight, bias].map(|pointer| b.load(pointer));
            let distance = b.sub(element, mean);
            let scaled = b.mul(distance, scale);
            let result = b.fma(scaled, weight, bias);
            b.store(output, result);
        });
        b.finish()
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.rows, 1, 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let (columns, count) = (self.columns as usize, elements(&[self.rows, self.columns]));
        let [weight, bias] = [1, 2].map(|stream| Recipe::floats(seed, stream, columns, 1));
        vec![Recipe::floats(seed, 0, count, 1), weight, bias, Recipe::Unwritten(count)]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let (weights, biases) = (inputs[1].floats(), inputs[2].floats());
        let rows = || inputs[0].floats().chunks(self.columns as usize);
        let mean = |row: &[f32]| row.iter().map(|&x| f64::from(x)).sum::<f64>() / row.len() as f64;
        let scale = |row: &[f32]| {
            let mean = mean(row);
            let variance = row.iter().map(|&x| (f64::from(x) - mean).powi(2)).sum::<f64>() / row.len() as f64;
            (variance + f64::from(self.epsilon)).sqrt().recip()
        };
        let normalise = |row: &[f32]| {
            let (mean, scale) = (mean(row), scale(row));
            let affine = weights.iter().zip(biases);
            let normalised = row.iter().zip(affine);
            normalised
                .map(|(&x, (&weight, &bias))| (f64::from(x) - mean) * scale * f64::from(weight) + f64::from(bias))
                .collect::<Vec<_>>()
        };
        let values = rows().flat_map(normalise).collect();
        // What the mean is off by is scaled as the elements are.
        let scale = rows().map(scale).fold(0.0, f64::max);
        let magnitude = largest(inputs[0].floats()) * scale * largest(weights) + largest(biases);
        let arithmetic = Arithmetic::single(2 * sum_of_block(self.columns) + 8, magnitude);
        vec![ExpectedBuffer { parameter: 3, values, arithmetic }]
    }
}
