//! Scalar types, state spaces and other closed vocabularies of PTX ISA chapter 5.

/// How the bits of a type are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum TypeClass {
    /// Untyped bits (`.bN`).
    Bits,
    /// Unsigned integer.
    Unsigned,
    /// Signed integer.
    Signed,
    /// Floating point.
    Float,
    /// Predicate.
    Predicate,
    /// Opaque texture, sampler or surface reference.
    Opaque,
}

macro_rules! scalar_types {
    ($($(#[$doc:meta])* $variant:ident $name:literal $bits:literal x $lanes:literal $class:ident;)*) => {
        /// A fundamental, alternate or packed type (PTX ISA 5.2).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum ScalarType { $($(#[$doc])* $variant,)* }

        impl ScalarType {
            /// All types.
            pub const ALL: &'static [ScalarType] = &[$(ScalarType::$variant,)*];

            /// The name without its dot: `b32`.
            pub const fn name(self) -> &'static str {
                match self { $(ScalarType::$variant => $name,)* }
            }

            /// The type of this name (without dot).
            pub fn from_name(name: &[u8]) -> Option<Self> {
                $(if name == $name.as_bytes() { return Some(ScalarType::$variant); })*
                None
            }

            /// Width in bits of the whole value, all lanes together.
            pub const fn bits(self) -> u32 {
                match self { $(ScalarType::$variant => $bits * $lanes,)* }
            }

            /// Number of packed lanes; 1 for an ordinary scalar.
            pub const fn lanes(self) -> u32 {
                match self { $(ScalarType::$variant => $lanes,)* }
            }

            /// How the bits are read.
            pub const fn class(self) -> TypeClass {
                match self { $(ScalarType::$variant => TypeClass::$class,)* }
            }
        }
    };
}

scalar_types! {
    /// `.pred`
    Pred "pred" 1 x 1 Predicate;
    /// `.b8`
    B8 "b8" 8 x 1 Bits;
    /// `.b16`
    B16 "b16" 16 x 1 Bits;
    /// `.b32`
    B32 "b32" 32 x 1 Bits;
    /// `.b64`
    B64 "b64" 64 x 1 Bits;
    /// `.b128`
    B128 "b128" 128 x 1 Bits;
    /// `.u8`
    U8 "u8" 8 x 1 Unsigned;
    /// `.u16`
    U16 "u16" 16 x 1 Unsigned;
    /// `.u32`
    U32 "u32" 32 x 1 Unsigned;
    /// `.u64`
    U64 "u64" 64 x 1 Unsigned;
    /// `.s8`
    S8 "s8" 8 x 1 Signed;
    /// `.s16`
    S16 "s16" 16 x 1 Signed;
    /// `.s32`
    S32 "s32" 32 x 1 Signed;
    /// `.s64`
    S64 "s64" 64 x 1 Signed;
    /// `.f16`
    F16 "f16" 16 x 1 Float;
    /// `.f32`
    F32 "f32" 32 x 1 Float;
    /// `.f64`
    F64 "f64" 64 x 1 Float;
    /// `.bf16`
    Bf16 "bf16" 16 x 1 Float;
    /// `.tf32`
    Tf32 "tf32" 32 x 1 Float;
    /// `.f16x2`
    F16x2 "f16x2" 16 x 2 Float;
    /// `.bf16x2`
    Bf16x2 "bf16x2" 16 x 2 Float;
    /// `.f32x2`
    F32x2 "f32x2" 32 x 2 Float;
    /// `.u16x2`
    U16x2 "u16x2" 16 x 2 Unsigned;
    /// `.s16x2`
    S16x2 "s16x2" 16 x 2 Signed;
    /// `.u8x4`
    U8x4 "u8x4" 8 x 4 Unsigned;
    /// `.s8x4`
    S8x4 "s8x4" 8 x 4 Signed;
    /// `.b1`
    B1 "b1" 1 x 1 Bits;
    /// `.u2`
    U2 "u2" 2 x 1 Unsigned;
    /// `.s2`
    S2 "s2" 2 x 1 Signed;
    /// `.b2`
    B2 "b2" 2 x 1 Bits;
    /// `.u4`
    U4 "u4" 4 x 1 Unsigned;
    /// `.s4`
    S4 "s4" 4 x 1 Signed;
    /// `.e4m3`
    E4m3 "e4m3" 8 x 1 Float;
    /// `.e5m2`
    E5m2 "e5m2" 8 x 1 Float;
    /// `.e3m2`
    E3m2 "e3m2" 6 x 1 Float;
    /// `.e2m3`
    E2m3 "e2m3" 6 x 1 Float;
    /// `.e2m1`
    E2m1 "e2m1" 4 x 1 Float;
    /// `.e4m3x2`
    E4m3x2 "e4m3x2" 8 x 2 Float;
    /// `.e5m2x2`
    E5m2x2 "e5m2x2" 8 x 2 Float;
    /// `.e3m2x2`
    E3m2x2 "e3m2x2" 8 x 2 Float;
    /// `.e2m3x2`
    E2m3x2 "e2m3x2" 8 x 2 Float;
    /// `.e2m1x2`
    E2m1x2 "e2m1x2" 4 x 2 Float;
    /// `.e4m3x4`
    E4m3x4 "e4m3x4" 8 x 4 Float;
    /// `.e5m2x4`
    E5m2x4 "e5m2x4" 8 x 4 Float;
    /// `.e3m2x4`
    E3m2x4 "e3m2x4" 8 x 4 Float;
    /// `.e2m3x4`
    E2m3x4 "e2m3x4" 8 x 4 Float;
    /// `.e2m1x4`
    E2m1x4 "e2m1x4" 4 x 4 Float;
    /// `.ue8m0`
    Ue8m0 "ue8m0" 8 x 1 Float;
    /// `.ue8m0x2`
    Ue8m0x2 "ue8m0x2" 8 x 2 Float;
    /// `.ue4m3`
    Ue4m3 "ue4m3" 8 x 1 Float;
    /// `.ue5m3x2`
    Ue5m3x2 "ue5m3x2" 8 x 2 Float;
    /// `.s2f6x2`
    S2f6x2 "s2f6x2" 8 x 2 Float;
    /// `.texref`
    Texref "texref" 64 x 1 Opaque;
    /// `.samplerref`
    Samplerref "samplerref" 64 x 1 Opaque;
    /// `.surfref`
    Surfref "surfref" 64 x 1 Opaque;
}

impl ScalarType {
    /// Size in memory, in bytes, as an element of an array.
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Whether this is an integer type with a sign of its own (`.uN`, `.sN`).
    pub const fn is_integer(self) -> bool {
        matches!(self.class(), TypeClass::Unsigned | TypeClass::Signed)
    }

    /// Whether this is a type without a meaning of its own (`.bN`).
    pub const fn is_bits(self) -> bool {
        matches!(self.class(), TypeClass::Bits)
    }

    /// Whether this is a floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(self.class(), TypeClass::Float)
    }
}

