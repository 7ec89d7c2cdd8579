//! The dominator tree of a function body.

use super::cfg::{Block, Cfg};
use super::dominance::{SuccessorGraph, Tree};

/// Which blocks every path to a block passes through, for the blocks that the entry reaches.
#[derive(Debug)]
pub struct Dominators {
    tree: Option<Tree>,
}

impl Dominators {
    /// Computes the tree.
    pub fn new(cfg: &Cfg) -> Self {
        let edges: Vec<(u32, u32)> = cfg
            .blocks()
            .flat_map(|block| cfg.successors(block).iter().map(move |successor| (block.0, successor.0)))
            .collect();
        Self { tree: (!cfg.is_empty()).then(|| Tree::new(&SuccessorGraph::new(cfg.len(), &edges), 0)) }
    }

    /// The immediate dominator of a block; `None` for the entry and unreachable blocks.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.tree.as_ref()?.immediate(block.0).map(Block)
    }

    /// Whether every path from the entry to `b` passes through `a`. Both must be reachable, otherwise `false`.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.tree.as_ref().is_some_and(|tree| tree.dominates(a.0, b.0))
    }
}
