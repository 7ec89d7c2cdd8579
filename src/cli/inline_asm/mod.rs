//! PTX in `asm` statements of CUDA C++.
//!
//! Each statement becomes a module of its own: its operands are registers of the types that their constraints have, the rest is its
//! text. Rules that look at single instructions judge it, and their findings go back to the places in the source.

mod scan;
#[cfg(test)]
mod tests;

use crate::check::gate::VERSIONS;
use crate::diagnostic::{Diagnostic, Level};
use crate::driver::{self, FileStatus, Report};
use crate::isa::Instruction;
use crate::options::Options;
use crate::rules::{self, Rule};
use crate::source::{Source, SourceTooLarge};
use crate::span::Span;
use scan::Statement;
use std::path::Path;

/// Whether a file is C++ by its name, and not PTX by its text. CUDA's own files hold no assembly of the host.
pub(super) fn is_source(path: &Path, bytes: &[u8]) -> bool {
    let is_directive = |line: &[u8]| line.trim_ascii_start().starts_with(b".version");
    extension(path).is_some_and(|extension| {
        is_cuda(path) || ["h", "hh", "hpp", "hxx", "inl", "c", "cc", "cpp", "cxx"].contains(&extension.as_str())
    }) && !bytes.split(|&byte| byte == b'\n').any(is_directive)
}

fn is_cuda(path: &Path) -> bool {
    extension(path).is_some_and(|extension| ["cu", "cuh"].contains(&extension.as_str()))
}

fn extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

/// What was found in a source.
pub(super) struct Checked {
    /// The findings.
    pub report: Report,
    /// Statements that were read.
    pub read: usize,
    /// Statements that macros put together, or that are not what `nvcc` takes.
    pub skipped: usize,
}

impl Checked {
    /// What was not looked at.
    pub(super) fn note(&self) -> Option<String> {
        let all = self.read + self.skipped;
        (self.skipped > 0).then(|| {
            format!("{} of {all} asm statements are skipped: macros put them together, or their operands are not those of nvcc", self.skipped)
        })
    }
}

/// Numbers that stand for constants which are not known: what is wrong with all of them is wrong.
const GUESSES: [i64; 5] = [0, 1, 16, 32, 128];

/// Judges the statements of a source.
///
/// # Errors
/// [`SourceTooLarge`] when there are more bytes than positions can count.
pub(super) fn check(bytes: &[u8], path: &Path, options: &Options) -> Result<Checked, SourceTooLarge> {
    Source::new(bytes)?;
    let (statements, mut skipped) = scan::statements(bytes);
    let mut findings = Vec::new();
    let mut read = 0;
    for statement in &statements {
        if !is_ptx(statement, is_cuda(path)) {
            continue;
        }
        if !statement.operands.iter().all(|operand| register(&operand.constraint).is_some()) {
            skipped += 1;
            continue;
        }
        read += 1;
        findings.append(&mut judge(statement, options));
    }
    findings.sort_by_key(|finding| (finding.span, finding.rule.name));
    let report = Report {
        status: FileStatus::Ok,
        reason: None,
        findings,
        target: None,
        waiting: Vec::new(),
        incomplete: Vec::new(),
    };
    Ok(Checked { report, read, skipped })
}

/// Whether a statement is for a GPU. In other files than CUDA's its first word has to be an instruction of PTX.
fn is_ptx(statement: &Statement, is_cuda: bool) -> bool {
    let text: Vec<u8> = statement.text.iter().map(|&(byte, _)| byte).collect();
    let text = String::from_utf8_lossy(&text);
    let mut parts =
        text.split([';', '{', '}']).map(str::trim).filter(|part| !part.is_empty() && !part.starts_with('.'));
    let Some(first) = parts.next() else { return false };
    let mut words = first.split_whitespace().filter(|word| !word.starts_with('@') && !word.ends_with(':'));
    let Some(word) = words.next() else { return false };
    let name = word.split('.').next().unwrap_or(word);
    let is_known = Instruction::lookup(name).is_some();
    text.contains(';') && (is_known && (word.contains('.') || is_cuda) || is_cuda && word.contains('.'))
}

/// The type of the register that an operand is in; the empty text for a number.
fn register(constraint: &str) -> Option<&'static str> {
    let letter = constraint.trim_start_matches(['=', '+', '&']);
    Some(match letter {
        "h" => ".b16",
        "r" => ".b32",
        "l" => ".b64",
        "q" => ".b128",
        "f" => ".f32",
        "d" => ".f64",
        "n" => "",
        _ => return None,
    })
}

/// The rules that look at single instructions.
fn chosen(options: &Options) -> Vec<&'static Rule> {
    let gates = ["version-too-low", "target-too-low"];
    let others = [
        "syntax-error",
        "unknown-instruction",
        "bitwise-type",
        "f16-memory-type",
        "cvt-rounding",
        "invalid-modifier",
        "invalid-type",
        "operand-mismatch",
    ];
    let is_chosen = |rule: &&Rule| {
        others.contains(&rule.name)
            || gates.contains(&rule.name) && (options.target.is_some() || options.version.is_some())
    };
    rules::ALL.iter().copied().filter(is_chosen).collect()
}

