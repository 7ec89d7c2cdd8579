//! Devices and contexts, of which there is one each.

use crate::api::{driver_api, put, put_if, text};
use crate::error::Code;
use crate::runtime::{DRIVER, bus_name, can_access_peer, device_of_bus};
use crate::state;
use std::cell::RefCell;
use std::ffi::{c_char, c_void};

/// The handle of the context.
const CONTEXT: usize = 0x200;

thread_local! {
    /// The contexts of the thread, the current one last.
    static CURRENT: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn current() -> usize {
    CURRENT.with_borrow(|all| all.last().copied().unwrap_or(0))
}

driver_api! {
    cuInit: (_flags: u32) { Ok(()) }

    cuDriverGetVersion: (to: *mut i32) { put(to, DRIVER) }

    cuDeviceGetCount: (to: *mut i32) { put(to, 1) }

    cuDeviceGet: (to: *mut i32, ordinal: i32) {
        if ordinal == 0 { put(to, 0) } else { Err(Code::INVALID_DEVICE) }
    }

    cuDeviceGetName: (to: *mut c_char, length: i32, _device: i32) {
        state::lock().write_name(to, length);
        Ok(())
    }

    cuDeviceGetUuid as cuDeviceGetUuid_v2: (to: *mut [u8; 16], _device: i32) { put(to, *b"ptxlint device 0") }

    cuDeviceTotalMem as cuDeviceTotalMem_v2: (to: *mut usize, _device: i32) {
        let (_, all) = state::lock().memory_info();
        put(to, all as usize)
    }

    cuDeviceGetAttribute: (to: *mut i32, number: i32, device: i32) {
        if device != 0 {
            return Err(Code::INVALID_DEVICE);
        }
        let value = state::lock().attribute(number)?;
        put(to, value)
    }

    cuDeviceComputeCapability: (major: *mut i32, minor: *mut i32, _device: i32) {
        let capability = state::lock().capability();
        put(major, capability.0)?;
        put(minor, capability.1)
    }

    cuDeviceCanAccessPeer: (to: *mut i32, device: i32, peer: i32) { can_access_peer(to, device, peer) }

    cuDevicePrimaryCtxRetain: (to: *mut usize, _device: i32) { put(to, CONTEXT) }

    cuDevicePrimaryCtxRelease as cuDevicePrimaryCtxRelease_v2: (_device: i32) { Ok(()) }

    cuDevicePrimaryCtxSetFlags as cuDevicePrimaryCtxSetFlags_v2: (_device: i32, _flags: u32) { Ok(()) }

    cuDevicePrimaryCtxReset as cuDevicePrimaryCtxReset_v2: (_device: i32) {
        state::lock().sticky = None;
        Ok(())
    }

    cuDevicePrimaryCtxGetState: (_device: i32, flags: *mut u32, active: *mut i32) {
        put_if(flags, 0);
        put_if(active, 1);
        Ok(())
    }

    cuCtxCreate as cuCtxCreate_v2: (to: *mut usize, _flags: u32, _device: i32) {
        CURRENT.with_borrow_mut(|all| all.push(CONTEXT));
        put(to, CONTEXT)
    }

    cuCtxCreate_v4: (to: *mut usize, _parameters: *const c_void, _flags: u32, _device: i32) {
        CURRENT.with_borrow_mut(|all| all.push(CONTEXT));
        put(to, CONTEXT)
    }

    cuCtxDestroy as cuCtxDestroy_v2: (_context: usize) {
        CURRENT.with_borrow_mut(|all| all.pop());
        Ok(())
    }

    cuCtxSetCurrent: (context: usize) {
        CURRENT.with_borrow_mut(|all| {
            all.pop();
            all.push(context);
        });
        Ok(())
    }

    cuCtxGetCurrent: (to: *mut usize) { put(to, current()) }

    cuCtxPushCurrent as cuCtxPushCurrent_v2: (context: usize) {
        CURRENT.with_borrow_mut(|all| all.push(context));
        Ok(())
    }

    cuCtxPopCurrent as cuCtxPopCurrent_v2: (to: *mut usize) {
        let last = CURRENT.with_borrow_mut(Vec::pop);
        put_if(to, last.ok_or(Code::INVALID_CONTEXT)?);
        Ok(())
    }

    cuCtxGetDevice: (to: *mut i32) { put(to, 0) }

    cuCtxGetFlags: (to: *mut u32) { put(to, 0) }

    cuCtxGetId: (_context: usize, to: *mut u64) { put(to, 1) }

    cuCtxGetApiVersion: (_context: usize, to: *mut u32) { put(to, 3020) }

    cuCtxSynchronize: () { state::lock().synchronise() }

    cuCtxSetLimit: (limit: i32, value: usize) {
        state::lock().set_limit(limit, value);
        Ok(())
    }

    cuCtxGetLimit: (to: *mut usize, limit: i32) {
        let value = state::lock().limits.get(&limit).copied();
        put(to, value.ok_or(Code::UNSUPPORTED_LIMIT)?)
    }

    cuCtxSetCacheConfig: (_config: i32) { Ok(()) }

    cuCtxGetStreamPriorityRange: (least: *mut i32, greatest: *mut i32) {
        put_if(least, 0);
        put_if(greatest, -5);
        Ok(())
    }

    cuProfilerStart: () { Ok(()) }

    cuProfilerStop: () { Ok(()) }

    cuGetExportTable: (_table: *mut *const c_void, _id: *const c_void) {
        let message = "the program is linked with CUDA's static runtime, which asks the driver for functions that are not public: link it with \
                       `nvcc -cudart shared`";
        state::lock().reporter.refuse(message.to_string());
        Err(Code::NOT_SUPPORTED)
    }

    cuGetErrorName: (error: i32, to: *mut *const c_char) {
        put(to, Code(error).driver_name().ok_or(Code::INVALID_VALUE)?)
    }

    cuGetErrorString: (error: i32, to: *mut *const c_char) {
        Code(error).driver_name().ok_or(Code::INVALID_VALUE)?;
        put(to, Code(error).words())
    }

    cuGetProcAddress: (name: *const c_char, to: *mut *mut c_void, version: i32, _flags: u64) {
        let found = super::find(&text(name)?, version as u32);
        put(to, found)?;
        if found.is_null() { Err(Code::NOT_FOUND) } else { Ok(()) }
    }

    cuGetProcAddress_v2: (
        name: *const c_char, to: *mut *mut c_void, version: i32, _flags: u64, status: *mut i32,
    ) {
        let found = super::find(&text(name)?, version as u32);
        put(to, found)?;
        put_if(status, i32::from(found.is_null()));
        if found.is_null() && status.is_null() { Err(Code::NOT_FOUND) } else { Ok(()) }
    }

    cuDeviceGetPCIBusId: (to: *mut c_char, length: i32, device: i32) { bus_name(to, length, device) }

    cuDeviceGetByPCIBusId: (to: *mut i32, name: *const c_char) { device_of_bus(to, name) }

    cuDeviceGetP2PAttribute: (_to: *mut i32, _attribute: i32, _device: i32, _peer: i32) { Err(Code::INVALID_DEVICE) }

    cuDeviceGetProperties: (to: *mut [i32; 14], device: i32) {
        if device != 0 {
            return Err(Code::INVALID_DEVICE);
        }
        // Threads, extents of blocks, extents of grids, shared memory, constants, lanes, pitch, registers, clock, texture alignment.
        const NUMBERS: [i32; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
        let mut state = state::lock();
        let mut properties = [1024; 14];
        for (property, number) in properties.iter_mut().zip(NUMBERS) {
            *property = state.attribute(number)?;
        }
        drop(state);
        put(to, properties)
    }

    cuCtxSetFlags: (_flags: u32) { Ok(()) }

    cuCtxGetCacheConfig: (to: *mut i32) { put(to, 0) }

    cuCtxSetSharedMemConfig: (_config: i32) { Ok(()) }

    cuCtxGetSharedMemConfig: (to: *mut i32) { put(to, 1) }

    cuCtxResetPersistingL2Cache: () { Ok(()) }

    cuCtxEnablePeerAccess: (_context: usize, _flags: u32) { Err(Code::INVALID_CONTEXT) }

    cuCtxDisablePeerAccess: (_context: usize) { Err(Code::PEER_NOT_ENABLED) }
}
