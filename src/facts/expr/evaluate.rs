//! Numbers from expressions: values for given leaves, bounds, alignment.

use super::{Axis, Expr, Format, Node, Operation, Relation, Table};
use crate::ir::Module;
use crate::isa::SpecialKind;
use crate::util::FastMap;

/// What leaves are worth.
pub trait Environment {
    /// The number of a leaf; `None` when it is not known.
    fn leaf(&self, expr: Expr, node: Node) -> Option<i64>;
}

impl<F: Fn(Expr, Node) -> Option<i64>> Environment for F {
    fn leaf(&self, expr: Expr, node: Node) -> Option<i64> {
        self(expr, node)
    }
}

/// The number of an expression; `None` when a leaf that matters is not known, or an operation has no result.
pub fn evaluate(table: &Table, expr: Expr, environment: &impl Environment) -> Option<i64> {
    Evaluation { table, environment, known: FastMap::default() }.of(expr, 0)
}

struct Evaluation<'t, E> {
    table: &'t Table,
    environment: &'t E,
    known: FastMap<Expr, Option<i64>>,
}

impl<E: Environment> Evaluation<'_, E> {
    fn of(&mut self, expr: Expr, depth: u32) -> Option<i64> {
        let node = self.table.node(expr);
        if let Node::Const(value) = node {
            return Some(value);
        }
        if let Some(value) = self.environment.leaf(expr, node) {
            return Some(value);
        }
        if depth > 300 {
            return None;
        }
        if let Some(&known) = self.known.get(&expr) {
            return known;
        }
        let value = self.compute(node, depth + 1);
        self.known.insert(expr, value);
        value
    }

    fn compute(&mut self, node: Node, depth: u32) -> Option<i64> {
        match node {
            Node::Sum { first, len, constant } => {
                let mut total = constant;
                for i in 0..usize::from(len) {
                    let (expr, coefficient) = self.table.terms[first as usize + i];
                    total = total.checked_add(self.of(expr, depth)?.checked_mul(coefficient)?)?;
                }
                Some(total)
            }
            // A factor of zero decides, whatever the other is.
            Node::Product(a, b) => match (self.of(a, depth), self.of(b, depth)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (a, b) => a?.checked_mul(b?),
            },
            Node::Binary(operation, format, a, b) => apply(operation, format, self.of(a, depth)?, self.of(b, depth)?),
            Node::Compare(relation, format, a, b) => {
                Some(i64::from(relate(relation, format, self.of(a, depth)?, self.of(b, depth)?)))
            }
            // One falsehood decides.
            Node::Both(a, b) => match (self.of(a, depth), self.of(b, depth)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (a, b) => Some(i64::from(a? != 0 && b? != 0)),
            },
            Node::Not(a) => Some(i64::from(self.of(a, depth)? == 0)),
            Node::Select(truth, yes, no) => {
                if self.of(truth, depth)? != 0 {
                    self.of(yes, depth)
                } else {
                    self.of(no, depth)
                }
            }
            Node::Cast(format, a) => Some(read(format, self.of(a, depth)?)),
            Node::ToGeneric(_, a) | Node::FromGeneric(_, a) => self.of(a, depth),
            _ => None,
        }
    }
}

/// The low bits of a number, read in a format.
pub(super) fn read(format: Format, value: i64) -> i64 {
    if format.bits >= 64 {
        return value;
    }
    let unused = 64 - u32::from(format.bits);
    if format.signed { value << unused >> unused } else { ((value as u64) << unused >> unused) as i64 }
}

/// The result of an operation; `None` for a division by zero.
pub(super) fn apply(operation: Operation, format: Format, a: i64, b: i64) -> Option<i64> {
    let (x, y) = (read(format, a), read(format, b));
    let unsigned = !format.signed;
    let count = u32::try_from(b).unwrap_or(64).min(64);
    let value = match operation {
        Operation::Div | Operation::Rem if y == 0 => return None,
        Operation::Div if unsigned => (x as u64 / y as u64) as i64,
        Operation::Div => x.wrapping_div(y),
        Operation::Rem if unsigned => (x as u64 % y as u64) as i64,
        Operation::Rem => x.wrapping_rem(y),
        Operation::And => x & y,
        Operation::Or => x | y,
        Operation::Xor => x ^ y,
        Operation::Shl => x.checked_shl(count).unwrap_or(0),
        Operation::Shr if unsigned => (x as u64).checked_shr(count).unwrap_or(0) as i64,
        Operation::Shr => x >> count.min(63),
        Operation::Min if unsigned => (x as u64).min(y as u64) as i64,
        Operation::Min => x.min(y),
        Operation::Max if unsigned => (x as u64).max(y as u64) as i64,
        Operation::Max => x.max(y),
    };
    Some(read(format, value))
}

