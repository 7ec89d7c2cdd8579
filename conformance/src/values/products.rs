//! Products of warpgroups: each has 8 KB of shared memory for its first factor and 12 KB for its second, which hold elements everywhere, so
//! that any element that is read in the wrong place shows.

use super::memory::{braces, registers, store_words};
use super::{Format, Instance};

/// Bytes of a warpgroup, and where its second factor is.
const AREA: usize = 20480;
const SECOND: usize = 8192;

/// How a factor lies in shared memory, as descriptors say it: bytes between core matrices, in both directions, and the swizzle.
#[derive(Clone, Copy)]
struct Layout {
    leading: u64,
    stride: u64,
    swizzle: u64,
    /// Bytes from the start of a row of the swizzle.
    start: u64,
}

const PLAIN: Layout = Layout { leading: 128, stride: 256, swizzle: 0, start: 0 };
const LAYOUTS: [Layout; 6] = [
    PLAIN,
    Layout { leading: 1024, stride: 128, swizzle: 0, start: 0 },
    Layout { leading: 16, stride: 1024, swizzle: 1, start: 0 },
    Layout { leading: 16, stride: 1024, swizzle: 1, start: 64 },
    Layout { leading: 16, stride: 512, swizzle: 2, start: 0 },
    Layout { leading: 16, stride: 256, swizzle: 3, start: 0 },
];
/// Factors whose rows are not contiguous.
const TURNED: [Layout; 4] = [
    Layout { leading: 128, stride: 1024, swizzle: 0, start: 0 },
    Layout { leading: 1024, stride: 2048, swizzle: 1, start: 0 },
    Layout { leading: 512, stride: 1024, swizzle: 2, start: 0 },
    Layout { leading: 256, stride: 512, swizzle: 3, start: 0 },
];

impl Layout {
    /// The descriptor but for the address.
    fn bits(self) -> u64 {
        self.leading >> 4 << 16 | self.stride >> 4 << 32 | self.swizzle << 62
    }
}

/// One product.
#[derive(Clone, Copy)]
struct Product {
    d: &'static str,
    a: &'static str,
    b: &'static str,
    columns: usize,
    layouts: [Layout; 2],
    from_registers: bool,
    turned: [bool; 2],
    scales: [i32; 2],
    /// The selector of the metadata of a sparse product.
    selector: Option<u32>,
    suffix: &'static str,
}

impl Product {
    const fn new(d: &'static str, a: &'static str, b: &'static str) -> Self {
        Self {
            d,
            a,
            b,
            columns: 24,
            layouts: [PLAIN; 2],
            from_registers: false,
            turned: [false; 2],
            scales: [1; 2],
            selector: None,
            suffix: "",
        }
    }

    fn is_half(self) -> bool {
        matches!(self.a, "f16" | "bf16")
    }

    fn opcode(self) -> String {
        let bits = match self.a {
            "f16" | "bf16" => 16,
            "tf32" => 32,
            "b1" => 1,
            _ => 8,
        };
        let (sparse, depth) = if self.selector.is_some() { (".sp", 512 / bits) } else { ("", 256 / bits) };
        let Self { d, a, b, columns, suffix, .. } = self;
        let (before, behind) = if suffix == ".satfinite" { (suffix, "") } else { ("", suffix) };
        format!("wgmma.mma_async{sparse}.sync.aligned.m64n{columns}k{depth}{before}.{d}.{a}.{b}{behind}")
    }

