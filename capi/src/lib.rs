//! ptxlint for C: what `ptxlint.h` declares.
//!
//! A [`PtxlintDevice`] is an interpreter with its modules and buffers. Kernels know buffers by 64-bit addresses, which may be passed as
//! arguments, stand in structures, and be added to. Functions give a [`PtxlintStatus`]; [`ptxlint_error`] tells the rest in words.
//!
//! A device belongs to one thread at a time. Strings that functions return live until the next call on the same device, unless their
//! comments say something else.

use ptxlint::device::{Arg, Checks, Cpu, Device, DeviceError, FaultReport, LoadedModule, Schedule, ThreadIndex};
use ptxlint::isa::Target;
use ptxlint::launch::LaunchConfig;
use ptxlint::render::{FileFindings, json};
use ptxlint::source::LineIndex;
use ptxlint::{Options, diagnostic::Diagnostic};
use serde_json::{Value, json};
use std::ffi::{CStr, CString, c_char, c_void};
use std::num::NonZeroUsize;
use std::time::Duration;

/// What became of a call.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PtxlintStatus {
    /// It succeeded.
    Ok = 0,
    /// The kernel did something that is undefined: see `ptxlint_fault`. The launch went on as far as there was sense in it.
    Fault = 1,
    /// The text is not PTX that an assembler takes.
    Illegal = 2,
    /// The interpreter does not implement an instruction of the kernel.
    Unsupported = 3,
    /// The arguments of the call do not fit: no such kernel, address or variable, or a launch of no shape.
    Argument = 4,
    /// There is not enough memory.
    OutOfMemory = 5,
    /// Anything else.
    Other = 6,
}

/// When asynchronous copies get done, within what is allowed: from when they begin until somebody has waited for them.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PtxlintSchedule {
    /// When somebody waits.
    Late = 0,
    /// At once.
    Early = 1,
    /// Each either at once or when somebody waits, by a seed.
    Random = 2,
}

/// How a device works. Settings that are all zero are the defaults.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PtxlintSettings {
    /// Do not look for races, which takes less time and memory.
    pub ignore_races: bool,
    /// Instructions that a warp may execute in a launch; 0 for the default.
    pub max_steps: u64,
    /// Seconds that a launch may take; 0 for the default.
    pub max_seconds: u64,
    /// Threads that interpret; 0 for as many as there are processors.
    pub threads: usize,
    /// When asynchronous copies get done.
    pub schedule: PtxlintSchedule,
    /// The seed of `PTXLINT_SCHEDULE_RANDOM`.
    pub seed: u64,
}

/// A launch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PtxlintLaunch {
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Blocks of a cluster in x, y and z; zeros for what the kernel says.
    pub cluster: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
    /// All blocks run side by side, so that they may wait for one another.
    pub cooperative: bool,
    /// For each parameter the address of its value.
    pub arguments: *const *const c_void,
    /// How many there are.
    pub argument_count: usize,
}

/// What a kernel did that is undefined, in one place.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PtxlintFault {
    /// What kind, such as `data race`.
    pub kind: *const c_char,
    /// What happened, in a sentence.
    pub message: *const c_char,
    /// The line of the instruction in the module, from 1.
    pub line: u32,
    /// The first block that did it.
    pub block: [u32; 3],
    /// The first thread of it.
    pub thread: [u32; 3],
    /// How often threads did it.
    pub times: u64,
    /// Whether there is another access, as races have one.
    pub has_other: bool,
    /// Its line.
    pub other_line: u32,
    /// Its block.
    pub other_block: [u32; 3],
    /// Its thread.
    pub other_thread: [u32; 3],
    /// Whether it writes.
    pub other_writes: bool,
}

/// What the last launch has done.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PtxlintStatistics {
    /// Instructions that threads have executed.
    pub thread_instructions: u64,
    /// Instructions that warps have executed.
    pub warp_instructions: u64,
    /// Lanes that were active in these.
    pub active_lanes: u64,
}

/// Is told what a thread prints; `text` lives during the call. Threads of the interpreter may call it at once.
pub type PtxlintPrinter = Option<unsafe extern "C" fn(text: *const c_char, length: usize, data: *mut c_void)>;

/// An interpreter with its modules and buffers.
pub struct PtxlintDevice {
    cpu: Cpu,
    modules: Vec<LoadedModule>,
    error: CString,
    faults: Vec<(CString, CString, FaultReport)>,
    name: CString,
}

