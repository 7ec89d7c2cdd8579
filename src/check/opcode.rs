//! Opcode against forms.

use super::MistakeKind;
use super::gate::{DeclaredTarget, Lack};
use super::operand::{MAX_TYPES, Types};
use crate::ir::{Module, Opcode};
use crate::isa::{Class, Form, Gate, Instruction, Quirks, Relation, Slot, SlotClass, StateSpace, Word, op};

/// What the table says of an opcode spelling.
pub(super) struct OpcodeVerdict {
    /// Mistakes of the words, judged by the form that fits best.
    pub(super) mistakes: Vec<(Option<&'static Form>, MistakeKind)>,
    /// The forms whose operands the instructions of this spelling may have. None when the mistakes leave that open.
    pub(super) candidates: Vec<FormCandidate>,
    /// The instruction is `call`.
    pub(super) is_call: bool,
    /// Vector length.
    pub(super) vector: u8,
    /// State spaces in order.
    pub(super) spaces: [Option<StateSpace>; 2],
}

/// A form whose words fit.
pub(super) struct FormCandidate {
    pub(super) form: &'static Form,
    /// The types that fill its type slots.
    pub(super) types: Types,
    /// What the module lacks for the form, or for the word of this index.
    pub(super) lacks: Vec<(Option<usize>, Lack)>,
}

/// Judges an opcode.
pub(super) fn judge(module: &Module<'_>, opcode: &Opcode, environment: &DeclaredTarget) -> OpcodeVerdict {
    let mut spaces = module.modifiers(opcode).iter().filter_map(|modifier| match modifier.word?.class() {
        Class::Space(space) => Some(space),
        _ => None,
    });
    let mut verdict = OpcodeVerdict {
        mistakes: Vec::new(),
        candidates: Vec::new(),
        is_call: opcode.instruction == Some(op::CALL),
        vector: module.vector_length(opcode),
        spaces: [spaces.next(), spaces.next()],
    };
    let Some(instruction) = opcode.instruction else {
        verdict.mistakes.push((None, MistakeKind::UnknownInstruction));
        return verdict;
    };
    if let Some(index) = word_apart(module, opcode, instruction) {
        verdict.mistakes.push((None, MistakeKind::NameApart { index }));
        return verdict;
    }
    let instruction = with_moved_word(module, opcode, instruction);
    let mut words = Vec::new();
    let first = usize::from(opcode.name_words);
    for (i, modifier) in module.modifiers(opcode).iter().take(MAX_WORDS).enumerate() {
        match modifier.word {
            Some(word) => words.push((first + i, word)),
            None => verdict.mistakes.push((None, MistakeKind::UnknownModifier { index: first + i })),
        }
    }
    // An open form takes words that the table does not list.
    if instruction.forms().iter().any(|form| form.is_open()) {
        verdict.mistakes.clear();
    }
    let forms = instruction.forms().iter().filter(|form| !environment.is_past(form.gate()));
    let fit = |form, exactly| fit(form, &words, environment, instruction, exactly);
    // Legal code fits some form exactly, and nearly all code is legal: forms that cost something are only weighed where none fits.
    let mut fits: Vec<Fit> = forms.clone().filter_map(|form| fit(form, true)).collect();
    if fits.iter().all(|fit| environment.outlived(fit.form.gate())) {
        fits = forms.filter_map(|form| fit(form, false)).collect();
    }
    // What a retired form lacks is of no help where another one says what to write instead.
    if fits.iter().filter(|fit| fit.cost == 0).all(|fit| environment.outlived(fit.form.gate())) {
        let current = |fit: &Fit| !environment.outlived(fit.form.gate());
        if fits.iter().any(current) {
            fits.retain(current);
        }
    }
    let least = fits.iter().map(|fit| fit.cost).min().unwrap_or(0);
    if least == 0 {
        verdict.candidates = fits.into_iter().filter(|fit| fit.cost == 0).map(|fit| fit.candidate).collect();
    // Of forms at the same cost, the one with the most filled slots is what the author had in mind; of those, the first of the table, which
    // `max_by_key` gives for the list in reverse.
    } else if let Some(best) = fits.into_iter().rev().filter(|fit| fit.cost == least).max_by_key(|fit| fit.matched) {
        // With the types in doubt, or a word that may be any, nothing can be said of the operands.
        if least < SURE_TYPES && verdict.mistakes.is_empty() {
            verdict.candidates.push(best.candidate);
        }
        let form = Some(verdict.candidates.first().map_or(best.form, |candidate| candidate.form));
        // A word that nobody knows stands where one is missing: that is one mistake, not two.
        let mut unknown = verdict.mistakes.len();
        let mistakes = best.mistakes.into_iter().filter(|kind| {
            let explained = unknown > 0 && matches!(kind, MistakeKind::MissingModifier { .. });
            unknown -= usize::from(explained);
            !explained
        });
        verdict.mistakes.extend(mistakes.map(|kind| (form, kind)));
    }
    verdict
}

/// The first word of the name that white space or a comment separates from the one before it. Modifiers may stand so, words of names
/// only with few instructions.
fn word_apart(module: &Module<'_>, opcode: &Opcode, instruction: Instruction) -> Option<usize> {
    let name = &module.all_modifiers(opcode)[..usize::from(opcode.name_words)];
    let ends = std::iter::once(opcode.base_len).chain(name.iter().map(|word| word.end));
    let apart = name.iter().zip(ends).position(|(word, end)| word.start != end)?;
    let may_be = instruction.has_quirk(Quirks::SEPARABLE) && apart + 1 == name.len();
    (!may_be).then_some(apart)
}

/// The instruction that the opcode names if the last word of its name stands further behind: `mma.sync.sp`.
fn with_moved_word(module: &Module<'_>, opcode: &Opcode, instruction: Instruction) -> Instruction {
    let words = module.modifiers(opcode).iter().filter_map(|modifier| modifier.word);
    let mut moved = words.filter(|word| word.is_movable());
    moved.find_map(|word| Instruction::lookup(&format!("{}{word}", instruction.name()))).unwrap_or(instruction)
}

/// Most words of an opcode that are looked at. No form has as many; to fit them takes time in their square.
const MAX_WORDS: usize = 64;

struct Fit {
    form: &'static Form,
    cost: u32,
    /// Number of slots that are filled.
    matched: usize,
    mistakes: Vec<MistakeKind>,
    candidate: FormCandidate,
}

/// The slots of a form that are filled; no form has more than 64.
#[derive(Clone, Copy, Default)]
struct Filled(u64);

impl Filled {
    fn add(&mut self, slot: usize) {
        self.0 |= 1 << slot;
    }

