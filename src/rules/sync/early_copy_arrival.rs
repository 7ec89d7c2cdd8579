//! Arrivals at an `mbarrier` that stands for copies, before the thread's own copies have completed.

use crate::diagnostic::{Finding, Level};
use crate::facts::protocol::{
    BarrierUse, PathBounds, barrier_uses, calls_others, has_instruction, precursors, with_instruction,
};
use crate::facts::{Facts, exclude_each_other};
use crate::ids::InstId;
use crate::isa::{Effects, op};

/// Plain arrivals to which copies lead that nothing has waited for, at barriers at which copies arrive elsewhere
/// (`cp.async.mbarrier.arrive`): whoever waits there takes a phase for the bytes, and this arrival does not stand for those that are still under
/// way.
pub(super) fn early_copy_arrivals(facts: &Facts<'_, '_>) -> Vec<Finding> {
    if !has_instruction(facts.module, |it| it == op::CP_ASYNC_MBARRIER_ARRIVE) || calls_others(facts) {
        return Vec::new();
    }
    let uses = barrier_uses(facts);
    let is_of_copies =
        |it: &&BarrierUse| facts.module.opcode(it.inst).instruction == Some(op::CP_ASYNC_MBARRIER_ARRIVE);
    let (of_copies, others): (Vec<&BarrierUse>, Vec<&BarrierUse>) = uses.iter().partition(is_of_copies);
    if of_copies.is_empty() {
        return Vec::new();
    }
    let copies: Vec<InstId> = facts.accesses().iter().filter(|it| it.asynchronous).map(|it| it.inst).collect();
    let waits = |it| matches!(it, op::CP_ASYNC_MBARRIER_ARRIVE | op::CP_ASYNC_WAIT_GROUP | op::CP_ASYNC_WAIT_ALL);
    let stops = with_instruction(facts, waits);
    let stands_for_copies =
        |arrival: &BarrierUse| of_copies.iter().find(|it| is_same_object(facts, it, arrival)).copied();
    let early = |arrival: &BarrierUse| {
        let of_copies = stands_for_copies(arrival)?;
        // Copies of an earlier round have another arrival behind them.
        let stops: Vec<InstId> = stops.iter().copied().chain([arrival.inst]).collect();
        let bounds = PathBounds { stops: &stops, ..PathBounds::default() };
        let mut before = precursors(facts, arrival.inst, &copies, bounds)?;
        before.retain(|&copy| !exclude_each_other(facts, [copy, arrival.inst]));
        let copy = before.last().copied()?;
        Some(describe(facts, copy, arrival, of_copies))
    };
    others.into_iter().filter(|it| it.has(facts, Effects::MBARRIER_ARRIVE)).filter_map(early).collect()
}

/// Whether two uses are of one object: their addresses are the same number, or they may name the same stage of a ring.
fn is_same_object(facts: &Facts<'_, '_>, one: &BarrierUse, other: &BarrierUse) -> bool {
    let address = |it: &BarrierUse| facts.exprs().address(facts, it.inst, it.operand);
    let is_same_number = || address(one).is_some_and(|number| address(other) == Some(number));
    one.objects().into_iter().any(|object| other.names(object)) || is_same_number()
}

fn describe(facts: &Facts<'_, '_>, copy: InstId, arrival: &BarrierUse, of_copies: &BarrierUse) -> Finding {
    let module = facts.module;
    Finding::new(arrival.operand.span, "this arrival does not wait for the copies that the thread has started")
        .level(Level::Warning)
        .caption("whoever waits here may read what the copy has not written yet")
        .label(module[copy].span, "starts a copy, for which nothing waits on a path to the arrival")
        .label(of_copies.operand.span, "elsewhere the copies themselves arrive at this `mbarrier`")
        .help(
            "arrive with `cp.async.mbarrier.arrive.noinc`, or wait with `cp.async.wait_all` before the arrival on this path",
        )
}
