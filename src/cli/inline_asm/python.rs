//! Finds inline assembly in Python: calls of Triton's `inline_asm_elementwise`, and of `inline_asm` and `InlineAsm`, by which MLIR and
//! llvmlite (Numba) take it. Only literals count: the text and the constraints must both be there.

use super::cursor::{AsmParsed, AsmSearch, SourceCursor, StringEscapes};
use super::statement::{AsmAssumptions, AsmLanguage, AsmOperand, AsmOperandKind, AsmStatement, OperandDirection};
use super::template::{AsmTemplate, PlacedText};
use crate::span::Span;

/// All statements of a file, and how many more there are whose text or constraints are computed.
pub(super) fn statements(bytes: &[u8]) -> (Vec<AsmStatement>, usize) {
    AsmScanner { cursor: SourceCursor::new(bytes) }.statements()
}

/// A function that takes assembly.
struct AsmFunction {
    name: &'static str,
    /// The name and the place of the argument with the text; that with the constraints follows it.
    text: (&'static str, usize),
    constraints: &'static str,
    /// The argument that says that the statement has no effects, if there is one, and its place.
    pure: Option<(&'static str, usize)>,
}

const FUNCTIONS: [AsmFunction; 3] = [
    AsmFunction {
        name: "inline_asm_elementwise",
        text: ("asm", 0),
        constraints: "constraints",
        pure: Some(("is_pure", 4)),
    },
    AsmFunction { name: "inline_asm", text: ("asm_string", 2), constraints: "constraints", pure: None },
    AsmFunction { name: "InlineAsm", text: ("asm", 1), constraints: "constraint", pure: None },
];

/// An argument of a call.
struct CallArgument<'a> {
    name: Option<&'a [u8]>,
    /// The text, if it is a literal.
    text: Option<PlacedText>,
    source: &'a [u8],
}

fn statement(function: &AsmFunction, keyword: Span, arguments: &[CallArgument<'_>]) -> Option<AsmStatement> {
    let find = |name: &str, place: usize| {
        let named = arguments.iter().find(|argument| argument.name == Some(name.as_bytes()));
        named.or_else(|| arguments.get(place).filter(|argument| argument.name.is_none()))
    };
    let (name, place) = function.text;
    let text = find(name, place)?.text.as_ref()?;
    let constraints = find(function.constraints, place + 1)?.text.as_ref()?;
    let (operands, clobbers_memory) = operands(constraints)?;
    let said_pure = function.pure.and_then(|(name, place)| find(name, place));
    let is_pure = said_pure.is_some_and(|argument| argument.source == b"True") && !clobbers_memory;
    let language = AsmLanguage::Llvm;
    let AsmTemplate { pieces, escapes } = AsmTemplate::new(language, text, &operands);
    let assumptions = AsmAssumptions { is_pure, is_explicit: is_pure, ..AsmAssumptions::default() };
    Some(AsmStatement { language, keyword, pieces, operands, escapes, assumptions })
}

/// The operands that LLVM's constraints name, and whether memory is clobbered; nothing if there is one that PTX does not have.
fn operands(constraints: &PlacedText) -> Option<(Vec<AsmOperand>, bool)> {
    let mut operands: Vec<AsmOperand> = Vec::new();
    let mut clobbers_memory = false;
    for part in constraints.split(|&(byte, _)| byte == b',') {
        let constraint: String = part.iter().map(|&(byte, _)| byte as char).collect();
        let constraint = constraint.trim();
        if let Some(clobber) = constraint.strip_prefix('~') {
            clobbers_memory |= clobber == "{memory}";
            continue;
        }
        let (Some(&(_, first)), Some(&(_, last))) = (part.first(), part.last()) else { continue };
        let span = Span::new(first, last + 1);
        let letter = constraint.trim_start_matches(['=', '&', '+']);
        let (kind, direction) = match letter.parse::<usize>() {
            // Tied to an output.
            Ok(number) => {
                let output = operands.get_mut(number)?;
                output.direction = OperandDirection::Both;
                (output.kind, OperandDirection::Both)
            }
            Err(_) => {
                let kind = match letter {
                    "b" => AsmOperandKind::Register(".pred"),
                    "c" => AsmOperandKind::Register(".b16"),
                    "i" => AsmOperandKind::Number(None),
                    letter => AsmOperandKind::from_constraint(letter)?,
                };
                let is_output = constraint.starts_with('=');
                (kind, if is_output { OperandDirection::Output } else { OperandDirection::Input })
            }
        };
        operands.push(AsmOperand { name: None, kind, direction, span });
    }
    Some((operands, clobbers_memory))
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
                [b'#', ..] => self.cursor.skip_past(b"\n"),
                _ => return,
            }
        }
    }

    fn word(&mut self) -> Option<&'a [u8]> {
        let length = self.cursor.word_length();
        let word = &self.cursor.rest()[..length];
        let is_prefix = matches!(self.cursor.rest().get(length), Some(b'"' | b'\'')) && length <= 2;
        if word.is_empty() || is_prefix {
            return None;
        }
        self.cursor.at += length;
        Some(word)
    }

    fn skip_token(&mut self) {
        if self.literal().is_none() {
            self.cursor.at += self.cursor.word_length().max(1);
        }
        self.cursor.at = self.cursor.at.min(self.cursor.bytes.len());
    }

    fn statement_at(&mut self, word: &'a [u8], keyword: Span) -> AsmParsed {
        // A function that is defined under such a name is not called.
        if word == b"def" || word == b"class" {
            self.skip_blank();
            self.word();
            return AsmParsed::Nothing;
        }
        let function = FUNCTIONS.iter().find(|function| word == function.name.as_bytes());
        let Some(function) = function.filter(|_| self.eat(b'(')) else { return AsmParsed::Nothing };
        let resume = self.cursor.at;
        let parsed = self.arguments().and_then(|arguments| statement(function, keyword, &arguments));
        // There may be calls among the arguments.
        self.cursor.at = resume;
        parsed.map_or(AsmParsed::Computed, AsmParsed::Statement)
    }
}

