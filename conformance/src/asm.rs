//! Mistakes seeded into inline assembly of others: how many the command finds.
//!
//! Each statement in which nothing is found stands alone in a function of a new file, with one mistake in it.

use serde_json::Value;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the files are written.
const FOLDER: &str = "target/asm";

/// Extensions of CUDA C++.
const EXTENSIONS: [&str; 6] = ["cu", "cuh", "h", "hpp", "inl", "cc"];

/// What has to be `volatile` if it has outputs and no clobber of memory.
const EFFECTS: [&str; 10] = [
    "atom.",
    "red.",
    ".volatile",
    ".acquire",
    ".relaxed",
    "mbarrier.",
    "barrier.",
    "%clock",
    "%globaltimer",
    "try_wait",
];

/// What a run looks at.
pub(crate) struct Settings {
    /// Folders with headers.
    pub folders: Vec<String>,
    /// The command.
    pub tool: String,
    /// Which of the places a mistake is made in.
    pub seed: usize,
    /// Mistakes of each kind that are printed when they are not found.
    pub show: usize,
}

/// A mistake that somebody may make.
#[derive(Clone, Copy, Debug)]
enum Mistake {
    /// An operand that the statement does not have.
    OperandNumber,
    /// A constraint for a register of another width, or for one of floats.
    Constraint,
    Modifier,
    Opcode,
    MissingComma,
    MissingSemicolon,
    MissingVolatile,
}

const MISTAKES: [Mistake; 7] = [
    Mistake::OperandNumber,
    Mistake::Constraint,
    Mistake::Modifier,
    Mistake::Opcode,
    Mistake::MissingComma,
    Mistake::MissingSemicolon,
    Mistake::MissingVolatile,
];

/// A statement: `asm volatile("…" : "=r"(x) : "r"(y) : "memory")`.
struct Statement {
    path: PathBuf,
    text: String,
    /// The literals of its text, without quotes.
    template: Vec<Range<usize>>,
    /// The literals behind it: constraints and clobbers.
    constraints: Vec<Range<usize>>,
}

/// Seeds mistakes and prints how many are found.
pub(crate) fn run(settings: &Settings) -> Result<(), Box<dyn std::error::Error>> {
    let mut files = Vec::new();
    for folder in &settings.folders {
        collect(Path::new(folder), &mut files)?;
    }
    let mut statements: Vec<Statement> = files.iter().flat_map(|path| statements(path)).collect();
    let count = statements.len();
    let found = lint(&settings.tool, "all", statements.iter().map(|statement| statement.text.as_str()))?;
    println!("{count} statements in {} files, {} with findings:", files.len(), found.iter().flatten().count());
    for (statement, finding) in statements.iter().zip(&found) {
        if let Some(finding) = finding {
            println!("    {}: {finding}", statement.path.display());
        }
    }
    let mut is_clean = found.iter().map(Option::is_none);
    statements.retain(|_| is_clean.next() == Some(true));
    let (mut all, mut all_found) = (0, 0);
    for mistake in MISTAKES {
        let seeded: Vec<(&Statement, String)> = (statements.iter().enumerate())
            .filter_map(|(number, statement)| Some((statement, statement.with(mistake, number + settings.seed)?)))
            .collect();
        let found = lint(&settings.tool, &format!("{mistake:?}"), seeded.iter().map(|(_, text)| text.as_str()))?;
        let count = found.iter().flatten().count();
        println!("{mistake:?}: {count} of {} found", seeded.len());
        let missed = seeded.iter().zip(&found).filter(|(_, finding)| finding.is_none());
        for ((statement, text), _) in missed.take(settings.show) {
            println!(
                "    MISSED {}: {}",
                statement.path.display(),
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            );
        }
        all += seeded.len();
        all_found += count;
    }
    println!("all: {all_found} of {all} found, {:.2} %", 100.0 * all_found as f64 / all.max(1) as f64);
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|it| extension == *it)) {
            files.push(path);
        }
    }
    Ok(())
}

/// The statements of a file whose text and constraints are literals. What the preprocessor has a hand in is left out.
fn statements(path: &Path) -> Vec<Statement> {
    let Ok(bytes) = fs::read(path) else { return Vec::new() };
    let text = without_raw_literals(&String::from_utf8_lossy(&bytes));
    let starts = text.match_indices("asm").map(|(start, _)| start).filter(|&start| !is_within_word(&text, start));
    starts.filter_map(|start| statement(path, &text[start..])).collect()
}

