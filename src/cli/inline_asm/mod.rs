//! PTX in inline assembly: `asm` of CUDA C++, what Python hands to LLVM, `asm!` of Rust.
//!
//! Each statement becomes a module of its own: its operands are registers of the types that their constraints have, the rest is its
//! text. Rules that look at single instructions judge it, and their findings go back to the places in the source. What the language
//! around it must know of the statement is judged by rules of their own.

mod cpp;
mod cursor;
mod effects;
mod module;
mod operands;
mod python;
mod rust;
mod scopes;
mod statement;
mod template;
#[cfg(test)]
mod tests;

use crate::diagnostic::{Diagnostic, Finding, Level};
use crate::driver::{self, FileStatus, Report};
use crate::ir;
use crate::isa::{Class, CudaRelease, Instruction, Word};
use crate::options::Options;
use crate::render::SourceText;
use crate::rules::{self, Rule};
use crate::source::{Source, SourceTooLarge};
use module::AsmModule;
use statement::{AsmLanguage, AsmOperandKind, AsmStatement};
use std::path::Path;

/// Whether a file is a source by its name, and not PTX by its text.
pub(super) fn is_source(path: &Path, bytes: &[u8]) -> bool {
    let is_directive = |line: &[u8]| line.trim_ascii_start().starts_with(b".version");
    SourceLanguage::of(path).is_some() && !bytes.split(|&byte| byte == b'\n').any(is_directive)
        // Modules in the literals of Python and Rust do not make those PTX.
        || matches!(SourceLanguage::of(path), Some(SourceLanguage::Python | SourceLanguage::Rust))
}

/// The language of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SourceLanguage {
    /// CUDA's own files hold no assembly of the host.
    Cuda,
    Cpp,
    Python,
    Rust,
}

impl SourceLanguage {
    fn of(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "cu" | "cuh" => Self::Cuda,
            "h" | "hh" | "hpp" | "hxx" | "inl" | "c" | "cc" | "cpp" | "cxx" => Self::Cpp,
            "py" => Self::Python,
            "rs" => Self::Rust,
            _ => return None,
        })
    }
}

/// What was found in a source.
pub(super) struct CheckedSource {
    /// The findings.
    pub report: Report,
    /// Statements that were read.
    pub read: usize,
    /// Statements that macros put together, or that are not what `nvcc` takes.
    pub skipped: usize,
}

impl CheckedSource {
    /// What was not looked at.
    pub(super) fn note(&self) -> Option<String> {
        let all = self.read + self.skipped;
        (self.skipped > 0).then(|| {
            format!(
                "{} of {all} asm statements are skipped: their text or operands are computed, or not those of NVPTX",
                self.skipped
            )
        })
    }
}

/// Numbers that stand for constants which are not known: what is wrong with all of them is wrong.
const GUESSES: [i64; 5] = [0, 1, 16, 32, 128];

/// Judges the statements of a source.
///
/// # Errors
/// [`SourceTooLarge`] when there are more bytes than positions can count.
pub(super) fn check(bytes: &[u8], path: &Path, options: &Options) -> Result<CheckedSource, SourceTooLarge> {
    // A statement has no header: what the toolchain reads is what it may use.
    let version = options.version.or(options.toolchain.map(CudaRelease::ptx));
    let options = &Options { version, ..options.clone() };
    Source::new(bytes)?;
    let kind = SourceLanguage::of(path).unwrap_or(SourceLanguage::Cpp);
    let (statements, skipped) = match kind {
        SourceLanguage::Cuda | SourceLanguage::Cpp => cpp::statements(bytes),
        SourceLanguage::Python => python::statements(bytes),
        SourceLanguage::Rust => rust::statements(bytes),
    };
    let mut findings = Vec::new();
    let (mut read, mut depth) = (0, 0);
    for statement in &statements {
        let balance = statement.balance();
        // What one statement opens and another one closes is a block around those between.
        let is_in_block = depth > 0 || balance != 0;
        depth += balance;
        if !is_ptx(statement, kind) {
            continue;
        }
        read += 1;
        findings.append(&mut judge(statement, bytes, is_in_block, options));
    }
    let source = SourceText::new(String::new(), true, bytes.to_vec());
    findings.retain(|finding| !source.allows(finding.rule.name, source.lines.position(finding.span.start).line));
    findings.sort_by_key(|finding| (finding.span, finding.rule.name));
    let report = Report {
        status: FileStatus::Ok,
        reason: None,
        findings,
        target: None,
        waiting: Vec::new(),
        incomplete: Vec::new(),
    };
    Ok(CheckedSource { report, read, skipped })
}

/// Whether a statement is for a GPU. Where there may be assembly of the host, one of its words has to be an instruction of PTX with a
/// modifier of PTX: `add.s32`, but neither `add` nor MIPS's `add.d`.
fn is_ptx(statement: &AsmStatement, kind: SourceLanguage) -> bool {
    if statement.language == AsmLanguage::Rust && !statement.operands.is_empty() {
        // No other processor has registers of these classes alone.
        return statement.operands.iter().any(|operand| matches!(operand.kind, AsmOperandKind::Register(_)));
    }
    let text = statement.text();
    let parts = text.split([';', '{', '}']).map(without_comments).filter(|part| !part.is_empty());
    let mut names = parts.filter(|part| !part.starts_with('.')).map(opcode_of).peekable();
    if names.peek().is_none() {
        return text.contains(".reg ");
    }
    let is_cuda = matches!(kind, SourceLanguage::Cuda | SourceLanguage::Python);
    let is_own = |name: &str| name.contains('.') || Instruction::lookup(name).is_some();
    text.contains(';') && (is_cuda && names.peek().is_some_and(|name| is_own(name)) || names.any(is_ptx_opcode))
}

