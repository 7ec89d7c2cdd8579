//! The words of an opcode, each of which somebody must have asked for.

use crate::ir::{Modifier, Module, Opcode};
use crate::isa::ScalarType;
use std::cell::Cell;

/// An opcode's words.
pub struct Words<'s> {
    /// The first.
    pub base: &'s str,
    rest: Vec<&'s str>,
    read: Cell<u64>,
}

impl<'s> Words<'s> {
    /// The words of an opcode, which may stand on several lines with comments between them.
    pub fn of(module: &'s Module<'_>, opcode: &Opcode) -> Self {
        let name = module.name(opcode.name);
        let text = |it: &Modifier| name[usize::from(it.start)..usize::from(it.end)].trim_start_matches('.').trim();
        let rest = module.all_modifiers(opcode).iter().map(text).collect();
        Self { base: &name[..usize::from(opcode.base_len)], rest, read: Cell::new(0) }
    }

    fn mark(&self, index: usize) {
        self.read.set(self.read.get() | 1 << index.min(63));
    }

    /// Whether the word is there.
    pub fn has(&self, word: &str) -> bool {
        let mut found = false;
        for (index, _) in self.rest.iter().enumerate().filter(|(_, it)| **it == word) {
            self.mark(index);
            found = true;
        }
        found
    }

    /// The first of the words that is there.
    pub fn one_of<'w>(&self, words: &[&'w str]) -> Option<&'w str> {
        words.iter().copied().find(|word| self.has(word))
    }

    /// Those of the words that are there, in the order of the opcode.
    pub fn in_order(&self, words: &[&str]) -> Vec<&'s str> {
        let found = self.rest.iter().enumerate().filter(|(_, it)| words.contains(it));
        found.inspect(|(index, _)| self.mark(*index)).map(|(_, &it)| it).collect()
    }

    /// What the first word means that means something.
    pub fn find<T>(&self, meaning: impl Fn(&str) -> Option<T>) -> Option<T> {
        let (index, found) = self.rest.iter().enumerate().find_map(|(index, word)| Some((index, meaning(word)?)))?;
        self.mark(index);
        Some(found)
    }

    /// The types in order.
    pub fn types(&self) -> Vec<ScalarType> {
        let mut types = Vec::new();
        for (index, word) in self.rest.iter().enumerate() {
            if let Some(ty) = ScalarType::from_name(word.as_bytes()) {
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
    pub fn ignore(&self, words: &[&str]) {
        for word in words {
            self.has(word);
        }
    }

    /// No word changes anything here.
    pub fn ignore_all(&self) {
        self.read.set(u64::MAX);
    }

    /// Words that begin like this change nothing here.
    pub fn ignore_starting_with(&self, start: &str) {
        for (index, word) in self.rest.iter().enumerate() {
            if word.starts_with(start) {
                self.mark(index);
            }
        }
    }

    /// A word that nobody has asked for.
    pub fn unread(&self) -> Option<&'s str> {
        let unread = |index: &usize| self.read.get() >> (*index).min(63) & 1 == 0;
        (0..self.rest.len()).find(unread).map(|index| self.rest[index])
    }
}
