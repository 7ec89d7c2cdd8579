use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::ids::InstId;
use crate::ir::Operand;
use crate::isa::{ScalarType, TypeClass, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports integer divisions and remainders (`div`, `rem`), and says which shift or mask does the work where the divisor is
    /// a power of two.
    ///
    /// ## Why is this bad
    /// No GPU divides integers in hardware: the assembler emits about 20 instructions for 32 bits and calls a routine of about 100
    /// for 64 bits. It does not look at the divisor: `div.u32` by 10, and even by 16, takes as long as any other. Compilers replace
    /// constant divisors before they emit PTX.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u32 n)
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     ld.param.u32 %r2, [n];
    ///     rem.u32 %r3, %r1, %r2;
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
    /// .visible .entry k(.param .u64 out, .param .u32 mask)
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     ld.param.u32 %r2, [mask];
    ///     and.b32 %r3, %r1, %r2;
    ///     st.global.u32 [%rd2], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// How often an instruction runs is judged by loops alone: one outside all loops may not matter.
    ///
    /// ## References
    /// PTX ISA 9.7.1 `div`, `rem`; CUDA C++ Best Practices Guide, "Division Modulo Operations".
    pub static INTEGER_DIVISION = "integer-division" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    for inst in module.insts_of(facts.function) {
        let opcode = module.opcode(inst);
        let ty = module.types(opcode).next();
        let (Some(ty), &[_, _, divisor]) = (ty.filter(|ty| ty.is_integer()), module.operands(inst)) else { continue };
        if let Some(instruction @ (op::DIV | op::REM)) = opcode.instruction
            && let Some(finding) = judge(facts, inst, instruction == op::DIV, ty, divisor)
        {
            cx.report(finding);
        }
    }
}

fn judge(facts: &Facts<'_, '_>, inst: InstId, divides: bool, ty: ScalarType, divisor: Operand) -> Option<Finding> {
    let module = facts.module;
    let what = if divides { "division" } else { "remainder" };
    let finding = match facts.constant(inst, divisor) {
        Some(value) if value.is_power_of_two() && ty.class() == TypeClass::Unsigned => {
            let finding = Finding::new(
                divisor.span,
                format!("this {what} by {value} is a {}", if divides { "shift" } else { "mask" }),
            );
            finding.help(match divides {
                true => format!("`shr.{}` by {}", ty.name(), value.trailing_zeros()),
                false => format!("`and.b{}` with {}", ty.bits(), value - 1),
            })
        }
        constant => {
            let cost = if ty.bits() == 64 { "about 100" } else { "about 20" };
            let finding = Finding::new(module[inst].span, format!("this integer {what} takes {cost} instructions"));
            finding.help(match constant {
                Some(_) => "multiply by the reciprocal of the constant (`mul.hi` and a shift), as compilers do",
                None => "divide once outside the loop, pass the reciprocal, or use a power of two and shift",
            })
        }
    };
    let cfg = facts.cfg();
    let repeated = cfg.is_reachable(cfg.block_of(inst)) && facts.loops().component(cfg.block_of(inst)).is_some();
    Some(if repeated { finding.caption("in a loop") } else { finding })
}
