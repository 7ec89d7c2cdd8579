//! Constant expressions (PTX ISA 4.5.4), evaluated while they are read.
//!
//! Integers are `.s64` or `.u64` and wrap; floats are `.f64`. An operator that mixes both, a division by
//! zero and the like give a constant of kind [`ConstKind::Invalid`], which later checks report in context. As in ptxas, `0f…`
//! stands alone or in parentheses of its own, and `?:`, `&&`, `||` and casts take integers only.

use super::input::{Input, Parsed, expected, fail, punct};
use crate::ir::{Const, ConstKind, Expected};
use crate::lexer::{TokenKind, decode_decimal, decode_hex_float, decode_integer};
use crate::source::Source;

/// Deepest nesting of an expression.
const MAX_DEPTH: u32 = 200;

const INVALID: Const = Const { bits: 0, kind: ConstKind::Invalid };
const OVERFLOW: Const = Const { bits: 0, kind: ConstKind::Overflow };

/// Whether a token can start a constant expression.
pub(super) fn starts_expression(kind: TokenKind) -> bool {
    use TokenKind::{Bang, Decimal, HexDouble, HexSingle, Integer, LParen, Minus, Plus, Tilde};
    matches!(kind, Integer | Decimal | HexSingle | HexDouble | LParen | Minus | Plus | Tilde | Bang)
}

/// Reads a constant expression.
pub(super) fn expression<'t>(source: Source<'_>, input: Input<'t>) -> Parsed<'t, Const> {
    let (rest, literal) = match literal(source, input) {
        Some(literal) => (input.advance(), literal),
        None => return ternary(source, input, 0),
    };
    // Nearly all constants are one literal.
    if binary_operator(rest.kind()).is_none() && rest.kind() != TokenKind::Question {
        return Ok((rest, literal));
    }
    if literal.kind == ConstKind::HexSingle {
        return fail(rest, Expected::Reason("`0f…` takes part in an expression only in parentheses"));
    }
    ternary(source, input, 0)
}

/// The value of the next token, if it is a literal.
fn literal(source: Source<'_>, input: Input<'_>) -> Option<Const> {
    let text = source.slice(input.span());
    Some(match input.kind() {
        TokenKind::Integer => match decode_integer(text) {
            Ok((bits, unsigned)) => integer(bits, unsigned || bits > i64::MAX as u64),
            Err(_) => OVERFLOW,
        },
        TokenKind::Decimal => match decode_decimal(text) {
            Ok(value) => decimal(value),
            Err(_) => OVERFLOW,
        },
        TokenKind::HexSingle => Const { bits: decode_hex_float(text), kind: ConstKind::HexSingle },
        TokenKind::HexDouble => Const { bits: decode_hex_float(text), kind: ConstKind::HexDouble },
        TokenKind::Word if text == b"WARP_SZ" => Const { bits: 32, kind: ConstKind::WarpSize },
        _ => return None,
    })
}

fn integer(bits: u64, unsigned: bool) -> Const {
    Const { bits, kind: if unsigned { ConstKind::Unsigned } else { ConstKind::Signed } }
}

fn decimal(value: f64) -> Const {
    Const { bits: value.to_bits(), kind: ConstKind::Decimal }
}

fn ternary<'t>(source: Source<'_>, input: Input<'t>, depth: u32) -> Parsed<'t, Const> {
    let (rest, condition) = binary(source, input, 0, depth)?;
    if rest.kind() != TokenKind::Question {
        return Ok((rest, condition));
    }
    let (rest, yes) = ternary(source, rest.advance(), depth + 1)?;
    let (rest, _) = punct(TokenKind::Colon)(rest)?;
    let (rest, no) = ternary(source, rest, depth + 1)?;
    let value = match (condition.integer(), yes.integer(), no.integer()) {
        (Some(0), Some(_), Some(_)) => no,
        (Some(_), Some(_), Some(_)) => yes,
        _ => INVALID,
    };
    Ok((rest, value))
}

/// Precedence of a binary operator; higher binds tighter.
fn binary_operator(kind: TokenKind) -> Option<u8> {
    use TokenKind::*;
    Some(match kind {
        PipePipe => 0,
        AmpAmp => 1,
        Pipe => 2,
        Caret => 3,
        Amp => 4,
        EqualEqual | BangEqual => 5,
        Less | Greater | LessEqual | GreaterEqual => 6,
        Shl | Shr => 7,
        Plus | Minus => 8,
        Star | Slash | Percent => 9,
        _ => return None,
    })
}

fn binary<'t>(source: Source<'_>, input: Input<'t>, lowest: u8, depth: u32) -> Parsed<'t, Const> {
    let (mut rest, mut left) = unary(source, input, depth)?;
    while let Some(precedence) = binary_operator(rest.kind()).filter(|&precedence| precedence >= lowest) {
        let operator = rest.kind();
        let right;
        (rest, right) = binary(source, rest.advance(), precedence + 1, depth + 1)?;
        left = apply(operator, left, right);
    }
    Ok((rest, left))
}

