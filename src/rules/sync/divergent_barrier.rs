use std::collections::{HashMap, HashSet, VecDeque};

use super::divergence::{
    Parting, explain, guard_level, is_computed, is_one_of_two, is_predictable, parting, parts_every_launch,
};
use crate::diagnostic::{Finding, Level as Severity};
use crate::facts::expr::{Axis, LeafKinds};
use crate::facts::{Barrier, Block, BlockEntry, Cause, Divergence, Facts, ThreadScope, Uniformity, guard_value};
use crate::ids::InstId;
use crate::isa::{Effects, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports block barriers that not all threads of a block reach, because a branch that depends on the thread's index decides who
    /// does.
    ///
    /// ## Why is this bad
    /// The barrier waits for all threads of the block that are still running. Those that took the other path wait at another barrier,
    /// or run on into memory that the first ones have not written: the kernel hangs, or computes with half of its data.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<3>;
    ///     .shared .align 4 .b32 total;
    ///     mov.u32 %r1, %tid.x;
    ///     setp.gt.u32 %p1, %r1, 15;
    ///     @%p1 bra skip;
    ///     bar.sync 0;
    /// skip:
    ///     atom.shared.add.u32 %r2, [total], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u32 n)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<3>;
    ///     .shared .align 4 .b32 total;
    ///     ld.param.u32 %r1, [n];
    ///     setp.gt.u32 %p1, %r1, 15;
    ///     @%p1 bra skip;
    ///     bar.sync 0;
    /// skip:
    ///     atom.shared.add.u32 %r2, [total], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// An error needs two threads of one block that provably diverge at the branch, in every launch that reaches it or in the known
    /// one; the finding names them.
    ///
    /// The level is a warning when the threads diverge only in some launches, because a size decides; when the branch depends on data
    /// that each thread loads for itself; and when both paths lead to barriers, which then pair up as the hardware counts arrivals.
    /// It is also a warning when the threads on the other path leave the kernel, and either thread indices alone decide that or each
    /// thread counts the iterations of a loop for itself. Where a parameter takes part in another decision, `exit-before-barrier`
    /// checks whether that does harm. Nothing is said where the lanes of a warp have exchanged what decides (`shfl`, `vote`, `redux`):
    /// other warps may have agreed on the same. Nor is anything said where threads come to a barrier on both paths under the same
    /// condition: then all of them come, or none.
    ///
    /// Threads that end the grid with `trap` are not waited for. Arrivals are not counted, so some barriers are not judged: those
    /// with a thread count smaller than the block, those at which some threads only arrive (`bar.arrive`), and those that the threads
    /// of the other path also reach if whole warps diverge. A barrier without `.aligned` synchronises whichever threads arrive; it is
    /// judged only if it is the only one with its number in the function, and not in a loop.
    ///
    /// A call to a function of the module counts as the barriers that every path through it reaches; a barrier on only some of its
    /// paths is judged by its own conditions, and with what kernels pass to the function.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.13.1 `bar`, `barrier`; CUDA C++ Programming Guide, "Synchronization Functions".
    pub static DIVERGENT_BARRIER = "divergent-barrier" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if !module.has_effects(Effects::BARRIER) {
        return;
    }
    for inst in module.insts_of(facts.function) {
        if !module.opcode(inst).effects.intersects(Effects::BARRIER.union(Effects::CALL)) {
            continue;
        }
        let for_all = facts.waits_for_block(inst);
        let one_place = Barrier::of(facts, inst).is_none_or(|barrier| barrier.is_one_place(facts));
        let reachable = facts.cfg().is_reachable(facts.cfg().block_of(inst));
        if let Some(finding) = (for_all && one_place && reachable).then(|| judge(facts, inst)).flatten() {
            cx.report(finding);
        }
    }
}

fn judge(facts: &Facts<'_, '_>, barrier: InstId) -> Option<Finding> {
    let (module, cfg) = (facts.module, facts.cfg());
    let conditions = facts.conditions()?;
    let block = cfg.block_of(barrier);
    if module.guard(barrier).is_some() {
        return judge_guarded(facts, barrier);
    }
    let ways = conditions.all(facts, block);
    if ways.is_empty() {
        return None;
    }
    let uniformity = facts.uniformity()?;
    // Half of the steps are for all ways alike, so that no way is left out because of those before it.
    let share = facts.steps_left() / 2 / ways.len();
    let repeated = repeated(&ways);
    let mut likely = None;
    for (way, later) in ways.iter().zip((0..ways.len()).rev()) {
        if !facts.spend(repeated.len()) {
            break;
        }
        if is_one_of_two(facts, &ways, way, block) || is_decided_alike(facts, &repeated, way) {
            continue;
        }
        match facts.keeping(share * later, || judge_way(facts, uniformity, barrier, way)) {
            PathOutcome::Parts(finding) => return Some(finding),
            PathOutcome::IsLikely => likely = likely.or(Some(way.inst)),
            PathOutcome::Nothing => {}
        }
    }
    let branch = likely?;
    let name = noun(facts, barrier);
    let finding = Finding::new(module[barrier].span, format!("some threads of the block may not reach this {name}"))
        .level(Severity::Warning)
        .caption("reached under a condition that may differ between threads")
        .help("make the condition the same for the whole block, or move the barrier to a point that all threads reach");
    Some(explain(facts, finding, branch))
}

