//! Batched kernels against their references.

use ptxlint::diagnostic::{Diagnostic, Level};
use ptxlint::isa::Target;
use ptxlint::kernels::*;
use ptxlint::kernels::{Dimensions, KernelParity, PAIRS};
use ptxlint::parity::{BatchDispatch, PairKnowledge, PairOutcome, compare_texts};

fn target() -> Target {
    Target::lookup("sm_80").expect("known")
}

/// Qwen2.5-Coder-1.5B.
const QWEN: Dimensions = Dimensions { hidden: 1536, intermediate: 8960, heads: 12, head_dim: 128 };

const RMS_NORM: BatchedRmsNorm = BatchedRmsNorm { hidden: 1536, epsilon: 1e-6, batch: 8 };
const Q4K: BatchedQ4KGemv = BatchedQ4KGemv { k: 1536, n: 8960, batch: 8 };
const Q6K: BatchedQ6KGemv = BatchedQ6KGemv { k: 1536, n: 8960, batch: 8 };
const RESIDUAL_ADD: BatchedResidualAdd = BatchedResidualAdd { length: 1536, batch: 8 };
const ROPE: BatchedRope = BatchedRope { heads: 12, head_dim: 128, layout: RopeLayout::Halves, batch: 8 };
const SWIGLU: BatchedSwiglu = BatchedSwiglu { length: 8960, batch: 8 };

/// What is found in a changed text of a batched kernel.
fn violations<K: KernelParity>(kernel: &K, batched: &str) -> Vec<Diagnostic> {
    let single = kernel.single();
    let reference = single.ptx(target()).expect("clean");
    let comparison = PairKnowledge {
        expected: Some(K::expected_dispatch()),
        strides: kernel.vector_strides(),
        ..PairKnowledge::default()
    };
    compare_texts(batched, kernel.name(), &reference, single.name(), &comparison).expect("readable").violations
}

fn text<K: Kernel>(kernel: &K) -> String {
    kernel.ptx(target()).expect("clean")
}

/// Puts `to` in the place of the first `from` and looks whether the first finding is an error at the line of `at` that says what
/// both kernels have there.
#[track_caller]
fn is_found<K: KernelParity>(kernel: &K, from: &str, to: &str, at: &str, [ours, theirs]: [&str; 2]) {
    let written = text(kernel);
    assert!(written.contains(from), "there is no `{from}` in\n{written}");
    let changed = written.replacen(from, to, 1);
    let found = violations(kernel, &changed);
    let place = |it: &Diagnostic| changed[it.span.start as usize..it.span.end as usize].to_string();
    let Some(first) = found.first() else { panic!("`{to}` is not found") };
    assert_eq!((first.rule.name, first.level), ("parity-divergence", Level::Error), "{first:#?}");
    assert_eq!(place(first), at, "{first:#?}");
    assert!(first.caption.as_deref().is_some_and(|caption| caption.contains(ours)), "{first:#?}");
    assert!(first.help.as_deref().unwrap_or_default().contains(theirs), "{first:#?}");
    assert_eq!(found.len(), 1, "consequences are no findings: {found:#?}");
}

#[test]
fn pairs_of_the_crate_pass() {
    let small = Dimensions { hidden: 256, intermediate: 37, heads: 3, head_dim: 6 };
    let large = Dimensions { hidden: 8192, intermediate: 28_672, heads: 64, head_dim: 128 };
    for dimensions in [QWEN, small, large] {
        for name in ["sm_75", "sm_80", "sm_90a", "sm_120a"] {
            for pair in &PAIRS {
                let report = (pair.validate)(&dimensions, Target::lookup(name).expect("known"));
                assert!(report.violations.is_empty(), "{} for {dimensions:?}: {:#?}", pair.batched, report.violations);
                assert!(report.passed() && report.expected == pair.dispatch);
            }
        }
    }
    let odd = BatchedRope { heads: 3, head_dim: 6, layout: RopeLayout::Interleaved, batch: 2 };
    assert!(odd.validate_batch_dispatch(target()).violations.is_empty());
}

#[test]
fn dimensions_that_a_kernel_does_not_take_are_a_violation() {
    let report = BatchedQ6KGemv { k: 100, ..Q6K }.validate_batch_dispatch(target());
    assert!(!report.passed());
    assert!(report.violations[0].message.contains("256"), "{:?}", report.violations);
}

#[test]
fn q6k_contiguous_instead_of_strided() {
    let (from, to) = ("mad.lo.u32 %r9, %r6, 128, %r8;", "mul.lo.u32 %r9, %r1, 8;");
    is_found(&Q6K, from, to, to, ["8 * tid.x", "128 * (tid.x >> 4 & 0x1) + 2 * (tid.x & 0xf)"]);
}

