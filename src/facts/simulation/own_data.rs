//! Branches that each thread decides by data of its own.
//!
//! Nothing says what a thread loads, so no launch decides such a branch. But what one thread loads says nothing of what others do: whatever
//! two of them decide, they may. So a thread may be followed along both ways.

use super::data_loops::LoopBranch;
use super::plan::orders;
use super::{AccessEvent, Simulation, SimulationPlan, ThreadRow};
use crate::facts::calls::computed_from;
use crate::facts::expr::{Expr, LeafKinds, Mask, Node};
use crate::facts::{
    AccessKind, Base, Block, Definition, Divergence, Facts, MemoryAccess, ThreadScope, Value, ValuePlace, guard_value,
};
use crate::ids::InstId;
use crate::isa::{Effects, StateSpace, op, word};
use crate::util::{FastMap, FastSet};
use std::cell::RefCell;

/// Who decides a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// It cannot be told, or all threads together.
    Unknown,
    /// Each thread for itself.
    Own,
    /// Each thread for itself, by asking whether its data is one number: maybe only one thread has it.
    Picks,
    /// Data that no thread writes, which may be such that all go round a loop.
    Rounds,
}

/// Most values that a decision is followed back to.
const MOST_VALUES: usize = 64;

/// Most moves between where a number is loaded and where it is stored.
const MOST_MOVES: usize = 8;

/// Most blocks of a region whose ways are followed.
const MOST_BLOCKS: usize = 32;

impl SimulationPlan {
    /// Lets threads go both ways where data of their own decides. Whether there is such a place.
    pub fn follow_data(&mut self, facts: &Facts<'_, '_>) -> bool {
        let cfg = facts.cfg();
        self.choices = vec![Choice::Unknown; cfg.len()];
        let arrays = LoadedArrays::default();
        let mut some = false;
        for block in cfg.blocks() {
            for step in self.steps[block.index()].iter_mut().filter(|step| step.guard.is_some()) {
                step.choice = choice(facts, &arrays, step.inst, self.question.in_grid);
                some |= step.choice != Choice::Unknown;
            }
            if let [_, _] = cfg.successors(block) {
                self.choices[block.index()] = choice(facts, &arrays, cfg.last(block), self.question.in_grid);
                some |= self.choices[block.index()] != Choice::Unknown;
            }
        }
        for block in cfg.blocks() {
            if let Some(branch) = LoopBranch::of(facts, block)
                && is_by_data(facts, &arrays, cfg.last(block))
                && let Some(branch) = branch.without_order(facts, self)
            {
                self.data_loops.insert(block, branch);
            }
        }
        some |= !self.data_loops.is_empty();
        if some {
            // Relaxed atomic operations order nothing.
            for block in cfg.blocks() {
                self.synchronizes[block.index()] = cfg.insts(block).any(|inst| orders(facts, inst));
            }
        }
        some
    }
}

/// Who decides the guard of an instruction: for threads of one block, or of different ones.
fn choice(facts: &Facts<'_, '_>, arrays: &LoadedArrays, inst: InstId, in_grid: bool) -> Choice {
    let Some(uniformity) = facts.uniformity() else { return Choice::Unknown };
    let is_same = |value| !in_grid && uniformity.level(value, ThreadScope::Block) == Divergence::Uniform;
    let module = facts.module;
    let (mut is_own, mut picks) = (false, false);
    let known = follow(facts, inst, is_same, |inst| {
        let opcode = module.opcode(inst);
        if opcode.effects.intersects(Effects::READS_MEMORY) {
            if !in_grid || module.space(opcode) != Some(StateSpace::Param) {
                is_own |= own_load(facts, arrays, inst, in_grid)?;
            }
            return Some(false);
        }
        let equals = |word| matches!(word, Some(word::EQ | word::NE));
        picks |= opcode.instruction == Some(op::SETP)
            && module.modifiers(opcode).iter().any(|modifier| equals(modifier.word))
            && !tests_bits(facts, inst);
        Some(true)
    });
    match (known.is_some() && is_own, picks) {
        (false, _) => Choice::Unknown,
        (true, false) => Choice::Own,
        (true, true) => Choice::Picks,
    }
}

