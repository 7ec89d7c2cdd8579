//! Which terms of expressions are pointers, and what conversions between state spaces make of them.

use super::{Expr, ExprBuilder, Node, Term};
use crate::facts::Facts;
use crate::facts::ssa::Value;
use crate::facts::uniformity::register_of;
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::StateSpace;

impl ExprBuilder {
    /// `isspacep`: what a kernel is given points neither into shared nor into local memory, which exist only while it runs.
    pub(super) fn is_in_space(&mut self, facts: &Facts<'_, '_>, inst: InstId, depth: u32) -> Option<Expr> {
        let module = facts.module;
        let space = module.space(module.opcode(inst));
        let address = self.of_operand(facts, inst, *module.operands(inst).get(1)?, depth)?;
        let terms = self.table.terms(address).0;
        let is_given = |&(part, factor): &Term| factor == 1 && matches!(self.table.node(part), Node::Param { .. });
        // An index is no pointer: it is narrower, or multiplied by the size of what it counts.
        let may_point = |&(part, factor): &Term| match self.table.node(part) {
            Node::Opaque(value) => factor == 1 && !is_narrow(facts, value),
            Node::Window(_) | Node::Generic(_) | Node::ToGeneric(..) | Node::FromGeneric(..) => true,
            _ => false,
        };
        let from_host = module[facts.function].kind == FunctionKind::Entry
            && terms.iter().any(is_given)
            && !terms.iter().any(may_point);
        (from_host && matches!(space, Some(StateSpace::Shared | StateSpace::Local))).then(|| self.table.constant(0))
    }

    /// `cvta.space` and `cvta.to.space`: the pointer among the terms changes, offsets stay.
    pub(super) fn cvta(&mut self, facts: &Facts<'_, '_>, inst: InstId, to_space: bool, depth: u32) -> Option<Expr> {
        let module = facts.module;
        let opcode = module.opcode(inst);
        let space = module.space(opcode)?;
        let source = self.of_operand(facts, inst, *module.operands(inst).get(1)?, depth)?;
        self.converted(facts, source, space, to_space)
    }

    pub(super) fn converted(
        &mut self,
        facts: &Facts<'_, '_>,
        source: Expr,
        space: StateSpace,
        to_space: bool,
    ) -> Option<Expr> {
        let module = facts.module;
        // A number is the same in the window of global memory, and so is the null pointer.
        if space == StateSpace::Global && self.table.as_constant(source).is_some() {
            return Some(source);
        }
        let (terms, constant) = self.table.terms(source);
        let terms = terms.to_vec();
        let pointer = self.pointer_term(facts, &terms)?;
        let converted = match (self.table.node(pointer), to_space) {
            (Node::Window(var), false) if module[var].space == space => Node::Generic(var),
            (Node::Generic(var), true) if module[var].space == space => Node::Window(var),
            (Node::ToGeneric(other, inner), true) if other == space => self.table.node(inner),
            (Node::FromGeneric(other, inner), false) if other == space => self.table.node(inner),
            (_, true) => Node::FromGeneric(space, pointer),
            (_, false) => Node::ToGeneric(space, pointer),
        };
        let converted = self.table.intern(converted);
        let replaced = terms.into_iter().map(|(expr, k)| (if expr == pointer { converted } else { expr }, k)).collect();
        self.table.sum(replaced, constant)
    }

    /// The one term of a sum that is a pointer: a variable's address, a converted one, or else the only 64-bit leaf.
    fn pointer_term(&self, facts: &Facts<'_, '_>, terms: &[(Expr, i64)]) -> Option<Expr> {
        let is_address = |node: Node| {
            matches!(node, Node::Window(_) | Node::Generic(_) | Node::ToGeneric(..) | Node::FromGeneric(..))
        };
        let candidates = |wanted: &dyn Fn(Node) -> bool| {
            let mut found = terms.iter().filter(|(expr, k)| *k == 1 && wanted(self.table.node(*expr)));
            found.next().filter(|_| found.next().is_none()).map(|&(expr, _)| expr)
        };
        let wide = |node: Node| match node {
            Node::Param { var, .. } => facts.module[var].ty.is_none_or(|ty| ty.bits() == 64 || ty.bits() == 8),
            Node::Opaque(_) | Node::Select(..) => true,
            _ => false,
        };
        candidates(&is_address).or_else(|| candidates(&wide))
    }
}

/// Whether a value has too few bits for an address.
fn is_narrow(facts: &Facts<'_, '_>, value: Value) -> bool {
    let ty = register_of(facts, value).and_then(|reg| facts.module.declaration(reg).ty);
    ty.is_some_and(|ty| ty.bits() < 64)
}