#[test]
fn q6k_lower_bits_addressed_without_their_halves() {
    let (from, to) = ("mad.lo.u32 %r18, %r16, 32, %r17;", "mov.u32 %r18, %r1;");
    let at = "mad.wide.u32 %rd20, %r18, 2, %rd19;";
    is_found(&Q6K, from, to, at, ["2 * tid.x", "64 * (tid.x >> 4 & 0x1) + 2 * (tid.x & 0xf)"]);
}

#[test]
fn q6k_upper_bits_addressed_by_twice_the_lane() {
    let (from, to) = ("mad.wide.u32 %rd21, %r1, 2, %rd19;", "mad.wide.u32 %rd21, %r1, 4, %rd19;");
    is_found(&Q6K, from, to, to, ["4 * tid.x", "2 * tid.x"]);
}

#[test]
fn q6k_bits_put_together_in_the_wrong_place() {
    let from = "or.b32 %r27, %r24, %r26;";
    let to = "shr.u32 %r25, %r26, 2;\n    add.u32 %r27, %r24, %r25;";
    is_found(&Q6K, from, to, "shr.u32 %r25, %r26, 2;", ["4 * (", "16 * ("]);
}

#[test]
fn q4k_scales_of_the_wrong_group() {
    let (from, to) = ("shr.u32 %r21, %r1, 3;", "shr.u32 %r21, %r1, 2;");
    is_found(&Q4K, from, to, to, ["tid.x >> 2", "tid.x >> 3"]);
}

#[test]
fn q4k_minimum_of_the_other_factor() {
    let (from, to) = ("mul.rn.f32 %f9, %f5, %f7;", "mul.rn.f32 %f9, %f4, %f7;");
    is_found(&Q4K, from, to, to, ["144 * i0])", "144 * i0 + 2])"]);
}

#[test]
fn rope_turns_the_neighbour_instead_of_the_other_half() {
    let (from, to) = ("ld.global.f32 %f15, [%rd12+256];", "ld.global.f32 %f15, [%rd12+4];");
    is_found(&ROPE, from, to, to, ["4 * tid.x + 512 * ctaid.x + 4]", "+ 256]"]);
}

#[test]
fn rope_takes_the_position_of_the_first_vector() {
    let (from, to) = ("mad.wide.u32 %rd8, %r0, 4, %rd7;", "mov.u64 %rd8, %rd7;");
    is_found(&ROPE, from, to, "ld.global.u32 %r1, [%rd8];", ["0 bytes instead of 4", ""]);
}

#[test]
fn rope_takes_half_of_the_position() {
    let (from, to) = ("ld.global.u32 %r1, [%rd8];", "ld.global.u16 %r1, [%rd8];");
    is_found(&ROPE, from, to, to, ["global.u16[position", ""]);
}

#[test]
fn a_kernel_that_stores_nothing() {
    let changed = text(&Q4K).replacen("    @%p3 bra $done_2;", "    bra $done_2;", 1);
    let found = violations(&Q4K, &changed);
    assert!(found.iter().any(|it| it.message.contains("lacks")), "{found:#?}");
}

#[test]
fn rms_norm_with_another_epsilon() {
    let (from, to) = ("add.rn.f32 %f31, %f30, 0f358637BD;", "add.rn.f32 %f31, %f30, 0f3727C5AC;");
    is_found(&RMS_NORM, from, to, to, ["1e-5", "1e-6"]);
}

#[test]
fn rms_norm_of_shorter_rows() {
    let (from, to) = ("div.rn.f32 %f30, %f29, 0f44C00000;", "div.rn.f32 %f30, %f29, 0f44800000;");
    is_found(&RMS_NORM, from, to, to, ["1024.0", "1536.0"]);
    let (from, to) = ("setp.lt.u32 %p1, %r4, 1536;", "setp.lt.u32 %p1, %r4, 1532;");
    is_found(&RMS_NORM, from, to, to, ["4 * tid.x + 1024 * i0 - 508 < 0", ""]);
    let (from, to) = ("mul.wide.u32 %rd6, %r0, 1536;", "mul.wide.u32 %rd6, %r0, 1532;");
    is_found(&RMS_NORM, from, to, to, ["6128 bytes instead of 6144", ""]);
}

#[test]
fn swiglu_with_gate_and_up_swapped() {
    let from = "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd8];\n    ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%rd11];";
    let to = "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd11];\n    ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%rd8];";
    is_found(&SWIGLU, from, to, "neg.f32 %f8, %f0;", ["-global.f32[up", "-global.f32[gate"]);
}

