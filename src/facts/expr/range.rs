//! What holds of an expression in all threads: bounds and alignment.

use super::{Axis, Expr, ExprTable, Node, Operation};
use crate::facts::expr::IntegerFormat;
use crate::ir::Module;
use crate::isa::SpecialKind;
use crate::util::FastMap;

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

    pub(in crate::facts) fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    /// Whether all numbers fit a format.
    pub fn fits(self, format: IntegerFormat) -> bool {
        let (low, high) = match (format.bits, format.signed) {
            (64.., true) => (i64::MIN, i64::MAX),
            (64.., false) => (0, i64::MAX),
            (bits, true) => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
            (bits, false) => (0, (1i64 << bits) - 1),
        };
        self.low >= low && self.high <= high
    }

    /// Those of what is one of two numbers.
    pub(in crate::facts) fn join(self, other: Bounds) -> Bounds {
        Bounds::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Those of a sum of a number and so many times another.
    pub(in crate::facts) fn add(self, other: Bounds, factor: i64) -> Bounds {
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

/// The bounds of a node, from those of its parts: a block has at most 1024 threads, a warp 32 lanes.
pub(super) fn bounds_of(table: &ExprTable, node: Node) -> Bounds {
    let of = |expr| table.bounds(expr);
    match node {
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
        Node::Sum { constant, .. } => {
            let terms = table.sum_terms(node);
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
        Node::Binary(operation, format, a, b) => binary_bounds(operation, format, of(a), of(b)),
        Node::Compare(..) | Node::Both(..) | Node::Not(_) => Bounds::new(0, 1),
        Node::Select(_, a, b) => of(a).join(of(b)),
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

fn binary_bounds(operation: Operation, format: IntegerFormat, a: Bounds, b: Bounds) -> Bounds {
    let natural = a.low >= 0 && b.low >= 0;
    match operation {
        // A mask with a natural number bounds the result, whatever is masked.
        Operation::And if b.low >= 0 && b.low == b.high => Bounds::new(0, b.high),
        Operation::And if a.low >= 0 && a.low == a.high => Bounds::new(0, a.high),
        Operation::And if natural => Bounds::new(0, a.high.min(b.high)),
        // Bits are only taken away.
        Operation::And if a.low >= 0 => Bounds::new(0, a.high),
        Operation::And if b.low >= 0 => Bounds::new(0, b.high),
        Operation::Shr if a.low >= 0 && (0..63).contains(&b.low) => Bounds::new(0, a.high >> b.low),
        Operation::Div if natural && b.low > 0 => Bounds::new(a.low / b.high.max(1), a.high / b.low),
        Operation::Rem if natural && b.low > 0 => Bounds::new(0, a.high.min(b.high - 1)),
        Operation::Or | Operation::Xor if natural && a.high < 1 << 62 && b.high < 1 << 62 => {
            let bits = 64 - (a.high | b.high).leading_zeros();
            Bounds::new(0, (1i64 << bits) - 1)
        }
        // Below zero is above everything when there is no sign.
        Operation::Min if !format.signed && !natural => match (a.low >= 0, b.low >= 0) {
            (true, _) => Bounds::new(0, a.high),
            (_, true) => Bounds::new(0, b.high),
            _ => Bounds::ANY,
        },
        Operation::Max if !format.signed && !natural => Bounds::ANY,
        Operation::Min => Bounds::new(a.low.min(b.low), a.high.min(b.high)),
        Operation::Max => Bounds::new(a.low.max(b.low), a.high.max(b.high)),
        _ => Bounds::ANY,
    }
}

/// The greatest power of two that divides every number that the expression can have, up to 2^32. Addresses of variables count
/// as their declared alignment; `pointers` says it of other leaves.
pub fn alignment(module: &Module<'_>, table: &ExprTable, expr: Expr, pointers: &impl Fn(Node) -> i64) -> i64 {
    let leaf = |node| match node {
        Node::Window(var) | Node::Generic(var) => module[var].alignment().map_or(1, |align| align as i64),
        node => pointers(node),
    };
    let mut known = FastMap::default();
    // Parts come before the expressions that they are parts of.
    for part in table.parts(expr) {
        let align = alignment_of(table, table.node(part), &|expr| known.get(&expr).copied().unwrap_or(1), &leaf);
        known.insert(part, align);
    }
    known.get(&expr).copied().unwrap_or(1)
}

/// Beyond this no difference is made.
const MOST_ALIGNED: i64 = 1 << 32;

fn power_of_two_in(value: i64) -> i64 {
    if value == 0 { MOST_ALIGNED } else { (value & value.wrapping_neg()).clamp(1, MOST_ALIGNED) }
}

/// The alignment of a node, from those of its parts.
pub(super) fn alignment_of(
    table: &ExprTable,
    node: Node,
    of: &impl Fn(Expr) -> i64,
    leaf: &impl Fn(Node) -> i64,
) -> i64 {
    let times = |a: i64, b: i64| a.saturating_mul(b).clamp(1, MOST_ALIGNED);
    match node {
        Node::Const(value) => power_of_two_in(value),
        Node::Sum { constant, .. } => {
            let terms = table.sum_terms(node);
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
