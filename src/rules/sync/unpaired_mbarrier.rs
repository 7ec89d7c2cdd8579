use crate::diagnostic::{Finding, Level};
use crate::facts::Facts;
use crate::facts::expr::Expr;
use crate::facts::protocol::{
    BarrierObject, BarrierUse, PathBounds, barrier_uses, calls_others, followers, precursors,
};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::{Effects, Role};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `mbarrier` objects of which one half of the protocol is missing in a kernel: nothing initialises them, nothing arrives at
    /// them although threads wait, no thread waits although threads arrive or copies complete, bytes come that nothing expects, or bytes
    /// are expected that nothing brings.
    ///
    /// ## Why is this bad
    /// A phase of an `mbarrier` ends when as many threads have arrived as `mbarrier.init` says and all expected bytes have come. Without
    /// arrivals, or without the bytes, those who wait never go on. Without a wait, what a copy brings is read before it is there, and a
    /// buffer is filled while others still read it.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 128 .b8 tile[512];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     bar.sync 0;
    ///     @%p1 bra USE;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 512, [%r3];
    /// USE:
    ///     shl.b32 %r4, %r1, 2;
    ///     add.u32 %r5, %r2, %r4;
    ///     ld.shared.u32 %r6, [%r5];
    ///     cvt.u64.u32 %rd3, %r4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r6;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 128 .b8 tile[512];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     bar.sync 0;
    ///     @%p1 bra WAIT;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 512, [%r3];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    ///     @!%p2 bra WAIT;
    ///     shl.b32 %r4, %r1, 2;
    ///     add.u32 %r5, %r2, %r4;
    ///     ld.shared.u32 %r6, [%r5];
    ///     cvt.u64.u32 %rd3, %r4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r6;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Barriers count as known when their address is a variable with a constant offset, or follows from the iteration of a loop and
    /// wraps around. If an instruction may name any barrier, what it would supply is not missed: barriers of other blocks of the cluster,
    /// addresses from memory. Kernels that call functions are not judged. That the halves are there says nothing of their order; see
    /// `mbarrier-parity`, `mbarrier-arrival-count` and `mbarrier-byte-count`.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15 "Parallel Synchronization and Communication Instructions: mbarrier"; CUDA C++ Programming Guide, "Asynchronous
    /// Barriers".
    pub static UNPAIRED_MBARRIER = "unpaired-mbarrier" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let used = Effects::MBARRIER_WAIT.union(Effects::MBARRIER_ARRIVE).union(Effects::MBARRIER_COMPLETE);
    if !cx.module.has_effects(used) || cx.module[facts.function].kind != FunctionKind::Entry || calls_others(facts) {
        return;
    }
    let uses = barrier_uses(facts);
    let mut objects: Vec<BarrierObject> = uses.iter().flat_map(BarrierUse::objects).collect();
    objects.sort_unstable();
    objects.dedup();
    let mut told: Vec<InstId> = Vec::new();
    if let Some((inst, finding)) = unexpected(facts, &uses) {
        told.push(inst);
        cx.report(finding);
    }
    for object in objects {
        let found = judge(facts, &Object { facts, uses: &uses, object });
        if let Some((inst, finding)) = found.filter(|(inst, _)| !told.contains(inst)) {
            told.push(inst);
            cx.report(finding);
        }
    }
}

/// A copy whose bytes nothing expects: every `expect_tx` of the kernel names the barrier of another copy, in the same terms.
fn unexpected(facts: &Facts<'_, '_>, uses: &[BarrierUse]) -> Option<(InstId, Finding)> {
    let (complete, expect) = (Effects::MBARRIER_COMPLETE, Effects::MBARRIER_EXPECT);
    let address = |it: &BarrierUse| facts.exprs().address(facts, it.inst, it.operand);
    let of = |effects: Effects| -> Option<Vec<(InstId, Expr)>> {
        let named = uses.iter().filter(|it| it.has(facts, effects));
        named.map(|it| Some((it.inst, address(it)?))).collect()
    };
    // A barrier that cannot be expressed may be any.
    let (copies, expects) = (of(complete)?, of(expect)?);
    let is_same = |a: Expr, b: Expr| {
        let table = &mut facts.exprs().table;
        table.distance(a, b) == Some(0)
    };
    let (paired, alone): (Vec<_>, Vec<_>) =
        copies.iter().partition(|(_, copy)| expects.iter().any(|&(_, expected)| is_same(*copy, expected)));
    let is_claimed = |&(_, expected): &(InstId, Expr)| paired.iter().any(|&(_, copy)| is_same(copy, expected));
    let waits = of(Effects::MBARRIER_WAIT).unwrap_or_default();
    // Between two waits for the barrier no way passes an expectation.
    let is_forgotten = |&&(copy, address): &&(InstId, Expr)| {
        let same = |list: &[(InstId, Expr)]| -> Vec<InstId> {
            list.iter().filter(|(_, other)| is_same(address, *other)).map(|(inst, _)| *inst).collect()
        };
        let (waits, expects) = (same(&waits), same(&expects));
        let bounds = PathBounds { stops: &waits, ..PathBounds::default() };
        let is_none = |found: Option<Vec<InstId>>| found.is_some_and(|found| found.is_empty());
        !waits.is_empty()
            && is_none(precursors(facts, copy, &expects, bounds))
            && is_none(followers(facts, copy, &expects, bounds))
    };
    let usual = !paired.is_empty() && expects.iter().all(is_claimed);
    let forgotten = alone.first().filter(|_| usual).or_else(|| paired.iter().find(is_forgotten));
    let (&(first, _), elsewhere) = (forgotten?, expects.first()?.0);
    let finding = Finding::new(facts.module[first].span, "nothing makes the `mbarrier` expect the bytes of this copy")
        .caption("the phase may end before the bytes have come")
        .label(facts.module[elsewhere].span, "only the bytes of other copies are expected, as here")
        .help("let the thread that copies execute `mbarrier.arrive.expect_tx` with the number of bytes");
    Some((first, finding))
}

