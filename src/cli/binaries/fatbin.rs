//! Fat binaries: code for several targets, one behind the other.
//!
//! NVIDIA does not describe the format; this is what `nvcc` 7 to 13 write. All numbers are little-endian. A header of 16 bytes: the magic,
//! a version (2 bytes), its own length (2), the length of what follows (8). Then entries: a header, whose length it tells itself, and the
//! code, filled up to a multiple of eight bytes.

use super::Packed;
use super::pack::Packing;
use object::read::ReadRef;
use std::ops::Range;

/// The first bytes of a fat binary.
pub(super) const MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];

/// An entry that is PTX.
pub(super) struct FatbinEntry {
    /// The target as PTX writes it; `damaged` where the entry could not be read.
    pub target: String,
    /// The source file, where the compiler has noted it.
    pub source: Option<String>,
    /// Its text.
    pub text: Result<Packed, String>,
}

impl FatbinEntry {
    fn damaged(at: u64, reason: &str) -> Self {
        let text = Err(format!("the fat binary at byte {at} is damaged: {reason}"));
        Self { target: "damaged".to_string(), source: None, text }
    }
}

/// Bytes of a fat binary's header.
const HEADER: u64 = 16;
/// Bytes of an entry's header that every version has.
const ENTRY_HEADER: u64 = 64;
/// The kind of entries that are PTX.
const PTX: u16 = 1;

// Flags of an entry.
const LZ4: u64 = 0x2000;
const ZSTD: u64 = 0x8000;
const ARCHITECTURE_SPECIFIC: u64 = 0x10_0000;
const FAMILY_SPECIFIC: u64 = 0x20_0000;

/// The PTX of all fat binaries in a range of a file, in its order.
pub(super) fn entries<'d, R: ReadRef<'d>>(data: R, range: Range<u64>) -> Vec<FatbinEntry> {
    let end = range.end.min(data.len().unwrap_or(0));
    let mut found = Vec::new();
    let mut at = range.start;
    while let Some(start) = find(data, at..end) {
        at = match header(data, start, end) {
            Ok(Some(body)) => {
                read(data, body.clone(), &mut found);
                body.end
            }
            // The magic's bytes may stand in anything.
            Ok(None) => start + MAGIC.len() as u64,
            Err(reason) => {
                found.push(FatbinEntry::damaged(start, reason));
                start + HEADER
            }
        };
    }
    found
}

/// The next place with the magic.
fn find<'d, R: ReadRef<'d>>(data: R, range: Range<u64>) -> Option<u64> {
    /// The most bytes that are looked at together.
    const STEP: u64 = 1 << 16;
    // Fat binaries mostly follow each other closely.
    let mut step = 1 << 8;
    let mut start = range.start;
    while start + HEADER <= range.end {
        let length = range.end.saturating_sub(start).min(step);
        step = (step * 4).min(STEP);
        let bytes = data.read_bytes_at(start, length).ok()?;
        if let Some(place) = bytes.windows(MAGIC.len()).position(|window| window == MAGIC) {
            return Some(start + place as u64);
        }
        // The magic may begin in the last bytes.
        start += length - (MAGIC.len() as u64 - 1);
    }
    None
}

/// Where the entries of the fat binary at `start` are; nothing if it is none.
fn header<'d, R: ReadRef<'d>>(data: R, start: u64, end: u64) -> Result<Option<Range<u64>>, &'static str> {
    let Ok(bytes) = data.read_bytes_at(start, HEADER) else { return Ok(None) };
    let (version, length, size) = (number(bytes, 4, 2), number(bytes, 6, 2), number(bytes, 8, 8));
    if version != 1 || length != HEADER {
        return Ok(None);
    }
    let body = start + HEADER;
    match body.checked_add(size) {
        Some(last) if last <= end => Ok(Some(body..last)),
        _ => Err("it reaches past the end of what holds it"),
    }
}

/// Reads the entries of a fat binary.
fn read<'d, R: ReadRef<'d>>(data: R, body: Range<u64>, found: &mut Vec<FatbinEntry>) {
    let mut at = body.start;
    while at < body.end {
        match entry(data, at..body.end) {
            Ok((entry, next)) => {
                found.extend(entry);
                at = next;
            }
            Err(reason) => {
                found.push(FatbinEntry::damaged(at, reason));
                return;
            }
        }
    }
}

/// Reads an entry; it, if it is PTX, and where the next one starts.
fn entry<'d, R: ReadRef<'d>>(data: R, range: Range<u64>) -> Result<(Option<FatbinEntry>, u64), &'static str> {
    const CUT_OFF: &str = "an entry reaches past its end";
    let at = range.start;
    if range.end - at < ENTRY_HEADER {
        return Err(CUT_OFF);
    }
    let fixed = data.read_bytes_at(at, ENTRY_HEADER).map_err(|()| CUT_OFF)?;
    let kind = number(fixed, 0, 2) as u16;
    let (length, size) = (number(fixed, 4, 4), number(fixed, 8, 8));
    if length < ENTRY_HEADER {
        return Err("the header of an entry is too short");
    }
    let payload = at.checked_add(length).ok_or(CUT_OFF)?;
    let next = payload.checked_add(size).filter(|&next| next <= range.end).ok_or(CUT_OFF)?;
    if kind != PTX {
        return Ok((None, next));
    }
    let (packed_size, architecture, flags) = (number(fixed, 16, 4), number(fixed, 28, 4), number(fixed, 40, 8));
    let (source_at, source_length) = (number(fixed, 32, 4), number(fixed, 36, 4));
    let packing = match flags {
        _ if flags & LZ4 != 0 => Packing::Lz4,
        _ if flags & ZSTD != 0 => Packing::Zstd,
        _ => Packing::None,
    };
    let (stored, unpacked) = match packing {
        Packing::None => (size, size),
        _ => (packed_size, number(fixed, 56, 8)),
    };
    if stored > size {
        return Err("compressed text reaches past its entry");
    }
    let bytes = data.read_bytes_at(payload, stored).map_err(|()| CUT_OFF)?;
    let suffix = match flags {
        _ if flags & ARCHITECTURE_SPECIFIC != 0 => "a",
        _ if flags & FAMILY_SPECIFIC != 0 => "f",
        _ => "",
    };
    // A name that does not lie in the header is nobody's loss.
    let is_within = source_length > 0 && source_at.saturating_add(source_length) <= length;
    let source = data.read_bytes_at(at + source_at, source_length).ok().filter(|_| is_within);
    let source = source.map(|name| String::from_utf8_lossy(name).trim_end_matches('\0').to_string());
    let text = Ok(Packed { packing, bytes: bytes.to_vec(), size: unpacked });
    let entry =
        FatbinEntry { target: format!("sm_{architecture}{suffix}"), source: source.filter(|it| !it.is_empty()), text };
    Ok((Some(entry), next))
}

/// A number of a few bytes.
fn number(bytes: &[u8], at: usize, length: usize) -> u64 {
    bytes[at..at + length].iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}