/// The data of a printer: whose it is knows what threads may do with it.
struct Data(*mut c_void);

// SAFETY: callers of `ptxlint_on_print` promise that threads may use it at once.
unsafe impl Send for Data {}
// SAFETY: as above.
unsafe impl Sync for Data {}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', " ")).unwrap_or_default()
}

fn status_of(error: &DeviceError) -> PtxlintStatus {
    match error {
        DeviceError::Fault(_) => PtxlintStatus::Fault,
        DeviceError::Syntax { .. } | DeviceError::Illegal { .. } | DeviceError::Rejected(_) => PtxlintStatus::Illegal,
        DeviceError::Unsupported { .. } => PtxlintStatus::Unsupported,
        DeviceError::UnknownKernel { .. } | DeviceError::Launch(_) | DeviceError::Handle(_) => PtxlintStatus::Argument,
        DeviceError::OutOfMemory { .. } => PtxlintStatus::OutOfMemory,
        _ => PtxlintStatus::Other,
    }
}

/// Does something with a device, and keeps the words of what goes wrong.
fn with(device: *mut PtxlintDevice, act: impl FnOnce(&mut PtxlintDevice) -> Result<(), DeviceError>) -> PtxlintStatus {
    // SAFETY: all functions ask for a device of `ptxlint_device_new` that is used by one thread, or null.
    let Some(device) = (unsafe { device.as_mut() }) else { return PtxlintStatus::Argument };
    match act(device) {
        Ok(()) => PtxlintStatus::Ok,
        Err(error) => {
            device.error = c_string(&error.to_string());
            status_of(&error)
        }
    }
}

/// The text that a caller passes.
fn text_of<'t>(bytes: *const c_char, length: usize) -> Result<&'t str, DeviceError> {
    if bytes.is_null() {
        return Err(DeviceError::Handle("there is no text".to_string()));
    }
    // SAFETY: all functions ask for as many bytes, which are there during the call.
    let bytes = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) };
    std::str::from_utf8(bytes).map_err(|_| DeviceError::Handle("the text is not valid UTF-8".to_string()))
}

/// The name that a caller passes.
fn name_of(name: *const c_char) -> Result<String, DeviceError> {
    if name.is_null() {
        return Err(DeviceError::Handle("there is no name".to_string()));
    }
    // SAFETY: all functions ask for a string that ends with a zero byte.
    Ok(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
}

/// Writes a result, unless the caller does not want it.
fn give<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: all functions ask for null or a place that may be written.
        unsafe { to.write(value) };
    }
}

impl PtxlintDevice {
    fn module(&self, module: u32) -> Result<LoadedModule, DeviceError> {
        let found = self.modules.get(module as usize).copied();
        found.ok_or_else(|| DeviceError::Handle(format!("there is no module {module}")))
    }

    fn note_faults(&mut self) {
        let reports = self.cpu.faults().to_vec();
        let words = |report: FaultReport| (c_string(report.fault.kind.name()), c_string(&report.fault.message), report);
        self.faults = reports.into_iter().map(words).collect();
    }

    fn arguments(&self, module: u32, kernel: &str, launch: &PtxlintLaunch) -> Result<Vec<Arg>, DeviceError> {
        let loaded = self.module(module)?;
        let info = self.cpu.kernel_info(loaded, kernel)?;
        let sizes: Vec<usize> = info.parameters.iter().map(|&(size, _)| size as usize).collect();
        if sizes.len() != launch.argument_count || launch.arguments.is_null() && !sizes.is_empty() {
            let message = format!("{} arguments for {} parameters", launch.argument_count, sizes.len());
            return Err(DeviceError::Launch(message));
        }
        let argument = |(index, &size): (usize, &usize)| {
            // SAFETY: the caller has passed as many addresses.
            let address = unsafe { launch.arguments.add(index).read() };
            if address.is_null() {
                return Err(DeviceError::Launch(format!("argument {index} has no address")));
            }
            // SAFETY: of as many bytes as the parameter has.
            Ok(Arg::Bytes(unsafe { std::slice::from_raw_parts(address.cast::<u8>(), size) }.to_vec()))
        };
        sizes.iter().enumerate().map(argument).collect()
    }
}

