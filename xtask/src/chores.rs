//! What is done with cargo and git: blessing expectations, and all that has to pass on a change.

use crate::instructions::{Purpose, instructions};
use crate::isa::root;
use crate::{isa, modules, python, site};
use std::process::Command;
use std::time::Instant;

pub(crate) type Failure = Box<dyn std::error::Error>;

/// Runs a command in the repository; the variables are set for it.
pub(crate) fn run(step: &str, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), Failure> {
    println!("\n== {step}");
    let started = Instant::now();
    let status = status(program, arguments, variables)?;
    println!("== {step}: {} s", started.elapsed().as_secs());
    if status == Some(0) { Ok(()) } else { Err(format!("{step}: {program} {} failed", arguments.join(" ")).into()) }
}

pub(crate) fn status(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<Option<i32>, Failure> {
    let mut command = Command::new(program);
    command.current_dir(root()).args(arguments).envs(variables.iter().copied());
    Ok(command.status().map_err(|error| format!("{program}: {error}"))?.code())
}

pub(crate) fn output(program: &str, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new(program).current_dir(root()).args(arguments).output()?;
    Ok(String::from_utf8(output.stdout)?)
}

/// Writes everything that is generated: the table, the map of modules, generated parts of the README and the book, snapshots, the list of
/// findings of the corpus. What has changed is for `git diff` to show and for people to judge.
pub(crate) fn bless() -> Result<(), Failure> {
    isa::write()?;
    modules::bless()?;
    let switches = [("BLESS", "1"), ("INSTA_UPDATE", "always")];
    run("Blessing the corpus", "cargo", &["test", "--locked", "--test", "suite", "--", "corpus::"], &switches)?;
    run("Blessing the command", "cargo", &["test", "--locked", "--test", "cli"], &switches)?;
    run("Blessed", "git", &["status", "--short"], &[])
}

/// The release of mdBook that the book is built with; without what a server would need it builds in one and a half CPU minutes, once.
const MDBOOK: &str = "0.5.4";

/// Builds the book of `docs` in `target/book`, with an mdBook below the target folder.
pub(crate) fn book() -> Result<(), Failure> {
    let tools = root().join("target/tools");
    let mdbook = tools.join("bin").join(format!("mdbook{}", std::env::consts::EXE_SUFFIX));
    let mdbook = mdbook.to_str().ok_or("the path of the repository is not UTF-8")?;
    // An older release is replaced; the same one is left as it is.
    let version = format!("mdbook v{MDBOOK}");
    if output(mdbook, &["--version"]).map_or(true, |installed| installed.trim() != version) {
        let release = format!("mdbook@{MDBOOK}");
        let place = tools.to_str().ok_or("the path of the repository is not UTF-8")?;
        let features = ["--no-default-features", "--features", "search"];
        let install =
            [&["install", "--quiet", "--locked", "--debug", &release, "--root", place], &features[..]].concat();
        run("Installing mdBook", "cargo", &install, &[])?;
    }
    run("The book", mdbook, &["build", "docs"], &[])
}

/// A sample of the probes that are made of the table, judged by the assembler. Of the same profile and with the same features as the tests,
/// the program needs no library of its own.
fn sample(required: &[(&str, &str)]) -> Result<(), Failure> {
    let build = ["build", "--locked", "--quiet", "--workspace", "--profile", "test", "--bin", "conformance"];
    run("What compares the table with the assembler", "cargo", &build, &[])?;
    let program = root().join("target/debug").join(format!("conformance{}", std::env::consts::EXE_SUFFIX));
    let program = program.to_str().ok_or("the path of the repository is not UTF-8")?;
    let options = ["run", "--sample", "40", "--require", "99.5"];
    run("The table against the assembler, sampled", program, &options, required)
}

/// Builds what has folders of its own below the target folder, so that it does not wait for the tests, nor they for it.
fn beside() -> Result<site::Playground, Failure> {
    run("The release build", "cargo", &["build", "--locked", "--release", "--quiet"], &[])?;
    site::build()
}

/// What has to pass on every change.
pub(crate) fn ci() -> Result<(), Failure> {
    // Every file, also those whose modules a macro declares, which cargo fmt does not see.
    let listed = output("git", &["ls-files", "*.rs"])?;
    let mut format = vec!["--edition", "2024", "--check"];
    format.extend(listed.lines().filter(|file| *file != "src/isa/generated.rs"));
    run("Formatting", "rustfmt", &format, &[])?;

    // One unit of the release keeps one core busy for minutes, and so does the linter for browsers: lints and tests leave one idle as long.
    let beside = std::thread::spawn(|| beside().map_err(|failure| failure.to_string()));

    let clippy = |options: &[&'static str]| {
        let all = [&["clippy", "--locked"], options, &["--", "-D", "warnings"]].concat();
        run("Lints", "cargo", &all, &[])
    };
    clippy(&["--workspace", "--all-targets"])?;
    for features in ["", "lint", "kernels", "device"] {
        clippy(&["--no-default-features", "--features", features, "--lib"])?;
    }
    let strict = [("RUSTDOCFLAGS", "-D warnings")];
    run("Documentation", "cargo", &["doc", "--locked", "--workspace", "--no-deps"], &strict)?;

    // Where ptxas, a browser, an editor or Python packages can't be had their tests say so and pass; here they have to run.
    let required = ["PTXAS", "BROWSER", "NEOVIM", "PACKAGES"].map(|what| format!("PTXLINT_REQUIRE_{what}"));
    let required = required.each_ref().map(|variable| (variable.as_str(), "1"));
    run("Tests", "cargo", &["test", "--locked", "--workspace"], &required)?;
    python::test(true)?;
    sample(&required)?;

    site::look_at(beside.join().map_err(|_| "what is built beside the tests has panicked")??)?;

    println!("\n== The main job of the README");
    let main_job = ["run", "--locked", "--release", "-q", "--"];
    match status("cargo", &[&main_job[..], &["examples/demo.ptx"]].concat(), &[])? {
        Some(1) => {}
        other => return Err(format!("exit code {other:?} instead of 1").into()),
    }
    println!("\n== Instructions by producer");
    instructions(Purpose::Check)?;
    let version = output("cargo", &[&main_job[..], &["--version"]].concat())?;
    let commit = output("git", &["rev-parse", "--short=10", "HEAD"])?;
    match version.contains(&format!("({} ", commit.trim())) {
        true => Ok(()),
        false => Err(format!("`{}` does not name the commit {}", version.trim(), commit.trim()).into()),
    }
}
