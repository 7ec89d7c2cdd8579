use super::handover::loaded_parts;
use super::missing_cluster_barrier::{is_direct, mapped_by, remote_address};
use crate::diagnostic::{Applicability, Edit, Finding};
use crate::facts::expr::{Expr, Node};
use crate::facts::ordering::{order_of, reaches_other_blocks};
use crate::facts::protocol::{
    PathBounds, calls_others, followers, has_instruction, precursors, shared_writes, with_effects, with_instruction,
};
use crate::facts::{AccessKind, Definition, Facts, MemoryAccess};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, Role, StateSpace, Word, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports arrivals that hand data to another block of the cluster but order it for their own block at most: `mbarrier.arrive` with
    /// `.cta` at the barrier of another block, and `barrier.cluster.arrive.relaxed` after stores that other blocks read, without a fence of
    /// the cluster in between. So are atomic operations with `.cta` on a word of one block that all blocks of the cluster update.
    ///
    /// ## Why is this bad
    /// Whoever waits for such an arrival learns that the thread has arrived, and may still see shared memory as it was before. An arrival
    /// releases what its thread has written to the threads of its scope, and a relaxed one to no other thread. An atomic operation of the
    /// scope of a block is one operation for the threads of that block only: updates by other blocks get lost.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 32, 1, 1 .explicitcluster .reqnctapercluster 2, 1, 1
    /// {
    ///     .reg .b32 %r<10>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 4 .b8 own[128];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, own;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r4, %r2, %r3;
    ///     mov.u32 %r5, %cluster_ctarank;
    ///     st.shared.u32 [%r4], %r5;
    ///     barrier.cluster.arrive.relaxed.aligned;
    ///     barrier.cluster.wait.acquire.aligned;
    ///     xor.b32 %r6, %r5, 1;
    ///     mapa.shared::cluster.u32 %r7, %r4, %r6;
    ///     ld.shared::cluster.u32 %r8, [%r7];
    ///     barrier.cluster.arrive.aligned;
    ///     barrier.cluster.wait.aligned;
    ///     mul.wide.u32 %rd2, %r1, 4;
    ///     add.u64 %rd3, %rd1, %rd2;
    ///     st.global.u32 [%rd3], %r8;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 32, 1, 1 .explicitcluster .reqnctapercluster 2, 1, 1
    /// {
    ///     .reg .b32 %r<10>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 4 .b8 own[128];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, own;
    ///     shl.b32 %r3, %r1, 2;
    ///     add.u32 %r4, %r2, %r3;
    ///     mov.u32 %r5, %cluster_ctarank;
    ///     st.shared.u32 [%r4], %r5;
    ///     barrier.cluster.arrive.release.aligned;
    ///     barrier.cluster.wait.acquire.aligned;
    ///     xor.b32 %r6, %r5, 1;
    ///     mapa.shared::cluster.u32 %r7, %r4, %r6;
    ///     ld.shared::cluster.u32 %r8, [%r7];
    ///     barrier.cluster.arrive.aligned;
    ///     barrier.cluster.wait.aligned;
    ///     mul.wide.u32 %rd2, %r1, 4;
    ///     add.u64 %rd3, %rd1, %rd2;
    ///     st.global.u32 [%rd3], %r8;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// An arrival at an `mbarrier` is judged if its address comes from `mapa` and it names `.cta`. Without a scope it has that of the block,
    /// too, but libraries leave the scope out where nothing but the arrival itself counts: it is judged if the thread has stored into the shared
    /// memory of the same block before, with nothing in between that orders it for the cluster, and waits for some `mbarrier` afterwards; or into its own, which threads that have
    /// waited for the same `mbarrier` read as that of another block. Of relaxed arrivals it counts that the thread
    /// stores to shared memory before, without a fence of the cluster's scope or a wider one on some path, and that the kernel reads mapped
    /// addresses afterwards; which bytes these are is not compared. Updates are judged where `mapa` names one and the same block in all
    /// blocks, and no condition asks for the block. Kernels that call functions are not judged. Scopes that are wider than
    /// needed are not reported.
    ///
    /// ## References
    /// PTX ISA 8.5 "Scope", 9.7.13.3 `barrier.cluster`, 9.7.13.15.13 `mbarrier.arrive`.
    pub static INSUFFICIENT_CLUSTER_SCOPE = "insufficient-cluster-scope" {
        group: Sync,
        level: Warning,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it == op::MAPA)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let arrival = narrow_arrival(facts).or_else(|| narrow_by_default(facts));
    for finding in [arrival, relaxed_arrival(facts), narrow_update(facts)].into_iter().flatten() {
        cx.report(finding);
    }
}