impl<'a> AsmScanner<'a> {
    /// A string literal; the inner option is empty for one with parts that are computed.
    fn literal(&mut self) -> Option<Option<PlacedText>> {
        let start = self.cursor.at;
        let length = self.cursor.word_length();
        let prefix = self.cursor.rest()[..length].to_ascii_lowercase();
        let quotes: &[u8] = match &self.cursor.rest()[length..] {
            [b'"', b'"', b'"', ..] => b"\"\"\"",
            [b'\'', b'\'', b'\'', ..] => b"'''",
            [b'"', ..] => b"\"",
            [b'\'', ..] => b"'",
            _ => return None,
        };
        if !matches!(&prefix[..], b"" | b"r" | b"u" | b"b" | b"f" | b"br" | b"rb" | b"fr" | b"rf" | b"t") {
            return None;
        }
        self.cursor.at += length + quotes.len();
        let escapes = if prefix.contains(&b'r') { StringEscapes::Raw } else { StringEscapes::Joining };
        match self.cursor.quoted(quotes, quotes.len() == 3, escapes) {
            Some(text) => Some((!prefix.contains(&b'f') && !prefix.contains(&b't')).then_some(text)),
            None => {
                self.cursor.at = start;
                None
            }
        }
    }

    /// The arguments of a call, behind its parenthesis; nothing if it does not end.
    fn arguments(&mut self) -> Option<Vec<CallArgument<'a>>> {
        let mut arguments = Vec::new();
        loop {
            self.skip_blank();
            match self.cursor.peek() {
                0 => return None,
                b')' => return Some(arguments),
                b',' => {
                    self.cursor.at += 1;
                    continue;
                }
                _ => arguments.push(self.argument()?),
            }
        }
    }

    fn argument(&mut self) -> Option<CallArgument<'a>> {
        let start = self.cursor.at;
        let mut name = self.word();
        if name.is_none() || !self.eat(b'=') || self.cursor.peek() == b'=' {
            name = None;
            self.cursor.at = start;
        }
        self.skip_blank();
        let start = self.cursor.at;
        let (mut depth, mut text, mut is_literal) = (0, PlacedText::new(), true);
        let mut literals = 0;
        loop {
            self.skip_blank();
            match self.cursor.peek() {
                0 => return None,
                b',' | b')' if depth == 0 => break,
                // A literal may stand in parentheses.
                b'(' if literals == 0 => {
                    depth += 1;
                    self.cursor.at += 1;
                }
                b')' if depth > 0 => {
                    depth -= 1;
                    self.cursor.at += 1;
                }
                b'(' | b'[' | b'{' => {
                    is_literal = false;
                    depth += 1;
                    self.cursor.at += 1;
                }
                b']' | b'}' => {
                    depth -= 1;
                    self.cursor.at += 1;
                }
                _ => match self.literal() {
                    Some(Some(mut part)) => {
                        literals += 1;
                        text.append(&mut part);
                    }
                    _ => {
                        is_literal = false;
                        if self.word().is_none() {
                            self.skip_token();
                        }
                    }
                },
            }
        }
        let source = self.cursor.bytes[start..self.cursor.at].trim_ascii();
        Some(CallArgument { name, text: (is_literal && literals > 0).then_some(text), source })
    }
}
