//! `ptxlint exec`: CUDA programs without a GPU.
//!
//! A library of ours takes the place of CUDA's (`runtime` in the repository): the loader finds it by a private folder. It runs kernels on
//! the interpreter, and writes what happens into files there, which become the report once the program has ended.

mod protocol;
mod stub;

use super::Ending;
use super::arguments::{Arguments, LintArguments};
use super::lint;
use super::reporting::ReportArguments;
use super::sanitize::Sanitizer;
use super::terminal::Terminal;
use crate::device::{FaultReport, Schedule};
use crate::isa::Target;
use clap::Args;
pub use protocol::{EVENTS, Event, ExecSettings, VARIABLE};
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

pub(super) const HELP: &str = r#"Examples:
  nvcc -cudart shared -lineinfo saxpy.cu -o saxpy
  ptxlint exec -- ./saxpy 1000                the program, its kernels on the interpreter under all checks
  ptxlint exec --format sarif -o report.sarif -- ./saxpy
                                              faults for code scanning; also: json, github, gitlab, junit
  ptxlint exec --keep-going -- ./saxpy        CUDA's functions succeed in spite of faults
  ptxlint exec --target sm_80 --no-races -- ctest
                                              whatever the command starts

The program has to link CUDA's runtime as a shared library (`nvcc -cudart shared`) or use the driver's functions, and to hold PTX, as
programs do that are built with `-arch=native`, `-arch=sm_90` or `-gencode arch=compute_90,code=compute_90`. Faults are reported as by
`ptxlint sanitize`, after the program has ended; `-lineinfo` adds the lines of its source. A program whose kernel has faulted gets an error
from CUDA's functions from then on, as on a GPU.

The functions come from a library, `libptxlint_runtime.so`, which lies beside the command, in `../lib` or in the folder that `--runtime`
names. A function that it lacks says so once and returns `cudaErrorNotSupported`.

Exit codes: the program's, if that is not 0; 1 if a kernel has faulted; 2 if something could not be run."#;

/// The library that takes CUDA's place.
const LIBRARY: &str = "libptxlint_runtime.so";

/// The names that programs load, and whether these have versions.
const NAMES: [(&str, bool); 5] = [
    ("libcudart.so.12", true),
    ("libcudart.so.13", true),
    ("libcudart.so", false),
    ("libcuda.so.1", false),
    ("libcuda.so", false),
];

#[derive(Debug, Args)]
pub(super) struct ExecArguments {
    /// The program and its arguments
    #[arg(value_name = "PROGRAM", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    program: Vec<OsString>,

    /// The device that the program finds [default: sm_90]
    #[arg(long, value_name = "sm_NN", value_parser = super::arguments::target)]
    target: Option<Target>,

    /// Multiprocessors that it has, by which many programs choose their grids
    #[arg(long, value_name = "N", default_value = "132")]
    multiprocessors: NonZeroU32,

    /// Do not look for races: faster, and with less memory
    #[arg(long)]
    no_races: bool,

    /// When asynchronous copies are done: `late` (when something waits), `early` (at once), or `random:N`, by a seed, which also
    /// mixes the turns of warps and blocks
    #[arg(long, value_name = "WHEN", default_value = "late")]
    schedule: Schedule,

    /// Instructions that a warp may execute in a launch
    #[arg(long, value_name = "N")]
    max_steps: Option<u64>,

    /// Seconds that a launch may take [default: 600]
    #[arg(long, value_name = "SECONDS")]
    max_seconds: Option<u64>,

    /// Threads that interpret [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Run each launch, even one that an equal launch before, which found the same in memory, has shown the outcome of
    #[arg(long)]
    every_launch: bool,

    /// Report faults, but let CUDA's functions succeed as if there had been none
    #[arg(long)]
    keep_going: bool,

    /// Keep the PTX of the program's modules in this folder, with `events.jsonl`
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// The folder of the library `libptxlint_runtime.so` [default: that of the command, or `../lib` from there]
    #[arg(long, value_name = "DIR")]
    runtime: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArguments,
}

/// Runs a program and reports what its kernels did.
pub(super) fn run(arguments: ExecArguments, terminal: Terminal) -> io::Result<Ending> {
    match prepare(&arguments).and_then(|folders| Ok((execute(&arguments, &folders)?, folders))) {
        Ok((status, folders)) => conclude(arguments, status, folders, terminal),
        Err(mistake) => {
            terminal.complain(&mistake);
            Ok(Ending::Failure)
        }
    }
}

