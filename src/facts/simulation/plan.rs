//! What of a function matters for running its threads side by side.

use super::BlockTrace;
use super::consumers::guarded_taker;
use super::data_loops::LoopBranch;
use super::idle::{ExitEdge, IdleLoops};
use super::own_data::Choice;
use crate::facts::calls::is_fence;
use crate::facts::expr::{Expr, ExprBuilder, Node};
use crate::facts::{
    AccessKind, Barrier, BarrierCount, Block, Definition, Exit, Facts, LoopId, MemoryAccess, Stored, Value,
    is_other_synchronization, is_spun_on,
};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};
use crate::util::{FastMap, FastSet};

/// Something that a thread does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// An access to memory, by its index among the accesses of the function, and what a store stores.
    Access(usize, Stored),
    /// It waits for so many threads of the block; `None`: for all.
    Barrier {
        /// Which barrier; `None` in a called function.
        id: Option<u32>,
        count: Option<u32>,
    },
    /// It arrives at a named barrier, and may wait there.
    Meet {
        /// Which one; rings of barriers compute it.
        id: Expr,
        /// How many threads complete it; `None`: all of the block.
        count: Option<u32>,
        /// Whether it waits for them.
        waits: bool,
    },
    /// It synchronises with other threads in a way that is not modelled.
    Synchronize,
    /// It synchronises with its warp.
    SynchronizeWarp,
    /// It ends a group of asynchronous copies.
    Commit,
    /// It waits until at most so many groups of its copies are pending.
    Wait(u32),
    /// It waits for all its copies.
    WaitAll,
}

/// An instruction that matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimulatedStep {
    pub(super) inst: InstId,
    /// The truth of its guard; `None` without one.
    pub(super) guard: Option<Truth>,
    /// Who decides the guard, where threads are followed both ways.
    pub(super) choice: Choice,
    pub(super) action: Action,
}

/// A guard as an expression; `None` when it cannot be expressed.
pub(super) type Truth = Option<Expr>;

/// Where control goes from a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum BlockExit {
    /// To one block.
    Jump(Block),
    /// To the first block where the guard is true, otherwise to the second.
    Branch(Truth, Block, Block),
    /// Out of the function where the guard is true, otherwise to the block.
    Leave(Truth, Block),
    /// Out of the function.
    Exit,
    /// Out of the function by ending the grid where the guard is true, otherwise to the block.
    Trap(Truth, Block),
    /// To one of several.
    Unknown,
}

/// A phi whose number matters: its expression and, for each predecessor, what comes from there.
#[derive(Clone, Debug)]
pub(super) struct Phi {
    pub(super) value: Value,
    pub(super) inputs: Vec<(Block, Expr)>,
}

/// What a plan is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    /// Whether it is about what blocks do to each other.
    pub(super) in_grid: bool,
    /// Whether it matters what stores store.
    pub(super) values: bool,
}

/// The part of a function that decides where threads go and which addresses they access.
#[derive(Debug)]
pub struct SimulationPlan {
    /// Number of accesses.
    pub(super) accesses: usize,
    pub(super) steps: Vec<Vec<SimulatedStep>>,
    pub(super) ways: Vec<BlockExit>,
    pub(super) phis: Vec<Vec<Phi>>,
    /// Blocks with something that other threads may wait for: see [`Action::Synchronize`].
    pub(super) synchronizes: Vec<bool>,
    /// Whether there are barriers that part of a block may meet at.
    pub(super) parts_meet: bool,
    pub(super) question: Question,
    /// Whether lanes of a warp are asked about that need not run in step: `.volatile` orders nothing between them.
    pub(super) independent_lanes: bool,
    /// Who decides the branch at the end of each block, where threads are followed both ways.
    pub(super) choices: Vec<Choice>,
    /// Branches of loops whose rounds data decides, where threads are followed into them.
    pub(super) data_loops: FastMap<Block, LoopBranch>,
    /// By which edge threads leave a loop in which nothing happens, by its header.
    pub(super) idle: FastMap<Block, ExitEdge>,
}

impl SimulationPlan {
    /// Collects what matters within a block for the accesses that `wanted` chooses. `None` when the function is too complex.
    pub fn new(facts: &Facts<'_, '_>, wanted: impl Fn(&MemoryAccess) -> bool) -> Option<Self> {
        Self::collect(facts, wanted, |_| false, Question { in_grid: false, values: true })
    }

