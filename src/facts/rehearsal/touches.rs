//! Who has touched which bytes, and what has to be known by those who touch them next.

use super::clock::VectorClock;
use super::plan::RehearsalPlan;
use super::warp::{RANK_SHIFT, WITHIN_BLOCK};
use crate::ids::InstId;
use crate::util::FastMap;

/// Bytes of a row of shared memory.
pub(super) const ROW: u32 = 128;

/// Where memory is touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum TouchedRow {
    /// So many rows into the shared memory of the cluster.
    Shared(u32),
    /// A column of a block's tensor memory.
    Column(u32),
    /// So many rows into all buffers in global memory.
    Buffer(u64),
}

impl TouchedRow {
    /// What memory it is in.
    pub(super) fn memory(self) -> TouchedMemory {
        match self {
            Self::Shared(_) => TouchedMemory::Shared,
            Self::Column(_) => TouchedMemory::Tensor,
            Self::Buffer(_) => TouchedMemory::Global,
        }
    }
}

/// The kinds of memory that are touched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TouchedMemory {
    /// That of blocks.
    Shared,
    /// That of tensor cores.
    Tensor,
    /// Buffers that the kernel is given.
    Global,
}

/// Some bytes of a row, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TouchedPlace {
    pub(super) row: TouchedRow,
    pub(super) bytes: u128,
}

impl TouchedPlace {
    /// A column of tensor memory.
    pub(super) fn column(column: u32) -> Self {
        Self { row: TouchedRow::Column(column), bytes: u128::MAX }
    }

    /// The bytes from an address in shared memory on.
    pub(super) fn of_bytes(at: u32, bytes: u32) -> impl Iterator<Item = TouchedPlace> {
        Self::of_extent(u64::from(at), u64::from(at) + u64::from(bytes.max(1)))
    }

    /// The bytes from an address in shared memory on, up to another one.
    pub(super) fn of_extent(start: u64, end: u64) -> impl Iterator<Item = TouchedPlace> {
        let rows = rows_of(start, end.min(1 << 32));
        rows.map(|(row, bytes)| TouchedPlace { row: TouchedRow::Shared(row as u32), bytes })
    }

    /// The bytes from an address in a buffer on.
    pub(super) fn in_buffer(at: u64, bytes: u32) -> impl Iterator<Item = TouchedPlace> {
        let rows = rows_of(at, at.saturating_add(u64::from(bytes)));
        rows.map(|(row, bytes)| TouchedPlace { row: TouchedRow::Buffer(row), bytes })
    }

    /// The bytes at the same place in another block.
    pub(super) fn in_block(self, rank: u32) -> Self {
        let row = match self.row {
            TouchedRow::Shared(row) => {
                TouchedRow::Shared(row & (WITHIN_BLOCK / ROW) | rank << (RANK_SHIFT - ROW.ilog2()))
            }
            other => other,
        };
        Self { row, ..self }
    }
}

/// The rows between two addresses, and the bytes of each that lie there.
fn rows_of(start: u64, end: u64) -> impl Iterator<Item = (u64, u128)> {
    let row = u64::from(ROW);
    let rows = if start < end { start / row..end.div_ceil(row) } else { 0..0 };
    rows.map(move |index| {
        let first = start.saturating_sub(index * row);
        let last = (end - index * row).min(row);
        (index, u128::MAX << first & u128::MAX >> (row - last))
    })
}

/// An access, or the work of a copy or a matrix unit.
#[derive(Clone, Debug)]
pub(super) struct NotedTouch {
    /// What made it, or started it.
    pub(super) inst: InstId,
    /// The warp and the lane of it.
    pub(super) warp: usize,
    pub(super) lane: usize,
    /// Who knows that this, or any of the others, has got so far knows that it is done. Nobody does while there are none.
    pub(super) done: Option<(usize, u32)>,
    also_done: Vec<(usize, u32)>,
    /// Whether a thread of the same warp may have told others of it that has not waited for it.
    pub(super) lags: bool,
    /// Whether somebody else does it for the thread.
    pub(super) is_asynchronous: bool,
    /// How many steps had been made before it.
    pub(super) step: u64,
    /// The group of copies of its warp that it belongs to, if that is how it is waited for.
    pub(super) group: Option<u32>,
    /// Which quarter of the rows of tensor memory it is about, if it is about those of a warp.
    pub(super) quarter: Option<u32>,
}

