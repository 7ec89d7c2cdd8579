//! The cases: shipped kernels with random inputs, and those that break kernels which are not stable.

use super::Case;
use crate::kernels::*;

/// Elements of a softmax with special inputs.
const ROW: u32 = 2048;

/// The shipped kernels in several sizes (see [`kernels::all`](crate::kernels::all)), edge cases of softmax, layer norm, attention and
/// matrix products, and batched kernels against their kernels for one vector.
pub fn cases() -> Vec<Case> {
    let random = all().into_iter().map(Case::random);
    random.chain(products()).chain(softmaxes()).chain(layer_norms()).chain(attentions()).chain(pairs()).collect()
}

fn products() -> impl Iterator<Item = Case> {
    // Square, tall, wide, and long sums.
    let shapes = [(128, 128, 128), (200, 24, 64), (24, 200, 64), (32, 32, 1024)];
    shapes.into_iter().map(|(m, n, k)| Case::random(Box::new(Gemm { m, n, k })))
}

fn softmaxes() -> impl Iterator<Item = Case> {
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
    inputs.into_iter().map(|(input, label)| Case {
        label,
        ..with_input(Box::new(Softmax { rows: 1, columns: ROW }), Value::Floats(input))
    })
}

fn layer_norms() -> impl Iterator<Item = Case> {
    let kernel = |rows, columns| Box::new(LayerNorm { rows, columns, epsilon: 1e-5 });
    let shapes = [(32, 768), (8, 4096), (64, 256), (1, 8192)];
    let near = random::floats(8, 0, 768).into_iter().map(|x| 1.0 + 1e-4 * x).collect();
    let special = [
        (vec![0.1; 768], "all the same"),
        (near, "of little variance"),
        (random::floats(8, 1, 768).into_iter().map(|x| 1e4 * x).collect(), "of high variance"),
    ];
    let shapes = shapes.into_iter().map(move |(rows, columns)| Case::random(kernel(rows, columns)));
    shapes.chain(
        special
            .into_iter()
            .map(move |(input, label)| Case { label, ..with_input(kernel(1, 768), Value::Floats(input)) }),
    )
}

fn attentions() -> impl Iterator<Item = Case> {
    let configurations = [(4, 64, 32), (2, 128, 64), (1, 64, 128)];
    let both = configurations.into_iter().flat_map(|shape| [(shape, false), (shape, true)]);
    // The growth of errors with the length.
    let lengths = [32, 64, 128, 256].map(|length| ((1, length, 64), false));
    both.chain(lengths).map(|((heads, length, head_dim), causal)| {
        Case::random(Box::new(Attention { heads, length, head_dim, causal }))
    })
}

/// Batched kernels with the kernels that they repeat.
fn pairs() -> impl Iterator<Item = Case> {
    const BATCH: u32 = 5;
    let (length, k, n, epsilon) = (1537, 512, 9, 1e-6);
    let (heads, head_dim, layout) = (3, 64, RopeLayout::Halves);
    let pairs: [(Box<dyn Kernel>, Box<dyn Kernel>); 6] = [
        (
            Box::new(BatchedRmsNorm { hidden: length, epsilon, batch: BATCH }),
            Box::new(RmsNorm { hidden: length, epsilon }),
        ),
        (Box::new(BatchedQ4KGemv { k, n, batch: BATCH }), Box::new(Q4KGemv { k, n })),
        (Box::new(BatchedQ6KGemv { k, n, batch: BATCH }), Box::new(Q6KGemv { k, n })),
        (Box::new(BatchedResidualAdd { length, batch: BATCH }), Box::new(ResidualAdd { length })),
        (Box::new(BatchedRope { heads, head_dim, layout, batch: BATCH }), Box::new(Rope { heads, head_dim, layout })),
        (Box::new(BatchedSwiglu { length, batch: BATCH }), Box::new(Swiglu { length })),
    ];
    pairs.into_iter().map(|(batched, single)| Case {
        label: "as its kernel for one vector, bit by bit",
        single: Some(single),
        ..Case::random(batched)
    })
}

/// A kernel with this first parameter.
fn with_input(kernel: Box<dyn Kernel>, input: Value) -> Case {
    let mut case = Case::random(kernel);
    case.inputs[0] = input;
    case
}
