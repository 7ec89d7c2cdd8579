//! A device that has the real assembler judge each module first.

use super::super::ptxas::Assembler;
use crate::device::{Device, DeviceError, LoadedModule};
use crate::forward_device;
use std::rc::Rc;

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
        let log = error.map_or("without a message".to_string(), |error| match error.line {
            Some(line) => format!("line {line}: {}", error.text),
            None => error.text.clone(),
        });
        Err(DeviceError::Rejected(format!("ptxas {}: {log}", assembled.release)))
    }

    forward_device! {
        name alloc free upload download launch synchronise elapsed properties coverage unwatched free_memory benchmark library_product
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
