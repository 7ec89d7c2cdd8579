use crate::diagnostic::Finding;
use crate::facts::{Base, Facts, MemoryAccess};
use crate::ids::VarId;
use crate::isa::StateSpace;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports accesses to local memory by an address that is not constant: arrays of a thread that are indexed at run
    /// time.
    ///
    /// ## Why is this bad
    /// Registers cannot be indexed. Such an array is kept in memory, and each access goes through the cache, with one transaction for
    /// each thread that uses a different index.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<3>;
    ///     .local .align 4 .b8 table[16];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     and.b32 %r2, %r1, 3;
    ///     mov.u64 %rd1, table;
    ///     mad.wide.u32 %rd1, %r2, 4, %rd1;
    ///     st.local.u32 [%rd1], %r1;
    ///     ld.local.u32 %r3, [table];
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
    ///     .reg .b32 %r<4>;
    ///     .reg .b64 %rd<3>;
    ///     .local .align 4 .b8 table[16];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     st.local.u32 [table+4], %r1;
    ///     ld.local.u32 %r3, [table+4];
    ///     st.global.u32 [%rd2], %r3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// One finding per variable. Slots at constant offsets, which compilers without optimisation use for variables, become registers
    /// in the assembler. Access through generic addresses is found when the address comes from the variable within the function.
    ///
    /// ## References
    /// PTX ISA 5.1.5 "Local State Space"; CUDA C++ Best Practices Guide, "Local Memory".
    pub static LOCAL_MEMORY = "local-memory" {
        group: Perf,
        level: Perf,
        fixable: false,
        hooks: [Hook::Function(check)],
    }
}

fn check(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
    let module = facts.module;
    let mut variables = module[facts.function].variables.indices().map(VarId::new);
    if !variables.any(|var| module[var].space == StateSpace::Local) {
        return;
    }
    let mut reported: Vec<VarId> = Vec::new();
    for access in facts.own_accesses() {
        let Base::Variable(var) = access.base else { continue };
        if module[var].space != StateSpace::Local || reported.contains(&var) || is_constant(facts, access) {
            continue;
        }
        reported.push(var);
        let name = module[var].name.map_or("", |name| module.name(name));
        let finding = Finding::new(access.span(), format!("`{name}` is indexed at run time, so it is kept in memory"))
            .caption("not a constant address")
            .label(module[var].name_span, "the array of each thread")
            .help("unroll the loop so that indices are constant, or keep the array in shared memory");
        cx.report(finding);
    }
}

/// Whether an address differs from that of its variable by a constant.
fn is_constant(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let exprs = facts.exprs();
    access.address.is_none_or(|address| exprs.table.terms(address).0.len() <= 1)
}
