//! The Python package: built, installed into an environment of its own, and tested there.

use crate::isa::root;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What the tests need, and what the examples and the kernels of other compilers need besides. Where the latter cannot be had, they say so
/// and are skipped.
const TOOLS: [&str; 4] = ["maturin>=1.7,<2", "numpy", "ml_dtypes", "pytest"];
const MORE: [&str; 6] = ["triton", "numba-cuda[cu13]", "nvidia-cuda-nvcc", "nvidia-cuda-crt", "distributed", "ray"];

/// Whatever hangs, the whole does not.
const LIMIT: Duration = Duration::from_secs(1200);

fn environment() -> PathBuf {
    root().join("target/python")
}

/// A program of the environment.
fn program(name: &str) -> Command {
    let mut command = Command::new(environment().join("bin").join(name));
    command.current_dir(root().join("python"));
    command
}

/// Runs a command until it ends or the time is over.
fn run(step: &str, mut command: Command, deadline: Instant) -> Result<bool, Box<dyn Error>> {
    println!("\n== Python: {step}");
    let mut child = command.stdin(Stdio::null()).spawn().map_err(|error| format!("{step}: {error}"))?;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        if Instant::now() > deadline {
            child.kill()?;
            child.wait()?;
            return Err(format!("{step}: still running after {} s", LIMIT.as_secs()).into());
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// Builds the wheel, installs it, and runs its tests. With `more`, also what the examples need is installed.
pub(crate) fn test(more: bool) -> Result<(), Box<dyn Error>> {
    let deadline = Instant::now() + LIMIT;
    let demand = |step: &str, command: Command| match run(step, command, deadline)? {
        true => Ok(()),
        false => Err(Box::<dyn Error>::from(format!("Python: {step} failed"))),
    };
    if !environment().join("bin/python").exists() {
        let mut made = Command::new("python3");
        made.args(["-m", "venv"]).arg(environment());
        demand("environment", made)?;
    }
    let install = |packages: &[&str]| {
        let mut pip = program("python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
        pip
    };
    demand("tools", install(&TOOLS))?;
    if more {
        for package in MORE {
            if !run(package, install(&[package]), deadline)? {
                println!("{package} cannot be had: what needs it is skipped");
            }
        }
    }
    let wheels = root().join("target/wheels");
    let mut build = program("maturin");
    // The command that other tests use is built by the same profile.
    build.args(["build", "--locked", "--profile", "dev", "-o"]).arg(&wheels);
    build.arg("-i").arg(environment().join("bin/python"));
    demand("wheel", build)?;
    let mut pip = install(&["--force-reinstall", "--no-deps", "--no-index", "ptxlint", "--find-links"]);
    pip.arg(&wheels);
    demand("installation", pip)?;
    // Not `python -m pytest`, which would import the sources in the working directory instead of what is installed.
    let mut pytest = program("pytest");
    pytest.args(["-q", "-rs", "-p", "no:cacheprovider", "tests"]);
    demand("tests", pytest)
}
