//! Values as expressions over what a kernel starts with: thread and block indices, parameters, addresses of variables and
//! numbers of loop iterations.
//!
//! Equal expressions have equal ids. Integer arithmetic is kept in the normal form of a sum of products with integer
//! coefficients, on the assumption that sums of indices do not wrap round; masks, shifts and divisions are nodes of their
//! own. What cannot be expressed is an opaque leaf.

mod build;
mod counters;
mod evaluate;
mod leaf_kinds;
mod pointers;
mod range;
mod rows;
mod visited;

pub use crate::semantics::{IntegerFormat, IntegerRelation, Operation};
pub use build::ExprBuilder;
pub(super) use evaluate::{KnownNumbers, evaluate_in_one};
pub use evaluate::{LeafValues, evaluate, leaf_in_row};
pub use leaf_kinds::LeafKinds;
pub use range::{Bounds, alignment};
pub use rows::{LeafMarks, Mask, RowEnvironment, Rows, ThreadNumbers, ThreadRow, mark, threads_of};
pub(super) use visited::VisitedExprs;

use super::natural_loops::LoopId;
use super::ssa::Value;
use crate::ids::VarId;
use crate::ir::Component;
use crate::isa::{SpecialRegister, StateSpace};
use crate::util::hash_of;

/// An expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Expr(u32);

impl Expr {
    /// Its place in tables.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A dimension of blocks and grids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// The first, along which threads of a warp follow each other.
    X,
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Axis {
    /// All dimensions.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The dimension of a component of `%tid` and its relatives.
    pub fn of(component: Component) -> Option<Self> {
        match component {
            Component::X => Some(Axis::X),
            Component::Y => Some(Axis::Y),
            Component::Z => Some(Axis::Z),
            _ => None,
        }
    }

    /// Place in arrays with an element for each dimension.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter.
    pub fn letter(self) -> char {
        ['x', 'y', 'z'][self as usize]
    }
}

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A number.
    Const(i64),
    /// `%tid`
    Tid(Axis),
    /// `%ntid`
    Ntid(Axis),
    /// `%ctaid`
    Ctaid(Axis),
    /// `%nctaid`
    Nctaid(Axis),
    /// `%laneid`
    Lane,
    /// `%warpid`
    Warp,
    /// Another special register.
    Special(SpecialRegister, Component),
    /// What a parameter holds at an offset.
    Param {
        /// The parameter.
        var: VarId,
        /// Byte offset.
        offset: i64,
    },
    /// Address of a variable within its state space.
    Window(VarId),
    /// Generic address of a variable.
    Generic(VarId),
    /// An address of a space as a generic address.
    ToGeneric(StateSpace, Expr),
    /// A generic address as an address of a space.
    FromGeneric(StateSpace, Expr),
    /// How often a loop has gone round.
    Iteration(LoopId),
    /// A value that nothing more is known of.
    Opaque(Value),
    /// A sum of terms with coefficients, and a constant.
    Sum {
        /// First term in the arena of terms.
        first: u32,
        /// Number of terms.
        len: u16,
        /// The constant.
        constant: i64,
    },
    /// A product of two expressions that are no constants.
    Product(Expr, Expr),
    /// An operation on numbers of a format.
    Binary(Operation, IntegerFormat, Expr, Expr),
    /// Whether a relation holds between numbers of a format.
    Compare(IntegerRelation, IntegerFormat, Expr, Expr),
    /// Both of two truths.
    Both(Expr, Expr),
    /// The opposite of a truth.
    Not(Expr),
    /// The second when the first is true, otherwise the third.
    Select(Expr, Expr, Expr),
    /// The low bits of a number, read in a format.
    Cast(IntegerFormat, Expr),
}

impl Node {
    /// Whether it has no parts, and is no number.
    pub fn is_leaf(self) -> bool {
        !matches!(
            self,
            Node::Const(_)
                | Node::Sum { .. }
                | Node::Product(..)
                | Node::Binary(..)
                | Node::Compare(..)
                | Node::Both(..)
                | Node::Not(_)
                | Node::Select(..)
                | Node::Cast(..)
                | Node::ToGeneric(..)
                | Node::FromGeneric(..)
        )
    }
}

/// A term of a sum: a node that is neither sum nor constant, and its coefficient.
pub type Term = (Expr, i64);

/// The terms of an expression.
pub enum Terms<'t> {
    /// Those of a sum.
    Sum(&'t [Term]),
    /// The expression itself.
    Alone([Term; 1]),
}

impl std::ops::Deref for Terms<'_> {
    type Target = [Term];

    fn deref(&self) -> &[Term] {
        match self {
            Terms::Sum(terms) => terms,
            Terms::Alone(term) => term,
        }
    }
}

