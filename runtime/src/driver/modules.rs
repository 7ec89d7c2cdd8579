//! Modules, kernels, launches.

use crate::api::{driver_api, put, put_if, text};
use crate::error::{Answer, Code};
use crate::launch::{Attribute, Launch};
use crate::runtime::{
    active_clusters, attribute, dynamic_shared, kernel_in, largest_cluster, list_kernels, occupancy, parameter_count,
    parameter_place, set_attribute,
};
use crate::state;
use crate::work::{Work, submit};
use ptxlint::device;
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_void};
use std::sync::{LazyLock, Mutex, PoisonError};

/// `CUlaunchConfig`
#[repr(C)]
pub struct LaunchConfig {
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    stream: usize,
    attributes: *const Attribute,
    count: u32,
}

/// What is linked.
#[derive(Default)]
struct Link {
    /// The texts so far, and once it is complete what the program got of it.
    texts: Vec<String>,
    /// The options and values that the link was begun with, and how many there are: addresses of the program, which keeps them.
    options: (usize, usize, u32),
}

/// What is linked, by handle.
static LINKS: LazyLock<Mutex<HashMap<usize, Link>>> = LazyLock::new(Mutex::default);

unsafe fn load(to: *mut usize, image: *const u8) -> Answer {
    let mut state = state::lock();
    let module = state.add_module(image)?;
    state.loaded(module)?;
    let handle = state.module_handle(module);
    drop(state);
    put(to, handle)
}

/// `CUjit_option`: where what a compiler says is to go, and how many bytes there are.
const INFO_LOG_BYTES: i32 = 4;
const ERROR_LOG: i32 = 5;
const ERROR_LOG_BYTES: i32 = 6;

/// Loads an image as [`load`] does. What is wrong with it goes into the log of errors, if the program has one.
unsafe fn load_with_log(to: *mut usize, image: *const u8, options: (u32, *const i32, *mut *mut c_void)) -> Answer {
    let answer = load(to, image);
    let complaint = state::lock().modules.complaint.take().filter(|_| answer.is_err()).unwrap_or_default();
    write_log(&complaint, options);
    answer
}

/// Writes a complaint into the log of errors that options name.
unsafe fn write_log(complaint: &str, (count, options, values): (u32, *const i32, *mut *mut c_void)) {
    if count == 0 || options.is_null() || values.is_null() {
        return;
    }
    let options = std::slice::from_raw_parts(options, count as usize);
    let values = std::slice::from_raw_parts_mut(values, count as usize);
    let place = |wanted: i32| options.iter().position(|&option| option == wanted);
    if let Some(bytes) = place(INFO_LOG_BYTES) {
        values[bytes] = std::ptr::null_mut();
    }
    if let (Some(log), Some(bytes)) = (place(ERROR_LOG), place(ERROR_LOG_BYTES)) {
        let room = values[bytes] as u32 as usize;
        let text = &complaint.as_bytes()[..complaint.len().min(room.saturating_sub(1))];
        if room > 0 && !values[log].is_null() {
            std::ptr::copy_nonoverlapping(text.as_ptr(), values[log].cast(), text.len());
            values[log].cast::<u8>().add(text.len()).write(0);
        }
        values[bytes] = text.len() as *mut c_void;
    }
}

/// The names of kernels as strings of C, which programs keep.
static NAMES: LazyLock<Mutex<HashMap<usize, CString>>> = LazyLock::new(Mutex::default);

unsafe fn name_of(to: *mut *const c_char, kernel: usize) -> Answer {
    let state = state::lock();
    let index = state.kernel_of(kernel).map_err(as_driver)?;
    let name = state.modules.kernels[index].name.clone();
    drop(state);
    let name = CString::new(name).map_err(|_| Code::INVALID_VALUE)?;
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    put(to, names.entry(index).or_insert(name).as_ptr())
}

unsafe fn load_file(to: *mut usize, path: *const c_char) -> Answer {
    let mut bytes = std::fs::read(text(path)?).map_err(|_| Code::FILE_NOT_FOUND)?;
    // PTX is text in C's sense.
    bytes.push(0);
    load(to, bytes.as_ptr())
}

unsafe fn global(to: *mut u64, bytes: *mut usize, module: usize, name: *const c_char) -> Answer {
    let name = text(name)?;
    let mut state = state::lock();
    let module = state.module_of(module)?;
    let (address, size) = state.variable_in(module, &name)?;
    drop(state);
    put_if(bytes, size as usize);
    put_if(to, address);
    Ok(())
}

