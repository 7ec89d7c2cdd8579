//! Probes from the instruction table: every legal form, and its near misses.

use crate::probe::Probe;
use ptxlint::isa::{
    AddressBase, Atom, AtomSet, Class, ElementKind, Form, Instruction, Measure, OperandSpec, Range, Relation,
    ScalarType, Shape, Slot, SlotClass, StateSpace, Target, TypeSpec, Word,
};
use std::collections::HashSet;

/// How much is generated.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// Also every target and version for each gate.
    pub(crate) gates: bool,
}

/// Probes of one instruction, without repetitions.
pub(crate) fn probes(instruction: Instruction, extent: Extent) -> Vec<Probe> {
    let mut out = Collector { instruction, seen: HashSet::new(), probes: Vec::new() };
    for form in instruction.forms() {
        let base = Draft::base(instruction, form);
        out.add(&base);
        out.slots(&base);
        out.words(&base);
        out.operands(&base);
        out.counts(&base);
        if extent.gates {
            out.gates(&base);
        }
    }
    out.probes
}

/// Each form of an instruction with every combination of its words, or an even choice of so many.
pub(crate) fn combinations(instruction: Instruction, most: usize) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for form in instruction.forms() {
        let slots = form.slots();
        let choices: Vec<usize> =
            slots.iter().map(|slot| slot.values().len() + usize::from(!slot.is_required())).collect();
        let total = choices.iter().fold(1usize, |product, &count| product.saturating_mul(count));
        for number in (0..total).step_by(total.div_ceil(most).max(1)) {
            let mut draft = Draft::base(instruction, form);
            let mut rest = number;
            for ((slot, filled), &count) in slots.iter().zip(&mut draft.filled).zip(&choices) {
                *filled = slot.values().get(rest % count).map(|value| value.word);
                rest /= count;
            }
            drafts.push(draft);
        }
    }
    drafts
}

/// An instruction in the making: words and operands.
#[derive(Clone)]
pub(crate) struct Draft {
    form: &'static Form,
    name: &'static str,
    /// Word of each slot of the form, in the form's order.
    filled: Vec<Option<Word>>,
    /// Words that no slot has asked for.
    extra: Vec<String>,
    /// Operands that replace the canonical ones.
    operands: Vec<(usize, String)>,
    /// How many operands are left off, or added.
    count: isize,
    version: Option<String>,
    target: Option<String>,
}

impl Draft {
    /// All required slots filled with their first word, no optional one.
    pub(crate) fn base(instruction: Instruction, form: &'static Form) -> Self {
        let first = |slot: &Slot| slot.is_required().then(|| slot.values()[0].word);
        Self {
            form,
            name: instruction.name(),
            filled: form.slots().iter().map(first).collect(),
            extra: Vec::new(),
            operands: Vec::new(),
            count: 0,
            version: None,
            target: None,
        }
    }

    /// With another word in a slot, and the words that it demands.
    pub(crate) fn with(&self, slot: usize, word: Word) -> Self {
        let mut draft = self.clone();
        draft.filled[slot] = Some(word);
        let needs = self.form.constraints().iter().filter(|c| c.relation == Relation::Needs && c.word == word);
        for constraint in needs.filter(|c| !c.others.iter().any(|&other| self.has(other))) {
            let other = constraint.others[0];
            let place = self.form.slots().iter().position(|slot| slot.value(other).is_some());
            if let Some(place) = place {
                draft.filled[place] = Some(other);
            }
        }
        draft
    }

    /// The probe of this instruction.
    pub(crate) fn probe(&self) -> Probe {
        probe_of(self.render(), self)
    }

    /// The opcode with its words.
    pub(crate) fn opcode(&self) -> String {
        self.filled.iter().flatten().fold(self.name.to_string(), |text, word| text + "." + word.name())
    }

