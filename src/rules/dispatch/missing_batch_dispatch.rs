use crate::diagnostic::Finding;
use crate::facts::{Facts, Strategy, VectorDispatch};
use crate::ir::FunctionKind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports batched kernels that do the work of only one vector: a kernel that should find its vector by `%ctaid.y` stores to
    /// addresses that do not depend on it, or one that should loop over `m_dim` vectors does not.
    ///
    /// A kernel counts as batched when its name contains `batched`. Elementwise kernels are expected to use `%ctaid.y` (`grid_y`),
    /// those with `gemv` in their name the parameter `m_dim` (`register_unroll`). Entries `[[kernel]]` in `ptxlint.toml` say so for
    /// other names.
    ///
    /// ## Why is this bad
    /// Every block of the batch works on the first vector, or on a fixed number of vectors: too few, or some past the end. The result
    /// for one vector is right, and that is what most tests look at.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry batched_scale(.param .u64 x)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [x];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r2, %ctaid.y;
    ///     mov.u32 %r1, %tid.x;
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
    /// .visible .entry batched_scale(.param .u64 x)
    /// {
    ///     .reg .b32 %r<5>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [x];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r2, %ctaid.y;
    ///     mov.u32 %r3, %ntid.x;
    ///     mov.u32 %r1, %tid.x;
    ///     mad.lo.u32 %r4, %r2, %r3, %r1;
    ///     mul.wide.u32 %rd3, %r4, 4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Without an entry, the name determines what is expected, so mangled C++ names are not judged. Nor are kernels that number their
    /// vectors by `%ctaid.z` or by a quotient or remainder of `%ctaid.x`, or that pass the index or number of vectors to a function,
    /// as an argument or in memory. Values stored to local memory are assumed to reach every load from it.
    ///
    /// ## References
    /// PTX ISA 10.6 `%ctaid`.
    pub static MISSING_BATCH_DISPATCH = "missing-batch-dispatch" {
        group: Dispatch,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// The strategy that a kernel is expected to use: by the options, or by its name if that is the name of a batched kernel.
pub(crate) fn expected_strategy(cx: &Context<'_, '_>, facts: &Facts<'_, '_>) -> Option<Strategy> {
    let function = &cx.module[facts.function];
    let name = cx.module.name(function.name?);
    if function.kind != FunctionKind::Entry {
        return None;
    }
    cx.options.expected_dispatch(name).or_else(|| strategy_by_name(name))
}

/// The strategy that a name asks for, if it is the name of a batched kernel.
pub(crate) fn strategy_by_name(name: &str) -> Option<Strategy> {
    if name.starts_with("_Z") {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let strategy = if name.contains("gemv") { Strategy::RegisterUnroll } else { Strategy::GridY };
    name.contains("batched").then_some(strategy)
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if let Some(strategy) = expected_strategy(cx, facts)
        && let Some(dispatch) = VectorDispatch::new(facts, cx.options.batch_parameter())
    {
        judge(cx, facts, &dispatch, strategy);
    }
}

/// Judges a batched kernel of which the strategy is known.
pub(crate) fn judge(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>, dispatch: &VectorDispatch, strategy: Strategy) {
    let module = cx.module;
    let other = match strategy {
        Strategy::GridY => Strategy::RegisterUnroll,
        Strategy::RegisterUnroll => Strategy::GridY,
    };
    let evidence = dispatch.of(strategy);
    if evidence.effect.is_some() || dispatch.of(other).effect.is_some() || dispatch.other {
        return;
    }
    let function = &module[facts.function];
    let parameter = cx.options.batch_parameter();
    // Copies of the body may work on several vectors, but on as many whatever their number is.
    let works = match strategy {
        Strategy::GridY => "works on one vector only",
        Strategy::RegisterUnroll => "works on the same number of vectors in every batch",
    };
    let name = function.name.map_or("", |name| module.name(name));
    let finding = Finding::new(function.name_span, format!("the batched kernel `{name}` {works}"));
    let (what, help) = match strategy {
        Strategy::GridY => (
            "`%ctaid.y`".to_string(),
            "add the offset of vector `%ctaid.y` to the addresses of the activations and of the output".to_string(),
        ),
        Strategy::RegisterUnroll => {
            (format!("`{parameter}`"), format!("load the parameter `{parameter}` and loop over that many vectors"))
        }
    };
    let finding = match evidence.reads.first() {
        Some(&read) => {
            let effect = if strategy == Strategy::GridY { "no address of a store" } else { "no guard and no loop" };
            finding.label(module[read].span, format!("{what} is read here, but reaches {effect}"))
        }
        None => finding.caption(format!("never reads {what}")),
    };
    cx.report(finding.help(help));
}
