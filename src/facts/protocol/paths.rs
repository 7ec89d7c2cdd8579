//! What happens on the ways between two instructions.

use super::{Agent, ProtocolStep, is_unknown};
use crate::facts::forward::{FlowState, forward};
use crate::facts::ssa::{Definition, ValuePlace};
use crate::facts::{Block, Facts, LoopId, User, Value, is_pure};
use crate::ids::{InstId, RegId};
use crate::util::FastSet;

/// The ways from one instruction to the next execution of another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ways {
    /// There is one.
    pub exist: bool,
    /// One of them passes an instruction that was asked about.
    pub pass: bool,
}

/// Looks at the ways from `from`, or the entry, to the next execution of `to`, on which `from` is not executed again: whether there
/// is one, and whether one passes any of `stops`. `None` when the running rule has no steps left.
pub fn ways(facts: &Facts<'_, '_>, from: Option<InstId>, to: InstId, stops: &[InstId]) -> Option<Ways> {
    let cfg = facts.cfg();
    if !facts.spend(2 * cfg.len() + stops.len()) {
        return None;
    }
    let first = from.map(|from| cfg.block_of(from));
    let last = cfg.block_of(to);
    let is_end = |block: Block| block == last || Some(block) == first;
    let is_between = |inst: InstId| from.is_none_or(|from| inst > from) && inst < to;
    let direct = match from {
        Some(from) => first == Some(last) && from < to,
        None => last == Block(0),
    };
    // What control enters before it gets to `to`, and what it leaves for it.
    let entered = if direct { vec![false; cfg.len()] } else { reached(facts, first, &is_end, true) };
    let left = if direct { vec![false; cfg.len()] } else { reached(facts, Some(last), &is_end, false) };
    let arrives = from.is_none_or(|from| first != Some(last) || from >= to);
    let exist = direct || (entered[last.index()] && arrives);
    let passes = |stop: InstId| {
        let block = cfg.block_of(stop);
        if direct {
            return block == last && is_between(stop);
        }
        let behind_start = Some(block) == first && from.is_some_and(|from| stop > from);
        let after_start = behind_start || (entered[block.index()] && (block != last || stop < to));
        let before_end = if block == last && stop < to {
            from.is_none_or(|from| first != Some(last) || !(stop < from && from < to))
        } else {
            left[block.index()] && !(Some(block) == first && from.is_some_and(|from| stop < from))
        };
        after_start && before_end
    };
    Some(Ways { exist, pass: exist && stops.iter().any(|&stop| passes(stop)) })
}

/// Whether there is a way from one instruction, or the entry, to another, and none of them passes any of `stops`. False when the running
/// rule has no steps left.
pub fn ways_avoid(facts: &Facts<'_, '_>, from: Option<InstId>, to: InstId, stops: &[InstId]) -> bool {
    ways(facts, from, to, stops).is_some_and(|ways| ways.exist && !ways.pass)
}

/// The blocks that control enters from a block on, or from which it leaves for it, without going through the ends.
fn reached(facts: &Facts<'_, '_>, start: Option<Block>, is_end: &dyn Fn(Block) -> bool, forward: bool) -> Vec<bool> {
    let cfg = facts.cfg();
    let mut seen = vec![false; cfg.len()];
    let next = |block: Block| if forward { cfg.successors(block) } else { cfg.predecessors(block) };
    let mut work: Vec<Block> = Vec::new();
    match start {
        Some(start) => work.extend(next(start)),
        None if !cfg.is_empty() => work.push(Block(0)),
        None => {}
    }
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut seen[block.index()], true) && !is_end(block) {
            work.extend(next(block));
        }
    }
    seen
}

/// Whether control can get from one instruction to some of others. `None` when the running rule has no steps left.
pub fn reaches(facts: &Facts<'_, '_>, from: InstId, others: &[InstId]) -> Option<bool> {
    let cfg = facts.cfg();
    if !facts.spend(cfg.len() + others.len()) {
        return None;
    }
    let block = cfg.block_of(from);
    let entered = reached(facts, Some(block), &|_| false, true);
    Some(others.iter().any(|&other| {
        let place = cfg.block_of(other);
        (place == block && other > from) || entered[place.index()]
    }))
}

