//! Reports for people: the guilty text underlined, the reasons beside it.

use super::demangle;
use super::excerpt::Excerpt;
use super::text::Charset;
use super::{FileFindings, InstructionOrigin, OriginPlace, RenderedBlock, SourceMap};
use crate::diagnostic::{Diagnostic, Fix, Level, SecondaryLabel};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode, ThemeCharacters, ThemeStyles};
use std::collections::HashMap;
use std::fmt::{self, Write};

/// How reports look.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether there are colours.
    pub color: bool,
    /// Which characters are drawn.
    pub charset: Charset,
    /// Columns that a line may take.
    pub width: usize,
    /// Whether many findings of one rule in one function become one report.
    pub fold: bool,
}

/// From this number on, findings of one rule in one function are folded.
const MANY: usize = 4;

/// The reports of a file, at most `limit` of them.
pub fn render(file: FileFindings<'_>, style: Style, limit: usize) -> Vec<RenderedBlock> {
    let mut crowds: HashMap<_, Vec<&Diagnostic>> = HashMap::new();
    if style.fold {
        for finding in file.findings {
            crowds.entry(kind(finding)).or_default().push(finding);
        }
        crowds.retain(|_, crowd| crowd.len() >= MANY);
    }
    let block = |finding| match crowds.get(&kind(finding)) {
        None => Some(RenderedBlock { text: report(file, finding, &[], style), findings: 1 }),
        Some(crowd) if std::ptr::eq(crowd[0], finding) => {
            Some(RenderedBlock { text: report(file, finding, &crowd[1..], style), findings: crowd.len() })
        }
        Some(_) => None,
    };
    file.findings.iter().filter_map(block).take(limit).collect()
}

/// What findings have in common that are folded: all but the names and numbers in what they say.
type Kind<'a> = (&'static str, Level, Option<&'a str>, String, Option<String>);

fn kind(finding: &Diagnostic) -> Kind<'_> {
    let help = finding.help.as_deref().map(general);
    (finding.rule.name, finding.level, finding.function.as_deref(), general(&finding.message), help)
}