    /// The names of the types in the opcode.
    pub(crate) fn type_names(&self) -> Vec<&'static str> {
        let is_type = |word: &&Word| matches!(word.class(), Class::Type(_));
        self.filled.iter().flatten().filter(is_type).map(|word| word.name()).collect()
    }

    /// Each operand: its name in the table, its text, and whether it is written.
    pub(crate) fn operand_texts(&self) -> Vec<(&'static str, String, bool)> {
        let mut addresses = 0;
        let specs = self.specs().into_iter().enumerate();
        specs.map(|(i, spec)| (spec.name(), self.canonical(spec, i, &mut addresses), spec.is_written())).collect()
    }

    fn types(&self) -> Vec<Option<ScalarType>> {
        let slots = self.form.slots().iter().zip(&self.filled).filter(|(slot, _)| slot.class() == SlotClass::Type);
        slots
            .map(|(_, word)| match word.map(Word::class) {
                Some(Class::Type(ty)) => Some(ty),
                _ => None,
            })
            .collect()
    }

    fn vector(&self) -> u8 {
        let mut lengths = self.filled.iter().flatten().filter_map(|word| match word.class() {
            Class::Vector(length) => Some(length),
            _ => None,
        });
        lengths.next_back().unwrap_or(1)
    }

    fn space(&self, index: usize) -> Option<StateSpace> {
        let mut spaces = self.filled.iter().flatten().filter_map(|word| match word.class() {
            Class::Space(space) => Some(space),
            _ => None,
        });
        spaces.nth(index)
    }

    fn has(&self, word: Word) -> bool {
        self.filled.contains(&Some(word))
    }

    fn specs(&self) -> Vec<&'static OperandSpec> {
        let present = |spec: &&OperandSpec| spec.when().is_none_or(|word| self.has(word));
        let specs: Vec<_> =
            self.form.operands().iter().filter(present).filter(|spec| spec.shape() != Shape::Rest).collect();
        let conditional = specs.iter().filter(|spec| spec.when().is_some()).count();
        let count = (self.form.required_operands() + conditional) as isize + self.count;
        specs.into_iter().take(count.max(0) as usize).collect()
    }

    /// The text of the instruction.
    fn render(&self) -> String {
        let mut text = self.name.to_string();
        for word in self.filled.iter().flatten() {
            text.push('.');
            text.push_str(word.name());
        }
        for word in &self.extra {
            text.push('.');
            text.push_str(word);
        }
        let specs = self.specs();
        let mut operands = Vec::new();
        let mut addresses = 0;
        for (i, spec) in specs.iter().enumerate() {
            let canonical = self.canonical(spec, i, &mut addresses);
            let replaced = self.operands.iter().find(|(at, _)| *at == i);
            operands.push(replaced.map_or(canonical, |(_, text)| text.clone()));
        }
        operands.extend(self.operands.iter().filter(|(at, _)| *at >= specs.len()).map(|(_, text)| text.clone()));
        if !operands.is_empty() {
            text.push(' ');
            text.push_str(&operands.join(", "));
        }
        text.push(';');
        if text.contains("L1") {
            text.push_str(" L1:");
        }
        text
    }

    /// An operand that fits.
    fn canonical(&self, spec: &OperandSpec, index: usize, addresses: &mut usize) -> String {
        let element = |k: usize| self.element(spec, index * 4 + k);
        match spec.shape() {
            Shape::Vector(count) => braces((0..count).map(|k| element(usize::from(k)))),
            Shape::Counted(count) => {
                let length = count.length(self.form, |word| self.has(word)).unwrap_or(1);
                // Registers of their own: an instruction may want all that it writes to be different.
                braces((0..length).map(|k| self.element(spec, 11 + index * 8 + k)))
            }
            Shape::PerVector if self.vector() > 1 => {
                let pair = if spec.demands_pair() { "|%p3" } else { "" };
                braces((0..self.vector()).map(|k| element(usize::from(k)))) + pair
            }
            Shape::PerGeometry(measure) => self.measured(measure, spec, index * 4),
            Shape::Tuple => braces(spec.parts().iter().map(|part| self.element(part, 2 + index))),
            Shape::Address { base } => {
                let named = self.space(*addresses).or(self.space(0));
                *addresses += 1;
                let space = match base {
                    AddressBase::Named => named,
                    AddressBase::Space(space) => Some(space),
                    AddressBase::Set(set) if set.contains(Atom::Texref) => Some(StateSpace::Tex),
                    AddressBase::Set(set) if set.contains(Atom::RegB64) => None,
                    AddressBase::Set(_) => Some(StateSpace::Shared),
                };
                let base = match space {
                    Some(StateSpace::Shared) => format!("%r{}", 20 + index),
                    Some(StateSpace::Param) => "p_buf".into(),
                    Some(StateSpace::Const) => "cbuf".into(),
                    Some(StateSpace::Local) => "lbuf".into(),
                    Some(StateSpace::Tex) => "tx".into(),
                    _ => format!("%rd{}", 20 + index),
                };
                let mut parts = vec![base];
                let present = |part: &&OperandSpec| part.when().is_none_or(|word| self.has(word));
                let part_specs = spec.parts().iter().filter(present).filter(|part| !part.is_optional_when_unified());
                for (k, part) in part_specs.enumerate() {
                    parts.push(self.canonical(part, index + k + 1, &mut 0));
                }
                format!("[{}]", parts.join(", "))
            }
            _ if spec.demands_pair() => format!("{}|%p3", element(0)),
            _ => element(0),
        }
    }

    /// A vector as long as the geometry asks for.
    fn measured(&self, measure: Measure, spec: &OperandSpec, number: usize) -> String {
        let geometry = self.filled.iter().flatten().map(|word| word.name());
        let mut lengths = geometry.filter_map(|word| match word {
            "1d" | "4d" => Some((1, None, 1)),
            "2d" => Some((2, None, 2)),
            "3d" => Some((4, None, 4)),
            "a1d" | "5d" => Some((2, Some(0), 1)),
            "a2d" => Some((4, Some(0), 2)),
            "cube" => Some((4, None, 1)),
            "acube" => Some((4, Some(0), 1)),
            "2dms" => Some((4, None, 2)),
            "a2dms" => Some((4, Some(1), 2)),
            _ => None,
        });
        let (coordinates, array_index, plane) = lengths.next_back().unwrap_or((1, None, 1));
        let length = if matches!(measure, Measure::Texture | Measure::Surface) { coordinates } else { plane };
        braces((0..length).map(|k| match measure {
            Measure::Texture if array_index == Some(k) => format!("%r{}", number + k),
            _ => self.element(spec, number + k),
        }))
    }

    /// What fits a place.
    fn allowed(&self, spec: &OperandSpec) -> AtomSet {
        match spec.place() {
            ElementKind::Set(set) => set,
            ElementKind::Type(ty) => {
                let types = self.types();
                let ty = match ty {
                    TypeSpec::Fixed(ty) => Some(ty),
                    TypeSpec::Slot(index) => types.get(usize::from(index)).copied().flatten(),
                    TypeSpec::Wide(index) => types.get(usize::from(index)).copied().flatten().map(wide),
                };
                ty.map_or(AtomSet::NONE, |ty| AtomSet::registers(ty, false))
            }
        }
    }

    fn element(&self, spec: &OperandSpec, number: usize) -> String {
        let allowed = self.allowed(spec);
        let preferred = [
            Atom::RegF32,
            Atom::RegF64,
            Atom::RegB32,
            Atom::RegB64,
            Atom::RegB16,
            Atom::RegPred,
            Atom::RegB8,
            Atom::RegB128,
            Atom::Int,
        ];
        // A float register stands for float types only; `.b32` takes it, too.
        let float = matches!(spec.place(), ElementKind::Type(_)) && !allowed.contains(Atom::RegU32);
        let usable = |atom: &&Atom| match atom {
            Atom::RegF32 | Atom::RegF64 => float && allowed.contains(**atom) && !allowed.contains(Atom::RegU64),
            _ => allowed.contains(**atom),
        };
        let found = preferred.iter().find(usable).copied().or_else(|| allowed.iter().next());
        match (found, spec.ranges().first()) {
            (Some(Atom::Int), Some(range)) => range.low.max(0).min(range.high).to_string(),
            (Some(atom), _) => atom_text(atom, number).unwrap_or_else(|| "5".into()),
            (None, _) => "%r1".into(),
        }
    }
}

