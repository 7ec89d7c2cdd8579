//! The interpreter, for somebody who may not want to wait for it.

use super::interrupt;
use crate::device::{Arg, Buffer, Cpu, Device, DeviceError, KernelCoverage, LoadedModule};
use crate::kernels::LaunchConfig;
use std::cell::Cell;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How long an interrupt may go unnoticed.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs launches in a thread of their own, which is left to itself after an interrupt: from then on the device is lost.
pub(super) struct Attended {
    /// Nothing once it is lost.
    device: Option<Cpu>,
    name: String,
    /// The most bytes in which a launch has not looked for races; see [`Device::unwatched`].
    unwatched: Rc<Cell<u64>>,
    is_interrupted: fn() -> bool,
}

impl Attended {
    /// `unwatched` is raised to that of this device.
    pub(super) fn new(device: Cpu, unwatched: Rc<Cell<u64>>) -> Self {
        Self { name: device.name(), device: Some(device), unwatched, is_interrupted: interrupt::is_wanted }
    }

    fn device(&mut self) -> Result<&mut Cpu, DeviceError> {
        self.device.as_mut().ok_or(DeviceError::Interrupted)
    }
}

impl Device for Attended {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        self.device()?.alloc(bytes)
    }

    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.device()?.free(buffer)
    }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.device()?.upload(buffer, bytes)
    }

    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.device()?.download(buffer, bytes)
    }

    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        self.device()?.load(ptx)
    }

    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        let mut device = self.device.take().filter(|_| !(self.is_interrupted)()).ok_or(DeviceError::Interrupted)?;
        let (kernel, args) = (kernel.to_string(), args.to_vec());
        let (sender, receiver) = mpsc::channel();
        let running = thread::spawn(move || {
            let result = device.launch(module, &kernel, config, &args);
            // Nobody is there any more after an interrupt.
            let _ = sender.send((device, result));
        });
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok((device, result)) => {
                    self.unwatched.set(self.unwatched.get().max(device.unwatched()));
                    self.device = Some(device);
                    return result;
                }
                Err(RecvTimeoutError::Timeout) if (self.is_interrupted)() => return Err(DeviceError::Interrupted),
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => {
                    return running
                        .join()
                        .map_or_else(|panic| resume_unwind(panic), |()| Err(DeviceError::Interrupted));
                }
            }
        }
    }

    fn synchronise(&mut self) -> Result<(), DeviceError> {
        self.device()?.synchronise()
    }

    fn coverage(&self) -> Vec<KernelCoverage> {
        self.device.as_ref().map_or_else(Vec::new, Device::coverage)
    }

    fn unwatched(&self) -> u64 {
        self.unwatched.get()
    }

    fn free_memory(&mut self) -> Result<u64, DeviceError> {
        self.device()?.free_memory()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::{Checks, FaultKind};
    use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
    use std::time::Instant;

    /// Each thread writes a word, and never ends. As it counts it is nowhere twice, so that nobody can tell.
    const SPIN: &str = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n    .reg .b32 %r<2>;\n\
                        .reg .b64 %rd<3>;\n    ld.param.u64 %rd0, [out];\n    cvta.to.global.u64 %rd0, %rd0;\n    mov.u32 %r0, %tid.x;\n\
                        mul.wide.u32 %rd1, %r0, 4;\n    add.u64 %rd2, %rd0, %rd1;\n    st.global.u32 [%rd2], %r0;\n    mov.u32 %r1, %r0;\nagain:\n\
                        add.u32 %r1, %r1, 1;\n    bra again;\n}\n";

    fn launch(checks: Checks, is_interrupted: fn() -> bool) -> (Attended, Result<(), DeviceError>) {
        let mut device = Attended { is_interrupted, ..Attended::new(Cpu::with_checks(checks), Rc::default()) };
        let module = device.load(SPIN).expect("it is PTX");
        let buffer = device.alloc(4096).expect("there is memory");
        let result = device.launch(module, "k", LaunchConfig::new([1; 3], [32, 1, 1]), &[buffer.into()]);
        (device, result)
    }

    static WANTED: AtomicBool = AtomicBool::new(false);

    #[test]
    fn interrupted_launches_are_left_alone() {
        let started = Instant::now();
        thread::spawn(|| {
            thread::sleep(Duration::from_millis(200));
            WANTED.store(true, SeqCst);
        });
        let checks = Checks { steps: u64::MAX, time: Duration::from_secs(5), ..Checks::default() };
        let (mut device, result) = launch(checks, || WANTED.load(SeqCst));
        assert_eq!(result, Err(DeviceError::Interrupted));
        assert!((200..1500).contains(&started.elapsed().as_millis()), "{:?}", started.elapsed());
        assert_eq!(device.alloc(4), Err(DeviceError::Interrupted));
        assert!(device.name().contains("interpreter") && device.coverage().is_empty());
    }

    #[test]
    fn launches_that_end_leave_the_device() {
        let (mut device, result) = launch(Checks { steps: 1000, race_memory: 0, ..Checks::default() }, || false);
        assert!(matches!(result, Err(DeviceError::Fault(fault)) if fault.kind == FaultKind::StepLimit));
        assert!(device.unwatched.get() > 0, "races were not looked for");
        assert!(device.alloc(4).is_ok());
    }
}
