use crate::diagnostic::{Applicability, Finding};
use crate::facts::protocol::{Agent, PathBounds, followers, ways_avoid, with_instruction};
use crate::facts::{BlockEntry, Divergence, Facts, ThreadScope};
use crate::ids::{InstId, RegId};
use crate::ir::{Access, Module, OperandKind};
use crate::isa::{Effects, op};
use crate::rules::insertion::before;
use crate::rules::sync::divergence::guard_level;
use crate::rules::sync::divergent_barrier::{is_agreed_on, parts_no_warp};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports what makes the assembler serialise the `wgmma.mma_async` of a function: a call to a function that it does not see (its
    /// advisories C7509 and C7510), a call through a pointer (C7510), and a product after a divergent branch, without a
    /// `wgmma.fence` in between, if the other threads go on with the same accumulators (C7519).
    ///
    /// ## Why is this bad
    /// The assembler then waits for each product before the next one begins, in the whole function, and says so only in an informational message. Products no longer overlap with anything, which costs most of what `wgmma` is used for. A `printf` or an `assert` for
    /// debugging is enough.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .f32 %f<4>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.f32 %f0, 0f00000000;
    ///     mov.f32 %f1, %f0;
    ///     mov.f32 %f2, %f0;
    ///     mov.f32 %f3, %f0;
    ///     wgmma.fence.sync.aligned;
    ///     setp.ge.u32 %p1, %r1, 128;
    ///     @%p1 bra DONE;
    ///     wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd2, %rd3, 1, 1, 1, 0, 0;
    ///     wgmma.commit_group.sync.aligned;
    ///     wgmma.wait_group.sync.aligned 0;
    /// DONE:
    ///     st.global.f32 [%rd1], %f0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u64 a, .param .u64 b)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .f32 %f<4>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.param.u64 %rd2, [a];
    ///     ld.param.u64 %rd3, [b];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.f32 %f0, 0f00000000;
    ///     mov.f32 %f1, %f0;
    ///     mov.f32 %f2, %f0;
    ///     mov.f32 %f3, %f0;
    ///     setp.ge.u32 %p1, %r1, 128;
    ///     @%p1 bra DONE;
    ///     wgmma.fence.sync.aligned;
    ///     wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd2, %rd3, 1, 1, 1, 0, 0;
    ///     wgmma.commit_group.sync.aligned;
    ///     wgmma.wait_group.sync.aligned 0;
    /// DONE:
    ///     st.global.f32 [%rd1], %f0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Registers that run short (C7511, C7512) are not predicted. Registers of products that other instructions touch in flight (C7513,
    /// C7514, C7517) are `wgmma-hazard`'s. In a block whose shape is known, what is the same in each warp does not divide a warp. Calls of
    /// functions of the module count as inlined, as they are unless code is linked later (`-c`). The assembler and this rule
    /// decide in different ways which branches diverge; where warps have exchanged what decides (`shfl`), both take it to be uniform.
    ///
    /// ## References
    /// PTX ISA 9.7.15.7 "wgmma.fence"; ptxas 13.5, "Potential Performance Loss: wgmma.mma_async instructions are serialized due to …".
    pub static WGMMA_SERIALIZED = "wgmma-serialized" {
        group: Perf,
        level: Perf,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.has_effects(Effects::WARPGROUP) {
        return;
    }
    let products = Agent::Warpgroup.starts(facts);
    if products.is_empty() {
        return;
    }
    if let Some(finding) = by_call(facts, &products).or_else(|| by_branch(facts, &products)) {
        cx.report(finding);
    }
}

const MESSAGE: &str = "the assembler serialises all `wgmma.mma_async` of this function";

/// A call of something that the assembler cannot look into.
fn by_call(facts: &Facts<'_, '_>, products: &[InstId]) -> Option<Finding> {
    let module = facts.module;
    let unseen = |inst: InstId| {
        let is_call = module.opcode(inst).effects.intersects(Effects::CALL);
        let is_executed = facts.cfg().is_reachable(facts.cfg().block_of(inst));
        let callee = module.operands(inst).iter().find_map(|operand| match operand.kind {
            OperandKind::Func(func) => Some(func),
            _ => None,
        });
        let caption = match callee {
            None => "because of this call through a pointer (C7510)",
            Some(func) if module[func].definition.is_none() => {
                "because of this call to a function in another module (C7509, C7510)"
            }
            Some(_) => return None,
        };
        (is_call && is_executed).then_some((inst, caption))
    };
    let (call, caption) = module.insts_of(facts.function).find_map(unseen)?;
    Some(
        Finding::new(module[call].span, MESSAGE)
            .caption(caption)
            .label(module[*products.first()?].span, "the first product")
            .help("avoid calls in kernels with `wgmma`: `printf` and `assert` are calls, too"),
    )
}

/// A product that some threads of the block come to, with no fence on the way from where they part.
fn by_branch(facts: &Facts<'_, '_>, products: &[InstId]) -> Option<Finding> {
    let (module, cfg) = (facts.module, facts.cfg());
    let (conditions, uniformity) = (facts.conditions()?, facts.uniformity()?);
    let fences = with_instruction(facts, |it| it == op::WGMMA_FENCE);
    // The assembler knows what is the same in a warp where it knows how threads form warps.
    let is_known = facts.block_shape().exact.iter().all(Option::is_some);
    let parts = |way: &BlockEntry| {
        let level = guard_level(facts, uniformity, way.inst, ThreadScope::Block);
        matches!(level, Divergence::Thread | Divergence::Data)
            && !is_agreed_on(facts, uniformity, way)
            && !(is_known && parts_no_warp(facts, way))
    };
    let parting = |&product: &InstId| {
        let block = cfg.block_of(product);
        let own = BlockEntry { branch: block, inst: product, truth: None, wanted: true };
        if module.guard(product).is_some() && parts(&own) {
            return Some((product, product));
        }
        let ways = conditions.all(facts, block);
        let open = |way: &&BlockEntry| {
            parts(way)
                && ways_avoid(facts, Some(way.inst), product, &fences)
                && is_used_elsewhere(facts, way.inst, product)
        };
        ways.iter().find(open).map(|way| (product, way.inst))
    };
    let (product, branch) = products.iter().find_map(parting)?;
    let finding = Finding::new(module[product].span, MESSAGE)
        .help("put `wgmma.fence.sync.aligned` before the product and after the last divergent branch");
    if branch == product {
        return Some(finding.caption("its guard diverges after the `wgmma.fence` (C7519)"));
    }
    let fence = before(module, product, "wgmma.fence.sync.aligned;");
    Some(
        finding
            .caption("no `wgmma.fence` between the divergent branch and this product (C7519)")
            .label(module[branch].span, "threads diverge here")
            .fixes(Applicability::Safe, vec![fence]),
    )
}

/// Whether threads that do not come to a product go on with one of its accumulators as it was before: then the assembler cannot move what orders
/// the accumulators behind the branch.
fn is_used_elsewhere(facts: &Facts<'_, '_>, branch: InstId, product: InstId) -> bool {
    let module = facts.module;
    let Some(accumulator) = vectors(module, product).next() else { return false };
    let (mut uses, mut ends) = (Vec::new(), vec![product]);
    for inst in module.insts_of(facts.function).filter(|&inst| inst != product) {
        let mut reads = false;
        module.for_each_register(inst, |access| reads |= access.reg == accumulator && access.access != Access::Write);
        if reads {
            uses.push(inst);
        } else {
            module.for_each_written(inst, |reg| ends.extend((reg == accumulator).then_some(inst)));
        }
    }
    let bounds = PathBounds { stops: &ends, ..PathBounds::default() };
    followers(facts, branch, &uses, bounds).is_some_and(|uses| !uses.is_empty())
}

/// The registers of an instruction that stand in vectors: accumulators, and the matrix A where it is in registers.
fn vectors<'m>(module: &'m Module<'_>, inst: InstId) -> impl Iterator<Item = RegId> + 'm {
    let elements = module.operands(inst).iter().filter_map(|operand| match operand.kind {
        OperandKind::Vector(list) => Some(module.list(list)),
        _ => None,
    });
    elements.flatten().filter_map(|element| element.register())
}
