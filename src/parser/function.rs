//! `.entry` and `.func`, with their directives (PTX ISA 11.1, 11.3, 11.4).

use super::decl::{attribute, integer, parameters};
use super::input::{Expected, Input, Parsed, comma_separated, expected, fail, token};
use super::statement::body;
use crate::ir::{Const, ConstKind, Directive, DirectiveKind, FunctionKind, Linkage, VariableRole};
use crate::lexer::TokenKind;
use crate::resolve::{DeclKind, Resolver};

/// Reads a function from its `.entry` or `.func`; `start` is the offset of the first linkage directive.
pub(super) fn function<'t>(r: &mut Resolver<'_>, input: Input<'t>, linkage: Linkage, start: u32) -> Parsed<'t, ()> {
    let kind = if r.text(input.span()) == b".entry" { FunctionKind::Entry } else { FunctionKind::Func };
    let id = r.begin_function(kind, linkage, start);
    let result = header(r, input.advance(), kind, id).and_then(|(rest, ())| match rest.kind() {
        TokenKind::Semicolon => Ok((rest.advance(), ())),
        TokenKind::LBrace => {
            r.begin_body(id, rest.span());
            let after = body(r, rest);
            r.close_body(id, rest.span_until(after));
            Ok((after, ()))
        }
        _ => expected(rest, "`{`, `;` or a directive"),
    });
    let end = match &result {
        Ok((rest, ())) => input.span_until(*rest).end,
        Err(_) => input.span().end,
    };
    r.end_function(id, end);
    result
}

fn header<'t>(
    r: &mut Resolver<'_>,
    input: Input<'t>,
    kind: FunctionKind,
    id: crate::ids::FunctionId,
) -> Parsed<'t, ()> {
    // Before the name stands an attribute at most, behind the parameters any directive.
    let (rest, ()) = match r.text(input.span()) {
        b".attribute" => directives(r, input)?,
        _ => (input, ()),
    };
    let (rest, returns) = match kind {
        FunctionKind::Func => parameters(r, rest, DeclKind::Variable(VariableRole::Return))?,
        _ => (rest, Default::default()),
    };
    let name = rest;
    if !matches!(name.kind(), TokenKind::Word | TokenKind::DottedWord) {
        return expected(name, "the function's name");
    }
    r.name_function(id, name.span(), name.kind() == TokenKind::DottedWord);
    let (rest, params) = parameters(r, name.advance(), DeclKind::Variable(VariableRole::Param))?;
    r.set_parameters(id, params, returns);
    directives(r, rest)
}

/// Reads performance-tuning directives and attributes.
pub(super) fn directives<'t>(r: &mut Resolver<'_>, mut input: Input<'t>) -> Parsed<'t, ()> {
    while input.kind() == TokenKind::Directive {
        let name_span = input.span();
        let kind = DirectiveKind::from_name(r.text(name_span));
        if kind == DirectiveKind::Pragma {
            (input, ()) = pragma(r, input)?;
            continue;
        }
        let list = r.begin_list();
        let mut rest = input.advance();
        match kind {
            DirectiveKind::Unknown => return expected(input, "`{`, `;` or a directive"),
            DirectiveKind::Attribute => (rest, ()) = attribute(rest)?,
            _ => {
                for i in 0..kind.max_numbers() {
                    if i > 0 && rest.kind() != TokenKind::Comma {
                        break;
                    }
                    let number = if i > 0 { rest.advance() } else { rest };
                    let (after, value) = integer(r, number)?;
                    let value = r.constant(Const { bits: value, kind: ConstKind::Signed }, number.span());
                    r.push(value);
                    rest = after;
                }
            }
        }
        let args = r.end_list(list);
        r.module.directives.push(Directive { kind, span: input.span_until(rest), name_span, args });
        input = rest;
    }
    Ok((input, ()))
}

/// `.pragma "…", "…";`
pub(super) fn pragma<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, ()) = comma_separated(input.advance(), |i| string(r, i))?;
    let list = r.begin_list();
    let args = r.end_list(list);
    let (rest, _) = super::input::punct(TokenKind::Semicolon)(rest)?;
    let span = input.span_until(rest);
    r.module.directives.push(Directive { kind: DirectiveKind::Pragma, span, name_span: input.span(), args });
    Ok((rest, ()))
}

/// Reads a string, which must be ASCII.
pub(super) fn string<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, ()> {
    let (rest, string) = token(TokenKind::String, "a string")(input)?;
    if r.text(string.span()).is_ascii() {
        Ok((rest, ()))
    } else {
        fail(input, Expected::Reason("PTX is ASCII outside comments, in strings too"))
    }
}
