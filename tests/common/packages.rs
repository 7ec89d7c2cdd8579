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

/// A folder with what a release of the npm registry (`name@1.2.3`) holds, fetched when it is not there. Nothing of it is run.
pub fn of_npm(release: &str) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../npm").join(release);
    if !folder.is_dir() {
        let staging = folder.with_extension(std::process::id().to_string());
        std::fs::create_dir_all(&staging).map_err(|error| error.to_string())?;
        let mut npm = Command::new("npm");
        let packed = output_of(npm.args(["pack", "--silent", release]).current_dir(&staging))?;
        output_of(Command::new("tar").args(["-xzf", packed.trim()]).current_dir(&staging))?;
        // Whoever comes second finds the folder in place.
        let _ = std::fs::rename(staging.join("package"), &folder);
        let _ = std::fs::remove_dir_all(&staging);
    }
    Ok(folder)
}

fn install(folder: &Path, releases: &[&str]) -> Result<(), String> {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]);
    output_of(pip.arg(folder).args(releases)).map(drop)
}

/// What a program prints, or the last line of its complaint.
fn output_of(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(errors.lines().last().map_or_else(|| format!("{name} failed"), str::to_string))
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
