//! Launches, and what is known of kernels.

use super::Dim3;
use crate::api::{put, put_if, runtime_api, text};
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
        launch.name = name;
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
        // CUB chooses among what it was compiled for by this.
        5 => info.target.map_or(major * 10 + minor, |target| target as i32),
        6 => major * 10 + minor,
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

    cudaOccupancyAvailableDynamicSMemPerBlock: (to: *mut usize, kernel: *const c_void, blocks: i32, _threads: i32) {
        put(to, dynamic_shared(kernel as usize, blocks)?)
    }

    cudaOccupancyMaxActiveClusters: (to: *mut i32, kernel: *const c_void, config: *const LaunchConfig) {
        let config = config.as_ref().ok_or(Code::INVALID_VALUE)?;
        let attributes = (config.attributes, config.count);
        put(to, active_clusters(kernel as usize, config.block.extents(), config.shared, attributes)?)
    }

    cudaOccupancyMaxPotentialClusterSize: (to: *mut i32, kernel: *const c_void, _config: *const LaunchConfig) {
        put(to, largest_cluster(kernel as usize)?)
    }

    cudaFuncGetParamCount: (kernel: *const c_void, to: *mut usize) { put(to, parameter_count(kernel as usize)?) }

    cudaFuncGetParamInfo: (kernel: *const c_void, index: usize, offset: *mut usize, bytes: *mut usize) {
        let (size, at) = parameter_place(kernel as usize, index)?;
        put_if(bytes, size);
        put(offset, at)
    }

    cudaLibraryGetKernelCount: (to: *mut u32, library: usize) {
        let count = kernel_names(library)?.len() as u32;
        put(to, count)
    }

    cudaLibraryEnumerateKernels: (to: *mut usize, count: u32, library: usize) { list_kernels(to, count, library) }

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
        put_if(bytes, size as usize);
        put(to, address)
    }
}

/// Shared memory that a launch may ask for if so many blocks are to be on a multiprocessor.
pub fn dynamic_shared(kernel: usize, blocks: i32) -> Answer<usize> {
    let mut state = state::lock();
    let kernel = state.kernel_of(kernel)?;
    let info = state.kernel_info(kernel)?;
    let all = state.most_shared() / u32::try_from(blocks.max(1)).unwrap_or(1);
    Ok(all.saturating_sub(info.shared_bytes) as usize)
}

/// How many clusters of a launch the device has room for.
pub unsafe fn active_clusters(
    kernel: usize,
    block: [u32; 3],
    shared: usize,
    (attributes, count): (*const Attribute, u32),
) -> Answer<i32> {
    let mut launch = Launch::new(0, [1; 3], [1; 3], 0);
    launch.set_attributes(attributes, count);
    let threads: u32 = block.iter().product();
    let blocks = occupancy(kernel, threads as i32, shared)? as u32;
    let multiprocessors = state::lock().reporter.settings.multiprocessors;
    let cluster: u32 = launch.cluster.unwrap_or([1; 3]).iter().product();
    Ok((blocks * multiprocessors / cluster.max(1)) as i32)
}

/// The most blocks that a cluster of a kernel may have.
pub fn largest_cluster(kernel: usize) -> Answer<i32> {
    let state = state::lock();
    let found = state.kernel_of(kernel)?;
    Ok(if state.modules.kernels[found].non_portable { 16 } else { 8 })
}

/// How many parameters a kernel has.
pub fn parameter_count(kernel: usize) -> Answer<usize> {
    let mut state = state::lock();
    let kernel = state.kernel_of(kernel)?;
    Ok(state.kernel_info(kernel)?.parameters.len())
}

/// The size of a parameter of a kernel, and where it lies among them.
pub fn parameter_place(kernel: usize, index: usize) -> Answer<(usize, usize)> {
    let mut state = state::lock();
    let kernel = state.kernel_of(kernel)?;
    let info = state.kernel_info(kernel)?;
    let &(size, at) = info.parameters.get(index).ok_or(Code::INVALID_VALUE)?;
    Ok((size as usize, at as usize))
}

/// The names of the kernels of a module.
fn kernel_names(module: usize) -> Answer<Vec<String>> {
    let mut state = state::lock();
    let module = state.module_of(module)?;
    let (_, loaded) = state.loaded(module)?;
    Ok(state.cpu.kernel_names(loaded).into_iter().map(str::to_string).collect())
}

/// Copies out the handles of kernels of a module, up to a number.
pub unsafe fn list_kernels(to: *mut usize, count: u32, module: usize) -> Answer {
    if to.is_null() || count == 0 {
        return Err(Code::INVALID_VALUE);
    }
    for (place, name) in kernel_names(module)?.iter().take(count as usize).enumerate() {
        to.add(place).write(kernel_in(module, name)?);
    }
    Ok(())
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
