//! Memory: address windows, global buffers that all blocks share, and what is known of who used which bytes.
//!
//! An address is a window in its upper 24 bits and an offset below. Each buffer has a window of its own, so that an address past the
//! end of one is never within another. Below these windows is what programs of the host can address: buffers that they share with
//! kernels have the same address for both.

use super::lanes::{Lanes, WARP};
use super::program::MemorySpace;
use super::shadow::{PageBudget, Shadow, SparePages};
use crate::device::host;
use std::ops::Deref;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};
use xxhash_rust::xxh3::Xxh3Default;

const WINDOW_BITS: u32 = 40;
const fn window(number: u64) -> u64 {
    number << WINDOW_BITS
}

/// Where generic addresses of shared memory begin.
pub const SHARED_WINDOW: u64 = window(0x7f_0001);
/// Where generic addresses of local memory begin.
pub const LOCAL_WINDOW: u64 = window(0x7f_0002);
/// Where generic addresses of kernel parameters begin.
pub const PARAM_WINDOW: u64 = window(0x7f_0003);
/// Where the addresses of functions begin.
pub const FUNCTION_WINDOW: u64 = window(0x7f_0004);
/// Where the handles of textures and surfaces begin.
pub const IMAGE_WINDOW: u64 = window(0x7f_0005);
/// The first window of a buffer: the first one that no program of the host can address.
const FIRST_BUFFER: u64 = 0x80;
/// One past the last window of a buffer.
const LAST_BUFFER: u64 = 0x7f_0000;

/// Where a buffer begins within its window: in the middle, so that what is before the beginning belongs to it, too.
const BEGINNING: u64 = 1 << (WINDOW_BITS - 1);

/// The offset within the window; what is before the beginning of a buffer is negative.
pub const fn offset_of(address: u64) -> u64 {
    let offset = address & (window(1) - 1);
    if is_buffer(address) { offset.wrapping_sub(BEGINNING) } else { offset }
}

const fn is_buffer(address: u64) -> bool {
    let number = window_of(address);
    number >= FIRST_BUFFER && number < LAST_BUFFER
}

/// Whether memory of the host may have the address. What lies lower is taken for an offset or an index that was used as an address.
pub const fn is_host(address: u64) -> bool {
    const LOWEST: u64 = 1 << 32;
    address >= LOWEST && address < window(FIRST_BUFFER)
}

/// The number of the window that holds an address: buffers have one each.
pub const fn window_of(address: u64) -> u64 {
    address >> WINDOW_BITS
}

/// Which space a generic address is in; `Generic` for none.
pub fn space_of(address: u64) -> MemorySpace {
    match address & !(window(1) - 1) {
        SHARED_WINDOW => MemorySpace::Shared,
        LOCAL_WINDOW => MemorySpace::Local,
        PARAM_WINDOW => MemorySpace::Param,
        _ if is_buffer(address) || is_host(address) => MemorySpace::Global,
        _ => MemorySpace::Generic,
    }
}

/// The address of a buffer.
pub fn buffer_address(index: usize) -> u64 {
    window(FIRST_BUFFER + index as u64) + BEGINNING
}

/// The buffer in whose window an address is.
fn buffer_of(address: u64) -> usize {
    window_of(address).saturating_sub(FIRST_BUFFER) as usize
}

/// A buffer that has an address of the host.
#[derive(Clone, Copy, Debug)]
pub struct HostRange {
    /// The address of its first byte.
    pub start: u64,
    /// Its bytes.
    pub bytes: u64,
    /// The buffer.
    pub buffer: usize,
}

/// How far behind or before a buffer of the host an address still belongs to it, for messages.
const NEAR: u64 = 1 << 20;

