//! `ptxlint run`: a kernel, once, on data of one's own.

mod arguments;
mod dtype;
mod faults;
mod image;
mod npy;
mod plan;
mod report;
mod value;

pub(super) use arguments::{HELP, RunArguments, extents};

use super::Ending;
use super::arguments::ListFormat;
use super::output;
use super::terminal::Terminal;
use super::verify::{Backend, DeviceChoice, Limits};
use crate::device::{Arg, Buffer, Checks, Cpu, Device, DeviceError, FaultReport, LoadedModule, Statistics, TensorMap};
use arguments::Switch;
use faults::Stopped;
use npy::Array;
use plan::{PlannedArgument, RunPlan};
use report::{BufferComparison, RunReport};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Runs the kernel that the arguments name.
pub(super) fn run(arguments: &RunArguments, terminal: Terminal) -> io::Result<Ending> {
    let complaint = match prepared(arguments) {
        Ok((plan, machine, wishes)) => match carry_out(arguments, &plan, &machine, &wishes) {
            Ok(report) => return report.write(arguments.format, wishes.saves_to_stdout(), terminal),
            Err(complaint) => complaint,
        },
        Err(complaint) => complaint,
    };
    terminal.complain(&complaint);
    Ok(Ending::Failure)
}

/// What is to become of buffers in the end.
struct Wishes {
    save: Vec<(String, PathBuf)>,
    expect: Vec<(String, Array)>,
}

impl Wishes {
    fn saves_to_stdout(&self) -> bool {
        self.save.iter().any(|(_, path)| path == Path::new("-"))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.save.iter().map(|(name, _)| name).chain(self.expect.iter().map(|(name, _)| name)).map(String::as_str)
    }
}

/// Where kernels run.
enum Machine {
    Interpreter(Checks),
    Gpu(Backend),
}

fn prepared(arguments: &RunArguments) -> Result<(RunPlan, Machine, Wishes), String> {
    let plan = RunPlan::new(arguments)?;
    let save = arguments.save.iter().map(|text| match text.split_once('=') {
        Some((name, path)) if !path.is_empty() => Ok((name.to_string(), PathBuf::from(path))),
        _ => Err(format!("`--save {text}` has no file: write `--save NAME=FILE`")),
    });
    let wishes = Wishes { save: save.collect::<Result<_, _>>()?, expect: plan::expected(&plan, &arguments.expect)? };
    for (_, path) in wishes.save.iter().filter(|(_, path)| path != Path::new("-")) {
        output::can_be_written(Some(path))?;
    }
    let machine = machine(arguments)?;
    if let Machine::Gpu(_) = machine {
        let of_module = wishes.names().chain(plan.variables.iter().map(|it| it.name.as_str()));
        let missing = match of_module.into_iter().find(|name| plan.buffer(name).is_none()) {
            Some(name) => Some(format!("`{name}` is not a buffer; variables of the module")),
            None if plan.primary.is_some() => Some("`--primary`".to_string()),
            None if plan.cluster.is_some() => Some("`--cluster`".to_string()),
            None => plan.needs_addresses().map(str::to_string),
        };
        if let Some(what) = missing {
            return Err(format!("{what} are supported by the interpreter only: `--device cpu`"));
        }
    }
    Ok((plan, machine, wishes))
}

fn machine(arguments: &RunArguments) -> Result<Machine, String> {
    let limit = Duration::from_secs(arguments.time_limit.get().into());
    let default = Checks::default();
    let checks = Checks {
        races: arguments.races == Switch::On,
        schedule: arguments.schedule,
        steps: arguments.max_steps.unwrap_or(default.steps),
        time: limit,
        ..default
    };
    if arguments.device == DeviceChoice::Cpu {
        return Ok(Machine::Interpreter(checks));
    }
    let backend = arguments.device.find(Limits::seconds(arguments.time_limit))?;
    Ok(if backend.is_gpu() { Machine::Gpu(backend) } else { Machine::Interpreter(checks) })
}

