//! The launches that are consistent with a kernel: the one place that says so, for every rule that asks what happens in one.
//!
//! Nothing in a module says how a kernel is launched, unless the kernel demands its block (`.reqntid`) or the caller knows it
//! (`--block`, `[[kernel]]`). So a rule cannot claim that something happens because it happens in one launch. It asks for
//! [`candidates`] and gets launches of two kinds:
//!
//! - *usual* ones, which the author may well have had in mind: extents that are usual, or that the kernel names by the steps of its loops, the strides of its rows
//!   and the lengths of its arrays, with parameters that give threads something to do, and with small and odd ones. What happens in
//!   one of them is worth a warning that names the launch.
//! - *others*, which are possible: blocks with an extent of 1 along any axis, single warps, blocks that are no multiple of a warp, sizes
//!   that the kernel compares indices with. They refute: what is not so in one of them, although the place is reached, is no
//!   theorem.
//!
//! An *error* is claimed of what is so in every candidate in which the place is reached at all ([`Verdict::Every`]), or in the known
//! launch. A *warning* is claimed of what is so in a usual candidate ([`Verdict::Some`]).
//!
//! The reasons for what is in the set, and what is not:
//!
//! - *Every extent may be 1.* A launch with one row, or with one thread in each row, is usual; kernels whose rows work together read what nobody
//!   has written then, which makes no sense.
//! - *An axis that shared memory is not laid out by has extent 1.* Many kernels read `%tid.y` and `%tid.z` only for the rank of a thread in
//!   its block, which comes to the same for every shape, or because they were written for one row. Several rows then meet at every place,
//!   and nobody launches the kernel so. An axis by which addresses differ, other than through the rank, has rows.
//! - *A launch in which an access leaves its array, reads shared memory that nobody has written, in which a thread ends the grid by `trap`, or threads
//!   in a loop meet others behind it at a barrier makes no sense.* Nobody launches that, so it neither shows nor refutes anything. But where threads
//!   have no index but that along x and read what nobody has written in every usual launch, which is a mistake of its own, the first one shows what
//!   races there, as a warning.
//! - *Blocks with layers have too many shapes to try*, so where shared memory is laid out by `%tid.z` nothing is a theorem unless the block is
//!   known.
//! - *No extent is 0*, neither of blocks nor of grids: a way that is taken only then is never taken.
//! - *What leaves an array only where all sizes are 1 is no theorem*: callers often have a way of their own for that.
//! - *Parameters have structure.* Sizes and counts have any value: large ones, 1, 2, 3, 5, 7, 31, 33. A parameter that masks, shifts, divides
//!   or scales an index is a pitch, a mask or a factor that fits the others, so no sample value is right: what depends on it
//!   is not known ([`is_structured`]). So is one that says how far arrays in dynamic shared memory are apart.
//! - *Numbers that are loaded say how many threads come.* Where a race depends on one, as on a parameter, powers of two are tried: with fewer
//!   threads than a row has it is not filled, and with more they leave it. They are part of the set only once a race is found.
//! - *A launch in which a race shows is tried in blocks of the other usual shapes*, with the same numbers: what those with 128 threads or more do not
//!   have is not reported, unless the kernel asks for threads that they lack.
//! - *Where a small size makes sense and shows no race, larger ones are asked, up to 33*, which fills a tile and begins another one; not where threads have
//!   several indices, as rows may be shorter. A launch in which barriers keep two accesses apart, as it has one tile only, refutes no warning.
//! - *A kernel that counts the warps of a row is tried with rows of several*, and rows of one warp take nothing away from what those show.
//! - *A number that is added to an index and that a condition holds against one is a shift*, of one element or of as many as there are threads, where
//!   no other launch shows a race in global memory.
//! - *A block of one warp refutes no warning of a kernel that is written for more*: one that divides indices by more, or has barriers of the whole
//!   block and arrays with an element for each of more threads. What the other blocks have is told of them then.
//! - *Blocks have at least a warp*, unless the kernel says which of fewer threads is the last. Smaller ones are launched for nothing else that has
//!   barriers; with one thread everything is in order.
//! - *What the kernel names comes first*: the length of a row in the rank of a thread, the steps of its loops (threads beyond them would store what others
//!   store in their next round), the multiples that it rounds work up to (threads beyond them would miss the last rounds), then the strides and
//!   lengths of its shared arrays. An array with rows of 4 in layers of 4 × 4
//!   is for blocks of 4 × 4, and in others threads meet that never do.