/// The buffer that an address belongs to, and the offset there; what is before its beginning is negative. `None` for an address of the
/// host that is in no buffer, nor near one. `ranges` have no bytes in common, and are in order.
#[inline]
pub fn place_of(address: u64, ranges: &[HostRange]) -> Option<(usize, u64)> {
    if !is_host(address) {
        return Some((buffer_of(address), offset_of(address)));
    }
    let next = ranges.partition_point(|range| range.start <= address);
    let before = next.checked_sub(1).map(|index| ranges[index]);
    let is_in = |range: &HostRange| address - range.start < range.bytes;
    let is_near = |range: &HostRange| address - range.start - range.bytes < NEAR;
    let after = || ranges.get(next).copied().filter(|range| range.start - address < NEAR);
    let found = before.filter(is_in).or_else(|| before.filter(is_near)).or_else(after)?;
    Some((found.buffer, address.wrapping_sub(found.start)))
}

/// The words of a buffer.
enum BufferWords {
    Own(Box<[AtomicU32]>),
    /// Memory that programs of the host see, too.
    Host(&'static [AtomicU32]),
}

impl Deref for BufferWords {
    type Target = [AtomicU32];

    #[inline(always)]
    fn deref(&self) -> &[AtomicU32] {
        match self {
            Self::Own(words) => words,
            Self::Host(words) => words,
        }
    }
}

/// A buffer in global memory: words that threads of the host may access at once.
pub struct GlobalBuffer {
    /// Length in bytes.
    pub bytes: u64,
    /// What kernels know it by.
    pub address: u64,
    words: BufferWords,
    /// For each word, which of its bytes have a value.
    defined: Box<[AtomicU8]>,
    /// Who accessed it last in the present launch; empty when nobody checks.
    pub shadow: Shadow,
    /// Who accessed it in the launch before, if the present one need not wait for the end of that.
    pub before: Shadow,
    /// Stores are faults.
    pub constant: bool,
    /// The launch cannot write it.
    only_read: bool,
    /// What the launch has done with it.
    uses: AtomicU8,
    /// Goes on whenever the contents may have changed.
    version: u64,
    /// A digest of the contents, and the version that it is of.
    digest: Option<(u64, u128)>,
}

/// The launch has read some of a buffer.
const READ: u8 = 1;
/// The launch has written some of a buffer.
const WRITTEN: u8 = 2;

/// All that a buffer holds.
pub struct Contents {
    /// A digest of them.
    digest: u128,
    words: Box<[u32]>,
    /// As in the buffer; nothing where all bytes have values.
    defined: Option<Box<[u8]>>,
}

impl Contents {
    /// Bytes of memory that they take.
    pub fn bytes(&self) -> u64 {
        (4 * self.words.len() + self.defined.as_ref().map_or(0, |defined| defined.len())) as u64
    }
}

impl GlobalBuffer {
    /// A buffer whose bytes have no values; nothing if the machine does not have the memory.
    pub fn new(bytes: u64, address: u64) -> Option<Self> {
        let words = bytes.div_ceil(4);
        Some(Self::with_words(bytes, address, BufferWords::Own(host::untouched(words)?), host::untouched(words)?))
    }

    fn with_words(bytes: u64, address: u64, words: BufferWords, defined: Box<[AtomicU8]>) -> Self {
        Self {
            bytes,
            address,
            words,
            defined,
            shadow: Shadow::default(),
            before: Shadow::default(),
            constant: false,
            only_read: false,
            uses: AtomicU8::new(0),
            version: 0,
            digest: None,
        }
    }

    /// A buffer in memory of the host, where somebody else may have written all bytes.
    pub fn of_host(words: &'static [AtomicU32], address: u64) -> Option<Self> {
        let count = words.len() as u64;
        let mut buffer = Self::with_words(4 * count, address, BufferWords::Host(words), host::untouched(count)?);
        buffer.define_zeros();
        Some(buffer)
    }

    /// Says whether the next launch cannot write it.
    pub fn set_only_read(&mut self, only_read: bool) {
        self.only_read = only_read;
    }

    /// Whether nobody writes it in a launch, so that nothing races there.
    #[inline(always)]
    pub fn is_only_read(&self) -> bool {
        self.constant || self.only_read
    }

    /// Whether programs of the host see it, too.
    pub fn is_of_host(&self) -> bool {
        matches!(self.words, BufferWords::Host(_))
    }

