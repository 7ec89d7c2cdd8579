//! A launch as a state machine, whose states are types.
//!
//! ```text
//! Uninitialised ─open─▶ Initialised ─compile─▶ Compiled ─allocate─▶ Allocated ─launch─▶ Launched ─synchronise─▶ Ready
//!                                                                       ▲                                         │
//!                                                                       └──────────────────again──────────────────┘
//! ```
//!
//! Each transition consumes the state that it leaves. It gives the next one, or [`Failed`], which holds the error and gives the
//! device back. What a state promises holds as long as there is a value of its type:
//!
//! | state | what holds | because |
//! |---|---|---|
//! | [`Uninitialised`] | there is no device | it has none |
//! | [`Initialised`] | no module is loaded | it has none |
//! | [`Compiled`] | a module is loaded and has the kernel | [`Session::compile`] looks |
//! | [`Allocated`] | memory is allocated | [`Session::allocate`] takes no launch without any; for [`Session::bind`] the caller answers |
//! | [`Launched`] | the kernel is in flight | only [`Session::launch`] makes it, and nothing is waited for |
//! | [`Ready`] | an output has as many bytes as its buffer | [`Session::output`] looks |
//! | [`Failed`] | an error is recorded | it has one |
//!
//! ```
//! use ptxlint::device::{Cpu, DeviceError, Session};
//! use ptxlint::kernels::{LaunchConfig, ParameterValue};
//!
//! let ptx = ".version 8.0\n.target sm_80\n.address_size 64\n.entry answer(.param .u64 out) {
//!     .reg .b64 %rd<2>;
//!     ld.param.u64 %rd1, [out];
//!     st.global.u32 [%rd1], 42;
//!     ret;
//! }";
//! let mut cpu = Cpu::new();
//! let compiled = Session::new().open(&mut cpu).compile(ptx, "answer")?;
//! let allocated = compiled.allocate(&[ParameterValue::Zeros(1)])?;
//! let mut ready = allocated.launch(LaunchConfig::new([1; 3], [1; 3]))?.synchronise()?;
//! assert_eq!(ready.output(0, 4), Ok(vec![42, 0, 0, 0]));
//! # Ok::<(), DeviceError>(())
//! ```

#[cfg(doctest)]
mod mutations;

use super::fill::fill;
use super::signature::{self, KernelFormal};
use super::{Arg, Buffer, Device, DeviceError, LoadedModule};
use crate::launch::{LaunchConfig, ParameterValue};
use std::fmt;
use std::time::{Duration, Instant};

/// A launch in one of its states.
#[must_use = "a launch that goes no further does nothing"]
pub struct Session<S> {
    state: S,
}

/// There is no device yet.
pub struct Uninitialised(());

/// There is a device, and nothing of this launch is on it.
pub struct Initialised<'d> {
    device: &'d mut dyn Device,
}

/// A module is loaded and has the kernel.
pub struct Compiled<'d> {
    device: &'d mut dyn Device,
    module: LoadedModule,
    kernel: String,
    parameters: Vec<KernelFormal>,
}

/// There are buffers, and an argument for each parameter.
pub struct Allocated<'d> {
    compiled: Compiled<'d>,
    args: Vec<Arg>,
    /// Bytes of the buffer of each parameter that has one.
    sizes: Vec<Option<usize>>,
}

/// The kernel is in flight.
pub struct Launched<'d> {
    allocated: Allocated<'d>,
    started: Instant,
}

/// The kernel has ended.
pub struct Ready<'d> {
    allocated: Allocated<'d>,
    time: Duration,
}

/// A transition was not possible.
pub struct Failed<'d> {
    device: &'d mut dyn Device,
    error: DeviceError,
    transition: Transition,
}

/// A way from one state to another that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transition {
    /// From initialised to compiled.
    Compile,
    /// From compiled to allocated.
    Allocate,
    /// From allocated to launched.
    Launch,
    /// From launched to ready.
    Synchronise,
}

/// What a transition comes to.
pub type Next<'d, S> = Result<Session<S>, Failed<'d>>;

impl Session<Uninitialised> {
    /// A launch for which there is no device yet.
    pub const fn new() -> Self {
        Self { state: Uninitialised(()) }
    }

