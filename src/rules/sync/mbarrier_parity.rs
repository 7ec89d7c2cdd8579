use crate::diagnostic::Finding;
use crate::facts::protocol::{BarrierObject, BarrierRing, BarrierUse, barrier_uses, calls_others, parity, ways};
use crate::facts::{Facts, LoopId};
use crate::ids::InstId;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;

declare_rule! {
    /// ## What it does
    /// Reports waits for an `mbarrier` with a parity that does not alternate although its phases do: in a loop, in a ring of barriers, and one
    /// after the other; and first waits with the parity of the other side.
    ///
    /// ## Why is this bad
    /// Phases alternate between parity 0 and 1, and a wait for a parity returns as soon as the phase of that parity, or the one before the
    /// current one, is complete. In the second round of the loop the wait for the same parity therefore returns at once, and what is read
    /// is what was there before. The parity has to be flipped whenever the barrier comes round.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out)
    /// {
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<3>;
    ///     .shared .align 128 .b8 tile[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, tile;
    ///     mov.u32 %r2, full;
    ///     mov.u32 %r3, 0;
    ///     mov.u32 %r4, 0;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    /// LOOP:
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 128, [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0;
    ///     @!%p1 bra WAIT;
    ///     ld.shared.u32 %r5, [%r1];
    ///     st.global.u32 [%rd2], %r5;
    ///     add.u32 %r3, %r3, 1;
    ///     setp.lt.u32 %p2, %r3, 8;
    ///     @%p2 bra LOOP;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.6
    /// .target sm_90
    /// .address_size 64
    /// .visible .entry k(.param .u64 in, .param .u64 out)
    /// {
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<6>;
    ///     .reg .b64 %rd<3>;
    ///     .shared .align 128 .b8 tile[128];
    ///     .shared .align 8 .b64 full;
    ///     ld.param.u64 %rd1, [in];
    ///     ld.param.u64 %rd2, [out];
    ///     cvta.to.global.u64 %rd1, %rd1;
    ///     cvta.to.global.u64 %rd2, %rd2;
    ///     mov.u32 %r1, tile;
    ///     mov.u32 %r2, full;
    ///     mov.u32 %r3, 0;
    ///     mov.u32 %r4, 0;
    ///     mbarrier.init.shared::cta.b64 [%r2], 1;
    /// LOOP:
    ///     mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 128;
    ///     cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 128, [%r2];
    /// WAIT:
    ///     mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], %r4;
    ///     @!%p1 bra WAIT;
    ///     ld.shared.u32 %r5, [%r1];
    ///     st.global.u32 [%rd2], %r5;
    ///     xor.b32 %r4, %r4, 1;
    ///     add.u32 %r3, %r3, 1;
    ///     setp.lt.u32 %p2, %r3, 8;
    ///     @%p2 bra LOOP;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A constant parity in a loop is judged at barriers at constant addresses, where all waits of the loop name it, some instruction arrives,
    /// and none makes the barrier anew. In a ring, whose stage and parity follow from the round of the loop or from values that it carries,
    /// barriers have to come round, and each round has to wait once. Loops within loops that keep stage and parity are not judged. The parity
    /// of the first wait is judged where no other instruction waits for the barrier: a copy is waited for with 0 first, and a wait with 0 for a
    /// free buffer is reported where whoever frees it waits for what is copied after it.
    ///
    /// ## References
    /// PTX ISA 9.7.13.15.5 "Phase of the mbarrier object", 9.7.13.15.16 "mbarrier.test_wait / mbarrier.try_wait".
    pub static MBARRIER_PARITY = "mbarrier-parity" {
        group: Sync,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !cx.module.has_effects(Effects::MBARRIER_WAIT) {
        return;
    }
    let uses = barrier_uses(facts);
    for (i, wait) in uses.iter().enumerate().filter(|(_, it)| it.has(facts, Effects::MBARRIER_WAIT)) {
        let same = |other: &&BarrierUse| other.object == wait.object && other.has(facts, Effects::MBARRIER_WAIT);
        // One finding for a barrier and loop: at its first wait.
        let around = loops_around(facts, wait.inst);
        let outer = around.iter().copied().find(|&id| arrives(facts, &uses, wait, id));
        let outer = outer.filter(|&id| is_in_every_round(facts, id, wait.inst));
        let Some(id) = outer.filter(|_| wait.object.is_some()) else { continue };
        let is_first = !uses[..i].iter().filter(same).any(|other| is_within(facts, id, other.inst));
        if is_first && let Some(parity) = constant_parity(facts, &uses, wait, id) {
            cx.report(describe(facts, &uses, wait, id, parity));
        }
    }
    for wait in uses.iter().filter(|it| it.has(facts, Effects::MBARRIER_WAIT)) {
        let judges = [ring, start, repeated];
        if let Some(finding) = judges.into_iter().find_map(|judge| judge(facts, &uses, wait)) {
            cx.report(finding);
        }
    }
}

/// A wait whose barrier and parity follow from the round of a loop: each time that a barrier comes round the parity has to be the other one.
fn ring(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse) -> Option<Finding> {
    let ring = wait.ring.as_ref()?;
    let (parities, stages) = (ring.parities.as_ref()?, ring.stages()?);
    let object = stages[0];
    let arrives = |other: &BarrierUse| other.has(facts, Effects::MBARRIER_ARRIVE) && other.names(object);
    let renews = |other: &BarrierUse| {
        other.has(facts, Effects::MBARRIER_INIT.union(Effects::MBARRIER_INVAL))
            && other.names(object)
            && is_within(facts, ring.id, other.inst)
    };
    let is_other_wait = |other: &BarrierUse| {
        other.inst != wait.inst
            && other.has(facts, Effects::MBARRIER_WAIT)
            && (!other.is_known() || other.names(object))
            && is_within(facts, ring.id, other.inst)
    };
    // Somebody has to go through the barriers as often as they are waited for, and each round has to wait once.
    let paced = uses.iter().any(|other| arrives(other) && is_in_turn(facts, ring, other));
    if !paced || uses.iter().any(|it| renews(it) || is_other_wait(it)) || !is_in_every_round(facts, ring.id, wait.inst)
    {
        return None;
    }
    if stages.iter().enumerate().any(|(i, stage)| stages[..i].contains(stage)) {
        return None;
    }
    let wrong = (stages.len()..parities.len()).find(|&round| parities[round] == parities[round - stages.len()])?;
    let (count, parity) = (stages.len(), parities[wrong]);
    let rounds = [wrong - count + 1, wrong + 1];
    let barriers = if count == 1 { "this barrier".to_string() } else { format!("each of the {count} barriers") };
    let message = format!(
        "rounds {} and {} of the loop wait for parity {parity} at the same barrier, but the parity of its phases alternates",
        rounds[0], rounds[1]
    );
    Some(
        Finding::new(parity_span(facts, wait), message)
            .caption(format!("{barriers} wraps around after {count} {}", if count == 1 { "round" } else { "rounds" }))
            .help("flip the parity whenever it is the turn of the first barrier again"),
    )
}

fn parity_span(facts: &Facts<'_, '_>, wait: &BarrierUse) -> Span {
    parity(facts, wait.inst).map_or(facts.module[wait.inst].span, |operand| operand.span)
}

/// Whether an instruction goes through the same barriers, round by round of a loop.
fn is_in_turn(facts: &Facts<'_, '_>, ring: &BarrierRing, other: &BarrierUse) -> bool {
    let sorted = |ring: &BarrierRing| {
        let mut stages = ring.stages()?.to_vec();
        stages.sort_unstable();
        Some(stages)
    };
    match &other.ring {
        Some(own) => sorted(own) == sorted(ring),
        None => {
            let only = |stages: &[BarrierObject]| stages.len() == 1 && other.object == Some(stages[0]);
            ring.stages().is_some_and(only) && is_within(facts, ring.id, other.inst)
        }
    }
}

/// The parity for which an instruction waits the first time, if it is known, and its loop is entered once.
fn first_parity(facts: &Facts<'_, '_>, wait: &BarrierUse) -> Option<u64> {
    match &wait.ring {
        Some(ring) if facts.natural_loops().get(ring.id).parent.is_none() => {
            ring.parities.as_ref()?.first().map(|&parity| parity as u64)
        }
        Some(_) => None,
        None => facts.constant(wait.inst, parity(facts, wait.inst)?).map(|parity| parity & 1),
    }
}

/// The only wait for its barriers, whose first parity is that of the other side: it returns before anything was copied, or never.
fn start(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse) -> Option<Finding> {
    let objects = wait.objects();
    let touches = |other: &BarrierUse| !other.is_known() || objects.iter().any(|&object| other.names(object));
    let of = |effects: Effects| uses.iter().filter(move |it| it.has(facts, effects) && touches(it));
    if objects.is_empty() || of(Effects::MBARRIER_WAIT).count() != 1 || calls_others(facts) {
        return None;
    }
    let found = |message: &str, caption: &str, help: &str| {
        Some(Finding::new(parity_span(facts, wait), message).caption(caption).help(help))
    };
    let copy = of(Effects::MBARRIER_COMPLETE).find(|it| it.is_known());
    match first_parity(facts, wait)? {
        1 if copy.is_some() => found(
            "this wait returns before the copy has brought anything: it starts with parity 1",
            "a new barrier counts as past a phase of parity 1",
            "start with parity 0 where a copy is waited for; 1 is for those who wait until a buffer is free",
        ),
        0 if copy.is_none() && is_circular(facts, uses, wait, &objects) => found(
            "this waits for a buffer that no thread has filled yet, and fills it only then: it should start with parity 1",
            "the first phase ends when the buffer was used",
            "start with parity 1, for which a wait at a new barrier returns at once",
        ),
        _ => None,
    }
}

/// Whether those who arrive at a barrier first wait for a copy that is started only behind the wait for the barrier.
fn is_circular(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, objects: &[BarrierObject]) -> bool {
    let of = |effects: Effects| uses.iter().filter(move |it| it.has(facts, effects));
    let is_blocked = |full: &BarrierUse| {
        let stages = full.objects();
        let named = |it: &&BarrierUse| !it.is_known() || stages.iter().any(|&stage| it.names(stage));
        let mut enders = of(Effects::MBARRIER_ARRIVE).filter(named).peekable();
        !stages.is_empty()
            && first_parity(facts, full) == Some(0)
            && enders.peek().is_some()
            && enders.all(|ender| ender.is_known() && facts.always_follows(wait.inst, ender.inst))
    };
    let mut arrivals =
        of(Effects::MBARRIER_ARRIVE).filter(|it| objects.iter().any(|&object| it.names(object))).peekable();
    arrivals.peek().is_some()
        && of(Effects::MBARRIER_ARRIVE).all(BarrierUse::is_known)
        && arrivals.all(|arrival| {
            let mut before = of(Effects::MBARRIER_WAIT).filter(|full| full.inst != wait.inst);
            before.any(|full| facts.always_follows(full.inst, arrival.inst) && is_blocked(full))
        })
}

/// Two waits for one parity, the second right behind the first, with an arrival between them.
fn repeated(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse) -> Option<Finding> {
    let named = |it: &BarrierUse| facts.constant(it.inst, parity(facts, it.inst)?).map(|parity| parity & 1);
    let object = wait.object.filter(|_| loops_around(facts, wait.inst).len() <= 1)?;
    let others = |effects: Effects| uses.iter().filter(move |it| it.has(facts, effects) && it.inst != wait.inst);
    let renewal = Effects::MBARRIER_INIT.union(Effects::MBARRIER_INVAL);
    let all = Effects::MBARRIER_WAIT.union(Effects::MBARRIER_ARRIVE).union(renewal);
    if others(all).any(|it| !it.is_known()) || calls_others(facts) {
        return None;
    }
    let of_object =
        |effects: Effects| -> Vec<InstId> { others(effects).filter(|it| it.names(object)).map(|it| it.inst).collect() };
    let (waits, arrivals) = (of_object(Effects::MBARRIER_WAIT), of_object(Effects::MBARRIER_ARRIVE));
    let renewals = of_object(renewal);
    let parity = named(wait)?;
    let is_before = |earlier: &&BarrierUse| {
        let between: Vec<InstId> = waits.iter().copied().filter(|&inst| inst != earlier.inst).collect();
        let way = |stops: &[InstId]| ways(facts, Some(earlier.inst), wait.inst, stops).filter(|ways| ways.exist);
        earlier.object == Some(object)
            && loops_around(facts, earlier.inst).len() <= 1
            && named(earlier) == Some(parity)
            && way(&between).is_some_and(|ways| !ways.pass)
            && way(&arrivals).is_some_and(|ways| ways.pass)
            && way(&renewals).is_some_and(|ways| !ways.pass)
            && facts.dominators().dominates(facts.cfg().block_of(earlier.inst), facts.cfg().block_of(wait.inst))
    };
    let earlier = others(Effects::MBARRIER_WAIT).find(is_before)?;
    let message = format!("this waits for parity {parity} again, but the parity of the barrier's phases alternates");
    Some(
        Finding::new(parity_span(facts, wait), message)
            .caption("returns at once")
            .label(facts.module[earlier.inst].span, "has waited for this parity before")
            .help(format!("wait for parity {} here", 1 - parity)),
    )
}

/// Whether every round of a loop gets to an instruction.
fn is_in_every_round(facts: &Facts<'_, '_>, id: LoopId, inst: InstId) -> bool {
    let block = facts.cfg().block_of(inst);
    facts.natural_loops().get(id).latches.iter().all(|&latch| facts.dominators().dominates(block, latch))
}

/// The loops around an instruction, from the inside.
fn loops_around(facts: &Facts<'_, '_>, inst: InstId) -> Vec<LoopId> {
    let loops = facts.natural_loops();
    let innermost = loops.innermost(facts.cfg().block_of(inst));
    std::iter::successors(innermost, |&id| loops.get(id).parent).collect()
}

fn is_within(facts: &Facts<'_, '_>, id: LoopId, inst: InstId) -> bool {
    facts.natural_loops().contains(id, facts.cfg().block_of(inst))
}

/// Whether something arrives in a loop at the barrier that is waited for.
fn arrives(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId) -> bool {
    arrival(facts, uses, wait, id).is_some()
}

fn arrival(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId) -> Option<InstId> {
    let arrives = |other: &&BarrierUse| {
        other.object == wait.object && other.has(facts, Effects::MBARRIER_ARRIVE) && is_within(facts, id, other.inst)
    };
    uses.iter().find(arrives).map(|other| other.inst)
}

/// The parity that all waits of a loop for a barrier name, if it is constant, and the loop does nothing unknown to barriers.
fn constant_parity(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId) -> Option<u64> {
    let named = |it: &BarrierUse| facts.constant(it.inst, parity(facts, it.inst)?);
    let parity_of_wait = named(wait)?;
    let unclear = |it: &&BarrierUse| {
        let renews = it.has(facts, Effects::MBARRIER_INIT.union(Effects::MBARRIER_INVAL));
        let waits = it.has(facts, Effects::MBARRIER_WAIT);
        is_within(facts, id, it.inst)
            && (it.object.is_none()
                || it.object == wait.object && (renews || waits && named(it) != Some(parity_of_wait)))
    };
    let calls = facts
        .module
        .insts_of(facts.function)
        .any(|inst| facts.module.opcode(inst).effects.intersects(Effects::CALL) && is_within(facts, id, inst));
    (!calls && !uses.iter().any(|it| unclear(&it))).then_some(parity_of_wait)
}

fn describe(facts: &Facts<'_, '_>, uses: &[BarrierUse], wait: &BarrierUse, id: LoopId, parity: u64) -> Finding {
    let mut finding = Finding::new(
        facts.module[wait.inst].span,
        format!("this waits for parity {parity} in every round of the loop, but the parity of the barrier's phases alternates"),
    )
    .caption("returns at once in every second round");
    if let Some(arrival) = arrival(facts, uses, wait, id) {
        finding = finding.label(facts.module[arrival].span, "arrives in every round");
    }
    finding.help("keep the parity in a register that starts with 0, and flip it with `xor.b32` after each wait")
}