/// The ways whose condition is that of another way, too.
fn repeated(ways: &[BlockEntry]) -> Vec<BlockEntry> {
    let mut count = HashMap::new();
    for way in ways {
        *count.entry((way.truth, way.wanted)).or_insert(0) += 1;
    }
    ways.iter().filter(|way| way.truth.is_some() && count[&(way.truth, way.wanted)] > 1).copied().collect()
}

/// Whether threads on both ways of a branch go on to a barrier if the same is true: compilers ask for it on each way.
fn is_decided_alike(facts: &Facts<'_, '_>, repeated: &[BlockEntry], way: &BlockEntry) -> bool {
    let cfg = facts.cfg();
    let &[one, other] = cfg.successors(way.branch) else { return false };
    let dominators = facts.dominators();
    let behind =
        |arm: Block| repeated.iter().filter(move |it| it.branch != way.branch && dominators.dominates(arm, it.branch));
    behind(one).any(|here| {
        let is_same = |there: &BlockEntry| there.truth == here.truth && there.wanted == here.wanted;
        !dominators.dominates(other, here.branch) && behind(other).any(is_same)
    })
}

/// What a way to a barrier does.
enum PathOutcome {
    /// It parts the threads of a block.
    Parts(Finding),
    /// It may part them by what they have computed.
    IsLikely,
    Nothing,
}

fn judge_way(facts: &Facts<'_, '_>, uniformity: &Uniformity, barrier: InstId, way: &BlockEntry) -> PathOutcome {
    let (module, block) = (facts.module, facts.cfg().block_of(barrier));
    let level = guard_level(facts, uniformity, way.inst, ThreadScope::Block);
    let leaves = leaves_kernel(facts, way.branch);
    if level == Divergence::Uniform
        || level == Divergence::Unknown
        || (leaves && !parts_every_launch(facts, way) && !counts_by_thread(facts, way, block))
        || others_arrive(facts, barrier, way)
    {
        return PathOutcome::Nothing;
    }
    let balanced = meets_barrier_otherwise(facts, way.branch, block);
    let Some((parting, every)) = Parting::of(parting(facts, way, None)) else {
        let is_likely = !balanced && !leaves && is_computed(facts, way) && !is_agreed_on(facts, uniformity, way);
        return if is_likely { PathOutcome::IsLikely } else { PathOutcome::Nothing };
    };
    if parting.meets_at(facts, block) {
        return PathOutcome::Nothing;
    }
    let message = format!("not all threads of the block reach this {}", noun(facts, barrier));
    let text = format!("{} reaches it, {} does not", parting.goes, parting.stays);
    let finding = explain(facts, Finding::new(module[barrier].span, message).caption(text), parting.branch);
    let finding = finding.witness(parting.witness(facts, barrier));
    let help = "move the barrier to a point that all threads reach";
    PathOutcome::Parts(if leaves {
        finding.level(Severity::Warning).help(format!(
            "{help}: the threads of the other way leave the kernel, so that it does not hang today, but CUDA leaves this \
             undefined"
        ))
    } else if balanced {
        finding.level(Severity::Warning).help(format!(
            "{help}, although the other path also has a barrier: the hardware counts arrivals and may pair them"
        ))
    } else if every {
        finding.help(help)
    } else {
        finding.level(Severity::Warning).help(help)
    })
}

/// Whether the lanes of a warp have exchanged what a way is decided by. Where each warp reads the same and its lanes agree, as schedulers of
/// tiles do, all warps go the same way.
pub(crate) fn is_agreed_on(facts: &Facts<'_, '_>, uniformity: &Uniformity, way: &BlockEntry) -> bool {
    let Some(value) = guard_value(facts, way.inst) else { return false };
    let module = facts.module;
    let exchanges = |inst: InstId| matches!(module.opcode(inst).instruction, Some(op::SHFL | op::VOTE | op::REDUX));
    uniformity.chain(facts, value, MOST_CAUSES).iter().any(|cause| match *cause {
        Cause::Operand(inst, _) | Cause::Source(inst) => exchanges(inst),
        Cause::Join(_) | Cause::Branch(_) => false,
    })
}

/// Longest chain of causes that is looked through for an exchange.
const MOST_CAUSES: usize = 64;

/// Whether a way decides how often a loop with a barrier goes round, by the index along x: each thread then counts for itself. Rows of
/// a block, along the other axes, are often single ones.
fn counts_by_thread(facts: &Facts<'_, '_>, way: &BlockEntry, barrier: Block) -> bool {
    facts.natural_loops().common(way.branch, barrier).is_some()
        && way.truth.is_some_and(|truth| facts.exprs().table.has_any(truth, LeafKinds::tid(Axis::X)))
}