impl NotedTouch {
    /// The lane of a warp by an instruction, after so many steps: who knows one of them to have got so far knows that it is done.
    pub(super) fn new(inst: InstId, (warp, lane): (usize, usize), step: u64, done: Option<(usize, u32)>) -> Self {
        let is_asynchronous = done.is_none();
        let also_done = Vec::new();
        Self { inst, warp, lane, done, also_done, lags: false, is_asynchronous, step, group: None, quarter: None }
    }

    /// Whether it is known to be done; as to accesses of threads, which memory has to keep in order with others.
    fn is_known(&self, clock: &VectorClock, disorder: Disorder) -> bool {
        let reached =
            |party: usize| if disorder.is_among_threads() { clock.ordered_at(party) } else { clock.at(party) };
        self.done.iter().chain(&self.also_done).any(|&(party, time)| reached(party) >= time)
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
    /// A thread reads what one of another warp writes.
    ReadsStore,
    /// A thread overwrites what one of another warp reads.
    OverwritesLoad,
}

impl Disorder {
    /// Whether it is about loads and stores of threads alone.
    pub(super) fn is_among_threads(self) -> bool {
        matches!(self, Self::ReadsStore | Self::OverwritesLoad)
    }
}

/// What touched the bytes of a row since they were last filled.
#[derive(Default)]
struct RowTouches {
    fills: Vec<RowTouch>,
    reads: Vec<RowTouch>,
    writes: Vec<RowTouch>,
}

/// A touch, and the bytes of a row that nothing has touched in the same way since.
#[derive(Clone, Copy)]
struct RowTouch {
    touch: u32,
    bytes: u128,
}

/// All accesses.
#[derive(Default)]
pub(super) struct Touches {
    all: Vec<NotedTouch>,
    rows: FastMap<TouchedRow, RowTouches>,
    /// Whether loads and stores of threads are held against each other, too.
    judges_stores: bool,
    /// Whether some bytes of shared memory were touched for two warps.
    are_shared: bool,
    /// The warps that touched shared memory, a bit for each.
    workers: u128,
    /// Whether threads fill shared memory for each other, by stores.
    are_filled_by_stores: bool,
    /// Whether some bytes of shared memory were filled again after somebody had read them.
    are_refilled: bool,
}

impl Touches {
    pub(super) fn new(plan: &RehearsalPlan) -> Self {
        let are_filled_by_stores = plan.has_arrivals && !plan.work.fills;
        Self { judges_stores: plan.has_plain_accesses, are_filled_by_stores, ..Self::default() }
    }

    /// Whether what one warp leaves in shared memory mattered to another one.
    pub(super) fn are_shared(&self) -> bool {
        self.are_shared
    }

    /// Whether each of so many warps touched shared memory.
    pub(super) fn are_by_all(&self, warps: usize) -> bool {
        self.workers.count_ones() as usize >= warps
    }

    /// Whether something in shared memory that was read was overwritten by what came next.
    pub(super) fn are_refilled(&self) -> bool {
        self.are_refilled
    }

    pub(super) fn add(&mut self, touch: NotedTouch) -> u32 {
        self.all.push(touch);
        (self.all.len() - 1) as u32
    }

    pub(super) fn get(&self, touch: u32) -> &NotedTouch {
        &self.all[touch as usize]
    }

    /// Notes that who knows a party to have got so far knows that an access is done.
    pub(super) fn finish(&mut self, touch: u32, party: usize, time: u32) {
        let touch = &mut self.all[touch as usize];
        match touch.done {
            None => touch.done = Some((party, time)),
            Some(_) => touch.also_done.push((party, time)),
        }
    }

    /// Notes that an access is not known to be done before a later time of its warp, for the sake of one of its lanes.
    pub(super) fn postpone(&mut self, touch: u32, time: u32, lane: usize) {
        let touch = &mut self.all[touch as usize];
        touch.done = Some((touch.warp, time));
        touch.also_done.clear();
        touch.lane = lane;
        touch.lags = true;
    }

    /// Notes that an access is one to a quarter of the rows of tensor memory.
    pub(super) fn keep_to_quarter(&mut self, touch: u32, quarter: u32) {
        self.all[touch as usize].quarter = Some(quarter);
    }

