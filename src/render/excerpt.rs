//! The lines of a finding, prepared for miette.
//!
//! miette draws any text, but it draws what it gets: control characters, a line of 100 MB, a loop of a thousand lines between two
//! labels, and an underline in the wrong column when labels overlap. So it is handed a small text of its own, in which every
//! line is clean and short, every label lies within one line, and no label covers another.

use super::FileFindings;
use super::text::Charset;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::ops::Range;

/// Lines between two labels that are shown rather than left out.
const GAP: u32 = 2;

/// What a finding shows of its file.
pub(super) struct Excerpt {
    path: String,
    /// The shown lines; those around the primary label come first.
    text: String,
    rows: Vec<ExcerptRow>,
    labels: Vec<ExcerptLabel>,
}

/// A line of the excerpt.
struct ExcerptRow {
    /// Its number in the file, from 1.
    number: u32,
    /// Rows of one group are neighbours in the file.
    group: usize,
    /// Where its text lies in the excerpt, with the line end.
    range: Range<usize>,
}

/// An underlined place of the excerpt.
struct ExcerptLabel {
    range: Range<usize>,
    /// What is written at it, if anything.
    lines: Vec<String>,
    /// Column in the file, from 1.
    column: u32,
}

/// A labelled place of the file, within one line.
struct LineMark {
    line: u32,
    span: Span,
    text: Option<String>,
}

impl Excerpt {
    /// Cuts the excerpt of `finding` from its file; lines are at most about `width` columns wide.
    pub(super) fn new(file: FileFindings<'_>, finding: &Diagnostic, charset: Charset, width: usize) -> Self {
        let primary = LineMark::new(file, finding.span, finding.caption.as_deref(), charset);
        let others = finding.labels.iter().map(|label| LineMark::new(file, label.span, Some(&label.message), charset));
        // The first mark is the primary one: it comes first wherever marks compete.
        let marks: Vec<LineMark> = std::iter::once(primary).chain(others).collect();
        let mut excerpt =
            Self { path: charset.line(file.path), text: String::new(), rows: Vec::new(), labels: Vec::new() };
        let mut lines = Vec::new();
        for (group, numbers) in groups(&marks).into_iter().enumerate() {
            for number in numbers {
                let line = ShownLine::new(file, number, &marks, charset, width);
                let start = excerpt.text.len();
                excerpt.text.push_str(&line.text);
                excerpt.text.push('\n');
                excerpt.rows.push(ExcerptRow { number, group, range: start..excerpt.text.len() });
                lines.push(line);
            }
        }
        for mark in &marks {
            for (line, row) in lines.iter().zip(&excerpt.rows).filter(|(_, row)| row.number == mark.line) {
                let shown = line.locate(mark.span);
                let range = row.range.start + shown.start..row.range.start + shown.end;
                let column = file.lines.position(mark.span.start).column;
                label(&mut excerpt.labels, &excerpt.text, range, mark, column);
            }
        }
        excerpt
    }

    /// The labels; the first one is the primary one.
    pub(super) fn labels(&self) -> impl Iterator<Item = LabeledSpan> + '_ {
        self.labels.iter().enumerate().map(|(i, label)| {
            let text = (!label.lines.is_empty()).then(|| label.lines.join("\n"));
            let span = SourceSpan::from(label.range.clone());
            if i == 0 { LabeledSpan::new_primary_with_span(text, span) } else { LabeledSpan::new_with_span(text, span) }
        })
    }

    /// How many labels are drawn before the primary one.
    pub(super) fn primary_rank(&self) -> usize {
        let primary = self.labels[0].range.start;
        self.labels.iter().filter(|label| label.range.start < primary).count()
    }

    fn row(&self, offset: usize) -> Option<usize> {
        let row = self.rows.partition_point(|row| row.range.end <= offset);
        (row < self.rows.len()).then_some(row)
    }
}

impl SourceCode for Excerpt {
    /// The whole lines of `span`. The excerpt holds the context already, so the numbers of context lines do not matter.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // A label ends in its line, at the line end at the latest.
        let (first, last) = (self.row(span.offset()), self.row(span.offset() + span.len()));
        let (first, last) = first.zip(last).ok_or(MietteError::OutOfBounds)?;
        let group = self.rows[first].group;
        // miette asks whether it may join two places; places of different groups stay apart.
        if self.rows[last].group != group {
            return Err(MietteError::OutOfBounds);
        }
        let range = self.rows[first].range.start..self.rows[last].range.end;
        let column =
            self.labels.iter().find(|label| label.range.start == span.offset()).map_or(1, |label| label.column);
        // It also joins places whose lines touch. To join the whole group, each place reaches to its end.
        let lines_to_end_of_group = self.rows[first..].iter().take_while(|row| row.group == group).count();
        let data = &self.text.as_bytes()[range.clone()];
        let (line, column) = (self.rows[first].number as usize - 1, column as usize - 1);
        // Only the place of the finding itself has a path in its headline.
        Ok(Box::new(match group {
            0 => MietteSpanContents::new_named(
                self.path.clone(),
                data,
                range.into(),
                line,
                column,
                lines_to_end_of_group,
            ),
            _ => MietteSpanContents::new(data, range.into(), line, column, lines_to_end_of_group),
        }))
    }
}

impl LineMark {
    fn new(file: FileFindings<'_>, span: Span, text: Option<&str>, charset: Charset) -> Self {
        let span = file.within(span);
        let line = file.lines.position(span.start).line;
        let end = span.end.min(line_span(file, line).end);
        // A rule may end a span within a character; what is drawn are whole ones.
        let span = Span::new(char_start(file.bytes, span.start.min(end)), char_start(file.bytes, end));
        Self { line, span, text: text.map(|text| charset.words(text)) }
    }
}

