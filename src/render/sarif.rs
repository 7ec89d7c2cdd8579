//! SARIF 2.1.0, the format of OASIS for the results of static analysis.

use super::document::{Document, Remark, severity};
use super::json::{AuthoredPlace, JsonEdit, JsonFinding, JsonFix, JsonPosition, SCHEMA_VERSION, Tool};
use crate::rules::{self, Rule};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The document, with its fields in alphabetical order, as in all the values below it.
#[derive(Serialize)]
struct SarifLog<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: [SarifRun<'a>; 1],
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifRun<'a> {
    artifacts: Vec<Value>,
    column_kind: &'static str,
    invocations: Value,
    properties: Value,
    results: SarifResults<'a>,
    tool: Value,
}

/// The results of a document, each made when it is written: as values they take twenty times the room of the findings.
struct SarifResults<'a> {
    findings: &'a [JsonFinding],
    /// Names of rules, in the order in which the document lists them.
    rules: &'a [&'a str],
}

impl Serialize for SarifResults<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.findings.iter().map(|finding| result(finding, self.rules)))
    }
}

/// Writes the document.
pub(super) fn write(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let mut names: Vec<&str> = document.findings.iter().map(|finding| finding.rule).collect();
    names.sort_unstable();
    names.dedup();
    let mut files: Vec<&str> = document.files.iter().map(|file| file.artifact()).collect();
    files.dedup();
    let artifacts: Vec<Value> = files.iter().map(|path| json!({ "location": { "uri": uri(path) } })).collect();
    let driver = json!({
        "name": Tool::THIS.name,
        "version": Tool::THIS.version,
        "semanticVersion": Tool::THIS.version,
        "rules": names.iter().map(|name| descriptor(name)).collect::<Vec<_>>(),
    });
    let notifications: Vec<Value> = document.remarks.iter().chain(&document.incomplete).map(notification).collect();
    let run = SarifRun {
        artifacts,
        column_kind: "utf16CodeUnits",
        invocations: json!([{
            "executionSuccessful": document.complete,
            "toolExecutionNotifications": notifications,
        }]),
        properties: json!({ "schemaVersion": SCHEMA_VERSION }),
        results: SarifResults { findings: &document.findings, rules: &names },
        tool: json!({ "driver": driver }),
    };
    let log = SarifLog {
        schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        runs: [run],
        version: "2.1.0",
    };
    serde_json::to_writer_pretty(&mut *out, &log)?;
    writeln!(out)
}

/// What the document says of a rule.
fn descriptor(name: &str) -> Value {
    let Some(rule) = rules::by_name(name) else { return json!({ "id": name }) };
    let page = rule.page();
    let level = severity(rule.level.name());
    json!({
        "id": rule.name,
        "name": pascal_case(rule.name),
        "shortDescription": { "text": rule.summary() },
        "fullDescription": { "text": first_section(rule) },
        "help": { "text": page, "markdown": page },
        "defaultConfiguration": { "enabled": rule.is_default(), "level": level },
        "properties": { "tags": [rule.group.name()], "problem.severity": if level == "note" { "recommendation" } else { level } },
    })
}

/// What a rule does, as one paragraph a line.
fn first_section(rule: &Rule) -> String {
    let page = rule.page();
    let section = page.split("## ").nth(1).unwrap_or(&page).split_once('\n').map_or("", |(_, text)| text).trim();
    let paragraphs = section.split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.collect::<Vec<_>>().join("\n")
}

/// `ShflWidth` for `shfl-width`, as SARIF wants names beside ids.
fn pascal_case(name: &str) -> String {
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    name.split('-').filter(|word| !word.is_empty()).map(capital).collect()
}

