//! Places in a buffer that one thread gives back for its block before the others have read what is there: whoever has waited for that stores the next
//! data over it.

use super::arrays::GlobalArray;
use super::executors::Executors;
use super::guarded::{is_strong, waits_for_signal};
use super::handover::{given, leaves_others_behind};
use super::released_signal::releases;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Node, Term};
use crate::facts::protocol::reaches;
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::op;

/// Most pairs of reads and signals that are looked at.
const MOST_PAIRS: usize = 64;

/// The first word by which places are given back too early: where, and what is said of it.
pub(super) fn early_credit(facts: &Facts<'_, '_>) -> Option<(InstId, Finding)> {
    if !facts.own_accesses().any(|access| waits_for_signal(facts, access)) {
        return None;
    }
    let in_array = |access| Some((access, GlobalArray::of(facts, access)?));
    let accesses: Vec<(&MemoryAccess, GlobalArray)> = facts.own_accesses().filter_map(in_array).collect();
    let waits: Vec<_> = accesses.iter().filter(|(access, _)| waits_for_signal(facts, access)).collect();
    let is_signal = |(access, array): &&(&MemoryAccess, GlobalArray)| {
        access.kind == AccessKind::Write
            && access.is_made_by(facts, op::ST)
            && releases(facts, access)
            && given(facts, access) != Some(0)
            && waits.iter().any(|(_, word)| word == array)
    };
    let plain = |kind: AccessKind| move |access: &MemoryAccess| !is_strong(access) && access.kind == kind;
    let (is_read, is_write) = (plain(AccessKind::Read), plain(AccessKind::Write));
    let only_thread = |inst: InstId| Executors::where_block_comes(facts, inst).map(|it| it.only_thread());
    // Each block has a part of its own.
    let is_of_block = |access: &MemoryAccess| {
        let exprs = facts.exprs();
        let table = &exprs.table;
        let is_index = |&(term, _): &Term| matches!(table.node(term), Node::Ctaid(_));
        access.address.is_some_and(|address| table.terms(address).0.iter().any(is_index))
    };
    let mut pairs = 0;
    for &(signal, word) in accesses.iter().filter(is_signal) {
        for &(read, array) in accesses.iter().filter(|&&(access, array)| is_read(access) && array != word) {
            pairs += 1;
            if pairs > facts.budget(MOST_PAIRS) {
                facts.fell_short("reads before a signal", pairs - 1, None);
                return None;
            }
            if !leaves_others_behind(facts, [read, signal], only_thread) {
                continue;
            }
            let is_overwritten = |&&(write, to): &&(&MemoryAccess, GlobalArray)| {
                is_write(write)
                    && to.may_be(array)
                    && !(is_of_block(write) && is_of_block(read))
                    && waits.iter().any(|(wait, awaited)| {
                        *awaited == word && reaches(facts, wait.inst, &[write.inst]) == Some(true)
                    })
            };
            if let Some((write, _)) = accesses.iter().find(is_overwritten) {
                return Some((signal.inst, describe(facts, [read, signal, write])));
            }
        }
    }
    None
}

fn describe(facts: &Facts<'_, '_>, [read, signal, write]: [&MemoryAccess; 3]) -> Finding {
    let module = facts.module;
    Finding::new(module[signal.inst].span, "this signal is given before all threads of the block have read their data")
        .caption("one thread gives it, which has waited for no other")
        .label(module[read.inst].span, "each thread of the block reads here")
        .label(module[write.inst].span, "whoever has waited for the signal stores over it here")
        .level(Level::Warning)
        .help("put `bar.sync 0` (`__syncthreads()`) before the signal")
}
