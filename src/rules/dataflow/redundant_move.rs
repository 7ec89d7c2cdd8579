use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::ids::{InstId, RegId};
use crate::ir::{Access, Module};
use crate::isa::op;
use crate::rules::{Context, Hook, declare_rule};
use crate::util::FastMap;

declare_rule! {
    /// ## What it does
    /// Reports moves that change nothing: of a register to itself, of a value to a register that already holds it, and copies to a
    /// register that is written nowhere else from one that never changes.
    ///
    /// ## Why is this bad
    /// The assembler removes most of them, but readers of the code look for a reason. In handwritten code, a move that does nothing
    /// often names the wrong register.
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
    ///     mov.u32 %r2, %r1;
    ///     add.u32 %r3, %r2, 1;
    ///     st.global.u32 [%rd2], %r3;
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
    ///     add.u32 %r3, %r1, 1;
    ///     st.global.u32 [%rd2], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Moves between registers of different types are needed, because operands must have the type that the instruction expects. The
    /// contents of registers are followed within a basic block.
    ///
    /// ## References
    /// PTX ISA 9.7.9.5 "mov".
    pub static REDUNDANT_MOVE = "redundant-move" {
        group: Dataflow,
        level: Note,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let (module, cfg) = (facts.module, facts.cfg());
    for &block in cfg.reverse_postorder() {
        let mut held: FastMap<RegId, RegisterContent> = FastMap::default();
        let mut fresh = 0;
        for inst in cfg.insts(block) {
            let mut copy = None;
            if let Some((to, from)) = whole_move(module, inst) {
                let source = match from {
                    MoveSource::Register(from) => *held.entry(from).or_insert_with(|| RegisterContent::new(&mut fresh)),
                    MoveSource::Constant(bits) => RegisterContent::Constant(bits),
                };
                if let Some(why) = why_redundant(facts, inst, to, from, held.get(&to) == Some(&source)) {
                    report(cx, module, inst, why);
                }
                copy = Some(source);
            }
            module.for_each_register(inst, |access| {
                if access.access == Access::Write {
                    held.insert(access.reg, copy.unwrap_or_else(|| RegisterContent::new(&mut fresh)));
                }
            });
        }
    }
}

/// What a register holds: a constant, or something that has a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RegisterContent {
    Constant(u64),
    Value(u32),
}

impl RegisterContent {
    /// Something new.
    fn new(fresh: &mut u32) -> Self {
        *fresh += 1;
        Self::Value(*fresh)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MoveSource {
    Register(RegId),
    Constant(u64),
}

enum Why {
    Itself,
    Held,
    Copy(RegId),
}

/// Destination and source of an unguarded move of a whole register or constant between registers of one type.
fn whole_move(module: &Module<'_>, inst: InstId) -> Option<(RegId, MoveSource)> {
    let is_mov = module.opcode(inst).instruction? == op::MOV;
    let &[to, from] = module.operands(inst) else { return None };
    let to = to.register().filter(|_| is_mov && module.guard(inst).is_none())?;
    if let Some(id) = from.constant() {
        return Some((to, MoveSource::Constant(module[id].bits)));
    }
    let from = from.register()?;
    let same = module.declaration(from).ty == module.declaration(to).ty;
    same.then_some((to, MoveSource::Register(from)))
}

fn why_redundant(facts: &Facts<'_, '_>, inst: InstId, to: RegId, from: MoveSource, is_held: bool) -> Option<Why> {
    match from {
        MoveSource::Register(from) if from == to => Some(Why::Itself),
        _ if is_held => Some(Why::Held),
        MoveSource::Register(from) if is_only_write(facts, inst, to) && is_constant(facts, inst, from) => {
            Some(Why::Copy(from))
        }
        _ => None,
    }
}

/// Whether all reads of a register see what one instruction writes to it.
fn is_only_write(facts: &Facts<'_, '_>, inst: InstId, reg: RegId) -> bool {
    facts.ssa().is_some_and(|ssa| ssa.is_single(reg) && ssa.write(inst, reg).is_some())
}

/// Whether a register has one value throughout.
fn is_constant(facts: &Facts<'_, '_>, inst: InstId, reg: RegId) -> bool {
    facts.ssa().is_some_and(|ssa| ssa.is_single(reg) && ssa.read(inst, reg).is_some())
}

fn report(cx: &mut Context<'_, '_>, module: &Module<'_>, inst: InstId, why: Why) {
    let &[to, from] = module.operands(inst) else { return };
    let text = |span| String::from_utf8_lossy(module.source.slice(span)).into_owned();
    let (name, source) = (text(to.span), text(from.span));
    let finding = match why {
        Why::Itself => Finding::new(module[inst].span, format!("`{name}` is moved to itself")),
        Why::Held => Finding::new(module[inst].span, format!("`{name}` already holds `{source}`")),
        Why::Copy(_) => Finding::new(module[inst].span, format!("`{name}` is only a copy of `{source}`"))
            .caption("neither register is written again"),
    };
    cx.report(finding.help(match why {
        Why::Copy(from) => format!("use `{}` directly", module.register_name(from)),
        _ => "remove the move, or use the register that was meant".to_string(),
    }));
}
