//! Declarations of variables, registers and parameters (PTX ISA 5.1 to 5.5), and initial values.

use super::expr::{expression, starts_expression};
use super::input::{Failure, Input, Parsed, comma_separated, expected, fail, punct, token};
use crate::ir::{
    Attribute, Expected, IdRange, Linkage, ParamList, PointerAttribute, Property, Relocation, VariableRole,
};
use crate::isa::{ScalarType, StateSpace, TypeClass};
use crate::lexer::{TokenKind, decode_integer};
use crate::resolve::{DeclKind, Declarator, InitBuilder, Resolver, Storage};
use crate::span::Span;

/// `WARP_SZ`
const WARP_SIZE: u64 = 32;

/// Deepest nesting of braces in an initial value.
const MAX_BRACES: u32 = 64;

/// Reads an integer token.
pub(super) fn integer<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, u64> {
    if input.kind() == TokenKind::Word && r.text(input.span()) == b"WARP_SZ" {
        return Ok((input.advance(), WARP_SIZE));
    }
    let (rest, token) = token(TokenKind::Integer, "an integer")(input)?;
    match decode_integer(r.text(token.span())) {
        Ok((value, _)) => Ok((rest, value)),
        Err(_) => fail(input, Expected::Reason("the number needs more than 64 bits")),
    }
}

/// The state space that a declaration may start with.
pub(super) fn declared_space(name: &[u8]) -> Option<StateSpace> {
    let name = name.strip_prefix(b".")?;
    let space = StateSpace::from_name(name)?;
    (!name.contains(&b':') && space != StateSpace::Sreg).then_some(space)
}

/// Reads an integer token of at most 32 bits, as most directives want.
pub(super) fn short_integer<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, u64> {
    let (rest, value) = integer(r, input)?;
    if u32::try_from(value).is_err() {
        return fail(input, Expected::Reason("the number needs more than 32 bits"));
    }
    Ok((rest, value))
}

/// Reads `.space`, `.align N`, `.attribute(…)` and `.vN` in any order, the type, and `.ptr …` behind it.
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
        attribute: None,
        bank: None,
        start,
    };
    while input.kind() == TokenKind::Directive {
        let span = input.span();
        let name = r.text(span).get(1..).unwrap_or_default();
        let rest = input.advance();
        input = match name {
            b"ptr" | b"align" if storage.ty.is_some() && storage.pointer.is_none() => {
                let (rest, pointer) = pointer(r, input)?;
                storage.pointer = Some(pointer);
                rest
            }
            _ if storage.ty.is_some() => return expected(input, "a name"),
            b"align" | b"attribute" if storage.vector > 1 => return expected(input, "a type"),
            b"align" => {
                let (rest, value) = short_integer(r, rest)?;
                // The greatest counts, unless one is wrong.
                let others = storage.align.into_iter().chain([value]);
                storage.align = others.max_by_key(|align| (!align.is_power_of_two(), *align));
                rest
            }
            b"attribute" => {
                let (rest, read) = attribute(r, input, true)?;
                let managed = read.managed || storage.attribute.is_some_and(|earlier| earlier.managed);
                let unified = read.unified || storage.attribute.is_some_and(|earlier| earlier.unified);
                storage.attribute = Some(Attribute { managed, unified, span: read.span });
                rest
            }
            b"v2" | b"v4" if storage.vector == 1 => {
                storage.vector = name[1] - b'0';
                rest
            }
            _ => {
                if let (Some(declared), None) = (declared_space(r.text(span)), space) {
                    space = Some(declared);
                    bank(r, rest, declared, &mut storage)?
                } else if let Some(ty) = ScalarType::from_name(name) {
                    storage.ty = Some(ty);
                    storage.type_span = span;
                    rest
                } else {
                    return expected(input, "a type");
                }
            }
        };
    }
    match (space, storage.ty) {
        (None, _) => expected(input, "a state space such as `.reg` or `.global`"),
        (_, None) => expected(input, "a type such as `.b32`"),
        (Some(StateSpace::Reg), _) if storage.attribute.is_some() => {
            fail(input, Expected::Reason("registers have no attributes"))
        }
        (Some(space), _) => Ok((input, Storage { space, ..storage })),
    }
}

