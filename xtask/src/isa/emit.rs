//! The table as Rust source.
//!
//! Nothing refers to anything by a position: words, instructions, gates, slots and operands are constants with names that follow
//! from what they hold. So a small change of the table is a small change here, and what is the same is there once.

use super::model::{Access, AddressBase, Class, Constraint, Count, Form, Gate, Operand, Place, Shape, Slot, Table};
use super::vocabulary::{ATOMS, constant};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The text of `src/isa/generated.rs`.
pub(super) fn emit(table: &Table) -> String {
    let mut out = String::from(
        "// Written by `cargo xtask isa` from the files in `isa/`. Do not edit.\n\n\
         use super::atoms::Atom::*;\n\
         use super::atoms::AtomSet;\n\
         use super::operands::*;\n\
         use super::roles::*;\n\
         use super::table::*;\n\
         use super::{Effects, Quirks, ScalarType, StateSpace};\n\
         use word as w;\n\n",
    );
    let mut pools = Pools {
        table,
        gates: Pool::default(),
        values: Pool::default(),
        slots: Pool::default(),
        operands: Pool::default(),
        sets: BTreeMap::new(),
    };
    let mut rows = String::new();
    for (name, &index) in &table.by_name {
        let _ = writeln!(rows, "static {}: &[Form] = &[", forms_name(name));
        for form in table.forms.iter().filter(|form| form.instruction == index) {
            pools.form(&mut rows, form);
        }
        rows.push_str("];\n");
    }
    let specials = specials(table, &mut pools);
    emit_targets(&mut out, table);
    emit_words(&mut out, table);
    emit_instructions(&mut out, table);
    for (pool, ty) in [
        (&pools.gates, "Gate"),
        (&pools.values, "[SlotWord]"),
        (&pools.slots, "Slot"),
        (&pools.operands, "OperandSpec"),
    ] {
        pool.emit(&mut out, ty);
    }
    out + &rows + &specials
}

/// Distinct constants by name.
#[derive(Default)]
struct Pool(BTreeMap<String, String>);

impl Pool {
    /// The name of a constant with this value; a name is taken by one value.
    fn intern(&mut self, name: String, value: String) -> String {
        let known = self.0.entry(name.clone()).or_insert_with(|| value.clone());
        assert!(*known == value, "two constants are called {name}");
        name
    }

    fn emit(&self, out: &mut String, ty: &str) {
        let reference = if matches!(ty, "Gate" | "[SlotWord]") { "&" } else { "" };
        for (name, value) in &self.0 {
            let _ = writeln!(out, "const {name}: {reference}{ty} = {reference}{value};");
        }
        out.push('\n');
    }
}

/// Six digits that follow from a text (FNV-1a).
fn digest(text: &str) -> String {
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    format!("{:06X}", (hash ^ hash >> 24 ^ hash >> 48) & 0xff_ffff)
}

/// What a constant holds, without the names of types: a constant that is named by its contents keeps its name when one of those is
/// renamed. Names of fields stay, since they tell flags apart.
pub(super) fn contents(value: &str) -> String {
    let mut rest = value;
    let mut out = String::new();
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let (token, after) = rest.split_at(if first == '"' { string_end(rest) } else { end.max(first.len_utf8()) });
        let is_name = end > 0 && (after.starts_with("::") || after.starts_with(" {"));
        if !is_name {
            out.push_str(token);
        }
        rest = after;
    }
    out
}

/// Where the string literal at the start of a text ends.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    let closes = |(_, c): &(usize, char)| {
        let closes = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        closes
    };
    text.char_indices().skip(1).find(closes).map_or(text.len(), |(at, _)| at + 1)
}

struct Pools<'t> {
    table: &'t Table,
    gates: Pool,
    values: Pool,
    slots: Pool,
    operands: Pool,
    /// Names of sets of targets, which take a search.
    sets: BTreeMap<u64, String>,
}

