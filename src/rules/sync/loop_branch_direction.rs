use super::infinite_loop::has_backward_branch;
use crate::diagnostic::{Applicability, Edit, Finding};
use crate::facts::{Block, Definition, Exit, Facts, Ssa, User, Value, original};
use crate::ids::{InstId, RegId};
use crate::ir::{LabelKind, Module, Operand, OperandKind};
use crate::isa::{Effects, Instruction, ScalarType, TypeClass, op, word};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util::FastSet;
use std::collections::HashSet;

declare_rule! {
    /// ## What it does
    /// Reports loops whose branch goes the wrong way: a counter is tested by a guard, stepped, and then control goes to the
    /// guard's own exit instead of back to the guard; or a branch goes back exactly when the counter has passed its bound.
    ///
    /// ## Why is this bad
    /// In the first case the step is dead and the "loop" runs at most once. In the second the loop runs once, or until the
    /// counter overflows.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k(.param .u32 n)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .u32 %i, %n;
    ///     ld.param.u32 %n, [n];
    ///     mov.u32 %i, 0;
    /// loop:
    ///     setp.ge.u32 %p1, %i, %n;
    ///     @%p1 bra loop_end;
    ///     add.u32 %i, %i, 1;
    ///     bra loop_end;
    /// loop_end:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k(.param .u32 n)
    /// {
    ///     .reg .pred %p<2>;
    ///     .reg .u32 %i, %n;
    ///     ld.param.u32 %n, [n];
    ///     mov.u32 %i, 0;
    /// loop:
    ///     setp.ge.u32 %p1, %i, %n;
    ///     @%p1 bra loop_end;
    ///     add.u32 %i, %i, 1;
    ///     bra loop;
    /// loop_end:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Judged from the flow of control and values, never from the names of labels. The first case needs a step in place (`add %i, %i,
    /// 1`) whose result is never read; the second a loop with one exit and one counter with a constant step. Counting down while `i <
    /// n`, unsigned, is an idiom that ends by wrapping around, and is not reported.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.12.3 `bra`, 9.7.6.2 `setp`.
    pub static LOOP_BRANCH_DIRECTION = "loop-branch-direction" {
        group: Sync,
        level: Error,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

/// Most blocks that all natural loops of a function together may have; functions beyond are left alone.
const MAX_LOOP_BLOCKS: usize = 100_000;

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = cx.module;
    let goes_on = |step: &CounterStep| {
        let block = facts.cfg().block_of(step.inst);
        facts.cfg().successors(block).len() == 1 && facts.loops().component(block).is_none()
    };
    let steps = module.insts_of(facts.function).filter_map(|inst| step_in_place(module, inst)).filter(goes_on);
    let steps: Vec<CounterStep> = steps.collect();
    let tests = if steps.is_empty() { Tests::default() } else { tested_registers(facts) };
    for step in steps {
        if let Some(finding) = dead_step(facts, &tests, step) {
            cx.report(finding);
        }
    }
    if !has_backward_branch(module, facts) {
        return;
    }
    let mut budget = facts.budget(MAX_LOOP_BLOCKS);
    for latch in facts.cfg().blocks() {
        if let Some(finding) = receding_counter(facts, latch, &mut budget) {
            cx.report(finding);
        }
    }
}

fn instruction(module: &Module<'_>, inst: InstId) -> Option<Instruction> {
    module.opcode(inst).instruction
}

/// `add %i, %i, k` or `sub %i, %i, k`
#[derive(Clone, Copy)]
struct CounterStep {
    inst: InstId,
    reg: RegId,
}

fn step_in_place(module: &Module<'_>, inst: InstId) -> Option<CounterStep> {
    let [to, from, _] = module.operands(inst) else { return None };
    let reg = to.register()?;
    let counts = from.register() == Some(reg) && module.guard(inst).is_none();
    let integer = || module.types(module.opcode(inst)).next().is_some_and(|ty| ty.is_integer());
    (counts && matches!(instruction(module, inst), Some(op::ADD | op::SUB)) && integer())
        .then_some(CounterStep { inst, reg })
}

/// The comparison that decides a predicate that an instruction reads, if it is a plain one.
fn comparison(facts: &Facts<'_, '_>, at: InstId, predicate: Operand) -> Option<InstId> {
    let ssa = facts.ssa()?;
    match ssa.data(ssa.read(at, predicate.register()?)?).definition {
        Definition::Write { inst, previous: None } if instruction(facts.module, inst) == Some(op::SETP) => Some(inst),
        _ => None,
    }
}

/// Whether an instruction reads `value` as one of its operands.
fn reads(facts: &Facts<'_, '_>, ssa: &Ssa, inst: InstId, value: Value) -> bool {
    let operands = facts.module.operands(inst).iter();
    operands.filter_map(|operand| operand.register()).any(|reg| ssa.read(inst, reg) == Some(value))
}

// A step that is dead because control goes to the exit --------------------------------------------------------------

fn dead_step(facts: &Facts<'_, '_>, tests: &Tests, step: CounterStep) -> Option<Finding> {
    let cfg = facts.cfg();
    let block = cfg.block_of(step.inst);
    let &[exit] = cfg.successors(block) else { return None };
    if cfg.exit(block) != Exit::None || !tests.contains(&(exit, step.reg)) {
        return None;
    }
    let (ssa, users) = (facts.ssa()?, facts.users()?);
    let (before, after) = (ssa.read(step.inst, step.reg)?, ssa.write(step.inst, step.reg)?);
    let mut readers = users.of(after);
    match (readers.next(), readers.next()) {
        (None, _) => leaves_by_guards_exit(facts, step, block, exit, before),
        (Some(User::Inst(test)), None) => branches_to_next(facts, step, block, test),
        _ => None,
    }
}

/// Where comparisons of a register decide a branch to a block: what the text alone can tell, before any value is looked at.
type Tests = FastSet<(Block, RegId)>;

fn tested_registers(facts: &Facts<'_, '_>) -> Tests {
    let (module, cfg) = (facts.module, facts.cfg());
    let mut tests = Tests::default();
    for block in cfg.blocks() {
        let Some(guard) = module.guard(cfg.last(block)).and_then(|guard| guard.register()) else { continue };
        let names_guard = |inst: &InstId| {
            let mut found = false;
            module.for_each_register(*inst, |access| found |= access.reg == guard);
            found
        };
        let test = cfg.insts(block).rev().skip(1).find(names_guard);
        let Some(test) = test.filter(|&test| instruction(module, test) == Some(op::SETP)) else { continue };
        for &successor in cfg.successors(block) {
            module.for_each_register(test, |access| {
                tests.insert((successor, access.reg));
            });
        }
    }
    tests
}

/// Most blocks that are looked at above a step in search of its guard.
const MAX_GUARD_DISTANCE: usize = 1000;

/// The counter is tested, stepped, and then control goes where the test goes when it fails.
fn leaves_by_guards_exit(
    facts: &Facts<'_, '_>,
    step: CounterStep,
    block: Block,
    exit: Block,
    before: Value,
) -> Option<Finding> {
    let (module, ssa, cfg, dominators) = (facts.module, facts.ssa()?, facts.cfg(), facts.dominators());
    let mut left = facts.budget(MAX_GUARD_DISTANCE);
    for guard_block in std::iter::successors(dominators.immediate(block), |&b| dominators.immediate(b)) {
        left = left.saturating_sub(1);
        if left == 0 {
            facts.fell_short("blocks above the step of a counter", MAX_GUARD_DISTANCE, None);
            return None;
        }
        let branch = cfg.last(guard_block);
        let guards = cfg.successors(guard_block).contains(&exit) && cfg.successors(guard_block).len() == 2;
        if let (true, Some(guard)) = (guards, module.guard(branch)) {
            let test = comparison(facts, branch, guard).filter(|&test| reads(facts, ssa, test, before));
            if let Some(test) = test {
                return Some(report_dead_step(facts, step, block, test));
            }
        }
    }
    None
}

fn report_dead_step(facts: &Facts<'_, '_>, step: CounterStep, block: Block, test: InstId) -> Finding {
    let (module, cfg) = (facts.module, facts.cfg());
    let name = module.register_name(step.reg);
    let last = cfg.last(block);
    let target = module.operands(last).first().filter(|_| is_branch(module, last));
    let place = target.map_or(module[last].span, |target| target.span);
    let message = match target {
        Some(_) => "this branch goes to the exit of the loop instead of back to its start".to_string(),
        None => "control runs into the exit of the loop instead of going back to its start".to_string(),
    };
    let finding = Finding::new(place, message)
        .label(module[test].span, format!("`{name}` is tested here"))
        .label(module[step.inst].span, format!("and stepped here, but the new `{name}` is never read"));
    match (label_before(facts, test), target) {
        (Some(label), Some(target)) => {
            finding.help(format!("branch back to `{label}`")).fix(Applicability::Unsafe, target.span, label)
        }
        (Some(label), None) => finding.help(format!("end the loop with `bra {label};`")),
        (None, _) => finding.help("branch back to the test of the counter"),
    }
}

fn is_branch(module: &Module<'_>, inst: InstId) -> bool {
    module.opcode(inst).effects.intersects(Effects::BRANCH)
}

/// The last label at or before an instruction of the function: the start of the loop that its author had in mind.
fn label_before<'s>(facts: &Facts<'_, 's>, test: InstId) -> Option<&'s str> {
    let module = facts.module;
    let labels = &module.labels[module[facts.function].labels.indices()];
    let before = labels.partition_point(|label| label.span.start < module[test].span.start);
    let place = labels[..before].iter().rev().find(|label| matches!(label.kind, LabelKind::Code(_)));
    place.map(|label| module.name(label.name))
}

/// The counter is stepped and tested, and both ways of the branch lead to the next instruction.
fn branches_to_next(facts: &Facts<'_, '_>, step: CounterStep, block: Block, test: InstId) -> Option<Finding> {
    let (module, cfg) = (facts.module, facts.cfg());
    let branch = cfg.last(block);
    let guard = module.guard(branch).filter(|_| is_branch(module, branch))?;
    let target = module.operands(branch).first()?;
    if comparison(facts, branch, guard) != Some(test) || cfg.block_of(test) != block {
        return None;
    }
    let name = module.register_name(step.reg);
    let finding =
        Finding::new(target.span, "this branch goes to the next instruction instead of back to the loop's start")
            .label(module[step.inst].span, format!("`{name}` is stepped here"))
            .label(module[test].span, "and tested here, but the outcome makes no difference");
    Some(match label_before(facts, step.inst) {
        Some(label) => finding.help(format!("branch back to `{label}`")).fix(Applicability::Unsafe, target.span, label),
        None => finding,
    })
}

// A back edge that is taken when the counter has passed its bound ----------------------------------------------------

/// The blocks of the natural loop of a back edge; `None` when the budget is used up.
fn natural_loop(facts: &Facts<'_, '_>, latch: Block, header: Block, budget: &mut usize) -> Option<Vec<Block>> {
    let cfg = facts.cfg();
    let mut body = vec![header];
    let mut seen = HashSet::from([header]);
    let mut work = vec![latch];
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            let Some(left) = budget.checked_sub(1) else {
                facts.fell_short("blocks of loops", MAX_LOOP_BLOCKS, None);
                return None;
            };
            *budget = left;
            body.push(block);
            work.extend(cfg.predecessors(block).iter().filter(|p| cfg.is_reachable(**p)));
        }
    }
    Some(body)
}

