//! Pairs of kernels that can only be compared with an assumption: sizes that only one of them has as a parameter, batches that are
//! unrolled when the kernel is written.

use ptxlint::diagnostic::{Diagnostic, Level};
use ptxlint::parity::{PairKnowledge, PairOutcome, compare_texts};

/// Divides numbers by how many there are, with `{size}` and `{divisor}` to be filled in.
const SCALE: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry {name}(.param .u64 x, .param .u64 y{parameter})
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    cvta.to.global.u64 %rd1, %rd1;
    cvta.to.global.u64 %rd2, %rd2;
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.u32 %r4, %r2, %r3, %r1;
    {size}
    {divisor}
    setp.ge.u32 %p1, %r4, %r5;
    @%p1 bra $done;
    mul.wide.u32 %rd3, %r4, 4;
    {batch}
    add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;
    ld.global.f32 %f1, [%rd4];
    div.rn.f32 %f2, %f1, %f3;
    st.global.f32 [%rd5], %f2;
$done:
    ret;
}
";
const BATCH: &str = "mov.u32 %r6, %ctaid.y; mad.wide.u32 %rd3, %r6, 6144, %rd3;";
const LOADED: [&str; 2] = ["ld.param.u32 %r5, [n];", "cvt.rn.f32.u32 %f3, %r5;"];
const CONSTANT: [&str; 2] = ["mov.u32 %r5, 1536;", "mov.f32 %f3, 0f44C00000;"];

fn scale(name: &str, parameter: &str, [size, divisor]: [&str; 2], batch: &str) -> String {
    let named = SCALE.replace("{name}", name).replace("{parameter}", parameter).replace("{batch}", batch);
    named.replace("{size}", size).replace("{divisor}", divisor)
}

/// Compares a batched kernel whose size is written like this with a reference that has it as the parameter `n`.
fn scaled(size: [&str; 2]) -> PairOutcome {
    let (ours, theirs) = (scale("batched_scale", "", size, BATCH), scale("scale", ", .param .u32 n", LOADED, ""));
    compare_texts(&ours, "batched_scale", &theirs, "scale", &PairKnowledge::default()).expect("readable")
}

fn passes(outcome: &PairOutcome, assumptions: &[&str]) {
    assert!(outcome.violations.is_empty() && outcome.obstacle.is_none(), "{outcome:#?}");
    assert_eq!(outcome.assumptions, assumptions);
}

#[test]
fn a_size_may_be_a_constant_in_one_kernel() {
    passes(&scaled(CONSTANT), &["n = 1536"]);
    passes(&scaled(["mov.u32 %r7, 512; mul.lo.u32 %r5, %r7, 3;", LOADED[1]]), &["n = 1536"]);
    let ours = scale("batched_scale", ", .param .u32 n", LOADED, BATCH);
    let theirs = scale("scale", "", CONSTANT, "");
    let compared =
        compare_texts(&ours, "batched_scale", &theirs, "scale", &PairKnowledge::default()).expect("readable");
    passes(&compared, &["n = 1536"]);
    let with_count = ours.replace(".param .u32 n", ".param .u32 n, .param .u32 m_dim");
    let compared = compare_texts(&with_count, "batched_scale", &theirs, "scale", &PairKnowledge::default());
    passes(&compared.expect("readable"), &["n = 1536"]);
}