/// Most terms of a sum; longer ones become opaque.
const MAX_TERMS: usize = 24;

/// All expressions of a function, each once.
#[derive(Debug, Default)]
pub struct ExprTable {
    nodes: Vec<Node>,
    /// Bounds of each node.
    bounds: Vec<Bounds>,
    /// How often two divides each node.
    twos: Vec<u8>,
    /// Kinds of the leaves in each node.
    kinds: Vec<LeafKinds>,
    terms: Vec<Term>,
    /// Every expression by its hash: a power-of-two table of indices plus one, at most half full.
    slots: Vec<u32>,
    /// Terms of the sum that is being made.
    scratch: Vec<Term>,
}

impl ExprTable {
    /// What an expression is.
    pub fn node(&self, expr: Expr) -> Node {
        self.nodes[expr.0 as usize]
    }

    /// Number of expressions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no expression.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The expression of a node that is no sum.
    pub fn intern(&mut self, node: Node) -> Expr {
        self.find_or_push(hash_of(&node), |table, known| table.nodes[known] == node, |_| node)
    }

    /// The expression with a hash that `is_same` accepts, or else a new one.
    fn find_or_push(
        &mut self,
        hash: u64,
        is_same: impl Fn(&Self, usize) -> bool,
        new: impl FnOnce(&mut Self) -> Node,
    ) -> Expr {
        if self.nodes.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while let Some(known) = self.slots[slot].checked_sub(1) {
            if is_same(self, known as usize) {
                return Expr(known);
            }
            slot = (slot + 1) & mask;
        }
        let expr = Expr(self.nodes.len() as u32);
        self.slots[slot] = expr.0 + 1;
        let node = new(self);
        self.push(node);
        expr
    }

    #[cold]
    fn grow(&mut self) {
        let mask = (self.slots.len() * 2).max(64) - 1;
        self.slots = vec![0; mask + 1];
        for (index, &node) in (1..).zip(&self.nodes) {
            let hash = match node {
                Node::Sum { constant, .. } => hash_of(&(self.sum_terms(node), constant)),
                _ => hash_of(&node),
            };
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = index;
        }
    }

    /// The table for those who only read it, without the room for further expressions.
    pub(in crate::facts) fn complete(mut self) -> Self {
        (self.slots, self.scratch) = (Vec::new(), Vec::new());
        self.nodes.shrink_to_fit();
        self.bounds.shrink_to_fit();
        self.twos.shrink_to_fit();
        self.kinds.shrink_to_fit();
        self.terms.shrink_to_fit();
        self
    }

    /// Adds a node whose parts are all known.
    fn push(&mut self, node: Node) {
        let bounds = range::bounds_of(self, node);
        let align = range::alignment_of(self, node, &|expr| self.alignment(expr), &|_| 1);
        let kinds = LeafKinds::of(self, node);
        self.nodes.push(node);
        self.kinds.push(kinds);
        self.bounds.push(bounds);
        self.twos.push(align.trailing_zeros() as u8);
    }

    /// The lowest and the highest number that an expression can have.
    pub fn bounds(&self, expr: Expr) -> Bounds {
        self.bounds[expr.0 as usize]
    }

    /// Keeps in mind that a leaf has no number beyond these. Expressions that were made of it before know nothing of that.
    fn narrow(&mut self, leaf: Expr, bounds: Bounds) {
        debug_assert!(self.node(leaf).is_leaf());
        self.bounds[leaf.0 as usize] = bounds;
    }

    /// The greatest power of two that divides every number that an expression can have, with nothing known of addresses.
    pub fn alignment(&self, expr: Expr) -> i64 {
        1 << self.twos[expr.0 as usize]
    }

    /// A number.
    pub fn constant(&mut self, value: i64) -> Expr {
        self.intern(Node::Const(value))
    }