    /// All bytes that have no values are zero.
    pub fn define_zeros(&mut self) {
        self.version += 1;
        self.defined.iter_mut().for_each(|defined| *defined.get_mut() = 0xf);
    }

    /// Begins a launch: it has done nothing with the buffer so far.
    pub fn begin_uses(&mut self) {
        *self.uses.get_mut() = 0;
    }

    /// Whether the launch has read some of it, and whether it has written some. After a launch that writes, what it holds is another version.
    pub fn end_uses(&mut self) -> (bool, bool) {
        let uses = *self.uses.get_mut();
        self.version += u64::from(uses & WRITTEN != 0);
        (uses & READ != 0, uses & WRITTEN != 0)
    }

    /// Goes on whenever what it holds may have changed; says nothing of memory that programs of the host write, too.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The launch reads some of it, and what it does may depend on that.
    #[inline(always)]
    pub fn note_read(&self) {
        self.note_use(READ);
    }

    /// Whether the launch has written some of it.
    pub fn is_written(&self) -> bool {
        self.uses.load(Relaxed) & WRITTEN != 0
    }

    #[inline(always)]
    fn note_use(&self, what: u8) {
        let before = self.uses.load(Relaxed);
        if before & what == 0 {
            self.uses.fetch_or(what, Relaxed);
        }
    }

    /// A digest of what it holds: values, and which bytes have some.
    pub fn digest(&mut self) -> u128 {
        if let Some((_, digest)) = self.digest.filter(|&(version, _)| version == self.version && !self.is_of_host()) {
            return digest;
        }
        let mut hasher = Xxh3Default::new();
        let mut bytes = [0; 4096];
        for words in self.words.chunks(bytes.len() / 4) {
            for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
                to.copy_from_slice(&word.load(Relaxed).to_le_bytes());
            }
            hasher.update(&bytes[..4 * words.len()]);
        }
        for defined in self.defined.chunks(bytes.len()) {
            bytes.iter_mut().zip(defined).for_each(|(to, defined)| *to = defined.load(Relaxed));
            hasher.update(&bytes[..defined.len()]);
        }
        let digest = hasher.digest128();
        self.digest = Some((self.version, digest));
        digest
    }

    /// What it holds.
    pub fn contents(&mut self) -> Contents {
        let digest = self.digest();
        let words = self.words.iter().map(|word| word.load(Relaxed)).collect();
        let is_whole = self.defined.iter().fold(0xf, |all, defined| all & defined.load(Relaxed)) == 0xf;
        let defined = (!is_whole).then(|| self.defined.iter().map(|defined| defined.load(Relaxed)).collect());
        Contents { digest, words, defined }
    }

    /// Holds what it has held before.
    pub fn set_contents(&mut self, contents: &Contents) {
        if self.digest() == contents.digest {
            return;
        }
        self.words.iter().zip(&contents.words).for_each(|(to, &word)| to.store(word, Relaxed));
        match &contents.defined {
            Some(defined) => self.defined.iter_mut().zip(defined).for_each(|(to, &defined)| *to.get_mut() = defined),
            None => self.define_zeros(),
        }
        self.version += 1;
        self.digest = Some((self.version, contents.digest));
    }

    /// Whether it holds these bytes already.
    fn holds(&self, offset: u64, bytes: &[u8]) -> bool {
        if !self.is_whole(offset, bytes.len() as u64) {
            return false;
        }
        let mut held = [0; 4096];
        (offset..).step_by(held.len()).zip(bytes.chunks(held.len())).all(|(at, bytes)| {
            self.read_bytes(at, &mut held[..bytes.len()]);
            held[..bytes.len()] == *bytes
        })
    }