/// The size only stands among several conditions, only in a conversion, only in an operation.
#[test]
fn a_size_may_be_part_of_something() {
    let both = "setp.eq.u32 %p1, %r1, 77; @%p1 bra $done;";
    let least = "setp.lt.u32 %p1, %r1, %r3; @%p1 bra $done; min.u32 %r5, %r3, %r7;";
    let known = "mov.f32 %f3, 0f44C00000;";
    for [ours, theirs] in [
        [[format!("{both} {}", CONSTANT[0]), known.to_string()], [format!("{both} {}", LOADED[0]), known.to_string()]],
        [
            [CONSTANT[0].to_string(), known.to_string()],
            [CONSTANT[0].to_string(), "ld.param.u32 %r7, [n]; cvt.rn.f32.u32 %f3, %r7;".to_string()],
        ],
        [
            [format!("mov.u32 %r7, 1536; {least}"), known.to_string()],
            [format!("ld.param.u32 %r7, [n]; {least}"), known.to_string()],
        ],
    ] {
        let [ours, theirs] = [&ours, &theirs].map(|[size, divisor]| [size.as_str(), divisor.as_str()]);
        let (ours, theirs) = (scale("batched_scale", "", ours, BATCH), scale("scale", ", .param .u32 n", theirs, ""));
        let outcome =
            compare_texts(&ours, "batched_scale", &theirs, "scale", &PairKnowledge::default()).expect("readable");
        assert!(outcome.violations.is_empty() && outcome.obstacle.is_none(), "{ours}\n{theirs}\n{outcome:#?}");
        assert_eq!(outcome.assumptions[0], "n = 1536");
    }
}

#[test]
fn a_size_is_the_same_everywhere() {
    for (guard, divisor, ours, theirs) in
        [("1536", "0f44800000", "1024.0", "1536.0"), ("1535", "0f44C00000", "1536.0", "1535.0")]
    {
        let (guard, divisor) = (format!("mov.u32 %r5, {guard};"), format!("mov.f32 %f3, {divisor};"));
        let PairOutcome { violations, obstacle, assumptions } = scaled([&guard, &divisor]);
        let [violation] = violations.as_slice() else { panic!("{violations:#?}") };
        assert!(obstacle.is_none() && violation.level == Level::Error, "{violation:#?}");
        assert!(violation.caption.as_deref().is_some_and(|caption| caption.contains(ours)), "{violation:#?}");
        assert!(violation.help.as_deref().is_some_and(|help| help.contains(theirs)), "{violation:#?}");
        assert_eq!(assumptions.len(), 1);
    }
}

#[test]
fn a_size_is_nothing_that_changes() {
    let loaded = "ld.global.u32 %r5, [%rd1];";
    let moved = "mov.u32 %r5, %tid.y; add.u32 %r5, %r5, 1536;";
    for size in
        ["mov.u32 %r5, %ctaid.y;", "mov.u32 %r5, %tid.x;", "mov.u32 %r5, %ntid.x;", loaded, "mov.u32 %r5, 0;", moved]
    {
        let PairOutcome { obstacle, .. } = scaled([size, LOADED[1]]);
        assert!(obstacle.is_some_and(|reason| reason.contains("no constants")), "{size} is taken for a size");
    }
}

#[test]
fn a_pointer_has_no_size() {
    let theirs = scale("scale", ", .param .u64 n", ["ld.param.u64 %rd4, [n]; cvt.u32.u64 %r5, %rd4;", LOADED[1]], "");
    let ours = scale("batched_scale", "", CONSTANT, BATCH);
    let outcome = compare_texts(&ours, "batched_scale", &theirs, "scale", &PairKnowledge::default()).expect("readable");
    assert!(outcome.obstacle.is_some_and(|reason| reason.contains("fewer parameters")));
}

const UNROLLED: &str = include_str!("../../examples/parity/unrolled.ptx");
const SINGLE: &str = include_str!("../../examples/parity/unrolled_single.ptx");

fn unrolled(ours: &str) -> PairOutcome {
    compare_texts(ours, "batched_gemv", SINGLE, "gemv", &PairKnowledge::default()).expect("readable")
}

