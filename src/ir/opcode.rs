//! Decoded opcodes.

use super::IdRange;
use crate::ids::NameId;
use crate::span::Span;

/// A dotted word of an opcode: `.global`, `.v4`, `.f32`, `.L2::cache_hint`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// Offset of its dot from the opcode's first byte.
    pub start: u16,
    /// Offset one past its last byte.
    pub end: u16,
}

impl Modifier {
    /// Its place in an instruction that starts at `start`.
    pub fn span(self, start: u32) -> Span {
        Span::new(start + u32::from(self.start), start + u32::from(self.end))
    }
}

/// A distinct opcode spelling with its modifiers: `ld.global.v4.f32`.
///
/// All instructions of the same spelling share one, so decoding costs nothing per instruction.
#[derive(Clone, Copy, Debug)]
pub struct Opcode {
    /// The whole spelling.
    pub name: NameId,
    /// Length of the first word (`ld`).
    pub base_len: u16,
    /// The dotted words in the modifier arena.
    pub modifiers: IdRange,
}
