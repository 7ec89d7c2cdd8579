//! Streams, events and captured graphs.

use crate::api::{driver_api, put};
use crate::error::{Answer, Code};
use crate::memory::Direction;
use crate::runtime::{
    Callback, Captured, add_callback, capture_info, copy_stream_attributes, set_stream_attribute, stream_attribute,
    update_capture,
};
use crate::state;
use crate::user_object::tell;
use crate::work::{self, Work, submit};
use std::ffi::c_void;

/// Whether a stream goes on that waits for a value (`CUstreamWaitValue_flags`), of bits of a mask.
fn holds(found: u64, value: u64, flags: u32, mask: u64) -> bool {
    let shift = mask.leading_zeros();
    match flags & 3 {
        0 => (found << shift).wrapping_sub(value << shift) as i64 >= 0,
        1 => found == value,
        2 => found & value != 0,
        _ => !(found | value) & mask != 0,
    }
}

/// Has a stream wait until a number in memory is as it should be. Whatever comes before is done, so it is, or nothing here changes it.
unsafe fn wait_value(stream: usize, from: u64, bytes: u64, is_there: impl FnOnce(u64) -> bool) -> Answer {
    let mut state = state::lock();
    if state.captured(stream)?.is_some() {
        return Err(Code::CAPTURE_UNSUPPORTED);
    }
    let mut found = 0u64;
    state.copy(&raw mut found as u64, from, bytes, Direction::DeviceToHost, "cuStreamWaitValue")?;
    if !is_there(found) {
        let message =
            "a stream waits for a value that nothing before it has written; streams run one after the other here";
        state.reporter.refuse(message.to_string());
        return Err(Code::NOT_SUPPORTED);
    }
    Ok(())
}

