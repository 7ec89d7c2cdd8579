//! The control-flow graph of a function body.

use crate::ids::{FunctionId, InstId, LabelId};
use crate::ir::{DirectiveKind, IdRange, LabelKind, Module, OperandKind};
use crate::isa::Effects;

/// Index of a basic block; blocks are numbered in source order, the entry is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Block(pub u32);

impl Block {
    /// The block's place in arrays that have one element a block.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How control leaves a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Only to its successors.
    None,
    /// Always out of the function: return, exit, trap, or the end of the body.
    Always,
    /// To its successors, or out of the function under a guard.
    Guarded,
}

/// Basic blocks and their edges.
///
/// A block ends behind a branch, a return, an exit, a trap or a call that never returns, and before a label that a branch
/// of the function names. A guarded one of these has the following block as its last successor.
#[derive(Debug)]
pub struct Cfg {
    /// First instruction of each block, and the end of the last one.
    starts: Vec<u32>,
    exits: Vec<Exit>,
    /// Blocks at the end of which threads that leave end the grid.
    traps: Vec<bool>,
    /// Blocks from which every way ends the grid.
    doomed: Vec<bool>,
    successors: Adjacency,
    predecessors: Adjacency,
    /// Blocks that the entry reaches, in reverse postorder.
    order: Vec<Block>,
    /// Position in `order`; `u32::MAX` for unreachable blocks.
    position: Vec<u32>,
}

/// Edges in compressed sparse rows.
#[derive(Debug, Default)]
struct Adjacency {
    starts: Vec<u32>,
    targets: Vec<Block>,
}

impl Adjacency {
    fn of(&self, block: Block) -> &[Block] {
        &self.targets[self.starts[block.index()] as usize..self.starts[block.index() + 1] as usize]
    }

    fn reversed(&self) -> Self {
        let blocks = self.starts.len() - 1;
        let mut starts = vec![0; blocks + 1];
        for target in &self.targets {
            starts[target.index() + 1] += 1;
        }
        for i in 0..blocks {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut targets = vec![Block(0); self.targets.len()];
        for block in 0..blocks {
            for target in self.of(Block(block as u32)) {
                targets[next[target.index()] as usize] = Block(block as u32);
                next[target.index()] += 1;
            }
        }
        Self { starts, targets }
    }
}

impl Cfg {
    /// Builds the graph of a function with a body.
    pub fn new(module: &Module<'_>, function: FunctionId) -> Self {
        let range = module[function].insts;
        let starts = block_starts(module, range);
        let mut exits = Vec::with_capacity(starts.len());
        let mut successors = Adjacency { starts: vec![0], targets: Vec::with_capacity(starts.len() * 2) };
        let mut seen = vec![0; starts.len()];
        for block in 0..starts.len() - 1 {
            exits.push(add_edges(module, range, &starts, block, &mut successors.targets, &mut seen));
            successors.starts.push(successors.targets.len() as u32);
        }
        let predecessors = successors.reversed();
        let ends = starts.iter().skip(1).map(|&end| InstId::new(end as usize - 1));
        let traps = if range.is_empty() { Vec::new() } else { ends.map(|last| ends_grid(module, last)).collect() };
        let doomed = vec![false; exits.len()];
        let (order, position) = (Vec::new(), Vec::new());
        let mut cfg = Self { starts, exits, traps, doomed, successors, predecessors, order, position };
        cfg.number();
        cfg.doom(module);
        cfg
    }

    /// Finds the blocks from which every way ends the grid. When it is all of them, none is told apart.
    fn doom(&mut self, module: &Module<'_>) {
        if !self.traps.contains(&true) {
            return;
        }
        self.doom_backwards();
        if self.doom_waiting(module) {
            self.doom_backwards();
        }
        if self.doomed.first() == Some(&true) {
            self.doomed.fill(false);
            self.traps.fill(false);
        }
    }

    /// Dooms the blocks whose successors all are, from last to first; those of loops are left to [`Self::doom_waiting`].
    fn doom_backwards(&mut self) {
        let is_doomed = |this: &Self, block: Block| {
            let next = this.successors(block);
            match this.exit(block) {
                Exit::Always => this.traps(block),
                Exit::Guarded if !this.traps(block) => false,
                _ => !next.is_empty() && next.iter().all(|next| this.doomed[next.index()]),
            }
        };
        for at in (0..self.order.len()).rev() {
            let block = self.order[at];
            self.doomed[block.index()] |= is_doomed(self, block);
        }
    }

