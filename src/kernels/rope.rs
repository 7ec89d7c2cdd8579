//! Rotary position embeddings.

use super::builder::{BuildError, Builder, F32, Global, LaunchAxis, Pointer, Reg, U32, WARP};
use super::common::{MAX_GRID_Y, bytes, demand, elements, largest, select_vector};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, random};
use crate::isa::Target;

/// Which elements of a head are the two coordinates of pair `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RopeLayout {
    /// `2i` and `2i + 1`, as in the paper, LLaMA's own code and GGML's `normal` mode.
    Interleaved,
    /// `i` and `i + head_dim / 2`, as in GPT-NeoX, Qwen, and models converted for Hugging Face.
    Halves,
}

/// Turns the pairs of each head by `position · frequency[i]`: `(a, b)` becomes `(a cos φ - b sin φ, a sin φ + b cos φ)` (Su et al.,
/// *RoFormer: Enhanced Transformer with Rotary Position Embedding*, 2021).
///
/// Parameters: `input`, `frequency`, `output`, `position`. Input and output are `heads · head_dim` floats; `frequency` is
/// `head_dim / 2` floats, `base^(-2i / head_dim)` radians for each step; `position` is an integer below 2^24. A block turns a head.
///
/// The angle is reduced to [-π, π] with the error of the product kept, so positions of a million lose no more than positions of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rope {
    /// Heads of the vector.
    pub heads: u32,
    /// Elements of a head: even, at most 2048.
    pub head_dim: u32,
    /// Where the pairs are.
    pub layout: RopeLayout,
}

/// [`Rope`] for `batch` vectors, one after the other in memory; `%ctaid.y` selects the vector, and the last parameter, `positions`, holds the
/// position of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchedRope {
    /// Heads of a vector.
    pub heads: u32,
    /// Elements of a head: even, at most 2048.
    pub head_dim: u32,
    /// Where the pairs are.
    pub layout: RopeLayout,
    /// Vectors.
    pub batch: u32,
}

/// The base of the frequencies that most models use.
const BASE: f64 = 10_000.0;

/// An angle in radians, `position * frequency`, less whole turns.
fn reduced_angle(b: &mut Builder, position: Reg<F32>, frequency: Reg<F32>) -> Reg<F32> {
    // A turn in three parts; the first has so few bits that its multiples are exact (Cody and Waite, 1980).
    const TURN: f64 = std::f64::consts::TAU;
    const HIGH: f32 = 6.281_25;
    const MIDDLE: f32 = (TURN - HIGH as f64) as f32;
    const LOW: f32 = (TURN - HIGH as f64 - MIDDLE as f64) as f32;
    let angle = b.mul(position, frequency);
    let negated = b.neg(angle);
    let error = b.fma(position, frequency, negated);
    let turns = b.mul(angle, (1.0 / TURN) as f32);
    let turns = b.round(turns);
    let back = b.neg(turns);
    let angle = b.fma(back, HIGH, angle);
    let angle = b.fma(back, MIDDLE, angle);
    let angle = b.fma(back, LOW, angle);
    b.add(angle, error)
}

impl Rope {
    fn pairs(&self) -> u32 {
        self.head_dim / 2
    }

    /// The first element of the pair with this number, and the distance to the second one.
    fn pair<S>(&self, index: S, doubled: impl FnOnce(S) -> S) -> (S, u32) {
        match self.layout {
            RopeLayout::Interleaved => (doubled(index), 1),
            RopeLayout::Halves => (index, self.pairs()),
        }
    }

    fn build(&self, name: &str, target: Target, batched: bool) -> Result<String, BuildError> {
        let even = self.head_dim.is_multiple_of(2);
        demand(even && (2..=2048).contains(&self.head_dim), "a head has an even number of elements, 2 to 2048")?;
        demand((1..=1 << 20).contains(&self.heads), "a vector has 1 to 2^20 heads")?;
        let mut b = Builder::new(name, target, self.launch().block);
        b.summary("(a, b) = (a cos phi - b sin phi, a sin phi + b cos phi) with phi = position * frequency[i]");
        let input = b.pointer_parameter::<F32>("input");
        let frequency = b.pointer_parameter::<F32>("frequency");
        let output = b.pointer_parameter::<F32>("output");
        let position = if batched {
            let positions: Pointer<Global, U32> = b.pointer_parameter("positions");
            let batch = b.block_index(LaunchAxis::Y);
            let position = b.element(positions, batch);
            b.load(position)
        } else {
            b.parameter("position")
        };
        let index = b.thread_index(LaunchAxis::X);
        let inside = b.less(index, self.pairs());
        b.if_then(inside, |b| {
            let frequency = b.element(frequency, index);
            let frequency = b.load(frequency);
            let position: Reg<F32> = b.convert(position);
            let angle = reduced_angle(b, position, frequency);
            let (sine, cosine) = (b.sin(angle), b.cos(angle));

            b.comment("A block for each head, a thread for each pair.");
            let head = b.block_index(LaunchAxis::X);
            let start = b.mul(head, self.head_dim);
            let (first, distance) = self.pair(index, |index| b.shl(index, 1));
            let first = b.add(start, first);
            let [input, output] = [input, output].map(|pointer| {
                let vector = select_vector(b, pointer, self.heads * self.head_dim, batched);
                b.element(vector, first)
            });
            let (x, y) = (b.load(input), b.load(input.offset(distance as i32)));
            let turned = b.mul(y, sine);
            let turned = b.neg(turned);
            let turned = b.fma(x, cosine, turned);
            b.store(output, turned);
            let turned = b.mul(y, cosine);
            let turned = b.fma(x, sine, turned);
            b.store(output.offset(distance as i32), turned);
        });
        b.finish()
    }

