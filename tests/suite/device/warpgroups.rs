//! `wgmma`: products of factors in shared memory, and who touches their registers and bytes too early.

use super::launch::{block, fails, kernel, succeeds};
use ptxlint::device::FaultKind::{Deadlock, Race, Uninitialised};
use ptxlint::device::{Cpu, Device, DeviceError};
use ptxlint::kernels::ParameterValue;

/// `a[r][0] = r`, `a[r][9] = 1`, `b[0][c] = c + 1`, `b[9][c] = 64`: the product is `r (c + 1) + 64`. Each thread writes eight elements.
const FILL: &str = ".shared .align 128 .b8 s[2304]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; shl.b32 %r3, %r1, 4; add.u32 %r3, %r2, %r3;
    mov.u32 %r9, 0; cvt.rn.f16.u32 %h1, %r1; mov.b32 %r4, {%h1, 0}; setp.ge.u32 %p1, %r1, 64; @%p1 mov.b32 %r4, 0x3c000000;
    st.shared.v4.b32 [%r3], {%r4, %r9, %r9, %r9};
    add.u32 %r5, %r1, 1; cvt.rn.f16.u32 %h1, %r5; mov.b32 %r4, {%h1, 0}; setp.ge.u32 %p1, %r1, 8; @%p1 mov.b32 %r4, 0x54000000;
    setp.lt.u32 %p2, %r1, 16; @%p2 st.shared.v4.b32 [%r3+2048], {%r4, %r9, %r9, %r9};";
/// Rows of `a` are 16 bytes apart and its halves 1024; those of `b` 128.
const DESCRIPTORS: &str =
    "shr.u32 %r6, %r2, 4; cvt.u64.u32 %rd3, %r6; or.b64 %rd4, %rd3, 0x0000000800400000; add.u64 %rd3, %rd3, 128;
    or.b64 %rd5, %rd3, 0x0000000800080000;";
const FENCE: &str = "fence.proxy.async; bar.sync 0; wgmma.fence.sync.aligned;";
const PRODUCT: &str =
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd4, %rd5, 0, 1, 1, 0, 0;";
const MORE: &str =
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4}, %rd4, %rd5, 1, -1, 1, 0, 0;";
const WAIT: &str = "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;";
/// The first two warps show their first element.
const OUT: &str = "mul.wide.u32 %rd6, %r1, 4; add.u64 %rd6, %rd1, %rd6; cvt.rzi.s32.f32 %r8, %f1; setp.lt.u32 %p3, %r1, 64; @%p3 st.global.u32 [%rd6], %r8;";

fn expected(of: impl Fn(u32, u32) -> u32) -> Vec<u32> {
    (0..64).map(|thread| of(16 * (thread / 32) + thread % 32 / 4, 2 * (thread % 4))).collect()
}

#[test]
fn rows_of_each_warp() {
    let out = succeeds(&format!("{FILL} {DESCRIPTORS} {FENCE} {PRODUCT} {WAIT} {OUT}"), block(128));
    assert_eq!(out, expected(|row, column| row * (column + 1) + 64));
    let out = succeeds(&format!("{FILL} {DESCRIPTORS} {FENCE} {PRODUCT} {PRODUCT} {MORE} {WAIT} {OUT}"), block(128));
    assert_eq!(out, [0; 64], "what is subtracted");
}

/// The first factor by columns: a thread writes eight rows of one.
#[test]
fn transposed_factors() {
    let mut fill = ".shared .align 128 .b8 s[2304]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; shl.b32 %r3, %r1, 4; add.u32 %r3, %r2, %r3;
        and.b32 %r7, %r1, 15; shr.u32 %r9, %r1, 4; shl.b32 %r9, %r9, 3; setp.eq.u32 %p1, %r7, 0; setp.eq.u32 %p2, %r7, 9;"
        .to_string();
    for word in 0..4 {
        fill += &format!(
            "add.u32 %r10, %r9, {}; cvt.rn.f32.u32 %f1, %r10; add.u32 %r10, %r9, {}; cvt.rn.f32.u32 %f2, %r10; cvt.rn.f16x2.f32 %r1{word}, %f2, %f1;
             selp.b32 %r1{word}, %r1{word}, 0, %p1; selp.b32 %r1{word}, 0x3c003c00, %r1{word}, %p2; st.shared.b32 [%r3+{}], %r1{word};",
            2 * word,
            2 * word + 1,
            4 * word
        );
    }
    let (_, second) = FILL.split_once("add.u32 %r5").expect("both factors are filled");
    let descriptors = DESCRIPTORS.replace("0x0000000800400000", "0x0000001000080000");
    let product = PRODUCT.replace("1, 1, 0, 0;", "1, 1, 1, 0;");
    let body = format!("{fill} mov.u32 %r9, 0; add.u32 %r5{second} {descriptors} {FENCE} {product} {WAIT} {OUT}");
    assert_eq!(succeeds(&body, block(128)), expected(|row, column| row * (column + 1) + 64));
}

