//! The main command: lints files and reports.

use super::Ending;
use super::arguments::{Arguments, LintArguments};
use super::baseline::{Baseline, BaselineEffect};
use super::cache::Cache;
use super::config::{self, Settings};
use super::fixing::{self, Fixing};
use super::inline_asm;
use super::inputs::LintInput;
use super::parallel::in_order;
use super::progress::RunProgress;
use super::ptxas::{Assembled, Assembler};
use super::reporting::{ReportFormat, Sink};
use super::sanitize::{SanitizeArguments, Sanitizer};
use super::settings::{self, ShownText};
use super::sources::Sources;
use super::terminal::Terminal;
use super::writer::Writer;
use crate::Waiting;
use crate::diagnostic::{Applicability, Diagnostic, Level};
use crate::driver::{self, Cores, Incomplete, Report};
use crate::fix;
use crate::guard::guarded;
use crate::isa::Target;
use crate::options::{Effort, Options};
use crate::render::{FileFindings, RenderedBlock, SourceMap, compact, human, json};
use crate::replay;
use crate::rules::INTERNAL_ERROR;
use crate::source::{LineIndex, SourceTooLarge};
use clap::CommandFactory;
use clap::error::ErrorKind;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Instant;

/// Runs with fewer files show no progress.
const MANY: usize = 100;
const PROGRESS: &str = "{bar:30} {pos}/{len} files, {eta} left";

/// What became of an input.
pub(super) struct InputOutcome {
    pub name: String,
    /// What of the name is the path of a text in a file.
    pub member: Option<String>,
    pub status: InputStatus,
    /// What went wrong, unless it was read.
    pub message: Option<String>,
    pub counts: FindingCounts,
    pub output: RenderedFindings,
    /// What the standard output gets for a text that was mended.
    pub delivered: Vec<u8>,
    /// How many findings were mended.
    pub fixed: usize,
    /// How many findings have fixes that are safe, and how many have others.
    pub fixable: [usize; 2],
    /// What the baseline has done, if there is one.
    pub baseline: Option<BaselineEffect>,
    /// What rules have not looked at.
    pub incomplete: Vec<Incomplete>,
    /// How much work rules were allowed.
    pub effort: Effort,
    /// Rules that wait until errors are mended.
    pub waiting: Vec<Waiting>,
    /// What else is to be told.
    pub note: Option<String>,
    /// What the assembler said, if it was asked.
    pub assembled: Option<Assembled>,
}

/// What became of an input, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InputStatus {
    Read(driver::FileStatus),
    Unreadable,
    InternalError,
}

impl InputStatus {
    /// The word in JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            InputStatus::Read(status) => status.name(),
            InputStatus::Unreadable => "unreadable",
            InputStatus::InternalError => "internal-error",
        }
    }
}

