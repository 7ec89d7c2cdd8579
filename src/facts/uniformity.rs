//! Which values are the same in all threads of a block or warp, and why others are not.
//!
//! Values: Coutinho et al., "Divergence Analysis and Optimizations" (PACT 2011). Control: a join is divergent when a divergent
//! branch decides which way it is reached. Each value that may differ keeps the cause, so that a finding can show the
//! chain. Values that leave a loop in different rounds for different threads (temporal divergence) are not followed.

use super::agreement::{keeps_lane_only, reduces_warp};
use super::barriers::is_reduction;
use super::calls;
use super::cfg::Block;
use super::device::WARP;
use super::expr::{Axis, Node};
use super::shifted::shifted_alike;
use super::ssa::{Definition, Value, ValuePlace};
use super::users::User;
use super::{AccessKind, Base, Facts, MemoryAccess};
use crate::ids::{InstId, RegId};
use crate::ir::{Access, Component, FunctionKind, OperandKind, VariableRole};
use crate::isa::{Effects, Instruction, SpecialKind, SpecialRegister, StateSpace, Word, op, word};
use crate::util::{FastMap, FastSet};
use std::cell::RefCell;

/// How a value may differ between threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Divergence {
    /// The same in all threads.
    Uniform,
    /// Nothing is known: the result of a call, a volatile load.
    Unknown,
    /// Loaded from a place of the thread's own, or from an atomic operation: different unless the data happen to be equal.
    Data,
    /// Computed from the thread's index.
    Thread,
}

/// Why a value is not uniform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The instruction that computes it is a source of differences.
    Source(InstId),
    /// The instruction reads another value that is not uniform.
    Operand(InstId, Value),
    /// Joins of values one of which is not uniform.
    Join(Value),
    /// A branch that is not uniform decides which value arrives.
    Branch(InstId),
}

/// A cause in four bytes, as there is one for each value: a number and its kind. What computes a value the value itself tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedCause(u32);

impl PackedCause {
    const NONE: Self = Self(u32::MAX);
    const SOURCE: u32 = 0;
    const OPERAND: u32 = 1;
    const JOIN: u32 = 2;
    const BRANCH: u32 = 3;

    fn new(cause: Cause) -> Self {
        let (kind, number) = match cause {
            Cause::Source(_) => (Self::SOURCE, 0),
            Cause::Operand(_, from) => (Self::OPERAND, from.index()),
            Cause::Join(from) => (Self::JOIN, from.index()),
            Cause::Branch(branch) => (Self::BRANCH, branch.index()),
        };
        Self((number as u32) << 2 | kind)
    }

    /// The value that it comes from: an operand of what computes this one, or one of those that are joined.
    fn value(self) -> Option<Value> {
        matches!(self.0 & 3, Self::OPERAND | Self::JOIN).then_some(Value(self.0 >> 2)).filter(|_| self != Self::NONE)
    }

    /// The cause of a value that an instruction computes, or none.
    fn cause(self, writer: Option<InstId>) -> Option<Cause> {
        let number = self.0 >> 2;
        match self.0 & 3 {
            _ if self == Self::NONE => None,
            Self::SOURCE => writer.map(Cause::Source),
            Self::OPERAND => writer.map(|inst| Cause::Operand(inst, Value(number))),
            Self::JOIN => Some(Cause::Join(Value(number))),
            _ => Some(Cause::Branch(InstId::new(number as usize))),
        }
    }

    fn is_branch(self) -> bool {
        self.0 & 3 == Self::BRANCH && self != Self::NONE
    }
}

/// The scopes within which threads are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ThreadScope {
    /// All threads of a block.
    Block,
    /// All threads of a warp.
    Warp,
}

/// The levels of all values of a function.
#[derive(Debug)]
pub struct Uniformity {
    levels: Vec<ScopeLevels>,
    causes: Vec<PackedCause>,
    /// For each value whether control has no part in why it differs; `None` where nobody has asked.
    computed: RefCell<Vec<Option<bool>>>,
}

/// How a value may differ between threads of several scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ScopeLevels {
    block: Divergence,
    warp: Divergence,
    /// Between the same lanes of different warps. What is the same there and in each warp is the same in the block.
    lane: Divergence,
}

impl ScopeLevels {
    /// The same level in all scopes.
    const fn all(level: Divergence) -> Self {
        Self { block: level, warp: level, lane: level }
    }

