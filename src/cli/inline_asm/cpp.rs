//! Finds `asm` statements in C++ without parsing C++: comments, literals and brackets are all that is understood.

use super::cursor::{AsmParsed, AsmSearch, SourceCursor, StringEscapes};
use super::statement::{AsmAssumptions, AsmLanguage, AsmOperand, AsmOperandKind, AsmStatement, OperandDirection};
use super::template::{AsmTemplate, PlacedText};
use crate::span::Span;

/// All statements of a file, and how many more there are that macros put together.
pub(super) fn statements(bytes: &[u8]) -> (Vec<AsmStatement>, usize) {
    AsmScanner { cursor: SourceCursor::new(bytes) }.statements()
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
                [b'\\', b'\n', ..] => self.cursor.at += 2,
                [b'\\', b'\r', b'\n', ..] => self.cursor.at += 3,
                [b'/', b'/', ..] => self.cursor.skip_past(b"\n"),
                [b'/', b'*', ..] => {
                    self.cursor.at += 2;
                    self.cursor.skip_past(b"*/");
                }
                _ => return,
            }
        }
    }

    fn word(&mut self) -> Option<&'a [u8]> {
        let rest = self.cursor.rest();
        let length = self.cursor.word_length();
        let word = &rest[..length];
        // A raw string is no word with a string behind it.
        if word.is_empty() || word.ends_with(b"R") && rest.get(length) == Some(&b'"') {
            return None;
        }
        self.cursor.at += length;
        Some(word)
    }

    fn skip_token(&mut self) {
        match self.cursor.peek() {
            b'"' | b'R' | b'u' | b'U' | b'L' => {
                if self.literal().is_none() {
                    self.cursor.at += 1;
                }
            }
            b'\'' => {
                let mut length = 1;
                while let Some(&byte) = self.cursor.rest().get(length).filter(|&&byte| byte != b'\n') {
                    length += if byte == b'\\' { 2 } else { 1 };
                    if byte == b'\'' {
                        break;
                    }
                }
                self.cursor.at += length;
            }
            // 1'000 is no character.
            b'0'..=b'9' => {
                let is_part = |b: &&u8| b.is_ascii_alphanumeric() || matches!(**b, b'\'' | b'.' | b'_');
                self.cursor.at += self.cursor.rest().iter().take_while(is_part).count();
            }
            _ => self.cursor.at += 1,
        }
        self.cursor.at = self.cursor.at.min(self.cursor.bytes.len());
    }

    fn statement_at(&mut self, word: &'a [u8], keyword: Span) -> AsmParsed {
        if !matches!(word, b"asm" | b"__asm__" | b"__asm") {
            return AsmParsed::Nothing;
        }
        let resume = self.cursor.at;
        let parsed = self.statement(keyword);
        if matches!(parsed, AsmParsed::Nothing) {
            self.cursor.at = resume;
        }
        parsed
    }
}

impl<'a> AsmScanner<'a> {
    /// A string literal: its bytes with their places.
    fn literal(&mut self) -> Option<PlacedText> {
        if self.cursor.rest().starts_with(b"R\"") {
            return self.raw_literal();
        }
        if self.cursor.peek() != b'"' {
            return None;
        }
        let start = self.cursor.at;
        self.cursor.at += 1;
        let text = self.cursor.quoted(b"\"", false, StringEscapes::Joining);
        if text.is_none() {
            self.cursor.at = start;
        }
        text
    }

    /// `R"tag(…)tag"`
    fn raw_literal(&mut self) -> Option<PlacedText> {
        let rest = self.cursor.rest();
        let open = rest.iter().take(20).position(|&byte| byte == b'(')?;
        let end = [b")", &rest[2..open], b"\""].concat();
        let start = self.cursor.at;
        self.cursor.at += open + 1;
        let text = self.cursor.quoted(&end, true, StringEscapes::Raw);
        if text.is_none() {
            self.cursor.at = start;
        }
        text
    }

