//! Waits of one thread for its block that the others do not wait for: they may read before what the signal is for has been stored.

use super::arrays::GlobalArray;
use super::executors::{Executors, comes_in_other_warp};
use super::guarded::{is_strong, waits_for_signal};
use super::handover::{MEETS_BLOCK, leads_to};
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Axis, LeafKinds};
use crate::facts::protocol::reaches;
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::ids::InstId;

/// Most pairs of waits and reads that are looked at.
const MOST_PAIRS: usize = 64;

/// The first read that other threads than the one that waits may make too early: where, and what is said of it.
pub(super) fn lone_wait(facts: &Facts<'_, '_>) -> Option<(InstId, Finding)> {
    let alone = |inst: InstId| Executors::where_block_comes(facts, inst)?.only_thread();
    let waits: Vec<&MemoryAccess> = facts.own_accesses().filter(|access| waits_for_signal(facts, access)).collect();
    let waits: Vec<(&MemoryAccess, u32)> =
        waits.into_iter().filter_map(|wait| Some((wait, alone(wait.inst)?))).collect();
    if waits.is_empty() {
        return None;
    }
    let in_array = |access| Some((access, GlobalArray::of(facts, access)?));
    let accesses: Vec<(&MemoryAccess, GlobalArray)> = facts.own_accesses().filter_map(in_array).collect();
    let is_plain = |access: &MemoryAccess, kind: AccessKind| !is_strong(access) && access.kind == kind;
    let mut pairs = 0;
    for (wait, thread) in waits {
        let Some(word) = GlobalArray::of(facts, wait) else { continue };
        let is_read =
            |&&(access, array): &&(&MemoryAccess, GlobalArray)| is_plain(access, AccessKind::Read) && array != word;
        for &(read, array) in accesses.iter().filter(is_read) {
            pairs += 1;
            if pairs > facts.budget(MOST_PAIRS) {
                facts.fell_short("reads after a wait", pairs - 1, None);
                return None;
            }
            if !comes_to_others(facts, [wait, read], thread) {
                continue;
            }
            let has_signal = |write: &MemoryAccess| {
                accesses.iter().any(|&(signal, at)| {
                    at == word
                        && (is_strong(signal) || signal.kind == AccessKind::Atomic)
                        && signal.kind != AccessKind::Read
                        && reaches(facts, write.inst, &[signal.inst]) == Some(true)
                })
            };
            let is_source = |&&(write, to): &&(&MemoryAccess, GlobalArray)| {
                is_plain(write, AccessKind::Write)
                    && to == array
                    && is_common(facts, [write, read], wait)
                    && has_signal(write)
            };
            if let Some((write, _)) = accesses.iter().find(is_source) {
                return Some((read.inst, describe(facts, [wait, read, write])));
            }
        }
    }
    None
}

/// Whether threads of other warps come from where one waits to a read without having met it.
fn comes_to_others(facts: &Facts<'_, '_>, [wait, read]: [&MemoryAccess; 2], thread: u32) -> bool {
    let is_meeting = |inst: InstId| facts.module.opcode(inst).effects.intersects(MEETS_BLOCK);
    leads_to(facts, [wait.inst, read.inst], is_meeting) && comes_in_other_warp(facts, read.inst, thread)
}

/// Whether blocks along some axis have the same place, and the same word to wait for: each goes on where the one before has stopped.
fn is_common(facts: &Facts<'_, '_>, [write, read]: [&MemoryAccess; 2], wait: &MemoryAccess) -> bool {
    let [Some(address), Some(word)] = [read.address, wait.address] else { return false };
    let exprs = facts.exprs();
    let depends =
        |axis: Axis| [address, word].into_iter().any(|address| exprs.table.has_any(address, LeafKinds::ctaid(axis)));
    write.address == Some(address) && Axis::ALL.into_iter().any(|axis| facts.uses_block_axis(axis) && !depends(axis))
}

fn describe(facts: &Facts<'_, '_>, [wait, read, write]: [&MemoryAccess; 3]) -> Finding {
    let module = facts.module;
    let mut finding =
        Finding::new(module[read.inst].span, "this read may come before the wait for another block is over")
            .caption("other threads of the block come here without having met the one that waits");
    if write.inst != read.inst {
        finding =
            finding.label(module[write.inst].span, "a thread of another block stores here, before it gives the signal");
    }
    finding
        .label(module[wait.inst].span, "one thread waits for the signal here")
        .level(Level::Warning)
        .help("put `bar.sync 0` (`__syncthreads()`) after the wait")
}
