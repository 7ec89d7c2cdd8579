//! Error codes, which the runtime and the driver share, and their names.

use ptxlint::device::{DeviceError, FaultKind, FaultReport};
use std::ffi::{CStr, c_char};

/// An error as CUDA numbers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code(pub i32);

/// What functions give.
pub type Answer<T = ()> = Result<T, Code>;

macro_rules! codes {
    ($($name:ident $number:literal $runtime:literal $driver:literal $words:literal)*) => {
        #[allow(dead_code, reason = "the table names what programs may ask for the names of")]
        impl Code {
            $(pub const $name: Self = Self($number);)*

            fn known(self) -> Option<(&'static CStr, &'static CStr, &'static CStr)> {
                match self.0 {
                    0 => Some((c"cudaSuccess", c"CUDA_SUCCESS", c"no error")),
                    $($number => Some((
                        const { text(concat!($runtime, "\0")) },
                        const { text(concat!($driver, "\0")) },
                        const { text(concat!($words, "\0")) },
                    )),)*
                    _ => None,
                }
            }
        }
    };
}

const fn text(bytes: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(bytes.as_bytes()) {
        Ok(text) => text,
        Err(_) => c"",
    }
}

codes! {
    INVALID_VALUE 1 "cudaErrorInvalidValue" "CUDA_ERROR_INVALID_VALUE" "invalid argument"
    OUT_OF_MEMORY 2 "cudaErrorMemoryAllocation" "CUDA_ERROR_OUT_OF_MEMORY" "out of memory"
    NOT_INITIALISED 3 "cudaErrorInitializationError" "CUDA_ERROR_NOT_INITIALIZED" "initialization error"
    INVALID_CONFIGURATION 9 "cudaErrorInvalidConfiguration" "" "invalid configuration argument"
    INVALID_PITCH 12 "cudaErrorInvalidPitchValue" "" "invalid pitch argument"
    INVALID_SYMBOL 13 "cudaErrorInvalidSymbol" "" "invalid device symbol"
    INVALID_DEVICE_POINTER 17 "cudaErrorInvalidDevicePointer" "" "invalid device pointer"
    INVALID_CHANNELS 20 "cudaErrorInvalidChannelDescriptor" "" "invalid channel descriptor"
    INVALID_DIRECTION 21 "cudaErrorInvalidMemcpyDirection" "" "invalid copy direction for memcpy"
    MISSING_CONFIGURATION 52 "cudaErrorMissingConfiguration" "" "__global__ function call is not configured"
    INVALID_FUNCTION 98 "cudaErrorInvalidDeviceFunction" "" "invalid device function"
    NO_DEVICE 100 "cudaErrorNoDevice" "CUDA_ERROR_NO_DEVICE" "no CUDA-capable device is detected"
    INVALID_DEVICE 101 "cudaErrorInvalidDevice" "CUDA_ERROR_INVALID_DEVICE" "invalid device ordinal"
    INVALID_IMAGE 200 "cudaErrorInvalidKernelImage" "CUDA_ERROR_INVALID_IMAGE" "device kernel image is invalid"
    INVALID_CONTEXT 201 "cudaErrorDeviceUninitialized" "CUDA_ERROR_INVALID_CONTEXT" "invalid device context"
    ALREADY_MAPPED 208 "cudaErrorAlreadyMapped" "CUDA_ERROR_ALREADY_MAPPED" "resource already mapped"
    NO_IMAGE 209 "cudaErrorNoKernelImageForDevice" "CUDA_ERROR_NO_BINARY_FOR_GPU" "no kernel image is available for execution on the device"
    UNSUPPORTED_LIMIT 215 "cudaErrorUnsupportedLimit" "CUDA_ERROR_UNSUPPORTED_LIMIT" "limit is not supported on this architecture"
    PEER_UNSUPPORTED 217 "cudaErrorPeerAccessUnsupported" "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED" "peer access is not supported between these two devices"
    INVALID_PTX 218 "cudaErrorInvalidPtx" "CUDA_ERROR_INVALID_PTX" "a PTX JIT compilation failed"
    FILE_NOT_FOUND 301 "cudaErrorFileNotFound" "CUDA_ERROR_FILE_NOT_FOUND" "file not found"
    INVALID_HANDLE 400 "cudaErrorInvalidResourceHandle" "CUDA_ERROR_INVALID_HANDLE" "invalid resource handle"
    NOT_FOUND 500 "cudaErrorSymbolNotFound" "CUDA_ERROR_NOT_FOUND" "named symbol not found"
    NOT_READY 600 "cudaErrorNotReady" "CUDA_ERROR_NOT_READY" "device not ready"
    ILLEGAL_ADDRESS 700 "cudaErrorIllegalAddress" "CUDA_ERROR_ILLEGAL_ADDRESS" "an illegal memory access was encountered"
    OUT_OF_RESOURCES 701 "cudaErrorLaunchOutOfResources" "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" "too many resources requested for launch"
    TIMEOUT 702 "cudaErrorLaunchTimeout" "CUDA_ERROR_LAUNCH_TIMEOUT" "the launch timed out and was terminated"
    PEER_ENABLED 704 "cudaErrorPeerAccessAlreadyEnabled" "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED" "peer access is already enabled"
    PEER_NOT_ENABLED 705 "cudaErrorPeerAccessNotEnabled" "CUDA_ERROR_PEER_ACCESS_NOT_ENABLED" "peer access has not been enabled"
    ASSERT 710 "cudaErrorAssert" "CUDA_ERROR_ASSERT" "device-side assert triggered"
    ALREADY_REGISTERED 712 "cudaErrorHostMemoryAlreadyRegistered" "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED" "part or all of the requested memory range is already mapped"
    NOT_REGISTERED 713 "cudaErrorHostMemoryNotRegistered" "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED" "pointer does not correspond to a registered memory region"
    STACK 714 "cudaErrorHardwareStackError" "CUDA_ERROR_HARDWARE_STACK_ERROR" "hardware stack error"
    ILLEGAL_INSTRUCTION 715 "cudaErrorIllegalInstruction" "CUDA_ERROR_ILLEGAL_INSTRUCTION" "an illegal instruction was encountered"
    MISALIGNED 716 "cudaErrorMisalignedAddress" "CUDA_ERROR_MISALIGNED_ADDRESS" "misaligned address"
    LAUNCH_FAILED 719 "cudaErrorLaunchFailure" "CUDA_ERROR_LAUNCH_FAILED" "unspecified launch failure"
    COOPERATIVE_TOO_LARGE 720 "cudaErrorCooperativeLaunchTooLarge" "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE" "too many blocks in cooperative launch"
    NOT_SUPPORTED 801 "cudaErrorNotSupported" "CUDA_ERROR_NOT_SUPPORTED" "operation not supported"
    CAPTURE_UNSUPPORTED 900 "cudaErrorStreamCaptureUnsupported" "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED" "operation not permitted when stream is capturing"
    CAPTURE_INVALIDATED 901 "cudaErrorStreamCaptureInvalidated" "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED" "operation failed due to a previous error during capture"
    CAPTURE_UNMATCHED 903 "cudaErrorStreamCaptureUnmatched" "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED" "capture was not initiated in this stream"
    CAPTURE_UNJOINED 904 "cudaErrorStreamCaptureUnjoined" "CUDA_ERROR_STREAM_CAPTURE_UNJOINED" "capturing stream has unjoined work"
    CAPTURED_EVENT 907 "cudaErrorCapturedEvent" "CUDA_ERROR_CAPTURED_EVENT" "operation not permitted on an event last recorded in a capturing stream"
    UPDATE_FAILED 910 "cudaErrorGraphExecUpdateFailure" "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE" "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update"
    INVALID_CLUSTER 912 "cudaErrorInvalidClusterSize" "CUDA_ERROR_INVALID_CLUSTER_SIZE" "cluster misconfiguration"
    UNKNOWN 999 "cudaErrorUnknown" "CUDA_ERROR_UNKNOWN" "unknown error"
}

