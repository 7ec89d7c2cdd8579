//! Addresses, loads and stores.

use super::Builder;
use super::types::{
    AddressSpace, Element, F32, Global, Integer, MutableRegister, Numeric, Pointer, Pred, Reg, Shared, Type,
    TypedOperand, U32, U64,
};
use std::fmt;
use std::marker::PhantomData;

/// A declaration in shared memory; `bytes` is unknown when the launch decides it.
#[derive(Debug)]
pub(super) struct Declaration {
    name: String,
    bytes: Option<u32>,
}

impl Declaration {
    /// Bytes that the module itself takes.
    pub(super) fn bytes(&self) -> u32 {
        self.bytes.unwrap_or(0)
    }

    pub(super) fn is_dynamic(&self) -> bool {
        self.bytes.is_none()
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        self.name == name
    }
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bytes {
            Some(bytes) => write!(f, ".shared .align 16 .b8 {}[{bytes}];", self.name),
            None => write!(f, ".extern .shared .align 16 .b8 {}[];", self.name),
        }
    }
}

/// An array in shared memory.
#[derive(Clone, Debug)]
pub struct SharedArray<E: Element> {
    name: String,
    element: PhantomData<E>,
}

/// A pointer that [`Builder::advance`] moves; `*cursor` is where it points now.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<S: AddressSpace, E: Element>(Pointer<S, E>);

impl<S: AddressSpace, E: Element> std::ops::Deref for Cursor<S, E> {
    type Target = Pointer<S, E>;

    fn deref(&self) -> &Pointer<S, E> {
        &self.0
    }
}

/// Integers that number the elements of a space.
pub trait Index<S: AddressSpace>: Integer {
    /// `base + index * size`, the opcode.
    const OPCODE: &'static str;
}

impl Index<Global> for U32 {
    const OPCODE: &'static str = "mad.wide.u32";
}
impl Index<Global> for U64 {
    const OPCODE: &'static str = "mad.lo.u64";
}
impl Index<Shared> for U32 {
    const OPCODE: &'static str = "mad.lo.u32";
}

impl Builder {
    /// An array of `count` elements in static shared memory, aligned to 16 bytes.
    pub fn shared_array<E: Element>(&mut self, name: &str, count: u32) -> SharedArray<E> {
        self.declare_shared(name, Some(count.saturating_mul(E::SIZE)))
    }

    /// The shared memory whose size the launch decides, aligned to 16 bytes.
    pub fn dynamic_shared_array<E: Element>(&mut self, name: &str) -> SharedArray<E> {
        self.declare_shared(name, None)
    }

    fn declare_shared<E: Element>(&mut self, name: &str, bytes: Option<u32>) -> SharedArray<E> {
        self.claim(name);
        self.shared.push(Declaration { name: name.to_string(), bytes });
        SharedArray { name: name.to_string(), element: PhantomData }
    }

    /// The address of an array's first element, in the 32-bit window of shared memory.
    pub fn shared_base_addr<E: Element>(&mut self, array: &SharedArray<E>) -> Pointer<Shared, E> {
        Pointer::new(self.make("mov.u32", &[&array.name]), 0)
    }

    /// The element at `index` from `pointer`. The distance in bytes of global addresses has 64 bits, whatever the index.
    pub fn element<S: AddressSpace, E: Element, I: Index<S>>(
        &mut self,
        pointer: Pointer<S, E>,
        index: Reg<I>,
    ) -> Pointer<S, E> {
        Pointer::new(self.make(I::OPCODE, &[&index, &E::SIZE, &pointer.base]), pointer.displacement)
    }

    /// A pointer that can be moved on; it starts at `pointer`.
    pub fn cursor<S: AddressSpace, E: Element>(&mut self, pointer: Pointer<S, E>) -> Cursor<S, E> {
        let base = self.make(format_args!("mov.{}", S::Address::NAME), &[&pointer.base]);
        Cursor(Pointer::new(base, pointer.displacement))
    }

    /// Moves a cursor on by a constant number of elements.
    pub fn advance<S: AddressSpace, E: Element>(&mut self, cursor: Cursor<S, E>, elements: u32) {
        let bytes = u64::from(elements) * u64::from(E::SIZE);
        self.make_in(cursor.base, format_args!("add.{}", S::Address::NAME), &[&cursor.base, &bytes]);
    }

    /// Loads an element.
    pub fn load<S: AddressSpace, E: Element>(&mut self, pointer: Pointer<S, E>) -> Reg<E::Register> {
        self.make(format_args!("ld.{}.{}", S::NAME, E::NAME), &[&pointer])
    }

