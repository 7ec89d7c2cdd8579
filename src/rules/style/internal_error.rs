use crate::rules::declare_rule;

declare_rule! {
    /// ## What it does
    /// Reports that a rule, or an analysis that it uses, panicked. It can be neither disabled nor suppressed.
    ///
    /// ## Why is this bad
    /// It is a bug in ptxlint: the rule that the message names did not finish with this function, so bugs may be missed. Findings of
    /// other rules and in other functions are unaffected. Please report it, with the file if you can.
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
