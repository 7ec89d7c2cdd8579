//! The words of an opcode, each of which somebody must have asked for.

use crate::ir::{Modifier, Module, Opcode};
use crate::isa::{Class, Instruction, ScalarType, Word};
use std::cell::Cell;

/// An opcode's words.
pub struct Words<'s> {
    /// The instruction, which the first word names, or the first few.
    pub op: Instruction,
    name: &'s str,
    modifiers: &'s [Modifier],
    read: Cell<u64>,
}

impl<'s> Words<'s> {
    /// The words of an opcode, which may stand on several lines with comments between them; `None` when it is no instruction.
    pub fn of(module: &'s Module<'_>, opcode: &Opcode) -> Option<Self> {
        let name = module.name(opcode.name);
        Some(Self { op: opcode.instruction?, name, modifiers: module.modifiers(opcode), read: Cell::new(0) })
    }

    fn mark(&self, index: usize) {
        self.read.set(self.read.get() | 1 << index.min(63));
    }

    /// The words that the table knows, with their positions.
    fn known(&self) -> impl Iterator<Item = (usize, Word)> + '_ {
        self.modifiers.iter().enumerate().filter_map(|(index, modifier)| Some((index, modifier.word?)))
    }

    /// Whether the word is there.
    pub fn has(&self, word: Word) -> bool {
        let mut found = false;
        for (index, _) in self.known().filter(|&(_, it)| it == word) {
            self.mark(index);
            found = true;
        }
        found
    }

    /// The first of the words that is there.
    pub fn one_of(&self, words: &[Word]) -> Option<Word> {
        words.iter().copied().find(|&word| self.has(word))
    }

    /// Those of the words that are there, in the order of the opcode.
    pub fn in_order(&self, words: &[Word]) -> Vec<Word> {
        let found = self.known().filter(|(_, it)| words.contains(it));
        found.inspect(|&(index, _)| self.mark(index)).map(|(_, it)| it).collect()
    }

    /// What the first word means that means something.
    pub fn find<T>(&self, meaning: impl Fn(Word) -> Option<T>) -> Option<T> {
        let (index, found) = self.known().find_map(|(index, word)| Some((index, meaning(word)?)))?;
        self.mark(index);
        Some(found)
    }

    /// The first word of the same category as this one.
    pub fn one_like(&self, member: Word) -> Option<Word> {
        self.find(|word| word.is_like(member).then_some(word))
    }

    /// The types in order.
    pub fn types(&self) -> Vec<ScalarType> {
        let mut types = Vec::new();
        for (index, word) in self.known() {
            if let Class::Type(ty) = word.class() {
                self.mark(index);
                types.push(ty);
            }
        }
        types
    }

    /// The last type, which most instructions work on.
    pub fn ty(&self) -> Option<ScalarType> {
        self.types().last().copied()
    }

    /// These words change nothing here.
    pub fn ignore(&self, words: &[Word]) {
        for &word in words {
            self.has(word);
        }
    }

    /// No word changes anything here.
    pub fn ignore_all(&self) {
        self.read.set(u64::MAX);
    }

    /// The words of the same category as this one change nothing here.
    pub fn ignore_like(&self, member: Word) {
        for (index, _) in self.known().filter(|(_, word)| word.is_like(member)) {
            self.mark(index);
        }
    }

    /// A word that nobody has asked for, as it is written.
    pub fn unread(&self) -> Option<&'s str> {
        let unread = |index: &usize| self.read.get() >> (*index).min(63) & 1 == 0;
        let modifier = self.modifiers[(0..self.modifiers.len()).find(unread)?];
        Some(self.name[usize::from(modifier.start)..usize::from(modifier.end)].trim_start_matches('.').trim())
    }
}
