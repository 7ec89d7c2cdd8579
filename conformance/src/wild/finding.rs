//! Findings, with what tells which of them are alike.

use super::kernel::{family, fingerprint, hash, opcode};
use super::verdicts::Key;
use ptxlint::diagnostic::{Diagnostic, Level};
use ptxlint::ir::FunctionKind;
use ptxlint::source::{LineIndex, Source};
use ptxlint::{Options, parser};
use std::collections::HashMap;

/// A finding of a file.
pub(crate) struct Finding {
    /// What decides which verdict it gets.
    pub key: Key,
    /// Its level.
    pub level: Level,
    /// Its function's text as a number; 0 outside of functions.
    pub function: u64,
    /// The function's name.
    pub name: String,
    /// Its line, from 1.
    pub line: u32,
    /// What it says.
    pub message: String,
    /// What its labels say, by line.
    pub labels: Vec<(u32, String)>,
    /// The lines around the finding and its labels.
    pub excerpt: Vec<String>,
}

/// What is known of a file.
#[derive(Default)]
pub(crate) struct Linted {
    /// Its kernels as numbers: equal ones have the same.
    pub kernels: Vec<u64>,
    /// Its findings.
    pub findings: Vec<Finding>,
}

/// Lints a module.
///
/// # Errors
/// It is no PTX.
pub(crate) fn lint(bytes: &[u8], lines_around: usize) -> Result<Linted, String> {
    let source = Source::new(bytes).map_err(|error| error.to_string())?;
    let module = parser::parse(source);
    let mut kernels = Vec::new();
    let mut functions = HashMap::new();
    for function in module.functions.iter().filter(|function| function.is_definition()) {
        let name = function.name.map_or("", |name| module.name(name));
        let number = fingerprint(&source.text_of(function.span), name);
        functions.insert(name.to_string(), number);
        if function.kind == FunctionKind::Entry {
            kernels.push(number);
        }
    }
    let report = ptxlint::check(bytes, &Options::default()).map_err(|error| error.to_string())?;
    if let Some(reason) = report.reason {
        return Err(reason);
    }
    let text = String::from_utf8_lossy(bytes);
    let text: Vec<&str> = text.lines().collect();
    let index = LineIndex::new(bytes);
    let place = Places { text: &text, index: &index, around: lines_around };
    let findings = report.findings.iter().map(|diagnostic| place.finding(diagnostic, &functions)).collect();
    Ok(Linted { kernels, findings })
}

struct Places<'a> {
    text: &'a [&'a str],
    index: &'a LineIndex,
    around: usize,
}

impl Places<'_> {
    fn finding(&self, diagnostic: &Diagnostic, functions: &HashMap<String, u64>) -> Finding {
        let name = diagnostic.function.as_deref().unwrap_or_default().to_string();
        let line = self.index.position(diagnostic.span.start).line;
        let label = |label: &ptxlint::diagnostic::SecondaryLabel| {
            (self.index.position(label.span.start).line, label.message.clone())
        };
        let labels: Vec<(u32, String)> = diagnostic.labels.iter().map(label).collect();
        Finding {
            key: Key {
                rule: diagnostic.rule.name.to_string(),
                level: diagnostic.level.name().to_string(),
                family: family(&name),
                context: self.context(line, &labels),
            },
            level: diagnostic.level,
            function: functions.get(&name).copied().unwrap_or(0),
            name,
            line,
            message: diagnostic.message.clone(),
            excerpt: self.excerpt(line, &labels),
            labels,
        }
    }

    /// Opcodes, but not words of the report: these may be written better some day, and verdicts stay.
    fn context(&self, line: u32, labels: &[(u32, String)]) -> String {
        let opcode_of = |line: u32| self.text.get(line as usize - 1).and_then(|line| opcode(line)).unwrap_or("-");
        let mut others: Vec<&str> = labels.iter().map(|&(line, _)| opcode_of(line)).collect();
        others.sort_unstable();
        others.dedup();
        format!("{:08x}", hash(std::iter::once(opcode_of(line)).chain(others)) as u32)
    }

    fn excerpt(&self, line: u32, labels: &[(u32, String)]) -> Vec<String> {
        if self.around == 0 {
            return Vec::new();
        }
        let mut lines: Vec<u32> = labels.iter().map(|&(line, _)| line).chain([line]).collect();
        lines.sort_unstable();
        let mut wanted: Vec<usize> = Vec::new();
        for at in lines {
            let at = at as usize - 1;
            wanted.extend(at.saturating_sub(self.around)..(at + self.around + 1).min(self.text.len()));
        }
        wanted.sort_unstable();
        wanted.dedup();
        let mut excerpt = Vec::new();
        let mut last = None;
        for at in wanted {
            if last.is_some_and(|last| last + 1 < at) {
                excerpt.push("…".to_string());
            }
            excerpt.push(format!("{:>6} {}", at + 1, self.text[at]));
            last = Some(at);
        }
        excerpt
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .entry one1() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }\n\
        .entry one2() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }\n";

    #[test]
    fn equal_kernels_are_one_kernel() {
        let linted = lint(MODULE.as_bytes(), 1).expect("it is PTX");
        assert_eq!((linted.kernels.len(), linted.findings.len()), (2, 2));
        assert_eq!(linted.kernels[0], linted.kernels[1]);
        let [one, two] = [&linted.findings[0], &linted.findings[1]];
        assert_eq!((one.function, &one.key), (two.function, &two.key));
        assert_eq!((one.key.rule.as_str(), one.key.family.as_str(), one.line), ("bitwise-type", "one#", 4));
        assert_eq!(one.excerpt.len(), 3);
        assert!(lint(b"", 0).is_err());
    }
}
