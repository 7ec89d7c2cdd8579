//! `ptxlint verify`: runs kernels and judges what they leave.

mod arguments;
mod choice;
mod interrupt;
mod report;
mod rules;
mod worker;

pub(super) use arguments::{HELP, VerifyArguments};
pub(super) use choice::DeviceChoice;
pub(super) use worker::run_kernel;

use super::Ending;
use super::kernels;
use super::progress::Progress;
use super::terminal::Terminal;
use crate::device::DeviceError;
use crate::validate::{self, Case, Check, Obstacle};
use choice::Backend;
use interrupt::Interrupt;
use report::{Reporter, Row};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

const PROGRESS: &str = "{bar:30} {pos}/{len} checks, {eta} left";

/// Runs what the arguments name and writes the report.
pub(super) fn run(arguments: &VerifyArguments, terminal: Terminal) -> io::Result<Ending> {
    let backend = match arguments.device.find(Duration::from_secs(arguments.time_limit.get().into())) {
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
    let mut reporter = Reporter::new(arguments.format, terminal, backend)?;
    let mut progress = Progress::new(cases.len(), PROGRESS, terminal.is_watched);
    for case in cases {
        if interrupt.is_wanted() {
            break;
        }
        let row = Row::new(case, check(case, arguments, backend));
        progress.step(|| reporter.take(row))?;
    }
    drop(progress);
    reporter.finish(cases.len())
}

/// Each case has a device of its own: what one does to it does not reach the next.
fn check(case: &Case, arguments: &VerifyArguments, backend: &Backend) -> Check {
    let target = arguments.target.unwrap_or_else(kernels::default_target);
    let run = || case.check(backend.open().as_mut(), target, arguments.tolerance.source());
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let error = DeviceError::Internal("the device has failed in a way that is a bug of ptxlint".to_string());
        Check { time: None, outcome: Err(Obstacle::Device(error)) }
    })
}
