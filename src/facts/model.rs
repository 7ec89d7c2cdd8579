//! Trying expressions and path conditions on concrete threads.
//!
//! A model fixes the shape of a block and, by a seed, a number for everything that is the same in all threads: parameters,
//! block indices, loop iterations, values that uniformity shows to be equal. With a thread's index every expression over such
//! leaves has a number, and every path condition a truth. What one thread does in a model it does in some launch of the kernel:
//! a model that shows a bug is a witness of it. What cannot be computed is `None`, never guessed.

use super::Facts;
use super::cfg::{Block, Exit};
use super::counts::Counts;
use super::device::{WARP, has_dynamic_shared};
use super::expr::{Axis, Expr, ExprTable, KnownNumbers, LeafValues, Node, evaluate, evaluate_in_one};
use super::natural_loops::LoopId;
use super::postdominators::Decision;
use super::uniformity::{Divergence, ThreadScope};
use crate::ids::{InstId, VarId};
use crate::isa::{SpecialKind, StateSpace};
use crate::util::FastSet;
use crate::witness::ParameterContent;
pub use crate::witness::Thread;
use std::cell::{Cell, RefCell};

/// What tells a launch from others of a kernel: enough to make its [`BlockModel`] again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sample {
    /// Extents of the block.
    pub shape: [u32; 3],
    seed: u64,
    fixed: Option<(Given, i64)>,
}

/// What a launch gives a number of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Given {
    /// One leaf.
    Leaf(Expr),
    /// All that is loaded, or joined, and the same in all threads.
    Loaded,
}

impl Sample {
    /// A launch with a shape and the numbers of a seed.
    pub fn new(shape: [u32; 3], seed: u64) -> Self {
        Self { shape, seed, fixed: None }
    }

    /// The same launch of another block. A number of elements that is one for each thread goes with it.
    pub fn in_block(self, shape: [u32; 3]) -> Self {
        let other = Self { shape, ..self };
        let [threads, others] = [self, other].map(|sample| i64::from(sample.thread_count()));
        let fixed = self.fixed.map(|(given, number)| (given, if number == threads { others } else { number }));
        Self { fixed, ..other }
    }

    /// A launch of one block in which all integers in parameters are the same.
    pub fn with_sizes(shape: [u32; 3], size: i64) -> Self {
        Self { shape, seed: SIZED + size as u64, fixed: None }
    }

    /// Number of threads of the block.
    pub fn thread_count(&self) -> u32 {
        self.shape.iter().fold(1, |count, &extent| count.saturating_mul(extent))
    }

    /// The number that all sizes are, if they are one.
    pub fn size(&self) -> Option<i64> {
        self.seed.checked_sub(SIZED).and_then(|size| i64::try_from(size).ok())
    }

    /// Whether all sizes are 1, for which callers often have a way of their own.
    pub fn is_smallest(&self) -> bool {
        self.seed == SIZED + 1
    }

    /// The leaf that has a number of its own, if one has.
    pub fn given_leaf(&self) -> Option<Expr> {
        match self.fixed? {
            (Given::Leaf(leaf), _) => Some(leaf),
            (Given::Loaded, _) => None,
        }
    }

    /// The launch with a number of its own for a leaf.
    pub fn fixing(mut self, leaf: Expr, number: i64) -> Self {
        self.fixed = Some((Given::Leaf(leaf), number));
        self
    }

    /// The launch in which all uniform numbers that threads load are the same.
    pub fn loading(mut self, number: i64) -> Self {
        self.fixed = Some((Given::Loaded, number));
        self
    }
}

/// The first threads, of which each is worth trying: a warp and some of the next.
const FIRST: u32 = 36;

/// The numbers of the threads of a block that are worth trying.
fn worth_trying(count: u32) -> impl Iterator<Item = u32> {
    let last = count.checked_sub(1).filter(|&last| last >= FIRST);
    // Behind the first ones 63, 64, 127, 128 and so on.
    let edges = (6..10).flat_map(|bit| [(1 << bit) - 1, 1 << bit]).filter(move |n| last.is_some_and(|last| *n < last));
    (0..count.min(FIRST)).chain(edges).chain(last)
}

