//! An explorer of the PTX memory model: which final states a litmus test may reach.
//!
//! A litmus test is a program of a few threads with a condition on the final values of its registers and locations. [`Test::parse`] reads
//! the format of herd7 and Dartagnan, and [`explore`] enumerates the candidate executions: for each thread the paths and the values
//! that its loads may return (`traces`), the write that each load reads from, the order of `fence.sc` and the coherence order. What
//! the axioms of the memory consistency model allow (`model`) is a possible outcome.
//!
//! The axioms are those of the chapter on memory consistency in the PTX ISA, and of *A Formal Analysis of the NVIDIA PTX Memory
//! Consistency Model* (ASPLOS 2019) and *Mixed-Proxy Extensions for the NVIDIA PTX Memory Consistency Model* (ISCA 2022).

mod barriers;
mod condition;
mod explore;
mod lexer;
mod model;
mod opcode;
mod parse;
mod relation;
mod test;
mod traces;

pub use condition::{Condition, Expression, Observable, Quantifier};
pub use explore::{ExplorerEffort, ExplorerRefusal, FinalState, LitmusAnswer, explore};
pub use model::Axiom;
pub use parse::ParseError;
pub use test::Test;