    const UNIFORM: Self = Self::all(Divergence::Uniform);
    const UNKNOWN: Self = Self::all(Divergence::Unknown);
    /// Different in each lane, and the same in the same lane of each warp.
    const LANE: Self = Self { lane: Divergence::Uniform, ..Self::all(Divergence::Thread) };
    /// Different in each warp, and the same in all of its lanes.
    const WARP: Self = Self { warp: Divergence::Uniform, ..Self::all(Divergence::Thread) };

    fn max(self, other: Self) -> Self {
        Self { block: self.block.max(other.block), warp: self.warp.max(other.warp), lane: self.lane.max(other.lane) }
    }

    /// With the level of the block that follows from the others: where each warp agrees, blocks differ as warps do, and where the same lanes
    /// do, as lanes do.
    fn settled(self) -> Self {
        let block = match (self.warp, self.lane) {
            (Divergence::Uniform, by_warp) => self.block.min(by_warp),
            (by_lane, Divergence::Uniform) => self.block.min(by_lane),
            _ => self.block,
        };
        Self { block, ..self }
    }

    /// The levels of what is computed from each.
    fn map(self, of: impl Fn(Divergence) -> Divergence) -> Self {
        Self { block: of(self.block), warp: of(self.warp), lane: of(self.lane) }
    }
}

/// Bits of the number of a lane.
const LANE_BITS: u64 = 5;

/// Most instructions that are followed back from a value.
const MOST_STEPS: u32 = 16;

/// Blocks that may be visited in all when the reach of branches is followed; beyond, joins count as unknown.
const VISITS_PER_BLOCK: usize = 40;

impl Uniformity {
    /// Propagates differences through a function. `None` when it is too complex.
    pub fn new(facts: &Facts<'_, '_>) -> Option<Self> {
        let ssa = facts.ssa()?;
        facts.users()?;
        let count = ssa.len();
        let mut phis: Vec<(Block, Value)> = Vec::new();
        for value in ssa.values() {
            if let Definition::Phi { block, .. } = ssa.data(value).definition {
                phis.push((block, value));
            }
        }
        phis.sort_by_key(|&(block, _)| block);
        let first = Search::new(facts, count, &phis, FastSet::default()).finish();
        // What is compared alike is known when it is known what is uniform, and more is uniform then.
        let alike = shifted_alike(facts, &first);
        Some(if alike.is_empty() { first } else { Search::new(facts, count, &phis, alike).finish() })
    }

    /// The level of a value.
    pub fn level(&self, value: Value, scope: ThreadScope) -> Divergence {
        match scope {
            ThreadScope::Block => self.levels[value.index()].block,
            ThreadScope::Warp => self.levels[value.index()].warp,
        }
    }

    /// Why a value is not uniform.
    fn cause(&self, facts: &Facts<'_, '_>, value: Value) -> Option<Cause> {
        let definition = facts.ssa().map(|ssa| ssa.data(value).definition);
        let writer = match definition {
            Some(Definition::Write { inst, .. }) => Some(inst),
            _ => None,
        };
        self.causes[value.index()].cause(writer)
    }

    /// Whether a value differs because of what is computed from a source, and not because of the way by which control came alone.
    pub fn is_computed(&self, facts: &Facts<'_, '_>, value: Value) -> bool {
        let known = &mut *self.computed.borrow_mut();
        known.resize(self.causes.len(), None);
        self.find_computed(facts, known, value)
    }

    fn find_computed(&self, facts: &Facts<'_, '_>, known: &mut [Option<bool>], value: Value) -> bool {
        let (mut path, mut at) = (Vec::new(), value);
        let computed = loop {
            let cause = self.causes[at.index()];
            match (known[at.index()], cause.value()) {
                (Some(known), _) => break known,
                (None, _) if cause.is_branch() => {
                    known[at.index()] = Some(false);
                    path.push(at);
                    break self.joins_computed(facts, known, at);
                }
                (None, Some(from)) => {
                    // Values of a loop that are the cause of each other are nobody's: asked again, they say so.
                    known[at.index()] = Some(false);
                    path.push(at);
                    at = from;
                }
                (None, None) => break true,
            }
        };
        path.into_iter().for_each(|value| known[value.index()] = Some(computed));
        computed
    }