#[test]
fn residual_add_of_the_input_to_itself() {
    let (from, to) = ("add.rn.f32 %f8, %f0, %f4;", "add.rn.f32 %f8, %f0, %f0;");
    is_found(&RESIDUAL_ADD, from, to, to, ["global.f32[input", "global.f32[residual"]);
}

#[test]
fn dispatch_is_checked() {
    let rules = |found: Vec<Diagnostic>| found.iter().map(|it| it.rule.name).collect::<Vec<_>>();
    let first_only = text(&RESIDUAL_ADD).replace("%ctaid.y", "0");
    assert!(rules(violations(&RESIDUAL_ADD, &first_only)).contains(&"missing-batch-dispatch"));
    let reference = text(&RESIDUAL_ADD.single());
    let comparison = PairKnowledge { expected: Some(BatchDispatch::RegisterUnroll), ..PairKnowledge::default() };
    let (ours, theirs) = (RESIDUAL_ADD.name(), RESIDUAL_ADD.single().name());
    let found = compare_texts(&text(&RESIDUAL_ADD), ours, &reference, theirs, &comparison).expect("readable");
    assert_eq!(rules(found.violations), ["wrong-dispatch-strategy"]);
    let wide = text(&RMS_NORM)
        .replace("ld.shared.f32 %f15, [%r5];", "cvt.u64.u32 %rd13, %r5;\n    ld.shared.f32 %f15, [%rd13];");
    assert_eq!(rules(violations(&RMS_NORM, &wide)), ["shared-u64-address"]);
}

#[test]
fn kernels_of_another_kind_are_not_compared() {
    let (ours, theirs) = (text(&RMS_NORM), text(&ROPE.single()));
    let found = compare_texts(&ours, RMS_NORM.name(), &theirs, ROPE.single().name(), &PairKnowledge::default());
    let PairOutcome { violations, obstacle, .. } = found.expect("readable");
    assert!(violations.is_empty() && obstacle.is_some_and(|reason| reason.contains("fewer parameters")));
    let missing = compare_texts(&ours, "another", &theirs, ROPE.single().name(), &PairKnowledge::default());
    assert!(missing.is_err_and(|reason| reason.contains("`another`")));
}

#[test]
fn dispatch_of_another_kind_is_no_error() {
    let by_z = text(&RESIDUAL_ADD).replace("%ctaid.y", "%ctaid.z");
    let reference = RESIDUAL_ADD.single();
    let comparison = PairKnowledge { expected: Some(BatchDispatch::GridY), ..PairKnowledge::default() };
    let found = compare_texts(&by_z, RESIDUAL_ADD.name(), &text(&reference), reference.name(), &comparison);
    let PairOutcome { violations, obstacle, .. } = found.expect("readable");
    assert!(violations.is_empty() && obstacle.is_some_and(|reason| reason.contains("neither")), "{violations:#?}");
}

