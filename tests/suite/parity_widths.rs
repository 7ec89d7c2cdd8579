//! The same bytes, loaded as words of other widths and taken apart in other ways.

use ptxlint::parity::{PairKnowledge, PairOutcome, compare_texts};

/// Adds up four numbers from the 16 bytes of a thread; `{load}` puts them into `%r10` to `%r13`.
const KERNEL: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry {name}(.param .u64 x, .param .u64 y)
{
    .reg .b16 %h<16>;
    .reg .b32 %r<32>;
    .reg .f32 %f<16>;
    .reg .b64 %rd<16>;
    ld.param.u64 %rd1, [x];
    ld.param.u64 %rd2, [y];
    cvta.to.global.u64 %rd1, %rd1;
    cvta.to.global.u64 %rd2, %rd2;
    mov.u32 %r1, %tid.x;
    {batch}
    mul.wide.u32 %rd3, %r1, 16;
    mul.wide.u32 %rd4, %r1, 4;
    add.u64 %rd3, %rd1, %rd3;
    add.u64 %rd4, %rd2, %rd4;
    {load}
    {sum}
    st.global.f32 [%rd4], %f13;
    ret;
}
";
const BATCH: &str = "mov.u32 %r2, %ctaid.y; mad.wide.u32 %rd1, %r2, 1024, %rd1; mad.wide.u32 %rd2, %r2, 256, %rd2;";

/// What becomes of four numbers.
const INTEGERS: &str = "
    cvt.rn.f32.s32 %f10, %r10;
    cvt.rn.f32.s32 %f11, %r11;
    fma.rn.f32 %f11, %f11, 0f3F000000, %f10;
    cvt.rn.f32.s32 %f12, %r12;
    fma.rn.f32 %f12, %f12, 0f40000000, %f11;
    cvt.rn.f32.s32 %f13, %r13;
    fma.rn.f32 %f13, %f13, 0f40400000, %f12;";
const FLOATS: &str = "
    fma.rn.f32 %f11, %f11, 0f3F000000, %f10;
    fma.rn.f32 %f12, %f12, 0f40000000, %f11;
    fma.rn.f32 %f13, %f13, 0f40400000, %f12;";

fn compared(ours: &str, theirs: &str, sum: &str) -> PairOutcome {
    let kernel = |name: &str, batch: &str, load: &str| {
        let named = KERNEL.replace("{name}", name).replace("{batch}", batch);
        named.replace("{load}", load).replace("{sum}", sum)
    };
    let (ours, theirs) = (kernel("batched_sum", BATCH, ours), kernel("sum", "", theirs));
    let names: Vec<String> = [&ours, &theirs].iter().flat_map(|text| mistakes(text)).collect();
    assert!(names.is_empty(), "{names:?}\n{ours}\n{theirs}");
    compare_texts(&ours, "batched_sum", &theirs, "sum", &PairKnowledge::default()).expect("readable")
}

/// Findings that say that it is no PTX, or uses what was not written.
fn mistakes(text: &str) -> Vec<String> {
    let report = ptxlint::check(text.as_bytes(), &ptxlint::Options::default()).expect("small");
    let is_mistake = |rule: &ptxlint::diagnostic::RuleInfo| {
        rule.group == ptxlint::rules::Group::Isa || rule.name == "uninitialized-register"
    };
    report.findings.into_iter().filter(|it| is_mistake(it.rule)).map(|it| it.message).collect()
}

#[track_caller]
fn all_same(ways: &[&str], sum: &str) {
    for ours in ways {
        for theirs in ways {
            let PairOutcome { violations, obstacle, .. } = compared(ours, theirs, sum);
            assert!(violations.is_empty() && obstacle.is_none(), "{ours}\n=\n{theirs}\n{violations:#?}");
        }
    }
}

/// Each of `others` differs from each of `ways`, both ways round.
#[track_caller]
fn differ(ways: &[&str], others: &[&str], sum: &str) {
    for ours in ways {
        for theirs in others {
            for [ours, theirs] in [[ours, theirs], [theirs, ours]] {
                let PairOutcome { violations, .. } = compared(ours, theirs, sum);
                let has_divergence = violations.iter().any(|it| it.rule.name == "parity-divergence");
                assert!(has_divergence, "{ours}\nis not\n{theirs}");
            }
        }
    }
}

