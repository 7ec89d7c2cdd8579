use crate::diagnostic::{Applicability, Finding, Level};
use crate::facts::Facts;
use crate::facts::protocol::{
    AsyncAccess, GenericAccess, Overlaps, PathBounds, calls_others, has_instruction, is_async_fence, keeps_addresses,
    precursors, reaches, shared_reads, shared_writes, ways, with_effects,
};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, op};
use crate::rules::insertion::before;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports bulk copies, tensor copies and matrix instructions (`wgmma`, `tcgen05`) that read shared memory which threads have written
    /// with ordinary stores, when there is no `fence.proxy.async` between the two.
    ///
    /// ## Why is this bad
    /// Ordinary stores go through the generic proxy, copies and matrix units read through the asynchronous one. Barriers order the threads,
    /// not the proxies: without the fence the copy may read what was there before the stores. Mostly it does not, so such a kernel passes
    /// its tests.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[128];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r3, %r2, %r3;
    ///     st.shared.u32 [%r3], %r1;
    ///     bar.sync 0;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra DONE;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 128;
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
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[128];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r3, %r2, %r3;
    ///     st.shared.u32 [%r3], %r1;
    ///     fence.proxy.async.shared::cta;
    ///     bar.sync 0;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra DONE;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 128;
    ///     cp.async.bulk.commit_group;
    ///     cp.async.bulk.wait_group.read 0;
    /// DONE:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A read is judged if its address differs from a store's by nothing but the thread's index and the warp that copies, or if the kernel
    /// fills shared memory with ordinary stores alone, so that there is nothing else to read. A fence on any path from the stores to the
    /// read silences the rule, also one that not every writing thread executes. In kernels that have fences before other copies, a copy
    /// that follows stores with one barrier in between and no fence is a warning, wherever both lie. Functions that call others are not
    /// judged, nor are fences before asynchronous *writes* to what threads have read.
    ///
    /// ## References
    /// PTX ISA 9.7.13.4 "membar / fence", `fence.proxy.async`; 8.2.2 "Vector Data-types, Proxies"; 9.7.15 "Asynchronous Warpgroup Level
    /// Matrix Multiply-Accumulate Instructions", "Async Proxy".
    pub static MISSING_PROXY_FENCE = "missing-proxy-fence" {
        group: Sync,
        level: Error,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let reads_async = |it: crate::isa::Instruction| {
        it.is_variant_of(op::CP_ASYNC_BULK)
            || it.is_of_family(op::CP_REDUCE_ASYNC_BULK)
            || it.is_of_family(op::WGMMA_FENCE)
            || it.is_of_family(op::TCGEN05_ALLOC)
    };
    if !has_instruction(cx.module, reads_async) || calls_others(facts) {
        return;
    }
    let (reads, has_async_writes) = shared_reads(facts);
    if reads.is_empty() {
        return;
    }
    let writes = shared_writes(facts);
    let fences: Vec<InstId> =
        cx.module.insts_of(facts.function).filter(|&inst| is_async_fence(cx.module, inst)).collect();
    // Where nothing else fills shared memory, what is read was stored.
    let only_stores = !has_async_writes && cx.module[facts.function].kind == FunctionKind::Entry;
    let forgotten = forgotten(facts, &reads, &writes, &fences).unwrap_or_default();
    let overlaps = Overlaps::new(facts);
    let mut last: Option<InstId> = None;
    for read in reads.iter().filter(|read| cx.module[facts.function].insts.contains(read.inst.index())) {
        if last == Some(read.inst) {
            continue;
        }
        let finding = match unfenced(&overlaps, &writes, read, &fences, only_stores) {
            Some(write) => describe(&write, read),
            None => match forgotten.iter().find(|(copy, _)| *copy == read.inst) {
                Some((_, write)) => with_fence(facts, describe(write, read).level(Level::Warning), write),
                None => continue,
            },
        };
        last = Some(read.inst);
        cx.report(finding);
    }
}

