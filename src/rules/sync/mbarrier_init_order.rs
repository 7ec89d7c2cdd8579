use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::protocol::{
    BarrierUse, barrier_uses, calls_others, executing, has_instruction, names_multicast, not_before, reaches, shape_of,
    ways, ways_avoid, with_effects, with_instruction,
};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `mbarrier` objects that threads may use before another thread has initialised them, and those that other blocks of the
    /// cluster may use before they see that they were initialised.
    ///
    /// ## Why is this bad
    /// What is done to a barrier before `mbarrier.init` is lost, and its behaviour is undefined. Threads of the block learn of it at a
    /// barrier such as `bar.sync`; other blocks only if the thread has made it known with `fence.mbarrier_init.release.cluster`, or
    /// arrives at the barrier of the cluster with release semantics, which `.relaxed` takes away.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 32, 1, 1 .reqnctapercluster 2, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 8 .b64 met;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, met;
    ///     mov.u32 %r3, %cluster_ctarank;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    /// READY:
    ///     barrier.cluster.arrive.relaxed.aligned;
    ///     barrier.cluster.wait.acquire.aligned;
    ///     @%p1 bra WAIT;
    ///     xor.b32 %r4, %r3, 1;
    ///     mapa.shared::cluster.u32 %r5, %r2, %r4;
    ///     mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];
    /// WAIT:
    ///     mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r2], 0;
    ///     @!%p2 bra WAIT;
    ///     mov.u32 %r6, %ctaid.x;
    ///     mul.wide.u32 %rd2, %r6, 4;
    ///     add.u64 %rd3, %rd1, %rd2;
    ///     st.global.u32 [%rd3], %r3;
    ///     barrier.cluster.arrive.aligned;
    ///     barrier.cluster.wait.aligned;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 32, 1, 1 .reqnctapercluster 2, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 8 .b64 met;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, met;
    ///     mov.u32 %r3, %cluster_ctarank;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     barrier.cluster.arrive.relaxed.aligned;
    ///     barrier.cluster.wait.acquire.aligned;
    ///     @%p1 bra WAIT;
    ///     xor.b32 %r4, %r3, 1;
    ///     mapa.shared::cluster.u32 %r5, %r2, %r4;
    ///     mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5];
    /// WAIT:
    ///     mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r2], 0;
    ///     @!%p2 bra WAIT;
    ///     mov.u32 %r6, %ctaid.x;
    ///     mul.wide.u32 %rd2, %r6, 4;
    ///     add.u64 %rd3, %rd1, %rd2;
    ///     st.global.u32 [%rd3], %r3;
    ///     barrier.cluster.arrive.aligned;
    ///     barrier.cluster.wait.aligned;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A barrier is judged if its address is a variable with a constant offset, and if conditions on the thread index alone say who
    /// initialises and who uses it. A barrier of the block on any path before the use
    /// silences the rule, unless it comes before the initialisation. Where `missing-barrier` shows the
    /// two threads, this rule is silent. Whether copies see the initialisation without a proxy fence is not judged: compilers leave it out
    /// within a block. Kernels that call functions are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15.9 "mbarrier.init"; 9.7.13.4 "membar / fence", `fence.mbarrier_init`; 9.7.13.3 "barrier.cluster".
    pub static MBARRIER_INIT_ORDER = "mbarrier-init-order" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it == op::MBARRIER_INIT)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let uses = barrier_uses(facts);
    let inits: Vec<&BarrierUse> = uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_INIT)).collect();
    let meetings = with_effects(facts, Effects::BARRIER.union(Effects::CLUSTER_BARRIER));
    let of_warps = with_instruction(facts, |it| it == op::BAR_WARP);
    // What comes before an object is made anew is about the one before.
    let made_before = |init: &BarrierUse| {
        let leads_here = |other: &BarrierUse| reaches(facts, other.inst, &[init.inst]) == Some(true);
        inits.iter().any(|other| other.inst != init.inst && other.object == init.object && leads_here(other))
    };
    for &init in &inits {
        let meetings = not_before(facts, init.inst, &meetings);
        let start = made_before(init).then_some(init.inst);
        if let Some(early) = uses.iter().find(|other| is_early(facts, (init, start), other, [&meetings, &of_warps])) {
            cx.report(describe(facts, init, early));
            break;
        }
    }
    if let Some(finding) = early_end(facts, &uses, [&meetings, &of_warps]) {
        cx.report(finding);
    }
    if let Some(finding) = relaxed(facts, &inits) {
        cx.report(finding);
    }
}

