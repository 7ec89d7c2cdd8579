//! Rows against what they stand for: records of each word by itself.

use super::*;
use crate::device::cpu::shadow::{Shadow, SparePages, key_of_lane};
use std::ops::Range;

const WORDS: usize = 32 * ROW;

/// Accesses of lanes of a warp whose words follow each other.
struct NotedSweep {
    sweep: Sweep,
    changes: bool,
    /// Clocks of its own warp before this one are behind it.
    clock: u32,
}

impl NotedSweep {
    fn random(random: &mut fastrand::Rng) -> Self {
        let width = 1 << random.u32(0..3);
        // Each lane has all of its structure, or a part of it.
        let stride = if random.bool() { width } else { random.u32(width..=ROW as u32) };
        let lanes = match random.u32(0..4) {
            0 => u32::MAX,
            1 => 1 << random.u32(0..32),
            2 => 0xffff << random.u32(0..17),
            _ => random.u32(1..),
        };
        let clock = random.u32(1..4);
        let access = ShadowAccess {
            block: random.u32(0..2),
            thread: random.u32(0..2) * 32,
            clock,
            bytes: 0,
            strong: random.u32(0..8) == 0,
            narrow: false,
            writes: random.u32(0..3) == 0,
            asynchronous: random.u32(0..16) == 0,
            step: random.u32(0..3),
        };
        let (first, last) = (lanes.trailing_zeros(), 31 - lanes.leading_zeros());
        let most = WORDS as u32 - width - (last - first) * stride;
        let start = if random.bool() { 0 } else { random.u32(0..=most) / width * width };
        let start = i64::from(start) - i64::from(first * stride);
        let (step, writes, key) = (access.step, access.writes, key_of_lane(access.key(), 0, 0xf));
        let sweep = Sweep { start, lanes, pace: Pace::Words(stride), width, key, step, writes };
        Self { sweep, changes: random.u32(0..4) > 0, clock }
    }

    /// What happens to a word by a lane, as one of few tests that tell races from what is in order.
    fn is_ordered(&self, earlier: ShadowAccess) -> bool {
        let mine = ShadowAccess::of(self.sweep.key, 0, false).expect("a key");
        earlier.block == mine.block && earlier.thread / 32 == mine.thread / 32 && earlier.clock < self.clock
    }
}

#[test]
fn runs_say_what_words_do() {
    let mut random = fastrand::Rng::with_seed(7);
    let budget = PageBudget::new(u64::MAX, SparePages::default());
    let (mut races, mut noted, mut known_of_some) = (0, 0, 0);
    for _ in 0..3000 {
        let shadow = Shadow::new(WORDS).expect("memory");
        let mut cells = [Cell::default(); WORDS];
        for _ in 0..8 {
            let access = NotedSweep::random(&mut random);
            let (sweep, ordered) = (&access.sweep, |earlier| access.is_ordered(earlier));
            let known = shadow.note_sweep(sweep, access.changes, &ordered, &budget);
            let all = known == sweep.lanes;
            let mut is_clear = true;
            for lane in lanes_of(sweep.lanes) {
                let first = (sweep.start + sweep.distance(lane as u32)) as usize;
                for (word, cell) in cells.iter_mut().enumerate().skip(first).take(sweep.width as usize) {
                    let key = (key_of_lane(sweep.key, lane as u32, 0xf), sweep.step);
                    let expected = cell.note(key, (sweep.writes, access.changes), &ordered);
                    is_clear &= expected.is_none();
                    let is_known = known >> lane & 1 == 1;
                    assert!(!is_known || expected.is_none(), "what races is left to be noted");
                    known_of_some += u32::from(is_known && !all);
                    if !is_known {
                        let noted = (key.0, key.1, sweep.writes);
                        let race = shadow.note_words(&mut (word..word + 1), noted, access.changes, &ordered, &budget);
                        assert_eq!(race, expected.map(|earlier| (word, earlier)));
                    }
                }
            }
            assert_eq!(all, is_clear, "nothing is left to be noted if nothing races");
            (races, noted) = (races + u32::from(!is_clear), noted + 1);
            for (word, cell) in cells.iter().enumerate() {
                assert_eq!(shadow.last_write(word), cell.latest(0));
                assert_eq!(shadow.met(word, true), (0..3).find_map(|which| cell.latest(which)));
            }
        }
    }
    assert!(races > 1000 && noted - races > 1000, "{races} of {noted} raced");
    assert!(known_of_some > 100, "{known_of_some} words in rows before one in which lanes race");
}

