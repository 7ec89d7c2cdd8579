//! The module level: headers, functions, variables, debug sections (PTX ISA 4.2 and 11).

use super::decl::{declaration, declared_space, integer, short_integer};
use super::function::{function, pragma, string};
use super::input::{Input, Parsed, comma_separated, expected, fail, punct, token};
use super::statement::{recovering, unexpected_token};
use crate::ir::{Expected, Header, HeaderKind, Linkage, Section, SourceFile, VariableRole};
use crate::lexer::TokenKind;
use crate::resolve::Resolver;
use crate::span::Span;

/// Reads the whole module.
pub(super) fn module(r: &mut Resolver<'_>, mut input: Input<'_>) {
    let mut place = Place::Header;
    let mut last_failed = false;
    while input.kind() != TokenKind::End {
        let errors = r.module.syntax_errors.len();
        input = match input.kind() {
            TokenKind::RBrace => {
                r.syntax_error(input.span(), Expected::Reason("this brace closes nothing"));
                input.advance()
            }
            TokenKind::LBrace => {
                // The block of a function whose header was no PTX is no second mistake.
                if !last_failed {
                    r.syntax_error(input.span(), Expected::Reason("this block belongs to no function"));
                }
                skip_block(input)
            }
            _ => recovering(r, input, |r, i| item(r, i, &mut place)),
        };
        last_failed = r.module.syntax_errors.len() > errors;
    }
}

/// How far the module has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Only `.version`, `.target` and `.address_size` have been seen.
    Header,
    /// These directives can't follow any more.
    Body,
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

fn item<'t>(r: &mut Resolver<'_>, input: Input<'t>, place: &mut Place) -> Parsed<'t, ()> {
    let name = r.text(input.span());
    let is_header = matches!(name, b".version" | b".target" | b".address_size");
    if is_header && (*place == Place::Body || has_header(r, name)) {
        return fail(input, Expected::Reason("this directive stands once, at the start of the module"));
    }
    if !is_header {
        *place = Place::Body;
    }
    if input.kind() != TokenKind::Directive {
        return expected(input, unexpected_token(input.kind()).unwrap_or("a directive such as `.entry` or `.global`"));
    }
    match name {
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
        name if starts_storage(name) => declaration(r, input, Linkage::Internal, VariableRole::Module),
        _ => expected(input, "a module directive such as `.entry`, `.func` or `.global`"),
    }
}

/// Whether something of the module may start with this directive.
pub(super) fn is_item(name: &[u8]) -> bool {
    matches!(
        name,
        b".version"
            | b".target"
            | b".address_size"
            | b".file"
            | b".section"
            | b".alias"
            | b".pragma"
            | b".extern"
            | b".visible"
            | b".weak"
            | b".common"
            | b".entry"
            | b".func"
    ) || starts_storage(name)
}

/// Whether a declaration may start with this directive.
fn starts_storage(name: &[u8]) -> bool {
    declared_space(name).is_some() || matches!(name, b".align" | b".attribute")
}

/// Whether a header directive comes too late. There may be several `.target` directives, but none behind `.address_size`.
fn has_header(r: &Resolver<'_>, name: &[u8]) -> bool {
    r.module.headers.iter().any(|header| match header.kind {
        HeaderKind::Version(_) => name == b".version",
        HeaderKind::AddressSize(_) => true,
        HeaderKind::Target(_) => false,
    })
}

fn linked<'t>(r: &mut Resolver<'_>, input: Input<'t>, linkage: Linkage) -> Parsed<'t, ()> {
    let next = input.advance();
    match (next.kind(), r.text(next.span())) {
        (TokenKind::Directive, b".entry" | b".func") if linkage != Linkage::Common => {
            function(r, next, linkage, input.span().start)
        }
        (TokenKind::Directive, name) if starts_storage(name) => declaration(r, next, linkage, VariableRole::Module),
        _ if linkage == Linkage::Common => expected(next, "a state space"),
        _ => expected(next, "`.entry`, `.func` or a state space"),
    }
}

/// `.version 8.4`
fn version<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let number = input.advance();
    let (rest, token) = token(TokenKind::Decimal, "a version such as `8.4`")(number)?;
    let is_part = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    if !r.text(token.span()).split(|&b| b == b'.').all(is_part) {
        return expected(number, "a version such as `8.4`");
    }
    // The assembler takes both words as one token.
    let between = r.text(Span::new(input.span().end, token.span().start));
    if !between.iter().all(|&b| matches!(b, b' ' | b'\t')) {
        return fail(number, Expected::Reason("the version stands on the line of `.version`, with blanks in between"));
    }
    let number = token;
    r.module.headers.push(Header { kind: HeaderKind::Version(number.span()), span: input.span_until(rest) });
    Ok((rest, ()))
}

