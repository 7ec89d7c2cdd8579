//! What may be written on the command line, and its help.

use super::baseline::BaselineArguments;
use super::cache::CacheArguments;
use super::config::{Configurations, Settings};
use super::diff::{self, DiffArguments};
use super::exec::{self, ExecArguments};
use super::fixing::FixArguments;
use super::init::InitArguments;
use super::kernels::{self, GivenOptions, Shipped};
use super::litmus::{self, LitmusArguments};
use super::lsp::{self, LspArguments};
use super::manual;
use super::reporting::ReportArguments;
use super::run::{self, RunArguments};
use super::sanitize::{self, SanitizeArguments};
use super::selection::InputArguments;
use super::sources::SourceArguments;
use super::trace::{self, TraceArguments};
use super::verify::{self, DeviceChoice, VerifyArguments};
use crate::diagnostic::Level;
use crate::isa::{CudaRelease, Target};
use crate::kernels::Dimensions;
use crate::options::Effort;
use crate::options::{Levels, Selector, Setting};
use crate::parity::BatchDispatch;
use crate::render::graph::MAX_LINES;
use crate::rules::{self, Group, Rule};
use crate::util::closest;
use clap::builder::ValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

const LONG_HELP: &str = r#"Examples:
  ptxlint kernel.ptx                       lint a file
  ptxlint build/ptx                        lint a folder
  llc -march=nvptx64 k.ll -o - | ptxlint - lint what another program writes
  ptxlint --deny warnings kernels          fail on warnings as well
  ptxlint --select style k.ptx             with the rules of group `style`
  ptxlint --ignore all --select sync k.ptx with the rules of group `sync` only
  ptxlint --block 256 k.ptx                kernels are launched with blocks of 256 threads
  ptxlint --ptxas k.ptx                    add the assembler's verdict, registers and spills
  ptxlint --fix k.ptx                      apply the safe fixes; --diff shows them first
  ptxlint --baseline known.json .          hide the findings recorded earlier (--update-baseline)
  ptxlint --confirm k.ptx                  run each finding's launch on the interpreter
  ptxlint --max-findings 0 --statistics .  just the numbers
  ptxlint --format json . > report.json    a report for programs
  ptxlint --format sarif -o report.sarif . a report for code scanning; also: github, gitlab, junit
  ptxlint exec -- ./saxpy                  run a CUDA program without a GPU, its kernels under all checks
  ptxlint sanitize k.ptx                   run its kernels, and report races, accesses out of bounds and the like
  ptxlint diff old.ptx new.ptx --fail-if 'registers>+5%'
                                           what has changed between two versions, and budgets for it
  ptxlint explain shfl-width               what a rule reports, and why
  ptxlint parity --model model.gguf        compare batched kernels with their references
  ptxlint kernels emit gemm --m 8 --n 8 --k 8
                                           write the PTX of a kernel
  ptxlint verify                           run the kernels and compare with references
  ptxlint trace gemv_coalesced --k 16 --n 8
                                           the values that repeated launches of a kernel leave
  ptxlint litmus mp.litmus                 what the memory model allows a few threads to see
  ptxlint graph k.ptx -o k.svg             draw the control-flow graph of a kernel
  ptxlint ./rules                          check a file or folder named like a command

Rules and levels:
  Rules of level `error` and `warning` run by default, those of level `perf` and `note` when they are selected.
  --select, --ignore, --deny and --warn take a rule, a group, `all`, or `errors` or `warnings`, which mean the findings of that
  level. Several are separated by commas. Later options win.
  `--deny warnings` turns all enabled warnings into errors; it does not enable disabled rules.

Configuration:
  The nearest `ptxlint.toml` at or above a file applies to it; command-line options take precedence. `ptxlint init` writes one.
    extend = "../base.toml"        defaults for this file
    exclude = ["generated/"]       not checked, as in .gitignore
    target = "sm_90a"              also: ptx-version, toolchain, block, batch-parameter,
                                   expect-kernel, effort
    [levels]                       deny, warn, select or ignore; a rule wins over its group, a group over `all`
    style = "select"
    shfl-width = "deny"
    [[override]]                   for some paths, as in .gitignore
    paths = ["tests/", "gen_*.ptx"]
    levels = { all = "ignore" }
    [[kernel]]                     facts about kernels
    name = "rows_*"
    dispatch = "grid_y"            or register_unroll
    block = [256, 1, 1]            for sanitize also: grid, cluster, shared, arguments