driver_api! {
    cuStreamCreate: (to: *mut usize, flags: u32) { put(to, state::lock().streams.create(flags, 0)) }

    cuStreamCreateWithPriority: (to: *mut usize, flags: u32, priority: i32) {
        put(to, state::lock().streams.create(flags, priority))
    }

    cuStreamDestroy as cuStreamDestroy_v2: (stream: usize) { state::lock().streams.destroy(stream) }

    cuStreamSynchronize as cuStreamSynchronize_ptsz cuStreamQuery cuStreamQuery_ptsz: (stream: usize) {
        state::lock().synchronise_stream(stream)
    }

    cuStreamWaitEvent as cuStreamWaitEvent_ptsz: (stream: usize, event: usize, _flags: u32) {
        state::lock().wait(stream, event)
    }

    cuStreamAddCallback as cuStreamAddCallback_ptsz: (
        stream: usize, function: Option<Callback>, data: *mut c_void, _flags: u32,
    ) {
        add_callback(stream, function, data)
    }

    cuLaunchHostFunc as cuLaunchHostFunc_ptsz: (stream: usize, function: usize, data: usize) {
        if function == 0 {
            return Err(Code::INVALID_VALUE);
        }
        submit(stream, Work::Host { function, data })
    }

    cuStreamGetFlags as cuStreamGetFlags_ptsz: (stream: usize, to: *mut u32) {
        let flags = state::lock().streams.stream(stream)?.flags;
        put(to, flags)
    }

    cuStreamGetPriority as cuStreamGetPriority_ptsz: (stream: usize, to: *mut i32) {
        let priority = state::lock().streams.stream(stream)?.priority;
        put(to, priority)
    }

    cuStreamGetCtx as cuStreamGetCtx_ptsz: (stream: usize, to: *mut usize) {
        state::lock().streams.stream(stream)?;
        put(to, 0x200)
    }

    cuStreamBeginCapture as cuStreamBeginCapture_v2 cuStreamBeginCapture_v2_ptsz: (stream: usize, _mode: i32) {
        state::lock().begin_capture(stream, None)
    }

    cuStreamEndCapture as cuStreamEndCapture_ptsz: (stream: usize, to: *mut usize) {
        let graph = state::lock().end_capture(stream)?;
        put(to, graph)
    }

    cuStreamIsCapturing as cuStreamIsCapturing_ptsz: (stream: usize, to: *mut i32) {
        let captured = state::lock().captured(stream)?;
        put(to, i32::from(captured.is_some()))
    }

    cuThreadExchangeStreamCaptureMode: (mode: *mut i32) {
        if mode.is_null() { Err(Code::INVALID_VALUE) } else { Ok(()) }
    }

    cuGraphInstantiate as cuGraphInstantiateWithFlags: (to: *mut usize, graph: usize, _flags: u64) {
        let executable = state::lock().graphs.instantiate(graph)?;
        put(to, executable)
    }

    cuGraphLaunch as cuGraphLaunch_ptsz: (executable: usize, stream: usize) {
        let parts = state::lock().graphs.launched(executable)?;
        submit(stream, Work::Graph(parts))
    }

    cuGraphExecDestroy: (executable: usize) { let forgotten = state::lock().graphs.destroy_executable(executable)?;
        tell(forgotten) }

    cuGraphDestroy: (graph: usize) { let forgotten = state::lock().graphs.destroy(graph)?;
        tell(forgotten) }

    cuEventCreate: (to: *mut usize, flags: u32) { put(to, state::lock().streams.create_event(flags)) }

    cuEventDestroy as cuEventDestroy_v2: (event: usize) { state::lock().streams.destroy_event(event) }

    cuEventRecord as cuEventRecord_ptsz: (event: usize, stream: usize) { state::lock().record(event, stream) }

    cuEventSynchronize as cuEventQuery: (event: usize) {
        let mut state = state::lock();
        state.streams.query_event(event)?;
        state.synchronise()
    }

    cuEventElapsedTime as cuEventElapsedTime_v2: (to: *mut f32, from: usize, end: usize) {
        let milliseconds = state::lock().streams.elapsed(from, end)?;
        put(to, milliseconds)
    }

    cuEventRecordWithFlags as cuEventRecordWithFlags_ptsz: (event: usize, stream: usize, _flags: u32) {
        state::lock().record(event, stream)
    }

    cuStreamGetId as cuStreamGetId_ptsz: (stream: usize, to: *mut u64) {
        let number = state::lock().streams.stream(stream)?.number;
        put(to, number)
    }

    cuStreamGetDevice as cuStreamGetDevice_ptsz: (stream: usize, to: *mut i32) {
        state::lock().streams.stream(stream)?;
        put(to, 0)
    }

    cuStreamSetAttribute as cuStreamSetAttribute_ptsz: (stream: usize, number: i32, value: *const [u8; 64]) {
        set_stream_attribute(stream, number, value)
    }

    cuStreamGetAttribute as cuStreamGetAttribute_ptsz: (stream: usize, number: i32, to: *mut [u8; 64]) {
        stream_attribute(stream, number, to)
    }

    cuStreamCopyAttributes as cuStreamCopyAttributes_ptsz: (to: usize, from: usize) {
        copy_stream_attributes(to, from)
    }

    cuStreamBeginCaptureToGraph as cuStreamBeginCaptureToGraph_ptsz: (
        stream: usize, graph: usize, _nodes: *const usize, _edges: *const c_void, _count: usize, _mode: i32,
    ) {
        state::lock().begin_capture(stream, Some(graph))
    }

    cuStreamGetCaptureInfo_v2 as cuStreamGetCaptureInfo_v2_ptsz: (
        stream: usize, status: *mut i32, number: *mut u64, graph: *mut usize, nodes: *mut *const usize,
        count: *mut usize,
    ) {
        capture_info(stream, (status, number), Captured { graph, nodes, edges: std::ptr::null_mut(), count })
    }

    cuStreamGetCaptureInfo_v3 as cuStreamGetCaptureInfo_v3_ptsz: (
        stream: usize, status: *mut i32, number: *mut u64, graph: *mut usize, nodes: *mut *const usize,
        edges: *mut usize, count: *mut usize,
    ) {
        capture_info(stream, (status, number), Captured { graph, nodes, edges, count })
    }

    cuStreamUpdateCaptureDependencies as cuStreamUpdateCaptureDependencies_ptsz: (
        stream: usize, nodes: *const usize, count: usize, flags: u32,
    ) {
        update_capture(stream, nodes, count, flags)
    }

    cuStreamUpdateCaptureDependencies_v2 as cuStreamUpdateCaptureDependencies_v2_ptsz: (
        stream: usize, nodes: *const usize, _edges: *const c_void, count: usize, flags: u32,
    ) {
        update_capture(stream, nodes, count, flags)
    }

    cuStreamWriteValue32 as cuStreamWriteValue32_v2 cuStreamWriteValue32_ptsz cuStreamWriteValue32_v2_ptsz: (
        stream: usize, to: u64, value: u32, _flags: u32,
    ) {
        work::fill(stream, to, &value.to_le_bytes(), 1, "cuStreamWriteValue32")
    }

    cuStreamWriteValue64 as cuStreamWriteValue64_v2 cuStreamWriteValue64_ptsz cuStreamWriteValue64_v2_ptsz: (
        stream: usize, to: u64, value: u64, _flags: u32,
    ) {
        work::fill(stream, to, &value.to_le_bytes(), 1, "cuStreamWriteValue64")
    }

    cuStreamWaitValue32 as cuStreamWaitValue32_v2 cuStreamWaitValue32_ptsz cuStreamWaitValue32_v2_ptsz: (
        stream: usize, from: u64, value: u32, flags: u32,
    ) {
        wait_value(stream, from, 4, |found| holds(found, u64::from(value), flags, u64::from(u32::MAX)))
    }

    cuStreamWaitValue64 as cuStreamWaitValue64_v2 cuStreamWaitValue64_ptsz cuStreamWaitValue64_v2_ptsz: (
        stream: usize, from: u64, value: u64, flags: u32,
    ) {
        wait_value(stream, from, 8, |found| holds(found, value, flags, u64::MAX))
    }

}
