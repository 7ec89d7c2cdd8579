//! What compilers really write: findings are pinned, and what the assembler accepts is accepted.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test --test corpus` rewrites the list of findings.

mod common;

use common::corpus;
use common::fixture::judge;
use ptxlint::Options;
use std::fmt::Write;

#[test]
fn findings_are_those_of_the_list() {
    let mut found = String::new();
    for file in corpus::files() {
        for finding in common::findings(&file.text, &Options::default()) {
            let common::Finding { position, level, rule, .. } = finding;
            let _ = writeln!(found, "{}:{}:{} {level} {rule}", file.name, position.line, position.column);
        }
    }
    let path = corpus::folder().join("findings.txt");
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, &found).expect("the folder is writable");
    }
    let expected = std::fs::read_to_string(&path).expect("the list of findings");
    let lost = expected.lines().filter(|line| !found.lines().any(|other| other == *line));
    let new = found.lines().filter(|line| !expected.lines().any(|other| other == *line));
    let differences: Vec<String> =
        lost.map(|line| format!("not found any more: {line}")).chain(new.map(|line| format!("new: {line}"))).collect();
    assert!(differences.is_empty() && found == expected, "{}", differences.join("\n"));
}

#[test]
fn files_are_judged_as_the_assembler_judges_them() {
    for file in corpus::files() {
        assert_eq!(judge(&file.text, &Options::default()), file.verdict, "{}", file.name);
    }
}
