//! The report for people: a box for each launch, and the analysis.

use super::super::coverage;
use super::super::terminal::Terminal;
use super::Results;
use crate::device::DeviceError;
use crate::render::human::paint;
use crate::render::text::Charset;
use crate::validate::{ElementDifference, ReplayResult, ReplaySession, StepVerdict, TraceStep};
use std::fmt::Write;

/// Columns of a box, unless the terminal has fewer.
const WIDTH: usize = 100;

/// The narrowest box.
const NARROWEST: usize = 40;

const GOOD: &str = "32;1";
const BAD: &str = "31;1";
const DOUBTFUL: &str = "33;1";

/// Writes lines into boxes.
struct Boxes {
    terminal: Terminal,
    width: usize,
    text: String,
}

/// Characters of a box: corners, horizontal, vertical.
const UNICODE: [&str; 6] = ["┌", "┐", "└", "┘", "─", "│"];
const ASCII: [&str; 6] = ["+", "+", "+", "+", "-", "|"];

impl Boxes {
    fn frame(&self) -> [&'static str; 6] {
        if self.terminal.charset == Charset::Unicode { UNICODE } else { ASCII }
    }

    /// The upper edge with a title, and something at its right.
    fn open(&mut self, title: &str, right: &str) {
        let [left, corner, .., line, _] = self.frame();
        let inner = self.width - 2;
        let title = self.fit(title, inner - 4);
        let room = (inner - 4).saturating_sub(width(&title) + 2);
        let right =
            if right.is_empty() || room < 6 { String::new() } else { format!(" {} {line}", self.fit(right, room - 3)) };
        let gap = inner.saturating_sub(width(&title) + width(&right) + 3);
        let title = paint(&title, "1", self.terminal.color);
        let _ = writeln!(self.text, "{left}{line} {title} {}{right}{corner}", line.repeat(gap));
    }

    fn close(&mut self) {
        let [.., left, right, line, _] = self.frame();
        let _ = writeln!(self.text, "{left}{}{right}", line.repeat(self.width - 2));
    }

    /// A line, wrapped where it is too long. The first `styled` characters are painted.
    fn line(&mut self, text: &str, styled: usize, style: &str) {
        let text = self.terminal.charset.line(text);
        let [.., bar] = self.frame();
        let room = self.width - 4;
        for (number, part) in wrap(&text, room).into_iter().enumerate() {
            let padding = " ".repeat(room.saturating_sub(width(&part)));
            let part = match part.char_indices().nth(styled) {
                Some((at, _)) if number == 0 && styled > 0 => {
                    format!("{}{}", paint(&part[..at], style, self.terminal.color), &part[at..])
                }
                None if number == 0 && styled > 0 => paint(&part, style, self.terminal.color),
                _ => part,
            };
            let _ = writeln!(self.text, "{bar} {part}{padding} {bar}");
        }
    }

    fn plain(&mut self, text: &str) {
        self.line(text, 0, "");
    }

    /// As much as fits, in characters that the terminal has.
    fn fit(&self, text: &str, room: usize) -> String {
        let text = self.terminal.charset.line(text);
        if width(&text) <= room {
            return text;
        }
        let ellipsis = self.terminal.charset.ellipsis();
        let kept: String = text.chars().take(room.saturating_sub(width(ellipsis))).collect();
        kept + ellipsis
    }
}

fn width(text: &str) -> usize {
    console::measure_text_width(text)
}

/// Lines of at most `room` columns, broken at blanks; later ones are indented.
fn wrap(text: &str, room: usize) -> Vec<String> {
    const INDENT: &str = "    ";
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let line = lines.last_mut().expect("there is always one");
        if width(line) + width(word.trim_end()) > room && !line.trim().is_empty() {
            lines.push(INDENT.to_string());
        }
        // A word that has no room in any line is cut.
        for char in word.chars() {
            let line = lines.last_mut().expect("there is always one");
            if width(line) >= room {
                if char == ' ' {
                    continue;
                }
                lines.push(INDENT.to_string());
            }
            lines.last_mut().expect("there is always one").push(char);
        }
    }
    lines
}

/// The whole report.
pub(super) fn render(results: &Results<'_>, terminal: Terminal) -> String {
    let width = terminal.columns.unwrap_or(WIDTH).clamp(NARROWEST, WIDTH);
    let mut boxes = Boxes { terminal, width, text: String::new() };
    if let Some(note) = &results.note {
        let _ = writeln!(boxes.text, "{}", terminal.charset.line(note));
    }
    let _ = writeln!(boxes.text, "{}", terminal.charset.line(&results.device));
    for (number, step) in results.trace.steps.iter().enumerate() {
        boxes.open(&format!("{} {}", number + 1, step.title), &step.subject);
        launch(&mut boxes, step);
        boxes.close();
    }
    if let Some(replay) = &results.replay {
        boxes.open("Replay", &results.subjects.subject.title);
        replayed(&mut boxes, replay);
        boxes.close();
    }
    boxes.open("Analysis", &results.subjects.subject.title);
    analysis(&mut boxes, results);
    boxes.close();
    if results.with_coverage {
        boxes.text += &coverage::render(&results.trace.coverage, terminal);
    }
    boxes.text
}