    /// The same where only addresses are asked for: nothing is computed for what stores store.
    pub fn of_addresses(facts: &Facts<'_, '_>, wanted: impl Fn(&MemoryAccess) -> bool) -> Option<Self> {
        Self::collect(facts, wanted, |_| false, Question { in_grid: false, values: false })
    }

    /// The same for what blocks do to each other: whatever may order accesses of different blocks is in it.
    pub fn between_blocks(facts: &Facts<'_, '_>, wanted: impl Fn(&MemoryAccess) -> bool) -> Option<Self> {
        Self::collect(facts, wanted, |inst| may_order_blocks(facts, inst), Question { in_grid: true, values: true })
    }

    fn collect(
        facts: &Facts<'_, '_>,
        wanted: impl Fn(&MemoryAccess) -> bool,
        orders: impl Fn(InstId) -> bool,
        question: Question,
    ) -> Option<Self> {
        facts.ssa()?;
        let cfg = facts.cfg();
        let mut this = Self {
            accesses: 0,
            steps: vec![Vec::new(); cfg.len()],
            ways: vec![BlockExit::Unknown; cfg.len()],
            phis: vec![Vec::new(); cfg.len()],
            synchronizes: vec![false; cfg.len()],
            parts_meet: false,
            question,
            independent_lanes: false,
            choices: Vec::new(),
            data_loops: FastMap::default(),
            idle: FastMap::default(),
        };
        let accesses = facts.accesses();
        let mut next = 0;
        for block in cfg.blocks() {
            for inst in cfg.insts(block) {
                // Both lists are in the order of the text, so one walk over both finds the accesses of each instruction.
                while accesses.get(next).is_some_and(|access| access.inst < inst) {
                    next += 1;
                }
                if orders(inst) {
                    this.steps[block.index()].push(SimulatedStep {
                        inst,
                        guard: None,
                        choice: Choice::Unknown,
                        action: Action::Synchronize,
                    });
                    this.synchronizes[block.index()] = true;
                }
                this.add(facts, block, inst, next, &wanted);
            }
            this.ways[block.index()] = way(facts, block);
        }
        this.add_phis(facts)?;
        Some(this)
    }

    /// The same where `.volatile` does not stand for lanes that run in step.
    pub fn with_independent_lanes(self) -> Self {
        Self { independent_lanes: true, ..self }
    }

    /// Whether there are barriers that part of a block may meet at, so that some threads of all warps have to run.
    pub fn parts_meet(&self) -> bool {
        self.parts_meet
    }

    fn add(
        &mut self,
        facts: &Facts<'_, '_>,
        block: Block,
        inst: InstId,
        first: usize,
        wanted: &impl Fn(&MemoryAccess) -> bool,
    ) {
        let mut guard = facts.module.guard(inst).map(|_| facts.exprs().guard(facts, inst));
        let is_load = |access: &MemoryAccess| access.inst == inst && access.kind == AccessKind::Read && wanted(access);
        // What is loaded for nothing may change; that it is loaded matters where addresses are asked for.
        if guard.is_none()
            && self.question.values
            && facts.accesses().get(first).is_some_and(is_load)
            && let Some(taker) = guarded_taker(facts, block, inst)
        {
            guard = facts.exprs().guard(facts, taker).map(Some);
        }
        let steps = &mut self.steps[block.index()];
        let mut push = |action| steps.push(SimulatedStep { inst, guard, choice: Choice::Unknown, action });
        let accesses = facts.accesses();
        for (index, access) in accesses.iter().enumerate().skip(first).take_while(|(_, access)| access.inst == inst) {
            // What a loop waits for is no race: that another thread stores there is what it is about.
            let waits = access.volatile && access.kind == AccessKind::Read && is_spun_on(facts, access);
            if wanted(access) && !waits {
                // An asynchronous store writes what its source holds when it completes, not what it holds now.
                let stores = access.kind == AccessKind::Write && !access.asynchronous;
                self.accesses += 1;
                let stored = match (stores, self.question) {
                    (false, _) | (_, Question { values: false, .. }) => Stored::Unknown,
                    (_, Question { in_grid: true, .. }) => Stored::in_grid(facts, access),
                    _ => facts.stored_by(access),
                };
                push(Action::Access(index, stored));
            }
            // Ordered accesses may be how threads wait for each other.
            self.synchronizes[block.index()] |= access.strong || access.kind == AccessKind::Atomic || waits;
        }
        if let Some(action) = synchronization(facts, inst) {
            push(action);
            self.parts_meet |= matches!(action, Action::Meet { .. } | Action::Barrier { count: Some(_), .. });
            self.synchronizes[block.index()] |= action != Action::SynchronizeWarp;
        }
    }