/// A message without the names and numbers in it. Instructions, modifiers and types are no names.
fn general(message: &str) -> String {
    let is_name = |quoted: &str| quoted.contains(['%', '$', '_', '+', '[']) || !quoted.is_ascii();
    let quotes = message.split('`').enumerate();
    let parts = quotes.map(|(i, part)| if i % 2 == 1 && is_name(part) { "`" } else { part });
    parts.collect::<Vec<_>>().join("`").chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The report of a finding and of `more` like it.
fn report(file: FileFindings<'_>, finding: &Diagnostic, more: &[&Diagnostic], style: Style) -> String {
    // Line numbers, frame and ellipses want their columns, too.
    let width = style.width.saturating_sub(16).max(40);
    let excerpt = Excerpt::new(file, finding, style.charset, width);
    let handler = GraphicalReportHandler::new_themed(theme(finding, &excerpt, style))
        .with_wrap_lines(false)
        .with_context_lines(0)
        .without_cause_chain()
        .without_syntax_highlighting();
    let report = MietteReport { finding, excerpt, style };
    let mut text = String::new();
    // Writing to a string can't fail, and the excerpt holds all labels.
    let _ = handler.render_report(&mut text, &report);
    if let Some((map, origin)) = file.origin(finding) {
        match source_excerpt(map, origin, finding, style) {
            Some(source) => text = joined(&source, &text),
            None => {
                let place = origin.places.first().map_or(String::new(), |place| map.describe(place));
                let _ = writeln!(text, "  {} from {}", paint("note:", "36", style.color), style.charset.line(&place));
            }
        }
        if let Some(note) = inlined(map, origin) {
            let _ = writeln!(text, "  {} {}", paint("note:", "36", style.color), style.charset.words(&note));
        }
    }
    if let Some(witness) = &finding.witness {
        let _ = writeln!(
            text,
            "  {} {}",
            paint("note:", "36", style.color),
            style.charset.words(&witness.text(finding.level == Level::Error))
        );
    }
    if let Some(verdict) = &finding.confirmation {
        let _ = writeln!(text, "  {} {}", paint("note:", "36", style.color), style.charset.words(&verdict.text()));
    }
    if let Some(note) = folded(file, finding, more) {
        let _ = writeln!(text, "  {} {}", paint("note:", "36", style.color), style.charset.words(&note));
    }
    text.push('\n');
    // miette indents the headline by two columns.
    text.trim_start().to_string()
}

/// The report of a finding with the line of its source, if that was found; labels in the same file are there, too.
fn source_excerpt(map: &SourceMap, origin: &InstructionOrigin, finding: &Diagnostic, style: Style) -> Option<String> {
    let place = origin.places.first()?;
    let source = map.text(place)?;
    let span = source.span(place)?;
    let is_here = |other: &OriginPlace| map.text(other).is_some_and(|text| text.path == source.path);
    let mut labels: Vec<SecondaryLabel> = Vec::new();
    for label in &finding.labels {
        let other = map.origin(label.span.start).and_then(|origin| origin.places.first());
        let other = other.filter(|other| other.line != place.line && is_here(other));
        if let Some(span) = other.and_then(|other| source.span(other)) {
            labels.push(SecondaryLabel { span, message: label.message.clone() });
        }
    }
    let calls = origin.places[1..].iter().filter(|call| call.line != place.line && is_here(call));
    let calls = calls.filter_map(|call| source.span(call));
    labels.extend(calls.map(|span| SecondaryLabel { span, message: "inlined here".to_string() }));
    let shown = Diagnostic { span, labels, caption: None, help: None, fixes: Vec::new(), ..finding.clone() };
    let file = FileFindings::new(&source.path, &source.bytes, &source.lines, &[]);
    let excerpt = Excerpt::new(file, &shown, style.charset, style.width.saturating_sub(16).max(40));
    let handler = GraphicalReportHandler::new_themed(theme(&shown, &excerpt, style))
        .with_wrap_lines(false)
        .with_context_lines(0)
        .without_cause_chain()
        .without_syntax_highlighting();
    let mut text = String::new();
    let _ = handler.render_report(&mut text, &MietteReport { finding: &shown, excerpt, style });
    Some(text)
}

/// A report about the source, and that about the PTX without its headline.
fn joined(source: &str, ptx: &str) -> String {
    let end_of_headline =
        ptx.trim_start().find('\n').map_or(ptx.len(), |at| ptx.len() - ptx.trim_start().len() + at + 1);
    format!("{source}{}", &ptx[end_of_headline..])
}

/// Into what the code was inlined, if it was.
fn inlined(map: &SourceMap, origin: &InstructionOrigin) -> Option<String> {
    let calls: Vec<String> = origin.places.get(1..)?.iter().map(|place| map.describe(place)).collect();
    let name = origin.function.as_ref().map_or("it".to_string(), |name| format!("`{name}`"));
    (!calls.is_empty()).then(|| format!("{name} was inlined at {}", calls.join(", which was inlined at ")))
}

/// What is said of folded findings.
fn folded(file: FileFindings<'_>, finding: &Diagnostic, more: &[&Diagnostic]) -> Option<String> {
    const SHOWN: usize = 3;
    let lines: Vec<String> =
        more.iter().take(SHOWN).map(|finding| file.lines.position(finding.span.start).line.to_string()).collect();
    let dots = if more.len() > SHOWN { ", …" } else { "" };
    let place =
        finding.function.as_ref().map_or(String::new(), |name| format!(" in `{}`", shortened(&demangle::names(name))));
    let lines = lines.join(", ");
    (!more.is_empty())
        .then(|| format!("and {} more like this{place} (lines {lines}{dots}); `--all` shows them", more.len()))
}

/// A name without its end, if it is as long as mangled names can be.
pub(crate) fn shortened(name: &str) -> String {
    match name.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &name[..cut]),
        None => name.to_string(),
    }
}

/// Text in an ANSI style, if there are colours.
pub(crate) fn paint(text: &str, style: &str, color: bool) -> String {
    if color { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_string() }
}