/// Whether data alone decides the guard of an instruction, for all threads together or for each, and may have been anything: no thread
/// writes what the others read.
fn is_by_data(facts: &Facts<'_, '_>, arrays: &LoadedArrays, inst: InstId) -> bool {
    let module = facts.module;
    let truth = facts.exprs().guard(facts, inst);
    let is_joint = |truth| facts.exprs().table.contains(truth, |node| matches!(node, Node::Both(..)));
    if truth.is_some_and(is_joint) {
        return false;
    }
    let level = |value| facts.uniformity().map(|uniformity| uniformity.level(value, ThreadScope::Block));
    let together = guard_value(facts, inst).and_then(level) == Some(Divergence::Uniform);
    let mut loads = false;
    let known = follow(
        facts,
        inst,
        |_| false,
        |inst| {
            let opcode = module.opcode(inst);
            if !opcode.effects.intersects(Effects::READS_MEMORY) {
                return Some(true);
            }
            if module.space(opcode) == Some(StateSpace::Param) {
                return Some(false);
            }
            own_load(facts, arrays, inst, false)?;
            let [access] = facts.accesses_at(inst) else { return None };
            let is_written = |other: &MemoryAccess| other.kind != AccessKind::Read && other.base == access.base;
            let is_far = access.actual_space(facts).is_none_or(|space| space == StateSpace::Global);
            let is_given = is_far && access.base != Base::Unknown && !facts.accesses().iter().any(is_written);
            loads = true;
            (together || is_given).then_some(false)
        },
    );
    known.is_some() && loads
}

/// Follows the guard of an instruction back to what it is computed from: `visit` says whether to go on beyond an instruction. Values that
/// `is_known` takes are not followed. `None` where the threads tell each other something, or `visit` says so.
fn follow(
    facts: &Facts<'_, '_>,
    inst: InstId,
    is_known: impl Fn(Value) -> bool,
    mut visit: impl FnMut(InstId) -> Option<bool>,
) -> Option<()> {
    let (guard, ssa, module) = (guard_value(facts, inst)?, facts.ssa()?, facts.module);
    let (mut work, mut seen): (Vec<Value>, FastSet<Value>) = (vec![guard], FastSet::default());
    while let Some(value) = work.pop() {
        if !seen.insert(value) || is_known(value) {
            continue;
        }
        if seen.len() > MOST_VALUES {
            return None;
        }
        let inst = match ssa.data(value).definition {
            Definition::Write { inst, previous: None } if matches!(ssa.data(value).place, ValuePlace::Reg(_)) => inst,
            Definition::Phi { .. } => {
                work.extend(ssa.inputs(facts.cfg(), value));
                continue;
            }
            _ => return None,
        };
        let shared = Effects::CONVERGENT.union(Effects::ATOMIC).union(Effects::CALL).union(Effects::BARRIER);
        // A function computes it, as one for the greater of two numbers does in builds without optimisation.
        if let Some(values) = computed_from(facts, inst) {
            work.extend(values);
            continue;
        }
        let effects = module.opcode(inst).effects;
        if effects.intersects(shared) && !effects.intersects(Effects::READS_MEMORY) {
            return None;
        }
        if visit(inst)? {
            ssa.for_each_read(module, inst, |value| work.push(value));
        }
    }
    Some(())
}

/// Whether a load reads what belongs to its thread, or its block; `None` where others may tell it something.
fn own_load(facts: &Facts<'_, '_>, arrays: &LoadedArrays, inst: InstId, in_grid: bool) -> Option<bool> {
    let [access] = facts.accesses_at(inst) else { return None };
    if access.kind != AccessKind::Read || access.volatile || access.strong || access.called {
        return None;
    }
    let table = &facts.exprs().table;
    let is_far = access.space != Some(StateSpace::Shared) && access.actual_space(facts) != Some(StateSpace::Shared);
    // Where data that others do not have says which element it is, that is one of the thread's own, too.
    let is_own = |address: Expr| {
        table.depends_on_thread(address)
            || table.has_any(address, LeafKinds::OPAQUE)
            || (in_grid && table.has_any(address, LeafKinds::CTAID))
    };
    let is_data = || is_far || (!in_grid && arrays.contain(facts, access.base));
    Some(access.address.is_some_and(is_own) && is_data())
}

/// Arrays of the block that hold what its threads have loaded, as far as they have been asked for.
#[derive(Default)]
struct LoadedArrays(RefCell<FastMap<Base, bool>>);

impl LoadedArrays {
    fn contain(&self, facts: &Facts<'_, '_>, base: Base) -> bool {
        *self.0.borrow_mut().entry(base).or_insert_with(|| holds_data(facts, base))
    }
}

