//! An open document.

use super::linting::LintReport;
use super::text::IndexedText;
use crate::driver::Report;
use crate::ir::Module;
use crate::options::Options;
use crate::source::Source;
use lsp_types::Uri;
use std::path::PathBuf;
use std::sync::Arc;

/// What the editor has open, saved or not.
#[derive(Debug)]
pub(super) struct OpenDocument {
    pub uri: Uri,
    /// The file, if it is one.
    pub path: Option<PathBuf>,
    /// The editor's number of the text.
    pub version: i32,
    pub text: Arc<IndexedText>,
    /// What it is linted with; `None` when the configuration leaves it out.
    pub options: Option<Arc<Options>>,
    /// What was found in it last.
    pub report: Option<DocumentReport>,
    /// More had to be judged the last time than can be between two keys.
    pub is_large: bool,
}

/// What was found in a text.
#[derive(Clone, Debug)]
pub(super) struct DocumentReport {
    /// The editor's number of the text.
    pub version: i32,
    pub text: Arc<IndexedText>,
    pub report: Arc<Report>,
    /// All rules have judged the text; otherwise some findings are older than it.
    pub is_whole: bool,
}

impl OpenDocument {
    /// Parses the text for one answer: 10,000 lines take a few milliseconds, less than it would cost to keep them in step.
    pub(super) fn with_module<T>(&self, work: impl FnOnce(&Module<'_>) -> T) -> T {
        // The protocol's text has an offset for each of its bytes: `IndexedText` can hold no more than 4 GiB either.
        let source = Source::new(self.text.bytes()).or_else(|_| Source::new(b""));
        let Ok(source) = source else { unreachable!("an empty text is small") };
        work(&crate::parser::parse(source))
    }

    /// What is found in it now, if that is known.
    pub(super) fn current_report(&self) -> Option<&DocumentReport> {
        self.report.as_ref().filter(|it| it.version == self.version)
    }

    /// Keeps what was found in it as it is now.
    pub(super) fn keep(&mut self, report: LintReport) {
        let LintReport { report, is_whole, is_large } = report;
        self.is_large = is_large;
        let (version, text) = (self.version, Arc::clone(&self.text));
        self.report = Some(DocumentReport { version, text, report: Arc::new(report), is_whole });
    }
}