/// What the driver calls a launch of no shape.
pub fn as_driver(code: Code) -> Code {
    match code {
        Code::INVALID_CONFIGURATION => Code::INVALID_VALUE,
        Code::INVALID_FUNCTION => Code::INVALID_HANDLE,
        other => other,
    }
}

unsafe fn launch(
    kernel: usize,
    [grid, block]: [[u32; 3]; 2],
    shared: u32,
    stream: usize,
    (arguments, extra): (*const *const c_void, *const *const c_void),
    change: impl FnOnce(&mut Launch),
) -> Answer {
    let made = || {
        let mut state = state::lock();
        let (name, kernel) = (kernel, state.kernel_of(kernel)?);
        let info = state.kernel_info(kernel)?;
        let mut launch = Launch::new(kernel, grid, block, shared);
        launch.name = name;
        launch.read_arguments(&info, arguments, extra)?;
        change(&mut launch);
        state.check_launch(&launch, &info)?;
        Ok(launch)
    };
    submit(stream, Work::Launch(made().map_err(as_driver)?)).map_err(as_driver)
}

/// The handle of the module that a kernel belongs to.
fn module_with(kernel: usize) -> Answer<usize> {
    let mut state = state::lock();
    let kernel = state.kernel_of(kernel).map_err(as_driver)?;
    let module = state.modules.kernels[kernel].module;
    Ok(state.known_handle(module))
}

/// The block for which a multiprocessor has most threads, and how many of them fill the device.
unsafe fn potential_block(
    (grid, block): (*mut i32, *mut i32),
    kernel: usize,
    (by_threads, shared): (Option<SharedByThreads>, usize),
    limit: i32,
) -> Answer {
    let mut state = state::lock();
    let kernel = state.kernel_of(kernel).map_err(as_driver)?;
    let info = state.kernel_info(kernel)?;
    let shared = |threads: u32| by_threads.map_or(shared, |function| function(threads as i32)) as u32;
    let (best, blocks) = state.best_block(&info, limit.max(0) as u32, shared);
    drop(state);
    put(grid, blocks as i32)?;
    put(block, best as i32)
}

/// A function of the program: dynamic shared memory by the threads of a block.
type SharedByThreads = unsafe extern "C" fn(i32) -> usize;

