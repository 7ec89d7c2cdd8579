//! Numbers from expressions: values for given leaves, bounds, alignment.

use super::range::Bounds;
use super::{Axis, Expr, ExprTable, IntegerFormat, IntegerRelation, Node};
use crate::facts::device::WARP;
use std::cell::Cell;

/// What leaves are worth.
pub trait LeafValues {
    /// The number of a leaf; `None` when it is not known.
    fn leaf(&self, expr: Expr, node: Node) -> Option<i64>;

    /// Whether expressions that are no leaves may be given, too.
    fn gives_parts(&self) -> bool {
        true
    }
}

impl<F: Fn(Expr, Node) -> Option<i64>> LeafValues for F {
    fn leaf(&self, expr: Expr, node: Node) -> Option<i64> {
        self(expr, node)
    }
}

/// What a leaf is in a thread of a row of a block, as far as its place in the row says so.
pub fn leaf_in_row(node: Node, thread: i64) -> Option<i64> {
    match node {
        Node::Tid(Axis::X) => Some(thread),
        Node::Lane => Some(thread % i64::from(WARP)),
        Node::Warp => Some(thread / i64::from(WARP)),
        _ => None,
    }
}

/// The number of an expression; `None` when a leaf that matters is not known, or an operation has no result.
pub fn evaluate(table: &ExprTable, expr: Expr, environment: &impl LeafValues) -> Option<i64> {
    let mut evaluation = Evaluation { table, root: expr, environment, visits: 0, known: None, common: None };
    evaluation.of(expr, 0)
}

/// The same in one of several threads, of which all have the same numbers for leaves that are no index of a thread.
pub(in crate::facts) fn evaluate_in_one(
    table: &ExprTable,
    expr: Expr,
    environment: &impl LeafValues,
    common: &mut KnownNumbers,
) -> Option<i64> {
    let mut evaluation = Evaluation { table, root: expr, environment, visits: 0, known: None, common: Some(common) };
    evaluation.of(expr, 0)
}

thread_local! {
    /// What evaluations that are over have left, for the next ones.
    static LEFT: Cell<Vec<KnownEntries>> = const { Cell::new(Vec::new()) };
}

/// Numbers of expressions, as far as they are known. Their places are those of the table, so that nothing is hashed or moved.
#[derive(Default)]
pub(in crate::facts) struct KnownNumbers(KnownEntries);

#[derive(Default)]
struct KnownEntries {
    round: u32,
    /// Twice the round in which an expression was looked at, and one if it has no number.
    rounds: Vec<u32>,
    numbers: Vec<i64>,
}

/// Most expressions whose places are kept from one evaluation to the next, and most of them that are.
const MOST_KEPT: usize = 1 << 18;
const MOST_LEFT: usize = 4;

impl KnownNumbers {
    /// None yet, of expressions up to one.
    fn up_to(last: usize) -> Self {
        let mut left = LEFT.take();
        let mut entries = left.pop().unwrap_or_default();
        LEFT.set(left);
        if entries.round == u32::MAX / 2 {
            entries = KnownEntries::default();
        }
        entries.round += 1;
        if entries.numbers.len() <= last {
            entries.rounds.resize(last + 1, 0);
            entries.numbers.resize(last + 1, 0);
        }
        Self(entries)
    }

    /// None yet, of the expressions of a table.
    pub(in crate::facts) fn of(table: &ExprTable) -> Self {
        Self::up_to(table.len())
    }

    fn get(&self, expr: Expr) -> Option<Option<i64>> {
        let round = self.0.rounds[expr.index()];
        (round / 2 == self.0.round).then(|| round.is_multiple_of(2).then(|| self.0.numbers[expr.index()]))
    }

    fn insert(&mut self, expr: Expr, number: Option<i64>) {
        self.0.rounds[expr.index()] = self.0.round * 2 + u32::from(number.is_none());
        self.0.numbers[expr.index()] = number.unwrap_or(0);
    }
}

impl Drop for KnownNumbers {
    fn drop(&mut self) {
        let mut left = LEFT.take();
        if left.len() < MOST_LEFT && self.0.numbers.len() <= MOST_KEPT {
            left.push(std::mem::take(&mut self.0));
        }
        LEFT.set(left);
    }
}

/// Most parts that are computed before their numbers are remembered.
const MOST_FORGOTTEN: u32 = 64;

