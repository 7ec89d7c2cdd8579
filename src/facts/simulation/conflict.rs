//! Accesses of different threads to the same bytes that nothing orders.

use super::{Event, Trace, threads_of};
use crate::facts::{AccessKind, Facts, MemoryAccess, Model, Stored};
use crate::util::FastMap;

/// How what two threads store differs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difference {
    /// Nothing is known.
    Unknown,
    /// Practically surely.
    Likely,
    /// The numbers are known. So it is when one of the accesses reads.
    Certain,
}

/// Two accesses of two threads to the same bytes.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
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
    pub difference: Difference,
    /// One of them is an asynchronous copy that its thread has not waited for when the other one happens.
    pub pending: bool,
}

impl Conflict {
    fn is_worse_than(&self, other: &Conflict) -> bool {
        (self.pending, !self.same_warp, self.difference) > (other.pending, !other.same_warp, other.difference)
    }
}

/// Most addresses in all phases.
const MOST_ENTRIES: usize = 50_000;

/// Most comparisons.
const MOST_COMPARED: usize = 20_000;

/// Most accesses of a trace that are compared.
const MOST_ACCESSES: usize = 2_000;

/// Bytes that one thread accesses.
#[derive(Clone, Copy)]
struct Entry {
    address: i64,
    size: u32,
    event: u32,
    /// Rank of the access among those of the trace.
    rank: u32,
    warp: u16,
    thread: u8,
    kind: AccessKind,
    /// A write of an asynchronous copy.
    copies: bool,
}

impl Entry {
    fn end(&self) -> i64 {
        self.address + i64::from(self.size)
    }
}

/// Pairs of accesses of which a conflict, or a worse one, may still be found.
struct Open {
    /// The rank of each access; `u32::MAX` for those that are not compared.
    ranks: Vec<u32>,
    count: usize,
    pairs: Vec<bool>,
    /// Number of open pairs of each access.
    partners: Vec<u32>,
}

impl Open {
    /// All pairs of a trace that may be in conflict and that `wanted` chooses, the lesser index first.
    fn new(facts: &Facts<'_, '_>, trace: &Trace, wanted: impl Fn([usize; 2]) -> bool) -> Self {
        let accesses = facts.accesses();
        let mut ranks = vec![u32::MAX; accesses.len()];
        let mut known: Vec<(usize, Stored)> = Vec::new();
        for event in &trace.events {
            if ranks[event.access] == u32::MAX && known.len() < MOST_ACCESSES {
                ranks[event.access] = known.len() as u32;
                known.push((event.access, event.stored));
            }
        }
        let count = known.len();
        let mut this = Self { ranks, count, pairs: vec![false; count * count], partners: vec![0; count] };
        for (i, &(first, stored)) in known.iter().enumerate() {
            for (j, &(second, _)) in known.iter().enumerate().skip(i) {
                let tells = i != j || accesses[first].kind == AccessKind::Read || stored != Stored::Unknown;
                let races = !are_harmless(&accesses[first], &accesses[second]);
                if tells && races && wanted([first.min(second), first.max(second)]) {
                    (this.pairs[i * count + j], this.pairs[j * count + i]) = (true, true);
                    this.partners[i] += 1;
                    this.partners[j] += u32::from(i != j);
                }
            }
        }
        this
    }

    fn has_partner(&self, access: usize) -> bool {
        self.partners.get(self.ranks[access] as usize).is_some_and(|&partners| partners > 0)
    }

    fn contains(&self, one: u32, other: u32) -> bool {
        self.pairs[one as usize * self.count + other as usize]
    }

    fn close(&mut self, one: u32, other: u32) {
        let (i, j) = (one as usize, other as usize);
        if std::mem::replace(&mut self.pairs[i * self.count + j], false) {
            self.pairs[j * self.count + i] = false;
            self.partners[i] -= 1;
            self.partners[j] -= u32::from(i != j);
        }
    }
}

/// Whether two accesses only read, or are both meant to race.
fn are_harmless(a: &MemoryAccess, b: &MemoryAccess) -> bool {
    let reads = |access: &MemoryAccess| access.kind == AccessKind::Read;
    let atomic = |access: &MemoryAccess| access.kind == AccessKind::Atomic || access.strong;
    (reads(a) && reads(b)) || (atomic(a) && atomic(b))
}

