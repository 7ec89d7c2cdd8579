//! Graphs.

use super::memory::Copy3D;
use super::{Dim3, version};
use crate::api::{put, put_if, runtime_api};
use crate::error::{Answer, Code};
use crate::launch::Launch;
use crate::memory::{Direction, Layout};
use crate::state;
use crate::user_object::tell;
use crate::work::{Work, submit};
use std::ffi::c_void;

/// `cudaKernelNodeParams`
#[repr(C)]
pub struct KernelNode {
    function: usize,
    grid: Dim3,
    block: Dim3,
    shared: u32,
    arguments: *const *const c_void,
    extra: *const *const c_void,
}

/// `cudaMemsetParams`
#[repr(C)]
pub struct FillNode {
    to: u64,
    pitch: usize,
    value: u32,
    element: u32,
    width: usize,
    height: usize,
}

/// `cudaHostNodeParams`
#[repr(C)]
pub struct HostNode {
    function: usize,
    data: usize,
}

/// `cudaGraphExecUpdateResultInfo`
#[repr(C)]
pub struct UpdateResult {
    result: i32,
    node: usize,
    from: usize,
}

impl KernelNode {
    unsafe fn work(&self) -> Answer<Work> {
        self.work_of(0)
    }

    /// The launch: of another kernel, if the node names no function.
    pub unsafe fn work_of(&self, kernel: usize) -> Answer<Work> {
        let mut state = state::lock();
        let name = if self.function == 0 { kernel } else { self.function };
        let kernel = state.kernel_of(name)?;
        let info = state.kernel_info(kernel)?;
        let mut launch = Launch::new(kernel, self.grid.extents(), self.block.extents(), self.shared);
        launch.name = name;
        launch.read_arguments(&info, self.arguments, self.extra)?;
        state.check_launch(&launch, &info)?;
        Ok(Work::Launch(launch))
    }
}

impl KernelNode {
    /// Of which a node was made. The program reads it until it changes the node, of which nobody tells: the arguments stay.
    pub fn of(launch: &Launch) -> Self {
        let arguments = launch.arguments.iter().map(|argument| argument.clone().leak().as_ptr().cast::<c_void>());
        Self {
            function: launch.name,
            grid: Dim3::of(launch.grid),
            block: Dim3::of(launch.block),
            shared: launch.shared_bytes,
            arguments: arguments.collect::<Vec<_>>().leak().as_ptr(),
            extra: std::ptr::null(),
        }
    }
}

impl UpdateResult {
    /// What stands in the way, or 0.
    pub fn of(result: i32) -> Self {
        Self { result, node: 0, from: 0 }
    }
}

impl HostNode {
    pub fn new(function: usize, data: usize) -> Self {
        Self { function, data }
    }

    pub fn work(&self) -> Work {
        Work::Host { function: self.function, data: self.data }
    }
}

impl FillNode {
    pub fn new(to: Layout, element: &[u8], [width, height, _]: [u64; 3]) -> Self {
        let mut value = [0; 4];
        value[..element.len()].copy_from_slice(element);
        Self {
            to: to.address,
            pitch: to.pitch as usize,
            value: u32::from_le_bytes(value),
            element: element.len() as u32,
            width: width as usize,
            height: height as usize,
        }
    }

    pub fn work(&self) -> Answer<Work> {
        let element = self.value.to_le_bytes().get(..self.element as usize).ok_or(Code::INVALID_VALUE)?.to_vec();
        let to = Layout { address: self.to, pitch: self.pitch as u64, layer: 0 };
        let extent = [self.width as u64, self.height as u64, 1];
        Ok(Work::Fill { to, element, extent, function: "a node that fills memory" })
    }
}

pub fn copy_1d(to: u64, from: u64, bytes: usize, kind: i32) -> Answer<Work> {
    let flat = |address| Layout { address, pitch: 0, layer: 0 };
    let extent = [bytes as u64, 1, 1];
    let direction = Direction::of(kind)?;
    Ok(Work::Copy { to: flat(to), from: flat(from), extent, direction, function: "a node that copies memory" })
}

/// Adds a node behind others.
pub unsafe fn add_node(to: *mut usize, graph: usize, before: *const usize, count: usize, work: Work) -> Answer {
    let before = if count == 0 { &[] } else { std::slice::from_raw_parts(before, count) };
    let node = state::lock().graphs.add(graph, work, before.to_vec())?;
    put(to, node)
}

