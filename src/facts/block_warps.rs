//! What a kernel tells of the warps of its blocks: whether rows are warps, and whether there are several.

use super::device::{MAX_THREADS, WARP};
use super::expr::{Axis, Expr, ExprTable, IntegerRelation, Node, Operation, Term};
use super::launches::axes_of;
use super::model::truths_and_guards;
use super::shapes::uncast;
use super::{AccessKind, Base, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};

/// Whether the threads of a row are the lanes of warps, unless a rank says who is: they work on matrices together, or as a warp where a row ends after as
/// many threads, or has lanes that are taken from.
pub(super) fn is_for_warps(facts: &Facts<'_, '_>) -> bool {
    let works = |inst: InstId| matches!(facts.module.opcode(inst).instruction, Some(op::MMA | op::LDMATRIX));
    facts.module.insts_of(facts.function).any(works)
        || (facts.effects().intersects(Effects::WARP_SYNCHRONOUS)
            && (ends_rows_after_a_warp(facts) || takes_lanes_of_rows(facts)))
}

/// Whether a kernel computes how many warps a row of a block has.
pub(super) fn counts_warps_of_row(facts: &Facts<'_, '_>) -> bool {
    let addresses: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
    let truths = truths_and_guards(facts);
    let exprs = facts.exprs();
    let table = &exprs.table;
    let counts = |node: Node| match node {
        Node::Binary(operation, _, a, b) if table.node(uncast(table, a)) == Node::Ntid(Axis::X) => {
            let number = table.as_constant(b);
            (operation == Operation::Shr && number == Some(i64::from(WARP.ilog2())))
                || (operation == Operation::Div && number == Some(i64::from(WARP)))
        }
        _ => false,
    };
    !table.walk_all(addresses.into_iter().chain(truths), &mut |_, node| !counts(node))
}

/// Whether some condition asks if `%tid.x` is the index of a lane.
fn ends_rows_after_a_warp(facts: &Facts<'_, '_>) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (is_index, number) =
        (|side: Expr| table.node(side) == Node::Tid(Axis::X), |side: Expr| table.as_constant(side));
    let (warp, last) = (Some(i64::from(WARP)), Some(i64::from(WARP) - 1));
    let is_lane = |node: Node| match node {
        Node::Compare(IntegerRelation::Less, _, a, b) => {
            (is_index(a) && number(b) == warp) || (is_index(b) && number(a) == last)
        }
        Node::Compare(IntegerRelation::LessEqual, _, a, b) => {
            (is_index(a) && number(b) == last) || (is_index(b) && number(a) == warp)
        }
        _ => false,
    };
    !table.walk_all(conditions.truths(), &mut |_, node| !is_lane(node))
}

/// Whether some `shfl.idx` takes the value of any lane of its warp that follows from `%tid.x`.
fn takes_lanes_of_rows(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let takes = |inst: InstId| {
        let opcode = module.opcode(inst);
        if opcode.instruction != Some(op::SHFL) || !module.has_modifier(opcode, word::IDX) {
            return false;
        }
        let &[_, _, lane, bounds, ..] = module.operands(inst) else { return false };
        let is_whole = facts.constant(inst, bounds) == Some(u64::from(WARP) - 1);
        let source = if is_whole { facts.exprs().operand(facts, inst, lane) } else { None };
        source.is_some_and(|source| axes_of(&facts.exprs().table, source) == [true, false, false])
    };
    module.insts_of(facts.function).any(takes)
}

/// Whether a kernel is written for blocks of more than one warp: the indices of threads are divided by more than a warp has, or its threads wait
/// for each other at barriers of the whole block and an array has an element for each of more threads, or their most is that of several warps
/// and not all that there may be. A barrier alone says nothing, nor does the length of a block: templates have both in their instance for one
/// warp, too.
pub(super) fn is_for_several_warps(facts: &Facts<'_, '_>) -> bool {
    let waits = || facts.barriers().iter().any(|barrier| barrier.is_for_all(facts));
    let most = facts.block_shape().most_threads;
    let is_limited = most > WARP && most < MAX_THREADS as u32 && most.is_multiple_of(WARP);
    divides_several_warps(facts) || (waits() && (is_limited || has_element_for_each(facts)))
}

/// Whether an array has an element for each of several warps' threads, which store nowhere else in it: tables that few threads fill are longer
/// than a block.
fn has_element_for_each(facts: &Facts<'_, '_>) -> bool {
    let mut stores: Vec<(&MemoryAccess, bool)> = Vec::new();
    for access in facts.accesses().iter().filter(|access| access.kind == AccessKind::Write) {
        match stores.iter_mut().find(|(known, _)| known.base == access.base) {
            Some((known, is_one)) => *is_one &= known.address == access.address,
            None => stores.push((access, true)),
        }
    }
    let table = &facts.exprs().table;
    stores.into_iter().any(|(store, is_one)| {
        let (Base::Variable(var), Some(address)) = (store.base, store.address) else { return false };
        let (terms, size) = (table.terms(address).0, i64::from(store.size));
        let length = facts.module[var].size.unwrap_or(0) / u64::from(store.size.max(1));
        let is_own = terms.iter().any(|&(part, stride)| stride == size && table.node(part) == Node::Tid(Axis::X));
        let differs = |&(part, _): &Term| table.node(part) != Node::Tid(Axis::X) && !is_origin(table, part);
        is_one
            && is_own
            && !terms.iter().any(differs)
            && length > u64::from(WARP)
            && length.is_multiple_of(u64::from(WARP))
    })
}

