//! What rules find in a module and its functions, before anything is dropped or suppressed.

use super::session::{CachedModule, SessionRun};
use super::{Cores, Incomplete, Waiting};
use crate::diagnostic::Diagnostic;
use crate::facts::calls::Summaries;
use crate::facts::{self, Facts, Shortfall};
use crate::guard::guarded;
use crate::ids::FunctionId;
use crate::legality::{ModuleRun, RawFindings, illegal_functions, internal_error, name_of};
use crate::rules::{Hook, Rule};
use std::sync::Arc;

/// What rules find in a function.
#[derive(Default)]
pub(super) struct FunctionFindings {
    pub raw: RawFindings,
    pub incomplete: Vec<Incomplete>,
}

/// What rules find in a module.
pub(super) struct ModuleFindings {
    pub raw: RawFindings,
    pub incomplete: Vec<Incomplete>,
    /// Rules that do not run on functions with errors.
    pub waiting: Vec<Waiting>,
}

impl ModuleFindings {
    fn append(&mut self, mut other: FunctionFindings) {
        self.raw.append(other.raw);
        self.incomplete.append(&mut other.incomplete);
    }
}

/// What rules find in a module, in its functions as well.
pub(super) fn found(of: ModuleRun<'_, '_>, cores: &Cores, session: Option<SessionRun<'_>>) -> ModuleFindings {
    let module = of.module;
    let active = of.active();
    let mut raw = of.findings(&active, cores);
    // Where that panics, flow rules judge what may be illegal: too much is reported rather than too little.
    let illegal = guarded(|| illegal_functions(module, &raw.diagnostics)).unwrap_or_else(|panic| {
        raw.panics.push(internal_error("it could not be determined which functions are illegal".to_string(), panic));
        Default::default()
    });
    let summaries = Arc::new(Summaries::without(illegal.clone()));
    let run = FunctionRun { of, active: &active, summaries, wanted: session.as_ref().map(|session| session.wanted) };
    let is_waiting = |&id: &FunctionId| illegal.contains(&id) || module[id].broken && module[id].is_definition();
    let delayed = Waiting::rules(&active);
    let waiting = |id| Waiting { function: name_of(module, id), rules: Arc::clone(&delayed) };
    let waiting = module.function_ids().filter(is_waiting).map(waiting).collect();
    let mut found = ModuleFindings { raw, incomplete: Vec::new(), waiting };
    let mut cached = session.map(|session| session.cache.of(module, &illegal));
    let mut known: Vec<Option<FunctionFindings>> =
        module.function_ids().map(|id| cached.as_mut().and_then(|cached| cached.findings(id))).collect();
    let size = |id: FunctionId| if known[id.index()].is_some() { 0 } else { module[id].insts.len() };
    let sizes: Vec<usize> = module.function_ids().map(size).collect();
    let judged = cores.spread(&sizes, |i| {
        let function = FunctionId::new(i);
        known[i].is_none().then(|| run.function(function, illegal.contains(&function)))
    });
    for (function, judged) in module.function_ids().zip(judged) {
        match judged {
            None => found.append(known[function.index()].take().unwrap_or_default()),
            Some(None) => cached.iter_mut().for_each(CachedModule::interrupt),
            Some(Some(judged)) => {
                if let Some(cached) = cached.as_mut().filter(|_| judged.raw.panics.is_empty()) {
                    cached.keep(function, &judged.raw.diagnostics, &judged.incomplete);
                }
                found.append(judged);
            }
        }
    }
    found
}

/// What all functions of a module are judged by.
struct FunctionRun<'a, 's> {
    of: ModuleRun<'a, 's>,
    /// The rules that run.
    active: &'a [&'static Rule],
    summaries: Arc<Summaries>,
    /// Whether anybody still waits for the findings.
    wanted: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl FunctionRun<'_, '_> {
    fn is_wanted(&self) -> bool {
        self.wanted.is_none_or(|wanted| wanted())
    }

    /// What the rules about functions find in one; nothing if nobody waits for it any more.
    fn function(&self, function: FunctionId, is_illegal: bool) -> Option<FunctionFindings> {
        let module = self.of.module;
        let mut found = FunctionFindings::default();
        // What the rules of a function share is covered by no rule's guard.
        if let Err(panic) = guarded(|| self.function_rules(function, is_illegal, &mut found)) {
            found.raw.panics.push(Diagnostic {
                span: module[function].name_span,
                function: name_of(module, function),
                ..internal_error("rules have panicked, and do not judge this function".to_string(), panic)
            });
        }
        self.is_wanted().then_some(found)
    }

    /// Runs the rules about functions, of an illegal one only those that judge each instruction alone.
    fn function_rules(&self, function: FunctionId, is_illegal: bool, found: &mut FunctionFindings) {
        let ModuleRun { module, options, .. } = self.of;
        let data = &module[function];
        if data.body.is_none() || data.broken {
            return;
        }
        if facts::has_too_many_edges(module, function) {
            // No rule looks at its flow; one of them stands for all.
            if let Some(rule) =
                self.active.iter().find(|rule| rule.hooks.iter().any(|hook| matches!(hook, Hook::Function(_))))
            {
                found.incomplete.push(Incomplete {
                    function: name_of(module, function),
                    rule: rule.name,
                    shortfall: Shortfall { what: "targets of computed branches", looked: 0, of: None },
                });
            }
            return;
        }
        let block = match data.name {
            Some(name) => options.block_of(module.name(name)),
            None => options.block,
        };
        let facts = Facts::sharing(module, function, block, Arc::clone(&self.summaries)).with_effort(options.effort);
        for rule in self.active {
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
                    found.raw.guarded(module, rule, Some(function), |found| {
                        hook(&mut self.of.context(rule, Some(function), &mut found.diagnostics), &facts);
                    });
                    found.incomplete.extend(facts.take_shortfalls().into_iter().map(|shortfall| Incomplete {
                        function: name_of(module, function),
                        rule: rule.name,
                        shortfall,
                    }));
                }
            }
        }
    }
}
