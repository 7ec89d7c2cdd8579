use super::*;
use crate::Options;

/// A kernel of one block of 64 threads with a shared array.
fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.entry k(.param .u64 out, .param .u32 n)\n.reqntid 64, 1, 1\n{{\n\
         .shared .align 16 .b8 data[256];\n.reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<4>;\n\
         ld.param.u64 %rd1, [out];\nld.param.u32 %r7, [n];\nmov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, data;\n\
         add.u32 %r3, %r3, %r2;\nxor.b32 %r4, %r2, 128;\nmov.u32 %r8, data;\nadd.u32 %r4, %r8, %r4;\n\
         mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd3, %rd1, %rd2;\n{body}\nret;\n}}\n"
    )
}

/// The findings of a module after a replay.
fn confirmed(text: &str) -> Vec<Diagnostic> {
    let mut report = crate::check(text.as_bytes(), &Options::default()).expect("it is short");
    confirm(text.as_bytes(), &mut report.findings);
    report.findings
}

#[test]
fn a_race_is_confirmed() {
    let text = kernel("st.shared.u32 [%r3], %r1;\nld.shared.u32 %r5, [%r4];\nst.global.u32 [%rd3], %r5;");
    let findings = confirmed(&text);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((finding.rule.name, finding.level), ("missing-barrier", Level::Error));
    let Some(ReplayVerdict::Confirmed { fault }) = finding.confirmation.as_deref() else {
        panic!("{:?}", finding.confirmation)
    };
    assert!(fault.starts_with("line 23: "), "{fault}");
}

/// A finding of `rule` on the line of `place`, whose two acts are there and in the line of `other`.
fn claim(text: &str, rule: &str, place: &str, other: &str) -> Diagnostic {
    let race = kernel("st.shared.u32 [%r3], %r1;\nld.shared.u32 %r5, [%r4];\nst.global.u32 [%rd3], %r5;");
    let mut finding = crate::check(race.as_bytes(), &Options::default()).expect("it is short").findings.remove(0);
    let span = |line: &str| {
        let start = text.find(line).expect("it is there") as u32;
        Span::new(start, start + line.len() as u32)
    };
    finding.rule = &crate::rules::by_name(rule).expect("a rule").info;
    finding.span = span(place);
    finding.labels.clear();
    let witness = finding.witness.as_mut().expect("races have one");
    witness.acts[0].span = span(other);
    witness.acts[1].span = span(place);
    finding
}

#[test]
fn a_false_claim_is_contradicted_and_lowered() {
    let text = kernel("st.shared.u32 [%r3], %r1;\nbar.sync 0;\nld.shared.u32 %r5, [%r4];\nst.global.u32 [%rd3], %r5;");
    let mut findings = [claim(&text, "missing-barrier", "ld.shared.u32 %r5", "st.shared.u32 [%r3]")];
    confirm(text.as_bytes(), &mut findings);
    assert_eq!(
        (findings[0].confirmation.as_deref(), findings[0].level),
        (Some(&ReplayVerdict::Contradicted), Level::Warning)
    );
    confirm(text.as_bytes(), &mut findings);
    assert_eq!(findings[0].level, Level::Note);
}

#[test]
fn what_is_not_reached_is_not_contradicted() {
    let text = kernel(
        "ld.global.u32 %r5, [%rd3];\nsetp.ne.u32 %p1, %r5, 9;\n@%p1 ret;\nst.shared.u32 [%r3], %r1;\nld.shared.u32 %r6, [%r4];\n\
         st.global.u32 [%rd3], %r6;",
    );
    let finding = claim(&text, "missing-barrier", "ld.shared.u32 %r6", "st.shared.u32 [%r3]");
    let mut replayer = Replayer::new(text.as_bytes()).expect("it is short");
    assert_eq!(replayer.replay(&finding), Some(ReplayVerdict::NotReached));
}

#[test]
fn other_faults_and_refusals_say_nothing() {
    let verdict = |body: &str, rule: &str, place: &str| {
        let text = kernel(body);
        let finding = claim(&text, rule, place, place);
        Replayer::new(text.as_bytes()).expect("it is short").replay(&finding)
    };
    let trap = verdict("trap;\nst.global.u32 [%rd3], 1;", "global-race", "st.global.u32 [%rd3], 1");
    assert!(matches!(&trap, Some(ReplayVerdict::EndedBefore { fault }) if fault.contains("trap")), "{trap:?}");
    let refused = verdict("nanosleep.u32 1;\nbmsk.clamp.b32 %r5, %r1, [%r3];", "global-race", "nanosleep.u32 1");
    assert!(matches!(refused, Some(ReplayVerdict::Refused { .. })), "{refused:?}");
    let bounds = verdict("st.shared.u32 [%r3], 1;", "out-of-bounds", "st.shared.u32 [%r3], 1");
    assert!(matches!(bounds, Some(ReplayVerdict::Unseen { .. })), "{bounds:?}");
    assert_eq!(verdict("st.shared.u32 [%r3], 1;", "shared-u64-address", "st.shared.u32 [%r3], 1"), None);
}

