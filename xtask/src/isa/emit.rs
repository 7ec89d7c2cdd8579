//! The table as Rust source: a few packed static arrays.

use super::model::{AddressBase, Class, Constraint, Count, Gate, Operand, Place, Shape, Table};
use super::vocabulary::ATOMS;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text of `src/isa/generated.rs`.
pub(super) fn emit(table: &Table) -> String {
    let mut out = String::from(
        "// Written by `cargo xtask isa` from the files in `isa/`. Do not edit.\n\n\
         use super::atoms::Atom::*;\n\
         use super::atoms::AtomSet;\n\
         use super::operands::*;\n\
         use super::table::*;\n\
         use super::{Effects, ScalarType, StateSpace, Word};\n\n",
    );
    let mut gates = Gates::default();
    let words: Vec<String> = table.words.keys().cloned().collect();
    emit_targets(&mut out, table);
    emit_words(&mut out, table, &words);
    emit_forms(&mut out, table, &words, &mut gates);
    emit_specials(&mut out, table, &mut gates);
    emit_gates(&mut out, &gates);
    out
}

/// Distinct gates in order of first use; the first is always open.
struct Gates {
    list: Vec<Gate>,
    index: BTreeMap<Gate, usize>,
}

impl Default for Gates {
    fn default() -> Self {
        Self { list: vec![Gate::default()], index: BTreeMap::from([(Gate::default(), 0)]) }
    }
}

impl Gates {
    fn intern(&mut self, gate: &Gate) -> usize {
        let next = self.list.len();
        let index = *self.index.entry(gate.clone()).or_insert(next);
        if index == next {
            self.list.push(gate.clone());
        }
        index
    }
}

fn emit_targets(out: &mut String, table: &Table) {
    let _ = writeln!(out, "pub(super) static TARGETS: [TargetData; {}] = [", table.targets.len());
    for target in &table.targets {
        let _ = writeln!(out, "    TargetData {{ name: {:?}, version: {} }},", target.name, target.version);
    }
    out.push_str("];\n\n");
}

/// `shared::cta` to `StateSpace::Shared`.
fn space_variant(name: &str) -> String {
    let base = name.split("::").next().unwrap_or(name);
    format!("StateSpace::{}", capitalised(base))
}

fn type_variant(name: &str) -> String {
    format!("ScalarType::{}", capitalised(name))
}

fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map(|c| c.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}

fn emit_words(out: &mut String, table: &Table, words: &[String]) {
    let _ = writeln!(out, "pub(super) static WORDS: [WordData; {}] = [", words.len());
    for word in words {
        let class = match table.words.get(word) {
            Some(Class::Type) => format!("Class::Type({})", type_variant(word)),
            Some(Class::Space) => format!("Class::Space({})", space_variant(word)),
            Some(Class::Vector) => format!("Class::Vector({})", &word[1..]),
            Some(Class::Modifier) | None => "Class::Modifier".to_string(),
        };
        let repeatable = table.repeatable.contains(word);
        let movable = table.movable.contains(word);
        let category = table.categories.get(word).map_or("", String::as_str);
        let ignored = capitalised(table.ignored.get(word).map_or("never", String::as_str));
        let _ = writeln!(
            out,
            "    WordData {{ name: {word:?}, class: {class}, category: {category:?}, repeatable: {repeatable}, movable: {movable}, \
             ignored: Ignored::{ignored} }},"
        );
    }
    out.push_str("];\n\n");
}