/// The copies out of shared memory before which threads store, with one barrier in between, and no fence stands, in a kernel that has a fence
/// before another copy; each with the last of the stores. What is written and copied so is handed over there, wherever it lies.
fn forgotten(
    facts: &Facts<'_, '_>,
    reads: &[AsyncAccess],
    writes: &[GenericAccess],
    fences: &[InstId],
) -> Option<Vec<(InstId, GenericAccess)>> {
    let copies: Vec<InstId> = reads.iter().filter(|read| !read.by_matrix_unit).map(|read| read.inst).collect();
    if fences.is_empty() || copies.is_empty() {
        return Some(Vec::new());
    }
    let meetings = with_effects(facts, Effects::BARRIER);
    let stores: Vec<InstId> = writes.iter().map(|write| write.inst).collect();
    let (mut unfenced, mut usual) = (Vec::new(), false);
    for &copy in &copies {
        let bounds = PathBounds { stops: &copies, tolls: &meetings, most: 1 };
        let is_fenced = !precursors(facts, copy, fences, bounds)?.is_empty();
        let stored = if is_fenced { Vec::new() } else { precursors(facts, copy, &stores, bounds)? };
        let last = stored.last().and_then(|last| writes.iter().find(|write| write.inst == *last));
        unfenced.extend(last.map(|write| (copy, *write)));
        usual |= is_fenced;
    }
    Some(if usual { unfenced } else { Vec::new() })
}

fn unfenced(
    overlaps: &Overlaps<'_, '_, '_>,
    writes: &[GenericAccess],
    read: &AsyncAccess,
    fences: &[InstId],
    only_stores: bool,
) -> Option<GenericAccess> {
    let facts = overlaps.facts;
    let is_unfenced = |write: &GenericAccess| {
        let ways = ways(facts, Some(write.inst), read.inst, fences)?;
        // Without a way from one to the other, different warps do the two.
        let is_there = || keeps_addresses(facts, write.inst, read.inst, [write.address, read.address]);
        let comes_after = || reaches(facts, read.inst, &[write.inst]) != Some(false);
        Some(match ways.exist {
            true => !ways.pass && (only_stores || is_there()),
            false => fences.is_empty() && !comes_after(),
        })
    };
    if only_stores && !writes.is_empty() {
        let mut all = writes.iter().map(&is_unfenced);
        return all.all(|unfenced| unfenced == Some(true)).then(|| nearest(writes, read));
    }
    overlaps.last(writes, read, |write| is_unfenced(write) == Some(true))
}

/// The last write that stands before a read, or the last of all.
fn nearest(writes: &[GenericAccess], read: &AsyncAccess) -> GenericAccess {
    let before = writes.iter().rev().find(|write| write.inst < read.inst);
    *before.unwrap_or(&writes[writes.len() - 1])
}

fn describe(write: &GenericAccess, read: &AsyncAccess) -> Finding {
    let reader = if read.by_matrix_unit { "the matrix unit" } else { "the copy" };
    Finding::new(
        read.operand.span,
        format!("{reader} may read shared memory as it was before the stores: there is no proxy fence in between"),
    )
    .caption("read here through the asynchronous proxy")
    .label(write.operand.span, "written here through the generic proxy")
    .help(format!(
        "a barrier does not order the two proxies: let each thread that writes execute `fence.proxy.async.shared::cta` after its last \
         write, before the barrier after which {reader} is started"
    ))
}

/// Offers a fence before the barrier that follows the stores in the same piece of code: every thread that stores executes it there.
fn with_fence(facts: &Facts<'_, '_>, finding: Finding, write: &GenericAccess) -> Finding {
    let mut behind = facts.cfg().insts(facts.cfg().block_of(write.inst)).filter(|&inst| inst > write.inst);
    let is_barrier = |&inst: &InstId| facts.module.opcode(inst).effects.intersects(Effects::BARRIER);
    match behind.find(is_barrier) {
        Some(barrier) => {
            let edit = before(facts.module, barrier, "fence.proxy.async.shared::cta;");
            finding.fixes(Applicability::Safe, vec![edit])
        }
        None => finding,
    }
}
