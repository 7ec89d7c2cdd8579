//! CUDA arrays, textures and surfaces.

use super::Extent;
use super::devices::Channels;
use crate::api::{put, put_if, runtime_api};
use crate::error::{Answer, Code};
use crate::image::{self, Array, DescribesResource, DescribesTexture, Resource, Sampling, resource_of, unsupported};
use crate::memory::{Direction, Layout};
use crate::state;
use crate::work::{Work, submit};
use ptxlint::device::{Sampler, TexelClass, TexelFormat};

/// `cudaResourceDesc`, as far as versions agree.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ResourceDescription {
    kind: i32,
    /// An array, or an address.
    what: u64,
    channels: Channels,
    /// Bytes of linear memory, else texels of a row.
    width: usize,
    height: usize,
    pitch: usize,
}

/// `cudaTextureDesc`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TextureDescription {
    address: [i32; 3],
    filter: i32,
    reads: i32,
    srgb: i32,
    border: [f32; 4],
    normalised: i32,
    anisotropy: u32,
    mipmap_filter: i32,
    level_bias: f32,
    levels: [f32; 2],
    no_trilinear: i32,
    seamless: i32,
}

/// The format that channels of these widths have.
pub fn format_of(channels: Channels) -> Answer<TexelFormat> {
    let widths = channels.widths();
    let count = widths.iter().take_while(|&&width| width > 0).count();
    let is_even = widths[..count].iter().all(|&width| width == widths[0]) && widths[count..].iter().all(|&it| it == 0);
    let class = [TexelClass::Signed, TexelClass::Unsigned, TexelClass::Float].get(channels.kind() as usize).copied();
    let format = class.and_then(|class| TexelFormat::new(class, widths[0] as u32, count as u32));
    format.filter(|_| is_even).ok_or(Code::INVALID_CHANNELS)
}

fn channels_of(format: TexelFormat) -> Channels {
    let width = |channel: u32| if channel < format.channels { format.bits as i32 } else { 0 };
    let kind = match format.class {
        TexelClass::Signed => 0,
        TexelClass::Unsigned => 1,
        TexelClass::Float => 2,
    };
    Channels::new([0, 1, 2, 3].map(width), kind)
}

impl DescribesResource for ResourceDescription {
    fn resource(&self) -> Answer<Resource> {
        let format = || format_of(self.channels);
        resource_of(self.kind, self.what, format, [self.width, self.height], self.pitch)
    }
}

impl DescribesTexture for TextureDescription {
    fn sampler(&self, resource: Resource) -> Answer<Sampler> {
        if self.srgb != 0 {
            return Err(unsupported("textures in sRGB"));
        }
        let sampling = Sampling {
            address: self.address,
            filter: self.filter,
            is_normalised: self.normalised != 0,
            makes_floats: self.reads == 1,
            border: self.border,
        };
        sampling.of(resource)
    }
}

/// Copies rows.
unsafe fn copy(stream: usize, to: Layout, from: Layout, [width, height]: [usize; 2], kind: i32) -> Answer {
    let (extent, direction) = ([width as u64, height as u64, 1], Direction::of(kind)?);
    submit(stream, Work::Copy { to, from, extent, direction, function: "a copy of a CUDA array" })
}

fn rows(address: u64, pitch: usize) -> Layout {
    Layout { address, pitch: pitch as u64, layer: 0 }
}

/// The rows of so many bytes from a place on: a part of one row, or whole ones.
fn whole_rows(array: &Array, x: usize, bytes: usize) -> Answer<[usize; 2]> {
    match array.row() {
        row if x + bytes <= row => Ok([bytes, 1]),
        row if x == 0 && bytes.is_multiple_of(row) => Ok([row, bytes / row]),
        _ => Err(Code::INVALID_VALUE),
    }
}

/// The array of a handle, if a rectangle is within it: x and width by bytes.
fn array_with(handle: usize, [x, y]: [usize; 2], [width, height]: [usize; 2]) -> Answer<Array> {
    let array = state::lock().array(handle)?;
    let is_within = x + width <= array.row() && y + height <= array.image.extent[1] as usize;
    is_within.then_some(array).ok_or(Code::INVALID_VALUE)
}

const LEGACY: usize = 0;
const WITHIN: i32 = 3;

