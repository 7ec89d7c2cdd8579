//! Findings: what rules report, as data. Rendering is somebody else's work.

mod rule_info;

pub use rule_info::{Group, RuleInfo};

use crate::span::Span;
pub use crate::witness::{ReplayVerdict, Witness};
use std::sync::Arc;

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Level {
    /// Style or portability.
    Note,
    /// A measurable slowdown.
    Perf,
    /// Very likely a bug.
    Warning,
    /// The assembler rejects it, or it faults or gives wrong results whenever it runs.
    Error,
}

impl Level {
    /// All levels, mildest first.
    pub const ALL: [Level; 4] = [Level::Note, Level::Perf, Level::Warning, Level::Error];

    /// The word in reports and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Perf => "perf",
            Level::Note => "note",
        }
    }
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A secondary place of a finding: one link in the chain of facts that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SecondaryLabel {
    /// Where.
    pub span: Span,
    /// What is to be seen there.
    pub message: String,
}

/// Whether a fix may be applied without looking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Applicability {
    /// The result is what was meant.
    Safe,
    /// The result may differ in behaviour: look at it.
    Unsafe,
}

impl Applicability {
    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Applicability::Safe => "safe",
            Applicability::Unsafe => "unsafe",
        }
    }
}

/// A replacement of source text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// By what.
    pub text: String,
}

/// Edits that mend a finding together.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fix {
    /// Whether it may be applied without looking.
    pub applicability: Applicability,
    /// Non-overlapping edits in source order.
    pub edits: Vec<Edit>,
}

/// A finding.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule that found it.
    pub rule: &'static RuleInfo,
    /// How bad it is.
    pub level: Level,
    /// What is wrong, in one sentence without a final stop.
    pub message: String,
    /// The guilty operand or modifier.
    pub span: Span,
    /// What the underline says; nothing when the message says it all.
    pub caption: Option<String>,
    /// Further places.
    pub labels: Vec<SecondaryLabel>,
    /// What to do.
    pub help: Option<String>,
    /// Ways to mend it.
    pub fixes: Vec<Fix>,
    /// Name of the function that holds it, which findings share: those of C++ are long.
    pub function: Option<Arc<str>>,
    /// The launch in which it shows, for rules that look at launches.
    pub witness: Option<Box<Witness>>,
    /// What the interpreter says of that launch, once it was asked.
    pub confirmation: Option<Box<ReplayVerdict>>,
}

impl Diagnostic {
    /// All places that it names, always in the same order.
    pub fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        let labels = self.labels.iter_mut().map(|label| &mut label.span);
        let edits = self.fixes.iter_mut().flat_map(|fix| fix.edits.iter_mut().map(|edit| &mut edit.span));
        let acts = self.witness.iter_mut().flat_map(|witness| witness.acts.iter_mut().map(|act| &mut act.span));
        std::iter::once(&mut self.span).chain(labels).chain(edits).chain(acts)
    }
}

/// A finding under construction; [`crate::rules::Context::report`] completes it.
#[derive(Debug)]
pub struct Finding {
    pub(crate) message: String,
    pub(crate) span: Span,
    pub(crate) level: Option<Level>,
    pub(crate) caption: Option<String>,
    pub(crate) labels: Vec<SecondaryLabel>,
    pub(crate) help: Option<String>,
    pub(crate) fixes: Vec<Fix>,
    pub(crate) witness: Option<Box<Witness>>,
}

impl Finding {
    /// A finding at `span`.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            span,
            level: None,
            caption: None,
            labels: Vec::new(),
            help: None,
            fixes: Vec::new(),
            witness: None,
        }
    }

    /// Without the room for more that texts and lists have kept: there may be very many findings.
    pub(crate) fn compact(mut self) -> Self {
        self.message.shrink_to_fit();
        let texts = [&mut self.caption, &mut self.help].into_iter().flatten();
        texts.chain(self.labels.iter_mut().map(|label| &mut label.message)).for_each(String::shrink_to_fit);
        self.labels.shrink_to_fit();
        self.fixes.shrink_to_fit();
        self
    }

    /// Reports at another level than the rule's own.
    pub fn level(mut self, level: Level) -> Self {
        self.level = Some(level);
        self
    }

    /// Writes something at the underline.
    pub fn caption(mut self, text: impl Into<String>) -> Self {
        self.caption = Some(text.into());
        self
    }

    /// Adds a secondary place.
    pub fn label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(SecondaryLabel { span, message: message.into() });
        self
    }

    /// Says what to do.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Names the launch in which it shows.
    pub fn witness(mut self, witness: Witness) -> Self {
        self.witness = Some(Box::new(witness));
        self
    }

    /// Offers a replacement of one place.
    pub fn fix(self, applicability: Applicability, span: Span, text: impl Into<String>) -> Self {
        self.fixes(applicability, vec![Edit { span, text: text.into() }])
    }

    /// Offers several edits that belong together.
    pub fn fixes(mut self, applicability: Applicability, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { applicability, edits });
        self
    }
}