/// A block of threads in one launch of a kernel.
#[derive(Clone, Copy)]
pub struct BlockModel<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    /// Extents of the block.
    pub shape: [u32; 3],
    seed: u64,
    /// What has a number of its own.
    fixed: Option<(Given, i64)>,
    /// Which block of which grid it is about, if not the one that the seed says.
    place: Option<GridPlace>,
    /// Threads that the kernel names, and those that they may meet, in order.
    named: &'f [u32],
    /// Numbers that are counts of lanes.
    counts: &'f Counts,
}

/// A block of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GridPlace {
    /// Extents of the grid.
    pub grid: [u32; 3],
    /// Index of the block along each axis.
    pub block: [u32; 3],
}

/// Numbers that uniform leaves take: small ones, powers of two and their neighbours.
const NUMBERS: [i64; 24] =
    [100, 64, 1000, 32, 33, 31, 7, 1, 0, 2, 3, 5, 8, 16, 17, 48, 65, 127, 128, 129, 200, 255, 256, 4096];

/// Numbers of the first seeds: sizes with which kernels have enough to do.
const SIZES: [i64; 8] = [128, 1000, 256, 100, 512, 129, 4096, 200];

/// Number of seeds that take sizes.
const SIZE_SEEDS: u64 = 2;

/// From this seed on all integers in parameters are what the seed is more.
const SIZED: u64 = 1 << 32;

/// What a generic address is more than the one in the window.
pub(super) const GENERIC: i64 = 1 << 44;

/// Where a loaded pointer points to: what is reached by different ones is not compared.
const LOADED_POINTER: i64 = 1 << 45;

/// Bytes of dynamic shared memory.
const DYNAMIC_SIZE: i64 = 32 << 10;

/// Distance of variables in windows: more than a block's shared memory, and little enough that the addresses of some
/// thousand variables fit into 32 bits.
const DISTANCE: i64 = 1 << 18;

/// Where dynamic shared memory begins.
const DYNAMIC: i64 = 1 << 17;

impl<'f, 'a, 's> BlockModel<'f, 'a, 's> {
    /// A model of a launch with blocks of a given shape.
    pub fn with_shape(facts: &'f Facts<'a, 's>, seed: u64, shape: [u32; 3]) -> Self {
        Self::of(facts, Sample::new(shape, seed))
    }

    /// A model of a launch with the block shape that the kernel demands, or a usual one. Different seeds give different numbers.
    pub fn new(facts: &'f Facts<'a, 's>, seed: u64) -> Self {
        Self::with_shape(facts, seed, usual_shape(facts))
    }

    /// The model of a launch.
    pub fn of(facts: &'f Facts<'a, 's>, Sample { shape, seed, fixed }: Sample) -> Self {
        Self { facts, shape, seed, fixed, place: None, named: facts.sampled_threads(), counts: facts.counts() }
    }

    /// What tells its launch from others.
    pub fn sample(&self) -> Sample {
        Sample { shape: self.shape, seed: self.seed, fixed: self.fixed }
    }

    /// Gives a leaf a number of its own.
    pub fn fixing(mut self, leaf: Expr, number: i64) -> Self {
        self.fixed = Some((Given::Leaf(leaf), number));
        self
    }

    /// The same launch with another grid, and another block of it. What is the same in all threads of one block, and not computed from
    /// indices and parameters, may differ between blocks: such values are not known.
    pub fn at(mut self, place: GridPlace) -> Self {
        self.place = Some(place);
        self
    }

