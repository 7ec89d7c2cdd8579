//! Locks that several lanes of one warp take, each for itself: the one that holds such a lock waits for no lane that may still be waiting for it.

use super::executors::Executors;
use super::handover::{leads_to, may_take_lock};
use crate::diagnostic::{Finding, Level};
use crate::facts::{AccessKind, Facts, MemoryAccess, is_spun_on, members};
use crate::ids::InstId;
use crate::isa::{Effects, word};

/// The first instruction at which a lane with a lock waits for others that may want the same one.
pub(super) fn locked_lanes(facts: &Facts<'_, '_>) -> Option<Finding> {
    let module = facts.module;
    let takes = |access: &&MemoryAccess| {
        access.kind == AccessKind::Atomic && may_take_lock(facts, access) && is_spun_on(facts, access)
    };
    for lock in facts.own_accesses().filter(takes) {
        let address = lock.address.filter(|&address| !facts.exprs().table.depends_on_thread(address));
        let gives = |access: &&MemoryAccess| {
            access.kind != AccessKind::Read && access.address == address && !is_attempt(facts, access)
        };
        let gives: Vec<InstId> = facts.own_accesses().filter(gives).map(|access| access.inst).collect();
        let is_given = |inst: InstId| gives.contains(&inst);
        let meets = |inst: &InstId| module.opcode(*inst).effects.intersects(Effects::WARP_SYNCHRONOUS);
        let (Some(_), false, Some(takers)) = (address, gives.is_empty(), Executors::if_data_permits(facts, lock.inst))
        else {
            continue;
        };
        let waits_for_taker = |inst: &InstId| {
            members(facts, *inst).is_some_and(|members| {
                let takers = takers.in_lanes(members.mask);
                takers.meet(&takers, true)
            })
        };
        let holds = |inst: &InstId| {
            leads_to(facts, [lock.inst, *inst], is_given)
                && gives.iter().any(|&give| leads_to(facts, [*inst, give], |other| other == lock.inst))
        };
        let mut meetings = module.insts_of(facts.function).filter(meets);
        if let Some(inst) = meetings.find(|inst| waits_for_taker(inst) && holds(inst)) {
            return Some(describe(facts, lock.inst, inst));
        }
    }
    None
}

/// Whether an access may try to take a lock.
fn is_attempt(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    facts.module.has_modifier(facts.module.opcode(access.origin), word::CAS)
}

fn describe(facts: &Facts<'_, '_>, lock: InstId, inst: InstId) -> Finding {
    let name = facts.module.name(facts.module.opcode(inst).name);
    let span = members(facts, inst).map_or(facts.module[inst].span, |members| members.span);
    Finding::new(span, format!("the mask of this `{name}` includes lanes that may wait for the lock that is held here"))
        .caption("where two lanes of a warp want one lock, each waits for the other")
        .label(facts.module[lock].span, "several lanes of a warp take locks here, each for itself")
        .level(Level::Warning)
        .help("name in the mask only lanes that have taken the lock together, or give the lock back first")
}
