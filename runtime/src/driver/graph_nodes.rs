//! Nodes of graphs. What is the same in the runtime is there.

use super::graphs::KernelNodeV2;
use super::memory::Copy3D;
use super::modules::as_driver;
use crate::api::{driver_api, put};
use crate::error::{Answer, Code};
use crate::runtime::{
    AnyNode, KernelNode, add_any_node, any_work, create_condition, disconnect_nodes, launch_of, list_neighbours,
    replace_node, set_node,
};
use crate::work::Work;
use std::ffi::c_void;

unsafe fn read_copy(copy: *const c_void) -> Answer<Work> {
    copy.cast::<Copy3D>().as_ref().ok_or(Code::INVALID_VALUE)?.work("a node that copies memory")
}

/// The first members are those of [`KernelNodeV2`].
unsafe fn read_kernel(kernel: *const c_void) -> Answer<Work> {
    kernel.cast::<KernelNodeV2>().as_ref().ok_or(Code::INVALID_VALUE)?.work()
}

crate::user_object::user_object_functions! {
    driver_api: cuUserObjectCreate cuUserObjectRetain cuUserObjectRelease cuGraphRetainUserObject cuGraphReleaseUserObject
}

crate::runtime::node_functions! {
    driver_api: cuGraphDestroyNode cuGraphNodeFindInClone cuGraphNodeSetEnabled cuGraphNodeGetEnabled cuGraphDebugDotPrint
    cuGraphAddMemAllocNode cuGraphAddMemFreeNode cuGraphMemFreeNodeGetParams cuGraphHostNodeGetParams
    cuGraphMemsetNodeGetParams cuGraphEventRecordNodeGetEvent cuGraphEventRecordNodeSetEvent
    cuGraphKernelNodeGetAttribute cuGraphKernelNodeSetAttribute cuGraphKernelNodeCopyAttributes
    cuDeviceGetGraphMemAttribute cuDeviceSetGraphMemAttribute cuDeviceGraphMemTrim
}

driver_api! {
    cuGraphAddNode: (to: *mut usize, graph: usize, before: *const usize, count: usize, node: *mut AnyNode) {
        add_any_node(to, graph, (before, count), node, read_copy, read_kernel).map_err(as_driver)
    }

    cuGraphAddNode_v2 as cuGraphAddNode_v3: (
        to: *mut usize, graph: usize, before: *const usize, _edges: *const c_void, count: usize, node: *mut AnyNode,
    ) {
        add_any_node(to, graph, (before, count), node, read_copy, read_kernel).map_err(as_driver)
    }

    cuGraphNodeSetParams as cuGraphNodeSetParams_v2: (node: usize, parameters: *mut AnyNode) {
        set_node(node, any_work(parameters, read_copy, read_kernel)?)
    }

    cuGraphExecNodeSetParams: (executable: usize, node: usize, parameters: *mut AnyNode) {
        replace_node(executable, node, any_work(parameters, read_copy, read_kernel)?)
    }

    cuGraphConditionalHandleCreate: (to: *mut u64, graph: usize, _context: usize, first: u32, flags: u32) {
        create_condition(to, graph, first, flags)
    }

    cuGraphNodeGetDependencies: (node: usize, to: *mut usize, count: *mut usize) {
        list_neighbours(node, to, count, true)
    }

    cuGraphNodeGetDependencies_v2: (node: usize, to: *mut usize, _edges: *mut c_void, count: *mut usize) {
        list_neighbours(node, to, count, true)
    }

    cuGraphNodeGetDependentNodes: (node: usize, to: *mut usize, count: *mut usize) {
        list_neighbours(node, to, count, false)
    }

    cuGraphNodeGetDependentNodes_v2: (node: usize, to: *mut usize, _edges: *mut c_void, count: *mut usize) {
        list_neighbours(node, to, count, false)
    }

    cuGraphRemoveDependencies: (graph: usize, from: *const usize, to: *const usize, count: usize) {
        disconnect_nodes(graph, from, to, count)
    }

    cuGraphRemoveDependencies_v2: (
        graph: usize, from: *const usize, to: *const usize, _edges: *const c_void, count: usize,
    ) {
        disconnect_nodes(graph, from, to, count)
    }

    cuGraphKernelNodeGetParams: (node: usize, to: *mut KernelNode) { put(to, KernelNode::of(&launch_of(node)?)) }

    cuGraphKernelNodeGetParams_v2: (node: usize, to: *mut KernelNodeV2) { put(to, KernelNodeV2::of(&launch_of(node)?)) }
}
