//! Huge functions: the rules come to an end on them, and find what is found in small ones.

use ptxlint::Options;
use std::fmt::Write;

/// A race within each block of 256 threads.
const RACE: &str =
    "st.shared.u32 [%r2], %r4;\nxor.b32 %r6, %r2, 128;\nld.shared.u32 %r7, [%r6];\nadd.s32 %r4, %r4, %r7;\n";

/// A kernel that keeps a number of each thread in `%r4`, with an element of `tile` for each at `%r2`.
fn kernel(name: &str, declarations: &str, body: &str) -> String {
    format!(
        ".visible .entry {name}(.param .u64 p)\n{{\n.reg .pred %p<4>;\n.reg .b32 %r<10>;\n.reg .b64 %rd<6>;\n\
         .shared .align 4 .b8 tile[1024];\n{declarations}\
         ld.param.u64 %rd1, [p];\ncvta.to.global.u64 %rd1, %rd1;\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n\
         add.s64 %rd2, %rd1, %rd2;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, tile;\nadd.s32 %r2, %r3, %r2;\nmov.u32 %r4, 0;\n\
         {body}st.global.u32 [%rd2], %r4;\nret;\n}}\n"
    )
}

/// Text for each number below `count`.
fn repeat(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// The rules that find something in kernels, once for each finding.
fn findings(kernels: &str) -> Vec<&'static str> {
    let text = format!(".version 8.0\n.target sm_80\n.address_size 64\n{kernels}");
    let report = ptxlint::check(text.as_bytes(), &Options::default()).expect("below 4 GiB");
    report.findings.iter().map(|finding| finding.rule.name).collect()
}

#[test]
fn many_instructions_of_one_register() {
    let body = repeat(200_000, |_| "add.s32 %r4, %r4, %r1;\n".to_string()) + RACE;
    assert_eq!(findings(&kernel("k", "", &body)), ["missing-barrier"]);
}

#[test]
fn many_registers() {
    let chain = repeat(200_000, |i| format!("add.s32 %q{}, %q{i}, %r1;\n", i + 1));
    let body = format!("mov.u32 %q0, 0;\n{chain}mov.u32 %r4, %q200000;\n{RACE}");
    assert_eq!(findings(&kernel("k", ".reg .b32 %q<200001>;\n", &body)), ["missing-barrier"]);
}

#[test]
fn many_branches() {
    let branch =
        |i: usize| format!("setp.lt.u32 %p1, %r1, {};\n@%p1 bra L{i};\nadd.s32 %r4, %r4, 1;\nL{i}:\n", i % 256);
    assert_eq!(findings(&kernel("k", "", &repeat(50_000, branch))), [""; 0]);
    let exchange = "shfl.sync.bfly.b32 %r6, %r4, 1, 31, 0xffffffff;\nadd.s32 %r4, %r4, %r6;\n";
    assert_eq!(findings(&kernel("k", "", &repeat(10_000, |i| branch(i) + exchange))), [""; 0]);
}

#[test]
fn many_barriers() {
    let step = "st.shared.u32 [%r2], %r4;\nbar.sync 0;\nld.shared.u32 %r4, [%r3];\nbar.sync 0;\n";
    assert_eq!(findings(&kernel("k", "", &step.repeat(5_000))), [""; 0]);
    // Within a warp, so that no launch is too small for it.
    let body = RACE.replace("128", "4") + &step.repeat(5_000);
    assert_eq!(findings(&kernel("k", "", &body))[0], "missing-barrier");
}

#[test]
fn many_accesses_between_barriers() {
    let own = "st.shared.u32 [%r2], %r4;\nld.shared.u32 %r7, [%r2];\nadd.s32 %r4, %r4, %r7;\n";
    assert_eq!(findings(&kernel("k", "", &own.repeat(5_000))), [""; 0]);
}

#[test]
fn deep_loops() {
    const DEPTH: usize = 200;
    let heads = repeat(DEPTH, |i| format!("mov.u32 %c{i}, 0;\nL{i}:\n"));
    let mut tails = String::new();
    for i in (0..DEPTH).rev() {
        writeln!(tails, "add.s32 %c{i}, %c{i}, 1;\nsetp.lt.u32 %p1, %c{i}, 3;\n@%p1 bra L{i};").expect("a string");
    }
    let body = format!("{heads}add.s32 %r4, %r4, 1;\n{tails}");
    assert_eq!(findings(&kernel("k", &format!(".reg .b32 %c<{DEPTH}>;\n"), &body)), [""; 0]);
}

#[test]
fn many_kernels() {
    let kernels = repeat(5_000, |i| kernel(&format!("k{i}"), "", RACE));
    assert_eq!(findings(&kernels), vec!["missing-barrier"; 5_000]);
}
