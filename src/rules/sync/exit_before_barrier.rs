use super::divergence::{guard_level, sizes_in};
use super::divergent_barrier::leaves_kernel;
use super::grid_barrier::left_behind;
use super::unfilled_tiles::{left_empty, unfilled_tile};
use crate::diagnostic::Finding;
use crate::facts::expr::{Expr, LeafKinds, Mask};
use crate::facts::simulation::{AccessEvent, Purse, SimulationPlan, threads_of};
use crate::facts::{
    AccessKind, Base, Block, BlockEntry, BlockModel, Divergence as Uniformity, Facts, MemoryAccess, ObservedLaunch,
    Sample, Thread, ThreadScope, candidates, is_shared, is_structured, laid_out,
};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};
use crate::util::{FastMap, FastSet};
use crate::witness::{self, Deed, Witness};
use std::collections::HashMap;

declare_rule! {
    /// ## What it does
    /// Reports stores to shared memory that threads skip because they exited the kernel early, when other threads read the skipped
    /// locations after a later barrier, and blocks that exit before a barrier of the whole grid (`grid.sync()`).
    ///
    /// ## Why is this bad
    /// The barrier does not hang: it waits for the threads that are still running. But the whole block fills a tile, and the part
    /// that belongs to the exited threads keeps its old contents. The last block of a grid computes with garbage whenever the size is
    /// not a multiple of the block's. A barrier of the grid does hang: it waits until as many blocks have arrived as the grid has.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data, .param .u32 n)
    /// .reqntid 256, 1, 1
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<7>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 4 .b8 tile[1024];
    ///     ld.param.u64 %rd1, [data];
    ///     ld.param.u32 %r1, [n];
    ///     mov.u32 %r2, %tid.x;
    ///     setp.ge.u32 %p1, %r2, %r1;
    ///     @%p1 ret;
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mul.wide.u32 %rd3, %r2, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     ld.global.u32 %r3, [%rd4];
    ///     shl.b32 %r4, %r2, 2;
    ///     mov.u32 %r5, tile;
    ///     add.s32 %r6, %r5, %r4;
    ///     st.shared.u32 [%r6], %r3;
    ///     bar.sync 0;
    ///     sub.s32 %r6, %r5, %r4;
    ///     ld.shared.u32 %r3, [%r6+1020];
    ///     st.global.u32 [%rd4], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data, .param .u32 n)
    /// .reqntid 256, 1, 1
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<7>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 4 .b8 tile[1024];
    ///     ld.param.u64 %rd1, [data];
    ///     ld.param.u32 %r1, [n];
    ///     mov.u32 %r2, %tid.x;
    ///     setp.ge.u32 %p1, %r2, %r1;
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mul.wide.u32 %rd3, %r2, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     mov.u32 %r3, 0;
    ///     @!%p1 ld.global.u32 %r3, [%rd4];
    ///     shl.b32 %r4, %r2, 2;
    ///     mov.u32 %r5, tile;
    ///     add.s32 %r6, %r5, %r4;
    ///     st.shared.u32 [%r6], %r3;
    ///     bar.sync 0;
    ///     @%p1 ret;
    ///     sub.s32 %r6, %r5, %r4;
    ///     ld.shared.u32 %r3, [%r6+1020];
    ///     st.global.u32 [%rd4], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Launches are tried as in `missing-barrier`. A kernel that is only ever launched with sizes that give every thread work is
    /// still reported: nothing in the module says so. Exits that depend on data, or on a parameter that divides, masks or scales an
    /// index, are not judged. Where loops are too long to know what is read in a launch in which no thread exits, only the likeliest
    /// block shape counts. Where data say how many rounds there are, tiles are judged that each thread fills a part of in every round, before all read the
    /// parts of all, one after the other. A barrier of the grid is an atomic addition, and a loop that waits for its word, where the number of blocks decides what
    /// is added or waited for. Whether any block is launched that exits is not known.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.13.1 `bar`, `barrier`; CUDA C++ Programming Guide, "Synchronization Functions".
    pub static EXIT_BEFORE_BARRIER = "exit-before-barrier" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Most launches that are tried.
const MOST_LAUNCHES: usize = 12;

/// Most parameters that are tried as small sizes, and most shapes of blocks with each.
const MOST_SIZES: usize = 4;
const MOST_SHAPES: usize = 3;

/// A size that leaves most threads of any block without work; a power of two, as sizes of padded data are.
const SMALL: i64 = 8;

/// A size that leaves no thread without work.
const LARGE: i64 = 1 << 20;

/// Most blocks with barriers that are looked at.
const MOST_BARRIERS: usize = 16;

/// A place that was not filled.
#[derive(Clone, Copy)]
struct Gap {
    exit: InstId,
    store: usize,
    read: usize,
    gone: Thread,
    reader: Thread,
    /// Where the thread that is gone would have stored.
    address: i64,
    sample: Sample,
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if cx.module.has_effects(Effects::ATOMIC) && cx.module[facts.function].kind == FunctionKind::Entry {
        left_behind(facts).into_iter().for_each(|finding| cx.report(finding));
    }
    if !cx.module.has_effects(Effects::BARRIER) || !leaves_before_barrier(facts) {
        return;
    }
    let Some(plan) = facts.shared_plan() else {
        return unfilled_tile(facts).into_iter().for_each(|finding| cx.report(finding));
    };
    let mut gaps: Vec<Gap> = Vec::new();
    let purse = Purse::new(facts, plan);
    let axes = laid_out(facts, |access| is_shared(facts, access));
    let usual: Vec<Sample> = candidates(facts, axes).filter(|known| known.usual).map(|known| known.sample).collect();
    for &sample in usual.iter().take(MOST_LAUNCHES) {
        gaps.extend(ObservedLaunch::run(facts, plan, sample, &purse).iter().flat_map(|launch| gaps_of(facts, launch)));
    }
    let sizes = if gaps.is_empty() { sizes(facts) } else { Vec::new() };
    let mut shapes: Vec<[u32; 3]> = usual.iter().map(|sample| sample.shape).collect();
    shapes.dedup();
    for (&leaf, &shape) in sizes.iter().flat_map(|leaf| shapes.iter().take(MOST_SHAPES).map(move |shape| (leaf, shape)))
    {
        let sample = Sample::new(shape, 0).fixing(leaf, SMALL);
        gaps.extend(ObservedLaunch::run(facts, plan, sample, &purse).iter().flat_map(|launch| gaps_of(facts, launch)));
    }
    let mut judged: HashMap<[u32; 3], bool> = HashMap::new();
    gaps.retain(|gap| {
        if way_out(facts, gap).is_some_and(|way| hangs_on_pitch(facts, &way))
            || stays_without(facts, gap)
            || is_filled(facts, gap)
        {
            return false;
        }
        let shape = gap.sample.shape;
        let has_work = || has_work_for_all(facts, plan, shape).unwrap_or(Some(&shape) == shapes.first());
        *judged.entry(shape).or_insert_with(has_work)
    });
    if purse.is_spent() {
        facts.fell_short("launches", 0, None);
    }
    gaps.sort_by_key(|gap| (gap.store, gap.exit));
    gaps.dedup_by_key(|gap| gap.store);
    if gaps.is_empty() {
        unfilled_tile(facts).into_iter().for_each(|finding| cx.report(finding));
    }
    for gap in gaps {
        cx.report(describe(facts, &gap));
    }
}

/// Whether blocks of a shape read nothing that nobody has written when sizes are large, so that no thread leaves early. `None` when a run
/// does not get to its end: loops over so many elements take too many steps, those over an element for each thread maybe not.
fn has_work_for_all(facts: &Facts<'_, '_>, plan: &SimulationPlan, shape: [u32; 3]) -> Option<bool> {
    let threads = shape.into_iter().map(i64::from).product();
    let purse = Purse::new(facts, plan);
    let launches = [LARGE, threads]
        .into_iter()
        .map(|size| ObservedLaunch::run(facts, plan, Sample::with_sizes(shape, size), &purse));
    for launch in launches {
        match launch {
            None => return Some(true),
            Some(launch) if launch.trace.complete => return Some(!launch.reads_nothing(facts, plan, &purse)),
            Some(_) => {}
        }
    }
    None
}

/// The parameters that decide together with thread indices which threads leave before a barrier.
fn sizes(facts: &Facts<'_, '_>) -> Vec<Expr> {
    let Some(conditions) = facts.conditions() else { return Vec::new() };
    let by_thread = |truth: Expr| facts.exprs().table.has_any(truth, LeafKinds::TID);
    let ways = facts.cfg().blocks().flat_map(|block| conditions.of(block));
    let truths = ways.filter(|way| leaves_kernel(facts, way.branch)).filter_map(|way| way.truth);
    let mut found: Vec<Expr> =
        truths.filter(|&truth| by_thread(truth)).flat_map(|truth| sizes_in(facts, truth)).collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST_SIZES);
    found
}

