use super::provenance::{is_base, is_by_index};
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Axis, Expr, ExprTable, IntegerRelation, LeafKinds, Node, Operation};
use crate::facts::simulation::{BlockTrace, MOST_THREADS, Purse, Simulation, SimulationPlan, threads_of};
use crate::facts::{
    BlockEntry, BlockModel, Facts, GridPlace, MemoryAccess, Sample, Thread, WARP, candidates, laid_out,
};
use crate::ids::VarId;
use crate::isa::StateSpace;
use crate::rules::{Context, Hook, declare_rule};
use crate::witness::LaunchScope;
use std::collections::BTreeMap;

declare_rule! {
    /// ## What it does
    /// Reports accesses outside the variable or parameter that their address points into: constant offsets past its end, and offsets
    /// computed from thread indices and loop counters that leave it.
    ///
    /// ## Why is this bad
    /// Past a shared or local array lies another one, or nothing: the kernel reads garbage, overwrites its neighbour or faults.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// .reqntid 256, 1, 1
    /// {
    ///     .reg .b32 %r<5>;
    ///     .shared .align 4 .b8 tile[512];
    ///     mov.u32 %r1, %tid.x;
    ///     shl.b32 %r2, %r1, 2;
    ///     mov.u32 %r3, tile;
    ///     add.s32 %r4, %r3, %r2;
    ///     st.shared.u32 [%r4], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// .reqntid 256, 1, 1
    /// {
    ///     .reg .b32 %r<5>;
    ///     .shared .align 4 .b8 tile[1024];
    ///     mov.u32 %r1, %tid.x;
    ///     shl.b32 %r2, %r1, 2;
    ///     mov.u32 %r3, tile;
    ///     add.s32 %r4, %r3, %r2;
    ///     st.shared.u32 [%r4], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Without `.reqntid` or `--block`, an access is reported only when it leaves the variable for every block size and every parameter
    /// value that was tried: an array that is too small for large blocks is fine if the kernel is never launched with them. Where a
    /// condition on the index lets some threads come and no later ones, it is a warning when one of those leaves the array: the kernel
    /// names them; likewise where a mask or a remainder keeps the index of each thread within limits that are beyond the array, and
    /// blocks of 256 threads suffice for that. An access at a fixed place outside of its array is a warning where no launch that was tried comes to it. Dynamic shared memory and arrays behind pointers have no known size. An index into shared
    /// memory that grows with `%ctaid.x` is a warning where it leaves the array in block 1023.
    ///
    /// Functions that a kernel calls are judged as parts of it, as far as `missing-barrier` does so.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 5.4 "Variables", 6.4.1 "Addresses as Operands".
    pub static OUT_OF_BOUNDS = "out-of-bounds" {
        group: Memory,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// An access outside its variable.
#[derive(Clone, Copy)]
struct Overrun {
    thread: Thread,
    offset: i64,
    sample: Sample,
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let suspects: Vec<usize> = (0..facts.accesses().len()).filter(|&index| may_leave(facts, index)).collect();
    if suspects.is_empty() {
        return;
    }
    let insts: Vec<_> = suspects.iter().map(|&index| facts.accesses()[index].inst).collect();
    let is_suspect = |access: &MemoryAccess| access.address.is_some() && insts.contains(&access.inst);
    let Some(plan) = SimulationPlan::of_addresses(facts, is_suspect) else { return };
    let axes = laid_out(facts, |access| insts.contains(&access.inst));
    // A kernel may be launched with a single thread, unless it says otherwise.
    let alone = facts.block_shape().threads().is_none().then_some(Sample::new([1, 1, 1], 0));
    let samples: Vec<Sample> =
        alone.into_iter().chain(candidates(facts, axes).map(|candidate| candidate.sample)).collect();
    let search = Search { facts, plan: &plan, samples: &samples };
    let found = search.in_every_launch(None);
    let grown = |index: &usize| !found.contains_key(index) && grows_with_block(facts, &facts.accesses()[*index]);
    let late = if suspects.iter().any(grown) { search.in_every_launch(Some(LATE_BLOCK)) } else { BTreeMap::new() };
    let late: BTreeMap<usize, Overrun> = late.into_iter().filter(|(index, _)| grown(index)).collect();
    let is_open = |index: &usize| !found.contains_key(index) && !late.contains_key(index);
    let named = if suspects.iter().any(is_open) { search.in_named_blocks(&is_open) } else { BTreeMap::new() };
    let fixed = fixed_overruns(facts, &suspects, &|index| {
        !found.contains_key(index) && !late.contains_key(index) && !named.contains_key(index)
    });
    let is_folded = |index: &usize| is_folded_access(facts, &facts.accesses()[*index]);
    let (folded, named) = named.into_iter().partition(|(index, _)| is_folded(index));
    let (smallest, found) = found.into_iter().partition(|(_, overrun)| overrun.sample.is_smallest());
    let all = [
        (found, Reason::Always),
        (smallest, Reason::SmallestSizes),
        (late, Reason::LateBlock),
        (named, Reason::NamedThread),
        (folded, Reason::FoldedIndex),
        (fixed, Reason::FixedAddress),
    ];
    for (all, reason) in all {
        for (index, overrun) in all {
            let access = &facts.accesses()[index];
            if let Some((var, size)) = access.extent(facts) {
                cx.report(describe(facts, access, (var, size), &overrun, reason));
            }
        }
    }
}

/// Why an access is said to leave its variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// It does in every launch that comes to it.
    Always,
    /// It does where all sizes are 1, and what comes to it otherwise is not known.
    SmallestSizes,
    /// It does in a late block of a long grid.
    LateBlock,
    /// It does in a thread that a condition of the kernel lets come, and the later ones not.
    NamedThread,
    /// It does in a thread whose index a mask or a remainder leaves as it is; later threads get no further.
    FoldedIndex,
    /// Its address is the same for all threads, whoever comes to it: no launch that was tried does.
    FixedAddress,
}

impl Reason {
    fn place(self) -> Option<GridPlace> {
        (self == Self::LateBlock).then_some(LATE_BLOCK)
    }
}

/// The last block of a long grid.
const LATE_BLOCK: GridPlace = GridPlace { grid: [1024, 1, 1], block: [1023, 0, 0] };

/// What is outside wherever control comes to it, of what no launch has shown: its address is that of a variable and a constant.
fn fixed_overruns(
    facts: &Facts<'_, '_>,
    suspects: &[usize],
    is_open: &dyn Fn(&usize) -> bool,
) -> BTreeMap<usize, Overrun> {
    let cfg = facts.cfg();
    let outside = |&index: &usize| {
        let access = &facts.accesses()[index];
        let (_, size) = access.extent(facts)?;
        let exprs = facts.exprs();
        let (terms, offset) = exprs.table.terms(access.address?);
        let [(base, 1)] = terms[..] else { return None };
        let is_variable = matches!(exprs.table.node(base), Node::Window(_) | Node::Generic(_));
        let block = cfg.block_of(access.inst);
        let fits = offset >= 0 && offset.saturating_add(i64::from(access.size)) <= size;
        let is_wrong = is_variable && !fits && !access.called && cfg.is_reachable(block) && !cfg.is_doomed(block);
        is_wrong.then(|| (index, Overrun { thread: Thread { index: [0; 3] }, offset, sample: Sample::new([1; 3], 0) }))
    };
    suspects.iter().filter(|index| is_open(index)).filter_map(outside).collect()
}

/// Whether an address in shared memory, of which each block has its own, depends on the index of the block.
fn grows_with_block(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let shared = access.extent(facts).is_some_and(|(var, _)| facts.module[var].space == StateSpace::Shared);
    let exprs = facts.exprs();
    let grows = |address| exprs.table.has_any(address, LeafKinds::ctaid(Axis::X));
    shared && access.address.is_some_and(grows)
}

/// The launches in which accesses outside their variables are looked for.
struct Search<'t, 'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    plan: &'t SimulationPlan,
    samples: &'t [Sample],
}

