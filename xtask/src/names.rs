//! Instructions and words are matched by their constants, not by their spelling.

use crate::isa::{self, root};
use std::path::Path;

/// Where spellings belong: the table, what reads and writes text, and kernels, which are written as text.
const ABOUT_TEXT: [&str; 9] = [
    "src/isa/",
    "src/lexer/",
    "src/parser/",
    "src/resolve/",
    "src/render/",
    "src/cli/",
    "src/kernels/",
    "src/ir/",
    "src/launch/",
];

/// Literals elsewhere that are the name of an instruction or a word. The number may fall, and is to fall to zero.
const MOST: usize = 1000;

/// The files with such literals, and how many.
fn spelled_out() -> Result<Vec<(String, usize)>, Box<dyn std::error::Error>> {
    let names = isa::names()?;
    let mut found = Vec::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = relative(&path);
                let is_test = name.split('/').any(|part| part.trim_end_matches(".rs") == "tests");
                if is_test || ABOUT_TEXT.iter().any(|folder| name.starts_with(folder)) {
                    continue;
                }
                let count = literals(&std::fs::read_to_string(&path)?).filter(|text| names.contains(*text)).count();
                found.extend((count > 0).then_some((name, count)));
            }
        }
    }
    found.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), name.clone()));
    Ok(found)
}

fn relative(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The string literals of a text without comments and tests, on lines that don't have the compiler look them up.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//") && !line.contains("::of(\""));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(|text| text.len() > 1)
}

#[test]
fn names_are_values() {
    let found = spelled_out().expect("the sources and the table can be read");
    let count: usize = found.iter().map(|(_, count)| count).sum();
    assert!(
        count <= MOST,
        "{count} literals name an instruction or a word, {MOST} may: use isa::op and isa::word. {:?}",
        &found[..found.len().min(20)]
    );
}

#[test]
fn literals_are_those_of_code() {
    let text = "// \"add\"\nf(\"mul\", x == \"sub\"); const A: Word = Word::of(\"ftz\");\nlet s = \"mad\";\n#[cfg(test)]\nmod tests { \"fma\" }";
    assert_eq!(literals(text).collect::<Vec<_>>(), ["mad"]);
    assert_eq!(literals("g(\"add\", \"x\") // \"sub\"").collect::<Vec<_>>(), ["add", "sub"]);
}
