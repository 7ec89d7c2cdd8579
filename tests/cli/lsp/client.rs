//! A client of the language server.

use super::super::tool;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications that nobody has asked for yet.
    told: VecDeque<Value>,
    next_id: i32,
}

impl Client {
    /// Starts a server that has not been spoken to.
    pub fn raw(arguments: &[&str]) -> Self {
        let mut command = tool();
        command.arg("lsp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the tool starts");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, messages, told: VecDeque::new(), next_id: 0 }
    }

    /// Starts a server and introduces itself.
    pub fn start() -> Self {
        let mut client = Self::raw(&["--stdio"]);
        client.introduce(json!({}));
        client
    }

    pub fn introduce(&mut self, capabilities: Value) -> Value {
        let result =
            self.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        self.tell("initialized", json!({}));
        result
    }

    pub fn write(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the server reads");
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request, and returns its number.
    pub fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params }));
        self.next_id
    }

    /// The next message of the server.
    pub fn receive(&mut self) -> Value {
        self.messages.recv_timeout(PATIENCE).expect("the server answers")
    }

    /// The response to a request; notifications wait.
    pub fn response(&mut self, id: i32) -> Value {
        loop {
            let message = self.receive();
            if message.get("method").is_some() {
                self.told.push_back(message);
            } else if message["id"] == id {
                return message;
            }
        }
    }

    /// The result of a request.
    #[track_caller]
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let response = self.response(id);
        assert!(response.get("error").is_none(), "{method}: {response}");
        response["result"].clone()
    }

    /// The code and message of a request's error.
    #[track_caller]
    pub fn fail(&mut self, method: &str, params: Value) -> (i64, String) {
        let id = self.request(method, params);
        let response = self.response(id);
        let error = response.get("error").unwrap_or_else(|| panic!("{method}: {response}"));
        (error["code"].as_i64().expect("a number"), error["message"].as_str().expect("a text").to_string())
    }

    /// The next notification of a kind.
    pub fn told(&mut self, method: &str) -> Value {
        if let Some(at) = self.told.iter().position(|message| message["method"] == method) {
            return self.told.remove(at).expect("it is there")["params"].clone();
        }
        loop {
            let message = self.receive();
            if message["method"] == method {
                return message["params"].clone();
            }
            self.told.push_back(message);
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "ptx", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// What is published for a version of a document.
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let published = self.told("textDocument/publishDiagnostics");
            if published["uri"] == uri && published["version"] == version {
                return published["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    /// Says farewell; returns the exit code.
    pub fn leave(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.child.wait().expect("it ends").code()
    }

    /// Closes the input; returns the exit code.
    pub fn hang_up(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().expect("it ends").code()
    }

    /// Waits for the end; returns the exit code.
    pub fn wait(mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(stream: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        if line == "\r\n" {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.trim().parse().expect("a number");
        }
    }
    let mut text = vec![0; length];
    stream.read_exact(&mut text).ok()?;
    Some(serde_json::from_slice(&text).expect("the server writes JSON"))
}

/// A position by the lines and UTF-16 units before a byte, counted from scratch.
pub fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let before = if before.ends_with('\r') && text[offset..].starts_with('\n') { &text[..offset - 1] } else { before };
    let joined = before.replace("\r\n", "\n").replace('\r', "\n");
    let line = joined.matches('\n').count();
    let column = joined.rsplit('\n').next().unwrap_or_default().encode_utf16().count();
    json!({ "line": line, "character": column })
}

/// The text after edits of one document, which don't overlap.
pub fn edited(text: &str, edits: &Value) -> String {
    let offset = |position: &Value| {
        let wanted = |&(at, _): &(usize, char)| self::position(text, at) == *position;
        text.char_indices().find(wanted).map_or(text.len(), |(at, _)| at)
    };
    let mut edits: Vec<(usize, usize, &str)> = (edits.as_array().expect("a list").iter())
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    edits.sort_by_key(|&(start, ..)| start);
    let mut edited = String::new();
    let mut done = 0;
    for (start, end, new) in edits {
        edited += &text[done..start];
        edited += new;
        done = end;
    }
    edited + &text[done..]
}
