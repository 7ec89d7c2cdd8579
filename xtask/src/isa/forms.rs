//! The forms of a section: patterns and operands, with the slots and constraints around them.

use super::gates::gate;
use super::model::{Class, Constraint, Form, Instruction, Slot, Table, Value};
use super::operands::operands;
use super::parse::{Mistake, Section};
use super::vocabulary::{nearest, unknown};
use std::collections::{BTreeMap, BTreeSet};

/// Slots by name: the line that defines each, and its words.
pub(super) type Slots = BTreeMap<String, (usize, Vec<Value>)>;

/// Stands for an empty slot among its words.
pub(super) const ABSENT: &str = "-";

/// A form's line with the lines of its own slots.
pub(super) struct Draft {
    /// Number of the line.
    line: usize,
    /// The line.
    text: String,
    /// Slots of this form only.
    pub(super) slots: Slots,
    /// Constraints of this form only.
    pub(super) constraints: Vec<Constraint>,
    /// All registers that it writes must be different.
    pub(super) distinct: bool,
}

impl Draft {
    /// A form without anything of its own.
    pub(super) fn new(line: usize, text: &str) -> Self {
        Self { line, text: text.to_string(), slots: Slots::new(), constraints: Vec::new(), distinct: false }
    }
}

/// Adds the forms of a section to the table, and empties it.
pub(super) fn finish(table: &mut Table, section: &mut Section) -> Result<(), Mistake> {
    let section = std::mem::take(section);
    let first = table.forms.len();
    let mut used = BTreeSet::new();
    for draft in &section.drafts {
        let mut scope = section.slots.clone();
        scope.extend(draft.slots.clone());
        let texts = expand_groups(&draft.text);
        let texts = texts.iter().flat_map(|text| expand_pair(text));
        let own = table.forms.len();
        for text in texts.collect::<Vec<_>>().iter().flat_map(|text| expand_alternatives(text)) {
            form(table, &text, &scope, &section, draft)?;
        }
        check_constraints(table, &draft.constraints, &scope, own)?;
        used.extend(used_slots(&draft.constraints, &table.forms[own..]));
        unused(&draft.slots, &used)?;
    }
    check_constraints(table, &section.shared, &section.slots, first)?;
    used.extend(used_slots(&section.shared, &[]));
    unused(&section.slots, &used)?;
    let formed = table.forms[first..].iter().map(|form| table.instructions[form.instruction].name.as_str());
    let formed: BTreeSet<&str> = formed.collect();
    match section.names.iter().find(|name| !formed.contains(name.as_str())) {
        Some(name) => Err((section.line, format!("`{name}` has no form in its section"))),
        None => Ok(()),
    }
}

/// Names of the slots that forms and constraints mention.
fn used_slots(constraints: &[Constraint], forms: &[Form]) -> Vec<String> {
    let words = constraints.iter().flat_map(|one| std::iter::once(&one.word).chain(&one.others));
    let mentioned = words.filter_map(|word| word.strip_prefix('.'));
    let filled = forms.iter().flat_map(|form| &form.slots).map(|slot| slot.name.as_str());
    mentioned.chain(filled).map(str::to_string).collect()
}

/// A slot that no form has is a misspelt one.
fn unused(slots: &Slots, used: &BTreeSet<String>) -> Result<(), Mistake> {
    match slots.iter().find(|(name, _)| !used.contains(*name)) {
        Some((name, &(line, _))) => Err((line, format!("no form has the slot `.{name}`"))),
        None => Ok(()),
    }
}

/// Every word of a constraint must be able to stand in one of the forms from the first on, or the constraint says nothing.
fn check_constraints(table: &Table, constraints: &[Constraint], slots: &Slots, first: usize) -> Result<(), Mistake> {
    let filled = table.forms[first..].iter().flat_map(|form| &form.slots).flat_map(|slot| &slot.values);
    let filled = filled.map(|value| value.word.as_str());
    let possible: BTreeSet<&str> = filled.chain(table.ignored.keys().map(String::as_str)).collect();
    for constraint in constraints {
        for name in std::iter::once(&constraint.word).chain(&constraint.others) {
            let at = |what: String| (constraint.line, what);
            let words = match name.strip_prefix('.') {
                None => vec![name.as_str()],
                Some(slot) => {
                    let known = || slots.keys().map(String::as_str);
                    let (_, values) = slots.get(slot).ok_or_else(|| at(unknown("slot", slot, known())))?;
                    values.iter().map(|value| value.word.as_str()).collect()
                }
            };
            if !words.iter().any(|word| possible.contains(word)) {
                return Err(at(unknown("word of these forms", name, possible.iter().copied())));
            }
        }
    }
    Ok(())
}