impl Search<'_, '_, '_, '_> {
    /// What is outside in every launch in which it happens, in its usual block or in one of a grid; nothing, where the steps do not suffice
    /// for all launches.
    fn in_every_launch(&self, place: Option<GridPlace>) -> BTreeMap<usize, Overrun> {
        let &Self { facts, plan, samples } = self;
        let mut found: Option<BTreeMap<usize, Overrun>> = None;
        // No launch says anything where none knows an address, or all lose their threads before.
        let given: Vec<_> = samples.iter().filter_map(Sample::given_leaf).collect();
        if !plan.has_attainable_address(facts, place.is_some(), &given) {
            return BTreeMap::new();
        }
        let purse = Purse::new(facts, plan);
        for (number, &sample) in samples.iter().enumerate() {
            // What not all launches confirm is not told.
            if purse.is_spent() {
                facts.fell_short("launches", number, Some(samples.len()));
                return BTreeMap::new();
            }
            let Some((overruns, seen)) = overruns(facts, plan, (sample, place), &purse) else { continue };
            let confirmed = match found {
                None if seen.is_empty() => continue,
                None => overruns,
                Some(mut known) => {
                    known.retain(|index, _| overruns.contains_key(index) || !seen.contains(index));
                    // Larger sizes say more.
                    for (index, overrun) in known.iter_mut().filter(|(_, overrun)| overrun.sample.is_smallest()) {
                        overruns.get(index).into_iter().for_each(|larger| *overrun = *larger);
                    }
                    known
                }
            };
            if confirmed.is_empty() {
                return confirmed;
            }
            found = Some(confirmed);
            purse.confirms();
        }
        found.unwrap_or_default()
    }

