//! Loops that data ends: rows of sparse matrices, neighbours of vertices, lists of work.
//!
//! Nothing says how many rounds such a loop has, so there are launches in which all threads go round it twice, and they are as good as any.

use super::own_data::{Choice, Fork};
use super::plan::{Action, BlockExit, orders};
use super::{Simulation, SimulationPlan};
use crate::facts::WARP;
use crate::facts::expr::{Expr, Mask, Node};
use crate::facts::{Block, Facts, LoopId};

/// Rounds that threads go: in the second one they meet what others do in the first.
const ROUNDS: i64 = 2;

/// Most blocks of such a loop.
const MOST_BLOCKS: usize = 64;

/// A branch by which threads enter a loop or leave it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoopBranch {
    id: LoopId,
    /// Into the loop, or on in it.
    stay: Block,
    /// Out of it, or past it.
    leave: Block,
    /// How often threads may come back to the head of the loop and still stay in it at this branch.
    most: i64,
    /// Whether the threads of the block wait for each other in the loop.
    waits: bool,
}

impl LoopBranch {
    /// The branch at the end of a block, if it is one of a loop.
    pub(super) fn of(facts: &Facts<'_, '_>, block: Block) -> Option<Self> {
        let &[target, other] = facts.cfg().successors(block) else { return None };
        Self::leaving(facts, block, [target, other]).or_else(|| Self::entering(facts, block, [target, other]))
    }

    /// The same if the loop has something to follow, and orders nothing but by barriers for the whole block.
    pub(super) fn without_order(mut self, facts: &Facts<'_, '_>, plan: &SimulationPlan) -> Option<Self> {
        let cfg = facts.cfg();
        let blocks = blocks_of(facts, self.id)?;
        if blocks.iter().all(|block| plan.steps[block.index()].is_empty()) {
            return None;
        }
        let is_barrier = |block: Block, inst| {
            let mut steps = plan.steps[block.index()].iter().filter(|step| step.inst == inst);
            steps.any(|step| matches!(step.action, Action::Barrier { count: None, .. }))
        };
        for block in blocks {
            for inst in cfg.insts(block).filter(|&inst| orders(facts, inst)) {
                if !is_barrier(block, inst) {
                    return None;
                }
                self.waits = true;
            }
        }
        Some(self)
    }

    /// A branch of a loop one of whose ways leads out of it.
    fn leaving(facts: &Facts<'_, '_>, block: Block, [target, other]: [Block; 2]) -> Option<Self> {
        let loops = facts.natural_loops();
        let id = loops.innermost(block)?;
        let (stay, leave) = match [target, other].map(|next| loops.contains(id, next)) {
            [true, false] => (target, other),
            [false, true] => (other, target),
            _ => return None,
        };
        let is_back = loops.headed_by(stay) == Some(id);
        Some(Self { id, stay, leave, most: if is_back { ROUNDS - 1 } else { ROUNDS }, waits: false })
    }

    /// A branch before a loop that leads to its head, or past it.
    fn entering(facts: &Facts<'_, '_>, block: Block, [target, other]: [Block; 2]) -> Option<Self> {
        let cfg = facts.cfg();
        let headed = |next: Block| {
            let before = std::iter::successors(Some(next), |&block| match cfg.successors(block) {
                [only] => Some(*only),
                _ => None,
            });
            before.take(MOST_BLOCKS_BEFORE).find_map(|block| facts.natural_loops().headed_by(block))
        };
        let (stay, leave, id) = match [headed(target), headed(other)] {
            [Some(id), _] if !facts.natural_loops().contains(id, block) => (target, other, id),
            [_, Some(id)] if !facts.natural_loops().contains(id, block) => (other, target, id),
            _ => return None,
        };
        // What is on the other way only happens where the loop does not.
        (facts.postdominators().immediate(block) == Some(leave)).then_some(Self {
            id,
            stay,
            leave,
            most: i64::MAX,
            waits: false,
        })
    }
}

/// Most blocks between a branch and the head of the loop that it leads to.
const MOST_BLOCKS_BEFORE: usize = 4;

/// The blocks of a loop, if they are not too many.
fn blocks_of(facts: &Facts<'_, '_>, id: LoopId) -> Option<Vec<Block>> {
    let (cfg, natural) = (facts.cfg(), facts.natural_loops().get(id));
    let mut blocks = vec![natural.header];
    let mut work = natural.latches.clone();
    while let Some(block) = work.pop() {
        if blocks.contains(&block) {
            continue;
        }
        if blocks.len() == MOST_BLOCKS {
            return None;
        }
        blocks.push(block);
        work.extend(cfg.predecessors(block));
    }
    Some(blocks)
}

impl Simulation<'_, '_, '_> {
    /// Takes threads round a loop whose rounds data decides, or out of it when they have gone round. Whether they are.
    pub(super) fn go_round(&mut self, block: Block, mask: Mask) -> bool {
        let Some(&branch) = self.plan.data_loops.get(&block).filter(|_| mask != 0 && !self.is_short(block)) else {
            return false;
        };
        self.trace.lost |= mask;
        let counter = self.state.counter(branch.id).row();
        let is_inside = self.facts.natural_loops().contains(branch.id, block);
        let stays = |thread: usize| match is_inside {
            true => counter.at(thread).is_some_and(|rounds| rounds < branch.most),
            false => true,
        };
        let staying = super::threads_of(mask).filter(|&thread| stays(thread)).fold(0, |all, thread| all | 1 << thread);
        if staying != 0 {
            // Where they have waited for each other, all that comes later is so only if the loop went on.
            let join = self.facts.postdominators().immediate(block).filter(|_| !branch.waits);
            let known = self.forks.iter_mut().find(|fork| fork.join == join && fork.choice == Choice::Rounds);
            match known {
                Some(fork) => fork.threads |= staying,
                None => self.forks.push(Fork { join, threads: staying, choice: Choice::Rounds }),
            }
        }
        self.go(block, branch.stay, staying);
        self.go(block, branch.leave, mask & !staying);
        true
    }

    /// Whether no loop that a branch is of has more rounds than a warp has lanes, as a mask has it: what is left over at the end of a row. Addresses
    /// behind it begin at the same number.
    fn is_short(&self, block: Block) -> bool {
        let BlockExit::Branch(Some(truth), ..) = self.plan.ways[block.index()] else { return false };
        let exprs = self.facts.exprs();
        let table = &exprs.table;
        let Node::Compare(_, _, one, other) = table.node(truth) else { return false };
        let is_end =
            |side: &Expr| !table.depends_on_thread(*side) && (1..i64::from(WARP)).contains(&table.bounds(*side).high);
        [one, other].iter().any(is_end)
    }
}
