//! The instruction table: how `isa/*.isa` looks in memory.

use super::atoms::AtomSet;
use super::generated::{FORMS, GATES, INSTRUCTIONS, OPERANDS, PARTS, SLOTS, TARGETS, VALUES, VERSIONS, WORDS};
use super::types::{ScalarType, StateSpace};

/// What kind of word a dotted word is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A type.
    Type(ScalarType),
    /// A state space or sub-space.
    Space(StateSpace),
    /// A vector length.
    Vector(u8),
    /// Any other modifier.
    Modifier,
}

/// See [`Class`]; what a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotClass {
    /// Types; the order of type slots matters.
    Type,
    /// State spaces; the order of space slots matters.
    Space,
    /// Vector lengths.
    Vector,
    /// Other modifiers, in any order.
    Modifier,
}

#[derive(Debug)]
pub(super) struct WordData {
    pub(super) name: &'static str,
    pub(super) class: Class,
    pub(super) category: &'static str,
    pub(super) repeatable: bool,
    pub(super) ignored: Ignored,
}

/// Which instructions take a word without effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ignored {
    /// None: it stands only where a form has it.
    Never,
    /// Those that are not tolerant.
    Strict,
    /// Those that are tolerant.
    Tolerant,
    /// All.
    Any,
}

/// A dotted word that some instruction takes: `.ftz`, `.global`, `.f32`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word(pub(super) u16);

impl Word {
    /// The word of this name (without dot), which must exist. For constants: the search is done by the compiler.
    ///
    /// # Panics
    /// When there is no such word.
    pub const fn of(name: &str) -> Self {
        let mut index = 0;
        while index < WORDS.len() {
            if same(WORDS[index].name.as_bytes(), name.as_bytes()) {
                return Self(index as u16);
            }
            index += 1;
        }
        panic!("no instruction takes this word")
    }

    /// The word of this name (without dot).
    pub fn lookup(name: &[u8]) -> Option<Self> {
        WORDS.binary_search_by(|word| word.name.as_bytes().cmp(name)).ok().map(|index| Self(index as u16))
    }

    /// The name without its dot.
    pub const fn name(self) -> &'static str {
        WORDS[self.0 as usize].name
    }

    /// What kind of word it is.
    pub const fn class(self) -> Class {
        WORDS[self.0 as usize].class
    }

    /// The category of a modifier, such as `rounding`; empty when it has none. An instruction takes one word of a category.
    pub const fn category(self) -> &'static str {
        WORDS[self.0 as usize].category
    }

    /// Whether the word may stand twice in an opcode, as once.
    pub const fn is_repeatable(self) -> bool {
        WORDS[self.0 as usize].repeatable
    }

    /// Whether instructions take the word without effect where no form has it, one of its category.
    pub const fn is_ignored(self, tolerant: bool) -> bool {
        match WORDS[self.0 as usize].ignored {
            Ignored::Never => false,
            Ignored::Strict => !tolerant,
            Ignored::Tolerant => tolerant,
            Ignored::Any => true,
        }
    }

    /// All words.
    pub fn all() -> impl Iterator<Item = Word> {
        (0..WORDS.len()).map(|index| Word(index as u16))
    }
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}

impl std::fmt::Display for Word {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, ".{}", self.name())
    }
}

/// What an instruction does besides computing a value: the properties by which rules select.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effects(u16);

