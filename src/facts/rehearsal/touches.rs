//! Who has touched which bytes, and what has to be known by those who touch them next.

use super::clock::VectorClock;
use crate::ids::InstId;
use crate::util::FastMap;

/// Bytes that are looked at together: copies move no less.
pub(super) const GRANULE: u32 = 16;

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum TouchedPlace {
    /// So many granules into the shared memory of the cluster.
    Shared(u32),
    /// A column of a block's tensor memory.
    Column(u32),
}

/// An access, or the work of a copy or a matrix unit.
#[derive(Clone, Debug)]
pub(super) struct NotedTouch {
    /// What made it, or started it.
    pub(super) inst: InstId,
    /// The warp and the lane of it.
    pub(super) warp: usize,
    pub(super) lane: usize,
    /// Who knows that any of these has got so far knows that it is done. Nobody does while there are none.
    pub(super) done: Vec<(usize, u32)>,
    /// Whether somebody else does it for the thread.
    pub(super) is_asynchronous: bool,
    /// How many steps had been made before it.
    pub(super) step: u64,
}

impl NotedTouch {
    fn is_known(&self, clock: &VectorClock) -> bool {
        self.done.iter().any(|&(party, time)| clock.at(party) >= time)
    }
}

/// How an access touches memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TouchManner {
    /// A thread reads.
    Reads,
    /// A thread writes.
    Writes,
    /// A matrix unit, or a copy out of here, reads.
    Takes,
    /// A copy or a matrix unit writes.
    Fills,
}

/// What is wrong with an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Disorder {
    /// It reads what is still being written.
    ReadsTooEarly,
    /// It writes what is still being read.
    OverwritesReader,
    /// It writes what is still being written.
    OverwritesWriter,
    /// It fills what a matrix unit has read when nothing was there.
    FillsTooLate,
    /// It reads by the asynchronous proxy what a thread has written without a fence since.
    ReadsUnfenced,
}

/// What touched a place since it was last filled.
#[derive(Default)]
struct PlaceTouches {
    fill: Option<u32>,
    reads: Vec<u32>,
    writes: Vec<u32>,
}

/// All accesses.
#[derive(Default)]
pub(super) struct Touches {
    all: Vec<NotedTouch>,
    cells: FastMap<TouchedPlace, PlaceTouches>,
}

impl Touches {
    pub(super) fn add(&mut self, touch: NotedTouch) -> u32 {
        self.all.push(touch);
        (self.all.len() - 1) as u32
    }

    pub(super) fn get(&self, touch: u32) -> &NotedTouch {
        &self.all[touch as usize]
    }

    /// Notes that who knows a party to have got so far knows that an access is done.
    pub(super) fn finish(&mut self, touch: u32, party: usize, time: u32) {
        self.all[touch as usize].done.push((party, time));
    }

    /// The last store of a thread to a place of which a judge says that no fence follows.
    pub(super) fn unfenced(&self, place: TouchedPlace, is_unfenced: impl Fn(&NotedTouch) -> bool) -> Option<u32> {
        let writes = self.cells.get(&place).map(|cell| cell.writes.as_slice()).unwrap_or_default();
        writes.iter().copied().find(|&it| is_unfenced(&self.all[it as usize]))
    }

    /// The access before one that it is not ordered with, if there is any; and notes it down.
    pub(super) fn touch(
        &mut self,
        place: TouchedPlace,
        touch: u32,
        manner: TouchManner,
        clock: &VectorClock,
    ) -> Option<(Disorder, u32)> {
        let all = &self.all;
        let cell = self.cells.entry(place).or_default();
        let found = cell.conflict(all, (place, touch), manner, clock);
        cell.note(all, touch, manner);
        found
    }
}

impl PlaceTouches {
    /// The access before one that it is not ordered with.
    fn conflict(
        &self,
        all: &[NotedTouch],
        (place, touch): (TouchedPlace, u32),
        manner: TouchManner,
        clock: &VectorClock,
    ) -> Option<(Disorder, u32)> {
        let own = &all[touch as usize];
        let in_shared = matches!(place, TouchedPlace::Shared(_));
        let is_unknown = |&&other: &&u32| other != touch && !all[other as usize].is_known(clock);
        // What a thread asks for is its own affair: whoever reads the one result has not waited for the other. What a matrix unit does to
        // tensor memory is in the order of the thread that asks for it. Threads that all do the same copy bring the same bytes.
        let in_turn = |other: u32| {
            let other = &all[other as usize];
            (other.warp == own.warp || other.inst == own.inst) && other.is_asynchronous && own.is_asynchronous
        };
        let fill = || self.fill.iter().find(is_unknown).copied();
        let reads =
            |wanted: &dyn Fn(u32) -> bool| self.reads.iter().filter(|it| wanted(**it)).find(is_unknown).copied();
        let writes = || self.writes.iter().find(is_unknown).copied();
        let filled = |disorder: Disorder| fill().map(|other| (disorder, other));
        match manner {
            TouchManner::Reads => filled(Disorder::ReadsTooEarly),
            TouchManner::Takes => {
                filled(Disorder::ReadsTooEarly).or_else(|| writes().map(|other| (Disorder::ReadsTooEarly, other)))
            }
            // Warps store to rows of their own in a column.
            TouchManner::Writes if !in_shared => filled(Disorder::OverwritesWriter),
            TouchManner::Writes => filled(Disorder::OverwritesWriter).or_else(|| {
                let taken = reads(&|it| all[it as usize].is_asynchronous);
                taken.map(|other| (Disorder::OverwritesReader, other))
            }),
            TouchManner::Fills => {
                let early = self.reads.first().filter(|_| in_shared && self.is_unwritten());
                let early = early.filter(|&&it| all[it as usize].is_asynchronous && own.is_asynchronous);
                if let Some(&early) = early {
                    return Some((Disorder::FillsTooLate, early));
                }
                let by_reader = reads(&|it| in_shared || !in_turn(it)).map(|other| (Disorder::OverwritesReader, other));
                let by_writer = || fill().filter(|&it| !in_turn(it)).or_else(writes);
                by_reader.or_else(|| by_writer().map(|other| (Disorder::OverwritesWriter, other)))
            }
        }
    }

    fn is_unwritten(&self) -> bool {
        self.fill.is_none() && self.writes.is_empty()
    }

    fn note(&mut self, all: &[NotedTouch], touch: u32, manner: TouchManner) {
        let newest = |list: &mut Vec<u32>| {
            let NotedTouch { warp, is_asynchronous, .. } = all[touch as usize];
            // An access of the same warp that is done with is before this one.
            list.retain(|&other| {
                let other = &all[other as usize];
                other.warp != warp || other.is_asynchronous || is_asynchronous
            });
            if list.last() != Some(&touch) {
                list.push(touch);
            }
        };
        match manner {
            TouchManner::Reads | TouchManner::Takes => newest(&mut self.reads),
            TouchManner::Writes => newest(&mut self.writes),
            TouchManner::Fills => {
                self.fill = Some(touch);
                self.reads.clear();
                self.writes.clear();
            }
        }
    }
}