    /// Collects the phis on which expressions depend, until no more are found, and the loops on which none does.
    fn add_phis(&mut self, facts: &Facts<'_, '_>) -> Option<()> {
        let (ssa, cfg) = (facts.ssa()?, facts.cfg());
        let mut exprs = facts.exprs();
        let mut idle = IdleLoops::new(facts, self);
        // Only joins that guards, addresses or stored values depend on are kept: others would be computed for all threads on every edge.
        let mut work = self.step_roots(facts);
        work.extend(cfg.blocks().filter(|&block| !idle.holds(block)).filter_map(|block| self.way_root(block)));
        let mut seen = vec![false; exprs.table.len()];
        let mut known: FastMap<Value, ()> = FastMap::default();
        while let Some(root) = work.pop() {
            for part in changing_parts(&exprs, root, &mut seen) {
                let value = match part {
                    ChangingPart::Value(value) => value,
                    ChangingPart::Rounds(id) => {
                        let freed = idle.need_rounds(facts, id);
                        work.extend(freed.into_iter().filter_map(|block| self.way_root(block)));
                        continue;
                    }
                };
                let Definition::Phi { block, .. } = ssa.data(value).definition else { continue };
                let inputs = ssa.inputs(cfg, value).to_vec();
                if inputs.len() != cfg.predecessors(block).len() || known.insert(value, ()).is_some() {
                    continue;
                }
                let freed = [idle.need(block), idle.need_edges(block)].concat();
                work.extend(freed.into_iter().filter_map(|block| self.way_root(block)));
                let sources: Vec<(Block, Expr)> = (cfg.predecessors(block).iter().zip(inputs))
                    .map(|(&from, input)| (from, exprs.value(facts, input)))
                    .collect();
                work.extend(sources.iter().map(|&(_, expr)| expr));
                self.phis[block.index()].push(Phi { value, inputs: sources });
            }
        }
        self.idle = idle.exits();
        Some(())
    }

    /// Notes which part of the accesses a run has not come to, if it was given up.
    pub fn note_shortfall(&self, facts: &Facts<'_, '_>, trace: &BlockTrace) {
        if trace.exhausted {
            let seen: FastSet<usize> = trace.events.iter().map(|event| event.access).collect();
            facts.fell_short("accesses", seen.len(), Some(self.accesses));
        }
    }

    /// The addresses of the accesses.
    pub(in crate::facts) fn addresses(&self, facts: &Facts<'_, '_>) -> Vec<Expr> {
        let steps = self.steps.iter().flatten();
        let accessed = steps.filter_map(|step| match step.action {
            Action::Access(index, _) => facts.accesses()[index].address,
            _ => None,
        });
        accessed.collect()
    }

    /// The expressions that are asked for directly.
    pub(in crate::facts) fn roots(&self, facts: &Facts<'_, '_>) -> Vec<Expr> {
        let mut roots = self.step_roots(facts);
        roots.extend(facts.cfg().blocks().filter_map(|block| self.way_root(block)));
        roots
    }

    /// Those that steps ask for.
    fn step_roots(&self, facts: &Facts<'_, '_>) -> Vec<Expr> {
        let mut roots = Vec::new();
        for step in self.steps.iter().flatten() {
            roots.extend(step.guard.flatten());
            match step.action {
                Action::Access(index, stored) => {
                    roots.extend(facts.accesses()[index].address);
                    roots.extend(stored.expr());
                }
                Action::Meet { id, .. } => roots.push(id),
                _ => {}
            }
        }
        roots
    }

    /// The one that decides where control goes from a block.
    fn way_root(&self, block: Block) -> Option<Expr> {
        match self.ways[block.index()] {
            BlockExit::Branch(truth, ..) | BlockExit::Leave(truth, _) | BlockExit::Trap(truth, _) => truth,
            BlockExit::Jump(_) | BlockExit::Exit | BlockExit::Unknown => None,
        }
    }
}

/// A part of an expression that changes while threads run.
enum ChangingPart {
    /// A value that no expression says more of.
    Value(Value),
    /// The number of rounds of a loop.
    Rounds(LoopId),
}

