//! What nvcc makes of `nvcuda::wmma` (`fixtures/_device/fragments.cu`), in all shapes and layouts, and what is wrong about fragments.

use super::launch::{block, kernel, run};
use crate::common::{fixture::Verdict, ptxas};
use ptxlint::device::{Arg, Buffer, Cpu, Device, DeviceError, FaultKind, LoadedModule};
use ptxlint::kernels::LaunchConfig;

const PTX: &str = include_str!("../../../fixtures/_device/fragments.ptx");

/// Elements between rows or columns that belong to nobody: `PAD` in the source.
const PAD: usize = 16;

/// The kernels' names begin with the type of what is multiplied; the type of the sums, and the types' ranges.
const TYPES: [(&str, &str, i32, i32); 7] = [
    ("f16", "f32", -4, 5),
    ("h16", "f16", -4, 5),
    ("bf16", "f32", -4, 5),
    ("s8", "s32", -128, 128),
    ("u8", "s32", 0, 256),
    ("tf32", "f32", -4, 5),
    ("f64", "f64", -100, 100),
];

fn encode(ty: &str, value: f64) -> Vec<u8> {
    match ty {
        "f16" | "h16" => half::f16::from_f64(value).to_le_bytes().to_vec(),
        "bf16" => half::bf16::from_f64(value).to_le_bytes().to_vec(),
        "f32" | "tf32" => (value as f32).to_le_bytes().to_vec(),
        "f64" => value.to_le_bytes().to_vec(),
        "s32" => (value as i32).to_le_bytes().to_vec(),
        _ => vec![value as i32 as u8],
    }
}

/// A matrix in memory.
struct Matrix {
    rows: usize,
    columns: usize,
    by_columns: bool,
    elements: Vec<f64>,
}

impl Matrix {
    fn new(rows: usize, columns: usize, layout: &str, element: impl FnMut(usize) -> f64) -> Self {
        Self { rows, columns, by_columns: layout == "col", elements: (0..rows * columns).map(element).collect() }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.elements[row * self.columns + column]
    }

