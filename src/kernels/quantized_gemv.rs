//! Products of quantised matrices and vectors: the projections of a decoder.

use super::builder::{
    BuildError, Builder, F16, F32, Global, LaunchAxis, MutableRegister, Pointer, Pred, Reduction, Reg, S8, S32, U8,
    U16, U32, WARP,
};
use super::common::{bytes, demand, elements, largest};
use super::quantized::{QuantizedFormat, SUPER_BLOCK};
use super::{Arithmetic, ExpectedBuffer, Kernel, LaunchConfig, ParameterValue, random};
use crate::isa::Target;

/// Rows of the matrix, and warps, of a block.
const ROWS: u32 = 4;
/// Vectors that are multiplied at once: the accumulators that a lane keeps.
const UNROLL: u32 = 4;
/// Weights of a super-block that a lane takes.
const WEIGHTS: usize = (SUPER_BLOCK / WARP) as usize;

/// Declares a pair of kernels.
macro_rules! pair {
    ($format:ident, $text:literal, $single:ident: $single_name:literal, $batched:ident: $batched_name:literal) => {
        #[doc = concat!(
            "`y[r] = Σᵢ weight[r, i] · x[i]` with ", $text, " weights, see [`QuantizedFormat::", stringify!($format), "`].\n\n",
            "Parameters: `weights` (`n` rows of `k / 256` super-blocks), `x` (`k` floats), `y` (`n` floats). `k` is a multiple of ",
            "256. A warp makes a row; its lanes take 8 weights of each super-block."
        )]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $single {
            /// Columns of the matrix, elements of `x`.
            pub k: u32,
            /// Rows of the matrix, elements of `y`.
            pub n: u32,
        }

        #[doc = concat!(
            "[`", stringify!($single), "`] for `batch` vectors. The last parameter, `m_dim`, is their number; `x` and `y` hold them one ",
            "after the other. Each weight is decoded once for every 4 vectors: products of matrices and vectors are bound by ",
            "memory, and the weights are most of it."
        )]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $batched {
            /// Columns of the matrix, elements of a vector of `x`.
            pub k: u32,
            /// Rows of the matrix, elements of a vector of `y`.
            pub n: u32,
            /// Vectors.
            pub batch: u32,
        }

        impl $single {
            fn gemv(&self) -> Gemv {
                Gemv { format: QuantizedFormat::$format, k: self.k, n: self.n, batch: None }
            }
        }

        impl $batched {
            fn gemv(&self) -> Gemv {
                Gemv { format: QuantizedFormat::$format, k: self.k, n: self.n, batch: Some(self.batch) }
            }
        }

        pair!(@implement $single, $single_name);
        pair!(@implement $batched, $batched_name);
    };
    (@implement $kernel:ident, $name:literal) => {
        impl Kernel for $kernel {
            fn name(&self) -> &'static str {
                $name
            }
            fn ptx(&self, target: Target) -> Result<String, BuildError> {
                self.gemv().ptx($name, target)
            }
            fn launch(&self) -> LaunchConfig {
                self.gemv().launch()
            }
            fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
                self.gemv().inputs(seed)
            }
            fn buffer_bytes(&self) -> Vec<u64> {
                self.gemv().buffer_bytes()
            }
            fn dtype(&self) -> &'static str {
                self.gemv().format.name()
            }
            fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
                self.gemv().reference(inputs)
            }
        }
    };
}

pair!(Q4K, "Q4_K", Q4KGemv: "q4k_gemv", BatchedQ4KGemv: "batched_q4k_gemv");
pair!(Q6K, "Q6_K", Q6KGemv: "q6k_gemv", BatchedQ6KGemv: "batched_q6k_gemv");

/// What the four have in common.
struct Gemv {
    format: QuantizedFormat,
    k: u32,
    n: u32,
    /// Vectors of a batched kernel.
    batch: Option<u32>,
}

/// A vector of the batch and the sum that a lane makes with it.
struct Column {
    x: Pointer<Global, F32>,
    /// Whether there is such a vector; `None` where there always is.
    exists: Option<Reg<Pred>>,
    sum: MutableRegister<F32>,
}

/// Neighbouring weights that a lane decoded.
struct Run {
    /// Place of the first one, from the lane's first one.
    offset: i32,
    weights: Vec<Reg<F32>>,
}

