//! The table's text files.

use super::model::{Class, Form, Gate, Instruction, Slot, Table, Target, Value};
use super::operands::operands;
use std::collections::BTreeMap;

/// A mistake in a table file: `file:line: what`.
#[derive(Debug)]
pub(super) struct TableError(pub(super) String);

impl std::fmt::Display for TableError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

type Slots = BTreeMap<String, Vec<Value>>;

/// Reads the files, given as name and text; targets and words come first.
pub(super) fn parse(files: &[(String, String)]) -> Result<Table, TableError> {
    let mut table = Table::default();
    let basics = ["targets.isa", "words.isa", "operands.isa"];
    let last = |name: &str| name.ends_with("effects.isa");
    let first = |name: &str| !basics.iter().any(|basic| name.ends_with(basic));
    let mut ordered: Vec<_> = files.iter().collect();
    ordered.sort_by_key(|(name, _)| (first(name), last(name), name.clone()));
    for (name, text) in ordered {
        parse_file(&mut table, text).map_err(|(line, what)| TableError(format!("{name}:{line}: {what}")))?;
    }
    Ok(table)
}

type Line = Result<(), (usize, String)>;

/// A form's line with the lines of its own slots.
struct Draft {
    line: usize,
    text: String,
    slots: Slots,
    constraints: Constraints,
    distinct: bool,
}

type Constraints = Vec<(String, &'static str, Vec<String>)>;

fn parse_file(table: &mut Table, text: &str) -> Line {
    let mut section = String::new();
    let mut names: Vec<String> = Vec::new();
    let mut slots = Slots::new();
    let mut drafts: Vec<Draft> = Vec::new();
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.split('#').next().unwrap_or("").trim_end()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let at = |what: String| (number, what);
        if let Some(rest) = line.strip_prefix("section ") {
            flush(table, &mut drafts, &slots, &section, &names)?;
            let mut words = rest.split_whitespace().map(str::to_string);
            section = words.next().unwrap_or_default();
            // A word in parentheses is a remark.
            names = words.filter(|word| !word.starts_with('(')).collect();
            slots.clear();
        } else if let Some(rest) = line.strip_prefix("effects ") {
            flush(table, &mut drafts, &slots, &section, &names)?;
            effects(table, rest).map_err(at)?;
        } else if let Some(rest) = line.strip_prefix("tolerant ") {
            flush(table, &mut drafts, &slots, &section, &names)?;
            for name in rest.split_whitespace() {
                let index = *table.by_name.get(name).ok_or_else(|| at(format!("no instruction `{name}`")))?;
                table.instructions[index].tolerant = true;
            }
        } else if let Some(rest) = line.strip_prefix("targets ") {
            targets(table, rest).map_err(at)?;
        } else if let Some(rest) = line.strip_prefix("versions ") {
            let versions: Result<Vec<u8>, String> = rest.split_whitespace().map(parse_version).collect();
            table.versions.extend(versions.map_err(at)?);
        } else if let Some(rest) = line.strip_prefix("set ") {
            let (name, kinds) = rest.split_once('=').ok_or_else(|| at("no `=` after the set's name".into()))?;
            let kinds = super::operands::expand(table, kinds);
            table.sets.insert(name.trim().to_string(), kinds);
        } else if let Some(rest) = line.strip_prefix("ignored ") {
            let (who, words) = rest.split_once(':').ok_or_else(|| at("no `:` after `ignored`".into()))?;
            if !["any", "strict", "tolerant"].contains(&who) {
                return Err(at(format!("neither any, strict nor tolerant: `{who}`")));
            }
            table.ignored.extend(words.split_whitespace().map(|word| (word.to_string(), who.to_string())));
        } else if let Some(rest) = line.strip_prefix("repeatable ") {
            table.repeatable.extend(rest.split_whitespace().map(str::to_string));
        } else if let Some(rest) = line.strip_prefix("category ") {
            let mut words = rest.split_whitespace().map(str::to_string);
            let category = words.next().unwrap_or_default();
            table.categories.extend(words.map(|word| (word, category.clone())));
        } else if let Some((class, rest)) = class_line(line) {
            table.classes.extend(rest.split_whitespace().map(|word| (word.to_string(), class)));
        } else if let Some((name, values)) = line.trim().strip_prefix('.').and_then(|line| line.split_once('=')) {
            let values = slot_values(table, values).map_err(at)?;
            let name = name.trim().to_string();
            match drafts.last_mut() {
                Some(draft) if line.starts_with(' ') => draft.slots.insert(name, values),
                _ => slots.insert(name, values),
            };
        } else if line.starts_with(' ') {
            let draft = drafts.last_mut().ok_or_else(|| at("a constraint without a form".into()))?;
            match line.trim() {
                "distinct" => draft.distinct = true,
                line => draft.constraints.extend(constraint(line).map_err(at)?),
            }
        } else {
            let text = line.to_string();
            drafts.push(Draft { line: number, text, slots: Slots::new(), constraints: Vec::new(), distinct: false });
        }
    }
    flush(table, &mut drafts, &slots, &section, &names)
}

