//! Barriers of ranks, each of which has memory of its own that a table of pointers names: flags that order nothing keep nobody from reading what
//! was there before another rank has stored.

use super::arrays::{GlobalArray, pointer_load};
use super::handover::{Among, Handover, leads_to};
use super::handover_order::Ordering;
use crate::facts::ordering::{Reach, order_of};
use crate::facts::protocol::reaches;
use crate::facts::{AccessKind, Base, Facts, MemoryAccess, is_waited_for};
use crate::ids::InstId;
use crate::isa::{Semantics, op};

/// Most barriers of ranks, and pairs of stores and loads around them, that are looked at.
const MOST_PAIRS: usize = 256;

/// Handovers by flags that are volatile or relaxed on both sides, with no fence: one for each signal.
pub(super) fn unordered(facts: &Facts<'_, '_>) -> Vec<Handover> {
    let is_weak = |access: &MemoryAccess| {
        let is_relaxed = |access: &MemoryAccess| {
            order_of(facts.module, access.origin).is_some_and(|order| order.semantics == Semantics::Relaxed)
        };
        access.volatile || (access.strong && is_relaxed(access))
    };
    let is_wait = |access: &MemoryAccess| {
        access.kind == AccessKind::Read
            && access.is_made_by(facts, op::LD)
            && is_weak(access)
            && is_waited_for(facts, access)
    };
    if !facts.own_accesses().any(is_wait) {
        return Vec::new();
    }
    let of_rank = |access| Some((access, GlobalArray::of_pointer(facts, pointer_load(facts, access)?)?));
    let accesses: Vec<(&MemoryAccess, GlobalArray)> = facts.own_accesses().filter_map(of_rank).collect();
    let orders = |inst: InstId| Reach::of(facts, inst) == Reach::Grid;
    let is_plain = |access: &MemoryAccess, kind: AccessKind| !access.strong && !access.volatile && access.kind == kind;
    let comes = |from: &MemoryAccess, to: &MemoryAccess| reaches(facts, from.inst, &[to.inst]) == Some(true);
    let mut found: Vec<Handover> = Vec::new();
    let mut pairs = 0;
    // A rank may have a pointer of its own to the words in which the others tell it that they have come.
    let is_own_word = |access: &&MemoryAccess| is_wait(access) && matches!(access.base, Base::Parameter(..));
    let waits = accesses.iter().filter(|(access, _)| is_wait(access)).map(|&(access, word)| (access, Some(word)));
    let own_waits = facts.own_accesses().filter(is_own_word).map(|access| (access, None));
    for (wait, word) in waits.chain(own_waits) {
        // Each rank tells the others, and then waits for them.
        let is_signal = |&&(access, array): &&(&MemoryAccess, GlobalArray)| {
            word.is_none_or(|word| array == word)
                && access.kind == AccessKind::Write
                && is_weak(access)
                && comes(access, wait)
        };
        let reads = accesses.iter().filter(|&&(access, array)| {
            is_plain(access, AccessKind::Read)
                && Some(array) != word
                && leads_to(facts, [wait.inst, access.inst], orders)
        });
        let reads: Vec<_> = reads.collect();
        for &(signal, _) in accesses.iter().filter(is_signal) {
            for &(write, array) in accesses.iter().filter(|(access, _)| is_plain(access, AccessKind::Write)) {
                pairs += 1;
                if pairs > facts.budget(MOST_PAIRS) {
                    facts.fell_short("stores before a barrier of ranks", pairs - 1, None);
                    return found;
                }
                // Who reads by the same pointer reads what the same rank has stored.
                let is_other = |&&&(read, from): &&&(&MemoryAccess, GlobalArray)| {
                    from.is_beside(array) && pointer_load(facts, read) != pointer_load(facts, write)
                };
                let is_told = found.iter().any(|known| known.signal == signal.inst);
                if let Some((read, _)) = reads.iter().find(is_other)
                    && !is_told
                    && leads_to(facts, [write.inst, signal.inst], orders)
                {
                    let [write, signal, wait, read] = [write, signal, wait, read].map(|access| access.inst);
                    let (before, after, among) = (Ordering::None, Ordering::None, Among::Blocks);
                    found.push(Handover { write, signal, wait, read, before, after, locks: false, among });
                }
            }
        }
    }
    found
}