    /// Dooms the blocks of loops that can only end in a trap and do nothing until then, as one that lets some time pass before it
    /// gives up. A loop that does something may be the whole work of its threads, which never ends. Returns whether there are any.
    fn doom_waiting(&mut self, module: &Module<'_>) -> bool {
        let acts = |block: Block| self.insts(block).any(|inst| module.opcode(inst).effects.intersects(ACTS));
        let leaves = |block: Block| self.exit(block) != Exit::None && !self.traps(block);
        let lasting = |block: &Block| !self.is_doomed(*block);
        let all = || self.order.iter().copied();
        let back = self.reaching(all().filter(lasting).filter(|block| leaves(*block) || acts(*block)));
        let ending = self.reaching(all().filter(|block| !lasting(block)));
        let waiting: Vec<Block> =
            all().filter(lasting).filter(|block| ending[block.index()] && !back[block.index()]).collect();
        for block in &waiting {
            self.doomed[block.index()] = true;
        }
        !waiting.is_empty()
    }

    /// Which blocks reach one of these.
    fn reaching(&self, targets: impl Iterator<Item = Block>) -> Vec<bool> {
        let mut reaches = vec![false; self.len()];
        let mut work: Vec<Block> = targets.collect();
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut reaches[block.index()], true) {
                work.extend(self.predecessors(block));
            }
        }
        reaches
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.exits.len()
    }

    /// Whether the body has no instruction.
    pub fn is_empty(&self) -> bool {
        self.exits.is_empty()
    }

    /// All blocks in source order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = Block> + use<> {
        (0..self.exits.len() as u32).map(Block)
    }

    /// The instructions of a block; there is at least one.
    pub fn insts(&self, block: Block) -> impl DoubleEndedIterator<Item = InstId> + use<> {
        (self.starts[block.index()] as usize..self.starts[block.index() + 1] as usize).map(InstId::new)
    }

    /// The first instruction of a block.
    pub fn first(&self, block: Block) -> InstId {
        InstId::new(self.starts[block.index()] as usize)
    }

    /// The last instruction of a block.
    pub fn last(&self, block: Block) -> InstId {
        InstId::new(self.starts[block.index() + 1] as usize - 1)
    }

    /// The block that holds an instruction of the function.
    pub fn block_of(&self, inst: InstId) -> Block {
        Block(self.starts.partition_point(|&start| start as usize <= inst.index()) as u32 - 1)
    }

    /// Where control may go next: branch targets first, then the following block.
    pub fn successors(&self, block: Block) -> &[Block] {
        self.successors.of(block)
    }

    /// Where control may come from.
    pub fn predecessors(&self, block: Block) -> &[Block] {
        self.predecessors.of(block)
    }

    /// How control leaves the function from a block.
    pub fn exit(&self, block: Block) -> Exit {
        self.exits[block.index()]
    }

    /// Whether the way out of the function at the end of a block is a trap, which ends the grid: nobody waits for who goes there.
    pub fn traps(&self, block: Block) -> bool {
        self.traps[block.index()]
    }

    /// Whether every way from a block ends the grid.
    pub fn is_doomed(&self, block: Block) -> bool {
        self.doomed[block.index()]
    }

    /// The blocks that the entry reaches, in reverse postorder.
    pub fn reverse_postorder(&self) -> &[Block] {
        &self.order
    }

    /// The place of a block in [`Self::reverse_postorder`], if the entry reaches it.
    pub fn position(&self, block: Block) -> Option<usize> {
        let position = self.position[block.index()];
        (position != u32::MAX).then_some(position as usize)
    }

    /// Whether the entry reaches a block.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position[block.index()] != u32::MAX
    }

    /// Depth-first numbering, without recursion.
    fn number(&mut self) {
        self.position = vec![u32::MAX; self.len()];
        if self.is_empty() {
            return;
        }
        let mut visited = vec![false; self.len()];
        let mut stack = vec![(Block(0), 0)];
        visited[0] = true;
        let mut postorder = Vec::with_capacity(self.len());
        while let Some((block, next)) = stack.last_mut() {
            match self.successors.of(*block).get(*next) {
                Some(&successor) => {
                    *next += 1;
                    if !visited[successor.index()] {
                        visited[successor.index()] = true;
                        stack.push((successor, 0));
                    }
                }
                None => {
                    postorder.push(*block);
                    stack.pop();
                }
            }
        }
        postorder.reverse();
        for (position, block) in postorder.iter().enumerate() {
            self.position[block.index()] = position as u32;
        }
        self.order = postorder;
    }
}

/// What others may see of a thread.
const ACTS: Effects = Effects::WRITES_MEMORY
    .union(Effects::ATOMIC)
    .union(Effects::BARRIER)
    .union(Effects::BARRIER_ARRIVE)
    .union(Effects::CLUSTER_BARRIER)
    .union(Effects::WARP_SYNCHRONOUS)
    .union(Effects::CALL);

const ENDS_BLOCK: Effects = Effects::BRANCH.union(Effects::EXIT).union(Effects::RETURN);

