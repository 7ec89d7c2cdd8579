//! Launches in which loops go round a few times only, where more rounds than a run can take hide what happens behind them.

use super::Facts;
use super::expr::{Expr, Node};
use super::launches::Candidate;
use crate::isa::Effects;

/// How often loops go round, and most parameters that are taken for numbers of rounds.
const ROUNDS: i64 = 3;
const MOST_NUMBERS: usize = 3;

/// The launch with a few rounds for each parameter that a branch out of a loop looks at. Rings of buffers, whose rounds `mbarrier` objects order,
/// have rules of their own.
pub(super) fn few_rounds(facts: &Facts<'_, '_>, long: Candidate) -> Vec<Candidate> {
    if facts.effects().intersects(Effects::MBARRIER_INIT) {
        return Vec::new();
    }
    let numbers = numbers_of_rounds(facts);
    let short = numbers.into_iter().map(|number| Candidate { sample: long.sample.fixing(number, ROUNDS), usual: true });
    short.collect()
}

fn numbers_of_rounds(facts: &Facts<'_, '_>) -> Vec<Expr> {
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    let mut found: Vec<Expr> = Vec::new();
    for id in loops.ids() {
        let this = loops.get(id);
        for &block in this.latches.iter().chain([&this.header]) {
            let leaves = cfg.successors(block).iter().any(|&next| !loops.contains(id, next));
            let Some(guard) = leaves.then(|| facts.exprs().guard(facts, cfg.last(block))).flatten() else { continue };
            facts.exprs().table.walk(guard, &mut |part, node| {
                if matches!(node, Node::Param { .. }) && !found.contains(&part) {
                    found.push(part);
                }
                found.len() < MOST_NUMBERS
            });
        }
    }
    found
}
