//! The report: a row for each check, and the total.

use super::super::Ending;
use super::super::arguments::ListFormat;
use super::super::coverage;
use super::super::terminal::Terminal;
use super::{Backend, evidence};
use crate::kernels::Work;
use crate::render::human::paint;
use crate::render::json;
use crate::validate::{Check, Coverage, Deviation, Growth, Suite};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// What is told of a check.
#[derive(Debug, Serialize)]
pub(super) struct CheckRow {
    #[serde(serialize_with = "suite_name")]
    pub suite: Option<Suite>,
    pub kernel: &'static str,
    pub title: String,
    pub dtype: &'static str,
    pub passed: bool,
    /// Microseconds of the launch.
    pub time_us: Option<f64>,
    /// Why there is nothing to compare.
    pub error: Option<String>,
    #[serde(serialize_with = "outputs")]
    pub outputs: Vec<Deviation>,
    /// What a launch has to do at least.
    #[serde(skip)]
    pub work: Option<Work>,
}

fn suite_name<S: Serializer>(suite: &Option<Suite>, serializer: S) -> Result<S::Ok, S::Error> {
    suite.map(Suite::name).serialize(serializer)
}

fn outputs<S: Serializer>(outputs: &[Deviation], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(outputs.iter().map(OutputRow::new))
}

/// What is told of an output. Numbers that are not finite are null in JSON.
#[derive(Serialize)]
struct OutputRow<'a> {
    #[serde(flatten)]
    comparison: &'a Deviation,
    first_mismatch: Option<Mismatch>,
}

#[derive(Serialize)]
struct Mismatch {
    index: usize,
    found: f64,
    right: f64,
}

impl CheckRow {
    pub(super) fn new(check: &Check, work: Option<Work>) -> Self {
        let (outputs, error) = match &check.outcome {
            Ok(comparisons) => (comparisons.clone(), None),
            Err(obstacle) => (Vec::new(), Some(obstacle.to_string())),
        };
        Self {
            suite: check.suite,
            kernel: check.kernel,
            title: check.title.clone(),
            dtype: check.dtype,
            passed: check.passed(),
            time_us: check.time.map(|time| time.as_secs_f64() * 1e6),
            error,
            outputs,
            work,
        }
    }
}

impl<'a> OutputRow<'a> {
    fn new(comparison: &'a Deviation) -> Self {
        let first_mismatch = comparison.first.map(|(index, found, right)| Mismatch { index, found, right });
        Self { comparison, first_mismatch }
    }
}

/// Writes rows as they come, or a document at the end.
pub(super) struct Reporter {
    format: ListFormat,
    terminal: Terminal,
    device: String,
    note: Option<String>,
    rows: Vec<CheckRow>,
}

impl Reporter {
    pub(super) fn new(format: ListFormat, terminal: Terminal, backend: &Backend) -> io::Result<Self> {
        let (device, note) = (backend.name(), backend.note.clone());
        let reporter = Self { format, terminal, device, note, rows: Vec::new() };
        if format == ListFormat::Human {
            reporter.head()?;
        }
        Ok(reporter)
    }

    fn head(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if let Some(note) = &self.note {
            writeln!(out, "{note}")?;
        }
        writeln!(out, "{}", self.device)?;
        writeln!(
            out,
            "      {:>8} {:>8} {:>8} {:>8} {:>5} {:>10} {:>5} {:>5} {:>9}  Kernel",
            "Absolute", "allowed", "Relative", "allowed", "Used", "Mismatches", "NaN", "Inf", "Time"
        )
    }

    pub(super) fn take(&mut self, row: CheckRow) -> io::Result<()> {
        if self.format == ListFormat::Human {
            if let Some(suite) = row.suite.filter(|_| self.rows.last().is_none_or(|last| last.suite != row.suite)) {
                writeln!(io::stdout().lock(), "{}: {}", suite.name(), suite.summary())?;
            }
            self.write(&row)?;
        }
        self.rows.push(row);
        Ok(())
    }

