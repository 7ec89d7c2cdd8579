//! `mma.sp` and `mma.block_scale`: matrices spread over lanes and metadata as the manual's figures have them, and
//! products that are computed on the whole matrices.

use super::launch::{block, kernel, run};
use ptxlint::device::{DeviceError, FaultKind};

/// Rows and columns of a product of `mma`.
const ROWS: usize = 16;
const COLUMNS: usize = 8;
/// Registers of a lane for each operand, in memory.
const REGISTERS: usize = 4;

/// The bits of 1 and 2, the sign, and how many there are.
fn code(ty: &str) -> (u32, u32, u32, u32) {
    match ty {
        "f16" => (0x3c00, 0x4000, 0x8000, 16),
        "bf16" => (0x3f80, 0x4000, 0x8000, 16),
        "tf32" => (0x3f80_0000, 0x4000_0000, 0x8000_0000, 32),
        "e4m3" => (0x38, 0x40, 0x80, 8),
        "e5m2" => (0x3c, 0x40, 0x80, 8),
        "e2m3" => (0x08, 0x10, 0x20, 6),
        "e3m2" => (0x0c, 0x10, 0x20, 6),
        "e2m1" => (0x2, 0x4, 0x8, 4),
        other => panic!("{other}"),
    }
}

/// The bits of one of -2, -1, 0, 1, 2.
fn encode(ty: &str, value: i32) -> u32 {
    match ty {
        "s8" => value as u8 as u32,
        "s4" => value as u32 & 0xf,
        "u8" | "u4" => value.unsigned_abs(),
        _ => {
            let (one, two, sign, _) = code(ty);
            let size = [0, one, two][value.unsigned_abs() as usize];
            if value < 0 { size | sign } else { size }
        }
    }
}

/// What is multiplied.
#[derive(Clone, Copy)]
struct Form {
    instruction: &'static str,
    depth: usize,
    a: &'static str,
    b: &'static str,
    d: &'static str,
    /// Bits from one element to the next.
    spacing: usize,
    /// The selector of the metadata, if the first factor is sparse.
    selector: Option<usize>,
    /// How many scales a line has.
    scales: usize,
}

impl Form {
    fn dense(instruction: &'static str, depth: usize, types: [&'static str; 3], spacing: usize) -> Self {
        let [d, a, b] = types;
        Self { instruction, depth, a, b, d, spacing, selector: None, scales: 0 }
    }

    fn sparse(
        instruction: &'static str,
        depth: usize,
        types: [&'static str; 3],
        spacing: usize,
        selector: usize,
    ) -> Self {
        Self { selector: Some(selector), ..Self::dense(instruction, depth, types, spacing) }
    }

    fn is_unsigned(self) -> bool {
        self.a.starts_with('u')
    }

    /// Elements of a chunk of the sparse factor, and those that an index stands for.
    fn chunk(self) -> (usize, usize) {
        match self.spacing {
            32 => (2, 1),
            4 => (8, 2),
            _ => (4, 1),
        }
    }

    fn padding(self, ty: &str) -> u32 {
        if self.spacing == 8 && ty == "e2m1" { 2 } else { 0 }
    }

    /// An element of the first factor.
    fn a_at(self, row: usize, column: usize) -> i32 {
        let value = (row * 7 + column * 5 + row * column) as i32 % 5 - 2;
        let value = if value == 0 { 1 } else { value };
        let (chunk, unit) = self.chunk();
        let places = places(row, column / chunk, chunk / unit);
        let is_there = self.selector.is_none() || places.contains(&(column % chunk / unit));
        i32::from(is_there) * if self.is_unsigned() { value.abs() } else { value }
    }

    fn b_at(self, row: usize, column: usize) -> i32 {
        let value = (row * 3 + column * 11 + row / 3) as i32 % 5 - 2;
        if self.is_unsigned() { value.abs() } else { value }
    }

    fn c_at(row: usize, column: usize) -> i32 {
        (row * 3 + column) as i32 % 7 - 3
    }

    /// A scale of a line, as a power of two.
    fn scale_at(self, line: usize, at: usize) -> i32 {
        self.depth.checked_div(self.scales).map_or(0, |block| ((line + at / block) % 4) as i32 - 1)
    }

    fn product(self, row: usize, column: usize) -> f64 {
        let term = |at: usize| {
            let scale = self.scale_at(row, at) + self.scale_at(column + 1, at);
            f64::from(self.a_at(row, at) * self.b_at(at, column)) * f64::from(scale).exp2()
        };
        f64::from(Self::c_at(row, column)) + (0..self.depth).map(term).sum::<f64>()
    }
}