/// Folders of a run.
struct Folders {
    /// Holds the others until the run has ended.
    _temporary: tempfile::TempDir,
    /// With the names of CUDA's libraries.
    libraries: PathBuf,
    /// With modules and events.
    events: PathBuf,
    /// Our library.
    library: PathBuf,
}

/// The folder of our library: beside the command, where test programs lie, or in a `lib` next to it.
fn library(chosen: Option<&Path>) -> Result<PathBuf, String> {
    let mut folders: Vec<PathBuf> = chosen.map(Path::to_path_buf).into_iter().collect();
    if chosen.is_none() {
        let own = env::current_exe().and_then(|path| path.canonicalize()).map_err(|error| error.to_string())?;
        let own = own.parent().unwrap_or(Path::new("/"));
        folders = vec![own.to_path_buf(), own.join("../lib"), own.join("../lib/ptxlint"), own.join("..")];
    }
    let found = folders.iter().map(|folder| folder.join(LIBRARY)).find(|path| path.is_file());
    found.and_then(|path| path.canonicalize().ok()).ok_or_else(|| {
        let places: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
        format!(
            "there is no `{LIBRARY}` in {}: archives of releases for Linux have it, `cargo build --release -p ptx-linter-runtime` builds \
             it, and `--runtime` says where it is",
            places.join(", ")
        )
    })
}

fn prepare(arguments: &ExecArguments) -> Result<Folders, String> {
    if !cfg!(target_os = "linux") {
        return Err("programs can be run on Linux only".to_string());
    }
    let library = library(arguments.runtime.as_deref())?;
    let failed = |error: io::Error| format!("cannot make a folder for the run: {error}");
    let temporary = tempfile::Builder::new().prefix("ptxlint-exec-").tempdir().map_err(failed)?;
    let libraries = temporary.path().join("lib");
    let events = arguments.keep.clone().unwrap_or_else(|| temporary.path().join("modules"));
    fs::create_dir_all(&libraries).map_err(failed)?;
    fs::create_dir_all(&events).map_err(failed)?;
    let events = events.canonicalize().map_err(failed)?;
    // What an earlier run has left there is none of this one's.
    fs::write(events.join(EVENTS), "").map_err(failed)?;
    let head = fs::read(&library).map_err(|error| format!("cannot read {}: {error}", library.display()))?;
    let Some(&[low, high]) = head.get(18..20) else {
        return Err(format!("{} is not a library", library.display()));
    };
    let machine = u16::from_le_bytes([low, high]);
    for (name, versioned) in NAMES {
        let needed = library.to_string_lossy();
        fs::write(libraries.join(name), stub::library(machine, name, versioned, &needed)).map_err(failed)?;
    }
    Ok(Folders { _temporary: temporary, libraries, events, library })
}

fn execute(arguments: &ExecArguments, folders: &Folders) -> Result<ExitStatus, String> {
    let digits = |target: Target| target.name().chars().filter(char::is_ascii_digit).collect::<String>();
    let defaults = ExecSettings::default();
    let settings = ExecSettings {
        folder: Some(folders.events.clone()),
        architecture: arguments.target.and_then(|target| digits(target).parse().ok()).unwrap_or(defaults.architecture),
        multiprocessors: arguments.multiprocessors.get(),
        races: !arguments.no_races,
        schedule: arguments.schedule,
        steps: arguments.max_steps,
        seconds: arguments.max_seconds,
        threads: arguments.threads.map(NonZeroUsize::get),
        every_launch: arguments.every_launch,
        keep_going: arguments.keep_going,
        command: i32::try_from(std::process::id()).ok(),
    };
    let settings = serde_json::to_string(&settings).map_err(|error| error.to_string())?;
    let path = |variable: &str, first: &Path| {
        let rest = env::var_os(variable).unwrap_or_default();
        let all = std::iter::once(first.to_path_buf()).chain(env::split_paths(&rest).filter(|it| it != Path::new("")));
        env::join_paths(all).map_err(|error| format!("{}: {error}", first.display()))
    };
    let (program, rest) = arguments.program.split_first().ok_or("no program")?;
    let mut command = Command::new(program);
    command.args(rest).env(VARIABLE, settings);
    command.env("LD_LIBRARY_PATH", path("LD_LIBRARY_PATH", &folders.libraries)?);
    // Programs that name the folder of CUDA's libraries themselves (`DT_RPATH`) would find those first.
    command.env("LD_PRELOAD", path("LD_PRELOAD", &folders.library)?);
    command.status().map_err(|error| format!("cannot run {}: {error}", Path::new(program).display()))
}

