//! Tensor maps: what tells copies of tensors (`cp.async.bulk.tensor`) where a tensor is and which box of it they move.
//!
//! The 128 bytes of a map are opaque to programs. Those of the interpreter are a plain record, which a GPU does not understand, nor does
//! the interpreter understand a GPU's.

use crate::isa::ScalarType;

/// Bytes of a tensor map.
pub const TENSOR_MAP_BYTES: usize = 128;

/// Most dimensions of a tensor.
const MOST_DIMENSIONS: usize = 5;

/// Most elements of a box along a dimension.
const MOST_ELEMENTS: u32 = 256;
/// Most pixels that a copy moves.
const MOST_PIXELS: u32 = 1024;

/// Where the fields are: `tensormap.replace` changes them one by one.
const ADDRESS: usize = 0;
const SHAPE: usize = 8;
const STRIDES: usize = 32;
const BOX: usize = 64;
const ELEMENT_STRIDES: usize = 84;
const RANK: usize = 104;
const ELEMENT: usize = 105;
const INTERLEAVE: usize = 106;
const SWIZZLE: usize = 107;
const FILL: usize = 108;
const ATOMICITY: usize = 109;
const MODE: usize = 110;
const LOWER: usize = 112;
const UPPER: usize = 118;
const END: usize = 124;

/// A field of a tensor map that kernels may change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TensorField {
    Address,
    Rank,
    Box,
    Shape,
    Stride,
    ElementStride,
    Element,
    Interleave,
    Swizzle,
    Atomicity,
    Fill,
}

impl TensorField {
    /// The offset of a field, of a dimension where it has one for each, and its bytes.
    pub(crate) fn place(self, dimension: usize) -> (usize, u32) {
        match self {
            Self::Address => (ADDRESS, 8),
            Self::Rank => (RANK, 1),
            Self::Box => (BOX + 4 * dimension, 4),
            Self::Shape => (SHAPE + 4 * dimension, 4),
            Self::Stride => (STRIDES + 8 * dimension, 8),
            Self::ElementStride => (ELEMENT_STRIDES + 4 * dimension, 4),
            Self::Element => (ELEMENT, 1),
            Self::Interleave => (INTERLEAVE, 1),
            Self::Swizzle => (SWIZZLE, 1),
            Self::Atomicity => (ATOMICITY, 1),
            Self::Fill => (FILL, 1),
        }
    }
}

/// The type of a tensor's elements, as `tensormap.replace` numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they are PTX's types")]
pub enum TensorElement {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F32Ftz,
    F64,
    Bf16,
    Tf32,
    Tf32Ftz,
}

impl TensorElement {
    /// All of them, by number.
    pub const ALL: [Self; 13] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::S32,
        Self::U64,
        Self::S64,
        Self::F16,
        Self::F32,
        Self::F32Ftz,
        Self::F64,
        Self::Bf16,
        Self::Tf32,
        Self::Tf32Ftz,
    ];

    /// The type that PTX calls so, `.ftz` behind it where subnormal numbers are flushed.
    pub fn of_name(name: &str) -> Option<Self> {
        let (name, flushes) = name.strip_suffix(".ftz").map_or((name, false), |name| (name, true));
        let is_it = |it: &Self| it.scalar().name() == name && flushes == matches!(it, Self::F32Ftz | Self::Tf32Ftz);
        Self::ALL.into_iter().find(is_it)
    }

    /// The type of the bits.
    pub(crate) const fn scalar(self) -> ScalarType {
        match self {
            Self::U8 => ScalarType::U8,
            Self::U16 => ScalarType::U16,
            Self::U32 => ScalarType::U32,
            Self::S32 => ScalarType::S32,
            Self::U64 => ScalarType::U64,
            Self::S64 => ScalarType::S64,
            Self::F16 => ScalarType::F16,
            Self::F32 | Self::F32Ftz => ScalarType::F32,
            Self::F64 => ScalarType::F64,
            Self::Bf16 => ScalarType::Bf16,
            Self::Tf32 | Self::Tf32Ftz => ScalarType::Tf32,
        }
    }

    /// Bytes of an element.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::U32 | Self::S32 | Self::F32 | Self::F32Ftz | Self::Tf32 | Self::Tf32Ftz => 4,
            Self::U64 | Self::S64 | Self::F64 => 8,
        }
    }

    const fn is_float(self) -> bool {
        !matches!(self, Self::U8 | Self::U16 | Self::U32 | Self::S32 | Self::U64 | Self::S64)
    }
}

