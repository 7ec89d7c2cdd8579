//! Nodes of graphs: what they are made of, what programs ask of them, and conditional ones.

use super::graphs::{
    FillNode, HostNode, KernelNode, add_node, copy_1d, given_edges, list_nodes, replace_node, set_node,
};
use super::memory::{Copy3D, symbol};
use super::version;
use crate::api::{put, put_if, runtime_api, text};
use crate::error::{Answer, Code};
use crate::launch::Launch;
use crate::pool::GRAPH_POOL;
use crate::state;
use crate::user_object::user_object_functions;
use crate::work::{Choice, Work};
use std::ffi::{c_char, c_void};

/// `cudaMemAllocNodeParams`; the driver's is laid out in the same way.
#[repr(C)]
pub struct AllocationNode {
    pool: [u64; 11],
    accesses: usize,
    access_count: usize,
    bytes: usize,
    address: u64,
}

/// `cudaConditionalNodeParams`, and that of the driver.
#[repr(C)]
pub struct ConditionalNode {
    address: u64,
    choice: i32,
    size: u32,
    bodies: *const usize,
    context: usize,
}

/// `cudaGraphNodeParams`, and that of the driver: the kind, and what is said of a node of that kind.
#[repr(C)]
pub struct AnyNode {
    kind: i32,
    _reserved: [i32; 3],
    node: NodeUnion,
}

/// What is said of nodes of each kind.
#[repr(C)]
pub union NodeUnion {
    bytes: [u64; 29],
    pointers: [usize; 29],
}

/// Where a copy of [`AnyNode`] has its parameters.
const COPY: usize = 2;

/// Reads the parameters of a copy, which the runtime and the driver lay out differently.
pub type ReadCopy = unsafe fn(*const c_void) -> Answer<Work>;

/// Reads those of a kernel.
pub type ReadKernel = unsafe fn(*const c_void) -> Answer<Work>;

unsafe fn read_copy(copy: *const c_void) -> Answer<Work> {
    copy.cast::<Copy3D>().as_ref().ok_or(Code::INVALID_VALUE)?.work()
}

unsafe fn read_kernel(kernel: *const c_void) -> Answer<Work> {
    kernel.cast::<KernelNode>().as_ref().ok_or(Code::INVALID_VALUE)?.work_of(0)
}

impl AllocationNode {
    /// Finds memory, which is the graph's for good.
    unsafe fn work(&mut self) -> Answer<Work> {
        self.address = state::lock().allocate_from(Some(GRAPH_POOL), self.bytes as u64)?;
        Ok(Work::Allocate(self.address))
    }
}

impl ConditionalNode {
    /// Makes the graphs that it chooses from, which the program fills.
    unsafe fn work(&mut self) -> Answer<Work> {
        const MOST: u32 = 1 << 16;
        if self.size == 0 || self.size > MOST {
            return Err(Code::INVALID_VALUE);
        }
        let choice = Choice::of(self.choice)?;
        let mut state = state::lock();
        let bodies: Vec<usize> = (0..self.size).map(|_| state.graphs.create()).collect();
        // The list stays the program's as long as the node does.
        self.bodies = bodies.clone().leak().as_ptr();
        Ok(Work::Conditional { address: self.address, choice, bodies, graph: 0 })
    }
}

impl AnyNode {
    /// The work of the node; memory and graphs that are made for it are written into its parameters.
    unsafe fn work(&mut self, copy: ReadCopy, kernel: ReadKernel) -> Answer<Work> {
        let node = (&raw mut self.node).cast::<c_void>();
        let first = self.node.pointers[0];
        Ok(match self.kind {
            0 => kernel(node)?,
            1 => copy((&raw const self.node.pointers[COPY]).cast())?,
            2 => (*node.cast::<FillNode>()).work()?,
            3 => (*node.cast::<HostNode>()).work(),
            4 => super::graphs::child_work(first)?,
            5 | 6 => Work::Nothing,
            7 => Work::Record(first),
            10 => (*node.cast::<AllocationNode>()).work()?,
            11 => Work::Free(self.node.bytes[0]),
            13 => (*node.cast::<ConditionalNode>()).work()?,
            _ => return Err(Code::NOT_SUPPORTED),
        })
    }
}

