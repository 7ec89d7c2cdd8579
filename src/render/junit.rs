//! JUnit's XML, which most CI servers show as a list of tests: a suite for each file, a test for each finding.

use super::document::{Document, Remark, with_help};
use super::json::{File, JsonFinding};
use super::markup::{MarkupElement, element};
use std::collections::HashMap;
use std::io::{self, Write};

/// The document. What fails the run is a failure, what kept a file from being linted an error, all else a test that passes and tells.
pub(super) fn write(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let mut findings: HashMap<&str, Vec<&JsonFinding>> = HashMap::new();
    for finding in &document.findings {
        findings.entry(&finding.path).or_default().push(finding);
    }
    let mut remarks: HashMap<&str, Vec<&Remark>> = HashMap::new();
    for remark in &document.remarks {
        remarks.entry(&remark.path).or_default().push(remark);
    }
    let suites: Vec<JunitSuite> = document
        .files
        .iter()
        .map(|file| {
            let path = file.path.as_str();
            JunitSuite::new(file, &findings.remove(path).unwrap_or_default(), &remarks.remove(path).unwrap_or_default())
        })
        .collect();
    let sum = |count: fn(&JunitSuite) -> usize| suites.iter().map(count).sum::<usize>();
    let root = element("testsuites")
        .set("name", "ptxlint")
        .set("tests", sum(|suite| suite.cases.len()))
        .set("failures", sum(|suite| suite.failures))
        .set("errors", sum(|suite| suite.errors));
    let root = root.with_all(suites.into_iter().map(JunitSuite::element));
    write!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{root}")
}

/// The tests of a file.
struct JunitSuite {
    name: String,
    cases: Vec<MarkupElement>,
    failures: usize,
    errors: usize,
}

impl JunitSuite {
    fn new(file: &File, findings: &[&JsonFinding], remarks: &[&Remark]) -> Self {
        let mut suite = Self { name: file.path.clone(), cases: Vec::new(), failures: 0, errors: 0 };
        for finding in findings {
            let (path, line, column) = match finding.local_source() {
                Some(source) => (source.path.as_str(), source.line, source.column),
                None => (finding.path.as_str(), finding.start.line, Some(finding.start.column)),
            };
            let at = column.map_or(line.to_string(), |column| format!("{line}:{column}"));
            // The suite is the file with the PTX: a source is named where it is shown.
            let at = if path == finding.path { at } else { format!("{path}:{at}") };
            let place = if path == finding.path { format!("{path}:{at}") } else { at.clone() };
            // An element holds one line: the writer of markup lets no line end through.
            let text = match finding.local_source() {
                Some(_) => finding.text(),
                None => with_help(&finding.message, finding.help.as_deref()),
            };
            let text = text.replace('\n', "; ");
            let name = format!("{} at {at}", finding.rule);
            suite.add(&name, finding.level, finding.rule, &finding.message, &format!("{place}: {text}"));
        }
        for remark in remarks {
            let level = if remark.source == "ptxlint" { "failure" } else { remark.level.name() };
            let line = remark.line.map_or(String::new(), |line| format!(" at {line}"));
            suite.add(&format!("{}{line}", remark.source), level, remark.source, &remark.text, &remark.text);
        }
        if suite.cases.is_empty() {
            suite.cases.push(suite.case("ptxlint"));
        }
        suite
    }

    fn case(&self, name: &str) -> MarkupElement {
        // Without `file`, which GitLab reads: Jenkins's schema does not have it, and its xUnit plugin refuses what that does not have.
        element("testcase").set("name", name).set("classname", &self.name).set("time", 0)
    }

    fn add(&mut self, name: &str, level: &str, rule: &str, message: &str, text: &str) {
        let told = |name| element(name).set("message", message).set("type", rule).text(text);
        let case = self.case(name);
        self.cases.push(match level {
            "failure" => {
                self.errors += 1;
                case.with(told("error"))
            }
            "error" => {
                self.failures += 1;
                case.with(told("failure"))
            }
            level => case.with(element("system-out").text(format!("{level}[{rule}] {text}"))),
        });
    }

    fn element(self) -> MarkupElement {
        let suite = element("testsuite").set("name", &self.name).set("tests", self.cases.len());
        let suite = suite.set("failures", self.failures).set("errors", self.errors).set("skipped", 0).set("time", 0);
        suite.with_all(self.cases)
    }
}
