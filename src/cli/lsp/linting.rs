//! Lints documents on threads of their own, so that typing never waits for it.
//!
//! One thread judges texts whole. That takes longer than typing where a change is about thousands of instructions, in one function or in
//! those that call it: then another thread says at once what the assembler would, and moves the other findings to where their text is.

use super::document::DocumentReport;
use super::text::IndexedText;
use crate::diagnostic::{self, Diagnostic, Level};
use crate::driver::{self, CheckSession, Cores, Report};
use crate::guard::guarded;
use crate::options::Options;
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::{DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range, Uri};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The stack of the threads: as much as the main thread has.
const STACK: usize = 8 << 20;

/// Instructions from which on they are not judged between two keys.
const MOST_BETWEEN_KEYS: usize = 1000;

/// A text to lint.
#[derive(Debug)]
pub(super) struct EditorJob {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<IndexedText>,
    pub options: Arc<Options>,
    /// What was found last, if more had to be judged for it than can be between two keys.
    pub last: Option<DocumentReport>,
}

/// What was found in it, or why it could not be linted.
#[derive(Debug)]
pub(super) struct LintedText {
    pub uri: Uri,
    pub version: i32,
    pub text: Arc<IndexedText>,
    pub report: Result<LintReport, String>,
}

/// A report, and what it says.
#[derive(Debug)]
pub(super) struct LintReport {
    pub report: Report,
    /// All rules have judged the text.
    pub is_whole: bool,
    /// More had to be judged than can be between two keys.
    pub is_large: bool,
}

/// Where texts go to be linted.
#[derive(Debug)]
pub(super) struct LintQueue {
    whole: Sender<EditorJob>,
    early: Sender<EditorJob>,
}

impl LintQueue {
    /// Has a text linted. Without the threads all else goes on.
    pub(super) fn add(&self, job: EditorJob) {
        let early = job.last.is_some().then(|| EditorJob {
            uri: job.uri.clone(),
            text: Arc::clone(&job.text),
            options: Arc::clone(&job.options),
            last: job.last.clone(),
            ..job
        });
        let _ = early.map(|job| self.early.send(job));
        let _ = self.whole.send(job);
    }
}

/// Starts the threads. They end when nobody sends any more.
pub(super) fn start() -> std::io::Result<(LintQueue, Receiver<LintedText>, SessionLinter)> {
    let (done, results) = unbounded();
    let linter = SessionLinter::default();
    let background = linter.clone();
    let whole = worker("linter", done.clone(), move |job, wanted| {
        background.lint_while(&job.uri, &job.text, &job.options, wanted).transpose()
    })?;
    let early = worker("early linter", done, |job, _| Some(early(job.last.as_ref(), &job.text, &job.options)))?;
    Ok((LintQueue { whole, early }, results, linter))
}

/// A thread that works on texts. `lint` gives nothing when the text is no longer wanted, which it may ask at any time.
fn worker(
    name: &str,
    done: Sender<LintedText>,
    lint: impl Fn(&EditorJob, &(dyn Fn() -> bool + Sync)) -> Option<Result<LintReport, String>> + Send + 'static,
) -> std::io::Result<Sender<EditorJob>> {
    let (jobs, work) = unbounded::<EditorJob>();
    thread::Builder::new().name(name.to_string()).stack_size(STACK).spawn(move || {
        let mut waiting: Vec<EditorJob> = Vec::new();
        while let Ok(job) = work.recv() {
            waiting.push(job);
            while !waiting.is_empty() {
                // Of each document only the newest text is of interest.
                for newer in work.try_iter() {
                    waiting.retain(|job| job.uri != newer.uri);
                    waiting.push(newer);
                }
                let job = waiting.remove(0);
                let Some(report) = lint(&job, &|| work.is_empty()) else {
                    // What has come may be about another document.
                    waiting.push(job);
                    continue;
                };
                let EditorJob { uri, version, text, .. } = job;
                if done.send(LintedText { uri, version, text, report }).is_err() {
                    return;
                }
            }
        }
    })?;
    Ok(jobs)
}

/// What can be said at once of a text in which something else was found before a change.
pub(super) fn early(
    last: Option<&DocumentReport>,
    text: &IndexedText,
    options: &Options,
) -> Result<LintReport, String> {
    let known = last.map_or_else(Vec::new, |last| moved(&last.report.findings, last.text.bytes(), text.bytes()));
    let report = guarded(|| driver::check_legality(text.bytes(), options, known).map_err(|error| error.to_string()));
    report.and_then(|it| it).map(|report| LintReport { report, is_whole: false, is_large: true })
}

/// Findings of a text at their places after a change. Those that the change touches are left out.
fn moved(findings: &[Diagnostic], old: &[u8], new: &[u8]) -> Vec<Diagnostic> {
    let shorter = old.len().min(new.len());
    let before = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tails = old.iter().rev().zip(new.iter().rev());
    let behind = tails.take(shorter - before).take_while(|(a, b)| a == b).count();
    let (start, end) = (before as u32, (old.len() - behind) as u32);
    let place = |span: &mut crate::span::Span| {
        if span.start >= end && (span.start > start || end > start) {
            let shift = |place: u32| (u64::from(place) + new.len() as u64 - old.len() as u64) as u32;
            (span.start, span.end) = (shift(span.start), shift(span.end));
            return true;
        }
        span.end <= start
    };
    let moved = |finding: &Diagnostic| {
        let mut finding = finding.clone();
        let stays = finding.spans_mut().all(place);
        stays.then_some(finding)
    };
    findings.iter().filter_map(moved).collect()
}

