//! Who accessed the words of a row: 32 words that follow each other, as many as a warp has lanes.
//!
//! Mostly the lanes of a warp access words that follow each other, in one step. Such a run has one record, whatever its length. Only where a row
//! has many runs, its words have records of their own.

use super::lanes::{WARP, lanes_of};
use super::shadow::{BLOCK, BYTES, CLOCK, NARROW, PageBudget, STRONG, ShadowAccess, WHO};
use std::ops::Range;

/// Words of a row.
pub const ROW: usize = 32;

/// Where the lane is in a key.
const LANE: u32 = 30;

/// The records of one word: the last write, and two reads.
#[derive(Clone, Copy, Default)]
pub struct Cell {
    keys: [u64; 3],
    steps: [u32; 3],
}

/// Accesses to words of a row, all in one step.
#[derive(Clone, Copy, Default)]
pub struct WordRun {
    /// The key of the lane that has the first word of the row, or would have it: lanes may be negative here.
    key: u64,
    /// Which words.
    words: u32,
    step: u32,
    /// A lane has `1 << shift` words; 5 if one lane has all.
    shift: u8,
    /// The last writes (0), or one of two reads (1, 2).
    which: u8,
}

impl WordRun {
    /// Words of one thread.
    const fn of_one(key: u64, words: u32, step: u32) -> Self {
        Self { key, words, step, shift: 5, which: 0 }
    }

    /// The key of the access to a word.
    #[inline(always)]
    fn key_of(&self, word: usize) -> u64 {
        self.key.wrapping_add(((word >> self.shift) as u64) << LANE)
    }

    fn get(&self, word: usize) -> Option<ShadowAccess> {
        ShadowAccess::of(self.key_of(word), self.step, self.which == 0)
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
        // Of one warp: where lanes have as many words, either all words are those of the same lanes or none.
        if self.shift != other.shift && !both.is_power_of_two() {
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

/// Most runs of a row.
const MOST_RUNS: usize = 8;

/// The runs of a row. Those of one kind share no words.
#[derive(Clone, Copy, Default)]
pub struct WordRuns {
    runs: [WordRun; MOST_RUNS],
    count: u8,
}

impl WordRuns {
    #[inline]
    fn all(&self) -> &[WordRun] {
        &self.runs[..usize::from(self.count)]
    }

    fn get(&self, word: usize, which: usize) -> Option<ShadowAccess> {
        let is_wanted = |run: &&WordRun| usize::from(run.which) == which && run.words >> word & 1 == 1;
        self.all().iter().find(is_wanted)?.get(word)
    }

    /// Notes a run. Not if it may race, or if there are too many.
    fn add(&mut self, mine: WordRun, (writes, changes): (bool, bool), ordered: &impl Fn(ShadowAccess) -> bool) -> bool {
        let is_known = |run: &WordRun, word: usize| run.get(word).is_none_or(ordered);
        let races = |run: &WordRun| match run.compare(&mine) {
            Common::Nothing | Common::Same => false,
            Common::Others(word) => may_clash(mine.key_of(word), run.key_of(word)) && !is_known(run, word),
            Common::Mixed(_) => true,
        };
        if writes {
            return !(changes && self.all().iter().any(races)) && self.put(mine);
        }
        // The first read stays where another one comes that is not in order with it.
        let mut second = 0;
        for run in self.all() {
            if run.which == 0 && races(run) {
                return false;
            }
            match run.compare(&mine) {
                _ if run.which != 1 => {}
                Common::Others(word) if !is_known(run, word) => second |= run.words & mine.words,
                Common::Mixed(word) if !is_known(run, word) => return false,
                _ => {}
            }
        }
        self.put(WordRun { which: 1, words: mine.words & !second, ..mine })
            && self.put(WordRun { which: 2, words: second, ..mine })
    }

    /// Puts a run in the place of what those of its kind say of its words. Whether there was room.
    fn put(&mut self, mine: WordRun) -> bool {
        if mine.words == 0 {
            return true;
        }
        let (mut kept, mut joins) = (0, None);
        for at in 0..usize::from(self.count) {
            let mut run = self.runs[at];
            if run.which == mine.which {
                run.words &= !mine.words;
            }
            if run.words == 0 {
                continue;
            }
            if (run.key, run.step, run.shift, run.which) == (mine.key, mine.step, mine.shift, mine.which) {
                joins = Some(kept);
            }
            self.runs[kept] = run;
            kept += 1;
        }
        match joins {
            Some(at) => self.runs[at].words |= mine.words,
            None if kept < MOST_RUNS => {
                self.runs[kept] = mine;
                kept += 1;
            }
            None => return false,
        }
        self.count = kept as u8;
        true
    }
}

/// Who accessed the words of a row.
pub enum Row {
    /// The last writes and two reads, as runs.
    Runs(WordRuns),
    /// The same for each word.
    Cells(Box<[Cell; ROW]>),
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
            Self::Cells(cells) => cells[word].get(which),
            Self::Lost => None,
        }
    }

    /// Notes an access to a word, by its key and step, and returns an earlier one that it races with.
    pub fn note(
        &mut self,
        (word, key, step): (usize, u64, u32),
        (writes, changes): (bool, bool),
        ordered: &impl Fn(ShadowAccess) -> bool,
        budget: &PageBudget,
    ) -> Option<ShadowAccess> {
        if let Self::Runs(runs) = self {
            let run = WordRun::of_one(key, 1 << word, step);
            if key & BYTES == BYTES && runs.add(run, (writes, changes), ordered) {
                return None;
            }
            self.split(budget);
        }
        let Self::Cells(cells) = self else { return None };
        cells[word].note((key, step), (writes, changes), ordered)
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
            if runs.add(run, (writes, changes), ordered) {
                return true;
            }
            self.split(budget);
        }
        let Self::Cells(cells) = self else { return true };
        let races = |word: usize| cells[word].race(run.key_of(word), (writes, changes), ordered).is_some();
        if lanes_of(run.words).any(races) {
            return false;
        }
        for word in lanes_of(run.words) {
            cells[word].set((run.key_of(word), run.step), writes, ordered);
        }
        true
    }

