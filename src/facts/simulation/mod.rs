//! Running some threads of a block side by side, as far as their ways and addresses can be computed.
//!
//! Threads start together and go from block to block; those that are furthest behind in reverse postorder go first, so that they meet
//! again where their ways do. At a barrier for the whole block they wait for each other, which begins a new phase. Values are the
//! expressions of [`expr`](super::expr) over the leaves of a [`BlockModel`], loops are counted, and phis take what comes in. Where a
//! guard cannot be computed for a thread, it skips the region up to the post-dominator of the branch, or is given up.
//! What the trace says threads do, they do in some launch.

mod attainable;
mod conflict;
mod consumers;
mod data_loops;
mod idle;
mod own_data;
mod plan;
mod purse;
mod rendezvous;
mod short_loops;
mod trace;

pub use conflict::{AccessConflict, StoreDifference, are_harmless, conflicts, store_difference};
pub(in crate::facts) use own_data::{Attendance, are_opposed, attendance};
pub use plan::SimulationPlan;
pub use purse::Purse;
pub use trace::{AccessEvent, BlockTrace, MiscountedBarrier, StuckBarrier};
use trace::{EventOrder, SyncCounts, Undecided};

use super::Barrier;
pub use super::expr::threads_of;
use super::expr::{Expr, LeafMarks, Mask, Node, RowEnvironment, Rows, ThreadNumbers, ThreadRow, mark};
use super::model::GENERIC;
use super::{Base, Block, BlockModel, Definition, Facts, LoopId, MemoryAccess, Stored, Thread, Value};
use crate::ids::InstId;
use crate::isa::StateSpace;
use crate::util::{FastMap, FastSet};
use own_data::{Choice, Fork};
use plan::{Action, BlockExit, SimulatedStep, Truth};
use rendezvous::{Arrival, Rendezvous, before};
use std::ops::Range;
use std::rc::Rc;

/// Most threads that run side by side.
pub const MOST_THREADS: usize = Mask::BITS as usize;

/// Barriers of a block (PTX ISA, `bar`).
const BARRIERS: u32 = 16;

/// Addresses in shared memory have 32 bits. Compilers let sums of them wrap round; those around 0 are differences that went wrong.
const SHARED_ADDRESSES: Range<i64> = -(1 << 31)..1 << 32;

/// Most blocks of a region that is skipped.
const MOST_SKIPPED: usize = 256;

/// Addresses that a run notes down.
const ADDRESSES: AccessBudget = AccessBudget { base: 10_000, each: 64, many: 500, later: 3 };

/// Addresses that a run notes down at most. Straight-line code is one step of the run, however long it is, and makes each access once:
/// what is beyond this in it would not be compared anyway.
const MOST_ADDRESSES: AccessBudget = AccessBudget { base: 50_000, each: 16, many: 2000, later: 2 };

/// Blocks and numbers that a run computes.
const FUEL: AccessBudget = AccessBudget { base: 25_000, each: 160, many: 500, later: 8 };

/// A budget for a number of accesses: enough for all threads to make each of the first `many` once, and part of the others, so that a
/// function that is very long does not take longer for its length than others.
struct AccessBudget {
    base: usize,
    each: usize,
    many: usize,
    later: usize,
}

impl AccessBudget {
    const fn of(&self, accesses: usize) -> usize {
        let first = if accesses < self.many { accesses } else { self.many };
        self.base + self.each * first + self.later * (accesses - first)
    }
}

/// How many addresses a run of a plan may note down within a block.
fn most_addresses(facts: &Facts<'_, '_>, plan: &SimulationPlan) -> usize {
    facts.budget(MOST_ADDRESSES.of(plan.accesses).max(ADDRESSES.of(plan.accesses)))
}

/// Where threads go on: position of the block in reverse postorder, and the instruction.
type ProgramPoint = (usize, InstId);

