//! NVIDIA's assembler against the reference kernels.

use crate::common::fixture::Verdict;
use crate::common::ptxas;
use ptxlint::isa::Target;
use ptxlint::kernels;

/// Turing, Ampere, Hopper and both Blackwells.
const TARGETS: [&str; 5] = ["sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120a"];

#[test]
fn kernels_assemble() {
    let ptxas = match ptxas::find() {
        Ok(path) => path,
        Err(reason) => return ptxas::skipped(reason),
    };
    let mut modules = Vec::new();
    for kernel in kernels::all() {
        for name in TARGETS {
            let target = Target::lookup(name).expect("known");
            modules.push((format!("{kernel:?} for {name}"), kernel.ptx(target).expect("clean")));
        }
    }
    let complaints = ptxas::in_parallel(&modules, |(name, ptx)| {
        let (verdict, messages) = ptxas::assemble(ptxas, ptx.as_bytes(), None);
        if verdict == Verdict::Accept { Ok(()) } else { Err(format!("{name}: {messages}\n{ptx}")) }
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