    /// Words have records of their own from now on.
    #[cold]
    fn split(&mut self, budget: &PageBudget) {
        let Self::Runs(runs) = self else { return };
        if !budget.take(size_of::<[Cell; ROW]>() as u64) {
            budget.lack(4 * ROW as u64);
            *self = Self::Lost;
            return;
        }
        let mut cells = Box::new([Cell::default(); ROW]);
        for run in runs.all() {
            for word in lanes_of(run.words) {
                let which = usize::from(run.which);
                (cells[word].keys[which], cells[word].steps[which]) = (run.key_of(word), run.step);
            }
        }
        *self = Self::Cells(cells);
    }
}

impl Cell {
    fn get(&self, which: usize) -> Option<ShadowAccess> {
        ShadowAccess::of(self.keys[which], self.steps[which], which == 0)
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
        match (writes, changes) {
            (false, _) => clash(0),
            (true, true) => clash(0).or_else(|| clash(1)).or_else(|| clash(2)),
            (true, false) => None,
        }
    }

    #[inline(always)]
    fn set(&mut self, (mine, step): (u64, u32), writes: bool, ordered: &impl Fn(ShadowAccess) -> bool) {
        if writes {
            // A partial write leaves the others' bytes in the record, so that a race with them is not lost.
            let old = self.keys[0];
            let kept = if (old ^ mine) & (WHO | CLOCK) == 0 { old & BYTES } else { 0 };
            (self.keys[0], self.steps[0]) = (mine | kept, step);
            return;
        }
        let is_other = (self.keys[1] ^ mine) & WHO != 0;
        let keeps_first = is_other && self.get(1).is_some_and(|first| !ordered(first));
        let which = if keeps_first { 2 } else { 1 };
        (self.keys[which], self.steps[which]) = (mine, step);
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

/// Accesses of lanes of a warp in one step, each of which has as many words, behind those of the lane before.
pub struct Sweep {
    /// The first word of lane 0, or where it would be.
    pub start: i64,
    /// Which lanes.
    pub lanes: u32,
    /// A lane has `1 << shift` words, at most 4, and begins at a multiple of that.
    pub shift: u32,
    /// The key of lane 0 for whole words.
    pub key: u64,
    /// The step.
    pub step: u32,
    /// They write.
    pub writes: bool,
}

impl Sweep {
    /// The words from the first lane to the last one.
    pub fn words(&self) -> Range<usize> {
        let (first, last) = (self.lanes.trailing_zeros(), WARP as u32 - self.lanes.leading_zeros());
        let word = |lane: u32| (self.start + (i64::from(lane) << self.shift)) as usize;
        word(first)..word(last)
    }

    /// What is of it in a row in which it has words.
    pub fn run_in(&self, row: usize) -> WordRun {
        let from = (row * ROW) as i64 - self.start;
        let lanes = if self.shift == 0 {
            u128::from(self.lanes)
        } else if self.lanes == u32::MAX {
            u128::MAX >> (128 - (WARP << self.shift))
        } else {
            let words = (1u128 << (1 << self.shift)) - 1;
            lanes_of(self.lanes).fold(0, |all, lane| all | words << (lane << self.shift))
        };
        let words = (if from >= 0 { lanes >> from } else { lanes << -from }) as u32;
        let key = self.key.wrapping_add(((from >> self.shift) as u64) << LANE);
        WordRun { key, words, step: self.step, shift: self.shift as u8, which: 0 }
    }
}

#[cfg(test)]
mod tests;