    /// Writes bytes from outside of a kernel.
    pub fn write_bytes(&mut self, offset: u64, bytes: &[u8]) {
        if !self.is_of_host() && self.holds(offset, bytes) {
            return;
        }
        self.version += 1;
        let at = offset as usize;
        // Programs move gigabytes: whole words go in one loop that the compiler can vectorise, and what is left over by bytes.
        let (head, rest) = bytes.split_at(((4 - at % 4) % 4).min(bytes.len()));
        let (middle, tail) = rest.split_at(rest.len() / 4 * 4);
        self.write_each(at, head);
        let first = (at + head.len()) / 4;
        let range = first..first + middle.len() / 4;
        let words = middle.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
        match &mut self.words {
            BufferWords::Own(own) => {
                own[range.clone()].iter_mut().zip(words).for_each(|(to, word)| *to.get_mut() = word)
            }
            BufferWords::Host(host) => {
                host[range.clone()].iter().zip(words).for_each(|(to, word)| to.store(word, Relaxed))
            }
        }
        self.defined[range.clone()].iter_mut().for_each(|defined| *defined.get_mut() = 0xf);
        self.write_each(range.end * 4, tail);
    }

    /// Writes a few bytes of one word.
    fn write_each(&mut self, offset: usize, bytes: &[u8]) {
        for (at, &byte) in (offset..).zip(bytes) {
            let shift = at % 4 * 8;
            let word = self.words[at / 4].load(Relaxed);
            self.words[at / 4].store(word & !(0xff << shift) | u32::from(byte) << shift, Relaxed);
            *self.defined[at / 4].get_mut() |= 1 << (at % 4);
        }
    }

    /// Reads bytes from outside of a kernel.
    pub fn read_bytes(&self, offset: u64, bytes: &mut [u8]) {
        let at = offset as usize;
        let (head, rest) = bytes.split_at_mut(((4 - at % 4) % 4).min(bytes.len()));
        let (middle, tail) = rest.split_at_mut(rest.len() / 4 * 4);
        self.read_each(at, head);
        let first = (at + head.len()) / 4;
        let range = first..first + middle.len() / 4;
        for (to, word) in middle.chunks_exact_mut(4).zip(&self.words[range.clone()]) {
            to.copy_from_slice(&word.load(Relaxed).to_le_bytes());
        }
        self.read_each(range.end * 4, tail);
    }

    /// Reads a few bytes of one word.
    fn read_each(&self, offset: usize, bytes: &mut [u8]) {
        for (at, byte) in (offset..).zip(bytes) {
            *byte = self.words[at / 4].load(Relaxed).to_le_bytes()[at % 4];
        }
    }

    /// Whether all words in which some bytes are have values.
    pub fn is_whole(&self, offset: u64, bytes: u64) -> bool {
        let words = (offset / 4) as usize..(offset + bytes).div_ceil(4) as usize;
        self.defined[words].iter().fold(0xf, |all, defined| all & defined.load(Relaxed)) == 0xf
    }

    /// Which of some bytes have values.
    pub fn defined_bytes(&self, offset: u64, bytes: u64) -> Vec<bool> {
        let is_defined = |at: u64| self.defined[(at / 4) as usize].load(Relaxed) >> (at % 4) & 1 == 1;
        (offset..offset + bytes).map(is_defined).collect()
    }

    /// Takes the values of those bytes back that are not defined.
    pub fn restrict(&mut self, offset: u64, defined: &[bool]) {
        self.version += 1;
        for (at, _) in (offset..).zip(defined).filter(|(_, is_defined)| !**is_defined) {
            *self.defined[(at / 4) as usize].get_mut() &= !(1 << (at % 4));
        }
    }

    /// Reads a value of 1, 2, 4 or 8 bytes at an offset that is a multiple of its size and within the buffer. Who goes by it says so
    /// ([`Self::note_read`]); a store that compares does not.
    #[inline]
    pub fn load(&self, offset: u64, size: u32) -> u64 {
        let at = (offset / 4) as usize;
        let word = u64::from(self.words[at].load(Relaxed));
        match size {
            8 => word | u64::from(self.words[at + 1].load(Relaxed)) << 32,
            4 => word,
            _ => word >> (offset % 4 * 8) & ((1 << (size * 8)) - 1),
        }
    }

