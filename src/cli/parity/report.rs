//! The report: a table, the violations, the total.

use super::super::Ending;
use super::super::arguments::{ListFormat, ParityArguments};
use super::super::terminal::Terminal;
use super::{Comparisons, Listing, PairRow, PairVerdict};
use crate::diagnostic::Level;
use crate::kernels;
use crate::render::human::{self, paint};
use crate::render::text::Charset;
use crate::render::{FileFindings, compact, json};
use crate::source::LineIndex;
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// What became of a pair, in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PairStatus {
    Pass,
    /// Nothing is wrong with the dispatch, and nothing else was looked at.
    Partial,
    Fail,
    /// There is nothing to compare.
    Error,
    Skip,
}

impl PairStatus {
    /// In the table, in JSON, and the colour.
    const fn words(self) -> [&'static str; 3] {
        match self {
            PairStatus::Pass => ["PASS", "pass", "32;1"],
            PairStatus::Partial => ["PART", "partial", "33;1"],
            PairStatus::Fail => ["FAIL", "fail", "31;1"],
            PairStatus::Error => ["ERROR", "error", "31;1"],
            PairStatus::Skip => ["SKIP", "skip", "33;1"],
        }
    }
}

impl PairRow {
    fn status(&self) -> PairStatus {
        match &self.verdict {
            PairVerdict::Skipped(_) => PairStatus::Skip,
            PairVerdict::Impossible(_) => PairStatus::Error,
            PairVerdict::Compared(listing) if listing.fails() => PairStatus::Fail,
            PairVerdict::Compared(Listing { obstacle: Some(_), .. }) => PairStatus::Partial,
            PairVerdict::Compared(_) => PairStatus::Pass,
        }
    }

    /// Why it was not compared, or not as a whole, if so.
    fn reason(&self) -> Option<&str> {
        match &self.verdict {
            PairVerdict::Skipped(reason) | PairVerdict::Impossible(reason) => Some(reason),
            PairVerdict::Compared(listing) => listing.obstacle.as_deref(),
        }
    }

    fn assumptions(&self) -> &[String] {
        self.listing().map_or(&[], |listing| &listing.assumptions)
    }

    fn listing(&self) -> Option<&Listing> {
        match &self.verdict {
            PairVerdict::Compared(listing) => Some(listing),
            PairVerdict::Skipped(_) | PairVerdict::Impossible(_) => None,
        }
    }

    fn dispatch(&self) -> Option<&'static str> {
        self.dispatch.map(|dispatch| dispatch.name())
    }
}

impl Listing {
    fn fails(&self) -> bool {
        self.violations.iter().any(|violation| violation.level >= Level::Error)
    }

