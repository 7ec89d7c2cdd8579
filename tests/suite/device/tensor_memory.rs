//! `tcgen05`: tensor memory, products of matrix units, and what shows when a line of the protocol is missing.

use super::launch::{block, run};
use crate::common::{fixture::Verdict, ptxas};
use ptxlint::device::{DeviceError, Fault, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// Rows of the first factor are 32 bytes, in groups of eight: 16 bytes of each, then the others. Its first 4096 bytes are followed by 512
/// of the second one, an mbarrier object, the address of tensor memory, and scales.
const SHARED: &str = ".shared .align 128 .b8 s[5760];
    mov.u32 %r1, %tid.x; mov.u32 %r2, s; setp.lt.u32 %p1, %r1, 32; setp.eq.u32 %p2, %r1, 0; setp.lt.u32 %p3, %r1, 16;
    shr.u32 %r3, %r1, 3; shl.b32 %r3, %r3, 8; and.b32 %r4, %r1, 7; shl.b32 %r4, %r4, 4; add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r2;
    add.u32 %r16, %r2, 4608; mov.u32 %r9, 0; setp.ne.u32 %p5, %r9, 0; setp.eq.u32 %p7, %r9, 0;";
/// `a[r][0] = r`, `a[r][9] = 1`, `b[0][c] = c + 1`, `b[9][c] = 64`: the product is `r (c + 1) + 64`.
const FILL: &str = "cvt.rn.f16.u32 %h1, %r1; mov.b16 %h2, 0; mov.b32 %r4, {%h1, %h2}; mov.b32 %r5, 0x3c000000;
    st.shared.v4.b32 [%r3], {%r4, %r9, %r9, %r9}; st.shared.v4.b32 [%r3+128], {%r5, %r9, %r9, %r9};
    add.u32 %r6, %r1, 1; cvt.rn.f16.u32 %h1, %r6; mov.b32 %r4, {%h1, %h2}; mov.b32 %r5, 0x54000000;
    @%p3 st.shared.v4.b32 [%r3+4096], {%r4, %r9, %r9, %r9}; @%p3 st.shared.v4.b32 [%r3+4224], {%r5, %r9, %r9, %r9};";
const ALLOCATE: &str = "@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s+4616], 32;";
const INIT: &str = "@%p2 mbarrier.init.shared.b64 [s+4608], 1;";
const PROXY: &str = "fence.proxy.async;";
const BARRIER: &str = "bar.sync 0;";
/// Groups of eight rows are 256 bytes apart, and the halves of rows 128.
const DESCRIPTORS: &str =
    "ld.shared.u32 %r10, [s+4616]; shr.u32 %r11, %r2, 4; or.b32 %r12, %r11, 0x80000; mov.u32 %r13, 0x4010;
    mov.b64 %rd4, {%r12, %r13}; add.u32 %r12, %r12, 256; mov.b64 %rd5, {%r12, %r13}; mov.u32 %r15, 0x08040010;";
const PRODUCT: &str = "@%p2 tcgen05.mma.cta_group::1.kind::f16 [%r10], %rd4, %rd5, %r15, %p5;";
const MORE: &str = "@%p2 tcgen05.mma.cta_group::1.kind::f16 [%r10], %rd4, %rd5, %r15, %p7;";
const COMMIT: &str = "@%p2 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r16];";
const WAIT: &str = "wait: mbarrier.try_wait.parity.shared.b64 %p6, [s+4608], 0; @!%p6 bra wait;";
const LOAD: &str =
    "tcgen05.fence::after_thread_sync; shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10;
    tcgen05.ld.sync.aligned.32x32b.x2.b32 {%r18, %r19}, [%r17+2];";
const LOADED: &str = "tcgen05.wait::ld.sync.aligned;";
const OUT: &str = "mov.b32 %f1, %r18; cvt.rzi.s32.f32 %r8, %f1; mul.wide.u32 %rd6, %r1, 4; add.u64 %rd6, %rd1, %rd6; setp.lt.u32 %p4, %r1, 64;
    @%p4 st.global.u32 [%rd6], %r8;";
const FREE: &str = "@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r10, 32;";

/// The lines of the protocol in order.
const LINES: [&str; 16] = [
    SHARED,
    FILL,
    ALLOCATE,
    INIT,
    PROXY,
    BARRIER,
    DESCRIPTORS,
    PRODUCT,
    COMMIT,
    WAIT,
    LOAD,
    LOADED,
    OUT,
    BARRIER,
    FREE,
    "",
];

fn kernel(body: &str) -> String {
    super::launch::kernel(body).replace("sm_90a", "sm_100a").replace("version 8.6", "version 8.8")
}

/// Runs a kernel that the assembler has to take.
pub fn go(body: &str, config: LaunchConfig, input: &[u8], words: usize) -> Result<Vec<u32>, (DeviceError, String)> {
    go_for("sm_100a", body, config, input, words)
}

fn go_for(
    target: &str,
    body: &str,
    config: LaunchConfig,
    input: &[u8],
    words: usize,
) -> Result<Vec<u32>, (DeviceError, String)> {
    let mut ptx = kernel(body).replace("sm_100a", target);
    if config.grid[0] == 2 {
        ptx = ptx.replace(")\n{", ")\n.reqnctapercluster 2, 1, 1\n{");
    }
    if let Ok(path) = ptxas::find() {
        let (verdict, messages) = ptxas::assemble(path, ptx.as_bytes(), Some(target));
        assert_eq!(verdict, Verdict::Accept, "{messages}\n{body}");
    }
    run(&ptx, config, input, words).map_err(|error| {
        let text = match &error {
            DeviceError::Fault(fault) => ptx[fault.span.range()].to_string(),
            _ => String::new(),
        };
        (error, text)
    })
}

pub fn fails(body: &str, kind: FaultKind, at: &str, input: &[u8]) -> Fault {
    match go(body, block(128), input, 64) {
        Err((DeviceError::Fault(fault), text)) => {
            assert_eq!(fault.kind, kind, "{fault} in {body}");
            assert!(text.contains(at), "{text}: {fault}");
            *fault
        }
        other => panic!("no fault but {other:?} in {body}"),
    }
}

/// The kernel with a line replaced, the first of those that are the same.
fn with(line: &str, by: &str) -> String {
    let index = LINES.iter().position(|it| *it == line).expect("a line of the kernel");
    let lines: Vec<&str> = LINES.iter().enumerate().map(|(at, it)| if at == index { by } else { it }).collect();
    lines.join("\n")
}

#[test]
fn rows_of_a_product() {
    let rows: Vec<u32> = (0..64).map(|row| row * 3 + 64).collect();
    let run = |body: &str| go(body, block(128), &[0; 256], 64).unwrap_or_else(|(error, _)| panic!("{error} in {body}"));
    assert_eq!(run(&LINES.join("\n")), rows);
    let twice: Vec<u32> = rows.iter().map(|sum| 2 * sum).collect();
    assert_eq!(run(&with(PRODUCT, &format!("{PRODUCT} {MORE}"))), twice, "products of a thread follow each other");
    // A product that goes on from what threads have stored.
    let set = format!("{BARRIER} {DESCRIPTORS}")
        + "shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10; mov.b32 %r20, 0f40000000;
           tcgen05.st.sync.aligned.32x32b.x16.b32 [%r17], {%r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20, %r20};
           tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;";
    let body = with(BARRIER, &set).replace(PRODUCT, MORE);
    assert_eq!(run(&body), rows.iter().map(|sum| sum + 2).collect::<Vec<_>>());
    let fault = fails(&body.replace("tcgen05.wait::st.sync.aligned;", ""), FaultKind::Race, "tcgen05.mma", &[0; 256]);
    assert!(fault.message.contains("no tcgen05.wait::st"), "{fault}");
}

/// Each line that is left out shows.
#[test]
fn missing_lines() {
    let missing = |line: &str, kind, at: &str, words: &str| {
        let fault = fails(&with(line, ""), kind, at, &[0; 256]);
        assert!(fault.message.contains(words), "{fault} without {line}");
    };
    missing(ALLOCATE, FaultKind::Uninitialised, "ld.shared", "was never written");
    missing(INIT, FaultKind::Uninitialised, "tcgen05.commit", "no mbarrier");
    missing(PROXY, FaultKind::Race, "tcgen05.mma", "no fence.proxy.async");
    missing(BARRIER, FaultKind::Uninitialised, "tcgen05.mma", "");
    missing(COMMIT, FaultKind::Deadlock, "mbarrier.try_wait", "lacks 1 of 1");
    missing(WAIT, FaultKind::Race, "tcgen05.ld", "no thread has waited for a tcgen05.commit");
    missing(LOADED, FaultKind::Race, "tcgen05.dealloc", "no tcgen05.wait::ld");
    missing(
        FREE,
        FaultKind::InvalidOperand,
        "tcgen05.alloc",
        "32 columns of tensor memory that no thread has given back",
    );
    let body = LINES.join("\n");
    let last = body.rfind(BARRIER).expect("a barrier");
    let early = format!("{}{}", &body[..last], &body[last + BARRIER.len()..]);
    let fault = fails(&early, FaultKind::OutOfBounds, "tcgen05.ld", &[0; 256]);
    assert!(fault.message.contains("not allocated"), "{fault}");
    let never = with(WAIT, "bar.sync 0;").replace(LOAD, "mov.u32 %r18, 0;").replace(LOADED, "");
    let fault = fails(&never, FaultKind::Race, "tcgen05.dealloc", &[0; 256]);
    assert!(fault.message.contains("while the tensor core works on it"), "{fault}");
}

/// Factors belong to the tensor core until somebody has waited.
#[test]
fn factors_that_are_overwritten() {
    let write = "st.shared.b32 [%r3], %r1;";
    let fault = fails(&with(COMMIT, &format!("{COMMIT} {write}")), FaultKind::Race, "st.shared", &[0; 256]);
    assert!(fault.message.contains("while the tensor core reads it"), "{fault}");
    let body = with(WAIT, &format!("{WAIT} {write}"));
    go(&body, block(128), &[0; 256], 64).unwrap_or_else(|(error, _)| panic!("{error} in {body}"));
    // One warp has waited, and another one has not.
    let one = WAIT.replace("wait:", "@!%p1 bra past; wait:") + "past:";
    let body =
        with(WAIT, &format!("{one} nanosleep.u32 100; {write}")).replace(LOAD, "mov.u32 %r18, 0;").replace(LOADED, "");
    fails(&body, FaultKind::Race, "st.shared", &[0; 256]);
}

#[test]
fn operands_that_are_wrong() {
    let wrong = |line: &str, from: &str, to: &str, kind, at: &str, words: &str| {
        let fault = fails(&with(line, &line.replace(from, to)), kind, at, &[0; 256]);
        assert!(fault.message.contains(words), "{fault}");
    };
    let invalid = FaultKind::InvalidOperand;
    wrong(DESCRIPTORS, "0x08040010", "0x08060010", invalid, "tcgen05.mma", "128 rows and 24 columns");
    wrong(DESCRIPTORS, "0x08040010", "0x08040110", invalid, "tcgen05.mma", "2 is not a format of a factor");
    wrong(DESCRIPTORS, "0x4010", "0x10", invalid, "tcgen05.mma", "bits 46 to 48");
    wrong(
        LOAD,
        "[%r17+2]",
        "[%r17+64]",
        FaultKind::OutOfBounds,
        "tcgen05.ld",
        "column 64 of tensor memory is not allocated",
    );
    wrong(LOAD, "21;", "22;", FaultKind::OutOfBounds, "tcgen05.ld", "warp 1 of the block reaches lanes 32 to 63");
    wrong(FREE, "%r10, 32", "%r10, 64", FaultKind::OutOfBounds, "tcgen05.dealloc", "not allocated");
    let late = "@%p1 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;";
    let fault = fails(&with(ALLOCATE, &format!("{late} {ALLOCATE}")), invalid, "tcgen05.alloc", &[0; 256]);
    assert!(fault.message.contains("after tcgen05.relinquish_alloc_permit"), "{fault}");
    let fault = fails(
        &with(ALLOCATE, &format!("{} {ALLOCATE}", ALLOCATE.replace(", 32", ", 512"))),
        FaultKind::Deadlock,
        "tcgen05.alloc",
        &[0; 256],
    );
    assert!(fault.message.contains("wait") && fault.message.contains("32 columns of tensor memory"), "{fault}");
    let fault = fails(&with(PRODUCT, MORE), FaultKind::Uninitialised, "st.global", &[0; 256]);
    assert!(fault.message.contains("without a value"), "{fault}");
}

/// A product on given bytes: `PRODUCT` is one of 128 rows and 16 columns, which are all written. Threads give their row of the first factor, the
/// first 16 of them a column of the second; each row and column of them has four bytes of scales.
const GIVEN: &str = "mul.wide.u32 %rd7, %r1, 32; add.u64 %rd7, %rd2, %rd7;
    ld.global.v4.b32 {%r20, %r21, %r22, %r23}, [%rd7]; ld.global.v4.b32 {%r24, %r25, %r26, %r27}, [%rd7+16];
    st.shared.v4.b32 [%r3], {%r20, %r21, %r22, %r23}; st.shared.v4.b32 [%r3+128], {%r24, %r25, %r26, %r27};
    @%p3 ld.global.v4.b32 {%r30, %r31, %r32, %r33}, [%rd7+4096]; @%p3 ld.global.v4.b32 {%r34, %r35, %r36, %r37}, [%rd7+4112];
    @%p3 st.shared.v4.b32 [%r3+4096], {%r30, %r31, %r32, %r33}; @%p3 st.shared.v4.b32 [%r3+4224], {%r34, %r35, %r36, %r37};
    mul.wide.u32 %rd8, %r1, 4; add.u64 %rd8, %rd2, %rd8; ld.global.u32 %r40, [%rd8+4608]; ld.global.u32 %r41, [%rd8+5120];
    and.b32 %r42, %r1, 31; shl.b32 %r42, %r42, 4; shr.u32 %r43, %r1, 5; shl.b32 %r43, %r43, 2; add.u32 %r42, %r42, %r43;
    add.u32 %r42, %r42, %r2; st.shared.u32 [%r42+4736], %r40; st.shared.u32 [%r42+5248], %r41;";
/// Scales get to columns 16 to 19 and 20 to 23.
const SCALES: &str = "mov.u32 %r45, 0x4008; add.u32 %r44, %r11, 296; mov.b64 %rd9, {%r44, %r45}; add.u32 %r46, %r10, 16;
    @%p2 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r46], %rd9; add.u32 %r44, %r44, 32; mov.b64 %rd9, {%r44, %r45}; add.u32 %r47, %r10, 20;
    @%p2 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r47], %rd9;";
