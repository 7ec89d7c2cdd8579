//! Bytes per second of lexing, parsing and linting on one thread, the time that the program needs to start,
//! and how long the language server takes behind a keystroke.
//!
//! The text is what compilers wrote: `fixtures/_corpus`, or the `.ptx` files of the folder that `PTXLINT_BENCH` names.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ptxlint::source::Source;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

fn corpus() -> Vec<Vec<u8>> {
    let named = std::env::var_os("PTXLINT_BENCH").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/_corpus"));
    let paths = ignore::Walk::new(&folder).filter_map(Result::ok).map(ignore::DirEntry::into_path);
    let modules = paths.filter(|path| path.extension().is_some_and(|extension| extension == "ptx"));
    let texts: Vec<Vec<u8>> = modules.map(|path| std::fs::read(path).expect("a readable file")).collect();
    assert!(!texts.is_empty(), "no .ptx file below {}", folder.display());
    texts
}

fn throughput(criterion: &mut Criterion) {
    let texts = corpus();
    let sources: Vec<Source<'_>> = texts.iter().map(|text| Source::new(text).expect("below 4 GiB")).collect();
    let options = ptxlint::Options::default();
    let mut group = criterion.benchmark_group("throughput");
    group.throughput(Throughput::BytesDecimal(texts.iter().map(|text| text.len() as u64).sum()));
    group.bench_function("lex", |bencher| {
        bencher.iter(|| sources.iter().for_each(|&source| drop(black_box(ptxlint::lexer::lex(source)))));
    });
    group.bench_function("parse", |bencher| {
        bencher.iter(|| sources.iter().for_each(|&source| drop(black_box(ptxlint::parser::parse(source)))));
    });
    group.bench_function("lint", |bencher| {
        bencher.iter(|| texts.iter().for_each(|text| drop(black_box(ptxlint::check(text, &options)))));
    });
    group.finish();
}

fn start_up(criterion: &mut Criterion) {
    let kernel = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/demo.ptx");
    criterion.bench_function("start-up", |bencher| {
        bencher.iter(|| {
            Command::new(env!("CARGO_BIN_EXE_ptxlint")).arg("--quiet").arg(&kernel).output().expect("it starts")
        });
    });
}

/// From a keystroke to what the language server publishes: each writes another number into a comment of a kernel, in texts of 10,000 lines.
fn typing(criterion: &mut Criterion) {
    type_into(criterion, "typing", &ten_thousand_lines());
    type_into(criterion, "typing into one function", &one_function());
}

fn type_into(criterion: &mut Criterion, name: &str, text: &str) {
    let mut server = Server::start();
    let line = text.lines().position(|line| line.contains("add.")).expect("an instruction") + 1;
    let document = serde_json::json!({ "uri": URI, "languageId": "ptx", "version": 0, "text": text });
    server.send("textDocument/didOpen", &serde_json::json!({ "textDocument": document }));
    server.published(0);
    let (mut version, mut length) = (0, 0);
    let mut times = Vec::new();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            version += 1;
            let new = format!("/*{version}*/");
            let at = |character| serde_json::json!({ "line": line, "character": character });
            let range = serde_json::json!({ "start": at(0), "end": at(length) });
            length = new.len();
            let change = serde_json::json!({ "range": range, "text": new });
            let document = serde_json::json!({ "uri": URI, "version": version });
            let params = serde_json::json!({ "textDocument": document, "contentChanges": [change] });
            let start = Instant::now();
            server.send("textDocument/didChange", &params);
            server.published(version);
            times.push(start.elapsed());
        });
    });
    times.sort_unstable();
    let of = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    eprintln!("{name}: p50 {:?}, p95 {:?} of {} keystrokes", of(50), of(95), times.len());
}

const URI: &str = "untitled:bench.ptx";

/// Kernels of the fixtures that no rule finds anything in, each under a name of its own, up to 10,000 lines.
fn ten_thousand_lines() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let paths = ignore::WalkBuilder::new(folder).sort_by_file_path(Path::cmp).build().filter_map(Result::ok);
    let texts = paths.filter(|entry| entry.file_name().to_string_lossy().starts_with("good_"));
    let kernels: Vec<String> = texts.filter_map(|entry| kernel(&std::fs::read_to_string(entry.path()).ok()?)).collect();
    let mut text = String::from(".version 8.7\n.target sm_90a\n.address_size 64\n");
    for (copy, kernel) in kernels.iter().cycle().enumerate() {
        if text.lines().count() >= 10_000 {
            break;
        }
        text += &kernel.replacen(".entry ", &format!(".entry copy{copy}_"), 1);
    }
    text
}

