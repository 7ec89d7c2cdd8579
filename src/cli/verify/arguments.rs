//! What may be written behind `ptxlint verify`, and its help.

use super::super::arguments::{self, ListFormat};
use super::{DeviceChoice, Limits};
use crate::device::Schedule;
use crate::isa::Target;
use crate::kernels::ToleranceSource;
use crate::util::alternatives;
use crate::validate::{Placement, Suite};
use clap::{Args, ValueEnum};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

pub(in crate::cli) const HELP: &str = r#"Examples:
  ptxlint verify                                        run all kernels of ptxlint and compare the results
  ptxlint verify softmax layer_norm                     these only
  ptxlint verify --suite gemm --suite attention         these groups of checks only
  ptxlint verify --full                                 in the sizes that models have, for a GPU
  ptxlint verify --rules                                run bad and good demonstrations of rules
  ptxlint verify --rules --evidence evidence            and record what the device shows
  ptxlint verify --rules --ptxas                        let the assembler judge the illegal ones
  ptxlint verify --specification                        the specification of matrix-vector products
  ptxlint verify --coverage gemm                        with the instructions and branches that were executed
  ptxlint verify --chrome-trace run.json                where the time goes, for chrome://tracing and ui.perfetto.dev
  ptxlint verify --report verify.html                   with a page for the browser: verdicts, plots, coverage
  ptxlint verify --format json > verify.json            a report for programs

A kernel passes when each element of its outputs is within the tolerance of a reference: in double precision on the CPU, or another
kernel on the device. Suites: shipped, gemm, softmax, layer-norm, attention, error-growth, batched and ggml.

A rule is confirmed when its bad demonstration misbehaves on the device, and the good one does not.

An item of the specification is open when the device cannot tell: times need a GPU.

Exit codes: 0 all passed, 1 some did not, 2 the run itself failed or was interrupted."#;

#[derive(Debug, Args)]
pub(in crate::cli) struct VerifyArguments {
    /// The kernels to run, the rules to confirm, or the items of the specification (D, E6 …) [default: all]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Confirm rules: their bad demonstrations misbehave, and the good ones do not
    #[arg(long, conflicts_with_all = ["tolerance", "target", "coverage", "chrome_trace"])]
    pub rules: bool,

    /// Also have the assembler confirm rules about illegal code; PATH: where it is [default: `ptxas`]
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "ptxas", requires = "rules")]
    pub ptxas: Option<PathBuf>,

    /// Check the specification of matrix-vector products: correctness, stability, performance, hypotheses, roofline
    #[arg(long, conflicts_with_all = ["tolerance", "rules", "suites", "compare", "coverage", "chrome_trace"])]
    pub specification: bool,

    /// Where to run them: `auto`, `cpu` (an interpreter), `cuda` or `cuda:N`
    #[arg(long, default_value = "auto", value_parser = DeviceChoice::parse)]
    pub device: DeviceChoice,

    /// Seconds that a launch may take [default: 60; 3600 on the interpreter with `--full`]
    #[arg(long, value_name = "SECONDS")]
    pub time_limit: Option<NonZeroU32>,

    /// When the interpreter does asynchronous copies: `late` (when something waits), `early` (at once), or `random:N`, by a seed, which also
    /// mixes the turns of warps and blocks
    #[arg(long, value_name = "WHEN", default_value = "late")]
    pub schedule: Schedule,

    /// Write the kernels for this target [default: sm_80]
    #[arg(long, value_name = "sm_NN", value_parser = arguments::target)]
    pub target: Option<Target>,

    /// How large errors may be
    #[arg(long, value_name = "SOURCE", default_value = "computed")]
    pub tolerance: ToleranceArgument,

    /// Run only this suite; may be repeated
    #[arg(long = "suite", value_name = "NAME", value_parser = suite, conflicts_with = "rules")]
    pub suites: Vec<Suite>,

    /// Run suites in the sizes that models have, and the specification in its own: takes long without a GPU
    #[arg(long, conflicts_with = "rules")]
    pub full: bool,

    /// Where inputs are made and outputs compared: on the CPU, or by kernels on the device, so that only a few words come back
    /// [default: `device` on a GPU, else `host`]
    #[arg(long, value_name = "PLACE", value_parser = placement, conflicts_with = "rules")]
    pub compare: Option<Placement>,
    /// Count on the interpreter which instructions and branch directions the kernels execute
    #[arg(long)]
    pub coverage: bool,

    /// Write where the time went, in the Trace Event Format, which chrome://tracing and Perfetto show
    #[arg(long, value_name = "FILE")]
    pub chrome_trace: Option<PathBuf>,

    /// Keep the outcome of each kernel or demonstration in a file in this folder, with the device and a hash of the kernel
    #[arg(long, value_name = "DIR", conflicts_with = "specification")]
    pub evidence: Option<PathBuf>,

    /// Also write a self-contained page with verdicts, plots and, with `--coverage`, heat maps
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// How to write the report
    #[arg(long, default_value = "human")]
    pub format: ListFormat,
}

const TIME_LIMIT: NonZeroU32 = NonZeroU32::new(60).expect("it is not zero");
/// Models' sizes take long without a GPU.
const FULL_TIME_LIMIT: Duration = Duration::from_secs(3600);

impl VerifyArguments {
    pub(super) fn limits(&self) -> Limits {
        let limits = Limits::seconds(self.time_limit.unwrap_or(TIME_LIMIT));
        let is_long = self.full && self.time_limit.is_none();
        let interpreter = if is_long { FULL_TIME_LIMIT } else { limits.interpreter };
        Limits { interpreter, schedule: self.schedule, ..limits }
    }
}

/// The suites by name, for sentences.
pub(super) fn names(suites: &[Suite]) -> String {
    alternatives(suites.iter().map(|suite| suite.name().to_string()))
}

fn suite(name: &str) -> Result<Suite, String> {
    let found = Suite::ALL.into_iter().find(|suite| suite.name() == name);
    found.ok_or_else(|| format!("unknown suite `{name}`; expected one of {}", names(&Suite::ALL)))
}

fn placement(name: &str) -> Result<Placement, String> {
    let found = [Placement::Host, Placement::Device].into_iter().find(|placement| placement.name() == name);
    found.ok_or_else(|| format!("`{name}` is neither `host` nor `device`"))
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum ToleranceArgument {
    /// As theory says, by the number format, the accumulations and the magnitude of operands
    Computed,
    /// What Composable Kernel allows for the number format
    Typical,
    /// What many test suites allow for the number format: 1e-4 in single precision
    Fixed,
}

impl ToleranceArgument {
    /// As one writes it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Computed => "computed",
            Self::Typical => "typical",
            Self::Fixed => "fixed",
        }
    }

    pub(in crate::cli) fn source(self) -> ToleranceSource {
        match self {
            Self::Computed => ToleranceSource::Computed,
            Self::Typical => ToleranceSource::Typical,
            Self::Fixed => ToleranceSource::Fixed,
        }
    }
}