/// What is told of a run.
#[derive(Default)]
struct Told {
    faults: BTreeMap<String, Vec<FaultReport>>,
    refusals: BTreeSet<String>,
    misuses: BTreeSet<String>,
    launches: u64,
    recalled: u64,
    instructions: u64,
}

impl Told {
    fn read(folder: &Path) -> io::Result<Self> {
        let mut told = Self::default();
        for line in fs::read_to_string(folder.join(EVENTS))?.lines() {
            match serde_json::from_str(line) {
                Ok(Event::Fault { module, report }) => told.add(module, report),
                Ok(Event::Refusal { message }) => _ = told.refusals.insert(message),
                Ok(Event::Misuse { message }) => _ = told.misuses.insert(message),
                Ok(Event::Launch { instructions, recalled }) => {
                    told.launches += 1;
                    told.recalled += u64::from(recalled);
                    told.instructions += instructions;
                }
                // The last line of a program that was killed.
                Err(_) => {}
            }
        }
        Ok(told)
    }

    /// Faults of several launches in one place are one.
    fn add(&mut self, module: String, report: FaultReport) {
        let reports = self.faults.entry(module).or_default();
        let site = |report: &FaultReport| {
            let other = report.fault.other.as_ref().map_or(0, |other| other.span.start);
            (report.fault.kind, report.fault.span.start.min(other), report.fault.span.start.max(other))
        };
        match reports.iter_mut().find(|known| site(known) == site(&report)) {
            Some(known) => known.times += report.times,
            None => reports.push(report),
        }
    }
}

/// Reports, and gives the exit code.
fn conclude(arguments: ExecArguments, status: ExitStatus, folders: Folders, terminal: Terminal) -> io::Result<Ending> {
    let told = Told::read(&folders.events)?;
    for message in told.misuses.iter().chain(&told.refusals) {
        terminal.complain(message);
    }
    let paths = told.faults.keys().map(|module| folders.events.join(module).into_os_string());
    let is_quiet = arguments.report.quiet;
    let mut ending = Ending::Clean;
    if !told.faults.is_empty() || arguments.report.output_file.is_some() {
        // A report is what `ptxlint sanitize` writes: only the faults come from elsewhere.
        let options = ["ptxlint", "--no-config", "--allow-empty"].map(OsString::from);
        let empty = (told.faults.is_empty()).then(|| folders.events.clone().into_os_string());
        let lint: LintArguments = Arguments::read(options.into_iter().chain(paths).chain(empty)).lint;
        let lint = LintArguments { report: arguments.report, ..lint };
        ending = lint::run(lint, Some(Sanitizer::recorded(told.faults)), terminal)?;
    } else if !is_quiet && told.refusals.is_empty() {
        let plural = if told.launches == 1 { "" } else { "es" };
        let recalled = match told.recalled {
            0 => String::new(),
            recalled => format!(" ({recalled} of them like others before, and not run again)"),
        };
        let instructions = told.instructions;
        terminal
            .note(&format!("{} launch{plural}{recalled}, {instructions} thread instructions, no fault", told.launches));
    }
    if !told.refusals.is_empty() {
        ending = ending.max(Ending::Failure);
    }
    // Who leaves with the program's exit code drops nothing.
    drop(folders);
    leave(status, ending)
}

/// The program's own exit code goes first, as that of a command that another one runs.
fn leave(status: ExitStatus, ending: Ending) -> io::Result<Ending> {
    match status.code() {
        Some(0) => Ok(ending),
        Some(code) => std::process::exit(code),
        #[cfg(unix)]
        None => {
            use std::os::unix::process::ExitStatusExt;
            std::process::exit(128 + status.signal().unwrap_or(0))
        }
        #[cfg(not(unix))]
        None => Ok(Ending::Failure),
    }
}

/// The PTX in a fat binary: for each entry its target, and the text or why it cannot be had.
#[cfg(feature = "binaries")]
pub fn fat_binary(bytes: &[u8]) -> Vec<(String, Result<Vec<u8>, String>)> {
    super::binaries::fat_binary(bytes)
}
