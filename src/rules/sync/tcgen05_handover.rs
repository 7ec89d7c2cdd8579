use crate::diagnostic::{Applicability, Finding};
use crate::facts::protocol::{
    Agent, BarrierUse, barrier_uses, calls_others, executing, has_instruction, not_before, shape_of, ways, ways_avoid,
    with_effects, with_instruction,
};
use crate::facts::{AccessKind, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, op};
use crate::rules::insertion::before;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports work on tensor memory that is handed from threads to threads, or to the tensor core, without what orders it: an address of
    /// tensor memory that is read before the allocating warp has met the others, `tcgen05.commit` by threads that have issued no work, a wait
    /// for products of which the last one was never committed, and, in kernels that use them, missing `tcgen05.fence`.
    ///
    /// ## Why is this bad
    /// `tcgen05.alloc` writes the address to shared memory in one warp. `tcgen05.commit` tracks what the same thread has issued: another
    /// thread's commit arrives at once. And `tcgen05` instructions are ordered with barriers and waits only by
    /// `tcgen05.fence::before_thread_sync` before them and `tcgen05.fence::after_thread_sync` after them; without them, a load may be
    /// issued before the wait for the products it is to see.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<6>;
    ///     .reg .b32 %r<12>;
    ///     .reg .b64 %rd<8>;
    ///     .shared .align 8 .b64 done;
    ///     .shared .align 4 .b32 base;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, done;
    ///     mov.u32 %r3, base;
    ///     setp.ge.u32 %p1, %r1, 32;
    ///     setp.ne.u32 %p2, %r1, 0;
    ///     @%p1 bra ALLOCATED;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3], 32;
    ///     tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
    /// ALLOCATED:
    ///     @%p2 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     tcgen05.fence::before_thread_sync;
    ///     bar.sync 0;
    ///     tcgen05.fence::after_thread_sync;
    ///     ld.shared.u32 %r4, [%r3];
    ///     mov.u32 %r5, 0;
    ///     tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4], {%r5};
    ///     tcgen05.wait::st.sync.aligned;
    ///     tcgen05.fence::before_thread_sync;
    ///     bar.sync 1;
    ///     @%p2 bra WAIT;
    ///     tcgen05.fence::after_thread_sync;
    ///     mov.u32 %r6, 136380432;
    ///     setp.eq.u32 %p3, %r5, 0;
    ///     tcgen05.mma.cta_group::1.kind::f16 [%r4], %rd2, %rd3, %r6, %p3;
    ///     tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r2], 0;
    ///     @!%p4 bra WAIT;
    ///     tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r7}, [%r4];
    ///     tcgen05.wait::ld.sync.aligned;
    ///     mul.wide.u32 %rd4, %r1, 4;
    ///     add.u64 %rd5, %rd1, %rd4;
    ///     st.global.u32 [%rd5], %r7;
    ///     bar.sync 0;
    ///     @%p1 bra DONE;
    ///     tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 32;
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
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<6>;
    ///     .reg .b32 %r<12>;
    ///     .reg .b64 %rd<8>;
    ///     .shared .align 8 .b64 done;
    ///     .shared .align 4 .b32 base;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, done;
    ///     mov.u32 %r3, base;
    ///     setp.ge.u32 %p1, %r1, 32;
    ///     setp.ne.u32 %p2, %r1, 0;
    ///     @%p1 bra ALLOCATED;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r3], 32;
    ///     tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
    /// ALLOCATED:
    ///     @%p2 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     tcgen05.fence::before_thread_sync;
    ///     bar.sync 0;
    ///     tcgen05.fence::after_thread_sync;
    ///     ld.shared.u32 %r4, [%r3];
    ///     mov.u32 %r5, 0;
    ///     tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4], {%r5};
    ///     tcgen05.wait::st.sync.aligned;
    ///     tcgen05.fence::before_thread_sync;
    ///     bar.sync 1;
    ///     @%p2 bra WAIT;
    ///     tcgen05.fence::after_thread_sync;
    ///     mov.u32 %r6, 136380432;
    ///     setp.eq.u32 %p3, %r5, 0;
    ///     tcgen05.mma.cta_group::1.kind::f16 [%r4], %rd2, %rd3, %r6, %p3;
    ///     tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p4, [%r2], 0;
    ///     @!%p4 bra WAIT;
    ///     tcgen05.fence::after_thread_sync;
    ///     tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r7}, [%r4];
    ///     tcgen05.wait::ld.sync.aligned;
    ///     mul.wide.u32 %rd4, %r1, 4;
    ///     add.u64 %rd5, %rd1, %rd4;
    ///     st.global.u32 [%rd5], %r7;
    ///     bar.sync 0;
    ///     @%p1 bra DONE;
    ///     tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r4, 32;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Fences are missed in kernels that have some, since compilers that order by commits and waits alone leave all of them out: after a
    /// wait at a barrier at which `tcgen05.commit` arrives, after a `bar.sync` that a fence precedes, and before a `bar.sync` that a
    /// fence follows. A fence on any path silences the rule. Commits are judged where the thread index alone says who issues
    /// and who commits. Kernels that call functions are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.16.6 "Memory Consistency Model of 5th generation of TensorCore operations", `tcgen05.fence`, `tcgen05.commit`,
    /// `tcgen05.alloc`.
    pub static TCGEN05_HANDOVER = "tcgen05-handover" {
        group: Sync,
        level: Warning,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it.is_of_family(op::TCGEN05_ALLOC))
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let found =
        [early_address(facts), foreign_commit(facts), uncommitted(facts), missing_after(facts), missing_before(facts)];
    found.into_iter().flatten().for_each(|finding| cx.report(finding));
}

