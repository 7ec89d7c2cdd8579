//! Pointers that a kernel loads from where all threads of a grid find the same: `__device__ float *data;`, fields of structures in memory.

use super::expr::{Expr, Node};
use super::ordering::order_of;
use super::ssa::Definition;
use super::{Facts, Value};
use crate::ids::VarId;
use crate::ir::OperandKind;
use crate::isa::{Semantics, StateSpace, op};

/// The pointer among the terms of an address, if it is a loaded one.
pub(super) fn loaded_pointer(facts: &Facts<'_, '_>, address: Expr) -> Option<Value> {
    let mut found: Option<Value> = None;
    let exprs = facts.exprs();
    let terms = exprs.table.terms(address).0.to_vec();
    drop(exprs);
    for (expr, factor) in terms {
        let exprs = facts.exprs();
        let inner = exprs.table.node(exprs.table.unconverted(expr));
        drop(exprs);
        match inner {
            Node::Opaque(value) if factor == 1 && is_loaded_pointer(facts, value) => {
                found = if found.is_none() { Some(value) } else { return None };
            }
            Node::Window(_) | Node::Generic(_) => return None,
            _ => {}
        }
    }
    found
}

/// Whether a value is an address that a plain load gets once, from a place that is the same for all threads of the grid.
fn is_loaded_pointer(facts: &Facts<'_, '_>, value: Value) -> bool {
    let (module, Some(ssa)) = (facts.module, facts.ssa()) else { return false };
    let Definition::Write { inst, previous: None } = ssa.data(value).definition else { return false };
    let opcode = module.opcode(inst);
    let is_plain = opcode.instruction == Some(op::LD)
        && order_of(module, inst).is_none_or(|order| order.semantics == Semantics::Weak)
        && module.types(opcode).next().is_some_and(|ty| ty.bits() == 64 && !ty.is_float());
    if !is_plain
        || module.guard(inst).is_some()
        || facts.natural_loops().innermost(facts.cfg().block_of(inst)).is_some()
    {
        return false;
    }
    let Some(&operand) = module.operands(inst).get(1) else { return false };
    if !matches!(operand.kind, OperandKind::Address(_)) {
        return false;
    }
    let Some(address) = facts.exprs().address(facts, inst, operand) else { return false };
    let exprs = facts.exprs();
    // Each thread has a stack of its own, and each block its shared memory.
    let is_common = |var: VarId| matches!(module[var].space, StateSpace::Global | StateSpace::Const);
    let differs = |node: Node| match node {
        Node::Window(var) | Node::Generic(var) => !is_common(var),
        Node::Param { .. } => false,
        node => node.is_leaf(),
    };
    !exprs.table.contains(address, differs)
}
