use crate::rules::declare_rule;

declare_rule! {
    /// ## What it does
    /// Reports `ptxlint: allow(…)` comments that hide no finding or name an unknown rule.
    ///
    /// ## Why is this bad
    /// A suppression that outlives its reason hides the next bug in that place.
    ///
    /// ## Bad
    /// ```ptx
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .entry k()
    /// {
    ///     // ptxlint: allow(shfl-width) nothing here shuffles
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
    ///     ret;
    /// }
    /// ```
    ///
    /// ## Limits
    /// A suppression of a disabled rule counts as unused only when the rule does not exist.
    ///
    /// ## References
    /// `ptxlint --help`, section on suppressions.
    pub static UNUSED_SUPPRESSION = "unused-suppression" {
        group: Style,
        level: Warning,
        fixable: false,
        hooks: [],
    }
}
