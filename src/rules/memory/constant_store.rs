use super::choices::chosen_address;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::Node;
use crate::facts::{AccessKind, Base, Facts, MemoryAccess, is_executed_in_every_launch};
use crate::ids::VarId;
use crate::isa::StateSpace;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports stores and atomic operations whose generic address is that of a variable in constant memory.
    ///
    /// ## Why is this bad
    /// Constant memory is written by the host before a launch and cannot be written during it. The assembler cannot see through the generic
    /// address; the hardware answers with "an illegal memory access was encountered", or the store gets lost.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .const .align 4 .b8 table[40];
    /// .visible .entry k()
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     mov.u64 %rd1, table;
    ///     cvta.const.u64 %rd2, %rd1;
    ///     mov.u32 %r1, 1;
    ///     st.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .global .align 4 .b8 table[40];
    /// .visible .entry k()
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<3>;
    ///     mov.u64 %rd1, table;
    ///     cvta.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, 1;
    ///     st.u32 [%rd2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// An error where every thread makes the store, otherwise a warning: who gets there fails. Pointers to constant memory that come from
    /// parameters or from memory are not known as such; one that comes on some paths only is, as a warning, where the store follows without a
    /// further condition.
    ///
    /// The work on one function is bounded. What was not examined in a very large one is listed at the end of the report.
    ///
    /// ## References
    /// PTX ISA 5.1.3 "Constant State Space".
    pub static CONSTANT_STORE = "constant-store" {
        group: Memory,
        level: Error,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    for access in facts.accesses() {
        if access.space.is_some() || access.kind == AccessKind::Read {
            continue;
        }
        let is_constant = |&var: &VarId| module[var].space == StateSpace::Const;
        let only = match access.base {
            Base::Variable(var) => Some(var).filter(is_constant),
            _ => None,
        };
        let Some(var) = only.or_else(|| on_one_way(facts, access).filter(is_constant)) else { continue };
        let name = module[var].name.map_or("a variable", |name| module.name(name));
        let finding = Finding::new(access.span(), format!("this writes to `{name}`, which is in constant memory"))
            .caption(format!("a generic address of `{name}`"))
            .label(module[var].span, "declared here as `.const`")
            .help("declare the variable as `.global` if kernels write it");
        let is_certain = only.is_some() && is_executed_in_every_launch(facts, access.inst);
        cx.report(if is_certain { finding } else { finding.level(Level::Warning) });
    }
}

/// The variable that a generic address is one of on some of the ways that lead to the access, with nothing in between that asks for it.
fn on_one_way(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<VarId> {
    let chosen = chosen_address(facts, access)?;
    let exprs = facts.exprs();
    let mut found = chosen.alternatives.iter().filter_map(|&expr| {
        let terms = exprs.table.terms(expr).0;
        terms.iter().find_map(|&(term, _)| match exprs.table.node(term) {
            Node::Generic(var) if facts.module[var].space == StateSpace::Const => Some(var),
            _ => None,
        })
    });
    found.next()
}
