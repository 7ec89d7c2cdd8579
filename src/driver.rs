//! Runs the rules over a module.

mod inlined;
mod keys;
mod legality;
mod memory;
mod run;
mod session;

use crate::diagnostic::Diagnostic;
use crate::facts::Shortfall;
use crate::guard::guarded;
use crate::ir::Module;
use crate::legality::{ModuleRun, internal_error};
use crate::options::Options;
use crate::rules::{self, Rule};
use crate::source::{Source, SourceTooLarge};
use memory::Remembering;
use run::{ModuleFindings, found};
use std::sync::Arc;

pub use crate::cores::Cores;
#[cfg(feature = "cli")]
pub(crate) use keys::{ContentHash, SpanAnchor};
pub use legality::check_legality;
#[cfg(feature = "cli")]
pub(crate) use memory::{FunctionMemory, FunctionResults, RelativeFinding};
pub use session::CheckSession;

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum FileStatus {
    /// It was read as a whole.
    Ok,
    /// Parts of it are no PTX.
    SyntaxError,
    /// It is no PTX at all.
    NotPtx,
}

impl FileStatus {
    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            FileStatus::Ok => "ok",
            FileStatus::SyntaxError => "syntax-error",
            FileStatus::NotPtx => "not-ptx",
        }
    }
}

/// The findings of one module.
#[derive(Debug)]
pub struct Report {
    /// What became of the file.
    pub status: FileStatus,
    /// Why a file is no PTX.
    pub reason: Option<String>,
    /// Findings by position; those of a file that is no PTX are left out.
    pub findings: Vec<Diagnostic>,
    /// The targets that the module declares, as written.
    pub target: Option<String>,
    /// Rules that have not run on functions with errors of legality.
    pub waiting: Vec<Waiting>,
    /// What rules have not looked at, because the work would have been too much; see [`Options::effort`].
    pub incomplete: Vec<Incomplete>,
}

impl Report {
    /// A report that says nothing more.
    pub(crate) fn empty(status: FileStatus) -> Self {
        Self { status, reason: None, findings: Vec::new(), target: None, waiting: Vec::new(), incomplete: Vec::new() }
    }

    /// The report on a module in which nothing has been looked for.
    fn of(module: &Module<'_>) -> Self {
        let is_whole = module.syntax_errors.is_empty();
        let status = if is_whole { FileStatus::Ok } else { FileStatus::SyntaxError };
        Self { target: module.target_text().map(str::to_string), ..Self::empty(status) }
    }
}

/// Rules that say nothing of a function until its errors are mended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Name of the function.
    pub function: Option<Arc<str>>,
    /// The rules; modules of nothing but mistakes have thousands of such functions, which share one list.
    pub rules: Arc<[&'static str]>,
}

impl Waiting {
    /// A line that names the rules, of which there are `count`.
    pub(crate) fn line(&self, count: usize) -> String {
        let plural = if count == 1 { " is" } else { "s are" };
        let on = self.function.as_ref().map_or(String::new(), |function| format!(" on `{function}`"));
        format!("{count} rule{plural} not run{on} until its errors are fixed: {}", self.rules.join(", "))
    }

    /// The rules that wait, of those that are active.
    fn rules(active: &[&'static Rule]) -> Arc<[&'static str]> {
        active.iter().filter(|rule| rule.follows_flow()).map(|rule| rule.name).collect()
    }
}

impl std::fmt::Display for Waiting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.line(self.rules.len()))
    }
}

/// What a rule has not looked at in a function, because it would have been too much work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Incomplete {
    /// Name of the function.
    pub function: Option<Arc<str>>,
    /// The rule.
    pub rule: &'static str,
    /// What was left out.
    pub shortfall: Shortfall,
}

impl std::fmt::Display for Incomplete {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Shortfall { what, looked, of } = &self.shortfall;
        match of {
            Some(of) => write!(f, "`{}` examined {looked} of {of} {what}", self.rule)?,
            None => write!(f, "`{}` did not examine all {what}", self.rule)?,
        }
        self.function.as_ref().map_or(Ok(()), |function| write!(f, " in `{function}`"))
    }
}

