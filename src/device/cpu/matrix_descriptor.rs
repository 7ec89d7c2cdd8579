//! Matrix descriptors: how the factors of `wgmma` and `tcgen05.mma` lie in shared memory (PTX ISA 9.7.15.5.1, 9.7.16.4.1).
//!
//! Both have the same canonical layouts: chunks of sixteen bytes, in groups of eight lines, and four patterns of swizzling.

/// Bytes that lie together whatever the layout.
pub const CHUNK: u32 = 16;

/// How a matrix lies in shared memory (PTX ISA 9.7.15.5.1, "Matrix Descriptor Format" and "Strides").
#[derive(Clone, Copy, Debug)]
pub struct SharedLayout {
    start: u64,
    leading: u64,
    stride: u64,
    /// Chunks of a row that are exchanged with each other: 1 for none, then 2, 4, 8.
    span: u64,
    /// They are exchanged in pairs, and groups have four lines.
    pairs: bool,
}

impl SharedLayout {
    fn new(descriptor: u64, span: u64) -> Self {
        let field = |from: u32| (descriptor >> from & 0x3fff) << 4;
        Self { start: field(0), leading: field(16), stride: field(32), span, pairs: false }
    }

    /// The layout of a descriptor of `wgmma`; `None` of one with a base offset, which shifts the pattern of swizzling.
    pub fn of_warpgroup(descriptor: u64) -> Option<Self> {
        let is_plain = descriptor >> 49 & 7 == 0;
        is_plain.then(|| Self::new(descriptor, [1, 8, 4, 2][(descriptor >> 62) as usize]))
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
        let span = match descriptor >> 61 {
            0 => 1,
            2 => 8,
            4 => 4,
            6 => 2,
            1 => return Ok(Self { pairs: true, ..Self::new(descriptor, 8) }),
            mode => return Err((format!("{mode} is not a swizzling mode of a matrix descriptor"), false)),
        };
        Ok(Self::new(descriptor, span))
    }

    /// Whether chunks are exchanged in pairs: CUTLASS has a layout for that where lines are contiguous, and none for others.
    pub fn has_pairs(self) -> bool {
        self.pairs
    }

    /// The address of a chunk: of a line, and how many chunks along it. Lines are rows of the first factor and columns of the second.
    pub fn along_depth(self, line: u64, chunk: u64) -> u64 {
        let across = if self.span == 1 { self.leading } else { u64::from(CHUNK) };
        self.exchanged(line % 8 * u64::from(CHUNK) * self.span + line / 8 * self.stride + chunk * across)
    }

    /// The address of a chunk of eight lines at an index of the sum.
    pub fn along_lines(self, chunk: u64, depth: u64) -> u64 {
        let group = if self.pairs { 4 } else { 8 };
        let within = depth % group * u64::from(CHUNK) * self.span + chunk % self.span * u64::from(CHUNK);
        let (lines, depths) = if self.span == 1 { (self.stride, self.leading) } else { (self.leading, self.stride) };
        self.exchanged(within + chunk / self.span * lines + depth / group * depths)
    }

    /// Swizzling: the number of a row of 128 bytes, modulo the span, changes the places of chunks within it.
    fn exchanged(self, offset: u64) -> u64 {
        let address = self.start + offset;
        if self.pairs {
            return address ^ (address >> 7 & 3) << 5;
        }
        address ^ (address >> 7 & (self.span - 1)) << 4
    }
}