/// What a launch has left.
pub(super) struct Left {
    /// The buffers of the plan, in its order.
    pub buffers: Vec<Vec<u8>>,
    /// The variables that were asked for.
    pub variables: Vec<(String, Vec<u8>)>,
    pub time: Duration,
    pub statistics: Option<Statistics>,
    pub unwatched: u64,
}

/// Runs, saves and compares.
fn carry_out(
    arguments: &RunArguments,
    plan: &RunPlan,
    machine: &Machine,
    wishes: &Wishes,
) -> Result<RunReport, String> {
    let threads = arguments.threads.map_or(0, |threads| threads.get() as usize);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| error.to_string())?;
    let wanted: Vec<&str> = wishes.names().filter(|name| plan.buffer(name).is_none()).collect();
    let is_stdout_taken = wishes.saves_to_stdout() || arguments.format == ListFormat::Json;
    let once = || match machine {
        Machine::Interpreter(checks) => pool.install(|| interpret(plan, *checks, &wanted, is_stdout_taken)),
        Machine::Gpu(backend) => launch(plan, backend).map_err(Stopped::from),
    };
    let device = match machine {
        Machine::Interpreter(_) => pool.install(|| Cpu::new().name()),
        Machine::Gpu(backend) => backend.name(),
    };
    let mut report = RunReport::new(plan, device);
    let left = match once() {
        Ok(left) => left,
        Err(stopped) => match stopped.error {
            DeviceError::Fault(_) | DeviceError::Crash { .. } | DeviceError::TimeLimit { .. } => {
                report.stopped(stopped, plan);
                return Ok(report);
            }
            error => return Err(format!("{}: {error}", plan.file)),
        },
    };
    for run in 2..=arguments.repeat.get() {
        match once() {
            Ok(again) => report.repeated(run, plan, &left, &again),
            Err(stopped) => {
                report.stopped(stopped, plan);
                return Ok(report);
            }
        }
    }
    for (name, path) in &wishes.save {
        save(&array(plan, &left, name), path)?;
    }
    for (name, expected) in &wishes.expect {
        report.comparisons.push(BufferComparison::new(name, &array(plan, &left, name), expected, arguments.tolerance)?);
    }
    report.finished(plan, &left, arguments.repeat.get());
    Ok(report)
}

/// What a buffer or a variable holds.
fn array(plan: &RunPlan, left: &Left, name: &str) -> Array {
    if let Some(number) = plan.buffer(name) {
        return Array { bytes: left.buffers[number].clone(), ..plan.buffers[number].array.clone() };
    }
    let found = left.variables.iter().find(|(variable, _)| variable == name);
    let bytes = found.map(|(_, bytes)| bytes.clone()).unwrap_or_default();
    // As what it was set, if it was, or else as it is declared.
    match plan.variables.iter().find(|it| it.name == name && it.array.bytes.len() == bytes.len()) {
        Some(set) => Array { bytes, ..set.array.clone() },
        None => Array::flat(plan.dtype(name), bytes),
    }
}

