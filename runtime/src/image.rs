//! CUDA arrays, and the textures and surfaces of these and of memory.

use crate::error::{self, Answer, Code};
use crate::memory::Layout;
use crate::state::{self, State};
use ptxlint::device::{Buffer, Device, Image, ImageObject, Sampler, TexelClass, TexelFormat};
use std::collections::HashMap;

/// A CUDA array.
#[derive(Clone, Copy)]
pub struct Array {
    buffer: Buffer,
    pub image: Image,
    /// Width, height and depth or layers as they were asked for: 0 where there are none.
    pub extent: [usize; 3],
    pub flags: u32,
}

/// A description as the program has it, to be handed out again.
pub type Description = Vec<u8>;

/// Arrays by handle, and of textures and surfaces what they were made of.
#[derive(Default)]
pub struct Images {
    arrays: HashMap<usize, Array>,
    descriptions: HashMap<u64, (Description, Description)>,
}

/// What a texture or surface is of.
#[derive(Clone, Copy)]
pub enum Resource {
    Array(usize),
    /// A row of texels in memory, so many bytes.
    Linear {
        address: u64,
        format: TexelFormat,
        bytes: u64,
    },
    /// Rows of texels in memory: width, height and pitch.
    Pitched {
        address: u64,
        format: TexelFormat,
        extent: [u64; 2],
        pitch: u64,
    },
}

const LAYERED: u32 = 1;
const CUBEMAP: u32 = 4;
const SPARSE: u32 = 0x40;
const DEFERRED: u32 = 0x80;

impl State {
    /// Makes an array: width, height, and depth or layers.
    pub fn allocate_array(&mut self, format: TexelFormat, extent: [usize; 3], flags: u32) -> Answer<usize> {
        self.check()?;
        if flags & (CUBEMAP | SPARSE | DEFERRED) != 0 {
            self.reporter.refuse("cube maps, sparse and deferred CUDA arrays are not supported".to_string());
            return Err(Code::NOT_SUPPORTED);
        }
        let [width, height, depth] = extent;
        if width == 0 || height == 0 && depth != 0 && flags & LAYERED == 0 {
            return Err(Code::INVALID_VALUE);
        }
        let whole = extent.map(|extent| extent.max(1) as u64);
        let pitch = whole[0] * format.bytes();
        let layer = pitch * whole[1];
        let bytes = layer.checked_mul(whole[2]).ok_or(Code::OUT_OF_MEMORY)?;
        let buffer = self.cpu.alloc(bytes).map_err(|error| error::of_device(&error))?;
        let address = self.cpu.address(buffer).map_err(|error| error::of_device(&error))?;
        let image = Image { address, format, extent: whole, pitch, layer };
        let handle = state::handle();
        self.images.arrays.insert(handle, Array { buffer, image, extent, flags });
        Ok(handle)
    }

    /// The array of a handle.
    pub fn array(&self, handle: usize) -> Answer<Array> {
        self.images.arrays.get(&handle).copied().ok_or(Code::INVALID_HANDLE)
    }

    /// Frees an array.
    pub fn free_array(&mut self, handle: usize) -> Answer {
        if handle == 0 {
            return Ok(());
        }
        let array = self.images.arrays.remove(&handle).ok_or(Code::INVALID_VALUE)?;
        self.cpu.free(array.buffer).map_err(|error| error::of_device(&error))
    }

    fn image_of(&self, resource: Resource) -> Answer<Image> {
        let rows = |address, format: TexelFormat, [width, height]: [u64; 2], pitch| {
            let image = Image { address, format, extent: [width, height, 1], pitch, layer: pitch * height };
            (width > 0 && height > 0).then_some(image).ok_or(Code::INVALID_VALUE)
        };
        match resource {
            Resource::Array(handle) => Ok(self.array(handle)?.image),
            Resource::Linear { address, format, bytes } => rows(address, format, [bytes / format.bytes(), 1], bytes),
            Resource::Pitched { address, format, extent, pitch } => rows(address, format, extent, pitch),
        }
    }

    /// Makes a texture.
    pub fn add_texture(
        &mut self,
        resource: Resource,
        sampler: Sampler,
        description: (Description, Description),
    ) -> Answer<u64> {
        let image = self.image_of(resource)?;
        let is_float = image.format.class == TexelClass::Float;
        if sampler.is_linear && !is_float && !sampler.makes_floats || sampler.makes_floats && image.format.bits == 32 {
            return Err(Code::INVALID_VALUE);
        }
        let handle = self.cpu.add_image_object(ImageObject::Texture(image, sampler));
        self.images.descriptions.insert(handle, description);
        Ok(handle)
    }

    /// Makes a surface.
    pub fn add_surface(&mut self, resource: Resource, description: Description) -> Answer<u64> {
        let Resource::Array(_) = resource else { return Err(Code::INVALID_VALUE) };
        let image = self.image_of(resource)?;
        let handle = self.cpu.add_image_object(ImageObject::Surface(image));
        self.images.descriptions.insert(handle, (description, Vec::new()));
        Ok(handle)
    }

    /// What a texture or surface was made of.
    pub fn description(&self, handle: u64) -> Answer<(Description, Description)> {
        self.images.descriptions.get(&handle).cloned().ok_or(Code::INVALID_VALUE)
    }

    /// Takes a texture or surface away.
    pub fn remove_image(&mut self, handle: u64) -> Answer {
        self.images.descriptions.remove(&handle);
        self.cpu.remove_image_object(handle).then_some(()).ok_or(Code::INVALID_VALUE)
    }
}

impl Array {
    /// The bytes from a place on: in x by bytes.
    pub fn layout(&self, [x, y, z]: [usize; 3]) -> Layout {
        let Image { address, pitch, layer, .. } = self.image;
        Layout { address: address + x as u64 + y as u64 * pitch + z as u64 * layer, pitch, layer }
    }

    /// Bytes of a row.
    pub fn row(&self) -> usize {
        self.image.pitch as usize
    }
}

/// The bytes of a description.
pub unsafe fn bytes_of(from: *const u8, count: usize) -> Description {
    std::slice::from_raw_parts(from, count).to_vec()
}