fn unary<'t>(source: Source<'_>, input: Input<'t>, depth: u32) -> Parsed<'t, Const> {
    if depth > MAX_DEPTH {
        return fail(input, Expected::Reason("the expression nests too deeply"));
    }
    match literal(source, input) {
        Some(value) if value.kind != ConstKind::HexSingle => return Ok((input.advance(), value)),
        _ => {}
    }
    match input.kind() {
        TokenKind::Minus | TokenKind::Plus | TokenKind::Tilde | TokenKind::Bang => {
            let (rest, value) = unary(source, input.advance(), depth + 1)?;
            Ok((rest, negate(input.kind(), value)))
        }
        TokenKind::LParen if input.second() == TokenKind::Directive => cast(source, input, depth),
        TokenKind::LParen => {
            let inner = input.advance();
            let single = literal(source, inner).filter(|value| value.kind == ConstKind::HexSingle);
            let (rest, value) = match single {
                Some(value) => (inner.advance(), value),
                None => ternary(source, inner, depth + 1)?,
            };
            let (rest, _) = punct(TokenKind::RParen)(rest)?;
            Ok((rest, value))
        }
        _ => expected(input, "a constant"),
    }
}

/// `(.s64) x`, `(.u64) x`
fn cast<'t>(source: Source<'_>, input: Input<'t>, depth: u32) -> Parsed<'t, Const> {
    let ty = input.advance();
    let kind = match source.slice(ty.span()) {
        b".s64" => ConstKind::Signed,
        b".u64" => ConstKind::Unsigned,
        _ => return expected(ty, "`.s64` or `.u64`"),
    };
    let (rest, _) = punct(TokenKind::RParen)(ty.advance())?;
    let (rest, value) = unary(source, rest, depth + 1)?;
    Ok((rest, value.integer().map_or(INVALID, |bits| Const { bits: bits as u64, kind })))
}

fn negate(operator: TokenKind, value: Const) -> Const {
    let unsigned = value.kind == ConstKind::Unsigned;
    match (operator, value.integer(), double(value).kind) {
        (TokenKind::Minus, Some(bits), _) => integer((bits as u64).wrapping_neg(), unsigned),
        (TokenKind::Plus, Some(bits), _) => integer(bits as u64, unsigned),
        (TokenKind::Tilde, Some(bits), _) => integer(!bits as u64, unsigned),
        (TokenKind::Bang, Some(bits), _) => integer(u64::from(bits == 0), false),
        (TokenKind::Minus, None, ConstKind::Decimal) => decimal(-f64::from_bits(double(value).bits)),
        (TokenKind::Plus, None, ConstKind::Decimal) => double(value),
        (_, _, ConstKind::Overflow) => value,
        _ => INVALID,
    }
}

/// A floating-point constant as operators see it.
fn double(value: Const) -> Const {
    value.float().map_or(value, decimal)
}

fn apply(operator: TokenKind, left: Const, right: Const) -> Const {
    let (left, right) = (double(left), double(right));
    let is_decimal = |value: Const| value.kind == ConstKind::Decimal;
    match (left.integer(), right.integer()) {
        (Some(a), Some(b)) => {
            let unsigned = left.kind == ConstKind::Unsigned || right.kind == ConstKind::Unsigned;
            apply_integers(operator, a as u64, b as u64, unsigned)
        }
        (None, None) if is_decimal(left) && is_decimal(right) => {
            apply_floats(operator, f64::from_bits(left.bits), f64::from_bits(right.bits))
        }
        _ if left.kind == ConstKind::Overflow || right.kind == ConstKind::Overflow => OVERFLOW,
        _ => INVALID,
    }
}

fn apply_integers(operator: TokenKind, a: u64, b: u64, unsigned: bool) -> Const {
    let (sa, sb) = (a as i64, b as i64);
    let ordering = if unsigned { a.cmp(&b) } else { sa.cmp(&sb) };
    let truth = |value: bool| integer(u64::from(value), false);
    // The assembler shifts as its machine does, by the count modulo 64.
    let shift = b as u32 & 63;
    let bits = match operator {
        TokenKind::Plus => a.wrapping_add(b),
        TokenKind::Minus => a.wrapping_sub(b),
        TokenKind::Star => a.wrapping_mul(b),
        TokenKind::Slash | TokenKind::Percent if b == 0 => return INVALID,
        TokenKind::Slash if unsigned => a / b,
        TokenKind::Slash => sa.wrapping_div(sb) as u64,
        TokenKind::Percent if unsigned => a % b,
        TokenKind::Percent => sa.wrapping_rem(sb) as u64,
        TokenKind::Shl => a << shift,
        TokenKind::Shr if unsigned => a >> shift,
        TokenKind::Shr => (sa >> shift) as u64,
        TokenKind::Amp => a & b,
        TokenKind::Caret => a ^ b,
        TokenKind::Pipe => a | b,
        TokenKind::AmpAmp => return truth(a != 0 && b != 0),
        TokenKind::PipePipe => return truth(a != 0 || b != 0),
        TokenKind::EqualEqual => return truth(a == b),
        TokenKind::BangEqual => return truth(a != b),
        TokenKind::Less => return truth(ordering.is_lt()),
        TokenKind::Greater => return truth(ordering.is_gt()),
        TokenKind::LessEqual => return truth(ordering.is_le()),
        TokenKind::GreaterEqual => return truth(ordering.is_ge()),
        _ => return INVALID,
    };
    integer(bits, unsigned)
}

