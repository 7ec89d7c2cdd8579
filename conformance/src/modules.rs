//! Whole modules: directives, declarations, functions, calls.
//!
//! `modules/<topic>.txt` holds templates, one a line: a context, a colon, and text with alternatives between `«` and `»`,
//! which nest; each combination is a module. A `; ` ends a line of the module, so that the lines of findings say something.
//!
//! ```text
//! # comment
//! module: .global .«u32¦f32» a«¦[4]¦[]»;
//! body @8.0 sm_90: .reg .b32 a;
//! ```
//!
//! After the context may stand version and target, with alternatives, too.

use crate::isa_only;
use crate::ptxas::{self, Message, Ptxas};
use ptxlint::diagnostic::Level;
use ptxlint::rules::Group;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A generated module.
pub(crate) struct Case {
    topic: String,
    /// The template's text with its alternatives chosen.
    title: String,
    text: String,
}

impl Case {
    /// The last architecture that a `.target` names.
    fn target(&self) -> &str {
        let lists = self.text.split(".target ").skip(1).filter_map(|rest| rest.lines().next());
        let names = lists.flat_map(|list| list.split(',')).map(str::trim);
        names.filter(|name| name.starts_with("sm_")).last().unwrap_or("sm_90a")
    }
}

/// What the assembler says of a module.
#[derive(Clone, Serialize, Deserialize)]
struct Verdict {
    accepted: bool,
    message: String,
    /// Lines of all errors that have one.
    lines: BTreeSet<usize>,
}

/// Reads the templates of all topics whose names start with one of `names`.
pub(crate) fn cases(names: &[String]) -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("modules");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let topic = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !names.is_empty() && !names.iter().any(|name| topic.starts_with(name.as_str())) {
            continue;
        }
        for (number, line) in std::fs::read_to_string(&path)?.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let found =
                template(&topic, line).ok_or_else(|| format!("{}:{}: no template", path.display(), number + 1))?;
            cases.extend(found);
        }
    }
    Ok(cases)
}

/// The modules of one template.
fn template(topic: &str, line: &str) -> Option<Vec<Case>> {
    let (head, text) = line.split_once(": ")?;
    let (context, place) = head.split_once('@').map_or((head.trim(), "9.0 sm_90a"), |(c, p)| (c.trim(), p.trim()));
    let mut cases = Vec::new();
    for place in expand(place) {
        let (version, target) = place.split_once(' ')?;
        for text in expand(text) {
            let text = text.replace("\\n", "\n");
            cases.push(Case {
                topic: topic.into(),
                title: format!("{context} @{place}: {}", text.replace('\n', "\\n")),
                text: wrap(context, version, target, &text.replace("; ", ";\n"))?,
            });
        }
    }
    Some(cases)
}

/// All combinations of the alternatives in `text`.
fn expand(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once('«') else { return vec![text.to_string()] };
    let mut depth = 0;
    let mut alternatives = vec![String::new()];
    let mut after = "";
    for (i, c) in rest.char_indices() {
        match c {
            '»' if depth == 0 => {
                after = &rest[i + c.len_utf8()..];
                break;
            }
            '¦' if depth == 0 => {
                alternatives.push(String::new());
                continue;
            }
            '«' => depth += 1,
            '»' => depth -= 1,
            _ => {}
        }
        if let Some(last) = alternatives.last_mut() {
            last.push(c);
        }
    }
    let tails = expand(after);
    let heads = alternatives.iter().flat_map(|alternative| expand(alternative));
    heads.flat_map(|head| tails.iter().map(move |tail| format!("{before}{head}{tail}"))).collect()
}

const REGISTERS: &str =
    ".reg .b16 %h<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<4>; .reg .f64 %fd<4>; .reg .pred %p<4>;";

/// Functions for the context `call`.
const FUNCTIONS: &str = "
.global .u32 gv;
.func f0() { ret; }
.func f1(.param .b32 a) { ret; }
.func f2(.param .b32 a, .param .b64 b) { ret; }
.func (.param .b32 r) fr(.param .b32 a) { ret; }
.func (.param .align 8 .b8 r[16]) fs(.param .align 8 .b8 a[16]) { ret; }
.entry ent() { ret; }
";

