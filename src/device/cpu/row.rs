//! Who accessed the words of a row: 32 words that follow each other, as many as a warp has lanes.
//!
//! Mostly the lanes of a warp access words that follow each other, or one of each structure of some words, in one step. Such a run has one
//! record, whatever its length. Only where a row has many runs, its words have records of their own.

use super::lanes::{WARP, lanes_of};
use super::shadow::{BLOCK, BYTES, CLOCK, NARROW, PageBudget, STRONG, ShadowAccess, WHO};
use std::ops::Range;

/// Words of a row.
pub const ROW: usize = 32;

/// Where the lane is in a key.
const LANE: u32 = 30;

/// The records of one word: the last weak write, two reads, and the last strong write since. Strong operations meet each other without order, so
/// that one who comes after the strong write need not come after the weak one.
#[derive(Clone, Copy, Default)]
pub struct Cell {
    keys: [u64; 4],
    steps: [u32; 4],
}

/// Which record is that of the strong write.
const STRONG_WRITE: usize = 3;

/// Whether a record is that of a write.
const fn is_write(which: usize) -> bool {
    matches!(which, 0 | STRONG_WRITE)
}

/// Which record the write of a key takes.
const fn write_of(key: u64) -> usize {
    if key & STRONG != 0 { STRONG_WRITE } else { 0 }
}

/// How lanes follow each other in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A lane comes so many words behind the one before: 32 at most.
    Words(u32),
    /// So many lanes share a word: 2 or 4.
    LanesOfWord(u32),
}

impl Pace {
    /// What a number of words is multiplied by, and divided by [`Pace::ONE`], for the number of lanes that begin there: the next number above,
    /// which gives what a division would for all words of two rows.
    const fn factor(self) -> u16 {
        match self {
            Self::Words(words) => Self::ONE.div_ceil(words) as u16,
            Self::LanesOfWord(lanes) => (lanes * Self::ONE) as u16,
        }
    }

    const ONE: u32 = 1 << 12;
}

/// Accesses to words of a row, all in one step.
#[derive(Clone, Copy, Default)]
pub struct WordRun {
    /// The key of the lane that has the first word of the row, or would have it: lanes may be negative here.
    key: u64,
    /// Which words.
    words: u32,
    step: u32,
    /// How many lanes there are in a number of words; see [`Pace::factor`].
    factor: u16,
    /// How many words before the row its first lane begins, or would begin.
    phase: u8,
    /// The last weak writes (0), one of two reads (1, 2), or strong writes since (3).
    which: u8,
}

impl WordRun {
    /// Words of one thread.
    const fn of_one(key: u64, words: u32, step: u32) -> Self {
        Self { key, words, step, factor: Pace::Words(ROW as u32).factor(), phase: 0, which: 0 }
    }

    /// The key of the access to a word: that of its first lane, if it has several.
    #[inline(always)]
    fn key_of(&self, word: usize) -> u64 {
        let lanes = (word as u32 + u32::from(self.phase)) * u32::from(self.factor) / Pace::ONE;
        self.key.wrapping_add(u64::from(lanes) << LANE)
    }

    /// How many lanes share a word.
    #[inline(always)]
    fn lanes_of_word(&self) -> u32 {
        (u32::from(self.factor) / Pace::ONE).max(1)
    }

    /// The key of one of the lanes that share a word, with the bytes that it has.
    fn key_of_part(&self, word: usize, part: u32) -> u64 {
        let lanes = self.lanes_of_word();
        let (bytes, size) = (u64::from(self.key & BYTES != 0), 4 / lanes);
        let own = ((bytes << size) - bytes) << (part * size);
        (self.key_of(word).wrapping_add(u64::from(part) << LANE)) & !BYTES | own << 1
    }

    fn get(&self, word: usize) -> Option<ShadowAccess> {
        ShadowAccess::of(self.key_of(word), self.step, is_write(usize::from(self.which)))
    }