/// A run of some threads of a model.
pub struct Simulation<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    plan: &'f SimulationPlan,
    state: State<'f, 'a, 's>,
    rows: Rows,
    pending: Pending,
    /// Threads at a barrier: where they go on, and which barrier it is.
    waiting: Vec<(ProgramPoint, Mask, Option<u32>)>,
    /// Barriers for part of the block.
    rendezvous: Rendezvous,
    trace: BlockTrace,
    phase: u32,
    clock: u32,
    /// How often each thread synchronised otherwise in this phase, and with its warp.
    synchronized: SyncCounts,
    warp_synchronized: SyncCounts,
    /// Both for the events, and what warps know of each other, as long as nothing of it changes.
    order: Option<Rc<EventOrder>>,
    /// Copies that each thread has not waited for: event, and group of copies.
    copies: Vec<Vec<(u32, u32)>>,
    groups: Vec<u32>,
    regions: FastMap<Block, Option<Rc<Region>>>,
    /// Loops that threads leave after a few rounds, with what they leave, where this is asked for.
    short_loops: Option<FastMap<LoopId, Option<Rc<Region>>>>,
    /// Threads that go both ways, as data of their own decides.
    forks: Vec<Fork>,
    /// Number of addresses in the trace.
    addresses: usize,
    /// Budgets of work and of addresses.
    most: [usize; 2],
    /// How many addresses end even a run in the midst of a block.
    most_addresses: usize,
}

/// Where threads go on, the first place last. Each has threads, so there are never more places than these.
#[derive(Default)]
struct Pending(Vec<(ProgramPoint, Mask)>);

impl Pending {
    fn add(&mut self, place: ProgramPoint, mask: Mask) {
        let at = self.0.partition_point(|&(other, _)| other > place);
        match self.0.get_mut(at) {
            Some((other, threads)) if *other == place => *threads |= mask,
            _ => self.0.insert(at, (place, mask)),
        }
    }

    fn pop_first(&mut self) -> Option<(ProgramPoint, Mask)> {
        self.0.pop()
    }
}

/// What is skipped with a branch that cannot be decided.
#[derive(Clone, Debug)]
struct Region {
    join: Block,
    blocks: Vec<Block>,
    synchronizes: bool,
}

impl<'f, 'a, 's> Simulation<'f, 'a, 's> {
    /// Runs the threads of a model, at most [`MOST_THREADS`], with steps from a purse, and says what they did.
    pub fn run(
        facts: &'f Facts<'a, 's>,
        plan: &'f SimulationPlan,
        model: &'f BlockModel<'f, 'a, 's>,
        threads: &[Thread],
        purse: &Purse,
    ) -> BlockTrace {
        let threads = &threads[..threads.len().min(MOST_THREADS)];
        let width = threads.len();
        let none = SyncCounts::none(width);
        let mut this = Self {
            facts,
            plan,
            state: State {
                facts,
                model,
                threads: threads.to_vec(),
                counters: FastMap::default(),
                phis: FastMap::default(),
                changed: 0,
            },
            rows: Rows::new(width),
            pending: Pending::default(),
            waiting: Vec::new(),
            rendezvous: Rendezvous::new(model, threads),
            trace: BlockTrace {
                threads: threads.to_vec(),
                independent_lanes: plan.independent_lanes,
                ..BlockTrace::default()
            },
            phase: 0,
            clock: 0,
            synchronized: none.clone(),
            warp_synchronized: none,
            order: None,
            copies: vec![Vec::new(); width],
            groups: vec![0; width],
            regions: FastMap::default(),
            short_loops: purse.shortens_loops().then(FastMap::default),
            forks: Vec::new(),
            addresses: 0,
            most: purse.for_launch(facts, plan),
            most_addresses: most_addresses(facts, plan),
        };
        this.execute();
        let in_vain = plan.accesses > 0 && this.trace.events.is_empty() && this.trace.arrivals.is_empty();
        purse.take_run([this.rows.work as usize, this.addresses], in_vain);
        this.trace
    }

    fn execute(&mut self) {
        let cfg = self.facts.cfg();
        if !cfg.is_empty() {
            self.pending.add((0, cfg.first(Block(0))), self.all());
        }
        loop {
            self.rows.work += 4;
            let [work, addresses] = self.most;
            if self.rows.work > work as u64 || self.addresses > addresses {
                self.trace.exhausted = true;
                return;
            }
            if let Some((place, mask)) = self.pending.pop_first() {
                self.run_block(place, mask);
            } else if self.rendezvous.is_waited_for() {
                // Whoever is missing has been given up, or nobody ever comes.
                if !self.rendezvous.broken && self.trace.lost == 0 && self.trace.stuck.is_empty() {
                    self.trace.stuck = self.rendezvous.stuck();
                }
                self.give_up_parts();
            } else if self.waiting.is_empty() {
                self.trace.complete = true;
                return;
            } else if !self.meet() {
                self.note_circle();
                return;
            } else if self.is_skewed() {
                self.trace.skewed = true;
                return;
            } else {
                self.next_phase();
            }
        }
    }

