//! Loops that threads leave after a few rounds, where a run would not come to what follows them otherwise.
//!
//! What threads do in the first rounds they do, and that they come to the end of the loop at some time is taken for granted. What the loop has
//! computed is unknown from there on.

use super::{LoopId, Mask, Region, Simulation, threads_of};
use crate::facts::Block;
use std::rc::Rc;

/// The rounds after which threads leave a loop.
const ROUNDS: i64 = 4;

impl Simulation<'_, '_, '_> {
    /// Takes threads out of a loop that they have gone through often enough, and returns those that are left.
    pub(super) fn leave_long_loop(&mut self, id: LoopId, mask: Mask) -> Mask {
        if self.short_loops.is_none() {
            return mask;
        }
        let rounds = self.state.counter(id).row();
        let is_done = |thread: &usize| rounds.at(*thread).is_some_and(|rounds| rounds >= ROUNDS);
        let done = threads_of(mask).filter(is_done).fold(0, |done: Mask, thread| done | 1 << thread);
        if done == 0 {
            return mask;
        }
        let known = self.short_loops.as_ref().and_then(|known| known.get(&id).cloned());
        let region = known.unwrap_or_else(|| {
            let region = self.region_of_loop(id).map(Rc::new);
            self.short_loops.get_or_insert_default().insert(id, region.clone());
            region
        });
        let Some(region) = region else { return mask };
        self.trace.lost |= done;
        self.leave_out(&region, done);
        mask & !done
    }

    /// A loop up to where all ways out of it meet; `None` where there is no such place, or threads wait for each other on the way.
    fn region_of_loop(&mut self, id: LoopId) -> Option<Region> {
        let loops = self.facts.natural_loops();
        let header = loops.get(id).header;
        let above = |block: &Block| self.facts.postdominators().immediate(*block);
        let join = std::iter::successors(Some(header), above).find(|&block| !loops.contains(id, block))?;
        self.region_before(join, &[header])
    }
}