/// Adds a node of any kind behind others.
pub unsafe fn add_any_node(
    to: *mut usize,
    graph: usize,
    (before, count): (*const usize, usize),
    node: *mut AnyNode,
    copy: ReadCopy,
    kernel: ReadKernel,
) -> Answer {
    state::lock().graphs.graph(graph)?;
    let work = node.as_mut().ok_or(Code::INVALID_VALUE)?.work(copy, kernel)?;
    add_node(to, graph, before, count, work)
}

/// What is said of any node, for one that is there.
pub unsafe fn any_work(node: *mut AnyNode, copy: ReadCopy, kernel: ReadKernel) -> Answer<Work> {
    node.as_mut().ok_or(Code::INVALID_VALUE)?.work(copy, kernel)
}

/// Makes a number that kernels set and that decides which parts of a graph run.
pub unsafe fn create_condition(to: *mut u64, graph: usize, first: u32, flags: u32) -> Answer {
    const ASSIGNS: u32 = 1;
    let mut state = state::lock();
    state.graphs.graph(graph)?;
    let address = state.allocate(4)?;
    let to_number = crate::memory::Layout { address, pitch: 0, layer: 0 };
    state.fill(to_number, &first.to_le_bytes(), [1; 3], "cudaGraphConditionalHandleCreate")?;
    state.graphs.add_condition(graph, address, (flags & ASSIGNS != 0).then_some(first))?;
    drop(state);
    put(to, address)
}

/// Adds a node that allocates memory.
pub unsafe fn add_allocation(
    to: *mut usize,
    graph: usize,
    (before, count): (*const usize, usize),
    node: *mut AllocationNode,
) -> Answer {
    state::lock().graphs.graph(graph)?;
    add_node(to, graph, before, count, node.as_mut().ok_or(Code::INVALID_VALUE)?.work()?)
}

/// The nodes that come directly before one, or after it.
pub unsafe fn list_neighbours(node: usize, to: *mut usize, count: *mut usize, is_before: bool) -> Answer {
    let mut state = state::lock();
    let nodes = match is_before {
        true => state.graphs.node(node)?.after.clone(),
        false => state.graphs.graph_with(node)?.after(node),
    };
    drop(state);
    list_nodes(&nodes, to, count)
}

/// Lets nodes no longer come after others.
pub unsafe fn disconnect_nodes(graph: usize, from: *const usize, to: *const usize, count: usize) -> Answer {
    if count == 0 { Ok(()) } else { state::lock().graphs.disconnect(graph, given_edges(from, to, count)) }
}

/// The node of a copy of a graph that one of the graph has become.
pub unsafe fn find_in_clone(to: *mut usize, node: usize, graph: usize) -> Answer {
    let found = state::lock().graphs.graph(graph)?.copy_of(node)?;
    put(to, found)
}

/// Turns a node of a graph that can be launched on or off.
pub fn enable_node(executable: usize, node: usize, is_enabled: bool) -> Answer {
    state::lock().graphs.executable_node(executable, node)?.is_enabled = is_enabled;
    Ok(())
}

/// Whether a node of a graph that can be launched is on.
pub unsafe fn node_enabled(executable: usize, node: usize, to: *mut u32) -> Answer {
    let is_enabled = state::lock().graphs.executable_node(executable, node)?.is_enabled;
    put(to, u32::from(is_enabled))
}

/// Draws a graph into a file.
pub unsafe fn draw_graph(graph: usize, path: *const c_char) -> Answer {
    let dot = state::lock().graphs.graph(graph)?.dot();
    std::fs::write(text(path)?, dot).map_err(|_| Code::INVALID_VALUE)
}

/// The launch of a node.
pub fn launch_of(node: usize) -> Answer<Launch> {
    match &state::lock().graphs.node(node)?.work {
        Work::Launch(launch) => Ok(launch.clone()),
        _ => Err(Code::INVALID_VALUE),
    }
}

