//! Types of registers and of elements in memory, and what the instructions say of them.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// The type of a register: it decides which instructions take the register.
pub trait Type: Copy + fmt::Debug {
    /// The suffix of instructions: `f32`.
    const NAME: &'static str;
    /// What register names begin with, after the `%`.
    const PREFIX: &'static str;
    /// The type in the declaration of registers.
    const DECLARED: &'static str;
    /// The type of `mov`.
    const MOVED: &'static str;
    /// Place in the list of register classes.
    const CLASS: usize;
}

/// Types that take part in arithmetic.
pub trait Numeric: Type {
    /// What `add` and `sub` say after their name. Explicit rounding keeps ptxas from contracting a product and a sum.
    const ADD: &'static str;
    /// What `mul` says after its name.
    const MUL: &'static str;
}

/// Integer types.
pub trait Integer: Numeric {
    /// The type of bitwise operations and left shifts.
    const BITS: &'static str;
}

/// Floating-point types.
pub trait Float: Numeric {}

/// Types of 32 bits: those that shuffles and [`Builder::reinterpret`](super::Builder::reinterpret) take.
pub trait Word32: Type {}

/// Declares the types of registers.
macro_rules! types {
    ($($(#[$doc:meta])* $name:ident: $text:literal, $prefix:literal, $declared:literal, $moved:literal, $class:literal;)*) => {
        $($(#[$doc])* #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;
        impl Type for $name {
            const NAME: &'static str = $text;
            const PREFIX: &'static str = $prefix;
            const DECLARED: &'static str = $declared;
            const MOVED: &'static str = $moved;
            const CLASS: usize = $class;
        })*
        /// Prefix and declared type of each class of registers.
        pub(super) const CLASSES: [(&str, &str); 8] = [$(($prefix, $declared),)*];
    };
}

types! {
    /// A predicate.
    Pred: "pred", "p", "pred", "pred", 0;
    /// A half-precision number.
    F16: "f16", "h", "b16", "b16", 1;
    /// An unsigned 32-bit integer; also words of packed data.
    U32: "u32", "r", "b32", "u32", 2;
    /// A signed 32-bit integer.
    S32: "s32", "s", "b32", "s32", 3;
    /// A single-precision number.
    F32: "f32", "f", "f32", "f32", 4;
    /// An unsigned 64-bit integer.
    U64: "u64", "rd", "b64", "u64", 5;
    /// A double-precision number.
    F64: "f64", "fd", "f64", "f64", 6;
    /// The upper half of a single-precision number.
    BF16: "bf16", "bh", "b16", "b16", 7;
}

impl Numeric for U32 {
    const ADD: &'static str = "";
    const MUL: &'static str = ".lo";
}
impl Numeric for S32 {
    const ADD: &'static str = "";
    const MUL: &'static str = ".lo";
}
impl Numeric for U64 {
    const ADD: &'static str = "";
    const MUL: &'static str = ".lo";
}
impl Numeric for F32 {
    const ADD: &'static str = ".rn";
    const MUL: &'static str = ".rn";
}
impl Numeric for F64 {
    const ADD: &'static str = ".rn";
    const MUL: &'static str = ".rn";
}
impl Integer for U32 {
    const BITS: &'static str = "b32";
}
impl Integer for S32 {
    const BITS: &'static str = "b32";
}
impl Integer for U64 {
    const BITS: &'static str = "b64";
}
impl Float for F32 {}
impl Float for F64 {}
impl Word32 for U32 {}
impl Word32 for S32 {}
impl Word32 for F32 {}

/// A virtual register, written once by the instruction that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reg<T: Type> {
    number: u32,
    class: PhantomData<T>,
}

impl<T: Type> Reg<T> {
    pub(super) fn new(number: u32) -> Self {
        Self { number, class: PhantomData }
    }
}

impl<T: Type> fmt::Display for Reg<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("%")?;
        f.write_str(T::PREFIX)?;
        self.number.fmt(f)
    }
}

/// A register that may be written again: accumulators and counters. `*variable` is the register, for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MutableRegister<T: Type>(pub(super) Reg<T>);

impl<T: Type> Deref for MutableRegister<T> {
    type Target = Reg<T>;

    fn deref(&self) -> &Reg<T> {
        &self.0
    }
}

/// What an instruction reads: a register or a constant of type `T`.
#[derive(Clone, Copy, Debug)]
pub struct TypedOperand<T: Type> {
    value: OperandValue,
    class: PhantomData<T>,
}

#[derive(Clone, Copy, Debug)]
enum OperandValue {
    Register(u32),
    Unsigned(u64),
    Signed(i32),
    /// The bits of a single-precision number.
    Single(u32),
    /// The bits of a double-precision number.
    Double(u64),
}