/// Whether control never, or only under a guard, goes from an instruction to the next one.
fn ends_block(module: &Module<'_>, inst: InstId) -> bool {
    let effects = module.opcode(inst).effects;
    effects.intersects(ENDS_BLOCK) || (effects.intersects(Effects::CALL) && never_returns(module, inst))
}

/// Whether an instruction takes threads out of the function by ending the grid.
fn ends_grid(module: &Module<'_>, inst: InstId) -> bool {
    let opcode = module.opcode(inst);
    opcode.effects.intersects(Effects::TRAP)
        || (opcode.effects.intersects(Effects::CALL) && never_returns(module, inst))
}

/// Whether an instruction calls a function that is declared `.noreturn`.
pub fn never_returns(module: &Module<'_>, inst: InstId) -> bool {
    let callee = module.operands(inst).iter().find_map(|operand| match operand.kind {
        OperandKind::Func(func) => Some(func),
        _ => None,
    });
    callee.is_some_and(|func| {
        let symbol = &module[func];
        let declared = |function: FunctionId| {
            let directives = &module.directives[module[function].directives.indices()];
            directives.iter().any(|directive| directive.kind == DirectiveKind::NoReturn)
        };
        declared(symbol.first) || symbol.definition.is_some_and(declared)
    })
}

/// The labels that a branch may go to.
fn branch_targets(module: &Module<'_>, inst: InstId, mut visit: impl FnMut(LabelId)) {
    for operand in module.operands(inst) {
        let OperandKind::Label(label) = operand.kind else { continue };
        match module[label].kind {
            LabelKind::Code(_) => visit(label),
            LabelKind::BranchTargets(list) => {
                for target in module.list(list) {
                    if let OperandKind::Label(label) = target.kind {
                        visit(label);
                    }
                }
            }
            LabelKind::CallTargets(_) | LabelKind::CallPrototype(_) => {}
        }
    }
}

/// Most labels that the computed branches of a function may list in all.
const MAX_TARGETS: usize = 1 << 19;

/// Whether a function has so many edges that no analysis should be tried.
pub fn has_too_many_edges(module: &Module<'_>, function: FunctionId) -> bool {
    let mut targets = 0;
    for inst in module.insts_of(function) {
        if module.opcode(inst).effects.intersects(Effects::BRANCH) {
            for operand in module.operands(inst) {
                if let OperandKind::Label(label) = operand.kind
                    && let LabelKind::BranchTargets(list) = module[label].kind
                {
                    targets += list.len();
                }
            }
        }
    }
    targets > MAX_TARGETS
}

fn block_starts(module: &Module<'_>, range: IdRange) -> Vec<u32> {
    let mut starts = vec![range.start];
    if range.is_empty() {
        return starts;
    }
    for i in range.indices() {
        let inst = InstId::new(i);
        if ends_block(module, inst) {
            starts.push(i as u32 + 1);
            if module.opcode(inst).effects.intersects(Effects::BRANCH) {
                branch_targets(module, inst, |label| {
                    if let LabelKind::Code(target) = module[label].kind {
                        starts.push(target.index() as u32);
                    }
                });
            }
        }
    }
    starts.push(range.end);
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// Appends the successors of a block and says how it leaves the function. `seen` holds for each block the number of the last
/// one, from 1, that has it as a successor.
fn add_edges(
    module: &Module<'_>,
    range: IdRange,
    starts: &[u32],
    block: usize,
    targets: &mut Vec<Block>,
    seen: &mut [u32],
) -> Exit {
    let mut add = |target: Block| {
        if std::mem::replace(&mut seen[target.index()], block as u32 + 1) != block as u32 + 1 {
            targets.push(target);
        }
    };
    let last = InstId::new(starts[block + 1] as usize - 1);
    let inst = &module[last];
    let effects = module[inst.opcode].effects;
    let guarded = module.guard(last).is_some();
    let mut exit = Exit::None;
    let mut goes_on = false;
    let mut falls_through = true;
    let leave = if guarded { Exit::Guarded } else { Exit::Always };
    if effects.intersects(Effects::BRANCH) {
        branch_targets(module, last, |label| match module[label].kind {
            LabelKind::Code(target) if target.index() < range.end as usize => {
                let found = starts.partition_point(|&start| start as usize <= target.index()) - 1;
                add(Block(found as u32));
                goes_on = true;
            }
            _ => exit = leave,
        });
        falls_through = guarded;
    } else if ends_block(module, last) {
        exit = leave;
        falls_through = guarded;
    }
    if falls_through {
        if starts[block + 1] == range.end {
            exit = Exit::Always;
        } else {
            add(Block(block as u32 + 1));
            goes_on = true;
        }
    }
    if goes_on && exit == Exit::Always {
        exit = Exit::Guarded;
    }
    exit
}