/// Changes the launch of a node.
pub fn change_launch(node: usize, change: impl FnOnce(&mut Launch)) -> Answer {
    match &mut state::lock().graphs.node(node)?.work {
        Work::Launch(launch) => {
            change(launch);
            Ok(())
        }
        _ => Err(Code::INVALID_VALUE),
    }
}

/// What a node that calls a function of the host was made of.
pub unsafe fn host_node(node: usize, to: *mut HostNode) -> Answer {
    let made = match &state::lock().graphs.node(node)?.work {
        Work::Host { function, data } => HostNode::new(*function, *data),
        _ => return Err(Code::INVALID_VALUE),
    };
    put(to, made)
}

/// What a node that fills memory was made of.
pub unsafe fn fill_node(node: usize, to: *mut FillNode) -> Answer {
    let made = match &state::lock().graphs.node(node)?.work {
        Work::Fill { to, element, extent, .. } => FillNode::new(*to, element, *extent),
        _ => return Err(Code::INVALID_VALUE),
    };
    put(to, made)
}

/// The event that a node records.
pub unsafe fn recorded_event(node: usize, to: *mut usize) -> Answer {
    match state::lock().graphs.node(node)?.work {
        Work::Record(event) => put(to, event),
        _ => Err(Code::INVALID_VALUE),
    }
}

/// The address of the memory that a node allocates or frees.
pub unsafe fn node_memory(node: usize, to: *mut u64) -> Answer {
    match state::lock().graphs.node(node)?.work {
        Work::Allocate(address) | Work::Free(address) => put(to, address),
        _ => Err(Code::INVALID_VALUE),
    }
}

/// How much memory graphs have (`cudaGraphMemAttributeType`), by an attribute of their pool.
pub unsafe fn graph_memory(number: i32, to: *mut c_void) -> Answer {
    let attribute = *[7, 8, 5, 6].get(usize::try_from(number).unwrap_or(usize::MAX)).ok_or(Code::INVALID_VALUE)?;
    super::pool_attribute(GRAPH_POOL, attribute, to)
}

/// Sets a highest mark of the memory of graphs back.
pub unsafe fn set_graph_memory(number: i32, value: *const c_void) -> Answer {
    let attribute = match number {
        1 => 8,
        3 => 6,
        _ => return Err(Code::INVALID_VALUE),
    };
    super::set_pool_attribute(GRAPH_POOL, attribute, value)
}

/// Functions that the runtime and the driver have in common, but for their names.
macro_rules! node_functions {
    ($api:ident: $destroy:ident $find:ident $enable:ident $enabled:ident $draw:ident $allocate:ident $free:ident $free_of:ident
        $host:ident $fill:ident $event:ident $set_event:ident $attribute:ident $set_attribute:ident $copy_attributes:ident
        $memory:ident $set_memory:ident $trim:ident) => {
        $crate::api::$api! {
            $destroy: (node: usize) { $crate::state::lock().graphs.remove(node) }

            $find: (to: *mut usize, node: usize, graph: usize) { $crate::runtime::find_in_clone(to, node, graph) }

            $enable: (executable: usize, node: usize, is_enabled: u32) {
                $crate::runtime::enable_node(executable, node, is_enabled != 0)
            }

            $enabled: (executable: usize, node: usize, to: *mut u32) {
                $crate::runtime::node_enabled(executable, node, to)
            }

            $draw: (graph: usize, path: *const std::ffi::c_char, _flags: u32) {
                $crate::runtime::draw_graph(graph, path)
            }

            $allocate: (
                to: *mut usize, graph: usize, before: *const usize, count: usize,
                node: *mut $crate::runtime::AllocationNode,
            ) {
                $crate::runtime::add_allocation(to, graph, (before, count), node)
            }

            $free: (to: *mut usize, graph: usize, before: *const usize, count: usize, address: u64) {
                $crate::runtime::add_node(to, graph, before, count, $crate::work::Work::Free(address))
            }

            $free_of: (node: usize, to: *mut u64) { $crate::runtime::node_memory(node, to) }

            $host: (node: usize, to: *mut $crate::runtime::HostNode) { $crate::runtime::host_node(node, to) }

            $fill: (node: usize, to: *mut $crate::runtime::FillNode) { $crate::runtime::fill_node(node, to) }

            $event: (node: usize, to: *mut usize) { $crate::runtime::recorded_event(node, to) }

            $set_event: (node: usize, event: usize) {
                $crate::runtime::set_node(node, $crate::work::Work::Record(event))
            }

            $attribute: (node: usize, number: i32, to: *mut [u32; 16]) {
                $crate::api::put(to, $crate::runtime::launch_of(node)?.attribute(number))
            }

            $set_attribute: (node: usize, number: i32, value: *const [u32; 16]) {
                let value = *value.as_ref().ok_or($crate::error::Code::INVALID_VALUE)?;
                $crate::runtime::change_launch(node, |launch| launch.set_attribute(number, value))
            }

            $copy_attributes: (from: usize, to: usize) {
                let from = $crate::runtime::launch_of(from)?;
                $crate::runtime::change_launch(to, |launch| launch.copy_attributes(&from))
            }

            $memory: (_device: i32, number: i32, to: *mut std::ffi::c_void) {
                $crate::runtime::graph_memory(number, to)
            }

            $set_memory: (_device: i32, number: i32, value: *mut std::ffi::c_void) {
                $crate::runtime::set_graph_memory(number, value)
            }

            $trim: (_device: i32) { $crate::state::lock().pools.trim($crate::pool::GRAPH_POOL, 0) }
        }
    };
}

