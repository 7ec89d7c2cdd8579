//! Accesses of different threads to the same bytes that nothing orders.

use super::own_data::{Attendance, are_opposed, attendance};
use super::rendezvous::is_known;
use super::{AccessBudget, AccessEvent, BlockTrace, MOST_ADDRESSES, MOST_THREADS, Purse, threads_of};
use crate::facts::unused_reads::wanted_bytes;
use crate::facts::{AccessKind, BlockModel, Facts, MemoryAccess, Stored};
use crate::util::FastMap;

/// How what two threads store differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StoreDifference {
    /// Nothing is known.
    Unknown,
    /// Practically surely.
    Likely,
    /// The numbers are known. So it is when one of the accesses reads.
    Certain,
}

/// Two accesses of two threads to the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct AccessConflict {
    /// Indices of the accesses, the lesser first.
    pub accesses: [usize; 2],
    /// Indices of the events.
    pub events: [usize; 2],
    /// The threads, by their places in the trace.
    pub threads: [usize; 2],
    /// The first byte that both access.
    pub address: i64,
    /// Whether both are in the same warp.
    pub same_warp: bool,
    /// How the values differ.
    pub difference: StoreDifference,
    /// One of them is an asynchronous copy that its thread has not waited for when the other one happens.
    pub pending: bool,
    /// Whether data may keep one of the threads away.
    pub possible: bool,
}

impl AccessConflict {
    fn is_worse_than(&self, other: &AccessConflict) -> bool {
        (self.pending, !self.same_warp, self.difference) > (other.pending, !other.same_warp, other.difference)
    }
}

/// Most addresses in all phases, and how many more for each event; at least as many as a run notes down within a block.
const MOST_ENTRIES: usize = 50_000;
const ENTRIES_PER_EVENT: usize = 16;

/// Comparisons of accesses that may be in conflict, and how many more for each access of the plan.
pub(super) const COMPARISONS: AccessBudget = AccessBudget { base: 20_000, each: 16, many: usize::MAX, later: 0 };

/// Most pairs of accesses of which conflicts are looked for: a function with more has the same mistake many times.
const MOST_FOUND: usize = 256;

/// How many places of accesses are met for each comparison: about many accesses all is known.
const MET: usize = 10;

/// Bytes that one thread accesses.
#[derive(Clone, Copy)]
struct AccessedBytes {
    address: i64,
    size: u32,
    event: u32,
    access: u32,
    thread: u8,
    kind: AccessKind,
    /// A write of an asynchronous copy.
    copies: bool,
}

impl AccessedBytes {
    /// Whether another access, at this address or above, begins within these bytes. Addresses may be any number, so that their sums overflow;
    /// differences are exact as far as sizes go.
    fn reaches(&self, later: &AccessedBytes) -> bool {
        later.address.saturating_sub(self.address) < i64::from(self.size)
    }
}

/// Pairs of accesses of which a conflict, or a worse one, may still be found. Of most pairs nobody asks: only those that meet are judged.
struct OpenPairs<'t, W> {
    accesses: &'t [MemoryAccess],
    wanted: W,
    /// For each access what it stores, if the trace has it.
    stored: Vec<Option<Stored>>,
    /// For each access whether another one of the trace may be in conflict with it.
    has_partner: Vec<bool>,
    /// Pairs that were looked at, the lesser index first, and whether they are open.
    known: FastMap<u64, bool>,
}

impl<'t, W: Fn([usize; 2]) -> bool> OpenPairs<'t, W> {
    /// All pairs of a trace that may be in conflict and that `wanted` chooses, the lesser index first, of accesses that `takes_part` chooses.
    fn new(accesses: &'t [MemoryAccess], trace: &BlockTrace, wanted: W, takes_part: impl Fn(usize) -> bool) -> Self {
        let mut stored = vec![None; accesses.len()];
        for event in &trace.events {
            stored[event.access].get_or_insert(event.stored);
        }
        // Two accesses are harmless because of what they are, so that one of each kind suffices.
        let mut kinds: Vec<&MemoryAccess> = Vec::new();
        for (index, access) in accesses.iter().enumerate() {
            if stored[index].is_some() && !kinds.iter().any(|kind| kind_of(kind) == kind_of(access)) {
                kinds.push(access);
            }
        }
        let has_partner = |(index, access): (usize, &MemoryAccess)| {
            takes_part(index) && kinds.iter().any(|kind| !are_harmless(kind, access))
        };
        let has_partner = accesses.iter().enumerate().map(has_partner).collect();
        Self { accesses, wanted, stored, has_partner, known: FastMap::default() }
    }

