//! Loops whose counter does not move in some launch, or in some thread: a step of 0.

use super::infinite_loop::WayOut;
use crate::facts::expr::{Expr, ExprTable, Node, evaluate};
use crate::facts::{BlockModel, Definition, Exit, Facts, LoopId, Thread, candidates};
use crate::ids::{InstId, VarId};
use crate::isa::op;
use crate::util::FastSet;
use std::cell::OnceCell;

/// A loop that goes on for ever where a step is 0.
pub(super) struct Stalled {
    pub id: LoopId,
    /// A branch that could leave it.
    pub branch: InstId,
    pub cause: StallCause,
}

/// Why a step is 0.
pub(super) enum StallCause {
    /// A parameter may be 0.
    Parameter(VarId),
    /// It is 0 in this thread.
    Index(Thread),
}

/// Most usual launches in which threads are looked for that make no step.
const MOST_LAUNCHES: usize = 4;

/// The loop as one that a step of 0 keeps from ending, where these branches alone leave it. `divisors` of the function are found once.
pub(super) fn stalled(
    facts: &Facts<'_, '_>,
    id: LoopId,
    ways: &[WayOut],
    divisors: &OnceCell<Vec<Expr>>,
) -> Option<Stalled> {
    let factors = factors(facts, id, ways);
    let branch = ways.first()?.branch;
    let by_index = thread_at_rest(facts, id, ways, &factors).map(StallCause::Index);
    let by_parameter = || parameter_at_rest(facts, id, ways, &factors, divisors).map(StallCause::Parameter);
    let cause = by_index.or_else(by_parameter)?;
    Some(Stalled { id, branch, cause })
}

