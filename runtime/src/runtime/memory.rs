//! Memory.

use super::version;
use crate::api::{put, put_if, runtime_api};
use crate::error::{Answer, Code};
use crate::memory::{Direction, Kind, Layout};
use crate::state;
use crate::work::{self, Work, submit};

/// `cudaPitchedPtr`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Pitched {
    pub address: u64,
    pub pitch: usize,
    pub width: usize,
    pub height: usize,
}

/// `cudaExtent`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Extent {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

/// `cudaPos`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Position {
    x: usize,
    y: usize,
    z: usize,
}

/// `cudaMemcpy3DParms`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Copy3D {
    from_array: usize,
    from_position: Position,
    from: Pitched,
    to_array: usize,
    to_position: Position,
    to: Pitched,
    extent: Extent,
    kind: i32,
}

/// `cudaPointerAttributes`, as far as versions agree.
#[repr(C)]
pub struct PointerAttributes {
    kind: i32,
    device: i32,
    device_pointer: u64,
    host_pointer: u64,
}

/// Rows of allocations begin at multiples of this.
const PITCH: u64 = 512;

impl Pitched {
    fn layout(self, position: Position) -> Layout {
        let (pitch, layer) = (self.pitch as u64, (self.pitch * self.height) as u64);
        let address = self.address + position.x as u64 + position.y as u64 * pitch + position.z as u64 * layer;
        Layout { address, pitch, layer }
    }
}

impl Copy3D {
    /// As work of a stream.
    pub fn work(&self) -> Answer<Work> {
        let Extent { width, height, depth } = self.extent;
        let extent = [width, height, depth];
        let (from, of_source) = end(self.from_array, self.from, self.from_position, extent)?;
        let (to, of_target) = end(self.to_array, self.to, self.to_position, extent)?;
        // Where an array takes part, widths count its elements.
        let element = of_source.or(of_target).unwrap_or(1);
        Ok(Work::Copy {
            to,
            from,
            extent: [width as u64 * element, height as u64, depth as u64],
            direction: Direction::of(self.kind)?,
            function: "cudaMemcpy3D",
        })
    }
}

/// Where a copy begins or ends, and the bytes of an element if that is an array.
fn end(array: usize, memory: Pitched, at: Position, extent: [usize; 3]) -> Answer<(Layout, Option<u64>)> {
    if array == 0 {
        return Ok((memory.layout(at), None));
    }
    let array = state::lock().array(array)?;
    let element = array.image.format.bytes();
    let place = [at.x, at.y, at.z];
    let is_within = (0..3).all(|axis| place[axis] + extent[axis] <= array.image.extent[axis] as usize);
    let layout = array.layout([at.x * element as usize, at.y, at.z]);
    is_within.then_some((layout, Some(element))).ok_or(Code::INVALID_VALUE)
}

unsafe fn copy_2d(
    stream: usize,
    (to, to_pitch): (u64, usize),
    (from, from_pitch): (u64, usize),
    (width, height): (usize, usize),
    kind: i32,
) -> Answer {
    if width > to_pitch || width > from_pitch {
        return Err(Code::INVALID_PITCH);
    }
    let layout = |address, pitch: usize| Layout { address, pitch: pitch as u64, layer: 0 };
    let extent = [width as u64, height as u64, 1];
    let (to, from, direction) = (layout(to, to_pitch), layout(from, from_pitch), Direction::of(kind)?);
    submit(stream, Work::Copy { to, from, extent, direction, function: "cudaMemcpy2D" })
}

unsafe fn fill_3d(stream: usize, to: Pitched, value: i32, extent: Extent) -> Answer {
    let to = Layout { address: to.address, pitch: to.pitch as u64, layer: (to.pitch * to.height) as u64 };
    let extent = [extent.width as u64, extent.height as u64, extent.depth as u64];
    submit(stream, Work::Fill { to, element: vec![value as u8], extent, function: "cudaMemset" })
}

