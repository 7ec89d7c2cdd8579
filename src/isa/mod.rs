//! The instruction set: what PTX words mean, independent of any module.

mod special;
mod types;

pub use special::{SpecialKind, SpecialRegister};
pub use types::{ScalarType, StateSpace, TypeClass};
