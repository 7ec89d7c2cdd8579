//! How long it takes to write and compare all pairs of kernels for a model's dimensions.

use criterion::{Criterion, criterion_group, criterion_main};
use ptxlint::isa::Target;
use ptxlint::parity::{Dimensions, PAIRS};
use std::hint::black_box;

/// Qwen2.5-Coder-1.5B.
const QWEN: Dimensions = Dimensions { hidden: 1536, intermediate: 8960, heads: 12, head_dim: 128 };

fn parity(criterion: &mut Criterion) {
    let target = Target::lookup("sm_80").expect("known");
    criterion.bench_function("parity of all pairs", |bencher| {
        bencher.iter(|| {
            for pair in &PAIRS {
                let report = (pair.validate)(black_box(&QWEN), target);
                assert!(report.passed());
            }
        });
    });
    for pair in &PAIRS {
        criterion.bench_function(pair.batched, |bencher| {
            bencher.iter(|| (pair.validate)(black_box(&QWEN), target));
        });
    }
}

criterion_group!(benches, parity);
criterion_main!(benches);
