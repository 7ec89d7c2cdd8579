//! Accesses that race in every launch that was tried.

use super::calls::orders_memory;
use super::expr::{Axis, Expr, Node, evaluate};
use super::launches::{Launch, candidates, is_shared, is_structured, laid_out};
use super::simulation::{Conflict, Difference, Plan, conflicts};
use super::{AccessKind, Base, Facts, MemoryAccess, Model, Sample, Stored, Thread, User, Value, guard_value};
use crate::ids::InstId;
use crate::isa::{ScalarType, StateSpace, op};
use crate::witness::{Scope, Witness};

/// A conflict that every plausible launch has in which both accesses happen.
#[derive(Clone, Copy, Debug)]
pub struct Race {
    /// The conflict in the launch that shows it.
    pub conflict: Conflict,
    /// The instructions: first the one that happens first in that launch, then the other.
    pub insts: [InstId; 2],
    /// Indices of the accesses, in the same order.
    pub accesses: [usize; 2],
    /// The threads, in the same order.
    pub threads: [Thread; 2],
    /// The launch.
    pub sample: Sample,
    /// Of which launches it is true.
    pub scope: Scope,
}

impl Race {
    /// Who touches which bytes in the launch.
    pub fn witness(&self, facts: &Facts<'_, '_>) -> Witness {
        let model = Model::of(facts, self.sample);
        let accesses = self.accesses.map(|index| &facts.accesses()[index]);
        let roots: Vec<Expr> = accesses.iter().filter_map(|access| access.address).collect();
        let acts = [0, 1].map(|side| model.touch(self.threads[side], accesses[side], Some(self.conflict.address)));
        acts.into_iter().fold(model.witness(&roots, &self.insts, self.scope), Witness::act)
    }
}

impl Race {
    /// The place behind a pointer: `data+64`.
    pub fn place(&self, facts: &Facts<'_, '_>) -> Option<String> {
        let touched = self.witness(facts).acts.into_iter().find_map(|act| act.touched)?;
        let name = touched.base?;
        Some(if touched.offset == 0 { format!("`{name}`") } else { format!("`{name}+{}`", touched.offset) })
    }
}

/// The races on shared memory.
pub(super) fn shared_races(facts: &Facts<'_, '_>) -> Vec<Race> {
    let writes = |access: &MemoryAccess| access.kind == AccessKind::Write && is_shared(facts, access);
    if !facts.accesses().iter().any(writes) {
        return Vec::new();
    }
    facts.shared_plan().map_or_else(Vec::new, |plan| {
        let axes = laid_out(facts, |access| is_shared(facts, access));
        races(facts, plan, axes, true, |_| true, |_| true)
    })
}

/// The races on global memory between stores that different threads of a block execute, and with loads where nothing else orders
/// them.
pub(super) fn global_races(facts: &Facts<'_, '_>) -> Vec<Race> {
    // A kernel that asks for no index is written for one thread.
    if !Axis::ALL.into_iter().any(|axis| facts.uses_thread_axis(axis)) {
        return Vec::new();
    }
    let accesses = facts.accesses();
    let ordered = orders_memory(facts);
    let suspects: Vec<usize> = (0..accesses.len()).filter(|&index| may_meet(facts, index, !ordered)).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    // Only what may meet a suspect matters.
    let partners = |access: &MemoryAccess| {
        suspects.iter().any(|&index| {
            let suspect = &accesses[index];
            suspect.inst == access.inst
                || (!ordered
                    && suspect.base == access.base
                    && access.kind == AccessKind::Read
                    && is_indexed(facts, access))
        })
    };
    let wanted = |access: &MemoryAccess| is_plain_global(facts, access) && partners(access);
    let Some(plan) = Plan::new(facts, wanted) else { return Vec::new() };
    let reads = |pair: [usize; 2]| pair.iter().any(|&index| accesses[index].kind == AccessKind::Read);
    let may_race = |pair: [usize; 2]| {
        let indexed = || pair.iter().all(|&index| is_indexed(facts, &accesses[index]));
        // Two stores of each thread come in order: the last one wins everywhere.
        let same = || accesses[pair[0]].inst == accesses[pair[1]].inst;
        if reads(pair) { !ordered && indexed() } else { same() }
    };
    let differs = |race: &Race| reads(race.accesses) || race.conflict.difference >= Difference::Likely;
    races(facts, &plan, laid_out(facts, wanted), false, may_race, differs)
}