    fn has_partner(&self, access: usize) -> bool {
        self.has_partner[access]
    }

    fn contains(&mut self, one: u32, other: u32) -> bool {
        let key = key(one, other);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let [first, second] = [one.min(other), one.max(other)].map(|index| index as usize);
        let stores = |index: usize| self.stored[index].is_some_and(|stored| stored != Stored::Unknown);
        let tells = first != second || self.accesses[first].kind == AccessKind::Read || stores(first);
        let races = !are_harmless(&self.accesses[first], &self.accesses[second]);
        let open = tells && races && (self.wanted)([first, second]);
        self.known.insert(key, open);
        open
    }

    fn close(&mut self, one: u32, other: u32) {
        self.known.insert(key(one, other), false);
    }
}

/// The key of a pair of accesses.
fn key(one: u32, other: u32) -> u64 {
    u64::from(one.min(other)) << 32 | u64::from(one.max(other))
}

/// What decides whether an access is harmless to others.
fn kind_of(access: &MemoryAccess) -> (AccessKind, bool) {
    (access.kind, access.strong)
}

/// Whether two accesses only read, or are both meant to race.
pub fn are_harmless(a: &MemoryAccess, b: &MemoryAccess) -> bool {
    let reads = |access: &MemoryAccess| access.kind == AccessKind::Read;
    let atomic = |access: &MemoryAccess| access.kind == AccessKind::Atomic || access.strong;
    (reads(a) && reads(b)) || (atomic(a) && atomic(b))
}

/// The conflicts of a trace between the pairs of accesses that `wanted` chooses, the worst one of each pair. Only accesses that
/// `takes_part` chooses are looked at.
pub fn conflicts(
    facts: &Facts<'_, '_>,
    model: &BlockModel<'_, '_, '_>,
    trace: &BlockTrace,
    wanted: impl Fn([usize; 2]) -> bool,
    takes_part: impl Fn(usize) -> bool,
    purse: &Purse,
) -> Vec<AccessConflict> {
    let open = OpenPairs::new(facts.accesses(), trace, wanted, takes_part);
    let warps: Vec<(u16, u32)> = trace.threads.iter().map(|&thread| warp_and_lane(model.linear(thread))).collect();
    let phases = phases(facts, trace, &open, &warps);
    let most = facts.budget(COMPARISONS.of(trace.events.len())).min(purse.comparisons());
    let most_found = facts.budget(MOST_FOUND);
    let found = FastMap::default();
    let accesses = facts.accesses();
    let opposed = |pair: [usize; 2]| are_opposed(facts, pair);
    let mut finder =
        Finder { accesses, opposed: &opposed, trace, open, warps, found, met: 0, compared: 0, most, most_found };
    let last = phases.len();
    purse.note_cut(false);
    for (phase, entries) in (0..).zip(phases) {
        if !finder.search(phase, entries) {
            facts.fell_short("phases between barriers", phase as usize, Some(last));
            purse.note_cut(true);
            break;
        }
    }
    purse.take([0, 0, finder.compared + finder.met / MET]);
    let mut found: Vec<AccessConflict> = finder.found.into_values().collect();
    found.sort_unstable_by_key(|conflict| conflict.accesses);
    found
}

/// The bytes accessed in each phase in which something is written. A copy counts in all phases until its thread has waited for it.
fn phases(
    facts: &Facts<'_, '_>,
    trace: &BlockTrace,
    open: &OpenPairs<'_, impl Fn([usize; 2]) -> bool>,
    warps: &[(u16, u32)],
) -> Vec<Vec<AccessedBytes>> {
    let last = trace.events.iter().map(|event| event.phase).max().unwrap_or(0);
    let written = written_phases(facts, trace, last, open);
    let mut sizes = vec![0; last as usize + 1];
    for event in trace.events.iter().filter(|event| written[event.phase as usize] && open.has_partner(event.access)) {
        sizes[event.phase as usize] += event.mask.count_ones() as usize;
    }
    let noted = MOST_ADDRESSES.of(facts.accesses().len());
    let most = facts.budget(noted.max(MOST_ENTRIES + ENTRIES_PER_EVENT * trace.events.len()));
    let mut phases: Vec<Vec<AccessedBytes>> =
        sizes.into_iter().map(|size| Vec::with_capacity(size.min(most.saturating_add(MOST_THREADS)))).collect();
    let mut count = 0;
    for (index, event) in trace.events.iter().enumerate().filter(|(_, event)| open.has_partner(event.access)) {
        let access = &facts.accesses()[event.access];
        let copies = is_copy(access);
        if !copies && !written[event.phase as usize] {
            continue;
        }
        let size = wanted_bytes(facts, access);
        for thread in threads_of(event.mask) {
            let Some(address) = event.address.at(thread) else { continue };
            let (_, lane) = warps[thread];
            // What is ordered by means that are not modelled is in no conflict.
            if lane >= access.lanes || event.is_synchronized(thread) {
                continue;
            }
            let entry = AccessedBytes {
                address,
                size,
                event: index as u32,
                access: event.access as u32,
                thread: thread as u8,
                kind: access.kind,
                copies,
            };
            let end = if copies { event.completed(thread).map_or(last, |(phase, _)| phase) } else { event.phase };
            // The wait may come after the last access: behind it are no phases.
            for phase in event.phase..=end.min(last) {
                phases[phase as usize].push(entry);
                count += 1;
            }
        }
        if count > most {
            facts.fell_short("accesses", index, Some(trace.events.len()));
            break;
        }
    }
    phases
}