/// The theme of one report: miette's sign for the severity becomes `level[rule]:`, and the primary label has the severity's colour.
fn theme(finding: &Diagnostic, excerpt: &Excerpt, style: Style) -> GraphicalTheme {
    let mut characters = match style.charset {
        Charset::Ascii => ThemeCharacters::ascii(),
        Charset::Unicode => ThemeCharacters::unicode(),
    };
    let sign = format!("{}[{}]:", finding.level, finding.rule.name);
    (characters.error, characters.warning, characters.advice) = (sign.clone(), sign.clone(), sign);
    let mut styles = if style.color { ThemeStyles::ansi() } else { ThemeStyles::none() };
    if style.color {
        let severity = match finding.level {
            Level::Error => styles.error,
            Level::Warning => styles.warning,
            Level::Perf | Level::Note => styles.advice,
        };
        (styles.error, styles.warning, styles.advice) =
            (styles.error.bold(), styles.warning.bold(), styles.advice.bold());
        let secondary = styles.help.blue();
        styles.highlights = vec![secondary; finding.labels.len() + 1];
        styles.highlights[excerpt.primary_rank()] = severity.bold();
    }
    GraphicalTheme { characters, styles }
}

/// A finding as miette wants it.
struct MietteReport<'a> {
    finding: &'a Diagnostic,
    excerpt: Excerpt,
    style: Style,
}

impl fmt::Display for MietteReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&paint(&self.style.charset.words(&self.finding.message), "1", self.style.color))
    }
}

impl fmt::Debug for MietteReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for MietteReport<'_> {}

impl miette::Diagnostic for MietteReport<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(match self.finding.level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Perf | Level::Note => Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let fix = || self.finding.fixes.first().and_then(describe);
        let help = self.finding.help.clone().or_else(fix)?;
        Some(Box::new(self.style.charset.words(&help)))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpt)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.excerpt.labels()))
    }
}