    /// What is outside in threads that the kernel names: in large blocks conditions on the index let some come, and nobody beyond them. The
    /// launch is one of a block with just these.
    fn in_named_blocks(&self, is_open: &dyn Fn(&usize) -> bool) -> BTreeMap<usize, Overrun> {
        let (facts, plan) = (self.facts, self.plan);
        let mut found = BTreeMap::new();
        // A known block is told whole.
        if facts.block_shape().threads().is_some() || facts.uses_thread_axis(Axis::Z) {
            return found;
        }
        let purse = Purse::new(facts, plan);
        for shape in large_blocks(facts) {
            let Some(large) = self.trace_of(shape, &purse) else { continue };
            let suspects = large.events.iter().map(|event| event.access).filter(|index| is_open(index));
            let suspects: std::collections::BTreeSet<usize> = suspects.collect();
            let beyond = outside(facts, &model_of(facts, Sample::new(shape, 0), None), &large).0;
            for index in suspects.into_iter().filter(|&index| self.is_closed(&large, index, shape)) {
                let is_folded = is_folded_access(facts, &facts.accesses()[index]);
                let last = match is_folded {
                    true => beyond.get(&index).map(|overrun| overrun.thread.index),
                    false => last_reached(&large, index),
                };
                let Some(last) = last else { continue };
                let fitting = match is_folded {
                    true => [(last[0] + 1).next_power_of_two().min(shape[0]), last[1] + 1, 1],
                    false => [(last[0] + 1).next_multiple_of(WARP.min(shape[0])), last[1] + 1, 1],
                };
                // In larger blocks a mask may be there for nothing.
                if is_folded && fitting[0] * fitting[1] > USUAL_THREADS {
                    continue;
                }
                let Some(trace) = self.trace_of(fitting, &purse) else { continue };
                let model = model_of(facts, Sample::new(fitting, 0), None);
                let overruns = outside(facts, &model, &trace).0;
                // Where others leave the array that nothing holds back the block is too large.
                let fits = overruns.keys().all(|&other| self.is_closed(&large, other, shape));
                if let Some(&overrun) = overruns.get(&index).filter(|_| fits) {
                    found.entry(index).or_insert(overrun);
                }
            }
            // What was cut off is not the whole truth.
            if purse.is_spent() {
                break;
            }
        }
        found
    }

