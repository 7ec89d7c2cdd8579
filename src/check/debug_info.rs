//! Reads debug information (DWARF) as far as the assembler does, and says where it cannot go on.
//!
//! The assembler walks the entries of `.debug_info` with the abbreviations of `.debug_abbrev`, which say what attributes an entry has and
//! how long they are, and gives up when the bytes end within one. What it does otherwise than the standard (DWARF 2.0, section 7.5) was
//! measured with ptxas 13.5: an abbreviation is found by its place in the table and not by its number, the last four bytes of a unit are not
//! looked at, strings of `DW_FORM_strp` are expected in place, and codes behind the table end the walk.

use crate::ir::{DebugSections, SectionBytes};
use crate::span::Span;

/// Where debug information cannot be read, and why.
pub(crate) fn damage(sections: &DebugSections) -> Option<(Span, &'static str)> {
    let (info, abbreviations) = (sections.info.as_ref()?, sections.abbreviations.as_ref()?);
    let mut tables = Tables { bytes: &abbreviations.bytes, at: usize::MAX, table: Vec::new(), is_last: false, read: 0 };
    let mut start = 0;
    while start < info.bytes.len() && tables.read <= MOST_READ * (info.bytes.len() + abbreviations.bytes.len()) {
        match unit(info, &mut tables, start) {
            Ok(next) => start = next,
            Err(Damage { byte, reason }) => return Some((info.row_of(byte)?, reason)),
        }
    }
    None
}

/// How often the sections are read at most: the tables of compilers do not overlap.
const MOST_READ: usize = 16;

/// The place in `.debug_info` where reading fails.
struct Damage {
    byte: usize,
    reason: &'static str,
}

type Read<T> = Result<T, Damage>;

/// What comes before the entries of a unit: its length, the version, the place of its abbreviations, and the size of addresses.
const HEADER: usize = 11;

/// The length itself does not count.
const LENGTH: usize = 4;

/// Bytes at the end of a unit in which the assembler looks for no entry.
const TAIL: usize = 4;

/// The last version that the assembler reads.
const LAST_VERSION: u64 = 5;

/// Reads a unit; where the next one begins.
fn unit(info: &SectionBytes, tables: &mut Tables<'_>, start: usize) -> Read<usize> {
    let fail = |byte, reason| Err(Damage { byte, reason });
    let header = &mut EntryReader { bytes: &info.bytes, at: start };
    let length = header.number(4)?;
    let version = header.number(2)?;
    let table = header.number(4)?;
    let address_size = if header.number(1)? == 4 { 4 } else { 8 };
    if (LAST_VERSION + 1..1 << 15).contains(&version) {
        return fail(start + LENGTH, "the version of DWARF is not supported");
    }
    let Some(table) = usize::try_from(table).ok().filter(|&at| at < tables.bytes.len()) else {
        return fail(start + LENGTH + 2, "the abbreviations of the unit lie outside of `.debug_abbrev`");
    };
    let end = usize::try_from(length).ok().and_then(|length| (start + LENGTH).checked_add(length));
    let Some(entries) = end.and_then(|end| info.bytes.get(..end)).filter(|unit| unit.len() > start + HEADER) else {
        return fail(start, "the length of the unit does not fit the section");
    };
    walk(EntryReader { bytes: entries, at: start + HEADER }, tables.read(table), address_size)?;
    Ok(entries.len())
}

/// An abbreviation: what entries with it consist of.
#[derive(Default)]
struct Abbreviation {
    has_children: bool,
    forms: Vec<u64>,
}

/// The tables in `.debug_abbrev`, of which the last one is kept: units often share it.
struct Tables<'b> {
    bytes: &'b [u8],
    at: usize,
    table: Vec<Abbreviation>,
    /// Whether the section ends with the table.
    is_last: bool,
    /// How many bytes have been read in all.
    read: usize,
}

