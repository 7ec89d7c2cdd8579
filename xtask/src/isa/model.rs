//! The instruction table as its text files describe it; `isa/README.md` explains the notation.

use std::collections::BTreeMap;

/// A lowest version and a set of targets.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Gate {
    /// Alternatives, any of which suffices: PTX version times 10, targets as a bit set. Empty: no restriction.
    pub(super) alternatives: Vec<(u8, u64)>,
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
}

/// Which type an operand has.
#[derive(Clone, Debug)]
pub(super) enum Type {
    /// A fixed one.
    Fixed(String),
    /// The one that fills the n-th type slot.
    Slot(usize),
    /// Twice the width of the n-th type slot.
    Wide(usize),
}

/// What may stand as an operand.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A register or constant.
    Value(Type),
    /// So many values in braces.
    Vector(u8, Type),
    /// As many values as the vector slot says.
    PerVector(Type),
    /// A predicate or pair of predicates.
    Pair(Type),
    /// An address, in a space if one is fixed.
    Address(Option<String>),
    /// An integer constant in a range.
    Immediate(i64, i64),
    /// A label.
    Label,
    /// A function or function pointer.
    Callee,
    /// A label of `.branchtargets`.
    Table,
    /// Anything.
    Any,
    /// Anything, any number of times.
    Rest,
}

/// An operand of a form.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    /// Its name in the notation.
    pub(super) name: String,
    /// Whether the instruction writes it.
    pub(super) written: bool,
    /// What may stand there.
    pub(super) kind: Kind,
    /// `!`: no constant.
    pub(super) register_only: bool,
    /// `~`: wider registers fit.
    pub(super) widening: bool,
    /// `?`: `_` fits.
    pub(super) sink: bool,
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
    /// Targets from old to new.
    pub(super) targets: Vec<Target>,
    /// Categories of the words that have one.
    pub(super) categories: BTreeMap<String, String>,
    /// Classes of the words that have one.
    pub(super) classes: BTreeMap<String, Class>,
}
