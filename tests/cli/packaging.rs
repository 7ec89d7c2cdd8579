//! What lies around the command: the steps of the GitHub Action, the hooks of pre-commit, the files of the crate.

use crate::{ERROR, Folder, kernel};
use std::path::Path;
use std::process::Command;

fn repository(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs the second step of the action in a folder; returns its log and the outputs that it sets.
#[cfg(unix)]
fn lint_step(folder: &Folder, paths: &str, options: &str) -> (String, String) {
    let outputs = folder.add("outputs", "");
    let run = Command::new("bash")
        .arg(repository("packaging/action/lint.sh"))
        .current_dir(folder.path())
        .env("TOOL", env!("CARGO_BIN_EXE_ptxlint"))
        .env("PATHS", paths)
        .env("ARGS", options)
        .env("RUNNER_TEMP", folder.path())
        .env("GITHUB_OUTPUT", &outputs)
        .output()
        .expect("bash runs");
    assert!(run.status.success(), "the step itself does not fail: {run:?}");
    let outputs = std::fs::read_to_string(outputs).expect("outputs");
    (String::from_utf8(run.stdout).expect("text"), outputs)
}

#[test]
#[cfg(unix)]
fn the_action_lints() {
    let folder = Folder::new();
    folder.add("kernels/a b.ptx", kernel(ERROR));
    let (log, outputs) = lint_step(&folder, "'kernels/a b.ptx'", "--deny warnings --ignore dead-store");
    assert!(log.contains("::error file=kernels/a b.ptx,line=7,"), "{log}");
    assert!(outputs.starts_with("exit-code=1\n"), "{outputs}");
    let report = outputs.lines().find_map(|line| line.strip_prefix("sarif-file=")).expect("a report");
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(report).expect("a file")).expect("JSON");
    assert_eq!(report["runs"][0]["results"][0]["ruleId"], "bitwise-type");

    folder.add("clean/k.ptx", kernel(""));
    let (_, outputs) = lint_step(&folder, "clean", "");
    assert!(outputs.starts_with("exit-code=0\n"), "{outputs}");
    // Nothing in an option is run by the shell.
    let (_, outputs) = lint_step(&folder, "clean", "$(touch bad) `touch bad`");
    assert!(outputs.starts_with("exit-code=2\n"), "{outputs}");
    assert!(!folder.path().join("bad").exists());
}

/// What the action's steps read is what its inputs and their environment give.
#[test]
fn the_action_hands_over_what_its_steps_read() {
    let action = std::fs::read_to_string(repository("action.yml")).expect("action.yml");
    for (step, variables) in [
        ("install.sh", &["VERSION", "REPOSITORY", "REFERENCE", "SOURCES", "SYSTEM", "SERVER"][..]),
        ("lint.sh", &["PATHS", "ARGS", "TOOL"]),
    ] {
        let script = std::fs::read_to_string(repository("packaging/action").join(step)).expect("the step");
        let (_, text) = action.split_once("- id: ").expect("steps");
        for variable in variables {
            assert!(
                script.contains(&format!("${variable}")) || script.contains(&format!("${{{variable}")),
                "{step} reads {variable}"
            );
            assert!(text.contains(&format!("        {variable}: ${{{{")), "action.yml sets {variable}");
        }
    }
}

/// The hooks call options that there are.
#[test]
fn hooks_run() {
    let hooks = std::fs::read_to_string(repository(".pre-commit-hooks.yaml")).expect("hooks");
    let folder = Folder::new();
    for entry in hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: ptxlint")) {
        let file = folder.add("k.ptx", kernel(ERROR));
        let mut command = crate::tool();
        command.args(entry.split_whitespace()).arg(file).current_dir(folder.path());
        crate::Run::of(&mut command).ends_with(if entry.contains("--fix") { 0 } else { 1 });
    }
}

/// The crate has what it needs to be built, and neither tests nor evidence.
#[test]
fn the_crate_has_its_sources_only() {
    let output = Command::new(env!("CARGO"))
        .args(["package", "--list", "--allow-dirty", "--offline", "--locked", "-p", "ptx-linter"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = String::from_utf8(output.stdout).expect("text");
    for needed in [
        "src/lib.rs",
        "src/isa/generated.rs",
        "fixtures/shfl-width/bad_sum.ptx",
        "build.rs",
        "README.md",
        "LICENSE-MIT",
        "schema/ptxlint.schema.json",
    ] {
        assert!(files.lines().any(|file| file == needed), "{needed} is missing");
    }
    let stray: Vec<&str> = files
        .lines()
        .filter(|file| ["tests/", "evidence/", "conformance/"].iter().any(|folder| file.starts_with(folder)))
        .collect();
    assert!(stray.is_empty(), "{stray:?}");
}
