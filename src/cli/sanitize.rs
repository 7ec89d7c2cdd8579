//! `ptxlint sanitize`: kernels under all checks of the interpreter, in launches that are made up or given.

use super::arguments::LintArguments;
use super::run::{self, RunArguments};
use crate::device::{FaultReport, Schedule, kernels};
use crate::diagnostic::{Diagnostic, Level};
use crate::driver::{self, Report};
use crate::options::{Levels, Options, Selector, Setting};
use crate::replay;
use crate::source::SourceTooLarge;
use crate::util::alternatives;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub(super) const HELP: &str = r#"Examples:
  ptxlint sanitize k.ptx                      every kernel, in launches that are made up
  ptxlint sanitize k.ptx --kernel add         one kernel of the file
  ptxlint sanitize --block 256 build/ptx      with blocks of 256 threads where kernels do not say
  ptxlint sanitize --deny warnings .          faults of such launches fail the run
  ptxlint sanitize k.ptx --kernel add --grid 4 --block 256 --arg x=zeros(1024,f32) --arg out=zeros(1024,f32) --arg n=1024
                                              one kernel, in a launch that is given: arguments as those of `ptxlint run`
  ptxlint sanitize --format sarif -o report.sarif .
                                              a report for code scanning; also: json, github, gitlab, junit

The interpreter runs each kernel and reports what is undefined behaviour on a GPU: races, out-of-bounds and misaligned accesses, reads of
values that were never written, deadlocks, barriers at which warps do not meet. A launch continues after a fault, so one run reports several.

Where no launch is given, some are made up: blocks by `.reqntid`, `.maxntid`, `[[kernel]]` of the configuration or what the kernel's text
suggests, sizes that it compares with, buffers of zeros, of counted and of random integers. A fault is reported, as a warning, if all launches
that reach its place show it. What needs real data to judge is not guessed: a note says so (`not-judged`). Where buffers end is never
judged in such launches, which the report says once.

Exit codes: as those of `ptxlint`."#;

#[derive(Debug, Args)]
pub(super) struct SanitizeArguments {
    #[command(flatten)]
    pub lint: LintArguments,

    #[command(flatten)]
    pub launch: GivenLaunch,
}

/// A launch that is given.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Launch")]
pub(super) struct GivenLaunch {
    /// The kernel that is launched [default: with `--arg` the only one, otherwise each]
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,

    /// Blocks of the grid: X, or X,Y, or X,Y,Z
    #[arg(long, value_name = "X,Y,Z", default_value = "1", value_parser = run::extents)]
    grid: [u32; 3],

    /// Blocks of a cluster [default: the kernel's `.reqnctapercluster`]
    #[arg(long, value_name = "X,Y,Z", value_parser = run::extents)]
    cluster: Option<[u32; 3]>,

    /// Bytes of dynamic shared memory
    #[arg(long, value_name = "BYTES", default_value = "0")]
    shared: u32,

    /// `name=value`, or values in the order of the parameters; without any, launches are made up
    #[arg(long = "arg", value_name = "VALUE", allow_hyphen_values = true)]
    arguments: Vec<String>,

    #[arg(skip)]
    block: Option<[u32; 3]>,

    /// When asynchronous copies are done: `late` (when something waits), `early` (at once), or `random:N`, by a seed, which also
    /// mixes the turns of warps and blocks
    #[arg(long, value_name = "WHEN", default_value = "late")]
    schedule: Schedule,
}

impl SanitizeArguments {
    /// The arguments of the run, and the launch if one is given.
    ///
    /// # Errors
    /// What does not go together.
    pub(super) fn take_apart(self) -> Result<(LintArguments, Sanitizer), String> {
        let Self { lint, mut launch } = self;
        if lint.fixing.mode()?.is_some() || lint.confirm {
            return Err("faults have no fixes and need no `--confirm`: those are for rules".to_string());
        }
        launch.block = lint.block;
        let is_given = !launch.arguments.is_empty();
        if !is_given && (launch.grid != [1; 3] || launch.cluster.is_some() || launch.shared > 0) {
            return Err(
                "a launch that is given has arguments: write `--arg` for each, as for `ptxlint run`".to_string()
            );
        }
        if is_given && lint.inputs.paths.len() != 1 {
            return Err("a launch that is given is that of one file".to_string());
        }
        let is_one_file = matches!(&lint.inputs.paths[..], [path] if path.is_file());
        let launches = match is_given {
            true => Launches::Given(launch),
            false => Launches::MadeUp(MadeUpLaunches { kernel: launch.kernel, is_one_file, schedule: launch.schedule }),
        };
        Ok((lint, Sanitizer { launches }))
    }
}

/// What takes the place of rules.
#[derive(Clone, Debug)]
pub(super) struct Sanitizer {
    launches: Launches,
}

/// Launches that are made up.
#[derive(Clone, Debug)]
struct MadeUpLaunches {
    /// The only kernel that is wanted.
    kernel: Option<String>,
    /// Whether one file was named, which has to have that kernel.
    is_one_file: bool,
    schedule: Schedule,
}