/// The races of a plan between the pairs of accesses that `may_race` chooses, as far as `is_wanted` takes them.
fn races(
    facts: &Facts<'_, '_>,
    plan: &Plan,
    laid_out: [bool; 3],
    within_arrays: bool,
    may_race: impl Fn([usize; 2]) -> bool,
    is_wanted: impl Fn(&Race) -> bool,
) -> Vec<Race> {
    let (mut first, mut races): (Option<Launch>, Vec<Race>) = (None, Vec::new());
    for candidate in candidates(facts, laid_out) {
        let Some(first) = &first else {
            // The first launch that makes sense and has accesses finds the races, all others confirm them.
            let launch = if candidate.usual { Launch::run(facts, plan, candidate.sample) } else { return races };
            let Some(launch) = launch.filter(|launch| !launch.trace.events.is_empty()) else { continue };
            let conflicts = conflicts_of(facts, &launch, &may_race).into_iter();
            let found = conflicts.map(|conflict| race(facts, &launch, conflict));
            let counts =
                |race: &Race| is_wanted(race) && !is_structured_race(facts, race) && !reads_for_nothing(facts, race);
            races = found.filter(counts).collect();
            // Blocks with layers have too many shapes to try.
            if laid_out[2] && facts.block_shape().threads().is_none() {
                races.iter_mut().for_each(|race| race.scope = Scope::Some);
            }
            if races.is_empty() || !within_arrays || !launch.reads_nothing(facts, plan) {
                first = Some(launch);
            }
            continue;
        };
        // What is told of some launches only is settled for those that are not usual.
        if races.iter().all(|race| !candidate.usual && race.scope == Scope::Some) {
            return races;
        }
        let Some(launch) = Launch::run(facts, plan, candidate.sample) else { continue };
        let wanted = |pair: [usize; 2]| races.iter().any(|race| race.conflict.accesses == pair);
        let conflicts = conflicts_of(facts, &launch, wanted);
        let confirmed = |race: &Race| confirms(first, &launch, &conflicts, race);
        if races.iter().all(confirmed) || (within_arrays && launch.reads_nothing(facts, plan)) {
            continue;
        }
        if candidate.usual {
            races.retain(confirmed);
        } else {
            races.iter_mut().filter(|race| !confirmed(race)).for_each(|race| race.scope = Scope::Some);
        }
    }
    races
}

/// Whether a parameter without sample values has a part in where two accesses meet, or in who makes them.
fn is_structured_race(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let mut roots: Vec<Expr> = Vec::new();
    for (&access, &inst) in race.accesses.iter().zip(&race.insts) {
        roots.extend(facts.accesses()[access].address);
        roots.extend(facts.exprs().guard(facts, inst));
        let ways = facts.conditions().map(|conditions| conditions.all(facts.cfg().block_of(inst)));
        roots.extend(ways.into_iter().flatten().filter_map(|way| way.truth));
    }
    roots.into_iter().any(|root| is_structured(facts, root))
}

