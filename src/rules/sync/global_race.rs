use super::lost_minimum::lost_minimum;
use super::lost_updates::{LostUpdate, lost_updates};
use super::races::{ShownRace, by_place};
use crate::diagnostic::{Finding, Level};
use crate::facts::{AccessKind, Facts, Race, WARP};
#[cfg(feature = "device")]
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports plain accesses by different threads to the same address in global memory that nothing orders: stores of different values,
    /// stores to addresses that other threads read between the same barriers, counters that are read while other threads update them.
    /// Threads of one block are compared, and threads of two blocks, which no barrier orders.
    ///
    /// ## Why is this bad
    /// The last store wins, and which one is last changes from run to run. A sum that all threads add to without `atom` or `red`
    /// keeps the contribution of one thread.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry sum(.param .u64 data, .param .u64 out)
    /// {
    ///     .reg .f32 %f<4>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<7>;
    ///     ld.param.u64 %rd1, [data];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd3, %rd1;
    ///     cvta.to.global.u64 %rd4, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd5, %r1, 4;
    ///     add.s64 %rd6, %rd3, %rd5;
    ///     ld.global.f32 %f1, [%rd6];
    ///     ld.global.f32 %f2, [%rd4];
    ///     add.f32 %f3, %f2, %f1;
    ///     st.global.f32 [%rd4], %f3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry sum(.param .u64 data, .param .u64 out)
    /// {
    ///     .reg .f32 %f<4>;
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<7>;
    ///     ld.param.u64 %rd1, [data];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd3, %rd1;
    ///     cvta.to.global.u64 %rd4, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd5, %r1, 4;
    ///     add.s64 %rd6, %rd3, %rd5;
    ///     ld.global.f32 %f1, [%rd6];
    ///     red.global.add.f32 [%rd4], %f1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Threads of one block are compared in the launches that `missing-barrier` tries: all in which both accesses happen must show the
    /// race. Not reported are stores of values that may be the same in all threads, reads in kernels with fences, ordered atomics or
    /// volatile accesses, and addresses that depend on data. Pointers in different parameters, or loaded ones, are assumed to point to different
    /// arrays. What threads of one warp do by different instructions is reported where the block is known to be one warp.
    /// Parameters that are added to an index are taken for small shifts, or for the number of threads, only where a condition holds them
    /// against the index.
    ///
    /// Where data decides which threads come, updates of one word by a load and a store are reported in kernels whose threads tell each other
    /// nothing: without barriers, shuffles, fences, calls, shared memory, and atomic operations that return something. So are
    /// updates of elements whose numbers a loop loads from a list that begins where data says: two vertices may have the same neighbour. An exchange
    /// of an integer that is made where the thread has found it to be less, or more, than the word is reported wherever several threads may come.
    ///
    /// Blocks are compared with a neighbour along each axis of `%ctaid` that the kernel reads, with those that it names, with one whose
    /// index has the same remainder, and with one that is as far away as two accesses to an array, as far as neither has come to a fence, a
    /// volatile or an ordered access. A kernel that reads no `%ctaid` may be meant for one block. Not reported are addresses that depend on data or on a parameter that masks, shifts or scales an index,
    /// unless both threads have the same index there, and stores of values that are not known to differ between blocks.
    /// Where data of a thread decides whether it comes, it is taken to come, unless both are let come by asking for one number, or both
    /// store; loops whose rounds data decides are gone round twice. So it is within a block, too.
    ///
    /// Functions that a kernel calls are judged as parts of it, as far as `missing-barrier` does so.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 8 "Memory Consistency Model", 9.7.13.15 `red`, 9.7.13.14 `atom`.
    pub static GLOBAL_RACE = "global-race" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Races of the threads of a block that no execution in step prevents. Which lane of a warp wins when all store at once, nothing says; what
/// the lanes do one after the other, they may do in step, and code for several warps may rely on it.
fn within_block(facts: &Facts<'_, '_>) -> Vec<Race> {
    let mut races = facts.global_races();
    let one_warp = facts.block_shape().most_threads <= WARP;
    races.retain(|race| !race.conflict.same_warp || one_warp || race.insts[0] == race.insts[1]);
    races
}

/// The instructions of a kernel that race in global memory whatever its buffers hold, two by two: those of which this rule tells, except for
/// updates that data decides on.
#[cfg(feature = "device")]
pub fn racing_instructions(facts: &Facts<'_, '_>) -> Vec<[InstId; 2]> {
    let races = within_block(facts).into_iter().chain(facts.grid_races());
    races.filter(|race| !race.conflict.possible).map(|race| race.insts).collect()
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if cx.module[facts.function].kind != FunctionKind::Entry || !cx.module.has_effects(Effects::WRITES_MEMORY) {
        return;
    }
    let races = within_block(facts);
    let within = by_place(races.iter());
    let between = facts.grid_races();
    let is_new = |race: &&Race| within.iter().all(|known| known.insts[1] != race.insts[1]);
    let found: Vec<&Race> = within.iter().copied().chain(by_place(between.iter().filter(is_new))).collect();
    let updates = lost_updates(facts);
    // Where data decides who comes, a lost update says more than a race.
    let is_update =
        |race: &Race| race.conflict.possible && updates.iter().any(|update| race.insts.contains(&update.store));
    let found: Vec<&Race> = found.into_iter().filter(|race| !is_update(race)).collect();
    for race in &found {
        cx.report(describe(facts, race));
    }
    for &update in &updates {
        if found.iter().all(|race| !race.insts.contains(&update.store)) {
            cx.report(lost(facts, update));
        }
    }
    if let Some(finding) = lost_minimum(facts) {
        cx.report(finding);
    }
}

/// An update by threads that data decides on.
fn lost(facts: &Facts<'_, '_>, LostUpdate { load, store }: LostUpdate) -> Finding {
    let module = facts.module;
    Finding::new(module[store].span, "of two threads that come here at the same time, one loses its update")
        .caption("stores what it has made of the word as it was before")
        .label(module[load].span, "a thread whose data lets it come reads the word here")
        .level(Level::Warning)
        .help("use `atom` or `red`, or give each thread a word of its own")
}

fn describe(facts: &Facts<'_, '_>, race: &Race) -> Finding {
    let shown = ShownRace::new(facts, race);
    let kinds = shown.accesses.map(|access| access.kind);
    let [one, other] = [0, 1].map(|side| race.thread_name(side));
    let message = match kinds {
        [AccessKind::Atomic, AccessKind::Write] => "this store may overwrite what another thread has just updated",
        [AccessKind::Write, AccessKind::Atomic] => "this update may come before or after the store of another thread",
        [AccessKind::Read, AccessKind::Atomic] => "this update may come before or after the read of another thread",
        [AccessKind::Read, _] => "this store overwrites what another thread may not have read yet",
        [_, AccessKind::Read] => "this read may come before or after the store of another thread",
        _ if race.places.is_some() => "blocks store different values to the same address",
        _ => "threads of a block store different values to the same address",
    };
    let caption = match kinds {
        [AccessKind::Write, AccessKind::Write] => format!("{one} and {other} both store here"),
        _ => shown.deed(1),
    };
    let finding = shown.label(Finding::new(shown.span(), message).caption(caption)).level(Level::Warning);
    let help = match race.places {
        None => "use `atom` or `red`, let one thread store, or give each thread its own address",
        Some(_) => "nothing orders blocks of a grid: use `atom` or `red`, or make the address depend on `%ctaid`",
    };
    finding.help(help).witness(race.witness(facts))
}