    fn write(&self, row: &CheckRow) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let verdict = if row.passed {
            paint("PASS", "32;1", self.terminal.color)
        } else {
            paint("FAIL", "31;1", self.terminal.color)
        };
        let time = row.time_us.map_or(String::new(), |time| format!("{:.1} ms", time / 1e3));
        let title = self.terminal.charset.line(&row.title);
        if let Some(error) = &row.error {
            let error = self.terminal.charset.line(error);
            return writeln!(out, "{verdict}  {:>71}  {title}\n      {error}", "");
        }
        for output in &row.outputs {
            let [absolute, relative] = [output.max_absolute, output.max_relative].map(error);
            let [least, share] = [output.tolerance.absolute, output.tolerance.relative].map(error);
            let used = format!("{:.0}%", 100.0 * output.used);
            let (mismatches, nans, infinities) = (output.mismatches, output.nans, output.infinities);
            writeln!(
                out,
                "{verdict}  {absolute:>8} {least:>8} {relative:>8} {share:>8} {used:>5} {mismatches:>10} {nans:>5} {infinities:>5} {time:>9}  {title}"
            )?;
            if let Some((index, found, right)) = output.first {
                writeln!(out, "      parameter {}, element {index}: {found:e} instead of {right:e}", output.parameter)?;
            }
        }
        Ok(())
    }

    /// All that was taken.
    pub(super) fn rows(&self) -> &[CheckRow] {
        &self.rows
    }

    /// Checks that have passed, of all.
    pub(super) fn total(&self) -> String {
        format!("{}/{} checks passed", self.rows.iter().filter(|row| row.passed).count(), self.rows.len())
    }

    /// Writes the rest of `wanted` checks' report; says how the run ended.
    pub(super) fn finish(
        &self,
        wanted: usize,
        growth: &[Growth],
        counted: Option<&Coverage>,
        unwatched: u64,
    ) -> io::Result<Ending> {
        let passed = self.rows.iter().filter(|row| row.passed).count();
        let missing = wanted - self.rows.len();
        let mut out = io::stdout().lock();
        match self.format {
            ListFormat::Human => {
                if let Some(counted) = counted {
                    out.write_all(coverage::render(counted, self.terminal).as_bytes())?;
                }
                write_growth(&mut out, growth)?;
                writeln!(out, "{}", self.total())?;
            }
            ListFormat::Json => {
                let failed = self.rows.len() - passed;
                let document = VerifyDocument {
                    schema_version: json::SCHEMA_VERSION,
                    tool: json::Tool::THIS,
                    generated_at: evidence::timestamp(),
                    device: &self.device,
                    unwatched_bytes: unwatched,
                    checks: &self.rows,
                    growth: growth.iter().map(GrowthRow::new).collect(),
                    coverage: counted.map(coverage::CoverageDocument::new),
                    summary: VerifySummary { total: self.rows.len(), passed, failed, not_run: missing },
                };
                serde_json::to_writer_pretty(&mut out, &document)?;
                writeln!(out)?;
            }
        }
        out.flush()?;
        Ok(if missing > 0 {
            self.terminal.complain(&format!("interrupted: {missing} of {wanted} checks were not run"));
            Ending::Failure
        } else if passed == self.rows.len() {
            Ending::Clean
        } else {
            Ending::Findings
        })
    }
}

/// The errors by length, and whether they jump.
fn write_growth(out: &mut impl Write, growth: &[Growth]) -> io::Result<()> {
    let Some(longest) = growth.iter().map(|row| row.length).max() else { return Ok(()) };
    for series in growth.chunk_by(|a, b| a.kernel == b.kernel) {
        write_series(out, series)?;
    }
    if growth.iter().all(|row| !row.jumps) {
        writeln!(out, "no sudden jumps up to {longest}: no step grows more than twice as fast as the length")?;
    }
    Ok(())
}

/// The errors of a kernel.
fn write_series(out: &mut impl Write, series: &[Growth]) -> io::Result<()> {
    writeln!(
        out,
        "Errors of {} by length of the sequence:\n{:>8} {:>8} {:>8} {:>8} {:>7}",
        series[0].kernel, "Length", "Absolute", "allowed", "Relative", "Growth"
    )?;
    for row in series {
        let factor = row.factor.map_or(String::new(), |factor| format!("{factor:.2}x"));
        let mark = if row.jumps { "  a sudden jump" } else { "" };
        let [absolute, allowed, relative] = [row.max_absolute, row.allowed, row.max_relative].map(error);
        writeln!(out, "{:>8} {absolute:>8} {allowed:>8} {relative:>8} {factor:>7}{mark}", row.length)?;
    }
    Ok(())
}

/// Errors at a length, in JSON.
#[derive(Serialize)]
struct GrowthRow {
    kernel: &'static str,
    length: u32,
    max_absolute_error: f64,
    max_relative_error: f64,
    absolute_tolerance: f64,
    factor: Option<f64>,
    jumps: bool,
}

impl GrowthRow {
    fn new(row: &Growth) -> Self {
        let Growth { kernel, length, max_absolute, max_relative, allowed, factor, jumps } = *row;
        let (max_absolute_error, max_relative_error, absolute_tolerance) = (max_absolute, max_relative, allowed);
        Self { kernel, length, max_absolute_error, max_relative_error, absolute_tolerance, factor, jumps }
    }
}

/// An error or a tolerance.
pub(super) fn error(number: f64) -> String {
    if number == 0.0 { "0".to_string() } else { format!("{number:.1e}") }
}

/// The report in JSON.
#[derive(Serialize)]
struct VerifyDocument<'a> {
    schema_version: u32,
    tool: json::Tool,
    generated_at: String,
    device: &'a str,
    unwatched_bytes: u64,
    checks: &'a [CheckRow],
    growth: Vec<GrowthRow>,
    /// What the kernels executed, if that was wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<coverage::CoverageDocument<'a>>,
    summary: VerifySummary,
}

#[derive(Serialize)]
struct VerifySummary {
    total: usize,
    passed: usize,
    failed: usize,
    not_run: usize,
}