use super::block_warps::asked_axis;
use super::expr::{Axis, Expr, ExprTable, LeafKinds, Node, Operation, VisitedExprs};
use super::protocol::reaches;
use super::simulation::{AccessEvent, BlockTrace, MOST_THREADS, Purse, Simulation, SimulationPlan, threads_of};
use super::{AccessKind, Base, Block, BlockEntry, BlockModel, Definition, Facts, MemoryAccess, Sample, Thread};
use crate::ids::InstId;
use crate::isa::{Effects, Instruction, StateSpace, op};
use crate::util::FastMap;
use std::collections::BTreeMap;

/// Seeds that are tried with the first shape, and with the others.
const SEEDS: [&[u64]; 2] = [&[0, 1, 2, 3], &[0, 3]];

/// Sizes that are tried with the first shape.
const SMALL_SIZES: [i64; 8] = [1, 2, 3, 5, 7, 31, 33, 100_003];

/// Sizes that are tried with further shapes that have several rows: less than a row of most of them, and almost one.
const FITTING_SIZES: [i64; 2] = [7, 31];

/// A launch that is consistent with a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// What tells it from others.
    pub sample: Sample,
    /// Whether the author may well have had such launches in mind; others only refute.
    pub usual: bool,
}

/// What a launch says of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<T> {
    /// It is so, and how it shows.
    Yes(T),
    /// It is not so.
    No,
    /// The place is not reached, or it cannot be told.
    Silence,
}

/// What all launches say of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<T> {
    /// It is so in every launch that says something, for example in this one.
    Every(T),
    /// It is so in this usual launch, but not in all.
    Some(T),
    /// It is so in no usual launch.
    None,
}

/// Asks launches about a claim until the verdict is certain.
pub fn judge<T>(
    candidates: impl IntoIterator<Item = Candidate>,
    mut claim: impl FnMut(Sample) -> Answer<T>,
) -> Verdict<T> {
    let (mut shown, mut refuted) = (None, false);
    for candidate in candidates {
        // What is not usual can only refute.
        if !candidate.usual && (shown.is_none() || refuted) {
            break;
        }
        match claim(candidate.sample) {
            Answer::Yes(example) if candidate.usual => drop(shown.get_or_insert(example)),
            Answer::No => refuted = true,
            Answer::Yes(_) | Answer::Silence => {}
        }
        if refuted && shown.is_some() {
            break;
        }
    }
    match (shown, refuted) {
        (Some(example), false) => Verdict::Every(example),
        (Some(example), true) => Verdict::Some(example),
        (None, _) => Verdict::None,
    }
}

/// The launches that are consistent with a kernel, the usual ones first, for something that the axes in `laid_out` matter for.
pub fn candidates(facts: &Facts<'_, '_>, laid_out: [bool; 3]) -> impl Iterator<Item = Candidate> + use<> {
    let (usual, others) = facts.shapes(laid_out).clone();
    let first = usual.first().copied();
    let rows: Vec<[u32; 3]> = usual.iter().skip(1).copied().filter(|shape| shape[1..] != [1, 1]).collect();
    // Rows of arrays are often as long as those of blocks, and what is longer makes no sense.
    let extents = |shape: [u32; 3]| shape.into_iter().filter(move |&extent| extent > 1 && shape[1..] != [1, 1]);
    let sizes = move |shape: [u32; 3]| SMALL_SIZES.into_iter().chain(extents(shape).map(i64::from));
    let seeded = usual.into_iter().enumerate().flat_map(|(index, shape)| {
        SEEDS[index.min(1)].iter().map(move |&seed| Candidate { sample: Sample::new(shape, seed), usual: true })
    });
    let with_size = |shape: [u32; 3], size: i64| Candidate { sample: Sample::with_sizes(shape, size), usual: true };
    let sized = first.into_iter().flat_map(move |shape| sizes(shape).map(move |size| with_size(shape, size)));
    // Sizes that fit the first shape need not fit the others, which then make no sense and say nothing.
    let fitting = rows.into_iter().flat_map(move |shape| FITTING_SIZES.map(|size| with_size(shape, size)));
    let others = others.into_iter().map(|shape| Candidate { sample: Sample::new(shape, 0), usual: false });
    seeded.chain(sized).chain(fitting).chain(others)
}

