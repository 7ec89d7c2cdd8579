//! The process that lints: one mutant after the other, with a line to its parent before and after each.

use crate::limits::Meter;
use crate::{Arguments, mutant_of, seeds::Seeds};
use ptxlint::{FileStatus, Levels, Options, Selector, Setting};
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// The slowest answer that is allowed, in seconds of the processor.
const SLOWEST: f64 = 1.0;

/// The most memory that an answer may need, in bytes.
const LARGEST: u64 = 1 << 30;

/// A process that keeps more than this ends: what the next answer needs could not be told.
const LEFT_OVER: u64 = 512 << 20;

/// The most mutants that are kept of those about which the same is said.
const MOST_ALIKE: usize = 5;

/// The stack of the thread that lints: that of the command's worker threads.
const STACK: usize = 2 << 20;

thread_local! {
    /// Where the last panic happened.
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Lints until the count or the time is over, or nobody listens.
pub(crate) fn run(arguments: Arguments) -> Result<(), String> {
    std::panic::set_hook(Box::new(|info| {
        PLACE.set(info.location().map(|at| format!("{}:{}", at.file(), at.line())));
    }));
    let seeds = Seeds::find(&arguments.paths)?;
    let work = std::thread::Builder::new().stack_size(STACK).spawn(move || lint_all(&arguments, &seeds));
    match work.map(std::thread::JoinHandle::join) {
        // The parent has gone.
        Ok(Ok(Err(error))) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Ok(Ok(result)) => result.map_err(|error| error.to_string()),
        Ok(Err(_)) => Err("a panic outside of ptxlint".to_string()),
        Err(error) => Err(error.to_string()),
    }
}

fn lint_all(arguments: &Arguments, seeds: &Seeds) -> io::Result<()> {
    let end =
        Duration::try_from_secs_f64(arguments.minutes * 60.0).ok().and_then(|time| Instant::now().checked_add(time));
    let meter = Meter::new();
    let mut alike: HashMap<String, usize> = HashMap::new();
    let mut out = io::stdout().lock();
    let numbers = (arguments.from..arguments.to).step_by(usize::try_from(arguments.step.max(1)).unwrap_or(usize::MAX));
    for number in numbers {
        if end.is_some_and(|end| Instant::now() >= end) {
            break;
        }
        writeln!(out, "> {number}")?;
        out.flush()?;
        let (text, block) = mutant_of(arguments, seeds, number)?;
        meter.forget_peak();
        let (before, had) = (meter.seconds(), meter.resident());
        let Answer { judged, complaint } = judge(&text, block);
        let (seconds, needed) = (meter.seconds() - before, meter.peak().saturating_sub(had));
        let complaint = complaint
            .or_else(|| (seconds > SLOWEST).then(|| ("slow", format!("more than {SLOWEST} s"))))
            .or_else(|| (needed > LARGEST).then(|| ("fat", format!("more than {} MB of memory", LARGEST >> 20))));
        if let Some((kind, message)) = complaint {
            let known = alike.entry(format!("{kind} {message}")).or_default();
            *known += 1;
            if *known <= MOST_ALIKE {
                std::fs::write(arguments.file(kind, number), &text)?;
            }
            let block = block.map_or(String::new(), |[x, y, z]| format!(" (--block {x},{y},{z})"));
            writeln!(out, "! {kind} {}{block}", message.replace('\n', " "))?;
        }
        writeln!(out, "< {} {} {} {}", text.len(), u8::from(judged), (seconds * 1e6) as u64, needed >> 10)?;
        if meter.resident() > LEFT_OVER {
            return out.flush();
        }
    }
    writeln!(out, "=")?;
    out.flush()
}

struct Answer {
    /// Whether all rules have looked at every function: nothing in it is illegal.
    judged: bool,
    /// What kind of thing is wrong with the answer, and what.
    complaint: Option<(&'static str, String)>,
}

fn judge(text: &[u8], block: Option<[u32; 3]>) -> Answer {
    let mut levels = Levels::default();
    levels.set(Selector::All, Setting::On);
    let options = Options { levels, block, ..Options::default() };
    PLACE.take();
    let place = || PLACE.take().unwrap_or_default();
    let report = match std::panic::catch_unwind(|| ptxlint::check(text, &options)) {
        Err(_) => {
            return Answer { judged: false, complaint: Some(("panic", format!("outside of any rule: {}", place()))) };
        }
        Ok(Err(error)) => return Answer { judged: false, complaint: Some(("panic", error.to_string())) },
        Ok(Ok(report)) => report,
    };
    let complaint = report.findings.iter().find_map(|finding| {
        let inside = |span: ptxlint::span::Span| span.start <= span.end && span.end as usize <= text.len();
        let all_inside = inside(finding.span) && finding.labels.iter().all(|label| inside(label.span));
        if finding.rule.name == "internal-error" {
            let what = finding.caption.as_deref().unwrap_or_default();
            Some(("panic", format!("{}: {what} ({})", finding.message, place())))
        } else {
            (!all_inside).then(|| ("panic", format!("`{}` reports a place outside of the file", finding.rule.name)))
        }
    });
    Answer { judged: report.status == FileStatus::Ok && report.waiting.is_empty(), complaint }
}
