//! Sizes of parameters and of state spaces.

use super::gate::DeclaredTarget;
use crate::ir::{Function, Module};

/// Bytes that the parameters of a function take, with the padding that alignment asks for; `None` when a size is unknown.
pub(crate) fn parameter_bytes(module: &Module<'_>, function: &Function) -> Option<u64> {
    laid_out(module, function.params.vars.indices())
}

/// Bytes of variables that are laid out in order.
pub(crate) fn laid_out(module: &Module<'_>, variables: impl IntoIterator<Item = usize>) -> Option<u64> {
    variables.into_iter().try_fold(0u64, |end, i| {
        let variable = &module.variables[i];
        let alignment = variable.alignment()?.max(1);
        end.checked_next_multiple_of(alignment)?.checked_add(variable.size?)
    })
}

/// Bytes of static shared memory that the assembler lets a kernel have.
pub(crate) fn static_shared_limit(environment: &DeclaredTarget) -> u64 {
    match environment.target {
        Some(target) if target.is_specific() && target.number() >= 120 => 99 << 10,
        Some(target) if target.is_specific() => 227 << 10,
        _ => 48 << 10,
    }
}
