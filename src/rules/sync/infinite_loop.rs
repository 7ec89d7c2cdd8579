use super::float_counter::stands_still;
use super::orbit::{Carried, Confined};
use super::stalled::{StallCause, Stalled, stalled};
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Expr, ExprTable, IntegerRelation, Node};
use crate::facts::{
    AccessKind, Block, BlockEntry, BlockModel, Cfg, Conditions, Definition, Exit, Facts, LoopId, Thread, Value,
    candidates, guard_value, original,
};
use crate::ids::{InstId, VarId};
use crate::ir::Module;
use crate::isa::{Effects, op, word};
use crate::rules::{Context, Hook, declare_rule};
use crate::util::FastSet;
use std::cell::OnceCell;

/// Deepest nesting of loops that is looked at: each block is asked for each loop around it.
const MAX_DEPTH: u32 = 64;

declare_rule! {
    /// ## What it does
    /// Reports loops without an exit: no branch leaves them, and nothing in them returns, exits or traps, or every exit has a condition
    /// that never holds: a counter that is halved and has to get below 0, or doubled from 0, or a number in single precision that stands
    /// still at 2^24. Loops whose conditions are the same in every iteration get a warning: the counter is not stepped, another register is,
    /// both sides of the comparison move together, or the step is 0 in some threads: one that does not leave in the first iteration never
    /// does. So do loops that end only where a parameter is small, because their counter comes back to a number.
    ///
    /// As notes, which have to be asked for, it also reports loops that never end where a parameter is 0, by which they step, or multiply a
    /// step.
    ///
    /// ## Why is this bad
    /// A thread that enters never ends, the kernel never completes, and the host waits until a watchdog kills the context.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<2>;
    ///     mov.u32 %r1, 0;
    /// loop:
    ///     add.u32 %r1, %r1, 1;
    ///     bra loop;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .b32 %r<2>;
    ///     mov.u32 %r1, 0;
    /// loop:
    ///     add.u32 %r1, %r1, 1;
    ///     setp.lt.u32 %p1, %r1, 32;
    ///     @%p1 bra loop;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Conditions count as the same in every iteration when they follow from parameters, thread indices and what was computed before the
    /// loop. Counters are followed for 512 rounds at most, from constants or from numbers of which there are 1024 at most, such as the
    /// extent of a block, and through operations on the counter alone; those in single precision through additions of a constant. Loops
    /// that end only where a parameter is small are reported if a size of 65,536 is too large: counters that are doubled are beyond what
    /// callers pass. A parameter is taken to be other than 0 where a branch before the loop asks for it, or something divides by it; steps
    /// that are loaded from memory are not looked at.
    ///
    /// A loop with a call is not reported, because the called function may end the thread; nor is one after a trap or a breakpoint. A loop
    /// that is entered only when a parameter or an extent of the launch has one particular value is not reported either: compilers leave
    /// such loops for the step 0; nor is one that does nothing and is behind a condition, which is what they leave of a loop that they know
    /// to be dead, unless the condition asks for a number in a word that is the same for all threads: that waits for another thread. Where
    /// parameters, extents or data decide whether a loop is entered, it is a warning: it may never be.
    ///
    /// ## References
    /// PTX ISA 9.7.12 "Control Flow Instructions".
    pub static INFINITE_LOOP = "infinite-loop" {
        group: Sync,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    if !has_backward_branch(module, facts) {
        return;
    }
    let (cfg, loops) = (facts.cfg(), facts.loops());
    for component in 0..loops.len() {
        let blocks = loops.blocks(component);
        if loops.has_exit(component) || blocks.iter().any(|&block| may_end(module, cfg, block)) {
            continue;
        }
        let (Some(&first), Some(&last)) = (blocks.first(), blocks.last()) else { continue };
        if is_left_over(facts, blocks) {
            continue;
        }
        let branch = cfg.last(last);
        let finding = Finding::new(module[branch].span, "this loop has no exit")
            .label(module[cfg.first(first)].span, "the loop starts here")
            .help("guard the branch with the loop's condition, or leave the loop from inside");
        cx.report(match is_entered_in_every_launch(facts, blocks) {
            true => finding.caption("goes back unconditionally"),
            false => finding.caption("goes back unconditionally, once a thread comes here").level(Level::Warning),
        });
    }
    // Where all that surrounds a loop has no exit that is reported.
    let may_end = |id: LoopId| {
        let around = loops.component(facts.natural_loops().get(id).header);
        around.is_some_and(|component| loops.has_exit(component))
    };
    let mut open = Vec::new();
    for (id, ways) in ways_out(facts).into_iter().filter(|(id, _)| may_end(*id)) {
        match fixed_exits(facts, id, &ways) {
            Some(fixed) => report_fixed(cx, facts, id, &fixed),
            None => open.push((id, ways)),
        }
    }
    let divisors = OnceCell::new();
    for (id, ways) in open {
        if let Some(stalled) = stalled(facts, id, &ways, &divisors) {
            cx.report(describe_stalled(facts, &stalled));
        }
    }
}

/// How the way out of a loop is barred.
#[derive(Clone, Copy, PartialEq)]
enum Bar {
    /// The branch never leaves.
    Never,
    /// It does what it did in the first round.
    Same,
    /// It compares two values that each round changes by the same.
    Together,
    /// What it looks at comes back to this number, and it leaves in no round until then.
    Rests(i64),
    /// What it looks at stands still at this number in single precision, and it leaves in no round until then.
    Still(f32),
    /// No number of its counter is nearer to the bound than the first one.
    First,
    /// No number of its counter is more than this one, and it leaves when the parameter is reached.
    Below(VarId, i64),
}

/// A branch that leaves a loop.
#[derive(Clone, Copy)]
pub(super) struct WayOut {
    pub branch: InstId,
    pub guard: Expr,
    /// The truth of the guard for which it does.
    pub leaves_if: bool,
}

/// The natural loops with the branches that may leave them, where nothing else does and there is one.
fn ways_out(facts: &Facts<'_, '_>) -> Vec<(LoopId, Vec<WayOut>)> {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    // Nothing of a loop that may be left otherwise.
    let mut ways: Vec<Option<Vec<WayOut>>> = vec![Some(Vec::new()); loops.ids().count()];
    if loops.ids().any(|id| loops.get(id).depth > MAX_DEPTH) {
        facts.fell_short("loops", 0, Some(ways.len()));
        return Vec::new();
    }
    for &block in cfg.reverse_postorder() {
        let mut around = loops.innermost(block);
        let ends = around.is_some() && may_end(module, cfg, block);
        while let Some(id) = around {
            around = loops.get(id).parent;
            let Some(known) = &mut ways[id.0 as usize] else { continue };
            match if ends { Leaving::Somehow } else { leaving(facts, id, block) } {
                Leaving::Never => {}
                Leaving::If(guard, leaves_if) => known.push(WayOut { branch: cfg.last(block), guard, leaves_if }),
                Leaving::Somehow => ways[id.0 as usize] = None,
            }
        }
    }
    let known = loops.ids().zip(ways).filter_map(|(id, ways)| Some((id, ways?)));
    known.filter(|(_, ways)| !ways.is_empty()).collect()
}

/// The branches that could leave a loop, with what keeps each from it after the first round; `None` when one may leave.
fn fixed_exits(facts: &Facts<'_, '_>, id: LoopId, ways: &[WayOut]) -> Option<Vec<(InstId, Bar)>> {
    ways.iter().map(|way| Some((way.branch, what_bars(facts, id, way)?))).collect()
}

/// How a block may leave a loop that holds it.
enum Leaving {
    /// Not at all.
    Never,
    /// By its last instruction, if the guard has this truth.
    If(Expr, bool),
    /// In a way that tells nothing: by a table of targets, or an end without a guard.
    Somehow,
}

/// How a block may leave a loop that holds it.
fn leaving(facts: &Facts<'_, '_>, id: LoopId, block: Block) -> Leaving {
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    let successors = cfg.successors(block);
    let leaving = successors.iter().filter(|&&next| !loops.contains(id, next)).count();
    let leaves_if = match (cfg.exit(block), leaving) {
        (Exit::None, 0) => return Leaving::Never,
        (Exit::Guarded, 0) => true,
        // One of two ways, of which the following block is the last.
        (Exit::None, 1) if successors.len() == 2 => !loops.contains(id, successors[0]),
        _ => return Leaving::Somehow,
    };
    let guard = facts.exprs().guard(facts, cfg.last(block));
    guard.map_or(Leaving::Somehow, |guard| Leaving::If(guard, leaves_if))
}

/// What keeps a branch from leaving a loop after the first round; `None` when it may.
fn what_bars(facts: &Facts<'_, '_>, id: LoopId, &WayOut { branch, guard, leaves_if }: &WayOut) -> Option<Bar> {
    let still = || stands_still(facts, id, branch, leaves_if).map(Bar::Still);
    let bar = bar(facts, id, guard, leaves_if).or_else(still)?;
    let is_left_over = || {
        let blocks: Vec<Block> = facts.natural_loops().blocks(facts.cfg(), id).collect();
        wraps_to_its_start(facts, id, branch) && is_entered_by_nobody(facts, &blocks, true)
    };
    (bar != Bar::Never || !is_left_over()).then_some(bar)
}

/// Whether a loop goes on until its counter is where it was before the first round: 2^32 steps later it is. So count loops of no rounds,
/// which compilers leave where they know that nobody comes to them.
fn wraps_to_its_start(facts: &Facts<'_, '_>, id: LoopId, branch: InstId) -> bool {
    let written =
        guard_value(facts, branch).and_then(|guard| Some(facts.ssa()?.data(original(facts, guard)).definition));
    let Some(Definition::Write { inst, .. }) = written else { return false };
    let (module, opcode) = (facts.module, facts.module.opcode(inst));
    let is_equality = opcode.instruction == Some(op::SETP)
        && [word::EQ, word::NE].into_iter().any(|word| module.has_modifier(opcode, word));
    let &[_, a, b] = module.operands(inst) else { return false };
    let mut exprs = facts.exprs();
    let [Some(a), Some(b)] = [a, b].map(|operand| exprs.operand(facts, inst, operand)) else { return false };
    let Some(difference) = exprs.table.difference(a, b) else { return false };
    let (terms, constant) = exprs.table.terms(difference);
    // The comparison is made after the step, so that the first round has a whole step for its number.
    let is_counter = |part: Expr| exprs.table.node(part) == Node::Iteration(id);
    is_equality && matches!(terms[..], [(part, step)] if step == constant && is_counter(part))
}

/// Whether two numbers are a counter and what it will be in the next round. By comparing them compilers ask whether it overflows, where
/// threads go once around a loop at most.
fn are_consecutive(table: &mut ExprTable, id: LoopId, carried: &[Carried], [a, b]: [Expr; 2]) -> bool {
    if carried.iter().any(|carried| carried.is_followed(table, a, b) || carried.is_followed(table, b, a)) {
        return true;
    }
    let step = step_of(table, id, a);
    step.is_some() && [[a, b], [b, a]].into_iter().any(|[old, new]| table.difference(new, old) == step)
}

/// By how much each round changes a number that is counted by the rounds.
fn step_of(table: &mut ExprTable, id: LoopId, counter: Expr) -> Option<Expr> {
    let is_round = |table: &ExprTable, part| table.node(part) == Node::Iteration(id);
    let (mut step, mut constant) = (Vec::new(), 0);
    for &(part, coefficient) in table.terms(counter).0.iter() {
        match table.node(part) {
            Node::Iteration(counted) if counted == id => constant = coefficient,
            Node::Product(x, y) if is_round(table, x) => step.push((y, coefficient)),
            Node::Product(x, y) if is_round(table, y) => step.push((x, coefficient)),
            _ => {}
        }
    }
    if step.is_empty() && constant == 0 { None } else { table.sum(step, constant) }
}

/// Why a branch with this guard does not leave the loop after the first round; `None` when it may.
fn bar(facts: &Facts<'_, '_>, id: LoopId, guard: Expr, leaves_if: bool) -> Option<Bar> {
    let carried = Carried::within(facts, id, guard);
    let mut exprs = facts.exprs();
    let table = &mut exprs.table;
    let unchanged: Vec<Value> = carried.iter().filter_map(|carried| carried.unchanged(table)).collect();
    if let Some(value) = table.as_constant(guard) {
        return ((value != 0) != leaves_if).then_some(Bar::Never);
    }
    if is_invariant(facts, table, id, guard, &unchanged) {
        return Some(Bar::Same);
    }
    if let [carried] = &carried[..] {
        if let Some(number) = carried.comes_to_rest(table, guard, leaves_if) {
            return Some(Bar::Rests(number));
        }
        let is_fixed = |expr: Expr| is_invariant(facts, table, id, expr, &unchanged);
        match carried.confined(table, guard, leaves_if, is_fixed) {
            Some(Confined::ByFirst) => return Some(Bar::First),
            Some(Confined::Below(bound, most)) => return Some(Bar::Below(bound, most)),
            None => {}
        }
    }
    let mut inner = guard;
    while let Node::Not(of) = table.node(inner) {
        inner = of;
    }
    let Node::Compare(_, _, a, b) = table.node(inner) else { return None };
    if are_consecutive(table, id, &carried, [a, b]) {
        return None;
    }
    let difference = table.difference(a, b)?;
    is_invariant(facts, table, id, difference, &unchanged).then_some(Bar::Together)
}

/// Whether an expression has the same value in every round of a loop, that carries some values along unchanged.
fn is_invariant(facts: &Facts<'_, '_>, table: &ExprTable, id: LoopId, expr: Expr, unchanged: &[Value]) -> bool {
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    table.walk(expr, &mut |_, node| match node {
        Node::Iteration(counted) => !loops.contains(id, loops.get(counted).header),
        Node::Special(register, _) => !register.kind.is_volatile(),
        Node::Warp => false,
        Node::Opaque(value) if unchanged.contains(&value) => true,
        Node::Opaque(value) => facts.ssa().is_some_and(|ssa| match ssa.data(value).definition {
            Definition::Entry => true,
            Definition::Write { inst, .. } => !loops.contains(id, cfg.block_of(inst)),
            Definition::Phi { block, .. } => !loops.contains(id, block),
        }),
        _ => true,
    })
}

fn report_fixed(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>, id: LoopId, fixed: &[(InstId, Bar)]) {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    let header = loops.get(id).header;
    let start = module[cfg.first(header)].span;
    // The branch that bars the way for good is named, otherwise the one that is the same in every round.
    let Some(&(branch, bar)) = fixed.iter().find(|(_, bar)| *bar != Bar::Never).or(fixed.first()) else { return };
    let span = module.guard(branch).map_or(module[branch].span, |guard| guard.span);
    let finding = match bar {
        Bar::Never | Bar::Rests(_) | Bar::Still(_) => {
            let blocks: Vec<Block> = loops.blocks(cfg, id).collect();
            if is_left_over(facts, &blocks) {
                return;
            }
            let finding = match bar {
                Bar::Rests(number) => Finding::new(span, "this loop never ends: no number of its counter lets it")
                    .label(start, format!("the counter comes back to {number}")),
                Bar::Still(number) => Finding::new(
                    span,
                    "this loop never ends: its counter stands still before the bound",
                )
                .label(start, format!("the next number of single precision after {number} is too far away for a step")),
                _ => Finding::new(span, "this loop never ends: its condition never changes"),
            };
            match is_entered_in_every_launch(facts, &blocks) {
                true => finding.caption("always goes on"),
                false => finding.caption("always goes on, once a thread comes here").level(Level::Warning),
            }
        }
        Bar::Same => Finding::new(span, "the condition of this loop is the same in every round")
            .caption("nothing in the loop changes it: a thread that repeats it once repeats it forever")
            .level(Level::Warning),
        Bar::Together => Finding::new(span, "the condition of this loop is the same in every round")
            .caption("both sides of the comparison change by the same in each round")
            .level(Level::Warning),
        Bar::First => Finding::new(span, "no later round ends this loop if the first one does not")
            .caption(
                "its counter never comes nearer to the bound: a thread that repeats the loop once repeats it forever",
            )
            .level(Level::Warning),
        Bar::Below(bound, most) => {
            let name = name_of(module, bound);
            Finding::new(span, format!("this loop never ends where {name} is more than {most}"))
                .caption(format!("no number of its counter is more than {most}"))
                .level(Level::Warning)
        }
    };
    cx.report(finding.label(start, "the loop starts here").help("change what the condition looks at in the loop"));
}

/// A parameter, as messages name it.
fn name_of(module: &Module<'_>, parameter: VarId) -> String {
    module[parameter].name.map_or_else(|| "a parameter".to_string(), |name| format!("`{}`", module.name(name)))
}

fn describe_stalled(facts: &Facts<'_, '_>, stalled: &Stalled) -> Finding {
    let module = facts.module;
    let start = module[facts.cfg().first(facts.natural_loops().get(stalled.id).header)].span;
    let span = module.guard(stalled.branch).map_or(module[stalled.branch].span, |guard| guard.span);
    let finding = match stalled.cause {
        StallCause::Parameter(parameter) => {
            let name = name_of(module, parameter);
            Finding::new(span, format!("this loop never ends where {name} is 0"))
                .caption("then its counter does not move, and nothing before the loop asks for that")
                .label(module[parameter].span, "declared here")
                .level(Level::Note)
                .help("leave the kernel where the step is 0, or see to it that no caller passes that")
        }
        StallCause::Index(thread) => Finding::new(span, format!("this loop never ends in {thread}"))
            .caption("its step is 0 there: the condition is the same in every round")
            .level(Level::Warning)
            .help("let all threads that enter the loop move its counter"),
    };
    finding.label(start, "the loop starts here")
}

/// Whether a loop is entered only when something that is the same in all threads has one certain value, or never. Compilers move a
/// test out of a loop and leave an endless one for the step 0, which neither an extent of a grid is nor a step that anybody asks for.
fn is_entered_for_no_step(facts: &Facts<'_, '_>, blocks: &[Block]) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let ways = blocks.iter().flat_map(|&block| conditions.of(block)).filter(|way| !blocks.contains(&way.branch));
    let exprs = facts.exprs();
    let table = &exprs.table;
    let excused = |way: &BlockEntry| {
        let Some(truth) = way.truth else { return false };
        let given = |a: Expr, b: Expr| table.as_constant(b).is_some() && !table.depends_on_thread(a);
        match table.node(truth) {
            Node::Const(value) => (value != 0) != way.wanted,
            Node::Compare(IntegerRelation::Equal, _, a, b) => way.wanted && (given(a, b) || given(b, a)),
            Node::Compare(IntegerRelation::NotEqual, _, a, b) => !way.wanted && (given(a, b) || given(b, a)),
            _ => false,
        }
    };
    let mut ways = ways.peekable();
    ways.peek().is_some() && ways.all(excused)
}

