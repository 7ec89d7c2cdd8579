//! Barrier phases: which accesses can run between the same barriers.
//!
//! A phase starts at the entry of the function or behind a barrier for all threads of the block. An instruction belongs to all
//! phases whose start reaches it without another such barrier in between; around loops, too. Two instructions that share a phase may
//! run at the same time in different threads.

use super::Facts;
use super::barriers::Barrier;
use super::cfg::Block;
use crate::ids::InstId;
use crate::isa::Effects;

/// Where a phase starts: `None` is the entry of the function.
pub type PhaseStart = Option<InstId>;

/// Most starts that an instruction may have; beyond, nothing is said of it.
const MOST_STARTS: usize = 24;

/// The phases of a function.
#[derive(Debug)]
pub struct Phases {
    /// The starts that reach the beginning of each block, sorted; `None` when there are too many.
    at_start: Vec<Option<Vec<PhaseStart>>>,
    barriers: Vec<InstId>,
}

impl Phases {
    /// Propagates phase starts through the graph.
    pub fn new(facts: &Facts<'_, '_>) -> Self {
        let (module, cfg) = (facts.module, facts.cfg());
        let is_barrier = |inst: &InstId| {
            module[module[*inst].opcode].effects.intersects(Effects::BARRIER)
                && module.guard(*inst).is_none()
                && Barrier::of(facts, *inst).is_some_and(|barrier| barrier.is_for_all(facts))
        };
        let barriers: Vec<InstId> = module.insts_of(facts.function).filter(is_barrier).collect();
        let mut this = Self { at_start: vec![Some(Vec::new()); cfg.len()], barriers };
        if cfg.is_empty() {
            return this;
        }
        this.at_start[0] = Some(vec![None]);
        let mut work: std::collections::BTreeSet<usize> = (0..cfg.reverse_postorder().len()).collect();
        while let Some(position) = work.pop_first() {
            let block = cfg.reverse_postorder()[position];
            let out = this.at_end(facts, block);
            for &successor in cfg.successors(block) {
                if merge(&mut this.at_start[successor.index()], &out)
                    && let Some(position) = cfg.position(successor)
                {
                    work.insert(position);
                }
            }
        }
        this
    }

    /// The barriers for all threads, in order.
    pub fn barriers(&self) -> &[InstId] {
        &self.barriers
    }

    /// The last barrier of a block before an instruction, or before its end.
    fn last_barrier(&self, facts: &Facts<'_, '_>, block: Block, before: Option<InstId>) -> Option<InstId> {
        let end = before.unwrap_or(InstId::new(facts.cfg().last(block).index() + 1));
        let at = self.barriers.partition_point(|&barrier| barrier < end);
        self.barriers[..at].last().copied().filter(|&barrier| barrier >= facts.cfg().first(block))
    }

    fn at_end(&self, facts: &Facts<'_, '_>, block: Block) -> Option<Vec<PhaseStart>> {
        match self.last_barrier(facts, block, None) {
            Some(barrier) => Some(vec![Some(barrier)]),
            None => self.at_start[block.index()].clone(),
        }
    }

    /// The phases that an instruction belongs to; `None` when there are too many.
    pub fn of(&self, facts: &Facts<'_, '_>, inst: InstId) -> Option<Vec<PhaseStart>> {
        let block = facts.cfg().block_of(inst);
        match self.last_barrier(facts, block, Some(inst)) {
            Some(barrier) => Some(vec![Some(barrier)]),
            None => self.at_start[block.index()].clone(),
        }
    }
}

/// Adds starts to a set; returns whether it changed.
fn merge(into: &mut Option<Vec<PhaseStart>>, from: &Option<Vec<PhaseStart>>) -> bool {
    let Some(known) = into else { return false };
    let Some(from) = from else {
        *into = None;
        return true;
    };
    let before = known.len();
    for start in from {
        if let Err(at) = known.binary_search(start) {
            known.insert(at, *start);
        }
    }
    let changed = known.len() != before;
    if known.len() > MOST_STARTS {
        *into = None;
    }
    changed
}
