//! Counters of loops whose numbers are known round by round.

use crate::facts::expr::{Expr, ExprTable, IntegerFormat, IntegerRelation, Node, evaluate};
use crate::facts::{Block, Definition, Facts, LoopId, Value, register_of};
use crate::ids::VarId;
use crate::util::FastSet;

/// Most numbers that a counter has in all rounds.
const MOST_ROUNDS: usize = 512;

/// Most numbers that it may begin with, where it does not begin with a certain one.
const MOST_STARTS: i64 = 1024;

/// Sizes from here on need arrays of billions of elements where counters get there by doubling, and no caller passes them.
const LARGE: i128 = 1 << 16;

/// What a loop carries from round to round.
pub(super) struct Carried {
    value: Value,
    /// What it is when the loop is entered, and what each round makes of it.
    first: Vec<Expr>,
    next: Vec<Expr>,
    /// The width of its register.
    bits: u32,
}

/// How a loop whose counter has few numbers compares them with one that no round changes.
pub(super) enum Confined {
    /// None of them lets a thread leave that the first one has not let.
    ByFirst,
    /// All are below this parameter if it is more than a number.
    Below(VarId, i64),
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
            let ty = register_of(facts, value).and_then(|reg| facts.module.declaration(reg).ty);
            // The entry block has one input more than predecessors.
            let is_known = inputs.len() == cfg.predecessors(header).len();
            let bits = ty.map_or(0, |ty| ty.bits());
            is_known.then(|| Self { value, first: first.collect(), next: next.collect(), bits })
        };
        carried.into_iter().filter_map(of).collect()
    }

    /// The value, if no round changes it.
    pub fn unchanged(&self, table: &ExprTable) -> Option<Value> {
        self.next.iter().all(|&next| table.node(next) == Node::Opaque(self.value)).then_some(self.value)
    }

    /// Whether `old` is the value and `new` what each round makes of it.
    pub fn is_followed(&self, table: &ExprTable, old: Expr, new: Expr) -> bool {
        table.node(old) == Node::Opaque(self.value)
            && !self.next.is_empty()
            && self.next.iter().all(|&next| next == new)
    }

    /// The number to which it comes back, if a branch with this guard leaves the loop in none of the rounds until then. Where it begins
    /// with one of several numbers, that is so for each of them.
    pub fn comes_to_rest(&self, table: &ExprTable, guard: Expr, leaves_if: bool) -> Option<i64> {
        let mut rests = None;
        let mut stays = FastSet::default();
        for &first in &self.first {
            for start in starts(table, first)? {
                let orbit = self.orbit(table, guard, start)?;
                for &number in &orbit.numbers {
                    // What comes behind a number that was looked at was looked at, too.
                    if !stays.insert(number) {
                        break;
                    }
                    if (self.at(table, guard, number)? != 0) == leaves_if {
                        return None;
                    }
                }
                rests = Some(orbit.rests_at);
            }
        }
        rests
    }

    /// How a branch compares the numbers of the counter with a number that no round changes.
    pub fn confined(
        &self,
        table: &ExprTable,
        guard: Expr,
        leaves_if: bool,
        is_fixed: impl Fn(Expr) -> bool,
    ) -> Option<Confined> {
        let (mut inner, mut stays_if) = (guard, !leaves_if);
        while let Node::Not(of) = table.node(inner) {
            (inner, stays_if) = (of, !stays_if);
        }
        let Node::Compare(IntegerRelation::Less | IntegerRelation::LessEqual, format, a, b) = table.node(inner) else {
            return None;
        };
        let (counter, bound, is_left) = match (is_fixed(a), is_fixed(b)) {
            (false, true) => (a, b, true),
            (true, false) => (b, a, false),
            _ => return None,
        };
        // Small numbers stay, or large ones.
        let small_stays = is_left == stays_if;
        let [first] = self.first[..] else { return None };
        let [start] = starts(table, first)?[..] else { return None };
        let numbers = self.orbit(table, guard, start)?.numbers;
        let compared = |&number: &i64| Some(ordinal(format, self.at(table, counter, number)?));
        let compared: Vec<i128> = numbers.iter().map(compared).collect::<Option<_>>()?;
        let (&tested, most) = (compared.first()?, *compared.iter().max()?);
        if compared.iter().all(|&later| if small_stays { later <= tested } else { later >= tested }) {
            return Some(Confined::ByFirst);
        }
        match table.node(bound) {
            Node::Param { var, .. } if small_stays && (1..LARGE).contains(&most) => {
                Some(Confined::Below(var, i64::try_from(most).ok()?))
            }
            _ => None,
        }
    }

    /// The numbers that it has from one on, until it comes back to one of them.
    fn orbit(&self, table: &ExprTable, guard: Expr, start: i64) -> Option<Orbit> {
        let mut seen = FastSet::default();
        let mut numbers = Vec::new();
        let mut number = start;
        while seen.insert(number) {
            numbers.push(number);
            let mut next = self.next.iter().map(|&next| self.at(table, next, number));
            let one = next.next()??;
            if next.any(|other| other != Some(one)) || numbers.len() > MOST_ROUNDS {
                return None;
            }
            number = if i32::try_from(one).is_ok() { one } else { self.wrapped(table, guard, one)? };
        }
        Some(Orbit { numbers, rests_at: number })
    }

    /// What a register of 32 bits keeps of a number that it has no place for. Sums are not cut off to the width of registers in
    /// expressions, so nothing that reads more bits may look at it.
    fn wrapped(&self, table: &ExprTable, guard: Expr, number: i64) -> Option<i64> {
        let is_narrow = |node: Node| match node {
            Node::Binary(_, format, ..) | Node::Compare(_, format, ..) | Node::Cast(format, _) => format.bits <= 32,
            Node::ToGeneric(..) | Node::FromGeneric(..) => false,
            _ => true,
        };
        let exprs = self.next.iter().copied().chain([guard]);
        let is_exact = self.bits == 32 && table.walk_all(exprs, &mut |_, node| is_narrow(node));
        is_exact.then(|| IntegerFormat { bits: 32, signed: true }.read(number))
    }

    /// The number of an expression while the counter has one.
    fn at(&self, table: &ExprTable, expr: Expr, number: i64) -> Option<i64> {
        evaluate(table, expr, &|_: Expr, node: Node| (node == Node::Opaque(self.value)).then_some(number))
    }
}

/// The numbers of a counter, each once, and the one to which it comes back.
struct Orbit {
    numbers: Vec<i64>,
    rests_at: i64,
}

/// The numbers that an expression can have, if they are few.
fn starts(table: &ExprTable, first: Expr) -> Option<Vec<i64>> {
    if let Some(number) = table.as_constant(first) {
        return Some(vec![number]);
    }
    let bounds = table.bounds(first);
    let count = bounds.high.checked_sub(bounds.low)?;
    (bounds.low >= 0 && count < MOST_STARTS).then(|| (bounds.low..=bounds.high).collect())
}

/// A number as a format reads it.
fn ordinal(format: IntegerFormat, number: i64) -> i128 {
    let number = format.read(number);
    if format.signed { i128::from(number) } else { i128::from(number as u64) }
}
