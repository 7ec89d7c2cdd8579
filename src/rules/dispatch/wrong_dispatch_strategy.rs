use super::missing_batch_dispatch::expected_strategy;
use crate::diagnostic::Finding;
use crate::facts::{Facts, Strategy, VectorDispatch};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports batched kernels that find their vectors by the strategy of the other kind of kernel: a matrix-vector product
    /// (`gemv` in its name) that uses `%ctaid.y`, or an elementwise kernel that loops over `m_dim`.
    ///
    /// ## Why is this bad
    /// A matrix-vector product is limited by reading its weights. With one row of blocks per vector (`grid_y`) the weights are read
    /// once per vector; with all vectors in one block (`register_unroll`) only once. An elementwise kernel has no weights: a loop
    /// over vectors only reduces parallelism.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry batched_gemv(.param .u64 y, .param .u32 m_dim)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [y];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %ctaid.y;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry batched_gemv(.param .u64 y, .param .u32 m_dim)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [y];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     ld.param.u32 %r1, [m_dim];
    ///     mov.u32 %r2, 0;
    /// vector:
    ///     mul.wide.u32 %rd3, %r2, 4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r2;
    ///     add.u32 %r2, %r2, 1;
    ///     setp.lt.u32 %p1, %r2, %r1;
    ///     @%p1 bra vector;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The expected strategy comes from an entry `[[kernel]]` in `ptxlint.toml` or from the kernel's name, as for
    /// `missing-batch-dispatch`. A comparison of `%ctaid.y` with `m_dim` is a bounds check, not a second strategy.
    ///
    /// ## References
    /// PTX ISA 10.6 `%ctaid`.
    pub static WRONG_DISPATCH_STRATEGY = "wrong-dispatch-strategy" {
        group: Dispatch,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let Some(expected) = expected_strategy(cx, facts) else { return };
    let Some(dispatch) = VectorDispatch::new(facts, cx.options.batch_parameter()) else { return };
    if let Some(finding) = judge(cx, &dispatch, expected) {
        let function = &cx.module[facts.function];
        let is_told = function.name.is_some_and(|name| cx.options.expected_dispatch(cx.module.name(name)).is_some());
        let source = if is_told { "it is expected to be" } else { "by its name, this is" };
        cx.report(finding.label(function.name_span, format!("{source} a kernel of the {} kind", expected.name())));
    }
}

/// What is wrong with a batched kernel of which the strategy is known.
pub(crate) fn judge(cx: &Context<'_, '_>, dispatch: &VectorDispatch, expected: Strategy) -> Option<Finding> {
    let module = cx.module;
    let grid_y = dispatch.grid_y.effect;
    let unroll = dispatch.register_unroll.effect.filter(|_| dispatch.register_unroll.bounds_loop || grid_y.is_none());
    let parameter = cx.options.batch_parameter();
    let (found, at, why) = match (expected, grid_y, unroll) {
        (Strategy::RegisterUnroll, Some(at), _) => (
            Strategy::GridY,
            at,
            "one row of blocks for each vector reads the weights once per vector; loop over the vectors inside the block",
        ),
        (Strategy::GridY, _, Some(at)) => (
            Strategy::RegisterUnroll,
            at,
            "an elementwise kernel has no weights to share between vectors; give each vector its own row of blocks",
        ),
        _ => return None,
    };
    let reads = &dispatch.of(found).reads;
    let also = dispatch.of(expected).effect.filter(|_| grid_y.is_some() && unroll.is_some());
    let (what, effect) = match found {
        Strategy::GridY => ("`%ctaid.y`".to_string(), "this store's address depends on `%ctaid.y`".to_string()),
        Strategy::RegisterUnroll => (format!("`{parameter}`"), format!("`{parameter}` decides this")),
    };
    let message = match also {
        Some(_) => format!("the kernel uses {} in addition to {}", found.name(), expected.name()),
        None => format!("the kernel uses {}, but {} is expected", found.name(), expected.name()),
    };
    let mut finding = Finding::new(module[at].span, message).caption(effect).help(why);
    if let Some(&read) = reads.first() {
        finding = finding.label(module[read].span, format!("{what} is read here"));
    }
    Some(finding)
}
