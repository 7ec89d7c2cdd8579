//! The module level: headers, functions, variables, debug sections (PTX ISA 4.2 and 11).

use super::decl::{declaration, declared_space, integer, short_integer};
use super::function::{function, pragma, string};
use super::input::{Input, Parsed, comma_separated, expected, fail, punct, token};
use super::statement::{recovering, starts_line, unexpected_token};
use crate::ir::{Expected, Header, HeaderKind, Linkage, Section, SectionBytes, SourceFile, VariableRole};
use crate::isa::Word;
use crate::lexer::{Token, TokenKind};
use crate::resolve::Resolver;
use crate::span::Span;

/// Reads the whole module.
///
/// What is no item of a module is most often the body of a function whose header is damaged or whose braces do not match. That is
/// one mistake, so everything up to the next item that only a module can hold is skipped.
pub(super) fn module(r: &mut Resolver<'_>, mut input: Input<'_>) {
    let mut place = ModuleProgress::Header;
    let mut last_failed = false;
    let mut is_unclosed = false;
    while input.kind() != TokenKind::End {
        let errors = r.module.syntax_errors.len();
        input = match input.kind() {
            // The parameters and the block of a function whose header was no PTX are no second mistake.
            _ if last_failed && !is_outer(r, input) => skip_to_item(r, input),
            // A brace that was missing stands too late.
            TokenKind::RBrace if is_unclosed => {
                is_unclosed = false;
                input.advance()
            }
            kind if place != ModuleProgress::Body && !is_complete(r) && kind != TokenKind::Directive => {
                if place == ModuleProgress::Header {
                    place = ModuleProgress::Odd(input.span());
                }
                skip_line(r, input)
            }
            TokenKind::RBrace => {
                r.syntax_error(input.span(), Expected::Reason("this brace closes nothing"));
                skip_to_item(r, input)
            }
            TokenKind::LBrace => {
                r.syntax_error(input.span(), Expected::Reason("this block belongs to no function"));
                skip_to_item(r, input)
            }
            _ if is_declaration(r, input) => recovering(r, input, |r, i| item(r, i, &mut place)),
            _ => {
                let mark = r.mark();
                match item(r, input, &mut place) {
                    Ok((rest, ())) => rest,
                    Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
                        r.statement_error(&mark, failure.span, failure.expected);
                        skip_to_item(r, input)
                    }
                    Err(nom::Err::Incomplete(_)) => unreachable!("all tokens are there"),
                }
            }
        };
        let found = &r.module.syntax_errors[errors..];
        is_unclosed |= found.iter().any(|error| matches!(error.expected, Expected::Unclosed(_)));
        last_failed = found.last().is_some_and(|error| error.function.is_none());
    }
    end_header(r, place);
}

/// Whether this is certainly no part of a function.
fn is_outer(r: &Resolver<'_>, input: Input<'_>) -> bool {
    let name = r.text(input.span());
    input.kind() == TokenKind::Directive
        && is_item(name)
        && !matches!(name, b".reg" | b".param" | b".local" | b".pragma")
}

/// Behind the header: what else stands there is reported, unless this is where a directive is missing. Text that starts with no
/// directive at all is no PTX in any case.
fn end_header(r: &mut Resolver<'_>, place: ModuleProgress) {
    let ModuleProgress::Odd(span) = place else { return };
    if is_complete(r) {
        r.syntax_error(span, Expected::Construct("`.version`, `.target` or an item of the module"));
    } else if !r.text(span).starts_with(b".")
        && r.module.headers.first().is_none_or(|header| header.span.start > span.start)
    {
        r.syntax_error(span, Expected::Construct("`.version`"));
    }
}

/// Whether this starts an item without a body, which ends with its line or semicolon.
fn is_declaration(r: &Resolver<'_>, input: Input<'_>) -> bool {
    let name = r.text(input.span());
    match name {
        b".entry" | b".func" | b".section" => false,
        b".visible" | b".extern" | b".weak" | b".common" => {
            let next = input.advance();
            next.kind() == TokenKind::Directive && starts_storage(r.text(next.span()))
        }
        _ => input.kind() == TokenKind::Directive && is_item(name),
    }
}

/// How far the module has been read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModuleProgress {
    /// Only `.version`, `.target` and `.address_size` have been seen.
    Header,
    /// The same, and something else at this place.
    Odd(Span),
    /// These directives can't follow any more.
    Body,
}

/// Skips what is no item, up to one that stands in modules only: behind a whole block, or at the start of a line, as the braces need
/// not match.
fn skip_to_item<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Input<'t> {
    let mut depth = 0u32;
    let mut is_behind_block = false;
    let mut rest = input;
    loop {
        let previous_end = rest.span().end;
        match rest.kind() {
            TokenKind::LBrace => depth += 1,
            TokenKind::RBrace => {
                is_behind_block = depth == 1;
                depth = depth.saturating_sub(1);
            }
            TokenKind::End => break,
            _ => is_behind_block = false,
        }
        rest = rest.advance();
        if (is_behind_block || starts_line(r, previous_end, rest)) && is_module_only(r, rest) {
            break;
        }
    }
    r.lose(input.span_until(rest), false);
    rest
}

