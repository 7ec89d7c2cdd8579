//! Locks that one thread takes for its block, and gives back before the others are done with what the lock protects.

use super::executors::Executors;
use super::handover::{is_global, is_looked_at, leaves_others_behind};
use crate::diagnostic::{Finding, Level};
use crate::facts::protocol::with_effects;
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};

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
    let only_thread = |inst: InstId| Executors::of(facts, inst).map(|executors| executors.only_thread());
    let is_released = |taken: &MemoryAccess, it: &MemoryAccess| {
        it.inst > taken.inst && it.is_where(facts, taken) && (it.kind == AccessKind::Write || has(it, word::EXCH))
    };
    let is_updated = |taken: &MemoryAccess, store: &MemoryAccess| {
        let met = |inst: InstId| meetings.iter().any(|&meeting| (taken.inst..inst).contains(&meeting));
        let loads = |it: &&MemoryAccess| it.kind == AccessKind::Read && it.is_where(facts, store) && met(it.inst);
        store.kind == AccessKind::Write && global.iter().any(loads)
    };
    let early = |&taken: &&MemoryAccess| {
        let stores: Vec<&MemoryAccess> = global.iter().copied().filter(|store| is_updated(taken, store)).collect();
        global.iter().filter(|it| is_released(taken, it)).find_map(|release| {
            let store = stores.iter().find(|store| leaves_others_behind(facts, [store, release], only_thread))?;
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
