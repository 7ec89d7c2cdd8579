//! Suppression comments: `// ptxlint: allow(rule, …) reason` and `// ptxlint: allow-file(rule, …) reason`.
//!
//! An `allow` at the end of a line holds for that line; one on a line of its own for the statement that follows.

use crate::diagnostic::{Diagnostic, Finding};
use crate::ids::InstId;
use crate::ir::Module;
use crate::rules::{self, Context};
use crate::span::Span;

/// One rule name of a suppression comment.
struct Suppression {
    rule: String,
    /// Where the name stands.
    name_span: Span,
    /// Where findings are hidden; the whole file for `allow-file`.
    scope: Span,
    used: bool,
}

/// All suppressions of a module.
pub(crate) struct Suppressions {
    list: Vec<Suppression>,
}

impl Suppressions {
    /// Reads the module's comments.
    pub(crate) fn new(module: &Module<'_>) -> Self {
        let mut list = Vec::new();
        for &comment in &module.comments {
            read_comment(module, comment, &mut list);
        }
        Self { list }
    }

    /// Whether a comment hides the finding.
    pub(crate) fn hides(&mut self, diagnostic: &Diagnostic) -> bool {
        let mut hidden = false;
        for suppression in &mut self.list {
            if suppression.rule == diagnostic.rule.name && suppression.scope.contains(diagnostic.span.start) {
                suppression.used = true;
                hidden = true;
            }
        }
        hidden
    }

    /// Reports the names that hid nothing, unless their rule does not run: nobody knows what it would have found.
    pub(crate) fn report_unused(&self, context: &mut Context<'_, '_>) {
        for suppression in self.list.iter().filter(|suppression| !suppression.used) {
            let rule = rules::by_name(&suppression.rule);
            if rule.is_some_and(|rule| !context.options.levels.runs(rule)) {
                continue;
            }
            let finding = if rule.is_none() {
                let message = format!("there is no rule `{}`", suppression.rule);
                let finding = Finding::new(suppression.name_span, message);
                match rules::suggest(&suppression.rule) {
                    Some(name) => finding.help(format!("did you mean `{name}`?")),
                    None => finding,
                }
            } else {
                let message = format!("no finding of `{}` is suppressed here", suppression.rule);
                Finding::new(suppression.name_span, message).help("remove the comment")
            };
            context.report(finding);
        }
    }
}

fn read_comment(module: &Module<'_>, comment: Span, list: &mut Vec<Suppression>) {
    let text = module.source.slice(comment);
    let Some(at) = text.windows(8).position(|window| window == b"ptxlint:") else { return };
    let directive_start = comment.start + at as u32 + 8;
    let rest = module.source.slice(Span::new(directive_start, comment.end));
    let skipped = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
    let rest = &rest[skipped..];
    let (whole_file, word) = match rest {
        _ if rest.starts_with(b"allow-file(") => (true, "allow-file("),
        _ if rest.starts_with(b"allow(") => (false, "allow("),
        _ => return,
    };
    let first_name = directive_start + skipped as u32 + word.len() as u32;
    let names = &rest[word.len()..];
    let Some(close) = names.iter().position(|&b| b == b')') else { return };
    let scope = if whole_file { Span::new(0, u32::MAX) } else { scope(module, comment) };
    let mut start = first_name;
    for name in names[..close].split(|&b| b == b',') {
        let indent = name.iter().take_while(|b| b.is_ascii_whitespace()).count() as u32;
        let trimmed = name.trim_ascii();
        let name_span = Span::new(start + indent, start + indent + trimmed.len() as u32);
        if !trimmed.is_empty() {
            let rule = String::from_utf8_lossy(trimmed).into_owned();
            list.push(Suppression { rule, name_span, scope, used: false });
        }
        start += name.len() as u32 + 1;
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Where an `allow` comment holds.
fn scope(module: &Module<'_>, comment: Span) -> Span {
    let bytes = module.source.bytes();
    let before = &bytes[..comment.start as usize];
    let line_start = before.iter().rposition(|&b| is_line_end(b)).map_or(0, |i| i + 1);
    if !before[line_start..].trim_ascii().is_empty() {
        return Span::new(line_start as u32, comment.end);
    }
    let statement = skip_trivia(module, comment.end);
    let after = &bytes[statement as usize..];
    let line_end = statement + after.iter().position(|&b| is_line_end(b)).unwrap_or(after.len()) as u32;
    // The statement may go on over several lines; labels and guards stand before the opcode on its first line.
    let next = module.insts.partition_point(|inst| inst.span.start < statement);
    let inst_end = (next < module.insts.len()).then(|| module[InstId::new(next)].span);
    let end = inst_end.filter(|span| span.start < line_end).map_or(line_end, |span| span.end.max(line_end));
    Span::new(statement, end)
}

/// The first byte from `at` on that is neither white space nor comment.
fn skip_trivia(module: &Module<'_>, mut at: u32) -> u32 {
    let bytes = module.source.bytes();
    loop {
        while bytes.get(at as usize).is_some_and(u8::is_ascii_whitespace) {
            at += 1;
        }
        let next = module.comments.partition_point(|comment| comment.start < at);
        match module.comments.get(next) {
            Some(comment) if comment.start == at => at = comment.end,
            _ => return at.min(bytes.len() as u32),
        }
    }
}
