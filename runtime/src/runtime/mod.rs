//! The functions of CUDA's runtime.
//!
//! What they do is in CUDA's manual, and their names are there, too.

mod devices;
mod execution;
mod graph_nodes;
mod graphs;
mod images;
mod memory;
mod pools;
mod registration;
mod streams;

pub use devices::{DRIVER, bus_name, can_access_peer, device_of_bus};
pub use execution::{
    active_clusters, attribute, dynamic_shared, kernel_in, largest_cluster, list_kernels, occupancy, parameter_count,
    parameter_place, set_attribute,
};
pub(crate) use graph_nodes::node_functions;
pub use graph_nodes::{
    AllocationNode, AnyNode, add_allocation, add_any_node, any_work, change_launch, create_condition, disconnect_nodes,
    draw_graph, enable_node, fill_node, find_in_clone, graph_memory, host_node, launch_of, list_neighbours,
    node_enabled, node_memory, recorded_event, set_graph_memory,
};
pub use graphs::{
    FillNode, HostNode, KernelNode, UpdateResult, add_node, child_work, connect_nodes, list_all_nodes, list_edges,
    list_roots, replace_node, set_node,
};
pub use memory::{Extent, host_flags, place_number, range_attribute};
pub(crate) use pools::pool_functions;
pub use pools::{
    Location, create_pool, device_pool, pool_access, pool_attribute, pool_of, set_device_pool, set_pool_attribute,
};
pub use streams::{
    Callback, Captured, add_callback, capture_info, copy_stream_attributes, set_stream_attribute, stream_attribute,
    update_capture,
};

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