/// The first factor gets to columns 24 to 31.
const STORE_FIRST: &str =
    "shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10; add.u32 %r48, %r10, 24;
    tcgen05.st.sync.aligned.32x32b.x8.b32 [%r17+24], {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27};
    tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;";
const ALL_OUT: &str = "tcgen05.fence::after_thread_sync; shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10;
    tcgen05.ld.sync.aligned.32x32b.x16.b32 {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37}, [%r17];
    tcgen05.wait::ld.sync.aligned; mov.u32 %r50, %ctaid.x; mad.lo.u32 %r50, %r50, 128, %r1; mul.wide.u32 %rd7, %r50, 64; add.u64 %rd7, %rd1, %rd7;
    st.global.v4.b32 [%rd7], {%r20, %r21, %r22, %r23}; st.global.v4.b32 [%rd7+16], {%r24, %r25, %r26, %r27};
    st.global.v4.b32 [%rd7+32], {%r30, %r31, %r32, %r33}; st.global.v4.b32 [%rd7+48], {%r34, %r35, %r36, %r37};";

/// How a kind has numbers in memory: how many in 32 bytes, bits of -1, 0, 1 and 2, and how many follow each other in 16 bytes.
#[derive(Clone, Copy)]
struct Numbers {
    depth: usize,
    bits: [u64; 4],
    width: usize,
    packed: usize,
}