/// The units of a chunk of a row that are there.
fn places(row: usize, chunk: usize, units: usize) -> Vec<usize> {
    if units == 2 {
        return vec![(row + chunk) % 2];
    }
    [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]][(row + 5 * chunk) % 6].to_vec()
}

/// Bits side by side in words.
fn pack(elements: impl Iterator<Item = u32>, spacing: usize) -> Vec<u32> {
    let elements: Vec<u32> = elements.collect();
    elements
        .chunks(32 / spacing)
        .map(|word| word.iter().rev().fold(0, |all, bits| (u64::from(all) << spacing) as u32 | bits))
        .collect()
}

impl Form {
    /// The words of a lane: four of each factor and of what is added, then metadata, and the scales of both factors.
    fn words(self, lane: usize) -> Vec<u32> {
        let (group, thread) = (lane / 4, lane % 4);
        let per = 32 / self.spacing;
        let kept: Vec<Vec<i32>> = [group, group + 8].iter().map(|&row| self.kept(row)).collect();
        let depth = kept[0].len();
        let count = ROWS * depth / 32;
        let a = (0..count).map(|i| {
            let (upper, column) = (i / per % 2, thread * per + i % per + i / (2 * per) * 4 * per);
            encode(self.a, kept[upper][column]) << self.padding(self.a)
        });
        let b = (0..self.depth * COLUMNS / 32).map(|i| {
            encode(self.b, self.b_at(thread * per + i % per + i / per * 4 * per, group)) << self.padding(self.b)
        });
        let mut words = pack(a, self.spacing);
        words.resize(REGISTERS, 0);
        words.extend(pack(b, self.spacing));
        words.resize(2 * REGISTERS, 0);
        let c = |i: usize| Self::c_at(group + i / 2 * 8, 2 * thread + i % 2);
        match self.d {
            "f16" => words.extend(pack((0..4).map(|i| u32::from(half::f16::from_f64(c(i).into()).to_bits())), 16)),
            "s32" => words.extend((0..4).map(|i| c(i) as u32)),
            _ => words.extend((0..4).map(|i| (c(i) as f32).to_bits())),
        }
        words.resize(3 * REGISTERS, 0);
        words.push(self.metadata(lane));
        words.extend(self.scale_words(lane));
        words.push(0);
        words
    }

    /// What is there of a row of the first factor.
    fn kept(self, row: usize) -> Vec<i32> {
        let (chunk, unit) = self.chunk();
        let is_kept = |&at: &usize| {
            self.selector.is_none() || places(row, at / chunk, chunk / unit).contains(&(at % chunk / unit))
        };
        (0..self.depth).filter(is_kept).map(|at| self.a_at(row, at)).collect()
    }

    /// The manual's figures: which rows and columns a thread of four has the metadata of. Others have what must not be read.
    fn metadata(self, lane: usize) -> u32 {
        let (group, [low, high]) = (lane / 4, [lane % 2, lane / 2 % 2]);
        let Some(selector) = self.selector else { return 0 };
        let (chunk, unit) = self.chunk();
        let nibbles = self.depth / chunk;
        let nibble = |row: usize, at: usize| match places(row, at, chunk / unit)[..] {
            [place] => [0b0100, 0b1110][place],
            ref places => (places[0] | places[1] << 2) as u32,
        };
        let row_of =
            |row: usize, first: usize, count: usize| pack((first..first + count).map(|at| nibble(row, at)), 4)[0];
        let halves = |first: usize| row_of(group, first, 4) | row_of(group + 8, first, 4) << 16;
        match (self.spacing >= 16, nibbles) {
            (true, 4) if lane % 4 == selector => halves(0),
            (true, 8) if high == selector => halves(4 * low),
            (false, 8) if high == selector => row_of(group + 8 * low, 0, 8),
            (false, 16) => row_of(group + 8 * low, 8 * high, 8),
            _ => u32::MAX,
        }
    }

