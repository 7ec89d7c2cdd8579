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
const OTHER_MEANINGS: [(&str, &str, &str); 14] = [
    ("src/device/cpu/access.rs", "read", "a verb of messages"),
    ("src/device/cpu/bulk.rs", "read", "a verb of messages"),
    ("src/device/cpu/copies.rs", "read", "a verb of messages"),
    ("src/device/cpu/dependents.rs", "read", "a verb of messages"),
    ("src/device/error.rs", "read", "a verb of messages"),
    ("src/device/error.rs", "trap", "the name of a fault in reports"),
    ("src/device/cpu/print.rs", "nan", "how `printf` writes it"),
    ("src/diagnostic/rule_info.rs", "sync", "a group of rules"),
    ("src/replay/sanitize.rs", "read", "a verb of messages"),
    ("src/rules/isa/invalid_initializer.rs", "wrap", "a value of a sampler's property, which is no modifier"),
    ("src/rules/mod.rs", "all", "the selector of all rules"),
    ("src/rules/sanitizer.rs", "trap", "the name of a rule"),
    ("src/rules/sync/missing_async_wait.rs", "read", "a verb of messages"),
    ("src/validate/coverage.rs", "all", "the name of a summary in reports"),
];

/// The folders where nothing is asked of a name or a message by its text.
const ASKING: [&str; 6] = ["src", "runtime/src", "capi/src", "python/src", "cuda/src", "playground/src"];

/// How a name or a message would be asked: a literal follows. What has a name has properties, too, and a fault has a kind.
const QUESTIONS: [&str; 9] = [
    ".name() == ",
    ".name() != ",
    ".name().starts_with(",
    ".name().ends_with(",
    ".name().contains(",
    ".name().strip_prefix(",
    "message.contains(",
    "message.starts_with(",
    "message.ends_with(",
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

/// The sources below a folder without tests, each with its path from the root.
fn sources(folder: &str) -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    let (mut found, mut folders) = (Vec::new(), vec![root().join(folder)]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = relative(&path);
                if !name.split('/').any(|part| part.trim_end_matches(".rs") == "tests") {
                    found.push((name, std::fs::read_to_string(&path)?));
                }
            }
        }
    }
    Ok(found)
}

/// The literals that are spellings, with their files.
fn spelled_out() -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    let spellings = spellings()?;
    let mut found = Vec::new();
    for (name, text) in sources("src")? {
        if !ABOUT_TEXT.iter().any(|folder| name.starts_with(folder)) {
            let literals = literals(&text).filter(|literal| spellings.contains(*literal));
            found.extend(literals.map(|literal| (name.clone(), literal.to_string())));
        }
    }
    found.sort();
    Ok(found)
}

/// The lines of a text, tests and comments aside, that ask a name or a message for a literal.
fn questions(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let asks = |line: &str| {
        let literal_follows = |(at, question): (usize, &str)| line[at + question.len()..].starts_with(['"', '\'']);
        QUESTIONS.iter().any(|&question| line.match_indices(question).any(literal_follows))
    };
    code.lines().map(str::trim).filter(|line| !line.starts_with("//")).filter(move |line| asks(line))
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
fn nothing_is_asked_by_its_text() {
    let mut found = Vec::new();
    for folder in ASKING {
        for (name, text) in sources(folder).expect("the sources can be read") {
            // The names of a table in `src/isa` are the table's own.
            let lines = questions(&text).filter(|_| !name.starts_with("src/isa/"));
            found.extend(lines.map(|line| format!("{name}: {line}")));
        }
    }
    assert!(found.is_empty(), "names and messages are for people: {found:#?}");
    let text = "if it.name() == \"mma\" {}\n// a.name() == \"b\"\nx.name() == name;\nty.name().starts_with('b');\nfault.message.contains(\"shared\")\n#[cfg(test)]\nmod tests { a.name() == \"b\" }";
    assert_eq!(questions(text).count(), 3);
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