/// Other ways to write an instruction. `before` is the line above.
fn rewrites(line: &str, before: &str) -> Vec<String> {
    let Some((opcode, rest)) = line.trim().trim_end_matches(';').split_once(' ') else { return Vec::new() };
    let operands: Vec<&str> = rest.split(", ").collect();
    let power = |text: &str| text.parse::<u64>().ok().filter(|k| k.is_power_of_two()).map(u64::trailing_zeros);
    let ones = |text: &str| text.parse::<u64>().ok().filter(|k| (k + 1).is_power_of_two()).map(u64::trailing_ones);
    let mut found = Vec::new();
    match (opcode, operands.as_slice()) {
        ("mad.lo.u32", [d, a, b, c]) => {
            found.push(format!("mul.lo.u32 %t0, {b}, {a}; add.u32 {d}, {c}, %t0;"));
            found.extend(power(b).map(|k| format!("shl.b32 %t0, {a}, {k}; add.u32 {d}, %t0, {c};")));
        }
        ("mad.lo.u64", [d, a, b, c]) => found.push(format!("mul.lo.u64 %td0, {a}, {b}; add.u64 {d}, %td0, {c};")),
        ("mad.wide.u32", [d, a, b, c]) => {
            found.push(format!("mul.wide.u32 %td0, {a}, {b}; add.u64 {d}, {c}, %td0;"));
            found.push(format!("cvt.u64.u32 %td0, {a}; mad.lo.u64 {d}, %td0, {b}, {c};"));
            found.extend(
                power(b).map(|k| format!("cvt.u64.u32 %td0, {a}; shl.b64 %td1, %td0, {k}; add.s64 {d}, {c}, %td1;")),
            );
        }
        ("mul.lo.u32", [d, a, b]) => found.extend(power(b).map(|k| format!("shl.b32 {d}, {a}, {k};"))),
        ("mul.wide.u32", [d, a, b]) => {
            found.push(format!("cvt.u64.u32 %td0, {a}; mul.lo.u64 {d}, %td0, {b};"));
        }
        ("shl.b32", [d, a, b]) => {
            found.extend(b.parse::<u32>().ok().map(|k| format!("mul.lo.u32 {d}, {a}, {};", 1 << k)))
        }
        ("shr.u32", [d, a, b]) => found.extend(b.parse::<u32>().ok().map(|k| format!("div.u32 {d}, {a}, {};", 1 << k))),
        ("and.b32", [d, a, b]) => {
            found.push(format!("and.b32 {d}, {b}, {a};"));
            if let Some(length) = ones(b) {
                found.push(format!("rem.u32 {d}, {a}, {};", 1 << length));
                found.push(format!("bfe.u32 {d}, {a}, 0, {length};"));
                let shifted = before.trim().strip_prefix(&format!("shr.u32 {a}, ")).map(|it| it.trim_end_matches(';'));
                let parts = shifted.and_then(|it| it.split_once(", ")).filter(|(_, k)| k.parse::<u32>().is_ok());
                found.extend(parts.map(|(word, k)| format!("bfe.u32 {d}, {word}, {k}, {length};")));
            } else if b.parse::<u32>().is_ok() {
                found.push(format!("shr.u32 %t0, {a}, 4; and.b32 %t1, %t0, 3; shl.b32 {d}, %t1, 4;"));
            }
        }
        ("or.b32", [d, a, b]) => {
            found.push(format!("add.u32 {d}, {a}, {b};"));
            found.push(format!("or.b32 {d}, {b}, {a};"));
            found.push(format!("xor.b32 {d}, {b}, {a};"));
        }
        ("add.u32" | "add.rn.f32" | "mul.rn.f32" | "min.u32" | "and.pred", [d, a, b]) => {
            found.push(format!("{opcode} {d}, {b}, {a};"));
        }
        ("sub.rn.f32", [d, a, b]) if b.starts_with('%') => {
            found.push(format!("neg.f32 %tf0, {b}; add.rn.f32 {d}, {a}, %tf0;"));
        }
        ("sub.rn.f32", [d, a, "0f42000000"]) => found.push(format!("add.rn.f32 {d}, {a}, 0fC2000000;")),
        ("fma.rn.f32", [d, a, b, c]) => found.push(format!("fma.rn.f32 {d}, {b}, {a}, {c};")),
        ("setp.lt.u32", [p, a, b]) => {
            found.push(format!("setp.gt.u32 {p}, {b}, {a};"));
            found.push(format!("setp.ge.u32 %tp0, {a}, {b}; not.pred {p}, %tp0;"));
        }
        ("setp.ge.u32", [p, a, b]) => {
            found.push(format!("setp.le.u32 {p}, {b}, {a};"));
            found.push(format!("setp.lt.u32 %tp0, {a}, {b}; not.pred {p}, %tp0;"));
        }
        ("selp.u32" | "selp.f32", [d, a, b, p]) => {
            found.push(format!("not.pred %tp0, {p}; {opcode} {d}, {b}, {a}, %tp0;"));
        }
        _ => {}
    }
    found
}

#[track_caller]
fn equal_algebra_passes<K: KernelParity>(kernel: &K) -> usize {
    let scratch = "{\n    .reg .b32 %t<2>;\n    .reg .b64 %td<2>;\n    .reg .f32 %tf<1>;\n    .reg .pred %tp<1>;";
    let written = text(kernel).replacen('{', scratch, 1);
    let lines: Vec<&str> = written.lines().collect();
    let (mut count, mut all) = (0, lines.clone().into_iter().map(str::to_string).collect::<Vec<_>>());
    for at in 1..lines.len() {
        for rewritten in rewrites(lines[at], lines[at - 1]) {
            let mut changed = lines.clone();
            changed[at] = &rewritten;
            let found = violations(kernel, &changed.join("\n"));
            assert!(found.is_empty(), "`{}` is `{rewritten}`: {found:#?}", lines[at].trim());
            count += 1;
            all[at] = rewritten;
        }
    }
    let found = violations(kernel, &all.join("\n"));
    assert!(found.is_empty(), "all together: {found:#?}\n{}", all.join("\n"));
    count
}

#[test]
fn equal_algebra_is_equal() {
    let counts = [
        equal_algebra_passes(&RMS_NORM),
        equal_algebra_passes(&Q4K),
        equal_algebra_passes(&Q6K),
        equal_algebra_passes(&RESIDUAL_ADD),
        equal_algebra_passes(&ROPE),
        equal_algebra_passes(&SWIGLU),
    ];
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}