/// Whether the indices of threads keep all threads of all launches out of a loop, as where a tile has fewer columns than the loop was
/// unrolled for: compilers know nothing of blocks, and write it all the same. With `given` parameters may do so, too, whatever they are.
fn is_entered_by_nobody(facts: &Facts<'_, '_>, blocks: &[Block], given: bool) -> bool {
    let (Some(conditions), Some(&first)) = (facts.conditions(), blocks.first()) else { return false };
    candidates(facts, [true; 3]).all(|candidate| {
        let model = BlockModel::of(facts, candidate.sample);
        model.threads().all(|thread| keeps_out(&model, conditions, first, (thread, given)))
    })
}

/// Whether the index of a thread keeps it from a block, whatever data is, and parameters unless they are `given`.
fn keeps_out(
    model: &BlockModel<'_, '_, '_>,
    conditions: &Conditions,
    block: Block,
    (thread, given): (Thread, bool),
) -> bool {
    let facts = model.facts();
    let exprs = facts.exprs();
    let by_index = |node: Node| {
        !node.is_leaf()
            || matches!(node, Node::Tid(_) | Node::Ntid(_) | Node::Lane | Node::Warp | Node::Const(_))
            || given && matches!(node, Node::Param { .. })
    };
    let is_barred = |way: &BlockEntry| {
        let truth = way.truth.filter(|&truth| exprs.table.walk(truth, &mut |_, node| by_index(node)));
        let value = truth.and_then(|truth| model.value(&exprs.table, truth, thread));
        value.is_some_and(|value| (value != 0) != way.wanted)
    };
    let (mut seen, mut work) = (FastSet::default(), vec![block]);
    while let Some(at) = work.pop() {
        if !seen.insert(at) {
            continue;
        }
        let mut ways = conditions.of(at).iter().filter(|way| !facts.dominators().dominates(at, way.branch)).peekable();
        if ways.peek().is_none() || !facts.spend(1) {
            return false;
        }
        work.extend(ways.filter(|way| !is_barred(way)).map(|way| way.branch));
    }
    true
}