/// An arrival at the barrier of another block that releases for its own block.
fn narrow_arrival(facts: &Facts<'_, '_>) -> Option<Finding> {
    let module = facts.module;
    let is_narrow = |&inst: &InstId| module.has_modifier(module.opcode(inst), word::CTA);
    let arrivals = with_effects(facts, Effects::MBARRIER_ARRIVE);
    let arrival = arrivals.into_iter().filter(is_narrow).find(|&inst| remote_address(facts, inst).is_some())?;
    Some(
        narrow(facts, arrival)
            .caption("a thread of the other block waits for it, and may not see what was written before")
            .help("use `.release.cluster`")
            .fixes(Applicability::Safe, replaced(facts, arrival, word::CTA, ".cluster")),
    )
}

/// A finding about an arrival at the barrier of another block.
fn narrow(facts: &Facts<'_, '_>, arrival: InstId) -> Finding {
    let message = "this arrives at the `mbarrier` of another block, but releases to its own block only";
    Finding::new(facts.module[arrival].span, message)
}

/// A finding about one that names no scope.
fn unscoped(facts: &Facts<'_, '_>, arrival: InstId) -> Finding {
    narrow(facts, arrival)
        .caption("names no scope, so it has that of the block")
        .help("use `mbarrier.arrive.release.cluster`, and `.acquire.cluster` where it is waited for")
}

/// An arrival at the barrier of another block that names no scope, behind a store into the shared memory of that block: that somebody there waits for
/// the store tells that the arrival is not all that counts.
fn narrow_by_default(facts: &Facts<'_, '_>) -> Option<Finding> {
    const SCOPES: [Word; 5] = [word::CTA, word::CLUSTER, word::GPU, word::SYS, word::RELAXED];
    let module = facts.module;
    let says_nothing = |inst: &InstId| !SCOPES.iter().any(|&scope| module.has_modifier(module.opcode(*inst), scope));
    let arrivals = with_effects(facts, Effects::MBARRIER_ARRIVE);
    let arrivals: Vec<(InstId, Expr)> =
        arrivals.into_iter().filter(says_nothing).filter_map(|inst| Some((inst, rank_of(facts, inst)?))).collect();
    if arrivals.is_empty() {
        return None;
    }
    let is_store = |inst: &InstId| module.opcode(*inst).instruction == Some(op::ST);
    let stores: Vec<(InstId, Expr)> = module
        .insts_of(facts.function)
        .filter(is_store)
        .filter_map(|inst| Some((inst, rank_of(facts, inst)?)))
        .collect();
    let orders = cluster_orders(facts);
    let waits = with_effects(facts, Effects::MBARRIER_WAIT);
    let before = PathBounds { stops: &orders, ..PathBounds::default() };
    let found = arrivals.iter().find_map(|&(arrival, rank)| {
        let to_it: Vec<InstId> = stores.iter().filter(|(_, other)| *other == rank).map(|(inst, _)| *inst).collect();
        let store = *precursors(facts, arrival, &to_it, before)?.last()?;
        // Somebody waits before the whole cluster has met.
        let is_awaited = !followers(facts, arrival, &waits, before)?.is_empty();
        is_awaited.then_some((arrival, store))
    });
    let Some((arrival, store)) = found else {
        let reads = remote_reads(facts);
        return arrivals.iter().find_map(|&(arrival, _)| read_remotely(facts, arrival, [&waits, &reads], before));
    };
    let label = "the other block may not see what is stored into its shared memory here";
    Some(unscoped(facts, arrival).label(module[store].span, label))
}

