//! The functions of CUDA's runtime.
//!
//! What they do is in CUDA's manual, and their names are there, too.

mod devices;
mod execution;
mod graphs;
mod images;
mod memory;
mod registration;
mod streams;

pub use devices::{DRIVER, can_access_peer};
pub use execution::{attribute, kernel_in, occupancy, set_attribute};
pub use graphs::{
    FillNode, HostNode, KernelNode, UpdateResult, add_node, child_work, connect_nodes, list_all_nodes, list_edges,
    list_roots, replace_node, set_node,
};
pub use memory::{DEFAULT_POOL, Extent};
pub use streams::{Callback, add_callback};

/// Extents, as C++ passes them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Dim3 {
    x: u32,
    y: u32,
    z: u32,
}

impl Dim3 {
    fn extents(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }

    fn of([x, y, z]: [u32; 3]) -> Self {
        Self { x, y, z }
    }
}

/// The major version of the runtime that the program was linked with: the loader has found the file of its name.
pub fn version() -> u32 {
    static VERSION: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    *VERSION.get_or_init(|| {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
        if maps.contains("libcudart.so.12") && !maps.contains("libcudart.so.13") { 12 } else { 13 }
    })
}
