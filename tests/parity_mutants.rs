//! Small changes to the batched kernels, one at a time: parity has to notice all that are none in effect.
//!
//! `cargo test --test parity_mutants -- --nocapture` prints the figures and the survivors.

use ptxlint::diagnostic::Diagnostic;
use ptxlint::isa::Target;
use ptxlint::kernels::*;
use ptxlint::parity::{Comparison, KernelParity, compare_texts};
use ptxlint::rules::Group;
use std::collections::BTreeMap;

/// A kernel, its reference and what is known of them.
struct Subject {
    names: [&'static str; 2],
    texts: [String; 2],
    comparison: Comparison,
}

fn subject<K: KernelParity>(kernel: &K) -> Subject {
    let target = Target::lookup("sm_80").expect("known");
    let single = kernel.single();
    Subject {
        names: [kernel.name(), single.name()],
        texts: [kernel.ptx(target).expect("clean"), single.ptx(target).expect("clean")],
        comparison: Comparison {
            expected: Some(K::expected_dispatch()),
            strides: kernel.vector_strides(),
            ..Comparison::default()
        },
    }
}

fn subjects() -> Vec<Subject> {
    vec![
        subject(&BatchedRmsNorm { hidden: 1536, epsilon: 1e-6, batch: 8 }),
        subject(&BatchedQ4KGemv { k: 1536, n: 8960, batch: 8 }),
        subject(&BatchedQ6KGemv { k: 1536, n: 8960, batch: 8 }),
        subject(&BatchedResidualAdd { length: 1537, batch: 8 }),
        subject(&BatchedRope { heads: 12, head_dim: 128, layout: RopeLayout::Halves, batch: 8 }),
        subject(&BatchedSwiglu { length: 8960, batch: 8 }),
    ]
}

fn violations(subject: &Subject, batched: &str) -> Vec<Diagnostic> {
    let [ours, theirs] = subject.names;
    compare_texts(batched, ours, &subject.texts[1], theirs, &subject.comparison).expect("readable")
}

/// A changed line.
struct Mutant {
    line: usize,
    kind: &'static str,
    text: String,
}

/// An instruction, taken apart: blanks and guard, opcode, operands as written.
struct Line<'t> {
    guard: &'t str,
    opcode: &'t str,
    operands: Vec<&'t str>,
}

impl<'t> Line<'t> {
    fn parse(text: &'t str) -> Option<Self> {
        let code = text.trim().strip_suffix(';')?;
        let (guard, code) = match code.strip_prefix('@') {
            Some(_) => code.split_once(' ')?,
            None => ("", code),
        };
        if code.starts_with('.') || code.starts_with('{') {
            return None;
        }
        let (opcode, rest) = code.split_once(' ').unwrap_or((code, ""));
        Some(Self { guard, opcode, operands: split_operands(rest) })
    }

    fn with(&self, opcode: &str, operands: &[String]) -> String {
        let guard = if self.guard.is_empty() { String::new() } else { format!("{} ", self.guard) };
        format!("    {guard}{opcode} {};", operands.join(", "))
    }

    fn owned(&self) -> Vec<String> {
        self.operands.iter().map(|operand| operand.to_string()).collect()
    }
}

