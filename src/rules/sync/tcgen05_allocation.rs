use super::divergence::guard_level;
use crate::diagnostic::{Finding, Level};
use crate::facts::protocol::{calls_others, has_instruction, reaches, with_effects, with_instruction};
use crate::facts::{Block, Divergence, Exit, Facts, ThreadScope};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, Instruction, Role, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports tensor memory that a kernel allocates and never gives back, that it gives back with another number of columns, and
    /// allocations after `tcgen05.relinquish_alloc_permit`. Where two blocks allocate together, also that one gives back what the other one may still
    /// use, as nothing orders them between an access and `tcgen05.dealloc`.
    ///
    /// ## Why is this bad
    /// Tensor memory belongs to the multiprocessor, not to the block: what a block leaves allocated stays so, and later blocks wait for it
    /// for ever. A block that has given up its permit to allocate must not allocate again.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .shared .align 4 .b32 place;
    ///     mov.u32 %r1, place;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 64;
    ///     tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
    ///     bar.sync 0;
    ///     ld.shared.u32 %r2, [%r1];
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .shared .align 4 .b32 place;
    ///     mov.u32 %r1, place;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 64;
    ///     tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
    ///     bar.sync 0;
    ///     ld.shared.u32 %r2, [%r1];
    ///     tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r2, 64;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// An allocation is reported if no path from it leads to `tcgen05.dealloc`, and as a warning if one path leaves the kernel without it where
    /// all threads of the block take the same one, unless the allocation hangs on such a decision itself. Numbers of columns
    /// are compared in kernels with one allocation and one deallocation, both constant. A pair of blocks is taken to be in order by any
    /// barrier of the cluster, and any wait at an `mbarrier`, after which the kernel gives back and accesses nothing. Kernels that call functions are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.16.7 "Tensor Memory Allocation and Management Instructions".
    pub static TCGEN05_ALLOCATION = "tcgen05-allocation" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it == op::TCGEN05_ALLOC)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let module = cx.module;
    let all = |wanted: Instruction| with_instruction(facts, |it| it == wanted);
    let (allocations, deallocations) = (all(op::TCGEN05_ALLOC), all(op::TCGEN05_DEALLOC));
    let relinquished = all(op::TCGEN05_RELINQUISH_ALLOC_PERMIT);
    for &allocation in &allocations {
        let span = module[allocation].span;
        if reaches(facts, allocation, &deallocations) == Some(false) {
            cx.report(
                Finding::new(span, "the tensor memory that is allocated here is never given back")
                    .caption("no path from here leads to `tcgen05.dealloc`")
                    .help("let the same warp execute `tcgen05.dealloc` with as many columns before the kernel ends"),
            );
        }
        if let Some(branch) = way_out(facts, allocation, &deallocations) {
            cx.report(
                Finding::new(span, "the tensor memory that is allocated here is not given back on every path")
                    .level(Level::Warning)
                    .caption("allocated here")
                    .label(
                        module[branch].span,
                        "one way from here leads to the end of the kernel without `tcgen05.dealloc`",
                    )
                    .help("let the same warp execute `tcgen05.dealloc` before the kernel ends on this path, too"),
            );
        }
        let given_up = relinquished.iter().find(|&&permit| facts.always_follows(permit, allocation));
        if let Some(&permit) = given_up {
            cx.report(
                Finding::new(span, "tensor memory is allocated after the permit to do so was given up")
                    .caption("allocated here")
                    .label(module[permit].span, "given up here")
                    .help("relinquish the permit after the last allocation"),
            );
        }
    }
    if let Some(finding) = alone(facts, &deallocations) {
        cx.report(finding);
    }
    if let ([allocation], [deallocation]) = (&allocations[..], &deallocations[..])
        && let (Some(taken), Some(given)) = (columns(facts, *allocation), columns(facts, *deallocation))
        && taken != given
    {
        cx.report(
            Finding::new(
                module[*deallocation].span,
                format!("{given} columns are given back, but {taken} were allocated"),
            )
            .caption(format!("gives back {given} columns"))
            .label(module[*allocation].span, format!("allocates {taken} columns"))
            .help(format!("give back {taken} columns")),
        );
    }
}

/// A branch behind an allocation that all threads of a block take alike, and from which one way leads out of the kernel and the other one to
/// where the memory is given back. None if whether anything is allocated hangs on what is the same for all threads: both may be one decision.
fn way_out(facts: &Facts<'_, '_>, allocation: InstId, deallocations: &[InstId]) -> Option<InstId> {
    let (cfg, uniformity, conditions) = (facts.cfg(), facts.uniformity()?, facts.conditions()?);
    let is_uniform = |branch: InstId| guard_level(facts, uniformity, branch, ThreadScope::Block) == Divergence::Uniform;
    if deallocations.is_empty()
        || conditions.all(facts, cfg.block_of(allocation)).iter().any(|way| is_uniform(way.inst))
    {
        return None;
    }
    let gives_back = |block: &Block| {
        let is_here = |&inst: &InstId| cfg.block_of(inst) == *block;
        deallocations.iter().any(is_here) || reaches(facts, cfg.first(*block), deallocations) != Some(false)
    };
    let parts = |block: &Block| {
        let (branch, ways) = (cfg.last(*block), cfg.successors(*block));
        let (back, out): (Vec<Block>, Vec<Block>) = ways.iter().copied().partition(gives_back);
        let leaves =
            cfg.exit(*block) == Exit::Guarded && !cfg.traps(*block) || out.iter().any(|&way| !cfg.is_doomed(way));
        leaves
            && !back.is_empty()
            && is_uniform(branch)
            && conditions.all(facts, *block).iter().all(|way| is_uniform(way.inst))
            && reaches(facts, allocation, &[branch]) == Some(true)
            && deallocations.iter().all(|&other| reaches(facts, other, &[branch]) == Some(false))
    };
    cfg.blocks().find(parts).map(|block| cfg.last(block))
}

/// What both blocks of a pair have allocated is given back before the other one is known to be done with it: whatever orders the two comes
/// before some access.
fn alone(facts: &Facts<'_, '_>, deallocations: &[InstId]) -> Option<Finding> {
    let module = facts.module;
    let of_pair = |inst: &InstId| module.has_modifier(module.opcode(*inst), word::CTA_GROUP_2);
    let deallocation = deallocations.iter().copied().find(of_pair)?;
    let accesses =
        with_effects(facts, Effects::TENSOR_PRODUCTS.union(Effects::TENSOR_LOADS).union(Effects::TENSOR_STORES));
    let meetings = with_effects(facts, Effects::CLUSTER_BARRIER.union(Effects::MBARRIER_WAIT));
    let is_last = |&meeting: &InstId| {
        reaches(facts, meeting, &[deallocation]) != Some(false) && reaches(facts, meeting, &accesses) != Some(true)
    };
    let access = accesses.iter().copied().find(|&access| reaches(facts, access, &[deallocation]) == Some(true))?;
    if meetings.iter().any(is_last) {
        return None;
    }
    Some(
        Finding::new(module[deallocation].span, "the other block of the pair may still use this tensor memory")
            .level(Level::Warning)
            .caption("given back by both blocks")
            .label(module[access].span, "used here, and no barrier of the cluster comes between the two")
            .help("let all threads of both blocks meet (`barrier.cluster.arrive`, `barrier.cluster.wait`) before"),
    )
}

/// How many columns are allocated or given back.
fn columns(facts: &Facts<'_, '_>, inst: InstId) -> Option<u64> {
    let (operand, _) = facts.module.operand_specs(inst).find(|(_, spec)| spec.role() == Role::Count)?;
    facts.constant(inst, operand)
}
