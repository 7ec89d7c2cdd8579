//! Compares ptxlint's verdicts with those of the assembler.
//!
//! `judge [VERSION TARGET] < probes.jsonl` prints ptxlint's verdict for each probe.

mod probe;

use probe::Probe;
use ptxlint::diagnostic::Level;
use ptxlint::rules::Group;
use ptxlint::{Levels, Options, Selector, Setting};
use std::io::{BufRead, Write};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["judge"] => judge("9.5", "sm_100a"),
        ["judge", version, target] => judge(version, target),
        _ => Err("usage: conformance judge [VERSION TARGET]".into()),
    }
}

/// The `isa` errors of a module, as `rule: message`.
pub(crate) fn isa_errors(text: &str, options: &Options) -> Vec<String> {
    match ptxlint::check(text.as_bytes(), options) {
        Ok(report) => report
            .findings
            .iter()
            .filter(|finding| finding.rule.group == Group::Isa && finding.level == Level::Error)
            .map(|finding| format!("{}: {}", finding.rule.name, finding.message))
            .collect(),
        Err(error) => vec![error.to_string()],
    }
}

/// Options under which only the `isa` rules run.
pub(crate) fn isa_only() -> Options {
    let mut levels = Levels::default();
    levels.set(Selector::All, Setting::Off);
    levels.set(Selector::Group(Group::Isa), Setting::On);
    Options { levels, ..Options::default() }
}

fn judge(version: &str, target: &str) -> Result<(), Box<dyn std::error::Error>> {
    let options = isa_only();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let probe: Probe = serde_json::from_str(&line?)?;
        let errors = isa_errors(&probe.render(version, target), &options);
        let verdict = serde_json::json!({
            "id": probe.id, "accepted": errors.is_empty(), "message": errors.first().cloned().unwrap_or_default(),
            "errors": errors,
        });
        writeln!(out, "{verdict}")?;
    }
    Ok(())
}
