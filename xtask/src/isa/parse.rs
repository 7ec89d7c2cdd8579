//! The table's text files, line by line.

use super::forms::{self, Draft, Slots};
use super::gates::{gate, targets, versions};
use super::model::{Class, Constraint, Table, Value};
use super::roles;
use super::vocabulary::{EFFECTS, QUIRKS, unknown};
use std::collections::BTreeSet;

/// A mistake in a table file: `file:line: what`.
#[derive(Debug)]
pub(super) struct TableError(pub(super) String);

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

/// Reads the files, given as name and text; targets and words come first.
pub(super) fn parse(files: &[(String, String)]) -> Result<Table, TableError> {
    let mut table = Table::default();
    let basics = ["targets.isa", "words.isa", "operands.isa"];
    let last = |name: &str| ["effects.isa", "roles.isa"].iter().any(|last| name.ends_with(last));
    let first = |name: &str| !basics.iter().any(|basic| name.ends_with(basic));
    let mut ordered: Vec<_> = files.iter().collect();
    ordered.sort_by_key(|(name, _)| (first(name), last(name), name.clone()));
    for (name, text) in ordered {
        let mut section = Section::default();
        read(&mut table, &mut section, text).map_err(|(line, what)| TableError(format!("{name}:{line}: {what}")))?;
    }
    match roles::without_role(&table) {
        Some((name, operand)) => Err(TableError(format!("roles.isa: `[{operand}]` of `{name}` has no role"))),
        None => Ok(table),
    }
}

/// The line of a mistake, and what it is.
pub(super) type Mistake = (usize, String);

/// What the lines of a section have said so far.
#[derive(Default)]
pub(super) struct Section {
    /// Line of the file where it starts.
    pub(super) line: usize,
    /// Number in the manual.
    pub(super) number: String,
    /// Names of its instructions.
    pub(super) names: Vec<String>,
    /// Slots of all its forms.
    pub(super) slots: Slots,
    /// Constraints on all its forms.
    pub(super) shared: Vec<Constraint>,
    /// Its forms.
    pub(super) drafts: Vec<Draft>,
}

fn read(table: &mut Table, section: &mut Section, text: &str) -> Result<(), Mistake> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.split('#').next().unwrap_or("").trim_end()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let at = |what: String| (number, what);
        if let Some(rest) = line.strip_prefix("section ") {
            forms::finish(table, section)?;
            let mut words = rest.split_whitespace().map(str::to_string);
            section.line = number;
            section.number = words.next().unwrap_or_default();
            // A word in parentheses is a remark.
            section.names = words.filter(|word| !word.starts_with('(')).collect();
        } else if let Some((keyword, rest)) = statement(line) {
            // These speak of the instructions above them.
            if matches!(keyword, "effects" | "quirk" | "tolerant" | "commutative" | "ignores" | "role" | "order") {
                forms::finish(table, section)?;
            }
            keyword_line(table, keyword, rest).map_err(at)?;
        } else if let Some((name, values)) = line.trim().strip_prefix('.').and_then(|line| line.split_once('=')) {
            let values = slot_values(table, values).map_err(at)?;
            let name = name.trim().to_string();
            let slots = match section.drafts.last_mut() {
                Some(draft) if line.starts_with(' ') => &mut draft.slots,
                _ => &mut section.slots,
            };
            if slots.insert(name.clone(), (number, values)).is_some() {
                return Err(at(format!("a second slot `.{name}`")));
            }
        } else if line.starts_with("needs ") || line.starts_with("excludes ") {
            section.shared.extend(constraint(number, line).map_err(at)?);
        } else if line.starts_with(' ') {
            let draft = section.drafts.last_mut().ok_or_else(|| at("a constraint without a form".into()))?;
            match line.trim() {
                "distinct" => draft.distinct = true,
                line => draft.constraints.extend(constraint(number, line).map_err(at)?),
            }
        } else {
            section.drafts.push(Draft::new(number, line));
        }
    }
    forms::finish(table, section)
}

/// A line that belongs to no section: its first word and the rest.
fn statement(line: &str) -> Option<(&str, &str)> {
    const KEYWORDS: [&str; 20] = [
        "versions",
        "targets",
        "special",
        "set",
        "types",
        "spaces",
        "vectors",
        "category",
        "modifiers",
        "constant",
        "role",
        "order",
        "ignored",
        "movable",
        "repeatable",
        "effects",
        "quirk",
        "tolerant",
        "commutative",
        "ignores",
    ];
    line.split_once(' ').filter(|(keyword, _)| KEYWORDS.contains(keyword))
}

