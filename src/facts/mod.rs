//! Facts about function bodies, computed when a rule first asks and shared by all rules.
//!
//! Facts never report anything.

mod accesses;
mod agreement;
mod barriers;
mod block_pairs;
mod block_warps;
pub mod calls;
mod cfg;
mod constants;
mod copies;
mod counts;
mod dead;
pub mod device;
mod dispatch;
mod dominance;
mod dominators;
mod effort;
mod exclusion;
pub mod expr;
mod feasible;
mod few_rounds;
mod first_thread;
mod flow;
mod footprint;
pub mod forward;
mod given_shifts;
mod global_races;
mod grid_races;
mod integers;
mod launch;
mod launches;
mod liveness;
mod loaded_again;
mod loaded_pointers;
mod loops;
mod model;
mod natural_loops;
pub mod ordering;
mod partners;
pub mod pointers;
mod postdominators;
pub mod protocol;
mod purity;
mod race_roots;
mod races;
pub mod reallocation;
pub mod register_pool;
pub mod rehearsal;
mod shapes;
mod shifted;
pub mod simulation;
mod slots;
mod spins;
mod ssa;
mod stored;
pub mod summaries;
pub mod traffic;
mod uniformity;
mod uninitialized;
mod unrolled;
mod unused_reads;
mod unwritten;
mod users;
mod witness;

pub use accesses::{AccessKind, AccessPlace, Base, MemoryAccess, accesses_of, accesses_of_call, base_of};
pub use barriers::{Barrier, BarrierCount, Members, is_other_synchronization, is_reduction, mask_operand, members};
pub use block_pairs::{FULL_SHARE, GRID_BLOCKS};
pub use calls::{is_always_executed, is_executed_in_every_launch};
pub use cfg::{Block, Cfg, Exit, has_too_many_edges, never_returns};
pub use constants::Constants;
pub use copies::{has_consumer, is_move, original};
pub use dead::Dead;
pub use device::WARP;
pub use dispatch::{Evidence, Strategy, VectorDispatch};
pub use dominators::Dominators;
pub use effort::Shortfall;
pub(crate) use exclusion::exclude_each_other;
pub(crate) use feasible::feasible_blocks;
pub use flow::Flow;
pub use launch::BlockShape;
pub use launches::{
    Answer, Candidate, ObservedLaunch, Verdict, axes_of, candidates, ends_grid, is_shared, is_structured, judge,
    laid_out,
};
pub use liveness::{Kept, Pressure, kept, pressure};
pub use loops::Loops;
pub use model::{BlockEntry, BlockModel, Conditions, GridPlace, Sample, Thread};
pub use natural_loops::{LoopId, NaturalLoop, NaturalLoops};
pub use postdominators::{Decision, PostDominators};
pub use purity::is_pure;
pub use races::Race;
pub(crate) use shapes::uncast;
pub use slots::{SlotId, Slots};
pub use spins::{is_spun_on, is_waited_for};
pub use ssa::{Definition, Ssa, TooComplex, Value, ValueData, ValuePlace};
pub use stored::Stored;
pub use uniformity::{Cause, Divergence, ThreadScope, Uniformity, guard_value, register_of};
pub use uninitialized::{UndefinedWhen, Uninitialized, uninitialized};
pub use users::{User, Users};

use crate::ids::{FunctionId, InstId, RegId, VarId};
use crate::ir::{Access, FunctionKind, Module, Operand, OperandKind};
use crate::isa::{Effects, SpecialKind, op};
use crate::options::Effort;
use crate::util::{FastMap, FastSet};
use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::sync::Arc;

/// Most accesses of called functions among those of a kernel, and of a function besides two for each of its instructions.
const MOST_CALLED_ACCESSES: usize = 10_000;
const MOST_CALLED_BY_FUNCTION: usize = 8;

/// Steps of a rule on a function, and how many more for each instruction.
const STEPS: usize = 40_000;
const STEPS_PER_INSTRUCTION: usize = 4;

/// Steps for def-use chains, besides those for each instruction.
const JOINS: usize = 100_000;

/// A fact, and what was left out when it was computed.
type Costly<T> = (T, Vec<Shortfall>);

