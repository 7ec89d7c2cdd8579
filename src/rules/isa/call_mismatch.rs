use crate::check::{CallMistake, Mistake, MistakeKind, is_stackless};
use crate::diagnostic::Finding;
use crate::ir::{LabelKind, Operand, OperandKind, Symbol};
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports calls whose arguments or results do not match the parameters of the function or prototype: their number, types, sizes,
    /// alignments and state spaces. Also calls to something that is not a function, and function tables that contain anything else.
    ///
    /// ## Why is this bad
    /// The assembler rejects the module. The sign of an integer does not matter, its width does, and `.f32` and `.b64` do not match.
    /// An array must have the size and the alignment of the parameter.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .func f(.param .b64 a) { ret; }
    /// .entry k()
    /// {
    ///     .param .b32 x;
    ///     st.param.b32 [x], 1;
    ///     call f, (x);
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .func f(.param .b64 a) { ret; }
    /// .entry k()
    /// {
    ///     .param .b64 x;
    ///     st.param.b64 [x], 1;
    ///     call f, (x);
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Whether a register holds the address of a function of the prototype's type is not known.
    ///
    /// ## References
    /// PTX ISA 7.1 "Function Declarations and Definitions", 9.7.12.5 `call`, 11.4 `.callprototype`, `.calltargets`.
    pub static CALL_MISMATCH = "call-mismatch" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Mistake(check), Hook::Module(check_tables), Hook::Module(check_addresses)],
    }
}

fn check(cx: &mut Context<'_, '_>, mistake: &Mistake) -> bool {
    let MistakeKind::Call(mistake) = mistake.kind else { return false };
    let finding = match mistake {
        CallMistake::Form { span, what } => Finding::new(span, what),
        CallMistake::Count { span, found, wanted, results, declared } => {
            let what = if results { "results" } else { "arguments" };
            Finding::new(span, format!("the callee has {wanted} {what}, but the call has {found}"))
                .label(declared, "declared here")
        }
        CallMistake::Argument { span, what, declared } => {
            let argument = cx.module.source.text_of(span);
            Finding::new(span, format!("`{argument}` {what}")).label(declared, "the parameter")
        }
    };
    cx.report(finding);
    true
}

/// `.branchtargets` list labels, `.calltargets` functions.
fn check_tables(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    for label in &module.labels {
        let (list, is_target, what): (_, fn(&Operand) -> bool, _) = match label.kind {
            LabelKind::BranchTargets(list) => (list, is_label, "this is not a label"),
            LabelKind::CallTargets(list) => (list, is_function, "this is not a function"),
            _ => continue,
        };
        for operand in module.list(list).iter().filter(|operand| !is_target(operand)) {
            cx.report(Finding::new(operand.span, what).label(label.span, "in this table"));
        }
    }
}

/// The address of a function is for indirect calls.
fn check_addresses(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    if !is_stackless(module) {
        return;
    }
    for relocation in module.relocations.iter().filter(|relocation| matches!(relocation.symbol, Symbol::Func(_))) {
        let text = "the address of a function cannot be taken in a module with functions that return several values";
        cx.report(Finding::new(relocation.span, text));
    }
}

fn is_label(operand: &Operand) -> bool {
    matches!(operand.kind, OperandKind::Label(_) | OperandKind::Unresolved(_))
}

fn is_function(operand: &Operand) -> bool {
    matches!(operand.kind, OperandKind::Func(_) | OperandKind::Unresolved(_))
}
