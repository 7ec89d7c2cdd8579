use crate::diagnostic::Finding;
use crate::facts::protocol::{parity, reaches, with_effects};
use crate::facts::{Dead, Facts, User};
use crate::ids::InstId;
use crate::isa::{Effects, Role};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `mbarrier.try_wait` and `mbarrier.test_wait` whose result is never used.
    ///
    /// ## Why is this bad
    /// `test_wait` does not wait at all: it says whether the phase is complete. `try_wait` waits, but not longer than some time that the
    /// system sets. In both cases the phase may still be going on afterwards, and what it stands for, data of an asynchronous copy for
    /// instance, may not be there yet. Only the result tells; it has to be looped on.
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
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 128, [%r2];
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
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
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 128, [%r2];
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
    /// That the result is used in the right way is not checked: a branch that goes on in both cases is not reported. Nor is a look ahead: a wait
    /// that another one for the same phase follows, whose result is used.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15.16 "mbarrier.test_wait / mbarrier.try_wait".
    pub static UNCHECKED_MBARRIER_WAIT = "unchecked-mbarrier-wait" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Whether all that reads a result computes for nothing.
fn is_for_nothing(facts: &Facts<'_, '_>, dead: &Dead, inst: InstId) -> bool {
    let (Some(ssa), Some(users)) = (facts.ssa(), facts.users()) else { return false };
    let mut all = true;
    facts.module.for_each_written(inst, |reg| {
        let value = ssa.write(inst, reg);
        let is_dead = |user| matches!(user, User::Inst(inst) if dead.contains(inst));
        all &= value.is_some_and(|value| users.of(value).all(is_dead));
    });
    all
}

/// Whether what a wait says is used, if it says anything.
fn is_used(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let (mut used, mut any) = (false, false);
    facts.module.for_each_written(inst, |reg| {
        any = true;
        used |= facts.is_used(inst, reg);
    });
    // What is computed of it may be for nothing.
    !any || used && !facts.dead().is_some_and(|dead| is_for_nothing(facts, dead, inst))
}

/// Whether one of some waits that follow waits for the same phase: the first one was a look ahead.
fn is_repeated(facts: &Facts<'_, '_>, inst: InstId, others: &[InstId]) -> bool {
    let awaited = |inst: InstId| {
        let mut specs = facts.module.operand_specs(inst);
        let (object, _) = specs.find(|(_, spec)| spec.role() == Role::Barrier)?;
        let object = facts.exprs().address(facts, inst, object)?;
        Some((object, facts.exprs().operand(facts, inst, parity(facts, inst)?)?))
    };
    let Some(own) = awaited(inst) else { return false };
    others.iter().any(|&other| awaited(other) == Some(own) && reaches(facts, inst, &[other]) == Some(true))
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if !module.has_effects(Effects::MBARRIER_WAIT) {
        return;
    }
    let waits = with_effects(facts, Effects::MBARRIER_WAIT);
    let (used, unused): (Vec<InstId>, Vec<InstId>) = waits.into_iter().partition(|&inst| is_used(facts, inst));
    for inst in unused {
        if !is_repeated(facts, inst, &used) {
            let message = "the result is not used: this may return before the phase is complete";
            cx.report(
                Finding::new(module[inst].span, message)
                    .caption("its result is not used")
                    .help("branch back to this instruction as long as its result is false"),
            );
        }
    }
}
