//! The interpreter.

mod access;
mod block;
mod bulk;
mod clocks;
mod cluster;
mod collective;
mod copies;
mod coverage;
mod decode;
mod dependents;
mod exact;
mod execute;
mod extents;
mod fragment;
mod grid;
mod grid_order;
mod half_lanes;
mod host_memory;
mod kernel_launch;
mod lanes;
mod launch_control;
mod limits;
mod livelock;
mod made_up;
mod matrix_descriptor;
mod mbarrier;
mod memo;
mod memory;
mod order;
mod origins;
mod packing;
mod partial;
mod print;
mod program;
mod register_pool;
mod registers;
mod reports;
mod row;
mod shadow;
mod stack;
mod tensor;
mod tensor_memory;
mod texture;
mod together;
mod traffic;
mod unfinished;
mod unwritten;
mod warp;
mod warpgroup;
mod wide_atomic;
mod written;

use super::error::{DeviceError, FaultReport};
use super::{Arg, Buffer, Device, ImageObject, KernelCoverage, LoadedModule, Schedule, host};
use crate::ids::VarId;
use crate::ir::Expected;
use crate::ir::{FunctionKind, Linkage, Module, Symbol};
use crate::isa::StateSpace;
use crate::launch::LaunchConfig;
use crate::legality;
use crate::source::{LineIndex, Source};
use crate::span::Span;
use coverage::StepCounts;
use dependents::PrimaryGrid;
use host_memory::DeviceHeap;
pub use host_memory::KernelInfo;
use kernel_launch::{KernelLaunch, LaunchMemory, LaunchOrder, LaunchProgress, LaunchShape, Observers, Surroundings};
use launch_control::Clusters;
use limits::{block_bytes, check_room, check_shape};
pub use made_up::ObjectFilling;
use memo::LaunchMemo;
use memory::{GlobalBuffer, HostRange};
use program::Program;
use reports::Reports;
use shadow::{PageBudget, SparePages};
use std::collections::{BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::ops::{AddAssign, ControlFlow};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
pub use traffic::{MemoryTraffic, Traffic};

/// Most shared memory of a block, as on the largest devices: 227 KiB.
pub const MOST_SHARED: u64 = 232_448;

/// What the interpreter looks for besides running the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Data races, in shared and global memory. Costs time, and mostly twice the memory that kernels access, at most eleven times, where
    /// threads of different warps share words up to forty times.
    pub races: bool,
    /// Bytes that this may take for global memory, if half of the machine's free memory is not less. Where it does not suffice, races
    /// are not looked for: see [`Device::unwatched`].
    pub race_memory: u64,
    /// Steps that a warp may run.
    pub steps: u64,
    /// How long a launch may take.
    pub time: Duration,
    /// Bytes of all buffers together, and of the registers and local variables of blocks, if the machine has them.
    pub memory: u64,
    /// Threads that end while others of their warp wait at an `.aligned` barrier are a fault, as the manual has it. GPUs let the others
    /// go on, and programs whose surplus threads return early rely on that.
    pub aligned: bool,
    /// Counts [`Statistics::memory`]. Costs time.
    pub traffic: bool,
    /// How often each instruction is executed: see [`Device::coverage`].
    pub coverage: bool,
    /// When asynchronous copies get done.
    pub schedule: Schedule,
}

impl Default for Checks {
    fn default() -> Self {
        Self {
            races: true,
            race_memory: u64::MAX,
            steps: 1 << 28,
            time: Duration::from_secs(600),
            memory: u64::MAX,
            aligned: false,
            traffic: false,
            coverage: false,
            schedule: Schedule::Late,
        }
    }
}

/// What launches have done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Instructions that threads have executed, guarded ones whose guard did not hold left out.
    pub thread_instructions: u64,
    /// Instructions that warps have executed, with one lane or many.
    pub warp_instructions: u64,
    /// Lanes that were active in these, whether their guards held or not.
    pub active_lanes: u64,
    /// What was asked of memory, if [`Checks::traffic`] is on.
    pub memory: MemoryTraffic,
}

