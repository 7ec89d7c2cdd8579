//! Blocks that one thread counts as done before the others have added what they have to arrays that the last block reads: each adds by atomic
//! operations, which need no fence among themselves, but have to be made before the block is counted.

use super::executors::Executors;
use super::guarded::Guarded;
use super::handover::{is_global, leaves_others_behind};
use crate::diagnostic::{Finding, Level};
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::op;

/// Most pairs of updates and counts that are looked at.
const MOST_PAIRS: usize = 64;

/// The first count that comes too early: where, and what is said of it.
pub(super) fn early_count(facts: &Facts<'_, '_>) -> Option<(InstId, Finding)> {
    let is_update = |access: &&MemoryAccess| access.kind == AccessKind::Atomic && is_global(facts, access);
    let updates: Vec<&MemoryAccess> = facts.own_accesses().filter(is_update).collect();
    let only_thread = |inst: InstId| Executors::where_block_comes(facts, inst).map(|it| it.only_thread());
    // What it returns tells whether the block is the last one.
    let is_count = |access: &&&MemoryAccess| {
        access.is_made_by(facts, op::ATOM) && only_thread(access.inst).is_some_and(|thread| thread.is_some())
    };
    let mut pairs = 0;
    for &count in updates.iter().filter(is_count) {
        let Some(guarded) = Guarded::new(facts, count).filter(|guarded| !guarded.takes && guarded.spin.is_none())
        else {
            continue;
        };
        for &update in updates.iter().filter(|update| update.base != count.base) {
            pairs += 1;
            if pairs > facts.budget(MOST_PAIRS) {
                facts.fell_short("updates before a count of blocks", pairs - 1, None);
                return None;
            }
            let reads = |read: &&MemoryAccess| {
                read.kind == AccessKind::Read && read.base == update.base && guarded.holds(facts, read.inst)
            };
            if leaves_others_behind(facts, [update, count], only_thread)
                && let Some(read) = facts.own_accesses().find(reads)
            {
                return Some((count.inst, describe(facts, [update, count, read])));
            }
        }
    }
    None
}

fn describe(facts: &Facts<'_, '_>, accesses: [&MemoryAccess; 3]) -> Finding {
    let [update, count, read] = accesses.map(|access| facts.module[access.inst].span);
    Finding::new(count, "this counts the block before all of its threads have added what they have to")
        .caption("one thread counts, which has waited for no other")
        .label(update, "each thread of block 0 adds here")
        .label(read, "the last block reads the sums here")
        .level(Level::Warning)
        .help("put `bar.sync 0` (`__syncthreads()`) before it, and a fence after the barrier")
}