    /// Scales of rows are in the second pair of threads, those of columns in the third thread.
    fn scale_words(self, lane: usize) -> [u32; 2] {
        if self.scales == 0 {
            return [0; 2];
        }
        let group = lane / 4;
        let code = |power: i32| if self.instruction.ends_with("ue4m3") { (7 + power) << 3 } else { 127 + power } as u32;
        let bytes = |line: usize| {
            let scales = (0..self.scales).map(|at| code(self.scale_at(line, at * self.depth / self.scales)));
            pack(scales, 8)[0] << self.shift()
        };
        let a = if lane % 4 >= 2 { bytes(group + 8 * (lane % 2)) } else { u32::MAX };
        let b = if lane % 4 == 2 { bytes(group + 1) } else { u32::MAX };
        [a, b]
    }

    /// The scales are not in the lowest bytes, if there is room.
    fn shift(self) -> u32 {
        [0, 24, 16, 0, 0][self.scales]
    }

    /// The instruction's kernel: a lane loads sixteen words and stores four.
    fn ptx(self) -> String {
        let count = |elements: usize| elements * self.spacing / 32 / 32;
        let sparse = if self.selector.is_some() { 2 } else { 1 };
        let list = |first: usize, count: usize| {
            let names: Vec<String> = (first..first + count).map(|at| format!("%r{at}")).collect();
            format!("{{{}}}", names.join(", "))
        };
        let [a, b] = [count(ROWS * self.depth / sparse), count(COLUMNS * self.depth)];
        let sums = if self.d == "f16" { 2 } else { 4 };
        let mut operands = vec![list(40, sums), list(10, a), list(10 + REGISTERS, b), list(10 + 2 * REGISTERS, sums)];
        if let Some(selector) = self.selector {
            operands.extend(["%r22".to_string(), selector.to_string()]);
        }
        if self.scales > 0 {
            let byte = self.shift() / 8;
            operands.extend(["%r23".into(), format!("{{{byte}, 1}}"), "%r24".into(), format!("{{{byte}, 2}}")]);
        }
        let loads: String = (0..16).map(|at| format!("ld.global.u32 %r{}, [%rd4+{}];", 10 + at, 4 * at)).collect();
        let stores: String = (0..sums).map(|at| format!("st.global.u32 [%rd6+{}], %r{};", 4 * at, 40 + at)).collect();
        let ptx = kernel(&format!(
            "mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 64; add.u64 %rd4, %rd2, %rd3;
            mul.wide.u32 %rd5, %r1, 16; add.u64 %rd6, %rd1, %rd5; {loads} {} {}; {stores}",
            self.instruction,
            operands.join(", ")
        ));
        let needs_blackwell = self.instruction.contains("kind::");
        if needs_blackwell { ptx.replace(".version 8.6", ".version 9.1").replace("sm_90a", "sm_120a") } else { ptx }
    }

    fn input(self) -> Vec<u8> {
        (0..32).flat_map(|lane| self.words(lane)).flat_map(u32::to_le_bytes).collect()
    }

    fn check(self) {
        let ptx = self.ptx();
        let found = run(&ptx, block(32), &self.input(), 128).unwrap_or_else(|error| panic!("{error}\n{ptx}"));
        for lane in 0..32 {
            let right: Vec<f64> = (0..4).map(|i| self.product(lane / 4 + i / 2 * 8, 2 * (lane % 4) + i % 2)).collect();
            let own = &found[4 * lane..][..4];
            let got: Vec<f64> = match self.d {
                "f16" => {
                    let half = |i: usize| half::f16::from_bits((own[i / 2] >> (16 * (i % 2))) as u16).to_f64();
                    (0..4).map(half).collect()
                }
                "s32" => own.iter().map(|&word| f64::from(word as i32)).collect(),
                _ => own.iter().map(|&word| f32::from_bits(word).into()).collect(),
            };
            assert_eq!(got, right, "lane {lane} of {} with {:?}", self.instruction, self.selector);
        }
    }
}