fn findings_json(text: &str, findings: &[Diagnostic]) -> String {
    let lines = LineIndex::new(text.as_bytes());
    let file = FileFindings::new("<text>", text.as_bytes(), &lines, findings);
    serde_json::to_string(&json::findings(file).collect::<Vec<_>>()).unwrap_or_default()
}

/// The version, as `1.2.3`; it lives as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn ptxlint_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The findings of the rules on a module, as a JSON array; the caller frees it with `ptxlint_string_free`. `target` is a name such as
/// `sm_90`, or null for what the module declares. Null if the text is no PTX, or there is no such target.
///
/// # Safety
/// `ptx` points to `length` bytes, and `target` to a string or nowhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_lint(ptx: *const c_char, length: usize, target: *const c_char) -> *mut c_char {
    let Ok(text) = text_of(ptx, length) else { return std::ptr::null_mut() };
    let target = match target.is_null() {
        true => None,
        false => match name_of(target).ok().and_then(|name| Target::lookup(&name)) {
            Some(target) => Some(target),
            None => return std::ptr::null_mut(),
        },
    };
    match ptxlint::check(text.as_bytes(), &Options { target, ..Options::default() }) {
        Ok(report) if report.reason.is_none() => c_string(&findings_json(text, &report.findings)).into_raw(),
        _ => std::ptr::null_mut(),
    }
}

/// Runs all kernels of a module in launches that are made up, and gives their faults as `ptxlint_lint` gives findings.
///
/// # Safety
/// `ptx` points to `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_sanitize(ptx: *const c_char, length: usize) -> *mut c_char {
    let Ok(text) = text_of(ptx, length) else { return std::ptr::null_mut() };
    match ptxlint::replay::sanitize(text.as_bytes(), &Options::default()) {
        Some(findings) => c_string(&findings_json(text, &findings)).into_raw(),
        None => std::ptr::null_mut(),
    }
}

/// Frees a string that the caller was given to free.
///
/// # Safety
/// It is one, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it was made by `CString::into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// A device; null if there are not as many threads as the settings ask for. `settings` may be null.
///
/// # Safety
/// `settings` points to settings or nowhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_device_new(settings: *const PtxlintSettings) -> *mut PtxlintDevice {
    let default = Checks::default();
    // SAFETY: the caller says so.
    let settings = unsafe { settings.as_ref() };
    let checks = settings.map_or(default, |settings| Checks {
        races: !settings.ignore_races,
        steps: if settings.max_steps == 0 { default.steps } else { settings.max_steps },
        time: if settings.max_seconds == 0 { default.time } else { Duration::from_secs(settings.max_seconds) },
        schedule: match settings.schedule {
            PtxlintSchedule::Late => Schedule::Late,
            PtxlintSchedule::Early => Schedule::Early,
            PtxlintSchedule::Random => Schedule::Random(settings.seed),
        },
        ..default
    });
    let mut cpu = Cpu::with_checks(checks);
    cpu.go_on_after_faults(true);
    let threads = settings.and_then(|settings| NonZeroUsize::new(settings.threads));
    if threads.is_some_and(|threads| cpu.set_threads(threads).is_err()) {
        return std::ptr::null_mut();
    }
    Box::into_raw(Box::new(PtxlintDevice {
        cpu,
        modules: Vec::new(),
        error: CString::default(),
        faults: Vec::new(),
        name: CString::default(),
    }))
}

/// Frees a device with all that is in it.
///
/// # Safety
/// It is one of `ptxlint_device_new`, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_device_free(device: *mut PtxlintDevice) {
    if !device.is_null() {
        // SAFETY: it was made by `Box::into_raw`.
        drop(unsafe { Box::from_raw(device) });
    }
}

/// What went wrong last, in words.
///
/// # Safety
/// `device` is a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_error(device: *const PtxlintDevice) -> *const c_char {
    // SAFETY: the caller says so.
    unsafe { device.as_ref() }.map_or(c"there is no device".as_ptr(), |device| device.error.as_ptr())
}

/// Tells somebody what kernels print (`vprintf`).
///
/// # Safety
/// `device` is a device. `printer` may be called by several threads at once with `data`, until the device is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_on_print(device: *mut PtxlintDevice, printer: PtxlintPrinter, data: *mut c_void) {
    let data = Data(data);
    with(device, |device| {
        device.cpu.on_print(move |text| {
            let data = &data;
            if let Some(printer) = printer {
                // SAFETY: the caller says so; the text is there during the call.
                unsafe { printer(text.as_ptr().cast(), text.len(), data.0) };
            }
        });
        Ok(())
    });
}

