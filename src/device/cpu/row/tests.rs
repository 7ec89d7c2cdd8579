//! Rows against what they stand for: records of each word by itself.

use super::*;
use crate::device::cpu::shadow::{Shadow, SparePages, key_of_lane};

const WORDS: usize = 4 * ROW;

/// Accesses of lanes of a warp whose words follow each other.
struct NotedSweep {
    sweep: Sweep,
    changes: bool,
    /// Clocks of its own warp before this one are behind it.
    clock: u32,
}

impl NotedSweep {
    fn random(random: &mut fastrand::Rng) -> Self {
        let shift = random.u32(0..3);
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
        let most = (WORDS >> shift) as u32 - 32;
        let start = if random.bool() { 0 } else { i64::from(random.u32(0..=most)) << shift };
        let (step, writes) = (access.step, access.writes);
        let sweep = Sweep { start, lanes, shift, key: key_of_lane(access.key(), 0, 0xf), step, writes };
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
    let (mut races, mut noted) = (0, 0);
    for _ in 0..3000 {
        let shadow = Shadow::new(WORDS).expect("memory");
        let mut cells = [Cell::default(); WORDS];
        for _ in 0..8 {
            let access = NotedSweep::random(&mut random);
            let (sweep, ordered) = (&access.sweep, |earlier| access.is_ordered(earlier));
            let all = shadow.note_sweep(sweep, access.changes, &ordered, &budget);
            let mut is_clear = true;
            for lane in lanes_of(sweep.lanes) {
                let first = (sweep.start + ((lane as i64) << sweep.shift)) as usize;
                for (word, cell) in cells.iter_mut().enumerate().skip(first).take(1 << sweep.shift) {
                    let key = (key_of_lane(sweep.key, lane as u32, 0xf), sweep.step);
                    let expected = cell.note(key, (sweep.writes, access.changes), &ordered);
                    is_clear &= expected.is_none();
                    if !all {
                        let noted = (key.0, key.1, sweep.writes);
                        let race = shadow.note_key(word, noted, access.changes, &ordered, &budget);
                        assert_eq!(race, expected);
                    }
                }
            }
            assert_eq!(all, is_clear, "what races is left to be noted, and nothing else");
            (races, noted) = (races + u32::from(!is_clear), noted + 1);
            for (word, cell) in cells.iter().enumerate() {
                assert_eq!(shadow.last_write(word), cell.get(0));
                assert_eq!(shadow.met(word, true), (0..3).find_map(|which| cell.get(which)));
            }
        }
    }
    assert!(races > 1000 && noted - races > 1000, "{races} of {noted} raced");
}

#[test]
fn few_runs_need_no_records_of_words() {
    let key = ShadowAccess::of(1 << 9, 5, true).expect("a clock").key();
    let mut row = Row::default();
    let budget = PageBudget::new(0, SparePages::default());
    let sweep = |start: i64, lanes: u32, step: u32| {
        let sweep = Sweep { start, lanes, shift: 0, key: key_of_lane(key, 0, 0xf), step, writes: true };
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
