//! What is rejected: rules about a module, and about each statement by itself, find it without looking at the flow of any function.

mod illegal;

use crate::check::{DeclaredTarget, InstructionChecker, Mistake};
use crate::cores::Cores;
use crate::diagnostic::{Diagnostic, Group, Level, RuleInfo};
use crate::guard::guarded;
use crate::ids::FunctionId;
use crate::ir::Module;
use crate::options::{Levels, Options};
#[cfg(feature = "device")]
use crate::options::{Selector, Setting};
use crate::rules::{self, Context, Hook, Rule};
use crate::span::Span;
use crate::suppress::Suppressions;
use std::sync::Arc;

pub(crate) use illegal::{around, illegal_functions};

/// Instructions that are compared with the table at a time.
const CHUNK: usize = 4096;

/// What rules find, before anything is dropped or suppressed.
#[derive(Default)]
pub(crate) struct RawFindings {
    pub diagnostics: Vec<Diagnostic>,
    /// Mistakes of ours, which nobody can suppress.
    pub panics: Vec<Diagnostic>,
}

impl RawFindings {
    pub(crate) fn append(&mut self, mut other: Self) {
        self.diagnostics.append(&mut other.diagnostics);
        self.panics.append(&mut other.panics);
    }

    /// Runs a rule. When it panics, what it has reported so far stays, and all others run as if nothing had happened.
    pub(crate) fn guarded(
        &mut self,
        module: &Module<'_>,
        rule: &'static Rule,
        function: Option<FunctionId>,
        work: impl FnOnce(&mut Self),
    ) {
        let Err(message) = guarded(|| work(self)) else { return };
        let name = function.and_then(|id| name_of(module, id));
        // Rules share analyses: the same panic of one is told once for each function.
        let known = |panic: &Diagnostic| panic.function == name && panic.caption.as_ref() == Some(&message);
        if self.panics.iter().any(known) {
            return;
        }
        self.panics.push(Diagnostic {
            span: function.map_or(Span::default(), |id| module[id].name_span),
            function: name,
            ..internal_error(format!("`{}` panicked and did not finish here", rule.name), message)
        });
    }

    /// What is left to report, by position: no consequences of rejected code, and nothing that a comment allows. `also` adds what is
    /// known only when comments have hidden what they hide.
    pub(crate) fn reported(
        self,
        module: &Module<'_>,
        also: impl FnOnce(&Suppressions, &mut Vec<Diagnostic>),
    ) -> Vec<Diagnostic> {
        let Self { mut diagnostics, panics } = self;
        let suppressed = guarded(|| {
            drop_consequences(&mut diagnostics);
            let mut suppressions = Suppressions::new(module);
            diagnostics.retain(|diagnostic| !suppressions.hides(diagnostic));
            also(&suppressions, &mut diagnostics);
        });
        diagnostics.extend(panics);
        diagnostics.extend(suppressed.err().map(|panic| {
            internal_error("comments that allow findings could not be read: some may be reported".to_string(), panic)
        }));
        sort(&mut diagnostics);
        diagnostics
    }
}

/// What rules about a module, and the mistakes of the checker, are judged by.
#[derive(Clone, Copy)]
pub(crate) struct ModuleRun<'a, 's> {
    pub module: &'a Module<'s>,
    pub options: &'a Options,
    /// The rules among which mistakes of the checker find theirs, also those that are switched off.
    pub rules: &'a [&'static Rule],
}

impl<'a, 's> ModuleRun<'a, 's> {
    /// The rules that run.
    pub(crate) fn active(&self) -> Vec<&'static Rule> {
        self.rules.iter().copied().filter(|rule| self.options.levels.runs(rule)).collect()
    }

    pub(crate) fn context<'d>(
        &'d self,
        rule: &'static Rule,
        function: Option<FunctionId>,
        diagnostics: &'d mut Vec<Diagnostic>,
    ) -> Context<'d, 's> {
        Context { module: self.module, options: self.options, rule, function, diagnostics }
    }

    /// What the rules `active` find in the module, and in each statement by itself.
    pub(crate) fn findings(&self, active: &[&'static Rule], cores: &Cores) -> RawFindings {
        let mut found = RawFindings::default();
        for &rule in active {
            for hook in rule.hooks {
                if let Hook::Module(hook) = hook {
                    found.guarded(self.module, rule, None, |found| {
                        hook(&mut self.context(rule, None, &mut found.diagnostics));
                    });
                }
            }
        }
        self.mistakes(cores, &mut found);
        found
    }

    /// Hands each mistake of the checker to the first rule that takes it. A rule that is switched off takes its mistakes, too,
    /// so that no other rule reports them.
    fn mistakes(&self, cores: &Cores, found: &mut RawFindings) {
        // Where the checker panics, it is the first rule that lacks its mistakes.
        let first = rules::ALL[0];
        let mut checker = None;
        found.guarded(self.module, first, None, |_| {
            checker = Some(InstructionChecker::new(self.module, DeclaredTarget::new(self.module, self.options)));
        });
        let Some(checker) = checker else { return };
        let count = self.module.insts.len();
        let chunk = |at: usize| at * CHUNK..count.min((at + 1) * CHUNK);
        let sizes: Vec<usize> = (0..count.div_ceil(CHUNK)).map(|at| chunk(at).len()).collect();
        let parts = cores.spread(&sizes, |at| {
            let mut found = RawFindings::default();
            found.guarded(self.module, first, None, |found| {
                checker.check(chunk(at), &mut |mistake| self.mistake(mistake, found));
            });
            found
        });
        // There may be very many: room for twice as many as have come would be a lot.
        found.diagnostics.reserve_exact(parts.iter().map(|part| part.diagnostics.len()).sum());
        parts.into_iter().for_each(|part| found.append(part));
    }

    fn mistake(&self, mistake: &Mistake, found: &mut RawFindings) {
        let hooks = self.rules.iter().flat_map(|&rule| rule.hooks.iter().map(move |hook| (rule, hook)));
        for (rule, hook) in hooks {
            let Hook::Mistake(hook) = hook else { continue };
            let mut taken = true;
            found.guarded(self.module, rule, None, |found| {
                taken = hook(&mut self.context(rule, None, &mut found.diagnostics), mistake);
            });
            if taken {
                break;
            }
        }
    }
}

