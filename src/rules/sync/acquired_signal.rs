//! Signals that others acquire, whose data is at places of which nothing is known: who waits for a word by acquiring loads, or has a fence behind the
//! wait, and then reads an array that threads write before they store to that word, means to see what they have written.

use super::arrays::GlobalArray;
use super::executors::Executors;
use super::guarded::Guarded;
use super::handover::{Among, Handover, given, leads_to, leaves_others_behind};
use super::handover_order::Ordering;
use crate::facts::ordering::{Reach, order_of, reaches_other_blocks};
use crate::facts::protocol::reaches;
use crate::facts::{AccessKind, Facts, MemoryAccess, is_waited_for};
use crate::ids::InstId;
use crate::isa::{Effects, op};

/// Most pairs of writes and signals that are looked at.
const MOST_PAIRS: usize = 64;

/// Handovers by words that are acquired, where the giver does not release what its block has written: one for each signal.
pub(super) fn unreleased(facts: &Facts<'_, '_>) -> Vec<Handover> {
    let is_strong = |access: &MemoryAccess| access.strong || access.volatile;
    let is_strong_read = |access: &MemoryAccess| is_strong(access) && access.kind == AccessKind::Read;
    if !facts.own_accesses().any(is_strong_read) {
        return Vec::new();
    }
    let in_array = |access| Some((access, GlobalArray::of(facts, access)?));
    let accesses: Vec<(&MemoryAccess, GlobalArray)> = facts.own_accesses().filter_map(in_array).collect();
    let acquires = |access: &MemoryAccess| {
        let order = order_of(facts.module, access.origin);
        order.is_some_and(|order| order.semantics.acquires() && reaches_other_blocks(order))
    };
    let is_wait = |(access, _): &&(&MemoryAccess, GlobalArray)| {
        is_strong_read(access) && access.is_made_by(facts, op::LD) && is_waited_for(facts, access)
    };
    let orders = |inst: InstId| Reach::of(facts, inst) == Reach::Grid;
    let has_fence = facts.module.insts_of(facts.function).any(orders);
    let may_acquire = |(access, _): &&(&MemoryAccess, GlobalArray)| has_fence || acquires(access);
    let waits: Vec<_> = accesses.iter().filter(may_acquire).filter(is_wait).copied().collect();
    // Volatile accesses bring nothing in order, either.
    let is_plain = |access: &MemoryAccess| !access.strong;
    let (mut found, mut pairs): (Vec<Handover>, usize) = (Vec::new(), 0);
    for &(wait, word) in &waits {
        // A flag is taken back without a fence.
        let is_signal = |&&(access, array): &&(&MemoryAccess, GlobalArray)| {
            let stores = access.kind == AccessKind::Write && access.is_made_by(facts, op::ST) && is_strong(access);
            let counts = access.kind == AccessKind::Atomic && access.is_made_by(facts, op::RED);
            array == word && (stores || counts) && given(facts, access) != Some(0)
        };
        let is_read = |&&(access, array): &&(&MemoryAccess, GlobalArray)| {
            is_plain(access) && access.kind == AccessKind::Read && array != word
        };
        let reads: Vec<_> = accesses.iter().filter(is_read).collect();
        let is_written = |&&(access, array): &&(&MemoryAccess, GlobalArray)| {
            is_plain(access) && access.kind == AccessKind::Write && reads.iter().any(|(_, read)| read.may_be(array))
        };
        // Another number than the one that is waited for is no signal for the data.
        let awaited = Guarded::new(facts, wait).and_then(|guarded| guarded.awaited(facts));
        let is_awaited = |(signal, _): &&(&MemoryAccess, GlobalArray)| {
            let given = given(facts, signal).filter(|_| signal.kind == AccessKind::Write);
            awaited.zip(given).is_none_or(|(number, given)| number as u32 == given as u32)
        };
        for &(signal, _) in accesses.iter().filter(is_signal).filter(is_awaited) {
            for &(write, array) in accesses.iter().filter(is_written) {
                pairs += 1;
                if pairs > facts.budget(MOST_PAIRS) {
                    facts.fell_short("stores before an acquired signal", pairs - 1, None);
                    return found;
                }
                let Some(before) = fault(facts, [write, signal]) else { continue };
                let is_later = |&&&(read, from): &&&(&MemoryAccess, GlobalArray)| {
                    from.may_be(array)
                        && reaches(facts, wait.inst, &[read.inst]) == Some(true)
                        && (acquires(wait) || !leads_to(facts, [wait.inst, read.inst], orders))
                };
                if let Some(&&(read, _)) = reads.iter().find(is_later) {
                    let [write, signal, wait, read] = [write, signal, wait, read].map(|access| access.inst);
                    let (after, among) = (Ordering::Enough, Among::Blocks);
                    found.push(Handover { write, signal, wait, read, before, after, locks: false, among });
                    break;
                }
            }
        }
    }
    found
}

/// What is wrong between a write and a signal: nothing releases it, or one thread does before the others of its block have written.
fn fault(facts: &Facts<'_, '_>, [write, signal]: [&MemoryAccess; 2]) -> Option<Ordering> {
    let module = facts.module;
    let releases = |inst: InstId| {
        let order = order_of(module, inst);
        order.is_some_and(|order| order.semantics.releases() && reaches_other_blocks(order))
            || module.opcode(inst).effects.intersects(Effects::CALL)
    };
    let insts = [write, signal].map(|access| access.inst);
    if !releases(signal.origin) && leads_to(facts, insts, releases) {
        return Some(Ordering::None);
    }
    let only_thread = |inst: InstId| Executors::where_block_comes(facts, inst).map(|it| it.only_thread());
    leaves_others_behind(facts, [write, signal], only_thread).then_some(Ordering::Alone)
}
