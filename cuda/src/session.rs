//! A context with what is in it.

use crate::driver::{self, Context, Memory, Stream};
use crate::failure::{Failure, Stage};
use crate::library::{Library, Operands, Product};
use crate::module::{Kernel, Module};
use crate::timing::{Interval, Repetition, repeat};
use cudarc::driver::result;
use cudarc::driver::sys::{self, CUdevice_attribute_enum as Attribute};
use std::ffi::c_void;
use std::time::Duration;

/// Shared memory of a block that needs no asking.
const USUAL_SHARED: u32 = 48 * 1024;

/// What a device is made of.
#[derive(Clone, PartialEq, Debug)]
pub struct Properties {
    /// What it is called.
    pub name: String,
    /// Streaming multiprocessors.
    pub multiprocessors: u32,
    /// Their clock at most, in Hz.
    pub clock: f64,
    /// Bytes per second between global memory and the chip, as its clock and width promise.
    pub bandwidth: f64,
    /// Bytes of the level 2 cache.
    pub l2_bytes: u64,
    /// Bytes of global memory.
    pub memory_bytes: u64,
    /// Bytes of shared memory that a block can have.
    pub shared_bytes: u32,
    /// Most blocks in x, y and z.
    pub grid: [u32; 3],
    /// Most threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Major and minor compute capability.
    pub capability: (u32, u32),
    /// Version of the driver, as `major * 1000 + minor * 10`.
    pub driver: u32,
}

/// A kernel and its launch.
#[derive(Clone, Copy, Debug)]
pub struct Launch<'a> {
    /// Which module.
    pub module: u32,
    /// The kernel's name.
    pub kernel: &'a str,
    /// Blocks in x, y and z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
    /// The bytes of each parameter.
    pub parameters: &'a [Vec<u8>],
}

/// A device with modules and buffers, for one thread. Buffers and modules are numbers, which are given once.
pub struct Session {
    // Fields are dropped from the top: the context last.
    library: Option<Library>,
    interval: Interval,
    /// Twice the level 2 cache, when it is first needed.
    scratch: Option<Memory>,
    buffers: Vec<Option<Memory>>,
    modules: Vec<Module>,
    stream: Stream,
    _context: Context,
    properties: Properties,
    /// A kernel was started and not waited for.
    is_running: bool,
    elapsed: Option<Duration>,
}

impl Session {
    /// The GPU of a number, the first being 0.
    ///
    /// # Errors
    /// No driver, or too old a one; no such device.
    pub fn open(ordinal: u32) -> Result<Self, Failure> {
        let driver = driver::load()?;
        let device = driver::device(ordinal)?;
        let properties = properties(device, driver)?;
        let context = Context::of(device)?;
        Ok(Self {
            stream: Stream::new()?,
            interval: Interval::new()?,
            _context: context,
            properties,
            library: None,
            scratch: None,
            buffers: Vec::new(),
            modules: Vec::new(),
            is_running: false,
            elapsed: None,
        })
    }

    /// What the device is made of.
    pub fn properties(&self) -> &Properties {
        &self.properties
    }

    /// Bytes of memory that are free.
    ///
    /// # Errors
    /// Those of kernels that were started before.
    pub fn free_memory(&self) -> Result<u64, Failure> {
        let (free, _) = result::mem_get_info().map_err(Failure::of(Stage::Device))?;
        Ok(free as u64)
    }

    /// Makes a buffer. Its bytes are undefined: those of whoever had the memory before.
    ///
    /// # Errors
    /// Not enough memory, or those of kernels that were started before.
    pub fn alloc(&mut self, bytes: u64) -> Result<u32, Failure> {
        self.buffers.push(Some(Memory::new(bytes)?));
        Ok(self.buffers.len() as u32 - 1)
    }

    /// Gives a buffer back, when the kernels that were started are done.
    ///
    /// # Errors
    /// There is no such buffer, or those of kernels that were started before.
    pub fn free(&mut self, buffer: u32) -> Result<(), Failure> {
        self.memory(buffer)?;
        self.synchronise()?;
        self.buffers[buffer as usize] = None;
        Ok(())
    }

    /// The address of a buffer.
    ///
    /// # Errors
    /// There is no such buffer.
    pub fn address(&self, buffer: u32) -> Result<u64, Failure> {
        Ok(self.memory(buffer)?.address)
    }

