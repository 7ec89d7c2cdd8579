//! Launches that a kernel may have been written for, and what threads do in them.

use super::expr::{Axis, Node};
use super::simulation::{Event, MOST_THREADS, Plan, Simulation, Trace, threads_of};
use super::{AccessKind, Base, Facts, MemoryAccess, Model, Sample};
use crate::ids::InstId;
use crate::isa::{Effects, StateSpace};

/// Most shapes of blocks that are tried.
const MOST_SHAPES: usize = 8;

/// Seeds that are tried with the first shape, and with the others.
const SEEDS: [&[u64]; 2] = [&[0, 1, 2, 3], &[0, 3]];

/// What threads did in a launch.
pub struct Launch {
    /// What its model fixes.
    pub sample: Sample,
    /// What happened.
    pub trace: Trace,
}

/// Seeds and block shapes, the most plausible first.
pub fn candidates(facts: &Facts<'_, '_>) -> impl Iterator<Item = (u64, [u32; 3])> + use<> {
    let shapes = shapes(facts).into_iter().enumerate();
    shapes.flat_map(|(index, shape)| SEEDS[index.min(1)].iter().map(move |&seed| (seed, shape)))
}

/// Whether an access whose address is known touches shared memory.
pub fn is_shared(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    access.address.is_some() && access.actual_space(facts).is_some_and(|space| space == StateSpace::Shared)
}

impl Launch {
    /// Runs a launch. `None` when no such launch makes sense, because an access would leave its variable.
    pub fn run(facts: &Facts<'_, '_>, plan: &Plan, seed: u64, shape: [u32; 3]) -> Option<Launch> {
        Self::of(facts, plan, &Model::with_shape(facts, seed, shape))
    }

    /// Runs the launch of a model, as [`Launch::run`].
    pub fn of(facts: &Facts<'_, '_>, plan: &Plan, model: &Model<'_, '_, '_>) -> Option<Launch> {
        let trace = Simulation::run(facts, plan, model, &model.threads());
        let plausible = trace.events.iter().all(|event| stays_inside(facts, model, event));
        plausible.then_some(Launch { sample: model.sample(), trace })
    }

    /// Whether some thread reads bytes that no thread has written until the next barrier: such a launch makes no sense, either.
    pub fn reads_nothing(&self, facts: &Facts<'_, '_>, plan: &Plan) -> bool {
        let accesses = facts.accesses();
        let known = |access: &MemoryAccess| matches!(access.base, Base::Variable(_)) && access.address.is_some();
        // What a kernel is given points to no shared memory.
        let elsewhere = |access: &MemoryAccess| {
            matches!(access.base, Base::Parameter(..))
                || access.actual_space(facts).is_some_and(|space| space != StateSpace::Shared)
        };
        let hidden = |access: &MemoryAccess| access.kind != AccessKind::Read && !known(access) && !elsewhere(access);
        if accesses.iter().any(hidden) || has_hidden_writes(facts) {
            return false;
        }
        let model = Model::of(facts, self.sample);
        let all = model.all_threads();
        let traces: Vec<Trace> =
            all.chunks(MOST_THREADS).map(|threads| Simulation::run(facts, plan, &model, threads)).collect();
        // What happens behind the barrier that all have reached is not known in full.
        let last = |trace: &Trace| trace.events.last().map_or(0, |event| event.phase);
        let cut = traces.iter().filter(|trace| !trace.complete).map(last).min().unwrap_or(u32::MAX);
        if traces.iter().any(|trace| trace.lost != 0) {
            return false;
        }
        let (mut written, mut read) = (Vec::new(), Vec::new());
        for event in traces.iter().flat_map(|trace| &trace.events).filter(|event| event.phase < cut) {
            let access = &accesses[event.access];
            let bytes = if access.kind == AccessKind::Read { &mut read } else { &mut written };
            for thread in threads_of(event.mask) {
                match event.address.at(thread) {
                    Some(address) => bytes.push((event.phase, (address, address + i64::from(access.size)))),
                    None if access.kind == AccessKind::Read => {}
                    None => return false,
                }
            }
        }
        written.sort_unstable_by_key(|&(phase, _)| phase);
        read.sort_unstable_by_key(|&(phase, _)| phase);
        let mut extents: Vec<(i64, i64)> = Vec::new();
        let mut next = 0;
        read.chunk_by(|(one, _), (other, _)| one == other).any(|reads| {
            let phase = reads[0].0;
            let count = written[next..].iter().take_while(|&&(written, _)| written <= phase).count();
            extents.extend(written[next..next + count].iter().map(|&(_, extent)| extent));
            next += count;
            extents = merged(std::mem::take(&mut extents));
            let is_written = |&(_, (start, end)): &(u32, (i64, i64))| {
                let after = extents.partition_point(|extent| extent.0 <= start);
                after.checked_sub(1).is_some_and(|before| end <= extents[before].1)
            };
            !reads.iter().all(is_written)
        })
    }
}

/// Extents in order, those that touch as one.
fn merged(mut extents: Vec<(i64, i64)>) -> Vec<(i64, i64)> {
    extents.sort_unstable();
    extents.dedup_by(|next, kept| {
        let touch = next.0 <= kept.1;
        if touch {
            kept.1 = kept.1.max(next.1);
        }
        touch
    });
    extents
}

/// Whether the addresses of an event lie in the variable that they point into.
fn stays_inside(facts: &Facts<'_, '_>, model: &Model<'_, '_, '_>, event: &Event) -> bool {
    let access = &facts.accesses()[event.access];
    let Base::Variable(var) = access.base else { return true };
    let start = model.window(var);
    let Some((_, size)) = access.extent(facts) else {
        // Nothing lies below dynamic shared memory but what the kernel declares.
        let below = |address: i64| model.is_dynamic(var) && address < start;
        return !threads_of(event.mask).any(|thread| event.address.at(thread).is_some_and(below));
    };
    let inside = |address: i64| address >= start && address + i64::from(access.size) <= start + size;
    threads_of(event.mask).all(|thread| event.address.at(thread).is_none_or(inside))
}

/// Whether the function may write shared memory by other means than the accesses that are known.
fn has_hidden_writes(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let hidden = |inst: InstId| {
        let opcode = &module[module[inst].opcode];
        let name = opcode.instruction.map_or("", |instruction| instruction.name());
        let calls = opcode.effects.intersects(Effects::CALL) && facts.has_hidden_writes(inst);
        calls || name.starts_with("cp.async.bulk") || name.starts_with("wmma.store")
    };
    module.insts_of(facts.function).any(hidden)
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
        let terms = exprs.table.terms(address).0;
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
        let terms = exprs.table.terms(address).0;
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