/// Which phases have a write that may be in conflict.
fn written_phases(
    facts: &Facts<'_, '_>,
    trace: &BlockTrace,
    last: u32,
    open: &OpenPairs<'_, impl Fn([usize; 2]) -> bool>,
) -> Vec<bool> {
    let mut written = vec![false; last as usize + 1];
    for event in trace.events.iter().filter(|event| open.has_partner(event.access)) {
        let access = &facts.accesses()[event.access];
        if is_copy(access) {
            // It may be under way in all phases that follow.
            written[event.phase as usize..].fill(true);
            break;
        }
        written[event.phase as usize] |= access.kind != AccessKind::Read;
    }
    written
}

fn warp_and_lane(linear: u32) -> (u16, u32) {
    ((linear / 32) as u16, linear % 32)
}

/// For each access the next one that another thread makes, or an asynchronous copy.
fn other_threads(entries: &[AccessedBytes]) -> Vec<u32> {
    let mut others: Vec<u32> = (1..=entries.len() as u32).collect();
    for j in (1..entries.len()).rev() {
        let [one, next] = [&entries[j - 1], &entries[j]];
        if one.thread == next.thread && !one.copies && !next.copies {
            others[j - 1] = others[j];
        }
    }
    others
}

/// The end of the accesses from `start` on that overlap one after the other, and whether one thread makes them all, in its own order.
fn cluster(entries: &[AccessedBytes], start: usize) -> (usize, bool) {
    let first = entries[start];
    let (mut end, mut reach, mut is_private) = (start, i64::MIN, true);
    while let Some(entry) = entries.get(end).filter(|entry| end == start || entry.address < reach) {
        is_private &= entry.thread == first.thread && !entry.copies;
        reach = reach.max(entry.address.saturating_add(i64::from(entry.size)));
        end += 1;
    }
    (end, is_private)
}

/// Whether an access is the write of an asynchronous copy.
fn is_copy(access: &MemoryAccess) -> bool {
    access.asynchronous && access.kind == AccessKind::Write
}

struct Finder<'t, W> {
    accesses: &'t [MemoryAccess],
    /// Whether two accesses are on both ways of one branch.
    opposed: &'t dyn Fn([usize; 2]) -> bool,
    trace: &'t BlockTrace,
    open: OpenPairs<'t, W>,
    /// The warp and the lane of each thread.
    warps: Vec<(u16, u32)>,
    found: FastMap<(u32, u32), AccessConflict>,
    met: usize,
    compared: usize,
    most: usize,
    most_found: usize,
}

