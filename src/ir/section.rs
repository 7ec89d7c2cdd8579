//! Sections of debug information (PTX ISA 11.5.3).

use crate::span::Span;

/// A `.section` directive.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The directive up to its brace.
    pub span: Span,
    /// The name of the section, dot included.
    pub name: Span,
}

/// The sections that the assembler reads itself. Where one is written twice it reads the first.
#[derive(Clone, Default, Debug)]
pub struct DebugSections {
    /// `.debug_info`.
    pub info: Option<SectionBytes>,
    /// `.debug_abbrev`.
    pub abbreviations: Option<SectionBytes>,
}

impl DebugSections {
    /// The place for the bytes of a section, unless nobody reads it or it has been written before.
    pub fn place(&mut self, name: &[u8]) -> Option<&mut Option<SectionBytes>> {
        let place = match name {
            b".debug_info" => &mut self.info,
            b".debug_abbrev" => &mut self.abbreviations,
            _ => return None,
        };
        place.is_none().then_some(place)
    }
}

/// The bytes of a section. Those of an address are zero, apart from what is added to it.
#[derive(Clone, Default, Debug)]
pub struct SectionBytes {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// For each row the index of its first byte, and where its data begin in the text.
    rows: Vec<(u32, Span)>,
}

impl SectionBytes {
    /// Begins a row whose data begin at a place of the text.
    pub fn begin_row(&mut self, data: Span) {
        self.rows.push((u32::try_from(self.bytes.len()).unwrap_or(u32::MAX), data));
    }

    /// Adds a number of so many bits, the least byte first.
    pub fn push(&mut self, value: u64, width: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes()[..width as usize / 8]);
    }

    /// Where the row with a byte begins in the text; behind the last byte that of the last row.
    pub fn row_of(&self, byte: usize) -> Option<Span> {
        let next = self.rows.partition_point(|&(first, _)| first as usize <= byte);
        self.rows.get(next.checked_sub(1)?).map(|&(_, data)| data)
    }
}
