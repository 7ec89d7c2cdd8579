//! What the driver gives and wants back: contexts, streams, memory, events.

use crate::failure::{Failure, Stage};
use cudarc::driver::result::{self, DriverError, event, primary_ctx, stream};
use cudarc::driver::sys;
use std::ffi::c_int;
use std::time::Duration;

/// The oldest driver that tells the sizes of parameters.
const OLDEST: u32 = 12_040;

/// Loads the driver; gives its version.
pub fn load() -> Result<u32, Failure> {
    // SAFETY: it only loads the library of the driver, whose initialisers are as safe as those of any system library.
    if !unsafe { sys::is_culib_present() } {
        return Err(Failure::new(Stage::Device, "CUDA_ERROR_NO_DRIVER", "there is no CUDA driver"));
    }
    let failure = Failure::of(Stage::Device);
    result::init().map_err(&failure)?;
    let mut version: c_int = 0;
    // SAFETY: the driver writes a number.
    unsafe { sys::cuDriverGetVersion(&mut version) }.result().map_err(failure)?;
    let version = u32::try_from(version).unwrap_or(0);
    if version < OLDEST {
        let [found, wanted] = [version, OLDEST].map(|version| format!("{}.{}", version / 1000, version % 1000 / 10));
        let message = format!("the driver is for CUDA {found}, and at least {wanted} is needed");
        return Err(Failure::new(Stage::Device, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", message));
    }
    Ok(version)
}

/// A GPU by its number, the first being 0.
pub fn device(ordinal: u32) -> Result<sys::CUdevice, Failure> {
    let failure = Failure::of(Stage::Device);
    let count = result::device::get_count().map_err(&failure)?;
    match c_int::try_from(ordinal) {
        Ok(number) if number < count => result::device::get(number).map_err(failure),
        _ => {
            let message = format!("there is no GPU {ordinal}: there are {count}");
            Err(Failure::new(Stage::Device, "CUDA_ERROR_INVALID_DEVICE", message))
        }
    }
}

/// The context of a device, current in this thread.
pub struct Context(sys::CUdevice);

impl Context {
    pub fn of(device: sys::CUdevice) -> Result<Self, Failure> {
        // SAFETY: the driver has named the device.
        let context = unsafe { primary_ctx::retain(device) }.map_err(Failure::of(Stage::Device))?;
        let owned = Self(device);
        // SAFETY: the context is there until it is released.
        unsafe { result::ctx::set_current(context) }.map_err(Failure::of(Stage::Device))?;
        Ok(owned)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it was retained once, and everything in it is gone: it is dropped last.
        let _ = unsafe { primary_ctx::release(self.0) };
    }
}

/// What is done one after another.
pub struct Stream(pub sys::CUstream);

impl Stream {
    /// The current context's; it does not wait for others, nor others for it.
    pub fn new() -> Result<Self, Failure> {
        stream::create(stream::StreamKind::NonBlocking).map(Self).map_err(Failure::of(Stage::Device))
    }

    /// Waits for everything that was started.
    pub fn synchronise(&self) -> Result<(), Failure> {
        // SAFETY: the stream is there until it is dropped.
        unsafe { stream::synchronize(self.0) }.map_err(Failure::of(Stage::Run))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // SAFETY: it was created, and nobody else destroys it.
        let _ = unsafe { stream::destroy(self.0) };
    }
}

/// Memory of the device.
pub struct Memory {
    pub address: sys::CUdeviceptr,
    pub bytes: u64,
}

impl Memory {
    /// Memory whose bytes are undefined.
    pub fn new(bytes: u64) -> Result<Self, Failure> {
        let failure = Failure::of(Stage::Memory);
        let size = usize::try_from(bytes).map_err(|_| failure(DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY)))?;
        // SAFETY: a context is current; the driver refuses what it cannot give, and also nothing.
        let address = unsafe { result::malloc_sync(size.max(1)) }.map_err(failure)?;
        Ok(Self { address, bytes })
    }

    /// Copies bytes to its beginning.
    pub fn write(&self, bytes: &[u8], stream: &Stream) -> Result<(), Failure> {
        self.check(bytes.len(), "into")?;
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: there are as many bytes on both sides, and both are there until the copy is done, for which we wait, also if it
        // could not be started.
        let started = unsafe { result::memcpy_htod_async(self.address, bytes, stream.0) };
        let ended = stream.synchronise();
        started.map_err(Failure::of(Stage::Memory)).and(ended)
    }

    /// Copies bytes from its beginning.
    pub fn read(&self, bytes: &mut [u8], stream: &Stream) -> Result<(), Failure> {
        self.check(bytes.len(), "out of")?;
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: as for `write`.
        let started = unsafe { result::memcpy_dtoh_async(bytes, self.address, stream.0) };
        let ended = stream.synchronise();
        started.map_err(Failure::of(Stage::Memory)).and(ended)
    }

    /// Writes all of it, sometime.
    pub fn overwrite(&self, stream: &Stream) -> Result<(), Failure> {
        if self.bytes == 0 {
            return Ok(());
        }
        // SAFETY: all of the bytes are its own; they are freed only after the stream was waited for.
        unsafe { result::memset_d8_async(self.address, 0, self.bytes as usize, stream.0) }
            .map_err(Failure::of(Stage::Memory))
    }

    fn check(&self, bytes: usize, way: &str) -> Result<(), Failure> {
        if bytes as u64 <= self.bytes {
            return Ok(());
        }
        Err(Failure::handle(format!("{bytes} bytes {way} a buffer of {}", self.bytes)))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // After a fault everything fails, this, too; the process gives the memory back.
        // SAFETY: it was allocated, and nobody has freed it. The driver waits for what still uses it.
        let _ = unsafe { result::free_sync(self.address) };
    }
}

/// A point in a stream whose time the device takes.
pub struct Event(sys::CUevent);

impl Event {
    pub fn new() -> Result<Self, Failure> {
        event::create(sys::CUevent_flags::CU_EVENT_DEFAULT).map(Self).map_err(Failure::of(Stage::Device))
    }

    /// Takes the time when the stream has come here.
    pub fn record(&self, stream: &Stream) -> Result<(), Failure> {
        // SAFETY: both are of the same context, and there.
        unsafe { event::record(self.0, stream.0) }.map_err(Failure::of(Stage::Launch))
    }

    /// The time until another event. Both must have passed.
    pub fn until(&self, later: &Self) -> Result<Duration, Failure> {
        type ElapsedTime = unsafe extern "C" fn(*mut f32, sys::CUevent, sys::CUevent) -> sys::CUresult;
        let mut milliseconds = 0.0;
        // The bindings know the second version of this function alone, which older drivers do not have.
        // SAFETY: the driver is loaded, and the type is that of its manual. The events are there, and a number is written.
        let result = unsafe {
            match sys::culib().get::<ElapsedTime>(b"cuEventElapsedTime\0") {
                Ok(elapsed_time) => elapsed_time(&mut milliseconds, self.0, later.0),
                Err(_) => sys::CUresult::CUDA_ERROR_NOT_SUPPORTED,
            }
        };
        result.result().map_err(Failure::of(Stage::Device))?;
        Ok(Duration::from_secs_f64(f64::from(milliseconds.max(0.0)) / 1e3))
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: it was created, and nobody else destroys it.
        let _ = unsafe { event::destroy(self.0) };
    }
}
