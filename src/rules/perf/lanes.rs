//! What the lanes of a warp access together, in launches with concrete numbers.

use crate::facts::expr::Node;
use crate::facts::{Facts, MemoryAccess, Model, candidates};
use crate::ids::VarId;

/// Lanes of a warp.
const LANES: usize = 32;

/// Seeds of the launches that are tried; what is reported holds in all of them.
const SEEDS: [u64; 2] = [0, 1];

/// The addresses of the lanes that execute an access.
pub(super) struct Lanes {
    /// Lane and address, in the order of lanes.
    pub(super) addresses: Vec<(u32, i64)>,
    /// Extents of the block.
    pub(super) shape: [u32; 3],
}

/// What the first warp of a block does with an access, in some launches. Lanes that may or may not come there are taken to do so.
/// Empty when an address cannot be computed.
pub(super) fn launches(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Vec<Lanes> {
    let Some(shape) = candidates(facts, [true; 3]).next().map(|known| known.sample.shape) else { return Vec::new() };
    SEEDS.iter().map_while(|&seed| lanes(facts, access, seed, shape)).collect()
}

fn lanes(facts: &Facts<'_, '_>, access: &MemoryAccess, seed: u64, shape: [u32; 3]) -> Option<Lanes> {
    let address = access.address?;
    let conditions = facts.conditions()?;
    let block = facts.cfg().block_of(access.inst);
    let guarded = facts.module.guard(access.inst).is_some();
    let guard = guarded.then(|| facts.exprs().guard(facts, access.inst)).flatten();
    let model = Model::with_shape(facts, seed, shape);
    let exprs = facts.exprs();
    let mut addresses = Vec::new();
    for thread in model.all_threads().into_iter().take(LANES) {
        let lane = model.linear(thread);
        let skips = guard.is_some_and(|truth| model.value(&exprs.table, truth, thread) == Some(0));
        if lane >= access.lanes || skips || model.reaches(&exprs.table, conditions, block, thread) == Some(false) {
            continue;
        }
        addresses.push((lane, model.value(&exprs.table, address, thread)?));
    }
    Some(Lanes { addresses, shape: model.shape })
}

/// The parameters that an address is computed from by multiplication: they decide its strides.
pub(super) fn factors(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Vec<VarId> {
    let exprs = facts.exprs();
    let mut found = Vec::new();
    let Some(address) = access.address else { return found };
    exprs.table.walk(address, &mut |_, node| {
        if let Node::Product(a, b) = node {
            for part in [a, b] {
                if let Node::Param { var, .. } = exprs.table.node(part)
                    && !found.contains(&var)
                {
                    found.push(var);
                }
            }
        }
        true
    });
    found
}
