use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::device::{MAX_REGISTERS, Multiprocessor, block_threads, directive, static_shared};
use crate::ir::{DirectiveKind, FunctionKind};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Works out how many warps of a kernel a multiprocessor can hold, from the size of its blocks, its static shared
    /// memory and an estimate of its registers, and reports kernels that reach less than half of the maximum.
    ///
    /// ## Why is this bad
    /// Few warps hide little memory latency. The finding names what limits them.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// .reqntid 128
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     .shared .align 16 .b8 tile[40960];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     mov.u32 %r2, tile;
    ///     mad.lo.u32 %r2, %r1, 4, %r2;
    ///     st.shared.u32 [%r2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// .reqntid 128
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     .shared .align 16 .b8 tile[8192];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     mov.u32 %r2, tile;
    ///     mad.lo.u32 %r2, %r1, 4, %r2;
    ///     st.shared.u32 [%r2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Needs `.reqntid`, `.maxntid` or the block of the command line; dynamic shared memory is not known. Registers are counted as in
    /// `register-pressure`; `ptxas -v` prints the exact number. Kernels that keep the hardware busy with independent instructions of
    /// one warp run well at low occupancy.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// CUDA C++ Best Practices Guide, "Occupancy"; CUDA C++ Programming Guide, "Technical Specifications per Compute
    /// Capability".
    pub static LOW_OCCUPANCY = "low-occupancy" {
        group: Resource,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    if module[facts.function].kind != FunctionKind::Entry {
        return;
    }
    let (Some(threads), Some(limits)) =
        (block_threads(facts).filter(|&threads| threads > 0), Multiprocessor::of(module))
    else {
        return;
    };
    let warps = threads.div_ceil(32);
    let bounds = bounds(facts, &limits, warps);
    let Some((blocks, reason)) = bounds.into_iter().min_by_key(|(blocks, _)| *blocks) else { return };
    let active = (blocks * warps).min(limits.warps);
    if active == 0 || active * 2 >= limits.warps {
        return;
    }
    let percent = active * 100 / limits.warps;
    let message = format!("a multiprocessor holds at most {active} of {} warps: occupancy {percent} %", limits.warps);
    let finding = Finding::new(module[facts.function].name_span, message)
        .caption(format!("{blocks} block(s) of {warps} warp(s)"))
        .help(format!("{reason} set(s) the limit; use less of it in each block, or other block sizes"));
    cx.report(finding);
}

/// How many blocks fit, by each resource.
fn bounds(facts: &Facts<'_, '_>, limits: &Multiprocessor, warps: u32) -> Vec<(u32, String)> {
    let module = facts.module;
    let shared: u64 = static_shared(module, facts.function).iter().filter_map(|&var| module[var].size).sum();
    let mut bounds = vec![
        (limits.warps / warps, "the number of warps".to_string()),
        (limits.blocks, format!("the number of blocks, {} for each multiprocessor,", limits.blocks)),
    ];
    if shared > 0 {
        let each = shared.saturating_add(u64::from(limits.reserved));
        let blocks = u32::try_from(u64::from(limits.shared) / each).unwrap_or(u32::MAX);
        bounds.push((blocks, format!("shared memory ({shared} bytes a block)")));
    }
    if let Some(kept) = facts.kept() {
        let most =
            directive(module, facts.function, DirectiveKind::MaxNreg).and_then(|(_, numbers)| numbers.first().copied());
        let most = most.unwrap_or(MAX_REGISTERS).min(MAX_REGISTERS) as u32;
        // A warp gets registers in units of eight for each thread.
        let registers = kept.registers.clamp(16, most.max(16)).next_multiple_of(8);
        bounds
            .push((limits.registers / (registers * 32) / warps, format!("registers (at least {registers} a thread)")));
    }
    bounds
}
