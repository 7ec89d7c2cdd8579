//! The token stream as `nom` input, and the error that grammar rules return.

use crate::ir::Expected;
use crate::lexer::{Token, TokenKind};
use crate::span::Span;
use nom::IResult;
use nom::error::ErrorKind;

/// The rest of the token stream. The last token is always [`TokenKind::End`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input<'t> {
    tokens: &'t [Token],
}

impl<'t> Input<'t> {
    /// `tokens` must end with an end token.
    pub(super) fn new(tokens: &'t [Token]) -> Self {
        debug_assert!(tokens.last().is_some_and(|token| token.kind() == TokenKind::End));
        Self { tokens }
    }

    /// The next token.
    #[inline]
    pub(super) fn token(self) -> Token {
        self.tokens[0]
    }

    /// Kind of the next token.
    #[inline]
    pub(super) fn kind(self) -> TokenKind {
        self.tokens[0].kind()
    }

    /// Kind of the token after the next.
    #[inline]
    pub(super) fn second(self) -> TokenKind {
        self.tokens.get(1).map_or(TokenKind::End, |token| token.kind())
    }

    /// Place of the next token.
    #[inline]
    pub(super) fn span(self) -> Span {
        self.tokens[0].span()
    }

    /// Without the next token; the end token stays.
    #[inline]
    pub(super) fn advance(self) -> Self {
        match self.tokens {
            [_, rest @ ..] if !rest.is_empty() => Self { tokens: rest },
            _ => self,
        }
    }

    /// The place from the first token of `self` to the last token before `rest`.
    pub(super) fn span_until(self, rest: Input<'_>) -> Span {
        let consumed = self.tokens.len() - rest.tokens.len();
        match consumed.checked_sub(1) {
            Some(last) => Span::new(self.span().start, self.tokens[last].span().end),
            None => Span::at(self.span().start),
        }
    }
}

impl<'t> nom::Input for Input<'t> {
    type Item = Token;
    type Iter = std::iter::Copied<std::slice::Iter<'t, Token>>;
    type IterIndices = std::iter::Enumerate<Self::Iter>;

    fn input_len(&self) -> usize {
        self.tokens.len()
    }

    fn take(&self, count: usize) -> Self {
        Self { tokens: &self.tokens[..count] }
    }

    fn take_from(&self, start: usize) -> Self {
        Self { tokens: &self.tokens[start..] }
    }

    fn take_split(&self, count: usize) -> (Self, Self) {
        let (taken, rest) = self.tokens.split_at(count);
        (Self { tokens: rest }, Self { tokens: taken })
    }

    fn position<P: Fn(Token) -> bool>(&self, predicate: P) -> Option<usize> {
        self.tokens.iter().position(|&token| predicate(token))
    }

    fn iter_elements(&self) -> Self::Iter {
        self.tokens.iter().copied()
    }

    fn iter_indices(&self) -> Self::IterIndices {
        self.iter_elements().enumerate()
    }

    fn slice_index(&self, count: usize) -> Result<usize, nom::Needed> {
        if self.tokens.len() >= count { Ok(count) } else { Err(nom::Needed::new(count - self.tokens.len())) }
    }
}

/// Where a grammar rule failed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    pub(super) span: Span,
    pub(super) expected: Expected,
}

/// What grammar rules return.
pub(crate) type Parsed<'t, O> = IResult<Input<'t>, O, Failure>;

impl<'t> nom::error::ParseError<Input<'t>> for Failure {
    fn from_error_kind(input: Input<'t>, _: ErrorKind) -> Self {
        Failure { span: input.span(), expected: Expected::Construct("something else") }
    }

    fn append(_: Input<'t>, _: ErrorKind, other: Self) -> Self {
        other
    }

    /// The alternative that got furthest explains the input best.
    fn or(self, other: Self) -> Self {
        if other.span.start > self.span.start { other } else { self }
    }
}

/// Fails at the next token.
pub(super) fn fail<'t, O>(input: Input<'t>, expected: Expected) -> Parsed<'t, O> {
    Err(nom::Err::Error(Failure { span: input.span(), expected }))
}

/// Fails at the next token, where `what` would have been accepted.
#[inline]
pub(super) fn expected<'t, O>(input: Input<'t>, what: &'static str) -> Parsed<'t, O> {
    fail(input, Expected::Construct(what))
}

/// Recognises one token of `kind`, called `what` in errors.
#[inline]
pub(super) fn token<'t>(kind: TokenKind, what: &'static str) -> impl Fn(Input<'t>) -> Parsed<'t, Token> {
    move |input| {
        if input.kind() == kind { Ok((input.advance(), input.token())) } else { expected(input, what) }
    }
}

/// Recognises a punctuation token, whose name in errors is its text.
#[inline]
pub(super) fn punct<'t>(kind: TokenKind) -> impl Fn(Input<'t>) -> Parsed<'t, Token> {
    token(kind, spelling(kind))
}

/// The text of a punctuation token for messages.
const fn spelling(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Comma => "`,`",
        TokenKind::Semicolon => "`;`",
        TokenKind::Colon => "`:`",
        TokenKind::LParen => "`(`",
        TokenKind::RParen => "`)`",
        TokenKind::LBrace => "`{`",
        TokenKind::RBrace => "`}`",
        TokenKind::LBracket => "`[`",
        TokenKind::RBracket => "`]`",
        TokenKind::Equal => "`=`",
        TokenKind::Less => "`<`",
        TokenKind::Greater => "`>`",
        TokenKind::Plus => "`+`",
        _ => "a token",
    }
}

/// Runs `item` one or more times with commas in between.
pub(super) fn comma_separated<'t>(
    mut input: Input<'t>,
    mut item: impl FnMut(Input<'t>) -> Parsed<'t, ()>,
) -> Parsed<'t, ()> {
    loop {
        (input, ()) = item(input)?;
        if input.kind() != TokenKind::Comma {
            return Ok((input, ()));
        }
        input = input.advance();
    }
}
