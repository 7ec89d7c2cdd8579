//! Mutants of real files: one mistake each, judged by the assembler and by ptxlint.
//!
//! A mutant is a file in which one thing is changed: a character, a token, a modifier, a number, a line, a declaration, the
//! version or target. What counts is whether both say the same of it, whether the first error stands on the same line,
//! whether one mistake is one error, and whether anything is said of the meaning of code that is none.

use crate::ptxas::{self, Effort, Message, Ptxas};
use mutants::edits::{MISTAKES, Material};
use mutants::{Dice, modifiers, pieces};
use ptxlint::diagnostic::{Diagnostic, Level};
use ptxlint::rules::Group;
use ptxlint::{FileStatus, Options};
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

/// Adds a file, or those below a folder, that are PTX by their names.
pub(crate) fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
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
        Ok(report) => (report.status != FileStatus::NotPtx, report.findings),
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

/// Makes the mutants: each kind of change as often as the others.
fn mutants(originals: &[(PathBuf, Vec<u8>)], settings: &Settings) -> Vec<Mutant> {
    let mut dice = Dice::new(settings.seed);
    let known = modifiers(originals.iter().map(|(_, text)| text.as_slice()));
    let mut mutants = Vec::new();
    let mut tries = 0;
    while mutants.len() < settings.count && tries < 20 * settings.count {
        let (name, mutation) = MISTAKES[tries % MISTAKES.len()];
        tries += 1;
        let Some((path, text)) = dice.pick(originals) else { break };
        let Some(edit) = mutation(&Material { text, pieces: &pieces(text), modifiers: &known, donor: text }, &mut dice)
        else {
            continue;
        };
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
