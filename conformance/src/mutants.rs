//! Mutants of real files: one mistake each, judged by the assembler and by ptxlint.
//!
//! A mutant is a file in which one thing is changed: a character, a token, a modifier, a number, a line, a declaration, the
//! version or target. What counts is whether both say the same of it, whether the first error stands on the same line,
//! whether one mistake is one error, and whether anything is said of the meaning of code that is none.

use crate::ptxas::{self, Effort, Message, Ptxas};
use ptxlint::diagnostic::{Diagnostic, Level};
use ptxlint::rules::Group;
use ptxlint::{Options, Status};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the command line asks for.
pub(crate) struct Settings {
    /// Files and folders.
    pub(crate) paths: Vec<String>,
    /// How many mutants are made.
    pub(crate) count: usize,
    /// Another seed makes other mutants.
    pub(crate) seed: u64,
    /// How many disagreements of each kind are shown.
    pub(crate) show: usize,
    /// Longer files are left alone: what the assembler takes for them is better spent on others.
    pub(crate) most_bytes: usize,
}

/// A changed file.
struct Mutant {
    path: PathBuf,
    /// What kind of change it is.
    kind: &'static str,
    /// What was changed, for people.
    change: String,
    text: Vec<u8>,
}

/// What the assembler says.
#[derive(Clone, Serialize, Deserialize)]
struct Verdict {
    accepted: bool,
    /// Line and text of each error.
    errors: Vec<(Option<usize>, String)>,
}

/// Numbers that look random: xorshift64*.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % sides.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.roll(from.len()))
    }
}

/// Makes mutants, asks both, and prints how far they agree.
pub(crate) fn run(settings: &Settings) -> Result<(), Box<dyn std::error::Error>> {
    let ptxas = Ptxas::find()?;
    let mut files = Vec::new();
    for path in &settings.paths {
        collect(Path::new(path), &mut files)?;
    }
    files.sort();
    let mut originals = Vec::new();
    for path in files {
        let text = std::fs::read(&path)?;
        if text.len() <= settings.most_bytes {
            originals.push((path, text));
        }
    }
    let mut judge = Judge::open(&ptxas)?;
    let texts: Vec<&[u8]> = originals.iter().map(|(_, text)| text.as_slice()).collect();
    let verdicts = judge.verdicts(&texts)?;
    let accepted = verdicts.iter().map(|verdict| verdict.accepted).collect::<Vec<_>>();
    let mut keep = accepted.iter();
    originals.retain(|_| *keep.next().unwrap_or(&false));
    println!("{} files", originals.len());
    let mutants = mutants(&originals, settings);
    let texts: Vec<&[u8]> = mutants.iter().map(|mutant| mutant.text.as_slice()).collect();
    let verdicts = judge.verdicts(&texts)?;
    let known: HashMap<&Path, HashSet<String>> =
        originals.iter().map(|(path, text)| (path.as_path(), semantic_errors(&findings(text).1))).collect();
    let mut tally = Tally::default();
    for (mutant, verdict) in mutants.iter().zip(&verdicts) {
        tally.add(mutant, verdict, &known[mutant.path.as_path()]);
    }
    tally.print(settings.show);
    Ok(())
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), files)?;
        }
    } else if path.extension().is_some_and(|extension| extension == "ptx") {
        files.push(path.to_path_buf());
    }
    Ok(())
}

// What both say ----------------------------------------------------------------------------------------------------

/// Asks the assembler, and keeps what it has said in a file below `target`.
struct Judge<'a> {
    ptxas: &'a Ptxas,
    path: PathBuf,
    known: HashMap<String, Verdict>,
}

impl<'a> Judge<'a> {
    fn open(ptxas: &'a Ptxas) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/conformance");
        std::fs::create_dir_all(&folder)?;
        let path = folder.join(format!("mutants-{}.json", ptxas::RELEASE));
        let known = std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
        Ok(Self { ptxas, path, known })
    }

