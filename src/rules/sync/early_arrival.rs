//! Arrivals at an `mbarrier` of one lane for its warp: what the other lanes have stored it has to have waited for.

use super::executors::Executors;
use super::handover::{MEETS_BLOCK, leads_to};
use crate::diagnostic::{Finding, Level};
use crate::facts::protocol::{BarrierUse, barrier_uses};
use crate::facts::{AccessKind, Facts, MemoryAccess, is_shared};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};

/// Most pairs of stores and arrivals that are looked at.
const MOST_PAIRS: usize = 64;

/// The first arrival that comes before other lanes have stored what threads read that wait for it.
pub(super) fn early_arrival(facts: &Facts<'_, '_>) -> Option<Finding> {
    let uses = barrier_uses(facts);
    let shared: Vec<&MemoryAccess> =
        facts.own_accesses().filter(|access| is_shared(facts, access) && !access.asynchronous).collect();
    let of_kind = |kind: AccessKind, made| {
        let is_one = move |access: &&&MemoryAccess| access.kind == kind && access.is_made_by(facts, made);
        shared.iter().filter(is_one).copied()
    };
    let meets_lanes = MEETS_BLOCK.union(Effects::WARP_SYNCHRONOUS);
    let is_meeting = |effects: Effects| move |inst: InstId| facts.module.opcode(inst).effects.intersects(effects);
    let mut pairs = 0;
    for arrival in uses.iter().filter(|it| arrives_alone(facts, it)) {
        let Some(arriving) = Executors::where_block_comes(facts, arrival.inst) else { continue };
        if arriving.meet(&arriving, true) {
            continue;
        }
        let waits = || uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_WAIT) && share_object(arrival, it));
        for store in of_kind(AccessKind::Write, op::ST) {
            pairs += 1;
            if pairs > facts.budget(MOST_PAIRS) {
                facts.fell_short("stores before an arrival", pairs - 1, None);
                return None;
            }
            let comes = |access: &MemoryAccess, in_one_warp: bool| {
                let others = Executors::where_block_comes(facts, access.inst);
                others.is_some_and(|others| arriving.meet(&others, in_one_warp))
            };
            if !leads_to(facts, [store.inst, arrival.inst], is_meeting(meets_lanes)) || !comes(store, true) {
                continue;
            }
            let read = of_kind(AccessKind::Read, op::LD).filter(|read| read.base == store.base).find(|read| {
                let awaits = |wait: &BarrierUse| leads_to(facts, [wait.inst, read.inst], is_meeting(Effects::BARRIER));
                waits().any(awaits) && comes(read, false)
            });
            if let Some(read) = read {
                return Some(describe(facts, [store.inst, arrival.inst, read.inst]));
            }
        }
    }
    None
}

/// Whether an instruction arrives at once, and what its thread has done comes before.
fn arrives_alone(facts: &Facts<'_, '_>, arrival: &BarrierUse) -> bool {
    let opcode = facts.module.opcode(arrival.inst);
    arrival.has(facts, Effects::MBARRIER_ARRIVE)
        && !arrival.has(facts, Effects::MBARRIER_COMPLETE.union(Effects::MBARRIER_WAIT))
        && matches!(opcode.instruction, Some(op::MBARRIER_ARRIVE))
        && !facts.module.has_modifier(opcode, word::RELAXED)
}

/// Whether an arrival and a wait may be at the same object.
fn share_object(arrival: &BarrierUse, wait: &BarrierUse) -> bool {
    arrival.objects().into_iter().any(|object| wait.names(object))
}

fn describe(facts: &Facts<'_, '_>, insts: [InstId; 3]) -> Finding {
    let [store, arrival, read] = insts.map(|inst| facts.module[inst].span);
    Finding::new(arrival, "one lane arrives here before the others of its warp have stored their data")
        .caption("it has waited for none of them")
        .label(store, "each lane stores here")
        .label(read, "who has waited for the arrival reads here")
        .level(Level::Warning)
        .help("put `bar.warp.sync` (`__syncwarp()`) before it, or let every lane arrive")
}