/// Whether a loop is what compilers leave of one that they know to be dead: nobody enters it, it does nothing, or its entry asks for the
/// step 0.
fn is_left_over(facts: &Facts<'_, '_>, blocks: &[Block]) -> bool {
    let (module, cfg) = (facts.module, facts.cfg());
    let is_branch = |inst: InstId| module.opcode(inst).effects.intersects(Effects::BRANCH);
    let is_empty = blocks.iter().all(|&block| cfg.insts(block).all(is_branch));
    let is_unreached = is_entered_for_no_step(facts, blocks) || is_empty && !is_entered_in_every_launch(facts, blocks);
    is_unreached && !(is_empty && waited_for_word(facts, blocks)) || is_entered_by_nobody(facts, blocks, false)
}

/// Whether a loop is what compilers leave of one that waits for another thread: a word is loaded once, and nothing more is done while it
/// has, or has not, a certain value.
fn waited_for_word(facts: &Facts<'_, '_>, blocks: &[Block]) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_word = |expr: Expr| {
        let Node::Opaque(value) = table.node(expr) else { return false };
        let Some(Definition::Write { inst, .. }) = facts.ssa().map(|ssa| ssa.data(value).definition) else {
            return false;
        };
        facts.accesses_at(inst).iter().any(|access| {
            let is_common = |address| !table.depends_on_thread(address);
            access.kind == AccessKind::Read && access.address.is_some_and(is_common)
        })
    };
    let asks = |truth: Expr| match table.node(truth) {
        Node::Compare(IntegerRelation::Equal | IntegerRelation::NotEqual, _, a, b) => {
            [(a, b), (b, a)].into_iter().any(|(word, number)| is_word(word) && table.as_constant(number).is_some())
        }
        _ => false,
    };
    let mut ways = blocks.iter().flat_map(|&block| conditions.of(block)).filter(|way| !blocks.contains(&way.branch));
    ways.any(|way| way.truth.is_some_and(asks))
}

