//! Declarations of variables, registers and parameters (PTX ISA 5.1 to 5.5), and initial values.

use super::expr::{expression, starts_expression};
use super::input::{Expected, Input, Parsed, comma_separated, expected, fail, punct, token};
use crate::ir::{IdRange, Linkage, ParamList, PointerAttribute, Relocation, VariableRole};
use crate::isa::{ScalarType, StateSpace, TypeClass};
use crate::lexer::{TokenKind, decode_integer};
use crate::resolve::{DeclKind, Declarator, InitBuilder, Resolver, Storage};
use crate::span::Span;

/// Deepest nesting of braces in an initial value.
const MAX_BRACES: u32 = 64;

/// Reads an integer token.
pub(super) fn integer<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, u64> {
    let (rest, token) = token(TokenKind::Integer, "an integer")(input)?;
    match decode_integer(r.text(token.span())) {
        Ok((value, _)) => Ok((rest, value)),
        Err(_) => fail(input, Expected::Reason("the number needs more than 64 bits")),
    }
}

/// The state space that a declaration may start with.
pub(super) fn declared_space(name: &[u8]) -> Option<StateSpace> {
    let name = name.strip_prefix(b".")?;
    if name.contains(&b':') { None } else { StateSpace::from_name(name) }
}

/// Reads `.space`, `.align N`, `.ptr …`, `.vN`, `.type` and `.attribute(…)`.
pub(super) fn storage<'t>(r: &mut Resolver<'_>, mut input: Input<'t>, linkage: Linkage) -> Parsed<'t, Storage> {
    let start = input.span().start;
    let mut space = None;
    let mut storage = Storage {
        space: StateSpace::Reg,
        ty: None,
        type_span: Span::at(start),
        vector: 1,
        align: None,
        linkage,
        pointer: None,
        managed: false,
        start,
    };
    while input.kind() == TokenKind::Directive {
        let span = input.span();
        let name = r.text(span).get(1..).unwrap_or_default();
        let rest = input.advance();
        input = match name {
            b"align" => {
                let (rest, value) = integer(r, rest)?;
                match &mut storage.pointer {
                    Some(pointer) => pointer.align = Some(value),
                    None => storage.align = Some(value),
                }
                rest
            }
            b"ptr" => {
                storage.pointer = Some(PointerAttribute { space: None, align: None, span });
                rest
            }
            b"attribute" => {
                storage.managed = true;
                attribute(rest)?.0
            }
            b"v2" | b"v4" | b"v8" => {
                storage.vector = name[1] - b'0';
                rest
            }
            _ => {
                if let Some(declared) = declared_space(r.text(span)) {
                    match &mut storage.pointer {
                        Some(pointer) if pointer.space.is_none() => pointer.space = Some(declared),
                        Some(_) => return expected(input, "`.align` or a name"),
                        None if space.is_none() => space = Some(declared),
                        None => return expected(input, "a type"),
                    }
                } else if let Some(ty) = ScalarType::from_name(name).filter(|_| storage.ty.is_none()) {
                    storage.ty = Some(ty);
                    storage.type_span = span;
                } else {
                    return expected(input, if storage.ty.is_some() { "a name" } else { "a type" });
                }
                rest
            }
        };
    }
    match (space, storage.ty) {
        (None, _) => expected(input, "a state space such as `.reg` or `.global`"),
        (_, None) => expected(input, "a type such as `.b32`"),
        (Some(space), _) => Ok((input, Storage { space, ..storage })),
    }
}

