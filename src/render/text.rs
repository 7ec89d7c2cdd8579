//! Text from files and file names, made safe to print.

#[cfg(feature = "cli")]
use super::demangle;

/// Which characters the reader can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Nothing beyond ASCII.
    Ascii,
    /// Everything.
    Unicode,
}

impl Charset {
    /// What marks left-out text.
    pub const fn ellipsis(self) -> &'static str {
        match self {
            Charset::Ascii => "...",
            Charset::Unicode => "…",
        }
    }

    /// What stands for a byte or a character that can't be shown.
    const fn replacement(self) -> char {
        match self {
            Charset::Ascii => '?',
            Charset::Unicode => char::REPLACEMENT_CHARACTER,
        }
    }

    /// The character itself where it is harmless. Control characters could move the cursor or set colours, and formatting characters
    /// could show text in another order than the assembler reads it.
    fn show(self, char: char) -> char {
        match (self, char) {
            (_, ' '..='~') => char,
            (Charset::Ascii, _) => self.replacement(),
            (Charset::Unicode, '\0'..='\x1f') => char::from_u32(0x2400 + char as u32).unwrap_or(self.replacement()),
            (Charset::Unicode, '\x7f') => '␡',
            (Charset::Unicode, '\u{80}'..='\u{9f}') => self.replacement(),
            (
                Charset::Unicode,
                '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}',
            ) => self.replacement(),
            (Charset::Unicode, _) => char,
        }
    }

    /// A message or a name in one line.
    pub fn line(self, text: &str) -> String {
        let mut line = String::with_capacity(text.len());
        for char in text.chars() {
            match (self, char) {
                (Charset::Ascii, '…') => line.push_str("..."),
                _ => line.push(self.show(char)),
            }
        }
        line
    }

    /// A message in which C++ and Rust names are as their authors wrote them.
    #[cfg(feature = "cli")]
    pub(super) fn words(self, text: &str) -> String {
        self.line(&demangle::names(text))
    }

    /// Source text within a line, with tabs as blanks. The text of a prefix is a prefix of the text.
    #[cfg(feature = "cli")]
    pub(super) fn source(self, bytes: &[u8]) -> String {
        const TAB: usize = 4;
        let mut line = String::with_capacity(bytes.len());
        let mut column = 0;
        let mut push = |char: char| {
            let width = if char == '\t' { TAB - column % TAB } else { 1 };
            column += width;
            match char {
                '\t' => line.extend(std::iter::repeat_n(' ', width)),
                _ => line.push(self.show(char)),
            }
        };
        for chunk in bytes.utf8_chunks() {
            chunk.valid().chars().for_each(&mut push);
            if !chunk.invalid().is_empty() {
                push(char::REPLACEMENT_CHARACTER);
            }
        }
        line
    }
}

/// Text as it may stand between tags and in attributes of HTML and XML. What cannot be shown, or would show text in another order, is replaced.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for char in Charset::Unicode.line(text).chars() {
        match char {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            _ => safe.push(char),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_that_could_move_it() {
        let evil = "a\x1b[31mb\u{202e}c\r\nd\u{9b}2J\x7f";
        assert_eq!(Charset::Unicode.line(evil), "a␛[31mb�c␍␊d�2J␡");
        assert_eq!(Charset::Ascii.line(evil), "a?[31mb?c??d?2J?");
        assert_eq!(Charset::Ascii.line("cut…"), "cut...");
    }

    #[test]
    fn source_text_keeps_its_shape() {
        assert_eq!(Charset::Unicode.source(b"\tmov\t%r1"), "    mov %r1");
        assert_eq!(Charset::Unicode.source(b"// \xc3\xa9\xff."), "// é\u{fffd}.");
        assert_eq!(Charset::Ascii.source(b"// \xc3\xa9\xff."), "// ??.");
    }
}
