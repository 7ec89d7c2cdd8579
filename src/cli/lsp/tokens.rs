//! Semantic tokens: what each word of the text is.

use super::document::OpenDocument;
use crate::describe::occurrences::{Entity, OccurrenceRole, Occurrences};
use crate::ir::{Module, VariableRole};
use crate::isa::{Class, Word};
use crate::lexer::{TokenKind, lex};
use crate::span::Span;
use lsp_types::{Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend};
use std::collections::HashMap;

/// Kinds of words, in the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The name of an instruction.
    Instruction,
    /// A dotted word of an opcode that is no type.
    Modifier,
    /// A type or state space.
    Type,
    Directive,
    Register,
    Variable,
    Parameter,
    Function,
    Label,
    Number,
    String,
    Comment,
}

const DECLARATION: u32 = 1;
const READONLY: u32 = 2;
const MODIFICATION: u32 = 4;
const DEFAULT_LIBRARY: u32 = 8;

pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: vec![
            SemanticTokenType::KEYWORD,
            SemanticTokenType::MODIFIER,
            SemanticTokenType::TYPE,
            SemanticTokenType::MACRO,
            SemanticTokenType::VARIABLE,
            SemanticTokenType::PROPERTY,
            SemanticTokenType::PARAMETER,
            SemanticTokenType::FUNCTION,
            SemanticTokenType::new("label"),
            SemanticTokenType::NUMBER,
            SemanticTokenType::STRING,
            SemanticTokenType::COMMENT,
        ],
        token_modifiers: vec![
            SemanticTokenModifier::DECLARATION,
            SemanticTokenModifier::READONLY,
            SemanticTokenModifier::MODIFICATION,
            SemanticTokenModifier::DEFAULT_LIBRARY,
        ],
    }
}

/// The words of a document, or of a part.
pub(super) fn tokens(document: &OpenDocument, range: Option<Range>) -> SemanticTokens {
    let wanted = range.map(|range| document.text.span(range));
    document.with_module(|module| {
        let mut words = words(module);
        words.retain(|(span, ..)| wanted.is_none_or(|wanted| span.start < wanted.end && wanted.start < span.end));
        let mut encoder = Encoder { document, data: Vec::with_capacity(words.len()), line: 0, start: 0 };
        for (span, kind, modifiers) in words {
            encoder.add(span, kind, modifiers);
        }
        SemanticTokens { result_id: None, data: encoder.data }
    })
}

/// The words by position; they don't overlap.
fn words(module: &Module<'_>) -> Vec<(Span, Kind, u32)> {
    let names = Occurrences::of(module);
    let names: HashMap<u32, _> = names.iter().map(|occurrence| (occurrence.span.start, *occurrence)).collect();
    let opcodes: HashMap<u32, _> = module.insts.iter().map(|inst| (inst.span.start, inst.opcode)).collect();
    let lexed = lex(module.source);
    let mut words: Vec<(Span, Kind, u32)> = lexed.comments.iter().map(|&span| (span, Kind::Comment, 0)).collect();
    for token in &lexed.tokens {
        let span = token.span();
        match token.kind() {
            TokenKind::Word | TokenKind::DottedWord => {
                if let Some(name) = names.get(&span.start) {
                    let (kind, modifiers) = name_kind(module, name.entity, name.role);
                    words.push((name.span, kind, modifiers));
                } else if let Some(&opcode) = opcodes.get(&span.start) {
                    let opcode = &module[opcode];
                    let parts = module.all_modifiers(opcode);
                    let base = Span::new(span.start, span.start + u32::from(opcode.base_len));
                    words.push((base, Kind::Instruction, 0));
                    for (i, part) in parts.iter().enumerate() {
                        let kind = match part.word.map(Word::class) {
                            _ if i < usize::from(opcode.name_words) => Kind::Instruction,
                            Some(Class::Type(_) | Class::Space(_)) => Kind::Type,
                            _ => Kind::Modifier,
                        };
                        words.push((part.span(span.start), kind, 0));
                    }
                }
            }
            TokenKind::Directive => {
                let name = module.source.slice(span).get(1..).unwrap_or_default();
                let is_type = Word::lookup(name).is_some_and(|word| !matches!(word.class(), Class::Modifier));
                words.push((span, if is_type { Kind::Type } else { Kind::Directive }, 0));
            }
            TokenKind::Integer | TokenKind::Decimal | TokenKind::HexSingle | TokenKind::HexDouble => {
                words.push((span, Kind::Number, 0));
            }
            TokenKind::String => words.push((span, Kind::String, 0)),
            _ => {}
        }
    }
    words.sort_by_key(|&(span, ..)| span);
    words
}

fn name_kind(module: &Module<'_>, entity: Entity, role: OccurrenceRole) -> (Kind, u32) {
    let modifiers = match role {
        OccurrenceRole::Declaration => DECLARATION,
        OccurrenceRole::Read => 0,
        OccurrenceRole::Write => MODIFICATION,
    };
    match entity {
        Entity::Register(..) => (Kind::Register, modifiers),
        Entity::Special(_) => (Kind::Register, modifiers | READONLY | DEFAULT_LIBRARY),
        Entity::Variable(id) => match module[id].role {
            VariableRole::Param | VariableRole::Return => (Kind::Parameter, modifiers),
            VariableRole::Module | VariableRole::Local => (Kind::Variable, modifiers),
        },
        Entity::Function(_) => (Kind::Function, modifiers),
        Entity::Label(_) => (Kind::Label, modifiers),
    }
}

/// Writes tokens relative to the ones before.
struct Encoder<'a> {
    document: &'a OpenDocument,
    data: Vec<SemanticToken>,
    line: u32,
    start: u32,
}

impl Encoder<'_> {
    /// Adds a word; one of several lines, such as a comment, as one of each line.
    fn add(&mut self, span: Span, kind: Kind, modifiers: u32) {
        let text = &self.document.text;
        let last = text.position(span.end).line;
        for number in text.position(span.start).line..=last {
            let Some(line) = text.line(number) else { return };
            let part = Span::new(span.start.max(line.start), span.end.min(line.end));
            if part.is_empty() {
                continue;
            }
            let (start, end) = (text.position(part.start).character, text.position(part.end).character);
            let delta_start = if number == self.line { start - self.start } else { start };
            self.data.push(SemanticToken {
                delta_line: number - self.line,
                delta_start,
                length: end - start,
                token_type: kind as u32,
                token_modifiers_bitset: modifiers,
            });
            (self.line, self.start) = (number, start);
        }
    }
}
