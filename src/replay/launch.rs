//! The launch of a witness on the interpreter.

use super::Run;
use crate::device::{
    self, Arg, Buffer, Checks, Cpu, Device, DeviceError, FaultReport, KernelFormal, LoadedModule, MOST_SHARED,
    ObjectFilling, Schedule,
};
use crate::launch::LaunchConfig;
use crate::source::LineIndex;
use crate::witness::{Argument, ParameterContent, Witness};
use std::collections::{HashMap, HashSet};
use std::time::Duration;

/// What buffers, and parameters that a finding does not depend on, hold.
#[derive(Clone, Copy, Debug)]
pub enum BufferFilling {
    /// Nothing but zeros.
    Zeros,
    /// Integers below eight, of 64 bits: small enough to be indices, whatever their width.
    Small,
    /// The integers from zero on, of 32 bits: no two elements are the same. Parameters are small.
    Counting,
}

impl BufferFilling {
    /// What textures, surfaces and tensors hold.
    fn of_objects(self) -> ObjectFilling {
        match self {
            Self::Zeros => ObjectFilling::Zeros,
            Self::Small => ObjectFilling::Small,
            Self::Counting => ObjectFilling::Counted,
        }
    }
}

const FILLINGS: [BufferFilling; 2] = [BufferFilling::Zeros, BufferFilling::Small];

/// What is tried before a fault is told of a launch that was made up: it must not depend on what buffers hold.
pub(super) const ALL_FILLINGS: [BufferFilling; 3] =
    [BufferFilling::Zeros, BufferFilling::Counting, BufferFilling::Small];

/// Bytes of a buffer before the place that a parameter points to, and behind it.
const BEFORE: u64 = 1 << 17;
const BEHIND: u64 = 7 << 17;
const BUFFER: u64 = BEFORE + BEHIND;

/// Steps that a warp may run: a launch that takes more tells nothing.
const STEPS: u64 = 1 << 18;

/// A guard for machines that are very slow; what is told must not depend on it.
const TIME: Duration = Duration::from_secs(60);

const CHECKS: Checks = Checks {
    races: true,
    race_memory: u64::MAX,
    steps: STEPS,
    time: TIME,
    memory: u64::MAX,
    aligned: false,
    traffic: false,
    coverage: true,
    schedule: Schedule::Late,
};

/// A launch that goes on after faults.
pub(super) struct Observation {
    pub faults: Vec<FaultReport>,
    /// Lines that threads have executed.
    pub executed: Vec<u32>,
}

/// Runs launches of a kernel.
pub(super) struct Runner {
    text: String,
    kernel: String,
    /// Parameters, and byte offsets within them, that point to what the kernel accesses.
    pointers: HashSet<(usize, u32)>,
    schedule: Schedule,
    /// Blocks of a cluster, for kernels that do not say.
    cluster: Option<[u32; 3]>,
    runs: HashMap<String, Vec<Run>>,
}

impl Runner {
    pub fn new(text: String, kernel: &str, pointers: HashSet<(usize, u32)>) -> Self {
        let kernel = kernel.to_string();
        Self { text, kernel, pointers, schedule: Schedule::default(), cluster: None, runs: HashMap::new() }
    }

    /// Has asynchronous copies done by a schedule, where launches go on after faults.
    pub fn schedule(self, schedule: Schedule) -> Self {
        Self { schedule, ..self }
    }

    /// Launches clusters of so many blocks, where launches go on after faults.
    pub fn cluster(self, cluster: Option<[u32; 3]>) -> Self {
        Self { cluster, ..self }
    }

    /// The launch of a witness in each filling.
    pub fn runs(&mut self, witness: &Witness, schedule: Schedule, lines: &LineIndex) -> Vec<Run> {
        let held = witness.arguments.iter().map(|it| (it.index, it.offset, it.bits, it.held));
        let held: Vec<_> = held.collect();
        let Witness { block, grid, dynamic_shared, .. } = witness;
        let key = format!("{block:?} {grid:?} {dynamic_shared} {schedule:?} {held:?}");
        if let Some(runs) = self.runs.get(&key) {
            return runs.clone();
        }
        let run = |filling| self.run(witness, filling, schedule, lines);
        let runs: Vec<Run> = FILLINGS.into_iter().map(run).collect();
        self.runs.insert(key, runs.clone());
        runs
    }

    fn run(&self, witness: &Witness, filling: BufferFilling, schedule: Schedule, lines: &LineIndex) -> Run {
        // Rules go by the manual, which wants all threads of a warp at an `.aligned` barrier; GPUs let those that have ended off.
        let mut cpu = Cpu::with_checks(Checks { aligned: true, schedule, ..CHECKS });
        cpu.make_objects_up(Some(filling.of_objects()));
        self.carry_out(&mut cpu, witness, filling, lines).and_then(|(ended, executed)| ended.map(|()| executed))
    }

    /// The launch of a witness that goes on after faults.
    ///
    /// # Errors
    /// It did not begin.
    pub fn observe(
        &self,
        witness: &Witness,
        filling: BufferFilling,
        lines: &LineIndex,
    ) -> Result<Observation, DeviceError> {
        let mut cpu = Cpu::with_checks(Checks { schedule: self.schedule, ..CHECKS });
        cpu.set_cluster(self.cluster);
        cpu.go_on_after_faults(true);
        cpu.make_objects_up(Some(filling.of_objects()));
        match self.carry_out(&mut cpu, witness, filling, lines)? {
            (Ok(()) | Err(DeviceError::Fault(_)), executed) => {
                Ok(Observation { faults: cpu.faults().to_vec(), executed })
            }
            (Err(error), _) => Err(error),
        }
    }