/// Whether an array of the block holds what its threads have loaded, moved about but not changed: numbers that compare in any way.
fn holds_data(facts: &Facts<'_, '_>, base: Base) -> bool {
    let Base::Variable(_) = base else { return false };
    let (mut known, mut given) = (true, false);
    for access in facts.accesses().iter().filter(|access| access.kind != AccessKind::Read) {
        match access.base {
            Base::Unknown if access.space.is_none_or(|space| space == StateSpace::Shared) => return false,
            other if other == base => match moved_from(facts, access) {
                Some(source) => given |= source != base,
                None => known = false,
            },
            _ => {}
        }
    }
    known && given
}

/// What the value points into that a store moves from memory to memory.
fn moved_from(facts: &Facts<'_, '_>, store: &MemoryAccess) -> Option<Base> {
    let (ssa, module) = (facts.ssa()?, facts.module);
    if store.kind != AccessKind::Write || store.called {
        return None;
    }
    let mut value = ssa.read(store.inst, module.operands(store.inst).get(1)?.register()?)?;
    // Builds without optimisation keep what they load in registers of variables.
    for _ in 0..MOST_MOVES {
        let Some(inst) = ssa.writer(value).filter(|&inst| module.opcode(inst).instruction == Some(op::MOV)) else {
            break;
        };
        value = ssa.read(inst, module.operands(inst).get(1)?.register()?)?;
    }
    let [load] = facts.accesses_at(ssa.writer(value)?) else { return None };
    let is_known = load.kind == AccessKind::Read && load.base != Base::Unknown && load.address.is_some();
    is_known.then_some(load.base)
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
    opposed: &dyn Fn([usize; 2]) -> bool,
) -> Attendance {
    let both_store = kinds == [AccessKind::Write; 2];
    let [first, second] = if events[0].access <= events[1].access { kinds } else { [kinds[1], kinds[0]] };
    let tests = first == AccessKind::Read && second == AccessKind::Atomic;
    let is_in = |mask: Mask, side: usize| mask >> threads[side] & 1 != 0;
    let undecided = events.map(AccessEvent::undecided);
    let goes_round = [0, 1].map(|side| is_in(undecided[side].rounds, side));
    match [0, 1].map(|side| is_in(undecided[side].possible & !undecided[side].rounds, side)) {
        [false, false] if goes_round == [false; 2] => Attendance::Certain,
        _ if tests => Attendance::Exclusive,
        [true, true] if both_store => Attendance::Exclusive,
        // Who has the number goes one way, and all others the other one.
        [true, true] if [0, 1].into_iter().any(|side| is_in(undecided[side].picked, side)) => {
            let accesses = [0, 1].map(|side| events[side].access);
            if opposed(accesses) { Attendance::Possible } else { Attendance::Exclusive }
        }
        _ => Attendance::Possible,
    }
}

/// Whether two accesses are on both ways of one branch.
pub(in crate::facts) fn are_opposed(facts: &Facts<'_, '_>, accesses: [usize; 2]) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let [one, other] = accesses.map(|index| conditions.of(facts.cfg().block_of(facts.accesses()[index].inst)));
    one.iter().any(|way| other.iter().any(|opposite| way.branch == opposite.branch && way.wanted != opposite.wanted))
}

/// Threads that go both ways between a branch and where its ways meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork {
    /// Where they are themselves again; `None` if that is nowhere.
    pub(super) join: Option<Block>,
    pub(super) threads: Mask,
    pub(super) choice: Choice,
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
            && loops.headed_by(region.join).is_none();
        if !is_simple || !region.blocks.iter().any(touches) {
            return false;
        }
        self.trace.lost |= mask;
        self.forks.push(Fork { join: Some(region.join), threads: mask, choice });
        self.go(block, target, mask);
        self.go(block, other, mask);
        true
    }

    /// What phis of a block get of threads that come to it by both ways: it cannot be told by which one.
    pub(super) fn forget_forked(&mut self, to: Block, mask: Mask) {
        let meets = |fork: &&Fork| fork.join == Some(to) && fork.choice != Choice::Rounds;
        let forked = self.forks.iter().filter(meets).fold(0, |all, fork| all | fork.threads) & mask;
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
            if fork.join == Some(block) {
                fork.threads &= !mask;
            }
            fork.threads != 0
        });
    }

    /// The threads that data may have kept away, those of them that may be one only, and those that go round a loop.
    pub(super) fn undecided(&self) -> [Mask; 3] {
        self.forks.iter().fold([0; 3], |[all, picked, rounds], fork| {
            let of = |choice: Choice| if fork.choice == choice { fork.threads } else { 0 };
            [all | fork.threads, picked | of(Choice::Picks), rounds | of(Choice::Rounds)]
        })
    }
}