/// Checks the PTX module in `bytes`.
///
/// ```
/// let kernel = b".version 8.0\n.target sm_80\n.address_size 64\n\
///     .entry k() { .reg .b32 %r<3>; and.u32 %r1, %r2, %r2; ret; }";
/// let report = ptxlint::check(kernel, &ptxlint::Options::default())?;
/// assert_eq!(report.findings[0].rule.name, "bitwise-type");
/// # Ok::<(), ptxlint::source::SourceTooLarge>(())
/// ```
///
/// # Errors
/// [`SourceTooLarge`] for more than 4 GiB.
pub fn check(bytes: &[u8], options: &Options) -> Result<Report, SourceTooLarge> {
    check_on(bytes, options, &Cores::idle(0))
}

/// Like [`check`], on the calling thread and on cores that are idle. The report is the same.
///
/// # Errors
/// [`SourceTooLarge`] for more than 4 GiB.
pub fn check_on(bytes: &[u8], options: &Options, cores: &Cores) -> Result<Report, SourceTooLarge> {
    check_by(bytes, options, cores, None)
}

/// Like [`check_on`], of functions of which nothing is known. The report is the same.
///
/// # Errors
/// [`SourceTooLarge`] for more than 4 GiB.
#[cfg(feature = "cli")]
pub(crate) fn check_remembering(
    bytes: &[u8],
    options: &Options,
    cores: &Cores,
    memory: &mut dyn FunctionMemory,
) -> Result<Report, SourceTooLarge> {
    check_by(bytes, options, cores, Some(Remembering { memory, wanted: &|| true }))
}

fn check_by(
    bytes: &[u8],
    options: &Options,
    cores: &Cores,
    remembering: Option<Remembering<'_>>,
) -> Result<Report, SourceTooLarge> {
    let source = Source::new(bytes)?;
    let module = match parsed(source) {
        Ok(module) => module,
        Err(report) => return Ok(*report),
    };
    let (findings, incomplete, waiting) = lint_by(rules::ALL, &module, options, cores, remembering);
    Ok(Report { findings, waiting, incomplete, ..Report::of(&module) })
}

