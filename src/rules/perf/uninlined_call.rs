use crate::diagnostic::Finding;
use crate::facts::{Facts, never_returns};
use crate::ir::OperandKind;
use crate::isa::Effects;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports calls to functions that the module defines, and calls through pointers.
    ///
    /// ## Why is this bad
    /// Arguments go through memory or fixed registers, registers are saved, and nothing is optimised across the call. Device
    /// functions are normally inlined; what remains comes from debug builds, `__noinline__`, recursion and separate compilation.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .func (.reg .u32 %result) next(.reg .u32 %a)
    /// {
    ///     add.u32 %result, %a, 1;
    ///     ret;
    /// }
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     call.uni (%r2), next, (%r1);
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
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     add.u32 %r2, %r1, 1;
    ///     st.global.u32 [%rd2], %r2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// The assembler may inline small functions of the same module. Functions that are only declared, such as `vprintf`, and those
    /// that never return are not reported.
    ///
    /// ## References
    /// PTX ISA 9.7.12.5 `call`; CUDA C++ Programming Guide, "__noinline__ and __forceinline__".
    pub static UNINLINED_CALL = "uninlined-call" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    if !module.has_effects(Effects::CALL) {
        return;
    }
    for inst in module.insts_of(facts.function) {
        if !module.opcode(inst).effects.intersects(Effects::CALL) || never_returns(module, inst) {
            continue;
        }
        let callee = module.operands(inst).iter().find_map(|operand| match operand.kind {
            OperandKind::Func(func) => Some((func, operand.span)),
            _ => None,
        });
        let finding = match callee {
            None => Finding::new(module[inst].span, "a call through a pointer cannot be inlined"),
            Some((func, span)) => {
                let Some(definition) = module[func].definition else { continue };
                let count = module[definition].insts.len();
                Finding::new(span, format!("`{}` is called, not inlined", module.name(module[func].name)))
                    .label(module[definition].name_span, format!("{count} instructions"))
            }
        };
        let cfg = facts.cfg();
        let block = cfg.block_of(inst);
        let repeated = cfg.is_reachable(block) && facts.loops().component(block).is_some();
        let finding = if repeated { finding.caption("in a loop") } else { finding };
        cx.report(finding.help("mark the function `__forceinline__`, or compile with optimisation"));
    }
}
