//! Launches of models as witnesses of findings.

use super::expr::{Expr, Node};
use super::{AccessKind, Base, BlockModel, Facts, MemoryAccess, Thread};
use crate::ids::{InstId, VarId};
use crate::ir::{FunctionKind, OperandKind, VariableRole};
use crate::isa::{ScalarType, StateSpace, op};
use crate::span::Span;
use crate::util::FastSet;
use crate::witness::{Act, Argument, Deed, LaunchScope, ParameterContent, Touched, Witness};

impl BlockModel<'_, '_, '_> {
    /// The launch of the model as a witness of something that depends on `roots` and on whether `places` are reached.
    pub fn witness(&self, roots: &[Expr], places: &[InstId], scope: LaunchScope) -> Witness {
        let facts = self.facts();
        let exact = facts.block_shape().exact.iter().all(Option::is_some);
        let deciding = deciding(facts, roots, places);
        let mut arguments = Vec::new();
        for &(var, offset, ty) in facts.loaded_parameters() {
            let index = var.index() - facts.module[facts.function].params.vars.indices().start;
            let Some(name) = facts.module[var].name else { continue };
            let decides = deciding.contains(&(var, i64::from(offset)));
            let leaf = facts.exprs().table.intern(Node::Param { var, offset: i64::from(offset) });
            let held = if ty.is_float() { ParameterContent::Any } else { self.held(leaf, var, i64::from(offset)) };
            let (name, bits) = (facts.module.name(name).to_string(), ty.bits());
            arguments.push(Argument { index, name, offset, bits, held, decides });
        }
        let decided = arguments.iter().any(|argument| argument.decides);
        Witness {
            scope: if exact && !decided { LaunchScope::Known } else { scope },
            block: self.shape,
            grid: self.grid(),
            dynamic_shared: self.dynamic_shared(),
            arguments,
            acts: Vec::new(),
        }
    }

    /// A thread of the model and what it does at a place.
    pub fn act(&self, thread: Thread, deed: Deed, span: Span) -> Act {
        Act { block: self.block(), thread, deed, span, touched: None }
    }

    /// A thread of the model that touches memory, at an address as the model numbers it if it is known.
    pub fn touch(&self, thread: Thread, access: &MemoryAccess, address: Option<i64>) -> Act {
        let module = self.facts().module;
        let deed = match access.kind {
            AccessKind::Read => Deed::Reads,
            AccessKind::Write => Deed::Writes,
            AccessKind::Atomic => Deed::Updates,
        };
        let (name, start) = match access.base {
            Base::Variable(var) => (module[var].name, Some(self.window(var))),
            Base::Parameter(var, offset) => (module[var].name, self.pointer(var, offset)),
            Base::Loaded(_) | Base::Unknown => (None, None),
        };
        let touched = address.zip(start).map(|(address, start)| Touched {
            base: name.map(|name| module.name(name).to_string()),
            offset: address.saturating_sub(start),
            bytes: access.size,
        });
        Act { touched, ..self.act(thread, deed, access.span()) }
    }
}

/// A parameter that a kernel loads: which, byte offset, and as what.
pub(super) type LoadedParameter = (VarId, u32, ScalarType);

/// The parameters that the kernel loads.
pub(super) fn loaded(facts: &Facts<'_, '_>) -> Vec<LoadedParameter> {
    let module = facts.module;
    let mut found = Vec::new();
    if module[facts.function].kind != FunctionKind::Entry {
        return found;
    }
    for inst in module.insts_of(facts.function) {
        let opcode = module.opcode(inst);
        if module.space(opcode) != Some(StateSpace::Param) || opcode.instruction != Some(op::LD) {
            continue;
        }
        let operands = module.operands(inst);
        let (Some(target), Some(OperandKind::Address(id))) =
            (operands.first(), operands.get(1).map(|operand| operand.kind))
        else {
            continue;
        };
        let base = module.list(module[id].parts).first().map(|base| base.kind);
        let (Some(OperandKind::Var(var)), Some(ty)) = (base, module.types(opcode).next()) else { continue };
        let count = match target.kind {
            OperandKind::Vector(list) => module.list(list).len() as u32,
            _ => 1,
        };
        let Ok(offset) = u32::try_from(module[id].offset) else { continue };
        if module[var].role == VariableRole::Param {
            found.extend((0..count).map(|part| (var, offset.saturating_add(part * ty.bits() / 8), ty)));
        }
    }
    found.sort_unstable_by_key(|&(var, offset, ty)| (var, offset, ty.bits()));
    found.dedup_by_key(|&mut (var, offset, ty)| (var, offset, ty.bits()));
    found
}

/// The parameters that expressions are made of, and the decisions on the ways to places.
fn deciding(facts: &Facts<'_, '_>, roots: &[Expr], places: &[InstId]) -> FastSet<(VarId, i64)> {
    let mut truths = Vec::new();
    for &place in places {
        truths.extend(facts.deciding_truths(place));
    }
    let mut found = FastSet::default();
    let exprs = facts.exprs();
    for &root in roots.iter().chain(&truths) {
        exprs.table.walk(root, &mut |_, node| {
            if let Node::Param { var, offset } = node {
                found.insert((var, offset));
            }
            true
        });
    }
    found
}
