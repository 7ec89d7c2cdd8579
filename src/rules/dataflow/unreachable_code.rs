use crate::diagnostic::Finding;
use crate::facts::{Block, Facts};
use crate::ids::InstId;
use crate::ir::Module;
use crate::isa::{Effects, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports instructions that control never reaches: code after an unconditional branch, `ret` or `exit` without a label that is
    /// branched to.
    ///
    /// ## Why is this bad
    /// The code is meant to do something and does nothing. Most often a branch has lost its guard, or goes to the wrong label.
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
    ///     bra done;
    ///     st.global.u32 [%rd2], %r1;
    /// done:
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
    ///     setp.gt.u32 %p1, %r1, 3;
    ///     @%p1 bra done;
    ///     st.global.u32 [%rd2], %r1;
    /// done:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Judged from the control-flow graph; branches whose guard is always true are not followed further. Leftovers that only go
    /// elsewhere, such as a `ret` after a `trap`, are not reported, nor is anything in modules with code for a debugger, nor what
    /// follows a loop without an exit (see `infinite-loop`).
    ///
    /// ## References
    /// PTX ISA 9.7.12 "Control Flow Instructions".
    pub static UNREACHABLE_CODE = "unreachable-code" {
        group: Dataflow,
        level: Warning,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !may_skip(facts) || is_for_debugging(facts.module) {
        return;
    }
    let (module, cfg) = (facts.module, facts.cfg());
    let mut before: Option<Block> = None;
    let mut blocks = cfg.blocks().peekable();
    while let Some(block) = blocks.next() {
        if cfg.is_reachable(block) {
            before = Some(block);
            continue;
        }
        let mut last = block;
        while let Some(next) = blocks.next_if(|&next| !cfg.is_reachable(next)) {
            last = next;
        }
        let run = || (block.0..=last.0).flat_map(|number| cfg.insts(Block(number)));
        let Some(first) = run().find(|&inst| works(facts, inst)) else { continue };
        let Some(before) = before.filter(|&before| !is_endless(facts, before)) else { continue };
        let count = run().count();
        let text = if count == 1 {
            "this is never executed".to_string()
        } else {
            format!("these {count} instructions are never executed")
        };
        let finding = Finding::new(module[first].span, "control never reaches this")
            .caption(text)
            .label(module[cfg.last(before)].span, "control leaves here, and nothing branches to what follows")
            .help("guard the branch, or remove the code");
        cx.report(finding);
    }
}

/// Whether the module has code for a debugger, in which compilers leave what is never executed.
fn is_for_debugging(module: &Module<'_>) -> bool {
    module.sections.iter().any(|section| module.source.text_of(section.name) == ".debug_info")
}

/// Whether something other than the last instruction of the function makes control go elsewhere without a guard.
fn may_skip(facts: &Facts<'_, '_>) -> bool {
    let module = facts.module;
    let leaves = Effects::BRANCH.union(Effects::EXIT).union(Effects::RETURN);
    let mut insts = module.insts_of(facts.function);
    insts.next_back();
    insts
        .any(|inst| module.opcode(inst).effects.intersects(leaves.union(Effects::CALL)) && module.guard(inst).is_none())
}

/// Whether an instruction does more than to go elsewhere or to move registers.
fn works(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let opcode = module.opcode(inst);
    let goes = Effects::BRANCH.union(Effects::EXIT).union(Effects::RETURN);
    !opcode.effects.intersects(goes) && !matches!(opcode.instruction, Some(op::MOV | op::BRKPT) | None)
}

/// Whether a block belongs to a loop without exit.
fn is_endless(facts: &Facts<'_, '_>, block: Block) -> bool {
    let loops = facts.loops();
    loops.component(block).is_some_and(|component| !loops.has_exit(component))
}
