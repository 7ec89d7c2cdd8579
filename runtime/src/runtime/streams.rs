//! Streams, events, and functions of the host in their order.

use crate::api::{put, put_if, runtime_api};
use crate::error::Code;
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
pub unsafe fn add_callback(stream: usize, function: Option<Callback>, data: *mut c_void) -> crate::error::Answer {
    let function = function.ok_or(Code::INVALID_VALUE)?;
    if state::lock().captured(stream)?.is_some() {
        return Err(Code::CAPTURE_UNSUPPORTED);
    }
    let data = Box::into_raw(Box::new(Call { function, stream, data })) as usize;
    submit(stream, Work::Host { function: call as *const () as usize, data })
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
        let mut state = state::lock();
        match state.captured(stream)? {
            Some(_) => Err(Code::CAPTURE_UNSUPPORTED),
            None => state.synchronise(),
        }
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

    cudaStreamSetAttribute as cudaStreamSetAttribute_ptsz: (stream: usize, _attribute: i32, _value: *const c_void) {
        state::lock().streams.stream(stream).map(|_| ())
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

    cudaStreamGetCaptureInfo as cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo_ptsz
        cudaStreamGetCaptureInfo_v2_ptsz cudaStreamGetCaptureInfo_v3: (
        stream: usize, status: *mut i32, number: *mut u64, graph: *mut usize,
    ) {
        let captured = state::lock().captured(stream)?;
        put(status, i32::from(captured.is_some()))?;
        if let Some((captured, _)) = captured {
            put_if(number, captured as u64);
            put_if(graph, captured);
        }
        Ok(())
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
