use super::divergence::{Parting, explain, guard_level, is_computed, is_one_of_two, parting, parts_every_launch};
use super::divergent_barrier::leaves_kernel;
use crate::diagnostic::{Finding, Level as Severity};
use crate::facts::calls::{Meeting, callee_operand};
use crate::facts::expr::{ExprTable, Node};
use crate::facts::{
    self, Answer, Block, BlockEntry, BlockModel, Definition, Divergence, Exit, Facts, Members, Sample, Thread,
    ThreadScope, Verdict, WARP, candidates, mask_operand, members, original,
};
use crate::ids::InstId;
use crate::isa::{Effects, op, word};
use crate::rules::{Context, Hook, declare_rule};
use crate::util::FastMap;
use crate::witness::{Deed, LaunchScope as Claim, Witness};

declare_rule! {
    /// ## What it does
    /// Reports warp-synchronous instructions (`shfl.sync`, `vote.sync`, `match.sync`, `redux.sync`, `elect.sync`, `bar.warp.sync`)
    /// whose constant member mask includes lanes that do not reach them, because a branch diverges within the warp, and those that
    /// lanes outside the mask execute.
    ///
    /// ## Why is this bad
    /// The instruction waits for all lanes in its mask that have not exited. Lanes that took the other path never arrive: the warp
    /// hangs, or pairs up with another instruction and exchanges garbage. A lane that executes the instruction without being in the
    /// mask has undefined behaviour, and a lane that has exited has no value to give.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     and.b32 %r2, %r1, 31;
    ///     setp.gt.u32 %p1, %r2, 15;
    ///     @%p1 bra done;
    ///     shfl.sync.bfly.b32 %r3, %r1, 1, 0x1f, -1;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r3;
    /// done:
    ///     bar.warp.sync -1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<5>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     and.b32 %r2, %r1, 31;
    ///     setp.gt.u32 %p1, %r2, 15;
    ///     @%p1 bra done;
    ///     shfl.sync.bfly.b32 %r3, %r1, 1, 0x1f, 0xffff;
    ///     mul.wide.u32 %rd3, %r1, 4;
    ///     add.s64 %rd4, %rd2, %rd3;
    ///     st.global.u32 [%rd4], %r3;
    /// done:
    ///     bar.warp.sync -1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Reads of lanes that the mask leaves out are a warning for `shfl.bfly` and `shfl.idx`: with `.down` and `.up` the last lanes mostly
    /// get values that are not used. Otherwise only constant masks are judged, constant lanes that are added to others, and masks of a ballot of the whole warp outside of loops, as
    /// to lanes that have said no; not those from `activemask`. An error needs two lanes of one warp that diverge by their indices alone;
    /// when a parameter or data of the lanes decides, the level is a warning. Exited lanes are not waited for: that is reported, as a
    /// warning, for instructions that take values from them (`shfl`, `match`, `redux`), and for the others when lane indices alone decide
    /// which lanes exit. A branch whose other path executes the same instruction is not reported.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.9.6 `shfl.sync`, 9.7.13.2 `bar.warp.sync`, 9.7.13 `vote.sync`, `match.sync`, `redux.sync`, `elect.sync`.
    pub static WARP_SYNC_DIVERGENCE = "warp-sync-divergence" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

/// How threads part, by branch, wanted truth of its guard, and masks of lanes that go and stay: instructions that follow each other depend on the same branches.
type Partings = FastMap<(InstId, bool, [u32; 2]), Option<(Parting, bool)>>;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if !module.has_effects(Effects::WARP_SYNCHRONOUS) {
        return;
    }
    let mut partings = Partings::default();
    for inst in module.insts_of(facts.function) {
        if module.opcode(inst).effects.intersects(Effects::WARP_SYNCHRONOUS.union(Effects::CALL))
            && facts.cfg().is_reachable(facts.cfg().block_of(inst))
            && let Some(finding) = match members(facts, inst) {
                Some(members) => judge(facts, inst, members, &mut partings),
                None => judge_ballot(facts, inst),
            }
            .or_else(|| judge_source(facts, inst))
        {
            cx.report(finding);
        }
    }
}