/// Whether a race is with a read whose value the reading thread does not look at: compilers load before they test what else decides.
fn reads_for_nothing(facts: &Facts<'_, '_>, race: &Race) -> bool {
    let is_read = |side: &usize| facts.accesses()[race.accesses[*side]].kind == AccessKind::Read;
    let Some(side) = [0, 1].into_iter().find(is_read) else { return false };
    let (module, Some(ssa), Some(users)) = (facts.module, facts.ssa(), facts.users()) else { return false };
    let mut work: Vec<Value> = Vec::new();
    let written =
        |inst: InstId, work: &mut Vec<Value>| module.for_each_written(inst, |reg| work.extend(ssa.write(inst, reg)));
    written(race.insts[side], &mut work);
    let loaded = work.clone();
    // What the thread never gets to does not count.
    let model = Model::of(facts, race.sample);
    let stays_away = |inst: InstId| {
        let block = facts.cfg().block_of(inst);
        let reaches = |conditions| model.reaches(&facts.exprs().table, conditions, block, race.threads[side]);
        facts.conditions().and_then(reaches) == Some(false)
    };
    let (mut guarded, mut seen): (Vec<InstId>, Vec<Value>) = (Vec::new(), Vec::new());
    while let Some(value) = work.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        if seen.len() > MOST_TESTS {
            return false;
        }
        for &user in users.of(value) {
            let User::Inst(inst) = user else { return false };
            let opcode = &module[module[inst].opcode];
            let tests = opcode.instruction == Some(op::SETP)
                || (matches!(opcode.instruction, Some(op::AND | op::OR | op::NOT))
                    && module.types(opcode).next() == Some(ScalarType::Pred));
            if guard_value(facts, inst) == Some(value) {
                guarded.push(inst);
            } else if tests {
                written(inst, &mut work);
            } else if !stays_away(inst) {
                return false;
            }
        }
    }
    let leaf = |expr: Expr, node: Node| match node {
        Node::Opaque(value) if loaded.contains(&value) => None,
        _ => model.leaf(expr, node, race.threads[side], &[]),
    };
    let decided = |inst: InstId| {
        let mut exprs = facts.exprs();
        let truth = exprs.guard(facts, inst);
        truth.is_some_and(|truth| evaluate(&exprs.table, truth, &leaf).is_some())
    };
    !guarded.is_empty() && guarded.into_iter().all(decided)
}

/// Most values that are computed from a loaded one to test it.
const MOST_TESTS: usize = 16;

fn conflicts_of(facts: &Facts<'_, '_>, launch: &Launch, wanted: impl Fn([usize; 2]) -> bool) -> Vec<Conflict> {
    conflicts(facts, &Model::of(facts, launch.sample), &launch.trace, wanted)
}

fn is_plain_global(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let global = match access.base {
        Base::Variable(var) => facts.module[var].space == StateSpace::Global,
        Base::Parameter(..) => matches!(access.space, None | Some(StateSpace::Global)),
        Base::Unknown => false,
    };
    global && access.address.is_some() && !access.strong && !access.volatile && access.kind != AccessKind::Atomic
}

/// Whether different threads may meet at the address of a store, as far as a look tells; with `with_reads` also one that loads.
fn may_meet(facts: &Facts<'_, '_>, index: usize, with_reads: bool) -> bool {
    let accesses = facts.accesses();
    let access = &accesses[index];
    if access.kind != AccessKind::Write || !is_plain_global(facts, access) {
        return false;
    }
    let Some(address) = access.address else { return false };
    let used = Axis::ALL.map(|axis| facts.uses_thread_axis(axis));
    let apart = Axis::ALL.into_iter().all(|axis| !used[axis.index()] || has_index(facts, address, axis));
    let neighbour = |other: &&MemoryAccess| {
        other.base == access.base
            && other.kind == AccessKind::Read
            && other.address.is_some_and(|other| may_be_neighbours(facts, address, other))
            && is_indexed(facts, other)
    };
    (!apart && several_store(facts, access) && stores_differ(facts, access.inst))
        || (with_reads && accesses.iter().filter(neighbour).any(|other| is_plain_global(facts, other)))
}

