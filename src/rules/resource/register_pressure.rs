use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::device::{MAX_REGISTERS, Multiprocessor, block_threads, directive};
use crate::ir::DirectiveKind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Counts the registers that are live at loops and barriers, and reports functions where there are more than a thread may have:
    /// 255, or fewer because of `.maxnreg`, the number of threads per block and `.minnctapersm`.
    ///
    /// ## Why is this bad
    /// The assembler spills what does not fit to local memory and loads it again when it is needed. A loop that does so runs at the
    /// speed of the cache.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// .maxnreg 24
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     .reg .b64 %v<14>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 112;
    ///     add.s64 %rd2, %rd2, %rd1;
    ///     ld.global.v2.u64 {%v0, %v1}, [%rd2+0];
    ///     ld.global.v2.u64 {%v2, %v3}, [%rd2+16];
    ///     ld.global.v2.u64 {%v4, %v5}, [%rd2+32];
    ///     ld.global.v2.u64 {%v6, %v7}, [%rd2+48];
    ///     ld.global.v2.u64 {%v8, %v9}, [%rd2+64];
    ///     ld.global.v2.u64 {%v10, %v11}, [%rd2+80];
    ///     ld.global.v2.u64 {%v12, %v13}, [%rd2+96];
    ///     bar.sync 0;
    ///     st.global.v2.u64 [%rd2+0], {%v0, %v1};
    ///     st.global.v2.u64 [%rd2+16], {%v2, %v3};
    ///     st.global.v2.u64 [%rd2+32], {%v4, %v5};
    ///     st.global.v2.u64 [%rd2+48], {%v6, %v7};
    ///     st.global.v2.u64 [%rd2+64], {%v8, %v9};
    ///     st.global.v2.u64 [%rd2+80], {%v10, %v11};
    ///     st.global.v2.u64 [%rd2+96], {%v12, %v13};
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
    /// .maxnreg 24
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     .reg .b64 %v<14>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     ld.global.v2.u64 {%v0, %v1}, [%rd2];
    ///     st.global.v2.u64 [%rd2+16], {%v0, %v1};
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The assembler reorders instructions and recomputes values, so only values that no order avoids are counted: what a loop
    /// carries from one iteration to the next, and what is loaded before and stored after a barrier. The true number is greater;
    /// `ptxas -v` prints it, and the bytes spilled. Shipped code rarely has so many: its authors have looked at that number.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 11.4.3 ".maxnreg"; CUDA C++ Programming Guide, "Multiprocessor Level".
    pub static REGISTER_PRESSURE = "register-pressure" {
        group: Resource,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let Some(kept) = facts.kept() else { return };
    let (limit, reason) = limit(facts);
    if kept.registers <= limit {
        return;
    }
    let message = format!("at least {} registers are live here, but a thread has only {limit}", kept.registers);
    let finding = Finding::new(module[kept.at].span, message)
        .caption("whatever the order of the instructions")
        .help(format!("{reason}; the rest is kept in local memory: give each thread less to do"));
    cx.report(finding);
}

/// How many registers a thread may have, and why.
fn limit(facts: &Facts<'_, '_>) -> (u32, String) {
    let first = |kind| directive(facts.module, facts.function, kind).and_then(|(_, numbers)| numbers.first().copied());
    let mut limit = (MAX_REGISTERS as u32, "the hardware limit is 255".to_string());
    if let Some(most) = first(DirectiveKind::MaxNreg).filter(|most| (24..MAX_REGISTERS).contains(most)) {
        limit = (most as u32, "`.maxnreg` sets the limit".to_string());
    }
    let multiprocessor = Multiprocessor::of(facts.module);
    if let (Some(threads), Some(multiprocessor)) = (block_threads(facts).filter(|&threads| threads > 0), multiprocessor)
    {
        let blocks = first(DirectiveKind::MinNctaPerSm).unwrap_or(1).clamp(1, 64) as u32;
        // Registers are handed out to warps, in units of eight for each thread.
        let share = multiprocessor.registers / (threads.next_multiple_of(32) * blocks) / 8 * 8;
        if share < limit.0 && share >= 24 {
            limit =
                (share, format!("{blocks} block(s) of {threads} threads share {} registers", multiprocessor.registers));
        }
    }
    limit
}
