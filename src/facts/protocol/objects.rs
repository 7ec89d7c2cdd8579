//! The `mbarrier` objects of a function.

use super::rounds::in_rounds;
use crate::facts::expr::{Expr, Node};
use crate::facts::ssa::Definition;
use crate::facts::{Block, Facts, LoopId, Value, feasible_blocks};
use crate::ids::{InstId, VarId};
use crate::ir::Operand;
use crate::isa::{Effects, Role, StateSpace};

/// An `mbarrier` object: a variable in shared memory, and the offset in it. All dynamic shared memory is one variable.
pub type BarrierObject = (VarId, i64);

/// The objects at which an instruction of a loop works in turn.
#[derive(Clone, Debug)]
pub struct BarrierRing {
    /// The loop whose rounds choose the object.
    pub id: LoopId,
    /// The object of each of the first rounds.
    pub rounds: Vec<BarrierObject>,
    /// The parity that is waited for in each of them, if it is known.
    pub parities: Option<Vec<i64>>,
}

impl BarrierRing {
    /// The objects in turn, until the first one comes round again; `None` if it does not.
    pub fn stages(&self) -> Option<&[BarrierObject]> {
        let period = (1..=self.rounds.len() / 4)
            .find(|&period| self.rounds.iter().zip(&self.rounds[period..]).all(|(object, next)| object == next))?;
        Some(&self.rounds[..period])
    }
}

/// An instruction that works on an `mbarrier` object, at once or later.
#[derive(Clone, Debug)]
pub struct BarrierUse {
    /// The instruction.
    pub inst: InstId,
    /// Where the object's address stands.
    pub operand: Operand,
    /// The object; `None` if its address is not constant.
    pub object: Option<BarrierObject>,
    /// Object and parity round by round, where one of them changes in a loop around it and nothing else says what they are.
    pub ring: Option<BarrierRing>,
}

impl BarrierUse {
    /// Whether the instruction has one of some effects.
    pub fn has(&self, facts: &Facts<'_, '_>, effects: Effects) -> bool {
        facts.module.opcode(self.inst).effects.intersects(effects)
    }

    /// Whether it is known at which objects it works.
    pub fn is_known(&self) -> bool {
        self.object.is_some() || self.ring.is_some()
    }

    /// Whether it works at an object, as far as is known.
    pub fn names(&self, object: BarrierObject) -> bool {
        self.object == Some(object) || self.ring.as_ref().is_some_and(|ring| ring.rounds.contains(&object))
    }

    /// The objects at which it certainly works: each once, in order. Those of a loop count if they come round, since it may end before it
    /// gets to others.
    pub fn objects(&self) -> Vec<BarrierObject> {
        let mut objects = self.ring.as_ref().and_then(BarrierRing::stages).unwrap_or_default().to_vec();
        objects.extend(self.object);
        objects.sort_unstable();
        objects.dedup();
        objects
    }
}

/// What a function does to `mbarrier` objects, in order.
pub fn barrier_uses(facts: &Facts<'_, '_>) -> Vec<BarrierUse> {
    let module = facts.module;
    let names = |inst: &InstId| module.opcode(*inst).roles.contains(Role::Barrier);
    let uses = |inst: InstId| {
        let objects = module.operand_specs(inst).filter(|(_, spec)| spec.role() == Role::Barrier);
        objects.map(move |(operand, _)| BarrierUse {
            inst,
            operand,
            object: object(facts, inst, operand),
            ring: ring(facts, inst, operand),
        })
    };
    let mut named = module.insts_of(facts.function).filter(names).peekable();
    if named.peek().is_none() {
        return Vec::new();
    }
    // What a guard that is never true keeps out does nothing.
    let feasible = feasible_blocks(facts);
    let is_feasible = |inst: &InstId| feasible.is_empty() || feasible.contains(&facts.cfg().block_of(*inst));
    named.filter(is_feasible).flat_map(uses).collect()
}

