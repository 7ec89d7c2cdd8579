//! Pools of memory.

use crate::api::put;
use crate::error::{Answer, Code};
use crate::pool::PoolAttribute;
use crate::state;
use std::ffi::c_void;

/// `cudaMemLocation`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Location {
    kind: i32,
    number: i32,
}

impl Location {
    /// It is the device.
    pub fn is_device(self) -> bool {
        const DEVICE: i32 = 1;
        self.kind == DEVICE && self.number == 0
    }
}

/// Copies an attribute of a pool out.
pub unsafe fn pool_attribute(pool: usize, number: i32, to: *mut c_void) -> Answer {
    let attribute = state::lock().pools.attribute(pool, number)?;
    match attribute {
        PoolAttribute::Switch(on) => put(to.cast(), on),
        PoolAttribute::Bytes(bytes) => put(to.cast(), bytes),
    }
}

/// Sets an attribute of a pool.
pub unsafe fn set_pool_attribute(pool: usize, number: i32, value: *const c_void) -> Answer {
    if value.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    let (switch, bytes) = (|| value.cast::<i32>().read(), || value.cast::<u64>().read());
    state::lock().pools.set_attribute(pool, number, switch, bytes)
}

/// How a place accesses a pool: the device reads and writes, others do not.
pub unsafe fn pool_access(to: *mut i32, pool: usize, location: *const Location) -> Answer {
    const READS_AND_WRITES: i32 = 3;
    state::lock().pools.check(pool)?;
    let location = location.as_ref().ok_or(Code::INVALID_VALUE)?;
    put(to, if location.is_device() { READS_AND_WRITES } else { 0 })
}

/// The pool of a place.
pub unsafe fn pool_of(to: *mut usize, location: *const Location, find: impl FnOnce() -> usize) -> Answer {
    match location.as_ref() {
        Some(location) if location.is_device() => put(to, find()),
        _ => Err(Code::INVALID_VALUE),
    }
}

/// Has streams allocate from another pool.
pub fn set_device_pool(device: i32, pool: usize) -> Answer {
    if device != 0 {
        return Err(Code::INVALID_DEVICE);
    }
    state::lock().pools.set_current(pool)
}

/// The pool of a device.
pub unsafe fn device_pool(to: *mut usize, device: i32, find: impl FnOnce() -> usize) -> Answer {
    if device == 0 { put(to, find()) } else { Err(Code::INVALID_DEVICE) }
}

/// Another pool.
pub unsafe fn create_pool(to: *mut usize, properties: *const c_void) -> Answer {
    if properties.is_null() {
        return Err(Code::INVALID_VALUE);
    }
    put(to, state::lock().pools.create())
}

/// Functions that the runtime and the driver have in common, but for their names.
macro_rules! pool_functions {
    ($api:ident: $default:ident $current:ident $set_current:ident $create:ident $destroy:ident $trim:ident $set:ident $get:ident
        $set_access:ident $get_access:ident $default_of:ident $current_of:ident $set_current_of:ident) => {
        $crate::api::$api! {
            $default: (to: *mut usize, device: i32) {
                $crate::runtime::device_pool(to, device, || $crate::pool::DEFAULT_POOL)
            }

            $current: (to: *mut usize, device: i32) {
                $crate::runtime::device_pool(to, device, || $crate::state::lock().pools.current())
            }

            $set_current: (device: i32, pool: usize) { $crate::runtime::set_device_pool(device, pool) }

            $create: (to: *mut usize, properties: *const std::ffi::c_void) {
                $crate::runtime::create_pool(to, properties)
            }

            $destroy: (pool: usize) { $crate::state::lock().pools.destroy(pool) }

            $trim: (pool: usize, keep: usize) { $crate::state::lock().pools.trim(pool, keep as u64) }

            $set: (pool: usize, attribute: i32, value: *const std::ffi::c_void) {
                $crate::runtime::set_pool_attribute(pool, attribute, value)
            }

            $get: (pool: usize, attribute: i32, value: *mut std::ffi::c_void) {
                $crate::runtime::pool_attribute(pool, attribute, value)
            }

            $set_access: (pool: usize, _descriptions: *const std::ffi::c_void, _count: usize) {
                $crate::state::lock().pools.check(pool)
            }

            $get_access: (to: *mut i32, pool: usize, location: *const $crate::runtime::Location) {
                $crate::runtime::pool_access(to, pool, location)
            }

            $default_of: (to: *mut usize, location: *const $crate::runtime::Location, _kind: i32) {
                $crate::runtime::pool_of(to, location, || $crate::pool::DEFAULT_POOL)
            }

            $current_of: (to: *mut usize, location: *const $crate::runtime::Location, _kind: i32) {
                $crate::runtime::pool_of(to, location, || $crate::state::lock().pools.current())
            }

            $set_current_of: (location: *const $crate::runtime::Location, _kind: i32, pool: usize) {
                match location.as_ref() {
                    Some(location) if location.is_device() => $crate::runtime::set_device_pool(0, pool),
                    _ => Err($crate::error::Code::INVALID_VALUE),
                }
            }
        }
    };
}

pub(crate) use pool_functions;

pool_functions! {
    runtime_api: cudaDeviceGetDefaultMemPool cudaDeviceGetMemPool cudaDeviceSetMemPool cudaMemPoolCreate cudaMemPoolDestroy
    cudaMemPoolTrimTo cudaMemPoolSetAttribute cudaMemPoolGetAttribute cudaMemPoolSetAccess cudaMemPoolGetAccess
    cudaMemGetDefaultMemPool cudaMemGetMemPool cudaMemSetMemPool
}
