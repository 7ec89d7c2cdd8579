//! Texts as words, numbers and punctuation: as much as changes need, and nothing that a mistake could upset.

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name, an opcode or a directive, with its dots.
    Word,
    /// Starts with a digit.
    Number,
    /// Punctuation or a string.
    Other,
}

/// A piece of a file between blanks and comments.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// What it is.
    pub kind: Kind,
    /// Its first byte.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
}

/// Splits a text; blanks and comments are left out.
pub fn pieces(text: &[u8]) -> Vec<Piece> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'%' | b'.' | b':');
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        match text[at] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if text[at..].starts_with(b"//") => {
                at += text[at..].iter().position(|&b| b == b'\n').unwrap_or(text.len() - at);
                continue;
            }
            b'"' => at += text[at + 1..].iter().position(|&b| b == b'"').map_or(text.len() - at, |n| n + 2),
            b if b == b':' || !is_word(b) => at += 1,
            b => {
                at += text[at..].iter().take_while(|&&b| is_word(b)).count();
                // `label:`
                while text[at - 1] == b':' && at - start > 1 {
                    at -= 1;
                }
                let kind = if b.is_ascii_digit() { Kind::Number } else { Kind::Word };
                pieces.push(Piece { kind, start, end: at });
                continue;
            }
        }
        pieces.push(Piece { kind: Kind::Other, start, end: at });
    }
    pieces
}

/// The dotted words of texts, from which others are replaced.
pub fn modifiers<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Vec<Vec<u8>> {
    let mut known = std::collections::BTreeSet::new();
    for text in texts {
        for piece in pieces(text) {
            let word = &text[piece.start..piece.end];
            if !word.starts_with(b"%") {
                known.extend(word.split(|&b| b == b'.').skip(1).filter(|part| !part.is_empty()).map(<[u8]>::to_vec));
            }
        }
    }
    known.into_iter().collect()
}