    /// Whether one of two values that meet at a join is a constant, and the other one differs because of what it is computed from: threads that take
    /// the same way differ, too.
    fn joins_computed(&self, facts: &Facts<'_, '_>, known: &mut [Option<bool>], join: Value) -> bool {
        let Some(ssa) = facts.ssa() else { return false };
        let [a, b] = *ssa.inputs(facts.cfg(), join) else { return false };
        let is_constant = |value: Value| facts.constant_value(value).is_some();
        let differs = |value: Value| self.level(value, ThreadScope::Block) != Divergence::Uniform;
        let other = if is_constant(a) { b } else { a };
        (is_constant(a) || is_constant(b)) && differs(other) && self.find_computed(facts, known, other)
    }

    /// The chain of causes back to a source, at most `most` links.
    pub fn chain(&self, facts: &Facts<'_, '_>, value: Value, most: usize) -> Vec<Cause> {
        let mut chain = Vec::new();
        let mut at = Some(value);
        while let (Some(value), true) = (at, chain.len() < most) {
            let Some(cause) = self.cause(facts, value) else { break };
            chain.push(cause);
            at = match cause {
                Cause::Operand(_, from) | Cause::Join(from) => Some(from),
                Cause::Branch(branch) => guard_value(facts, branch),
                Cause::Source(_) => None,
            };
        }
        chain
    }
}

/// The value of an instruction's guard.
pub fn guard_value(facts: &Facts<'_, '_>, inst: InstId) -> Option<Value> {
    let reg = facts.module.guard(inst)?.register()?;
    facts.ssa()?.read(inst, reg)
}

struct Search<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    result: Uniformity,
    work: Vec<Value>,
    visits: usize,
    /// All joins are raised, whatever leads there.
    all_joins: bool,
    /// The joins of values at the starts of blocks, ordered by block.
    phis: &'f [(Block, Value)],
    /// What has the same result in all threads, although its operands differ.
    alike: FastSet<InstId>,
    /// Which way of which branch was last followed through each block: ways are numbered in the order in which they are followed.
    marks: Vec<u32>,
    last_mark: u32,
    /// Levels at which the branch of a block has been spread already.
    spread: FastMap<Block, ScopeLevels>,
}

impl<'f, 'a, 's> Search<'f, 'a, 's> {
    fn new(facts: &'f Facts<'a, 's>, values: usize, phis: &'f [(Block, Value)], alike: FastSet<InstId>) -> Self {
        Self {
            facts,
            result: Uniformity {
                levels: vec![ScopeLevels::UNIFORM; values],
                causes: vec![PackedCause::NONE; values],
                computed: RefCell::default(),
            },
            work: Vec::new(),
            visits: facts.budget(VISITS_PER_BLOCK * facts.cfg().len() + 10_000),
            all_joins: false,
            phis,
            alike,
            marks: vec![0; facts.cfg().len()],
            last_mark: 0,
            spread: FastMap::default(),
        }
    }

    /// The levels of all values.
    fn finish(mut self) -> Uniformity {
        self.run();
        if self.visits == 0 {
            // Where the reach of a branch was not followed to its end, any join may differ.
            self.facts.fell_short("joins of control flow", 0, Some(self.phis.len()));
            self.all_joins = true;
            self.raise_all_joins();
        }
        // Where a block is one warp, what is the same in the warp is the same in the block.
        let is_one_warp = self.facts.block_shape().most_threads <= WARP;
        for levels in &mut self.result.levels {
            *levels = if is_one_warp { ScopeLevels { block: levels.warp, ..*levels } } else { levels.settled() };
        }
        self.result
    }

    fn run(&mut self) {
        let facts = self.facts;
        for inst in facts.module.insts_of(facts.function) {
            if let Some(levels) = self.source(inst) {
                self.raise_results(inst, levels, Cause::Source(inst));
            }
        }
        let Some(ssa) = facts.ssa() else { return };
        for value in ssa.values() {
            // A register that is read before it is written has no defined value.
            if let Definition::Entry = ssa.data(value).definition {
                self.result.levels[value.index()] = ScopeLevels::UNKNOWN;
                self.work.push(value);
            }
        }
        self.propagate();
    }

    /// Raises all joins, and what depends on them.
    fn raise_all_joins(&mut self) {
        for &(_, value) in self.phis {
            if self.inputs_differ(value) {
                self.raise(value, ScopeLevels::UNKNOWN, Cause::Join(value));
            }
        }
        self.propagate();
    }

