//! Loops in which a run finds nothing.
//!
//! Many kernels gather data in a long loop and share it afterwards. Where a loop makes none of the accesses that are asked for, nobody
//! waits in it, and nothing that it counts decides what comes later, running it changes nothing but the time that is left.

use super::SimulationPlan;
use super::plan::BlockExit;
use crate::facts::{Block, Facts, LoopId};
use crate::util::{FastMap, FastSet};

/// Most blocks of a loop that is passed over, with what its exits lead to before they meet.
const MOST_BLOCKS: usize = 256;

/// An edge by which a loop is left.
pub(super) type ExitEdge = (Block, Block);

/// A loop that may be passed over.
#[derive(Debug)]
struct IdleLoop {
    header: Block,
    /// All blocks from the header to where its ways meet.
    blocks: Vec<Block>,
    /// The edge by which threads are taken to have left.
    exit: ExitEdge,
    alive: bool,
}

/// The loops that may be passed over, until it is seen that what they compute is needed.
#[derive(Debug, Default)]
pub(super) struct IdleLoops {
    candidates: Vec<IdleLoop>,
    /// For each block, the candidates that it is a part of.
    parts: FastMap<Block, Vec<usize>>,
    /// For each block, the candidates that are left for it by several edges.
    left_for: FastMap<Block, Vec<usize>>,
}

impl IdleLoops {
    /// The loops of a plan whose steps and ways are known.
    pub(super) fn new(facts: &Facts<'_, '_>, plan: &SimulationPlan) -> Self {
        let loops = facts.natural_loops();
        let mut this = Self::default();
        for id in loops.ids() {
            let Some((candidate, has_several_exits)) = idle_loop(facts, plan, id) else { continue };
            for &block in &candidate.blocks {
                this.parts.entry(block).or_default().push(this.candidates.len());
            }
            if has_several_exits {
                this.left_for.entry(candidate.exit.1).or_default().push(this.candidates.len());
            }
            this.candidates.push(candidate);
        }
        this
    }

    /// Whether a block is passed over.
    pub(super) fn holds(&self, block: Block) -> bool {
        self.parts.get(&block).is_some_and(|parts| parts.iter().any(|&i| self.candidates[i].alive))
    }

    /// What a block computes is needed: the loops around it run. The blocks that are not passed over any more.
    pub(super) fn need(&mut self, block: Block) -> Vec<Block> {
        let mut freed = Vec::new();
        for i in self.parts.get(&block).cloned().unwrap_or_default() {
            if std::mem::replace(&mut self.candidates[i].alive, false) {
                freed.extend_from_slice(&self.candidates[i].blocks);
            }
        }
        freed.retain(|&block| !self.holds(block));
        freed.sort_unstable_by_key(|block| block.index());
        freed.dedup();
        freed
    }

    /// The rounds of a loop are needed.
    pub(super) fn need_rounds(&mut self, facts: &Facts<'_, '_>, id: LoopId) -> Vec<Block> {
        self.need(facts.natural_loops().get(id).header)
    }

    /// It matters by which edge threads come to a block: loops that are left for it by several of them run.
    pub(super) fn need_edges(&mut self, to: Block) -> Vec<Block> {
        let candidates = self.left_for.remove(&to).unwrap_or_default().into_iter().map(|i| &self.candidates[i]);
        let headers: Vec<Block> =
            candidates.filter(|candidate| candidate.alive).map(|candidate| candidate.header).collect();
        headers.into_iter().flat_map(|header| self.need(header)).collect()
    }

    /// By which edge threads leave each loop that is passed over, by its header.
    pub(super) fn exits(&self) -> FastMap<Block, ExitEdge> {
        let alive = self.candidates.iter().filter(|candidate| candidate.alive);
        alive.map(|candidate| (candidate.header, candidate.exit)).collect()
    }
}

/// A loop with what its exits lead to before they meet, if nothing happens there; and whether it has several exits.
fn idle_loop(facts: &Facts<'_, '_>, plan: &SimulationPlan, id: LoopId) -> Option<(IdleLoop, bool)> {
    let (cfg, loops, dominators) = (facts.cfg(), facts.natural_loops(), facts.dominators());
    let header = loops.get(id).header;
    let mut join = facts.postdominators().immediate(header)?;
    while loops.contains(id, join) {
        join = facts.postdominators().immediate(join)?;
    }
    let is_idle = |block: Block| {
        plan.steps[block.index()].is_empty()
            && !plan.synchronizes[block.index()]
            && !cfg.is_doomed(block)
            && dominators.dominates(header, block)
            && matches!(plan.ways[block.index()], BlockExit::Jump(_) | BlockExit::Branch(..))
    };
    let (mut blocks, mut seen, mut exits) = (Vec::new(), FastSet::from_iter([header]), Vec::new());
    let mut work = vec![header];
    while let Some(block) = work.pop() {
        if !is_idle(block) || blocks.len() == MOST_BLOCKS {
            return None;
        }
        blocks.push(block);
        for &next in cfg.successors(block) {
            if next == join {
                exits.push((block, join));
            } else if seen.insert(next) {
                work.push(next);
            }
        }
    }
    Some((IdleLoop { header, blocks, exit: *exits.first()?, alive: true }, exits.len() > 1))
}

#[cfg(test)]
mod tests {
    use crate::options::Options;

    /// What is found in a kernel with a long loop that counts in `%r2`, before a store to an array of 64 numbers, and how many rules gave up.
    fn findings(index: &str, within: &str) -> (Vec<String>, usize) {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p) .reqntid 64, 1, 1 {{\n\
             .reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 4 .b8 a[256];\n\
             ld.param.u64 %rd1, [p]; cvta.to.global.u64 %rd1, %rd1; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n\
             add.s64 %rd1, %rd1, %rd2; mov.u32 %r2, 0; mov.u32 %r4, 0;\n\
             LOOP: ld.global.u32 %r3, [%rd1]; setp.eq.u32 %p1, %r3, 7; @%p1 bra NEXT; add.u32 %r4, %r4, %r3; {within}\n\
             NEXT: add.s64 %rd1, %rd1, 256; add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 1000000; @%p2 bra LOOP;\n\
             mov.u32 %r5, a; shl.b32 %r6, %r1, 2; {index}\nadd.u32 %r6, %r6, %r5; st.shared.u32 [%r6], %r1; ret;\n}}\n"
        );
        let report = crate::driver::check(text.as_bytes(), &Options::default()).expect("a short text");
        (report.findings.iter().map(|finding| finding.rule.name.to_owned()).collect(), report.incomplete.len())
    }

    #[test]
    fn what_comes_after_a_long_loop_is_judged() {
        let (found, incomplete) = findings("add.u32 %r6, %r6, 4;", "");
        assert_eq!((found, incomplete), (vec!["out-of-bounds".to_owned()], 0));
        assert_eq!(findings("", ""), (Vec::new(), 0));
    }

    #[test]
    fn loops_run_whose_counters_are_asked_for_or_in_which_something_happens() {
        let (found, incomplete) = findings("shl.b32 %r4, %r2, 2; add.u32 %r6, %r6, %r4;", "");
        assert!(found.is_empty() && incomplete > 0, "{found:?}");
        let (found, incomplete) = findings("add.u32 %r6, %r6, 4;", "ld.acquire.gpu.global.u32 %r3, [%rd1];");
        assert!(found.is_empty() && incomplete > 0, "{found:?}");
    }
}
