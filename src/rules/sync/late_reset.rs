//! Counters of barriers that are made ready for the next round when the others have already been let go: one of them may be counted before that.

use super::handover::is_global;
use crate::diagnostic::{Finding, Level};
use crate::facts::protocol::reaches;
use crate::facts::{AccessKind, Facts, MemoryAccess, is_waited_for};
use crate::isa::{op, word};

/// Where a barrier lets its threads go, and resets its counter after that.
struct LateReset<'f> {
    arrival: &'f MemoryAccess,
    release: &'f MemoryAccess,
    reset: &'f MemoryAccess,
}

/// A counter that threads add to, the last of which changes another word, for which all others wait, and sets the counter back only then. Those who
/// have waited may add to it again.
pub(super) fn late_reset(facts: &Facts<'_, '_>) -> Option<Finding> {
    let module = facts.module;
    let has = |access: &MemoryAccess, wanted| module.has_modifier(module.opcode(access.origin), wanted);
    let words: Vec<&MemoryAccess> =
        facts.own_accesses().filter(|it| it.address.is_some() && is_global(facts, it)).collect();
    let is_update = |it: &MemoryAccess| it.is_made_by(facts, op::ATOM) || it.is_made_by(facts, op::RED);
    let is_arrival = |it: &&&MemoryAccess| it.is_made_by(facts, op::ATOM) && (has(it, word::ADD) || has(it, word::INC));
    let arrivals: Vec<&MemoryAccess> = words.iter().filter(is_arrival).copied().collect();
    if arrivals.is_empty() {
        return None;
    }
    let sets = |it: &MemoryAccess| it.kind == AccessKind::Write || (is_update(it) && has(it, word::EXCH));
    let waits: Vec<&MemoryAccess> = words
        .iter()
        .filter(|it| it.kind == AccessKind::Read && (it.strong || it.volatile) && is_waited_for(facts, it))
        .copied()
        .collect();
    let comes_before = |first: &MemoryAccess, second: &MemoryAccess| facts.always_follows(first.inst, second.inst);
    let found = arrivals.iter().find_map(|&arrival| {
        let of_counter = |it: &&&MemoryAccess| it.is_where(facts, arrival) && sets(it) && comes_before(arrival, it);
        let resets: Vec<&MemoryAccess> = words.iter().filter(of_counter).copied().collect();
        let wait = waits.iter().find(|it| !it.is_where(facts, arrival) && comes_before(arrival, it))?;
        let again = arrivals.iter().filter(|it| it.is_where(facts, arrival)).map(|it| it.inst);
        if reaches(facts, wait.inst, &again.collect::<Vec<_>>()) != Some(true) {
            return None;
        }
        let is_release = |it: &&&MemoryAccess| {
            it.is_where(facts, wait)
                && it.kind != AccessKind::Read
                && comes_before(arrival, it)
                && !comes_before(wait, it)
        };
        let release = words.iter().find(is_release)?;
        let reset = resets.iter().find(|reset| comes_before(release, reset))?;
        let is_ready = resets.iter().any(|reset| comes_before(reset, release));
        (!is_ready).then_some(LateReset { arrival, release, reset })
    })?;
    Some(describe(facts, &found))
}

fn describe(facts: &Facts<'_, '_>, LateReset { arrival, release, reset }: &LateReset<'_>) -> Finding {
    let module = facts.module;
    Finding::new(module[reset.inst].span, "this resets the counter of a barrier after the others have been let go")
        .level(Level::Warning)
        .caption("may undo the arrival of a thread that has gone on to the next barrier, which then waits for ever")
        .label(module[release.inst].span, "the others wait for this")
        .label(module[arrival.inst].span, "and add to the counter again here")
        .help("reset the counter first, then a fence, then let the others go")
}
