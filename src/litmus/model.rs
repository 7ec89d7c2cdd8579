//! The axioms of the PTX memory consistency model.
//!
//! Names follow the chapter of the PTX ISA. An execution is given by the runs of its threads, the write that each read reads from, and
//! the order of those pairs that have to be ordered, one way or the other: fences with `.sc` and writes that are morally strong.

use super::barriers::{BarrierArrival, BarrierMeeting};
use super::relation::{EventRelation, Set, only};
use super::test::{LitmusOrder, LitmusProxy, Test};
use super::traces::{EventKind, Trace, TraceEvent, dependencies};
use crate::isa::Scope;

/// A rule of the memory model that forbids an execution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axiom {
    /// A value depends on itself.
    NoThinAir,
    /// Fences with `.sc` cannot be put into an order that causality agrees with.
    FenceSc,
    /// Writes to one location cannot be put into an order that causality agrees with.
    Coherence,
    /// A write came between the two halves of an atomic operation.
    Atomicity,
    /// Operations on one location contradict program order.
    ScPerLocation,
    /// A read returned a value older than what causality lets it see, or newer.
    Causality,
}

impl Axiom {
    /// As the chapter of the ISA calls it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoThinAir => "No-Thin-Air",
            Self::FenceSc => "Fence-SC",
            Self::Coherence => "Coherence",
            Self::Atomicity => "Atomicity",
            Self::ScPerLocation => "SC-per-Location",
            Self::Causality => "Causality",
        }
    }
}

/// The runs of all threads together, and all relations that follow from them alone.
pub(super) struct ExecutionFrame<'t> {
    test: &'t Test,
    pub events: Vec<PlacedEvent>,
    /// The reads, and the writes that each of them may read from.
    pub reads: Vec<(usize, Vec<usize>)>,
    /// The writes of each memory that is touched; the initial one first.
    pub writes: Vec<(usize, Vec<usize>)>,
    program_order: EventRelation,
    depends: EventRelation,
    morally_strong: EventRelation,
    /// Program order of accesses to one address by one proxy.
    same_address: EventRelation,
    release: EventRelation,
    acquire: EventRelation,
    rmw: EventRelation,
    meetings: EventRelation,
    has_proxies: bool,
}

/// An event with its thread; initial writes have none.
pub(super) struct PlacedEvent {
    thread: Option<usize>,
    pub event: TraceEvent,
}

impl PlacedEvent {
    pub(super) fn location(&self) -> Option<usize> {
        match self.event.kind {
            EventKind::Read { location, .. } | EventKind::Write { location, .. } => Some(location),
            _ => None,
        }
    }

    fn is_read(&self) -> bool {
        matches!(self.event.kind, EventKind::Read { .. })
    }

    fn is_write(&self) -> bool {
        matches!(self.event.kind, EventKind::Write { .. })
    }

    fn is_fence(&self) -> bool {
        self.event.kind == EventKind::Fence
    }

    /// The value read or written.
    pub(super) fn value(&self) -> Option<i64> {
        match self.event.kind {
            EventKind::Read { value, .. } | EventKind::Write { value, .. } => Some(value),
            _ => None,
        }
    }

    fn is_atomic(&self) -> bool {
        matches!(self.event.kind, EventKind::Read { is_atomic: true, .. } | EventKind::Write { is_atomic: true, .. })
    }
}

