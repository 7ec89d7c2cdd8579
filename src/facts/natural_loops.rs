//! Natural loops and how they nest.

use super::cfg::{Block, Cfg, Exit};
use super::dominators::Dominators;
use crate::util::FastSet;

/// Index of a natural loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);

/// A loop with one entry: its header dominates all its blocks.
#[derive(Debug)]
pub struct NaturalLoop {
    /// The block that is entered.
    pub header: Block,
    /// Blocks with a branch back to the header.
    pub latches: Vec<Block>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
    /// Depth of nesting, from 1.
    pub depth: u32,
}

/// Deepest nesting at which all loops around a block are looked at.
const MAX_DEPTH: u32 = 200;

/// The natural loops of a function. Cycles with several entries are none; see [`super::Loops`] for those.
#[derive(Debug)]
pub struct NaturalLoops {
    loops: Vec<NaturalLoop>,
    /// Innermost loop of each block.
    innermost: Vec<Option<LoopId>>,
    /// Places of the loops in an order in which those within a loop follow it, and the ends of what follows.
    extents: Vec<(u32, u32)>,
}

impl NaturalLoops {
    /// Finds the loops: back edges in postorder of their headers, so that inner loops come before outer ones and each block is
    /// visited once per loop whose innermost it is (as LLVM's LoopInfo does).
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut this = Self { loops: Vec::new(), innermost: vec![None; cfg.len()], extents: Vec::new() };
        let mut around: Vec<LoopId> = Vec::new();
        for &header in cfg.reverse_postorder().iter().rev() {
            let is_latch = |block: &&Block| cfg.is_reachable(**block) && dominators.dominates(header, **block);
            let latches: Vec<Block> = cfg.predecessors(header).iter().filter(is_latch).copied().collect();
            if !latches.is_empty() {
                this.add(cfg, header, latches, &mut around);
            }
        }
        for i in (0..this.loops.len()).rev() {
            let above = this.loops[i].parent.map_or(0, |parent| this.loops[parent.0 as usize].depth);
            this.loops[i].depth = above + 1;
        }
        this.extents = this.nested();
        this
    }

    /// Places of the loops in an order in which those within a loop follow it.
    fn nested(&self) -> Vec<(u32, u32)> {
        let parent = |i: usize| self.loops[i].parent.map(|parent| parent.0 as usize);
        let mut sizes = vec![1; self.loops.len()];
        for i in 0..self.loops.len() {
            if let Some(parent) = parent(i) {
                sizes[parent] += sizes[i];
            }
        }
        let mut extents = vec![(0, 0); self.loops.len()];
        // Where the next loop within each one goes; those of no other one come last.
        let (mut free, mut end) = (vec![0; self.loops.len()], 0);
        for i in (0..self.loops.len()).rev() {
            let next = parent(i).map_or(&mut end, |parent| &mut free[parent]);
            let start = *next;
            *next += sizes[i];
            extents[i] = (start, start + sizes[i]);
            free[i] = start + 1;
        }
        extents
    }

    /// `around` has for each loop one around it, or the loop itself.
    fn add(&mut self, cfg: &Cfg, header: Block, latches: Vec<Block>, around: &mut Vec<LoopId>) {
        let id = LoopId(self.loops.len() as u32);
        around.push(id);
        let mut work = latches.clone();
        self.loops.push(NaturalLoop { header, latches, parent: None, depth: 0 });
        while let Some(block) = work.pop() {
            match self.outermost(block, around) {
                None => {
                    self.innermost[block.index()] = Some(id);
                    if block != header {
                        work.extend(cfg.predecessors(block).iter().filter(|p| cfg.is_reachable(**p)));
                    }
                }
                Some(inner) if inner == id => {}
                Some(inner) => {
                    self.loops[inner.0 as usize].parent = Some(id);
                    around[inner.0 as usize] = id;
                    let entry = self.loops[inner.0 as usize].header;
                    work.extend(cfg.predecessors(entry).iter().filter(|p| cfg.is_reachable(**p)));
                }
            }
        }
        if self.innermost[header.index()].is_none() {
            self.innermost[header.index()] = Some(id);
        }
    }

    /// The outermost loop known so far around a block. The way there gets shorter each time (Tarjan, "Efficiency of a Good But Not
    /// Linear Set Union Algorithm", 1975).
    fn outermost(&self, block: Block, around: &mut [LoopId]) -> Option<LoopId> {
        let mut at = self.innermost[block.index()]?;
        while around[at.0 as usize] != at {
            let next = around[at.0 as usize];
            around[at.0 as usize] = around[next.0 as usize];
            at = next;
        }
        Some(at)
    }

    /// All loops; inner ones come before the ones around them.
    pub fn ids(&self) -> impl Iterator<Item = LoopId> + use<> {
        (0..self.loops.len() as u32).map(LoopId)
    }

    /// A loop.
    pub fn get(&self, id: LoopId) -> &NaturalLoop {
        &self.loops[id.0 as usize]
    }

    /// The innermost loop that holds a block.
    pub fn innermost(&self, block: Block) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// Whether a loop holds a block.
    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        let (start, end) = self.extents[id.0 as usize];
        self.innermost(block).is_some_and(|inner| (start..end).contains(&self.extents[inner.0 as usize].0))
    }

    /// The blocks of a loop, its header first: what is asked for takes time, and not all others of the function.
    pub fn blocks(&self, cfg: &Cfg, id: LoopId) -> impl Iterator<Item = Block> {
        let header = self.get(id).header;
        let (mut seen, mut work) = (FastSet::default(), vec![header]);
        seen.insert(header);
        std::iter::from_fn(move || {
            let block = work.pop()?;
            let inside = cfg.successors(block).iter().filter(|&&next| self.contains(id, next));
            work.extend(inside.filter(|&&next| seen.insert(next)));
            Some(block)
        })
    }

    /// The loops around a block that do not hold another one, inner ones first; all when there is no other one.
    pub fn left(&self, from: Block, to: Option<Block>) -> impl Iterator<Item = LoopId> + '_ {
        let common = to.and_then(|to| self.common(from, to));
        let parent = |id: &LoopId| self.loops[id.0 as usize].parent;
        std::iter::successors(self.innermost[from.index()], parent).take_while(move |&id| Some(id) != common)
    }

    /// The innermost loop that holds both blocks.
    pub fn common(&self, a: Block, b: Block) -> Option<LoopId> {
        let (mut a, mut b) = (self.innermost[a.index()]?, self.innermost[b.index()]?);
        while a != b {
            if self.get(a).depth >= self.get(b).depth {
                a = self.get(a).parent?;
            } else {
                b = self.get(b).parent?;
            }
        }
        Some(a)
    }

    /// For each loop the number of its blocks from which control can leave it. `None` when loops are nested too deeply to tell.
    pub fn exiting_blocks(&self, cfg: &Cfg) -> Option<Vec<u32>> {
        if self.loops.iter().any(|this| this.depth > MAX_DEPTH) {
            return None;
        }
        let mut counts = vec![0; self.loops.len()];
        let mut last = vec![None; self.loops.len()];
        for &block in cfg.reverse_postorder() {
            let out = (cfg.exit(block) != Exit::None).then_some(None);
            let ways = cfg.successors(block).iter().map(|&next| Some(next)).chain(out);
            for id in ways.flat_map(|to| self.left(block, to)) {
                if last[id.0 as usize].replace(block) != Some(block) {
                    counts[id.0 as usize] += 1;
                }
            }
        }
        Some(counts)
    }

    /// The loop that has a block as its header.
    pub fn headed_by(&self, block: Block) -> Option<LoopId> {
        self.innermost(block).filter(|&id| self.get(id).header == block)
    }
}