impl Gemv {
    fn ptx(&self, name: &str, target: Target) -> Result<String, BuildError> {
        demand(self.k > 0 && self.k.is_multiple_of(SUPER_BLOCK), "k is a multiple of 256")?;
        demand((1..=1 << 30).contains(&self.n), "a matrix has 1 to 2^30 rows")?;
        demand(self.batch.is_none_or(|batch| (1..=1 << 30).contains(&batch)), "a batch has 1 to 2^30 vectors")?;
        let mut b = Builder::new(name, target, self.launch().block);
        b.summary("y[r] = sum over i of weight[r, i] * x[i]");
        let weights = b.pointer_parameter::<U8>("weights");
        let x = b.pointer_parameter::<F32>("x");
        let y = b.pointer_parameter::<F32>("y");
        let vectors = self.batch.map(|_| b.parameter::<U32>("m_dim"));
        let lane = b.thread_index(LaunchAxis::X);
        let warp = b.thread_index(LaunchAxis::Y);
        let block = b.block_index(LaunchAxis::X);
        let row = b.mad(block, ROWS, warp);

        b.comment("Warps behind the last row do it once more and store nothing.");
        let inside = b.less(row, self.n);
        let row_read = b.min(row, self.n - 1);
        let distance = b.mul_wide(row_read, self.k / SUPER_BLOCK * self.format.block_bytes());
        let blocks = b.element(weights, distance);
        let first_lane = b.equal(lane, 0);
        let stores = b.both(inside, first_lane);
        let place = self.first_weight(&mut b, lane);
        let x = b.element(x, place);
        let y = b.element(y, row);
        let Some(vectors) = vectors else {
            let sum = b.variable(0.0);
            let column = Column { x, exists: None, sum };
            self.multiply(&mut b, blocks, lane, &[column]);
            let total = b.warp_reduce(Reduction::Sum, *sum);
            b.predicated(stores, |b| b.store(y, total));
            return b.finish();
        };
        b.for_range(0, vectors, UNROLL, |b, first| {
            let columns: Vec<_> = (0..UNROLL).map(|index| self.column(b, x, first, index, vectors)).collect();
            self.multiply(b, blocks, lane, &columns);
            for (column, index) in columns.iter().zip(0..) {
                let total = b.warp_reduce(Reduction::Sum, *column.sum);
                let vector = b.add(first, index);
                let distance = b.mul_wide(vector, self.n);
                let y = b.element(y, distance);
                let stores = column.exists.map_or(stores, |exists| b.both(stores, exists));
                b.predicated(stores, |b| b.store(y, total));
            }
        });
        b.finish()
    }

    /// The vector number `first + index`.
    fn column(
        &self,
        b: &mut Builder,
        x: Pointer<Global, F32>,
        first: Reg<U32>,
        index: u32,
        vectors: Reg<U32>,
    ) -> Column {
        let vector = b.add(first, index);
        let exists = b.less(vector, vectors);
        let distance = b.mul_wide(vector, self.k);
        Column { x: b.element(x, distance), exists: Some(exists), sum: b.variable(0.0) }
    }

    /// Adds the lane's part of the products of the matrix's row with each vector.
    fn multiply(&self, b: &mut Builder, blocks: Pointer<Global, U8>, lane: Reg<U32>, columns: &[Column]) {
        b.for_range(0, self.k / SUPER_BLOCK, 1, |b, index| {
            let start = b.mul_wide(index, self.format.block_bytes());
            let block = b.element(blocks, start);
            let runs = match self.format {
                QuantizedFormat::Q4K => decode_q4k(b, block, lane),
                QuantizedFormat::Q6K => decode_q6k(b, block, lane),
            };
            debug_assert_eq!(runs.iter().map(|run| run.weights.len()).sum::<usize>(), WEIGHTS);
            let first = b.shl(index, SUPER_BLOCK.ilog2());
            for column in columns {
                let x = b.element(column.x, first);
                for run in &runs {
                    let elements = load_elements(b, x.offset(run.offset), run.weights.len(), column.exists);
                    for (&weight, element) in run.weights.iter().zip(elements) {
                        b.fma_in_place(column.sum, weight, element);
                    }
                }
            }
        });
    }