/// The conflicts of a trace between the pairs of accesses that `wanted` chooses, the worst one of each pair.
pub fn conflicts(
    facts: &Facts<'_, '_>,
    model: &Model<'_, '_, '_>,
    trace: &Trace,
    wanted: impl Fn([usize; 2]) -> bool,
) -> Vec<Conflict> {
    let open = Open::new(facts, trace, wanted);
    let phases = phases(facts, model, trace, &open);
    let mut finder = Finder { facts, trace, open, found: FastMap::default(), compared: 0 };
    for (phase, entries) in (0..).zip(phases) {
        finder.search(phase, entries);
    }
    let mut found: Vec<Conflict> = finder.found.into_values().collect();
    found.sort_unstable_by_key(|conflict| conflict.accesses);
    found
}

/// The bytes accessed in each phase in which something is written. A copy counts in all phases until its thread has waited for it.
fn phases(facts: &Facts<'_, '_>, model: &Model<'_, '_, '_>, trace: &Trace, open: &Open) -> Vec<Vec<Entry>> {
    let last = trace.events.iter().map(|event| event.phase).max().unwrap_or(0);
    let written = written_phases(facts, trace, last, open);
    let warps: Vec<(u16, u32)> = trace.threads.iter().map(|&thread| warp_and_lane(model.linear(thread))).collect();
    let mut sizes = vec![0; last as usize + 1];
    for event in trace.events.iter().filter(|event| written[event.phase as usize] && open.has_partner(event.access)) {
        sizes[event.phase as usize] += event.mask.count_ones() as usize;
    }
    let mut phases: Vec<Vec<Entry>> = sizes.into_iter().map(Vec::with_capacity).collect();
    let mut count = 0;
    for (index, event) in trace.events.iter().enumerate().filter(|(_, event)| open.has_partner(event.access)) {
        let access = &facts.accesses()[event.access];
        let copies = is_copy(access);
        if !copies && !written[event.phase as usize] {
            continue;
        }
        for thread in threads_of(event.mask) {
            let Some(address) = event.address.at(thread) else { continue };
            let (warp, lane) = warps[thread];
            // What is ordered by means that are not modelled is in no conflict.
            if lane >= access.lanes || event.synchronized[thread] > 0 {
                continue;
            }
            let entry = Entry {
                address,
                size: access.size,
                event: index as u32,
                rank: open.ranks[event.access],
                warp,
                thread: thread as u8,
                kind: access.kind,
                copies,
            };
            let end = if copies { event.completed.get(&thread).map_or(last, |&(phase, _)| phase) } else { event.phase };
            for phase in event.phase..=end {
                phases[phase as usize].push(entry);
                count += 1;
            }
        }
        if count > MOST_ENTRIES {
            break;
        }
    }
    phases
}

/// Which phases have a write that may be in conflict.
fn written_phases(facts: &Facts<'_, '_>, trace: &Trace, last: u32, open: &Open) -> Vec<bool> {
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

/// Whether an access is the write of an asynchronous copy.
fn is_copy(access: &MemoryAccess) -> bool {
    access.asynchronous && access.kind == AccessKind::Write
}

struct Finder<'t, 'a, 's> {
    facts: &'t Facts<'a, 's>,
    trace: &'t Trace,
    open: Open,
    found: FastMap<(u32, u32), Conflict>,
    compared: usize,
}

