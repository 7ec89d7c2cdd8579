//! Devices, errors, versions.

use super::version;
use crate::api::{forget_error, last_error, put, runtime_api, text};
use crate::error::{Answer, Code};
use crate::state;
use std::ffi::{c_char, c_void};

/// The driver's version: the newest that the runtimes know.
pub const DRIVER: i32 = 13_000;

#[unsafe(no_mangle)]
pub extern "C" fn cudaGetLastError() -> i32 {
    let last = last_error();
    forget_error();
    // A context that is lost stays lost.
    state::lock().sticky.map_or(last, |code| code.0)
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaPeekAtLastError() -> i32 {
    state::lock().sticky.map_or(last_error(), |code| code.0)
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaGetErrorName(error: i32) -> *const c_char {
    Code(error).runtime_name()
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaGetErrorString(error: i32) -> *const c_char {
    Code(error).words()
}

/// `cudaChannelFormatDesc`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Channels {
    bits: [i32; 4],
    kind: i32,
}

impl Channels {
    pub fn new(bits: [i32; 4], kind: i32) -> Self {
        Self { bits, kind }
    }

    /// The width of each channel.
    pub fn widths(self) -> [i32; 4] {
        self.bits
    }

    /// `cudaChannelFormatKind`
    pub fn kind(self) -> i32 {
        self.kind
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn cudaCreateChannelDesc(x: i32, y: i32, z: i32, w: i32, kind: i32) -> Channels {
    Channels { bits: [x, y, z, w], kind }
}

unsafe fn properties(to: *mut u8, version: u32, device: i32) -> crate::error::Answer {
    if device != 0 {
        return Err(Code::INVALID_DEVICE);
    }
    if to.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    let bytes = state::lock().properties(version);
    std::ptr::copy_nonoverlapping(bytes.as_ptr(), to, bytes.len());
    Ok(())
}

/// Whether a device can access the memory of another: there is no other, and none is a peer of itself.
pub unsafe fn can_access_peer(to: *mut i32, device: i32, peer: i32) -> Answer {
    if device != 0 || peer != 0 { Err(Code::INVALID_DEVICE) } else { put(to, 0) }
}

/// What the place of the device on its bus is called.
pub unsafe fn bus_name(to: *mut c_char, length: i32, device: i32) -> Answer {
    const NAME: &[u8] = b"0000:00:00.0\0";
    if to.is_null() || device != 0 || length < NAME.len() as i32 {
        return Err(Code::INVALID_VALUE);
    }
    std::ptr::copy_nonoverlapping(NAME.as_ptr().cast(), to, NAME.len());
    Ok(())
}

/// The device at a place that is called so.
pub unsafe fn device_of_bus(to: *mut i32, name: *const c_char) -> Answer {
    if text(name)?.ends_with("00:00.0") { put(to, 0) } else { Err(Code::INVALID_VALUE) }
}

runtime_api! {
    cudaGetDeviceCount: (to: *mut i32) { put(to, 1) }

    cudaGetDevice: (to: *mut i32) { put(to, 0) }

    cudaSetDevice: (device: i32) {
        if device == 0 { Ok(()) } else { Err(Code::INVALID_DEVICE) }
    }

    cudaInitDevice: (device: i32, _device_flags: u32, _flags: u32) {
        if device == 0 { Ok(()) } else { Err(Code::INVALID_DEVICE) }
    }

    cudaSetDeviceFlags: (_flags: u32) { Ok(()) }

    cudaGetDeviceFlags: (to: *mut u32) { put(to, 0) }

    cudaChooseDevice: (to: *mut i32, _properties: *const c_void) { put(to, 0) }

    cudaSetValidDevices: (_devices: *const i32, _count: i32) { Ok(()) }

    cudaGetDeviceProperties: (to: *mut u8, device: i32) { properties(to, 13, device) }

    cudaGetDeviceProperties_v2: (to: *mut u8, device: i32) { properties(to, 12, device) }

    cudaDeviceGetAttribute: (to: *mut i32, number: i32, device: i32) {
        if device != 0 {
            return Err(Code::INVALID_DEVICE);
        }
        let value = state::lock().attribute(number)?;
        put(to, value)
    }

    cudaDeviceGetP2PAttribute: (to: *mut i32, _attribute: i32, _device: i32, _peer: i32) { put(to, 0) }

    cudaDeviceCanAccessPeer: (to: *mut i32, device: i32, peer: i32) { can_access_peer(to, device, peer) }

    cudaDeviceEnablePeerAccess: (_peer: i32, _flags: u32) { Err(Code::INVALID_DEVICE) }

    cudaDeviceDisablePeerAccess: (_peer: i32) { Err(Code::PEER_NOT_ENABLED) }

    cudaDeviceGetPCIBusId: (to: *mut c_char, length: i32, device: i32) {
        bus_name(to, length, device)
    }

    cudaDeviceGetByPCIBusId: (to: *mut i32, name: *const c_char) {
        device_of_bus(to, name)
    }

    cudaDeviceGetStreamPriorityRange: (least: *mut i32, greatest: *mut i32) {
        crate::api::put_if(least, 0);
        crate::api::put_if(greatest, -5);
        Ok(())
    }

    cudaDeviceSynchronize: () { state::lock().synchronise() }

    cudaThreadSynchronize: () { state::lock().synchronise() }

    cudaDeviceReset as cudaThreadExit: () {
        let mut state = state::lock();
        state.sticky = None;
        let all: Vec<(u64, crate::memory::Kind)> =
            state.allocations.iter().map(|(&address, allocation)| (address, allocation.kind)).collect();
        // Variables of modules stay: programs would find them gone where a device makes them anew.
        for (address, _) in all.into_iter().filter(|(_, kind)| *kind == crate::memory::Kind::Device) {
            state.free(address, &[crate::memory::Kind::Device], "cudaDeviceReset")?;
        }
        Ok(())
    }

    cudaDeviceSetLimit as cudaThreadSetLimit: (limit: i32, value: usize) {
        state::lock().set_limit(limit, value);
        Ok(())
    }

    cudaDeviceGetLimit as cudaThreadGetLimit: (to: *mut usize, limit: i32) {
        let value = state::lock().limits.get(&limit).copied();
        put(to, value.ok_or(Code::UNSUPPORTED_LIMIT)?)
    }

    cudaDeviceSetCacheConfig as cudaThreadSetCacheConfig: (_config: i32) { Ok(()) }

    cudaDeviceGetCacheConfig as cudaThreadGetCacheConfig: (to: *mut i32) { put(to, 0) }

    cudaDeviceSetSharedMemConfig: (_config: i32) { Ok(()) }

    cudaDeviceGetSharedMemConfig: (to: *mut i32) { put(to, 1) }

    cudaCtxResetPersistingL2Cache: () { Ok(()) }

    cudaDriverGetVersion: (to: *mut i32) { put(to, DRIVER) }

    cudaRuntimeGetVersion: (to: *mut i32) { put(to, if version() == 12 { 12_090 } else { 13_000 }) }

    cudaProfilerStart: () { Ok(()) }

    cudaProfilerStop: () { Ok(()) }

    cudaGetDriverEntryPoint as cudaGetDriverEntryPoint_ptsz: (
        name: *const c_char, to: *mut *mut c_void, _flags: u64, status: *mut i32,
    ) {
        entry_point(name, to, DRIVER as u32, status)
    }

    cudaGetDriverEntryPointByVersion as cudaGetDriverEntryPointByVersion_ptsz: (
        name: *const c_char, to: *mut *mut c_void, version: u32, _flags: u64, status: *mut i32,
    ) {
        entry_point(name, to, version, status)
    }
}

unsafe fn entry_point(
    name: *const c_char,
    to: *mut *mut c_void,
    version: u32,
    status: *mut i32,
) -> crate::error::Answer {
    let found = crate::driver::find(&text(name)?, version);
    crate::api::put_if(status, i32::from(found.is_null()));
    put(to, found)
}