impl Tables<'_> {
    /// The abbreviations from a place up to the end of a table, or of the section.
    fn read(&mut self, at: usize) -> &Self {
        if self.at != at {
            let reader = &mut EntryReader { bytes: self.bytes, at };
            self.table.clear();
            while reader.leb128().is_ok_and(|code| code != 0) {
                let _tag = reader.leb128();
                let Ok(children) = reader.number(1) else { break };
                let mut entry = Abbreviation { has_children: children != 0, forms: Vec::new() };
                while let (Ok(name), Ok(form)) = (reader.leb128(), reader.leb128())
                    && name != 0
                {
                    entry.forms.push(form);
                }
                self.table.push(entry);
            }
            self.is_last = reader.at == self.bytes.len();
            self.read += reader.at - at;
            self.at = at;
        }
        self
    }
}

/// Follows the entries of a unit.
fn walk(mut reader: EntryReader<'_>, Tables { table, is_last, .. }: &Tables<'_>, address_size: usize) -> Read<()> {
    let start = reader.at;
    if table.iter().all(|entry| entry.forms.is_empty()) {
        return Err(Damage { byte: start, reason: "no abbreviation of the unit has an attribute" });
    }
    // The assembler's table has places for powers of two, of which the last one is empty.
    let places = (table.len() as u64 + 2).next_power_of_two().max(64);
    let mut depth = 0_usize;
    loop {
        let at = reader.at;
        match reader.leb128()? {
            0 if depth == 0 => return Ok(()),
            0 => depth -= 1,
            code if code >= places && *is_last => {
                return Err(Damage { byte: at, reason: "there is no such abbreviation" });
            }
            code => match table.get(code as usize - 1) {
                Some(entry) => {
                    depth += usize::from(entry.has_children);
                    entry.forms.iter().try_for_each(|&form| reader.skip(form, address_size))?;
                }
                None if code == table.len() as u64 + 1 => {}
                None => return Ok(()),
            },
        }
        if reader.bytes.len() - reader.at <= TAIL {
            return Ok(());
        }
    }
}