fn judge(facts: &Facts<'_, '_>, inst: InstId, members: Members, partings: &mut Partings) -> Option<Finding> {
    let (module, conditions) = (facts.module, facts.conditions()?);
    let (block, mask) = (facts.cfg().block_of(inst), members.mask);
    let mut ways = Vec::new();
    if module.guard(inst).is_some() {
        let truth = facts.exprs().guard(facts, inst);
        ways.push(BlockEntry { branch: block, inst, truth, wanted: true });
    }
    ways.extend(conditions.all(facts, block));
    let mut likely = None;
    for way in &ways {
        let level = guard_level(facts, facts.uniformity()?, way.inst, ThreadScope::Warp);
        if matches!(level, Divergence::Uniform | Divergence::Unknown)
            || is_one_of_two(facts, &ways, way, block)
            || meets_it_otherwise(facts, way, inst, block)
        {
            continue;
        }
        let leaves = way.inst != inst && leaves_kernel(facts, way.branch);
        if leaves && !takes_values(facts, members.inst) && !parts_every_launch(facts, way) {
            continue;
        }
        // Who comes is a member, where it is not known who else is.
        let lanes = [if members.is_whole { mask } else { u32::MAX }, mask];
        let known = partings.entry((way.inst, way.wanted, lanes));
        let known = *known.or_insert_with(|| Parting::of(parting(facts, way, Some(lanes))));
        if let Some((parting, every)) = known {
            if parting.turns_off(facts, block) || way.inst != inst && parting.meets_at(facts, block) {
                continue;
            }
            let alone = every && parts_every_launch(facts, way);
            return Some(describe(facts, inst, members, &parting, leaves, alone));
        }
        if likely.is_none() && !leaves && level == Divergence::Data && is_computed(facts, way) {
            likely = Some(way.inst);
        }
    }
    let is_out =
        |model: &BlockModel<'_, '_, '_>, _: &ExprTable, thread: Thread| mask >> (model.linear(thread) % 32) & 1 == 0;
    if mask != u32::MAX
        && members.is_whole
        && let Some((thread, witness)) = outsider(facts, inst, block, is_out)
    {
        let level = if witness.scope == Claim::Some { Severity::Warning } else { Severity::Error };
        return Some(
            Finding::new(members.span, format!("{thread} executes this, but its lane is not in the mask {mask:#x}"))
                .caption("the mask must include every lane that executes it")
                .witness(witness)
                .level(level),
        );
    }
    let branch = likely.filter(|_| members.is_whole)?;
    let finding = Finding::new(members.span, format!("not all lanes of the mask {mask:#x} may come here"))
        .level(Severity::Warning)
        .caption("reached under a condition that may differ between lanes")
        .help("take the mask from `vote.sync.ballot` or `activemask` before the branch, or move the instruction to a point that all lanes reach");
    Some(explain(facts, finding, branch))
}

fn describe(
    facts: &Facts<'_, '_>,
    inst: InstId,
    members: Members,
    parting: &Parting,
    leaves: bool,
    alone: bool,
) -> Finding {
    let name = facts.module.name(facts.module.opcode(members.inst).name);
    let message = if leaves {
        format!("the mask of this `{name}` includes lanes that have exited")
    } else {
        format!("the mask of this `{name}` includes lanes that do not reach it")
    };
    let text = format!("{} reaches it, {} of the same warp does not", parting.goes, parting.stays);
    let finding = explain(facts, Finding::new(members.span, message).caption(text), parting.branch);
    let finding = finding
        .help("include only the lanes that reach it, for example with `vote.sync.ballot` before the branch")
        .witness(parting.witness(facts, inst));
    if leaves || !alone { finding.level(Severity::Warning) } else { finding }
}

/// Whether an instruction gives lanes what other lanes have.
fn takes_values(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let instruction = facts.module.opcode(inst).instruction;
    matches!(instruction, Some(op::SHFL | op::MATCH | op::REDUX))
}

/// Whether the other way of a branch executes the same kind of instruction with the same mask before the ways meet.
fn meets_it_otherwise(facts: &Facts<'_, '_>, way: &BlockEntry, inst: InstId, block: Block) -> bool {
    if way.inst == inst {
        return false;
    }
    let (module, cfg) = (facts.module, facts.cfg());
    // What is executed, where it is called, is the instruction of the function.
    let kind = |inst: InstId| members(facts, inst).map(|members| (module[members.inst].opcode, members.mask));
    let own = kind(inst);
    let twin = |other: InstId| other != inst && module[other].opcode == module[inst].opcode && kind(other) == own;
    let stop = facts.postdominators().immediate(way.branch);
    let mut seen = std::collections::HashSet::new();
    let mut work: Vec<Block> = cfg.successors(way.branch).to_vec();
    while let Some(at) = work.pop() {
        if Some(at) == stop || at == block || cfg.exit(at) != Exit::None || !seen.insert(at) {
            continue;
        }
        if cfg.insts(at).any(twin) {
            return true;
        }
        work.extend(cfg.successors(at));
    }
    false
}

/// A lane that executes an instruction with the mask of a ballot in which it has said no.
fn judge_ballot(facts: &Facts<'_, '_>, inst: InstId) -> Option<Finding> {
    let (module, cfg, ssa) = (facts.module, facts.cfg(), facts.ssa()?);
    let operand = mask_operand(module, inst)?;
    let mask = original(facts, ssa.read(inst, operand.register()?)?);
    let Definition::Write { inst: ballot, .. } = ssa.data(mask).definition else { return None };
    let opcode = module.opcode(ballot);
    let is_ballot = opcode.instruction == Some(op::VOTE) && module.has_modifier(opcode, word::BALLOT);
    let in_loop = |inst: InstId| facts.loops().component(cfg.block_of(inst)).is_some();
    // What a lane has said in an earlier round is not known.
    if !is_ballot || members(facts, ballot)?.mask != u32::MAX || in_loop(ballot) || in_loop(inst) {
        return None;
    }
    let said = facts.exprs().operand(facts, ballot, *module.operands(ballot).get(1)?)?;
    let out =
        |model: &BlockModel<'_, '_, '_>, table: &ExprTable, thread: Thread| model.value(table, said, thread) == Some(0);
    let (thread, witness) = outsider(facts, inst, cfg.block_of(inst), out)?;
    let level = if witness.scope == Claim::Some { Severity::Warning } else { Severity::Error };
    let finding =
        Finding::new(operand.span, format!("{thread} executes this, but its lane is not in the mask of the ballot"))
            .caption("the mask must include every lane that executes it")
            .label(module[ballot].span, "it says no here");
    Some(finding.witness(witness).level(level))
}

