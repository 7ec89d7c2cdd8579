//! Interned names.
//!
//! A name is a slice of the source; equal spellings get equal ids. One open-addressing table serves a
//! whole file. Names of up to 8 bytes (nearly all registers) are compared inside the table, longer ones
//! by hash and then by their bytes.

use crate::ids::NameId;
use crate::span::Span;

#[derive(Clone, Copy)]
struct HashSlot {
    /// The bytes themselves, zero-padded, for names of up to 8 bytes; a hash for longer ones.
    key: u64,
    len: u32,
    id: Option<NameId>,
}

/// From how many slots on a table is large.
const LARGE: usize = 1 << 16;

const EMPTY: HashSlot = HashSlot { key: 0, len: 0, id: None };

/// The names of one source file.
pub struct Names<'s> {
    source: &'s [u8],
    /// First occurrence of each name.
    spans: Vec<Span>,
    /// Power-of-two table, at most half full, or three quarters if it is large: see [`Names::is_full`].
    slots: Vec<HashSlot>,
}

fn read_u64(bytes: &[u8]) -> u64 {
    let mut buffer = [0; 8];
    buffer[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(buffer)
}

const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The table key of a name: injective for names of up to 8 bytes.
#[inline]
fn key_of(name: &[u8]) -> u64 {
    if name.len() <= 8 {
        return read_u64(name);
    }
    let (chunks, _) = name.as_chunks::<8>();
    let folded = chunks
        .iter()
        .fold(0, |hash: u64, chunk| (hash.rotate_left(23) ^ u64::from_le_bytes(*chunk)).wrapping_mul(MULTIPLIER));
    let tail = read_u64(&name[name.len() - 8..]);
    (folded.rotate_left(23) ^ tail).wrapping_mul(MULTIPLIER)
}

/// Where the search for a key starts.
#[inline]
fn first_slot(key: u64, mask: usize) -> usize {
    (key.wrapping_mul(MULTIPLIER) >> 32) as usize & mask
}

impl<'s> Names<'s> {
    /// An empty table for names of `source`.
    pub fn new(source: &'s [u8]) -> Self {
        let capacity = (source.len() / 64).clamp(64, 1 << 16).next_power_of_two();
        Self { source, spans: Vec::with_capacity(capacity / 2), slots: vec![EMPTY; capacity] }
    }

    /// Number of distinct names.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether no name has been interned.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The id of the name at `span`, new if its spelling is new.
    #[inline]
    pub fn intern(&mut self, span: Span) -> NameId {
        let len = span.len();
        // One load instead of a copy: nearly all names are short and not at the end of the file.
        let chunk = self.source.get(span.start as usize..).and_then(|rest| rest.first_chunk::<8>());
        let Some(&chunk) = chunk.filter(|_| matches!(len, 1..=8)) else { return self.intern_slowly(span) };
        let key = u64::from_le_bytes(chunk) & (u64::MAX >> (64 - 8 * len));
        let mask = self.slots.len() - 1;
        let mut slot = first_slot(key, mask);
        loop {
            let known = self.slots[slot];
            match known.id {
                Some(id) if known.key == key && known.len == len => return id,
                Some(_) => slot = (slot + 1) & mask,
                None => return self.insert(slot, key, span),
            }
        }
    }

    #[inline(never)]
    fn intern_slowly(&mut self, span: Span) -> NameId {
        let name = self.source.get(span.range()).unwrap_or_default();
        let key = key_of(name);
        let slot = self.find(name, key);
        self.slots[slot].id.unwrap_or_else(|| self.insert(slot, key, span))
    }

    /// The id of a spelling, if it has been interned.
    pub fn lookup(&self, name: &[u8]) -> Option<NameId> {
        self.slots[self.find(name, key_of(name))].id
    }

    fn find(&self, name: &[u8], key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = first_slot(key, mask);
        loop {
            let HashSlot { key: other, len, id } = self.slots[slot];
            let Some(id) = id else { return slot };
            let same = other == key && len as usize == name.len();
            if same && (name.len() <= 8 || self.bytes(id) == name) {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn insert(&mut self, slot: usize, key: u64, span: Span) -> NameId {
        let id = NameId::new(self.spans.len());
        self.spans.push(span);
        self.slots[slot] = HashSlot { key, len: span.len(), id: Some(id) };
        if self.is_full() {
            self.grow();
        }
        id
    }

    /// Whether the table has to grow. A large one is in no cache anyway, and would take more than all that names stand for.
    fn is_full(&self) -> bool {
        let [names, of] = if self.slots.len() < LARGE { [1, 2] } else { [3, 4] };
        self.spans.len() * of > self.slots.len() * names
    }

    #[cold]
    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; mask + 1]);
        for entry in old.into_iter().filter(|entry| entry.id.is_some()) {
            let mut slot = first_slot(entry.key, mask);
            while self.slots[slot].id.is_some() {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = entry;
        }
    }

    /// Where the name occurs first.
    pub fn span(&self, id: NameId) -> Span {
        self.spans[id.index()]
    }

    /// The spelling.
    pub fn bytes(&self, id: NameId) -> &'s [u8] {
        self.source.get(self.span(id).range()).unwrap_or_default()
    }

    /// The spelling as text. Names are ASCII by the lexical grammar.
    pub fn text(&self, id: NameId) -> &'s str {
        std::str::from_utf8(self.bytes(id)).unwrap_or_default()
    }

    /// All names in order of first occurrence.
    pub fn iter(&self) -> impl Iterator<Item = (NameId, &'s str)> + '_ {
        (0..self.spans.len()).map(NameId::new).map(|id| (id, self.text(id)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_spellings_share_an_id() {
        let source = b"%r1 %r10 a_rather_long_name %r1 a_rather_long_name a_rather_long_nama";
        let mut names = Names::new(source);
        let words: Vec<Span> = source
            .split(|&b| b == b' ')
            .map(|word| {
                let start = word.as_ptr() as usize - source.as_ptr() as usize;
                Span::new(start as u32, (start + word.len()) as u32)
            })
            .collect();
        let ids: Vec<NameId> = words.iter().map(|&span| names.intern(span)).collect();
        assert_eq!(ids[0], ids[3]);
        assert_eq!(ids[2], ids[4]);
        assert_eq!(names.len(), 4);
        assert_eq!(names.text(ids[5]), "a_rather_long_nama");
        assert_eq!(names.lookup(b"%r10"), Some(ids[1]));
        assert_eq!(names.lookup(b"%r2"), None);
    }

    #[test]
    fn survives_growth_and_prefixes() {
        let source: Vec<u8> = (0..5000).flat_map(|i| format!("%name{i:06}").into_bytes()).collect();
        let mut names = Names::new(&source);
        let span = |i: u32, len| Span::new(i * 11, i * 11 + len);
        for i in 0..5000 {
            names.intern(span(i, 11));
        }
        assert_eq!(names.len(), 5000);
        for i in 0..5000 {
            assert_eq!(names.intern(span(i, 11)).index(), i as usize);
        }
        assert_eq!(names.intern(span(7, 5)), names.intern(span(8, 5)));
    }
}