/// Whether what an instruction stores may be said to differ between threads.
fn stores_differ(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    match Stored::by(facts, inst) {
        Stored::Distinct => true,
        Stored::Number(expr) | Stored::Loaded(expr) => facts.exprs().table.depends_on_thread(expr),
        Stored::Unknown => false,
    }
}

/// Whether some thread other than the first of its warp may execute an access.
fn several_store(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let model = Model::new(facts, 0);
    let block = facts.cfg().block_of(access.inst);
    let exprs = facts.exprs();
    let tried = |thread: &Thread| matches!(model.linear(*thread), 1 | 2 | 33 | 65);
    let mut threads = model.threads().into_iter().filter(tried);
    threads.any(|thread| model.reaches(&exprs.table, conditions, block, thread) == Some(true))
}

/// Whether one thread's read may meet another one's store: not when their distance is no multiple of the stride between threads, or
/// one that no block spans.
fn may_be_neighbours(facts: &Facts<'_, '_>, store: Expr, read: Expr) -> bool {
    let mut exprs = facts.exprs();
    let Some(distance) = exprs.table.difference(read, store) else { return true };
    let Some(distance) = exprs.table.as_constant(distance) else { return true };
    let (terms, _) = exprs.table.terms(store);
    let index = terms.iter().find(|(expr, _)| exprs.table.node(*expr) == Node::Tid(Axis::X));
    match index {
        _ if distance == 0 => false,
        Some(&(_, stride)) if stride != 0 => {
            distance % stride == 0 && (distance / stride).abs() < MOST_THREADS_OF_BLOCK
        }
        _ => true,
    }
}

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
const MOST_THREADS_OF_BLOCK: i64 = 1024;

/// Whether an address has the index along an axis as a term, alone or times something: each thread along the axis then has a place
/// of its own.
fn has_index(facts: &Facts<'_, '_>, address: Expr, axis: Axis) -> bool {
    let exprs = facts.exprs();
    let index = Node::Tid(axis);
    exprs.table.terms(address).0.iter().any(|&(expr, _)| match exprs.table.node(expr) {
        Node::Product(a, b) => [a, b].map(|part| exprs.table.node(part)).contains(&index),
        node => node == index,
    })
}

/// Whether an address has some thread index as a term.
fn is_indexed(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    access.address.is_some_and(|address| Axis::ALL.into_iter().any(|axis| has_index(facts, address, axis)))
}

fn race(facts: &Facts<'_, '_>, launch: &Launch, conflict: Conflict) -> Race {
    let clocks = conflict.events.map(|event| launch.trace.events[event].clock);
    let [first, second] = if clocks[0] <= clocks[1] { [0, 1] } else { [1, 0] };
    let accesses = [conflict.accesses[first], conflict.accesses[second]];
    Race {
        conflict,
        insts: accesses.map(|access| facts.accesses()[access].inst),
        accesses,
        threads: [first, second].map(|side| launch.trace.threads[conflict.threads[side]]),
        sample: launch.sample,
        scope: Scope::Every,
    }
}

/// Whether a launch has a race, does not execute both accesses, or does not repeat what the first launch repeats: what meets in
/// two rounds of a loop does not in one.
fn confirms(first: &Launch, launch: &Launch, conflicts: &[Conflict], race: &Race) -> bool {
    let count =
        |launch: &Launch, access: usize| launch.trace.events.iter().filter(|event| event.access == access).count();
    let comparable = |access: usize| match count(launch, access) {
        0 => false,
        1 => count(first, access) == 1,
        _ => true,
    };
    let same = |conflict: &&Conflict| conflict.accesses == race.conflict.accesses;
    match conflicts.iter().find(same) {
        Some(found) => {
            (found.pending || !race.conflict.pending)
                && (found.same_warp <= race.conflict.same_warp || launch.sample.shape.iter().product::<u32>() <= 64)
                && found.difference >= race.conflict.difference
        }
        None => !race.conflict.accesses.into_iter().all(comparable),
    }
}