fn keyword_line(table: &mut Table, keyword: &str, rest: &str) -> Result<(), String> {
    let mut words = rest.split_whitespace();
    match keyword {
        "versions" => return versions(table, rest),
        "targets" => return targets(table, rest),
        "role" => return roles::role(table, rest),
        "order" => return roles::order(table, rest),
        "special" => {
            let (condition, names) = rest.split_once(':').ok_or("no `:` after the gate")?;
            let gate = gate(table, condition)?;
            table.specials.extend(names.split_whitespace().map(|name| (name.to_string(), gate.clone())));
        }
        "set" => {
            let (name, kinds) = rest.split_once('=').ok_or("no `=` after the set's name")?;
            let kinds = super::operands::expand(table, kinds)?;
            table.sets.insert(name.trim().to_string(), kinds);
        }
        "types" => table.words.extend(words.map(|word| (word.to_string(), Class::Type))),
        "spaces" => table.words.extend(words.map(|word| (word.to_string(), Class::Space))),
        "vectors" => table.words.extend(words.map(|word| (word.to_string(), Class::Vector))),
        "modifiers" | "category" => {
            let category = if keyword == "category" { words.next() } else { None };
            for word in words.map(expand_word).collect::<Result<Vec<_>, _>>()?.concat() {
                table.categories.extend(category.map(|category| (word.clone(), category.to_string())));
                table.words.entry(word).or_insert(Class::Modifier);
            }
        }
        "ignored" => {
            let (who, words) = rest.split_once(':').ok_or("no `:` after `ignored`")?;
            if !["any", "strict", "tolerant"].contains(&who) {
                return Err(format!("neither any, strict nor tolerant: `{who}`"));
            }
            let words = known_words(table, words)?;
            table.ignored.extend(words.into_iter().map(|word| (word, who.to_string())));
        }
        "constant" => {
            let (word, name) = rest.split_once(' ').ok_or("a word and the name of its constant")?;
            table.constants.insert(known_word(table, word)?.to_string(), name.trim().to_string());
        }
        "movable" => table.movable.extend(known_words(table, rest)?),
        "repeatable" => table.repeatable.extend(known_words(table, rest)?),
        "effects" => {
            let (effects, names) = rest.split_once(':').ok_or("no `:` after the effects")?;
            if let Some(effect) = effects.split_whitespace().find(|effect| !EFFECTS.contains(effect)) {
                return Err(unknown("effect", effect, EFFECTS));
            }
            for index in instructions(table, names)? {
                table.instructions[index].effects.extend(effects.split_whitespace().map(str::to_string));
            }
        }
        "quirk" => {
            let (quirks, names) = rest.split_once(':').ok_or("no `:` after the quirks")?;
            if let Some(quirk) = quirks.split_whitespace().find(|quirk| !QUIRKS.contains(quirk)) {
                return Err(unknown("quirk", quirk, QUIRKS));
            }
            for index in instructions(table, names)? {
                table.instructions[index].quirks.extend(quirks.split_whitespace().map(str::to_string));
            }
        }
        "commutative" => {
            for index in instructions(table, rest)? {
                table.instructions[index].commutative = true;
            }
        }
        "tolerant" => {
            for index in instructions(table, rest)? {
                table.instructions[index].tolerant = true;
            }
        }
        // `b1 row: movmatrix stmatrix`: the words, and the instructions that take them without effect.
        _ => {
            let (words, names) = rest.split_once(':').ok_or("no `:` after the words")?;
            let words = known_words(table, words)?;
            for index in instructions(table, names)? {
                table.instructions[index].ignored.extend(words.iter().cloned());
            }
        }
    }
    Ok(())
}

/// The instructions of these names.
fn instructions(table: &Table, names: &str) -> Result<Vec<usize>, String> {
    let find = |name| {
        let index = table.by_name.get(name).copied();
        index.ok_or_else(|| unknown("instruction", name, table.by_name.keys().map(String::as_str)))
    };
    names.split_whitespace().map(find).collect()
}

/// Words that `words.isa` has.
fn known_words(table: &Table, words: &str) -> Result<Vec<String>, String> {
    words.split_whitespace().map(|word| known_word(table, word).map(str::to_string)).collect()
}

/// A word that `words.isa` has.
pub(super) fn known_word<'a>(table: &Table, word: &'a str) -> Result<&'a str, String> {
    match table.words.contains_key(word) {
        true => Ok(word),
        false => Err(unknown("word", word, table.words.keys().map(String::as_str)) + " (words.isa lists them all)"),
    }
}

/// `needs a b`, `excludes a b c`, `precedes a b`: the first word demands, forbids, or stands before each of the others. `b|c` is one
/// of two.
fn constraint(line: usize, text: &str) -> Result<Vec<Constraint>, String> {
    let mut words = text.split_whitespace();
    let relation = match words.next() {
        Some("needs") => "Needs",
        Some("excludes") => "Excludes",
        Some("precedes") => "Precedes",
        _ => return Err(format!("neither slot nor constraint: `{text}`")),
    };
    let word = words.next().ok_or("a constraint without words")?;
    let others = |text: &str| text.split('|').map(str::to_string).collect();
    Ok(words.map(|text| Constraint { line, word: word.to_string(), relation, others: others(text) }).collect())
}

fn slot_values(table: &Table, text: &str) -> Result<Vec<Value>, String> {
    let mut values = Vec::new();
    for item in text.split_whitespace() {
        let (pattern, gate_text) = item.split_once('@').unwrap_or((item, ""));
        let gate = gate(table, gate_text)?;
        for word in expand_word(pattern)? {
            if word != forms::ABSENT {
                known_word(table, &word)?;
            }
            values.push(Value { word, gate: gate.clone() });
        }
    }
    let mut seen = BTreeSet::new();
    match values.iter().find(|value| !seen.insert(&value.word)) {
        Some(twice) => Err(format!("`{}` is listed twice", twice.word)),
        None => Ok(values),
    }
}

/// `m64n(8..256/8)k16` stands for the words with the multiples of 8 from 8 to 256.
fn expand_word(pattern: &str) -> Result<Vec<String>, String> {
    let Some((start, rest)) = pattern.split_once('(') else { return Ok(vec![pattern.to_string()]) };
    let (range, end) = rest.split_once(')').ok_or(format!("no `)` in `{pattern}`"))?;
    let (low, high, step) = super::operands::parse_range(range)?;
    let numbers = (low..=high).filter(|number| number % step == 0);
    Ok(numbers.map(|number| format!("{start}{number}{end}")).collect())
}
