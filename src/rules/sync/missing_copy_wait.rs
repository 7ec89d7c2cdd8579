use crate::diagnostic::Finding;
use crate::facts::protocol::{
    AsyncAccess, BarrierUse, GenericAccess, LEAST_TENSOR_BYTES, Overlaps, PathBounds, async_accesses, barrier_uses,
    calls_others, has_instruction, precursors, reaches, shared_writes, ways, with_effects,
};
use crate::facts::{AccessKind, Facts};
use crate::ids::InstId;
use crate::ir::{FunctionKind, Operand};
use crate::isa::{Effects, Role, StateSpace, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports shared memory that a bulk copy or tensor copy fills and that is read although nothing has waited for the copy: by loads of the
    /// bytes that it brings, before any wait at the `mbarrier` on which it completes, and by matrix products that no wait precedes.
    ///
    /// ## Why is this bad
    /// The copy continues after the instruction. Its bytes are there for a thread that has waited with `mbarrier.try_wait` for the phase that
    /// they complete; a wait at another `mbarrier`, or a barrier of the block alone, says nothing about them. A read before that mostly returns the
    /// old contents: tests pass as long as the copy is fast.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 in) .reqntid 32, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 128 .b8 tile[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [in];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     fence.mbarrier_init.release.cluster;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 128;
    ///     cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd2], 128, [%r3];
    /// READY:
    ///     bar.sync 0;
    ///     shl.b32 %r4, %r1, 2;
    ///     add.u32 %r5, %r2, %r4;
    ///     ld.shared.u32 %r6, [%r5];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    ///     @!%p2 bra WAIT;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd1, %rd1, %rd3;
    ///     st.global.u32 [%rd1], %r6;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 in) .reqntid 32, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 128 .b8 tile[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [in];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     fence.mbarrier_init.release.cluster;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 128;
    ///     cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd2], 128, [%r3];
    /// READY:
    ///     bar.sync 0;
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    ///     @!%p2 bra WAIT;
    ///     shl.b32 %r4, %r1, 2;
    ///     add.u32 %r5, %r2, %r4;
    ///     ld.shared.u32 %r6, [%r5];
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd1, %rd1, %rd3;
    ///     st.global.u32 [%rd1], %r6;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A wait on any path to the read silences the rule, and so does any barrier, or wait at another `mbarrier`, before which another thread
    /// may have waited for the copy. Loads are judged where they touch the first bytes of the copy at addresses that differ by nothing but
    /// the thread's index. Products are judged up to the first time that control reaches them, and only if no thread stores to shared memory
    /// on the way there: which bytes a descriptor names is not followed. Later ones are judged where all copies complete on one barrier and have
    /// guards rather than branches. In a ring, a stage that is read one round too early is not seen. Where nothing waits at the barrier at
    /// all, `unpaired-mbarrier` says so. Kernels that call functions are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.9.25.6 "Bulk asynchronous copy completion", 9.7.13.15.16 `mbarrier.try_wait`.
    pub static MISSING_COPY_WAIT = "missing-copy-wait" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// A copy into shared memory, and the `mbarrier` on which it completes.
struct StageFill<'u> {
    /// Where it writes.
    target: AsyncAccess,
    barrier: &'u BarrierUse,
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it.is_variant_of(op::CP_ASYNC_BULK))
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let uses = barrier_uses(facts);
    let fills: Vec<StageFill<'_>> = uses.iter().filter_map(|it| fill(facts, it)).collect();
    // Kernels of one instruction, as tests of assemblers have them, set nothing up.
    if fills.is_empty() || !uses.iter().any(|it| it.has(facts, Effects::MBARRIER_INIT)) {
        return;
    }
    let finding = early_load(facts, &fills, &uses).or_else(|| early_product(facts, &fills, &uses));
    if let Some(finding) = finding {
        cx.report(finding);
    }
}

fn fill<'u>(facts: &Facts<'_, '_>, barrier: &'u BarrierUse) -> Option<StageFill<'u>> {
    let (module, inst) = (facts.module, barrier.inst);
    let opcode = module.opcode(inst);
    if !opcode.instruction?.is_variant_of(op::CP_ASYNC_BULK) || module.space(opcode) != Some(StateSpace::Shared) {
        return None;
    }
    let is_target = |role: Role, writes: bool| role == Role::Address && writes;
    let (operand, ..) = async_accesses(module, inst).find(|(_, role, access)| is_target(*role, access.writes))?;
    let address = facts.exprs().address(facts, inst, operand);
    let size = module.operand_specs(inst).find(|(_, spec)| spec.role() == Role::Size);
    let size = size.and_then(|(size, _)| facts.constant(inst, size)).and_then(|size| u32::try_from(size).ok());
    let target =
        AsyncAccess { inst, operand, by_matrix_unit: false, address, size: size.unwrap_or(LEAST_TENSOR_BYTES) };
    Some(StageFill { target, barrier })
}

