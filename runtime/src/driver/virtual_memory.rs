//! Virtual memory.

use crate::api::{driver_api, put};
use crate::error::{Answer, Code};
use crate::state;
use crate::virtual_memory::{GRANULARITY, Properties};

/// `CUmemAccessDesc`
#[repr(C)]
pub struct Access {
    kind: i32,
    device: i32,
    flags: i32,
}

/// `CU_MEM_LOCATION_TYPE_DEVICE`
const DEVICE: i32 = 1;

/// What the device is let do, by a list for all devices and the host; nothing if it is not in the list.
unsafe fn access_of(list: *const Access, count: usize) -> Answer<Option<i32>> {
    if list.is_null() || count == 0 {
        return Err(Code::INVALID_VALUE);
    }
    let list = std::slice::from_raw_parts(list, count);
    if list.iter().any(|it| it.kind == DEVICE && it.device != 0) {
        return Err(Code::INVALID_DEVICE);
    }
    Ok(list.iter().rfind(|it| it.kind == DEVICE).map(|it| it.flags))
}

driver_api! {
    cuMemAddressReserve: (to: *mut u64, bytes: usize, alignment: usize, _wanted: u64, _flags: u64) {
        let address = state::lock().virtual_memory.reserve(bytes as u64, alignment as u64)?;
        put(to, address)
    }

    cuMemAddressFree: (address: u64, bytes: usize) { state::lock().virtual_memory.give_back(address, bytes as u64) }

    cuMemCreate: (to: *mut u64, bytes: usize, properties: *const Properties, _flags: u64) {
        let properties = *properties.as_ref().ok_or(Code::INVALID_VALUE)?;
        let handle = state::lock().create_physical(bytes as u64, properties)?;
        put(to, handle)
    }

    cuMemRelease: (handle: u64) { state::lock().virtual_memory.release(handle) }

    cuMemMap: (address: u64, bytes: usize, offset: usize, handle: u64, _flags: u64) {
        state::lock().virtual_memory.map(address, bytes as u64, offset as u64, handle)
    }

    cuMemUnmap: (address: u64, bytes: usize) { state::lock().unmap(address, bytes as u64) }

    cuMemSetAccess: (address: u64, bytes: usize, list: *const Access, count: usize) {
        match access_of(list, count)? {
            Some(access) => state::lock().set_access(address, bytes as u64, access),
            None => Ok(()),
        }
    }

    cuMemGetAccess: (to: *mut u64, _place: *const i32, address: u64) {
        let access = state::lock().virtual_memory.access(address)?;
        put(to, access as u64)
    }

    cuMemGetAllocationGranularity: (to: *mut usize, _properties: *const Properties, _option: i32) {
        put(to, GRANULARITY as usize)
    }

    cuMemGetAllocationPropertiesFromHandle: (to: *mut Properties, handle: u64) {
        let properties = state::lock().virtual_memory.properties(handle)?;
        put(to, properties)
    }

    cuMemRetainAllocationHandle: (to: *mut u64, address: u64) {
        let handle = state::lock().virtual_memory.retain_at(address)?;
        put(to, handle)
    }
}
