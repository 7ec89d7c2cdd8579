//! Loops that do nothing but wait for what another thread stores.

use super::expr::Node;
use super::{Block, Definition, Facts, LoopId, MemoryAccess};
use crate::ids::InstId;
use crate::isa::Effects;

/// What a loop that only waits does not do besides.
const BUSY: Effects = Effects::READS_MEMORY
    .union(Effects::WRITES_MEMORY)
    .union(Effects::ATOMIC)
    .union(Effects::BARRIER)
    .union(Effects::CALL)
    .union(Effects::FENCE);

/// The block with the only way out of a loop, all of whose instructions are idle.
fn only_exit(facts: &Facts<'_, '_>, id: LoopId, is_idle: impl Fn(InstId) -> bool) -> Option<Block> {
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    let mut exits = Vec::new();
    for block in loops.blocks(cfg, id) {
        // Most loops are busy, and long.
        if !cfg.insts(block).all(&is_idle) {
            return None;
        }
        if cfg.successors(block).iter().any(|&next| !loops.contains(id, next)) {
            exits.push(block);
        }
    }
    if let [exit] = exits[..] { Some(exit) } else { None }
}

/// Whether a load is repeated in a loop that the threads of a block leave together, by what a barrier tells them all: one of them looks at a word, and
/// all wait for what it sees.
pub fn is_polled_together(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    let Some(id) = loops.innermost(cfg.block_of(access.inst)) else { return false };
    let is_reduction = |inst: InstId| module.opcode(inst).instruction.is_some_and(super::is_reduction);
    let is_idle =
        |inst: InstId| inst == access.inst || is_reduction(inst) || !module.opcode(inst).effects.intersects(BUSY);
    let Some(exit) = only_exit(facts, id, is_idle) else { return false };
    let Some(guard) = facts.exprs().guard(facts, cfg.last(exit)) else { return false };
    let is_told = |node: Node| {
        let Node::Opaque(value) = node else { return false };
        facts.ssa().and_then(|ssa| ssa.writer(value)).is_some_and(is_reduction)
    };
    facts.exprs().table.contains(guard, is_told)
}

/// Whether a loop waits for what an access reads, alone or together with others.
pub fn is_waited_for(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    is_spun_on(facts, access) || is_polled_together(facts, access)
}

/// Whether a loop repeats a load until it returns another value, and does nothing else meanwhile.
pub fn is_spun_on(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    let (Some(id), Some(address)) = (loops.innermost(cfg.block_of(access.inst)), access.address) else { return false };
    let inside = |block: Block| loops.contains(id, block);
    let is_idle = |inst: InstId| inst == access.inst || !module.opcode(inst).effects.intersects(BUSY);
    let Some(exit) = only_exit(facts, id, is_idle) else { return false };
    let Some(guard) = facts.exprs().guard(facts, cfg.last(exit)) else { return false };
    let defined = |value| match facts.ssa().map(|ssa| ssa.data(value).definition) {
        Some(Definition::Write { inst, .. }) => Some(inst),
        _ => None,
    };
    let is_loaded = |node: Node| matches!(node, Node::Opaque(value) if defined(value) == Some(access.inst));
    let is_outside = |value| match facts.ssa().map(|ssa| ssa.data(value).definition) {
        Some(Definition::Phi { block, .. }) => !inside(block),
        _ => defined(value).is_some_and(|inst| !inside(cfg.block_of(inst))),
    };
    let is_fixed = |node: Node| match node {
        // Another round of a loop around this one.
        Node::Iteration(around) => !inside(loops.get(around).header),
        Node::Special(register, _) => !register.kind.is_volatile(),
        Node::Opaque(value) => is_outside(value),
        _ => true,
    };
    let exprs = facts.exprs();
    let table = &exprs.table;
    table.contains(guard, is_loaded)
        && table.walk(guard, &mut |_, node| is_fixed(node) || is_loaded(node))
        && table.walk(address, &mut |_, node| is_fixed(node))
}
