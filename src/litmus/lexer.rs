//! The tokens of a litmus test.

use super::parse::ParseError;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LitmusToken<'t> {
    /// A name or an opcode with its modifiers.
    Word(&'t str),
    Number(i64),
    /// A sign of one or two characters.
    Sign(&'t str),
    End,
}

/// A token and the byte at which it begins.
pub(super) type PlacedToken<'t> = (LitmusToken<'t>, usize);

const LONG_SIGNS: [&str; 9] = [r"/\", r"\/", "==", "!=", "<=", ">=", "&&", "||", "(*"];

/// All tokens of a text from a byte on, the end as the last.
///
/// # Errors
/// A character that begins no token, or a comment without an end.
pub(super) fn tokens(text: &str, from: usize) -> Result<Vec<PlacedToken<'_>>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = from;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            _ if first.is_whitespace() => first.len_utf8(),
            _ if rest.starts_with("(*") => {
                rest.find("*)").ok_or_else(|| ParseError::new(text, at, "this comment has no end".to_string()))? + 2
            }
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '0'..='9' => {
                let length = rest.find(|next: char| !next.is_ascii_alphanumeric()).unwrap_or(rest.len());
                let number = number(&rest[..length])
                    .ok_or_else(|| ParseError::new(text, at, format!("`{}` is not a number", &rest[..length])))?;
                tokens.push((LitmusToken::Number(number), at));
                length
            }
            _ if starts_word(first) => {
                let length = rest.find(|next| !continues_word(next)).unwrap_or(rest.len());
                tokens.push((LitmusToken::Word(&rest[..length]), at));
                length
            }
            _ => {
                let length = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |_| 2);
                if !"{}()[]|;:,=<>~&@!+-/\\".contains(first) {
                    return Err(ParseError::new(text, at, format!("`{first}` has no meaning here")));
                }
                tokens.push((LitmusToken::Sign(&rest[..length]), at));
                length
            }
        };
        at += length;
    }
    tokens.push((LitmusToken::End, text.len()));
    Ok(tokens)
}

fn starts_word(first: char) -> bool {
    first.is_ascii_alphabetic() || "_%$.".contains(first)
}

fn continues_word(next: char) -> bool {
    next.is_ascii_alphanumeric() || "_%$.".contains(next)
}

fn number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}