fn class_line(line: &str) -> Option<(Class, &str)> {
    [("types ", Class::Type), ("spaces ", Class::Space), ("vectors ", Class::Vector)]
        .into_iter()
        .find_map(|(prefix, class)| Some((class, line.strip_prefix(prefix)?)))
}

fn flush(table: &mut Table, drafts: &mut Vec<Draft>, slots: &Slots, section: &str, names: &[String]) -> Line {
    for draft in &std::mem::take(drafts) {
        let mut scope = slots.clone();
        scope.extend(draft.slots.clone());
        for text in expand_groups(&draft.text).iter().flat_map(|text| expand_alternatives(text)) {
            form(table, &text, &scope, section, names, draft).map_err(|what| (draft.line, what))?;
        }
    }
    Ok(())
}

/// `needs a b`, `excludes a b c`, `precedes a b`: the first word demands, forbids, or stands before each of the others. `b|c` is one
/// of two.
fn constraint(line: &str) -> Result<Constraints, String> {
    let mut words = line.split_whitespace();
    let relation = match words.next() {
        Some("needs") => "Needs",
        Some("excludes") => "Excludes",
        Some("precedes") => "Precedes",
        _ => return Err(format!("neither slot nor constraint: `{line}`")),
    };
    let first = words.next().ok_or("a constraint without words")?;
    let others = |text: &str| text.split('|').map(str::to_string).collect();
    Ok(words.map(|text| (first.to_string(), relation, others(text))).collect())
}

/// `{.a.b}` stands for two forms: with both words and with none.
fn expand_groups(text: &str) -> Vec<String> {
    let pattern_end = text.find(char::is_whitespace).unwrap_or(text.len());
    let mut at = 0;
    while let Some(open) = text[at..pattern_end].find('{').map(|open| at + open) {
        let Some(close) = text[open..pattern_end].find('}').map(|close| open + close) else { break };
        let group = &text[open + 1..close];
        if group.matches('.').count() > 1 {
            let without = format!("{}{}", &text[..open], &text[close + 1..]);
            let with = format!("{}{group}{}", &text[..open], &text[close + 1..]);
            return [without, with].iter().flat_map(|text| expand_groups(text)).collect();
        }
        at = close;
    }
    vec![text.to_string()]
}

/// `(a:b64 | [a])` among the operands stands for two forms, with either one.
fn expand_alternatives(text: &str) -> Vec<String> {
    let starts = text.match_indices('(').map(|(at, _)| at);
    let Some(open) = starts.into_iter().find(|&at| text[..at].ends_with([' ', '{'])) else {
        return vec![text.to_string()];
    };
    let mut depth = 0;
    let end = text[open..].find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let Some(close) = end.map(|end| open + end) else { return vec![text.to_string()] };
    let choices = text[open + 1..close].split(" | ");
    choices
        .flat_map(|choice| expand_alternatives(&format!("{}{choice}{}", &text[..open], &text[close + 1..])))
        .collect()
}

