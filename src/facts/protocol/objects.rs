//! The `mbarrier` objects of a function.

use crate::facts::Facts;
use crate::facts::expr::Node;
use crate::ids::{InstId, VarId};
use crate::ir::Operand;
use crate::isa::{Effects, Role};

/// An `mbarrier` object: a variable in shared memory, and the offset in it.
pub type BarrierObject = (VarId, i64);

/// An instruction that works on an `mbarrier` object, at once or later.
#[derive(Clone, Copy, Debug)]
pub struct BarrierUse {
    /// The instruction.
    pub inst: InstId,
    /// Where the object's address stands.
    pub operand: Operand,
    /// The object; `None` if its address is not constant.
    pub object: Option<BarrierObject>,
}

impl BarrierUse {
    /// Whether the instruction has one of some effects.
    pub fn has(&self, facts: &Facts<'_, '_>, effects: Effects) -> bool {
        facts.module[facts.module[self.inst].opcode].effects.intersects(effects)
    }
}

/// What a function does to `mbarrier` objects, in order.
pub fn barrier_uses(facts: &Facts<'_, '_>) -> Vec<BarrierUse> {
    let module = facts.module;
    let uses = |inst: InstId| {
        let objects = module.operand_specs(inst).filter(|(_, spec)| spec.role() == Role::Barrier);
        objects.map(move |(operand, _)| BarrierUse { inst, operand, object: object(facts, inst, operand) })
    };
    module.insts_of(facts.function).flat_map(uses).collect()
}

/// The object at an address: a variable with a constant offset.
fn object(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<BarrierObject> {
    let address = facts.exprs().address(facts, inst, operand)?;
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (terms, offset) = table.terms(address);
    let [(base, 1)] = terms[..] else { return None };
    let mut node = table.node(base);
    while let Node::ToGeneric(_, inner) | Node::FromGeneric(_, inner) | Node::Cast(_, inner) = node {
        node = table.node(inner);
    }
    match node {
        Node::Window(var) | Node::Generic(var) => Some((var, offset)),
        _ => None,
    }
}
