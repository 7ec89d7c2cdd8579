//! Words of shared memory that threads clear, each its own ones, and that data chooses: who adds to one before there was a barrier may come before it
//! is cleared, and who reads its own ones before there was a barrier, before others have added to them.

use super::executors::Executors;
use super::handover::{MEETS_BLOCK, leads_to, loaded_parts};
use super::own_bins::is_own_datum;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::LeafKinds;
use crate::facts::{AccessKind, Facts, MemoryAccess, WARP, is_shared};
use crate::isa::{Effects, op};

/// Most pairs of accesses that are looked at.
const MOST_PAIRS: usize = 64;

/// Two accesses with no barrier in between: one to a word that belongs to its thread, one to a word that data chooses.
pub(super) struct UnorderedBins<'f> {
    first: &'f MemoryAccess,
    second: &'f MemoryAccess,
}

/// The first such accesses of a kernel whose blocks have several warps.
pub(super) fn unordered_bins<'f>(facts: &'f Facts<'_, '_>) -> Option<UnorderedBins<'f>> {
    let is_plain = |access: &&MemoryAccess| {
        let is_made = |made| access.is_made_by(facts, made);
        is_shared(facts, access) && !access.asynchronous && [op::LD, op::ST, op::ATOM, op::RED].into_iter().any(is_made)
    };
    let is_atomic = |access: &MemoryAccess| access.kind == AccessKind::Atomic;
    let accesses: Vec<&MemoryAccess> = facts.own_accesses().filter(is_plain).collect();
    if !accesses.iter().any(|access| is_atomic(access)) || !has_warps(facts) {
        return None;
    }
    let mut pairs = 0;
    for &chosen in accesses.iter().filter(|access| is_atomic(access) && is_chosen(facts, access)) {
        for &own in accesses.iter().filter(|own| !is_atomic(own) && begins_with(facts, own, chosen)) {
            pairs += 1;
            if pairs > facts.budget(MOST_PAIRS) {
                facts.fell_short("words that data chooses", pairs - 1, None);
                return None;
            }
            let [first, second] = if own.kind == AccessKind::Write { [own, chosen] } else { [chosen, own] };
            let is_meeting = |inst| facts.module.opcode(inst).effects.intersects(MEETS_BLOCK);
            if leads_to(facts, [first.inst, second.inst], is_meeting) && are_in_two_warps(facts, [first, second]) {
                return Some(UnorderedBins { first, second });
            }
        }
    }
    None
}

/// Whether blocks are known to have several warps, or have a barrier.
fn has_warps(facts: &Facts<'_, '_>) -> bool {
    match facts.block_shape().threads() {
        Some(threads) => threads > WARP,
        None => facts.effects().intersects(Effects::BARRIER),
    }
}

/// Whether data of each thread alone chooses the place of an access.
fn is_chosen(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let Some(address) = access.address else { return false };
    let otherwise =
        LeafKinds::TID.or(LeafKinds::LANE).or(LeafKinds::WARP).or(LeafKinds::ITERATION).or(LeafKinds::PARAM);
    let chosen = loaded_parts(facts, address);
    !chosen.is_empty()
        && !facts.exprs().table.has_any(address, otherwise)
        && chosen.into_iter().all(|value| is_own_datum(facts, value, 0))
}

/// Whether an access is to a word that indices of threads choose, in an array that begins where another access may be to its first word.
fn begins_with(facts: &Facts<'_, '_>, own: &MemoryAccess, chosen: &MemoryAccess) -> bool {
    let (Some(address), Some(other)) = (own.address, chosen.address) else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (start, least) = (table.terms(address).1, table.terms(other).1);
    let unknown = LeafKinds::OPAQUE.or(LeafKinds::ITERATION).or(LeafKinds::PARAM);
    own.base == chosen.base && start == least && table.depends_on_thread(address) && !table.has_any(address, unknown)
}

/// Whether threads of two warps may make both accesses.
fn are_in_two_warps(facts: &Facts<'_, '_>, accesses: [&MemoryAccess; 2]) -> bool {
    let [one, other] = accesses.map(|access| Executors::if_data_permits(facts, access.inst));
    one.zip(other).is_some_and(|(one, other)| one.meet(&other, false))
}

/// What is said of them.
pub(super) fn describe(facts: &Facts<'_, '_>, UnorderedBins { first, second }: UnorderedBins<'_>) -> Finding {
    let [before, after] = [first, second].map(|access| facts.module[access.inst].span);
    let finding = match first.kind {
        AccessKind::Atomic => Finding::new(after, "others may not have added to this word yet")
            .caption("no barrier waits for their atomic operations")
            .label(before, "a thread of another warp adds here to a word that its data chooses"),
        _ => Finding::new(after, "this may come to a word before another thread stores its first value there")
            .caption("data chooses the word, and no barrier waits for the stores")
            .label(before, "a thread of another warp stores here"),
    };
    finding.level(Level::Warning).help("put `bar.sync 0` (`__syncthreads()`) between the two")
}
