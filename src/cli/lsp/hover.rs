//! What the editor shows at the mouse: what is to be said of the place, and the pages of rules that found something there.

use super::document::OpenDocument;
use crate::describe::describe;
use crate::options::Options;
use crate::span::Span;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use std::fmt::Write;

/// What is to be said of a position.
pub(super) fn hover(document: &OpenDocument, position: Position) -> Option<Hover> {
    let offset = document.text.offset(position);
    let options = document.options.as_deref().map_or_else(Options::default, Options::clone);
    let described = document.with_module(|module| describe(module, offset, &options));
    let (mut text, span) = described.map(|(description, span)| (description.markdown(), span)).unwrap_or_default();
    let report = document.current_report();
    let findings = report.into_iter().flat_map(|last| &last.report.findings);
    let mut shown = Vec::new();
    for finding in findings.filter(|finding| finding.span.contains(offset) || finding.span == Span::at(offset)) {
        if !shown.contains(&finding.rule.name) {
            shown.push(finding.rule.name);
            let rule = if text.is_empty() { "" } else { "\n\n---\n\n" };
            let _ = write!(text, "{rule}# {}\n\n{}", finding.rule.name, finding.rule.page());
        }
    }
    (!text.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text }),
        range: (!span.is_empty()).then(|| document.text.range(span)),
    })
}
