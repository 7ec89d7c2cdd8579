//! Results as they are written: rules by their names.

use crate::diagnostic::{Diagnostic, Fix, Level, SecondaryLabel, Witness};
use crate::driver::{FileStatus, FunctionResults, Incomplete, RelativeFinding, Report, SpanAnchor};
use crate::facts::Shortfall;
use crate::rules;
use crate::span::Span;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// What was found in a function.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredFunction {
    findings: Vec<(StoredFinding, Vec<SpanAnchor>)>,
    incomplete: Vec<StoredIncomplete>,
}

impl StoredFunction {
    pub(super) fn of(results: FunctionResults) -> Self {
        let finding = |RelativeFinding { diagnostic, anchors }| (StoredFinding::of(diagnostic), anchors);
        Self {
            findings: results.findings.into_iter().map(finding).collect(),
            incomplete: results.incomplete.into_iter().map(StoredIncomplete::of).collect(),
        }
    }

    /// The results; nothing where they name a rule that there is not.
    pub(super) fn into_results(self) -> Option<FunctionResults> {
        let finding = |(finding, anchors): (StoredFinding, _)| {
            Some(RelativeFinding { diagnostic: finding.into_diagnostic()?, anchors })
        };
        Some(FunctionResults {
            findings: self.findings.into_iter().map(finding).collect::<Option<_>>()?,
            incomplete: self.incomplete.into_iter().map(StoredIncomplete::into_incomplete).collect::<Option<_>>()?,
        })
    }
}

/// A report on a text.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct StoredReport {
    status: FileStatus,
    reason: Option<String>,
    target: Option<String>,
    findings: Vec<StoredFinding>,
    incomplete: Vec<StoredIncomplete>,
}

impl StoredReport {
    /// Whether there is nothing to say of the text.
    pub(super) fn is_clean(&self) -> bool {
        self.status == FileStatus::Ok && self.findings.is_empty() && self.incomplete.is_empty()
    }

    /// A report; nothing for one with rules that wait, which may be many times as long as the text.
    pub(super) fn of(report: &Report) -> Option<Self> {
        report.waiting.is_empty().then(|| Self {
            status: report.status,
            reason: report.reason.clone(),
            target: report.target.clone(),
            findings: report.findings.iter().cloned().map(StoredFinding::of).collect(),
            incomplete: report.incomplete.iter().cloned().map(StoredIncomplete::of).collect(),
        })
    }

    /// The report; nothing where it names a rule that there is not.
    pub(super) fn into_report(self) -> Option<Report> {
        Some(Report {
            status: self.status,
            reason: self.reason,
            findings: self.findings.into_iter().map(StoredFinding::into_diagnostic).collect::<Option<_>>()?,
            target: self.target,
            waiting: Vec::new(),
            incomplete: self.incomplete.into_iter().map(StoredIncomplete::into_incomplete).collect::<Option<_>>()?,
        })
    }
}

/// A finding before anybody has asked the interpreter about it.
#[derive(Debug, Serialize, Deserialize)]
struct StoredFinding {
    rule: Cow<'static, str>,
    level: Level,
    message: String,
    span: Span,
    caption: Option<String>,
    labels: Vec<SecondaryLabel>,
    help: Option<String>,
    fixes: Vec<Fix>,
    function: Option<Arc<str>>,
    witness: Option<Box<Witness>>,
}

impl StoredFinding {
    fn of(diagnostic: Diagnostic) -> Self {
        Self {
            rule: diagnostic.rule.name.into(),
            level: diagnostic.level,
            message: diagnostic.message,
            span: diagnostic.span,
            caption: diagnostic.caption,
            labels: diagnostic.labels,
            help: diagnostic.help,
            fixes: diagnostic.fixes,
            function: diagnostic.function,
            witness: diagnostic.witness,
        }
    }

    fn into_diagnostic(self) -> Option<Diagnostic> {
        Some(Diagnostic {
            rule: &rules::by_name(&self.rule)?.info,
            level: self.level,
            message: self.message,
            span: self.span,
            caption: self.caption,
            labels: self.labels,
            help: self.help,
            fixes: self.fixes,
            function: self.function,
            witness: self.witness,
            confirmation: None,
        })
    }
}

/// What a rule has not looked at.
#[derive(Debug, Serialize, Deserialize)]
struct StoredIncomplete {
    function: Option<Arc<str>>,
    rule: Cow<'static, str>,
    shortfall: Shortfall,
}

impl StoredIncomplete {
    fn of(Incomplete { function, rule, shortfall }: Incomplete) -> Self {
        Self { function, rule: rule.into(), shortfall }
    }

    fn into_incomplete(self) -> Option<Incomplete> {
        Some(Incomplete {
            function: self.function,
            rule: rules::by_name(&self.rule)?.info.name,
            shortfall: self.shortfall,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_kept() {
        let rule = rules::ALL[0].info.name;
        let shortfall = Shortfall { what: "launches".into(), looked: 3, of: Some(8) };
        let incomplete = Incomplete { function: Some("k".into()), rule, shortfall };
        let report =
            Report { incomplete: vec![incomplete], target: Some("sm_80".into()), ..Report::empty(FileStatus::Ok) };
        let stored = StoredReport::of(&report).expect("no rule waits");
        assert!(
            !stored.is_clean()
                && StoredReport::of(&Report::empty(FileStatus::Ok)).is_some_and(|stored| stored.is_clean())
        );
        let text = serde_json::to_string(&stored).expect("it has names for all");
        let read = |text: &str| serde_json::from_str::<StoredReport>(text).ok().and_then(StoredReport::into_report);
        assert_eq!(format!("{:?}", read(&text)), format!("{:?}", Some(report)));
        assert!(read(&text.replace(rule, "no-such-rule")).is_none());
    }
}
