//! How long it takes to write and compare all pairs of kernels for a model's dimensions: side by side, as `ptxlint parity` does it, one after
//! another, and each alone.

use criterion::{Criterion, criterion_group, criterion_main};
use ptxlint::isa::Target;
use ptxlint::kernels::{Dimensions, KernelPair, PAIRS};
use rayon::prelude::*;
use std::hint::black_box;

/// That of the command.
#[global_allocator]
static ALLOCATOR: ptxlint_allocator::Allocator = ptxlint_allocator::Allocator;

/// Qwen2.5-Coder-1.5B.
const QWEN: Dimensions = Dimensions { hidden: 1536, intermediate: 8960, heads: 12, head_dim: 128 };

fn parity(criterion: &mut Criterion) {
    let target = Target::lookup("sm_80").expect("known");
    let validate = |pair: &KernelPair| assert!((pair.validate)(black_box(&QWEN), target).passed());
    criterion.bench_function("all pairs, side by side", |bencher| bencher.iter(|| PAIRS.par_iter().for_each(validate)));
    criterion
        .bench_function("all pairs, one after another", |bencher| bencher.iter(|| PAIRS.iter().for_each(validate)));
    for pair in &PAIRS {
        criterion.bench_function(pair.batched, |bencher| {
            bencher.iter(|| (pair.validate)(black_box(&QWEN), target));
        });
    }
}

criterion_group!(benches, parity);
criterion_main!(benches);
