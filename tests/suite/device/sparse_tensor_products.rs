//! `tcgen05.mma.sp`: metadata spread over lanes of tensor memory as CUTLASS's layouts of it say, and products that are computed on whole rows.

use super::launch::block;
use super::tensor_memory::{fails, go};
use ptxlint::device::{DeviceError, FaultKind};
use ptxlint::kernels::LaunchConfig;

/// Rows of the first factor are 32 bytes and columns of the second 64, in groups of eight lines: 16 bytes of each, then the next ones. 4096
/// bytes of the first and 1024 of the second one are followed by an mbarrier object, the address of tensor memory, and scales.
const FILL: &str = ".shared .align 128 .b8 s[6400];
    mov.u32 %r1, %tid.x; mov.u32 %r2, s; setp.lt.u32 %p1, %r1, 32; setp.eq.u32 %p2, %r1, 0; setp.lt.u32 %p3, %r1, 16;
    shr.u32 %r3, %r1, 3; shl.b32 %r4, %r3, 8; and.b32 %r5, %r1, 7; shl.b32 %r5, %r5, 4; add.u32 %r4, %r4, %r5; add.u32 %r4, %r4, %r2;
    shl.b32 %r6, %r3, 9; add.u32 %r6, %r6, %r5; add.u32 %r6, %r6, %r2;
    mov.u32 %r9, 0; setp.ne.u32 %p5, %r9, 0; mul.wide.u32 %rd3, %r1, 32; add.u64 %rd3, %rd2, %rd3;
    ld.global.v4.b32 {%r20, %r21, %r22, %r23}, [%rd3]; ld.global.v4.b32 {%r24, %r25, %r26, %r27}, [%rd3+16];
    st.shared.v4.b32 [%r4], {%r20, %r21, %r22, %r23}; st.shared.v4.b32 [%r4+128], {%r24, %r25, %r26, %r27};
    mul.wide.u32 %rd4, %r1, 64; add.u64 %rd4, %rd2, %rd4;
    @%p3 ld.global.v4.b32 {%r30, %r31, %r32, %r33}, [%rd4+4096]; @%p3 st.shared.v4.b32 [%r6+4096], {%r30, %r31, %r32, %r33};
    @%p3 ld.global.v4.b32 {%r30, %r31, %r32, %r33}, [%rd4+4112]; @%p3 st.shared.v4.b32 [%r6+4224], {%r30, %r31, %r32, %r33};
    @%p3 ld.global.v4.b32 {%r30, %r31, %r32, %r33}, [%rd4+4128]; @%p3 st.shared.v4.b32 [%r6+4352], {%r30, %r31, %r32, %r33};
    @%p3 ld.global.v4.b32 {%r30, %r31, %r32, %r33}, [%rd4+4144]; @%p3 st.shared.v4.b32 [%r6+4480], {%r30, %r31, %r32, %r33};
    mul.wide.u32 %rd5, %r1, 8; add.u64 %rd5, %rd2, %rd5; ld.global.v2.b32 {%r38, %r39}, [%rd5+5120];
    mul.wide.u32 %rd6, %r1, 4; add.u64 %rd6, %rd2, %rd6; ld.global.u32 %r40, [%rd6+6144]; ld.global.u32 %r41, [%rd6+6656];
    and.b32 %r42, %r1, 31; shl.b32 %r42, %r42, 4; shr.u32 %r43, %r1, 5; shl.b32 %r43, %r43, 2; add.u32 %r42, %r42, %r43;
    add.u32 %r42, %r42, %r2; st.shared.u32 [%r42+5248], %r40; st.shared.u32 [%r42+5760], %r41;
    @%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [s+5128], 64;
    @%p2 mbarrier.init.shared.b64 [s+5120], 1; fence.proxy.async;";
const MET: &str = "bar.sync 0;";
/// Metadata gets to columns 24 and 25, and the first factor to columns 32 to 39.
const STORE: &str =
    "ld.shared.u32 %r10, [s+5128]; shr.u32 %r17, %r1, 5; shl.b32 %r17, %r17, 21; add.u32 %r17, %r17, %r10;
    tcgen05.st.sync.aligned.32x32b.x2.b32 [%r17+24], {%r38, %r39};
    tcgen05.st.sync.aligned.32x32b.x8.b32 [%r17+32], {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27};";