/// The parity for which an instruction waits.
pub fn parity(facts: &Facts<'_, '_>, inst: InstId) -> Option<Operand> {
    let mut specs = facts.module.operand_specs(inst);
    specs.find(|(_, spec)| spec.role() == Role::BarrierPhase).map(|(operand, _)| operand)
}

/// The object at an address: a variable with a constant offset.
fn object(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<BarrierObject> {
    let (var, rest) = based(facts, inst, operand)?;
    Some((var, facts.exprs().table.as_constant(rest)?))
}

/// The objects at an address, and the parities that are waited for, where one of both changes from round to round of a loop.
fn ring(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<BarrierRing> {
    let innermost = facts.natural_loops().innermost(facts.cfg().block_of(inst))?;
    let (var, offset) = based(facts, inst, operand)?;
    let phase = parity(facts, inst).and_then(|operand| facts.exprs().operand(facts, inst, operand));
    let wanted: Vec<Expr> = [offset].into_iter().chain(phase).collect();
    let id = changing_loop(facts, &wanted, innermost)?;
    let offsets = in_rounds(facts, id, &[offset])?.pop()?;
    let parities = phase.and_then(|phase| in_rounds(facts, id, &[phase])?.pop());
    let parities = parities.map(|parities| parities.into_iter().map(|parity| parity & 1).collect());
    Some(BarrierRing { id, rounds: offsets.into_iter().map(|offset| (var, offset)).collect(), parities })
}

/// The innermost of the loops around an instruction in which one of some expressions changes. Waiting for a phase is a loop of its own, in
/// which nothing does.
fn changing_loop(facts: &Facts<'_, '_>, exprs: &[Expr], innermost: LoopId) -> Option<LoopId> {
    let (loops, ssa) = (facts.natural_loops(), facts.ssa()?);
    let is_joined_at = |value: Value, header: Block| match ssa.data(value).definition {
        Definition::Phi { block, .. } => block == header,
        _ => false,
    };
    let changes = |&id: &LoopId| {
        let header = loops.get(id).header;
        let is_changing = |node: Node| match node {
            Node::Iteration(other) => other == id,
            Node::Opaque(value) => is_joined_at(value, header),
            _ => false,
        };
        exprs.iter().any(|&expr| facts.exprs().table.contains(expr, is_changing))
    };
    std::iter::successors(Some(innermost), |&id| loops.get(id).parent).find(changes)
}

/// An address as a variable in shared memory, and what it is more than that.
fn based(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> Option<(VarId, Expr)> {
    let address = facts.exprs().address(facts, inst, operand)?;
    let mut exprs = facts.exprs();
    let table = &mut exprs.table;
    let (terms, offset) = table.terms(address);
    let mut rest: Vec<(Expr, i64)> = Vec::new();
    let mut base = None;
    for &(term, factor) in terms.iter() {
        let mut node = table.node(term);
        while let Node::ToGeneric(_, inner) | Node::FromGeneric(_, inner) | Node::Cast(_, inner) = node {
            node = table.node(inner);
        }
        match node {
            Node::Window(var) | Node::Generic(var) if factor == 1 && base.is_none() => base = Some(var),
            _ => rest.push((term, factor)),
        }
    }
    let rest = table.sum(rest, offset)?;
    Some((canonical(facts, base?), rest))
}

/// The variable, or the first one of dynamic shared memory: they all begin at the same address.
fn canonical(facts: &Facts<'_, '_>, var: VarId) -> VarId {
    let module = facts.module;
    let is_dynamic = |var: VarId| {
        let variable = &module[var];
        variable.space == StateSpace::Shared && variable.size.is_none_or(|size| size == 0)
    };
    if !is_dynamic(var) {
        return var;
    }
    (0..module.variables.len()).map(VarId::new).find(|&other| is_dynamic(other)).unwrap_or(var)
}
