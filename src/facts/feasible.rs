//! Code that constants keep every thread from.

use super::{Block, Facts};
use crate::util::FastSet;

/// The blocks to which control may come where branches whose guards are the same in every execution go one way only, as those that ask
/// whether what a kernel is given is in local memory.
pub(crate) fn feasible_blocks(facts: &Facts<'_, '_>) -> FastSet<Block> {
    let cfg = facts.cfg();
    let Some(&entry) = cfg.reverse_postorder().first() else { return FastSet::default() };
    let (mut seen, mut work) = (FastSet::from_iter([entry]), vec![entry]);
    while let Some(block) = work.pop() {
        let successors = cfg.successors(block);
        let guard = (successors.len() == 2).then(|| facts.exprs().guard(facts, cfg.last(block))).flatten();
        let decided = guard.and_then(|guard| facts.exprs().table.as_constant(guard));
        // The target comes first, what follows the branch second.
        let taken = match decided {
            Some(0) => &successors[1..],
            Some(_) => &successors[..1],
            None => successors,
        };
        work.extend(taken.iter().copied().filter(|&next| seen.insert(next)));
    }
    seen
}