/// Variables that may be arguments of calls.
const ARGUMENTS: &str = "\
.param .b32 a;
.param .b64 b;
.param .b32 c;
.param .align 8 .b8 arr[16];
.param .align 4 .b8 arr4[16];
";

/// Functions for the context `rcall`. Where a module has such, the assembler uses no stack anywhere.
const REGISTER_FUNCTIONS: &str = "
.global .u32 gv;
.func (.reg .b32 r) gr(.reg .b32 a) { ret; }
.func (.reg .b32 r, .reg .b32 s) g2(.reg .f32 a, .reg .pred b) { ret; }
";

/// Puts a text into a module.
fn wrap(context: &str, version: &str, target: &str, text: &str) -> Option<String> {
    let address_size =
        if version.parse::<f32>().is_ok_and(|version| version < 2.3) { "" } else { ".address_size 64\n" };
    let header = format!(".version {version}\n.target {target}\n{address_size}");
    let kernel = ".visible .entry k()\n{\n    ret;\n}\n";
    Some(match context {
        "file" => format!("{text}\n"),
        "head" => format!("{text}\n{kernel}"),
        "module" => format!("{header}{text}\n{kernel}"),
        "entry" => format!("{header}.visible .entry k{text}\n{{\n    ret;\n}}\n"),
        "func" => format!("{header}.visible .func {text}\n{{\n    ret;\n}}\n{kernel}"),
        "body" => format!("{header}.visible .entry k(.param .u64 p)\n{{\n{REGISTERS}\n{text}\nret;\n}}\n"),
        "fbody" => format!(
            "{header}.visible .func (.param .u32 r) f(.param .u32 a, .param .align 8 .b8 b[16])\n{{\n{REGISTERS}\n{text}\nret;\n}}\n{kernel}"
        ),
        "call" | "rcall" => {
            let functions = if context == "call" { FUNCTIONS } else { REGISTER_FUNCTIONS };
            format!(
                "{header}{functions}.visible .entry k(.param .u32 kp)\n{{\n{REGISTERS}\n{ARGUMENTS}{text}\nret;\n}}\n"
            )
        }
        _ => return None,
    })
}

/// Agreement of one topic.
#[derive(Default)]
struct Tally {
    modules: usize,
    accepted: usize,
    /// Rejected by both, with a line given by the assembler, and how many of those have a finding of ptxlint on such a line.
    with_line: usize,
    same_line: usize,
    wrong: Vec<String>,
    false_errors: usize,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.modules += other.modules;
        self.accepted += other.accepted;
        self.with_line += other.with_line;
        self.same_line += other.same_line;
        self.false_errors += other.false_errors;
        self.wrong.extend(other.wrong);
    }

    fn print(&self, name: &str) {
        println!(
            "{name}: {} modules, {} accepted, agreement {:.2} %, {} false errors, {} missed, line {}/{}",
            self.modules,
            self.accepted,
            100.0 * (self.modules - self.wrong.len()) as f64 / self.modules.max(1) as f64,
            self.false_errors,
            self.wrong.len() - self.false_errors,
            self.same_line,
            self.with_line,
        );
    }
}

/// Prints the assembler's verdict on each module.
pub(crate) fn print_verdicts(names: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let cases = cases(names)?;
    for (case, verdict) in cases.iter().zip(judge(&Ptxas::find()?, &cases)?) {
        let word = if verdict.accepted { "yes" } else { "no " };
        println!("{} {word} {}   | {:?} {}", case.topic, case.title, verdict.lines, verdict.message);
    }
    Ok(())
}