macro_rules! effects {
    ($($(#[$doc:meta])* $name:ident = $bit:literal;)*) => {
        impl Effects {
            $($(#[$doc])* pub const $name: Effects = Effects(1 << $bit);)*
        }
    };
}

effects! {
    /// Jumps to a label or one of a table.
    BRANCH = 0;
    /// Ends the thread.
    EXIT = 1;
    /// Returns from the function; ends the thread in a kernel.
    RETURN = 2;
    /// Calls a function.
    CALL = 3;
    /// Reads memory.
    READS_MEMORY = 4;
    /// Writes memory.
    WRITES_MEMORY = 5;
    /// Reads and writes memory as one operation.
    ATOMIC = 6;
    /// Waits for the other threads of the block.
    BARRIER = 7;
    /// Arrives at a block barrier without waiting.
    BARRIER_ARRIVE = 8;
    /// Arrives at or waits for a barrier of the cluster.
    CLUSTER_BARRIER = 9;
    /// All threads of the warp that take part must execute it together.
    WARP_SYNCHRONOUS = 10;
    /// Must not be duplicated or moved under divergent control flow.
    CONVERGENT = 11;
    /// Orders memory accesses.
    FENCE = 12;
}

impl Effects {
    /// No effect.
    pub const NONE: Effects = Effects(0);

    /// All effects of both.
    pub const fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Whether any effect of `other` is among these.
    pub const fn intersects(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }
}

#[derive(Debug)]
pub(super) struct InstructionData {
    pub(super) name: &'static str,
    pub(super) section: &'static str,
    pub(super) forms: (u16, u16),
    pub(super) tolerant: bool,
    pub(super) effects: Effects,
}

/// An instruction of the table, by name: `add`, `cp.async.bulk`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instruction(u16);

impl Instruction {
    /// The instruction of this name, which must exist. For constants: the search is done by the compiler.
    ///
    /// # Panics
    /// When there is no such instruction.
    pub const fn of(name: &str) -> Self {
        let mut index = 0;
        while index < INSTRUCTIONS.len() {
            if same(INSTRUCTIONS[index].name.as_bytes(), name.as_bytes()) {
                return Self(index as u16);
            }
            index += 1;
        }
        panic!("no such instruction")
    }

    /// The instruction of this name.
    pub fn lookup(name: &str) -> Option<Self> {
        INSTRUCTIONS.binary_search_by(|data| data.name.cmp(name)).ok().map(|index| Self(index as u16))
    }

    /// All instructions in alphabetical order.
    pub fn all() -> impl Iterator<Item = Instruction> + Clone {
        (0..INSTRUCTIONS.len()).map(|index| Instruction(index as u16))
    }

    fn data(self) -> &'static InstructionData {
        &INSTRUCTIONS[self.0 as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.data().name
    }

    /// Whether a word is part of its name.
    pub fn is_named(self, word: Word) -> bool {
        self.name().split('.').any(|part| part == word.name())
    }

    /// Section of the PTX ISA manual.
    pub fn section(self) -> &'static str {
        self.data().section
    }

    /// What it does besides computing a value.
    pub fn effects(self) -> Effects {
        self.data().effects
    }

    /// Whether the assembler reads over stray types (`.pred`, `.texref`) in its opcode; see [`Word::is_ignored`].
    pub fn is_tolerant(self) -> bool {
        self.data().tolerant
    }

    /// Its forms.
    pub fn forms(self) -> &'static [Form] {
        let (start, end) = self.data().forms;
        &FORMS[start as usize..end as usize]
    }
}

/// One form of an instruction: the words of its opcode and its operands.
#[derive(Debug)]
pub struct Form {
    pub(super) slots: (u16, u16),
    pub(super) operands: (u16, u16),
    pub(super) required_operands: u8,
    pub(super) open: bool,
    pub(super) gate: u16,
    pub(super) constraints: &'static [Constraint],
    pub(super) distinct: bool,
    pub(super) notation: &'static str,
}

/// How a word of a form stands to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The word.
    pub word: Word,
    /// How it stands to the others.
    pub relation: Relation,
    /// The other words.
    pub others: &'static [Word],
}

/// See [`Constraint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// One of the others must be there.
    Needs,
    /// None of the others may be there.
    Excludes,
    /// None of the others may stand before it.
    Precedes,
}

impl Form {
    /// Its slots.
    pub fn slots(&self) -> &'static [Slot] {
        &SLOTS[self.slots.0 as usize..self.slots.1 as usize]
    }

    /// Its operands.
    pub fn operands(&self) -> &'static [OperandSpec] {
        &OPERANDS[self.operands.0 as usize..self.operands.1 as usize]
    }

    /// Number of operands that must be there.
    pub fn required_operands(&self) -> usize {
        usize::from(self.required_operands)
    }

    /// Whether words beyond the slots are admitted unchecked.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// When it may be used.
    pub fn gate(&self) -> &'static Gate {
        &GATES[self.gate as usize]
    }

    /// Words that demand or forbid each other.
    pub fn constraints(&self) -> &'static [Constraint] {
        self.constraints
    }

    /// Whether all registers that the instruction writes must be different.
    pub fn wants_distinct(&self) -> bool {
        self.distinct
    }

    /// Its line in the table.
    pub fn notation(&self) -> &'static str {
        self.notation
    }
}

/// A place in an opcode that one of a few words fills.
#[derive(Debug)]
pub struct Slot {
    pub(super) name: &'static str,
    pub(super) class: SlotClass,
    pub(super) required: bool,
    pub(super) values: (u16, u16),
}

impl Slot {
    /// Name in the notation, without its dot.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What kind of words it holds.
    pub fn class(&self) -> SlotClass {
        self.class
    }

    /// Whether some word must fill it.
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// The words that may fill it.
    pub fn values(&self) -> &'static [Value] {
        &VALUES[self.values.0 as usize..self.values.1 as usize]
    }

    /// The entry of a word, if it may fill the slot.
    pub fn value(&self, word: Word) -> Option<&'static Value> {
        self.values().iter().find(|value| value.word == word)
    }
}

