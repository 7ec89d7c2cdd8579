//! Witnesses: the launch in which a finding shows, as data.
//!
//! A witness is what somebody has to know to see the finding for himself: how large the blocks and the grid are, what the parameters
//! hold, which threads are concerned and what they do. Reports show a line of it, JSON all, and a device can replay it.

use crate::span::Span;

/// A thread of a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Thread {
    /// Index along each axis.
    pub index: [u32; 3],
}

impl std::fmt::Display for Thread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.index {
            [x, 0, 0] => write!(f, "thread {x}"),
            [x, y, 0] => write!(f, "thread ({x}, {y})"),
            [x, y, z] => write!(f, "thread ({x}, {y}, {z})"),
        }
    }
}

/// Of which launches a finding is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum LaunchScope {
    /// Of the only launch that there is: the module or the caller says how the kernel is launched.
    Known,
    /// Of every launch that was tried and gets to the place, the witness among them. An error is shown for those that were not tried, too.
    Every,
    /// Of the witness and others like it.
    Some,
}

impl LaunchScope {
    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Every => "every",
            Self::Some => "some",
        }
    }
}

/// What a parameter, or a part of it, holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ParameterContent {
    /// An integer.
    Integer(i64),
    /// The address of a buffer of its own, aligned to at least 256 bytes.
    Buffer,
    /// Anything: the finding does not depend on it.
    Any,
}

/// A parameter of the kernel, or a part of one that is loaded on its own.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Argument {
    /// The parameter's place among those of the kernel.
    pub index: usize,
    /// Its name.
    pub name: String,
    /// Byte offset within it.
    pub offset: u32,
    /// Width.
    pub bits: u32,
    /// What it holds.
    pub held: ParameterContent,
    /// Whether the finding depends on it.
    pub decides: bool,
}

/// What a thread does at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Deed {
    /// It reads memory.
    Reads,
    /// It writes memory.
    Writes,
    /// It reads and writes as one operation.
    Updates,
    /// It executes the instruction.
    Executes,
    /// It does not get there, or its guard is false.
    Misses,
    /// It leaves the kernel.
    Leaves,
}

impl Deed {
    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Writes => "writes",
            Self::Updates => "updates",
            Self::Executes => "executes",
            Self::Misses => "misses",
            Self::Leaves => "leaves",
        }
    }
}

/// The memory that a thread touches.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Touched {
    /// The variable, or the parameter that points to it; `None` when it is not known.
    pub base: Option<String>,
    /// Offset from there in bytes.
    pub offset: i64,
    /// Number of bytes.
    pub bytes: u32,
}

/// A thread and what it does.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Act {
    /// Its block.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: Thread,
    /// What it does.
    pub deed: Deed,
    /// Where.
    pub span: Span,
    /// The memory that it touches.
    pub touched: Option<Touched>,
}

/// A launch in which a finding shows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Witness {
    /// Of which launches the finding is true.
    pub scope: LaunchScope,
    /// Extents of the blocks.
    pub block: [u32; 3],
    /// Extents of the grid.
    pub grid: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dynamic_shared: u64,
    /// What the parameters hold that the kernel loads.
    pub arguments: Vec<Argument>,
    /// Who does what.
    pub acts: Vec<Act>,
}

impl Witness {
    /// Sets of which launches the finding is true.
    pub fn scope(mut self, scope: LaunchScope) -> Self {
        self.scope = scope;
        self
    }

    /// Adds what a thread does.
    pub fn act(mut self, act: Act) -> Self {
        self.acts.push(act);
        self
    }

    /// The launch in words: "for example with blocks of 32×4 threads, n = 1". Only an error is shown to happen in every launch; what is less
    /// certain happened in all launches that were tried.
    pub fn text(&self, is_error: bool) -> String {
        let mut text = String::from(match self.scope {
            LaunchScope::Known => "",
            LaunchScope::Every if is_error => "in every launch, for example ",
            LaunchScope::Every => "in every launch that was tried, for example ",
            LaunchScope::Some => "for example ",
        });
        text += "with blocks of ";
        text += &match self.block {
            [1, 1, 1] => "one thread".to_string(),
            [x, 1, 1] => format!("{x} threads"),
            [x, y, 1] => format!("{x}×{y} threads"),
            [x, y, z] => format!("{x}×{y}×{z} threads"),
        };
        for argument in self.arguments.iter().filter(|argument| argument.decides) {
            if let ParameterContent::Integer(number) = argument.held {
                text += &match argument.offset {
                    0 => format!(", {} = {number}", argument.name),
                    offset => format!(", {}+{offset} = {number}", argument.name),
                };
            }
        }
        text
    }
}

/// What the interpreter says of a finding whose launch it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayVerdict {
    /// The launch shows it: a fault at one of its places.
    Confirmed {
        /// What happened.
        fault: String,
    },
    /// Threads have got to all its places, and the launch ended without a fault.
    Contradicted,
    /// The launch ended, and no thread got to one of its places: that depends on what buffers hold.
    NotReached,
    /// Another fault ended the launch, perhaps because of what buffers held.
    EndedBefore {
        /// What happened.
        fault: String,
    },
    /// The launch would not show it.
    Unseen {
        /// Why.
        reason: String,
    },
    /// The interpreter does not run this launch.
    Refused {
        /// Why.
        reason: String,
    },
}

impl ReplayVerdict {
    /// The word in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Confirmed { .. } => "confirmed",
            Self::Contradicted => "contradicted",
            Self::NotReached => "not-reached",
            Self::EndedBefore { .. } => "ended-before",
            Self::Unseen { .. } => "unseen",
            Self::Refused { .. } => "refused",
        }
    }

    /// What happened, or why nothing can be told.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Confirmed { fault } | Self::EndedBefore { fault } => Some(fault),
            Self::Unseen { reason } | Self::Refused { reason } => Some(reason),
            Self::Contradicted | Self::NotReached => None,
        }
    }

    /// A sentence about it for reports.
    pub fn text(&self) -> String {
        match self {
            Self::Confirmed { fault } => format!("confirmed by execution: {fault}"),
            Self::Contradicted => {
                "contradicted by execution: the interpreter completes this launch without a fault".to_string()
            }
            Self::NotReached => {
                "not confirmed: with the data that the interpreter made up, no thread reaches it".to_string()
            }
            Self::EndedBefore { fault } => {
                format!("not confirmed: with the data that the interpreter made up, the launch faults earlier: {fault}")
            }
            Self::Unseen { reason } => format!("not confirmed: {reason}"),
            Self::Refused { reason } => format!("not confirmed: the interpreter does not run this launch: {reason}"),
        }
    }
}