    /// What the threads at the edges of a block do, and those that the kernel names.
    fn trace_of(&self, shape: [u32; 3], purse: &Purse) -> Option<BlockTrace> {
        let model = model_of(self.facts, Sample::new(shape, 0), None);
        let threads = threads_at_edges(&model);
        let trace = Simulation::run(self.facts, self.plan, &model, &threads, purse);
        (trace.trapped == 0 && !trace.exhausted).then_some(trace)
    }

    /// Whether only threads of the lower half of a block make an access, along each axis that its address depends on, or no thread gets
    /// further than these.
    fn is_closed(&self, trace: &BlockTrace, index: usize, shape: [u32; 3]) -> bool {
        let access = &self.facts.accesses()[index];
        let Some(address) = access.address else { return false };
        if is_folded_access(self.facts, access) {
            return true;
        }
        let exprs = self.facts.exprs();
        let axes = [Axis::X, Axis::Y].into_iter().filter(|&axis| exprs.table.has_any(address, LeafKinds::tid(axis)));
        let Some(last) = last_reached(trace, index) else { return false };
        let mut axes = axes.peekable();
        axes.peek().is_some() && axes.all(|axis| 2 * last[axis.index()] <= shape[axis.index()])
    }
}

/// Threads of the largest block that is usual.
const USUAL_THREADS: u32 = 256;

/// Whether masks and remainders keep the address of an access within limits that large blocks exceed.
fn is_folded_access(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let exprs = facts.exprs();
    let is_open = |address| exprs.table.has_any(address, LeafKinds::TID.or(LeafKinds::WARP));
    access.address.is_some_and(|address| is_open(address) && is_folded(&exprs.table, address))
}

/// Whether each index of a thread in an expression goes through a mask or a remainder that makes some of them less.
fn is_folded(table: &ExprTable, expr: Expr) -> bool {
    match table.node(expr) {
        Node::Tid(_) | Node::Warp => false,
        Node::Binary(operation @ (Operation::And | Operation::Rem), _, a, b) => {
            let folds = |of: Expr, by: Expr| {
                let Some(by) = table.as_constant(by).filter(|&by| by > 0) else { return false };
                let high = table.bounds(of).high;
                match operation {
                    Operation::Rem => high >= by,
                    _ => by < 1 << 31 && high >= i64::from((by as u32 + 1).next_power_of_two()),
                }
            };
            folds(a, b) || operation == Operation::And && folds(b, a)
        }
        node => {
            let mut all = true;
            table.for_parts(node, &mut |part| all &= is_folded(table, part));
            all
        }
    }
}

/// Blocks with more threads than kernels let come anywhere by conditions on the index.
fn large_blocks(facts: &Facts<'_, '_>) -> Vec<[u32; 3]> {
    let most = facts.block_shape().most_threads;
    if !facts.uses_thread_axis(Axis::Y) {
        return vec![[most, 1, 1]];
    }
    [[64, most / 64, 1], [32, most / 32, 1]].into_iter().filter(|shape| shape[1] > 1).collect()
}

/// The last index along each axis of the threads that make an access.
fn last_reached(trace: &BlockTrace, index: usize) -> Option<[u32; 3]> {
    let events = trace.events.iter().filter(|event| event.access == index);
    let threads = events.flat_map(|event| threads_of(event.mask)).map(|thread| trace.threads[thread].index);
    threads.reduce(|one, other| std::array::from_fn(|axis| one[axis].max(other[axis])))
}

