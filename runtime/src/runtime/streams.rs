//! Streams, events, and functions of the host in their order.

use super::version;
use crate::api::{put, put_if, runtime_api};
use crate::error::{Answer, Code};
use crate::state;
use crate::work::{Work, submit};
use std::ffi::c_void;

/// A function that programs add to a stream (`cudaStreamCallback_t`).
pub type Callback = unsafe extern "C" fn(usize, i32, *mut c_void);

/// A call of it.
struct Call {
    function: Callback,
    stream: usize,
    data: *mut c_void,
}

unsafe extern "C" fn call(data: *mut c_void) {
    let Call { function, stream, data } = *Box::from_raw(data.cast::<Call>());
    function(stream, 0, data);
}

/// Adds such a function.
pub unsafe fn add_callback(stream: usize, function: Option<Callback>, data: *mut c_void) -> Answer {
    let function = function.ok_or(Code::INVALID_VALUE)?;
    if state::lock().captured(stream)?.is_some() {
        return Err(Code::CAPTURE_UNSUPPORTED);
    }
    let data = Box::into_raw(Box::new(Call { function, stream, data })) as usize;
    submit(stream, Work::Host { function: call as *const () as usize, data })
}

/// Where a program wants to know what a stream captures: the graph, and what comes directly before its next work.
pub struct Captured {
    pub graph: *mut usize,
    pub nodes: *mut *const usize,
    /// Data of the edges, which there is none of.
    pub edges: *mut usize,
    pub count: *mut usize,
}

impl Captured {
    const NOTHING: Self = Self {
        graph: std::ptr::null_mut(),
        nodes: std::ptr::null_mut(),
        edges: std::ptr::null_mut(),
        count: std::ptr::null_mut(),
    };
}

/// Tells what a stream captures.
pub unsafe fn capture_info(stream: usize, (status, number): (*mut i32, *mut u64), to: Captured) -> Answer {
    let captured = state::lock().captured(stream)?;
    put(status, i32::from(captured.is_some()))?;
    let Some((graph, nodes)) = captured else { return Ok(()) };
    put_if(number, graph as u64);
    put_if(to.graph, graph);
    put_if(to.edges, 0);
    put_if(to.count, nodes.len());
    if !to.nodes.is_null() {
        // The list is the program's until its next call about the stream, which nobody tells us of.
        to.nodes.write(nodes.leak().as_ptr());
    }
    Ok(())
}

/// Says what comes directly before the next work of a stream that is captured.
pub unsafe fn update_capture(stream: usize, nodes: *const usize, count: usize, flags: u32) -> Answer {
    const REPLACES: u32 = 1;
    let nodes = if count == 0 { &[] } else { std::slice::from_raw_parts(nodes, count) };
    state::lock().set_capture_dependencies(stream, nodes, flags & REPLACES != 0)
}

/// Keeps an attribute of a stream.
pub unsafe fn set_stream_attribute(stream: usize, number: i32, value: *const [u8; 64]) -> Answer {
    let value = *value.as_ref().ok_or(Code::INVALID_VALUE)?;
    state::lock().streams.stream(stream)?.attributes.insert(number, value);
    Ok(())
}

/// An attribute of a stream: zeros, if the program has not set it.
pub unsafe fn stream_attribute(stream: usize, number: i32, to: *mut [u8; 64]) -> Answer {
    const PRIORITY: i32 = 8;
    let mut state = state::lock();
    let stream = state.streams.stream(stream)?;
    let mut value = stream.attributes.get(&number).copied().unwrap_or([0; 64]);
    if number == PRIORITY {
        value[..4].copy_from_slice(&stream.priority.to_le_bytes());
    }
    drop(state);
    put(to, value)
}

/// Gives a stream the attributes of another.
pub fn copy_stream_attributes(to: usize, from: usize) -> Answer {
    let mut state = state::lock();
    let attributes = state.streams.stream(from)?.attributes.clone();
    state.streams.stream(to)?.attributes = attributes;
    Ok(())
}

