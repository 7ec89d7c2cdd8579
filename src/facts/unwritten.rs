//! Launches in which threads read shared memory that no thread has written, whatever the block: what they show is told if it is the kernel's own
//! doing.

use super::block_warps::is_for_several_warps;
use super::device::WARP;
use super::launches::ObservedLaunch;
use super::races::Race;
use super::simulation::{Purse, SimulationPlan};
use super::{Base, Facts};

/// Whether a launch tells how others go on: not if threads read what no thread has written, nor if one warp shows nothing of what goes on between
/// several, once others have read so.
pub(super) fn is_plausible(
    facts: &Facts<'_, '_>,
    plan: &SimulationPlan,
    launch: &ObservedLaunch,
    (races, others_read_nothing): (&[Race], bool),
    purse: &Purse,
) -> bool {
    match races.is_empty() {
        true => !(others_read_nothing && is_lone_warp(facts, launch)),
        false => !launch.reads_nothing(facts, plan, purse),
    }
}

/// Whether a launch has one warp, and the kernel is for several.
pub(super) fn is_lone_warp(facts: &Facts<'_, '_>, launch: &ObservedLaunch) -> bool {
    launch.sample.thread_count() <= WARP && is_for_several_warps(facts)
}

/// The races in arrays of a length that the kernel says: what is in dynamic shared memory may have come there another way.
pub(super) fn in_own_arrays(facts: &Facts<'_, '_>, mut races: Vec<Race>) -> Vec<Race> {
    let is_own = |index: usize| match facts.accesses()[index].base {
        Base::Variable(var) => facts.module[var].size.is_some_and(|size| size > 0),
        _ => false,
    };
    races.retain(|race| race.conflict.accesses.into_iter().all(is_own));
    races
}
