use crate::check::gate::DeclaredTarget;
use crate::check::memory::{laid_out, static_shared_limit};
use crate::diagnostic::Finding;
use crate::facts::device::static_shared;
use crate::ids::{FunctionId, VarId};
use crate::ir::FunctionKind;
use crate::isa::StateSpace;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Adds up the static shared variables of each kernel, of the functions that it calls, and of the module where these mention
    /// them, and reports kernels with more than 48 KB, or than the assembler takes for a target of one architecture (`sm_90a`).
    ///
    /// ## Why is this bad
    /// The assembler rejects such a kernel; in a relocatable object, the linker or the driver does. Newer GPUs have
    /// more shared memory, but only as dynamic shared memory, whose size the launch gives.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<3>;
    ///     .shared .align 16 .b8 tile[65536];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     mov.u32 %r2, tile;
    ///     mad.lo.u32 %r2, %r1, 4, %r2;
    ///     st.shared.u32 [%r2], %r1;
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
    ///     .shared .align 16 .b8 tile[49152];
    ///     ld.param.u64 %rd1, [out];
    ///     cvta.to.global.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd1, %r1, 4;
    ///     add.u64 %rd2, %rd2, %rd1;
    ///     mov.u32 %r2, tile;
    ///     mad.lo.u32 %r2, %r1, 4, %r2;
    ///     st.shared.u32 [%r2], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Functions that are called through pointers are not looked at.
    ///
    /// ## References
    /// PTX ISA 5.1.7 "Shared State Space"; CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
    pub static SHARED_MEMORY_LIMIT = "shared-memory-limit" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let limit = static_shared_limit(&DeclaredTarget::new(module, cx.options));
    let is_shared = |i: &usize| module.variables[*i].space == StateSpace::Shared;
    // Nearly no module has as much at all.
    if laid_out(module, (0..module.variables.len()).filter(is_shared)).is_some_and(|bytes| bytes <= limit) {
        return;
    }
    for id in module.function_ids().filter(|&id| module[id].kind == FunctionKind::Entry && module[id].body.is_some()) {
        check_kernel(cx, id, limit);
    }
}

fn check_kernel(cx: &mut Context<'_, '_>, kernel: FunctionId, limit: u64) {
    let module = cx.module;
    let mut variables = static_shared(module, kernel);
    variables.sort_unstable();
    let Some(total) = laid_out(module, variables.iter().map(|var| var.index())).filter(|&total| total > limit) else {
        return;
    };
    let size = |var: &VarId| module[*var].size.unwrap_or(0);
    variables.sort_by_key(|var| std::cmp::Reverse(size(var)));
    let Some(largest) = variables.first() else { return };
    let name = module[kernel].name.map_or("", |name| module.name(name));
    let message =
        format!("the kernel `{name}` has {total} bytes of static shared memory, {} more than fit", total - limit);
    let mut finding = Finding::new(module[*largest].name_span, message).caption(format!("{} bytes", size(largest)));
    for var in variables.iter().skip(1).take(3) {
        finding = finding.label(module[*var].name_span, format!("and {} bytes", size(var)));
    }
    let help = format!(
        "keep within {limit} bytes, or declare `.extern .shared` without a size and give the size at the launch, after \
         `cuFuncSetAttribute` with the maximum of dynamic shared memory"
    );
    cx.report(finding.help(help));
}