/// Where a part of a variable lies.
pub fn symbol(symbol: usize, offset: usize, bytes: usize) -> Answer<u64> {
    let (address, size) = state::lock().variable(symbol)?;
    if offset.checked_add(bytes).is_none_or(|end| end as u64 > size) {
        return Err(Code::INVALID_VALUE);
    }
    Ok(address + offset as u64)
}

/// The number of a place: that of the device, or a structure of its kind and its number, of which one kind is the host.
pub fn place_number(place: u64, is_structure: bool) -> i32 {
    const DEVICE: u32 = 1;
    match (is_structure, place as u32) {
        (false, number) => number as i32,
        (true, DEVICE) => (place >> 32) as i32,
        (true, _) => -1,
    }
}

/// Copies out what is known of where memory should be: a number, for all elements there is room for.
pub unsafe fn range_attribute(to: *mut i32, bytes: usize, number: i32, address: u64) -> Answer {
    let value = state::lock().advice(address)?.attribute(number)?;
    if to.is_null() || bytes == 0 || !bytes.is_multiple_of(4) {
        return Err(Code::INVALID_VALUE);
    }
    // There is one device: of several that may access the memory, the others are none.
    for index in 0..bytes / 4 {
        to.add(index).write(if index == 0 { value } else { -2 });
    }
    Ok(())
}

/// How memory of the host was allocated: kernels can always access it.
pub unsafe fn host_flags(to: *mut u32, address: u64) -> Answer {
    const MAPPED: u32 = 2;
    let found = state::lock().allocation_at(address).filter(|(_, it)| it.kind == Kind::Pinned);
    put(to, found.map(|_| MAPPED).ok_or(Code::INVALID_VALUE)?)
}

const LEGACY: usize = 0;