    /// Takes a device.
    pub fn open(self, device: &mut dyn Device) -> Session<Initialised<'_>> {
        Session { state: Initialised { device } }
    }
}

impl Default for Session<Uninitialised> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'d> Session<Initialised<'d>> {
    /// Loads a module and finds its kernel.
    ///
    /// # Errors
    /// The device does not take the module, or it does not have the kernel.
    pub fn compile(self, ptx: &str, kernel: &str) -> Next<'d, Compiled<'d>> {
        let device = self.state.device;
        match device.load(ptx).and_then(|module| Ok((module, signature::parameters(ptx, kernel)?))) {
            Ok((module, parameters)) => {
                Ok(Session { state: Compiled { device, module, kernel: kernel.to_string(), parameters } })
            }
            Err(error) => Err(Failed { device, error, transition: Transition::Compile }),
        }
    }
}

impl<'d> Session<Compiled<'d>> {
    /// The kernel's parameters.
    pub fn parameters(&self) -> &[KernelFormal] {
        &self.state.parameters
    }

    /// Makes and fills the buffers.
    ///
    /// # Errors
    /// There is not one value for each parameter, not enough memory for all of them, or no memory at all: nobody sees what a
    /// kernel without buffers does. No buffer is left then.
    pub fn allocate(self, values: &[ParameterValue]) -> Next<'d, Allocated<'d>> {
        let compiled = self.state;
        match make(compiled.device, values, compiled.parameters.len()) {
            Ok(args) => {
                let size = |value: &ParameterValue| value.is_buffer().then(|| value.buffer_bytes() as usize);
                let sizes = values.iter().map(size).collect();
                Ok(Session { state: Allocated { compiled, args, sizes } })
            }
            Err(error) => Err(Failed { device: compiled.device, error, transition: Transition::Allocate }),
        }
    }
}

impl<'d> Session<Compiled<'d>> {
    /// Takes arguments whose buffers the caller has made, and gives back: [`Session::output`] knows nothing of their sizes.
    ///
    /// # Errors
    /// There is not one for each parameter.
    pub fn bind(self, args: &[Arg]) -> Next<'d, Allocated<'d>> {
        let compiled = self.state;
        match check_count(args.len(), compiled.parameters.len()) {
            Ok(()) => {
                let sizes = vec![None; args.len()];
                Ok(Session { state: Allocated { compiled, args: args.to_vec(), sizes } })
            }
            Err(error) => Err(Failed { device: compiled.device, error, transition: Transition::Allocate }),
        }
    }
}

fn make(device: &mut dyn Device, values: &[ParameterValue], parameters: usize) -> Result<Vec<Arg>, DeviceError> {
    check_count(values.len(), parameters)?;
    if values.iter().all(|value| value.buffer_bytes() == 0) {
        let message = "no argument is a buffer, so there is nothing that the kernel can leave";
        return Err(DeviceError::Launch(message.to_string()));
    }
    fill(device, values)
}

fn check_count(arguments: usize, parameters: usize) -> Result<(), DeviceError> {
    if arguments == parameters {
        return Ok(());
    }
    Err(DeviceError::Launch(format!("{arguments} arguments for {parameters} parameters")))
}

impl<'d> Session<Allocated<'d>> {
    /// Gives a parameter another value of the same kind and size.
    ///
    /// # Errors
    /// It is of another kind or size, or the device does not take it.
    pub fn write(&mut self, parameter: usize, value: &ParameterValue) -> Result<(), DeviceError> {
        let Some(new) = Arg::of_number(value) else {
            let bytes = value.as_bytes();
            let buffer = self.state.buffer(parameter, bytes.len())?;
            return self.state.compiled.device.upload(buffer, &bytes);
        };
        match (&new, self.state.args.get_mut(parameter)) {
            (Arg::Bytes(bytes), Some(Arg::Bytes(old))) if old.len() == bytes.len() => old.clone_from(bytes),
            (Arg::Integer(_), Some(old @ Arg::Integer(_))) | (Arg::Float(_), Some(old @ Arg::Float(_))) => *old = new,
            _ => {
                let bytes = value.element_bytes();
                return Err(DeviceError::Handle(format!("parameter {parameter} is not a number of {bytes} bytes")));
            }
        }
        Ok(())
    }

