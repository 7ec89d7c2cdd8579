//! Litmus tests of the memory model.

use super::{run, run_on};
use serde_json::Value;
use std::collections::BTreeMap;

/// A test of two threads in two blocks, with a condition.
fn message(store: &str, load: &str, condition: &str) -> String {
    format!(
        "PTX message\n{{ x = 0; y = 0; }}\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | {load} r0, y ;\n {store} y, 1 | ld.weak r1, x ;\n{condition}\n"
    )
}

#[test]
fn all_fixtures_end_as_they_say() {
    let run = run(["litmus", "--format", "json", "fixtures/_litmus"]);
    let document: Value = serde_json::from_str(run.ends_with(0)).expect("a document");
    let tests = document["tests"].as_array().expect("tests");
    let mut quantifiers: BTreeMap<&str, usize> = BTreeMap::new();
    for test in tests {
        assert_eq!(test["holds"], Value::Bool(true), "{test:#}");
        *quantifiers.entry(test["quantifier"].as_str().expect("a quantifier")).or_default() += 1;
    }
    assert!(
        quantifiers["exists"] >= 12 && quantifiers["~exists"] >= 12 && quantifiers["forall"] >= 5,
        "{quantifiers:?}"
    );
}

#[test]
fn the_opposite_does_not_hold() {
    let bad = r"(P1:r0 == 1 /\ P1:r1 == 0)";
    for (store, load, is_possible) in [
        ("st.relaxed.gpu", "ld.relaxed.gpu", true),
        ("st.release.gpu", "ld.acquire.gpu", false),
        ("st.release.cta", "ld.acquire.gpu", true),
        ("st.release.sys", "ld.acquire.gpu", false),
    ] {
        for (condition, holds) in [
            (format!("exists {bad}"), is_possible),
            (format!("~exists {bad}"), !is_possible),
            (format!("forall ~{bad}"), !is_possible),
        ] {
            let run = run_on(["litmus", "-"], message(store, load, &condition));
            run.ends_with(i32::from(!holds));
        }
    }
}

#[test]
fn the_report_names_the_axioms_and_the_states() {
    let text = message("st.release.gpu", "ld.acquire.gpu", r"exists (P1:r0 == 1 /\ P1:r1 == 0)");
    insta::assert_snapshot!(run_on(["litmus", "--states", "-"], text).ends_with(1), @r"
    message: No: exists (P1:r0 == 1 /\ P1:r1 == 0)
      the memory model forbids it (Causality 1)
        P1:r0=0 P1:r1=0
        P1:r0=0 P1:r1=1
        P1:r0=1 P1:r1=1
    ");
}

#[test]
fn mistakes_have_places() {
    for (text, complaint) in [
        ("MP\n{}", "-:1:1: a litmus test begins with `PTX`"),
        ("PTX a\nx = 0", "`{` and the initial values are expected"),
        (
            &message("st.acquire.gpu", "ld.relaxed.gpu", "forall (x == 1)"),
            "-:5:2: `st.acquire.gpu` cannot be `.acquire`",
        ),
        (&message("st.release", "ld.relaxed.gpu", "forall (x == 1)"), "`st.release` needs a scope"),
        (&message("st.weak.gpu", "ld.relaxed.gpu", "forall (x == 1)"), "cannot have a scope"),
        (
            &message("st.weak", "shfl.sync", "forall (x == 1)"),
            "`shfl.sync` is not an instruction that the explorer knows",
        ),
        (&message("st.weak", "ld.weak", "forall (P1:r7 == 1)"), "-:6:12: P1 has no register `r7`"),
        (&message("st.weak", "ld.weak", "forall (z == 1)"), "there is no location `z`"),
        (&message("st.weak", "ld.weak", "forall (x == 1"), "`)` is expected here"),
        ("PTX a\n{}\n P0 ;\n bra LC00 ;\nexists true", "-:4:6: P0 has no label `LC00`"),
        ("PTX a\n{}\n P0 | P1 ;\n ld r0, 1 ;\nexists true", "one of the 2 threads"),
    ] {
        run_on(["litmus", "-"], text).fails_with(complaint);
    }
}

#[test]
fn what_loops_cut_off_is_told() {
    let text = "PTX spin\n{ x = 0; }\n P0 ;\n LC00: ld.relaxed.gpu r0, x ;\n beq r0, 0, LC00 ;\nexists (P0:r0 == 1)\n";
    let run = run_on(["litmus", "-"], text);
    assert!(run.ends_with(1).contains("no execution gets there within this number of rounds"), "{run:#?}");
}