    /// Copies bytes to the beginning of a buffer.
    ///
    /// # Errors
    /// There is no such buffer, or it is too small, or those of kernels that were started before.
    pub fn upload(&mut self, buffer: u32, bytes: &[u8]) -> Result<(), Failure> {
        self.memory(buffer)?.write(bytes, &self.stream)
    }

    /// Copies bytes from the beginning of a buffer, when the kernels that were started are done.
    ///
    /// # Errors
    /// There is no such buffer, or it is too small, or those of kernels that were started before.
    pub fn download(&mut self, buffer: u32, bytes: &mut [u8]) -> Result<(), Failure> {
        self.memory(buffer)?.read(bytes, &self.stream)
    }

    /// Compiles and loads a module.
    ///
    /// # Errors
    /// The driver's compiler does not take it, or those of kernels that were started before.
    pub fn load(&mut self, ptx: &str) -> Result<u32, Failure> {
        self.modules.push(Module::load(ptx)?);
        Ok(self.modules.len() as u32 - 1)
    }

    /// The bytes of each parameter of a kernel.
    ///
    /// # Errors
    /// There is no such module or kernel.
    pub fn parameters(&mut self, module: u32, kernel: &str) -> Result<&[usize], Failure> {
        Ok(&self.kernel(module, kernel)?.parameters)
    }

    /// Starts a kernel.
    ///
    /// # Errors
    /// No such kernel, or one that cannot be launched like this; those of kernels that were started before.
    pub fn launch(&mut self, launch: Launch<'_>) -> Result<(), Failure> {
        let kernel = self.prepare(launch)?;
        (self.is_running, self.elapsed) = (false, None);
        self.interval.around(&self.stream, || start(&kernel, launch, &self.stream))?;
        self.is_running = true;
        Ok(())
    }

    /// Waits for everything that was started.
    ///
    /// # Errors
    /// Those of kernels: the context is lost then.
    pub fn synchronise(&mut self) -> Result<(), Failure> {
        self.stream.synchronise()?;
        if self.is_running {
            self.is_running = false;
            self.elapsed = Some(self.interval.length()?);
        }
        Ok(())
    }

    /// How long the last kernel took that was waited for.
    pub fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    /// Starts a kernel over and over; gives the time of each counted run.
    ///
    /// # Errors
    /// As [`Session::launch`] and [`Session::synchronise`].
    pub fn benchmark(&mut self, launch: Launch<'_>, repetition: Repetition) -> Result<Vec<Duration>, Failure> {
        let kernel = self.prepare(launch)?;
        self.make_scratch(repetition)?;
        let scratch = self.scratch.as_ref().filter(|_| repetition.cold);
        repeat(repetition, &self.stream, scratch, || start(&kernel, launch, &self.stream))
    }

    /// Times a product of matrices of cuBLAS; nothing if it is not installed.
    ///
    /// # Errors
    /// There are no such buffers, or they are too small; the library fails; those of kernels that were started before.
    pub fn product(&mut self, product: &Product, repetition: Repetition) -> Result<Option<Vec<Duration>>, Failure> {
        if self.library.is_none() {
            self.library = Library::open(&self.stream)?;
        }
        self.make_scratch(repetition)?;
        let Some(library) = &self.library else { return Ok(None) };
        let matrices = [self.memory(product.a)?, self.memory(product.b)?, self.memory(product.c)?];
        let operands = Operands::new(product, matrices)?;
        let scratch = self.scratch.as_ref().filter(|_| repetition.cold);
        repeat(repetition, &self.stream, scratch, || library.start(&operands)).map(Some)
    }

    fn memory(&self, buffer: u32) -> Result<&Memory, Failure> {
        let memory = self.buffers.get(buffer as usize).and_then(Option::as_ref);
        memory.ok_or_else(|| Failure::handle(format!("there is no buffer {buffer}")))
    }

    fn kernel(&mut self, module: u32, kernel: &str) -> Result<&Kernel, Failure> {
        let found = self.modules.get_mut(module as usize);
        found.ok_or_else(|| Failure::handle(format!("there is no module {module}")))?.kernel(kernel)
    }

    fn make_scratch(&mut self, repetition: Repetition) -> Result<(), Failure> {
        if repetition.cold && self.scratch.is_none() {
            self.scratch = Some(Memory::new(2 * self.properties.l2_bytes)?);
        }
        Ok(())
    }

