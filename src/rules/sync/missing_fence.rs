use super::acquired_signal::unreleased;
use super::claimed_slot::claimed_slot;
use super::early_count::early_count;
use super::early_credit::early_credit;
use super::early_release::early_release;
use super::handover::{Among, Handover, handovers, weak_spins};
use super::handover_order::Ordering;
use super::lone_wait::lone_wait;
use super::narrow_signal::narrow_signal;
use super::released_signal::unacquired;
use super::weak_barrier::unordered;
use crate::diagnostic::{Finding, Level};
use crate::facts::{AccessKind, Facts};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports signals between blocks without a fence: a thread stores data and then sets a flag, counts itself or frees a lock, a thread
    /// of another block sees that and reads the data, but nothing orders the two accesses of one of them, or the signal is given before
    /// the data is stored, or by one thread for its block without a barrier. Flags in shared memory, by which warps of a block wait for
    /// each other, count as well. Loops that wait for a flag by weak loads are reported, too.
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
    /// Both sides have to be in one kernel, and the signal has to be at a place that all blocks share, or that follows from the index of
    /// the block; where blocks share the place along one axis of the grid only, those are compared that are neighbours along it. Of functions that are called, what every call does counts; loops in them are not looked into.
    ///
    /// Data whose place depends on other data, or on the signal itself, is judged in three cases only: the same data chooses a lock for it;
    /// others wait for the signal by loads that acquire, or have a fence after the loop, and the signal releases nothing; or the signal
    /// releases, or is stored behind a fence, and they wait by relaxed or volatile loads with no fence after them. In the second case an index may choose the arrays from a table of
    /// pointers among the parameters, as for the ranks of an all-reduce. Ranks that meet by relaxed or volatile flags alone are judged where such a table, or its copy on the stack, names the
    /// flags that a rank sets and the data, and the data is read by another pointer than it is stored by.
    ///
    /// The side that reads is judged only where it takes a lock or waits for a flag by loads: after other atomic operations many programs
    /// have no fence. A lock is a loop of `atom.cas` or `atom.exch` for a number that the same thread stores
    /// there later. That a thread gives a lock back before the others of its block are done is reported only of what each thread loads and
    /// stores again after a barrier; that one gives a place of a buffer back before the others have read it, only of arrays of which no
    /// block has a part for itself, and of words that are released. That one waits and the others do not wait for it, only of what blocks along
    /// some axis read and store at the same place. That one counts its block as done before the others have made their atomic operations, where the last block reads
    /// the same array. That who finds a key in a table does not wait for its value, only where the same
    /// expression tells where that is stored and loaded. Fences of the scope of a block are `insufficient-scope`.
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
    if module[facts.function].kind != FunctionKind::Entry || !module.has_effects(Effects::WRITES_MEMORY) {
        return;
    }
    for wait in weak_spins(facts) {
        cx.report(spin(facts, wait));
    }
    let mut told: Vec<InstId> = Vec::new();
    let known = handovers(facts);
    let mut others = [unreleased(facts), unacquired(facts), unordered(facts)].concat();
    if !others.is_empty() {
        // What a fence of the scope of a block leaves open is `insufficient-scope`.
        let narrow = narrow_signal(facts).map(|it| it.signal);
        let is_told = |signal: InstId| narrow == Some(signal) || known.iter().any(|other| other.signal == signal);
        others.retain(|it| !is_told(it.signal));
    }
    for handover in known.into_iter().chain(others) {
        let finding = match (handover.before, handover.after) {
            (Ordering::Late, _) => (handover.signal, late(facts, handover)),
            (Ordering::Alone, _) => (handover.signal, alone(facts, handover)),
            (Ordering::None, _) => (handover.signal, before(facts, handover)),
            (Ordering::Enough, Ordering::None)
                if handover.locks || is_read(facts, handover.wait) && handover.among == Among::Blocks =>
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
    let others = [early_release(facts), early_credit(facts), early_count(facts), lone_wait(facts), claimed_slot(facts)];
    for early in others {
        if let Some((_, finding)) = early.filter(|(release, _)| !told.contains(release)) {
            cx.report(finding);
        }
    }
}

/// A loop waits by weak loads.
fn spin(facts: &Facts<'_, '_>, wait: InstId) -> Finding {
    Finding::new(facts.module[wait].span, "this loop waits for another thread, but its load is weak")
        .caption("may be done once, before the loop: no other thread is expected to store here")
        .level(Level::Warning)
        .help("use `ld.acquire.gpu`, or `ld.relaxed.gpu` and a fence after the loop")
}

/// Nothing is between the store and the signal.
fn before(facts: &Facts<'_, '_>, Handover { write, signal, wait, read, among, .. }: Handover) -> Finding {
    let module = facts.module;
    let [one, another] = among.threads();
    let scope = among.scope().name();
    let does = if is_read(facts, read) { "reads it" } else { "overwrites it" };
    let mut finding = Finding::new(module[signal].span, "another thread may see this signal before the data")
        .caption("there is no fence between the store and this access")
        .label(module[write].span, format!("{one} stores here"));
    if read != write {
        finding = finding.label(module[read].span, format!("{another} {does} here"));
    }
    if wait != signal {
        finding = finding.label(module[wait].span, "after it has seen the signal here");
    }
    let barriers = if among == Among::Blocks { "; a barrier of the block does not do" } else { "" };
    let fence = fence_of(among);
    finding
        .level(Level::Warning)
        .help(format!("put `fence.acq_rel.{scope}` ({fence}) before it, or let it have `.release.{scope}`{barriers}"))
}

/// One thread gives the signal for others that may not have stored yet.
fn alone(facts: &Facts<'_, '_>, Handover { write, signal, wait, read, .. }: Handover) -> Finding {
    let module = facts.module;
    Finding::new(module[signal].span, "this signal is given before all threads of the block have stored their data")
        .caption("one thread gives it, which has waited for no other")
        .label(module[write].span, "each thread of block 0 stores here")
        .label(module[wait].span, "a thread of block 1 waits for the signal here")
        .label(module[read].span, "and reads what any of them has stored here")
        .level(Level::Warning)
        .help("put `bar.sync 0` (`__syncthreads()`) before the signal")
}

/// The store comes after the signal.
fn late(facts: &Facts<'_, '_>, Handover { write, signal, wait, read, among, .. }: Handover) -> Finding {
    let module = facts.module;
    let [one, another] = among.threads();
    Finding::new(module[signal].span, "this signal is given before the data is stored")
        .caption("who has waited for it may read what was there before")
        .label(module[write].span, format!("{one} stores the data here"))
        .label(module[wait].span, format!("{another} waits for the signal here"))
        .label(module[read].span, "and reads the data here")
        .level(Level::Warning)
        .help("store the data first, then a fence, then the signal")
}

/// Nothing is between the wait and the read.
fn after(facts: &Facts<'_, '_>, Handover { signal, wait, read, among, locks, .. }: Handover) -> Finding {
    let module = facts.module;
    let [one, another] = among.threads();
    let scope = among.scope().name();
    let message = match (is_read(facts, read), locks) {
        (true, false) => "this read may return what was there before the signal",
        (true, true) => "this read may come before the lock is taken",
        (false, _) => "this store may come before the lock is taken",
    };
    let [waits, gives, caption] = match locks {
        true => ["takes the lock", "releases it", "there is no fence between the lock and this access"],
        false => ["waits", "gives the signal", "there is no fence between the wait and this access"],
    };
    let fence = fence_of(among);
    Finding::new(module[read].span, message)
        .caption(caption)
        .label(module[wait].span, format!("{another} {waits} here"))
        .label(module[signal].span, format!("{one} {gives} here"))
        .level(Level::Warning)
        .help(format!("put `fence.acq_rel.{scope}` ({fence}) after the wait, or let it have `.acquire.{scope}`"))
}

fn is_read(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    facts.accesses_at(inst).iter().any(|access| access.kind == AccessKind::Read)
}

/// What CUDA C++ calls a fence.
fn fence_of(among: Among) -> &'static str {
    match among {
        Among::Blocks => "`__threadfence()`",
        Among::Block => "`__threadfence_block()`",
    }
}