/// Changes the kernel and looks whether the first finding is at this line and names the vector.
#[track_caller]
fn is_found(changes: &[(&str, &str)], at: &str, words: &str) {
    let mut changed = UNROLLED.to_string();
    for (from, to) in changes {
        assert!(changed.contains(from), "there is no `{from}`");
        changed = changed.replacen(from, to, 1);
    }
    let PairOutcome { violations, obstacle, assumptions } = unrolled(&changed);
    assert!(obstacle.is_none() && assumptions == ["3 vectors, unrolled"], "{obstacle:?} {assumptions:?}");
    let place = |it: &Diagnostic| changed[it.span.start as usize..it.span.end as usize].to_string();
    let Some(first) = violations.first() else { panic!("it is not found") };
    assert_eq!((first.rule.name, first.level), ("parity-divergence", Level::Error), "{first:#?}");
    assert_eq!(place(first), at, "{violations:#?}");
    assert!(first.message.contains(words), "{first:#?}");
}

#[test]
fn an_unrolled_batch_passes() {
    passes(&unrolled(UNROLLED), &["3 vectors, unrolled", "all vectors share `w`"]);
    let unguarded = UNROLLED.replace("@%p3 ", "").replace("@%p4 ", "");
    let PairOutcome { violations, obstacle, .. } = unrolled(&unguarded);
    let rules: Vec<_> = violations.iter().map(|it| it.rule.name).collect();
    assert!(obstacle.is_none() && rules == ["missing-batch-dispatch"], "{violations:#?}");
    let other_order = UNROLLED.replacen("mad.lo.u32 %r11, %r1, 2, %r9;", "add.u32 %r11, %r10, %r1;", 1).replacen(
        "mad.lo.u32 %r13, %r2, 2, %r7;",
        "add.u32 %r13, %r2, %r12;",
        1,
    );
    passes(&unrolled(&other_order), &["3 vectors, unrolled", "all vectors share `w`"]);
}

#[test]
fn addresses_of_another_vector() {
    let (from, to) = ("mad.lo.u32 %r11, %r1, 2, %r9;", "mad.lo.u32 %r11, %r1, 1, %r9;");
    is_found(&[(from, to)], to, "for vector 2");
    let (from, to) = ("mad.lo.u32 %r11, %r1, 2, %r9;", "mad.lo.u32 %r11, %r1, 5, %r9;");
    is_found(&[(from, to)], to, "for vector 2");
    let (from, to) = ("mad.lo.u32 %r13, %r2, 2, %r7;", "mad.lo.u32 %r13, %r2, 7, %r7;");
    is_found(&[(from, to)], to, "for vector 2");
    // What leads there is right: it only moves with the vector.
    let to = "ld.global.f32 %f7, [%rd12+4];";
    is_found(&[("ld.global.f32 %f7, [%rd12];", to)], to, "for vector 2");
}

/// The kernel for four vectors, and none is asked whether it exists.
fn four_vectors() -> String {
    let more = "mov.f32 %f8, 0f00000000;\n$next:";
    let loaded = "fma.rn.f32 %f4, %f1, %f7, %f4;
    mad.lo.u32 %r14, %r1, 3, %r9;
    mul.wide.u32 %rd16, %r14, 4;
    add.u64 %rd17, %rd3, %rd16;
    ld.global.f32 %f9, [%rd17];
    fma.rn.f32 %f8, %f1, %f9, %f8;";
    let stored = "st.global.f32 [%rd15], %f4;
    mad.lo.u32 %r15, %r2, 3, %r7;
    mul.wide.u32 %rd18, %r15, 4;
    add.u64 %rd18, %rd1, %rd18;
    st.global.f32 [%rd18], %f8;";
    let unguarded = UNROLLED.replace("@%p3 ", "").replace("@%p4 ", "");
    let registers = unguarded.replace("%r<14>", "%r<16>").replace("%f<8>", "%f<10>").replace("%rd<16>", "%rd<19>");
    let loop_ = registers.replacen("$next:", more, 1).replacen("fma.rn.f32 %f4, %f1, %f7, %f4;", loaded, 1);
    loop_.replacen("st.global.f32 [%rd15], %f4;", stored, 1)
}