    /// How words that two runs share are told apart by who accesses them.
    #[inline(always)]
    fn compare(&self, other: &Self) -> Common {
        let both = self.words & other.words;
        if both == 0 {
            return Common::Nothing;
        }
        let word = both.trailing_zeros() as usize;
        let (own, others) = (self.key_of(word), other.key_of(word));
        if (own ^ others) & WHO & !(0x1f << LANE) != 0 {
            return Common::Others(word);
        }
        // Of one warp: where lanes follow each other alike, either all words are those of the same lanes or none.
        let are_alike = (self.factor, self.phase) == (other.factor, other.phase);
        let have_one = both.is_power_of_two() && self.lanes_of_word() == 1 && other.lanes_of_word() == 1;
        if !are_alike && !have_one {
            return Common::Mixed(word);
        }
        if (own ^ others) & WHO == 0 { Common::Same } else { Common::Others(word) }
    }
}

/// Who has accessed words that two runs share, of which one is named.
enum Common {
    Nothing,
    /// The same threads.
    Same,
    /// Other threads everywhere.
    Others(usize),
    Mixed(usize),
}

/// Whether two accesses clash if nothing orders them and others than before are at work, by their keys.
#[inline(always)]
fn may_clash(mine: u64, earlier: u64) -> bool {
    let both = mine & earlier;
    let are_apart = (mine | earlier) & NARROW != 0 && (mine ^ earlier) & BLOCK != 0;
    both & BYTES != 0 && (both & STRONG == 0 || are_apart)
}

/// Runs that a row has room for: most have no more, and there are as many rows as memory has that is accessed.
const FEW_RUNS: usize = 4;

/// Most runs of a row.
const MOST_RUNS: usize = 8;

/// Where the runs of a row are.
enum RunStore {
    Few([WordRun; FEW_RUNS]),
    Many(Box<[WordRun; MOST_RUNS]>),
}

/// The runs of a row. Those of one kind share no words.
pub struct WordRuns {
    runs: RunStore,
    count: u8,
}

impl Default for WordRuns {
    fn default() -> Self {
        Self { runs: RunStore::Few([WordRun::default(); FEW_RUNS]), count: 0 }
    }
}

impl WordRuns {
    #[inline]
    fn all(&self) -> &[WordRun] {
        let count = usize::from(self.count);
        match &self.runs {
            RunStore::Few(runs) => &runs[..count],
            RunStore::Many(runs) => &runs[..count],
        }
    }

    /// Those that there are and those that there is room for.
    #[inline]
    fn room(&mut self) -> &mut [WordRun] {
        match &mut self.runs {
            RunStore::Few(runs) => runs,
            RunStore::Many(runs) => &mut **runs,
        }
    }

    /// Makes room for more. Whether there is any.
    #[cold]
    fn grow(&mut self, budget: &PageBudget) -> bool {
        let RunStore::Few(few) = &self.runs else { return false };
        if !budget.take(size_of::<[WordRun; MOST_RUNS]>() as u64) {
            return false;
        }
        let mut many = Box::new([WordRun::default(); MOST_RUNS]);
        many[..FEW_RUNS].copy_from_slice(few);
        self.runs = RunStore::Many(many);
        true
    }

    fn get(&self, word: usize, which: usize) -> Option<ShadowAccess> {
        let find = |which: usize| {
            let is_wanted = |run: &&WordRun| usize::from(run.which) == which && run.words >> word & 1 == 1;
            self.all().iter().find(is_wanted)?.get(word)
        };
        let strong = if which == 0 { find(STRONG_WRITE) } else { None };
        strong.or_else(|| find(which))
    }

