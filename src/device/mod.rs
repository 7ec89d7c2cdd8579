//! Devices that run kernels, behind one trait: [`Device`].
//!
//! [`Cpu`] interprets PTX on the processor, strictly: what is undefined on a GPU is a [`Fault`] here, with the instruction and the
//! thread. What it does not implement it refuses by name. With the feature
//! `cuda` there are `Cuda`, a GPU, and `Remote`, a device in a process of its own.

mod coverage;
mod cpu;
#[cfg(feature = "cuda")]
mod cuda;
mod error;
mod fill;
mod forward;
mod host;
mod image;
mod link;
#[cfg(feature = "cuda")]
mod remote;
mod schedule;
pub mod session;
mod signature;
mod tensor_map;

pub use coverage::{InstructionCoverage, InstructionKind, KernelCoverage, Share};
pub use cpu::{
    Checks, Cpu, GivenVariables, KernelInfo, MOST_SHARED, MemoryTraffic, ObjectFilling, Statistics, Traffic, check_text,
};
#[cfg(feature = "cuda")]
pub use cuda::Cuda;
use fill::fill;

pub use error::{DeviceError, Fault, FaultKind, FaultReport, OtherAccess, ThreadIndex};
pub(crate) use host::demand_memory as demand_host_memory;
pub use image::{AddressMode, Image, ImageObject, Sampler, TexelClass, TexelFormat};
pub use link::link;
pub use schedule::Schedule;
pub use session::{Failed, Session};
pub use signature::{KernelFormal, kernels, parameters, variable};
pub use tensor_map::{PixelBox, TENSOR_MAP_BYTES, TensorElement, TensorMap, TensorSwizzle};

#[cfg(feature = "cuda")]
pub use remote::{DeviceIdentity, Remote, WorkerProcess, serve};

use crate::launch::{LaunchConfig, ParameterValue};
use std::time::{Duration, Instant};

/// A buffer in the global memory of a device.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct Buffer(pub(crate) u32);

impl Buffer {
    /// The number by which its device knows it, for those who cannot keep the buffer itself.
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The buffer of a number that [`Buffer::number`] gave; devices refuse numbers that they have not given.
    pub const fn of_number(number: u32) -> Self {
        Self(number)
    }
}

/// A module that a device has loaded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct LoadedModule(pub(crate) u32);

/// How often a launch is repeated to be timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct Repetition {
    /// Runs before those that count.
    pub warm_up: u32,
    /// Runs that count.
    pub runs: u32,
    /// Empty the level 2 cache before each run, where there is one.
    pub cold: bool,
}

/// What a GPU is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct Properties {
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
    /// Major and minor compute capability.
    pub capability: (u32, u32),
    /// Version of the driver, as `major * 1000 + minor * 10`.
    pub driver: u32,
}

impl Properties {
    /// Single-precision operations a second at most, a multiply-add being two; nothing for devices that are not known (CUDA C++
    /// Programming Guide, "Arithmetic Instructions").
    pub fn peak_single(&self) -> Option<f64> {
        let units = match self.capability {
            (7, _) | (8, 0) => 64.0,
            (8..=12, _) => 128.0,
            _ => return None,
        };
        Some(2.0 * units * f64::from(self.multiprocessors) * self.clock)
    }

    /// Operations per second at most of tensor cores on half-precision numbers without sparsity, a multiply-add being two; nothing for
    /// devices that are not known (NVIDIA's architecture papers: Turing, Ampere, Ada, Hopper, Blackwell).
    pub fn peak_half(&self) -> Option<f64> {
        let multiply_adds = match self.capability {
            (7, 5) | (8, 6..) | (12, _) => 512.0,
            (8, 0) => 1024.0,
            (9, _) => 2048.0,
            (10, _) => 4096.0,
            _ => return None,
        };
        Some(2.0 * multiply_adds * f64::from(self.multiprocessors) * self.clock)
    }
}

/// `C = A B` of row-major matrices in single precision: `A` is `m × k`, `B` is `k × n`, `C` is `m × n`. With `m = 1` it is a product of
/// a vector and a matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct Product {
    /// Rows of `A`.
    pub m: u32,
    /// Columns of `B`.
    pub n: u32,
    /// Columns of `A`.
    pub k: u32,
    /// `A`
    pub a: Buffer,
    /// `B`
    pub b: Buffer,
    /// `C`
    pub c: Buffer,
}

/// The value of a kernel's parameter.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub enum Arg {
    /// The address of a buffer.
    Buffer(Buffer),
    /// The address of a byte within a buffer.
    BufferAt(Buffer, u64),
    /// The bytes of the parameter, little-endian.
    Bytes(Vec<u8>),
    /// The bytes of a structure, and the addresses in it: at which byte, of which buffer, and how far into it.
    Structure(Vec<u8>, Vec<(usize, Buffer, u64)>),
    /// An integer of the parameter's size.
    Integer(i64),
    /// A floating-point number of the parameter's size.
    Float(#[cfg_attr(feature = "cuda", serde(with = "remote::bits"))] f64),
}

impl Arg {
    /// The argument of a value that needs no buffer.
    fn of_number(value: &ParameterValue) -> Option<Self> {
        match value {
            value if value.is_buffer() => None,
            ParameterValue::Integer(integer) => Some(Self::Integer(*integer)),
            ParameterValue::Float(number) => Some(Self::Float(*number)),
            other => Some(Self::Bytes(other.to_bytes())),
        }
    }

