use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::device::EntryRegisters;
use crate::facts::reallocation::{Adjustment, largest_count};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `setmaxnreg.dec` to more registers than threads of the kernel have at entry, or get by any `setmaxnreg.inc`.
    ///
    /// ## Why is this bad
    /// The assembler rejects the kernel (C7406): it can only keep what is there. How many registers there are at entry follows from the
    /// launch bounds: a multiprocessor has four parts with 16,384 registers each, over which the warps of all blocks are spread; a thread
    /// gets an equal share, a multiple of 8, and 255 at most.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k()
    /// .maxntid 384
    /// .minnctapersm 1
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<2>;
    ///     mov.u32 %r1, %tid.x;
    ///     setp.lt.u32 %p1, %r1, 128;
    ///     @%p1 bra producer;
    ///     setmaxnreg.inc.sync.aligned.u32 232;
    ///     ret;
    /// producer:
    ///     setmaxnreg.dec.sync.aligned.u32 240;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k()
    /// .maxntid 384
    /// .minnctapersm 1
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<2>;
    ///     mov.u32 %r1, %tid.x;
    ///     setp.lt.u32 %p1, %r1, 128;
    ///     @%p1 bra producer;
    ///     setmaxnreg.inc.sync.aligned.u32 232;
    ///     ret;
    /// producer:
    ///     setmaxnreg.dec.sync.aligned.u32 40;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Kernels only.
    ///
    /// ## References
    /// PTX ISA 9.7.19.5 `setmaxnreg`, 11.4 "Performance-Tuning Directives".
    pub static SETMAXNREG_LIMIT = "setmaxnreg-limit" {
        group: Resource,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let adjustments = module.insts_of(facts.function).filter_map(|inst| Adjustment::of(facts, inst));
    let mut releases = adjustments.filter(|adjustment| adjustment.releases).peekable();
    if releases.peek().is_none() {
        return;
    }
    let known = EntryRegisters::of(module, facts.function);
    let Some(EntryRegisters { limit: Some(registers), directive, .. }) = known else { return };
    let limit = largest_count(facts, i64::from(registers));
    for release in releases.filter(|release| release.exceeds(limit)) {
        let message = format!("`setmaxnreg.dec` to {} registers, where no thread has more than {limit}", release.count);
        let finding = Finding::new(release.at.span, message)
            .caption(format!("must not exceed {limit}"))
            .label(directive, format!("threads start with {registers} registers by this"))
            .help("lower the number, or use `setmaxnreg.inc` where warps need more registers");
        cx.report(finding);
    }
}