    /// Whether all bytes of a value have been written.
    #[inline]
    pub fn is_defined(&self, offset: u64, size: u32) -> bool {
        let at = (offset / 4) as usize;
        match size {
            8 => self.defined[at].load(Relaxed) & self.defined[at + 1].load(Relaxed) == 0xf,
            4 => self.defined[at].load(Relaxed) == 0xf,
            _ => {
                let mask = ((1u32 << size) - 1) << (offset % 4);
                u32::from(self.defined[at].load(Relaxed)) & mask == mask
            }
        }
    }

    /// Writes a value; see [`Self::load`].
    #[inline]
    pub fn store(&self, offset: u64, size: u32, value: u64) {
        self.note_use(WRITTEN);
        let at = (offset / 4) as usize;
        match size {
            8 => {
                self.words[at].store(value as u32, Relaxed);
                self.words[at + 1].store((value >> 32) as u32, Relaxed);
                self.define(at, 0xf);
                self.define(at + 1, 0xf);
            }
            4 => {
                self.words[at].store(value as u32, Relaxed);
                self.define(at, 0xf);
            }
            _ => {
                let shift = (offset % 4 * 8) as u32;
                let mask = ((1u32 << (size * 8)) - 1) << shift;
                let value = (value as u32) << shift & mask;
                let replace = |word: u32| Some(word & !mask | value);
                // The closure never declines.
                let _ = self.words[at].fetch_update(Relaxed, Relaxed, replace);
                self.define(at, (((1u32 << size) - 1) << (offset % 4)) as u8);
            }
        }
    }

    /// Reads words that follow each other, one for each lane. The lanes whose words have values.
    #[inline]
    pub fn load_row(&self, offset: u64, values: &mut Lanes) -> u32 {
        let at = (offset / 4) as usize;
        for (value, word) in values.iter_mut().zip(&self.words[at..at + WARP]) {
            *value = u64::from(word.load(Relaxed));
        }
        let defined = &self.defined[at..at + WARP];
        if defined.iter().fold(0xf, |all, defined| all & defined.load(Relaxed)) == 0xf {
            return u32::MAX;
        }
        let is_known = |&lane: &usize| defined[lane].load(Relaxed) == 0xf;
        (0..WARP).filter(is_known).fold(0, |all, lane| all | 1 << lane)
    }

    /// Writes words that follow each other, one for each lane.
    #[inline]
    pub fn store_row(&self, offset: u64, values: &Lanes) {
        self.note_use(WRITTEN);
        let at = (offset / 4) as usize;
        for (&value, word) in values.iter().zip(&self.words[at..at + WARP]) {
            word.store(value as u32, Relaxed);
        }
        let defined = &self.defined[at..at + WARP];
        if defined.iter().fold(0xf, |all, defined| all & defined.load(Relaxed)) != 0xf {
            defined.iter().for_each(|defined| defined.store(0xf, Relaxed));
        }
    }

    /// Takes the values of the bytes with such bits back.
    pub fn undefine(&self, offset: u64, unknown: u64) {
        self.note_use(WRITTEN);
        for byte in (0..8).filter(|byte| unknown >> (byte * 8) & 0xff != 0) {
            let at = offset + byte;
            self.defined[(at / 4) as usize].fetch_and(!(1 << (at % 4)), Relaxed);
        }
    }

    #[inline]
    fn define(&self, at: usize, bytes: u8) {
        let before = self.defined[at].load(Relaxed);
        if before & bytes == bytes {
            return;
        }
        if bytes == 0xf {
            self.defined[at].store(0xf, Relaxed);
        } else {
            self.defined[at].fetch_or(bytes, Relaxed);
        }
    }

    /// Begins a launch: nobody has accessed anything.
    pub fn watch(&mut self, budget: &PageBudget) {
        if !self.shadow.is_on() {
            self.shadow = Shadow::new(self.words.len()).unwrap_or_else(|| {
                budget.lack(self.bytes);
                Shadow::default()
            });
        }
    }