    /// Whether all that wait do so at the same barrier; otherwise nobody gets on.
    fn meet(&self) -> bool {
        let mut ids = self.waiting.iter().filter_map(|&(.., id)| id);
        let first = ids.next();
        ids.all(|id| Some(id) == first)
    }

    /// Notes that all threads wait at barriers of the whole block that have different numbers, and so for each other.
    fn note_circle(&mut self) {
        if self.rendezvous.broken || self.trace.lost != 0 || self.is_skewed() {
            return;
        }
        let mut waiting = self.waiting.iter().filter_map(|&((_, next), mask, id)| Some((id?, before(next), mask)));
        let Some((id, inst, threads)) = waiting.next() else { return };
        let other = waiting.map(|(other, _, threads)| (other, threads)).find(|&(other, _)| other != id);
        let (count, arrived) = (self.state.model.thread_count(), self.rendezvous.size(threads));
        self.trace.stuck.push(StuckBarrier { id, count, arrived, inst, threads, other });
    }

    /// Whether some threads wait where others come later: those who have gone round a loop more often meet those who have left it.
    /// Nobody launches that. Barriers on both ways of a branch are in order.
    fn is_skewed(&self) -> bool {
        if self.waiting.windows(2).all(|pair| pair[0].0 == pair[1].0) {
            return false;
        }
        let cfg = self.facts.cfg();
        let places: Vec<ProgramPoint> = self.waiting.iter().map(|&(place, ..)| place).collect();
        let post = self.facts.postdominators();
        let block = |place: &ProgramPoint| cfg.reverse_postorder()[place.0];
        let is_later = |first: &ProgramPoint, second: &ProgramPoint| match block(first) == block(second) {
            true => second.1 > first.1,
            false => post.dominates(block(second), block(first)),
        };
        places.iter().any(|first| places.iter().any(|second| is_later(first, second)))
    }

    fn next_phase(&mut self) {
        self.phase += 1;
        self.rendezvous.forget_completed();
        if !(self.synchronized.is_none() && self.warp_synchronized.is_none()) {
            let none = SyncCounts::none(self.state.threads.len());
            (self.synchronized, self.warp_synchronized, self.order) = (none.clone(), none, None);
        }
        for (place, mask, _) in self.waiting.drain(..) {
            self.pending.add(place, mask);
        }
    }

    /// Lets threads run from a place to the end of its block, or to a barrier.
    fn run_block(&mut self, (position, from): ProgramPoint, mask: Mask) {
        let plan = self.plan;
        let block = self.facts.cfg().reverse_postorder()[position];
        if self.facts.cfg().is_doomed(block) {
            self.trace.trapped |= mask;
            return;
        }
        let steps = &plan.steps[block.index()];
        if from == self.facts.cfg().first(block) {
            self.rejoin(block, mask);
            if let Some(&(from, to)) = plan.idle.get(&block) {
                self.clock += 1;
                self.go(from, to, mask);
                return;
            }
        }
        for step in &steps[steps.partition_point(|step| step.inst < from)..] {
            // The run ends before the next block.
            if self.addresses > self.most_addresses {
                return;
            }
            self.clock += 1;
            let [here, next] = [step.inst, InstId::new(step.inst.index() + 1)].map(|inst| (position, inst));
            let threads = self.state.model.thread_count();
            match step.action {
                Action::Barrier { id, count } if count.is_none_or(|count| count == threads) => {
                    self.trace.arrivals.push((step.inst, self.phase, mask));
                    self.waiting.push((next, mask, id));
                    return;
                }
                Action::Barrier { id: Some(id), count: Some(count) } => {
                    if self.meet_part((id, count), mask, (here, Some(next))) {
                        return;
                    }
                }
                Action::Meet { id, count, waits } => {
                    let (arrives, passes) = match step.guard {
                        None => (mask, 0),
                        Some(truth) => self.decide(truth, mask),
                    };
                    if arrives | passes != mask {
                        self.synchronize(mask);
                    } else if arrives != 0 && self.meet_at(id, count.unwrap_or(threads), arrives, (here, next, waits)) {
                        if passes != 0 {
                            self.pending.add(next, passes);
                        }
                        return;
                    }
                }
                _ => self.act(step, mask),
            }
        }
        self.clock += 1;
        self.leave(block, mask);
    }