/// The first word of an instruction behind labels and its guard.
fn opcode_of(part: &str) -> &str {
    let mut words = part.split_whitespace().filter(|word| !word.starts_with('@') && !word.ends_with(':'));
    // The operands may follow without a blank where a new literal begins.
    words.next().unwrap_or_default().split(['[', ',', '%']).next().unwrap_or_default()
}

/// Whether an opcode is one of PTX and of no other processor, perhaps misspelt.
fn is_ptx_opcode(opcode: &str) -> bool {
    let Some((name, modifiers)) = opcode.split_once('.') else { return false };
    let words = || modifiers.split('.').filter_map(|word| Word::lookup(word.as_bytes()));
    let types = words().filter(|word| matches!(word.class(), Class::Type(_))).count();
    // ARM's vector instructions have a type, too, those of PTX three.
    if name.starts_with('v') {
        return types >= 3;
    }
    let mut ends = opcode.match_indices('.').map(|(dot, _)| dot).skip(1).chain([opcode.len()]);
    // A name of several words is nobody else's.
    ends.any(|end| Instruction::lookup(&opcode[..end]).is_some())
        || Instruction::lookup(name).is_some() && words().next().is_some()
        || types > 0
        || words().count() >= 2
}

/// A part of a text behind the comments that it begins with.
fn without_comments(part: &str) -> &str {
    let mut rest = part.trim();
    while let Some(comment) = rest.strip_prefix("//") {
        rest = comment.split_once('\n').map_or("", |(_, rest)| rest).trim();
    }
    rest
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

/// A statement with its module.
struct AsmSite<'a> {
    statement: &'a AsmStatement,
    module: &'a AsmModule,
    /// The source.
    bytes: &'a [u8],
}

/// Findings about a statement, as the options want them.
struct AsmFindings<'a> {
    options: &'a Options,
    findings: Vec<Diagnostic>,
}

impl AsmFindings<'_> {
    /// Completes a finding whose level the options ask for.
    fn report(&mut self, rule: &'static Rule, finding: Finding) {
        let Some(level) = self.options.levels.heard(rule, finding.level.unwrap_or(rule.level)) else { return };
        self.findings.push(Diagnostic {
            rule,
            level,
            message: finding.message,
            span: finding.span,
            caption: finding.caption,
            labels: finding.labels,
            help: finding.help,
            fixes: finding.fixes,
            function: None,
            witness: None,
            confirmation: None,
        });
    }
}

/// The findings of a statement, at their places in the source.
fn judge(statement: &AsmStatement, bytes: &[u8], is_in_block: bool, options: &Options) -> Vec<Diagnostic> {
    let is_open = |operand: &statement::AsmOperand| operand.kind == AsmOperandKind::Number(None);
    let guesses = if statement.operands.iter().any(is_open) { &GUESSES[..] } else { &GUESSES[..1] };
    let judged = |guess: &i64| judge_with(statement, *guess, bytes, is_in_block, options);
    let all: Vec<Vec<Diagnostic>> = guesses.iter().map(judged).collect();
    let same = |a: &Diagnostic, b: &Diagnostic| a.rule.name == b.rule.name && a.span == b.span;
    let is_in_all =
        |finding: &&Diagnostic| all.iter().all(|findings| findings.iter().any(|other| same(finding, other)));
    let mut found: Vec<Diagnostic> = all[0].iter().filter(is_in_all).cloned().collect();
    let is_legal = |findings: &[Diagnostic]| findings.iter().all(|finding| finding.level != Level::Error);
    if !is_legal(&found) || all.iter().any(|findings| is_legal(findings)) {
        return found;
    }
    // No number makes the statement legal: where one leaves a single constraint that is wrong, that is the mistake.
    let is_mistake = |(guess, finding): &(&i64, &Diagnostic)| {
        let is_legal = |it: &AsmStatement| is_legal(&judge_with(it, **guess, bytes, is_in_block, options));
        finding.level == Level::Error && operands::retyped(statement, finding.span).iter().any(is_legal)
    };
    let told = guesses.iter().zip(&all).flat_map(|(guess, findings)| findings.iter().map(move |it| (guess, it)));
    found.extend(told.filter(|it| is_mistake(it)).map(|(_, finding)| finding.clone()).next());
    found
}

/// The findings of a statement in which a number stands for constants that are not known.
fn judge_with(
    statement: &AsmStatement,
    guess: i64,
    bytes: &[u8],
    is_in_block: bool,
    options: &Options,
) -> Vec<Diagnostic> {
    let module = AsmModule::new(statement, guess);
    let Ok(source) = Source::new(&module.text) else { return Vec::new() };
    let parsed = crate::parser::parse(source);
    let findings = driver::lint_with(&parsed, options, &chosen(options)).into_iter().filter_map(|it| module.place(it));
    let site = AsmSite { statement, module: &module, bytes };
    let mut told = AsmFindings { options, findings: findings.collect() };
    operands::missing(&site, &mut told);
    operands::escapes(&site, &mut told);
    if is_understood(&parsed) {
        effects::judge(&site, &parsed, &mut told);
        operands::directions(&site, &parsed, &mut told);
        if !is_in_block {
            scopes::judge(&site, &parsed, &mut told);
        }
    }
    told.findings
}

/// Whether every instruction of a statement is known.
fn is_understood(parsed: &ir::Module<'_>) -> bool {
    parsed.syntax_errors.is_empty() && parsed.opcodes.iter().all(|opcode| opcode.instruction.is_some())
}
