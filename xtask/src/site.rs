//! The site: the book with the playground in it, as a folder that any static host can serve.

use crate::chores::{self, Failure, output, run, status};
use crate::isa::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the linter is compiled for.
const TARGET: &str = "wasm32-unknown-unknown";

/// Where the site is written.
fn folder() -> PathBuf {
    root().join("target/site")
}

/// What became of the playground.
pub(crate) enum Playground {
    /// It is part of the site.
    Built,
    /// It is not, because something cannot be had here.
    Missing(String),
}

/// Builds the site in `target/site`.
pub(crate) fn site() -> Result<(), Failure> {
    match build()? {
        Playground::Built => Ok(()),
        Playground::Missing(reason) => Err(format!("target/site holds the book, but no playground: {reason}").into()),
    }
}

/// Builds the site, and looks at it in a browser. Where the playground cannot be built, it says so and passes.
pub(crate) fn test() -> Result<(), Failure> {
    look_at(build()?)
}

/// Looks in a browser at what was built, if that is whole.
pub(crate) fn look_at(playground: Playground) -> Result<(), Failure> {
    match playground {
        Playground::Built => {
            let folder = folder();
            let variables = [("PTXLINT_SITE", path(&folder)?), ("PTXLINT_REQUIRE_BROWSER", "1")];
            run("The site in a browser", npm(), &["--prefix", "playground", "test", "--silent"], &variables)
        }
        Playground::Missing(reason) => {
            println!("skipped: no playground ({reason})");
            Ok(())
        }
    }
}

/// Builds the site as far as that can be done here.
pub(crate) fn build() -> Result<Playground, Failure> {
    chores::book()?;
    let site = folder();
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    copy(&root().join("target/book"), &site)?;
    let wasm = match linter()? {
        Ok(wasm) => wasm,
        Err(reason) => return Ok(Playground::Missing(reason)),
    };
    if let Err(reason) = packages()? {
        return Ok(Playground::Missing(reason));
    }
    let place = site.join("playground");
    run("The playground", "node", &["playground/build.mjs", path(&wasm)?, path(&place)?], &[])?;
    link(&site)?;
    let sizes = ["ptxlint.wasm", "app.js", "worker.js", "style.css", "index.html"]
        .map(|name| fs::metadata(place.join(name)).map(|file| format!("{name} {} kB", file.len().div_ceil(1000))));
    println!("{}", sizes.into_iter().collect::<Result<Vec<_>, _>>()?.join(", "));
    Ok(Playground::Built)
}

/// Compiles the linter: with the target's library, or with one that is compiled along from the compiler's sources.
fn linter() -> Result<Result<PathBuf, String>, Failure> {
    let sysroot = PathBuf::from(output("rustc", &["--print", "sysroot"])?.trim());
    let has_library = || sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir();
    let has_rustup = || Command::new("rustup").arg("--version").output().is_ok();
    if !has_library() && has_rustup() {
        // Without a network this fails; what it says is on the screen.
        status("rustup", &["target", "add", TARGET], &[])?;
    }
    let common =
        ["build", "--quiet", "--locked", "--package", "ptx-linter-playground", "--target", TARGET, "--profile", "web"];
    if has_library() {
        run("The linter for browsers", "cargo", &common, &[])?;
    } else if sysroot.join("lib/rustlib/src/rust/library/Cargo.lock").exists() {
        let arguments = [&common[..], &["-Zbuild-std=std,panic_abort"]].concat();
        run("The linter and the standard library for browsers", "cargo", &arguments, &[("RUSTC_BOOTSTRAP", "1")])?;
    } else {
        return Ok(Err(format!("the toolchain has neither the target {TARGET} nor the sources of its library")));
    }
    Ok(Ok(root().join("target").join(TARGET).join("web/ptxlint_playground.wasm")))
}

/// The command of npm, which is a script on Windows.
fn npm() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Installs what the page is made of, unless it is there.
fn packages() -> Result<Result<(), String>, Failure> {
    let folder = root().join("playground");
    let written = |file: &str| fs::metadata(folder.join(file)).and_then(|file| file.modified());
    let is_fresh = match (written("node_modules/.package-lock.json"), written("package-lock.json")) {
        (Ok(installed), Ok(wanted)) => installed >= wanted,
        _ => false,
    };
    if is_fresh {
        return Ok(Ok(()));
    }
    if Command::new(npm()).arg("--version").output().is_err() {
        return Ok(Err("npm is not on the path".to_string()));
    }
    println!("\n== Packages of the playground");
    // Nothing of theirs runs here: what has to be compiled comes compiled.
    let install = ["--prefix", "playground", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
    match status(npm(), &install, &[])? {
        Some(0) => Ok(Ok(())),
        _ => Ok(Err("its packages cannot be had".to_string())),
    }
}

/// Links from the book to the playground: in the menu of every page, on the page about it, and at the examples of rules.
fn link(site: &Path) -> Result<(), Failure> {
    for (folder, up) in [(site.to_path_buf(), ""), (site.join("rules"), "../")] {
        for entry in fs::read_dir(&folder)? {
            let file = entry?.path();
            if file.extension().is_none_or(|extension| extension != "html") {
                continue;
            }
            let mut page = fs::read_to_string(&file)?;
            let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let to = format!("{up}playground/index.html");
            let entry = format!("<a href=\"{to}\" style=\"color: var(--icons); padding: 0 .6rem\">Playground</a>");
            insert(&mut page, "<div class=\"right-buttons\"", ">", &entry);
            let about = format!("<p><a href=\"{to}\">Open the playground</a></p>");
            insert(&mut page, "<h1 id=\"playground\">", "</h1>", &about);
            if !up.is_empty() {
                let example = format!("<p><a href=\"{to}?rule={name}\">Try it in the playground</a></p>");
                insert(&mut page, "<h2 id=\"bad\">", "</h2>", &example);
            }
            fs::write(&file, page)?;
        }
    }
    Ok(())
}

/// Inserts text behind the first place where something starts and ends, if there is one.
fn insert(page: &mut String, start: &str, end: &str, text: &str) {
    let at = page.find(start).map(|at| at + start.len());
    let at = at.and_then(|at| Some(at + page[at..].find(end)? + end.len()));
    if let Some(at) = at {
        page.insert_str(at, text);
    }
}

fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn path(path: &Path) -> Result<&str, Failure> {
    path.to_str().ok_or_else(|| "the path of the repository is not UTF-8".into())
}
