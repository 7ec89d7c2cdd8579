//! Changes of texts: mistakes as people make them, and worse. What looks for disagreements with the assembler and what looks for
//! panics share them.

mod dice;
pub mod edits;
mod pieces;
pub mod rough;

pub use dice::Dice;
pub use pieces::{Kind, Piece, modifiers, pieces};
