//! CUDA arrays, textures and surfaces.

use crate::api::{driver_api, put};
use crate::error::{Answer, Code};
use crate::image::{self, Array, DescribesResource, DescribesTexture, Resource, Sampling, resource_of, unsupported};
use crate::state;
use crate::work;
use ptxlint::device::{Sampler, TexelClass, TexelFormat};

/// `CUDA_ARRAY_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrayDescription {
    width: usize,
    height: usize,
    format: i32,
    channels: u32,
}

/// `CUDA_ARRAY3D_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Array3DDescription {
    extent: [usize; 3],
    format: i32,
    channels: u32,
    flags: u32,
}

/// `CUDA_RESOURCE_DESC`, as far as it is read.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ResourceDescription {
    kind: i32,
    /// An array, or an address.
    what: u64,
    format: i32,
    channels: u32,
    /// Bytes of linear memory, else texels of a row.
    width: usize,
    height: usize,
    pitch: usize,
}

/// `CUDA_TEXTURE_DESC`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TextureDescription {
    address: [i32; 3],
    filter: i32,
    flags: u32,
    anisotropy: u32,
    mipmap_filter: i32,
    levels: [f32; 3],
    border: [f32; 4],
    reserved: [i32; 12],
}

/// `CUarray_format`, with class and width.
const FORMATS: [(i32, TexelClass, u32); 8] = [
    (1, TexelClass::Unsigned, 8),
    (2, TexelClass::Unsigned, 16),
    (3, TexelClass::Unsigned, 32),
    (8, TexelClass::Signed, 8),
    (9, TexelClass::Signed, 16),
    (10, TexelClass::Signed, 32),
    (16, TexelClass::Float, 16),
    (32, TexelClass::Float, 32),
];

fn format_of(number: i32, channels: u32) -> Answer<TexelFormat> {
    let found = FORMATS.into_iter().find(|&(format, ..)| format == number);
    found.and_then(|(_, class, bits)| TexelFormat::new(class, bits, channels)).ok_or(Code::INVALID_VALUE)
}

fn number_of(format: TexelFormat) -> i32 {
    let found = FORMATS.into_iter().find(|&(_, class, bits)| (class, bits) == (format.class, format.bits));
    found.map_or(0, |(number, ..)| number)
}

impl DescribesResource for ResourceDescription {
    fn resource(&self) -> Answer<Resource> {
        let format = || format_of(self.format, self.channels);
        resource_of(self.kind, self.what, format, [self.width, self.height], self.pitch)
    }
}

impl DescribesTexture for TextureDescription {
    fn sampler(&self, resource: Resource) -> Answer<Sampler> {
        const AS_INTEGER: u32 = 1;
        const NORMALISED: u32 = 2;
        const SRGB: u32 = 0x10;
        if self.flags & SRGB != 0 {
            return Err(unsupported("textures in sRGB"));
        }
        let format = match resource {
            Resource::Array(array) => state::lock().array(array)?.image.format,
            Resource::Linear { format, .. } | Resource::Pitched { format, .. } => format,
        };
        let is_narrow = format.class != TexelClass::Float && format.bits < 32;
        let sampling = Sampling {
            address: self.address,
            filter: self.filter,
            is_normalised: self.flags & NORMALISED != 0,
            makes_floats: is_narrow && self.flags & AS_INTEGER == 0,
            border: self.border,
        };
        sampling.of(resource)
    }
}

/// Where bytes of the first row of an array lie.
fn place(handle: usize, offset: usize, bytes: usize) -> Answer<u64> {
    let array: Array = state::lock().array(handle)?;
    let is_within = offset.checked_add(bytes).is_some_and(|end| end <= array.row());
    is_within.then(|| array.layout([offset, 0, 0]).address).ok_or(Code::INVALID_VALUE)
}

const LEGACY: usize = 0;
const TO_DEVICE: i32 = 1;
const TO_HOST: i32 = 2;
const WITHIN: i32 = 3;

