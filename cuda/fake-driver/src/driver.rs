//! The state of the driver.

use crate::settings::Settings;
use ptxlint::device::{Arg, Buffer, Checks, Cpu, Device, DeviceError, FaultKind, LoadedModule};
use ptxlint::ir::FunctionKind;
use ptxlint::isa::StateSpace;
use ptxlint::kernels::LaunchConfig;
use ptxlint::parser;
use ptxlint::source::Source;
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;
use std::{process, thread};

/// What calls give, as `CUresult`.
pub type Status = i32;

pub const SUCCESS: Status = 0;
pub const INVALID_VALUE: Status = 1;
pub const OUT_OF_MEMORY: Status = 2;
pub const NOT_INITIALIZED: Status = 3;
pub const NO_DEVICE: Status = 100;
pub const INVALID_DEVICE: Status = 101;
pub const INVALID_CONTEXT: Status = 201;
pub const INVALID_PTX: Status = 218;
pub const INVALID_HANDLE: Status = 400;
pub const NOT_FOUND: Status = 500;
pub const NOT_READY: Status = 600;
pub const ILLEGAL_ADDRESS: Status = 700;
pub const MISALIGNED_ADDRESS: Status = 716;
pub const LAUNCH_FAILED: Status = 719;
pub const NOT_SUPPORTED: Status = 801;

/// Names and sentences of errors, as the driver has them.
pub const ERRORS: &[(Status, &std::ffi::CStr, &std::ffi::CStr)] = &[
    (INVALID_VALUE, c"CUDA_ERROR_INVALID_VALUE", c"invalid argument"),
    (OUT_OF_MEMORY, c"CUDA_ERROR_OUT_OF_MEMORY", c"out of memory"),
    (NOT_INITIALIZED, c"CUDA_ERROR_NOT_INITIALIZED", c"initialization error"),
    (NO_DEVICE, c"CUDA_ERROR_NO_DEVICE", c"no CUDA-capable device is detected"),
    (INVALID_DEVICE, c"CUDA_ERROR_INVALID_DEVICE", c"invalid device ordinal"),
    (INVALID_CONTEXT, c"CUDA_ERROR_INVALID_CONTEXT", c"invalid device context"),
    (INVALID_PTX, c"CUDA_ERROR_INVALID_PTX", c"a PTX JIT compilation failed"),
    (INVALID_HANDLE, c"CUDA_ERROR_INVALID_HANDLE", c"invalid resource handle"),
    (NOT_FOUND, c"CUDA_ERROR_NOT_FOUND", c"named symbol not found"),
    (NOT_READY, c"CUDA_ERROR_NOT_READY", c"device not ready"),
    (ILLEGAL_ADDRESS, c"CUDA_ERROR_ILLEGAL_ADDRESS", c"an illegal memory access was encountered"),
    (MISALIGNED_ADDRESS, c"CUDA_ERROR_MISALIGNED_ADDRESS", c"misaligned address"),
    (LAUNCH_FAILED, c"CUDA_ERROR_LAUNCH_FAILED", c"unspecified launch failure"),
    (NOT_SUPPORTED, c"CUDA_ERROR_NOT_SUPPORTED", c"operation not supported"),
];

/// The context of a device, as a handle.
pub const CONTEXT: usize = 0xc0;
/// Shared memory that blocks get without an attribute.
const USUAL_SHARED: u32 = 48 * 1024;
/// What kernels take by the device's clock, and the writing of memory.
const KERNEL_MILLISECONDS: f64 = 0.5;
const WRITE_MILLISECONDS: f64 = 100.0;
/// Steps of kernels that end need a small part of this.
const STEPS: u64 = 1 << 20;

thread_local! {
    static CURRENT: Cell<bool> = const { Cell::new(false) };
}

static DRIVER: LazyLock<Mutex<Driver>> = LazyLock::new(|| Mutex::new(Driver::new()));

pub struct Driver {
    pub settings: Settings,
    log: Option<File>,
    counts: HashMap<String, u32>,
    pub is_initialised: bool,
    pub retained: u32,
    cpu: Cpu,
    memory: HashMap<u64, (Buffer, u64)>,
    modules: HashMap<usize, (LoadedModule, String)>,
    functions: HashMap<usize, Function>,
    pub streams: HashSet<usize>,
    /// Events with the time when they passed.
    pub events: HashMap<usize, Option<f64>>,
    handles: usize,
    /// The device's clock, in milliseconds.
    pub clock: f64,
    /// What the kernels that nobody has waited for have come to.
    running: Option<Ending>,
    /// What every call gives after a kernel has failed.
    broken: Status,
}

