//! The conversation: changes, configuration, cancellation, and clients that talk nonsense.

use super::super::{ERROR, kernel};
use super::client::Client;
use serde_json::{Value, json};

const URI: &str = "untitled:kernel.ptx";

fn rules(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().filter_map(|diagnostic| diagnostic["code"].as_str()).collect()
}

#[test]
fn changes_are_seen_at_once() {
    let mut client = Client::start();
    client.open(URI, &kernel(ERROR));
    assert_eq!(rules(&client.diagnostics(URI, 1)), ["bitwise-type"]);
    // `and.u32` becomes `and.b32`, by two changes that build upon each other.
    let range = |start: u32, end: u32| json!({ "start": { "line": 6, "character": start }, "end": { "line": 6, "character": end } });
    client.change(URI, 2, json!([{ "range": range(8, 11), "text": "" }, { "range": range(8, 8), "text": "b32" }]));
    assert_eq!(rules(&client.diagnostics(URI, 2)), [""; 0]);
    client.change(URI, 3, json!([{ "text": kernel(ERROR) }]));
    assert_eq!(rules(&client.diagnostics(URI, 3)), ["bitwise-type"]);
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.told("textDocument/publishDiagnostics"), json!({ "uri": URI, "diagnostics": [] }));
    assert_eq!(client.leave(), Some(0));
}

/// Of many changes the last one is published in the end, whatever was left out before.
#[test]
fn the_newest_text_wins() {
    let mut client = Client::start();
    client.open(URI, "");
    for version in 2..60 {
        let body = if version % 2 == 0 { ERROR } else { "" };
        client.change(URI, version, json!([{ "text": kernel(body) }]));
    }
    assert_eq!(rules(&client.diagnostics(URI, 59)), [""; 0]);
}

#[test]
fn columns_are_utf16_units() {
    let mut client = Client::start();
    client.open(URI, &kernel(&format!("/* 𝄞ä */ {ERROR}")));
    let range = client.diagnostics(URI, 1)[0]["range"].clone();
    // Four blanks, the comment with three units between its blanks, a blank, and `and`.
    assert_eq!(range["start"], json!({ "line": 6, "character": 17 }));
}

#[test]
fn the_nearest_configuration_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().canonicalize().expect("a path");
    let uri = format!("file://{}", folder.join("a.ptx").display());
    let write = |text: &str| std::fs::write(folder.join("ptxlint.toml"), text).expect("a file");
    let saved = json!({ "textDocument": { "uri": uri } });
    write("[levels]\nbitwise-type = \"warn\"\n");
    let mut client = Client::start();
    client.open(&uri, &kernel(ERROR));
    assert_eq!(client.diagnostics(&uri, 1)[0]["severity"], 2);
    write("[levels]\nbitwise-type = \"ignore\"\n");
    client.tell("textDocument/didSave", saved.clone());
    assert_eq!(client.diagnostics(&uri, 1), [Value::Null; 0]);
    write("exclude = [\"a.ptx\"]\n");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(client.diagnostics(&uri, 1), [Value::Null; 0]);
    // A mistake is told, and the defaults hold.
    write("[levels]\nnonsense = \"ignore\"\n");
    client.tell("textDocument/didSave", saved);
    let told = client.told("window/showMessage");
    assert!(told["message"].as_str().is_some_and(|message| message.contains("nonsense")), "{told}");
    assert_eq!(rules(&client.diagnostics(&uri, 1)), ["bitwise-type"]);
}

