//! Parity: whether a batched kernel does for each vector what its reference does for one.
//!
//! Batched kernels are written beside kernels that work on a single vector, and drift away from them silently. [`compare`] holds two
//! kernels against each other: how the batch is dispatched, and structurally, as graphs of values in a normal form from which the
//! batch's own terms are taken out. [`crate::kernels::KernelParity`] ties a batched kernel to its reference.

mod assume;
mod compare;
mod done;
mod explain;
mod graph;
mod lists;
mod print;
mod shape;
mod shared;
mod strides;
mod table;
mod unroll;

pub use crate::facts::Strategy as BatchDispatch;

use crate::diagnostic::{Diagnostic, Level};
use crate::facts::{Facts, VectorDispatch};
use crate::ids::FunctionId;
use crate::ir::{FunctionKind, Module};
use crate::isa::Effects;
use crate::options::Options;
use crate::rules::dispatch::missing_batch_dispatch::{self, MISSING_BATCH_DISPATCH};
use crate::rules::dispatch::parity_divergence::PARITY_DIVERGENCE;
use crate::rules::dispatch::wrong_dispatch_strategy::{self, WRONG_DISPATCH_STRATEGY};
use crate::rules::memory::shared_u64_address::SHARED_U64_ADDRESS;
use crate::rules::{Context, Hook, Rule};
use crate::source::Source;
use crate::span::Span;
use compare::{PairFacts, PairObstacle};

/// What is known of a pair of kernels beside their texts.
#[derive(Clone, Debug, Default)]
pub struct PairKnowledge {
    /// How the batched kernel should find its vectors; told by its name where this is `None`.
    pub expected: Option<BatchDispatch>,
    /// See [`crate::kernels::KernelParity::vector_strides`].
    pub strides: Vec<u64>,
    /// Levels of rules, and the name of the parameter that holds the number of vectors.
    pub options: Options,
}

/// What came out of comparing a batched kernel with its reference.
#[derive(Clone, Debug)]
pub struct ParityReport {
    /// Name of the batched kernel.
    pub batched: String,
    /// Name of its reference.
    pub reference: String,
    /// How the batched kernel should find its vectors.
    pub expected: BatchDispatch,
    /// The text of the batched kernel, which the violations' spans point into.
    pub ptx: String,
    /// What is wrong, in the order of the text.
    pub violations: Vec<Diagnostic>,
    /// Why what the kernels compute was not compared, if it was not: then there are only findings about dispatch.
    pub obstacle: Option<String>,
    /// What was assumed to compare them: numbers for parameters that only one kernel has (`n = 1536`), vectors of an unrolled batch,
    /// what all vectors share, and how far they are apart where nothing tells how far that should be.
    pub assumptions: Vec<String>,
}

impl ParityReport {
    /// Whether the kernels were compared as a whole, and no error was found.
    pub fn passed(&self) -> bool {
        self.obstacle.is_none() && self.violations.iter().all(|violation| violation.level < Level::Error)
    }
}

/// What is wrong with a batched kernel.
#[derive(Clone, Debug, Default)]
pub struct PairOutcome {
    /// Findings, in the order of the text.
    pub violations: Vec<Diagnostic>,
    /// Why what the kernels compute was not compared, if it was not: then there are only findings about dispatch.
    pub obstacle: Option<String>,
    /// What was assumed to compare them: numbers for parameters that only one kernel has (`n = 1536`), vectors of an unrolled batch,
    /// what all vectors share, and how far they are apart where nothing tells how far that should be.
    pub assumptions: Vec<String>,
}

/// A violation that has no place in the text.
pub(crate) fn violation(message: String) -> Diagnostic {
    Diagnostic {
        rule: &PARITY_DIVERGENCE,
        level: Level::Error,
        message,
        span: Span::new(0, 0),
        caption: None,
        labels: Vec::new(),
        help: None,
        fixes: Vec::new(),
        function: None,
        witness: None,
        confirmation: None,
    }
}

/// Compares two kernels of these names in two texts.
///
/// # Errors
/// A text that is too large, or without a kernel of that name that can be read as a whole; with the reason in words.
pub fn compare_texts(
    batched: &str,
    batched_kernel: &str,
    reference: &str,
    reference_kernel: &str,
    comparison: &PairKnowledge,
) -> Result<PairOutcome, String> {
    let parse = |text| Source::new(str::as_bytes(text)).map(crate::parser::parse).map_err(|error| error.to_string());
    let (batched, reference) = (parse(batched)?, parse(reference)?);
    let function = |module: &Module<'_>, name: &str| {
        find_kernel(module, name).ok_or_else(|| format!("there is no kernel `{name}` without mistakes in its text"))
    };
    let (function, other) = (function(&batched, batched_kernel)?, function(&reference, reference_kernel)?);
    Ok(compare(&batched, function, &reference, other, comparison))
}

