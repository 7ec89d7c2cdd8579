//! Pairs of blocks that are compared: two of a grid stand for all of which the kernel says nothing else.

use super::Facts;
use super::expr::{Axis, Expr, ExprTable, Node, Operation};
use super::model::truths_and_guards;
use crate::util::FastSet;

/// Blocks along each axis that a kernel reads: enough for every share of a size that is tried.
pub const GRID_BLOCKS: u32 = 8;

/// A size of which many blocks have their full share.
pub const FULL_SHARE: i64 = 8209;

/// The greatest index of a block that is tried, and most numbers of each kind that are looked at.
const MOST_BLOCKS: u32 = 64;
const MOST_NUMBERS: usize = 3;

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
    if numbers.counts {
        pairs.push([[0; 3], unit(axis).map(|index| index * (GRID_BLOCKS - 1))]);
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
    pairs.retain(|&pair| known.insert(pair));
    pairs
}

/// What a kernel says of the index of a block along an axis.
#[derive(Default)]
struct Numbers {
    /// Addresses have the number of blocks.
    counts: bool,
    /// Numbers with which the index is compared.
    blocks: Vec<u32>,
    /// Numbers whose remainder of the index addresses have.
    periods: Vec<u32>,
}

impl Numbers {
    fn of(facts: &Facts<'_, '_>, axis: Axis) -> Self {
        let truths = truths_and_guards(facts);
        let addresses: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
        let exprs = facts.exprs();
        let table = &exprs.table;
        let mut found = Self::default();
        table.walk_all(truths, &mut |_, node| {
            if let Node::Compare(_, _, a, b) = node {
                add(&mut found.blocks, named(table, [a, b], axis).filter(|&number| number > 0));
            }
            true
        });
        table.walk_all(addresses, &mut |_, node| {
            found.counts |= node == Node::Nctaid(axis);
            match node {
                Node::Binary(Operation::And, _, a, b) => {
                    let mask = named(table, [a, b], axis).filter(|mask| (mask + 1).is_power_of_two());
                    add(&mut found.periods, mask.map(|mask| mask + 1));
                }
                Node::Cast(format, inner) if table.node(inner) == Node::Ctaid(axis) && format.bits < 6 => {
                    add(&mut found.periods, Some(1 << format.bits));
                }
                Node::Binary(Operation::Rem, _, a, b) => add(&mut found.periods, named(table, [a, b], axis)),
                _ => {}
            }
            true
        });
        found
    }
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
    number.and_then(|number| u32::try_from(number).ok()).filter(|number| *number < MOST_BLOCKS)
}
