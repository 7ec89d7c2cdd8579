use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::facts::protocol::{
    BarrierUse, Executing, LARGER_SHAPE, USUAL_SHAPE, barrier_uses, calls_others, executing, has_instruction,
    names_multicast,
};
use crate::ids::InstId;
use crate::ir::{FunctionKind, Operand};
use crate::isa::{Effects, Role, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports `mbarrier` objects that are initialised for another number of arrivals than threads supply in a phase.
    ///
    /// ## Why is this bad
    /// A phase ends when as many arrivals as `mbarrier.init` says have come. With fewer, no phase ever ends, and the kernel hangs. With
    /// more, a phase ends before all threads have arrived, and the next one is ahead of time, so that waiting threads go on too early.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 128 .b8 tile[512];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 128;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     bar.sync 0;
    ///     @%p1 bra WAIT;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 512, [%r3];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    ///     @!%p2 bra WAIT;
    ///     shl.b32 %r4, %r1, 2;
    ///     add.u32 %r5, %r2, %r4;
    ///     ld.shared.u32 %r6, [%r5];
    ///     cvt.u64.u32 %rd3, %r4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r6;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out) .reqntid 128, 1, 1
    /// {
    ///     .reg .pred %p<4>;
    ///     .reg .b32 %r<8>;
    ///     .reg .b64 %rd<5>;
    ///     .shared .align 128 .b8 tile[512];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, %tid.x;
    ///     mov.u32 %r2, tile;
    ///     mov.u32 %r3, full;
    ///     setp.ne.u32 %p1, %r1, 0;
    ///     @%p1 bra READY;
    ///     mbarrier.init.shared::cta.b64 [%r3], 1;
    ///     fence.mbarrier_init.release.cluster;
    /// READY:
    ///     bar.sync 0;
    ///     @%p1 bra WAIT;
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 512;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r2], [%rd1], 512, [%r3];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;
    ///     @!%p2 bra WAIT;
    ///     shl.b32 %r4, %r1, 2;
    ///     add.u32 %r5, %r2, %r4;
    ///     ld.shared.u32 %r6, [%r5];
    ///     cvt.u64.u32 %rd3, %r4;
    ///     add.u64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r6;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Counted are the threads whose index lets them pass the conditions on the way to instructions that arrive; of what `elect.sync`
    /// chooses, one lane a warp. A condition that is the same in the whole block is taken to hold. Barriers are judged if they are
    /// initialised at one place for a constant number, if all addresses of barriers are known, and if no thread arrives at two places.
    /// Blocks of unknown size are judged where the number does not depend on it. Arrivals from other blocks, `arrive_drop` and
    /// `cp.async.mbarrier.arrive` are not counted: the rule is silent then.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15.4 "Phase of the mbarrier object", 9.7.13.15.9 "mbarrier.init", 9.7.13.15.13 "mbarrier.arrive".
    pub static MBARRIER_ARRIVAL_COUNT = "mbarrier-arrival-count" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_instruction(cx.module, |it| it == op::MBARRIER_INIT)
        || cx.module[facts.function].kind != FunctionKind::Entry
        || calls_others(facts)
    {
        return;
    }
    let uses = barrier_uses(facts);
    let counted = Effects::MBARRIER_ARRIVE.union(Effects::MBARRIER_INIT);
    // Who arrives at a barrier that is not known may arrive at any.
    if uses.iter().any(|it| it.has(facts, counted) && !it.is_known()) {
        return;
    }
    let mut told: Vec<InstId> = Vec::new();
    for init in uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_INIT)) {
        let Some(phase) = Phase::of(facts, &uses, init).filter(|it| !told.contains(&it.first)) else { continue };
        // Where nobody seems to arrive, the conditions on the way were not understood.
        if phase.arrivals != 0 && phase.arrivals != phase.expected && !phase.may_take_rounds(facts, &uses) {
            told.push(phase.first);
            cx.report(describe(facts, init, &phase));
        }
    }
}

/// What ends the phases of a barrier.
struct Phase {
    /// How often the barrier wants threads to arrive.
    expected: u64,
    /// How often they do.
    arrivals: u64,
    /// The first instruction that arrives.
    first: InstId,
}

