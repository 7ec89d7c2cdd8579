//! Findings that were there already.

use super::json::Schema;
use super::{ERROR, Folder, WARNING, kernel, run};
use serde_json::Value;

fn baseline(folder: &Folder) -> Value {
    let text = std::fs::read_to_string(folder.path().join("baseline.json")).expect("a baseline");
    serde_json::from_str(&text).expect("JSON")
}

const UPDATE: [&str; 4] = ["--baseline", "baseline.json", "--update-baseline", "."];

#[test]
fn known_findings_are_not_heard() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(&format!("{ERROR}\n{WARNING}")));
    folder.add("sub/b.ptx", kernel(ERROR));
    folder.run(["--baseline", "baseline.json", "."]).fails_with("`--update-baseline` writes it");
    assert!(folder.run(UPDATE).ends_with(0).contains("3 findings are in the baseline\nno findings in 2 files"));
    assert_eq!(baseline(&folder)["findings"].as_array().map(Vec::len), Some(3));
    let known = ["--baseline", "baseline.json", "--format", "compact", "."];
    assert_eq!(folder.run(known).ends_with(0), "");
    // Lines move, registers get other numbers: the findings are the same.
    let moved = kernel(&format!("// more\nmov.b32 %r5, 0;\n{ERROR}\n\n{WARNING}")).replace("%r1", "%r4");
    folder.add("a.ptx", &moved);
    assert_eq!(folder.run(known).ends_with(0), "");
    // One more of the kind is one too many, whichever it is.
    folder.add("a.ptx", kernel(&format!("{ERROR}\n{ERROR}\n{WARNING}")));
    assert_eq!(folder.run(known).ends_with(1).lines().count(), 1);
    // Another statement, another function, another file.
    for (name, text) in [
        ("a.ptx", kernel(&ERROR.replace("and", "or"))),
        ("a.ptx", kernel(ERROR).replace("k()", "other()")),
        ("c.ptx", kernel(ERROR)),
    ] {
        folder.add("a.ptx", kernel(""));
        folder.add(name, text);
        assert_eq!(folder.run(known).ends_with(1).lines().count(), 1, "{name}");
    }
}

#[test]
fn paths_are_seen_from_the_baseline() {
    let folder = Folder::new();
    folder.add("sub/b.ptx", kernel(ERROR));
    folder.run(UPDATE).ends_with(0);
    assert_eq!(baseline(&folder)["findings"][0]["path"], "sub/b.ptx");
    let absolute = folder.path().join("sub/b.ptx").to_string_lossy().into_owned();
    let file = folder.path().join("baseline.json").to_string_lossy().into_owned();
    assert_eq!(run(["-q", "--baseline", &file, &absolute]).ends_with(0), "");
    assert_eq!(folder.run(["-q", "--baseline", "baseline.json", "./sub/../sub/b.ptx"]).ends_with(0), "");
}

#[test]
fn what_is_gone_is_told() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(&format!("{ERROR}\n{WARNING}")));
    folder.add("b.ptx", kernel(ERROR));
    folder.run(UPDATE).ends_with(0);
    folder.add("a.ptx", kernel(WARNING));
    let told = folder.run(["--baseline", "baseline.json", "."]);
    assert!(
        told.ends_with(0).contains("1 finding of the baseline is gone; `--update-baseline` removes it"),
        "{told:?}"
    );
    // A rule that does not run may still have found it.
    let off = folder.run(["--baseline", "baseline.json", "--ignore", "isa", "."]);
    assert!(!off.ends_with(0).contains("gone"), "{off:?}");
    // Files that are not linted keep what is listed of them, unless they are no more.
    folder.run(["--baseline", "baseline.json", "--update-baseline", "a.ptx"]).ends_with(0);
    let paths = |baseline: &Value| -> Vec<String> {
        baseline["findings"].as_array().expect("a list").iter().map(|it| it["path"].to_string()).collect()
    };
    assert_eq!(paths(&baseline(&folder)), ["\"a.ptx\"", "\"b.ptx\""]);
    std::fs::remove_file(folder.path().join("b.ptx")).expect("a file");
    folder.run(UPDATE).ends_with(0);
    assert_eq!(paths(&baseline(&folder)), ["\"a.ptx\""]);
}

#[test]
fn documents_tell_how_many() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(&format!("{ERROR}\n{WARNING}")));
    folder.run(UPDATE).ends_with(0);
    folder.add("a.ptx", kernel(&format!("{ERROR}\n{WARNING}\n{WARNING}")));
    let json = folder.run(["--baseline", "baseline.json", "--format", "json", "."]);
    let report = Schema::read().check(json.ends_with(0));
    let file = &report["files"][0];
    assert_eq!(
        (&file["findings"], &file["baselined"], &report["summary"]["warning"]),
        (&1.into(), &2.into(), &1.into())
    );
}

#[test]
fn wrong_baselines_are_refused() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(ERROR));
    for (text, complaint) in [
        ("{", "cannot read the baseline baseline.json: EOF"),
        ("{ \"schema_version\": 9, \"findings\": [] }", "its version is 9"),
        ("{ \"schema_version\": 1, \"findings\": [], \"more\": 1 }", "unknown field `more`"),
    ] {
        folder.add("baseline.json", text);
        folder.run(["--baseline", "baseline.json", "a.ptx"]).fails_with(complaint);
    }
    folder.run(["--update-baseline", "a.ptx"]).fails_with("--baseline <FILE>");
    folder.run(["--baseline", "nowhere/b.json", "--update-baseline", "a.ptx"]).fails_with("there is no folder nowhere");
}

/// A baseline and a fix together: what is mended is gone from the report, too.
#[test]
fn what_is_listed_can_be_mended() {
    let folder = Folder::new();
    folder.add("a.ptx", kernel(&format!("{ERROR}\n{WARNING}")));
    folder.run(UPDATE).ends_with(0);
    let fixed = folder.run(["--fix", "--baseline", "baseline.json", "."]);
    assert!(fixed.ends_with(0).contains("fixed 2 findings") || fixed.stdout.contains("fixed 1 finding"), "{fixed:?}");
    assert!(fixed.stdout.contains("of the baseline"), "{fixed:?}");
}
