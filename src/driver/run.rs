//! What rules find in a module and its functions, before anything is dropped or suppressed.

use super::inlined::{InlinedFunctions, InlinedKernel};
use super::memory::{RememberedModule, Remembering};
use super::{Cores, Incomplete, Waiting};
use crate::diagnostic::{Diagnostic, Group, Level, SecondaryLabel};
use crate::facts::summaries::Summaries;
use crate::facts::{self, Facts, Shortfall};
use crate::guard::guarded;
use crate::ids::FunctionId;
use crate::ir::Module;
use crate::legality::{ModuleRun, RawFindings, around, illegal_functions, internal_error, name_of};
use crate::rules::{Hook, Rule};
use crate::source::Source;
use crate::span::Span;
use std::collections::HashSet;
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

/// What became of a function.
enum Judged {
    /// It was not judged: what rules find is known.
    Known,
    /// Nobody waits for what rules find.
    Interrupted,
    /// Nothing was found in most.
    Found(Option<Box<FunctionFindings>>),
}

impl ModuleFindings {
    /// Makes room for what was found in functions: twice the room, as lists usually get, would be a lot.
    fn make_room(&mut self, judged: &[Judged]) {
        let found = judged.iter().filter_map(|judged| match judged {
            Judged::Found(found) => found.as_deref(),
            _ => None,
        });
        let count = |(diagnostics, incomplete): (usize, usize), found: &FunctionFindings| {
            (diagnostics + found.raw.diagnostics.len(), incomplete + found.incomplete.len())
        };
        let (diagnostics, incomplete) = found.fold((0, 0), count);
        self.raw.diagnostics.reserve_exact(diagnostics);
        self.incomplete.reserve_exact(incomplete);
    }

    fn append(&mut self, mut other: FunctionFindings) {
        self.raw.append(other.raw);
        self.incomplete.append(&mut other.incomplete);
    }
}

/// What rules find in a module, in its functions as well.
pub(super) fn found(of: ModuleRun<'_, '_>, cores: &Cores, remembering: Option<Remembering<'_>>) -> ModuleFindings {
    let module = of.module;
    let active = of.active();
    let mut raw = of.findings(&active, cores);
    // Where that panics, flow rules judge what may be illegal: too much is reported rather than too little.
    let illegal = guarded(|| illegal_functions(module, &raw.diagnostics)).unwrap_or_else(|panic| {
        raw.panics.push(internal_error("it could not be determined which functions are illegal".to_string(), panic));
        Default::default()
    });
    let summaries = Arc::new(Summaries::without(illegal.clone()));
    let follows_calls = active.iter().any(|rule| rule.follows_calls());
    let inlined = if follows_calls { InlinedFunctions::of(module, &illegal) } else { None };
    let run = FunctionRun { of, active: &active, summaries, inlined, wanted: remembering.as_ref().map(|it| it.wanted) };
    let is_waiting = |&id: &FunctionId| illegal.contains(&id) || module[id].broken && module[id].is_definition();
    let delayed = Waiting::rules(&active);
    let waiting = |id| Waiting { function: name_of(module, id), rules: Arc::clone(&delayed) };
    let waiting = module.function_ids().filter(is_waiting).map(waiting).collect();
    let mut found = ModuleFindings { raw, incomplete: Vec::new(), waiting };
    let mut remembered = remembering.and_then(|it| RememberedModule::of(it.memory, module, &illegal));
    let mut known: Vec<Option<FunctionFindings>> = match &mut remembered {
        Some(remembered) => module.function_ids().map(|id| remembered.recall(id, module[id].insts.len())).collect(),
        None => Vec::new(),
    };
    let is_known = |id: FunctionId| known.get(id.index()).is_some_and(Option::is_some);
    let size = |id: FunctionId| if is_known(id) { 0 } else { module[id].insts.len() };
    let sizes: Vec<usize> = module.function_ids().map(size).collect();
    let judged = cores.spread(&sizes, |i| {
        let function = FunctionId::new(i);
        let judged =
            if is_known(function) { Judged::Known } else { run.function(function, illegal.contains(&function)) };
        run.summaries.judged(function);
        judged
    });
    found.make_room(&judged);
    for (function, judged) in module.function_ids().zip(judged) {
        match judged {
            Judged::Known => found.append(known[function.index()].take().unwrap_or_default()),
            Judged::Interrupted => {}
            Judged::Found(judged) => {
                let judged = judged.map_or_else(FunctionFindings::default, |judged| *judged);
                if let Some(remembered) = &mut remembered {
                    remembered.keep(function, &judged);
                }
                found.append(judged);
            }
        }
    }
    if run.inlined.is_some() {
        drop_repeated(module, &mut found.raw.diagnostics);
    }
    found
}

