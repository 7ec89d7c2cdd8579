//! The report of `ptxlint diff`.

use super::super::terminal::Terminal;
use super::super::writer::plural;
use super::measure::{METRICS, MeasuredFinding, MeasuredKernel};
use super::{Break, DiffReport, KernelChange};
use crate::render::human::paint;
use crate::render::json::{SCHEMA_VERSION, Tool};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

/// For people: what differs only.
pub(super) fn human(comparison: &DiffReport<'_>, terminal: Terminal) -> String {
    let mut text = String::new();
    let mut counts = [0; 4];
    for pair in &comparison.pairs {
        let kind = match (pair.old, pair.new) {
            (None, _) => "new",
            (_, None) => "gone",
            (Some(old), Some(new)) if is_same(old, new, pair) => "same",
            _ => "changed",
        };
        counts[["same", "changed", "new", "gone"].iter().position(|it| *it == kind).unwrap_or(0)] += 1;
        if kind != "same" {
            describe(&mut text, pair, kind, terminal);
        }
    }
    if !comparison.came.is_empty() || !comparison.went.is_empty() {
        let _ = writeln!(text, "{}", paint("outside kernels", "1", terminal.color));
        findings(&mut text, &comparison.came, &comparison.went, terminal);
        text.push('\n');
    }
    for Break { budget, kernel, old, new } in &comparison.broken {
        let sign = paint("error:", "31;1", terminal.color);
        let before = old.map_or(String::new(), |old| format!(", was {old}{}", percent(old, *new)));
        let _ = writeln!(text, "{sign} `{kernel}` breaks the budget {}: {new}{before}", budget.text);
    }
    if let Some(first) = comparison.illegal.first() {
        let sign = paint("error:", "31;1", terminal.color);
        let place = format!("{}:{}:{}", first.path, first.line, first.column);
        let count = plural(comparison.illegal.len(), "error");
        let _ = writeln!(
            text,
            "{sign} the new version is not legal PTX ({count}, the first at {place}), and keeps within no budget"
        );
    }
    let [same, changed, new, gone] = counts;
    let _ = writeln!(
        text,
        "{}: {same} same, {changed} changed, {new} new, {gone} gone",
        plural(comparison.pairs.len(), "kernel")
    );
    terminal_safe(&text, terminal)
}

/// The text as the terminal shows it; styles stay.
fn terminal_safe(text: &str, terminal: Terminal) -> String {
    if terminal.color {
        text.to_string()
    } else {
        text.lines().map(|line| terminal.charset.line(line) + "\n").collect()
    }
}

fn is_same(old: &MeasuredKernel, new: &MeasuredKernel, pair: &KernelChange<'_>) -> bool {
    let (came, went) = pair.changes();
    old.numbers == new.numbers && old.mix == new.mix && came.is_empty() && went.is_empty()
}

fn describe(text: &mut String, pair: &KernelChange<'_>, kind: &str, terminal: Terminal) {
    let path = pair.new.or(pair.old).map_or("", |kernel| &kernel.path);
    let style = match kind {
        "new" => "32;1",
        "gone" => "31;1",
        _ => "1",
    };
    let name = terminal.charset.line(pair.name());
    let _ = writeln!(text, "{} {} ({kind})", paint(&name, style, terminal.color), terminal.charset.line(path));
    for metric in &METRICS {
        let number =
            |kernel: Option<&MeasuredKernel>| kernel.and_then(|kernel| kernel.numbers.get(metric.name).copied());
        row(text, metric.name, number(pair.old), number(pair.new));
    }
    let mix = |kernel: Option<&MeasuredKernel>, key| kernel.and_then(|kernel| kernel.mix.get(&key).copied());
    for key in mix_keys(pair) {
        let (class, depth) = key;
        let name =
            if depth == 0 { class.to_string() } else { format!("{class} in {}", plural(depth as usize, "loop")) };
        // A class that one of them lacks is there no times; a kernel that is not there has no classes at all.
        let or_none = |kernel: Option<&MeasuredKernel>| {
            kernel.filter(|it| !it.mix.is_empty()).map(|_| mix(kernel, key).unwrap_or(0))
        };
        if pair.old.is_some() && pair.new.is_some() {
            row(text, &format!("  {name}"), or_none(pair.old), or_none(pair.new));
        }
    }
    if pair.new.is_some() {
        let (came, went) = pair.changes();
        findings(text, &came, &went, terminal);
    }
    text.push('\n');
}

