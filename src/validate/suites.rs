//! The cases: shipped kernels with random inputs, and those that break kernels which are not stable.

use super::{Case, Reference, Twin};
use crate::kernels::quantized::{QuantizedFormat, SUPER_BLOCK};
use crate::kernels::*;

/// How large the cases are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuiteSize {
    /// What an interpreter affords.
    Small,
    /// What models have: for GPUs.
    Full,
}

/// Cases that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suite {
    /// Each shipped kernel in several sizes; see [`all`].
    Shipped,
    /// Products of matrices of many shapes, in single and half precision.
    Gemm,
    /// Inputs for which softmax overflows unless it is written with care.
    Softmax,
    /// Layer norms of several models, and variances close to nothing.
    LayerNorm,
    /// Attention, causal and not.
    Attention,
    /// Attention over longer and longer sequences.
    ErrorGrowth,
    /// Batched kernels against double precision, and against the kernels that they repeat.
    Batched,
    /// Quantised weights, one by one, against what GGML makes of them.
    Ggml,
}

impl Suite {
    /// All suites.
    pub const ALL: [Self; 8] = [
        Self::Shipped,
        Self::Gemm,
        Self::Softmax,
        Self::LayerNorm,
        Self::Attention,
        Self::ErrorGrowth,
        Self::Batched,
        Self::Ggml,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shipped => "shipped",
            Self::Gemm => "gemm",
            Self::Softmax => "softmax",
            Self::LayerNorm => "layer-norm",
            Self::Attention => "attention",
            Self::ErrorGrowth => "error-growth",
            Self::Batched => "batched",
            Self::Ggml => "ggml",
        }
    }

    /// Description.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Shipped => "every kernel in several sizes",
            Self::Gemm => "products of matrices of many shapes, in single and half precision",
            Self::Softmax => "inputs that overflow unless a softmax is written with care",
            Self::LayerNorm => "layer norms of models, and variances close to nothing",
            Self::Attention => "attention of models, causal and not",
            Self::ErrorGrowth => "errors of attention as sequences get longer",
            Self::Batched => "batched kernels against double precision and the kernels that they repeat",
            Self::Ggml => "quantised weights, one by one, against GGML's dequantisation",
        }
    }

    /// Its cases.
    pub fn cases(self, extent: SuiteSize) -> Vec<Case> {
        let cases = match self {
            Self::Shipped => all().into_iter().map(Case::random).collect(),
            Self::Gemm => products(extent),
            Self::Softmax => softmaxes(extent),
            Self::LayerNorm => layer_norms(extent),
            Self::Attention => attentions(extent),
            Self::ErrorGrowth => lengths(extent),
            Self::Batched => pairs(),
            Self::Ggml => weights(),
        };
        cases.into_iter().map(|case| Case { suite: Some(self), ..case }).collect()
    }
}

fn with_label(label: &'static str, case: Case) -> Case {
    Case { label, ..case }
}

/// A kernel with this first parameter.
fn with_input(label: &'static str, kernel: Box<dyn Kernel>, input: Vec<f32>) -> Case {
    let mut case = with_label(label, Case::random(kernel));
    case.inputs[0] = ParameterValue::Floats(input).into();
    case
}

fn against_twin(label: &'static str, kernel: Box<dyn Kernel>, twin: impl FnOnce(&[Recipe]) -> Twin) -> Case {
    let case = with_label(label, Case::random(kernel));
    Case { reference: Reference::Kernel(twin(&case.inputs)), ..case }
}

/// Rows, columns and what is summed up.
type GemmSize = (u32, u32, u32);

fn products(extent: SuiteSize) -> Vec<Case> {
    // Square, tall, wide, and long sums.
    let small: &[GemmSize] = &[(128, 128, 128), (200, 24, 64), (24, 200, 64), (32, 32, 1024)];
    let full: &[GemmSize] = &[
        (128, 128, 128),
        (512, 512, 512),
        (1024, 1024, 1024),
        (2048, 2048, 2048),
        (4096, 4096, 4096),
        (1024, 1024, 4096),
        (256, 8192, 1024),
    ];
    let formats = [HalfFormat::F16, HalfFormat::Bf16];
    // Beyond this many operations the CPU takes too long in double precision.
    let affordable = |&&(m, n, k): &&GemmSize| u64::from(m) * u64::from(n) * u64::from(k) <= 1 << 28;
    let shapes = if extent == SuiteSize::Full { full } else { small };
    let doubles = shapes.iter().filter(affordable).flat_map(|&(m, n, k)| {
        let halves = formats.map(|format| Box::new(HalfGemm { m, n, k, format }) as Box<dyn Kernel>);
        [Box::new(Gemm { m, n, k }) as Box<dyn Kernel>].into_iter().chain(halves).map(Case::random)
    });
    let twins = shapes.iter().flat_map(|&shape| {
        let halves = formats.map(|format| half_product(shape, format));
        [product(shape)].into_iter().chain(halves)
    });
    let sizes: &[(u32, u32)] = if extent == SuiteSize::Full { &[(4096, 4096), (8192, 8192)] } else { &[(300, 132)] };
    let vectors = sizes.iter().flat_map(|&(k, n)| {
        let kernels: [Box<dyn Kernel>; 2] = [Box::new(CoalescedGemv { k, n }), Box::new(SplitGemv::new(k, n, 8))];
        let twin = |inputs: &[Recipe]| Twin::same(Box::new(NaiveGemv { k, n }), inputs, 0);
        kernels.map(|kernel| against_twin("against gemv_naive", kernel, twin))
    });
    doubles.chain(twins).chain(vectors).collect()
}

