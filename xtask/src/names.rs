//! Instructions and words are matched by their constants, not by their spelling.

use crate::isa::{self, root};
use std::collections::BTreeSet;
use std::path::Path;

/// Where spellings belong: the table, what reads and writes text, and kernels, which are written as text.
const ABOUT_TEXT: [&str; 10] = [
    "src/isa/",
    "src/lexer/",
    "src/parser/",
    "src/resolve/",
    "src/render/",
    "src/cli/",
    "src/kernels/",
    "src/ir/",
    "src/launch/",
    "src/litmus/",
];

/// Literals that are spelled like an instruction or a word and mean something else: where, which, and what it means there.
const OTHER_MEANINGS: [(&str, &str, &str); 15] = [
    ("src/device/cpu/access.rs", "read", "a verb of messages"),
    ("src/device/cpu/bulk.rs", "read", "a verb of messages"),
    ("src/device/cpu/copies.rs", "read", "a verb of messages"),
    ("src/device/cpu/dependents.rs", "read", "a verb of messages"),
    ("src/device/error.rs", "read", "a verb of messages"),
    ("src/device/error.rs", "trap", "the name of a fault in reports"),
    ("src/device/cpu/print.rs", "nan", "how `printf` writes it"),
    ("src/diagnostic/rule_info.rs", "sync", "a group of rules"),
    ("src/replay/sanitize.rs", "read", "a verb of messages"),
    ("src/rules/isa/inconsistent_declaration.rs", "number", "a noun of messages"),
    ("src/rules/isa/invalid_initializer.rs", "wrap", "a value of a sampler's property, which is no modifier"),
    ("src/rules/mod.rs", "all", "the selector of all rules"),
    ("src/rules/sanitizer.rs", "trap", "the name of a rule"),
    ("src/rules/sync/missing_async_wait.rs", "read", "a verb of messages"),
    ("src/validate/coverage.rs", "all", "the name of a summary in reports"),
];

/// What a literal must not be: a name of the table, or the beginning or end of one that is cut at a dot.
fn spellings() -> Result<BTreeSet<String>, Box<dyn std::error::Error>> {
    let names = isa::names()?;
    let mut spellings = names.clone();
    for name in &names {
        for (end, _) in name.match_indices('.') {
            spellings.extend([&name[..end], &name[..=end], &name[end..]].map(str::to_string));
        }
        spellings.extend(name.match_indices("::").map(|(end, cut)| name[..end + cut.len()].to_string()));
    }
    Ok(spellings)
}

/// The literals that are spellings, with their files.
fn spelled_out() -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    let spellings = spellings()?;
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
                let text = std::fs::read_to_string(&path)?;
                let literals = literals(&text).filter(|literal| spellings.contains(*literal));
                found.extend(literals.map(|literal| (name.clone(), literal.to_string())));
            }
        }
    }
    found.sort();
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
    let means_else = |(file, literal): &(String, String)| {
        OTHER_MEANINGS.iter().any(|(other, spelling, _)| file == other && literal == spelling)
    };
    let names: Vec<_> = found.iter().filter(|place| !means_else(place)).collect();
    assert!(names.is_empty(), "instructions and words are matched by isa::op and isa::word, not by text: {names:?}");
    for (file, literal, meaning) in OTHER_MEANINGS {
        let is_there = found.iter().any(|(other, spelling)| other == file && spelling == literal);
        assert!(is_there, "`{literal}` as {meaning} is no longer in {file}");
    }
}

#[test]
fn literals_are_those_of_code() {
    let text = "// \"add\"\nf(\"mul\", x == \"sub\"); const A: Word = Word::of(\"ftz\");\nlet s = \"mad\";\n#[cfg(test)]\nmod tests { \"fma\" }";
    assert_eq!(literals(text).collect::<Vec<_>>(), ["mad"]);
    assert_eq!(literals("g(\"add\", \"x\") // \"sub\"").collect::<Vec<_>>(), ["add", "sub"]);
}

#[test]
fn parts_of_names_are_spellings() {
    let spellings = spellings().expect("the table can be read");
    for spelling in ["add", "cp.async.bulk", "wmma.store", "mbarrier.", ".red", "L1::", "ftz", "f32"] {
        assert!(spellings.contains(spelling), "{spelling}");
    }
    assert!(!spellings.contains("addition"));
}
