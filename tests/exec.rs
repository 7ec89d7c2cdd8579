//! CUDA programs of our own, compiled by nvcc and run by `ptxlint exec`: those that are right check their results themselves and have no
//! fault; each mistake of `bugs.cu` is reported in its line.

mod common;
#[path = "common/packages.rs"]
#[allow(dead_code, reason = "each test binary uses a part")]
mod packages;

use common::{entries, repository};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output, Stdio};
use std::sync::{Arc, OnceLock, mpsc};
use std::time::Duration;

/// The releases that tests compile with. The compiler's parts belong together.
const RELEASES: [&str; 5] = [
    "nvidia-cuda-nvcc==13.5.37",
    "nvidia-cuda-crt==13.5.37",
    "nvidia-nvvm==13.5.37",
    "nvidia-cuda-runtime==13.5.37",
    "nvidia-cuda-cccl==13.3.5.0.6",
];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = Vec::new();
    if cfg!(target_os = "linux") {
        trials.push(Trial::test("programs_end_with_the_command", || ends_with_command().map_err(Failed::from)));
        trials.push(Trial::test("folders_are_removed", || cleans_up().map_err(Failed::from)));
    }
    let toolkit = match toolkit() {
        Ok(toolkit) => Arc::new(toolkit),
        Err(reason) => {
            packages::skipped(&reason);
            return libtest_mimic::run(&arguments, trials).exit_code();
        }
    };
    for source in entries(&repository("runtime/tests/programs")) {
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if source.extension().is_none_or(|extension| extension != "cu") || name == "bugs" {
            continue;
        }
        let toolkit = Arc::clone(&toolkit);
        trials.push(Trial::test(format!("programs::{name}"), move || program(&toolkit, &source).map_err(Failed::from)));
    }
    let bugs = repository("runtime/tests/programs/bugs.cu");
    let text = std::fs::read_to_string(&bugs).expect("the program with bugs");
    let compiled: Arc<OnceLock<Result<PathBuf, String>>> = Arc::default();
    for (number, line) in (1..).zip(text.lines()) {
        let Some((_, expected)) = line.split_once("//~ ") else { continue };
        let mut words = expected.split_whitespace().map(str::to_string);
        let mut word = || words.next();
        let (name, rule) = word().zip(word()).expect("a name and a rule");
        let bug = Bug { name: name.clone(), rule, schedule: word(), line: number };
        let (toolkit, compiled, bugs) = (Arc::clone(&toolkit), Arc::clone(&compiled), bugs.clone());
        trials.push(Trial::test(format!("bugs::{name}"), move || {
            let program = compiled.get_or_init(|| compile(&toolkit, &bugs)).clone()?;
            bug.check(&program).map_err(Failed::from)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Where the compiler lies, and a folder with the library under the name that linkers look for.
struct Toolkit {
    root: PathBuf,
    libraries: PathBuf,
}

fn toolkit() -> Result<Toolkit, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Err("nvcc is for Linux here".to_string());
    }
    let root = packages::folder("nvcc", &RELEASES)?.join("nvidia/cu13");
    let libraries = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cudart");
    std::fs::create_dir_all(&libraries).map_err(|error| error.to_string())?;
    let found = entries(&root.join("lib")).into_iter().find(|path| path.to_string_lossy().contains("libcudart.so."));
    let library = found.ok_or("there is no libcudart")?.canonicalize().map_err(|error| error.to_string())?;
    let link = libraries.join("libcudart.so");
    // Test programs that start at once make the same link.
    let _ = std::fs::remove_file(&link);
    let _ = std::os::unix::fs::symlink(library, link);
    stand_in(&libraries)?;
    Ok(Toolkit { root, libraries })
}

/// Makes a library for the linker that has the functions of the driver which programs name, all empty: they find others when they run.
fn stand_in(folder: &Path) -> Result<(), String> {
    let mut text = String::new();
    for program in ["driver_api", "pools", "virtual_memory"] {
        let program = repository(&format!("runtime/tests/programs/{program}.cu"));
        text += &std::fs::read_to_string(program).map_err(|error| error.to_string())?;
    }
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_function = |word: &&str| word.starts_with("cu") && word[2..].starts_with(|c: char| c.is_ascii_uppercase());
    let names: BTreeSet<&str> = words.filter(is_function).collect();
    let function = |name: &str| format!("void {name}(void) {{}}\nvoid {name}_v2(void) {{}}\n");
    let source = folder.join("cuda.c");
    std::fs::write(&source, names.into_iter().map(function).collect::<String>()).map_err(|error| error.to_string())?;
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o"]).arg(folder.join("libcuda.so")).arg(source);
    let made = compiler.output().map_err(|error| format!("cc: {error}"))?;
    if made.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&made.stderr).into_owned()) }
}