/// By what the rounds of a loop are multiplied where its branches ask for them.
fn factors(facts: &Facts<'_, '_>, id: LoopId, ways: &[WayOut]) -> Vec<Expr> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut found = Vec::new();
    table.walk_all(ways.iter().map(|way| way.guard), &mut |part, _| {
        if let Some(others) = factors_of_round(table, id, part) {
            found.extend(others);
        }
        true
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// The other factors of a product with the number of a loop's round.
fn factors_of_round(table: &ExprTable, id: LoopId, product: Expr) -> Option<Vec<Expr>> {
    if !matches!(table.node(product), Node::Product(..)) {
        return None;
    }
    let (mut work, mut others, mut is_of_round) = (vec![product], Vec::new(), false);
    while let Some(part) = work.pop() {
        match table.node(part) {
            Node::Product(a, b) => work.extend([a, b]),
            Node::Iteration(counted) if counted == id => is_of_round = true,
            _ => others.push(part),
        }
    }
    is_of_round.then_some(others)
}

/// Whether an expression is the same in all rounds of a loop once the products of which `is_zero` takes a factor are 0.
fn is_at_rest(facts: &Facts<'_, '_>, id: LoopId, expr: Expr, is_zero: &dyn Fn(&ExprTable, Expr) -> bool) -> bool {
    let (cfg, loops, Some(ssa)) = (facts.cfg(), facts.natural_loops(), facts.ssa()) else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (mut seen, mut work) = (FastSet::default(), vec![expr]);
    while let Some(part) = work.pop() {
        let others = if seen.insert(part) { factors_of_round(table, id, part).unwrap_or_default() } else { continue };
        if others.into_iter().any(|factor| is_zero(table, factor)) {
            continue;
        }
        let is_fixed = match table.node(part) {
            Node::Iteration(counted) => !loops.contains(id, loops.get(counted).header),
            Node::Special(register, _) => !register.kind.is_volatile(),
            Node::Warp => false,
            Node::Opaque(value) => match ssa.data(value).definition {
                Definition::Entry => true,
                Definition::Write { inst, .. } => !loops.contains(id, cfg.block_of(inst)),
                Definition::Phi { block, .. } => !loops.contains(id, block),
            },
            _ => true,
        };
        if !is_fixed {
            return false;
        }
        table.for_parts(table.node(part), &mut |part| work.push(part));
    }
    true
}

/// The parameter that keeps a loop from ending where it is 0, if nothing before the loop asks for it, and nobody divides by it.
fn parameter_at_rest(
    facts: &Facts<'_, '_>,
    id: LoopId,
    ways: &[WayOut],
    factors: &[Expr],
    divisors: &OnceCell<Vec<Expr>>,
) -> Option<VarId> {
    let mut parameters: Vec<Expr> = Vec::new();
    facts.exprs().table.walk_all(factors.iter().copied(), &mut |part, node| {
        if matches!(node, Node::Param { .. }) {
            parameters.push(part);
        }
        true
    });
    let parameter = parameters.into_iter().find(|&parameter| {
        let is_zero = |table: &ExprTable, factor: Expr| number_without(table, factor, parameter) == Some(0);
        let is_stuck = |&WayOut { guard, leaves_if, .. }: &WayOut| {
            let truth = number_without(&facts.exprs().table, guard, parameter);
            truth.is_none_or(|value| (value != 0) != leaves_if) && is_at_rest(facts, id, guard, &is_zero)
        };
        ways.iter().all(is_stuck) && !is_excluded(facts, id, parameter, divisors.get_or_init(|| all_divisors(facts)))
    })?;
    match facts.exprs().table.node(parameter) {
        Node::Param { var, .. } => Some(var),
        _ => None,
    }
}

/// The number of an expression where a parameter is 0, if nothing else matters.
fn number_without(table: &ExprTable, expr: Expr, parameter: Expr) -> Option<i64> {
    evaluate(table, expr, &|part: Expr, _: Node| (part == parameter).then_some(0))
}

/// By what the function divides.
fn all_divisors(facts: &Facts<'_, '_>) -> Vec<Expr> {
    let module = facts.module;
    let is_division = |inst: &InstId| matches!(module.opcode(*inst).instruction, Some(op::DIV | op::REM));
    let divisor = |inst: InstId| facts.exprs().operand(facts, inst, *module.operands(inst).get(2)?);
    module.insts_of(facts.function).filter(is_division).filter_map(divisor).collect()
}

/// Whether something tells that a parameter is not 0 where a loop is entered: a branch on the way asks for it, or something divides by it.
fn is_excluded(facts: &Facts<'_, '_>, id: LoopId, parameter: Expr, divisors: &[Expr]) -> bool {
    let (module, cfg, header) = (facts.module, facts.cfg(), facts.natural_loops().get(id).header);
    let contains = |expr: Expr| {
        let exprs = facts.exprs();
        !exprs.table.walk(expr, &mut |part, _| part != parameter)
    };
    let asks = |block| {
        let last = cfg.last(block);
        let guards = cfg.successors(block).len() > 1 || cfg.exit(block) != Exit::None;
        let guard = || facts.exprs().guard(facts, last);
        guards && module.guard(last).is_some() && guard().is_none_or(contains)
    };
    let before =
        std::iter::successors(facts.dominators().immediate(header), |&block| facts.dominators().immediate(block));
    let mut before = before.take_while(|_| facts.spend(1));
    before.any(asks) || divisors.iter().any(|&divisor| contains(divisor))
}

/// A thread whose index makes its step 0, and that all branches keep in the loop in a launch.
fn thread_at_rest(facts: &Facts<'_, '_>, id: LoopId, ways: &[WayOut], factors: &[Expr]) -> Option<Thread> {
    let (conditions, header) = (facts.conditions()?, facts.natural_loops().get(id).header);
    let by_index = |&factor: &Expr| {
        let exprs = facts.exprs();
        let is_index = |node: Node| !node.is_leaf() || matches!(node, Node::Tid(_) | Node::Lane | Node::Ntid(_));
        exprs.table.depends_on_thread(factor) && exprs.table.walk(factor, &mut |_, node| is_index(node))
    };
    let factors: Vec<Expr> = factors.iter().copied().filter(by_index).collect();
    if factors.is_empty() {
        return None;
    }
    let usual = candidates(facts, [true; 3]).filter(|candidate| candidate.usual);
    for candidate in usual.take(MOST_LAUNCHES) {
        let model = BlockModel::of(facts, candidate.sample);
        for thread in model.threads() {
            if !facts.spend(1) {
                return None;
            }
            let value = |table: &ExprTable, expr: Expr| model.value_at(table, expr, thread, &[(id, 0)]);
            let is_zero = |table: &ExprTable, factor| factors.contains(&factor) && value(table, factor) == Some(0);
            let stays = |&WayOut { guard, leaves_if, .. }: &WayOut| {
                let truth = value(&facts.exprs().table, guard);
                truth.is_some_and(|value| (value != 0) != leaves_if) && is_at_rest(facts, id, guard, &is_zero)
            };
            if factors.iter().any(|&factor| is_zero(&facts.exprs().table, factor))
                && ways.iter().all(stays)
                && model.reaches(&facts.exprs().table, conditions, header, thread) == Some(true)
            {
                return Some(thread);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Level;
    use crate::options::{Options, Selector, Setting};

    /// The levels of what is found, with what has to be asked for.
    fn levels(text: &str) -> Vec<Level> {
        let mut options = Options::default();
        options.levels.set(Selector::parse("infinite-loop").expect("a rule"), Setting::On);
        let report = crate::driver::check(text.as_bytes(), &options).expect("PTX");
        report.findings.into_iter().map(|finding| finding.level).collect()
    }

    #[test]
    fn steps_by_parameters_are_notes() {
        assert_eq!(levels(include_str!("../../../fixtures/infinite-loop/bad_step_by_parameter.ptx")), [Level::Note]);
        assert_eq!(levels(include_str!("../../../fixtures/infinite-loop/bad_step_of_thread.ptx")), [Level::Warning]);
    }
}