/// Constraints whose words are words: a `.slot` stands for all of its own.
fn spell_out(constraints: &[Constraint], slots: &Slots) -> Result<Vec<Constraint>, Mistake> {
    let mut all = Vec::new();
    for Constraint { line, word, relation, others } in constraints {
        let words = |name: &String| match name.strip_prefix('.') {
            None => Ok(vec![name.clone()]),
            Some(slot) => {
                let known = || slots.keys().map(String::as_str);
                let (_, values) = slots.get(slot).ok_or_else(|| (*line, unknown("slot", slot, known())))?;
                Ok(values.iter().map(|value| value.word.clone()).filter(|word| word != ABSENT).collect())
            }
        };
        let others = others.iter().map(words).collect::<Result<Vec<_>, Mistake>>()?.concat();
        let one = |word| Constraint { line: *line, word, relation, others: others.clone() };
        all.extend(words(word)?.into_iter().map(one));
    }
    Ok(all)
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

/// `d^p@GATE` stands for two forms: without a pair, and with one, under the gate.
fn expand_pair(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once("^p@") else { return vec![text.to_string()] };
    let Some((gate, operands)) = rest.split_once(':') else { return vec![text.to_string()] };
    let ungated = operands.split_once(" @").map_or(operands, |(operands, _)| operands);
    vec![format!("{before}:{operands}"), format!("{before}|p:{ungated} @ {gate}")]
}

fn class_of(table: &Table, word: &str) -> Class {
    table.words.get(word).copied().unwrap_or(Class::Modifier)
}

/// A word that names a slot of another form of the section, for other words than itself, is meant as that slot.
fn check_literal(word: &str, slots: &Slots, section: &Section) -> Result<(), String> {
    let is_other = |(_, values): &(usize, Vec<Value>)| values.iter().all(|value| value.word != word);
    let other = section.drafts.iter().find(|draft| draft.slots.get(word).is_some_and(is_other));
    match other.filter(|_| !slots.contains_key(word)) {
        Some(other) => Err(format!("`.{word}` is a word here and a slot of the form in line {}", other.line)),
        None => Ok(()),
    }
}

fn form(table: &mut Table, line: &str, slots: &Slots, section: &Section, draft: &Draft) -> Result<(), Mistake> {
    let at = |what: String| (draft.line, what);
    let (text, gate_text) = line.split_once('@').filter(|(text, _)| text.ends_with(' ')).unwrap_or((line, ""));
    let gate = gate(table, gate_text).map_err(at)?;
    let text = text.trim();
    let (pattern, operand_text) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let open = pattern.ends_with('*');
    let words = pattern_words(pattern.trim_end_matches('*')).map_err(at)?;
    let name = instruction_name(&words, slots, &section.names, open).map_err(at)?;
    let form_slots = words.into_iter().skip(name.split('.').count());
    form_slots.clone().try_for_each(|(word, _)| check_literal(&word, slots, section)).map_err(at)?;
    let form_slots: Vec<Slot> =
        form_slots.map(|(word, required)| slot(table, slots, word, required)).collect::<Result<_, _>>().map_err(at)?;
    let (operands, required_operands) = operands(table, &form_slots, operand_text.trim()).map_err(at)?;
    let instruction = instruction(table, name, &section.number);
    let shared = spell_out(&section.shared, slots)?;
    table.forms.push(Form {
        instruction,
        slots: form_slots,
        operands,
        required_operands,
        open,
        gate,
        constraints: [shared, spell_out(&draft.constraints, slots)?].concat(),
        distinct: draft.distinct,
        notation: text.split_whitespace().collect::<Vec<_>>().join(" "),
    });
    Ok(())
}

/// The slot that a word of a pattern stands for: one that is defined, or the word alone.
fn slot(table: &Table, slots: &Slots, word: String, required: bool) -> Result<Slot, String> {
    let values = match slots.get(&word) {
        Some((_, values)) => values.clone(),
        None if table.words.contains_key(&word) => vec![Value { word: word.clone(), gate: Default::default() }],
        None => {
            let known = slots.keys().chain(table.words.keys()).map(String::as_str);
            return Err(unknown("slot or word", &word, known) + " (words.isa lists the words)");
        }
    };
    let (nothing, values): (Vec<_>, Vec<_>) = values.into_iter().partition(|value| value.word == ABSENT);
    let absent = nothing.into_iter().next().map(|value| value.gate).unwrap_or_default();
    let class = class_of(table, &values.first().ok_or(format!("slot `.{word}` is empty"))?.word);
    if values.iter().any(|value| class_of(table, &value.word) != class) {
        return Err(format!("slot `.{word}` mixes classes of words"));
    }
    Ok(Slot { name: word, class, required, values, absent })
}

/// The index of the instruction of this name, which is new in its first section.
fn instruction(table: &mut Table, name: String, section: &str) -> usize {
    let next = table.instructions.len();
    let index = *table.by_name.entry(name.clone()).or_insert(next);
    if index == next {
        table.instructions.push(Instruction {
            name,
            section: section.to_string(),
            effects: Vec::new(),
            quirks: Vec::new(),
            ignored: Vec::new(),
            tolerant: false,
            commutative: false,
            order: None,
        });
    }
    index
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
        None => {
            let start = |count: usize| literal[..count].join(".");
            let near =
                (1..=literal.len()).rev().find_map(|count| nearest(&start(count), names.iter().map(String::as_str)));
            let hint = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            Err(format!("`{}` starts with no name of its section{hint}", literal.join(".")))
        }
    }
}
