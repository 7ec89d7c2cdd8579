//! Opcode against forms.

use super::MistakeKind;
use crate::ir::{Module, Opcode};
use crate::isa::{Class, Form, Slot, SlotClass, Value, Word};

type Verdict = Vec<(Option<&'static Form>, MistakeKind)>;

/// The mistakes of an opcode, judged by the form that fits best.
pub(super) fn judge(module: &Module<'_>, opcode: &Opcode) -> Verdict {
    let Some(instruction) = opcode.instruction else { return vec![(None, MistakeKind::UnknownInstruction)] };
    let mut words = Vec::new();
    let mut unknown = Vec::new();
    let first = usize::from(opcode.name_words);
    for (i, modifier) in module.modifiers(opcode).iter().enumerate() {
        match modifier.word {
            Some(word) => words.push((first + i, word)),
            None => unknown.push((None, MistakeKind::UnknownModifier { index: first + i })),
        }
    }
    let mut best: Option<(u32, Verdict)> = None;
    for form in instruction.forms() {
        let (cost, mistakes) = fit(form, &words);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, mistakes.into_iter().map(|kind| (Some(form), kind)).collect()));
        }
        if cost == 0 {
            break;
        }
    }
    unknown.extend(best.map(|(_, mistakes)| mistakes).unwrap_or_default());
    unknown
}

/// How badly words fit a form, and the mistakes that this takes.
fn fit(form: &'static Form, words: &[(usize, Word)]) -> (u32, Vec<MistakeKind>) {
    let mut mistakes = Vec::new();
    let mut cost = 0;
    let mut filled = vec![false; form.slots().len()];
    // Types and spaces go to the slots of their class in order.
    for class in [SlotClass::Type, SlotClass::Space] {
        let mut slots = form.slots().iter().enumerate().filter(|(_, slot)| slot.class() == class);
        for &(index, word) in words.iter().filter(|(_, word)| slot_class(*word) == class) {
            let next = loop {
                match slots.next() {
                    Some((_, slot)) if !slot.is_required() && slot.value(word).is_none() => {}
                    other => break other,
                }
            };
            match next {
                Some((i, slot)) => {
                    filled[i] = true;
                    if slot.value(word).is_none() {
                        cost += WRONG_TYPE - u32::from(has_similar_type(slot, word));
                        mistakes.push(MistakeKind::WrongWord { index, word, slot });
                    }
                }
                None if form.is_open() => {}
                None => {
                    cost += EXTRA_TYPE;
                    mistakes.push(MistakeKind::IllegalModifier { index, word });
                }
            }
        }
    }
    let mut surplus = Vec::new();
    for &(index, word) in words.iter().filter(|(_, word)| !is_ordered(*word)) {
        let slot = form.slots().iter().enumerate().find(|(i, slot)| !filled[*i] && slot.value(word).is_some());
        match slot {
            Some((i, _)) => filled[i] = true,
            None if form.is_open() => {}
            None => surplus.push((index, word)),
        }
    }
    for (i, slot) in form.slots().iter().enumerate().filter(|(_, slot)| slot.is_required()) {
        if filled[i] {
            continue;
        }
        cost += MODIFIER;
        // A word of the right kind but the wrong value is one mistake, not two.
        let stand_in = surplus.iter().position(|(_, word)| is_stand_in(*word, slot));
        mistakes.push(match stand_in.map(|i| surplus.swap_remove(i)) {
            Some((index, word)) => MistakeKind::WrongWord { index, word, slot },
            None => MistakeKind::MissingModifier { slot },
        });
    }
    for (index, word) in surplus {
        cost += MODIFIER;
        mistakes.push(MistakeKind::IllegalModifier { index, word });
    }
    (cost, mistakes)
}

/// What a mistake costs a form in the choice of the best one: types decide before modifiers.
const EXTRA_TYPE: u32 = 8;
const WRONG_TYPE: u32 = 6;
const MODIFIER: u32 = 2;

/// Whether a word stands where one of the slot's words should.
fn is_stand_in(word: Word, slot: &Slot) -> bool {
    let same_category = |value: &Value| !word.category().is_empty() && value.word.category() == word.category();
    slot.values().iter().any(same_category)
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
