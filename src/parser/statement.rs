//! Function bodies: labels, instructions, declarations and directives (PTX ISA 4.3 and 11).

use super::decl::{RESERVED, declaration, declared_space, is_reserved, parameters, short_integer};
use super::function::pragma;
use super::input::{Failure, Input, Parsed, comma_separated, expected, fail, punct, token};
use super::operand::{OperandContext, operand};
use crate::ir::{Expected, FunctionKind, InlinedAt, LabelKind, Linkage, Location, VariableRole};
use crate::isa::ScalarType;
use crate::lexer::TokenKind;
use crate::resolve::{DeclKind, MAX_DEPTH, Resolver};
use crate::span::Span;

/// Reads a body from its `{` to its `}`. Never fails: what is no PTX becomes a syntax error of the module, and reading
/// goes on at the next statement.
pub(super) fn body<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Input<'t> {
    let open = input.span();
    let mut depth: u32 = 0;
    // Braces deeper than the limit are matched but open no scope.
    let mut ignored: u32 = 0;
    let mut rest = input.advance();
    loop {
        match rest.kind() {
            TokenKind::LBrace if ignored > 0 || !r.open_scope() => {
                if ignored == 0 {
                    let limit = Expected::Reason("blocks nest deeper than 1000");
                    debug_assert_eq!(MAX_DEPTH, 1000);
                    r.syntax_error(rest.span(), limit);
                }
                ignored += 1;
                rest = rest.advance();
            }
            TokenKind::LBrace => {
                depth += 1;
                rest = rest.advance();
            }
            TokenKind::RBrace => {
                rest = rest.advance();
                if ignored > 0 {
                    ignored -= 1;
                } else if depth == 0 {
                    return rest;
                } else {
                    depth -= 1;
                    r.close_scope();
                }
            }
            TokenKind::End => {
                // A brace that is missing in the end may be one that a syntax error has swallowed.
                if !r.is_broken() {
                    r.syntax_error(rest.span(), Expected::Unclosed(open));
                }
                break;
            }
            TokenKind::Directive if starts_module_item(r, rest) => {
                if !r.is_broken() {
                    r.syntax_error(rest.span(), Expected::Unclosed(open));
                }
                break;
            }
            _ => rest = recovering(r, rest, statement),
        }
    }
    for _ in 0..depth {
        r.close_scope();
    }
    rest
}

/// Whether a directive can only stand outside bodies, so that a closing brace must be missing.
fn starts_module_item(r: &Resolver<'_>, input: Input<'_>) -> bool {
    match r.text(input.span()) {
        b".entry" | b".func" => true,
        b".section" | b".file" => ends_module(r, input),
        b".visible" | b".extern" | b".weak" => {
            input.second() == TokenKind::Directive && matches!(r.text(input.advance().span()), b".entry" | b".func")
        }
        _ => false,
    }
}

/// Whether a section or file is followed by something that only modules have, or by nothing.
fn ends_module(r: &Resolver<'_>, input: Input<'_>) -> bool {
    let mut rest = input.advance();
    if r.text(input.span()) == b".section" {
        while !matches!(rest.kind(), TokenKind::End | TokenKind::RBrace) {
            rest = rest.advance();
        }
        rest = rest.advance();
    } else {
        while matches!(rest.kind(), TokenKind::Integer | TokenKind::String | TokenKind::Comma) {
            rest = rest.advance();
        }
    }
    rest.kind() == TokenKind::End || super::module::is_module_only(r, rest)
}

/// Runs `rule`; when it fails, records the error and skips to where the next statement starts.
pub(super) fn recovering<'t>(
    r: &mut Resolver<'_>,
    input: Input<'t>,
    rule: impl FnOnce(&mut Resolver<'_>, Input<'t>) -> Parsed<'t, ()>,
) -> Input<'t> {
    let mark = r.mark();
    match rule(r, input) {
        Ok((rest, ())) => rest,
        Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
            r.rollback(&mark);
            // The rest of a line on which a statement has failed may be a part of that one.
            if r.last_skipped().is_none_or(|end| has_line_end(r, Span::new(end, input.span().start))) {
                r.statement_error(&mark, failure.span, failure.expected);
            }
            let rest = recover(r, input, failure);
            r.lose(input.span_until(rest), true);
            rest
        }
        Err(nom::Err::Incomplete(_)) => unreachable!("all tokens are there"),
    }
}