/// Whether some thread of a launch ends the grid: nobody launches that.
pub fn ends_grid(facts: &Facts<'_, '_>, model: &BlockModel<'_, '_, '_>) -> bool {
    let (ways, Some(conditions)) = (facts.ways_to_traps(), facts.conditions()) else { return false };
    if ways.is_empty() {
        return false;
    }
    let some = [model.threads().next(), model.threads().last()];
    let exprs = facts.exprs();
    let goes = |way: &BlockEntry, thread: Thread| {
        let value = way.truth.and_then(|truth| model.value(&exprs.table, truth, thread));
        value.is_some_and(|value| (value != 0) == way.wanted)
            && model.reaches(&exprs.table, conditions, way.branch, thread) == Some(true)
    };
    ways.iter().any(|way| some.into_iter().flatten().any(|thread| goes(way, thread)))
}

/// The ways to where the grid ends, as far as they are looked at.
pub(super) fn ways_to_traps(facts: &Facts<'_, '_>) -> Vec<BlockEntry> {
    let (cfg, Some(conditions)) = (facts.cfg(), facts.conditions()) else { return Vec::new() };
    let doomed = |block: &Block| cfg.is_doomed(*block) && cfg.is_reachable(*block);
    let mut ways: Vec<BlockEntry> =
        cfg.blocks().filter(doomed).flat_map(|block| conditions.of(block)).copied().collect();
    let most = facts.budget(MOST_TRAPS);
    facts.fell_short("ways to where the grid ends", most, Some(ways.len()));
    ways.truncate(most);
    ways
}

/// Most ways to traps that are looked at.
const MOST_TRAPS: usize = 64;

/// The axes by which the addresses of some accesses differ otherwise than through the rank of a thread in its block.
pub fn laid_out(facts: &Facts<'_, '_>, is_wanted: impl Fn(&MemoryAccess) -> bool) -> [bool; 3] {
    let wanted = facts.accesses().iter().filter(|access| is_wanted(access));
    let addresses: Vec<Expr> = wanted.filter_map(|access| access.address).collect();
    let exprs = facts.exprs();
    let mut found = [false; 3];
    addresses.into_iter().for_each(|address| add_axes(&exprs.table, address, &mut found));
    found
}

/// The axes by which shared memory is laid out, and those along which a thread of one index alone stores there: what the threads with
/// `%tid.y == 0` leave is for those of other rows.
pub(super) fn shared_axes(facts: &Facts<'_, '_>) -> [bool; 3] {
    let mut axes = laid_out(facts, |access| is_shared(facts, access));
    let is_left = |axis: Axis, axes: &[bool; 3]| facts.uses_thread_axis(axis) && !axes[axis.index()];
    if !Axis::ALL.into_iter().any(|axis| is_left(axis, &axes)) {
        return axes;
    }
    let stores = facts.own_accesses().filter(|access| access.kind != AccessKind::Read && is_shared(facts, access));
    let mut stores: Vec<InstId> = stores.map(|store| store.inst).collect();
    // The same decides about all of a block.
    stores.dedup_by_key(|inst| (facts.cfg().block_of(*inst), facts.exprs().guard(facts, *inst)));
    let truths: Vec<Expr> = stores.into_iter().flat_map(|store| facts.deciding_truths(store)).collect();
    let exprs = facts.exprs();
    exprs.table.walk_all(truths, &mut |_, node| {
        if let Some(axis) = asked_axis(&exprs.table, node) {
            axes[axis.index()] = true;
        }
        true
    });
    axes
}

/// The axes that an expression depends on otherwise than through the rank of a thread in its block.
pub fn axes_of(table: &ExprTable, expr: Expr) -> [bool; 3] {
    let mut found = [false; 3];
    add_axes(table, expr, &mut found);
    found
}

fn add_axes(table: &ExprTable, expr: Expr, found: &mut [bool; 3]) {
    let mut seen = VisitedExprs::default();
    let mut work = vec![expr];
    while let Some(expr) = work.pop() {
        if !seen.insert(expr) {
            continue;
        }
        match table.node(expr) {
            Node::Tid(axis) => found[axis.index()] = true,
            Node::Product(..) if table.has_any(expr, LeafKinds::NTID) => {}
            node => table.for_parts(node, &mut |part| work.push(part)),
        }
    }
}

/// Whether an expression depends on a parameter, or another number that the kernel is given, that masks, shifts, divides or scales
/// what differs between threads.
pub fn is_structured(facts: &Facts<'_, '_>, expr: Expr) -> bool {
    is_structured_among(facts, expr, |node| matches!(node, Node::Tid(_) | Node::Lane | Node::Warp))
}

