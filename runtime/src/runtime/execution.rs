//! Launches, and what is known of kernels.

use super::Dim3;
use crate::api::{put, runtime_api, text};
use crate::error::{Answer, Code};
use crate::launch::{Attribute, Launch};
use crate::state;
use crate::work::{Work, submit};
use std::ffi::{c_char, c_void};

/// `cudaLaunchConfig_t`
#[repr(C)]
pub struct LaunchConfig {
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: usize,
    attributes: *const Attribute,
    count: u32,
}

/// `cudaFuncAttributes`, as far as versions agree.
#[repr(C)]
pub struct FunctionAttributes {
    shared: usize,
    constant: usize,
    local: usize,
    most_threads: i32,
    registers: i32,
    ptx_version: i32,
    binary_version: i32,
    cache_mode: i32,
    most_dynamic: i32,
    carveout: i32,
    needs_cluster: i32,
    cluster: [i32; 3],
    policy: i32,
    non_portable: i32,
}

/// Launches the kernel that a program calls so.
pub unsafe fn launch_kernel(
    name: usize,
    grid: Dim3,
    block: Dim3,
    (arguments, shared): (*const *const c_void, usize),
    stream: usize,
    change: impl FnOnce(&mut Launch),
) -> Answer {
    let shared = u32::try_from(shared).map_err(|_| Code::INVALID_VALUE)?;
    let launch = {
        let mut state = state::lock();
        let kernel = state.kernel_of(name)?;
        let info = state.kernel_info(kernel)?;
        let mut launch = Launch::new(kernel, grid.extents(), block.extents(), shared);
        launch.read_arguments(&info, arguments, std::ptr::null())?;
        change(&mut launch);
        state.check_launch(&launch, &info)?;
        launch
    };
    submit(stream, Work::Launch(launch))
}

/// A number of a kernel that programs may set.
const MOST_DYNAMIC: i32 = 8;
const NON_PORTABLE: i32 = 14;

/// Sets an attribute of a kernel; the numbers are those of the driver, too.
pub fn set_attribute(name: usize, attribute: i32, value: i32) -> Answer {
    let mut state = state::lock();
    let kernel = state.kernel_of(name)?;
    match attribute {
        MOST_DYNAMIC => {
            let info = state.kernel_info(kernel)?;
            let wanted = u32::try_from(value).map_err(|_| Code::INVALID_VALUE)?;
            if wanted.saturating_add(info.shared_bytes) > state.most_shared() {
                return Err(Code::INVALID_VALUE);
            }
            state.modules.kernels[kernel].most_dynamic = Some(wanted);
        }
        NON_PORTABLE => state.modules.kernels[kernel].non_portable = value != 0,
        9..=17 => {}
        _ => return Err(Code::INVALID_VALUE),
    }
    Ok(())
}

/// An attribute of a kernel, by the numbers of the driver.
pub fn attribute(name: usize, attribute: i32) -> Answer<i32> {
    let mut state = state::lock();
    let kernel = state.kernel_of(name)?;
    let info = state.kernel_info(kernel)?;
    let (major, minor) = state.capability();
    let known = state.modules.kernels[kernel].clone();
    Ok(match attribute {
        0 => info.most_threads.map_or(1024, |most| most.min(1024) as i32),
        1 => info.shared_bytes as i32,
        2 | 7 | 9 | 15..=17 => 0,
        3 => info.local_bytes as i32,
        // What the text declares says nothing of what an assembler would need.
        4 => info.registers.min(32) as i32,
        5 | 6 => major * 10 + minor,
        MOST_DYNAMIC => {
            known.most_dynamic.unwrap_or_else(|| crate::device::SHARED.saturating_sub(info.shared_bytes)) as i32
        }
        10 => i32::from(info.cluster.is_some()),
        11..=13 => info.cluster.map_or(0, |cluster| cluster[(attribute - 11) as usize] as i32),
        NON_PORTABLE => i32::from(known.non_portable),
        _ => return Err(Code::INVALID_VALUE),
    })
}