    /// Takes threads to barriers whose numbers they compute. Whether they stay there.
    fn meet_at(
        &mut self,
        id: Expr,
        count: u32,
        mask: Mask,
        (here, next, waits): (ProgramPoint, ProgramPoint, bool),
    ) -> bool {
        let row = self.row(id);
        let mut groups: Vec<(u32, Mask)> = Vec::new();
        for thread in threads_of(mask) {
            // Unknown numbers may be any barrier.
            let Some(id) = row.at(thread).and_then(|id| u32::try_from(id).ok()) else {
                self.give_up_parts();
                return false;
            };
            match groups.iter_mut().find(|(known, _)| *known == id) {
                Some((_, threads)) => *threads |= 1 << thread,
                None => groups.push((id, 1 << thread)),
            }
        }
        let places = (here, waits.then_some(next));
        // Lanes that name different barriers split the warp, which `Rendezvous` cannot count.
        if let Some(split) = self.rendezvous.split(&groups) {
            if self.trace.lost == 0 && Barrier::of(self.facts, here.1).is_some_and(|barrier| barrier.aligned) {
                self.trace.split.get_or_insert((here.1, split));
            }
            self.give_up_parts();
            return false;
        }
        if groups.iter().any(|&(id, _)| id >= BARRIERS) {
            self.give_up_parts();
            return false;
        }
        if let [(id, threads)] = groups[..] {
            return self.meet_part((id, count), threads, places);
        }
        for (id, threads) in groups {
            if !self.meet_part((id, count), threads, places) {
                self.pending.add(next, threads);
            }
        }
        true
    }

    /// Takes threads to a barrier for part of the block. Whether they stay there, and go on when it is complete.
    fn meet_part(&mut self, barrier: (u32, u32), mask: Mask, places: (ProgramPoint, Option<ProgramPoint>)) -> bool {
        if self.rendezvous.broken {
            self.synchronize(mask);
            return false;
        }
        let mut released = Vec::new();
        match self.rendezvous.arrive(barrier, mask, places, &mut released) {
            Arrival::Broken => {
                if self.trace.lost == 0 {
                    self.trace.miscounted = self.trace.miscounted.or(self.rendezvous.miscounted);
                }
                self.give_up_parts();
                false
            }
            arrival => {
                if self.trace.lost == 0 {
                    self.trace.again = self.trace.again.or(self.rendezvous.again);
                    self.trace.reused = self.trace.reused.or(self.rendezvous.reused);
                }
                for (place, mask) in released {
                    self.pending.add(place, mask);
                }
                arrival == Arrival::Waits
            }
        }
    }

    /// Lets all threads go on that wait for part of the block. Nothing is known of who comes after whom from here on.
    fn give_up_parts(&mut self) {
        // To let them wait for ever would hide all that they do later; to let them go on as if synchronised hides races only.
        for (place, mask) in self.rendezvous.give_up() {
            self.pending.add(place, mask);
        }
        self.synchronize(self.all());
    }

    /// All threads.
    fn all(&self) -> Mask {
        if self.state.threads.len() == MOST_THREADS { Mask::MAX } else { (1 << self.state.threads.len()) - 1 }
    }

    /// Notes that threads synchronise in a way that is not modelled.
    fn synchronize(&mut self, mask: Mask) {
        self.trace.synchronizes.get_or_insert(self.phase);
        self.rendezvous.forget_completed();
        self.synchronized.add(mask, self.all());
        self.order = None;
        self.complete_copies(mask, |_, _| true);
    }

