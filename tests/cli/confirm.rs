//! `--confirm`: findings are replayed on the interpreter.

use super::json::Schema;
use super::{Folder, run};

const RACE: &str = "fixtures/missing-barrier/bad_reverse.ptx";
/// The interpreter does not wait for threads that have ended, and the rule does.
const ENDED: &str = "fixtures/divergent-barrier/bad_called_barrier.ptx";

#[test]
fn reports_say_what_execution_shows() {
    let run = run(["--confirm", RACE, ENDED]);
    let report = run.ends_with(1);
    assert!(report.contains("note: confirmed by execution: line "), "{report}");
    assert!(report.contains("warning[divergent-barrier]"), "{report}");
    assert!(report.contains("note: contradicted by execution: "), "{report}");
}

#[test]
fn contradicted_errors_do_not_fail_the_run() {
    assert_eq!(run([ENDED]).code, Some(1));
    assert_eq!(run(["--confirm", ENDED]).code, Some(0));
}

#[test]
fn json_has_the_verdicts() {
    let schema = Schema::read();
    let report = schema.check(run(["--confirm", "--format", "json", RACE, ENDED]).ends_with(1));
    let findings = report["findings"].as_array().expect("an array");
    let verdict = |path: &str| {
        let finding = findings.iter().find(|finding| finding["path"] == path).expect("a finding");
        (finding["confirmation"]["verdict"].clone(), finding["level"].clone())
    };
    assert_eq!(verdict(RACE), ("confirmed".into(), "error".into()));
    assert_eq!(verdict(ENDED), ("contradicted".into(), "warning".into()));
    let plain = schema.check(run(["--format", "json", RACE]).ends_with(1));
    assert!(plain["findings"][0].get("confirmation").is_none(), "{plain}");
}

#[test]
fn what_is_not_run_is_said() {
    let folder = Folder::new();
    let text = std::fs::read_to_string(RACE).expect("a fixture");
    // An operation that the interpreter has no code for, behind the race.
    let text = text.replace("    ret;", "    istypep.texref %p1, %rd1;\n    ret;");
    folder.add("k.ptx", text);
    let report = folder.run(["--confirm", "k.ptx"]).stdout;
    assert!(report.contains("note: not confirmed: the interpreter does not run this launch: line "), "{report}");
}