/// Whether this starts an item that no body holds.
pub(super) fn is_module_only(r: &Resolver<'_>, input: Input<'_>) -> bool {
    input.kind() == TokenKind::Directive
        && match r.text(input.span()) {
            b".entry" | b".func" | b".file" | b".section" | b".alias" => true,
            b".visible" | b".extern" | b".weak" => {
                let next = input.advance();
                next.kind() == TokenKind::Directive && !matches!(r.text(next.span()), b".reg" | b".local" | b".param")
            }
            b".common" => true,
            _ => false,
        }
}

fn item<'t>(r: &mut Resolver<'_>, input: Input<'t>, place: &mut ModuleProgress) -> Parsed<'t, ()> {
    let name = r.text(input.span());
    let is_header = matches!(name, b".version" | b".target" | b".address_size");
    // What is missing at the start of the module is reported there.
    let is_late = *place == ModuleProgress::Body && is_complete(r);
    if is_header && is_complete(r) && (is_late || has_header(r, name)) {
        return fail(input, Expected::Reason("this directive stands once, at the start of the module"));
    }
    let is_again = is_header && has_header(r, name);
    if *place == ModuleProgress::Header && (is_again || !is_header && !is_item(name)) && !is_complete(r) {
        // Perhaps a misspelt directive. If one is missing in the end, that is the mistake.
        *place = ModuleProgress::Odd(input.span());
    }
    if let ModuleProgress::Odd(_) = *place
        && (is_again || !is_header && !is_item(name))
    {
        return Ok((skip_line(r, input), ()));
    }
    if !is_header {
        end_header(r, *place);
        *place = ModuleProgress::Body;
        r.module.first_item.get_or_insert(input.span().start);
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

/// Skips the rest of a line.
fn skip_line<'t>(r: &Resolver<'_>, input: Input<'t>) -> Input<'t> {
    let mut rest = input;
    loop {
        let previous_end = rest.span().end;
        rest = rest.advance();
        if rest.kind() == TokenKind::End || starts_line(r, previous_end, rest) {
            return rest;
        }
    }
}

/// Whether the module has a version and a target.
fn is_complete(r: &Resolver<'_>) -> bool {
    let has = |wanted: fn(&HeaderKind) -> bool| r.module.headers.iter().any(|header| wanted(&header.kind));
    has(|kind| matches!(kind, HeaderKind::Version(_))) && has(|kind| matches!(kind, HeaderKind::Target(_)))
}

/// Whether a declaration may start with this directive.
pub(crate) fn starts_storage(name: &[u8]) -> bool {
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

/// `.section .debug_info { … }`: labels, and `.b8` to `.b64` data: a list of integers, or one address. Data are kept of
/// the sections that the assembler reads.
fn section<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let name = input.advance();
    let (rest, _) = section_name(r, name)?;
    let open = rest;
    let (mut rest, _) = punct(TokenKind::LBrace)(rest)?;
    r.module.sections.push(Section { span: input.span_until(open), name: name.span() });
    let mut bytes = r.module.debug_sections.place(r.module.source.slice(name.span())).map(|_| SectionBytes::default());
    loop {
        let row = match rest.kind() {
            TokenKind::RBrace => {
                if let Some(place) = r.module.debug_sections.place(r.module.source.slice(name.span())) {
                    *place = bytes;
                }
                return Ok((rest.advance(), ()));
            }
            TokenKind::End => return fail(rest, Expected::Unclosed(open.span())),
            _ => section_row(r, rest, &mut bytes),
        };
        rest = match row {
            Ok((after, ())) => after,
            // One wrong row says nothing of the others, but what follows it may be a part of it.
            Err(nom::Err::Error(failure) | nom::Err::Failure(failure)) => {
                r.syntax_error(failure.span, failure.expected);
                return Ok((skip_section(r, rest), ()));
            }
            Err(nom::Err::Incomplete(_)) => unreachable!("all tokens are there"),
        };
    }
}

/// Skips to the end of a section.
fn skip_section<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Input<'t> {
    let mut rest = input;
    while !matches!(rest.kind(), TokenKind::End | TokenKind::RBrace) {
        let previous_end = rest.span().end;
        rest = rest.advance();
        if starts_line(r, previous_end, rest) && is_module_only(r, rest) {
            r.lose(input.span_until(rest), false);
            return rest;
        }
    }
    r.lose(input.span_until(rest), false);
    rest.advance()
}

/// A label, or a row of data.
#[inline]
fn section_row<'t>(r: &mut Resolver<'_>, rest: Input<'t>, bytes: &mut Option<SectionBytes>) -> Parsed<'t, ()> {
    match rest.kind() {
        TokenKind::Word if rest.second() == TokenKind::Colon => {
            r.module.section_labels.push(rest.span());
            Ok((rest.advance().advance(), ()))
        }
        TokenKind::Word => expected(rest.advance(), "`:` after the label"),
        TokenKind::Directive => {
            let width = match r.text(rest.span()) {
                b".b8" => 8,
                b".b16" => 16,
                b".b32" => 32,
                b".b64" => 64,
                name if super::statement::is_type(name) => {
                    return wrong_row(
                        rest.advance(),
                        rest.span(),
                        "the type is not one of `.b8`, `.b16`, `.b32` and `.b64`",
                    );
                }
                _ => return expected(rest, "`.b8`, `.b16`, `.b32` or `.b64`"),
            };
            section_data(r, rest.advance(), width, bytes)
        }
        _ => expected(rest, "a label, `.b8`, `.b16`, `.b32`, `.b64` or `}`"),
    }
}

/// Fails where the row of a section ends, of which `rest` is what is left: there the assembler notices, too.
fn wrong_row<'t, T>(mut rest: Input<'t>, place: Span, reason: &'static str) -> Parsed<'t, T> {
    while matches!(rest.kind(), TokenKind::Integer | TokenKind::Comma | TokenKind::Minus | TokenKind::Plus)
        || rest.kind() == TokenKind::Word && rest.second() != TokenKind::Colon
    {
        rest = rest.advance();
    }
    fail(rest, Expected::Row(place, reason))
}

/// A directive that is nothing else: words of declarations and instructions are no names of sections.
fn section_name<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, Token> {
    let name = r.text(input.span());
    let is_known = is_item(name) || Word::lookup(name.get(1..).unwrap_or_default()).is_some() || name == b".loc";
    if is_known {
        return expected(input, "a section name such as `.debug_info`");
    }
    token(TokenKind::Directive, "a section name such as `.debug_info`")(input)
}

#[inline]
fn section_data<'t>(
    r: &mut Resolver<'_>,
    input: Input<'t>,
    width: u32,
    bytes: &mut Option<SectionBytes>,
) -> Parsed<'t, ()> {
    if let Some(bytes) = bytes {
        bytes.begin_row(input.span());
    }
    let is_label = |kind| matches!(kind, TokenKind::Word | TokenKind::DottedWord);
    if input.kind() == TokenKind::Directive {
        section_name(r, input)?;
    }
    let rest = input.advance();
    if width < 32 && (is_label(input.kind()) || input.kind() == TokenKind::Directive) {
        return wrong_row(input.advance(), input.span(), "an address is not `.b32` or `.b64`");
    }
    let mut keep = |value| {
        if let Some(bytes) = bytes {
            bytes.push(value, width);
        }
    };
    let (rest, addend) = match (input.kind(), rest.kind()) {
        (TokenKind::Integer | TokenKind::Minus, _) => {
            return comma_separated(input, |i| {
                let (rest, value) = section_number(r, i, width)?;
                keep(value);
                Ok((rest, ()))
            });
        }
        (kind, TokenKind::Plus) if is_label(kind) || kind == TokenKind::Directive => integer(r, rest.advance())?,
        (kind, TokenKind::Minus) if is_label(kind) && is_label(rest.second()) => (rest.advance().advance(), 0),
        (kind, TokenKind::Minus) if is_label(kind) => return expected(rest.advance(), "a label"),
        (kind, _) if is_label(kind) || kind == TokenKind::Directive => (rest, 0),
        _ => return expected(input, "integers, a label or a section name"),
    };
    keep(addend);
    Ok((rest, ()))
}

/// A number that has a place in so many bits, with or without sign.
#[inline]
fn section_number<'t>(r: &mut Resolver<'_>, input: Input<'t>, width: u32) -> Parsed<'t, u64> {
    let is_negative = input.kind() == TokenKind::Minus;
    let digits = if is_negative { input.advance() } else { input };
    let (rest, value) = integer(r, digits)?;
    let most = match (is_negative, width) {
        (true, 64) => i64::MAX as u64,
        (true, _) => 1 << (width - 1),
        (false, 32 | 64) => u64::MAX,
        // The assembler looks at 32 bits of it.
        (false, _) if value > u64::from(u32::MAX) && value & u64::from(u32::MAX) < 1 << width => u64::MAX,
        (false, _) => (1 << width) - 1,
    };
    if value > most {
        return wrong_row(rest, digits.span(), "a number has no place in so many bits");
    }
    if is_negative && value > 0 {
        r.module.negative_in_section.get_or_insert(input.span_until(rest));
    }
    Ok((rest, if is_negative { value.wrapping_neg() } else { value }))
}