impl<'t> ExecutionFrame<'t> {
    /// `None` if there are more events than a set may have.
    pub(super) fn new(test: &'t Test, traces: &[&Trace], meetings: &[BarrierMeeting]) -> Option<Self> {
        let mut events = initial_writes(test);
        let mut bases = Vec::new();
        for (thread, trace) in traces.iter().enumerate() {
            bases.push(events.len());
            events.extend(trace.events.iter().map(|event| PlacedEvent { thread: Some(thread), event: event.clone() }));
        }
        let count = events.len();
        if count > super::relation::MOST_EVENTS {
            return None;
        }
        let relation = |holds: &dyn Fn(usize, usize) -> bool| EventRelation::of(count, holds);
        let memory = |event: usize| events[event].location().map(|location| test.locations[location].memory);
        let address = |event: usize| events[event].location().map(|location| test.locations[location].address);
        let is_same_address = |a: usize, b: usize| address(a).is_some() && address(a) == address(b);
        let program_order =
            relation(&|a, b| a < b && events[a].thread.is_some() && events[a].thread == events[b].thread);
        let morally_strong = relation(&|a, b| a != b && is_morally_strong(test, &events, &program_order, [a, b]));
        let same_address = relation(&|a, b| {
            program_order.has(a, b) && is_same_address(a, b) && events[a].event.proxy == events[b].event.proxy
        });
        let rmw = relation(&|a, b| b == a + 1 && events[a].is_read() && events[a].is_atomic() && events[b].is_atomic());
        let is_strong = |event: usize| events[event].event.order.is_strong && !events[event].is_fence();
        let release = relation(&|a, b| {
            let begins = events[a].event.order.releases;
            let from_write = events[a].is_write() && (a == b || (program_order.has(a, b) && is_same_address(a, b)));
            let from_fence = events[a].is_fence() && program_order.has(a, b);
            begins && (from_write || from_fence) && events[b].is_write() && is_strong(b)
        });
        let acquire = relation(&|a, b| {
            let ends = events[b].event.order.acquires;
            let to_read = events[b].is_read() && (a == b || (program_order.has(a, b) && is_same_address(a, b)));
            let to_fence = events[b].is_fence() && program_order.has(a, b);
            ends && (to_read || to_fence) && events[a].is_read() && is_strong(a)
        });
        let mut depends = EventRelation::new(count);
        for (thread, trace) in traces.iter().enumerate() {
            for (place, event) in trace.events.iter().enumerate() {
                dependencies(event, bases[thread]).for_each(|read| depends.add(read, bases[thread] + place));
            }
        }
        let may_provide = |write: usize, read: usize| {
            events[write].is_write()
                && memory(write) == memory(read)
                && events[write].value() == events[read].value()
                && !same_address.has(read, write)
        };
        let reads = (0..count).filter(|&event| events[event].is_read());
        let reads = reads.map(|read| (read, (0..count).filter(|&write| may_provide(write, read)).collect())).collect();
        let mut memories: Vec<usize> = (0..count).filter_map(memory).collect();
        memories.sort_unstable();
        memories.dedup();
        let writes_of =
            |of| (0..count).filter(|&write| events[write].is_write() && memory(write) == Some(of)).collect();
        let writes = memories.into_iter().map(|of| (of, writes_of(of))).collect();
        let meetings = meeting_pairs(&events, &bases, meetings);
        let has_proxies = events.iter().any(|placed| placed.event.proxy != LitmusProxy::Generic)
            || test.locations.iter().any(is_alias);
        Some(Self {
            test,
            reads,
            writes,
            program_order,
            depends,
            morally_strong,
            same_address,
            release,
            acquire,
            rmw,
            meetings,
            has_proxies,
            events,
        })
    }

    /// Whether two atomic operations exclude each other, so that both cannot read from one write.
    pub(super) fn exclude_each_other(&self, read: usize, other: usize) -> bool {
        self.events[read].is_atomic()
            && self.events[other].is_atomic()
            && self.morally_strong.has(read, other + 1)
            && self.morally_strong.has(other, read + 1)
            && self.morally_strong.has(read + 1, other + 1)
    }