    fn act(&mut self, step: &SimulatedStep, mask: Mask) {
        // Threads whose guard is unknown are left out of what is done, but not of what may be waited for.
        let (done, unknown) = match step.guard {
            None => (mask, 0),
            Some(truth) => {
                let (yes, no) = self.decide(truth, mask);
                (yes, mask & !(yes | no))
            }
        };
        match step.action {
            Action::Access(index, stored) => {
                let chosen = if step.choice == Choice::Unknown { 0 } else { unknown };
                let picked = if step.choice == Choice::Picks { chosen } else { 0 };
                self.access(index, stored, done | chosen, [chosen, picked]);
            }
            Action::Barrier { .. } | Action::Meet { .. } | Action::Synchronize => self.synchronize(mask),
            Action::SynchronizeWarp => {
                self.warp_synchronized.add(done, self.all());
                self.order = None;
            }
            Action::Commit => threads_of(done).for_each(|thread| self.groups[thread] += 1),
            Action::Wait(pending) => self.complete_copies(done, |group, ended| ended.saturating_sub(group) > pending),
            Action::WaitAll => self.complete_copies(done, |_, _| true),
        }
        // Where it is not known how many groups there are, none is known to be pending.
        if unknown != 0 && matches!(step.action, Action::Commit | Action::Wait(_) | Action::WaitAll) {
            self.complete_copies(unknown, |_, _| true);
        }
    }

    fn access(&mut self, index: usize, stored: Stored, mask: Mask, chosen: [Mask; 2]) {
        let facts = self.facts;
        let access = &facts.accesses()[index];
        let Some(address) = access.address.filter(|_| mask != 0) else { return };
        self.addresses += mask.count_ones() as usize;
        let undecided = self.undecided();
        let [possible, picked] = [0, 1].map(|i| (chosen[i] | undecided[i]) & mask);
        let undecided = Undecided { possible, picked, rounds: undecided[2] & mask };
        let event = AccessEvent {
            access: index,
            phase: self.phase,
            clock: self.clock,
            mask,
            address: self.address(access, address),
            stored,
            value: stored.expr().map(|expr| Box::new(self.row(expr))),
            order: self.order(),
            undecided: (undecided != Undecided::default()).then(|| Box::new(undecided)),
            completed: None,
        };
        if access.asynchronous && access.kind == super::AccessKind::Write {
            for thread in threads_of(mask) {
                self.copies[thread].push((self.trace.events.len() as u32, self.groups[thread]));
            }
        }
        self.trace.events.push(event);
    }

    /// What threads have synchronised so far.
    fn order(&mut self) -> Rc<EventOrder> {
        let knowledge = self.rendezvous.knowledge();
        if let Some(order) = self.order.as_ref().filter(|order| Rc::ptr_eq(&order.knowledge, &knowledge)) {
            return Rc::clone(order);
        }
        let [synchronized, warp_synchronized] = [&self.synchronized, &self.warp_synchronized].map(SyncCounts::clone);
        Rc::clone(self.order.insert(Rc::new(EventOrder { synchronized, warp_synchronized, knowledge })))
    }

    /// The addresses of an access in the window of its variable.
    fn address(&mut self, access: &MemoryAccess, address: Expr) -> ThreadRow {
        let row = self.row(address);
        match access.space {
            Some(StateSpace::Shared) if row.any(|address| !SHARED_ADDRESSES.contains(&address)) => {
                row.map(self.state.threads.len(), |address| match SHARED_ADDRESSES.contains(&address) {
                    true => address,
                    false => address.rem_euclid(SHARED_ADDRESSES.end),
                })
            }
            None if matches!(access.base, Base::Variable(_)) => {
                row.map(self.state.threads.len(), |address| address.wrapping_sub(GENERIC))
            }
            _ => row,
        }
    }

    /// Notes that the copies that `is_done` chooses by their group and the number of groups ended are complete.
    fn complete_copies(&mut self, mask: Mask, is_done: impl Fn(u32, u32) -> bool) {
        for thread in threads_of(mask) {
            let ended = self.groups[thread];
            let (events, now) = (&mut self.trace.events, (self.phase, self.clock));
            self.copies[thread].retain(|&(event, group)| {
                let done = is_done(group, ended);
                if done {
                    events[event as usize].complete(thread, now);
                }
                !done
            });
        }
    }

    fn row(&mut self, expr: Expr) -> ThreadRow {
        let exprs = self.facts.exprs();
        self.rows.of(&exprs.table, expr, &mut self.state)
    }

