//! What expressions are worth in the first rounds of a loop.

use crate::facts::expr::{Expr, Node, evaluate};
use crate::facts::ssa::Definition;
use crate::facts::{Facts, LoopId, Value};
use crate::util::FastMap;

/// How many rounds are looked at: enough for a ring of 16 stages to come round with both parities, twice.
pub const ROUNDS: usize = 64;

/// A value that each round of a loop computes from those of the round before.
struct Recurrence {
    /// How it stands in expressions.
    leaf: Expr,
    initial: Expr,
    next: Expr,
}

/// The numbers of an expression in the first rounds of a loop, [`ROUNDS`] of them. `None` where they depend on anything else than how
/// often the loop has gone round.
pub fn in_rounds(facts: &Facts<'_, '_>, id: LoopId, exprs: &[Expr]) -> Option<Vec<Vec<i64>>> {
    let recurrences = recurrences(facts, id, exprs)?;
    let builder = facts.exprs();
    let table = &builder.table;
    let number = |expr: Expr, state: &FastMap<Expr, i64>, round: usize| {
        evaluate(table, expr, &|leaf: Expr, node: Node| match node {
            Node::Iteration(other) => (other == id).then_some(round as i64),
            _ => state.get(&leaf).copied(),
        })
    };
    let none = FastMap::default();
    let start = recurrences.iter().map(|it| Some((it.leaf, number(it.initial, &none, 0)?)));
    let mut state = start.collect::<Option<FastMap<Expr, i64>>>()?;
    let mut rounds = vec![Vec::with_capacity(ROUNDS); exprs.len()];
    for round in 0..ROUNDS {
        for (numbers, &expr) in rounds.iter_mut().zip(exprs) {
            numbers.push(number(expr, &state, round)?);
        }
        let next = recurrences.iter().map(|it| Some((it.leaf, number(it.next, &state, round)?)));
        state = next.collect::<Option<FastMap<Expr, i64>>>()?;
    }
    Some(rounds)
}

/// The values that a loop carries from round to round on which expressions depend. `None` when one of them has no single start or step, or
/// the running rule has no steps left.
fn recurrences(facts: &Facts<'_, '_>, id: LoopId, exprs: &[Expr]) -> Option<Vec<Recurrence>> {
    let ssa = facts.ssa()?;
    let header = facts.natural_loops().get(id).header;
    let mut found: Vec<Recurrence> = Vec::new();
    let mut work: Vec<Expr> = exprs.to_vec();
    while let Some(expr) = work.pop() {
        if !facts.spend(1 + ROUNDS) {
            return None;
        }
        let mut carried: Vec<(Expr, Value)> = Vec::new();
        facts.exprs().table.walk(expr, &mut |leaf, node| {
            if let Node::Opaque(value) = node {
                carried.push((leaf, value));
            }
            true
        });
        for (leaf, value) in carried {
            if found.iter().any(|it| it.leaf == leaf) {
                continue;
            }
            let Definition::Phi { block, .. } = ssa.data(value).definition else { return None };
            if block != header {
                return None;
            }
            let [initial, next] = ends(facts, id, value)?;
            let initial = facts.exprs().value(facts, initial);
            let next = facts.exprs().value(facts, next);
            found.push(Recurrence { leaf, initial, next });
            work.push(next);
        }
    }
    Some(found)
}

/// What a value that a loop carries is before the first round, and behind each one.
fn ends(facts: &Facts<'_, '_>, id: LoopId, phi: Value) -> Option<[Value; 2]> {
    let (ssa, cfg, loops) = (facts.ssa()?, facts.cfg(), facts.natural_loops());
    let Definition::Phi { block, .. } = ssa.data(phi).definition else { return None };
    let (mut initial, mut next) = (None, None);
    for (&from, &input) in cfg.predecessors(block).iter().zip(ssa.inputs(cfg, phi)) {
        let side = if loops.contains(id, from) { &mut next } else { &mut initial };
        if side.is_some_and(|known| known != input) {
            return None;
        }
        *side = Some(input);
    }
    Some([initial?, next?])
}