    /// Starts the kernel.
    ///
    /// # Errors
    /// The shape or the arguments are not what the kernel takes, or it faults at once.
    pub fn launch(self, config: LaunchConfig) -> Next<'d, Launched<'d>> {
        let allocated = self.state;
        let Compiled { device, module, kernel, parameters } = allocated.compiled;
        let started = Instant::now();
        match device.launch(module, &kernel, config, &allocated.args) {
            Ok(()) => {
                let compiled = Compiled { device, module, kernel, parameters };
                Ok(Session { state: Launched { allocated: Allocated { compiled, ..allocated }, started } })
            }
            Err(error) => Err(Failed { device, error, transition: Transition::Launch }),
        }
    }
}

impl Allocated<'_> {
    /// The buffer of a parameter, which has so many bytes.
    fn buffer(&self, parameter: usize, bytes: usize) -> Result<Buffer, DeviceError> {
        let wrong = |message: String| Err(DeviceError::Handle(message));
        match (self.args.get(parameter), self.sizes.get(parameter).copied().flatten()) {
            (Some(Arg::Buffer(buffer)), Some(size)) if size == bytes => Ok(*buffer),
            (_, Some(size)) => wrong(format!("{bytes} bytes of parameter {parameter}, whose buffer has {size}")),
            _ => wrong(format!("parameter {parameter} has no buffer")),
        }
    }
}

impl<'d> Session<Launched<'d>> {
    /// Waits for the end of the kernel.
    ///
    /// # Errors
    /// What the kernel did is undefined, or it never ends.
    pub fn synchronise(self) -> Next<'d, Ready<'d>> {
        let Launched { allocated, started } = self.state;
        let device = allocated.compiled.device;
        match device.synchronise() {
            Ok(()) => {
                let time = device.elapsed().unwrap_or_else(|| started.elapsed());
                let compiled = Compiled { device, ..allocated.compiled };
                Ok(Session { state: Ready { allocated: Allocated { compiled, ..allocated }, time } })
            }
            Err(error) => Err(Failed { device, error, transition: Transition::Synchronise }),
        }
    }
}

impl<'d> Session<Ready<'d>> {
    /// How long the launch took, by the device's clock, if it has one.
    pub fn time(&self) -> Duration {
        self.state.time
    }

    /// What the buffer of a parameter holds: `bytes` bytes, all of it.
    ///
    /// # Errors
    /// The parameter has no buffer, or one of another size.
    pub fn output(&mut self, parameter: usize, bytes: usize) -> Result<Vec<u8>, DeviceError> {
        let buffer = self.state.allocated.buffer(parameter, bytes)?;
        let mut found = vec![0; bytes];
        self.state.allocated.compiled.device.download(buffer, &mut found)?;
        Ok(found)
    }

    /// For the next launch, with the buffers as they are.
    pub fn again(self) -> Session<Allocated<'d>> {
        Session { state: self.state.allocated }
    }

    /// Gives the buffers back that [`Session::allocate`] has made, and the device.
    ///
    /// # Errors
    /// The device has lost a buffer.
    pub fn finish(self) -> Result<(), Failed<'d>> {
        let Allocated { compiled: Compiled { device, .. }, args, sizes } = self.state.allocated;
        let own = args.iter().zip(sizes).filter(|(_, size)| size.is_some());
        let mut buffers = own.filter_map(|(arg, _)| if let Arg::Buffer(buffer) = arg { Some(*buffer) } else { None });
        match buffers.try_for_each(|buffer| device.free(buffer)) {
            Ok(()) => Ok(()),
            Err(error) => Err(Failed { device, error, transition: Transition::Synchronise }),
        }
    }
}

impl<'d> Failed<'d> {
    /// Why.
    pub fn error(&self) -> &DeviceError {
        &self.error
    }

    /// Which transition it was.
    pub fn transition(&self) -> Transition {
        self.transition
    }

    /// The device, for another launch.
    pub fn into_device(self) -> &'d mut dyn Device {
        self.device
    }
}

impl From<Failed<'_>> for DeviceError {
    fn from(failed: Failed<'_>) -> Self {
        failed.error
    }
}

impl fmt::Debug for Failed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Failed").field("error", &self.error).field("transition", &self.transition).finish()
    }
}

impl fmt::Display for Failed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}
