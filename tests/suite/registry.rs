//! The rule registry against its promises: names, pages, examples, fixtures.

use crate::common;
use crate::common::{findings, page, repository, with_rule};
use ptxlint::rules::{self, Rule};
use std::collections::BTreeSet;

const HEADINGS: [&str; 6] = ["What it does", "Why is this bad", "Bad", "Good", "Limits", "References"];

#[test]
fn pages_have_the_headings_in_order() {
    for rule in rules::listed() {
        assert_eq!(page::headings(rule), HEADINGS, "{}", rule.name);
        for heading in HEADINGS {
            assert!(!page::section(rule, heading).is_empty(), "{}: nothing under `{heading}`", rule.name);
        }
    }
}

#[test]
fn pages_give_a_bad_and_a_good_example() {
    for rule in rules::ALL {
        let examples = page::examples(rule);
        for heading in ["Bad", "Good"] {
            assert!(examples.iter().any(|example| example.heading == heading), "{}: no {heading} block", rule.name);
        }
    }
}

#[test]
fn examples_are_bad_and_good() {
    for example in page::all_examples() {
        let found = findings(example.text.as_bytes(), &with_rule(example.options(), example.rule));
        let name = example.rule.name;
        let list: Vec<String> = found.iter().map(|finding| finding.to_string()).collect();
        if example.heading == "Bad" {
            assert!(found.iter().any(|finding| finding.rule == name), "{name}: Bad is not found: {list:?}");
        } else {
            assert!(found.is_empty(), "{name}: found in Good: {list:?}");
        }
    }
}

#[test]
fn names_are_unique_nouns_in_kebab_case() {
    let mut seen = BTreeSet::new();
    for rule in rules::listed() {
        let words: Vec<&str> = rule.name.split('-').collect();
        let is_word = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        assert!(words.iter().all(is_word), "{} is not in kebab case", rule.name);
        // A name says what is wrong, so that `allow(name)` reads well.
        let verbs =
            ["check", "detect", "no", "avoid", "prefer", "use", "ensure", "require", "validate", "disallow", "lint"];
        assert!(
            words[0] == "missing" || words.iter().all(|word| !verbs.contains(word)),
            "{} says what to do, not what is wrong",
            rule.name
        );
        assert!(seen.insert(rule.name), "{} exists twice", rule.name);
        assert_eq!(rules::by_name(rule.name), Some(rule));
    }
}

#[test]
fn names_are_no_selectors() {
    for rule in rules::listed() {
        let selector = ptxlint::Selector::parse(rule.name);
        assert_eq!(selector, Some(ptxlint::Selector::Rule(&rule.info)), "{} selects something else", rule.name);
    }
}

#[test]
fn summaries_are_one_sentence() {
    for rule in rules::listed() {
        let summary = rule.summary();
        assert!(summary.starts_with(|c: char| c.is_ascii_uppercase()), "{}: {summary}", rule.name);
        let text = without_code(&summary);
        assert!(text.ends_with('.') && text.matches(". ").count() == 0, "{}: not one sentence: {summary}", rule.name);
    }
}

/// The text with everything between backquotes left out.
fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("x").replace('\n', " ")
}

#[test]
fn every_rule_has_fixtures_and_every_folder_a_rule() {
    let folders = common::entries(&repository("fixtures")).into_iter().filter(|path| path.is_dir());
    let names = folders.map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let folders: BTreeSet<String> = names.filter(|name| !name.starts_with('_')).collect();
    let rules: BTreeSet<String> = rules::ALL.iter().map(|rule| rule.name.to_string()).collect();
    assert_eq!(folders, rules, "folders of fixtures against names of rules");
    for rule in rules::ALL {
        for kind in ["bad", "good"] {
            assert!(has_fixture(rule, kind), "fixtures/{} has no {kind}*.ptx", rule.name);
        }
    }
}

fn has_fixture(rule: &Rule, kind: &str) -> bool {
    let files = common::entries(&repository("fixtures").join(rule.name));
    files.iter().any(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(kind)))
}