/// The findings of a statement, at their places in the source.
fn judge(statement: &Statement, options: &Options) -> Vec<Diagnostic> {
    let is_open = |operand: &scan::AsmOperand| register(&operand.constraint) == Some("") && operand.value.is_none();
    let guesses = if statement.operands.iter().any(is_open) { &GUESSES[..] } else { &GUESSES[..1] };
    let rules = chosen(options);
    let mut found: Option<Vec<Diagnostic>> = None;
    for &guess in guesses {
        let module = AsmModule::new(statement, guess);
        let mut findings = module.numbers(statement, options);
        if let Ok(source) = Source::new(&module.text) {
            let parsed = crate::parser::parse(source);
            findings.extend(driver::lint_with(&parsed, options, &rules).into_iter().filter_map(|it| module.place(it)));
        }
        let same = |a: &Diagnostic, b: &Diagnostic| a.rule.name == b.rule.name && a.span == b.span;
        found = Some(match found {
            None => findings,
            Some(known) => known.into_iter().filter(|a| findings.iter().any(|b| same(a, b))).collect(),
        });
    }
    found.unwrap_or_default()
}

/// The module of a statement.
struct AsmModule {
    text: Vec<u8>,
    /// The place in the source of each byte; nothing for those that are not there.
    places: Vec<Option<Span>>,
    /// Operands that do not exist, and where they are named.
    missing: Vec<(usize, Span)>,
}

impl AsmModule {
    fn new(statement: &Statement, guess: i64) -> Self {
        let mut module = Self { text: Vec::new(), places: Vec::new(), missing: Vec::new() };
        let newest = VERSIONS.last().copied().unwrap_or(90);
        let header =
            format!(".version {}.{}\n.target sm_100a\n.address_size 64\n.func asm()\n{{\n", newest / 10, newest % 10);
        module.add(&header, None);
        for (i, operand) in statement.operands.iter().enumerate() {
            if let Some(kind) = register(&operand.constraint).filter(|kind| !kind.is_empty()) {
                module.add(&format!(".reg {kind} %asm{i};\n"), None);
            }
        }
        module.add("{\n", None);
        module.add_text(statement, guess);
        module.add("\n}\nret;\n}\n", None);
        module
    }

    fn add(&mut self, text: &str, place: Option<Span>) {
        self.text.extend(text.as_bytes());
        self.places.resize(self.text.len(), place);
    }

    /// Adds the text of a statement with its operands in their places.
    fn add_text(&mut self, statement: &Statement, guess: i64) {
        let text = &statement.text;
        let mut at = 0;
        while let Some(&(byte, place)) = text.get(at) {
            let next = text.get(at + 1).map(|&(byte, _)| byte);
            let digits = text[at + 1..].iter().take_while(|(byte, _)| byte.is_ascii_digit()).count();
            let (length, piece) = match (byte, next) {
                (b'%', Some(b'%' | b'=')) if statement.is_extended => {
                    (2, if next == Some(b'=') { "0" } else { "%" }.to_string())
                }
                (b'%', _) if statement.is_extended && digits > 0 => {
                    let number: String = text[at + 1..at + 1 + digits].iter().map(|&(byte, _)| byte as char).collect();
                    let number = number.parse().unwrap_or(usize::MAX);
                    let end = text[at + digits].1 + 1;
                    let piece = match statement.operands.get(number) {
                        Some(operand) if register(&operand.constraint) == Some("") => {
                            operand.value.unwrap_or(guess).to_string()
                        }
                        Some(_) => format!("%asm{number}"),
                        None => {
                            self.missing.push((number, Span::new(place, end)));
                            "%none".to_string()
                        }
                    };
                    (1 + digits, piece)
                }
                _ => {
                    self.text.push(byte);
                    self.places.push(Some(Span::new(place, place + 1)));
                    at += 1;
                    continue;
                }
            };
            let end = text[at + length - 1].1 + 1;
            self.add(&piece, Some(Span::new(place, end)));
            at += length;
        }
    }

    /// Operands that the statement names and does not have.
    fn numbers(&self, statement: &Statement, options: &Options) -> Vec<Diagnostic> {
        let Some(rule) = rules::by_name("operand-mismatch") else { return Vec::new() };
        let Some(level) = options.levels.heard(rule, Level::Error) else { return Vec::new() };
        let count = statement.operands.len();
        let plural = if count == 1 { "" } else { "s" };
        let finding = |&(number, span): &(usize, Span)| Diagnostic {
            rule,
            level,
            message: format!(
                "there is no operand `%{number}`: the statement has {count} operand{plural}, counted from 0"
            ),
            span,
            caption: None,
            labels: Vec::new(),
            help: None,
            fixes: Vec::new(),
            function: None,
            witness: None,
            confirmation: None,
        };
        self.missing.iter().map(finding).collect()
    }

    /// A finding at its place in the source; none if it is about something else than the statement's text.
    fn place(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        finding.span = self.source(finding.span)?;
        finding.labels.retain_mut(|label| {
            self.source(label.span).is_some_and(|span| {
                label.span = span;
                true
            })
        });
        // Operands have other names there.
        let is_invented = |text: &str| text.contains("%asm") || text.contains("%none");
        if is_invented(&finding.message) || finding.caption.as_deref().is_some_and(is_invented) {
            finding.message = finding.message.replace("%asm", "%");
            finding.caption = finding.caption.map(|caption| caption.replace("%asm", "%"));
        }
        if finding.message.contains("%none") {
            return None;
        }
        finding.function = None;
        finding.fixes.clear();
        Some(finding)
    }

    fn source(&self, span: Span) -> Option<Span> {
        let first = (*self.places.get(span.start as usize)?)?;
        let last = (*self.places.get((span.end.max(span.start + 1) - 1) as usize)?)?;
        Some(Span::new(first.start, last.end.max(first.end)))
    }
}
