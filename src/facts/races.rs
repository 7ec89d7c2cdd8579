//! Accesses to shared memory that race in every launch that was tried.

use super::expr::{Axis, Node};
use super::simulation::{Conflict, Event, MOST_THREADS, Plan, Simulation, Trace, conflicts, threads_of};
use super::{AccessKind, Base, Facts, MemoryAccess, Model, Thread};
use crate::ids::InstId;
use crate::isa::{Effects, StateSpace};
use std::collections::HashSet;

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
    /// Extents of the block.
    pub shape: [u32; 3],
}

/// Most shapes of blocks that are tried.
const MOST_SHAPES: usize = 8;

/// Seeds with which a conflict has to be confirmed in each shape; the first one finds it.
const SEEDS: std::ops::Range<u64> = 0..4;

/// What threads did in a launch.
struct Launch {
    seed: u64,
    shape: [u32; 3],
    trace: Trace,
    conflicts: Vec<Conflict>,
}

/// The races of a function.
pub(super) fn races(facts: &Facts<'_, '_>) -> Vec<Race> {
    let writes = |access: &MemoryAccess| access.kind == AccessKind::Write && is_shared(facts, access);
    if !facts.accesses().iter().any(writes) {
        return Vec::new();
    }
    let Some(plan) = Plan::new(facts, |access| is_shared(facts, access)) else { return Vec::new() };
    let mut launches = shapes(facts).into_iter().flat_map(|shape| SEEDS.map(move |seed| (seed, shape)));
    // The first launch that makes sense finds the races, all others confirm them.
    let mut first = None;
    while first.is_none() {
        let Some((seed, shape)) = launches.next() else { return Vec::new() };
        first = launch(facts, &plan, seed, shape);
    }
    let Some(first) = first else { return Vec::new() };
    let mut races: Vec<Race> = first.conflicts.iter().map(|&conflict| race(facts, &first, conflict)).collect();
    for (seed, shape) in launches {
        if races.is_empty() {
            break;
        }
        let Some(launch) = launch(facts, &plan, seed, shape) else { continue };
        if !races.iter().all(|race| confirms(&launch, race)) && reads_nothing(facts, &plan, &launch) {
            continue;
        }
        races.retain(|race| confirms(&launch, race));
    }
    races
}

fn is_shared(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    access.address.is_some() && access.actual_space(facts).is_some_and(|space| space == StateSpace::Shared)
}

/// Runs a launch. `None` when no such launch makes sense, because an access would leave its variable.
fn launch(facts: &Facts<'_, '_>, plan: &Plan, seed: u64, shape: [u32; 3]) -> Option<Launch> {
    let model = Model::with_shape(facts, seed, shape);
    let trace = Simulation::run(facts, plan, &model, &model.threads());
    let plausible = trace.events.iter().all(|event| stays_inside(facts, &model, event));
    plausible.then(|| Launch { seed, shape, conflicts: conflicts(facts, &model, &trace), trace })
}

/// Whether the addresses of an event lie in the variable that they point into.
fn stays_inside(facts: &Facts<'_, '_>, model: &Model<'_, '_, '_>, event: &Event) -> bool {
    let access = &facts.accesses()[event.access];
    let Base::Variable(var) = access.base else { return true };
    let Some(size) = facts.module[var].size.filter(|&size| size > 0) else { return true };
    let start = model.window(var);
    let inside = |address: i64| address >= start && address + i64::from(access.size) <= start + size as i64;
    threads_of(event.mask).all(|thread| event.address.at(thread).is_none_or(inside))
}

/// Whether some thread of a launch reads bytes that no thread writes at any time: such a launch makes no sense, either.
fn reads_nothing(facts: &Facts<'_, '_>, plan: &Plan, launch: &Launch) -> bool {
    let accesses = facts.accesses();
    let known = |access: &MemoryAccess| matches!(access.base, Base::Variable(_)) && access.address.is_some();
    let elsewhere = |access: &MemoryAccess| access.actual_space(facts).is_some_and(|space| space != StateSpace::Shared);
    let hidden = |access: &MemoryAccess| access.kind != AccessKind::Read && !known(access) && !elsewhere(access);
    if accesses.iter().any(hidden) || has_hidden_writes(facts) {
        return false;
    }
    let model = Model::with_shape(facts, launch.seed, launch.shape);
    let (mut written, mut read) = (HashSet::new(), HashSet::new());
    for threads in model.all_threads().chunks(MOST_THREADS) {
        let trace = Simulation::run(facts, plan, &model, threads);
        if !trace.complete || trace.lost != 0 {
            return false;
        }
        for event in &trace.events {
            let access = &accesses[event.access];
            let bytes = if access.kind == AccessKind::Read { &mut read } else { &mut written };
            for thread in threads_of(event.mask) {
                match event.address.at(thread) {
                    Some(address) => bytes.extend(address..address + i64::from(access.size)),
                    None if access.kind == AccessKind::Read => {}
                    None => return false,
                }
            }
        }
    }
    !read.is_subset(&written)
}