#[derive(Clone, Copy)]
enum Ending {
    Good,
    Bad(Status),
    Never,
}

#[derive(Clone)]
pub struct Function {
    module: usize,
    name: String,
    /// Offset and size of each parameter.
    pub parameters: Vec<(usize, usize)>,
    pub static_shared: u32,
    pub dynamic_shared: u32,
}

/// Calls a function of the driver.
pub fn call(name: &str, act: impl FnOnce(&mut Driver) -> Result<(), Status>) -> Status {
    let mut driver = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
    driver.enter(name).and_then(|()| act(&mut driver)).err().unwrap_or(SUCCESS)
}

/// Calls a function that needs a context.
pub fn call_in_context(name: &str, act: impl FnOnce(&mut Driver) -> Result<(), Status>) -> Status {
    call(name, |driver| match (CURRENT.get() && driver.retained > 0, driver.broken) {
        (false, _) => Err(INVALID_CONTEXT),
        (true, SUCCESS) => act(driver),
        (true, broken) => Err(broken),
    })
}

pub fn set_current(is_current: bool) {
    CURRENT.set(is_current);
}

impl Driver {
    fn new() -> Self {
        let settings = Settings::new();
        let log = settings.log.as_ref().map(|path| {
            let mut file = OpenOptions::new().create(true).append(true).open(path).expect("the log of FAKE_CUDA");
            writeln!(file, "process {}", process::id()).expect("a log");
            file
        });
        let checks = Checks { races: false, steps: STEPS, memory: 2 * settings.memory, ..Checks::default() };
        Self {
            log,
            settings,
            cpu: Cpu::with_checks(checks),
            counts: HashMap::new(),
            is_initialised: false,
            retained: 0,
            memory: HashMap::new(),
            modules: HashMap::new(),
            functions: HashMap::new(),
            streams: HashSet::new(),
            events: HashMap::new(),
            handles: 0x1000,
            clock: 0.0,
            running: None,
            broken: SUCCESS,
        }
    }

    /// Logs a call, and lets go wrong what is to go wrong.
    fn enter(&mut self, name: &str) -> Result<(), Status> {
        if let Some(log) = &mut self.log {
            writeln!(log, "{name}").expect("a log");
        }
        let count = self.counts.entry(name.to_string()).or_default();
        *count += 1;
        if self.settings.crash.as_ref().is_some_and(|(crash, nth)| crash == name && nth == count) {
            eprintln!("the fake driver crashes in {name}");
            process::abort();
        }
        match &self.settings.fail {
            Some((fail, nth, status)) if fail == name && nth == count => Err(*status),
            _ if !self.is_initialised && !matches!(name, "cuInit" | "cuDriverGetVersion") => Err(NOT_INITIALIZED),
            _ => Ok(()),
        }
    }

    pub fn handle(&mut self) -> usize {
        self.handles += 0x10;
        self.handles
    }

    /// Waits for kernels.
    pub fn wait(&mut self) -> Result<(), Status> {
        match self.running.take() {
            Some(Ending::Never) => loop {
                thread::sleep(Duration::from_secs(1));
            },
            Some(Ending::Bad(status)) => {
                self.broken = status;
                Err(status)
            }
            Some(Ending::Good) if !self.settings.print.is_empty() => {
                print!("{}", self.settings.print);
                std::io::stdout().flush().map_err(|_| LAUNCH_FAILED)
            }
            _ => Ok(()),
        }
    }

    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    pub fn free_bytes(&self) -> u64 {
        self.settings.memory - self.memory.values().map(|(_, bytes)| bytes).sum::<u64>()
    }

    pub fn allocate(&mut self, bytes: u64) -> Result<u64, Status> {
        if bytes == 0 {
            return Err(INVALID_VALUE);
        }
        if bytes > self.free_bytes() {
            return Err(OUT_OF_MEMORY);
        }
        let buffer = self.cpu.alloc(bytes).map_err(|_| OUT_OF_MEMORY)?;
        let address = self.cpu.address(buffer).map_err(|_| OUT_OF_MEMORY)?;
        self.memory.insert(address, (buffer, bytes));
        Ok(address)
    }

    pub fn release(&mut self, address: u64) -> Result<(), Status> {
        self.wait()?;
        let (buffer, _) = self.memory.remove(&address).ok_or(INVALID_VALUE)?;
        self.cpu.free(buffer).map_err(|_| INVALID_VALUE)
    }