    /// The kernel, if it can be launched like this. The driver would say `invalid value` to all that is refused here.
    fn prepare(&mut self, launch: Launch<'_>) -> Result<Kernel, Failure> {
        let Launch { grid, block, shared_bytes, parameters, .. } = launch;
        let kernel = self.kernel(launch.module, launch.kernel)?.clone();
        check_parameters(&kernel, parameters)?;
        let (most_grid, most_block) = (self.properties.grid, self.properties.block);
        for (found, most, what) in [(grid, most_grid, "blocks"), (block, most_block, "threads")] {
            if found.contains(&0) || found.iter().zip(most).any(|(&found, most)| found > most) {
                return Err(Failure::launch(format!("{found:?} {what}: there can be 1 to {most:?}")));
            }
        }
        let threads: u64 = block.iter().map(|&extent| u64::from(extent)).product();
        if threads > u64::from(kernel.most_threads) {
            let most = kernel.most_threads;
            return Err(Failure::launch(format!("{threads} threads in a block, and the kernel takes at most {most}")));
        }
        let shared = u64::from(kernel.static_shared) + u64::from(shared_bytes);
        if shared > u64::from(self.properties.shared_bytes) {
            let most = self.properties.shared_bytes;
            let message = format!("{shared} bytes of shared memory, and a block has at most {most}");
            return Err(Failure::launch(message));
        }
        if shared > u64::from(USUAL_SHARED) {
            kernel.allow_shared(shared_bytes)?;
        }
        Ok(kernel)
    }
}

fn check_parameters(kernel: &Kernel, parameters: &[Vec<u8>]) -> Result<(), Failure> {
    let (found, wanted) = (parameters.len(), kernel.parameters.len());
    if found != wanted {
        return Err(Failure::launch(format!("{found} arguments for {wanted} parameters")));
    }
    let sizes = parameters.iter().map(Vec::len).zip(&kernel.parameters).enumerate();
    for (index, (found, &wanted)) in sizes {
        if found != wanted {
            return Err(Failure::launch(format!("{found} bytes for parameter {index}, which has {wanted}")));
        }
    }
    Ok(())
}

/// Starts a kernel that was prepared for this launch.
fn start(kernel: &Kernel, launch: Launch<'_>, stream: &Stream) -> Result<(), Failure> {
    let mut pointers: Vec<*mut c_void> =
        launch.parameters.iter().map(|value| value.as_ptr().cast_mut().cast()).collect();
    let triple = |[x, y, z]: [u32; 3]| (x, y, z);
    // SAFETY: there is a value of the right size for each parameter (`check_parameters`), and the driver copies them before it
    // returns. What the kernel does to memory is its own affair; see the notes on the package.
    let started = unsafe {
        result::launch_kernel(
            kernel.function,
            triple(launch.grid),
            triple(launch.block),
            launch.shared_bytes,
            stream.0,
            &mut pointers,
        )
    };
    started.map_err(Failure::of(Stage::Launch))
}

fn properties(device: sys::CUdevice, driver: u32) -> Result<Properties, Failure> {
    let failure = Failure::of(Stage::Device);
    let attribute = |attribute| {
        // SAFETY: the driver has named the device.
        let value = unsafe { result::device::get_attribute(device, attribute) }.map_err(&failure)?;
        Ok(u32::try_from(value).unwrap_or(0))
    };
    let kilohertz = |value: u32| 1e3 * f64::from(value);
    let memory_clock = kilohertz(attribute(Attribute::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)?);
    let bus_bits = attribute(Attribute::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)?;
    Ok(Properties {
        name: result::device::get_name(device).map_err(&failure)?,
        multiprocessors: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        clock: kilohertz(attribute(Attribute::CU_DEVICE_ATTRIBUTE_CLOCK_RATE)?),
        // Two transfers in a clock.
        bandwidth: 2.0 * memory_clock * f64::from(bus_bits) / 8.0,
        l2_bytes: attribute(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?.into(),
        // SAFETY: the driver has named the device.
        memory_bytes: unsafe { result::device::total_mem(device) }.map_err(&failure)? as u64,
        shared_bytes: attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
        grid: [
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)?,
        ],
        block: [
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)?,
        ],
        capability: (
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        driver,
    })
}
