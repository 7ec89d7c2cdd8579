//! The kernels of the tool.

use super::{run, run_on};
use serde_json::Value;

#[test]
fn all_kernels_are_listed() {
    let list = run(["kernels", "list"]);
    for kernel in ptxlint::kernels::all() {
        assert!(list.ends_with(0).lines().any(|line| line.split(' ').next() == Some(kernel.name())), "{kernel:?}");
    }
    let json: Value = serde_json::from_str(run(["kernels", "list", "--format", "json"]).ends_with(0)).expect("JSON");
    let gemm = json.as_array().expect("a list").iter().find(|kernel| kernel["name"] == "gemm").expect("gemm");
    assert_eq!(gemm["dimensions"], Value::from(vec!["m", "n", "k"]));
}

#[test]
fn what_is_written_is_clean() {
    for target in ["sm_75", "sm_90", "sm_120"] {
        for kernel in ["gemv_naive", "gemv_coalesced", "gemv_split", "q4k_gemv", "batched_q6k_gemv"] {
            let ptx = run(["kernels", "emit", kernel, "--k", "4096", "--n", "4096", "--target", target]);
            assert!(ptx.ends_with(0).contains(&format!(".target {target}\n")));
            assert_eq!(run_on(["--deny", "warnings", "--quiet", "-"], &ptx.stdout).ends_with(0), "", "{kernel}");
        }
    }
}

#[test]
fn the_launch_stands_above() {
    let ptx = run(["kernels", "emit", "softmax", "--rows", "7", "--columns", "100"]);
    let launch = "// launch: grid 7,1,1, block 256,1,1, 400 bytes of dynamic shared memory";
    assert_eq!(ptx.ends_with(0).lines().next(), Some(launch));
}

#[test]
fn wrong_dimensions_are_explained() {
    let fails = |arguments: &str, complaint: &str| {
        run(["kernels", "emit"].into_iter().chain(arguments.split(' '))).fails_with(complaint);
    };
    fails("rop --heads 2", "unknown kernel `rop`; did you mean `rope`?");
    fails("rms_norm --hidden 8 --epsilon NaN", "epsilon is a number that is not negative");
    fails("layer_norm --rows 1 --columns 8 --epsilon=-1", "epsilon is a number that is not negative");
    fails("rope --heads 2", "`--head-dim` is missing: `ptxlint kernels emit rope --heads N --head-dim N");
    fails(
        "rope --heads 2 --head-dim 4 --k 1",
        "`rope` does not accept `--k`; it accepts `--heads`, `--head-dim` or `--layout`",
    );
    fails("rope --heads two --head-dim 4", "`--heads two`: not a number that it accepts");
    fails("rope --heads 2 --head-dim 4 --layout round", "expected `halves` or `interleaved`");
    fails("q4k_gemv --k 100 --n 4", "256");
    fails("q4k_gemv --k 256 --n 4 --target sm_9O", "did you mean");
    fails("random_words --count 5 --range 9 --low -1", "`--low -1`: not a number that it accepts");
}