#[test]
fn sums_have_no_value_before_the_wait() {
    let early = "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 1;";
    fails(&format!("{FILL} {DESCRIPTORS} {FENCE} {PRODUCT} {early} {OUT}"), block(128), Uninitialised, "st.global");
    // The group before the last one has been waited for, and another product's registers.
    let other = PRODUCT.replace("%f1, %f2, %f3, %f4", "%f5, %f6, %f7, %f8");
    let first = "wgmma.commit_group.sync.aligned;";
    let body = format!("{FILL} {DESCRIPTORS} {FENCE} {PRODUCT} {first} {other} {early} {OUT}");
    assert_eq!(succeeds(&body, block(128)), expected(|row, column| row * (column + 1) + 64));
    // Sums that go on from nothing.
    let nothing = MORE.replace("%f1, %f2, %f3, %f4", "%f1, %f2, %f3, %f9");
    fails(&format!("{FILL} {DESCRIPTORS} {FENCE} {nothing} {WAIT} {OUT}"), block(128), Uninitialised, "st.global");
}

#[test]
fn bytes_that_are_not_ready() {
    let no_proxy = FENCE.replace("fence.proxy.async;", "");
    let fault =
        fails(&format!("{FILL} {DESCRIPTORS} {no_proxy} {PRODUCT} {WAIT} {OUT}"), block(128), Race, "wgmma.mma_async");
    assert!(fault.message.contains("no fence.proxy.async"), "{fault}");
    // The first warp comes before the others have written their parts.
    let no_barrier = FENCE.replace("bar.sync 0;", "");
    fails(
        &format!("{FILL} {DESCRIPTORS} {no_barrier} {PRODUCT} {WAIT} {OUT}"),
        block(128),
        Uninitialised,
        "wgmma.mma_async",
    );
    let (first, _) = FILL.split_once("add.u32 %r5").expect("both factors are filled");
    let body = format!("{first} {DESCRIPTORS} {FENCE} {PRODUCT} {WAIT} {OUT}");
    fails(&body, block(128), Uninitialised, "wgmma.mma_async");
}

#[test]
fn bytes_that_are_taken_back_early() {
    let write = "st.shared.b32 [%r3], %r1;";
    let body = |between: &str| format!("{FILL} {DESCRIPTORS} {FENCE} {PRODUCT} {between} {write} {OUT}");
    let commit = "wgmma.commit_group.sync.aligned;";
    fails(&format!("{} {WAIT}", body(&format!("{commit} bar.sync 0;"))), block(128), Race, "st.shared");
    // Who has waited speaks for all four warps, as in CUTLASS, where one thread of a group gives a stage back.
    succeeds(&body(WAIT), block(128));
    succeeds(&body(&format!("{WAIT} bar.sync 0;")), block(128));
    // The last group reads the same bytes, and has not been waited for.
    let other = PRODUCT.replace("%f1, %f2, %f3, %f4", "%f5, %f6, %f7, %f8");
    let last = |keep: u32| format!("{commit} {other} {commit} wgmma.wait_group.sync.aligned {keep}; bar.sync 0;");
    fails(&format!("{} {WAIT}", body(&last(1))), block(128), Race, "st.shared");
    succeeds(&body(&last(0)), block(128));
}

/// Products are those of all four warps: one that multiplies alone waits for the others.
#[test]
fn groups_multiply_together() {
    let alone = |instruction: &str| instruction.replace("wgmma", "@%p4 wgmma");
    let body = format!("{FILL} {DESCRIPTORS} {FENCE} setp.lt.u32 %p4, %r1, 32; {} {}", alone(PRODUCT), alone(WAIT));
    let fault = fails(&format!("{body} bar.sync 0;"), block(128), Deadlock, "wgmma.wait_group");
    assert!(fault.message.contains("wait in line") && fault.message.contains("other warps of their group"), "{fault}");
}

/// What the interpreter cannot do with the values that a kernel gets is not the kernel's fault, whether launches go on after faults or not.
#[test]
fn base_offsets_are_refused() {
    let offset = "or.b64 %rd5, %rd5, 0x0002000000000000;";
    let ptx = kernel(&format!("{FILL} {DESCRIPTORS} {offset} {FENCE} {PRODUCT} {WAIT} {OUT}"));
    for goes_on in [false, true] {
        let mut cpu = Cpu::new();
        cpu.go_on_after_faults(goes_on);
        let module = cpu.load(&ptx).expect("legal");
        let args = cpu.arguments(&[ParameterValue::Zeros(64), ParameterValue::Zeros(64)]).expect("memory");
        let error = cpu.launch(module, "kernel", block(128), &args).expect_err("not implemented");
        let DeviceError::Unsupported { what, span, .. } = error else { panic!("{error}") };
        assert!(what.contains("base offset") && ptx[span.range()].starts_with("wgmma.mma_async"), "{what}");
        assert_eq!(cpu.faults(), []);
    }
}

