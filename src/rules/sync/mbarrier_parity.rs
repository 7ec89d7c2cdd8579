use crate::diagnostic::Finding;
use crate::facts::protocol::{BarrierUse, barrier_uses};
use crate::facts::{Facts, LoopId};
use crate::ids::InstId;
use crate::isa::{Effects, Role};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports waits for an `mbarrier` with a constant parity in a loop that goes through a phase of that barrier in each round.
    ///
    /// ## Why is this bad
    /// Phases alternate between parity 0 and 1, and a wait for a parity returns as soon as the phase of that parity, or the one before the
    /// current one, is complete. In the second round of the loop the wait for the same parity therefore returns at once, and what is read
    /// is what was there before. The parity has to be flipped whenever the barrier comes round.
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
    ///     mov.u32 %r3, 0;
    ///     mov.u32 %r4, 0;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    /// LOOP:
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 128, [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
    ///     @!%p1 bra WAIT;
    ///     ld.shared.u32 %r5, [%r1];
    ///     st.global.u32 [%rd2], %r5;
    ///     add.u32 %r3, %r3, 1;
    ///     setp.lt.u32 %p2, %r3, 8;
    ///     @%p2 bra LOOP;
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
    ///     mov.u32 %r3, 0;
    ///     mov.u32 %r4, 0;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    /// LOOP:
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 128, [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], %r4;
    ///     @!%p1 bra WAIT;
    ///     ld.shared.u32 %r5, [%r1];
    ///     st.global.u32 [%rd2], %r5;
    ///     xor.b32 %r4, %r4, 1;
    ///     add.u32 %r3, %r3, 1;
    ///     setp.lt.u32 %p2, %r3, 8;
    ///     @%p2 bra LOOP;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Only barriers at constant addresses are judged, in loops in which all waits for the barrier name the same constant parity, some
    /// instruction arrives at it, and none makes it anew. Rings of barriers, whose stage a counter selects, are not judged, nor is a
    /// variable parity that is wrong.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15.5 "Phase of the mbarrier object", 9.7.13.15.16 "mbarrier.test_wait / mbarrier.try_wait".
    pub static MBARRIER_PARITY = "mbarrier-parity" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.opcodes.iter().any(|opcode| opcode.effects.intersects(Effects::MBARRIER_WAIT)) {
        return;
    }
    let uses = barrier_uses(facts);
    for (i, wait) in uses.iter().enumerate().filter(|(_, it)| it.has(facts, Effects::MBARRIER_WAIT)) {
        let same = |other: &&BarrierUse| other.object == wait.object && other.has(facts, Effects::MBARRIER_WAIT);
        // One finding for a barrier and loop: at its first wait.
        let around = loops_around(facts, wait.inst);
        let outer = around.iter().copied().find(|&id| arrives(facts, &uses, wait, id));
        let Some(id) = outer.filter(|_| wait.object.is_some()) else { continue };
        let is_first = !uses[..i].iter().filter(same).any(|other| is_within(facts, id, other.inst));
        if is_first && let Some(parity) = constant_parity(facts, &uses, wait, id) {
            cx.report(describe(facts, &uses, wait, id, parity));
        }
    }
}

/// The loops around an instruction, from the inside.
fn loops_around(facts: &Facts<'_, '_>, inst: InstId) -> Vec<LoopId> {
    let loops = facts.natural_loops();
    let innermost = loops.innermost(facts.cfg().block_of(inst));
    std::iter::successors(innermost, |&id| loops.get(id).parent).collect()
}

fn is_within(facts: &Facts<'_, '_>, id: LoopId, inst: InstId) -> bool {
    facts.natural_loops().contains(id, facts.cfg().block_of(inst))
}

/// Whether something arrives in a loop at the barrier that is waited for.
fn arrives(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId) -> bool {
    arrival(facts, uses, wait, id).is_some()
}

fn arrival(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId) -> Option<InstId> {
    let arrives = |other: &&BarrierUse| {
        other.object == wait.object && other.has(facts, Effects::MBARRIER_ARRIVE) && is_within(facts, id, other.inst)
    };
    uses.iter().find(arrives).map(|other| other.inst)
}

/// The parity that all waits of a loop for a barrier name, if it is constant, and the loop does nothing unknown to barriers.
fn constant_parity(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId) -> Option<u64> {
    let parity = |it: &BarrierUse| {
        let phase = facts.module.operand_specs(it.inst).find(|(_, spec)| spec.role() == Role::BarrierPhase);
        phase.and_then(|(operand, _)| facts.constant(it.inst, operand))
    };
    let parity_of_wait = parity(wait)?;
    let unclear = |it: &&BarrierUse| {
        let renews = it.has(facts, Effects::MBARRIER_INIT.union(Effects::MBARRIER_INVAL));
        let waits = it.has(facts, Effects::MBARRIER_WAIT);
        is_within(facts, id, it.inst)
            && (it.object.is_none()
                || it.object == wait.object && (renews || waits && parity(it) != Some(parity_of_wait)))
    };
    let calls = facts.module.insts_of(facts.function).any(|inst| {
        facts.module[facts.module[inst].opcode].effects.intersects(Effects::CALL) && is_within(facts, id, inst)
    });
    (!calls && !uses.iter().any(|it| unclear(&it))).then_some(parity_of_wait)
}

fn describe(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId, parity: u64) -> Finding {
    let mut finding = Finding::new(
        facts.module[wait.inst].span,
        format!("this waits for parity {parity} in every round of the loop, but the parity of the barrier's phases alternates"),
    )
    .caption("returns at once in every second round");
    if let Some(arrival) = arrival(facts, uses, wait, id) {
        finding = finding.label(facts.module[arrival].span, "arrives in every round");
    }
    finding.help("keep the parity in a register that starts with 0, and flip it with `xor.b32` after each wait")
}
