//! Fixtures: PTX files that say in comments what is to be found in them.
//!
//! ```text
//! //@ ptxas: accept                      what the assembler says: accept or reject; required
//! //@ arch: sm_90a                       assemble for this architecture rather than the file's target
//! //@ options: --expect-kernel saxpy     options of the command line
//! //@ launch: grid=1 block=32 args=…     how to run it; see ptxlint::kernels::Launch
//! //@ time: grid=1024 block=256 args=…   how to run it on a GPU to see what it costs
//! ```
//!
//! `//~ rule "part of the message"` expects a finding on its line, `//~ error rule` one at that level, `//~^ rule` on the line above, `//~^^` two above. The
//! quoted part may be left out; further rules may follow.

use super::{Finding, findings, with_rule};
use ptxlint::Options;
use ptxlint::diagnostic::{Diagnostic, Level};
use ptxlint::isa::CudaRelease;
use ptxlint::rules::Group;
use std::path::{Path, PathBuf};

/// What the assembler says of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Accept,
    Reject,
}

/// What ptxlint says of a text in the assembler's place: rejected when it is no PTX, or there is
/// an error of the `isa` or `resource` group.
pub fn judge(text: &[u8], options: &Options) -> Verdict {
    // The assembler at hand is the newest one.
    let options = Options { toolchain: None, ..options.clone() };
    let report = ptxlint::check(text, &options).expect("a small file");
    let judges = |group: Group| matches!(group, Group::Isa | Group::Resource);
    let is_error = |finding: &Diagnostic| finding.level == Level::Error && judges(finding.rule.group);
    if report.reason.is_some() || report.findings.iter().any(is_error) { Verdict::Reject } else { Verdict::Accept }
}

/// A finding that a comment announces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    pub line: u32,
    pub level: Option<Level>,
    pub rule: String,
    pub message_part: String,
}

impl std::fmt::Display for Expectation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let level = self.level.map_or("", Level::name);
        write!(f, "{} {level} {} \"{}\"", self.line, self.rule, self.message_part)
    }
}

/// A fixture and its expectations.
pub struct Fixture {
    pub path: PathBuf,
    pub text: Vec<u8>,
    pub ptxas: Verdict,
    pub arch: Option<String>,
    pub options: Options,
    pub launch: Option<String>,
    pub expectations: Vec<Expectation>,
}

impl Fixture {
    /// Reads a file and its comments.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        let mut fixture = Self {
            path: path.to_path_buf(),
            text: Vec::new(),
            ptxas: Verdict::Accept,
            arch: None,
            options: Options::default(),
            launch: None,
            expectations: Vec::new(),
        };
        let mut has_verdict = false;
        let content = String::from_utf8_lossy(&text).replace("\r\n", "\n").replace('\r', "\n");
        for (number, line) in (1..).zip(content.split('\n')) {
            if let Some(header) = line.trim().strip_prefix("//@") {
                has_verdict |= fixture.header(header)?;
            } else if let Some((_, marker)) = line.split_once("//~") {
                fixture.marker(marker, number).map_err(|error| format!("line {number}: {error}"))?;
            }
        }
        fixture.text = text;
        if has_verdict { Ok(fixture) } else { Err("no `//@ ptxas: accept` or `//@ ptxas: reject`".into()) }
    }

    /// Whether the file shows what a rule finds, by its name.
    pub fn is_bad(&self) -> Result<bool, String> {
        match self.path.file_name().and_then(|name| name.to_str()) {
            Some(name) if name.starts_with("bad") => Ok(true),
            Some(name) if name.starts_with("good") => Ok(false),
            _ => Err("a fixture is called bad*.ptx or good*.ptx".into()),
        }
    }

    /// Reads a header line; returns whether it was the verdict.
    fn header(&mut self, header: &str) -> Result<bool, String> {
        let (key, value) = header.split_once(':').ok_or_else(|| format!("no `:` in `//@{header}`"))?;
        let value = value.trim();
        match (key.trim(), value) {
            ("ptxas", "accept") => self.ptxas = Verdict::Accept,
            ("ptxas", "reject") => self.ptxas = Verdict::Reject,
            ("arch", _) => self.arch = Some(value.to_string()),
            ("options", _) => self.options = options(value)?,
            ("launch", _) => self.launch = Some(value.to_string()),
            ("time", _) => drop(ptxlint::kernels::Launch::parse(value)?),
            _ => return Err(format!("unknown header `//@{header}`")),
        }
        Ok(key.trim() == "ptxas")
    }

    fn marker(&mut self, marker: &str, number: u32) -> Result<(), String> {
        let rest = marker.trim_start_matches('^');
        let up = (marker.len() - rest.len()) as u32;
        let line = number.checked_sub(up).filter(|&line| line > 0).ok_or("points above the first line")?;
        let mut rest = rest.trim();
        if rest.is_empty() {
            return Err("names no rule".into());
        }
        while !rest.is_empty() {
            let mut end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let mut rule = rest[..end].to_string();
            let level = Level::ALL.into_iter().find(|level| level.name() == rule);
            if level.is_some() {
                rest = rest[end..].trim_start();
                end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                rule = rest[..end].to_string();
            }
            if ptxlint::rules::by_name(&rule).is_none() {
                return Err(format!("unknown rule `{rule}`"));
            }
            rest = rest[end..].trim_start();
            let mut message_part = String::new();
            if let Some(quoted) = rest.strip_prefix('"') {
                let (part, after) = quoted.split_once('"').ok_or("a quote is not closed")?;
                message_part = part.to_string();
                rest = after.trim_start();
            }
            self.expectations.push(Expectation { line, level, rule, message_part });
        }
        Ok(())
    }

    /// The fixture's options with the rule of its folder switched on.
    pub fn linted_with(&self) -> Options {
        let folder = self.path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
        let rule = ptxlint::rules::by_name(&folder);
        rule.map_or(self.options.clone(), |rule| with_rule(self.options.clone(), rule))
    }

    /// Compares findings with expectations, both ways.
    pub fn compare(&self) -> Result<(), String> {
        let mut unexpected = findings(&self.text, &self.linted_with());
        let mut unmet = Vec::new();
        for expectation in &self.expectations {
            let met = |finding: &Finding| {
                finding.position.line == expectation.line
                    && finding.rule == expectation.rule
                    && expectation.level.is_none_or(|level| finding.level == level.name())
                    && finding.message.contains(&expectation.message_part)
            };
            match unexpected.iter().position(met) {
                Some(index) => drop(unexpected.remove(index)),
                None => unmet.push(format!("expected, but not found: {expectation}")),
            }
        }
        let unexpected = unexpected.iter().map(|finding| format!("found, but not expected: {finding}"));
        let complaints: Vec<String> = unmet.into_iter().chain(unexpected).collect();
        if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n")) }
    }
}

/// Reads options as the command line takes them.
pub fn options(text: &str) -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?.to_string();
        match word {
            "--expect-kernel" => options.expected_kernels.push(value),
            "--batch-parameter" => options.batch_parameter = value,
            "--block" => options.block = Some(block(&value)?),
            "--toolchain" => {
                let release = CudaRelease::lookup(&value).ok_or_else(|| format!("`{value}` is no CUDA release"))?;
                options.toolchain = Some(release);
            }
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    Ok(options)
}

/// Extents of a block: `32,4`; those left out are 1.
fn block(text: &str) -> Result<[u32; 3], String> {
    let mut extents = [1; 3];
    for (slot, part) in extents.iter_mut().zip(text.split(',')) {
        *slot = part.parse().map_err(|_| format!("`{part}` is not an extent"))?;
    }
    Ok(extents)
}
