//! What the instruction table says of operands.

use super::atoms::AtomSet;
use super::roles::{Role, RoleAccess};
use super::table::{Form, Word};
use super::types::{ScalarType, StateSpace};

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
pub enum ElementKind {
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

/// What a vector measures in a texture or surface.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Coordinates in a texture, behind the index into an array of them.
    Texture,
    /// Coordinates in a surface, behind the index into an array of them.
    Surface,
    /// What is added to coordinates.
    Offset,
    /// Derivatives of coordinates.
    Gradient,
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
    /// In braces, each element with its own specification.
    Tuple,
    /// Alone, or any number of them in braces.
    AnyVector,
    /// In braces, as many as the texture geometry that the opcode names wants.
    PerGeometry(Measure),
    /// In brackets: an address.
    Address {
        /// What its base may be.
        base: AddressBase,
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
    /// The letters before the numbers, whose product counts; without one it is the word's last number.
    pub(super) letters: &'static str,
    /// What the number is multiplied with.
    pub(super) times: u8,
    /// What the product is divided by; the result is rounded up.
    pub(super) over: u16,
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
        if self.letters.is_empty() {
            return word[word.trim_end_matches(is_digit).len()..].parse().ok();
        }
        let after = |letter: char| {
            let rest = &word[word.find(letter)? + 1..];
            rest[..rest.find(|c| !is_digit(c)).unwrap_or(rest.len())].parse::<usize>().ok()
        };
        self.letters.chars().map(after).product()
    }
}

/// The instruction writes the operand.
pub(super) const WRITTEN: u32 = 1;
/// No constant may stand there.
pub(super) const REGISTER_ONLY: u32 = 2;
/// Registers wider than the type fit; in a global or generic address also 32-bit ones.
pub(super) const WIDENING: u32 = 4;
/// `_` may stand there.
pub(super) const SINK: u32 = 8;
/// A pair `p|q` may stand there.
pub(super) const PAIR: u32 = 16;
/// Special registers of a fitting width may stand there.
pub(super) const ADMIT_SPECIAL: u32 = 32;
/// Bare variables may stand there.
pub(super) const ADMIT_VARIABLE: u32 = 64;

/// Only the low 32 bits of a constant count.
pub(super) const NARROW: u32 = 128;

/// A pair must stand there.
pub(super) const PAIR_ONLY: u32 = 256;

/// A vector must have an element that is no integer constant.
pub(super) const MIXED: u32 = 4096;

/// `register+constant` does not fit.
pub(super) const NO_SUM: u32 = 8192;

/// A register may be negated.
pub(super) const MAY_NEGATE: u32 = 512;

/// A negated register must stand there.
pub(super) const MUST_NEGATE: u32 = 1024;

/// Variables of the space that the opcode names may stand there, and no others.
pub(super) const NAMED_VARIABLE: u32 = 2048;

/// `_` may stand for a whole vector.
pub(super) const WHOLE_SINK: u32 = 32768;

/// `.unified` may follow the address.
pub(super) const UNIFIED: u32 = 16384;

/// The parts of a register that a video instruction may select.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selectors {
    /// A byte or half-word: `.b0` to `.b3`, `.h0`, `.h1`.
    Part,
    /// Half-words that are written: `.h0`, `.h1`, `.h10`.
    Mask2,
    /// Bytes that are written, from the highest to the lowest: `.b0`, `.b31`, `.b3210`.
    Mask4,
    /// Two of the half-words of both sources: `.h10`.
    Lanes2,
    /// Four of the bytes of both sources: `.b7654`.
    Lanes4,
}

impl Selectors {
    /// Whether a selector (without its dot) is one of these.
    pub fn admits(self, selector: &[u8]) -> bool {
        let Some((kind, digits)) = selector.split_first() else { return false };
        let below = |count: u8| digits.iter().all(|digit| (b'0'..b'0' + count).contains(digit));
        let falling = digits.is_sorted_by(|a, b| a > b);
        match (self, kind, digits.len()) {
            (Self::Part, b'b', 1) => below(4),
            (Self::Part, b'h', 1) => below(2),
            (Self::Mask2, b'h', 1..) => falling && below(2),
            (Self::Mask4, b'b', 1..) => falling && below(4),
            (Self::Lanes2, b'h', 2) => below(4),
            (Self::Lanes4, b'b', 4) => below(8),
            _ => false,
        }
    }
}

/// In unified texture mode it may be left out.
pub(super) const UNIFIED_OPTIONAL: u32 = 65536;

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
#[derive(Clone, Copy, Debug)]
pub struct OperandSpec {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    pub(super) place: ElementKind,
    pub(super) flags: u32,
    pub(super) ranges: &'static [Range],
    pub(super) when: Option<Word>,
    pub(super) selectors: Option<Selectors>,
    pub(super) parts: &'static [OperandSpec],
    pub(super) role: Role,
    pub(super) access: RoleAccess,
}

/// What rows of the table leave out.
pub(super) const OPERAND: OperandSpec = OperandSpec {
    name: "",
    shape: Shape::One,
    place: ElementKind::Set(AtomSet::NONE),
    flags: 0,
    ranges: &[],
    when: None,
    selectors: None,
    parts: &[],
    role: Role::Source,
    access: RoleAccess::NONE,
};

impl OperandSpec {
    /// Its name in the notation.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How its elements stand.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// What it is to the instruction.
    pub fn role(&self) -> Role {
        self.role
    }

    /// What the instruction does to what the operand names; see [`Role`].
    pub fn access(&self) -> RoleAccess {
        self.access
    }

    /// What its elements may be.
    pub fn place(&self) -> ElementKind {
        self.place
    }

    /// What follows the commas of an address, or stands in a tuple.
    pub fn parts(&self) -> &'static [OperandSpec] {
        self.parts
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

    /// Whether it may be left out in unified texture mode.
    pub fn is_optional_when_unified(&self) -> bool {
        self.flags & UNIFIED_OPTIONAL != 0
    }

    /// Whether special registers may stand there.
    pub fn admits_special(&self) -> bool {
        self.flags & ADMIT_SPECIAL != 0
    }

    /// Whether variables of the space that the opcode names (`.shared` if it names none) may stand there, and no others.
    pub fn admits_named_variable(&self) -> bool {
        self.flags & NAMED_VARIABLE != 0
    }

    /// Whether `_` may stand for the whole vector.
    pub fn admits_whole_sink(&self) -> bool {
        self.flags & WHOLE_SINK != 0
    }

    /// Whether `.unified` may follow the address.
    pub fn admits_unified(&self) -> bool {
        self.flags & UNIFIED != 0
    }

    /// Whether a register may be negated.
    pub fn may_be_negated(&self) -> bool {
        self.flags & (MAY_NEGATE | MUST_NEGATE) != 0
    }

    /// Whether a negated register must stand there.
    pub fn must_be_negated(&self) -> bool {
        self.flags & MUST_NEGATE != 0
    }

    /// Which parts of a register may be selected.
    pub fn selectors(&self) -> Option<Selectors> {
        self.selectors
    }

    /// Whether bare variables may stand there.
    pub fn admits_variable(&self) -> bool {
        self.flags & ADMIT_VARIABLE != 0
    }
}