/// Whether an expression depends on something that the kernel is given and that masks, shifts, divides or scales a leaf that `differs`.
pub(super) fn is_structured_among(facts: &Facts<'_, '_>, expr: Expr, differs: impl Fn(Node) -> bool) -> bool {
    use Operation::{And, Div, Or, Rem, Shl, Shr, Xor};
    let exprs = facts.exprs();
    let table = &exprs.table;
    // What a loop computes is followed from round to round.
    let followed = |value| facts.ssa().is_some_and(|ssa| matches!(ssa.data(value).definition, Definition::Phi { .. }));
    let given = |expr| {
        table.contains(expr, |node| match node {
            Node::Param { .. } => true,
            Node::Opaque(value) => !followed(value),
            _ => false,
        })
    };
    let differs = |expr| table.contains(expr, &differs);
    let mixes = |a, b| (given(a) && differs(b)) || (given(b) && differs(a));
    !table.walk(expr, &mut |_, node| match node {
        Node::Product(a, b) | Node::Binary(And | Or | Xor | Shl | Shr | Rem | Div, _, a, b) => !mixes(a, b),
        _ => true,
    })
}

/// What threads did in a launch.
pub struct ObservedLaunch {
    /// What its model fixes.
    pub sample: Sample,
    /// What happened.
    pub trace: BlockTrace,
}

/// Whether an access whose address is known touches shared memory.
pub fn is_shared(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    access.address.is_some() && access.actual_space(facts).is_some_and(|space| space == StateSpace::Shared)
}

impl ObservedLaunch {
    /// Runs a launch. `None` when no such launch makes sense, because an access would leave its variable, the grid ends early, or threads
    /// meet at different barriers that follow each other.
    pub fn run(facts: &Facts<'_, '_>, plan: &SimulationPlan, sample: Sample, purse: &Purse) -> Option<ObservedLaunch> {
        let model = &BlockModel::of(facts, sample);
        let threads = if plan.parts_meet() { model.threads_of_warps(MOST_THREADS) } else { model.threads().collect() };
        Self::run_threads(facts, plan, model, &threads, purse)
    }

    /// Runs some threads of a model.
    pub(super) fn run_threads(
        facts: &Facts<'_, '_>,
        plan: &SimulationPlan,
        model: &BlockModel<'_, '_, '_>,
        threads: &[Thread],
        purse: &Purse,
    ) -> Option<ObservedLaunch> {
        let trace = Simulation::run(facts, plan, model, threads, purse);
        let plausible =
            trace.trapped == 0 && !trace.skewed && trace.events.iter().all(|event| stays_inside(facts, model, event));
        plausible.then_some(ObservedLaunch { sample: model.sample(), trace })
    }

    /// Whether some thread reads bytes that no thread has written until the next barrier: such a launch makes no sense, either. What is
    /// read before anything is written tells launches apart no more than it makes sense.
    pub fn reads_nothing(&self, facts: &Facts<'_, '_>, plan: &SimulationPlan, purse: &Purse) -> bool {
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
        let model = BlockModel::of(facts, self.sample);
        let mut bytes = Bytes::default();
        for threads in model.all_threads().chunks(MOST_THREADS) {
            let trace = Simulation::run(facts, plan, &model, threads, purse);
            if trace.lost != 0 {
                return false;
            }
            bytes.take(accesses, &trace);
        }
        let mut known: FastMap<usize, bool> = FastMap::default();
        bytes
            .some_read_nothing(|read| *known.entry(read).or_insert_with(|| comes_first(facts, &model, &accesses[read])))
    }
}

/// Whether no way leads to a read of shared memory from a write to the same variable: whoever launches the kernel gets what was there before.
fn comes_first(facts: &Facts<'_, '_>, model: &BlockModel<'_, '_, '_>, read: &MemoryAccess) -> bool {
    // All arrays in dynamic shared memory begin at the same place.
    let variable = |access: &MemoryAccess| match access.base {
        Base::Variable(var) => Some(Some(var).filter(|&var| !model.is_dynamic(var))),
        _ => None,
    };
    let mut writes = facts.accesses().iter().filter(|access| access.kind != AccessKind::Read);
    variable(read).is_some()
        && writes
            .all(|write| variable(write) != variable(read) || reaches(facts, write.inst, &[read.inst]) == Some(false))
}