/// Which ways are looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathBounds<'b> {
    /// They end here.
    pub stops: &'b [InstId],
    /// They pass some of these, ...
    pub tolls: &'b [InstId],
    /// ... at most so many.
    pub most: usize,
}

/// The wanted instructions to which ways lead from one. `None` when the running rule has no steps left.
pub fn followers(
    facts: &Facts<'_, '_>,
    from: InstId,
    wanted: &[InstId],
    bounds: PathBounds<'_>,
) -> Option<Vec<InstId>> {
    met(facts, from, wanted, bounds, true)
}

/// The wanted instructions from which ways lead to one. `None` when the running rule has no steps left.
pub fn precursors(facts: &Facts<'_, '_>, to: InstId, wanted: &[InstId], bounds: PathBounds<'_>) -> Option<Vec<InstId>> {
    met(facts, to, wanted, bounds, false)
}

/// What an instruction is to a way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Wanted,
    Toll,
    Stop,
}

fn met(
    facts: &Facts<'_, '_>,
    start: InstId,
    wanted: &[InstId],
    bounds: PathBounds<'_>,
    forward: bool,
) -> Option<Vec<InstId>> {
    let cfg = facts.cfg();
    let lists = [(wanted, Mark::Wanted), (bounds.tolls, Mark::Toll), (bounds.stops, Mark::Stop)];
    let count: usize = lists.iter().map(|(insts, _)| insts.len()).sum();
    if !facts.spend(count + (bounds.most + 1) * cfg.len()) {
        return None;
    }
    // What stands in each block, in the order in which ways pass it.
    let mut marks: Vec<(Block, InstId, Mark)> = Vec::with_capacity(count);
    for (insts, mark) in lists {
        marks.extend(insts.iter().map(|&inst| (cfg.block_of(inst), inst, mark)));
    }
    marks.sort_by(|(block, inst, mark), other| {
        let along = if forward { inst.cmp(&other.1) } else { other.1.cmp(inst) };
        block.cmp(&other.0).then(along).then(mark.cmp(&other.2))
    });
    let is_behind = |inst: InstId| if forward { inst > start } else { inst < start };
    let mut found: Vec<InstId> = Vec::new();
    // How many tolls were paid behind a block; `None` where no way goes on.
    let mut pass = |block: Block, from_start: bool, mut paid: usize| -> Option<usize> {
        let first = marks.partition_point(|&(other, ..)| other < block);
        let here = marks[first..].iter().take_while(|&&(other, ..)| other == block);
        for &(_, inst, mark) in here.filter(|(_, inst, _)| !from_start || is_behind(*inst)) {
            match mark {
                Mark::Wanted => found.push(inst),
                Mark::Stop => return None,
                Mark::Toll if paid == bounds.most => return None,
                Mark::Toll => paid += 1,
            }
        }
        Some(paid)
    };
    let next = |block: Block| if forward { cfg.successors(block) } else { cfg.predecessors(block) };
    let origin = cfg.block_of(start);
    // The fewest tolls with which each block is entered.
    let mut entered: Vec<usize> = vec![usize::MAX; cfg.len()];
    let mut work: Vec<(Block, usize)> = Vec::new();
    if let Some(paid) = pass(origin, true, 0) {
        work.extend(next(origin).iter().map(|&block| (block, paid)));
    }
    while let Some((block, paid)) = work.pop() {
        if paid < entered[block.index()] {
            entered[block.index()] = paid;
            if let Some(paid) = pass(block, false, paid) {
                work.extend(next(block).iter().map(|&block| (block, paid)));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

/// Whether control can get from one instruction to another without entering some blocks. `None` when the running rule has no steps left.
pub fn reaches_without(facts: &Facts<'_, '_>, from: InstId, to: InstId, avoided: &[Block]) -> Option<bool> {
    let cfg = facts.cfg();
    if !facts.spend(cfg.len()) {
        return None;
    }
    let (first, last) = (cfg.block_of(from), cfg.block_of(to));
    if first == last && from < to {
        return Some(true);
    }
    let entered = reached(facts, Some(first), &|block| avoided.contains(&block), true);
    Some(entered[last.index()] && !avoided.contains(&last))
}

/// What is known of some asynchronous work at a place to which a way leads from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlightState {
    /// On no way here anything has waited for it. On one of them so many groups were committed since: the most.
    Pending(u8),
    /// On some way here something may have waited for it.
    Waited,
    /// All ways here leave the loop in which it is followed, or pass the instruction up to which it is.
    Left,
}

impl FlowState for FlightState {
    fn join(self, other: Self) -> Self {
        match (self, other) {
            (Self::Pending(a), Self::Pending(b)) => Self::Pending(a.max(b)),
            (Self::Left, other) | (other, Self::Left) => other,
            _ => Self::Waited,
        }
    }
}

/// How far some asynchronous work may have got at each place that control gets to from it.
#[derive(Debug)]
pub struct Flight {
    work: TrackedWork,
    /// What is known at the start of each block.
    entries: Vec<Option<FlightState>>,
}

/// Asynchronous work that is followed.
#[derive(Clone, Copy, Debug)]
struct TrackedWork {
    agent: Agent,
    start: InstId,
    /// Whether it ends when sources were read.
    reading: bool,
    /// The loop in which it is followed, and up to which instruction.
    within: Option<(LoopId, InstId)>,
}

/// More groups than anybody lets be pending.
const MOST_GROUPS: u8 = 250;

impl Flight {
    /// Follows work from the instruction that starts it; until its sources are read, if `reading`, otherwise until it is done. `None` when
    /// the running rule has no steps left.
    pub fn new(facts: &Facts<'_, '_>, agent: Agent, start: InstId, reading: bool) -> Option<Self> {
        Self::follow(facts, TrackedWork { agent, start, reading, within: None })
    }

    fn follow(facts: &Facts<'_, '_>, work: TrackedWork) -> Option<Self> {
        let cfg = facts.cfg();
        let start = work.start;
        let through = |block: Block, entry: FlightState| match work.within {
            Some((around, _)) if !facts.natural_loops().contains(around, block) => FlightState::Left,
            _ => work.through(facts, cfg.insts(block), entry),
        };
        let first = cfg.block_of(start);
        let rest = cfg.insts(first).filter(|&inst| inst > start);
        let left = work.through(facts, rest, FlightState::Pending(0));
        let entered = cfg.successors(first).iter().map(|&next| (next, left));
        Some(Self { work, entries: forward(facts, entered, through)? })
    }

    /// The state before an instruction. `None`: no way leads there from the work.
    pub fn before(&self, facts: &Facts<'_, '_>, inst: InstId) -> Option<FlightState> {
        let cfg = facts.cfg();
        let (block, start) = (cfg.block_of(inst), self.work.start);
        let earlier = cfg.insts(block).filter(|&other| other < inst);
        if block == cfg.block_of(start) && start < inst {
            let since = earlier.filter(|&other| other > start);
            return Some(self.work.through(facts, since, FlightState::Pending(0)));
        }
        Some(self.work.through(facts, earlier, self.entries[block.index()]?))
    }

    /// Whether nothing has waited for the work on any way to an instruction.
    pub fn is_pending(&self, facts: &Facts<'_, '_>, inst: InstId) -> bool {
        matches!(self.before(facts, inst), Some(FlightState::Pending(_)))
    }

    /// Whether nothing has waited for the work when an instruction is executed, or the first time after it in the innermost loop around both: other ways
    /// may lead there, but if there is more than one round, so does one of these.
    pub fn is_pending_in_a_round(&self, facts: &Facts<'_, '_>, inst: InstId) -> bool {
        let (loops, cfg) = (facts.natural_loops(), facts.cfg());
        let is_pending_in = |around: LoopId| {
            let work = TrackedWork { within: Some((around, inst)), ..self.work };
            loops.contains(around, cfg.block_of(inst))
                && Self::follow(facts, work).is_some_and(|flight| flight.is_pending(facts, inst))
        };
        self.is_pending(facts, inst) || loops.innermost(cfg.block_of(self.work.start)).is_some_and(is_pending_in)
    }
}

impl TrackedWork {
    /// The state behind some instructions that follow each other.
    fn through(&self, facts: &Facts<'_, '_>, insts: impl Iterator<Item = InstId>, entry: FlightState) -> FlightState {
        insts.fold(entry, |state, inst| self.step(facts, inst, state))
    }

    fn step(&self, facts: &Facts<'_, '_>, inst: InstId, state: FlightState) -> FlightState {
        let FlightState::Pending(groups) = state else { return state };
        if inst == self.start {
            return FlightState::Pending(0);
        }
        if self.within.is_some_and(|(_, last)| last == inst) {
            return FlightState::Left;
        }
        if is_unknown(facts, inst) {
            return FlightState::Waited;
        }
        match self.agent.step(facts, inst) {
            Some(ProtocolStep::Commit) => FlightState::Pending((groups + 1).min(MOST_GROUPS)),
            Some(ProtocolStep::Wait { pending, sources_only }) if self.reading || !sources_only => {
                // What was never committed is in no group, so no wait for groups is about it.
                let ends = pending.is_none_or(|pending| u32::from(groups) > pending) || !self.agent.commits();
                if ends || groups == MOST_GROUPS { FlightState::Waited } else { state }
            }
            _ => state,
        }
    }
}

/// The first instruction that does more than compute with one of the values that some work will write, or with what is computed from one,
/// on no way to which anything waits for the work. Compilers move computations across waits, and the assembler keeps track of the
/// registers; what is stored before a wait is what the program says. `may_use` are instructions that may.
pub fn first_use_in_flight(
    facts: &Facts<'_, '_>,
    flight: &Flight,
    registers: impl IntoIterator<Item = RegId>,
    may_use: impl Fn(InstId, RegId) -> bool,
) -> Option<(InstId, RegId)> {
    let (ssa, users) = (facts.ssa()?, facts.users()?);
    let mut work: Vec<Value> = registers.into_iter().filter_map(|reg| ssa.write(flight.work.start, reg)).collect();
    let mut seen: FastSet<Value> = work.iter().copied().collect();
    let mut found: Option<(InstId, RegId)> = None;
    while let Some(value) = work.pop() {
        let ValuePlace::Reg(register) = ssa.data(value).place else { continue };
        for user in users.of(value) {
            // What was found holds, whatever else there is.
            if !facts.spend(1) {
                return found;
            }
            match user {
                // Another execution of the work writes it anew.
                User::Value(next) if !is_written_by(ssa.data(next).definition, flight.work.start) => {
                    work.extend(Some(next).filter(|&next| seen.insert(next)));
                }
                User::Value(_) => {}
                // What is computed after the wait has its value, also where the next execution of the work is under way.
                User::Inst(inst) if is_pure(facts.module, inst) && !may_use(inst, register) => {
                    if !flight.is_pending(facts, inst) {
                        continue;
                    }
                    facts.module.for_each_written(inst, |reg| {
                        work.extend(ssa.write(inst, reg).filter(|&next| seen.insert(next)));
                    });
                }
                User::Inst(inst) => {
                    if found.is_none_or(|(other, _)| inst < other)
                        && !may_use(inst, register)
                        && flight.is_pending(facts, inst)
                    {
                        found = Some((inst, register));
                    }
                }
            }
        }
    }
    found
}

fn is_written_by(definition: Definition, inst: InstId) -> bool {
    matches!(definition, Definition::Write { inst: writer, .. } if writer == inst)
}