    /// Threads worth trying: the first warp, the edges of the others, some that are far apart, and those that the kernel names.
    /// Mostly the first few decide, so the list is made as far as it is asked for.
    pub fn threads(&self) -> impl Iterator<Item = Thread> + use<'f, 'a, 's> {
        let [x, y, z] = self.shape;
        let count = x.saturating_mul(y).saturating_mul(z).min(1024);
        let named = self.named.iter().copied().filter(move |&thread| thread >= FIRST && thread < x.min(count));
        let (mut usual, mut named) = (worth_trying(count).peekable(), named.peekable());
        let merged = std::iter::from_fn(move || match (usual.peek(), named.peek()) {
            (Some(one), Some(other)) if one == other => usual.next().and(named.next()),
            (Some(one), Some(other)) if one > other => named.next(),
            (Some(_), _) => usual.next(),
            (None, _) => named.next(),
        });
        merged.map(move |n| Thread { index: [n % x, n / x % y, n / x / y] })
    }

    /// Whether the kernel names a thread.
    pub fn names(&self, thread: Thread) -> bool {
        self.named.contains(&self.linear(thread))
    }

    /// As many threads as run side by side, some of every warp: the first and the last ones of each.
    pub fn threads_of_warps(&self, most: usize) -> Vec<Thread> {
        let all = self.all_threads();
        let warps = all.len().div_ceil(WARP as usize).max(1);
        let each = (most / warps / 2).clamp(1, WARP as usize);
        let chosen = |n: usize| {
            let (lane, last) =
                (n % WARP as usize, (all.len() - 1 - n / WARP as usize * WARP as usize).min(WARP as usize - 1));
            lane < each || lane + each > last
        };
        (0..all.len()).filter(|&n| chosen(n)).map(|n| all[n]).collect()
    }

    /// All threads of the block, at most 1024.
    pub fn all_threads(&self) -> Vec<Thread> {
        let [x, y, z] = self.shape;
        let count = x.saturating_mul(y).saturating_mul(z).min(1024);
        (0..count).map(|n| Thread { index: [n % x, n / x % y, n / x / y] }).collect()
    }

    /// Number of threads of the block.
    pub fn thread_count(&self) -> u32 {
        self.sample().thread_count()
    }

    /// Linear index of a thread in its block.
    pub fn linear(&self, thread: Thread) -> u32 {
        let [x, y, z] = thread.index;
        x + self.shape[0] * (y + self.shape[1] * z)
    }

    /// The number of an expression in a thread.
    pub fn value(&self, table: &ExprTable, expr: Expr, thread: Thread) -> Option<i64> {
        self.value_at(table, expr, thread, &[])
    }

    /// The number of an expression in a thread when some loops have gone round so often.
    pub fn value_at(&self, table: &ExprTable, expr: Expr, thread: Thread, iterations: &[(LoopId, i64)]) -> Option<i64> {
        evaluate(table, expr, &Leaves { model: self, thread, iterations })
    }

    /// How often a loop has gone round.
    pub fn iteration(&self, _: LoopId) -> i64 {
        (self.seed / 3 % 3) as i64
    }

    pub(super) fn leaf(&self, expr: Expr, node: Node, thread: Thread, iterations: &[(LoopId, i64)]) -> Option<i64> {
        if let Some((_, number)) = self.fixed.filter(|&(given, _)| given == Given::Leaf(expr)) {
            return Some(number);
        }
        let linear = self.linear(thread);
        Some(match node {
            Node::Tid(axis) => i64::from(thread.index[axis.index()]),
            Node::Ntid(axis) => i64::from(self.shape[axis.index()]),
            Node::Lane => i64::from(linear % 32),
            Node::Warp => i64::from(linear / 32),
            // The first block of the launches whose sizes fit one.
            Node::Ctaid(axis) => i64::from(self.block()[axis.index()]),
            Node::Nctaid(axis) => i64::from(self.grid()[axis.index()]),
            Node::Special(register, _) => match register.kind {
                SpecialKind::SmId if self.place.is_some() => return None,
                SpecialKind::GridId | SpecialKind::SmId | SpecialKind::NsmId => self.number(node),
                SpecialKind::DynamicSmemSize => DYNAMIC_SIZE,
                SpecialKind::TotalSmemSize => 2 * DYNAMIC_SIZE,
                _ => return None,
            },
            // Addresses: far apart, and well aligned.
            Node::Window(var) => self.window(var),
            Node::Generic(var) => GENERIC + self.window(var),
            Node::Param { var, .. } if self.is_pointer(var) => self.pointer_number(var),
            Node::Param { var, offset } if self.facts.pointer_field(var, offset).is_some() => {
                self.pointer(var, offset).unwrap_or_default()
            }
            Node::Param { .. } => self.number(node),
            Node::Iteration(id) => {
                let counted = iterations.iter().find(|(known, _)| *known == id);
                counted.map_or_else(|| self.iteration(id), |&(_, count)| count)
            }
            Node::Opaque(value) if self.facts.is_loaded_pointer(value) => LOADED_POINTER,
            Node::Opaque(_) if self.place.is_some() => return None,
            Node::Opaque(value) => {
                let uniformity = self.facts.uniformity()?;
                let same = uniformity.level(value, ThreadScope::Block) == Divergence::Uniform;
                let loaded = self.fixed.filter(|&(given, _)| given == Given::Loaded);
                return same.then(|| match (self.counts.most(value), loaded) {
                    // All lanes that can be counted are.
                    (Some(most), _) => most,
                    (None, Some((_, number))) => number,
                    (None, None) => self.number(Node::Opaque(self.facts.first_loaded(value))),
                });
            }
            _ => return None,
        })
    }

    /// The address of a variable in its window. All dynamic shared memory begins at the same one.
    pub fn window(&self, var: VarId) -> i64 {
        if self.is_dynamic(var) { DYNAMIC } else { (self.facts.ordinal(var) as i64 + 2) * DISTANCE }
    }

    /// Whether a variable is dynamic shared memory.
    pub fn is_dynamic(&self, var: VarId) -> bool {
        let variable = &self.facts.module[var];
        variable.space == StateSpace::Shared && variable.size.is_none_or(|size| size == 0)
    }

    /// Extents of the grid.
    pub fn grid(&self) -> [u32; 3] {
        match self.place {
            Some(place) => place.grid,
            None if self.seed >= SIZED => [1; 3],
            None => [8, 1, 1],
        }
    }

    /// The block that the model is about: the first one of launches whose sizes fit one.
    pub fn block(&self) -> [u32; 3] {
        match self.place {
            Some(place) => place.block,
            None if self.seed == 2 || self.seed >= SIZED => [0; 3],
            None => [(self.seed % 3) as u32, 0, 0],
        }
    }

    /// Bytes of dynamic shared memory: none where the kernel has none, so that static arrays end where shared memory does.
    pub fn dynamic_shared(&self) -> u64 {
        if has_dynamic_shared(self.facts.module, self.facts.function) { DYNAMIC_SIZE as u64 } else { 0 }
    }

    /// What a parameter holds at an offset, as far as it is an integer or an address.
    pub(super) fn held(&self, leaf: Expr, var: VarId, offset: i64) -> ParameterContent {
        match self.leaf(leaf, Node::Param { var, offset }, Thread { index: [0; 3] }, &[]) {
            Some(_) if self.pointer(var, offset).is_some() => ParameterContent::Buffer,
            Some(number) => ParameterContent::Integer(number),
            None => ParameterContent::Any,
        }
    }

    /// Where the memory begins that a parameter, or a part of one, points to: far from all others, and well aligned.
    pub(super) fn pointer(&self, var: VarId, offset: i64) -> Option<i64> {
        let field = || self.facts.pointer_field(var, offset);
        let of_field = |place: usize| (1 << 46) + ((place as i64 + 1) << 34);
        if self.is_pointer(var) { Some(self.pointer_number(var)) } else { field().map(of_field) }
    }

    /// The function's facts.
    pub fn facts(&self) -> &'f Facts<'a, 's> {
        self.facts
    }

    fn is_pointer(&self, var: VarId) -> bool {
        let variable = &self.facts.module[var];
        variable.pointer.is_some() || (variable.ty.is_some_and(|ty| ty.bits() == 64) && !self.facts.is_integer(var))
    }

    /// The number of a pointer in a parameter: far from all others, and well aligned.
    fn pointer_number(&self, var: VarId) -> i64 {
        (1 << 45) + ((self.facts.ordinal(var) as i64 + 1) << 34)
    }

    /// A number for a uniform leaf.
    fn number(&self, node: Node) -> i64 {
        if let (Node::Param { .. }, SIZED..) = (node, self.seed) {
            return (self.seed - SIZED) as i64;
        }
        // Sizes often have to fit the block: one element for each thread, or two.
        if let (Node::Param { .. }, 2 | 3) = (node, self.seed) {
            return i64::from(self.thread_count()) * (self.seed as i64 - 1);
        }
        // What comes before the function in the module must not matter.
        let node = match node {
            Node::Param { var, offset } => Node::Param { var: VarId::new(self.facts.ordinal(var)), offset },
            node => node,
        };
        let mut state = self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ crate::util::hash_of(&node);
        state = (state ^ state >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let numbers: &[i64] = if self.seed < SIZE_SEEDS { &SIZES } else { &NUMBERS };
        // The second block of the second launch has work, too.
        let more = if self.seed == 1 { 2 * SIZES[2] } else { 0 };
        more + numbers[((state >> 33) % numbers.len() as u64) as usize]
    }

    /// Whether a thread reaches a block at some time; `None` when a condition on the way cannot be computed.
    ///
    /// A chain of decisions is as good as its worst link, and the best chain counts: blocks with a chain of decisions that are all taken
    /// are looked for first, then what is left with those that may be.
    pub fn reaches(&self, table: &ExprTable, conditions: &Conditions, block: Block, thread: Thread) -> Option<bool> {
        let arrival = BlockArrival { model: self, table, conditions, block, common: None, of_all: Cell::new(None) };
        arrival.of(thread)
    }

    /// The same for several threads.
    pub fn arrival<'m>(
        &'m self,
        table: &'m ExprTable,
        conditions: &'m Conditions,
        block: Block,
    ) -> BlockArrival<'m, 'f, 'a, 's> {
        let common = Some(RefCell::new(KnownNumbers::of(table)));
        BlockArrival { model: self, table, conditions, block, common, of_all: Cell::new(None) }
    }
}