/// Drops what has been found in a callee for a kernel, and is known already: of the callee itself, or of another kernel. What is outside
/// functions belongs to each finding's own.
fn drop_repeated(module: &Module<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let is_elsewhere = |finding: &Diagnostic| {
        let place = around(module, finding.span).and_then(|id| name_of(module, id));
        finding.function.is_some() && place.is_some() && place != finding.function
    };
    let key = |finding: &Diagnostic| (finding.rule.name, finding.span);
    let own = diagnostics.iter().filter(|finding| !is_elsewhere(finding));
    let mut known: HashSet<(&'static str, Span)> = own.map(key).collect();
    diagnostics.retain(|finding| !is_elsewhere(finding) || known.insert(key(finding)));
}

/// What all functions of a module are judged by.
struct FunctionRun<'a, 's> {
    of: ModuleRun<'a, 's>,
    /// The rules that run.
    active: &'a [&'static Rule],
    summaries: Arc<Summaries>,
    /// The functions that are put in place of their calls.
    inlined: Option<InlinedFunctions>,
    /// Whether anybody still waits for the findings.
    wanted: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl FunctionRun<'_, '_> {
    fn is_wanted(&self) -> bool {
        self.wanted.is_none_or(|wanted| wanted())
    }

    /// What the rules about functions find in one.
    fn function(&self, function: FunctionId, is_illegal: bool) -> Judged {
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
        let FunctionFindings { raw, incomplete } = &found;
        let is_empty = raw.diagnostics.is_empty() && raw.panics.is_empty() && incomplete.is_empty();
        if self.is_wanted() { Judged::Found((!is_empty).then(|| Box::new(found))) } else { Judged::Interrupted }
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
                    shortfall: Shortfall { what: "targets of computed branches".into(), looked: 0, of: None },
                });
            }
            return;
        }
        let block = match data.name {
            Some(name) => options.block_of(module.name(name)),
            None => options.block,
        };
        let facts = Facts::sharing(module, function, block, Arc::clone(&self.summaries)).with_effort(options.effort);
        self.rules_of(&self.of, &facts, is_illegal, self.active, found);
        if let Some(functions) = self.inlined.as_ref().filter(|_| !is_illegal) {
            self.with_callees(functions, function, block, found);
        }
    }

    /// Judges a kernel with the functions that it calls in place of the calls. What is found there is at places of the callees.
    fn with_callees(
        &self,
        functions: &InlinedFunctions,
        function: FunctionId,
        block: Option<[u32; 3]>,
        found: &mut FunctionFindings,
    ) {
        let ModuleRun { module, options, .. } = self.of;
        let active = self.active.iter().copied().filter(|rule| rule.follows_calls());
        let kernel = match functions.inlined(module, function) {
            Ok(Some(kernel)) => kernel,
            Ok(None) => return,
            Err(shortfall) => {
                // One of them stands for all.
                let rule = active.clone().find(|rule| rule.group == Group::Sync).or(active.clone().next());
                let function = name_of(module, function);
                found.incomplete.extend(rule.map(|rule| Incomplete { function, rule: rule.name, shortfall }));
                return;
            }
        };
        let active: Vec<&'static Rule> = active.collect();
        let Ok(source) = Source::new(kernel.text()) else { return };
        let whole = crate::parser::parse(source);
        // It comes last.
        let Some(id) = whole.function_ids().rfind(|&id| whole[id].is_definition() && !whole[id].broken) else { return };
        debug_assert_eq!(name_of(&whole, id), name_of(module, function));
        let facts = Facts::sharing(&whole, id, block, Arc::default()).with_effort(options.effort);
        let mut judged = FunctionFindings::default();
        self.rules_of(&ModuleRun { module: &whole, ..self.of }, &facts, false, &active, &mut judged);
        let known = &mut found.raw.diagnostics;
        let new = judged.raw.diagnostics.into_iter().filter_map(|finding| at_callees(&kernel, finding, known));
        let new: Vec<Diagnostic> = new.collect();
        known.extend(new);
        found.raw.panics.append(&mut judged.raw.panics);
        for incomplete in judged.incomplete {
            let is_same =
                |it: &Incomplete| it.rule == incomplete.rule && it.shortfall.what == incomplete.shortfall.what;
            if !found.incomplete.iter().any(is_same) {
                found.incomplete.push(incomplete);
            }
        }
    }

    /// Runs rules about functions on one.
    fn rules_of(
        &self,
        of: &ModuleRun<'_, '_>,
        facts: &Facts<'_, '_>,
        is_illegal: bool,
        rules: &[&'static Rule],
        found: &mut FunctionFindings,
    ) {
        let (module, function) = (of.module, facts.function);
        // Names of functions of C++ are long, and shared.
        let mut name = None;
        for rule in rules {
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
                        hook(&mut of.context(rule, Some(function), &mut found.diagnostics), facts);
                    });
                    found.incomplete.extend(facts.take_shortfalls().into_iter().map(|shortfall| Incomplete {
                        function: name.get_or_insert_with(|| name_of(module, function)).clone(),
                        rule: rule.name,
                        shortfall,
                    }));
                }
            }
        }
    }
}