    fn buffer(&self, address: u64, bytes: usize) -> Result<Buffer, Status> {
        let &(buffer, size) = self.memory.get(&address).ok_or(INVALID_VALUE)?;
        if bytes as u64 <= size { Ok(buffer) } else { Err(INVALID_VALUE) }
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Status> {
        let buffer = self.buffer(address, bytes.len())?;
        self.cpu.upload(buffer, bytes).map_err(|_| INVALID_VALUE)
    }

    pub fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), Status> {
        let buffer = self.buffer(address, bytes.len())?;
        self.cpu.download(buffer, bytes).map_err(|_| INVALID_VALUE)
    }

    pub fn fill(&mut self, address: u64, byte: u8, bytes: usize) -> Result<(), Status> {
        self.clock += WRITE_MILLISECONDS;
        self.write(address, &vec![byte; bytes])
    }

    /// Loads a module, or gives the compiler's log.
    pub fn load(&mut self, ptx: &str) -> Result<usize, String> {
        let module = self.cpu.load(ptx).map_err(|error| match error {
            DeviceError::Syntax { message, line, .. } | DeviceError::Illegal { message, line, .. } => format!(
                "ptxas application ptx input, line {line}; error   : {message}\nptxas fatal   : Ptx assembly aborted due to errors\n"
            ),
            other => format!("ptxas fatal   : {other}\n"),
        })?;
        let handle = self.handle();
        self.modules.insert(handle, (module, ptx.to_string()));
        Ok(handle)
    }

    pub fn unload(&mut self, module: usize) -> Result<(), Status> {
        self.functions.retain(|_, function| function.module != module);
        self.modules.remove(&module).map(|_| ()).ok_or(INVALID_HANDLE)
    }

    pub fn find(&mut self, module: usize, name: &str) -> Result<usize, Status> {
        let (_, ptx) = self.modules.get(&module).ok_or(INVALID_HANDLE)?;
        let parsed = parser::parse(Source::new(ptx.as_bytes()).map_err(|_| INVALID_PTX)?);
        let entries = parsed.functions.iter().filter(|function| function.kind == FunctionKind::Entry);
        let mut named = entries.filter(|function| function.name.is_some_and(|found| parsed.name(found) == name));
        let function = named.next().ok_or(NOT_FOUND)?;
        let mut parameters = Vec::new();
        let mut end = 0usize;
        for index in function.params.vars.indices() {
            let size = parsed.variables[index].size.unwrap_or(0) as usize;
            let offset = end.next_multiple_of(size.next_power_of_two().min(16));
            parameters.push((offset, size));
            end = offset + size;
        }
        let shared = parsed.variables.iter().filter(|variable| variable.space == StateSpace::Shared);
        let static_shared = shared.filter_map(|variable| variable.size).sum::<u64>() as u32;
        let dynamic_shared = USUAL_SHARED.saturating_sub(static_shared);
        let function = Function { module, name: name.to_string(), parameters, static_shared, dynamic_shared };
        let handle = self.handle();
        self.functions.insert(handle, function);
        Ok(handle)
    }

    pub fn function(&mut self, handle: usize) -> Result<&mut Function, Status> {
        self.functions.get_mut(&handle).ok_or(INVALID_HANDLE)
    }

    /// Starts a kernel: it runs now, and whoever waits learns what has come of it.
    pub fn launch(
        &mut self,
        function: &Function,
        config: LaunchConfig,
        parameters: Vec<Vec<u8>>,
    ) -> Result<(), Status> {
        let &(module, _) = self.modules.get(&function.module).ok_or(INVALID_HANDLE)?;
        if config.shared_bytes > function.dynamic_shared {
            return Err(INVALID_VALUE);
        }
        self.clock += KERNEL_MILLISECONDS;
        let args: Vec<Arg> = parameters.into_iter().map(Arg::Bytes).collect();
        let ending = match self.cpu.launch(module, &function.name, config, &args) {
            _ if self.settings.hangs => Ending::Never,
            Ok(()) => self.settings.fault.map_or(Ending::Good, Ending::Bad),
            Err(DeviceError::Fault(fault)) => match fault.kind {
                FaultKind::OutOfBounds | FaultKind::StackOverflow => Ending::Bad(ILLEGAL_ADDRESS),
                FaultKind::Misaligned => Ending::Bad(MISALIGNED_ADDRESS),
                FaultKind::StepLimit | FaultKind::Deadlock | FaultKind::BarrierDivergence => Ending::Never,
                _ => Ending::Bad(LAUNCH_FAILED),
            },
            Err(DeviceError::Unsupported { .. }) => return Err(NOT_SUPPORTED),
            Err(_) => return Err(INVALID_VALUE),
        };
        if matches!(self.running, None | Some(Ending::Good)) {
            self.running = Some(ending);
        }
        Ok(())
    }
}