    /// What `render` makes of the violations.
    fn rendered<T>(&self, render: impl FnOnce(FileFindings<'_>) -> T) -> T {
        let lines = &LineIndex::new(&self.text);
        render(FileFindings::new(&self.name, &self.text, lines, &self.violations))
    }
}

/// Writes the report; says how the run ended.
pub(super) fn write(comparisons: &Comparisons, arguments: &ParityArguments, terminal: Terminal) -> io::Result<Ending> {
    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.format {
        ListFormat::Human => write_human(&mut out, comparisons, arguments, terminal)?,
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut out, &ParityDocument::new(comparisons))?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    let [failed, errors] = [PairStatus::Fail, PairStatus::Error].map(|status| count(&comparisons.rows, status));
    Ok(match (failed, errors + comparisons.complaints.len()) {
        (_, 1..) => Ending::Failure,
        (0, _) => Ending::Clean,
        _ => Ending::Findings,
    })
}

fn count(rows: &[PairRow], status: PairStatus) -> usize {
    rows.iter().filter(|row| row.status() == status).count()
}

fn write_human(
    out: &mut impl Write,
    comparisons: &Comparisons,
    arguments: &ParityArguments,
    terminal: Terminal,
) -> io::Result<()> {
    let (rows, charset) = (&comparisons.rows, terminal.charset);
    if !comparisons.headline.is_empty() {
        writeln!(out, "{}", charset.line(&comparisons.headline))?;
    }
    if rows.is_empty() {
        return Ok(());
    }
    out.write_all(table(rows, terminal).as_bytes())?;
    for row in rows {
        if let Some(reason) = row.reason() {
            let status = match &row.verdict {
                PairVerdict::Skipped(_) => "skipped",
                PairVerdict::Impossible(_) => "not compared",
                PairVerdict::Compared(_) => "only the dispatch was compared, not what the kernel computes",
            };
            writeln!(out, "{}", charset.line(&format!("{}: {status}: {reason}", human::shortened(&row.batched))))?;
        }
    }
    for row in rows.iter().filter(|row| !row.assumptions().is_empty()) {
        let assumed = row.assumptions().join(", ");
        writeln!(out, "{}", charset.line(&format!("{}: assumed: {assumed}", human::shortened(&row.batched))))?;
    }
    let mut has_more = false;
    for listing in rows.iter().filter_map(PairRow::listing).filter(|listing| !listing.violations.is_empty()) {
        let style = human::Style { color: terminal.color, charset, width: terminal.width(), fold: !arguments.all };
        let blocks = if arguments.verbose {
            writeln!(out)?;
            listing.rendered(|file| human::render(file, style, usize::MAX))
        } else {
            has_more = true;
            listing.rendered(|file| compact::render(file, charset, usize::MAX))
        };
        blocks.iter().try_for_each(|block| out.write_all(block.text.as_bytes()))?;
    }
    let [passed, partial, errors, skipped] =
        [PairStatus::Pass, PairStatus::Partial, PairStatus::Error, PairStatus::Skip].map(|status| count(rows, status));
    write!(out, "{passed}/{} kernel pairs passed PTX parity", rows.len() - skipped)?;
    if partial > 0 {
        write!(out, ", {partial} compared in part")?;
    }
    if errors > 0 {
        write!(out, ", {errors} not compared")?;
    }
    if skipped > 0 {
        write!(out, ", {skipped} skipped")?;
    }
    writeln!(out, "{}", if has_more { "; `--verbose` shows the instructions" } else { "" })
}

/// The characters of a table.
struct Frame {
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
    horizontal: &'static str,
    vertical: &'static str,
    arrow: &'static str,
}

const UNICODE: Frame = Frame {
    top: ["┌", "┬", "┐"],
    middle: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
    horizontal: "─",
    vertical: "│",
    arrow: "↔",
};

const ASCII: Frame = Frame {
    top: ["+", "+", "+"],
    middle: ["+", "+", "+"],
    bottom: ["+", "+", "+"],
    horizontal: "-",
    vertical: "|",
    arrow: "<->",
};

fn table(rows: &[PairRow], terminal: Terminal) -> String {
    let frame = if terminal.charset == Charset::Unicode { UNICODE } else { ASCII };
    let pair = |row: &PairRow| {
        let [batched, reference] = [&row.batched, &row.reference].map(|name| human::shortened(name));
        terminal.charset.line(&format!("{batched} {} {reference}", frame.arrow))
    };
    let cells = |row: &PairRow| (pair(row), row.status(), row.dispatch().unwrap_or("unknown"));
    let cells: Vec<_> = rows.iter().map(cells).collect();
    let width = |text: &str| console::measure_text_width(text);
    let widths = [
        cells.iter().map(|(pair, ..)| width(pair)).max().unwrap_or(0).max("Kernel Pair".len()),
        "Status".len(),
        cells.iter().map(|(_, _, dispatch)| width(dispatch)).max().unwrap_or(0).max("Dispatch".len()),
    ];
    let rule = |[left, between, right]: [&str; 3]| {
        let lines = widths.map(|width| frame.horizontal.repeat(width + 2));
        format!("{left}{}{right}\n", lines.join(between))
    };
    let bar = frame.vertical;
    let line = |[pair, status, dispatch]: [&str; 3]| {
        let padded = |text: &str, to: usize| format!("{text}{}", " ".repeat(to.saturating_sub(width(text))));
        let [pair, status, dispatch] = [(pair, 0), (status, 1), (dispatch, 2)].map(|(it, i)| padded(it, widths[i]));
        format!("{bar} {pair} {bar} {status} {bar} {dispatch} {bar}\n")
    };
    let mut text = rule(frame.top) + &line(["Kernel Pair", "Status", "Dispatch"]) + &rule(frame.middle);
    for (pair, status, dispatch) in &cells {
        let [word, _, style] = status.words();
        text += &line([pair, &paint(word, style, terminal.color), dispatch]);
    }
    text + &rule(frame.bottom)
}

/// The report in JSON.
#[derive(Serialize)]
struct ParityDocument<'a> {
    schema_version: u32,
    tool: json::Tool,
    /// Those for which kernels of ptxlint were written.
    dimensions: Option<JsonDimensions>,
    pairs: Vec<JsonPair<'a>>,
    summary: ParitySummary,
}

/// The dimensions of a model.
#[derive(Serialize)]
struct JsonDimensions {
    hidden: u32,
    intermediate: u32,
    heads: u32,
    head_dim: u32,
}

impl JsonDimensions {
    fn of(dimensions: kernels::Dimensions) -> Self {
        let kernels::Dimensions { hidden, intermediate, heads, head_dim } = dimensions;
        Self { hidden, intermediate, heads, head_dim }
    }
}

#[derive(Serialize)]
struct JsonPair<'a> {
    batched: &'a str,
    reference: &'a str,
    status: &'static str,
    dispatch: Option<&'static str>,
    /// Why it was not compared, or not as a whole.
    reason: Option<&'a str>,
    /// What was assumed to compare them.
    assumptions: &'a [String],
    violations: Vec<json::JsonFinding>,
    /// The text that the violations point into, unless it is a file's.
    #[serde(skip_serializing_if = "Option::is_none")]
    ptx: Option<String>,
}

#[derive(Serialize)]
struct ParitySummary {
    passed: usize,
    partial: usize,
    failed: usize,
    errors: usize,
    skipped: usize,
}

impl<'a> ParityDocument<'a> {
    fn new(comparisons: &'a Comparisons) -> Self {
        let rows = &comparisons.rows;
        Self {
            schema_version: json::SCHEMA_VERSION,
            tool: json::Tool::THIS,
            dimensions: comparisons.dimensions.map(JsonDimensions::of),
            pairs: rows.iter().map(JsonPair::new).collect(),
            summary: ParitySummary {
                passed: count(rows, PairStatus::Pass),
                partial: count(rows, PairStatus::Partial),
                failed: count(rows, PairStatus::Fail),
                errors: count(rows, PairStatus::Error),
                skipped: count(rows, PairStatus::Skip),
            },
        }
    }
}

impl<'a> JsonPair<'a> {
    fn new(row: &'a PairRow) -> Self {
        let violations = row.listing().map(|listing| listing.rendered(|file| json::findings(file).collect::<Vec<_>>()));
        let generated = row.listing().filter(|listing| listing.name.starts_with('<') && !listing.violations.is_empty());
        Self {
            batched: &row.batched,
            reference: &row.reference,
            status: row.status().words()[1],
            dispatch: row.dispatch(),
            reason: row.reason(),
            assumptions: row.assumptions(),
            violations: violations.unwrap_or_default(),
            ptx: generated.map(|listing| String::from_utf8_lossy(&listing.text).into_owned()),
        }
    }
}