#[test]
fn few_runs_need_no_records_of_words() {
    let key = ShadowAccess::of(1 << 9, 5, true).expect("a clock").key();
    let mut row = Row::default();
    let budget = PageBudget::new(0, SparePages::default());
    let sweep = |start: i64, lanes: u32, step: u32| {
        let pace = Pace::Words(1);
        let sweep = Sweep { start, lanes, pace, width: 1, key: key_of_lane(key, 0, 0xf), step, writes: true };
        sweep.run_in(0)
    };
    let thread = |row: &Row, word: usize| row.get(word, 0).map(|access| (access.thread, access.step));
    assert!(row.note_run(sweep(0, u32::MAX, 5), (true, true), &|_| true, &budget));
    assert_eq!(thread(&row, 31), Some((31, 5)));
    assert!(row.note_run(sweep(1, u32::MAX, 6), (true, true), &|_| true, &budget));
    assert_eq!([0, 1, 31].map(|word| thread(&row, word)), [Some((0, 5)), Some((0, 6)), Some((30, 6))]);
    // Too many of them do, for which there is no memory here.
    for lane in 0..MOST_RUNS as u32 {
        assert!(row.note_run(sweep(0, 1 << (lane + 1), 7 + lane), (true, true), &|_| true, &budget));
    }
    assert!(thread(&row, 31).is_none() && budget.missing() == 4 * ROW as u64);
}

/// Who meets a strong write of a thread without order meets the weak one that it made before, too; a weak write takes the place of both.
#[test]
fn strong_writes_do_not_hide_weak_ones() {
    let budget = PageBudget::new(u64::MAX, SparePages::default());
    let access = |block: u32, strong: bool| {
        let access = ShadowAccess::of(1 << 9, 0, true).expect("a clock");
        ShadowAccess { block, strong, bytes: 0xf, ..access }
    };
    for runs in [true, false] {
        let shadow = Shadow::new(WORDS).expect("memory");
        if !runs {
            // Half a word makes records of words of their own.
            let half = ShadowAccess { bytes: 3, ..access(0, false) };
            assert!(shadow.note(5, half, true, &|_| true, &budget).is_none());
        }
        let note = |mine: ShadowAccess| shadow.note(3, mine, true, &|_| false, &budget);
        assert_eq!(note(access(0, false)), None);
        assert_eq!(note(access(0, true)), None);
        assert_eq!(shadow.last_write(3), Some(access(0, true)));
        assert_eq!(note(access(1, true)), Some(access(0, false)));
        assert_eq!(note(access(0, false)), Some(access(1, true)), "a weak write meets a strong one");
        assert_eq!(shadow.last_write(3), Some(access(0, false)));
        assert_eq!(note(ShadowAccess { writes: false, ..access(2, false) }), Some(access(0, false)));
    }
}

/// A sweep of all lanes of a warp, of which so many share a word.
fn parts(warp: u32, of_word: u32, start: i64, writes: bool) -> Sweep {
    let access = ShadowAccess { thread: warp * 32, ..ShadowAccess::of(1 << 9, 0, false).expect("a clock") };
    let key = key_of_lane(access.key(), 0, 0xf);
    Sweep { start, lanes: u32::MAX, pace: Pace::LanesOfWord(of_word), width: 1, key, step: 3, writes }
}

#[test]
fn lanes_that_share_words_are_one_run() {
    let budget = PageBudget::new(u64::MAX, SparePages::default());
    let never = |_: ShadowAccess| false;
    for of_word in [2, 4] {
        let words = 32 / of_word as usize;
        let shadow = Shadow::new(WORDS).expect("memory");
        let note = |sweep: &Sweep| shadow.note_sweep(sweep, true, &never, &budget) == u32::MAX;
        assert!(note(&parts(0, of_word, 24, true)), "the first ones");
        assert!(note(&parts(0, of_word, 24, true)) && note(&parts(0, of_word, 24, false)), "the same lanes");
        assert!(note(&parts(1, of_word, 24 + words as i64, true)), "others beside them");
        let thread = |word: usize| shadow.last_write(word).map(|access| access.thread);
        assert_eq!([23, 24, 25].map(thread), [None, Some(0), Some(of_word)]);
        assert_eq!([24 + words - 1, 24 + words].map(thread), [Some(32 - of_word), Some(32)]);
        assert!(!note(&parts(1, of_word, 24, true)), "another warp");
        // Each part of a word has a record of its own.
        let of_lane = |lane: u32, bytes: u32| key_of_lane(parts(1, of_word, 0, true).key & !BYTES, lane, bytes);
        let own = 0xf << (4 - 4 / of_word) & 0xf;
        let met = |bytes: u32| {
            let noted = (of_lane(0, bytes), 4, false);
            shadow.note_words(&mut (24..25), noted, true, &never, &budget).map(|(_, earlier)| earlier.thread)
        };
        assert_eq!([met(own), met(!own & 0xf)], [Some(of_word - 1), Some(0)]);
    }
}

