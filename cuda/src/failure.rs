//! What the driver says when it fails.

use cudarc::driver::result::DriverError;
use cudarc::driver::sys::CUresult;
use std::ffi::CStr;

/// What the driver was asked for when it failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The driver or the device itself.
    Device,
    /// A number of a buffer or module, or an amount of bytes.
    Handle,
    /// Memory for buffers.
    Memory,
    /// Compiling and loading the module.
    Load,
    /// Finding and starting the kernel.
    Launch,
    /// Running it: the context is lost, and with it all buffers.
    Run,
    /// The library for products of matrices.
    Library,
}

/// What the driver said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What it was asked for.
    pub stage: Stage,
    /// The name of the error, such as `CUDA_ERROR_ILLEGAL_ADDRESS`.
    pub name: String,
    /// A sentence about it, or what the compiler says.
    pub message: String,
}

impl Failure {
    pub(crate) fn new(stage: Stage, name: &str, message: impl Into<String>) -> Self {
        Self { stage, name: name.to_string(), message: message.into() }
    }

    /// The number of a buffer or module, or an amount of bytes, that is wrong.
    pub(crate) fn handle(message: impl Into<String>) -> Self {
        Self::new(Stage::Handle, "CUDA_ERROR_INVALID_HANDLE", message)
    }

    /// A launch that cannot be.
    pub(crate) fn launch(message: impl Into<String>) -> Self {
        Self::new(Stage::Launch, "CUDA_ERROR_INVALID_VALUE", message)
    }

    /// What the driver says when asked for something. Kernels run on while the program does other things, so their errors come
    /// from whatever is asked next.
    pub(crate) fn of(stage: Stage) -> impl Fn(DriverError) -> Self {
        move |error| {
            let text = |text: Result<&CStr, DriverError>| {
                text.map_or_else(|_| format!("{:?}", error.0), |text| text.to_string_lossy().into_owned())
            };
            let stage = if ends_context(error.0) { Stage::Run } else { stage };
            Self { stage, name: text(error.error_name()), message: text(error.error_string()) }
        }
    }
}

/// Whether the driver takes nothing more from the process after this error.
fn ends_context(error: CUresult) -> bool {
    matches!(
        error,
        CUresult::CUDA_ERROR_ECC_UNCORRECTABLE
            | CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE
            | CUresult::CUDA_ERROR_CONTAINED
            | CUresult::CUDA_ERROR_ILLEGAL_ADDRESS
            | CUresult::CUDA_ERROR_LAUNCH_TIMEOUT
            | CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED
            | CUresult::CUDA_ERROR_ASSERT
            | CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR
            | CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION
            | CUresult::CUDA_ERROR_MISALIGNED_ADDRESS
            | CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE
            | CUresult::CUDA_ERROR_INVALID_PC
            | CUresult::CUDA_ERROR_LAUNCH_FAILED
            | CUresult::CUDA_ERROR_TENSOR_MEMORY_LEAK
            | CUresult::CUDA_ERROR_MPS_CLIENT_TERMINATED
            | CUresult::CUDA_ERROR_EXTERNAL_DEVICE
            | CUresult::CUDA_ERROR_UNKNOWN
    )
}
