use crate::diagnostic::Finding;
use crate::facts::{Definition, Facts, LoopId, User, Value, is_pure, original};
use crate::ids::InstId;
use crate::isa::{Effects, StateSpace};
use crate::rules::sync::infinite_loop::has_backward_branch;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports loops that only count: nothing they compute is used outside, and they neither touch memory nor wait for anything.
    ///
    /// ## Why is this bad
    /// The loop takes time and does nothing. Its body is missing, or works on registers that are never read.
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
    ///     mov.u32 %r2, 0;
    /// loop:
    ///     add.u32 %r2, %r2, 1;
    ///     setp.lt.u32 %p1, %r2, 64;
    ///     @%p1 bra loop;
    ///     st.global.u32 [%rd2], %r1;
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
    ///     mov.u32 %r2, 0;
    /// loop:
    ///     add.u32 %r1, %r1, %r2;
    ///     add.u32 %r2, %r2, 1;
    ///     setp.lt.u32 %p1, %r2, 64;
    ///     @%p1 bra loop;
    ///     st.global.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Loops that read clocks or memory are waiting for something and are not reported, nor are loops whose counter is used
    /// afterwards or starts from a computed value: compilers leave such loops behind. A loop without an exit is an `infinite-loop`.
    ///
    /// ## References
    /// PTX ISA 9.7.12 "Control Flow Instructions".
    pub static EMPTY_LOOP = "empty-loop" {
        group: Dataflow,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    if !has_backward_branch(facts.module, facts) {
        return;
    }
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    if loops.ids().next().is_none() {
        return;
    }
    let mut is_empty = vec![true; loops.ids().count()];
    for &block in cfg.reverse_postorder() {
        if let Some(innermost) = loops.innermost(block)
            && is_empty[innermost.0 as usize]
        {
            is_empty[innermost.0 as usize] = cfg.insts(block).all(|inst| only_computes(facts, inst));
        }
    }
    // Inner loops come first: what is in them is in the outer ones.
    for id in loops.ids() {
        if let Some(parent) = loops.get(id).parent.filter(|_| !is_empty[id.0 as usize]) {
            is_empty[parent.0 as usize] = false;
        }
    }
    if !is_empty.contains(&true) {
        return;
    }
    let Some(exits) = loops.exiting_blocks(cfg) else { return };
    let Some(is_used) = used_outside(facts) else { return };
    for id in loops.ids().filter(|id| is_empty[id.0 as usize]) {
        let around = loops.get(id).parent.is_some_and(|parent| is_empty[parent.0 as usize]);
        if around || is_used[id.0 as usize] || exits[id.0 as usize] == 0 || !is_simple(facts, id) {
            continue;
        }
        let header = loops.get(id).header;
        let Some(&latch) = loops.get(id).latches.first() else { continue };
        let finding = Finding::new(module[cfg.last(latch)].span, "this loop does nothing but count")
            .caption("goes back")
            .label(module[cfg.first(header)].span, "the loop starts here; nothing that it computes is used outside")
            .help("remove the loop, or add what it should do");
        cx.report(finding);
    }
}

/// Whether all that the loop changes begins with a constant or a parameter. Compilers leave loops behind that continue what
/// others began, such as those of divisions and remainders whose result is known.
fn is_simple(facts: &Facts<'_, '_>, id: LoopId) -> bool {
    let (module, cfg, loops) = (facts.module, facts.cfg(), facts.natural_loops());
    let (Some(ssa), Some(users)) = (facts.ssa(), facts.users()) else { return false };
    let header = loops.get(id).header;
    let is_start = |value: Value| match ssa.data(original(facts, value)).definition {
        Definition::Write { inst, previous: None } => {
            let opcode = module.opcode(inst);
            let stores_constant = module.operands(inst).get(1).is_some_and(|operand| operand.constant().is_some());
            stores_constant
                || (opcode.effects == Effects::READS_MEMORY && module.space(opcode) == Some(StateSpace::Param))
        }
        _ => false,
    };
    ssa.values().all(|value| match ssa.data(value).definition {
        // Joins that turned out to join one value only have no users.
        Definition::Phi { block, .. } if block == header && !users.is_unread(value) => {
            let ways = cfg.predecessors(header).iter().zip(ssa.inputs(cfg, value));
            ways.filter(|&(&from, _)| !loops.contains(id, from)).all(|(_, &input)| is_start(input))
        }
        _ => true,
    })
}

/// Whether an instruction computes, uses a stack slot or goes elsewhere in the function.
fn only_computes(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let module = facts.module;
    let branches = module.opcode(inst).effects == Effects::BRANCH;
    branches || is_pure(module, inst) || facts.slots().access(inst).is_some()
}

/// For each loop, whether an instruction outside uses a value from inside. `None` when values cannot be followed.
fn used_outside(facts: &Facts<'_, '_>) -> Option<Vec<bool>> {
    let (cfg, ssa, users, loops) = (facts.cfg(), facts.ssa()?, facts.users()?, facts.natural_loops());
    let home = |value: Value| match ssa.data(value).definition {
        Definition::Write { inst, .. } => Some(cfg.block_of(inst)),
        Definition::Phi { block, .. } => Some(block),
        Definition::Entry => None,
    };
    let mut is_used = vec![false; loops.ids().count()];
    for value in ssa.values() {
        let Some(from) = home(value).filter(|&block| loops.innermost(block).is_some()) else { continue };
        for user in users.of(value) {
            let to = match user {
                User::Inst(inst) => Some(cfg.block_of(inst)),
                // Joins that turned out to join one value only have no users.
                User::Value(other) if users.is_unread(other) => continue,
                User::Value(other) => home(other),
            };
            loops.left(from, to).for_each(|id| is_used[id.0 as usize] = true);
        }
    }
    Some(is_used)
}