    /// Bytes of buffers for vectors of a batch and their `positions`.
    fn sizes(&self, batch: u32, positions: u64) -> Vec<u64> {
        let vectors = bytes(4, &[self.heads, self.head_dim, batch]);
        vec![vectors, bytes(4, &[self.pairs()]), vectors, positions]
    }

    fn vectors(&self, seed: u64, batch: u32) -> Vec<ParameterValue> {
        let count = elements(&[self.heads, self.head_dim, batch]);
        let power = |index: u32| BASE.powf(-2.0 * f64::from(index) / f64::from(self.head_dim)) as f32;
        let frequencies = (0..self.pairs()).map(power).collect();
        vec![
            ParameterValue::Floats(random::floats(seed, 0, count)),
            ParameterValue::Floats(frequencies),
            ParameterValue::unwritten(count),
        ]
    }

    fn turn(&self, inputs: &[ParameterValue], positions: &[u32]) -> Vec<ExpectedBuffer> {
        let (input, frequencies) = (inputs[0].floats(), inputs[1].floats());
        let mut values = vec![0.0; input.len()];
        let heads = input.chunks(self.head_dim as usize).zip(values.chunks_mut(self.head_dim as usize));
        for ((head, turned), number) in heads.zip(0..) {
            let position = f64::from(positions[number / self.heads as usize]);
            for (index, &frequency) in frequencies.iter().enumerate() {
                let (first, distance) = self.pair(index, |index| 2 * index);
                let second = first + distance as usize;
                let (sine, cosine) = (position * f64::from(frequency)).sin_cos();
                let (x, y) = (f64::from(head[first]), f64::from(head[second]));
                turned[first] = x * cosine - y * sine;
                turned[second] = x * sine + y * cosine;
            }
        }
        // Sine and cosine are off by 2^-20.5, which is twelve roundings, each for two products; so is their angle, by a few.
        let arithmetic = Arithmetic::single(32, largest(input));
        vec![ExpectedBuffer { parameter: 2, values, arithmetic }]
    }
}

/// A position from anywhere in a long text.
fn random_position(seed: u64, index: u64) -> u32 {
    random::word(seed ^ 1 << 56, index) % 131_072
}

impl Kernel for Rope {
    fn name(&self) -> &'static str {
        "rope"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        self.build(self.name(), target, false)
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.heads, 1, 1], [self.pairs().next_multiple_of(WARP), 1, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let mut values = self.vectors(seed, 1);
        values.push(ParameterValue::U32(random_position(seed, 0)));
        values
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        self.sizes(1, 0)
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        self.turn(inputs, &[inputs[3].integer()])
    }
}

impl BatchedRope {
    fn single(&self) -> Rope {
        Rope { heads: self.heads, head_dim: self.head_dim, layout: self.layout }
    }
}

impl Kernel for BatchedRope {
    fn name(&self) -> &'static str {
        "batched_rope"
    }

    fn ptx(&self, target: Target) -> Result<String, BuildError> {
        demand((1..=MAX_GRID_Y).contains(&self.batch), "a batch has 1 to 65535 vectors")?;
        self.single().build(self.name(), target, true)
    }

    fn launch(&self) -> LaunchConfig {
        let single = self.single().launch();
        LaunchConfig { grid: [single.grid[0], self.batch, 1], ..single }
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let mut values = self.single().vectors(seed, self.batch);
        values.push(ParameterValue::Words(
            (0..u64::from(self.batch)).map(|index| random_position(seed, index)).collect(),
        ));
        values
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        self.single().sizes(self.batch, bytes(4, &[self.batch]))
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        self.single().turn(inputs, inputs[3].words())
    }
}