driver_api! {
    cuModuleLoad: (to: *mut usize, path: *const c_char) { load_file(to, path) }

    cuModuleLoadData as cuModuleLoadFatBinary: (to: *mut usize, image: *const u8) { load(to, image) }

    cuModuleLoadDataEx: (
        to: *mut usize, image: *const u8, count: u32, options: *mut i32, values: *mut *mut c_void,
    ) {
        load_with_log(to, image, (count, options, values))
    }

    cuLibraryLoadData: (
        to: *mut usize, image: *const u8, options: *mut i32, values: *mut *mut c_void, count: u32,
        _library_options: *mut i32, _library_values: *mut *mut c_void, _library_count: u32,
    ) {
        load_with_log(to, image, (count, options, values))
    }

    cuLibraryLoadFromFile: (
        to: *mut usize, path: *const c_char, _options: *mut i32, _values: *mut *mut c_void, _count: u32,
        _library_options: *mut i32, _library_values: *mut *mut c_void, _library_count: u32,
    ) {
        load_file(to, path)
    }

    cuModuleUnload as cuLibraryUnload: (module: usize) {
        let mut state = state::lock();
        let module = state.module_of(module)?;
        state.unload(module);
        Ok(())
    }

    cuLibraryGetModule: (to: *mut usize, library: usize) {
        state::lock().module_of(library)?;
        put(to, library)
    }

    cuModuleGetFunction: (to: *mut usize, module: usize, name: *const c_char) {
        put(to, kernel_in(module, &text(name)?)?)
    }

    cuLibraryGetKernel: (to: *mut usize, library: usize, name: *const c_char) {
        put(to, kernel_in(library, &text(name)?)?)
    }

    // A kernel and a function are the same here.
    cuKernelGetFunction: (to: *mut usize, kernel: usize) {
        state::lock().kernel_of(kernel)?;
        put(to, kernel)
    }

    cuModuleGetFunctionCount as cuLibraryGetKernelCount: (to: *mut u32, module: usize) {
        let mut state = state::lock();
        let module = state.module_of(module)?;
        let (_, loaded) = state.loaded(module)?;
        let count = state.cpu.kernel_names(loaded).len() as u32;
        drop(state);
        put(to, count)
    }

    cuModuleGetGlobal as cuModuleGetGlobal_v2 cuLibraryGetGlobal cuLibraryGetManaged: (
        to: *mut u64, bytes: *mut usize, module: usize, name: *const c_char,
    ) {
        global(to, bytes, module, name)
    }

    cuModuleGetLoadingMode: (to: *mut i32) { put(to, 2) }

    cuFuncGetAttribute: (to: *mut i32, number: i32, kernel: usize) {
        put(to, attribute(kernel, number).map_err(as_driver)?)
    }

    cuKernelGetAttribute: (to: *mut i32, number: i32, kernel: usize, _device: i32) {
        put(to, attribute(kernel, number).map_err(as_driver)?)
    }

    cuFuncSetAttribute: (kernel: usize, number: i32, value: i32) {
        set_attribute(kernel, number, value).map_err(as_driver)
    }

    cuKernelSetAttribute: (number: i32, value: i32, kernel: usize, _device: i32) {
        set_attribute(kernel, number, value).map_err(as_driver)
    }

    cuFuncSetCacheConfig: (kernel: usize, _config: i32) {
        state::lock().kernel_of(kernel).map(|_| ()).map_err(as_driver)
    }

    cuFuncSetSharedMemConfig: (kernel: usize, _config: i32) {
        state::lock().kernel_of(kernel).map(|_| ()).map_err(as_driver)
    }

    cuFuncGetName as cuKernelGetName: (to: *mut *const c_char, kernel: usize) { name_of(to, kernel) }

    cuFuncLoad: (kernel: usize) { state::lock().kernel_of(kernel).map(|_| ()).map_err(as_driver) }

    cuFuncGetParamInfo as cuKernelGetParamInfo: (kernel: usize, index: usize, offset: *mut usize, bytes: *mut usize) {
        let (size, at) = parameter_place(kernel, index).map_err(as_driver)?;
        put_if(bytes, size);
        put(offset, at)
    }

    cuFuncGetParamCount as cuKernelGetParamCount: (kernel: usize, to: *mut usize) {
        put(to, parameter_count(kernel).map_err(as_driver)?)
    }

    cuFuncGetModule: (to: *mut usize, kernel: usize) { put(to, module_with(kernel)?) }

    cuKernelGetLibrary: (to: *mut usize, kernel: usize) { put(to, module_with(kernel)?) }

    cuFuncIsLoaded: (to: *mut i32, kernel: usize) {
        const LOADED: i32 = 1;
        state::lock().kernel_of(kernel).map_err(as_driver)?;
        put(to, LOADED)
    }

    cuKernelSetCacheConfig: (kernel: usize, _config: i32, _device: i32) {
        state::lock().kernel_of(kernel).map(|_| ()).map_err(as_driver)
    }

    cuModuleEnumerateFunctions as cuLibraryEnumerateKernels: (to: *mut usize, count: u32, module: usize) {
        list_kernels(to, count, module)
    }

    cuLaunchKernel as cuLaunchKernel_ptsz: (
        kernel: usize, x: u32, y: u32, z: u32, threads_x: u32, threads_y: u32, threads_z: u32, shared: u32,
        stream: usize, arguments: *const *const c_void, extra: *const *const c_void,
    ) {
        let shape = [[x, y, z], [threads_x, threads_y, threads_z]];
        launch(kernel, shape, shared, stream, (arguments, extra), |_| {})
    }

    cuLaunchCooperativeKernel as cuLaunchCooperativeKernel_ptsz: (
        kernel: usize, x: u32, y: u32, z: u32, threads_x: u32, threads_y: u32, threads_z: u32, shared: u32,
        stream: usize, arguments: *const *const c_void,
    ) {
        let shape = [[x, y, z], [threads_x, threads_y, threads_z]];
        launch(kernel, shape, shared, stream, (arguments, std::ptr::null()), |launch| launch.cooperative = true)
    }

    cuLaunchKernelEx as cuLaunchKernelEx_ptsz: (
        config: *const LaunchConfig, kernel: usize, arguments: *const *const c_void, extra: *const *const c_void,
    ) {
        let config = config.as_ref().ok_or(Code::INVALID_VALUE)?;
        let shape = [config.grid, config.block];
        launch(kernel, shape, config.shared, config.stream, (arguments, extra), |launch| {
            launch.set_attributes(config.attributes, config.count);
        })
    }

    cuOccupancyMaxActiveBlocksPerMultiprocessor: (to: *mut i32, kernel: usize, threads: i32, shared: usize) {
        put(to, occupancy(kernel, threads, shared).map_err(as_driver)?)
    }

    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: (
        to: *mut i32, kernel: usize, threads: i32, shared: usize, _flags: u32,
    ) {
        put(to, occupancy(kernel, threads, shared).map_err(as_driver)?)
    }

    cuOccupancyMaxPotentialBlockSize: (
        grid: *mut i32, block: *mut i32, kernel: usize, by_threads: Option<SharedByThreads>, shared: usize, limit: i32,
    ) {
        potential_block((grid, block), kernel, (by_threads, shared), limit)
    }

    cuOccupancyMaxPotentialBlockSizeWithFlags: (
        grid: *mut i32, block: *mut i32, kernel: usize, by_threads: Option<SharedByThreads>, shared: usize, limit: i32,
        _flags: u32,
    ) {
        potential_block((grid, block), kernel, (by_threads, shared), limit)
    }

    cuOccupancyAvailableDynamicSMemPerBlock: (to: *mut usize, kernel: usize, blocks: i32, _threads: i32) {
        put(to, dynamic_shared(kernel, blocks).map_err(as_driver)?)
    }

    cuOccupancyMaxActiveClusters: (to: *mut i32, kernel: usize, config: *const LaunchConfig) {
        let config = config.as_ref().ok_or(Code::INVALID_VALUE)?;
        let attributes = (config.attributes, config.count);
        put(to, active_clusters(kernel, config.block, config.shared as usize, attributes).map_err(as_driver)?)
    }

    cuOccupancyMaxPotentialClusterSize: (to: *mut i32, kernel: usize, _config: *const LaunchConfig) {
        put(to, largest_cluster(kernel).map_err(as_driver)?)
    }

    cuLinkCreate as cuLinkCreate_v2: (
        count: u32, options: *mut i32, values: *mut *mut c_void, to: *mut usize,
    ) {
        let handle = state::handle();
        let link = Link { texts: Vec::new(), options: (options as usize, values as usize, count) };
        LINKS.lock().unwrap_or_else(PoisonError::into_inner).insert(handle, link);
        put(to, handle)
    }

    cuLinkAddData as cuLinkAddData_v2: (
        link: usize, kind: i32, data: *const u8, size: usize, _name: *const c_char,
        _count: u32, _options: *mut i32, _values: *mut *mut c_void,
    ) {
        if data.is_null() {
            return Err(Code::INVALID_VALUE);
        }
        add_text(link, kind, std::slice::from_raw_parts(data, size).to_vec())
    }

    cuLinkAddFile as cuLinkAddFile_v2: (
        link: usize, kind: i32, path: *const c_char, _count: u32, _options: *mut i32, _values: *mut *mut c_void,
    ) {
        add_text(link, kind, std::fs::read(text(path)?).map_err(|_| Code::FILE_NOT_FOUND)?)
    }

    cuLinkComplete: (link: usize, to: *mut *const u8, size: *mut usize) {
        let mut links = LINKS.lock().unwrap_or_else(PoisonError::into_inner);
        let texts = &mut links.get_mut(&link).ok_or(Code::INVALID_HANDLE)?.texts;
        if texts.is_empty() {
            return Err(Code::INVALID_IMAGE);
        }
        let linked = device::link(texts).map_err(|message| {
            state::lock().reporter.misuse(format!("cuLinkComplete: {message}"));
            Code::INVALID_PTX
        })?;
        // The driver hands the result out as an image; here it is text, which ends with a zero byte and lives as long as the link.
        *texts = vec![linked + "\0"];
        put_if(size, texts[0].len());
        put(to, texts[0].as_ptr())
    }

    cuLinkDestroy: (link: usize) {
        let removed = LINKS.lock().unwrap_or_else(PoisonError::into_inner).remove(&link);
        removed.map(|_| ()).ok_or(Code::INVALID_HANDLE)
    }
}

unsafe fn add_text(link: usize, kind: i32, mut text: Vec<u8>) -> Answer {
    const PTX: i32 = 1;
    if kind != PTX {
        state::lock().reporter.refuse("only PTX can be linked".to_string());
        return Err(Code::NOT_SUPPORTED);
    }
    text.truncate(text.iter().position(|&byte| byte == 0).unwrap_or(text.len()));
    let text = String::from_utf8(text).map_err(|_| Code::INVALID_PTX)?;
    let mut links = LINKS.lock().unwrap_or_else(PoisonError::into_inner);
    let link = links.get_mut(&link).ok_or(Code::INVALID_HANDLE)?;
    if let Err(error) = device::check_text(&text) {
        let (options, values, count) = link.options;
        write_log(&format!("error: {error}"), (count, options as *const i32, values as *mut *mut c_void));
        return Err(Code::INVALID_PTX);
    }
    link.texts.push(text);
    Ok(())
}
