//! `--device`: which device runs the kernels.

use super::attended::Attended;
use crate::device::{Checks, Cpu, Cuda, Device, DeviceError, DeviceIdentity, Remote, Schedule, WorkerProcess};
use crate::validate::Placement;
use std::cell::Cell;
use std::num::{NonZeroU32, NonZeroUsize};
use std::rc::Rc;
use std::time::Duration;
use std::{env, fmt};

/// The command of workers.
const RUN_KERNEL: &str = "run-kernel";

/// What was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum DeviceChoice {
    /// A GPU where there is one.
    Auto,
    Cpu,
    /// The GPU of this number.
    Cuda(u32),
}

impl DeviceChoice {
    pub(in crate::cli) fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':').unwrap_or((text, "0")) {
            ("auto", "0") if text == "auto" => Ok(Self::Auto),
            ("cpu", "0") if text == "cpu" => Ok(Self::Cpu),
            ("cuda", number) if number.parse::<u32>().is_ok() => Ok(Self::Cuda(number.parse().unwrap_or(0))),
            _ => Err(format!("`{text}` is not one of `auto`, `cpu`, `cuda` and `cuda:N`")),
        }
    }

    /// The device to use.
    ///
    /// # Errors
    /// There is none of the kind that was asked for.
    pub(in crate::cli) fn find(self, limits: Limits) -> Result<Backend, String> {
        match self {
            Self::Cpu => Ok(Backend::interpreter(limits, None)),
            Self::Cuda(number) => {
                let gpu = Gpu::find(number, limits.gpu).map_err(|error| format!("`--device {self}`: {error}"))?;
                Ok(Backend::new(Kind::Cuda(gpu), None))
            }
            Self::Auto => Ok(match Gpu::find(0, limits.gpu) {
                Ok(gpu) => Backend::new(Kind::Cuda(gpu), None),
                Err(error) => {
                    let note = format!("no GPU ({error}): kernels run on the interpreter");
                    Backend::interpreter(limits, Some(note))
                }
            }),
        }
    }

    /// The interpreter, which counts what is executed.
    ///
    /// # Errors
    /// A GPU was asked for.
    pub(in crate::cli) fn find_counting(self, limits: Limits) -> Result<Backend, String> {
        let note = match self {
            Self::Cuda(_) => {
                return Err(format!("`--coverage` is counted by the interpreter, not by `--device {self}`"));
            }
            Self::Auto => Some("coverage is counted by the interpreter".to_string()),
            Self::Cpu => None,
        };
        let checks = Checks { coverage: true, ..limits.checks() };
        Ok(Backend::new(Kind::Cpu(checks), note))
    }

    /// The device of a process that was started for it.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn open(self) -> Result<Box<dyn Device>, DeviceError> {
        match self {
            Self::Cuda(number) => Ok(Box::new(Cuda::open(number)?)),
            Self::Auto | Self::Cpu => Ok(Box::new(Cpu::new())),
        }
    }
}

impl fmt::Display for DeviceChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Cpu => f.write_str("cpu"),
            Self::Cuda(number) => write!(f, "cuda:{number}"),
        }
    }
}

/// Steps of demonstrations: those that end need a small part of this.
const WARY_STEPS: u64 = 1 << 20;
/// How long demonstrations may take.
const WARY_LIMIT: Duration = Duration::from_secs(10);

/// How long the start of a process with a GPU may take.
const START_LIMIT: Duration = Duration::from_secs(60);

/// How long a launch may take, and when the interpreter does asynchronous copies.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Limits {
    pub gpu: Duration,
    pub interpreter: Duration,
    pub schedule: Schedule,
}

impl Limits {
    /// The same for all devices.
    pub(in crate::cli) fn seconds(seconds: NonZeroU32) -> Self {
        let limit = Duration::from_secs(seconds.get().into());
        Self { gpu: limit, interpreter: limit, schedule: Schedule::Late }
    }

    fn checks(self) -> Checks {
        Checks { time: self.interpreter, schedule: self.schedule, ..Checks::default() }
    }
}

