//! Timelines in the Trace Event Format, which chrome://tracing and Perfetto read.

use super::Ending;
use super::terminal::Terminal;
use crate::validate::{Interval, Timeline, Track};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Duration;

/// The only process.
const PROCESS: u32 = 1;

/// A JSON object of the format.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ChromeDocument {
    trace_events: Vec<ChromeEvent>,
    display_time_unit: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ChromeEvent {
    /// Something with a beginning and a length, in microseconds.
    Complete { name: String, cat: &'static str, ph: &'static str, ts: f64, dur: f64, pid: u32, tid: u32, args: Details },
    /// The name of the process or of a thread.
    Name { name: &'static str, ph: &'static str, pid: u32, tid: u32, args: Name },
}

#[derive(Serialize)]
struct Name {
    name: String,
}

#[derive(Serialize)]
struct Details {
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

impl ChromeEvent {
    fn of(interval: &Interval) -> Self {
        Self::Complete {
            name: interval.name.clone(),
            cat: if interval.is_check { "check" } else { "operation" },
            ph: "X",
            ts: microseconds(interval.start),
            dur: microseconds(interval.length),
            pid: PROCESS,
            tid: thread(interval.track),
            args: Details { kernel: interval.kernel.clone(), bytes: interval.bytes },
        }
    }

    fn name(what: &'static str, tid: u32, name: String) -> Self {
        Self::Name { name: what, ph: "M", pid: PROCESS, tid, args: Name { name } }
    }
}

const fn thread(track: Track) -> u32 {
    match track {
        Track::Host => 1,
        Track::Device => 2,
    }
}

fn microseconds(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// Writes a timeline, if there is a file to write it to. When that cannot be done, so the run ends.
pub(super) fn write(path: Option<&Path>, timeline: &Timeline, device: &str, terminal: Terminal) -> Option<Ending> {
    let path = path?;
    let error = write_file(path, &timeline.intervals(), device).err()?;
    terminal.complain(&format!("cannot write {}: {error}", path.display()));
    Some(Ending::Failure)
}

fn write_file(path: &Path, intervals: &[Interval], device: &str) -> io::Result<()> {
    let mut events = vec![
        ChromeEvent::name("process_name", 0, format!("ptxlint on {device}")),
        ChromeEvent::name("thread_name", thread(Track::Host), "host".to_string()),
    ];
    if intervals.iter().any(|interval| interval.track == Track::Device) {
        events.push(ChromeEvent::name("thread_name", thread(Track::Device), "device".to_string()));
    }
    // Of those that begin together, the outermost comes first.
    let mut sorted: Vec<&Interval> = intervals.iter().collect();
    sorted.sort_by_key(|interval| (interval.start, std::cmp::Reverse(interval.length)));
    events.extend(sorted.into_iter().map(ChromeEvent::of));
    let mut file = BufWriter::new(File::create(path)?);
    serde_json::to_writer(&mut file, &ChromeDocument { trace_events: events, display_time_unit: "ms" })?;
    file.flush()
}