/// The place after a failed statement: behind its semicolon, before a brace that is not its own, or at a token that starts
/// a line as statements do.
fn recover<'t>(r: &Resolver<'_>, start: Input<'t>, failure: Failure) -> Input<'t> {
    let mut braces = 0u32;
    let mut at = start;
    let mut previous_end = start.span().start;
    let mut first = true;
    while at.kind() != TokenKind::End {
        let failed = at.span().start >= failure.span.start;
        if failed && !first && starts_line(r, previous_end, at) && starts_statement(r, at) {
            return at;
        }
        match at.kind() {
            TokenKind::Semicolon if failed => {
                let next = at.advance();
                let closes_own = braces > 0 && next.kind() == TokenKind::RBrace && !starts_line(r, at.span().end, next);
                if !closes_own && may_start_statement(r, at.span().end, next) {
                    return next;
                }
            }
            TokenKind::LBrace if failed && braces == 0 && !first && starts_block(r, previous_end, at) => return at,
            TokenKind::LBrace => braces += 1,
            TokenKind::RBrace if braces == 0 && !first && !is_stray(r, at) => return at,
            TokenKind::RBrace => braces = braces.saturating_sub(1),
            _ => {}
        }
        previous_end = at.span().end;
        first = false;
        at = at.advance();
    }
    at
}

/// Whether a brace behind a failed statement opens a block.
fn starts_block(r: &Resolver<'_>, previous_end: u32, at: Input<'_>) -> bool {
    starts_line(r, previous_end, at)
}

pub(super) fn starts_line(r: &Resolver<'_>, previous_end: u32, at: Input<'_>) -> bool {
    has_line_end(r, Span::new(previous_end, at.span().start))
}

fn has_line_end(r: &Resolver<'_>, span: Span) -> bool {
    r.text(span).iter().any(|b| matches!(b, b'\n' | b'\r'))
}

/// Whether a brace behind a failed statement belongs to its operands rather than to a block: what follows on its line is no
/// statement.
fn is_stray(r: &Resolver<'_>, at: Input<'_>) -> bool {
    let next = at.advance();
    let goes_on = matches!(
        next.kind(),
        TokenKind::Semicolon
            | TokenKind::Comma
            | TokenKind::RBracket
            | TokenKind::RParen
            | TokenKind::Greater
            | TokenKind::Integer
            | TokenKind::Word
            | TokenKind::Plus
            | TokenKind::Pipe
    );
    goes_on && !starts_line(r, at.span().end, next) && !may_start_statement(r, at.span().end, next)
}

/// Whether a statement, an item or the end of a block may stand here.
fn may_start_statement(r: &Resolver<'_>, previous_end: u32, at: Input<'_>) -> bool {
    match at.kind() {
        TokenKind::At | TokenKind::Directive | TokenKind::LBrace | TokenKind::RBrace | TokenKind::End => true,
        TokenKind::Word | TokenKind::DottedWord => {
            at.second() == TokenKind::Colon
                || r.text(at.span()).first().is_some_and(u8::is_ascii_lowercase)
                || starts_line(r, previous_end, at)
        }
        _ => false,
    }
}

fn starts_statement(r: &Resolver<'_>, at: Input<'_>) -> bool {
    match at.kind() {
        TokenKind::At | TokenKind::Directive => true,
        TokenKind::DottedWord => r.text(at.span()).first() != Some(&b'%'),
        TokenKind::Word if at.second() == TokenKind::Colon => true,
        TokenKind::Word => {
            let first = r.text(at.span()).first().copied().unwrap_or(0);
            first.is_ascii_lowercase() && matches!(at.second(), TokenKind::Semicolon | TokenKind::Word)
        }
        _ => false,
    }
}

