//! Pairs of blocks that are compared: two of a grid stand for all of which the kernel says nothing else.

use super::block_warps::{beside_constant, index_divisors, index_period};
use super::expr::{Axis, Expr, ExprTable, LeafKinds, Node, Operation, Term};
use super::model::truths_and_guards;
use super::{AccessKind, Base, Facts};
use crate::util::FastSet;

/// Blocks along each axis that a kernel reads: enough for every share of a size that is tried.
pub const GRID_BLOCKS: u32 = 8;

/// A size of which many blocks have their full share.
pub const FULL_SHARE: i64 = 8209;

/// The greatest index of a block that is tried, and most numbers of each kind that are looked at.
const MOST_BLOCKS: u32 = 64;
const MOST_NUMBERS: usize = 3;

/// Most places of accesses that are compared.
const MOST_PLACES: usize = 24;

/// Blocks that may meet when those along an axis do: neighbours; those on both sides of the diagonal, where indices are exchanged; the first
/// and the last one, where the number of blocks tells how far away an access is; those that the kernel names, with their neighbours and the
/// first one; and those whose index has the same remainder, where the kernel takes one.
pub(super) fn pairs_along(facts: &Facts<'_, '_>, axes: &[Axis], axis: Axis) -> Vec<[[u32; 3]; 2]> {
    let unit = |axis: Axis| Axis::ALL.map(|other| u32::from(other == axis));
    let mut pairs = vec![[[0; 3], unit(axis)]];
    if axis == Axis::Y && axes.contains(&Axis::X) {
        pairs.push([unit(Axis::X), unit(Axis::Y)]);
    }
    let numbers = Numbers::of(facts, axis);
    let last = numbers.row.map_or(GRID_BLOCKS, |row| row.min(GRID_BLOCKS)) - 1;
    if numbers.counts {
        pairs.push([[0; 3], unit(axis).map(|index| index * last)]);
    }
    let along = |numbers: [u32; 2]| numbers.map(|number| unit(axis).map(|index| index * number));
    for period in numbers.periods.into_iter().filter(|&period| period > 1) {
        pairs.push(along([0, period]));
    }
    for (place, &block) in numbers.blocks.iter().enumerate() {
        let others = numbers.blocks[..place].iter().copied();
        let with = [0, block.saturating_sub(1), block + 1].into_iter().chain(others);
        pairs.extend(with.filter(|&other| other != block).map(|other| along([other.min(block), other.max(block)])));
    }
    let mut known: FastSet<[[u32; 3]; 2]> = FastSet::default();
    let is_in_row =
        |pair: &[[u32; 3]; 2]| pair.iter().all(|block| numbers.row.is_none_or(|row| block[axis.index()] < row));
    pairs.retain(|&pair| known.insert(pair) && is_in_row(&pair));
    pairs
}

/// What a kernel says of the index of a block along an axis.
#[derive(Default)]
struct Numbers {
    /// Addresses have the number of blocks, or the index is compared with it.
    counts: bool,
    /// Numbers with which the index is compared.
    blocks: Vec<u32>,
    /// Numbers whose remainder of the index addresses have, and how many blocks lie between accesses.
    periods: Vec<u32>,
    /// How many blocks the rows of an array are long: there are no more of them along the axis.
    row: Option<u32>,
}

impl Numbers {
    fn of(facts: &Facts<'_, '_>, axis: Axis) -> Self {
        let truths = truths_and_guards(facts);
        let addresses: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
        let (distances, row) = (distances(facts, axis), row_of_blocks(facts, axis));
        let exprs = facts.exprs();
        let table = &exprs.table;
        let counts = |expr: Expr| table.has_any(expr, LeafKinds::nctaid(axis));
        let mut found = Self { row, ..Self::default() };
        table.walk_all(truths, &mut |_, node| {
            if let Node::Compare(_, _, a, b) = node {
                add(&mut found.blocks, named(table, [a, b], axis).filter(|&number| number > 0));
                alike(table, [a, b], axis).into_iter().flatten().for_each(|block| add(&mut found.blocks, Some(block)));
                let is_index = [a, b].map(|side| table.node(side) == Node::Ctaid(axis));
                found.counts |= (is_index[0] && counts(b)) || (is_index[1] && counts(a));
            }
            true
        });
        table.walk_all(addresses.iter().copied(), &mut |_, node| {
            found.counts |= node == Node::Nctaid(axis);
            add(&mut found.periods, index_period(table, node, Node::Ctaid(axis)).and_then(block));
            true
        });
        let divisors = index_divisors(table, addresses, Node::Ctaid(axis));
        divisors.into_iter().for_each(|by| add(&mut found.periods, block(by)));
        distances.into_iter().for_each(|distance| add(&mut found.periods, Some(distance)));
        found
    }
}