fn wide(ty: ScalarType) -> ScalarType {
    match ty {
        ScalarType::U16 => ScalarType::U32,
        ScalarType::S16 => ScalarType::S32,
        ScalarType::U32 => ScalarType::U64,
        ScalarType::S32 => ScalarType::S64,
        other => other,
    }
}

fn braces(elements: impl Iterator<Item = String>) -> String {
    format!("{{{}}}", elements.collect::<Vec<_>>().join(","))
}

/// An operand of a kind; `number` tells several of them apart.
fn atom_text(atom: Atom, number: usize) -> Option<String> {
    let small = number % 3 + 1;
    let wide = number % 18 + 1;
    let many = number % 139 + 1;
    Some(match atom {
        Atom::RegPred => format!("%p{small}"),
        Atom::RegB8 => format!("%b{small}"),
        Atom::RegU8 => format!("%cu{small}"),
        Atom::RegS8 => format!("%cs{small}"),
        Atom::RegB16 => format!("%h{small}"),
        Atom::RegU16 => format!("%hu{small}"),
        Atom::RegS16 => format!("%hs{small}"),
        Atom::RegF16 => format!("%hf{small}"),
        Atom::RegB32 => format!("%r{many}"),
        Atom::RegU32 => format!("%ru{small}"),
        Atom::RegS32 => format!("%rs{small}"),
        Atom::RegF32 => format!("%f{many}"),
        Atom::RegF16x2 => format!("%hx{small}"),
        Atom::RegB64 => format!("%rd{wide}"),
        Atom::RegU64 => format!("%rdu{small}"),
        Atom::RegS64 => format!("%rds{small}"),
        Atom::RegF64 => format!("%fd{wide}"),
        Atom::RegB128 => format!("%q{small}"),
        Atom::Int => "5".into(),
        Atom::HexSingle => "0f3F800000".into(),
        Atom::HexDouble => "0d3FF0000000000000".into(),
        Atom::Decimal => "1.5".into(),
        Atom::Global => "gbuf".into(),
        Atom::Shared => "sbuf".into(),
        Atom::Local => "lbuf".into(),
        Atom::Const => "cbuf".into(),
        Atom::Param => "p_u32".into(),
        Atom::Texref => "tx".into(),
        Atom::Surfref => "sf".into(),
        Atom::RegVector => "vf4".into(),
        Atom::Offset => "gbuf+4".into(),
        Atom::Index => "gbuf[2]".into(),
        Atom::Sum => "%r1+4".into(),
        Atom::Special16 => "%tid.x".into(),
        Atom::Special32 => "%laneid".into(),
        Atom::Special64 => "%clock64".into(),
        Atom::SpecialAny => "%gridid".into(),
        Atom::SpecialVector => "%tid".into(),
        Atom::Label => "L1".into(),
        Atom::BranchTargets => "ts".into(),
        Atom::Sink => "_".into(),
        Atom::NotPred => "!%p1".into(),
        Atom::Minus => "-%r1".into(),
        Atom::BadSign => "-%p1".into(),
        Atom::Selected => "%r1.b0".into(),
        Atom::BadSelector => "%r1.x".into(),
        Atom::Vector => "{%r1,%r2}".into(),
        Atom::Pair => "%r1|%p1".into(),
        Atom::Address => "[%rd1]".into(),
        _ => return None,
    })
}