#[test]
fn registers_that_are_not_ready() {
    let bare = FENCE.replace("wgmma.fence.sync.aligned;", "");
    let fault = fails(&format!("{FILL} {DESCRIPTORS} {bare} {PRODUCT} {WAIT} {OUT}"), block(128), Race, "wgmma");
    assert!(fault.message.contains("no wgmma.fence before the first product"), "{fault}");
    // Sums that are set between the fence and a product which goes on from them.
    let set = "mov.f32 %f1, 0f00000000; mov.f32 %f2, %f1; mov.f32 %f3, %f1; mov.f32 %f4, %f1;";
    let fault = fails(&format!("{FILL} {DESCRIPTORS} {FENCE} {set} {MORE} {WAIT} {OUT}"), block(128), Race, "wgmma");
    assert!(fault.message.contains("with no wgmma.fence since"), "{fault}");
    let again = format!("{FILL} {DESCRIPTORS} {FENCE} {PRODUCT} {WAIT} add.f32 %f2, %f2, %f2; {MORE} {WAIT} {OUT}");
    fails(&again, block(128), Race, "wgmma");
    succeeds(&again.replace(MORE, &format!("wgmma.fence.sync.aligned; {MORE}")), block(128));
    succeeds(&format!("{FILL} {DESCRIPTORS} {set} {FENCE} {MORE} {WAIT} {OUT}"), block(128));
    // A product that starts anew does not read them.
    succeeds(&format!("{FILL} {DESCRIPTORS} {FENCE} {set} {PRODUCT} {WAIT} {OUT}"), block(128));
}

/// A product reads the first factor from its registers until it has been waited for.
#[test]
fn factors_in_registers_stay_as_they_are() {
    let ones = "mov.b32 %r13, 0x3c003c00; mov.b32 %r14, %r13; mov.b32 %r15, %r13; mov.b32 %r16, %r13;";
    let product = PRODUCT.replace("%rd4, ", "{%r13, %r14, %r15, %r16}, ").replace("1, 1, 0, 0;", "1, 1, 0;");
    let [commit, wait] = ["wgmma.commit_group.sync.aligned;", "wgmma.wait_group.sync.aligned 0;"];
    let (change, begin) = ("mov.b32 %r15, 0;", format!("{FILL} {DESCRIPTORS} {ones} {FENCE} {product} {commit}"));
    let fault = fails(&format!("{begin} {change} {wait} {OUT}"), block(128), Race, "wgmma.mma_async");
    assert!(fault.message.contains("before the product was waited for"), "{fault}");
    // Of two groups the first is done, and registers may hold again what they held.
    let other = product.replace("%f1, %f2, %f3, %f4", "%f5, %f6, %f7, %f8").replace("%r15", "%r17");
    let two = format!(
        "{begin} mov.b32 %r17, %r13; wgmma.fence.sync.aligned; {other} {commit} wgmma.wait_group.sync.aligned 1;"
    );
    succeeds(&format!("{two} {change} {wait} {OUT}"), block(128));
    succeeds(&format!("{begin} {change} mov.b32 %r15, %r13; {wait} {OUT}"), block(128));
    succeeds(&format!("{begin} {wait} {change} {OUT}"), block(128));
}

/// The same elements of the first factor, which are now the second and fourth of each four; the second factor has twice the depth.
#[test]
fn sparse_factors() {
    let (first, _) = FILL.split_once("add.u32 %r5").expect("both factors are filled");
    let first = first.replace("s[2304]", "s[2560]");
    // `b[1][c] = c + 1`, `b[19][c] = 64`
    let second = "add.u32 %r5, %r1, 1; cvt.rn.f16.u32 %h1, %r5; mov.b32 %r4, {0, %h1}; setp.ge.u32 %p1, %r1, 8; @%p1 mov.b32 %r4, 0;
        shr.u32 %r7, %r1, 3; setp.eq.u32 %p2, %r7, 2; selp.b32 %r10, 0x54000000, 0, %p2;
        setp.lt.u32 %p3, %r1, 32; @%p3 st.shared.v4.b32 [%r3+2048], {%r4, %r10, %r9, %r9};";
    // The upper two of each four threads have the metadata.
    let metadata = "and.b32 %r11, %r1, 2; setp.ne.u32 %p4, %r11, 0; selp.b32 %r12, 0xdddddddd, 0xffffffff, %p4;";
    let product = PRODUCT
        .replace("wgmma.mma_async.sync.aligned.m64n8k16", "wgmma.mma_async.sp.sync.aligned.m64n8k32")
        .replace("%rd5, 0", "%rd5, %r12, 1, 0");
    let body = |product: &str| format!("{first} {second} {metadata} {DESCRIPTORS} {FENCE} {product} {WAIT} {OUT}");
    assert_eq!(succeeds(&body(&product), block(128)), expected(|row, column| row * (column + 1) + 64));
    let other_threads = product.replace("%r12, 1, 0", "%r12, 0, 0");
    assert_ne!(succeeds(&body(&other_threads), block(128)), expected(|row, column| row * (column + 1) + 64));
}
