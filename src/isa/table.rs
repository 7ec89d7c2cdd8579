//! The instruction table: how `isa/*.isa` looks in memory.

use super::generated::{FORMS, GATES, INSTRUCTIONS, OPERANDS, SLOTS, TARGETS, VALUES, WORDS};
use super::operands::OperandSpec;
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
    pub(super) movable: bool,
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

    /// Whether the word ends the name of an instruction (`mma.sp`) and may yet stand anywhere among the modifiers.
    pub const fn is_movable(self) -> bool {
        WORDS[self.0 as usize].movable
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
    pub(super) ignored: &'static [Word],
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

    /// Whether it takes a word without effect where no form has it, one of its category.
    pub fn ignores(self, word: Word) -> bool {
        let data = self.data();
        let commonly = match WORDS[usize::from(word.0)].ignored {
            Ignored::Never => false,
            Ignored::Strict => !data.tolerant,
            Ignored::Tolerant => data.tolerant,
            Ignored::Any => true,
        };
        commonly || data.ignored.contains(&word)
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
    pub(super) absent: u16,
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

    /// When it may be empty, if it need not be filled.
    pub fn absence(&self) -> &'static Gate {
        &GATES[self.absent as usize]
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

#[derive(Debug)]
pub(super) struct TargetData {
    pub(super) name: &'static str,
    pub(super) version: u8,
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

    /// Its number: 90 of `sm_90a`.
    pub fn number(self) -> u32 {
        let digits = self.name().trim_start_matches("sm_").trim_end_matches(|c: char| c.is_ascii_alphabetic());
        digits.parse().unwrap_or(0)
    }

    /// Its bit in the target set of a gate.
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}