const HALVES: Numbers = Numbers { depth: 16, bits: [0xbc00, 0, 0x3c00, 0x4000], width: 16, packed: 8 };
const BRAINS: Numbers = Numbers { depth: 16, bits: [0xbf80, 0, 0x3f80, 0x4000], width: 16, packed: 8 };
const TF32: Numbers = Numbers { depth: 8, bits: [0xbf80_0000, 0, 0x3f80_0000, 0x4000_0000], width: 32, packed: 4 };
const BYTES: Numbers = Numbers { depth: 32, bits: [0xff, 0, 1, 2], width: 8, packed: 16 };
const E4M3: Numbers = Numbers { depth: 32, bits: [0xb8, 0, 0x38, 0x40], width: 8, packed: 16 };
const E5M2: Numbers = Numbers { depth: 32, bits: [0xbc, 0, 0x3c, 0x40], width: 8, packed: 16 };
const E3M2: Numbers = Numbers { depth: 32, bits: [0x2c, 0, 0xc, 0x10], width: 6, packed: 16 };
const E2M1: Numbers = Numbers { depth: 32, bits: [0xa, 0, 2, 4], width: 4, packed: 16 };
const QUARTERS: Numbers = Numbers { depth: 64, bits: [0xa, 0, 2, 4], width: 4, packed: 32 };