/// Whether some barrier lies behind a branch that takes part of the threads out of the kernel.
fn leaves_before_barrier(facts: &Facts<'_, '_>) -> bool {
    let (module, cfg) = (facts.module, facts.cfg());
    let barrier = |inst: &InstId| module.opcode(*inst).effects.intersects(Effects::BARRIER);
    let mut barriers = module.insts_of(facts.function).filter(barrier).peekable();
    if barriers.peek().is_none() {
        return false;
    }
    let Some(conditions) = facts.conditions() else { return false };
    let is_uniform = |way: &BlockEntry| {
        let uniformity = facts.uniformity();
        uniformity.is_none_or(|known| guard_level(facts, known, way.inst, ThreadScope::Block) == Uniformity::Uniform)
    };
    let mut blocks: Vec<_> = barriers.map(|inst| cfg.block_of(inst)).collect();
    blocks.dedup();
    facts.fell_short("barriers", facts.budget(MOST_BARRIERS), Some(blocks.len()));
    blocks.truncate(facts.budget(MOST_BARRIERS));
    blocks.into_iter().any(|block| {
        let parts = |way: &&BlockEntry| leaves_kernel(facts, way.branch) && !is_uniform(way);
        conditions.all(facts, block).iter().filter(parts).any(|way| !hangs_on_pitch(facts, way))
    })
}