/// A device that is there.
pub(in crate::cli) struct Backend {
    kind: Kind,
    /// What to tell of the choice.
    pub note: Option<String>,
    /// Of all devices that it has opened.
    unwatched: Rc<Cell<u64>>,
}

enum Kind {
    Cpu(Checks),
    Cuda(Gpu),
}

/// A GPU that has told what it is.
struct Gpu {
    process: WorkerProcess,
    identity: DeviceIdentity,
}

impl Gpu {
    fn find(number: u32, limit: Duration) -> Result<Self, DeviceError> {
        let program = env::current_exe().map_err(|error| DeviceError::Internal(error.to_string()))?;
        let arguments = vec![RUN_KERNEL.to_string(), DeviceChoice::Cuda(number).to_string()];
        let process = WorkerProcess { program, arguments, start_limit: START_LIMIT, limit };
        let identity = process.identify()?;
        Ok(Self { process, identity })
    }

    fn open(&self, limit: Duration) -> Box<dyn Device> {
        let process = WorkerProcess { limit, ..self.process.clone() };
        Box::new(Remote::new(process, self.identity.clone()))
    }
}

impl Backend {
    fn new(kind: Kind, note: Option<String>) -> Self {
        Self { kind, note, unwatched: Rc::default() }
    }

    fn interpreter(limits: Limits, note: Option<String>) -> Self {
        Self::new(Kind::Cpu(limits.checks()), note)
    }

    fn attended(&self, cpu: Cpu) -> Box<dyn Device> {
        Box::new(Attended::new(cpu, Rc::clone(&self.unwatched)))
    }

    /// The most bytes in which a launch has not looked for races for want of memory; see [`Device::unwatched`].
    pub(in crate::cli) fn unwatched(&self) -> u64 {
        self.unwatched.get()
    }

    /// What the device is, in words.
    pub(in crate::cli) fn name(&self) -> String {
        match &self.kind {
            Kind::Cpu(_) => Cpu::new().name(),
            Kind::Cuda(gpu) => gpu.identity.name.clone(),
        }
    }

    /// Where to compare unless something else is wanted.
    pub(super) fn placement(&self) -> Placement {
        match &self.kind {
            Kind::Cpu(_) => Placement::Host,
            Kind::Cuda(_) => Placement::Device,
        }
    }

    /// Whether it is a GPU.
    pub(in crate::cli) fn is_gpu(&self) -> bool {
        matches!(self.kind, Kind::Cuda(_))
    }

    /// A fresh device.
    pub(in crate::cli) fn open(&self) -> Box<dyn Device> {
        match &self.kind {
            Kind::Cpu(checks) => self.attended(Cpu::with_checks(*checks)),
            Kind::Cuda(gpu) => gpu.open(gpu.process.limit),
        }
    }

    /// A fresh device for kernels that may never end.
    pub(super) fn open_wary(&self) -> Box<dyn Device> {
        match &self.kind {
            Kind::Cpu(checks) => {
                let time = checks.time.min(WARY_LIMIT);
                let mut cpu = Cpu::with_checks(Checks { steps: WARY_STEPS, time, aligned: true, ..*checks });
                // On one thread blocks take their turns in the same order each time, and so a bad kernel shows the same. Where there
                // is none to be had, those of the process do.
                let _ = cpu.set_threads(NonZeroUsize::MIN);
                self.attended(cpu)
            }
            Kind::Cuda(gpu) => gpu.open(gpu.process.limit.min(WARY_LIMIT)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices() {
        assert_eq!(DeviceChoice::parse("auto"), Ok(DeviceChoice::Auto));
        assert_eq!(DeviceChoice::parse("cpu"), Ok(DeviceChoice::Cpu));
        assert_eq!(DeviceChoice::parse("cuda"), Ok(DeviceChoice::Cuda(0)));
        let third = DeviceChoice::Cuda(3);
        assert_eq!(DeviceChoice::parse(&third.to_string()), Ok(third));
        for wrong in ["", "gpu", "auto:0", "cpu:0", "cuda:", "cuda:x", "cuda:1:2", "cuda:-1"] {
            assert!(DeviceChoice::parse(wrong).is_err_and(|error| error.contains(wrong)), "{wrong}");
        }
    }
}
