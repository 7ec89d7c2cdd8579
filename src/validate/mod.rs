//! Validation: kernels run on a device, and what they leave is held against references.
//!
//! A [`Case`] is a kernel with inputs and a [`Reference`], [`Suite::cases`] lists those of the shipped kernels, and a
//! [`KernelValidator`] runs them. Whatever goes wrong with a case is part of its [`Check`]: it never keeps others from being run.

mod compare;
mod confirm;
mod coverage;
mod demonstrations;
mod fingerprint;
mod growth;
mod pool;
mod prediction;
mod reference;
mod shuffle;
pub mod specification;
mod stage;
mod suites;
mod timeline;
mod trace;
mod validator;

pub use compare::Deviation;
pub use confirm::{Behaviour, Confirmation, KernelOutcome, Trial, confirm};
pub use coverage::{Coverage, KernelForm, KernelSummary};
pub use demonstrations::{DEMONSTRATIONS, Demonstration};
pub use fingerprint::fingerprint;
pub use growth::{Growth, growth};
pub use prediction::Prediction;
pub use reference::{ParameterOrigin, Reference, Twin};
pub use shuffle::{Reading, read_shuffle};
pub use suites::{Suite, SuiteSize};
pub use timeline::{Interval, Recorder, Timeline, Track};
pub use trace::{
    BufferElement, ElementDifference, LaunchTrace, ReplayResult, ReplaySession, StepVerdict, Subject, SubjectParameter,
    TracePlan, TraceStep, Watch, replay, trace,
};
pub use validator::{KernelValidator, ValidationReport};

use crate::device::{Arg, Buffer, Device, DeviceError, Failed, demand_host_memory};
use crate::isa::Target;
use crate::kernels::{self, ExpectedBuffer, Kernel, ParameterValue, Recipe, ToleranceSource};
use stage::Stage;
use std::time::Duration;

/// The seed of the inputs unless another one is wanted.
const SEED: u64 = 1;

/// A kernel with inputs and what its outputs are held against.
#[derive(Debug)]
pub struct Case {
    /// The kernel with its dimensions.
    pub kernel: Box<dyn Kernel>,
    /// One for each parameter.
    pub inputs: Vec<Recipe>,
    /// What is special about the inputs or the reference, in words; empty for random ones in double precision.
    pub label: &'static str,
    /// What is right.
    pub reference: Reference,
    /// The suite that it belongs to, if it is one of those that are shipped.
    pub suite: Option<Suite>,
    /// The length of what is summed up, in a series of cases that differ in it alone.
    pub length: Option<u32>,
}

/// Where inputs are made and outputs compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// On the CPU: all elements are copied, and compared in double precision.
    Host,
    /// On the device, by [`RandomFloats`](kernels::RandomFloats), [`ReduceMax`](kernels::ReduceMax) and
    /// [`Verify`](kernels::Verify) or, for integers, [`VerifyWords`](kernels::VerifyWords), so that only a few words come back.
    /// Comparisons are in single precision, and the tolerance is wider by the rounding of the reference. Inputs that no kernel makes
    /// are copied; outputs of other types, and integers that need not be exact, are compared on the CPU.
    Device,
}

impl Placement {
    /// The device for GPUs, where copying large tensors takes longer than all the rest.
    pub fn for_device(device: &dyn Device) -> Self {
        if device.properties().is_some() { Self::Device } else { Self::Host }
    }

    /// The place in a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Host => "host",
            Self::Device => "device",
        }
    }
}

/// What came of a case.
#[derive(Debug)]
pub struct Check {
    /// The kernel's name.
    pub kernel: &'static str,
    /// With its dimensions, and what is special; see [`Case::title`].
    pub title: String,
    /// See [`Kernel::dtype`].
    pub dtype: &'static str,
    /// See [`Case::suite`].
    pub suite: Option<Suite>,
    /// See [`Case::length`].
    pub length: Option<u32>,
    /// How long the launch took, if there was one.
    pub time: Option<Duration>,
    /// The outputs against their references, or why there are none.
    pub outcome: Result<Vec<Deviation>, Obstacle>,
}

