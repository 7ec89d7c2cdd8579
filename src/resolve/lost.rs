//! What syntax errors have swallowed, and which errors are only their consequence.

use super::Resolver;
use crate::ids::FunctionId;
use crate::ir::{Lost, NameErrorKind};
use crate::isa::StateSpace;
use crate::lexer::{Token, TokenKind};
use crate::span::Span;
use std::collections::{HashMap, HashSet};

/// A part of the text that was skipped after a syntax error.
#[derive(Clone, Copy)]
pub(super) struct Skipped {
    span: Span,
    function: Option<FunctionId>,
    /// It is one statement or declaration, rather than everything up to the next function.
    is_statement: bool,
}

/// Whether this word starts a declaration.
fn is_storage(word: &[u8]) -> bool {
    word.get(1..).is_some_and(|name| StateSpace::from_name(name).is_some())
}

impl<'s> Resolver<'s> {
    /// Notes that a part of the text was skipped.
    pub(crate) fn lose(&mut self, span: Span, is_statement: bool) {
        if let Some(id) = self.function {
            self.module.functions[id.index()].broken = true;
        }
        self.skipped.push(Skipped { span, function: self.function, is_statement });
    }

    /// Whether a syntax error was found in the function.
    pub(crate) fn is_broken(&self) -> bool {
        self.skipped.last().is_some_and(|skipped| skipped.function.is_some() && skipped.function == self.function)
    }

    /// Where the last skipped part ends.
    pub(crate) fn last_skipped(&self) -> Option<u32> {
        self.skipped.last().map(|skipped| skipped.span.end)
    }

    /// What nobody knows as an instruction may be something else altogether; then its operands are not what they seem.
    fn forget_names_of_unknown_instructions(&mut self) {
        if self.module.opcodes.iter().all(|opcode| opcode.instruction.is_some()) {
            return;
        }
        let mut errors = std::mem::take(&mut self.module.name_errors);
        errors.retain(|error| {
            let after = self.module.insts.partition_point(|inst| inst.span.start <= error.span.start);
            !self.module.insts[..after]
                .last()
                .is_some_and(|inst| inst.span.end >= error.span.end && self.module[inst.opcode].instruction.is_none())
        });
        self.module.name_errors = errors;
    }

    /// Ends the module: what is missing because a syntax error has swallowed it is no second mistake.
    pub(crate) fn finish(&mut self, tokens: &[Token]) {
        self.forget_names_of_unknown_instructions();
        if self.skipped.is_empty() {
            return;
        }
        let mut lost = Lost::default();
        // Where the first declaration of each function, or of the module, was lost.
        // The functions in which a label may have been lost.
        let mut labels = HashSet::new();
        let mut declarations: HashMap<Option<FunctionId>, u32> = HashMap::new();
        for skipped in &self.skipped {
            let first = tokens.partition_point(|token| token.span().start < skipped.span.start);
            let within = tokens[first..].iter().take_while(|token| token.span().start < skipped.span.end);
            for token in within {
                let text = self.module.source.slice(token.span());
                match token.kind() {
                    TokenKind::Word | TokenKind::DottedWord => {
                        lost.insert(text);
                        lost.insert(text.split(|&b| b == b'.').next().unwrap_or_default());
                    }
                    TokenKind::Directive => {
                        lost.insert(text);
                        if skipped.is_statement && is_storage(text) {
                            declarations.entry(skipped.function).or_insert(skipped.span.start);
                        }
                    }
                    TokenKind::Colon if skipped.is_statement => {
                        labels.insert(skipped.function);
                    }
                    _ => {}
                }
            }
        }
        for opcode in self.module.opcodes.iter().filter(|opcode| opcode.instruction.is_none()) {
            let span = self.module.names.span(opcode.name);
            lost.insert(self.module.source.slice(Span::new(span.start, span.start + u32::from(opcode.base_len))));
        }
        let broken: HashSet<Option<FunctionId>> = self.skipped.iter().map(|skipped| skipped.function).collect();
        let mut errors = std::mem::take(&mut self.module.name_errors);
        errors.retain(|error| {
            use NameErrorKind::{OutsideRange, Undeclared, UndeclaredFunction, UndefinedLabel};
            if !matches!(error.kind, Undeclared | UndeclaredFunction | OutsideRange(_) | UndefinedLabel) {
                return true;
            }
            let name = self.module.name(error.name).as_bytes();
            let digits = name.iter().rev().take_while(|b| b.is_ascii_digit()).count();
            let is_damaged = broken.contains(&error.function) && (2..name.len()).any(|n| lost.contains(&name[..n]));
            let declared = |function| declarations.get(&function).is_some_and(|&start| start < error.span.start);
            !(lost.contains(name)
                || lost.contains(&name[..name.len() - digits])
                || is_damaged
                || labels.contains(&error.function)
                || declared(error.function)
                || declared(None))
        });
        self.module.name_errors = errors;
        self.module.lost = lost;
    }
}
