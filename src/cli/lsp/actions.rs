//! What the light bulb offers: fixes of findings, and comments that allow them.

use super::document::OpenDocument;
use super::text::IndexedText;
use crate::diagnostic::{Applicability, Diagnostic, Fix};
use crate::driver::Report;
use crate::fix;
use crate::rules::INTERNAL_ERROR;
use crate::span::Span;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, Range, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;

/// The kind of the action that applies all safe fixes.
pub(super) const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.ptxlint");

/// The actions for a range of a document in which this was found.
pub(super) fn actions(document: &OpenDocument, report: &Report, params: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    // Kinds have dots between their parts: `source` asks for `source.fixAll`, too.
    let wants = |kind: &CodeActionKind| {
        let covers = |only: &CodeActionKind| {
            kind.as_str().strip_prefix(only.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        params.context.only.as_ref().map(|only| only.iter().any(covers))
    };
    let mut actions = Vec::new();
    if wants(&CodeActionKind::QUICKFIX).unwrap_or(true) {
        let wanted = document.text.span(params.range);
        let touches = |finding: &&Diagnostic| finding.span.start <= wanted.end && wanted.start <= finding.span.end;
        for finding in report.findings.iter().filter(touches) {
            actions.extend(finding.fixes.iter().map(|fix| fixing(document, finding, fix)));
            actions.extend(allowing(document, finding));
        }
    }
    // To apply all takes several runs of the linter: only for who asks for it.
    if wants(&FIX_ALL) == Some(true) {
        actions.extend(fixing_all(document));
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

fn action(document: &OpenDocument, title: String, kind: CodeActionKind, edits: Vec<TextEdit>) -> CodeAction {
    let changes: HashMap<Uri, Vec<TextEdit>> = HashMap::from([(document.uri.clone(), edits)]);
    let edit = WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() };
    CodeAction { title, kind: Some(kind), edit: Some(edit), ..CodeAction::default() }
}

fn fixing(document: &OpenDocument, finding: &Diagnostic, fix: &Fix) -> CodeAction {
    let text = &document.text;
    let edit =
        |edit: &crate::diagnostic::Edit| TextEdit::new(text.range(edit.span), edit.text.replace('\n', text.newline()));
    let what = match &fix.edits[..] {
        [one] if one.span.is_empty() => format!("insert `{}`", shortened(&one.text)),
        [one] if one.text.is_empty() => format!("remove `{}`", shortened(text.slice(one.span))),
        [one] => format!("replace `{}` by `{}`", shortened(text.slice(one.span)), shortened(&one.text)),
        _ => finding.help.clone().unwrap_or_else(|| "apply the fix".to_string()),
    };
    let doubt = if fix.applicability == Applicability::Unsafe { " (look at the result)" } else { "" };
    let title = format!("{}: {what}{doubt}", finding.rule.name);
    let edits = fix.edits.iter().map(edit).collect();
    let is_preferred = Some(fix.applicability == Applicability::Safe);
    CodeAction { is_preferred, ..action(document, title, CodeActionKind::QUICKFIX, edits) }
}

fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 40 { line } else { line.chars().take(39).chain(['…']).collect() }
}

/// A comment that suppresses a finding on its line; nothing for mistakes of ours, which no comment hides.
fn allowing(document: &OpenDocument, finding: &Diagnostic) -> Option<CodeAction> {
    if *finding.rule == INTERNAL_ERROR.info {
        return None;
    }
    let rule = finding.rule.name;
    let comments = document.with_module(|module| module.comments.clone());
    let (at, text) = allowance(&document.text, &comments, finding.span.start, rule)?;
    let edit = TextEdit::new(document.text.range(Span::at(at)), text);
    Some(action(document, format!("Allow `{rule}` on this line"), CodeActionKind::QUICKFIX, vec![edit]))
}

/// Where a comment goes that allows a rule on the line of a byte, and its text; nothing where it would be alone, and so about the next line.
fn allowance(text: &IndexedText, comments: &[Span], offset: u32, rule: &str) -> Option<(u32, String)> {
    const WORD: &str = "ptxlint: allow(";
    let line = text.line_at(offset);
    let is_behind_something = |at: u32| !text.slice(Span::new(line.start, at)).trim().is_empty();
    let mut on_line = comments.iter().filter(|comment| comment.start < line.end && line.start < comment.end);
    // One that is there takes another name.
    let own = on_line.clone().filter(|comment| comment.start > line.start && is_behind_something(comment.start));
    let own =
        own.filter_map(|comment| Some(comment.start + (text.slice(*comment).find(WORD)? + WORD.len()) as u32)).next();
    let (at, text) = match (own, on_line.next_back()) {
        (Some(at), _) => return Some((at, format!("{rule}, "))),
        // What the comment says becomes the reason.
        (None, Some(last)) if text.slice(*last).starts_with("//") => {
            (last.start, format!("// ptxlint: allow({rule}) "))
        }
        // Behind a comment that goes on over the next lines there is no room.
        (None, Some(last)) if last.end > line.end => (last.start, format!("/* ptxlint: allow({rule}) */ ")),
        _ => (line.end, format!(" // ptxlint: allow({rule})")),
    };
    is_behind_something(at).then_some((at, text))
}

/// All safe fixes, as `ptxlint --fix` applies them.
fn fixing_all(document: &OpenDocument) -> Option<CodeAction> {
    let options = document.options.as_deref()?;
    let fixed = fix::fix(document.text.bytes(), options, Applicability::Safe).ok()?;
    let text = String::from_utf8(fixed.text).ok().filter(|_| !fixed.applied.is_empty())?;
    let all = Range::new(document.text.position(0), document.text.position(u32::MAX));
    let count = fixed.applied.len();
    let title = format!("ptxlint: apply {count} safe fix{}", if count == 1 { "" } else { "es" });
    Some(action(document, title, FIX_ALL, vec![TextEdit::new(all, text)]))
}