/// Loads a module from its text. `module` gets its number.
///
/// # Safety
/// `device` is a device, `ptx` points to `length` bytes, and `module` to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_load(
    device: *mut PtxlintDevice,
    ptx: *const c_char,
    length: usize,
    module: *mut u32,
) -> PtxlintStatus {
    with(device, |device| {
        let loaded = device.cpu.load(text_of(ptx, length)?)?;
        device.modules.push(loaded);
        give(module, device.modules.len() as u32 - 1);
        Ok(())
    })
}

/// How many kernels a module has; 0 if there is no such module.
///
/// # Safety
/// `device` is a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_kernel_count(device: *mut PtxlintDevice, module: u32) -> usize {
    let mut count = 0;
    with(device, |device| {
        let module = device.module(module)?;
        count = device.cpu.kernel_names(module).len();
        Ok(())
    });
    count
}

/// The name of a kernel of a module, by its number from 0; null if there is none.
///
/// # Safety
/// `device` is a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_kernel_name(device: *mut PtxlintDevice, module: u32, kernel: usize) -> *const c_char {
    let mut name = std::ptr::null();
    with(device, |device| {
        let module = device.module(module)?;
        let found = device.cpu.kernel_names(module).get(kernel).map(|name| c_string(name));
        if let Some(found) = found {
            device.name = found;
            name = device.name.as_ptr();
        }
        Ok(())
    });
    name
}

/// Makes a buffer of bytes without values. `address` gets what kernels know it by.
///
/// # Safety
/// `device` is a device, and `address` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_alloc(device: *mut PtxlintDevice, bytes: u64, address: *mut u64) -> PtxlintStatus {
    with(device, |device| {
        let buffer = device.cpu.alloc(bytes)?;
        give(address, device.cpu.address(buffer)?);
        Ok(())
    })
}

fn no_buffer(address: u64) -> DeviceError {
    DeviceError::Handle(format!("there is no buffer at {address:#x}"))
}

/// Frees a buffer, by its address. Kernels that access it later have a fault.
///
/// # Safety
/// `device` is a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_release(device: *mut PtxlintDevice, address: u64) -> PtxlintStatus {
    with(device, |device| match device.cpu.buffer_at(address) {
        Some((buffer, 0, _)) => device.cpu.free(buffer),
        _ => Err(no_buffer(address)),
    })
}

/// Copies bytes to an address within a buffer.
///
/// # Safety
/// `device` is a device, and `from` points to `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_upload(
    device: *mut PtxlintDevice,
    address: u64,
    from: *const c_void,
    bytes: usize,
) -> PtxlintStatus {
    with(device, |device| {
        let (buffer, offset, _) = device.cpu.buffer_at(address).ok_or_else(|| no_buffer(address))?;
        // SAFETY: the caller says so.
        let from = if bytes == 0 { &[] } else { unsafe { std::slice::from_raw_parts(from.cast::<u8>(), bytes) } };
        device.cpu.upload_at(buffer, offset, from)
    })
}

/// Copies bytes from an address within a buffer.
///
/// # Safety
/// `device` is a device, and `to` points to room for `bytes` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_download(
    device: *mut PtxlintDevice,
    address: u64,
    to: *mut c_void,
    bytes: usize,
) -> PtxlintStatus {
    with(device, |device| {
        let (buffer, offset, _) = device.cpu.buffer_at(address).ok_or_else(|| no_buffer(address))?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the caller says so.
        device.cpu.download_at(buffer, offset, unsafe { std::slice::from_raw_parts_mut(to.cast::<u8>(), bytes) })
    })
}

/// The address and the bytes of a variable that a module has in global or constant memory.
///
/// # Safety
/// `device` is a device, `name` a string, and `address` and `bytes` point to numbers or nowhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_variable(
    device: *mut PtxlintDevice,
    module: u32,
    name: *const c_char,
    address: *mut u64,
    bytes: *mut u64,
) -> PtxlintStatus {
    with(device, |device| {
        let module = device.module(module)?;
        let (buffer, size) = device.cpu.variable(module, &name_of(name)?)?;
        give(address, device.cpu.address(buffer)?);
        give(bytes, size);
        Ok(())
    })
}

