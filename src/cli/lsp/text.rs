//! The text of a document as the editor sees it: lines, and columns in UTF-16 units.

use crate::source::LineIndex;
use crate::span::Span;
use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use std::path::PathBuf;

/// A text with its lines. Immutable, so that a thread may lint it while the editor goes on.
#[derive(Debug)]
pub(super) struct IndexedText {
    content: String,
    lines: LineIndex,
}

impl IndexedText {
    pub(super) fn new(content: String) -> Self {
        Self { lines: LineIndex::new(content.as_bytes()), content }
    }

    pub(super) fn content(&self) -> &str {
        &self.content
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.content.as_bytes()
    }

    fn len(&self) -> u32 {
        u32::try_from(self.content.len()).unwrap_or(u32::MAX)
    }

    /// The position of a byte; one within a character is where that starts.
    pub(super) fn position(&self, offset: u32) -> Position {
        let mut offset = offset.min(self.len());
        while !self.content.is_char_boundary(offset as usize) {
            offset -= 1;
        }
        let line = self.lines.position(offset).line;
        let start = self.lines.line_start(line).unwrap_or(0);
        let before = &self.content[start as usize..offset as usize];
        // Nearly all lines are ASCII, where each byte is a unit.
        let units = if before.is_ascii() { before.len() } else { before.encode_utf16().count() };
        Position::new(line - 1, u32::try_from(units).unwrap_or(u32::MAX))
    }

    pub(super) fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end.max(span.start)))
    }

    /// The byte at a position. Behind the end of a line it is that end, behind the last line the end of the text; within a character
    /// that takes two units it is where that starts.
    pub(super) fn offset(&self, position: Position) -> u32 {
        let Some(line) = self.line(position.line) else { return self.len() };
        let mut units = 0;
        for (at, character) in self.content[line.range()].char_indices() {
            units += character.len_utf16() as u32;
            if units > position.character {
                return line.start + at as u32;
            }
        }
        line.end
    }

    pub(super) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span::new(start.min(end), start.max(end))
    }

    /// A line (from 0) without its end, if it exists.
    pub(super) fn line(&self, line: u32) -> Option<Span> {
        let start = self.lines.line_start(line.checked_add(1)?)?;
        let end = self.lines.line_start(line.saturating_add(2)).unwrap_or(self.len());
        let text = &self.content[start as usize..end as usize];
        Some(Span::new(start, start + text.trim_end_matches(['\r', '\n']).len() as u32))
    }

    /// The line that holds a byte, without its end.
    pub(super) fn line_at(&self, offset: u32) -> Span {
        self.line(self.lines.position(offset.min(self.len())).line - 1).unwrap_or_default()
    }

    pub(super) fn slice(&self, span: Span) -> &str {
        self.content.get(span.range()).unwrap_or_default()
    }

    /// The text after the editor's changes, in order.
    pub(super) fn changed(&self, changes: Vec<TextDocumentContentChangeEvent>) -> Self {
        let mut changed: Option<Self> = None;
        for change in changes {
            let now = changed.as_ref().unwrap_or(self);
            changed = Some(Self::new(match change.range {
                None => change.text,
                Some(range) => {
                    let span = now.span(range);
                    let (before, after) = (&now.content[..span.range().start], &now.content[span.range().end..]);
                    [before, &change.text, after].concat()
                }
            }));
        }
        changed.unwrap_or_else(|| Self::new(self.content.clone()))
    }

    /// How its lines end: as the first one does.
    pub(super) fn newline(&self) -> &'static str {
        match self.content.find('\n') {
            Some(end) if self.content[..end].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }
}

/// The path of a document that is a file.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme()?.as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let path = decoded(uri.path().as_str())?;
    // `file:///C:/folder` names a path of Windows.
    let is_drive = |path: &str| matches!(path.as_bytes(), [b'/', letter, b':', ..] if letter.is_ascii_alphabetic());
    Some(PathBuf::from(if cfg!(windows) && is_drive(&path) { &path[1..] } else { &path }))
}

/// The name of a file for the editor.
pub(super) fn uri_of(path: &std::path::Path) -> Option<Uri> {
    let path = path.to_str()?;
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for &byte in path.as_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri.parse().ok()
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let hex = (byte == b'%').then(|| after.get(..2)).flatten();
        let code = hex.and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIRD: &str = "// ä𝄞z\r\n.reg\rx\n";

    #[test]
    fn columns_count_utf16_units() {
        let text = IndexedText::new(WEIRD.to_string());
        let z = WEIRD.find('z').expect("it is there") as u32;
        assert_eq!(text.position(z), Position::new(0, 6));
        assert_eq!(text.offset(Position::new(0, 6)), z);
        // Within the clef, which takes two units.
        assert_eq!(text.offset(Position::new(0, 5)), z - 4);
        assert_eq!(text.position(z - 2), Position::new(0, 4));
        assert_eq!(text.position(WEIRD.find('x').expect("it is there") as u32), Position::new(2, 0));
    }

    #[test]
    fn positions_outside_are_brought_inside() {
        let text = IndexedText::new(WEIRD.to_string());
        assert_eq!(text.offset(Position::new(0, 99)), z_end());
        assert_eq!(text.offset(Position::new(u32::MAX, u32::MAX)), WEIRD.len() as u32);
        assert_eq!(text.position(u32::MAX), Position::new(3, 0));
        fn z_end() -> u32 {
            WEIRD.find('\r').expect("it is there") as u32
        }
    }

    #[test]
    fn every_byte_of_a_line_comes_back() {
        let text = IndexedText::new(WEIRD.to_string());
        for (offset, character) in WEIRD.char_indices().filter(|(_, character)| !matches!(character, '\n')) {
            assert_eq!(text.offset(text.position(offset as u32)), offset as u32, "{character:?}");
        }
    }

    #[test]
    fn changes_are_applied_in_order() {
        let change = |range: Option<[u32; 4]>, text: &str| TextDocumentContentChangeEvent {
            range: range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d))),
            range_length: None,
            text: text.to_string(),
        };
        let text = IndexedText::new(WEIRD.to_string());
        let changed = text.changed(vec![change(Some([0, 4, 0, 6]), "b"), change(Some([0, 5, 1, 1]), "c")]);
        assert_eq!(changed.content(), "// äbcreg\rx\n");
        // A range that ends before it starts, and one far behind the end.
        let changed = text.changed(vec![change(Some([2, 1, 2, 0]), "y"), change(Some([9, 0, 7, 3]), "!")]);
        assert_eq!(changed.content(), "// ä𝄞z\r\n.reg\ry\n!");
        assert_eq!(text.changed(vec![change(None, "new")]).content(), "new");
    }

    #[test]
    fn paths_and_names_of_files() {
        let uri: Uri = "file:///tmp/a%20b/%C3%A4.ptx".parse().expect("a name");
        let path = path_of(&uri).expect("a file");
        assert_eq!(path, PathBuf::from("/tmp/a b/ä.ptx"));
        assert_eq!(uri_of(&path), Some(uri));
        for other in ["untitled:Untitled-1", "file:///%FF"] {
            assert_eq!(path_of(&other.parse().expect("a name")), None, "{other}");
        }
    }
}