/// Which way a comparison of the counter must turn out for the loop to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoesOnWhile {
    Less,
    Greater,
}

fn receding_counter(facts: &Facts<'_, '_>, latch: Block, budget: &mut usize) -> Option<Finding> {
    let (module, cfg) = (facts.module, facts.cfg());
    let branch = cfg.last(latch);
    let guard = module.guard(branch).filter(|_| is_branch(module, branch))?;
    let &[header, out] = cfg.successors(latch) else { return None };
    // In a single-block loop both are found at once; otherwise the header must dominate the latch.
    if header == out || !cfg.is_reachable(latch) || !facts.dominators().dominates(header, latch) {
        return None;
    }
    // Most loops are told apart by the text of their last block, before any value is looked at.
    if !ends_with_inequality(facts, latch, guard) {
        return None;
    }
    let test = comparison(facts, branch, guard)?;
    let body = natural_loop(facts, latch, header, budget)?;
    let inside: HashSet<Block> = body.iter().copied().collect();
    let only_exit = body.iter().all(|&block| {
        cfg.exit(block) == Exit::None
            && (block == latch || cfg.successors(block).iter().all(|successor| inside.contains(successor)))
    });
    if !only_exit || inside.contains(&out) || !inside.contains(&cfg.block_of(test)) {
        return None;
    }
    let counter = Counter::of(facts, test, header, latch, &inside)?;
    let (goes_on, unsigned) = direction(facts, test, counter.operand, guard.is_negated())?;
    let recedes = match goes_on {
        GoesOnWhile::Less => counter.step < 0 && !unsigned,
        GoesOnWhile::Greater => counter.step > 0 && !(unsigned && counter.bound_is_constant),
    };
    recedes.then(|| report_receding(module, &counter, goes_on, guard, test))
}

