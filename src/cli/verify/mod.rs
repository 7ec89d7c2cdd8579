//! `ptxlint verify`: runs kernels and judges what they leave.

mod arguments;
mod assembling;
mod attended;
mod choice;
mod evidence;
pub(super) mod interrupt;
mod report;
mod report_html;
mod rules;
mod specification;
mod worker;

pub(super) use arguments::{HELP, VerifyArguments};
pub(super) use choice::{Backend, DeviceChoice, Limits};
pub(super) use worker::run_kernel;

use super::Ending;
use super::chrome;
use super::kernels;
use super::output;
use super::progress::RunProgress;
use super::terminal::Terminal;
use crate::util::alternatives;
use crate::validate::{self, Case, Coverage, KernelValidator, Recorder, Suite, SuiteSize, Timeline};
use report::{CheckRow, Reporter};
use report_html::Head;
use std::io;

const PROGRESS: &str = "{bar:30} {pos}/{len} checks, {eta} left";

/// Runs what the arguments name and writes the report.
pub(super) fn run(arguments: &VerifyArguments, terminal: Terminal) -> io::Result<Ending> {
    interrupt::watch();
    let limits = arguments.limits();
    let found = if arguments.coverage { arguments.device.find_counting(limits) } else { arguments.device.find(limits) };
    let backend = match found {
        Ok(backend) => backend,
        Err(complaint) => {
            terminal.complain(&complaint);
            return Ok(Ending::Failure);
        }
    };
    let writable = output::can_be_written(arguments.report.as_deref())
        .and_then(|()| output::can_be_written(arguments.chrome_trace.as_deref()))
        .and_then(|()| output::can_be_filled(arguments.evidence.as_deref()));
    let result = writable.and_then(|()| match arguments {
        VerifyArguments { rules: true, .. } => rules::run(arguments, &backend, terminal),
        VerifyArguments { specification: true, .. } => specification::run(arguments, &backend, terminal),
        _ => checks(arguments, &backend, terminal),
    });
    result.unwrap_or_else(|complaint| {
        terminal.complain(&complaint);
        Ok(Ending::Failure)
    })
}

/// Runs kernels.
fn checks(arguments: &VerifyArguments, backend: &Backend, terminal: Terminal) -> Result<io::Result<Ending>, String> {
    let wanted = arguments.names.iter().map(|name| kernels::by_name(name)).collect::<Result<Vec<_>, _>>()?;
    let is_wanted = |case: &Case| wanted.is_empty() || wanted.iter().any(|kernel| kernel.name == case.kernel.name());
    let extent = if arguments.full { SuiteSize::Full } else { SuiteSize::Small };
    let suites = if arguments.suites.is_empty() { Suite::ALL.to_vec() } else { arguments.suites.clone() };
    let cases: Vec<Case> = suites.iter().flat_map(|suite| suite.cases(extent)).filter(is_wanted).collect();
    if cases.is_empty() {
        let kernels = alternatives(arguments.names.iter().cloned());
        return Err(format!("no case of {kernels} in {}", arguments::names(&suites)));
    }
    run_checks(&cases, arguments, backend, terminal)
}

/// Each case has a device of its own: what one does to it does not reach the next.
fn run_checks(
    cases: &[Case],
    arguments: &VerifyArguments,
    backend: &Backend,
    terminal: Terminal,
) -> Result<io::Result<Ending>, String> {
    let timeline = Timeline::start();
    let mut coverage = arguments.coverage.then(Coverage::default);
    let folder = evidence::Folder::open(arguments.evidence.as_deref(), backend);
    let target = arguments.target.unwrap_or_else(kernels::default_target);
    let mut validator = KernelValidator::new(target, || Box::new(Recorder::open(&timeline, || backend.open())));
    validator.tolerances(arguments.tolerance.source());
    validator.place(arguments.compare.unwrap_or_else(|| backend.placement()));
    let mut reporter = match Reporter::new(arguments.format, terminal, backend) {
        Ok(reporter) => reporter,
        Err(error) => return Ok(Err(error)),
    };
    let mut progress = RunProgress::new(cases.len(), PROGRESS, terminal.is_watched);
    for case in cases {
        if interrupt::is_wanted() {
            break;
        }
        let title = case.title();
        let row =
            timeline.check(&title, case.kernel.name(), || CheckRow::new(validator.validate(case), case.kernel.work()));
        // What was interrupted itself has no result.
        if interrupt::is_wanted() && row.error.is_some() {
            break;
        }
        if let Some(coverage) = &mut coverage {
            coverage.add(timeline.take_coverage(), &title);
        }
        if let Some(folder) = &folder {
            folder.keep_check(case, target, &row)?;
        }
        if let Err(error) = progress.step(|| reporter.take(row)) {
            return Ok(Err(error));
        }
    }
    drop(progress);
    let growth = validate::growth(validator.report().checks);
    let unwatched = backend.unwatched();
    let ending = match reporter.finish(cases.len(), &growth, coverage.as_ref(), unwatched) {
        Ok(ending) => ending,
        Err(error) => return Ok(Err(error)),
    };
    terminal.tell_of_unwatched(unwatched);
    let page = arguments.report.as_deref().and_then(|path| {
        let mut head = Head::new("kernels", reporter.total(), ending, backend);
        head.facts.push(("Kernels for", target.name().to_string()));
        head.facts.push(("Tolerances", arguments.tolerance.name().to_string()));
        let sections = report_html::checks(&head, reporter.rows(), &growth, coverage.as_ref());
        report_html::write(path, &head, sections, terminal)
    });
    let trace = chrome::write(arguments.chrome_trace.as_deref(), &timeline, &backend.name(), terminal);
    Ok(Ok(page.or(trace).unwrap_or(ending)))
}
