//! Errors against the interpreter: on every fixture, each error that names a launch is run in it.

use crate::common::fixture::Fixture;
use crate::common::{files_below, relative, repository};
use ptxlint::diagnostic::{Level, ReplayVerdict};
use ptxlint::replay::Replayer;
use std::collections::BTreeMap;

/// Errors that the interpreter contradicts, and why they are none the less errors.
const EXCEPTIONS: [(&str, &str); 4] = [
    ("divergent-barrier/bad_alone.ptx", ENDED),
    ("divergent-barrier/bad_called_barrier.ptx", ENDED),
    ("warp-sync-divergence/bad_guard.ptx", ENDED),
    ("warp-sync-divergence/bad_mask_in_register.ptx", ENDED),
];

const ENDED: &str = "the other threads have ended: GPUs, and the interpreter, do not wait for them, and the manual wants all threads \
                     of a block at its barriers, and all lanes of a mask at the instruction";

#[test]
fn errors_hold_in_the_launches_that_they_name() {
    let folder = repository("fixtures");
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut contradicted = Vec::new();
    let own = files_below(&folder, "ptx").into_iter().filter(|path| !relative(path, &folder).starts_with('_'));
    for path in own {
        let Ok(fixture) = Fixture::read(&path) else { continue };
        let report = ptxlint::check(&fixture.text, &fixture.options).expect("a small file");
        if report.findings.iter().all(|finding| finding.witness.is_none()) {
            continue;
        }
        let mut replayer = Replayer::new(&fixture.text).expect("a small file");
        for finding in report.findings.iter().filter(|finding| finding.level == Level::Error) {
            let Some(verdict) = replayer.replay(finding) else { continue };
            *counts.entry(verdict.name()).or_default() += 1;
            if verdict == ReplayVerdict::Contradicted {
                contradicted.push((relative(&path, &folder), finding.rule.name, finding.message.clone()));
            }
        }
    }
    let known = |path: &str| EXCEPTIONS.iter().any(|(exception, _)| *exception == path);
    let unknown: Vec<_> = contradicted.iter().filter(|(path, ..)| !known(path)).collect();
    assert!(unknown.is_empty(), "the interpreter runs these launches without a fault: {unknown:#?}");
    let is_needed = |(exception, _): &&(&str, &str)| contradicted.iter().any(|(path, ..)| path == exception);
    let stale: Vec<_> = EXCEPTIONS.iter().filter(|exception| !is_needed(exception)).collect();
    assert!(stale.is_empty(), "these are no exceptions any more: {stale:?}");
    let [confirmed, all] = [counts.get("confirmed").copied().unwrap_or(0), counts.values().sum()];
    assert!(confirmed >= 20 && 2 * confirmed > all, "{counts:?}");
}