impl Numbers {
    /// The number of a line at an index, from 0 for -1.
    fn number(line: usize, index: usize, seed: usize) -> usize {
        (line * 7 + index * 5 + line * index % 11 + seed) / 3 % 4
    }

    fn line(self, line: usize, seed: usize) -> [u8; 32] {
        let mut bytes = [0; 32];
        for index in 0..self.depth {
            let bits = self.bits[Self::number(line, index, seed)];
            let at = index / self.packed * 128 + index % self.packed * self.width;
            for bit in 0..self.width {
                bytes[(at + bit) / 8] |= ((bits >> bit & 1) as u8) << ((at + bit) % 8);
            }
        }
        bytes
    }
}

/// The scale of a row or column, as a power of two.
fn scale(line: usize, index: usize) -> i32 {
    (line * 3 + index) as i32 % 5 - 2
}

/// A kind of product: its name, its factors, the instruction descriptor without shape, how results are read, and scales of a line, if any.
struct Kind {
    name: &'static str,
    a: Numbers,
    b: Numbers,
    descriptor: u32,
    read: fn(u32) -> f64,
    scales: usize,
}

fn single(bits: u32) -> f64 {
    f64::from(f32::from_bits(bits))
}

const fn kind(name: &'static str, a: Numbers, b: Numbers, descriptor: u32) -> Kind {
    Kind { name, a, b, descriptor, read: single, scales: 0 }
}

