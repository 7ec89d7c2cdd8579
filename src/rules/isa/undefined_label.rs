use super::undeclared_symbol::is_branch_target;
use crate::diagnostic::{Applicability, Finding};
use crate::ids::{FunctionId, NameId};
use crate::ir::{Module, NameError, NameErrorKind};
use crate::rules::{Context, Hook, declare_rule};
use crate::span::Span;
use crate::util::Suggestions;
use std::collections::HashMap;

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
    let is_relevant = |error: &&NameError| match error.kind {
        NameErrorKind::Undeclared => is_branch_target(module, error),
        NameErrorKind::UndefinedLabel => true,
        _ => false,
    };
    let mut errors = module.name_errors.iter().filter(is_relevant).peekable();
    if errors.peek().is_none() {
        return;
    }
    let mut labels = Labels { module, by_name: HashMap::new(), suggestions: Suggestions::new() };
    for function in module.function_ids() {
        for label in &module.labels[module[function].labels.indices()] {
            labels.by_name.entry((function, label.name)).or_insert(label.span);
        }
    }
    for error in errors {
        cx.report(labels.finding(error));
    }
}

/// What is known of labels.
struct Labels<'a, 's> {
    module: &'a Module<'s>,
    by_name: HashMap<(FunctionId, NameId), Span>,
    suggestions: Suggestions,
}

impl Labels<'_, '_> {
    fn finding(&mut self, error: &NameError) -> Finding {
        let module = self.module;
        let name = module.name(error.name);
        if let Some(&hidden) = error.function.and_then(|function| self.by_name.get(&(function, error.name))) {
            return Finding::new(error.span, format!("the label `{name}` is not visible here"))
                .label(hidden, "it is inside braces that do not enclose the branch");
        }
        let finding = Finding::new(error.span, format!("undefined label `{name}`"));
        let labels = error.function.map(|function| module[function].labels.indices()).unwrap_or_default();
        let labels = module.labels[labels].iter().map(|label| module.name(label.name));
        match self.suggestions.closest(name, labels) {
            Some(other) => {
                finding.help(format!("did you mean `{other}`?")).fix(Applicability::Unsafe, error.span, other)
            }
            None => finding,
        }
    }
}