    fn verdicts(&mut self, texts: &[&[u8]]) -> Result<Vec<Verdict>, Box<dyn std::error::Error>> {
        let keys: Vec<String> = texts.iter().map(|text| key(text)).collect();
        let missing: Vec<usize> = (0..texts.len()).filter(|&i| !self.known.contains_key(&keys[i])).collect();
        let found: Mutex<Vec<(usize, Verdict)>> = Mutex::default();
        let next = AtomicUsize::new(0);
        let work = || -> std::io::Result<()> {
            while let Some(&i) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                let verdict = assemble(self.ptxas, texts[i])?;
                if let Ok(mut found) = found.lock() {
                    found.push((i, verdict));
                }
            }
            Ok(())
        };
        let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
        std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            handles.into_iter().map(|handle| handle.join()).collect::<Vec<_>>()
        });
        for (i, verdict) in found.into_inner()? {
            self.known.insert(keys[i].clone(), verdict);
        }
        if !missing.is_empty() {
            std::fs::write(&self.path, serde_json::to_vec(&self.known)?)?;
        }
        let verdict = |key: &String| self.known.get(key).cloned().ok_or("a mutant was not judged");
        Ok(keys.iter().map(verdict).collect::<Result<_, _>>()?)
    }
}

/// The name of a text in the file of verdicts: two FNV-1a hashes.
fn key(text: &[u8]) -> String {
    let hash =
        |seed: u64| text.iter().fold(seed, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{:016x}{:016x}", hash(0xcbf2_9ce4_8422_2325), hash(0x9ae1_6a3b_2f90_404f))
}

/// What another module may define is no mistake of this one.
fn needs_linking(message: &Message) -> bool {
    ["Unresolved extern", "Cannot take address of", "option '--compile-only'"].iter().any(|t| message.text.contains(t))
}

fn assemble(ptxas: &Ptxas, text: &[u8]) -> std::io::Result<Verdict> {
    let text = String::from_utf8_lossy(text);
    let architecture = ptxas.architecture(target(&text));
    // Most mistakes show without any code being made, which takes most of the time.
    let (mut accepted, mut messages) = ptxas.run(&text, &architecture, Effort::Parse)?;
    if accepted {
        (accepted, messages) = ptxas.run(&text, &architecture, Effort::Link)?;
    }
    if !accepted && messages.iter().filter(|m| m.is_error()).all(needs_linking) {
        (accepted, messages) = ptxas.run(&text, &architecture, Effort::Compile)?;
    }
    let errors = messages.into_iter().filter(Message::is_error).map(|m| (m.line, m.text)).collect();
    Ok(Verdict { accepted, errors })
}

/// The last architecture that a `.target` names.
fn target(text: &str) -> &str {
    let lists = text.split(".target ").skip(1).filter_map(|rest| rest.lines().next());
    let names = lists.flat_map(|list| list.split(',')).map(str::trim);
    names.filter(|name| name.starts_with("sm_")).last().unwrap_or("sm_90a")
}

/// All findings of ptxlint; whether the file is PTX at all comes first.
fn findings(text: &[u8]) -> (bool, Vec<Diagnostic>) {
    match ptxlint::check(text, &Options::default()) {
        Ok(report) => (report.status != Status::NotPtx, report.findings),
        Err(_) => (false, Vec::new()),
    }
}

fn is_rejection(finding: &Diagnostic) -> bool {
    finding.rule.group == Group::Isa && finding.level == Level::Error
}

/// Rule and message of the errors that are no rejections.
fn semantic_errors(findings: &[Diagnostic]) -> HashSet<String> {
    let errors = findings.iter().filter(|finding| finding.level == Level::Error && !is_rejection(finding));
    errors.map(|finding| format!("{} in {:?}", finding.rule.name, finding.function)).collect()
}

fn line_of(text: &[u8], offset: u32) -> usize {
    1 + text[..(offset as usize).min(text.len())].iter().filter(|&&b| b == b'\n').count()
}

// Agreement --------------------------------------------------------------------------------------------------------

#[derive(Default)]
struct Tally {
    mutants: usize,
    accepted: usize,
    same: usize,
    /// Rejected by both, with a line by the assembler.
    with_line: usize,
    same_line: usize,
    /// Rejected by both, with one error by the assembler.
    single: usize,
    single_here: usize,
    rejected: usize,
    on_top: usize,
    by_kind: BTreeMap<&'static str, [usize; 2]>,
    wrong: BTreeMap<&'static str, Vec<String>>,
}

impl Tally {
    fn add(&mut self, mutant: &Mutant, verdict: &Verdict, known: &HashSet<String>) {
        let (is_ptx, findings) = findings(&mutant.text);
        let ours: Vec<(usize, String)> = findings
            .iter()
            .filter(|finding| is_rejection(finding))
            .map(|f| (line_of(&mutant.text, f.span.start), format!("{}: {}", f.rule.name, f.message)))
            .collect();
        let rejects = !is_ptx || !ours.is_empty();
        let theirs = verdict.errors.first().cloned().unwrap_or((None, String::new()));
        let first = ours.first().cloned().unwrap_or((0, "no PTX".into()));
        self.mutants += 1;
        self.accepted += usize::from(verdict.accepted);
        let entry = self.by_kind.entry(mutant.kind).or_default();
        entry[0] += 1;
        entry[1] += usize::from(verdict.accepted != rejects);
        let place = format!(
            "{} {}:{} {}\n        ptxas: {theirs:?}\n        ptxlint: {first:?}",
            mutant.kind,
            mutant.path.file_name().unwrap_or_default().to_string_lossy(),
            mutant.path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy(),
            mutant.change
        );
        let mut wrong = |what: &'static str, text: String| self.wrong.entry(what).or_default().push(text);
        if verdict.accepted != rejects {
            self.same += 1;
        } else {
            wrong(if rejects { "FALSE" } else { "MISSED" }, place.clone());
        }
        if verdict.accepted {
            return;
        }
        self.rejected += 1;
        let on_top: Vec<String> =
            semantic_errors(&findings).into_iter().filter(|error| !known.contains(error)).collect();
        if !on_top.is_empty() {
            self.on_top += 1;
            wrong("ON TOP", format!("{place}\n        {on_top:?}"));
        }
        if !rejects {
            return;
        }
        // The assembler judges the header last.
        if let Some(line) = verdict.errors.iter().filter_map(|(line, _)| *line).min() {
            self.with_line += 1;
            if line == first.0 {
                self.same_line += 1;
            } else {
                wrong("LINE", place.clone());
            }
        }
        if verdict.errors.len() == 1 && is_ptx {
            self.single += 1;
            if ours.len() == 1 {
                self.single_here += 1;
            } else {
                let others: Vec<_> = ours.iter().skip(1).take(4).collect();
                wrong("SEVERAL", format!("{place}\n        {} errors: {others:?}", ours.len()));
            }
        }
    }

    fn print(&self, show: usize) {
        for (what, list) in &self.wrong {
            for text in list.iter().step_by((list.len() / show.max(1)).max(1)).take(show) {
                println!("    {what} {text}");
            }
        }
        let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
        for (kind, [all, same]) in &self.by_kind {
            println!("{kind}: {all} mutants, {:.2} % with the same verdict", percent(*same, *all));
        }
        let count = |what: &str| self.wrong.get(what).map_or(0, Vec::len);
        println!(
            "{} mutants, {} accepted: same verdict {:.2} % ({} false, {} missed)",
            self.mutants,
            self.accepted,
            percent(self.same, self.mutants),
            count("FALSE"),
            count("MISSED")
        );
        println!(
            "first error on the assembler's line: {:.2} % of {}",
            percent(self.same_line, self.with_line),
            self.with_line
        );
        println!("one error for one mistake: {:.2} % of {}", percent(self.single_here, self.single), self.single);
        println!("errors of meaning on top: {:.2} % of {}", percent(self.on_top, self.rejected), self.rejected);
    }
}

// Mutations --------------------------------------------------------------------------------------------------------

/// A piece of a file between blanks and comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Other,
}