/// The waits at barriers on which some copies may complete, and whatever may hand on that a thread has waited there. `None` if there is no wait.
fn stops(facts: &Facts<'_, '_>, fills: &[&StageFill<'_>], uses: &[BarrierUse]) -> Option<Vec<InstId>> {
    let may_name = |it: &BarrierUse, other: &BarrierUse| {
        !it.is_known() || !other.is_known() || other.objects().iter().any(|&object| it.names(object))
    };
    let is_own = |wait: &BarrierUse| fills.iter().any(|fill| may_name(wait, fill.barrier));
    let waits = uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_WAIT));
    let (own, rest): (Vec<&BarrierUse>, Vec<&BarrierUse>) = waits.partition(|wait| is_own(wait));
    let own: Vec<InstId> = own.into_iter().map(|wait| wait.inst).collect();
    // `unpaired-mbarrier` says so.
    if own.is_empty() {
        return None;
    }
    let follows = |others: &[InstId]| own.iter().any(|&wait| reaches(facts, wait, others) != Some(false));
    let mut stops = own.clone();
    // Who has waited may meet the others at a barrier: all threads of the block at one that follows the wait, some of them at any place.
    let barriers = with_effects(facts, Effects::BARRIER.union(Effects::CLUSTER_BARRIER));
    let (whole, parts): (Vec<InstId>, Vec<InstId>) = barriers.iter().partition(|&&inst| facts.waits_for_block(inst));
    stops.extend(whole.into_iter().filter(|&inst| follows(&[inst])));
    if follows(&parts) {
        stops.extend(parts);
    }
    let arrivals: Vec<&BarrierUse> = uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_ARRIVE)).collect();
    let is_handed = |wait: &&BarrierUse| {
        let named = arrivals.iter().filter(|it| may_name(it, wait)).map(|it| it.inst);
        follows(&named.collect::<Vec<_>>())
    };
    stops.extend(rest.into_iter().filter(is_handed).map(|wait| wait.inst));
    Some(stops)
}

/// A load of what a copy brings that follows the copy, with no wait on any way between the two.
fn early_load(facts: &Facts<'_, '_>, fills: &[StageFill<'_>], uses: &[BarrierUse]) -> Option<Finding> {
    let loads: Vec<GenericAccess> = facts
        .own_accesses()
        .filter(|access| access.kind == AccessKind::Read && access.actual_space(facts) == Some(StateSpace::Shared))
        .map(GenericAccess::of)
        .collect();
    let overlaps = Overlaps::new(facts);
    fills.iter().find_map(|fill| {
        let near: Vec<&GenericAccess> = loads.iter().filter(|load| overlaps.may_prove(load, &fill.target)).collect();
        if near.is_empty() {
            return None;
        }
        let stops = stops(facts, &[fill], uses)?;
        let is_early = |from: Option<InstId>, load: &GenericAccess| {
            ways(facts, from, load.inst, &stops).is_some_and(|ways| ways.exist && !ways.pass)
        };
        let load = near.into_iter().find(|load| is_early(Some(fill.target.inst), load) && is_early(None, load))?;
        Some(describe(facts, load.operand, fill, "this load may read shared memory before the copy has filled it"))
    })
}

/// A product whose matrices lie in shared memory, to which control gets before anything has waited for a copy.
fn early_product(facts: &Facts<'_, '_>, fills: &[StageFill<'_>], uses: &[BarrierUse]) -> Option<Finding> {
    let module = facts.module;
    let all: Vec<&StageFill<'_>> = fills.iter().collect();
    let mut stops = stops(facts, &all, uses)?;
    stops.extend(shared_writes(facts).iter().map(|write| write.inst));
    let matrices = |inst: InstId| {
        let named = async_accesses(module, inst).find(|(_, role, _)| *role == Role::MatrixDescriptor);
        named.map(|(operand, ..)| (inst, operand))
    };
    let products: Vec<(InstId, Operand)> = module.insts_of(facts.function).filter_map(matrices).collect();
    let is_early =
        |&(inst, _): &(InstId, Operand)| ways(facts, None, inst, &stops).is_some_and(|ways| ways.exist && !ways.pass);
    let (inst, operand) = match products.iter().copied().find(is_early) {
        Some(early) => early,
        None => products.into_iter().find(|&(inst, _)| is_unawaited(facts, inst, fills, uses))?,
    };
    let fill = fills.iter().find(|fill| fill.target.inst < inst).or(fills.first())?;
    Some(describe(facts, operand, fill, "the product may read shared memory before any copy has filled it"))
}

/// Whether copies lead to a product and no wait does, where all copies of the kernel complete on one barrier: since the last of them nothing has
/// waited.
fn is_unawaited(facts: &Facts<'_, '_>, product: InstId, fills: &[StageFill<'_>], uses: &[BarrierUse]) -> bool {
    let object = fills[0].barrier.object;
    let Some(stops) = stops(facts, &fills.iter().collect::<Vec<_>>(), uses) else { return false };
    let copies: Vec<InstId> = fills.iter().map(|fill| fill.target.inst).collect();
    let lead = |wanted: &[InstId], stops: &[InstId]| {
        precursors(facts, product, wanted, PathBounds { stops, ..PathBounds::default() }).map(|found| !found.is_empty())
    };
    object.is_some()
        && fills.iter().all(|fill| fill.barrier.object == object)
        && lead(&copies, &stops) == Some(true)
        && lead(&stops, &copies) == Some(false)
}

fn describe(facts: &Facts<'_, '_>, read: Operand, fill: &StageFill<'_>, message: &str) -> Finding {
    Finding::new(read.span, message)
        .caption("no path to here waits for the copy")
        .label(facts.module[fill.target.inst].span, "starts the copy, which fills shared memory later")
        .label(fill.barrier.operand.span, "its bytes have arrived when the phase of this `mbarrier` completes")
        .help("before using the bytes, wait with `mbarrier.try_wait` on the barrier that the copy names")
}