/// The address of tensor memory is read before the warp that allocates it has met the others.
fn early_address(facts: &Facts<'_, '_>) -> Option<Finding> {
    let barriers = with_effects(facts, Effects::BARRIER.union(Effects::CLUSTER_BARRIER).union(Effects::MBARRIER_WAIT));
    let accesses: Vec<&MemoryAccess> = facts.own_accesses().collect();
    let shape = shape_of(facts);
    with_instruction(facts, |it| it == op::TCGEN05_ALLOC).into_iter().find_map(|allocation| {
        let written = facts.accesses_at(allocation).first()?.address?;
        let barriers = not_before(facts, allocation, &barriers);
        let is_early = |access: &&&MemoryAccess| {
            access.kind == AccessKind::Read
                && access.address == Some(written)
                && ways_avoid(facts, None, access.inst, &barriers)
                && matches!(
                    (executing(facts, shape, access.inst), executing(facts, shape, allocation)),
                    (Some(readers), Some(owners)) if readers.exceeds(&owners)
                )
        };
        let early = accesses.iter().find(is_early)?;
        Some(
            Finding::new(early.operand.span, "the address of the tensor memory may be read before it is there")
                .caption("read by threads of other warps, too")
                .label(facts.module[allocation].span, "written here, by one warp")
                .help("put `bar.sync 0` between the two, where all threads pass"),
        )
    })
}

/// A thread commits that has handed nothing to the tensor core.
fn foreign_commit(facts: &Facts<'_, '_>) -> Option<Finding> {
    let issued = with_effects(facts, Effects::TENSOR_PRODUCTS.union(Effects::TENSOR_MOVES));
    let first = *issued.first()?;
    let shape = shape_of(facts);
    let threads = |inst: &InstId| executing(facts, shape, *inst);
    let mut issuers = threads(&first)?;
    for inst in &issued[1..] {
        issuers.add(&threads(inst)?);
    }
    let commits = with_instruction(facts, |it| it == op::TCGEN05_COMMIT);
    let commit = commits.into_iter().find(|inst| threads(inst).is_some_and(|own| own.exceeds(&issuers)))?;
    Some(
        Finding::new(facts.module[commit].span, "threads that have issued no work to the tensor core commit here")
            .caption("only tracks what the same thread has issued")
            .label(facts.module[first].span, "issued here, by other threads")
            .help("let the thread that issues the work execute `tcgen05.commit`, and no other one"),
    )
}

/// A product behind which a thread waits for products, although only products that come later are committed.
fn uncommitted(facts: &Facts<'_, '_>) -> Option<Finding> {
    let products = with_effects(facts, Effects::TENSOR_PRODUCTS);
    let commits = with_instruction(facts, |it| it == op::TCGEN05_COMMIT);
    let is_left = |product: InstId| {
        let others: Vec<InstId> = products.iter().copied().filter(|&other| other != product).collect();
        commits
            .iter()
            .all(|&commit| ways(facts, Some(product), commit, &others).is_some_and(|ways| !ways.exist || ways.pass))
    };
    let left: Vec<InstId> = products.iter().copied().filter(|&product| is_left(product)).collect();
    if left.is_empty() {
        return None;
    }
    let waits = committed_waits(facts, &barrier_uses(facts));
    let waited = |product: InstId| {
        let stops: Vec<InstId> = commits.iter().chain(&products).copied().filter(|&stop| stop != product).collect();
        waits.iter().copied().find(|&wait| ways_avoid(facts, Some(product), wait, &stops))
    };
    let (product, wait) = left.into_iter().find_map(|product| Some((product, waited(product)?)))?;
    Some(
        Finding::new(facts.module[wait].span, "this waits for products, but nothing has committed the last one")
            .caption("may return before the product is there, or never")
            .label(facts.module[product].span, "issued to the tensor core here")
            .help("put `tcgen05.commit` with the barrier that is waited for after the product"),
    )
}

/// Where threads wait at a barrier at which `tcgen05.commit` arrives.
fn committed_waits(facts: &Facts<'_, '_>, uses: &[BarrierUse]) -> Vec<InstId> {
    let is_committed = |wait: &BarrierUse| {
        let commits = |other: &&BarrierUse| facts.module.opcode(other.inst).instruction == Some(op::TCGEN05_COMMIT);
        wait.objects().iter().any(|&object| uses.iter().filter(commits).any(|commit| commit.names(object)))
    };
    uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_WAIT) && is_committed(it)).map(|it| it.inst).collect()
}