struct Evaluation<'t, E> {
    table: &'t ExprTable,
    /// The whole, which is newer than all its parts.
    root: Expr,
    environment: &'t E,
    visits: u32,
    /// Only once there are many.
    known: Option<KnownNumbers>,
    /// What is the same in other threads.
    common: Option<&'t mut KnownNumbers>,
}

impl<E: LeafValues> Evaluation<'_, E> {
    fn of(&mut self, expr: Expr, depth: u32) -> Option<i64> {
        let node = self.table.node(expr);
        if let Node::Const(value) = node {
            return Some(value);
        }
        if self.common.is_none() || self.table.depends_on_thread(expr) {
            return self.of_thread(expr, node, depth);
        }
        if let Some(known) = self.common.as_ref().and_then(|common| common.get(expr)) {
            return known;
        }
        let value = self.of_thread(expr, node, depth);
        // What is too deep here may not be elsewhere.
        if depth == 0 || value.is_some() {
            self.common.iter_mut().for_each(|common| common.insert(expr, value));
        }
        value
    }

    fn of_thread(&mut self, expr: Expr, node: Node, depth: u32) -> Option<i64> {
        let is_leaf = node.is_leaf();
        if (is_leaf || self.environment.gives_parts())
            && let Some(value) = self.environment.leaf(expr, node)
        {
            return Some(value);
        }
        if depth > 300 || is_leaf {
            return None;
        }
        // Small expressions are computed faster than looked up.
        self.visits += 1;
        let remembers = self.visits > MOST_FORGOTTEN;
        if remembers && let Some(known) = self.known.as_ref().and_then(|known| known.get(expr)) {
            return known;
        }
        let table = self.table;
        let value = compute(table, node, &mut |part| self.of(part, depth + 1));
        if remembers {
            self.known.get_or_insert_with(|| KnownNumbers::up_to(self.root.index())).insert(expr, value);
        }
        value
    }
}

/// Whether a relation holds of any two numbers within bounds; `None` where it hangs on which they are.
pub(super) fn decided(relation: IntegerRelation, format: IntegerFormat, [x, y]: [Bounds; 2]) -> Option<bool> {
    if matches!(relation, IntegerRelation::Equal | IntegerRelation::NotEqual) {
        let natural = x.low >= 0 && y.low >= 0;
        let apart = natural && (x.low > y.high || y.low > x.high);
        return apart.then_some(relation == IntegerRelation::NotEqual);
    }
    if !x.fits(format) || !y.fits(format) {
        return None;
    }
    let (yes, no) = match relation {
        IntegerRelation::Less => (x.high < y.low, x.low >= y.high),
        _ => (x.high <= y.low, x.low > y.high),
    };
    (yes || no).then_some(yes)
}

/// The product of two numbers. A factor of zero decides, whatever the other is.
#[inline]
pub(super) fn product(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    match (a, b) {
        (Some(0), _) | (_, Some(0)) => Some(0),
        (a, b) => a?.checked_mul(b?),
    }
}

/// The number of an expression that is no leaf, from the numbers of its parts.
pub(super) fn compute(table: &ExprTable, node: Node, of: &mut impl FnMut(Expr) -> Option<i64>) -> Option<i64> {
    match node {
        Node::Const(value) => Some(value),
        Node::Sum { constant, .. } => {
            let mut total = constant;
            for &(expr, coefficient) in table.sum_terms(node) {
                total = total.checked_add(of(expr)?.checked_mul(coefficient)?)?;
            }
            Some(total)
        }
        Node::Product(a, b) => product(of(a), of(b)),
        Node::Binary(operation, format, a, b) => operation.apply(format, of(a)?, of(b)?),
        Node::Compare(relation, format, a, b) => match [of(a), of(b)] {
            [Some(x), Some(y)] => Some(i64::from(relation.holds(format, x, y))),
            [None, None] => None,
            [Some(x), None] => decided(relation, format, [Bounds::new(x, x), table.bounds(b)]).map(i64::from),
            [None, Some(y)] => decided(relation, format, [table.bounds(a), Bounds::new(y, y)]).map(i64::from),
        },
        // One falsehood decides.
        Node::Both(a, b) => match (of(a), of(b)) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (a, b) => Some(i64::from(a? != 0 && b? != 0)),
        },
        Node::Not(a) => Some(i64::from(of(a)? == 0)),
        Node::Select(truth, yes, no) => {
            if of(truth)? != 0 {
                of(yes)
            } else {
                of(no)
            }
        }
        Node::Cast(format, a) => Some(format.read(of(a)?)),
        Node::ToGeneric(_, a) | Node::FromGeneric(_, a) => of(a),
        _ => None,
    }
}