/// The facts of one function body.
pub struct Facts<'a, 's> {
    /// The module.
    pub module: &'a Module<'s>,
    /// The function.
    pub function: FunctionId,
    block: Option<[u32; 3]>,
    effort: Effort,
    /// How many steps the running rule may still do.
    steps: Cell<usize>,
    /// Whether it lacked some.
    spent: Cell<bool>,
    shortfalls: effort::Shortfalls,
    cfg: OnceCell<Cfg>,
    dominators: OnceCell<Dominators>,
    loops: OnceCell<Loops>,
    natural_loops: OnceCell<NaturalLoops>,
    postdominators: OnceCell<PostDominators>,
    slots: OnceCell<Slots>,
    ssa: OnceCell<Option<Ssa>>,
    users: OnceCell<Option<Users>>,
    uniformity: OnceCell<Costly<Option<Uniformity>>>,
    conditions: OnceCell<Option<Conditions>>,
    ways_to_traps: OnceCell<Costly<Vec<BlockEntry>>>,
    block_shape: OnceCell<BlockShape>,
    loaded_parameters: OnceCell<Vec<witness::LoadedParameter>>,
    thread_axes: OnceCell<[bool; 3]>,
    block_axes: OnceCell<[bool; 3]>,
    counting_axis: OnceCell<Option<expr::Axis>>,
    effects: OnceCell<Effects>,
    named_threads: OnceCell<Vec<u32>>,
    sampled_threads: OnceCell<Vec<u32>>,
    counts: OnceCell<Costly<counts::Counts>>,
    pointer_fields: OnceCell<Vec<(VarId, i64)>>,
    /// The shapes of blocks, for each set of axes that something is laid out by.
    shapes: [OnceCell<shapes::Shapes>; 8],
    accesses: OnceCell<Costly<(Vec<MemoryAccess>, FastSet<VarId>)>>,
    /// What accesses point into that are found by a loaded pointer, once the accesses are known.
    loaded_pointers: OnceCell<FastSet<Value>>,
    loaded_again: OnceCell<FastMap<Value, Value>>,
    shared_plan: OnceCell<Costly<Option<simulation::SimulationPlan>>>,
    shared_races: OnceCell<Costly<Vec<Race>>>,
    rehearsal: OnceCell<Costly<Option<(rehearsal::RehearsedLaunch, rehearsal::ProtocolFault)>>>,
    barriers: OnceCell<Vec<Barrier>>,
    widths_of_barriers: OnceCell<barriers::Widths>,
    dead: OnceCell<Costly<Option<Dead>>>,
    pressure: OnceCell<Option<Pressure>>,
    kept: OnceCell<Costly<Option<Kept>>>,
    stored: RefCell<FastMap<InstId, Costly<Stored>>>,
    constants: Constants,
    exprs: RefCell<expr::ExprBuilder>,
    summaries: Arc<summaries::Summaries>,
}

impl<'a, 's> Facts<'a, 's> {
    /// No fact is computed yet.
    /// `block` are the extents of blocks that the caller knows; directives of the kernel take precedence.
    pub fn new(module: &'a Module<'s>, function: FunctionId, block: Option<[u32; 3]>) -> Self {
        Self::sharing(module, function, block, Arc::default())
    }

    /// Like [`Self::new`], with summaries of callees that other functions of the module share.
    pub fn sharing(
        module: &'a Module<'s>,
        function: FunctionId,
        block: Option<[u32; 3]>,
        summaries: Arc<summaries::Summaries>,
    ) -> Self {
        Self {
            summaries,
            module,
            function,
            block,
            effort: Effort::Default,
            steps: Cell::new(usize::MAX),
            spent: Cell::new(false),
            shortfalls: effort::Shortfalls::default(),
            cfg: OnceCell::new(),
            dominators: OnceCell::new(),
            loops: OnceCell::new(),
            natural_loops: OnceCell::new(),
            postdominators: OnceCell::new(),
            slots: OnceCell::new(),
            ssa: OnceCell::new(),
            users: OnceCell::new(),
            uniformity: OnceCell::new(),
            conditions: OnceCell::new(),
            ways_to_traps: OnceCell::new(),
            block_shape: OnceCell::new(),
            loaded_parameters: OnceCell::new(),
            thread_axes: OnceCell::new(),
            block_axes: OnceCell::new(),
            counting_axis: OnceCell::new(),
            effects: OnceCell::new(),
            named_threads: OnceCell::new(),
            sampled_threads: OnceCell::new(),
            counts: OnceCell::new(),
            pointer_fields: OnceCell::new(),
            shapes: Default::default(),
            accesses: OnceCell::new(),
            loaded_pointers: OnceCell::new(),
            loaded_again: OnceCell::new(),
            shared_plan: OnceCell::new(),
            shared_races: OnceCell::new(),
            rehearsal: OnceCell::new(),
            barriers: OnceCell::new(),
            widths_of_barriers: OnceCell::new(),
            dead: OnceCell::new(),
            pressure: OnceCell::new(),
            kept: OnceCell::new(),
            stored: RefCell::default(),
            constants: Constants::default(),
            exprs: RefCell::default(),
        }
    }