fn effects(table: &mut Table, line: &str) -> Result<(), String> {
    let (effects, names) = line.split_once(':').ok_or("no `:` after the effects")?;
    for name in names.split_whitespace() {
        let index = *table.by_name.get(name).ok_or(format!("no instruction `{name}`"))?;
        table.instructions[index].effects.extend(effects.split_whitespace().map(str::to_string));
    }
    Ok(())
}

fn targets(table: &mut Table, line: &str) -> Result<(), String> {
    let (version, names) = line.split_once(':').ok_or("no `:` after the version")?;
    let version = parse_version(version)?;
    table.targets.extend(names.split_whitespace().map(|name| Target { name: name.to_string(), version }));
    table.targets.sort_by_key(|target| split_target(&target.name));
    match table.targets.len() {
        0..=64 => Ok(()),
        _ => Err("more than 64 targets".into()),
    }
}

/// Number and suffix of `sm_90a`.
fn split_target(name: &str) -> (u32, String) {
    let digits: String = name.trim_start_matches("sm_").chars().take_while(char::is_ascii_digit).collect();
    let suffix = name.trim_start_matches("sm_")[digits.len()..].to_string();
    (digits.parse().unwrap_or(0), suffix)
}

fn parse_version(text: &str) -> Result<u8, String> {
    let (major, minor) = text.trim().split_once('.').ok_or(format!("no version: `{text}`"))?;
    let parse = |text: &str| text.parse::<u8>().map_err(|_| format!("no version: `{text}`"));
    Ok(parse(major)? * 10 + parse(minor)?)
}

/// `8.0/sm_90 | 8.6/sm_100a`, `..6.3/sm_70`
fn gate(table: &Table, text: &str) -> Result<Gate, String> {
    let mut alternatives = Vec::new();
    for alternative in text.split('|') {
        let (mut least, mut last, mut set) = (0, u8::MAX, u64::MAX);
        for part in alternative.trim().split('/').filter(|part| !part.is_empty()) {
            if part.starts_with("sm_") {
                set = part.split('+').try_fold(0, |set, name| Ok::<u64, String>(set | target_set(table, name)?))?;
            } else if let Some((from, to)) = part.split_once("..") {
                least = if from.is_empty() { 0 } else { parse_version(from)? };
                last = parse_version(to)?;
            } else {
                least = parse_version(part)?;
            }
        }
        alternatives.push((least, last, set));
    }
    if alternatives.iter().any(|&alternative| alternative == (0, u8::MAX, u64::MAX)) {
        alternatives.clear();
    }
    Ok(Gate { alternatives })
}

/// The targets that `sm_90`, `sm_90a`, `sm_100f` or `sm_12..sm_62` stands for.
fn target_set(table: &Table, name: &str) -> Result<u64, String> {
    if let Some((from, to)) = name.split_once("..") {
        let last = table.targets.iter().position(|target| target.name == to).ok_or(format!("no target `{to}`"))?;
        return Ok(target_set(table, from)? & (u64::MAX >> (63 - last)));
    }
    if !table.targets.iter().any(|target| target.name == name) {
        return Err(format!("no target `{name}`"));
    }
    let (number, suffix) = split_target(name);
    // sm_101 is the old name of sm_110.
    let renamed = |number| if number == 101 { 110 } else { number };
    let family = renamed(number);
    let included = |(other, other_suffix): (u32, String)| match suffix.as_str() {
        "" => other >= number,
        "f" => renamed(other) / 10 == family / 10 && renamed(other) >= family && !other_suffix.is_empty(),
        _ => renamed(other) == family && other_suffix == suffix,
    };
    let bits = table.targets.iter().enumerate().filter(|(_, target)| included(split_target(&target.name)));
    Ok(bits.fold(0, |set, (bit, _)| set | 1 << bit))
}