/// Where launches come from.
#[derive(Clone, Debug)]
enum Launches {
    /// They are made up, unless the configuration has them.
    MadeUp(MadeUpLaunches),
    Given(GivenLaunch),
    /// They have been, and these are their faults, by the names of files.
    Recorded(BTreeMap<String, Vec<FaultReport>>),
}

impl Sanitizer {
    /// Tells faults of launches that have been, by the names of the files.
    pub(super) fn recorded(faults: BTreeMap<String, Vec<FaultReport>>) -> Self {
        Self { launches: Launches::Recorded(faults) }
    }

    /// Whether the standard output is a program's own.
    pub(super) fn leaves_stdout(&self) -> bool {
        matches!(self.launches, Launches::Recorded(_))
    }

    /// What no launch of the run has judged, whatever the kernel.
    pub(super) fn unjudged(&self) -> Option<&'static str> {
        const EXTENTS: &str = "launches were made up, so where buffers end was not judged: `--arg` gives a launch";
        matches!(self.launches, Launches::MadeUp(_)).then_some(EXTENTS)
    }

    /// The faults of a file.
    ///
    /// # Errors
    /// It is too large, or why the launch that is given cannot be.
    pub(super) fn report(
        &self,
        path: Option<&Path>,
        bytes: &[u8],
        options: &Options,
    ) -> Result<Result<Report, String>, SourceTooLarge> {
        let mut levels = Levels::default();
        levels.set(Selector::All, Setting::Off);
        // Only what the file is: rules have their own command.
        let mut report = driver::check(bytes, &Options { levels, ..options.clone() })?;
        report.waiting.clear();
        report.incomplete.clear();
        if report.status == driver::FileStatus::NotPtx {
            return Ok(Ok(report));
        }
        report.findings = match &self.launches {
            Launches::MadeUp(launches) => match made_up(path, bytes, options, launches) {
                Ok(findings) => findings,
                Err(complaint) => return Ok(Err(complaint)),
            },
            Launches::Recorded(faults) => {
                let name = path.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
                let faults = name.and_then(|name| faults.get(&name)).map_or(&[][..], Vec::as_slice);
                faults.iter().filter_map(|fault| replay::finding_of(bytes, fault, Level::Error)).collect()
            }
            Launches::Given(launch) => match given(path, bytes, launch.clone()) {
                Ok(findings) => findings,
                Err(complaint) => return Ok(Err(complaint)),
            },
        };
        Ok(Ok(report))
    }
}

/// What a launch that is given shows.
fn given(path: Option<&Path>, bytes: &[u8], launch: GivenLaunch) -> Result<Vec<Diagnostic>, String> {
    let path = path.map_or_else(|| PathBuf::from("-"), Path::to_path_buf);
    let text = std::str::from_utf8(bytes).map_err(|_| format!("{} is not text", path.display()))?;
    let GivenLaunch { kernel, grid, cluster, shared, arguments, block, schedule } = launch;
    let arguments = RunArguments::of_launch(path, kernel, (grid, block, cluster), shared, arguments);
    let faults = run::faults(text, &RunArguments { schedule, ..arguments })?;
    Ok(faults.iter().filter_map(|fault| replay::finding_of(bytes, fault, Level::Error)).collect())
}

/// What launches show that are made up; kernels of which the configuration names arguments have its launches.
fn made_up(
    path: Option<&Path>,
    bytes: &[u8],
    options: &Options,
    MadeUpLaunches { kernel: chosen, is_one_file, schedule }: &MadeUpLaunches,
) -> Result<Vec<Diagnostic>, String> {
    let schedule = *schedule;
    let is_configured = |kernel: &str| options.launch_of(kernel).arguments.is_some();
    let is_wanted = |kernel: &str| chosen.as_ref().is_none_or(|chosen| chosen == kernel);
    let names = std::str::from_utf8(bytes).ok().and_then(|text| kernels(text).ok()).unwrap_or_default();
    if let Some(chosen) = chosen.as_ref().filter(|_| *is_one_file && !names.iter().any(|(kernel, _)| is_wanted(kernel)))
    {
        let file = path.map_or_else(String::new, |path| path.display().to_string());
        let known = alternatives(names.iter().map(|(kernel, _)| kernel.clone()));
        let hint = if names.is_empty() { String::new() } else { format!("; it has {known}") };
        return Err(format!("{file} has no kernel `{chosen}`{hint}"));
    }
    let is_made_up = |kernel: &str| is_wanted(kernel) && !is_configured(kernel);
    let mut findings = replay::sanitize_kernels(bytes, options, schedule, is_made_up);
    for (kernel, _) in names.into_iter().filter(|(kernel, _)| is_wanted(kernel) && is_configured(kernel)) {
        let known = options.launch_of(&kernel);
        let launch = GivenLaunch {
            block: options.block_of(&kernel),
            kernel: Some(kernel),
            grid: known.grid.unwrap_or([1; 3]),
            cluster: known.cluster,
            shared: known.shared_bytes.unwrap_or(0),
            arguments: known.arguments.unwrap_or_default(),
            schedule,
        };
        findings.get_or_insert_default().extend(given(path, bytes, launch)?);
    }
    let mut findings = findings.unwrap_or_default();
    findings.sort_by_key(|finding| finding.span.start);
    Ok(findings)
}