/// A finding in a kernel with callees in place, at the places of the file; nothing if none of them is in a callee, or if the same rule
/// has spoken of it, perhaps at the call.
fn at_callees(kernel: &InlinedKernel, mut finding: Diagnostic, known: &[Diagnostic]) -> Option<Diagnostic> {
    if finding.level < Level::Warning {
        return None;
    }
    // An edit would change what other callers do, too.
    finding.fixes.clear();
    let (_, guilty_call) = kernel.origin(finding.span);
    let mut calls = Vec::new();
    for span in finding.spans_mut() {
        let (origin, call) = kernel.origin(*span);
        *span = origin;
        calls.extend(call);
    }
    let is_of_it =
        |span: Span| span == finding.span || calls.iter().any(|call| call.start <= span.start && span.end <= call.end);
    let has_spoken = |known: &Diagnostic| {
        let labels = known.labels.iter().map(|label| label.span);
        known.rule == finding.rule && std::iter::once(known.span).chain(labels).any(is_of_it)
    };
    if calls.is_empty() || known.iter().any(has_spoken) {
        return None;
    }
    if let Some(span) = guilty_call {
        let caller = finding.function.as_ref().map_or(String::new(), |name| format!(" from `{name}`"));
        finding.labels.push(SecondaryLabel { span, message: format!("called{caller} here") });
    }
    Some(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_in_a_callee_is_told_once() {
        let text = ".version 8.0\n.target sm_80\n.address_size 64\n.shared .b32 s;\n\
            .func f() { ret; }\n.entry a() { ret; }\n.entry b() { ret; }\n";
        let module = crate::parser::parse(Source::new(text.as_bytes()).expect("a short text"));
        let place = |word: &str| Span::at(text.find(word).expect("it is there") as u32 + 1);
        let finding = |function: &str, span| Diagnostic {
            span,
            function: Some(function.into()),
            ..internal_error(String::new(), String::new())
        };
        let told = |places: &[(&str, &str)]| {
            let mut all = places.iter().map(|&(function, word)| finding(function, place(word))).collect();
            drop_repeated(&module, &mut all);
            all.iter().map(|finding| finding.function.as_deref().expect("one").to_string()).collect::<Vec<_>>()
        };
        assert_eq!(told(&[("a", ".func"), ("b", ".func")]), ["a"]);
        assert_eq!(told(&[("a", ".func"), ("f", ".func"), ("b", ".func")]), ["f"]);
        assert_eq!(told(&[("a", ".shared"), ("b", ".shared")]), ["a", "b"]);
        assert_eq!(told(&[("a", ".entry a"), ("b", ".entry b")]), ["a", "b"]);
    }
}