/// Whether the predicate of a block's branch is written in that block, by a comparison for more or less.
fn ends_with_inequality(facts: &Facts<'_, '_>, block: Block, guard: Operand) -> bool {
    let module = facts.module;
    let writes = |inst: &InstId| {
        let first = module.operands(*inst).first();
        first.is_some_and(|operand| match operand.kind {
            OperandKind::Pair(list) => module.list(list).iter().any(|part| part.register() == guard.register()),
            _ => operand.register() == guard.register(),
        })
    };
    let test = facts.cfg().insts(block).rev().skip(1).find(writes);
    test.is_some_and(|test| direction(facts, test, 1, false).is_some())
}

/// A register that a loop changes by a constant and compares with something that it does not change.
struct Counter {
    /// Index of the comparison's operand that is the counter: 1 or 2.
    operand: usize,
    reg: RegId,
    step: i64,
    step_inst: InstId,
    bound_is_constant: bool,
}

impl Counter {
    fn of(facts: &Facts<'_, '_>, test: InstId, header: Block, latch: Block, inside: &HashSet<Block>) -> Option<Self> {
        let (module, ssa) = (facts.module, facts.ssa()?);
        let operands = module.operands(test);
        if operands.len() != 3 {
            return None;
        }
        [1, 2].into_iter().find_map(|index| {
            let (this, other) = (operands[index], operands[3 - index]);
            let reg = this.register()?;
            let (step, step_inst) = constant_step(facts, ssa.read(test, reg)?, header, latch)?;
            let fixed = match other.register() {
                Some(bound) => !defined_inside(facts, ssa.read(test, bound)?, inside),
                None => other.constant().is_some(),
            };
            let bound_is_constant = facts.constant(test, other).is_some();
            fixed.then_some(Self { operand: index, reg, step, step_inst, bound_is_constant })
        })
    }
}