/// Row by row against the product of a vector and a matrix.
fn product((m, n, k): GemmSize) -> Case {
    use super::ParameterOrigin::{Buffer, Number, Result, Vector};
    let origins = vec![Result, Buffer(1), Vector(0), Number(ParameterValue::U32(k)), Number(ParameterValue::U32(n))];
    let kernel = Box::new(NaiveGemv { k, n });
    let twin = Twin { kernel, origins, vectors: m as usize, output: 2, exact: false };
    against_twin("against gemv_naive, row by row", Box::new(Gemm { m, n, k }), |_| twin)
}

fn half_product((m, n, k): GemmSize, format: HalfFormat) -> Case {
    use super::ParameterOrigin::{Result, Widened};
    let origins = vec![Widened(0, format), Widened(1, format), Result];
    let twin = Twin { kernel: Box::new(Gemm { m, n, k }), origins, vectors: 1, output: 2, exact: false };
    against_twin("against gemm in single precision", Box::new(HalfGemm { m, n, k, format }), |_| twin)
}

fn softmaxes(extent: SuiteSize) -> Vec<Case> {
    const ROW: u32 = 2048;
    let random = random::floats(7, 0, ROW as usize);
    let mixed = [1000.0, -1000.0].into_iter().chain(random.iter().skip(2).copied()).collect();
    let spread = random.iter().map(|x| 30.0 * x).collect();
    let mut one_large = vec![0.0; ROW as usize];
    one_large[0] = 1000.0;
    let mut masked = random;
    masked[1..].fill(f32::NEG_INFINITY);
    let all = |number: f32| vec![number; ROW as usize];
    let inputs = [
        (all(0.0), "all zeros"),
        (all(1.0), "all the same"),
        (all(1000.0), "all the same and large"),
        (one_large, "one large, the rest zeros"),
        (mixed, "large, small and random"),
        (spread, "of high variance"),
        (masked, "all masked but one"),
        (all(f32::INFINITY), "all infinite, which gives NaN"),
        (all(f32::NEG_INFINITY), "all masked, which gives NaN"),
    ];
    let edges = inputs.map(|(input, label)| with_input(label, Box::new(Softmax { rows: 1, columns: ROW }), input));
    let (rows, columns) = if extent == SuiteSize::Full { (4096, 8192) } else { (8, 512) };
    edges.into_iter().chain([Case::random(Box::new(Softmax { rows, columns }))]).collect()
}

fn layer_norms(extent: SuiteSize) -> Vec<Case> {
    let kernel = |rows, columns| Box::new(LayerNorm { rows, columns, epsilon: 1e-5 });
    // Sequences of these lengths: BERT, a large language model, small layers, one large one.
    let shapes = match extent {
        SuiteSize::Small => [(32, 768), (8, 4096), (64, 256), (1, 8192)],
        SuiteSize::Full => [(2 * 128, 768), (2048, 4096), (8 * 512, 256), (1, 8192)],
    };
    let special = [
        (vec![0.1; 768], "all the same"),
        (random::floats(8, 0, 768).into_iter().map(|x| 1.0 + 1e-4 * x).collect(), "of little variance"),
        (random::floats(8, 1, 768).into_iter().map(|x| 1e4 * x).collect(), "of high variance"),
    ];
    let shapes = shapes.into_iter().map(|(rows, columns)| Case::random(kernel(rows, columns)));
    shapes.chain(special.into_iter().map(|(input, label)| with_input(label, kernel(1, 768), input))).collect()
}

fn attentions(extent: SuiteSize) -> Vec<Case> {
    let configurations = match extent {
        SuiteSize::Small => [(4, 64, 32), (2, 128, 64), (1, 64, 128)],
        // BERT, decoding of a large language model, a long causal one.
        SuiteSize::Full => [(8, 128, 64), (32, 512, 128), (16, 2048, 64)],
    };
    let both = configurations.into_iter().flat_map(|shape| [(shape, false), (shape, true)]);
    let kernels = |((heads, length, head_dim), causal)| -> [Box<dyn Kernel>; 3] {
        let half = |format| HalfAttention { heads, length, head_dim, causal, format };
        [
            Box::new(Attention { heads, length, head_dim, causal }),
            Box::new(half(HalfFormat::F16)),
            Box::new(half(HalfFormat::Bf16)),
        ]
    };
    both.flat_map(kernels).map(Case::random).collect()
}

