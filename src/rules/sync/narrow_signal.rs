//! Signals behind a fence of the scope of a block that a loop waits for at another place.

use super::handover::is_global;
use crate::facts::ordering::{order_of, reaches_other_blocks};
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::Effects;

/// A signal that other threads may see before the data, unless they are of the same block.
pub(super) struct NarrowSignal {
    /// The fence.
    pub fence: InstId,
    /// The store of the data.
    pub data: InstId,
    /// The store that gives the signal.
    pub signal: InstId,
    /// The load that waits for signals.
    pub wait: InstId,
    /// A load of such data.
    pub read: InstId,
}

/// The first signal of a function, with data in another array, that strong loads of other places of its array wait for in a loop: a chain of blocks
/// that look back. Who computes the place of what it looks at from other data than that of what it signals means another block.
pub(super) fn narrow_signal(facts: &Facts<'_, '_>) -> Option<NarrowSignal> {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    let global: Vec<&MemoryAccess> = facts.own_accesses().filter(|access| is_global(facts, access)).collect();
    let is_fence = |inst: &InstId| module.opcode(*inst).effects.intersects(Effects::FENCE);
    let is_narrow = |inst: InstId| order_of(module, inst).is_some_and(|order| !reaches_other_blocks(order));
    let releases = |inst: InstId| order_of(module, inst).is_some_and(|order| order.semantics.releases());
    let reads = |access: &&&MemoryAccess| access.kind == AccessKind::Read;
    let is_strong = |access: &MemoryAccess| access.strong || access.volatile;
    let signal_of = |fence: InstId| {
        let block = cfg.block_of(fence);
        // Between the store of the data, the fence and the signal nothing else orders anything.
        let mut others = cfg.insts(block).filter(is_fence).filter(|&inst| inst != fence);
        let writes = || global.iter().filter(|it| it.kind == AccessKind::Write && cfg.block_of(it.inst) == block);
        let data = writes().rfind(|it| it.inst < fence)?;
        let signal = writes().find(|it| it.inst > fence)?;
        if others.any(|inst| (data.inst..signal.inst).contains(&inst)) || !is_strong(signal) || releases(signal.inst) {
            return None;
        }
        let waits = |it: &&&MemoryAccess| {
            let is_elsewhere = it.address.is_some() && it.address != signal.address;
            it.base == signal.base && is_strong(it) && is_elsewhere && loops.innermost(cfg.block_of(it.inst)).is_some()
        };
        let wait = global.iter().filter(reads).find(waits).filter(|_| signal.base != data.base)?;
        let read = global.iter().filter(reads).find(|it| it.base == data.base && it.address != data.address)?;
        Some(NarrowSignal { fence, data: data.inst, signal: signal.inst, wait: wait.inst, read: read.inst })
    };
    module.insts_of(facts.function).filter(is_fence).filter(|&inst| is_narrow(inst)).find_map(signal_of)
}
