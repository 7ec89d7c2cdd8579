use super::handover::{Handover, Ordering, handovers, is_for_a_grid, weak_spins};
use crate::diagnostic::{Finding, Level};
use crate::facts::{AccessKind, Facts};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports signals between blocks without a fence: a thread stores data and then sets a flag, counts itself or frees a lock, a thread
    /// of another block sees that and reads the data, but nothing orders the two accesses of one of them. Loops that wait for a flag by
    /// weak loads are reported, too.
    ///
    /// ## Why is this bad
    /// Relaxed, volatile and atomic accesses order nothing around them. The signal may get to the other block before the data does, or the
    /// data may come from a cache that was filled before the signal.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry count(.param .u64 lock, .param .u64 sum)
    /// {
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [lock];
    ///     ld.param.u64 %rd2, [sum];
    ///     cvta.to.global.u64 %rd3, %rd1;
    ///     cvta.to.global.u64 %rd4, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r5, %ctaid.x;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra done;
    /// take:
    ///     atom.global.cas.b32 %r2, [%rd3], 0, 1;
    ///     setp.ne.u32 %p2, %r2, 0;
    ///     @%p2 bra take;
    ///     ld.global.u32 %r3, [%rd4];
    ///     add.u32 %r3, %r3, %r5;
    ///     st.global.u32 [%rd4], %r3;
    ///     atom.global.exch.b32 %r4, [%rd3], 0;
    /// done:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry count(.param .u64 lock, .param .u64 sum)
    /// {
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [lock];
    ///     ld.param.u64 %rd2, [sum];
    ///     cvta.to.global.u64 %rd3, %rd1;
    ///     cvta.to.global.u64 %rd4, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r5, %ctaid.x;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra done;
    /// take:
    ///     atom.acquire.gpu.global.cas.b32 %r2, [%rd3], 0, 1;
    ///     setp.ne.u32 %p2, %r2, 0;
    ///     @%p2 bra take;
    ///     ld.global.u32 %r3, [%rd4];
    ///     add.u32 %r3, %r3, %r5;
    ///     st.global.u32 [%rd4], %r3;
    ///     atom.release.gpu.global.exch.b32 %r4, [%rd3], 0;
    /// done:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Both sides have to be in one kernel, and the signal has to be at a place that all blocks share. Data whose place depends on other
    /// data, or on the signal itself, is not judged: threads may have divided it among them. The side that reads is judged only where it
    /// waits for a flag by loads; behind an atomic operation many programs have no fence. Fences of the scope of a block are
    /// `insufficient-scope`.
    ///
    /// ## References
    /// PTX ISA 8.9 "Memory Consistency Model: Axioms", 8.8 "Release and Acquire Patterns", 9.7.13.4 `membar`, `fence`.
    pub static MISSING_FENCE = "missing-fence" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if module[facts.function].kind != FunctionKind::Entry
        || !super::divergent_barrier::uses(module, Effects::WRITES_MEMORY)
    {
        return;
    }
    for wait in weak_spins(facts) {
        cx.report(spin(facts, wait));
    }
    let mut told: Vec<InstId> = Vec::new();
    for handover in handovers(facts) {
        let finding = match (handover.before, handover.after) {
            (Ordering::None, _) => (handover.signal, before(facts, handover)),
            (Ordering::Enough, Ordering::None)
                if waits_by_load(facts, handover.wait) && is_for_a_grid(facts, handover.wait) =>
            {
                (handover.read, after(facts, handover))
            }
            _ => continue,
        };
        if !told.contains(&finding.0) {
            told.push(finding.0);
            cx.report(finding.1);
        }
    }
}

fn waits_by_load(facts: &Facts<'_, '_>, wait: InstId) -> bool {
    facts.accesses().iter().any(|access| access.inst == wait && access.kind == AccessKind::Read)
}

/// A loop waits by weak loads.
fn spin(facts: &Facts<'_, '_>, wait: InstId) -> Finding {
    Finding::new(facts.module[wait].span, "this loop waits for another thread, but its load is weak")
        .caption("may be done once, before the loop: no other thread is expected to store here")
        .level(Level::Warning)
        .help("use `ld.acquire.gpu`, or `ld.relaxed.gpu` and a fence behind the loop")
}

/// Nothing is between the store and the signal.
fn before(facts: &Facts<'_, '_>, Handover { write, signal, wait, read, .. }: Handover) -> Finding {
    let module = facts.module;
    let mut finding = Finding::new(module[signal].span, "another thread may see this signal before the data")
        .caption("no fence is between the store and this access")
        .label(module[write].span, "a thread of block 0 stores here")
        .label(module[read].span, "a thread of block 1 reads it here");
    if wait != signal {
        finding = finding.label(module[wait].span, "after it has seen the signal here");
    }
    finding
        .level(Level::Warning)
        .help("put `fence.acq_rel.gpu` (`__threadfence()`) before it, or let it have `.release.gpu`; a barrier of the block does not do")
}

/// Nothing is between the wait and the read.
fn after(facts: &Facts<'_, '_>, Handover { signal, wait, read, .. }: Handover) -> Finding {
    let module = facts.module;
    Finding::new(module[read].span, "this read may return what was there before the signal")
        .caption("no fence is between the wait and this read")
        .label(module[wait].span, "a thread of block 1 waits here")
        .label(module[signal].span, "a thread of block 0 gives the signal here")
        .level(Level::Warning)
        .help("put `fence.acq_rel.gpu` (`__threadfence()`) behind the wait, or let it have `.acquire.gpu`")
}
