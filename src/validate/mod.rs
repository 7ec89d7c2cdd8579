//! Validation: kernels run on a device, and what they leave is held against references in double precision.
//!
//! A [`Case`] is a kernel with inputs, [`cases`] lists those of the shipped kernels, and [`Case::check`] runs one. Whatever goes
//! wrong with a case is part of its [`Check`]: it never keeps others from being run.

mod compare;
mod confirm;
mod coverage;
mod shuffle;
mod single;
mod suites;
mod timeline;
mod trace;

pub use compare::Comparison;
pub use confirm::{Behaviour, Confirmation, Outcome, Trial, confirm};
pub use coverage::{Coverage, Form, KernelSummary};
pub use shuffle::{Reading, read_shuffle};
pub use suites::cases;
pub use timeline::{Interval, Recorder, Timeline, Track};
pub use trace::{
    Difference, Element, Plan, Replay, ReplaySession, Step, Subject, SubjectParameter, Trace, Verdict, Watch, replay,
    trace,
};

use crate::device::{Arg, Buffer, Content, Device, DeviceError, Failed, Session};
use crate::isa::Target;
use crate::kernels::{self, Arithmetic, Expected, Kernel, ToleranceSource, Value};
use std::time::Duration;

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
    /// What gives the reference for a batched kernel: the kernel for one vector, run for each, instead of double precision.
    pub single: Option<Box<dyn Kernel>>,
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

impl From<Failed<'_>> for Obstacle {
    fn from(failed: Failed<'_>) -> Self {
        Self::Device(failed.into())
    }
}

impl Check {
    /// Whether the kernel ran and all of its outputs are right.
    pub fn passed(&self) -> bool {
        self.outcome.as_ref().is_ok_and(|comparisons| comparisons.iter().all(|comparison| comparison.mismatches == 0))
    }
}

impl Case {
    /// A kernel with random inputs.
    pub fn random(kernel: Box<dyn Kernel>) -> Self {
        let inputs = kernel.inputs(SEED);
        Self { kernel, inputs, label: "", single: None }
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
        let args = launch(self.kernel.as_ref(), &self.inputs, device, target, time)?;
        let mut outputs = Vec::new();
        for mut expected in self.kernel.reference(&self.inputs) {
            let found = download(device, &args[expected.parameter], &self.inputs[expected.parameter])?;
            if let Some(single) = &self.single {
                expected.values = self.vectors(single.as_ref(), expected.parameter, device, target)?;
                expected.arithmetic = Arithmetic::EXACT;
            }
            outputs.push((expected, found));
        }
        Ok(outputs)
    }

    /// What the kernel for one vector leaves, for each vector.
    fn vectors(
        &self,
        single: &dyn Kernel,
        output: usize,
        device: &mut dyn Device,
        target: Target,
    ) -> Result<Vec<f64>, Obstacle> {
        let form = single.inputs(SEED);
        let elements = |value: &Value| value.decode(&value.to_bytes()).len();
        let count = elements(&self.inputs[output]) / elements(&form[output]);
        let mut values = Vec::new();
        for index in 0..count {
            let inputs = single::inputs(&self.inputs, &form, index);
            let args = launch(single, &inputs, device, target, &mut None)?;
            values.extend(download(device, &args[output], &inputs[output])?);
        }
        Ok(values)
    }
}

/// Launches a kernel and waits for it.
fn launch(
    kernel: &dyn Kernel,
    inputs: &[Value],
    device: &mut dyn Device,
    target: Target,
    time: &mut Option<Duration>,
) -> Result<Vec<Arg>, Obstacle> {
    let ptx = kernel.ptx(target).map_err(Obstacle::Build)?;
    let contents: Vec<Content> = inputs.iter().map(Content::from).collect();
    let compiled = Session::new().open(device).compile(&ptx, kernel.name())?;
    let allocated = compiled.allocate(&contents)?;
    let launched = allocated.launch(kernel.launch())?;
    let ready = launched.synchronise()?;
    *time = Some(ready.time());
    Ok(ready.into_arguments())
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
