//! Whether neighbouring blocks come to one word although the index of the block is part of its address.

use super::handover::depends_on_block;
use crate::facts::expr::{Axis, Expr, ExprTable, LeafKinds};
use crate::facts::{
    Block, BlockModel, Conditions, FULL_SHARE, Facts, GRID_BLOCKS, GridPlace, MemoryAccess, Sample, Thread, WARP,
    axes_of, candidates,
};
use crate::util::FastMap;

/// The first ones of the blocks along an axis, which are compared.
const COMPARED: u32 = 4;

/// Two blocks that find one word by the address of an access, whatever the block's usual size: where the word is that of the block in one
/// of them, the kernel is meant for it.
pub(super) fn neighbours_at(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<[u32; 2]> {
    let address = access.address?;
    let visit = Visit::of(facts, access)?;
    let shapes = shapes(facts, address);
    // Along an axis by which no address differs, there may be one block.
    let is_shared = |axis: Axis| {
        let differs = |address| facts.exprs().table.has_any(address, LeafKinds::ctaid(axis));
        let addresses: Vec<Expr> = facts.accesses().iter().filter_map(|access| access.address).collect();
        addresses.into_iter().any(differs)
    };
    let axes: Vec<Axis> = Axis::ALL.into_iter().filter(|&axis| is_shared(axis)).collect();
    axes.into_iter().find_map(|axis| {
        let mut met = None;
        for &shape in &shapes {
            match visit.meeting(facts, address, axis, shape)? {
                BlockMeeting::Nowhere => return None,
                BlockMeeting::Nobody => {}
                BlockMeeting::Of(blocks) => drop(met.get_or_insert(blocks)),
            }
        }
        met
    })
}

/// What the first blocks of a launch do at an access.
enum BlockMeeting {
    /// At most one of them comes.
    Nobody,
    /// Each has words of its own.
    Nowhere,
    /// These two have one in common.
    Of([u32; 2]),
}

/// On what it depends who makes an access.
struct Visit<'f> {
    conditions: &'f Conditions,
    block: Block,
    /// The guard of the access itself.
    guard: Option<Expr>,
    /// What decides which blocks come.
    decisive: Vec<Expr>,
}

impl<'f> Visit<'f> {
    fn of(facts: &'f Facts<'_, '_>, access: &MemoryAccess) -> Option<Self> {
        let (conditions, block) = (facts.conditions()?, facts.cfg().block_of(access.inst));
        let guard = facts.exprs().guard(facts, access.inst);
        let truths = facts.deciding_truths(access.inst);
        let decisive = truths.into_iter().filter(|&truth| depends_on_block(facts, truth)).collect();
        Some(Self { conditions, block, guard, decisive })
    }

    /// Whether a thread makes the access, if data lets it; `None` where it is not known which blocks come.
    fn comes(&self, table: &ExprTable, model: &BlockModel<'_, '_, '_>, thread: Thread) -> Option<bool> {
        if self.decisive.iter().any(|&truth| model.value(table, truth, thread).is_none()) {
            return None;
        }
        let passes = self.guard.is_none_or(|truth| model.value(table, truth, thread) != Some(0));
        Some(passes && model.reaches(table, self.conditions, self.block, thread) != Some(false))
    }

    /// Where the first blocks along an axis meet; `None` where that is not known.
    fn meeting(&self, facts: &Facts<'_, '_>, address: Expr, axis: Axis, shape: [u32; 3]) -> Option<BlockMeeting> {
        let mut owners: FastMap<i64, u32> = FastMap::default();
        let (mut first, mut met) = (None, BlockMeeting::Nobody);
        for number in 0..COMPARED {
            let only = |index: u32, others: u32| Axis::ALL.map(|other| if other == axis { index } else { others });
            let place = GridPlace { grid: only(GRID_BLOCKS, 1), block: only(number, 0) };
            let model = BlockModel::of(facts, Sample::with_sizes(shape, FULL_SHARE)).at(place);
            let exprs = facts.exprs();
            for thread in model.threads() {
                if !facts.spend(1) {
                    return None;
                }
                if !self.comes(&exprs.table, &model, thread)? {
                    continue;
                }
                let owner = *owners.entry(model.value(&exprs.table, address, thread)?).or_insert(number);
                if owner != number {
                    return Some(BlockMeeting::Of([owner, number]));
                }
                if *first.get_or_insert(number) != number {
                    met = BlockMeeting::Nowhere;
                }
            }
        }
        Some(met)
    }
}

/// The usual shapes of blocks, and rows of whole warps: a number that divides the index of a thread in the grid often is how many threads a
/// block has.
fn shapes(facts: &Facts<'_, '_>, address: Expr) -> Vec<[u32; 3]> {
    let axes = axes_of(&facts.exprs().table, address);
    let usual = candidates(facts, axes).filter(|candidate| candidate.usual);
    let known = facts.block_shape();
    let most = if known.threads().is_some() { 0 } else { known.most_threads };
    let rows = (1..=most / WARP).map(|warps| [warps * WARP, 1, 1]);
    let mut found: Vec<[u32; 3]> = Vec::new();
    for shape in usual.map(|candidate| candidate.sample.shape).chain(rows) {
        if !found.contains(&shape) {
            found.push(shape);
        }
    }
    found
}