/// A word of a slot.
#[derive(Debug)]
pub struct Value {
    /// The word.
    pub word: Word,
    pub(super) gate: u16,
}

impl Value {
    /// When the word may be used there.
    pub fn gate(&self) -> &'static Gate {
        &GATES[self.gate as usize]
    }
}

/// Lowest PTX version and targets.
#[derive(Debug)]
pub struct Gate {
    /// Alternatives, any of which suffices: lowest and highest version times 10, and the set of [`super::Target`]s. None: no
    /// restriction.
    pub alternatives: &'static [(u8, u8, u64)],
}

/// Which type an operand has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeSpec {
    /// A fixed one.
    Fixed(ScalarType),
    /// The one that fills the n-th type slot.
    Slot(u8),
    /// The integer type of twice the width of the n-th type slot.
    Wide(u8),
}

/// What an element of an operand may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// What fits a type; see [`AtomSet::row`].
    Type(TypeSpec),
    /// One of these kinds.
    Set(AtomSet),
}

/// What the base of an address may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AddressBase {
    /// What fits the space that the opcode names.
    Named,
    /// What fits a space.
    Space(StateSpace),
    /// One of these kinds.
    Set(AtomSet),
}

/// How the elements of an operand stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Alone.
    One,
    /// So many in braces.
    Vector(u8),
    /// As many as the opcode's vector length says; alone without one.
    PerVector,
    /// As many in braces as a number in the opcode says.
    Counted(Count),
    /// In brackets: an address.
    Address {
        /// What its base may be.
        base: AddressBase,
        /// What follows its commas, as a range of the parts.
        parts: (u16, u16),
    },
    /// Anything.
    Any,
    /// Anything, any number of times.
    Rest,
}

/// The length of a vector that follows from a number in the opcode: `x32` of `tcgen05.ld`, `n64` in the shape of `wgmma`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count {
    /// Index of the slot whose word has the number.
    pub(super) slot: u8,
    /// The letter before the number; without one it is the word's last number.
    pub(super) letter: Option<char>,
    /// What the number is multiplied with.
    pub(super) times: u8,
    /// What the product is divided by; the result is rounded up.
    pub(super) over: u8,
}

impl Count {
    /// The length for the words that fill a form's slots; `None` when the number is missing.
    pub fn length(self, form: &Form, mut has_word: impl FnMut(Word) -> bool) -> Option<usize> {
        let slot = form.slots().get(usize::from(self.slot))?;
        let word = slot.values().iter().map(|value| value.word).find(|&word| has_word(word))?;
        let number = self.number(word.name())?;
        Some((number * usize::from(self.times)).div_ceil(usize::from(self.over)))
    }

    fn number(self, word: &str) -> Option<usize> {
        let is_digit = |c: char| c.is_ascii_digit();
        let digits = match self.letter {
            Some(letter) => {
                let rest = &word[word.find(letter)? + 1..];
                &rest[..rest.find(|c| !is_digit(c)).unwrap_or(rest.len())]
            }
            None => &word[word.trim_end_matches(is_digit).len()..],
        };
        digits.parse().ok()
    }
}

/// The instruction writes the operand.
pub(super) const WRITTEN: u16 = 1;
/// No constant may stand there.
pub(super) const REGISTER_ONLY: u16 = 2;
/// Registers wider than the type fit.
pub(super) const WIDENING: u16 = 4;
/// `_` may stand there.
pub(super) const SINK: u16 = 8;
/// A pair `p|q` may stand there.
pub(super) const PAIR: u16 = 16;
/// Special registers of a fitting width may stand there.
pub(super) const ADMIT_SPECIAL: u16 = 32;
/// Bare variables may stand there.
pub(super) const ADMIT_VARIABLE: u16 = 64;

/// Only the low 32 bits of a constant count.
pub(super) const NARROW: u16 = 128;

/// A pair must stand there.
pub(super) const PAIR_ONLY: u16 = 256;

/// A vector must have an element that is no integer constant.
pub(super) const MIXED: u16 = 512;

/// `register+constant` does not fit.
pub(super) const NO_SUM: u16 = 1024;

/// Integers from `low` to `high` that are multiples of `step`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The lowest.
    pub low: i64,
    /// The highest.
    pub high: i64,
    /// What divides all of them.
    pub step: i64,
}