const SCALED: u32 = 1 << 23;
const KINDS: [Kind; 11] = [
    kind("f16", HALVES, HALVES, 0x10),
    kind("f16", HALVES, BRAINS, 0x10 | 1 << 10),
    Kind { read: |bits| f64::from(half(bits)), ..kind("f16", HALVES, HALVES, 0) },
    kind("tf32", TF32, TF32, 0x10 | 2 << 7 | 2 << 10),
    kind("f8f6f4", E4M3, E5M2, 0x10 | 1 << 10),
    kind("f8f6f4", E3M2, E2M1, 0x10 | 4 << 7 | 5 << 10),
    Kind { read: |bits| f64::from(bits as i32), ..kind("i8", BYTES, BYTES, 0x20 | 1 << 7 | 1 << 10) },
    Kind { scales: 1, ..kind("mxf8f6f4.block_scale", E4M3, E2M1, SCALED | 5 << 10) },
    Kind { scales: 2, ..kind("mxf4.block_scale", QUARTERS, QUARTERS, SCALED | 1 << 7 | 1 << 10) },
    Kind { scales: 2, ..kind("mxf4nvf4.block_scale.block32", QUARTERS, QUARTERS, SCALED | 1 << 7 | 1 << 10) },
    Kind { scales: 4, ..kind("mxf4nvf4.block_scale.block16", QUARTERS, QUARTERS, 1 << 7 | 1 << 10) },
];

/// A half-precision number that is an integer.
fn half(bits: u32) -> f32 {
    let (exponent, fraction) = ((bits >> 10 & 0x1f) as i32, (bits & 0x3ff) as f32);
    let size = if exponent == 0 { 0.0 } else { (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15) };
    if bits >> 15 & 1 == 1 { -size } else { size }
}

impl Kind {
    /// What the kernel is given: rows, columns, and scales of both, which are `.ue8m0` if the descriptor says so and `.ue4m3` otherwise.
    fn input(&self, rows: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..rows).flat_map(|row| self.a.line(row, 1)).collect();
        bytes.extend((0..16).flat_map(|column| self.b.line(column, 2)));
        let scale_bits = |line: usize, index: usize| match self.descriptor & SCALED {
            0 => ((7 + scale(line, index)) << 3) as u8,
            _ => (127 + scale(line, index)) as u8,
        };
        for _ in 0..2 {
            bytes.extend(
                (0..128)
                    .flat_map(|line| (0..4).map(move |index| (line, index)))
                    .map(|(line, index)| scale_bits(line, index)),
            );
        }
        bytes
    }

    fn element(&self, row: usize, column: usize) -> f64 {
        let number = |of: usize| [-1.0, 0.0, 1.0, 2.0][of];
        (0..self.a.depth)
            .map(|index| {
                let of = |line| if self.scales == 0 { 0 } else { scale(line, index * self.scales / self.a.depth) };
                let factors = number(Numbers::number(row, index, 1)) * number(Numbers::number(column, index, 2));
                factors * 2f64.powi(of(row) + of(column))
            })
            .sum()
    }

    fn check(&self, out: &[u32], rows: impl Iterator<Item = (usize, usize)>) {
        for (row, place) in rows {
            for column in 0..16 {
                let found = (self.read)(out[place * 16 + column]);
                assert_eq!(found, self.element(row, column), "{}, row {row}, column {column}", self.name);
            }
        }
    }
}

/// A kernel that is given its factors, multiplies them and hands all of the result out.
fn multiplied([shared, given]: [&str; 2], product: &[&str]) -> String {
    let before = [shared, given, ALLOCATE, INIT, PROXY, BARRIER];
    [&before[..], product, &[COMMIT, WAIT, ALL_OUT, BARRIER, FREE]].concat().join("\n")
}

#[test]
fn every_kind() {
    for kind in &KINDS {
        let scales = if kind.scales > 0 { "[%r46], [%r47]," } else { "" };
        let product =
            format!("@%p2 tcgen05.mma.cta_group::1.kind::{} [%r10], %rd4, %rd5, %r15, {scales} %p5;", kind.name);
        let shape = format!("{SCALES} mov.u32 %r15, {};", kind.descriptor | 0x0804_0000);
        let body = multiplied([SHARED, GIVEN], &[DESCRIPTORS, &shape, &product]);
        let out = go(&body, block(128), &kind.input(128), 2048);
        let out = out.unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
        kind.check(&out, (0..128).map(|row| (row, row)));
        if kind.a.width * kind.a.depth != 256 {
            continue;
        }
        // The same with the first factor in tensor memory.
        let product = format!("{STORE_FIRST} {}", product.replace("%rd4", "[%r48]"));
        let body = multiplied([SHARED, GIVEN], &[DESCRIPTORS, &shape, &product]);
        let out = go(&body, block(128), &kind.input(128), 2048);
        let out = out.unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
        kind.check(&out, (0..128).map(|row| (row, row)));
    }
}

