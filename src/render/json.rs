//! Reports for programs. `schema/report.schema.json` describes them.

use super::FileFindings;
use crate::diagnostic::{self, Diagnostic};
use crate::source;
use crate::span::Span;
use crate::witness::{self, Argument, Held};
use serde::Serialize;

/// The document of `--format json`.
#[derive(Debug, Serialize)]
pub struct Report {
    /// Raised when a name changes its meaning or goes away.
    pub schema_version: u32,
    /// Who wrote it.
    pub tool: Tool,
    /// All inputs, by path.
    pub files: Vec<File>,
    /// All findings, by path and position.
    pub findings: Vec<Finding>,
    /// Numbers of findings.
    pub summary: Summary,
    /// Numbers of findings by rule, when they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statistics: Option<Vec<RuleCount>>,
}

/// The current version of the schema.
pub const SCHEMA_VERSION: u32 = 1;

/// The writer of a report.
#[derive(Debug, Serialize)]
pub struct Tool {
    /// `ptxlint`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This library.
    pub const THIS: Self = Self { name: "ptxlint", version: env!("CARGO_PKG_VERSION") };
}

/// An input and what became of it.
#[derive(Debug, Serialize)]
pub struct File {
    /// Its path as given on the command line or found below it.
    pub path: String,
    /// `ok`, `syntax-error`, `not-ptx`, `unreadable` or `internal-error`.
    pub status: &'static str,
    /// How many findings it has.
    pub findings: usize,
    /// What went wrong, for the last three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What the assembler said, with `--ptxas`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ptxas: Option<serde_json::Value>,
}

/// Numbers of findings.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// At level error.
    pub error: usize,
    /// At level warning.
    pub warning: usize,
    /// At level perf.
    pub perf: usize,
    /// At level note.
    pub note: usize,
    /// How many of them `--max-findings` left out of the report.
    pub omitted: usize,
}

/// How often a rule has found something.
#[derive(Debug, Serialize)]
pub struct RuleCount {
    /// The rule.
    pub rule: &'static str,
    /// The level of the findings.
    pub level: &'static str,
    /// How many.
    pub findings: usize,
}

/// A finding.
#[derive(Debug, Serialize)]
pub struct Finding {
    rule: &'static str,
    group: &'static str,
    level: &'static str,
    message: String,
    path: String,
    function: Option<String>,
    start: Position,
    end: Position,
    caption: Option<String>,
    labels: Vec<Label>,
    help: Option<String>,
    fixes: Vec<Fix>,
    witness: Option<Witness>,
}

#[derive(Debug, Serialize)]
struct Position {
    line: u32,
    column: u32,
    offset: u32,
}

#[derive(Debug, Serialize)]
struct Label {
    message: String,
    start: Position,
    end: Position,
}

#[derive(Debug, Serialize)]
struct Fix {
    applicability: &'static str,
    edits: Vec<Edit>,
}

#[derive(Debug, Serialize)]
struct Edit {
    start: u32,
    end: u32,
    text: String,
}

/// The launch in which a finding shows.
#[derive(Debug, Serialize)]
struct Witness {
    launches: &'static str,
    block: [u32; 3],
    grid: [u32; 3],
    dynamic_shared: u64,
    parameters: Vec<Parameter>,
    acts: Vec<Act>,
}

#[derive(Debug, Serialize)]
struct Parameter {
    index: usize,
    name: String,
    offset: u32,
    bits: u32,
    holds: &'static str,
    value: Option<i64>,
    decides: bool,
}

#[derive(Debug, Serialize)]
struct Act {
    block: [u32; 3],
    thread: [u32; 3],
    does: &'static str,
    start: Position,
    end: Position,
    memory: Option<Memory>,
}

#[derive(Debug, Serialize)]
struct Memory {
    base: Option<String>,
    offset: i64,
    bytes: u32,
}

/// The first `limit` findings of a file.
pub fn findings(file: FileFindings<'_>, limit: usize) -> Vec<Finding> {
    file.findings.iter().take(limit).map(|finding| convert(file, finding)).collect()
}

fn convert(file: FileFindings<'_>, finding: &Diagnostic) -> Finding {
    let (start, end) = positions(file, finding.span);
    let label = |label: &diagnostic::Label| {
        let (start, end) = positions(file, label.span);
        Label { message: label.message.clone(), start, end }
    };
    let edit = |edit: &diagnostic::Edit| {
        let span = file.within(edit.span);
        Edit { start: span.start, end: span.end, text: edit.text.clone() }
    };
    let fix = |fix: &diagnostic::Fix| Fix {
        applicability: fix.applicability.name(),
        edits: fix.edits.iter().map(edit).collect(),
    };
    Finding {
        rule: finding.rule.name,
        group: finding.rule.group.name(),
        level: finding.level.name(),
        message: finding.message.clone(),
        path: file.path.to_string(),
        function: finding.function.clone(),
        start,
        end,
        caption: finding.caption.clone(),
        labels: finding.labels.iter().map(label).collect(),
        help: finding.help.clone(),
        fixes: finding.fixes.iter().map(fix).collect(),
        witness: finding.witness.as_ref().map(|known| witness(file, known)),
    }
}

fn witness(file: FileFindings<'_>, known: &diagnostic::Witness) -> Witness {
    let parameter = |argument: &Argument| {
        let (holds, value) = match argument.held {
            Held::Integer(number) => ("integer", Some(number)),
            Held::Buffer => ("buffer", None),
            Held::Any => ("anything", None),
        };
        let Argument { index, ref name, offset, bits, decides, .. } = *argument;
        Parameter { index, name: name.clone(), offset, bits, holds, value, decides }
    };
    let act = |act: &witness::Act| {
        let (start, end) = positions(file, act.span);
        let memory = act.touched.as_ref().map(|touched| Memory {
            base: touched.base.clone(),
            offset: touched.offset,
            bytes: touched.bytes,
        });
        Act { block: act.block, thread: act.thread.index, does: act.deed.name(), start, end, memory }
    };
    Witness {
        launches: known.scope.name(),
        block: known.block,
        grid: known.grid,
        dynamic_shared: known.dynamic_shared,
        parameters: known.arguments.iter().map(parameter).collect(),
        acts: known.acts.iter().map(act).collect(),
    }
}

fn positions(file: FileFindings<'_>, span: Span) -> (Position, Position) {
    let span = file.within(span);
    let position = |offset| {
        let source::Position { line, column } = file.lines.position(offset);
        Position { line, column, offset }
    };
    (position(span.start), position(span.end))
}