    fn contains(self, slot: usize) -> bool {
        self.0 >> slot & 1 != 0
    }
}

/// The words that may follow those of an opcode, each with the place of its slot in the form: what some form takes that the module may use,
/// whatever else that form still lacks.
#[cfg(feature = "cli")]
pub(crate) fn following(instruction: Instruction, words: &[Word], environment: &DeclaredTarget) -> Vec<(Word, usize)> {
    let mut following: Vec<(Word, usize)> = Vec::new();
    let is_open = |kind: &MistakeKind| match kind {
        MistakeKind::MissingModifier { .. } => true,
        MistakeKind::Constraint { constraint, .. } => constraint.relation == Relation::Needs,
        _ => false,
    };
    for form in instruction.forms().iter().filter(|form| environment.lacks(form.gate()).is_none()) {
        let fits = |words: &[(usize, Word)]| {
            let fit = fit(form, words, environment, instruction, false);
            fit.is_some_and(|fit| {
                fit.mistakes.iter().all(is_open) && fit.candidate.lacks.iter().all(|(at, _)| at.is_none())
            })
        };
        let mut numbered: Vec<(usize, Word)> = words.iter().copied().enumerate().take(MAX_WORDS).collect();
        if !fits(&numbered) {
            continue;
        }
        for (place, slot) in form.slots().iter().enumerate() {
            for word in slot.values().iter().map(|value| value.word) {
                if words.contains(&word) && !is_ordered(word) || following.iter().any(|&(known, _)| known == word) {
                    continue;
                }
                numbered.push((numbered.len(), word));
                if fits(&numbered) {
                    following.push((word, place));
                }
                numbered.pop();
            }
        }
    }
    following
}

/// How badly words fit a form, and the mistakes that this takes; `None` when they do not fit exactly and this was asked for.
fn fit(
    form: &'static Form,
    words: &[(usize, Word)],
    environment: &DeclaredTarget,
    instruction: Instruction,
    exactly: bool,
) -> Option<Fit> {
    let mut fitting = Fitting {
        form,
        words,
        environment,
        instruction,
        exactly,
        types: [None; MAX_TYPES],
        next_type: 0,
        lacks: environment.lacks(form.gate()).map(|lack| (None, lack)).into_iter().collect(),
        cost: 0,
        filled: Filled::default(),
        mistakes: Vec::new(),
        surplus: Vec::new(),
    };
    // Ordered words come first, so that modifiers only compete for the slots that are left. What is missing can be named when all words
    // have found their slots, and constraints speak of words whatever slots they are in.
    fitting.fill_in_order(SlotClass::Type)?;
    fitting.fill_in_order(SlotClass::Space)?;
    fitting.fill_by_modifiers()?;
    fitting.miss_slots()?;
    fitting.hold_constraints()?;
    Some(fitting.done())
}

/// Words on their way into the slots of a form.
struct Fitting<'a> {
    form: &'static Form,
    words: &'a [(usize, Word)],
    environment: &'a DeclaredTarget,
    instruction: Instruction,
    exactly: bool,
    types: Types,
    /// The slot of types that the next type goes to, optional ones that are empty included.
    next_type: usize,
    lacks: Vec<(Option<usize>, Lack)>,
    cost: u32,
    filled: Filled,
    mistakes: Vec<MistakeKind>,
    /// Modifiers that no slot takes.
    surplus: Vec<(usize, Word)>,
}