/// `.target sm_90a, debug`
pub(super) fn target<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let list = input.advance();
    let (rest, ()) = comma_separated(list, |i| {
        let (rest, _) = token(TokenKind::Word, "a target such as `sm_90`")(i)?;
        Ok((rest, ()))
    })?;
    let header = Header { kind: HeaderKind::Target(list.span_until(rest)), span: input.span_until(rest) };
    r.module.headers.push(header);
    Ok((rest, ()))
}

/// `.address_size 64`
fn address_size<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, size) = integer(r, input.advance())?;
    if size != 32 && size != 64 {
        return fail(input.advance(), Expected::Reason("addresses have 32 or 64 bits"));
    }
    r.module.headers.push(Header { kind: HeaderKind::AddressSize(size), span: input.span_until(rest) });
    Ok((rest, ()))
}

/// `.file 1 "name", timestamp, size`
fn file<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (name, index) = short_integer(r, input.advance())?;
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
    r.alias(input.span_until(rest), alias, aliasee);
    Ok((rest, ()))
}

/// `.section .debug_info { … }`: labels, and `.b8` to `.b64` data: a list of integers, or one address. Of the data nothing is kept.
fn section<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let name = input.advance();
    let (rest, _) = token(TokenKind::Directive, "a section name such as `.debug_info`")(name)?;
    let open = rest;
    let (mut rest, _) = punct(TokenKind::LBrace)(rest)?;
    r.module.sections.push(Section { span: input.span_until(open), name: name.span() });
    loop {
        match rest.kind() {
            TokenKind::RBrace => return Ok((rest.advance(), ())),
            TokenKind::Word if rest.second() == TokenKind::Colon => {
                r.module.section_labels.push(rest.span());
                rest = rest.advance().advance();
            }
            TokenKind::Directive => {
                let width = match r.text(rest.span()) {
                    b".b8" => 8,
                    b".b16" => 16,
                    b".b32" => 32,
                    b".b64" => 64,
                    _ => return expected(rest, "`.b8`, `.b16`, `.b32` or `.b64`"),
                };
                (rest, ()) = section_data(r, rest.advance(), width)?;
            }
            TokenKind::End => return fail(rest, Expected::Unclosed(open.span())),
            _ => return expected(rest, "a label, `.b8`, `.b16`, `.b32`, `.b64` or `}`"),
        }
    }
}

#[inline]
fn section_data<'t>(r: &Resolver<'_>, input: Input<'t>, width: u32) -> Parsed<'t, ()> {
    let is_label = |kind| matches!(kind, TokenKind::Word | TokenKind::DottedWord);
    let rest = input.advance();
    if width < 32 && (is_label(input.kind()) || input.kind() == TokenKind::Directive) {
        return fail(input, Expected::Reason("an address is `.b32` or `.b64`"));
    }
    match (input.kind(), rest.kind()) {
        (TokenKind::Integer | TokenKind::Minus, _) => comma_separated(input, |i| section_number(r, i, width)),
        (TokenKind::Directive, TokenKind::Plus) => integer(r, rest.advance()).map(|(rest, _)| (rest, ())),
        (kind, TokenKind::Plus) if is_label(kind) => integer(r, rest.advance()).map(|(rest, _)| (rest, ())),
        (kind, TokenKind::Minus) if is_label(kind) && is_label(rest.second()) => Ok((rest.advance().advance(), ())),
        (kind, TokenKind::Minus) if is_label(kind) => expected(rest.advance(), "a label"),
        (kind, _) if is_label(kind) || kind == TokenKind::Directive => Ok((rest, ())),
        _ => expected(input, "integers, a label or a section name"),
    }
}

/// A number that has a place in so many bits, with or without sign.
#[inline]
fn section_number<'t>(r: &Resolver<'_>, input: Input<'t>, width: u32) -> Parsed<'t, ()> {
    let is_negative = input.kind() == TokenKind::Minus;
    let digits = if is_negative { input.advance() } else { input };
    let (rest, value) = integer(r, digits)?;
    let most = match (is_negative, width) {
        (true, 64) => i64::MAX as u64,
        (true, _) => 1 << (width - 1),
        // The assembler takes any positive number for 32 bits.
        (false, 32 | 64) => u64::MAX,
        (false, _) => (1 << width) - 1,
    };
    if value > most {
        return fail(digits, Expected::Reason("the number has no place in this many bits"));
    }
    Ok((rest, ()))
}