impl Pools<'_> {
    fn form(&mut self, out: &mut String, form: &Form) {
        let slots: Vec<String> = form.slots.iter().map(|slot| self.slot(slot)).collect();
        let operands: Vec<String> = form.operands.iter().map(|operand| self.operand(operand)).collect();
        let mut row = format!("    Form {{ slots: &[{}], operands: &[{}]", slots.join(", "), operands.join(", "));
        if form.required_operands > 0 {
            let _ = write!(row, ", required_operands: {}", form.required_operands);
        }
        if form.open {
            row.push_str(", open: true");
        }
        if form.gate != Gate::default() {
            let _ = write!(row, ", gate: {}", self.gate(&form.gate));
        }
        if !form.constraints.is_empty() {
            let constraints: Vec<String> = form.constraints.iter().map(|one| self.constraint(one)).collect();
            let _ = write!(row, ", constraints: &[{}]", constraints.join(", "));
        }
        if form.distinct {
            row.push_str(", distinct: true");
        }
        let _ = writeln!(out, "{row}, notation: {:?}, ..FORM }},", form.notation);
    }

    fn gate(&mut self, gate: &Gate) -> String {
        // `G_V80_SM_90A`: lowest version, highest version and targets of each alternative.
        let alternatives: Vec<String> =
            gate.alternatives.iter().map(|(least, last, set)| format!("({least}, {last}, {set:#x})")).collect();
        let mut names = Vec::new();
        for &(least, last, set) in &gate.alternatives {
            let mut parts = Vec::new();
            parts.extend((least > 0).then(|| format!("V{least}")));
            parts.extend((last < u8::MAX).then(|| format!("TO_V{last}")));
            parts.extend((set != u64::MAX).then(|| self.set_name(set)));
            names.push(parts.join("_"));
        }
        let name = if names.is_empty() { "G_OPEN".to_string() } else { format!("G_{}", names.join("_OR_")) };
        self.gates.intern(name, format!("Gate {{ alternatives: &[{}] }}", alternatives.join(", ")))
    }

    fn set_name(&mut self, set: u64) -> String {
        let table = self.table;
        self.sets.entry(set).or_insert_with(|| set_name(table, set)).clone()
    }

    fn word(&self, word: &str) -> String {
        format!("w::{}", word_constant(self.table, word))
    }

    fn constraint(&self, constraint: &Constraint) -> String {
        let others: Vec<String> = constraint.others.iter().map(|word| self.word(word)).collect();
        let relation = constraint.relation.to_ascii_lowercase();
        format!("{relation}({}, &[{}])", self.word(&constraint.word), others.join(", "))
    }

    fn slot(&mut self, slot: &Slot) -> String {
        let values = slot.values.iter().map(|value| match value.gate == Gate::default() {
            true => format!("any({})", self.word(&value.word)),
            false => format!("gated({}, {})", self.word(&value.word), self.gate(&value.gate)),
        });
        let values = format!("[{}]", values.collect::<Vec<_>>().join(", "));
        let mut value =
            format!("Slot {{ name: {:?}, class: SlotClass::{:?}, required: {}", slot.name, slot.class, slot.required);
        let is_literal = matches!(&*slot.values, [only] if only.word == slot.name && only.gate == Gate::default());
        if is_literal {
            let _ = write!(value, ", values: &{values}");
        } else {
            let name = format!("V_{}_{}", constant(&slot.name), digest(&values));
            let _ = write!(value, ", values: {}", self.values.intern(name, values));
        }
        let _ = write!(value, ", absent: {} }}", self.gate(&slot.absent));
        let name = match is_literal && slot.absent == Gate::default() {
            true => format!("S_{}{}", word_constant(self.table, &slot.name), if slot.required { "" } else { "_MAYBE" }),
            false => format!("S_{}_{}", constant(&slot.name), digest(&contents(&value))),
        };
        self.slots.intern(name, value)
    }

    fn operand(&mut self, operand: &Operand) -> String {
        let parts = match &operand.shape {
            Shape::Address(_, parts) | Shape::Tuple(parts) => parts.as_slice(),
            _ => &[],
        };
        let parts: Vec<String> = parts.iter().map(|part| self.operand(part)).collect();
        let mut value = format!("OperandSpec {{ name: {:?}", operand.name);
        let mut field = |name: &str, text: String, default: &str| {
            if text != default {
                let _ = write!(value, ", {name}: {text}");
            }
        };
        field("shape", shape(&operand.shape), "Shape::One");
        field("place", place(&operand.place), "ElementKind::Set(AtomSet::of(&[]))");
        field("flags", flags(operand), "");
        let ranges = operand.ranges.iter();
        let ranges: Vec<String> =
            ranges.map(|(low, high, step)| format!("Range {{ low: {low}, high: {high}, step: {step} }}")).collect();
        field("ranges", format!("&[{}]", ranges.join(", ")), "&[]");
        field("when", operand.when.as_ref().map_or(String::new(), |word| format!("Some({})", self.word(word))), "");
        let selectors = operand.selectors.as_ref();
        field(
            "selectors",
            selectors.map_or(String::new(), |name| format!("Some(Selectors::{})", capitalised(name))),
            "",
        );
        field("parts", format!("&[{}]", parts.join(", ")), "&[]");
        let access = operand.role.as_ref().map(|role| role.access.clone()).unwrap_or_default();
        let role = match &operand.role {
            Some(role) => variant(&role.name),
            None if operand.written => "Result".to_string(),
            None => "Source".to_string(),
        };
        if role != "Source" {
            let _ = write!(value, ", role: Role::{role}");
        }
        if access != Access::default() {
            let _ = write!(value, ", access: {}", emit_access(&access));
        }
        value.push_str(", ..OPERAND }");
        self.operands.intern(format!("O_{}_{}", constant(&operand.name), digest(&contents(&value))), value)
    }
}

