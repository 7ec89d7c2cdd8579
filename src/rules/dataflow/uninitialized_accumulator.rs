use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::expr::{Expr, Node, evaluate};
use crate::facts::protocol::{Agent, calls_others, in_rounds, reaches, ways, with_effects, with_instruction};
use crate::ids::InstId;
use crate::ir::{FunctionKind, Operand};
use crate::isa::{Effects, Role, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports the first product of `tcgen05.mma` that adds to tensor memory that nothing has written yet: its operand `enable-input-d` is
    /// true, and no other product, no `tcgen05.st` and no `tcgen05.cp` precedes it.
    ///
    /// ## Why is this bad
    /// `tcgen05.alloc` does not clear what it allocates. The product is added to what an earlier kernel has left there: results are
    /// right in a fresh process, where that is 0, and wrong later.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b) .reqntid 32, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 4 .b32 base;
    ///     .shared .align 8 .b64 done;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, base;
    ///     mov.u32 %r2, done;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 32;
    ///     elect.sync _|%p1, 0xffffffff;
    ///     @%p1 mbarrier.init.shared::cta.b64 [%r2], 1;
    ///     bar.warp.sync 0xffffffff;
    ///     ld.shared.u32 %r3, [%r1];
    ///     mov.u32 %r4, 136380432;
    ///     setp.eq.u32 %p2, 1, 1;
    ///     @%p1 tcgen05.mma.cta_group::1.kind::f16 [%r3], %rd2, %rd3, %r4, %p2;
    ///     @%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r2], 0;
    ///     @!%p3 bra WAIT;
    ///     tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r5}, [%r3];
    ///     tcgen05.wait::ld.sync.aligned;
    ///     st.global.u32 [%rd1], %r5;
    ///     tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 32;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_100a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b) .reqntid 32, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<4>;
    ///     .shared .align 4 .b32 base;
    ///     .shared .align 8 .b64 done;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, base;
    ///     mov.u32 %r2, done;
    ///     tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 32;
    ///     elect.sync _|%p1, 0xffffffff;
    ///     @%p1 mbarrier.init.shared::cta.b64 [%r2], 1;
    ///     bar.warp.sync 0xffffffff;
    ///     ld.shared.u32 %r3, [%r1];
    ///     mov.u32 %r4, 136380432;
    ///     setp.eq.u32 %p2, 1, 0;
    ///     @%p1 tcgen05.mma.cta_group::1.kind::f16 [%r3], %rd2, %rd3, %r4, %p2;
    ///     @%p1 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r2], 0;
    ///     @!%p3 bra WAIT;
    ///     tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r5}, [%r3];
    ///     tcgen05.wait::ld.sync.aligned;
    ///     st.global.u32 [%rd1], %r5;
    ///     tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r3, 32;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Kernels that allocate tensor memory are judged, and products that control may reach before anything is written to any part of it: a
    /// second accumulator that is never written is not noticed. A store that does not follow the product may be that of another warp, before it. The operand has to be constant, or follow from the iteration of a loop. Later tiles
    /// of a persistent kernel, which would have to start anew, are not judged. Accumulators of `wgmma` are registers, which
    /// `uninitialized-register` judges. Kernels that call functions are not judged.
    ///
    /// ## References
    /// PTX ISA 9.7.16.10 `tcgen05.mma`, "enable-input-d"; 9.7.16.7 `tcgen05.alloc`.
    pub static UNINITIALIZED_ACCUMULATOR = "uninitialized-accumulator" {
        group: Dataflow,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.has_effects(Effects::TENSOR_PRODUCTS)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let Some(&allocation) = with_instruction(facts, |it| it == op::TCGEN05_ALLOC).first() else { return };
    let mut writers = with_effects(facts, Effects::TENSOR_PRODUCTS.union(Effects::TENSOR_MOVES));
    let stores = Agent::TensorStores.starts(facts);
    writers.extend(&stores);
    let products = with_effects(facts, Effects::TENSOR_PRODUCTS);
    let found = products.into_iter().find_map(|product| {
        let enable = enable_operand(facts, product).filter(|&enable| is_true_first(facts, product, enable))?;
        let others: Vec<InstId> = writers.iter().copied().filter(|&other| other != product).collect();
        // What stands on no way with the product other warps execute, and may wait for each other.
        let is_elsewhere = |store: &InstId| reaches(facts, product, &[*store]) == Some(false);
        let is_first = ways(facts, None, product, &others).is_some_and(|ways| ways.exist && !ways.pass)
            && !stores.iter().any(is_elsewhere);
        is_first.then_some((product, enable))
    });
    if let Some((product, enable)) = found {
        cx.report(
            Finding::new(enable.span, "this product is added to tensor memory that nothing has written yet")
                .caption("true in the first iteration")
                .label(cx.module[product].span, "no product, store or copy to tensor memory precedes it")
                .label(cx.module[allocation].span, "holds what an earlier kernel has left")
                .help("set the operand to false for the first product of each tile"),
        );
    }
}

/// The operand that says whether the accumulator is read.
fn enable_operand(facts: &Facts<'_, '_>, product: InstId) -> Option<Operand> {
    let mut specs = facts.module.operand_specs(product);
    specs.find(|(_, spec)| spec.role() == Role::Accumulate).map(|(operand, _)| operand)
}

/// Whether an operand is true when its instruction is executed for the first time.
fn is_true_first(facts: &Facts<'_, '_>, inst: InstId, operand: Operand) -> bool {
    if let Some(number) = facts.constant(inst, operand) {
        return number & 1 == 1;
    }
    let Some(expr) = facts.exprs().operand(facts, inst, operand) else { return false };
    if let Some(number) = evaluate(&facts.exprs().table, expr, &|_: Expr, _: Node| None) {
        return number & 1 == 1;
    }
    let Some(id) = facts.natural_loops().innermost(facts.cfg().block_of(inst)) else { return false };
    let rounds = in_rounds(facts, id, &[expr]);
    rounds.and_then(|rounds| rounds.first()?.first().copied()).is_some_and(|number| number & 1 == 1)
}