fn launch(boxes: &mut Boxes, step: &TraceStep) {
    let samples: Vec<String> = step.samples.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !samples.is_empty() {
        boxes.plain(&samples.join("   "));
    }
    let mut hashes: Vec<String> = step.hashes.iter().map(|(name, hash)| format!("{name} #{hash:016x}")).collect();
    hashes.extend(step.time.map(|time| format!("{:.1} ms", time.as_secs_f64() * 1e3)));
    if !hashes.is_empty() {
        boxes.plain(&hashes.join("   "));
    }
    for verdict in &step.verdicts {
        let (word, style, details) = words(verdict);
        boxes.line(&format!("{word}  {details}"), word.chars().count(), style);
    }
}

/// A verdict's word, its style, and the rest.
fn words(verdict: &StepVerdict) -> (&'static str, &'static str, String) {
    let changed =
        |it: &ElementDifference| format!("{}[{}] was {} and is {}", it.parameter, it.index, it.before, it.now);
    match verdict {
        StepVerdict::Right(used) => ("RIGHT", GOOD, format!("off by {:.0}% of what is allowed at most", 100.0 * used)),
        StepVerdict::Wrong(it) => {
            ("WRONG", BAD, format!("{}[{}] is {} instead of {}", it.parameter, it.index, it.now, it.before))
        }
        StepVerdict::Identical => ("SAME", GOOD, "bit for bit the first result".to_string()),
        StepVerdict::StateLeak(it) => {
            let why = "fresh devices give the first result, so this one depends on an earlier launch";
            ("STATE LEAK", BAD, format!("{}: {why}", changed(it)))
        }
        StepVerdict::NotReproducible(it) => {
            let why = "fresh devices do not agree either, or the reference allows both";
            ("NOT REPRODUCIBLE", DOUBTFUL, format!("{}: {why}", changed(it)))
        }
        StepVerdict::Changed => ("DIFFERENT", GOOD, "another input gives another result".to_string()),
        StepVerdict::NothingWritten => {
            let text = "no buffer has changed: there is nothing to compare";
            ("NOTHING WRITTEN", DOUBTFUL, text.to_string())
        }
        StepVerdict::Unchanged => ("UNCHANGED", DOUBTFUL, "another input gives the same result".to_string()),
        StepVerdict::Stopped(error) => ("STOPPED", BAD, error.to_string()),
    }
}

fn replayed(boxes: &mut Boxes, replay: &Result<ReplayResult, DeviceError>) {
    let replay = match replay {
        Ok(replay) => replay,
        Err(error) => return boxes.line(&format!("STOPPED  {error}"), "STOPPED".len(), BAD),
    };
    if let (Some(recorded), Some(last)) = (replay.same.first(), replay.fresh.last()) {
        boxes.plain(&format!("recorded #{recorded:016x}   last frame of all #{last:016x}"));
    }
    let frames = replay.same.len() + replay.fresh.len();
    boxes.plain(&format!(
        "{} of {frames} frames are identical: {} in one device, {} in a fresh device each",
        replay.identical(),
        replay.same.len(),
        replay.fresh.len()
    ));
    match &replay.first {
        None => boxes.line("DETERMINISTIC", "DETERMINISTIC".len(), GOOD),
        Some((session, frame, it)) => {
            let session = match session {
                ReplaySession::Same => "in the same device",
                ReplaySession::Fresh => "in a fresh device",
            };
            let word = "NOT DETERMINISTIC";
            let text = format!(
                "{word}  frame {frame} {session} is the first that differs: {}[{}] is {} instead of {}",
                it.parameter, it.index, it.now, it.before
            );
            boxes.line(&text, word.len(), BAD);
        }
    }
}

fn analysis(boxes: &mut Boxes, results: &Results<'_>) {
    let trace = &results.trace;
    for (name, _) in trace.steps.first().map_or(&[][..], |step| &step.samples) {
        let repeated = trace.steps.iter().filter(|step| step.subject == results.subjects.subject.title);
        let values = repeated.filter_map(|step| step.samples.iter().find(|(other, _)| other == name));
        let values: Vec<&str> = values.map(|(_, value)| value.as_str()).collect();
        boxes.plain(&format!("{name}: {}", values.join(", ")));
    }
    let parameters = &results.subjects.subject.parameters;
    let reset: Vec<&str> = parameters.iter().filter(|it| it.is_reset).map(|it| it.name.as_str()).collect();
    if !reset.is_empty() {
        boxes.plain(&format!("Filled before each launch, as the kernel adds to it: {}", reset.join(", ")));
    }
    let isolation = trace
        .share(|it| matches!(it, StepVerdict::Identical | StepVerdict::StateLeak(_) | StepVerdict::NotReproducible(_)));
    let correct = trace.share(|it| matches!(it, StepVerdict::Right(_) | StepVerdict::Wrong(_)));
    let ended = trace.share(|_| true);
    for (what, (good, all)) in [("State isolation", isolation), ("Correctness", correct), ("All launches", ended)] {
        if all > 0 {
            let (word, style) = if good == all { ("PASS", GOOD) } else { ("FAIL", BAD) };
            boxes.line(&format!("{word}  {what}: {good} of {all}"), word.len(), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped() {
        assert_eq!(wrap("short", 20), ["short"]);
        let lines = wrap("some words that do not fit and onewordthatistoolongforanyline", 16);
        assert!(lines.iter().all(|line| width(line) <= 16), "{lines:?}");
        let joined: String = lines.iter().map(|line| line.trim()).collect();
        assert_eq!(joined.replace(' ', ""), "somewordsthatdonotfitandonewordthatistoolongforanyline");
    }
}
