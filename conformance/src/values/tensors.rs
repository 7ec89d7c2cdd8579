//! Copies of boxes of tensors, whose maps the kernel makes itself, and bulk reductions.

use super::memory::{load_words, registers, store_words};
use super::operands::Random;
use super::{Format, Instance};
use std::fmt::Write as _;

/// Bytes of shared memory that a block copies to or from.
const BYTES: u32 = 4096;

/// Types of elements as maps number them, and their bytes; numbers of single precision may be flushed.
const ELEMENTS: [(u32, u32); 13] =
    [(0, 1), (1, 2), (2, 4), (3, 4), (4, 8), (5, 8), (6, 2), (7, 4), (8, 4), (9, 8), (10, 2), (11, 4), (12, 4)];

/// A box of a tensor.
struct Tile {
    element: u32,
    bytes: u32,
    shape: Vec<u32>,
    strides: Vec<u32>,
    extents: Vec<u32>,
    steps: Vec<u32>,
    start: Vec<i32>,
    swizzle: u32,
    fill: u32,
}

impl Tile {
    /// Bytes that one copy moves. The step of the first dimension does nothing.
    fn size(&self) -> u32 {
        let rows = self.extents.iter().zip(&self.steps).skip(1).map(|(extent, step)| extent.div_ceil(*step));
        self.extents[0] * self.bytes * rows.product::<u32>()
    }

    /// A tensor that has at most `most` bytes, with a box in it or partly beside it.
    fn random(random: &mut Random, (element, bytes): (u32, u32), most: u32, steps: bool) -> Self {
        let mut below = |end: u32| (random.next() >> 8) as u32 % end;
        loop {
            let rank = 1 + below(5) as usize;
            let swizzle = below(4);
            let shape: Vec<u32> = (0..rank).map(|at| if at == 0 { 16 + below(64) } else { 1 + below(6) }).collect();
            let mut strides = vec![(shape[0] * bytes).next_multiple_of(16)];
            for at in 1..rank {
                let end = strides[at - 1] * shape[at];
                strides.push(end + 16 * below(2));
            }
            let extents: Vec<u32> =
                (0..rank).map(|at| if at == 0 { 16 / bytes.min(16) * (1 + below(8)) } else { 1 + below(5) }).collect();
            let steps = (0..rank).map(|_| if steps { 1 + below(2) } else { 1 }).collect();
            // Boxes begin at multiples of 16 bytes, maybe before the tensor or behind it.
            let unit = |at: usize| if at == 0 { 16 / bytes } else { 1 };
            let mut begin = |at: usize| (below(2 * shape[at]) as i32 - shape[at] as i32 / 2) / unit(at) as i32;
            let start = (0..rank).map(|at| begin(at) * unit(at) as i32).collect();
            let fill = if matches!(element, 6..) { below(2) } else { 0 };
            let tile = Self { element, bytes, shape, strides, extents, steps, start, swizzle, fill };
            let row = tile.extents[0] * bytes;
            let widest = [u32::MAX, 32, 64, 128][swizzle as usize];
            let pitch = if swizzle == 0 { row } else { widest };
            let is_legal =
                row.is_multiple_of(16) && row <= widest && tile.extents[0] <= 256 && tile.size() / row * pitch <= BYTES;
            if is_legal && tile.strides[rank - 1] * tile.shape[rank - 1] <= most {
                return tile;
            }
        }
    }