#[derive(Clone, Copy)]
struct Piece {
    kind: Kind,
    start: usize,
    end: usize,
}

/// Splits a text; blanks and comments are left out.
fn pieces(text: &[u8]) -> Vec<Piece> {
    let is_word = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'%' | b'.' | b':');
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        match text[at] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if text[at..].starts_with(b"//") => {
                at += text[at..].iter().position(|&b| b == b'\n').unwrap_or(text.len() - at);
                continue;
            }
            b'"' => at += text[at + 1..].iter().position(|&b| b == b'"').map_or(text.len() - at, |n| n + 2),
            b if b == b':' || !is_word(b) => at += 1,
            b => {
                at += text[at..].iter().take_while(|&&b| is_word(b)).count();
                // `label:`
                while text[at - 1] == b':' && at - start > 1 {
                    at -= 1;
                }
                let kind = if b.is_ascii_digit() { Kind::Number } else { Kind::Word };
                pieces.push(Piece { kind, start, end: at });
                continue;
            }
        }
        pieces.push(Piece { kind: Kind::Other, start, end: at });
    }
    pieces
}

/// The dotted words of a text, from which others are replaced.
fn modifiers(originals: &[(PathBuf, Vec<u8>)]) -> Vec<Vec<u8>> {
    let mut known = std::collections::BTreeSet::new();
    for (_, text) in originals {
        for piece in pieces(text) {
            let word = &text[piece.start..piece.end];
            known.extend(
                word.split(|&b| b == b'.')
                    .skip(1)
                    .filter(|w| !w.is_empty() && !word.starts_with(b"%"))
                    .map(<[u8]>::to_vec),
            );
        }
    }
    known.into_iter().collect()
}