impl Fitting<'_> {
    /// What is wrong and what it costs; `None` where the form must fit exactly.
    fn mistake(&mut self, cost: u32, mistake: MistakeKind) -> Option<()> {
        if self.exactly {
            return None;
        }
        self.cost += cost;
        self.mistakes.push(mistake);
        Some(())
    }

    /// What has to be there for a word, or for the lack of one.
    fn ask(&mut self, index: Option<usize>, gate: &'static Gate) {
        self.lacks.extend(self.environment.lacks(gate).map(|lack| (index, lack)));
    }

    /// Whether ptxas counts the types of this form: where one of the stray types, which it reads over, is a type of the form.
    fn counts_types(&self) -> bool {
        self.form
            .slots()
            .iter()
            .filter(|slot| slot.class() == SlotClass::Type)
            .any(|slot| matches!(slot.values(), [only] if self.instruction.ignores(only.word)))
    }

    /// Types and spaces mean something by their order: each goes to the next slot of its class that must be filled or that takes it.
    fn fill_in_order(&mut self, class: SlotClass) -> Option<()> {
        // One pass over the slots for all words: a slot that was passed over is never filled by a later word, which is what order means.
        let mut slots = self.form.slots().iter().enumerate().filter(|(_, slot)| slot.class() == class);
        for &(index, word) in self.words.iter().filter(|(_, word)| slot_class(*word) == class) {
            // Such a word is as if it were not there, unless the slot whose turn it is wants it.
            let unwanted = slots.clone().next().is_none_or(|(_, slot)| slot.value(word).is_none());
            if unwanted && self.instruction.ignores(word) && !self.counts_types() {
                continue;
            }
            // Optional slots that do not take the word stay empty, but operands count them.
            let next = loop {
                match slots.next() {
                    Some((_, slot)) if !slot.is_required() && slot.value(word).is_none() => {
                        self.next_type += usize::from(class == SlotClass::Type);
                    }
                    other => break other,
                }
            };
            let Some((i, slot)) = next else {
                if !self.form.is_open() {
                    self.mistake(EXTRA_TYPE, MistakeKind::IllegalModifier { index, word })?;
                }
                continue;
            };
            self.filled.add(i);
            // A wrong type is taken at its word, so that operands can be judged by it.
            if let (Class::Type(ty), Some(place)) = (word.class(), self.types.get_mut(self.next_type)) {
                *place = Some(ty);
                self.next_type += 1;
            }
            match slot.value(word) {
                Some(value) => self.ask(Some(index), value.gate()),
                None => {
                    let cost = WRONG_TYPE - u32::from(has_similar_type(slot, word));
                    self.mistake(cost, MistakeKind::WrongWord { index, word, slot })?;
                }
            }
        }
        Some(())
    }

    /// All other words may stand in any order: each goes to the first empty slot that takes it.
    fn fill_by_modifiers(&mut self) -> Option<()> {
        let (words, environment, instruction) = (self.words, self.environment, self.instruction);
        for &(index, word) in words.iter().filter(|(_, word)| !is_ordered(*word)) {
            let takes = |slot: &Slot| slot.value(word).is_some_and(|value| !environment.is_past(value.gate()));
            let mut slots = self.form.slots().iter().enumerate();
            let slot = slots.find(|(i, slot)| !self.filled.contains(*i) && takes(slot));
            let listed = self.form.slots().iter().any(|slot| slot.value(word).is_some());
            let repeats = words.iter().any(|&(i, other)| i < index && other == word);
            let has_rival = words.iter().any(|&(i, other)| i != index && is_rival(word, other));
            match slot {
                Some((i, slot)) => {
                    self.filled.add(i);
                    if let Some(value) = slot.value(word) {
                        self.ask(Some(index), value.gate());
                    }
                }
                None if self.form.is_open() => {}
                // The assembler overlooks some words where no form lists them, but not a second one of a category.
                None if instruction.ignores(word) && !listed && !has_rival => {}
                // `mma.sync.sp`: the word belongs to the name, wherever it stands.
                None if word.is_movable() && instruction.is_named(word) => {}
                None if word.is_repeatable() && (instruction.is_named(word) || repeats) => {}
                None if self.exactly => return None,
                None => self.surplus.push((index, word)),
            }
        }
        Some(())
    }

    /// Slots that are still empty, and must not be.
    fn miss_slots(&mut self) -> Option<()> {
        for (i, slot) in self.form.slots().iter().enumerate() {
            if self.filled.contains(i) {
                continue;
            }
            if !slot.is_required() {
                self.ask(None, slot.absence());
                continue;
            }
            // A word of the right kind but the wrong value is one mistake, not two.
            let stand_in = self.surplus.iter().position(|(_, word)| is_stand_in(*word, slot));
            let mistake = match stand_in.map(|i| self.surplus.swap_remove(i)) {
                Some((index, word)) => MistakeKind::WrongWord { index, word, slot },
                None => MistakeKind::MissingModifier { slot },
            };
            self.mistake(if slot.class() == SlotClass::Type { WRONG_TYPE } else { MODIFIER }, mistake)?;
        }
        Some(())
    }

    /// Words that need, exclude or precede each other.
    fn hold_constraints(&mut self) -> Option<()> {
        for constraint in self.form.constraints() {
            let Some(&(index, _)) = self.words.iter().find(|(_, word)| *word == constraint.word) else { continue };
            let mut others = self.words.iter().filter(|(_, word)| constraint.others.contains(word));
            let kept = match constraint.relation {
                Relation::Needs => others.next().is_some(),
                Relation::Excludes => others.next().is_none(),
                Relation::Precedes => others.all(|&(other, _)| other > index),
            };
            if !kept {
                self.mistake(CONSTRAINT, MistakeKind::Constraint { index, constraint: *constraint })?;
            }
        }
        Some(())
    }

    fn done(mut self) -> Fit {
        for (index, word) in self.surplus {
            self.cost += MODIFIER;
            self.mistakes.push(MistakeKind::IllegalModifier { index, word });
        }
        Fit {
            form: self.form,
            cost: self.cost,
            matched: self.filled.0.count_ones() as usize,
            mistakes: self.mistakes,
            candidate: FormCandidate { form: self.form, types: self.types, lacks: self.lacks },
        }
    }
}

