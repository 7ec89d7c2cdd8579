//! `ptxlint verify`: runs kernels and judges what they leave.

mod arguments;
mod choice;
mod interrupt;
mod report;
mod rules;

pub(super) use arguments::{HELP, VerifyArguments};
pub(super) use choice::{Backend, DeviceChoice};
pub(super) use interrupt::Interrupt;

use super::Ending;
use super::chrome;
use super::kernels;
use super::progress::Progress;
use super::terminal::Terminal;
use crate::device::{Device, DeviceError, serve};
use crate::validate::{self, Case, Check, Coverage, Obstacle, Recorder, Timeline};
use report::{Reporter, Row};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

const PROGRESS: &str = "{bar:30} {pos}/{len} checks, {eta} left";

/// Runs what the arguments name and writes the report.
pub(super) fn run(arguments: &VerifyArguments, terminal: Terminal) -> io::Result<Ending> {
    let limit = Duration::from_secs(arguments.time_limit.get().into());
    let found = if arguments.coverage { arguments.device.find_counting() } else { arguments.device.find(limit) };
    let backend = match found {
        Ok(backend) => backend,
        Err(complaint) => {
            terminal.complain(&complaint);
            return Ok(Ending::Failure);
        }
    };
    let result =
        if arguments.rules { rules::run(arguments, &backend, terminal) } else { checks(arguments, &backend, terminal) };
    result.unwrap_or_else(|complaint| {
        terminal.complain(&complaint);
        Ok(Ending::Failure)
    })
}

/// Runs the kernel that the standard input describes.
pub(super) fn run_kernel(device: DeviceChoice, terminal: Terminal) -> io::Result<Ending> {
    // Whoever started this process decides when it ends.
    let _ = ctrlc::set_handler(|| ());
    Ok(match serve(device.worker().as_ref(), io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => Ending::Clean,
        Err(error) => {
            terminal.complain(&format!("cannot run the kernel: {error}"));
            Ending::Failure
        }
    })
}

/// Runs kernels.
fn checks(arguments: &VerifyArguments, backend: &Backend, terminal: Terminal) -> Result<io::Result<Ending>, String> {
    let wanted = arguments.names.iter().map(|name| kernels::by_name(name)).collect::<Result<Vec<_>, _>>()?;
    let is_wanted = |case: &Case| wanted.is_empty() || wanted.iter().any(|kernel| kernel.name == case.kernel.name());
    let cases: Vec<Case> = validate::cases().into_iter().filter(is_wanted).collect();
    Ok(run_checks(&cases, arguments, backend, terminal))
}

fn run_checks(
    cases: &[Case],
    arguments: &VerifyArguments,
    backend: &Backend,
    terminal: Terminal,
) -> io::Result<Ending> {
    let interrupt = Interrupt::watch();
    let timeline = Timeline::start();
    let mut coverage = arguments.coverage.then(Coverage::default);
    let mut reporter = Reporter::new(arguments.format, terminal, backend)?;
    let mut progress = Progress::new(cases.len(), PROGRESS, terminal.is_watched);
    for case in cases {
        if interrupt.is_wanted() {
            break;
        }
        let row = Row::new(case, check(case, arguments, backend, &timeline, coverage.as_mut()));
        progress.step(|| reporter.take(row))?;
    }
    drop(progress);
    let ending = reporter.finish(cases.len(), coverage.as_ref())?;
    Ok(chrome::write(arguments.chrome_trace.as_deref(), &timeline, &backend.name(), terminal).unwrap_or(ending))
}

/// Each case has a device of its own: what one does to it does not reach the next.
fn check(
    case: &Case,
    arguments: &VerifyArguments,
    backend: &Backend,
    timeline: &Rc<Timeline>,
    coverage: Option<&mut Coverage>,
) -> Check {
    let target = arguments.target.unwrap_or_else(kernels::default_target);
    let run = || {
        let mut device = Recorder::open(timeline, || backend.open());
        let check = case.check(&mut device, target, arguments.tolerance.source());
        if let Some(coverage) = coverage {
            coverage.add(device.coverage(), &case.title());
        }
        check
    };
    let run = || timeline.check(&case.title(), case.kernel.name(), run);
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let error = DeviceError::Internal("the device has failed in a way that is a bug of ptxlint".to_string());
        Check { time: None, outcome: Err(Obstacle::Device(error)) }
    })
}
