//! Normalisation of rows.

use super::builder::{BuildError, Builder, F32, LaunchAxis, Reduction, Reg};
use super::common::{
    MAX_GRID_Y, THREADS, demand, demand_epsilon, elements, load_run, select_vector, store_run, sum_of_block,
    vector_width,
};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue};
use crate::isa::Target;

/// `output[i] = input[i] / sqrt(mean(input²) + epsilon) * weight[i]` (Zhang and Sennrich, *Root Mean Square Layer Normalization*, 2019).
///
/// Parameters: `input`, `weight`, `output`, each of `hidden` floats. One block; its threads take 4 elements at a time if
/// `hidden` is a multiple of 4, else one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RmsNorm {
    /// Elements of the vector.
    pub hidden: u32,
    /// What keeps the divisor from zero.
    pub epsilon: f32,
}

/// [`RmsNorm`] for `batch` vectors, one after the other in memory, with the same weights; `%ctaid.y` selects the vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BatchedRmsNorm {
    /// Elements of a vector.
    pub hidden: u32,
    /// What keeps the divisor from zero.
    pub epsilon: f32,
    /// Vectors.
    pub batch: u32,
}

impl RmsNorm {
    fn build(&self, name: &str, target: Target, batched: bool) -> Result<String, BuildError> {
        demand((1..=1 << 30).contains(&self.hidden), "a vector has 1 to 2^30 elements")?;
        demand_epsilon(self.epsilon)?;
        let width = vector_width(self.hidden);
        let mut b = Builder::new(name, target, [THREADS, 1, 1]);
        b.summary("output[i] = input[i] / sqrt(mean(input^2) + epsilon) * weight[i]");
        let input = b.pointer_parameter::<F32>("input");
        let weight = b.pointer_parameter::<F32>("weight");
        let output = b.pointer_parameter::<F32>("output");
        let input = select_vector(&mut b, input, self.hidden, batched);
        let output = select_vector(&mut b, output, self.hidden, batched);
        let thread = b.thread_index(LaunchAxis::X);
        let start = if width > 1 { b.mul(thread, width) } else { thread };

        b.comment("Sum of squares: first of the thread's own elements, then over the block.");
        let sum = b.variable(0.0);
        b.for_range(start, self.hidden, THREADS * width, |b, index| {
            let element = b.element(input, index);
            for value in load_run(b, element, width) {
                b.fma_in_place(sum, value, value);
            }
        });
        let total = b.block_reduce(Reduction::Sum, *sum, "partial_sums");

        b.comment("1 / sqrt(mean + epsilon)");
        let mean = b.div(total, self.hidden as f32);
        let shifted = b.add(mean, self.epsilon);
        let root = b.sqrt(shifted);
        let scale = b.reciprocal(root);

        b.comment("Scale and weight.");
        b.for_range(start, self.hidden, THREADS * width, |b, index| {
            let [input, weight, output] = [input, weight, output].map(|pointer| b.element(pointer, index));
            let (values, weights) = (load_run(b, input, width), load_run(b, weight, width));
            let results: Vec<Reg<F32>> = values
                .iter()
                .zip(&weights)
                .map(|(&value, &weight)| {
                    let scaled = b.mul(value, scale);
                    b.mul(scaled, weight)
                })
                .collect();
            store_run(b, output, &results);
        });
        b.finish()
    }
}

impl Kernel for RmsNorm {
    fn name(&self) -> &'static str {
        "rms_norm"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        self.build(self.name(), target, false)
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([1, 1, 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let count = self.hidden as usize;
        vec![Recipe::floats(seed, 0, count, 1), Recipe::floats(seed, 1, count, 1), Recipe::Unwritten(count)]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let weights = inputs[1].floats();
        let normalise = |row: &[f32]| {
            let squares: f64 = row.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
            let scale = (squares / row.len() as f64 + f64::from(self.epsilon)).sqrt().recip();
            row.iter().zip(weights).map(|(&x, &weight)| f64::from(x) * scale * f64::from(weight)).collect::<Vec<_>>()
        };
        let values = inputs[0].floats().chunks(weights.len()).flat_map(normalise).collect();
        // Squares have one sign. Of the sum, the mean, the root, its reciprocal and two products.
        let arithmetic = Arithmetic::relative(sum_of_block(self.hidden) + 6);
        vec![ExpectedBuffer { parameter: 2, values, arithmetic }]
    }
}

impl BatchedRmsNorm {
    fn single(&self) -> RmsNorm {
        RmsNorm { hidden: self.hidden, epsilon: self.epsilon }
    }
}

impl Kernel for BatchedRmsNorm {
    fn name(&self) -> &'static str {
        "batched_rms_norm"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        demand((1..=MAX_GRID_Y).contains(&self.batch), "a batch has 1 to 65535 vectors")?;
        self.single().build(self.name(), target, true)
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([1, self.batch, 1], [THREADS, 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let count = elements(&[self.hidden, self.batch]);
        let weights = Recipe::floats(seed, 1, self.hidden as usize, 1);
        vec![Recipe::floats(seed, 0, count, 1), weights, Recipe::Unwritten(count)]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        self.single().reference(inputs)
    }
}
