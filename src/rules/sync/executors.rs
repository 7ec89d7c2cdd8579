//! Which threads of two neighbouring blocks may execute an instruction, as far as indices decide.

use super::handover::{depends_on_block, loaded_parts};
use crate::facts::expr::{Axis, Expr, LeafKinds};
use crate::facts::{BlockModel, Facts, GridPlace, Thread, WARP};
use crate::ids::InstId;
use crate::ir::{Operand, OperandKind};
use crate::isa::{Effects, StateSpace, op};
use crate::util::{FastMap, FastSet};

/// Blocks along the axis that a kernel asks for, or along which its blocks count.
const BLOCKS: u32 = 8;

/// The axis along which two blocks are neighbours: the one along which blocks count, or the first that the kernel asks for.
pub(super) fn usual_axis(facts: &Facts<'_, '_>) -> Axis {
    let first = || Axis::ALL.into_iter().find(|&axis| facts.uses_block_axis(axis)).unwrap_or(Axis::X);
    facts.counting_axis().unwrap_or_else(first)
}

/// The axis along which blocks have a word in common, if it is not the usual one: slices of one tile are often along the last.
pub(super) fn common_axis(facts: &Facts<'_, '_>, word: Expr) -> Axis {
    let usual = usual_axis(facts);
    let moves = |axis: Axis| facts.exprs().table.has_any(word, LeafKinds::ctaid(axis));
    let is_common = |axis: &Axis| facts.uses_block_axis(*axis) && !moves(*axis);
    if moves(usual) { Axis::ALL.into_iter().find(is_common).unwrap_or(usual) } else { usual }
}

/// A block of a launch, by its number along an axis.
fn model_of<'f, 'a, 's>(facts: &'f Facts<'a, 's>, axis: Axis, number: u32) -> BlockModel<'f, 'a, 's> {
    let place = GridPlace {
        grid: Axis::ALL.map(|other| if other == axis { BLOCKS } else { 1 }),
        block: Axis::ALL.map(|other| if other == axis { number } else { 0 }),
    };
    BlockModel::new(facts, 0).at(place)
}

/// The numbers that an expression has, each with the threads of two blocks that have it.
pub(super) type Places = FastMap<i64, Vec<(u32, u32)>>;

/// Threads of two blocks, each by the number of its block and its own within it.
pub(super) struct Executors {
    threads: FastSet<(u32, u32)>,
    /// The axis along which the blocks are neighbours.
    axis: Axis,
}

impl Executors {
    /// Those that may come to an instruction. `None` where what decides on the block follows from more than indices, or where none of the
    /// threads that are tried comes.
    pub fn of(facts: &Facts<'_, '_>, inst: InstId) -> Option<Self> {
        Self::along(facts, usual_axis(facts), inst)
    }

    /// The same, of two blocks that are neighbours along some axis.
    pub fn along(facts: &Facts<'_, '_>, axis: Axis, inst: InstId) -> Option<Self> {
        Self::new(facts, axis, inst, |truth| depends_on_block(facts, truth))
    }

    /// Those that may come if data lets them.
    pub fn if_data_permits(facts: &Facts<'_, '_>, inst: InstId) -> Option<Self> {
        Self::new(facts, usual_axis(facts), inst, |_| false)
    }

    /// Those that may come where their block does, as far as it decides alone.
    pub fn where_block_comes(facts: &Facts<'_, '_>, inst: InstId) -> Option<Self> {
        let is_decisive = |truth| depends_on_block(facts, truth) && facts.exprs().table.depends_on_thread(truth);
        Self::new(facts, usual_axis(facts), inst, is_decisive)
    }

    fn new(facts: &Facts<'_, '_>, axis: Axis, inst: InstId, is_decisive: impl Fn(Expr) -> bool) -> Option<Self> {
        let conditions = facts.conditions()?;
        let block = facts.cfg().block_of(inst);
        let guard = facts.exprs().guard(facts, inst);
        let decisive: Vec<Expr> = facts.deciding_truths(inst).into_iter().filter(|&truth| is_decisive(truth)).collect();
        let mut threads = FastSet::default();
        for number in 0..2 {
            let model = model_of(facts, axis, number);
            let exprs = facts.exprs();
            let table = &exprs.table;
            let arrival = model.arrival(table, conditions, block);
            for thread in model.threads() {
                if decisive.iter().any(|&truth| model.value(table, truth, thread).is_none()) {
                    return None;
                }
                let passes = guard.is_none_or(|truth| model.value(table, truth, thread) != Some(0));
                if passes && arrival.of(thread) != Some(false) {
                    threads.insert((number, model.linear(thread)));
                }
            }
        }
        (!threads.is_empty()).then_some(Self { threads, axis })
    }

    /// The numbers that an expression has in them, each with the threads, those of the first block first; without those in which it is
    /// not known.
    pub fn places(&self, facts: &Facts<'_, '_>, expr: Expr) -> Places {
        let mut places = Places::default();
        for number in 0..2 {
            let model = model_of(facts, self.axis, number);
            for thread in model.threads().filter(|&thread| self.threads.contains(&(number, model.linear(thread)))) {
                if let Some(place) = model.value(&facts.exprs().table, expr, thread) {
                    places.entry(place).or_default().push((number, model.linear(thread)));
                }
            }
        }
        places
    }

    /// The blocks of threads among these of which the same one of the other block is among those.
    pub fn neighbours(&self, others: &Self) -> impl Iterator<Item = (u32, u32)> {
        let neighbour = |block: u32| 1 - block;
        let both = self.threads.iter().filter(move |&&(block, at)| others.threads.contains(&(neighbour(block), at)));
        both.map(move |&(block, _)| (block, neighbour(block)))
    }