    fn instance(self) -> Instance {
        let bytes = registers("%r", 90..130);
        let first = registers("%r", 80..84);
        let metadata = registers("%r", 84..85);
        let count = if self.d == "f16" { self.columns / 4 } else { self.columns / 2 };
        let sums = registers(if self.d == "f32" { "%f" } else { "%r" }, 1..1 + count);
        let mut operands = vec![braces(&sums)];
        operands.push(if self.from_registers { braces(&first) } else { "%rd1".to_string() });
        operands.push("%rd2".to_string());
        if let Some(selector) = self.selector {
            operands.extend(["%r84".to_string(), selector.to_string()]);
        }
        operands.push("%p7".to_string());
        if !matches!(self.d, "s32") {
            operands.extend(self.scales.map(|scale| scale.to_string()));
        }
        if self.is_half() {
            let turned = &self.turned[usize::from(self.from_registers)..];
            operands.extend(turned.iter().map(|&turned| u32::from(turned).to_string()));
        }
        let [a, b] = self.layouts;
        let text = format!(
            ".shared .align 1024 .b8 s[{}]; .reg .b32 %l, %m; mov.u32 %l, %tid.x; shr.u32 %m, %l, 7; mul.lo.u32 %m, %m, {AREA}; mov.u32 %u, s; \
             add.u32 %m, %m, %u; and.b32 %l, %l, 127; mul.lo.u32 %l, %l, 160; add.u32 %l, %l, %m; {}fence.proxy.async; bar.sync 0; \
             shr.u32 %l, %m, 4; cvt.u64.u32 %rd1, %l; add.u64 %rd2, %rd1, {}; add.u64 %rd1, %rd1, {}; or.b64 %rd1, %rd1, {:#x}; \
             or.b64 %rd2, %rd2, {:#x}; setp.eq.u32 %p7, %t, %t; wgmma.fence.sync.aligned; {} {}; wgmma.commit_group.sync.aligned; \
             wgmma.wait_group.sync.aligned 0;",
            2 * AREA,
            store_words("shared", "%l", &bytes),
            (SECOND as u64 + b.start) >> 4,
            a.start >> 4,
            a.bits(),
            b.bits(),
            self.opcode(),
            operands.join(", "),
        );
        // Both factors have elements of the same format, or of the same size, and then of any value.
        let format = if self.a == "f16" || self.a == self.b { Format::of(self.a) } else { Format::of("e4m3") };
        let of_sums = if self.d == "f16" { Format::Half } else { Format::of(self.d) };
        let mut sources = [bytes, first, sums.clone()].concat();
        let mut formats = [vec![format; 44], vec![of_sums; sums.len()]].concat();
        if self.selector.is_some() {
            sources.extend(metadata);
            formats.push(Format::metadata(self.a));
        }
        Instance::with_formats(text, sources, sums, formats).named(&self.opcode())
    }
}

const TYPES: [[&str; 3]; 12] = [
    ["f32", "f16", "f16"],
    ["f16", "f16", "f16"],
    ["f32", "bf16", "bf16"],
    ["f32", "tf32", "tf32"],
    ["f32", "e4m3", "e4m3"],
    ["f32", "e5m2", "e4m3"],
    ["f16", "e4m3", "e5m2"],
    ["f16", "e5m2", "e5m2"],
    ["s32", "s8", "s8"],
    ["s32", "u8", "s8"],
    ["s32", "s8", "u8"],
    ["s32", "b1", "b1"],
];

/// Each type in all layouts, from registers and from memory; other numbers of columns, signs, factors that lie the other way, sparse ones.
pub(super) fn instances() -> Vec<Instance> {
    let mut products = Vec::new();
    for [d, a, b] in TYPES {
        let base = Product { suffix: if a == "b1" { ".and.popc" } else { "" }, ..Product::new(d, a, b) };
        for layout in LAYOUTS {
            products.push(Product { layouts: [layout; 2], ..base });
            products.push(Product { layouts: [PLAIN, layout], from_registers: true, ..base });
        }
        for columns in [8, 64] {
            products.push(Product { columns, layouts: [LAYOUTS[2], LAYOUTS[4]], ..base });
        }
        if a == "s8" {
            products.push(Product { suffix: ".satfinite", ..base });
        } else if a != "b1" && a != "u8" {
            products.extend([[-1, 1], [1, -1], [-1, -1]].map(|scales| Product { scales, ..base }));
        }
        if base.is_half() {
            for (layout, columns) in TURNED.into_iter().flat_map(|layout| [(layout, 24), (layout, 72)]) {
                let turned = [[true, false], [false, true], [true, true]];
                products.extend(turned.map(|turned| {
                    let layouts = turned.map(|is_turned| if is_turned { layout } else { PLAIN });
                    Product { turned, layouts, columns, ..base }
                }));
                products.push(Product {
                    turned: [false, true],
                    layouts: [PLAIN, layout],
                    columns,
                    from_registers: true,
                    ..base
                });
            }
        }
        if a == "b1" {
            continue;
        }
        // Sparse: the second factor is twice as deep.
        let selectors = if base.is_half() || a == "tf32" { 0..2 } else { 0..1 };
        for selector in selectors.map(Some) {
            for layout in LAYOUTS.into_iter().filter(|layout| layout.swizzle != 3) {
                products.push(Product { selector, layouts: [PLAIN, layout], ..base });
                products.push(Product { selector, layouts: [PLAIN, layout], from_registers: true, ..base });
            }
            products.push(Product { selector, layouts: [LAYOUTS[2], LAYOUTS[4]], columns: 64, ..base });
        }
    }
    products.into_iter().map(Product::instance).collect()
}
