//! Which kinds of leaves are in an expression: what most questions about expressions are, answered without a walk.

use super::{Axis, ExprTable, Node};

/// A set of kinds of leaves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LeafKinds(u32);

impl LeafKinds {
    /// `%laneid`
    pub const LANE: Self = Self(1 << 12);
    /// `%warpid`
    pub const WARP: Self = Self(1 << 13);
    /// Parameters.
    pub const PARAM: Self = Self(1 << 14);
    /// Values that nothing more is known of.
    pub const OPAQUE: Self = Self(1 << 15);
    /// Rounds of loops.
    pub const ITERATION: Self = Self(1 << 16);
    /// Addresses of variables.
    pub const VARIABLE: Self = Self(1 << 17);
    /// Special registers other than those that have a kind of their own.
    pub const SPECIAL: Self = Self(1 << 18);
    /// `%tid`
    pub const TID: Self = Self(0b111);
    /// `%ntid`
    pub const NTID: Self = Self(0b111 << 3);
    /// `%ctaid`
    pub const CTAID: Self = Self(0b111 << 6);
    /// `%nctaid`
    pub const NCTAID: Self = Self(0b111 << 9);
    /// What differs between the threads of a block by their indices.
    pub const THREAD: Self = Self::TID.or(Self::LANE).or(Self::WARP);

    /// `%tid` along an axis.
    pub const fn tid(axis: Axis) -> Self {
        Self(1 << axis as u32)
    }

    /// `%ctaid` along an axis.
    pub const fn ctaid(axis: Axis) -> Self {
        Self(1 << (6 + axis as u32))
    }

    /// `%nctaid` along an axis.
    pub const fn nctaid(axis: Axis) -> Self {
        Self(1 << (9 + axis as u32))
    }

    /// Those of two sets.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// All others.
    pub const fn complement(self) -> Self {
        Self(!self.0)
    }

    /// Whether two sets have a kind in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Those of a node, whose parts are all in the table.
    pub(super) fn of(table: &ExprTable, node: Node) -> Self {
        match node {
            Node::Const(_) => Self(0),
            Node::Tid(axis) => Self::tid(axis),
            Node::Ntid(axis) => Self(1 << (3 + axis as u32)),
            Node::Ctaid(axis) => Self::ctaid(axis),
            Node::Nctaid(axis) => Self::nctaid(axis),
            Node::Lane => Self::LANE,
            Node::Warp => Self::WARP,
            Node::Special(..) => Self::SPECIAL,
            Node::Param { .. } => Self::PARAM,
            Node::Window(_) | Node::Generic(_) => Self::VARIABLE,
            Node::Iteration(_) => Self::ITERATION,
            Node::Opaque(_) => Self::OPAQUE,
            _ => {
                let mut kinds = Self(0);
                table.for_parts(node, &mut |part| kinds = kinds.or(table.leaf_kinds(part)));
                kinds
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::IntegerFormat;
    use super::*;

    #[test]
    fn kinds_are_those_of_all_parts() {
        let mut table = ExprTable::default();
        let leaves = [Node::Tid(Axis::Y), Node::Ctaid(Axis::X), Node::Lane].map(|node| table.intern(node));
        let sum = table.add_scaled(leaves[0], leaves[1], 4).unwrap();
        let product = table.multiply(sum, leaves[2]).unwrap();
        let cast = table.intern(Node::Cast(IntegerFormat { bits: 32, signed: false }, product));
        assert!(table.has_only(sum, LeafKinds::TID.or(LeafKinds::CTAID)));
        for (expr, of_lane) in [(sum, false), (product, true), (cast, true)] {
            assert!(table.has_any(expr, LeafKinds::tid(Axis::Y)) && !table.has_any(expr, LeafKinds::tid(Axis::X)));
            assert!(table.has_any(expr, LeafKinds::ctaid(Axis::X)) && table.depends_on_thread(expr));
            assert_eq!(table.has_any(expr, LeafKinds::LANE), of_lane);
        }
        assert!(!table.depends_on_thread(leaves[1]) && !table.has_any(leaves[1], LeafKinds::NCTAID));
    }
}
