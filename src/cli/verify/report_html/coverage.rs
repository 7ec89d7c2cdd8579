//! What kernels executed, as heat maps of their instructions.

use super::super::super::coverage::{CountScale, LEVELS};
use super::PageSection;
use super::table::{ColumnHeading, number, table};
use crate::device::{InstructionCoverage, Share};
use crate::render::markup::{MarkupElement, element};
use crate::validate::{Coverage, KernelForm, KernelSummary};

/// A table of kernels, and a listing of each form.
pub(super) fn section(coverage: &Coverage) -> PageSection {
    let columns = [
        ColumnHeading::Text("Kernel"),
        ColumnHeading::Number("Forms"),
        ColumnHeading::Number("Configurations"),
        ColumnHeading::Number("Instructions"),
        ColumnHeading::Number("Branches taken"),
        ColumnHeading::Number("Guards taken"),
    ];
    let rows = coverage.kernels().into_iter().chain([coverage.total()]);
    let explanation = "Each listing shows how many threads came to each instruction, the more the stronger the colour. ✗ marks what was not \
                       executed, with the way that is missing. Texts of a kernel that differ in constants alone are counted together.";
    let mut content = vec![table("Coverage by kernel", &columns, rows.map(|row| summary(&row)))];
    content.push(element("p").text(explanation));
    content.extend(coverage.forms.iter().map(listing));
    PageSection { id: "coverage", title: "Coverage", content }
}

fn summary(row: &KernelSummary) -> MarkupElement {
    let head = element("th").set("scope", "row").text(&row.kernel);
    let shares = [row.instructions, row.branches, row.guards].map(share);
    element("tr").with(head).with(number(row.forms)).with(number(row.configurations)).with_all(shares)
}

fn share(share: Share) -> MarkupElement {
    let Share { covered, total } = share;
    match total {
        0 => number("–"),
        // Not everything is never 100 %.
        _ => number(format!("{:.1} % ({covered}/{total})", (1000.0 * share.ratio()).floor() / 10.0)),
    }
}

fn listing(form: &KernelForm) -> MarkupElement {
    let scale = CountScale::new(form);
    let instructions = &form.coverage.instructions;
    let Share { covered, total } = form.coverage.instructions();
    let gaps = form.gaps().count();
    let mark = if gaps > 0 { format!(", ✗ {gaps} with gaps") } else { String::new() };
    let title = element("summary")
        .with(element("strong").text(&form.coverage.kernel))
        .text(format!(": {covered} of {total} instructions{mark}, "))
        .with(element("span").class("soft").text(configurations(form)));
    let rows = instructions.iter().map(|instruction| row(instruction, &scale));
    let heads = [
        ColumnHeading::Number("Line"),
        ColumnHeading::Number("Threads"),
        ColumnHeading::Text("Instruction"),
        ColumnHeading::Text("Missing"),
    ];
    let label = format!("Listing of {}", form.coverage.kernel);
    let table = table(&label, &heads, rows);
    let details = element("details").with(title).with(map(form, &scale)).with(key(&scale));
    details.with(element("div").class("listing").with(table))
}

fn configurations(form: &KernelForm) -> String {
    let first = form.configurations.first().map_or("", String::as_str);
    match form.configurations.len() {
        0 | 1 => first.to_string(),
        count => format!("{first} and {} more", count - 1),
    }
}

fn row(instruction: &InstructionCoverage, scale: &CountScale) -> MarkupElement {
    let count = instruction.executed + instruction.skipped;
    let gap = instruction.gap();
    let missing = gap.map_or(String::new(), |gap| format!("✗ {gap}"));
    let line = element("th").set("scope", "row").class("number").text(instruction.line);
    let heat = format!("number {}", heat(scale.level(count)));
    element("tr")
        .with(line)
        .with(element("td").class(&heat).text(count))
        .with(element("td").class("code").text(&instruction.text))
        .with(element("td").with(element("span").class("bad").text(missing)))
}

fn heat(level: usize) -> String {
    format!("heat-{level}")
}

/// All instructions side by side: the more threads, the higher and the stronger. Neighbours of the same level are one.
fn map(form: &KernelForm, scale: &CountScale) -> MarkupElement {
    const NONE: f64 = 0.15;
    let instructions = &form.coverage.instructions;
    let level = |it: &InstructionCoverage| scale.level(it.executed + it.skipped);
    let mut start = 0;
    let parts = instructions.chunk_by(|a, b| level(a) == level(b)).map(|run| {
        let at = start;
        start += run.len();
        let (level, first, last) = (level(&run[0]), run[0].line, run[run.len() - 1].line);
        let height = if level == 0 { NONE } else { level as f64 / LEVELS as f64 };
        let title = format!("lines {first} to {last}{}", if level == 0 { ": never reached" } else { "" });
        let part = element("rect").class(&heat(level)).set("x", at).set("y", 1.0 - height).set("height", height);
        part.set("width", run.len()).with(element("title").text(title))
    });
    element("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .class("map")
        .set("viewBox", format!("0 0 {} 1", instructions.len().max(1)))
        .set("preserveAspectRatio", "none")
        .set("role", "img")
        .set("aria-label", format!("How often the {} instructions were executed, in order", instructions.len()))
        .with_all(parts)
}

/// What the colours mean.
fn key(scale: &CountScale) -> MarkupElement {
    let none = element("span").class(&heat(0)).text("none");
    let levels = scale.ranges().into_iter().map(|(level, from, to)| {
        let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
        element("span").class(&heat(level)).text(range)
    });
    element("p").class("key").text("Threads: ").with(none).with_all(levels)
}
