//! Functions are short, so that each does one thing: long ones are flat tables, or wait to be parted along their phases. What one takes
//! has names: more than a few arguments are a structure.

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

/// Most arguments of a function, the object itself not counted.
const MOST_ARGUMENTS: usize = 6;

/// The folders whose functions are measured.
const FOLDERS: [&str; 10] = [
    "src",
    "xtask/src",
    "tests",
    "conformance/src",
    "mutants/src",
    "allocator",
    "cuda",
    "playground/src",
    "runtime",
    "capi",
];

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

/// The functions of a formatted text with the number of their arguments, without `self`.
fn arguments(text: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("fn ") {
        let line = &text[text[..at].rfind('\n').map_or(0, |end| end + 1)..at];
        let is_signature = line.split_whitespace().all(|word| word.starts_with("pub") || word == "const");
        let name: String = text[at + 3..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if is_signature && !name.is_empty() {
            let count = list(&text[at + 3 + name.len()..]).iter().filter(|argument| !is_receiver(argument)).count();
            found.push((name, count));
        }
    }
    found
}

/// What stands between the parentheses at the beginning of a text, or after the parameters of its types, parted at its commas.
fn list(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut angles, mut start) = (Vec::new(), 0u32, 0u32, 0);
    for (at, c) in text.char_indices() {
        match c {
            '<' => angles += 1,
            '>' if !text[..at].ends_with('-') => angles -= 1,
            '(' | '[' | '{' => {
                depth += 1;
                if depth == 1 && angles == 0 {
                    start = at + 1;
                }
            }
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 && angles == 0 {
                    parts.push(&text[start..at]);
                    break;
                }
            }
            ',' if depth == 1 && angles == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

fn is_receiver(argument: &str) -> bool {
    let words = argument.trim_start_matches(|c: char| c.is_whitespace() || c == '&');
    words.split([' ', ':', '\n']).find(|word| !matches!(*word, "mut") && !word.starts_with('\'')) == Some("self")
}

/// The sources below a folder, each with its path from the root.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            sources(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push((name, std::fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

/// What `measure` finds too much of, with its file.
fn beyond(most: usize, measure: fn(&str) -> Vec<(String, usize)>) -> Vec<(String, String, usize)> {
    let mut texts = Vec::new();
    for folder in FOLDERS.map(|folder| root().join(folder)).into_iter().filter(|folder| folder.is_dir()) {
        sources(&folder, &mut texts).expect("the sources can be read");
    }
    let mut found = Vec::new();
    for (file, text) in texts {
        let too_much = measure(&text).into_iter().filter(|(_, count)| *count > most);
        found.extend(too_much.map(|(function, count)| (file.clone(), function, count)));
    }
    found
}

#[test]
fn functions_are_short() {
    let found = beyond(MOST, functions);
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

#[test]
fn functions_take_few_arguments() {
    let found = beyond(MOST_ARGUMENTS, arguments);
    assert!(found.is_empty(), "more than {MOST_ARGUMENTS} arguments: {found:?}");
}

#[test]
fn arguments_are_counted() {
    let text = "impl A {\n    pub(super) fn one<'a, F: Fn(u8, u8) -> u8>(\n        &'a mut self,\n        (a, b): (u8, u8),\n        f: &dyn Fn(u8, &[u8; 2]) -> Map<u8, u8>,\n    ) -> Result<u8, u8> {\n    }\n}\nconst fn two(B { c, .. }: B, mut d: u8) {}\nfn none() {}\nfn own(self: Box<Self>) {}\n// fn no(a: u8)\n";
    let expected = [("one", 2), ("two", 2), ("none", 0), ("own", 0)].map(|(name, count)| (name.to_string(), count));
    assert_eq!(arguments(text), expected);
}