    /// Place in a super-block of the first weight that a lane takes.
    fn first_weight(&self, b: &mut Builder, lane: Reg<U32>) -> Reg<U32> {
        // Lanes that share the bytes of a chunk, the shift from chunk to chunk, and weights from lane to lane.
        let (lanes, chunk, run): (u32, u32, u32) = match self.format {
            QuantizedFormat::Q4K => (8, 64, 4),
            QuantizedFormat::Q6K => (16, 128, 2),
        };
        let number = b.shr(lane, lanes.ilog2());
        let within = b.and(lane, lanes - 1);
        let within = b.mul(within, run);
        b.mad(number, chunk, within)
    }

    fn launch(&self) -> LaunchConfig {
        LaunchConfig::new([self.n.div_ceil(ROWS), 1, 1], [WARP, ROWS, 1])
    }

    fn inputs(&self, seed: u64) -> Vec<ParameterValue> {
        let vectors = self.batch.unwrap_or(1);
        let blocks = elements(&[self.n, self.k / SUPER_BLOCK]);
        let mut values = vec![
            ParameterValue::Bytes(self.format.random_blocks(seed, 0, blocks)),
            ParameterValue::Floats(random::floats(seed, 1, elements(&[vectors, self.k]))),
            ParameterValue::unwritten(elements(&[vectors, self.n])),
        ];
        values.extend(self.batch.map(ParameterValue::U32));
        values
    }

    fn buffer_bytes(&self) -> Vec<u64> {
        let vectors = self.batch.unwrap_or(1);
        let weights = bytes(self.format.block_bytes().into(), &[self.n, self.k / SUPER_BLOCK]);
        let mut sizes = vec![weights, bytes(4, &[vectors, self.k]), bytes(4, &[vectors, self.n])];
        sizes.extend(self.batch.map(|_| 0));
        sizes
    }

    fn reference(&self, inputs: &[ParameterValue]) -> Vec<ExpectedBuffer> {
        let blocks = inputs[0].bytes().chunks(self.format.block_bytes() as usize);
        let weights: Vec<f32> = blocks.flat_map(|block| self.format.dequantize(block)).collect();
        let dot = |row: &[f32], x: &[f32]| row.iter().zip(x).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>();
        let vectors = inputs[1].floats().chunks(self.k as usize);
        let rows = || weights.chunks(self.k as usize);
        let values = vectors.flat_map(|x| rows().map(move |row| dot(row, x))).collect();
        let arithmetic = Arithmetic::of_sum(self.k, largest(&weights) * largest(inputs[1].floats()));
        vec![ExpectedBuffer { parameter: 2, values, arithmetic }]
    }
}

/// Loads 2 or 4 elements of a vector, zeros where there is no such vector.
fn load_elements(b: &mut Builder, x: Pointer<Global, F32>, count: usize, exists: Option<Reg<Pred>>) -> Vec<Reg<F32>> {
    match (count, exists) {
        (4, None) => b.load_vector::<4, _, _>(x).to_vec(),
        (4, Some(exists)) => b.load_vector_predicated::<4, _, _>(x, exists, 0.0).to_vec(),
        (_, None) => b.load_vector::<2, _, _>(x).to_vec(),
        (_, Some(exists)) => b.load_vector_predicated::<2, _, _>(x, exists, 0.0).to_vec(),
    }
}

/// The bits from `shift` on that `mask` leaves, as a number.
fn field(b: &mut Builder, word: Reg<U32>, shift: u32, mask: u32) -> Reg<F32> {
    let shifted = if shift > 0 { b.shr(word, shift) } else { word };
    let bits = b.and(shifted, mask);
    b.convert(bits)
}