    /// Lets analyses do more work, or less.
    pub fn with_effort(self, effort: Effort) -> Self {
        Self { effort, ..self }
    }

    /// A usual budget of steps at the effort that is wanted.
    pub fn budget(&self, steps: usize) -> usize {
        self.effort.scale(steps)
    }

    /// Notes that a budget did not suffice: how many of `of` things were looked at.
    pub fn fell_short(&self, what: &'static str, looked: usize, of: Option<usize>) {
        if of.is_none_or(|of| looked < of) {
            self.shortfalls.add(Shortfall { what: what.into(), looked, of });
        }
    }

    /// Gives the next rule its steps.
    pub fn start_rule(&self) {
        self.steps.set(self.budget(STEPS + STEPS_PER_INSTRUCTION * self.module[self.function].insts.len()));
        self.spent.set(false);
    }

    /// Does part of a rule's work with all the steps that are left but `reserve`, which later parts get.
    pub fn keeping<T>(&self, reserve: usize, work: impl FnOnce() -> T) -> T {
        let left = self.steps.get();
        let kept = reserve.min(left);
        self.steps.set(left - kept);
        let spent = self.spent.replace(false);
        let done = work();
        self.steps.set(self.steps.get() + kept);
        self.spent.set(spent || self.spent.get());
        done
    }

    /// How many steps the running rule may still do, or the part of it that [`Self::keeping`] does.
    pub fn steps_left(&self) -> usize {
        self.steps.get()
    }

    /// Whether the running rule, or that part of it, lacked steps: what it has found is not the whole truth.
    pub fn is_spent(&self) -> bool {
        self.spent.get()
    }

    /// Takes steps from those that the running rule may do; notes it when there are not as many left.
    pub fn spend(&self, steps: usize) -> bool {
        let left = self.steps.get().checked_sub(steps);
        self.steps.set(left.unwrap_or(0));
        if left.is_none() {
            self.spent.set(true);
            self.fell_short("decisions of branches", 0, None);
        }
        left.is_some()
    }

    /// Notes what was left out when something was computed that is asked for again.
    fn pass_on(&self, shortfalls: &[Shortfall]) {
        shortfalls.iter().for_each(|shortfall| self.shortfalls.add(shortfall.clone()));
    }