runtime_api! {
    cudaStreamCreate: (to: *mut usize) {
        put(to, state::lock().streams.create(0, 0))
    }

    cudaStreamCreateWithFlags: (to: *mut usize, flags: u32) {
        put(to, state::lock().streams.create(flags, 0))
    }

    cudaStreamCreateWithPriority: (to: *mut usize, flags: u32, priority: i32) {
        put(to, state::lock().streams.create(flags, priority))
    }

    cudaStreamDestroy: (stream: usize) {
        state::lock().streams.destroy(stream)
    }

    cudaStreamSynchronize as cudaStreamSynchronize_ptsz cudaStreamQuery cudaStreamQuery_ptsz: (stream: usize) {
        state::lock().synchronise_stream(stream)
    }

    cudaStreamWaitEvent as cudaStreamWaitEvent_ptsz: (stream: usize, event: usize, _flags: u32) {
        state::lock().wait(stream, event)
    }

    cudaStreamAddCallback as cudaStreamAddCallback_ptsz: (
        stream: usize, function: Option<Callback>, data: *mut c_void, _flags: u32,
    ) {
        add_callback(stream, function, data)
    }

    cudaLaunchHostFunc as cudaLaunchHostFunc_ptsz: (stream: usize, function: usize, data: usize) {
        if function == 0 {
            return Err(Code::INVALID_VALUE);
        }
        submit(stream, Work::Host { function, data })
    }

    cudaStreamGetFlags as cudaStreamGetFlags_ptsz: (stream: usize, to: *mut u32) {
        let flags = state::lock().streams.stream(stream)?.flags;
        put(to, flags)
    }

    cudaStreamGetPriority as cudaStreamGetPriority_ptsz: (stream: usize, to: *mut i32) {
        let priority = state::lock().streams.stream(stream)?.priority;
        put(to, priority)
    }

    cudaStreamGetId as cudaStreamGetId_ptsz: (stream: usize, to: *mut u64) {
        let number = state::lock().streams.stream(stream)?.number;
        put(to, number)
    }

    cudaStreamGetDevice as cudaStreamGetDevice_ptsz: (stream: usize, to: *mut i32) {
        state::lock().streams.stream(stream)?;
        put(to, 0)
    }

    cudaStreamSetAttribute as cudaStreamSetAttribute_ptsz: (stream: usize, number: i32, value: *const [u8; 64]) {
        set_stream_attribute(stream, number, value)
    }

    cudaStreamGetAttribute as cudaStreamGetAttribute_ptsz: (stream: usize, number: i32, to: *mut [u8; 64]) {
        stream_attribute(stream, number, to)
    }

    cudaStreamCopyAttributes as cudaStreamCopyAttributes_ptsz: (to: usize, from: usize) {
        copy_stream_attributes(to, from)
    }

    cudaStreamBeginCapture as cudaStreamBeginCapture_ptsz: (stream: usize, _mode: i32) {
        state::lock().begin_capture(stream, None)
    }

    cudaStreamBeginCaptureToGraph as cudaStreamBeginCaptureToGraph_ptsz: (
        stream: usize, graph: usize, _dependencies: *const usize, _data: *const c_void, _count: usize, _mode: i32,
    ) {
        state::lock().begin_capture(stream, Some(graph))
    }

    cudaStreamEndCapture as cudaStreamEndCapture_ptsz: (stream: usize, to: *mut usize) {
        let graph = state::lock().end_capture(stream)?;
        put(to, graph)
    }

    cudaStreamIsCapturing as cudaStreamIsCapturing_ptsz: (stream: usize, to: *mut i32) {
        let captured = state::lock().captured(stream)?;
        put(to, i32::from(captured.is_some()))
    }

    cudaStreamGetCaptureInfo as cudaStreamGetCaptureInfo_ptsz: (
        stream: usize, status: *mut i32, number: *mut u64, graph: *mut usize, nodes: *mut *const usize,
        edges: *mut usize, count: *mut usize,
    ) {
        if version() == 12 {
            return capture_info(stream, (status, number), Captured::NOTHING);
        }
        capture_info(stream, (status, number), Captured { graph, nodes, edges, count })
    }

    cudaStreamGetCaptureInfo_v2 as cudaStreamGetCaptureInfo_v2_ptsz: (
        stream: usize, status: *mut i32, number: *mut u64, graph: *mut usize, nodes: *mut *const usize,
        count: *mut usize,
    ) {
        capture_info(stream, (status, number), Captured { graph, nodes, edges: std::ptr::null_mut(), count })
    }

    cudaStreamGetCaptureInfo_v3 as cudaStreamGetCaptureInfo_v3_ptsz: (
        stream: usize, status: *mut i32, number: *mut u64, graph: *mut usize, nodes: *mut *const usize,
        edges: *mut usize, count: *mut usize,
    ) {
        capture_info(stream, (status, number), Captured { graph, nodes, edges, count })
    }

    cudaStreamUpdateCaptureDependencies as cudaStreamUpdateCaptureDependencies_ptsz: (
        stream: usize, nodes: *const usize, third: usize, fourth: usize, fifth: u32,
    ) {
        // Version 13 has a further parameter before the number.
        let (count, flags) = if version() == 12 { (third, fourth as u32) } else { (fourth, fifth) };
        update_capture(stream, nodes, count, flags)
    }

    cudaStreamUpdateCaptureDependencies_v2 as cudaStreamUpdateCaptureDependencies_v2_ptsz: (
        stream: usize, nodes: *const usize, _edges: *const c_void, count: usize, flags: u32,
    ) {
        update_capture(stream, nodes, count, flags)
    }

    cudaThreadExchangeStreamCaptureMode: (mode: *mut i32) {
        if mode.is_null() { Err(Code::INVALID_VALUE) } else { Ok(()) }
    }

    cudaEventCreate: (to: *mut usize) {
        put(to, state::lock().streams.create_event(0))
    }

    cudaEventCreateWithFlags: (to: *mut usize, flags: u32) {
        put(to, state::lock().streams.create_event(flags))
    }

    cudaEventDestroy: (event: usize) {
        state::lock().streams.destroy_event(event)
    }

    cudaEventRecord as cudaEventRecord_ptsz: (event: usize, stream: usize) {
        state::lock().record(event, stream)
    }

    cudaEventRecordWithFlags as cudaEventRecordWithFlags_ptsz: (event: usize, stream: usize, _flags: u32) {
        state::lock().record(event, stream)
    }

    cudaEventSynchronize as cudaEventQuery: (event: usize) {
        let mut state = state::lock();
        state.streams.query_event(event)?;
        state.synchronise()
    }

    cudaEventElapsedTime as cudaEventElapsedTime_v2: (to: *mut f32, from: usize, end: usize) {
        let milliseconds = state::lock().streams.elapsed(from, end)?;
        put(to, milliseconds)
    }
}
