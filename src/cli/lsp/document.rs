//! An open document.

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
    /// What was found in the text of that version last.
    pub report: Option<(i32, Arc<Report>)>,
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
    pub(super) fn current_report(&self) -> Option<&Arc<Report>> {
        self.report.as_ref().filter(|(version, _)| *version == self.version).map(|(_, report)| report)
    }
}
