//! Kinds of operands as the assembler tells them apart, and sets of them.
//!
//! What fits an operand place is a set of [`Atom`]s. Most sets follow from the type of the instruction; see
//! [`AtomSet::row`].

use super::types::{ScalarType, TypeClass};

macro_rules! atoms {
    ($($(#[$doc:meta])* $name:ident $text:literal $phrase:literal;)*) => {
        /// A kind of operand.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Atom { $($(#[$doc])* $name,)* }

        impl Atom {
            /// All kinds.
            pub const ALL: &'static [Atom] = &[$(Atom::$name,)*];

            /// The name in the table's notation.
            pub const fn name(self) -> &'static str {
                match self { $(Atom::$name => $text,)* }
            }

            /// What it is called in messages.
            pub const fn phrase(self) -> &'static str {
                match self { $(Atom::$name => $phrase,)* }
            }
        }
    };
}

atoms! {
    /// `.pred` register.
    RegPred "pred" "a `.pred` register";
    /// `.b8` register.
    RegB8 "b8" "a `.b8` register";
    /// `.u8` register.
    RegU8 "u8" "a `.u8` register";
    /// `.s8` register.
    RegS8 "s8" "a `.s8` register";
    /// `.b16` register.
    RegB16 "b16" "a `.b16` register";
    /// `.u16` register.
    RegU16 "u16" "a `.u16` register";
    /// `.s16` register.
    RegS16 "s16" "a `.s16` register";
    /// `.f16` register.
    RegF16 "f16" "a `.f16` register";
    /// `.b32` register.
    RegB32 "b32" "a `.b32` register";
    /// `.u32` register.
    RegU32 "u32" "a `.u32` register";
    /// `.s32` register.
    RegS32 "s32" "a `.s32` register";
    /// `.f32` register.
    RegF32 "f32" "an `.f32` register";
    /// `.f16x2` register.
    RegF16x2 "f16x2" "an `.f16x2` register";
    /// `.b64` register.
    RegB64 "b64" "a `.b64` register";
    /// `.u64` register.
    RegU64 "u64" "a `.u64` register";
    /// `.s64` register.
    RegS64 "s64" "a `.s64` register";
    /// `.f64` register.
    RegF64 "f64" "an `.f64` register";
    /// `.b128` register.
    RegB128 "b128" "a `.b128` register";
    /// Register of a type that no register may have.
    RegOther "other" "a register of this type";
    /// Vector register without a component.
    RegVector "regvec" "a whole vector register";
    /// Integer constant.
    Int "int" "an integer";
    /// `0f…` constant.
    HexSingle "hexf" "a single-precision constant";
    /// `0d…` constant.
    HexDouble "hexd" "a double-precision constant";
    /// Decimal floating-point constant.
    Decimal "dec" "a floating-point constant";
    /// Variable of the `.global` space.
    Global "gvar" "a `.global` variable";
    /// Variable of the `.shared` space.
    Shared "svar" "a `.shared` variable";
    /// Variable of the `.local` space.
    Local "lvar" "a `.local` variable";
    /// Variable of the `.const` space.
    Const "cvar" "a `.const` variable";
    /// Parameter.
    Param "param" "a parameter";
    /// Texture reference.
    Texref "texref" "a texture reference";
    /// Sampler reference.
    Samplerref "samplerref" "a sampler reference";
    /// Surface reference.
    Surfref "surfref" "a surface reference";
    /// `variable+offset`
    Offset "sym+" "a variable with an offset";
    /// `variable[index]`
    Index "sym[]" "an indexed variable";
    /// `variable[register]` with a register that cannot be an index.
    BadIndex "badindex" "a variable with a wrong index";
    /// `register+offset`
    Sum "sum" "a register with an offset";
    /// Special register with 16- and 32-bit forms: a component of `%tid`, `%ntid`, `%ctaid`, `%nctaid`.
    Special16 "sreg16" "a special register";
    /// 32-bit special register.
    Special32 "sreg32" "a special register";
    /// 64-bit special register.
    Special64 "sreg64" "a 64-bit special register";
    /// `%gridid`, which has all widths.
    SpecialAny "sregany" "a special register";
    /// Special predicate.
    SpecialPred "sregpred" "a special predicate";
    /// Vector special register without a component.
    SpecialVector "sregvec" "a special register without a component";
    /// Device function.
    Func "func" "a function";
    /// Kernel.
    Entry "entry" "a kernel";
    /// Code label.
    Label "label" "a label";
    /// Label of `.branchtargets`.
    BranchTargets "branchtargets" "a label of `.branchtargets`";
    /// Label of `.calltargets`.
    CallTargets "calltargets" "a label of `.calltargets`";
    /// Label of `.callprototype`.
    Prototype "prototype" "a label of `.callprototype`";
    /// `_`
    Sink "sink" "`_`";
    /// `!p`
    NotPred "notpred" "a negated predicate";
    /// `-r`
    Minus "minus" "a negated register";
    /// `!` before something that is no predicate, `-` before a predicate.
    BadSign "badsign" "a register with a sign that it cannot have";
    /// A register with a byte or half-word selector.
    Selected "selected" "a part of a register";
    /// A register with a component that it does not have.
    BadSelector "badselector" "a register with a selector";
    /// `{…}`
    Vector "vector" "a vector";
    /// `p|q`
    Pair "pair" "a pair";
    /// `[…]`
    Address "address" "an address";
    /// `(…)`
    Args "args" "an argument list";
    /// A name that is not declared, or a constant that is none.
    Invalid "invalid" "something undefined";
}

