use crate::diagnostic::Finding;
use crate::facts::Facts;
use crate::ids::{InstId, VarId};
use crate::ir::{Module, Operand, OperandKind};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports parameters of functions with a body that no instruction reads, or that are loaded into registers which
    /// nothing uses.
    ///
    /// ## Why is this bad
    /// The caller passes a value that has no effect. A kernel that ignores its size or stride parameter computes the wrong
    /// thing.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out, .param .u32 n)
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
    /// .visible .entry k(.param .u64 out, .param .u32 n)
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
    ///     ld.param.u32 %r2, [n];
    ///     setp.ge.u32 %p1, %r1, %r2;
    ///     @%p1 bra done;
    ///     st.global.u32 [%rd2], %r1;
    /// done:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Interfaces that several kernels share have such parameters on purpose. A parameter whose address is taken counts as used, and
    /// so does one that is read in part.
    ///
    /// ## References
    /// PTX ISA 7.1 "Function Declarations and Definitions".
    pub static UNUSED_PARAMETER = "unused-parameter" {
        group: Dataflow,
        level: Note,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let params = module[facts.function].params.vars;
    if params.is_empty() {
        return;
    }
    let mut uses: Vec<(InstId, VarId)> = Vec::new();
    for inst in module.insts_of(facts.function) {
        for &operand in module.operands(inst) {
            mentions(module, operand, &mut |var| uses.push((inst, var)));
        }
    }
    for var in params.indices().map(VarId::new) {
        let Some(name) = module[var].name.map(|name| module.name(name)) else { continue };
        let reads: Vec<InstId> = uses.iter().filter(|&&(_, other)| other == var).map(|&(inst, _)| inst).collect();
        let finding = match reads.first() {
            None => Finding::new(module[var].name_span, format!("the parameter `{name}` is not used")),
            Some(&first) if reads.iter().all(|&inst| is_dead(facts, inst)) => {
                Finding::new(module[var].name_span, format!("the value of the parameter `{name}` is not used"))
                    .label(module[first].span, "loaded here, but nothing depends on it")
            }
            Some(_) => continue,
        };
        cx.report(finding.help("use it, or remove it from the parameter list and from all callers"));
    }
}

fn is_dead(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    facts.dead().is_some_and(|dead| dead.contains(inst))
}

/// Calls `visit` for each variable that an operand names.
fn mentions(module: &Module<'_>, operand: Operand, visit: &mut impl FnMut(VarId)) {
    match operand.kind {
        OperandKind::Var(var) => visit(var),
        OperandKind::Address(id) | OperandKind::Offset(id) => {
            // The parts of an address are no addresses again.
            for part in module.list(module[id].parts) {
                if let OperandKind::Var(var) = part.kind {
                    visit(var);
                }
            }
        }
        OperandKind::Args(list) | OperandKind::Vector(list) => {
            for part in module.list(list) {
                if let OperandKind::Var(var) = part.kind {
                    visit(var);
                }
            }
        }
        _ => {}
    }
}