    /// Whether a thread of one block may be among these and a thread of the other among those.
    pub fn are_in_two_blocks(&self, others: &Self) -> bool {
        self.threads.iter().any(|&(block, _)| others.threads.iter().any(|&(other, _)| other != block))
    }

    /// Whether two threads of one block may be among these and those.
    pub fn are_in_one_block(&self, others: &Self) -> bool {
        let is_other = |&(block, thread): &(u32, u32), other: &(u32, u32)| other.0 == block && other.1 != thread;
        self.threads.iter().any(|one| others.threads.iter().any(|other| is_other(one, other)))
    }

    /// Whether the first block has one warp at most among these and those.
    pub fn are_of_one_warp(&self, others: &Self) -> bool {
        let mut all = self.threads.iter().chain(&others.threads).filter(|(block, _)| *block == 0).map(warp_of);
        let first = all.next();
        all.all(|warp| Some(warp) == first)
    }

    /// Whether a thread among these and another one among those are of one block, and of one warp of it or of two.
    pub fn meet(&self, others: &Self, in_one_warp: bool) -> bool {
        let is_other = |one: &(u32, u32), other: &(u32, u32)| {
            one.0 == other.0 && one.1 != other.1 && (warp_of(one) == warp_of(other)) == in_one_warp
        };
        self.threads.iter().any(|one| others.threads.iter().any(|other| is_other(one, other)))
    }

    /// Those that are in lanes of a mask.
    pub fn in_lanes(&self, mask: u32) -> Self {
        let is_member = |&&(_, thread): &&(u32, u32)| mask >> (thread % WARP) & 1 == 1;
        Self { threads: self.threads.iter().filter(is_member).copied().collect(), axis: self.axis }
    }

    /// The only thread of its block that comes, if there is one.
    pub fn only_thread(&self) -> Option<u32> {
        let mut threads = self.threads.iter().map(|&(_, thread)| thread);
        let first = threads.next()?;
        threads.all(|thread| thread == first).then_some(first)
    }
}

fn warp_of(&(block, thread): &(u32, u32)) -> (u32, u32) {
    (block, thread / WARP)
}

/// Whether two threads of one block that are at the same place are always of one warp; not where they never are at one.
pub(super) fn share_warps([one, other]: [&Places; 2]) -> bool {
    let mut met = one.iter().filter_map(|(place, threads)| Some((threads, other.get(place)?))).peekable();
    met.peek().is_some()
        && met.all(|(threads, others)| {
            let is_one = |one, other: &(u32, u32)| warp_of(one) == warp_of(other);
            threads.iter().all(|one| others.iter().all(|other| one.0 != other.0 || is_one(one, other)))
        })
}

/// Launches that are tried for what is the same in all threads.
const SEEDS: u64 = 4;

/// Whether a thread of another warp than a thread certainly comes to an instruction, if its block does.
pub(super) fn comes_in_other_warp(facts: &Facts<'_, '_>, inst: InstId, thread: u32) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let guard = facts.module.guard(inst).map(|_| (facts.exprs().guard(facts, inst), true));
    let ways = conditions.all(facts, facts.cfg().block_of(inst));
    let ways: Vec<(Option<Expr>, bool)> = ways.iter().map(|way| (way.truth, way.wanted)).chain(guard).collect();
    (0..SEEDS).any(|seed| {
        let model = BlockModel::new(facts, seed);
        let exprs = facts.exprs();
        let table = &exprs.table;
        let comes = |other: Thread| {
            ways.iter().all(|&(truth, wanted)| {
                let value = truth.and_then(|truth| model.value(table, truth, other));
                let by_block = truth.is_some_and(|truth| !table.depends_on_thread(truth));
                value.is_some_and(|value| by_block || (value != 0) == wanted)
            })
        };
        model.threads().filter(|&other| model.linear(other) / WARP != thread / WARP).any(comes)
    })
}

/// Whether an expression is the same in all blocks along an axis: it is made of arguments and of indices along others.
pub(super) fn stays_along(facts: &Facts<'_, '_>, expr: Expr, axis: Axis, depth: usize) -> bool {
    let Some(ssa) = facts.ssa() else { return false };
    if depth > MOST_STEPS_BACK || facts.exprs().table.has_any(expr, LeafKinds::ctaid(axis)) {
        return false;
    }
    loaded_parts(facts, expr).into_iter().all(|value| {
        let Some(inst) = ssa.writer(value) else { return false };
        let opcode = facts.module.opcode(inst);
        if opcode.instruction == Some(op::LD) && facts.module.space(opcode) == Some(StateSpace::Param) {
            return true;
        }
        let learns = Effects::READS_MEMORY.union(Effects::CONVERGENT).union(Effects::ATOMIC).union(Effects::CALL);
        let is_special = |operand: &Operand| matches!(operand.kind, OperandKind::Special { .. });
        if opcode.effects.intersects(learns) || facts.module.operands(inst).iter().any(is_special) {
            return false;
        }
        let mut sources = Vec::new();
        ssa.for_each_read(facts.module, inst, |source| sources.push(source));
        sources.into_iter().all(|source| {
            let expr = facts.exprs().value(facts, source);
            stays_along(facts, expr, axis, depth + 1)
        })
    })
}

/// Longest chain of instructions of which nothing is known but what they read.
const MOST_STEPS_BACK: usize = 4;
