//! Reports for programs. `schema/report.schema.json` describes them.

use super::document::with_help;
use super::{FileFindings, InstructionOrigin, OriginPlace, SourceMap, demangle};
use crate::diagnostic::{self, Diagnostic};
use crate::driver;
use crate::facts::Shortfall;
use crate::fingerprint::{self, Identity};
use crate::source;
use crate::span::Span;
use crate::witness::{self, Argument, ParameterContent};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

/// The document of `--format json`, in the making: findings come first and are written as they come, for there may be very many.
#[derive(Debug, Default)]
pub struct JsonReport {
    /// Whether what comes before the findings has been written, and whether a finding has.
    begun: bool,
    followed: bool,
    /// The text of a finding while it is made.
    text: Vec<u8>,
}

impl JsonReport {
    /// Writes the next finding, by path and position.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write(&mut self, finding: &JsonFinding, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        out.write_all(if self.followed { b",\n    " } else { b"\n    " })?;
        self.followed = true;
        self.text.clear();
        serde_json::to_writer_pretty(WithinList(&mut self.text), finding)?;
        out.write_all(&self.text)
    }

    /// Writes what comes last.
    ///
    /// # Errors
    /// What the writer says.
    pub fn finish(mut self, end: &JsonReportEnd, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)?;
        out.write_all(if self.followed { b"\n  ]," } else { b"]," })?;
        // It comes in pieces of a few bytes.
        let mut out = BufWriter::with_capacity(1 << 14, out);
        serde_json::to_writer_pretty(WithinObject { out: &mut out, begun: false }, end)?;
        out.write_all(b"\n")?;
        out.flush()
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if std::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let tool = serde_json::to_string_pretty(&Tool::THIS)?.replace('\n', "\n  ");
        write!(out, "{{\n  \"schema_version\": {SCHEMA_VERSION},\n  \"tool\": {tool},\n  \"findings\": [")
    }
}

/// Indents an element of the list of findings.
struct WithinList<'t>(&'t mut Vec<u8>);

impl Write for WithinList<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        // Lines end behind a piece: those within strings are escaped.
        if bytes.ends_with(b"\n") {
            self.0.extend_from_slice(b"    ");
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes an object without the brace that it begins with.
struct WithinObject<'o, W> {
    out: &'o mut W,
    begun: bool,
}

