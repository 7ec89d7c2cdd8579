use super::divergence::{explain, guard_level};
use crate::diagnostic::{Finding, Level};
use crate::facts::device::MAX_THREADS;
use crate::facts::protocol::{Executing, LARGER_SHAPE, executing};
use crate::facts::{Barrier, Block, BlockEntry, Divergence, Facts, ThreadScope};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::word;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports instructions with `.aligned`, and named barriers of some warps (`bar.sync 1, 64`), that only part of a warp executes: because an
    /// index or `elect.sync` selects lanes, or because other lanes of the warp execute the same instruction at another place.
    ///
    /// ## Why is this bad
    /// `.aligned` says that all threads of the warp execute this very instruction together. `tcgen05.alloc`, `wgmma.mma_async`,
    /// `setmaxnreg`, `mma`, `ldmatrix` and `barrier.cluster.arrive.aligned` work on the warp as a whole: with only some of its lanes their
    /// behaviour is undefined, and arrivals are counted that have not happened. The same instruction at two places is two instructions.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 4 .b32 base;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, base;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra ALLOCATED;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r2], 32;
    /// ALLOCATED:
    ///     bar.sync 0;
    ///     ld.shared.u32 %r3, [%r2];
    ///     st.global.u32 [%rd1], %r3;
    ///     @%p1 bra DONE;
    ///     tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 32;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 4 .b32 base;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, base;
    ///     setp.ge.u32 %p1, %r1, 32;
    ///     @%p1 bra ALLOCATED;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r2], 32;
    /// ALLOCATED:
    ///     bar.sync 0;
    ///     ld.shared.u32 %r3, [%r2];
    ///     st.global.u32 [%rd1], %r3;
    ///     @%p1 bra DONE;
    ///     tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 32;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Judged is what thread indices and `elect.sync` alone decide, in kernels; conditions that are the same in the whole block are taken to
    /// hold. Where data or a parameter takes part, the rule is silent. Barriers for the whole block are judged by `divergent-barrier`,
    /// and instructions with a mask of lanes by `warp-sync-divergence`. The level is a warning where the size of blocks is not known.
    /// Of those that follow each other in one piece of code the first one is reported.
    ///
    /// ## References
    /// PTX ISA 9.7.13.1 `barrier`, "`.aligned`"; 9.7.16.7 `tcgen05.alloc`; 9.7.15 `wgmma`; 9.7.19.5 `setmaxnreg`.
    pub static ALIGNED_DIVERGENCE = "aligned-divergence" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// The threads of a block whose size nothing says are that many at most.
const MOST_THREADS: u32 = MAX_THREADS as u32;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    let has_aligned = module.opcodes.iter().any(|opcode| module.has_modifier(opcode, word::ALIGNED));
    if module[facts.function].kind != FunctionKind::Entry || (!has_aligned && facts.barriers().is_empty()) {
        return;
    }
    let all: Vec<InstId> = module.insts_of(facts.function).filter(|&inst| is_judged(facts, inst)).collect();
    let mut judged: Option<Block> = None;
    for &inst in &all {
        // Without guards of their own, all instructions of a block have the same threads.
        let block = facts.cfg().block_of(inst);
        if module.guard(inst).is_none() && judged.replace(block) == Some(block) {
            continue;
        }
        if let Some(branch) = parting_branch(facts, inst)
            && let Some(finding) = judge(facts, inst, branch, &all)
        {
            cx.report(finding);
        }
    }
}

/// Whether all threads of a warp have to execute an instruction together, and no other rule says so.
fn is_judged(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    match Barrier::of(facts, inst) {
        Some(barrier) => barrier.aligned && !facts.waits_for_block(inst),
        None => module.has_modifier(module.opcode(inst), word::ALIGNED),
    }
}

/// The branch, or the instruction with its guard, that may part the threads of a warp on the way to an instruction.
fn parting_branch(facts: &Facts<'_, '_>, inst: InstId) -> Option<InstId> {
    let (conditions, uniformity) = (facts.conditions()?, facts.uniformity()?);
    let block = facts.cfg().block_of(inst);
    let guarded = facts.module.guard(inst).map(|_| BlockEntry { branch: block, inst, truth: None, wanted: true });
    let mut ways = guarded.into_iter().chain(conditions.all(facts, block));
    let parts = |way: &BlockEntry| guard_level(facts, uniformity, way.inst, ThreadScope::Warp) != Divergence::Uniform;
    ways.find(parts).map(|way| way.inst)
}

fn judge(facts: &Facts<'_, '_>, inst: InstId, branch: InstId, all: &[InstId]) -> Option<Finding> {
    let (shape, is_known) = match (facts.block_shape().exact, facts.block_shape().most_threads) {
        ([Some(x), Some(y), Some(z)], _) => ([x, y, z], true),
        (_, most) if most < MOST_THREADS => ([most, 1, 1], false),
        _ => (LARGER_SHAPE, false),
    };
    let executing = executing(facts, shape, inst)?;
    let [goes, stays] = executing.partial_warp()?;
    let module = facts.module;
    let name = module.name(module.opcode(inst).name);
    let finding = Finding::new(
        module[inst].span,
        format!("only part of a warp executes this `{name}`, which is for the whole warp"),
    )
    .caption(format!("thread {goes} executes it, thread {stays} of the same warp does not"));
    let finding = match elsewhere(facts, inst, all, &executing, shape) {
        Some(twin) => finding
            .label(module[twin].span, "other lanes of the warp come here: this counts as a different instruction")
            .help("let all threads of the warp execute one instruction, after their paths have met; threads that meet at different places need `barrier.sync` without `.aligned`"),
        None => finding.help("let the whole warp execute it: select warps, not lanes, or move it to where the lanes have reconverged"),
    };
    let finding = explain(facts, finding, branch);
    Some(if is_known { finding } else { finding.level(Level::Warning) })
}

/// The same instruction at another place, to which the other lanes come.
fn elsewhere(
    facts: &Facts<'_, '_>,
    inst: InstId,
    all: &[InstId],
    executing_here: &Executing,
    shape: [u32; 3],
) -> Option<InstId> {
    let module = facts.module;
    let is_twin = |&other: &InstId| {
        other != inst
            && module[other].opcode == module[inst].opcode
            && executing(facts, shape, other)
                .is_some_and(|others| !others.meets(executing_here) && others.whole_warps().meets(executing_here))
    };
    all.iter().copied().find(is_twin)
}