/// How pieces of 16 bytes are exchanged within so many bytes of shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TensorSwizzle {
    /// They are not.
    #[default]
    None,
    /// Within 32 bytes.
    Span32,
    /// Within 64 bytes.
    Span64,
    /// Within 128 bytes.
    Span128,
    /// Pairs of pieces within 128 bytes.
    Pairs128,
}

impl TensorSwizzle {
    /// All of them, as the driver numbers them.
    pub const ALL: [Self; 5] = [Self::None, Self::Span32, Self::Span64, Self::Span128, Self::Pairs128];

    /// Bytes within which pieces are exchanged; nothing if they are not.
    pub const fn span(self) -> Option<u32> {
        match self {
            Self::None => None,
            Self::Span32 => Some(32),
            Self::Span64 => Some(64),
            Self::Span128 | Self::Pairs128 => Some(128),
        }
    }

    /// The fields of a map: bytes within which pieces are exchanged, and bytes that stay together.
    const fn fields(self) -> [u8; 2] {
        match self {
            Self::None => [0, 0],
            Self::Span32 => [1, 0],
            Self::Span64 => [2, 0],
            Self::Span128 => [3, 0],
            Self::Pairs128 => [3, 1],
        }
    }

    /// The swizzle within so many bytes, of single pieces.
    pub fn of_span(bytes: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.span().unwrap_or(0) == bytes)
    }

    /// Where the byte at an address goes.
    pub(crate) fn exchanged(self, address: u64) -> u64 {
        if self == Self::Pairs128 {
            return address ^ (address >> 7 & 3) << 5;
        }
        let pieces = u64::from(self.span().unwrap_or(16) / 16);
        address ^ (address >> 7 & (pieces - 1)) << 4
    }
}

/// The form of a map whose copies move the pixels under one place of a filter, of one image after the other (`.im2col`, PTX ISA 5.5.4). The
/// box then has channels and pixels. Offsets are in the order of memory, the width first, without channels and images.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PixelBox {
    /// The first place of the filter, from the image's first pixel.
    pub lower: Vec<i32>,
    /// Its last place, from the image's last pixel.
    pub upper: Vec<i32>,
}

/// A tensor in global memory and the box of it that a copy moves. Dimensions are in the order of memory: the one whose elements follow
/// each other is the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMap {
    /// The address of the first element.
    pub address: u64,
    /// The type of the elements.
    pub element: TensorElement,
    /// Elements along each dimension.
    pub shape: Vec<u64>,
    /// Bytes from one element to the next along each dimension but the first.
    pub strides: Vec<u64>,
    /// Elements of the box along each dimension.
    pub box_shape: Vec<u32>,
    /// Every how many elements of the box are taken.
    pub element_strides: Vec<u32>,
    /// How the box lies in shared memory.
    pub swizzle: TensorSwizzle,
    /// Elements outside of the tensor are not numbers rather than zero.
    pub fills_with_nan: bool,
    /// Of maps in that form.
    pub pixels: Option<PixelBox>,
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|index| bytes[at + index])
}

impl TensorMap {
    /// A map of a tensor without gaps, its shape in the order of memory.
    pub fn dense(address: u64, element: TensorElement, shape: &[u64], box_shape: &[u32]) -> Self {
        let mut strides = Vec::new();
        let mut stride = u64::from(element.bytes());
        for &extent in &shape[..shape.len().saturating_sub(1)] {
            stride = stride.saturating_mul(extent);
            strides.push(stride);
        }
        Self {
            address,
            element,
            shape: shape.to_vec(),
            strides,
            box_shape: box_shape.to_vec(),
            element_strides: vec![1; shape.len()],
            swizzle: TensorSwizzle::None,
            fills_with_nan: false,
            pixels: None,
        }
    }