/// Which threads of a block come to a block of the flow graph.
pub struct BlockArrival<'m, 'f, 'a, 's> {
    model: &'m BlockModel<'f, 'a, 's>,
    table: &'m ExprTable,
    conditions: &'m Conditions,
    block: Block,
    /// The numbers that are the same in all threads, if several are asked about.
    common: Option<RefCell<KnownNumbers>>,
    /// What holds of every thread, once one was followed and nothing asked for its index.
    of_all: Cell<Option<Option<bool>>>,
}

impl BlockArrival<'_, '_, '_, '_> {
    /// The number of an expression in a thread.
    pub fn value(&self, expr: Expr, thread: Thread) -> Option<i64> {
        let leaves = Leaves { model: self.model, thread, iterations: &[] };
        match &self.common {
            Some(common) => evaluate_in_one(self.table, expr, &leaves, &mut common.borrow_mut()),
            None => evaluate(self.table, expr, &leaves),
        }
    }

    /// Whether a thread comes; `None` when it is not known.
    pub fn of(&self, thread: Thread) -> Option<bool> {
        if let Some(known) = self.of_all.get() {
            return known;
        }
        let mut by_thread = false;
        let comes = self.follow(thread, &mut by_thread);
        if !by_thread {
            self.of_all.set(Some(comes));
        }
        comes
    }

