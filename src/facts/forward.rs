//! Forward data flow: what is known where blocks begin, joined over all ways to them.

use super::{Block, Facts};

/// What is known at a place. Joining has to be monotone, and may change a state only finitely often.
pub trait FlowState: Copy + PartialEq {
    /// What is known where two ways meet.
    fn join(self, other: Self) -> Self;
}

/// What is known at the start of each block; nothing of blocks to which no way leads. `entered` are blocks with what is known where control
/// enters them first, and `through` says what is known at the end of a block from what is known at its start. `None` when the running
/// rule has no steps left.
pub fn forward<S: FlowState>(
    facts: &Facts<'_, '_>,
    entered: impl IntoIterator<Item = (Block, S)>,
    through: impl Fn(Block, S) -> S,
) -> Option<Vec<Option<S>>> {
    let cfg = facts.cfg();
    let mut starts: Vec<Option<S>> = vec![None; cfg.len()];
    let mut work: Vec<Block> = Vec::new();
    let enter = |starts: &mut Vec<Option<S>>, work: &mut Vec<Block>, block: Block, state: S| {
        let known = &mut starts[block.index()];
        let joined = known.map_or(state, |known| known.join(state));
        if *known != Some(joined) {
            *known = Some(joined);
            work.push(block);
        }
    };
    for (block, state) in entered {
        enter(&mut starts, &mut work, block, state);
    }
    while let Some(block) = work.pop() {
        if !facts.spend(1) {
            return None;
        }
        let Some(start) = starts[block.index()] else { continue };
        let end = through(block, start);
        for &next in cfg.successors(block) {
            enter(&mut starts, &mut work, next, end);
        }
    }
    Some(starts)
}
