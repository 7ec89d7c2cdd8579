//! The kernels of this crate, for the dimensions of a model.

use super::super::gguf::ModelDimensions;
use super::{Comparisons, Listing, PairRow, PairVerdict};
use crate::isa::Target;
use crate::kernels::{Dimensions, KernelPair, PAIRS};
use rayon::prelude::*;

/// Elements of a super-block of quantised weights, which rows consist of.
const SUPER_BLOCK: u32 = 256;

/// All pairs.
pub(super) fn dimensions(dimensions: &Dimensions, target: Target) -> Comparisons {
    let rows = rows(|pair| compared(pair, dimensions, target));
    Comparisons { headline: headline(dimensions, target), dimensions: Some(*dimensions), rows, complaints: Vec::new() }
}

/// All pairs, without those for quantised weights that the model does not have.
pub(super) fn model(path: &str, model: &ModelDimensions, target: Target) -> Comparisons {
    let ModelDimensions { hidden, intermediate, heads, head_dim, .. } = *model;
    let dimensions = Dimensions { hidden, intermediate, heads, head_dim };
    let verdict = |pair: &KernelPair| match quantisation(pair, model) {
        Some((name, false)) => PairVerdict::Skipped(format!("the model has no {name} tensors")),
        Some((name, _)) if !hidden.is_multiple_of(SUPER_BLOCK) => {
            PairVerdict::Skipped(format!("vectors of {hidden} elements are not whole super-blocks of {name}"))
        }
        _ => compared(pair, &dimensions, target),
    };
    Comparisons {
        headline: format!("{path}: {}, {}", model.architecture, headline(&dimensions, target)),
        dimensions: Some(dimensions),
        rows: rows(verdict),
        complaints: Vec::new(),
    }
}

/// A row for each pair. Pairs have nothing to do with each other, so they are judged side by side.
fn rows(verdict: impl Fn(&KernelPair) -> PairVerdict + Sync) -> Vec<PairRow> {
    PAIRS.par_iter().map(|pair| row(pair, verdict(pair))).collect()
}

fn headline(dimensions: &Dimensions, target: Target) -> String {
    let Dimensions { hidden, intermediate, heads, head_dim } = dimensions;
    format!("hidden {hidden}, intermediate {intermediate}, {heads} heads of {head_dim}, {}", target.name())
}

/// The quantisation that a pair is for, and whether a model has it.
fn quantisation(pair: &KernelPair, model: &ModelDimensions) -> Option<(&'static str, bool)> {
    match pair.reference {
        "Q4KGemv" => Some(("Q4_K", model.has_q4_k)),
        "Q6KGemv" => Some(("Q6_K", model.has_q6_k)),
        _ => None,
    }
}

fn row(pair: &KernelPair, verdict: PairVerdict) -> PairRow {
    let (batched, reference) = (pair.batched.to_string(), pair.reference.to_string());
    PairRow { batched, reference, dispatch: Some(pair.dispatch), verdict }
}

fn compared(pair: &KernelPair, dimensions: &Dimensions, target: Target) -> PairVerdict {
    let report = (pair.validate)(dimensions, target);
    match report.violations.as_slice() {
        // What could not be written has no text to point at.
        [violation, ..] if report.ptx.is_empty() => PairVerdict::Impossible(violation.message.clone()),
        _ => PairVerdict::Compared(Listing {
            name: format!("<{}>", report.batched),
            text: report.ptx.into_bytes().into(),
            violations: report.violations,
            obstacle: report.obstacle,
            assumptions: report.assumptions,
        }),
    }
}