/// Whether a parameter that divides, masks or scales an index decides: it is made to fit the block, so that no value can be made up.
fn hangs_on_pitch(facts: &Facts<'_, '_>, way: &BlockEntry) -> bool {
    way.truth.is_some_and(|truth| is_structured(facts, truth))
}

/// Places that threads do not store to that have left before.
struct Missing<'t> {
    store: &'t AccessEvent,
    /// Where they have left.
    exit: InstId,
    /// The threads, and where each would have stored.
    places: Vec<(usize, i64)>,
}

/// The places that some threads leave empty and others read.
fn gaps_of(facts: &Facts<'_, '_>, launch: &ObservedLaunch) -> Vec<Gap> {
    let trace = &launch.trace;
    let accesses = facts.accesses();
    let Some(&(_, last_arrival, _)) = trace.arrivals.iter().max_by_key(|(_, phase, _)| *phase) else {
        return Vec::new();
    };
    let early: Vec<(InstId, u32, Mask)> =
        trace.exits.iter().copied().filter(|&(_, phase, _)| phase <= last_arrival).collect();
    if early.is_empty() {
        return Vec::new();
    }
    let writes = |event: &&AccessEvent| accesses[event.access].kind != AccessKind::Read;
    let places = |event: &AccessEvent, mask: Mask| -> Vec<(usize, i64)> {
        threads_of(mask).filter_map(|thread| event.address.at(thread).map(|address| (thread, address))).collect()
    };
    let has_left = |store: &AccessEvent| {
        let before = early.iter().filter(|&&(_, phase, gone)| phase <= store.phase && gone & !store.mask != 0);
        before.map(|&(exit, _, gone)| (exit, gone & !store.mask)).collect::<Vec<_>>()
    };
    let is_kept = |event: &&AccessEvent| writes(event) && matches!(accesses[event.access].base, Base::Variable(_));
    let stores: Vec<(&AccessEvent, Vec<(InstId, Mask)>)> =
        trace.events.iter().filter(is_kept).map(|event| (event, has_left(event))).collect();
    if stores.iter().all(|(_, gone)| gone.is_empty()) {
        return Vec::new();
    }
    let written: FastSet<i64> = trace
        .events
        .iter()
        .filter(writes)
        .flat_map(|event| places(event, event.mask))
        .map(|(_, address)| address)
        .collect();
    // What nobody has stored, as whoever would have done so has left.
    let mut missing: Vec<Missing<'_>> = Vec::new();
    for (store, left) in stores {
        for (exit, gone) in left {
            let mut places = places(store, gone);
            places.retain(|(_, address)| !written.contains(address));
            if !places.is_empty() {
                missing.push(Missing { store, exit, places });
            }
        }
    }
    let wanted = missing.iter().flat_map(|it| it.places.iter().map(|&(_, address)| address)).collect();
    let reads = reads_by_address(facts, launch, &wanted);
    let gap = |Missing { store, exit, places }: &Missing<'_>| {
        // The first one that reads, in the order of the run.
        let gap = places.iter().filter_map(|&(gone, address)| {
            let places = reads.get(&address)?;
            let &(event, reader) =
                places.get(places.partition_point(|&(event, _)| trace.events[event].phase <= store.phase))?;
            Some((event, reader, gone, address))
        });
        gap.min().map(|(event, reader, gone, address)| {
            let [gone, reader] = [gone, reader].map(|thread| trace.threads[thread]);
            Gap {
                exit: *exit,
                store: store.access,
                read: trace.events[event].access,
                gone,
                reader,
                address,
                sample: launch.sample,
            }
        })
    };
    missing.iter().filter_map(gap).collect()
}