    /// Notes a run. Not if it may race, or if there are too many.
    fn add(
        &mut self,
        mine: WordRun,
        (writes, changes): (bool, bool),
        ordered: &impl Fn(ShadowAccess) -> bool,
        budget: &PageBudget,
    ) -> bool {
        let is_known = |run: &WordRun, word: usize| run.get(word).is_none_or(ordered);
        let races = |run: &WordRun| match run.compare(&mine) {
            Common::Nothing | Common::Same => false,
            Common::Others(word) => may_clash(mine.key_of(word), run.key_of(word)) && !is_known(run, word),
            Common::Mixed(_) => true,
        };
        if writes {
            let which = write_of(mine.key) as u8;
            return !(changes && self.all().iter().any(races)) && self.put(WordRun { which, ..mine }, budget);
        }
        // The first read stays where another one comes that is not in order with it.
        let mut second = 0;
        for run in self.all() {
            if is_write(usize::from(run.which)) && races(run) {
                return false;
            }
            match run.compare(&mine) {
                _ if run.which != 1 => {}
                Common::Others(word) if !is_known(run, word) => second |= run.words & mine.words,
                Common::Mixed(word) if !is_known(run, word) => return false,
                _ => {}
            }
        }
        self.put(WordRun { which: 1, words: mine.words & !second, ..mine }, budget)
            && self.put(WordRun { which: 2, words: second, ..mine }, budget)
    }

    /// Puts a run in the place of the one of its kind that has the same words, which is what most words see again and again. Not where it
    /// could be one with another.
    #[inline]
    fn replace(&mut self, mine: &WordRun) -> bool {
        let count = usize::from(self.count);
        let runs = &mut self.room()[..count];
        if mine.which == 0 && runs.iter().any(|run| usize::from(run.which) == STRONG_WRITE) {
            return false;
        }
        let is_earlier = |run: &WordRun| run.words == mine.words && run.which == mine.which;
        let joins = |run: &WordRun| run.key == mine.key && run.step == mine.step && !is_earlier(run);
        match runs.iter().position(is_earlier) {
            Some(at) if !runs.iter().any(joins) => {
                runs[at] = *mine;
                true
            }
            _ => false,
        }
    }

    /// Puts a run in the place of what those of its kind say of its words. Whether there was room.
    fn put(&mut self, mine: WordRun, budget: &PageBudget) -> bool {
        if mine.words == 0 || self.replace(&mine) {
            return true;
        }
        let (mut kept, mut joins) = (0, None);
        let count = usize::from(self.count);
        let runs = self.room();
        for at in 0..count {
            let mut run = runs[at];
            if run.which == mine.which || mine.which == 0 && usize::from(run.which) == STRONG_WRITE {
                run.words &= !mine.words;
            }
            if run.words == 0 {
                continue;
            }
            let kind = |run: &WordRun| (run.key, run.step, run.factor, run.phase, run.which);
            if kind(&run) == kind(&mine) {
                joins = Some(kept);
            }
            runs[kept] = run;
            kept += 1;
        }
        if let Some(at) = joins {
            runs[at].words |= mine.words;
        } else {
            if kept == runs.len() && !self.grow(budget) {
                return false;
            }
            self.room()[kept] = mine;
            kept += 1;
        }
        self.count = kept as u8;
        true
    }
}

/// Who accessed the words of a row.
pub enum Row {
    /// The last writes and two reads, as runs.
    Runs(WordRuns),
    /// The same for each word, or for each half or byte of a word where threads have parts of one.
    Cells(Cells),
    /// There was no memory for them.
    Lost,
}

impl Default for Row {
    fn default() -> Self {
        Self::Runs(WordRuns::default())
    }
}

impl Row {
    /// The last write to a word (0), or one of two reads (1, 2).
    pub fn get(&self, word: usize, which: usize) -> Option<ShadowAccess> {
        match self {
            Self::Runs(runs) => runs.get(word, which),
            Self::Cells(cells) => cells.of_word(word).iter().rev().find_map(|cell| cell.latest(which)),
            Self::Lost => None,
        }
    }

