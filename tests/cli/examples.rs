//! Examples in the README and the book: commands with their output are run, and other commands have the options that are shown.
//!
//! In a block of language `console`, what follows a line `$ ptxlint …` is what the command prints. A line `…` stands for any number of
//! lines, `…` at the end of a line for its rest. `BLESS=1` writes what has changed, in full.

use super::documents::{is_blessing, pages};
use super::{Folder, run, tool};
use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

/// The words of a command as a shell splits them, as far as examples need it: quotes, and lines that end with a backslash.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for char in command.replace("\\\n", " ").chars() {
        match quote {
            Some(mark) if char == mark => quote = None,
            None if matches!(char, '"' | '\'') => {
                quote = Some(char);
                word.get_or_insert_default();
            }
            None if char.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(char),
        }
    }
    assert_eq!(quote, None, "{command}");
    words.extend(word);
    words
}

/// What a command prints, both streams as they come.
fn output(folder: &Path, command: &str) -> String {
    let words = words(command);
    assert_eq!(words.first().map(String::as_str), Some("ptxlint"), "{command}");
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut child: Command = tool();
    child.current_dir(folder).args(&words[1..]).stdout(writer.try_clone().expect("a pipe")).stderr(writer);
    let mut running = child.spawn().expect("the tool starts");
    // The command has kept the ends of the pipe that are written to.
    drop(child);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("UTF-8");
    let code = running.wait().expect("the tool ends").code();
    assert!(matches!(code, Some(0 | 1)), "{command}: {code:?}\n{text}");
    text
}

/// A line without what differs from run to run: times, and the number of processors.
fn settled(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let mut differs = false;
    for at in 1..words.len() {
        let is_unit = matches!(words[at].trim_end_matches([',', ';']), "ms" | "s" | "threads");
        if is_unit && words[at - 1].starts_with(|c: char| c.is_ascii_digit()) {
            (words[at - 1], words[at]) = ("N", "UNITS");
            differs = true;
        }
    }
    if !differs {
        return line.trim_end().to_string();
    }
    // `under 1 ms` is a time, too.
    words.retain(|word| *word != "under");
    words.join(" ")
}

/// Whether what is shown is what was printed.
fn shows(shown: &[String], printed: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "…" => (0..=printed.len()).any(|skipped| shows(rest, &printed[skipped..])),
        Some((line, rest)) => printed.split_first().is_some_and(|(first, others)| {
            let fits = line.strip_suffix('…').map_or(line == first, |start| first.starts_with(start));
            fits && shows(rest, others)
        }),
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(settled).collect()
}

/// A block with commands as it should be; the same if nothing has changed.
fn fresh(folder: &Path, block: &str) -> String {
    let mut text = String::new();
    for example in format!("\n{block}").split("\n$ ").skip(1) {
        let (command, shown) = example.split_once('\n').unwrap_or((example, ""));
        let shown = if shown.is_empty() || shown.ends_with('\n') { shown.to_string() } else { format!("{shown}\n") };
        let printed = output(folder, command);
        let same = shows(&lines(&shown), &lines(&printed));
        text.push_str(&format!("$ {command}\n{}", if same { &shown } else { &printed }));
    }
    text
}

/// A folder with the repository's examples; those of a page are run in it one after another.
fn workplace() -> Folder {
    let folder = Folder::new();
    let mut open = vec![Path::new("examples").to_path_buf()];
    while let Some(path) = open.pop() {
        let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
        if full.is_dir() {
            let entries = fs::read_dir(full).expect("a folder");
            open.extend(entries.map(|entry| path.join(entry.expect("an entry").file_name())));
        } else {
            folder.add(&path, fs::read(full).expect("a file"));
        }
    }
    folder
}

#[test]
fn examples_print_what_is_shown() {
    let mut stale = Vec::new();
    let mut examples = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        let folder = workplace();
        let mut parts = text.split("```console\n");
        let mut blessed = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (block, rest) = part.split_once("```").expect("the end of a block");
            let fresh = fresh(folder.path(), block);
            if fresh != block {
                stale.push(format!("{}:\n{fresh}", page.display()));
            }
            blessed.push_str(&format!("```console\n{fresh}```{rest}"));
            examples += 1;
        }
        if blessed != text && is_blessing() {
            fs::write(&page, blessed).expect("the page can be written");
        }
    }
    assert!(stale.is_empty() || is_blessing(), "`cargo xtask bless` writes these:\n{}", stale.join("\n"));
    assert!(examples >= 10, "{examples} examples");
}

/// A command of ours in a line of a shell, up to the next one in a pipe.
fn ours(line: &str) -> Option<&str> {
    let part = line.split(" | ").map(str::trim).find(|part| part.starts_with("ptxlint "))?;
    Some(part.split("  #").next().unwrap_or(part).trim_end())
}

#[test]
fn commands_have_the_options_that_are_shown() {
    let mut helps: HashMap<String, String> = HashMap::new();
    let mut options = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for block in text.split("```sh\n").skip(1) {
            let block = block.split("```").next().unwrap_or(block).replace("\\\n", " ");
            for command in block.lines().filter_map(ours) {
                let words = words(command);
                let named = |word: &&String| {
                    ["diff", "graph", "init", "kernels", "litmus", "parity", "run", "sanitize", "trace", "verify"]
                        .contains(&word.as_str())
                };
                let subcommand: Vec<String> = match words.get(1).filter(named) {
                    Some(name) if name == "kernels" => words[1..3].to_vec(),
                    Some(name) => vec![name.clone()],
                    None => Vec::new(),
                };
                let help = helps.entry(subcommand.join(" ")).or_insert_with(|| {
                    let arguments = subcommand.iter().map(String::as_str).chain(["--help"]);
                    run(arguments).ends_with(0).to_string()
                });
                for option in words[1..].iter().filter(|word| word.starts_with("--")) {
                    let option = option.split('=').next().unwrap_or(option);
                    let is_known =
                        help.split(|c: char| c.is_whitespace() || ",[=".contains(c)).any(|word| word == option);
                    assert!(is_known, "{}: `{command}` has no {option}", page.display());
                    options += 1;
                }
            }
        }
    }
    assert!(options >= 10, "{options} options");
}

#[test]
fn what_differs_from_run_to_run_does_not_count() {
    assert_eq!(settled("2 errors in 1 file, 12 ms"), settled("2 errors in 1 file, 1.5 s"));
    assert_eq!(settled("no findings in 1 file, under 1 ms"), settled("no findings in 1 file, 5 ms"));
    assert_ne!(settled("2 errors in 1 file, 12 ms"), settled("3 errors in 1 file, 12 ms"));
    let of = |text: &str| lines(text);
    assert!(shows(&of("a\n…\nd"), &of("a\nb\nc\nd")));
    assert!(shows(&of("a …\nd"), &of("a b c\nd")));
    assert!(!shows(&of("a\n…\nd"), &of("a\nb\nc")));
    assert_eq!(words("ptxlint 'a b' x=\"1, 2\"  c"), ["ptxlint", "a b", "x=1, 2", "c"]);
}
