//! The lines of sources that `.loc` directives name.

use super::document::OpenDocument;
use crate::ir::Module;
use crate::lexer::{TokenKind, lex};
use crate::span::Span;
use lsp_types::{InlayHint, InlayHintLabel, InlayHintTooltip, Range};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The most bytes of a source that are read for its lines.
const MOST: u64 = 4 << 20;

/// The most characters of a line that are shown.
const WIDTH: usize = 60;

/// A `.loc` directive.
#[derive(Debug)]
pub(super) struct SourceLocation {
    /// The directive up to its column.
    pub span: Span,
    /// The source as the `.file` names it.
    pub name: String,
    /// Where that is, if it is named relative to the document's folder or from the root.
    pub path: Option<PathBuf>,
    /// Line, from 1; 0 means no position.
    pub line: u32,
    /// Column.
    pub column: u32,
}

/// All `.loc` directives whose file is declared.
pub(super) fn of(document: &OpenDocument, module: &Module<'_>) -> Vec<SourceLocation> {
    let files: HashMap<u32, String> = (module.files.iter())
        .map(|file| (file.index, module.source.text_of(file.name).trim_matches('"').to_string()))
        .collect();
    let folder = document.path.as_deref().and_then(Path::parent);
    let tokens = lex(module.source).tokens;
    let number = |at: usize| {
        let token = tokens.get(at).filter(|token| token.kind() == TokenKind::Integer)?;
        module.source.text_of(token.span()).parse::<u32>().ok()
    };
    let location = |at: usize| {
        let (file, line, column) = (number(at + 1)?, number(at + 2)?, number(at + 3)?);
        let name = files.get(&file)?;
        Some(SourceLocation {
            span: tokens[at].span().to(tokens[at + 3].span()),
            name: name.clone(),
            path: folder.map(|folder| folder.join(name)),
            line,
            column,
        })
    };
    let is_loc = |at: &usize| module.source.slice(tokens[*at].span()) == b".loc";
    (0..tokens.len()).filter(is_loc).filter_map(location).collect()
}

/// The name and text of the source's line behind each `.loc` of a range.
pub(super) fn hints(document: &OpenDocument, range: Range) -> Vec<InlayHint> {
    let wanted = document.text.span(range);
    document.with_module(|module| {
        let mut sources: HashMap<PathBuf, Option<String>> = HashMap::new();
        let in_range =
            |location: &SourceLocation| wanted.start <= location.span.end && location.span.start <= wanted.end;
        let mut hint = |location: SourceLocation| {
            if location.line == 0 {
                return None;
            }
            let short = location.name.rsplit(['/', '\\']).next().unwrap_or_default();
            let source = location.path.and_then(|path| {
                let text = sources.entry(path).or_insert_with_key(|path| read(path)).as_deref()?;
                let line = text.lines().nth(location.line as usize - 1)?.trim();
                Some(line.chars().take(WIDTH).collect::<String>()).filter(|line| !line.is_empty())
            });
            let label = match source {
                Some(line) => format!("{short}:{}: {line}", location.line),
                None => format!("{short}:{}", location.line),
            };
            Some(InlayHint {
                position: document.text.position(document.text.line_at(location.span.end).end),
                label: InlayHintLabel::String(label),
                kind: None,
                text_edits: None,
                tooltip: Some(InlayHintTooltip::String(location.name)),
                padding_left: Some(true),
                padding_right: None,
                data: None,
            })
        };
        of(document, module).into_iter().filter(in_range).filter_map(&mut hint).collect()
    })
}

/// A source's text, unless it is missing, too large, or no plain file: to open a pipe may block for ever.
fn read(path: &Path) -> Option<String> {
    let metadata = path.metadata().ok()?;
    let bytes = (metadata.is_file() && metadata.len() <= MOST).then(|| std::fs::read(path).ok())??;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