    /// The same, telling whether the index of the thread was asked for.
    fn follow(&self, thread: Thread, by_thread: &mut bool) -> Option<bool> {
        let Self { model, table, conditions, block, .. } = *self;
        let dominators = model.facts.dominators();
        let mut seen = FastSet::from_iter([block]);
        let (mut sure, mut doubtful) = (vec![block], Vec::new());
        let mut is_sure = true;
        loop {
            let at = match sure.pop() {
                Some(at) => at,
                None => {
                    is_sure = false;
                    match doubtful.pop() {
                        None => return Some(false),
                        Some(at) if !seen.insert(at) => continue,
                        Some(at) => at,
                    }
                }
            };
            // What is decided behind the block only says whether it is reached again.
            let mut ways = conditions.of(at).iter().filter(|way| !dominators.dominates(at, way.branch)).peekable();
            if ways.peek().is_none() {
                return is_sure.then_some(true);
            }
            for way in ways {
                // A way that leads round a loop to a block that was seen adds nothing. One that is doubtful may yet be found to be sure.
                if seen.contains(&way.branch) {
                    continue;
                }
                if !model.facts.spend(1) {
                    return None;
                }
                *by_thread |= way.truth.is_some_and(|truth| table.depends_on_thread(truth));
                match way.truth.and_then(|truth| self.value(truth, thread)) {
                    Some(value) if (value != 0) != way.wanted => {}
                    Some(_) => {
                        seen.insert(way.branch);
                        sure.push(way.branch);
                    }
                    None => doubtful.push(way.branch),
                }
            }
        }
    }
}

/// The leaves of expressions as one thread of a model sees them.
struct Leaves<'m, 'f, 'a, 's> {
    model: &'m BlockModel<'f, 'a, 's>,
    thread: Thread,
    iterations: &'m [(LoopId, i64)],
}

impl LeafValues for Leaves<'_, '_, '_, '_> {
    fn leaf(&self, expr: Expr, node: Node) -> Option<i64> {
        self.model.leaf(expr, node, self.thread, self.iterations)
    }

    fn gives_parts(&self) -> bool {
        self.model.fixed.is_some()
    }
}