/// Adds a label in the place that earlier labels leave to it. One that lies within another adds its words to that one.
fn label(labels: &mut Vec<ExcerptLabel>, text: &str, mut range: Range<usize>, mark: &LineMark, column: u32) {
    // An empty place is drawn as wide as a character.
    let end = |range: &Range<usize>| {
        let width = text[range.start..].chars().next().map_or(1, char::len_utf8);
        if range.is_empty() { range.start + width } else { range.end }
    };
    for other in labels.iter_mut() {
        if end(&range) <= other.range.start || end(&other.range) <= range.start {
            continue;
        }
        if range.start < other.range.start {
            let free = text[range.start..other.range.start].trim_end_matches([' ', ',']);
            range.end = range.start + free.len();
        } else if range.end > end(&other.range) {
            let free = text[end(&other.range)..range.end].trim_start_matches([' ', ',']);
            range.start = range.end - free.len();
        } else {
            other.lines.extend(mark.text.clone());
            return;
        }
    }
    labels.push(ExcerptLabel { range, lines: mark.text.iter().cloned().collect(), column });
}

/// A line without its line end.
fn line_span(file: FileFindings<'_>, number: u32) -> Span {
    let start = file.lines.line_start(number).unwrap_or(0);
    let next = file.lines.line_start(number + 1).unwrap_or(file.bytes.len() as u32);
    let line = &file.bytes[start as usize..next as usize];
    let ends = line.iter().rev().take(2).take_while(|b| matches!(b, b'\n' | b'\r')).count();
    Span::new(start, next - ends as u32)
}

/// The lines to show: ranges of neighbours, the one of the primary mark first.
fn groups(marks: &[LineMark]) -> Vec<Range<u32>> {
    let mut lines: Vec<u32> = marks.iter().map(|mark| mark.line).collect();
    lines.sort_unstable();
    let mut groups: Vec<Range<u32>> = Vec::new();
    for line in lines {
        match groups.last_mut() {
            Some(group) if line <= group.end + GAP => group.end = line + 1,
            _ => groups.push(line..line + 1),
        }
    }
    let primary = groups.iter().position(|group| group.contains(&marks[0].line)).unwrap_or(0);
    groups[..=primary].rotate_right(1);
    groups
}

/// A line as it is shown.
struct ShownLine<'a> {
    text: String,
    /// The part of the line that is shown.
    window: Span,
    bytes: &'a [u8],
    charset: Charset,
    is_cut_left: bool,
    is_cut_right: bool,
}

impl<'a> ShownLine<'a> {
    fn new(file: FileFindings<'a>, number: u32, marks: &[LineMark], charset: Charset, width: usize) -> Self {
        let line = line_span(file, number);
        let focus = marks.iter().find(|mark| mark.line == number).map_or(Span::at(line.start), |mark| mark.span);
        let window = window(file.bytes, line, focus, charset, width);
        let bytes = &file.bytes[window.range()];
        let (is_cut_left, is_cut_right) = (window.start > line.start, window.end < line.end);
        let mut text = charset.source(bytes);
        if is_cut_left {
            text.insert_str(0, charset.ellipsis());
        }
        if is_cut_right {
            text.push_str(charset.ellipsis());
        }
        Self { text, window, bytes, charset, is_cut_left, is_cut_right }
    }

    /// Where a span lies in the shown text. What was cut off lies at the ellipsis.
    fn locate(&self, span: Span) -> Range<usize> {
        let ellipsis = self.charset.ellipsis().len();
        let offset = |at: u32| {
            let before = &self.bytes[..(at - self.window.start) as usize];
            self.charset.source(before).len() + if self.is_cut_left { ellipsis } else { 0 }
        };
        let start = match span.start {
            start if start < self.window.start => 0,
            start if start >= self.window.end && self.is_cut_right => self.text.len() - ellipsis,
            start => offset(start),
        };
        let end = match span.end {
            end if end < self.window.start => ellipsis,
            end if end > self.window.end => self.text.len(),
            end => offset(end),
        };
        start..end.max(start)
    }
}

/// The part of a line to show: all of it if it fits, otherwise the place around `focus`.
fn window(bytes: &[u8], line: Span, focus: Span, charset: Charset, width: usize) -> Span {
    // A character has at most four bytes: longer text is too wide, and need not be looked at.
    let reach = 4 * width as u32;
    let fits = |start: u32, end: u32, width: usize| {
        end - start <= reach && charset.source(&bytes[start as usize..end as usize]).chars().count() <= width
    };
    let start = if fits(line.start, focus.end, width) {
        line.start
    } else {
        // A third of the width is left for what stands before.
        let starts: Vec<u32> = (focus.start.saturating_sub(reach).max(line.start)..focus.start).collect();
        focus.start - starts.iter().rev().take_while(|&&start| fits(start, focus.start, width / 3)).count() as u32
    };
    let ends: Vec<u32> = (start..=line.end.min(start + reach)).collect();
    let end = start + ends.partition_point(|&end| fits(start, end, width)).max(1) as u32 - 1;
    Span::new(char_start(bytes, start), char_start(bytes, end))
}

/// The start of the character that holds a byte; the byte itself in text that is no UTF-8.
fn char_start(bytes: &[u8], at: u32) -> u32 {
    let continues = |at: &u32| bytes.get(*at as usize).is_some_and(|byte| byte & 0xc0 == 0x80);
    (at.saturating_sub(3)..=at).rev().find(|at| !continues(at)).unwrap_or(at)
}
