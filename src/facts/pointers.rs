//! Which state space the generic addresses of a function point into.

use super::expr::{Expr, ExprTable, Node};
use super::{Facts, MemoryAccess};
use crate::ids::VarId;
use crate::ir::{Module, VariableRole};
use crate::isa::StateSpace;

/// Where the space of an address is known from.
pub struct Proof {
    /// The space.
    pub space: StateSpace,
    /// In words.
    pub origin: String,
}

/// The one space that a generic address can point into, if that is known.
pub fn proof(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Proof> {
    let exprs = facts.exprs();
    let (terms, _) = exprs.table.terms(access.address?);
    let whole = terms.iter().filter(|(_, coefficient)| *coefficient == 1);
    let mut found = whole.filter_map(|&(expr, _)| of_pointer(facts.module, &exprs.table, expr));
    let proof = found.next()?;
    found.next().is_none().then_some(proof)
}

/// The space that a term points into, if it is a pointer.
fn of_pointer(module: &Module<'_>, table: &ExprTable, expr: Expr) -> Option<Proof> {
    let variable = |var: VarId| module[var].name.map_or("a variable", |name| module.name(name)).to_string();
    match table.node(expr) {
        Node::Generic(var) => {
            Some(Proof { space: module[var].space, origin: format!("it is the address of `{}`", variable(var)) })
        }
        Node::ToGeneric(space, _) | Node::FromGeneric(space, _) => {
            Some(Proof { space, origin: format!("it was converted from or to `.{}`", space.name()) })
        }
        Node::Param { var, .. } => {
            let data = &module[var];
            let pointer = data.ty.is_some_and(|ty| ty.bits() == 64) && data.role == VariableRole::Param;
            let space = data.pointer.and_then(|pointer| pointer.space).unwrap_or(StateSpace::Global);
            pointer.then(|| Proof {
                space,
                origin: format!("the kernel's parameter `{}` can point nowhere else", variable(var)),
            })
        }
        // A choice between pointers of one space.
        Node::Select(_, yes, no) => {
            let (yes, no) = (of_pointer(module, table, yes)?, of_pointer(module, table, no)?);
            (yes.space == no.space).then_some(yes)
        }
        _ => None,
    }
}
