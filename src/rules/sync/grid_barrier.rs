//! Barriers of a grid: each block counts itself, and waits until all have. Whoever has left the kernel before does not come.

use super::divergent_barrier::leaves_kernel;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Expr, LeafKinds, Node};
use crate::facts::{AccessKind, BlockEntry, Facts, MemoryAccess, is_waited_for};
use crate::ids::InstId;
use crate::isa::{op, word};

/// A barrier of a grid: where a block counts itself, and where it waits for the others.
struct GridBarrier {
    arrival: InstId,
    wait: InstId,
}

/// Barriers of the grid behind branches that take some blocks out of the kernel, by their index.
pub(super) fn left_behind(facts: &Facts<'_, '_>) -> Vec<Finding> {
    let Some(conditions) = facts.conditions() else { return Vec::new() };
    let leaves = |way: &&BlockEntry| {
        way.truth.is_some_and(|truth| is_by_block(facts, truth)) && leaves_kernel(facts, way.branch)
    };
    let finding = |barrier: GridBarrier| {
        let ways = conditions.all(facts, facts.cfg().block_of(barrier.arrival));
        ways.iter().find(leaves).map(|way| describe(facts, &barrier, way.inst))
    };
    grid_barriers(facts).into_iter().filter_map(finding).collect()
}

fn describe(facts: &Facts<'_, '_>, barrier: &GridBarrier, exit: InstId) -> Finding {
    let module = facts.module;
    Finding::new(
        module[barrier.wait].span,
        "blocks wait here for all blocks of the grid, some of which may have exited",
    )
    .caption("waits until as many blocks have arrived as the grid has")
    .label(module[barrier.arrival].span, "each block that comes is counted here")
    .label(module[exit].span, "some blocks exit here, by their index")
    .level(Level::Warning)
    .help("let all blocks come to the barrier, and skip only the work")
}

/// Whether the index of its block decides a condition for all of its threads, and no data does.
fn is_by_block(facts: &Facts<'_, '_>, truth: Expr) -> bool {
    let exprs = facts.exprs();
    let of_thread = |node: Node| matches!(node, Node::Tid(_) | Node::Lane | Node::Warp | Node::Opaque(_));
    exprs.table.has_any(truth, LeafKinds::CTAID) && !exprs.table.contains(truth, of_thread)
}

fn grid_barriers(facts: &Facts<'_, '_>) -> Vec<GridBarrier> {
    let module = facts.module;
    let adds = |access: &&MemoryAccess| {
        access.kind == AccessKind::Atomic
            && (access.is_made_by(facts, op::ATOM) || access.is_made_by(facts, op::RED))
            && module.has_modifier(module.opcode(access.origin), word::ADD)
    };
    let arrivals: Vec<&MemoryAccess> = facts.own_accesses().filter(adds).filter(|it| it.address.is_some()).collect();
    if arrivals.is_empty() {
        return Vec::new();
    }
    let is_wait = |access: &&MemoryAccess| {
        let is_strong = access.strong || access.volatile;
        access.kind == AccessKind::Read
            && is_strong
            && arrivals.iter().any(|arrival| arrival.address == access.address)
            && is_waited_for(facts, access)
    };
    let barrier = |wait: &MemoryAccess| {
        let is_own = |arrival: &&&MemoryAccess| {
            arrival.address == wait.address && (adds_for_grid(facts, arrival) || waits_for_grid(facts, wait))
        };
        let arrival = arrivals.iter().find(is_own)?;
        Some(GridBarrier { arrival: arrival.inst, wait: wait.inst })
    };
    facts.own_accesses().filter(is_wait).filter_map(barrier).collect()
}

/// Whether an expression has the number of blocks in it.
fn counts_blocks(facts: &Facts<'_, '_>, expr: Expr) -> bool {
    facts.exprs().table.has_any(expr, LeafKinds::NCTAID)
}

/// Whether what is added says how many blocks are to come, as in cooperative groups, where one of them adds what is left to the sign bit.
fn adds_for_grid(facts: &Facts<'_, '_>, arrival: &MemoryAccess) -> bool {
    let operands = facts.module.operands(arrival.inst);
    let added = operands.last().and_then(|&operand| facts.exprs().operand(facts, arrival.inst, operand));
    added.is_some_and(|added| counts_blocks(facts, added))
}

/// Whether the number that a loop waits for has the number of blocks in it.
fn waits_for_grid(facts: &Facts<'_, '_>, wait: &MemoryAccess) -> bool {
    let last = facts.cfg().last(facts.cfg().block_of(wait.inst));
    let guard = facts.exprs().guard(facts, last);
    guard.is_some_and(|guard| counts_blocks(facts, guard))
}
