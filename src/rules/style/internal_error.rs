use crate::rules::declare_rule;

declare_rule! {
    /// ## What it does
    /// Reports that a rule, or an analysis that it asked, has panicked. It can be neither switched off nor suppressed.
    ///
    /// ## Why is this bad
    /// It is a bug of ptxlint: the rule that the message names has not judged this function to the end, so bugs may be missed. Findings
    /// of other rules and functions are not concerned. Please report it, with the file if you can.
    ///
    /// ## Limits
    /// Stack overflows and exhausted memory end the process instead.
    ///
    /// ## References
    /// <https://doc.rust-lang.org/std/panic/fn.catch_unwind.html>
    pub static INTERNAL_ERROR = "internal-error" {
        group: Style,
        level: Error,
        fixable: false,
        hooks: [],
    }
}