/// `[N]` behind `.const`
fn bank<'t>(
    r: &Resolver<'_>,
    input: Input<'t>,
    space: StateSpace,
    storage: &mut Storage,
) -> Result<Input<'t>, nom::Err<Failure>> {
    if space != StateSpace::Const || input.kind() != TokenKind::LBracket {
        return Ok(input);
    }
    let (rest, number) = short_integer(r, input.advance())?;
    storage.bank = Some(u8::try_from(number).unwrap_or(u8::MAX));
    Ok(punct(TokenKind::RBracket)(rest)?.0)
}

/// `.ptr{.space}{.align N}`, or `.align N` alone
fn pointer<'t>(r: &Resolver<'_>, input: Input<'t>) -> Parsed<'t, PointerAttribute> {
    let mut pointer = PointerAttribute { space: None, align: None, span: input.span() };
    let has_word = r.text(input.span()) == b".ptr";
    let mut rest = if has_word { input.advance() } else { input };
    if has_word && rest.kind() == TokenKind::Directive {
        pointer.space = match r.text(rest.span()) {
            b".global" => Some(StateSpace::Global),
            b".shared" => Some(StateSpace::Shared),
            b".const" => Some(StateSpace::Const),
            b".local" => Some(StateSpace::Local),
            _ => None,
        };
        if pointer.space.is_some() {
            rest = rest.advance();
        }
    }
    if rest.kind() == TokenKind::Directive && r.text(rest.span()) == b".align" {
        let (after, align) = short_integer(r, rest.advance())?;
        pointer.align = Some(align);
        rest = after;
    }
    pointer.span = input.span_until(rest);
    Ok((rest, pointer))
}

/// `.attribute(.managed, .unified(1, 2))`; functions have `.unified` only.
pub(super) fn attribute<'t>(r: &Resolver<'_>, input: Input<'t>, of_variable: bool) -> Parsed<'t, Attribute> {
    let mut attribute = Attribute { managed: false, unified: false, span: input.span() };
    let (rest, _) = punct(TokenKind::LParen)(input.advance())?;
    let (rest, ()) = comma_separated(rest, |i| match (i.kind(), r.text(i.span())) {
        (TokenKind::Directive, b".managed") if of_variable => {
            attribute.managed = true;
            Ok((i.advance(), ()))
        }
        (TokenKind::Directive, b".unified") => {
            attribute.unified = true;
            let (rest, _) = punct(TokenKind::LParen)(i.advance())?;
            let (rest, _) = integer(r, rest)?;
            let (rest, _) = punct(TokenKind::Comma)(rest)?;
            let (rest, _) = integer(r, rest)?;
            let (rest, _) = punct(TokenKind::RParen)(rest)?;
            Ok((rest, ()))
        }
        _ if of_variable => expected(i, "`.managed` or `.unified(…)`"),
        _ => expected(i, "`.unified(…)`"),
    })?;
    let (rest, _) = punct(TokenKind::RParen)(rest)?;
    attribute.span = input.span_until(rest);
    Ok((rest, attribute))
}

/// What a name can't be.
pub(super) const RESERVED: Expected = Expected::Reason("this word is reserved and can't be declared");

pub(super) fn is_reserved(name: &[u8]) -> bool {
    matches!(name, b"WARP_SZ" | b"function_name" | b"inlined_at")
}

