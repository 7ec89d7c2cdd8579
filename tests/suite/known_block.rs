//! Whoever knows how large the blocks are finds no less than who does not.

use crate::common::{files_below, fixture, relative, repository};
use ptxlint::diagnostic::{Diagnostic, Level};
use ptxlint::{Options, check};

/// What is found without knowing the block, and not in blocks of the extents in which it shows.
fn hidden(text: &[u8]) -> Vec<Diagnostic> {
    let findings = |options: &Options| check(text, options).expect("a small file").findings;
    let found = findings(&Options::default());
    let is_hidden = |finding: &Diagnostic| {
        let Some(witness) = &finding.witness else { return false };
        let known = findings(&Options { block: Some(witness.block), ..Options::default() });
        let is_it = |other: &Diagnostic| {
            (other.rule, &other.function) == (finding.rule, &finding.function) && other.level >= finding.level
        };
        !known.iter().any(is_it)
    };
    found.into_iter().filter(|finding| finding.level >= Level::Warning).filter(|it| is_hidden(it)).collect()
}

#[test]
fn the_block_of_a_witness_shows_its_finding() {
    let folder = repository("fixtures");
    let (mut judged, mut hiding) = (0, Vec::new());
    for path in files_below(&folder, "ptx") {
        let text = std::fs::read(&path).expect("a readable file");
        let name = relative(&path, &folder);
        // What the assembler rejects is not what it is about.
        if name.starts_with('_') || fixture::judge(&text, &Options::default()) == fixture::Verdict::Reject {
            continue;
        }
        judged += 1;
        hiding.extend(hidden(&text).into_iter().map(|finding| format!("{name}: {}", finding.message)));
    }
    assert!(judged > 800, "{judged}");
    assert!(hiding.is_empty(), "{}", hiding.join("\n"));
}