/// The threads of a block at whose indices conditions change: those that the kernel names, powers of two, and the last ones.
fn threads_at_edges(model: &BlockModel<'_, '_, '_>) -> Vec<Thread> {
    let [x, y, _] = model.shape;
    let is_edge = |index: u32, extent: u32| {
        let near_power = (index.is_power_of_two() || (index + 1).is_power_of_two()) && (y == 1 || index > 6);
        let is_spread = y == 1 && (index.is_multiple_of(WARP) || (2 * index > extent && index.is_multiple_of(61)));
        index < 2 || near_power || is_spread || index + 2 > extent
    };
    let in_row = |thread: &Thread| is_edge(thread.index[0], x) || (y == 1 && model.names(*thread));
    let mut threads = model.all_threads();
    threads.retain(|thread| in_row(thread) && is_edge(thread.index[1], y));
    // Those in the middle tell the least.
    let step = threads.len().div_ceil(MOST_THREADS).max(1);
    if step > 1 { threads.into_iter().rev().step_by(step).collect() } else { threads }
}

/// The model of a launch, or of another block of it.
fn model_of<'f, 'a, 's>(facts: &'f Facts<'a, 's>, sample: Sample, place: Option<GridPlace>) -> BlockModel<'f, 'a, 's> {
    let model = BlockModel::of(facts, sample);
    place.map_or(model, |place| model.at(place))
}

/// Whether the bounds of an address don't show that it stays in its variable.
fn may_leave(facts: &Facts<'_, '_>, index: usize) -> bool {
    let access = &facts.accesses()[index];
    let (Some(address), Some((_, size))) = (access.address, access.extent(facts)) else { return false };
    let mut exprs = facts.exprs();
    let (terms, constant) = exprs.table.terms(address);
    let is_start = |node: Node| is_base(node) && !matches!(node, Node::Param { .. });
    let rest: Vec<_> = terms.iter().copied().filter(|&(expr, _)| !is_start(exprs.table.node(expr))).collect();
    let Some(offset) = exprs.table.sum(rest, constant) else { return false };
    let bounds = exprs.table.bounds(offset);
    let leaves = bounds.low < 0 || bounds.high > size - i64::from(access.size);
    // Where the values of parameters decide, the caller may know better.
    let by_index = leaves && is_by_index(&exprs.table, offset);
    drop(exprs);
    let is_one = || bounds.low == bounds.high || is_told_apart(facts, access, offset);
    leaves && (is_one() || (by_index && is_reached_by_index(facts, access)))
}

/// Whether an access is made for one value of each parameter in its offset, which the kernel asks for.
fn is_told_apart(facts: &Facts<'_, '_>, access: &MemoryAccess, offset: Expr) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let ways = conditions.all(facts, facts.cfg().block_of(access.inst));
    let exprs = facts.exprs();
    let table = &exprs.table;
    let asks_for = |way: &BlockEntry, parameter: Expr| {
        let Node::Compare(relation, _, a, b) = table.node(way.truth?) else { return None };
        let wanted = if way.wanted { IntegerRelation::Equal } else { IntegerRelation::NotEqual };
        let other = if a == parameter { b } else { a };
        (relation == wanted && (a == parameter || b == parameter)).then(|| table.as_constant(other)).flatten()
    };
    let is_asked_for = |parameter: Expr| ways.iter().any(|way| asks_for(way, parameter).is_some());
    let mut count = 0;
    let all = table.walk(offset, &mut |expr, node| match node {
        Node::Param { .. } => {
            count += 1;
            is_asked_for(expr)
        }
        Node::Opaque(_) | Node::Iteration(_) | Node::Special(..) => false,
        _ => true,
    });
    all && count > 0
}

/// Whether indices and constants alone decide that an access is executed.
fn is_reached_by_index(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let ways = conditions.all(facts, facts.cfg().block_of(access.inst));
    let exprs = facts.exprs();
    let by_index = |way: &BlockEntry| way.truth.is_some_and(|truth| is_by_index(&exprs.table, truth));
    facts.module.guard(access.inst).is_none() && ways.iter().all(by_index)
}

