//! Bytes of a source that is not parsed: comments, literals and words are all that is understood.

use super::statement::AsmStatement;
use crate::span::Span;

/// What was found behind a word.
pub(super) enum AsmParsed {
    Statement(AsmStatement),
    /// A statement that cannot be judged: its text or its operands are not all there, or are computed.
    Computed,
    /// None, or one for another processor.
    Nothing,
}

/// Looks for statements in the sources of a language.
pub(super) trait AsmSearch<'a> {
    fn cursor(&mut self) -> &mut SourceCursor<'a>;

    /// Skips white space and comments.
    fn skip_blank(&mut self);

    /// An identifier that is not the prefix of a literal.
    fn word(&mut self) -> Option<&'a [u8]>;

    /// Skips what is not an identifier: a literal, a number, a sign.
    fn skip_token(&mut self);

    /// The statement that a word begins, which lies at `keyword` and has been stepped over. Where the search goes on is where this leaves
    /// the cursor.
    fn statement_at(&mut self, word: &'a [u8], keyword: Span) -> AsmParsed;

    /// Steps over a byte behind white space, if it is the next one.
    fn eat(&mut self, byte: u8) -> bool {
        self.skip_blank();
        self.cursor().take(byte)
    }

    /// All statements that can be judged, and how many more there are.
    fn statements(&mut self) -> (Vec<AsmStatement>, usize) {
        let (mut found, mut skipped) = (Vec::new(), 0);
        while !self.cursor().is_at_end() {
            self.skip_blank();
            let start = self.cursor().at;
            let Some(word) = self.word() else {
                self.skip_token();
                continue;
            };
            let keyword = Span::new(start as u32, self.cursor().at as u32);
            match self.statement_at(word, keyword) {
                AsmParsed::Statement(statement) => found.push(statement),
                AsmParsed::Computed => skipped += 1,
                AsmParsed::Nothing => {}
            }
        }
        (found, skipped)
    }
}

/// A place in a source.
pub(super) struct SourceCursor<'a> {
    pub bytes: &'a [u8],
    pub at: usize,
}

impl<'a> SourceCursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    pub(super) fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// Steps over a byte, if it is the next one.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// The length of a word here: letters, digits and underscores.
    pub(super) fn word_length(&self) -> usize {
        let length = self.rest().iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
        if self.peek().is_ascii_digit() { 0 } else { length }
    }

    /// Moves behind the first of these bytes, or to the end.
    pub(super) fn skip_past(&mut self, end: &[u8]) {
        let found = self.rest().windows(end.len()).position(|window| window == end);
        self.at = found.map_or(self.bytes.len(), |at| self.at + at + end.len());
    }

    /// The bytes of a literal from `start` to the quotes that end it; `escape` tells what a backslash and the byte behind it stand for.
    /// Nothing if it does not end, or ends with its line although it may not.
    pub(super) fn quoted(
        &mut self,
        quotes: &[u8],
        may_have_lines: bool,
        escape: StringEscapes,
    ) -> Option<super::template::PlacedText> {
        let mut text = Vec::new();
        let mut at = self.at;
        loop {
            let place = at as u32;
            let rest = self.bytes.get(at..)?;
            if rest.starts_with(quotes) {
                break;
            }
            match *rest.first()? {
                b'\n' if !may_have_lines => return None,
                b'\\' if escape == StringEscapes::Raw => {
                    text.push((b'\\', place));
                    at += 1;
                }
                b'\\' => {
                    let (byte, length) = escape.of(rest)?;
                    text.extend(byte.map(|byte| (byte, place)));
                    at += length;
                }
                byte => {
                    text.push((byte, place));
                    at += 1;
                }
            }
        }
        self.at = at + quotes.len();
        Some(text)
    }
}

/// What backslashes mean in a literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StringEscapes {
    /// Nothing; in Python one keeps quotes from ending the literal, which does not occur in assembly.
    Raw,
    /// One before the end of a line joins it with the next.
    Joining,
    /// As `Joining`, without the white space that the next line begins with.
    Trimming,
}

impl StringEscapes {
    /// What a backslash stands for, and how many bytes say so. StringEscapes that do not occur in assembly are blanks.
    fn of(self, rest: &[u8]) -> Option<(Option<u8>, usize)> {
        Some(match *rest.get(1)? {
            b'n' => (Some(b'\n'), 2),
            b't' => (Some(b'\t'), 2),
            b'r' => (Some(b'\r'), 2),
            byte @ (b'"' | b'\\' | b'\'') => (Some(byte), 2),
            b'\r' | b'\n' => {
                let is_skipped = |byte: &u8| match self {
                    Self::Trimming => byte.is_ascii_whitespace(),
                    Self::Raw | Self::Joining => matches!(byte, b'\r'),
                };
                let line = if rest[1] == b'\r' && rest.get(2) == Some(&b'\n') { 3 } else { 2 };
                let indent = rest[line.min(rest.len())..].iter().take_while(|byte| is_skipped(byte)).count();
                (None, line + indent)
            }
            _ => (Some(b' '), 2),
        })
    }
}
