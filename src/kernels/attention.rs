//! Scaled dot-product attention.

use super::builder::{
    BuildError, Builder, F32, Global, Index, LaunchAxis, Pointer, Pred, Reduction, Reg, U16, U32, WARP,
};
use super::common::{EXPONENTIAL, MAX_GRID_Y, Rounded, demand, elements, largest, widen};
use super::recipe::{Recipe, values};
use super::{Arithmetic, ExpectedBuffer, HalfFormat, Kernel, LaunchConfig, NumberFormat, ParameterValue};
use crate::isa::Target;

/// `output = softmax(Q · Kᵀ / sqrt(head_dim)) · V` for each head, without the matrix of scores in memory: the softmax is computed online
/// (Milakov and Gimelshein, *Online normalizer calculation for softmax*, 2018; Dao et al., *FlashAttention*, 2022).
///
/// Parameters: `query`, `key`, `value`, `output`, each of `heads · length · head_dim` floats, heads first (for a batch, `heads` counts all
/// heads of all its sequences). A warp makes a row of the output; `%ctaid.y` selects the head. Of each key the warp computes the score `s`
/// and keeps the largest score `m`, the sum `l = Σ e^(s - m)` and the row `o = Σ e^(s - m) · V`; when `m` grows to `m'`, `l` and `o` shrink by `e^(m - m')`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attention {
    /// Heads, of all sequences.
    pub heads: u32,
    /// Queries, and keys, of a head.
    pub length: u32,
    /// Elements of a query: 1 to 256.
    pub head_dim: u32,
    /// Whether query `i` sees only the keys 0 to `i`.
    pub causal: bool,
}

/// [`Attention`] on numbers of 16 bits: `query`, `key`, `value` and `output` are of this format, everything is computed in single
/// precision and rounded at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfAttention {
    /// Heads, of all sequences.
    pub heads: u32,
    /// Queries, and keys, of a head.
    pub length: u32,
    /// Elements of a query: 1 to 256.
    pub head_dim: u32,
    /// Whether query `i` sees only the keys 0 to `i`.
    pub causal: bool,
    /// The format of inputs and output.
    pub format: HalfFormat,
}

/// A pointer to inputs or results.
#[derive(Clone, Copy)]
enum Numbers {
    Single(Pointer<Global, F32>),
    Half(Pointer<Global, U16>, HalfFormat),
}

impl Numbers {
    fn parameter(b: &mut Builder, name: &str, format: Option<HalfFormat>) -> Self {
        match format {
            None => Self::Single(b.pointer_parameter(name)),
            Some(format) => Self::Half(b.pointer_parameter(name), format),
        }
    }

    fn element<I: Index<Global>>(self, b: &mut Builder, index: Reg<I>) -> Self {
        match self {
            Self::Single(pointer) => Self::Single(b.element(pointer, index)),
            Self::Half(pointer, format) => Self::Half(b.element(pointer, index), format),
        }
    }

    /// The number that is so many elements further, in single precision; zero unless it `exists`.
    fn load(self, b: &mut Builder, offset: i32, exists: Reg<Pred>) -> Reg<F32> {
        match self {
            Self::Single(pointer) => b.load_predicated(pointer.offset(offset), exists, 0.0),
            Self::Half(pointer, format) => {
                let bits = b.load_predicated(pointer.offset(offset), exists, 0);
                widen(b, bits, format)
            }
        }
    }

    /// Stores a number so many elements further, if that `exists`.
    fn store(self, b: &mut Builder, offset: i32, exists: Reg<Pred>, number: Reg<F32>) {
        match self {
            Self::Single(pointer) => b.predicated(exists, |b| b.store(pointer.offset(offset), number)),
            Self::Half(pointer, format) => {
                let rounded = Rounded::new(b, number, format);
                b.predicated(exists, |b| rounded.store(b, pointer.offset(offset)));
            }
        }
    }
}

/// Queries, and warps, of a block.
const QUERIES: u32 = 4;

impl Attention {
    /// Elements of a row that a lane holds; they are 32 apart.
    fn own(&self) -> u32 {
        self.head_dim.div_ceil(WARP)
    }