impl<W: Write> Write for WithinObject<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match bytes.first() {
            Some(b'{') if !std::mem::replace(&mut self.begun, true) => Ok(1),
            _ => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What comes after the findings in the document of `--format json`.
#[derive(Debug, Serialize)]
pub struct JsonReportEnd {
    /// All inputs, by path.
    pub files: Vec<File>,
    /// What rules have not looked at, because it would have been too much work, by path and position.
    pub incomplete: Vec<JsonIncomplete>,
    /// Rules that were not run on a function, because it has errors that hide what it does, by path and position.
    pub waiting: Vec<JsonWaiting>,
    /// Numbers of findings.
    pub summary: JsonSummary,
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
    /// What of the path is that of a text in a file, behind a `!`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// `ok`, `syntax-error`, `not-ptx`, `unreadable` or `internal-error`.
    pub status: &'static str,
    /// How many findings it has.
    pub findings: usize,
    /// What went wrong, for the last three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How many findings a baseline hides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baselined: Option<usize>,
    /// How many findings `--fix` has mended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed: Option<usize>,
    /// What the assembler said, with `--ptxas`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ptxas: Option<serde_json::Value>,
}

/// What a rule has not looked at in a function.
#[derive(Debug, Serialize)]
pub struct JsonIncomplete {
    /// The file.
    pub path: Arc<str>,
    /// The function.
    pub function: Option<Arc<str>>,
    /// The rule.
    pub rule: &'static str,
    /// What it looks at, in the plural.
    pub what: Cow<'static, str>,
    /// How many it has looked at.
    pub looked: usize,
    /// How many there are; null where nobody knows.
    pub of: Option<usize>,
}

impl JsonIncomplete {
    /// A record of a file's report.
    pub fn new(path: &Arc<str>, incomplete: driver::Incomplete) -> Self {
        let driver::Incomplete { function, rule, shortfall: Shortfall { what, looked, of } } = incomplete;
        Self { path: Arc::clone(path), function, rule, what, looked, of }
    }
}

/// Rules that were not run on a function until its errors are fixed.
#[derive(Debug, Serialize)]
pub struct JsonWaiting {
    /// The file.
    pub path: Arc<str>,
    /// The function.
    pub function: Option<Arc<str>>,
    /// The rules.
    pub rules: Arc<[&'static str]>,
}

impl JsonWaiting {
    /// A record of a file's report.
    pub fn new(path: &Arc<str>, waiting: crate::Waiting) -> Self {
        let crate::Waiting { function, rules } = waiting;
        Self { path: Arc::clone(path), function, rules }
    }
}

/// Numbers of findings.
#[derive(Debug, Default, Serialize)]
pub struct JsonSummary {
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
pub struct JsonFinding {
    pub(super) rule: &'static str,
    pub(super) group: &'static str,
    pub(super) level: &'static str,
    pub(super) message: String,
    pub(super) path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) member: Option<String>,
    pub(super) function: Option<Arc<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) function_demangled: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<SourcePlace>,
    /// Where its author can mend it, for formats that know one place.
    #[serde(skip)]
    authored: Option<AuthoredPlace>,
    pub(super) start: JsonPosition,
    pub(super) end: JsonPosition,
    pub(super) caption: Option<String>,
    pub(super) labels: Vec<JsonLabel>,
    pub(super) help: Option<String>,
    pub(super) fixes: Vec<JsonFix>,
    pub(super) witness: Option<JsonWitness>,
    pub(super) fingerprint: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) confirmation: Option<JsonConfirmation>,
}

impl JsonFinding {
    /// Writes names in its words as the authors of C++ and Rust wrote them.
    pub fn demangle(&mut self) {
        let words = [Some(&mut self.message), self.caption.as_mut(), self.help.as_mut()];
        for text in words.into_iter().flatten().chain(self.labels.iter_mut().map(|label| &mut label.message)) {
            if let Cow::Owned(shown) = demangle::names(text) {
                *text = shown;
            }
        }
    }

    /// The source, if it is a file that others can look at.
    pub(super) fn local_source(&self) -> Option<&AuthoredPlace> {
        self.authored.as_ref().filter(|place| place.is_local)
    }

    /// What is said of it: with its place in the PTX where it is shown elsewhere.
    pub(super) fn text(&self) -> String {
        let text = with_help(&self.message, self.help.as_deref());
        match (&self.member, self.local_source()) {
            (_, Some(_)) => format!("{text}\nPTX: {}:{}:{}", self.path, self.start.line, self.start.column),
            (Some(member), None) => format!("{member}:{}:{}: {text}", self.start.line, self.start.column),
            (None, None) => text,
        }
    }

    /// The file on the disk that holds it, which is not the text with its lines if that is a member.
    pub(super) fn artifact(&self) -> &str {
        holder(&self.path, self.member.as_deref())
    }
}

/// The file of a path that ends in a member.
fn holder<'a>(path: &'a str, member: Option<&str>) -> &'a str {
    let before = member.and_then(|member| path.strip_suffix(member));
    before.and_then(|file| file.strip_suffix('!')).unwrap_or(path)
}

impl File {
    /// The file on the disk.
    pub(super) fn artifact(&self) -> &str {
        holder(&self.path, self.member.as_deref())
    }
}

#[derive(Debug, Serialize)]
pub(super) struct JsonConfirmation {
    pub(super) verdict: &'static str,
    pub(super) reason: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct JsonPosition {
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) offset: u32,
    /// The column in UTF-16 code units, which some formats count.
    #[serde(skip)]
    pub(super) utf16: u32,
}

