//! What rules find in a module, before anything is dropped or suppressed.

use super::session::{CachedModule, SessionRun};
use super::{Cores, Incomplete, internal_error, name_of};
use crate::check::{DeclaredTarget, InstructionChecker, Mistake};
use crate::diagnostic::Diagnostic;
use crate::facts::calls::Summaries;
use crate::facts::{self, Facts, Shortfall};
use crate::guard::guarded;
use crate::ids::FunctionId;
use crate::illegal::{self, Waiting};
use crate::ir::Module;
use crate::options::Options;
use crate::rules::{self, Context, Hook, Rule};
use crate::span::Span;
use std::sync::Arc;

/// Instructions that are compared with the table at a time.
const CHUNK: usize = 4096;

/// What rules find.
#[derive(Default)]
pub(super) struct RawFindings {
    pub diagnostics: Vec<Diagnostic>,
    /// Mistakes of ours, which nobody can suppress.
    pub panics: Vec<Diagnostic>,
    pub incomplete: Vec<Incomplete>,
}

impl RawFindings {
    fn append(&mut self, mut other: Self) {
        self.diagnostics.append(&mut other.diagnostics);
        self.panics.append(&mut other.panics);
        self.incomplete.append(&mut other.incomplete);
    }

    /// Runs a rule. When it panics, what it has reported so far stays, and all others run as if nothing had happened.
    fn guarded(
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
}

/// What rules find in a module, and those that do not run on functions with errors.
pub(super) fn found(
    module: &Module<'_>,
    options: &Options,
    rules: &[&'static Rule],
    cores: &Cores,
    session: Option<SessionRun<'_>>,
) -> (RawFindings, Vec<Waiting>) {
    let active: Vec<&'static Rule> = rules.iter().copied().filter(|rule| options.levels.runs(rule)).collect();
    let run = RuleRun::new(module, options, rules);
    let mut found = RawFindings::default();
    run.module_rules(&active, cores, &mut found);
    // Where that panics, flow rules judge what may be illegal: too much is told rather than too little.
    let illegal = guarded(|| illegal::functions(module, &found.diagnostics)).unwrap_or_else(|panic| {
        found.panics.push(internal_error("it could not be determined which functions are illegal".to_string(), panic));
        Default::default()
    });
    let summaries = Arc::new(Summaries::without(illegal.clone()));
    let run = RuleRun { summaries, wanted: session.as_ref().map(|session| session.wanted), ..run };
    let is_waiting = |&id: &FunctionId| illegal.contains(&id) || module[id].broken && module[id].is_definition();
    let waiting = module.function_ids().filter(is_waiting).map(|id| Waiting::new(name_of(module, id), &active));
    let waiting = waiting.collect();
    let mut cached = session.map(|session| session.cache.of(module, &illegal));
    let mut known: Vec<Option<RawFindings>> =
        module.function_ids().map(|id| cached.as_mut().and_then(|cached| cached.findings(id))).collect();
    let size = |id: FunctionId| if known[id.index()].is_some() { 0 } else { module[id].insts.len() };
    let sizes: Vec<usize> = module.function_ids().map(size).collect();
    let judged = cores.spread(&sizes, |i| {
        let function = FunctionId::new(i);
        known[i].is_none().then(|| run.function(&active, function, illegal.contains(&function)))
    });
    for (function, judged) in module.function_ids().zip(judged) {
        match judged {
            None => found.append(known[function.index()].take().unwrap_or_default()),
            Some(None) => cached.iter_mut().for_each(CachedModule::interrupt),
            Some(Some(judged)) => {
                if let Some(cached) = cached.as_mut().filter(|_| judged.panics.is_empty()) {
                    cached.keep(function, &judged.diagnostics, &judged.incomplete);
                }
                found.append(judged);
            }
        }
    }
    (found, waiting)
}

/// What all parts of a module are judged by.
pub(super) struct RuleRun<'a, 's> {
    module: &'a Module<'s>,
    options: &'a Options,
    /// The rules among which mistakes of the checker find theirs, also those that are switched off.
    rules: &'a [&'static Rule],
    summaries: Arc<Summaries>,
    /// Whether anybody still waits for the findings.
    wanted: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl<'a, 's> RuleRun<'a, 's> {
    pub(super) fn new(module: &'a Module<'s>, options: &'a Options, rules: &'a [&'static Rule]) -> Self {
        Self { module, options, rules, summaries: Arc::default(), wanted: None }
    }

    pub(super) fn context<'d>(
        &'d self,
        rule: &'static Rule,
        function: Option<FunctionId>,
        diagnostics: &'d mut Vec<Diagnostic>,
    ) -> Context<'d, 's> {
        Context { module: self.module, options: self.options, rule, function, diagnostics }
    }

    fn is_wanted(&self) -> bool {
        self.wanted.is_none_or(|wanted| wanted())
    }

    /// Runs what is about the module, and about each statement alone.
    pub(super) fn module_rules(&self, active: &[&'static Rule], cores: &Cores, found: &mut RawFindings) {
        for &rule in active {
            for hook in rule.hooks {
                if let Hook::Module(hook) = hook {
                    found.guarded(self.module, rule, None, |found| {
                        hook(&mut self.context(rule, None, &mut found.diagnostics));
                    });
                }
            }
        }
        self.mistakes(cores, found);
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

    /// What the rules about functions find in one; nothing if nobody waits for it any more.
    fn function(&self, active: &[&'static Rule], function: FunctionId, is_illegal: bool) -> Option<RawFindings> {
        let mut found = RawFindings::default();
        // What the rules of a function share is covered by no rule's guard.
        if let Err(panic) = guarded(|| self.function_rules(active, function, is_illegal, &mut found)) {
            found.panics.push(Diagnostic {
                span: self.module[function].name_span,
                function: name_of(self.module, function),
                ..internal_error("rules have panicked, and do not judge this function".to_string(), panic)
            });
        }
        self.is_wanted().then_some(found)
    }

    /// Runs the rules about functions, of an illegal one only those that judge each instruction alone.
    fn function_rules(
        &self,
        active: &[&'static Rule],
        function: FunctionId,
        is_illegal: bool,
        found: &mut RawFindings,
    ) {
        let data = &self.module[function];
        if data.body.is_none() || data.broken {
            return;
        }
        if facts::has_too_many_edges(self.module, function) {
            // No rule looks at its flow; one of them stands for all.
            if let Some(rule) =
                active.iter().find(|rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::Function(_))))
            {
                found.incomplete.push(Incomplete {
                    function: name_of(self.module, function),
                    rule: rule.name,
                    shortfall: Shortfall { what: "targets of computed branches", looked: 0, of: None },
                });
            }
            return;
        }
        let block = match data.name {
            Some(name) => self.options.block_of(self.module.name(name)),
            None => self.options.block,
        };
        let facts =
            Facts::sharing(self.module, function, block, Arc::clone(&self.summaries)).with_effort(self.options.effort);
        for rule in active {
            if !self.is_wanted() {
                return;
            }
            for hook in rule.hooks {
                let hook = match hook {
                    Hook::Instructions(hook) => Some(hook),
                    Hook::Function(hook) if !is_illegal => Some(hook),
                    _ => None,
                };
                if let Some(hook) = hook {
                    facts.start_rule();
                    found.guarded(self.module, rule, Some(function), |found| {
                        hook(&mut self.context(rule, Some(function), &mut found.diagnostics), &facts);
                    });
                    found.incomplete.extend(facts.take_shortfalls().into_iter().map(|shortfall| Incomplete {
                        function: name_of(self.module, function),
                        rule: rule.name,
                        shortfall,
                    }));
                }
            }
        }
    }
}