Work:
  The work of a rule on one function is bounded in steps, the same on every machine. Where the bound is hit, the report says what was
  not examined (`incomplete` in JSON); the exit code stays the same. `--effort low`, `high` or `unlimited` sets the budgets: a quarter of
  the usual, sixteen times as much, none.

Suppressions, in the PTX:
  // ptxlint: allow(shfl-width) reason       at the end of a line: for that line;
                                             on a line of its own: for the next statement
  // ptxlint: allow-file(shfl-width) reason  for the whole file
  Several rules are separated by commas. A suppression that hides nothing is reported (`unused-suppression`).

Exit codes:
  0  no finding of level `error`, or `--exit-zero` was given
  1  at least one finding of level `error`
  2  the run itself failed, at least in part: an invalid option, an unreadable path, a folder without PTX, a file that is not PTX.
     Findings in other files are still reported, but 2 takes precedence over 1: the report is incomplete."#;

const GRAPH_HELP: &str = "\
Examples:
  ptxlint graph kernel.ptx -o kernel.svg               a picture for the browser
  ptxlint graph kernel.ptx | dot -Tpdf -o kernel.pdf   by Graphviz
  ptxlint graph --function gemv --format svg all.ptx   one function of several";

const PARITY_HELP: &str = r#"Examples:
  ptxlint parity --hidden 1536 --intermediate 8960 --heads 12 --head-dim 128
                                                        ptxlint's own kernels for a model of these dimensions
  ptxlint parity --model model.gguf                     for the dimensions and quantisations of a model
  ptxlint parity --batched b.ptx --reference r.ptx      kernels of one file with those of another
  ptxlint parity kernels                                kernels of which ptxlint.toml names the references:
    [[kernel]]
    name = "batched_*"
    reference = "*"                                     what `*` stands for in `name`
    dispatch = "grid_y"

Exit codes: 0 all pairs that were compared have passed, 1 some have not, 2 some could not be, or the run itself failed."#;

const KERNELS_HELP: &str = "\
Examples:
  ptxlint kernels list                                  what there is, and what it computes
  ptxlint kernels emit q6k_gemv --k 4096 --n 4096       the PTX for these dimensions
  ptxlint kernels emit gemm --m 64 --n 64 --k 64 --target sm_90 | ptxlint -";

const COMPLETIONS_HELP: &str = "\
Examples:
  ptxlint completions bash > ~/.local/share/bash-completion/completions/ptxlint
  ptxlint completions zsh > ~/.zfunc/_ptxlint
  ptxlint completions fish > ~/.config/fish/completions/ptxlint.fish";

const SHORT_HELP: &str = "\
Exit codes: 0 no errors were found, 1 some were, 2 the run itself failed.
`ptxlint --help` shows examples and more.";

/// Finds bugs in PTX, NVIDIA's virtual assembly.
#[derive(Debug, Parser)]
#[command(name = "ptxlint", version = manual::VERSION, long_version = manual::long_version(), args_conflicts_with_subcommands = true)]
#[command(after_help = SHORT_HELP, after_long_help = LONG_HELP, max_term_width = 120)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub command: Option<Subcommands>,

    #[command(flatten)]
    pub lint: LintArguments,

    /// When to use colours; `auto`: on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    pub color: ColorWhen,
}

/// The same without the commands, whose options are more than all others and take longer to set up than a small file to lint.
#[derive(Debug, Parser)]
struct LintOnly {
    #[command(flatten)]
    lint: LintArguments,

    #[arg(long, default_value = "auto")]
    color: ColorWhen,
}

