//! Source text to tokens.
//!
//! The lexer covers every byte: a byte belongs to a token, to a comment, or is white space between
//! them. A token is 8 bytes and borrows nothing; its text is a slice of the source. Lexical rules
//! follow what ptxas does (PTX ISA, chapter 4 "Syntax"), not C: `\` is an ordinary byte, and `%` starts an
//! identifier only when an identifier character follows.
//!
//! A word keeps its dotted suffixes: `ld.global.v4.f32`, `%tid.x` and `name.with.dots` are one token
//! each, which halves the number of tokens and lets equal opcodes be recognised by one hash.

mod literal;

pub use literal::{Overflow, decode_decimal, decode_hex_float, decode_integer};

use crate::source::Source;
use crate::span::Span;
use logos::{Lexer, Logos};

/// The kind of a [`Token`].
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(utf8 = false)]
#[logos(skip r"[ \t\r\n\x0c\x1a]+")]
#[repr(u8)]
pub enum TokenKind {
    /// `// …`, `/* … */`, or a preprocessor's line marker (`# 1 "file"`), which ptxas skips too. A lone carriage return
    /// ends no comment. Comments hold any bytes, hence the byte strings here.
    #[regex(b"//[^\n]*", allow_greedy = true)]
    #[regex(b"/\\*[^*]*\\*+([^/*][^*]*\\*+)*/")]
    #[regex(b"#[ \t]*(line[ \t]+)?[0-9]+[ \t]+\"[^\"\n]*\"[ \t0-9]*")]
    Comment,
    /// Identifier: `%r1`, `$L__BB0_2`, `ret`.
    #[regex(r"([A-Za-z]|[_$%][A-Za-z0-9_$])[A-Za-z0-9_$]*")]
    Word,
    /// Identifier with its dotted suffixes: `add.s32`, `%tid.x`, `name.with.dots`, `spcompress.sp::2:4`.
    #[regex(r"([A-Za-z]|[_$%][A-Za-z0-9_$])[A-Za-z0-9_$]*(\.[A-Za-z0-9_$]+(::[A-Za-z0-9_$]+|::[0-9]+:[0-9]+)*)+")]
    DottedWord,
    /// A dotted word that no identifier precedes: `.reg`, `.b32`, `.1d`, `.shared::cta`.
    #[regex(r"\.[A-Za-z0-9_$]+(::[A-Za-z0-9_$]+)*", priority = 2)]
    Directive,
    /// Integer literal: decimal, octal, hexadecimal or binary, with optional `U`.
    #[regex(r"([1-9][0-9]*|0[0-7]*|0[xX][0-9a-fA-F]+|0[bB][01]+)U?")]
    Integer,
    /// Decimal floating-point literal: `1.5`, `1e-3`, `.5`.
    #[regex(r"([0-9]+\.[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", priority = 5)]
    #[regex(r"[0-9]+[eE][+-]?[0-9]+")]
    Decimal,
    /// Hexadecimal single-precision literal `0fXXXXXXXX`.
    #[regex(r"0[fF][0-9a-fA-F]{8}")]
    HexSingle,
    /// Hexadecimal double-precision literal `0dXXXXXXXXXXXXXXXX`.
    #[regex(r"0[dD][0-9a-fA-F]{16}")]
    HexDouble,
    /// String literal with its quotes; no escapes exist.
    #[regex(b"\"[^\"]*\"")]
    String,
    /// `_` alone: the sink.
    #[token("_")]
    Underscore,
    /// `,`
    #[token(",")]
    Comma,
    /// `;`
    #[token(";")]
    Semicolon,
    /// `:`
    #[token(":")]
    Colon,
    /// `(`
    #[token("(")]
    LParen,
    /// `)`
    #[token(")")]
    RParen,
    /// `{`
    #[token("{")]
    LBrace,
    /// `}`
    #[token("}")]
    RBrace,
    /// `[`
    #[token("[")]
    LBracket,
    /// `]`
    #[token("]")]
    RBracket,
    /// `@`
    #[token("@")]
    At,
    /// `+`
    #[token("+")]
    Plus,
    /// `-`
    #[token("-")]
    Minus,
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `%` that starts no identifier.
    #[token("%")]
    Percent,
    /// `!`
    #[token("!")]
    Bang,
    /// `~`
    #[token("~")]
    Tilde,
    /// `&`
    #[token("&")]
    Amp,
    /// `|`
    #[token("|")]
    Pipe,
    /// `^`
    #[token("^")]
    Caret,
    /// `?`
    #[token("?")]
    Question,
    /// `=`
    #[token("=")]
    Equal,
    /// `<`
    #[token("<")]
    Less,
    /// `>`
    #[token(">")]
    Greater,
    /// `<<`
    #[token("<<")]
    Shl,
    /// `>>`
    #[token(">>")]
    Shr,
    /// `<=`
    #[token("<=")]
    LessEqual,
    /// `>=`
    #[token(">=")]
    GreaterEqual,
    /// `==`
    #[token("==")]
    EqualEqual,
    /// `!=`
    #[token("!=")]
    BangEqual,
    /// `&&`
    #[token("&&")]
    AmpAmp,
    /// `||`
    #[token("||")]
    PipePipe,
    /// A string whose closing quote is missing.
    #[token("\"", rest_of_line)]
    UnterminatedString,
    /// A `/*` whose `*/` is missing.
    #[token("/*", rest_of_input)]
    UnterminatedComment,
    /// A run of bytes outside ASCII.
    #[regex(b"[\x80-\xff]+")]
    NonAscii,
    /// A byte that starts no token.
    Unknown,
    /// A token longer than [`Token::MAX_LEN`] bytes.
    TooLong,
    /// End of input; what a parser sees behind the last token.
    End,
}