const TYPES: &[&str] = &[
    "pred", "b8", "u8", "s8", "b16", "u16", "s16", "f16", "bf16", "b32", "u32", "s32", "f32", "tf32", "f16x2",
    "bf16x2", "b64", "u64", "s64", "f64", "b128",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "16",
    "17",
    "31",
    "32",
    "64",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "0x10",
    "0b1",
    "08",
    "1.5",
    "0f3F800000",
    "0d3FF0000000000000",
    "WARP_SZ",
    "1+1",
    "n",
    "%r1",
    "99999999999",
];
const VERSIONS: &[&str] = &[
    "1.4", "2.3", "3.2", "4.3", "5.0", "6.0", "6.3", "6.5", "7.0", "7.1", "7.3", "7.8", "8.0", "8.3", "8.6", "8.7",
    "8.8", "9.0", "9.1", "9.2", "9.3", "9.5", "9.6", "3.3",
];
const TARGETS: &[&str] = &[
    "sm_20",
    "sm_30",
    "sm_50",
    "sm_60",
    "sm_70",
    "sm_75",
    "sm_80",
    "sm_86",
    "sm_89",
    "sm_90",
    "sm_90a",
    "sm_100",
    "sm_100a",
    "sm_100f",
    "sm_103a",
    "sm_110a",
    "sm_120",
    "sm_120a",
    "sm_121a",
    "sm_91",
    "sm_90, debug",
    "sm_80, texmode_independent",
];
const SPACES: &[&str] = &["reg", "global", "shared", "local", "const", "param", "shared::cta", "shared::cluster"];
const PUNCTUATION: &[&str] =
    &[",", ";", "{", "}", "[", "]", "(", ")", "+", "-", "|", "<", ">", "!", "@", ":", "=", "_", "\\", "."];

/// A replacement of a part of the text.
struct Edit {
    start: usize,
    end: usize,
    with: Vec<u8>,
}

type Mutation = fn(&[u8], &[Piece], &[Vec<u8>], &mut Dice) -> Option<Edit>;

