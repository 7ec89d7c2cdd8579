//! Graphs that are built. Nodes are what they are to the runtime, whose structures have the same layout.

use super::memory::Copy3D;
use super::modules::as_driver;
use crate::api::{driver_api, put, put_if};
use crate::error::{Answer, Code};
use crate::launch::Launch;
use crate::runtime::{
    FillNode, HostNode, KernelNode, UpdateResult, add_node, child_work, connect_nodes, list_all_nodes, list_edges,
    list_roots, replace_node, set_node,
};
use crate::state;
use crate::work::Work;
use std::ffi::c_void;

/// `CUDA_KERNEL_NODE_PARAMS_v2`
#[repr(C)]
pub struct KernelNodeV2 {
    node: KernelNode,
    /// A kernel of a library, if there is no function.
    kernel: usize,
    context: usize,
}

impl KernelNodeV2 {
    /// A kernel and a function are the same here.
    pub unsafe fn work(&self) -> Answer<Work> {
        self.node.work_of(self.kernel).map_err(as_driver)
    }

    /// Of which a node was made.
    pub fn of(launch: &Launch) -> Self {
        Self { node: KernelNode::of(launch), kernel: 0, context: 0 }
    }
}

unsafe fn launch_v2(parameters: *const KernelNodeV2) -> Answer<Work> {
    parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()
}

unsafe fn launch(parameters: *const KernelNode) -> Answer<Work> {
    parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work_of(0).map_err(as_driver)
}

unsafe fn fill(parameters: *const FillNode) -> Answer<Work> {
    parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work()
}

unsafe fn copy(parameters: *const Copy3D) -> Answer<Work> {
    parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work("a node that copies memory")
}

unsafe fn host(parameters: *const HostNode) -> Answer<Work> {
    Ok(parameters.as_ref().ok_or(Code::INVALID_VALUE)?.work())
}

/// Takes the work of a graph of the same shape; where that does not fit goes to `put_result`.
unsafe fn update(executable: usize, graph: usize, put_result: impl FnOnce(i32)) -> Answer {
    let updated = state::lock().graphs.update(executable, graph)?;
    put_result(updated.err().unwrap_or(0));
    updated.map_err(|_| Code::UPDATE_FAILED)
}