const STORED: &str = "tcgen05.wait::st.sync.aligned; tcgen05.fence::before_thread_sync;";
/// Scales get to columns 48 to 51 and 52 to 55.
const SCALES: &str = "mov.u32 %r45, 0x4008; add.u32 %r44, %r11, 328; mov.b64 %rd9, {%r44, %r45}; add.u32 %r46, %r10, 48;
    @%p2 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r46], %rd9; add.u32 %r44, %r44, 32; mov.b64 %rd9, {%r44, %r45}; add.u32 %r47, %r10, 52;
    @%p2 tcgen05.cp.cta_group::1.32x128b.warpx4 [%r47], %rd9;";
const DESCRIPTORS: &str =
    "tcgen05.fence::after_thread_sync; shr.u32 %r11, %r2, 4; or.b32 %r12, %r11, 0x80000; mov.u32 %r13, 0x4010;
    mov.b64 %rd7, {%r12, %r13}; add.u32 %r12, %r12, 256; mov.u32 %r13, 0x4020; mov.b64 %rd8, {%r12, %r13};
    add.u32 %r48, %r10, 24; add.u32 %r49, %r10, 32;";
const COMMIT: &str =
    "add.u32 %r16, %r2, 5120; @%p2 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r16];
    wait: mbarrier.try_wait.parity.shared.b64 %p6, [s+5120], 0; @!%p6 bra wait; tcgen05.fence::after_thread_sync;";
const OUT: &str = "tcgen05.ld.sync.aligned.32x32b.x16.b32 {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27, %r30, %r31, %r32, %r33, %r34, %r35, %r36, %r37}, [%r17];
    tcgen05.wait::ld.sync.aligned; mov.u32 %r50, %ctaid.x; mad.lo.u32 %r50, %r50, 128, %r1; mul.wide.u32 %rd10, %r50, 64; add.u64 %rd10, %rd1, %rd10;
    st.global.v4.b32 [%rd10], {%r20, %r21, %r22, %r23}; st.global.v4.b32 [%rd10+16], {%r24, %r25, %r26, %r27};
    st.global.v4.b32 [%rd10+32], {%r30, %r31, %r32, %r33}; st.global.v4.b32 [%rd10+48], {%r34, %r35, %r36, %r37};
    bar.sync 0; @%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r10, 64;";

/// A kind of product: its name, bits of -1, 0, 1 and 2 and how many bits they have, how many elements are in 32 bytes of the first factor and in 16
/// of the second, the instruction descriptor without shape, scales of a line, and four bits of metadata that mean something.
struct Kind {
    name: &'static str,
    bits: [u64; 4],
    width: usize,
    depth: usize,
    packed: usize,
    descriptor: u32,
    scales: usize,
    nibbles: &'static [u8],
}

/// Two of four elements, or pairs of them.
const PAIRS: &[u8] = &[0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b0110, 0b1110];
const SPARSE: u32 = 1 << 2;
const SCALED: u32 = 1 << 23;
const KINDS: [Kind; 7] = [
    kind("f16", [0xbc00, 0, 0x3c00, 0x4000], [16, 16, 8], 0x10, 0),
    Kind {
        nibbles: &[0b0100, 0b1110],
        ..kind("tf32", [0xbf80_0000, 0, 0x3f80_0000, 0x4000_0000], [32, 8, 4], 0x910, 0)
    },
    kind("f8f6f4", [0xb8, 0, 0x38, 0x40], [8, 32, 16], 0x10, 0),
    kind("i8", [0xff, 0, 1, 2], [8, 32, 16], 0x20 | 1 << 7 | 1 << 10, 0),
    kind("mxf8f6f4.block_scale", [0xb8, 0, 0x38, 0x40], [8, 32, 16], SCALED, 1),
    kind("mxf4.block_scale", [0xa, 0, 2, 4], [4, 64, 32], SCALED | 1 << 7 | 1 << 10, 2),
    kind("mxf4nvf4.block_scale.block16", [0xa, 0, 2, 4], [4, 64, 32], 1 << 7 | 1 << 10, 4),
];

const fn kind(
    name: &'static str,
    bits: [u64; 4],
    [width, depth, packed]: [usize; 3],
    descriptor: u32,
    scales: usize,
) -> Kind {
    Kind { name, bits, width, depth, packed, descriptor: descriptor | SPARSE, scales, nibbles: PAIRS }
}

/// The number of a line at an index, from 0 for -1.
fn number(line: usize, index: usize, seed: usize) -> usize {
    (line * 7 + index * 5 + line * index % 11 + seed) / 3 % 4
}

/// The scale of a row or column, as a power of two.
fn scale(line: usize, index: usize) -> i32 {
    (line * 3 + index) as i32 % 5 - 2
}

