use super::divergence::{Parting, explain, guard_level, is_computed, is_one_of_two, parting, parts_every_launch};
use super::divergent_barrier::leaves_kernel;
use super::locked_lanes::locked_lanes;
use super::shfl_width::ShuffleMode;
use crate::diagnostic::{Finding, Level as Severity};
use crate::facts::calls::{Meeting, callee_operand};
use crate::facts::expr::{Axis, Expr, ExprTable, IntegerRelation, LeafKinds, Node, Operation};
use crate::facts::{
    self, Answer, Block, BlockEntry, BlockModel, Candidate, Definition, Divergence, Exit, Facts, Members, Sample,
    Thread, ThreadScope, Verdict, WARP, axes_of, candidates, mask_operand, members, original, uncast,
};
use crate::ids::InstId;
use crate::ir::Operand;
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
    /// get values that are not used. Otherwise only constant masks are judged, constant lanes that are added to others, masks of a ballot of
    /// the whole warp outside of loops, as to lanes that have said no, and masks that follow from the index of the thread, as to the thread's
    /// own lane. Of other masks, as those from `activemask`, it counts that `shfl.idx` takes the value of a lane that, by its index, comes
    /// neither there nor to another shuffle. An error needs two lanes of one warp that diverge by their indices alone;
    /// when a parameter or data of the lanes decides, the level is a warning, also where as many lanes come as a loaded number leaves of 32. Exited lanes are not waited for: that is reported, as a
    /// warning, for instructions that take values from them (`shfl`, `match`, `redux`), also where data of the lanes decides which ones exit,
    /// and for the others when lane indices alone do. A branch whose other path executes the same instruction is not reported. That lanes of
    /// the mask wait for a lock that another lane holds is seen where a loop of `atom.cas` or `atom.exch` takes it at a place that data chooses.
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
    let (mut told, is_meeting) = (Vec::new(), |inst: &InstId| {
        module.opcode(*inst).effects.intersects(Effects::WARP_SYNCHRONOUS.union(Effects::CALL))
            && facts.cfg().is_reachable(facts.cfg().block_of(*inst))
    });
    for inst in module.insts_of(facts.function).filter(is_meeting) {
        if let Some(finding) = match members(facts, inst) {
            Some(members) => judge(facts, inst, members, &mut partings),
            None => judge_ballot(facts, inst).or_else(|| judge_computed(facts, inst)),
        }
        .or_else(|| judge_source(facts, inst))
        {
            told.push(inst);
            cx.report(finding);
        }
    }
    if told.is_empty()
        && let Some(finding) = locked_lanes(facts)
    {
        cx.report(finding);
    }
    // The rest has what steps the others have left.
    for inst in module.insts_of(facts.function).filter(is_meeting).filter(|inst| !told.contains(inst)) {
        if let Some(finding) = judge_absent(facts, inst) {
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
            if parting.turns_off(facts, block)
                || way.inst != inst && parting.meets_at(facts, block)
                || leaves && takes_from_no_gone_lane(facts, inst, way, &parting)
            {
                continue;
            }
            let alone = every && parts_every_launch(facts, way);
            return Some(describe(facts, inst, members, &parting, leaves, alone));
        }
        // Only what takes values from lanes that have exited minds them.
        let minds = !leaves || takes_values(facts, members.inst);
        let may_part = match level {
            Divergence::Data => is_computed(facts, way),
            _ => is_of_last_lanes(facts, way),
        };
        if likely.is_none() && minds && may_part {
            likely = Some((way.inst, leaves));
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
    let (branch, leaves) =
        likely.filter(|_| members.is_whole && !ways.iter().any(|way| is_for_all(facts, way, mask)))?;
    let message = match leaves {
        true => format!("lanes of the mask {mask:#x} may have exited, and have no value to give"),
        false => format!("not all lanes of the mask {mask:#x} may come here"),
    };
    let finding = Finding::new(members.span, message)
        .level(Severity::Warning)
        .caption("reached under a condition that may differ between lanes")
        .help("take the mask from `vote.sync.ballot` or `activemask` before the branch, or move the instruction to a point that all lanes reach");
    Some(explain(facts, finding, branch))
}

/// Whether a way is for as many lanes of a warp as something has left for it: `lane < min(32, rest)`, where the rest is not known.
fn is_of_last_lanes(facts: &Facts<'_, '_>, way: &BlockEntry) -> bool {
    let Some(truth) = way.truth else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_lane = |side: Expr| match table.node(uncast(table, side)) {
        Node::Lane => true,
        Node::Binary(Operation::And, _, a, b) => [(a, b), (b, a)].into_iter().any(|(index, mask)| {
            table.node(uncast(table, index)) == Node::Tid(Axis::X)
                && table.as_constant(mask) == Some(i64::from(WARP) - 1)
        }),
        _ => false,
    };
    let is_whole = |expr: Expr| table.as_constant(expr) == Some(i64::from(WARP));
    let is_rest = |side: Expr| match table.node(uncast(table, side)) {
        Node::Binary(Operation::Min, _, a, b) => {
            (is_whole(a) || is_whole(b)) && table.contains(side, |node| matches!(node, Node::Opaque(_)))
        }
        _ => false,
    };
    table.contains(truth, |node| match node {
        Node::Compare(IntegerRelation::Less | IntegerRelation::LessEqual, _, a, b) => {
            [(a, b), (b, a)].into_iter().any(|(lane, rest)| is_lane(lane) && is_rest(rest))
        }
        _ => false,
    })
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

/// Whether a way is taken only where a mask of lanes that are there is the one that all of some lanes have.
fn is_for_all(facts: &Facts<'_, '_>, way: &BlockEntry, lanes: u32) -> bool {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let (a, b) = match way.truth.map(|truth| table.node(truth)) {
        Some(Node::Compare(IntegerRelation::Equal, _, a, b)) if way.wanted => (a, b),
        Some(Node::Compare(IntegerRelation::NotEqual, _, a, b)) if !way.wanted => (a, b),
        _ => return false,
    };
    let is_active = |expr: Expr| {
        let Node::Opaque(value) = table.node(expr) else { return false };
        let Some(Definition::Write { inst, .. }) = facts.ssa().map(|ssa| ssa.data(value).definition) else {
            return false;
        };
        let opcode = facts.module.opcode(inst);
        opcode.instruction == Some(op::ACTIVEMASK) || facts.module.has_modifier(opcode, word::BALLOT)
    };
    let is_full = |expr: Expr| table.as_constant(expr).is_some_and(|number| number as u32 == lanes);
    is_active(a) && is_full(b) || is_active(b) && is_full(a)
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

/// A lane that executes an instruction with a mask that it computes from its index, and that leaves it out.
fn judge_computed(facts: &Facts<'_, '_>, inst: InstId) -> Option<Finding> {
    let operand = mask_operand(facts.module, inst)?;
    let mask = facts.exprs().operand(facts, inst, operand)?;
    // Rows of 32 threads are warps, other rows are not, unless it is the rank of the thread in its block that counts.
    let is_row = facts.block_shape().threads().is_some() || facts.has_threads_in_a_row() || {
        let exprs = facts.exprs();
        let ranks_rows = |part, node| matches!(node, Node::Product(..)) && exprs.table.has_any(part, LeafKinds::NTID);
        let has_rank = !exprs.table.walk(mask, &mut |part, node| !ranks_rows(part, node));
        has_rank && axes_of(&exprs.table, mask)[1..] == [false; 2]
    };
    let is_index =
        |node: Node| !node.is_leaf() || node == Node::Lane || matches!(node, Node::Tid(_) | Node::Ntid(_) if is_row);
    if !facts.exprs().table.walk(mask, &mut |_, node| is_index(node)) {
        return None;
    }
    let is_out = |model: &BlockModel<'_, '_, '_>, table: &ExprTable, thread: Thread| {
        let own = model.linear(thread) % WARP;
        model.value(table, mask, thread).is_some_and(|mask| mask as u32 >> own & 1 == 0)
    };
    let (thread, witness) = outsider(facts, inst, facts.cfg().block_of(inst), is_out)?;
    let level = if witness.scope == Claim::Some { Severity::Warning } else { Severity::Error };
    let finding = Finding::new(operand.span, format!("{thread} executes this with a mask without its own lane"))
        .caption("the mask must include every lane that executes it");
    Some(finding.witness(witness).level(level))
}

/// A lane that exchanges with one that the mask leaves out: nothing says what it gets. Sums by `.down` and `.up` take such values and do not
/// look at them.
fn judge_source(facts: &Facts<'_, '_>, inst: InstId) -> Option<Finding> {
    let (mask, exchange) = exchange(facts, inst)?;
    let lanes = exchange.mask;
    // What loops carry along, or somebody has stored, is none of the numbers that could be tried.
    if !is_given(facts, lanes) {
        return None;
    }
    let is_out = |model: &BlockModel<'_, '_, '_>, table: &ExprTable, thread: Thread| {
        let mask = model.value(table, lanes, thread).map(|mask| mask as u32);
        let lane = model.linear(thread) % WARP;
        // A lane that is not in the mask itself is another mistake.
        exchange
            .source(model, table, thread)
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

/// Whether an expression follows from what a launch is given.
fn is_given(facts: &Facts<'_, '_>, expr: Expr) -> bool {
    let exprs = facts.exprs();
    exprs.table.walk(expr, &mut |_, node| !matches!(node, Node::Opaque(_) | Node::Iteration(_)))
}

/// A shuffle by which each lane names the one whose value it takes.
struct Exchange {
    /// The member mask, in the function's own expressions.
    mask: Expr,
    /// The lane or what it differs by, and the segment.
    named: [Expr; 2],
    mode: ShuffleMode,
}

/// Whether no lane that comes to a shuffle takes a value from one of those that have exited in the launch in which a branch parts them.
fn takes_from_no_gone_lane(facts: &Facts<'_, '_>, inst: InstId, way: &BlockEntry, parting: &Parting) -> bool {
    let (Some(truth), Some((_, exchange))) = (way.truth, shuffle(facts, inst)) else { return false };
    let model = BlockModel::of(facts, parting.sample);
    let exprs = facts.exprs();
    let table = &exprs.table;
    let all = model.all_threads();
    let first = model.linear(parting.goes) / WARP * WARP;
    let comes = |lane: u32| {
        let thread = *all.get((first + lane) as usize)?;
        Some((thread, (model.value(table, truth, thread)? != 0) == way.wanted))
    };
    (0..WARP).filter_map(comes).filter(|&(_, comes)| comes).all(|(thread, _)| {
        let source = exchange.source(&model, table, thread);
        source.and_then(|source| comes(source & 31)).is_some_and(|(_, is_there)| is_there)
    })
}

/// What a shuffle exchanges that names a lane, and where its mask is written; `None` where a mask of all lanes leaves none out.
fn exchange(facts: &Facts<'_, '_>, inst: InstId) -> Option<(Operand, Exchange)> {
    let found = shuffle(facts, inst)?;
    let names_lane = matches!(found.1.mode, ShuffleMode::Butterfly | ShuffleMode::Index);
    let is_whole = members(facts, inst).is_some_and(|members| members.mask == u32::MAX);
    (names_lane && !is_whole).then_some(found)
}

/// What a shuffle exchanges, and where its mask is written.
fn shuffle(facts: &Facts<'_, '_>, inst: InstId) -> Option<(Operand, Exchange)> {
    let module = facts.module;
    let meeting = Meeting::of(facts, inst)?;
    let opcode = module.opcode(meeting.inst);
    let mode = ShuffleMode::of(module, opcode)?;
    let mask = mask_operand(module, inst).or_else(|| callee_operand(module, inst))?;
    let named = meeting.source?;
    let is_known = named.into_iter().all(|expr| is_given(facts, expr));
    is_known.then_some((mask, Exchange { mask: meeting.mask, named, mode }))
}

impl Exchange {
    /// The lane whose value a thread takes.
    fn source(&self, model: &BlockModel<'_, '_, '_>, table: &ExprTable, thread: Thread) -> Option<u32> {
        let number = |expr| model.value(table, expr, thread).map(|number| number as u32);
        let [from, segment] = self.named.map(number);
        let (from, segment, lane) = (from?, segment?, model.linear(thread) % WARP);
        let (own, clamp) = (segment >> 8 & 31, segment & 31);
        let end = (lane & own) | (clamp & !own);
        let source = match self.mode {
            ShuffleMode::Up => {
                return Some(lane.checked_sub(from & 31).filter(|&source| source >= end).unwrap_or(lane));
            }
            ShuffleMode::Down => lane + (from & 31),
            ShuffleMode::Butterfly => lane ^ from,
            ShuffleMode::Index => (lane & own) | (from & !own & 31),
        };
        Some(if source <= end { source } else { lane })
    }
}

/// A lane that takes the value of one that, by its index, never comes to where it would give it, whatever the mask is.
fn judge_absent(facts: &Facts<'_, '_>, inst: InstId) -> Option<Finding> {
    let (mask, exchange) = exchange(facts, inst)?;
    if exchange.mode == ShuffleMode::Butterfly || is_given(facts, exchange.mask) || !is_parted_by_index(facts, inst) {
        return None;
    }
    let block = facts.cfg().block_of(inst);
    let is_out = |model: &BlockModel<'_, '_, '_>, table: &ExprTable, thread: Thread| {
        let source = exchange.source(model, table, thread);
        source.is_some_and(|source| is_absent(model, table, inst, [model.linear(thread), source & 31]))
    };
    let (thread, witness) = outsider(facts, inst, block, is_out)?;
    let finding = Finding::new(mask.span, format!("{thread} takes a value from a lane that does not come here"))
        .caption("what it gets is undefined")
        .help("let the lane execute the instruction, too, or take the value from another one")
        .witness(witness);
    Some(finding.level(Severity::Warning))
}

/// Whether indices of threads alone decide on some way to an instruction.
fn is_parted_by_index(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let ways = conditions.all(facts, facts.cfg().block_of(inst));
    let exprs = facts.exprs();
    let is_index = |node: Node| !node.is_leaf() || matches!(node, Node::Tid(_) | Node::Ntid(_) | Node::Lane);
    let mut truths = ways.into_iter().filter_map(|way| way.truth);
    truths.any(|truth| exprs.table.depends_on_thread(truth) && exprs.table.walk(truth, &mut |_, node| is_index(node)))
}

/// Whether a lane whose value another one takes never comes to where it would give it, nor to another shuffle for that.
fn is_absent(model: &BlockModel<'_, '_, '_>, table: &ExprTable, inst: InstId, [thread, lane]: [u32; 2]) -> bool {
    let facts = model.facts();
    let Some(conditions) = facts.conditions() else { return false };
    let linear = thread / WARP * WARP + lane;
    let all = model.all_threads();
    let (Some(&taker), Some(&giver)) = (all.get(thread as usize), all.get(linear as usize)) else { return false };
    let comes = |block: Block, thread: Thread| model.reaches(table, conditions, block, thread);
    let block_of = |inst: InstId| facts.cfg().block_of(inst);
    let is_shuffle = |inst: &InstId| facts.module.opcode(*inst).instruction == Some(op::SHFL);
    let gives_elsewhere =
        |other: InstId| comes(block_of(other), giver) != Some(false) && comes(block_of(other), taker) != Some(true);
    linear != thread
        && comes(block_of(inst), giver) == Some(false)
        && !facts.module.insts_of(facts.function).filter(is_shuffle).any(gives_elsewhere)
}

/// A thread that executes an instruction although its lane is not in the mask, and the launch in which it does.
fn outsider(
    facts: &Facts<'_, '_>,
    inst: InstId,
    block: Block,
    is_out: impl Fn(&BlockModel<'_, '_, '_>, &ExprTable, Thread) -> bool,
) -> Option<(Thread, Witness)> {
    let conditions = facts.conditions()?;
    // Mostly no lane is left out in any launch, and who executes the instruction need not be asked.
    let some_is_out = |Candidate { sample, usual }: Candidate| {
        let (model, exprs) = (BlockModel::of(facts, sample), facts.exprs());
        usual && model.threads().any(|thread| is_out(&model, &exprs.table, thread))
    };
    if !candidates(facts, [true; 3]).any(some_is_out) {
        return None;
    }
    let guard = facts.module.guard(inst).map(|_| facts.exprs().guard(facts, inst));
    let claim = |sample: Sample| {
        let model = BlockModel::of(facts, sample);
        let exprs = facts.exprs();
        let arrival = model.arrival(&exprs.table, conditions, block);
        let executes = |thread: Thread| {
            let guarded = guard.is_none_or(|truth| {
                truth.and_then(|truth| model.value(&exprs.table, truth, thread)).is_some_and(|value| value != 0)
            });
            guarded && arrival.of(thread) == Some(true)
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
