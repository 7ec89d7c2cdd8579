use super::divergence::guard_level;
use crate::diagnostic::Finding;
use crate::facts::protocol::{
    AsyncAccess, GenericAccess, Overlaps, PathBounds, calls_others, followers, has_instruction, is_async_fence,
    keeps_addresses, precursors, shared_reads, shared_writes, ways_avoid, with_effects, with_instruction,
};
use crate::facts::{Definition, Divergence, Facts, ThreadScope, Value, guard_value};
use crate::ids::InstId;
use crate::ir::{FunctionKind, Operand, OperandKind};
use crate::isa::{Effects, op};
use crate::rules::{Context, Hook, declare_rule};

/// Most values that are followed back from a guard.
const MOST_STEPS: u32 = 16;

declare_rule! {
    /// ## What it does
    /// Reports bulk and tensor copies out of shared memory that some threads start although other threads may not have written their part
    /// yet: there is no barrier between the stores and the copy.
    ///
    /// ## Why is this bad
    /// One thread copies what many have stored. `fence.proxy.async` makes the stores of the thread that executes it visible to the copy, and
    /// does not wait for the others. Without a barrier the copy takes stale bytes wherever slower warps have not stored yet.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[512];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r4, %r2, %r3;
    ///     st.shared.u32 [%r4], %r1;
    ///     fence.proxy.async.shared::cta;
    ///     setp.lt.u32 %p1, %r1, 32;
    ///     elect.sync _|%p2, 0xffffffff;
    ///     and.pred %p3, %p1, %p2;
    ///     @!%p3 bra DONE;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 512;
    ///     cp.async.bulk.commit_group;
    ///     cp.async.bulk.wait_group.read 0;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[512];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r4, %r2, %r3;
    ///     st.shared.u32 [%r4], %r1;
    ///     fence.proxy.async.shared::cta;
    ///     bar.sync 0;
    ///     setp.lt.u32 %p1, %r1, 32;
    ///     elect.sync _|%p2, 0xffffffff;
    ///     and.pred %p3, %p1, %p2;
    ///     @!%p3 bra DONE;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 512;
    ///     cp.async.bulk.commit_group;
    ///     cp.async.bulk.wait_group.read 0;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A copy is judged if a branch, or its guard, lets fewer threads come to it than to the stores. That the stores are about its bytes is
    /// known where both addresses differ by nothing but the thread's index, or taken for granted where there is a proxy fence between the
    /// two. Any barrier between them, also of one warp (`bar.warp.sync`), silences the rule, and where `missing-barrier` shows the two
    /// threads it is silent, too. Kernels that call functions are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.9.25.4.1 `cp.async.bulk`, 9.7.13.4 `fence.proxy.async`, 9.7.13.1 `barrier`.
    pub static MISSING_COPY_BARRIER = "missing-copy-barrier" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let copies =
        |it: crate::isa::Instruction| it.is_variant_of(op::CP_ASYNC_BULK) || it.is_of_family(op::CP_REDUCE_ASYNC_BULK);
    if !has_instruction(cx.module, copies)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let (reads, _) = shared_reads(facts);
    let writes = shared_writes(facts);
    let mut meetings = with_effects(
        facts,
        Effects::BARRIER.union(Effects::CLUSTER_BARRIER).union(Effects::MBARRIER_WAIT).union(Effects::CALL),
    );
    meetings.extend(with_instruction(facts, |it| it == op::BAR_WARP));
    let fences: Vec<InstId> =
        cx.module.insts_of(facts.function).filter(|&inst| is_async_fence(cx.module, inst)).collect();
    // `missing-barrier` shows the two threads, where it can.
    let is_shown = |inst: InstId| facts.shared_races().iter().any(|race| race.insts.contains(&inst));
    let overlaps = Overlaps::new(facts);
    for read in reads.iter().filter(|read| !read.by_matrix_unit && !is_shown(read.inst)) {
        if let Some(write) = unmet(&overlaps, &writes, read, [&meetings, &fences]) {
            cx.report(describe(&write, read));
            return;
        }
    }
}

fn unmet(
    overlaps: &Overlaps<'_, '_, '_>,
    writes: &[GenericAccess],
    read: &AsyncAccess,
    [meetings, fences]: [&[InstId]; 2],
) -> Option<GenericAccess> {
    let facts = overlaps.facts;
    let is_unmet = |write: &GenericAccess| {
        is_for_fewer(facts, read.inst, write.inst) && ways_avoid(facts, Some(write.inst), read.inst, meetings)
    };
    let proven = overlaps.last(writes, read, |write| {
        is_unmet(write) && keeps_addresses(facts, write.inst, read.inst, [write.address, read.address])
    });
    proven.or_else(|| {
        let bounds = PathBounds { stops: meetings, ..PathBounds::default() };
        let before = precursors(facts, read.inst, fences, bounds)?;
        let is_fenced = |write: &GenericAccess| {
            followers(facts, write.inst, &before, bounds).is_some_and(|fences| !fences.is_empty())
        };
        writes.iter().rev().find(|write| is_unmet(write) && is_fenced(write)).copied()
    })
}

/// Whether something that differs between the threads of a block lets fewer of them come to an instruction than to another.
fn is_for_fewer(facts: &Facts<'_, '_>, inst: InstId, other: InstId) -> bool {
    let (Some(conditions), Some(uniformity)) = (facts.conditions(), facts.uniformity()) else { return false };
    let cfg = facts.cfg();
    let before = conditions.all(facts, cfg.block_of(other));
    let parts = |at: InstId| {
        guard_level(facts, uniformity, at, ThreadScope::Block) == Divergence::Thread && !is_by_election(facts, at)
    };
    let own_guard = facts.module.guard(inst).is_some() && parts(inst);
    own_guard
        || conditions
            .all(facts, cfg.block_of(inst))
            .iter()
            .any(|way| !before.iter().any(|known| known.inst == way.inst) && parts(way.inst))
}

/// Whether threads part at a guard by nothing but whom `elect.sync` has elected: one of each warp, which copies for its warp.
fn is_by_election(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let (Some(ssa), Some(uniformity)) = (facts.ssa(), facts.uniformity()) else { return false };
    let mut work: Vec<Value> = guard_value(facts, inst).into_iter().collect();
    for _ in 0..MOST_STEPS {
        let Some(value) = work.pop() else { return true };
        if uniformity.level(value, ThreadScope::Block) == Divergence::Uniform {
            continue;
        }
        let Definition::Write { inst, previous } = ssa.data(value).definition else { return false };
        work.extend(previous);
        if facts.module.opcode(inst).instruction == Some(op::ELECT) {
            continue;
        }
        let mut inputs = Vec::new();
        ssa.for_each_read(facts.module, inst, |value| inputs.push(value));
        inputs.retain(|&input| uniformity.level(input, ThreadScope::Block) != Divergence::Uniform);
        let is_special = |operand: &Operand| matches!(operand.kind, OperandKind::Special { .. });
        // What differs between threads and comes from nothing that does is an index, or data.
        if inputs.is_empty() || facts.module.operands(inst).iter().any(is_special) {
            return false;
        }
        work.extend(inputs);
    }
    false
}

fn describe(write: &GenericAccess, read: &AsyncAccess) -> Finding {
    Finding::new(read.operand.span, "the copy may begin before other threads have written what it copies")
        .caption("a thread of warp 0 starts the copy here, without waiting for the other warps")
        .label(write.operand.span, "a thread of another warp writes here, possibly later")
        .help("put `bar.sync 0` after `fence.proxy.async.shared::cta` and before the copy, where all threads pass")
}
