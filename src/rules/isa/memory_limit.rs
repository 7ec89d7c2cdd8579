use crate::check::gate::DeclaredTarget;
use crate::check::memory::{laid_out, parameter_bytes, static_shared_limit};
use crate::diagnostic::Finding;
use crate::ids::FunctionId;
use crate::ir::{Function, FunctionKind, Module, OperandKind, VariableRole};
use crate::isa::StateSpace;
use crate::rules::{Context, Hook, declare_rule};
use std::collections::BTreeSet;

declare_rule! {
    /// ## What it does
    /// Reports kernels whose parameters or static shared memory, and modules whose constants, exceed the assembler's limit for the
    /// target.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. Static shared memory is limited to 48 KiB, except for targets with an `a`; more has to be
    /// declared `.extern .shared` and sized at launch. Parameters are limited to 4352 bytes, or 32764 since PTX 8.1 and `sm_70`;
    /// constants to 64 KiB.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .shared .align 4 .b8 tile[65536];
    ///     st.shared.b32 [tile], 0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .extern .shared .align 4 .b8 tile[];
    /// .entry k()
    /// {
    ///     st.shared.b32 [tile], 0;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Shared memory of functions that are called through registers is not counted.
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
    for kernel in kernels.clone() {
        check_parameters(cx, kernel, &environment);
    }
    let shared = |i: &usize| module.variables[*i].space == StateSpace::Shared;
    let limit = static_shared_limit(&environment);
    // Nearly no module has as much at all.
    if laid_out(module, (0..module.variables.len()).filter(shared)).is_some_and(|bytes| bytes <= limit) {
        return;
    }
    for kernel in kernels {
        check_shared(cx, kernel, limit);
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

fn check_shared(cx: &mut Context<'_, '_>, kernel: &Function, limit: u64) {
    let module = cx.module;
    let Some(symbol) = kernel.symbol else { return };
    let mut reached = BTreeSet::new();
    let mut variables = BTreeSet::new();
    let mut waiting: Vec<FunctionId> = module[symbol].definition.into_iter().collect();
    while let Some(id) = waiting.pop() {
        if reached.insert(id) {
            collect(module, id, &mut variables, &mut waiting);
        }
    }
    let used = variables.iter().copied().filter(|&i| module.variables[i].space == StateSpace::Shared);
    // An `.extern` array without size takes nothing here.
    let used = used.filter(|&i| module.variables[i].size.is_some());
    if let Some(bytes) = laid_out(module, used).filter(|&bytes| bytes > limit) {
        let message = format!("this kernel has {bytes} bytes of static shared memory, but the limit is {limit}");
        let finding = Finding::new(kernel.name_span, message);
        cx.report(finding.help("declare the array `.extern .shared …[]` and set its size at launch"));
    }
}

/// The variables that a function declares or names, and the functions that it calls.
fn collect(module: &Module<'_>, id: FunctionId, variables: &mut BTreeSet<usize>, calls: &mut Vec<FunctionId>) {
    let function = &module[id];
    let is_local = |i: &usize| module.variables[*i].role == VariableRole::Local;
    variables.extend(function.variables.indices().filter(is_local));
    // Operands are kept in the order of the text, function by function.
    let [start, end] = [function.span.start, function.span.end]
        .map(|place| module.operands.partition_point(|operand| operand.span.start < place));
    for operand in &module.operands[start..end] {
        match operand.kind {
            OperandKind::Var(var) => {
                variables.insert(var.index());
            }
            OperandKind::Func(func) => calls.extend(module[func].definition),
            _ => {}
        }
    }
}
