//! The parser and resolver against what the assembler accepts.

use crate::common::fixture::{Verdict, judge};
use crate::common::snippets::{self, Snippet};
use crate::common::with_all_rules;
use ptxlint::Options;

#[test]
fn snippets_are_judged_as_by_the_assembler() {
    let options = with_all_rules(Options::default());
    let complaint = |snippet: &Snippet| {
        let agrees = judge(&snippet.module, &options) == snippet.verdict;
        match (agrees, snippet.is_gap, snippet.verdict) {
            (true, false, _) | (false, true, _) => None,
            (true, true, _) => Some(format!("no gap any more, remove its `!`: {snippet}")),
            (false, false, Verdict::Accept) => Some(format!("accepted by the assembler: {snippet}")),
            (false, false, Verdict::Reject) => Some(format!("rejected by the assembler: {snippet}")),
        }
    };
    let complaints: Vec<String> = snippets::all().iter().filter_map(complaint).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
