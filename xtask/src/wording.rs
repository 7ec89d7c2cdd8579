//! How texts for users read: a list of phrases that a native reader stumbles over, held against messages, help, pages and documents.

use crate::isa::root;
use std::fs;
use std::path::{Path, PathBuf};

/// A phrase, the words before or after it that make it right, and what to write instead.
struct Tic {
    words: &'static str,
    after: &'static [&'static str],
    before: &'static [&'static str],
    instead: &'static str,
}

const fn tic(words: &'static str, instead: &'static str) -> Tic {
    Tic { words, after: &[], before: &[], instead }
}

const TICS: [Tic; 38] = [
    Tic { words: "is no", after: &["there", "it"], before: &["longer", "more"], instead: "is not a" },
    Tic { words: "are no", after: &["there"], before: &["longer", "more"], instead: "are not" },
    tic("is none", "is not one"),
    tic("takes no", "does not accept"),
    tic("nobody", "no thread, never"),
    tic("somebody", "another thread, a reader"),
    tic("goes round", "iterates, wraps around"),
    tic("turn round", "invert"),
    tic("is told", "is reported"),
    tic("are told", "are reported"),
    tic("tells of", "describes"),
    tic("told", "reported, known"),
    tic("comes by", "reaches"),
    tic("gets to", "reaches"),
    tic("belongs into", "must be declared inside"),
    tic("belong into", "must be declared inside"),
    tic("so it is when", "also when"),
    tic("as it is when", "for example when"),
    tic("heard", "shown, enabled"),
    tic("wakes", "enables"),
    tic("mended", "fixed"),
    tic("switched off", "disabled"),
    tic("switch off", "disable"),
    tic("switch on", "enable"),
    tic("stands twice", "duplicate"),
    tic("stands in", "is in"),
    tic("stands before", "must come before"),
    tic("without a word", "silently"),
    tic("holds anything", "has no defined value"),
    tic("brings along", "ships with"),
    tic("every way", "every path"),
    tic("some ways", "some paths"),
    tic("other way has", "other path has"),
    tic("of one's own", "of your own"),
    Tic {
        words: "behind",
        after: &["leave", "leaves", "loops", "hypotheses", "vectors", "warps"],
        before: &["a", "both", "pointers"],
        instead: "after",
    },
    tic("any way", "any path"),
    tic("no way", "no path"),
    tic("some way", "some path"),
];

/// The words of a text, in small letters; what separates sentences and cells separates phrases, too.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in text.split_whitespace() {
        let word: String = part.chars().filter(|c| c.is_alphanumeric() || matches!(c, '\'' | '-')).collect();
        words.push(word.to_lowercase());
        if part.ends_with(['.', ':', ';', ',', '|', '`', ')']) {
            words.push(String::new());
        }
    }
    words
}

/// The tics of a text.
fn tics(text: &str) -> Vec<&'static Tic> {
    let words = words(text);
    let is_one_of = |list: &[&str], at: Option<usize>| {
        at.and_then(|at| words.get(at)).is_some_and(|word| list.contains(&word.as_str()))
    };
    let found = |tic: &&Tic| {
        let phrase: Vec<&str> = tic.words.split(' ').collect();
        words.windows(phrase.len()).enumerate().any(|(at, part)| {
            part == phrase
                && !is_one_of(tic.after, at.checked_sub(1))
                && !is_one_of(tic.before, Some(at + phrase.len()))
        })
    };
    TICS.iter().filter(found).collect()
}

