//! Textures and surfaces of buffers: `tex(x, filter=linear)`, `surf(x)`.

use super::dtype::Dtype;
use super::npy::Array;
use super::value::is_name;
use crate::device::{AddressMode, Image, ImageObject, Sampler, TexelClass, TexelFormat};

const TEXTURE: &str = "tex(x, filter=linear, address=wrap, coordinates=normalized, read=float, channels=4)";
const SURFACE: &str = "surf(x, channels=4)";

const ADDRESS_MODES: [(&str, AddressMode); 4] = [
    ("clamp", AddressMode::Clamp),
    ("border", AddressMode::Border),
    ("wrap", AddressMode::Wrap),
    ("mirror", AddressMode::Mirror),
];

/// What is said of a texture or surface.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct ImageValue {
    pub buffer: String,
    channels: u32,
    /// None for surfaces.
    sampler: Option<Sampler>,
}

impl ImageValue {
    /// Reads what stands between the parentheses of `tex` or `surf`.
    pub(super) fn parse(is_texture: bool, text: &str) -> Result<Self, String> {
        let (function, usage) = if is_texture { ("tex", TEXTURE) } else { ("surf", SURFACE) };
        let wrong = |part: &str| format!("invalid `{part}` in `{function}({text})`: write it as in `{usage}`");
        let mut parts = text.split(',').map(str::trim);
        let buffer = parts.next().filter(|name| is_name(name)).ok_or_else(|| wrong(text))?.to_string();
        let mut sampler = Sampler {
            address: [AddressMode::Clamp; 3],
            is_linear: false,
            is_normalised: false,
            makes_floats: false,
            border: [0.0; 4],
        };
        let mut channels = 1;
        for part in parts {
            match part.split_once('=').ok_or_else(|| wrong(part))? {
                ("channels", count @ ("1" | "2" | "4")) => channels = count.parse().map_err(|_| wrong(part))?,
                ("filter", filter @ ("point" | "linear")) if is_texture => sampler.is_linear = filter == "linear",
                ("coordinates", kind @ ("texels" | "normalized")) if is_texture => {
                    sampler.is_normalised = kind == "normalized";
                }
                ("read", kind @ ("element" | "float")) if is_texture => sampler.makes_floats = kind == "float",
                ("address", name) if is_texture => {
                    let mode = ADDRESS_MODES.into_iter().find(|(known, _)| *known == name);
                    sampler.address = [mode.ok_or_else(|| wrong(part))?.1; 3];
                }
                _ => return Err(wrong(part)),
            }
        }
        Ok(Self { buffer, channels, sampler: is_texture.then_some(sampler) })
    }

    /// The object of a buffer with these elements, as if it began at address 0.
    pub(super) fn of(&self, array: &Array) -> Result<ImageObject, String> {
        let format = match array.dtype {
            Dtype::U8 => (TexelClass::Unsigned, 8),
            Dtype::U16 => (TexelClass::Unsigned, 16),
            Dtype::U32 => (TexelClass::Unsigned, 32),
            Dtype::S8 => (TexelClass::Signed, 8),
            Dtype::S16 => (TexelClass::Signed, 16),
            Dtype::S32 => (TexelClass::Signed, 32),
            Dtype::F16 => (TexelClass::Float, 16),
            Dtype::F32 => (TexelClass::Float, 32),
            other => return Err(format!("textures have no elements of type {}", other.name())),
        };
        let format = TexelFormat::new(format.0, format.1, self.channels).ok_or("textures have no such elements")?;
        let mut extents: Vec<u64> = array.shape.iter().rev().map(|&extent| extent as u64).collect();
        if self.channels > 1 && extents.first() == Some(&u64::from(self.channels)) {
            extents.remove(0);
        } else if self.channels > 1 {
            return Err(format!("the last extent of `{}` is not that of {} channels", self.buffer, self.channels));
        }
        if extents.is_empty() || extents.len() > 3 || extents.contains(&0) {
            return Err(format!("`{}` has no one to three extents, as textures have", self.buffer));
        }
        extents.resize(3, 1);
        let extent = [extents[0], extents[1], extents[2]];
        let pitch = extent[0] * format.bytes();
        let image = Image { address: 0, format, extent, pitch, layer: pitch * extent[1] };
        let Some(sampler) = self.sampler else { return Ok(ImageObject::Surface(image)) };
        let is_float = format.class == TexelClass::Float;
        if sampler.is_linear && !is_float && !sampler.makes_floats {
            return Err("integers are interpolated only with `read=float`".to_string());
        }
        if sampler.makes_floats && !is_float && format.bits == 32 {
            return Err("integers of 32 bits cannot be read with `read=float`".to_string());
        }
        Ok(ImageObject::Texture(image, sampler))
    }
}

/// The same object of a buffer at an address.
pub(super) fn at(object: ImageObject, address: u64) -> ImageObject {
    match object {
        ImageObject::Texture(image, sampler) => ImageObject::Texture(Image { address, ..image }, sampler),
        ImageObject::Surface(image) => ImageObject::Surface(Image { address, ..image }),
    }
}
