//! Tells the tool which commit it is built from. Only optimised builds are told: others would be made anew after each commit.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("PROFILE").is_none_or(|profile| profile != "release") {
        return;
    }
    // The tables of instructions are full of addresses, which a program at a fixed place has from the start: small files are linted in three
    // quarters of the time.
    let platform = ["CARGO_CFG_TARGET_OS", "CARGO_CFG_TARGET_ENV", "CARGO_CFG_TARGET_ARCH"]
        .map(|name| env::var(name).unwrap_or_default());
    if platform == ["linux", "gnu", "x86_64"] && env::var_os("CARGO_FEATURE_CLI").is_some() {
        println!("cargo:rustc-link-arg-bins=-no-pie");
    }
    // A switch of branches writes HEAD, a commit the log of HEAD.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    // The sources of a published package may lie within a repository of somebody else.
    let is_ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let commit = git(&["log", "-1", "--abbrev=10", "--format=%h %cs"]).filter(|_| is_ours);
    if let Some(commit) = commit {
        println!("cargo:rustc-env=PTXLINT_VERSION={} ({commit})", env::var("CARGO_PKG_VERSION").unwrap_or_default());
    }
}

/// What git says, if it is there and this is a repository.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_string())
}