/// The kernel's blocks that a multiprocessor has room for.
pub fn occupancy(name: usize, threads: i32, shared: usize) -> Answer<i32> {
    let mut state = state::lock();
    let kernel = state.kernel_of(name)?;
    let info = state.kernel_info(kernel)?;
    let shared = u32::try_from(shared).map_err(|_| Code::INVALID_VALUE)?;
    let threads = u32::try_from(threads).map_err(|_| Code::INVALID_VALUE)?;
    Ok(state.occupancy(&info, threads, shared) as i32)
}

runtime_api! {
    cudaLaunchKernel as cudaLaunchKernel_ptsz __cudaLaunchKernel __cudaLaunchKernel_ptsz: (
        kernel: *const c_void,
        grid: Dim3,
        block: Dim3,
        arguments: *const *const c_void,
        shared: usize,
        stream: usize,
    ) {
        launch_kernel(kernel as usize, grid, block, (arguments, shared), stream, |_| {})
    }

    cudaLaunchCooperativeKernel as cudaLaunchCooperativeKernel_ptsz: (
        kernel: *const c_void,
        grid: Dim3,
        block: Dim3,
        arguments: *const *const c_void,
        shared: usize,
        stream: usize,
    ) {
        launch_kernel(kernel as usize, grid, block, (arguments, shared), stream, |launch| launch.cooperative = true)
    }

    cudaLaunchKernelExC as cudaLaunchKernelExC_ptsz: (
        config: *const LaunchConfig,
        kernel: *const c_void,
        arguments: *const *const c_void,
    ) {
        let config = config.as_ref().ok_or(Code::INVALID_VALUE)?;
        let given = (arguments, config.shared);
        launch_kernel(kernel as usize, config.grid, config.block, given, config.stream, |launch| {
            launch.set_attributes(config.attributes, config.count);
        })
    }

    cudaFuncGetAttributes: (to: *mut FunctionAttributes, kernel: *const c_void) {
        let get = |number: i32| attribute(kernel as usize, number);
        put(to, FunctionAttributes {
            shared: get(1)? as usize,
            constant: 0,
            local: get(3)? as usize,
            most_threads: get(0)?,
            registers: get(4)?,
            ptx_version: get(5)?,
            binary_version: get(6)?,
            cache_mode: 0,
            most_dynamic: get(MOST_DYNAMIC)?,
            carveout: -1,
            needs_cluster: get(10)?,
            cluster: [get(11)?, get(12)?, get(13)?],
            policy: 0,
            non_portable: get(NON_PORTABLE)?,
        })
    }

    cudaFuncSetAttribute: (kernel: *const c_void, number: i32, value: i32) {
        set_attribute(kernel as usize, number, value)
    }

    cudaKernelSetAttributeForDevice: (kernel: *const c_void, number: i32, value: i32, _device: i32) {
        set_attribute(kernel as usize, number, value)
    }

    cudaFuncSetCacheConfig: (kernel: *const c_void, _config: i32) {
        state::lock().kernel_of(kernel as usize).map(|_| ())
    }

    cudaFuncSetSharedMemConfig: (kernel: *const c_void, _config: i32) {
        state::lock().kernel_of(kernel as usize).map(|_| ())
    }

    cudaFuncGetName: (to: *mut *const c_char, kernel: *const c_void) {
        let state = state::lock();
        let found = state.kernel_of(kernel as usize)?;
        let name = state.modules.kernels[found].name.clone();
        drop(state);
        let name = std::ffi::CString::new(name).map_err(|_| Code::UNKNOWN)?;
        put(to, name.into_raw().cast_const())
    }

    cudaGetFuncBySymbol: (to: *mut usize, kernel: *const c_void) {
        let mut state = state::lock();
        let kernel = state.kernel_of(kernel as usize)?;
        let handle = state.kernel_handle(kernel);
        drop(state);
        put(to, handle)
    }

    cudaOccupancyMaxActiveBlocksPerMultiprocessor: (
        to: *mut i32,
        kernel: *const c_void,
        threads: i32,
        shared: usize,
    ) {
        put(to, occupancy(kernel as usize, threads, shared)?)
    }

    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: (
        to: *mut i32,
        kernel: *const c_void,
        threads: i32,
        shared: usize,
        _flags: u32,
    ) {
        put(to, occupancy(kernel as usize, threads, shared)?)
    }

    cudaOccupancyAvailableDynamicSMemPerBlock: (
        to: *mut usize,
        kernel: *const c_void,
        blocks: i32,
        _threads: i32,
    ) {
        let mut state = state::lock();
        let found = state.kernel_of(kernel as usize)?;
        let info = state.kernel_info(found)?;
        let all = state.most_shared() / u32::try_from(blocks.max(1)).unwrap_or(1);
        drop(state);
        put(to, all.saturating_sub(info.shared_bytes) as usize)
    }

    cudaOccupancyMaxActiveClusters: (to: *mut i32, kernel: *const c_void, config: *const LaunchConfig) {
        let config = config.as_ref().ok_or(Code::INVALID_VALUE)?;
        let mut launch = Launch::new(0, [1; 3], [1; 3], 0);
        launch.set_attributes(config.attributes, config.count);
        let threads: u32 = config.block.extents().iter().product();
        let blocks = occupancy(kernel as usize, threads as i32, config.shared)? as u32;
        let multiprocessors = state::lock().reporter.settings.multiprocessors;
        let cluster: u32 = launch.cluster.unwrap_or([1; 3]).iter().product();
        put(to, (blocks * multiprocessors / cluster.max(1)) as i32)
    }

    cudaOccupancyMaxPotentialClusterSize: (to: *mut i32, kernel: *const c_void, _config: *const LaunchConfig) {
        let state = state::lock();
        let found = state.kernel_of(kernel as usize)?;
        let size = if state.modules.kernels[found].non_portable { 16 } else { 8 };
        drop(state);
        put(to, size)
    }

    cudaLibraryLoadData: (
        to: *mut usize,
        code: *const u8,
        _options: *mut i32,
        _values: *mut *mut c_void,
        _count: u32,
        _library_options: *mut i32,
        _library_values: *mut *mut c_void,
        _library_count: u32,
    ) {
        let mut state = state::lock();
        let module = state.add_module(code)?;
        state.loaded(module)?;
        let handle = state.module_handle(module);
        drop(state);
        put(to, handle)
    }

    cudaLibraryUnload: (library: usize) {
        let mut state = state::lock();
        let module = state.module_of(library)?;
        state.unload(module);
        Ok(())
    }

    cudaLibraryGetKernel: (to: *mut usize, library: usize, name: *const c_char) {
        put(to, kernel_in(library, &text(name)?)?)
    }

    cudaLibraryGetGlobal as cudaLibraryGetManaged: (
        to: *mut u64,
        bytes: *mut usize,
        library: usize,
        name: *const c_char,
    ) {
        let name = text(name)?;
        let mut state = state::lock();
        let module = state.module_of(library)?;
        let (address, size) = state.variable_in(module, &name)?;
        drop(state);
        crate::api::put_if(bytes, size as usize);
        put(to, address)
    }
}

/// The handle of a kernel of a module.
pub fn kernel_in(module: usize, name: &str) -> Answer<usize> {
    let mut state = state::lock();
    let module = state.module_of(module)?;
    let (_, loaded) = state.loaded(module)?;
    if !state.cpu.kernel_names(loaded).contains(&name) {
        return Err(Code::NOT_FOUND);
    }
    let kernel = state.add_kernel(module, name.to_string());
    Ok(state.kernel_handle(kernel))
}
