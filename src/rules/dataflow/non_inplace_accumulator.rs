use crate::diagnostic::{Applicability, Finding};
use crate::facts::{Definition, Facts, LoopId, User, Value, has_consumer, is_move, is_pure, original};
use crate::ids::{InstId, RegId};
use crate::ir::{Access, Operand};
use crate::isa::{Instruction, ScalarType, op};
use crate::rules::sync::infinite_loop::has_backward_branch;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports accumulations that do not accumulate: in a loop, a sum is written to one register, and the next iteration starts again
    /// from another register that never changes.
    ///
    /// ## Why is this bad
    /// Only the last term of the sum remains. The loop should add to the register that it reads.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<5>;
    ///     .reg .f32 %f<4>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.f32 %f1, 0f00000000;
    ///     mov.u32 %r2, 0;
    /// loop:
    ///     ld.global.f32 %f2, [%rd2];
    ///     add.f32 %f3, %f1, %f2;
    ///     add.u64 %rd2, %rd2, 4;
    ///     add.u32 %r2, %r2, 1;
    ///     setp.lt.u32 %p1, %r2, 64;
    ///     @%p1 bra loop;
    ///     st.global.f32 [%rd2], %f3;
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
    ///     .reg .pred %p<3>;
    ///     .reg .b32 %r<5>;
    ///     .reg .f32 %f<4>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.f32 %f1, 0f00000000;
    ///     mov.u32 %r2, 0;
    /// loop:
    ///     ld.global.f32 %f2, [%rd2];
    ///     add.f32 %f1, %f1, %f2;
    ///     add.u64 %rd2, %rd2, 4;
    ///     add.u32 %r2, %r2, 1;
    ///     setp.lt.u32 %p1, %r2, 64;
    ///     @%p1 bra loop;
    ///     st.global.f32 [%rd2], %f1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The register that is read must not change in the loop, and must hold a value that sums and products start from (a constant,
    /// for integers the neutral one) or a floating-point number; the term must come from memory or from the counter; and the result
    /// must be used only after the loop, or not at all. Loops with several exits search for something and are not reported.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 9.7.3 "Floating Point Instructions"; Programming Guide on accumulation in registers.
    pub static NON_INPLACE_ACCUMULATOR = "non-inplace-accumulator" {
        group: Dataflow,
        level: Warning,
        fixable: true,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_backward_branch(facts.module, facts) {
        return;
    }
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    let Some(exits) = loops.exiting_blocks(cfg) else { return facts.fell_short("loops", 0, None) };
    for &block in cfg.reverse_postorder() {
        let Some(id) = loops.innermost(block).filter(|id| exits[id.0 as usize] == 1) else { continue };
        for inst in cfg.insts(block) {
            if let Some(step) = AccumulationStep::of(facts, inst)
                && let Some(finding) = judge(facts, id, &step)
            {
                cx.report(finding);
            }
        }
    }
}

/// An instruction that combines a term with what may be the value so far.
struct AccumulationStep {
    inst: InstId,
    result: RegId,
    /// Operands that may hold the value so far.
    candidates: Vec<Operand>,
    instruction: Instruction,
    is_float: bool,
}

impl AccumulationStep {
    fn of(facts: &Facts<'_, '_>, inst: InstId) -> Option<Self> {
        let module = facts.module;
        let opcode = module.opcode(inst);
        let instruction = opcode.instruction?;
        let operands = module.operands(inst);
        let candidates: Vec<Operand> = match instruction {
            op::FMA | op::MAD | op::MAD_LO | op::DP4A | op::DP2A_LO | op::DP2A_HI => {
                operands.get(3).into_iter().copied().collect()
            }
            op::ADD | op::MIN | op::MAX | op::MUL | op::MUL_LO | op::OR | op::AND | op::XOR => {
                operands.get(1..)?.to_vec()
            }
            _ => return None,
        };
        let result = operands.first()?.register()?;
        let is_float = module.types(opcode).next().is_some_and(ScalarType::is_float);
        Some(Self { inst, result, candidates, instruction, is_float })
    }
}

fn judge(facts: &Facts<'_, '_>, id: LoopId, step: &AccumulationStep) -> Option<Finding> {
    let (module, ssa, users) = (facts.module, facts.ssa()?, facts.users()?);
    let result = ssa.write(step.inst, step.result)?;
    // Nearly all results are used by the loop itself.
    let is_inside = |inst: InstId| facts.natural_loops().contains(id, facts.cfg().block_of(inst));
    let is_copy = |inst: InstId| facts.slots().access(inst).is_some() || is_move(facts, inst);
    if users.of(result).any(|user| matches!(user, User::Inst(inst) if is_inside(inst) && !is_copy(inst))) {
        return None;
    }
    for &candidate in &step.candidates {
        let Some(reg) = candidate.register().filter(|&reg| reg != step.result) else { continue };
        let so_far = original(facts, ssa.read(step.inst, reg)?);
        let terms = step.candidates.iter().filter(|other| other.span != candidate.span);
        let factors = module.operands(step.inst).iter().skip(1).filter(|other| other.span != candidate.span);
        let varies = terms.chain(factors).any(|&term| comes_from_loop(facts, id, step.inst, term));
        if is_changed_in(facts, id, so_far) || !varies || !starts(facts, step, so_far) {
            continue;
        }
        if goes_round(facts, id, so_far)? {
            continue;
        }
        if has_consumer(facts, result, is_inside)? {
            return None;
        }
        if !has_consumer(facts, result, |_| true)? && !is_used_behind(facts, id, so_far)? {
            continue;
        }
        let (name, result) = (module.register_name(reg), module.register_name(step.result));
        let first = module.operands(step.inst).first()?;
        let mut finding = Finding::new(candidate.span, format!("the loop always starts from the same `{name}`"))
            .caption("does not change in the loop")
            .label(first.span, format!("the sum goes to `{result}`, which the next iteration does not read"))
            .help(format!("accumulate in one register: write `{name}` here, and use it after the loop"));
        if let Definition::Write { inst, .. } = ssa.data(so_far).definition {
            finding = finding.label(module[inst].span, "its value is set here, before the loop");
        }
        return Some(finding.fix(Applicability::Unsafe, candidate.span, result.to_string()));
    }
    None
}

