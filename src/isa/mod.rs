//! The instruction set: what PTX words mean, independent of any module.
//!
//! The instruction table comes from the text files in `isa/`; see `isa/README.md` for their notation.

mod atoms;
#[rustfmt::skip]
#[expect(clippy::needless_update, reason = "each row ends alike, whatever it says")]
mod generated;
mod operands;
mod roles;
mod special;
mod table;
mod toolkits;
mod types;

pub use atoms::{Atom, AtomSet};
pub use generated::{op, word};
pub use operands::{AddressBase, Count, ElementKind, Measure, OperandSpec, Range, Selectors, Shape, TypeSpec};
pub use roles::{Order, Proxy, Role, RoleAccess, Roles, Scope, Semantics};
pub use special::{SpecialKind, SpecialRegister};
pub use table::{
    Class, Constraint, Effects, Form, Gate, Instruction, Quirks, Relation, Slot, SlotClass, SlotWord, Target, Word,
};
pub use toolkits::CudaRelease;
pub use types::{ScalarType, StateSpace, TypeClass};