impl std::fmt::Display for ScalarType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, ".{}", self.name())
    }
}

/// A state space (PTX ISA 5.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum StateSpace {
    /// `.reg`
    Reg,
    /// `.sreg`
    Sreg,
    /// `.const`
    Const,
    /// `.global`
    Global,
    /// `.local`
    Local,
    /// `.param`
    Param,
    /// `.shared`
    Shared,
    /// `.tex` (deprecated)
    Tex,
}

impl StateSpace {
    /// The space of this name (without dot); sub-spaces such as `shared::cta` are the space itself.
    pub fn from_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"reg" => Self::Reg,
            b"sreg" => Self::Sreg,
            b"const" => Self::Const,
            b"global" => Self::Global,
            b"local" => Self::Local,
            b"param" | b"param::entry" | b"param::func" => Self::Param,
            b"shared" | b"shared::cta" | b"shared::cluster" => Self::Shared,
            b"tex" => Self::Tex,
            _ => return None,
        })
    }

    /// The name without its dot.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reg => "reg",
            Self::Sreg => "sreg",
            Self::Const => "const",
            Self::Global => "global",
            Self::Local => "local",
            Self::Param => "param",
            Self::Shared => "shared",
            Self::Tex => "tex",
        }
    }
}

impl std::fmt::Display for StateSpace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, ".{}", self.name())
    }
}
