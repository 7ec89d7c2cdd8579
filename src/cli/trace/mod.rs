//! `ptxlint trace`: the values that repeated launches leave.

mod arguments;
mod json;
mod report;
mod subjects;

pub(super) use arguments::{HELP, TraceArguments};

use super::Ending;
use super::arguments::ListFormat;
use super::chrome;
use super::output;
use super::terminal::Terminal;
use super::verify::{Limits, interrupt};
use crate::device::{Device, DeviceError};
use crate::kernels::ToleranceSource;
use crate::validate::{self, LaunchTrace, Recorder, ReplayResult, Timeline, TracePlan};
use std::io::{self, Write};
use subjects::Subjects;

/// What there is to tell.
struct Results<'a> {
    subjects: &'a Subjects,
    device: String,
    note: Option<String>,
    /// See [`Device::unwatched`].
    unwatched: u64,
    trace: LaunchTrace,
    replay: Option<Result<ReplayResult, DeviceError>>,
    with_coverage: bool,
}

/// Traces the kernel that the arguments name.
pub(super) fn run(arguments: &TraceArguments, terminal: Terminal) -> io::Result<Ending> {
    interrupt::watch();
    let limits = Limits::seconds(arguments.time_limit);
    let find =
        || if arguments.coverage { arguments.device.find_counting(limits) } else { arguments.device.find(limits) };
    let writable = output::can_be_written(arguments.chrome_trace.as_deref());
    let found = writable.and_then(|()| Subjects::find(arguments)).and_then(|subjects| Ok((subjects, find()?)));
    let (subjects, backend) = match found {
        Ok(found) => found,
        Err(complaint) => {
            terminal.complain(&complaint);
            return Ok(Ending::Failure);
        }
    };
    let goes_on = || !interrupt::is_wanted();
    let timeline = Timeline::start();
    let open = || -> Box<dyn Device> { Box::new(Recorder::open(&timeline, || backend.open())) };
    let (subject, kernel) = (&subjects.subject, subjects.subject.kernel.as_str());
    let plan = TracePlan {
        subject,
        other: subjects.other.as_ref(),
        sizes: &subjects.sizes,
        watches: &subjects.watches,
        tolerance: ToleranceSource::Computed,
        goes_on: &goes_on,
    };
    let trace = timeline.check("trace", kernel, || validate::trace(&plan, &open, &timeline));
    let replay = arguments.replay.map(|frames| {
        // What has stopped once would stop again.
        if let Some(error) = trace.errors().next() {
            return Err(error.clone());
        }
        timeline.check("replay", kernel, || validate::replay(subject, frames.get() as usize, &open, &goes_on))
    });
    let results = Results {
        subjects: &subjects,
        device: backend.name(),
        note: backend.note.clone(),
        unwatched: backend.unwatched(),
        trace,
        replay,
        with_coverage: arguments.coverage,
    };
    let mut out = io::stdout().lock();
    match arguments.format {
        ListFormat::Human => out.write_all(report::render(&results, terminal).as_bytes())?,
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &json::TraceDocument::new(&results))?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    terminal.tell_of_unwatched(backend.unwatched());
    let written = chrome::write(arguments.chrome_trace.as_deref(), &timeline, &results.device, terminal);
    if !goes_on() {
        terminal.complain("interrupted: not all launches were made");
        return Ok(Ending::Failure);
    }
    if let Some(error) = results.obstacle() {
        terminal.complain(&format!("{kernel} cannot be run: {error}"));
    }
    Ok(written.unwrap_or(results.ending()))
}

impl Results<'_> {
    /// Why the kernel was not run at all, if so.
    fn obstacle(&self) -> Option<&DeviceError> {
        let errors = self.trace.errors().chain(self.replay.iter().filter_map(|replay| replay.as_ref().err()));
        let is_kernels = |error: &&DeviceError| {
            matches!(error, DeviceError::Fault(_) | DeviceError::Crash { .. } | DeviceError::TimeLimit { .. })
        };
        errors.into_iter().find(|error| !is_kernels(error))
    }

    fn passed(&self) -> bool {
        let is_steady =
            |replay: &Result<ReplayResult, DeviceError>| replay.as_ref().is_ok_and(|replay| replay.first.is_none());
        self.trace.passed() && self.replay.as_ref().is_none_or(is_steady)
    }

    fn ending(&self) -> Ending {
        match (self.obstacle(), self.passed()) {
            (Some(_), _) => Ending::Failure,
            (None, true) => Ending::Clean,
            (None, false) => Ending::Findings,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::kernels::{SHIPPED, default_target};
    use super::*;
    use crate::device::Cpu;
    use crate::validate::Subject;

    #[test]
    fn every_kernel_passes() {
        for shipped in SHIPPED {
            let given = shipped.small();
            let kernel = shipped.with(given.clone(), "trace").expect("it is complete");
            let subject = |seed| Subject::shipped(kernel.as_ref(), default_target(), seed).expect("it can be written");
            let (subject, other) = (subject(1), subject(2));
            let sizes = subjects::sizes(shipped, &given, default_target()).into_iter();
            let sizes: Vec<_> = sizes
                .map(|(title, kernel)| (title, Subject::shipped(kernel.as_ref(), default_target(), 1).expect("right")))
                .collect();
            let plan = TracePlan {
                subject: &subject,
                other: Some(&other),
                sizes: &sizes,
                watches: &[],
                tolerance: ToleranceSource::Computed,
                goes_on: &|| true,
            };
            let trace = validate::trace(&plan, &|| Box::new(Cpu::new()), &Timeline::start());
            let bad: Vec<_> = trace.steps.iter().filter(|step| !step.passed()).collect();
            assert!(bad.is_empty(), "{}: {bad:?}", shipped.name);
            assert!(trace.steps.len() >= 3 + sizes.len());
        }
    }
}