impl Statistics {
    /// The part of the lanes that is active in an instruction of a warp, from 0 to 1. `None` before any has been executed.
    pub fn warp_efficiency(&self) -> Option<f64> {
        let lanes = 32 * self.warp_instructions;
        (lanes > 0).then(|| self.active_lanes as f64 / lanes as f64)
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.thread_instructions += other.thread_instructions;
        self.warp_instructions += other.warp_instructions;
        self.active_lanes += other.active_lanes;
        self.memory += other.memory;
    }
}

/// Where lines begin.
pub struct Lines(LineIndex);

impl Lines {
    /// The line of a span, from 1.
    pub fn line(&self, span: Span) -> u32 {
        self.0.position(span.start).line
    }
}

/// A module's kernels: programs, or why they are not run.
struct LoadedPrograms {
    /// Its variables in global and constant memory: name, buffer and bytes.
    variables: Vec<(String, Buffer, u64)>,
    kernels: Vec<(String, Result<Program, DeviceError>)>,
    lines: Lines,
    /// The text, if coverage is wanted.
    text: String,
    /// What the steps of each kernel have done; nothing for those that were not launched or not counted.
    counts: Vec<StepCounts>,
}

/// Runs kernels on the processor.
#[derive(Default)]
pub struct Cpu {
    checks: Checks,
    /// By number; numbers of freed ones are not given again, so that nothing that still points there finds another one.
    buffers: Vec<Option<GlobalBuffer>>,
    /// Those that are not freed.
    live: BTreeSet<u32>,
    /// Those that have addresses of the host, in order.
    host_ranges: Vec<HostRange>,
    /// Textures and surfaces, by the numbers of their handles; those that are gone leave their places.
    images: Vec<Option<ImageObject>>,
    allocated: u64,
    /// Bytes that all buffers together may have, once that is known.
    memory: Option<u64>,
    modules: Vec<LoadedPrograms>,
    /// See [`Device::unwatched`].
    unwatched: u64,
    statistics: Statistics,
    /// What the last launch has done.
    last: Statistics,
    /// Blocks of a cluster, for kernels that do not say.
    cluster: Option<[u32; 3]>,
    /// Where kernels allocate memory, once one has.
    heap: Option<DeviceHeap>,
    /// The bytes of that, if not the default.
    heap_bytes: Option<u64>,
    /// All blocks of a launch run side by side.
    cooperative: bool,
    surroundings: Surroundings,
    /// Launches go on after faults.
    goes_on: bool,
    /// Those that the last launch has gone on after.
    faults: Vec<FaultReport>,
    /// Who is told what kernels print.
    printer: Option<Box<PrintSink>>,
    /// Who is told of assertions that have failed.
    assertions: Option<Box<PrintSink>>,
    /// Threads of the host, if not those of the process.
    pool: Option<rayon::ThreadPool>,
    /// Launches need not wait for the end of the one before.
    dependent: bool,
    /// The last launch, if it has let its dependents begin.
    primary: Option<PrimaryGrid>,
    /// Memory of the race detector that launches have left.
    spare: SparePages,
    /// What launches have left, if that is of use for others.
    memo: Option<LaunchMemo>,
    /// See [`Cpu::recalled_launches`].
    recalled: u64,
    /// What it needed at most when the system was last asked for free memory, and how much there was.
    asked: Option<(u64, u64)>,
}

/// The buffers that are there for variables of a module, by name.
pub type GivenVariables<'g> = dyn Fn(&str) -> Option<Buffer> + 'g;

/// Is told what a thread prints.
pub(super) type PrintSink = dyn Fn(&str) + Send + Sync;

impl Cpu {
    /// Where a kernel is among those of its module.
    fn kernel_index(&self, module: LoadedModule, kernel: &str) -> Result<usize, DeviceError> {
        let Some(loaded) = self.modules.get(module.0 as usize) else {
            return Err(DeviceError::Handle(format!("there is no module {}", module.0)));
        };
        loaded.kernels.iter().position(|(name, _)| name == kernel).ok_or_else(|| {
            let known = loaded.kernels.iter().map(|(name, _)| name.clone()).collect();
            DeviceError::UnknownKernel { kernel: kernel.to_string(), known }
        })
    }