impl<W: Fn([usize; 2]) -> bool> Finder<'_, W> {
    /// Compares each write with what overlaps it; `false` when that takes too many steps.
    fn search(&mut self, phase: u32, mut entries: Vec<AccessedBytes>) -> bool {
        // What is at one address stays in the order in which it happens. A stable sort would do that, too, but holds everything twice.
        entries.sort_unstable_by_key(|entry| (entry.address, entry.event, entry.thread));
        let (ends, others) = (runs(&entries), other_threads(&entries));
        let widest = entries.iter().map(|entry| i64::from(entry.size)).max().unwrap_or(0).max(1);
        let (mut from, mut i, mut end_of_cluster) = (0, 0, 0);
        while let Some(first) = entries.get(i) {
            // What a thread keeps to itself, however often it comes back to it, is in no conflict.
            if i >= end_of_cluster {
                let (end, is_private) = cluster(&entries, i);
                end_of_cluster = end;
                if is_private {
                    i = end;
                    continue;
                }
            }
            if first.kind == AccessKind::Read {
                i = ends[i] as usize;
                continue;
            }
            // Stops at the access itself at the latest.
            while first.address.saturating_sub(entries[from].address) >= widest {
                from += 1;
            }
            let Some(open) = self.search_from(phase, &entries, [&ends, &others], [from, i]) else { return false };
            // The others of its run are at the same place, and meet the same accesses.
            i = if open { i + 1 } else { ends[i] as usize };
        }
        true
    }

    /// Compares a write with what overlaps it; `None` when that takes too many steps. Returns whether some pair that was met is open still.
    fn search_from(
        &mut self,
        phase: u32,
        entries: &[AccessedBytes],
        [ends, others]: [&[u32]; 2],
        [from, i]: [usize; 2],
    ) -> Option<bool> {
        let first = &entries[i];
        let mut some_open = false;
        let mut j = from;
        while let Some(second) = entries.get(j) {
            let follows = second.address >= first.address;
            if follows && !first.reaches(second) {
                break;
            }
            let end = ends[j] as usize;
            self.met += 1;
            if self.met / MET > self.most || self.compared > self.most || self.found.len() > self.most_found {
                return None;
            }
            // A thread is in order with itself; the others of its run may meet what it does.
            if first.thread == second.thread && !first.copies && !second.copies {
                some_open |= j > i && self.open.contains(first.access, second.access);
                j = others[j] as usize;
                continue;
            }
            // What is true of a pair of accesses is true of all threads that make them at one place.
            if (!follows && !second.reaches(first)) || !self.open.contains(first.access, second.access) {
                j = end;
                continue;
            }
            some_open = true;
            while j < end {
                let second = &entries[j];
                let alone = first.thread == second.thread && !first.copies && !second.copies;
                if !alone && (second.kind == AccessKind::Read || j > i) {
                    self.compared += 1;
                    let (one, other) = if i < j { (first, second) } else { (second, first) };
                    if self.compare(phase, one, other) {
                        j = end;
                        break;
                    }
                }
                j += 1;
            }
        }
        Some(some_open)
    }

    /// Compares two entries, and returns whether nothing worse can be found about their accesses.
    fn compare(&mut self, phase: u32, first: &AccessedBytes, second: &AccessedBytes) -> bool {
        let (first, second) = if first.access > second.access { (second, first) } else { (first, second) };
        let threads = [usize::from(first.thread), usize::from(second.thread)];
        let events = [first.event as usize, second.event as usize];
        let [one, other] = [&self.trace.events[events[0]], &self.trace.events[events[1]]];
        let pending = (first.copies && !second.copies && is_pending(phase, one, other, threads[0]))
            || (second.copies && !first.copies && is_pending(phase, other, one, threads[1]));
        let warps = [self.warps[threads[0]].0, self.warps[threads[1]].0];
        let same_warp = warps[0] == warps[1];
        // Of most pairs of accesses all that there is to say is found soon, and everything else is no worse.
        if let Some(known) = self.found.get(&(first.access, second.access))
            && (pending, !same_warp, StoreDifference::Certain) <= (known.pending, !known.same_warp, known.difference)
        {
            return !known.same_warp;
        }
        if (threads[0] == threads[1] && !pending) || self.is_ordered(one, other, threads, same_warp) {
            return false;
        }
        // A barrier says nothing of copies that are still under way.
        let knows = |one: &AccessEvent, other: &AccessEvent, warp: u16, second: u16| {
            is_known(&one.order.knowledge, warp, &other.order.knowledge, second)
        };
        if !pending && (knows(one, other, warps[0], warps[1]) || knows(other, one, warps[1], warps[0])) {
            return false;
        }
        if self.reads_its_own(one, other, threads) || self.reads_its_own(other, one, [threads[1], threads[0]]) {
            return false;
        }
        let Some(difference) = store_difference(self.accesses, [one, other], threads) else { return false };
        let kinds = [one, other].map(|event| self.accesses[event.access].kind);
        let attendance = attendance([one, other], threads, kinds, self.opposed);
        if attendance == Attendance::Exclusive {
            return false;
        }
        let conflict = AccessConflict {
            accesses: [one.access, other.access],
            events,
            threads,
            address: first.address.max(second.address),
            same_warp,
            difference,
            pending,
            possible: attendance == Attendance::Possible,
        };
        let known = self.found.entry((first.access, second.access)).or_insert(conflict);
        if conflict.is_worse_than(known) {
            *known = conflict;
        }
        let closed = !known.same_warp;
        if closed {
            self.open.close(first.access, second.access);
        }
        closed
    }

    /// Whether one access surely comes before the other.
    fn is_ordered(
        &self,
        one: &AccessEvent,
        other: &AccessEvent,
        [thread, second]: [usize; 2],
        same_warp: bool,
    ) -> bool {
        let volatile = |event: &AccessEvent| self.accesses[event.access].volatile;
        same_warp
            && (one.order.warp_synchronized.of(thread) != other.order.warp_synchronized.of(second)
                || (!self.trace.independent_lanes && (volatile(one) || volatile(other))))
    }

    /// Whether a thread reads what it has itself stored to the same place, the same as the other thread stores. What is not known they
    /// store at once, so that it has to be the same for either to be of use.
    fn reads_its_own(&self, read: &AccessEvent, write: &AccessEvent, [reader, writer]: [usize; 2]) -> bool {
        let accesses = self.accesses;
        if accesses[read.access].kind != AccessKind::Read || accesses[write.access].kind != AccessKind::Write {
            return false;
        }
        // Both store together, and no data keeps the reader from it.
        let undecided = write.undecided();
        let surely_stores = write.mask & !(undecided.possible & !undecided.rounds);
        if write.clock >= read.clock || write.phase != read.phase || surely_stores >> reader & 1 == 0 {
            return false;
        }
        let sizes = [read, write].map(|event| i64::from(accesses[event.access].size));
        let covered = match (read.address.at(reader), write.address.at(reader)) {
            (Some(at), Some(from)) => {
                from <= at
                    && at.saturating_add(sizes[0]) <= from.saturating_add(sizes[1])
                    && write.address.at(writer) == Some(from)
            }
            _ => false,
        };
        let value = |thread| write.value(thread);
        let same = match write.stored {
            Stored::Number(_) | Stored::Loaded(_) => value(reader).is_some_and(|own| value(writer) == Some(own)),
            Stored::Unknown => !is_copy(&accesses[write.access]),
            Stored::Distinct(_) | Stored::Elements(_) => false,
        };
        covered && same
    }
}