    /// Elements of a head.
    fn head_size(&self) -> u32 {
        self.length * self.head_dim
    }

    /// The text for inputs and results of a format of 16 bits, or of single precision.
    fn text(&self, name: &str, format: Option<HalfFormat>, target: Target) -> Result<String, BuildError> {
        demand((1..=256).contains(&self.head_dim), "a head has 1 to 256 elements")?;
        demand((1..=1 << 20).contains(&self.length), "a head has 1 to 2^20 queries")?;
        demand((1..=MAX_GRID_Y).contains(&self.heads), "there are 1 to 65535 heads")?;
        let mut b = Builder::new(name, target, self.launch().block);
        b.summary("output = softmax(query * transposed key / sqrt(head_dim)) * value");
        let inputs = ["query", "key", "value"].map(|name| Numbers::parameter(&mut b, name, format));
        let output = Numbers::parameter(&mut b, "output", format);
        let head = b.block_index(LaunchAxis::Y);
        let start = b.mul_wide(head, self.head_size());
        let [query, key, value] = inputs.map(|input| input.element(&mut b, start));
        let output = output.element(&mut b, start);
        let (lane, warp) = (b.thread_index(LaunchAxis::X), b.thread_index(LaunchAxis::Y));
        let block = b.block_index(LaunchAxis::X);
        let row = b.mad(block, QUERIES, warp);

        b.comment("Warps behind the last query do it once more and store nothing.");
        let inside = b.less(row, self.length);
        let row = b.min(row, self.length - 1);
        let first = b.mad(row, self.head_dim, lane);
        let [query, output] = [query, output].map(|numbers| numbers.element(&mut b, first));
        let exists: Vec<_> = (0..self.own())
            .map(|index| {
                let element = b.add(lane, index * WARP);
                b.less(element, self.head_dim)
            })
            .collect();
        let place = |index: usize| (index as u32 * WARP) as i32;
        let scale = (1.0 / f64::from(self.head_dim).sqrt()) as f32;
        let query: Vec<Reg<F32>> = exists
            .iter()
            .enumerate()
            .map(|(index, &exists)| {
                let element = query.load(&mut b, place(index), exists);
                b.mul(element, scale)
            })
            .collect();

        let largest = b.variable(f32::NEG_INFINITY);
        let sum = b.variable(0.0);
        let weighted: Vec<_> = exists.iter().map(|_| b.variable(0.0)).collect();
        // Scores and bounds are the same in all lanes of a warp.
        let end: Reg<U32> = if self.causal { b.add(row, 1) } else { *b.variable(self.length) };
        b.for_range(0, end, 1, |b, index| {
            let first = b.mad(index, self.head_dim, lane);
            let [key, value] = [key, value].map(|input| input.element(b, first));
            b.comment("The score: query times key.");
            let product = b.variable(0.0);
            for (index, (&element, &exists)) in query.iter().zip(&exists).enumerate() {
                let key = key.load(b, place(index), exists);
                b.fma_in_place(product, element, key);
            }
            let score = b.warp_reduce(Reduction::Sum, *product);

            b.comment("The largest score so far; what was summed up shrinks to it.");
            let larger = b.max(*largest, score);
            let decrease = b.sub(*largest, larger);
            let shrink = b.exp(decrease);
            let distance = b.sub(score, larger);
            let weight = b.exp(distance);
            b.assign(largest, larger);
            let shrunk = b.mul(*sum, shrink);
            let grown = b.add(shrunk, weight);
            b.assign(sum, grown);
            for (index, (&weighted, &exists)) in weighted.iter().zip(&exists).enumerate() {
                let value = value.load(b, place(index), exists);
                let shrunk = b.mul(*weighted, shrink);
                let grown = b.fma(weight, value, shrunk);
                b.assign(weighted, grown);
            }
        });
        for (index, (&weighted, &exists)) in weighted.iter().zip(&exists).enumerate() {
            let quotient = b.div(*weighted, sum);
            let stores = b.both(inside, exists);
            output.store(&mut b, place(index), stores, quotient);
        }
        b.finish()
    }
}

/// Times that the maximum of the scores so far grows: their logarithm and ample, for random scores.
const RESCALES: u32 = 16;

