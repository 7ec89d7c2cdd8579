//! CUDA arrays, and the textures and surfaces of these and of memory.

use crate::api::put;
use crate::error::{self, Answer, Code};
use crate::memory::Layout;
use crate::state::{self, State};
use ptxlint::device::{AddressMode, Buffer, Device, Image, ImageObject, Sampler, TexelClass, TexelFormat};
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

/// A description of a resource, of the runtime or the driver.
pub trait DescribesResource {
    /// What it describes.
    fn resource(&self) -> Answer<Resource>;
}

/// A description of a texture, of the runtime or the driver.
pub trait DescribesTexture {
    /// How the texture is fetched from if it is of this resource.
    fn sampler(&self, resource: Resource) -> Answer<Sampler>;
}

/// The resource of a kind, by numbers that the runtime and the driver share. Linear memory has its bytes as width.
pub fn resource_of(
    kind: i32,
    what: u64,
    format: impl FnOnce() -> Answer<TexelFormat>,
    [width, height]: [usize; 2],
    pitch: usize,
) -> Answer<Resource> {
    const ARRAY: i32 = 0;
    const LINEAR: i32 = 2;
    const PITCHED: i32 = 3;
    Ok(match kind {
        ARRAY => Resource::Array(what as usize),
        LINEAR => Resource::Linear { address: what, format: format()?, bytes: width as u64 },
        PITCHED => Resource::Pitched {
            address: what,
            format: format()?,
            extent: [width as u64, height as u64],
            pitch: pitch as u64,
        },
        _ => return Err(unsupported("textures of mipmapped arrays")),
    })
}

/// What a description says of fetches.
pub struct Sampling {
    /// `cudaTextureAddressMode`, which the driver shares.
    pub address: [i32; 3],
    /// `cudaTextureFilterMode`, which the driver shares.
    pub filter: i32,
    pub is_normalised: bool,
    pub makes_floats: bool,
    pub border: [f32; 4],
}

impl Sampling {
    /// How a resource is fetched from. Linear memory has no filter and no modes: what lies beyond is zero.
    pub fn of(self, resource: Resource) -> Answer<Sampler> {
        let Self { address, filter, is_normalised, makes_floats, border } = self;
        if let Resource::Linear { .. } = resource {
            let address = [AddressMode::Border; 3];
            return Ok(Sampler { address, is_linear: false, is_normalised: false, makes_floats, border: [0.0; 4] });
        }
        let [x, y, z] = address;
        let address = [address_mode(x)?, address_mode(y)?, address_mode(z)?];
        Ok(Sampler { address, is_linear: filter == 1, is_normalised, makes_floats, border })
    }
}

fn address_mode(number: i32) -> Answer<AddressMode> {
    let modes = [AddressMode::Wrap, AddressMode::Clamp, AddressMode::Mirror, AddressMode::Border];
    modes.get(number as usize).copied().ok_or(Code::INVALID_VALUE)
}

/// Says that something is not supported.
pub fn unsupported(what: &str) -> Code {
    state::lock().reporter.refuse(format!("{what} are not supported"));
    Code::NOT_SUPPORTED
}

/// Makes a texture of what a program describes.
pub unsafe fn create_texture<R: DescribesResource, T: DescribesTexture>(
    to: *mut u64,
    resource: *const R,
    texture: *const T,
    view: *const u8,
) -> Answer {
    if !view.is_null() {
        return Err(unsupported("views of textures"));
    }
    let (what, how) = (resource.as_ref().ok_or(Code::INVALID_VALUE)?, texture.as_ref().ok_or(Code::INVALID_VALUE)?);
    let of = what.resource()?;
    let sampler = how.sampler(of)?;
    let description = (bytes_of(resource), bytes_of(texture));
    put(to, state::lock().add_texture(of, sampler, description)?)
}

/// Makes a surface of what a program describes.
pub unsafe fn create_surface<R: DescribesResource>(to: *mut u64, resource: *const R) -> Answer {
    let what = resource.as_ref().ok_or(Code::INVALID_VALUE)?.resource()?;
    put(to, state::lock().add_surface(what, bytes_of(resource))?)
}

/// Writes the description of the resource that a texture or surface was made of.
pub unsafe fn describe_resource(to: *mut u8, object: u64) -> Answer {
    let (resource, _) = state::lock().description(object)?;
    std::ptr::copy_nonoverlapping(resource.as_ptr(), to, resource.len());
    Ok(())
}

/// Writes the description that a texture was made of.
pub unsafe fn describe_texture(to: *mut u8, object: u64) -> Answer {
    let (_, texture) = state::lock().description(object)?;
    std::ptr::copy_nonoverlapping(texture.as_ptr(), to, texture.len());
    Ok(())
}

/// The bytes of a description.
unsafe fn bytes_of<T>(from: *const T) -> Description {
    std::slice::from_raw_parts(from.cast(), size_of::<T>()).to_vec()
}