impl Range {
    /// Whether an integer is one of them.
    pub const fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high && value % self.step == 0
    }
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.step > 1 {
            write!(f, "a multiple of {}", self.step)?;
        }
        match (self.low, self.high) {
            (i64::MIN, i64::MAX) => Ok(()),
            (low, high) if low == high => write!(f, "{low}"),
            (low, high) => {
                f.write_str(if self.step > 1 { " from " } else { "" })?;
                if high == i64::MAX { write!(f, "{low} on") } else { write!(f, "{low} to {high}") }
            }
        }
    }
}

/// An operand of a form.
#[derive(Debug)]
pub struct OperandSpec {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    pub(super) place: Place,
    pub(super) flags: u16,
    pub(super) ranges: &'static [Range],
    pub(super) when: Option<Word>,
}

impl OperandSpec {
    /// Its name in the notation.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How its elements stand.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What its elements may be.
    pub fn place(&self) -> Place {
        self.place
    }

    /// What follows the commas of an address.
    pub fn parts(&self) -> &'static [OperandSpec] {
        match self.shape {
            Shape::Address { parts: (start, end), .. } => &PARTS[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The integer constants that fit; none: all.
    pub fn ranges(&self) -> &'static [Range] {
        self.ranges
    }

    /// Whether an integer constant fits.
    pub fn admits_integer(&self, value: i64) -> bool {
        let value = if self.flags & NARROW != 0 { i64::from(value as u32) } else { value };
        self.ranges.is_empty() || self.ranges.iter().any(|range| range.contains(value))
    }

    /// The word that the opcode must have for the operand to be there, and must not have otherwise.
    pub fn when(&self) -> Option<Word> {
        self.when
    }

    /// Whether the instruction writes it.
    pub fn is_written(&self) -> bool {
        self.flags & WRITTEN != 0
    }

    /// Whether a constant is forbidden.
    pub fn is_register_only(&self) -> bool {
        self.flags & REGISTER_ONLY != 0
    }

    /// Whether a register may be wider than the type.
    pub fn is_widening(&self) -> bool {
        self.flags & WIDENING != 0
    }

    /// Whether `_` may stand there.
    pub fn admits_sink(&self) -> bool {
        self.flags & SINK != 0
    }

    /// Whether a pair `p|q` may stand there.
    pub fn admits_pair(&self) -> bool {
        self.flags & PAIR != 0
    }

    /// Whether a pair `p|q` must stand there.
    pub fn demands_pair(&self) -> bool {
        self.flags & PAIR_ONLY != 0
    }

    /// Whether a vector of integer constants alone is wrong.
    pub fn is_mixed(&self) -> bool {
        self.flags & MIXED != 0
    }

    /// Whether `register+constant` may stand there.
    pub fn admits_sum(&self) -> bool {
        self.flags & (NO_SUM | WRITTEN) == 0
    }

    /// Whether special registers may stand there.
    pub fn admits_special(&self) -> bool {
        self.flags & ADMIT_SPECIAL != 0
    }

    /// Whether bare variables may stand there.
    pub fn admits_variable(&self) -> bool {
        self.flags & ADMIT_VARIABLE != 0
    }
}

#[derive(Debug)]
pub(super) struct TargetData {
    pub(super) name: &'static str,
    pub(super) version: u8,
}

/// All PTX versions that the table knows, times 10, from old to new.
pub fn versions() -> &'static [u8] {
    &VERSIONS
}

/// A target architecture that the table knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Target(u8);

impl Target {
    /// The target of this name (`sm_90a`).
    pub fn lookup(name: &str) -> Option<Self> {
        TARGETS.iter().position(|target| target.name == name).map(|index| Self(index as u8))
    }

    /// All targets from old to new.
    pub fn all() -> impl Iterator<Item = Target> + Clone {
        (0..TARGETS.len()).map(|index| Target(index as u8))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        TARGETS[usize::from(self.0)].name
    }

    /// The PTX version that introduced it, times 10.
    pub fn version(self) -> u8 {
        TARGETS[usize::from(self.0)].version
    }

    /// Its bit in the target set of a gate.
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_follow_from_numbers_in_words() {
        let count = |letter| Count { slot: 0, letter, times: 1, over: 1 };
        assert_eq!(count(None).number("x128"), Some(128));
        assert_eq!(count(None).number("cta_group::2"), Some(2));
        assert_eq!(count(Some('n')).number("m64n96k16"), Some(96));
        assert_eq!(count(None).number("pack::16b"), None);
        let load = Instruction::lookup("tcgen05.ld").map_or(&[][..], Instruction::forms);
        let lengths = |word| {
            load.iter()
                .filter_map(|form| match form.operands()[0].shape() {
                    Shape::Counted(count) => count.length(form, |other| other == Word::of(word)),
                    _ => None,
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(lengths("x32"), [32, 64, 128, 32]);
        assert_eq!(lengths("x128"), [128, 128]);
    }
}
