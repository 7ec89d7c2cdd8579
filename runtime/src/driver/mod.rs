//! The functions of CUDA's driver.

mod devices;
mod graph_nodes;
mod graphs;
mod images;
mod memory;
mod modules;
mod pools;
mod streams;
mod tensor_maps;
mod virtual_memory;

use std::ffi::{CString, c_void};

/// The function of a name, as a version of the driver knows it; null if there is none.
pub fn find(name: &str, version: u32) -> *mut c_void {
    let symbol = match name {
        // The parameters have changed.
        "cuCtxCreate" if version >= 13_000 => "cuCtxCreate_v4",
        _ => name,
    };
    let Ok(symbol) = CString::new(symbol) else { return std::ptr::null_mut() };
    // SAFETY: a name that ends with a zero byte. All libraries are searched, of which this one was loaded first.
    unsafe { libc::dlsym(libc::RTLD_DEFAULT, symbol.as_ptr()) }
}