/// The parts of an expression that change and have not been seen.
fn changing_parts(exprs: &ExprBuilder, root: Expr, seen: &mut Vec<bool>) -> Vec<ChangingPart> {
    seen.resize(exprs.table.len(), false);
    let mut found = Vec::new();
    let mut work = vec![root];
    while let Some(expr) = work.pop() {
        if std::mem::replace(&mut seen[expr.index()], true) {
            continue;
        }
        match exprs.table.node(expr) {
            Node::Opaque(value) => found.push(ChangingPart::Value(value)),
            Node::Iteration(id) => found.push(ChangingPart::Rounds(id)),
            node => exprs.table.for_parts(node, &mut |part| work.push(part)),
        }
    }
    found
}

fn way(facts: &Facts<'_, '_>, block: Block) -> BlockExit {
    let cfg = facts.cfg();
    let truth = || facts.exprs().guard(facts, cfg.last(block));
    match (cfg.successors(block), cfg.exit(block)) {
        ([], Exit::Always) => BlockExit::Exit,
        (&[only], Exit::None) => BlockExit::Jump(only),
        (&[only], Exit::Guarded) if cfg.traps(block) => BlockExit::Trap(truth(), only),
        (&[only], Exit::Guarded) => BlockExit::Leave(truth(), only),
        (&[target, other], Exit::None) => BlockExit::Branch(truth(), target, other),
        _ => BlockExit::Unknown,
    }
}

/// Whether an instruction is a fence, or an access that other blocks may wait for: relaxed atomics order nothing.
fn may_order_blocks(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let opcode = module.opcode(inst);
    let is_volatile = || module.modifiers(opcode).iter().any(|modifier| modifier.word == Some(word::VOLATILE));
    opcode.effects.intersects(Effects::ORDERED) || opcode.instruction.is_some_and(is_fence) || is_volatile()
}

/// Whether threads may wait for each other by an instruction, or order what they do.
pub(super) fn orders(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let is_waited_for = |access: &MemoryAccess| access.strong && access.kind != AccessKind::Atomic;
    may_order_blocks(facts, inst)
        || facts.accesses_at(inst).iter().any(is_waited_for)
        || synchronization(facts, inst).is_some_and(|action| action != Action::SynchronizeWarp)
}

/// How an instruction synchronises.
fn synchronization(facts: &Facts<'_, '_>, inst: InstId) -> Option<Action> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    if let Some(barrier) = Barrier::of(facts, inst) {
        let guarded = module.guard(inst).is_some() && barrier.waits;
        return Some(match (barrier.count, barrier.id) {
            // Which threads wait at a guarded barrier depends on values that may be unknown.
            _ if guarded => Action::Synchronize,
            (BarrierCount::Unknown, _) => Action::Synchronize,
            (BarrierCount::All, id) if barrier.is_plain(facts) => Action::Barrier { id, count: None },
            (BarrierCount::Threads(count), id) if barrier.is_plain(facts) => Action::Barrier { id, count: Some(count) },
            (count, _) => match barrier.id_operand(facts).and_then(|id| facts.exprs().operand(facts, inst, id)) {
                Some(id) => {
                    let count = if let BarrierCount::Threads(count) = count { Some(count) } else { None };
                    Action::Meet { id, count, waits: barrier.waits }
                }
                None => Action::Synchronize,
            },
        });
    }
    match opcode.instruction {
        Some(op::CP_ASYNC_COMMIT_GROUP) => return Some(Action::Commit),
        Some(op::CP_ASYNC_WAIT_ALL) => return Some(Action::WaitAll),
        Some(op::CP_ASYNC_WAIT_GROUP) => {
            let pending = module.operands(inst).first().and_then(|&operand| facts.constant(inst, operand));
            return Some(pending.and_then(|n| u32::try_from(n).ok()).map_or(Action::WaitAll, Action::Wait));
        }
        Some(op::CP_ASYNC_MBARRIER_ARRIVE) => return Some(Action::Synchronize),
        _ => {}
    }
    if opcode.effects.intersects(Effects::CALL)
        && let Some(summary) = facts.summary(inst).filter(|_| module.guard(inst).is_none())
        && (summary.waits || summary.independent)
    {
        let warp = summary.meets_warp.then_some(Action::SynchronizeWarp);
        return if summary.waits { Some(Action::Barrier { id: None, count: None }) } else { warp };
    }
    if is_other_synchronization(facts, inst) {
        return Some(Action::Synchronize);
    }
    opcode.effects.intersects(Effects::WARP_SYNCHRONOUS).then_some(Action::SynchronizeWarp)
}