    /// Ends it: nobody asks any more who accessed what, unless the next launch may begin earlier.
    pub fn forget(&mut self, lets_dependents_begin: bool, spare: &mut SparePages) {
        if lets_dependents_begin {
            self.before = std::mem::take(&mut self.shadow);
        } else {
            self.shadow.forget(spare);
        }
    }

    /// Nobody asks any more who accessed what in the launch before.
    pub fn forget_before(&mut self) {
        self.before = Shadow::default();
    }

    /// Bytes for the race detector if a launch accesses all of it.
    pub fn shadow_bytes(&self) -> u64 {
        Shadow::bytes(self.words.len())
    }
}

/// Bytes that belong to one block or thread, with what is known of them.
#[derive(Default)]
pub struct LocalBytes {
    bytes: Vec<u8>,
    /// Which bits of each byte have values.
    known: Vec<u8>,
    /// Which bytes were written, with a value or without; not for those of threads.
    written: Vec<bool>,
}

impl LocalBytes {
    /// Takes all values back, and has so many bytes.
    pub fn renew(&mut self, len: usize) {
        self.bytes.clear();
        self.bytes.resize(len, 0);
        self.known.clear();
        self.known.resize(len, 0);
        self.written.clear();
        self.written.resize(len, false);
    }

    /// Has no bytes any more.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.known.clear();
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Makes room.
    pub fn grow(&mut self, len: usize) {
        if len > self.bytes.len() {
            self.bytes.resize(len, 0);
            self.known.resize(len, 0);
        }
    }

    /// Forgets the values of some bytes.
    pub fn forget(&mut self, from: usize, to: usize) {
        self.known[from..to].fill(0);
    }

    /// Copies bytes to others, with what is known of them.
    pub fn copy(&mut self, from: usize, to: usize, len: usize) {
        self.bytes.copy_within(from..from + len, to);
        self.known.copy_within(from..from + len, to);
        if let Some(written) = self.written.get_mut(to..to + len) {
            written.fill(true);
        }
    }

    /// Reads a value within the bytes, and whether all its bytes have been written.
    #[inline]
    pub fn load(&self, offset: usize, size: u32) -> (u64, bool) {
        let known = low_bytes(&self.known[offset..], size);
        (low_bytes(&self.bytes[offset..], size), known == u64::MAX >> (64 - size * 8))
    }

    /// Reads words that follow each other, one for each lane. The lanes whose words have values.
    #[inline]
    pub fn load_row(&self, offset: usize, values: &mut Lanes) -> u32 {
        for (value, bytes) in values.iter_mut().zip(self.bytes[offset..].chunks_exact(4)) {
            *value = low_bytes(bytes, 4);
        }
        let known = self.known[offset..offset + 4 * WARP].chunks_exact(4).map(|known| low_bytes(known, 4) as u32);
        if known.clone().fold(u32::MAX, |all, known| all & known) == u32::MAX {
            return u32::MAX;
        }
        known.enumerate().filter(|&(_, known)| known == u32::MAX).fold(0, |all, (lane, _)| all | 1 << lane)
    }

    /// Writes words that follow each other and are wholly known, one for each lane.
    #[inline]
    pub fn store_row(&mut self, offset: usize, values: &Lanes) {
        let bytes = offset..offset + 4 * WARP;
        for (&value, bytes) in values.iter().zip(self.bytes[bytes.clone()].chunks_exact_mut(4)) {
            put_low_bytes(bytes, 4, value);
        }
        self.known[bytes.clone()].fill(0xff);
        if let Some(written) = self.written.get_mut(bytes) {
            written.fill(true);
        }
    }

    /// Which bits of such a value are known; those above it are zeros.
    pub fn known_bits(&self, offset: usize, size: u32) -> u64 {
        low_bytes(&self.known[offset..], size) | u64::MAX.checked_shl(8 * size).unwrap_or(0)
    }

    /// Whether somebody has written all of its bytes, be it without a value: padding that is copied.
    pub fn is_written(&self, offset: usize, size: u32) -> bool {
        self.written[offset..offset + size as usize].iter().all(|&it| it)
    }

