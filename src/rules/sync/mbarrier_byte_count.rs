use crate::diagnostic::Finding;
use crate::facts::protocol::{BarrierObject, BarrierUse, barrier_uses, calls_others, names_multicast};
use crate::facts::{Block, Facts};
use crate::ids::InstId;
use crate::isa::{Effects, Role, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `expect_tx` with another number of bytes than the copies that complete on the same `mbarrier` move.
    ///
    /// ## Why is this bad
    /// A phase of the barrier is complete when all threads have arrived and all bytes that were expected have come. If more are expected
    /// than come, it never ends and whoever waits hangs. If fewer are expected, it ends before all the data is there, and the count of the
    /// next phase is wrong.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out)
    /// {
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<3>;
    ///     .shared .align 128 .b8 tile[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, tile;
    ///     mov.u32 %r2, full;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 256;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1+64], [%rd1+64], 64, [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
    ///     @!%p1 bra WAIT;
    ///     ld.shared.u32 %r3, [%r1];
    ///     st.global.u32 [%rd2], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out)
    /// {
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<3>;
    ///     .shared .align 128 .b8 tile[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, tile;
    ///     mov.u32 %r2, full;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 64, [%r2];
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1+64], [%rd1+64], 64, [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
    ///     @!%p1 bra WAIT;
    ///     ld.shared.u32 %r3, [%r1];
    ///     st.global.u32 [%rd2], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Judged are barriers at constant addresses whose copies and expectations stand in one block of instructions without branches, under
    /// the same guard, with constant sizes. Tensor copies, whose size the tensor map says, are not judged, nor are multicast copies and
    /// kernels that call functions.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15.6 "Tracking asynchronous operations by the mbarrier object", 9.7.9.25.4.1 "cp.async.bulk".
    pub static MBARRIER_BYTE_COUNT = "mbarrier-byte-count" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.has_effects(Effects::MBARRIER_EXPECT) {
        return;
    }
    let uses = barrier_uses(facts);
    if uses.iter().any(|it| it.object.is_none()) || calls_others(facts) {
        return;
    }
    let mut objects: Vec<BarrierObject> = uses.iter().filter_map(|it| it.object).collect();
    objects.sort_unstable();
    objects.dedup();
    for object in objects {
        let own: Vec<&BarrierUse> = uses.iter().filter(|it| it.object == Some(object)).collect();
        if let Some(finding) = judge(facts, &own) {
            cx.report(finding);
        }
    }
}

/// Compares what is expected of a barrier with what comes.
fn judge(facts: &Facts<'_, '_>, own: &[&BarrierUse]) -> Option<Finding> {
    let module = facts.module;
    let (expects, copies): (Vec<InstId>, Vec<InstId>) = (
        own.iter().filter(|it| it.has(facts, Effects::MBARRIER_EXPECT)).map(|it| it.inst).collect(),
        own.iter().filter(|it| it.has(facts, Effects::MBARRIER_COMPLETE)).map(|it| it.inst).collect(),
    );
    let (&first, &copy) = (expects.first()?, copies.first()?);
    let place = |inst: InstId| -> (Block, Option<_>) {
        (facts.cfg().block_of(inst), module.guard(inst).map(|guard| guard.kind))
    };
    let together = expects.iter().chain(&copies).all(|&inst| place(inst) == place(first));
    // Behind a write of the guard's register the same guard is another one.
    let guard = module.guard(first).and_then(|guard| guard.register());
    let is_single = |reg| facts.ssa().is_some_and(|ssa| ssa.is_single(reg));
    if !together || guard.is_some_and(|reg| !is_single(reg)) {
        return None;
    }
    let bytes = |inst: InstId, role: Role| -> Option<u64> {
        let (operand, _) = module.operand_specs(inst).find(|(_, spec)| spec.role() == role)?;
        facts.constant(inst, operand).map(|count| u64::from(count as u32))
    };
    let is_plain = |inst: InstId| {
        let opcode = module.opcode(inst);
        opcode.instruction == Some(op::CP_ASYNC_BULK) && !names_multicast(module, opcode)
    };
    if !copies.iter().all(|&inst| is_plain(inst)) {
        return None;
    }
    let expected = expects.iter().map(|&inst| bytes(inst, Role::Count)).sum::<Option<u64>>()?;
    let moved = copies.iter().map(|&inst| bytes(inst, Role::Size)).sum::<Option<u64>>()?;
    (expected != moved).then(|| {
        let outcome =
            if expected > moved { "the phase never ends" } else { "the phase ends before all of them have come" };
        Finding::new(
            module[first].span,
            format!("{expected} bytes are expected, but the copies move {moved}: {outcome}"),
        )
        .caption(format!("expects {expected} bytes"))
        .label(
            module[copy].span,
            match copies.len() {
                1 => format!("moves {moved} bytes"),
                count => format!("the first of {count} copies that move {moved} bytes together"),
            },
        )
        .help(format!("expect {moved} bytes"))
    })
}
