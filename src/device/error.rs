//! What goes wrong on a device.

use crate::span::Span;
use std::fmt;

/// Why a device did not do what it was told.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub enum DeviceError {
    /// The text is no PTX: what is wrong, where, and in which line.
    Syntax {
        /// What is wrong.
        message: String,
        /// Where.
        span: Span,
        /// Line in the module, from 1.
        line: u32,
    },
    /// The interpreter's table of instructions says that no assembler would take the module.
    Illegal {
        /// What is wrong.
        message: String,
        /// Where.
        span: Span,
        /// Line in the module, from 1.
        line: u32,
    },
    /// An instruction, or a form of it, that the device does not implement.
    Unsupported {
        /// The instruction or feature by name.
        what: String,
        /// Where.
        span: Span,
        /// Line in the module, from 1.
        line: u32,
    },
    /// The module has no kernel of this name.
    UnknownKernel {
        /// The name.
        kernel: String,
        /// The kernels that the module has.
        known: Vec<String>,
    },
    /// The arguments do not fit the parameters, or the shape of the launch is none.
    Launch(String),
    /// There is no such buffer or module, or it is too small.
    Handle(String),
    /// Not enough memory.
    OutOfMemory {
        /// How many bytes are needed; `u64::MAX` for more than can be counted.
        bytes: u64,
        /// How many are free, if that is known.
        free: Option<u64>,
    },
    /// The device itself failed, or there is none.
    Internal(String),
    /// The compiler of the device does not take the module: what it says.
    Rejected(String),
    /// The kernel was ended by the device: the name of the error and a sentence about it.
    Crash {
        /// Such as `CUDA_ERROR_ILLEGAL_ADDRESS`.
        name: String,
        /// What it means.
        message: String,
    },
    /// The kernel ran for longer than it was allowed.
    TimeLimit {
        /// How long that is.
        seconds: f64,
    },
    /// The kernel did something that is undefined or never ends.
    Fault(Box<Fault>),
    /// Somebody has ended the run, and the launch with it.
    Interrupted,
    /// The device was lost by an earlier error, and with it all buffers and modules.
    Lost(Box<DeviceError>),
}

impl DeviceError {
    /// Whether the device is lost by it: whatever is asked of it from now on fails.
    pub const fn is_loss(&self) -> bool {
        matches!(self, Self::Crash { .. } | Self::TimeLimit { .. } | Self::Interrupted | Self::Lost(_))
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { message, line, .. } | Self::Illegal { message, line, .. } => {
                write!(f, "line {line}: {message}")
            }
            Self::Unsupported { what, line, .. } => write!(f, "line {line}: the interpreter does not implement {what}"),
            Self::UnknownKernel { kernel, known } if known.is_empty() => {
                write!(f, "no kernel `{kernel}`: the module has none")
            }
            Self::UnknownKernel { kernel, known } => {
                write!(f, "no kernel `{kernel}`: the module has `{}`", known.join("`, `"))
            }
            Self::Launch(message) | Self::Handle(message) | Self::Internal(message) => f.write_str(message),
            Self::Rejected(log) => write!(f, "the module is rejected: {log}"),
            Self::Crash { name, message } => write!(f, "{name}: {message}"),
            Self::TimeLimit { seconds } => write!(f, "still running after {seconds} s"),
            Self::OutOfMemory { bytes, free } => {
                f.write_str("not enough memory: ")?;
                match *bytes {
                    u64::MAX => f.write_str("2^64 bytes or more are needed")?,
                    _ => write!(f, "{bytes} bytes are needed")?,
                }
                free.map_or(Ok(()), |free| write!(f, ", and {free} are free"))
            }
            Self::Fault(fault) => fault.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
            Self::Lost(reason) => write!(f, "the device was lost before: {reason}"),
        }
    }
}

impl std::error::Error for DeviceError {}