/// Further operand texts that no kind covers.
const ODD_OPERANDS: &[&str] = &[
    "-5",
    "5U",
    "70000",
    "4294967296",
    "{%r1}",
    "{%h1,%h2}",
    "{%r1,%r2,%r3,%r4}",
    "{%f1,%f2}",
    "%p1|%p2",
    "[%r1]",
    "[sbuf]",
    "[gbuf]",
    "[cbuf]",
    "[lbuf]",
    "[p_u32]",
    "[%rd1+16]",
    "[16]",
    "[%h1]",
    "sbuf+4",
    "%zz",
    "!%r1",
    "{%rd1,%rd2}",
    "{_,%r1}",
    "%r2.h10",
    "%r2.b31",
    "%r2.b7654",
    "-%r2.h1",
];

/// The declarations that an instruction text needs beyond the module's own.
fn declarations(text: &str) -> Option<String> {
    let extras = [
        ("%b1", ".reg .b8 %b<4>;"),
        ("%b2", ".reg .b8 %b<4>;"),
        ("%b3", ".reg .b8 %b<4>;"),
        ("%cu", ".reg .u8 %cu<4>;"),
        ("%cs", ".reg .s8 %cs<4>;"),
        ("%hx", ".reg .f16x2 %hx<4>;"),
        ("%q", ".reg .b128 %q<4>;"),
        ("vf4", ".reg .v4 .f32 vf4;"),
        ("ts", "ts: .branchtargets L1;"),
    ];
    let operands = text.split_once(' ').map_or("", |(_, operands)| operands);
    let mut needed: Vec<&str> = extras.iter().filter(|(mark, _)| operands.contains(mark)).map(|(_, d)| *d).collect();
    needed.dedup();
    (!needed.is_empty()).then(|| needed.join(" "))
}

