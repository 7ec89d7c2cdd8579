//! Loops that do nothing but wait for what another thread stores.

use super::expr::Node;
use super::{Block, Definition, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::Effects;

/// Whether a loop repeats a load until it returns another value, and does nothing else meanwhile.
pub fn is_spun_on(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    let (Some(id), Some(address)) = (loops.innermost(cfg.block_of(access.inst)), access.address) else { return false };
    let is_idle = |inst: InstId| {
        let opcode = module.opcode(inst);
        let busy = Effects::READS_MEMORY
            .union(Effects::WRITES_MEMORY)
            .union(Effects::ATOMIC)
            .union(Effects::BARRIER)
            .union(Effects::CALL)
            .union(Effects::FENCE);
        inst == access.inst || !opcode.effects.intersects(busy)
    };
    let inside = |block: Block| loops.contains(id, block);
    let mut exits = Vec::new();
    for block in loops.blocks(cfg, id) {
        // Most loops are busy, and long.
        if !cfg.insts(block).all(is_idle) {
            return false;
        }
        if cfg.successors(block).iter().any(|&next| !inside(next)) {
            exits.push(block);
        }
    }
    let [exit] = exits[..] else { return false };
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