/// What kind of undefined behaviour a kernel showed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub enum FaultKind {
    /// An access outside all memory that there is.
    OutOfBounds,
    /// An address that is no multiple of the access's size.
    Misaligned,
    /// A value that nobody wrote decides about control, an address or a result.
    Uninitialised,
    /// Two threads access the same bytes without order, and one writes.
    Race,
    /// Threads wait at barriers for threads that never come.
    Deadlock,
    /// Threads of a warp wait at different barrier instructions that want the whole warp.
    BarrierDivergence,
    /// A warp instruction names or reads a lane that does not take part.
    InactiveLane,
    /// The kernel ran for more steps than it was allowed.
    StepLimit,
    /// The launch took longer than it was allowed.
    TimeLimit,
    /// Calls nest too deep.
    StackOverflow,
    /// `trap`, or a branch or call to a place that does not exist.
    Trap,
    /// A call of `__assertfail`.
    Assertion,
    /// An operand has a value that the instruction does not take.
    InvalidOperand,
    /// The interpreter does not implement what an instruction does with these values: a limit of ours, which ends the launch as
    /// [`DeviceError::Unsupported`] and is never reported as a fault of the kernel.
    Unsupported,
}

impl FaultKind {
    /// The kind in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OutOfBounds => "out of bounds",
            Self::Misaligned => "misaligned",
            Self::Uninitialised => "uninitialised",
            Self::Race => "data race",
            Self::Deadlock => "deadlock",
            Self::BarrierDivergence => "divergent barrier",
            Self::InactiveLane => "inactive lane",
            Self::StepLimit => "steps without end",
            Self::TimeLimit => "time limit",
            Self::StackOverflow => "stack overflow",
            Self::Trap => "trap",
            Self::Assertion => "failed assertion",
            Self::InvalidOperand => "invalid operand",
            Self::Unsupported => "not implemented",
        }
    }
}

impl From<Box<Fault>> for DeviceError {
    fn from(fault: Box<Fault>) -> Self {
        match fault.kind {
            FaultKind::Unsupported => Self::Unsupported { what: fault.message, span: fault.span, line: fault.line },
            _ => Self::Fault(fault),
        }
    }
}

/// Which thread of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct ThreadIndex {
    /// `%ctaid`
    pub block: [u32; 3],
    /// `%tid`
    pub thread: [u32; 3],
}

impl fmt::Display for ThreadIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [[bx, by, bz], [x, y, z]] = [self.block, self.thread];
        write!(f, "thread ({x}, {y}, {z}) of block ({bx}, {by}, {bz})")
    }
}

/// The earlier access of a race.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct OtherAccess {
    /// Which thread.
    pub thread: ThreadIndex,
    /// Its instruction.
    pub span: Span,
    /// The line of the instruction, from 1.
    pub line: u32,
    /// Whether it writes.
    pub writes: bool,
}

/// What a kernel did that is undefined.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct Fault {
    /// What kind.
    pub kind: FaultKind,
    /// What happened, in a sentence.
    pub message: String,
    /// The instruction.
    pub span: Span,
    /// The line of the instruction, from 1.
    pub line: u32,
    /// The first thread that did it.
    pub thread: ThreadIndex,
    /// The other access of a race.
    pub other: Option<OtherAccess>,
}

/// A fault that a launch has gone on after, in one place of the kernel.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "cuda", derive(serde::Serialize, serde::Deserialize))]
pub struct FaultReport {
    /// The first thread's, in the order of blocks and threads.
    pub fault: Fault,
    /// How often threads have met it.
    pub times: u64,
    /// Whether it was the end of a block.
    pub ends_block: bool,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}: {}, {}", self.line, self.kind.name(), self.message, self.thread)?;
        if let Some(other) = &self.other {
            let verb = if other.writes { "written" } else { "read" };
            write!(f, "; {verb} in line {} by {}", other.line, other.thread)?;
        }
        Ok(())
    }
}