/// The four bytes at the thread's place.
const BYTES: &[&str] = &[
    "ld.global.u8 %r10, [%rd3]; ld.global.u8 %r11, [%rd3+1]; ld.global.u8 %r12, [%rd3+2]; ld.global.u8 %r13, [%rd3+3];",
    "ld.global.u8 %h1, [%rd3]; ld.global.u8 %h2, [%rd3+1]; ld.global.u8 %h3, [%rd3+2]; ld.global.u8 %h4, [%rd3+3];
     cvt.u32.u16 %r10, %h1; cvt.u32.u16 %r11, %h2; cvt.s32.s16 %r12, %h3; cvt.u32.u8 %r13, %h4;",
    "ld.global.v4.u8 {%r10, %r11, %r12, %r13}, [%rd3];",
    "ld.global.v2.u8 {%r10, %r11}, [%rd3]; ld.global.v2.b8 {%r12, %r13}, [%rd3+2];",
    "ld.global.s8 %r3, [%rd3]; and.b32 %r10, %r3, 255; ld.global.s8 %r3, [%rd3+1]; bfe.u32 %r11, %r3, 0, 8;
     ld.global.u8 %r12, [%rd3+2]; ld.global.u8 %r13, [%rd3+3];",
    "ld.global.u32 %r3, [%rd3]; and.b32 %r10, %r3, 255; shr.u32 %r4, %r3, 8; and.b32 %r11, %r4, 255;
     bfe.u32 %r12, %r3, 16, 8; shr.u32 %r13, %r3, 24;",
    "ld.global.nc.b32 %r3, [%rd3]; prmt.b32 %r10, %r3, 0, 0x4440; prmt.b32 %r11, %r3, 0, 0x4441;
     prmt.b32 %r12, 0, %r3, 0x0006; shl.b32 %r4, %r3, 0; prmt.b32 %r13, %r4, 0, 0x7773;",
    "ld.global.f32 %f1, [%rd3]; mov.b32 %r3, %f1; cvt.u32.u8 %r10, %r3; and.b32 %r4, %r3, 0xff00; shr.u32 %r11, %r4, 8;
     shl.b32 %r5, %r3, 8; shr.u32 %r12, %r5, 24; div.u32 %r13, %r3, 16777216;",
    "ld.global.u16 %h1, [%rd3]; ld.global.u16 %h2, [%rd3+2]; cvt.u32.u16 %r3, %h1; cvt.u32.u16 %r4, %h2;
     rem.u32 %r10, %r3, 256; shr.u32 %r11, %r3, 8; and.b32 %r12, %r4, 255; shr.u32 %r13, %r4, 8;",
    "ld.global.v2.b16 {%h1, %h2}, [%rd3]; mov.b32 %r3, {%h1, %h2}; and.b32 %r10, %r3, 255; bfe.u32 %r11, %r3, 8, 8;
     bfe.u32 %r12, %r3, 16, 8; bfe.u32 %r13, %r3, 24, 8;",
    "ld.global.u64 %rd5, [%rd3]; cvt.u32.u64 %r3, %rd5; and.b32 %r10, %r3, 255; bfe.u32 %r11, %r3, 8, 8;
     bfe.u32 %r12, %r3, 16, 8; bfe.u32 %r13, %r3, 24, 8;",
    "ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd3]; mov.b32 {%h1, %h2}, %r3; and.b16 %h3, %h1, 255; shr.u16 %h4, %h1, 8;
     cvt.u32.u16 %r10, %h3; cvt.u32.u16 %r11, %h4; cvt.u32.u16 %r7, %h2; and.b32 %r12, %r7, 255; shr.u32 %r13, %r7, 8;",
    "ld.global.u32 %r3, [%rd3]; and.b32 %r4, %r3, 0x0f0f0f0f; shr.u32 %r5, %r3, 4; and.b32 %r6, %r5, 0x0f0f0f0f;
     shl.b32 %r7, %r6, 4; or.b32 %r8, %r7, %r4; bfe.u32 %r10, %r8, 0, 8; bfe.u32 %r11, %r8, 8, 8; bfe.u32 %r12, %r8, 16, 8;
     bfe.u32 %r13, %r8, 24, 8;",
];