/// Whether a value is made anew in a loop.
fn is_changed_in(facts: &Facts<'_, '_>, id: LoopId, value: Value) -> bool {
    let (Some(ssa), cfg, loops) = (facts.ssa(), facts.cfg(), facts.natural_loops()) else { return true };
    match ssa.data(value).definition {
        Definition::Entry => true,
        Definition::Write { inst, .. } => loops.contains(id, cfg.block_of(inst)),
        Definition::Phi { block, .. } => loops.contains(id, block),
    }
}

/// Whether a value is moved in a loop to where the next iteration finds it: what it has been before is what differs then, and not a sum.
fn goes_round(facts: &Facts<'_, '_>, id: LoopId, value: Value) -> Option<bool> {
    let (ssa, users) = (facts.ssa()?, facts.users()?);
    let is_header = |block| block == facts.natural_loops().get(id).header;
    let is_inside = |inst: InstId| facts.natural_loops().contains(id, facts.cfg().block_of(inst));
    let moved = users.of(value).filter_map(|user| match user {
        User::Inst(inst) if is_inside(inst) && is_move(facts, inst) => {
            ssa.write(inst, facts.module.operands(inst).first()?.register()?)
        }
        _ => None,
    });
    let is_kept = |user| match user {
        User::Value(join) => matches!(ssa.data(join).definition, Definition::Phi { block, .. } if is_header(block)),
        User::Inst(_) => false,
    };
    let moved: Vec<Value> = moved.collect();
    Some(moved.into_iter().any(|copy| users.of(copy).any(is_kept)))
}

/// Whether an operand is made from loads or joins of a loop.
fn comes_from_loop(facts: &Facts<'_, '_>, id: LoopId, inst: InstId, operand: Operand) -> bool {
    let (Some(ssa), module) = (facts.ssa(), facts.module) else { return false };
    let mut work: Vec<Value> = operand.register().and_then(|reg| ssa.read(inst, reg)).into_iter().collect();
    let mut seen = work.clone();
    while let Some(value) = work.pop() {
        if !is_changed_in(facts, id, value) || seen.len() > 64 {
            continue;
        }
        let Definition::Write { inst, .. } = ssa.data(value).definition else { return true };
        if !is_pure(module, inst) && facts.slots().access(inst).is_none() {
            return true;
        }
        let mut visit = |value: Value| {
            if !seen.contains(&value) {
                seen.push(value);
                work.push(value);
            }
        };
        ssa.for_each_read(module, inst, &mut visit);
        if let Some((slot, Access::Read)) = facts.slots().access(inst) {
            ssa.loaded(inst, slot).into_iter().for_each(&mut visit);
        }
    }
    false
}

/// Whether a value is one that an accumulation starts with.
fn starts(facts: &Facts<'_, '_>, step: &AccumulationStep, value: Value) -> bool {
    let constant = constant_bits(facts, value);
    match step.instruction {
        op::MUL | op::MUL_LO => {
            constant.is_some_and(|bits| bits == 1 || bits == 0x3f80_0000 || bits == 1.0f64.to_bits())
        }
        op::AND => constant.is_some_and(|bits| bits as u32 == u32::MAX),
        op::MIN | op::MAX => constant.is_some(),
        _ => constant == Some(0) || (constant.is_none() && step.is_float),
    }
}

/// The bits of a constant that a `mov` sets.
fn constant_bits(facts: &Facts<'_, '_>, value: Value) -> Option<u64> {
    let Definition::Write { inst, .. } = facts.ssa()?.data(value).definition else { return None };
    let &[_, from] = facts.module.operands(inst) else { return None };
    let constant = facts.module[from.constant()?];
    Some(constant.float().filter(|&number| number == 0.0).map_or(constant.bits, |_| 0))
}

/// Whether a value is used by an instruction outside a loop, which only a loop around or behind it can be.
fn is_used_behind(facts: &Facts<'_, '_>, id: LoopId, value: Value) -> Option<bool> {
    let header = facts.natural_loops().get(id).header;
    let (cfg, loops) = (facts.cfg(), facts.natural_loops());
    has_consumer(facts, value, |inst| {
        let block = cfg.block_of(inst);
        !loops.contains(id, block) && facts.dominators().dominates(header, block)
    })
}