/// The index of a block, if one may be tried with it.
fn block(number: i64) -> Option<u32> {
    u32::try_from(number).ok().filter(|number| *number < MOST_BLOCKS)
}

/// The two blocks that are equal to a number but for one bit.
fn alike(table: &ExprTable, sides: [Expr; 2], axis: Axis) -> Option<[u32; 2]> {
    let (side, number) = beside_constant(table, sides)?;
    let Node::Binary(Operation::Or, _, one, other) = table.node(side) else { return None };
    let bit = named(table, [one, other], axis).filter(|bit| bit.is_power_of_two())?;
    let number = block(number).filter(|number| number & bit != 0)?;
    Some([number, number ^ bit])
}

/// How many blocks along an axis fill a row of an array, where the index along another one moves by whole rows.
fn row_of_blocks(facts: &Facts<'_, '_>, axis: Axis) -> Option<u32> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_other = |part: Expr| {
        table.contains(part, |node| matches!(node, Node::Tid(other) | Node::Ctaid(other) if other != axis))
            && !table.has_any(part, LeafKinds::ctaid(axis))
    };
    let row = |address: Expr| {
        let terms = table.terms(address).0;
        let &(_, block) = terms.iter().find(|(part, stride)| table.node(*part) == Node::Ctaid(axis) && *stride > 0)?;
        let rows = terms.iter().filter(|&&(part, stride)| stride > block && stride % block == 0 && is_other(part));
        rows.filter_map(|(_, stride)| u32::try_from(stride / block).ok()).min()
    };
    facts.accesses().iter().filter_map(|access| access.address.and_then(row)).min()
}

/// How many blocks lie between the places of accesses that a block makes in an array, where it is more than one.
fn distances(facts: &Facts<'_, '_>, axis: Axis) -> Vec<u32> {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let mut known: Vec<(Base, Vec<Term>, i64)> = Vec::new();
    let mut found: Vec<u32> = Vec::new();
    let writes = facts.accesses().iter().filter(|access| access.kind != AccessKind::Read);
    let written: FastSet<Base> = writes.map(|access| access.base).filter(|&base| base != Base::Unknown).collect();
    for access in facts.accesses().iter().filter(|access| written.contains(&access.base)) {
        let Some((terms, constant)) = access.address.map(|address| table.terms(address)) else { continue };
        let Some(&(_, stride)) = terms.iter().find(|(part, _)| table.node(*part) == Node::Ctaid(axis)) else {
            continue;
        };
        for (base, others, place) in &known {
            let apart = constant.wrapping_sub(*place).unsigned_abs();
            let blocks = apart.checked_div(stride.unsigned_abs()).and_then(|blocks| u32::try_from(blocks).ok());
            let blocks = blocks.filter(|blocks| (2..MOST_BLOCKS).contains(blocks));
            if *base == access.base && others[..] == terms[..] && apart.is_multiple_of(stride.unsigned_abs()) {
                add(&mut found, blocks);
            }
        }
        if known.len() < MOST_PLACES
            && !known
                .iter()
                .any(|(base, others, place)| (*base, *place) == (access.base, constant) && others[..] == terms[..])
        {
            known.push((access.base, terms.to_vec(), constant));
        }
    }
    found
}

fn add(numbers: &mut Vec<u32>, number: Option<u32>) {
    if let Some(number) = number
        && numbers.len() < MOST_NUMBERS
        && !numbers.contains(&number)
    {
        numbers.push(number);
    }
}

/// The number that stands beside the index of a block.
fn named(table: &ExprTable, sides: [Expr; 2], axis: Axis) -> Option<u32> {
    let is_index = |expr: Expr| table.node(expr) == Node::Ctaid(axis);
    let [a, b] = sides;
    let number = if is_index(a) { table.as_constant(b) } else { table.as_constant(a).filter(|_| is_index(b)) };
    number.and_then(block)
}
