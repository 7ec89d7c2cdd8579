//! Python packages of others that tests hold ours against: pinned releases, installed once below the target folder.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder with these releases (`name==1.2.3`) and nothing else, made by pip when it is not there.
pub fn folder(name: &str, releases: &[&str]) -> Result<PathBuf, String> {
    // A folder of another name holds what other releases left.
    let id: String = releases.join("+").chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../python").join(format!("{name}-{id}"));
    if !folder.is_dir() {
        let staging = folder.with_extension(std::process::id().to_string());
        let result = install(&staging, releases);
        if result.is_ok() {
            // Whoever comes second finds the folder in place.
            let _ = std::fs::rename(&staging, &folder);
        }
        let _ = std::fs::remove_dir_all(&staging);
        result?;
    }
    Ok(folder)
}

fn install(folder: &Path, releases: &[&str]) -> Result<(), String> {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
    let output = pip.arg(folder).args(releases).output();
    let output = output.map_err(|error| format!("python3 does not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(errors.lines().last().unwrap_or("pip failed").to_string())
}

/// What a Python script prints that may import the packages of a folder.
pub fn run(folder: &Path, script: &str, arguments: &[&Path]) -> String {
    let mut python = Command::new("python3");
    python.arg("-").args(arguments).env("PYTHONPATH", folder);
    let mut child =
        python.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("python3");
    child.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("python3 reads");
    let output = child.wait_with_output().expect("python3 ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Says visibly that a test did not run. Harnesses swallow what passing tests print, so this goes past them.
pub fn skipped(reason: &str) {
    let is_required = std::env::var_os("PTXLINT_REQUIRE_PACKAGES").is_some();
    assert!(!is_required, "no Python packages ({reason}), and PTXLINT_REQUIRE_PACKAGES is set");
    let _ = writeln!(std::io::stderr().lock(), "skipped: no Python packages ({reason})");
}