/// Copies a list out: as many as there is room for; how many there are, if no room is given.
pub unsafe fn list_nodes(items: &[usize], to: *mut usize, count: *mut usize) -> Answer {
    if to.is_null() {
        return put(count, items.len());
    }
    let room = count.as_ref().copied().ok_or(Code::INVALID_VALUE)?.min(items.len());
    std::ptr::copy_nonoverlapping(items.as_ptr(), to, room);
    put(count, room)
}

/// The nodes of a graph.
pub unsafe fn list_all_nodes(graph: usize, to: *mut usize, count: *mut usize) -> Answer {
    let nodes: Vec<usize> = state::lock().graphs.graph(graph)?.nodes.iter().map(|node| node.handle).collect();
    list_nodes(&nodes, to, count)
}

/// The nodes of a graph that come after no other one.
pub unsafe fn list_roots(graph: usize, to: *mut usize, count: *mut usize) -> Answer {
    let roots = state::lock().graphs.graph(graph)?.roots();
    list_nodes(&roots, to, count)
}

/// Which nodes of a graph come after which.
pub unsafe fn list_edges(graph: usize, from: *mut usize, to: *mut usize, count: *mut usize) -> Answer {
    let edges = state::lock().graphs.graph(graph)?.edges();
    let (first, second): (Vec<usize>, Vec<usize>) = edges.into_iter().unzip();
    if !from.is_null() {
        let mut room = count.as_ref().copied().ok_or(Code::INVALID_VALUE)?;
        list_nodes(&second, to, &mut room)?;
    }
    list_nodes(&first, from, count)
}

/// Which nodes of a graph come after which, as a program gives it.
pub unsafe fn given_edges(from: *const usize, to: *const usize, count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).map(move |number| (*from.add(number), *to.add(number)))
}

/// Lets nodes come after others.
pub unsafe fn connect_nodes(graph: usize, from: *const usize, to: *const usize, count: usize) -> Answer {
    if count == 0 { Ok(()) } else { state::lock().graphs.connect(graph, given_edges(from, to, count)) }
}

/// The work of a node that is a whole graph.
pub fn child_work(graph: usize) -> Answer<Work> {
    Ok(Work::Graph(state::lock().graphs.graph(graph)?.order()?))
}

/// Puts other work into a node of a graph that can be launched.
pub fn replace_node(executable: usize, node: usize, work: Work) -> Answer {
    state::lock().graphs.replace(executable, node, work)
}

/// Puts other work into a node.
pub fn set_node(node: usize, work: Work) -> Answer {
    state::lock().graphs.node(node)?.work = work;
    Ok(())
}

