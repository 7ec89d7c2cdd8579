//! Launches in which a number that a kernel is given says how far away the elements of others are.
//!
//! Sizes that are tried are large, so that `data[i + shift]` lies far behind all that threads store. Where a condition holds the shift against
//! the index of a thread (`i >= shift`, `i + shift < n`), any shift within the array is meant; where it is the number of elements
//! (`data[n - 1 - i]`, `i < n`), one of each thread may be.

use super::block_pairs::FULL_SHARE;
use super::expr::{Axis, Expr, ExprTable, Node};
use super::launches::Candidate;
use super::model::truths_and_guards;
use super::shapes::uncast;
use super::simulation::SimulationPlan;
use super::{Facts, Sample};

/// Most numbers that are tried as a shift.
const MOST_SHIFTS: usize = 2;

/// The shift of a neighbour.
const NEAR: i64 = 1;

/// Lists of launches with one shift each, in blocks of the shapes of others.
pub(super) fn launches_with_shifts(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    all: &[Candidate],
) -> Vec<Vec<Candidate>> {
    let mut shapes: Vec<[u32; 3]> = Vec::new();
    for candidate in all.iter().filter(|candidate| candidate.usual) {
        if !shapes.contains(&candidate.sample.shape) {
            shapes.push(candidate.sample.shape);
        }
    }
    let launch = |shape: [u32; 3], leaf: Expr, shift: i64| {
        let sample = Sample::with_sizes(shape, FULL_SHARE).fixing(leaf, shift);
        Candidate { sample, usual: true }
    };
    let near = |leaf: Expr| shapes.iter().map(|&shape| launch(shape, leaf, NEAR)).collect();
    let threads = |shape: [u32; 3]| i64::from(Sample::new(shape, 0).thread_count());
    let far = |leaf: Expr| shapes.iter().map(|&shape| launch(shape, leaf, threads(shape))).collect();
    shifts(facts, plan).into_iter().flat_map(|leaf| [near(leaf), far(leaf)]).collect()
}

/// The parameters that are added to the index of a thread in an address, and that a condition holds against one.
fn shifts(facts: &Facts<'_, '_>, plan: &SimulationPlan) -> Vec<Expr> {
    let (addresses, truths) = (plan.addresses(facts), truths_and_guards(facts));
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut found: Vec<Expr> = Vec::new();
    for address in addresses {
        // What is added before it is widened is in a part of its own.
        for (part, _) in table.terms(address).0.iter().copied() {
            add_shifts(table, uncast(table, part), &mut found);
        }
        add_shifts(table, address, &mut found);
    }
    found.retain(|&leaf| is_compared(table, &truths, leaf));
    found.truncate(MOST_SHIFTS);
    found
}

/// Adds the parameters among the terms of a sum with the index of a thread.
fn add_shifts(table: &ExprTable, sum: Expr, found: &mut Vec<Expr>) {
    let terms = table.terms(sum).0;
    if !terms.iter().any(|&(part, _)| table.node(uncast(table, part)) == Node::Tid(Axis::X)) {
        return;
    }
    for leaf in terms.iter().map(|&(part, _)| uncast(table, part)) {
        if matches!(table.node(leaf), Node::Param { .. }) && !found.contains(&leaf) {
            found.push(leaf);
        }
    }
}

/// Whether a condition compares the index of a thread with a number, or has both on one side.
fn is_compared(table: &ExprTable, truths: &[Expr], leaf: Expr) -> bool {
    let has_both = |node: Node| match node {
        Node::Compare(_, _, a, b) => {
            let has = |wanted: &dyn Fn(Node) -> bool| [a, b].into_iter().any(|side| table.contains(side, wanted));
            has(&|node| node == table.node(leaf)) && has(&|node| node == Node::Tid(Axis::X))
        }
        _ => false,
    };
    truths.iter().any(|&truth| table.contains(truth, has_both))
}
