//! What would be linted, and what with: `--show-files` and `--show-settings`.

use super::config::Settings;
use super::lint::LintJob;
use super::reporting::ReportFormat;
use super::terminal::Terminal;
use super::{Ending, print};
use crate::diagnostic::Level;

use crate::isa::{CudaRelease, Target};
use crate::options::{KernelExpectation, Options};
use crate::render::json::{SCHEMA_VERSION, Tool};
use crate::rules;
use serde_json::{Value, json};
use std::fmt::Write;
use std::io;

/// A text to show, and what can't be linted.
pub(super) struct ShownText {
    text: String,
    complaints: Vec<String>,
}

impl ShownText {
    pub(super) fn write(self, terminal: Terminal) -> io::Result<Ending> {
        for complaint in &self.complaints {
            terminal.complain(complaint);
        }
        let ending = print(&self.text)?;
        Ok(if self.complaints.is_empty() { ending } else { Ending::Failure })
    }
}

fn complaints(jobs: &[LintJob]) -> Vec<String> {
    let complaint =
        |job: &LintJob| job.input.obstacle().map(|reason| format!("cannot lint {}: {reason}", job.input.name));
    jobs.iter().filter_map(complaint).collect()
}

/// The names of the files, one a line.
pub(super) fn files(jobs: &[LintJob]) -> ShownText {
    let mut text = String::new();
    for job in jobs.iter().filter(|job| job.input.obstacle().is_none()) {
        let _ = writeln!(text, "{}", job.input.name);
    }
    ShownText { text, complaints: complaints(jobs) }
}

/// The settings, files with the same ones together.
pub(super) fn show(jobs: &[LintJob], given: &Settings, format: ReportFormat) -> ShownText {
    let mut groups: Vec<(Vec<&str>, Value)> = Vec::new();
    for job in jobs.iter().filter(|job| job.input.obstacle().is_none()) {
        let settings = describe(&job.place.options(job.input.path(), given), job.place.files());
        match groups.iter_mut().find(|(_, known)| *known == settings) {
            Some((files, _)) => files.push(&job.input.name),
            None => groups.push((vec![&job.input.name], settings)),
        }
    }
    let text = if format == ReportFormat::Human { human(&groups) } else { document(groups) };
    ShownText { text, complaints: complaints(jobs) }
}

fn describe(options: &Options, files: Vec<String>) -> Value {
    let rules = rules::listed().map(|rule| {
        let level = options.levels.heard(rule, rule.level).map(Level::name);
        (rule.name.to_string(), level.into())
    });
    let kernel = |kernel: &KernelExpectation| {
        json!({
            "name": kernel.name,
            "block": kernel.block,
            "dispatch": kernel.dispatch.map(|strategy| strategy.name()),
            "grid": kernel.launch.grid,
            "cluster": kernel.launch.cluster,
            "shared": kernel.launch.shared_bytes,
            "arguments": kernel.launch.arguments,
        })
    };
    json!({
        "configuration": files,
        "target": options.target.map(Target::name),
        "ptx_version": options.version.map(|version| format!("{}.{}", version / 10, version % 10)),
        "toolchain": options.toolchain.map(CudaRelease::name),
        "block": options.block,
        "batch_parameter": options.batch_parameter(),
        "expected_kernels": options.expected_kernels,
        "kernels": options.kernels.iter().map(kernel).collect::<Vec<_>>(),
        "rules": rules.collect::<serde_json::Map<_, Value>>(),
    })
}

fn document(groups: Vec<(Vec<&str>, Value)>) -> String {
    let group = |(files, mut settings): (Vec<&str>, Value)| {
        settings["files"] = files.into();
        settings
    };
    let settings: Vec<Value> = groups.into_iter().map(group).collect();
    let document = json!({ "schema_version": SCHEMA_VERSION, "tool": Tool::THIS, "settings": settings });
    // Strings and numbers always have a JSON form.
    serde_json::to_string_pretty(&document).unwrap_or_default() + "\n"
}

fn human(groups: &[(Vec<&str>, Value)]) -> String {
    let mut text = String::new();
    for (files, settings) in groups {
        let _ = writeln!(text, "{}{}", if text.is_empty() { "" } else { "\n" }, files.join("\n"));
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "  {name:16} {value}");
        };
        let words = |value: &Value| match value {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            Value::Array(items) if items.is_empty() => None,
            Value::Array(items) => {
                let item = |item: &Value| item.as_str().map_or_else(|| item.to_string(), str::to_string);
                Some(items.iter().map(item).collect::<Vec<_>>().join(", "))
            }
            other => Some(other.to_string()),
        };
        let or = |name: &str, otherwise: &str| words(&settings[name]).unwrap_or_else(|| otherwise.to_string());
        line("configuration", or("configuration", "none").replace(", ", ", which extends "));
        line("target", or("target", "what each file declares"));
        line("ptx-version", or("ptx_version", "what each file declares"));
        line("toolchain", or("toolchain", "any"));
        line("block", or("block", "what each kernel declares"));
        line("batch-parameter", or("batch_parameter", ""));
        line("expect-kernel", or("expected_kernels", "none"));
        for kernel in settings["kernels"].as_array().into_iter().flatten() {
            let known =
                ["block", "dispatch"].into_iter().filter_map(|key| Some(format!("{key} {}", words(&kernel[key])?)));
            line(
                "kernel",
                format!("{}: {}", words(&kernel["name"]).unwrap_or_default(), known.collect::<Vec<_>>().join(", ")),
            );
        }
        for level in [Some("error"), Some("warning"), Some("perf"), Some("note"), None] {
            let rules = settings["rules"].as_object().into_iter().flatten().filter(|(_, at)| at.as_str() == level);
            let names: Vec<&str> = rules.map(|(name, _)| name.as_str()).collect();
            if !names.is_empty() {
                line(level.unwrap_or("off"), names.join(", "));
            }
        }
    }
    text
}
