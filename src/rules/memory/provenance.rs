//! What the rules on addresses share.

use crate::facts::expr::{Expr, ExprTable, Node};

/// Whether a term of an address is the pointer that the rest is an offset from.
pub(super) fn is_base(node: Node) -> bool {
    matches!(
        node,
        Node::Window(_) | Node::Generic(_) | Node::ToGeneric(..) | Node::FromGeneric(..) | Node::Param { .. }
    )
}

/// Whether an expression follows from thread and block indices, loop counters and constants alone.
pub(super) fn is_by_index(table: &ExprTable, expr: Expr) -> bool {
    table.walk(expr, &mut |_, node| {
        !matches!(node, Node::Param { .. } | Node::Opaque(_) | Node::Special(..) | Node::Nctaid(_))
    })
}