/// Compares verdicts and lines, and prints agreement by topic.
pub(crate) fn run(names: &[String], show: usize) -> Result<(), Box<dyn std::error::Error>> {
    let ptxas = Ptxas::find()?;
    let cases = cases(names)?;
    let verdicts = judge(&ptxas, &cases)?;
    let options = isa_only();
    let mut tallies: BTreeMap<&str, (Tally, Vec<String>)> = BTreeMap::new();
    for (case, verdict) in cases.iter().zip(&verdicts) {
        let (tally, lines) = tallies.entry(&case.topic).or_default();
        tally.modules += 1;
        tally.accepted += usize::from(verdict.accepted);
        let errors = errors(&case.text, &options);
        match (verdict.accepted, errors.first()) {
            (true, Some((_, error))) => {
                tally.false_errors += 1;
                tally.wrong.push(format!("FALSE {}   | {error}", case.title));
            }
            (false, None) => tally.wrong.push(format!("MISSED {}   | {}", case.title, verdict.message)),
            (false, Some(first)) if !verdict.lines.is_empty() => {
                tally.with_line += 1;
                if errors.iter().any(|(line, _)| verdict.lines.contains(line)) {
                    tally.same_line += 1;
                } else {
                    let Verdict { message, lines: theirs, .. } = verdict;
                    lines.push(format!("LINE {}   | {theirs:?} {message} | {} {}", case.title, first.0, first.1));
                }
            }
            _ => {}
        }
    }
    let mut total = Tally::default();
    for (topic, (tally, lines)) in tallies {
        tally.print(topic);
        let mut spread = tally.wrong.clone();
        spread.sort_by_key(|text| !text.starts_with("FALSE"));
        for text in spread.iter().step_by((spread.len() / show.max(1)).max(1)).take(show) {
            println!("    {text}");
        }
        for text in lines.iter().step_by((lines.len() / show.max(1)).max(1)).take(show / 2) {
            println!("    {text}");
        }
        total.add(tally);
    }
    total.print("all");
    Ok(())
}

/// Line and text of the errors of the `isa` group.
fn errors(text: &str, options: &ptxlint::Options) -> Vec<(usize, String)> {
    let report = match ptxlint::check(text.as_bytes(), options) {
        Ok(report) => report,
        Err(error) => return vec![(0, error.to_string())],
    };
    if let Some(reason) = report.reason {
        return vec![(1, reason)];
    }
    let line = |offset: u32| 1 + text.as_bytes()[..offset as usize].iter().filter(|&&b| b == b'\n').count();
    let errors = report.findings.iter().filter(|f| f.rule.group == Group::Isa && f.level == Level::Error);
    errors.map(|f| (line(f.span.start), format!("{}: {}", f.rule.name, f.message))).collect()
}

/// Judges modules on all cores. Verdicts are kept in a file below `target`, as a run takes minutes.
fn judge(ptxas: &Ptxas, cases: &[Case]) -> Result<Vec<Verdict>, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/conformance");
    let path = folder.join(format!("modules-{}.json", ptxas::RELEASE));
    let known: HashMap<String, Verdict> =
        std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default();
    let known = Mutex::new(known);
    let next = AtomicUsize::new(0);
    let work = || -> std::io::Result<()> {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let is_known = |map: &HashMap<String, Verdict>| map.contains_key(&case.text);
            if known.lock().is_ok_and(|map| is_known(&map)) {
                continue;
            }
            let verdict = assemble(ptxas, case)?;
            if let Ok(mut map) = known.lock() {
                map.insert(case.text.clone(), verdict);
            }
        }
        Ok(())
    };
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get());
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join()).collect::<Vec<_>>()
    });
    let known = known.into_inner()?;
    std::fs::create_dir_all(&folder)?;
    std::fs::write(&path, serde_json::to_vec(&known)?)?;
    cases.iter().map(|case| known.get(&case.text).cloned().ok_or_else(|| "a module was not judged".into())).collect()
}

fn assemble(ptxas: &Ptxas, case: &Case) -> std::io::Result<Verdict> {
    let architecture = ptxas.architecture(case.target());
    let (mut accepted, mut messages) = ptxas.run(&case.text, &architecture, ptxas::Effort::Link)?;
    // What another module may define is no mistake of this one.
    let needs_linking = |m: &Message| {
        ["Unresolved extern", "Cannot take address of", "option '--compile-only'"].iter().any(|t| m.text.contains(t))
    };
    if !accepted && messages.iter().filter(|m| m.is_error()).all(needs_linking) {
        (accepted, messages) = ptxas.run(&case.text, &architecture, ptxas::Effort::Compile)?;
    }
    let errors: Vec<&Message> = messages.iter().filter(|m| m.is_error()).collect();
    Ok(Verdict {
        accepted,
        message: errors.first().map(|m| m.text.clone()).unwrap_or_default(),
        lines: errors.iter().filter_map(|m| m.line).collect(),
    })
}