/// What may happen to a file.
const MUTATIONS: &[(&str, Mutation)] = &[
    ("delete character", |text, _, _, dice| {
        let start = visible(text, dice)?;
        Some(Edit { start, end: start + 1, with: Vec::new() })
    }),
    ("double character", |text, _, _, dice| {
        let start = visible(text, dice)?;
        Some(Edit { start, end: start, with: vec![text[start]] })
    }),
    ("insert character", |text, _, _, dice| {
        let start = visible(text, dice)?;
        Some(Edit { start, end: start, with: vec![32 + dice.roll(95) as u8] })
    }),
    ("change character", |text, _, _, dice| {
        let start = visible(text, dice)?;
        Some(Edit { start, end: start + 1, with: vec![33 + dice.roll(94) as u8] })
    }),
    ("swap characters", |text, _, _, dice| {
        let start = visible(text, dice)?;
        let other = *text.get(start + 1)?;
        Some(Edit { start, end: start + 2, with: vec![other, text[start]] })
    }),
    ("delete token", |_, pieces, _, dice| {
        let piece = dice.pick(pieces)?;
        Some(Edit { start: piece.start, end: piece.end, with: Vec::new() })
    }),
    ("double token", |text, pieces, _, dice| {
        let piece = dice.pick(pieces)?;
        let with = [b" ", &text[piece.start..piece.end]].concat();
        Some(Edit { start: piece.end, end: piece.end, with })
    }),
    ("swap tokens", |text, pieces, _, dice| {
        let first = dice.roll(pieces.len().checked_sub(1)?);
        let (a, b) = (pieces[first], *pieces.get(first + 1)?);
        let with = [&text[b.start..b.end], &text[a.end..b.start], &text[a.start..a.end]].concat();
        Some(Edit { start: a.start, end: b.end, with })
    }),
    ("replace token", |text, pieces, _, dice| {
        let (old, new) = (dice.pick(pieces)?, dice.pick(pieces)?);
        Some(Edit { start: old.start, end: old.end, with: text[new.start..new.end].to_vec() })
    }),
    ("change punctuation", |_, pieces, _, dice| {
        let others: Vec<_> = pieces.iter().filter(|piece| piece.kind == Kind::Other).collect();
        let piece = dice.pick(&others)?;
        Some(Edit { start: piece.start, end: piece.end, with: dice.pick(PUNCTUATION)?.as_bytes().to_vec() })
    }),
    ("delete modifier", |text, pieces, _, dice| {
        let (start, end) = modifier(text, pieces, dice)?;
        Some(Edit { start, end, with: Vec::new() })
    }),
    ("double modifier", |text, pieces, _, dice| {
        let (start, end) = modifier(text, pieces, dice)?;
        Some(Edit { start, end: start, with: text[start..end].to_vec() })
    }),
    ("swap modifiers", |text, pieces, _, dice| {
        let (start, end) = modifier(text, pieces, dice)?;
        let next = text[end..]
            .iter()
            .take_while(|&&b| b == b'.' || b == b':' || b == b'_' || b.is_ascii_alphanumeric())
            .count();
        let next = text[end..end + next].iter().skip(1).position(|&b| b == b'.').map_or(next, |n| n + 1);
        let with = [&text[end..end + next], &text[start..end]].concat();
        (next > 0).then_some(Edit { start, end: end + next, with })
    }),
    ("change modifier", |text, pieces, known, dice| {
        let (start, end) = modifier(text, pieces, dice)?;
        Some(Edit { start: start + 1, end, with: dice.pick(known)?.clone() })
    }),
    ("add modifier", |text, pieces, known, dice| {
        let (_, end) = modifier(text, pieces, dice)?;
        Some(Edit { start: end, end, with: [b".", dice.pick(known)?.as_slice()].concat() })
    }),
    ("change type", |text, pieces, _, dice| {
        let (start, end) = one_of(text, pieces, TYPES, dice)?;
        Some(Edit { start, end, with: dice.pick(TYPES)?.as_bytes().to_vec() })
    }),
    ("change space", |text, pieces, _, dice| {
        let (start, end) = one_of(text, pieces, SPACES, dice)?;
        Some(Edit { start, end, with: dice.pick(SPACES)?.as_bytes().to_vec() })
    }),
    ("change number", |_, pieces, _, dice| {
        let numbers: Vec<_> = pieces.iter().filter(|piece| piece.kind == Kind::Number).collect();
        let piece = dice.pick(&numbers)?;
        Some(Edit { start: piece.start, end: piece.end, with: dice.pick(NUMBERS)?.as_bytes().to_vec() })
    }),
    ("change operand", |text, pieces, _, dice| {
        let is_operand = |piece: &&Piece| piece.kind == Kind::Word && matches!(text[piece.start], b'%' | b'$' | b'_');
        let operands: Vec<_> = pieces.iter().filter(is_operand).collect();
        let (old, new) = (dice.pick(&operands)?, dice.pick(&operands)?);
        Some(Edit { start: old.start, end: old.end, with: text[new.start..new.end].to_vec() })
    }),
    ("operand to number", |text, pieces, _, dice| {
        let operands: Vec<_> =
            pieces.iter().filter(|piece| piece.kind == Kind::Word && text[piece.start] == b'%').collect();
        let old = dice.pick(&operands)?;
        Some(Edit { start: old.start, end: old.end, with: dice.pick(NUMBERS)?.as_bytes().to_vec() })
    }),
    ("delete line", |text, _, _, dice| {
        let (start, end) = line(text, dice)?;
        Some(Edit { start, end, with: Vec::new() })
    }),
    ("double line", |text, _, _, dice| {
        let (start, end) = line(text, dice)?;
        Some(Edit { start, end: start, with: text[start..end].to_vec() })
    }),
    ("swap lines", |text, _, _, dice| {
        let (start, middle) = line(text, dice)?;
        let (_, end) = lines(text).find(|&(start, _)| start == middle)?;
        Some(Edit { start, end, with: [&text[middle..end], &text[start..middle]].concat() })
    }),
    ("change declaration", |text, _, known, dice| {
        let lines: Vec<(usize, usize)> =
            lines(text).filter(|&(start, end)| is_declaration(&text[start..end])).collect();
        let &(start, end) = dice.pick(&lines)?;
        let within: Vec<Piece> = pieces(&text[start..end])
            .into_iter()
            .map(|p| Piece { start: p.start + start, end: p.end + start, ..p })
            .collect();
        let (_, mutation) = MUTATIONS[5 + dice.roll(13)];
        mutation(text, &within, known, dice)
    }),
    ("change version", |text, _, _, dice| header(text, b".version ", VERSIONS, dice)),
    ("change target", |text, _, _, dice| header(text, b".target ", TARGETS, dice)),
];