/// Lints texts, of which only functions are judged that have changed.
#[derive(Clone, Debug, Default)]
pub(super) struct SessionLinter(Arc<Mutex<OpenSessions>>);

impl SessionLinter {
    /// Lints a text while `wanted` says so; the error says what went wrong within ptxlint.
    pub(super) fn lint_while(
        &self,
        uri: &Uri,
        text: &IndexedText,
        options: &Arc<Options>,
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<LintReport>, String> {
        // Whatever a panic has left is not used again.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lint(uri, text, options, wanted)
    }
}

/// All but the one that the linter runs on.
fn other_cores() -> Cores {
    Cores::idle(thread::available_parallelism().map_or(0, |count| count.get() - 1))
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
    fn lint(
        &mut self,
        uri: &Uri,
        text: &IndexedText,
        options: &Arc<Options>,
        wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<LintReport>, String> {
        let known = self.list.iter().position(|(of, with, _)| of == uri && Arc::ptr_eq(with, options));
        let mut session = match known {
            Some(at) => self.list.remove(at).2,
            None => CheckSession::new(Options::clone(options)).with_cores(other_cores()),
        };
        self.list.retain(|(of, ..)| of != uri);
        // After a panic the session is not used again.
        let report = guarded(|| session.check_while(text.bytes(), wanted).map_err(|error| error.to_string()));
        let report = report.and_then(|it| it);
        let is_large = session.judged_instructions() >= MOST_BETWEEN_KEYS;
        if report.is_ok() {
            self.list.push((uri.clone(), Arc::clone(options), session));
        }
        let surplus = self.list.len().saturating_sub(SESSIONS);
        self.list.drain(..surplus);
        Ok(report?.map(|report| LintReport { report, is_whole: true, is_large }))
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

#[cfg(test)]
mod tests {
    use super::*;

    const KERNEL: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k()\n{\n    .reg .b32 %r<3>;\n    mov.u32 %r1, 1;\n    \
                          and.u32 %r1, %r1, 1;\n    or.u32 %r1, %r1, 1;\n    ret;\n}\n";

    /// The words under findings after a change.
    fn words(change: (&str, &str)) -> Vec<String> {
        let new = KERNEL.replacen(change.0, change.1, 1);
        assert_ne!(new, KERNEL);
        let report = driver::check(KERNEL.as_bytes(), &Options::default()).expect("small");
        assert_eq!(report.findings.len(), 2);
        let word = |finding: Diagnostic| new[finding.span.range()].to_string();
        moved(&report.findings, KERNEL.as_bytes(), new.as_bytes()).into_iter().map(word).collect()
    }

    #[test]
    fn findings_move_with_their_text() {
        for change in
            [("mov.u32 %r1, 1;\n", ""), ("mov", "//\n    mov"), ("ret", "bra X"), (".b32", ".b64"), ("k()", "long()")]
        {
            assert_eq!(words(change), [".u32", ".u32"], "{change:?}");
        }
        // What touches the word of a finding makes it void.
        assert_eq!(words(("and.u32", "and.s32")), [".u32"]);
        assert_eq!(words(("and.u32 %r1", "and.u32.x %r1")), [".u32", ".u32"]);
        assert_eq!(words(("and.u32", "xor.u32")), [".u32", ".u32"]);
        assert_eq!(words(("and.u32 %r1, %r1, 1;\n    or.u32", "")), [""; 0]);
    }

    #[test]
    fn a_large_function_is_judged_in_two_steps() {
        let uri: Uri = "untitled:a".parse().expect("a name");
        let options = Arc::new(Options::default());
        let slow = ".reg .pred %p; mov.u32 %r2, %tid.x; setp.eq.u32 %p, %r2, 0; @%p bra L; bar.sync 0; L:\n    ret";
        let text = IndexedText::new(KERNEL.replacen("ret", slow, 1).replace(".u32 %r1, %r1", ".b32 %r1, %r1"));
        let linter = SessionLinter::default();
        let lint =
            |text: &IndexedText, wanted: bool| linter.lint_while(&uri, text, &options, &|| wanted).expect("no panic");
        assert!(lint(&text, false).is_none(), "nobody waits");
        let whole = lint(&text, true).expect("a report");
        assert!(whole.is_whole && !whole.is_large);
        let rules = |report: &Report| report.findings.iter().map(|it| it.rule.name).collect::<Vec<_>>();
        assert_eq!(rules(&whole.report), ["divergent-barrier"]);
        let last = DocumentReport { version: 1, text: Arc::new(text), report: Arc::new(whole.report), is_whole: true };
        let changed = IndexedText::new(last.text.content().replacen("and.b32", "and.u32", 1));
        let early = early(Some(&last), &changed, &options).expect("no panic");
        assert_eq!(rules(&early.report), ["bitwise-type", "divergent-barrier"]);
        assert!(!early.is_whole);
        let many = "mov.u32 %r1, 1;\n".repeat(MOST_BETWEEN_KEYS);
        let large = IndexedText::new(KERNEL.replacen("ret", &format!("{many}ret"), 1));
        assert!(lint(&large, true).is_some_and(|report| report.is_large));
    }
}
