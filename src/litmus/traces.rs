//! The runs of each thread on its own: paths, and values that its loads may return.
//!
//! What a load returns is chosen among all values that the location may ever hold. Whether some write provides it is seen when the runs
//! of all threads are put together.

use super::relation::{Set, members, only};
use super::test::{
    ADDRESSES, AtomicUpdate, Binary, LitmusAccess, LitmusAddress, LitmusBarrier, LitmusInstruction, LitmusOperand,
    LitmusOperation, LitmusOrder, LitmusProxy, LitmusThread, Test,
};
use crate::isa::Scope;
use std::collections::BTreeSet;

/// What a thread does that others can see, or that orders it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TraceEvent {
    pub kind: EventKind,
    pub order: LitmusOrder,
    pub scope: Scope,
    pub proxy: LitmusProxy,
    /// Earlier events of the thread (reads) on which address, value or execution of this one depend.
    pub depends_on: Set,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum EventKind {
    Read {
        location: usize,
        value: i64,
        /// The write of the atomic operation follows immediately.
        is_atomic: bool,
    },
    Write {
        location: usize,
        value: i64,
        is_atomic: bool,
    },
    Fence,
    ProxyFence,
    AliasFence,
    Barrier {
        waits: bool,
        instance: i64,
        resource: Option<i64>,
        count: Option<i64>,
    },
}

/// A run of a thread to its end.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub events: Vec<TraceEvent>,
    pub registers: Vec<i64>,
}

/// The runs of a thread.
#[derive(Default, Debug)]
pub(super) struct Runs {
    pub traces: Vec<Trace>,
    /// Whether there are more, with more rounds of a loop.
    pub is_cut: bool,
}

/// The most runs of a thread that are looked at.
const MOST_TRACES: usize = 300_000;

/// All runs of all threads in which no loop goes round more often than `rounds` allows. `None` if there are too many.
pub(super) fn runs(test: &Test, rounds: u32) -> Option<Vec<Runs>> {
    let mut values: Vec<BTreeSet<i64>> = vec![BTreeSet::new(); test.locations.len()];
    for location in &test.locations {
        values[location.memory].insert(location.initial);
    }
    // A value that needs more writes than there are depends on itself.
    let mut steps = 0;
    loop {
        let all: Vec<Runs> =
            test.threads.iter().map(|thread| runs_of(test, thread, &values, rounds)).collect::<Option<_>>()?;
        let writes = |trace: &Trace| trace.events.iter().filter(|event| written(event).is_some()).count();
        let most: usize = all.iter().map(|runs| runs.traces.iter().map(writes).max().unwrap_or(0)).sum();
        let before: usize = values.iter().map(BTreeSet::len).sum();
        for (location, value) in
            all.iter().flat_map(|runs| &runs.traces).flat_map(|trace| &trace.events).filter_map(written)
        {
            values[test.locations[location].memory].insert(value);
        }
        steps += 1;
        if values.iter().map(BTreeSet::len).sum::<usize>() == before || steps > most {
            return Some(all);
        }
    }
}

fn written(event: &TraceEvent) -> Option<(usize, i64)> {
    match event.kind {
        EventKind::Write { location, value, .. } => Some((location, value)),
        _ => None,
    }
}

/// A value, and the reads that it depends on.
type TracedValue = (i64, Set);

/// The locations, and the values that each of them may hold.
#[derive(Clone, Copy)]
struct PossibleMemory<'t> {
    test: &'t Test,
    values: &'t [BTreeSet<i64>],
}

#[derive(Clone)]
struct ThreadState {
    next: usize,
    registers: Vec<TracedValue>,
    /// What the branches so far depended on.
    control: Set,
    /// How often each instruction has run.
    visits: Vec<u32>,
    events: Vec<TraceEvent>,
}

