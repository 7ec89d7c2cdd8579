//! Decoded opcodes.

use super::{IdRange, Module};
use crate::ids::{InstId, NameId};
use crate::isa::{Class, Effects, Instruction, Roles, ScalarType, StateSpace, Word};
use crate::span::Span;

/// A dotted word of an opcode: `.global`, `.v4`, `.f32`, `.L2::cache_hint`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// Offset of its dot from the opcode's first byte.
    pub start: u16,
    /// Offset one past its last byte.
    pub end: u16,
    /// The word; `None` when no instruction takes it.
    pub word: Option<Word>,
}

impl Modifier {
    /// Its place in an instruction that starts at `start`.
    pub fn span(self, start: u32) -> Span {
        Span::new(start + u32::from(self.start), start + u32::from(self.end))
    }
}

/// A distinct opcode spelling with its modifiers: `ld.global.v4.f32`.
///
/// All instructions of the same spelling share one, so decoding costs nothing per instruction.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    /// The whole spelling.
    pub name: NameId,
    /// Length of the first word (`ld`).
    pub base_len: u16,
    /// The dotted words in the modifier arena.
    pub modifiers: IdRange,
    /// The instruction; `None` when there is none of that name.
    pub instruction: Option<Instruction>,
    /// How many of the modifiers belong to the instruction's name (`async` and `bulk` of `cp.async.bulk`).
    pub name_words: u8,
    /// What it does besides computing a value.
    pub effects: Effects,
    /// Which operands it writes: bit `i` for operand `i`.
    pub writes: u8,
    /// The operand that says whether it reads what it writes, too; `None` if it never does.
    pub scale: Option<u8>,
    /// The roles that operands have in some form of the instruction.
    pub roles: Roles,
    /// Whether, in some form of it, an operand is what the asynchronous proxy reaches.
    pub uses_async_proxy: bool,
}

impl Module<'_> {
    /// The opcode's dotted words that are not part of the instruction's name.
    pub fn modifiers(&self, opcode: &Opcode) -> &[Modifier] {
        &self.all_modifiers(opcode)[usize::from(opcode.name_words)..]
    }

    /// The opcode of an instruction.
    pub fn opcode(&self, inst: InstId) -> &Opcode {
        &self[self[inst].opcode]
    }

    /// All dotted words of the opcode.
    pub fn all_modifiers(&self, opcode: &Opcode) -> &[Modifier] {
        &self.modifiers[opcode.modifiers.indices()]
    }

    /// Whether the opcode has this modifier.
    pub fn has_modifier(&self, opcode: &Opcode, word: Word) -> bool {
        self.modifiers(opcode).iter().any(|modifier| modifier.word == Some(word))
    }

    /// Whether the opcode has one of these modifiers.
    pub fn has_any_modifier(&self, opcode: &Opcode, words: &[Word]) -> bool {
        self.modifiers(opcode).iter().any(|modifier| modifier.word.is_some_and(|known| words.contains(&known)))
    }

    /// Whether any opcode of the module has any of some effects: cheaper than to look at all instructions.
    pub fn has_effects(&self, effects: Effects) -> bool {
        self.opcodes.iter().any(|opcode| opcode.effects.intersects(effects))
    }

    /// The types of the opcode in order.
    pub fn types(&self, opcode: &Opcode) -> impl Iterator<Item = ScalarType> + '_ {
        self.modifiers(opcode).iter().filter_map(|modifier| match modifier.word?.class() {
            Class::Type(ty) => Some(ty),
            _ => None,
        })
    }

    /// The first state space that the opcode names.
    pub fn space(&self, opcode: &Opcode) -> Option<StateSpace> {
        self.spaces(opcode).next()
    }

    /// The state spaces that the opcode names, in order: of a copy that to which, then that from which.
    pub fn spaces<'m>(&'m self, opcode: &'m Opcode) -> impl DoubleEndedIterator<Item = StateSpace> + 'm {
        self.modifiers(opcode).iter().filter_map(|modifier| match modifier.word?.class() {
            Class::Space(space) => Some(space),
            _ => None,
        })
    }

    /// The vector length that the opcode names; 1 without one.
    pub fn vector_length(&self, opcode: &Opcode) -> u8 {
        let length = self.modifiers(opcode).iter().find_map(|modifier| match modifier.word?.class() {
            Class::Vector(length) => Some(length),
            _ => None,
        });
        length.unwrap_or(1)
    }
}