    /// How a launch has ended, and the lines that it has executed. It has a device of its own: variables of the module keep what a
    /// launch leaves.
    fn carry_out(
        &self,
        cpu: &mut Cpu,
        witness: &Witness,
        filling: BufferFilling,
        lines: &LineIndex,
    ) -> Result<(Result<(), DeviceError>, Vec<u32>), DeviceError> {
        let module = cpu.load(&self.text)?;
        let (arguments, _) = self.arguments(cpu, witness, filling)?;
        let ended = self.launch(cpu, module, witness, &arguments);
        let executed = cpu.take_executed(module, &self.kernel);
        let mut executed: Vec<u32> = executed.iter().map(|span| lines.position(span.start).line).collect();
        executed.sort_unstable();
        executed.dedup();
        Ok((ended, executed))
    }

    /// The arguments of a launch, and the buffers that they point to.
    fn arguments(
        &self,
        device: &mut dyn Device,
        witness: &Witness,
        filling: BufferFilling,
    ) -> Result<(Vec<Arg>, Vec<Buffer>), DeviceError> {
        let formals = device::parameters(&self.text, &self.kernel)?;
        let mut inputs = Inputs { device, pointers: &self.pointers, filling, seed: 0, buffers: Vec::new() };
        let argument = |(index, formal): (usize, &KernelFormal)| {
            let parts = witness.arguments.iter().filter(|argument| argument.index == index);
            inputs.argument(formal, &parts.collect::<Vec<_>>())
        };
        let arguments = formals.iter().enumerate().map(argument).collect::<Result<_, _>>()?;
        Ok((arguments, inputs.buffers))
    }

    /// What all buffers hold after the launch of a witness on a device.
    ///
    /// # Errors
    /// Those of the device.
    pub fn contents(
        &self,
        device: &mut dyn Device,
        witness: &Witness,
        filling: BufferFilling,
    ) -> Result<Vec<Vec<u8>>, DeviceError> {
        let module = device.load(&self.text)?;
        let (arguments, buffers) = self.arguments(device, witness, filling)?;
        let shared_bytes = u32::try_from(witness.dynamic_shared).unwrap_or(u32::MAX);
        let config = LaunchConfig { grid: witness.grid, block: witness.block, shared_bytes };
        device.launch(module, &self.kernel, config, &arguments)?;
        device.synchronise()?;
        let content = |buffer| {
            let mut bytes = vec![0; BUFFER as usize];
            device.download(buffer, &mut bytes)?;
            device.free(buffer)?;
            Ok(bytes)
        };
        buffers.into_iter().map(content).collect()
    }

    fn launch(
        &self,
        cpu: &mut Cpu,
        module: LoadedModule,
        witness: &Witness,
        arguments: &[Arg],
    ) -> Result<(), DeviceError> {
        // As much as there is besides the arrays of the kernel's own, if that is meant.
        let own = cpu.kernel_info(module, &self.kernel)?.shared_bytes;
        let most =
            if witness.dynamic_shared == MOST_SHARED { MOST_SHARED - u64::from(own) } else { witness.dynamic_shared };
        let shared_bytes = u32::try_from(most).unwrap_or(u32::MAX);
        let config = LaunchConfig { grid: witness.grid, block: witness.block, shared_bytes };
        cpu.launch(module, &self.kernel, config, arguments)?;
        cpu.synchronise()
    }
}

struct Inputs<'d> {
    device: &'d mut dyn Device,
    pointers: &'d HashSet<(usize, u32)>,
    filling: BufferFilling,
    seed: u64,
    /// Those that have been made.
    buffers: Vec<Buffer>,
}

impl Inputs<'_> {
    /// A parameter of which the witness names parts.
    fn argument(&mut self, formal: &KernelFormal, parts: &[&Argument]) -> Result<Arg, DeviceError> {
        let mut bytes = self.small_bytes(formal.size);
        let mut pointers = Vec::new();
        for part in parts {
            let start = part.offset as usize;
            // Within a structure, nothing but its use tells a pointer from a number, and half an address is none.
            let is_pointer = part.bits == 64
                && (part.held == ParameterContent::Buffer
                    || !part.decides && self.pointers.contains(&(part.index, part.offset)));
            let number = match part.held {
                _ if is_pointer => {
                    if start + 8 <= bytes.len() {
                        pointers.push((start, self.buffer()?, BEFORE));
                    }
                    continue;
                }
                ParameterContent::Integer(number) => number,
                ParameterContent::Buffer | ParameterContent::Any => continue,
            };
            let width = (part.bits / 8).clamp(1, 8) as usize;
            if let Some(place) = bytes.get_mut(start..start + width) {
                place.copy_from_slice(&number.to_le_bytes()[..width]);
            }
        }
        Ok(Arg::Structure(bytes, pointers))
    }

    fn buffer(&mut self) -> Result<Buffer, DeviceError> {
        let buffer = self.device.alloc(BUFFER)?;
        self.buffers.push(buffer);
        let bytes = self.bytes(BUFFER as usize);
        self.device.upload(buffer, &bytes)?;
        Ok(buffer)
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        match self.filling {
            BufferFilling::Counting => (0..count / 4).flat_map(|word| (word as u32).to_le_bytes()).collect(),
            _ => self.small_bytes(count),
        }
    }

    /// Zeros, or integers below eight.
    fn small_bytes(&mut self, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        if let BufferFilling::Small | BufferFilling::Counting = self.filling {
            for byte in bytes.iter_mut().step_by(8) {
                self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *byte = (self.seed >> 61) as u8;
            }
        }
        bytes
    }
}