    fn propagate(&mut self) {
        let Some(users) = self.facts.users() else { return };
        while let Some(value) = self.work.pop() {
            for user in users.of(value) {
                match user {
                    User::Value(joined) => {
                        self.raise(joined, self.result.levels[value.index()], Cause::Join(value));
                    }
                    User::Inst(inst) => self.visit(inst, value),
                }
            }
        }
    }

    fn raise(&mut self, value: Value, levels: ScopeLevels, cause: Cause) {
        let i = value.index();
        let old = self.result.levels[i];
        let new = old.max(levels);
        if new != old {
            if new.block != old.block || self.result.causes[i] == PackedCause::NONE {
                self.result.causes[i] = PackedCause::new(cause);
            }
            self.result.levels[i] = new;
            self.work.push(value);
        }
    }

    fn raise_results(&mut self, inst: InstId, levels: ScopeLevels, cause: Cause) {
        let facts = self.facts;
        let Some(ssa) = facts.ssa() else { return };
        facts.module.for_each_written(inst, |reg| {
            ssa.write(inst, reg).into_iter().for_each(|value| self.raise(value, levels, cause));
        });
        if let Some((slot, Access::Write)) = facts.slots().access(inst) {
            ssa.stored(inst, slot).into_iter().for_each(|value| self.raise(value, levels, cause));
        }
    }

    /// An instruction reads a value that is not uniform.
    fn visit(&mut self, inst: InstId, value: Value) {
        let facts = self.facts;
        let module = facts.module;
        let opcode = module.opcode(inst);
        let levels = self.result.levels[value.index()];
        if opcode.effects.intersects(Effects::BRANCH) {
            self.spread_branch(inst, levels);
        }
        let has = |word: Word| module.has_modifier(opcode, word);
        if opcode.instruction == Some(op::ST) {
            for (load, exact) in calls::results_of_argument(facts, inst) {
                // What the function makes of it, its lanes may have made the same for all of a warp.
                let data = levels.map(|level| level.min(Divergence::Data));
                let made = ScopeLevels { warp: levels.warp.min(Divergence::Unknown), ..data };
                self.raise_results(load, if exact { levels } else { made }, Cause::Operand(load, value));
            }
        }
        let in_warp = |warp: Divergence| ScopeLevels { warp, ..levels };
        let levels = match opcode.instruction {
            // Broadcasts within the warp.
            Some(op::SHFL) if has(word::IDX) && self.is_source_lane_uniform(inst) => in_warp(Divergence::Uniform),
            Some(op::VOTE | op::REDUX) => in_warp(Divergence::Uniform),
            Some(op::MATCH) if has(word::ALL) => in_warp(Divergence::Uniform),
            // Rows of warps: the same in all lanes when rows of the block are whole warps.
            Some(by @ (op::SHR | op::DIV | op::AND | op::BFE))
                if levels.warp == Divergence::Thread && self.drops_lanes(inst, by) =>
            {
                in_warp(Divergence::Unknown)
            }
            Some(op::AND | op::REM) if levels.lane != Divergence::Uniform && keeps_lane_only(facts, inst) => {
                ScopeLevels { lane: Divergence::Uniform, ..levels }
            }
            Some(barrier) if is_reduction(barrier) || self.alike.contains(&inst) => return,
            // What is found at places of the thread's own is data.
            Some(op::LD | op::LDU | op::TEX | op::TLD4 | op::SULD_B) if !self.is_slot_load(inst) => {
                levels.map(|level| if level == Divergence::Thread { Divergence::Data } else { level })
            }
            _ if levels.warp != Divergence::Uniform && reduces_warp(facts, inst) => in_warp(Divergence::Uniform),
            _ => levels,
        };
        // What is the same in the block now must not differ again where it joins something of which nothing is known.
        self.raise_results(inst, levels.settled(), Cause::Operand(inst, value));
    }

    /// Whether an operation with a constant takes the number of the lane out of an index: division by a multiple of 32, and a shift
    /// together with the mask of what it leaves.
    fn drops_lanes(&self, inst: InstId, by: Instruction) -> bool {
        let number = |inst: InstId, index: usize| {
            let operand = self.facts.module.operands(inst).get(index).copied()?;
            self.facts.constant(inst, operand)
        };
        let Some(constant) = number(inst, 2) else { return false };
        match by {
            op::SHR => constant >= LANE_BITS,
            op::DIV => constant != 0 && constant.is_multiple_of(1 << LANE_BITS),
            op::BFE => constant >= LANE_BITS,
            // All bits in which lanes differ are cleared.
            _ => {
                let cleared = u64::from(constant.trailing_zeros());
                let reach = self.lane_reach_of(inst, 1, &mut { MOST_STEPS });
                reach.map_or(cleared >= LANE_BITS, |reach| cleared >= reach)
            }
        }
    }

