//! The functions of the driver, as `cuda.h` declares them.
#![allow(non_snake_case, missing_docs, clippy::too_many_arguments, clippy::missing_safety_doc)]

use crate::driver::{
    CONTEXT, ERRORS, INVALID_CONTEXT, INVALID_DEVICE, INVALID_HANDLE, INVALID_PTX, INVALID_VALUE, NO_DEVICE, NOT_READY,
    Status, call, call_in_context, set_current,
};
use ptxlint::kernels::LaunchConfig;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::slice;

type Handle = *mut c_void;

const TOTAL_LEVEL_2: c_int = 1 << 20;

fn pointer(handle: usize) -> Handle {
    std::ptr::without_provenance_mut(handle)
}

/// Writes a result.
///
/// # Safety
/// The place is null, which is refused, or can be written.
unsafe fn give<T>(place: *mut T, value: T) -> Result<(), Status> {
    if place.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: as the caller promises.
    unsafe { place.write(value) };
    Ok(())
}

#[unsafe(no_mangle)]
pub extern "C" fn cuInit(flags: c_uint) -> Status {
    call("cuInit", |driver| {
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        if driver.settings.devices == 0 {
            return Err(NO_DEVICE);
        }
        driver.is_initialised = true;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDriverGetVersion(version: *mut c_int) -> Status {
    // SAFETY: as the caller promises.
    call("cuDriverGetVersion", |driver| unsafe { give(version, driver.settings.version) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetCount(count: *mut c_int) -> Status {
    // SAFETY: as the caller promises.
    call("cuDeviceGetCount", |driver| unsafe { give(count, driver.settings.devices) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGet(device: *mut c_int, ordinal: c_int) -> Status {
    call("cuDeviceGet", |driver| {
        if !(0..driver.settings.devices).contains(&ordinal) {
            return Err(INVALID_DEVICE);
        }
        // SAFETY: as the caller promises.
        unsafe { give(device, ordinal) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetName(name: *mut c_char, length: c_int, device: c_int) -> Status {
    call("cuDeviceGetName", |_| {
        let text = format!("Fake GPU {device}");
        let room = usize::try_from(length).unwrap_or(0);
        if name.is_null() || room == 0 {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the caller says how much room there is.
        let name = unsafe { slice::from_raw_parts_mut(name.cast::<u8>(), room) };
        name.fill(0);
        let count = text.len().min(room - 1);
        name[..count].copy_from_slice(&text.as_bytes()[..count]);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, _device: c_int) -> Status {
    call("cuDeviceGetAttribute", |_| {
        let number = match attribute {
            2 | 3 => 1024,       // threads in x, y
            4 => 64,             // threads in z
            5 => i32::MAX,       // blocks in x
            6 | 7 => 65_535,     // blocks in y, z
            13 => 1_500_000,     // clock, in kHz
            16 => 4,             // multiprocessors
            36 => 1_000_000,     // memory clock, in kHz
            37 => 512,           // memory bus, in bits
            38 => TOTAL_LEVEL_2, // level 2 cache
            75 => 9,             // compute capability
            76 => 0,
            97 => 232_448, // shared memory of a block, on request
            _ => return Err(INVALID_VALUE),
        };
        // SAFETY: as the caller promises.
        unsafe { give(value, number) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceTotalMem_v2(bytes: *mut usize, _device: c_int) -> Status {
    // SAFETY: as the caller promises.
    call("cuDeviceTotalMem_v2", |driver| unsafe { give(bytes, driver.settings.memory as usize) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDevicePrimaryCtxRetain(context: *mut Handle, _device: c_int) -> Status {
    call("cuDevicePrimaryCtxRetain", |driver| {
        driver.retained += 1;
        // SAFETY: as the caller promises.
        unsafe { give(context, pointer(CONTEXT)) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuDevicePrimaryCtxRelease_v2(_device: c_int) -> Status {
    call("cuDevicePrimaryCtxRelease_v2", |driver| {
        driver.retained = driver.retained.checked_sub(1).ok_or(INVALID_CONTEXT)?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuCtxSetCurrent(context: Handle) -> Status {
    call("cuCtxSetCurrent", |driver| {
        if context.addr() != CONTEXT || driver.retained == 0 {
            return Err(INVALID_CONTEXT);
        }
        set_current(true);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> Status {
    call_in_context("cuMemGetInfo_v2", |driver| {
        // SAFETY: as the caller promises.
        unsafe { give(free, driver.free_bytes() as usize).and(give(total, driver.settings.memory as usize)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemAlloc_v2(address: *mut u64, bytes: usize) -> Status {
    call_in_context("cuMemAlloc_v2", |driver| {
        let allocated = driver.allocate(bytes as u64)?;
        // SAFETY: as the caller promises.
        unsafe { give(address, allocated) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemFree_v2(address: u64) -> Status {
    call_in_context("cuMemFree_v2", |driver| driver.release(address))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: Handle) -> Status {
    call_in_context("cuMemcpyHtoDAsync_v2", |driver| {
        check_stream(driver, stream)?;
        // SAFETY: the caller has so many bytes there.
        driver.write(to, unsafe { slice::from_raw_parts(from.cast(), bytes) })
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuMemcpyDtoHAsync_v2(to: *mut c_void, from: u64, bytes: usize, stream: Handle) -> Status {
    call_in_context("cuMemcpyDtoHAsync_v2", |driver| {
        check_stream(driver, stream)?;
        // SAFETY: the caller has room for so many bytes there.
        driver.read(from, unsafe { slice::from_raw_parts_mut(to.cast(), bytes) })
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuMemsetD8Async(address: u64, byte: u8, bytes: usize, stream: Handle) -> Status {
    call_in_context("cuMemsetD8Async", |driver| {
        check_stream(driver, stream)?;
        driver.fill(address, byte, bytes)
    })
}

fn check_stream(driver: &crate::driver::Driver, stream: Handle) -> Result<(), Status> {
    if driver.streams.contains(&stream.addr()) { Ok(()) } else { Err(INVALID_HANDLE) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleLoadDataEx(
    module: *mut Handle,
    image: *const c_char,
    count: c_uint,
    options: *const c_int,
    values: *const Handle,
) -> Status {
    const ERROR_LOG: c_int = 5;
    const ERROR_LOG_BYTES: c_int = 6;
    call_in_context("cuModuleLoadDataEx", |driver| {
        // SAFETY: the caller's image is a text that ends with a null character, and there are as many options and values as it says.
        let (ptx, options, values) = unsafe {
            let count = count as usize;
            (CStr::from_ptr(image), slice::from_raw_parts(options, count), slice::from_raw_parts(values, count))
        };
        match driver.load(&ptx.to_string_lossy()) {
            // SAFETY: as the caller promises.
            Ok(handle) => unsafe { give(module, pointer(handle)) },
            Err(log) => {
                let value = |option| Some(values[options.iter().position(|&found| found == option)?]);
                if let (Some(place), Some(room)) = (value(ERROR_LOG), value(ERROR_LOG_BYTES)) {
                    let count = log.len().min(room.addr() - 1);
                    // SAFETY: the caller says how much room there is.
                    let place = unsafe { slice::from_raw_parts_mut(place.cast::<u8>(), count + 1) };
                    place[..count].copy_from_slice(&log.as_bytes()[..count]);
                    place[count] = 0;
                }
                Err(INVALID_PTX)
            }
        }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuModuleUnload(module: Handle) -> Status {
    call_in_context("cuModuleUnload", |driver| driver.unload(module.addr()))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuModuleGetFunction(function: *mut Handle, module: Handle, name: *const c_char) -> Status {
    call_in_context("cuModuleGetFunction", |driver| {
        // SAFETY: the caller's name ends with a null character.
        let name = unsafe { CStr::from_ptr(name) };
        let found = driver.find(module.addr(), &name.to_string_lossy())?;
        // SAFETY: as the caller promises.
        unsafe { give(function, pointer(found)) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuFuncLoad(function: Handle) -> Status {
    call_in_context("cuFuncLoad", |driver| driver.function(function.addr()).map(|_| ()))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetParamInfo(
    function: Handle,
    index: usize,
    offset: *mut usize,
    size: *mut usize,
) -> Status {
    call_in_context("cuFuncGetParamInfo", |driver| {
        let &parameter = driver.function(function.addr())?.parameters.get(index).ok_or(INVALID_VALUE)?;
        // SAFETY: as the caller promises.
        unsafe { give(offset, parameter.0).and(give(size, parameter.1)) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuFuncGetAttribute(value: *mut c_int, attribute: c_int, function: Handle) -> Status {
    call_in_context("cuFuncGetAttribute", |driver| {
        let found = driver.function(function.addr())?;
        let number = match attribute {
            0 => 1024,
            1 => found.static_shared as c_int,
            8 => found.dynamic_shared as c_int,
            _ => return Err(INVALID_VALUE),
        };
        // SAFETY: as the caller promises.
        unsafe { give(value, number) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuFuncSetAttribute(function: Handle, attribute: c_int, value: c_int) -> Status {
    call_in_context("cuFuncSetAttribute", |driver| {
        let found = driver.function(function.addr())?;
        let bytes = u32::try_from(value).map_err(|_| INVALID_VALUE)?;
        if attribute != 8 || found.static_shared + bytes > 232_448 {
            return Err(INVALID_VALUE);
        }
        found.dynamic_shared = bytes;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernel(
    function: Handle,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared_bytes: c_uint,
    stream: Handle,
    parameters: *const *const u8,
    _extra: *const Handle,
) -> Status {
    call_in_context("cuLaunchKernel", |driver| {
        check_stream(driver, stream)?;
        let function = driver.function(function.addr())?.clone();
        let value = |(index, &(_, size)): (usize, &(usize, usize))| {
            // SAFETY: the caller has a pointer to the bytes of each parameter.
            unsafe { slice::from_raw_parts(*parameters.add(index), size) }.to_vec()
        };
        let values = function.parameters.iter().enumerate().map(value).collect();
        let config = LaunchConfig { grid: [grid_x, grid_y, grid_z], block: [block_x, block_y, block_z], shared_bytes };
        driver.launch(&function, config, values)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuStreamCreate(stream: *mut Handle, _flags: c_uint) -> Status {
    call_in_context("cuStreamCreate", |driver| {
        let handle = driver.handle();
        driver.streams.insert(handle);
        // SAFETY: as the caller promises.
        unsafe { give(stream, pointer(handle)) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuStreamSynchronize(stream: Handle) -> Status {
    call_in_context("cuStreamSynchronize", |driver| {
        check_stream(driver, stream)?;
        driver.wait()
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuStreamDestroy_v2(stream: Handle) -> Status {
    call_in_context("cuStreamDestroy_v2", |driver| {
        if driver.streams.remove(&stream.addr()) { Ok(()) } else { Err(INVALID_HANDLE) }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventCreate(event: *mut Handle, _flags: c_uint) -> Status {
    call_in_context("cuEventCreate", |driver| {
        let handle = driver.handle();
        driver.events.insert(handle, None);
        // SAFETY: as the caller promises.
        unsafe { give(event, pointer(handle)) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventRecord(event: Handle, stream: Handle) -> Status {
    call_in_context("cuEventRecord", |driver| {
        check_stream(driver, stream)?;
        let now = driver.clock;
        *driver.events.get_mut(&event.addr()).ok_or(INVALID_HANDLE)? = Some(now);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuEventElapsedTime(milliseconds: *mut f32, start: Handle, end: Handle) -> Status {
    call_in_context("cuEventElapsedTime", |driver| {
        let time = |event: Handle| *driver.events.get(&event.addr()).unwrap_or(&None);
        let (Some(start), Some(end)) = (time(start), time(end)) else { return Err(INVALID_HANDLE) };
        if driver.is_running() {
            return Err(NOT_READY);
        }
        // SAFETY: as the caller promises.
        unsafe { give(milliseconds, (end - start) as f32) }
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn cuEventDestroy_v2(event: Handle) -> Status {
    call_in_context("cuEventDestroy_v2", |driver| driver.events.remove(&event.addr()).map(|_| ()).ok_or(INVALID_HANDLE))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(error: Status, text: *mut *const c_char) -> Status {
    // SAFETY: as the caller promises.
    unsafe { error_text(error, text, |&(_, name, _)| name) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(error: Status, text: *mut *const c_char) -> Status {
    // SAFETY: as the caller promises.
    unsafe { error_text(error, text, |&(_, _, sentence)| sentence) }
}

/// # Safety
/// As for `give`.
unsafe fn error_text(
    error: Status,
    text: *mut *const c_char,
    pick: impl Fn(&(Status, &'static CStr, &'static CStr)) -> &'static CStr,
) -> Status {
    let known = ERRORS.iter().find(|&&(code, _, _)| code == error).ok_or(INVALID_VALUE);
    // SAFETY: as the caller promises.
    known.and_then(|known| unsafe { give(text, pick(known).as_ptr()) }).err().unwrap_or(0)
}