fn emit_forms(out: &mut String, table: &Table, words: &[String], gates: &mut Gates) {
    let mut values = String::new();
    let mut slots = String::new();
    let mut operands = String::new();
    let mut parts = String::new();
    let mut part_count = 0;
    let mut forms = String::new();
    let mut instructions = String::new();
    let (mut value_count, mut slot_count, mut operand_count, mut form_count) = (0, 0, 0, 0);
    let mut known_values: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for &index in table.by_name.values() {
        let first_form = form_count;
        for form in table.forms.iter().filter(|form| form.instruction == index) {
            let (first_slot, first_operand) = (slot_count, operand_count);
            for slot in &form.slots {
                let mut text = String::new();
                for value in &slot.values {
                    let word = words.binary_search(&value.word).unwrap_or_default();
                    let gate = gates.intern(&value.gate);
                    let _ = writeln!(text, "    Value {{ word: Word({word}), gate: {gate} }}, // {}", value.word);
                }
                let (start, end) = *known_values.entry(text.clone()).or_insert_with(|| {
                    values.push_str(&text);
                    let start = value_count;
                    value_count += slot.values.len();
                    (start, value_count)
                });
                let class = format!("{:?}", slot.class);
                let absent = gates.intern(&slot.absent);
                let _ = writeln!(
                    slots,
                    "    Slot {{ name: {:?}, class: SlotClass::{class}, required: {}, values: ({start}, {end}), absent: {absent} }},",
                    slot.name, slot.required
                );
                slot_count += 1;
            }
            for operand in &form.operands {
                let first_part = part_count;
                if let Shape::Address(_, inner) | Shape::Tuple(inner) = &operand.shape {
                    for part in inner {
                        emit_operand(&mut parts, part, words, (0, 0));
                        part_count += 1;
                    }
                }
                emit_operand(&mut operands, operand, words, (first_part, part_count));
                operand_count += 1;
            }
            let gate = gates.intern(&form.gate);
            let _ = writeln!(
                forms,
                "    Form {{ slots: ({first_slot}, {slot_count}), operands: ({first_operand}, {operand_count}), \
                 required_operands: {}, open: {}, gate: {gate}, constraints: &[{}], distinct: {}, notation: {:?} }},",
                form.required_operands,
                form.open,
                constraints(form, words),
                form.distinct,
                form.notation
            );
            form_count += 1;
        }
        let instruction = &table.instructions[index];
        let effects: Vec<String> = instruction.effects.iter().map(|e| format!("Effects::{}", constant(e))).collect();
        let effects = if effects.is_empty() { "Effects::NONE".to_string() } else { effects.join(".union(") };
        let closing = ")".repeat(instruction.effects.len().saturating_sub(1));
        let ignored = instruction.ignored.iter().map(|word| words.binary_search(word).unwrap_or_default());
        let ignored: Vec<String> = ignored.map(|index| format!("Word({index})")).collect();
        let _ = writeln!(
            instructions,
            "    InstructionData {{ name: {:?}, section: {:?}, forms: ({first_form}, {form_count}), tolerant: {}, \
             ignored: &[{}], effects: {effects}{closing} }},",
            instruction.name,
            instruction.section,
            instruction.tolerant,
            ignored.join(", ")
        );
    }
    for (name, element, count, text) in [
        ("VALUES", "Value", value_count, values),
        ("SLOTS", "Slot", slot_count, slots),
        ("OPERANDS", "OperandSpec", operand_count, operands),
        ("PARTS", "OperandSpec", part_count, parts),
        ("FORMS", "Form", form_count, forms),
        ("INSTRUCTIONS", "InstructionData", table.instructions.len(), instructions),
    ] {
        let _ = writeln!(out, "pub(super) static {name}: [{element}; {count}] = [\n{text}];\n");
    }
}