    /// The number that an expression is.
    pub fn as_constant(&self, expr: Expr) -> Option<i64> {
        match self.node(expr) {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// A pointer without a conversion between generic addresses and those of a space.
    pub fn unconverted(&self, expr: Expr) -> Expr {
        match self.node(expr) {
            Node::ToGeneric(_, inner) | Node::FromGeneric(_, inner) => inner,
            _ => expr,
        }
    }

    /// An expression as terms and a constant.
    pub fn terms(&self, expr: Expr) -> (Terms<'_>, i64) {
        match self.node(expr) {
            Node::Const(value) => (Terms::Sum(&[]), value),
            node @ Node::Sum { constant, .. } => (Terms::Sum(self.sum_terms(node)), constant),
            _ => (Terms::Alone([(expr, 1)]), 0),
        }
    }

    /// By how much an address moves with the index of the block along an axis, and with that of the thread, where it does with both.
    pub fn strides_along(&self, address: Expr, axis: Axis) -> Option<[i64; 2]> {
        let terms = self.terms(address).0;
        let factor =
            |wanted: Node| terms.iter().find(|(expr, _)| self.node(*expr) == wanted).map(|&(_, factor)| factor);
        Some([factor(Node::Ctaid(axis))?, factor(Node::Tid(axis))?])
    }

    /// The terms of a sum; none of other nodes.
    fn sum_terms(&self, node: Node) -> &[Term] {
        match node {
            Node::Sum { first, len, .. } => &self.terms[first as usize..first as usize + usize::from(len)],
            _ => &[],
        }
    }

    /// The sum of terms and a constant; `None` when it gets too long.
    pub fn sum(&mut self, mut terms: Vec<Term>, constant: i64) -> Option<Expr> {
        terms.sort_unstable_by_key(|&(expr, _)| expr);
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 = kept.1.wrapping_add(next.1);
            }
            same
        });
        self.ordered_sum(&mut terms, constant)
    }

    /// The sum of terms that are in order, each expression once.
    fn ordered_sum(&mut self, terms: &mut Vec<Term>, constant: i64) -> Option<Expr> {
        terms.retain(|&(_, coefficient)| coefficient != 0);
        match terms.as_slice() {
            [] => return Some(self.constant(constant)),
            [(only, 1)] if constant == 0 => return Some(*only),
            _ if terms.len() > MAX_TERMS => return None,
            _ => {}
        }
        let terms = terms.as_slice();
        let is_same = |table: &Self, known: usize| {
            let node = table.nodes[known];
            matches!(node, Node::Sum { constant: other, .. } if other == constant) && table.sum_terms(node) == terms
        };
        let new = |table: &mut Self| {
            let first = table.terms.len() as u32;
            table.terms.extend_from_slice(terms);
            Node::Sum { first, len: terms.len() as u16, constant }
        };
        Some(self.find_or_push(hash_of(&(terms, constant)), is_same, new))
    }

    /// `a + factor * b`
    pub fn add_scaled(&mut self, a: Expr, b: Expr, factor: i64) -> Option<Expr> {
        let mut merged = std::mem::take(&mut self.scratch);
        merged.clear();
        let ((left, constant), (right, other)) = (self.terms(a), self.terms(b));
        let mut left = left.iter().copied().peekable();
        for &(expr, coefficient) in right.iter() {
            let coefficient = coefficient.wrapping_mul(factor);
            while let Some(term) = left.next_if(|term| term.0 < expr) {
                merged.push(term);
            }
            let same = left.next_if(|term| term.0 == expr).map_or(0, |(_, coefficient)| coefficient);
            merged.push((expr, coefficient.wrapping_add(same)));
        }
        merged.extend(left);
        let sum = self.ordered_sum(&mut merged, constant.wrapping_add(other.wrapping_mul(factor)));
        self.scratch = merged;
        sum
    }

    /// `a - b`
    pub fn difference(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        self.add_scaled(a, b, -1)
    }

    /// `a - b`, where that is one number.
    pub fn distance(&mut self, a: Expr, b: Expr) -> Option<i64> {
        self.difference(a, b).and_then(|difference| self.as_constant(difference))
    }

    /// `a * b`, multiplied out.
    pub fn multiply(&mut self, a: Expr, b: Expr) -> Option<Expr> {
        let zero = self.constant(0);
        if let Some(factor) = self.as_constant(a) {
            return self.add_scaled(zero, b, factor);
        }
        if let Some(factor) = self.as_constant(b) {
            return self.add_scaled(zero, a, factor);
        }
        let [(left, left_constant), (right, right_constant)] =
            [a, b].map(|side| self.terms(side)).map(|(terms, constant)| (terms.to_vec(), constant));
        if left.len() * right.len() > MAX_TERMS {
            return None;
        }
        let mut terms = Vec::new();
        for &(x, p) in &left {
            for &(y, q) in &right {
                let product = self.intern(Node::Product(x.min(y), x.max(y)));
                terms.push((product, p.wrapping_mul(q)));
            }
        }
        terms.extend(left.iter().map(|&(x, p)| (x, p.wrapping_mul(right_constant))));
        terms.extend(right.iter().map(|&(y, q)| (y, q.wrapping_mul(left_constant))));
        self.sum(terms, left_constant.wrapping_mul(right_constant))
    }

    /// The opposite of a truth.
    pub fn negate(&mut self, truth: Expr) -> Expr {
        match self.node(truth) {
            Node::Const(value) => self.constant(i64::from(value == 0)),
            Node::Not(inner) => inner,
            Node::Compare(relation, format, a, b) => {
                let node = match relation {
                    IntegerRelation::Equal => Node::Compare(IntegerRelation::NotEqual, format, a, b),
                    IntegerRelation::NotEqual => Node::Compare(IntegerRelation::Equal, format, a, b),
                    IntegerRelation::Less => Node::Compare(IntegerRelation::LessEqual, format, b, a),
                    IntegerRelation::LessEqual => Node::Compare(IntegerRelation::Less, format, b, a),
                };
                self.intern(node)
            }
            _ => self.intern(Node::Not(truth)),
        }
    }

    /// Calls `visit` with each expression that an expression is made of, itself included, until it returns `false`; each once.
    /// Returns whether all were visited.
    pub fn walk(&self, expr: Expr, visit: &mut impl FnMut(Expr, Node) -> bool) -> bool {
        let node = self.node(expr);
        if node.is_leaf() || matches!(node, Node::Const(_)) {
            return visit(expr, node);
        }
        self.walk_all([expr], visit)
    }

    /// The same for several expressions: what they have in common is visited once.
    pub fn walk_all(&self, exprs: impl IntoIterator<Item = Expr>, visit: &mut impl FnMut(Expr, Node) -> bool) -> bool {
        let mut seen = VisitedExprs::default();
        let mut work: Vec<Expr> = Vec::new();
        exprs.into_iter().all(|expr| {
            work.push(expr);
            self.walk_from(&mut work, &mut seen, visit)
        })
    }

    fn walk_from(
        &self,
        work: &mut Vec<Expr>,
        seen: &mut VisitedExprs,
        visit: &mut impl FnMut(Expr, Node) -> bool,
    ) -> bool {
        while let Some(expr) = work.pop() {
            if !seen.insert(expr) {
                continue;
            }
            let node = self.node(expr);
            if !visit(expr, node) {
                return false;
            }
            self.for_parts(node, &mut |part| work.push(part));
        }
        true
    }

    /// Whether an expression is made of some node that `wanted` takes.
    pub fn contains(&self, expr: Expr, wanted: impl Fn(Node) -> bool) -> bool {
        !self.walk(expr, &mut |_, node| !wanted(node))
    }

    /// Kinds of the leaves in an expression.
    pub fn leaf_kinds(&self, expr: Expr) -> LeafKinds {
        self.kinds[expr.0 as usize]
    }

    /// Whether leaves of some kinds are in an expression.
    pub fn has_any(&self, expr: Expr, kinds: LeafKinds) -> bool {
        self.leaf_kinds(expr).meets(kinds)
    }

    /// Whether no leaves but those of some kinds are in an expression.
    pub fn has_only(&self, expr: Expr, kinds: LeafKinds) -> bool {
        !self.leaf_kinds(expr).meets(kinds.complement())
    }

    /// Whether the index of a thread, lane or warp is part of an expression.
    pub fn depends_on_thread(&self, expr: Expr) -> bool {
        self.has_any(expr, LeafKinds::THREAD)
    }

    /// The expressions that an expression is made of, itself included; each once, and after its own parts.
    pub fn parts(&self, expr: Expr) -> Vec<Expr> {
        let node = self.node(expr);
        let is_simple = |part: Expr| self.node(part).is_leaf();
        // Most are leaves, or sums of some, whose terms are in order.
        if is_simple(expr)
            || matches!(node, Node::Sum { .. }) && self.sum_terms(node).iter().all(|&(part, _)| is_simple(part))
        {
            return self.sum_terms(node).iter().map(|&(part, _)| part).chain([expr]).collect();
        }
        let mut parts = Vec::new();
        self.walk(expr, &mut |part, _| {
            parts.push(part);
            true
        });
        // An expression is only made of older ones.
        parts.sort_unstable();
        parts
    }

    /// Calls `visit` with the parts of a node.
    pub fn for_parts(&self, node: Node, visit: &mut impl FnMut(Expr)) {
        match node {
            Node::Sum { .. } => self.sum_terms(node).iter().for_each(|&(expr, _)| visit(expr)),
            Node::Product(a, b) | Node::Binary(_, _, a, b) | Node::Compare(_, _, a, b) | Node::Both(a, b) => {
                visit(a);
                visit(b);
            }
            Node::Select(a, b, c) => [a, b, c].into_iter().for_each(visit),
            Node::Not(a) | Node::Cast(_, a) | Node::ToGeneric(_, a) | Node::FromGeneric(_, a) => visit(a),
            _ => {}
        }
    }
}