/// The barrier in words.
fn noun(facts: &Facts<'_, '_>, inst: InstId) -> String {
    let name = facts.module.name(facts.module.opcode(inst).name);
    match Barrier::of(facts, inst) {
        Some(_) => format!("`{name}`"),
        None => format!("`{name}` of a function with a barrier"),
    }
}

/// A barrier with a guard of its own.
fn judge_guarded(facts: &Facts<'_, '_>, barrier: InstId) -> Option<Finding> {
    let module = facts.module;
    let truth = facts.exprs().guard(facts, barrier);
    let way = BlockEntry { branch: facts.cfg().block_of(barrier), inst: barrier, truth, wanted: true };
    let this = Barrier::of(facts, barrier);
    let elsewhere = this.is_some_and(|this| facts.barriers().iter().any(|other| this.may_be(other)));
    if elsewhere && parts_no_warp(facts, &way) {
        return None;
    }
    let (parting, every) = Parting::of(parting(facts, &way, None))?;
    let text = format!("{} executes it, {} does not", parting.goes, parting.stays);
    let finding = Finding::new(module[barrier].span, "not all threads of the block execute this barrier")
        .caption(text)
        .help("the guard must be the same in all threads")
        .witness(parting.witness(facts, barrier));
    let finding = if every { finding } else { finding.level(Severity::Warning) };
    Some(explain(facts, finding, barrier))
}

/// Whether the threads that go the other way of a branch come to the same barrier somewhere there, in whole warps: whether as many
/// arrive as are waited for is a matter of counting.
fn others_arrive(facts: &Facts<'_, '_>, barrier: InstId, way: &BlockEntry) -> bool {
    let cfg = facts.cfg();
    let Some(this) = Barrier::of(facts, barrier) else { return false };
    let &[target, next] = cfg.successors(way.branch) else { return false };
    let stop = facts.postdominators().immediate(way.branch);
    let mut seen = HashSet::from([cfg.block_of(barrier)]);
    seen.extend(stop);
    let mut work = vec![if way.wanted { next } else { target }];
    let mut arrive = false;
    while let Some(at) = work.pop() {
        if seen.insert(at) {
            arrive |= cfg.insts(at).filter_map(|inst| Barrier::of(facts, inst)).any(|other| this.may_be(&other));
            work.extend(cfg.successors(at));
        }
    }
    arrive && parts_no_warp(facts, way)
}

/// Whether a way is decided by indices, and alike for all threads of a warp.
pub(crate) fn parts_no_warp(facts: &Facts<'_, '_>, way: &BlockEntry) -> bool {
    let uniform = facts
        .uniformity()
        .is_some_and(|uniformity| guard_level(facts, uniformity, way.inst, ThreadScope::Warp) == Divergence::Uniform);
    uniform || (is_predictable(facts, way) && Parting::of(parting(facts, way, Some([u32::MAX; 2]))).is_none())
}

/// What a thread may do that others notice.
const ACTS: Effects = Effects::BARRIER
    .union(Effects::BARRIER_ARRIVE)
    .union(Effects::WRITES_MEMORY)
    .union(Effects::READS_MEMORY)
    .union(Effects::WARP_SYNCHRONOUS)
    .union(Effects::CALL);

/// Whether one way of a branch leads out of the kernel without touching memory: threads that have left are not waited for.
pub(super) fn leaves_kernel(facts: &Facts<'_, '_>, branch: Block) -> bool {
    use crate::facts::Exit;
    let cfg = facts.cfg();
    let leads_out = |block: Block| {
        let mut at = block;
        for _ in 0..32 {
            let acts = |inst: InstId| facts.module.opcode(inst).effects.intersects(ACTS);
            if cfg.insts(at).any(acts) {
                return false;
            }
            if cfg.is_doomed(at) {
                return false;
            }
            match (cfg.exit(at), cfg.successors(at)) {
                (Exit::Always, _) => return true,
                (Exit::None, &[next]) => at = next,
                _ => return false,
            }
        }
        false
    };
    let leaves = cfg.exit(branch) == Exit::Guarded && !cfg.traps(branch);
    leaves || cfg.successors(branch).iter().any(|&way| leads_out(way))
}

/// Whether all ways of a branch that do not lead to `block` meet another barrier before the ways meet again.
fn meets_barrier_otherwise(facts: &Facts<'_, '_>, branch: Block, block: Block) -> bool {
    let cfg = facts.cfg();
    let stop = facts.postdominators().immediate(branch);
    let has_barrier = |block: Block| cfg.insts(block).any(|inst| facts.waits_for_block(inst));
    // A path from the branch to where the ways meet that passes neither `block` nor another barrier.
    let mut seen = HashSet::new();
    let mut work = VecDeque::from(cfg.successors(branch).to_vec());
    while let Some(at) = work.pop_front() {
        if cfg.is_doomed(at) {
            continue;
        }
        let leaves = cfg.exit(at) != crate::facts::Exit::None && !cfg.traps(at);
        if Some(at) == stop || leaves {
            return false;
        }
        if !facts.spend(1) {
            return true;
        }
        if at != block && !has_barrier(at) && seen.insert(at) {
            work.extend(cfg.successors(at));
        }
    }
    true
}
