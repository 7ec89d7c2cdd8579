//! Memory.

use crate::api::{driver_api, put, put_if};
use crate::error::{Answer, Code};
use crate::memory::{Direction, Kind, Layout};
use crate::runtime::{host_flags, place_number, range_attribute};
use crate::state;
use crate::work::{self, Work, submit};
use std::ffi::c_void;

/// `CUDA_MEMCPY2D`
#[repr(C)]
pub struct Copy2D {
    from_x: usize,
    from_y: usize,
    from_kind: i32,
    from_host: u64,
    from_device: u64,
    from_array: usize,
    from_pitch: usize,
    to_x: usize,
    to_y: usize,
    to_kind: i32,
    to_host: u64,
    to_device: u64,
    to_array: usize,
    to_pitch: usize,
    width: usize,
    height: usize,
}

/// `CU_MEMORYTYPE_HOST`, `CU_MEMORYTYPE_ARRAY`
const HOST: i32 = 1;
const ARRAY: i32 = 3;

/// `CUDA_MEMCPY3D`: where it begins or ends.
#[repr(C)]
pub struct CopyEnd {
    at: [usize; 3],
    level: usize,
    kind: i32,
    host: u64,
    device: u64,
    array: usize,
    reserved: usize,
    pitch: usize,
    height: usize,
}

/// `CUDA_MEMCPY3D`
#[repr(C)]
pub struct Copy3D {
    from: CopyEnd,
    to: CopyEnd,
    extent: [usize; 3],
}

impl CopyEnd {
    fn layout(&self, [width, height, depth]: [usize; 3]) -> Answer<Layout> {
        let [x, y, z] = self.at;
        if self.kind == ARRAY {
            let array = state::lock().array(self.array)?;
            let [_, rows, layers] = array.image.extent.map(|extent| extent as usize);
            let is_within = x + width <= array.row() && y + height <= rows && z + depth <= layers;
            return is_within.then(|| array.layout(self.at)).ok_or(Code::INVALID_VALUE);
        }
        let pitch = if self.pitch == 0 { width } else { self.pitch };
        let layer = pitch * if self.height == 0 { height } else { self.height };
        let base = if self.kind == HOST { self.host } else { self.device };
        Ok(Layout { address: base + (x + y * pitch + z * layer) as u64, pitch: pitch as u64, layer: layer as u64 })
    }
}

impl Copy3D {
    pub fn work(&self, function: &'static str) -> Answer<Work> {
        let (to, from) = (self.to.layout(self.extent)?, self.from.layout(self.extent)?);
        let extent = self.extent.map(|extent| extent as u64);
        Ok(Work::Copy { to, from, extent, direction: Direction::Any, function })
    }
}

impl Copy2D {
    fn work(&self) -> Answer<Work> {
        let end = |at: [usize; 2], kind, (host, device, array): (u64, u64, usize), pitch| {
            let [x, y] = at;
            CopyEnd { at: [x, y, 0], level: 0, kind, host, device, array, reserved: 0, pitch, height: 0 }
        };
        let (source, target) =
            ((self.from_host, self.from_device, self.from_array), (self.to_host, self.to_device, self.to_array));
        let copy = Copy3D {
            from: end([self.from_x, self.from_y], self.from_kind, source, self.from_pitch),
            to: end([self.to_x, self.to_y], self.to_kind, target, self.to_pitch),
            extent: [self.width, self.height, 1],
        };
        copy.work("cuMemcpy2D")
    }
}

unsafe fn fill_2d(stream: usize, to: u64, pitch: usize, element: Vec<u8>, width: usize, height: usize) -> Answer {
    let to = Layout { address: to, pitch: pitch as u64, layer: 0 };
    submit(stream, Work::Fill { to, element, extent: [width as u64, height as u64, 1], function: "cuMemsetD2D" })
}

/// Memory from a pool: that of the device, if none is named.
fn allocate_from(pool: Option<usize>, bytes: usize) -> Answer<u64> {
    if bytes == 0 { Err(Code::INVALID_VALUE) } else { state::lock().allocate_from(pool, bytes as u64) }
}

fn allocate(bytes: usize) -> Answer<u64> {
    if bytes == 0 { Err(Code::INVALID_VALUE) } else { state::lock().allocate(bytes as u64) }
}