driver_api! {
    cuArrayCreate as cuArrayCreate_v2: (to: *mut usize, description: *const ArrayDescription) {
        let ArrayDescription { width, height, format, channels } = *description.as_ref().ok_or(Code::INVALID_VALUE)?;
        put(to, state::lock().allocate_array(format_of(format, channels)?, [width, height, 0], 0)?)
    }

    cuArray3DCreate as cuArray3DCreate_v2: (to: *mut usize, description: *const Array3DDescription) {
        let Array3DDescription { extent, format, channels, flags } =
            *description.as_ref().ok_or(Code::INVALID_VALUE)?;
        put(to, state::lock().allocate_array(format_of(format, channels)?, extent, flags)?)
    }

    cuArrayDestroy: (array: usize) { state::lock().free_array(array) }

    cuArrayGetDescriptor as cuArrayGetDescriptor_v2: (to: *mut ArrayDescription, array: usize) {
        let array = state::lock().array(array)?;
        let ([width, height, _], format) = (array.extent, array.image.format);
        put(to, ArrayDescription { width, height, format: number_of(format), channels: format.channels })
    }

    cuArray3DGetDescriptor as cuArray3DGetDescriptor_v2: (to: *mut Array3DDescription, array: usize) {
        let array = state::lock().array(array)?;
        let (extent, format, flags) = (array.extent, array.image.format, array.flags);
        put(to, Array3DDescription { extent, format: number_of(format), channels: format.channels, flags })
    }

    cuMemcpyHtoA as cuMemcpyHtoA_v2 cuMemcpyHtoA_v2_ptds: (to: usize, offset: usize, from: u64, bytes: usize) {
        work::copy(LEGACY, place(to, offset, bytes)?, from, bytes as u64, TO_DEVICE, "cuMemcpyHtoA")
    }

    cuMemcpyAtoH as cuMemcpyAtoH_v2 cuMemcpyAtoH_v2_ptds: (to: u64, from: usize, offset: usize, bytes: usize) {
        work::copy(LEGACY, to, place(from, offset, bytes)?, bytes as u64, TO_HOST, "cuMemcpyAtoH")
    }

    cuMemcpyHtoAAsync as cuMemcpyHtoAAsync_v2 cuMemcpyHtoAAsync_v2_ptsz: (
        to: usize, offset: usize, from: u64, bytes: usize, stream: usize,
    ) {
        work::copy(stream, place(to, offset, bytes)?, from, bytes as u64, TO_DEVICE, "cuMemcpyHtoAAsync")
    }

    cuMemcpyAtoHAsync as cuMemcpyAtoHAsync_v2 cuMemcpyAtoHAsync_v2_ptsz: (
        to: u64, from: usize, offset: usize, bytes: usize, stream: usize,
    ) {
        work::copy(stream, to, place(from, offset, bytes)?, bytes as u64, TO_HOST, "cuMemcpyAtoHAsync")
    }

    cuMemcpyDtoA as cuMemcpyDtoA_v2 cuMemcpyDtoA_v2_ptds: (to: usize, offset: usize, from: u64, bytes: usize) {
        work::copy(LEGACY, place(to, offset, bytes)?, from, bytes as u64, WITHIN, "cuMemcpyDtoA")
    }

    cuMemcpyAtoD as cuMemcpyAtoD_v2 cuMemcpyAtoD_v2_ptds: (to: u64, from: usize, offset: usize, bytes: usize) {
        work::copy(LEGACY, to, place(from, offset, bytes)?, bytes as u64, WITHIN, "cuMemcpyAtoD")
    }

    cuMemcpyAtoA as cuMemcpyAtoA_v2 cuMemcpyAtoA_v2_ptds: (
        to: usize, to_offset: usize, from: usize, offset: usize, bytes: usize,
    ) {
        let (to, from) = (place(to, to_offset, bytes)?, place(from, offset, bytes)?);
        work::copy(LEGACY, to, from, bytes as u64, WITHIN, "cuMemcpyAtoA")
    }

    cuTexObjectCreate: (
        to: *mut u64, resource: *const ResourceDescription, texture: *const TextureDescription, view: *const u8,
    ) {
        image::create_texture(to, resource, texture, view)
    }

    cuSurfObjectCreate: (to: *mut u64, resource: *const ResourceDescription) { image::create_surface(to, resource) }

    cuTexObjectDestroy as cuSurfObjectDestroy: (object: u64) { state::lock().remove_image(object) }

    cuTexObjectGetResourceDesc as cuSurfObjectGetResourceDesc: (to: *mut u8, object: u64) {
        image::describe_resource(to, object)
    }

    cuTexObjectGetTextureDesc: (to: *mut u8, object: u64) { image::describe_texture(to, object) }
}
