//! What compilers really write: findings are pinned, and what the assembler accepts has no error of group `isa`.
//!
//! `BLESS=1 cargo test --test suite -- corpus::` rewrites the list of findings.

use crate::common;
use crate::common::corpus;
use crate::common::fixture::{Verdict, judge};
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
    if std::env::var_os("BLESS").is_some() {
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
fn accepted_files_have_no_isa_error() {
    for file in corpus::files() {
        let errors: Vec<String> = common::findings(&file.text, &Options::default())
            .into_iter()
            .filter(|finding| finding.level == "error" && common::is_isa(finding.rule))
            .map(|finding| finding.to_string())
            .collect();
        match file.verdict {
            Verdict::Accept => assert!(errors.is_empty(), "{}: {}", file.name, errors.join("\n")),
            Verdict::Reject => assert_eq!(judge(&file.text, &Options::default()), Verdict::Reject, "{}", file.name),
        }
    }
}