/// Whether a rule judges what the assembler takes. All of these run without following the flow of a function.
pub(crate) fn is_about_legality(rule: &RuleInfo) -> bool {
    rule.group == Group::Isa
}

fn is_rejection(diagnostic: &Diagnostic) -> bool {
    diagnostic.rule.group == Group::Isa && diagnostic.level == Level::Error
}

/// What is wrong with the meaning of an operand that the assembler rejects does not matter.
fn drop_consequences(diagnostics: &mut Vec<Diagnostic>) {
    let mut rejected: Vec<Span> = diagnostics.iter().filter(|d| is_rejection(d)).map(|d| d.span).collect();
    if rejected.is_empty() {
        return;
    }
    rejected.sort_unstable_by_key(|span| span.start);
    let overlaps = |span: Span| {
        let next = rejected.partition_point(|other| other.start < span.start);
        rejected.get(next).is_some_and(|other| other.start < span.end)
            || next.checked_sub(1).is_some_and(|before| rejected[before].end > span.start)
    };
    diagnostics.retain(|diagnostic| diagnostic.rule.group == Group::Isa || !overlaps(diagnostic.span));
}

/// A mistake of ours as a finding.
pub(crate) fn internal_error(message: String, panic: String) -> Diagnostic {
    Diagnostic {
        rule: &rules::INTERNAL_ERROR.info,
        level: Level::Error,
        message,
        span: Span::default(),
        caption: Some(panic),
        labels: Vec::new(),
        help: Some("this is a bug in ptxlint: please report it with the file".to_string()),
        fixes: Vec::new(),
        function: None,
        witness: None,
        confirmation: None,
    }
}

/// Sorts findings by position.
fn sort(diagnostics: &mut [Diagnostic]) {
    // A stable order of equal ones would take as much memory again.
    diagnostics.sort_unstable_by(|a, b| {
        (a.span.start, a.span.end, a.rule.name)
            .cmp(&(b.span.start, b.span.end, b.rule.name))
            .then_with(|| a.message.cmp(&b.message))
    });
}

/// The name of a function, unless its declaration has none.
pub(crate) fn name_of(module: &Module<'_>, function: FunctionId) -> Option<Arc<str>> {
    module[function].name.map(|name| Arc::from(module.name(name)))
}

/// What the assembler would not take: the first error of group `isa` that no comment allows.
#[cfg(feature = "device")]
pub(crate) fn first_rejection(module: &Module<'_>) -> Option<Diagnostic> {
    let mut levels = Levels::default();
    levels.set(Selector::All, Setting::Off);
    levels.set(Selector::Group(Group::Isa), Setting::On);
    let options = Options { levels, ..Options::default() };
    let run = ModuleRun { module, options: &options, rules: rules::ALL };
    let findings = run.findings(&run.active(), &Cores::idle(0)).reported(module, |_, _| ());
    findings.into_iter().find(|finding| finding.level == Level::Error)
}

/// How many errors of group `isa` a module has, whatever levels and comments say.
pub(crate) fn rejections(module: &Module<'_>, options: &Options) -> usize {
    let rules: Vec<&'static Rule> = rules::ALL.iter().copied().filter(|rule| is_about_legality(&rule.info)).collect();
    let options = Options { levels: Levels::default(), ..options.clone() };
    let run = ModuleRun { module, options: &options, rules: &rules };
    let found = run.findings(&run.active(), &Cores::idle(0));
    found.diagnostics.iter().filter(|diagnostic| diagnostic.level == Level::Error).count()
}