fn mix_keys(pair: &KernelChange<'_>) -> BTreeSet<(&'static str, u32)> {
    [pair.old, pair.new].into_iter().flatten().flat_map(|kernel| kernel.mix.keys().copied()).collect()
}

/// A number that has changed, or that one of the versions lacks.
fn row(text: &mut String, name: &str, old: Option<u64>, new: Option<u64>) {
    let _ = match (old, new) {
        (Some(old), Some(new)) if old != new => {
            writeln!(text, "  {name:24} {old:>8} -> {new:<8}{}", percent(old, new))
        }
        (None, Some(number)) | (Some(number), None) if number > 0 => writeln!(text, "  {name:24} {number:>8}"),
        _ => Ok(()),
    };
}

fn percent(old: u64, new: u64) -> String {
    if old == 0 || old == new {
        return String::new();
    }
    format!(" ({:+.1} %)", (new as f64 - old as f64) * 100.0 / old as f64)
}

fn findings(text: &mut String, came: &[&MeasuredFinding], went: &[&MeasuredFinding], terminal: Terminal) {
    for (sign, found) in went.iter().map(|found| ('-', found)).chain(came.iter().map(|found| ('+', found))) {
        let MeasuredFinding { identity, level, path, line, column, message } = found;
        let style = if sign == '+' { "31" } else { "32" };
        let told = format!("{sign} {path}:{line}:{column}: {level}[{}] {message}", identity.rule);
        let _ = writeln!(text, "  {}", paint(&terminal.charset.line(&told), style, terminal.color));
    }
}

/// For programs: everything. `schema/diff.schema.json` describes it.
pub(super) fn json(comparison: &DiffReport<'_>) -> String {
    let kernels: Vec<Value> = comparison.pairs.iter().map(kernel).collect();
    let list = |findings: &[&MeasuredFinding]| findings.iter().map(|found| finding(found)).collect::<Vec<_>>();
    let broken = comparison.broken.iter().map(|it| {
        json!({ "budget": it.budget.text, "metric": it.budget.metric, "kernel": it.kernel, "old": it.old, "new": it.new })
    });
    let document = json!({
        "schema_version": SCHEMA_VERSION,
        "tool": Tool::THIS,
        "kernels": kernels,
        "other_findings": { "came": list(&comparison.came), "went": list(&comparison.went) },
        "broken": broken.collect::<Vec<_>>(),
        "illegal": list(&comparison.illegal),
    });
    // Strings and numbers always have a JSON form.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn kernel(pair: &KernelChange<'_>) -> Value {
    let (came, went) = pair.changes();
    let list = |findings: &[&MeasuredFinding]| findings.iter().map(|found| finding(found)).collect::<Vec<_>>();
    let number = |kernel: Option<&MeasuredKernel>, name| kernel.and_then(|kernel| kernel.numbers.get(name).copied());
    let metric = |name: &'static str| {
        let both = [number(pair.old, name), number(pair.new, name)];
        (both != [None, None]).then(|| (name.to_string(), json!({ "old": both[0], "new": both[1] })))
    };
    let mix = mix_keys(pair).into_iter().map(|key| {
        let count = |kernel: Option<&MeasuredKernel>| kernel.map(|kernel| kernel.mix.get(&key).copied().unwrap_or(0));
        json!({ "class": key.0, "loops": key.1, "old": count(pair.old), "new": count(pair.new) })
    });
    json!({
        "name": pair.name(),
        "old_path": pair.old.map(|kernel| &kernel.path),
        "new_path": pair.new.map(|kernel| &kernel.path),
        "metrics": METRICS.iter().filter_map(|it| metric(it.name)).collect::<Map<_, _>>(),
        "instructions": mix.collect::<Vec<_>>(),
        "came": list(&came),
        "went": list(&went),
    })
}

fn finding(found: &MeasuredFinding) -> Value {
    json!({
        "rule": found.identity.rule, "level": found.level.name(), "message": found.message, "path": found.path,
        "line": found.line, "column": found.column, "fingerprint": format!("{:016x}", found.identity.hash()),
    })
}