/// Compiles a program, unless that has been done since it was changed.
fn compile(toolkit: &Toolkit, source: &Path) -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let program = folder.join(source.file_stem().unwrap_or_default());
    let changed = |path: &Path| path.metadata().and_then(|metadata| metadata.modified()).ok();
    let header = source.with_file_name("check.h");
    if changed(&program).is_some_and(|made| [source, &header].iter().all(|it| changed(it) < Some(made))) {
        return Ok(program);
    }
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    // The first lines may ask for more.
    let more = text.lines().find_map(|line| line.strip_prefix("// nvcc: ")).unwrap_or_default();
    let mut nvcc = Command::new(toolkit.root.join("bin/nvcc"));
    nvcc.args(["-std=c++17", "-lineinfo", "-cudart", "shared"]);
    if !more.contains("-gencode") {
        nvcc.args(["-gencode", "arch=compute_90,code=compute_90"]);
    }
    nvcc.arg("-L").arg(&toolkit.libraries).arg("-I").arg(toolkit.root.join("include/cccl"));
    nvcc.args(more.split_whitespace()).arg(source).arg("-o").arg(&program);
    let output = nvcc.output().map_err(|error| format!("nvcc: {error}"))?;
    match output.status.success() {
        true => Ok(program),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The command, which finds the library next to this test, for a program.
fn command(options: &[&str], program: &Path) -> Command {
    let own = std::env::current_exe().expect("a path");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptxlint"));
    command.arg("exec").arg("--runtime").arg(own.parent().expect("a folder")).args(options);
    command.arg("--").arg(program);
    command
}

/// Runs a program by the command.
fn exec(options: &[&str], program: &Path, arguments: &[&str]) -> Output {
    command(options, program).args(arguments).output().expect("the command starts")
}

/// A program that would sleep is killed when the command is.
fn ends_with_command() -> Result<(), String> {
    let mut command = command(&[], Path::new("sh"));
    command.args(["-c", "echo awake; exec sleep 600"]).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut running = command.spawn().map_err(|error| error.to_string())?;
    let mut output = BufReader::new(running.stdout.take().ok_or("no output")?);
    let mut line = String::new();
    output.read_line(&mut line).map_err(|error| error.to_string())?;
    running.kill().and_then(|()| running.wait()).map_err(|error| error.to_string())?;
    // Only the program has this pipe still, which ends when it does.
    let (told, ended) = mpsc::channel();
    std::thread::spawn(move || told.send(std::io::read_to_string(output).is_ok()));
    let is_over = ended.recv_timeout(Duration::from_secs(20)) == Ok(true);
    if is_over && line == "awake\n" { Ok(()) } else { Err(format!("{line:?}, and the program has not ended")) }
}

fn told(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    format!("{}\n{}{}", output.status, text[0], text[1])
}

fn program(toolkit: &Toolkit, source: &Path) -> Result<(), String> {
    let program = compile(toolkit, source)?;
    let text = std::fs::read_to_string(source).map_err(|error| error.to_string())?;
    // A sum, so that it says of which part each comes. Launches with turns by chance are all run.
    let recalled = text.lines().find_map(|line| line.strip_prefix("// recalled: "));
    let recalled = recalled.map(|sum| sum.split(" + ").map(|part| part.parse::<u32>().expect("a number")).sum::<u32>());
    for schedule in ["late", "random:1"] {
        let options = ["--multiprocessors", "8", "--max-seconds", "100", "--schedule", schedule];
        let output = exec(&options, &program, &[]);
        if !output.status.success() || !String::from_utf8_lossy(&output.stdout).ends_with("passed\n") {
            return Err(format!("{schedule}: {}", told(&output)));
        }
        let note = recalled.map_or(String::new(), |recalled| format!("({recalled} of them like others before"));
        if String::from_utf8_lossy(&output.stderr).contains(&note) != (note.is_empty() || schedule == "late") {
            return Err(format!("{schedule}: not `{note}`: {}", told(&output)));
        }
    }
    Ok(())
}

/// A run leaves no folder behind, whatever the program's exit code is.
fn cleans_up() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("left-by-exec");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for code in ["0", "7"] {
        let output =
            command(&[], Path::new("sh")).args(["-c", &format!("exit {code}")]).env("TMPDIR", &folder).output();
        let status = output.map_err(|error| error.to_string())?.status;
        let left = entries(&folder);
        if status.code().map(|code| code.to_string()).as_deref() != Some(code) || !left.is_empty() {
            return Err(format!("{status}, and {left:?} is left"));
        }
    }
    Ok(())
}

/// A mistake of the program that has many.
struct Bug {
    name: String,
    rule: String,
    /// The only one that shows it.
    schedule: Option<String>,
    line: u32,
}

impl Bug {
    fn check(&self, program: &Path) -> Result<(), String> {
        let schedule = self.schedule.as_deref().unwrap_or("late");
        let options = ["--format", "json", "--max-steps", "200000", "--schedule", schedule];
        let output = exec(&options, program, &[&self.name]);
        let text = String::from_utf8_lossy(&output.stderr);
        let start = text.find('{').ok_or_else(|| format!("no report: {}", told(&output)))?;
        let report: serde_json::Value = serde_json::from_str(&text[start..]).map_err(|error| error.to_string())?;
        let findings = report["findings"].as_array().ok_or("no findings")?;
        let is_it = |finding: &serde_json::Value| finding["rule"] == self.rule.as_str() && self.is_in(finding);
        // CUDA tells each thread's assertion on the standard error.
        if self.name == "failed_assertion"
            && !text.contains("thread: [31,0,0] Assertion `in[threadIdx.x] > 0` failed.\n")
        {
            return Err(format!("no word of the assertion: {}", told(&output)));
        }
        match findings.iter().any(is_it) && !output.status.success() {
            true => Ok(()),
            false => Err(format!("no `{}` in line {}: {}", self.rule, self.line, told(&output))),
        }
    }

    /// Whether a finding names the line: as the place, as that of the other access, or as where a function of it was inlined.
    fn is_in(&self, finding: &serde_json::Value) -> bool {
        let is_line = |place: &serde_json::Value| {
            place["line"] == self.line && place["path"].as_str().is_some_and(|path| path.ends_with("bugs.cu"))
        };
        let source = &finding["source"];
        let is_inlined = source["inlined_at"].as_array().is_some_and(|places| places.iter().any(is_line));
        let named = format!("bugs.cu:{}:", self.line);
        is_line(source) || is_inlined || finding["labels"].to_string().contains(&named)
    }
}