/// A set of operand kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AtomSet(pub(crate) u64);

impl AtomSet {
    /// No kind.
    pub const NONE: AtomSet = AtomSet(0);

    /// The set of some kinds.
    pub const fn of(atoms: &[Atom]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < atoms.len() {
            bits |= 1 << atoms[index] as u8;
            index += 1;
        }
        Self(bits)
    }

    /// Whether the set has a kind.
    pub const fn contains(self, atom: Atom) -> bool {
        self.0 >> atom as u8 & 1 != 0
    }

    /// All kinds of both.
    pub const fn union(self, other: AtomSet) -> Self {
        Self(self.0 | other.0)
    }

    /// This set and one more kind.
    pub const fn with(self, atom: Atom) -> Self {
        Self(self.0 | 1 << atom as u8)
    }

    /// The kinds of this set that are not in the other.
    pub const fn without(self, other: AtomSet) -> Self {
        Self(self.0 & !other.0)
    }

    /// The kinds of both sets.
    pub const fn intersection(self, other: AtomSet) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether there is no kind.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds.
    pub fn iter(self) -> impl Iterator<Item = Atom> {
        Atom::ALL.iter().copied().filter(move |&atom| self.contains(atom))
    }

    /// The registers and constants that fit an operand of the instruction type `ty`.
    ///
    /// Sign never matters, `.bN` registers fit everything of `N` bits, float registers fit their own type and `.bN` only.
    /// `widening` places (`ld`, `st`, `cvt`) also take wider registers of a kind that fits.
    pub const fn row(ty: ScalarType, widening: bool) -> Self {
        Self::registers(ty, widening).union(Self::constants(ty))
    }

    /// The registers of [`Self::row`].
    pub const fn registers(ty: ScalarType, widening: bool) -> Self {
        let exact = exact_registers(ty);
        if !widening {
            return exact;
        }
        let wider = match ty.bits() {
            8 => WIDER_THAN_8,
            16 => WIDER_THAN_16,
            32 => WIDER_THAN_32,
            64 => WIDER_THAN_64,
            _ => AtomSet::NONE,
        };
        let kinds = match ty.class() {
            TypeClass::Bits => AtomSet(u64::MAX),
            TypeClass::Float => BIT_REGISTERS,
            _ => BIT_REGISTERS.union(INTEGER_REGISTERS),
        };
        exact.union(AtomSet(wider.0 & kinds.0))
    }

    /// The registers of any width that are read as a type wants.
    pub const fn same_reading(ty: ScalarType) -> Self {
        match ty {
            ScalarType::Pred => exact_registers(ty),
            ScalarType::F16 | ScalarType::F32 | ScalarType::F64 => BIT_REGISTERS.union(FLOAT_REGISTERS),
            ScalarType::F16x2 | ScalarType::U16x2 | ScalarType::S16x2 => {
                BIT_REGISTERS.union(Self::of(&[Atom::RegF16x2]))
            }
            _ => match ty.class() {
                TypeClass::Bits => BIT_REGISTERS.union(INTEGER_REGISTERS).union(FLOAT_REGISTERS),
                TypeClass::Float => BIT_REGISTERS,
                _ => BIT_REGISTERS.union(INTEGER_REGISTERS),
            },
        }
    }