fn save(array: &Array, path: &Path) -> Result<(), String> {
    let is_numpy = path == Path::new("-") || path.extension().is_some_and(|extension| extension == "npy");
    let bytes = if is_numpy { array.write() } else { array.bytes.clone() };
    let written = if path == Path::new("-") { io::stdout().lock().write_all(&bytes) } else { fs::write(path, bytes) };
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Launches the kernel on a GPU.
fn launch(plan: &RunPlan, backend: &Backend) -> Result<Left, DeviceError> {
    let mut device = backend.open();
    let module = device.load(&plan.ptx)?;
    let buffers = fill(plan, device.as_mut())?;
    let arguments = arguments_of(plan, &buffers, None)?;
    let started = Instant::now();
    device.launch(module, &plan.kernel, plan.config, &arguments)?;
    device.synchronise()?;
    let time = device.elapsed().unwrap_or_else(|| started.elapsed());
    let buffers = read(plan, device.as_mut(), &buffers)?;
    Ok(Left { buffers, variables: Vec::new(), time, statistics: None, unwatched: 0 })
}

/// The faults of a launch of a kernel in `ptx` that goes on after them.
///
/// # Errors
/// It cannot be run, and why.
pub(super) fn faults(ptx: &str, arguments: &RunArguments) -> Result<Vec<FaultReport>, String> {
    let plan = RunPlan::of_text(arguments.path.display().to_string(), ptx.to_string(), arguments)?;
    let mut cpu = Cpu::with_checks(Checks { schedule: arguments.schedule, ..Checks::default() });
    cpu.go_on_after_faults(true);
    let ended = begin(&plan, &mut cpu).and_then(|(module, buffers)| {
        let arguments = arguments_of(&plan, &buffers, Some(&mut cpu))?;
        cpu.launch(module, &plan.kernel, plan.config, &arguments)
    });
    match ended {
        Ok(()) | Err(DeviceError::Fault(_)) => Ok(cpu.faults().to_vec()),
        Err(error) => Err(format!("{}: {error}", plan.file)),
    }
}

/// Loads the module, makes the buffers, and sets variables.
fn begin(plan: &RunPlan, cpu: &mut Cpu) -> Result<(LoadedModule, Vec<Buffer>), DeviceError> {
    cpu.set_cluster(plan.cluster);
    let module = cpu.load(&plan.ptx)?;
    let buffers = fill(plan, cpu)?;
    for (named, &buffer) in plan.buffers.iter().zip(&buffers).filter(|(named, _)| !named.pointers.is_empty()) {
        let bytes = with_addresses(named.array.bytes.clone(), &named.pointers, &buffers, cpu)?;
        cpu.upload(buffer, &bytes)?;
    }
    for plan::Named { name, array, pointers, .. } in &plan.variables {
        let (variable, bytes) = cpu.variable(module, name)?;
        if bytes != array.bytes.len() as u64 {
            let message = format!("variable `{name}` has {bytes} bytes, and its value {}", array.bytes.len());
            return Err(DeviceError::Launch(message));
        }
        cpu.upload(variable, &with_addresses(array.bytes.clone(), pointers, &buffers, cpu)?)?;
    }
    Ok((module, buffers))
}

/// Bytes with addresses of buffers in their places.
fn with_addresses(
    mut bytes: Vec<u8>,
    pointers: &[plan::PlacedPointer],
    buffers: &[Buffer],
    cpu: &Cpu,
) -> Result<Vec<u8>, DeviceError> {
    for &(at, buffer, offset) in pointers {
        let pointer = cpu.address(buffers[buffer])?.wrapping_add(offset as u64);
        bytes[at..at + 8].copy_from_slice(&pointer.to_le_bytes());
    }
    Ok(bytes)
}

/// What a kernel prints goes where the report goes, or to the standard error if that is for programs.
fn print(text: &str, is_stdout_taken: bool) {
    // Who does not listen misses what is printed, and nothing else.
    let _ =
        if is_stdout_taken { io::stderr().write_all(text.as_bytes()) } else { io::stdout().write_all(text.as_bytes()) };
}

/// Launches the kernel on a fresh interpreter.
fn interpret(plan: &RunPlan, checks: Checks, wanted: &[&str], is_stdout_taken: bool) -> Result<Left, Stopped> {
    let mut cpu = Cpu::with_checks(checks);
    cpu.go_on_after_faults(true);
    cpu.on_print(move |text| print(text, is_stdout_taken));
    let (module, buffers) = begin(plan, &mut cpu)?;
    let variables = wanted.iter().map(|name| Ok((*name, cpu.variable(module, name)?)));
    let variables: Vec<_> = variables.collect::<Result<_, DeviceError>>()?;
    let arguments = arguments_of(plan, &buffers, Some(&mut cpu))?;
    let started = Instant::now();
    let primary =
        plan.primary.as_deref().map_or(Ok(()), |primary| cpu.launch(module, primary, plan.config, &arguments));
    cpu.set_dependent(plan.primary.is_some());
    if let Err(error) = primary.and_then(|()| cpu.launch(module, &plan.kernel, plan.config, &arguments)) {
        return Err(Stopped { error, faults: cpu.faults().to_vec() });
    }
    let time = started.elapsed();
    let contents = variables.into_iter().map(|(name, (buffer, bytes))| {
        let mut contents = vec![0; bytes as usize];
        cpu.download(buffer, &mut contents)?;
        Ok((name.to_string(), contents))
    });
    let variables = contents.collect::<Result<_, DeviceError>>()?;
    let (statistics, unwatched) = (Some(cpu.statistics()), cpu.unwatched());
    let mut left = read(plan, &mut cpu, &buffers)?;
    for (named, bytes) in plan.buffers.iter().zip(&mut left) {
        forget_addresses(named, bytes, &buffers, &cpu)?;
    }
    Ok(Left { buffers: left, variables, time, statistics, unwatched })
}

/// Writes zeros where addresses still are that the launch was given: what they were means nothing afterwards.
fn forget_addresses(named: &plan::Named, bytes: &mut [u8], buffers: &[Buffer], cpu: &Cpu) -> Result<(), DeviceError> {
    let given = with_addresses(named.array.bytes.clone(), &named.pointers, buffers, cpu)?;
    for place in named.pointers.iter().map(|&(at, ..)| at..at + 8) {
        if bytes[place.clone()] == given[place.clone()] {
            bytes[place].fill(0);
        }
    }
    Ok(())
}

/// Makes the buffers.
fn fill(plan: &RunPlan, device: &mut dyn Device) -> Result<Vec<Buffer>, DeviceError> {
    let make = |named: &plan::Named| {
        let buffer = device.alloc(named.array.bytes.len() as u64)?;
        if named.is_defined {
            device.upload(buffer, &named.array.bytes)?;
        }
        Ok(buffer)
    };
    plan.buffers.iter().map(make).collect()
}

fn read(plan: &RunPlan, device: &mut dyn Device, buffers: &[Buffer]) -> Result<Vec<Vec<u8>>, DeviceError> {
    let contents = buffers.iter().zip(&plan.buffers).map(|(&buffer, named)| {
        let mut bytes = vec![0; named.array.bytes.len()];
        device.download(buffer, &mut bytes)?;
        Ok(bytes)
    });
    contents.collect()
}

/// The arguments of a launch. What takes addresses as numbers is for the interpreter alone.
fn arguments_of(plan: &RunPlan, buffers: &[Buffer], mut cpu: Option<&mut Cpu>) -> Result<Vec<Arg>, DeviceError> {
    let mut argument = |content: &PlannedArgument| match content {
        PlannedArgument::Bytes(bytes) => Ok(Arg::Bytes(bytes.clone())),
        PlannedArgument::Address(buffer, offset) => Ok(Arg::BufferAt(buffers[*buffer], *offset as u64)),
        PlannedArgument::Structure(bytes, pointers) => {
            let pointers = pointers.iter().map(|&(at, buffer, offset)| (at, buffers[buffer], offset as u64));
            Ok(Arg::Structure(bytes.clone(), pointers.collect()))
        }
        PlannedArgument::TensorMap(buffer, map) => {
            let map = TensorMap { address: address(&cpu, buffers[*buffer])?, ..map.clone() };
            map.encode().map(|bytes| Arg::Bytes(bytes.to_vec())).map_err(DeviceError::Launch)
        }
        PlannedArgument::Image(buffer, object) => {
            let object = image::at(*object, address(&cpu, buffers[*buffer])?);
            let handle = cpu.as_mut().map_or(0, |cpu| cpu.add_image_object(object));
            Ok(Arg::Bytes(handle.to_le_bytes().to_vec()))
        }
    };
    plan.contents.iter().map(&mut argument).collect()
}

fn address(cpu: &Option<&mut Cpu>, buffer: Buffer) -> Result<u64, DeviceError> {
    cpu.as_ref().map_or(Ok(0), |cpu| cpu.address(buffer))
}
