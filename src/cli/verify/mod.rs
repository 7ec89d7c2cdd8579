//! `ptxlint verify`: runs kernels and judges what they leave.

mod choice;
mod interrupt;
mod report;

pub(super) use choice::DeviceChoice;

use super::Ending;
use super::arguments::VerifyArguments;
use super::progress::Progress;
use super::terminal::Terminal;
use crate::device::DeviceError;
use crate::validate::{self, Case, Check, Obstacle};
use choice::Backend;
use interrupt::Interrupt;
use report::{Reporter, Row};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

const PROGRESS: &str = "{bar:30} {pos}/{len} checks, {eta} left";

/// Runs what the arguments name and writes the report.
pub(super) fn run(arguments: &VerifyArguments, terminal: Terminal) -> io::Result<Ending> {
    let backend = match arguments.device.find() {
        Ok(backend) => backend,
        Err(complaint) => {
            terminal.complain(&complaint);
            return Ok(Ending::Failure);
        }
    };
    let cases: Vec<Case> = validate::cases().into_iter().filter(|case| is_wanted(case, arguments)).collect();
    let interrupt = Interrupt::watch();
    let mut reporter = Reporter::new(arguments.format, terminal, &backend)?;
    let mut progress = Progress::new(cases.len(), PROGRESS, terminal.is_watched);
    for case in &cases {
        if interrupt.is_wanted() {
            break;
        }
        let row = Row::new(case, check(case, arguments, &backend));
        progress.step(|| reporter.take(row))?;
    }
    drop(progress);
    reporter.finish(cases.len())
}

fn is_wanted(case: &Case, arguments: &VerifyArguments) -> bool {
    arguments.kernels.is_empty() || arguments.kernels.iter().any(|kernel| kernel.name == case.kernel.name())
}

/// Each case has a device of its own: what one does to it does not reach the next.
fn check(case: &Case, arguments: &VerifyArguments, backend: &Backend) -> Check {
    let target = arguments.target.unwrap_or_else(super::kernels::default_target);
    let run = || match backend.open() {
        Ok(mut device) => case.check(device.as_mut(), target, arguments.tolerance.source()),
        Err(error) => Check { time: None, outcome: Err(Obstacle::Device(error)) },
    };
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        let error = DeviceError::Internal("the device has failed in a way that is a bug of ptxlint".to_string());
        Check { time: None, outcome: Err(Obstacle::Device(error)) }
    })
}