/// Reads one statement.
fn statement<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    match input.kind() {
        TokenKind::Word if input.second() == TokenKind::Colon => label(r, input),
        TokenKind::Word | TokenKind::DottedWord => {
            let list = r.begin_list();
            instruction(r, input, list, false)
        }
        TokenKind::At => guarded(r, input),
        TokenKind::Directive => directive(r, input),
        TokenKind::Semicolon => fail(input, Expected::Reason("PTX has no empty statement")),
        // A line that goes on, for the assembler: it counts for nothing before an instruction.
        TokenKind::Unknown if r.text(input.span()) == b"\\" && continues(input.second()) => Ok((input.advance(), ())),
        kind => expected(input, unexpected_token(kind).unwrap_or("a statement")),
    }
}

fn continues(next: TokenKind) -> bool {
    matches!(next, TokenKind::Word | TokenKind::DottedWord | TokenKind::At)
}

/// What to say of a token that is wrong by itself.
pub(super) fn unexpected_token(kind: TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::NonAscii => "ASCII text",
        TokenKind::UnterminatedString => "a closing `\"` on this line",
        TokenKind::UnterminatedComment => "`*/` before the end of the file",
        _ => return None,
    })
}

/// `name:`, and `name: .branchtargets …`
fn label<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let name = input.span();
    if is_reserved(r.text(name)) {
        return fail(input, RESERVED);
    }
    let rest = input.advance().advance();
    let table = match rest.kind() {
        TokenKind::Directive => r.text(rest.span()),
        _ => b"",
    };
    let (rest, kind) = match table {
        b".branchtargets" => targets(r, rest, LabelKind::BranchTargets)?,
        b".calltargets" => targets(r, rest, LabelKind::CallTargets)?,
        b".callprototype" => prototype(r, rest)?,
        _ => (rest, LabelKind::Code(r.next_inst())),
    };
    r.label(name, kind);
    Ok((rest, ()))
}

/// `.branchtargets a, b;`
fn targets<'t>(
    r: &mut Resolver<'_>,
    input: Input<'t>,
    kind: fn(crate::ir::List) -> LabelKind,
) -> Parsed<'t, LabelKind> {
    let list = r.begin_list();
    let (rest, ()) = comma_separated(input.advance(), |i| {
        let (rest, name) = token(TokenKind::Word, "a name")(i)?;
        let operand = r.word(name.span(), false);
        r.push(operand);
        Ok((rest, ()))
    })?;
    let (rest, _) = punct(TokenKind::Semicolon)(rest)?;
    Ok((rest, kind(r.end_list(list))))
}

/// `.callprototype (returns) _ (params) .noreturn;`
fn prototype<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, LabelKind> {
    let id = r.begin_function(FunctionKind::Prototype, Linkage::Internal, input.span().start);
    let (rest, returns) = parameters(r, input.advance(), DeclKind::PrototypeParam(VariableRole::Return))?;
    let (rest, _) = token(TokenKind::Underscore, "`_`")(rest)?;
    let (rest, params) = parameters(r, rest, DeclKind::PrototypeParam(VariableRole::Param))?;
    let (rest, _) = super::function::directives(r, rest, FunctionKind::Prototype)?;
    let (rest, semicolon) = punct(TokenKind::Semicolon)(rest)?;
    r.set_parameters(id, params, returns);
    r.end_function(id, semicolon.span().end);
    Ok((rest, LabelKind::CallPrototype(id)))
}

/// `@p instruction`, `@!p instruction`
fn guarded<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let bang = input.advance();
    let negated = bang.kind() == TokenKind::Bang;
    let name = if negated { bang.advance() } else { bang };
    let mut guard = match name.kind() {
        TokenKind::Word => r.word(name.span(), negated),
        _ => return expected(name, "a predicate register"),
    };
    guard.span.start = bang.span().start;
    let list = r.begin_list();
    r.push(guard);
    let opcode = name.advance();
    match opcode.kind() {
        TokenKind::Word | TokenKind::DottedWord => instruction(r, opcode, list, true),
        _ => expected(opcode, "an instruction after the guard"),
    }
}