impl Kind {
    fn line(&self, count: usize, line: usize, seed: usize) -> Vec<u8> {
        let mut bytes = vec![0; count * 16 / self.packed];
        for index in 0..count {
            let bits = self.bits[number(line, index, seed)];
            let at = index / self.packed * 128 + index % self.packed * self.width;
            for bit in 0..self.width {
                bytes[(at + bit) / 8] |= ((bits >> bit & 1) as u8) << ((at + bit) % 8);
            }
        }
        bytes
    }

    /// The four bits for a chunk of a row.
    fn nibble(&self, row: usize, chunk: usize) -> u8 {
        self.nibbles[(row * 5 + chunk * 3 + row * chunk % 7) % self.nibbles.len()]
    }

    /// The two words of a lane of metadata; `rows` of them are repeated in all lanes.
    fn metadata(&self, lane: usize, rows: usize, selector: usize) -> [u32; 2] {
        let lane = lane % rows;
        let word = |of: &dyn Fn(usize) -> (usize, usize)| {
            (0..8).fold(0, |word, place| {
                let (row, chunk) = of(place);
                word | u32::from(self.nibble(row, chunk)) << (4 * place)
            })
        };
        if self.width >= 16 {
            let word = word(&|place| (lane / 16 * 16 + lane % 8 + place / 4 * 8, lane / 8 % 2 * 4 + place % 4));
            return if selector == 0 { [word, 0] } else { [0, word] };
        }
        [0, 8].map(|first| word(&|place| (lane, first + place)))
    }

    fn input(&self, rows: usize, selector: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..128).flat_map(|row| self.line(self.depth, row % rows, 1)).collect();
        bytes.extend((0..16).flat_map(|column| self.line(2 * self.depth, column, 2)));
        bytes.extend((0..128).flat_map(|lane| self.metadata(lane, rows, selector)).flat_map(u32::to_le_bytes));
        let scale_bits = |line: usize, index: usize| match self.descriptor & SCALED {
            0 => ((7 + scale(line, index)) << 3) as u8,
            _ => (127 + scale(line, index)) as u8,
        };
        for _ in 0..2 {
            let lines = (0..128).flat_map(|line| (0..4).map(move |index| (line, index)));
            bytes.extend(lines.map(|(line, index)| scale_bits(line, index)));
        }
        bytes
    }

    /// An element of the product, of whole rows.
    fn element(&self, row: usize, column: usize) -> f64 {
        let value = |of: usize| [-1.0, 0.0, 1.0, 2.0][of];
        let (chunk, unit) =
            [(2, 1), (4, 1), (8, 2)][if self.width == 32 { 0 } else { 1 + usize::from(self.width == 4) }];
        let mut whole = vec![0.0; 2 * self.depth];
        for index in 0..self.depth {
            let (at, within) = (index / (chunk / 2), index % (chunk / 2));
            let nibble = usize::from(self.nibble(row, at));
            let place = match self.width {
                32 => nibble >> 3,
                _ => (nibble >> (2 * (within / unit)) & 3) * unit + within % unit,
            };
            whole[at * chunk + place] = value(number(row, index, 1));
        }
        let scaled = |line: usize, index: usize| match self.scales {
            0 => 1.0,
            scales => 2f64.powi(scale(line, index * scales / (2 * self.depth))),
        };
        let terms = whole
            .into_iter()
            .enumerate()
            .map(|(index, first)| first * value(number(column, index, 2)) * scaled(row, index) * scaled(column, index));
        terms.sum()
    }

    fn body(&self, shape: u32, first: &str) -> String {
        let scales = if self.scales > 0 { "[%r46], [%r47]," } else { "" };
        let product = format!(
            "mov.u32 %r15, {}; @%p2 tcgen05.mma.sp.cta_group::1.kind::{} [%r10], {first}, %rd8, [%r48], %r15, {scales} %p5;",
            self.descriptor | shape,
            self.name
        );
        [FILL, MET, STORE, STORED, MET, DESCRIPTORS, SCALES, &product, COMMIT, OUT].join("\n")
    }

    fn check(&self, out: &[u32], lane: usize, row: usize, first: usize) {
        for column in 0..16 {
            let bits = out[lane * 16 + column];
            let found = if self.width == 8 && self.name == "i8" {
                f64::from(bits as i32)
            } else {
                f64::from(f32::from_bits(bits))
            };
            let right = self.element(row, (first + column) % 16);
            assert_eq!(found, right, "{}, row {row}, column {column} from {first}", self.name);
        }
    }
}