/// Operands between commas that stand outside braces.
fn split_operands(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

/// Opcodes and what they become.
const OPCODES: &[(&str, &str)] = &[
    ("add.", "sub."),
    ("sub.", "add."),
    ("shl.b32", "shr.u32"),
    ("shr.u32", "shl.b32"),
    ("and.b32", "or.b32"),
    ("or.b32", "and.b32"),
    ("or.b32", "xor.b32"),
    ("and.pred", "or.pred"),
    ("min.", "max."),
    ("mul.", "add."),
    (".lt.", ".le."),
    (".ge.", ".gt."),
    (".eq.", ".ne."),
    (".lt.", ".ge."),
    (".ge.", ".lt."),
    (".u32.s8", ".u32.u8"),
    ("ld.global.s8", "ld.global.u8"),
    ("ld.global.u16", "ld.global.u8"),
    ("ld.global.u16", "ld.global.s16"),
    ("sqrt.rn", "rcp.rn"),
    ("rcp.rn", "sqrt.rn"),
    ("sin.", "cos."),
    ("cos.", "sin."),
    ("shfl.sync.bfly", "shfl.sync.down"),
    (".f32.u32", ".f32.s32"),
    ("rni", "rzi"),
    ("%tid.x", "%tid.y"),
    ("%ctaid.x", "%ctaid.y"),
    ("%ctaid.y", "%ctaid.x"),
];

fn mutants(text: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (line, written) in text.lines().enumerate() {
        let Some(parsed) = Line::parse(written) else { continue };
        if matches!(parsed.opcode, "ret" | "bar.sync") || parsed.opcode.starts_with("ld.param") {
            continue;
        }
        let mut push = |kind, text: String| {
            if text != written {
                found.push(Mutant { line, kind, text });
            }
        };
        for &(from, to) in OPCODES {
            let is_special = from.starts_with('%');
            if is_special && written.contains(from) {
                push("opcode", written.replacen(from, to, 1));
            } else if !is_special
                && parsed.opcode.contains(from)
                && (from.starts_with('.') || parsed.opcode.starts_with(from))
            {
                push("opcode", parsed.with(&parsed.opcode.replacen(from, to, 1), &parsed.owned()));
            }
        }
        if !parsed.guard.is_empty() {
            let flipped = match parsed.guard.strip_prefix("@!") {
                Some(rest) => format!("@{rest}"),
                None => parsed.guard.replacen('@', "@!", 1),
            };
            push("guard", written.replacen(parsed.guard, &flipped, 1));
            push("guard", written.replacen(&format!("{} ", parsed.guard), "", 1));
        }
        if parsed.opcode == "bra" {
            continue;
        }
        if parsed.opcode == "and.b32" {
            push("mask", parsed.with("mov.b32", &parsed.owned()[..2]));
        }
        if parsed.opcode.starts_with("neg.") {
            push("mask", parsed.with(&parsed.opcode.replacen("neg", "mov", 1), &parsed.owned()));
        }
        let commutes = ["add", "mul", "and", "or", "min", "mov", "ld", "st", "cvt", "cvta", "shfl"];
        let base = parsed.opcode.split('.').next().unwrap_or_default();
        let symmetric = commutes.contains(&base) || parsed.opcode.contains(".eq.");
        for first in 1..parsed.operands.len().saturating_sub(1) {
            if !symmetric && !(matches!(base, "mad" | "fma") && first == 1) {
                let mut operands = parsed.owned();
                operands.swap(first, first + 1);
                push("swap", parsed.with(parsed.opcode, &operands));
            }
        }
        for index in 0..parsed.operands.len() {
            for (kind, changed) in changed_operand(parsed.operands[index], index == 0 && base != "st") {
                let mut operands = parsed.owned();
                operands[index] = changed;
                push(kind, parsed.with(parsed.opcode, &operands));
            }
        }
    }
    found
}

/// Other immediates, offsets and registers in the place of those of an operand.
fn changed_operand(operand: &str, is_destination: bool) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    if is_destination {
        return found;
    }
    if let Some(inner) = operand.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let (base, offset) = inner.split_once('+').unwrap_or((inner, "0"));
        if let Ok(offset) = offset.parse::<i64>() {
            for change in [1, 2, 4, 16, -2] {
                found.push(("offset", format!("[{base}+{}]", offset + change).replace("+-", "-")));
            }
        }
        for other in other_registers(base) {
            found.push(("register", format!("[{other}+{offset}]")));
        }
    } else if let Some(bits) = operand.strip_prefix("0f").and_then(|hex| u32::from_str_radix(hex, 16).ok()) {
        found.push(("immediate", format!("0f{:08X}", bits + 1)));
        found.push(("immediate", format!("0f{:08X}", bits ^ 0x0080_0000)));
    } else if let Ok(value) = operand.parse::<i64>() {
        found.push(("immediate", (value + 1).to_string()));
        if value > 0 {
            found.push(("immediate", (value - 1).to_string()));
        }
    } else if let Some(inner) = operand.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let mut parts = split_operands(inner);
        if parts.len() >= 2 {
            parts.swap(0, 1);
            found.push(("swap", format!("{{{}}}", parts.join(", "))));
        }
    } else {
        found.extend(other_registers(operand).into_iter().map(|other| ("register", other)));
    }
    found
}

/// Registers of the same type: the neighbours by number, which are likely to hold something similar.
fn other_registers(register: &str) -> Vec<String> {
    let digits = register.trim_start_matches(|c: char| !c.is_ascii_digit());
    let prefix = &register[..register.len() - digits.len()];
    let Some(number) = digits.parse::<i64>().ok().filter(|_| prefix.starts_with('%')) else { return Vec::new() };
    [number - 1, number - 2, number - 4].into_iter().filter(|&n| n >= 0).map(|n| format!("{prefix}{n}")).collect()
}

/// Whether a mutant is a kernel at all: the assembler would take it, and it reads no register that holds nothing.
fn is_well_formed(text: &str) -> bool {
    let report = ptxlint::check(text.as_bytes(), &ptxlint::Options::default()).expect("small");
    report.findings.iter().all(|it| it.rule.group != Group::Isa && it.rule.name != "uninitialized-register")
}

#[test]
fn mutants_are_noticed() {
    let (mut killed, mut survivors) = (0, Vec::new());
    let mut figures: BTreeMap<(&str, &str), [usize; 2]> = BTreeMap::new();
    for subject in subjects() {
        let text = &subject.texts[0];
        assert!(violations(&subject, text).is_empty(), "{}", subject.names[0]);
        let lines: Vec<&str> = text.lines().collect();
        for mutant in mutants(text) {
            let mut changed = lines.clone();
            changed[mutant.line] = &mutant.text;
            let changed = changed.join("\n") + "\n";
            if !is_well_formed(&changed) {
                continue;
            }
            let found = violations(&subject, &changed);
            let figure = figures.entry((subject.names[0], mutant.kind)).or_default();
            if found.is_empty() {
                figure[1] += 1;
                survivors.push(format!(
                    "{}: {} => {}",
                    subject.names[0],
                    lines[mutant.line].trim(),
                    mutant.text.trim()
                ));
            } else {
                figure[0] += 1;
                killed += 1;
            }
        }
    }
    for ((kernel, kind), [killed, survived]) in &figures {
        println!("{kernel:22} {kind:10} {killed:5} killed {survived:4} survived");
    }
    println!("{killed} killed, {} survived", survivors.len());
    for survivor in &survivors {
        println!("survivor: {survivor}");
    }
    assert!(killed > 1000);
}