    /// The same for a kernel that is about to be launched.
    fn prepared_kernel(&mut self, module: LoadedModule, kernel: &str) -> Result<usize, DeviceError> {
        let index = self.kernel_index(module, kernel)?;
        if let (_, Ok(program)) = &mut self.modules[module.0 as usize].kernels[index] {
            program.prepare();
        }
        Ok(index)
    }

    /// The processor as a device that checks everything.
    pub fn new() -> Self {
        Self::default()
    }

    /// One that looks for these things.
    pub fn with_checks(checks: Checks) -> Self {
        Self { checks, ..Self::default() }
    }

    /// What launches have done.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// What the last launch has done that came to its end.
    pub fn launch_statistics(&self) -> Statistics {
        self.last
    }

    /// Whether launches go on after faults. A launch that met any still fails, with the first one of its text; [`Cpu::faults`] tells
    /// all. Of a thread that did something else than its kernel says, since an access was left out or a value made up, no further
    /// faults are told.
    pub fn go_on_after_faults(&mut self, goes_on: bool) {
        self.goes_on = goes_on;
    }

    /// The faults that the last launch has gone on after, by their places in the text.
    pub fn faults(&self) -> &[FaultReport] {
        &self.faults
    }

    /// Tells somebody what threads print (`vprintf`), each call as a whole; blocks that run side by side print in any order.
    pub fn on_print(&mut self, printer: impl Fn(&str) + Send + Sync + 'static) {
        self.printer = Some(Box::new(printer));
    }

    /// Tells somebody of assertions that have failed, a line for each thread, as CUDA does on the standard error.
    pub fn on_assertion(&mut self, listener: impl Fn(&str) + Send + Sync + 'static) {
        self.assertions = Some(Box::new(listener));
    }