impl Kernel for Attention {
    fn name(&self) -> &'static str {
        if self.causal { "causal_attention" } else { "attention" }
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        self.text(self.name(), None, target)
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.length.div_ceil(QUERIES), self.heads, 1], [WARP, QUERIES, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let count = elements(&[self.heads, self.length, self.head_dim]);
        let [queries, keys] = [0, 1].map(|stream| Recipe::floats(seed, stream, count, 3));
        vec![queries, keys, Recipe::floats(seed, 2, count, 1), Recipe::Unwritten(count)]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let size = self.head_size() as usize;
        let head_dim = self.head_dim as usize;
        let scale = f64::from(self.head_dim).sqrt().recip();
        let [queries, keys, values] = [0, 1, 2].map(|index: usize| inputs[index].floats());
        let mut output = Vec::with_capacity(queries.len());
        let mut largest_score = 0f64;
        for (number, query) in queries.chunks(head_dim).enumerate() {
            let (head, row) = (number / self.length as usize, number % self.length as usize);
            let seen = if self.causal { row + 1 } else { self.length as usize };
            let keys = keys[head * size..].chunks(head_dim).take(seen);
            let scores: Vec<f64> = keys.map(|key| scale * dot(query, key)).collect();
            largest_score = scores.iter().fold(largest_score, |largest, score| largest.max(score.abs()));
            let maximum = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let weights: Vec<f64> = scores.iter().map(|score| (score - maximum).exp()).collect();
            let sum: f64 = weights.iter().sum();
            let rows = || weights.iter().zip(values[head * size..].chunks(head_dim));
            output.extend(
                (0..head_dim)
                    .map(|column| rows().map(|(weight, row)| weight * f64::from(row[column])).sum::<f64>() / sum),
            );
        }
        // The error of a score, absolute, is the relative one of its weight. The running sums are scaled and added to for each
        // key; scales other than one are few, for maxima of random scores seldom grow.
        let of_score = f64::from(self.head_dim.div_ceil(WARP) + 8) * largest_score.ceil();
        let accumulations = 2 * (of_score as u32 + EXPONENTIAL) + 2 * self.length + RESCALES * EXPONENTIAL;
        let arithmetic = Arithmetic::single(accumulations, largest(values));
        vec![ExpectedBuffer { parameter: 3, values: output, arithmetic }]
    }
}

impl HalfAttention {
    /// The same in single precision.
    fn single(&self) -> Attention {
        let Self { heads, length, head_dim, causal, .. } = *self;
        Attention { heads, length, head_dim, causal }
    }
}

impl Kernel for HalfAttention {
    fn name(&self) -> &'static str {
        match (self.format, self.causal) {
            (HalfFormat::F16, false) => "attention_f16",
            (HalfFormat::F16, true) => "causal_attention_f16",
            (HalfFormat::Bf16, false) => "attention_bf16",
            (HalfFormat::Bf16, true) => "causal_attention_bf16",
        }
    }

    fn dtype(&self) -> &'static str {
        self.format.name()
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        self.single().text(self.name(), Some(self.format), target)
    }

    fn launch(&self) -> LaunchConfig {
        self.single().launch()
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        values(&self.recipes(seed))
    }

    fn recipes(&self, seed: u64) -> Vec<Recipe> {
        let count = elements(&[self.heads, self.length, self.head_dim]);
        let [queries, keys, values] = [0, 1, 2].map(|stream| Recipe::halves(seed, stream, count, self.format));
        vec![queries, keys, values, Recipe::UnwrittenHalves { count, format: self.format }]
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let widened = |value: &ParameterValue| {
            ParameterValue::Floats(value.halves().iter().map(|&bits| self.format.to_f32(bits)).collect())
        };
        let [queries, keys, values] = [0, 1, 2].map(|index: usize| widened(&inputs[index]));
        let output = match self.format {
            HalfFormat::F16 => NumberFormat::F16,
            HalfFormat::Bf16 => NumberFormat::Bf16,
        };
        let mut expected = self.single().reference(&[queries, keys, values, inputs[3].clone()]);
        expected.iter_mut().for_each(|expected| expected.arithmetic.output = output);
        expected
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}
