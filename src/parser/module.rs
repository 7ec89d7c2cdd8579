//! The module level: headers, functions, variables, debug sections (PTX ISA 4.2 and 11).

use super::decl::{declaration, declared_space, integer};
use super::function::{function, pragma, string};
use super::input::{Expected, Input, Parsed, expected, fail, punct, token};
use super::statement::{recovering, unexpected_token};
use crate::ir::{Header, HeaderKind, Linkage, SourceFile, VariableRole};
use crate::lexer::TokenKind;
use crate::resolve::Resolver;

/// Reads the whole module.
pub(super) fn module(r: &mut Resolver<'_>, mut input: Input<'_>) {
    while input.kind() != TokenKind::End {
        input = match input.kind() {
            TokenKind::RBrace => {
                r.syntax_error(input.span(), Expected::Reason("this brace closes nothing"));
                input.advance()
            }
            // The rest of a function whose header was no PTX.
            TokenKind::LBrace => skip_block(input),
            _ => recovering(r, input, item),
        };
    }
}

/// Skips a balanced block without looking inside.
fn skip_block(input: Input<'_>) -> Input<'_> {
    let mut depth = 0u32;
    let mut rest = input;
    loop {
        match rest.kind() {
            TokenKind::LBrace => depth += 1,
            TokenKind::RBrace => depth -= 1,
            TokenKind::End => return rest,
            _ => {}
        }
        rest = rest.advance();
        if depth == 0 {
            return rest;
        }
    }
}

fn item<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    if input.kind() != TokenKind::Directive {
        return expected(input, unexpected_token(input.kind()).unwrap_or("a directive such as `.entry` or `.global`"));
    }
    match r.text(input.span()) {
        b".version" => version(r, input),
        b".target" => target(r, input),
        b".address_size" => address_size(r, input),
        b".file" => file(r, input),
        b".section" => section(r, input),
        b".alias" => alias(r, input),
        b".pragma" => pragma(r, input),
        b".extern" => linked(r, input, Linkage::Extern),
        b".visible" => linked(r, input, Linkage::Visible),
        b".weak" => linked(r, input, Linkage::Weak),
        b".common" => linked(r, input, Linkage::Common),
        b".entry" | b".func" => function(r, input, Linkage::Internal, input.span().start),
        name if declared_space(name).is_some() || matches!(name, b".align" | b".attribute") => {
            declaration(r, input, Linkage::Internal, VariableRole::Module)
        }
        _ => expected(input, "a module directive such as `.entry`, `.func` or `.global`"),
    }
}

fn linked<'t>(r: &mut Resolver<'_>, input: Input<'t>, linkage: Linkage) -> Parsed<'t, ()> {
    let next = input.advance();
    match (next.kind(), r.text(next.span())) {
        (TokenKind::Directive, b".entry" | b".func") => function(r, next, linkage, input.span().start),
        (TokenKind::Directive, name) if declared_space(name).is_some() || matches!(name, b".align" | b".attribute") => {
            declaration(r, next, linkage, VariableRole::Module)
        }
        _ => expected(next, "`.entry`, `.func` or a state space"),
    }
}

/// `.version 8.4`
fn version<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, number) = token(TokenKind::Decimal, "a version such as `8.4`")(input.advance())?;
    r.module.headers.push(Header { kind: HeaderKind::Version(number.span()), span: input.span_until(rest) });
    Ok((rest, ()))
}

/// `.target sm_90a, debug`
fn target<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let list = input.advance();
    let (mut rest, _) = token(TokenKind::Word, "a target such as `sm_90`")(list)?;
    while rest.kind() == TokenKind::Comma {
        (rest, _) = token(TokenKind::Word, "a target option")(rest.advance())?;
    }
    let header = Header { kind: HeaderKind::Target(list.span_until(rest)), span: input.span_until(rest) };
    r.module.headers.push(header);
    Ok((rest, ()))
}

/// `.address_size 64`
fn address_size<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, size) = integer(r, input.advance())?;
    r.module.headers.push(Header { kind: HeaderKind::AddressSize(size), span: input.span_until(rest) });
    Ok((rest, ()))
}

/// `.file 1 "name", timestamp, size`
fn file<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (name, index) = integer(r, input.advance())?;
    let (mut rest, ()) = string(r, name)?;
    for _ in 0..2 {
        if rest.kind() == TokenKind::Comma {
            (rest, _) = integer(r, rest.advance())?;
        }
    }
    let index = u32::try_from(index).unwrap_or(u32::MAX);
    r.module.files.push(SourceFile { index, name: name.span() });
    Ok((rest, ()))
}

/// `.alias name, aliasee;`
fn alias<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let name = |i: Input<'t>| match i.kind() {
        TokenKind::Word | TokenKind::DottedWord => Ok((i.advance(), i.span())),
        _ => expected(i, "a function name"),
    };
    let (rest, alias) = name(input.advance())?;
    let (rest, _) = punct(TokenKind::Comma)(rest)?;
    let (rest, aliasee) = name(rest)?;
    let (rest, _) = punct(TokenKind::Semicolon)(rest)?;
    r.alias(alias, aliasee);
    Ok((rest, ()))
}

/// `.section .debug_info { … }`: labels and lists of `.b8` to `.b64` values, which may be labels, section names or
/// differences of labels. Nothing but its form is checked, and nothing of it is kept.
fn section<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, _) = token(TokenKind::Directive, "a section name such as `.debug_info`")(input.advance())?;
    let open = rest;
    let (mut rest, _) = punct(TokenKind::LBrace)(rest)?;
    loop {
        match rest.kind() {
            TokenKind::RBrace => return Ok((rest.advance(), ())),
            TokenKind::Word if rest.second() == TokenKind::Colon => rest = rest.advance().advance(),
            TokenKind::Directive if matches!(r.text(rest.span()), b".b8" | b".b16" | b".b32" | b".b64") => {
                rest = rest.advance();
                loop {
                    (rest, ()) = section_value(r, rest)?;
                    if rest.kind() != TokenKind::Comma {
                        break;
                    }
                    rest = rest.advance();
                }
            }
            TokenKind::End => return fail(rest, Expected::Unclosed(open.span())),
            _ => return expected(rest, "a label, `.b8`, `.b16`, `.b32`, `.b64` or `}`"),
        }
    }
}

#[inline]
fn section_value<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    match input.kind() {
        TokenKind::Integer => Ok((input.advance(), ())),
        TokenKind::Minus => integer(r, input.advance()).map(|(rest, _)| (rest, ())),
        TokenKind::Directive | TokenKind::Word | TokenKind::DottedWord => {
            let mut rest = input.advance();
            while matches!(rest.kind(), TokenKind::Plus | TokenKind::Minus) {
                rest = rest.advance();
                if !matches!(rest.kind(), TokenKind::Integer | TokenKind::Word | TokenKind::DottedWord) {
                    return expected(rest, "a label or an integer");
                }
                rest = rest.advance();
            }
            Ok((rest, ()))
        }
        _ => expected(input, "an integer, a label or a section name"),
    }
}