driver_api! {
    cuGraphCreate: (to: *mut usize, _flags: u32) { put(to, state::lock().graphs.create()) }

    cuGraphClone: (to: *mut usize, graph: usize) {
        let copy = state::lock().graphs.clone_graph(graph)?;
        put(to, copy)
    }

    cuGraphAddKernelNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const KernelNode,
    ) {
        add_node(to, graph, before, count, launch(node)?)
    }

    cuGraphAddKernelNode_v2: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const KernelNodeV2,
    ) {
        add_node(to, graph, before, count, launch_v2(node)?)
    }

    cuGraphAddMemcpyNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const Copy3D, _context: usize,
    ) {
        add_node(to, graph, before, count, copy(node)?)
    }

    cuGraphAddMemsetNode: (
        to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const FillNode, _context: usize,
    ) {
        add_node(to, graph, before, count, fill(node)?)
    }

    cuGraphAddHostNode: (to: *mut usize, graph: usize, before: *const usize, count: usize, node: *const HostNode) {
        add_node(to, graph, before, count, host(node)?)
    }

    cuGraphAddChildGraphNode: (to: *mut usize, graph: usize, before: *const usize, count: usize, part: usize) {
        add_node(to, graph, before, count, child_work(part)?)
    }

    cuGraphAddEmptyNode: (to: *mut usize, graph: usize, before: *const usize, count: usize) {
        add_node(to, graph, before, count, Work::Nothing)
    }

    cuGraphAddEventRecordNode: (to: *mut usize, graph: usize, before: *const usize, count: usize, event: usize) {
        add_node(to, graph, before, count, Work::Record(event))
    }

    cuGraphAddEventWaitNode: (to: *mut usize, graph: usize, before: *const usize, count: usize, _event: usize) {
        add_node(to, graph, before, count, Work::Nothing)
    }

    cuGraphAddDependencies: (graph: usize, from: *const usize, to: *const usize, count: usize) {
        connect_nodes(graph, from, to, count)
    }

    cuGraphAddDependencies_v2: (
        graph: usize, from: *const usize, to: *const usize, _edges: *const c_void, count: usize,
    ) {
        connect_nodes(graph, from, to, count)
    }

    cuGraphGetNodes: (graph: usize, to: *mut usize, count: *mut usize) {
        list_all_nodes(graph, to, count)
    }

    cuGraphGetRootNodes: (graph: usize, to: *mut usize, count: *mut usize) {
        list_roots(graph, to, count)
    }

    cuGraphGetEdges: (graph: usize, from: *mut usize, to: *mut usize, count: *mut usize) {
        list_edges(graph, from, to, count)
    }

    cuGraphGetEdges_v2: (
        graph: usize, from: *mut usize, to: *mut usize, _edges: *mut c_void, count: *mut usize,
    ) {
        list_edges(graph, from, to, count)
    }

    cuGraphNodeGetType: (node: usize, to: *mut i32) {
        let kind = state::lock().graphs.node(node)?.work.kind();
        put(to, kind)
    }

    cuGraphKernelNodeSetParams: (node: usize, parameters: *const KernelNode) { set_node(node, launch(parameters)?) }

    cuGraphKernelNodeSetParams_v2: (node: usize, parameters: *const KernelNodeV2) {
        set_node(node, launch_v2(parameters)?)
    }

    cuGraphMemsetNodeSetParams: (node: usize, parameters: *const FillNode) { set_node(node, fill(parameters)?) }

    cuGraphMemcpyNodeSetParams: (node: usize, parameters: *const Copy3D) { set_node(node, copy(parameters)?) }

    cuGraphHostNodeSetParams: (node: usize, parameters: *const HostNode) { set_node(node, host(parameters)?) }

    cuGraphInstantiateWithParams as cuGraphInstantiateWithParams_ptsz: (
        to: *mut usize, graph: usize, _parameters: *mut c_void,
    ) {
        let executable = state::lock().graphs.instantiate(graph)?;
        put(to, executable)
    }

    cuGraphUpload as cuGraphUpload_ptsz: (executable: usize, _stream: usize) {
        state::lock().graphs.executable(executable).map(|_| ())
    }

    cuGraphExecUpdate: (executable: usize, graph: usize, node: *mut usize, result: *mut i32) {
        update(executable, graph, |code| {
            put_if(node, 0);
            put_if(result, code);
        })
    }

    cuGraphExecUpdate_v2: (executable: usize, graph: usize, result: *mut UpdateResult) {
        update(executable, graph, |code| put_if(result, UpdateResult::of(code)))
    }

    cuGraphExecKernelNodeSetParams: (executable: usize, node: usize, parameters: *const KernelNode) {
        replace_node(executable, node, launch(parameters)?)
    }

    cuGraphExecKernelNodeSetParams_v2: (executable: usize, node: usize, parameters: *const KernelNodeV2) {
        replace_node(executable, node, launch_v2(parameters)?)
    }

    cuGraphExecMemsetNodeSetParams: (
        executable: usize, node: usize, parameters: *const FillNode, _context: usize,
    ) {
        replace_node(executable, node, fill(parameters)?)
    }

    cuGraphExecMemcpyNodeSetParams: (executable: usize, node: usize, parameters: *const Copy3D, _context: usize) {
        replace_node(executable, node, copy(parameters)?)
    }

    cuGraphExecHostNodeSetParams: (executable: usize, node: usize, parameters: *const HostNode) {
        replace_node(executable, node, host(parameters)?)
    }

    cuGraphExecChildGraphNodeSetParams: (executable: usize, node: usize, part: usize) {
        replace_node(executable, node, child_work(part)?)
    }
}