/// Numbers of findings by level and rule.
pub(super) type FindingCounts = BTreeMap<(Level, &'static str), usize>;

/// Findings in the format that was asked for.
pub(super) enum RenderedFindings {
    Text(Vec<RenderedBlock>),
    /// Become JSON when they are written.
    Pending(Box<PendingFindings>),
}

impl RenderedFindings {
    fn pending(
        (name, member): (String, Option<String>),
        bytes: Vec<u8>,
        findings: Vec<Diagnostic>,
        sources: Option<SourceMap>,
    ) -> Self {
        Self::Pending(Box::new(PendingFindings { name, member, bytes, findings, sources }))
    }
}

/// Findings and what it takes to show them.
pub(super) struct PendingFindings {
    name: String,
    member: Option<String>,
    bytes: Vec<u8>,
    findings: Vec<Diagnostic>,
    sources: Option<SourceMap>,
}

impl PendingFindings {
    /// Hands on the JSON of each, up to `limit`.
    ///
    /// # Errors
    /// What `take` says.
    pub(super) fn each(&self, limit: usize, take: impl FnMut(json::JsonFinding) -> io::Result<()>) -> io::Result<()> {
        let lines = &LineIndex::new(&self.bytes);
        let file = FileFindings::new(&self.name, &self.bytes, lines, &self.findings);
        let file = FileFindings { member: self.member.as_deref(), sources: self.sources.as_ref(), ..file };
        json::findings(file).take(limit).try_for_each(take)
    }
}

/// Sanitises what the arguments name and writes the report.
pub(super) fn sanitize(arguments: SanitizeArguments, terminal: Terminal) -> io::Result<Ending> {
    match arguments.take_apart() {
        Ok((arguments, sanitizer)) => run(arguments, Some(sanitizer), terminal),
        Err(mistake) => Arguments::command().error(ErrorKind::ArgumentConflict, mistake).exit(),
    }
}

/// Lints what the arguments name, or has a sanitizer look at it, and writes the report.
pub(super) fn run(
    mut arguments: LintArguments,
    sanitizer: Option<Sanitizer>,
    terminal: Terminal,
) -> io::Result<Ending> {
    let started = Instant::now();
    let format = arguments.report.format;
    if arguments.report.statistics && !format.has_statistics() {
        let message = format!("`--statistics` cannot be used with `--format {}`; use `--format json`", format.name());
        Arguments::command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    let fixing = match arguments.fixing.mode() {
        Ok(fixing) => fixing,
        Err(mistake) => Arguments::command().error(ErrorKind::MissingRequiredArgument, mistake).exit(),
    };
    let prepared = jobs(&arguments).and_then(|jobs| match show(&mut arguments, &jobs) {
        Some(text) => Ok(LintStep::Show(text)),
        None => {
            let leaves_stdout = sanitizer.as_ref().is_some_and(Sanitizer::leaves_stdout);
            prepare(jobs, &arguments, leaves_stdout, terminal).map(|prepared| LintStep::Lint(Box::new(prepared)))
        }
    });
    let Prepared { jobs, assembler, baseline, cache, sink } = match prepared {
        Ok(LintStep::Lint(prepared)) => *prepared,
        Ok(LintStep::Show(shown)) => return shown.write(terminal),
        // Levels that nobody wants would bury what is wrong here.
        Err(mistake) => {
            terminal.complain(&mistake);
            return Ok(Ending::Failure);
        }
    };
    let is_watched = terminal.is_watched && !arguments.report.quiet && jobs.len() >= MANY;
    let mut progress = RunProgress::new(jobs.len(), PROGRESS, is_watched);
    let linter = Linter { sanitizer, ..Linter::new(&mut arguments, sink.terminal, assembler, baseline, cache) };
    let mut writer = Writer::new(&arguments.report, fixing, sink);
    writer.unjudged = linter.sanitizer.as_ref().and_then(Sanitizer::unjudged);
    let take = |outcome| progress.step(|| writer.take(outcome));
    in_order(&jobs, arguments.jobs, |job, cores| linter.lint(job, cores), take)?;
    drop(progress);
    let Linter { cache, baseline, .. } = linter;
    cache.into_iter().for_each(Cache::write);
    if let Some(Err(mistake)) = baseline.as_ref().map(|baseline| baseline.update(writer.updates())) {
        terminal.complain(&mistake);
        writer.finish(started.elapsed())?;
        return Ok(Ending::Failure);
    }
    writer.finish(started.elapsed())
}

/// An input and the configuration that holds for it.
pub(super) struct LintJob {
    pub input: LintInput,
    pub place: config::FolderPlace,
}

/// What a run does.
enum LintStep {
    Lint(Box<Prepared>),
    Show(ShownText),
}

/// What is shown instead of linting, if the arguments ask for it.
fn show(arguments: &mut LintArguments, jobs: &[LintJob]) -> Option<ShownText> {
    if arguments.inputs.show_files {
        return Some(settings::files(jobs));
    }
    arguments.inputs.show_settings.then(|| settings::show(jobs, &arguments.settings(), arguments.report.format))
}

/// What it takes to lint.
struct Prepared {
    jobs: Vec<LintJob>,
    assembler: Option<Assembler>,
    baseline: Option<Baseline>,
    cache: Option<Cache>,
    sink: Sink,
}

/// Finds and opens what is needed; the error says what can't be had.
fn prepare(
    jobs: Vec<LintJob>,
    arguments: &LintArguments,
    leaves_stdout: bool,
    terminal: Terminal,
) -> Result<Prepared, String> {
    let assembler = arguments.ptxas.as_deref().map(Assembler::find).transpose()?;
    let is_mended = arguments.fixing.mode()? == Some(Fixing::Write) && jobs.iter().any(|job| job.input.is_stdin());
    let is_stdout_taken = is_mended || leaves_stdout;
    let sink = arguments.report.open(jobs.iter().map(|job| &job.input), is_stdout_taken, terminal)?;
    let (baseline, cache) = (Baseline::read(&arguments.baseline)?, Cache::open(&arguments.cache)?);
    Ok(Prepared { jobs, assembler, baseline, cache, sink })
}

/// Finds the inputs and their configurations; the error says what is wrong with one.
fn jobs(arguments: &LintArguments) -> Result<Vec<LintJob>, String> {
    let inputs = arguments.inputs.collect()?;
    let mut configurations = arguments.configuration.find()?;
    let mut jobs = Vec::with_capacity(inputs.len());
    for input in inputs {
        let place = input.folder().map(|folder| configurations.of(folder)).transpose()?.unwrap_or_default();
        if !input.path().is_some_and(|path| place.excludes(path)) {
            jobs.push(LintJob { place, input });
        }
    }
    if jobs.is_empty() && !arguments.inputs.allow_empty {
        return Err("nothing left to check: everything is excluded (`--allow-empty` accepts that)".into());
    }
    Ok(jobs)
}

/// What all files are linted with.
struct Linter {
    settings: Settings,
    format: ReportFormat,
    style: human::Style,
    limit: usize,
    confirm: bool,
    sources: Sources,
    assembler: Option<Assembler>,
    baseline: Option<Baseline>,
    cache: Option<Cache>,
    fixing: Option<Fixing>,
    most: Applicability,
    sanitizer: Option<Sanitizer>,
}

impl Linter {
    fn new(
        arguments: &mut LintArguments,
        terminal: Terminal,
        assembler: Option<Assembler>,
        baseline: Option<Baseline>,
        cache: Option<Cache>,
    ) -> Self {
        Self {
            settings: arguments.settings(),
            format: arguments.report.format,
            style: human::Style {
                color: terminal.color,
                charset: terminal.charset,
                width: terminal.width(),
                fold: !arguments.report.all,
            },
            limit: arguments.report.max_findings.unwrap_or(usize::MAX),
            confirm: arguments.confirm,
            sources: Sources::new(&arguments.sources),
            assembler,
            baseline,
            cache,
            fixing: arguments.fixing.mode().ok().flatten(),
            most: arguments.fixing.most(),
            sanitizer: None,
        }
    }

    fn lint(&self, LintJob { input, place }: &LintJob, cores: &Cores) -> InputOutcome {
        let name = input.name.clone();
        let failure = |status, message| failed(input, status, message);
        let bytes = match input.read() {
            Ok(bytes) => bytes,
            Err(reason) => return failure(InputStatus::Unreadable, reason),
        };
        let options = place.options(input.path(), &self.settings);
        // A mistake of ours in one file must not cost the reports of the others.
        let linted = guarded(|| {
            let sanitized = self.sanitizer.as_ref().map(|sanitizer| sanitizer.report(input.path(), &bytes, &options));
            let Mended { text, fixed, note, mut report } = match sanitized.transpose()? {
                Some(Ok(report)) => Mended { text: None, fixed: 0, note: None, report },
                Some(Err(complaint)) => return Ok(Err(complaint)),
                None => self.mend(input, &bytes, &options, cores)?,
            };
            let now = text.as_deref().unwrap_or(&bytes);
            let is_read = report.status != driver::FileStatus::NotPtx;
            // Comments in the sources count as those in the PTX do.
            let map = (!report.findings.is_empty()).then(|| self.sources.map(now, input.path())).flatten();
            if let Some(map) = &map {
                report.findings.retain(|finding| !map.hides(finding));
            }
            let baseline = self.baseline.as_ref().filter(|_| is_read);
            let baseline = baseline.map(|baseline| baseline.apply(input, now, &options, &mut report.findings));
            if self.confirm {
                replay::confirm(now, &mut report.findings);
            }
            let blocks = self.render(input, now, &report, map.as_ref());
            Ok(Ok(RenderedInput { text, fixed, note, baseline, blocks, map, report }))
        });
        let RenderedInput { text, fixed, note, baseline, blocks, map, report } = match linted {
            Err(panic) => return failure(InputStatus::InternalError, panic),
            Ok(Err(too_large)) => return failure(InputStatus::Unreadable, SourceTooLarge::to_string(&too_large)),
            Ok(Ok(Err(complaint))) => return failure(InputStatus::Unreadable, complaint),
            Ok(Ok(Ok(linted))) => linted,
        };
        let now = text.as_deref().unwrap_or(&bytes);
        let assembled = match self.assemble(input, now, &options, report.target.as_deref()) {
            Ok(assembled) => assembled,
            Err(error) => return failure(InputStatus::Unreadable, format!("ptxas could not be run: {error}")),
        };
        let delivered = self.fixing.map_or(Ok(Vec::new()), |fixing| {
            fixing::deliver(input, fixing, &bytes, text.clone().unwrap_or_else(|| bytes.clone()))
        });
        let delivered = match delivered {
            Ok(delivered) => delivered,
            Err(reason) => return failure(InputStatus::Unreadable, reason),
        };
        let panic = report.findings.iter().find(|finding| *finding.rule == INTERNAL_ERROR.info);
        let (status, message) = match panic {
            Some(panic) => (InputStatus::InternalError, Some(panic.message.clone())),
            None => (InputStatus::Read(report.status), report.reason),
        };
        let counts = count(&report.findings);
        // What lies in another file is not written back.
        let fixable = if input.member().is_some() { [0; 2] } else { fixable(&report.findings) };
        let member = || input.member().map(str::to_string);
        let output = blocks.map_or_else(
            || RenderedFindings::pending((name.clone(), member()), text.unwrap_or(bytes), report.findings, map),
            RenderedFindings::Text,
        );
        InputOutcome {
            name,
            member: member(),
            status,
            message,
            counts,
            output,
            incomplete: report.incomplete,
            effort: options.effort,
            waiting: report.waiting,
            note,
            assembled,
            delivered,
            fixed,
            fixable,
            baseline,
        }
    }

    /// Lints a text, and mends it before if that is wanted.
    fn mend(
        &self,
        input: &LintInput,
        bytes: &[u8],
        options: &Options,
        cores: &Cores,
    ) -> Result<Mended, SourceTooLarge> {
        if let Some(path) = source(input, bytes) {
            let checked = inline_asm::check(bytes, path, options)?;
            let note = checked.note();
            let (text, fixed, report) = match self.fixing {
                None => (None, 0, checked.report),
                Some(_) => {
                    let judge = |text: &[u8]| inline_asm::check(text, path, options).map(|checked| checked.report);
                    let fixed = fix::fix_by(bytes, self.most, judge)?;
                    (Some(fixed.text), fixed.applied.len(), fixed.report)
                }
            };
            return Ok(Mended { text, fixed, note, report });
        }
        let is_read_only = self.fixing == Some(Fixing::Write) && input.member().is_some();
        if self.fixing.is_none() || is_read_only {
            let report = self.check(bytes, options, cores)?;
            return Ok(Mended { text: None, fixed: 0, note: None, report });
        }
        let fixed = fix::fix(bytes, options, self.most)?;
        Ok(Mended { text: Some(fixed.text), fixed: fixed.applied.len(), note: None, report: fixed.report })
    }

    /// Checks a text, unless it is known to have no finding. The assembler asks for more of a report than its findings.
    fn check(&self, bytes: &[u8], options: &Options, cores: &Cores) -> Result<Report, SourceTooLarge> {
        match self.cache.as_ref().filter(|_| self.assembler.is_none()) {
            Some(cache) => cache.check(bytes, options, cores),
            None => driver::check_on(bytes, options, cores),
        }
    }

    /// Asks the assembler, if the user wants it.
    fn assemble(
        &self,
        input: &LintInput,
        bytes: &[u8],
        options: &Options,
        target: Option<&str>,
    ) -> io::Result<Option<Assembled>> {
        if source(input, bytes).is_some() {
            return Ok(None);
        }
        let declared = target.and_then(|names| names.split(',').map(str::trim).find(|name| name.starts_with("sm_")));
        let target = options.target.map(Target::name).or(declared).unwrap_or_default();
        self.assembler.as_ref().map(|assembler| assembler.assemble(bytes, target)).transpose()
    }

    /// The findings as text; `None` where they are to be JSON.
    fn render(
        &self,
        input: &LintInput,
        bytes: &[u8],
        report: &Report,
        sources: Option<&SourceMap>,
    ) -> Option<Vec<RenderedBlock>> {
        if report.findings.is_empty() {
            return Some(Vec::new());
        }
        let lines = &LineIndex::new(bytes);
        let file = FileFindings::new(&input.name, bytes, lines, &report.findings);
        let file = FileFindings { member: input.member(), sources, ..file };
        match self.format {
            ReportFormat::Human => Some(human::render(file, self.style, self.limit)),
            ReportFormat::Compact => Some(compact::render(file, self.style.charset, self.limit)),
            _ => None,
        }
    }
}

/// The path of an input that is C++, with assembly in it.
fn source<'a>(input: &'a LintInput, bytes: &[u8]) -> Option<&'a Path> {
    input.path().filter(|path| input.member().is_none() && inline_asm::is_source(path, bytes))
}

