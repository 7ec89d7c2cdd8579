//! What the rules on divergence share: who decides that a place is reached, and how to show it.

use crate::diagnostic::Finding;
use crate::facts::expr::{Axis, Expr, ExprTable, LeafKinds, Node};
use crate::facts::{
    Answer, Block, BlockEntry, BlockModel, Candidate, Cause, Divergence, Facts, Sample, Thread, ThreadScope,
    Uniformity, Verdict, axes_of, candidates, ends_grid, guard_value, is_structured, judge,
};
use crate::ids::InstId;
use crate::witness::{self, Deed, Witness};

/// Two threads of one block that part at a branch.
#[derive(Clone, Copy)]
pub(super) struct Parting {
    /// The branch.
    pub(super) branch: InstId,
    /// A thread that goes on to the place in question.
    pub(super) goes: Thread,
    /// A thread that does not.
    pub(super) stays: Thread,
    /// The launch in which this happens.
    pub(super) sample: Sample,
    /// Of which launches it is true.
    scope: witness::LaunchScope,
}

impl Parting {
    /// The parting that a verdict is about, and whether every launch has it.
    pub(super) fn of(verdict: Verdict<Parting>) -> Option<(Parting, bool)> {
        match verdict {
            Verdict::Every(parting) => Some((Parting { scope: witness::LaunchScope::Every, ..parting }, true)),
            Verdict::Some(parting) => Some((parting, false)),
            Verdict::None => None,
        }
    }

    /// Whether the thread that does not go this way comes to a block by another one. In a loop it may come there in one round and not in
    /// the next, unless each round comes to the branch first.
    pub(super) fn meets_at(&self, facts: &Facts<'_, '_>, block: Block) -> bool {
        let branch = facts.cfg().block_of(self.branch);
        let is_before = branch != block && facts.dominators().dominates(branch, block);
        if !is_before && facts.natural_loops().common(branch, block).is_some() {
            return false;
        }
        let model = BlockModel::of(facts, self.sample);
        let table = &facts.exprs().table;
        facts.conditions().is_some_and(|all| model.reaches(table, all, block, self.stays) == Some(true))
    }

    /// Whether the thread that goes this way turns off before it comes to a block: what parts the two does not part those who come there.
    pub(super) fn turns_off(&self, facts: &Facts<'_, '_>, block: Block) -> bool {
        let model = BlockModel::of(facts, self.sample);
        let table = &facts.exprs().table;
        facts.conditions().is_some_and(|all| model.reaches(table, all, block, self.goes) == Some(false))
    }

    /// The launch and what both threads do at a place that `way` leads to.
    pub(super) fn witness(&self, facts: &Facts<'_, '_>, place: InstId) -> Witness {
        let model = BlockModel::of(facts, self.sample);
        let span = facts.module[place].span;
        model.witness(&[], &[place], self.scope).act(model.act(self.goes, Deed::Executes, span)).act(model.act(
            self.stays,
            Deed::Misses,
            span,
        ))
    }
}

/// Whether the other way of a branch leads to a block, too, by conditions of its own, as where both go on to the next round of a loop: what
/// parts there parts nobody unless those conditions do.
pub(super) fn is_one_of_two(facts: &Facts<'_, '_>, ways: &[BlockEntry], way: &BlockEntry, block: Block) -> bool {
    let is_other = |other: &BlockEntry| other.inst == way.inst && other.wanted != way.wanted;
    let comes_before = way.branch != block && facts.dominators().dominates(way.branch, block);
    !comes_before && ways.iter().any(is_other)
}

