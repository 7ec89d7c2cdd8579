//! The table as Rust source: a few packed static arrays.

use super::model::{Class, Gate, Kind, Operand, Table, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The text of `src/isa/generated.rs`.
pub(super) fn emit(table: &Table) -> String {
    let mut out = String::from(
        "// Written by `cargo xtask isa` from the files in `isa/`. Do not edit.\n\n\
         use super::table::{Class, Form, Gate, InstructionData, Kind, OperandSpec, Slot, TargetData, TypeSpec, Value, WordData};\n\
         #[allow(unused_imports, reason = \"not every table uses every flag\")]\n\
         use super::table::{PAIR, REGISTER_ONLY, SINK, WIDENING, WRITTEN};\n\
         use super::{Effects, ScalarType, StateSpace, Word};\n\n",
    );
    let mut gates = Gates::default();
    let words = words(table);
    emit_targets(&mut out, table);
    emit_words(&mut out, table, &words);
    emit_forms(&mut out, table, &words, &mut gates);
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

/// All words, sorted as bytes.
fn words(table: &Table) -> Vec<String> {
    let used = table.forms.iter().flat_map(|form| &form.slots).flat_map(|slot| &slot.values).map(|v| v.word.clone());
    used.chain(table.classes.keys().cloned()).chain(table.categories.keys().cloned()).collect::<BTreeSet<_>>().into_iter().collect()
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
        let class = match table.classes.get(word) {
            Some(Class::Type) => format!("Class::Type({})", type_variant(word)),
            Some(Class::Space) => format!("Class::Space({})", space_variant(word)),
            Some(Class::Vector) => format!("Class::Vector({})", &word[1..]),
            Some(Class::Modifier) | None => "Class::Modifier".to_string(),
        };
        let category = table.categories.get(word).map_or("", String::as_str);
        let _ = writeln!(out, "    WordData {{ name: {word:?}, class: {class}, category: {category:?} }},");
    }
    out.push_str("];\n\n");
}

fn emit_forms(out: &mut String, table: &Table, words: &[String], gates: &mut Gates) {
    let mut values = String::new();
    let mut slots = String::new();
    let mut operands = String::new();
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
                let _ = writeln!(
                    slots,
                    "    Slot {{ name: {:?}, class: super::table::SlotClass::{class}, required: {}, values: ({start}, {end}) }},",
                    slot.name, slot.required
                );
                slot_count += 1;
            }
            for operand in &form.operands {
                emit_operand(&mut operands, operand);
                operand_count += 1;
            }
            let gate = gates.intern(&form.gate);
            let _ = writeln!(
                forms,
                "    Form {{ slots: ({first_slot}, {slot_count}), operands: ({first_operand}, {operand_count}), \
                 required_operands: {}, open: {}, gate: {gate}, notation: {:?} }},",
                form.required_operands, form.open, form.notation
            );
            form_count += 1;
        }
        let instruction = &table.instructions[index];
        let effects: Vec<String> = instruction.effects.iter().map(|e| format!("Effects::{}", constant(e))).collect();
        let effects = if effects.is_empty() { "Effects::NONE".to_string() } else { effects.join(".union(") };
        let closing = ")".repeat(instruction.effects.len().saturating_sub(1));
        let _ = writeln!(
            instructions,
            "    InstructionData {{ name: {:?}, section: {:?}, forms: ({first_form}, {form_count}), effects: {effects}{closing} }},",
            instruction.name, instruction.section
        );
    }
    for (name, element, count, text) in [
        ("VALUES", "Value", value_count, values),
        ("SLOTS", "Slot", slot_count, slots),
        ("OPERANDS", "OperandSpec", operand_count, operands),
        ("FORMS", "Form", form_count, forms),
        ("INSTRUCTIONS", "InstructionData", table.instructions.len(), instructions),
    ] {
        let _ = writeln!(out, "pub(super) static {name}: [{element}; {count}] = [\n{text}];\n");
    }
}

fn constant(effect: &str) -> String {
    effect.to_ascii_uppercase().replace('-', "_")
}

fn type_spec(ty: &Type) -> String {
    match ty {
        Type::Fixed(name) => format!("TypeSpec::Fixed({})", type_variant(name)),
        Type::Slot(index) => format!("TypeSpec::Slot({index})"),
        Type::Wide(index) => format!("TypeSpec::Wide({index})"),
    }
}

fn emit_operand(out: &mut String, operand: &Operand) {
    let mut flags = Vec::new();
    let kind = match &operand.kind {
        Kind::Value(ty) => format!("Kind::Value({})", type_spec(ty)),
        Kind::Vector(count, ty) => format!("Kind::Vector({count}, {})", type_spec(ty)),
        Kind::PerVector(ty) => format!("Kind::PerVector({})", type_spec(ty)),
        Kind::Pair(ty) => {
            flags.push("PAIR");
            format!("Kind::Value({})", type_spec(ty))
        }
        Kind::Address(None) => "Kind::Address(None)".to_string(),
        Kind::Address(Some(space)) => format!("Kind::Address(Some({}))", space_variant(space)),
        Kind::Immediate(low, high) => format!("Kind::Immediate({low}, {high})"),
        Kind::Label => "Kind::Label".to_string(),
        Kind::Callee => "Kind::Callee".to_string(),
        Kind::Table => "Kind::Table".to_string(),
        Kind::Any => "Kind::Any".to_string(),
        Kind::Rest => "Kind::Rest".to_string(),
    };
    for (set, flag) in [
        (operand.written, "WRITTEN"),
        (operand.register_only, "REGISTER_ONLY"),
        (operand.widening, "WIDENING"),
        (operand.sink, "SINK"),
    ] {
        if set {
            flags.push(flag);
        }
    }
    let flags = if flags.is_empty() { "0".to_string() } else { flags.join(" | ") };
    let _ = writeln!(out, "    OperandSpec {{ name: {:?}, kind: {kind}, flags: {flags} }},", operand.name);
}

fn emit_gates(out: &mut String, gates: &Gates) {
    let _ = writeln!(out, "pub(super) static GATES: [Gate; {}] = [", gates.list.len());
    for gate in &gates.list {
        let alternatives: Vec<String> = gate.alternatives.iter().map(|(v, set)| format!("({v}, {set:#x})")).collect();
        let _ = writeln!(out, "    Gate {{ alternatives: &[{}] }},", alternatives.join(", "));
    }
    out.push_str("];\n");
}