    /// Notes that an access is waited for as part of a group of its warp.
    pub(super) fn join_group(&mut self, touch: u32, group: u32) {
        self.all[touch as usize].group = Some(group);
    }

    /// Notes that a copy of a thread's own is done: a fence between the proxies has to come after that.
    pub(super) fn finish_own(&mut self, touch: u32, (party, time): (usize, u32), step: u64) {
        self.finish(touch, party, time);
        self.all[touch as usize].step = step;
    }

    /// The last store of a thread to a place, or copy by `cp.async`, of which a judge says that no fence follows.
    pub(super) fn unfenced(&self, place: TouchedPlace, is_unfenced: impl Fn(&NotedTouch) -> bool) -> Option<u32> {
        let row = self.rows.get(&place.row)?;
        let is_own = |it: &&RowTouch| self.all[it.touch as usize].group.is_some();
        let mut written = row.writes.iter().chain(row.fills.iter().filter(is_own));
        let unfenced = |it: &&RowTouch| it.bytes & place.bytes != 0 && is_unfenced(&self.all[it.touch as usize]);
        written.find(unfenced).map(|it| it.touch)
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
        let row = self.rows.entry(place.row).or_default();
        if matches!(place.row, TouchedRow::Shared(_)) {
            self.workers |= 1_u128.checked_shl(all[touch as usize].warp as u32).unwrap_or(0);
        }
        self.are_shared = self.are_shared || row.has_others(all, place, touch);
        let fills = manner == TouchManner::Fills || (self.are_filled_by_stores && manner == TouchManner::Writes);
        self.are_refilled = self.are_refilled || (fills && row.has_readers(place));
        let found = row.conflict(all, (place, touch), manner, clock);
        let found = found.filter(|(disorder, _)| self.judges_stores || !disorder.is_among_threads());
        row.note(all, (place, touch), manner, clock);
        found
    }
}

impl RowTouches {
    /// Whether an access to shared memory is to bytes that were touched for another warp.
    fn has_others(&self, all: &[NotedTouch], place: TouchedPlace, touch: u32) -> bool {
        let own = all[touch as usize].warp;
        let mut known = self.fills.iter().chain(&self.writes).chain(&self.reads);
        matches!(place.row, TouchedRow::Shared(_))
            && known.any(|it| it.bytes & place.bytes != 0 && all[it.touch as usize].warp != own)
    }

    /// Whether bytes of shared memory have been read since they were filled.
    fn has_readers(&self, place: TouchedPlace) -> bool {
        matches!(place.row, TouchedRow::Shared(_)) && self.reads.iter().any(|it| it.bytes & place.bytes != 0)
    }

