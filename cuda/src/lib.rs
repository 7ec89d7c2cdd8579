//! Runs a kernel on an NVIDIA GPU, once: load, copy, launch, copy back.
//!
//! The driver library is loaded when it is first needed, so programs with this package start without one. A kernel that faults
//! leaves the process without a usable context, and one that never ends cannot be stopped: whoever runs kernels that may do either
//! should do so in a process of its own.

use cudarc::driver::result::{self, DriverError, event, module, stream};
use cudarc::driver::{CudaContext, sys};
use std::ffi::{CString, c_void};
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

/// What the driver was asked for when it failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The driver or the device itself.
    Device,
    /// Memory for buffers.
    Memory,
    /// Compiling and loading the module.
    Load,
    /// Starting the kernel.
    Launch,
    /// Running it.
    Run,
}

/// What the driver said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What it was asked for.
    pub stage: Stage,
    /// The name of the error, such as `CUDA_ERROR_ILLEGAL_ADDRESS`.
    pub name: String,
    /// A sentence about it, or the log of the compiler.
    pub message: String,
}

/// The value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// The bytes of the parameter.
    Bytes(Vec<u8>),
    /// The address of a byte of a buffer.
    Address {
        /// Which of the buffers.
        buffer: usize,
        /// Which byte.
        offset: u64,
    },
}

/// A kernel, its launch, and what it works on.
#[derive(Debug)]
pub struct Job<'a> {
    /// The text of the module.
    pub ptx: &'a str,
    /// The kernel's name.
    pub kernel: &'a str,
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
    /// One for each parameter.
    pub arguments: &'a [Argument],
    /// What is in global memory, before and after.
    pub buffers: &'a mut [Vec<u8>],
}

impl Failure {
    fn new(stage: Stage, name: &str, message: impl Into<String>) -> Self {
        Self { stage, name: name.to_string(), message: message.into() }
    }

    fn of(stage: Stage) -> impl Fn(DriverError) -> Self {
        move |error| {
            let text = |text: Result<&std::ffi::CStr, DriverError>| {
                text.map_or_else(|_| format!("{:?}", error.0), |text| text.to_string_lossy().into_owned())
            };
            Self { stage, name: text(error.error_name()), message: text(error.error_string()) }
        }
    }
}

/// The name of a GPU, of which the first has the number 0.
///
/// # Errors
/// No driver, or no such device.
pub fn name(ordinal: u32) -> Result<String, Failure> {
    open(ordinal)?.name().map_err(Failure::of(Stage::Device))
}

fn open(ordinal: u32) -> Result<Arc<CudaContext>, Failure> {
    // SAFETY: it only loads the library of the driver, whose initialisers are as safe as those of any system library.
    if !unsafe { sys::is_culib_present() } {
        return Err(Failure::new(Stage::Device, "CUDA_ERROR_NO_DRIVER", "there is no CUDA driver"));
    }
    result::init().map_err(Failure::of(Stage::Device))?;
    let count = result::device::get_count().map_err(Failure::of(Stage::Device))?;
    if i64::from(ordinal) >= i64::from(count) {
        let message = format!("there is no GPU {ordinal}: there are {count}");
        return Err(Failure::new(Stage::Device, "CUDA_ERROR_INVALID_DEVICE", message));
    }
    CudaContext::new(ordinal as usize).map_err(Failure::of(Stage::Device))
}

/// Runs a kernel; gives the time that it took on the device.
///
/// # Errors
/// Whatever the driver says; buffers are as before then.
pub fn run(ordinal: u32, job: Job<'_>) -> Result<Duration, Failure> {
    // The context stays current as long as it lives.
    let _context = open(ordinal)?;
    let kernel = Kernel::load(job.ptx, job.kernel)?;
    let memory = job.buffers.iter().map(|bytes| Memory::with(bytes)).collect::<Result<Vec<_>, _>>()?;
    let values = kernel.values(job.arguments, &memory)?;
    let time = kernel.launch(job.grid, job.block, job.shared_bytes, &values)?;
    for (memory, bytes) in memory.iter().zip(job.buffers) {
        memory.read(bytes)?;
    }
    Ok(time)
}