#[inline]
fn instruction<'t>(r: &mut Resolver<'_>, input: Input<'t>, list: usize, guarded: bool) -> Parsed<'t, ()> {
    let mut opcode = input.span();
    let mut rest = input.advance();
    while rest.kind() == TokenKind::Directive {
        opcode.end = rest.span().end;
        rest = rest.advance();
    }
    let place = if r.text(opcode).starts_with(b"call") { OperandContext::Call } else { OperandContext::Operand };
    if rest.kind() != TokenKind::Semicolon || place == OperandContext::Call {
        loop {
            let (after, operand) = operand(r, rest, place)?;
            r.push(operand);
            rest = after;
            if rest.kind() != TokenKind::Comma {
                break;
            }
            rest = rest.advance();
        }
    }
    if rest.kind() != TokenKind::Semicolon {
        return expected(rest, unexpected_token(rest.kind()).unwrap_or("`,` or `;`"));
    }
    r.inst(opcode, list, guarded, rest.span().end);
    Ok((rest.advance(), ()))
}

/// A declaration, or `.loc`, `.pragma`.
fn directive<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    match r.text(input.span()) {
        b".loc" => location(r, input),
        b".pragma" => pragma(r, input),
        // The assembler takes one here, too.
        b".target" => super::module::target(r, input),
        b".branchtargets" | b".calltargets" | b".callprototype" => {
            fail(input, Expected::Reason("this directive needs a label before it"))
        }
        b".extern" | b".visible" | b".weak" | b".common" => {
            fail(input, Expected::Reason("linkage directives stand at module level only"))
        }
        // A declaration of nothing needs no state space.
        name if input.second() == TokenKind::Semicolon && is_type(name) => Ok((input.advance().advance(), ())),
        name if declared_space(name).is_some() || matches!(name, b".align" | b".attribute") => {
            declaration(r, input, Linkage::Internal, VariableRole::Local)
        }
        _ => expected(input, "an instruction, a declaration, `.loc` or `.pragma`"),
    }
}

pub(super) fn is_type(name: &[u8]) -> bool {
    name.get(1..).is_some_and(|name| ScalarType::from_name(name).is_some())
}

/// `.loc file line column`, and `, function_name label{+n}, inlined_at file line column`
fn location<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, file) = short_integer(r, input.advance())?;
    let (rest, line) = short_integer(r, rest)?;
    let (mut rest, column) = short_integer(r, rest)?;
    let location = r.module.locations.len();
    if rest.kind() == TokenKind::Comma {
        let word = |text: &'static [u8], what: &'static str| {
            move |r: &Resolver<'_>, i: Input<'t>| match i.kind() {
                TokenKind::Word if r.text(i.span()) == text => Ok((i.advance(), ())),
                _ => expected(i, what),
            }
        };
        let (name, ()) = word(b"function_name", "`function_name`")(r, rest.advance())?;
        if !matches!(name.kind(), TokenKind::Word | TokenKind::Directive) {
            return expected(name, "a label or a section");
        }
        let mut after = name.advance();
        if after.kind() == TokenKind::Plus {
            (after, _) = short_integer(r, after.advance())?;
        }
        (after, _) = punct(TokenKind::Comma)(after)?;
        (after, ()) = word(b"inlined_at", "`inlined_at`")(r, after)?;
        let start = after;
        let mut place = [0; 3];
        for number in &mut place {
            let value;
            (after, value) = short_integer(r, after)?;
            *number = value as u32;
        }
        r.module.inlined.push(InlinedAt { location, name: name.span(), place, span: start.span_until(after) });
        rest = after;
    }
    let clamp = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
    let inst = r.next_inst();
    r.module.locations.push(Location { inst, file: clamp(file), line: clamp(line), column: clamp(column) });
    Ok((rest, ()))
}