/// An arrival at the barrier of another block that names no scope, behind a store into the own shared memory, which threads that have waited for this
/// barrier read as that of another block; of these waits and reads.
fn read_remotely(
    facts: &Facts<'_, '_>,
    arrival: InstId,
    [waits, reads]: [&[InstId]; 2],
    before: PathBounds<'_>,
) -> Option<Finding> {
    if reads.is_empty() {
        return None;
    }
    let module = facts.module;
    let mapped = mapped_address(facts, arrival)?;
    let barrier = facts.exprs().operand(facts, mapped, *module.operands(mapped).get(1)?)?;
    let awaited = |wait: InstId| {
        let (address, _) = module.operand_specs(wait).find(|(_, spec)| spec.role() == Role::Barrier)?;
        facts.exprs().address(facts, wait, address)
    };
    let waits: Vec<InstId> = waits.iter().copied().filter(|&wait| awaited(wait) == Some(barrier)).collect();
    let is_own = |access: &&MemoryAccess| {
        let opcode = module.opcode(access.inst);
        let stores = opcode.instruction.is_some_and(|it| it == op::ST || it.is_variant_of(op::CP_ASYNC));
        stores
            && access.kind == AccessKind::Write
            && access.actual_space(facts) == Some(StateSpace::Shared)
            && remote_address(facts, access.inst).is_none()
    };
    let stores: Vec<InstId> = facts.own_accesses().filter(is_own).map(|access| access.inst).collect();
    let store = *precursors(facts, arrival, &stores, before)?.last()?;
    let read = followers(facts, arrival, &waits, before)?
        .into_iter()
        .find_map(|wait| followers(facts, wait, reads, before)?.first().copied())?;
    Some(
        unscoped(facts, arrival)
            .label(module[store].span, "the other block may not see what is stored here")
            .label(module[read].span, "reads it when it has waited"),
    )
}

/// Reads of the shared memory of other blocks.
fn remote_reads(facts: &Facts<'_, '_>) -> Vec<InstId> {
    let is_read = |inst: &InstId| {
        let opcode = facts.module.opcode(*inst);
        opcode.instruction.is_some_and(is_direct)
            && facts.accesses_at(*inst).iter().any(|access| access.kind != AccessKind::Write)
            && remote_address(facts, *inst).is_some()
    };
    facts.module.insts_of(facts.function).filter(is_read).collect()
}

/// The `mapa` that makes the address of an access or arrival.
fn mapped_address(facts: &Facts<'_, '_>, inst: InstId) -> Option<InstId> {
    let operand = remote_address(facts, inst)?;
    let address = facts.exprs().address(facts, inst, operand)?;
    loaded_parts(facts, address).into_iter().find_map(|value| mapped_by(facts, value))
}

/// The block that the address of an access or arrival is mapped into, if it is one of `mapa`.
fn rank_of(facts: &Facts<'_, '_>, inst: InstId) -> Option<Expr> {
    let mapped = mapped_address(facts, inst)?;
    let rank = *facts.module.operands(mapped).get(2)?;
    facts.exprs().operand(facts, mapped, rank)
}

/// What orders memory for all blocks of a cluster: its barriers, and fences for more than a block.
fn cluster_orders(facts: &Facts<'_, '_>) -> Vec<InstId> {
    let module = facts.module;
    let arrivals = with_instruction(facts, |it| it == op::BARRIER_CLUSTER_ARRIVE);
    let releases = |inst: &InstId| !module.has_modifier(module.opcode(*inst), word::RELAXED);
    let is_wide = |fence: &InstId| order_of(module, *fence).is_none_or(reaches_other_blocks);
    let fences = with_effects(facts, Effects::FENCE).into_iter().filter(is_wide);
    arrivals.into_iter().filter(releases).chain(fences).collect()
}

/// An atomic operation of the scope of a block on a word of a certain block, to which all blocks of the cluster come.
fn narrow_update(facts: &Facts<'_, '_>) -> Option<Finding> {
    let module = facts.module;
    let is_narrow = |inst: &InstId| {
        let opcode = module.opcode(*inst);
        let updates = opcode.instruction.is_some_and(|known| matches!(known, op::ATOM | op::RED));
        updates && module.has_modifier(opcode, word::CTA)
    };
    let of_one_block = |inst: &InstId| is_common_word(facts, *inst).is_some_and(|is_common| is_common);
    let update = module
        .insts_of(facts.function)
        .filter(is_narrow)
        .filter(of_one_block)
        .find(|&inst| is_for_all_blocks(facts, inst))?;
    Some(
        Finding::new(module[update].span, "this operation is atomic only among the threads of its block")
            .caption("all blocks of the cluster update a word of one of them: one may overwrite what another has just written")
            .help("use `.cluster`")
            .fixes(Applicability::Safe, replaced(facts, update, word::CTA, ".cluster")),
    )
}