fn runs_of(test: &Test, thread: &LitmusThread, values: &[BTreeSet<i64>], rounds: u32) -> Option<Runs> {
    let mut runs = Runs::default();
    let mut open = vec![ThreadState {
        next: 0,
        registers: thread.registers.iter().map(|register| (register.initial, 0)).collect(),
        control: 0,
        visits: vec![0; thread.code.len()],
        events: Vec::new(),
    }];
    while let Some(mut state) = open.pop() {
        let Some(instruction) = thread.code.get(state.next) else {
            let registers = state.registers.iter().map(|&(value, _)| value).collect();
            runs.traces.push(Trace { events: state.events, registers });
            if runs.traces.len() > MOST_TRACES {
                return None;
            }
            continue;
        };
        state.visits[state.next] += 1;
        if state.visits[state.next] > 1 + rounds || state.events.len() + 2 > super::relation::MOST_EVENTS {
            runs.is_cut = true;
            continue;
        }
        state.next += 1;
        state.step(PossibleMemory { test, values }, *instruction, &mut open);
        if open.len() > MOST_TRACES {
            return None;
        }
    }
    // Short runs first: what they show need not be looked for in long ones.
    runs.traces.sort_by_key(|trace| trace.events.len());
    Some(runs)
}

impl ThreadState {
    /// Executes an instruction, and adds what may be the case after it.
    fn step(mut self, memory: PossibleMemory<'_>, instruction: LitmusInstruction, open: &mut Vec<Self>) {
        let mut control = self.control;
        if let Some((register, is_true)) = instruction.guard {
            let (value, reads) = self.registers[register];
            control |= reads;
            // A branch decides about all that follows, another instruction only about itself.
            if matches!(instruction.operation, LitmusOperation::Branch { .. }) {
                self.control |= reads;
            }
            if (value != 0) != is_true {
                return open.push(self);
            }
        }
        let plain = |kind, order, scope, proxy| TraceEvent { kind, order, scope, proxy, depends_on: control };
        match instruction.operation {
            LitmusOperation::Move { to, from } => {
                let (value, reads) = self.value(from);
                self.registers[to] = (value, reads | control);
            }
            LitmusOperation::Compute { what, to, operands } => {
                let [(left, first), (right, second)] = operands.map(|operand| self.value(operand));
                self.registers[to] = (compute(what, left, right), first | second | control);
            }
            LitmusOperation::Compare { what, to, operands } => {
                let [(left, first), (right, second)] = operands.map(|operand| self.value(operand));
                self.registers[to] = (what.holds(left, right).into(), first | second | control);
            }
            LitmusOperation::Load { to, access } => return self.load(memory, Some(to), access, control, None, open),
            LitmusOperation::Atomic { to, access, update } => {
                return self.load(memory, to, access, control, Some(update), open);
            }
            LitmusOperation::Store { access, value } => {
                let (value, reads) = self.value(value);
                let Some((location, address)) = self.location(memory.test, access.at) else { return };
                let mut event = plain(
                    EventKind::Write { location, value, is_atomic: false },
                    access.order,
                    access.scope,
                    access.proxy,
                );
                event.depends_on |= reads | address;
                self.events.push(event);
            }
            LitmusOperation::Fence { order, scope } => {
                self.events.push(plain(EventKind::Fence, order, scope, LitmusProxy::Generic));
            }
            LitmusOperation::ProxyFence(proxy) => {
                self.events.push(plain(EventKind::ProxyFence, LitmusOrder::WEAK, Scope::Sys, proxy));
            }
            LitmusOperation::AliasFence => {
                self.events.push(plain(EventKind::AliasFence, LitmusOrder::WEAK, Scope::Sys, LitmusProxy::Generic));
            }
            LitmusOperation::Barrier(LitmusBarrier { waits, instance, resource, count }) => {
                let [resource, count] = [resource, count].map(|operand| operand.map(|operand| self.value(operand).0));
                let kind = EventKind::Barrier { waits, instance, resource, count };
                self.events.push(plain(kind, LitmusOrder::WEAK, Scope::Cta, LitmusProxy::Generic));
            }
            LitmusOperation::Branch { when, to } => {
                let is_taken = when.is_none_or(|(comparison, operands)| {
                    let [(left, first), (right, second)] = operands.map(|operand| self.value(operand));
                    self.control |= first | second;
                    comparison.holds(left, right)
                });
                if is_taken {
                    self.next = to;
                }
            }
        }
        open.push(self);
    }

