//! Every kernel in several sizes.

use super::*;

/// Every kernel, in sizes that fill its blocks, that leave a ragged end, and that are smaller than a block; small enough to be
/// interpreted on the CPU.
pub fn all() -> Vec<Box<dyn Kernel>> {
    let mut kernels: Vec<Box<dyn Kernel>> = Vec::new();
    for length in [1, 64, 255, 1536, 1537] {
        kernels.push(Box::new(ResidualAdd { length }));
        kernels.push(Box::new(BatchedResidualAdd { length, batch: 3 }));
        kernels.push(Box::new(Swiglu { length }));
        kernels.push(Box::new(BatchedSwiglu { length, batch: 3 }));
        kernels.push(Box::new(RmsNorm { hidden: length, epsilon: 1e-6 }));
        kernels.push(Box::new(BatchedRmsNorm { hidden: length, epsilon: 1e-6, batch: 3 }));
    }
    for (k, n) in [(1, 1), (300, 130), (256, 512), (4100, 36)] {
        kernels.push(Box::new(NaiveGemv { k, n }));
        kernels.push(Box::new(CoalescedGemv { k, n }));
        kernels.push(Box::new(SplitGemv::new(k, n, k.min(7))));
        kernels.push(Box::new(SplitGemv { warps: 2, ..SplitGemv::new(k, n, 1) }));
    }
    for (k, n) in [(256, 1), (1536, 10)] {
        kernels.push(Box::new(Q4KGemv { k, n }));
        kernels.push(Box::new(Q6KGemv { k, n }));
        for batch in [1, 6] {
            kernels.push(Box::new(BatchedQ4KGemv { k, n, batch }));
            kernels.push(Box::new(BatchedQ6KGemv { k, n, batch }));
        }
    }
    for (count, width) in [(1, 1), (1001, 1), (4, 4), (5000, 4)] {
        kernels.push(Box::new(CopyFloats { count, width }));
    }
    for (heads, head_dim, layout) in
        [(12, 128, RopeLayout::Halves), (2, 80, RopeLayout::Halves), (3, 6, RopeLayout::Interleaved)]
    {
        kernels.push(Box::new(Rope { heads, head_dim, layout }));
        kernels.push(Box::new(BatchedRope { heads, head_dim, layout, batch: 3 }));
    }
    for (rows, columns) in [(1, 1), (3, 255), (2, 1537), (1, 12_345)] {
        kernels.push(Box::new(Softmax { rows, columns }));
        kernels.push(Box::new(LayerNorm { rows, columns, epsilon: 1e-5 }));
    }
    for (m, n, k) in [(1, 1, 1), (64, 64, 32), (70, 67, 37), (5, 130, 300)] {
        kernels.push(Box::new(Gemm { m, n, k }));
    }
    for (m, n, k) in [(1, 1, 1), (64, 64, 32), (70, 67, 37), (33, 72, 48), (70, 66, 36), (5, 130, 300)] {
        for format in [HalfFormat::F16, HalfFormat::Bf16] {
            kernels.push(Box::new(HalfGemm { m, n, k, format }));
        }
    }
    for (heads, length, head_dim) in [(1, 1, 1), (1, 5, 48), (2, 9, 64), (1, 34, 80), (1, 3, 100)] {
        for causal in [false, true] {
            kernels.push(Box::new(Attention { heads, length, head_dim, causal }));
            for format in [HalfFormat::F16, HalfFormat::Bf16] {
                kernels.push(Box::new(HalfAttention { heads, length, head_dim, causal, format }));
            }
        }
    }
    let conv = Conv2d {
        batch: 2,
        in_channels: 3,
        out_channels: 4,
        height: 18,
        width: 17,
        filter: 3,
        stride: 1,
        padding: 1,
        dilation: 1,
    };
    kernels.push(Box::new(conv));
    kernels.push(Box::new(Conv2d { stride: 2, padding: 0, dilation: 2, ..conv }));
    kernels.push(Box::new(Conv2d { filter: 1, padding: 0, ..conv }));
    for pattern in
        [Pattern::Zero, Pattern::Constant(2.5), Pattern::Sequential, Pattern::Diagonal, Pattern::Checkerboard]
    {
        kernels.push(Box::new(Fill { rows: 7, columns: 45, pattern }));
    }
    for count in [1, 1023, 4096] {
        kernels.push(Box::new(RandomFloats { count, seed: 0x0123_4567_89ab_cdef, low: -2.0, high: 3.0 }));
        kernels.push(Box::new(RandomWords { count, seed: 42, low: 10, range: 6 }));
        for format in [HalfFormat::F16, HalfFormat::Bf16] {
            kernels.push(Box::new(RandomHalves { count, seed: 7, format }));
            kernels.push(Box::new(Widen { count, format }));
        }
    }
    for count in [1, 1000, 300_000] {
        kernels.push(Box::new(Verify { count, absolute: 1e-4, relative: 1e-3 }));
        kernels.push(Box::new(ReduceMax { count }));
    }
    for (count, bytes) in [(1, 4), (300_000, 4), (1000, 2)] {
        kernels.push(Box::new(VerifyWords { count, bytes }));
    }
    kernels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, check};

    /// Turing, Ampere, Hopper and both Blackwells.
    const TARGETS: [&str; 5] = ["sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120a"];

    #[test]
    fn kernels_are_clean_on_every_target() {
        for kernel in all() {
            for target in TARGETS {
                let target = Target::lookup(target).expect("known");
                let ptx = kernel.ptx(target).unwrap_or_else(|error| panic!("{kernel:?}: {error}"));
                let report = check(ptx.as_bytes(), &Options::default()).expect("small");
                let found: Vec<_> = report.findings.iter().map(|it| (it.rule.name, &it.message)).collect();
                assert!(found.is_empty(), "{kernel:?}: {found:?}\n{ptx}");
            }
        }
    }

    #[test]
    fn values_fit_the_parameters() {
        for kernel in all() {
            let ptx = kernel.ptx(Target::lookup("sm_80").expect("known")).expect("clean");
            let source = crate::source::Source::new(ptx.as_bytes()).expect("small");
            let module = crate::parser::parse(source);
            let [entry] = module.functions.as_slice() else { panic!("{kernel:?}: not one kernel") };
            assert_eq!(entry.name.map(|name| module.name(name)), Some(kernel.name()));
            let inputs = kernel.inputs(1);
            assert_eq!(inputs.len(), entry.params.len(), "{kernel:?}");
            let bytes = |seed| kernel.inputs(seed).iter().map(ParameterValue::to_bytes).collect::<Vec<_>>();
            assert_eq!(bytes(1), bytes(1), "{kernel:?}");
            assert_eq!(bytes(1) == bytes(2), inputs.len() == 1, "{kernel:?}: only fills have no inputs");
            for expected in kernel.reference(&inputs) {
                let output = &inputs[expected.parameter];
                let before = output.decode(&output.to_bytes());
                assert_eq!(before.len(), expected.values.len(), "{kernel:?}");
                assert!(expected.mismatch(&before).is_some(), "{kernel:?}: right before the launch");
                assert_eq!(expected.mismatch(&expected.values), None);
            }
        }
    }
}
