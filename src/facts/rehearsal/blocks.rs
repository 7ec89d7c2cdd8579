//! The blocks that a kernel is made for. Where its text does not say, what it counts and compares threads with does, more or less.

use super::super::device::{MAX_THREADS, WARP};
use super::super::expr::{Axis, Node};
use super::super::shapes::{last_asked_for, last_group, uncast};
use super::super::{BarrierCount, Facts};
use crate::ids::InstId;
use crate::ir::DirectiveKind;
use crate::isa::{Effects, Role};

/// What is known of the blocks of a kernel.
pub(super) enum Blocks {
    /// The kernel requires them, or has a bound for them, which is how large they mostly are.
    Known([u32; 3]),
    /// They may be any of these, and are most likely those with as many threads as the warps that the kernel chooses by their numbers have.
    Likely { blocks: Vec<[u32; 3]>, chosen: Option<u32> },
}

/// Most blocks of a group that something counts, with or without others beside it, and of two such groups.
const MOST_BESIDE: usize = 9;
const MOST_SUMS: usize = 3;

/// Blocks that many kernels have, and the largest one.
const COMMON: [u32; 3] = [128, 256, MAX_THREADS as u32];

/// Threads of a warpgroup.
const WARPGROUP: u32 = 4 * WARP;

impl Blocks {
    /// The blocks of a kernel with clusters of so many, one of them; nothing if its threads are not in a row and it does not say how long rows are.
    pub(super) fn of(facts: &Facts<'_, '_>, clusters: impl Iterator<Item = u32>) -> Option<Self> {
        let module = facts.module;
        let shape = facts.block_shape();
        let directives = &module.directives[module[facts.function].directives.indices()];
        let is_bounded = directives.iter().any(|it| it.kind == DirectiveKind::MaxNtid);
        match shape.exact {
            [Some(x), Some(y), Some(z)] => {
                let threads = [x, y, z].iter().try_fold(1_u32, |product, &extent| product.checked_mul(extent))?;
                (1..=MAX_THREADS).contains(&u64::from(threads)).then_some(Self::Known([x, y, z]))
            }
            _ if !facts.has_threads_in_a_row() => None,
            // A kernel that asks for no other index has its threads along the first axis.
            _ if is_bounded => Some(Self::Known([shape.most_threads, 1, 1])),
            // Whatever tells nothing apart is for one thread.
            _ if facts.has_like_threads() => Some(Self::Known([1; 3])),
            _ => {
                let chosen = last_group(facts);
                Some(Self::Likely { blocks: likely(facts, &clusters.collect::<Vec<u32>>(), chosen), chosen })
            }
        }
    }
}

/// Blocks that some number in a kernel speaks for, those that most kernels have last: groups of threads that `mbarrier` objects and barriers count, or that
/// comparisons part from others, alone and with a warp or a warpgroup beside them.
fn likely(facts: &Facts<'_, '_>, clusters: &[u32], chosen: Option<u32>) -> Vec<[u32; 3]> {
    let mut groups: Vec<u32> = counted(facts, clusters);
    let named = facts.named_threads();
    // Among the threads that a kernel names are the neighbours of a number.
    groups.extend(named.iter().copied().filter(|thread| *thread >= WARP && thread.is_multiple_of(WARP)));
    groups.sort_unstable();
    groups.dedup();
    let beside = groups.iter().rev().flat_map(|&group| [WARP, 0, WARPGROUP].map(|more| group.saturating_add(more)));
    let both = groups.windows(2).map(|pair| pair[0].saturating_add(pair[1]));
    let usual = facts.shapes([true, false, false]).0.iter().filter(|shape| shape[1..] == [1, 1]).map(|shape| shape[0]);
    let (beside, both): (Vec<u32>, Vec<u32>) = (beside.take(MOST_BESIDE).collect(), both.take(MOST_SUMS).collect());
    let least = WARP.max(last_chosen(facts).map_or(0, |last| last + 1));
    let mut found: Vec<[u32; 3]> = Vec::new();
    // Warps that are chosen by their numbers, up to the last one.
    let chosen = chosen.filter(|threads| threads.is_multiple_of(WARP));
    for threads in chosen.into_iter().chain(beside).chain(both).chain(usual).chain(COMMON) {
        let block = [threads, 1, 1];
        if (least..=MAX_THREADS as u32).contains(&threads) && !found.contains(&block) {
            found.push(block);
        }
    }
    found
}

/// The last thread that a kernel chooses by its number.
fn last_chosen(facts: &Facts<'_, '_>) -> Option<u32> {
    last_asked_for(facts, |table, index, number| {
        let is_thread = table.node(uncast(table, index)) == Node::Tid(Axis::X);
        u32::try_from(number).ok().filter(|&thread| is_thread && u64::from(thread) < MAX_THREADS)
    })
}

/// How many threads barriers of a block count, and `mbarrier` objects, one for each or one for each warp, of one block or of all in a cluster.
fn counted(facts: &Facts<'_, '_>, clusters: &[u32]) -> Vec<u32> {
    let module = facts.module;
    let of_barriers = facts.barriers().iter().filter_map(|barrier| match barrier.count {
        BarrierCount::Threads(count) => Some(count),
        _ => None,
    });
    let of_object = |inst: InstId| {
        let mut counts = module.operand_specs(inst).filter(|(_, spec)| spec.role() == Role::Count);
        let (operand, _) = counts.next()?;
        u32::try_from(facts.constant(inst, operand)?).ok()
    };
    let inits = module.insts_of(facts.function);
    let of_objects = inits
        .filter(|&inst| module.opcode(inst).effects.intersects(Effects::MBARRIER_INIT))
        .filter_map(of_object)
        .filter(|&count| count > 1)
        .flat_map(|count| {
            let of_block = clusters.iter().filter(move |&&blocks| count.is_multiple_of(blocks));
            std::iter::once(count).chain(of_block.map(move |&blocks| count / blocks))
        })
        .flat_map(|count| [Some(count), (count <= WARP).then(|| count * WARP)])
        .flatten();
    of_barriers.chain(of_objects).filter(|count| count.is_multiple_of(WARP)).collect()
}