/// `(.managed)`, `(.unified(1, 2), .managed)`: balanced parentheses after `.attribute`.
pub(super) fn attribute(input: Input<'_>) -> Parsed<'_, ()> {
    let (mut rest, _) = punct(TokenKind::LParen)(input)?;
    let mut depth = 1;
    while depth > 0 {
        match rest.kind() {
            TokenKind::LParen => depth += 1,
            TokenKind::RParen => depth -= 1,
            TokenKind::Directive | TokenKind::Integer | TokenKind::Comma => {}
            _ => return expected(rest, "`)`"),
        }
        rest = rest.advance();
    }
    Ok((rest, ()))
}

/// Reads a name with `<N>` and `[…]`.
fn declarator<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, Declarator> {
    let (mut rest, name) = match input.kind() {
        TokenKind::Word if r.text(input.span()) == b"WARP_SZ" => {
            return fail(input, Expected::Reason("`WARP_SZ` is a constant and can't be declared"));
        }
        TokenKind::Word | TokenKind::DottedWord => (input.advance(), input.span()),
        TokenKind::Underscore => (input.advance(), Span::at(input.span().start)),
        _ => (input, Span::at(input.span().start)),
    };
    let dotted = input.kind() == TokenKind::DottedWord;
    let mut count = None;
    if rest.kind() == TokenKind::Less {
        let (after, value) = integer(r, rest.advance())?;
        count = Some(value);
        (rest, _) = punct(TokenKind::Greater)(after)?;
    }
    let first_dim = r.next_dim();
    while rest.kind() == TokenKind::LBracket {
        rest = rest.advance();
        let mut extent = None;
        if rest.kind() == TokenKind::Integer {
            let (after, value) = integer(r, rest)?;
            extent = Some(value);
            rest = after;
        }
        (rest, _) = punct(TokenKind::RBracket)(rest)?;
        r.push_dim(extent);
    }
    let dims = IdRange { start: first_dim, end: r.next_dim() };
    let end = input.span_until(rest).end;
    Ok((rest, Declarator { name, dotted, count, dims, end }))
}

/// Reads a declaration statement, its semicolon included.
pub(super) fn declaration<'t>(
    r: &mut Resolver<'_>,
    input: Input<'t>,
    linkage: Linkage,
    role: VariableRole,
) -> Parsed<'t, ()> {
    let (rest, storage) = storage(r, input, linkage)?;
    let mut count = 0;
    let item = |i: Input<'t>| {
        let (rest, declarator) = declarator(r, i)?;
        count += 1;
        // A declaration of nothing is legal, a list with a gap is not.
        let is_gap = declarator.name.is_empty() && (count > 1 || rest.kind() == TokenKind::Comma);
        if is_gap || i.kind() == TokenKind::Underscore {
            return expected(i, "a name");
        }
        if storage.space == StateSpace::Reg {
            if !declarator.dims.is_empty() {
                return fail(i.advance(), Expected::Reason("registers have no arrays: write `%r<4>` for four of them"));
            }
            r.declare_register(&storage, &declarator);
            return Ok((rest, ()));
        }
        let id = r.declare_variable(&storage, &declarator, DeclKind::Variable(role));
        if rest.kind() != TokenKind::Equal {
            return Ok((rest, ()));
        }
        let value = rest.advance();
        let mut builder = InitBuilder::new(&r.module, id, value.span().start);
        let opaque = storage.ty.is_some_and(|ty| ty.class() == TypeClass::Opaque);
        let (rest, ()) = if opaque { properties(value)? } else { initial_value(r, &mut builder, value, 0)? };
        let initializer = builder.finish(&r.module, value.span_until(rest).end);
        r.initialize(id, initializer);
        Ok((rest, ()))
    };
    let (rest, ()) = comma_separated(rest, item)?;
    let (rest, _) = punct(TokenKind::Semicolon)(rest)?;
    Ok((rest, ()))
}

