//! What can be said of a text at once.

use super::{Cores, Report, parsed};
use crate::diagnostic::Diagnostic;
use crate::legality::{ModuleRun, is_about_legality};
use crate::options::Options;
use crate::rules;
use crate::source::{Source, SourceTooLarge};

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
    let run = ModuleRun { module: &module, options, rules: rules::ALL };
    let mut active = run.active();
    active.retain(|rule| is_about_legality(&rule.info));
    let mut found = run.findings(&active, &Cores::idle(0));
    found.diagnostics.extend(known.into_iter().filter(|finding| !is_about_legality(finding.rule)));
    // A comment that hides nothing may hide what has yet to be judged: it is not reported.
    let findings = found.reported(&module, |_, _| ());
    Ok(Report { findings, ..Report::of(&module) })
}