/// The bytes that some threads read and write, by phase.
struct Bytes {
    written: Vec<(u32, ByteRange)>,
    /// With the access that reads them.
    read: Vec<(u32, ByteRange, usize)>,
    /// The first phase that is not known in full: what happens behind the barrier that all have reached.
    cut: u32,
    /// The first phase with a write to an unknown place.
    unknown: u32,
}

/// The first byte, and the one after the last.
type ByteRange = (i64, i64);

impl Default for Bytes {
    fn default() -> Self {
        Self { written: Vec::new(), read: Vec::new(), cut: u32::MAX, unknown: u32::MAX }
    }
}

impl Bytes {
    /// Adds what the threads of a trace do. Neighbours mostly touch neighbouring bytes, which are kept as one.
    fn take(&mut self, accesses: &[MemoryAccess], trace: &BlockTrace) {
        if !trace.complete {
            self.cut = self.cut.min(trace.events.last().map_or(0, |event| event.phase));
        }
        for event in trace.events.iter().filter(|event| event.phase < self.cut) {
            let access = &accesses[event.access];
            let reads = access.kind == AccessKind::Read;
            let mut extents = Vec::new();
            for thread in threads_of(event.mask) {
                match event.address.at(thread) {
                    Some(address) => extents.push((address, address.saturating_add(i64::from(access.size)))),
                    None if reads => {}
                    None => self.unknown = self.unknown.min(event.phase),
                }
            }
            let extents = merged(extents).into_iter();
            if reads {
                self.read.extend(extents.map(|extent| (event.phase, extent, event.access)));
            } else {
                self.written.extend(extents.map(|extent| (event.phase, extent)));
            }
        }
    }

    /// Whether something is read in some phase that nothing has written until its end, by an access that does not come first in any launch.
    fn some_read_nothing(mut self, mut comes_first: impl FnMut(usize) -> bool) -> bool {
        if self.unknown < self.cut {
            return false;
        }
        self.written.sort_unstable_by_key(|&(phase, _)| phase);
        self.read.sort_unstable_by_key(|&(phase, ..)| phase);
        let mut written = self.written.into_iter().peekable();
        let mut known: BTreeMap<i64, i64> = BTreeMap::new();
        self.read.into_iter().take_while(|&(phase, ..)| phase < self.cut).any(|(phase, (start, end), access)| {
            while let Some((_, extent)) = written.next_if(|&(written, _)| written <= phase) {
                insert(&mut known, extent);
            }
            known.range(..=start).next_back().is_none_or(|(_, &last)| last < end) && !comes_first(access)
        })
    }
}

/// Adds an extent to others, by their starts; those that touch become one.
fn insert(known: &mut BTreeMap<i64, i64>, (mut start, mut end): ByteRange) {
    while let Some((&other, &last)) = known.range(..=end).next_back().filter(|(_, last)| **last >= start) {
        (start, end) = (start.min(other), end.max(last));
        known.remove(&other);
    }
    known.insert(start, end);
}

/// Extents in order, those that touch as one.
fn merged(mut extents: Vec<ByteRange>) -> Vec<ByteRange> {
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
fn stays_inside(facts: &Facts<'_, '_>, model: &BlockModel<'_, '_, '_>, event: &AccessEvent) -> bool {
    let access = &facts.accesses()[event.access];
    let Base::Variable(var) = access.base else { return true };
    let start = model.window(var);
    let Some((_, size)) = access.extent(facts) else {
        // Nothing lies below dynamic shared memory but what the kernel declares.
        return !model.is_dynamic(var)
            || !threads_of(event.mask).any(|thread| event.address.at(thread).is_some_and(|address| address < start));
    };
    let last = start.saturating_add(size).saturating_sub(i64::from(access.size));
    let inside = |address: i64| (start..=last).contains(&address);
    threads_of(event.mask).all(|thread| event.address.at(thread).is_none_or(inside))
}

/// Whether the function may write shared memory by other means than the accesses that are known.
fn has_hidden_writes(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let hidden = |inst: InstId| {
        let opcode = module.opcode(inst);
        let writes = |known: Instruction| known.is_variant_of(op::CP_ASYNC_BULK) || known == op::WMMA_STORE_D;
        let calls = opcode.effects.intersects(Effects::CALL) && facts.has_hidden_writes(inst);
        calls || opcode.instruction.is_some_and(writes)
    };
    module.insts_of(facts.function).any(hidden)
}