    /// Makes the map of the block at `%m`, which `own` holds until it is done, for the tensor at `%b`.
    fn make(&self) -> String {
        let rank = self.shape.len();
        let mut text = "@%p1 st.shared.v4.b32 [own], {%z, %z, %z, %z}; ".to_string();
        for at in 1..8 {
            let _ = write!(text, "@%p1 st.shared.v4.b32 [own+{}], {{%z, %z, %z, %z}}; ", 16 * at);
        }
        let mut replace = |field: &str, bits: u32, operands: &str| {
            let _ = write!(text, "@%p1 tensormap.replace.tile.{field}.shared::cta.b1024.b{bits} [own], {operands}; ");
        };
        replace("global_address", 64, "%b");
        replace("rank", 32, &(rank - 1).to_string());
        for at in 0..rank {
            replace("box_dim", 32, &format!("{at}, {}", self.extents[at]));
            replace("global_dim", 32, &format!("{at}, {}", self.shape[at]));
            replace("element_stride", 32, &format!("{at}, {}", self.steps[at]));
        }
        for at in 1..rank {
            replace("global_stride", 64, &format!("{}, {}", at - 1, self.strides[at - 1]));
        }
        for (field, value) in [
            ("elemtype", self.element),
            ("interleave_layout", 0),
            ("swizzle_mode", self.swizzle),
            ("fill_mode", self.fill),
        ] {
            replace(field, 32, &value.to_string());
        }
        text + "bar.sync 0; @%p2 tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%m], [own], 128; \
            bar.sync 0; fence.proxy.tensormap::generic.acquire.gpu [%m], 128; "
    }

    /// The first coordinate, and how much further on it is in each block.
    fn first(&self) -> (i32, u32) {
        (self.start[0], 16 / self.bytes)
    }

    /// Coordinates in `{}`, the first of them further on in each block.
    fn coordinates(&self) -> String {
        let rest = self.start[1..].iter().fold(String::new(), |text, start| format!("{text}, {start}"));
        format!("{{%c{rest}}}")
    }
}

/// The first thread in `%p1`, the first warp in `%p2`, the block's map at `%m`, its copy in the making in `own`, the tensor at `%b`.
fn start(tensor: &str, (first, step): (i32, u32)) -> String {
    format!(
        ".shared .align 1024 .b8 s[{BYTES}]; .shared .align 128 .b8 own[128]; .shared .align 8 .b64 bar; .reg .b32 %l, %z, %c, %k; .reg .b64 %m, %b, %q; \
         mov.u32 %l, %tid.x; setp.eq.u32 %p1, %l, 0; setp.lt.u32 %p2, %l, 32; mov.b32 %z, 0; mov.u32 %c, %ctaid.x; mul.wide.u32 %m, %c, 128; \
         mov.u64 %b, maps; add.u64 %m, %m, %b; {tensor} mad.lo.s32 %c, %c, {step}, {first}; shl.b32 %l, %l, 4; mov.u32 %u, s; add.u32 %l, %l, %u; "
    )
}

/// Loads of boxes from the operands: all that a block copies comes back, and zeros behind it.
fn loads() -> Vec<Instance> {
    let mut random = Random(5);
    let mut instances = Vec::new();
    for round in 0..104 {
        let tile = Tile::random(&mut random, ELEMENTS[round % 13], 32768, round >= 52);
        let (sources, shown) = (registers("%rd", 30..34), registers("%r", 110..115));
        let text = format!(
            "{} st.shared.v4.b32 [%l], {{%z, %z, %z, %z}}; fence.proxy.async; @%p1 mbarrier.init.shared::cta.b64 [bar], 1; {}\
             @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {}; \
             @%p1 cp.async.bulk.tensor.{}d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [s], [%m, {}], [bar]; mov.u32 %k, 0; \
             again: mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0; @%p3 bra done; add.u32 %k, %k, 1; setp.lt.u32 %p4, %k, 1000; @%p4 bra again; \
             done: selp.b32 %r114, 1, 0, %p3; {}",
            start("ld.param.u64 %b, [operands];", tile.first()),
            tile.make(),
            tile.size(),
            tile.shape.len(),
            tile.coordinates(),
            load_words("shared", "%l", &shown[..4]),
        );
        let opcode = format!("cp.async.bulk.tensor.{}d.shared::cluster.global", tile.shape.len());
        instances.push(Instance::plain(text, sources, shown, Format::Bits).named(&opcode));
    }
    instances
}

const WAIT: &str = "@%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0; bar.sync 0; ";

