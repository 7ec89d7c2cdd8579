//! What a run has left, for people and programs.

use super::faults::{JsonFault, Stopped, faults_of, tell_faults};
use super::npy::Array;
use super::plan::RunPlan;
use super::{Ending, Left};
use crate::cli::arguments::ListFormat;
use crate::cli::terminal::Terminal;
use crate::cli::writer::plural;
use crate::render::human::paint;
use crate::render::json;
use serde::Serialize;
use std::io::{self, Write};

/// The report, as programs get it.
#[derive(Serialize)]
pub(super) struct RunReport {
    schema_version: u32,
    tool: json::Tool,
    file: String,
    kernel: String,
    device: String,
    grid: [u32; 3],
    block: [u32; 3],
    shared_bytes: u32,
    /// Whether the kernel came to its end.
    finished: bool,
    /// The first one of them.
    fault: Option<JsonFault>,
    /// What has gone wrong, in the order of places.
    faults: Vec<JsonFault>,
    /// Microseconds of the first launch.
    time_us: Option<f64>,
    statistics: Option<JsonStatistics>,
    unwatched_bytes: u64,
    buffers: Vec<BufferRow>,
    pub comparisons: Vec<BufferComparison>,
    runs: u32,
    /// Launches that have left something else than the first one.
    differing_runs: Vec<WrongElement>,
    passed: bool,
    #[serde(skip)]
    lines: Vec<String>,
}

#[derive(Serialize)]
struct JsonStatistics {
    thread_instructions: u64,
    warp_instructions: u64,
    /// The part of lanes that is active.
    warp_efficiency: Option<f64>,
}

#[derive(Serialize)]
struct BufferRow {
    name: String,
    dtype: &'static str,
    shape: Vec<usize>,
    bytes: usize,
    written: bool,
    hash: String,
    #[serde(skip)]
    shown: String,
}

/// What a buffer holds, and what it should.
#[derive(Serialize)]
pub(super) struct BufferComparison {
    name: String,
    elements: usize,
    mismatches: usize,
    first: Option<Mismatch>,
    largest_absolute: Option<f64>,
    largest_relative: Option<f64>,
}

#[derive(Serialize)]
struct Mismatch {
    index: usize,
    found: String,
    expected: String,
}

#[derive(Serialize)]
struct WrongElement {
    run: u32,
    name: String,
    index: usize,
    before: String,
    now: String,
}

impl BufferComparison {
    /// Holds a buffer against what it should hold.
    ///
    /// # Errors
    /// They do not have as many bytes.
    pub(super) fn new(
        name: &str,
        found: &Array,
        expected: &Array,
        tolerance: Option<(f64, f64)>,
    ) -> Result<Self, String> {
        if found.bytes.len() != expected.bytes.len() {
            let [found, expected] = [found, expected].map(|array| array.bytes.len());
            return Err(format!("`{name}` has {}, but {expected} are expected", plural(found, "byte")));
        }
        let dtype = expected.dtype;
        let (absolute, relative) = tolerance.unwrap_or_default();
        let mut this = Self {
            name: name.to_string(),
            elements: expected.bytes.len() / dtype.size(),
            mismatches: 0,
            first: None,
            largest_absolute: dtype.is_float().then_some(0.0),
            largest_relative: dtype.is_float().then_some(0.0),
        };
        let pairs = found.bytes.chunks(dtype.size()).zip(expected.bytes.chunks(dtype.size()));
        for (index, (found, right)) in pairs.enumerate().filter(|(_, (found, right))| found != right) {
            let [x, y] = [found, right].map(|element| dtype.number(element));
            let off = (x - y).abs();
            if dtype.is_float() {
                if x == y || x.is_nan() && y.is_nan() {
                    continue;
                }
                let larger = |largest: &mut Option<f64>, off: f64| *largest = largest.map(|largest| largest.max(off));
                larger(&mut this.largest_absolute, off);
                larger(&mut this.largest_relative, off / y.abs());
                if off <= absolute + relative * y.abs() {
                    continue;
                }
            }
            this.mismatches += 1;
            let [found, expected] = [found, right].map(|element| dtype.show(element));
            this.first.get_or_insert(Mismatch { index, found, expected });
        }
        Ok(this)
    }

    fn sentence(&self) -> String {
        let off = match (self.largest_absolute, self.largest_relative) {
            (Some(absolute), Some(relative)) if absolute > 0.0 => {
                format!(", off by {absolute:.1e} and {relative:.1e} relatively at most")
            }
            _ => String::new(),
        };
        match &self.first {
            None => format!("{}: as expected{off}", self.name),
            Some(Mismatch { index, found, expected }) => format!(
                "{}: {} of {} not as expected, first element {index}: {found} instead of {expected}{off}",
                self.name,
                self.mismatches,
                plural(self.elements, "element")
            ),
        }
    }
}

impl RunReport {
    pub(super) fn new(plan: &RunPlan, device: String) -> Self {
        Self {
            schema_version: json::SCHEMA_VERSION,
            tool: json::Tool::THIS,
            file: plan.file.clone(),
            kernel: plan.kernel.clone(),
            device,
            grid: plan.config.grid,
            block: plan.config.block,
            shared_bytes: plan.config.shared_bytes,
            finished: false,
            fault: None,
            faults: Vec::new(),
            time_us: None,
            statistics: None,
            unwatched_bytes: 0,
            buffers: Vec::new(),
            comparisons: Vec::new(),
            runs: 0,
            differing_runs: Vec::new(),
            passed: false,
            lines: plan.ptx.lines().map(str::to_string).collect(),
        }
    }

