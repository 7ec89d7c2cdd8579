use crate::diagnostic::Finding;
use crate::ir::NameErrorKind;
use crate::rules::{Context, Hook, declare_rule};

declare_rule! {
    /// ## What it does
    /// Reports declared names that are not valid PTX identifiers because they contain dots, and names of functions and module
    /// variables that are the names of special registers.
    ///
    /// ## Why is this bad
    /// LLVM's code generator prints names such as `llvm.nvvm.idp4a.s.s` unchanged when an intrinsic was not lowered or a front end
    /// mangles with dots. The assembler reads the dot as the start of a modifier and rejects the module.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .extern .func name.with.dots ();
    /// .entry k() { call name.with.dots, (); ret; }
    /// ```
    ///
    /// ## Good
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .extern .func name_with_dots ();
    /// .entry k() { call name_with_dots, (); ret; }
    /// ```
    ///
    /// ## Limits
    /// A name is reported where it is declared, not at each use.
    ///
    /// ## References
    /// PTX ISA 4.4 "Identifiers".
    pub static INVALID_IDENTIFIER = "invalid-identifier" {
        group: Isa,
        level: Error,
        fixable: false,
        hooks: [Hook::Module(check)],
    }
}

fn check(cx: &mut Context<'_, '_>) {
    for error in &cx.module.name_errors {
        let name = cx.module.name(error.name);
        match error.kind {
            NameErrorKind::Dotted => {
                let finding =
                    Finding::new(error.span, format!("`{name}` is not a valid PTX identifier: it contains dots"));
                cx.report(finding.help(match name.starts_with("llvm.") {
                    true => "an LLVM intrinsic was not lowered: compile for a target that supports it",
                    false => "identifiers consist of letters, digits, `_` and `$`, optionally after a `%`",
                }));
            }
            NameErrorKind::Reserved => {
                cx.report(Finding::new(error.span, format!("`{name}` is the name of a special register")));
            }
            _ => {}
        }
    }
}