/// The accesses outside their variables in a launch, and all that happen in it.
/// `None` when the launch makes no sense.
fn overruns(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    (sample, place): (Sample, Option<GridPlace>),
    purse: &Purse,
) -> Option<(BTreeMap<usize, Overrun>, Vec<usize>)> {
    let model = model_of(facts, sample, place);
    // Few threads suffice where all launches have to agree, and leave time for long loops.
    let last = model.thread_count().saturating_sub(1);
    let chosen = |thread: &Thread| matches!(model.linear(*thread), 0..4 | 31..34) || model.linear(*thread) + 2 > last;
    let is_known = facts.block_shape().threads().is_some();
    let threads = if is_known { threads_at_edges(&model) } else { model.threads().filter(chosen).collect() };
    let trace = Simulation::run(facts, plan, &model, &threads, purse);
    if trace.trapped != 0 {
        return None;
    }
    plan.note_shortfall(facts, &trace);
    Some(outside(facts, &model, &trace))
}

/// The accesses of a run outside their variables, and all whose address is known.
fn outside(
    facts: &Facts<'_, '_>,
    model: &BlockModel<'_, '_, '_>,
    trace: &BlockTrace,
) -> (BTreeMap<usize, Overrun>, Vec<usize>) {
    let (mut found, mut seen) = (BTreeMap::new(), Vec::new());
    for event in &trace.events {
        let access = &facts.accesses()[event.access];
        let Some((var, size)) = access.extent(facts) else { continue };
        for thread in threads_of(event.mask) {
            let Some(address) = event.address.at(thread) else { continue };
            seen.push(event.access);
            let offset = address.saturating_sub(model.window(var));
            if offset < 0 || offset.saturating_add(i64::from(access.size)) > size {
                let (thread, sample) = (trace.threads[thread], model.sample());
                found.entry(event.access).or_insert(Overrun { thread, offset, sample });
            }
        }
    }
    seen.sort_unstable();
    seen.dedup();
    (found, seen)
}

fn describe(
    facts: &Facts<'_, '_>,
    access: &MemoryAccess,
    (var, size): (VarId, i64),
    overrun: &Overrun,
    reason: Reason,
) -> Finding {
    let place = reason.place();
    let module = facts.module;
    let name = module[var].name.map_or("the variable", |name| module.name(name));
    let Overrun { thread, offset, sample } = *overrun;
    let where_to = match offset {
        ..0 => format!("{} bytes before its start", offset.unsigned_abs()),
        _ if offset >= size => format!("{} bytes past its end", offset - size),
        _ => format!(
            "the last {} bytes are past its end",
            offset.saturating_add(i64::from(access.size)).saturating_sub(size)
        ),
    };
    let model = model_of(facts, sample, place);
    let roots: Vec<_> = access.address.into_iter().collect();
    let act = model.touch(thread, access, Some(model.window(var).saturating_add(offset)));
    let scope = if reason == Reason::Always { LaunchScope::Every } else { LaunchScope::Some };
    let whose = place.map_or_else(String::new, |place| format!(" of block {}", place.block[0]));
    let who = if reason == Reason::FixedAddress { "any thread here".to_owned() } else { format!("{thread}{whose}") };
    let finding = Finding::new(access.span(), format!("out-of-bounds access to `{name}` ({size} bytes)"))
        .caption(format!("{who} accesses {} bytes at offset {offset}: {where_to}", access.size))
        .label(module[var].span, "declared here");
    // Of what no launch has shown none is an example.
    let finding = match reason {
        Reason::FixedAddress => finding,
        _ => finding.witness(model.witness(&roots, &[access.inst], scope).act(act)),
    };
    match reason {
        Reason::Always => finding,
        Reason::SmallestSizes => finding
            .level(Level::Warning)
            .help("this happens where all sizes are 1: make sure that the kernel is never launched with them"),
        Reason::LateBlock => finding
            .level(Level::Warning)
            .help("each block has shared memory of its own: leave `%ctaid` out of the index"),
        Reason::NamedThread => finding
            .level(Level::Warning)
            .help("the condition lets this thread come: ask for a lesser index, or make the array longer"),
        Reason::FixedAddress => finding
            .level(Level::Warning)
            .help("the address is the same for every thread that comes here: correct the index, or remove the access"),
        Reason::FoldedIndex => finding
            .level(Level::Warning)
            .help("the mask or remainder lets the index get there: make it less, or the array longer"),
    }
}