    /// The threads for which a guard is true, and those for which it is false; the others are in neither.
    fn decide(&mut self, truth: Truth, mask: Mask) -> (Mask, Mask) {
        let Some(truth) = truth else { return (0, 0) };
        let (yes, no) = self.row(truth).truths();
        (yes & mask, no & mask)
    }

    fn leave(&mut self, block: Block, mask: Mask) {
        match self.plan.ways[block.index()] {
            BlockExit::Jump(next) => self.go(block, next, mask),
            BlockExit::Exit => self.exit(block, mask),
            BlockExit::Unknown => self.skip(block, mask),
            // Numbers are made up for what all threads load, and say nothing of how often they go round.
            BlockExit::Branch(..) if self.go_round(block, mask) => {}
            BlockExit::Branch(truth, target, other) => {
                let (mut yes, mut no) = self.decide(truth, mask);
                // Where it cannot be told, nobody ends the grid.
                match [target, other].map(|next| self.facts.cfg().is_doomed(next)) {
                    [true, false] => no = mask & !yes,
                    [false, true] => yes = mask & !no,
                    _ => {}
                }
                self.go(block, target, yes);
                self.go(block, other, no);
                let unknown = mask & !(yes | no);
                if !self.fork(block, [target, other], unknown) {
                    self.skip(block, unknown);
                }
            }
            BlockExit::Trap(truth, next) => {
                let (yes, _) = self.decide(truth, mask);
                self.trace.trapped |= yes;
                self.go(block, next, mask & !yes);
            }
            BlockExit::Leave(truth, next) => {
                let (yes, no) = self.decide(truth, mask);
                self.exit(block, yes);
                self.go(block, next, no);
            }
        }
    }

    fn exit(&mut self, block: Block, mask: Mask) {
        if mask != 0 {
            self.trace.exits.push((self.facts.cfg().last(block), self.phase, mask));
        }
    }

    /// Takes threads along an edge.
    fn go(&mut self, from: Block, to: Block, mut mask: Mask) {
        let cfg = self.facts.cfg();
        let Some(position) = cfg.position(to).filter(|_| mask != 0) else { return };
        let plan = self.plan;
        // All joins of a block take their values at the same time: each is computed from the old numbers before any is set.
        let mut incoming = Vec::new();
        for phi in &plan.phis[to.index()] {
            let source = phi.inputs.iter().find(|(block, _)| *block == from);
            incoming.push((phi.value, source.map_or(ThreadRow::Same(None), |&(_, expr)| self.row(expr))));
        }
        for (value, row) in incoming {
            self.state.set_phi(value, mask, &row);
        }
        self.forget_forked(to, mask);
        let loops = self.facts.natural_loops();
        if let Some(id) = loops.headed_by(to) {
            // An edge from within the loop is another round, any other enters it anew.
            let back = loops.contains(id, from);
            match back {
                true => self.state.change_counter(id).increment(mask),
                false => self.state.change_counter(id).fill(mask, Some(0)),
            }
            mask = self.leave_long_loop(id, mask);
        }
        self.rows.forget(std::mem::take(&mut self.state.changed));
        if mask == 0 {
            return;
        }
        self.pending.add((position, cfg.first(to)), mask);
    }

    /// Takes threads past a branch that cannot be decided for them, to where its ways meet; without such a place they are given up.
    fn skip(&mut self, block: Block, mask: Mask) {
        if mask == 0 {
            return;
        }
        self.trace.lost |= mask;
        let region = self.known_region(block);
        let Some(region) = region else { return };
        self.leave_out(&region, mask);
    }

    /// Takes threads past a region.
    fn leave_out(&mut self, region: &Region, mask: Mask) {
        let (join, blocks) = (region.join, &region.blocks);
        if region.synchronizes {
            self.synchronize(mask);
        }
        let plan = self.plan;
        // Whatever the skipped blocks may have computed is unknown from here on, also at the join, where it cannot be told which edge was taken.
        for &skipped in blocks.iter().chain([&join]) {
            for phi in &plan.phis[skipped.index()] {
                self.state.set_phi(phi.value, mask, &ThreadRow::Same(None));
            }
            if let Some(id) = self.facts.natural_loops().headed_by(skipped) {
                self.state.change_counter(id).fill(mask, None);
            }
        }
        self.rows.forget(std::mem::take(&mut self.state.changed));
        let cfg = self.facts.cfg();
        if let Some(position) = cfg.position(join) {
            self.pending.add((position, cfg.first(join)), mask);
        }
    }

