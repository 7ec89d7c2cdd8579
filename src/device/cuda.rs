//! NVIDIA GPUs, as workers in processes of their own.

use super::DeviceError;
use super::remote::{Job, Parameter, Worker};
use ptxlint_cuda::{Argument, Failure, Stage};
use std::time::Duration;

/// The GPU of a number, the first being 0.
pub struct CudaWorker(pub u32);

impl Worker for CudaWorker {
    fn name(&self) -> Result<String, DeviceError> {
        ptxlint_cuda::name(self.0).map_err(|failure| DeviceError::Internal(failure.message))
    }

    fn run(&self, job: &Job, buffers: &mut [Vec<u8>]) -> Result<Duration, DeviceError> {
        let argument = |value: &Parameter| match value {
            Parameter::Bytes(bytes) => Argument::Bytes(bytes.clone()),
            &Parameter::Address { buffer, offset } => Argument::Address { buffer, offset },
        };
        let arguments: Vec<Argument> = job.values.iter().map(argument).collect();
        let bytes = buffers.iter().map(|buffer| buffer.len() as u64).sum();
        let job = ptxlint_cuda::Job {
            ptx: &job.ptx,
            kernel: &job.kernel,
            grid: job.grid,
            block: job.block,
            shared_bytes: job.shared_bytes,
            arguments: &arguments,
            buffers,
        };
        ptxlint_cuda::run(self.0, job).map_err(|failure| error(failure, bytes))
    }
}

/// The driver's error in the words of devices, for a launch that needs so many bytes.
fn error(failure: Failure, bytes: u64) -> DeviceError {
    let Failure { stage, name, message } = failure;
    match stage {
        Stage::Memory if name == "CUDA_ERROR_OUT_OF_MEMORY" => DeviceError::OutOfMemory { bytes },
        Stage::Device | Stage::Memory => DeviceError::Internal(format!("{name}: {message}")),
        Stage::Load => DeviceError::Rejected(message),
        Stage::Launch => DeviceError::Launch(format!("{name}: {message}")),
        Stage::Run => DeviceError::Crash { name, message },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_become_errors() {
        let failed = |stage, name: &str| {
            error(Failure { stage, name: name.to_string(), message: "because".to_string() }, 8).to_string()
        };
        assert_eq!(failed(Stage::Memory, "CUDA_ERROR_OUT_OF_MEMORY"), "not enough memory for 8 bytes");
        assert_eq!(failed(Stage::Device, "CUDA_ERROR_NO_DEVICE"), "CUDA_ERROR_NO_DEVICE: because");
        assert_eq!(failed(Stage::Load, "CUDA_ERROR_INVALID_PTX"), "the module is rejected: because");
        assert_eq!(failed(Stage::Launch, "CUDA_ERROR_INVALID_VALUE"), "CUDA_ERROR_INVALID_VALUE: because");
        assert_eq!(failed(Stage::Run, "CUDA_ERROR_ILLEGAL_ADDRESS"), "CUDA_ERROR_ILLEGAL_ADDRESS: because");
    }
}
