//! Runs the rules over a module.

use crate::check::{self, Mistake};
use crate::diagnostic::{Diagnostic, Level};
use crate::facts::{self, Facts};
use crate::ids::FunctionId;
use crate::ir::Module;
use crate::rules::{self, Context, Group, Hook, Rule};
use crate::source::{Source, SourceTooLarge};
use crate::suppress::Suppressions;

/// What the caller knows and wants.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Levels that differ from the rules' own.
    pub levels: Levels,
    /// Kernels that the module must define.
    pub expected_kernels: Vec<String>,
    /// Extents of the blocks that kernels without `.reqntid` are launched with.
    pub block: Option<[u32; 3]>,
    /// Name of the parameter that holds the number of vectors of a batch; `m_dim` when empty.
    pub batch_parameter: String,
}

impl Options {
    /// Name of the parameter that holds the number of vectors of a batch.
    pub fn batch_parameter(&self) -> &str {
        if self.batch_parameter.is_empty() { "m_dim" } else { &self.batch_parameter }
    }
}

/// Which rules run, and at which level.
#[derive(Clone, Debug, Default)]
pub struct Levels {
    overrides: Vec<(Selector, Setting)>,
}

/// What an override applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selector {
    /// Every rule.
    All,
    /// Every rule whose own level is this one.
    Level(Level),
    /// The rules of a group.
    Group(Group),
    /// One rule.
    Rule(&'static Rule),
}

/// What an override says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The rule does not run.
    Off,
    /// The rule runs at its own level.
    On,
    /// The rule runs at this level.
    At(Level),
}

impl Selector {
    /// Reads `all`, `errors`, `warnings`, a group or a rule.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "all" => return Some(Self::All),
            "errors" => return Some(Self::Level(Level::Error)),
            "warnings" => return Some(Self::Level(Level::Warning)),
            _ => {}
        }
        let group = Group::ALL.into_iter().find(|group| group.name() == text).map(Self::Group);
        group.or_else(|| rules::by_name(text).map(Self::Rule))
    }

    fn matches(self, rule: &Rule) -> bool {
        match self {
            Self::All => true,
            Self::Level(level) => rule.level == level,
            Self::Group(group) => rule.group == group,
            Self::Rule(other) => other.name == rule.name,
        }
    }
}

impl Levels {
    /// Adds an override; later ones win.
    pub fn set(&mut self, selector: Selector, setting: Setting) {
        self.overrides.push((selector, setting));
    }

    /// What applies to a rule.
    pub fn of(&self, rule: &Rule) -> Setting {
        let last = self.overrides.iter().rev().find(|(selector, _)| selector.matches(rule));
        let default = if rule.is_default() { Setting::On } else { Setting::Off };
        last.map_or(default, |&(_, setting)| setting)
    }
}

/// What became of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It was read as a whole.
    Ok,
    /// Parts of it are no PTX.
    SyntaxError,
    /// It is no PTX at all.
    NotPtx,
}

impl Status {
    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::SyntaxError => "syntax-error",
            Status::NotPtx => "not-ptx",
        }
    }
}

/// The findings of one module.
#[derive(Debug)]
pub struct Report {
    /// What became of the file.
    pub status: Status,
    /// Why a file is no PTX.
    pub reason: Option<String>,
    /// Findings by position; those of a file that is no PTX are left out.
    pub findings: Vec<Diagnostic>,
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
    let source = Source::new(bytes)?;
    if let Some(reason) = why_not_ptx(source) {
        return Ok(Report { status: Status::NotPtx, reason: Some(reason), findings: Vec::new() });
    }
    let module = crate::parser::parse(source);
    let status = if module.syntax_errors.is_empty() { Status::Ok } else { Status::SyntaxError };
    Ok(Report { status, reason: None, findings: lint(&module, options) })
}

