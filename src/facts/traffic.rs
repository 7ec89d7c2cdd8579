//! What the lanes of a warp access together, in launches with concrete numbers: sectors of global memory, banks of shared memory.

use super::expr::Node;
use super::pointers::proof;
use super::{BlockModel, Facts, MemoryAccess, candidates, is_shared};
use crate::ids::VarId;
use crate::isa::StateSpace;
use std::collections::{BTreeMap, HashSet};

/// Lanes of a warp.
const LANES: usize = 32;

/// Seeds of the launches that are tried; what is reported holds in all of them.
const SEEDS: [u64; 2] = [0, 1];

/// The addresses of the lanes that execute an access.
pub struct LaneAddresses {
    /// Lane and address, in the order of lanes.
    pub addresses: Vec<(u32, i64)>,
    /// Extents of the block.
    pub shape: [u32; 3],
}

/// What the first warp of a block does with an access, in some launches. Lanes that may or may not come there are taken to do so.
/// Empty when an address cannot be computed.
pub fn launches(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Vec<LaneAddresses> {
    let Some(shape) = candidates(facts, [true; 3]).next().map(|known| known.sample.shape) else { return Vec::new() };
    SEEDS.iter().map_while(|&seed| lanes(facts, access, seed, shape)).collect()
}

fn lanes(facts: &Facts<'_, '_>, access: &MemoryAccess, seed: u64, shape: [u32; 3]) -> Option<LaneAddresses> {
    let address = access.address?;
    let conditions = facts.conditions()?;
    let block = facts.cfg().block_of(access.inst);
    let guarded = facts.module.guard(access.inst).is_some();
    let guard = guarded.then(|| facts.exprs().guard(facts, access.inst)).flatten();
    let model = BlockModel::with_shape(facts, seed, shape);
    let exprs = facts.exprs();
    let arrival = model.arrival(&exprs.table, conditions, block);
    let mut addresses = Vec::new();
    for thread in model.all_threads().into_iter().take(LANES) {
        let lane = model.linear(thread);
        let skips = guard.is_some_and(|truth| model.value(&exprs.table, truth, thread) == Some(0));
        if lane >= access.lanes || skips || arrival.of(thread) == Some(false) {
            continue;
        }
        addresses.push((lane, model.value(&exprs.table, address, thread)?));
    }
    Some(LaneAddresses { addresses, shape: model.shape })
}

/// The parameters that an address is computed from by multiplication: they decide its strides.
pub fn factors(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Vec<VarId> {
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

/// Bytes of a sector.
const SECTOR: i64 = 32;

/// Whether an access is to global memory, by its space or by what its address points into.
pub fn is_global(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let space = access.space.or_else(|| proof(facts, access).map(|proof| proof.space));
    space == Some(StateSpace::Global)
}

/// Sectors of a request.
#[derive(Clone, Copy, Debug)]
pub struct Sectors {
    /// Those that lanes touch.
    pub touched: usize,
    /// Fewest that hold as many bytes.
    pub needed: usize,
}

/// The sectors of an access to global memory, in the best of the launches that are tried.
pub fn sectors(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Sectors> {
    let launches = if is_global(facts, access) { launches(facts, access) } else { Vec::new() };
    launches.iter().map(|lanes| Sectors::of(lanes, access.size)).min_by_key(|sectors| sectors.touched)
}

impl Sectors {
    /// The sectors that the lanes touch with so many bytes each, and as few as hold these bytes.
    pub fn of(lanes: &LaneAddresses, size: u32) -> Self {
        let size = i64::from(size);
        // The best that the alignment of the pointer can be.
        let touched = |shift: i64| {
            let sectors = |&(_, address): &(u32, i64)| {
                let address = address.saturating_add(shift);
                address.div_euclid(SECTOR)..=address.saturating_add(size - 1).div_euclid(SECTOR)
            };
            lanes.addresses.iter().flat_map(sectors).collect::<HashSet<_>>().len()
        };
        let bytes: HashSet<i64> =
            lanes.addresses.iter().flat_map(|&(_, address)| address..address.saturating_add(size)).collect();
        let touched = (0..SECTOR).step_by(size.clamp(1, SECTOR) as usize).map(touched).min().unwrap_or(0);
        Self { touched, needed: bytes.len().div_ceil(SECTOR as usize) }
    }
}

/// Banks of shared memory, and bytes of the words that each of them serves.
const BANKS: i64 = 32;
const WORD: i64 = 4;

/// Turns that an access to shared memory takes instead of one, in the best of the launches that are tried.
pub fn turns(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<usize> {
    let launches = if is_shared(facts, access) { launches(facts, access) } else { Vec::new() };
    launches
        .iter()
        .map(|lanes| BankConflict::worst(lanes, access.size).map_or(1, |conflict| conflict.lanes.len()))
        .min()
}

/// Lanes that want different words of a bank.
pub struct BankConflict {
    /// Its number.
    pub bank: i64,
    /// A lane for each of the words.
    pub lanes: Vec<u32>,
}

impl BankConflict {
    /// The bank that most turns are needed for. `None` without a conflict.
    pub fn worst(lanes: &LaneAddresses, size: u32) -> Option<Self> {
        // A bulk copy may be one of no bytes.
        if size == 0 {
            return None;
        }
        // So many lanes are served together.
        let together = (32 * WORD as u32 / size).clamp(8, 32);
        let mut words: BTreeMap<(u32, i64), BTreeMap<i64, u32>> = BTreeMap::new();
        for &(lane, address) in &lanes.addresses {
            for word in address.div_euclid(WORD)..=address.saturating_add(i64::from(size) - 1).div_euclid(WORD) {
                let bank = (lane / together, word.rem_euclid(BANKS));
                words.entry(bank).or_default().entry(word).or_insert(lane);
            }
        }
        let ((_, bank), words) = words.into_iter().max_by_key(|(_, words)| words.len())?;
        (words.len() > 1).then(|| Self { bank, lanes: words.into_values().collect() })
    }
}
