//! What is likely where a number is not known: pointers are not null, and data does not end a kernel before it has done anything.

use super::actions::RehearsedAction;
use super::plan::{RehearsalPlan, is_size};
use crate::facts::expr::{Expr, Node};
use crate::facts::{Block, Facts};
use crate::ids::InstId;
use crate::semantics::IntegerRelation;

/// Blocks behind a branch that are looked through for the end of the kernel.
const MOST_TO_END: usize = 4;

/// Whether an instruction is likely executed whose guard is not known. Nothing if it may be or not.
pub(super) fn executes(facts: &Facts<'_, '_>, plan: &RehearsalPlan, at: usize) -> Option<bool> {
    let inst = InstId::new(plan.first + at);
    let guard = facts.exprs().guard(facts, inst);
    if let Some(is_true) = guard.and_then(|guard| tells_null(facts, guard)) {
        return Some(is_true);
    }
    let cfg = facts.cfg();
    let block = cfg.block_of(inst);
    if facts.natural_loops().innermost(block).is_some() {
        return None;
    }
    match plan.steps[at].action {
        RehearsedAction::Exit => Some(false),
        RehearsedAction::Branch(target) => {
            let target = cfg.block_of(target);
            let next = cfg.successors(block).iter().copied().find(|&next| next != target)?;
            match [target, next].map(|block| ends(facts, plan, block)) {
                [true, false] => Some(false),
                [false, true] => Some(true),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a condition holds that asks whether a pointer is null, which it is not.
fn tells_null(facts: &Facts<'_, '_>, guard: Expr) -> Option<bool> {
    let table = &facts.exprs().table;
    let (truth, is_negated) = match table.node(guard) {
        Node::Not(truth) => (truth, true),
        _ => (guard, false),
    };
    let Node::Compare(relation, _, one, other) = table.node(truth) else { return None };
    let is_null = |expr: Expr| table.node(expr) == Node::Const(0);
    let is_pointer =
        |expr: Expr| matches!(table.node(table.unconverted(expr)), Node::Param { var, .. } if !is_size(facts, var));
    if !(is_pointer(one) && is_null(other) || is_null(one) && is_pointer(other)) {
        return None;
    }
    match relation {
        IntegerRelation::Equal => Some(is_negated),
        IntegerRelation::NotEqual => Some(!is_negated),
        _ => None,
    }
}

/// Whether the kernel ends at a block, or at one that nothing but it leads to, and nothing happens before that others may notice.
fn ends(facts: &Facts<'_, '_>, plan: &RehearsalPlan, mut block: Block) -> bool {
    let cfg = facts.cfg();
    for _ in 0..MOST_TO_END {
        for inst in cfg.insts(block) {
            let step = &plan.steps[inst.index() - plan.first];
            match step.action {
                RehearsedAction::Exit => return step.guard.is_none(),
                _ if step.is_noticed() => return false,
                _ => {}
            }
        }
        match *cfg.successors(block) {
            [next] => block = next,
            _ => return false,
        }
    }
    false
}
