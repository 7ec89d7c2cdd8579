//! What a rule sees while it runs.

use super::declare::Rule;
use crate::diagnostic::{Diagnostic, Finding, Group, Level};
use crate::ids::FunctionId;
use crate::ir::Module;
use crate::options::Options;
use crate::span::Span;
use std::sync::Arc;

/// The module, the options, and the place where findings go.
pub struct Context<'a, 's> {
    /// The module.
    pub module: &'a Module<'s>,
    /// What the user asked for.
    pub options: &'a Options,
    pub(crate) rule: &'static Rule,
    /// The function that is being looked at.
    pub(crate) function: Option<FunctionId>,
    pub(crate) diagnostics: &'a mut Vec<Diagnostic>,
}

impl Context<'_, '_> {
    /// Reports a finding of the running rule, if the user wants to hear it.
    pub fn report(&mut self, finding: Finding) {
        let Some(level) = self.options.levels.heard(self.rule, finding.level.unwrap_or(self.rule.level)) else {
            return;
        };
        let function = self.function.or_else(|| self.function_around(finding.span));
        let finding = finding.compact();
        self.diagnostics.push(Diagnostic {
            rule: &self.rule.info,
            level,
            message: finding.message,
            span: finding.span,
            caption: finding.caption,
            labels: finding.labels,
            help: finding.help,
            fixes: finding.fixes,
            function: function.and_then(|id| self.name_of(id)),
            witness: finding.witness,
            confirmation: None,
        });
    }

    /// What rules of a group have warned of in the function that is being looked at.
    pub fn reported(&self, group: Group) -> impl Iterator<Item = &Diagnostic> {
        let name = self.function.and_then(|id| self.module[id].name).map(|name| self.module.name(name));
        self.diagnostics.iter().filter(move |finding| {
            finding.rule.group == group
                && matches!(finding.level, Level::Error | Level::Warning)
                && finding.function.as_deref() == name
        })
    }

    /// The name of a function: one with the findings before, if they are its own.
    fn name_of(&self, function: FunctionId) -> Option<Arc<str>> {
        let name = self.module.name(self.module[function].name?);
        let last = self.diagnostics.last().and_then(|finding| finding.function.as_ref());
        Some(last.filter(|known| ***known == *name).map_or_else(|| Arc::from(name), Arc::clone))
    }

    /// The function declaration that holds a place.
    fn function_around(&self, span: Span) -> Option<FunctionId> {
        let functions = &self.module.functions;
        let after = functions.partition_point(|function| function.span.start <= span.start);
        let named = |i: &usize| functions[*i].name.is_some() && functions[*i].span.end >= span.end;
        (0..after).rev().take(64).find(named).map(FunctionId::new)
    }
}
