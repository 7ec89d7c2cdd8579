use crate::diagnostic::Finding;
use crate::ir::NameErrorKind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports names that are declared twice in one scope: registers, variables, parameters, labels and functions.
    ///
    /// ## Why is this bad
    /// The assembler rejects the second declaration. Two register ranges with one prefix collide whatever their sizes, and a
    /// single register collides with a range that contains it.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     .reg .b32 %r<8>;
    ///     .reg .f32 %r3;
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
    ///     .reg .b32 %r<8>;
    ///     .reg .f32 %f3;
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A nested block may declare a name of the enclosing one again; that is not reported. Neither is a prototype before the
    /// definition of a function, nor an `.extern` declaration next to the definition of a variable.
    ///
    /// ## References
    /// PTX ISA 4.4 "Identifiers", 11.6 "Linking Directives".
    pub static DUPLICATE_SYMBOL = "duplicate-symbol" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    for error in &cx.module.name_errors {
        let (previous, message) = match error.kind {
            NameErrorKind::Duplicate(previous) => (previous, "is declared twice in this scope"),
            NameErrorKind::Inconsistent(previous) => (previous, "is declared as a kernel and as a function"),
            _ => continue,
        };
        let finding = Finding::new(error.span, format!("`{}` {message}", cx.module.name(error.name)))
            .caption("declared again")
            .label(previous, "first declared here");
        cx.report(finding);
    }
}