/// A text that has been linted.
struct Mended {
    /// What became of it, if it was to be mended.
    text: Option<Vec<u8>>,
    fixed: usize,
    /// What else is to be told.
    note: Option<String>,
    report: Report,
}

/// The same with its report written.
struct RenderedInput {
    text: Option<Vec<u8>>,
    fixed: usize,
    note: Option<String>,
    baseline: Option<BaselineEffect>,
    /// The findings, unless they are written as JSON.
    blocks: Option<Vec<RenderedBlock>>,
    map: Option<SourceMap>,
    report: Report,
}

/// How many findings have safe fixes, and how many have but others.
fn fixable(findings: &[Diagnostic]) -> [usize; 2] {
    let with = |most| findings.iter().filter(|finding| fix::choice(finding, most).is_some()).count();
    let safe = with(Applicability::Safe);
    [safe, with(Applicability::Unsafe) - safe]
}

fn count(findings: &[Diagnostic]) -> FindingCounts {
    let mut counts = FindingCounts::new();
    for finding in findings {
        *counts.entry((finding.level, finding.rule.name)).or_default() += 1;
    }
    counts
}

/// What became of a file that could not be linted.
fn failed(input: &LintInput, status: InputStatus, message: String) -> InputOutcome {
    InputOutcome {
        name: input.name.clone(),
        member: input.member().map(str::to_string),
        status,
        message: Some(message),
        counts: FindingCounts::new(),
        output: RenderedFindings::Text(Vec::new()),
        incomplete: Vec::new(),
        effort: Effort::default(),
        waiting: Vec::new(),
        note: None,
        assembled: None,
        delivered: Vec::new(),
        fixed: 0,
        fixable: [0; 2],
        baseline: None,
    }
}