    /// The constants of [`Self::row`].
    pub const fn constants(ty: ScalarType) -> Self {
        let int = Self::of(&[Atom::Int, Atom::Offset]);
        match ty {
            ScalarType::Pred => Self::of(&[Atom::Int, Atom::NotPred]),
            ScalarType::F32 | ScalarType::F64 => Self::of(&[Atom::HexSingle, Atom::HexDouble, Atom::Decimal]),
            ScalarType::B32 => int.union(Self::of(&[Atom::HexSingle])),
            ScalarType::B64 => int.union(Self::of(&[Atom::HexDouble, Atom::Decimal])),
            _ if ty.lanes() > 1 || ty.is_float() => Self::NONE,
            _ => int,
        }
    }
}

const BIT_REGISTERS: AtomSet = AtomSet::of(&[Atom::RegB8, Atom::RegB16, Atom::RegB32, Atom::RegB64, Atom::RegB128]);
const INTEGER_REGISTERS: AtomSet = AtomSet::of(&[
    Atom::RegU8,
    Atom::RegS8,
    Atom::RegU16,
    Atom::RegS16,
    Atom::RegU32,
    Atom::RegS32,
    Atom::RegF16x2,
    Atom::RegU64,
    Atom::RegS64,
]);
const FLOAT_REGISTERS: AtomSet = AtomSet::of(&[Atom::RegF16, Atom::RegF32, Atom::RegF64]);
const WIDER_THAN_64: AtomSet = AtomSet::of(&[Atom::RegB128]);
const WIDER_THAN_32: AtomSet =
    WIDER_THAN_64.union(AtomSet::of(&[Atom::RegB64, Atom::RegU64, Atom::RegS64, Atom::RegF64]));
const WIDER_THAN_16: AtomSet =
    WIDER_THAN_32.union(AtomSet::of(&[Atom::RegB32, Atom::RegU32, Atom::RegS32, Atom::RegF32, Atom::RegF16x2]));
const WIDER_THAN_8: AtomSet =
    WIDER_THAN_16.union(AtomSet::of(&[Atom::RegB16, Atom::RegU16, Atom::RegS16, Atom::RegF16]));

const fn exact_registers(ty: ScalarType) -> AtomSet {
    match ty {
        ScalarType::Pred => AtomSet::of(&[Atom::RegPred, Atom::RegF16x2]),
        ScalarType::B8 | ScalarType::U8 | ScalarType::S8 => AtomSet::of(&[Atom::RegB8, Atom::RegU8, Atom::RegS8]),
        ScalarType::U16 | ScalarType::S16 => AtomSet::of(&[Atom::RegB16, Atom::RegU16, Atom::RegS16]),
        ScalarType::B16 => AtomSet::of(&[Atom::RegB16, Atom::RegU16, Atom::RegS16, Atom::RegF16]),
        ScalarType::F16 => AtomSet::of(&[Atom::RegB16, Atom::RegF16]),
        ScalarType::U32 | ScalarType::S32 => AtomSet::of(&[Atom::RegB32, Atom::RegU32, Atom::RegS32, Atom::RegF16x2]),
        ScalarType::B32 => AtomSet::of(&[Atom::RegB32, Atom::RegU32, Atom::RegS32, Atom::RegF32, Atom::RegF16x2]),
        ScalarType::F32 => AtomSet::of(&[Atom::RegB32, Atom::RegF32]),
        ScalarType::F16x2 | ScalarType::U16x2 | ScalarType::S16x2 => AtomSet::of(&[Atom::RegB32, Atom::RegF16x2]),
        ScalarType::U64 | ScalarType::S64 => AtomSet::of(&[Atom::RegB64, Atom::RegU64, Atom::RegS64]),
        ScalarType::B64 => AtomSet::of(&[Atom::RegB64, Atom::RegU64, Atom::RegS64, Atom::RegF64]),
        ScalarType::F64 => AtomSet::of(&[Atom::RegB64, Atom::RegF64]),
        ScalarType::B128 => AtomSet::of(&[Atom::RegB128]),
        _ => match ty.bits() {
            ..=8 => AtomSet::of(&[Atom::RegB8]),
            16 => AtomSet::of(&[Atom::RegB16]),
            32 => AtomSet::of(&[Atom::RegB32]),
            64 => AtomSet::of(&[Atom::RegB64]),
            _ => AtomSet::of(&[Atom::RegB128]),
        },
    }
}

impl Atom {
    /// The kind of a vector whose elements are of these two kinds, as the assembler infers it; `None` when they do not go together.
    pub fn blend(self, other: Atom) -> Option<Atom> {
        if self == other {
            return Some(self);
        }
        let untyped = [(Self::RegB8, 8), (Self::RegB16, 16), (Self::RegB32, 32), (Self::RegB64, 64)];
        let fits = |bits: u32| self.adapts(other, bits) || other.adapts(self, bits);
        untyped.into_iter().find(|&(_, bits)| fits(bits)).map(|(atom, _)| atom)
    }

