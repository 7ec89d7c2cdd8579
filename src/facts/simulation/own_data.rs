//! Branches that each thread decides by data of its own.
//!
//! Nothing says what a thread loads, so no launch decides such a branch. But what one thread loads says nothing of what others do: whatever
//! two of them decide, they may. So a thread may be followed along both ways.

use super::plan::orders;
use super::{AccessEvent, Simulation, SimulationPlan, ThreadRow};
use crate::facts::expr::{Expr, Mask, Node};
use crate::facts::{AccessKind, Block, Definition, Divergence, Facts, ThreadScope, Value, ValuePlace, guard_value};
use crate::ids::InstId;
use crate::ir::Access;
use crate::isa::{Effects, StateSpace, op, word};
use crate::util::FastSet;

/// Who decides a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// It cannot be told, or all threads together.
    Unknown,
    /// Each thread for itself.
    Own,
    /// Each thread for itself, by asking whether its data is one number: maybe only one thread has it.
    Picks,
}

/// Most values that a decision is followed back to.
const MOST_VALUES: usize = 64;

/// Most blocks of a region whose ways are followed.
const MOST_BLOCKS: usize = 32;

impl SimulationPlan {
    /// Lets threads go both ways where data of their own decides. Whether there is such a place.
    pub fn follow_data(&mut self, facts: &Facts<'_, '_>) -> bool {
        let cfg = facts.cfg();
        self.choices = vec![Choice::Unknown; cfg.len()];
        let mut some = false;
        for block in cfg.blocks() {
            // Relaxed atomic operations order nothing.
            self.synchronizes[block.index()] = cfg.insts(block).any(|inst| orders(facts, inst));
            for step in self.steps[block.index()].iter_mut().filter(|step| step.guard.is_some()) {
                step.choice = choice(facts, step.inst, self.question.in_grid);
                some |= step.choice != Choice::Unknown;
            }
            if let [_, _] = cfg.successors(block) {
                self.choices[block.index()] = choice(facts, cfg.last(block), self.question.in_grid);
                some |= self.choices[block.index()] != Choice::Unknown;
            }
        }
        some
    }
}

/// Who decides the guard of an instruction: for threads of one block, or of different ones.
fn choice(facts: &Facts<'_, '_>, inst: InstId, in_grid: bool) -> Choice {
    let (Some(guard), Some(ssa), Some(uniformity)) = (guard_value(facts, inst), facts.ssa(), facts.uniformity()) else {
        return Choice::Unknown;
    };
    let module = facts.module;
    let (mut work, mut seen): (Vec<Value>, FastSet<Value>) = (vec![guard], FastSet::default());
    let (mut is_own, mut picks) = (false, false);
    while let Some(value) = work.pop() {
        let is_same = !in_grid && uniformity.level(value, ThreadScope::Block) == Divergence::Uniform;
        if !seen.insert(value) || is_same {
            continue;
        }
        if seen.len() > MOST_VALUES {
            return Choice::Unknown;
        }
        let inst = match ssa.data(value).definition {
            Definition::Write { inst, previous: None } if matches!(ssa.data(value).place, ValuePlace::Reg(_)) => inst,
            Definition::Phi { .. } => {
                work.extend(ssa.inputs(facts.cfg(), value));
                continue;
            }
            _ => return Choice::Unknown,
        };
        let opcode = module.opcode(inst);
        if in_grid && module.space(opcode) == Some(StateSpace::Param) {
            continue;
        }
        if opcode.effects.intersects(Effects::READS_MEMORY) {
            match own_load(facts, inst, in_grid) {
                Some(own) => is_own |= own,
                None => return Choice::Unknown,
            }
            continue;
        }
        let shared = Effects::CONVERGENT.union(Effects::ATOMIC).union(Effects::CALL).union(Effects::BARRIER);
        if opcode.effects.intersects(shared) {
            return Choice::Unknown;
        }
        let equals = |word| matches!(word, Some(word::EQ | word::NE));
        picks |= opcode.instruction == Some(op::SETP)
            && module.modifiers(opcode).iter().any(|modifier| equals(modifier.word))
            && !tests_bits(facts, inst);
        module.for_each_register(inst, |access| {
            if access.access == Access::Read {
                work.extend(ssa.read(inst, access.reg));
            }
        });
    }
    match (is_own, picks) {
        (false, _) => Choice::Unknown,
        (true, false) => Choice::Own,
        (true, true) => Choice::Picks,
    }
}

