//! What `ptxlint exec` and the library that takes the place of CUDA tell each other.

use crate::device::{FaultReport, Schedule};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The environment variable that holds the [`ExecSettings`] as JSON.
pub const VARIABLE: &str = "PTXLINT_EXEC";

/// The file in [`ExecSettings::folder`] that gets an [`Event`] a line.
pub const EVENTS: &str = "events.jsonl";

/// What the user wants of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct ExecSettings {
    /// Where modules and events are written; nowhere if there is none, and faults go to the standard error as lines.
    pub folder: Option<PathBuf>,
    /// The number of the architecture, such as 90.
    pub architecture: u32,
    /// Multiprocessors that the device claims to have.
    pub multiprocessors: u32,
    /// Whether races are looked for.
    pub races: bool,
    /// When asynchronous copies are done.
    pub schedule: Schedule,
    /// Steps that a warp may run.
    pub steps: Option<u64>,
    /// How long a launch may take.
    pub seconds: Option<u64>,
    /// Threads that interpret.
    pub threads: Option<usize>,
    /// Each launch is run, those that have been before, too.
    pub every_launch: bool,
    /// The program is not told of faults.
    pub keep_going: bool,
    /// The process of the command, with which the program ends.
    pub command: Option<i32>,
}

impl Default for ExecSettings {
    fn default() -> Self {
        Self {
            folder: None,
            architecture: 90,
            multiprocessors: 132,
            races: true,
            schedule: Schedule::Late,
            steps: None,
            seconds: None,
            threads: None,
            every_launch: false,
            keep_going: false,
            command: None,
        }
    }
}

/// What happened in a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A kernel did something that is undefined.
    Fault {
        /// The file of its module in the folder.
        module: String,
        /// The fault.
        report: FaultReport,
    },
    /// A kernel or module was not run, or something was asked for that the library does not have.
    Refusal {
        /// What, and why.
        message: String,
    },
    /// The program has called a function with arguments that CUDA does not take.
    Misuse {
        /// Which, and why.
        message: String,
    },
    /// A kernel was launched.
    Launch {
        /// Instructions that its threads have executed.
        instructions: u64,
        /// It did not run, as an equal one before it had shown what it leaves.
        recalled: bool,
    },
}
