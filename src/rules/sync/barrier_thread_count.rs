use crate::diagnostic::{Finding, Level};
use crate::facts::expr::Mask;
use crate::facts::simulation::{
    BlockTrace, MOST_THREADS, MiscountedBarrier, Purse, Simulation, SimulationPlan, StuckBarrier, threads_of,
};
use crate::facts::{Barrier, BarrierCount, BlockModel, Facts, Sample, Thread, WARP, is_reduction};
use crate::ids::InstId;
use crate::ir::FunctionKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};
use crate::witness::{Deed, LaunchScope};

declare_rule! {
    /// ## What it does
    /// Reports barriers whose thread count is not a multiple of 32 or exceeds the block, and barrier numbers above 15, including
    /// those from a register with a known constant. Reports barriers that fewer threads reach than they count, barriers of different
    /// numbers at which threads wait for each other, threads that meet at a barrier and count it differently, threads that arrive at
    /// one again before it is complete, without having waited in between, groups of threads that use the same number without waiting for
    /// each other, and lanes of a warp that name different ones.
    ///
    /// ## Why is this bad
    /// Barriers count warps: a thread count that is not a multiple of the warp size is undefined behaviour. A barrier that waits for
    /// more threads than the block has, or than ever come, waits forever. A thread that arrives twice is counted twice: the others are released too early.
    /// So they are where two groups use one number: whoever comes first completes it. `bar` and `barrier.aligned` are for whole warps.
    /// A block has sixteen barriers.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// .reqntid 128, 1, 1
    /// {
    ///     bar.sync 1, 256;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k()
    /// .reqntid 128, 1, 1
    /// {
    ///     bar.sync 1, 128;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Constants in the instruction itself are checked by `operand-mismatch`, as the assembler does. Here they are compared with the
    /// block, whose size must be known from `.reqntid`, `.maxntid` or `--block`; otherwise the limit is 1024 threads.
    ///
    /// Arrivals are counted where indices and constants decide who comes. If the block is not known, several are tried that have all threads
    /// which the kernel counts or names: all of them must get stuck, and it is a warning. Barriers whose numbers follow from the index of a
    /// thread and from rounds of loops are distinguished.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.13.1 `bar`, `barrier`.
    pub static BARRIER_THREAD_COUNT = "barrier-thread-count" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// Number of barriers in a block.
const BARRIERS: u32 = 16;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    let barriers = Effects::BARRIER.union(Effects::BARRIER_ARRIVE);
    if !module.has_effects(barriers) {
        return;
    }
    for inst in module.insts_of(facts.function) {
        if module.opcode(inst).effects.intersects(barriers)
            && let Some(barrier) = Barrier::of(facts, inst)
            && let Some(finding) = judge(facts, inst, &barrier)
        {
            cx.report(finding);
            return;
        }
    }
    if let Some(finding) = stuck(facts) {
        cx.report(finding);
    }
}