/// Where code comes from.
#[derive(Debug, Serialize)]
struct SourcePlace {
    path: String,
    line: u32,
    column: Option<u32>,
    /// The inlined function that holds it.
    function: Option<String>,
    function_demangled: Option<String>,
    inlined_at: Vec<CallSite>,
}

/// The place in the source that is its author's, and not in a header of CUDA's.
#[derive(Debug)]
pub(super) struct AuthoredPlace {
    pub(super) path: String,
    pub(super) line: u32,
    pub(super) column: Option<u32>,
    /// Whether the path leads to it from the working directory.
    is_local: bool,
}

#[derive(Debug, Serialize)]
struct CallSite {
    path: String,
    line: u32,
    column: Option<u32>,
}

#[derive(Debug, Serialize)]
pub(super) struct JsonLabel {
    pub(super) message: String,
    pub(super) start: JsonPosition,
    pub(super) end: JsonPosition,
}

#[derive(Debug, Serialize)]
pub(super) struct JsonFix {
    pub(super) applicability: &'static str,
    pub(super) edits: Vec<JsonEdit>,
}

#[derive(Debug, Serialize)]
pub(super) struct JsonEdit {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) text: String,
    /// The same in lines and columns, for formats that have them.
    #[serde(skip)]
    pub(super) place: (JsonPosition, JsonPosition),
}

/// The launch in which a finding shows.
#[derive(Debug, Serialize)]
pub(super) struct JsonWitness {
    launches: &'static str,
    block: [u32; 3],
    grid: [u32; 3],
    dynamic_shared: u64,
    parameters: Vec<JsonParameter>,
    acts: Vec<JsonAct>,
}

#[derive(Debug, Serialize)]
struct JsonParameter {
    index: usize,
    name: String,
    offset: u32,
    bits: u32,
    holds: &'static str,
    value: Option<i64>,
    decides: bool,
}

#[derive(Debug, Serialize)]
struct JsonAct {
    block: [u32; 3],
    thread: [u32; 3],
    does: &'static str,
    start: JsonPosition,
    end: JsonPosition,
    memory: Option<Memory>,
}

#[derive(Debug, Serialize)]
struct Memory {
    base: Option<String>,
    offset: i64,
    bytes: u32,
}

/// The findings of a file, each made when it is asked for: as JSON they take several times the room.
pub fn findings(file: FileFindings<'_>) -> impl Iterator<Item = JsonFinding> {
    let identities = fingerprint::identities(file.bytes, file.findings);
    let mut names = demangle::LastName::default();
    file.findings.iter().zip(identities).map(move |(finding, identity)| convert(file, finding, &identity, &mut names))
}

fn convert(
    file: FileFindings<'_>,
    finding: &Diagnostic,
    identity: &Identity,
    names: &mut demangle::LastName,
) -> JsonFinding {
    let (start, end) = positions(file, finding.span);
    let label = |label: &diagnostic::SecondaryLabel| {
        let (start, end) = positions(file, label.span);
        JsonLabel { message: label.message.clone(), start, end }
    };
    let edit = |edit: &diagnostic::Edit| {
        let span = file.within(edit.span);
        JsonEdit { start: span.start, end: span.end, text: edit.text.clone(), place: positions(file, span) }
    };
    let fix = |fix: &diagnostic::Fix| JsonFix {
        applicability: fix.applicability.name(),
        edits: fix.edits.iter().map(edit).collect(),
    };
    JsonFinding {
        rule: finding.rule.name,
        group: finding.rule.group.name(),
        level: finding.level.name(),
        message: finding.message.clone(),
        path: file.path.to_string(),
        member: file.member.map(str::to_string),
        function_demangled: finding.function.as_deref().and_then(|name| names.demangle(name)),
        function: finding.function.clone(),
        source: file.origin(finding).and_then(|(map, origin)| source_place(map, origin)),
        authored: file.origin(finding).and_then(|(map, origin)| authored_place(map, origin)),
        start,
        end,
        caption: finding.caption.clone(),
        labels: finding.labels.iter().map(label).collect(),
        help: finding.help.clone(),
        fixes: finding.fixes.iter().map(fix).collect(),
        witness: finding.witness.as_ref().map(|known| witness(file, known)),
        fingerprint: format!("{:016x}", identity.hash()),
        confirmation: finding
            .confirmation
            .as_ref()
            .map(|verdict| JsonConfirmation { verdict: verdict.name(), reason: verdict.reason().map(str::to_string) }),
    }
}