runtime_api! {
    cudaMalloc: (to: *mut u64, bytes: usize) {
        // Nothing, and no address, is what one gets for nothing.
        put(to, if bytes == 0 { 0 } else { state::lock().allocate(bytes as u64)? })
    }

    cudaMallocAsync as cudaMallocAsync_ptsz: (to: *mut u64, bytes: usize, _stream: usize) {
        put(to, state::lock().allocate_from(None, bytes as u64)?)
    }

    cudaMallocFromPoolAsync as cudaMallocFromPoolAsync_ptsz: (to: *mut u64, bytes: usize, pool: usize, _stream: usize) {
        put(to, state::lock().allocate_from(Some(pool), bytes as u64)?)
    }

    cudaFree: (address: u64) {
        state::lock().free(address, &[Kind::Device, Kind::Managed], "cudaFree")
    }

    cudaFreeAsync as cudaFreeAsync_ptsz: (address: u64, stream: usize) {
        // A graph may use the memory whenever it is launched.
        if state::lock().captured(stream)?.is_some() {
            return Ok(());
        }
        state::lock().free(address, &[Kind::Device, Kind::Managed], "cudaFreeAsync")
    }

    cudaMallocManaged: (to: *mut u64, bytes: usize, _flags: u32) {
        if bytes == 0 {
            return Err(Code::INVALID_VALUE);
        }
        put(to, state::lock().allocate_shared(bytes as u64, Kind::Managed)?)
    }

    cudaMallocHost: (to: *mut u64, bytes: usize) {
        put(to, if bytes == 0 { 0 } else { state::lock().allocate_shared(bytes as u64, Kind::Pinned)? })
    }

    cudaHostAlloc: (to: *mut u64, bytes: usize, _flags: u32) {
        put(to, if bytes == 0 { 0 } else { state::lock().allocate_shared(bytes as u64, Kind::Pinned)? })
    }

    cudaFreeHost: (address: u64) {
        state::lock().free(address, &[Kind::Pinned], "cudaFreeHost")
    }

    cudaHostRegister: (address: u64, bytes: usize, _flags: u32) {
        state::lock().register(address, bytes as u64)
    }

    cudaHostUnregister: (address: u64) {
        state::lock().unregister(address)
    }

    cudaHostGetDevicePointer: (to: *mut u64, address: u64, _flags: u32) {
        let found = state::lock().allocation_at(address).filter(|(_, it)| !it.kind.is_of_device());
        put(to, found.map(|_| address).ok_or(Code::INVALID_VALUE)?)
    }

    cudaHostGetFlags: (to: *mut u32, address: u64) {
        host_flags(to, address)
    }

    cudaMallocPitch: (to: *mut u64, pitch: *mut usize, width: usize, height: usize) {
        let row = (width as u64).next_multiple_of(PITCH);
        put(pitch, row as usize)?;
        put(to, state::lock().allocate(row * height as u64)?)
    }

    cudaMalloc3D: (to: *mut Pitched, extent: Extent) {
        let row = (extent.width as u64).next_multiple_of(PITCH);
        let address = state::lock().allocate(row * (extent.height * extent.depth) as u64)?;
        put(to, Pitched { address, pitch: row as usize, width: extent.width, height: extent.height })
    }

    cudaMemcpy as cudaMemcpy_ptds: (to: u64, from: u64, bytes: usize, kind: i32) {
        work::copy(LEGACY, to, from, bytes as u64, kind, "cudaMemcpy")
    }

    cudaMemcpyAsync as cudaMemcpyAsync_ptsz: (to: u64, from: u64, bytes: usize, kind: i32, stream: usize) {
        work::copy(stream, to, from, bytes as u64, kind, "cudaMemcpyAsync")
    }

    cudaMemcpyPeer: (to: u64, _to_device: i32, from: u64, _from_device: i32, bytes: usize) {
        work::copy(LEGACY, to, from, bytes as u64, 3, "cudaMemcpyPeer")
    }

    cudaMemcpyPeerAsync: (to: u64, _to_device: i32, from: u64, _from_device: i32, bytes: usize, stream: usize) {
        work::copy(stream, to, from, bytes as u64, 3, "cudaMemcpyPeerAsync")
    }

    cudaMemcpy2D as cudaMemcpy2D_ptds: (
        to: u64, to_pitch: usize, from: u64, from_pitch: usize, width: usize, height: usize, kind: i32,
    ) {
        copy_2d(LEGACY, (to, to_pitch), (from, from_pitch), (width, height), kind)
    }

    cudaMemcpy2DAsync as cudaMemcpy2DAsync_ptsz: (
        to: u64, to_pitch: usize, from: u64, from_pitch: usize, width: usize, height: usize, kind: i32, stream: usize,
    ) {
        copy_2d(stream, (to, to_pitch), (from, from_pitch), (width, height), kind)
    }

    cudaMemcpy3D as cudaMemcpy3D_ptds: (copy: *const Copy3D) {
        submit(LEGACY, copy.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaMemcpy3DAsync as cudaMemcpy3DAsync_ptsz: (copy: *const Copy3D, stream: usize) {
        submit(stream, copy.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaMemset as cudaMemset_ptds: (to: u64, value: i32, count: usize) {
        work::fill(LEGACY, to, &[value as u8], count as u64, "cudaMemset")
    }

    cudaMemsetAsync as cudaMemsetAsync_ptsz: (to: u64, value: i32, count: usize, stream: usize) {
        work::fill(stream, to, &[value as u8], count as u64, "cudaMemsetAsync")
    }

    cudaMemset2D as cudaMemset2D_ptds: (to: u64, pitch: usize, value: i32, width: usize, height: usize) {
        fill_3d(LEGACY, Pitched { address: to, pitch, width, height }, value, Extent { width, height, depth: 1 })
    }

    cudaMemset2DAsync as cudaMemset2DAsync_ptsz: (
        to: u64, pitch: usize, value: i32, width: usize, height: usize, stream: usize,
    ) {
        fill_3d(stream, Pitched { address: to, pitch, width, height }, value, Extent { width, height, depth: 1 })
    }

    cudaMemset3D as cudaMemset3D_ptds: (to: Pitched, value: i32, extent: Extent) {
        fill_3d(LEGACY, to, value, extent)
    }

    cudaMemset3DAsync as cudaMemset3DAsync_ptsz: (to: Pitched, value: i32, extent: Extent, stream: usize) {
        fill_3d(stream, to, value, extent)
    }

    cudaMemcpyToSymbol as cudaMemcpyToSymbol_ptds: (
        to: usize, from: u64, bytes: usize, offset: usize, kind: i32,
    ) {
        work::copy(LEGACY, symbol(to, offset, bytes)?, from, bytes as u64, kind, "cudaMemcpyToSymbol")
    }

    cudaMemcpyToSymbolAsync as cudaMemcpyToSymbolAsync_ptsz: (
        to: usize, from: u64, bytes: usize, offset: usize, kind: i32, stream: usize,
    ) {
        work::copy(stream, symbol(to, offset, bytes)?, from, bytes as u64, kind, "cudaMemcpyToSymbolAsync")
    }

    cudaMemcpyFromSymbol as cudaMemcpyFromSymbol_ptds: (
        to: u64, from: usize, bytes: usize, offset: usize, kind: i32,
    ) {
        work::copy(LEGACY, to, symbol(from, offset, bytes)?, bytes as u64, kind, "cudaMemcpyFromSymbol")
    }

    cudaMemcpyFromSymbolAsync as cudaMemcpyFromSymbolAsync_ptsz: (
        to: u64, from: usize, bytes: usize, offset: usize, kind: i32, stream: usize,
    ) {
        work::copy(stream, to, symbol(from, offset, bytes)?, bytes as u64, kind, "cudaMemcpyFromSymbolAsync")
    }

    cudaGetSymbolAddress: (to: *mut u64, from: usize) {
        let (address, _) = state::lock().variable(from)?;
        put(to, address)
    }

    cudaGetSymbolSize: (to: *mut usize, from: usize) {
        let (_, bytes) = state::lock().variable(from)?;
        put(to, bytes as usize)
    }

    cudaMemGetInfo: (free: *mut usize, all: *mut usize) {
        let (unused, whole) = state::lock().memory_info();
        put_if(free, unused as usize);
        put_if(all, whole as usize);
        Ok(())
    }

    cudaPointerGetAttributes: (to: *mut PointerAttributes, address: u64) {
        let found = state::lock().allocation_at(address);
        let (kind, device_pointer, host_pointer) = match found.map(|(_, allocation)| allocation.kind) {
            None => (0, 0, address),
            Some(Kind::Pinned | Kind::Registered) => (1, address, address),
            Some(Kind::Device | Kind::Mapped) => (2, address, 0),
            Some(Kind::Managed) => (3, address, address),
        };
        put(to, PointerAttributes { kind, device: if kind == 0 { -2 } else { 0 }, device_pointer, host_pointer })
    }

    cudaMemPrefetchAsync as cudaMemPrefetchAsync_ptsz: (address: u64, _bytes: usize, place: u64) {
        state::lock().advice(address)?.prefetch(place_number(place, version() != 12));
        Ok(())
    }

    cudaMemPrefetchAsync_v2 as cudaMemPrefetchAsync_v2_ptsz: (address: u64, _bytes: usize, place: u64) {
        state::lock().advice(address)?.prefetch(place_number(place, true));
        Ok(())
    }

    cudaMemAdvise: (address: u64, _bytes: usize, advice: i32, place: u64) {
        state::lock().advice(address)?.take(advice, place_number(place, version() != 12))
    }

    cudaMemAdvise_v2: (address: u64, _bytes: usize, advice: i32, place: u64) {
        state::lock().advice(address)?.take(advice, place_number(place, true))
    }

    cudaMemRangeGetAttribute: (to: *mut i32, bytes: usize, number: i32, address: u64, _count: usize) {
        range_attribute(to, bytes, number, address)
    }

    cudaMemRangeGetAttributes: (
        to: *const *mut i32, bytes: *const usize, numbers: *const i32, count: usize, address: u64, _length: usize,
    ) {
        for index in 0..count {
            range_attribute(to.add(index).read(), bytes.add(index).read(), numbers.add(index).read(), address)?;
        }
        Ok(())
    }

    cudaStreamAttachMemAsync as cudaStreamAttachMemAsync_ptsz: (
        _stream: usize, address: u64, _bytes: usize, _flags: u32,
    ) {
        state::lock().allocation_at(address).map(|_| ()).ok_or(Code::INVALID_VALUE)
    }
}
