//! What instructions are run on: edges of types, elements of matrices, and anything.

use super::Width;

/// Elements of matrices, and what says where those of sparse ones are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Format {
    Bits,
    /// Four numbers of eight bits below two.
    Byte,
    Half,
    Brain,
    Single,
    Double,
    /// Two places of four.
    Pairs,
    /// One place of two, as that of two halves of it.
    Singles,
}

impl Format {
    /// That of a type of PTX.
    pub(super) fn of(ty: &str) -> Self {
        match ty {
            "f16" => Self::Half,
            "bf16" => Self::Brain,
            "f32" | "tf32" => Self::Single,
            "f64" => Self::Double,
            "e4m3" | "e5m2" => Self::Byte,
            _ => Self::Bits,
        }
    }

    /// The metadata of a sparse factor with elements of a type.
    pub(super) fn metadata(ty: &str) -> Self {
        if matches!(ty, "tf32" | "s4" | "u4") { Self::Singles } else { Self::Pairs }
    }
}

/// A generator of numbers that are the same everywhere (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Every pair of edges is the first two operands of some thread; the last threads have anything.
    pub(super) fn edge(&mut self, width: Width, thread: usize, index: usize) -> u64 {
        let edges: &[u64] = match width {
            Width::Predicate => &[0, 1],
            Width::Bits16 => &EDGES_16,
            Width::Bits32 => &EDGES_32,
            Width::Bits64 => &EDGES_64,
        };
        let drawn = self.next();
        if width != Width::Predicate && thread >= 63 * 63 {
            return drawn;
        }
        match index {
            0 => edges[thread % 63 % edges.len()],
            1 => edges[thread / 63 % edges.len()],
            _ if drawn.is_multiple_of(4) && width != Width::Predicate => drawn >> 8,
            _ => edges[(drawn >> 8) as usize % edges.len()],
        }
    }

    /// An element of a matrix, or several in a word: none is infinite, so that sums show how they are rounded.
    pub(super) fn element(&mut self, format: Format) -> u64 {
        let drawn = self.next();
        // Exponents in the middle of the range: products of largest and smallest still meet in a sum.
        let half = |bits: u64| (bits & 0x83ff) | ((10 + (bits >> 10) % 9) << 10);
        let brain = |bits: u64| (bits & 0x807f) | ((120 + (bits >> 7) % 12) << 7);
        let single = |bits: u64| (bits & 0x807f_ffff) | ((118 + (bits >> 23) % 14) << 23);
        let choose = |choices: &[u64]| {
            (0..8).fold(0, |word, at| word | choices[(drawn >> (8 * at)) as usize % choices.len()] << (4 * at))
        };
        match format {
            Format::Pairs => choose(&[0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b1110]),
            Format::Singles => choose(&[0b0100, 0b1110]),
            Format::Bits => drawn,
            Format::Byte => drawn & 0xbfbf_bfbf,
            Format::Half => half(drawn & 0xffff) | half(drawn >> 16 & 0xffff) << 16,
            Format::Brain => brain(drawn & 0xffff) | brain(drawn >> 16 & 0xffff) << 16,
            Format::Single => single(drawn & 0xffff_ffff),
            Format::Double => (drawn & 0x800f_ffff_ffff_ffff) | ((1010 + (drawn >> 52) % 20) << 52),
        }
    }
}

const EDGES_16: [u64; 63] = [
    0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 100, 0x7f, 0x80, 0x81, 0xff, 0x100, 0x0101,
    0x1234, 0x5555, 0xaaaa, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xff80, 0xfffe, 0xffff, 0x03ff, 0x0400, 0x0401, 0x3c00,
    0xbc00, 0x3c01, 0x3bff, 0x3800, 0x3e00, 0x4100, 0x4300, 0x4248, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00,
    0x3f80, 0xbf80, 0x3fc0, 0x4049, 0x7f7f, 0xff7f, 0x7fc0, 0x5bf8, 0x2e66,
];

const EDGES_32: [u64; 63] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    15,
    16,
    24,
    31,
    32,
    33,
    63,
    64,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x0001_0000,
    0x00ff_ffff,
    0x0100_0000,
    0x1234_5678,
    0xaaaa_5555,
    0x7fff_fffe,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_8000,
    0xffff_ff80,
    0xffff_fffe,
    0xffff_ffff,
    0x007f_ffff,
    0x0080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f80_0001,
    0x3f7f_ffff,
    0x3f00_0000,
    0x3fc0_0000,
    0x4020_0000,
    0x4060_0000,
    0x4049_0fdb,
    0xc0e9_999a,
    0x2edb_e6ff,
    0x4f00_0000,
    0x4f80_0000,
    0x5f00_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x7f80_0001,
    0x3c00_bc00,
    0x7e00_3c01,
    0x4b00_0001,
    0x42b1_7218,
    0xc2d0_0000,
];

const EDGES_64: [u64; 63] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    31,
    32,
    33,
    63,
    64,
    65,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x0000_0001_0000_0000,
    0x0000_0001_0000_0001,
    0x001f_ffff_ffff_ffff,
    0x0020_0000_0000_0001,
    0x0123_4567_89ab_cdef,
    0xaaaa_aaaa_5555_5555,
    0x7fff_ffff_ffff_fffe,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0x8000_0000_0000_0001,
    0xffff_ffff_8000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x3ff0_0000_0000_0000,
    0xbff0_0000_0000_0000,
    0x3ff0_0000_0000_0001,
    0x3fef_ffff_ffff_ffff,
    0x3fe0_0000_0000_0000,
    0x3ff8_0000_0000_0000,
    0x4004_0000_0000_0000,
    0x400c_0000_0000_0000,
    0x4009_21fb_5444_2d18,
    0xc01d_3333_3333_3333,
    0x41e0_0000_0000_0000,
    0x41f0_0000_0000_0000,
    0x43e0_0000_0000_0000,
    0x43f0_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0xffef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0xfff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
    0x3810_0000_0000_0000,
    0x36a0_0000_0000_0000,
    0x47ef_ffff_f000_0000,
    0x3f10_0000_0000_0000,
    0x40ef_fe00_0000_0000,
];