/// The texture and surface references that operands name.
fn references(operands: &str) -> Option<String> {
    let named = |name: &str| operands.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == name);
    let declarations = [("tx", ".global .texref tx;"), ("sf", ".global .surfref sf;")];
    declarations.iter().any(|(name, _)| named(name)).then(|| declarations.map(|(_, text)| text).join(" "))
}

/// The probe of an instruction text, for the draft's version and target.
fn probe_of(text: String, draft: &Draft) -> Probe {
    let decls = declarations(&text);
    let operands = text.split_once(' ').map_or("", |(_, operands)| operands);
    let module_decls = references(operands);
    let label = if decls.as_deref().is_some_and(|d| d.contains("L1")) && !text.contains("L1:") { " L1:" } else { "" };
    Probe {
        id: String::new(),
        instr: text + label,
        decls,
        module_decls,
        version: draft.version.clone(),
        target: draft.target.clone(),
    }
}

struct Collector {
    instruction: Instruction,
    seen: HashSet<(String, Option<String>, Option<String>)>,
    probes: Vec<Probe>,
}

impl Collector {
    fn add(&mut self, draft: &Draft) {
        self.add_text(draft.render(), draft);
    }

    fn add_text(&mut self, text: String, draft: &Draft) {
        if !self.seen.insert((text.clone(), draft.version.clone(), draft.target.clone())) {
            return;
        }
        let id = format!("{}#{}", self.instruction.name(), self.probes.len());
        self.probes.push(Probe { id, ..probe_of(text, draft) });
    }

    /// Each word of each slot, slots emptied and filled, and pairs of optional slots.
    fn slots(&mut self, base: &Draft) {
        let slots = base.form.slots();
        for (i, slot) in slots.iter().enumerate() {
            for value in slot.values() {
                let draft = base.with(i, value.word);
                self.add(&draft);
                for (j, other) in slots.iter().enumerate().skip(i + 1) {
                    for value in other.values().iter().take(3) {
                        let mut pair = draft.clone();
                        pair.filled[j] = Some(value.word);
                        self.add(&pair);
                    }
                }
            }
            let mut without = base.clone();
            without.filled[i] = None;
            self.add(&without);
        }
        let mut all = base.clone();
        for (i, slot) in slots.iter().enumerate() {
            all.filled[i] = all.filled[i].or(Some(slot.values()[0].word));
        }
        self.add(&all);
        for reversed in [false, true] {
            let mut draft = all.clone();
            draft.extra = draft.filled.iter().flatten().map(|word| word.name().to_string()).collect();
            if reversed {
                draft.extra.reverse();
            } else {
                let by = draft.extra.len().min(1);
                draft.extra.rotate_left(by);
            }
            let operands = all.render().split_once(' ').map_or(String::new(), |(_, rest)| format!(" {rest}"));
            let mut text = format!("{}.{}", draft.name, draft.extra.join("."));
            text.push_str(if operands.is_empty() { ";" } else { &operands });
            self.add_text(text, &all);
        }
    }

    /// Words that do not belong there.
    fn words(&mut self, base: &Draft) {
        for (i, slot) in base.form.slots().iter().enumerate() {
            if slot.class() == SlotClass::Type {
                for &ty in ScalarType::ALL {
                    if let Some(word) = Word::lookup(ty.name().as_bytes()) {
                        let mut draft = base.clone();
                        draft.filled[i] = Some(word);
                        self.add(&draft);
                    }
                }
            }
        }
        for word in Word::all() {
            let mut draft = base.clone();
            draft.extra.push(word.name().to_string());
            self.add(&draft);
        }
        for word in base.filled.iter().flatten() {
            let mut draft = base.clone();
            draft.extra.push(word.name().to_string());
            self.add(&draft);
        }
        for word in ["x", "nosuch", "u24"] {
            let mut draft = base.clone();
            draft.extra.push(word.to_string());
            self.add(&draft);
        }
    }

