//! What the test binaries share: fixtures and their expectations, the assembler as a judge, seeded generators.
#![allow(dead_code, reason = "each test binary uses a part")]

pub mod corpus;
pub mod fixes;
pub mod fixture;
pub mod growth;
pub mod hostile;
pub mod page;
pub mod programs;
pub mod ptxas;
pub mod snippets;

use ptxlint::source::{LineIndex, Position};
use ptxlint::{Levels, Options, Selector, Setting};
use std::path::{Path, PathBuf};

/// A file or folder of the repository.
pub fn repository(path: &str) -> PathBuf {
    // The fixtures have a package of their own within it.
    let is_root = |folder: &&Path| folder.join("Cargo.lock").is_file();
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().find(is_root).unwrap_or(package).join(path)
}

/// The entries of a folder, sorted by name.
pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}

/// All files below a folder with this extension, sorted by path.
pub fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            found.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            found.push(path);
        }
    }
    found
}

/// The path below `folder`, with `/` on every platform.
pub fn relative(path: &Path, folder: &Path) -> String {
    let parts = path.strip_prefix(folder).unwrap_or(path).components();
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect::<Vec<_>>().join("/")
}

/// These options with every rule switched on.
pub fn with_all_rules(options: Options) -> Options {
    let mut levels = Levels::default();
    levels.set(Selector::All, Setting::On);
    Options { levels, ..options }
}

/// These options with a rule switched on that may be off by default. Rules about speed and style are judged in their own fixtures
/// only: nobody wants every fixture to be fast, too.
pub fn with_rule(mut options: Options, rule: &'static ptxlint::rules::Rule) -> Options {
    options.levels.set(Selector::Rule(rule), Setting::On);
    options
}

/// Whether a rule says what the assembler says.
pub fn is_isa(rule: &str) -> bool {
    ptxlint::rules::by_name(rule).is_some_and(|rule| rule.group == ptxlint::rules::Group::Isa)
}

/// A finding in the form that tests compare and print.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    pub position: Position,
    pub level: &'static str,
    pub rule: &'static str,
    pub message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{line}:{column} {} {}: {}", self.level, self.rule, self.message)
    }
}

/// The findings of a module with places counted as people do.
pub fn findings(text: &[u8], options: &Options) -> Vec<Finding> {
    let lines = LineIndex::new(text);
    let report = ptxlint::check(text, options).expect("a small file");
    assert!(report.reason.is_none(), "not judged as PTX: {:?}", report.reason);
    let finding = |diagnostic: ptxlint::diagnostic::Diagnostic| Finding {
        position: lines.position(diagnostic.span.start),
        level: diagnostic.level.name(),
        rule: diagnostic.rule.name,
        message: diagnostic.message,
    };
    report.findings.into_iter().map(finding).collect()
}