    /// Judges the executions with this reads-from relation. `visit` gets the coherence order of each that is allowed, and says whether
    /// it wants to see more.
    ///
    /// # Errors
    /// The axiom that forbids the last of them, if none is allowed.
    pub(super) fn judge(
        &self,
        reads_from: &[(usize, usize)],
        visit: &mut dyn FnMut(&EventRelation) -> bool,
    ) -> Result<(), Axiom> {
        let mut from = EventRelation::new(self.events.len());
        reads_from.iter().for_each(|&(write, read)| from.add(write, read));
        if !from.clone().or(&self.depends).is_acyclic() {
            return Err(Axiom::NoThinAir);
        }
        let observation = self.observation(&from);
        let synchronizes = self.release.then(&observation).then(&self.acquire).and(&self.morally_strong);
        let base = self.program_order.clone().or(&synchronizes).or(&self.meetings).closure();
        let mut verdict = ExecutionVerdict { allowed: false, wants_more: true, forbidden_by: Axiom::FenceSc };
        let execution = Execution { frame: self, from, observation };
        execution.order_fences(base, 0, &mut verdict, visit);
        if verdict.allowed { Ok(()) } else { Err(verdict.forbidden_by) }
    }

    /// Observation order: from a write to a read that returns its value, or the value of an atomic operation that observes it.
    fn observation(&self, from: &EventRelation) -> EventRelation {
        let strong = from.clone().and(&self.morally_strong);
        let through = self.rmw.then(&strong);
        strong.then(&through.closure()).or(&strong)
    }

    fn memory(&self, event: usize) -> Option<usize> {
        self.events[event].location().map(|location| self.test.locations[location].memory)
    }
}

fn is_alias(location: &super::test::LitmusLocation) -> bool {
    location.memory != location.address
}

fn initial_writes(test: &Test) -> Vec<PlacedEvent> {
    let memories = (0..test.locations.len()).filter(|&location| test.locations[location].memory == location);
    memories
        .map(|location| PlacedEvent {
            thread: None,
            event: TraceEvent {
                kind: EventKind::Write { location, value: test.locations[location].initial, is_atomic: false },
                order: LitmusOrder::WEAK,
                scope: Scope::Sys,
                proxy: LitmusProxy::Generic,
                depends_on: 0,
            },
        })
        .collect()
}

/// Related in program order, or both strong with scopes that include each other's threads; by the same proxy; and both accesses of one
/// address, if both are accesses.
fn is_morally_strong(test: &Test, events: &[PlacedEvent], program_order: &EventRelation, [a, b]: [usize; 2]) -> bool {
    let (first, second) = (&events[a], &events[b]);
    let (Some(mine), Some(theirs)) = (first.thread, second.thread) else { return false };
    let [mine, theirs] = [mine, theirs].map(|thread| test.threads[thread].place);
    let are_strong = first.event.order.is_strong && second.event.order.is_strong;
    let include_each_other = mine.includes(first.event.scope, theirs) && theirs.includes(second.event.scope, mine);
    let address = |placed: &PlacedEvent| placed.location().map(|location| test.locations[location].address);
    (program_order.has(a, b) || program_order.has(b, a) || (are_strong && include_each_other))
        && first.event.proxy == second.event.proxy
        && (first.location().is_none() || second.location().is_none() || address(first) == address(second))
}

/// From each arrival that opens a barrier to those that wait there then or later.
fn meeting_pairs(events: &[PlacedEvent], bases: &[usize], meetings: &[BarrierMeeting]) -> EventRelation {
    let mut pairs = EventRelation::new(events.len());
    let event = |&(thread, place): &BarrierArrival| bases[thread] + place;
    for meeting in meetings {
        for from in meeting.members.iter().map(event) {
            for to in meeting.members.iter().chain(&meeting.later).map(event) {
                if from != to && matches!(events[to].event.kind, EventKind::Barrier { waits: true, .. }) {
                    pairs.add(from, to);
                }
            }
        }
    }
    pairs
}

/// What has been said about executions so far.
struct ExecutionVerdict {
    allowed: bool,
    wants_more: bool,
    forbidden_by: Axiom,
}

/// An execution in the making: where its reads read from is known.
struct Execution<'f> {
    frame: &'f ExecutionFrame<'f>,
    from: EventRelation,
    observation: EventRelation,
}