/// Whether a part of an address is where an array begins.
fn is_origin(table: &ExprTable, part: Expr) -> bool {
    matches!(table.node(part), Node::Window(_) | Node::Generic(_))
}

/// Whether addresses have what is left of the index of a thread by more than there are lanes, or the group of so many that it is in.
fn divides_several_warps(facts: &Facts<'_, '_>) -> bool {
    let addresses: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
    let table = &facts.exprs().table;
    let is_many = |by: i64| (i64::from(WARP) + 1..=MAX_THREADS as i64).contains(&by);
    let keeps_few = |node: Node| {
        let index = Node::Tid(Axis::X);
        !index_period(table, node, index).or_else(|| group_length(table, node, index)).is_some_and(is_many)
    };
    !table.walk_all(addresses.iter().copied(), &mut |_, node| keeps_few(node))
        || index_divisors(table, addresses, Node::Tid(Axis::X)).into_iter().any(is_many)
}

/// How many threads a group has, where an expression tells which group that of an index is in, or where that begins.
fn group_length(table: &ExprTable, node: Node, index: Node) -> Option<i64> {
    let (inner, length) = match node {
        Node::Binary(Operation::And, _, a, b) => {
            let (inner, mask) = beside_constant(table, [a, b])?;
            (inner, mask.checked_neg()?)
        }
        Node::Binary(Operation::Shr, _, inner, by) => {
            (inner, 1_i64.checked_shl(u32::try_from(table.as_constant(by)?).ok()?)?)
        }
        _ => return None,
    };
    let [(part, 1)] = table.terms(uncast(table, inner)).0[..] else { return None };
    (table.node(part) == index && length.count_ones() == 1).then_some(length)
}

/// After how many steps of an index, of which an expression keeps the low bits, the same comes again.
pub(super) fn index_period(table: &ExprTable, node: Node, index: Node) -> Option<i64> {
    let (masked, mask) = match node {
        Node::Binary(Operation::And, _, a, b) => beside_constant(table, [a, b])?,
        Node::Cast(format, inner) => (inner, 1_i64.checked_shl(u32::from(format.bits))?.wrapping_sub(1)),
        _ => return None,
    };
    let terms = table.terms(uncast(table, masked)).0;
    let [(part, factor)] = terms[..] else { return None };
    let period = (mask >> factor.checked_ilog2()?).checked_add(1)?;
    (table.node(part) == index && period > 1 && period.count_ones() == 1).then_some(period)
}

/// A number, and what stands beside it.
pub(super) fn beside_constant(table: &ExprTable, [a, b]: [Expr; 2]) -> Option<(Expr, i64)> {
    let with = |expr: Expr, number: Expr| Some((expr, table.as_constant(number)?));
    with(a, b).or_else(|| with(b, a))
}

/// The axis along which a comparison asks for the threads of one index: `%tid.y == 0`.
pub(super) fn asked_axis(table: &ExprTable, node: Node) -> Option<Axis> {
    let Node::Compare(IntegerRelation::Equal | IntegerRelation::NotEqual, _, a, b) = node else { return None };
    match table.node(beside_constant(table, [a, b])?.0) {
        Node::Tid(axis) => Some(axis),
        _ => None,
    }
}

/// The numbers by which an index is divided for what is left of it. Compilers take the index, less its quotient so many times.
pub(super) fn index_divisors(table: &ExprTable, roots: impl IntoIterator<Item = Expr>, index: Node) -> Vec<i64> {
    let depends = |expr: Expr| table.contains(expr, |node| node == index);
    let mut found = Vec::new();
    table.walk_all(roots, &mut |expr, node| {
        match node {
            Node::Binary(Operation::Rem, _, divided, by) if depends(divided) => found.extend(table.as_constant(by)),
            Node::Sum { .. } => {
                let terms = table.terms(expr).0;
                let own = terms.iter().find(|(part, stride)| table.node(*part) == index && *stride > 0);
                if let Some(&(own, stride)) = own {
                    let quotient = |&&(part, factor): &&Term| part != own && depends(part) && factor % stride == 0;
                    found.extend(terms.iter().filter(quotient).map(|(_, factor)| -factor / stride));
                }
            }
            _ => {}
        }
        true
    });
    found
}