    /// Runs the blocks of launches on so many threads, rather than on those that the process has for all.
    ///
    /// # Errors
    /// The system does not give so many.
    pub fn set_threads(&mut self, threads: NonZeroUsize) -> Result<(), DeviceError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
        self.pool = Some(pool.map_err(|error| DeviceError::Internal(error.to_string()))?);
        Ok(())
    }

    /// Launches kernels with clusters of so many blocks, unless they name a size themselves.
    pub fn set_cluster(&mut self, cluster: Option<[u32; 3]>) {
        self.cluster = cluster;
    }

    /// The buffer and the bytes of a variable that a module has in global or constant memory.
    ///
    /// # Errors
    /// There is no such module or variable.
    pub fn variable(&self, module: LoadedModule, name: &str) -> Result<(Buffer, u64), DeviceError> {
        let loaded = self.modules.get(module.0 as usize);
        let variables = loaded.map_or(&[][..], |loaded| &loaded.variables);
        let found = variables.iter().find(|(variable, ..)| variable == name);
        found.map(|&(_, buffer, bytes)| (buffer, bytes)).ok_or_else(|| {
            let known: Vec<&str> = variables.iter().map(|(name, ..)| name.as_str()).collect();
            let known = if known.is_empty() { "has none".to_string() } else { format!("has `{}`", known.join("`, `")) };
            DeviceError::Handle(format!("no buffer and no variable `{name}`: the module {known}"))
        })
    }

    /// Copies bytes into a buffer, from an offset.
    ///
    /// # Errors
    /// The buffer is none of this device, or too small.
    pub fn upload_at(&mut self, buffer: Buffer, offset: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        let found = self.buffer_mut(buffer)?;
        check_room(found.bytes, offset, bytes.len(), "into")?;
        found.write_bytes(offset, bytes);
        Ok(())
    }

    /// Copies bytes out of a buffer, from an offset.
    ///
    /// # Errors
    /// The buffer is none of this device, or too small.
    pub fn download_at(&mut self, buffer: Buffer, offset: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        let found = self.buffer(buffer)?;
        check_room(found.bytes, offset, bytes.len(), "out of")?;
        found.read_bytes(offset, bytes);
        Ok(())
    }

    /// The names of a module's kernels, in the order of its text, whether they are implemented or not.
    pub fn kernels(&self, module: LoadedModule) -> impl Iterator<Item = &str> {
        let kernels = self.modules.get(module.0 as usize).map_or(&[][..], |loaded| &loaded.kernels);
        kernels.iter().map(|(name, _)| name.as_str())
    }

    /// What of a module's kernels is not implemented, by kernel.
    pub fn refusals(&self, module: LoadedModule) -> Vec<(&str, &DeviceError)> {
        let kernels = self.modules.get(module.0 as usize).map_or(&[][..], |loaded| &loaded.kernels);
        kernels.iter().filter_map(|(name, program)| Some((name.as_str(), program.as_ref().err()?))).collect()
    }

    /// Where the instructions of a kernel stand that threads have executed since this was last asked, if [`Checks::coverage`] is on.
    /// Less than [`Device::coverage`] tells, and quickly.
    pub fn take_executed(&mut self, module: LoadedModule, kernel: &str) -> Vec<Span> {
        self.modules.get_mut(module.0 as usize).map_or_else(Vec::new, |loaded| loaded.take_executed(kernel))
    }

    /// The address of a buffer, as kernels see it.
    ///
    /// # Errors
    /// There is no such buffer.
    pub fn address(&self, buffer: Buffer) -> Result<u64, DeviceError> {
        Ok(self.buffer(buffer)?.address)
    }

    fn buffer(&self, buffer: Buffer) -> Result<&GlobalBuffer, DeviceError> {
        let found = self.buffers.get(buffer.0 as usize).and_then(Option::as_ref);
        found.ok_or_else(|| DeviceError::Handle(format!("there is no buffer {}", buffer.0)))
    }

    fn buffer_mut(&mut self, buffer: Buffer) -> Result<&mut GlobalBuffer, DeviceError> {
        let found = self.buffers.get_mut(buffer.0 as usize).and_then(Option::as_mut);
        found.ok_or_else(|| DeviceError::Handle(format!("there is no buffer {}", buffer.0)))
    }

    fn for_each_buffer(&mut self, mut act: impl FnMut(&mut GlobalBuffer)) {
        for &number in &self.live {
            if let Some(buffer) = &mut self.buffers[number as usize] {
                act(buffer);
            }
        }
    }

    /// Tells buffers whether the next launch can write them: these, or any.
    fn set_writable(&mut self, writable: Option<&BTreeSet<usize>>) {
        for &number in &self.live {
            if let Some(buffer) = &mut self.buffers[number as usize] {
                buffer.set_only_read(writable.is_some_and(|writable| !writable.contains(&(number as usize))));
            }
        }
    }

    /// A launch begins that can write some buffers, or any: accesses are noted from here on.
    fn watch_buffers(&mut self, writable: Option<&BTreeSet<usize>>, had_primary: bool) -> PageBudget {
        if !had_primary {
            self.for_each_buffer(GlobalBuffer::forget_before);
        }
        self.begin_uses();
        let budget = self.budget();
        if self.checks.races {
            self.for_each_buffer(|buffer| buffer.watch(&budget));
        }
        // What the launch before has written it reads too early, if it need not wait for that.
        self.set_writable(writable.filter(|_| !had_primary));
        budget
    }

    /// What the race detector may take in a launch.
    fn budget(&mut self) -> PageBudget {
        // Who needs little does not ask the system, which takes longer than small launches, and nobody asks twice for the same buffers.
        const LITTLE: u64 = 1 << 28;
        let live = self.live.iter().filter_map(|&number| self.buffers[number as usize].as_ref());
        let needed = live.map(GlobalBuffer::shadow_bytes).fold(0, u64::saturating_add);
        let most = match self.asked {
            _ if needed <= LITTLE => LITTLE,
            Some((asked, free)) if asked == needed => free / 2,
            _ => {
                let free = host::free_memory();
                self.asked = Some((needed, free));
                free / 2
            }
        };
        PageBudget::new(most.min(self.checks.race_memory), std::mem::take(&mut self.spare))
    }

    /// Makes the module's variables in global and constant memory, or takes the buffers that are there for them.
    fn make_globals(
        &mut self,
        module: &Module<'_>,
        given: &GivenVariables<'_>,
    ) -> Result<HashMap<VarId, Buffer>, DeviceError> {
        let mut globals = HashMap::new();
        let is_global = |space| matches!(space, StateSpace::Global | StateSpace::Const);
        for (index, variable) in module.variables.iter().enumerate() {
            if is_global(variable.space) && (variable.linkage != Linkage::Extern || variable.size.is_some()) {
                let size = variable.size.unwrap_or(0);
                let found = variable.name.and_then(|name| given(module.name(name)));
                let buffer = found.map_or_else(|| self.alloc(size), Ok)?;
                if self.buffer(buffer)?.bytes < size {
                    return Err(DeviceError::Handle(format!("a buffer for a variable of {size} bytes is too small")));
                }
                globals.insert(VarId::new(index), buffer);
            }
        }
        let addresses = self.addresses(&globals);
        for (&var, &buffer) in &globals {
            let variable = &module[var];
            let size = variable.size.unwrap_or(0);
            let buffer = self.buffer_mut(buffer)?;
            buffer.define_zeros();
            buffer.constant = variable.space == StateSpace::Const;
            let Some(init) = variable.init.map(|init| &module[init]) else { continue };
            let mut write = |offset: u64, bytes: &[u8]| {
                let room = size.saturating_sub(offset).min(bytes.len() as u64) as usize;
                buffer.write_bytes(offset, &bytes[..room]);
            };
            write(0, module.initial_bytes(init));
            for relocation in module.relocations(init) {
                let address = match relocation.symbol {
                    Symbol::Var(target) => addresses.get(&target).copied(),
                    Symbol::Func(func) => module[func].definition.map(decode::function_address),
                    Symbol::Unresolved(_) => None,
                };
                let value = address.unwrap_or(0).wrapping_add(relocation.addend as u64);
                write(u64::from(relocation.offset), &value.to_le_bytes());
            }
        }
        Ok(globals)
    }

    fn addresses(&self, globals: &HashMap<VarId, Buffer>) -> HashMap<VarId, u64> {
        globals.iter().filter_map(|(&var, &buffer)| Some((var, self.address(buffer).ok()?))).collect()
    }

    /// Loads a module as [`Device::load`] does, with buffers for some of its variables in global or constant memory: variables that the
    /// host shares with kernels (`.attribute(.managed)`).
    ///
    /// # Errors
    /// As [`Device::load`]; a buffer is too small.
    pub fn load_with(&mut self, ptx: &str, given: &GivenVariables<'_>) -> Result<LoadedModule, DeviceError> {
        let module = legal_module(ptx)?;
        let lines = Lines(LineIndex::new(ptx.as_bytes()));
        let globals = self.make_globals(&module, given)?;
        let addresses = self.addresses(&globals);
        let mut kernels = Vec::new();
        for id in module.function_ids() {
            let function = &module[id];
            let (FunctionKind::Entry, Some(name), true) = (function.kind, function.name, function.is_definition())
            else {
                continue;
            };
            let program = decode::program(&module, id, &addresses).map_err(|refusal| DeviceError::Unsupported {
                what: refusal.what,
                span: refusal.span,
                line: lines.line(refusal.span),
            });
            kernels.push((module.name(name).to_string(), program));
        }
        let variable = |(&id, &buffer): (&VarId, &Buffer)| {
            let variable = &module[id];
            Some((module.name(variable.name?).to_string(), buffer, variable.size.unwrap_or(0)))
        };
        let mut variables: Vec<_> = globals.iter().filter_map(variable).collect();
        variables.sort_by_key(|&(_, buffer, _)| buffer.0);
        let counts = vec![StepCounts::new(); kernels.len()];
        let text = if self.checks.coverage { ptx.to_string() } else { String::new() };
        self.modules.push(LoadedPrograms { variables, kernels, lines, text, counts });
        Ok(LoadedModule(self.modules.len() as u32 - 1))
    }

    /// A launch is over, of the kernel of an index in its module.
    fn end_launch(&mut self, left: LaunchLeft, primary: Option<PrimaryGrid>, (module, index): (LoadedModule, usize)) {
        let LaunchLeft { faults, missing, counts, mut spare } = left;
        self.unwatched = self.unwatched.max(missing);
        if let Some(counts) = counts {
            coverage::add(&mut self.modules[module.0 as usize].counts[index], &counts);
        }
        let lets_dependents_begin = primary.is_some();
        self.for_each_buffer(|buffer| buffer.forget(lets_dependents_begin, &mut spare));
        (self.faults, self.primary, self.spare) = (faults, primary, spare);
    }

    fn count(&mut self, statistics: Statistics) {
        self.statistics += statistics;
        self.last = statistics;
    }

    /// Parameter memory of a launch.
    fn parameters(&self, program: &Program, args: &[Arg]) -> Result<Vec<u8>, DeviceError> {
        if args.len() != program.parameters.len() {
            let message = format!("{} arguments for {} parameters", args.len(), program.parameters.len());
            return Err(DeviceError::Launch(message));
        }
        let mut memory = vec![0; program.parameter_bytes as usize];
        for (arg, parameter) in args.iter().zip(&program.parameters) {
            let bytes = arg.bytes(parameter.size as usize, |buffer| self.address(buffer))?;
            if bytes.len() != parameter.size as usize {
                let message =
                    format!("{} bytes for parameter `{}`, which has {}", bytes.len(), parameter.name, parameter.size);
                return Err(DeviceError::Launch(message));
            }
            memory[parameter.offset as usize..][..bytes.len()].copy_from_slice(&bytes);
        }
        Ok(memory)
    }
}