    /// Notes an access of one lane to words, by its key and step, up to the first that it races with: that word, and the earlier access.
    pub fn note(
        &mut self,
        (words, key, step): (Range<usize>, u64, u32),
        (writes, changes): (bool, bool),
        ordered: &impl Fn(ShadowAccess) -> bool,
        budget: &PageBudget,
    ) -> Option<(usize, ShadowAccess)> {
        if let Self::Runs(runs) = self {
            let mask = (u64::MAX >> (64 - words.len()) << words.start) as u32;
            let run = WordRun::of_one(key, mask, step);
            if key & BYTES == BYTES && runs.add(run, (writes, changes), ordered, budget) {
                return None;
            }
            self.split(budget);
        }
        let Self::Cells(cells) = self else { return None };
        words.into_iter().find_map(|word| {
            cells.refine(word, key, budget);
            let parts =
                cells.parts(word, key).iter_mut().map(|cell| cell.note((key, step), (writes, changes), ordered));
            Some((word, parts.fold(None, Option::or)?))
        })
    }

    /// Notes a run, unless an access of it races with an earlier one. Whether it was noted.
    pub fn note_run(
        &mut self,
        run: WordRun,
        (writes, changes): (bool, bool),
        ordered: &impl Fn(ShadowAccess) -> bool,
        budget: &PageBudget,
    ) -> bool {
        if let Self::Runs(runs) = self {
            if runs.add(run, (writes, changes), ordered, budget) {
                return true;
            }
            self.split(budget);
        }
        let Self::Cells(cells) = self else { return true };
        let parts = || lanes_of(run.words).flat_map(|word| (0..run.lanes_of_word()).map(move |part| (word, part)));
        let races = |(word, part): (usize, u32)| {
            let key = run.key_of_part(word, part);
            cells.refine(word, key, budget);
            cells.parts(word, key).iter().any(|cell| cell.race(key, (writes, changes), ordered).is_some())
        };
        if parts().any(races) {
            return false;
        }
        for (word, part) in parts() {
            let key = run.key_of_part(word, part);
            cells.parts(word, key).iter_mut().for_each(|cell| cell.set((key, run.step), writes, ordered));
        }
        true
    }

    /// Words have records of their own from now on.
    #[cold]
    fn split(&mut self, budget: &PageBudget) {
        let Self::Runs(runs) = self else { return };
        let mut runs = runs.all().to_vec();
        runs.sort_by_key(|run| run.which);
        let most = runs.iter().map(WordRun::lanes_of_word).max().unwrap_or(1) as usize;
        let Some(mut cells) = Cells::new(most, budget).or_else(|| Cells::new(1, budget)) else {
            budget.lack(4 * ROW as u64);
            *self = Self::Lost;
            return;
        };
        for run in runs {
            for word in lanes_of(run.words) {
                for part in 0..run.lanes_of_word() {
                    let key = run.key_of_part(word, part);
                    for cell in cells.parts(word, key) {
                        // Of reads that share a record, the first one stays, too.
                        let is_second = run.which == 1 && cell.keys[1] != 0;
                        let which = if is_second { 2 } else { usize::from(run.which) };
                        (cell.keys[which], cell.steps[which]) = (key, run.step);
                    }
                }
            }
        }
        *self = Self::Cells(cells);
    }
}

/// Records of the words of a row, or of their halves or bytes.
pub struct Cells(Box<[Cell]>);

/// The parts that are needed to tell these bytes of a word from others.
const fn parts_of(bytes: u64) -> usize {
    match bytes >> BYTES.trailing_zeros() {
        0 | 0b1111 => 1,
        0b0011 | 0b1100 => 2,
        _ => 4,
    }
}

impl Cells {
    /// So many for each word, if there is memory.
    fn new(parts: usize, budget: &PageBudget) -> Option<Self> {
        let count = parts * ROW;
        budget.take((count * size_of::<Cell>()) as u64).then(|| Self(vec![Cell::default(); count].into()))
    }