/// Whether an access is to a word of a certain block, the same one in all blocks of the cluster. `None` where its address is not mapped, or
/// more is part of it than indices of threads.
fn is_common_word(facts: &Facts<'_, '_>, inst: InstId) -> Option<bool> {
    let operand = remote_address(facts, inst)?;
    let address = facts.exprs().address(facts, inst, operand)?;
    let opaque = |facts: &Facts<'_, '_>| {
        let exprs = facts.exprs();
        let terms = exprs.table.terms(address).0;
        terms.iter().find_map(|&(term, _)| match exprs.table.node(term) {
            Node::Opaque(value) => Some(value),
            _ => None,
        })
    };
    let value = opaque(facts)?;
    let Definition::Write { inst: mapped, .. } = facts.ssa()?.data(value).definition else { return None };
    let &[_, own, rank] = facts.module.operands(mapped) else { return None };
    let own = facts.exprs().operand(facts, mapped, own)?;
    let exprs = facts.exprs();
    let is_known = |node: Node| is_of_thread(node) || matches!(node, Node::Window(_)) || node == Node::Opaque(value);
    let is_mapped = facts.module.opcode(mapped).instruction == Some(op::MAPA);
    let is_common = exprs.table.walk_all([address, own], &mut |_, node| is_known(node));
    drop(exprs);
    Some(is_mapped && is_common && facts.constant(mapped, rank).is_some())
}

/// Whether a node is the same in corresponding threads of all blocks.
fn is_of_thread(node: Node) -> bool {
    !node.is_leaf() || matches!(node, Node::Tid(_) | Node::Ntid(_) | Node::Lane | Node::Warp)
}

/// Whether nothing but the indices of threads in their blocks decides who comes to an instruction.
fn is_for_all_blocks(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let guard = facts.module.guard(inst).map(|_| facts.exprs().guard(facts, inst));
    let ways = conditions.all(facts, facts.cfg().block_of(inst));
    let exprs = facts.exprs();
    ways.iter()
        .map(|way| way.truth)
        .chain(guard)
        .all(|truth| truth.is_some_and(|truth| exprs.table.walk(truth, &mut |_, node| is_of_thread(node))))
}

/// A relaxed arrival of the cluster behind stores that other blocks read.
fn relaxed_arrival(facts: &Facts<'_, '_>) -> Option<Finding> {
    let module = facts.module;
    let arrivals = with_instruction(facts, |it| it == op::BARRIER_CLUSTER_ARRIVE);
    let is_relaxed = |inst: InstId| module.has_modifier(module.opcode(inst), word::RELAXED);
    let (relaxed, others): (Vec<InstId>, Vec<InstId>) = arrivals.iter().partition(|&&inst| is_relaxed(inst));
    let orders = cluster_orders(facts);
    let reads = remote_reads(facts);
    let writes: Vec<_> =
        shared_writes(facts).into_iter().filter(|write| remote_address(facts, write.inst).is_none()).collect();
    let open = PathBounds { stops: &orders, ..PathBounds::default() };
    let behind = PathBounds { stops: &others, ..PathBounds::default() };
    let (arrival, write, read) = relaxed.iter().find_map(|&arrival| {
        let read = *followers(facts, arrival, &reads, behind)?.first()?;
        let stores: Vec<InstId> = writes.iter().map(|write| write.inst).collect();
        let last = *precursors(facts, arrival, &stores, open)?.last()?;
        Some((arrival, writes.iter().find(|write| write.inst == last)?, read))
    })?;
    Some(
        Finding::new(module[arrival].span, "other blocks may not see what was stored before this arrival")
            .caption("orders nothing: it is relaxed")
            .label(write.operand.span, "block 0 stores here")
            .label(module[read].span, "block 1 reads it here, and may see what was there before")
            .help(
                "use `barrier.cluster.arrive.release`, which is the default, or put `fence.acq_rel.cluster` before it",
            )
            .fixes(Applicability::Safe, replaced(facts, arrival, word::RELAXED, ".release")),
    )
}

/// The edit that puts another word in the place of one of an opcode.
fn replaced(facts: &Facts<'_, '_>, inst: InstId, word: Word, text: &str) -> Vec<Edit> {
    let module = facts.module;
    let written = module.modifiers(module.opcode(inst)).iter().find(|modifier| modifier.word == Some(word));
    let span = written.map(|modifier| modifier.span(module[inst].span.start));
    span.into_iter().map(|span| Edit { span, text: text.to_string() }).collect()
}