    /// What the assembler takes an element of a vector for: special registers count as untyped ones.
    pub const fn in_vector(self) -> Atom {
        match self {
            Self::Special16 | Self::Special32 | Self::SpecialAny => Self::RegB32,
            Self::Special64 => Self::RegB64,
            _ => self,
        }
    }

    /// Whether an element of this kind stands beside a register of another kind that has so many bits.
    fn adapts(self, register: Atom, bits: u32) -> bool {
        let of_width = match bits {
            8 => [Self::RegB8, Self::RegU8, Self::RegS8].as_slice(),
            16 => &[Self::RegB16, Self::RegU16, Self::RegS16, Self::RegF16],
            32 => &[Self::RegB32, Self::RegU32, Self::RegS32, Self::RegF32, Self::RegF16x2],
            _ => &[Self::RegB64, Self::RegU64, Self::RegS64, Self::RegF64],
        };
        let Some(place) = of_width.iter().position(|&atom| atom == register) else { return false };
        let (untyped, integer) = (place == 0, place == 1 || place == 2);
        match self {
            Self::Int => untyped || integer,
            Self::HexSingle => untyped,
            Self::HexDouble | Self::Decimal => untyped || matches!(register, Self::RegF32 | Self::RegF64),
            Self::RegPred => untyped && bits == 32,
            _ => of_width.iter().position(|&atom| atom == self).is_some_and(|own| untyped || integer && own <= 2),
        }
    }

    /// Whether this is a register of some type, as a whole.
    pub const fn is_register(self) -> bool {
        (self as u8) < Self::RegOther as u8
    }

    /// The type of the registers of this kind.
    pub fn register_type(self) -> Option<ScalarType> {
        let is_own = |ty: &ScalarType| self != Self::RegOther && Self::of_register(*ty) == self;
        ScalarType::ALL.iter().copied().find(is_own)
    }

    /// The kind of a register that is declared with this type.
    pub const fn of_register(ty: ScalarType) -> Self {
        match ty {
            ScalarType::Pred => Self::RegPred,
            ScalarType::B8 => Self::RegB8,
            ScalarType::U8 => Self::RegU8,
            ScalarType::S8 => Self::RegS8,
            ScalarType::B16 => Self::RegB16,
            ScalarType::U16 => Self::RegU16,
            ScalarType::S16 => Self::RegS16,
            ScalarType::F16 => Self::RegF16,
            ScalarType::B32 => Self::RegB32,
            ScalarType::U32 => Self::RegU32,
            ScalarType::S32 => Self::RegS32,
            ScalarType::F32 => Self::RegF32,
            ScalarType::F16x2 => Self::RegF16x2,
            ScalarType::B64 => Self::RegB64,
            ScalarType::U64 => Self::RegU64,
            ScalarType::S64 => Self::RegS64,
            ScalarType::F64 => Self::RegF64,
            ScalarType::B128 => Self::RegB128,
            _ => Self::RegOther,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: AtomSet) -> String {
        set.iter().map(Atom::name).collect::<Vec<_>>().join(" ")
    }

    /// Rows as ptxas 13.5 shows them when each kind of operand is tried in turn.
    #[test]
    fn rows_are_those_of_the_assembler() {
        let cases = [
            (ScalarType::U32, false, "b32 u32 s32 f16x2 int sym+"),
            (ScalarType::B32, false, "b32 u32 s32 f32 f16x2 int hexf sym+"),
            (ScalarType::B64, false, "b64 u64 s64 f64 int hexd dec sym+"),
            (ScalarType::F16, false, "b16 f16"),
            (ScalarType::Bf16, false, "b16"),
            (ScalarType::U16x2, false, "b32 f16x2"),
            (ScalarType::F32, true, "b32 f32 b64 b128 hexf hexd dec"),
            (ScalarType::F16, true, "b16 f16 b32 b64 b128"),
            (ScalarType::U16, true, "b16 u16 s16 b32 u32 s32 f16x2 b64 u64 s64 b128 int sym+"),
            (ScalarType::B32, true, "b32 u32 s32 f32 f16x2 b64 u64 s64 f64 b128 int hexf sym+"),
            (ScalarType::Pred, false, "pred f16x2 int notpred"),
        ];
        for (ty, widening, expected) in cases {
            assert_eq!(names(AtomSet::row(ty, widening)), expected, "{ty} {widening}");
        }
    }

    #[test]
    fn atoms_fit_a_word() {
        assert!(Atom::ALL.len() <= 64);
    }
}
