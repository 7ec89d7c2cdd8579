//! `ptxlint verify --specification`: the lists and hypotheses of the specification of matrix-vector products.

use super::super::Ending;
use super::super::arguments::ListFormat;
use super::super::kernels;
use super::super::progress::RunProgress;
use super::super::terminal::Terminal;
use super::super::writer::plural;
use super::VerifyArguments;
use super::choice::Backend;
use super::interrupt;
use super::report_html::{self, Head};
use crate::render::human::paint;
use crate::render::json;
use crate::validate::specification::{self, Bench, Item, ItemResult, ItemVerdict};
use serde::Serialize;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

const PROGRESS: &str = "{bar:30} {pos}/{len} items, {eta} left";

/// What is told of an item.
#[derive(Debug, Serialize)]
pub(super) struct ItemRow {
    pub id: &'static str,
    pub title: &'static str,
    pub wanted: &'static str,
    pub verdict: &'static str,
    pub found: String,
}

impl ItemRow {
    fn new(item: &'static Item, finding: ItemResult) -> Self {
        let verdict = match finding.verdict {
            ItemVerdict::Met => "met",
            ItemVerdict::Missed => "missed",
            ItemVerdict::Open => "open",
        };
        Self { id: item.id, title: item.title, wanted: item.wanted, verdict, found: finding.text }
    }

    /// The verdict on the terminal, and its colour.
    pub(super) fn word(&self) -> (&'static str, &'static str) {
        match (self.verdict, self.id.starts_with('H')) {
            ("met", false) => ("PASS", "32;1"),
            ("met", true) => ("CONFIRMED", "32;1"),
            ("missed", false) => ("FAIL", "31;1"),
            ("missed", true) => ("FALSIFIED", "31;1"),
            _ => ("OPEN", "33;1"),
        }
    }
}

/// The heading of a list, by the first letter of its items.
pub(super) fn heading(id: &str) -> &'static str {
    match id.as_bytes().first() {
        Some(b'D') => "D: correctness",
        Some(b'E') => "E: performance",
        Some(b'F') => "F: stability",
        Some(b'H') => "H: hypotheses",
        _ => "R: roofline",
    }
}

/// Whether a name means an item: its own, or its list's.
fn is_called(item: &Item, name: &str) -> bool {
    name.eq_ignore_ascii_case(item.id) || item.id[..1].eq_ignore_ascii_case(name)
}

/// Checks the items that the arguments name, or all.
pub(super) fn run(
    arguments: &VerifyArguments,
    backend: &Backend,
    terminal: Terminal,
) -> Result<io::Result<Ending>, String> {
    for name in &arguments.names {
        if !specification::items().any(|item| is_called(item, name)) {
            return Err(format!(
                "the specification has no item `{name}`: it has D1 to D10, F1 to F5, E1 to E12, H1 to H5, R1 to R4"
            ));
        }
    }
    let is_named =
        |item: &&Item| arguments.names.is_empty() || arguments.names.iter().any(|name| is_called(item, name));
    let items: Vec<&Item> = specification::items().filter(is_named).collect();
    Ok(check(&items, arguments, backend, terminal))
}

fn check(
    items: &[&'static Item],
    arguments: &VerifyArguments,
    backend: &Backend,
    terminal: Terminal,
) -> io::Result<Ending> {
    let target = arguments.target.unwrap_or_else(kernels::default_target);
    let open = || backend.open();
    let mut bench = Bench::new(&open, target, arguments.full);
    let mut report = SpecificationWriter { format: arguments.format, terminal, rows: Vec::new() };
    if arguments.format == ListFormat::Human {
        let mut out = io::stdout().lock();
        if let Some(note) = &backend.note {
            writeln!(out, "{note}")?;
        }
        writeln!(out, "{}", backend.name())?;
    }
    let mut progress = RunProgress::new(items.len(), PROGRESS, terminal.is_watched);
    for &item in items {
        let finding = catch_unwind(AssertUnwindSafe(|| item.check(&mut bench))).unwrap_or_else(|_| ItemResult {
            verdict: ItemVerdict::Missed,
            text: "the device has failed in a way that is a bug in ptxlint".to_string(),
        });
        if interrupt::is_wanted() {
            break;
        }
        progress.step(|| report.take(ItemRow::new(item, finding)))?;
    }
    drop(progress);
    let ending = report.finish(items.len(), backend)?;
    terminal.tell_of_unwatched(backend.unwatched());
    let page = arguments.report.as_deref().and_then(|path| {
        let mut head = Head::new("specification of matrix-vector products", report.total(), ending, backend);
        head.facts.push(("Kernels for", target.name().to_string()));
        let sections = report_html::specification(&head, &report.rows, bench.points());
        report_html::write(path, &head, sections, terminal)
    });
    Ok(page.unwrap_or(ending))
}

/// Writes rows as they come, or a document at the end.
struct SpecificationWriter {
    format: ListFormat,
    terminal: Terminal,
    rows: Vec<ItemRow>,
}

impl SpecificationWriter {
    fn take(&mut self, row: ItemRow) -> io::Result<()> {
        if self.format == ListFormat::Human {
            let mut out = io::stdout().lock();
            if self.rows.last().is_none_or(|last| last.id[..1] != row.id[..1]) {
                writeln!(out, "\n{}", heading(row.id))?;
            }
            let (word, style) = row.word();
            let text = format!("{:3} {}: {}", row.id, row.title, row.wanted);
            writeln!(out, "{:9}  {}", paint(word, style, self.terminal.color), self.terminal.charset.line(&text))?;
            writeln!(out, "               {}", self.terminal.charset.line(&row.found))?;
        }
        self.rows.push(row);
        Ok(())
    }

    fn count(&self, verdict: &str) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }

    fn total(&self) -> String {
        let [met, missed, open] = ["met", "missed", "open"].map(|verdict| self.count(verdict));
        format!("{} as the specification asks, {missed} not, {open} open", plural(met, "item"))
    }

    fn finish(&self, wanted: usize, backend: &Backend) -> io::Result<Ending> {
        let missing = wanted - self.rows.len();
        let [met, missed, open] = ["met", "missed", "open"].map(|verdict| self.count(verdict));
        let mut out = io::stdout().lock();
        match self.format {
            ListFormat::Human => {
                writeln!(out, "\n{}", self.total())?;
            }
            ListFormat::Json => {
                let summary = SpecificationSummary { met, missed, open, not_run: missing };
                let tool = json::Tool::THIS;
                let document = SpecificationDocument {
                    schema_version: json::SCHEMA_VERSION,
                    tool,
                    device: &backend.name(),
                    unwatched_bytes: backend.unwatched(),
                    specification: &self.rows,
                    summary,
                };
                serde_json::to_writer_pretty(&mut out, &document)?;
                writeln!(out)?;
            }
        }
        out.flush()?;
        Ok(if missing > 0 {
            self.terminal.complain(&format!("interrupted: {} not looked at", plural(missing, "item")));
            Ending::Failure
        } else if missed > 0 {
            Ending::Findings
        } else {
            Ending::Clean
        })
    }
}

/// The report in JSON.
#[derive(Serialize)]
struct SpecificationDocument<'a> {
    schema_version: u32,
    tool: json::Tool,
    device: &'a str,
    unwatched_bytes: u64,
    specification: &'a [ItemRow],
    summary: SpecificationSummary,
}

#[derive(Serialize)]
struct SpecificationSummary {
    met: usize,
    missed: usize,
    open: usize,
    not_run: usize,
}