pub(crate) use node_functions;

node_functions! {
    runtime_api: cudaGraphDestroyNode cudaGraphNodeFindInClone cudaGraphNodeSetEnabled cudaGraphNodeGetEnabled
    cudaGraphDebugDotPrint cudaGraphAddMemAllocNode cudaGraphAddMemFreeNode cudaGraphMemFreeNodeGetParams
    cudaGraphHostNodeGetParams cudaGraphMemsetNodeGetParams cudaGraphEventRecordNodeGetEvent
    cudaGraphEventRecordNodeSetEvent cudaGraphKernelNodeGetAttribute cudaGraphKernelNodeSetAttribute
    cudaGraphKernelNodeCopyAttributes cudaDeviceGetGraphMemAttribute cudaDeviceSetGraphMemAttribute
    cudaDeviceGraphMemTrim
}

user_object_functions! {
    runtime_api: cudaUserObjectCreate cudaUserObjectRetain cudaUserObjectRelease cudaGraphRetainUserObject
    cudaGraphReleaseUserObject
}

runtime_api! {
    cudaGraphAddNode: (
        to: *mut usize, graph: usize, before: *const usize, fourth: usize, fifth: usize, sixth: *mut AnyNode,
    ) {
        // Version 13 has a further parameter before the number.
        let (count, node) = if version() == 12 { (fourth, fifth as *mut AnyNode) } else { (fifth, sixth) };
        add_any_node(to, graph, (before, count), node, read_copy, read_kernel)
    }

    cudaGraphAddNode_v2: (
        to: *mut usize, graph: usize, before: *const usize, _edges: *const c_void, count: usize, node: *mut AnyNode,
    ) {
        add_any_node(to, graph, (before, count), node, read_copy, read_kernel)
    }

    cudaGraphNodeSetParams: (node: usize, parameters: *mut AnyNode) {
        set_node(node, any_work(parameters, read_copy, read_kernel)?)
    }

    cudaGraphExecNodeSetParams: (executable: usize, node: usize, parameters: *mut AnyNode) {
        replace_node(executable, node, any_work(parameters, read_copy, read_kernel)?)
    }

    cudaGraphConditionalHandleCreate: (to: *mut u64, graph: usize, first: u32, flags: u32) {
        create_condition(to, graph, first, flags)
    }

    cudaGraphConditionalHandleCreate_v2: (to: *mut u64, graph: usize, _context: usize, first: u32, flags: u32) {
        create_condition(to, graph, first, flags)
    }

    cudaGraphNodeGetDependencies: (node: usize, to: *mut usize, third: usize, fourth: *mut usize) {
        let count = if version() == 12 { third as *mut usize } else { fourth };
        list_neighbours(node, to, count, true)
    }

    cudaGraphNodeGetDependencies_v2: (node: usize, to: *mut usize, _edges: *mut c_void, count: *mut usize) {
        list_neighbours(node, to, count, true)
    }

    cudaGraphNodeGetDependentNodes: (node: usize, to: *mut usize, third: usize, fourth: *mut usize) {
        let count = if version() == 12 { third as *mut usize } else { fourth };
        list_neighbours(node, to, count, false)
    }

    cudaGraphNodeGetDependentNodes_v2: (node: usize, to: *mut usize, _edges: *mut c_void, count: *mut usize) {
        list_neighbours(node, to, count, false)
    }

    cudaGraphRemoveDependencies: (graph: usize, from: *const usize, to: *const usize, fourth: usize, fifth: usize) {
        disconnect_nodes(graph, from, to, if version() == 12 { fourth } else { fifth })
    }

    cudaGraphRemoveDependencies_v2: (
        graph: usize, from: *const usize, to: *const usize, _edges: *const c_void, count: usize,
    ) {
        disconnect_nodes(graph, from, to, count)
    }

    cudaGraphKernelNodeGetParams: (node: usize, to: *mut KernelNode) { put(to, KernelNode::of(&launch_of(node)?)) }

    cudaGraphMemAllocNodeGetParams: (node: usize, to: *mut AllocationNode) {
        let mut address = 0;
        node_memory(node, &raw mut address)?;
        let bytes = state::lock().allocation_at(address).map_or(0, |(_, allocation)| allocation.bytes);
        put(to, AllocationNode { pool: [0; 11], accesses: 0, access_count: 0, bytes: bytes as usize, address })
    }

    cudaGraphHostNodeSetParams: (node: usize, parameters: *const HostNode) {
        set_node(node, parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work())
    }

    cudaGraphMemcpyNodeSetParams1D: (node: usize, to: u64, from: u64, bytes: usize, kind: i32) {
        set_node(node, copy_1d(to, from, bytes, kind)?)
    }

    cudaGraphAddMemcpyNodeToSymbol: (
        to: *mut usize, graph: usize, before: *const usize, count: usize,
        target: usize, from: u64, bytes: usize, offset: usize, kind: i32,
    ) {
        add_node(to, graph, before, count, copy_1d(symbol(target, offset, bytes)?, from, bytes, kind)?)
    }

    cudaGraphAddMemcpyNodeFromSymbol: (
        to: *mut usize, graph: usize, before: *const usize, count: usize,
        target: u64, from: usize, bytes: usize, offset: usize, kind: i32,
    ) {
        add_node(to, graph, before, count, copy_1d(target, symbol(from, offset, bytes)?, bytes, kind)?)
    }

    cudaGraphMemcpyNodeSetParamsToSymbol: (
        node: usize, target: usize, from: u64, bytes: usize, offset: usize, kind: i32,
    ) {
        set_node(node, copy_1d(symbol(target, offset, bytes)?, from, bytes, kind)?)
    }

    cudaGraphMemcpyNodeSetParamsFromSymbol: (
        node: usize, target: u64, from: usize, bytes: usize, offset: usize, kind: i32,
    ) {
        set_node(node, copy_1d(target, symbol(from, offset, bytes)?, bytes, kind)?)
    }

    cudaGraphExecMemcpyNodeSetParamsToSymbol: (
        executable: usize, node: usize, target: usize, from: u64, bytes: usize, offset: usize, kind: i32,
    ) {
        replace_node(executable, node, copy_1d(symbol(target, offset, bytes)?, from, bytes, kind)?)
    }

    cudaGraphExecMemcpyNodeSetParamsFromSymbol: (
        executable: usize, node: usize, target: u64, from: usize, bytes: usize, offset: usize, kind: i32,
    ) {
        replace_node(executable, node, copy_1d(target, symbol(from, offset, bytes)?, bytes, kind)?)
    }

    cudaGraphExecEventRecordNodeSetEvent: (executable: usize, node: usize, event: usize) {
        replace_node(executable, node, Work::Record(event))
    }

    cudaGraphExecGetFlags: (executable: usize, to: *mut u64) {
        state::lock().graphs.executable(executable)?;
        put_if(to, 0);
        Ok(())
    }
}