#[test]
fn distances_are_told_by_most_vectors() {
    let written = four_vectors();
    assert_eq!(unrolled(&written).assumptions, ["4 vectors, unrolled", "all vectors share `w`"]);
    for (from, to, vector) in [
        ("add.u32 %r12, %r7, %r2;", "mad.lo.u32 %r12, %r2, 5, %r7;", "for vector 1"),
        ("add.u32 %r10, %r9, %r1;", "mad.lo.u32 %r10, %r1, 5, %r9;", "for vector 1"),
        ("mad.lo.u32 %r13, %r2, 2, %r7;", "mad.lo.u32 %r13, %r2, 7, %r7;", "for vector 2"),
        ("mad.lo.u32 %r15, %r2, 3, %r7;", "mad.lo.u32 %r15, %r2, 4, %r7;", "for vector 3"),
    ] {
        let changed = written.replacen(from, to, 1);
        let found = unrolled(&changed).violations;
        let mut divergences = found.iter().filter(|it| it.rule.name == "parity-divergence");
        let first = divergences.next().expect("a divergence");
        assert_eq!(&changed[first.span.start as usize..first.span.end as usize], to, "{found:#?}");
        assert!(first.message.ends_with(vector) && divergences.next().is_none(), "{found:#?}");
    }
}

#[test]
fn accumulators_of_another_vector() {
    let swap = [("[%rd14], %f3", "[%rd14], %f4"), ("[%rd15], %f4", "[%rd15], %f3")];
    is_found(&swap, "st.global.f32 [%rd14], %f4;", "stores the value of vector 2 for vector 1");
    let to = "fma.rn.f32 %f4, %f1, %f6, %f4;";
    is_found(&[("fma.rn.f32 %f4, %f1, %f7, %f4;", to)], to, "for vector 2");
    let to = "mov.f32 %f3, 0f3F800000;";
    is_found(&[("mov.f32 %f3, 0f00000000;", to)], to, "for vector 1");
}

#[test]
fn a_vector_that_is_not_stored() {
    let from = "    @%p4 st.global.f32 [%rd15], %f4;\n";
    is_found(&[(from, "")], "batched_gemv", "of its reference for vector 2");
}

#[test]
fn weights_that_all_vectors_share() {
    let to = "mul.wide.u32 %rd4, %r8, 8;";
    is_found(&[("mul.wide.u32 %rd4, %r8, 4;", to)], to, "computes something else");
}

#[test]
fn vectors_that_do_not_exist() {
    is_found(&[("@%p4 st", "st")], "st.global.f32 [%rd15], %f4;", "for vectors that do not exist");
    is_found(&[("@%p4 st", "@%p3 st")], "st.global.f32 [%rd15], %f4;", "for vectors that do not exist");
    let to = "setp.gt.u32 %p4, %r3, 3;";
    let changed = UNROLLED.replacen("setp.gt.u32 %p4, %r3, 2;", to, 1);
    assert!(!unrolled(&changed).violations.is_empty());
}

/// Multiplies each number by a scale of its own, behind `%rd1`, `%rd2` and `%rd3`.
const GATE: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry {name}(.param .u64 x, .param .u64 scales, .param .u64 y{parameters})
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .f32 %f<4>;
    .reg .b64 %rd<10>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [scales];
    ld.param.u64 %rd3, [y];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.u32 %r4, %r2, %r3, %r1;
    {size}
    setp.ge.u32 %p1, %r4, %r5;
    @%p1 bra $done;
    mul.wide.u32 %rd4, %r4, 4;
    {batch}
    add.u64 %rd5, %rd1, %rd4;
    add.u64 %rd6, %rd2, %rd4;
    add.u64 %rd7, %rd3, %rd4;
    ld.global.f32 %f1, [%rd5];
    ld.global.f32 %f2, [%rd6];
    mul.rn.f32 %f3, %f1, %f2;
    st.global.f32 [%rd7], %f3;
$done:
    ret;
}
";