/// An attribute of an address, by its number.
unsafe fn pointer_attribute(to: *mut c_void, number: i32, address: u64) -> Answer {
    let found = state::lock().allocation_at(address);
    let (start, allocation) = found.ok_or(Code::INVALID_VALUE)?;
    match number {
        1 => put(to.cast::<usize>(), 0x200),
        2 => put(
            to.cast::<i32>(),
            if allocation.kind.is_of_device() || allocation.kind == Kind::Managed { 2 } else { HOST },
        ),
        3 => put(to.cast::<u64>(), address),
        4 if allocation.kind.is_of_device() => Err(Code::INVALID_VALUE),
        4 => put(to.cast::<u64>(), address),
        7 => put(to.cast::<u64>(), start),
        8 => put(to.cast::<i32>(), i32::from(allocation.kind == Kind::Managed)),
        9 => put(to.cast::<i32>(), 0),
        11 => put(to.cast::<u64>(), start),
        12 => put(to.cast::<usize>(), allocation.bytes as usize),
        13 => put(to.cast::<i32>(), 1),
        6 | 10 | 14 | 15 | 21 => put(to.cast::<i32>(), 0),
        _ => Err(Code::INVALID_VALUE),
    }
}

const LEGACY: usize = 0;
const TO_DEVICE: i32 = 1;
const TO_HOST: i32 = 2;
const WITHIN: i32 = 3;
const ANY: i32 = 4;

