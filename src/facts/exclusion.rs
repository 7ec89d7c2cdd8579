//! Instructions of which a thread executes one only, as both hang on the same comparisons.

use super::expr::{Expr, ExprTable, IntegerRelation, Node};
use super::{Conditions, Facts};
use crate::ids::InstId;

/// Most decisions on the way to an instruction that are looked at.
const MOST_DECISIONS: usize = 16;

/// How deep truths are looked into that are made of others.
const DEPTH: usize = 32;

/// Whether what is true on every way to one instruction keeps a thread from another, as long as the numbers that are compared are the same.
pub(crate) fn exclude_each_other(facts: &Facts<'_, '_>, [one, other]: [InstId; 2]) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let [given, asked] = [one, other].map(|inst| on_every_way(facts, conditions, inst));
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut known = Vec::new();
    given.into_iter().for_each(|(truth, holds)| add_parts(table, truth, holds, DEPTH, &mut known));
    asked.into_iter().any(|(truth, wanted)| value(table, truth, DEPTH, &known).is_some_and(|holds| holds != wanted))
}

/// What holds where control comes to an instruction: truths, and what they are.
fn on_every_way(facts: &Facts<'_, '_>, conditions: &Conditions, inst: InstId) -> Vec<(Expr, bool)> {
    let guard = facts.exprs().guard(facts, inst);
    let mut found: Vec<(Expr, bool)> = guard.map(|truth| (truth, true)).into_iter().collect();
    let mut block = facts.cfg().block_of(inst);
    // Of several ways none needs to be taken.
    while let [way] = conditions.of(block)
        && found.len() < MOST_DECISIONS
        && way.branch != block
    {
        found.extend(way.truth.map(|truth| (truth, way.wanted)));
        block = way.branch;
    }
    found
}

/// Adds a truth, and those that it is made of.
fn add_parts(table: &ExprTable, truth: Expr, holds: bool, depth: usize, known: &mut Vec<(Expr, bool)>) {
    known.push((truth, holds));
    let Some(depth) = depth.checked_sub(1) else { return };
    match table.node(truth) {
        Node::Not(part) => add_parts(table, part, !holds, depth, known),
        Node::Both(a, b) if holds => {
            [a, b].into_iter().for_each(|part| add_parts(table, part, true, depth, known));
        }
        _ => {}
    }
}

/// Whether something holds, as far as that follows from what is known.
fn value(table: &ExprTable, truth: Expr, depth: usize, known: &[(Expr, bool)]) -> Option<bool> {
    let told = known.iter().find_map(|&(other, holds)| match other == truth {
        true => Some(holds),
        false => is_opposite(table, truth, other).then_some(!holds),
    });
    let of_part = |part: Expr| depth.checked_sub(1).and_then(|depth| value(table, part, depth, known));
    told.or_else(|| match table.node(truth) {
        Node::Not(part) => of_part(part).map(|holds| !holds),
        Node::Both(a, b) => match [a, b].map(of_part) {
            [Some(true), Some(true)] => Some(true),
            parts => parts.contains(&Some(false)).then_some(false),
        },
        _ => None,
    })
}

/// Whether one of two comparisons holds where the other one does not.
fn is_opposite(table: &ExprTable, one: Expr, other: Expr) -> bool {
    use IntegerRelation::{Equal, Less, LessEqual, NotEqual};
    match [one, other].map(|truth| table.node(truth)) {
        [Node::Compare(relation, format, a, b), Node::Compare(opposite, other_format, x, y)] => {
            format == other_format
                && match (relation, opposite) {
                    (Equal, NotEqual) | (NotEqual, Equal) => (a, b) == (x, y) || (a, b) == (y, x),
                    (Less, LessEqual) | (LessEqual, Less) => (a, b) == (y, x),
                    _ => false,
                }
        }
        _ => false,
    }
}
