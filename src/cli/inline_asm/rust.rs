//! Finds `asm!` for NVPTX in Rust.

use super::cursor::{AsmParsed, AsmSearch, SourceCursor, StringEscapes};
use super::statement::{AsmAssumptions, AsmLanguage, AsmOperand, AsmOperandKind, AsmStatement, OperandDirection};
use super::template::{AsmTemplate, PlacedText};
use crate::span::Span;

/// All statements of a file whose operands are in registers that NVPTX has, and how many more there are that macros put together.
pub(super) fn statements(bytes: &[u8]) -> (Vec<AsmStatement>, usize) {
    AsmScanner { cursor: SourceCursor::new(bytes) }.statements()
}

/// What stands between two commas.
enum AsmPart {
    Text(PlacedText),
    Operand(AsmOperand),
    /// `options(…)`
    Options(Vec<String>),
    Other,
    Macro,
    OtherRegister,
}

struct AsmScanner<'a> {
    cursor: SourceCursor<'a>,
}

impl<'a> AsmSearch<'a> for AsmScanner<'a> {
    fn cursor(&mut self) -> &mut SourceCursor<'a> {
        &mut self.cursor
    }

    fn skip_blank(&mut self) {
        loop {
            match self.cursor.rest() {
                [b, ..] if b.is_ascii_whitespace() => self.cursor.at += 1,
                [b'/', b'/', ..] => self.cursor.skip_past(b"\n"),
                [b'/', b'*', ..] => self.skip_comment(),
                _ => return,
            }
        }
    }

    fn word(&mut self) -> Option<&'a [u8]> {
        let length = self.cursor.word_length();
        let (word, behind) = self.cursor.rest().split_at(length);
        let is_prefix = matches!(word, b"r" | b"b" | b"br" | b"c" | b"cr") && matches!(behind, [b'"' | b'#', ..]);
        if word.is_empty() || is_prefix {
            return None;
        }
        self.cursor.at += length;
        Some(word)
    }

    fn skip_token(&mut self) {
        match self.cursor.rest() {
            // A character, or a lifetime.
            [b'\'', b'\\', _, ..] => {
                self.cursor.at += 3;
                self.cursor.skip_past(b"'");
            }
            [b'\'', _, b'\'', ..] => self.cursor.at += 3,
            _ if self.literal().is_some() => {}
            _ => self.cursor.at += self.cursor.word_length().max(1),
        }
        self.cursor.at = self.cursor.at.min(self.cursor.bytes.len());
    }

    fn statement_at(&mut self, word: &'a [u8], keyword: Span) -> AsmParsed {
        let keyword = Span::new(keyword.start, keyword.end + 1);
        let opens = word == b"asm" && self.eat(b'!') && (self.eat(b'(') || self.eat(b'{') || self.eat(b'['));
        if opens { self.statement(keyword) } else { AsmParsed::Nothing }
    }
}

impl<'a> AsmScanner<'a> {
    /// Skips a comment with all those within it.
    fn skip_comment(&mut self) {
        let mut depth = 0;
        loop {
            match self.cursor.rest() {
                [b'/', b'*', ..] => depth += 1,
                [b'*', b'/', ..] => depth -= 1,
                [] => return,
                _ => {
                    self.cursor.at += 1;
                    continue;
                }
            }
            self.cursor.at += 2;
            if depth == 0 {
                return;
            }
        }
    }

    fn literal(&mut self) -> Option<PlacedText> {
        let start = self.cursor.at;
        let length = self.cursor.word_length();
        let (prefix, behind) = self.cursor.rest().split_at(length);
        let is_raw = prefix.ends_with(b"r");
        let hashes = if is_raw { behind.iter().take_while(|&&byte| byte == b'#').count() } else { 0 };
        if behind.get(hashes) != Some(&b'"') || !matches!(prefix, b"" | b"r" | b"b" | b"br" | b"c" | b"cr") {
            return None;
        }
        self.cursor.at += length + hashes + 1;
        let end = [&b"\""[..], &vec![b'#'; hashes]].concat();
        let text = self.cursor.quoted(&end, true, if is_raw { StringEscapes::Raw } else { StringEscapes::Trimming });
        if text.is_none() {
            self.cursor.at = start;
        }
        text
    }