    /// How many a word has.
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len() / ROW
    }

    #[inline(always)]
    fn of_word(&self, word: usize) -> &[Cell] {
        let count = self.count();
        &self.0[word * count..][..count]
    }

    /// Those of the bytes that an access has of a word, which follow each other, by its key.
    #[inline(always)]
    fn parts(&mut self, word: usize, key: u64) -> &mut [Cell] {
        let bytes = (key & BYTES) >> BYTES.trailing_zeros();
        let part = |byte: u32| (byte as usize * self.count()) >> 2;
        let first = word * self.count();
        let own = first + part(bytes.trailing_zeros().min(3))..=first + part(bytes.max(1).ilog2());
        &mut self.0[own]
    }

    /// Gives the parts of words records of their own, if an access to some bytes of a word would take the record of another thread that
    /// has other bytes of it.
    #[inline(always)]
    fn refine(&mut self, word: usize, key: u64, budget: &PageBudget) {
        if key & BYTES == BYTES || self.count() == 4 || parts_of(key & BYTES) <= self.count() {
            return;
        }
        let is_other =
            |&earlier: &u64| earlier != 0 && (earlier ^ key) & BYTES != 0 && (earlier ^ key) & (WHO | CLOCK) != 0;
        if self.of_word(word).iter().any(|cell| cell.keys.iter().any(is_other)) {
            self.part(parts_of(key & BYTES), budget);
        }
    }

    #[cold]
    fn part(&mut self, parts: usize, budget: &PageBudget) {
        let Some(mut finer) = Self::new(parts, budget) else { return };
        let each = parts / self.count();
        for (at, cell) in finer.0.iter_mut().enumerate() {
            let bytes = part_bytes(at % parts, parts);
            let coarse = &self.0[at / each];
            for which in (0..coarse.keys.len()).filter(|&which| coarse.keys[which] & bytes != 0) {
                (cell.keys[which], cell.steps[which]) = (coarse.keys[which], coarse.steps[which]);
            }
        }
        *self = finer;
    }
}

/// The bytes of a part of a word that has so many, as in a key.
#[inline(always)]
const fn part_bytes(part: usize, count: usize) -> u64 {
    let size = 4 / count;
    (((1 << size) - 1) << (part * size)) << BYTES.trailing_zeros()
}

impl Cell {
    fn get(&self, which: usize) -> Option<ShadowAccess> {
        ShadowAccess::of(self.keys[which], self.steps[which], is_write(which))
    }

    /// The last write (0), or one of two reads (1, 2).
    fn latest(&self, which: usize) -> Option<ShadowAccess> {
        let strong = if which == 0 { self.get(STRONG_WRITE) } else { None };
        strong.or_else(|| self.get(which))
    }

    /// An earlier access that one races with. A write that changes nothing races with no other write.
    #[inline(always)]
    fn race(
        &self,
        mine: u64,
        (writes, changes): (bool, bool),
        ordered: &impl Fn(ShadowAccess) -> bool,
    ) -> Option<ShadowAccess> {
        let clash = |which: usize| {
            let earlier = self.keys[which];
            let clashes = (mine ^ earlier) & WHO != 0 && may_clash(mine, earlier);
            (if clashes { self.get(which) } else { None }).filter(|&earlier| !ordered(earlier))
        };
        let meets_write = || clash(STRONG_WRITE).or_else(|| clash(0));
        match (writes, changes) {
            (false, _) => meets_write(),
            (true, true) => meets_write().or_else(|| clash(1)).or_else(|| clash(2)),
            (true, false) => None,
        }
    }

    #[inline(always)]
    fn set(&mut self, (mine, step): (u64, u32), writes: bool, ordered: &impl Fn(ShadowAccess) -> bool) {
        if writes {
            let which = write_of(mine);
            (self.keys[which], self.steps[which]) = (mine | self.own_bytes(which, mine), step);
            if which == 0 {
                self.keys[STRONG_WRITE] &= !(mine & BYTES);
                if self.keys[STRONG_WRITE] & BYTES == 0 {
                    self.keys[STRONG_WRITE] = 0;
                }
            }
            return;
        }
        let is_other = (self.keys[1] ^ mine) & WHO != 0;
        let keeps_first = is_other && self.get(1).is_some_and(|first| !ordered(first));
        let which = if keeps_first { 2 } else { 1 };
        (self.keys[which], self.steps[which]) = (mine | self.own_bytes(which, mine), step);
    }