    /// Loads `N` neighbouring elements with one instruction: 2 or 4, at most 16 bytes, and an address that is a multiple of their
    /// size.
    pub fn load_vector<const N: usize, S: AddressSpace, E: Element>(
        &mut self,
        pointer: Pointer<S, E>,
    ) -> [Reg<E::Register>; N] {
        const { assert!((N == 2 || N == 4) && N as u32 * E::SIZE <= 16, "no such vector") };
        let registers = std::array::from_fn(|_| self.register());
        self.emit(format_args!("ld.{}.v{N}.{}", S::NAME, E::NAME), &[&braces(&registers), &pointer]);
        registers
    }

    /// Stores an element.
    pub fn store<S: AddressSpace, E: Element>(
        &mut self,
        pointer: Pointer<S, E>,
        value: impl Into<TypedOperand<E::Register>>,
    ) {
        self.emit(format_args!("st.{}.{}", S::NAME, E::NAME), &[&pointer, &value.into()]);
    }

    /// Stores `N` neighbouring elements with one instruction; see [`Builder::load_vector`].
    pub fn store_vector<const N: usize, S: AddressSpace, E: Element>(
        &mut self,
        pointer: Pointer<S, E>,
        values: [Reg<E::Register>; N],
    ) {
        const { assert!((N == 2 || N == 4) && N as u32 * E::SIZE <= 16, "no such vector") };
        self.emit(format_args!("st.{}.v{N}.{}", S::NAME, E::NAME), &[&pointer, &braces(&values)]);
    }

    /// Loads an element where the predicate holds; elsewhere the result is `default` and memory is left alone.
    pub fn load_predicated<S: AddressSpace, E: Element>(
        &mut self,
        pointer: Pointer<S, E>,
        predicate: Reg<Pred>,
        default: impl Into<TypedOperand<E::Register>>,
    ) -> Reg<E::Register> {
        let result = self.variable(default);
        self.predicated(predicate, |b| {
            b.make_in(*result, format_args!("ld.{}.{}", S::NAME, E::NAME), &[&pointer]);
        });
        *result
    }

    /// Loads `N` neighbouring elements where the predicate holds; elsewhere all of them are `default`.
    pub fn load_vector_predicated<const N: usize, S: AddressSpace, E: Element>(
        &mut self,
        pointer: Pointer<S, E>,
        predicate: Reg<Pred>,
        default: impl Into<TypedOperand<E::Register>>,
    ) -> [Reg<E::Register>; N] {
        const { assert!((N == 2 || N == 4) && N as u32 * E::SIZE <= 16, "no such vector") };
        let default = default.into();
        let registers: [Reg<E::Register>; N] = std::array::from_fn(|_| *self.variable(default));
        self.predicated(predicate, |b| {
            b.emit(format_args!("ld.{}.v{N}.{}", S::NAME, E::NAME), &[&braces(&registers), &pointer]);
        });
        registers
    }

    /// Loads a single-precision number from global memory where the predicate holds; elsewhere the result is `default`.
    pub fn ld_global_f32_predicated(
        &mut self,
        pointer: Pointer<Global, F32>,
        predicate: Reg<Pred>,
        default: f32,
    ) -> Reg<F32> {
        self.load_predicated(pointer, predicate, default)
    }

    /// Adds to a number in global memory, atomically. The order of additions by several threads is left open.
    pub fn atomic_add<E>(&mut self, pointer: Pointer<Global, E>, value: impl Into<TypedOperand<E::Register>>)
    where
        E: Element<Register = E> + Numeric,
    {
        self.emit(format_args!("red.global.add.{}", <E as Element>::NAME), &[&pointer, &value.into()]);
    }

    /// Raises a number in global memory to at least `value`, atomically.
    pub fn atomic_max<E>(&mut self, pointer: Pointer<Global, E>, value: impl Into<TypedOperand<E::Register>>)
    where
        E: Element<Register = E> + Integer,
    {
        self.emit(format_args!("red.global.max.{}", <E as Element>::NAME), &[&pointer, &value.into()]);
    }

    /// A register that may be written again, with its first value.
    pub fn variable<T: Type>(&mut self, value: impl Into<TypedOperand<T>>) -> MutableRegister<T> {
        MutableRegister(self.make(format_args!("mov.{}", T::MOVED), &[&value.into()]))
    }

    /// Gives a variable another value.
    pub fn assign<T: Type>(&mut self, variable: MutableRegister<T>, value: impl Into<TypedOperand<T>>) {
        self.make_in(*variable, format_args!("mov.{}", T::MOVED), &[&value.into()]);
    }
}

/// A vector operand.
pub(super) fn braces<T: Type>(registers: &[Reg<T>]) -> String {
    let names: Vec<_> = registers.iter().map(ToString::to_string).collect();
    format!("{{{}}}", names.join(", "))
}
