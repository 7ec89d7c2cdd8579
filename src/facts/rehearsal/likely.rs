//! What is likely where a number is not known: pointers are not null, and data does not end a kernel before it has done anything.

use super::actions::{RehearsedAction, RehearsedStep};
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
    if let Some(guard) = guard
        && let Some(is_true) = tells_null(facts, guard)
    {
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
    let is_pointer =
        |expr: Expr| matches!(table.node(table.unconverted(expr)), Node::Param { var, .. } if !is_size(facts, var));
    let of = |truth: Expr| match table.node(truth) {
        Node::Compare(relation, _, one, other) => {
            let is_about_null = |[pointer, null]: [Expr; 2]| is_pointer(pointer) && table.node(null) == Node::Const(0);
            let is_about_null = is_about_null([one, other]) || is_about_null([other, one]);
            match relation {
                IntegerRelation::Equal if is_about_null => Some(false),
                IntegerRelation::NotEqual if is_about_null => Some(true),
                _ => None,
            }
        }
        _ => None,
    };
    match table.node(guard) {
        Node::Not(truth) => of(truth).map(|is_true| !is_true),
        _ => of(guard),
    }
}

/// Whether the kernel ends at a block, or at one that nothing but it leads to, and nothing happens before that others may notice.
fn ends(facts: &Facts<'_, '_>, plan: &RehearsalPlan, mut block: Block) -> bool {
    let cfg = facts.cfg();
    for _ in 0..MOST_TO_END {
        for inst in cfg.insts(block) {
            let step: &RehearsedStep = &plan.steps[inst.index() - plan.first];
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