    /// What stands behind the keyword.
    fn statement(&mut self, keyword: Span) -> AsmParsed {
        self.skip_blank();
        let mut is_volatile = false;
        while let Some(word) = self.word() {
            match word {
                b"volatile" | b"__volatile__" | b"__volatile" => is_volatile = true,
                b"inline" | b"goto" => {}
                _ => return AsmParsed::Nothing,
            }
            self.skip_blank();
        }
        if !self.eat(b'(') {
            return AsmParsed::Nothing;
        }
        let mut text = PlacedText::new();
        loop {
            self.skip_blank();
            match self.literal() {
                Some(mut part) => text.append(&mut part),
                None => break,
            }
        }
        let (mut section, mut operands, mut clobbers_memory) = (0, Vec::new(), false);
        loop {
            self.skip_blank();
            match self.cursor.peek() {
                b')' => break,
                b':' => {
                    self.cursor.at += 1;
                    section += 1;
                }
                b',' if section > 0 => self.cursor.at += 1,
                _ if section == 0 => return AsmParsed::Computed,
                b'[' | b'"' | b'R' if section < 3 => match self.operand() {
                    Some(operand) => operands.push(operand),
                    None => return AsmParsed::Computed,
                },
                _ => match self.literal() {
                    Some(clobber) => clobbers_memory |= clobber.iter().map(|&(byte, _)| byte).eq(*b"memory"),
                    None => return AsmParsed::Computed,
                },
            }
        }
        let has_outputs = operands.iter().any(|operand: &AsmOperand| operand.direction != OperandDirection::Input);
        let language = if section > 0 { AsmLanguage::Extended } else { AsmLanguage::Basic };
        let AsmTemplate { pieces, escapes } = AsmTemplate::new(language, &text, &operands);
        // Without outputs it is volatile by definition.
        let is_pure = has_outputs && !is_volatile && !clobbers_memory;
        let assumptions =
            AsmAssumptions { is_pure, is_explicit: false, reads_nothing: false, writes_nothing: !clobbers_memory };
        AsmParsed::Statement(AsmStatement { language, keyword, pieces, operands, escapes, assumptions })
    }

    /// `[name] "=r"(expression)`; nothing if the constraint is none of nvcc's.
    fn operand(&mut self) -> Option<AsmOperand> {
        let name = match self.eat(b'[') {
            false => None,
            true => {
                self.skip_blank();
                let name = String::from_utf8_lossy(self.word()?).into_owned();
                if !self.eat(b']') {
                    return None;
                }
                Some(name)
            }
        };
        self.skip_blank();
        let start = self.cursor.at as u32;
        let constraint = self.literal()?;
        let span = Span::new(start, self.cursor.at as u32);
        let constraint: String = constraint.iter().map(|&(byte, _)| byte as char).collect();
        let expression = self.expression()?;
        let direction = match constraint.as_bytes().first()? {
            b'=' => OperandDirection::Output,
            b'+' => OperandDirection::Both,
            _ => OperandDirection::Input,
        };
        let kind = match AsmOperandKind::from_constraint(constraint.trim_start_matches(['=', '+', '&']))? {
            AsmOperandKind::Number(_) => AsmOperandKind::Number(expression.parse().ok()),
            kind => kind,
        };
        Some(AsmOperand { name, kind, direction, span })
    }

    /// The expression of an operand, in parentheses.
    fn expression(&mut self) -> Option<String> {
        if !self.eat(b'(') {
            return None;
        }
        let start = self.cursor.at;
        let mut depth = 1;
        while depth > 0 {
            self.skip_blank();
            match self.cursor.peek() {
                0 => return None,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
            if self.word().is_none() {
                self.skip_token();
            }
        }
        let expression = &self.cursor.bytes[start..self.cursor.at - 1];
        Some(String::from_utf8_lossy(expression).trim().to_string())
    }
}