/// Two threads of which one goes a way and the other, which gets to the same branch, does not. Only differences that follow
/// from thread indices count; with `lanes` both are of one warp, the one that goes of the lanes in the first mask, the other of those in the
/// second.
pub(super) fn parting(facts: &Facts<'_, '_>, way: &BlockEntry, lanes: Option<[u32; 2]>) -> Verdict<Parting> {
    let Some(truth) = way.truth.filter(|&truth| !is_structured(facts, truth)) else { return Verdict::None };
    let mut axes = axes_of(&facts.exprs().table, truth);
    // Which threads are of one warp hangs on how long rows are.
    axes[0] |= lanes.is_some() && facts.uses_thread_axis(Axis::X);
    let all: Vec<Candidate> = candidates(facts, axes).collect();
    // Sizes at which the first round of a loop, or the only one, parts a block.
    let fitted = sizes_in(facts, truth).into_iter().flat_map(|leaf| {
        let first = all.first().map(|candidate| candidate.sample);
        first.into_iter().flat_map(move |sample| {
            let threads = i64::from(sample.shape.iter().fold(1u32, |count, &extent| count.saturating_mul(extent)));
            [5, threads + threads / 2].map(|number| Candidate { sample: sample.fixing(leaf, number), usual: true })
        })
    });
    let (usual, others): (Vec<Candidate>, Vec<Candidate>) = all.iter().partition(|candidate| candidate.usual);
    let late =
        usual.iter().take(MOST_LATE).filter_map(|candidate| late_round(facts, candidate.sample, truth, way.wanted));
    let late: Vec<Candidate> = late.map(|sample| Candidate { sample, usual: true }).collect();
    let ordered = usual.into_iter().chain(late).chain(fitted).chain(others);
    match judge(ordered, |sample| parting_in(facts, sample, way, lanes).unwrap_or(Answer::Silence)) {
        // Launches that were not tried may refute it.
        Verdict::Every(parting) if facts.is_spent() => Verdict::Some(parting),
        verdict => verdict,
    }
}

/// Most launches of which late rounds are looked at, and most rounds.
const MOST_LATE: usize = 2;
const MOST_ROUNDS: i64 = 64;

/// The launch in the first round of a loop in which a condition parts the block, after all threads have gone on in those before it.
fn late_round(facts: &Facts<'_, '_>, sample: Sample, truth: Expr, wanted: bool) -> Option<Sample> {
    if !facts.exprs().table.has_any(truth, LeafKinds::ITERATION) {
        return None;
    }
    let mut leaf = None;
    let model = BlockModel::of(facts, sample);
    let exprs = facts.exprs();
    exprs.table.walk(truth, &mut |part, node| {
        if matches!(node, Node::Iteration(_)) {
            leaf = Some(part);
        }
        leaf.is_none()
    });
    let leaf = leaf?;
    let (first, last) = (model.threads().next()?, model.threads().last()?);
    for round in 0..MOST_ROUNDS {
        if !facts.spend(1) {
            return None;
        }
        let model = model.fixing(leaf, round);
        let goes = |thread| Some((model.value(&exprs.table, truth, thread)? != 0) == wanted);
        match [goes(first)?, goes(last)?] {
            [true, true] => {}
            [false, false] => return None,
            _ => return Some(sample.fixing(leaf, round)),
        }
    }
    None
}

/// The parameters in an expression, the first ones.
pub(super) fn sizes_in(facts: &Facts<'_, '_>, expr: Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    facts.exprs().table.walk(expr, &mut |part, node| {
        if matches!(node, Node::Param { .. }) {
            found.push(part);
        }
        found.len() < MOST_SIZES
    });
    found
}

/// Most parameters that are tried as sizes.
const MOST_SIZES: usize = 4;

/// What a launch says; `None` when it cannot be told, or makes no sense.
fn parting_in(
    facts: &Facts<'_, '_>,
    sample: Sample,
    way: &BlockEntry,
    lanes: Option<[u32; 2]>,
) -> Option<Answer<Parting>> {
    let (truth, conditions) = (way.truth?, facts.conditions()?);
    let model = BlockModel::of(facts, sample);
    if ends_grid(facts, &model) {
        return None;
    }
    let exprs = facts.exprs();
    let table = &exprs.table;
    if has_negative_distance(&model, table, truth) {
        return None;
    }
    let arrival = model.arrival(table, conditions, way.branch);
    let (mut goes, mut stays): (Option<Thread>, Option<Thread>) = (None, None);
    let (mut warp, mut reached) = (None, false);
    for thread in model.threads() {
        let linear = model.linear(thread);
        let is_in = |mask: u32| mask >> (linear % 32) & 1 != 0;
        if let Some(masks) = lanes {
            if !masks.into_iter().any(is_in) {
                continue;
            }
            if warp != Some(linear / 32) {
                warp = Some(linear / 32);
                (goes, stays) = (None, None);
            }
        }
        if !facts.spend(1) {
            return None;
        }
        let value = arrival.value(truth, thread)?;
        let does_go = (value != 0) == way.wanted;
        if lanes.is_some_and(|[goes, stays]| !is_in(if does_go { goes } else { stays })) {
            continue;
        }
        let side = if does_go { &mut goes } else { &mut stays };
        if side.is_none() && arrival.of(thread) == Some(true) {
            *side = Some(thread);
        }
        reached |= goes.is_some();
        if let (Some(goes), Some(stays)) = (goes, stays) {
            return Some(Answer::Yes(Parting {
                branch: way.inst,
                goes,
                stays,
                sample,
                scope: witness::LaunchScope::Some,
            }));
        }
    }
    Some(if reached { Answer::No } else { Answer::Silence })
}

