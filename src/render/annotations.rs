//! What the pages of GitHub and GitLab show beside the changed lines.

use super::document::{Document, Remark, severity};
use super::json::{AuthoredPlace, JsonFinding};
use crate::fingerprint::fnv1a;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io;

/// Workflow commands: `::error file=…,line=…,col=…,title=…::message`.
pub(super) fn write_github(document: &Document, out: &mut impl io::Write) -> io::Result<()> {
    for finding in &document.findings {
        let JsonFinding { start, end, .. } = finding;
        let mut place = match finding.local_source() {
            Some(source) => format!("file={},line={}", property(&source.path), source.line),
            None => format!("file={}", property(finding.artifact())),
        };
        match finding.local_source() {
            Some(AuthoredPlace { column: Some(column), .. }) => place.push_str(&format!(",col={column}")),
            None if finding.member.is_none() => {
                let _ = write!(place, ",line={},endLine={}", start.line, end.line);
                // GitHub takes columns within one line only.
                if start.line == end.line {
                    let _ = write!(place, ",col={},endColumn={}", start.utf16, end.utf16);
                }
            }
            _ => {}
        }
        let message = data(&finding.text());
        let title = property(&format!("ptxlint: {}", finding.rule));
        writeln!(out, "::{} {place},title={title}::{message}", command(finding.level))?;
    }
    for Remark { path, line, level, source, text: message } in &document.remarks {
        let line = line.map_or(String::new(), |line| format!(",line={line}"));
        let (command, path) = (command(level.name()), property(path));
        writeln!(out, "::{command} file={path}{line},title={source}::{}", data(message))?;
    }
    Ok(())
}

fn command(level: &str) -> &'static str {
    match severity(level) {
        "note" => "notice",
        level => level,
    }
}

/// A message as GitHub's runner unescapes it.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, in which more is special.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// The list that GitLab takes as `artifacts:reports:codequality`.
pub(super) fn write_gitlab(document: &Document, out: &mut impl io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &GitlabIssues(document))?;
    writeln!(out)
}

/// The issues of a document, each made when it is written.
struct GitlabIssues<'a>(&'a Document);

impl Serialize for GitlabIssues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(issues(self.0))
    }
}

fn issues(document: &Document) -> impl Iterator<Item = Value> {
    let findings = document.findings.iter().map(|finding| {
        let (path, lines) = match (finding.local_source(), &finding.member) {
            (Some(source), _) => (source.path.as_str(), [source.line; 2]),
            (None, Some(_)) => (finding.artifact(), [1; 2]),
            (None, None) => (finding.path.as_str(), [finding.start.line, finding.end.line]),
        };
        // The same mistake in two files is two issues; GitLab asks for one fingerprint each.
        let fingerprint = fnv1a(format!("{}\0{}", finding.path, finding.fingerprint).as_bytes());
        issue(&finding.text(), finding.rule, fingerprint, finding.level, path, lines)
    });
    let remarks = document.remarks.iter().enumerate().map(|(i, remark)| {
        let Remark { path, line, level, source, text } = remark;
        let fingerprint = fnv1a(format!("{path}\0{source}\0{text}\0{i}").as_bytes());
        let level = if *source == "ptxlint" { "failure" } else { level.name() };
        issue(text, source, fingerprint, level, path, [line.unwrap_or(1); 2])
    });
    findings.chain(remarks)
}

fn issue(text: &str, check: &str, fingerprint: u64, level: &str, path: &str, [begin, end]: [u32; 2]) -> Value {
    let severity = match level {
        "failure" => "blocker",
        "error" => "critical",
        "warning" => "major",
        "perf" => "minor",
        _ => "info",
    };
    json!({
        "type": "issue",
        "check_name": check,
        "description": text,
        "fingerprint": format!("{fingerprint:016x}"),
        "severity": severity,
        "location": { "path": path.replace('\\', "/"), "lines": { "begin": begin, "end": end } },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(data("50%\r\n::error::x"), "50%25%0D%0A::error::x");
        assert_eq!(property("a,b:c%"), "a%2Cb%3Ac%25");
    }
}