impl Finder<'_, '_, '_> {
    /// Compares each write with what overlaps it.
    fn search(&mut self, phase: u32, mut entries: Vec<Entry>) {
        // Threads mostly access ascending addresses: the stable sort merges what is sorted already.
        entries.sort_by_key(|entry| entry.address);
        let widest = entries.iter().map(|entry| i64::from(entry.size)).max().unwrap_or(0);
        let mut from = 0;
        for (i, first) in entries.iter().enumerate().filter(|(_, entry)| entry.kind != AccessKind::Read) {
            if self.open.partners[first.rank as usize] == 0 {
                continue;
            }
            while entries[from].address + widest <= first.address {
                from += 1;
            }
            let end = first.end();
            for (j, second) in (from..).zip(&entries[from..]) {
                if second.address >= end {
                    break;
                }
                if second.end() <= first.address || !(second.kind == AccessKind::Read || j > i) {
                    continue;
                }
                self.compared += 1;
                if self.compared > MOST_COMPARED {
                    return;
                }
                let alone = first.thread == second.thread && !first.copies && !second.copies;
                if alone || !self.open.contains(first.rank, second.rank) {
                    continue;
                }
                let (one, other) = if i < j { (first, second) } else { (second, first) };
                self.compare(phase, one, other);
            }
        }
    }

    fn compare(&mut self, phase: u32, first: &Entry, second: &Entry) {
        let access = |entry: &Entry| self.trace.events[entry.event as usize].access;
        let (first, second) = if access(first) > access(second) { (second, first) } else { (first, second) };
        let threads = [first, second].map(|entry| usize::from(entry.thread));
        let events = [first, second].map(|entry| entry.event as usize);
        let [one, other] = events.map(|event| &self.trace.events[event]);
        let pending = (first.copies && !second.copies && is_pending(phase, one, other, threads[0]))
            || (second.copies && !first.copies && is_pending(phase, other, one, threads[1]));
        let same_warp = first.warp == second.warp;
        if (threads[0] == threads[1] && !pending) || self.is_ordered(one, other, threads, same_warp) {
            return;
        }
        if self.reads_its_own(one, other, threads) || self.reads_its_own(other, one, [threads[1], threads[0]]) {
            return;
        }
        let Some(difference) = self.difference(one, other, threads) else { return };
        let conflict = Conflict {
            accesses: [one.access, other.access],
            events,
            threads,
            address: first.address.max(second.address),
            same_warp,
            difference,
            pending,
        };
        let known = self.found.entry((first.rank, second.rank)).or_insert(conflict);
        if conflict.is_worse_than(known) {
            *known = conflict;
        }
        // Nothing worse can be found then.
        if !known.same_warp {
            self.open.close(first.rank, second.rank);
        }
    }

    /// Whether one access surely comes before the other.
    fn is_ordered(&self, one: &Event, other: &Event, [thread, second]: [usize; 2], same_warp: bool) -> bool {
        let volatile = |event: &Event| self.facts.accesses()[event.access].volatile;
        same_warp
            && (one.warp_synchronized[thread] != other.warp_synchronized[second] || volatile(one) || volatile(other))
    }

    /// Whether a thread reads what it has itself stored to the same place, the same as the other thread stores.
    fn reads_its_own(&self, read: &Event, write: &Event, [reader, writer]: [usize; 2]) -> bool {
        let accesses = self.facts.accesses();
        if accesses[read.access].kind != AccessKind::Read || accesses[write.access].kind != AccessKind::Write {
            return false;
        }
        // Both store together.
        if write.clock >= read.clock || write.phase != read.phase || write.mask >> reader & 1 == 0 {
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
        let known = matches!(write.stored, Stored::Number(_) | Stored::Loaded(_));
        covered && known && write.value.at(reader).is_some_and(|value| write.value.at(writer) == Some(value))
    }

    /// How what both threads store differs; `None` when it is the same, or nothing is known of one instruction that both execute.
    fn difference(&self, one: &Event, other: &Event, [thread, second]: [usize; 2]) -> Option<Difference> {
        let accesses = self.facts.accesses();
        let writes = |event: &Event| accesses[event.access].kind == AccessKind::Write;
        if !writes(one) || !writes(other) {
            return Some(Difference::Certain);
        }
        let difference = match (one.stored, other.stored, one.value.at(thread), other.value.at(second)) {
            (Stored::Number(_), Stored::Number(_), Some(a), Some(b)) => (a != b).then_some(Difference::Certain),
            (Stored::Loaded(_), Stored::Loaded(_), Some(a), Some(b)) => (a != b).then_some(Difference::Likely),
            (Stored::Distinct, ..) | (_, Stored::Distinct, ..) => Some(Difference::Likely),
            _ => Some(Difference::Unknown),
        };
        difference.filter(|&difference| one.access != other.access || difference != Difference::Unknown)
    }
}

/// Whether an event, in a phase, happens while a copy of a thread is under way.
fn is_pending(phase: u32, copy: &Event, other: &Event, thread: usize) -> bool {
    other.clock > copy.clock && copy.completed.get(&thread).is_none_or(|&completed| (phase, other.clock) < completed)
}
