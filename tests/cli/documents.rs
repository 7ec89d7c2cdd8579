//! The README tells what the tool does.

use super::{Folder, kernel, run, timeless};
use std::path::Path;

const README: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");

/// Compares the part of the README between `<!-- name -->` and `<!-- end -->` with what it should be; `BLESS=1` puts it there.
fn check_part(name: &str, expected: &str, normalize: impl Fn(&str) -> String) {
    let readme = std::fs::read_to_string(README).expect("the README");
    let mark = format!("<!-- {name} -->\n");
    let start = readme.find(&mark).expect("the start") + mark.len();
    let end = start + readme[start..].find("<!-- end -->").expect("the end");
    if normalize(&readme[start..end]) == normalize(expected) {
        return;
    }
    if std::env::var_os("BLESS").is_some() {
        let blessed = format!("{}{expected}{}", &readme[..start], &readme[end..]);
        std::fs::write(README, blessed).expect("the README can be written");
        return;
    }
    assert_eq!(&readme[start..end], expected, "BLESS=1 rewrites the README");
}

/// The part of the README between `<!-- name -->` and `<!-- end -->`.
pub(super) fn part(name: &str) -> String {
    let readme = std::fs::read_to_string(README).expect("the README");
    let (_, rest) = readme.split_once(&format!("<!-- {name} -->\n")).expect("the start");
    rest.split_once("<!-- end -->").expect("the end").0.to_string()
}

/// One test for all parts: with BLESS=1 they write to one file.
#[test]
fn the_readme_is_true() {
    let report = format!("```text\n{}```\n", run(["examples/demo.ptx"]).ends_with(1));
    check_part("report", &report, timeless);
    let table = run(["rules", "--format", "markdown"]);
    check_part("rules", table.ends_with(0), str::to_string);
    let options = "parity --hidden 1536 --intermediate 8960 --heads 12 --head-dim 128";
    let parity = run(options.split(' '));
    check_part("parity", &format!("```text\n{}```\n", parity.ends_with(0)), str::to_string);
    let options = "parity --batched examples/parity/batched.ptx --reference examples/parity/single.ptx --verbose";
    let divergence = run(options.split(' '));
    check_part("divergence", &format!("```text\n{}```\n", divergence.ends_with(1)), str::to_string);
    let kernel = run(["kernels", "emit", "residual_add", "--length", "1024"]);
    check_part("kernel", &format!("```text\n{}```\n", kernel.ends_with(0)), str::to_string);
}

#[test]
fn the_configuration_of_the_readme_works() {
    let text = part("config");
    let toml = text.trim().trim_start_matches("```toml\n").trim_end_matches("```");
    let folder = Folder::new();
    folder.add("ptxlint.toml", toml);
    let shuffle = kernel(super::WARNING).replace("k()", "main()");
    folder.add("k.ptx", &shuffle);
    folder.add("generated/k.ptx", kernel(super::ERROR));
    let report = folder.run(["--format", "compact"]);
    let errors: Vec<&str> = report.ends_with(1).lines().filter(|line| line.contains(" error[")).collect();
    assert!(matches!(errors[..], [line] if line.starts_with("generated/k.ptx")), "{report:?}");
    assert!(!report.stdout.contains("shfl-width"));
}

#[test]
fn links_of_the_readme_lead_somewhere() {
    let readme = std::fs::read_to_string(README).expect("the README");
    let targets = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let local: Vec<&str> = targets.filter(|target| !target.starts_with("http")).collect();
    assert!(local.len() > ptxlint::rules::ALL.len());
    for target in local {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(target).exists(), "{target}");
    }
}

#[test]
fn the_help_shows_commands_that_work() {
    let help = run(["--help"]);
    assert!(help.stdout.contains("ptxlint graph"));
    for option in ["--deny warnings", "--ignore all --select sync", "--max-findings 0 --statistics"] {
        assert!(help.ends_with(0).contains(option));
        let arguments = option.split(' ').chain(["examples/demo.ptx"]);
        assert!(run(arguments).code.is_some_and(|code| code < 2), "{option}");
    }
}
