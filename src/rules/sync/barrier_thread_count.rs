use crate::diagnostic::Finding;
use crate::facts::{Barrier, BarrierCount, Facts, is_reduction};
use crate::ids::InstId;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports barriers whose thread count is not a multiple of 32 or exceeds the block, and barrier numbers above 15, including
    /// those from a register with a known constant.
    ///
    /// ## Why is this bad
    /// Barriers count warps: a thread count that is not a multiple of the warp size is undefined behaviour. A barrier that waits for
    /// more threads than the block has waits forever. A block has sixteen barriers.
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
    /// block, whose size must be known from `.reqntid`, `.maxntid` or `--block`; otherwise the limit is 1024 threads. Whether enough
    /// threads actually arrive is not counted.
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
    if !super::divergent_barrier::uses(module, barriers) {
        return;
    }
    for inst in module.insts_of(facts.function) {
        if module[module[inst].opcode].effects.intersects(barriers)
            && let Some(barrier) = Barrier::of(facts, inst)
            && let Some(finding) = judge(facts, inst, &barrier)
        {
            cx.report(finding);
        }
    }
}

fn judge(facts: &Facts<'_, '_>, inst: InstId, barrier: &Barrier) -> Option<Finding> {
    let module = facts.module;
    let operands = module.operands(inst);
    let skipped = usize::from(is_reduction(module[module[inst].opcode].instruction?));
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
