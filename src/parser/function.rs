//! `.entry` and `.func`, with their directives (PTX ISA 11.1, 11.3, 11.4).

use super::decl::{RESERVED, is_reserved, parameters, short_integer};
use super::input::{Input, Parsed, comma_separated, expected, fail, token};
use super::statement::body;
use crate::ir::{Const, ConstKind, Directive, DirectiveKind, Expected, FunctionKind, Linkage, VariableRole};
use crate::lexer::TokenKind;
use crate::resolve::{DeclKind, Resolver};

/// Reads a function from its `.entry` or `.func`; `start` is the offset of the first linkage directive.
pub(super) fn function<'t>(r: &mut Resolver<'_>, input: Input<'t>, linkage: Linkage, start: u32) -> Parsed<'t, ()> {
    let kind = if r.text(input.span()) == b".entry" { FunctionKind::Entry } else { FunctionKind::Func };
    let id = r.begin_function(kind, linkage, start);
    let result = header(r, input.advance(), kind, id).and_then(|(rest, needs_body)| match rest.kind() {
        TokenKind::Semicolon if !needs_body => Ok((rest.advance(), ())),
        TokenKind::LBrace => {
            r.begin_body(id, rest.span());
            let after = body(r, rest);
            r.close_body(id, rest.span_until(after));
            Ok((after, ()))
        }
        // The assembler does without the semicolon behind the prototype of a device function.
        TokenKind::Directive | TokenKind::End if !needs_body && kind == FunctionKind::Func => match follows(r, rest) {
            true => Ok((rest, ())),
            false => expected(rest, "`{`, `;` or a directive"),
        },
        _ if needs_body => expected(rest, "`{` or a directive"),
        _ => expected(rest, "`{`, `;` or a directive"),
    });
    let end = match &result {
        Ok((rest, ())) => input.span_until(*rest).end,
        Err(_) => input.span().end,
    };
    r.end_function(id, end);
    if result.is_err() {
        r.break_function(id);
    }
    result
}

/// Whether something of the module may start here.
fn follows(r: &Resolver<'_>, input: Input<'_>) -> bool {
    input.kind() == TokenKind::End || super::module::is_item(r.text(input.span()))
}

/// Reads the header, and whether a body must follow.
fn header<'t>(
    r: &mut Resolver<'_>,
    input: Input<'t>,
    kind: FunctionKind,
    id: crate::ids::FunctionId,
) -> Parsed<'t, bool> {
    let mut rest = input;
    let mut returns = Default::default();
    if kind == FunctionKind::Func {
        if rest.kind() == TokenKind::Directive && r.text(rest.span()) == b".attribute" {
            let attribute;
            (rest, attribute) = super::decl::attribute(r, rest, false)?;
            r.set_attribute(id, attribute);
        }
        (rest, returns) = parameters(r, rest, DeclKind::Variable(VariableRole::Return))?;
    }
    let name = rest;
    if !matches!(name.kind(), TokenKind::Word | TokenKind::DottedWord) {
        return expected(name, "the function's name");
    }
    if is_reserved(r.text(name.span())) {
        return fail(name, RESERVED);
    }
    r.name_function(id, name.span(), name.kind() == TokenKind::DottedWord);
    let (rest, params) = parameters(r, name.advance(), DeclKind::Variable(VariableRole::Param))?;
    r.set_parameters(id, params, returns);
    directives(r, rest, kind)
}

/// Reads the directives behind the parameters, and whether a body must follow them.
pub(super) fn directives<'t>(r: &mut Resolver<'_>, mut input: Input<'t>, of: FunctionKind) -> Parsed<'t, bool> {
    let mut last = DirectiveOrder::Start;
    while input.kind() == TokenKind::Directive {
        let name_span = input.span();
        let kind = DirectiveKind::from_name(r.text(name_span));
        match order(kind, of) {
            Some(order) if order >= last && (order != last || order.is_repeatable()) => last = order,
            _ => break,
        }
        if kind == DirectiveKind::Pragma {
            (input, ()) = pragma(r, input)?;
            continue;
        }
        let list = r.begin_list();
        let mut rest = input.advance();
        if kind == DirectiveKind::Language && rest.kind() == TokenKind::String {
            (rest, ()) = string(r, rest)?;
        } else {
            for i in 0..kind.max_numbers() {
                if i > 0 && rest.kind() != TokenKind::Comma {
                    break;
                }
                let number = if i > 0 { rest.advance() } else { rest };
                let (after, value) = short_integer(r, number)?;
                let value = r.constant(Const { bits: value, kind: ConstKind::Signed }, number.span());
                r.push(value);
                rest = after;
            }
        }
        let args = r.end_list(list);
        r.module.directives.push(Directive { kind, span: input.span_until(rest), name_span, args });
        input = rest;
    }
    let needs_body = match of {
        FunctionKind::Entry => last != DirectiveOrder::Start,
        _ => last == DirectiveOrder::Body,
    };
    Ok((input, needs_body))
}

/// Where a directive may stand behind the parameters: a function has an order, a kernel none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum DirectiveOrder {
    Start,
    NoReturn,
    Abi,
    Any,
    /// Right before the body.
    Body,
}

impl DirectiveOrder {
    fn is_repeatable(self) -> bool {
        matches!(self, Self::Abi | Self::Any)
    }
}

fn order(kind: DirectiveKind, of: FunctionKind) -> Option<DirectiveOrder> {
    use DirectiveKind::*;
    match (of, kind) {
        (_, Unknown) => None,
        (FunctionKind::Entry, NoReturn | AbiPreserve | AbiPreserveControl) => None,
        (FunctionKind::Entry, _) => Some(DirectiveOrder::Any),
        (_, NoReturn) => Some(DirectiveOrder::NoReturn),
        (_, AbiPreserve | AbiPreserveControl | Language) => Some(DirectiveOrder::Abi),
        (FunctionKind::Func, LocalMaxNreg) => Some(DirectiveOrder::Body),
        _ => None,
    }
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