/// What goes wrong at numbered barriers in every block that has all threads which the kernel counts or names.
fn stuck(facts: &Facts<'_, '_>) -> Option<Finding> {
    let barriers = facts.barriers();
    // Threads that may or may not come to a barrier cannot be counted.
    let is_vague =
        |it: &Barrier| it.count == BarrierCount::Unknown || (it.waits && facts.module.guard(it.inst).is_some());
    if barriers.iter().any(is_vague) {
        return None;
    }
    let counts = barriers.iter().filter_map(|barrier| match barrier.count {
        BarrierCount::Threads(count) => Some(count),
        _ => None,
    });
    let mut numbers = barriers.iter().filter_map(|barrier| barrier.id);
    let first = numbers.next();
    let are_several = numbers.any(|number| Some(number) != first);
    let counted = counts.max().or(are_several.then_some(0))?;
    if facts.module[facts.function].kind != FunctionKind::Entry {
        return None;
    }
    let plan = SimulationPlan::new(facts, |_| false)?;
    let (purse, mut found) = (Purse::new(facts, &plan), None);
    for shape in blocks(facts, counted) {
        let run = |sample: Sample| {
            let model = BlockModel::of(facts, sample);
            let trace = Simulation::run(facts, &plan, &model, &model.threads_of_warps(MOST_THREADS), &purse);
            (model, trace)
        };
        let comes = |(_, trace): &(BlockModel<'_, '_, '_>, BlockTrace)| !trace.arrivals.is_empty();
        let mut launch = run(Sample::new(shape, 0));
        if !comes(&launch) && shape.iter().product::<u32>() == counted {
            // With larger numbers threads may go round the loop that has the barriers.
            launch = run(Sample::with_sizes(shape, LARGE));
        }
        let (model, trace) = launch;
        if trace.lost != 0 || trace.exhausted || trace.trapped != 0 || purse.is_spent() {
            return None;
        }
        let Some(mishap) = Mishap::of(&trace) else {
            // A barrier that counts all threads of the block may have been meant for those that come.
            let came = trace.arrivals.iter().fold(0, |all, &(.., mask)| all | mask);
            if model.thread_count() == counted && came.count_ones() < trace.threads.len() as u32 {
                continue;
            }
            return None;
        };
        found.get_or_insert((mishap, model));
    }
    let (Mishap { inst, thread, text, hangs, help }, model) = found?;
    let is_known = facts.block_shape().threads().is_some() && hangs;
    let scope = if is_known { LaunchScope::Every } else { LaunchScope::Some };
    let span = facts.module[inst].span;
    let witness = model.witness(&[], &[inst], scope).act(model.act(thread, Deed::Executes, span));
    let finding = Finding::new(span, format!("{thread} {text}")).witness(witness).help(help);
    Some(if is_known { finding } else { finding.level(Level::Warning) })
}

/// A size with which threads go round most loops.
const LARGE: i64 = 4096;

/// What helps where another number of threads come than a barrier counts.
const COUNTS_HELP: &str = "let as many threads reach the barrier as it counts, in the same order everywhere";

/// What a thread meets with at a barrier.
struct Mishap {
    inst: InstId,
    thread: Thread,
    text: String,
    /// Whether it waits forever.
    hangs: bool,
    help: &'static str,
}

impl Mishap {
    /// The worst one of a run: a hang, another count, an arrival too early.
    fn of(trace: &BlockTrace) -> Option<Self> {
        let thread = |mask: Mask| threads_of(mask).next().map(|thread| trace.threads[thread]);
        if let Some(stuck) = trace.stuck.first() {
            let help = match stuck.other {
                Some(_) => "let all threads come to the barriers of the block in the same order",
                None => COUNTS_HELP,
            };
            let other = stuck.other.and_then(|(id, threads)| Some((id, thread(threads)?)));
            let text = missing_text(stuck, other);
            return Some(Self { inst: stuck.inst, thread: thread(stuck.threads)?, text, hangs: true, help });
        }
        if let Some(MiscountedBarrier { id, inst, threads, counts: [own, other] }) = trace.miscounted {
            let text = format!("counts {own} threads at barrier {id}, where others count {other}");
            let help = "let all that meet at a barrier give the same number of threads";
            return Some(Self { inst, thread: thread(threads)?, text, hangs: false, help });
        }
        if let Some((inst, [(id, threads), (other, others)])) = trace.split {
            let text = format!("names barrier {id} here, and {} of its warp barrier {other}", thread(others)?);
            let help = "let all threads of a warp come to the same barrier";
            return Some(Self { inst, thread: thread(threads)?, text, hangs: false, help });
        }
        if let Some((id, inst, threads)) = trace.reused {
            let text =
                format!("arrives at barrier {id}, which others use without it: it may be counted as one of them");
            let help = "give each group of threads a barrier of its own, or let one wait for the other first";
            return Some(Self { inst, thread: thread(threads)?, text, hangs: false, help });
        }
        let (id, inst, threads) = trace.again?;
        let text = format!("arrives again at barrier {id}, which is not complete: it may be counted as another thread");
        Some(Self { inst, thread: thread(threads)?, text, hangs: false, help: COUNTS_HELP })
    }
}

/// What a thread does at a barrier that is never complete, and perhaps another one at another barrier of the block.
fn missing_text(stuck: &StuckBarrier, other: Option<(u32, Thread)>) -> String {
    let StuckBarrier { id, count, arrived, .. } = stuck;
    match other {
        Some((other, thread)) => {
            format!("waits forever at barrier {id} for {thread}, which waits at barrier {other}")
        }
        None => format!("waits forever at barrier {id}: {arrived} of {count} threads have arrived, and no others will"),
    }
}

/// The block, if it is known, or several that have all threads which the kernel counts or names.
fn blocks(facts: &Facts<'_, '_>, counted: u32) -> Vec<[u32; 3]> {
    let shape = facts.block_shape();
    if let [Some(x), Some(y), Some(z)] = shape.exact {
        return vec![[x, y, z]];
    }
    if !facts.has_threads_in_a_row() {
        return Vec::new();
    }
    // Where nothing is counted, a block has the threads on both sides of each comparison.
    let past = |last: u32| if counted == 0 { last.saturating_add(1) } else { last.saturating_sub(1) };
    let named = facts.named_threads().last().map_or(0, |&last| past(last));
    let least = counted.max(named).max(WARP);
    let Some(least) = least.checked_next_multiple_of(WARP) else { return Vec::new() };
    let most = shape.most_threads;
    let all = [least, least.saturating_add(4 * WARP), 512, most].into_iter();
    all.filter(|&count| (least..=most).contains(&count)).map(|count| [count, 1, 1]).collect()
}

fn judge(facts: &Facts<'_, '_>, inst: InstId, barrier: &Barrier) -> Option<Finding> {
    let module = facts.module;
    let operands = module.operands(inst);
    let skipped = usize::from(is_reduction(module.opcode(inst).instruction?));
    let immediate = |index: usize| operands.get(index + skipped).is_some_and(|operand| operand.constant().is_some());
    let span = |index: usize| operands.get(index + skipped).map_or(module[inst].span, |operand| operand.span);
    if let Some(id) = barrier.id.filter(|&id| id >= BARRIERS && !immediate(0)) {
        return Some(
            Finding::new(span(0), format!("barrier {id} does not exist")).caption("barriers are numbered 0 to 15"),
        );
    }
    let BarrierCount::Threads(count) = barrier.count else { return None };
    if count % 32 != 0 && !immediate(1) {
        let message = format!("a barrier cannot wait for {count} threads");
        return Some(Finding::new(span(1), message).caption("not a multiple of the warp size, 32"));
    }
    let shape = facts.block_shape();
    (count > shape.most_threads).then(|| {
        let block = match shape.threads() {
            Some(threads) => format!("the block has {threads} threads"),
            None => format!("a block has at most {} threads", shape.most_threads),
        };
        Finding::new(span(1), format!("this barrier waits for {count} threads, more than the block has")).caption(block)
    })
}
