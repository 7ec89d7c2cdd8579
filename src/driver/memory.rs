//! What a check knows of functions before it begins.

use super::Incomplete;
use super::keys::{FunctionKeys, SpanAnchor};
use super::run::FunctionFindings;
use crate::diagnostic::Diagnostic;
use crate::ids::FunctionId;
use crate::ir::Module;
use crate::legality::RawFindings;
use std::collections::HashSet;

/// Keeps what rules find in functions from one check to another.
///
/// A function is known by a key: a hash of its text, of what the module declares outside functions, and of the functions that it names. Keys
/// do not depend on [`Options`](crate::Options).
pub(crate) trait FunctionMemory {
    /// Begins with a module in which so many functions are defined. Whether it is to be asked of them.
    fn start(&mut self, definitions: usize) -> bool;

    /// What is known of a function of so many instructions.
    fn recall(&mut self, key: u128, instructions: usize) -> Option<FunctionResults>;

    /// Keeps what was found in a function.
    fn keep(&mut self, key: u128, results: FunctionResults);
}

/// What was found in a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionResults {
    pub findings: Vec<RelativeFinding>,
    /// What rules have not looked at.
    pub incomplete: Vec<Incomplete>,
}

/// A finding whose places do not depend on where functions are in the file.
#[derive(Clone, Debug)]
pub(crate) struct RelativeFinding {
    pub diagnostic: Diagnostic,
    /// What each of its places counts from, in the order of [`Diagnostic::spans_mut`].
    pub anchors: Vec<SpanAnchor>,
}

/// A check that remembers functions.
pub(super) struct Remembering<'a> {
    pub memory: &'a mut dyn FunctionMemory,
    /// Whether anybody still waits for the findings. Once nobody does, nobody will.
    pub wanted: &'a (dyn Fn() -> bool + Sync),
}

/// What is known of the functions of a module.
pub(super) struct RememberedModule<'a> {
    memory: &'a mut dyn FunctionMemory,
    keys: FunctionKeys,
}

impl<'a> RememberedModule<'a> {
    /// A module of which the assembler refuses some functions, if the memory is to be asked of it.
    pub(super) fn of(
        memory: &'a mut dyn FunctionMemory,
        module: &Module<'_>,
        illegal: &HashSet<FunctionId>,
    ) -> Option<Self> {
        let definitions = module.functions.iter().filter(|function| function.is_definition()).count();
        memory.start(definitions).then(|| Self { memory, keys: FunctionKeys::of(module, illegal) })
    }

    /// What is known of a function of so many instructions.
    pub(super) fn recall(&mut self, function: FunctionId, instructions: usize) -> Option<FunctionFindings> {
        let FunctionResults { findings, incomplete } = self.memory.recall(self.keys.key(function)?, instructions)?;
        let placed = |RelativeFinding { mut diagnostic, anchors }: RelativeFinding| {
            for (span, anchor) in diagnostic.spans_mut().zip(anchors) {
                *span = self.keys.place(function, anchor, *span)?;
            }
            Some(diagnostic)
        };
        let diagnostics = findings.into_iter().map(placed).collect::<Option<_>>()?;
        Some(FunctionFindings { raw: RawFindings { diagnostics, ..RawFindings::default() }, incomplete })
    }

    /// Keeps what was found in a function, unless that is about functions which it does not name, or rules have panicked.
    pub(super) fn keep(&mut self, function: FunctionId, found: &FunctionFindings) {
        let Some(key) = self.keys.key(function).filter(|_| found.raw.panics.is_empty()) else { return };
        let findings = found.raw.diagnostics.iter().map(|diagnostic| self.relative(function, diagnostic.clone()));
        if let Some(findings) = findings.collect() {
            self.memory.keep(key, FunctionResults { findings, incomplete: found.incomplete.clone() });
        }
    }

    fn relative(&self, function: FunctionId, mut diagnostic: Diagnostic) -> Option<RelativeFinding> {
        let mut anchors = Vec::new();
        for span in diagnostic.spans_mut() {
            let (anchor, place) = self.keys.relative(function, *span)?;
            anchors.push(anchor);
            *span = place;
        }
        Some(RelativeFinding { diagnostic, anchors })
    }
}