/// Where caches keep what is loaded and stored has nothing to do with what it is.
#[test]
fn hints_for_caches_change_nothing() {
    let kernel = |name: &str, batch: &str, [load, store]: [&str; 2]| {
        let text = KERNEL.replace("{name}", name).replace("{batch}", batch).replace("{load}", BYTES[2]);
        text.replace("{sum}", INTEGERS).replace("ld.global.v4", load).replace("st.global.f32", store)
    };
    let plain = kernel("sum", "", ["ld.global.v4", "st.global.f32"]);
    for hinted in [
        ["ld.global.ca.v4", "st.global.wt.f32"],
        ["ld.global.L1::evict_last.v4", "st.global.L1::no_allocate.f32"],
        ["ld.global.L2::128B.v4", "st.global.cs.f32"],
    ] {
        let ours = kernel("batched_sum", BATCH, hinted);
        assert_eq!(mistakes(&ours), [""; 0]);
        let outcome = compare_texts(&ours, "batched_sum", &plain, "sum", &PairKnowledge::default()).expect("readable");
        assert!(outcome.violations.is_empty() && outcome.obstacle.is_none(), "{hinted:?}: {:#?}", outcome.violations);
    }
}

#[test]
fn bytes_are_the_same_however_they_are_loaded() {
    all_same(BYTES, INTEGERS);
}

#[test]
fn other_bytes_are_others() {
    let others = [
        "ld.global.u8 %r10, [%rd3]; ld.global.u8 %r11, [%rd3+1]; ld.global.u8 %r12, [%rd3+3]; ld.global.u8 %r13, [%rd3+2];",
        "ld.global.v4.u8 {%r10, %r11, %r13, %r12}, [%rd3];",
        "ld.global.v4.u8 {%r10, %r11, %r12, %r13}, [%rd3+4];",
        "ld.global.u32 %r3, [%rd3]; and.b32 %r10, %r3, 255; shr.u32 %r4, %r3, 8; and.b32 %r11, %r4, 255;
         bfe.u32 %r12, %r3, 15, 8; shr.u32 %r13, %r3, 24;",
        "ld.global.u32 %r3, [%rd3]; and.b32 %r10, %r3, 127; shr.u32 %r4, %r3, 8; and.b32 %r11, %r4, 255;
         bfe.u32 %r12, %r3, 16, 8; shr.u32 %r13, %r3, 24;",
        "ld.global.u32 %r3, [%rd3]; and.b32 %r10, %r3, 255; shr.u32 %r4, %r3, 8; and.b32 %r11, %r4, 255;
         bfe.u32 %r12, %r3, 16, 8; shr.s32 %r13, %r3, 24;",
        "ld.global.u32 %r3, [%rd3]; and.b32 %r10, %r3, 255; shr.u32 %r4, %r3, 8; and.b32 %r11, %r4, 255;
         bfe.s32 %r12, %r3, 16, 8; shr.u32 %r13, %r3, 24;",
        "ld.global.s8 %r10, [%rd3]; ld.global.u8 %r11, [%rd3+1]; ld.global.u8 %r12, [%rd3+2]; ld.global.u8 %r13, [%rd3+3];",
        "ld.global.u16 %r3, [%rd3+1]; and.b32 %r10, %r3, 255; shr.u32 %r11, %r3, 8; ld.global.u8 %r12, [%rd3+2];
         ld.global.u8 %r13, [%rd3+3];",
        "ld.global.u32 %r3, [%rd3]; prmt.b32 %r10, %r3, 0, 0x4440; prmt.b32 %r11, %r3, 0, 0x4441;
         prmt.b32 %r12, %r3, 0, 0x4443; prmt.b32 %r13, %r3, 0, 0x4442;",
        "ld.global.u32 %r3, [%rd3]; prmt.b32 %r10, %r3, 0, 0x4440; prmt.b32 %r11, %r3, 0, 0x4441;
         prmt.b32 %r12, %r3, 0, 0x4442; prmt.b32 %r13, %r3, 0, 0xBBB3;",
        "ld.global.u32 %r3, [%rd3]; prmt.b32.b4e %r10, %r3, 0, 0x4440; prmt.b32 %r11, %r3, 0, 0x4441;
         prmt.b32 %r12, %r3, 0, 0x4442; prmt.b32 %r13, %r3, 0, 0x4443;",
        "ld.global.v2.b16 {%h1, %h2}, [%rd3]; mov.b32 %r3, {%h2, %h1}; and.b32 %r10, %r3, 255; bfe.u32 %r11, %r3, 8, 8;
         bfe.u32 %r12, %r3, 16, 8; bfe.u32 %r13, %r3, 24, 8;",
        "ld.global.u64 %rd5, [%rd3+1]; cvt.u32.u64 %r3, %rd5; and.b32 %r10, %r3, 255; bfe.u32 %r11, %r3, 8, 8;
         bfe.u32 %r12, %r3, 16, 8; bfe.u32 %r13, %r3, 24, 8;",
    ];
    differ(BYTES, &others, INTEGERS);
}

