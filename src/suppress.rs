//! Suppression comments: `// ptxlint: allow(rule, …) reason` and `// ptxlint: allow-file(rule, …) reason`.
//!
//! An `allow` at the end of a line holds for that line; one on a line of its own for the statement that follows.

use crate::diagnostic::{Diagnostic, Finding};
use crate::ir::Module;
use crate::rules::{self, Context, Rule};
use crate::source::LineIndex;
use crate::span::Span;
use std::cell::OnceCell;
use std::collections::HashSet;

/// A rule and where comments hide its findings.
struct Suppression {
    rule: String,
    /// Where findings are hidden; the whole file for `allow-file`.
    scope: Span,
    /// Where comments say so.
    places: Vec<Span>,
    used: bool,
}

/// All suppressions of a module, by rule and start of scope.
pub(crate) struct Suppressions {
    list: Vec<Suppression>,
    /// For each suppression the greatest end of a scope among those of its rule up to it.
    reach: Vec<u32>,
}

impl Suppressions {
    /// Reads the module's comments.
    pub(crate) fn new(module: &Module<'_>) -> Self {
        let mut reader = Reader { module, lines: OnceCell::new(), list: Vec::new() };
        reader.read_comments();
        let mut list = reader.list;
        list.sort_by(|a, b| (&a.rule, a.scope).cmp(&(&b.rule, b.scope)));
        list.dedup_by(|next, kept| {
            let same = next.rule == kept.rule && next.scope == kept.scope;
            if same {
                kept.places.append(&mut next.places);
            }
            same
        });
        let mut reach: Vec<u32> = list.iter().map(|suppression| suppression.scope.end).collect();
        for i in 1..list.len() {
            if list[i].rule == list[i - 1].rule {
                reach[i] = reach[i].max(reach[i - 1]);
            }
        }
        Self { list, reach }
    }

    /// Whether a comment hides the finding.
    pub(crate) fn hides(&mut self, diagnostic: &Diagnostic) -> bool {
        let (rule, at) = (diagnostic.rule.name, diagnostic.span.start);
        let end = self.list.partition_point(|s| (s.rule.as_str(), s.scope.start) <= (rule, at));
        let mut hidden = false;
        for i in (0..end).rev() {
            let suppression = &mut self.list[i];
            if suppression.rule != rule || self.reach[i] <= at {
                break;
            }
            if suppression.scope.contains(at) {
                suppression.used = true;
                hidden = true;
            }
        }
        hidden
    }

    /// Reports the names that hid nothing, unless their rule does not run: nobody knows what it would have found.
    pub(crate) fn report_unused(&self, rules: &[&'static Rule], context: &mut Context<'_, '_>) {
        for suppression in self.list.iter().filter(|suppression| !suppression.used) {
            let name = &suppression.rule;
            let known = rules.iter().copied().find(|rule| rule.name == *name).or_else(|| rules::by_name(name));
            let (message, help) = match known {
                // Nobody has asked a rule that is not among those that could have run.
                Some(rule) if !rules.contains(&rule) => continue,
                Some(rule) if !context.options.levels.runs(rule) => continue,
                Some(_) => {
                    (format!("no finding of `{name}` is suppressed here"), Some("remove the comment".to_string()))
                }
                None => {
                    let help = rules::suggest(name).map(|near| format!("did you mean `{near}`?"));
                    (format!("unknown rule `{name}`"), help)
                }
            };
            for &place in &suppression.places {
                let finding = Finding::new(place, message.clone());
                context.report(match &help {
                    Some(help) => finding.help(help.clone()),
                    None => finding,
                });
            }
        }
    }
}

/// Finds suppressions in comments.
struct Reader<'a, 's> {
    module: &'a Module<'s>,
    /// Made for the first suppression: few modules have any.
    lines: OnceCell<LineIndex>,
    list: Vec<Suppression>,
}

impl Reader<'_, '_> {
    /// Reads all comments from last to first, so that what follows a comment is known before it.
    fn read_comments(&mut self) {
        let bytes = self.module.source.bytes();
        let mut next_comment = bytes.len() as u32;
        let mut next_statement = bytes.len() as u32;
        for &comment in self.module.comments.iter().rev() {
            let between = bytes.get(comment.end as usize..next_comment as usize).unwrap_or_default();
            if let Some(skipped) = between.iter().position(|b| !b.is_ascii_whitespace()) {
                next_statement = comment.end + skipped as u32;
            }
            next_comment = comment.start;
            self.read(comment, next_statement);
        }
    }

    /// Reads a comment, behind which a statement starts at `statement`.
    fn read(&mut self, comment: Span, statement: u32) {
        let source = self.module.source;
        let text = source.slice(comment);
        let Some(at) = text.windows(8).position(|window| window == b"ptxlint:") else { return };
        let directive_start = comment.start + at as u32 + 8;
        let rest = source.slice(Span::new(directive_start, comment.end));
        let skipped = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
        let rest = &rest[skipped..];
        let (whole_file, word) = match rest {
            _ if rest.starts_with(b"allow-file(") => (true, "allow-file("),
            _ if rest.starts_with(b"allow(") => (false, "allow("),
            _ => return,
        };
        let names = &rest[word.len()..];
        let Some(close) = names.iter().position(|&b| b == b')') else { return };
        let scope = if whole_file { Span::new(0, u32::MAX) } else { self.scope(comment, statement) };
        let mut start = directive_start + skipped as u32 + word.len() as u32;
        let mut named = HashSet::new();
        for name in names[..close].split(|&b| b == b',') {
            let indent = name.iter().take_while(|b| b.is_ascii_whitespace()).count() as u32;
            let trimmed = name.trim_ascii();
            // A name that stands there twice says no more than once.
            if !trimmed.is_empty() && named.insert(trimmed) {
                let rule = String::from_utf8_lossy(trimmed).into_owned();
                let place = Span::new(start + indent, start + indent + trimmed.len() as u32);
                self.list.push(Suppression { rule, scope, places: vec![place], used: false });
            }
            start += name.len() as u32 + 1;
        }
    }

    /// Where an `allow` comment holds.
    fn scope(&self, comment: Span, statement: u32) -> Span {
        let line = self.line(comment.start);
        let before = self.module.source.slice(Span::new(line.start, comment.start));
        if !before.iter().all(u8::is_ascii_whitespace) {
            return line;
        }
        let line_end = self.line(statement).end;
        // The statement may go on over several lines; labels and guards stand before the opcode on its first line.
        let next = self.module.insts.partition_point(|inst| inst.span.start < statement);
        let inst = self.module.insts.get(next).map(|inst| inst.span).filter(|span| span.start < line_end);
        Span::new(statement, inst.map_or(line_end, |span| span.end.max(line_end)))
    }

    /// The line that holds an offset.
    fn line(&self, offset: u32) -> Span {
        let bytes = self.module.source.bytes();
        let lines = self.lines.get_or_init(|| LineIndex::new(bytes));
        let number = lines.position(offset).line;
        let start = lines.line_start(number).unwrap_or(0);
        Span::new(start, lines.line_start(number + 1).unwrap_or(bytes.len() as u32))
    }
}
