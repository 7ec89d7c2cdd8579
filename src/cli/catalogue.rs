//! The rules as text: their list and their pages.

use super::arguments::RulesFormat;
use super::terminal::Terminal;
use crate::diagnostic::{Group, RuleInfo};
use crate::render::human::paint;
use crate::render::json::{SCHEMA_VERSION, Tool};
use crate::rules::{self, Rule};
use serde::Serialize;
use std::fmt::Write;

/// The page of a rule. It is Markdown; on a terminal headings are emphasized.
pub(super) fn page(rule: &Rule, terminal: Terminal) -> String {
    let default = if rule.is_default() { "on by default" } else { "off by default" };
    let fixes = if rule.fixable { ", offers fixes" } else { "" };
    let mut page = format!("# {}\n\nGroup {}, level {}, {default}{fixes}.\n\n", rule.name, rule.group, rule.level);
    page.push_str(&rule.page());
    let mut shown = String::with_capacity(page.len());
    for line in page.lines() {
        let style = if terminal.color && line.starts_with('#') { "1" } else { "" };
        let _ = writeln!(shown, "{}", paint(line, style, !style.is_empty()));
    }
    shown
}

/// All rules.
pub(super) fn list(format: RulesFormat, terminal: Terminal) -> String {
    match format {
        RulesFormat::Human => human(terminal),
        RulesFormat::Json => json(),
        RulesFormat::Markdown => markdown(),
    }
}

fn human(terminal: Terminal) -> String {
    let width = rules::listed().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut group = None;
    // Rules about inline assembly are listed with the others of their groups.
    for rule in Group::ALL.iter().flat_map(|&group| rules::listed().filter(move |rule| rule.group == group)) {
        if group != Some(rule.group) {
            group = Some(rule.group);
            let _ = writeln!(
                text,
                "{}{}",
                if text.is_empty() { "" } else { "\n" },
                paint(rule.group.name(), "1", terminal.color)
            );
        }
        let line = format!("  {:width$}  {:7}  {}", rule.name, rule.level.name(), rule.summary());
        let _ = writeln!(text, "{}", terminal.charset.line(&fitted(line, terminal.columns)));
    }
    text.push_str("\nRules of level perf and note run when they are selected, by name or group. `ptxlint explain RULE` says more.\n");
    text
}

/// A line that does not wrap in a terminal.
fn fitted(line: String, columns: Option<usize>) -> String {
    match columns {
        Some(columns) if line.chars().count() > columns => {
            line.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
        }
        _ => line,
    }
}

#[derive(Serialize)]
struct CatalogueList {
    schema_version: u32,
    tool: Tool,
    rules: Vec<CatalogueEntry>,
}

#[derive(Serialize)]
struct CatalogueEntry {
    rule: &'static str,
    group: &'static str,
    level: &'static str,
    default: bool,
    fixable: bool,
    summary: String,
}

fn json() -> String {
    let entry = |rule: &'static Rule| CatalogueEntry {
        rule: rule.name,
        group: rule.group.name(),
        level: rule.level.name(),
        default: rule.is_default(),
        fixable: rule.fixable,
        summary: rule.summary(),
    };
    let rules = rules::listed().map(entry).collect();
    let list = CatalogueList { schema_version: SCHEMA_VERSION, tool: Tool::THIS, rules };
    // Strings and numbers always have a JSON form.
    serde_json::to_string_pretty(&list).unwrap_or_default() + "\n"
}

fn markdown() -> String {
    let mut text = String::from("| rule | group | level | fix | what it does |\n|---|---|---|---|---|\n");
    for rule in rules::listed() {
        let RuleInfo { name, group, level, .. } = &rule.info;
        let fix = if rule.fixable { "yes" } else { "" };
        let summary = rule.summary().replace('|', "\\|");
        let _ = writeln!(text, "| [{name}](rules/{name}.md) | {group} | {level} | {fix} | {summary} |");
    }
    text
}
