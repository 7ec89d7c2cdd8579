//! Lanes that `match.any` has found to have the same number, and that share a place of shared memory by it: a count of that number, say. All of them
//! read it, and one of them stores what comes next: lanes do not go in step, so that the others may have read before, and have to have.

use super::guarded::is_decided;
use super::handover::{MEETS_BLOCK, leads_to};
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{LeafKinds, Node};
use crate::facts::protocol::has_instruction;
use crate::facts::{AccessKind, Base, Facts, Flow, MemoryAccess, is_shared};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};

/// What lanes of a group do in the wrong order.
pub(super) struct GroupDisorder {
    /// Where the groups come from.
    groups: InstId,
    /// What is first, and what may come before it.
    accesses: [InstId; 2],
    stores: bool,
}

/// The first place that a lane of a group stores in before others have read, or reads before another one has stored.
pub(super) fn group_disorder(facts: &Facts<'_, '_>) -> Option<GroupDisorder> {
    let module = facts.module;
    if !has_instruction(module, |it| it == op::MATCH) {
        return None;
    }
    let is_any = |inst: &InstId| {
        let opcode = module.opcode(*inst);
        opcode.instruction == Some(op::MATCH) && module.has_modifier(opcode, word::ANY)
    };
    let matches: Vec<InstId> = module.insts_of(facts.function).filter(is_any).collect();
    let flows: Vec<(InstId, Flow)> =
        matches.iter().filter_map(|&inst| Some((inst, Flow::new(facts, &[inst])?))).collect();
    let shared: Vec<&MemoryAccess> = facts
        .own_accesses()
        .filter(|access| is_shared(facts, access) && !access.strong && !access.volatile && is_chosen(facts, access))
        .collect();
    let of_kind = |kind: AccessKind| shared.iter().copied().filter(move |access| access.kind == kind);
    // The leader of a group is who comes first in it.
    let led: Vec<(InstId, &MemoryAccess)> = of_kind(AccessKind::Write)
        .filter_map(|store| Some((flows.iter().find(|(_, flow)| is_decided(facts, flow, store.inst))?.0, store)))
        .collect();
    let is_led = |inst: InstId| flows.iter().any(|(_, flow)| is_decided(facts, flow, inst));
    for read in of_kind(AccessKind::Read).filter(|read| !is_led(read.inst)) {
        let is_own = |&&(_, store): &&(InstId, &MemoryAccess)| store.base == read.base && store.address == read.address;
        let Some(&(groups, own)) = led.iter().find(is_own) else { continue };
        let disorder = |accesses, stores| Some(GroupDisorder { groups, accesses, stores });
        if leads_to(facts, [read.inst, own.inst], |inst| meets(facts, inst, true)) {
            return disorder([read.inst, own.inst], true);
        }
        // What another group, or the same one, has counted before.
        let is_late = |&&(_, store): &&(InstId, &MemoryAccess)| {
            store.base == read.base && leads_to(facts, [store.inst, read.inst], |inst| meets(facts, inst, false))
        };
        if let Some(&(_, store)) = led.iter().find(is_late) {
            return disorder([store.inst, read.inst], false);
        }
    }
    None
}

/// Whether lanes of a warp meet at an instruction. Who has read knows the value; what is stored is there for others behind a barrier only.
fn meets(facts: &Facts<'_, '_>, inst: InstId, has_read: bool) -> bool {
    let opcode = facts.module.opcode(inst);
    opcode.instruction == Some(op::BAR_WARP)
        || opcode.effects.intersects(MEETS_BLOCK)
        || has_read && opcode.effects.intersects(Effects::WARP_SYNCHRONOUS)
}

/// Whether data chooses the place of an access in an array, and of indices no more than the warp takes part.
fn is_chosen(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let (Base::Variable(_), Some(address)) = (access.base, access.address) else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let terms = table.terms(address).0;
    let is_own = |expr| table.has_any(expr, LeafKinds::OPAQUE);
    let is_index = |expr| table.contains(expr, |node| matches!(node, Node::Tid(_) | Node::Lane));
    // The parts of warps lie further apart than one element.
    terms.iter().any(|&(expr, _)| is_own(expr))
        && terms.iter().all(|&(expr, factor)| is_own(expr) || !is_index(expr) || factor.abs() > i64::from(access.size))
}

impl GroupDisorder {
    /// What is said of it.
    pub fn describe(&self, facts: &Facts<'_, '_>) -> Finding {
        let module = facts.module;
        let [first, second] = self.accesses.map(|inst| module[inst].span);
        let (message, caption, label) = match self.stores {
            true => (
                "this store may come before other lanes of the warp have read the same place",
                "one lane of each group stores here",
                "each lane reads here",
            ),
            false => (
                "this read may come before another lane of the warp has stored in the same place",
                "each lane reads here",
                "one lane of each group stores here",
            ),
        };
        Finding::new(second, message)
            .caption(caption)
            .label(first, label)
            .label(module[self.groups].span, "lanes with the same number are a group, which has a place in common")
            .level(Level::Warning)
            .help("put `bar.warp.sync` (`__syncwarp()`) between them: lanes of a warp need not go in step")
    }
}