/// Reads a name with `<N>` and `[…]`.
fn declarator<'t>(r: &mut Resolver<'_>, input: Input<'t>, of_register: bool) -> Parsed<'t, Declarator> {
    let (mut rest, name) = match input.kind() {
        TokenKind::Word if is_reserved(r.text(input.span())) => return fail(input, RESERVED),
        TokenKind::Word | TokenKind::DottedWord => (input.advance(), input.span()),
        TokenKind::Underscore => (input.advance(), Span::at(input.span().start)),
        _ => (input, Span::at(input.span().start)),
    };
    let dotted = input.kind() == TokenKind::DottedWord;
    let mut count = None;
    if rest.kind() == TokenKind::Less {
        let (after, value) = short_integer(r, rest.advance())?;
        count = Some(value);
        (rest, _) = punct(TokenKind::Greater)(after)?;
    }
    let first_dim = r.next_dim();
    if of_register && rest.kind() == TokenKind::LBracket {
        return fail(rest, Expected::Reason("registers have no arrays: write `%r<4>` for four of them"));
    }
    while rest.kind() == TokenKind::LBracket {
        rest = rest.advance();
        // Only the outermost extent may be left out.
        let mut extent = None;
        if rest.kind() != TokenKind::RBracket || r.next_dim() > first_dim {
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
    if let Some(pointer) = storage.pointer {
        let reason = Expected::Reason("`.ptr` and `.align` after the type are for parameters of kernels");
        return Err(nom::Err::Error(Failure { span: pointer.span, expected: reason }));
    }
    let mut count = 0;
    let item = |i: Input<'t>| {
        let (rest, declarator) = declarator(r, i, storage.space == StateSpace::Reg)?;
        count += 1;
        // A declaration of nothing is legal, a list with a gap and a value of nothing are not.
        let is_bare = declarator.count.is_none() && declarator.dims.is_empty();
        let is_gap = declarator.name.is_empty()
            && (count > 1 || !is_bare || matches!(rest.kind(), TokenKind::Comma | TokenKind::Equal));
        if is_gap || i.kind() == TokenKind::Underscore {
            return expected(i, "a name");
        }
        if storage.space == StateSpace::Reg {
            r.declare_register(&storage, &declarator);
            return Ok((rest, ()));
        }
        if declarator.count.is_some() && !declarator.dims.is_empty() {
            return fail(i.advance(), Expected::Reason("`name<N>` cannot also be an array"));
        }
        let id = r.declare_variable(&storage, &declarator, DeclKind::Variable(role));
        if rest.kind() != TokenKind::Equal || declarator.count.is_some() {
            return Ok((rest, ()));
        }
        let value = rest.advance();
        let mut builder = InitBuilder::new(&r.module, id, value.span().start);
        let (rest, ()) = match storage.ty {
            Some(ty) if ty.class() == TypeClass::Opaque => properties(r, ty, value, 0)?,
            _ => initial_value(r, &mut builder, value, 0)?,
        };
        let initializer = builder.finish(&r.module, value.span_until(rest).end);
        r.initialize(id, initializer);
        Ok((rest, ()))
    };
    let (rest, ()) = comma_separated(rest, item)?;
    let (rest, _) = punct(TokenKind::Semicolon)(rest)?;
    Ok((rest, ()))
}

/// `{ addr_mode_0 = wrap, width = 16 }` of an opaque variable, in further braces for an array.
fn properties<'t>(r: &mut Resolver<'_>, ty: ScalarType, input: Input<'t>, depth: u32) -> Parsed<'t, ()> {
    if depth == MAX_BRACES {
        return fail(input, Expected::Reason("the braces nest too deeply"));
    }
    let (rest, _) = punct(TokenKind::LBrace)(input)?;
    if rest.kind() == TokenKind::RBrace {
        return Ok((rest.advance(), ()));
    }
    let (rest, ()) = comma_separated(rest, |i| {
        if i.kind() == TokenKind::LBrace {
            return properties(r, ty, i, depth + 1);
        }
        let (rest, name) = token(TokenKind::Word, "a property name")(i)?;
        let (value, _) = punct(TokenKind::Equal)(rest)?;
        let is_word = value.kind() == TokenKind::Word && r.text(value.span()) != b"WARP_SZ";
        let rest = if is_word { value.advance() } else { expression(r.module.source, value)?.0 };
        let word = is_word.then(|| value.span());
        r.module.properties.push(Property { ty, name: name.span(), word });
        Ok((rest, ()))
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
            builder.close(input.span_until(rest));
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
    if generic && name.second() == TokenKind::LParen {
        return fail(name.advance(), Expected::Reason("`generic()` takes the name of a variable"));
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
        TokenKind::Underscore => matches!(kind, DeclKind::PrototypeParam(_)) || r.is_in_kernel(),
        _ => false,
    };
    if !is_name {
        return expected(rest, "a parameter name");
    }
    let name = rest;
    if name.second() == TokenKind::Less {
        return fail(name.advance(), Expected::Reason("a parameter cannot be a range of registers"));
    }
    let (rest, declarator) = declarator(r, name, storage.space == StateSpace::Reg)?;
    if declarator.dims.len() > 1 {
        return fail(name.advance(), Expected::Reason("arrays of parameters have one dimension"));
    }
    if storage.space == StateSpace::Reg {
        r.declare_register_parameter(&storage, &declarator, kind);
    } else {
        r.declare_variable(&storage, &declarator, kind);
    }
    Ok((rest, ()))
}
