//! Slots of tables that a thread claims by a key, as in a hash map, and whose value it stores after that: whoever finds the key has to wait for the value.

use super::guarded::is_decided;
use super::handover::{leads_to, loaded_parts};
use crate::diagnostic::{Finding, Level};
use crate::facts::{AccessKind, Facts, Flow, MemoryAccess};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{StateSpace, op, word};

/// Most pairs of stores and loads that are looked at.
const MOST_PAIRS: usize = 64;

/// The first load of a value that nobody may have stored yet: where, and what is said of it.
pub(super) fn claimed_slot(facts: &Facts<'_, '_>) -> Option<(InstId, Finding)> {
    if facts.module[facts.function].kind != FunctionKind::Entry {
        return None;
    }
    let is_global = |access: &&MemoryAccess| matches!(access.actual_space(facts), None | Some(StateSpace::Global));
    let of_kind = |kind: AccessKind| facts.own_accesses().filter(is_global).filter(move |access| access.kind == kind);
    let mut pairs = 0;
    for claim in of_kind(AccessKind::Atomic).filter(|access| claims(facts, access)) {
        let Some(flow) = Flow::new(facts, &[claim.inst]) else { continue };
        let is_found = |access: &&MemoryAccess| chooses(facts, claim, access) && is_decided(facts, &flow, access.inst);
        let is_read =
            |access: &&MemoryAccess| access.is_made_by(facts, op::LD) && !is_waited_for_alone(facts, claim, access);
        let reads: Vec<&MemoryAccess> = of_kind(AccessKind::Read).filter(is_read).filter(is_found).collect();
        if reads.is_empty() {
            continue;
        }
        for store in of_kind(AccessKind::Write).filter(is_found) {
            for read in reads.iter().filter(|read| read.address == store.address) {
                pairs += 1;
                if pairs > facts.budget(MOST_PAIRS) {
                    facts.fell_short("values of claimed slots", pairs - 1, None);
                    return None;
                }
                let is_claim = |inst: InstId| inst == claim.inst;
                let comes = |from: &MemoryAccess, to: &MemoryAccess| leads_to(facts, [from.inst, to.inst], is_claim);
                if !comes(store, read) && !comes(read, store) {
                    return Some((read.inst, describe(facts, [claim, store, read])));
                }
            }
        }
    }
    None
}

/// Whether an access puts a key into an empty slot. Locks are taken by constants.
fn claims(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let module = facts.module;
    let constant = |index: usize| {
        let operand = module.operands(access.inst).get(index).copied();
        operand.map(|operand| facts.constant(access.inst, operand))
    };
    module.has_modifier(module.opcode(access.inst), word::CAS)
        && matches!(constant(2), Some(Some(_)))
        && matches!(constant(3), Some(None))
}

/// Whether what chooses the slot of a claim chooses the place of an access, too.
fn chooses(facts: &Facts<'_, '_>, claim: &MemoryAccess, access: &MemoryAccess) -> bool {
    let (Some(slot), Some(place)) = (claim.address, access.address) else { return false };
    let chosen = loaded_parts(facts, place);
    slot != place && loaded_parts(facts, slot).iter().any(|value| chosen.contains(value))
}

/// Whether a load is in a loop that claims nothing: it waits there for the value.
fn is_waited_for_alone(facts: &Facts<'_, '_>, claim: &MemoryAccess, read: &MemoryAccess) -> bool {
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    let around = loops.innermost(cfg.block_of(read.inst));
    around.is_some_and(|id| !loops.contains(id, cfg.block_of(claim.inst)))
}

fn describe(facts: &Facts<'_, '_>, [claim, store, read]: [&MemoryAccess; 3]) -> Finding {
    let module = facts.module;
    Finding::new(module[read.inst].span, "this load may come before the value has been stored")
        .caption("who has found the key does not wait for its value")
        .label(module[claim.inst].span, "a thread puts its key here")
        .label(module[store.inst].span, "and stores the value after that")
        .level(Level::Warning)
        .help("load in a loop until the value is no longer the one of an empty slot, or store key and value at once")
}