fn emit_access(access: &Access) -> String {
    let mut fields = Vec::new();
    fields.extend(access.reads.then_some("reads: true, ".to_string()));
    fields.extend(access.writes.then_some("writes: true, ".to_string()));
    fields.extend(access.later.then_some("later: true, ".to_string()));
    fields.extend(access.proxy.as_ref().map(|proxy| format!("proxy: Proxy::{}, ", variant(proxy))));
    format!("RoleAccess {{ {}..RoleAccess::NONE }}", fields.concat())
}

/// The variant of an enum: `tensor-map` is `TensorMap`.
fn variant(name: &str) -> String {
    name.split(['-', '_']).map(capitalised).collect()
}

/// `SM_90A`, `SM_12_SM_62`: the fewest names and sections of targets that make up a set, the widest first.
fn set_name(table: &Table, set: u64) -> String {
    let count = table.targets.len();
    let known = u64::MAX >> (64 - count);
    let name = |index: usize| table.targets[index].name.to_ascii_uppercase();
    let mut candidates: Vec<(u64, String)> = Vec::new();
    for (index, target) in table.targets.iter().enumerate() {
        if let Ok(set) = super::gates::target_set(table, &target.name) {
            candidates.push((set & known, name(index)));
        }
    }
    for first in 0..count {
        for last in first..count {
            let section = (known >> (count - 1 - last)) & (known << first);
            candidates.push((section, format!("{}_TO_{}", name(first), name(last))));
        }
    }
    let mut left = set & known;
    let mut names = Vec::new();
    while left != 0 {
        let fitting = candidates.iter().filter(|(candidate, _)| candidate & !set == 0 && candidate & left != 0);
        let widest = fitting.rev().max_by_key(|(candidate, _)| (candidate & left).count_ones());
        let Some((candidate, name)) = widest else { break };
        left &= !candidate;
        names.push(name.clone());
    }
    names.join("_")
}

fn forms_name(instruction: &str) -> String {
    format!("F_{}", constant(instruction))
}

/// The constant of a word in `isa::word`.
fn word_constant(table: &Table, word: &str) -> String {
    table.constants.get(word).cloned().unwrap_or_else(|| constant(word))
}