/// Extends a `"` without a partner to the end of its line.
fn rest_of_line(lexer: &mut Lexer<'_, TokenKind>) {
    let rest = lexer.remainder();
    lexer.bump(rest.iter().position(|b| matches!(b, b'\r' | b'\n')).unwrap_or(rest.len()));
}

/// Extends a `/*` without a partner to the end of the input.
fn rest_of_input(lexer: &mut Lexer<'_, TokenKind>) {
    lexer.bump(lexer.remainder().len());
}

/// One token: kind and place, packed into 8 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token {
    start: u32,
    len_low: u16,
    len_high: u8,
    kind: TokenKind,
}

impl Token {
    /// Longest token in bytes; a longer one becomes [`TokenKind::TooLong`].
    pub const MAX_LEN: u32 = (1 << 24) - 1;

    fn new(kind: TokenKind, start: u32, len: u32) -> Self {
        let (kind, len) = if len > Self::MAX_LEN { (TokenKind::TooLong, Self::MAX_LEN) } else { (kind, len) };
        Self { start, len_low: len as u16, len_high: (len >> 16) as u8, kind }
    }

    /// The token that stands for the end of an input of `len` bytes.
    pub fn end(len: u32) -> Self {
        Self::new(TokenKind::End, len, 0)
    }

    /// The kind.
    #[inline]
    pub fn kind(self) -> TokenKind {
        self.kind
    }

    /// The place.
    #[inline]
    pub fn span(self) -> Span {
        Span::new(self.start, self.start + (u32::from(self.len_high) << 16 | u32::from(self.len_low)))
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{}..{}", self.kind, self.span().start, self.span().end)
    }
}

/// The result of [`lex`].
#[derive(Debug, Default)]
pub struct Lexed {
    /// All tokens in source order, comments excluded.
    pub tokens: Vec<Token>,
    /// All comments ([`TokenKind::Comment`]) in source order.
    pub comments: Vec<Span>,
}

/// Splits the text of `source` into tokens and comments. Never fails: what is no token becomes one of
/// the error kinds ([`TokenKind::Unknown`] and its neighbours).
pub fn lex(source: Source<'_>) -> Lexed {
    let text = source.text();
    // Compiler output averages 5 to 6 bytes a token.
    let mut tokens = Vec::with_capacity(text.len() as usize / 5 + 16);
    let mut comments = Vec::new();
    let mut lexer = TokenKind::lexer(source.slice(text));
    while let Some(result) = lexer.next() {
        let range = lexer.span();
        let (start, end) = (text.start + range.start as u32, text.start + range.end as u32);
        match result.unwrap_or(TokenKind::Unknown) {
            TokenKind::Comment => comments.push(Span::new(start, end)),
            kind => {
                if tokens.len() == tokens.capacity() {
                    make_room(&mut tokens, range.start, text.len() as usize);
                }
                tokens.push(Token::new(kind, start, end - start));
            }
        }
    }
    Lexed { tokens, comments }
}

/// Makes room for as many tokens as there are if the rest of a text is as dense as what has been read: twice the room, as lists usually
/// get, is mostly too much, and more than all that comes later takes.
#[cold]
fn make_room(tokens: &mut Vec<Token>, read: usize, all: usize) {
    let rest = tokens.len() as u64 * (all - read) as u64 / read.max(1) as u64;
    tokens.reserve_exact((rest as usize + rest as usize / 16).max(tokens.len() / 4) + 16);
}

#[cfg(test)]
mod tests;