    /// The bytes that a record already has of the same thread's accesses, so that a race with them is not lost.
    #[inline(always)]
    fn own_bytes(&self, which: usize, mine: u64) -> u64 {
        let old = self.keys[which];
        if (old ^ mine) & (WHO | CLOCK) == 0 { old & BYTES } else { 0 }
    }

    fn note(
        &mut self,
        (mine, step): (u64, u32),
        (writes, changes): (bool, bool),
        ordered: &impl Fn(ShadowAccess) -> bool,
    ) -> Option<ShadowAccess> {
        let race = self.race(mine, (writes, changes), ordered);
        self.set((mine, step), writes, ordered);
        race
    }
}

/// Accesses of lanes of a warp in one step, which follow each other at a pace.
pub struct Sweep {
    /// The first word of lane 0, or where it would be.
    pub start: i64,
    /// Which lanes. Those that share a word are all there.
    pub lanes: u32,
    /// How far it is from one to the next.
    pub pace: Pace,
    /// How many words each has.
    pub width: u32,
    /// The key of lane 0 for whole words.
    pub key: u64,
    /// The step.
    pub step: u32,
    /// They write.
    pub writes: bool,
}

impl Sweep {
    /// How many words it is from lane 0 to another one.
    fn distance(&self, lane: u32) -> i64 {
        i64::from(match self.pace {
            Pace::Words(words) => lane * words,
            Pace::LanesOfWord(lanes) => lane / lanes,
        })
    }

    /// The words from the first lane to the last one.
    pub fn words(&self) -> Range<usize> {
        let (first, last) = (self.lanes.trailing_zeros(), WARP as u32 - 1 - self.lanes.leading_zeros());
        let word = |lane: u32| (self.start + self.distance(lane)) as usize;
        word(first)..word(last) + self.width as usize
    }

    /// The lanes whose words are all before one.
    pub fn lanes_before(&self, word: usize) -> u32 {
        let end = |lane: usize| self.start + self.distance(lane as u32) + i64::from(self.width);
        lanes_of(self.lanes).filter(|&lane| end(lane) <= word as i64).fold(0, |all, lane| all | 1 << lane)
    }

    /// What is of it in a row in which it has words.
    pub fn run_in(&self, row: usize) -> WordRun {
        let from = (row * ROW) as i64 - self.start;
        let (lane, phase) = match self.pace {
            Pace::Words(words) => (from.div_euclid(i64::from(words)), from.rem_euclid(i64::from(words))),
            Pace::LanesOfWord(lanes) => (from * i64::from(lanes), 0),
        };
        let words = match self.pace {
            Pace::Words(1) => self.place(u128::from(self.lanes), from),
            Pace::Words(words) if words == self.width && self.lanes == u32::MAX => {
                self.place(u128::MAX >> (128 - WARP as u32 * words), from)
            }
            Pace::Words(_) => {
                // Those that begin in the row or before it.
                let last = (lane + (ROW as i64 - 1 + phase) / self.distance(1)).min(WARP as i64 - 1);
                let own = (1u64 << self.width) - 1;
                (lane.max(0)..=last).filter(|lane| self.lanes >> lane & 1 == 1).fold(0, |all, lane| {
                    let at = self.distance(lane as u32) - from;
                    all | if at >= 0 { (own << at) as u32 } else { (own >> -at) as u32 }
                })
            }
            Pace::LanesOfWord(lanes) => {
                let own = (0..WARP as u32 / lanes).filter(|word| self.lanes >> (word * lanes) & 1 == 1);
                self.place(own.fold(0, |all, word| all | 1 << word), from)
            }
        };
        let key = self.key.wrapping_add((lane as u64) << LANE);
        WordRun { key, words, step: self.step, factor: self.pace.factor(), phase: phase as u8, which: 0 }
    }

    /// What of some words, counted from that of lane 0, is in a row that begins so many words behind that.
    fn place(&self, words: u128, from: i64) -> u32 {
        (if from >= 0 { words >> from } else { words << -from }) as u32
    }
}

#[cfg(test)]
mod tests;