/// The block's 4 KB of global memory at `%b`, which all threads fill; `%w` is the thread's part of it.
const PART: &str =
    "mov.u64 %b, slots; mul.wide.u32 %w, %t, 16; add.u64 %w, %w, %b; mul.wide.u32 %q, %c, 4096; add.u64 %b, %b, %q;";

/// Stores of boxes, and reductions.
fn stores() -> Vec<Instance> {
    let mut random = Random(6);
    let operations = ["", "add", "min", "max", "inc", "dec", "and", "or", "xor"];
    let mut instances = Vec::new();
    for round in 0..117 {
        let operation = operations[round % 9];
        let element = ELEMENTS[match operation {
            "inc" | "dec" => 2,
            "and" | "or" | "xor" => [2, 3, 4][round / 9 % 3],
            "min" | "max" => [2, 3, 4, 5, 6, 10][round / 9 % 6],
            "add" => [2, 3, 4, 6, 7, 9, 10, 8][round / 9 % 8],
            _ => round / 9 % 13,
        }];
        let mut tile = Tile::random(&mut random, element, BYTES, false);
        tile.fill = 0;
        // Stores begin within the tensor, or behind it.
        tile.start.iter_mut().for_each(|start| *start = start.abs());
        let opcode = match operation {
            "" => format!("cp.async.bulk.tensor.{}d.global.shared::cta.tile.bulk_group", tile.shape.len()),
            _ => format!(
                "cp.reduce.async.bulk.tensor.{}d.global.shared::cta.{operation}.tile.bulk_group",
                tile.shape.len()
            ),
        };
        let format = match element.0 {
            6 => Format::Half,
            7 | 8 => Format::Single,
            9 => Format::Double,
            10 => Format::Brain,
            _ => Format::Bits,
        };
        instances.push(reduction(
            &tile.make(),
            tile.first(),
            &format!("{opcode} [%m, {}], [s];", tile.coordinates()),
            format,
        ));
    }
    instances
}

/// What shared memory holds is added to, or put into, what global memory holds.
fn reduction(make: &str, first: (i32, u32), operation: &str, format: Format) -> Instance {
    let (kind, numbers) = if format == Format::Double { ("%rd", 30..34) } else { ("%r", 80..88) };
    let (given, shown) = (registers(kind, numbers), registers("%r", 110..114));
    let words = registers("%r", 80..88);
    let split = match format {
        Format::Double => {
            "mov.b64 {%r80, %r81}, %rd30; mov.b64 {%r82, %r83}, %rd31; mov.b64 {%r84, %r85}, %rd32; mov.b64 {%r86, %r87}, %rd33; "
        }
        _ => "",
    };
    let text = format!(
        "{} {split}{}{}fence.proxy.async; {make}bar.sync 0; @%p1 {operation} {WAIT}{}",
        start(PART, first),
        store_words("global", "%w", &words[..4]),
        store_words("shared", "%l", &words[4..]),
        load_words("global", "%w", &shown),
    );
    Instance::plain(text, given, shown, format).named(operation.split(' ').next().unwrap_or_default())
}

/// Reductions of bytes in one row.
fn rows() -> Vec<Instance> {
    let kinds: [(&str, &[&str]); 5] = [
        ("and or xor", &["b32", "b64"]),
        ("add", &["u32", "s32", "u64", "f32", "f64"]),
        ("inc dec", &["u32"]),
        ("min max", &["u32", "s32", "u64", "s64", "f16", "bf16"]),
        ("add.noftz", &["f16", "bf16"]),
    ];
    let mut instances = Vec::new();
    for (operations, types) in kinds {
        for operation in operations.split(' ') {
            for ty in types {
                let opcode = format!("cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}.{ty}");
                instances.push(reduction("", (0, 0), &format!("{opcode} [%b], [s], {BYTES};"), Format::of(ty)));
            }
        }
    }
    instances
}

pub(super) fn instances() -> Vec<Instance> {
    [loads(), stores(), rows()].concat()
}
