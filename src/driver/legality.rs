//! What can be said of a text at once.

use super::{Cores, RawFindings, Report, RuleRun, drop_consequences, parsed, sort};
use crate::diagnostic::{Diagnostic, Group};
use crate::options::Options;
use crate::rules::{self, Rule};
use crate::source::{Source, SourceTooLarge};
use crate::suppress::Suppressions;

/// Checks only whether the assembler takes the text: syntax, names, and each instruction by itself. That costs a fraction of
/// [`check`](super::check()), in a very large function most of all.
///
/// `known` are findings of the rules that do not run, in an earlier text but at their places in this one. They are reported, too, unless
/// a comment or an error makes them void: an editor shows them until the whole text has been judged.
///
/// ```
/// let kernel = b".version 8.0\n.target sm_80\n.address_size 64\n\
///     .entry k() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }";
/// let report = ptxlint::driver::check_legality(kernel, &ptxlint::Options::default(), Vec::new())?;
/// assert_eq!(report.findings[0].rule.name, "bitwise-type");
/// # Ok::<(), ptxlint::source::SourceTooLarge>(())
/// ```
///
/// # Errors
/// [`SourceTooLarge`] for more than 4 GiB.
pub fn check_legality(bytes: &[u8], options: &Options, known: Vec<Diagnostic>) -> Result<Report, SourceTooLarge> {
    let module = match parsed(Source::new(bytes)?) {
        Ok(module) => module,
        Err(report) => return Ok(*report),
    };
    let is_quick = |rule: &&&'static Rule| rule.group == Group::Isa;
    let active: Vec<&'static Rule> =
        rules::ALL.iter().filter(is_quick).copied().filter(|rule| options.levels.runs(rule)).collect();
    let mut diagnostics = known;
    diagnostics.retain(|finding| finding.rule.group != Group::Isa);
    let mut found = RawFindings { diagnostics, ..RawFindings::default() };
    RuleRun::new(&module, options, rules::ALL).module_rules(&active, &Cores::idle(0), &mut found);
    let RawFindings { mut diagnostics, panics, .. } = found;
    drop_consequences(&mut diagnostics);
    // A comment that hides nothing may hide what has yet to be judged: nothing is said of it.
    let mut suppressions = Suppressions::new(&module);
    diagnostics.retain(|diagnostic| !suppressions.hides(diagnostic));
    diagnostics.extend(panics);
    sort(&mut diagnostics);
    Ok(Report { findings: diagnostics, ..Report::of(&module) })
}
