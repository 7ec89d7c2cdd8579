//! Loads and stores in the `.param` space: which parameters they may name.

use super::operand::{Checker, OperandMistake};
use crate::ids::{InstId, VarId};
use crate::ir::{FunctionKind, Module, OperandKind, VariableRole};
use crate::isa::{Effects, StateSpace, Word};
use crate::util::FastSet;

/// Why a parameter cannot be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParameterMistake {
    /// `.param::entry`, but it is a variable for calls.
    ForCalls,
    /// `.param::func`, but it is a parameter of a kernel, or a register.
    OfKernel,
    /// Parameters of the function itself are only read.
    ReadOnly,
    /// The result of the function itself is only written.
    WriteOnly,
    /// An argument or result of a call is accessed under a guard.
    Guarded,
    /// It is read, but no call of the kernel returns a value in it.
    NeverReturned,
}

/// The variables in which calls return values. What looks like a call counts as one: a misspelt one has been reported.
pub(super) fn returned(module: &Module<'_>) -> FastSet<VarId> {
    let results = (0..module.insts.len()).filter_map(|i| match module.operands(InstId::new(i)).first()?.kind {
        OperandKind::Args(list) => Some(module.list(list)),
        _ => None,
    });
    let variables = results.flatten().filter_map(|result| match result.kind {
        OperandKind::Var(var) => Some(var),
        _ => None,
    });
    variables.collect()
}

const ENTRY: Word = Word::of("param::entry");
const FUNC: Word = Word::of("param::func");

impl Checker<'_, '_> {
    /// Checks the address of a load or store in the `.param` space.
    pub(super) fn parameter(&self, inst: InstId, mistakes: &mut Vec<OperandMistake>) {
        if self.spaces[0] != Some(StateSpace::Param) {
            return;
        }
        let effects = self.opcode.instruction.map_or(Effects::NONE, |instruction| instruction.effects());
        let address = self.module.operands(inst).iter().find_map(|operand| match operand.kind {
            OperandKind::Address(id) => self.module.list(self.module[id].parts).first(),
            _ => None,
        });
        let Some(base) = address else { return };
        let has = |word| self.module.has_modifier(self.opcode, word);
        let OperandKind::Var(var) = base.kind else {
            let in_kernel = self.module.function_of(inst).is_some_and(|id| self.module[id].kind == FunctionKind::Entry);
            if has(FUNC) && in_kernel {
                mistakes.push(OperandMistake::Parameter { span: base.span, why: ParameterMistake::OfKernel });
            }
            return;
        };
        let variable = &self.module[var];
        let of_kernel = variable.function.is_some_and(|function| self.module[function].kind == FunctionKind::Entry);
        let in_whole_kernel = of_kernel && variable.function.is_some_and(|function| !self.module[function].broken);
        let why = match variable.role {
            VariableRole::Param if effects.intersects(Effects::WRITES_MEMORY) => ParameterMistake::ReadOnly,
            VariableRole::Return if effects.intersects(Effects::READS_MEMORY) => ParameterMistake::WriteOnly,
            VariableRole::Param if of_kernel && has(FUNC) => ParameterMistake::OfKernel,
            VariableRole::Local if has(ENTRY) => ParameterMistake::ForCalls,
            VariableRole::Local if self.module.guard(inst).is_some() => ParameterMistake::Guarded,
            VariableRole::Local
                if in_whole_kernel && effects.intersects(Effects::READS_MEMORY) && !self.returned.contains(&var) =>
            {
                ParameterMistake::NeverReturned
            }
            _ => return,
        };
        mistakes.push(OperandMistake::Parameter { span: base.span, why });
    }
}