fn constraints(form: &super::model::Form, words: &[String]) -> String {
    let index = |word: &String| format!("Word({})", words.binary_search(word).unwrap_or_default());
    let one = |Constraint { word, relation, others, .. }: &Constraint| {
        let others: Vec<String> = others.iter().map(index).collect();
        let others = others.join(", ");
        format!("Constraint {{ word: {}, relation: Relation::{relation}, others: &[{others}] }}", index(word))
    };
    form.constraints.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn constant(effect: &str) -> String {
    effect.to_ascii_uppercase().replace('-', "_")
}

/// `b32` to `RegB32`: the variant of an operand kind.
fn atom_variant(name: &str) -> String {
    let known = ATOMS.iter().find(|(atom, _)| *atom == name);
    known.map(|(_, variant)| variant.to_string()).unwrap_or_default()
}

fn emit_place(place: &Place) -> String {
    match place {
        Place::Fixed(name) => format!("Place::Type(TypeSpec::Fixed({}))", type_variant(name)),
        Place::Slot(index) => format!("Place::Type(TypeSpec::Slot({index}))"),
        Place::Wide(index) => format!("Place::Type(TypeSpec::Wide({index}))"),
        Place::Set(kinds) => format!("Place::Set({})", atom_set(kinds)),
    }
}

fn atom_set(kinds: &[String]) -> String {
    let kinds: Vec<String> = kinds.iter().map(|kind| atom_variant(kind)).collect();
    format!("AtomSet::of(&[{}])", kinds.join(", "))
}

fn emit_operand(out: &mut String, operand: &Operand, words: &[String], parts: (usize, usize)) {
    let shape = match &operand.shape {
        Shape::One => "Shape::One".to_string(),
        Shape::Vector(count) => format!("Shape::Vector({count})"),
        Shape::PerVector => "Shape::PerVector".to_string(),
        Shape::Counted(Count { slot, letters, times, over }) => {
            format!("Shape::Counted(Count {{ slot: {slot}, letters: {letters:?}, times: {times}, over: {over} }})")
        }
        Shape::Tuple(_) => format!("Shape::Tuple {{ parts: ({}, {}) }}", parts.0, parts.1),
        Shape::AnyVector => "Shape::AnyVector".to_string(),
        Shape::PerGeometry(measure) => format!("Shape::PerGeometry(Measure::{})", capitalised(measure)),
        Shape::Address(base, _) => {
            let base = match base {
                AddressBase::Named => "AddressBase::Named".to_string(),
                AddressBase::Space(space) => format!("AddressBase::Space({})", space_variant(space)),
                AddressBase::Set(kinds) => format!("AddressBase::Set({})", atom_set(kinds)),
            };
            format!("Shape::Address {{ base: {base}, parts: ({}, {}) }}", parts.0, parts.1)
        }
        Shape::Any => "Shape::Any".to_string(),
        Shape::Rest => "Shape::Rest".to_string(),
    };
    let mut flags: Vec<&str> = if operand.written { vec!["WRITTEN"] } else { Vec::new() };
    flags.extend(operand.flags.iter().map(|flag| match flag {
        '^' => "PAIR",
        '!' => "REGISTER_ONLY",
        '~' => "WIDENING",
        '?' => "SINK",
        '%' => "ADMIT_SPECIAL",
        '$' => "NAMED_VARIABLE",
        'w' => "NARROW",
        'u' => "UNIFIED",
        'W' => "WHOLE_SINK",
        '+' => "MIXED",
        '=' => "NO_SUM",
        '{' => "UNIFIED_OPTIONAL",
        '|' => "PAIR_ONLY | PAIR",
        'n' => "MAY_NEGATE",
        '-' => "MUST_NEGATE",
        _ => "ADMIT_VARIABLE",
    }));
    let flags = if flags.is_empty() { "0".to_string() } else { flags.join(" | ") };
    let ranges: Vec<String> = operand
        .ranges
        .iter()
        .map(|(low, high, step)| format!("Range {{ low: {low}, high: {high}, step: {step} }}"))
        .collect();
    let selectors =
        operand.selectors.as_ref().map_or("None".to_string(), |name| format!("Some(Selectors::{})", capitalised(name)));
    let when = operand
        .when
        .as_ref()
        .map_or("None".to_string(), |word| format!("Some(Word({}))", words.binary_search(word).unwrap_or_default()));
    let _ = writeln!(
        out,
        "    OperandSpec {{ name: {:?}, shape: {shape}, place: {}, flags: {flags}, ranges: &[{}], when: {when}, selectors: {selectors} }},",
        operand.name,
        emit_place(&operand.place),
        ranges.join(", ")
    );
}

fn emit_specials(out: &mut String, table: &Table, gates: &mut Gates) {
    let _ = writeln!(out, "pub(super) static SPECIALS: [(&str, u16); {}] = [", table.specials.len());
    for (name, gate) in &table.specials {
        let _ = writeln!(out, "    ({name:?}, {}),", gates.intern(gate));
    }
    out.push_str("];\n\n");
}

fn emit_gates(out: &mut String, gates: &Gates) {
    let _ = writeln!(out, "pub(super) static GATES: [Gate; {}] = [", gates.list.len());
    for gate in &gates.list {
        let alternatives: Vec<String> =
            gate.alternatives.iter().map(|(least, last, set)| format!("({least}, {last}, {set:#x})")).collect();
        let _ = writeln!(out, "    Gate {{ alternatives: &[{}] }},", alternatives.join(", "));
    }
    out.push_str("];\n");
}