/// Why a file is certainly no PTX, if it is none.
fn why_not_ptx(source: Source<'_>) -> Option<String> {
    let text = source.slice(source.text());
    let kind = match text {
        [0x7f, b'E', b'L', b'F', ..] => "an ELF object (a cubin, perhaps)",
        [b'P', b'K', 3, 4, ..] => "a zip archive",
        [0x50, 0xed, 0x55, 0xba, ..] => "a CUDA fat binary",
        [b'B', b'C', 0xc0, 0xde, ..] => "LLVM bitcode",
        _ if text.trim_ascii().is_empty() => "empty",
        _ if text.iter().take(8192).filter(|&&b| b == 0).count() > 0 => "binary data",
        _ => {
            let has_directive = [&b".version"[..], b".target", b".entry", b".func", b".visible", b".reg"]
                .iter()
                .any(|word| contains(text, word));
            return (!has_directive).then(|| "no PTX directive was found in it".to_string());
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
pub fn lint(module: &Module<'_>, options: &Options) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let active: Vec<Active> = rules::ALL.iter().filter_map(|&rule| Active::new(rule, options)).collect();
    let mut run = Run { module, options, diagnostics: &mut diagnostics };
    for rule in &active {
        for hook in rule.rule.hooks {
            if let Hook::Module(hook) = hook {
                hook(&mut run.context(rule, None));
            }
        }
    }
    run.mistakes(&active);
    for function in module.function_ids() {
        run.function(&active, function);
    }
    let mut suppressions = Suppressions::new(module);
    diagnostics.retain(|diagnostic| !suppressions.hides(diagnostic));
    for rule in &active {
        if std::ptr::eq(rule.rule, &rules::unused_suppression::UNUSED_SUPPRESSION) {
            let mut run = Run { module, options, diagnostics: &mut diagnostics };
            suppressions.report_unused(&mut run.context(rule, None));
        }
    }
    diagnostics.sort_by(|a, b| {
        (a.span.start, a.span.end, a.rule.name)
            .cmp(&(b.span.start, b.span.end, b.rule.name))
            .then_with(|| a.message.cmp(&b.message))
    });
    diagnostics
}

/// A rule that runs.
struct Active {
    rule: &'static Rule,
    level: Option<Level>,
}

impl Active {
    fn new(rule: &'static Rule, options: &Options) -> Option<Self> {
        match options.levels.of(rule) {
            Setting::Off => None,
            Setting::On => Some(Self { rule, level: None }),
            Setting::At(level) => Some(Self { rule, level: Some(level) }),
        }
    }
}

struct Run<'a, 's> {
    module: &'a Module<'s>,
    options: &'a Options,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'s> Run<'_, 's> {
    fn context(&mut self, active: &Active, function: Option<FunctionId>) -> Context<'_, 's> {
        Context {
            module: self.module,
            options: self.options,
            rule: active.rule,
            level: active.level,
            function,
            diagnostics: self.diagnostics,
        }
    }

    /// Hands each mistake of the checker to the first rule that takes it. A rule that is switched off takes its mistakes, too,
    /// so that no other rule reports them.
    fn mistakes(&mut self, active: &[Active]) {
        let module = self.module;
        let is_active = |rule: &Rule| active.iter().any(|active| active.rule == rule);
        let mut ignored = Vec::new();
        check::module(module, &mut |mistake: &Mistake| {
            let hooks = rules::ALL.iter().flat_map(|&rule| rule.hooks.iter().map(move |hook| (rule, hook)));
            for (rule, hook) in hooks {
                let Hook::Mistake(hook) = hook else { continue };
                let level = active.iter().find(|active| active.rule == rule).and_then(|active| active.level);
                let diagnostics = if is_active(rule) { &mut *self.diagnostics } else { &mut ignored };
                let mut context = Context { module, options: self.options, rule, level, function: None, diagnostics };
                if hook(&mut context, mistake) {
                    break;
                }
            }
            ignored.clear();
        });
    }

    fn function(&mut self, active: &[Active], function: FunctionId) {
        let data = &self.module[function];
        if data.body.is_none() || data.broken || facts::has_too_many_edges(self.module, function) {
            return;
        }
        let facts = Facts::new(self.module, function, self.options.block);
        for rule in active {
            for hook in rule.rule.hooks {
                if let Hook::Function(hook) = hook {
                    hook(&mut self.context(rule, Some(function)), &facts);
                }
            }
        }
    }
}