fn defined_inside(facts: &Facts<'_, '_>, value: Value, inside: &HashSet<Block>) -> bool {
    let Some(ssa) = facts.ssa() else { return true };
    match ssa.data(value).definition {
        Definition::Entry => false,
        Definition::Write { inst, .. } => inside.contains(&facts.cfg().block_of(inst)),
        Definition::Phi { block, .. } => inside.contains(&block),
    }
}

/// By how much a round of the loop changes a value of a register that the header joins, and where.
fn constant_step(facts: &Facts<'_, '_>, value: Value, header: Block, latch: Block) -> Option<(i64, InstId)> {
    let (ssa, cfg) = (facts.ssa()?, facts.cfg());
    let value = original(facts, value);
    let latch_input = |phi: Value| -> Option<Value> {
        match ssa.data(phi).definition {
            Definition::Phi { block, .. } if block == header => {
                let index = cfg.predecessors(header).iter().position(|&p| p == latch)?;
                Some(original(facts, *ssa.inputs(cfg, phi).get(index)?))
            }
            _ => None,
        }
    };
    // The test reads the stepped value, or the value before the step.
    if let Some(stepped) = latch_input(value) {
        let (step, base, inst) = as_step(facts, stepped)?;
        return (base == value).then_some((step, inst));
    }
    let (step, base, inst) = as_step(facts, value)?;
    (latch_input(base)? == value).then_some((step, inst))
}

