//! Post-dominators and control dependence: Ferrante, Ottenstein and Warren, "The Program Dependence Graph and Its Use in
//! Optimization" (TOPLAS 1987).

use super::cfg::{Block, Cfg, Exit};
use super::dominance::{SuccessorGraph, Tree};

/// The post-dominator tree over the reachable blocks and a virtual exit that all ways out of the function lead to.
///
/// Loops that never end have no way to the exit; their blocks get one from the block that is last in reverse postorder, so
/// that every block has a post-dominator. A trap is no way to the exit: it ends the grid, so that what follows a branch away from it
/// follows for all that matter.
#[derive(Debug)]
pub struct PostDominators {
    tree: Tree,
    /// Number of the virtual exit.
    exit: u32,
}

/// A decision that a block depends on: the branch at the end of `branch` must go to `successor`, or out of the function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Decision {
    /// The block that ends with the branch.
    pub branch: Block,
    /// Where it must go.
    pub successor: Block,
}

impl PostDominators {
    /// Computes the tree.
    pub fn new(cfg: &Cfg) -> Self {
        let exit = cfg.len() as u32;
        let endless = endless_exits(cfg);
        let mut reversed: Vec<(u32, u32)> = Vec::new();
        for &block in cfg.reverse_postorder() {
            let lasting = cfg.successors(block).iter().filter(|next| !cfg.is_doomed(**next));
            reversed.extend(lasting.map(|successor| (successor.0, block.0)));
            if leaves(cfg, block) || endless[block.index()] {
                reversed.push((exit, block.0));
            }
        }
        Self { tree: Tree::new(&SuccessorGraph::new(cfg.len() + 1, &reversed), exit), exit }
    }

    /// The immediate post-dominator; `None` when it is the exit of the function.
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.tree.immediate(block.0).filter(|&above| above != self.exit).map(Block)
    }

    /// Whether every path from `b` to the exit passes through `a`.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        self.tree.dominates(a.0, b.0)
    }

    /// The decisions that each block directly depends on. `None` when there are more than `limit` in all.
    pub fn control_dependences(&self, cfg: &Cfg, limit: usize) -> Option<Vec<Vec<Decision>>> {
        // Counted first, so that there is room for just as many as there are, and for none where there are too many.
        let (mut counts, mut total) = (vec![0; cfg.len()], 0);
        self.for_each_dependence(cfg, &mut |dependence| {
            total += match dependence {
                Dependence::On(block, _) => {
                    counts[block.index()] += 1;
                    1
                }
                Dependence::Inherited { block, from } => {
                    counts[block.index()] = counts[from.index()];
                    counts[from.index()] + 1
                }
            };
            (total <= limit).then_some(())
        })?;
        let mut decisions: Vec<Vec<Decision>> = counts.into_iter().map(Vec::with_capacity).collect();
        self.for_each_dependence(cfg, &mut |dependence| {
            match dependence {
                Dependence::On(block, decision) => decisions[block.index()].push(decision),
                Dependence::Inherited { block, from } => decisions[block.index()] = decisions[from.index()].clone(),
            }
            Some(())
        })?;
        Some(decisions)
    }

    /// Calls `visit` with all dependences until it returns `None`.
    fn for_each_dependence(&self, cfg: &Cfg, visit: &mut impl FnMut(Dependence) -> Option<()>) -> Option<()> {
        for &branch in cfg.reverse_postorder() {
            let stop = self.immediate(branch);
            let is_doomed = |next: &&Block| cfg.is_doomed(**next);
            for &successor in cfg.successors(branch).iter().filter(is_doomed) {
                visit(match cfg.successors(branch).len() {
                    1 => Dependence::Inherited { block: successor, from: branch },
                    _ => Dependence::On(successor, Decision { branch, successor }),
                })?;
            }
            let lasting = || cfg.successors(branch).iter().filter(|next| !is_doomed(next));
            if lasting().count() + usize::from(leaves(cfg, branch)) < 2 {
                continue;
            }
            for &successor in lasting() {
                let mut at = Some(successor);
                while at != stop {
                    let Some(block) = at else { break };
                    visit(Dependence::On(block, Decision { branch, successor }))?;
                    at = self.immediate(block);
                }
            }
        }
        Some(())
    }
}

/// Why a block runs.
enum Dependence {
    /// Because of a decision.
    On(Block, Decision),
    /// Because of those that another block depends on, which goes nowhere else.
    Inherited { block: Block, from: Block },
}

/// Whether threads leave the function at the end of a block without ending the grid.
fn leaves(cfg: &Cfg, block: Block) -> bool {
    cfg.exit(block) != Exit::None && !cfg.traps(block)
}

/// Blocks that get an artificial way to the exit: one for each region that cannot reach it.
fn endless_exits(cfg: &Cfg) -> Vec<bool> {
    let mut reaches: Vec<bool> = cfg.blocks().map(|block| cfg.is_doomed(block)).collect();
    let mut endless = vec![false; cfg.len()];
    let mut work: Vec<Block> = cfg.reverse_postorder().iter().copied().filter(|&block| leaves(cfg, block)).collect();
    let mut later = cfg.reverse_postorder().iter().rev();
    loop {
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut reaches[block.index()], true) {
                work.extend(cfg.predecessors(block).iter().filter(|p| cfg.is_reachable(**p)));
            }
        }
        match later.find(|block| !reaches[block.index()]) {
            Some(&block) => {
                endless[block.index()] = true;
                work.push(block);
            }
            None => return endless,
        }
    }
}
