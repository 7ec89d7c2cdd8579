use super::undeclared_symbol::is_branch_target;
use crate::diagnostic::{Applicability, Finding};
use crate::ir::{Module, NameError, NameErrorKind};
use crate::rules::{Context, Hook, declare_rule};
use crate::util;

declare_rule! {
    /// ## What it does
    /// Reports branches to labels that do not exist in the function, or are out of scope.
    ///
    /// ## Why is this bad
    /// The assembler rejects the function. A label inside braces is not visible outside them.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     bra DONE;
    /// Done:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     bra Done;
    /// Done:
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// Labels in debug sections are not checked, as the assembler does not check them either.
    ///
    /// ## References
    /// PTX ISA 4.3 "Statements", 9.7.12.3 `bra`.
    pub static UNDEFINED_LABEL = "undefined-label" {
        group: Isa,
        level: Error,
        fixable: true,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    let module = cx.module;
    for error in &module.name_errors {
        let relevant = matches!(error.kind, NameErrorKind::Undeclared) && is_branch_target(module, error);
        if relevant || matches!(error.kind, NameErrorKind::UndefinedLabel) {
            cx.report(finding(module, error));
        }
    }
}

fn finding(module: &Module<'_>, error: &NameError) -> Finding {
    let name = module.name(error.name);
    let labels = error.function.map(|function| module[function].labels.indices()).unwrap_or_default();
    let labels = &module.labels[labels];
    if let Some(hidden) = labels.iter().find(|label| label.name == error.name) {
        return Finding::new(error.span, format!("the label `{name}` is not visible here"))
            .label(hidden.span, "it is inside braces that do not enclose the branch");
    }
    let finding = Finding::new(error.span, format!("there is no label `{name}` in this function"));
    match util::closest(name, labels.iter().map(|label| module.name(label.name))) {
        Some(other) => {
            finding.help(format!("did you mean `{other}`?")).fix(Applicability::Unsafe, error.span, other)
        }
        None => finding,
    }
}