/// Whether a relation holds.
pub(super) fn relate(relation: Relation, format: Format, a: i64, b: i64) -> bool {
    let (x, y) = (read(format, a), read(format, b));
    let ordering = if format.signed { x.cmp(&y) } else { (x as u64).cmp(&(y as u64)) };
    match relation {
        Relation::Equal => x == y,
        Relation::NotEqual => x != y,
        Relation::Less => ordering.is_lt(),
        Relation::LessEqual => ordering.is_le(),
    }
}

/// Lowest and highest number that an expression can have. Unknown bounds are `i64::MIN` and `i64::MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Lowest.
    pub low: i64,
    /// Highest.
    pub high: i64,
}

impl Bounds {
    /// Any number.
    pub const ANY: Bounds = Bounds { low: i64::MIN, high: i64::MAX };

    fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// Whether all numbers fit a format.
    pub fn fits(self, format: Format) -> bool {
        let (low, high) = match (format.bits, format.signed) {
            (64.., true) => (i64::MIN, i64::MAX),
            (64.., false) => (0, i64::MAX),
            (bits, true) => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
            (bits, false) => (0, (1i64 << bits) - 1),
        };
        self.low >= low && self.high <= high
    }

    fn add(self, other: Bounds, factor: i64) -> Bounds {
        let scale = |value: i64| {
            if value == i64::MIN || value == i64::MAX {
                if (value == i64::MIN) == (factor < 0) { i64::MAX } else { i64::MIN }
            } else {
                value.saturating_mul(factor)
            }
        };
        let (x, y) = (scale(other.low), scale(other.high));
        let plus = |a: i64, b: i64, limit: i64| if a == limit || b == limit { limit } else { a.saturating_add(b) };
        Bounds::new(plus(self.low, x.min(y), i64::MIN), plus(self.high, x.max(y), i64::MAX))
    }
}

/// The bounds of an expression, from those of its leaves: a block has at most 1024 threads, a warp 32 lanes.
pub fn bounds(table: &Table, expr: Expr) -> Bounds {
    bounds_at(table, expr, 0)
}

fn bounds_at(table: &Table, expr: Expr, depth: u32) -> Bounds {
    if depth > 40 {
        return Bounds::ANY;
    }
    let of = |expr| bounds_at(table, expr, depth + 1);
    match table.node(expr) {
        Node::Const(value) => Bounds::new(value, value),
        Node::Tid(Axis::Z) => Bounds::new(0, 63),
        Node::Tid(_) => Bounds::new(0, 1023),
        Node::Ntid(Axis::Z) => Bounds::new(1, 64),
        Node::Ntid(_) => Bounds::new(1, 1024),
        Node::Lane | Node::Warp => Bounds::new(0, 31),
        Node::Ctaid(Axis::X) | Node::Nctaid(Axis::X) => Bounds::new(0, i64::from(i32::MAX)),
        Node::Ctaid(_) | Node::Nctaid(_) => Bounds::new(0, 65535),
        Node::Iteration(_) => Bounds::new(0, i64::MAX),
        Node::Special(register, _) if register.kind == SpecialKind::SmId => Bounds::new(0, 1 << 16),
        Node::Sum { first, len, constant } => {
            let terms = &table.terms[first as usize..first as usize + usize::from(len)];
            terms.iter().fold(Bounds::new(constant, constant), |sum, &(expr, k)| sum.add(of(expr), k))
        }
        Node::Product(a, b) => {
            let (a, b) = (of(a), of(b));
            if a.low >= 0 && b.low >= 0 {
                Bounds::new(a.low.saturating_mul(b.low), a.high.saturating_mul(b.high))
            } else {
                Bounds::ANY
            }
        }
        Node::Binary(operation, _, a, b) => binary_bounds(operation, of(a), of(b)),
        Node::Compare(..) | Node::Both(..) | Node::Not(_) => Bounds::new(0, 1),
        Node::Select(_, a, b) => {
            let (a, b) = (of(a), of(b));
            Bounds::new(a.low.min(b.low), a.high.max(b.high))
        }
        Node::Cast(format, a) => {
            let inner = of(a);
            if inner.fits(format) {
                inner
            } else if !format.signed && format.bits < 63 {
                Bounds::new(0, (1 << format.bits) - 1)
            } else {
                Bounds::ANY
            }
        }
        _ => Bounds::ANY,
    }
}