/// A buffer in global memory.
struct Memory {
    address: sys::CUdeviceptr,
    bytes: usize,
}

impl Memory {
    fn with(bytes: &[u8]) -> Result<Self, Failure> {
        let failure = Failure::of(Stage::Memory);
        // SAFETY: a context is current; the driver refuses what it cannot give.
        let address = unsafe { result::malloc_sync(bytes.len().max(1)) }.map_err(&failure)?;
        let memory = Self { address, bytes: bytes.len() };
        // SAFETY: there are at least as many bytes as are copied.
        unsafe { result::memcpy_htod_sync(memory.address, bytes) }.map_err(failure)?;
        Ok(memory)
    }

    fn read(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        assert_eq!(bytes.len(), self.bytes, "a buffer does not grow");
        // SAFETY: there are as many bytes as are copied.
        unsafe { result::memcpy_dtoh_sync(bytes, self.address) }.map_err(Failure::of(Stage::Run))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // After a fault everything fails, this, too; the process gives the memory back.
        // SAFETY: it was allocated, and nobody has freed it.
        let _ = unsafe { result::free_sync(self.address) };
    }
}

/// A loaded kernel.
struct Kernel {
    module: sys::CUmodule,
    function: sys::CUfunction,
}

impl Kernel {
    fn load(ptx: &str, name: &str) -> Result<Self, Failure> {
        let text = |text: &str| {
            let message = "a text with a null character";
            CString::new(text).map_err(|_| Failure::new(Stage::Load, "CUDA_ERROR_INVALID_PTX", message))
        };
        let (ptx, name) = (text(ptx)?, text(name)?);
        let module = compile(&ptx)?;
        // SAFETY: the module was just loaded.
        match unsafe { module::get_function(module, name) } {
            Ok(function) => Ok(Self { module, function }),
            Err(error) => {
                // SAFETY: it was loaded, and nobody uses it.
                let _ = unsafe { module::unload(module) };
                Err(Failure::of(Stage::Launch)(error))
            }
        }
    }

    /// The bytes of all parameters, of the sizes that the kernel wants.
    fn values(&self, arguments: &[Argument], memory: &[Memory]) -> Result<Vec<Vec<u8>>, Failure> {
        let sizes = self.parameter_sizes()?;
        let wrong = |message: String| Failure::new(Stage::Launch, "CUDA_ERROR_INVALID_VALUE", message);
        if sizes.len() != arguments.len() {
            return Err(wrong(format!("{} arguments for {} parameters", arguments.len(), sizes.len())));
        }
        let value = |(index, (argument, &size)): (usize, (&Argument, &usize))| {
            let bytes = match argument {
                Argument::Bytes(bytes) => bytes.clone(),
                Argument::Address { buffer, offset } => {
                    let memory = memory.get(*buffer).ok_or_else(|| wrong(format!("there is no buffer {buffer}")))?;
                    memory.address.wrapping_add(*offset).to_le_bytes().to_vec()
                }
            };
            if bytes.len() == size {
                Ok(bytes)
            } else {
                Err(wrong(format!("{} bytes for parameter {index}, which has {size}", bytes.len())))
            }
        };
        arguments.iter().zip(&sizes).enumerate().map(value).collect()
    }

    fn parameter_sizes(&self) -> Result<Vec<usize>, Failure> {
        let mut sizes = Vec::new();
        loop {
            let (mut offset, mut size) = (0, 0);
            // SAFETY: the function is loaded, and the driver writes to two numbers.
            match unsafe { sys::cuFuncGetParamInfo(self.function, sizes.len(), &mut offset, &mut size) } {
                sys::CUresult::CUDA_SUCCESS => sizes.push(size),
                // There is no parameter of this number.
                sys::CUresult::CUDA_ERROR_INVALID_VALUE => return Ok(sizes),
                error => return Err(Failure::of(Stage::Launch)(DriverError(error))),
            }
        }
    }

