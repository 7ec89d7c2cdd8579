//! Batched kernels against their references.

use ptxlint::isa::Target;
use ptxlint::parity::{Dimensions, PAIRS};

const TARGET: &str = "sm_80";

fn target() -> Target {
    Target::lookup(TARGET).expect("known")
}

const QWEN: Dimensions = Dimensions { hidden: 1536, intermediate: 8960, heads: 12, head_dim: 128 };

#[test]
fn pairs_of_the_crate_pass() {
    let small = Dimensions { hidden: 256, intermediate: 37, heads: 3, head_dim: 6 };
    let large = Dimensions { hidden: 8192, intermediate: 28_672, heads: 64, head_dim: 128 };
    for dimensions in [QWEN, small, large] {
        for pair in &PAIRS {
            let report = (pair.validate)(&dimensions, target());
            let found: Vec<_> = report
                .violations
                .iter()
                .map(|it| {
                    (
                        it.rule.name,
                        &it.message,
                        &it.caption,
                        &it.help,
                        &report.ptx[it.span.start as usize..it.span.end as usize],
                    )
                })
                .collect();
            assert!(report.passed() && found.is_empty(), "{} for {dimensions:?}: {found:#?}", pair.batched);
        }
    }
}