fn apply_floats(operator: TokenKind, a: f64, b: f64) -> Const {
    let truth = |value: bool| integer(u64::from(value), false);
    match operator {
        TokenKind::Plus => decimal(a + b),
        TokenKind::Minus => decimal(a - b),
        TokenKind::Star => decimal(a * b),
        TokenKind::Slash if b != 0.0 => decimal(a / b),
        TokenKind::EqualEqual => truth(a == b),
        TokenKind::BangEqual => truth(a != b),
        TokenKind::Less => truth(a < b),
        TokenKind::Greater => truth(a > b),
        TokenKind::LessEqual => truth(a <= b),
        TokenKind::GreaterEqual => truth(a >= b),
        _ => INVALID,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::{Token, lex};

    fn evaluate(text: &str) -> Option<Const> {
        let source = Source::new(text.as_bytes()).ok()?;
        let mut tokens = lex(source).tokens;
        tokens.push(Token::end(text.len() as u32));
        let (rest, value) = expression(source, Input::new(&tokens)).ok()?;
        (rest.kind() == TokenKind::End).then_some(value)
    }

    #[test]
    fn follows_c_precedence() {
        for (text, value) in [
            ("1+2*3", 7),
            ("(1+2)*3", 9),
            ("1<<2+1", 8),
            ("7&3|8", 11),
            ("6^2&3", 4),
            ("1<2==1", 1),
            ("0||2&&3", 1),
            ("1?2:0?3:4", 2),
            ("0?2:0?3:4", 4),
            ("-7/2", -3),
            ("-7 % 4", -3),
            ("-8>>1", -4),
            ("~0", -1),
            ("!5+1", 1),
            ("10-2-3", 5),
            ("(WARP_SZ+1)*2", 66),
            ("(.s64)(1.9<2.0)", 1),
            ("1<<65", 2),
        ] {
            assert_eq!(evaluate(text).and_then(Const::integer), Some(value), "{text}");
        }
    }

    #[test]
    fn unsigned_is_contagious() {
        assert_eq!(evaluate("(0-1)/2U").map(|c| c.bits), Some(u64::MAX / 2));
        assert_eq!(evaluate("(.u64)-1 > 0").map(|c| c.bits), Some(1));
        assert_eq!(evaluate("-1 > 0").map(|c| c.bits), Some(0));
    }

    #[test]
    fn floats_do_not_mix_with_integers() {
        assert_eq!(evaluate("1.0+2.5*2.0").and_then(Const::float), Some(6.0));
        assert_eq!(evaluate("-.5").and_then(Const::float), Some(-0.5));
        for text in ["1.0+2", "1/0", "5 % 0", "1.0/0.0", "1.0?2:3", "1?2.0:3.0", "~1.5", "(.s64)1.9", "1.0&&1.0"] {
            assert_eq!(evaluate(text).map(|c| c.kind), Some(ConstKind::Invalid), "{text}");
        }
        for text in ["99999999999999999999", "1e309", "1e-308"] {
            assert_eq!(evaluate(text).map(|c| c.kind), Some(ConstKind::Overflow), "{text}");
        }
    }

    #[test]
    fn hex_singles_need_parentheses() {
        assert_eq!(evaluate("(0f3F800000)+1.0").and_then(Const::float), Some(2.0));
        assert_eq!(evaluate("((0f3F800000))").map(|c| c.kind), Some(ConstKind::HexSingle));
        assert_eq!(evaluate("-0d3FF0000000000000").and_then(Const::float), Some(-1.0));
        for text in ["-0f3F800000", "0f3F800000+1.0", "1.0+0f3F800000", "(-0f3F800000)"] {
            assert_eq!(evaluate(text), None, "{text}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(evaluate(&nested(150)).is_some());
        assert!(evaluate(&nested(100_000)).is_none());
        assert!(evaluate(&"-".repeat(100_000)).is_none());
        assert!(evaluate(&format!("{}1", "1?".repeat(50_000))).is_none());
    }
}
