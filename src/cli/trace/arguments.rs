//! What may be written behind `ptxlint trace`, and its help.

use super::super::arguments::{self, ListFormat, ValueArguments};
use super::super::verify::DeviceChoice;
use crate::isa::Target;
use clap::Args;
use std::num::NonZeroU32;
use std::path::PathBuf;

pub(in crate::cli) const HELP: &str = r#"Examples:
  ptxlint trace gemv_coalesced --k 16 --n 8             a kernel of ptxlint, also around the size of its tiles
  ptxlint trace k.ptx --launch "grid=2 block=64 args=zeros[128] f32[128] 100"
                                                        a kernel of yours, with these arguments
  ptxlint trace k.ptx --launch "…" --watch out[3] --watch 1[last]:u32
                                                        the values of these elements
  ptxlint trace gemm --m 9 --n 9 --k 9 --replay 100     100 times on one device and on 100 fresh ones: the same hashes?
  ptxlint trace k.ptx --launch "…" --coverage           which instructions and branches were executed
  ptxlint trace k.ptx --launch "…" --chrome-trace t.json
                                                        where the time goes, for chrome://tracing and ui.perfetto.dev

A kernel is launched twice with the same input, with another one, with the first one again, and on a fresh device. Buffers that it
writes stay as they are between launches on the same device, so what it adds to them without clearing them is reported: STATE LEAK.

A launch has `grid=X,Y,Z`, `block=X,Y,Z` and, for dynamic shared memory, `shared=BYTES`. Then come its arguments, in the order
of the parameters: `zeros[n]`, `u32[n]` and `f32[n]` are buffers of n 32-bit words, which are zero or count from 0; other words
are numbers. Another input has these words in reverse.

Exit codes: 0 no problem was found, 1 a problem was found, 2 the run itself failed or was interrupted."#;

#[derive(Debug, Args)]
pub(in crate::cli) struct TraceArguments {
    /// A kernel of ptxlint by its name, a PTX file, or `-` for the standard input
    #[arg(value_name = "KERNEL|FILE")]
    pub subject: String,

    #[command(flatten)]
    pub values: ValueArguments,

    /// The kernel of the file [default: the only one]
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,

    /// How to launch it: grid, block and arguments [default: the `//@ launch:` comment in the file]
    #[arg(long, value_name = "LAUNCH")]
    pub launch: Option<String>,

    /// Show an element of a parameter, by name or number, `[last]` for the last one; `:u32`, `:s32`, `:f32` and so on read it as
    /// that [default: first and last of each buffer that the kernel writes]
    #[arg(long, value_name = "ARG[ELEMENT][:TYPE]")]
    pub watch: Vec<String>,

    /// The caller fills this buffer before each launch, although the kernel writes it
    #[arg(long, value_name = "ARG")]
    pub reset: Vec<String>,

    /// Seed of the inputs of a kernel of ptxlint
    #[arg(long, value_name = "N", default_value = "1")]
    pub input_seed: u64,

    /// Run it N times on one device and on N fresh ones, and compare the hashes of all buffers
    #[arg(long, value_name = "N")]
    pub replay: Option<NonZeroU32>,

    /// Count on the interpreter which instructions and branch directions are executed
    #[arg(long)]
    pub coverage: bool,

    /// Write where the time went, in the Trace Event Format, which chrome://tracing and Perfetto show
    #[arg(long, value_name = "FILE")]
    pub chrome_trace: Option<PathBuf>,

    /// Where to run it: `auto`, `cpu` (an interpreter), `cuda` or `cuda:N`
    #[arg(long, default_value = "auto", value_parser = DeviceChoice::parse)]
    pub device: DeviceChoice,

    /// Seconds that a launch may take
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub time_limit: NonZeroU32,

    /// Write a kernel of ptxlint for this target [default: sm_80]
    #[arg(long, value_name = "sm_NN", value_parser = arguments::target)]
    pub target: Option<Target>,

    /// How to write the report
    #[arg(long, default_value = "human")]
    pub format: ListFormat,
}
