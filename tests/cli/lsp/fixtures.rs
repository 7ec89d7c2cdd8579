//! All fixtures through the server: what it publishes is what the linter finds, and nothing that is asked about them fails.

use super::client::{Client, edited, position};
use super::fixture_files;
use ptxlint::diagnostic::{Diagnostic, Level};
use serde_json::{Value, json};

const URI: &str = "untitled:fixture.ptx";

/// What the server should publish of a finding, as far as this has no room for taste.
fn expected(text: &str, finding: &Diagnostic) -> Value {
    let severity = match finding.level {
        Level::Error => 1,
        Level::Warning => 2,
        Level::Perf | Level::Note => 3,
    };
    let (start, end) = (finding.span.start as usize, finding.span.end as usize);
    let range = json!({ "start": position(text, start), "end": position(text, end) });
    json!({ "range": range, "severity": severity, "code": finding.rule.name, "source": "ptxlint" })
}

#[test]
fn what_is_published_is_what_the_linter_finds() {
    let mut client = Client::start();
    let options = ptxlint::Options::default();
    let mut findings = 0;
    for (i, path) in fixture_files().iter().enumerate() {
        // The protocol has no texts that are no UTF-8.
        let text = String::from_utf8_lossy(&std::fs::read(path).expect("a fixture")).into_owned();
        let uri = format!("untitled:{i}.ptx");
        client.open(&uri, &text);
        let published = client.diagnostics(&uri, 1);
        let report = ptxlint::check(text.as_bytes(), &options).expect("a small file");
        let name = path.display();
        if report.reason.is_some() {
            assert_eq!((published.len(), &published[0]["code"]), (1, &json!("not-ptx")), "{name}");
            continue;
        }
        assert_eq!(published.len(), report.findings.len(), "{name}");
        for (published, finding) in published.iter().zip(&report.findings) {
            let wanted = expected(&text, finding);
            for key in ["range", "severity", "code", "source"] {
                assert_eq!(published[key], wanted[key], "{name}: {key} of {published}");
            }
            let message = published["message"].as_str().expect("a text");
            assert!(message.starts_with(&finding.message), "{name}: {message}");
            assert_eq!(published["relatedInformation"].as_array().map_or(0, Vec::len), finding.labels.len(), "{name}");
            findings += 1;
        }
    }
    assert!(findings > 500, "{findings}");
    assert_eq!(client.leave(), Some(0));
}

/// The first finding of a bad fixture of each rule is gone once its line allows it.
#[test]
fn allowing_a_finding_hides_it() {
    let mut client = Client::start();
    let mut rules = std::collections::BTreeSet::new();
    for path in fixture_files() {
        let folder = path.parent().map(std::path::Path::to_path_buf);
        let is_bad = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("bad"));
        if !is_bad || !rules.insert(folder) {
            continue;
        }
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a fixture")).into_owned();
        client.open(URI, &text);
        let Some(finding) =
            client.diagnostics(URI, 1).into_iter().next().filter(|finding| finding["code"] != "not-ptx")
        else {
            continue;
        };
        let rule = finding["code"].as_str().expect("a rule").to_string();
        let params =
            json!({ "textDocument": { "uri": URI }, "range": finding["range"], "context": { "diagnostics": [] } });
        let actions = client.ask("textDocument/codeAction", params);
        let title = format!("Allow `{rule}` on this line");
        let is_it = |action: &&Value| action["title"] == title.as_str();
        let Some(action) = actions.as_array().expect("a list").iter().find(is_it) else {
            // Only where the line has nothing but a comment, or nothing at all, is there no place for one.
            let line = finding["range"]["start"]["line"].as_u64().expect("a number") as usize;
            let line = text.lines().nth(line).unwrap_or_default().trim();
            assert!(line.is_empty() || line.starts_with("//"), "{}: {line}", path.display());
            continue;
        };
        let allowed = edited(&text, &action["edit"]["changes"][URI]);
        client.change(URI, 2, json!([{ "text": allowed }]));
        let left = client.diagnostics(URI, 2);
        let is_same =
            |other: &Value| other["code"] == finding["code"] && other["range"]["start"] == finding["range"]["start"];
        let name = path.display();
        // A comment can't hide that a comment hides nothing.
        if rule != "unused-suppression" {
            assert!(!left.iter().any(is_same), "{name}: {rule} is still there in\n{allowed}");
            assert!(!left.iter().any(|other| other["code"] == "unused-suppression"), "{name}: {left:?}");
        }
        client.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    }
    assert!(rules.len() > 50, "{}", rules.len());
}

/// Requests about texts as they come, texts that end too early, and places that are not there; of every fourth fixture.
#[test]
fn nothing_fails_on_fixtures() {
    let mut client = Client::start();
    for path in fixture_files().into_iter().step_by(4) {
        let text = String::from_utf8_lossy(&std::fs::read(&path).expect("a fixture")).into_owned();
        let cut: String = text.chars().take(text.chars().count() * 2 / 3).collect();
        for text in [text, cut] {
            client.open(URI, &text);
            let document = json!({ "uri": URI });
            let about = json!({ "textDocument": document });
            for method in ["documentSymbol", "foldingRange", "semanticTokens/full"] {
                client.ask(&format!("textDocument/{method}"), about.clone());
            }
            let lines = text.lines().count();
            let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": lines + 9, "character": 0 } });
            client.ask("textDocument/inlayHint", json!({ "textDocument": document, "range": range }));
            for (line, column) in [(lines / 2, 6), (lines * 3 / 4, 14), (lines.saturating_sub(3), 9), (lines + 1, 99)] {
                let position = json!({ "line": line, "character": column });
                let at = json!({ "textDocument": document, "position": position });
                for method in ["hover", "definition", "documentHighlight", "prepareRename", "completion"] {
                    client.ask(&format!("textDocument/{method}"), at.clone());
                }
            }
        }
    }
    assert_eq!(client.leave(), Some(0));
}