#[test]
fn a_client_that_watches_files_is_asked_to() {
    let mut client = Client::raw(&[]);
    client.introduce(json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } }));
    let request = client.told("client/registerCapability");
    assert_eq!(request["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    client.send(&json!({ "jsonrpc": "2.0", "id": 1, "result": null }));
    assert_eq!(client.leave(), Some(0));
}

/// A request that is cancelled while it waits is answered so; one that was answered before is not answered again.
#[test]
fn requests_can_be_cancelled() {
    let mut client = Client::start();
    let body = "add.u32 %r1, %r2, %r3;\n".repeat(20_000);
    client.open(URI, &kernel(&body));
    let about = json!({ "textDocument": { "uri": URI } });
    // One message, so that the cancellations are there when the first answer is being computed.
    let mut bytes = Vec::new();
    let mut add = |message: Value| {
        let text = message.to_string();
        bytes.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    };
    for id in 100..110 {
        add(json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/semanticTokens/full", "params": about }));
    }
    for id in 100..110 {
        add(json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": id } }));
    }
    client.write(&bytes);
    let mut cancelled = 0;
    let mut seen = std::collections::BTreeSet::new();
    while seen.len() < 10 {
        let message = client.receive();
        let Some(id) = message["id"].as_i64() else { continue };
        assert!(seen.insert(id), "{id} was answered twice");
        cancelled += u32::from(message["error"]["code"] == -32800);
    }
    assert!(cancelled >= 5, "{cancelled}");
    client.tell("$/cancelRequest", json!({ "id": 100 }));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn nonsense_is_answered_and_survived() {
    let mut client = Client::raw(&[]);
    assert_eq!(client.fail("textDocument/hover", json!({})).0, -32002, "before `initialize`");
    client.tell("textDocument/didOpen", json!({}));
    client.introduce(json!({}));
    assert_eq!(client.fail("textDocument/frobnicate", json!({})).0, -32601);
    assert_eq!(client.fail("initialize", json!({ "capabilities": {} })).0, -32600, "a second time");
    let methods = [
        "hover",
        "definition",
        "references",
        "documentHighlight",
        "prepareRename",
        "rename",
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
        "semanticTokens/range",
        "completion",
        "inlayHint",
        "codeAction",
    ];
    let nowhere = json!({
        "textDocument": { "uri": "file:///nowhere.ptx" }, "position": { "line": 0, "character": 0 }, "newName": "x",
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
        "context": { "includeDeclaration": true, "diagnostics": [] },
    });
    for method in methods.map(|method| format!("textDocument/{method}")) {
        for params in [
            Value::Null,
            json!([]),
            json!({ "textDocument": 7 }),
            json!({ "textDocument": { "uri": "a b" } }),
            nowhere.clone(),
        ] {
            assert_eq!(client.fail(&method, params.clone()).0, -32602, "{method} {params}");
        }
    }
    for method in ["didOpen", "didChange", "didClose", "didSave"].map(|method| format!("textDocument/{method}")) {
        for params in [
            Value::Null,
            json!({ "textDocument": { "uri": "untitled:no", "version": -1 }, "contentChanges": [{ "text": "" }] }),
        ] {
            client.tell(&method, params);
        }
    }
    for text in ["{", "[]", "\"text\"", "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"shutdown\"}", "\u{0}"] {
        client.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }
    client.send(&json!({ "jsonrpc": "2.0", "id": 9999, "result": null }));
    // Ranges upside down, outside, and beyond all numbers that a text has.
    client.open(URI, &kernel(ERROR));
    let far = u32::MAX;
    let odd = [
        json!({ "start": { "line": 5, "character": 3 }, "end": { "line": 2, "character": 9 } }),
        json!({ "start": { "line": far, "character": far }, "end": { "line": far, "character": far } }),
    ];
    let changes: Vec<Value> = odd.iter().map(|range| json!({ "range": range, "text": "ä𝄞" })).collect();
    client.change(URI, 2, json!(changes));
    client.diagnostics(URI, 2);
    for range in odd {
        let about = json!({ "textDocument": { "uri": URI }, "range": range, "context": { "diagnostics": [] } });
        for method in ["codeAction", "inlayHint", "semanticTokens/range"] {
            client.ask(&format!("textDocument/{method}"), about.clone());
        }
    }
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn the_end_is_the_protocols() {
    let mut client = Client::start();
    client.ask("shutdown", Value::Null);
    assert_eq!(client.fail("textDocument/hover", json!({})).0, -32600, "behind `shutdown`");
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), Some(0));
    let mut client = Client::start();
    client.tell("exit", Value::Null);
    assert_eq!(client.wait(), Some(1), "without a farewell");
    assert_eq!(Client::start().hang_up(), Some(1));
    // What is no header at all leaves nothing to go on with.
    let mut client = Client::start();
    client.write(b"GET / HTTP/1.1\r\n\r\n");
    assert_eq!(client.wait(), Some(1));
}
