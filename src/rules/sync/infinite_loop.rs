use crate::diagnostic::Finding;
use crate::facts::expr::{Expr, Node, Relation};
use crate::facts::{Block, Cfg, Facts, Way};
use crate::ir::Module;
use crate::isa::{Effects, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports loops without any way out: no branch leaves them, and nothing in them returns, exits or traps.
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
    /// Judged by the control-flow graph: a loop whose exit condition never holds is not found. A loop with a call is left alone,
    /// because the called function may end the thread; so is one behind a trap or a breakpoint. A loop that is entered only when a
    /// parameter or an extent of the launch has one certain value is not reported: compilers leave such loops for the step 0.
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
        if loops.has_exit(cfg, component) || blocks.iter().any(|&block| may_end(module, cfg, block)) {
            continue;
        }
        let (Some(&first), Some(&last)) = (blocks.first(), blocks.last()) else { continue };
        if is_entered_for_no_step(facts, blocks) {
            continue;
        }
        let branch = cfg.last(last);
        let finding = Finding::new(module[branch].span, "this loop has no exit")
            .caption("goes back unconditionally")
            .label(module[cfg.first(first)].span, "the loop starts here")
            .help("guard the branch with the loop's condition, or leave the loop from inside");
        cx.report(finding);
    }
}

/// Whether a loop is entered only when something that is the same in all threads has one certain value, or never. Compilers move a
/// test out of a loop and leave an endless one for the step 0, which neither an extent of a grid is nor a step that anybody asks for.
fn is_entered_for_no_step(facts: &Facts<'_, '_>, blocks: &[Block]) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let ways = blocks.iter().flat_map(|&block| conditions.of(block)).filter(|way| !blocks.contains(&way.branch));
    let exprs = facts.exprs();
    let table = &exprs.table;
    let excused = |way: &Way| {
        let Some(truth) = way.truth else { return false };
        let given = |a: Expr, b: Expr| table.as_constant(b).is_some() && !table.depends_on_thread(a);
        match table.node(truth) {
            Node::Const(value) => (value != 0) != way.wanted,
            Node::Compare(Relation::Equal, _, a, b) => way.wanted && (given(a, b) || given(b, a)),
            Node::Compare(Relation::NotEqual, _, a, b) => !way.wanted && (given(a, b) || given(b, a)),
            _ => false,
        }
    };
    let mut ways = ways.peekable();
    ways.peek().is_some() && ways.all(excused)
}

/// Whether the function has a branch to an instruction before it; without one there is no loop.
pub(crate) fn has_backward_branch(module: &Module<'_>, facts: &Facts<'_, '_>) -> bool {
    use crate::ir::{LabelKind, OperandKind};
    module.insts_of(facts.function).any(|inst| {
        module[module[inst].opcode].effects.intersects(Effects::BRANCH)
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
        let opcode = &module[module[inst].opcode];
        opcode.instruction.is_none()
            || opcode.effects.intersects(Effects::CALL)
            || opcode.instruction == Some(op::BRKPT)
    })
}