/// Whether a thread that does not initialise a barrier may use it before the block has met, or a thread of the same warp before the warp has,
/// on its way from a place, or from where the kernel begins.
fn is_early(
    facts: &Facts<'_, '_>,
    (init, start): (&BarrierUse, Option<InstId>),
    other: &BarrierUse,
    [meetings, of_warps]: [&[InstId]; 2],
) -> bool {
    let is_use = !other.has(facts, Effects::MBARRIER_INIT.union(Effects::MBARRIER_INVAL));
    let same = init.object.is_some_and(|object| other.names(object));
    if !is_use || !same {
        return false;
    }
    let passes = |stops: &[InstId]| ways(facts, start, other.inst, stops).is_none_or(|ways| !ways.exist || ways.pass);
    // `missing-barrier` shows the two threads, where it can.
    let is_shown = || facts.shared_races().iter().any(|race| race.insts.contains(&other.inst));
    if passes(meetings) || is_shown() {
        return false;
    }
    let shape = shape_of(facts);
    let (Some(users), Some(own)) = (executing(facts, shape, other.inst), executing(facts, shape, init.inst)) else {
        return false;
    };
    if passes(of_warps) { users.exceeds(&own.whole_warps()) } else { users.exceeds(&own) }
}

fn describe(facts: &Facts<'_, '_>, init: &BarrierUse, early: &BarrierUse) -> Finding {
    Finding::new(early.operand.span, "this `mbarrier` may be used before another thread has initialised it")
        .caption("no barrier precedes this use")
        .label(facts.module[init.inst].span, "initialised here, by other threads")
        .help("put `bar.sync 0`, or a barrier of the cluster, after `mbarrier.init`, where all threads pass")
}

/// A thread invalidates a barrier at which others may still wait.
fn early_end(facts: &Facts<'_, '_>, uses: &[BarrierUse], [meetings, of_warps]: [&[InstId]; 2]) -> Option<Finding> {
    let shape = shape_of(facts);
    let is_open = |wait: &BarrierUse, end: &BarrierUse| {
        let object = end.object.filter(|&object| !wait.is_known() || wait.names(object));
        let all: Vec<InstId> = meetings.iter().chain(of_warps).copied().collect();
        object.is_some()
            && wait.has(facts, Effects::MBARRIER_WAIT)
            && ways_avoid(facts, Some(wait.inst), end.inst, &all)
            && matches!(
                (executing(facts, shape, wait.inst), executing(facts, shape, end.inst)),
                (Some(waiting), Some(own)) if waiting.exceeds(&own.whole_warps())
            )
    };
    let ends = uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_INVAL));
    let pairs = ends.flat_map(|end| uses.iter().map(move |wait| (wait, end)));
    let (wait, end) = pairs.into_iter().find(|&(wait, end)| is_open(wait, end))?;
    Some(
        Finding::new(end.operand.span, "this `mbarrier` ends while threads of other warps may still wait at it")
            .caption("no barrier precedes this")
            .label(facts.module[wait.inst].span, "threads of all warps wait here")
            .help("put `bar.sync 0` between the last wait and `mbarrier.inval`, where all threads pass"),
    )
}

/// An arrival at the cluster's barrier that does not order the initialisation before it, where other blocks use the barriers.
fn relaxed(facts: &Facts<'_, '_>, inits: &[&BarrierUse]) -> Option<Finding> {
    let module = facts.module;
    let is_remote = |inst: InstId| {
        let opcode = module.opcode(inst);
        opcode.instruction == Some(op::MAPA) || names_multicast(module, opcode)
    };
    if !module.insts_of(facts.function).any(is_remote) {
        return None;
    }
    let arrivals = with_instruction(facts, |it| it == op::BARRIER_CLUSTER_ARRIVE);
    let is_relaxed = |inst: InstId| module.has_modifier(module.opcode(inst), word::RELAXED);
    let mut orders = with_effects(facts, Effects::FENCE.union(Effects::BARRIER));
    orders.extend(arrivals.iter().copied().filter(|&inst| !is_relaxed(inst)));
    let unordered = |init: &BarrierUse, arrival: InstId| ways_avoid(facts, Some(init.inst), arrival, &orders);
    let pairs = inits.iter().flat_map(|&init| arrivals.iter().map(move |&arrival| (init, arrival)));
    let (init, arrival) = pairs.into_iter().find(|&(init, arrival)| is_relaxed(arrival) && unordered(init, arrival))?;
    Some(
        Finding::new(module[arrival].span, "other blocks may not see that the `mbarrier` was initialised")
            .caption("orders nothing: it is relaxed")
            .label(module[init.inst].span, "initialised here")
            .help("put `fence.mbarrier_init.release.cluster` between `mbarrier.init` and this arrival"),
    )
}