/// A place in bytes.
struct EntryReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl EntryReader<'_> {
    fn advance(&mut self, count: usize) -> Read<&[u8]> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(Damage { byte: self.at, reason: "the bytes end within an entry" })?;
        let from = std::mem::replace(&mut self.at, end);
        Ok(&self.bytes[from..end])
    }

    /// A number of at most 8 bytes, the least one first.
    fn number(&mut self, size: usize) -> Read<u64> {
        Ok(self.advance(size)?.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// A number in groups of seven bits.
    fn leb128(&mut self) -> Read<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.number(1)?;
            number |= (byte & 0x7f).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if byte < 0x80 {
                return Ok(number);
            }
        }
    }

    /// Skips an attribute of a form (`DW_FORM_…`).
    fn skip(&mut self, mut form: u64, address_size: usize) -> Read<()> {
        // indirect: the form stands in the entry
        while form == 0x16 {
            form = self.leb128()?;
        }
        let counted =
            |this: &mut Self, size| this.number(size).map(|count| usize::try_from(count).unwrap_or(usize::MAX));
        let size = match form {
            0x00 => 0,
            // addr, ref_addr
            0x01 | 0x10 => address_size,
            // block2, block4, block1
            0x03 => counted(self, 2)?,
            0x04 => counted(self, 4)?,
            0x0a => counted(self, 1)?,
            // block
            0x09 => usize::try_from(self.leb128()?).unwrap_or(usize::MAX),
            // data1, flag, ref1
            0x0b | 0x0c | 0x11 => 1,
            // data2, ref2
            0x05 | 0x12 => 2,
            // data4, ref4
            0x06 | 0x13 => 4,
            // data8, ref8
            0x07 | 0x14 => 8,
            // sdata, udata, ref_udata
            0x0d | 0x0f | 0x15 => return self.leb128().map(drop),
            // string, strp
            0x08 | 0x0e => {
                let rest = &self.bytes[self.at..];
                rest.iter().position(|&byte| byte == 0).map_or(usize::MAX, |last| last + 1)
            }
            _ => return Err(Damage { byte: self.at, reason: "the form of an attribute is not supported" }),
        };
        self.advance(size).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::damage;
    use crate::ir::{DebugSections, SectionBytes};
    use crate::span::Span;

    /// Two abbreviations: a unit with a string and children, and an entry with a string.
    const TABLE: &[u8] = &[1, 17, 1, 3, 8, 0, 0, 2, 46, 0, 3, 8, 0, 0, 0];

    fn section(bytes: &[u8]) -> SectionBytes {
        let mut section = SectionBytes::default();
        for (place, &byte) in (0..).zip(bytes) {
            section.begin_row(Span::at(place));
            section.push(u64::from(byte), 8);
        }
        section
    }

    /// Where the entries of a unit are damaged, and why.
    fn judged(table: &[u8], entries: &[u8]) -> Option<(u32, &'static str)> {
        let length = (entries.len() + 7) as u32;
        let header = [&length.to_le_bytes()[..], &[2, 0, 0, 0, 0, 0, 8]].concat();
        let sections =
            DebugSections { info: Some(section(&[&header, entries].concat())), abbreviations: Some(section(table)) };
        damage(&sections).map(|(span, reason)| (span.start, reason))
    }

    #[test]
    fn entries_are_followed() {
        assert_eq!(judged(TABLE, b"\x01a\0\x02b\0\0\0\0\0"), None);
        assert_eq!(judged(TABLE, b"\x01aaaaaaa"), Some((12, "the bytes end within an entry")));
        assert_eq!(judged(TABLE, b"\x01a\0\x02bbbbbb"), Some((15, "the bytes end within an entry")));
        // What stands behind the end of all entries is not looked at, nor is a tail.
        assert_eq!(judged(TABLE, b"\x01a\0\0\0\x02bbbbbb"), None);
        assert_eq!(judged(TABLE, b"\x01a\0\x02bbb"), None);
        assert_eq!(judged(TABLE, b"\x64a\0\0\0\0"), Some((11, "there is no such abbreviation")));
    }

    #[test]
    fn forms_have_sizes() {
        let with = |form: u8| [1, 17, 0, 3, form, 0, 0, 0];
        for (form, size) in [(1, 8), (5, 2), (6, 4), (7, 8), (8, 1), (11, 1), (12, 1), (15, 1), (16, 8), (19, 4)] {
            let entry = [&[1][..], &vec![0; size]].concat();
            assert_eq!(judged(&with(form), &entry), None, "{form}");
            assert!(judged(&with(form), &entry[..size]).is_some(), "{form}");
        }
        assert_eq!(judged(&with(10), &[1, 3, 0, 0, 0]), None);
        assert!(judged(&with(10), &[1, 4, 0, 0, 0]).is_some());
        assert_eq!(judged(&with(22), &[1, 11, 0]), None);
        assert_eq!(judged(&with(23), &[1, 0, 0, 0, 0]), Some((12, "the form of an attribute is not supported")));
    }

    #[test]
    fn headers_fit_the_sections() {
        let table = || Some(section(TABLE));
        let of = |info: &[u8]| damage(&DebugSections { info: Some(section(info)), abbreviations: table() });
        let entries = b"\x01a\0\0\0";
        let unit = |head: &[u8]| [head, entries].concat();
        assert!(of(&unit(&[12, 0, 0, 0, 2, 0, 0, 0, 0, 0, 8])).is_none());
        assert!(of(&unit(&[13, 0, 0, 0, 2, 0, 0, 0, 0, 0, 8])).is_some());
        assert!(of(&unit(&[3, 0, 0, 0, 2, 0, 0, 0, 0, 0, 8])).is_some());
        assert!(of(&unit(&[12, 0, 0, 0, 6, 0, 0, 0, 0, 0, 8])).is_some());
        assert!(of(&unit(&[12, 0, 0, 0, 2, 0, 15, 0, 0, 0, 8])).is_some());
        assert!(of(&[12, 0, 0]).is_some());
        assert!(of(&[]).is_none());
        assert!(damage(&DebugSections { info: Some(section(&[1])), abbreviations: None }).is_none());
    }
}
