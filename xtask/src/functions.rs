//! Functions are short, so that each does one thing: long ones are flat tables, or wait to be parted along their phases.

use crate::isa::root;
use std::path::Path;

/// Most lines of a function, its signature and last brace included.
const MOST: usize = 80;

/// Longer ones that are tables: one line or a few for each thing of a list, none of which depends on another.
const TABLES: [(&str, &str, &str); 6] = [
    ("src/device/cpu/decode/integer.rs", "integer_function", "an arm for each instruction"),
    ("src/device/cpu/execute.rs", "execute", "an arm for each kind of step"),
    ("src/kernels/registry.rs", "all", "the sizes of each kernel"),
    ("tests/suite/device/arithmetic.rs", "singles", "a line for each instruction"),
    ("tests/suite/device/compiled.rs", "matrices", "kernels as text"),
    ("tests/suite/device/compiled.rs", "others", "kernels as text"),
];

/// The folders whose functions are measured.
const FOLDERS: [&str; 7] =
    ["src", "xtask/src", "tests", "conformance/src", "mutants/src", "cuda/src", "playground/src"];

/// The functions of a formatted text and their lines: a function ends where a brace stands as far in as its first line.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some((before, after)) = code.split_once("fn ") else { continue };
        let is_signature = before.split_whitespace().all(|word| word.starts_with("pub") || word == "const");
        let name: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if !is_signature || name.is_empty() {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let closed = code.ends_with('}') || code.ends_with(';');
        let length = lines[start..].iter().position(|line| *line == end || (closed && line.trim_start() == code));
        found.extend(length.map(|length| (name, length + 1)));
    }
    found
}

fn long_ones(folder: &Path, found: &mut Vec<(String, String, usize)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            long_ones(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let functions = functions(&std::fs::read_to_string(&path)?);
            let long = functions.into_iter().filter(|(_, lines)| *lines > MOST);
            found.extend(long.map(|(function, lines)| (name.clone(), function, lines)));
        }
    }
    Ok(())
}

#[test]
fn functions_are_short() {
    let mut found = Vec::new();
    for folder in FOLDERS.map(|folder| root().join(folder)).into_iter().filter(|folder| folder.is_dir()) {
        long_ones(&folder, &mut found).expect("the sources can be read");
    }
    let is_table = |file: &str, function: &str| TABLES.iter().any(|&(f, name, _)| f == file && name == function);
    let long: Vec<_> = found.iter().filter(|(file, function, _)| !is_table(file, function)).collect();
    assert!(long.is_empty(), "more than {MOST} lines: {long:?}");
    for (file, function, what) in TABLES {
        let is_there = found.iter().any(|(f, name, _)| f == file && name == function);
        assert!(is_there, "`{function}` of {file} ({what}) is short enough now");
    }
}

#[test]
fn functions_end_at_their_braces() {
    let text = "impl A {\n    pub(super) const fn one(\n        a: u8,\n    ) -> u8 {\n        if a {\n        }\n    }\n    fn two() {}\n}\n// fn no()\nfn three() {\n}\n";
    let found: Vec<_> = functions(text);
    let expected = [("one", 6), ("two", 1), ("three", 2)].map(|(name, lines)| (name.to_string(), lines));
    assert_eq!(found, expected);
}