/// An instruction, its depth, the types of the result and the factors, bits of an element, and selectors.
type SparseForm = (&'static str, usize, [&'static str; 3], usize, &'static [usize]);

#[test]
fn sparse_products() {
    let forms: [SparseForm; 13] = [
        ("mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 16, ["f16", "f16", "f16"], 16, &[0, 1, 2, 3]),
        ("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 16, ["f32", "f16", "f16"], 16, &[2]),
        ("mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32", 32, ["f32", "bf16", "bf16"], 16, &[0, 1]),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16",
            32,
            ["f16", "f16", "f16"],
            16,
            &[0, 1],
        ),
        ("mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 8, ["f32", "tf32", "tf32"], 32, &[0, 3]),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32",
            16,
            ["f32", "tf32", "tf32"],
            32,
            &[0, 1],
        ),
        ("mma.sp.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32", 32, ["s32", "s8", "s8"], 8, &[0, 1]),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.satfinite.s32.u8.u8.s32",
            64,
            ["s32", "u8", "u8"],
            8,
            &[0],
        ),
        ("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32", 64, ["s32", "s4", "s4"], 4, &[0, 1]),
        ("mma.sp.sync.aligned.m16n8k128.row.col.s32.u4.u4.s32", 128, ["s32", "u4", "u4"], 4, &[0]),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.f32.e4m3.e5m2.f32",
            64,
            ["f32", "e4m3", "e5m2"],
            8,
            &[0],
        ),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32.e2m1.e3m2.f32",
            64,
            ["f32", "e2m1", "e3m2"],
            8,
            &[0],
        ),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f16.e2m3.e4m3.f16",
            64,
            ["f16", "e2m3", "e4m3"],
            8,
            &[0],
        ),
    ];
    for (instruction, depth, types, spacing, selectors) in forms {
        selectors.iter().for_each(|&selector| Form::sparse(instruction, depth, types, spacing, selector).check());
    }
}

#[test]
fn scaled_products() {
    let narrow = "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e2m3.f32";
    Form::dense(narrow, 32, ["f32", "e2m1", "e2m3"], 8).check();
    let forms = [
        (
            "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e3m2.e4m3.f32.ue8m0",
            32,
            ["f32", "e3m2", "e4m3"],
            8,
            1,
        ),
        (
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
            64,
            ["f32", "e2m1", "e2m1"],
            4,
            2,
        ),
        (
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0",
            64,
            ["f32", "e2m1", "e2m1"],
            4,
            2,
        ),
        (
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3",
            64,
            ["f32", "e2m1", "e2m1"],
            4,
            4,
        ),
    ];
    for (instruction, depth, types, spacing, scales) in forms {
        Form { scales, ..Form::dense(instruction, depth, types, spacing) }.check();
    }
    let sparse = [
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::mxf8f6f4.block_scale.f32.e2m1.e5m2.f32.ue8m0",
            64,
            ["f32", "e2m1", "e5m2"],
            8,
            1,
        ),
        (
            "mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.f32.e2m1.e2m1.f32.ue8m0",
            128,
            ["f32", "e2m1", "e2m1"],
            4,
            2,
        ),
    ];
    for (instruction, depth, types, spacing, scales) in sparse {
        Form { scales, ..Form::sparse(instruction, depth, types, spacing, 0) }.check();
    }
}

/// Metadata that names the same element twice, though it has to be in order.
#[test]
fn metadata_out_of_order() {
    let instruction = "mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32";
    let form = Form::sparse(instruction, 16, ["f32", "f16", "f16"], 16, 0);
    let mut input = form.input();
    input[4 * 12..4 * 13].copy_from_slice(&0x4444_4441u32.to_le_bytes());
    match run(&form.ptx(), block(32), &input, 128) {
        Err(DeviceError::Fault(fault)) => {
            assert_eq!(fault.kind, FaultKind::InvalidOperand);
            assert!(fault.message.contains("chunk 0 of row 0 is 0b0001"), "{fault}");
        }
        other => panic!("no fault but {other:?}"),
    }
}
