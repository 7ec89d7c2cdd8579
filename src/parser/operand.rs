//! Operands (PTX ISA chapter 6).

use super::expr::{expression, starts_expression};
use super::input::{Failure, Input, Parsed, comma_separated, expected, fail, punct};
use crate::ir::{Address, Const, ConstKind, Expected, List, Operand, OperandKind};
use crate::lexer::TokenKind;
use crate::resolve::Resolver;
use crate::span::Span;
use nom::Parser;
use nom::sequence::{delimited, preceded};

/// Where an operand stands, which decides what else it may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OperandContext {
    /// An operand of any instruction but a call.
    Operand,
    /// An operand of `call`, where parentheses enclose arguments.
    Call,
    /// Within braces, brackets or arguments.
    Element,
}

/// Reads one operand.
#[inline]
pub(super) fn operand<'t>(r: &mut Resolver<'_>, input: Input<'t>, place: OperandContext) -> Parsed<'t, Operand> {
    match input.kind() {
        TokenKind::Word | TokenKind::DottedWord => word(r, input, place),
        TokenKind::LBracket if place == OperandContext::Operand => address(r, input),
        TokenKind::LBrace if place == OperandContext::Operand => {
            let (rest, list) = vector(r, input)?;
            pair(r, rest, list)
        }
        TokenKind::Underscore => pair(r, input.advance(), Operand { kind: OperandKind::Sink, span: input.span() }),
        TokenKind::LParen if place == OperandContext::Call => arguments(r, input),
        TokenKind::Bang | TokenKind::Minus if is_word(input.second()) && place != OperandContext::Element => {
            negated(r, input)
        }
        kind if starts_expression(kind) => constant(r, input),
        _ => expected(input, "an operand"),
    }
}

fn is_word(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Word | TokenKind::DottedWord)
}

fn constant<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, Operand> {
    let (rest, value) = expression(r.module.source, input)?;
    Ok((rest, r.constant(value, input.span_until(rest))))
}

/// The operand that the next token, a word, names.
fn name(r: &mut Resolver<'_>, input: Input<'_>, negated: bool) -> Operand {
    if input.kind() == TokenKind::DottedWord {
        r.dotted_word(input.span(), negated)
    } else {
        r.word(input.span(), negated)
    }
}

#[inline]
fn word<'t>(r: &mut Resolver<'_>, input: Input<'t>, place: OperandContext) -> Parsed<'t, Operand> {
    let base = name(r, input, false);
    if input.kind() == TokenKind::DottedWord
        && matches!(base.kind, OperandKind::Unresolved(_))
        && !r.names_component(input.span())
    {
        return expected(input, "an operand");
    }
    let rest = input.advance();
    match rest.kind() {
        TokenKind::Comma | TokenKind::Semicolon | TokenKind::RBracket | TokenKind::RBrace => Ok((rest, base)),
        TokenKind::Pipe => pair(r, rest, base),
        TokenKind::Directive => selector(r, input, rest),
        TokenKind::LBracket => indexed(r, input, base),
        _ if matches!(base.kind, OperandKind::Const(_)) => constant(r, input),
        TokenKind::Plus if place == OperandContext::Operand && input.kind() == TokenKind::Word => {
            offset(r, input, base)
        }
        _ => Ok((rest, base)),
    }
}

/// `%tid .x`: a component with space before its dot.
fn selector<'t>(r: &mut Resolver<'_>, input: Input<'t>, dot: Input<'t>) -> Parsed<'t, Operand> {
    let component = crate::ir::Component::from_name(r.text(dot.span()).get(1..).unwrap_or_default());
    let mut operand = name(r, input, false);
    match &mut operand.kind {
        OperandKind::Reg { component: slot, .. } | OperandKind::Special { component: slot, .. } => *slot = component,
        _ => return expected(dot, "`,` or `;`"),
    }
    operand.span = input.span().to(dot.span());
    pair(r, dot.advance(), operand)
}

/// `p|q` when a bar follows `first`, otherwise `first`.
fn pair<'t>(r: &mut Resolver<'_>, input: Input<'t>, first: Operand) -> Parsed<'t, Operand> {
    if input.kind() != TokenKind::Pipe {
        return Ok((input, first));
    }
    let second = input.advance();
    let operand = match second.kind() {
        TokenKind::Word | TokenKind::DottedWord => name(r, second, false),
        TokenKind::Underscore => Operand { kind: OperandKind::Sink, span: second.span() },
        _ => return expected(second, "a predicate register or `_`"),
    };
    let start = r.begin_list();
    r.push(first);
    r.push(operand);
    let list = r.end_list(start);
    Ok((second.advance(), Operand { kind: OperandKind::Pair(list), span: first.span.to(operand.span) }))
}

/// `!%p1`, `-%r1`
fn negated<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, Operand> {
    let word = input.advance();
    let mut operand = name(r, word, true);
    operand.span.start = input.span().start;
    match operand.kind {
        // `-WARP_SZ` is an expression.
        OperandKind::Const(_) => constant(r, input),
        OperandKind::Reg { .. } | OperandKind::Special { .. } | OperandKind::Unresolved(_) => {
            Ok((word.advance(), operand))
        }
        _ => expected(word, "a register"),
    }
}

/// `symbol+constant`, and `register+constant`, which `mov` takes
fn offset<'t>(r: &mut Resolver<'_>, input: Input<'t>, base: Operand) -> Parsed<'t, Operand> {
    let (rest, (value, span)) = plus_constant(r, input.advance())?;
    Ok((rest, offset_operand(r, base, value, span, false)))
}

