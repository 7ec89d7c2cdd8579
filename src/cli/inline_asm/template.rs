//! Finds operands in the text of a statement.

use super::statement::{AsmLanguage, AsmOperand, AsmPiece, PercentEscape};
use crate::span::Span;

/// A text with the place in the file of each byte.
pub(super) type PlacedText = Vec<(u8, u32)>;

/// A text with its operands in their places, and what is wrong with `%` in it.
pub(super) struct AsmTemplate {
    pub pieces: Vec<(AsmPiece, Span)>,
    pub escapes: Vec<(PercentEscape, Span)>,
}

impl AsmTemplate {
    pub(super) fn new(language: AsmLanguage, text: &[(u8, u32)], operands: &[AsmOperand]) -> Self {
        let template = Self { pieces: Vec::with_capacity(text.len()), escapes: Vec::new() };
        let mut reader = TemplateReader { text, operands, at: 0, next: 0, template };
        while reader.at < text.len() {
            match language {
                AsmLanguage::Extended => reader.extended(),
                AsmLanguage::Basic => reader.basic(),
                AsmLanguage::Llvm => reader.llvm(),
                AsmLanguage::Rust => reader.rust(),
            }
        }
        reader.template
    }
}

struct TemplateReader<'a> {
    text: &'a [(u8, u32)],
    operands: &'a [AsmOperand],
    at: usize,
    /// The number of the next `{}`.
    next: usize,
    template: AsmTemplate,
}

impl TemplateReader<'_> {
    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).map_or(0, |&(byte, _)| byte)
    }

    fn span(&self, length: usize) -> Span {
        let start = self.text[self.at].1;
        let last = (self.at + length - 1).min(self.text.len() - 1);
        Span::new(start, (self.text[last].1 + 1).max(start))
    }

    /// Takes bytes as one piece.
    fn take(&mut self, length: usize, piece: AsmPiece) {
        let span = self.span(length);
        self.template.pieces.push((piece, span));
        self.at += length;
    }

    fn literally(&mut self) {
        self.take(1, AsmPiece::Byte(self.byte(0)));
    }

    fn digits(&self, from: usize) -> usize {
        (from..).take_while(|&ahead| self.byte(ahead).is_ascii_digit()).count()
    }

    /// The bytes up to one that ends a name in brackets.
    fn until(&self, from: usize, end: u8) -> Option<String> {
        let rest = &self.text[(self.at + from).min(self.text.len())..];
        let length = rest.iter().take(200).position(|&(byte, _)| byte == end)?;
        Some(rest[..length].iter().map(|&(byte, _)| byte as char).collect())
    }

    fn numbered(&self, number: &str) -> AsmPiece {
        let number = number.parse().unwrap_or(usize::MAX);
        if number < self.operands.len() { AsmPiece::Operand(number) } else { AsmPiece::Missing }
    }

    fn named(&self, name: &str) -> AsmPiece {
        let found = self.operands.iter().position(|operand| operand.name.as_deref() == Some(name));
        found.map_or(AsmPiece::Missing, AsmPiece::Operand)
    }

    fn number(&self, from: usize, digits: usize) -> AsmPiece {
        let number: String = (from..from + digits).map(|ahead| self.byte(ahead) as char).collect();
        self.numbered(&number)
    }

    /// `%0`, `%%`, `%=`, `%[name]`
    fn extended(&mut self) {
        if self.byte(0) != b'%' {
            return self.literally();
        }
        let digits = self.digits(1);
        match self.byte(1) {
            b'%' => self.take(2, AsmPiece::Byte(b'%')),
            b'=' => self.take(2, AsmPiece::Unique),
            b'[' => match self.until(2, b']') {
                Some(name) => self.take(name.len() + 3, self.named(&name)),
                None => self.literally(),
            },
            _ if digits > 0 => self.take(1 + digits, self.number(1, digits)),
            letter if letter.is_ascii_alphabetic() => {
                let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
                let length = 1 + (1..).take_while(|&ahead| is_word(self.byte(ahead))).count();
                let is_modifier = self.byte(2).is_ascii_digit();
                let escape = if is_modifier { PercentEscape::Modifier } else { PercentEscape::Single };
                self.template.escapes.push((escape, self.span(length)));
                self.literally();
            }
            _ => self.literally(),
        }
    }

    /// Nothing is special, and `%%` is a mistake.
    fn basic(&mut self) {
        if (self.byte(0), self.byte(1)) == (b'%', b'%') {
            self.template.escapes.push((PercentEscape::Double, self.span(2)));
            return self.take(2, AsmPiece::Byte(b'%'));
        }
        self.literally();
    }

    /// `$0`, `$$`, `${0:x}`, `${:uid}`
    fn llvm(&mut self) {
        match (self.byte(0), self.byte(1)) {
            (b'$', b'$') => self.take(2, AsmPiece::Byte(b'$')),
            (b'$', b'{') => match self.until(2, b'}') {
                Some(inside) if inside == ":uid" => self.take(inside.len() + 3, AsmPiece::Unique),
                Some(inside) => {
                    let number = inside.split(':').next().unwrap_or_default();
                    self.take(inside.len() + 3, self.numbered(number));
                }
                None => self.literally(),
            },
            (b'$', next) if next.is_ascii_digit() => {
                let digits = self.digits(1);
                self.take(1 + digits, self.number(1, digits));
            }
            (b'%', b'%') => self.basic(),
            _ => self.literally(),
        }
    }

    /// `{}`, `{0}`, `{name}`, `{0:x}`, `{{`, `}}`
    fn rust(&mut self) {
        match (self.byte(0), self.byte(1)) {
            (b'{', b'{') => self.take(2, AsmPiece::Byte(b'{')),
            (b'}', b'}') => self.take(2, AsmPiece::Byte(b'}')),
            (b'{', _) => match self.until(1, b'}') {
                Some(inside) => {
                    let name = inside.split(':').next().unwrap_or_default().trim();
                    let piece = if name.is_empty() {
                        self.next += 1;
                        self.numbered(&(self.next - 1).to_string())
                    } else if name.starts_with(|first: char| first.is_ascii_digit()) {
                        self.numbered(name)
                    } else {
                        self.named(name)
                    };
                    self.take(inside.len() + 2, piece);
                }
                None => self.literally(),
            },
            _ => self.literally(),
        }
    }
}