/// Runs a kernel to its end, under all checks.
///
/// # Safety
/// `device` is a device, `kernel` a string, and `launch` a launch whose arguments point to as many bytes as the parameters have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_launch(
    device: *mut PtxlintDevice,
    module: u32,
    kernel: *const c_char,
    launch: *const PtxlintLaunch,
) -> PtxlintStatus {
    with(device, |device| {
        device.faults.clear();
        // SAFETY: the caller says so.
        let launch = unsafe { launch.as_ref() }.ok_or_else(|| DeviceError::Launch("there is no launch".to_string()))?;
        let kernel = name_of(kernel)?;
        let arguments = device.arguments(module, &kernel, launch)?;
        let loaded = device.module(module)?;
        device.cpu.set_cluster(Some(launch.cluster).filter(|cluster| *cluster != [0; 3]));
        device.cpu.set_cooperative(launch.cooperative);
        let config = LaunchConfig { grid: launch.grid, block: launch.block, shared_bytes: launch.shared_bytes };
        let ended = device.cpu.launch(loaded, &kernel, config, &arguments);
        device.note_faults();
        ended
    })
}

/// How many faults the last launch had.
///
/// # Safety
/// `device` is a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_fault_count(device: *const PtxlintDevice) -> usize {
    // SAFETY: the caller says so.
    unsafe { device.as_ref() }.map_or(0, |device| device.faults.len())
}

/// A fault of the last launch, by its number from 0. Its strings live until the next launch.
///
/// # Safety
/// `device` is a device, and `fault` points to a fault.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_fault(
    device: *mut PtxlintDevice,
    number: usize,
    fault: *mut PtxlintFault,
) -> PtxlintStatus {
    with(device, |device| {
        let missing = || DeviceError::Handle(format!("there is no fault {number}"));
        let (kind, message, report) = device.faults.get(number).ok_or_else(missing)?;
        let other = report.fault.other.as_ref();
        give(
            fault,
            PtxlintFault {
                kind: kind.as_ptr(),
                message: message.as_ptr(),
                line: report.fault.line,
                block: report.fault.thread.block,
                thread: report.fault.thread.thread,
                times: report.times,
                has_other: other.is_some(),
                other_line: other.map_or(0, |other| other.line),
                other_block: other.map_or([0; 3], |other| other.thread.block),
                other_thread: other.map_or([0; 3], |other| other.thread.thread),
                other_writes: other.is_some_and(|other| other.writes),
            },
        );
        Ok(())
    })
}

/// The faults of the last launch as a JSON array, in the order of `ptxlint_fault`; the caller frees it with `ptxlint_string_free`. Each is an
/// object with `kind`, `message`, `line`, `thread` (`block` and `thread`, each with three numbers), `other` (null, or `line`, `thread` and
/// `writes`) as the `fault` of `ptxlint run --format json` is, and `times`.
///
/// # Safety
/// `device` is a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_faults_json(device: *const PtxlintDevice) -> *mut c_char {
    // SAFETY: the caller says so.
    let faults = unsafe { device.as_ref() }.map_or(&[][..], |device| &device.faults);
    let faults: Vec<Value> = faults.iter().map(|(.., report)| fault_json(report)).collect();
    c_string(&Value::from(faults).to_string()).into_raw()
}

fn fault_json(report: &FaultReport) -> Value {
    let place = |thread: ThreadIndex| json!({ "block": thread.block, "thread": thread.thread });
    let fault = &report.fault;
    let other = fault
        .other
        .as_ref()
        .map(|other| json!({ "line": other.line, "thread": place(other.thread), "writes": other.writes }));
    json!({
        "kind": fault.kind.name(),
        "message": fault.message,
        "line": fault.line,
        "thread": place(fault.thread),
        "other": other,
        "times": report.times,
    })
}

/// What the last launch has done that came to its end.
///
/// # Safety
/// `device` is a device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ptxlint_statistics(device: *const PtxlintDevice) -> PtxlintStatistics {
    // SAFETY: the caller says so.
    let last = unsafe { device.as_ref() }.map(|device| device.cpu.launch_statistics()).unwrap_or_default();
    PtxlintStatistics {
        thread_instructions: last.thread_instructions,
        warp_instructions: last.warp_instructions,
        active_lanes: last.active_lanes,
    }
}