/// Products of 64 rows have them in the lower halves of what warps reach, and lanes may keep what they have.
#[test]
fn other_layouts() {
    let kind = &KINDS[0];
    let keep = "mov.u32 %r51, 0xffffffff; mov.b32 %r52, 0x40000000;
        shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10;
        tcgen05.st.sync.aligned.32x32b.x16.b32 [%r17], {%r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52, %r52};
        tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;";
    let masked = PRODUCT.replace("%r15, %p5", "%r15, {%r9, %r51, %r9, %r9}, %p5");
    let body = multiplied([SHARED, GIVEN], &[DESCRIPTORS, keep, &masked]);
    let out = go(&body, block(128), &kind.input(128), 2048).expect("it runs");
    kind.check(&out, (0..32).chain(64..128).map(|row| (row, row)));
    assert!(out[32 * 16..64 * 16].iter().all(|&bits| bits == 0x4000_0000));
    let small = "mov.u32 %r15, 0x04040010;";
    let body = multiplied([SHARED, GIVEN], &[DESCRIPTORS, small, keep, PRODUCT]);
    let out = go(&body, block(128), &kind.input(128), 2048).expect("it runs");
    kind.check(&out, (0..64).map(|row| (row, row / 16 * 32 + row % 16)));
}

/// Two blocks with half of the rows each, and half of the columns of the second factor.
#[test]
fn pairs_of_blocks() {
    let kind = &KINDS[0];
    let sync = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
    let given = GIVEN.to_string()
        + "mov.u32 %r53, %cluster_ctarank; shl.b32 %r54, %r53, 12; cvt.u64.u32 %rd10, %r54; add.u64 %rd7, %rd7, %rd10;
           ld.global.v4.b32 {%r20, %r21, %r22, %r23}, [%rd7]; ld.global.v4.b32 {%r24, %r25, %r26, %r27}, [%rd7+16];
           st.shared.v4.b32 [%r3], {%r20, %r21, %r22, %r23}; st.shared.v4.b32 [%r3+128], {%r24, %r25, %r26, %r27};
           mul.wide.u32 %rd7, %r1, 32; add.u64 %rd7, %rd2, %rd7; shl.b32 %r54, %r53, 8; cvt.u64.u32 %rd10, %r54; add.u64 %rd7, %rd7, %rd10; setp.lt.u32 %p3, %r1, 8;
           @%p3 ld.global.v4.b32 {%r30, %r31, %r32, %r33}, [%rd7+8192]; @%p3 ld.global.v4.b32 {%r34, %r35, %r36, %r37}, [%rd7+8208];
           @%p3 st.shared.v4.b32 [%r3+4096], {%r30, %r31, %r32, %r33}; @%p3 st.shared.v4.b32 [%r3+4224], {%r34, %r35, %r36, %r37};";
    let leader = "mov.u32 %r15, 0x10040010; setp.eq.and.u32 %p2, %r53, 0, %p2; mov.b16 %h3, 3;";
    let commit = COMMIT.replace("cluster.b64 [%r16]", "cluster.multicast::cluster.b64 [%r16], %h3");
    let lines = [
        SHARED,
        &given,
        ALLOCATE,
        INIT,
        PROXY,
        sync,
        DESCRIPTORS,
        leader,
        PRODUCT,
        &commit,
        WAIT,
        ALL_OUT,
        BARRIER,
        FREE,
        sync,
    ];
    let body = lines.join("\n").replace("cta_group::1", "cta_group::2");
    let config = LaunchConfig::new([2, 1, 1], [128, 1, 1]);
    let mut input = kind.input(256);
    input.resize(input.len() + 4096, 0);
    let out = go(&body, config, &input, 4096).unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
    kind.check(&out, (0..256).map(|row| (row, row)));
    // The other block is not waited for.
    let early = body.replacen(sync, "bar.sync 0;", 1);
    let (error, text) = go(&early, config, &input, 4096).expect_err("the other block's factors are not there");
    assert!(matches!(error, DeviceError::Fault(_)) && text.contains("tcgen05"), "{error} at {text}");
}