    /// Bytes of a row of the box.
    pub(crate) fn row_bytes(&self) -> u64 {
        u64::from(self.box_shape[0]) * u64::from(self.element.bytes())
    }

    /// Bytes from a row of the box to the next one in shared memory: those within which pieces are exchanged, though the row has fewer.
    pub(crate) fn row_pitch(&self) -> u64 {
        self.row_bytes().max(u64::from(self.swizzle.span().unwrap_or(0)))
    }

    /// Rows of a tile along each dimension but the first.
    pub(crate) fn rows(&self) -> impl Iterator<Item = u32> + '_ {
        let strides = self.element_strides.iter().skip(1);
        self.box_shape.iter().skip(1).zip(strides).map(|(extent, stride)| extent.div_ceil(*stride))
    }

    /// Bytes of the box, which an mbarrier object counts whatever part of it is outside of the tensor.
    pub fn box_bytes(&self) -> u64 {
        if self.pixels.is_some() {
            return self.row_bytes().saturating_mul(u64::from(self.box_shape[1]));
        }
        self.rows().fold(self.row_bytes(), |bytes, rows| bytes.saturating_mul(u64::from(rows)))
    }

    /// What the driver demands of a map.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        let rank = self.shape.len();
        if rank == 0 || rank > MOST_DIMENSIONS {
            return Err(format!("a tensor has 1 to {MOST_DIMENSIONS} dimensions, not {rank}"));
        }
        let boxed = if self.pixels.is_some() { 2 } else { rank };
        if self.box_shape.len() != boxed || self.element_strides.len() != rank || self.strides.len() != rank - 1 {
            return Err(format!("the tensor has {rank} dimensions, and its box or its strides have others"));
        }
        if !self.address.is_multiple_of(16) {
            return Err(format!("the tensor's address {:#x} is not a multiple of 16", self.address));
        }
        if let Some(extent) = self.shape.iter().find(|&&extent| extent == 0 || extent > 1 << 32) {
            return Err(format!("the tensor's extent {extent} is not between 1 and 2^32"));
        }
        if let Some(stride) = self.strides.iter().find(|stride| !stride.is_multiple_of(16) || **stride >= 1 << 40) {
            return Err(format!("the tensor's stride of {stride} bytes is not a multiple of 16 below 2^40"));
        }
        let most = |axis: usize| if axis == 1 && self.pixels.is_some() { MOST_PIXELS } else { MOST_ELEMENTS };
        let too_many = |&(axis, &extent): &(usize, &u32)| extent == 0 || extent > most(axis);
        if let Some((axis, extent)) = self.box_shape.iter().enumerate().find(too_many) {
            return Err(format!("the box's extent {extent} is not between 1 and {}", most(axis)));
        }
        if let Some(stride) = self.element_strides.iter().find(|stride| !(1..=8).contains(*stride)) {
            return Err(format!("the element stride {stride} is not between 1 and 8"));
        }
        if !self.row_bytes().is_multiple_of(16) {
            return Err(format!("a row of the box has {} bytes, not a multiple of 16", self.row_bytes()));
        }
        match self.swizzle.span() {
            Some(span) if self.row_bytes() > u64::from(span) => {
                Err(format!("a row of the box has {} bytes, more than the {span} of the swizzle", self.row_bytes()))
            }
            _ if self.fills_with_nan && !self.element.is_float() => {
                Err("only floating-point elements are filled with NaN; others with zeros".to_string())
            }
            _ => self.check_pixels(),
        }
    }

    /// What the driver demands of the places of a filter.
    fn check_pixels(&self) -> Result<(), String> {
        let Some(PixelBox { lower, upper }) = &self.pixels else { return Ok(()) };
        let rank = self.shape.len();
        let limit = match rank {
            3 => 1 << 15,
            4 => 1 << 7,
            5 => 1 << 4,
            _ => return Err(format!("images have 3 to {MOST_DIMENSIONS} dimensions with their channels, not {rank}")),
        };
        if lower.len() != rank - 2 || upper.len() != rank - 2 {
            return Err(format!("images of {} dimensions have corners of others", rank - 2));
        }
        if let Some(corner) = lower.iter().chain(upper).find(|corner| !(-limit..limit).contains(*corner)) {
            return Err(format!("the corner {corner} is not between {} and {}", -limit, limit - 1));
        }
        let places = self.shape[1..].iter().zip(lower.iter().zip(upper));
        if places.into_iter().any(|(&extent, (&lower, &upper))| i64::from(lower) >= extent as i64 + i64::from(upper)) {
            return Err("the corners leave no place for the filter".to_string());
        }
        match self.element_strides[rank - 1] {
            1 => Ok(()),
            _ => Err("the interpreter does not implement strides from image to image".to_string()),
        }
    }

    /// The bytes of the map, as the interpreter reads them.
    ///
    /// # Errors
    /// What the driver would say of it: see [`Self::check`].
    pub fn encode(&self) -> Result<[u8; TENSOR_MAP_BYTES], String> {
        self.check()?;
        let mut bytes = [0; TENSOR_MAP_BYTES];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(ADDRESS, &self.address.to_le_bytes());
        for (index, extent) in self.shape.iter().enumerate() {
            // 2^32 does not fit, and is written as 0.
            put(SHAPE + 4 * index, &(*extent as u32).to_le_bytes());
        }
        for (index, stride) in self.strides.iter().enumerate() {
            put(STRIDES + 8 * index, &stride.to_le_bytes());
        }
        for (index, extent) in self.box_shape.iter().enumerate() {
            put(BOX + 4 * index, &extent.to_le_bytes());
        }
        for (index, stride) in self.element_strides.iter().enumerate() {
            put(ELEMENT_STRIDES + 4 * index, &stride.to_le_bytes());
        }
        let element = TensorElement::ALL.iter().position(|it| *it == self.element).unwrap_or(0);
        let [swizzle, atomicity] = self.swizzle.fields();
        put(RANK, &[self.shape.len() as u8 - 1]);
        put(ELEMENT, &[element as u8]);
        put(SWIZZLE, &[swizzle]);
        put(ATOMICITY, &[atomicity]);
        put(FILL, &[u8::from(self.fills_with_nan)]);
        if let Some(PixelBox { lower, upper }) = &self.pixels {
            put(MODE, &[1]);
            for (index, (lower, upper)) in lower.iter().zip(upper).enumerate() {
                put(LOWER + 2 * index, &(*lower as i16).to_le_bytes());
                put(UPPER + 2 * index, &(*upper as i16).to_le_bytes());
            }
        }
        Ok(bytes)
    }

    /// The map of such bytes.
    ///
    /// # Errors
    /// They are none, or one that the interpreter does not implement.
    pub fn decode(bytes: &[u8; TENSOR_MAP_BYTES]) -> Result<Self, String> {
        let rank = usize::from(bytes[RANK]) + 1;
        let is_known = rank <= MOST_DIMENSIONS
            && bytes[END..].iter().all(|&it| it == 0)
            && (bytes[MODE] == 0 && bytes[LOWER..END].iter().all(|&it| it == 0) || bytes[MODE] == 1 && rank > 2)
            && bytes[FILL] < 2;
        if !is_known {
            return Err("it is not a tensor map".to_string());
        }
        if bytes[INTERLEAVE] != 0 {
            return Err("the interpreter does not implement interleaved tensors".to_string());
        }
        let element = TensorElement::ALL.get(usize::from(bytes[ELEMENT]));
        let element = *element.ok_or("the interpreter does not implement elements of 4 or 6 bits")?;
        let has_fields = |it: &TensorSwizzle| it.fields() == [bytes[SWIZZLE], bytes[ATOMICITY]];
        let swizzle = TensorSwizzle::ALL.into_iter().find(has_fields);
        let word = |at: usize, index: usize| u32::from_le_bytes(number(bytes, at + 4 * index));
        let extent = |index| match word(SHAPE, index) {
            0 => 1 << 32,
            extent => u64::from(extent),
        };
        let corner = |at: usize| {
            (0..rank - 2).map(|index| i32::from(i16::from_le_bytes(number(bytes, at + 2 * index)))).collect()
        };
        let pixels = (bytes[MODE] == 1).then(|| PixelBox { lower: corner(LOWER), upper: corner(UPPER) });
        let boxed = if pixels.is_some() { 2 } else { rank };
        let map = Self {
            address: u64::from_le_bytes(number(bytes, ADDRESS)),
            element,
            shape: (0..rank).map(extent).collect(),
            strides: (0..rank - 1).map(|index| u64::from_le_bytes(number(bytes, STRIDES + 8 * index))).collect(),
            box_shape: (0..boxed).map(|index| word(BOX, index)).collect(),
            element_strides: (0..rank).map(|index| word(ELEMENT_STRIDES, index)).collect(),
            swizzle: swizzle.ok_or("the interpreter does not implement this swizzle")?,
            fills_with_nan: bytes[FILL] == 1,
            pixels,
        };
        map.check().map(|()| map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_read_as_they_are_written() {
        let mut map = TensorMap::dense(0x80_0000, TensorElement::Bf16, &[128, 7, 1 << 32], &[64, 3, 1]);
        map.swizzle = TensorSwizzle::Span128;
        map.fills_with_nan = true;
        map.element_strides[1] = 2;
        assert_eq!(map.strides, [256, 1792]);
        assert_eq!(map.box_bytes(), 128 * 2);
        assert_eq!(TensorMap::decode(&map.encode().expect("it is right")), Ok(map));
        let mut images = TensorMap::dense(0x1000, TensorElement::F16, &[64, 9, 14, 64], &[8, 512]);
        images.pixels = Some(PixelBox { lower: vec![-1, 0], upper: vec![-1, -128] });
        assert!(images.check().is_err_and(|message| message.contains("no place")), "14 rows less 128");
        images.pixels = Some(PixelBox { lower: vec![-1, 0], upper: vec![-1, -2] });
        assert_eq!(images.box_bytes(), 512 * 16);
        assert_eq!(TensorMap::decode(&images.encode().expect("it is right")), Ok(images));
        assert_eq!(TensorElement::of_name("tf32.ftz"), Some(TensorElement::Tf32Ftz));
        assert_eq!(TensorElement::of_name("u16.ftz"), None);
        assert!(TensorMap::decode(&[0xff; TENSOR_MAP_BYTES]).is_err());
    }

    #[test]
    fn what_the_driver_refuses() {
        let right = TensorMap::dense(0x1000, TensorElement::F32, &[64, 64], &[32, 8]);
        assert_eq!(right.check(), Ok(()));
        let wrong = |change: fn(&mut TensorMap), words: &str| {
            let mut map = right.clone();
            change(&mut map);
            let message = map.check().expect_err(words);
            assert!(message.contains(words), "{message}");
        };
        wrong(|map| map.address = 8, "address");
        wrong(|map| map.shape = vec![64, 0], "extent 0");
        wrong(|map| map.strides = vec![40], "40 bytes");
        wrong(|map| map.box_shape = vec![32, 257], "257");
        wrong(|map| map.box_shape = vec![3, 1], "12 bytes");
        wrong(|map| map.box_shape = vec![32], "2 dimensions");
        wrong(|map| map.element_strides = vec![1, 9], "stride 9");
        wrong(|map| map.swizzle = TensorSwizzle::Span64, "more than the 64");
        wrong(|map| (map.element, map.fills_with_nan) = (TensorElement::U32, true), "others with zeros");
    }

    #[test]
    fn swizzles_exchange_pieces() {
        assert_eq!(TensorSwizzle::None.exchanged(0x3f0), 0x3f0);
        assert_eq!(TensorSwizzle::Span32.exchanged(0x80), 0x90);
        assert_eq!(TensorSwizzle::Span64.exchanged(0x180), 0x1b0);
        assert_eq!(TensorSwizzle::Span128.exchanged(0x3f4), 0x384);
    }
}