    /// In how many of its lowest bits an operand of an instruction differs between the lanes of a warp, if it does only there.
    fn lane_reach_of(&self, inst: InstId, index: usize, steps: &mut u32) -> Option<u64> {
        let operand = *self.facts.module.operands(inst).get(index)?;
        match operand.kind {
            OperandKind::Special { register, .. } => match register.kind {
                SpecialKind::Tid | SpecialKind::LaneId => Some(LANE_BITS),
                _ => None,
            },
            _ if operand.constant().is_some() => Some(0),
            _ => self.lane_reach(self.facts.ssa()?.read(inst, operand.register()?)?, steps),
        }
    }

    /// In how many of its lowest bits a value differs between the lanes of a warp, as an index of rows does that several lanes have in common.
    fn lane_reach(&self, value: Value, steps: &mut u32) -> Option<u64> {
        if self.result.levels[value.index()].warp == Divergence::Uniform {
            return Some(0);
        }
        *steps = steps.checked_sub(1)?;
        let inst = self.facts.ssa()?.writer(value)?;
        let (module, facts) = (self.facts.module, self.facts);
        let number = |index: usize| facts.constant(inst, *module.operands(inst).get(index)?).filter(|&n| n < 64);
        let mut reach = |index: usize| self.lane_reach_of(inst, index, steps);
        match module.opcode(inst).instruction? {
            op::MOV | op::CVT => reach(1),
            // An index of another kind is taken for the rank of a thread.
            op::SHR => Some(reach(1).unwrap_or(LANE_BITS).saturating_sub(number(2)?)),
            op::SHL => Some(reach(1)?.saturating_add(number(2)?)),
            // An index that is too large is that of the last row, whose group is no further than the others.
            op::OR | op::XOR | op::AND | op::SELP | op::MIN => Some(reach(1)?.max(reach(2)?)),
            op::ADD => {
                let reaches = [reach(1)?, reach(2)?];
                let other = if reaches[0] == 0 { 1 } else { 2 };
                let most = reaches[0].max(reaches[1]);
                (reaches.contains(&0) && self.keeps_low_bits(inst, other, most)).then_some(most)
            }
            _ => None,
        }
    }

    /// Whether to add an operand changes none of so many lowest bits: a multiple of a power of two, or what makes a division of numbers below 0
    /// round towards it, which no index is.
    fn keeps_low_bits(&self, inst: InstId, index: usize, bits: u64) -> bool {
        let (module, facts) = (self.facts.module, self.facts);
        let constant = |inst: InstId, index: usize| facts.constant(inst, *module.operands(inst).get(index)?);
        let operand = module.operands(inst)[index];
        if let Some(number) = facts.constant(inst, operand) {
            return u64::from(number.trailing_zeros()) >= bits;
        }
        let read = |inst: InstId, index: usize| {
            let ssa = facts.ssa()?;
            ssa.writer(ssa.read(inst, module.operands(inst).get(index)?.register()?)?)
        };
        let Some(source) = read(inst, index) else { return false };
        let is_sign = |shift: InstId| {
            module.opcode(shift).instruction == Some(op::SHR) && matches!(constant(shift, 2), Some(31 | 63))
        };
        match module.opcode(source).instruction {
            Some(op::SHL) => constant(source, 2).is_some_and(|by| by >= bits),
            Some(op::SHR) => read(source, 1).is_some_and(is_sign),
            _ => false,
        }
    }

    fn is_slot_load(&self, inst: InstId) -> bool {
        matches!(self.facts.slots().access(inst), Some((_, Access::Read)))
    }

    fn is_source_lane_uniform(&self, inst: InstId) -> bool {
        let Some(operand) = self.facts.module.operands(inst).get(2) else { return false };
        match operand.register() {
            Some(reg) => {
                let value = self.facts.ssa().and_then(|ssa| ssa.read(inst, reg));
                value.is_some_and(|value| self.result.levels[value.index()].warp == Divergence::Uniform)
            }
            None => operand.constant().is_some(),
        }
    }