#[test]
fn other_lanes_of_the_same_words_are_no_run() {
    let budget = PageBudget::new(u64::MAX, SparePages::default());
    let never = |_: ShadowAccess| false;
    for (before, after) in [((2, 0), (2, 1)), ((2, 0), (4, 0)), ((4, 0), (2, 0)), ((4, 4), (4, 3))] {
        let shadow = Shadow::new(WORDS).expect("memory");
        let note =
            |(of_word, start): (u32, i64)| shadow.note_sweep(&parts(0, of_word, start, true), true, &never, &budget);
        assert_eq!((note(before), note(after)), (u32::MAX, 0), "{before:?} {after:?}");
    }
    let shadow = Shadow::new(WORDS).expect("memory");
    let words = Sweep { pace: Pace::Words(1), lanes: 1, ..parts(0, 2, 0, false) };
    let known = [parts(0, 2, 0, true), words].map(|sweep| shadow.note_sweep(&sweep, true, &never, &budget));
    assert_eq!(known, [u32::MAX, 0], "one lane reads what two have written");
}

/// A step of a warp whose lanes access parts of words, one lane after the other.
struct NotedParts {
    key: u64,
    writes: bool,
    /// Bytes of an element, and the element of lane 0.
    size: usize,
    start: usize,
    lanes: u32,
}

impl NotedParts {
    fn random(random: &mut fastrand::Rng) -> Self {
        let size = 1 << random.usize(0..3);
        let access = ShadowAccess {
            block: random.u32(0..2),
            thread: random.u32(0..2) * 32,
            ..ShadowAccess::of(1 << 9, 0, false).expect("a clock")
        };
        let start = random.usize(0..8) * 32;
        let lanes = if random.bool() { u32::MAX } else { random.u32(1..) };
        Self { key: access.key(), writes: random.u32(0..3) == 0, size, start, lanes }
    }

    /// The bytes of memory of a lane.
    fn bytes(&self, lane: usize) -> Range<usize> {
        let first = (self.start + lane) * self.size;
        first..first + self.size
    }

    fn key_of(&self, lane: usize) -> u64 {
        let mask = ((1 << self.size) - 1) << (self.bytes(lane).start % 4);
        key_of_lane(self.key, lane as u32, mask)
    }
}

#[test]
fn parts_of_words_race_as_bytes_do() {
    let mut random = fastrand::Rng::with_seed(11);
    let budget = PageBudget::new(u64::MAX, SparePages::default());
    let never = |_: ShadowAccess| false;
    let (mut races, mut missed) = (0, 0);
    for _ in 0..2000 {
        let shadow = Shadow::new(WORDS).expect("memory");
        let mut bytes = vec![Cell::default(); 4 * WORDS];
        for step in 0..4 {
            let access = NotedParts::random(&mut random);
            let count = 4 / access.size;
            let is_run = access.lanes == u32::MAX && count > 1 && {
                let key = key_of_lane(access.key, 0, 0xf);
                let (start, pace) = ((access.start / count) as i64, Pace::LanesOfWord(count as u32));
                let sweep = Sweep { start, lanes: u32::MAX, pace, width: 1, key, step, writes: access.writes };
                shadow.note_sweep(&sweep, true, &never, &budget) == sweep.lanes
            };
            for lane in lanes_of(access.lanes) {
                let noted = (access.key_of(lane), step, access.writes);
                let each = bytes[access.bytes(lane)].iter_mut();
                let kinds = (access.writes, true);
                let expected = each.fold(false, |any, byte| byte.note((noted.0, step), kinds, &never).is_some() | any);
                let word = access.bytes(lane).start / 4;
                let found = !is_run && shadow.note_words(&mut (word..word + 1), noted, true, &never, &budget).is_some();
                assert!(expected || !found, "lane {lane} races with no thread");
                (races, missed) = (races + u32::from(expected), missed + u32::from(expected && !found));
            }
        }
    }
    // Of whole words that are read after parts of them, two reads are kept and not two for each byte.
    assert!(races > 10_000 && missed * 1000 < races, "{missed} of {races} races are missed");
}
