//! The arrays in global memory that accesses are to, also where a table of pointers among the parameters has one for each rank and an index chooses.

use super::handover::is_global;
use crate::facts::expr::{Expr, ExprTable, Node};
use crate::facts::{Base, Facts, MemoryAccess};
use crate::ids::{InstId, VarId};
use crate::isa::{StateSpace, op};

/// An array, or one of those of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GlobalArray {
    /// What is known to be one.
    Of(Base),
    /// One of those that the pointers in a parameter, or in a variable on the stack, point to, from an offset on.
    OfTable(VarId, i64),
}

/// Bytes of the pointers to the memory of eight ranks.
const TABLE: i64 = 64;

impl GlobalArray {
    /// The array of an access to global memory, if it can be told from others.
    pub(super) fn of(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Self> {
        if is_global(facts, access) {
            return Some(Self::Of(access.base));
        }
        let is_far = access.actual_space(facts) == Some(StateSpace::Global);
        let load = pointer_load(facts, access).filter(|_| is_far)?;
        let is_parameter = facts.module.space(facts.module.opcode(load)) == Some(StateSpace::Param);
        Self::of_pointer(facts, load).filter(|_| is_parameter)
    }

    /// The table that a pointer is loaded from.
    pub(super) fn of_pointer(facts: &Facts<'_, '_>, load: InstId) -> Option<Self> {
        let from = *facts.module.operands(load).get(1)?;
        let mut exprs = facts.exprs();
        let entry = exprs.address(facts, load, from)?;
        let (terms, offset) = exprs.table.terms(entry);
        terms.iter().find_map(|&(term, factor)| match exprs.table.node(term) {
            Node::Window(var) | Node::Generic(var) if factor == 1 => Some(Self::OfTable(var, offset)),
            _ => None,
        })
    }

    /// Whether two may be of one table, in which an index chooses: what is added to that is part of the offset.
    pub(super) fn is_beside(self, other: Self) -> bool {
        match (self, other) {
            (Self::OfTable(table, first), Self::OfTable(there, second)) => {
                table == there && first.abs_diff(second) < TABLE as u64
            }
            _ => self == other,
        }
    }

    /// Whether two may be one array: also of one that a constant chooses in the same table.
    pub(super) fn may_be(self, other: Self) -> bool {
        match (self, other) {
            (Self::OfTable(table, first), Self::Of(Base::Parameter(var, offset)))
            | (Self::Of(Base::Parameter(var, offset)), Self::OfTable(table, first)) => {
                table == var && (first..first.saturating_add(TABLE)).contains(&offset)
            }
            _ => self == other,
        }
    }
}

/// The load of the pointer that an access goes by, if that comes from a table among the parameters, or from the copy of one on the stack.
pub(super) fn pointer_load(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<InstId> {
    let is_far = access.base == Base::Unknown
        && !access.asynchronous
        && matches!(access.actual_space(facts), None | Some(StateSpace::Global));
    let address = access.address.filter(|_| is_far)?;
    let pointer = {
        let exprs = facts.exprs();
        pointer_of(&exprs.table, address)?
    };
    let Node::Opaque(value) = pointer else { return None };
    let load = facts.ssa()?.writer(value)?;
    let opcode = facts.module.opcode(load);
    let is_own = matches!(facts.module.space(opcode), Some(StateSpace::Param | StateSpace::Local));
    (opcode.instruction == Some(op::LD) && is_own).then_some(load)
}

/// The pointer of an address: the only term of which nothing is known.
fn pointer_of(table: &ExprTable, address: Expr) -> Option<Node> {
    let terms = table.terms(address).0;
    let mut pointers = terms
        .iter()
        .filter(|&&(_, factor)| factor == 1)
        .map(|&(term, _)| table.node(table.unconverted(term)))
        .filter(|node| matches!(node, Node::Opaque(_)));
    pointers.next().filter(|_| pointers.next().is_none())
}
