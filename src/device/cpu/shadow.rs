//! Who accessed which bytes last, and whether two accesses are ordered.
//!
//! Each word keeps its last write and two reads by different threads since. Warps have clocks that go on whenever threads
//! synchronise, and know the clocks of others that they have synchronised with: vector clocks as in FastTrack (Flanagan and
//! Freund, PLDI 2009), one for each warp rather than each thread.

use super::row::{Cell, ROW, Row, Sweep};
use crate::device::host;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// One access of a thread to bytes of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ShadowAccess {
    /// Linear index of the block, or [`ShadowAccess::LAST_BLOCK`].
    pub block: u32,
    /// Linear index of the thread in its block.
    pub thread: u32,
    /// The clock of its warp, from 1.
    pub clock: u32,
    /// Which bytes of the word.
    pub bytes: u32,
    /// It is a strong operation, which may meet other strong ones.
    pub strong: bool,
    /// It is strong for the threads of its block only.
    pub narrow: bool,
    /// It writes.
    pub writes: bool,
    /// An asynchronous copy of the thread does it, whenever it gets there.
    pub asynchronous: bool,
    /// The step.
    pub step: u32,
}

/// Whether an access is strong, in its key.
pub const STRONG: u64 = 1;

/// Whether an access is strong in its block only, in its key.
pub const NARROW: u64 = 1 << 6;

/// The block in a key.
pub const BLOCK: u64 = u64::MAX << 40;

/// The bytes of an access in its key.
pub const BYTES: u64 = 0xf << 1;

/// The clock of an access in its key.
pub const CLOCK: u64 = 0x1f_ffff << 9;

/// What tells apart who accesses, in a key.
pub const WHO: u64 = u64::MAX << 30 | 1 << 5;

impl ShadowAccess {
    /// All blocks from this one on count as one: races among them are found where their threads differ.
    pub const LAST_BLOCK: u32 = 0xff_ffff;

    /// Everything but the step and whether it writes, in one word.
    pub fn key(self) -> u64 {
        u64::from(self.block) << 40
            | u64::from(self.thread & 0x3ff) << 30
            | u64::from(self.clock.min(0x1f_ffff)) << 9
            | u64::from(self.narrow) << 6
            | u64::from(self.asynchronous) << 5
            | u64::from(self.bytes & 0xf) << 1
            | u64::from(self.strong)
    }

    /// What a key, a step and the kind of an access say; nothing if there was none.
    pub fn of(key: u64, step: u32, writes: bool) -> Option<Self> {
        (key != 0).then_some(ShadowAccess {
            block: (key >> 40) as u32,
            thread: (key >> 30) as u32 & 0x3ff,
            clock: (key >> 9) as u32 & 0x1f_ffff,
            bytes: (key >> 1) as u32 & 0xf,
            strong: key & STRONG != 0,
            narrow: key & NARROW != 0,
            asynchronous: key >> 5 & 1 == 1,
            writes,
            step,
        })
    }

    /// Whether nothing can come between them.
    #[inline(always)]
    pub fn same_thread(self, other: Self) -> bool {
        self.block == other.block && self.thread == other.thread && self.asynchronous == other.asynchronous
    }
}

/// The key of an access to bytes of a word, by another lane of the warp than the first one, whose key without bytes is given.
#[inline(always)]
pub fn key_of_lane(first: u64, lane: u32, bytes: u32) -> u64 {
    (first + (u64::from(lane) << 30)) | u64::from(bytes & 0xf) << 1
}

/// One who knows of some clocks learns of others.
pub fn join(known: &mut [u32], others: &[u32]) {
    for (known, &other) in known.iter_mut().zip(others) {
        *known = other.max(*known);
    }
}

/// Words of a page.
const PAGE: usize = 1 << 10;

/// The records of some words that follow each other, in rows.
type Page = Box<[Mutex<Row>]>;

/// Pages of launches that are over, which the next one takes instead of new memory.
#[derive(Default)]
pub struct SparePages(Vec<Page>);

impl SparePages {
    /// Most that are kept: those of 256 MB of memory, which take as much.
    const MOST: usize = 1 << 16;

    fn keep(&mut self, page: Page) {
        if page.len() == PAGE / ROW && self.0.len() < Self::MOST {
            self.0.push(page);
        }
    }
}

/// Memory that pages may take.
#[derive(Default)]
pub struct PageBudget {
    left: AtomicU64,
    missing: AtomicU64,
    spare: Mutex<SparePages>,
}

impl PageBudget {
    /// So many bytes.
    pub fn new(bytes: u64, spare: SparePages) -> Self {
        Self { left: AtomicU64::new(bytes), missing: AtomicU64::new(0), spare: Mutex::new(spare) }
    }

    /// Bytes of memory that was accessed, but for whose pages there was nothing left.
    pub fn missing(&self) -> u64 {
        self.missing.load(Relaxed)
    }

    /// The pages that nobody has taken.
    pub fn into_spare(self) -> SparePages {
        self.spare.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes so many bytes, if they are left.
    pub fn take(&self, bytes: u64) -> bool {
        self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(bytes)).is_ok()
    }

    fn page(&self, words: usize) -> Page {
        let rows = words.div_ceil(ROW) as u64;
        let is_there = self.take(rows * size_of::<Mutex<Row>>() as u64);
        let page = if is_there { self.spare_page(words).or_else(|| host::zeroed(rows)) } else { None };
        page.unwrap_or_else(|| {
            self.lack(4 * words as u64);
            Box::default()
        })
    }