    /// The bytes of a parameter of this size; not as many if the value has a different size.
    fn bytes(&self, size: usize, address: impl Fn(Buffer) -> Result<u64, DeviceError>) -> Result<Vec<u8>, DeviceError> {
        Ok(match *self {
            Self::Bytes(ref bytes) => bytes.clone(),
            Self::Structure(ref bytes, ref pointers) => {
                let mut bytes = bytes.clone();
                for &(at, buffer, offset) in pointers {
                    let pointer = address(buffer)?.wrapping_add(offset).to_le_bytes();
                    let place = bytes.get_mut(at..).and_then(|rest| rest.first_chunk_mut());
                    *place.ok_or_else(|| DeviceError::Launch(format!("an address at byte {at} of {size}")))? = pointer;
                }
                bytes
            }
            Self::Integer(integer) => integer.to_le_bytes()[..size.min(8)].to_vec(),
            Self::Float(number) if size == 4 => (number as f32).to_le_bytes().to_vec(),
            Self::Float(number) => number.to_le_bytes().to_vec(),
            Self::Buffer(buffer) => address(buffer)?.to_le_bytes().to_vec(),
            Self::BufferAt(buffer, offset) => address(buffer)?.wrapping_add(offset).to_le_bytes().to_vec(),
        })
    }
}

impl From<Buffer> for Arg {
    fn from(buffer: Buffer) -> Self {
        Arg::Buffer(buffer)
    }
}

macro_rules! arg_from_number {
    ($($ty:ty)*) => {$(
        impl From<$ty> for Arg {
            fn from(number: $ty) -> Self {
                Arg::Bytes(number.to_le_bytes().to_vec())
            }
        }
    )*};
}

arg_from_number!(u8 i8 u16 i16 u32 i32 u64 i64 f32 f64);

/// Something that runs kernels.
pub trait Device {
    /// What the device is, in words.
    fn name(&self) -> String;

    /// Makes a buffer. Its bytes have no values until they are written.
    ///
    /// # Errors
    /// Not enough memory.
    fn alloc(&mut self, bytes: u64) -> Result<Buffer, DeviceError>;

    /// Gives a buffer back.
    ///
    /// # Errors
    /// The buffer is none of this device.
    fn free(&mut self, buffer: Buffer) -> Result<(), DeviceError>;

    /// Copies bytes into a buffer, from its beginning.
    ///
    /// # Errors
    /// The buffer is none of this device, or too small.
    fn upload(&mut self, buffer: Buffer, bytes: &[u8]) -> Result<(), DeviceError>;

    /// Copies the bytes of a buffer out, from its beginning.
    ///
    /// # Errors
    /// The buffer is none of this device, or too small.
    fn download(&mut self, buffer: Buffer, bytes: &mut [u8]) -> Result<(), DeviceError>;

    /// Loads a module from its text.
    ///
    /// # Errors
    /// The text is no PTX that the device takes.
    fn load(&mut self, ptx: &str) -> Result<LoadedModule, DeviceError>;

    /// Starts a kernel. Errors of the launch itself come back at once, those of running it here or from
    /// [`Device::synchronise`].
    ///
    /// # Errors
    /// No such kernel, arguments that do not fit its parameters, too much shared memory, an instruction that the device does
    /// not take, a fault.
    fn launch(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
    ) -> Result<(), DeviceError>;

    /// Waits for everything that was started.
    ///
    /// # Errors
    /// A fault of a kernel that was started before.
    fn synchronise(&mut self) -> Result<(), DeviceError>;

    /// How long the last kernel took by the device's own clock, if it has one.
    fn elapsed(&self) -> Option<Duration> {
        None
    }

    /// What a GPU is made of; nothing of a device whose times tell nothing about GPUs.
    fn properties(&self) -> Option<Properties> {
        None
    }

    /// What the kernels that were launched have executed; nothing of a device that does not count.
    fn coverage(&self) -> Vec<KernelCoverage> {
        Vec::new()
    }

    /// Bytes of global memory in which races were not looked for, for want of memory, in the launch with the most of them. Devices that
    /// never look for races do not tell.
    fn unwatched(&self) -> u64 {
        0
    }

    /// Bytes of global memory that are free.
    ///
    /// # Errors
    /// The device does not tell.
    fn free_memory(&mut self) -> Result<u64, DeviceError>;

    /// Starts a kernel over and over, and gives the time of each counted run by the device's own clock, or the host's.
    ///
    /// # Errors
    /// As [`Device::launch`] and [`Device::synchronise`].
    fn benchmark(
        &mut self,
        module: LoadedModule,
        kernel: &str,
        config: LaunchConfig,
        args: &[Arg],
        repetition: Repetition,
    ) -> Result<Vec<Duration>, DeviceError> {
        let mut run = || {
            let started = Instant::now();
            self.launch(module, kernel, config, args)?;
            self.synchronise()?;
            Ok(self.elapsed().unwrap_or_else(|| started.elapsed()))
        };
        for _ in 0..repetition.warm_up {
            run()?;
        }
        (0..repetition.runs).map(|_| run()).collect()
    }

    /// Times a product of matrices of the vendor's library, as [`Device::benchmark`] does; nothing if there is no such library.
    ///
    /// # Errors
    /// The buffers are none of this device or too small, or the library fails.
    fn library_product(
        &mut self,
        _product: &Product,
        _repetition: Repetition,
    ) -> Result<Option<Vec<Duration>>, DeviceError> {
        Ok(None)
    }

    /// Makes buffers and arguments of a kernel's values; see [`crate::kernels::Kernel::inputs`] and [`crate::launch::Launch`].
    ///
    /// # Errors
    /// Not enough memory.
    fn arguments(&mut self, values: &[ParameterValue]) -> Result<Vec<Arg>, DeviceError> {
        fill(self, values)
    }
}