fn result(finding: &JsonFinding, rules: &[&str]) -> Value {
    let mut place = location(finding, &finding.start, &finding.end, finding.caption.as_deref());
    let functions = finding.function.iter().map(|function| json!({ "name": function, "kind": "function" }));
    let logical: Vec<Value> = finding.member.iter().map(|_| member(finding, &finding.start)).chain(functions).collect();
    if !logical.is_empty() {
        place["logicalLocations"] = Value::Array(logical);
    }
    let source = finding.local_source().map(|source| source_location(source, &place));
    let ptx = source.map(|source| std::mem::replace(&mut place, source));
    let properties = json!({ "level": finding.level, "group": finding.group });
    let mut result = json!({
        "ruleId": finding.rule,
        "ruleIndex": rules.binary_search(&finding.rule).unwrap_or_default(),
        "level": severity(finding.level),
        "message": { "text": finding.text() },
        "locations": [place],
        "partialFingerprints": {
            "ptxlintFinding/v1": finding.fingerprint,
            // The name under which GitHub looks for what tells findings apart when lines move.
            "primaryLocationLineHash": format!("{}:1", finding.fingerprint),
        },
        "properties": properties,
    });
    if let Some(witness) = &finding.witness {
        result["properties"]["witness"] = serde_json::to_value(witness).unwrap_or_default();
    }
    if !finding.labels.is_empty() {
        let labels =
            || finding.labels.iter().map(|label| location(finding, &label.start, &label.end, Some(&label.message)));
        result["relatedLocations"] = labels().collect();
        let end = location(finding, &finding.start, &finding.end, Some(&finding.message));
        let steps: Vec<Value> = labels().chain([end]).map(|location| json!({ "location": location })).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    if let Some(mut ptx) = ptx {
        ptx["message"] = json!({ "text": finding.caption.as_deref().unwrap_or("the PTX") });
        let others = result["relatedLocations"].as_array_mut().map(std::mem::take).unwrap_or_default();
        result["relatedLocations"] = [ptx].into_iter().chain(others).collect();
    }
    // Nobody can write them into a binary.
    if !finding.fixes.is_empty() && finding.member.is_none() {
        result["fixes"] = finding.fixes.iter().map(|fix| fix_of(finding, fix)).collect();
    }
    result
}

fn fix_of(finding: &JsonFinding, fix: &JsonFix) -> Value {
    let replacement = |edit: &JsonEdit| {
        let deleted = region(&edit.place.0, &edit.place.1);
        json!({ "deletedRegion": deleted, "insertedContent": { "text": edit.text } })
    };
    let replacements: Vec<Value> = fix.edits.iter().map(replacement).collect();
    let description = finding.help.as_deref().unwrap_or(&finding.message);
    json!({
        "description": { "text": description },
        "artifactChanges": [{ "artifactLocation": { "uri": uri(finding.artifact()) }, "replacements": replacements }],
        "properties": { "applicability": fix.applicability },
    })
}

fn region(start: &JsonPosition, end: &JsonPosition) -> Value {
    json!({
        "startLine": start.line, "startColumn": start.utf16, "endLine": end.line, "endColumn": end.utf16,
        "byteOffset": start.offset, "byteLength": end.offset - start.offset,
    })
}

/// The text within a file that a finding is about, with a line of it, as a logical location.
fn member(finding: &JsonFinding, at: &JsonPosition) -> Value {
    let name = format!("{}:{}:{}", finding.path, at.line, at.column);
    json!({ "name": finding.member, "fullyQualifiedName": name, "kind": "module" })
}

/// The source of a finding, with the function that stands at its place in the PTX.
fn source_location(source: &AuthoredPlace, place: &Value) -> Value {
    let mut region = json!({ "startLine": source.line });
    if let Some(column) = source.column {
        region["startColumn"] = column.into();
    }
    let mut location =
        json!({ "physicalLocation": { "artifactLocation": { "uri": uri(&source.path) }, "region": region } });
    if let Some(names) = place.get("logicalLocations") {
        location["logicalLocations"] = names.clone();
    }
    location
}

fn location(finding: &JsonFinding, start: &JsonPosition, end: &JsonPosition, message: Option<&str>) -> Value {
    let mut location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(finding.artifact()) } } });
    // Lines of a text within a file are no lines of the file.
    match finding.member {
        None => location["physicalLocation"]["region"] = region(start, end),
        Some(_) => location["logicalLocations"] = json!([member(finding, start)]),
    }
    if let Some(message) = message.filter(|message| !message.is_empty()) {
        location["message"] = json!({ "text": message });
    }
    location
}

/// What is no finding, but has to be known: a file that could not be linted, a word of the assembler.
fn notification(remark: &Remark) -> Value {
    let mut place = Map::new();
    place.insert("artifactLocation".to_string(), json!({ "uri": uri(&remark.path) }));
    if let Some(line) = remark.line {
        place.insert("region".to_string(), json!({ "startLine": line }));
    }
    json!({
        "level": severity(remark.level.name()),
        "message": { "text": format!("{}: {}", remark.source, remark.text) },
        "locations": [{ "physicalLocation": place }],
    })
}

/// A path as a reference that every reader of URIs takes: relative ones stay relative.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_string() };
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    } else if path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic() {
        uri.push_str("file:///");
    }
    for byte in path.strip_prefix("./").unwrap_or(&path).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            b':' if cfg!(windows) => uri.push(':'),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("a/b c%.ptx"), "a/b%20c%25.ptx");
        assert_eq!(uri("./k.ptx"), "k.ptx");
        assert_eq!(uri("../k.ptx"), "../k.ptx");
        assert_eq!(uri("/tmp/\u{e9}.ptx"), "file:///tmp/%C3%A9.ptx");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
    }

    #[test]
    fn names_of_rules() {
        assert_eq!(pascal_case("f16-memory-type"), "F16MemoryType");
    }
}