/// What a launch that is over leaves.
struct LaunchLeft {
    faults: Vec<FaultReport>,
    /// Bytes whose accesses nobody has noted.
    missing: u64,
    counts: Option<StepCounts>,
    spare: SparePages,
}

impl LaunchLeft {
    fn of(launch: KernelLaunch<'_>) -> Self {
        Self {
            faults: launch.observers.reports.map_or_else(Vec::new, Reports::into_reports),
            missing: launch.order.budget.missing(),
            counts: launch.observers.counts.map(|counts| counts.into_inner().unwrap_or_else(PoisonError::into_inner)),
            spare: launch.order.budget.into_spare(),
        }
    }
}

/// Whether the assembler would take a module.
///
/// # Errors
/// It would not, and why.
pub fn check_text(ptx: &str) -> Result<(), DeviceError> {
    legal_module(ptx).map(|_| ())
}

/// A module that the assembler would take.
fn legal_module(ptx: &str) -> Result<Module<'_>, DeviceError> {
    let source = Source::new(ptx.as_bytes()).map_err(|_| DeviceError::Handle("a module of more than 4 GiB".into()))?;
    let module = crate::parser::parse(source);
    let line = |span: Span| Lines(LineIndex::new(ptx.as_bytes())).line(span);
    if let Some((message, span)) = syntax_error(&module) {
        return Err(DeviceError::Syntax { message, span, line: line(span) });
    }
    if let Some((message, span)) = illegal_code(&module) {
        return Err(DeviceError::Illegal { message, span, line: line(span) });
    }
    Ok(module)
}