/// Whether the function may write shared memory by other means than the accesses that are known.
fn has_hidden_writes(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let hidden = |inst: InstId| {
        let opcode = &module[module[inst].opcode];
        let name = opcode.instruction.map_or("", |instruction| instruction.name());
        opcode.effects.intersects(Effects::CALL) || name.starts_with("cp.async.bulk") || name.starts_with("wmma.store")
    };
    module.insts_of(facts.function).any(hidden)
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
        shape: launch.shape,
    }
}

/// Whether a launch has a race, or does not execute both accesses.
fn confirms(launch: &Launch, race: &Race) -> bool {
    let happens = |access: usize| launch.trace.events.iter().any(|event| event.access == access);
    let same = |conflict: &&Conflict| conflict.accesses == race.conflict.accesses;
    match launch.conflicts.iter().find(same) {
        Some(found) => {
            (found.pending || !race.conflict.pending)
                && (found.same_warp <= race.conflict.same_warp || matches!(launch.shape, [..=64, 1, 1]))
                && found.difference >= race.conflict.difference
        }
        None => !race.conflict.accesses.into_iter().all(happens),
    }
}

/// Shapes of blocks that the kernel may have been written for, the most plausible first.
fn shapes(facts: &Facts<'_, '_>) -> Vec<[u32; 3]> {
    let shape = facts.block_shape();
    if let [Some(x), Some(y), Some(z)] = shape.exact {
        return vec![[x, y, z]];
    }
    let uses = [Axis::X, Axis::Y, Axis::Z].map(|axis| facts.uses_thread_axis(axis));
    let most = shape.most_threads;
    let strides = strides(facts);
    let mut found: Vec<[u32; 3]> = Vec::new();
    if uses[1] || uses[2] {
        // Rows are as long as the stride between them says.
        for x in strides.iter().copied().filter(|&x| x <= most) {
            found.extend([[x, x, 1], [x, (most.min(256) / x).max(1), 1]]);
        }
        found.push(Model::new(facts, 0).shape);
        found.extend([[16, 16, 1], [32, 8, 1], [8, 8, 1], [32, 32, 1], [64, 4, 1], [8, 32, 1]]);
        if uses[2] {
            found.iter_mut().for_each(|shape| shape[2] = if shape[0] * shape[1] <= 512 { 2 } else { 1 });
        }
    } else {
        if shape.most_threads < 1024 {
            found.push([most, 1, 1]);
        }
        // An array with one element for each thread, as it often is, tells how many there are.
        found.extend(lengths(facts).into_iter().map(|x| [x, 1, 1]));
        found.extend([256, 128, 64, 512, 1024, 32].map(|x| [x, 1, 1]));
    }
    let fits = |shape: &[u32; 3]| shape.iter().product::<u32>() <= most && shape.iter().all(|&extent| extent > 0);
    let mut unique: Vec<[u32; 3]> = Vec::new();
    for shape in found.into_iter().filter(fits) {
        if !unique.contains(&shape) {
            unique.push(shape);
        }
    }
    unique.truncate(MOST_SHAPES);
    unique
}

/// Ratios of the strides of `%tid.y` and `%tid.x` in the addresses of shared accesses.
fn strides(facts: &Facts<'_, '_>) -> Vec<u32> {
    let exprs = facts.exprs();
    let mut found = Vec::new();
    for access in facts.accesses().iter().filter(|access| is_shared(facts, access)) {
        let Some(address) = access.address else { continue };
        let (terms, _) = exprs.table.terms(address);
        let stride = |axis: Axis| {
            let term = terms.iter().find(|(expr, _)| exprs.table.node(*expr) == Node::Tid(axis));
            term.map(|&(_, coefficient)| coefficient)
        };
        if let (Some(x), Some(y)) = (stride(Axis::X), stride(Axis::Y))
            && x > 0
            && y % x == 0
            && let Ok(ratio) = u32::try_from(y / x)
            && !found.contains(&ratio)
            && ratio > 1
        {
            found.push(ratio);
        }
    }
    found.truncate(2);
    found
}

/// Numbers of elements of the shared arrays to which each thread writes the element of its index.
fn lengths(facts: &Facts<'_, '_>) -> Vec<u32> {
    let exprs = facts.exprs();
    let mut found = Vec::new();
    for access in facts.accesses().iter().filter(|access| access.kind == AccessKind::Write) {
        let (Base::Variable(var), Some(address)) = (access.base, access.address) else { continue };
        let size = i64::from(access.size);
        let (terms, _) = exprs.table.terms(address);
        let own = |&(expr, stride): &(_, i64)| stride == size && exprs.table.node(expr) == Node::Tid(Axis::X);
        let length = u32::try_from(facts.module[var].size.unwrap_or(0) / u64::from(access.size.max(1)));
        if let Ok(length) = length
            && length >= 32
            && terms.iter().any(own)
            && !found.contains(&length)
        {
            found.push(length);
        }
    }
    found.truncate(2);
    found
}
