//! Validation: kernels run on a device, and what they leave is held against references in double precision.
//!
//! A [`Case`] is a kernel with inputs, [`cases`] lists those of the shipped kernels, and [`Case::check`] runs one. Whatever goes
//! wrong with a case is part of its [`Check`]: it never keeps others from being run.

mod compare;
mod confirm;
mod shuffle;

pub use compare::Comparison;
pub use confirm::{Behaviour, Confirmation, Outcome, Trial, confirm};
pub use shuffle::{Reading, read_shuffle};

use crate::device::{Arg, Buffer, Device, DeviceError};
use crate::isa::Target;
use crate::kernels::{self, Expected, Kernel, ToleranceSource, Value};
use std::time::{Duration, Instant};

/// The seed of the inputs unless another one is wanted.
const SEED: u64 = 1;

/// A kernel with inputs.
#[derive(Debug)]
pub struct Case {
    /// The kernel with its dimensions.
    pub kernel: Box<dyn Kernel>,
    /// One value for each parameter.
    pub inputs: Vec<Value>,
    /// What is special about the inputs, in words; empty for random ones.
    pub label: &'static str,
}

/// What came of a case.
#[derive(Debug)]
pub struct Check {
    /// How long the launch took, if there was one.
    pub time: Option<Duration>,
    /// The outputs against their references, or why there are none.
    pub outcome: Result<Vec<Comparison>, Obstacle>,
}

/// Why a case was not run to its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Obstacle {
    /// The kernel cannot be written for the target.
    Build(kernels::BuildError),
    /// The device did not do it.
    Device(DeviceError),
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Build(error) => error.fmt(f),
            Self::Device(error) => error.fmt(f),
        }
    }
}

impl From<DeviceError> for Obstacle {
    fn from(error: DeviceError) -> Self {
        Self::Device(error)
    }
}

impl Check {
    /// Whether the kernel ran and all of its outputs are right.
    pub fn passed(&self) -> bool {
        self.outcome.as_ref().is_ok_and(|comparisons| comparisons.iter().all(|comparison| comparison.mismatches == 0))
    }
}

/// The shipped kernels in several sizes; see [`kernels::all`].
pub fn cases() -> Vec<Case> {
    kernels::all().into_iter().map(Case::random).collect()
}

impl Case {
    /// A kernel with random inputs.
    pub fn random(kernel: Box<dyn Kernel>) -> Self {
        let inputs = kernel.inputs(SEED);
        Self { kernel, inputs, label: "" }
    }

    /// The kernel, its dimensions, and what is special about the inputs.
    pub fn title(&self) -> String {
        let separator = if self.label.is_empty() { "" } else { ", " };
        format!("{:?}{separator}{}", self.kernel, self.label)
    }

    /// Runs the kernel and compares.
    pub fn check(&self, device: &mut dyn Device, target: Target, source: ToleranceSource) -> Check {
        let mut time = None;
        let outcome = self
            .run(device, target, &mut time)
            .map(|outputs| outputs.iter().map(|(expected, found)| Comparison::new(expected, found, source)).collect());
        Check { time, outcome }
    }

    /// What the outputs should hold, and what they hold.
    fn run(
        &self,
        device: &mut dyn Device,
        target: Target,
        time: &mut Option<Duration>,
    ) -> Result<Vec<(Expected, Vec<f64>)>, Obstacle> {
        let ptx = self.kernel.ptx(target).map_err(Obstacle::Build)?;
        let module = device.load(&ptx)?;
        let args = device.arguments(&self.inputs)?;
        let started = Instant::now();
        device.launch(module, self.kernel.name(), self.kernel.launch(), &args)?;
        device.synchronise()?;
        *time = device.elapsed().or_else(|| Some(started.elapsed()));
        let mut outputs = Vec::new();
        for expected in self.kernel.reference(&self.inputs) {
            let found = download(device, &args[expected.parameter], &self.inputs[expected.parameter])?;
            outputs.push((expected, found));
        }
        Ok(outputs)
    }
}

/// The elements of a buffer that held `value` before the launch.
fn download(device: &mut dyn Device, arg: &Arg, value: &Value) -> Result<Vec<f64>, DeviceError> {
    let mut bytes = value.to_bytes();
    device.download(buffer_of(arg)?, &mut bytes)?;
    Ok(value.decode(&bytes))
}

/// The 32-bit words of a buffer.
fn download_words(device: &mut dyn Device, arg: &Arg, count: usize) -> Result<Vec<u32>, DeviceError> {
    let mut bytes = vec![0; 4 * count];
    device.download(buffer_of(arg)?, &mut bytes)?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

fn buffer_of(arg: &Arg) -> Result<Buffer, DeviceError> {
    match arg {
        Arg::Buffer(buffer) | Arg::BufferAt(buffer, _) => Ok(*buffer),
        _ => Err(DeviceError::Handle("an output that is no buffer".to_string())),
    }
}
