use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::device::EntryRegisters;
use crate::facts::reallocation::Adjustment;
use crate::ir::FunctionKind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `setmaxnreg` in kernels whose number of registers at entry the assembler cannot tell, so that it leaves the instruction
    /// out.
    ///
    /// ## Why is this bad
    /// Warps that only copy keep registers that those which compute then lack: these spill, or fewer blocks fit. The assembler says so
    /// in an informational line alone (C7508). It needs `.maxnreg`, or `.minnctapersm` together with `.maxntid` or `.reqntid`
    /// (`__launch_bounds__` with two arguments).
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_90a
    /// .address_size 64
    /// .visible .entry k()
    /// .maxntid 384
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
    /// Kernels only: for a `setmaxnreg` in a `.func` the kernels that call it count. Options of the assembler that make it ignore the
    /// instruction (`-g`, `-c` where code is linked later, `--maxrregcount`) are unknown here.
    ///
    /// ## References
    /// PTX ISA 9.7.19.5 `setmaxnreg`, 11.4 "Performance-Tuning Directives".
    pub static SETMAXNREG_IGNORED = "setmaxnreg-ignored" {
        group: Perf,
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
    let first = module.insts_of(facts.function).find(|&inst| Adjustment::of(facts, inst).is_some());
    let Some(first) = first else { return };
    if EntryRegisters::of(module, facts.function).is_some_and(|registers| registers.is_certain) {
        return;
    }
    let finding = Finding::new(module[first].span, "the assembler ignores `setmaxnreg` in this kernel")
        .caption("the number of registers at entry is not known")
        .label(module[facts.function].name_span, "the kernel has neither `.maxnreg` nor a full launch bound")
        .help("add a `.minnctapersm` that can be met to `.maxntid` or `.reqntid`, or give `.maxnreg`");
    cx.report(finding);
}
