use super::early_copy_arrival::early_copy_arrivals;
use super::races::{ShownRace, by_place};
use crate::diagnostic::{Finding, Level};
use crate::facts::{AccessKind, Facts, Race};
use crate::isa::op;
use crate::rules::{Context, Hook, declare_rule};
use crate::witness::LaunchScope;

declare_rule! {
    /// ## What it does
    /// Reports accesses to shared memory that an asynchronous copy (`cp.async`) is still filling, because the thread that issued the
    /// copy has not waited for it: there is no `cp.async.wait_group` or `wait_all` in between, or one that leaves the copy's group
    /// pending. An arrival at an `mbarrier` at which copies arrive elsewhere (`cp.async.mbarrier.arrive`) is reported, too, where the thread's
    /// own copies are pending on a path to it.
    ///
    /// ## Why is this bad
    /// `cp.async` returns at once. A barrier orders the threads, not the copies: until the issuing thread has waited, what is read
    /// may be what was there before.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data)
    /// {
    ///     .reg .b32 %r<5>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 16 .b8 tile[1024];
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     shl.b32 %r2, %r1, 2;
    ///     mov.u32 %r3, tile;
    ///     add.s32 %r4, %r3, %r2;
    ///     cp.async.ca.shared.global [%r4], [%rd4], 4;
    ///     cp.async.commit_group;
    ///     bar.sync 0;
    ///     ld.shared.u32 %r2, [%r4];
    ///     st.global.u32 [%rd4], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 data)
    /// {
    ///     .reg .b32 %r<5>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 16 .b8 tile[1024];
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     shl.b32 %r2, %r1, 2;
    ///     mov.u32 %r3, tile;
    ///     add.s32 %r4, %r3, %r2;
    ///     cp.async.ca.shared.global [%r4], [%rd4], 4;
    ///     cp.async.commit_group;
    ///     cp.async.wait_group 0;
    ///     bar.sync 0;
    ///     ld.shared.u32 %r2, [%r4];
    ///     st.global.u32 [%rd4], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Launches are tried as in `missing-barrier`, with the same limits. Bulk copies (`cp.async.bulk`) are not judged, and of copies for which
    /// an `mbarrier` stands only those that a plain arrival leaves pending: any `cp.async.wait_group` on the path silences this, and so do comparisons by which a thread that has started a copy does not come to the arrival. When one thread waits for the copy and another reads the data, a
    /// barrier is needed as well: that is `missing-barrier`.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.9.25 "Data Movement and Conversion Instructions: Asynchronous copy", `cp.async.wait_group`.
    pub static MISSING_ASYNC_WAIT = "missing-async-wait" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.opcodes.iter().filter_map(|opcode| opcode.instruction).any(|known| known.is_variant_of(op::CP_ASYNC))
    {
        return;
    }
    // What neighbours in the module copy has no part in this function, and races are costly to look for.
    if !facts.accesses().iter().any(|access| access.asynchronous) {
        return;
    }
    for race in by_place(facts.shared_races().iter().filter(|race| race.conflict.pending)) {
        cx.report(describe(facts, race));
    }
    early_copy_arrivals(facts).into_iter().for_each(|finding| cx.report(finding));
}

fn describe(facts: &Facts<'_, '_>, race: &Race) -> Finding {
    let shown = ShownRace::new(facts, race);
    let verb = if shown.accesses[1].kind == AccessKind::Read { "read" } else { "written" };
    let message = format!("{} is {verb} while an asynchronous copy may still be filling it", shown.place);
    let own = race.threads[0] == race.threads[1];
    let barrier = if own { "" } else { ", then `bar.sync 0`" };
    let finding = shown.label(Finding::new(shown.span(), message).caption(shown.deed(1))).help(format!(
        "let the thread that copies wait for it first, with `cp.async.wait_group` and a count that leaves this copy's group out of \
         the pending ones, or `cp.async.wait_all`{barrier}"
    ));
    let finding = finding.witness(race.witness(facts));
    if race.scope == LaunchScope::Every { finding } else { finding.level(Level::Warning) }
}