impl<T: Type> TypedOperand<T> {
    fn new(value: OperandValue) -> Self {
        Self { value, class: PhantomData }
    }
}

impl<T: Type> fmt::Display for TypedOperand<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            OperandValue::Register(number) => Reg::<T>::new(number).fmt(f),
            OperandValue::Unsigned(number) => number.fmt(f),
            OperandValue::Signed(number) => number.fmt(f),
            OperandValue::Single(bits) => write!(f, "0f{bits:08X}"),
            OperandValue::Double(bits) => write!(f, "0d{bits:016X}"),
        }
    }
}

impl<T: Type> From<Reg<T>> for TypedOperand<T> {
    fn from(register: Reg<T>) -> Self {
        Self::new(OperandValue::Register(register.number))
    }
}

impl<T: Type> From<MutableRegister<T>> for TypedOperand<T> {
    fn from(variable: MutableRegister<T>) -> Self {
        Self::from(variable.0)
    }
}

impl From<u32> for TypedOperand<U32> {
    fn from(value: u32) -> Self {
        Self::new(OperandValue::Unsigned(value.into()))
    }
}

impl From<i32> for TypedOperand<S32> {
    fn from(value: i32) -> Self {
        Self::new(OperandValue::Signed(value))
    }
}

impl From<u64> for TypedOperand<U64> {
    fn from(value: u64) -> Self {
        Self::new(OperandValue::Unsigned(value))
    }
}

impl From<f32> for TypedOperand<F32> {
    fn from(value: f32) -> Self {
        Self::new(OperandValue::Single(value.to_bits()))
    }
}

impl From<f64> for TypedOperand<F64> {
    fn from(value: f64) -> Self {
        Self::new(OperandValue::Double(value.to_bits()))
    }
}

/// The type of an element in memory, and of the register that it is loaded to.
pub trait Element: Copy + fmt::Debug {
    /// The type of loads and stores.
    const NAME: &'static str;
    /// Bytes.
    const SIZE: u32;
    /// The register: as wide as the element or wider.
    type Register: Type;
}

macro_rules! elements {
    ($($name:ident: $text:literal, $size:literal, $register:ident;)*) => {
        $(impl Element for $name {
            const NAME: &'static str = $text;
            const SIZE: u32 = $size;
            type Register = $register;
        })*
    };
}

/// An unsigned byte; loads extend it with zeros to [`U32`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct U8;
/// A signed byte; loads extend its sign to [`S32`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct S8;
/// An unsigned 16-bit integer; loads extend it with zeros to [`U32`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct U16;

elements! {
    U8: "u8", 1, U32;
    S8: "s8", 1, S32;
    U16: "u16", 2, U32;
    F16: "b16", 2, F16;
    BF16: "b16", 2, BF16;
    U32: "u32", 4, U32;
    S32: "s32", 4, S32;
    F32: "f32", 4, F32;
    U64: "u64", 8, U64;
    F64: "f64", 8, F64;
}

/// A state space with addresses of its own width.
pub trait AddressSpace: Copy + fmt::Debug {
    /// The suffix of instructions.
    const NAME: &'static str;
    /// The type of addresses.
    type Address: Integer;
}

/// Memory of the device; addresses have 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Global;

/// Memory of the block; addresses have 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared;

impl AddressSpace for Global {
    const NAME: &'static str = "global";
    type Address = U64;
}

impl AddressSpace for Shared {
    const NAME: &'static str = "shared";
    type Address = U32;
}

/// The address of an element of type `E` in space `S`, with a constant displacement that costs no instruction.
#[derive(Clone, Copy, Debug)]
pub struct Pointer<S: AddressSpace, E: Element> {
    pub(super) base: Reg<S::Address>,
    /// Bytes from the base.
    pub(super) displacement: i32,
    element: PhantomData<E>,
}

impl<S: AddressSpace, E: Element> Pointer<S, E> {
    pub(super) fn new(base: Reg<S::Address>, displacement: i32) -> Self {
        Self { base, displacement, element: PhantomData }
    }

    /// The element `elements` further on.
    #[must_use]
    pub fn offset(self, elements: i32) -> Self {
        Self::new(self.base, self.displacement + elements * E::SIZE as i32)
    }

    /// The same address, taken to hold another type of element. Its alignment is the caller's business.
    #[must_use]
    pub fn cast<F: Element>(self) -> Pointer<S, F> {
        Pointer::new(self.base, self.displacement)
    }
}

impl<S: AddressSpace, E: Element> fmt::Display for Pointer<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.displacement {
            0 => write!(f, "[{}]", self.base),
            bytes => write!(f, "[{}{bytes:+}]", self.base),
        }
    }
}