impl Code {
    /// The name in the runtime.
    pub fn runtime_name(self) -> *const c_char {
        self.known().map_or(c"unrecognized error code", |(name, ..)| name).as_ptr()
    }

    /// The name in the driver, if it has the code.
    pub fn driver_name(self) -> Option<*const c_char> {
        self.known().map(|(_, name, _)| name).filter(|name| !name.is_empty()).map(CStr::as_ptr)
    }

    /// A sentence about it.
    pub fn words(self) -> *const c_char {
        self.known().map_or(c"unrecognized error code", |(.., words)| words).as_ptr()
    }
}

/// The error by which CUDA tells of a fault; none for what a GPU does not notice.
pub fn of_fault(FaultReport { fault, ends_block, .. }: &FaultReport) -> Option<Code> {
    Some(match fault.kind {
        FaultKind::OutOfBounds => Code::ILLEGAL_ADDRESS,
        FaultKind::Misaligned => Code::MISALIGNED,
        FaultKind::Uninitialised | FaultKind::Race => return None,
        // A device does not look who is in a mask, but waits for those who are.
        FaultKind::InactiveLane if !ends_block => return None,
        FaultKind::Deadlock | FaultKind::StepLimit | FaultKind::TimeLimit => Code::TIMEOUT,
        FaultKind::StackOverflow => Code::STACK,
        FaultKind::Assertion => Code::ASSERT,
        FaultKind::InvalidOperand | FaultKind::Unsupported => Code::ILLEGAL_INSTRUCTION,
        FaultKind::Trap | FaultKind::BarrierDivergence | FaultKind::InactiveLane => Code::LAUNCH_FAILED,
    })
}

/// The error by which CUDA tells that something was not even begun.
pub fn of_device(error: &DeviceError) -> Code {
    match error {
        DeviceError::Syntax { .. } | DeviceError::Illegal { .. } | DeviceError::Rejected(_) => Code::INVALID_PTX,
        DeviceError::Unsupported { .. } => Code::NOT_SUPPORTED,
        DeviceError::UnknownKernel { .. } => Code::INVALID_FUNCTION,
        DeviceError::OutOfMemory { .. } => Code::OUT_OF_MEMORY,
        DeviceError::Handle(_) => Code::INVALID_VALUE,
        DeviceError::Launch(_) => Code::INVALID_CONFIGURATION,
        _ => Code::LAUNCH_FAILED,
    }
}