    fn spare_page(&self, words: usize) -> Option<Page> {
        if words != PAGE {
            return None;
        }
        let mut page = self.spare.lock().unwrap_or_else(PoisonError::into_inner).0.pop()?;
        clear(&mut page);
        Some(page)
    }

    /// There is nothing left for so many bytes of memory.
    pub fn lack(&self, bytes: u64) {
        self.missing.fetch_add(bytes, Relaxed);
    }
}

/// Nobody has accessed the words of a page.
fn clear(page: &mut Page) {
    page.iter_mut().for_each(|row| *row.get_mut().unwrap_or_else(PoisonError::into_inner) = Row::default());
}

/// The accesses to each word of a memory, in pages that are made when they are touched: most of a large memory never is.
#[derive(Default)]
pub struct Shadow {
    /// Empty where the budget did not suffice.
    pages: Box<[OnceLock<Page>]>,
    words: usize,
    /// The pages that there are.
    touched: Mutex<Vec<u32>>,
}

impl Shadow {
    /// For so many words; nothing if the machine does not have the memory.
    pub fn new(words: usize) -> Option<Self> {
        Some(Self { pages: host::zeroed(words.div_ceil(PAGE) as u64)?, words, touched: Mutex::default() })
    }

    /// Nobody has accessed anything, and pages are for others.
    pub fn forget(&mut self, spare: &mut SparePages) {
        for page in self.touched.get_mut().unwrap_or_else(PoisonError::into_inner).drain(..) {
            if let Some(page) = self.pages[page as usize].take() {
                spare.keep(page);
            }
        }
    }

    /// Nobody has accessed anything, for as many words as before.
    pub fn renew(&mut self) {
        self.pages.iter_mut().filter_map(OnceLock::get_mut).for_each(clear);
    }

    /// Bytes for so many words, if all of them are accessed.
    pub fn bytes(words: usize) -> u64 {
        let row = size_of::<Mutex<Row>>() + ROW * size_of::<Cell>();
        (row as u64).saturating_mul(words.div_ceil(ROW) as u64)
    }

    /// Whether accesses are noted at all.
    pub fn is_on(&self) -> bool {
        self.words > 0
    }

    /// The records of a row, whose number is that of its first word divided by those of a row. Empty pages have none.
    #[inline]
    fn row(&self, row: usize, budget: &PageBudget) -> Option<MutexGuard<'_, Row>> {
        const ROWS: usize = PAGE / ROW;
        let page = row / ROWS;
        let rows = self.pages[page].get_or_init(|| {
            self.touched.lock().unwrap_or_else(PoisonError::into_inner).push(page as u32);
            budget.page(PAGE.min(self.words - page * PAGE))
        });
        Some(rows.get(row % ROWS)?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What is known of a word that somebody has accessed: the last write, or one of two reads.
    fn known(&self, word: usize, which: usize) -> Option<ShadowAccess> {
        let row = self.pages.get(word / PAGE)?.get()?.get(word % PAGE / ROW)?;
        row.lock().unwrap_or_else(PoisonError::into_inner).get(word % ROW, which)
    }

    /// The last write to a word.
    pub fn last_write(&self, word: usize) -> Option<ShadowAccess> {
        self.known(word, 0)
    }

    /// An access to a word that meets another one: the last write, or a read if the other one writes.
    pub fn met(&self, word: usize, by_write: bool) -> Option<ShadowAccess> {
        let reads = || (1..3).find_map(|which| self.known(word, which));
        self.last_write(word).or_else(|| if by_write { reads() } else { None })
    }

    /// Notes an access to a word and returns an earlier one that it races with. A write that changes nothing races with no other
    /// write.
    #[inline]
    pub fn note(
        &self,
        word: usize,
        access: ShadowAccess,
        changes: bool,
        ordered: &impl Fn(ShadowAccess) -> bool,
        budget: &PageBudget,
    ) -> Option<ShadowAccess> {
        let noted = (access.key(), access.step, access.writes);
        self.note_words(&mut (word..word + 1), noted, changes, ordered, budget).map(|(_, earlier)| earlier)
    }

    /// The same for some words that a lane accesses, by its key and step and whether it writes, up to the first race: where that is. What is
    /// left of the words has not been noted.
    #[inline]
    pub fn note_words(
        &self,
        words: &mut Range<usize>,
        (key, step, writes): (u64, u32, bool),
        changes: bool,
        ordered: &impl Fn(ShadowAccess) -> bool,
        budget: &PageBudget,
    ) -> Option<(usize, ShadowAccess)> {
        while words.start < words.end {
            let (row, start) = (words.start / ROW, words.start % ROW);
            let own = start..(start + words.len()).min(ROW);
            words.start += own.len();
            let Some(mut cells) = self.row(row, budget) else { continue };
            if let Some((word, earlier)) = cells.note((own, key, step), (writes, changes), ordered, budget) {
                words.start = row * ROW + word + 1;
                return Some((row * ROW + word, earlier));
            }
        }
        None
    }

    /// Notes the accesses of lanes whose words follow each other, up to the first row in which any of them may race: there lanes have to be
    /// noted one by one. Which have been noted.
    pub fn note_sweep(
        &self,
        sweep: &Sweep,
        changes: bool,
        ordered: &impl Fn(ShadowAccess) -> bool,
        budget: &PageBudget,
    ) -> u32 {
        let mut words = sweep.words();
        while words.start < words.end {
            let row = words.start / ROW;
            words.start = (row + 1) * ROW;
            let Some(mut rows) = self.row(row, budget) else { continue };
            if !rows.note_run(sweep.run_in(row), (sweep.writes, changes), ordered, budget) {
                return sweep.lanes_before(row * ROW);
            }
        }
        sweep.lanes
    }
}