/// In kernels that have fences, work on tensor memory of another warp takes one on each side of what the warps meet at.
#[test]
fn fences_between_warps() {
    let before = "tcgen05.fence::before_thread_sync;";
    let after = "tcgen05.fence::after_thread_sync;";
    let set = format!("{before} {BARRIER} {after} {DESCRIPTORS}")
        + "shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10; mov.b32 %r20, 0f40000000;
           tcgen05.st.sync.aligned.32x32b.x4.b32 [%r17], {%r20, %r20, %r20, %r20}; tcgen05.wait::st.sync.aligned;
           BEFORE MEET AFTER";
    let load = LOAD.replace("[%r17+2]", "[%r17]");
    let body = with(BARRIER, &set).replace(LOAD, &load);
    let filled = |before: &str, meet: &str, after: &str| {
        body.replace("BEFORE", before).replace("MEET", meet).replace("AFTER", after)
    };
    let runs = |body: &str| {
        go(body, block(128), &[0; 256], 64).unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
    };
    let races = |body: &str, at: &str, words: &str| {
        let fault = fails(body, FaultKind::Race, at, &[0; 256]);
        assert!(fault.message.contains(words), "{fault}");
    };
    let whole = filled(before, BARRIER, after);
    runs(&whole);
    let missing =
        "is written without tcgen05.fence::before_thread_sync and tcgen05.fence::after_thread_sync in between";
    races(&filled("", BARRIER, after), "tcgen05.mma", missing);
    races(&filled(before, BARRIER, ""), "tcgen05.mma", missing);
    races(&filled(before, "", after), "tcgen05.", "is written without order");
    let late = whole.rfind(after).expect("a fence after the wait");
    let early = format!("{}{}", &whole[..late], &whole[late + after.len()..]);
    races(&early, "tcgen05.ld", "is read without tcgen05.fence");
    // Kernels without any rely on barriers and waits, which order what is waited for.
    let none = |body: &str| body.replace(before, "").replace(after, "");
    runs(&none(&whole));
    races(&none(&filled("", "", "")), "tcgen05.", "is written without order");
}

/// Stores eight columns, which are 100 times the lane more than their numbers.
const NUMBERED: &str = "bar.sync 0; ld.shared.u32 %r10, [s+4616]; shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10;
    mul.lo.u32 %r20, %r1, 100; add.u32 %r21, %r20, 1; add.u32 %r22, %r20, 2; add.u32 %r23, %r20, 3; add.u32 %r24, %r20, 4;
    add.u32 %r25, %r20, 5; add.u32 %r26, %r20, 6; add.u32 %r27, %r20, 7;
    tcgen05.st.sync.aligned.32x32b.x8.b32 [%r17+4], {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27}; tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;";
const LOAD_EIGHT: &str = "tcgen05.fence::after_thread_sync;
    tcgen05.ld.sync.aligned.32x32b.x8.b32 {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27}, [%r17+4]; tcgen05.wait::ld.sync.aligned;
    mul.wide.u32 %rd7, %r1, 32; add.u64 %rd7, %rd1, %rd7; st.global.v4.b32 [%rd7], {%r20, %r21, %r22, %r23};
    st.global.v4.b32 [%rd7+16], {%r24, %r25, %r26, %r27};";

#[test]
fn rows_that_are_shifted() {
    // Those of the second warp's lanes.
    let shift = "add.u32 %r30, %r10, 0x200004; @%p2 tcgen05.shift.cta_group::1.down [%r30];";
    let body = [SHARED, ALLOCATE, INIT, NUMBERED, shift, COMMIT, WAIT, LOAD_EIGHT, BARRIER, FREE].join("\n");
    let out = go(&body, block(128), &[0; 16], 1024).unwrap_or_else(|(error, text)| panic!("{error} at {text}"));
    for (index, found) in out.into_iter().enumerate() {
        let (lane, column) = (index as u32 / 8, index as u32 % 8);
        let from = if (33..64).contains(&lane) { lane - 1 } else { lane };
        assert_eq!(found, from * 100 + column, "lane {lane}, column {column}");
    }
    let wrong = |body: &str, at: &str, words: &str| {
        let (error, text) = go(body, block(128), &[0; 16], 1024).expect_err("it is wrong");
        assert!(text.contains(at) && error.to_string().contains(words), "{error} at {text}");
    };
    wrong(&body.replace(WAIT, ""), "tcgen05.ld", "no thread has waited for a tcgen05.commit");
    wrong(&body.replace("0x200004", "0x100004"), "tcgen05.shift", "lane 16");
}