/// How what threads store in two events differs; `None` when it is the same, or nothing is known of one instruction that both execute.
pub fn store_difference(
    accesses: &[MemoryAccess],
    [one, other]: [&AccessEvent; 2],
    [thread, second]: [usize; 2],
) -> Option<StoreDifference> {
    let writes = |event: &AccessEvent| accesses[event.access].kind == AccessKind::Write;
    if !writes(one) || !writes(other) {
        return Some(StoreDifference::Certain);
    }
    let difference = match (one.stored, other.stored, one.value(thread), other.value(second)) {
        (Stored::Number(_), Stored::Number(_), Some(a), Some(b)) => (a != b).then_some(StoreDifference::Certain),
        (Stored::Loaded(_), Stored::Loaded(_), Some(a), Some(b)) => (a != b).then_some(StoreDifference::Likely),
        (Stored::Elements(_), Stored::Elements(_), Some(a), Some(b)) if one.access == other.access => {
            (a != b).then_some(StoreDifference::Certain)
        }
        // Data is seldom the number that another instruction stores.
        (Stored::Number(_), Stored::Loaded(_), ..) | (Stored::Loaded(_), Stored::Number(_), ..) => {
            Some(StoreDifference::Likely)
        }
        // Both make it of the same.
        (Stored::Distinct(_), Stored::Distinct(_), Some(a), Some(b)) if one.access == other.access && a == b => None,
        (Stored::Distinct(_), ..) | (_, Stored::Distinct(_), ..) => Some(StoreDifference::Likely),
        _ => Some(StoreDifference::Unknown),
    };
    difference.filter(|&difference| one.access != other.access || difference != StoreDifference::Unknown)
}

/// For each entry where its run ends: entries of the same access and the same place follow each other.
fn runs(entries: &[AccessedBytes]) -> Vec<u32> {
    let mut ends = vec![entries.len() as u32; entries.len()];
    let same =
        |a: &AccessedBytes, b: &AccessedBytes| (a.access, a.address, a.copies) == (b.access, b.address, b.copies);
    for i in (1..entries.len()).rev() {
        ends[i - 1] = if same(&entries[i - 1], &entries[i]) { ends[i] } else { i as u32 };
    }
    ends
}

/// Whether an event, in a phase, happens while a copy of a thread is under way.
fn is_pending(phase: u32, copy: &AccessEvent, other: &AccessEvent, thread: usize) -> bool {
    other.clock > copy.clock && copy.completed(thread).is_none_or(|completed| (phase, other.clock) < completed)
}
