use crate::check::gate::DeclaredTarget;
use crate::check::memory::{laid_out, parameter_bytes};
use crate::diagnostic::Finding;
use crate::ir::{Function, FunctionKind};
use crate::isa::StateSpace;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports kernels whose parameters, and modules whose constants, exceed the assembler's limit for the target. Static shared memory
    /// has a rule of its own (`shared-memory-limit`).
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. Parameters are limited to 4352 bytes, or 32764 since PTX 8.1 and `sm_70`; constants to 64 KiB,
    /// and what does not fit has to be in global memory.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .const .align 4 .b8 table[80000];
    /// .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<2>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.const.u32 %r1, [table];
    ///     st.global.u32 [%rd1], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .global .align 4 .b8 table[80000];
    /// .entry k(.param .u64 out)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<2>;
    ///     ld.param.u64 %rd1, [out];
    ///     ld.global.u32 %r1, [table];
    ///     st.global.u32 [%rd1], %r1;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// All constants of a module are added up, banks included.
    ///
    /// ## References
    /// PTX ISA 5.1 "State Spaces".
    pub static MEMORY_LIMIT = "memory-limit" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

/// Bytes of constants.
const CONSTANTS: u64 = 65536;

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let environment = DeclaredTarget::new(module, cx.options);
    check_constants(cx);
    let kernels =
        module.functions.iter().filter(|function| function.kind == FunctionKind::Entry && function.body.is_some());
    for kernel in kernels {
        check_parameters(cx, kernel, &environment);
    }
}

fn check_constants(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    let constants = (0..module.variables.len()).filter(|&i| module.variables[i].space == StateSpace::Const);
    let Some(last) = constants.clone().next_back() else { return };
    if let Some(bytes) = laid_out(module, constants).filter(|&bytes| bytes > CONSTANTS) {
        let message = format!("the constants of the module take {bytes} bytes, but the limit is {CONSTANTS}");
        cx.report(Finding::new(module.variables[last].name_span, message));
    }
}

fn check_parameters(cx: &mut Context<'_, '_>, kernel: &Function, environment: &DeclaredTarget) {
    let version = environment.version.unwrap_or(u8::MAX);
    let limit = match version {
        ..15 => 256,
        15..81 => 4352,
        _ => 32764,
    };
    if let Some(bytes) = parameter_bytes(cx.module, kernel).filter(|&bytes| bytes > limit) {
        let message = format!("the parameters of this kernel take {bytes} bytes, but the limit is {limit}");
        cx.report(Finding::new(kernel.params.span, message));
    }
}
