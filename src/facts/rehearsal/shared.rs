//! Where a rehearsal lays shared memory out.

use super::super::Facts;
use crate::ids::VarId;
use crate::isa::StateSpace;
use crate::util::FastMap;

/// Where shared memory begins. Something that is at 0 looks like nothing to programs.
pub(super) const FIRST_SHARED: u64 = 1024;

/// Dynamic shared memory is aligned for everything that asks for it.
const DYNAMIC_ALIGNMENT: u64 = 1024;

/// Where the variables in shared memory lie.
pub(super) fn addresses(facts: &Facts<'_, '_>) -> FastMap<VarId, u64> {
    let module = facts.module;
    let is_here = |var: &VarId| {
        let variable = &module[*var];
        variable.space == StateSpace::Shared && variable.function.is_none_or(|function| function == facts.function)
    };
    let all = (0..module.variables.len()).map(VarId::new).filter(is_here);
    let is_sized = |var: &VarId| module[*var].size.is_some_and(|size| size > 0);
    let (sized, dynamic): (Vec<VarId>, Vec<VarId>) = all.partition(is_sized);
    let (mut next, mut found) = (FIRST_SHARED, FastMap::default());
    for var in sized {
        let variable = &module[var];
        next = next.next_multiple_of(variable.alignment().unwrap_or(1).max(1));
        found.insert(var, next);
        next += variable.size.unwrap_or(0);
    }
    next = next.next_multiple_of(DYNAMIC_ALIGNMENT);
    found.extend(dynamic.into_iter().map(|var| (var, next)));
    found
}

/// Where the variables end that have a size, in order.
pub(super) fn ends(facts: &Facts<'_, '_>, addresses: &FastMap<VarId, u64>) -> Vec<u64> {
    let end = |(&var, &at): (&VarId, &u64)| facts.module[var].size.filter(|&size| size > 0).map(|size| at + size);
    let mut ends: Vec<u64> = addresses.iter().filter_map(end).collect();
    ends.sort_unstable();
    ends
}