/// Four bytes with signs.
const SIGNED: &[&str] = &[
    "ld.global.s8 %r10, [%rd3]; ld.global.s8 %r11, [%rd3+1]; ld.global.s8 %r12, [%rd3+2]; ld.global.s8 %r13, [%rd3+3];",
    "ld.global.s8 %h1, [%rd3]; ld.global.u8 %h2, [%rd3+1]; cvt.s16.s8 %h3, %h2; ld.global.u8 %r3, [%rd3+2];
     cvt.s32.s16 %r10, %h1; cvt.s32.s16 %r11, %h3; cvt.s32.s8 %r12, %r3; ld.global.u8 %h4, [%rd3+3]; cvt.s32.s8 %r13, %h4;",
    "ld.global.u32 %r3, [%rd3]; bfe.s32 %r10, %r3, 0, 8; bfe.s32 %r11, %r3, 8, 8; shl.b32 %r4, %r3, 8; shr.s32 %r12, %r4, 24;
     shr.s32 %r13, %r3, 24;",
    "ld.global.u32 %r3, [%rd3]; prmt.b32 %r10, %r3, 0, 0x8880; prmt.b32 %r11, %r3, 0, 0x9991; prmt.b32 %r12, %r3, 0, 0xAAA2;
     prmt.b32 %r13, 0, %r3, 0xFFF7;",
    "ld.global.s16 %r3, [%rd3]; cvt.s32.s8 %r10, %r3; shr.s32 %r11, %r3, 8; ld.global.u16 %h1, [%rd3+2]; cvt.s32.s8 %r12, %h1;
     shr.s16 %h2, %h1, 8; cvt.s32.s16 %r13, %h2;",
];

#[test]
fn signs_are_the_same_however_they_are_repeated() {
    all_same(SIGNED, INTEGERS);
    differ(SIGNED, BYTES, INTEGERS);
    let others = [
        "ld.global.s8 %r10, [%rd3]; ld.global.s8 %r11, [%rd3+1]; ld.global.s8 %r12, [%rd3+2]; ld.global.u8 %r13, [%rd3+3];",
        "ld.global.s8 %h1, [%rd3]; cvt.u32.u16 %r10, %h1; ld.global.s8 %r11, [%rd3+1]; ld.global.s8 %r12, [%rd3+2];
         ld.global.s8 %r13, [%rd3+3];",
        "ld.global.u32 %r3, [%rd3]; bfe.s32 %r10, %r3, 0, 8; bfe.s32 %r11, %r3, 8, 7; shl.b32 %r4, %r3, 8; shr.s32 %r12, %r4, 24;
         shr.s32 %r13, %r3, 24;",
        "ld.global.u32 %r3, [%rd3]; prmt.b32 %r10, %r3, 0, 0x8880; prmt.b32 %r11, %r3, 0, 0x9991; prmt.b32 %r12, %r3, 0, 0xAAA2;
         prmt.b32 %r13, %r3, 0, 0x4443;",
        "ld.global.u32 %r3, [%rd3]; prmt.b32 %r10, %r3, 0, 0x8880; prmt.b32 %r11, %r3, 0, 0x9981; prmt.b32 %r12, %r3, 0, 0xAAA2;
         prmt.b32 %r13, %r3, 0, 0xBBB3;",
        "ld.global.s16 %r3, [%rd3]; cvt.s32.s8 %r10, %r3; shr.u32 %r11, %r3, 8; ld.global.s8 %r12, [%rd3+2];
         ld.global.s8 %r13, [%rd3+3];",
    ];
    differ(SIGNED, &others, INTEGERS);
}

#[test]
fn numbers_are_converted_from_types_of_any_width() {
    let floats = "cvt.rn.f32.s8 %f10, %h1; cvt.rn.f32.s8 %f11, %h2; cvt.rn.f32.u8 %f12, %h3; cvt.rn.f32.u16 %f13, %h4;";
    let convert = |load: &str| format!("{load} {floats}");
    let narrow = convert(
        "ld.global.u8 %h1, [%rd3]; ld.global.s8 %h2, [%rd3+1]; ld.global.s8 %h3, [%rd3+2]; ld.global.u8 %h4, [%rd3+3];",
    );
    let wide = "ld.global.u32 %r3, [%rd3]; bfe.s32 %r10, %r3, 0, 8; bfe.s32 %r11, %r3, 8, 8; bfe.u32 %r12, %r3, 16, 8; shr.u32 %r13, %r3, 24;
         cvt.rn.f32.s32 %f10, %r10; cvt.rn.f32.s32 %f11, %r11; cvt.rn.f32.s32 %f12, %r12; cvt.rn.f32.u32 %f13, %r13;";
    all_same(&[&narrow, wide], FLOATS);
    let other = wide.replace("cvt.rn.f32.s32 %f11", "cvt.rn.f32.u32 %f11");
    let sign = convert(
        "ld.global.u8 %h1, [%rd3]; ld.global.s8 %h2, [%rd3+1]; ld.global.s8 %h3, [%rd3+2]; ld.global.s8 %h4, [%rd3+3];",
    );
    differ(&[&narrow, wide], &[&other, &sign], FLOATS);
}

