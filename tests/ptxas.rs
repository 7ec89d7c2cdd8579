//! NVIDIA's assembler against the fixtures: are they what they say, and does ptxlint agree?

mod common;

use common::fixture::{Fixture, Verdict, judge};
use common::{corpus, fixes, page, ptxas, repository, snippets, with_all_rules};
use std::path::Path;

/// Calls `check` with the assembler, or says that there is none.
fn with_ptxas(check: impl FnOnce(&'static Path) -> Vec<String>) {
    match ptxas::find() {
        Ok(path) => {
            let complaints = check(path);
            assert!(complaints.is_empty(), "{}", complaints.join("\n"));
        }
        Err(reason) => ptxas::skipped(reason),
    }
}

/// The fixtures of all rules with their names.
fn fixtures() -> Vec<(String, Fixture)> {
    let folder = repository("fixtures");
    let files = common::files_below(&folder, "ptx").into_iter();
    let named = files.map(|path| (common::relative(&path, &folder), path)).filter(|(name, _)| !name.starts_with('_'));
    named.map(|(name, path)| (name, Fixture::read(&path).expect("the fixture tests read it"))).collect()
}

#[test]
fn fixtures_assemble_as_they_say() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&fixtures(), |(name, fixture)| {
            let (verdict, messages) = ptxas::assemble(ptxas, &fixture.text, fixture.arch.as_deref());
            if verdict == fixture.ptxas { Ok(()) } else { Err(format!("{name}: {verdict:?}\n{messages}")) }
        })
    });
}

/// A file that the assembler accepts has no `isa` error, one that it rejects has at least one. What a fixture says of the
/// assembler is checked above, so this needs none.
#[test]
fn ptxlint_agrees_on_fixtures() {
    for (name, fixture) in fixtures() {
        assert_eq!(judge(&fixture.text, &fixture.linted_with()), fixture.ptxas, "{name}");
    }
}

/// When all fixes are applied and ptxlint sees no error any more, neither does the assembler.
#[test]
fn fixed_fixtures_assemble() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&fixtures(), |(name, fixture)| {
            let options = fixture.linted_with();
            let fixed = fixes::apply_all(&fixture.text, &options).map_err(|error| format!("{name}: {error}"))?;
            if fixed == fixture.text {
                return Ok(());
            }
            let (verdict, messages) = ptxas::assemble(ptxas, &fixed, fixture.arch.as_deref());
            let text = String::from_utf8_lossy(&fixed);
            let complaint = || format!("{name}, fixed: the assembler says {verdict:?}\n{messages}\n{text}");
            if verdict == judge(&fixed, &options) { Ok(()) } else { Err(complaint()) }
        })
    });
}

#[test]
fn examples_of_rule_pages_assemble_or_not() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&page::all_examples(), |example| {
            let (verdict, messages) = ptxas::assemble(ptxas, example.text.as_bytes(), None);
            let judgement = judge(example.text.as_bytes(), &with_all_rules(example.options()));
            let name = format!("{}, {}", example.rule.name, example.heading);
            if example.heading == "Good" && verdict == Verdict::Reject {
                return Err(format!("{name}: the assembler rejects it:\n{messages}"));
            }
            if verdict == judgement {
                Ok(())
            } else {
                Err(format!("{name}: the assembler says {verdict:?}\n{messages}"))
            }
        })
    });
}

#[test]
fn snippets_assemble_as_they_say() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&snippets::all(), |snippet| {
            let (verdict, messages) = ptxas::assemble(ptxas, &snippet.module, Some("sm_90"));
            if verdict == snippet.verdict { Ok(()) } else { Err(format!("{snippet}: {verdict:?}\n{messages}")) }
        })
    });
}

#[test]
fn corpus_assembles_or_not() {
    with_ptxas(|ptxas| {
        ptxas::in_parallel(&corpus::files(), |file| {
            let (verdict, messages) = ptxas::assemble(ptxas, &file.text, None);
            if verdict == file.verdict { Ok(()) } else { Err(format!("{}: {verdict:?}\n{messages}", file.name)) }
        })
    });
}

/// Every demonstration of a rule about illegal code is rejected, and its good twin is not.
#[test]
fn the_assembler_confirms_rules() {
    with_ptxas(|ptxas| {
        let Some(tool) = option_env!("CARGO_BIN_EXE_ptxlint") else { return Vec::new() };
        let mut command = std::process::Command::new(tool);
        command.args(["verify", "--device=cpu", "--rules", "--color=never"]);
        let output = command.arg(format!("--ptxas={}", ptxas.display())).output().expect("the tool runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let confirmed = |rule: &str| {
            text.lines().any(|line| line.starts_with("CONFIRMED") && line.contains(&format!(" {rule}/bad")))
        };
        let isa = ptxlint::rules::ALL.iter().filter(|rule| rule.group == ptxlint::rules::Group::Isa);
        isa.filter(|rule| !confirmed(rule.name))
            .map(|rule| format!("{} is not confirmed:\n{text}", rule.name))
            .collect()
    });
}