/// The place of some character that is no blank and in no comment.
fn visible(text: &[u8], dice: &mut Dice) -> Option<usize> {
    let all = pieces(text);
    let piece = dice.pick(&all)?;
    Some(piece.start + dice.roll(piece.end - piece.start))
}

/// Some dotted word with its dot, of an opcode or a directive.
fn modifier(text: &[u8], pieces: &[Piece], dice: &mut Dice) -> Option<(usize, usize)> {
    let is_dotted = |p: &&Piece| p.kind == Kind::Word && text[p.start] != b'%' && text[p.start..p.end].contains(&b'.');
    let dotted: Vec<_> = pieces.iter().filter(is_dotted).collect();
    let piece = dice.pick(&dotted)?;
    let dots: Vec<usize> = (piece.start..piece.end).filter(|&i| text[i] == b'.').collect();
    let start = *dice.pick(&dots)?;
    let end = dots.iter().copied().find(|&dot| dot > start).unwrap_or(piece.end);
    Some((start, end))
}

/// Some dotted word that is one of these, without its dot.
fn one_of(text: &[u8], pieces: &[Piece], words: &[&str], dice: &mut Dice) -> Option<(usize, usize)> {
    for _ in 0..200 {
        let (start, end) = modifier(text, pieces, dice)?;
        if words.iter().any(|word| word.as_bytes() == &text[start + 1..end]) {
            return Some((start + 1, end));
        }
    }
    None
}

fn lines(text: &[u8]) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    text.split_inclusive(|&b| b == b'\n').map(move |line| {
        let found = (start, start + line.len());
        start = found.1;
        found
    })
}

/// Some line with more than blanks and a comment.
fn line(text: &[u8], dice: &mut Dice) -> Option<(usize, usize)> {
    let full: Vec<_> = lines(text).filter(|&(start, end)| !pieces(&text[start..end]).is_empty()).collect();
    dice.pick(&full).copied()
}

fn is_declaration(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    [
        &b".reg"[..],
        b".param",
        b".visible",
        b".entry",
        b".func",
        b".shared",
        b".global",
        b".local",
        b".const",
        b".extern",
        b".weak",
        b".max",
        b".req",
        b".align",
        b".",
    ]
    .iter()
    .any(|word| line.starts_with(word))
        && !line.starts_with(b".loc ")
        && !line.starts_with(b".b8 ")
}

/// Another value of a directive at the start of the file.
fn header(text: &[u8], word: &[u8], values: &[&str], dice: &mut Dice) -> Option<Edit> {
    let start = text.windows(word.len()).position(|window| window == word)? + word.len();
    let end = start + text[start..].iter().position(|&b| b == b'\n' || b == b'\r')?;
    Some(Edit { start, end, with: dice.pick(values)?.as_bytes().to_vec() })
}

/// Makes the mutants: each kind of change as often as the others.
fn mutants(originals: &[(PathBuf, Vec<u8>)], settings: &Settings) -> Vec<Mutant> {
    let mut dice = Dice(settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let known = modifiers(originals);
    let mut mutants = Vec::new();
    let mut tries = 0;
    while mutants.len() < settings.count && tries < 20 * settings.count {
        let (name, mutation) = MUTATIONS[tries % MUTATIONS.len()];
        tries += 1;
        let Some((path, text)) = dice.pick(originals) else { break };
        let Some(edit) = mutation(text, &pieces(text), &known, &mut dice) else { continue };
        if text[edit.start..edit.end] == edit.with {
            continue;
        }
        let mutated = [&text[..edit.start], &edit.with, &text[edit.end..]].concat();
        let number = line_of(text, edit.start as u32);
        let around = |text: &[u8], end: usize| {
            let from = text[..edit.start].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
            let to = text[end..].iter().position(|&b| b == b'\n').map_or(text.len(), |n| n + end);
            let part = String::from_utf8_lossy(&text[from.max(edit.start.saturating_sub(100))..to.min(end + 60)]);
            part.trim().chars().take(150).map(|c| if c == '\n' { '¶' } else { c }).collect::<String>()
        };
        let change =
            format!("{number}: {} => {}", around(text, edit.end), around(&mutated, edit.start + edit.with.len()));
        mutants.push(Mutant { path: path.clone(), kind: name, change, text: mutated });
    }
    mutants
}
