//! Coverage in a terminal: a table of kernels, and a heat map of each one's instructions.

use super::terminal::Terminal;
use crate::device::Share;
use crate::render::human::paint;
use crate::render::text::Charset;
use crate::validate::{Coverage, KernelForm, KernelSummary};
use serde::Serialize;
use std::fmt::Write;

/// Instructions in a row of a heat map.
const ROW: usize = 64;

/// Levels of a heat map.
pub(super) const LEVELS: usize = 4;

/// Coverage in JSON.
#[derive(Serialize)]
pub(super) struct CoverageDocument<'a> {
    total: KernelSummary,
    kernels: Vec<KernelSummary>,
    forms: &'a [KernelForm],
}

impl<'a> CoverageDocument<'a> {
    pub(super) fn new(coverage: &'a Coverage) -> Self {
        Self { total: coverage.total(), kernels: coverage.kernels(), forms: &coverage.forms }
    }
}

/// The table and the heat maps.
pub(super) fn render(coverage: &Coverage, terminal: Terminal) -> String {
    let mut text = String::new();
    for form in &coverage.forms {
        heat_map(&mut text, form, terminal);
    }
    table(&mut text, coverage, terminal);
    text
}

fn table(text: &mut String, coverage: &Coverage, terminal: Terminal) {
    let kernels = coverage.kernels();
    let width = kernels.iter().map(|kernel| kernel.kernel.len()).max().unwrap_or(0).max("Kernel".len());
    let _ = writeln!(
        text,
        "\n{:width$} {:>5} {:>14} {:>20} {:>16} {:>16}",
        "Kernel", "Forms", "Configurations", "Instructions", "Branches taken", "Guards taken"
    );
    for kernel in kernels.iter().chain([&coverage.total()]) {
        let [instructions, branches, guards] = [(kernel.instructions, 20), (kernel.branches, 16), (kernel.guards, 16)]
            .map(|(it, width)| share(it, width, terminal));
        let _ = writeln!(
            text,
            "{:width$} {:>5} {:>14} {instructions} {branches} {guards}",
            kernel.kernel, kernel.forms, kernel.configurations
        );
    }
    text.push('\n');
}

/// `98.4% (62/63)`, or a dash for nothing.
fn share(share: Share, width: usize, terminal: Terminal) -> String {
    if share.total == 0 {
        return format!("{:>width$}", "-");
    }
    let Share { covered, total } = share;
    // Not everything is never 100 %.
    let percent = (1000.0 * share.ratio()).floor() / 10.0;
    let cell = format!("{:>width$}", format!("{percent:.1}% ({covered}/{total})"));
    if covered == total { cell } else { paint(&cell, "33", terminal.color) }
}

/// How often instructions were executed, a cell each.
fn heat_map(text: &mut String, form: &KernelForm, terminal: Terminal) {
    let scale = CountScale::new(form);
    let instructions = &form.coverage.instructions;
    let count = form.configurations.len();
    let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
    let first = form.configurations.first().map_or("", String::as_str);
    let title = format!("{}: {} instructions, {first}{more}", form.coverage.kernel, instructions.len());
    let _ = writeln!(text, "\n{}", terminal.charset.line(&title));
    for row in instructions.chunks(ROW) {
        let cells: String = row.iter().map(|it| shade(scale.level(it.executed + it.skipped), terminal)).collect();
        let _ = writeln!(text, "  line {:>5} {cells}", row.first().map_or(0, |it| it.line));
    }
    let _ = writeln!(text, "  {}", legend(&scale, terminal));
    gaps(text, form, terminal);
}

/// What was not executed: the lines, by what is missing.
fn gaps(text: &mut String, form: &KernelForm, terminal: Terminal) {
    let gaps: Vec<_> = form.gaps().collect();
    let mut kinds: Vec<&str> = gaps.iter().map(|(_, gap)| *gap).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let lines: Vec<String> =
            gaps.iter().filter(|(_, gap)| *gap == kind).map(|(instruction, _)| instruction.line.to_string()).collect();
        let noun = if lines.len() == 1 { "line" } else { "lines" };
        let _ = writeln!(text, "  {} {noun} {}", paint(&format!("{kind}:"), "33", terminal.color), lines.join(", "));
        if let ([(only, _)], true) = (&gaps[..], lines.len() == 1) {
            let _ = writeln!(text, "    {}", terminal.charset.line(&only.text));
        }
    }
}

/// Logarithmic levels from the smallest count to the largest.
pub(super) struct CountScale {
    least: u64,
    most: u64,
}

