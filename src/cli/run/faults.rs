//! What has gone wrong in a launch, for people and programs.

use super::plan::RunPlan;
use crate::cli::sources::{SourceArguments, Sources};
use crate::cli::terminal::Terminal;
use crate::cli::writer::plural;
use crate::device::{DeviceError, Fault, FaultReport, ThreadIndex};
use crate::render::SourceMap;
use crate::render::human::paint;
use crate::span::Span;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// Why a launch has not left what it should.
pub(super) struct Stopped {
    pub error: DeviceError,
    /// All faults, where the launch has gone on after them.
    pub faults: Vec<FaultReport>,
}

impl From<DeviceError> for Stopped {
    fn from(error: DeviceError) -> Self {
        Self { error, faults: Vec::new() }
    }
}

#[derive(Clone, Serialize)]
pub(super) struct JsonFault {
    kind: &'static str,
    message: String,
    line: Option<u32>,
    /// The line of which a compiler has made that one.
    source: Option<JsonSource>,
    thread: Option<JsonPlace>,
    other: Option<Other>,
    /// How often threads have met it.
    times: u64,
}

/// A line of a source, and its text if that was found.
#[derive(Clone, Serialize)]
struct JsonSource {
    path: String,
    line: u32,
    #[serde(skip)]
    text: Option<String>,
}

#[derive(Clone, Serialize)]
struct JsonPlace {
    block: [u32; 3],
    thread: [u32; 3],
}

/// The other access of a race.
#[derive(Clone, Serialize)]
struct Other {
    line: u32,
    source: Option<JsonSource>,
    thread: JsonPlace,
    writes: bool,
}

impl JsonPlace {
    fn of(index: ThreadIndex) -> Self {
        Self { block: index.block, thread: index.thread }
    }

    fn describe(&self) -> String {
        ThreadIndex { block: self.block, thread: self.thread }.to_string()
    }
}

impl JsonFault {
    fn of(Fault { kind, message, span, line, thread, other }: Fault, times: u64, map: Option<&SourceMap>) -> Self {
        Self {
            kind: kind.name(),
            message,
            line: Some(line),
            source: source(map, span),
            thread: Some(JsonPlace::of(thread)),
            other: other.map(|other| Other {
                line: other.line,
                source: source(map, other.span),
                thread: JsonPlace::of(other.thread),
                writes: other.writes,
            }),
            times,
        }
    }
}

/// Where the text of a span comes from: the place that its author can mend.
fn source(map: Option<&SourceMap>, span: Span) -> Option<JsonSource> {
    let map = map?;
    let place = map.authored(map.origin(span.start)?)?;
    let text = map.text(place).and_then(|text| text.line(place.line));
    Some(JsonSource { path: map.path(place).to_string(), line: place.line, text })
}

/// The faults of a launch that was stopped, in the order of their threads.
pub(super) fn faults_of(stopped: Stopped, plan: &RunPlan) -> Vec<JsonFault> {
    let map = Sources::new(&SourceArguments::default()).map(plan.ptx.as_bytes(), Some(Path::new(&plan.file)));
    let of_error = match stopped.error {
        DeviceError::Fault(fault) => JsonFault::of(*fault, 1, map.as_ref()),
        error => {
            let kind = if let DeviceError::TimeLimit { .. } = error { "time limit" } else { "crash" };
            let message = error.to_string();
            JsonFault { kind, message, line: None, source: None, thread: None, other: None, times: 1 }
        }
    };
    let all = stopped.faults.into_iter().map(|report| JsonFault::of(report.fault, report.times, map.as_ref()));
    let all: Vec<JsonFault> = all.collect();
    if all.is_empty() { vec![of_error] } else { all }
}

/// Tells people of faults, in lines of the PTX and of its source.
pub(super) fn tell_faults(
    faults: &[JsonFault],
    file: &str,
    lines: &[String],
    out: &mut dyn Write,
    terminal: Terminal,
) -> io::Result<()> {
    /// More than anybody reads.
    const MOST: usize = 20;
    for fault in faults.iter().take(MOST) {
        tell_fault(fault, file, lines, out, terminal)?;
    }
    match faults.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "and {} more", plural(more, "fault")),
    }
}

fn tell_fault(
    fault: &JsonFault,
    file: &str,
    lines: &[String],
    out: &mut dyn Write,
    terminal: Terminal,
) -> io::Result<()> {
    let bar = if terminal.charset.line("│") == "│" { '│' } else { '|' };
    let show = |line: u32, source: &Option<JsonSource>, out: &mut dyn Write| {
        match lines.get(line as usize - 1) {
            Some(text) => writeln!(out, "  {line:>5} {bar} {}", text.trim_end())?,
            None => writeln!(out)?,
        }
        let Some(source) = source else { return Ok(()) };
        writeln!(out, "{}", terminal.charset.line(&format!("  which is {}:{}", source.path, source.line)))?;
        match &source.text {
            Some(text) => writeln!(out, "  {:>5} {bar} {}", source.line, text.trim_end()),
            None => Ok(()),
        }
    };
    let by = fault.thread.as_ref().map_or(String::new(), |thread| format!(", {}", thread.describe()));
    let times = if fault.times > 1 { format!(", and {} times more", fault.times - 1) } else { String::new() };
    let at = fault.line.map_or(file.to_string(), |line| format!("{file}:{line}"));
    let word = paint("FAULT", "31;1", terminal.color);
    let text = format!("{at}: {}: {}{by}{times}", fault.kind, fault.message);
    writeln!(out, "{word}  {}", terminal.charset.line(&text))?;
    if let Some(line) = fault.line {
        show(line, &fault.source, out)?;
    }
    if let Some(other) = &fault.other {
        let verb = if other.writes { "written" } else { "read" };
        writeln!(out, "{verb} in line {} by {}", other.line, other.thread.describe())?;
        show(other.line, &other.source, out)?;
    }
    Ok(())
}