/// Whether what starts at a byte goes on a word.
fn is_within_word(text: &str, start: usize) -> bool {
    text[..start].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

/// A text with nothing in its raw literals, in which generators keep statements with gaps.
fn without_raw_literals(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, literal)) = rest.split_once("R\"") {
        let Some((delimiter, literal)) = literal.split_once('(') else { break };
        let Some((_, after)) = literal.split_once(&format!("){delimiter}\"")) else { break };
        kept.push_str(before);
        kept.push_str("\"\"");
        rest = after;
    }
    kept + rest
}

/// The statement that a text starts with.
fn statement(path: &Path, text: &str) -> Option<Statement> {
    let open = text.find('(')?;
    if !["asm", "asm volatile", "asm __volatile__"].contains(&text[..open].trim_end()) {
        return None;
    }
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut sections) = (open, 0, 0);
    let (mut template, mut constraints) = (Vec::new(), Vec::new());
    loop {
        match bytes.get(at)? {
            b'"' => {
                let start = at + 1;
                at = start;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let literals = if sections == 0 { &mut template } else { &mut constraints };
                if depth == 1 {
                    literals.push(start..at);
                }
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            b':' if depth == 1 => sections += 1,
            b'#' => return None,
            // Where a comment ends does not matter, but for the quotes and braces in it.
            b'/' if bytes.get(at + 1) == Some(&b'/') => return None,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return text.get(..at).map(|text| Statement {
                path: path.into(),
                text: text.into(),
                template,
                constraints,
            });
        }
    }
}

impl Statement {
    /// Its text with a mistake in one of the places for it, if it has any.
    fn with(&self, mistake: Mistake, seed: usize) -> Option<String> {
        let (place, new) = self.changes(mistake).into_iter().cycle().nth(seed % 97)?;
        Some([&self.text[..place.start], &new, &self.text[place.end..]].concat())
    }

    /// What stands for a mistake, by places.
    fn changes(&self, mistake: Mistake) -> Vec<(Range<usize>, String)> {
        match mistake {
            Mistake::OperandNumber => {
                let number = format!("{}", self.constraints.len() + 3);
                self.operands().into_iter().map(|(place, _)| (place, number.clone())).collect()
            }
            Mistake::Constraint => self.other_constraints(),
            Mistake::Modifier => {
                let words = self.words(|before, word| word.starts_with('.') && before.ends_with(char::is_alphanumeric));
                words.into_iter().map(|place| (place.end..place.end, "q".to_string())).collect()
            }
            Mistake::Opcode => {
                let is_start = |before: &str| before.trim_end().is_empty() || before.trim_end().ends_with([';', '{']);
                let words =
                    self.words(|before, word| is_start(before) && word.starts_with(|c: char| c.is_ascii_lowercase()));
                words.into_iter().map(|place| (place.end..place.end, "z".to_string())).collect()
            }
            Mistake::MissingComma => self.signs(',', |rest| rest.trim_start().starts_with('%')),
            Mistake::MissingSemicolon => {
                self.signs(';', |rest| rest.trim_start().starts_with(|c: char| c.is_ascii_lowercase() || c == '@'))
            }
            Mistake::MissingVolatile => {
                let is_output = |place: &Range<usize>| self.text[place.clone()].starts_with(['=', '+']);
                let has_effect = EFFECTS.iter().any(|word| self.template.iter().any(|it| self.has_word(it, word)));
                let is_clobbered = self.constraints.iter().any(|place| self.text[place.clone()] == *"memory");
                let is_wrong = self.constraints.iter().any(is_output) && has_effect && !is_clobbered;
                let words = ["__volatile__", "volatile"].into_iter();
                let place = words.filter_map(|word| Some((self.text.find(word)?, word.len()))).next();
                let place =
                    place.filter(|(start, _)| is_wrong && *start < self.template.first().map_or(0, |it| it.start));
                place.map(|(start, length)| (start..start + length, String::new())).into_iter().collect()
            }
        }
    }

