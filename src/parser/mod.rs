//! Tokens to a resolved [`Module`].
//!
//! The grammar is written with `nom` over a slice of tokens. Each rule decides by its first tokens, so nothing is
//! read twice, and hands what it reads to the resolver at once: there is no tree in between. Parsing never
//! fails; a statement that is no PTX becomes one [`crate::ir::SyntaxError`].

mod decl;
mod expr;
mod function;
mod input;
mod module;
mod operand;
mod statement;

use crate::ir::Module;
use crate::lexer::{Token, lex};
use crate::resolve::Resolver;
use crate::source::Source;

/// Parses and resolves a module.
pub fn parse(source: Source<'_>) -> Module<'_> {
    let text = source.text();
    let mut lexed = lex(source);
    lexed.tokens.push(Token::end(text.end));
    let mut resolver = Resolver::new(source, lexed.tokens.len());
    resolver.module.comments = lexed.comments;
    module::module(&mut resolver, input::Input::new(&lexed.tokens));
    resolver.finish(&lexed.tokens);
    resolver.module
}

#[cfg(test)]
mod tests;