    /// A load, or the two halves of an atomic operation, with each of the values that may be there.
    fn load(
        &self,
        memory: PossibleMemory<'_>,
        to: Option<usize>,
        LitmusAccess { at, order, scope, proxy }: LitmusAccess,
        control: Set,
        update: Option<AtomicUpdate>,
        open: &mut Vec<Self>,
    ) {
        let Some((location, address)) = self.location(memory.test, at) else { return };
        for &value in &memory.values[memory.test.locations[location].memory] {
            let mut after = self.clone();
            let this = only(after.events.len());
            let halves =
                |order: LitmusOrder, kind| TraceEvent { kind, order, scope, proxy, depends_on: control | address };
            let is_atomic = update.is_some();
            let read_order = LitmusOrder { releases: false, ..order };
            after.events.push(halves(read_order, EventKind::Read { location, value, is_atomic }));
            if let Some(update) = update {
                let (new, reads) = self.updated(update, (value, this));
                let write_order = LitmusOrder { acquires: false, ..order };
                let mut write = halves(write_order, EventKind::Write { location, value: new, is_atomic });
                write.depends_on |= reads;
                after.events.push(write);
            }
            if let Some(to) = to {
                after.registers[to] = (value, this | control);
            }
            open.push(after);
        }
    }

    /// What an atomic operation stores.
    fn updated(&self, update: AtomicUpdate, old: TracedValue) -> TracedValue {
        match update {
            AtomicUpdate::Binary(what, operand) => {
                let (operand, reads) = self.value(operand);
                (compute(what, old.0, operand), reads | old.1)
            }
            AtomicUpdate::Exchange(operand) => self.value(operand),
            AtomicUpdate::CompareAndSwap { expected, new } => {
                let [(expected, first), (new, second)] = [expected, new].map(|operand| self.value(operand));
                (if old.0 == expected { new } else { old.0 }, first | second | old.1)
            }
        }
    }

    fn value(&self, operand: LitmusOperand) -> TracedValue {
        match operand {
            LitmusOperand::Constant(value) => (value, 0),
            LitmusOperand::Register(register) => self.registers[register],
        }
    }

    /// The location of an access. `None` if the register holds no address: such a run has no meaning.
    fn location(&self, test: &Test, at: LitmusAddress) -> Option<(usize, Set)> {
        match at {
            LitmusAddress::Location(location) => Some((location, 0)),
            LitmusAddress::Register(register) => {
                let (value, reads) = self.registers[register];
                let location = usize::try_from(value.checked_sub(ADDRESSES)?).ok()?;
                (location < test.locations.len()).then_some((location, reads))
            }
        }
    }
}

fn compute(what: Binary, left: i64, right: i64) -> i64 {
    match what {
        Binary::Add => left.wrapping_add(right),
        Binary::Sub => left.wrapping_sub(right),
        Binary::Mul => left.wrapping_mul(right),
        // PTX leaves a division by zero undefined.
        Binary::Div => left.checked_div(right).unwrap_or(-1),
        Binary::And => left & right,
        Binary::Or => left | right,
        Binary::Xor => left ^ right,
        Binary::Min => left.min(right),
        Binary::Max => left.max(right),
    }
}

/// The dependencies of an event as events of the whole execution, in which those of its thread begin at `base`.
pub(super) fn dependencies(event: &TraceEvent, base: usize) -> impl Iterator<Item = usize> {
    members(event.depends_on).map(move |read| base + read)
}
