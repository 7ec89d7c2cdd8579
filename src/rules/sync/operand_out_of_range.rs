use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::ids::InstId;
use crate::ir::Operand;
use crate::isa::{Effects, OperandSpec, Range, Role};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports registers that hold a number outside the range that their instruction accepts: the size of a bulk copy that is not a multiple of 16 bytes,
    /// an `mbarrier` for zero arrivals, a number of tensor-memory columns that is not a power of two.
    ///
    /// ## Why is this bad
    /// The assembler rejects such a number as an immediate, but does not check registers. At run time the behaviour is undefined.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 1, 1, 1
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[32];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, tile;
    ///     st.shared.u32 [%r1], 7;
    ///     fence.proxy.async.shared::cta;
    ///     mov.u32 %r2, 24;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], %r2;
    ///     cp.async.bulk.commit_group;
    ///     cp.async.bulk.wait_group 0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 out) .reqntid 1, 1, 1
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<2>;
    ///     .shared .align 128 .b8 tile[32];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, tile;
    ///     st.shared.u32 [%r1], 7;
    ///     fence.proxy.async.shared::cta;
    ///     mov.u32 %r2, 32;
    ///     cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], %r2;
    ///     cp.async.bulk.commit_group;
    ///     cp.async.bulk.wait_group 0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Sizes and counts are judged if the number is the same in every execution, or is not a multiple of what it has to be for any value of
    /// the parameters. A size that is a parameter as such is taken to be right. `barrier-thread-count` judges the barriers of a block.
    ///
    /// ## References
    /// PTX ISA 9.7.9.25.4 "Non-Tensor Copy Instructions", 9.7.9.13 `st.bulk`, 9.7.13.15.9 `mbarrier.init`, 9.7.16.7 `tcgen05.alloc`.
    pub static OPERAND_OUT_OF_RANGE = "operand-out-of-range" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    for inst in module.insts_of(facts.function) {
        let opcode = module.opcode(inst);
        // Of `cp.async` the constant beside the register decides which sizes it takes.
        let is_alone = |role: Role| module.operand_specs(inst).filter(|(_, spec)| spec.role() == role).count() == 1;
        let is_wanted = |spec: &OperandSpec| {
            matches!(spec.role(), Role::Size | Role::Count) && !spec.ranges().is_empty() && is_alone(spec.role())
        };
        let takes_numbers = opcode.effects.intersects(Effects::ASYNCHRONOUS.union(Effects::WRITES_MEMORY));
        if !takes_numbers || opcode.effects.intersects(Effects::BARRIER.union(Effects::BARRIER_ARRIVE)) {
            continue;
        }
        for (operand, spec) in module.operand_specs(inst).filter(|(_, spec)| is_wanted(spec)) {
            if operand.register().is_some()
                && let Some(finding) = judge(facts, inst, operand, spec)
            {
                cx.report(finding);
            }
        }
    }
}

fn judge(facts: &Facts<'_, '_>, inst: InstId, operand: Operand, spec: &OperandSpec) -> Option<Finding> {
    let what = if spec.role() == Role::Size { "size" } else { "value" };
    let wanted = spec.ranges().iter().map(Range::to_string).collect::<Vec<_>>().join(" or ");
    let caption = format!("has to be {wanted}");
    match facts.constant(inst, operand) {
        // Registers of 32 bits hold what they are extended from.
        Some(number) => {
            let number = i64::from(number as u32);
            (!spec.admits_integer(number)).then(|| {
                Finding::new(operand.span, format!("the {what} in this register is {number}")).caption(caption)
            })
        }
        None => {
            let step = spec.ranges().iter().map(|range| range.step).min()?;
            never_multiple(facts, inst, operand, step).then(|| {
                let message = format!("the {what} in this register is never a multiple of {step}");
                Finding::new(operand.span, message).caption(caption)
            })
        }
    }
}

/// Whether a number leaves the same rest, other than 0, for a divisor whatever it depends on.
fn never_multiple(facts: &Facts<'_, '_>, inst: InstId, operand: Operand, step: i64) -> bool {
    let Some(expr) = facts.exprs().operand(facts, inst, operand) else { return false };
    let exprs = facts.exprs();
    let (terms, constant) = exprs.table.terms(expr);
    constant % step != 0
        && terms.iter().all(|&(term, factor)| exprs.table.alignment(term).saturating_mul(factor) % step == 0)
}