fn binary_bounds(operation: Operation, a: Bounds, b: Bounds) -> Bounds {
    let natural = a.low >= 0 && b.low >= 0;
    match operation {
        // A mask with a natural number bounds the result, whatever is masked.
        Operation::And if b.low >= 0 && b.low == b.high => Bounds::new(0, b.high),
        Operation::And if a.low >= 0 && a.low == a.high => Bounds::new(0, a.high),
        Operation::And if natural => Bounds::new(0, a.high.min(b.high)),
        Operation::Shr if a.low >= 0 && (0..63).contains(&b.low) => Bounds::new(0, a.high >> b.low),
        Operation::Div if natural && b.low > 0 => Bounds::new(a.low / b.high.max(1), a.high / b.low),
        Operation::Rem if natural && b.low > 0 => Bounds::new(0, a.high.min(b.high - 1)),
        Operation::Or | Operation::Xor if natural && a.high < 1 << 62 && b.high < 1 << 62 => {
            let bits = 64 - (a.high | b.high).leading_zeros();
            Bounds::new(0, (1i64 << bits) - 1)
        }
        Operation::Min => Bounds::new(a.low.min(b.low), a.high.min(b.high)),
        Operation::Max => Bounds::new(a.low.max(b.low), a.high.max(b.high)),
        _ => Bounds::ANY,
    }
}

/// The greatest power of two that divides every number that the expression can have, up to 2^32. Addresses of variables count
/// as their declared alignment.
pub fn alignment(module: &Module<'_>, table: &Table, expr: Expr, pointers: &impl Fn(Node) -> i64) -> i64 {
    alignment_at(
        table,
        expr,
        &|node| match node {
            Node::Window(var) | Node::Generic(var) => module[var].alignment().map_or(1, |align| align as i64),
            node => pointers(node),
        },
        0,
    )
}

/// [`alignment`] without anything known of addresses.
pub(super) fn alignment_of(table: &Table, expr: Expr) -> i64 {
    alignment_at(table, expr, &|_| 1, 0)
}

/// Beyond this no difference is made.
const MOST_ALIGNED: i64 = 1 << 32;

fn power_of_two_in(value: i64) -> i64 {
    if value == 0 { MOST_ALIGNED } else { (value & value.wrapping_neg()).clamp(1, MOST_ALIGNED) }
}

fn alignment_at(table: &Table, expr: Expr, leaf: &impl Fn(Node) -> i64, depth: u32) -> i64 {
    if depth > 40 {
        return 1;
    }
    let of = |expr| alignment_at(table, expr, leaf, depth + 1);
    let times = |a: i64, b: i64| a.saturating_mul(b).clamp(1, MOST_ALIGNED);
    match table.node(expr) {
        Node::Const(value) => power_of_two_in(value),
        Node::Sum { first, len, constant } => {
            let terms = &table.terms[first as usize..first as usize + usize::from(len)];
            let least = terms.iter().map(|&(expr, k)| times(of(expr), power_of_two_in(k))).min();
            least.unwrap_or(MOST_ALIGNED).min(power_of_two_in(constant))
        }
        Node::Product(a, b) => times(of(a), of(b)),
        Node::Binary(Operation::And, _, a, b) => of(a).max(of(b)),
        Node::Binary(Operation::Or | Operation::Xor | Operation::Min | Operation::Max, _, a, b) => of(a).min(of(b)),
        Node::Binary(Operation::Shl, _, a, _) => of(a),
        Node::Select(_, a, b) => of(a).min(of(b)),
        Node::Cast(_, a) => of(a),
        Node::ToGeneric(_, a) | Node::FromGeneric(_, a) => of(a),
        node => leaf(node).clamp(1, MOST_ALIGNED),
    }
}
