//! ptxlint for Python: the native half of the package `ptxlint`, whose other half is in `ptxlint/`.
//!
//! It passes bytes, numbers and JSON; what Python sees of them (arrays of NumPy, exceptions, records) is made in Python.

use ptxlint::device::{Arg, Buffer, Checks, Cpu, Device, DeviceError, FaultReport, LoadedModule, ThreadIndex};
use ptxlint::device::{TensorElement, TensorMap, TensorSwizzle};
use ptxlint::facts::BlockShape;
use ptxlint::ir::FunctionKind;
use ptxlint::isa::Target;
use ptxlint::launch::LaunchConfig;
use ptxlint::render::{FileFindings, json};
use ptxlint::source::{LineIndex, Source};
use ptxlint::{Levels, Options, Selector, Setting};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The exception for an error of the interpreter: `ptxlint._errors` has the classes.
fn exception(py: Python<'_>, error: DeviceError) -> PyErr {
    let (kind, line) = match &error {
        DeviceError::Syntax { line, .. } | DeviceError::Illegal { line, .. } => ("illegal", Some(*line)),
        DeviceError::Unsupported { line, .. } => ("unsupported", Some(*line)),
        DeviceError::OutOfMemory { .. } => return PyMemoryError::new_err(error.to_string()),
        DeviceError::UnknownKernel { .. } | DeviceError::Launch(_) | DeviceError::Handle(_) => ("launch", None),
        _ => ("other", None),
    };
    let made =
        py.import("ptxlint._errors").and_then(|errors| errors.call_method1("make", (kind, error.to_string(), line)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// A thread as `(block, thread)`.
fn thread(index: ThreadIndex) -> ([u32; 3], [u32; 3]) {
    (index.block, index.thread)
}

fn report<'py>(py: Python<'py>, report: &FaultReport, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let FaultReport { fault, times, .. } = report;
    let dict = PyDict::new(py);
    let excerpt = |line: u32| text.lines().nth(line.saturating_sub(1) as usize).unwrap_or_default().trim().to_string();
    dict.set_item("kind", fault.kind.name())?;
    dict.set_item("message", &fault.message)?;
    dict.set_item("line", fault.line)?;
    dict.set_item("text", excerpt(fault.line))?;
    dict.set_item("thread", thread(fault.thread))?;
    dict.set_item("times", times)?;
    if let Some(other) = &fault.other {
        dict.set_item("other", (other.line, excerpt(other.line), thread(other.thread), other.writes))?;
    }
    Ok(dict)
}

/// A module on the interpreter, with the buffers of its launches.
#[pyclass]
struct Interpreter {
    cpu: Cpu,
    module: LoadedModule,
    text: String,
    printed: Arc<Mutex<String>>,
}

#[pymethods]
impl Interpreter {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "the options of a launch")]
    #[pyo3(signature = (text, races, traffic, max_steps, seconds, threads, schedule))]
    fn new(
        py: Python<'_>,
        text: String,
        races: bool,
        traffic: bool,
        max_steps: Option<u64>,
        seconds: f64,
        threads: Option<usize>,
        schedule: &str,
    ) -> PyResult<Self> {
        let default = Checks::default();
        let schedule = schedule.parse().map_err(PyValueError::new_err::<String>)?;
        let time = Duration::try_from_secs_f64(seconds).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut cpu = Cpu::with_checks(Checks {
            races,
            traffic,
            schedule,
            steps: max_steps.unwrap_or(default.steps),
            time,
            ..default
        });
        cpu.go_on_after_faults(true);
        if let Some(threads) = threads {
            let threads = NonZeroUsize::new(threads).ok_or_else(|| PyValueError::new_err("no threads"))?;
            cpu.set_threads(threads).map_err(|error| exception(py, error))?;
        }
        let printed = Arc::new(Mutex::new(String::new()));
        let sink = Arc::clone(&printed);
        cpu.on_print(move |text| sink.lock().unwrap_or_else(PoisonError::into_inner).push_str(text));
        let module = py.detach(|| cpu.load(&text)).map_err(|error| exception(py, error))?;
        Ok(Self { cpu, module, text, printed })
    }

    /// A buffer with these bytes, as its number.
    fn alloc(&mut self, py: Python<'_>, bytes: &[u8]) -> PyResult<u32> {
        let made = self.cpu.alloc(bytes.len() as u64).and_then(|buffer| {
            self.cpu.upload(buffer, bytes)?;
            Ok(buffer)
        });
        made.map(Buffer::number).map_err(|error| exception(py, error))
    }

    fn free(&mut self, py: Python<'_>, buffer: u32) -> PyResult<()> {
        self.cpu.free(Buffer::of_number(buffer)).map_err(|error| exception(py, error))
    }

    fn address(&self, py: Python<'_>, buffer: u32) -> PyResult<u64> {
        self.cpu.address(Buffer::of_number(buffer)).map_err(|error| exception(py, error))
    }

    fn download<'py>(&mut self, py: Python<'py>, buffer: u32, count: usize) -> PyResult<Bound<'py, PyBytes>> {
        let mut bytes = vec![0; count];
        self.cpu.download(Buffer::of_number(buffer), &mut bytes).map_err(|error| exception(py, error))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn upload(&mut self, py: Python<'_>, buffer: u32, bytes: &[u8]) -> PyResult<()> {
        self.cpu.upload(Buffer::of_number(buffer), bytes).map_err(|error| exception(py, error))
    }

    /// The buffer and the bytes of a variable of the module.
    fn variable(&self, py: Python<'_>, name: &str) -> PyResult<(u32, u64)> {
        let found = self.cpu.variable(self.module, name);
        found.map(|(buffer, bytes)| (buffer.number(), bytes)).map_err(|error| exception(py, error))
    }

    /// The type of a variable of the module, or that of its elements.
    fn variable_type(&self, name: &str) -> Option<&'static str> {
        ptxlint::device::variable(&self.text, name).and_then(|variable| variable.ty).map(|ty| ty.name())
    }

    /// Launches a kernel with the bytes of its parameters. The faults.
    #[expect(clippy::too_many_arguments, reason = "a launch is what it is")]
    fn launch<'py>(
        &mut self,
        py: Python<'py>,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        cluster: Option<[u32; 3]>,
        arguments: Vec<Vec<u8>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let config = LaunchConfig { grid, block, shared_bytes: shared };
        let arguments: Vec<Arg> = arguments.into_iter().map(Arg::Bytes).collect();
        self.cpu.set_cluster(cluster);
        let (cpu, module) = (&mut self.cpu, self.module);
        let ended = py.detach(|| cpu.launch(module, kernel, config, &arguments));
        match ended {
            Ok(()) | Err(DeviceError::Fault(_)) => {}
            Err(error) => return Err(exception(py, error)),
        }
        let reports = self.cpu.faults().iter().map(|it| report(py, it, &self.text)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, reports)
    }

    /// What the last launch has done.
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let statistics = self.cpu.launch_statistics();
        let dict = PyDict::new(py);
        dict.set_item("thread_instructions", statistics.thread_instructions)?;
        dict.set_item("warp_instructions", statistics.warp_instructions)?;
        dict.set_item("warp_efficiency", statistics.warp_efficiency())?;
        dict.set_item("unwatched_bytes", self.cpu.unwatched())?;
        Ok(dict)
    }

    /// What kernels have printed since this was last asked.
    fn take_printed(&self) -> String {
        std::mem::take(&mut self.printed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A parameter of a kernel: name, bytes, type.
type Parameter = (String, usize, Option<&'static str>);

/// A kernel's name, its parameters, and the block that it requires.
type KernelEntry = (String, Vec<Parameter>, Option<[u32; 3]>);

/// The kernels of a module: name, parameters, the block that they demand.
#[pyfunction]
fn kernels(py: Python<'_>, text: &str) -> PyResult<Vec<KernelEntry>> {
    let found = ptxlint::device::kernels(text).map_err(|error| exception(py, error))?;
    let source = Source::new(text.as_bytes()).map_err(|error| PyValueError::new_err(error.to_string()))?;
    let module = ptxlint::parser::parse(source);
    let block = |kernel: &str| {
        let is_it = |id: &ptxlint::ids::FunctionId| {
            let function = &module[*id];
            let named = function.name.is_some_and(|name| module.name(name) == kernel);
            function.kind == FunctionKind::Entry && function.is_definition() && named
        };
        match BlockShape::new(&module, module.function_ids().find(is_it)?, None).exact {
            [Some(x), Some(y), Some(z)] => Some([x, y, z]),
            _ => None,
        }
    };
    let kernel = |(name, formals): (String, Vec<ptxlint::device::KernelFormal>)| {
        let parameters = formals.into_iter().map(|formal| (formal.name, formal.size, formal.ty.map(|ty| ty.name())));
        let (parameters, block) = (parameters.collect(), block(&name));
        (name, parameters, block)
    };
    Ok(found.into_iter().map(kernel).collect())
}

/// The bytes of a tensor map: the address and the type of the elements, then, in the order of memory, the extents of the tensor, its
/// strides in bytes, the extents and steps of the box, then the swizzle and whether elements outside of the tensor are not numbers.
#[pyfunction]
fn tensor_map(
    py: Python<'_>,
    tensor: (u64, String),
    layout: (Vec<u64>, Vec<u64>, Vec<u32>, Vec<u32>),
    swizzle: u32,
    fills_with_nan: bool,
) -> PyResult<Vec<u8>> {
    let ((address, element), (shape, strides, box_shape, element_strides)) = (tensor, layout);
    let error = |message: String| exception(py, DeviceError::Launch(message));
    let element = TensorElement::of_name(&element);
    let element = element.ok_or_else(|| error("tensors have no elements of this type".to_string()))?;
    let swizzle = TensorSwizzle::of_span(swizzle).ok_or_else(|| error(format!("no swizzle within {swizzle} bytes")))?;
    let pixels = None;
    let map =
        TensorMap { address, element, shape, strides, box_shape, element_strides, swizzle, fills_with_nan, pixels };
    map.encode().map(Vec::from).map_err(error)
}

/// What callers know and want.
fn options(target: Option<&str>, block: Option<[u32; 3]>, levels: Vec<(String, String)>) -> PyResult<Options> {
    let target = match target {
        Some(name) => {
            Some(Target::lookup(name).ok_or_else(|| PyValueError::new_err(format!("there is no target `{name}`")))?)
        }
        None => None,
    };
    let mut known = Levels::default();
    for (selector, setting) in levels {
        let chosen = Selector::parse(&selector)
            .ok_or_else(|| PyValueError::new_err(format!("`{selector}` is no rule, group or level")))?;
        known.set(
            chosen,
            match setting.as_str() {
                "select" => Setting::On,
                "ignore" => Setting::Off,
                "deny" => Setting::At(ptxlint::diagnostic::Level::Error),
                "warn" => Setting::At(ptxlint::diagnostic::Level::Warning),
                _ => return Err(PyValueError::new_err(format!("`{setting}` is none of select, ignore, deny, warn"))),
            },
        );
    }
    Ok(Options { target, block, levels: known, ..Options::default() })
}

fn document(path: &str, bytes: &[u8], findings: &[ptxlint::diagnostic::Diagnostic]) -> PyResult<String> {
    let lines = LineIndex::new(bytes);
    let file = FileFindings::new(path, bytes, &lines, findings);
    serde_json::to_string(&json::findings(file).collect::<Vec<_>>())
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// The findings of the rules on a module, as JSON.
#[pyfunction]
fn lint(
    py: Python<'_>,
    text: &[u8],
    path: &str,
    target: Option<&str>,
    block: Option<[u32; 3]>,
    levels: Vec<(String, String)>,
) -> PyResult<String> {
    let options = options(target, block, levels)?;
    let report =
        py.detach(|| ptxlint::check(text, &options)).map_err(|error| PyValueError::new_err(error.to_string()))?;
    if let Some(reason) = report.reason {
        return Err(PyValueError::new_err(format!("{path} is no PTX: {reason}")));
    }
    document(path, text, &report.findings)
}

/// The faults of a module's kernels in launches that are made up, as JSON.
#[pyfunction]
fn sanitize(
    py: Python<'_>,
    text: &[u8],
    path: &str,
    block: Option<[u32; 3]>,
    levels: Vec<(String, String)>,
) -> PyResult<String> {
    let options = options(None, block, levels)?;
    let findings = py.detach(|| ptxlint::replay::sanitize(text, &options));
    document(path, text, &findings.unwrap_or_default())
}

/// The command: its exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| ptxlint::cli::run_with(arguments))
}

/// The native half of the package.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", json::Tool::THIS.version)?;
    module.add_class::<Interpreter>()?;
    module.add_function(wrap_pyfunction!(kernels, module)?)?;
    module.add_function(wrap_pyfunction!(lint, module)?)?;
    module.add_function(wrap_pyfunction!(sanitize, module)?)?;
    module.add_function(wrap_pyfunction!(tensor_map, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    Ok(())
}
