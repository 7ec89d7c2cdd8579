//! Reports for people: the guilty text underlined, the reasons beside it.

use super::excerpt::Excerpt;
use super::text::Charset;
use super::{Block, FileFindings};
use crate::diagnostic::{Diagnostic, Fix, Level};
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
pub fn render(file: FileFindings<'_>, style: Style, limit: usize) -> Vec<Block> {
    let mut crowds: HashMap<_, Vec<&Diagnostic>> = HashMap::new();
    if style.fold {
        for finding in file.findings {
            crowds.entry(kind(finding)).or_default().push(finding);
        }
        crowds.retain(|_, crowd| crowd.len() >= MANY);
    }
    let block = |finding| match crowds.get(&kind(finding)) {
        None => Some(Block { text: report(file, finding, &[], style), findings: 1 }),
        Some(crowd) if std::ptr::eq(crowd[0], finding) => {
            Some(Block { text: report(file, finding, &crowd[1..], style), findings: crowd.len() })
        }
        Some(_) => None,
    };
    file.findings.iter().filter_map(block).take(limit).collect()
}

/// What findings have in common that are folded.
fn kind(finding: &Diagnostic) -> (&'static str, Level, Option<&str>) {
    (finding.rule.name, finding.level, finding.function.as_deref())
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
    let report = Report { finding, excerpt, style };
    let mut text = String::new();
    // Writing to a string can't fail, and the excerpt holds all labels.
    let _ = handler.render_report(&mut text, &report);
    if let Some(note) = folded(file, finding, more) {
        let _ = writeln!(text, "  {} {}", paint("note:", "36", style.color), style.charset.line(&note));
    }
    text.push('\n');
    // miette indents the headline by two columns.
    text.trim_start().to_string()
}

/// What is said of folded findings.
fn folded(file: FileFindings<'_>, finding: &Diagnostic, more: &[&Diagnostic]) -> Option<String> {
    const SHOWN: usize = 3;
    let lines: Vec<String> =
        more.iter().take(SHOWN).map(|finding| file.lines.position(finding.span.start).line.to_string()).collect();
    let dots = if more.len() > SHOWN { ", …" } else { "" };
    let place = finding.function.as_ref().map_or(String::new(), |name| format!(" in `{}`", shortened(name)));
    let lines = lines.join(", ");
    (!more.is_empty())
        .then(|| format!("and {} more like this{place} (lines {lines}{dots}); `--all` shows them", more.len()))
}

/// A name without its end, if it is as long as mangled names can be.
fn shortened(name: &str) -> String {
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
struct Report<'a> {
    finding: &'a Diagnostic,
    excerpt: Excerpt,
    style: Style,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&paint(&self.style.charset.line(&self.finding.message), "1", self.style.color))
    }
}

impl fmt::Debug for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
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
        Some(Box::new(self.style.charset.line(&help)))
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