/// The shape that a kernel demands, or one of 256 threads with as many axes as it asks for.
fn usual_shape(facts: &Facts<'_, '_>) -> [u32; 3] {
    let shape = facts.block_shape();
    if let [Some(x), Some(y), Some(z)] = shape.exact {
        return [x, y, z];
    }
    let uses = |axis: Axis| facts.uses_thread_axis(axis) && !shape.is_flat(axis);
    let usual = match (uses(Axis::Y), uses(Axis::Z)) {
        (false, false) => [256, 1, 1],
        (true, false) => [32, 8, 1],
        (false, true) => [64, 1, 4],
        (true, true) => [32, 4, 2],
    };
    let mut fitting = usual;
    while fitting.iter().product::<u32>() > shape.most_threads && fitting.iter().any(|&extent| extent > 1) {
        let greatest = fitting.iter().enumerate().max_by_key(|(_, extent)| **extent).map_or(0, |(i, _)| i);
        fitting[greatest] /= 2;
    }
    fitting
}

/// A way into a block: a branch, and the truth that its guard must have.
#[derive(Clone, Copy, Debug)]
pub struct BlockEntry {
    /// The block that ends with the branch.
    pub branch: Block,
    /// The branch itself.
    pub inst: InstId,
    /// Its guard; `None` when it cannot be expressed or does not decide alone.
    pub truth: Option<Expr>,
    /// What the guard must be.
    pub wanted: bool,
}

/// The path conditions of all blocks.
#[derive(Debug)]
pub struct Conditions {
    ways: Vec<Vec<BlockEntry>>,
}

/// What branches and guards decide by, as far as it can be expressed.
pub(super) fn truths_and_guards(facts: &Facts<'_, '_>) -> Vec<Expr> {
    let guarded = facts.module.insts_of(facts.function).filter(|&inst| facts.module.guard(inst).is_some());
    let mut truths: Vec<Expr> = guarded.filter_map(|inst| facts.exprs().guard(facts, inst)).collect();
    truths.extend(facts.conditions().into_iter().flat_map(Conditions::truths));
    truths
}

impl Conditions {
    /// Collects the decisions that each block depends on, with their guards as expressions. `None` when there are too many.
    pub fn new(facts: &Facts<'_, '_>) -> Option<Self> {
        let cfg = facts.cfg();
        let limit = facts.budget(32 * cfg.len() + 10_000);
        let decisions = facts.postdominators().control_dependences(cfg, limit)?;
        let ways = decisions.into_iter().map(|list| list.into_iter().map(|d| Self::way(facts, d)).collect()).collect();
        Some(Self { ways })
    }

    fn way(facts: &Facts<'_, '_>, Decision { branch, successor }: Decision) -> BlockEntry {
        let cfg = facts.cfg();
        let inst = cfg.last(branch);
        let successors = cfg.successors(branch);
        let truth = facts.exprs().guard(facts, inst);
        // The guard sends control to the branch's target, which comes first, or out of the function; otherwise to what follows.
        let (truth, wanted) = match (successors, cfg.exit(branch)) {
            ([only], Exit::Guarded) if *only == successor => (truth, false),
            ([target, _], Exit::None) => (truth, successor == *target),
            _ => (None, true),
        };
        BlockEntry { branch, inst, truth, wanted }
    }

    /// The ways into a block, any of which suffices. None: it is reached whenever the function runs to its end.
    pub fn of(&self, block: Block) -> &[BlockEntry] {
        &self.ways[block.index()]
    }

    /// The guards of the ways into all blocks.
    pub fn truths(&self) -> impl Iterator<Item = Expr> + '_ {
        self.ways.iter().flatten().filter_map(|way| way.truth)
    }

    /// All decisions that a block depends on, directly or through others, nearest first.
    /// Those that are too far away for the steps of the running rule are left out.
    pub fn all(&self, facts: &Facts<'_, '_>, block: Block) -> Vec<BlockEntry> {
        let mut seen = FastSet::from_iter([block]);
        let mut queue = std::collections::VecDeque::from([block]);
        let mut ways = Vec::new();
        while let Some(at) = queue.pop_front() {
            for &way in self.of(at) {
                if !facts.spend(1) {
                    return ways;
                }
                ways.push(way);
                if seen.insert(way.branch) {
                    queue.push_back(way.branch);
                }
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_at_the_edges_of_warps_are_tried() {
        for count in 0..=1024 {
            let chosen = |n: &u32| *n < 36 || n.is_power_of_two() || (n + 1).is_power_of_two() || *n + 1 == count;
            assert_eq!(
                worth_trying(count).collect::<Vec<_>>(),
                (0..count).filter(chosen).collect::<Vec<_>>(),
                "{count}"
            );
        }
    }
}