/// The module, or what is reported of a text that is none.
fn parsed(source: Source<'_>) -> Result<Module<'_>, Box<Report>> {
    if let Some(reason) = why_not_ptx(source) {
        return Err(Box::new(Report { reason: Some(reason), ..Report::empty(FileStatus::NotPtx) }));
    }
    guarded(|| crate::parser::parse(source)).map_err(|panic| {
        let finding = internal_error("reading the file has panicked, and no rule has run".to_string(), panic);
        Box::new(Report { findings: vec![finding], ..Report::empty(FileStatus::SyntaxError) })
    })
}

/// Why a file is certainly no PTX, if it is none.
pub(crate) fn why_not_ptx(source: Source<'_>) -> Option<String> {
    let text = source.slice(source.text());
    let kind = match text {
        [0x7f, b'E', b'L', b'F', ..] => "an ELF object; `cuobjdump -ptx` shows the PTX in it, if there is any",
        [b'P', b'K', 3, 4, ..] => "a zip archive",
        [0x50, 0xed, 0x55, 0xba, ..] => "a CUDA fat binary; `cuobjdump -ptx` shows the PTX in it, if there is any",
        [b'B', b'C', 0xc0, 0xde, ..] => "LLVM bitcode",
        _ if text.trim_ascii().is_empty() => "empty",
        _ if text.iter().take(8192).filter(|&&b| b == 0).count() > 0 => "binary data",
        _ => {
            let has_directive = [&b".version"[..], b".target", b".entry", b".func", b".visible", b".reg"]
                .iter()
                .any(|word| contains(text, word));
            return (!has_directive).then(|| "it contains no PTX directive".to_string());
        }
    };
    Some(format!("the file is {kind}"))
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    // The directives that make a file PTX come early; a file without any is scanned once.
    let mut rest = text;
    while let Some(dot) = rest.iter().position(|&b| b == b'.') {
        rest = &rest[dot..];
        if rest.starts_with(word) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}

/// Runs all rules that `options` selects over a parsed module.
///
/// A rule that panics gives a finding of the rule `internal-error`; all others are judged as without it.
pub fn lint(module: &Module<'_>, options: &Options) -> Vec<Diagnostic> {
    lint_with(module, options, rules::ALL)
}

/// Runs those of the given rules that `options` selects over a parsed module. A rule of one's own is a static [`Rule`]; here one runs
/// behind all of ptxlint's:
///
/// ```
/// use ptxlint::diagnostic::{Finding, Group, Level, RuleInfo};
/// use ptxlint::rules::{self, Context, Hook, Rule};
///
/// static SHORT_NAME: Rule = Rule {
///     info: RuleInfo {
///         name: "short-name",
///         group: Group::Style,
///         level: Level::Warning,
///         fixable: false,
///         documentation: "## What it does\nReports functions with names of one letter.",
///     },
///     hooks: &[Hook::Module(check)],
/// };
///
/// fn check(cx: &mut Context<'_, '_>) {
///     let module = cx.module;
///     for function in module.functions.iter() {
///         if let Some(name) = function.name.map(|name| module.name(name)).filter(|name| name.len() == 1) {
///             cx.report(Finding::new(function.span, format!("`{name}` says little")));
///         }
///     }
/// }
///
/// let kernel = b".version 8.0\n.target sm_80\n.address_size 64\n.entry k() { ret; }";
/// let module = ptxlint::parser::parse(ptxlint::source::Source::new(kernel)?);
/// let rules: Vec<&'static Rule> = rules::ALL.iter().copied().chain([&SHORT_NAME]).collect();
/// let findings = ptxlint::lint_with(&module, &ptxlint::Options::default(), &rules);
/// assert_eq!((findings[0].rule.name, findings[0].message.as_str()), ("short-name", "`k` says little"));
/// # Ok::<(), ptxlint::source::SourceTooLarge>(())
/// ```
///
/// Levels are set by [`crate::options::Selector::Rule`], and comments in the PTX suppress such findings, too.
pub fn lint_with(module: &Module<'_>, options: &Options, rules: &[&'static Rule]) -> Vec<Diagnostic> {
    lint_by(rules, module, options, &Cores::idle(0), None).0
}

fn lint_by(
    rules: &[&'static Rule],
    module: &Module<'_>,
    options: &Options,
    cores: &Cores,
    remembering: Option<Remembering<'_>>,
) -> (Vec<Diagnostic>, Vec<Incomplete>, Vec<Waiting>) {
    let run = ModuleRun { module, options, rules };
    let ModuleFindings { raw, incomplete, waiting } = found(run, cores, remembering);
    let diagnostics = raw.reported(module, |suppressions, diagnostics| {
        let rule = &rules::unused_suppression::UNUSED_SUPPRESSION;
        suppressions.report_unused(rules, &mut run.context(rule, None, diagnostics));
    });
    (diagnostics, incomplete, waiting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Group, Level};
    use crate::facts::Facts;
    use crate::options::{Levels, Selector, Setting};
    use crate::rules::{Context, Hook};

    /// The level of a finding of `rule` under overrides that are written as on the command line.
    fn heard(overrides: &[(&str, Setting)], rule: &str, level: Level) -> Option<Level> {
        let mut levels = Levels::default();
        for &(selector, setting) in overrides {
            levels.set(Selector::parse(selector).expect("a selector"), setting);
        }
        levels.heard(rules::by_name(rule).expect("a rule"), level)
    }

    const DENY: Setting = Setting::At(Level::Error);
    const WARN: Setting = Setting::At(Level::Warning);

    static FRAGILE: Rule = Rule {
        info: crate::diagnostic::RuleInfo {
            name: "fragile",
            group: Group::Style,
            level: Level::Warning,
            fixable: false,
            documentation: "",
        },
        hooks: &[Hook::Module(|_| panic!("at once")), Hook::Function(panic_in_b)],
    };

    fn panic_in_b(cx: &mut Context<'_, '_>, facts: &Facts<'_, '_>) {
        let function = &cx.module[facts.function];
        cx.report(crate::diagnostic::Finding::new(function.name_span, "known before"));
        let name = function.name.map(|name| cx.module.name(name));
        assert_ne!(name, Some("b"), "first line\nsecond line");
    }

    #[test]
    fn a_panic_costs_nothing_but_what_it_is_about() {
        let body = "{ .reg .b32 %r<3>; .reg .pred %p; mov.u32 %r1, %tid.x; setp.eq.u32 %p, %r1, 0; @%p bra L; bar.sync 0; L: ret; }";
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.entry a() {body}\n.entry b() {body}\n.entry c() {body}"
        );
        let module = crate::parser::parse(Source::new(text.as_bytes()).expect("a short text"));
        let mut rules = vec![&FRAGILE];
        rules.extend(rules::ALL);
        let found: Vec<(&str, Option<String>)> = lint_by(&rules, &module, &Options::default(), &Cores::idle(0), None)
            .0
            .into_iter()
            .map(|finding| (finding.rule.name, finding.function.as_deref().map(str::to_string)))
            .collect();
        let of = |rule: &str| {
            found.iter().filter(|(name, _)| *name == rule).filter_map(|(_, at)| at.as_deref()).collect::<Vec<_>>()
        };
        assert_eq!(of("fragile"), ["a", "b", "c"]);
        assert_eq!(of("divergent-barrier"), ["a", "b", "c"]);
        assert_eq!(of("internal-error"), ["b"]);
        assert!(found.contains(&("internal-error", None)), "the hook for modules: {found:?}");
    }

    #[test]
    fn later_overrides_win() {
        let level = |overrides: &[(&str, Setting)]| heard(overrides, "shfl-width", Level::Warning);
        assert_eq!(level(&[]), Some(Level::Warning));
        assert_eq!(level(&[("sync", DENY)]), Some(Level::Error));
        assert_eq!(level(&[("sync", DENY), ("shfl-width", Setting::Off)]), None);
        assert_eq!(level(&[("shfl-width", Setting::Off), ("sync", DENY)]), Some(Level::Error));
        assert_eq!(level(&[("all", Setting::Off), ("shfl-width", Setting::On)]), Some(Level::Warning));
        assert_eq!(level(&[("shfl-width", DENY), ("all", WARN)]), Some(Level::Warning));
    }

    #[test]
    fn level_selectors_judge_the_finding_and_not_its_rule() {
        // A rule of errors may report a warning where it is less sure.
        let level = |overrides: &[(&str, Setting)]| heard(overrides, "bitwise-type", Level::Warning);
        assert_eq!(level(&[("warnings", DENY)]), Some(Level::Error));
        assert_eq!(level(&[("warnings", Setting::Off)]), None);
        assert_eq!(level(&[("errors", Setting::Off)]), Some(Level::Warning));
    }

    #[test]
    fn what_is_milder_than_a_warning_has_to_be_asked_for() {
        assert_eq!(heard(&[], "shared-u64-address", Level::Note), None);
        let on = [("shared-u64-address", Setting::On)];
        assert_eq!(heard(&on, "shared-u64-address", Level::Note), Some(Level::Note));
        // Whether a rule runs by default is a matter of its own level, not of what it would find.
        assert_eq!(heard(&[], "dead-store", Level::Warning), None);
        assert_eq!(heard(&[("dead-store", Setting::On)], "dead-store", Level::Warning), Some(Level::Warning));
    }

    #[test]
    fn denying_warnings_wakes_no_rule() {
        let off = ("shfl-width", Setting::Off);
        assert_eq!(heard(&[off, ("warnings", DENY)], "shfl-width", Level::Warning), None);
        assert_eq!(heard(&[off, ("all", DENY)], "shfl-width", Level::Warning), Some(Level::Error));
    }
}