impl Phase {
    /// Counts who arrives at the barrier that an instruction initialises. `None` unless each thread arrives at one place at most, and
    /// which threads do is known.
    fn of(facts: &Facts<'_, '_>, uses: &[BarrierUse], init: &BarrierUse) -> Option<Self> {
        let object = init.object?;
        let named = |effects: Effects| -> Vec<&BarrierUse> {
            uses.iter().filter(|it| it.has(facts, effects) && it.names(object)).collect()
        };
        if named(Effects::MBARRIER_INIT).len() != 1 || named(Effects::MBARRIER_WAIT).is_empty() {
            return None;
        }
        let arrivals = named(Effects::MBARRIER_ARRIVE);
        let first = arrivals.first()?.inst;
        let shapes: Vec<[u32; 3]> = match facts.block_shape().exact {
            [Some(x), Some(y), Some(z)] => vec![[x, y, z]],
            // What is the same in blocks of different sizes is so in all.
            _ => vec![USUAL_SHAPE, LARGER_SHAPE],
        };
        let mut counts = shapes.into_iter().map(|shape| count(facts, &arrivals, shape));
        let total = counts.next()??;
        let expected = facts.constant(init.inst, count_operand(facts, init.inst)?)?;
        counts.all(|other| other == Some(total)).then_some(Self { expected, arrivals: total, first })
    }

    /// Whether the threads may arrive several times for a phase: in a loop in which nobody waits.
    fn may_take_rounds(&self, facts: &Facts<'_, '_>, uses: &[BarrierUse]) -> bool {
        let block = facts.cfg().block_of(self.first);
        let waits = |component: usize| {
            uses.iter().any(|it| {
                it.has(facts, Effects::MBARRIER_WAIT)
                    && facts.loops().component(facts.cfg().block_of(it.inst)) == Some(component)
            })
        };
        self.arrivals > 0
            && self.expected.is_multiple_of(self.arrivals)
            && facts.loops().component(block).is_some_and(|component| !waits(component))
    }
}

/// How often the threads of a block arrive at once. `None` where it is not known, or a thread arrives at several places.
fn count(facts: &Facts<'_, '_>, arrivals: &[&BarrierUse], shape: [u32; 3]) -> Option<u64> {
    let mut seen: Vec<Executing> = Vec::new();
    let mut total = 0;
    for arrival in arrivals {
        let threads = executing(facts, shape, arrival.inst)?;
        if seen.iter().any(|others| others.meets(&threads)) {
            return None;
        }
        total += threads.count() as u64 * arrivals_of(facts, arrival.inst)?;
        seen.push(threads);
    }
    Some(total)
}

/// How often one thread arrives by an instruction. `None` if it arrives elsewhere, too, later, or for the last time.
fn arrivals_of(facts: &Facts<'_, '_>, inst: InstId) -> Option<u64> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    match opcode.instruction? {
        op::MBARRIER_ARRIVE => match count_operand(facts, inst) {
            Some(count) => facts.constant(inst, count),
            None => Some(1),
        },
        op::MBARRIER_ARRIVE_EXPECT_TX => Some(1),
        op::TCGEN05_COMMIT => (!names_multicast(module, opcode)).then_some(1),
        _ => None,
    }
}

fn count_operand(facts: &Facts<'_, '_>, inst: InstId) -> Option<Operand> {
    let mut specs = facts.module.operand_specs(inst);
    specs.find(|(_, spec)| spec.role() == Role::Count).map(|(operand, _)| operand)
}

fn describe(facts: &Facts<'_, '_>, init: &BarrierUse, phase: &Phase) -> Finding {
    let Phase { expected, arrivals, first } = *phase;
    let outcome = if arrivals < expected { "no phase ever ends" } else { "a phase ends before all have arrived" };
    let times = |count: u64| if count == 1 { "once".to_string() } else { format!("{count} times") };
    let wanted = if expected == 1 { "one arrival".to_string() } else { format!("{expected} arrivals") };
    let span = count_operand(facts, init.inst).map_or(facts.module[init.inst].span, |operand| operand.span);
    let message = format!("this `mbarrier` wants {wanted}, but threads arrive {}: {outcome}", times(arrivals));
    let each = if arrivals < 2 { "one thread arrives here" } else { "threads arrive here" };
    let threads = if expected == 1 { "one thread".to_string() } else { format!("{expected} threads") };
    Finding::new(span, message)
        .caption(format!("initialised for {expected}"))
        .label(facts.module[first].span, each)
        .help(format!("initialise it with {arrivals}, or let {threads} arrive"))
}
