//! The assembler's verdict beside ours. A script plays the assembler: what it says is known.
#![cfg(unix)]

use super::json::Schema;
use super::{ERROR, Folder, Run, kernel, tool};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// Puts an assembler into a folder that says these lines and ends with this code.
fn assembler(folder: &Folder, says: &str, code: i32) -> PathBuf {
    let script = format!(
        "#!/bin/sh\ncase \"$1\" in\n--version) echo 'Cuda compilation tools, release 13.5, V13.5.37' ;;\n\
         --help) echo \"(-arch) 'sm_75','sm_80'. Default value\" ;;\n*) cat >&2 <<'END'\n{says}\nEND\nexit {code} ;;\nesac\n"
    );
    let path = folder.add("ptxas", script);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a file of ours");
    path
}

const ACCEPTS: &str = "ptxas info    : Compiling entry function 'k' for 'sm_80'
ptxas info    : Function properties for k
    16 bytes stack frame, 8 bytes spill stores, 4 bytes spill loads
ptxas info    : Used 14 registers, used 1 barriers, 1024 bytes smem, 376 bytes cmem[0]";

const REJECTS: &str = "ptxas k.ptx, line 7; error   : Arguments mismatch for instruction 'mov'
ptxas fatal   : Ptx assembly aborted due to errors";

/// An assembler that accepts everything.
pub(super) fn accepting(folder: &Folder) -> PathBuf {
    assembler(folder, ACCEPTS, 0)
}

/// An assembler that rejects everything.
pub(super) fn rejecting(folder: &Folder) -> PathBuf {
    assembler(folder, REJECTS, 255)
}

fn lint(folder: &Folder, path: &PathBuf, format: &str, body: &str) -> Run {
    let file = folder.add("k.ptx", kernel(body));
    let mut option = std::ffi::OsString::from("--ptxas=");
    option.push(path);
    Run::of(tool().args(["-q", "--format", format]).arg(option).arg(file))
}

#[test]
fn resources_are_reported() {
    let folder = Folder::new();
    let path = assembler(&folder, ACCEPTS, 0);
    let run = lint(&folder, &path, "human", "");
    let text = run.ends_with(0);
    assert!(text.contains("ptxas 13.5.37 for sm_80: accepted"), "{text}");
    assert!(
        text.contains("k: 14 registers, 16 bytes of stack, spills 8 bytes, loads 4, 1024 bytes of shared memory"),
        "{text}"
    );
}

#[test]
fn a_rejected_file_fails_the_run() {
    let folder = Folder::new();
    let path = assembler(&folder, REJECTS, 255);
    let run = lint(&folder, &path, "compact", "");
    let text = run.ends_with(1);
    assert!(text.contains("k.ptx:7: error: Arguments mismatch for instruction 'mov'"), "{text}");
}

#[test]
fn the_document_holds_the_verdict() {
    let folder = Folder::new();
    let path = assembler(&folder, ACCEPTS, 0);
    let run = lint(&folder, &path, "json", ERROR);
    let report = Schema::read().check(run.ends_with(1));
    assert_eq!(report["files"][0]["ptxas"]["functions"][0]["registers"], 14);
    assert_eq!(report["files"][0]["ptxas"]["accepted"], true);
}

const ADVISES: &str = "ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored; unable to determine register count at entry.
ptxas info    : 0 bytes gmem";

#[test]
fn advice_is_reported() {
    let folder = Folder::new();
    let path = assembler(&folder, ADVISES, 0);
    let text = lint(&folder, &path, "human", "").ends_with(0).to_string();
    assert!(text.contains("k.ptx: advice: (C7508) Potential Performance Loss: 'setmaxnreg' ignored"), "{text}");
    assert!(!text.contains("gmem"), "{text}");
    let run = lint(&folder, &path, "json", "");
    let report = Schema::read().check(run.ends_with(0));
    assert_eq!(report["files"][0]["ptxas"]["messages"][0]["severity"], "advice");
}

#[test]
fn a_missing_assembler_is_said() {
    Run::of(tool().args(["--ptxas=no/such/ptxas", "examples/demo.ptx"])).fails_with("nvidia-cuda-nvcc");
    Run::of(tool().args(["--ptxas=/bin/true", "examples/demo.ptx"])).fails_with("is not a ptxas executable");
}

/// An assembler that takes nothing confirms what the interpreter would have run.
#[test]
fn rules_are_confirmed_by_the_assembler() {
    let folder = Folder::new();
    let option = format!("--ptxas={}", assembler(&folder, REJECTS, 255).display());
    let rules = ["verify", "--device=cpu", "--rules", &option, "cvt-rounding"];
    let run = Run::of(tool().args(rules));
    let text = run.ends_with(1);
    let line = text.lines().find(|line| line.contains("cvt-rounding/bad_narrowing")).expect("a demonstration");
    assert!(line.starts_with("NOT CONFIRMED") && line.contains("the good twin does not run"), "{text}");
    assert!(line.contains("ptxas 13.5.37: line 7: Arguments mismatch for instruction 'mov'"), "{text}");
    let option = format!("--ptxas={}", folder.path().join("nothing").display());
    let run = Run::of(tool().args(["verify", "--device=cpu", "--rules", &option]));
    run.ends_with(2);
    assert!(run.stderr.contains("there is no `"), "{}", run.stderr);
}