/// Decodes a lane's weights of a Q4_K super-block: lane `l` takes bytes `4l` to `4l + 3`, whose lower halves are weights of one
/// group of 32 and whose upper halves belong to the next group.
fn decode_q4k(b: &mut Builder, block: Pointer<Global, U8>, lane: Reg<U32>) -> Vec<Run> {
    b.comment("Q4_K: d and dmin, then three words of packed scales and minimums.");
    let [factors, s0, s1, s2] = b.load_vector::<4, _, _>(block.cast::<U32>());
    let [d, dmin] = b.unpack_halves(factors);
    let (d, dmin): (Reg<F32>, Reg<F32>) = (b.convert(d), b.convert(dmin));
    let quants = b.element(block.cast::<U32>(), lane);
    let quants = b.load(quants.offset(4));

    b.comment(
        "Groups 0 to 3 have scale and minimum in the words 0 and 1; of groups 4 to 7 the lower bits are in word 2.",
    );
    let pair = b.shr(lane, 3);
    let late = b.compare(super::builder::Predicate::GreaterOrEqual, pair, 2);
    let byte = b.and(pair, 1);
    let shift = b.shl(byte, 4);
    let [s0, s1, s2] = [s0, s1, s2].map(|word| b.shr(word, shift));
    let run = |b: &mut Builder, half: u32| {
        let at = |b: &mut Builder, word, bits: u32, mask: u32| {
            let shifted = if bits > 0 { b.shr(word, bits) } else { word };
            b.and(shifted, mask)
        };
        let base = 8 * half;
        let (early_scale, early_min) = (at(b, s0, base, 63), at(b, s1, base, 63));
        let (low_scale, low_min) = (at(b, s2, base, 15), at(b, s2, base + 4, 15));
        // The two upper bits stay where they are in the byte but for two places: from bit 6 to bit 4.
        let (high_scale, high_min) = (at(b, s0, base + 2, 0x30), at(b, s1, base + 2, 0x30));
        let (late_scale, late_min) = (b.or(low_scale, high_scale), b.or(low_min, high_min));
        let scale: Reg<U32> = b.select(late, late_scale, early_scale);
        let min: Reg<U32> = b.select(late, late_min, early_min);
        let (scale, min): (Reg<F32>, Reg<F32>) = (b.convert(scale), b.convert(min));
        let (scale, min) = (b.mul(d, scale), b.mul(dmin, min));
        let weights = (0..4).map(|byte| {
            let quant = field(b, quants, 8 * byte + 4 * half, 15);
            let scaled = b.mul(scale, quant);
            b.sub(scaled, min)
        });
        Run { weights: weights.collect(), offset: 32 * half as i32 }
    };
    vec![run(b, 0), run(b, 1)]
}

/// Decodes a lane's weights of a Q6_K super-block: lanes 0 to 15 the first half, the others the second; of the 32 places
/// that the quarters of a half share the lane takes two.
fn decode_q6k(b: &mut Builder, block: Pointer<Global, U8>, lane: Reg<U32>) -> Vec<Run> {
    b.comment("Q6_K: lower bits at byte 0, upper bits at 128, scales at 192, d at 208.");
    let d = b.load(block.cast::<F16>().offset(104));
    let d: Reg<F32> = b.convert(d);
    let half = b.shr(lane, 4);
    let pair = b.and(lane, 15);
    let words = block.cast::<U16>();
    let low_index = b.mad(half, 32, pair);
    let low = b.element(words, low_index);
    let lows = [b.load(low), b.load(low.offset(16))];
    let high = b.element(words, lane);
    let high = b.load(high.offset(64));
    let group = b.shr(pair, 3);
    let first_scale = b.mad(half, 8, group);
    let scales = b.element(block.cast::<S8>(), first_scale);
    let run = |b: &mut Builder, quarter: u32| {
        let scale: Reg<S32> = b.load(scales.offset(192 + 2 * quarter as i32));
        let scale: Reg<F32> = b.convert(scale);
        let scale = b.mul(d, scale);
        let low = lows[quarter as usize % 2];
        let low_shift = 4 * (quarter / 2);
        let weights = (0..2).map(|byte| {
            let shifted = if byte + low_shift > 0 { b.shr(low, 8 * byte + low_shift) } else { low };
            let low = b.and(shifted, 15);
            let bit = 8 * byte + 2 * quarter;
            let shifted = if bit >= 4 { b.shr(high, bit - 4) } else { b.shl(high, 4 - bit) };
            let high = b.and(shifted, 0x30);
            let bits = b.or(low, high);
            let quant: Reg<F32> = b.convert(bits);
            let centred = b.sub(quant, 32.0);
            b.mul(scale, centred)
        });
        Run { weights: weights.collect(), offset: 32 * quarter as i32 }
    };
    (0..4).map(|quarter| run(b, quarter)).collect()
}