/// Compares with vectors that are so many numbers apart behind each pointer, by name or number.
fn gate(parameters: &str, size: &str, strides: [&str; 3]) -> PairOutcome {
    let fill = |name: &str, parameters: &str, batch: &str| {
        let named = GATE.replace("{name}", name).replace("{batch}", batch).replace("{size}", size);
        named.replace("{parameters}", parameters)
    };
    let mut batch = "mov.u32 %r6, %ctaid.y;".to_string();
    for (stride, pointer) in strides.iter().zip(1..) {
        let loaded = match stride.parse::<u32>() {
            Ok(number) => format!("mov.u32 %r7, {number};"),
            Err(_) => format!("ld.param.u32 %r7, [{stride}];"),
        };
        batch += &format!("{loaded} mul.lo.u32 %r7, %r6, %r7; mad.wide.u32 %rd{pointer}, %r7, 4, %rd{pointer};");
    }
    let more = if strides.contains(&"pitch") { ", .param .u32 pitch" } else { "" };
    let (ours, theirs) = (fill("batched_gate", &format!("{parameters}{more}"), &batch), fill("gate", parameters, ""));
    compare_texts(&ours, "batched_gate", &theirs, "gate", &PairKnowledge::default()).expect("readable")
}

const SIZES: &str = ", .param .u32 n, .param .u32 k";
const N: &str = "ld.param.u32 %r5, [n];";

#[test]
fn vectors_are_as_long_as_the_reference_says() {
    passes(&gate(SIZES, N, ["n", "0", "n"]), &["all vectors share `scales`"]);
    passes(&gate(SIZES, N, ["n", "n", "n"]), &[]);
    passes(&gate("", "mov.u32 %r5, 1536;", ["1536", "0", "1536"]), &["all vectors share `scales`"]);
}

#[test]
fn distances_that_nobody_knows_are_told() {
    let wide = gate("", "mov.u32 %r5, 1536;", ["2048", "0", "1536"]);
    passes(&wide, &["all vectors share `scales`", "vectors behind `x` are 8192 bytes apart, of which 6144 are used"]);
    let pitch = gate(SIZES, N, ["pitch", "n", "n"]);
    passes(&pitch, &["vectors behind `x` are 4 * pitch bytes apart, of which 4 * n are used"]);
    let constant = gate(SIZES, N, ["n", "n", "1536"]);
    passes(&constant, &["vectors behind `y` are 6144 bytes apart, of which 4 * n are used"]);
    let unbounded = gate("", "mov.u32 %r5, %r3;", ["1536", "1536", "1536"]);
    let apart = |name: &str| format!("vectors behind `{name}` are 6144 bytes apart");
    assert_eq!(unbounded.assumptions, [apart("x"), apart("scales"), apart("y")]);
}

/// Looks for one finding of this level, at an instruction that starts so.
#[track_caller]
fn is_distance(outcome: &PairOutcome, level: Level, words: &str, caption: &str) {
    let [violation] = outcome.violations.as_slice() else { panic!("{outcome:#?}") };
    assert_eq!(violation.level, level, "{violation:#?}");
    assert!(violation.message.contains(words), "{violation:#?}");
    assert!(violation.caption.as_deref().unwrap_or_default().contains(caption), "{violation:#?}");
}

#[test]
fn vectors_do_not_overlap() {
    for strides in [["1535", "0", "1536"], ["1536", "0", "384"], ["1536", "1", "1536"]] {
        let outcome = gate("", "mov.u32 %r5, 1536;", strides);
        is_distance(&outcome, Level::Error, "overlap", "bytes instead of 6144");
    }
    let shared = gate(SIZES, N, ["n", "0", "0"]);
    is_distance(&shared, Level::Error, "stores all vectors at the same place", "");
    let same = gate(SIZES, N, ["0", "0", "n"]);
    is_distance(&same, Level::Error, "loads the same for all vectors", "");
}

#[test]
fn another_dimension_than_the_length_is_doubtful() {
    let outcome = gate(SIZES, N, ["n", "0", "k"]);
    is_distance(&outcome, Level::Warning, "another dimension", " instead of 4 * n * ctaid.y");
}