impl Execution<'_> {
    /// Puts morally strong fences with `.sc` into every order that base causality order (`base`, closed) agrees with.
    fn order_fences(
        &self,
        base: EventRelation,
        first: usize,
        verdict: &mut ExecutionVerdict,
        visit: &mut dyn FnMut(&EventRelation) -> bool,
    ) {
        let events = &self.frame.events;
        let is_sc = |event: usize| events[event].is_fence() && events[event].event.order.is_sc;
        let fences: Vec<usize> = (0..events.len()).filter(|&event| is_sc(event)).collect();
        let pairs = fences.iter().flat_map(|&a| fences.iter().map(move |&b| (a, b)));
        let pairs: Vec<(usize, usize)> = pairs.filter(|&(a, b)| a < b && self.frame.morally_strong.has(a, b)).collect();
        let Some(&(a, b)) = pairs.get(first) else { return self.order_writes_under(&base, verdict, visit) };
        match (base.has(a, b), base.has(b, a)) {
            (true, true) => verdict.forbidden_by = Axiom::FenceSc,
            (false, false) => {
                for (from, to) in [(a, b), (b, a)] {
                    if verdict.wants_more {
                        let mut ordered = base.clone();
                        ordered.close_with(from, to);
                        self.order_fences(ordered, first + 1, verdict, visit);
                    }
                }
            }
            _ => self.order_fences(base, first + 1, verdict, visit),
        }
    }

    /// Continues with the coherence order, the order of fences being known.
    fn order_writes_under(
        &self,
        base: &EventRelation,
        verdict: &mut ExecutionVerdict,
        visit: &mut dyn FnMut(&EventRelation) -> bool,
    ) {
        let frame = self.frame;
        let preserved = if frame.has_proxies { self.preserved_by_proxies(base) } else { base.clone() };
        let cause = self.observation.then(&preserved).or(&preserved);
        if self.from.pairs().any(|(write, read)| cause.has(read, write)) {
            verdict.forbidden_by = Axiom::Causality;
            return;
        }
        let mut coherence = EventRelation::new(frame.events.len());
        let mut open = Vec::new();
        for (_, writes) in &frame.writes {
            for (position, &write) in writes.iter().enumerate() {
                for &other in &writes[position + 1..] {
                    if frame.events[write].thread.is_none() || cause.has(write, other) {
                        coherence.add(write, other);
                    }
                    if cause.has(other, write) {
                        coherence.add(other, write);
                    }
                    if frame.morally_strong.has(write, other) {
                        open.push((write, other));
                    }
                }
            }
        }
        self.order_writes(coherence.closure(), &open, &cause, verdict, visit);
    }

    /// Relates the pairs of writes that are still open one way and the other, and judges.
    fn order_writes(
        &self,
        coherence: EventRelation,
        open: &[(usize, usize)],
        cause: &EventRelation,
        verdict: &mut ExecutionVerdict,
        visit: &mut dyn FnMut(&EventRelation) -> bool,
    ) {
        if !coherence.is_irreflexive() {
            verdict.forbidden_by = Axiom::Coherence;
            return;
        }
        let Some((&(a, b), rest)) = open.split_first() else {
            return match self.broken_axiom(&coherence, cause) {
                Some(axiom) => verdict.forbidden_by = axiom,
                None => {
                    verdict.allowed = true;
                    verdict.wants_more = visit(&coherence);
                }
            };
        };
        if coherence.has(a, b) || coherence.has(b, a) {
            return self.order_writes(coherence, rest, cause, verdict, visit);
        }
        for (from, to) in [(a, b), (b, a)] {
            if verdict.wants_more {
                let mut ordered = coherence.clone();
                ordered.close_with(from, to);
                self.order_writes(ordered, rest, cause, verdict, visit);
            }
        }
    }

    /// The axiom that a complete execution breaks.
    fn broken_axiom(&self, coherence: &EventRelation, cause: &EventRelation) -> Option<Axiom> {
        let frame = self.frame;
        let mut from_reads = EventRelation::new(frame.events.len());
        for (write, read) in self.from.pairs() {
            super::relation::members(coherence.after(write)).for_each(|later| from_reads.add(read, later));
        }
        if from_reads.pairs().any(|(read, write)| cause.has(write, read)) {
            return Some(Axiom::Causality);
        }
        let strong = &frame.morally_strong;
        let strong_coherence = coherence.clone().and(strong);
        let strong_from_reads = from_reads.and(strong);
        let between = strong_from_reads.then(&strong_coherence).and(&frame.rmw);
        if between.pairs().next().is_some() {
            return Some(Axiom::Atomicity);
        }
        let communication = self.from.clone().and(strong).or(&strong_coherence).or(&strong_from_reads);
        (!communication.or(&frame.same_address).is_acyclic()).then_some(Axiom::ScPerLocation)
    }

    /// What of base causality order holds across proxies and aliases: between accesses of one address by the generic proxy, or by the same
    /// proxy in one block; else only along a path with the right fences.
    fn preserved_by_proxies(&self, base: &EventRelation) -> EventRelation {
        let frame = self.frame;
        let events = &frame.events;
        let place = |event: usize| events[event].thread.map(|thread| frame.test.threads[thread].place);
        let address = |event: usize| events[event].location().map(|location| frame.test.locations[location].address);
        let proxy = |event: usize| events[event].event.proxy;
        let is_generic = |event: usize| proxy(event) == LitmusProxy::Generic;
        let of_kind = |kind: &EventKind| {
            (0..events.len()).filter(|&event| events[event].event.kind == *kind).fold(0, |set, event| set | only(event))
        };
        let (proxy_fences, alias_fences): (Set, Set) =
            (of_kind(&EventKind::ProxyFence), of_kind(&EventKind::AliasFence));
        let serves = |fence: usize, event: usize| proxy(fence) == proxy(event) && place(fence) == place(event);
        // From an access by way of a fence for its proxy, if it needs one, to anything; and the other way round.
        let leaves = EventRelation::of(events.len(), |from, to| is_generic(from) && base.has(from, to)).or(&{
            let to_fence = base.clone().into_set(proxy_fences);
            let to_fence = EventRelation::of(events.len(), |from, to| to_fence.has(from, to) && serves(to, from));
            to_fence.then(base).or(&to_fence)
        });
        let arrives = EventRelation::of(events.len(), |from, to| is_generic(to) && base.has(from, to)).or(&{
            let from_fence = EventRelation::of(events.len(), |from, to| {
                proxy_fences & only(from) != 0 && base.has(from, to) && serves(from, to)
            });
            base.then(&from_fence).or(&from_fence)
        });
        // The step from one fence to the next may be none.
        let reflexive = EventRelation::of(events.len(), |from, to| from == to || base.has(from, to));
        let fence_to_fence = {
            let to_fence = base.clone().into_set(proxy_fences);
            let first = EventRelation::of(events.len(), |from, to| to_fence.has(from, to) && serves(to, from));
            let last = EventRelation::of(events.len(), |from, to| {
                proxy_fences & only(from) != 0 && base.has(from, to) && serves(from, to)
            });
            first.then(&reflexive).then(&last)
        };
        let through_alias = leaves.clone().into_set(alias_fences).then(&arrives);
        EventRelation::of(events.len(), |from, to| {
            if !base.has(from, to) {
                return false;
            }
            let (Some(one), Some(other)) = (address(from), address(to)) else { return true };
            let is_same_memory = frame.memory(from) == frame.memory(to);
            let direct = (is_generic(from) && is_generic(to))
                || (proxy(from) == proxy(to) && place(from) == place(to))
                || (is_generic(to) && leaves.has(from, to))
                || (is_generic(from) && arrives.has(from, to))
                || fence_to_fence.has(from, to);
            (one == other && direct) || (is_same_memory && through_alias.has(from, to))
        })
    }
}