#[test]
fn floating_point_numbers_are_bits() {
    let ways = [
        "ld.global.v4.f32 {%f10, %f11, %f12, %f13}, [%rd3];",
        "ld.global.v2.f32 {%f10, %f11}, [%rd3]; ld.global.v2.b32 {%f12, %f13}, [%rd3+8];",
        "ld.global.f32 %f10, [%rd3]; ld.global.b32 %r4, [%rd3+4]; mov.b32 %f11, %r4; ld.global.u64 %rd5, [%rd3+8];
         mov.b64 {%f12, %f13}, %rd5;",
        "ld.global.v2.u64 {%rd5, %rd6}, [%rd3]; mov.b64 {%r4, %f11}, %rd5; mov.b32 %f10, %r4; cvt.u32.u64 %r5, %rd6;
         mov.b32 %f12, %r5; shr.u64 %rd7, %rd6, 32; cvt.u32.u64 %r6, %rd7; mov.b32 %f13, %r6;",
        "ld.global.v4.u16 {%h1, %h2, %h3, %h4}, [%rd3]; mov.b32 %f10, {%h1, %h2}; mov.b64 %rd5, {%h1, %h2, %h3, %h4};
         mov.b64 {%f1, %f11}, %rd5; ld.global.v2.f32 {%f12, %f13}, [%rd3+8];",
    ];
    all_same(&ways, FLOATS);
    let others = [
        "ld.global.v4.f32 {%f10, %f12, %f11, %f13}, [%rd3];",
        "ld.global.v2.u64 {%rd5, %rd6}, [%rd3]; mov.b64 {%f11, %f10}, %rd5; mov.b64 {%f12, %f13}, %rd6;",
        "ld.global.v4.u16 {%h1, %h2, %h3, %h4}, [%rd3]; mov.b32 %f10, {%h2, %h1}; mov.b32 %f11, {%h3, %h4};
         ld.global.v2.f32 {%f12, %f13}, [%rd3+8];",
    ];
    differ(&ways, &others, FLOATS);
}

#[test]
fn pairs_of_half_precision_are_bits() {
    let convert = |load: &str, from: [&str; 4]| {
        let [a, b, c, d] = from;
        format!("{load} cvt.f32.f16 %f10, {a}; cvt.f32.f16 %f11, {b}; cvt.f32.f16 %f12, {c}; cvt.f32.f16 %f13, {d};")
    };
    let plain = ["%h1", "%h2", "%h3", "%h4"];
    let ways = [
        convert(
            "ld.global.b16 %h1, [%rd3]; ld.global.u16 %h2, [%rd3+2]; ld.global.v2.b16 {%h3, %h4}, [%rd3+4];",
            plain,
        ),
        convert("ld.global.v2.b32 {%r3, %r4}, [%rd3]; mov.b32 {%h1, %h2}, %r3; mov.b32 {%h3, %h4}, %r4;", plain),
        convert("ld.global.u64 %rd5, [%rd3]; mov.b64 {%h1, %h2, %h3, %h4}, %rd5;", plain),
        convert(
            "ld.global.u32 %r3, [%rd3]; cvt.u16.u32 %h1, %r3; shr.u32 %r4, %r3, 16; cvt.u16.u32 %h2, %r4;
             ld.global.u16 %h3, [%rd3+4]; ld.global.s16 %h4, [%rd3+6];",
            plain,
        ),
    ];
    let ways: Vec<&str> = ways.iter().map(String::as_str).collect();
    all_same(&ways, FLOATS);
    let swapped =
        convert("ld.global.u64 %rd5, [%rd3]; mov.b64 {%h1, %h2, %h3, %h4}, %rd5;", ["%h2", "%h1", "%h3", "%h4"]);
    let near = convert("ld.global.v4.b16 {%h1, %h2, %h3, %h4}, [%rd3+2];", plain);
    differ(&ways, &[&swapped, &near], FLOATS);
}