/// The string literals of a Rust file, each with its line, tests at its end aside.
fn literals(text: &str) -> Vec<(usize, String)> {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let from = &rest[at..];
        let line = text[..text.len() - from.len()].matches('\n').count() + 1;
        if from.starts_with("//") {
            rest = from.find('\n').map_or("", |end| &from[end..]);
        } else if let Some(body) = from.strip_prefix('"') {
            // `r"`, `r#"` and so on: up to the same number of signs, without escapes.
            let signs = rest[..at].len() - rest[..at].trim_end_matches('#').len();
            let is_raw = rest[..at].trim_end_matches('#').ends_with('r');
            let end = match is_raw {
                true => body.find(&format!("\"{}", "#".repeat(signs))),
                false => {
                    let mut escaped = false;
                    body.find(|c| {
                        let is_end = c == '"' && !escaped;
                        escaped = c == '\\' && !escaped;
                        is_end
                    })
                }
            };
            let end = end.unwrap_or(body.len());
            found.push((line, body[..end].replace("\\n", " ")));
            rest = body.get(end + 1..).unwrap_or("");
        } else if from.starts_with("'\\") {
            rest = from.get(4..).unwrap_or("");
        } else {
            // A character of one byte, a lifetime, or a division.
            let is_char = from.as_bytes().get(2) == Some(&b'\'');
            rest = from.get(if is_char { 3 } else { 1 }..).unwrap_or("");
        }
    }
    found
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
}

/// What users read in a file: strings, and the comments that become pages or help.
fn texts(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a file");
    let name = path.to_string_lossy();
    if name.ends_with(".md") {
        // Paragraphs, so that phrases are found across lines; listings show what programs print, and that is looked at elsewhere.
        let prose = text.split("```").step_by(2);
        return prose.flat_map(|part| part.split("\n\n")).map(|part| (0, part.to_string())).collect();
    }
    let mut texts = literals(&text);
    // The page of a rule is the comment in its declaration.
    let page = text.split_once("declare_rule! {\n").and_then(|(_, rest)| rest.split("pub static ").next());
    if let Some(comments) = page.or(name.ends_with("arguments.rs").then_some(&text)) {
        let comments: String = comments
            .lines()
            .filter_map(|line| line.trim().strip_prefix("///"))
            .map(|line| format!("{line}\n"))
            .collect();
        texts.extend(comments.split("```").step_by(2).map(|part| (0, part.to_string())));
    }
    texts
}

#[test]
fn texts_for_users_are_idiomatic() {
    let mut paths = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"].map(|name| root().join(name)).to_vec();
    files(&root().join("src"), "rs", &mut paths);
    files(&root().join("docs/src"), "md", &mut paths);
    let mut complaints = Vec::new();
    let mut count = 0;
    // What is generated is looked at where it comes from.
    let is_generated = |path: &PathBuf| {
        path.ends_with("isa/generated.rs")
            || path.starts_with(root().join("docs/src/rules"))
            || path.ends_with("commands.md")
            || path.ends_with("docs/src/rules.md")
    };
    for path in paths.iter().filter(|path| !is_generated(path)) {
        for (line, text) in texts(path) {
            count += 1;
            for tic in tics(&text) {
                let place = path.strip_prefix(root()).unwrap_or(path).display();
                let start: String = text.trim().chars().take(90).collect();
                complaints.push(format!("{place}:{line}: \"{}\", rather \"{}\": {start}", tic.words, tic.instead));
            }
        }
    }
    assert!(complaints.is_empty(), "{} of {count} texts:\n{}", complaints.len(), complaints.join("\n"));
    assert!(count > 3000, "{count} texts");
}

#[test]
fn tics_are_found() {
    let found = |text: &str| tics(text).iter().map(|tic| tic.words).collect::<Vec<_>>();
    assert_eq!(found("`k.cu` is no PTX"), ["is no"]);
    assert_eq!(found("there is no kernel; it is no longer supported"), Vec::<&str>::new());
    assert_eq!(found("it is told, and mended"), ["is told", "told", "mended"]);
    let rust = "f(\"one \\\" two\"); // \"three\"\nlet c = '\"'; g(r#\"four \"five\"\"#);\n";
    assert_eq!(literals(rust), [(1, "one \\\" two".to_string()), (2, "four \"five\"".to_string())]);
}