/// A value that is another value plus a constant.
fn as_step(facts: &Facts<'_, '_>, value: Value) -> Option<(i64, Value, InstId)> {
    let (module, ssa) = (facts.module, facts.ssa()?);
    let inst = ssa.writer(value)?;
    let sign = match instruction(module, inst) {
        Some(op::ADD) => 1,
        Some(op::SUB) => -1,
        _ => return None,
    };
    let [_, from, by] = module.operands(inst) else { return None };
    let ty = module.types(module.opcode(inst)).next().filter(|ty| ty.is_integer())?;
    let bits = facts.constant(inst, *by)?;
    let unused = 64 - ty.bits();
    let step = ((bits << unused) as i64 >> unused) * sign;
    let base = original(facts, ssa.read(inst, from.register()?)?);
    Some((step, base, inst))
}

/// How the comparison must turn out for the branch to be taken, seen from the counter, and whether it ignores signs.
fn direction(facts: &Facts<'_, '_>, test: InstId, counter: usize, negated: bool) -> Option<(GoesOnWhile, bool)> {
    let module = facts.module;
    let opcode = module.opcode(test);
    let ty: ScalarType = module.types(opcode).next()?;
    let mut words = module.modifiers(opcode).iter().filter_map(|modifier| modifier.word);
    let comparison = words.find(|word| word.is_like(word::EQ))?;
    let (mut less, unsigned) = match comparison {
        word::LT | word::LE => (true, ty.class() != TypeClass::Signed),
        word::GT | word::GE => (false, ty.class() != TypeClass::Signed),
        word::LO | word::LS => (true, true),
        word::HI | word::HS => (false, true),
        _ => return None,
    };
    if !ty.is_integer() {
        return None;
    }
    less ^= counter == 2;
    less ^= negated;
    Some((if less { GoesOnWhile::Less } else { GoesOnWhile::Greater }, unsigned))
}

fn report_receding(
    module: &Module<'_>,
    counter: &Counter,
    goes_on: GoesOnWhile,
    guard: Operand,
    test: InstId,
) -> Finding {
    let name = module.register_name(counter.reg);
    let (moves, while_text) = match goes_on {
        GoesOnWhile::Greater => ("grows", "it is above its bound"),
        GoesOnWhile::Less => ("shrinks", "it is below its bound"),
    };
    let edit = if guard.is_negated() {
        Edit { span: Span::new(guard.span.start, guard.span.start + 1), text: String::new() }
    } else {
        Edit { span: Span::at(guard.span.start), text: "!".into() }
    };
    Finding::new(guard.span, format!("this loop goes on while `{name}`, which {moves}, has passed its bound"))
        .caption(format!("taken while {while_text}"))
        .label(module[counter.step_inst].span, format!("`{name}` {moves} here"))
        .label(module[test].span, "and is compared here")
        .help("the loop runs once, or until the counter overflows: invert the comparison or the guard")
        .fixes(Applicability::Unsafe, vec![edit])
}
