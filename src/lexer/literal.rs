//! Values of literal tokens (PTX ISA 4.5.1 and 4.5.2).

/// The value of a literal is too large for 64 bits, or too small for a normal `f64`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overflow;

/// The value of an integer token, and whether it is unsigned by its `U`.
///
/// Like ptxas, this wraps silently when only the last digit does not fit.
///
/// # Errors
/// [`Overflow`] when the digits before the last one need 64 bits already.
pub fn decode_integer(text: &[u8]) -> Result<(u64, bool), Overflow> {
    let (digits, unsigned) = match text {
        [digits @ .., b'U'] => (digits, true),
        digits => (digits, false),
    };
    let (digits, radix) = match digits {
        [b'0', b'x' | b'X', hex @ ..] => (hex, 16),
        [b'0', b'b' | b'B', binary @ ..] => (binary, 2),
        [b'0', octal @ ..] if !octal.is_empty() => (octal, 8),
        decimal => (decimal, 10),
    };
    let mut value: u64 = 0;
    for &digit in digits {
        let digit = u64::from((digit as char).to_digit(radix).ok_or(Overflow)?);
        if value >> 63 != 0 {
            return Err(Overflow);
        }
        value = value.wrapping_mul(u64::from(radix)).wrapping_add(digit);
    }
    Ok((value, unsigned))
}

/// The bits of a `0f…` or `0d…` token.
pub fn decode_hex_float(text: &[u8]) -> u64 {
    text.iter().skip(2).fold(0, |bits, &digit| bits << 4 | u64::from((digit as char).to_digit(16).unwrap_or(0)))
}

/// The value of a decimal floating-point token, rounded to the nearest `f64`.
///
/// # Errors
/// [`Overflow`] when the value is out of the range of normal numbers.
pub fn decode_decimal(text: &[u8]) -> Result<f64, Overflow> {
    let value: f64 = std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).ok_or(Overflow)?;
    let mut digits = text.iter().take_while(|b| !matches!(b, b'e' | b'E'));
    let is_exact = value.is_normal() || value == 0.0 && digits.all(|b| matches!(b, b'0' | b'.'));
    is_exact.then_some(value).ok_or(Overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        let cases: &[(&str, u64, bool)] = &[
            ("0", 0, false),
            ("42", 42, false),
            ("017", 15, false),
            ("0x1Fu", 0, false),
            ("0xffffffffffffffff", u64::MAX, false),
            ("18446744073709551615U", u64::MAX, true),
            ("0b101", 5, false),
            ("0B101U", 5, true),
            ("00", 0, false),
        ];
        for &(text, value, unsigned) in cases {
            let expected = if text == "0x1Fu" { Err(Overflow) } else { Ok((value, unsigned)) };
            assert_eq!(decode_integer(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(decode_integer(b"18446744073709551616"), Ok((0, false)));
        assert_eq!(decode_integer(b"0x7ffffffffffffffff"), Ok((u64::MAX, false)));
        assert_eq!(decode_integer(b"100000000000000000000"), Err(Overflow));
        assert_eq!(decode_integer(b"0x80000000000000000"), Err(Overflow));
    }

    #[test]
    fn floats() {
        assert_eq!(decode_hex_float(b"0f3F800000"), 0x3f80_0000);
        assert_eq!(decode_hex_float(b"0D3FF0000000000000"), 0x3ff0_0000_0000_0000);
        for (text, value) in [("1.", 1.0), (".5", 0.5), ("1e-3", 1e-3), ("2.5E+2", 250.0), ("0.0e9", 0.0)] {
            assert_eq!(decode_decimal(text.as_bytes()), Ok(value), "{text}");
        }
        for text in ["1e309", "1e-308", "1e-400"] {
            assert_eq!(decode_decimal(text.as_bytes()), Err(Overflow), "{text}");
        }
    }
}