    /// A fact that is computed once. What its computation leaves out is told to each rule that asks for it.
    fn costly<'f, T>(&self, cell: &'f OnceCell<Costly<T>>, compute: impl FnOnce() -> T) -> &'f T {
        let (fact, shortfalls) = cell.get_or_init(|| self.apart(compute));
        self.pass_on(shortfalls);
        fact
    }

    /// A fact with what its computation leaves out.
    fn apart<T>(&self, compute: impl FnOnce() -> T) -> Costly<T> {
        let others = self.shortfalls.take();
        let fact = compute();
        let own = self.shortfalls.take();
        others.into_iter().for_each(|shortfall| self.shortfalls.add(shortfall));
        (fact, own)
    }

    /// What was left out since the last call. Facts that are computed once are told to all who ask for them.
    pub fn take_shortfalls(&self) -> Vec<Shortfall> {
        self.shortfalls.take()
    }

    /// Notes that a fact was too much work, if it was.
    fn noting<'f, T>(&self, what: &'static str, fact: Option<&'f T>) -> Option<&'f T> {
        if fact.is_none() {
            self.fell_short(what, 0, None);
        }
        fact
    }

    /// A number for a variable that does not depend on other functions of the module.
    pub(super) fn ordinal(&self, var: VarId) -> usize {
        self.summaries.ordinal(self.module, self.function, var)
    }

    /// The control-flow graph.
    pub fn cfg(&self) -> &Cfg {
        self.cfg.get_or_init(|| Cfg::new(self.module, self.function))
    }

    /// The dominator tree.
    pub fn dominators(&self) -> &Dominators {
        self.dominators.get_or_init(|| Dominators::new(self.cfg()))
    }

    /// Whether every path to an instruction passes another one before.
    pub fn always_follows(&self, before: InstId, after: InstId) -> bool {
        let [first, second] = [before, after].map(|inst| self.cfg().block_of(inst));
        if first == second { before < after } else { self.dominators().dominates(first, second) }
    }

    /// What decides whether threads execute an instruction, as far as it can be expressed: its guard, and those of the branches on the ways to it.
    pub fn deciding_truths(&self, inst: InstId) -> Vec<expr::Expr> {
        let ways = self.conditions().map(|conditions| conditions.all(self, self.cfg().block_of(inst)));
        let guard = self.exprs().guard(self, inst);
        guard.into_iter().chain(ways.into_iter().flatten().filter_map(|way| way.truth)).collect()
    }

    /// The post-dominator tree.
    pub fn postdominators(&self) -> &PostDominators {
        self.postdominators.get_or_init(|| PostDominators::new(self.cfg()))
    }

    /// The cycles of the control-flow graph.
    pub fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Loops::new(self.cfg()))
    }

    /// The natural loops.
    pub fn natural_loops(&self) -> &NaturalLoops {
        self.natural_loops.get_or_init(|| NaturalLoops::new(self.cfg(), self.dominators()))
    }

    /// Stack slots that behave like registers.
    pub fn slots(&self) -> &Slots {
        self.slots.get_or_init(|| Slots::new(self.module, self.function))
    }

    /// Def-use chains; `None` when the function is too complex.
    pub fn ssa(&self) -> Option<&Ssa> {
        let most = self.budget(JOINS + 32 * self.module[self.function].insts.len());
        let build = || Ssa::new(self.module, self.function, self.cfg(), self.dominators(), self.slots(), most).ok();
        let ssa = self.noting("values of registers", self.ssa.get_or_init(build).as_ref())?;
        if ssa.superfluous() > 0 {
            self.fell_short("joins of values", 0, Some(ssa.superfluous()));
        }
        Some(ssa)
    }

    /// The readers of each value; `None` when the function is too complex.
    pub fn users(&self) -> Option<&Users> {
        let build = || Some(Users::new(self.module, self.function, self.cfg(), self.ssa()?, self.slots()));
        self.users.get_or_init(build).as_ref()
    }

    /// Whether something may read what an instruction writes to a register.
    pub fn is_used(&self, inst: InstId, reg: RegId) -> bool {
        let Some(ssa) = self.ssa() else { return true };
        if !ssa.is_single(reg) {
            let (users, value) = (self.users(), ssa.write(inst, reg));
            return users.zip(value).is_none_or(|(users, value)| !users.is_unread(value));
        }
        // All reads stand behind the only write, and mostly the first of them stands near.
        let reads = |later: InstId| {
            let mut found = false;
            self.module.for_each_register(later, |access| {
                found |= access.reg == reg && access.access == Access::Read;
            });
            found
        };
        self.module.insts_of(self.function).skip_while(|&later| later <= inst).any(reads)
    }

    /// What is known of the shape of blocks.
    pub fn block_shape(&self) -> BlockShape {
        *self.block_shape.get_or_init(|| BlockShape::new(self.module, self.function, self.block))
    }

    /// Which values differ between threads; `None` when the function is too complex.
    pub fn uniformity(&self) -> Option<&Uniformity> {
        self.costly(&self.uniformity, || Uniformity::new(self)).as_ref()
    }

    /// The path conditions of all blocks; `None` when there are too many.
    pub fn conditions(&self) -> Option<&Conditions> {
        self.noting("conditions of branches", self.conditions.get_or_init(|| Conditions::new(self)).as_ref())
    }

    /// The parameters that the kernel loads.
    fn loaded_parameters(&self) -> &[witness::LoadedParameter] {
        self.loaded_parameters.get_or_init(|| witness::loaded(self))
    }

    /// The ways to where the grid ends, as far as they are looked at.
    fn ways_to_traps(&self) -> &[BlockEntry] {
        self.costly::<Vec<BlockEntry>>(&self.ways_to_traps, || launches::ways_to_traps(self))
    }

    /// The block barriers of the function, in order.
    pub fn barriers(&self) -> &[Barrier] {
        let all = || self.module.insts_of(self.function).filter_map(|inst| Barrier::of(self, inst)).collect();
        self.barriers.get_or_init(all)
    }

    /// For how many threads the barriers of the function wait.
    fn widths_of_barriers(&self) -> &barriers::Widths {
        self.widths_of_barriers.get_or_init(|| barriers::widths(self))
    }

    /// Instructions that compute for nothing; `None` when the function is too complex.
    pub fn dead(&self) -> Option<&Dead> {
        self.costly(&self.dead, || Dead::new(self)).as_ref()
    }

    /// The most registers that are live at once; `None` when that takes too long to find out.
    pub fn pressure(&self) -> Option<Pressure> {
        self.noting("live registers", self.pressure.get_or_init(|| pressure(self)).as_ref()).copied()
    }

    /// The registers that are needed whatever the order of instructions; `None` when that takes too long to find out, or nothing
    /// pins the order.
    pub fn kept(&self) -> Option<Kept> {
        *self.costly(&self.kept, || kept(self))
    }

    /// Whether the function makes use of `%tid` along an axis. Debug code reads all three, and keeps them for nobody.
    pub fn uses_thread_axis(&self, axis: expr::Axis) -> bool {
        self.thread_axes.get_or_init(|| self.axes_read(SpecialKind::Tid))[axis.index()]
    }

    /// Whether threads have no index but that along x: blocks differ in length alone.
    pub fn has_threads_in_a_row(&self) -> bool {
        ![expr::Axis::Y, expr::Axis::Z].into_iter().any(|axis| self.uses_thread_axis(axis))
    }

    /// Whether nothing tells the threads of a block apart, so that a launch makes sense with one of them alone.
    pub fn has_like_threads(&self) -> bool {
        let module = self.module;
        let is_own = |operand: &Operand| matches!(operand.kind, OperandKind::Special { register, .. } if register.kind.is_of_thread());
        !module.insts_of(self.function).any(|inst| {
            let opcode = module.opcode(inst);
            opcode.effects.intersects(Effects::CALL.union(Effects::ATOMIC))
                || opcode.instruction == Some(op::ELECT)
                || module.operands(inst).iter().any(is_own)
        })
    }

    /// Whether the function makes use of `%ctaid` along an axis.
    pub fn uses_block_axis(&self, axis: expr::Axis) -> bool {
        self.block_axes.get_or_init(|| self.axes_read(SpecialKind::Ctaid))[axis.index()]
    }

    /// The axis along which blocks count in words of which those across it have one each: where the sum of a tile is split, the blocks of a
    /// tile count who is done.
    pub fn counting_axis(&self) -> Option<expr::Axis> {
        *self.counting_axis.get_or_init(|| {
            let axes = || expr::Axis::ALL.into_iter().filter(|&axis| self.uses_block_axis(axis));
            if axes().count() < 2 {
                return None;
            }
            let counts =
                |access: &&MemoryAccess| access.kind == AccessKind::Atomic && access.is_made_by(self, op::ATOM);
            let counters = self.accesses().iter().filter(counts);
            let words: Vec<expr::Expr> = counters.filter_map(|access| access.address).collect();
            let depends =
                |word: expr::Expr, wanted: expr::Axis| self.exprs().table.has_any(word, expr::LeafKinds::ctaid(wanted));
            let is_apart = |&word: &expr::Expr| axes().any(|axis| depends(word, axis));
            let own: Vec<expr::Expr> = words.into_iter().filter(is_apart).collect();
            axes().find(|&axis| !own.is_empty() && own.iter().all(|&word| !depends(word, axis)))
        })
    }

    /// The effects that some instruction of the function has: where one is missing, nobody need look at instructions for it.
    pub fn effects(&self) -> Effects {
        let effects = |inst: InstId| self.module.opcode(inst).effects;
        let all = || self.module.insts_of(self.function).map(effects).fold(Effects::NONE, Effects::union);
        *self.effects.get_or_init(all)
    }

    /// What an access stores, also one that a called function makes.
    pub fn stored_by(&self, access: &MemoryAccess) -> Stored {
        Stored::by_call(self, access).unwrap_or_else(|| self.stored(access.inst))
    }

    /// What a store stores.
    pub fn stored(&self, store: InstId) -> Stored {
        let known = |(stored, shortfalls): &Costly<Stored>| {
            self.pass_on(shortfalls);
            *stored
        };
        if let Some(stored) = self.stored.borrow().get(&store).map(known) {
            return stored;
        }
        let costly = self.apart(|| Stored::by(self, store));
        let stored = known(&costly);
        self.stored.borrow_mut().insert(store, costly);
        stored
    }

    /// The axes along which a special register is read, and not just by instructions whose result nobody uses, or to tell the first thread from
    /// the others.
    fn axes_read(&self, kind: SpecialKind) -> [bool; 3] {
        let mut axes = [false; 3];
        for inst in self.module.insts_of(self.function) {
            for operand in self.module.operands(inst) {
                if let OperandKind::Special { register, component, .. } = operand.kind
                    && register.kind == kind
                    && let Some(axis) = expr::Axis::of(component)
                    && !axes[axis.index()]
                    && (axis == expr::Axis::X || !self.dead().is_some_and(|dead| dead.contains(inst)))
                    && (axis == expr::Axis::X || !self.is_of_any_shape(inst))
                {
                    axes[axis.index()] = true;
                }
            }
        }
        axes
    }

    /// Whether an index of a thread is read for what is asked of blocks of one row, too.
    fn is_of_any_shape(&self, read: InstId) -> bool {
        first_thread::tells_first_thread(self, read) || first_thread::tells_rank(self, read)
    }

    /// The shapes of blocks of launches that are consistent with the kernel.
    fn shapes(&self, laid_out: [bool; 3]) -> &shapes::Shapes {
        let set = laid_out.iter().fold(0, |set, &axis| 2 * set + usize::from(axis));
        self.shapes[set].get_or_init(|| shapes::shapes(self, laid_out))
    }

    /// The accesses to memory that instructions make themselves, in order.
    pub fn own_accesses(&self) -> impl Iterator<Item = &MemoryAccess> {
        self.accesses().iter().filter(|access| !access.called)
    }

    /// All accesses to memory, in order, those of called functions included as far as every call makes them.
    pub fn accesses(&self) -> &[MemoryAccess] {
        &self.accesses_and_integers().0
    }

    /// The accesses of one instruction, those of the function that it calls included.
    pub fn accesses_at(&self, inst: InstId) -> &[MemoryAccess] {
        let accesses = self.accesses();
        let first = accesses.partition_point(|access| access.inst < inst);
        let own = accesses[first..].partition_point(|access| access.inst == inst);
        &accesses[first..first + own]
    }

    /// Whether a parameter is a number although it is as wide as an address.
    pub fn is_integer(&self, var: VarId) -> bool {
        self.accesses_and_integers().1.contains(&var)
    }

    /// The place of a part of a parameter among those parts that accesses go through as pointers, if it is one of them.
    fn pointer_field(&self, var: VarId, offset: i64) -> Option<usize> {
        let all = || {
            let field = |access: &MemoryAccess| match access.base {
                Base::Parameter(var, offset) if accesses::may_hold_pointer(self.module, var, offset) => {
                    Some((var, offset))
                }
                _ => None,
            };
            let mut fields: Vec<(VarId, i64)> = self.accesses().iter().filter_map(field).collect();
            fields.sort_unstable();
            fields.dedup();
            fields
        };
        self.pointer_fields.get_or_init(all).binary_search(&(var, offset)).ok()
    }

    /// Threads that the kernel names: the numbers that it compares `%tid.x` with, and their neighbours; some of them, if there are many.
    pub fn named_threads(&self) -> &[u32] {
        self.named_threads.get_or_init(|| shapes::named_threads(self))
    }

    /// Threads that the kernel names, and those that they may meet.
    fn sampled_threads(&self) -> &[u32] {
        self.sampled_threads.get_or_init(|| partners::sampled_threads(self))
    }

    /// What counts lanes, and what is computed of that.
    fn counts(&self) -> &counts::Counts {
        self.costly(&self.counts, || counts::Counts::of(self))
    }

    fn accesses_and_integers(&self) -> &(Vec<MemoryAccess>, FastSet<VarId>) {
        let all = || {
            let mut accesses = Vec::new();
            // What functions call that are called themselves is judged where they are called, too.
            let function = &self.module[self.function];
            let most = match function.kind {
                FunctionKind::Entry => MOST_CALLED_ACCESSES,
                _ => MOST_CALLED_BY_FUNCTION + 2 * function.insts.len(),
            };
            let mut left = self.budget(most);
            for inst in self.module.insts_of(self.function) {
                match self.module.opcode(inst).effects.intersects(Effects::CALL) {
                    true => {
                        let called = accesses_of_call(self, inst, left);
                        left = left.saturating_sub(called.len());
                        accesses.extend(called);
                    }
                    false => accesses.extend(accesses_of(self, inst)),
                }
            }
            let integers = integers::integers(self, &accesses);
            if !integers.is_empty() {
                accesses.iter_mut().for_each(|access| access.settle_base(self, &integers));
            }
            let pointer =
                |access: &MemoryAccess| if let Base::Loaded(value) = access.base { Some(value) } else { None };
            self.loaded_pointers.get_or_init(|| accesses.iter().filter_map(pointer).collect());
            (accesses, integers)
        };
        self.costly(&self.accesses, all)
    }

    /// Whether accesses point into what this value points to, which is loaded once and the same for all threads.
    fn is_loaded_pointer(&self, value: Value) -> bool {
        self.loaded_pointers.get().is_some_and(|known| known.contains(&value))
    }

    /// The value of the first load of the word that a value was loaded from; otherwise the value itself.
    fn first_loaded(&self, value: Value) -> Value {
        let repeated = self.loaded_again.get_or_init(|| loaded_again::repeated_loads(self));
        repeated.get(&value).copied().unwrap_or(value)
    }

    /// What matters for running accesses to shared memory; `None` when the function is too complex.
    pub fn shared_plan(&self) -> Option<&simulation::SimulationPlan> {
        let plan = || {
            let last = races::last_called(self);
            let is_near = |access: &MemoryAccess| !access.called || last.is_none_or(|last| access.inst < last);
            simulation::SimulationPlan::new(self, |access| is_near(access) && is_shared(self, access))
        };
        self.costly(&self.shared_plan, plan).as_ref()
    }

    /// What goes wrong in rehearsals of the kernel, with the launch.
    pub fn rehearsal(&self) -> Option<(rehearsal::RehearsedLaunch, rehearsal::ProtocolFault)> {
        *self.costly(&self.rehearsal, || rehearsal::rehearse(self))
    }

    /// Accesses to shared memory that race, the same pair of accesses once.
    pub fn shared_races(&self) -> &[Race] {
        self.costly(&self.shared_races, || races::shared_races(self)).as_slice()
    }

    /// Accesses to global memory of different blocks that race, the same pair of accesses once. Computed anew each time.
    pub fn grid_races(&self) -> Vec<Race> {
        grid_races::grid_races(self)
    }

    /// Accesses to global memory that race within a block, the same pair of accesses once. Computed anew each time.
    pub fn global_races(&self) -> Vec<Race> {
        global_races::global_races(self)
    }

    /// The constant bits of an operand that an instruction reads, zero-extended to 64, if they are the same in every
    /// execution.
    pub fn constant(&self, inst: InstId, operand: Operand) -> Option<u64> {
        if let Some(id) = operand.constant() {
            return self.module[id].integer().map(|value| value as u64);
        }
        self.constants.operand(self, inst, operand)
    }

    /// The constant bits of a value; see [`Self::constant`].
    pub fn constant_value(&self, value: Value) -> Option<u64> {
        self.constants.value(self, value)
    }

    /// Expressions of values.
    ///
    /// # Panics
    /// When the expressions are borrowed already: hold the result no longer than needed.
    pub fn exprs(&self) -> RefMut<'_, expr::ExprBuilder> {
        self.exprs.borrow_mut()
    }
}
