//! What code that `nvcc` has written calls before `main`, and around launches.

use super::Dim3;
use crate::api::{put, runtime_api, text};
use crate::error::Code;
use crate::state;
use std::cell::RefCell;
use std::ffi::{c_char, c_void};

/// What `<<<…>>>` says, until the function of the kernel asks for it.
#[derive(Clone, Copy)]
struct Configuration {
    grid: [u32; 3],
    block: [u32; 3],
    shared: usize,
    stream: usize,
}

thread_local! {
    static CONFIGURATIONS: RefCell<Vec<Configuration>> = const { RefCell::new(Vec::new()) };
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterFatBinary(image: *const u8) -> *mut *mut c_void {
    let mut state = state::lock();
    match state.add_module(image) {
        Ok(module) => state.module_handle(module) as *mut *mut c_void,
        Err(_) => std::ptr::null_mut(),
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterFatBinaryEnd(_handle: *mut *mut c_void) {}

/// The process ends, or unloads a library: nothing is launched any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaUnregisterFatBinary(_handle: *mut *mut c_void) {}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaInitModule(handle: *mut *mut c_void) -> c_char {
    let mut state = state::lock();
    let loaded = state.module_of(handle as usize).and_then(|module| state.loaded(module));
    c_char::from(loaded.is_ok())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterFunction(
    handle: *mut *mut c_void,
    host: *const c_char,
    _device: *mut c_char,
    name: *const c_char,
    _threads: i32,
    _tid: *mut c_void,
    _bid: *mut c_void,
    _block: *mut c_void,
    _grid: *mut c_void,
    _size: *mut i32,
) {
    let mut state = state::lock();
    if let (Ok(module), Ok(name)) = (state.module_of(handle as usize), text(name)) {
        let kernel = state.add_kernel(module, name);
        state.name_kernel(host as usize, kernel);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterVar(
    handle: *mut *mut c_void,
    host: *mut c_char,
    _device: *mut c_char,
    name: *const c_char,
    _external: i32,
    _size: usize,
    _constant: i32,
    _global: i32,
) {
    let mut state = state::lock();
    if let (Ok(module), Ok(name)) = (state.module_of(handle as usize), text(name)) {
        state.name_variable(host as usize, module, name);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterHostVar(
    handle: *mut *mut c_void,
    name: *const c_char,
    host: *mut c_char,
    _size: usize,
) {
    let mut state = state::lock();
    if let (Ok(module), Ok(name)) = (state.module_of(handle as usize), text(name)) {
        state.name_variable(host as usize, module, name);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaRegisterManagedVar(
    handle: *mut *mut c_void,
    host: *mut *mut c_void,
    _device: *mut c_char,
    name: *const c_char,
    _external: i32,
    size: usize,
    _constant: i32,
    _global: i32,
) {
    let mut state = state::lock();
    if let (Ok(module), Ok(name)) = (state.module_of(handle as usize), text(name)) {
        if let Ok(address) = state.add_managed(module, &name, size as u64) {
            host.write(address as *mut c_void);
            state.name_variable(address as usize, module, name.clone());
        }
        state.name_variable(host as usize, module, name);
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn __cudaPushCallConfiguration(
    grid: Dim3,
    block: Dim3,
    shared: usize,
    stream: *mut c_void,
) -> u32 {
    let configuration = Configuration { grid: grid.extents(), block: block.extents(), shared, stream: stream as usize };
    CONFIGURATIONS.with_borrow_mut(|all| all.push(configuration));
    0
}

runtime_api! {
    __cudaPopCallConfiguration: (grid: *mut Dim3, block: *mut Dim3, shared: *mut usize, stream: *mut usize) {
        let Some(configuration) = CONFIGURATIONS.with_borrow_mut(Vec::pop) else {
            return Err(Code::MISSING_CONFIGURATION);
        };
        put(grid, Dim3::of(configuration.grid))?;
        put(block, Dim3::of(configuration.block))?;
        put(shared, configuration.shared)?;
        put(stream, configuration.stream)
    }

    __cudaGetKernel as cudaGetKernel: (handle: *mut usize, host: *const c_void) {
        let mut state = state::lock();
        let kernel = state.kernel_of(host as usize)?;
        let found = state.kernel_handle(kernel);
        drop(state);
        put(handle, found)
    }
}