    fn statement(&mut self, keyword: Span) -> AsmParsed {
        let (mut text, mut operands, mut options) = (PlacedText::new(), Vec::new(), Vec::new());
        let (mut parsed_other, mut is_built) = (false, false);
        loop {
            self.skip_blank();
            match self.cursor.peek() {
                0 => return AsmParsed::Nothing,
                b')' | b'}' | b']' => break,
                b',' => {
                    self.cursor.at += 1;
                    continue;
                }
                _ => {}
            }
            match self.part() {
                // Each literal is a line.
                AsmPart::Text(mut line) => {
                    if let Some(&(_, place)) = text.last() {
                        text.push((b'\n', place));
                    }
                    text.append(&mut line);
                }
                AsmPart::Operand(operand) => operands.push(operand),
                AsmPart::Options(mut names) => options.append(&mut names),
                AsmPart::Other => {}
                AsmPart::Macro => is_built = true,
                AsmPart::OtherRegister => parsed_other = true,
            }
        }
        if parsed_other {
            return AsmParsed::Nothing;
        }
        if is_built {
            return AsmParsed::Computed;
        }
        let has = |name: &str| options.iter().any(|option| option == name);
        let language = AsmLanguage::Rust;
        let AsmTemplate { pieces, escapes } = AsmTemplate::new(language, &text, &operands);
        let (is_pure, nomem) = (has("pure"), has("nomem"));
        let writes_nothing = nomem || has("readonly");
        let assumptions =
            AsmAssumptions { is_pure, is_explicit: is_pure || writes_nothing, reads_nothing: nomem, writes_nothing };
        AsmParsed::Statement(AsmStatement { language, keyword, pieces, operands, escapes, assumptions })
    }

    /// What stands before the next comma.
    fn part(&mut self) -> AsmPart {
        if let Some(text) = self.literal() {
            return AsmPart::Text(text);
        }
        let start = self.cursor.at;
        let mut word = self.word().unwrap_or_default();
        let mut name = None;
        self.skip_blank();
        if matches!(self.cursor.rest(), [b'=', next, ..] if !matches!(next, b'=' | b'>')) {
            self.cursor.at += 1;
            name = Some(String::from_utf8_lossy(word).into_owned());
            self.skip_blank();
            word = self.word().unwrap_or_default();
            self.skip_blank();
        }
        let is_call = self.cursor.peek() == b'(';
        let part = match word {
            b"in" | b"out" | b"inout" | b"lateout" | b"inlateout" if is_call => {
                let direction = match word {
                    b"in" => OperandDirection::Input,
                    b"inout" | b"inlateout" => OperandDirection::Both,
                    _ => OperandDirection::Output,
                };
                self.register(name, direction, start)
            }
            b"const" => {
                let from = self.cursor.at;
                self.skip_expression();
                let value = String::from_utf8_lossy(&self.cursor.bytes[from..self.cursor.at]).trim().parse().ok();
                let span = Span::new(start as u32, self.cursor.at as u32);
                AsmPart::Operand(AsmOperand {
                    name,
                    kind: AsmOperandKind::Number(value),
                    direction: OperandDirection::Input,
                    span,
                })
            }
            b"options" if is_call => {
                self.cursor.at += 1;
                let from = self.cursor.at;
                self.cursor.skip_past(b")");
                let list = String::from_utf8_lossy(&self.cursor.bytes[from..self.cursor.at]).into_owned();
                let names = list.trim_end_matches(')').split(',');
                AsmPart::Options(names.map(|name| name.trim().to_string()).collect())
            }
            b"sym" | b"label" | b"clobber_abi" => AsmPart::OtherRegister,
            _ if self.cursor.peek() == b'!' || self.cursor.peek() == b'$' => AsmPart::Macro,
            _ => AsmPart::Other,
        };
        self.skip_expression();
        part
    }

    /// `(reg32) expression`
    fn register(&mut self, name: Option<String>, direction: OperandDirection, start: usize) -> AsmPart {
        self.cursor.at += 1;
        self.skip_blank();
        let class = self.word().unwrap_or_default();
        let kind = match class {
            b"reg16" => ".b16",
            b"reg32" => ".b32",
            b"reg64" => ".b64",
            _ => return AsmPart::OtherRegister,
        };
        self.eat(b')');
        let span = Span::new(start as u32, self.cursor.at as u32);
        AsmPart::Operand(AsmOperand { name, kind: AsmOperandKind::Register(kind), direction, span })
    }

    /// Moves to the comma or bracket that ends an expression.
    fn skip_expression(&mut self) {
        let mut depth = 0;
        loop {
            self.skip_blank();
            match self.cursor.peek() {
                0 => return,
                b',' if depth == 0 => return,
                b')' | b']' | b'}' if depth == 0 => return,
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => depth -= 1,
                _ => {}
            }
            if self.word().is_none() {
                self.skip_token();
            }
        }
    }
}
