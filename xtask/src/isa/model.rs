//! The instruction table as its text files describe it; `isa/README.md` explains the notation.

use std::collections::BTreeMap;

/// A lowest version and a set of targets.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Gate {
    /// Alternatives, any of which suffices: lowest and highest PTX version times 10, targets as a bit set. Empty: no restriction.
    pub(super) alternatives: Vec<(u8, u8, u64)>,
}

/// What the order of a word is checked against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A type.
    Type,
    /// A state space.
    Space,
    /// A vector length.
    Vector,
    /// Anything else.
    Modifier,
}

/// A word that may fill a slot.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The word without its dot.
    pub(super) word: String,
    /// When it may.
    pub(super) gate: Gate,
}

/// A place of an opcode pattern.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// Name of the slot, or the word itself.
    pub(super) name: String,
    /// Class of its words.
    pub(super) class: Class,
    /// Whether some word must fill it.
    pub(super) required: bool,
    /// The words.
    pub(super) values: Vec<Value>,
    /// When the slot may be empty.
    pub(super) absent: Gate,
}

/// What an element of an operand may be.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// What fits a fixed type.
    Fixed(String),
    /// What fits the type that fills the n-th type slot.
    Slot(usize),
    /// What fits the integer type of twice the width of the n-th type slot.
    Wide(usize),
    /// One of these kinds, by name.
    Set(Vec<String>),
}

/// What the base of an address may be.
#[derive(Clone, Debug)]
pub(super) enum AddressBase {
    /// What fits the space that the opcode names.
    Named,
    /// What fits a space.
    Space(String),
    /// One of these kinds, by name.
    Set(Vec<String>),
}

/// How the elements of an operand stand.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// Alone.
    One,
    /// So many in braces.
    Vector(u8),
    /// As many as the vector slot says; alone without it.
    PerVector,
    /// As many in braces as a number in the opcode says.
    Counted(Count),
    /// In braces, each element with its own description.
    Tuple(Vec<Operand>),
    /// Alone, or any number of them in braces.
    AnyVector,
    /// As many as the texture geometry says of this measure: `texture`, `surface`, `offset`, `gradient`.
    PerGeometry(String),
    /// In brackets: an address, in a space if one is fixed, with what follows its commas.
    Address(AddressBase, Vec<Operand>),
    /// Anything.
    Any,
    /// Anything, any number of times.
    Rest,
}

/// `4num/2`, `shape.n/4`, `shape.mk/32`: a number in the word of a slot, or a product of some, times and over a constant.
#[derive(Clone, Debug)]
pub(super) struct Count {
    /// Index of the slot.
    pub(super) slot: usize,
    /// The letters before the numbers, whose product counts; without one it is the word's last number.
    pub(super) letters: String,
    /// What the number is multiplied with.
    pub(super) times: u8,
    /// What the product is divided by.
    pub(super) over: u16,
}

/// An operand of a form.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    /// Its name in the notation.
    pub(super) name: String,
    /// Whether the instruction writes it.
    pub(super) written: bool,
    /// How its elements stand.
    pub(super) shape: Shape,
    /// What its elements may be.
    pub(super) place: Place,
    /// Flag characters of the notation.
    pub(super) flags: Vec<char>,
    /// Integer constants that fit: lowest, highest, and what divides them. None: all.
    pub(super) ranges: Vec<(i64, i64, i64)>,
    /// The operand stands there if and only if the opcode has this word.
    pub(super) when: Option<String>,
    /// Which part selectors a register may have, by name.
    pub(super) selectors: Option<String>,
    /// What it is to the instruction, if a line says so.
    pub(super) role: Option<Role>,
}

/// What an operand is to its instruction.
#[derive(Clone, Debug)]
pub(super) struct Role {
    /// One of `vocabulary::ROLES`.
    pub(super) name: String,
    /// What the instruction does to what the operand names.
    pub(super) access: Access,
}

/// See [`Role`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Access {
    /// It reads there.
    pub(super) reads: bool,
    /// It writes there.
    pub(super) writes: bool,
    /// It does so asynchronously.
    pub(super) later: bool,
    /// By this proxy, if not the generic one.
    pub(super) proxy: Option<String>,
}

/// How an instruction orders memory where it does not say so.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// One of `vocabulary::SEMANTICS`.
    pub(super) semantics: String,
    /// One of `vocabulary::SCOPES`.
    pub(super) scope: Option<String>,
}

/// How a word stands to others.
#[derive(Clone, Debug)]
pub(super) struct Constraint {
    /// Its line in the file.
    pub(super) line: usize,
    /// The word, or a slot with its dot.
    pub(super) word: String,
    /// `Needs`, `Excludes` or `Precedes`.
    pub(super) relation: &'static str,
    /// The others, words or slots.
    pub(super) others: Vec<String>,
}

/// One line of the table.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// Index of the instruction.
    pub(super) instruction: usize,
    /// Slots in the pattern's order.
    pub(super) slots: Vec<Slot>,
    /// Operands.
    pub(super) operands: Vec<Operand>,
    /// Number of operands that must be there.
    pub(super) required_operands: usize,
    /// `*`: further words are not checked.
    pub(super) open: bool,
    /// When the form may be used.
    pub(super) gate: Gate,
    /// How words stand to others.
    pub(super) constraints: Vec<Constraint>,
    /// All registers that the instruction writes must be different.
    pub(super) distinct: bool,
    /// The line itself, for messages.
    pub(super) notation: String,
}

/// An instruction name.
#[derive(Clone, Debug)]
pub(super) struct Instruction {
    /// The name: `cp.async.bulk`.
    pub(super) name: String,
    /// Section of the manual.
    pub(super) section: String,
    /// Effects by name.
    pub(super) effects: Vec<String>,
    /// Quirks by name.
    pub(super) quirks: Vec<String>,
    /// Further words that it takes without effect.
    pub(super) ignored: Vec<String>,
    /// It takes the words of `ignored tolerant`, not those of `ignored strict`.
    pub(super) tolerant: bool,
    /// Its first two sources may be swapped.
    pub(super) commutative: bool,
    /// Semantics and scope where it names none.
    pub(super) order: Option<Order>,
}

/// A target and the version that introduced it.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// `sm_90a`
    pub(super) name: String,
    /// PTX version times 10.
    pub(super) version: u8,
}

/// The whole table.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Instructions by name.
    pub(super) instructions: Vec<Instruction>,
    /// Index of an instruction.
    pub(super) by_name: BTreeMap<String, usize>,
    /// Forms in the order of the files.
    pub(super) forms: Vec<Form>,
    /// Versions, and the same times 10.
    pub(super) versions: BTreeMap<String, u8>,
    /// Targets from old to new.
    pub(super) targets: Vec<Target>,
    /// Categories of the words that have one.
    pub(super) categories: BTreeMap<String, String>,
    /// Words that instructions take without effect, and which ones do: `any`, `strict`, `tolerant`.
    pub(super) ignored: BTreeMap<String, String>,
    /// Last words of names that may stand anywhere among the modifiers.
    pub(super) movable: Vec<String>,
    /// Words that may be repeated without effect.
    pub(super) repeatable: Vec<String>,
    /// Gates of the special registers that have one.
    pub(super) specials: BTreeMap<String, Gate>,
    /// Named sets of operand kinds.
    pub(super) sets: BTreeMap<String, Vec<String>>,
    /// Constants of words whose own would be another's.
    pub(super) constants: BTreeMap<String, String>,
    /// All words and their classes.
    pub(super) words: BTreeMap<String, Class>,
}