/// The smallest and the greatest of the columns of each lane.
#[test]
fn columns_that_are_reduced() {
    let numbers: Vec<[u32; 4]> = (0..128u32)
        .map(|lane| std::array::from_fn(|column| (lane * 4 + column as u32).wrapping_mul(0x9e37_79b9)))
        .collect();
    let input: Vec<u8> = numbers.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    let float = |words: &[u32; 4], fold: fn(f32, f32) -> f32| {
        words.iter().map(|&bits| f32::from_bits(bits)).reduce(fold).map_or(0, f32::to_bits)
    };
    type Reduced<'r> = &'r dyn Fn(&[u32; 4]) -> u32;
    let cases: [(&str, Reduced<'_>); 6] = [
        ("max.u32", &|words| *words.iter().max().expect("four")),
        ("min.u32", &|words| *words.iter().min().expect("four")),
        ("max.s32", &|words| words.iter().map(|&word| word as i32).max().expect("four") as u32),
        ("min.s32", &|words| words.iter().map(|&word| word as i32).min().expect("four") as u32),
        ("max.f32", &|words| float(words, f32::max)),
        ("min.f32", &|words| float(words, f32::min)),
    ];
    for (operation, right) in cases {
        let body = [
            SHARED,
            ALLOCATE,
            "bar.sync 0; ld.shared.u32 %r10, [s+4616]; shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10;
             mul.wide.u32 %rd7, %r1, 16; add.u64 %rd7, %rd2, %rd7; ld.global.v4.b32 {%r20, %r21, %r22, %r23}, [%rd7];
             tcgen05.st.sync.aligned.32x32b.x4.b32 [%r17], {%r20, %r21, %r22, %r23}; tcgen05.wait::st.sync.aligned;",
            &format!("tcgen05.ld.red.sync.aligned.32x32b.x4.{operation} {{%r24, %r25, %r26, %r27}}, {{%r28}}, [%r17];"),
            "tcgen05.wait::ld.sync.aligned; xor.b32 %r29, %r24, %r20; xor.b32 %r30, %r27, %r23; or.b32 %r29, %r29, %r30;
             mul.wide.u32 %rd7, %r1, 8; add.u64 %rd7, %rd1, %rd7; st.global.v2.b32 [%rd7], {%r28, %r29};",
            BARRIER,
            FREE,
        ];
        let body = body.join("\n");
        let out = go_for("sm_103a", &body, block(128), &input, 256);
        let out = out.unwrap_or_else(|(error, text)| panic!("{error} at {text}"));
        for (lane, words) in numbers.iter().enumerate() {
            assert_eq!(out[2 * lane..2 * lane + 2], [right(words), 0], "{operation}, lane {lane}");
        }
        let early = body.replacen("tcgen05.wait::ld.sync.aligned;", "", 1);
        let (error, text) = go_for("sm_103a", &early, block(128), &input, 256).expect_err("nobody has waited");
        assert!(
            text.contains("tcgen05.dealloc") && error.to_string().contains("no tcgen05.wait::ld"),
            "{error} at {text}"
        );
    }
}

/// Where lines are contiguous, elements of 32 bits are in groups of four lines of 128 bytes, in which pieces of 32 bytes change places.
#[test]
fn contiguous_lines_of_wide_elements() {
    let kind = &KINDS[3];
    let mut input = vec![0; 8192];
    for (first, lines, seed) in [(0, 128, 1), (6144, 16, 2)] {
        for line in 0..lines {
            for depth in 0..8 {
                let place = first + (line / 32 * 2 + depth / 4) * 512 + depth % 4 * 128 + line % 32 * 4;
                let bits = TF32.bits[Numbers::number(line, depth, seed)] as u32;
                input[place ^ (place / 128 % 4) << 5..][..4].copy_from_slice(&bits.to_le_bytes());
            }
        }
    }
    let shared = SHARED.replace(".align 128 .b8 s[5760]", ".align 1024 .b8 s[8192]");
    let fill: String = [0, 2048, 6144]
        .iter()
        .map(|at| {
            format!(
                "ld.global.v4.b32 {{%r20, %r21, %r22, %r23}}, [%rd7+{at}]; st.shared.v4.b32 [%r24+{at}], {{%r20, %r21, %r22, %r23}};"
            )
        })
        .collect();
    let given = format!(
        "mul.wide.u32 %rd7, %r1, 16; add.u64 %rd7, %rd2, %rd7; shl.b32 %r24, %r1, 4; add.u32 %r24, %r24, %r2; {fill}"
    );
    let descriptors =
        "ld.shared.u32 %r10, [s+4616]; shr.u32 %r11, %r2, 4; or.b32 %r12, %r11, 0x400000; mov.u32 %r13, 0x20004020;
        mov.b64 %rd4, {%r12, %r13}; add.u32 %r12, %r12, 384; mov.b64 %rd5, {%r12, %r13};";
    let sets = |descriptor: u32| format!("mov.u32 %r15, {descriptor};");
    let descriptor = kind.descriptor | 0x0804_0000 | 3 << 15;
    let product = PRODUCT.replace("kind::f16", "kind::tf32");
    let body = multiplied([&shared, &given], &[descriptors, &sets(descriptor), &product]);
    let out = go(&body, block(128), &input, 2048).unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
    kind.check(&out, (0..128).map(|row| (row, row)));
    let wrong = |from: &str, to: &str, words: &str| {
        let (error, text) = go(&body.replace(from, to), block(128), &input, 2048).expect_err("it is wrong");
        assert!(error.to_string().contains(words), "{error} at {text}");
    };
    wrong("0x20004020", "0x40004020", "are swizzled by 32 bytes where lines are contiguous");
    wrong(&sets(descriptor), &sets(kind.descriptor | 0x0804_0000), "rows that are contiguous");
    let halves = sets(KINDS[0].descriptor | 0x0804_0000 | 3 << 15);
    let (error, _) =
        go(&body.replace(&sets(descriptor), &halves).replace("kind::tf32", "kind::f16"), block(128), &input, 2048)
            .expect_err("it is wrong");
    assert!(error.to_string().contains("elements of 32 bits alone"), "{error}");
}