runtime_api! {
    cudaGraphCreate: (to: *mut usize, _flags: u32) {
        put(to, state::lock().graphs.create())
    }

    cudaGraphDestroy: (graph: usize) {
        let forgotten = state::lock().graphs.destroy(graph)?;
        tell(forgotten)
    }

    cudaGraphClone: (to: *mut usize, graph: usize) {
        let copy = state::lock().graphs.clone_graph(graph)?;
        put(to, copy)
    }

    cudaGraphAddKernelNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const KernelNode,
    ) {
        add_node(to, graph, before, count, node.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphAddMemcpyNode: (to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const Copy3D) {
        add_node(to, graph, before, count, node.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphAddMemcpyNode1D: (
        to: *mut usize, graph: usize, before: *const usize, count: usize,
        target: u64, from: u64, bytes: usize, kind: i32,
    ) {
        add_node(to, graph, before, count, copy_1d(target, from, bytes, kind)?)
    }

    cudaGraphAddMemsetNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const FillNode,
    ) {
        add_node(to, graph, before, count, node.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphAddHostNode: (to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const HostNode) {
        add_node(to, graph, before, count, node.as_ref().ok_or(Code::INVALID_VALUE)?.work())
    }

    cudaGraphAddEmptyNode: (to: *mut usize, graph: usize, before: *const usize, count: usize) {
        add_node(to, graph, before, count, Work::Nothing)
    }

    cudaGraphAddEventRecordNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, event: usize,
    ) {
        add_node(to, graph, before, count, Work::Record(event))
    }

    cudaGraphAddEventWaitNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, _event: usize,
    ) {
        add_node(to, graph, before, count, Work::Nothing)
    }

    cudaGraphAddChildGraphNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, child: usize,
    ) {
        add_node(to, graph, before, count, child_work(child)?)
    }

    cudaGraphAddDependencies: (graph: usize, from: *const usize, to: *const usize, fourth: usize, fifth: usize) {
        // Version 13 has a further parameter before the number, and so has the second form of version 12.
        let count = if version() == 12 { fourth } else { fifth };
        connect_nodes(graph, from, to, count)
    }

    cudaGraphAddDependencies_v2: (
        graph: usize, from: *const usize, to: *const usize, _edges: *const c_void, count: usize,
    ) {
        connect_nodes(graph, from, to, count)
    }

    cudaGraphGetNodes: (graph: usize, to: *mut usize, count: *mut usize) {
        list_all_nodes(graph, to, count)
    }

    cudaGraphGetRootNodes: (graph: usize, to: *mut usize, count: *mut usize) {
        list_roots(graph, to, count)
    }

    cudaGraphGetEdges: (graph: usize, from: *mut usize, to: *mut usize, fourth: *mut usize, fifth: *mut usize) {
        let count = if version() == 12 { fourth } else { fifth };
        list_edges(graph, from, to, count)
    }

    cudaGraphGetEdges_v2: (
        graph: usize, from: *mut usize, to: *mut usize, _edges: *mut c_void, count: *mut usize,
    ) {
        list_edges(graph, from, to, count)
    }

    cudaGraphNodeGetType: (node: usize, to: *mut i32) {
        let kind = state::lock().graphs.node(node)?.work.kind();
        put(to, kind)
    }

    cudaGraphKernelNodeSetParams: (node: usize, parameters: *const KernelNode) {
        let work = parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()?;
        set_node(node, work)
    }

    cudaGraphMemsetNodeSetParams: (node: usize, parameters: *const FillNode) {
        set_node(node, parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphMemcpyNodeSetParams: (node: usize, parameters: *const Copy3D) {
        set_node(node, parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphInstantiate: (to: *mut usize, graph: usize, _flags: u64) {
        let executable = state::lock().graphs.instantiate(graph)?;
        put(to, executable)
    }

    cudaGraphInstantiateWithFlags: (to: *mut usize, graph: usize, _flags: u64) {
        let executable = state::lock().graphs.instantiate(graph)?;
        put(to, executable)
    }

    cudaGraphInstantiateWithParams as cudaGraphInstantiateWithParams_ptsz: (
        to: *mut usize, graph: usize, _parameters: *mut c_void,
    ) {
        let executable = state::lock().graphs.instantiate(graph)?;
        put(to, executable)
    }

    cudaGraphExecDestroy: (executable: usize) {
        let forgotten = state::lock().graphs.destroy_executable(executable)?;
        tell(forgotten)
    }

    cudaGraphUpload as cudaGraphUpload_ptsz: (executable: usize, _stream: usize) {
        state::lock().graphs.executable(executable).map(|_| ())
    }

    cudaGraphLaunch as cudaGraphLaunch_ptsz: (executable: usize, stream: usize) {
        let parts = state::lock().graphs.launched(executable)?;
        submit(stream, Work::Graph(parts))
    }

    cudaGraphExecUpdate: (executable: usize, graph: usize, result: *mut UpdateResult) {
        let updated = state::lock().graphs.update(executable, graph)?;
        put_if(result, UpdateResult::of(updated.err().unwrap_or(0)));
        updated.map_err(|_| Code::UPDATE_FAILED)
    }

    cudaGraphExecKernelNodeSetParams: (executable: usize, node: usize, parameters: *const KernelNode) {
        replace_node(executable, node, parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphExecMemsetNodeSetParams: (executable: usize, node: usize, parameters: *const FillNode) {
        replace_node(executable, node, parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphExecMemcpyNodeSetParams: (executable: usize, node: usize, parameters: *const Copy3D) {
        replace_node(executable, node, parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()?)
    }

    cudaGraphExecMemcpyNodeSetParams1D: (
        executable: usize, node: usize, to: u64, from: u64, bytes: usize, kind: i32,
    ) {
        replace_node(executable, node, copy_1d(to, from, bytes, kind)?)
    }

    cudaGraphExecHostNodeSetParams: (executable: usize, node: usize, parameters: *const HostNode) {
        replace_node(executable, node, parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work())
    }

    cudaGraphExecChildGraphNodeSetParams: (executable: usize, node: usize, child: usize) {
        let parts = state::lock().graphs.graph(child)?.order()?;
        replace_node(executable, node, Work::Graph(parts))
    }
}
