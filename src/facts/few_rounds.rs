//! Launches in which loops go round a few times only, where more rounds than a run can take hide what happens behind them.

use super::expr::{Expr, Node, Term};
use super::launches::Candidate;
use super::{Facts, LoopId};

/// How often loops go round, and most parameters that are taken for numbers of rounds.
const ROUNDS: i64 = 3;
const MOST_NUMBERS: usize = 3;

/// The launches with a few rounds for each parameter that a branch out of a loop looks at: as many numbers, or, of loops whose rounds take several, so
/// many times that.
pub(super) fn few_rounds(facts: &Facts<'_, '_>, long: Candidate, of_steps: bool) -> Vec<Candidate> {
    let end = |step: i64| match of_steps {
        true => step.checked_mul(ROUNDS - 1)?.checked_add(ROUNDS).filter(|_| step > 1),
        false => Some(ROUNDS),
    };
    let rounds = |(number, step)| Some(Candidate { sample: long.sample.fixing(number, end(step)?), usual: true });
    numbers_of_rounds(facts).into_iter().filter_map(rounds).collect()
}

/// Whether some loop has no barrier in it.
pub(super) fn has_quiet_loop(facts: &Facts<'_, '_>) -> bool {
    let loops = facts.natural_loops();
    loops.ids().any(|id| !meets_in(facts, id))
}

/// Whether threads meet in each round of a loop.
fn meets_in(facts: &Facts<'_, '_>, id: LoopId) -> bool {
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    facts.barriers().iter().any(|barrier| loops.contains(id, cfg.block_of(barrier.inst)))
}

/// The parameters with which branches out of loops compare, and how far a round of one of these loops takes what is compared, at most.
fn numbers_of_rounds(facts: &Facts<'_, '_>) -> Vec<(Expr, i64)> {
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    let mut found: Vec<(Expr, i64)> = Vec::new();
    for id in loops.ids() {
        let this = loops.get(id);
        // Only where threads meet in each round does another one differ from what came before.
        let meets = meets_in(facts, id);
        for &block in this.latches.iter().chain([&this.header]) {
            let leaves = cfg.successors(block).iter().any(|&next| !loops.contains(id, next));
            let Some(guard) = leaves.then(|| facts.exprs().guard(facts, cfg.last(block))).flatten() else { continue };
            let (mut numbers, mut step) = (Vec::new(), 1);
            let exprs = facts.exprs();
            let table = &exprs.table;
            table.walk(guard, &mut |part, node| {
                match node {
                    Node::Param { .. } => numbers.push(part),
                    Node::Sum { .. } if meets => {
                        let (terms, _) = table.terms(part);
                        let is_counter = |&&(expr, _): &&Term| table.node(expr) == Node::Iteration(id);
                        step = terms
                            .iter()
                            .find(is_counter)
                            .map_or(step, |&(_, factor)| step.max(factor.saturating_abs()));
                    }
                    _ => {}
                }
                true
            });
            for number in numbers {
                let known = found.iter().position(|&(known, _)| known == number);
                match known {
                    Some(place) => found[place].1 = step.max(found[place].1),
                    None if found.len() < MOST_NUMBERS => found.push((number, step)),
                    None => {}
                }
            }
        }
    }
    found
}