/// What may be a command.
const COMMANDS: &[&str] = &[
    "completions",
    "diff",
    "exec",
    "explain",
    "extract",
    "graph",
    "help",
    "init",
    "kernels",
    "litmus",
    "lsp",
    "man",
    "parity",
    "rules",
    "run",
    "run-kernel",
    "sanitize",
    "trace",
    "verify",
];

impl Arguments {
    /// What is written on the command line, the program's name first. What is wrong with it ends the process.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Self {
        let arguments: Vec<OsString> = arguments.into_iter().collect();
        let may_be_command = |argument: &OsString| argument.to_str().is_some_and(|text| COMMANDS.contains(&text));
        if !arguments.iter().any(may_be_command)
            && let Ok(LintOnly { lint, color }) = LintOnly::try_parse_from(&arguments)
        {
            return Self { command: None, lint, color };
        }
        Self::parse_from(arguments)
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Subcommands {
    /// Show the page of a rule: what it does, why, bad and good code, limits, references
    Explain {
        /// The rule's name, as in reports
        #[arg(value_parser = rule)]
        rule: &'static Rule,
    },
    /// List all rules
    Rules {
        /// How to write the list
        #[arg(long, default_value = "human")]
        format: RulesFormat,
    },
    /// Compare batched kernels with their references, kernels for one vector
    #[command(after_help = PARITY_HELP)]
    Parity(ParityArguments),
    /// The kernels of ptxlint itself: list them, or write their PTX
    #[command(subcommand, after_help = KERNELS_HELP)]
    Kernels(KernelsCommand),
    /// Run the kernels of ptxlint on a device and compare the results with references in double precision
    #[command(after_help = verify::HELP)]
    Verify(VerifyArguments),
    /// Run a kernel once on your own data, under all checks
    #[command(after_help = run::HELP)]
    Run(Box<RunArguments>),
    /// Run kernels in launches that are made up, and report what is undefined on a GPU: races, accesses out of bounds, deadlocks …
    #[command(after_help = sanitize::HELP)]
    Sanitize(Box<SanitizeArguments>),
    /// Run a CUDA program without a GPU: its kernels on the interpreter, under all checks
    #[command(after_help = exec::HELP)]
    Exec(Box<ExecArguments>),
    /// Launch a kernel repeatedly and show whether one launch affects the next
    #[command(after_help = trace::HELP)]
    Trace(TraceArguments),
    /// Say which outcomes of litmus tests the PTX memory model allows
    #[command(after_help = litmus::HELP)]
    Litmus(LitmusArguments),
    /// Do to a device what the standard input says, until it ends; for `verify`, which starts such processes
    #[command(hide = true)]
    RunKernel {
        #[arg(value_parser = DeviceChoice::parse)]
        device: DeviceChoice,
    },
    /// Show what has changed between two versions of kernels: findings, registers, memory, instructions
    #[command(after_help = diff::help())]
    Diff(Box<DiffArguments>),
    /// Write the PTX in executables, libraries, fat binaries, wheels and compressed files
    #[cfg(feature = "binaries")]
    Extract(super::extract::ExtractArguments),
    /// Write a configuration file to start from
    Init(InitArguments),
    /// Write the completions of a shell; they go where the shell looks for them
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page, or the pages of all commands into a folder
    Man {
        /// The folder for `ptxlint.1`, `ptxlint-parity.1` and so on
        #[arg(long, short, value_name = "DIR")]
        output: Option<PathBuf>,
    },
    /// Serve an editor: findings while one types, fixes, completion, definitions and more, by the Language Server Protocol
    #[command(after_help = lsp::HELP)]
    Lsp(LspArguments),
    /// Draw the control-flow graph of a function, with divergent branches, barriers and findings marked
    #[command(after_help = GRAPH_HELP)]
    Graph(GraphArguments),
}

#[derive(Debug, Args)]
pub(super) struct GraphArguments {
    /// The PTX file, or `-` for the standard input
    #[arg(value_name = "FILE")]
    pub path: PathBuf,

    /// The function to draw [default: the only one, or the only kernel]
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,

    /// How to write the graph [default: by the extension of the output, otherwise dot]
    #[arg(long)]
    format: Option<GraphFormat>,