/// The kernel of this name, if its body was read as a whole.
pub fn find_kernel(module: &Module<'_>, name: &str) -> Option<FunctionId> {
    module.function_ids().find(|&id| {
        let function = &module[id];
        let is_named = function.name.is_some_and(|id| module.name(id) == name);
        is_named
            && function.kind == FunctionKind::Entry
            && function.body.is_some()
            && !function.broken
            && !crate::facts::has_too_many_edges(module, id)
    })
}

/// Compares a batched kernel with its reference; findings point into the batched kernel's module.
///
/// The kernels must have bodies without mistakes, see [`find_kernel`].
pub fn compare(
    batched: &Module<'_>,
    batched_kernel: FunctionId,
    reference: &Module<'_>,
    reference_kernel: FunctionId,
    comparison: &PairKnowledge,
) -> PairOutcome {
    let options = &comparison.options;
    let facts = Facts::new(batched, batched_kernel, options.block);
    let mut violations = Vec::new();
    dispatch(&facts, comparison, &mut violations);
    let other = Facts::new(reference, reference_kernel, options.block);
    let compared = structure(&facts, &other, comparison, &mut violations);
    violations.sort_by_key(|diagnostic| (diagnostic.span.start, diagnostic.span.end, diagnostic.rule.name));
    let (assumptions, obstacle) = match compared {
        Ok(assumptions) => (assumptions, None),
        Err(obstacle) => (Vec::new(), Some(obstacle.to_string())),
    };
    PairOutcome { violations, obstacle, assumptions }
}

/// Runs the rules that are about batched kernels.
fn dispatch(facts: &Facts<'_, '_>, comparison: &PairKnowledge, diagnostics: &mut Vec<Diagnostic>) {
    let mut context = |rule: &'static Rule, run: &dyn Fn(&mut Context<'_, '_>)| {
        let function = Some(facts.function);
        run(&mut Context { module: facts.module, options: &comparison.options, rule, function, diagnostics });
    };
    let run_hooks = |cx: &mut Context<'_, '_>, rule: &'static Rule| {
        for hook in rule.hooks {
            if let Hook::Function(hook) | Hook::Instructions(hook) = hook {
                hook(cx, facts);
            }
        }
    };
    let (missing, wrong) = (&MISSING_BATCH_DISPATCH, &WRONG_DISPATCH_STRATEGY);
    match comparison.expected {
        Some(expected) => {
            if let Some(dispatch) = VectorDispatch::new(facts, comparison.options.batch_parameter()) {
                context(missing, &|cx| missing_batch_dispatch::judge(cx, facts, &dispatch, expected));
                context(wrong, &|cx| {
                    if let Some(finding) = wrong_dispatch_strategy::judge(cx, &dispatch, expected) {
                        cx.report(finding);
                    }
                });
            }
        }
        None => [missing, wrong].into_iter().for_each(|rule| context(rule, &|cx| run_hooks(cx, rule))),
    }
    context(&SHARED_U64_ADDRESS, &|cx| run_hooks(cx, &SHARED_U64_ADDRESS));
}

/// Compares the kernels as graphs of values; tells what was assumed, or fails with what keeps them from being compared.
fn structure(
    facts: &Facts<'_, '_>,
    reference: &Facts<'_, '_>,
    comparison: &PairKnowledge,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Vec<String>, PairObstacle> {
    let options = &comparison.options;
    let known = PairFacts { strides: &comparison.strides, batch_parameter: options.batch_parameter() };
    let mut pair = compare::ComparedPair::new(facts, reference, known)?;
    let mut findings = pair.findings(&comparison.strides, options.batch_parameter());
    if !findings.is_empty() && !pair.finds_vectors() && pair.stores_something() {
        return Err("it has neither `%ctaid.y` nor a loop over vectors, nor the work for each vector of a batch");
    }
    let is_mixed = pair.ours.unrolled.as_ref().is_some_and(|unrolled| unrolled.shared.is_empty());
    if !findings.is_empty() && is_mixed && !pair.ours.shared_stores.is_empty() {
        return Err("what it keeps in shared memory cannot be separated by the vectors of its unrolled batch");
    }
    let is_same_text = std::ptr::eq(facts.module, reference.module);
    if [facts, reference].into_iter().any(calls) && !(findings.is_empty() && is_same_text) {
        return Err("it calls functions, into which this analysis does not look, or its reference does");
    }
    let (module, function) = (facts.module, Some(facts.function));
    let mut context = Context { module, options, rule: &PARITY_DIVERGENCE, function, diagnostics };
    if findings.is_empty() {
        let assumed = pair.assumed_strides(&comparison.strides, options.batch_parameter());
        pair.assumptions.extend(assumed);
    }
    findings.extend(pair.doubts(&comparison.strides, options.batch_parameter()));
    findings.into_iter().for_each(|finding| context.report(finding));
    Ok(pair.assumptions)
}

/// Whether a kernel calls functions.
fn calls(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    module.insts_of(facts.function).any(|inst| module.opcode(inst).effects.intersects(Effects::CALL))
}