/// Each thread works on four bytes, which are loaded one by one.
#[test]
fn lengths_are_multiples_of_what_threads_take() {
    let words = |text: String| {
        let loaded = "ld.global.u8 %r7, [%rd5+3]; cvt.rn.f32.u32 %f1, %r7;";
        let offset = "shl.b32 %r4, %r4, 2; setp.ge.u32";
        let text = text.replace("setp.ge.u32", offset).replace("mul.wide.u32 %rd4, %r4, 4;", "cvt.u64.u32 %rd4, %r4;");
        text.replace("ld.global.f32 %f1, [%rd5];", loaded)
    };
    let kernel = |name: &str, batch: &str| {
        let named = GATE.replace("{name}", name).replace("{batch}", batch).replace("{size}", N);
        words(named.replace("{parameters}", SIZES))
    };
    let batch = |pointer: u32, size: &str| {
        format!("ld.param.u32 %r7, [{size}]; mul.wide.u32 %rd8, %r6, %r7; add.u64 %rd{pointer}, %rd{pointer}, %rd8;")
    };
    let all = |sizes: [&str; 3]| {
        let parts = sizes.iter().zip(1..).map(|(size, pointer)| batch(pointer, size));
        format!("mov.u32 %r6, %ctaid.y; {}", parts.collect::<String>())
    };
    let ours = kernel("batched_gate", &all(["n", "n", "n"]));
    let outcome = compare_texts(&ours, "batched_gate", &kernel("gate", ""), "gate", &PairKnowledge::default());
    passes(&outcome.expect("readable"), &[]);
}

/// Two kernels in one text, each with a variable of the module in shared memory, and a function that one of them calls.
#[test]
fn variables_of_the_module_are_told_apart_by_kernel() {
    let text = "
.version 8.0
.target sm_80
.address_size 64
.shared .align 4 .b8 first[128];
.shared .align 4 .b8 second[128];
.visible .entry turn(.param .u64 x)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    and.b32 %r1, %r1, 31;
    mul.wide.u32 %rd2, %r1, 4;
    {batch}
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    mov.u32 %r3, first;
    shl.b32 %r4, %r1, 2;
    add.u32 %r5, %r3, %r4;
    st.shared.u32 [%r5], %r2;
    bar.sync 0;
    sub.u32 %r6, 124, %r4;
    add.u32 %r6, %r3, %r6;
    ld.shared.u32 %r7, [%r6];
    st.global.u32 [%rd3], %r7;
    ret;
}
";
    let batched =
        text.split_once(".visible").expect("a kernel").1.replace("first", "second").replace("turn", "batched_turn");
    let both = format!("{text}.visible{batched}");
    let batch = "mov.u32 %r2, %ctaid.y; mad.wide.u32 %rd1, %r2, 128, %rd1;";
    let both = both.replacen("{batch}", "", 1).replacen("{batch}", batch, 1);
    let outcome = compare_texts(&both, "batched_turn", &both, "turn", &PairKnowledge::default()).expect("readable");
    passes(&outcome, &["vectors behind `x` are 128 bytes apart"]);
    let other = both.replacen("sub.u32 %r6, 124", "sub.u32 %r6, 120", 1);
    let outcome = compare_texts(&other, "batched_turn", &other, "turn", &PairKnowledge::default()).expect("readable");
    assert_eq!(outcome.violations.len(), 1, "{outcome:#?}");
}

