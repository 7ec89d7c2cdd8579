//! Images: arrays of texels that kernels fetch from by textures, and load from and store to by surfaces.
//!
//! What a fetch computes is in the *CUDA C++ Programming Guide*, "Texture Fetching".

use half::f16;

/// How numbers of texels are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TexelClass {
    /// Integers in two's complement.
    Signed,
    /// Integers without a sign.
    Unsigned,
    /// Floating-point numbers of 16 or 32 bits.
    Float,
}

/// What a texel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TexelFormat {
    /// How its numbers are stored.
    pub class: TexelClass,
    /// The width of each: 8, 16 or 32.
    pub bits: u32,
    /// How many there are: 1, 2 or 4.
    pub channels: u32,
}

impl TexelFormat {
    /// A format, if textures may have it.
    pub fn new(class: TexelClass, bits: u32, channels: u32) -> Option<Self> {
        let has_width = matches!(bits, 16 | 32) || bits == 8 && class != TexelClass::Float;
        (has_width && matches!(channels, 1 | 2 | 4)).then_some(Self { class, bits, channels })
    }

    /// Bytes of a texel.
    pub const fn bytes(self) -> u64 {
        (self.bits / 8 * self.channels) as u64
    }
}

/// Texels in global memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// The address of the first texel.
    pub address: u64,
    /// What texels are.
    pub format: TexelFormat,
    /// Texels of a row, rows of a layer, and layers: at least 1.
    pub extent: [u64; 3],
    /// Bytes from one row to the next.
    pub pitch: u64,
    /// Bytes from one layer to the next.
    pub layer: u64,
}

/// What stands for texels beyond the edges of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressMode {
    /// The image again. For normalised coordinates; as `Clamp` for others.
    Wrap,
    /// The texel at the edge.
    Clamp,
    /// The image, mirrored. For normalised coordinates; as `Clamp` for others.
    Mirror,
    /// The colour of the border.
    Border,
}

/// How images are fetched from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampler {
    /// What lies beyond the edges, for each axis.
    pub address: [AddressMode; 3],
    /// Interpolates between the nearest texels, rather than to take the one that a coordinate is in.
    pub is_linear: bool,
    /// Coordinates go from 0 to 1.
    pub is_normalised: bool,
    /// Integers become numbers from 0 or -1 to 1.
    pub makes_floats: bool,
    /// The colour of the border.
    pub border: [f32; 4],
}

/// What kernels know by a handle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ImageObject {
    /// To fetch from.
    Texture(Image, Sampler),
    /// To load from and store to.
    Surface(Image),
}

/// A texel that a fetch reads along an axis: its index, or `None` for the border, and its weight.
pub(crate) type Tap = (Option<u64>, f64);

impl Sampler {
    /// The texel at an index along an axis of `extent` texels.
    fn resolve(&self, index: i64, axis: usize, extent: u64) -> Option<u64> {
        let last = extent as i64 - 1;
        let is_inside = (0..=last).contains(&index);
        match self.address[axis] {
            AddressMode::Border => is_inside.then_some(index as u64),
            AddressMode::Wrap if self.is_normalised => Some(index.rem_euclid(extent as i64) as u64),
            AddressMode::Mirror if self.is_normalised => {
                let within = index.rem_euclid(2 * extent as i64);
                Some(within.min(2 * extent as i64 - 1 - within) as u64)
            }
            _ => Some(index.clamp(0, last) as u64),
        }
    }

    /// The texels that a coordinate names along an axis: one, or two with a sum of weights of 1.
    pub(crate) fn taps(&self, coordinate: f32, axis: usize, extent: u64, is_linear: bool) -> Vec<Tap> {
        let scale = if self.is_normalised { extent as f64 } else { 1.0 };
        let position = f64::from(coordinate) * scale;
        if !is_linear {
            return vec![(self.resolve(position.floor() as i64, axis, extent), 1.0)];
        }
        // Texels have their values in the middle, and GPUs keep 8 bits of the fraction.
        let from = position - 0.5;
        let index = from.floor();
        let weight = ((from - index) * 256.0).round() / 256.0;
        let first = self.resolve(index as i64, axis, extent);
        let second = self.resolve((index as i64).saturating_add(1), axis, extent);
        vec![(first, 1.0 - weight), (second, weight)]
    }

    /// The texel of an integer coordinate along an axis.
    pub(crate) fn tap(&self, coordinate: i32, axis: usize, extent: u64) -> Vec<Tap> {
        vec![(self.resolve(coordinate.into(), axis, extent), 1.0)]
    }
}

impl TexelFormat {
    /// The number that a channel holds.
    pub(crate) fn number(self, bits: u64, makes_floats: bool) -> f64 {
        let shift = 64 - self.bits;
        let signed = ((bits << shift) as i64 >> shift) as f64;
        let most = (1u64 << (self.bits - 1)) as f64;
        match self.class {
            TexelClass::Float if self.bits == 16 => f16::from_bits(bits as u16).into(),
            TexelClass::Float => f32::from_bits(bits as u32).into(),
            TexelClass::Signed if makes_floats => (signed / (most - 1.0)).max(-1.0),
            TexelClass::Signed => signed,
            TexelClass::Unsigned if makes_floats => bits as f64 / (2.0 * most - 1.0),
            TexelClass::Unsigned => bits as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLER: Sampler = Sampler {
        address: [AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror],
        is_linear: true,
        is_normalised: true,
        makes_floats: false,
        border: [0.0; 4],
    };

    #[test]
    fn coordinates_name_texels() {
        let nearest = |coordinate: f32, axis: usize| SAMPLER.taps(coordinate, axis, 4, false)[0].0;
        assert_eq!([1.3, -0.2, 0.99].map(|at| nearest(at, 0)), [Some(1), Some(3), Some(3)]);
        assert_eq!([1.3, -0.2, 0.99].map(|at| nearest(at, 1)), [Some(3), Some(0), Some(3)]);
        assert_eq!([1.3, -0.2, 1.99].map(|at| nearest(at, 2)), [Some(2), Some(0), Some(0)]);
        let border = Sampler { address: [AddressMode::Border; 3], is_normalised: false, ..SAMPLER };
        assert_eq!([-0.5, 0.0, 3.9, 4.0].map(|at| border.taps(at, 0, 4, false)[0].0), [None, Some(0), Some(3), None]);
        let plain = Sampler { is_normalised: false, ..SAMPLER };
        assert_eq!(plain.tap(7, 0, 4), [(Some(3), 1.0)], "only normalised coordinates wrap");
        assert_eq!(plain.taps(1.75, 1, 4, true), [(Some(1), 0.75), (Some(2), 0.25)]);
        assert_eq!(SAMPLER.taps(0.0, 0, 4, true), [(Some(3), 0.5), (Some(0), 0.5)]);
    }

    #[test]
    fn channels_hold_numbers() {
        let format = |class, bits| TexelFormat::new(class, bits, 1).expect("a format");
        assert_eq!(format(TexelClass::Unsigned, 8).number(255, true), 1.0);
        assert_eq!(format(TexelClass::Signed, 8).number(0x80, true), -1.0);
        assert_eq!(format(TexelClass::Signed, 16).number(0xffff, false), -1.0);
        assert_eq!(format(TexelClass::Float, 16).number(0x3c00, false), 1.0);
        assert_eq!(TexelFormat::new(TexelClass::Float, 8, 1), None);
        assert_eq!(TexelFormat::new(TexelClass::Signed, 8, 3), None);
    }
}