/// A kernel of 10,000 lines: loops over tiles of shared memory, unrolled, with barriers.
fn one_function() -> String {
    let mut text = String::from(
        ".version 8.7\n.target sm_90a\n.address_size 64\n.entry k(.param .u64 a, .param .u32 n)\n{\n.reg .b32 %r<9>;\n.reg .b64 %rd<4>;\n\
         .reg .f32 %f<99>;\n.reg .pred %p;\n.shared .align 4 .b8 tile[4096];\nld.param.u64 %rd1, [a];\nld.param.u32 %r1, [n];\n\
         mov.u32 %r2, %tid.x;\nmul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd1, %rd1, %rd2;\nshl.b32 %r3, %r2, 2;\nmov.u32 %r4, tile;\n\
         add.s32 %r5, %r4, %r3;\nxor.b32 %r6, %r3, 4;\nadd.s32 %r6, %r4, %r6;\n",
    );
    text.extend((1..33).map(|i| format!("mov.f32 %f{i}, 0f00000000;\n")));
    let mut lines = text.lines().count();
    for number in 0.. {
        let mut tile = format!(
            "mov.u32 %r7, 0;\n$L{number}:\nld.global.f32 %f40, [%rd1];\nst.shared.f32 [%r5], %f40;\nbar.sync 0;\nld.shared.f32 %f41, [%r6];\n"
        );
        tile.extend((1..33).map(|i| format!("mul.f32 %f42, %f40, %f{i};\nfma.rn.f32 %f{i}, %f42, %f41, %f{i};\n")));
        tile += &format!("bar.sync 0;\nadd.s32 %r7, %r7, 1;\nsetp.lt.u32 %p, %r7, %r1;\n@%p bra $L{number};\n");
        lines += tile.lines().count();
        text += &tile;
        if lines >= 9_960 {
            break;
        }
    }
    text.extend((1..33).map(|i| format!("st.global.f32 [%rd1], %f{i};\n")));
    text + "ret;\n}\n"
}

/// The only kernel of a module, if it needs no declarations.
fn kernel(text: &str) -> Option<String> {
    let start = [".visible .entry ", ".entry "].iter().find_map(|word| text.find(word))?;
    let (header, kernel) = text.split_at(start);
    let is_alone = kernel.matches(".entry ").count() == 1
        && !text.contains(".func")
        && [".global ", ".shared", ".const", ".extern", ".file", "sm_1"].iter().all(|word| !header.contains(word))
        && [".section", ".loc"].iter().all(|word| !kernel.contains(word));
    (is_alone && text.len() < 20_000).then(|| format!("{kernel}\n"))
}

/// A language server, and the streams on which it talks.
struct Server {
    child: std::process::Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ptxlint"));
        let mut child = command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut server = Self { child, output };
        let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
        server.write(hello);
        server.read();
        server.send("initialized", &serde_json::json!({}));
        server
    }

    fn write(&mut self, text: &str) {
        let input = self.child.stdin.as_mut().expect("a pipe");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        input.flush().expect("it reads");
    }

    fn send(&mut self, method: &str, params: &serde_json::Value) {
        self.write(&serde_json::json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    fn read(&mut self) -> Vec<u8> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("it writes");
            match line.strip_prefix("Content-Length: ") {
                Some(value) => length = value.trim().parse().expect("a number"),
                None if line == "\r\n" => break,
                None => assert!(!line.is_empty(), "the server has ended"),
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).expect("it writes");
        text
    }

    /// Waits for diagnostics of a version of the text; those of older ones may still come.
    fn published(&mut self, version: i32) {
        let is_it = |message: serde_json::Value| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        };
        while !serde_json::from_slice(&self.read()).is_ok_and(is_it) {}
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

criterion_group!(benches, throughput, start_up, typing);
criterion_main!(benches);
