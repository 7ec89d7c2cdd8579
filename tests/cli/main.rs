//! Runs the command line tool as its users do.
//!
//! Snapshots are in `snapshots/`; `INSTA_UPDATE=always` rewrites them. `BLESS=1` rewrites the generated parts of the README and the book.

mod assembler;
mod baseline;
#[cfg(feature = "binaries")]
mod binaries;
mod browser;
mod config;
mod confirm;
#[cfg(target_os = "linux")]
mod cuda;
mod dependencies;
mod diff;
mod documents;
mod evidence;
mod examples;
mod fix;
mod formats;
mod gguf;
mod graph;
mod inputs;
mod json;
mod kernels;
mod litmus;
mod lsp;
mod options;
#[path = "../common/packages.rs"]
mod packages;
mod packaging;
mod parity;
mod remote;
mod report_html;
mod reports;
#[path = "run.rs"]
mod run_command;
mod sanitize;
mod selection;
mod setup;
mod sources;
mod trace;
mod verify;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A kernel in which `BODY` stands.
const FRAME: &str =
    ".version 8.0\n.target sm_80\n.address_size 64\n.entry k()\n{\n    .reg .b32 %r<9>;\n    BODY\n    ret;\n}\n";
/// An error of the rule `bitwise-type`.
const ERROR: &str = "and.u32 %r1, %r2, %r2;";
/// A warning of the rule `shfl-width`.
const WARNING: &str = "shfl.sync.down.b32 %r1, %r2, 16, 32, -1;";

fn kernel(body: &str) -> String {
    FRAME.replace("BODY", body)
}

/// The tool in the repository's root, with an environment of its own.
fn tool() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptxlint"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR").env("LC_ALL", "C.UTF-8");
    command
}

/// What a run of the tool has shown.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    fn of(command: &mut Command) -> Self {
        Self::from(command.output().expect("the tool runs"))
    }

    /// Asserts the exit code; returns the standard output.
    #[track_caller]
    fn ends_with(&self, code: i32) -> &str {
        assert_eq!(self.code, Some(code), "{self:#?}");
        &self.stdout
    }

    /// Asserts that the run failed and said why.
    #[track_caller]
    fn fails_with(&self, complaint: &str) {
        assert_eq!(self.code, Some(2), "{self:#?}");
        assert!(self.stderr.contains(complaint), "{complaint:?} is missing: {self:#?}");
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the tool writes UTF-8");
        Self { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// Runs the tool with arguments.
fn run<S: AsRef<OsStr>>(arguments: impl IntoIterator<Item = S>) -> Run {
    Run::of(tool().args(arguments))
}

/// Runs the tool on a text in its standard input; `-` has to be among the arguments.
fn run_on<const N: usize>(arguments: [&str; N], text: impl AsRef<[u8]>) -> Run {
    let mut command = tool();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the tool starts");
    child.stdin.take().expect("a pipe").write_all(text.as_ref()).expect("the tool reads");
    Run::from(child.wait_with_output().expect("the tool ends"))
}

/// A folder of files that goes away at the end of the test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, and the folders above it.
    fn add(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }

    /// Runs the tool in the folder.
    fn run<const N: usize>(&self, arguments: [&str; N]) -> Run {
        Run::of(tool().current_dir(self.path()).args(arguments))
    }
}

/// A human report without the time in its last line.
fn timeless(report: &str) -> String {
    let is_time = |part: &str| part.ends_with(" ms") || part.ends_with(" s");
    let line = |line: &str| match line.rsplit_once(", ") {
        Some((before, time)) if is_time(time.split(';').next().unwrap_or(time)) => {
            let after = time.split_once(';').map_or(String::new(), |(_, after)| format!(";{after}"));
            format!("{before}, TIME{after}\n")
        }
        _ => format!("{line}\n"),
    };
    report.lines().map(line).collect()
}
