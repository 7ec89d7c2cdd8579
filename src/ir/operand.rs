//! Operands.

use crate::ids::{AddressId, ConstId, FuncId, LabelId, NameId, RegId, VarId};
use crate::isa::SpecialRegister;
use crate::span::Span;

/// A run of operands in the operand arena: elements of a vector, a pair, an argument list or an address.
///
/// Packed, so that the tag of [`OperandKind`] finds place beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, packed(2))]
pub struct List {
    pub(crate) start: u32,
    pub(crate) len: u16,
}

impl List {
    /// Indices into the operand arena.
    pub fn indices(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.len as usize
    }

    /// Number of elements.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is no element.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A selector after a register: a vector component, or a byte or half word of a video instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Component {
    /// The whole register.
    None,
    /// `.x` or `.r`
    X,
    /// `.y` or `.g`
    Y,
    /// `.z` or `.b`
    Z,
    /// `.w` or `.a`
    W,
    /// `.b0`
    B0,
    /// `.b1`
    B1,
    /// `.b2`
    B2,
    /// `.b3`
    B3,
    /// `.h0`
    H0,
    /// `.h1`
    H1,
    /// `.bNM`, `.hNM`, `.bNMKL`: lanes of a SIMD video instruction.
    Lanes,
    /// Something else.
    Unknown,
}

impl Component {
    /// The component of this name (without dot).
    pub fn from_name(name: &[u8]) -> Self {
        match name {
            b"x" | b"r" => Self::X,
            b"y" | b"g" => Self::Y,
            b"z" | b"b" => Self::Z,
            b"w" | b"a" => Self::W,
            b"b0" => Self::B0,
            b"b1" => Self::B1,
            b"b2" => Self::B2,
            b"b3" => Self::B3,
            b"h0" => Self::H0,
            b"h1" => Self::H1,
            [b'b', lanes @ ..] if lanes.len() == 4 && lanes.iter().all(|b| (b'0'..=b'7').contains(b)) => Self::Lanes,
            [b'h', lanes @ ..] if lanes.len() == 2 && lanes.iter().all(|b| (b'0'..=b'3').contains(b)) => Self::Lanes,
            _ => Self::Unknown,
        }
    }
}

/// What an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A register, perhaps one component of it, perhaps negated (`!%p1`).
    Reg {
        /// Which register.
        reg: RegId,
        /// Component or video selector.
        component: Component,
        /// `!` or `-` stands before it.
        negated: bool,
    },
    /// A predefined read-only register such as `%tid.x`.
    Special {
        /// Which one.
        register: SpecialRegister,
        /// Component of a vector register.
        component: Component,
        /// `!` or `-` stands before it.
        negated: bool,
    },
    /// A literal or constant expression.
    Const(ConstId),
    /// The address of a variable, or the name of a parameter.
    Var(VarId),
    /// The address of a function, or a callee.
    Func(FuncId),
    /// A label, or the table or prototype that a label names.
    Label(LabelId),
    /// `_`: the result is not wanted.
    Sink,
    /// `{a, b, …}`
    Vector(List),
    /// `p|q`
    Pair(List),
    /// `(a, b, …)` of a call.
    Args(List),
    /// `[base+offset]`, `[base, {coordinates}]`
    Address(AddressId),
    /// `symbol+offset` or `symbol[index]` without brackets around it.
    Offset(AddressId),
    /// A name that nothing in scope has.
    Unresolved(NameId),
}

/// An operand and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// What it is.
    pub kind: OperandKind,
    /// Where it stands.
    pub span: Span,
}

impl Operand {
    /// The register, if the operand is one as a whole (no component).
    pub fn register(self) -> Option<RegId> {
        match self.kind {
            OperandKind::Reg { reg, component: Component::None, .. } => Some(reg),
            _ => None,
        }
    }

    /// Whether `!` or `-` stands before a register.
    pub fn is_negated(self) -> bool {
        matches!(self.kind, OperandKind::Reg { negated: true, .. } | OperandKind::Special { negated: true, .. })
    }

    /// The constant's id, if the operand is one.
    pub fn constant(self) -> Option<ConstId> {
        match self.kind {
            OperandKind::Const(id) => Some(id),
            _ => None,
        }
    }
}

/// An address operand, or a symbol with an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// The base first; then what follows commas inside the brackets (coordinates, sampler).
    pub parts: List,
    /// Constant byte offset from the base.
    pub offset: i64,
    /// Where the offset stands, without its `+`; empty when there is none.
    pub offset_span: Span,
    /// Written as `symbol[index]`; a register that is the index is the second part.
    pub indexed: bool,
    /// Followed by `.unified`.
    pub unified: bool,
}

/// How a constant was written, which decides where it may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConstKind {
    /// Integer of type `.s64`.
    Signed,
    /// Integer of type `.u64` (suffix `U`, or too large for `.s64`).
    Unsigned,
    /// `0f…`: the low 32 bits hold an `f32`.
    HexSingle,
    /// `0d…`: the bits hold an `f64`.
    HexDouble,
    /// A decimal floating-point literal or expression: the bits hold an `f64`.
    Decimal,
    /// `WARP_SZ`
    WarpSize,
    /// An integer literal of more than 64 bits.
    Overflow,
    /// An expression that mixes integers and floats, or divides by zero.
    Invalid,
}

/// The value of a literal or constant expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Const {
    /// The value's bits; see [`ConstKind`].
    pub bits: u64,
    /// What the bits mean.
    pub kind: ConstKind,
}

impl Const {
    /// The value as an integer, if it is one.
    pub fn integer(self) -> Option<i64> {
        matches!(self.kind, ConstKind::Signed | ConstKind::Unsigned | ConstKind::WarpSize).then_some(self.bits as i64)
    }

    /// The value as a floating-point number, if it is one.
    pub fn float(self) -> Option<f64> {
        match self.kind {
            ConstKind::HexSingle => Some(f64::from(f32::from_bits(self.bits as u32))),
            ConstKind::HexDouble | ConstKind::Decimal => Some(f64::from_bits(self.bits)),
            _ => None,
        }
    }
}
