//! From bytes to the units that JavaScript counts text in.

use ptxlint::span::Span;

/// The positions of a text in UTF-16 code units.
pub(crate) struct Positions {
    /// The position of each byte and of the end; nothing for text in ASCII, where they are the same.
    units: Option<Vec<u32>>,
    length: u32,
}

impl Positions {
    /// Of a text.
    pub(crate) fn new(text: &str) -> Self {
        let length = text.len() as u32;
        if text.is_ascii() {
            return Self { units: None, length };
        }
        let (mut units, mut at) = (Vec::with_capacity(text.len() + 1), 0);
        for char in text.chars() {
            units.extend(std::iter::repeat_n(at, char.len_utf8()));
            at += char.len_utf16() as u32;
        }
        units.push(at);
        Self { units: Some(units), length }
    }

    /// The position of a byte; behind the end, that of the end.
    pub(crate) fn at(&self, byte: u32) -> u32 {
        let byte = byte.min(self.length);
        self.units.as_ref().map_or(byte, |units| units[byte as usize])
    }

    /// The byte at a position; within a character that takes two units it is where that ends, behind the end the end.
    pub(crate) fn byte(&self, unit: u32) -> u32 {
        let byte = self.units.as_ref().map_or(unit, |units| units.partition_point(|&it| it < unit) as u32);
        byte.min(self.length)
    }

    /// The ends of a span.
    pub(crate) fn span(&self, span: Span) -> (u32, u32) {
        (self.at(span.start), self.at(span.end.max(span.start)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_counted() {
        let text = "a é 𝒳 b";
        let positions = Positions::new(text);
        let expected: Vec<u32> = ["a", "é", "𝒳", "b"]
            .map(|part| text[..text.find(part).expect("it is there")].encode_utf16().count() as u32)
            .into();
        let found: Vec<u32> =
            ["a", "é", "𝒳", "b"].map(|part| positions.at(text.find(part).expect("it is there") as u32)).into();
        assert_eq!(found, expected);
        for part in ["a", "é", "𝒳", "b"] {
            let byte = text.find(part).expect("it is there") as u32;
            assert_eq!(positions.byte(positions.at(byte)), byte, "{part}");
        }
        assert_eq!((positions.byte(5), positions.byte(99)), (9, text.len() as u32));
        assert_eq!(positions.at(999), text.encode_utf16().count() as u32);
        let plain = Positions::new("abc");
        assert_eq!((plain.at(2), plain.at(9), plain.span(Span::new(1, 2))), (2, 3, (1, 2)));
        assert_eq!((plain.byte(2), plain.byte(9)), (2, 3));
    }
}