/// What is no PTX, and where.
fn syntax_error(module: &Module<'_>) -> Option<(String, Span)> {
    if let Some(error) = module.syntax_errors.first() {
        let message = match error.expected {
            Expected::Construct(what) => format!("not PTX: expected {what}"),
            Expected::Reason(reason) => reason.to_string(),
            Expected::Unclosed(_) => "a bracket that is never closed".to_string(),
            Expected::Row(_, reason) => reason.to_string(),
        };
        return Some((message, error.span));
    }
    let error = module.name_errors.first()?;
    Some((format!("`{}` is not declared, or not properly", module.name(error.name)), error.span))
}

/// What the assembler would not take, and where.
fn illegal_code(module: &Module<'_>) -> Option<(String, Span)> {
    legality::first_rejection(module).map(|error| (error.message, error.span))
}

impl Device for Cpu {
    fn name(&self) -> String {
        format!("interpreter on {} threads", rayon::current_num_threads())
    }

    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError> {
        let free = self.free_memory()?;
        let address = memory::buffer_address(self.buffers.len());
        let made = if bytes <= free { GlobalBuffer::new(bytes, address) } else { None };
        let buffer = made.ok_or(DeviceError::OutOfMemory { bytes, free: Some(free) })?;
        Ok(self.keep(buffer))
    }

    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError> {
        self.allocated -= self.buffer(buffer)?.bytes;
        self.buffers[buffer.0 as usize] = None;
        self.host_ranges.retain(|range| range.buffer != buffer.0 as usize);
        self.live.remove(&buffer.0);
        if let Some(memo) = &mut self.memo {
            memo.forget(buffer.0);
        }
        Ok(())
    }

    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError> {
        self.upload_at(buffer, 0, bytes)
    }

    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.download_at(buffer, 0, bytes)
    }

    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError> {
        self.load_with(ptx, &|_| None)
    }

    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError> {
        let free = self.free_memory()?;
        let index = self.prepared_kernel(module, kernel)?;
        let program = self.modules[module.0 as usize].kernels[index].1.as_ref().map_err(Clone::clone)?;
        let config = program.in_blocks(config);
        check_shape(program, config, self.cluster)?;
        let bytes = block_bytes(program, config, self.cooperative);
        if bytes > free {
            return Err(DeviceError::OutOfMemory { bytes, free: Some(free) });
        }
        let parameters = self.parameters(program, args)?;
        let ControlFlow::Continue(remembered) = self.look_up((module, index), config, &parameters) else {
            return Ok(());
        };
        let program = self.modules[module.0 as usize].kernels[index].1.as_ref().map_err(Clone::clone)?;
        let writes = program.writes.as_ref().filter(|_| self.checks.races);
        let writable = writes.and_then(|writes| writes.buffers(&parameters, &self.buffers, &self.host_ranges));
        if program.allocates {
            self.make_heap()?;
        }
        self.faults.clear();
        let workspace = if self.cooperative { Some(self.make_workspace()?) } else { None };
        let primary = self.primary.take().filter(|_| self.dependent);
        let had_primary = primary.is_some();
        let budget = self.watch_buffers(writable.as_ref(), had_primary);
        let loaded = &self.modules[module.0 as usize];
        let program = loaded.kernels[index].1.as_ref().map_err(Clone::clone)?;
        let mut launch = KernelLaunch {
            program,
            module,
            checks: self.checks,
            shape: LaunchShape::new(program, config, self.cluster),
            surroundings: self.surroundings,
            memory: LaunchMemory {
                buffers: &self.buffers,
                host_ranges: &self.host_ranges,
                images: &self.images,
                workspace: workspace.map_or(0, |(_, address)| address),
                heap: self.heap.as_ref(),
                parameters,
                atomics: Mutex::new(()),
            },
            order: LaunchOrder::new(config.grid.iter().product(), budget, primary.as_ref()),
            progress: LaunchProgress::new(self.checks.time),
            observers: Observers {
                counts: self.checks.coverage.then(Mutex::default),
                lines: &loaded.lines,
                reports: self.goes_on.then(|| Reports::new(program.steps.len())),
                printer: self.printer.as_deref(),
                assertions: self.assertions.as_deref(),
            },
        };
        if program.cancels && !self.cooperative {
            launch.progress.clusters =
                Some(Clusters::new(launch.shape.grid.iter().product::<u32>() / launch.cluster_blocks()));
        }
        let executed = self.run_blocks(&launch);
        let primary =
            launch.order.lets_dependents_begin.load(Relaxed).then(|| PrimaryGrid::new(module, kernel, program, config));
        let left = LaunchLeft::of(launch);
        if let Some((buffer, _)) = workspace {
            self.free(buffer)?;
        }
        let is_alone = !had_primary && primary.is_none();
        self.end_launch(left, primary, (module, index));
        let uses = self.end_uses();
        let statistics = executed?;
        self.count(statistics);
        self.remember(remembered.filter(|_| is_alone), &uses, statistics);
        self.faults.first().map_or(Ok(()), |first| Err(DeviceError::Fault(Box::new(first.fault.clone()))))
    }

    fn synchronise(&mut self) -> Result<(), DeviceError> {
        Ok(())
    }

    fn coverage(&self) -> Vec<KernelCoverage> {
        self.modules.iter().flat_map(LoadedPrograms::coverage).collect()
    }

    fn unwatched(&self) -> u64 {
        self.unwatched
    }

    fn free_memory(&mut self) -> Result<u64, DeviceError> {
        // A byte of a buffer takes one and a quarter. What the machine has is looked up once, so that what was given back is free again.
        let most = *self.memory.get_or_insert_with(|| self.checks.memory.min(host::free_memory() / 5 * 4));
        Ok(most.saturating_sub(self.allocated))
    }
}