runtime_api! {
    cudaMallocArray: (to: *mut usize, channels: *const Channels, width: usize, height: usize, flags: u32) {
        let format = format_of(*channels.as_ref().ok_or(Code::INVALID_VALUE)?)?;
        put(to, state::lock().allocate_array(format, [width, height, 0], flags)?)
    }

    cudaMalloc3DArray: (to: *mut usize, channels: *const Channels, extent: Extent, flags: u32) {
        let format = format_of(*channels.as_ref().ok_or(Code::INVALID_VALUE)?)?;
        put(to, state::lock().allocate_array(format, [extent.width, extent.height, extent.depth], flags)?)
    }

    cudaFreeArray: (array: usize) { state::lock().free_array(array) }

    cudaArrayGetInfo: (channels: *mut Channels, extent: *mut Extent, flags: *mut u32, array: usize) {
        let array = state::lock().array(array)?;
        let [width, height, depth] = array.extent;
        put_if(channels, channels_of(array.image.format));
        put_if(extent, Extent { width, height, depth });
        put_if(flags, array.flags);
        Ok(())
    }

    cudaGetChannelDesc: (channels: *mut Channels, array: usize) {
        let array = state::lock().array(array)?;
        put(channels, channels_of(array.image.format))
    }

    cudaMemcpy2DToArray as cudaMemcpy2DToArray_ptds: (
        to: usize, x: usize, y: usize, from: u64, pitch: usize, width: usize, height: usize, kind: i32,
    ) {
        let array = array_with(to, [x, y], [width, height])?;
        copy(LEGACY, array.layout([x, y, 0]), rows(from, pitch), [width, height], kind)
    }

    cudaMemcpy2DToArrayAsync as cudaMemcpy2DToArrayAsync_ptsz: (
        to: usize, x: usize, y: usize, from: u64, pitch: usize, width: usize, height: usize, kind: i32, stream: usize,
    ) {
        let array = array_with(to, [x, y], [width, height])?;
        copy(stream, array.layout([x, y, 0]), rows(from, pitch), [width, height], kind)
    }

    cudaMemcpy2DFromArray as cudaMemcpy2DFromArray_ptds: (
        to: u64, pitch: usize, from: usize, x: usize, y: usize, width: usize, height: usize, kind: i32,
    ) {
        let array = array_with(from, [x, y], [width, height])?;
        copy(LEGACY, rows(to, pitch), array.layout([x, y, 0]), [width, height], kind)
    }

    cudaMemcpy2DFromArrayAsync as cudaMemcpy2DFromArrayAsync_ptsz: (
        to: u64, pitch: usize, from: usize, x: usize, y: usize, width: usize, height: usize, kind: i32, stream: usize,
    ) {
        let array = array_with(from, [x, y], [width, height])?;
        copy(stream, rows(to, pitch), array.layout([x, y, 0]), [width, height], kind)
    }

    cudaMemcpy2DArrayToArray as cudaMemcpy2DArrayToArray_ptds: (
        to: usize, x: usize, y: usize, from: usize, from_x: usize, from_y: usize, width: usize, height: usize,
        _kind: i32,
    ) {
        let (to, from) =
            (array_with(to, [x, y], [width, height])?, array_with(from, [from_x, from_y], [width, height])?);
        copy(LEGACY, to.layout([x, y, 0]), from.layout([from_x, from_y, 0]), [width, height], WITHIN)
    }

    cudaMemcpyToArray as cudaMemcpyToArray_ptds: (
        to: usize, x: usize, y: usize, from: u64, bytes: usize, kind: i32,
    ) {
        let [width, height] = whole_rows(&state::lock().array(to)?, x, bytes)?;
        let array = array_with(to, [x, y], [width, height])?;
        copy(LEGACY, array.layout([x, y, 0]), rows(from, width), [width, height], kind)
    }

    cudaMemcpyToArrayAsync as cudaMemcpyToArrayAsync_ptsz: (
        to: usize, x: usize, y: usize, from: u64, bytes: usize, kind: i32, stream: usize,
    ) {
        let [width, height] = whole_rows(&state::lock().array(to)?, x, bytes)?;
        let array = array_with(to, [x, y], [width, height])?;
        copy(stream, array.layout([x, y, 0]), rows(from, width), [width, height], kind)
    }

    cudaMemcpyFromArray as cudaMemcpyFromArray_ptds: (
        to: u64, from: usize, x: usize, y: usize, bytes: usize, kind: i32,
    ) {
        let [width, height] = whole_rows(&state::lock().array(from)?, x, bytes)?;
        let array = array_with(from, [x, y], [width, height])?;
        copy(LEGACY, rows(to, width), array.layout([x, y, 0]), [width, height], kind)
    }

    cudaMemcpyFromArrayAsync as cudaMemcpyFromArrayAsync_ptsz: (
        to: u64, from: usize, x: usize, y: usize, bytes: usize, kind: i32, stream: usize,
    ) {
        let [width, height] = whole_rows(&state::lock().array(from)?, x, bytes)?;
        let array = array_with(from, [x, y], [width, height])?;
        copy(stream, rows(to, width), array.layout([x, y, 0]), [width, height], kind)
    }

    cudaCreateTextureObject: (
        to: *mut u64, resource: *const ResourceDescription, texture: *const TextureDescription, view: *const u8,
    ) {
        image::create_texture(to, resource, texture, view)
    }

    cudaCreateSurfaceObject: (to: *mut u64, resource: *const ResourceDescription) {
        image::create_surface(to, resource)
    }

    cudaDestroyTextureObject as cudaDestroySurfaceObject: (object: u64) { state::lock().remove_image(object) }

    cudaGetTextureObjectResourceDesc as cudaGetSurfaceObjectResourceDesc: (to: *mut u8, object: u64) {
        image::describe_resource(to, object)
    }

    cudaGetTextureObjectTextureDesc: (to: *mut u8, object: u64) { image::describe_texture(to, object) }
}
