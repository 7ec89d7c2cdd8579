//! What orders accesses to memory, and for whom.

use super::Facts;
use crate::ids::InstId;
use crate::ir::{Module, Opcode};
use crate::isa::{Effects, Order, Scope, Semantics, word};

/// How an instruction orders memory, by its modifiers or, where they don't say, by itself.
pub fn order_of(module: &Module<'_>, inst: InstId) -> Option<Order> {
    order_of_opcode(module, module.opcode(inst))
}

/// Whether some instruction of the module orders memory for no more than the threads of its block.
pub fn has_narrow_order(module: &Module<'_>) -> bool {
    let orders = |order: Order| order.semantics.acquires() || order.semantics.releases();
    let is_narrow = |order: Order| orders(order) && !reaches_other_blocks(order);
    module.opcodes.iter().any(|opcode| order_of_opcode(module, opcode).is_some_and(is_narrow))
}

fn order_of_opcode(module: &Module<'_>, opcode: &Opcode) -> Option<Order> {
    let mut order = opcode.instruction?.default_order()?;
    for known in module.modifiers(opcode).iter().filter_map(|modifier| modifier.word) {
        match known {
            word::WEAK => order.semantics = Semantics::Weak,
            // A volatile access is a relaxed one at the scope of the system.
            word::VOLATILE => order = Order { semantics: Semantics::Relaxed, scope: Some(Scope::Sys) },
            word::RELAXED => order.semantics = Semantics::Relaxed,
            word::ACQUIRE => order.semantics = Semantics::Acquire,
            word::RELEASE => order.semantics = Semantics::Release,
            word::ACQ_REL => order.semantics = Semantics::AcqRel,
            word::SC => order.semantics = Semantics::Sc,
            word::CTA => order.scope = Some(Scope::Cta),
            word::CLUSTER => order.scope = Some(Scope::Cluster),
            word::GPU | word::GL => order.scope = Some(Scope::Gpu),
            word::SYS => order.scope = Some(Scope::Sys),
            _ => {}
        }
    }
    Some(order)
}

/// Whether an order holds among threads of different blocks. A cluster may be what its author had in mind.
pub fn reaches_other_blocks(order: Order) -> bool {
    order.scope.is_some_and(|scope| scope > Scope::Cta)
}

/// For whom what a thread does before an instruction, or a call, is ordered with what it does after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// For nobody.
    Nobody,
    /// For the threads of its block, by something else than a fence.
    Block,
    /// For the threads of its block, by a fence of that scope.
    NarrowFence,
    /// For threads of other blocks, too.
    Grid,
}

impl Reach {
    /// That of an instruction. A function that is called reaches as far as something in it does; one that is not known, as far as possible.
    pub fn of(facts: &Facts<'_, '_>, inst: InstId) -> Self {
        let module = facts.module;
        let effects = module.opcode(inst).effects;
        if effects.intersects(Effects::CALL) {
            return facts.summary(inst).map_or(Self::Grid, |summary| summary.reach);
        }
        let is_wide = || order_of(module, inst).is_none_or(reaches_other_blocks);
        if effects.intersects(Effects::FENCE) {
            return if is_wide() { Self::Grid } else { Self::NarrowFence };
        }
        let touches = Effects::ATOMIC.union(Effects::READS_MEMORY).union(Effects::WRITES_MEMORY);
        let orders =
            order_of(module, inst).is_some_and(|order| order.semantics.releases() | order.semantics.acquires());
        match effects.intersects(touches) && orders {
            true if is_wide() => Self::Grid,
            true => Self::Block,
            false if effects.intersects(Effects::BARRIER) => Self::Block,
            false => Self::Nobody,
        }
    }
}