    /// The region behind a branch, which is looked for once.
    fn known_region(&mut self, block: Block) -> Option<Rc<Region>> {
        if let Some(region) = self.regions.get(&block) {
            return region.clone();
        }
        let region = self.region(block).map(Rc::new);
        self.regions.insert(block, region.clone());
        region
    }

    /// The region between a branch and where its ways meet; `None` when there is no such place, or a barrier on the way.
    fn region(&mut self, branch: Block) -> Option<Region> {
        let join = self.facts.postdominators().immediate(branch)?;
        self.region_before(join, self.facts.cfg().successors(branch))
    }

    /// The region from some blocks to where all ways from them meet; `None` when there is a barrier on the way.
    fn region_before(&mut self, join: Block, from: &[Block]) -> Option<Region> {
        let cfg = self.facts.cfg();
        let mut blocks: Vec<Block> = Vec::new();
        let mut work: Vec<Block> = from.to_vec();
        let mut seen = FastSet::from_iter([join]);
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            self.rows.work += 1;
            let barrier =
                self.plan.steps[block.index()].iter().any(|step| matches!(step.action, Action::Barrier { .. }));
            if barrier {
                return None;
            }
            if blocks.len() >= self.facts.budget(MOST_SKIPPED) {
                self.facts.fell_short("blocks behind a branch that cannot be decided", blocks.len(), None);
                return None;
            }
            blocks.push(block);
            work.extend(cfg.successors(block));
        }
        let synchronizes = blocks.iter().any(|block| self.plan.synchronizes[block.index()]);
        Some(Region { join, blocks, synchronizes })
    }
}

/// What the numbers of leaves depend on.
struct State<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    model: &'f BlockModel<'f, 'a, 's>,
    threads: Vec<Thread>,
    counters: FastMap<LoopId, ThreadNumbers>,
    phis: FastMap<Value, ThreadNumbers>,
    /// The counters and phis that have changed since rows were forgotten for it.
    changed: LeafMarks,
}

impl State<'_, '_, '_> {
    fn set_phi(&mut self, value: Value, mask: Mask, numbers: &ThreadRow) {
        self.changed |= mark(value.index());
        self.phis.entry(value).or_insert_with(|| ThreadNumbers::new(self.threads.len())).set_row(mask, numbers);
    }

    fn counter(&mut self, id: LoopId) -> &mut ThreadNumbers {
        self.counters.entry(id).or_insert_with(|| ThreadNumbers::new(self.threads.len()))
    }

    /// A counter that is about to change.
    fn change_counter(&mut self, id: LoopId) -> &mut ThreadNumbers {
        self.changed |= mark(id.0 as usize);
        self.counter(id)
    }

    fn is_phi(&self, value: Value) -> bool {
        self.facts.ssa().is_some_and(|ssa| matches!(ssa.data(value).definition, Definition::Phi { .. }))
    }
}

impl RowEnvironment for State<'_, '_, '_> {
    fn leaf(&mut self, expr: Expr, node: Node) -> ThreadRow {
        let row = |lanes: Option<&ThreadNumbers>| lanes.map_or(ThreadRow::Same(None), ThreadNumbers::row);
        match node {
            Node::Iteration(id) => row(self.counters.get(&id)),
            Node::Opaque(value) if self.is_phi(value) => row(self.phis.get(&value)),
            Node::Tid(axis) => {
                ThreadRow::of_leaf(self.threads.iter().map(|thread| Some(i64::from(thread.index[axis.index()]))))
            }
            Node::Lane | Node::Warp => {
                let number = |&thread: &Thread| self.model.leaf(expr, node, thread, &[]);
                ThreadRow::of_leaf(self.threads.iter().map(number))
            }
            // The same in all threads of the model.
            _ => ThreadRow::Same(self.threads.first().and_then(|&thread| self.model.leaf(expr, node, thread, &[]))),
        }
    }

    fn varies(&self, node: Node) -> LeafMarks {
        match node {
            Node::Iteration(id) => mark(id.0 as usize),
            Node::Opaque(value) if self.is_phi(value) => mark(value.index()),
            _ => 0,
        }
    }
}
