//! NVIDIA GPUs.

use super::{Arg, Buffer, Device, DeviceError, LoadedModule, Product, Properties, Repetition, kernels};
use crate::launch::LaunchConfig;
use ptxlint_cuda::{Failure, Launch, Session, Stage};
use std::time::Duration;

/// A GPU in this process. A kernel that faults takes the device away from the process, and one that never ends holds it forever:
/// `Remote` keeps such a device in another one.
pub struct Cuda {
    session: Session,
    /// The names of each module's kernels.
    kernels: Vec<Vec<String>>,
}

impl Cuda {
    /// The GPU of a number, the first being 0.
    ///
    /// # Errors
    /// No driver, or too old a one; no such device.
    pub fn open(ordinal: u32) -> Result<Self, DeviceError> {
        let session = Session::open(ordinal).map_err(|failure| match failure.stage {
            // Whoever asks for a device knows what is missing by the sentence.
            Stage::Device => DeviceError::Internal(failure.message),
            _ => error(failure),
        })?;
        Ok(Self { session, kernels: Vec::new() })
    }

    /// Calls with the launch of a kernel.
    fn with<T>(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
        act: impl FnOnce(&mut Session, Launch<'_>) -> Result<T, Failure>,
    ) -> Result<T, DeviceError> {
        let known = || self.kernels.get(module.0 as usize).cloned().unwrap_or_default();
        let missing = |failure: Failure| match failure.name.as_str() {
            "CUDA_ERROR_NOT_FOUND" => DeviceError::UnknownKernel { kernel: kernel.to_string(), known: known() },
            _ => error(failure),
        };
        let sizes = self.session.parameters(module.0, kernel).map_err(missing)?.to_vec();
        let address = |buffer: Buffer| self.session.address(buffer.0).map_err(error);
        // Arguments that are too many have no size; the launch is refused for their number.
        let sizes = sizes.iter().copied().chain(std::iter::repeat(0));
        let parameters =
            args.iter().zip(sizes).map(|(arg, size)| arg.bytes(size, address)).collect::<Result<Vec<_>, _>>()?;
        let LaunchConfig { grid, block, shared_bytes } = config;
        let launch = Launch { module: module.0, kernel, grid, block, shared_bytes, parameters: &parameters };
        act(&mut self.session, launch).map_err(error)
    }
}

/// Why modules are not loaded that may be fine.
const NOT_ABOUT_THE_MODULE: [&str; 3] =
    ["CUDA_ERROR_OUT_OF_MEMORY", "CUDA_ERROR_JIT_COMPILER_NOT_FOUND", "CUDA_ERROR_JIT_COMPILATION_DISABLED"];

/// The driver's error in the words of devices.
fn error(failure: Failure) -> DeviceError {
    let Failure { stage, name, message } = failure;
    match stage {
        Stage::Load if NOT_ABOUT_THE_MODULE.contains(&name.as_str()) => {
            DeviceError::Internal(format!("{name}: {message}"))
        }
        Stage::Handle => DeviceError::Handle(message),
        Stage::Load => DeviceError::Rejected(format!("{message} ({name})")),
        Stage::Launch => DeviceError::Launch(format!("{message} ({name})")),
        Stage::Run => DeviceError::Crash { name, message },
        Stage::Device | Stage::Memory | Stage::Library => DeviceError::Internal(format!("{name}: {message}")),
    }
}

/// The names of a module's kernels.
fn names(ptx: &str) -> Vec<String> {
    kernels(ptx).unwrap_or_default().into_iter().map(|(name, _)| name).collect()
}

fn repetition(repetition: Repetition) -> ptxlint_cuda::Repetition {
    let Repetition { warm_up, runs, cold } = repetition;
    ptxlint_cuda::Repetition { warm_up, runs, cold }
}

impl Device for Cuda {
    fn name(&self) -> String {
        self.session.properties().name.clone()
    }

    fn properties(&self) -> Option<Properties> {
        let properties = self.session.properties();
        Some(Properties {
            multiprocessors: properties.multiprocessors,
            clock: properties.clock,
            bandwidth: properties.bandwidth,
            l2_bytes: properties.l2_bytes,
            memory_bytes: properties.memory_bytes,
            capability: properties.capability,
            driver: properties.driver,
        })
    }

    fn free_memory(&mut self) -> Result<u64, DeviceError> {
        self.session.free_memory().map_err(error)
    }

    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        self.session.alloc(bytes).map(Buffer).map_err(|failure| match failure.name.as_str() {
            "CUDA_ERROR_OUT_OF_MEMORY" => DeviceError::OutOfMemory { bytes, free: self.session.free_memory().ok() },
            _ => error(failure),
        })
    }

    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.session.free(buffer.0).map_err(error)
    }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.session.upload(buffer.0, bytes).map_err(error)
    }

    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.session.download(buffer.0, bytes).map_err(error)
    }

    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        let module = self.session.load(ptx).map_err(error)?;
        self.kernels.push(names(ptx));
        Ok(LoadedModule(module))
    }

    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        self.with(module, kernel, config, args, Session::launch)
    }

    fn synchronise(&mut self) -> Result<(), DeviceError> {
        self.session.synchronise().map_err(error)
    }

    fn elapsed(&self) -> Option<Duration> {
        self.session.elapsed()
    }

    fn benchmark(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
        often: Repetition,
    ) -> Result<Vec<Duration>, DeviceError> {
        self.with(module, kernel, config, args, |session, launch| session.benchmark(launch, repetition(often)))
    }

    fn library_product(&mut self, product: &Product, often: Repetition) -> Result<Option<Vec<Duration>>, DeviceError> {
        let Product { m, n, k, a, b, c } = *product;
        let product = ptxlint_cuda::Product { m, n, k, a: a.0, b: b.0, c: c.0 };
        self.session.product(&product, repetition(often)).map_err(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_become_errors() {
        let failed = |stage, name: &str| {
            let error = error(Failure { stage, name: name.to_string(), message: "because".to_string() });
            (error.to_string(), error.is_loss())
        };
        let told = |text: &str, is_loss| (text.to_string(), is_loss);
        assert_eq!(failed(Stage::Device, "CUDA_ERROR_NO_DEVICE"), told("CUDA_ERROR_NO_DEVICE: because", false));
        assert_eq!(failed(Stage::Handle, "CUDA_ERROR_INVALID_HANDLE"), told("because", false));
        let rejected = "the module is rejected: because (CUDA_ERROR_INVALID_PTX)";
        assert_eq!(failed(Stage::Load, "CUDA_ERROR_INVALID_PTX"), told(rejected, false));
        assert_eq!(
            failed(Stage::Launch, "CUDA_ERROR_INVALID_VALUE"),
            told("because (CUDA_ERROR_INVALID_VALUE)", false)
        );
        assert_eq!(failed(Stage::Run, "CUDA_ERROR_ASSERT"), told("CUDA_ERROR_ASSERT: because", true));
    }
}
