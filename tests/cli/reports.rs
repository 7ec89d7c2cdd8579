//! What reports look like.

use super::{ERROR, Folder, WARNING, kernel, run, run_on, timeless};
use insta::assert_snapshot;

/// The human report of a text.
fn human<const N: usize>(options: [&str; N], text: impl AsRef<[u8]>) -> String {
    let run = run_on(["-"], text.as_ref());
    assert!(run.code.is_some_and(|code| code < 2), "{run:?}");
    let folder = Folder::new();
    folder.add("k.ptx", text);
    let mut arguments = vec!["k.ptx"];
    arguments.extend(options);
    let run = super::Run::of(super::tool().current_dir(folder.path()).args(arguments));
    timeless(&run.stdout)
}

#[test]
fn the_demonstration() {
    assert_snapshot!(timeless(run(["examples/demo.ptx"]).ends_with(1)));
}

#[test]
fn the_demonstration_in_lines() {
    assert_snapshot!(run(["--format", "compact", "--statistics", "examples/demo.ptx"]).ends_with(1));
}

#[test]
fn the_demonstration_unfolded_with_statistics() {
    let run = run(["--all", "--statistics", "--select", "sync", "--ignore", "isa", "examples/demo.ptx"]);
    assert_snapshot!(timeless(run.ends_with(0)));
}

#[test]
fn ascii_and_colours() {
    let mut tool = super::tool();
    let run = super::Run::of(tool.env("LC_ALL", "C").args(["--color", "always", "examples/demo.ptx"]));
    assert_snapshot!(timeless(&run.ends_with(1).replace('\x1b', "^[")));
}

#[test]
fn nothing_found() {
    assert_eq!(human([], kernel("")), "no findings in 1 file, TIME\n");
}

#[test]
fn tabs_and_wide_characters() {
    let body = format!("\t/* \u{6f22}\u{5b57}\t\u{e9} */\t{ERROR}\t// tab");
    assert_snapshot!(human(["-q"], kernel(&body)));
}

#[test]
fn control_characters() {
    assert_snapshot!(human(["-q"], kernel(&format!("/* \x1b[31m \u{202e} \x07 */ {ERROR}"))));
}

#[test]
fn bytes_that_are_no_text() {
    let mut text = kernel(&format!("BYTE {ERROR}")).into_bytes();
    let at = text.windows(4).position(|bytes| bytes == b"BYTE").expect("a place");
    text[at..at + 4].copy_from_slice(b"\xff\xc3\xe6\xbc");
    assert_snapshot!(human(["-q"], text));
}

/// All conventions for line ends give the same report.
#[test]
fn line_ends() {
    let text = kernel(&format!("{ERROR}\n    {WARNING}"));
    let report = human([], &text);
    assert!(report.contains("k.ptx:8:38"), "{report}");
    assert_eq!(human([], text.replace('\n', "\r\n")), report);
    assert_eq!(human([], text.replace('\n', "\r")), report);
}

#[test]
fn long_lines_are_cut_around_the_finding() {
    let filler = "\tmov.b32 %r3, 0;".repeat(40);
    assert_snapshot!(human(["-q"], kernel(&format!("{filler} {ERROR}{filler} /* \u{e9}\u{e9} */"))));
}

#[test]
fn a_finding_that_is_longer_than_a_line() {
    assert_snapshot!(human(["-q"], format!(".version 8.0\n.target sm_80\n{}\n", "x".repeat(1000))));
}

#[test]
fn a_finding_at_the_end_of_the_file() {
    assert_snapshot!(human(["-q"], ".version 8.0\n.target sm_80\n.entry k()\n{\n    ret;\n"));
}

#[test]
fn a_byte_order_mark() {
    assert_snapshot!(human(["-q"], format!("\u{feff}{}", kernel(""))));
}

#[test]
fn labels_far_apart() {
    let body = format!(".reg .b64 %rd<2>;\n{}st.shared.b32 [%rd1], %r1;", "    mov.b32 %r1, 0;\n".repeat(9));
    assert_snapshot!(human(["-q"], kernel(&body)));
}

#[test]
fn few_findings_are_not_folded() {
    let reports = |count| human(["-q"], kernel(&format!("{ERROR}\n").repeat(count))).matches("error[").count();
    assert_eq!((reports(2), reports(3), reports(4), reports(40)), (2, 3, 1, 1));
}

#[test]
fn folding_stays_within_a_function_and_a_rule() {
    let errors = format!("{ERROR}\n").repeat(4);
    let text = kernel(&format!("{errors}{WARNING}")) + &kernel(&errors)[kernel("").find(".entry").unwrap_or(0)..];
    let report = human(["-q"], text.replacen("k()", "first()", 1));
    assert_eq!(report.matches("and 3 more like this in `").count(), 2, "{report}");
    assert!(report.contains("like this in `first` (lines 8, 9, 10); `--all` shows them"), "{report}");
    assert!(report.contains("warning[shfl-width]"), "{report}");
}

#[test]
fn a_rule_explained() {
    assert_snapshot!(run(["explain", "shfl-width"]).ends_with(0));
}

#[test]
fn the_list_of_rules_names_all() {
    let (list, json) = (run(["rules"]), run(["rules", "--format", "json"]));
    let json: serde_json::Value = serde_json::from_str(json.ends_with(0)).expect("JSON");
    let entries = json["rules"].as_array().expect("a list");
    assert_eq!(entries.len(), ptxlint::rules::listed().count());
    for (entry, rule) in entries.iter().zip(ptxlint::rules::listed()) {
        assert_eq!(entry["rule"], rule.name);
        assert_eq!(entry["default"], rule.is_default());
        assert!(entry["summary"].as_str().is_some_and(|summary| summary.ends_with('.')), "{entry}");
        let line = format!("  {} ", rule.name);
        assert!(list.ends_with(0).lines().any(|shown| shown.starts_with(&line)), "{list:?}");
        assert!(run(["explain", rule.name]).ends_with(0).starts_with(&format!("# {}\n", rule.name)));
    }
}