fn authored_place(map: &SourceMap, origin: &InstructionOrigin) -> Option<AuthoredPlace> {
    let place = map.authored(origin)?;
    Some(AuthoredPlace {
        path: map.path(place).to_string(),
        line: place.line,
        column: Some(place.column).filter(|&column| column > 0),
        is_local: map.text(place).is_some_and(|text| text.is_local && text.span(place).is_some()),
    })
}

fn source_place(map: &SourceMap, origin: &InstructionOrigin) -> Option<SourcePlace> {
    let (place, calls) = origin.places.split_first()?;
    let column = |place: &OriginPlace| Some(place.column).filter(|&column| column > 0);
    let call = |at: &OriginPlace| CallSite { path: map.path(at).to_string(), line: at.line, column: column(at) };
    Some(SourcePlace {
        path: map.path(place).to_string(),
        line: place.line,
        column: column(place),
        function_demangled: origin.function.as_deref().and_then(demangle::demangle),
        function: origin.function.clone(),
        inlined_at: calls.iter().map(call).collect(),
    })
}

fn witness(file: FileFindings<'_>, known: &diagnostic::Witness) -> JsonWitness {
    let parameter = |argument: &Argument| {
        let (holds, value) = match argument.held {
            ParameterContent::Integer(number) => ("integer", Some(number)),
            ParameterContent::Buffer => ("buffer", None),
            ParameterContent::Any => ("anything", None),
        };
        let Argument { index, ref name, offset, bits, decides, .. } = *argument;
        JsonParameter { index, name: name.clone(), offset, bits, holds, value, decides }
    };
    let act = |act: &witness::Act| {
        let (start, end) = positions(file, act.span);
        let memory = act.touched.as_ref().map(|touched| Memory {
            base: touched.base.clone(),
            offset: touched.offset,
            bytes: touched.bytes,
        });
        JsonAct { block: act.block, thread: act.thread.index, does: act.deed.name(), start, end, memory }
    };
    JsonWitness {
        launches: known.scope.name(),
        block: known.block,
        grid: known.grid,
        dynamic_shared: known.dynamic_shared,
        parameters: known.arguments.iter().map(parameter).collect(),
        acts: known.acts.iter().map(act).collect(),
    }
}

fn positions(file: FileFindings<'_>, span: Span) -> (JsonPosition, JsonPosition) {
    let span = file.within(span);
    let position = |offset| {
        let source::Position { line, column } = file.lines.position(offset);
        let before = &file.bytes[(offset + 1 - column) as usize..offset as usize];
        JsonPosition { line, column, offset, utf16: utf16_length(before) + 1 }
    };
    (position(span.start), position(span.end))
}

/// The most bytes of a line whose characters are counted; behind them a byte counts as one. No line that people read is as long, and
/// a file may be one line with a finding in each statement.
const COUNTED: usize = 1 << 12;

/// How many UTF-16 code units stand for a text. What is no UTF-8 is one replacement character.
fn utf16_length(bytes: &[u8]) -> u32 {
    let (counted, rest) = bytes.split_at(bytes.len().min(COUNTED));
    let units =
        if counted.is_ascii() { counted.len() } else { String::from_utf8_lossy(counted).encode_utf16().count() };
    (units + rest.len()) as u32
}
