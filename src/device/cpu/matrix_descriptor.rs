//! Matrix descriptors: how the factors of `wgmma` and `tcgen05.mma` lie in shared memory (PTX ISA 9.7.15.5.1, 9.7.16.4.1).
//!
//! Both have the same canonical layouts: chunks of sixteen bytes, in groups of eight lines, and four patterns of swizzling.

use crate::device::tensor_map::TensorSwizzle;

/// Bytes that lie together whatever the layout.
pub const CHUNK: u32 = 16;

/// How a matrix lies in shared memory (PTX ISA 9.7.15.5.1, "Matrix Descriptor Format" and "Strides").
#[derive(Clone, Copy, Debug)]
pub struct SharedLayout {
    start: u64,
    leading: u64,
    stride: u64,
    /// How chunks of a row are exchanged. Where that is in pairs, groups have four lines.
    swizzle: TensorSwizzle,
}

impl SharedLayout {
    fn new(descriptor: u64, swizzle: TensorSwizzle) -> Self {
        let field = |from: u32| (descriptor >> from & 0x3fff) << 4;
        Self { start: field(0), leading: field(16), stride: field(32), swizzle }
    }

    /// The layout of a descriptor of `wgmma`; `None` of one with a base offset, which shifts the pattern of swizzling.
    pub fn of_warpgroup(descriptor: u64) -> Option<Self> {
        let is_plain = descriptor >> 49 & 7 == 0;
        let modes = [TensorSwizzle::None, TensorSwizzle::Span128, TensorSwizzle::Span64, TensorSwizzle::Span32];
        is_plain.then(|| Self::new(descriptor, modes[(descriptor >> 62) as usize]))
    }

    /// The layout of a descriptor of `tcgen05`.
    ///
    /// # Errors
    /// What is wrong with it, and whether that is a limit of the interpreter.
    pub fn of_tensor_unit(descriptor: u64) -> Result<Self, (String, bool)> {
        let version = descriptor >> 46 & 7;
        if version != 1 {
            return Err((format!("bits 46 to 48 of a matrix descriptor are 1 for `tcgen05`, not {version}"), false));
        }
        if descriptor >> 49 & 7 != 0 {
            return Err(("matrix descriptors with a base offset".to_string(), true));
        }
        if descriptor >> 52 & 1 != 0 {
            return Err(("matrix descriptors with absolute leading dimensions".to_string(), true));
        }
        let swizzle = match descriptor >> 61 {
            0 => TensorSwizzle::None,
            1 => TensorSwizzle::Pairs128,
            2 => TensorSwizzle::Span128,
            4 => TensorSwizzle::Span64,
            6 => TensorSwizzle::Span32,
            mode => return Err((format!("{mode} is not a swizzling mode of a matrix descriptor"), false)),
        };
        Ok(Self::new(descriptor, swizzle))
    }

    /// Whether chunks are exchanged in pairs: CUTLASS has a layout for that where lines are contiguous, and none for others.
    pub fn has_pairs(self) -> bool {
        self.swizzle == TensorSwizzle::Pairs128
    }

    /// Chunks of a row that are exchanged with each other: 1 for none, then 2, 4, 8.
    fn span(self) -> u64 {
        self.swizzle.span().map_or(1, |bytes| u64::from(bytes / CHUNK))
    }

    /// The address of a chunk: of a line, and how many chunks along it. Lines are rows of the first factor and columns of the second.
    pub fn along_depth(self, line: u64, chunk: u64) -> u64 {
        let span = self.span();
        let across = if span == 1 { self.leading } else { u64::from(CHUNK) };
        self.exchanged(line % 8 * u64::from(CHUNK) * span + line / 8 * self.stride + chunk * across)
    }

    /// The address of a chunk of eight lines at an index of the sum.
    pub fn along_lines(self, chunk: u64, depth: u64) -> u64 {
        let (span, group) = (self.span(), if self.has_pairs() { 4 } else { 8 });
        let within = depth % group * u64::from(CHUNK) * span + chunk % span * u64::from(CHUNK);
        let (lines, depths) = if span == 1 { (self.stride, self.leading) } else { (self.leading, self.stride) };
        self.exchanged(within + chunk / span * lines + depth / group * depths)
    }

    /// Swizzling: the number of a row of 128 bytes, modulo the span, changes the places of chunks within it.
    fn exchanged(self, offset: u64) -> u64 {
        self.swizzle.exchanged(self.start + offset)
    }
}
