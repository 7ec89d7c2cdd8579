//! Lints every fixture with the default rules and that of its folder, and compares with what its comments expect; one trial a
//! file.

mod common;

use common::fixture::{Fixture, Verdict};
use common::{fixes, repository};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let fixtures = repository("fixtures");
    let files = common::files_below(&fixtures, "ptx").into_iter();
    let named = files.map(|path| (common::relative(&path, &fixtures), path));
    // Folders with an underscore serve other tests.
    let trials = named
        .filter(|(name, _)| !name.starts_with('_'))
        .map(|(name, path)| Trial::test(name, move || check(&path).map_err(Failed::from)));
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

fn check(path: &Path) -> Result<(), String> {
    let fixture = Fixture::read(path)?;
    fixture.compare()?;
    let rule = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    if fixture.is_bad()? {
        if !fixture.expectations.iter().any(|expectation| expectation.rule == rule) {
            return Err(format!("a bad file that does not expect `{rule}`"));
        }
        check_fixes(&fixture)?;
    } else if !fixture.expectations.is_empty() {
        return Err("a good file expects findings".into());
    }
    check_launch(&fixture)
}

/// Each fix alone mends its finding, and all together come to an end.
fn check_fixes(fixture: &Fixture) -> Result<(), String> {
    let options = fixture.linted_with();
    let report = ptxlint::check(&fixture.text, &options).map_err(|error| error.to_string())?;
    for finding in &report.findings {
        if !finding.fixes.is_empty() && !finding.rule.fixable {
            return Err(format!("`{}` offers a fix but is not declared fixable", finding.rule.name));
        }
        for fix in &finding.fixes {
            let context = |error: String| format!("{}: {}: {error}", finding.rule.name, finding.message);
            fixes::check(&fixture.text, &options, finding, fix).map_err(context)?;
        }
    }
    fixes::apply_all(&fixture.text, &options).map(drop)
}

/// Every fixture that assembles says how it is launched, or that it can't be.
fn check_launch(fixture: &Fixture) -> Result<(), String> {
    match fixture.launch.as_deref() {
        None if fixture.ptxas == Verdict::Accept => Err("no `//@ launch: …`".into()),
        None | Some("none") => Ok(()),
        Some(launch) => ptxlint::kernels::Launch::parse(launch).map(drop),
    }
}