/// A fix of one place in words, for findings without other help.
fn describe(fix: &Fix) -> Option<String> {
    match fix.edits.as_slice() {
        [edit] if edit.text.is_empty() => Some("remove it".to_string()),
        [edit] if edit.span.is_empty() => Some(format!("insert `{}`", edit.text)),
        [edit] => Some(format!("replace it with `{}`", edit.text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;
    use crate::source::LineIndex;
    use crate::span::Span;

    const STYLE: Style = Style { color: false, charset: Charset::Unicode, width: 80, fold: true };

    /// The report of a finding at `primary` with further labels.
    fn show(text: &[u8], primary: Span, labels: &[(Span, &str)], style: Style) -> String {
        let finding = Diagnostic {
            rule: rules::ALL[0],
            level: Level::Error,
            message: "the message".to_string(),
            span: primary,
            caption: Some("here".to_string()),
            labels: labels
                .iter()
                .map(|&(span, message)| SecondaryLabel { span, message: message.to_string() })
                .collect(),
            help: None,
            fixes: Vec::new(),
            function: None,
            witness: None,
            confirmation: None,
        };
        let lines = LineIndex::new(text);
        let findings = [finding];
        let file = FileFindings::new("k.ptx", text, &lines, &findings);
        render(file, style, usize::MAX).into_iter().map(|block| block.text).collect()
    }

    /// The report without its headline and its last line.
    fn drawing(text: &[u8], primary: Span, labels: &[(Span, &str)]) -> Vec<String> {
        let report = show(text, primary, labels, STYLE);
        report.lines().skip(1).map(|line| line.trim_end().to_string()).filter(|line| !line.is_empty()).collect()
    }

    #[test]
    fn labels_give_way_to_the_primary_one() {
        let text = b"shfl.sync.down.b32 %r1, %r2, 16, 32, -1;";
        let (statement, operand) = (Span::new(0, 39), Span::new(33, 35));
        let expected = [
            "   ╭─[k.ptx:1:34]",
            " 1 │ shfl.sync.down.b32 %r1, %r2, 16, 32, -1;",
            "   · ───────────────┬───────────────  ─┬",
            "   ·                │                  ╰── here",
            "   ·                ╰── whole",
            "   ╰────",
        ];
        assert_eq!(drawing(text, operand, &[(statement, "whole")]), expected);
        let expected = [
            "   ╭─[k.ptx:1:34]",
            " 1 │ shfl.sync.down.b32 %r1, %r2, 16, 32, -1;",
            "   ·                                  ─┬  ─┬─",
            "   ·                                   │   ╰── behind",
            "   ·                                   ╰─┤ here",
            "   ·                                     │ the same",
            "   ╰────",
        ];
        assert_eq!(drawing(text, operand, &[(operand, "the same"), (Span::new(34, 40), "behind")]), expected);
    }

    #[test]
    fn the_place_of_the_finding_comes_first() {
        let text = b"one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
        let expected = [
            "   ╭─[k.ptx:5:1]",
            " 5 │ five",
            "   · ──┬─",
            "   ·   ╰── here",
            " 6 │ six",
            " 7 │ seven",
            "   · ──┬──",
            "   ·   ╰── near",
            "   ╰────",
            "   ╭────",
            " 1 │ one",
            "   · ─┬─",
            "   ·  ╰── far",
            "   ╰────",
        ];
        let (one, five, seven) = (Span::new(0, 3), Span::new(19, 23), Span::new(28, 33));
        assert_eq!(drawing(text, five, &[(one, "far"), (seven, "near")]), expected);
    }

    #[test]
    fn a_span_of_many_lines_shows_its_first() {
        let text = b"{\n  a\n  b\n}\n";
        let expected = ["   ╭─[k.ptx:1:1]", " 1 │ {", "   · ┬", "   · ╰── here", "   ╰────"];
        assert_eq!(drawing(text, Span::new(0, 11), &[]), expected);
    }

    #[test]
    fn what_was_cut_off_is_labelled_at_the_ellipsis() {
        let text = [b'x'; 300];
        let drawing = drawing(&text, Span::new(150, 153), &[(Span::new(3, 5), "left"), (Span::new(290, 292), "right")]);
        let column = |line: &str, char: char| line.chars().position(|other| other == char);
        assert_eq!(
            column(&drawing[1], '…').map(|at| at + 1),
            drawing[2].chars().position(|char| char == '┬').map(|at| at + 1)
        );
        assert!(
            drawing[1].chars().count() < 80 && drawing[1].ends_with('…') && drawing[2].ends_with('┬'),
            "{drawing:#?}"
        );
        assert!(drawing.iter().any(|line| line.ends_with("╰── left")), "{drawing:#?}");
        assert!(drawing.iter().any(|line| line.ends_with("╰── right")), "{drawing:#?}");
    }

    /// Whatever a rule reports, its report can be drawn, and fits its width.
    #[test]
    fn any_spans_can_be_shown() {
        let long = "\t%r1,\u{e9}".repeat(60);
        let text = format!("a\tb\r\n\u{6f22}\u{5b57}\n\r\n\n{long}\r{long}\x1b\u{202e}\nend").into_bytes();
        let mut bytes = text.clone();
        bytes[4] = 0xff;
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for text in [&b""[..], b"\n", &text, &bytes] {
            for _ in 0..500 {
                let mut span = || {
                    let start = random(text.len() as u64 + 3) as u32;
                    Span::new(start, start + random(40) as u32)
                };
                let labels = [(span(), "first"), (span(), "second"), (span(), "third")];
                let primary = span();
                for charset in [Charset::Ascii, Charset::Unicode] {
                    let report = show(text, primary, &labels, Style { charset, ..STYLE });
                    let words = ["the message", "k.ptx:", "here", "first", "second", "third"];
                    assert!(words.iter().all(|word| report.contains(word)), "{primary:?} {labels:?}\n{report}");
                    let mut rows =
                        report.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
                    assert!(rows.all(|row| row.chars().count() <= 80), "{report}");
                    assert!(charset == Charset::Unicode || report.is_ascii(), "{report}");
                }
            }
        }
    }
}