/// Whether a condition counts from one number of memory to another that is less, in the numbers that a launch has for them: from where
/// a row begins to where it ends, which no caller has the other way round.
fn has_negative_distance(model: &BlockModel<'_, '_, '_>, table: &ExprTable, truth: Expr) -> bool {
    let Some(thread) = model.threads().next().filter(|_| table.has_any(truth, LeafKinds::OPAQUE)) else { return false };
    let is_negative = |part: Expr| {
        let (terms, _) = table.terms(part);
        let (mut sum, mut signs) = (0i64, [false; 2]);
        for &(term, factor) in terms.iter().filter(|(term, _)| matches!(table.node(*term), Node::Opaque(_))) {
            signs[usize::from(factor < 0)] = true;
            sum = sum.saturating_add(factor.saturating_mul(model.value(table, term, thread).unwrap_or_default()));
        }
        signs == [true; 2] && sum < 0
    };
    !table.walk(truth, &mut |part, node| !(matches!(node, Node::Sum { .. }) && is_negative(part)))
}

/// Whether nothing but thread indices and block extents decides a way: it parts the threads of every launch that has enough
/// of them.
pub(super) fn parts_every_launch(facts: &Facts<'_, '_>, way: &BlockEntry) -> bool {
    let exprs = facts.exprs();
    way.truth.is_some_and(|truth| {
        exprs.table.walk(truth, &mut |_, node| {
            !matches!(node, Node::Param { .. } | Node::Opaque(_) | Node::Special(..) | Node::Ctaid(_) | Node::Nctaid(_))
        })
    })
}

/// The level of the guard of a branch.
pub(crate) fn guard_level(
    facts: &Facts<'_, '_>,
    uniformity: &Uniformity,
    branch: InstId,
    scope: ThreadScope,
) -> Divergence {
    guard_value(facts, branch).map_or(Divergence::Uniform, |value| uniformity.level(value, scope))
}

/// Whether the guard of a way differs between threads because of what it is computed from. Where ways of control meet, different
/// values often are the same number: one that was loaded again.
pub(super) fn is_computed(facts: &Facts<'_, '_>, way: &BlockEntry) -> bool {
    let (Some(uniformity), Some(value)) = (facts.uniformity(), guard_value(facts, way.inst)) else { return false };
    uniformity.is_computed(facts, value) && !is_predictable(facts, way)
}

/// Whether the truth of a way follows from indices and parameters: what then parts no launch that is tried parts none.
pub(super) fn is_predictable(facts: &Facts<'_, '_>, way: &BlockEntry) -> bool {
    let model = BlockModel::new(facts, 0);
    let thread = model.threads().next();
    let exprs = facts.exprs();
    way.truth.zip(thread).is_some_and(|(truth, thread)| model.value(&exprs.table, truth, thread).is_some())
}

/// Adds the chain from a branch back to what makes its guard differ between threads.
pub(super) fn explain(facts: &Facts<'_, '_>, finding: Finding, branch: InstId) -> Finding {
    let module = facts.module;
    let guard = module.guard(branch);
    let name = guard.and_then(|guard| guard.register()).map_or("the guard", |reg| module.register_name(reg));
    let finding = finding.label(module[branch].span, format!("this branch depends on `{name}`"));
    let (Some(uniformity), Some(value)) = (facts.uniformity(), guard_value(facts, branch)) else { return finding };
    let chain = uniformity.chain(facts, value, 12);
    match chain.last() {
        Some(&Cause::Source(inst)) => finding.label(module[inst].span, "which depends on this"),
        _ => finding,
    }
}
