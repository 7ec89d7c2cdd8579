//! The parser and resolver against what the assembler accepts.

mod common;

use common::fixture::{Verdict, judge};
use common::{snippets, with_all_rules};
use ptxlint::Options;

#[test]
fn snippets_are_judged_as_by_the_assembler() {
    let options = with_all_rules(Options::default());
    let complaints: Vec<String> = snippets::all()
        .iter()
        .filter(|snippet| judge(&snippet.module, &options) != snippet.verdict)
        .map(|snippet| match snippet.verdict {
            Verdict::Accept => format!("accepted by the assembler: {snippet}"),
            Verdict::Reject => format!("rejected by the assembler: {snippet}"),
        })
        .collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