/// A lane that exchanges with one that the mask leaves out: nothing says what it gets. Sums by `.down` and `.up` take such values and do not
/// look at them.
fn judge_source(facts: &Facts<'_, '_>, inst: InstId) -> Option<Finding> {
    let module = facts.module;
    let meeting = Meeting::of(facts, inst)?;
    let opcode = module.opcode(meeting.inst);
    let (exchanges, picks) = (module.has_modifier(opcode, word::BFLY), module.has_modifier(opcode, word::IDX));
    if !(exchanges || picks) {
        return None;
    }
    let mask = mask_operand(module, inst).or_else(|| callee_operand(module, inst))?;
    // A mask of all lanes leaves none out.
    if members(facts, inst).is_some_and(|members| members.mask == u32::MAX) {
        return None;
    }
    let (lanes, [from, segment]) = (meeting.mask, meeting.source?);
    // What loops carry along, or somebody has stored, is none of the numbers that could be tried.
    let is_given = |_, node: Node| !matches!(node, Node::Opaque(_) | Node::Iteration(_));
    if ![lanes, from, segment].into_iter().all(|expr| facts.exprs().table.walk(expr, &mut { is_given })) {
        return None;
    }
    let source = |model: &BlockModel<'_, '_, '_>, table: &ExprTable, thread: Thread| {
        let number = |expr| model.value(table, expr, thread).map(|number| number as u32);
        let (from, segment, lane) = (number(from)?, number(segment)?, model.linear(thread) % WARP);
        let (own, clamp) = (segment >> 8 & 31, segment & 31);
        let source = if exchanges { lane ^ from } else { (lane & own) | (from & !own & 31) };
        Some(if source <= (lane & own) | (clamp & !own) { source } else { lane })
    };
    let is_out = |model: &BlockModel<'_, '_, '_>, table: &ExprTable, thread: Thread| {
        let mask = model.value(table, lanes, thread).map(|mask| mask as u32);
        let lane = model.linear(thread) % WARP;
        // A lane that is not in the mask itself is another mistake.
        source(model, table, thread)
            .zip(mask)
            .is_some_and(|(source, mask)| mask >> lane & 1 != 0 && mask >> (source & 31) & 1 == 0)
    };
    let (thread, witness) = outsider(facts, inst, facts.cfg().block_of(inst), is_out)?;
    let finding = Finding::new(mask.span, format!("{thread} takes a value from a lane that is not in the mask"))
        .caption("what it gets is undefined")
        .help("include the lane in the mask, and let it execute the instruction, or take the value from another one")
        .witness(witness);
    Some(finding.level(Severity::Warning))
}

/// A thread that executes an instruction although its lane is not in the mask, and the launch in which it does.
fn outsider(
    facts: &Facts<'_, '_>,
    inst: InstId,
    block: Block,
    is_out: impl Fn(&BlockModel<'_, '_, '_>, &ExprTable, Thread) -> bool,
) -> Option<(Thread, Witness)> {
    let conditions = facts.conditions()?;
    let guard = facts.module.guard(inst).map(|_| facts.exprs().guard(facts, inst));
    let claim = |sample: Sample| {
        let model = BlockModel::of(facts, sample);
        let exprs = facts.exprs();
        let executes = |thread: Thread| {
            let guarded = guard.is_none_or(|truth| {
                truth.and_then(|truth| model.value(&exprs.table, truth, thread)).is_some_and(|value| value != 0)
            });
            guarded && model.reaches(&exprs.table, conditions, block, thread) == Some(true)
        };
        let outside = |thread: &Thread| is_out(&model, &exprs.table, *thread);
        match model.threads().filter(outside).find(|&thread| executes(thread)) {
            Some(thread) => Answer::Yes((thread, sample)),
            None if model.threads().any(executes) => Answer::No,
            None => Answer::Silence,
        }
    };
    let ((thread, sample), scope) = match facts::judge(candidates(facts, [true; 3]), claim) {
        Verdict::Every(found) => (found, Claim::Every),
        Verdict::Some(found) => (found, Claim::Some),
        Verdict::None => return None,
    };
    let model = BlockModel::of(facts, sample);
    let act = model.act(thread, Deed::Executes, facts.module[inst].span);
    Some((thread, model.witness(&[], &[inst], scope).act(act)))
}