fn lengths(extent: SuiteSize) -> Vec<Case> {
    let (heads, lengths): (u32, &[u32]) = match extent {
        SuiteSize::Small => (1, &[32, 64, 128, 256]),
        SuiteSize::Full => (8, &[64, 128, 256, 512, 1024, 2048]),
    };
    let single = Attention { heads, length: 0, head_dim: 64, causal: false };
    let single = |length| -> Box<dyn Kernel> { Box::new(Attention { length, ..single }) };
    let half = HalfAttention { heads, length: 0, head_dim: 64, causal: false, format: HalfFormat::F16 };
    let half = |length| -> Box<dyn Kernel> { Box::new(HalfAttention { length, ..half }) };
    let case = |kernel, length| Case { length: Some(length), ..Case::random(kernel) };
    let singles = lengths.iter().map(|&length| case(single(length), length));
    singles.chain(lengths.iter().map(|&length| case(half(length), length))).collect()
}

/// Batched kernels with the kernels that they repeat. Vectors start at multiples of 16 bytes.
fn pairs() -> Vec<Case> {
    const BATCH: u32 = 5;
    /// The parameter that all of them write.
    const OUTPUT: usize = 2;
    let (length, k, n, epsilon) = (1540, 512, 12, 1e-6);
    let (heads, head_dim, layout) = (3, 64, RopeLayout::Halves);
    let pairs = || -> [(Box<dyn Kernel>, Box<dyn Kernel>); 6] {
        [
            (
                Box::new(BatchedRmsNorm { hidden: length, epsilon, batch: BATCH }),
                Box::new(RmsNorm { hidden: length, epsilon }),
            ),
            (Box::new(BatchedQ4KGemv { k, n, batch: BATCH }), Box::new(Q4KGemv { k, n })),
            (Box::new(BatchedQ6KGemv { k, n, batch: BATCH }), Box::new(Q6KGemv { k, n })),
            (Box::new(BatchedResidualAdd { length, batch: BATCH }), Box::new(ResidualAdd { length })),
            (
                Box::new(BatchedRope { heads, head_dim, layout, batch: BATCH }),
                Box::new(Rope { heads, head_dim, layout }),
            ),
            (Box::new(BatchedSwiglu { length, batch: BATCH }), Box::new(Swiglu { length })),
        ]
    };
    let doubles = pairs().into_iter().map(|(batched, _)| Case::random(batched));
    doubles.chain(pairs().into_iter().map(|(batched, single)| Case::batched(batched, single, OUTPUT))).collect()
}

/// Products with unit vectors, which give single weights: of random super-blocks, and of the largest, the smallest and odd ones.
fn weights() -> Vec<Case> {
    let kernels = |format: QuantizedFormat, n: u32, batch: u32| -> Box<dyn Kernel> {
        let k = SUPER_BLOCK;
        match format {
            QuantizedFormat::Q4K => Box::new(BatchedQ4KGemv { k, n, batch }),
            QuantizedFormat::Q6K => Box::new(BatchedQ6KGemv { k, n, batch }),
        }
    };
    let case = |format: QuantizedFormat| {
        let blocks = special_blocks(format);
        let weights: Vec<Vec<f32>> = blocks.iter().map(|block| format.dequantize(block)).collect();
        let kernel = kernels(format, blocks.len() as u32, SUPER_BLOCK);
        let mut case = with_label("unit vectors, which give GGML's weights bit by bit", Case::random(kernel));
        let places = 0..SUPER_BLOCK as usize;
        let unit = |place: usize| places.clone().map(move |index| if index == place { 1.0 } else { 0.0 });
        case.inputs[0] = ParameterValue::Bytes(blocks.concat()).into();
        case.inputs[1] = ParameterValue::Floats(places.clone().flat_map(unit).collect()).into();
        let values = places.flat_map(|place| weights.iter().map(move |row| f64::from(row[place]))).collect();
        let expected = ExpectedBuffer { parameter: 2, values, arithmetic: Arithmetic::EXACT };
        Case { reference: Reference::Given(vec![expected]), ..case }
    };
    [QuantizedFormat::Q4K, QuantizedFormat::Q6K].map(case).into()
}

/// Random super-blocks with factors that are normal, subnormal and negative, and blocks of ones and of zeros.
fn special_blocks(format: QuantizedFormat) -> Vec<Vec<u8>> {
    let size = format.block_bytes() as usize;
    let factors: &[usize] = match format {
        QuantizedFormat::Q4K => &[0, 2],
        QuantizedFormat::Q6K => &[208],
    };
    let random = |stream| random::bytes(9, stream, size);
    let blocks = [
        (random(0), 0x1555),
        (random(1), 0x9400),
        (random(2), 0x0155),
        (random(3), 0x83ff),
        (vec![0xff; size], 0x3c00),
        (vec![0x00; size], 0x3c00),
        (vec![0x5a; size], 0x0000),
    ];
    let with_factor = |(mut block, factor): (Vec<u8>, u16)| {
        factors.iter().for_each(|&place| block[place..place + 2].copy_from_slice(&factor.to_le_bytes()));
        block
    };
    blocks.map(with_factor).into()
}
