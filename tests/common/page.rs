//! Rule pages: headings and examples.

use super::fixture;
use ptxlint::rules::Rule;
use ptxlint::{Options, rules};

/// A PTX block of a rule's page.
pub struct Example {
    pub rule: &'static Rule,
    /// Heading above it: `Bad` or `Good`.
    pub heading: &'static str,
    pub text: String,
}

/// The headings of a page in order.
pub fn headings(rule: &Rule) -> Vec<&'static str> {
    rule.documentation.lines().filter_map(|line| line.trim().strip_prefix("## ")).collect()
}

/// The text below a heading.
pub fn section(rule: &Rule, heading: &str) -> &'static str {
    let after = rule.documentation.split(&format!("## {heading}\n")).nth(1).unwrap_or("");
    after.split("\n ## ").next().unwrap_or(after).trim()
}

/// The examples of a rule's page.
pub fn examples(rule: &'static Rule) -> Vec<Example> {
    let blocks = |heading| section(rule, heading).split("```ptx\n").skip(1).map(move |rest| (heading, rest));
    let all = blocks("Bad").chain(blocks("Good"));
    all.map(|(heading, rest)| Example { rule, heading, text: rest.split("```").next().unwrap_or("").to_string() })
        .collect()
}

/// The examples of all pages.
pub fn all_examples() -> Vec<Example> {
    rules::ALL.iter().flat_map(|rule| examples(rule)).collect()
}

impl Example {
    /// The options that a first line `// ptxlint …` gives.
    pub fn options(&self) -> Options {
        let first = self.text.lines().next().and_then(|line| line.trim().strip_prefix("// ptxlint "));
        first.map_or_else(Options::default, |options| fixture::options(options).expect("options of a page"))
    }
}