    /// Lines of a block that are drawn; of longer blocks the middle is left out, except for what is marked
    #[arg(long, value_name = "N", default_value_t = MAX_LINES)]
    pub max_lines: usize,

    /// Where to write it [default: the standard output]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl LintArguments {
    /// What is to be judged by; the command line wins over files.
    pub(super) fn settings(&mut self) -> Settings {
        let expected_kernels = std::mem::take(&mut self.expected_kernels);
        Settings {
            levels: std::mem::take(&mut self.levels.0),
            target: self.target,
            version: self.ptx_version,
            toolchain: self.toolchain,
            block: self.block,
            batch_parameter: self.batch_parameter.take(),
            expected_kernels: Some(expected_kernels).filter(|names| !names.is_empty()),
            effort: self.effort,
        }
    }
}

impl GraphArguments {
    /// The format that is asked for, or that the output's name tells.
    pub(super) fn format(&self) -> GraphFormat {
        let is_svg = |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("svg"));
        let by_name = if self.output.as_ref().is_some_and(is_svg) { GraphFormat::Svg } else { GraphFormat::Dot };
        self.format.unwrap_or(by_name)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum GraphFormat {
    /// Text for Graphviz
    Dot,
    /// A picture
    Svg,
}

/// Where the configuration comes from.
#[derive(Debug, Args)]
pub(super) struct ConfigurationArguments {
    /// Read the configuration from this file [default: the nearest `ptxlint.toml` at or above each file]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Read no configuration file
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
}

impl ConfigurationArguments {
    pub(super) fn find(&self) -> Result<Configurations, String> {
        match &self.config {
            Some(path) => Configurations::file(path),
            None if self.no_config => Ok(Configurations::none()),
            None => Ok(Configurations::nearest()),
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct ParityArguments {
    /// Files and folders with kernels of which the configuration names the references [default: the current folder]
    #[arg(value_name = "PATH", conflicts_with_all = ["model", "hidden", "batched"])]
    pub paths: Vec<PathBuf>,

    /// Length of a token's vector
    #[arg(long, value_name = "N", requires_all = ["intermediate", "heads"])]
    hidden: Option<NonZeroU32>,

    /// Length of the vector inside the feed-forward network
    #[arg(long, value_name = "N", requires = "hidden")]
    intermediate: Option<NonZeroU32>,

    /// Number of attention heads
    #[arg(long, value_name = "N", requires = "hidden")]
    heads: Option<NonZeroU32>,

    /// Length of a head's vector [default: that of a token, divided by the number of heads]
    #[arg(long, value_name = "N", requires = "hidden")]
    head_dim: Option<NonZeroU32>,

    /// Take the dimensions and quantisations from the header of a GGUF file, or of all its shards
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hidden", "batched"])]
    pub model: Option<PathBuf>,

    /// The file with batched kernels
    #[arg(long, value_name = "FILE", requires = "reference", conflicts_with = "hidden")]
    pub batched: Option<PathBuf>,

    /// The file with their references
    #[arg(long, value_name = "FILE", requires = "batched")]
    pub reference: Option<PathBuf>,

    /// How the batched kernels should find their vectors [default: as the configuration or their names tell]
    #[arg(long, value_name = "STRATEGY")]
    pub dispatch: Option<DispatchArgument>,

    /// Compare this batched kernel only
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,

    /// Its reference [default: as the configuration tells, or the kernel of the same name without `batched`]
    #[arg(long, value_name = "NAME", requires_all = ["kernel", "batched"])]
    pub reference_kernel: Option<String>,

    /// Skip pairs, by the name of one of their kernels
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub skip: Vec<String>,

    /// Write ptxlint's kernels for this target [default: sm_80]
    #[arg(long, value_name = "sm_NN", value_parser = target)]
    target: Option<Target>,

    /// Name of the parameter that holds the number of vectors of a batch [default: m_dim]
    #[arg(long, value_name = "NAME")]
    batch_parameter: Option<String>,

    #[command(flatten)]
    pub configuration: ConfigurationArguments,

    /// How to write the report
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Show the instructions that are wrong
    #[arg(long, short)]
    pub verbose: bool,

    /// With `--verbose`: show every violation, also when many of one rule in one kernel would be folded
    #[arg(long)]
    pub all: bool,
}

impl ParityArguments {
    /// The dimensions, if they are given.
    pub(super) fn dimensions(&self) -> Result<Option<Dimensions>, String> {
        let given = self.hidden.zip(self.intermediate).zip(self.heads);
        let Some(((hidden, intermediate), heads)) = given else { return Ok(None) };
        let [hidden, intermediate, heads] = [hidden, intermediate, heads].map(NonZeroU32::get);
        let head_dim = match self.head_dim {
            Some(head_dim) => head_dim.get(),
            None if hidden.is_multiple_of(heads) => hidden / heads,
            None => return Err(format!("{heads} heads do not share {hidden} elements evenly; `--head-dim` is needed")),
        };
        Ok(Some(Dimensions { hidden, intermediate, heads, head_dim }))
    }

    /// What wins over the configuration.
    pub(super) fn settings(&self) -> Settings {
        Settings { target: self.target, batch_parameter: self.batch_parameter.clone(), ..Settings::default() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum DispatchArgument {
    /// `%ctaid.y` selects the vector
    #[value(name = "grid_y")]
    GridY,
    /// Each block works on all vectors
    #[value(name = "register_unroll")]
    RegisterUnroll,
}

impl From<DispatchArgument> for BatchDispatch {
    fn from(dispatch: DispatchArgument) -> Self {
        match dispatch {
            DispatchArgument::GridY => BatchDispatch::GridY,
            DispatchArgument::RegisterUnroll => BatchDispatch::RegisterUnroll,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum KernelsCommand {
    /// List the kernels with their dimensions and what they compute
    List {
        /// How to write the list
        #[arg(long, default_value = "human")]
        format: ListFormat,
    },
    /// Write a kernel's PTX
    Emit {
        /// The kernel's name
        #[arg(value_name = "NAME", value_parser = kernels::by_name)]
        kernel: &'static Shipped,

        #[command(flatten)]
        values: ValueArguments,

        /// Write it for this target [default: sm_80]
        #[arg(long, value_name = "sm_NN", value_parser = target)]
        target: Option<Target>,
    },
}

/// The dimensions and options of all kernels.
#[derive(Debug)]
pub(super) struct ValueArguments(pub GivenOptions);

impl Args for ValueArguments {
    fn augment_args(command: Command) -> Command {
        kernels::option_names().into_iter().fold(command, |command, name| {
            let help = format!("Of {}", kernels::with_option(name).join(", "));
            let arg = Arg::new(name).long(name).value_name("N").allow_negative_numbers(true);
            command.arg(arg.help(help).help_heading("Dimensions"))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ValueArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |name| Some((name, matches.get_one::<String>(name)?.clone()));
        Ok(Self(kernels::option_names().into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// How lists and tables are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ListFormat {
    /// For people
    Human,
    /// One JSON document
    Json,
}

#[derive(Debug, Args)]
pub(super) struct LintArguments {
    #[command(flatten)]
    pub inputs: InputArguments,

    #[command(flatten)]
    pub levels: LevelArguments,

    /// The kernel NAME must be defined by every file; may be repeated
    #[arg(long = "expect-kernel", value_name = "NAME")]
    pub expected_kernels: Vec<String>,

    /// Judge against this target, whatever the files declare
    #[arg(long, value_name = "sm_NN", value_parser = target)]
    pub target: Option<Target>,

    /// Judge against this PTX version, whatever the files declare
    #[arg(long, value_name = "N.N", value_parser = version)]
    pub ptx_version: Option<u8>,

    /// The CUDA release (12.6), or the branch of the driver (r560), that has to take the files
    #[arg(long, value_name = "RELEASE", value_parser = toolchain)]
    pub toolchain: Option<CudaRelease>,

    /// Extents of the blocks that kernels without `.reqntid` are launched with: X, or X,Y, or X,Y,Z
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = block)]
    pub block: Option<[u32; 3]>,

    /// Name of the parameter that holds the number of vectors of a batch [default: m_dim]
    #[arg(long, value_name = "NAME")]
    pub batch_parameter: Option<String>,

    /// How much work rules may do on a function before they give up; the report says where they did [default: default]
    #[arg(long, value_name = "EFFORT", value_parser = effort)]
    pub effort: Option<Effort>,

    #[command(flatten)]
    pub configuration: ConfigurationArguments,

    #[command(flatten)]
    pub sources: SourceArguments,

    /// Also assemble each file and report the verdict, registers and spills; PATH: the assembler [default: `ptxas`]
    #[arg(long, value_name = "PATH", num_args = 0..=1, require_equals = true, default_missing_value = "ptxas")]
    pub ptxas: Option<PathBuf>,

    /// Run the launch that each finding names on the interpreter, to confirm findings or lower their level
    ///
    /// Findings that depend on a launch name one. The interpreter runs it under all checks, twice: with buffers of zeros and with
    /// buffers of small integers. If that ends elsewhere, it gets as much dynamic shared memory as there is. A finding is confirmed if
    /// the launch faults at one of its places. If threads reach all of its places and the launch ends without a fault, in several
    /// orders of warps and copies, an error becomes a warning, and a warning a note. Otherwise the report says why
    /// there is no verdict: the made-up data took the kernel elsewhere, or the interpreter does not support it.
    #[arg(long)]
    pub confirm: bool,

    #[command(flatten)]
    pub fixing: FixArguments,

    #[command(flatten)]
    pub baseline: BaselineArguments,

    #[command(flatten)]
    pub cache: CacheArguments,

    #[command(flatten)]
    pub report: ReportArguments,

    /// Number of threads, which share files and the functions of large ones [default: one per core]
    #[arg(long, short, visible_alias = "threads", value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum RulesFormat {
    /// A table for people
    Human,
    /// One JSON document
    Json,
    /// A Markdown table
    Markdown,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ColorWhen {
    Auto,
    Always,
    Never,
}

/// The options that set levels. Their order among each other counts, which fields of their own could not tell.
#[derive(Debug)]
pub(super) struct LevelArguments(pub Levels);

/// A level option: its name, what it does to levels, its help.
struct LevelOption {
    name: &'static str,
    alias: Option<&'static str>,
    setting: Setting,
    help: &'static str,
}

const LEVEL_OPTIONS: [LevelOption; 4] = [
    LevelOption { name: "select", alias: None, setting: Setting::On, help: "Enable rules that are off by default" },
    LevelOption { name: "ignore", alias: Some("allow"), setting: Setting::Off, help: "Disable rules" },
    LevelOption {
        name: "deny",
        alias: None,
        setting: Setting::At(Level::Error),
        help: "Enable rules and make their findings errors, which fail the run",
    },
    LevelOption {
        name: "warn",
        alias: None,
        setting: Setting::At(Level::Warning),
        help: "Enable rules and make their findings warnings",
    },
];

impl Args for LevelArguments {
    fn augment_args(command: Command) -> Command {
        LEVEL_OPTIONS.into_iter().fold(command, |command, option| {
            let arg = Arg::new(option.name).long(option.name).help(option.help);
            let arg = arg.value_name("RULE|GROUP|all").action(ArgAction::Append).value_delimiter(',');
            command.arg(arg.visible_aliases(option.alias).value_parser(ValueParser::new(selector)))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LevelArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut given: Vec<(usize, Selector, Setting)> = Vec::new();
        for option in &LEVEL_OPTIONS {
            let indices = matches.indices_of(option.name).into_iter().flatten();
            let selectors = matches.get_many::<Selector>(option.name).into_iter().flatten();
            given.extend(indices.zip(selectors).map(|(index, &selector)| (index, selector, option.setting)));
        }
        given.sort_by_key(|&(index, ..)| index);
        let mut levels = Levels::default();
        for (_, selector, setting) in given {
            levels.set(selector, setting);
        }
        Ok(Self(levels))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

pub(super) fn selector(text: &str) -> Result<Selector, String> {
    let names = || {
        let groups = Group::ALL.into_iter().map(Group::name);
        ["all", "errors", "warnings"].into_iter().chain(groups).chain(rules::listed().map(|rule| rule.name))
    };
    Selector::parse(text).ok_or_else(|| unknown("rule or group", text, closest(text, names())))
}

pub(super) fn rule(text: &str) -> Result<&'static Rule, String> {
    rules::by_name(text).ok_or_else(|| unknown("rule", text, rules::suggest(text)))
}

pub(super) fn target(name: &str) -> Result<Target, String> {
    let suggestion = || closest(name, Target::all().map(Target::name));
    Target::lookup(name).ok_or_else(|| match suggestion() {
        Some(other) => format!("unknown target `{name}`; did you mean `{other}`?"),
        None => format!("unknown target `{name}`"),
    })
}

pub(super) fn version(text: &str) -> Result<u8, String> {
    crate::check::gate::parse_version(text.as_bytes())
        .ok_or_else(|| format!("`{text}` is not a PTX version such as 8.0"))
}

pub(super) fn toolchain(text: &str) -> Result<CudaRelease, String> {
    let branch = text.strip_prefix('r').and_then(|number| number.split('.').next()?.parse().ok());
    let found = branch.map_or_else(|| CudaRelease::lookup(text), CudaRelease::of_driver);
    let range = || Some((CudaRelease::all().next()?.name(), CudaRelease::all().next_back()?.name()));
    let (least, most) = range().unwrap_or_default();
    found.ok_or_else(|| format!("`{text}` is neither a CUDA release from {least} to {most} nor a driver such as r550"))
}

fn effort(text: &str) -> Result<Effort, String> {
    let names = Effort::ALL.map(Effort::name);
    let wrong = || format!("expected one of {}", names.join(", "));
    Effort::ALL.into_iter().find(|effort| effort.name() == text).ok_or_else(wrong)
}

fn block(text: &str) -> Result<[u32; 3], String> {
    let wrong = || format!("`{text}` is not a block size such as 256 or 32,8");
    let mut extents = [1; 3];
    let words: Vec<&str> = text.split(',').collect();
    if words.len() > extents.len() {
        return Err(wrong());
    }
    for (extent, word) in extents.iter_mut().zip(words) {
        *extent = word.trim().parse().ok().filter(|&n| n > 0).ok_or_else(wrong)?;
    }
    check_block(extents)
}

/// The extents of a block, unless it has too many threads.
pub(super) fn check_block(extents: [u32; 3]) -> Result<[u32; 3], String> {
    let threads = extents.iter().fold(1u32, |product, &extent| product.saturating_mul(extent));
    if threads > 1024 { Err(format!("a block of {threads} threads exceeds the limit of 1024")) } else { Ok(extents) }
}

fn unknown(what: &str, name: &str, suggestion: Option<&str>) -> String {
    let suggestion = suggestion.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    format!("unknown {what} `{name}`{suggestion} (`ptxlint rules` lists them)")
}

#[cfg(all(test, feature = "binaries"))]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn all_commands_are_known() {
        let mut all = Arguments::command();
        all.build();
        let mut names: Vec<&str> = all.get_subcommands().map(Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(names, COMMANDS);
    }

    #[test]
    fn options_mean_the_same_without_the_commands() {
        let lines = [
            "k.ptx",
            "--color never --format json --block 256 a b",
            "--deny warnings --select sync -",
            "--diff k.ptx",
            "--fix k.ptx",
            "./rules",
        ];
        for line in lines {
            let words: Vec<OsString> = ["ptxlint"].into_iter().chain(line.split(' ')).map(OsString::from).collect();
            let light = LintOnly::try_parse_from(&words).unwrap_or_else(|mistake| panic!("{line}: {mistake}"));
            let whole = Arguments::try_parse_from(&words).unwrap_or_else(|mistake| panic!("{line}: {mistake}"));
            assert_eq!(
                format!("{:?} {:?}", light.lint, light.color),
                format!("{:?} {:?}", whole.lint, whole.color),
                "{line}"
            );
        }
    }
}