    /// Writes a value within the bytes.
    #[inline]
    pub fn store(&mut self, offset: usize, size: u32, value: u64, defined: bool) {
        put_low_bytes(&mut self.bytes[offset..], size, value);
        put_low_bytes(&mut self.known[offset..], size, if defined { u64::MAX } else { 0 });
        if let Some(written) = self.written.get_mut(offset..offset + size as usize) {
            written.fill(defined);
        }
    }

    /// Writes a value that is wholly known.
    #[inline]
    pub fn store_whole(&mut self, offset: usize, size: u32, value: u64) {
        put_low_bytes(&mut self.bytes[offset..], size, value);
        put_low_bytes(&mut self.known[offset..], size, u64::MAX);
        if let Some(written) = self.written.get_mut(offset..offset + size as usize) {
            written.fill(true);
        }
    }

    /// Writes a value of which these bits are known.
    #[inline]
    pub fn store_bits(&mut self, offset: usize, size: u32, value: u64, known: u64) {
        put_low_bytes(&mut self.bytes[offset..], size, value);
        put_low_bytes(&mut self.known[offset..], size, known);
        if let Some(written) = self.written.get_mut(offset..offset + size as usize) {
            written.fill(true);
        }
    }
}

/// The number that the first bytes are.
#[inline(always)]
pub fn low_bytes(bytes: &[u8], size: u32) -> u64 {
    match size {
        8 => bytes.first_chunk().map_or(0, |&bytes| u64::from_le_bytes(bytes)),
        4 => bytes.first_chunk().map_or(0, |&bytes| u64::from(u32::from_le_bytes(bytes))),
        2 => bytes.first_chunk().map_or(0, |&bytes| u64::from(u16::from_le_bytes(bytes))),
        1 => bytes.first().map_or(0, |&byte| u64::from(byte)),
        _ => bytes[..size as usize].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)),
    }
}

/// Writes the lowest bytes of a number.
#[inline(always)]
fn put_low_bytes(bytes: &mut [u8], size: u32, value: u64) {
    let size = size as usize;
    match size {
        8 => bytes[..8].copy_from_slice(&value.to_le_bytes()),
        4 => bytes[..4].copy_from_slice(&(value as u32).to_le_bytes()),
        2 => bytes[..2].copy_from_slice(&(value as u16).to_le_bytes()),
        1 => bytes[0] = value as u8,
        _ => bytes[..size].copy_from_slice(&value.to_le_bytes()[..size]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes go to any offset and come back, and make no value of what is beside them.
    #[test]
    fn bytes_of_any_offset_and_length() {
        for (offset, length) in (0..9).flat_map(|offset| (1..14).map(move |length| (offset, length))) {
            let mut buffer = GlobalBuffer::new(24, buffer_address(0)).expect("memory");
            let bytes: Vec<u8> = (1..=length).collect();
            buffer.write_bytes(offset, &bytes);
            let mut found = [0xff; 24];
            buffer.read_bytes(0, &mut found);
            let written = |at: usize| at.checked_sub(offset as usize).and_then(|at| bytes.get(at).copied());
            let right: Vec<u8> = (0..24).map(|at| written(at).unwrap_or(0)).collect();
            assert_eq!(found.as_slice(), right, "{length} bytes at {offset}");
            let defined: Vec<bool> = (0..24).map(|at| written(at).is_some()).collect();
            assert_eq!(buffer.defined_bytes(0, 24), defined, "{length} bytes at {offset}");
            let mut part = vec![0; bytes.len()];
            buffer.read_bytes(offset, &mut part);
            assert_eq!(part, bytes);
            let words = offset / 4 * 4..(offset + u64::from(length)).next_multiple_of(4);
            let is_whole = defined[words.start as usize..words.end as usize].iter().all(|&defined| defined);
            assert_eq!(buffer.is_whole(offset, u64::from(length)), is_whole, "{length} bytes at {offset}");
        }
    }
}