/// `symbol[constant]`, `symbol[register]`, `symbol[register+constant]`
fn indexed<'t>(r: &mut Resolver<'_>, input: Input<'t>, base: Operand) -> Parsed<'t, Operand> {
    let start = input.advance().advance();
    if is_word(start.kind()) {
        let index = name(r, start, false);
        if let OperandKind::Reg { .. } = index.kind {
            return register_index(r, input, base, index);
        }
    }
    let (rest, value) = expression(r.module.source, start)?;
    let span = start.span_until(rest);
    let (rest, _) = punct(TokenKind::RBracket)(rest)?;
    let size = match base.kind {
        OperandKind::Var(var) => r.module[var].element_size().unwrap_or(1) as i64,
        _ => 1,
    };
    let bytes = integer_value(value, span)?.wrapping_mul(size);
    let mut operand = offset_operand(r, base, bytes, span, true);
    operand.span = input.span_until(rest);
    Ok((rest, operand))
}

fn register_index<'t>(r: &mut Resolver<'_>, input: Input<'t>, base: Operand, index: Operand) -> Parsed<'t, Operand> {
    let mut rest = input.advance().advance().advance();
    let (mut offset, mut offset_span) = (0, Span::at(index.span.end));
    if rest.kind() == TokenKind::Plus {
        (rest, (offset, offset_span)) = plus_constant(r, rest)?;
    }
    let (rest, _) = punct(TokenKind::RBracket)(rest)?;
    let parts = r.begin_list();
    r.push(base);
    r.push(index);
    let parts = r.end_list(parts);
    let id = r.address(Address { parts, offset, offset_span, indexed: true, unified: false });
    Ok((rest, Operand { kind: OperandKind::Offset(id), span: input.span_until(rest) }))
}

fn offset_operand(r: &mut Resolver<'_>, base: Operand, offset: i64, span: Span, indexed: bool) -> Operand {
    let parts = single(r, base);
    let id = r.address(Address { parts, offset, offset_span: span, indexed, unified: false });
    Operand { kind: OperandKind::Offset(id), span: base.span.to(span) }
}

fn single(r: &mut Resolver<'_>, operand: Operand) -> List {
    let start = r.begin_list();
    r.push(operand);
    r.end_list(start)
}

/// `+` and a constant expression.
fn plus_constant<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, (i64, Span)> {
    let source = r.module.source;
    let start = input.advance();
    let (rest, value) = preceded(punct(TokenKind::Plus), |i| expression(source, i)).parse(input)?;
    let span = start.span_until(rest);
    Ok((rest, (integer_value(value, span)?, span)))
}

fn integer_value(value: Const, span: Span) -> Result<i64, nom::Err<Failure>> {
    let reason = match value.kind {
        ConstKind::Overflow => "the offset needs more than 64 bits",
        _ => "an offset must be an integer",
    };
    value.integer().ok_or(nom::Err::Error(Failure { span, expected: Expected::Reason(reason) }))
}

/// `{a, b, …}`
fn vector<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, Operand> {
    let (rest, list) = enclosed(r, input, TokenKind::LBrace, TokenKind::RBrace)?;
    Ok((rest, Operand { kind: OperandKind::Vector(list), span: input.span_until(rest) }))
}

/// `(a, b, …)`, perhaps empty
fn arguments<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, Operand> {
    let (rest, list) = if input.second() == TokenKind::RParen {
        let start = r.begin_list();
        (input.advance().advance(), r.end_list(start))
    } else {
        enclosed(r, input, TokenKind::LParen, TokenKind::RParen)?
    };
    Ok((rest, Operand { kind: OperandKind::Args(list), span: input.span_until(rest) }))
}

/// Elements between `open` and `close`.
fn enclosed<'t>(r: &mut Resolver<'_>, input: Input<'t>, open: TokenKind, close: TokenKind) -> Parsed<'t, List> {
    let start = r.begin_list();
    let elements = |i| comma_separated(i, |i| element(r, i));
    let (rest, ()) = delimited(punct(open), elements, punct(close)).parse(input)?;
    Ok((rest, r.end_list(start)))
}

fn element<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, operand) = operand(r, input, OperandContext::Element)?;
    r.push(operand);
    Ok((rest, ()))
}

/// `[base]`, `[base+offset]`, `[base, sampler, {coordinates}]`
#[inline]
fn address<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, Operand> {
    let start = r.begin_list();
    let first = input.advance();
    let (mut rest, base) = match first.kind() {
        TokenKind::Word | TokenKind::DottedWord => (first.advance(), name(r, first, false)),
        kind if starts_expression(kind) => constant(r, first)?,
        _ => return expected(first, "an address: a register, a variable or a constant"),
    };
    r.push(base);
    let (mut offset, mut offset_span) = (0, Span::at(first.span().end));
    match rest.kind() {
        TokenKind::Plus => (rest, (offset, offset_span)) = plus_constant(r, rest)?,
        TokenKind::Minus => return fail(rest, Expected::Reason("an offset is added: write `+-` for a negative one")),
        _ => {}
    }
    while rest.kind() == TokenKind::Comma {
        let (after, part) = match rest.advance() {
            i if i.kind() == TokenKind::LBrace => vector(r, i)?,
            i if is_word(i.kind()) => (i.advance(), name(r, i, false)),
            i => return expected(i, "a sampler or `{`"),
        };
        r.push(part);
        rest = after;
    }
    let (rest, _) = punct(TokenKind::RBracket)(rest)?;
    let unified = rest.kind() == TokenKind::Directive && r.module.source.slice(rest.span()) == b".unified";
    let rest = if unified { rest.advance() } else { rest };
    let parts = r.end_list(start);
    let id = r.address(Address { parts, offset, offset_span, indexed: false, unified });
    Ok((rest, Operand { kind: OperandKind::Address(id), span: input.span_until(rest) }))
}
