//! Dominator trees: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).

use super::cfg::{Block, Cfg};

/// The dominator tree of the blocks that the entry reaches.
#[derive(Debug)]
pub struct Dominators {
    /// Immediate dominator of each block; the entry's is itself, unreachable blocks have none.
    parent: Vec<Option<Block>>,
    /// Depth-first entry and exit times in the tree, for constant-time queries.
    interval: Vec<(u32, u32)>,
}

impl Dominators {
    /// Computes the tree.
    pub fn new(cfg: &Cfg) -> Self {
        let mut parent: Vec<Option<Block>> = vec![None; cfg.len()];
        let order = cfg.reverse_postorder();
        if let Some(&entry) = order.first() {
            parent[entry.index()] = Some(entry);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter().skip(1) {
                let mut processed = cfg.predecessors(block).iter().filter(|p| parent[p.index()].is_some());
                let Some(&first) = processed.next() else { continue };
                let new = processed.fold(first, |a, &b| intersect(cfg, &parent, a, b));
                if parent[block.index()] != Some(new) {
                    parent[block.index()] = Some(new);
                    changed = true;
                }
            }
        }
        let interval = intervals(&parent, order);
        Self { parent, interval }
    }

    /// The immediate dominator of a block; `None` for the entry and unreachable blocks.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.parent[block.index()].filter(|&parent| parent != block)
    }

    /// Whether every path from the entry to `b` passes through `a`. Both must be reachable, otherwise `false`.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        let (enter, leave) = self.interval[a.index()];
        let (inner, _) = self.interval[b.index()];
        enter != 0 && enter <= inner && inner <= leave
    }
}

fn intersect(cfg: &Cfg, parent: &[Option<Block>], mut a: Block, mut b: Block) -> Block {
    let position = |block: Block| cfg.position(block).unwrap_or(0);
    while a != b {
        while position(a) > position(b) {
            a = parent[a.index()].unwrap_or(Block(0));
        }
        while position(b) > position(a) {
            b = parent[b.index()].unwrap_or(Block(0));
        }
    }
    a
}

/// Numbers the tree so that the subtree of a block is an interval; 0 marks unreachable blocks.
fn intervals(parent: &[Option<Block>], order: &[Block]) -> Vec<(u32, u32)> {
    let mut size = vec![1u32; parent.len()];
    for &block in order.iter().skip(1).rev() {
        if let Some(up) = parent[block.index()] {
            size[up.index()] += size[block.index()];
        }
    }
    let mut interval = vec![(0, 0); parent.len()];
    let mut next_child = vec![0; parent.len()];
    for (i, &block) in order.iter().enumerate() {
        let start = match parent[block.index()] {
            Some(up) if i > 0 => {
                let start = next_child[up.index()];
                next_child[up.index()] += size[block.index()];
                start
            }
            _ => 1,
        };
        interval[block.index()] = (start, start + size[block.index()] - 1);
        next_child[block.index()] = start + 1;
    }
    interval
}