/// Whether a load reads what belongs to its thread, or its block; `None` where others may tell it something.
fn own_load(facts: &Facts<'_, '_>, inst: InstId, in_grid: bool) -> Option<bool> {
    let [access] = facts.accesses_at(inst) else { return None };
    if access.kind != AccessKind::Read || access.volatile || access.strong || access.called {
        return None;
    }
    let table = &facts.exprs().table;
    let is_far = access.space != Some(StateSpace::Shared) && access.actual_space(facts) != Some(StateSpace::Shared);
    let is_own = |address: Expr| {
        table.depends_on_thread(address) || (in_grid && table.contains(address, |node| matches!(node, Node::Ctaid(_))))
    };
    Some(is_far && access.address.is_some_and(is_own))
}

/// Whether a comparison is of single bits of a word.
fn tests_bits(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let masks = |value: Value| match facts.ssa().map(|ssa| ssa.data(value).definition) {
        Some(Definition::Write { inst, .. }) => module.opcode(inst).instruction == Some(op::AND),
        _ => false,
    };
    let read = |reg| facts.ssa().and_then(|ssa| ssa.read(inst, reg));
    module.operands(inst).iter().filter_map(|operand| operand.register()).filter_map(read).any(masks)
}

/// What data may do to the threads of two accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::facts) enum Attendance {
    /// Both come.
    Certain,
    /// Data may keep one of them away, or each of them, whatever the other one does.
    Possible,
    /// Data may be such that it never lets both come: one of them is picked by a number, or both store.
    Exclusive,
}

/// What data may do to the threads of two accesses of these kinds. Who reads a word may do so to decide whether to update it behind that.
pub(in crate::facts) fn attendance(
    events: [&AccessEvent; 2],
    threads: [usize; 2],
    kinds: [AccessKind; 2],
) -> Attendance {
    let both_store = kinds == [AccessKind::Write; 2];
    let [first, second] = if events[0].access <= events[1].access { kinds } else { [kinds[1], kinds[0]] };
    let tests = first == AccessKind::Read && second == AccessKind::Atomic;
    let is_in = |mask: Mask, side: usize| mask >> threads[side] & 1 != 0;
    match [0, 1].map(|side| is_in(events[side].possible, side)) {
        [false, false] => Attendance::Certain,
        _ if tests => Attendance::Exclusive,
        [true, true] if both_store || is_in(events[0].picked, 0) || is_in(events[1].picked, 1) => Attendance::Exclusive,
        _ => Attendance::Possible,
    }
}

/// Threads that go both ways between a branch and where its ways meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    join: Block,
    threads: Mask,
    picks: bool,
}

impl Simulation<'_, '_, '_> {
    /// Takes threads both ways of a branch that each decides for itself. Whether they are.
    pub(super) fn fork(&mut self, block: Block, [target, other]: [Block; 2], mask: Mask) -> bool {
        let choice = self.plan.choices.get(block.index()).copied().unwrap_or(Choice::Unknown);
        if mask == 0 || choice == Choice::Unknown {
            return false;
        }
        let Some(region) = self.known_region(block) else { return false };
        let loops = self.facts.natural_loops();
        let plan = self.plan;
        let touches = |block: &Block| !plan.steps[block.index()].is_empty();
        let is_simple = !region.synchronizes
            && region.blocks.len() <= MOST_BLOCKS
            && !region.blocks.contains(&block)
            && region.blocks.iter().chain([&region.join]).all(|&block| loops.headed_by(block).is_none());
        if !is_simple || !region.blocks.iter().any(touches) {
            return false;
        }
        self.trace.lost |= mask;
        self.forks.push(Fork { join: region.join, threads: mask, picks: choice == Choice::Picks });
        self.go(block, target, mask);
        self.go(block, other, mask);
        true
    }

    /// What phis of a block get of threads that come to it by both ways: it cannot be told by which one.
    pub(super) fn forget_forked(&mut self, to: Block, mask: Mask) {
        let forked = self.forks.iter().filter(|fork| fork.join == to).fold(0, |all, fork| all | fork.threads) & mask;
        if forked == 0 {
            return;
        }
        for phi in &self.plan.phis[to.index()] {
            self.state.set_phi(phi.value, forked, &ThreadRow::Same(None));
        }
    }

    /// Lets threads be themselves again where their ways have met.
    pub(super) fn rejoin(&mut self, block: Block, mask: Mask) {
        self.forks.retain_mut(|fork| {
            if fork.join == block {
                fork.threads &= !mask;
            }
            fork.threads != 0
        });
    }

    /// The threads that may have decided to come, and those of them that may be one only.
    pub(super) fn undecided(&self) -> [Mask; 2] {
        self.forks.iter().fold([0; 2], |[all, picked], fork| {
            [all | fork.threads, if fork.picks { picked | fork.threads } else { picked }]
        })
    }
}