fn emit_targets(out: &mut String, table: &Table) {
    let _ = writeln!(out, "pub(super) static TARGETS: &[TargetData] = &[");
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

fn emit_words(out: &mut String, table: &Table) {
    out.push_str("words! {\n");
    for (word, class) in &table.words {
        let mut row = format!("    {} {word:?}", word_constant(table, word));
        let class = match class {
            Class::Type => format!("Class::Type({})", type_variant(word)),
            Class::Space => format!("Class::Space({})", space_variant(word)),
            Class::Vector => format!("Class::Vector({})", &word[1..]),
            Class::Modifier => String::new(),
        };
        let category = table.categories.get(word).map_or(String::new(), |category| format!("{category:?}"));
        let ignored = table.ignored.get(word).map_or(String::new(), |who| format!("Ignored::{}", capitalised(who)));
        let flag = |list: &[String]| if list.contains(word) { "true" } else { "" }.to_string();
        for (name, text) in [
            ("class", class),
            ("category", category),
            ("repeatable", flag(&table.repeatable)),
            ("movable", flag(&table.movable)),
            ("ignored", ignored),
        ] {
            if !text.is_empty() {
                let _ = write!(row, " {name}: {text},");
            }
        }
        let _ = writeln!(out, "{row};");
    }
    out.push_str("}\n\n");
}

fn emit_instructions(out: &mut String, table: &Table) {
    out.push_str("instructions! {\n");
    for (name, &index) in &table.by_name {
        let instruction = &table.instructions[index];
        let mut row = format!("    {} {name:?} {:?} {}", constant(name), instruction.section, forms_name(name));
        if instruction.tolerant {
            row.push_str(" tolerant: true,");
        }
        if instruction.commutative {
            row.push_str(" commutative: true,");
        }
        if !instruction.ignored.is_empty() {
            let words: Vec<String> =
                instruction.ignored.iter().map(|word| format!("w::{}", word_constant(table, word))).collect();
            let _ = write!(row, " ignored: &[{}],", words.join(", "));
        }
        if !instruction.effects.is_empty() {
            let effects: Vec<String> =
                instruction.effects.iter().map(|effect| format!("Effects::{}", constant(effect))).collect();
            let _ = write!(row, " effects: Effects::of(&[{}]),", effects.join(", "));
        }
        if !instruction.quirks.is_empty() {
            let quirks: Vec<String> =
                instruction.quirks.iter().map(|quirk| format!("Quirks::{}", constant(quirk))).collect();
            let _ = write!(row, " quirks: Quirks::of(&[{}]),", quirks.join(", "));
        }
        if let Some(order) = &instruction.order {
            let scope = order.scope.as_ref();
            let scope = scope.map_or("None".to_string(), |scope| format!("Some(Scope::{})", variant(scope)));
            let semantics = variant(&order.semantics);
            let _ = write!(row, " order: Some(Order {{ semantics: Semantics::{semantics}, scope: {scope} }}),");
        }
        let _ = writeln!(out, "{row};");
    }
    out.push_str("}\n\n");
}

fn place(place: &Place) -> String {
    match place {
        Place::Fixed(name) => format!("ElementKind::Type(TypeSpec::Fixed({}))", type_variant(name)),
        Place::Slot(index) => format!("ElementKind::Type(TypeSpec::Slot({index}))"),
        Place::Wide(index) => format!("ElementKind::Type(TypeSpec::Wide({index}))"),
        Place::Set(kinds) => format!("ElementKind::Set({})", atom_set(kinds)),
    }
}

fn atom_set(kinds: &[String]) -> String {
    let variant = |kind: &String| ATOMS.iter().find(|(atom, _)| atom == kind).map(|(_, variant)| *variant);
    let kinds: Vec<&str> = kinds.iter().filter_map(variant).collect();
    format!("AtomSet::of(&[{}])", kinds.join(", "))
}

fn shape(shape: &Shape) -> String {
    match shape {
        Shape::One => "Shape::One".to_string(),
        Shape::Vector(count) => format!("Shape::Vector({count})"),
        Shape::PerVector => "Shape::PerVector".to_string(),
        Shape::Counted(Count { slot, letters, times, over }) => {
            format!("Shape::Counted(Count {{ slot: {slot}, letters: {letters:?}, times: {times}, over: {over} }})")
        }
        Shape::Tuple(_) => "Shape::Tuple".to_string(),
        Shape::AnyVector => "Shape::AnyVector".to_string(),
        Shape::PerGeometry(measure) => format!("Shape::PerGeometry(Measure::{})", capitalised(measure)),
        Shape::Address(base, _) => {
            let base = match base {
                AddressBase::Named => "AddressBase::Named".to_string(),
                AddressBase::Space(space) => format!("AddressBase::Space({})", space_variant(space)),
                AddressBase::Set(kinds) => format!("AddressBase::Set({})", atom_set(kinds)),
            };
            format!("Shape::Address {{ base: {base} }}")
        }
        Shape::Any => "Shape::Any".to_string(),
        Shape::Rest => "Shape::Rest".to_string(),
    }
}

fn flags(operand: &Operand) -> String {
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
    flags.join(" | ")
}

fn specials(table: &Table, pools: &mut Pools<'_>) -> String {
    let mut out = String::from("\npub(super) static SPECIALS: &[(&str, &Gate)] = &[\n");
    for (name, gate) in &table.specials {
        let _ = writeln!(out, "    ({name:?}, {}),", pools.gate(gate));
    }
    out.push_str("];\n");
    out
}