fn fences(facts: &Facts<'_, '_>) -> [Vec<InstId>; 2] {
    [op::TCGEN05_FENCE_BEFORE_THREAD_SYNC, op::TCGEN05_FENCE_AFTER_THREAD_SYNC]
        .map(|wanted| with_instruction(facts, |it| it == wanted))
}

/// What works on tensor memory, in order with the thread's other instructions as far as fences say so.
fn works(facts: &Facts<'_, '_>) -> Vec<InstId> {
    let of_registers = [Agent::TensorLoads, Agent::TensorStores].map(|agent| agent.starts(facts));
    let mut works = with_effects(facts, Effects::TENSOR_PRODUCTS.union(Effects::TENSOR_MOVES));
    works.extend(of_registers.into_iter().flatten());
    works.sort_unstable();
    works
}

/// The kernel orders its work by fences, but not behind a wait that products, or other threads, end.
fn missing_after(facts: &Facts<'_, '_>) -> Option<Finding> {
    let [befores, after] = fences(facts);
    if befores.is_empty() && after.is_empty() {
        return None;
    }
    let mut waits: Vec<InstId> = committed_waits(facts, &barrier_uses(facts));
    // Behind a barrier at which other threads have fenced their work.
    let barriers = with_effects(facts, Effects::BARRIER);
    let arrivals = with_effects(facts, Effects::BARRIER.union(Effects::MBARRIER_ARRIVE).union(Effects::MBARRIER_WAIT));
    let is_handed = |&barrier: &InstId| {
        // What a fence stands before is the next arrival; a later barrier is about something else.
        let others: Vec<InstId> = arrivals.iter().copied().filter(|&other| other != barrier).collect();
        befores.iter().any(|&fence| ways_avoid(facts, Some(fence), barrier, &others))
    };
    waits.extend(barriers.into_iter().filter(is_handed));
    let works = works(facts);
    let meetings = with_effects(facts, Effects::BARRIER.union(Effects::MBARRIER_WAIT));
    let pairs = waits.iter().flat_map(|&wait| works.iter().map(move |&work| (wait, work)));
    // A later meeting has its own fences.
    let unfenced = |&(wait, work): &(InstId, InstId)| {
        let others: Vec<InstId> = meetings.iter().copied().filter(|&other| other != wait).collect();
        ways_avoid(facts, Some(wait), work, &after) && ways_avoid(facts, Some(wait), work, &others)
    };
    let (wait, work) = pairs.into_iter().find(unfenced)?;
    Some(
        Finding::new(
            facts.module[work].span,
            "this may run before the wait is over: no fence orders it after the wait",
        )
        .caption("works on tensor memory")
        .label(facts.module[wait].span, "waits here")
        .help("put `tcgen05.fence::after_thread_sync` between the two, as elsewhere in this kernel")
        .fixes(Applicability::Safe, vec![before(facts.module, work, "tcgen05.fence::after_thread_sync;")]),
    )
}

/// The kernel orders its work behind barriers by fences, but not what comes before a barrier.
fn missing_before(facts: &Facts<'_, '_>) -> Option<Finding> {
    let [befores, after] = fences(facts);
    if after.is_empty() {
        return None;
    }
    let barriers = with_effects(facts, Effects::BARRIER);
    let works = works(facts);
    // Products are ordered by their commit.
    let fenced: Vec<InstId> = works
        .iter()
        .copied()
        .filter(|&inst| !facts.module.opcode(inst).effects.intersects(Effects::TENSOR_PRODUCTS))
        .collect();
    let pairs = fenced.iter().flat_map(|&work| barriers.iter().map(move |&barrier| (work, barrier)));
    let others = |barrier: InstId| barriers.iter().copied().filter(|&other| other != barrier).collect::<Vec<_>>();
    let is_followed = |barrier: InstId| {
        after.iter().any(|&fence| {
            ways_avoid(facts, Some(barrier), fence, &others(barrier))
                && works.iter().any(|&later| ways_avoid(facts, Some(fence), later, &barriers))
        })
    };
    // Copies are done, too, when a thread has waited for their commit.
    let awaited = [befores.clone(), committed_waits(facts, &barrier_uses(facts))].concat();
    let moves = |work: InstId| facts.module.opcode(work).effects.intersects(Effects::TENSOR_MOVES);
    let unfenced = |&(work, barrier): &(InstId, InstId)| {
        ways_avoid(facts, Some(work), barrier, if moves(work) { &awaited } else { &befores })
            && ways_avoid(facts, Some(work), barrier, &others(barrier))
            && is_followed(barrier)
    };
    let (work, barrier) = pairs.into_iter().find(unfenced)?;
    Some(
        Finding::new(facts.module[barrier].span, "no fence orders the work on tensor memory before this barrier")
            .caption("other threads go on here")
            .label(facts.module[work].span, "may still come after the barrier")
            .help("put `tcgen05.fence::before_thread_sync` between the two, as the fence after the barrier expects")
            .fixes(Applicability::Safe, vec![before(facts.module, barrier, "tcgen05.fence::before_thread_sync;")]),
    )
}
