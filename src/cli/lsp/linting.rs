//! Lints documents on a thread of its own, so that typing never waits for it.

use super::text::IndexedText;
use crate::diagnostic::{self, Diagnostic, Level};
use crate::driver::{CheckSession, Report};
use crate::guard::guarded;
use crate::options::Options;
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, Uri};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The stack of the thread: as much as the main thread has.
const STACK: usize = 8 << 20;

/// A text to lint.
#[derive(Debug)]
pub(super) struct EditorJob {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<IndexedText>,
    pub options: Arc<Options>,
}

/// What was found in it, or why it could not be linted.
#[derive(Debug)]
pub(super) struct LintedText {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<IndexedText>,
    pub report: Result<Report, String>,
}

/// Starts the thread. It ends when nobody sends any more.
pub(super) fn start() -> std::io::Result<(Sender<EditorJob>, Receiver<LintedText>, SessionLinter)> {
    let (jobs, work) = unbounded::<EditorJob>();
    let (done, results) = unbounded();
    let linter = SessionLinter::default();
    let background = linter.clone();
    thread::Builder::new().name("linter".to_string()).stack_size(STACK).spawn(move || {
        let mut waiting: Vec<EditorJob> = Vec::new();
        while let Ok(job) = work.recv() {
            waiting.push(job);
            while !waiting.is_empty() {
                // Of each document only the newest text is of interest.
                for newer in work.try_iter() {
                    waiting.retain(|job| job.uri != newer.uri);
                    waiting.push(newer);
                }
                let EditorJob { uri, version, text, options } = waiting.remove(0);
                let report = background.lint(&uri, &text, &options);
                if done.send(LintedText { uri, version, text, report }).is_err() {
                    return;
                }
            }
        }
    })?;
    Ok((jobs, results, linter))
}

/// Lints texts, of which only functions are judged that have changed.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionLinter(Arc<Mutex<OpenSessions>>);

impl SessionLinter {
    /// Lints a text; the error says what went wrong within ptxlint.
    pub(super) fn lint(&self, uri: &Uri, text: &IndexedText, options: &Arc<Options>) -> Result<Report, String> {
        // Whatever a panic has left is not used again.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lint(uri, text, options)
    }
}

/// What is known of the documents that were linted last.
#[derive(Debug, Default)]
struct OpenSessions {
    /// The latest last.
    list: Vec<(Uri, Arc<Options>, CheckSession)>,
}

/// Documents of which findings are kept.
const SESSIONS: usize = 16;

impl OpenSessions {
    fn lint(&mut self, uri: &Uri, text: &IndexedText, options: &Arc<Options>) -> Result<Report, String> {
        let known = self.list.iter().position(|(of, with, _)| of == uri && Arc::ptr_eq(with, options));
        let mut session = match known {
            Some(at) => self.list.remove(at).2,
            None => CheckSession::new(Options::clone(options)),
        };
        self.list.retain(|(of, ..)| of != uri);
        // After a panic the session is not used again.
        let report = guarded(|| session.check(text.bytes()).map_err(|error| error.to_string())).and_then(|it| it);
        if report.is_ok() {
            self.list.push((uri.clone(), Arc::clone(options), session));
        }
        let surplus = self.list.len().saturating_sub(SESSIONS);
        self.list.drain(..surplus);
        report
    }
}

/// What the editor shows of a report.
pub(super) fn diagnostics(uri: &Uri, text: &IndexedText, report: &Report) -> Vec<lsp_types::Diagnostic> {
    let mut diagnostics: Vec<lsp_types::Diagnostic> =
        report.findings.iter().map(|finding| diagnostic(uri, text, finding)).collect();
    // An empty text is one that nobody has begun to write.
    if let Some(reason) = report.reason.as_ref().filter(|_| !text.content().trim().is_empty()) {
        let code = Some(NumberOrString::String(report.status.name().to_string()));
        let severity = Some(DiagnosticSeverity::WARNING);
        diagnostics.push(lsp_types::Diagnostic { severity, code, ..plain(Range::default(), reason.clone()) });
    }
    diagnostics
}

fn plain(range: Range, message: String) -> lsp_types::Diagnostic {
    lsp_types::Diagnostic { range, message, source: Some("ptxlint".to_string()), ..lsp_types::Diagnostic::default() }
}

fn diagnostic(uri: &Uri, text: &IndexedText, finding: &Diagnostic) -> lsp_types::Diagnostic {
    let mut message = finding.message.clone();
    let help = finding.help.as_ref().map(|help| format!("help: {help}"));
    for line in finding.caption.iter().chain(&help) {
        message.push('\n');
        message.push_str(line);
    }
    let related = |label: &diagnostic::SecondaryLabel| DiagnosticRelatedInformation {
        location: Location::new(uri.clone(), text.range(label.span)),
        message: label.message.clone(),
    };
    let labels: Vec<_> = finding.labels.iter().map(related).collect();
    lsp_types::Diagnostic {
        severity: Some(match finding.level {
            Level::Error => DiagnosticSeverity::ERROR,
            Level::Warning => DiagnosticSeverity::WARNING,
            Level::Perf | Level::Note => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(finding.rule.name.to_string())),
        related_information: Some(labels).filter(|labels| !labels.is_empty()),
        ..plain(text.range(finding.span), message)
    }
}