fn slot_values(table: &Table, text: &str) -> Result<Vec<Value>, String> {
    text.split_whitespace()
        .map(|item| {
            let (word, gate_text) = item.split_once('@').unwrap_or((item, ""));
            Ok(Value { word: word.to_string(), gate: gate(table, gate_text)? })
        })
        .collect()
}

fn class_of(table: &Table, word: &str) -> Class {
    table.classes.get(word).copied().unwrap_or(Class::Modifier)
}

fn form(
    table: &mut Table,
    line: &str,
    slots: &Slots,
    section: &str,
    names: &[String],
    draft: &Draft,
) -> Result<(), String> {
    let (text, gate_text) = line.split_once('@').filter(|(text, _)| text.ends_with(' ')).unwrap_or((line, ""));
    let gate = gate(table, gate_text)?;
    let text = text.trim();
    let (pattern, operand_text) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let open = pattern.ends_with('*');
    let words = pattern_words(pattern.trim_end_matches('*'))?;
    let name = instruction_name(&words, slots, names, open)?;
    let mut form_slots = Vec::new();
    for (word, required) in words.into_iter().skip(name.split('.').count()) {
        let values = match slots.get(&word) {
            Some(values) => values.clone(),
            None => vec![Value { word: word.clone(), gate: Gate::default() }],
        };
        let class = class_of(table, &values.first().ok_or(format!("slot `.{word}` is empty"))?.word);
        if values.iter().any(|value| class_of(table, &value.word) != class) {
            return Err(format!("slot `.{word}` mixes classes of words"));
        }
        form_slots.push(Slot { name: word, class, required, values });
    }
    let (operands, required_operands) = operands(table, &form_slots, operand_text.trim())?;
    let instruction = match table.by_name.get(&name) {
        Some(&index) => index,
        None => {
            let index = table.instructions.len();
            table.instructions.push(Instruction {
                name: name.clone(),
                section: section.to_string(),
                effects: Vec::new(),
                tolerant: false,
            });
            table.by_name.insert(name, index);
            index
        }
    };
    let notation = text.split_whitespace().collect::<Vec<_>>().join(" ");
    table.forms.push(Form {
        instruction,
        slots: form_slots,
        operands,
        required_operands,
        open,
        gate,
        constraints: draft.constraints.clone(),
        distinct: draft.distinct,
        notation,
    });
    Ok(())
}

/// The words of `cvt{.sat}.int`, and whether each is required.
fn pattern_words(pattern: &str) -> Result<Vec<(String, bool)>, String> {
    let mut words = Vec::new();
    let mut rest = pattern;
    let is_end = |c: char| matches!(c, '.' | '{' | '}');
    let end = rest.find(is_end).unwrap_or(rest.len());
    words.push((rest[..end].to_string(), true));
    rest = &rest[end..];
    while !rest.is_empty() {
        let optional = rest.starts_with('{');
        rest = rest.strip_prefix('{').unwrap_or(rest);
        rest = rest.strip_prefix('.').ok_or(format!("no `.` at `{rest}`"))?;
        let end = rest.find(is_end).unwrap_or(rest.len());
        words.push((rest[..end].to_string(), !optional));
        rest = &rest[end..];
        if optional {
            rest = rest.strip_prefix('}').ok_or(format!("no `}}` at `{rest}`"))?;
        }
    }
    Ok(words)
}

/// The longest listed name that the pattern starts with; for an open form without one, all its leading literal words.
fn instruction_name(words: &[(String, bool)], slots: &Slots, names: &[String], open: bool) -> Result<String, String> {
    let literal: Vec<&str> = words
        .iter()
        .enumerate()
        .take_while(|(i, (word, required))| *required && (*i == 0 || !slots.contains_key(word)))
        .map(|(_, (word, _))| word.as_str())
        .collect();
    let listed = (1..=literal.len()).rev().map(|n| literal[..n].join(".")).find(|name| names.contains(name));
    match listed {
        Some(name) => Ok(name),
        None if open => Ok(literal.join(".")),
        None => Err(format!("`{}` starts with no name of its section", literal.join("."))),
    }
}