/// Why a case was not run to its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Obstacle {
    /// The kernel cannot be written for the target.
    Build(kernels::BuildError),
    /// The device did not do it.
    Device(DeviceError),
    /// The device did not run this kernel, which fills buffers in or compares them.
    Helper(&'static str, DeviceError),
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Build(error) => error.fmt(f),
            Self::Device(error) => error.fmt(f),
            Self::Helper(kernel, error) => write!(f, "`{kernel}`, which serves the check: {error}"),
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
    /// A kernel with random inputs, against double precision. Inputs that the machine has no memory for are not made: the check says so.
    pub fn random(kernel: Box<dyn Kernel>) -> Self {
        let inputs = if demand_memory(kernel.as_ref(), 1).is_ok() { kernel.recipes(SEED) } else { Vec::new() };
        Self { kernel, inputs, label: "", reference: Reference::Double, suite: None, length: None }
    }

    /// A batched kernel with random inputs, against the kernel for one vector, run for each. `output` is the parameter of the results.
    pub fn batched(kernel: Box<dyn Kernel>, single: Box<dyn Kernel>, output: usize) -> Self {
        let case = Self::random(kernel);
        let reference = Reference::Kernel(Twin::single(single, &case.inputs, output));
        Self { reference, label: "as its kernel for one vector, bit by bit", ..case }
    }

    /// The kernel, its dimensions, and what is special about the case.
    pub fn title(&self) -> String {
        let separator = if self.label.is_empty() { "" } else { ", " };
        format!("{:?}{separator}{}", self.kernel, self.label)
    }

    /// Runs the kernel and compares.
    pub fn check(
        &self,
        device: &mut dyn Device,
        target: Target,
        source: ToleranceSource,
        placement: Placement,
    ) -> Check {
        let mut time = None;
        let outcome = self.run(&mut Stage::new(device, target), source, placement, &mut time);
        self.ended(time, outcome)
    }

    /// What came of it.
    fn ended(&self, time: Option<Duration>, outcome: Result<Vec<Deviation>, Obstacle>) -> Check {
        let (kernel, dtype) = (self.kernel.name(), self.kernel.dtype());
        Check { kernel, title: self.title(), dtype, suite: self.suite, length: self.length, time, outcome }
    }

    fn run(
        &self,
        stage: &mut Stage<'_>,
        source: ToleranceSource,
        placement: Placement,
        time: &mut Option<Duration>,
    ) -> Result<Vec<Deviation>, Obstacle> {
        // What a device makes and compares by itself takes none of this machine's memory.
        let is_on_host = placement == Placement::Host || matches!(self.reference, Reference::Double);
        if is_on_host || self.inputs.is_empty() {
            demand_memory(self.kernel.as_ref(), COPIES)?;
        }
        let args = self.inputs.iter().map(|recipe| stage.argument(recipe, placement));
        let args = args.collect::<Result<Vec<_>, _>>()?;
        *time = Some(stage.run(self.kernel.as_ref(), &args)?);
        match &self.reference {
            Reference::Double => {
                let values: Vec<ParameterValue> = self.inputs.iter().map(Recipe::value).collect();
                self.against_all(&self.kernel.reference(&values), &args, source, placement, stage)
            }
            Reference::Given(outputs) => self.against_all(outputs, &args, source, placement, stage),
            Reference::Kernel(twin) => {
                let right = twin.run(self, &args, placement, stage)?;
                let tolerance = twin.tolerance(self, &args, source, stage)?;
                Ok(vec![self.against_twin(twin, right, tolerance, &args, placement, stage)?])
            }
        }
    }

    fn against_all(
        &self,
        outputs: &[ExpectedBuffer],
        args: &[Arg],
        source: ToleranceSource,
        placement: Placement,
        stage: &mut Stage<'_>,
    ) -> Result<Vec<Deviation>, Obstacle> {
        outputs.iter().map(|expected| self.against(expected, args, source, placement, stage)).collect()
    }

    /// An output against values.
    fn against(
        &self,
        expected: &ExpectedBuffer,
        args: &[Arg],
        source: ToleranceSource,
        placement: Placement,
        stage: &mut Stage<'_>,
    ) -> Result<Deviation, Obstacle> {
        let (form, found) = (&self.inputs[expected.parameter], buffer_of(&args[expected.parameter])?);
        let wide = form.widened();
        let there = wide.as_ref().unwrap_or(form);
        if let (Placement::Device, Some(bytes)) = (placement, there.encode(&expected.values)) {
            let buffers = [stage.single(found, form)?, stage.upload(&bytes)?];
            let tolerance = compare::for_rounded(source.of(&expected.arithmetic));
            if let Some(compared) = Deviation::on_device(stage, tolerance, expected.parameter, there, buffers) {
                return compared;
            }
        }
        Ok(Deviation::new(expected, &stage.download(found, form)?, source))
    }

    /// The output against a twin's.
    fn against_twin(
        &self,
        twin: &Twin,
        right: Buffer,
        tolerance: kernels::Tolerance,
        args: &[Arg],
        placement: Placement,
        stage: &mut Stage<'_>,
    ) -> Result<Deviation, Obstacle> {
        let (form, found) = (&self.inputs[twin.output], buffer_of(&args[twin.output])?);
        if placement == Placement::Device {
            let wide = form.widened();
            let buffers = [stage.single(found, form)?, stage.single(right, form)?];
            let there = wide.as_ref().unwrap_or(form);
            if let Some(compared) = Deviation::on_device(stage, tolerance, twin.output, there, buffers) {
                return compared;
            }
        }
        let [found, right] = [stage.download(found, form)?, stage.download(right, form)?];
        Ok(Deviation::within(tolerance, twin.output, &right, &found))
    }
}

/// How many times its buffers a check takes: inputs, results and references in double precision, and the device.
const COPIES: u64 = 12;

fn demand_memory(kernel: &dyn Kernel, copies: u64) -> Result<(), DeviceError> {
    let bytes = kernel.buffer_bytes().into_iter().fold(0, u64::saturating_add);
    demand_host_memory(bytes.saturating_mul(copies))
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
        _ => Err(DeviceError::Handle("an output that is not a buffer".to_string())),
    }
}