#[test]
fn every_kind() {
    for kind in &KINDS {
        // The first factor in shared and in tensor memory.
        for first in ["%rd7", "[%r49]"] {
            let body = kind.body(0x0804_0000, first);
            let out = go(&body, block(128), &kind.input(128, 0), 2048);
            let out = out.unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
            (0..128).for_each(|row| kind.check(&out, row, row, 0));
        }
    }
    let second = KINDS[0].body(0x0804_0001, "%rd7");
    let out = go(&second, block(128), &KINDS[0].input(128, 1), 2048).expect("the second of two columns of metadata");
    (0..128).for_each(|row| KINDS[0].check(&out, row, row, 0));
}

/// Half of the columns are in lanes of their own, which have the metadata once more. Columns repeat after eight.
#[test]
fn columns_beside_each_other() {
    for kind in &KINDS[..4] {
        let body = kind.body(0x0410_0000, "%rd7").replace("mma.sp", "mma.ws.sp").replace("0x4020", "0x4000");
        let out = go(&body, block(128), &kind.input(64, 0), 2048);
        let out = out.unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
        for lane in 0..128 {
            for column in 0..16 {
                let (bits, right) = (out[lane * 16 + column], kind.element(lane % 64, column % 8));
                let found = if kind.name == "i8" { f64::from(bits as i32) } else { f64::from(f32::from_bits(bits)) };
                assert_eq!(found, right, "{}, lane {lane}, column {column}", kind.name);
            }
        }
        let (error, _) = go(&body, block(128), &kind.input(128, 0), 2048).expect_err("other metadata in other lanes");
        assert!(error.to_string().contains("differs"), "{error}");
    }
}

/// Two blocks with the same rows each, and half of the columns.
#[test]
fn pairs_of_blocks() {
    for kind in [&KINDS[0], &KINDS[6]] {
        let sync = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";
        let body = kind
            .body(0x1004_0000, "%rd7")
            .replace("cta_group::1", "cta_group::2")
            .replace("cluster.b64 [%r16]", "cluster.multicast::cluster.b64 [%r16], %h3");
        let start = body.find("tcgen05.fence::after_thread_sync").expect("a fence");
        let leader = "mov.u32 %r53, %cluster_ctarank; setp.eq.and.u32 %p2, %r53, 0, %p2; mov.b16 %h3, 3;";
        let body = format!("{} {sync} {leader} {} {sync}", &body[..start], &body[start..]);
        let out = go(&body, LaunchConfig::new([2, 1, 1], [128, 1, 1]), &kind.input(128, 0), 4096);
        let out = out.unwrap_or_else(|(error, text)| panic!("{error} at {text} in {body}"));
        for place in 0..256 {
            for column in 0..16 {
                // Scales are those of all columns, of which each block gives the same eight.
                if kind.scales == 0 || column < 8 {
                    let found = f64::from(f32::from_bits(out[place * 16 + column]));
                    assert_eq!(found, kind.element(place % 128, column % 8), "row {place}, column {column}");
                }
            }
        }
    }
}

#[test]
fn metadata_that_is_wrong() {
    let kind = &KINDS[2];
    let (body, input) = (kind.body(0x0804_0000, "%rd7"), kind.input(128, 0));
    let changed = |from: &str, to: &str| {
        assert!(body.contains(from), "{from}");
        body.replacen(from, to, 1)
    };
    let wrong = |from: &str, to: &str, kind: FaultKind, words: &str| {
        let fault = fails(&changed(from, to), kind, "tcgen05.mma", &input);
        assert!(fault.message.contains(words), "{fault}");
    };
    wrong("tcgen05.wait::st.sync.aligned;", "", FaultKind::Race, "no tcgen05.wait::st");
    wrong("[%r17+24], {%r38, %r39}", "[%r17+26], {%r38, %r39}", FaultKind::Uninitialised, "the metadata of row 0");
    wrong(
        "[%r17+24], {%r38, %r39}",
        "[%r17+24], {%r9, %r39}",
        FaultKind::InvalidOperand,
        "0b0000, which names no elements",
    );
    let sets = |bits: u32| format!("mov.u32 %r15, {bits}");
    let right = kind.descriptor | 0x0804_0000;
    wrong(&sets(right), &sets(right & !SPARSE), FaultKind::InvalidOperand, "one of dense factors");
    wrong(&sets(right), &sets(right | 1), FaultKind::InvalidOperand, "is 0, not 1");
    let refused = |from: &str, to: &str, words: &str| {
        let (error, _) = go(&changed(from, to), block(128), &input, 64).expect_err("it is not implemented");
        assert!(matches!(&error, DeviceError::Unsupported { what, .. } if what.contains(words)), "{error}");
    };
    refused("add.u32 %r48, %r10, 24", "add.u32 %r48, %r10, 25", "an odd column");
    refused(&sets(right), &sets(kind.descriptor | 0x0404_0000), "64 rows");
}
