//! Functions that the assembler rejects: of them the rules that follow data and control say nothing.
//!
//! An instruction that is rejected may write what another one reads, and a declaration that is rejected has no size to judge by: what
//! rules would say of them is mostly a consequence of the mistake that is reported already.

use super::is_rejection;
use crate::diagnostic::Diagnostic;
use crate::ids::{FunctionId, VarId};
use crate::ir::{Module, OperandKind};
use crate::rules::Rule;
use crate::rules::isa::{
    invalid_header, invalid_identifier, memory_limit, shared_memory_limit, target_too_low, version_too_low,
};
use crate::span::Span;
use std::collections::HashSet;

/// Rules whose errors leave it clear what the code means: it asks for more than the module declares.
static CLEAR: [&Rule; 6] = [
    &version_too_low::VERSION_TOO_LOW,
    &target_too_low::TARGET_TOO_LOW,
    &invalid_header::INVALID_HEADER,
    &invalid_identifier::INVALID_IDENTIFIER,
    &memory_limit::MEMORY_LIMIT,
    &shared_memory_limit::SHARED_MEMORY_LIMIT,
];

/// The functions whose code, or whose variables, are rejected. Those that could not even be read are not among them.
pub(crate) fn illegal_functions(module: &Module<'_>, diagnostics: &[Diagnostic]) -> HashSet<FunctionId> {
    let is_unclear = |diagnostic: &Diagnostic| {
        is_rejection(diagnostic) && CLEAR.iter().all(|rule| rule.name != diagnostic.rule.name)
    };
    let rejected: Vec<Span> =
        diagnostics.iter().filter(|it| is_unclear(it)).map(|diagnostic| diagnostic.span).collect();
    if rejected.is_empty() {
        return HashSet::new();
    }
    let mut functions: HashSet<FunctionId> = rejected.iter().filter_map(|&span| around(module, span)).collect();
    let mut starts: Vec<u32> = rejected.iter().map(|span| span.start).collect();
    starts.sort_unstable();
    let is_rejected = |id: &VarId| {
        let variable = &module[*id];
        let next = starts.partition_point(|&start| start < variable.span.start);
        variable.function.is_none() && starts.get(next).is_some_and(|&start| start < variable.span.end)
    };
    let variables: HashSet<VarId> = (0..module.variables.len()).map(VarId::new).filter(is_rejected).collect();
    if !variables.is_empty() {
        functions.extend(module.function_ids().filter(|&id| mentions(module, id, &variables)));
    }
    functions
}

/// The definition that holds a place.
pub(crate) fn around(module: &Module<'_>, span: Span) -> Option<FunctionId> {
    let after = module.functions.partition_point(|function| function.span.start <= span.start);
    (0..after)
        .rev()
        .take(64)
        .map(FunctionId::new)
        .find(|&id| module[id].is_definition() && module[id].span.end > span.start)
}

/// Whether code of a function names one of the variables.
fn mentions(module: &Module<'_>, function: FunctionId, variables: &HashSet<VarId>) -> bool {
    let names = |inst| {
        let mut found = false;
        module.for_each_operand(inst, |operand| {
            found |= matches!(operand.kind, OperandKind::Var(var) if variables.contains(&var));
        });
        found
    };
    module.insts_of(function).any(names)
}
