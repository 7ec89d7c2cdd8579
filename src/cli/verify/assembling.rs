//! A device that has the real assembler judge each module first.

use super::super::ptxas::Assembler;
use crate::device::{Arg, Buffer, Device, DeviceError, LoadedModule, Product, Properties, Repetition};
use crate::kernels::LaunchConfig;
use std::rc::Rc;
use std::time::Duration;

/// A device whose modules go through the assembler before they are loaded, as a driver's do.
pub(super) struct Assembling {
    pub device: Box<dyn Device>,
    pub assembler: Rc<Assembler>,
}

/// The architecture that a module is written for.
fn target(ptx: &str) -> &str {
    let declared = ptx.lines().find_map(|line| line.trim_start().strip_prefix(".target"));
    declared.and_then(|names| names.split(',').map(str::trim).find(|name| name.starts_with("sm_"))).unwrap_or_default()
}

impl Device for Assembling {
    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        let failed = |error| DeviceError::Internal(format!("ptxas could not be run: {error}"));
        let assembled = self.assembler.assemble(ptx.as_bytes(), target(ptx)).map_err(failed)?;
        if assembled.accepted {
            return self.device.load(ptx);
        }
        let error = assembled.messages.iter().find(|message| message.severity != "warning");
        let log = error.map_or("without a word".to_string(), |error| match error.line {
            Some(line) => format!("line {line}: {}", error.text),
            None => error.text.clone(),
        });
        Err(DeviceError::Rejected(format!("ptxas {}: {log}", assembled.release)))
    }

    fn name(&self) -> String {
        self.device.name()
    }

    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        self.device.alloc(bytes)
    }

    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.device.free(buffer)
    }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.device.upload(buffer, bytes)
    }

    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.device.download(buffer, bytes)
    }

    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        self.device.launch(module, kernel, config, args)
    }

    fn synchronise(&mut self) -> Result<(), DeviceError> {
        self.device.synchronise()
    }

    fn elapsed(&self) -> Option<Duration> {
        self.device.elapsed()
    }

    fn properties(&self) -> Option<Properties> {
        self.device.properties()
    }

    fn free_memory(&mut self) -> Result<u64, DeviceError> {
        self.device.free_memory()
    }

    fn benchmark(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
        repetition: Repetition,
    ) -> Result<Vec<Duration>, DeviceError> {
        self.device.benchmark(module, kernel, config, args, repetition)
    }

    fn library_product(
        &mut self,
        product: &Product,
        repetition: Repetition,
    ) -> Result<Option<Vec<Duration>>, DeviceError> {
        self.device.library_product(product, repetition)
    }
}

#[cfg(test)]
mod tests {
    use super::target;

    #[test]
    fn targets() {
        assert_eq!(target(".version 8.0\n  .target sm_90a, debug\n"), "sm_90a");
        assert_eq!(target(".version 8.0\n"), "");
    }
}
