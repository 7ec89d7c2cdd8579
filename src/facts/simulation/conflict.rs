//! Accesses of different threads to the same bytes that nothing orders.

use super::{Event, Trace, threads_of};
use crate::facts::{AccessKind, Facts, MemoryAccess, Model, Stored};
use crate::util::FastMap;
use std::collections::BTreeMap;

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

/// Bytes that one thread accesses.
#[derive(Clone, Copy)]
struct Entry {
    address: i64,
    size: i64,
    thread: usize,
    event: usize,
}

/// The conflicts of a trace between accesses that `wanted` chooses, the worst one of each pair of accesses.
pub fn conflicts(
    facts: &Facts<'_, '_>,
    model: &Model<'_, '_, '_>,
    trace: &Trace,
    wanted: impl Fn(usize) -> bool,
) -> Vec<Conflict> {
    let mut finder = Finder { facts, model, trace, found: FastMap::default(), compared: 0 };
    for (phase, entries) in phases(facts, model, trace, wanted) {
        finder.search(phase, entries);
    }
    let mut found: Vec<Conflict> = finder.found.into_values().collect();
    found.sort_unstable_by_key(|conflict| conflict.accesses);
    found
}

/// The bytes accessed in each phase in which something is written. A copy counts in all phases until its thread has waited for it.
fn phases(
    facts: &Facts<'_, '_>,
    model: &Model<'_, '_, '_>,
    trace: &Trace,
    wanted: impl Fn(usize) -> bool,
) -> Vec<(u32, Vec<Entry>)> {
    let mut phases: BTreeMap<u32, (bool, Vec<Entry>)> = BTreeMap::new();
    let last = trace.events.iter().map(|event| event.phase).max().unwrap_or(0);
    let mut count = 0;
    for (index, event) in trace.events.iter().enumerate().filter(|(_, event)| wanted(event.access)) {
        let access = &facts.accesses()[event.access];
        for thread in threads_of(event.mask) {
            let Some(address) = event.address.at(thread) else { continue };
            if model.linear(trace.threads[thread]) % 32 >= access.lanes {
                continue;
            }
            let entry = Entry { address, size: i64::from(access.size), thread, event: index };
            let end = if is_copy(access) {
                event.completed.get(&thread).map_or(last, |&(phase, _)| phase)
            } else {
                event.phase
            };
            for phase in event.phase..=end {
                let (written, entries) = phases.entry(phase).or_default();
                *written |= access.kind != AccessKind::Read;
                entries.push(entry);
                count += 1;
            }
        }
        if count > MOST_ENTRIES {
            break;
        }
    }
    let written = phases.into_iter().filter(|(_, (written, _))| *written);
    written.map(|(phase, (_, entries))| (phase, entries)).collect()
}

/// Whether an access is the write of an asynchronous copy.
fn is_copy(access: &MemoryAccess) -> bool {
    access.asynchronous && access.kind == AccessKind::Write
}

struct Finder<'t, 'f, 'a, 's> {
    facts: &'t Facts<'a, 's>,
    model: &'t Model<'f, 'a, 's>,
    trace: &'t Trace,
    found: FastMap<(usize, usize), Conflict>,
    compared: usize,
}

impl Finder<'_, '_, '_, '_> {
    /// Compares each write with what overlaps it.
    fn search(&mut self, phase: u32, mut entries: Vec<Entry>) {
        entries.sort_unstable_by_key(|entry| (entry.address, entry.event, entry.thread));
        let widest = entries.iter().map(|entry| entry.size).max().unwrap_or(0);
        let reads =
            |entry: &Entry| self.facts.accesses()[self.trace.events[entry.event].access].kind == AccessKind::Read;
        let kinds: Vec<bool> = entries.iter().map(reads).collect();
        for (i, first) in entries.iter().enumerate().filter(|&(i, _)| !kinds[i]) {
            let (start, end) = (first.address, first.address + first.size);
            let from = entries.partition_point(|entry| entry.address + widest <= start);
            let overlapping = entries.iter().enumerate().skip(from).take_while(|(_, entry)| entry.address < end);
            for (j, second) in
                overlapping.filter(|&(j, entry)| entry.address + entry.size > start && (kinds[j] || j > i))
            {
                self.compared += 1;
                if self.compared > MOST_COMPARED {
                    return;
                }
                let (one, other) = if i < j { (first, second) } else { (second, first) };
                if self.is_settled(one, other) {
                    continue;
                }
                self.compare(phase, one, other);
            }
        }
    }

    /// Whether nothing worse can be found for the accesses of two entries.
    fn is_settled(&self, one: &Entry, other: &Entry) -> bool {
        let [one, other] = [one, other].map(|entry| self.trace.events[entry.event].access);
        let known = self.found.get(&(one.min(other), one.max(other)));
        known.is_some_and(|known| !known.same_warp)
    }

    fn compare(&mut self, phase: u32, first: &Entry, second: &Entry) {
        let (one, other) = (&self.trace.events[first.event], &self.trace.events[second.event]);
        let swap = one.access > other.access;
        let (first, second, one, other) = if swap { (second, first, other, one) } else { (first, second, one, other) };
        let pending =
            self.is_pending(phase, one, other, first.thread) || self.is_pending(phase, other, one, second.thread);
        let same_warp = self.warp(first.thread) == self.warp(second.thread);
        let same_thread = first.thread == second.thread;
        if (same_thread && !pending) || self.is_ordered(one, other, first.thread, second.thread, same_warp) {
            return;
        }
        let Some(difference) = self.difference(one, other, first.thread, second.thread) else { return };
        let conflict = Conflict {
            accesses: [one.access, other.access],
            events: [first.event, second.event],
            threads: [first.thread, second.thread],
            address: first.address.max(second.address),
            same_warp,
            difference,
            pending,
        };
        let known = self.found.entry((conflict.accesses[0], conflict.accesses[1])).or_insert(conflict);
        if conflict.is_worse_than(known) {
            *known = conflict;
        }
    }

    /// Whether the second event, in a phase, happens while the first one, a copy of a thread, is under way.
    fn is_pending(&self, phase: u32, copy: &Event, other: &Event, thread: usize) -> bool {
        is_copy(&self.facts.accesses()[copy.access])
            && !is_copy(&self.facts.accesses()[other.access])
            && other.clock > copy.clock
            && copy.completed.get(&thread).is_none_or(|&completed| (phase, other.clock) < completed)
    }

    fn warp(&self, thread: usize) -> u32 {
        self.model.linear(self.trace.threads[thread]) / 32
    }

    /// Whether one access surely comes before the other, or both are meant to race.
    fn is_ordered(&self, one: &Event, other: &Event, thread: usize, second: usize, same_warp: bool) -> bool {
        let accesses = self.facts.accesses();
        let (a, b) = (&accesses[one.access], &accesses[other.access]);
        let reads = |access: &MemoryAccess| access.kind == AccessKind::Read;
        let atomic = |access: &MemoryAccess| access.kind == AccessKind::Atomic || access.strong;
        (reads(a) && reads(b))
            || (atomic(a) && atomic(b))
            || one.synchronized[thread] > 0
            || other.synchronized[second] > 0
            || (same_warp
                && (one.warp_synchronized[thread] != other.warp_synchronized[second] || a.volatile || b.volatile))
    }

    /// How what both threads store differs; `None` when it is the same, or nothing is known of one instruction that both execute.
    fn difference(&self, one: &Event, other: &Event, thread: usize, second: usize) -> Option<Difference> {
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