    fn launch(
        &self,
        grid: [u32; 3],
        block: [u32; 3],
        shared_bytes: u32,
        values: &[Vec<u8>],
    ) -> Result<Duration, Failure> {
        let (starting, running) = (Failure::of(Stage::Launch), Failure::of(Stage::Run));
        let shared = i32::try_from(shared_bytes).unwrap_or(i32::MAX);
        let attribute = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: the function is loaded; the driver refuses sizes that the device does not have.
        unsafe { result::function::set_function_attribute(self.function, attribute, shared) }.map_err(&starting)?;
        let mut pointers: Vec<*mut c_void> = values.iter().map(|value| value.as_ptr().cast_mut().cast()).collect();
        let timed = sys::CUevent_flags::CU_EVENT_DEFAULT;
        let [before, after] = [event::create(timed).map_err(&starting)?, event::create(timed).map_err(&starting)?];
        let triple = |[x, y, z]: [u32; 3]| (x, y, z);
        // SAFETY: there is a value of the right size for each parameter, and the driver copies them before it returns. What the
        // kernel does to the device's memory concerns nobody else: the host's is not mapped.
        let milliseconds = unsafe {
            event::record(before, stream::null()).map_err(&starting)?;
            result::launch_kernel(
                self.function,
                triple(grid),
                triple(block),
                shared_bytes,
                stream::null(),
                &mut pointers,
            )
            .map_err(&starting)?;
            event::record(after, stream::null()).map_err(&running)?;
            event::synchronize(after).map_err(&running)?;
            let milliseconds = event::elapsed(before, after).map_err(&running)?;
            event::destroy(before).map_err(&running)?;
            event::destroy(after).map_err(&running)?;
            milliseconds
        };
        Ok(Duration::from_secs_f64(f64::from(milliseconds.max(0.0)) / 1e3))
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        // SAFETY: the module was loaded, and the kernel has ended or its context is lost.
        let _ = unsafe { module::unload(self.module) };
    }
}

/// Compiles a module; what the compiler has to say comes with the failure.
fn compile(ptx: &CString) -> Result<sys::CUmodule, Failure> {
    const LOG_BYTES: usize = 16 * 1024;
    let mut log = vec![0u8; LOG_BYTES];
    let mut options =
        [sys::CUjit_option_enum::CU_JIT_ERROR_LOG_BUFFER, sys::CUjit_option_enum::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
    // The size is passed in the place of a pointer (cuModuleLoadDataEx).
    let mut values = [log.as_mut_ptr().cast::<c_void>(), ptr::without_provenance_mut(LOG_BYTES)];
    let mut module = ptr::null_mut();
    // SAFETY: the text ends with a null character, and the log is as long as is said.
    let loaded = unsafe {
        sys::cuModuleLoadDataEx(
            &mut module,
            ptx.as_ptr().cast(),
            options.len() as u32,
            options.as_mut_ptr(),
            values.as_mut_ptr(),
        )
    };
    loaded.result().map(|()| module).map_err(|error| {
        let mut failure = Failure::of(Stage::Load)(error);
        let end = log.iter().position(|&byte| byte == 0).unwrap_or(log.len());
        let log = String::from_utf8_lossy(&log[..end]);
        if !log.trim().is_empty() {
            failure.message = log.trim().to_string();
        }
        failure
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where there is no driver, nothing but an error happens.
    #[test]
    fn failures_are_told() {
        let job = Job {
            ptx: "",
            kernel: "k",
            grid: [1; 3],
            block: [1; 3],
            shared_bytes: 0,
            arguments: &[],
            buffers: &mut [],
        };
        let failure = run(u32::MAX, job).expect_err("there are not so many GPUs");
        assert_eq!(failure.stage, Stage::Device);
        assert_eq!(name(u32::MAX), Err(failure));
    }
}