/// A kernel that leaves its work to a function.
#[test]
fn functions_are_not_looked_into() {
    let text = "
.version 8.0
.target sm_80
.address_size 64
.func twice(.param .b64 place)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [place];
    ld.global.u32 %r1, [%rd1];
    add.u32 %r1, %r1, %r1;
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry batched_twice(.param .u64 x)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [x];
    {batch}
    {
    .param .b64 place;
    st.param.b64 [place], %rd1;
    call.uni twice, (place);
    }
    ret;
}
";
    let batched = text.replace("{batch}", "mov.u32 %r1, %ctaid.y; mad.wide.u32 %rd1, %r1, 4, %rd1;");
    let single = text.replace("{batch}", "").replace("batched_twice", "single_twice");
    for theirs in [single.clone(), single.replace("add.u32 %r1, %r1, %r1", "add.u32 %r1, %r1, 1")] {
        let outcome = compare_texts(&batched, "batched_twice", &theirs, "single_twice", &PairKnowledge::default());
        let PairOutcome { violations, obstacle, .. } = outcome.expect("readable");
        assert!(obstacle.is_some_and(|reason| reason.contains("calls functions")), "{violations:#?}");
        assert!(violations.iter().all(|it| it.rule.name != "parity-divergence"), "{violations:#?}");
    }
}

/// Two rounds through shared memory, with barriers between what is written and what is read.
const EXCHANGE: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry {name}(.param .u64 x)
{
    .reg .b32 %r<8>;
    .reg .b64 %rd<4>;
    .shared .align 4 .b8 tile[128];
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    {batch}
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.u32 %r2, [%rd3];
    mov.u32 %r3, tile;
    mad.lo.u32 %r4, %r1, 4, %r3;
    xor.b32 %r5, %r4, 4;
    st.shared.u32 [%r4], %r2;
    bar.sync 0;
    ld.shared.u32 %r6, [%r5];
    {wait}
    st.shared.u32 [%r4], %r6;
    {again}
    bar.sync 0;
    ld.shared.u32 %r7, [%r5];
    st.global.u32 [%rd3], %r7;
    ret;
}
";

#[test]
fn stores_wait_until_all_have_read() {
    let kernel = |name: &str, batch: &str, wait: &str, again: &str| {
        let named = EXCHANGE.replace("{name}", name).replace("{batch}", batch);
        named.replace("{wait}", wait).replace("{again}", again)
    };
    let theirs = kernel("exchange", "", "bar.sync 0;", "");
    let batch = "mov.u32 %r7, %ctaid.y; mad.wide.u32 %rd1, %r7, 128, %rd1;";
    let compared = |wait: &str, again: &str| {
        let ours = kernel("batched_exchange", batch, wait, again);
        let compared = compare_texts(&ours, "batched_exchange", &theirs, "exchange", &PairKnowledge::default());
        compared.expect("readable").violations
    };
    assert!(compared("bar.sync 0;", "").is_empty());
    assert!(compared("bar.sync 0; bar.sync 0;", "bar.sync 0;").is_empty(), "more barriers than needed do no harm");
    assert!(!compared("", "bar.sync 0;").is_empty(), "the second store overwrites what others have not read");
    assert!(!compared("", "").is_empty());
}

/// Turns the numbers of vectors round through shared memory, in the text for each vector: `{declared}`, `{parts}`, `{read}`.
const TURN: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry {name}(.param .u64 x, .param .u64 y, .param .u32 n)
{
    .reg .b32 %r<32>;
    .reg .b64 %rd<16>;
    {declared}
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    ld.param.u32 %r9, [n];
    mov.u32 %r1, %tid.x;
    and.b32 %r1, %r1, 31;
    shl.b32 %r2, %r1, 2;
    sub.u32 %r3, 124, %r2;
    {body}
    ret;
}
";

/// What is done for a vector; the first line loads and stores in shared memory, the second reads and stores.
fn turned(vector: u32, part: &str) -> [String; 2] {
    let [a, b] = [vector * 8 + 10, vector * 8 + 11];
    let place = format!(
        "mul.lo.u32 %r{a}, %r9, {vector}; add.u32 %r{a}, %r{a}, %r1; mul.wide.u32 %rd3, %r{a}, 4; add.u64 %rd4, %rd1, %rd3;
    add.u64 %rd5, %rd2, %rd3;"
    );
    let write = format!(
        "{place} ld.global.u32 %r{b}, [%rd4]; mov.u32 %r4, {part}; add.u32 %r5, %r4, %r2; st.shared.u32 [%r5], %r{b};"
    );
    let read = format!(
        "{place} mov.u32 %r4, {part}; add.u32 %r6, %r4, %r3; ld.shared.u32 %r7, [%r6]; st.global.u32 [%rd5], %r7;"
    );
    [write, read]
}

