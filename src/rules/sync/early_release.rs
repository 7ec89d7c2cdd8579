//! Locks that one thread takes for its block, and gives back before the others are done with what the lock protects.

use super::executors::Executors;
use super::handover::{is_global, is_looked_at, leaves_others_behind};
use crate::diagnostic::{Finding, Level};
use crate::facts::protocol::with_effects;
use crate::facts::{AccessKind, AccessPlace, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};
use crate::util::FastMap;
use std::cell::RefCell;

/// The first lock that is given back too early: where, and what is said of it. One thread takes such a lock, and the block meets; what each thread loads and
/// stores again after that is what the lock is for.
pub(super) fn early_release(facts: &Facts<'_, '_>) -> Option<(InstId, Finding)> {
    let module = facts.module;
    let has = |access: &MemoryAccess, wanted| module.has_modifier(module.opcode(access.origin), wanted);
    let global: Vec<&MemoryAccess> = facts.own_accesses().filter(|access| is_global(facts, access)).collect();
    let takes = |it: &&&MemoryAccess| it.is_made_by(facts, op::ATOM) && (has(it, word::CAS) || has(it, word::EXCH));
    let attempts: Vec<&MemoryAccess> =
        global.iter().filter(takes).filter(|it| is_looked_at(facts, it)).copied().collect();
    if attempts.is_empty() {
        return None;
    }
    let meetings: Vec<InstId> =
        with_effects(facts, Effects::BARRIER).into_iter().filter(|&inst| facts.waits_for_block(inst)).collect();
    let mut last_reads: FastMap<AccessPlace, InstId> = FastMap::default();
    for read in global.iter().filter(|it| it.kind == AccessKind::Read) {
        if let Some(place) = read.place(facts) {
            let last = last_reads.entry(place).or_insert(read.inst);
            *last = read.inst.max(*last);
        }
    }
    let is_write = |store: &&&MemoryAccess| store.kind == AccessKind::Write;
    let last_read = |store: &MemoryAccess| store.place(facts).and_then(|place| last_reads.get(&place).copied());
    let updates: Vec<(&MemoryAccess, InstId)> =
        global.iter().filter(is_write).filter_map(|&store| Some((store, last_read(store)?))).collect();
    let is_released = |taken: &MemoryAccess, it: &MemoryAccess| {
        it.inst > taken.inst && (it.kind == AccessKind::Write || has(it, word::EXCH)) && it.is_where(facts, taken)
    };
    let known: RefCell<FastMap<InstId, Option<Option<u32>>>> = RefCell::default();
    let only_thread = |inst: InstId| {
        let find = || Executors::of(facts, inst).map(|executors| executors.only_thread());
        *known.borrow_mut().entry(inst).or_insert_with(find)
    };
    let early = |&taken: &&MemoryAccess| {
        let meeting = meetings.iter().copied().find(|&meeting| meeting >= taken.inst)?;
        global.iter().filter(|it| is_released(taken, it)).find_map(|release| {
            // After the block has met these are loaded, at least once.
            let mut stores = updates.iter().filter(|(_, read)| *read > meeting).map(|(store, _)| store);
            let store = stores.find(|store| leaves_others_behind(facts, [store, release], only_thread))?;
            Some((release.inst, describe(facts, taken.inst, store, release)))
        })
    };
    attempts.iter().find_map(early)
}

fn describe(facts: &Facts<'_, '_>, taken: InstId, store: &MemoryAccess, release: &MemoryAccess) -> Finding {
    let module = facts.module;
    Finding::new(
        module[release.inst].span,
        "this gives a lock back before all threads of the block have stored their data",
    )
    .caption("one thread gives it back, which has waited for no other")
    .label(module[taken].span, "the lock is taken here")
    .label(module[store.inst].span, "each thread of the block stores here what it has made of what was there")
    .level(Level::Warning)
    .help("put `bar.sync 0` (`__syncthreads()`) before the lock is given back")
}