    /// Whether a literal has a word that goes on no other.
    fn has_word(&self, literal: &Range<usize>, word: &str) -> bool {
        let text = &self.text[literal.clone()];
        text.match_indices(word).any(|(at, _)| word.starts_with('.') || !is_within_word(text, at))
    }

    /// The numbers of operands in the text, and whether they stand in an address.
    fn operands(&self) -> Vec<(Range<usize>, bool)> {
        let mut found = Vec::new();
        let mut depth = 0;
        for literal in &self.template {
            let bytes = &self.text.as_bytes()[..literal.end];
            for at in literal.clone() {
                match bytes[at] {
                    b'[' => depth += 1,
                    b']' => depth -= 1,
                    b'%' if bytes[at - 1] != b'%' => {
                        let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                        if digits > 0 {
                            found.push((at + 1..at + 1 + digits, depth > 0));
                        }
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Other letters for constraints of registers that the text names outside of addresses: the assembler takes an address of 16 bits.
    fn other_constraints(&self) -> Vec<(Range<usize>, String)> {
        let operands = self.operands();
        let is_meant = |number: usize| {
            let mut places =
                operands.iter().filter(|(place, _)| self.text[place.clone()].parse() == Ok(number)).peekable();
            places.peek().is_some() && places.all(|(_, is_address)| !is_address)
        };
        let letter = |place: &Range<usize>| {
            let other = match self.text[place.clone()].trim_start_matches(['=', '+', '&']) {
                "r" => "h",
                "l" => "f",
                "f" => "d",
                "d" => "f",
                _ => return None,
            };
            Some((place.end - 1..place.end, other.to_string()))
        };
        let places = self.constraints.iter().enumerate().filter(|(number, _)| is_meant(*number));
        places.filter_map(|(_, place)| letter(place)).collect()
    }

    /// The words of the text with or without a dot before them, of which `wanted` knows what stands before them in their literal.
    fn words(&self, wanted: impl Fn(&str, &str) -> bool) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for literal in &self.template {
            let text = &self.text[literal.clone()];
            let mut at = 0;
            for part in text.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
                let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                let start = if text[..at].ends_with('.') { at - 1 } else { at };
                if word.len() > 2 && wanted(&text[..start], &text[start..at + word.len()]) {
                    found.push(literal.start + start..literal.start + at + word.len());
                }
                at += part.len();
            }
        }
        found
    }

    /// Where a sign of the text may go, by what follows in its literal.
    fn signs(&self, sign: char, wanted: impl Fn(&str) -> bool) -> Vec<(Range<usize>, String)> {
        let in_literal = |literal: &Range<usize>| {
            let text = &self.text[literal.clone()];
            let signs = text.match_indices(sign).filter(|(at, _)| wanted(&text[at + 1..]));
            signs.map(|(at, _)| (literal.start + at..literal.start + at + 1, String::new())).collect::<Vec<_>>()
        };
        self.template.iter().flat_map(in_literal).collect()
    }
}

/// The first finding in each of the statements, if there is any; notes do not count.
fn lint<'a>(
    tool: &str,
    name: &str,
    statements: impl Iterator<Item = &'a str>,
) -> Result<Vec<Option<String>>, Box<dyn std::error::Error>> {
    let (mut text, mut lines, mut starts) = (String::new(), 1, Vec::new());
    for statement in statements {
        starts.push(lines);
        text += &format!("__device__ void f() {{\n{statement};\n}}\n");
        lines += statement.matches('\n').count() as u64 + 3;
    }
    fs::create_dir_all(FOLDER)?;
    let path = Path::new(FOLDER).join(format!("{name}.cu"));
    fs::write(&path, text)?;
    let output = Command::new(tool).args(["--format", "json", "--exit-zero"]).arg(&path).output();
    let output = output.map_err(|error| format!("{tool} does not start: {error}"))?;
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let mut found = vec![None; starts.len()];
    for finding in report["findings"].as_array().into_iter().flatten().filter(|finding| finding["level"] != "note") {
        let line = finding["start"]["line"].as_u64().unwrap_or(0);
        let number = starts.partition_point(|&start| start <= line).saturating_sub(1);
        found[number].get_or_insert_with(|| format!("{}: {}", finding["rule"], finding["message"]));
    }
    Ok(found)
}
