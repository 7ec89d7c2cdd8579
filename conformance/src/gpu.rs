//! A GPU in a process of its own, and another process after it was lost.

use ptxlint::device::{DeviceError, DeviceIdentity, Remote, WorkerProcess};
use std::time::Duration;

/// How long the driver may take until it has the device.
const START_LIMIT: Duration = Duration::from_secs(60);

/// The first GPU of this machine.
pub(crate) struct Gpu {
    process: WorkerProcess,
    identity: DeviceIdentity,
}

impl Gpu {
    /// The GPU behind a command `ptxlint`, whose answers may take so long.
    ///
    /// # Errors
    /// There is no GPU or no such command.
    pub(crate) fn find(tool: &str, limit: Duration) -> Result<Self, DeviceError> {
        let arguments = ["run-kernel", "cuda:0"].map(str::to_string).to_vec();
        let process = WorkerProcess { program: tool.into(), arguments, start_limit: START_LIMIT, limit };
        let identity = process.identify()?;
        Ok(Self { process, identity })
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.identity.name
    }

    /// The GPU in a new process: nothing that others have done to it is left.
    pub(crate) fn open(&self) -> Remote {
        Remote::new(self.process.clone(), self.identity.clone())
    }
}
