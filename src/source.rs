//! A source text, and the way from byte offsets to lines and columns.

use crate::span::Span;

/// The text of one PTX module as bytes.
///
/// PTX is ASCII outside comments; the text need not be valid UTF-8.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    bytes: &'s [u8],
    text_start: u32,
    text_end: u32,
}

/// The source is larger than 4 GiB, more than a `u32` offset can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceTooLarge;

impl std::fmt::Display for SourceTooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the file is larger than 4 GiB")
    }
}

impl std::error::Error for SourceTooLarge {}

impl<'s> Source<'s> {
    /// Wraps `bytes`.
    ///
    /// # Errors
    /// [`SourceTooLarge`] when there are more bytes than a `u32` can count.
    pub fn new(bytes: &'s [u8]) -> Result<Self, SourceTooLarge> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(SourceTooLarge);
        }
        let text_start = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        // PTX is handed to the driver as a C string, and some compilers write the final NUL to the file.
        let text_end = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
        Ok(Self { bytes, text_start, text_end: text_start.max(text_end as u32) })
    }

    /// All bytes.
    pub fn bytes(self) -> &'s [u8] {
        self.bytes
    }

    /// The PTX text: what lies between a byte order mark and trailing NUL bytes.
    pub fn text(self) -> Span {
        Span::new(self.text_start, self.text_end)
    }

    /// The byte order mark at the start, if there is one.
    pub fn byte_order_mark(self) -> Option<Span> {
        (self.text_start > 0).then(|| Span::new(0, self.text_start))
    }

    /// The bytes of `span`; empty when it lies outside.
    #[inline]
    pub fn slice(self, span: Span) -> &'s [u8] {
        self.bytes.get(span.range()).unwrap_or_default()
    }

    /// The text of `span`, with bytes that are no UTF-8 replaced.
    pub fn text_of(self, span: Span) -> std::borrow::Cow<'s, str> {
        String::from_utf8_lossy(self.slice(span))
    }
}

/// A place in a file as people count it: both numbers start at 1, columns count bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1.
    pub column: u32,
}

/// The starts of all lines of a source. Built only for sources that have something to report.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Finds the lines of `bytes`. A line ends with LF, CR LF or CR.
    pub fn new(bytes: &[u8]) -> Self {
        let mut starts = vec![0];
        for (i, &b) in bytes.iter().enumerate() {
            let ends_line = b == b'\n' || (b == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
            if ends_line {
                starts.push(i as u32 + 1);
            }
        }
        Self { starts }
    }

    /// Line and column of a byte offset.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        Position { line: line as u32 + 1, column: offset - self.starts[line] + 1 }
    }

    /// Offset of the first byte of a line (from 1), if the line exists.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.starts.get((line as usize).checked_sub(1)?).copied()
    }
}