    /// The access before one that it is not ordered with.
    fn conflict(
        &self,
        all: &[NotedTouch],
        (place, touch): (TouchedPlace, u32),
        manner: TouchManner,
        clock: &VectorClock,
    ) -> Option<(Disorder, u32)> {
        let own = &all[touch as usize];
        let in_shared = matches!(place.row, TouchedRow::Shared(_));
        let noted = |it: &RowTouch| &all[it.touch as usize];
        let first = |list: &[RowTouch], wanted: &dyn Fn(&NotedTouch) -> bool, disorder: Disorder| {
            let here = |it: &&RowTouch| it.bytes & place.bytes != 0 && it.touch != touch;
            let unknown = |it: &&RowTouch| wanted(noted(it)) && !noted(it).is_known(clock, disorder);
            list.iter().filter(here).find(unknown).map(|it| (disorder, it.touch))
        };
        let any = |_: &NotedTouch| true;
        let by_others = |other: &NotedTouch| other.warp != own.warp && !other.is_asynchronous;
        // What a thread asks for is its own affair: whoever reads the one result has not waited for the other. What a matrix unit does to
        // tensor memory is in the order of the thread that asks for it. Threads that all do the same copy bring the same bytes. Copies of
        // two groups are waited for one after the other, and may be done in either order.
        let in_turn = |other: &NotedTouch| {
            let is_own = other.warp == own.warp && (other.group == own.group || own.group.is_none());
            let is_same = other.inst == own.inst && other.warp != own.warp;
            (is_own || is_same) && other.is_asynchronous && own.is_asynchronous
        };
        let filled = |disorder: Disorder| first(&self.fills, &any, disorder);
        // A warp accesses one quarter of the rows of tensor memory, and so does every fourth one.
        let of_same_rows =
            |other: &NotedTouch| other.warp != own.warp && other.quarter == own.quarter && own.quarter.is_some();
        match manner {
            TouchManner::Reads if !in_shared => {
                filled(Disorder::ReadsTooEarly).or_else(|| first(&self.writes, &of_same_rows, Disorder::ReadsTooEarly))
            }
            TouchManner::Reads => {
                filled(Disorder::ReadsTooEarly).or_else(|| first(&self.writes, &by_others, Disorder::ReadsStore))
            }
            TouchManner::Takes => {
                filled(Disorder::ReadsTooEarly).or_else(|| first(&self.writes, &any, Disorder::ReadsTooEarly))
            }
            TouchManner::Writes if !in_shared => filled(Disorder::OverwritesWriter)
                .or_else(|| first(&self.reads, &of_same_rows, Disorder::OverwritesReader))
                .or_else(|| first(&self.writes, &of_same_rows, Disorder::OverwritesWriter)),
            TouchManner::Writes => filled(Disorder::OverwritesWriter)
                .or_else(|| first(&self.reads, &|it| it.is_asynchronous, Disorder::OverwritesReader))
                .or_else(|| first(&self.reads, &by_others, Disorder::OverwritesLoad)),
            TouchManner::Fills => {
                if in_shared && own.is_asynchronous && self.is_unwritten(place.bytes) {
                    let early = self.reads.iter().find(|it| it.bytes & place.bytes != 0);
                    if let Some(early) = early.filter(|it| noted(it).is_asynchronous) {
                        return Some((Disorder::FillsTooLate, early.touch));
                    }
                }
                first(&self.reads, &|it| in_shared || !in_turn(it), Disorder::OverwritesReader)
                    .or_else(|| first(&self.fills, &|it| !in_turn(it), Disorder::OverwritesWriter))
                    .or_else(|| first(&self.writes, &any, Disorder::OverwritesWriter))
            }
        }
    }

    fn is_unwritten(&self, bytes: u128) -> bool {
        self.fills.iter().chain(&self.writes).all(|it| it.bytes & bytes == 0)
    }

    fn note(
        &mut self,
        all: &[NotedTouch],
        (place, touch): (TouchedPlace, u32),
        manner: TouchManner,
        clock: &VectorClock,
    ) {
        /// What is left of touches when some bytes are touched again.
        fn leave(list: &mut Vec<RowTouch>, bytes: u128, is_past: impl Fn(&RowTouch) -> bool) {
            list.retain_mut(|other| {
                if is_past(other) {
                    other.bytes &= !bytes;
                }
                other.bytes != 0
            });
        }
        let NotedTouch { warp, is_asynchronous, .. } = all[touch as usize];
        let reads = matches!(manner, TouchManner::Reads | TouchManner::Takes);
        // An access of the same warp that is done with is before this one: who waits for this one has waited for that, too.
        let is_past = |other: &RowTouch| {
            let other = &all[other.touch as usize];
            let is_over = || reads && other.is_asynchronous && other.is_known(clock, Disorder::ReadsStore);
            other.warp == warp && ((!other.is_asynchronous && !is_asynchronous) || is_over())
        };
        let list = match manner {
            TouchManner::Reads | TouchManner::Takes => &mut self.reads,
            TouchManner::Writes => &mut self.writes,
            TouchManner::Fills => {
                leave(&mut self.reads, place.bytes, |_| true);
                leave(&mut self.writes, place.bytes, |_| true);
                leave(&mut self.fills, place.bytes, |_| true);
                &mut self.fills
            }
        };
        leave(list, place.bytes, is_past);
        match list.last_mut() {
            Some(last) if last.touch == touch => last.bytes |= place.bytes,
            _ => list.push(RowTouch { touch, bytes: place.bytes }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lie_in_rows_of_blocks() {
        let places: Vec<TouchedPlace> = TouchedPlace::of_bytes(1 << RANK_SHIFT | (4096 + 120), 16).collect();
        let bytes = [0xff << 120, 0xff];
        assert_eq!(places.iter().map(|it| it.bytes).collect::<Vec<u128>>(), bytes);
        let first = TouchedPlace::of_bytes(4096, ROW).next().expect("a row");
        assert_eq!(first.bytes, u128::MAX);
        assert_eq!((places[0].row, places[0].in_block(0).row), (first.in_block(1).row, first.row));
    }
}
