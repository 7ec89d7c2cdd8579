//! The instruction set: what PTX words mean, independent of any module.
//!
//! The instruction table comes from the text files in `isa/`; see `isa/README.md` for their notation.

mod atoms;
#[rustfmt::skip]
mod generated;
mod special;
mod table;
mod types;

pub use atoms::{Atom, AtomSet};
pub use special::{SpecialKind, SpecialRegister};
pub use table::{
    AddressBase, Class, Constraint, Count, Effects, Form, Gate, Instruction, OperandSpec, Place, Range, Relation,
    Shape, Slot, SlotClass, Target, TypeSpec, Value, Word, versions,
};
pub use types::{ScalarType, StateSpace, TypeClass};
