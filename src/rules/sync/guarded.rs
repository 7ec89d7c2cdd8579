//! Code that runs only after a word has been looked at: what a wait for a signal, or for a lock, lets through.

use super::handover::{given, may_take_lock};
use crate::facts::expr::{Expr, IntegerRelation, Node};
use crate::facts::{
    AccessKind, Block, Facts, Flow, LoopId, MemoryAccess, calls, guard_value, is_reduction, is_waited_for,
};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};
use crate::util::FastSet;

/// The code that runs only after a value has been looked at.
pub(super) struct Guarded {
    pub wait: InstId,
    /// The branches whose guards depend on the value.
    pub branches: FastSet<Block>,
    /// The loop that goes round until the value is right.
    pub spin: Option<LoopId>,
    /// Threads meet nobody else in that loop: they just wait.
    pub idles: bool,
    /// Where the threads of the block decide together whether they go on waiting.
    vote: Option<Block>,
    /// The wait tries to take a lock: what it guards may be in its loop.
    pub takes: bool,
    /// Whether there is such a loop, or somebody else's lock is tried until it is free.
    pub spins: bool,
}

impl Guarded {
    pub fn new(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Self> {
        let (cfg, loops, wait) = (facts.cfg(), facts.natural_loops(), access.inst);
        // What a function has looked at comes back as its result.
        let seeds: Vec<InstId> = if access.called { calls::results(facts, wait).collect() } else { Vec::from([wait]) };
        let flow = Flow::new(facts, &seeds)?;
        let decides = |block: &Block| {
            cfg.successors(*block).len() > 1
                && guard_value(facts, cfg.last(*block)).is_some_and(|guard| flow.contains(guard))
        };
        let branches: FastSet<Block> = cfg.reverse_postorder().iter().copied().filter(decides).collect();
        let leaves = |id: LoopId| {
            let inside = |block: Block| loops.contains(id, block);
            branches.iter().any(|&block| inside(block) && cfg.successors(block).iter().any(|&next| !inside(next)))
        };
        let spin = loops.innermost(cfg.block_of(wait)).filter(|&id| leaves(id));
        // A block may decide together whether it goes on waiting.
        let decides_with_all = |inst: InstId| {
            facts.module.opcode(inst).instruction.is_some_and(is_reduction)
                && flow.readers().binary_search(&inst).is_ok()
        };
        let waits_for_block = |block: Block| {
            let waits = |inst: InstId| facts.module.opcode(inst).effects.intersects(Effects::BARRIER);
            cfg.insts(block).any(|inst| waits(inst) && !decides_with_all(inst))
        };
        let idles = spin.is_some_and(|id| {
            cfg.reverse_postorder().iter().all(|&block| !loops.contains(id, block) || !waits_for_block(block))
        });
        let votes = |block: &Block| cfg.insts(*block).any(decides_with_all);
        let vote = spin.and_then(|id| loops.blocks(cfg, id).find(votes));
        let takes = may_take_lock(facts, access);
        if branches.is_empty() {
            return None;
        }
        Some(Self { wait, branches, spin, idles, vote, takes, spins: spin.is_some() || takes })
    }

    /// Whether an instruction comes after the wait, and because of what was seen there.
    pub fn holds(&self, facts: &Facts<'_, '_>, inst: InstId) -> bool {
        let (cfg, loops, dominators) = (facts.cfg(), facts.natural_loops(), facts.dominators());
        let (wait, block) = (cfg.block_of(self.wait), cfg.block_of(inst));
        let Some(conditions) = facts.conditions() else { return false };
        if conditions
            .all(facts, block)
            .iter()
            .any(|way| self.branches.contains(&way.branch) && (self.takes || !self.is_in_spin(facts, block)))
        {
            return inst > self.wait || block != wait;
        }
        let Some(spin) = self.spin else { return false };
        // One thread may wait for all of its block: what decides who waits comes before both.
        let deciders = conditions.of(loops.get(spin).header).iter().map(|way| way.branch);
        let comes_after = |before: Block| dominators.dominates(before, block);
        let is_after = comes_after(wait)
            || self.vote.is_some_and(comes_after)
            || deciders.into_iter().any(|before| !loops.contains(spin, before) && comes_after(before));
        is_after && !loops.contains(spin, block) && inst > self.wait
    }

    /// Whether the wait takes a lock: the thread puts back what others wait for.
    pub fn locks(&self, facts: &Facts<'_, '_>, wait: &MemoryAccess, signals: &[&MemoryAccess]) -> bool {
        let Some(free) = self.free(facts).filter(|_| self.takes) else { return false };
        let releases = |signal: &&MemoryAccess| {
            let [wait_block, signal_block] = [wait, signal].map(|access| facts.cfg().block_of(access.inst));
            signal.inst != wait.inst
                && signal.address == wait.address
                && given(facts, signal) == Some(free)
                && facts.dominators().dominates(wait_block, signal_block)
                && self.holds(facts, signal.inst)
        };
        signals.iter().any(releases)
    }

    /// The number that ends the loop that waits, if it is one.
    pub fn awaited(&self, facts: &Facts<'_, '_>) -> Option<i64> {
        let header = facts.natural_loops().get(self.spin?).header;
        let ways = facts.conditions()?.of(header);
        let stays = ways.iter().find(|way| self.branches.contains(&way.branch))?;
        let exprs = facts.exprs();
        let table = &exprs.table;
        let Node::Compare(relation, _, a, b) = table.node(stays.truth?) else { return None };
        let is_loaded = |expr: Expr| matches!(table.node(expr), Node::Opaque(_));
        let leaves_when_equal = match relation {
            IntegerRelation::Equal => !stays.wanted,
            IntegerRelation::NotEqual => stays.wanted,
            _ => false,
        };
        let number = if is_loaded(a) { b } else { a };
        table.as_constant(number).filter(|_| leaves_when_equal && (is_loaded(a) || is_loaded(b)))
    }

    /// The number of a lock that is free.
    pub fn free(&self, facts: &Facts<'_, '_>) -> Option<i64> {
        self.awaited(facts).or_else(|| self.compared(facts))
    }

    /// The number with which the operation that takes a lock compares it: attempts may be made in a loop that another variable ends.
    fn compared(&self, facts: &Facts<'_, '_>) -> Option<i64> {
        let module = facts.module;
        let compares = module.has_any_modifier(module.opcode(self.wait), &[word::CAS]);
        let compared = module.operands(self.wait).get(2).copied().filter(|_| compares && self.spin.is_none())?;
        facts.constant(self.wait, compared).map(|it| it as i64)
    }

    fn is_in_spin(&self, facts: &Facts<'_, '_>, block: Block) -> bool {
        self.spin.is_some_and(|spin| facts.natural_loops().contains(spin, block))
    }
}

/// Whether what a flow carries decides if an instruction is executed.
pub(super) fn is_decided(facts: &Facts<'_, '_>, flow: &Flow, inst: InstId) -> bool {
    let decides = |branch: InstId| guard_value(facts, branch).is_some_and(|guard| flow.contains(guard));
    let ways = facts.conditions().map(|conditions| conditions.all(facts, facts.cfg().block_of(inst)));
    decides(inst) || ways.into_iter().flatten().any(|way| decides(way.inst))
}

/// Whether an access is one that others may meet: strong, or volatile.
pub(super) fn is_strong(access: &MemoryAccess) -> bool {
    access.strong || access.volatile
}

/// Whether an access is a load that a loop waits by for another thread's signal.
pub(super) fn waits_for_signal(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    is_strong(access)
        && access.kind == AccessKind::Read
        && access.is_made_by(facts, op::LD)
        && is_waited_for(facts, access)
}
