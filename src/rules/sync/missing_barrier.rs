use super::early_bins::{self, unordered_bins};
use super::match_groups::group_disorder;
use super::own_bins::{self, lost_count};
use super::races::{ShownRace, by_place};
use super::scattered::{ScatteredStore, scattered_store};
use crate::check::DeclaredTarget;
use crate::diagnostic::{Applicability, Edit, Finding, Level};
use crate::facts::simulation::StoreDifference;
use crate::facts::{AccessKind, Facts, Race};
use crate::ir::FunctionKind;
use crate::isa::{Effects, op};
use crate::rules::insertion::before;
use crate::rules::{Context, Hook, declare_rule};
use crate::witness::LaunchScope;

declare_rule! {
    /// ## What it does
    /// Reports two accesses by different threads of a block to the same bytes of shared memory, at least one of them a write, with no
    /// barrier between them on the path that the threads take: a data race.
    ///
    /// ## Why is this bad
    /// The warps of a block run in any order. A thread that reads what another one writes gets the old value or the new one,
    /// depending on which came first: the kernel works on one GPU, with one block size, or most of the time.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry reverse(.param .u64 data)
    /// {
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 4 .b8 tile[1024];
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     ld.global.u32 %r2, [%rd4];
    ///     shl.b32 %r3, %r1, 2;
    ///     mov.u32 %r4, tile;
    ///     add.s32 %r5, %r4, %r3;
    ///     st.shared.u32 [%r5], %r2;
    ///     sub.s32 %r5, %r4, %r3;
    ///     ld.shared.u32 %r2, [%r5+1020];
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
    /// .visible .entry reverse(.param .u64 data)
    /// {
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 4 .b8 tile[1024];
    ///     ld.param.u64 %rd1, [data];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     ld.global.u32 %r2, [%rd4];
    ///     shl.b32 %r3, %r1, 2;
    ///     mov.u32 %r4, tile;
    ///     add.s32 %r5, %r4, %r3;
    ///     st.shared.u32 [%r5], %r2;
    ///     bar.sync 0;
    ///     sub.s32 %r5, %r4, %r3;
    ///     ld.shared.u32 %r2, [%r5+1020];
    ///     st.global.u32 [%rd4], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Threads are simulated side by side for several block shapes and parameter values, as far as their paths and addresses follow
    /// from thread indices and parameters. A pair of accesses is reported when, in every usual launch in which both happen, two
    /// threads touch the same bytes. Launches in which an access would leave its array or read unwritten memory do not count, so a
    /// kernel whose block size is fixed elsewhere is not reported because of other sizes; what is read before anything can have been
    /// written says nothing. Blocks have rows where addresses of shared memory, or who stores there (`%tid.y == 0`), depend on them, and rows of one
    /// thread where the row that a kernel names stores to one place. Nor do blocks that are larger than an unrolled fill of shared memory is for. A load whose value only guarded
    /// instructions take counts for the threads that these are for, and one that a loop makes for its next round counts for nothing
    /// against a write after the loop. `stmatrix` may store where lanes of the same warp have read before it, as it waits for all of them.
    ///
    /// The level is a warning when another block shape avoids the race; when both threads belong to the same warp (below sm_70, where
    /// warps run in lockstep, that is not reported); when two stores meet whose values most likely differ; and when one of the accesses
    /// is atomic. Stores whose values are unknown are not reported, but for sums of a warp by `shfl.down` or `shfl.up`, of which one lane has
    /// the total. A loop that does nothing but repeat a volatile load orders what its
    /// thread does then. Volatile accesses of lanes of one warp are reported only where a kernel without any other report has nothing
    /// that synchronises warps, and of each kernel the first read alone.
    ///
    /// Where data that a thread has loaded decides whether it comes, it is taken to come, which is a warning; not where the other one comes for
    /// such a reason, too, and both store, or where a thread is let come by asking for one number. Loops whose rounds data decides are gone
    /// round twice.
    ///
    /// Where data chooses the place of a store, it is reported, as a warning, behind a read of the first words of the same array by all threads from
    /// which that place follows: counts of warps that a scan leaves where what it orders is exchanged.
    ///
    /// Where a launch takes more steps than there are, loops without barriers are left after four rounds, and others get sizes with which they
    /// begin again: what is found then is a warning if a launch with one round only does not show it.
    ///
    /// Parameters that mask, shift or scale an index are not judged, nor are those that only say how far arrays in dynamic shared
    /// memory are apart, nor addresses that depend on data, nor phases in which threads also synchronise by other means
    /// (`mbarrier`, atomics, flags, barriers whose number or count depends on data, or at which parts of warps arrive).
    ///
    /// Functions that a kernel calls are judged as parts of it, with what it passes to them, unless they call themselves, are called
    /// under a guard, declare shared variables of their own, or take the address of a parameter, and as long as the whole has at most
    /// 4,000 instructions. Otherwise they contribute the accesses that each call certainly makes, as long as no thread waits in them.
    ///
    /// Where nothing else is found, counts of numbers that lanes of a warp share are looked at, which data chooses: all lanes read one, and the first
    /// of those that `match.any` has found to have the same number stores it. Last, a word is reported that each thread chooses by data of its own,
    /// loads, and stores again, if indices alone decide who comes, and lanes of a warp differ in nothing else: bins of a histogram. That
    /// the data of two lanes is never the same is nothing that a kernel says. So are atomic operations on words that data chooses, where each thread
    /// stores its own words of the array before them, or reads them afterwards, with no barrier in between.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// A barrier is offered as a fix where all threads of a kernel pass once between the accesses: right before the second one, outside
    /// loops and branches.
    ///
    /// ## References
    /// PTX ISA 8 "Memory Consistency Model"; CUDA C++ Programming Guide, "Synchronization Functions", "Independent Thread
    /// Scheduling".
    pub static MISSING_BARRIER = "missing-barrier" {
        group: Sync,
        level: Error,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.has_effects(Effects::WRITES_MEMORY) {
        return;
    }
    if facts.shared_races().is_empty() {
        if let Some(scattered) = scattered_store(facts) {
            cx.report(describe_scattered(facts, &scattered));
        } else if let Some(disorder) = group_disorder(facts) {
            cx.report(disorder.describe(facts));
        } else if let Some(update) = lost_count(facts) {
            cx.report(own_bins::describe(facts, update));
        } else if let Some(bins) = unordered_bins(facts) {
            cx.report(early_bins::describe(facts, bins));
        }
        return;
    }
    // Such a kernel may well be launched with one thread.
    if facts.block_shape().threads().is_none() && facts.has_like_threads() {
        return;
    }
    let target = DeclaredTarget::new(cx.module, cx.options).target;
    let in_step = target.is_some_and(|target| target.number() < 70);
    // Threads may well store the same twice when nothing is known of what they store.
    let differs = |race: &&Race| race.conflict.difference > StoreDifference::Unknown;
    // `tcgen05-handover` tells who reads the address of tensor memory too early.
    let allocates =
        |race: &&Race| race.insts.iter().any(|&inst| cx.module.opcode(inst).instruction == Some(op::TCGEN05_ALLOC));
    let races = facts.shared_races().iter().filter(|race| !race.conflict.pending && !allocates(race)).filter(differs);
    for race in by_place(races.filter(|race| !(in_step && race.conflict.same_warp))) {
        cx.report(describe(facts, race));
    }
}

fn describe_scattered(facts: &Facts<'_, '_>, scattered: &ScatteredStore) -> Finding {
    let module = facts.module;
    let name = module[scattered.array].name.map_or("shared memory", |name| module.name(name));
    let message = format!("this write to `{name}` may overtake another thread's read");
    Finding::new(module[scattered.store].span, message)
        .caption("data chooses where each thread stores, from the beginning of the array on")
        .label(module[scattered.read].span, "all threads read here")
        .help("put `bar.sync 0` between them, at a point that all threads of the block reach")
        .level(Level::Warning)
}

fn describe(facts: &Facts<'_, '_>, race: &Race) -> Finding {
    let shown = ShownRace::new(facts, race);
    let reads = shown.accesses.map(|access| access.kind == AccessKind::Read);
    let place = &shown.place;
    let message = match reads {
        [false, true] => format!("this read of {place} is not ordered after another thread's write"),
        [true, false] => format!("this write to {place} may overtake another thread's read"),
        _ => format!("two threads write to {place} in an undefined order"),
    };
    let same_inst = race.insts[0] == race.insts[1];
    let caption =
        if same_inst { format!("{} and {} write {place}", race.threads[0], race.threads[1]) } else { shown.deed(1) };
    let finding = shown.label(Finding::new(shown.span(), message).caption(caption));
    let help = match (race.conflict.same_warp, same_inst) {
        (_, true) => "let one thread write, or give each thread its own element",
        (false, false) => "put `bar.sync 0` between them, at a point that all threads of the block reach",
        (true, false) => "put `bar.warp.sync` between them: the threads of a warp do not run in lockstep (since sm_70)",
    };
    let finding = finding.help(help).witness(race.witness(facts));
    let barrier = if race.conflict.same_warp { "bar.warp.sync -1;" } else { "bar.sync 0;" };
    let finding = match inserted(facts, race, barrier) {
        Some(edit) => finding.fixes(Applicability::Unsafe, vec![edit]),
        None => finding,
    };
    let certain = race.conflict.difference == StoreDifference::Certain && race.scope == LaunchScope::Every;
    // A thread may well look at a counter while others count.
    let counts = shown.accesses.iter().any(|access| access.kind == AccessKind::Atomic);
    if race.conflict.same_warp || counts || !certain { finding.level(Level::Warning) } else { finding }
}

/// A barrier before the second access, if all threads pass there once, after the first one.
fn inserted(facts: &Facts<'_, '_>, race: &Race, barrier: &str) -> Option<Edit> {
    let (module, cfg) = (facts.module, facts.cfg());
    let [first, second] = race.insts;
    let [earlier, block] = race.insts.map(|inst| cfg.block_of(inst));
    let entry = *cfg.reverse_postorder().first()?;
    let is_passed_by_all = block == entry || facts.postdominators().dominates(block, entry);
    let is_before = if earlier == block { first < second } else { cfg.position(earlier)? < cfg.position(block)? };
    let is_certain = module[facts.function].kind == FunctionKind::Entry
        && is_passed_by_all
        && is_before
        && facts.loops().component(block).is_none();
    if !is_certain {
        return None;
    }
    Some(before(module, second, barrier))
}
