//! Tiles of shared memory that the threads of a block fill together in each round of a loop, some of which have left the kernel before it.

use super::divergence::guard_level;
use super::divergent_barrier::leaves_kernel;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Axis, Expr, LeafKinds, Node};
use crate::facts::protocol::with_effects;
use crate::facts::{
    AccessKind, Base, BlockEntry, Divergence, Facts, LoopId, MemoryAccess, ThreadScope, is_shared, is_structured,
};
use crate::ids::InstId;
use crate::isa::Effects;

/// A tile of which some parts stay empty.
struct UnfilledTile<'f> {
    store: &'f MemoryAccess,
    load: &'f MemoryAccess,
    exit: InstId,
}

/// A tile of which each thread that is still there stores its part, before all of them read the parts of all, one after the other. Whether
/// a thread leaves is decided once, by its place in the grid and a size, and not by what it would store in each round.
pub(super) fn unfilled_tile(facts: &Facts<'_, '_>) -> Option<Finding> {
    let is_tile = |access: &&MemoryAccess| is_shared(facts, access) && matches!(access.base, Base::Variable(_));
    let tiles: Vec<&MemoryAccess> = facts.own_accesses().filter(is_tile).collect();
    let barriers: Vec<InstId> =
        with_effects(facts, Effects::BARRIER).into_iter().filter(|&inst| facts.waits_for_block(inst)).collect();
    let stores = tiles.iter().filter(|access| access.kind == AccessKind::Write);
    stores.copied().find_map(|store| {
        let round = facts.natural_loops().innermost(facts.cfg().block_of(store.inst))?;
        let (exit, axes) = way_out(facts, store, round)?;
        let meets = |load: &MemoryAccess| {
            let is_between = |barrier: &InstId| {
                (store.inst..load.inst).contains(barrier)
                    && facts.natural_loops().contains(round, facts.cfg().block_of(*barrier))
            };
            barriers.iter().any(is_between)
        };
        let reads = |load: &&&MemoryAccess| load.kind == AccessKind::Read && load.base == store.base;
        let load =
            tiles.iter().filter(reads).find(|load| reads_all(facts, (store, load), round, axes) && meets(load))?;
        Some(describe(facts, &UnfilledTile { store, load, exit }))
    })
}

/// The branch before a loop that takes some threads of a block out of the kernel, and the axes along which it tells them apart.
fn way_out(facts: &Facts<'_, '_>, store: &MemoryAccess, round: LoopId) -> Option<(InstId, [bool; 3])> {
    let uniformity = facts.uniformity()?;
    let ways = facts.conditions()?.all(facts, facts.cfg().block_of(store.inst));
    let axes = |truth: Expr| {
        let exprs = facts.exprs();
        Axis::ALL.map(|axis| exprs.table.has_any(truth, LeafKinds::tid(axis)))
    };
    let is_by_size = |truth: Expr| facts.exprs().table.has_any(truth, LeafKinds::PARAM);
    ways.iter().find_map(|way: &BlockEntry| {
        let truth = way.truth.filter(|&truth| is_by_size(truth) && !is_structured(facts, truth))?;
        let parts = guard_level(facts, uniformity, way.inst, ThreadScope::Block) == Divergence::Thread;
        let is_before = !facts.natural_loops().contains(round, way.branch);
        let is_exit = parts && is_before && leaves_kernel(facts, way.branch);
        (is_exit && axes(truth) != [false; 3]).then(|| (way.inst, axes(truth)))
    })
}

/// Whether a load in a loop within the round goes through what threads along one of the axes store, whoever makes it.
fn reads_all(
    facts: &Facts<'_, '_>,
    (store, load): (&MemoryAccess, &MemoryAccess),
    round: LoopId,
    axes: [bool; 3],
) -> bool {
    let loops = facts.natural_loops();
    let inner = loops.innermost(facts.cfg().block_of(load.inst));
    let Some(inner) = inner.filter(|&inner| inner != round && loops.contains(round, loops.get(inner).header)) else {
        return false;
    };
    let (Some(stored), Some(loaded)) = (store.address, load.address) else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let factor = |address: Expr, wanted: Node| {
        let terms = table.terms(address).0;
        terms.iter().find(|(term, _)| table.node(*term) == wanted).map(|&(_, factor)| factor)
    };
    let Some(step) = factor(loaded, Node::Iteration(inner)) else { return false };
    // Rounds of an unrolled loop read several parts.
    let is_part = |axis: Axis| factor(stored, Node::Tid(axis)).is_some_and(|part| part > 0 && step % part == 0);
    !table.depends_on_thread(loaded) && Axis::ALL.into_iter().any(|axis| axes[axis.index()] && is_part(axis))
}

fn describe(facts: &Facts<'_, '_>, UnfilledTile { store, load, exit }: &UnfilledTile<'_>) -> Finding {
    left_empty(facts, *exit, store)
        .caption("exits where a size is not a multiple of the block's")
        .label(store.span(), "each thread that is left stores its part here")
        .label(load.span(), "and reads the parts of all of them after the barrier")
}

/// What is said of an exit by which threads leave their part of what others store to empty.
pub(super) fn left_empty(facts: &Facts<'_, '_>, exit: InstId, store: &MemoryAccess) -> Finding {
    let name = match store.base {
        Base::Variable(var) => facts.module[var].name.map_or("shared memory", |name| facts.module.name(name)),
        _ => "shared memory",
    };
    Finding::new(facts.module[exit].span, format!("threads that exit here never write their part of `{name}`"))
        .level(Level::Warning)
        .help(
            "let all threads stay until the last barrier, store a neutral value for those without work, and guard only the final \
             result",
        )
}