    /// The kernel did not come to its end, or has faults.
    pub(super) fn stopped(&mut self, stopped: Stopped, plan: &RunPlan) {
        self.finished = false;
        self.faults = faults_of(stopped, plan);
        self.fault = self.faults.first().cloned();
    }

    /// Another launch has left this.
    pub(super) fn repeated(&mut self, run: u32, plan: &RunPlan, first: &Left, again: &Left) {
        for ((named, before), now) in plan.buffers.iter().zip(&first.buffers).zip(&again.buffers) {
            let (size, dtype) = (named.array.dtype.size(), named.array.dtype);
            let mut pairs = before.chunks(size).zip(now.chunks(size));
            let Some(index) = pairs.position(|(before, now)| before != now) else { continue };
            let [before, now] = [before, now].map(|bytes| dtype.show(&bytes[index * size..][..size]));
            self.differing_runs.push(WrongElement { run, name: named.name.clone(), index, before, now });
        }
    }

    /// The kernel came to its end.
    pub(super) fn finished(&mut self, plan: &RunPlan, left: &Left, runs: u32) {
        self.finished = true;
        self.runs = runs;
        self.time_us = Some(left.time.as_secs_f64() * 1e6);
        self.unwatched_bytes = left.unwatched;
        self.statistics = left.statistics.map(|statistics| JsonStatistics {
            thread_instructions: statistics.thread_instructions,
            warp_instructions: statistics.warp_instructions,
            warp_efficiency: statistics.warp_efficiency(),
        });
        let row = |(named, bytes): (&super::plan::Named, &Vec<u8>)| {
            let array = Array { bytes: bytes.clone(), ..named.array.clone() };
            BufferRow {
                name: named.name.clone(),
                dtype: array.dtype.name(),
                bytes: bytes.len(),
                written: !named.is_defined || *bytes != named.array.bytes,
                hash: hash(bytes),
                shown: format!("{:12} {}", array.describe(), elements(&array)),
                shape: array.shape,
            }
        };
        self.buffers = plan.buffers.iter().zip(&left.buffers).map(row).collect();
        self.passed = self.differing_runs.is_empty() && self.comparisons.iter().all(|it| it.mismatches == 0);
    }

    /// Writes the report: to the standard error if something else goes to the standard output.
    pub(super) fn write(&self, format: ListFormat, elsewhere: bool, terminal: Terminal) -> io::Result<Ending> {
        let mut out: Box<dyn Write> =
            if elsewhere { Box::new(io::stderr().lock()) } else { Box::new(io::stdout().lock()) };
        match format {
            ListFormat::Human => self.human(&mut out, terminal)?,
            ListFormat::Json => {
                serde_json::to_writer_pretty(&mut out, self)?;
                writeln!(out)?;
            }
        }
        out.flush()?;
        terminal.tell_of_unwatched(self.unwatched_bytes);
        Ok(if self.passed { Ending::Clean } else { Ending::Findings })
    }

    fn human(&self, out: &mut dyn Write, terminal: Terminal) -> io::Result<()> {
        let [grid, block] = [self.grid, self.block].map(|[x, y, z]| match (y, z) {
            (1, 1) => x.to_string(),
            (_, 1) => format!("({x}, {y})"),
            _ => format!("({x}, {y}, {z})"),
        });
        let line = |text: &str| terminal.charset.line(text);
        writeln!(out, "{}", line(&format!("`{}`: grid {grid}, block {block}, {}", self.kernel, self.device)))?;
        if !self.faults.is_empty() {
            return tell_faults(&self.faults, &self.file, &self.lines, out, terminal);
        }
        if let Some(time) = self.time_us {
            let instructions = self.statistics.as_ref().map_or(String::new(), |statistics| {
                let lanes = statistics
                    .warp_efficiency
                    .map_or(String::new(), |part| format!(", {:.0} % of lanes active", 100.0 * part));
                format!(", {} instructions of threads{lanes}", statistics.thread_instructions)
            });
            writeln!(out, "finished in {:.2} ms{instructions}", time / 1e3)?;
        }
        let width = self.buffers.iter().map(|buffer| buffer.name.len()).max().unwrap_or(0);
        for buffer in &self.buffers {
            let state = if buffer.written { "written  " } else { "unchanged" };
            writeln!(out, "  {:width$}  {state}  {}", buffer.name, line(&buffer.shown))?;
        }
        for difference in &self.differing_runs {
            let WrongElement { run, name, index, before, now } = difference;
            let word = paint("DIFFERS", "31;1", terminal.color);
            writeln!(out, "{word}  run {run}: element {index} of `{name}` is {now}, and was {before}")?;
        }
        if self.runs > 1 && self.differing_runs.is_empty() {
            writeln!(out, "{} left the same", plural(self.runs as usize, "run"))?;
        }
        for comparison in &self.comparisons {
            let (word, style) = if comparison.mismatches == 0 { ("PASS", "32;1") } else { ("FAIL", "31;1") };
            writeln!(out, "{}  {}", paint(word, style, terminal.color), comparison.sentence())?;
        }
        Ok(())
    }
}

/// FNV-1a of 64 bits.
fn hash(bytes: &[u8]) -> String {
    let hash = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

/// The first elements and the last one.
fn elements(array: &Array) -> String {
    const SHOWN: usize = 6;
    let size = array.dtype.size();
    let count = array.bytes.len() / size;
    let show = |index: usize| array.dtype.show(&array.bytes[index * size..][..size]);
    let first: Vec<String> = (0..count.min(SHOWN)).map(show).collect();
    match count {
        0..=SHOWN => first.join(" "),
        _ => format!("{} … {}", first.join(" "), show(count - 1)),
    }
}