    /// The bytes, with a number between rows or columns that would be noticed.
    fn bytes(&self, ty: &str) -> Vec<u8> {
        let (lines, length) = if self.by_columns { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let element = |line, at| match (at < length, self.by_columns) {
            (false, _) => 77.0,
            (true, false) => self.at(line, at),
            (true, true) => self.at(at, line),
        };
        (0..lines).flat_map(|line| (0..length + PAD).flat_map(move |at| encode(ty, element(line, at)))).collect()
    }
}

fn upload(cpu: &mut Cpu, bytes: &[u8]) -> Buffer {
    let buffer = cpu.alloc(bytes.len() as u64).expect("memory");
    cpu.upload(buffer, bytes).expect("as large");
    buffer
}

/// Launches a kernel on one warp; what it leaves in the last buffer.
fn launch(cpu: &mut Cpu, module: LoadedModule, kernel: &str, buffers: [&[u8]; 4]) -> Vec<u8> {
    let mut left = buffers[3].to_vec();
    let buffers = buffers.map(|bytes| upload(cpu, bytes));
    let args = buffers.map(Arg::Buffer);
    cpu.launch(module, kernel, block(32), &args).unwrap_or_else(|error| panic!("{kernel}: {error}"));
    cpu.download(buffers[3], &mut left).expect("as large");
    left
}

#[test]
fn shapes_and_layouts() {
    let mut cpu = Cpu::new();
    let module = cpu.load(PTX).unwrap_or_else(|error| panic!("{error}"));
    let mut random = fastrand::Rng::with_seed(7);
    let mut seen = 0;
    for name in PTX.lines().filter_map(|line| line.strip_prefix(".visible .entry ")?.split('(').next()) {
        let Some((ty, sums, low, high)) = TYPES.into_iter().find(|(ty, ..)| name.starts_with(&format!("{ty}_"))) else {
            continue;
        };
        let words: Vec<&str> = name.split('_').collect();
        let [_, a_layout, b_layout, c_layout, shape] = words[..] else { panic!("{name}") };
        let extents: Vec<usize> = shape.split(['m', 'n', 'k']).filter_map(|number| number.parse().ok()).collect();
        let [m, n, k] = extents[..] else { panic!("{name}") };
        let mut number = || f64::from(random.i32(low..high));
        let a = Matrix::new(m, k, a_layout, |_| number());
        let b = Matrix::new(k, n, b_layout, |_| number());
        let c = Matrix::new(m, n, c_layout, |_| number());
        let right = Matrix::new(m, n, c_layout, |i| {
            let (row, column) = (i / n, i % n);
            2.0 * (c.at(row, column) + (0..k).map(|at| a.at(row, at) * b.at(at, column)).sum::<f64>())
        });
        let empty = Matrix::new(m, n, c_layout, |_| 0.0);
        let inputs = [a.bytes(ty), b.bytes(ty), c.bytes(sums), empty.bytes(sums)];
        let found = launch(&mut cpu, module, name, [&inputs[0], &inputs[1], &inputs[2], &inputs[3]]);
        assert!(found == right.bytes(sums), "{name}");
        seen += 1;
    }
    assert_eq!(seen, 34, "kernels of the source");
}

#[test]
fn elements_of_less_than_a_byte() {
    let mut cpu = Cpu::new();
    let module = cpu.load(PTX).unwrap_or_else(|error| panic!("{error}"));
    let mut random = fastrand::Rng::with_seed(8);
    let c: Vec<u8> = (0..64i32).flat_map(|i| (i - 30).to_le_bytes()).collect();
    for (name, bits) in [("s4", 4), ("u4", 4), ("b1", 1)] {
        let mut bytes = || (0..128).map(|_| random.u8(..)).collect::<Vec<u8>>();
        let (a, b) = (bytes(), bytes());
        let length = 128 * 8 / 8 / bits;
        let element = |matrix: &[u8], line: usize, at: usize| {
            let bit = (line * length + at) * bits;
            let value = i32::from(matrix[bit / 8] >> (bit % 8) & ((1u16 << bits) - 1) as u8);
            if name == "s4" && value >= 8 { value - 16 } else { value }
        };
        let right = (0..64).flat_map(|i| {
            let terms = (0..length).map(|at| (element(&a, i / 8, at), element(&b, i % 8, at)));
            let sum: i32 = terms.map(|(a, b)| if bits == 1 { a ^ b } else { a * b }).sum();
            (sum + i as i32 - 30).to_le_bytes()
        });
        let found = launch(&mut cpu, module, name, [&a, &b, &c, &[0; 256]]);
        assert_eq!(found, right.collect::<Vec<u8>>(), "{name}");
    }
}

#[test]
fn tiles_by_way_of_shared_memory() {
    let (m, n, k) = (64, 96, 128);
    let mut cpu = Cpu::new();
    let module = cpu.load(PTX).unwrap_or_else(|error| panic!("{error}"));
    let mut random = fastrand::Rng::with_seed(9);
    let mut numbers = |count: usize| (0..count).map(|_| f64::from(random.i32(-8..8))).collect::<Vec<_>>();
    let (a, b) = (numbers(m * k), numbers(k * n));
    let halves = |numbers: &[f64]| numbers.iter().flat_map(|&number| encode("f16", number)).collect::<Vec<u8>>();
    let [a_buffer, b_buffer] = [&a, &b].map(|numbers| upload(&mut cpu, &halves(numbers)));
    let result = upload(&mut cpu, &vec![0; 4 * m * n]);
    let args = [
        Arg::Buffer(a_buffer),
        Arg::Buffer(b_buffer),
        Arg::Buffer(result),
        Arg::Integer(n as i64),
        Arg::Integer(k as i64),
    ];
    let config = LaunchConfig::new([n as u32 / 32, m as u32 / 32, 1], [128, 1, 1]);
    cpu.launch(module, "tiled", config, &args).unwrap_or_else(|error| panic!("{error}"));
    let mut found = vec![0; 4 * m * n];
    cpu.download(result, &mut found).expect("as large");
    let product = (0..m * n).flat_map(|i| {
        let sum: f64 = (0..k).map(|at| a[i / n * k + at] * b[at * n + i % n]).sum();
        (sum as f32).to_le_bytes()
    });
    assert!(found == product.collect::<Vec<u8>>(), "the product is another");
}

#[test]
fn misuse() {
    let fails = |body: &str, threads: u32, kind: FaultKind, words: &str| {
        let ptx = kernel(&format!("mov.u32 %r1, %tid.x; mov.u32 %r2, 16; {body}"));
        if let Ok(path) = ptxas::find() {
            let (verdict, messages) = ptxas::assemble(path, ptx.as_bytes(), Some("sm_90a"));
            assert_eq!(verdict, Verdict::Accept, "{messages}\n{body}");
        }
        match run(&ptx, block(threads), &[0; 2048], 256) {
            Err(DeviceError::Fault(fault)) => {
                assert_eq!(fault.kind, kind, "{fault} in {body}");
                assert!(fault.message.contains(words), "{fault}");
            }
            other => panic!("no fault but {other:?} in {body}"),
        }
    };
    let load = |address: &str, stride: &str| {
        format!(
            "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}}, [{address}], {stride};"
        )
    };
    fails(&load("%rd2+16", "16"), 32, FaultKind::Misaligned, "not a multiple of 32");
    fails(&load("%rd2", "12"), 32, FaultKind::InvalidOperand, "a stride of 12 elements");
    fails(&load("%rd2", "18"), 32, FaultKind::InvalidOperand, "a stride of 18 elements");
    fails(&load("%rd2", "64"), 32, FaultKind::OutOfBounds, "of 2048 bytes");
    fails(&format!("and.b32 %r2, %r1, 4; {}", load("%rd2", "%r2")), 32, FaultKind::InvalidOperand, "different");
    fails(&load("%rd2", "16"), 16, FaultKind::InactiveLane, "all lanes");
    fails(
        &format!(
            ".shared .align 32 .b8 s[1024]; wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [s], {{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}};
            ld.shared.f32 %f9, [s]; {} st.global.f32 [%rd1], %f9;",
            load("%rd2", "16")
        ),
        32,
        FaultKind::Uninitialised,
        "a register without a value goes to global memory",
    );
    // What one warp stores another one may not read without order.
    fails(
        &format!(
            ".shared .align 32 .b8 s[1024]; {} wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [s], {{%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8}};
            setp.ge.u32 %p1, %r1, 32; @%p1 st.shared.u32 [s], %r1;",
            load("%rd2", "16")
        ),
        64,
        FaultKind::Race,
        "without order",
    );
}

/// Which element of its matrix a lane holds, as the manual tells it for `m8n8k4` of `.f16`; the product is that of its quads.
fn place_in_quads(operand: char, layout: &str, lane: usize, i: usize) -> (usize, usize) {
    let upper = if lane < 16 { 0 } else { 4 };
    match (operand, layout) {
        ('a', "row") | ('c', "f16") => (lane % 4 + upper, i),
        ('a', _) => (i % 4 + upper, lane % 4),
        ('b', "row") => (lane % 4, i + upper),
        ('b', _) => (i, lane % 4 + upper),
        _ => ((lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)),
    }
}

/// Four products of 8 by 8 elements over 4, by one instruction.
fn products_of_quads(layouts: [&str; 2], d: &str, c: &str) {
    let registers = |ty: &str| if ty == "f16" { 4 } else { 8 };
    let list = |name: &str, count: usize| (0..count).map(|i| format!("%{name}{i}")).collect::<Vec<_>>().join(", ");
    let loads: String = [("a", 2, 0), ("b", 2, 8), ("c", registers(c), 16)]
        .into_iter()
        .flat_map(|(name, count, at)| {
            (0..count).map(move |i| format!("ld.global.b32 %{name}{i}, [%rd4+{}];", at + 4 * i))
        })
        .collect();
    let stores: String = (0..registers(d)).map(|i| format!("st.global.b32 [%rd6+{}], %d{i};", 4 * i)).collect();
    let [of_a, of_b] = layouts;
    let ptx = kernel(&format!(
        ".reg .b32 %a<2>; .reg .b32 %b<2>; .reg .b32 %c<8>; .reg .b32 %d<8>; mov.u32 %r1, %tid.x;
        mul.wide.u32 %rd3, %r1, 48; add.u64 %rd4, %rd2, %rd3; mul.wide.u32 %rd5, %r1, 32; add.u64 %rd6, %rd1, %rd5;
        {loads}
        mma.sync.aligned.m8n8k4.{of_a}.{of_b}.{d}.f16.f16.{c} {{{}}}, {{%a0, %a1}}, {{%b0, %b1}}, {{{}}};
        {stores}",
        list("d", registers(d)),
        list("c", registers(c)),
    ));
    let value = |operand: char, product: usize, row: usize, column: usize| {
        let seed = row * 5 + column * 3 + product * 7 + operand as usize;
        (seed * seed % 11) as f64 - 5.0
    };
    let mut input = Vec::new();
    let mut right = vec![0; 32 * 8];
    for lane in 0..32 {
        let product = lane % 16 / 4;
        let held = |operand: char, layout: &str, ty: &str, count: usize| -> Vec<u8> {
            let element = |i| {
                let (row, column) = place_in_quads(operand, layout, lane, i);
                encode(ty, value(operand, product, row, column))
            };
            (0..count).flat_map(element).collect()
        };
        let mut bytes = held('a', of_a, "f16", 4);
        bytes.extend(held('b', of_b, "f16", 4));
        bytes.extend(held('c', c, c, 8));
        bytes.resize(48, 0);
        input.extend(bytes);
        let sum = |i| {
            let (row, column) = place_in_quads('c', d, lane, i);
            let products = (0..4).map(|at| value('a', product, row, at) * value('b', product, at, column));
            encode(d, value('c', product, row, column) + products.sum::<f64>())
        };
        let bytes: Vec<u8> = (0..8).flat_map(sum).collect();
        for (i, word) in bytes.chunks_exact(4).enumerate() {
            right[lane * 8 + i] = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
        }
    }
    let found = run(&ptx, block(32), &input, 32 * 8).unwrap_or_else(|error| panic!("{error}\n{ptx}"));
    assert_eq!(found, right, "{of_a} {of_b} {d} {c}");
}

#[test]
fn quads() {
    for layouts in [["row", "col"], ["row", "row"], ["col", "col"], ["col", "row"]] {
        for (d, c) in [("f32", "f32"), ("f16", "f16"), ("f32", "f16")] {
            products_of_quads(layouts, d, c);
        }
    }
}
