//! Counters of loops whose numbers are known round by round.

use crate::facts::expr::{Expr, ExprTable, Node, evaluate};
use crate::facts::{Block, Definition, Facts, LoopId, Value};
use crate::util::FastSet;

/// Most rounds that are followed.
const MOST_ROUNDS: usize = 512;

/// What a loop carries from round to round.
pub(super) struct Carried {
    value: Value,
    /// What it is when the loop is entered, and what each round makes of it.
    first: Vec<Expr>,
    next: Vec<Expr>,
}

impl Carried {
    /// Of the values on which an expression rests, those that a loop carries.
    pub fn within(facts: &Facts<'_, '_>, id: LoopId, expr: Expr) -> Vec<Self> {
        let Some(ssa) = facts.ssa() else { return Vec::new() };
        let (cfg, loops, header) = (facts.cfg(), facts.natural_loops(), facts.natural_loops().get(id).header);
        let mut carried: Vec<Value> = Vec::new();
        facts.exprs().table.walk(expr, &mut |_, node| {
            if let Node::Opaque(value) = node
                && matches!(ssa.data(value).definition, Definition::Phi { block, .. } if block == header)
                && !carried.contains(&value)
            {
                carried.push(value);
            }
            true
        });
        let is_inside = |&(from, _): &(&Block, Expr)| loops.contains(id, *from);
        let of = |value: Value| {
            let inputs: Vec<Expr> =
                ssa.inputs(cfg, value).iter().map(|&input| facts.exprs().value(facts, input)).collect();
            let ways = || cfg.predecessors(header).iter().zip(inputs.iter().copied());
            let expr = |(_, expr)| expr;
            let (next, first) = (ways().filter(is_inside).map(expr), ways().filter(|way| !is_inside(way)).map(expr));
            // The entry block has one input more than predecessors.
            let is_known = inputs.len() == cfg.predecessors(header).len();
            is_known.then(|| Self { value, first: first.collect(), next: next.collect() })
        };
        carried.into_iter().filter_map(of).collect()
    }

    /// The value, if no round changes it.
    pub fn unchanged(&self, table: &ExprTable) -> Option<Value> {
        self.next.iter().all(|&next| table.node(next) == Node::Opaque(self.value)).then_some(self.value)
    }

    /// The number to which it comes back, if a branch with this guard leaves the loop in none of the rounds until then.
    pub fn comes_to_rest(&self, table: &ExprTable, guard: Expr, leaves_if: bool) -> Option<i64> {
        let mut rests = None;
        for &first in &self.first {
            let mut seen = FastSet::default();
            let mut number = table.as_constant(first)?;
            while seen.insert(number) {
                let at = |expr: Expr| {
                    evaluate(table, expr, &|_: Expr, node: Node| (node == Node::Opaque(self.value)).then_some(number))
                };
                if seen.len() > MOST_ROUNDS || (at(guard)? != 0) == leaves_if {
                    return None;
                }
                let mut next = self.next.iter().map(|&next| at(next));
                let one = next.next()??;
                // Sums are not cut off to the width of registers here.
                if next.any(|other| other != Some(one)) || i32::try_from(one).is_err() {
                    return None;
                }
                number = one;
            }
            rests = Some(number);
        }
        rests
    }
}
