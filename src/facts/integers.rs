//! Parameters of 64 bits that are sizes or strides, and no pointers.
//!
//! Where a parameter is not declared with `.ptr`, its use tells: what an index is compared with, what is multiplied or divided, is a
//! number. What some access goes through is a pointer all the same.

use super::expr::{Expr, ExprTable, Node, Operation};
use super::{Base, Facts, MemoryAccess};
use crate::ids::VarId;
use crate::ir::Module;
use crate::util::FastSet;

/// The parameters that are numbers although they are as wide as an address, as far as decisions and addresses tell.
pub fn integers(facts: &Facts<'_, '_>, accesses: &[MemoryAccess]) -> FastSet<VarId> {
    let mut found = FastSet::default();
    let mut parameters = facts.module[facts.function].params.vars.indices();
    if !parameters.any(|var| is_wide(facts.module, VarId::new(var))) {
        return found;
    }
    let mut roots: Vec<Expr> = accesses.iter().filter_map(|access| access.address).collect();
    let conditions = facts.conditions();
    let ways = conditions.into_iter().flat_map(|known| facts.cfg().blocks().flat_map(|block| known.of(block)));
    roots.extend(ways.filter_map(|way| way.truth));
    roots.sort_unstable();
    roots.dedup();
    let exprs = facts.exprs();
    let mut seen = FastSet::default();
    while let Some(expr) = roots.pop() {
        if seen.insert(expr) {
            note(facts.module, &exprs.table, expr, &mut found);
            exprs.table.for_parts(exprs.table.node(expr), &mut |part| roots.push(part));
        }
    }
    for access in accesses {
        if let Base::Parameter(var, _) = access.base {
            found.remove(&var);
        }
    }
    found
}

/// Whether a variable is a parameter that may hold an address, and does not say whether it does.
fn is_wide(module: &Module<'_>, var: VarId) -> bool {
    module[var].pointer.is_none() && module[var].ty.is_some_and(|ty| ty.bits() == 64)
}

/// Adds the parameters that an expression takes for numbers.
fn note(module: &Module<'_>, table: &ExprTable, expr: Expr, found: &mut FastSet<VarId>) {
    let parameter = |expr: Expr| match table.node(expr) {
        Node::Param { var, .. } if is_wide(module, var) => Some(var),
        _ => None,
    };
    match table.node(expr) {
        Node::Product(a, b)
        | Node::Binary(Operation::Div | Operation::Rem | Operation::Min | Operation::Max, _, a, b) => {
            found.extend([a, b].into_iter().filter_map(parameter));
        }
        Node::Compare(_, _, a, b) => {
            for (number, index) in [(a, b), (b, a)] {
                let terms = table.terms(number).0;
                if let [(only, 1)] = terms[..]
                    && is_index(table, index)
                {
                    found.extend(parameter(part_of(table, only)));
                }
            }
        }
        _ => {}
    }
    let terms = table.terms(expr).0;
    let scaled = terms.iter().filter(|&&(_, factor)| factor.unsigned_abs() > 1);
    found.extend(scaled.filter_map(|&(part, _)| parameter(part)));
}

/// What an expression is part of, as half of a size is of the size.
fn part_of(table: &ExprTable, expr: Expr) -> Expr {
    match table.node(expr) {
        Node::Binary(Operation::Shr | Operation::Div, _, whole, by) if table.as_constant(by).is_some() => whole,
        _ => expr,
    }
}

/// Whether an expression counts threads, blocks or rounds, and has nothing in it that may be an address.
fn is_index(table: &ExprTable, expr: Expr) -> bool {
    let counts = |node| matches!(node, Node::Tid(_) | Node::Ctaid(_) | Node::Lane | Node::Warp | Node::Iteration(_));
    let may_point = |node| matches!(node, Node::Param { .. } | Node::Opaque(_) | Node::Window(_) | Node::Generic(_));
    table.contains(expr, counts) && !table.contains(expr, may_point)
}
