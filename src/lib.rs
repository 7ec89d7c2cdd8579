//! ptxlint: a static analyzer for PTX, NVIDIA's virtual assembly.

pub mod facts;
pub mod ids;
pub mod ir;
pub mod isa;
pub mod lexer;
pub mod names;
pub mod parser;
mod resolve;
pub mod source;
pub mod span;
mod util;
