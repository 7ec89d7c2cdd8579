//! The instruction table: how `isa/*.isa` looks in memory.

use super::generated::{INSTRUCTIONS, TARGETS, WORDS, op, word};
use super::operands::OperandSpec;
use super::roles::Order;
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

/// What rows of the table leave out.
pub(super) const WORD: WordData = WordData {
    name: "",
    class: Class::Modifier,
    category: "",
    repeatable: false,
    movable: false,
    ignored: Ignored::Never,
};

/// The words of the table: rows, and a constant for each.
macro_rules! words {
    ($($constant:ident $name:literal $($field:ident: $value:expr,)*;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum WordIndex { $($constant,)* }

        pub(super) static WORDS: &[WordData] = &[$(WordData { name: $name, $($field: $value,)* ..WORD },)*];

        /// A constant for each word that instructions take: `word::CTA`, `word::L2_CACHE_HINT`.
        pub mod word {
            use super::{Word, WordIndex};
            $(#[doc = concat!("`.", $name, "`")] pub const $constant: Word = Word(WordIndex::$constant as u16);)*
        }
    };
}
pub(super) use words;

/// The instructions of the table: rows, and a constant for each.
macro_rules! instructions {
    ($($constant:ident $name:literal $section:literal $forms:ident $($field:ident: $value:expr,)*;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum InstructionIndex { $($constant,)* }

        pub(super) static INSTRUCTIONS: &[InstructionData] =
            &[$(InstructionData { name: $name, section: $section, forms: $forms, $($field: $value,)* ..INSTRUCTION },)*];

        /// A constant for each instruction: `op::ADD`, `op::CP_ASYNC_BULK`.
        pub mod op {
            use super::{Instruction, InstructionIndex};
            $(
                #[doc = concat!("`", $name, "` (PTX ISA ", $section, ")")]
                pub const $constant: Instruction = Instruction(InstructionIndex::$constant as u16);
            )*
        }
    };
}
pub(super) use instructions;

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

    /// The category of a modifier, such as `rounding`; empty when it has none.
    const fn category(self) -> &'static str {
        WORDS[self.0 as usize].category
    }

    /// Whether both words are of one category, as all roundings are. An instruction takes one word of a category.
    pub fn is_like(self, member: Word) -> bool {
        !self.category().is_empty() && self.category() == member.category()
    }

    /// The numbers of rows, columns and products of each that a word such as `m16n8k16` gives to a multiplication of matrices.
    pub fn shape(self) -> Option<[u16; 3]> {
        let (m, rest) = self.name().strip_prefix('m')?.split_once('n')?;
        let (n, k) = rest.split_once('k')?;
        Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
    }

    /// The instruction by which a comparison with this word combines its truth with another predicate: `setp.lt.and`.
    pub fn combination(self) -> Option<Instruction> {
        match self {
            word::AND => Some(op::AND),
            word::OR => Some(op::OR),
            word::XOR => Some(op::XOR),
            _ => None,
        }
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
pub struct Effects(u32);

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
    /// Ends the whole grid.
    TRAP = 13;
    /// Something that it starts goes on after it: operands tell what ([`super::RoleAccess::later`]).
    ASYNCHRONOUS = 14;
    /// Makes a group of the asynchronous operations before it, or has a barrier track them.
    COMMITS = 15;
    /// Waits for asynchronous operations, a phase or a barrier, or tests whether they are complete.
    WAITS = 16;
    /// Initialises an mbarrier object.
    MBARRIER_INIT = 17;
    /// Ends the life of an mbarrier object.
    MBARRIER_INVAL = 18;
    /// Arrives at an mbarrier object, at once or later.
    MBARRIER_ARRIVE = 19;
    /// Raises the bytes that the phase of an mbarrier object waits for.
    MBARRIER_EXPECT = 20;
    /// Lowers them, at once or later.
    MBARRIER_COMPLETE = 21;
    /// Waits for a phase of an mbarrier object, or tests it.
    MBARRIER_WAIT = 22;
    /// Accesses an object that is there for several threads to access at once: what it does to it needs no order.
    ORDERED = 23;
    /// Takes generic addresses of shared memory where it names `.shared`: their low 32 bits are the address in the window.
    GENERIC_SHARED = 24;
    /// Adds to what its destination holds, unless its operand of the role `Accumulate` is false.
    ACCUMULATES = 25;
    /// Starts, commits or waits for work of the matrix unit of a warpgroup.
    WARPGROUP = 26;
    /// Starts or waits for loads from tensor memory into registers.
    TENSOR_LOADS = 27;
    /// Starts or waits for stores of registers to tensor memory.
    TENSOR_STORES = 28;
    /// Commits or waits for groups of bulk copies, or starts copies that may be in one: those with `.bulk_group` are.
    BULK_GROUPS = 29;
    /// Has the tensor core multiply matrices of tensor memory.
    TENSOR_PRODUCTS = 30;
    /// Has the tensor core copy into tensor memory, or shift rows there.
    TENSOR_MOVES = 31;
}

impl Effects {
    /// No effect.
    pub const NONE: Effects = Effects(0);

    /// All of these effects.
    pub(super) const fn of(effects: &[Effects]) -> Effects {
        let mut union = Effects::NONE;
        let mut index = 0;
        while index < effects.len() {
            union = union.union(effects[index]);
            index += 1;
        }
        union
    }

    /// All effects of both.
    pub const fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Whether an instruction with these effects does nothing but compute: convergent only says where it may be
    /// moved.
    pub const fn are_none(self) -> bool {
        self.0 & !Self::CONVERGENT.0 == 0
    }

    /// Whether any effect of `other` is among these.
    pub const fn intersects(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }
}

/// What the assembler overlooks in an instruction's operands, or insists on there, unlike the manual and unlike in its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quirks(u8);

impl Quirks {
    /// A special register may be the base of an address: nobody looks at its class.
    pub const SPECIAL_BASE: Quirks = Quirks(1);
    /// Elements of a vector that is written may be parts of registers (`%r1.b0`).
    pub const PARTS_WRITTEN: Quirks = Quirks(1 << 1);
    /// The first element of a vector that is read may be one.
    pub const PART_READ_FIRST: Quirks = Quirks(1 << 2);
    /// No element of a vector may be a predicate, where others take one for a word.
    pub const NO_PREDICATES: Quirks = Quirks(1 << 3);
    /// Nor a special register, nor a constant of another kind.
    pub const PLAIN_ELEMENTS: Quirks = Quirks(1 << 4);
    /// White space may stand before the last word of the name.
    pub const SEPARABLE: Quirks = Quirks(1 << 5);

    /// All of these.
    pub(super) const fn of(quirks: &[Quirks]) -> Quirks {
        let mut union = 0;
        let mut index = 0;
        while index < quirks.len() {
            union |= quirks[index].0;
            index += 1;
        }
        Quirks(union)
    }
}

#[derive(Debug)]
pub(super) struct InstructionData {
    pub(super) name: &'static str,
    pub(super) section: &'static str,
    pub(super) forms: &'static [Form],
    pub(super) tolerant: bool,
    pub(super) commutative: bool,
    pub(super) ignored: &'static [Word],
    pub(super) effects: Effects,
    pub(super) quirks: Quirks,
    pub(super) order: Option<Order>,
}

/// What rows of the table leave out.
pub(super) const INSTRUCTION: InstructionData = InstructionData {
    name: "",
    section: "",
    forms: &[],
    tolerant: false,
    commutative: false,
    ignored: &[],
    effects: Effects::NONE,
    quirks: Quirks(0),
    order: None,
};

/// For each instruction the first one whose name begins with the same word. The table is in the order of names, so they stand together.
static FAMILIES: [u16; INSTRUCTIONS.len()] = {
    let mut families = [0; INSTRUCTIONS.len()];
    let mut index = 1;
    while index < INSTRUCTIONS.len() {
        let names = [INSTRUCTIONS[index - 1].name.as_bytes(), INSTRUCTIONS[index].name.as_bytes()];
        families[index] = if begin_alike(names) { families[index - 1] } else { index as u16 };
        index += 1;
    }
    families
};

/// Whether two names begin with the same word.
const fn begin_alike([a, b]: [&[u8]; 2]) -> bool {
    let mut index = 0;
    loop {
        let ends = [index == a.len() || a[index] == b'.', index == b.len() || b[index] == b'.'];
        match ends {
            [true, true] => return true,
            [false, false] if a[index] == b[index] => index += 1,
            _ => return false,
        }
    }
}

/// An instruction of the table, by name: `add`, `cp.async.bulk`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Instruction(pub(super) u16);

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

    /// Whether it is another instruction or a special case of it, by name: `cp.async.bulk.tensor` of `cp.async`.
    pub fn is_variant_of(self, other: Instruction) -> bool {
        self.name().strip_prefix(other.name()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    }

    /// Whether its name begins with the same word as another one's: `tcgen05.ld` and `tcgen05.mma`.
    pub fn is_of_family(self, member: Instruction) -> bool {
        FAMILIES[self.0 as usize] == FAMILIES[member.0 as usize]
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

    /// Whether the assembler has a peculiarity here.
    pub fn has_quirk(self, quirk: Quirks) -> bool {
        self.data().quirks.0 & quirk.0 != 0
    }

    /// Whether its first two sources may be swapped.
    pub fn is_commutative(self) -> bool {
        self.data().commutative
    }

    /// How it orders memory where its modifiers don't say so; `None` for what neither accesses nor orders memory, and where the
    /// table does not tell.
    pub fn default_order(self) -> Option<Order> {
        self.data().order
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
        self.data().forms
    }
}

/// One form of an instruction: the words of its opcode and its operands.
#[derive(Debug)]
pub struct Form {
    pub(super) slots: &'static [Slot],
    pub(super) operands: &'static [OperandSpec],
    pub(super) required_operands: u8,
    pub(super) open: bool,
    pub(super) gate: &'static Gate,
    pub(super) constraints: &'static [Constraint],
    pub(super) distinct: bool,
    pub(super) notation: &'static str,
}

/// What rows of the table leave out.
pub(super) const FORM: Form = Form {
    slots: &[],
    operands: &[],
    required_operands: 0,
    open: false,
    gate: &Gate { alternatives: &[] },
    constraints: &[],
    distinct: false,
    notation: "",
};

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

/// `word` needs one of the others.
pub(super) const fn needs(word: Word, others: &'static [Word]) -> Constraint {
    Constraint { word, relation: Relation::Needs, others }
}

/// `word` goes with none of the others.
pub(super) const fn excludes(word: Word, others: &'static [Word]) -> Constraint {
    Constraint { word, relation: Relation::Excludes, others }
}

/// `word` stands before the others.
pub(super) const fn precedes(word: Word, others: &'static [Word]) -> Constraint {
    Constraint { word, relation: Relation::Precedes, others }
}

impl Form {
    /// Its slots.
    pub fn slots(&self) -> &'static [Slot] {
        self.slots
    }

    /// Its operands.
    pub fn operands(&self) -> &'static [OperandSpec] {
        self.operands
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
        self.gate
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
    pub(super) values: &'static [SlotWord],
    pub(super) absent: &'static Gate,
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
        self.absent
    }

    /// The words that may fill it.
    pub fn values(&self) -> &'static [SlotWord] {
        self.values
    }

    /// The entry of a word, if it may fill the slot.
    pub fn value(&self, word: Word) -> Option<&'static SlotWord> {
        self.values().iter().find(|value| value.word == word)
    }
}