/// Whether indices of threads and blocks alone decide who enters a loop. Where parameters, extents or data do, the launch that enters
/// it may never come.
fn is_entered_in_every_launch(facts: &Facts<'_, '_>, blocks: &[Block]) -> bool {
    let (Some(conditions), Some(&first)) = (facts.conditions(), blocks.first()) else { return false };
    let ways = conditions.all(facts, first);
    let mut outside = ways.iter().filter(|way| !blocks.contains(&way.branch));
    let exprs = facts.exprs();
    let by_index =
        |node: Node| !node.is_leaf() || matches!(node, Node::Tid(_) | Node::Ctaid(_) | Node::Lane | Node::Warp);
    outside.all(|way| way.truth.is_some_and(|truth| exprs.table.walk(truth, &mut |_, node| by_index(node))))
}

/// Whether the function has a branch to an instruction before it; without one there is no loop.
pub(crate) fn has_backward_branch(module: &Module<'_>, facts: &Facts<'_, '_>) -> bool {
    use crate::ir::{LabelKind, OperandKind};
    module.insts_of(facts.function).any(|inst| {
        module.opcode(inst).effects.intersects(Effects::BRANCH)
            && module.operands(inst).iter().any(|operand| match operand.kind {
                OperandKind::Label(label) => match module[label].kind {
                    LabelKind::Code(target) => target <= inst,
                    _ => true,
                },
                _ => false,
            })
    })
}

/// Whether something in the block may end the thread or stop it for good reasons.
fn may_end(module: &Module<'_>, cfg: &Cfg, block: Block) -> bool {
    cfg.insts(block).any(|inst| {
        let opcode = module.opcode(inst);
        opcode.instruction.is_none()
            || opcode.effects.intersects(Effects::CALL)
            || opcode.instruction == Some(op::BRKPT)
    })
}
