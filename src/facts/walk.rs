//! The way of one thread of a model through a phase.
//!
//! From the start of a phase a thread follows the guards of branches, which the model decides, to the next barrier. Iterations of loops are
//! counted along the way. The walk ends where a guard cannot be computed, where another kind of synchronisation stands, or where a
//! value that a loop changes in an unknown way would be needed.

use super::Facts;
use super::barriers::is_other_synchronization;
use super::cfg::{Block, Exit};
use super::expr::{Expr, Node, Table};
use super::model::{Model, Thread};
use super::natural_loops::LoopId;
use super::phases::{PhaseStart, Phases};
use super::ssa::Definition;
use crate::ids::InstId;

/// Most blocks that a walk visits.
const MOST_BLOCKS: usize = 400;

/// How a walk ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// At a barrier for all threads.
    Barrier(InstId),
    /// The thread left the function.
    Exit(InstId),
    /// Nothing can be said of what comes next.
    Unknown,
}

/// A step of a walk: an instruction, and how often the loops around it had gone round.
#[derive(Clone, Debug)]
pub struct Step {
    /// The instruction.
    pub inst: InstId,
    /// Numbers of iterations that differ from the model's.
    pub iterations: Vec<(LoopId, i64)>,
    /// Loops whose start has been passed again since the phase began: what they change in unknown ways is unknown.
    pub repeated: Vec<LoopId>,
}

/// The way of a thread through a phase.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The instructions of interest that it executes, in order.
    pub steps: Vec<Step>,
    /// How it ended.
    pub end: End,
}

/// What does not change from walk to walk.
pub struct Walker<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    phases: &'f Phases,
    table: &'f Table,
    /// Instructions to note, sorted.
    interesting: &'f [InstId],
    /// Guards of the branches that end blocks, as expressions.
    guards: &'f std::collections::HashMap<InstId, Expr>,
}

impl<'f, 'a, 's> Walker<'f, 'a, 's> {
    /// A walker that notes the instructions of `interesting`, which must be sorted. `guards` has the guards of all branches
    /// and of those instructions.
    pub fn new(
        facts: &'f Facts<'a, 's>,
        phases: &'f Phases,
        table: &'f Table,
        interesting: &'f [InstId],
        guards: &'f std::collections::HashMap<InstId, Expr>,
    ) -> Self {
        Self { facts, phases, table, interesting, guards }
    }

    /// Walks from the start of a phase.
    pub fn walk(&self, model: &Model<'f, 'a, 's>, thread: Thread, start: PhaseStart) -> Walk {
        let cfg = self.facts.cfg();
        let mut state = Step { inst: InstId::new(0), iterations: Vec::new(), repeated: Vec::new() };
        let mut walk = Walk { steps: Vec::new(), end: End::Unknown };
        let (mut block, mut from) = match start {
            None => (Block(0), cfg.first(Block(0))),
            Some(barrier) => (cfg.block_of(barrier), InstId::new(barrier.index() + 1)),
        };
        for _ in 0..MOST_BLOCKS {
            for inst in cfg.insts(block).filter(|&inst| inst >= from) {
                if self.phases.barriers().binary_search(&inst).is_ok() {
                    walk.end = End::Barrier(inst);
                    return walk;
                }
                if is_other_synchronization(self.facts, inst) {
                    return walk;
                }
                if self.interesting.binary_search(&inst).is_ok() {
                    match self.guard(model, thread, inst, &state) {
                        Some(true) => walk.steps.push(Step { inst, ..state.clone() }),
                        Some(false) => {}
                        // What an unknown guard does to memory is left out: the walk goes on without it.
                        None => {}
                    }
                }
            }
            let last = cfg.last(block);
            let Some(next) = self.next(model, thread, block, &state) else { return walk };
            let Some(next) = next else {
                walk.end = End::Exit(last);
                return walk;
            };
            self.enter(block, next, &mut state, model);
            block = next;
            from = cfg.first(block);
        }
        walk
    }

    /// Whether a guarded instruction is executed.
    fn guard(&self, model: &Model<'f, 'a, 's>, thread: Thread, inst: InstId, state: &Step) -> Option<bool> {
        if self.facts.module.guard(inst).is_none() {
            return Some(true);
        }
        let guard = *self.guards.get(&inst)?;
        self.value(model, thread, guard, state).map(|value| value != 0)
    }

    /// The number of an expression at a step of a walk.
    pub fn value(&self, model: &Model<'f, 'a, 's>, thread: Thread, expr: Expr, state: &Step) -> Option<i64> {
        if !state.repeated.is_empty() && self.changes_unknown(expr, &state.repeated) {
            return None;
        }
        model.value_at(self.table, expr, thread, &state.iterations)
    }

    /// Whether an expression needs a value that one of the loops changes in an unknown way.
    fn changes_unknown(&self, expr: Expr, repeated: &[LoopId]) -> bool {
        let (facts, loops) = (self.facts, self.facts.natural_loops());
        let Some(ssa) = facts.ssa() else { return true };
        !self.table.walk(expr, &mut |_, node| match node {
            Node::Opaque(value) => {
                let block = match ssa.data(value).definition {
                    Definition::Entry => return true,
                    Definition::Write { inst, .. } => facts.cfg().block_of(inst),
                    Definition::Phi { block, .. } => block,
                };
                !repeated.iter().any(|&id| loops.contains(id, block))
            }
            _ => true,
        })
    }

    /// Where the thread goes from the end of a block: outer `None` when that cannot be told, inner `None` out of the function.
    fn next(&self, model: &Model<'f, 'a, 's>, thread: Thread, block: Block, state: &Step) -> Option<Option<Block>> {
        let cfg = self.facts.cfg();
        match (cfg.successors(block), cfg.exit(block)) {
            (&[only], Exit::None) => Some(Some(only)),
            ([], Exit::Always) => Some(None),
            (&[only], Exit::Guarded) => {
                let leaves = self.guard(model, thread, cfg.last(block), state)?;
                Some((!leaves).then_some(only))
            }
            (&[target, other], Exit::None) => {
                let taken = self.guard(model, thread, cfg.last(block), state)?;
                Some(Some(if taken { target } else { other }))
            }
            _ => None,
        }
    }

    /// Counts iterations when a header is entered.
    fn enter(&self, from: Block, to: Block, state: &mut Step, model: &Model<'f, 'a, 's>) {
        let loops = self.facts.natural_loops();
        let Some(id) = loops.headed_by(to) else { return };
        let place = state.iterations.iter().position(|(known, _)| *known == id);
        if loops.contains(id, from) {
            let before = place.map_or(model.iteration(id), |place| state.iterations[place].1);
            match place {
                Some(place) => state.iterations[place].1 = before + 1,
                None => state.iterations.push((id, before + 1)),
            }
            if !state.repeated.contains(&id) {
                state.repeated.push(id);
            }
        } else {
            state.iterations.retain(|(known, _)| *known != id);
            state.iterations.push((id, 0));
        }
    }
}