/// Kernels do not say how much dynamic shared memory they need.
#[test]
fn a_launch_gets_the_room_that_it_needs() {
    let race = "add.u32 %r3, %r3, 65536;\nadd.u32 %r4, %r4, 65536;\nst.shared.u32 [%r3], %r1;\nld.shared.u32 %r5, [%r4];\n\
                st.global.u32 [%rd3], %r5;";
    let text = kernel(race)
        .replace("mov.u32 %r3, data;", "mov.u32 %r3, room;")
        .replace("mov.u32 %r8, data;", "mov.u32 %r8, room;");
    let text = text.replace(".entry k", ".extern .shared .align 16 .b8 room[];\n.entry k");
    let findings = confirmed(&text);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert!(matches!(finding.confirmation.as_deref(), Some(ReplayVerdict::Confirmed { .. })), "{finding:?}");
    assert_eq!(finding.witness.as_ref().map(|witness| witness.dynamic_shared), Some(MOST_SHARED));
}

/// In the usual order all readers come to the barrier once before any comes twice.
#[test]
fn other_orders_are_tried_before_a_finding_is_lowered() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/async-deadlock/bad_one_barrier_for_two_stages.ptx");
    let text = std::fs::read_to_string(path).expect("the fixture");
    let findings = confirmed(&text);
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert!(matches!(finding.confirmation.as_deref(), Some(ReplayVerdict::Confirmed { .. })), "{finding:?}");
}

/// That a made-up number is no tensor map confirms nothing, and what a made-up box holds contradicts nothing.
#[test]
fn tensor_maps_are_made_up() {
    let fixture = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/async-race").join(name);
        std::fs::read_to_string(path).expect("the fixture")
    };
    let finding = confirmed(&fixture("bad_one_of_two_boxes.ptx")).remove(0);
    assert!(matches!(finding.confirmation.as_deref(), Some(ReplayVerdict::Unseen { .. })), "{finding:?}");
    // What fills the same box twice is seen all the same.
    let twice = fixture("bad_one_of_two_boxes.ptx").replace("[%r3+128], [%rd3", "[%r3], [%rd3");
    let finding = confirmed(&twice).remove(0);
    let verdict = finding.confirmation.as_deref();
    assert!(
        !matches!(verdict, Some(ReplayVerdict::Confirmed { fault }) if fault.contains("tensor map")),
        "{finding:?}"
    );
}

#[test]
fn other_kernels_do_not_matter() {
    let race = kernel("st.shared.u32 [%r3], %r1;\nld.shared.u32 %r5, [%r4];\nst.global.u32 [%rd3], %r5;");
    let text = format!("{race}.entry other()\n{{\n.reg .b32 %r<3>;\nand.u32 %r1, %r2, %r2;\nret;\n}}\n");
    let findings = confirmed(&text);
    let verdicts: Vec<_> =
        findings.iter().map(|finding| finding.confirmation.as_deref().map(ReplayVerdict::name)).collect();
    assert_eq!(verdicts, [Some("confirmed"), None], "{findings:?}");
}

/// Whoever adds a rule with witnesses says here how its findings show.
#[test]
fn each_rule_with_a_witness_has_symptoms() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut known = 0;
    for entry in std::fs::read_dir(folder).expect("fixtures") {
        let rule = entry.expect("a folder").path();
        let name = rule.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if crate::rules::by_name(&name).is_none() {
            continue;
        }
        for file in std::fs::read_dir(&rule).expect("a folder") {
            let bytes = std::fs::read(file.expect("a file").path()).expect("a readable file");
            for finding in crate::check(&bytes, &Options::default()).expect("a small file").findings {
                assert!(finding.witness.is_none() || symptoms(finding.rule.name).is_some(), "{}", finding.rule.name);
                known += usize::from(finding.witness.is_some());
            }
        }
    }
    assert!(known > 30, "{known} findings have a witness");
}