    /// The levels of an instruction's results that come from nowhere else.
    fn source(&self, inst: InstId) -> Option<ScopeLevels> {
        let facts = self.facts;
        let module = facts.module;
        let opcode = module.opcode(inst);
        let special = module.operands(inst).iter().find_map(|operand| match operand.kind {
            OperandKind::Special { register, component, .. } => Some((register, component)),
            _ => None,
        });
        if let Some((register, component)) = special {
            return self.special(register, component);
        }
        if opcode.effects.intersects(Effects::CALL) {
            return Some(ScopeLevels::UNKNOWN);
        }
        match opcode.instruction? {
            // A load in disguise. Nobody changes what a kernel does not write otherwise, as far as it knows.
            op::ATOM if self.changes_nothing(inst) => self.is_written(inst).then_some(ScopeLevels::UNKNOWN),
            op::ATOM => Some(ScopeLevels::all(Divergence::Data)),
            op::ELECT => Some(ScopeLevels::all(Divergence::Thread)),
            op::ACTIVEMASK => Some(ScopeLevels { warp: Divergence::Uniform, ..ScopeLevels::UNKNOWN }),
            op::LD if self.is_slot_load(inst) => None,
            op::LD => {
                let volatile = [word::VOLATILE, word::RELAXED, word::ACQUIRE, word::MMIO];
                let changes = module.has_any_modifier(opcode, &volatile);
                if let Some(levels) = self.call_result(inst) {
                    return levels;
                }
                let unknown = match module.space(opcode) {
                    Some(StateSpace::Local) => true,
                    Some(StateSpace::Param) => !self.is_kernel_parameter(inst),
                    _ => changes,
                };
                unknown.then_some(ScopeLevels::UNKNOWN)
            }
            _ => None,
        }
    }

    /// Whether an atomic operation leaves memory as it is: `add`, `or` or `xor` of 0.
    fn changes_nothing(&self, inst: InstId) -> bool {
        let module = self.facts.module;
        let opcode = module.opcode(inst);
        let neutral = |word: Word| matches!(word, word::ADD | word::OR | word::XOR);
        let operand = module.operands(inst).get(2).copied();
        module.modifiers(opcode).iter().filter_map(|modifier| modifier.word).any(neutral)
            && operand.and_then(|operand| self.facts.constant(inst, operand)) == Some(0)
    }

    /// Whether something may write what an atomic operation reads, other than operations that leave it as it is.
    fn is_written(&self, inst: InstId) -> bool {
        let facts = self.facts;
        let [read] = facts.accesses_at(inst) else { return true };
        let writes = |access: &MemoryAccess| {
            access.kind != AccessKind::Read && (access.base == read.base || access.base == Base::Unknown)
        };
        read.base == Base::Unknown
            || facts
                .accesses()
                .iter()
                .any(|access| writes(access) && (access.called || !self.changes_nothing(access.inst)))
    }

    /// The levels of a call's result that come from the callee itself, if that is known.
    fn call_result(&self, load: InstId) -> Option<Option<ScopeLevels>> {
        let (call, part) = calls::call_of_result(self.facts, load)?;
        let summary = self.facts.summary(call)?;
        let shape = self.facts.block_shape();
        let mut levels = ScopeLevels::UNIFORM;
        summary.table.walk(summary.returned(part)?, &mut |expr, node| {
            levels = levels.max(match node {
                Node::Tid(axis) if shape.is_flat(axis) => ScopeLevels::UNIFORM,
                Node::Tid(_) => ScopeLevels::all(Divergence::Thread),
                Node::Lane => ScopeLevels::LANE,
                Node::Warp => ScopeLevels::WARP,
                Node::Opaque(_) if summary.parameters.contains_key(&expr) => ScopeLevels::UNIFORM,
                Node::Opaque(_) => summary.levels(part).map_or(ScopeLevels::UNKNOWN, |(block, warp)| ScopeLevels {
                    block,
                    warp,
                    lane: block,
                }),
                Node::Special(..) | Node::Iteration(_) => ScopeLevels::UNKNOWN,
                _ => ScopeLevels::UNIFORM,
            });
            true
        });
        Some((levels != ScopeLevels::UNIFORM).then_some(levels))
    }

    fn is_kernel_parameter(&self, inst: InstId) -> bool {
        let module = self.facts.module;
        if module[self.facts.function].kind != FunctionKind::Entry {
            return false;
        }
        module.operands(inst).iter().any(|operand| match operand.kind {
            OperandKind::Address(id) => match module.list(module[id].parts).first().map(|base| base.kind) {
                Some(OperandKind::Var(var)) => module[var].role == VariableRole::Param,
                // Through a register only kernel parameters can be addressed.
                Some(OperandKind::Reg { .. }) => true,
                _ => false,
            },
            _ => false,
        })
    }

