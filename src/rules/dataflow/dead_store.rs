use crate::diagnostic::Finding;
use crate::facts::{Block, Facts, User, Value, is_pure};
use crate::ids::{InstId, RegId};
use crate::ir::{Access, OperandKind};
use crate::isa::{StateSpace, Word, op, word};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports instructions whose result is never used: registers and stack slots that are written but not read before they
    /// are overwritten, and stores to memory that the next store to the same address overwrites.
    ///
    /// ## Why is this bad
    /// The work is lost. Either it is superfluous, or, more often in handwritten code, whatever should use the result uses something
    /// else.
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
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     add.u32 %r2, %r1, 1;
    ///     mul.lo.u32 %r2, %r1, %r1;
    ///     st.global.u32 [%rd2], %r2;
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
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     add.u32 %r2, %r1, 1;
    ///     mul.lo.u32 %r2, %r2, %r1;
    ///     st.global.u32 [%rd2], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Of a chain of instructions whose results are all unused, only the last is reported. Stores to memory are compared within one
    /// basic block, by address register and offset, and only up to the next instruction that reads memory or synchronises. An
    /// instruction with several destinations counts when all of them are unused.
    ///
    /// ## References
    /// PTX ISA 5.1.1 "Register State Space".
    pub static DEAD_STORE = "dead-store" {
        group: Dataflow,
        level: Note,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let (Some(dead), cfg) = (facts.dead(), facts.cfg()) else { return };
    for &block in cfg.reverse_postorder() {
        for inst in cfg.insts(block) {
            if dead.contains(inst) && is_last(facts, inst) {
                report_result(cx, facts, inst);
            }
        }
        report_overwritten(cx, facts, block);
    }
}

/// Whether no other instruction reads what an instruction writes.
fn is_last(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let (Some(ssa), Some(users)) = (facts.ssa(), facts.users()) else { return false };
    let mut values = Vec::new();
    facts.module.for_each_register(inst, |access| {
        if access.access == Access::Write {
            values.extend(ssa.write(inst, access.reg));
        }
    });
    if let Some((slot, Access::Write)) = facts.slots().access(inst) {
        values.extend(ssa.stored(inst, slot));
    }
    let mut next = 0;
    while let Some(&value) = values.get(next) {
        next += 1;
        for user in users.of(value) {
            match user {
                User::Inst(other) if other != inst => return false,
                User::Value(value) if !values.contains(&value) => values.push(value),
                _ => {}
            }
        }
    }
    true
}

fn report_result(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>, inst: InstId) {
    let module = facts.module;
    let mut written = None;
    module.for_each_register(inst, |access| {
        if access.access == Access::Write {
            written.get_or_insert(access);
        }
    });
    let finding = match written {
        Some(access) => {
            let name = module.register_name(access.reg);
            let finding = Finding::new(access.span, format!("the result in `{name}` is never used"));
            match overwriter(facts, inst, access.reg) {
                Some(other) => finding.label(module[other].span, "overwritten here, before anything reads it"),
                None => finding,
            }
        }
        None => Finding::new(module[inst].span, "what is stored in this stack slot is never loaded"),
    };
    cx.report(finding.help("remove the instruction, or use its result"));
}

/// How far ahead is looked for the instruction that overwrites a result.
const LOOK_AHEAD: usize = 256;

/// The next instruction of the block that writes a register.
fn overwriter(facts: &Facts<'_, '_>, inst: InstId, reg: RegId) -> Option<InstId> {
    let (module, cfg) = (facts.module, facts.cfg());
    let last = cfg.last(cfg.block_of(inst));
    (inst.index() + 1..=last.index()).take(LOOK_AHEAD).map(InstId::new).find(|&other| {
        let mut writes = false;
        module.for_each_register(other, |access| writes |= access.access == Access::Write && access.reg == reg);
        writes && module.guard(other).is_none()
    })
}

/// A place that a plain store writes: space, base, offset, number of bytes.
type StoreTarget = (Option<StateSpace>, OperandKind, Option<Value>, i64, u32);

/// Reports stores of a block that a later one overwrites.
fn report_overwritten(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>, block: Block) {
    let (module, cfg) = (facts.module, facts.cfg());
    let mut pending: Vec<(StoreTarget, InstId)> = Vec::new();
    for inst in cfg.insts(block) {
        match store_target(facts, inst) {
            Some(target) => {
                if let Some(at) = pending.iter().position(|&(other, _)| other == target) {
                    let (_, lost) = pending.remove(at);
                    let finding = Finding::new(module[lost].span, "nothing reads what is stored here")
                        .label(module[inst].span, "overwritten here")
                        .help("remove the store, or store to another address");
                    cx.report(finding);
                }
                if pending.len() < 64 {
                    pending.push((target, inst));
                }
            }
            // A slot is no memory that anything else sees.
            None if is_pure(module, inst) || facts.slots().access(inst).is_some() => {}
            None => pending.clear(),
        }
    }
}

fn store_target(facts: &Facts<'_, '_>, inst: InstId) -> Option<StoreTarget> {
    let module = facts.module;
    let opcode = module.opcode(inst);
    let is_store = opcode.instruction == Some(op::ST);
    if !is_store || module.guard(inst).is_some() || facts.slots().access(inst).is_some() {
        return None;
    }
    let is_plain = |word: Word| word != word::VOLATILE && (!word.is_like(word::RELAXED) || word == word::WEAK);
    let plain = module.modifiers(opcode).iter().filter_map(|modifier| modifier.word).all(is_plain);
    let space = module.space(opcode).filter(|_| plain);
    let OperandKind::Address(id) = module.operands(inst).first()?.kind else { return None };
    let base = *module.list(module[id].parts).first()?;
    let value = base.register().and_then(|reg| facts.ssa()?.read(inst, reg));
    let bytes = module.types(opcode).last()?.bytes() * u32::from(module.vector_length(opcode));
    let is_memory = plain && space != Some(StateSpace::Param);
    is_memory.then_some((space, base.kind, value, module[id].offset, bytes))
}