driver_api! {
    cuMemAlloc as cuMemAlloc_v2: (to: *mut u64, bytes: usize) { put(to, allocate(bytes)?) }

    cuMemAllocAsync as cuMemAllocAsync_ptsz: (to: *mut u64, bytes: usize, _stream: usize) {
        put(to, allocate_from(None, bytes)?)
    }

    cuMemAllocFromPoolAsync as cuMemAllocFromPoolAsync_ptsz: (
        to: *mut u64, bytes: usize, pool: usize, _stream: usize,
    ) {
        put(to, allocate_from(Some(pool), bytes)?)
    }

    cuMemAllocPitch as cuMemAllocPitch_v2: (
        to: *mut u64, pitch: *mut usize, width: usize, height: usize, _element: u32,
    ) {
        let row = width.next_multiple_of(512);
        put(pitch, row)?;
        put(to, allocate(row * height)?)
    }

    cuMemAllocManaged: (to: *mut u64, bytes: usize, _flags: u32) {
        put(to, state::lock().allocate_shared(bytes as u64, Kind::Managed)?)
    }

    cuMemAllocHost as cuMemAllocHost_v2: (to: *mut u64, bytes: usize) {
        put(to, state::lock().allocate_shared(bytes as u64, Kind::Pinned)?)
    }

    cuMemHostAlloc: (to: *mut u64, bytes: usize, _flags: u32) {
        put(to, state::lock().allocate_shared(bytes as u64, Kind::Pinned)?)
    }

    cuMemFree as cuMemFree_v2: (address: u64) {
        state::lock().free(address, &[Kind::Device, Kind::Managed], "cuMemFree")
    }

    cuMemFreeAsync as cuMemFreeAsync_ptsz: (address: u64, stream: usize) {
        if state::lock().captured(stream)?.is_some() {
            return Ok(());
        }
        state::lock().free(address, &[Kind::Device, Kind::Managed], "cuMemFreeAsync")
    }

    cuMemFreeHost: (address: u64) { state::lock().free(address, &[Kind::Pinned], "cuMemFreeHost") }

    cuMemHostRegister as cuMemHostRegister_v2: (address: u64, bytes: usize, _flags: u32) {
        state::lock().register(address, bytes as u64)
    }

    cuMemHostUnregister: (address: u64) { state::lock().unregister(address) }

    cuMemHostGetDevicePointer as cuMemHostGetDevicePointer_v2: (to: *mut u64, address: u64, _flags: u32) {
        let found = state::lock().allocation_at(address).filter(|(_, it)| !it.kind.is_of_device());
        put(to, found.map(|_| address).ok_or(Code::INVALID_VALUE)?)
    }

    cuMemGetInfo as cuMemGetInfo_v2: (free: *mut usize, all: *mut usize) {
        let (unused, whole) = state::lock().memory_info();
        put_if(free, unused as usize);
        put_if(all, whole as usize);
        Ok(())
    }

    cuMemGetAddressRange as cuMemGetAddressRange_v2: (to: *mut u64, bytes: *mut usize, address: u64) {
        let found = state::lock().allocation_at(address);
        let (start, allocation) = found.ok_or(Code::NOT_FOUND)?;
        put_if(to, start);
        put_if(bytes, allocation.bytes as usize);
        Ok(())
    }

    cuPointerGetAttribute: (to: *mut c_void, number: i32, address: u64) { pointer_attribute(to, number, address) }

    cuPointerGetAttributes: (count: u32, numbers: *const i32, to: *const *mut c_void, address: u64) {
        for index in 0..count as usize {
            // What does not hold for the address stays as it is.
            let _ = pointer_attribute(to.add(index).read(), numbers.add(index).read(), address);
        }
        Ok(())
    }

    cuPointerSetAttribute: (_value: *const c_void, _number: i32, address: u64) {
        state::lock().allocation_at(address).map(|_| ()).ok_or(Code::INVALID_VALUE)
    }

    cuMemcpyHtoD as cuMemcpyHtoD_v2 cuMemcpyHtoD_v2_ptds: (to: u64, from: u64, bytes: usize) {
        work::copy(LEGACY, to, from, bytes as u64, TO_DEVICE, "cuMemcpyHtoD")
    }

    cuMemcpyDtoH as cuMemcpyDtoH_v2 cuMemcpyDtoH_v2_ptds: (to: u64, from: u64, bytes: usize) {
        work::copy(LEGACY, to, from, bytes as u64, TO_HOST, "cuMemcpyDtoH")
    }

    cuMemcpyDtoD as cuMemcpyDtoD_v2 cuMemcpyDtoD_v2_ptds: (to: u64, from: u64, bytes: usize) {
        work::copy(LEGACY, to, from, bytes as u64, WITHIN, "cuMemcpyDtoD")
    }

    cuMemcpy as cuMemcpy_ptds: (to: u64, from: u64, bytes: usize) {
        work::copy(LEGACY, to, from, bytes as u64, ANY, "cuMemcpy")
    }

    cuMemcpyHtoDAsync as cuMemcpyHtoDAsync_v2 cuMemcpyHtoDAsync_v2_ptsz: (
        to: u64, from: u64, bytes: usize, stream: usize,
    ) {
        work::copy(stream, to, from, bytes as u64, TO_DEVICE, "cuMemcpyHtoDAsync")
    }

    cuMemcpyDtoHAsync as cuMemcpyDtoHAsync_v2 cuMemcpyDtoHAsync_v2_ptsz: (
        to: u64, from: u64, bytes: usize, stream: usize,
    ) {
        work::copy(stream, to, from, bytes as u64, TO_HOST, "cuMemcpyDtoHAsync")
    }

    cuMemcpyDtoDAsync as cuMemcpyDtoDAsync_v2 cuMemcpyDtoDAsync_v2_ptsz: (
        to: u64, from: u64, bytes: usize, stream: usize,
    ) {
        work::copy(stream, to, from, bytes as u64, WITHIN, "cuMemcpyDtoDAsync")
    }

    cuMemcpyAsync as cuMemcpyAsync_ptsz: (to: u64, from: u64, bytes: usize, stream: usize) {
        work::copy(stream, to, from, bytes as u64, ANY, "cuMemcpyAsync")
    }

    cuMemcpy2D as cuMemcpy2D_v2 cuMemcpy2DUnaligned cuMemcpy2DUnaligned_v2 cuMemcpy2D_v2_ptds: (copy: *const Copy2D) {
        submit(LEGACY, copy.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cuMemcpy2DAsync as cuMemcpy2DAsync_v2 cuMemcpy2DAsync_v2_ptsz: (copy: *const Copy2D, stream: usize) {
        submit(stream, copy.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cuMemcpy3D as cuMemcpy3D_v2 cuMemcpy3D_v2_ptds: (copy: *const Copy3D) {
        submit(LEGACY, copy.as_ref().ok_or(Code::INVALID_VALUE)?.work("cuMemcpy3D")?)
    }

    cuMemcpy3DAsync as cuMemcpy3DAsync_v2 cuMemcpy3DAsync_v2_ptsz: (copy: *const Copy3D, stream: usize) {
        submit(stream, copy.as_ref().ok_or(Code::INVALID_VALUE)?.work("cuMemcpy3DAsync")?)
    }

    cuMemsetD8 as cuMemsetD8_v2 cuMemsetD8_v2_ptds: (to: u64, value: u8, count: usize) {
        work::fill(LEGACY, to, &[value], count as u64, "cuMemsetD8")
    }

    cuMemsetD16 as cuMemsetD16_v2 cuMemsetD16_v2_ptds: (to: u64, value: u16, count: usize) {
        work::fill(LEGACY, to, &value.to_le_bytes(), count as u64, "cuMemsetD16")
    }

    cuMemsetD32 as cuMemsetD32_v2 cuMemsetD32_v2_ptds: (to: u64, value: u32, count: usize) {
        work::fill(LEGACY, to, &value.to_le_bytes(), count as u64, "cuMemsetD32")
    }

    cuMemsetD8Async as cuMemsetD8Async_ptsz: (to: u64, value: u8, count: usize, stream: usize) {
        work::fill(stream, to, &[value], count as u64, "cuMemsetD8Async")
    }

    cuMemsetD16Async as cuMemsetD16Async_ptsz: (to: u64, value: u16, count: usize, stream: usize) {
        work::fill(stream, to, &value.to_le_bytes(), count as u64, "cuMemsetD16Async")
    }

    cuMemsetD32Async as cuMemsetD32Async_ptsz: (to: u64, value: u32, count: usize, stream: usize) {
        work::fill(stream, to, &value.to_le_bytes(), count as u64, "cuMemsetD32Async")
    }

    cuMemsetD2D8 as cuMemsetD2D8_v2: (to: u64, pitch: usize, value: u8, width: usize, height: usize) {
        fill_2d(LEGACY, to, pitch, vec![value], width, height)
    }

    cuMemsetD2D32 as cuMemsetD2D32_v2: (to: u64, pitch: usize, value: u32, width: usize, height: usize) {
        fill_2d(LEGACY, to, pitch, value.to_le_bytes().to_vec(), width, height)
    }

    cuMemPrefetchAsync as cuMemPrefetchAsync_ptsz: (address: u64, _bytes: usize, place: u64) {
        state::lock().advice(address)?.prefetch(place_number(place, false));
        Ok(())
    }

    cuMemPrefetchAsync_v2 as cuMemPrefetchAsync_v2_ptsz: (address: u64, _bytes: usize, place: u64) {
        state::lock().advice(address)?.prefetch(place_number(place, true));
        Ok(())
    }

    cuMemAdvise: (address: u64, _bytes: usize, advice: i32, place: u64) {
        state::lock().advice(address)?.take(advice, place_number(place, false))
    }

    cuMemAdvise_v2: (address: u64, _bytes: usize, advice: i32, place: u64) {
        state::lock().advice(address)?.take(advice, place_number(place, true))
    }

    cuMemRangeGetAttribute: (to: *mut i32, bytes: usize, number: i32, address: u64, _count: usize) {
        range_attribute(to, bytes, number, address)
    }

    cuMemsetD2D16 as cuMemsetD2D16_v2: (to: u64, pitch: usize, value: u16, width: usize, height: usize) {
        fill_2d(LEGACY, to, pitch, value.to_le_bytes().to_vec(), width, height)
    }

    cuMemsetD2D8Async as cuMemsetD2D8Async_ptsz: (
        to: u64, pitch: usize, value: u8, width: usize, height: usize, stream: usize,
    ) {
        fill_2d(stream, to, pitch, vec![value], width, height)
    }

    cuMemsetD2D16Async as cuMemsetD2D16Async_ptsz: (
        to: u64, pitch: usize, value: u16, width: usize, height: usize, stream: usize,
    ) {
        fill_2d(stream, to, pitch, value.to_le_bytes().to_vec(), width, height)
    }

    cuMemsetD2D32Async as cuMemsetD2D32Async_ptsz: (
        to: u64, pitch: usize, value: u32, width: usize, height: usize, stream: usize,
    ) {
        fill_2d(stream, to, pitch, value.to_le_bytes().to_vec(), width, height)
    }

    cuMemcpyPeer as cuMemcpyPeer_ptds: (to: u64, _to_context: usize, from: u64, _from_context: usize, bytes: usize) {
        work::copy(LEGACY, to, from, bytes as u64, WITHIN, "cuMemcpyPeer")
    }

    cuMemcpyPeerAsync as cuMemcpyPeerAsync_ptsz: (
        to: u64, _to_context: usize, from: u64, _from_context: usize, bytes: usize, stream: usize,
    ) {
        work::copy(stream, to, from, bytes as u64, WITHIN, "cuMemcpyPeerAsync")
    }

    cuMemHostGetFlags: (to: *mut u32, address: u64) { host_flags(to, address) }

    cuStreamAttachMemAsync as cuStreamAttachMemAsync_ptsz: (_stream: usize, address: u64, _bytes: usize, _flags: u32) {
        state::lock().allocation_at(address).map(|_| ()).ok_or(Code::INVALID_VALUE)
    }
}