/// A word of a slot.
#[derive(Debug)]
pub struct SlotWord {
    /// The word.
    pub word: Word,
    pub(super) gate: &'static Gate,
}

/// A word that may always be used.
pub(super) const fn any(word: Word) -> SlotWord {
    SlotWord { word, gate: &Gate { alternatives: &[] } }
}

/// A word that may be used when a gate is open.
pub(super) const fn gated(word: Word, gate: &'static Gate) -> SlotWord {
    SlotWord { word, gate }
}

impl SlotWord {
    /// When the word may be used there.
    pub fn gate(&self) -> &'static Gate {
        self.gate
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

    /// Whether it is of one architecture alone (`sm_90a`): later ones cannot run what is compiled for it.
    pub fn is_specific(self) -> bool {
        self.name().ends_with('a')
    }

    /// Its bit in the target set of a gate.
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Proxy, Role};
    use super::*;

    #[test]
    fn families_have_a_first_word_in_common() {
        let first = |instruction: Instruction| instruction.name().split('.').next();
        for one in Instruction::all() {
            for other in Instruction::all() {
                assert_eq!(one.is_of_family(other), first(one) == first(other), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn constants_are_what_their_names_say() {
        for (constant, name) in [(word::CTA, "cta"), (word::L2_CACHE_HINT, "L2::cache_hint"), (word::_2D, "2d")] {
            assert_eq!(Some(constant), Word::lookup(name.as_bytes()));
        }
        assert_eq!(Some(word::NAN_RESULT), Word::lookup(b"NaN"));
        assert_eq!(Some(op::CP_ASYNC_BULK), Instruction::lookup("cp.async.bulk"));
        for instruction in Instruction::all() {
            assert_eq!(Instruction::lookup(instruction.name()), Some(instruction), "rows are in order");
        }
        for word in Word::all() {
            assert_eq!(Word::lookup(word.name().as_bytes()), Some(word), "rows are in order");
        }
        assert!(op::CP_ASYNC_BULK.is_variant_of(op::CP_ASYNC) && !op::MAD24_LO.is_variant_of(op::MAD));
        assert!(op::CP_REDUCE_ASYNC_BULK.is_of_family(op::CP_ASYNC) && !op::BARRIER.is_of_family(op::BAR));
        // They are patterns, too.
        let is_sum = |instruction| matches!(instruction, op::ADD | op::SUB);
        assert!(is_sum(op::ADD) && !is_sum(op::MUL));
    }

    #[test]
    fn roles_tell_handles_from_addresses() {
        let first = |instruction: Instruction, role| {
            let all = instruction.forms().iter().flat_map(Form::operands);
            all.into_iter().find(|operand| operand.role() == role).map(|operand| operand.access())
        };
        assert!(first(op::TEX, Role::Address).is_none());
        assert!(first(op::TEX, Role::Texture).is_some_and(|access| access.reads && access.proxy == Proxy::Texture));
        assert!(first(op::CP_ASYNC_BULK, Role::Barrier).is_some_and(|access| access.later));
        assert!(first(op::WGMMA_MMA_ASYNC, Role::Accumulator).is_some());
    }

    /// What reads or writes memory says where: by an address, a handle or a descriptor.
    #[test]
    fn effects_and_roles_agree() {
        for instruction in Instruction::all() {
            let operands = || instruction.forms().iter().flat_map(Form::operands);
            let reads = operands().any(|operand| operand.access().reads);
            let writes = operands().any(|operand| operand.access().writes);
            let later = operands().any(|operand| operand.access().later);
            let effects = instruction.effects();
            let name = instruction.name();
            assert!(reads || !effects.intersects(Effects::READS_MEMORY), "{name} reads memory");
            assert!(writes || !effects.intersects(Effects::WRITES_MEMORY), "{name} writes memory");
            assert!(!later || effects.intersects(Effects::ASYNCHRONOUS), "{name} does something later");
        }
    }

    /// Each instruction of the protocol of asynchronous work takes one part in it.
    #[test]
    fn asynchronous_work_is_started_committed_or_waited_for() {
        let agents = [Effects::WARPGROUP, Effects::TENSOR_LOADS, Effects::TENSOR_STORES, Effects::BULK_GROUPS];
        let parts = [Effects::ASYNCHRONOUS, Effects::COMMITS, Effects::WAITS];
        for instruction in Instruction::all() {
            let has = |effect: &&Effects| instruction.effects().intersects(**effect);
            let count = agents.iter().filter(has).count();
            assert!(count <= 1, "{} belongs to two agents", instruction.name());
            let taken = parts.iter().filter(has).count();
            assert!(count == 0 || taken == 1, "{} takes {taken} parts", instruction.name());
        }
        for agent in agents {
            let waits = |it: &Instruction| it.effects().intersects(agent) && it.effects().intersects(Effects::WAITS);
            assert_eq!(Instruction::all().filter(waits).count(), 1);
        }
    }
}
