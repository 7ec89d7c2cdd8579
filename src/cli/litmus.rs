//! `ptxlint litmus`: which outcomes of litmus tests the memory model allows.

use super::terminal::Terminal;
use super::{Ending, print};
use crate::litmus::{Condition, ExplorerEffort, FinalState, LitmusAnswer, Quantifier, Test, explore};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

pub(super) const HELP: &str = r"Examples:
  ptxlint litmus mp.litmus                 whether the condition of a test holds
  ptxlint litmus --states mp.litmus        and all final states that the memory model allows
  ptxlint litmus --format json tests       all tests in a folder, for programs

Tests are in the format of herd7, with a block and a GPU for each thread:
  PTX MP
  { x = 0; flag = 0; }
   P0@cta 0,gpu 0         | P1@cta 1,gpu 0           ;
   st.weak x, 1           | ld.acquire.gpu r0, flag  ;
   st.release.gpu flag, 1 | ld.weak r1, x            ;
  ~exists (P1:r0 == 1 /\ P1:r1 == 0)

Exit codes: 0 the condition of each test holds, 1 of some it does not, 2 some could not be read or are too large.";

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct LitmusArguments {
    /// Litmus tests, folders of them (`*.litmus`), or `-` for the standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Find all final states, also when the condition is decided
    #[arg(long)]
    states: bool,

    /// How often an instruction of a loop may be repeated
    #[arg(long, value_name = "N", default_value_t = ExplorerEffort::default().rounds)]
    rounds: u32,

    /// How to write the answers
    #[arg(long, default_value = "human")]
    format: LitmusFormat,
}

/// How answers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LitmusFormat {
    /// For people
    Human,
    /// One document for programs
    Json,
}

/// Explores the tests.
pub(super) fn run(arguments: &LitmusArguments, terminal: Terminal) -> io::Result<Ending> {
    let effort = ExplorerEffort { rounds: arguments.rounds, all_states: arguments.states, ..ExplorerEffort::default() };
    let mut ending = Ending::Clean;
    let mut documents = Vec::new();
    let mut fail = |complaint: &str| {
        terminal.complain(complaint);
        ending = Ending::Failure;
    };
    let mut files = Vec::new();
    for path in &arguments.paths {
        if let Err(error) = collect(path, &mut files) {
            fail(&format!("cannot read {}: {error}", path.display()));
        }
    }
    let mut unmet = false;
    for path in &files {
        let name = path.display().to_string();
        let outcome = read(path)
            .map_err(|error| format!("cannot read {name}: {error}"))
            .and_then(|text| Test::parse(&text).map_err(|error| format!("{name}:{error}")))
            .and_then(|test| {
                explore(&test, effort).map(|answer| (test, answer)).map_err(|why| format!("{name}: {why}"))
            });
        match outcome {
            Err(complaint) => {
                fail(&complaint);
                documents.push(json!({ "file": name, "error": complaint }));
            }
            Ok((test, answer)) => {
                unmet |= answer.holds == Some(false);
                match arguments.format {
                    LitmusFormat::Human => {
                        for line in human(&test, &answer).lines() {
                            print(
                                &(terminal.charset.line(line).to_string()
                                    + "
"),
                            )?;
                        }
                    }
                    LitmusFormat::Json => documents.push(document(&name, &test, &answer)),
                }
            }
        }
    }
    if arguments.format == LitmusFormat::Json {
        let text = serde_json::to_string_pretty(&json!({ "tests": documents })).unwrap_or_default();
        print(&(text + "\n"))?;
    }
    Ok(if unmet { ending.max(Ending::Findings) } else { ending })
}

/// The tests at a path: the file, or what a folder holds, in the order of names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let mut entries =
        fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() || entry.extension().is_some_and(|extension| extension == "litmus") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> io::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    fs::read_to_string(path)
}

/// The answer for people: the condition, whether it holds and why, and the states.
fn human(test: &Test, answer: &LitmusAnswer) -> String {
    let mut out = String::new();
    match (&test.condition, answer.holds) {
        (Some(condition), Some(holds)) => {
            let question = format!("{} {}", condition.quantifier.name(), condition.expression.text(test));
            let verdict = if holds { "Ok" } else { "No" };
            let _ = writeln!(out, "{}: {verdict}: {question}", test.name);
            let _ = writeln!(out, "  {}", reason(test, condition, answer));
        }
        _ => {
            let _ = writeln!(out, "{}: {} states", test.name, answer.states.len());
        }
    }
    if answer.has_all_states {
        for state in &answer.states {
            let sign = if state.satisfies == Some(true) { '*' } else { ' ' };
            let _ = writeln!(out, "  {sign} {}", values(test, state));
        }
    }
    if answer.is_cut {
        let _ = writeln!(out, "  note: loops that go round more often were not tried; `--rounds` raises the limit");
    }
    if answer.has_hangs {
        let _ = writeln!(out, "  note: runs whose threads wait at a barrier forever have no final state");
    }
    out
}

/// Why a condition holds or does not.
fn reason(test: &Test, condition: &Condition, answer: &LitmusAnswer) -> String {
    let wanted = condition.quantifier != Quantifier::Forall;
    let example = answer.states.iter().find(|state| state.satisfies == Some(wanted));
    match (example, condition.quantifier) {
        (Some(state), Quantifier::Exists | Quantifier::NotExists) => {
            format!("the memory model allows it: {}", values(test, state))
        }
        (Some(state), Quantifier::Forall) => format!("the memory model also allows {}", values(test, state)),
        (None, _) if answer.is_cut && answer.states.is_empty() && answer.candidates == 0 => {
            "no execution gets there within this number of rounds".to_string()
        }
        (None, quantifier) => {
            let what = match quantifier {
                Quantifier::Forall => "the memory model allows nothing else",
                Quantifier::Exists | Quantifier::NotExists => "the memory model forbids it",
            };
            let axioms: Vec<String> =
                answer.forbidden.iter().map(|(axiom, count)| format!("{} {count}", axiom.name())).collect();
            if axioms.is_empty() { what.to_string() } else { format!("{what} ({})", axioms.join(", ")) }
        }
    }
}

fn values(test: &Test, state: &FinalState) -> String {
    let parts = test.observables().into_iter().zip(&state.values);
    parts.map(|(observable, value)| format!("{}={value}", test.name_of(observable))).collect::<Vec<_>>().join(" ")
}

/// The answer for programs.
fn document(file: &str, test: &Test, answer: &LitmusAnswer) -> Value {
    let state = |state: &FinalState| {
        let parts = test.observables().into_iter().zip(&state.values);
        let values: Map<String, Value> =
            parts.map(|(observable, value)| (test.name_of(observable), json!(value))).collect();
        json!({ "values": values, "satisfies": state.satisfies })
    };
    let condition = test.condition.as_ref();
    json!({
        "file": file,
        "name": test.name,
        "quantifier": condition.map(|condition| condition.quantifier.name()),
        "condition": condition.map(|condition| condition.expression.text(test)),
        "holds": answer.holds,
        "states": answer.states.iter().map(state).collect::<Vec<_>>(),
        "all_states": answer.has_all_states,
        "cut": answer.is_cut,
        "hangs": answer.has_hangs,
        "candidates": answer.candidates,
        "forbidden": answer.forbidden.iter().map(|(axiom, count)| (axiom.name(), count)).collect::<std::collections::BTreeMap<_, _>>(),
    })
}
