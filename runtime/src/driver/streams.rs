//! Streams, events and captured graphs.

use crate::api::{driver_api, put};
use crate::error::Code;
use crate::runtime::{Callback, add_callback};
use crate::state;
use crate::work::{Work, submit};
use std::ffi::c_void;

driver_api! {
    cuStreamCreate: (to: *mut usize, flags: u32) { put(to, state::lock().streams.create(flags, 0)) }

    cuStreamCreateWithPriority: (to: *mut usize, flags: u32, priority: i32) {
        put(to, state::lock().streams.create(flags, priority))
    }

    cuStreamDestroy as cuStreamDestroy_v2: (stream: usize) { state::lock().streams.destroy(stream) }

    cuStreamSynchronize as cuStreamSynchronize_ptsz cuStreamQuery cuStreamQuery_ptsz: (stream: usize) {
        let mut state = state::lock();
        match state.captured(stream)? {
            Some(_) => Err(Code::CAPTURE_UNSUPPORTED),
            None => state.synchronise(),
        }
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
        let parts = state::lock().graphs.executable(executable)?.order()?;
        submit(stream, Work::Graph(parts))
    }

    cuGraphExecDestroy: (executable: usize) { state::lock().graphs.destroy_executable(executable) }

    cuGraphDestroy: (graph: usize) { state::lock().graphs.destroy(graph) }

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
}