/// What is done to one barrier.
struct Object<'o, 'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    uses: &'o [BarrierUse],
    object: BarrierObject,
}

impl Object<'_, '_, '_, '_> {
    /// The first instruction with some effects that names the barrier.
    fn first(&self, effects: Effects) -> Option<InstId> {
        let named = |it: &&BarrierUse| it.has(self.facts, effects) && it.names(self.object);
        self.uses.iter().find(named).map(|it| it.inst)
    }

    /// Whether no instruction with some effects may name it.
    fn lacks(&self, effects: Effects) -> bool {
        let may_name = |it: &BarrierUse| !it.is_known() || it.names(self.object);
        !self.uses.iter().any(|it| it.has(self.facts, effects) && may_name(it))
    }
}

/// Whether the bytes that are expected are none.
fn expects_nothing(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let mut specs = facts.module.operand_specs(inst);
    let count = specs.find(|(_, spec)| spec.role() == Role::Count);
    count.is_some_and(|(operand, _)| facts.constant(inst, operand) == Some(0))
}

/// Which half of the protocol of a barrier is missing, if one is, and the instruction that shows it.
fn judge(facts: &Facts<'_, '_>, object: &Object<'_, '_, '_, '_>) -> Option<(InstId, Finding)> {
    let (wait, arrive) = (object.first(Effects::MBARRIER_WAIT), object.first(Effects::MBARRIER_ARRIVE));
    let (complete, expect) = (object.first(Effects::MBARRIER_COMPLETE), object.first(Effects::MBARRIER_EXPECT));
    let used = [wait, arrive, complete, expect].into_iter().flatten().min()?;
    let of = |inst: InstId, message: &str, caption: &str, help: &str| {
        Some((inst, Finding::new(facts.module[inst].span, message).caption(caption).help(help)))
    };
    if object.lacks(Effects::MBARRIER_INIT) {
        // Kernels of one instruction, as tests of assemblers have them, set nothing up.
        wait?;
        let (inst, finding) = of(
            used,
            "nothing initialises this `mbarrier`",
            "first used here",
            "let one thread execute `mbarrier.init` with the number of arrivals of a phase, and the others wait for it at a barrier",
        )?;
        return Some((inst, finding.level(Level::Error)));
    }
    if let Some(wait) = wait.filter(|_| object.lacks(Effects::MBARRIER_ARRIVE)) {
        return of(
            wait,
            "nothing arrives at the `mbarrier` that is waited for here",
            "its phase never ends",
            "let the threads, or a `tcgen05.commit`, arrive at the barrier as often as `mbarrier.init` says",
        );
    }
    if let Some(complete) = complete.filter(|_| object.lacks(Effects::MBARRIER_EXPECT)) {
        return of(
            complete,
            "nothing makes the `mbarrier` expect the bytes of this copy",
            "the phase may end before the bytes have come",
            "let the thread that copies execute `mbarrier.arrive.expect_tx` with the number of bytes",
        );
    }
    if let Some(complete) = complete.filter(|_| object.lacks(Effects::MBARRIER_WAIT)) {
        return of(
            complete,
            "nothing waits for this copy: no thread waits at its `mbarrier`",
            "what it brings may not be there when it is used",
            "let every thread that uses the bytes wait with `mbarrier.try_wait` first",
        );
    }
    if let Some(arrive) = arrive.filter(|_| object.lacks(Effects::MBARRIER_WAIT)) {
        return of(
            arrive,
            "nothing waits at the `mbarrier` at which this arrives",
            "no thread learns of the arrival",
            "let those who depend on what was done before wait with `mbarrier.try_wait`, or remove the barrier",
        );
    }
    let expect =
        expect.filter(|&expect| object.lacks(Effects::MBARRIER_COMPLETE) && !expects_nothing(facts, expect))?;
    of(
        expect,
        "no copy completes on the `mbarrier` that expects bytes here",
        "the phase never ends",
        "let the copy name this barrier, or arrive without `expect_tx`",
    )
}