    /// Every kind of operand in every place, for every type.
    fn operands(&mut self, base: &Draft) {
        let type_slot = base.form.slots().iter().position(|slot| slot.class() == SlotClass::Type);
        let variants: Vec<Draft> = match type_slot {
            Some(i) => base.form.slots()[i]
                .values()
                .iter()
                .map(|value| {
                    let mut draft = base.clone();
                    draft.filled[i] = Some(value.word);
                    draft
                })
                .collect(),
            None => vec![base.clone()],
        };
        for draft in variants {
            for (i, spec) in draft.specs().iter().enumerate() {
                let kinds = Atom::ALL.iter().filter_map(|&atom| atom_text(atom, i * 4));
                for text in kinds.chain(ODD_OPERANDS.iter().map(|text| text.to_string())) {
                    let mut changed = draft.clone();
                    changed.operands.push((i, text));
                    self.add(&changed);
                }
                for Range { low, high, step } in spec.ranges() {
                    let inner = [low.saturating_add(1), low.saturating_add(*step), low.saturating_add(2 * step)];
                    let outer = [low.saturating_sub(1), *low, *high, high.saturating_add(1)];
                    for value in inner.into_iter().chain(outer) {
                        let mut changed = draft.clone();
                        changed.operands.push((i, value.to_string()));
                        self.add(&changed);
                    }
                }
            }
        }
    }

    /// Operands left off and added.
    fn counts(&mut self, base: &Draft) {
        for change in [-2, -1, 1, 2] {
            let mut draft = base.clone();
            draft.count = change;
            self.add(&draft);
        }
        for text in ["%r9", "%rd9", "%p5", "5", "{%r9,%r10}", "[%rd9]", "%f9"] {
            let mut draft = base.clone();
            draft.operands.push((draft.specs().len(), text.to_string()));
            self.add(&draft);
        }
    }

    /// All targets and versions, for the form and for each gated word.
    fn gates(&mut self, base: &Draft) {
        let mut gated = vec![(base.clone(), base.form.gate())];
        for (i, slot) in base.form.slots().iter().enumerate() {
            for value in slot.values() {
                let draft = base.with(i, value.word);
                gated.push((draft, value.gate()));
            }
        }
        for (draft, _) in &gated {
            for target in Target::all().filter(|target| target.version() >= 40 || target.name() < "sm_3") {
                let mut probe = draft.clone();
                probe.target = Some(target.name().to_string());
                probe.version = Some("9.5".into());
                self.add(&probe);
            }
        }
        for (draft, _) in &gated {
            for &(version, number) in VERSIONS {
                // The newest targets that the version knows: one plain, and those with features of their own.
                let known = Target::all().filter(|target| target.version() <= number);
                let plain = known.clone().filter(|target| target.name().ends_with(|c: char| c.is_ascii_digit())).last();
                let special = known.filter(|target| !target.name().ends_with(|c: char| c.is_ascii_digit()));
                for target in special.chain(plain) {
                    let mut probe = draft.clone();
                    probe.version = Some(version.to_string());
                    probe.target = Some(target.name().to_string());
                    self.add(&probe);
                }
            }
        }
    }
}

/// PTX versions, as text and times 10, from the first that knows `.address_size`.
pub(crate) const VERSIONS: &[(&str, u8)] = &[
    ("2.3", 23),
    ("3.0", 30),
    ("3.1", 31),
    ("3.2", 32),
    ("4.0", 40),
    ("4.1", 41),
    ("4.2", 42),
    ("4.3", 43),
    ("5.0", 50),
    ("5.1", 51),
    ("6.0", 60),
    ("6.1", 61),
    ("6.2", 62),
    ("6.3", 63),
    ("6.4", 64),
    ("6.5", 65),
    ("7.0", 70),
    ("7.1", 71),
    ("7.2", 72),
    ("7.3", 73),
    ("7.4", 74),
    ("7.5", 75),
    ("7.6", 76),
    ("7.7", 77),
    ("7.8", 78),
    ("8.0", 80),
    ("8.1", 81),
    ("8.2", 82),
    ("8.3", 83),
    ("8.4", 84),
    ("8.5", 85),
    ("8.6", 86),
    ("8.7", 87),
    ("8.8", 88),
    ("9.0", 90),
    ("9.1", 91),
    ("9.2", 92),
    ("9.3", 93),
    ("9.4", 94),
    ("9.5", 95),
];