    fn special(&self, register: SpecialRegister, component: Component) -> Option<ScopeLevels> {
        use SpecialKind::{
            Clock, Clock64, ClockHi, GlobalTimer, GlobalTimerHi, GlobalTimerLo, LaneId, LanemaskEq, LanemaskGe,
            LanemaskGt, LanemaskLe, LanemaskLt, Pm, Pm64, Tid, WarpId,
        };
        let shape = self.facts.block_shape();
        match register.kind {
            Tid => {
                let axis = Axis::of(component).unwrap_or(Axis::X);
                if shape.is_flat(axis) {
                    return None;
                }
                // Rows of a block are whole warps when the first extent is a multiple of 32.
                let rows_are_warps = shape.exact[0].is_some_and(|x| x % 32 == 0);
                Some(match axis {
                    Axis::X if shape.exact[0] == Some(WARP) => ScopeLevels::LANE,
                    Axis::X => ScopeLevels::all(Divergence::Thread),
                    _ if rows_are_warps => ScopeLevels::WARP,
                    _ => ScopeLevels { warp: Divergence::Unknown, ..ScopeLevels::all(Divergence::Thread) },
                })
            }
            LaneId | LanemaskEq | LanemaskGe | LanemaskGt | LanemaskLe | LanemaskLt => Some(ScopeLevels::LANE),
            WarpId if shape.threads().is_some_and(|threads| threads <= 32) => None,
            WarpId => Some(ScopeLevels::WARP),
            Clock | ClockHi | Clock64 | GlobalTimer | GlobalTimerHi | GlobalTimerLo | Pm | Pm64 => {
                Some(ScopeLevels::UNKNOWN)
            }
            _ => None,
        }
    }

    /// A branch whose guard is not uniform: joins that different ways of it reach get different values.
    fn spread_branch(&mut self, branch: InstId, levels: ScopeLevels) {
        let facts = self.facts;
        let cfg = facts.cfg();
        let block = cfg.block_of(branch);
        let known = self.spread.entry(block).or_insert(ScopeLevels::UNIFORM);
        let new = known.max(levels);
        if *known == new || cfg.successors(block).len() < 2 {
            return;
        }
        *known = new;
        if self.all_joins {
            return;
        }
        let stop = facts.postdominators().immediate(block);
        let joins = self.joins(block, stop);
        for join in joins {
            let mut next = self.phis.partition_point(|&(block, _)| block < join);
            while let Some(&(_, value)) = self.phis.get(next).filter(|&&(block, _)| block == join) {
                if self.inputs_differ(value) {
                    self.raise(value, levels, Cause::Branch(branch));
                }
                next += 1;
            }
        }
    }

    fn inputs_differ(&self, phi: Value) -> bool {
        let Some(ssa) = self.facts.ssa() else { return true };
        let mut inputs = ssa.inputs(self.facts.cfg(), phi).iter().filter(|&&input| input != phi);
        let first = inputs.next();
        inputs.any(|input| Some(input) != first)
    }

    /// The blocks that two ways of a branch reach before, or where, all ways meet again.
    fn joins(&mut self, branch: Block, stop: Option<Block>) -> Vec<Block> {
        let cfg = self.facts.cfg();
        let mut joins: Vec<Block> = stop.into_iter().collect();
        let first_way = self.last_mark + 1;
        let mut work = Vec::new();
        for &way in cfg.successors(branch) {
            self.last_mark += 1;
            work.push(way);
            while let Some(block) = work.pop() {
                let mark = &mut self.marks[block.index()];
                if Some(block) == stop || *mark == self.last_mark {
                    continue;
                }
                if self.visits == 0 {
                    return joins;
                }
                self.visits -= 1;
                if *mark >= first_way {
                    joins.push(block);
                }
                *mark = self.last_mark;
                work.extend(cfg.successors(block));
            }
        }
        joins
    }
}

/// The register that holds a value.
pub fn register_of(facts: &Facts<'_, '_>, value: Value) -> Option<RegId> {
    match facts.ssa()?.data(value).place {
        ValuePlace::Reg(reg) => Some(reg),
        ValuePlace::Slot(_) => None,
    }
}
