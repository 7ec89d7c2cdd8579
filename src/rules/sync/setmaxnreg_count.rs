use crate::diagnostic::Finding;
use crate::facts::device::EntryRegisters;
use crate::facts::forward::{FlowState, forward};
use crate::facts::reallocation::{Adjustment, largest_count};
use crate::facts::{Block, Facts};
use crate::ids::InstId;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `setmaxnreg.dec` to more registers than a thread can own there, and `setmaxnreg.inc` to fewer.
    ///
    /// ## Why is this bad
    /// Behaviour is undefined, and the assembler silent (but see `setmaxnreg-limit`). How many registers there are at entry follows from
    /// the launch bounds: a multiprocessor has four parts with 16,384 registers each, over which the warps of all blocks are spread; a
    /// thread gets an equal share, a multiple of 8, and 255 at most.
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
    ///     setmaxnreg.dec.sync.aligned.u32 176;
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
    /// Kernels only. What holds on some paths is not reported, nor whether the registers that some warps release suffice for those that
    /// others ask for.
    ///
    /// ## References
    /// PTX ISA 9.7.19.5 `setmaxnreg`, 11.4 "Performance-Tuning Directives".
    pub static SETMAXNREG_COUNT = "setmaxnreg-count" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let is_there = |inst| Adjustment::of(facts, inst).is_some();
    if !module.insts_of(facts.function).any(is_there) {
        return;
    }
    // Where the assembler ignores the instruction, nothing happens.
    let known = EntryRegisters::of(module, facts.function).filter(|registers| registers.is_certain);
    let Some(EntryRegisters { limit: Some(registers), directive, .. }) = known else { return };
    let registers = i64::from(registers);
    let limit = largest_count(facts, registers);
    let cfg = facts.cfg();
    let through = |block: Block, owned: Owned| cfg.insts(block).fold(owned, |owned, inst| owned.after(facts, inst));
    let entry = cfg.reverse_postorder().first().map(|&first| (first, Owned { least: registers, most: registers }));
    let Some(starts) = forward(facts, entry, through) else { return };
    for &block in cfg.reverse_postorder() {
        let Some(mut owned) = starts[block.index()] else { continue };
        for inst in cfg.insts(block) {
            let Some(adjustment) = Adjustment::of(facts, inst) else { continue };
            if let Some(finding) = judge(&adjustment, owned).filter(|_| !adjustment.exceeds(limit)) {
                let origin = format!("threads start with {registers} registers by this");
                cx.report(finding.label(directive, origin));
            }
            owned = owned.after(facts, inst);
        }
    }
}

/// How many registers a thread may own at a place, over all paths to it.
#[derive(Clone, Copy, PartialEq)]
struct Owned {
    least: i64,
    most: i64,
}

impl Owned {
    /// What a thread owns behind an instruction.
    fn after(self, facts: &Facts<'_, '_>, inst: InstId) -> Self {
        let Some(Adjustment { count, .. }) = Adjustment::of(facts, inst) else { return self };
        let adjusted = Self { least: count, most: count };
        if facts.module.guard(inst).is_some() { self.join(adjusted) } else { adjusted }
    }
}

impl FlowState for Owned {
    // Only the numbers of the instructions and the first one occur, so that bounds move seldom, and each of them only outwards.
    fn join(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// A count that is wrong on every path.
fn judge(adjustment: &Adjustment, Owned { least, most }: Owned) -> Option<Finding> {
    let count = adjustment.count;
    let (message, caption, help) = match adjustment.releases {
        true if count > most => (
            format!("`setmaxnreg.dec` to {count} registers, where threads have no more than {most}"),
            format!("nothing can be released to keep {count}"),
            "use `setmaxnreg.inc` to get more registers, or a smaller number",
        ),
        false if count < least => (
            format!("`setmaxnreg.inc` to {count} registers, where threads have at least {least}"),
            format!("{least} are there already"),
            "use `setmaxnreg.dec` to release registers, or a larger number",
        ),
        _ => return None,
    };
    Some(Finding::new(adjustment.at.span, message).caption(caption).help(help))
}
