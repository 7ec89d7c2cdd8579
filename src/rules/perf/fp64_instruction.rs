use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::ids::InstId;
use crate::ir::Module;
use crate::isa::{ScalarType, op};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports double-precision arithmetic (`.f64`) on targets where it is slow: all but the data-centre GPUs (sm_60, sm_70, sm_80,
    /// sm_90, sm_100).
    ///
    /// ## Why is this bad
    /// These multiprocessors do 32 or 64 times as many operations in single precision. A stray constant without `f` in C is enough.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_86
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .f64 %fd<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     cvt.rn.f64.u32 %fd1, %r1;
    ///     mul.f64 %fd2, %fd1, 0d3FE0000000000000;
    ///     st.global.f64 [%rd2], %fd2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_86
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .f32 %f<3>;
    ///     .reg .b64 %rd<3>;
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     cvt.rn.f32.u32 %f1, %r1;
    ///     mul.f32 %f2, %f1, 0f3F000000;
    ///     st.global.f32 [%rd2], %f2;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// One finding per function, at the first such instruction. Whether single precision would suffice is for people to decide.
    ///
    /// ## References
    /// CUDA C++ Programming Guide, "Arithmetic Instructions".
    pub static FP64_INSTRUCTION = "fp64-instruction" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let Some((target, ratio)) = target_ratio(module) else { return };
    let computes = |&inst: &InstId| {
        let opcode = module.opcode(inst);
        let arithmetic =
            opcode.effects.are_none() && opcode.instruction.is_some_and(|i| !matches!(i, op::MOV | op::SELP));
        arithmetic && module.types(opcode).any(|ty| ty == ScalarType::F64)
    };
    let mut all = module.insts_of(facts.function).filter(computes);
    let Some(first) = all.next() else { return };
    let count = 1 + all.count();
    let cfg = facts.cfg();
    let in_loop = module.insts_of(facts.function).filter(computes).any(|inst| {
        let block = cfg.block_of(inst);
        cfg.is_reachable(block) && facts.loops().component(block).is_some()
    });
    let finding = Finding::new(
        module[first].span,
        format!("double precision is slow on {target}: 1 operation per {ratio} in single precision"),
    )
    .caption(format!("the first of {count} such instructions{}", if in_loop { ", some of them in loops" } else { "" }))
    .help("use `.f32` where its precision suffices");
    cx.report(finding);
}

/// The module's target, and how many operations of single precision it does in the time of one of double precision, when these are
/// many.
fn target_ratio<'s>(module: &Module<'s>) -> Option<(&'s str, u32)> {
    let target = module.target_name()?;
    let number = target.strip_prefix("sm_")?.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ratio = match number {
        "50" | "52" | "53" | "61" | "62" | "72" | "75" => 32,
        "86" | "87" | "88" | "89" | "103" | "110" | "120" | "121" => 64,
        _ => return None,
    };
    Some((target, ratio))
}