/// What a mistake costs a form in the choice of the best one: types decide before modifiers.
const EXTRA_TYPE: u32 = 8;
const WRONG_TYPE: u32 = 6;
const MODIFIER: u32 = 2;
const CONSTRAINT: u32 = 1;
/// Below this cost no type is wrong or missing.
const SURE_TYPES: u32 = WRONG_TYPE - 1;

/// Whether both words are of one category, of which an opcode has one word.
fn is_rival(word: Word, other: Word) -> bool {
    word.is_like(other)
}

/// Whether a word stands where one of the slot's words should.
fn is_stand_in(word: Word, slot: &Slot) -> bool {
    slot.values().iter().any(|value| is_rival(word, value.word))
}

/// Whether the slot takes a type that reads its bits in the same way: `.u16` for `.u8`.
fn has_similar_type(slot: &Slot, word: Word) -> bool {
    let Class::Type(ty) = word.class() else { return false };
    slot.values().iter().any(|value| matches!(value.word.class(), Class::Type(other) if other.class() == ty.class()))
}

fn is_ordered(word: Word) -> bool {
    matches!(slot_class(word), SlotClass::Type | SlotClass::Space)
}

fn slot_class(word: Word) -> SlotClass {
    match word.class() {
        Class::Type(_) => SlotClass::Type,
        Class::Space(_) => SlotClass::Space,
        Class::Vector(_) => SlotClass::Vector,
        Class::Modifier => SlotClass::Modifier,
    }
}