/// Which events and threads of a launch read each of some addresses, in the order of the run.
fn reads_by_address(
    facts: &Facts<'_, '_>,
    launch: &ObservedLaunch,
    wanted: &FastSet<i64>,
) -> FastMap<i64, Vec<(usize, usize)>> {
    let mut reads: FastMap<i64, Vec<(usize, usize)>> = FastMap::default();
    if wanted.is_empty() {
        return reads;
    }
    let is_read = |event: &AccessEvent| facts.accesses()[event.access].kind == AccessKind::Read;
    for (index, event) in launch.trace.events.iter().enumerate().filter(|(_, event)| is_read(event)) {
        for thread in threads_of(event.mask) {
            if let Some(address) = event.address.at(thread).filter(|address| wanted.contains(address)) {
                reads.entry(address).or_default().push((index, thread));
            }
        }
    }
    reads
}

/// The branch that takes threads out of the kernel before a store, if it can be told.
fn way_out(facts: &Facts<'_, '_>, gap: &Gap) -> Option<BlockEntry> {
    let store = facts.cfg().block_of(facts.accesses()[gap.store].inst);
    let ways = facts.conditions().map_or_else(Vec::new, |conditions| conditions.all(facts, store));
    ways.into_iter().find(|way| leaves_kernel(facts, way.branch))
}

/// Whether something else than the way out keeps a thread from the store: it would not have stored if it had stayed.
fn stays_without(facts: &Facts<'_, '_>, gap: &Gap) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let model = BlockModel::of(facts, gap.sample);
    let store = facts.cfg().block_of(facts.accesses()[gap.store].inst);
    let ways = conditions.all(facts, store);
    let table = &facts.exprs().table;
    let fails = |way: &&BlockEntry| {
        let value = way.truth.and_then(|truth| model.value(table, truth, gap.gone));
        value.is_some_and(|value| (value != 0) != way.wanted)
    };
    ways.iter().filter(fails).any(|way| !leaves_kernel(facts, way.branch))
}

/// Whether a thread that stays stores at the same place: of large blocks only some threads are run.
fn is_filled(facts: &Facts<'_, '_>, gap: &Gap) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let model = BlockModel::of(facts, gap.sample);
    let base = facts.accesses()[gap.store].base;
    let is_store = |access: &&MemoryAccess| access.base == base && access.kind != AccessKind::Read;
    let stores: Vec<(Block, Expr)> = (facts.accesses().iter().filter(is_store))
        .filter_map(|access| Some((facts.cfg().block_of(access.inst), access.address?)))
        .collect();
    let table = &facts.exprs().table;
    for thread in model.all_threads().into_iter().filter(|&thread| thread != gap.gone) {
        // Nothing is claimed of what is not looked at.
        if !facts.spend(stores.len()) {
            return true;
        }
        let is_here = |&&(_, address): &&(Block, Expr)| model.value(table, address, thread) == Some(gap.address);
        let comes = |&(block, _): &(Block, Expr)| model.reaches(table, conditions, block, thread) != Some(false);
        if stores.iter().filter(is_here).any(comes) {
            return true;
        }
    }
    false
}

/// Who leaves, and who reads what nobody has stored.
fn witness(facts: &Facts<'_, '_>, gap: &Gap) -> Witness {
    let model = BlockModel::of(facts, gap.sample);
    let (store, read) = (&facts.accesses()[gap.store], &facts.accesses()[gap.read]);
    let roots: Vec<Expr> = [store, read].iter().filter_map(|access| access.address).collect();
    model
        .witness(&roots, &[store.inst, read.inst], witness::LaunchScope::Some)
        .act(model.act(gap.gone, Deed::Leaves, facts.module[gap.exit].span))
        .act(model.touch(gap.reader, read, None))
}

fn describe(facts: &Facts<'_, '_>, gap: &Gap) -> Finding {
    let accesses = facts.accesses();
    let (store, read) = (&accesses[gap.store], &accesses[gap.read]);
    // Otherwise where they leave.
    let place = way_out(facts, gap).map_or(gap.exit, |way| way.inst);
    left_empty(facts, place, store)
        .caption(format!("{} leaves", gap.gone))
        .label(store.span(), format!("{} would have stored here", gap.gone))
        .label(read.span(), format!("{} reads that location after the barrier", gap.reader))
        .witness(witness(facts, gap))
}