impl CountScale {
    pub(super) fn new(form: &KernelForm) -> Self {
        let counts = || form.coverage.instructions.iter().map(|it| it.executed + it.skipped).filter(|&count| count > 0);
        Self { least: counts().min().unwrap_or(0), most: counts().max().unwrap_or(0) }
    }

    /// The largest count of a level.
    fn bound(&self, level: usize) -> u64 {
        let (least, most) = (self.least as f64, self.most as f64);
        if level == LEVELS { self.most } else { (least * (most / least).powf(level as f64 / LEVELS as f64)) as u64 }
    }

    /// 0 for nothing.
    pub(super) fn level(&self, count: u64) -> usize {
        if count == 0 { 0 } else { (1..LEVELS).find(|&level| count <= self.bound(level)).unwrap_or(LEVELS) }
    }

    /// The levels above 0 that counts may have, with the least and the largest count of each.
    pub(super) fn ranges(&self) -> Vec<(usize, u64, u64)> {
        let mut from = self.least;
        let mut ranges = Vec::new();
        for level in 1..=LEVELS {
            let to = self.bound(level);
            if to >= from && to > 0 {
                ranges.push((level, from, to));
                from = to + 1;
            }
        }
        ranges
    }
}

/// The cell of a level.
fn shade(level: usize, terminal: Terminal) -> String {
    let is_unicode = terminal.charset == Charset::Unicode;
    let shades = if is_unicode { ["×", "░", "▒", "▓", "█"] } else { ["x", ".", ":", "+", "#"] };
    let styles = ["31;1", "34", "36", "33", "91"];
    paint(shades[level], styles[level], terminal.color)
}

fn legend(scale: &CountScale, terminal: Terminal) -> String {
    let mut legend = format!("threads that reached it: {} none", shade(0, terminal));
    for (level, from, to) in scale.ranges() {
        let range = if from == to { from.to_string() } else { format!("{from} to {to}") };
        let _ = write!(legend, "  {} {range}", shade(level, terminal));
    }
    legend
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::ColorWhen;
    use crate::device::{InstructionCoverage, InstructionKind, KernelCoverage};

    fn ascii() -> Terminal {
        let mut terminal = Terminal::detect(ColorWhen::Never);
        terminal.charset = Charset::Ascii;
        terminal
    }

    fn form(counts: &[u64]) -> KernelForm {
        let instruction = |&executed: &u64| InstructionCoverage {
            line: 7,
            text: "ret;".to_string(),
            kind: InstructionKind::Plain,
            decided: None,
            executed,
            skipped: 0,
        };
        let coverage = KernelCoverage { kernel: "k".into(), instructions: counts.iter().map(instruction).collect() };
        KernelForm { coverage, configurations: vec!["K { n: 1 }".into(), "K { n: 2 }".into()] }
    }

    #[test]
    fn levels_are_logarithmic() {
        let terminal = ascii();
        let scale = CountScale::new(&form(&[0, 1, 10_000]));
        assert_eq!([0, 1, 10, 11, 100, 1000, 1001, 10_000].map(|count| scale.level(count)), [0, 1, 1, 2, 2, 3, 4, 4]);
        assert_eq!(
            legend(&scale, terminal),
            "threads that reached it: x none  . 1 to 10  : 11 to 100  + 101 to 1000  # 1001 to 10000"
        );
        let scale = CountScale::new(&form(&[2]));
        assert_eq!(legend(&scale, terminal), "threads that reached it: x none  . 2");
        let scale = CountScale::new(&form(&[100, 1600]));
        assert_eq!([100, 200, 201, 1600].map(|count| scale.level(count)), [1, 1, 2, 4]);
        assert_eq!(legend(&CountScale::new(&form(&[0])), terminal), "threads that reached it: x none");
    }

    #[test]
    fn maps_show_every_instruction() {
        let terminal = ascii();
        let mut text = String::new();
        heat_map(&mut text, &form(&[&[5; ROW][..], &[0]].concat()), terminal);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "k: 65 instructions, K { n: 1 } and 1 more");
        assert_eq!(lines[2], format!("  line     7 {}", ".".repeat(ROW)));
        assert_eq!(lines[3], "  line     7 x");
        assert_eq!(lines[5..], ["  never reached: line 7", "    ret;"]);
    }

    #[test]
    fn not_everything_is_never_all() {
        let terminal = Terminal::detect(ColorWhen::Never);
        assert_eq!(share(Share { covered: 9_999, total: 10_000 }, 0, terminal), "99.9% (9999/10000)");
        assert_eq!(share(Share { covered: 0, total: 0 }, 3, terminal), "  -");
    }
}
