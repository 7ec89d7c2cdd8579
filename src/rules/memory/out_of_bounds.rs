use super::provenance::{is_base, is_by_index};
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Axis, Node};
use crate::facts::simulation::{Purse, Simulation, SimulationPlan, threads_of};
use crate::facts::{BlockEntry, BlockModel, Facts, GridPlace, MemoryAccess, Sample, Thread, candidates, laid_out};
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
    /// Without `.reqntid` or `--block`, an access is reported only when it leaves the variable for every block size and every
    /// parameter value that was tried: an array that is too small for large blocks is fine if the kernel is never launched with them.
    /// Dynamic shared memory and arrays behind pointers have no known size. An index into shared memory that grows with `%ctaid.x` is a
    /// warning where it leaves the array in block 1023.
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
    let Some(plan) = SimulationPlan::new(facts, |access| access.address.is_some() && insts.contains(&access.inst))
    else {
        return;
    };
    let axes = laid_out(facts, |access| insts.contains(&access.inst));
    // A kernel may be launched with a single thread, unless it says otherwise.
    let alone = facts.block_shape().threads().is_none().then_some(Sample::new([1, 1, 1], 0));
    let samples: Vec<Sample> =
        alone.into_iter().chain(candidates(facts, axes).map(|candidate| candidate.sample)).collect();
    let search = Search { facts, plan: &plan, samples: &samples };
    let found = search.in_every_launch(None);
    let grown = |index: &usize| !found.contains_key(index) && grows_with_block(facts, &facts.accesses()[*index]);
    let late = if suspects.iter().any(grown) { search.in_every_launch(Some(LATE_BLOCK)) } else { BTreeMap::new() };
    let late = late.into_iter().filter(|(index, _)| grown(index)).map(|late| (late, Some(LATE_BLOCK)));
    for ((index, overrun), place) in found.iter().map(|(&index, &overrun)| ((index, overrun), None)).chain(late) {
        let access = &facts.accesses()[index];
        if let Some((var, size)) = access.extent(facts) {
            cx.report(describe(facts, access, (var, size), &overrun, place));
        }
    }
}

/// The last block of a long grid.
const LATE_BLOCK: GridPlace = GridPlace { grid: [1024, 1, 1], block: [1023, 0, 0] };

/// Whether an address in shared memory, of which each block has its own, depends on the index of the block.
fn grows_with_block(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let shared = access.extent(facts).is_some_and(|(var, _)| facts.module[var].space == StateSpace::Shared);
    let exprs = facts.exprs();
    let grows = |address| exprs.table.contains(address, |node| node == Node::Ctaid(Axis::X));
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
        let mut attainable: Option<bool> = None;
        let is_attainable = || {
            let given: Vec<_> = samples.iter().filter_map(Sample::given_leaf).collect();
            plan.has_attainable_address(facts, place.is_some(), &given)
        };
        let purse = Purse::new(facts, plan);
        for (number, &sample) in samples.iter().enumerate() {
            // What not all launches confirm is not told.
            if purse.is_spent() {
                facts.fell_short("launches", number, Some(samples.len()));
                return BTreeMap::new();
            }
            let Some((overruns, seen)) = overruns(facts, plan, (sample, place), &purse) else { continue };
            let confirmed = match found {
                // No other launch says more where none knows an address, or all lose their threads before.
                None if seen.is_empty() && !*attainable.get_or_insert_with(is_attainable) => return BTreeMap::new(),
                None if seen.is_empty() => continue,
                None => overruns,
                Some(mut known) => {
                    known.retain(|index, _| overruns.contains_key(index) || !seen.contains(index));
                    known
                }
            };
            if confirmed.is_empty() {
                return confirmed;
            }
            found = Some(confirmed);
        }
        found.unwrap_or_default()
    }
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
    let rest: Vec<_> = terms.iter().copied().filter(|&(expr, _)| !is_base(exprs.table.node(expr))).collect();
    let Some(offset) = exprs.table.sum(rest, constant) else { return false };
    let bounds = exprs.table.bounds(offset);
    let leaves = bounds.low < 0 || bounds.high > size - i64::from(access.size);
    // Where the values of parameters decide, the caller may know better.
    let by_index = leaves && is_by_index(&exprs.table, offset);
    drop(exprs);
    leaves && (bounds.low == bounds.high || (by_index && is_reached_by_index(facts, access)))
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
    // Few threads suffice, and leave time for long loops.
    let last = model.thread_count().saturating_sub(1);
    let chosen = |thread: &Thread| matches!(model.linear(*thread), 0..4 | 31..34) || model.linear(*thread) + 2 > last;
    let threads: Vec<Thread> = model.threads().filter(chosen).collect();
    let trace = Simulation::run(facts, plan, &model, &threads, purse);
    if trace.trapped != 0 {
        return None;
    }
    plan.note_shortfall(facts, &trace);
    let (mut found, mut seen) = (BTreeMap::new(), Vec::new());
    for event in &trace.events {
        let access = &facts.accesses()[event.access];
        let Some((var, size)) = access.extent(facts) else { continue };
        for thread in threads_of(event.mask) {
            let Some(address) = event.address.at(thread) else { continue };
            seen.push(event.access);
            let offset = address.saturating_sub(model.window(var));
            if offset < 0 || offset.saturating_add(i64::from(access.size)) > size {
                found.entry(event.access).or_insert(Overrun { thread: trace.threads[thread], offset, sample });
            }
        }
    }
    seen.sort_unstable();
    seen.dedup();
    Some((found, seen))
}

fn describe(
    facts: &Facts<'_, '_>,
    access: &MemoryAccess,
    (var, size): (VarId, i64),
    overrun: &Overrun,
    place: Option<GridPlace>,
) -> Finding {
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
    let scope = if place.is_some() { LaunchScope::Some } else { LaunchScope::Every };
    let whose = place.map_or_else(String::new, |place| format!(" of block {}", place.block[0]));
    let finding = Finding::new(access.span(), format!("out-of-bounds access to `{name}` ({size} bytes)"))
        .caption(format!("{thread}{whose} accesses {} bytes at offset {offset}: {where_to}", access.size))
        .label(module[var].span, "declared here")
        .witness(model.witness(&roots, &[access.inst], scope).act(act));
    match place {
        None => finding,
        Some(_) => finding
            .level(Level::Warning)
            .help("each block has shared memory of its own: leave `%ctaid` out of the index"),
    }
}