/// `{ addr_mode_0 = wrap, width = 16 }` of an opaque variable.
fn properties(input: Input<'_>) -> Parsed<'_, ()> {
    let (rest, _) = punct(TokenKind::LBrace)(input)?;
    if rest.kind() == TokenKind::RBrace {
        return Ok((rest.advance(), ()));
    }
    let (rest, ()) = comma_separated(rest, |i| {
        let (rest, _) = token(TokenKind::Word, "a property name")(i)?;
        let (rest, _) = punct(TokenKind::Equal)(rest)?;
        match rest.kind() {
            TokenKind::Word | TokenKind::Integer => Ok((rest.advance(), ())),
            _ => expected(rest, "a property value"),
        }
    })?;
    let (rest, _) = punct(TokenKind::RBrace)(rest)?;
    Ok((rest, ()))
}

fn initial_value<'t>(r: &mut Resolver<'_>, builder: &mut InitBuilder, input: Input<'t>, depth: u32) -> Parsed<'t, ()> {
    match input.kind() {
        TokenKind::LBrace if depth == MAX_BRACES => fail(input, Expected::Reason("the braces nest too deeply")),
        TokenKind::LBrace => {
            builder.open(input.span());
            let mut rest = input.advance();
            if rest.kind() != TokenKind::RBrace {
                (rest, ()) = comma_separated(rest, |i| initial_value(r, builder, i, depth + 1))?;
            }
            let (rest, _) = punct(TokenKind::RBrace)(rest)?;
            builder.close();
            Ok((rest, ()))
        }
        TokenKind::Integer if input.second() == TokenKind::LParen => {
            let (rest, mask) = integer(r, input)?;
            let (rest, mut relocation) = symbol(r, rest.advance())?;
            relocation.mask = Some(mask);
            let (rest, _) = punct(TokenKind::RParen)(rest)?;
            relocation.span = input.span_until(rest);
            builder.symbol(&mut r.module, relocation);
            Ok((rest, ()))
        }
        TokenKind::Word | TokenKind::DottedWord if r.text(input.span()) != b"WARP_SZ" => {
            let (rest, relocation) = symbol(r, input)?;
            builder.symbol(&mut r.module, relocation);
            Ok((rest, ()))
        }
        kind if starts_expression(kind) || kind == TokenKind::Word => {
            let (rest, value) = expression(r.module.source, input)?;
            builder.value(&mut r.module, value, input.span_until(rest));
            Ok((rest, ()))
        }
        _ => expected(input, "an initial value"),
    }
}

/// `symbol`, `generic(symbol)`, each with `+constant`.
fn symbol<'t>(r: &mut Resolver<'_>, input: Input<'t>) -> Parsed<'t, Relocation> {
    let generic = r.text(input.span()) == b"generic" && input.second() == TokenKind::LParen;
    let name = if generic { input.advance().advance() } else { input };
    if !matches!(name.kind(), TokenKind::Word | TokenKind::DottedWord) {
        return expected(name, "a variable or function");
    }
    let symbol = r.symbol(name.span());
    let mut rest = name.advance();
    if generic {
        (rest, _) = punct(TokenKind::RParen)(rest)?;
    }
    let mut addend = 0;
    if rest.kind() == TokenKind::Plus {
        let (after, value) = expression(r.module.source, rest.advance())?;
        addend = match value.integer() {
            Some(value) => value,
            None => return fail(rest.advance(), Expected::Reason("an offset must be an integer")),
        };
        rest = after;
    }
    let span = input.span_until(rest);
    Ok((rest, Relocation { offset: 0, symbol, addend, generic, mask: None, span }))
}

/// Reads `( … )` around parameters; nothing when no parenthesis follows.
pub(super) fn parameters<'t>(r: &mut Resolver<'_>, input: Input<'t>, kind: DeclKind) -> Parsed<'t, ParamList> {
    let (vars, regs) = r.next_params();
    if input.kind() != TokenKind::LParen {
        let none = |at| IdRange { start: at, end: at };
        return Ok((input, ParamList { vars: none(vars), regs: none(regs), span: Span::at(input.span().start) }));
    }
    let mut rest = input.advance();
    if rest.kind() != TokenKind::RParen {
        (rest, ()) = comma_separated(rest, |i| parameter(r, i, kind))?;
    }
    let (rest, _) = punct(TokenKind::RParen)(rest)?;
    let (vars_end, regs_end) = r.next_params();
    let list = ParamList {
        vars: IdRange { start: vars, end: vars_end },
        regs: IdRange { start: regs, end: regs_end },
        span: input.span_until(rest),
    };
    Ok((rest, list))
}

fn parameter<'t>(r: &mut Resolver<'_>, input: Input<'t>, kind: DeclKind) -> Parsed<'t, ()> {
    let (rest, storage) = storage(r, input, Linkage::Internal)?;
    let is_name = match rest.kind() {
        TokenKind::Word | TokenKind::DottedWord => true,
        TokenKind::Underscore => matches!(kind, DeclKind::PrototypeParam(_)),
        _ => false,
    };
    if !is_name {
        return expected(rest, "a parameter name");
    }
    let (rest, declarator) = declarator(r, rest)?;
    if storage.space == StateSpace::Reg {
        if matches!(kind, DeclKind::Variable(_)) {
            r.declare_register(&storage, &declarator);
        }
    } else {
        r.declare_variable(&storage, &declarator, kind);
    }
    Ok((rest, ()))
}
