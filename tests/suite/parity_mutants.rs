//! Small changes to the batched kernels, one at a time: parity has to notice all that are none in effect.
//!
//! `cargo test --test suite -- parity_mutants --nocapture` prints the figures and the survivors.

use ptxlint::diagnostic::Diagnostic;
use ptxlint::isa::Target;
use ptxlint::kernels::KernelParity;
use ptxlint::kernels::*;
use ptxlint::parity::{BatchDispatch, PairKnowledge, compare_texts};
use ptxlint::rules::Group;
use std::collections::BTreeMap;

/// A kernel, its reference and what is known of them.
struct Subject {
    names: [&'static str; 2],
    texts: [String; 2],
    comparison: PairKnowledge,
}

fn subject<K: KernelParity>(kernel: &K) -> Subject {
    let target = Target::lookup("sm_80").expect("known");
    let single = kernel.single();
    Subject {
        names: [kernel.name(), single.name()],
        texts: [kernel.ptx(target).expect("clean"), single.ptx(target).expect("clean")],
        comparison: PairKnowledge {
            expected: Some(K::expected_dispatch()),
            strides: kernel.vector_strides(),
            ..PairKnowledge::default()
        },
    }
}

/// A batch that is unrolled when the kernel is written.
fn unrolled() -> Subject {
    let texts =
        [include_str!("../../examples/parity/unrolled.ptx"), include_str!("../../examples/parity/unrolled_single.ptx")];
    Subject {
        names: ["batched_gemv", "gemv"],
        texts: texts.map(str::to_string),
        comparison: PairKnowledge { expected: Some(BatchDispatch::RegisterUnroll), ..PairKnowledge::default() },
    }
}

fn subjects() -> Vec<Subject> {
    vec![
        unrolled(),
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
    compare_texts(batched, ours, &subject.texts[1], theirs, &subject.comparison).expect("readable").violations
}

/// What is said about a kernel in which nothing was found, beside that of the kernel as it is.
fn remarks(subject: &Subject, batched: &str) -> Vec<String> {
    let [ours, theirs] = subject.names;
    let compared = |text: &str| compare_texts(text, ours, &subject.texts[1], theirs, &subject.comparison);
    let [before, after] = [&subject.texts[0], batched].map(|text| compared(text).expect("readable"));
    let assumptions = after.assumptions.into_iter().filter(|it| !before.assumptions.contains(it));
    assumptions.chain(after.obstacle).collect()
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
    ("shr.u32", "shr.s32"),
    ("setp.lt.u32", "setp.lt.s32"),
    ("mul.wide.u32", "mul.wide.s32"),
    ("mad.wide.u32", "mad.wide.s32"),
    ("rni", "rzi"),
    ("%tid.x", "%tid.y"),
    ("%ctaid.x", "%ctaid.y"),
    ("%ctaid.y", "%ctaid.x"),
];

fn mutants(text: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (line, written) in text.lines().enumerate() {
        let Some(parsed) = Line::parse(written) else { continue };
        if parsed.opcode == "ret" || parsed.opcode.starts_with("ld.param") {
            continue;
        }
        let mut push = |kind, text: String| {
            if text != written {
                found.push(Mutant { line, kind, text });
            }
        };
        let is_waiting = parsed.opcode.starts_with("bar.");
        if is_waiting || parsed.opcode.starts_with("st.") || parsed.opcode == "bra" {
            push("dropped", String::new());
        }
        if is_waiting {
            continue;
        }
        for (kind, changed) in other_words(&parsed) {
            push(kind, changed);
        }
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
            let is_product = matches!(base, "mad" | "fma") && first == 1;
            if !symmetric && !is_product {
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

/// Loads and stores of other widths, and shuffles with their operands swapped.
fn other_words(line: &Line<'_>) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    let operands = line.owned();
    for (from, to) in
        [(".u32", ".u16"), (".u32", ".u64"), (".u16", ".u32"), (".u8", ".u16"), (".u8", ".u32"), (".f32", ".f64")]
    {
        let is_access = line.opcode.starts_with("ld.global") || line.opcode.starts_with("st.global");
        if is_access && line.opcode.ends_with(from) {
            found.push(("width", line.with(&line.opcode.replacen(from, to, 1), &operands)));
        }
    }
    let vector =
        |at: usize| operands.get(at).and_then(|it| it.strip_prefix('{')?.strip_suffix('}')).map(split_operands);
    if line.opcode.starts_with("ld.global.v4")
        && let Some(parts) = vector(0)
        && let Some(inner) = operands[1].strip_suffix(']')
    {
        let half = line.opcode.replacen("v4", "v2", 1);
        let halves = |offset: u32| {
            let place = |more: u32| match inner.split_once('+') {
                Some((base, old)) => format!("{base}+{}]", old.parse::<u32>().unwrap_or_default() + more),
                None => format!("{inner}+{more}]"),
            };
            let first = line.with(&half, &[format!("{{{}, {}}}", parts[0], parts[1]), operands[1].clone()]);
            first + &line.with(&half, &[format!("{{{}, {}}}", parts[2], parts[3]), place(offset)])
        };
        found.extend([("width", halves(0)), ("width", halves(4)), ("width", halves(16))]);
    }
    if line.opcode.starts_with("st.global.v4")
        && let Some(parts) = vector(1)
    {
        let half = line.opcode.replacen("v4", "v2", 1);
        found.push(("width", line.with(&half, &[operands[0].clone(), format!("{{{}, {}}}", parts[0], parts[1])])));
        found.push(("width", line.with(&half, &[operands[0].clone(), format!("{{{}, {}}}", parts[2], parts[3])])));
    }
    if line.opcode.starts_with("shfl") {
        let mut swapped = operands.clone();
        swapped.swap(2, 3);
        found.push(("shuffle", line.with(line.opcode, &swapped)));
        if let Ok(amount) = operands[2].parse::<u32>() {
            for other in [amount / 2, amount * 2] {
                let mut changed = operands.clone();
                changed[2] = other.to_string();
                found.push(("shuffle", line.with(line.opcode, &changed)));
            }
        }
    }
    found
}

/// Neighbouring lines in the other order: what was in front of a barrier is behind it, and the other way round.
fn moved_barriers(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_wait = |at: usize| lines[at].trim().starts_with("bar.");
    let is_shared = |at: usize| lines[at].contains(".shared");
    let mut found = Vec::new();
    for wait in (0..lines.len()).filter(|&at| is_wait(at)) {
        let before = (0..wait).rev().find(|&at| is_shared(at));
        let after = (wait + 1..lines.len()).find(|&at| is_shared(at));
        for at in before.into_iter().chain(after) {
            let mut moved = lines.clone();
            let barrier = moved.remove(wait);
            moved.insert(at, barrier);
            found.push((wait, moved.join("\n") + "\n"));
        }
    }
    found
}

#[test]
fn moved_barriers_are_noticed() {
    let (mut count, mut survivors) = (0, Vec::new());
    for subject in subjects() {
        for (line, changed) in moved_barriers(&subject.texts[0]) {
            count += 1;
            if violations(&subject, &changed).is_empty() {
                survivors.push(format!("{}: line {}", subject.names[0], line + 1));
            }
        }
    }
    assert!(count > 1 && survivors.is_empty(), "{count} {survivors:#?}");
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
    [number - 1, number - 2, number - 4, number - 7]
        .into_iter()
        .filter(|&n| n >= 0)
        .map(|n| format!("{prefix}{n}"))
        .collect()
}

/// Whether a mutant is a kernel at all: the assembler would take it, and it reads no register that holds nothing.
fn is_well_formed(text: &str) -> bool {
    let report = ptxlint::check(text.as_bytes(), &ptxlint::Options::default()).expect("small");
    report.findings.iter().all(|it| it.rule.group != Group::Isa && it.rule.name != "uninitialized-register")
}

/// Whether a value is masked with a constant wherever it is used next, or what it is shifted to is.
fn is_masked(lines: &[&str], register: &str, depth: u32) -> bool {
    let uses = lines.iter().enumerate().filter_map(|(at, line)| Some((at, Line::parse(line)?)));
    let mut uses = uses.filter(|(_, line)| line.operands.get(1) == Some(&register)).peekable();
    uses.peek().is_some()
        && uses.all(|(at, line)| match line.opcode {
            "and.b32" => line.operands[2].parse::<u32>().is_ok(),
            "shl.b32" | "shr.u32" => depth > 0 && is_masked(&lines[at + 1..], line.operands[0], depth - 1),
            _ => false,
        })
}

/// Whether a line is a branch around a loop whose counter starts with 0: taken if there is no round.
fn skips_no_loop(before: &[&str], branch: &Line<'_>) -> bool {
    let defined = |register: &str| {
        before.iter().rev().filter_map(|line| Line::parse(line)).find(|line| line.operands.first() == Some(&register))
    };
    let predicate = branch.guard.trim_start_matches('@');
    let tested = defined(predicate).filter(|line| branch.opcode == "bra" && line.opcode == "setp.ge.u32");
    let counter = tested.and_then(|line| defined(line.operands[1]));
    counter.is_some_and(|line| line.opcode == "mov.u32" && line.operands[1] == "0")
}

/// Why a mutant that was not noticed does what the kernel does; `None` if it does not.
fn equivalence(lines: &[&str], mutant: &Mutant) -> Option<&'static str> {
    let before = Line::parse(lines[mutant.line])?;
    if mutant.kind == "dropped" {
        return skips_no_loop(&lines[..mutant.line], &before).then_some("the branch is not taken: there is a round");
    }
    let after = Line::parse(&mutant.text)?;
    let changed = before.operands.iter().zip(&after.operands).find(|(a, b)| a != b);
    let definition = |register: &str| {
        let defined = lines[..mutant.line].iter().rev().filter_map(|line| Line::parse(line));
        defined.into_iter().find(|line| line.operands.first() == Some(&register))
    };
    let source = |register: &str| definition(register).map(|line| (line.opcode, line.operands[1..].to_vec()));
    let is_first_vector = |register: &str| {
        source(register).is_some_and(|(opcode, operands)| {
            opcode == "setp.lt.u32" && source(operands[0]).is_some_and(|(_, operands)| operands.last() == Some(&"0"))
        })
    };
    let opcodes = (before.opcode, after.opcode);
    if matches!(opcodes, ("or.b32", "xor.b32")) {
        return Some("no bit is set on both sides");
    }
    if matches!(
        opcodes,
        ("cvt.rn.f32.u32", "cvt.rn.f32.s32") | ("setp.lt.u32" | "setp.ge.u32", "setp.lt.s32" | "setp.ge.s32")
    ) || matches!(
        opcodes,
        ("shr.u32", "shr.s32") | ("mul.wide.u32", "mul.wide.s32") | ("mad.wide.u32", "mad.wide.s32")
    ) {
        return Some("the number is below 2^31");
    }
    if matches!(opcodes, ("add.u32", "sub.u32") | ("shr.u32", "shl.b32")) && before.operands.last() == Some(&"0") {
        return Some("nothing is added or shifted");
    }
    if before.guard != after.guard && is_first_vector(before.guard.trim_start_matches('@')) {
        return Some("the first of several vectors exists");
    }
    if before.opcode == "mov.f32" && before.operands[1] == "0f00000000" {
        let register = before.operands[0];
        let loads = lines[mutant.line..].iter().find(|line| line.contains("ld.global.v"));
        if loads.is_some_and(|line| line.contains(register) && line.trim().starts_with('@')) {
            return Some("vectors that do not exist are not stored");
        }
    }
    if before.opcode == "and.b32" || before.opcode == "or.b32" || before.opcode == "cvt.rn.f32.u32" {
        return Some("the mask only clears bits that are clear");
    }
    if before.opcode.starts_with("setp") && source(before.operands[1]).is_some_and(|(_, operands)| operands == ["0"]) {
        return Some("0 is compared with a constant, and the answer is the same");
    }
    if mutant.kind == "width" && opcodes.1.ends_with("32") || opcodes == ("ld.global.u16", "ld.global.s16") {
        return is_masked(&lines[mutant.line + 1..], before.operands[0], 2)
            .then_some("the bytes beside are masked out");
    }
    let (old, new) = changed?;
    if before.opcode == "and.pred" && is_first_vector(old) {
        return Some("the first of several vectors exists");
    }
    let (old, new) = (source(old), source(new));
    let is_cast = |cast: &Option<(&str, Vec<&str>)>, from: &str| {
        cast.as_ref().is_some_and(|(opcode, operands)| *opcode == "cvta.to.global.u64" && operands[0] == from)
    };
    if is_cast(&old, changed?.1) {
        return Some("the generic address of global memory is its global address");
    }
    let copies = |copy: &Option<(&str, Vec<&str>)>, from: &str| {
        copy.as_ref().is_some_and(|(opcode, operands)| {
            operands[0] == from && (*opcode == "mov.u32" || operands.last() == Some(&"0"))
        })
    };
    if old == new || copies(&old, changed?.1) {
        return Some("both registers hold the same");
    }
    let same_inputs = |a: &(&str, Vec<&str>), b: &(&str, Vec<&str>)| {
        a.0 == b.0 && a.1.iter().zip(&b.1).all(|(x, y)| x == y || source(x) == source(y))
    };
    old.zip(new).filter(|(old, new)| same_inputs(old, new)).map(|_| "both registers hold the same")
}

#[test]
fn mutants_are_noticed() {
    let (mut killed, mut placed, mut told, mut passing) = (0, 0, Vec::new(), Vec::new());
    let mut figures: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
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
            let description =
                || format!("{}: {} => {}", subject.names[0], lines[mutant.line].trim(), mutant.text.trim());
            if !found.is_empty() {
                figure[0] += 1;
                killed += 1;
                let is_here = |it: &Diagnostic| changed[..it.span.start as usize].lines().count() == mutant.line + 1;
                let is_placed = found.iter().any(is_here);
                placed += usize::from(is_placed);
                if !is_placed {
                    let at = changed[..found[0].span.start as usize].lines().count().saturating_sub(1);
                    println!("elsewhere: {} @ {}", description(), changed.lines().nth(at).unwrap_or_default().trim());
                }
            } else if let Some(reason) = equivalence(&lines, &mutant) {
                figure[1] += 1;
                *reasons.entry(reason).or_default() += 1;
            } else {
                figure[2] += 1;
                // That it was compared in part, or with an assumption, is no verdict, but is not silent, either.
                let remarks = remarks(&subject, &changed);
                match remarks.as_slice() {
                    [] => passing.push(description()),
                    remarks => told.push(format!("{} ({})", description(), remarks.join(", "))),
                }
            }
        }
    }
    for ((kernel, kind), [killed, equivalent, survived]) in &figures {
        println!("{kernel:22} {kind:10} {killed:5} killed {equivalent:4} equivalent {survived:4} survived");
    }
    for (reason, count) in &reasons {
        println!("{count:4} equivalent: {reason}");
    }
    told.iter().for_each(|survivor| println!("told: {survivor}"));
    passing.iter().for_each(|survivor| println!("survivor: {survivor}"));
    let others = told.len() + passing.len();
    let share = killed as f64 / (killed + others) as f64;
    println!("{killed} killed ({placed} at the changed line), {others} survived: {:.2} %", 100.0 * share);
    assert!(killed > 4000 && share >= 0.998 && passing.is_empty(), "{killed} killed, {told:#?} {passing:#?}");
    assert!(placed * 4 >= killed * 3, "{placed} of {killed} at the changed line");
}