fn turn(name: &str, declared: &str, body: &str) -> String {
    TURN.replace("{name}", name).replace("{declared}", declared).replace("{body}", body)
}

/// Compares a kernel for two vectors with that for one.
fn both_turned(declared: &str, body: &str) -> PairOutcome {
    let [write, read] = turned(0, "tile");
    let theirs = turn("turn", ".shared .align 4 .b8 tile[128];", &format!("{write}\n    bar.sync 0;\n    {read}"));
    let ours = turn("batched_turn", declared, body);
    let mut outcome =
        compare_texts(&ours, "batched_turn", &theirs, "turn", &PairKnowledge::default()).expect("readable");
    // That the batch has one size is another matter.
    outcome.violations.retain(|it| it.rule.name == "parity-divergence");
    outcome
}

const TILES: &str = ".shared .align 4 .b8 tile[128];\n    .shared .align 4 .b8 other[128];";
const PARTS: &str = ".shared .align 4 .b8 tile[256];";
const PART: &str = "tile; add.u32 %r4, %r4, 128";

#[test]
fn vectors_of_an_unrolled_batch_share_memory() {
    let [first, read_first] = turned(0, "tile");
    for (declared, part) in [(TILES, "other"), (PARTS, PART)] {
        let [second, read_second] = turned(1, part);
        let outcome =
            both_turned(declared, &format!("{first}\n{second}\n    bar.sync 0;\n{read_first}\n{read_second}"));
        passes(
            &outcome,
            &[
                "2 vectors, unrolled",
                "vectors behind `x` are 4 * n bytes apart",
                "vectors behind `y` are 4 * n bytes apart",
            ],
        );
    }
    let [second, read_second] = turned(1, "tile");
    let in_turn =
        format!("{first}\n    bar.sync 0;\n{read_first}\n    bar.sync 0;\n{second}\n    bar.sync 0;\n{read_second}");
    assert!(both_turned(".shared .align 4 .b8 tile[128];", &in_turn).violations.is_empty());
}

#[test]
fn vectors_do_not_read_what_others_keep_in_shared_memory() {
    let [first, read_first] = turned(0, "tile");
    for (declared, part) in [(TILES, "other"), (PARTS, PART)] {
        let [second, read_second] = turned(1, part);
        let [_, wrong_read] = turned(1, "tile");
        let [wrong, _] = turned(1, "tile");
        for (body, words) in [
            (format!("{first}\n{second}\n    bar.sync 0;\n{read_first}\n{wrong_read}"), "for vector 1"),
            (format!("{first}\n{wrong}\n    bar.sync 0;\n{read_first}\n{read_second}"), "for vector"),
            (format!("{first}\n    bar.sync 0;\n{second}\n{read_first}\n{read_second}"), "for vector"),
        ] {
            let PairOutcome { violations, obstacle, .. } = both_turned(declared, &body);
            assert!(obstacle.is_none(), "{obstacle:?}\n{body}");
            let first = violations.first().unwrap_or_else(|| panic!("it is not found:\n{body}"));
            assert!(first.message.contains(words), "{violations:#?}\n{body}");
        }
    }
    // Parts that overlap are none.
    let [second, read_second] = turned(1, "tile; add.u32 %r4, %r4, 64");
    let overlapping = both_turned(PARTS, &format!("{first}\n{second}\n    bar.sync 0;\n{read_first}\n{read_second}"));
    assert!(overlapping.obstacle.is_some() || !overlapping.violations.is_empty(), "{overlapping:#?}");
}
