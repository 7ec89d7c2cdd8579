//! A statement of inline assembly, whatever the language around it.

use crate::span::Span;

/// How a language writes the text and the operands of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AsmLanguage {
    /// `asm("…%0…" : "=r"(x))` of CUDA C++ with operands or clobbers.
    Extended,
    /// `asm("…")` of CUDA C++ without: `%` means nothing special.
    Basic,
    /// `"…$0…", "=r,r"` of LLVM, which Python packages hand through.
    Llvm,
    /// `asm!("…{0}…", in(reg32) x)` of Rust.
    Rust,
}

/// A statement of inline assembly.
#[derive(Clone, Debug)]
pub(super) struct AsmStatement {
    pub language: AsmLanguage,
    /// The keyword, or the name of the function that takes the text.
    pub keyword: Span,
    /// The text with its operands in their places.
    pub pieces: Vec<(AsmPiece, Span)>,
    /// In the order of their numbers.
    pub operands: Vec<AsmOperand>,
    /// What is wrong with `%` in the text.
    pub escapes: Vec<(PercentEscape, Span)>,
    pub assumptions: AsmAssumptions,
}

/// A piece of a statement's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum AsmPiece {
    Byte(u8),
    /// The operand of this number.
    Operand(usize),
    /// An operand that does not exist.
    Missing,
    /// A number that differs from copy to copy of the statement.
    Unique,
}

/// A mistake with `%`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PercentEscape {
    /// `%p1` where `%` starts an operand: `p` would be a modifier of operand 1.
    Modifier,
    /// `%tid` there, which nvcc lets pass and Clang does not.
    Single,
    /// `%%` where it stays as it is.
    Double,
}

/// What the compiler may take for granted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct AsmAssumptions {
    /// It may drop the statement, merge it with another of the same inputs, or take it out of a loop.
    pub is_pure: bool,
    /// The source says so with a word of its own (`pure`, `nomem`), not by the lack of one.
    pub is_explicit: bool,
    /// The statement does not read memory.
    pub reads_nothing: bool,
    /// The statement does not write memory.
    pub writes_nothing: bool,
}

/// Who writes an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandDirection {
    Input,
    Output,
    /// Both, or tied to an output.
    Both,
}

/// An operand of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AsmOperand {
    /// Its name, if it has one.
    pub name: Option<String>,
    pub kind: AsmOperandKind,
    pub direction: OperandDirection,
    /// Its constraint in the source.
    pub span: Span,
}

/// What stands for an operand in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AsmOperandKind {
    /// A register of this type.
    Register(&'static str),
    /// A number, if it is known.
    Number(Option<i64>),
}

/// The letters of constraints that stand for registers.
const REGISTER_CONSTRAINTS: [&str; 6] = ["h", "r", "l", "q", "f", "d"];

impl AsmOperandKind {
    /// What registers operands may be.
    pub(super) fn registers() -> impl Iterator<Item = Self> {
        REGISTER_CONSTRAINTS.into_iter().filter_map(Self::from_constraint)
    }

    /// The meaning of a letter in a constraint of nvcc.
    pub(super) fn from_constraint(letter: &str) -> Option<Self> {
        Some(match letter {
            "h" => Self::Register(".b16"),
            "r" => Self::Register(".b32"),
            "l" => Self::Register(".b64"),
            "q" => Self::Register(".b128"),
            "f" => Self::Register(".f32"),
            "d" => Self::Register(".f64"),
            "n" => Self::Number(None),
            _ => return None,
        })
    }
}

impl AsmStatement {
    /// The text as far as it is known before operands have values.
    pub(super) fn text(&self) -> String {
        let bytes: Vec<u8> = self
            .pieces
            .iter()
            .map(|(piece, _)| match piece {
                AsmPiece::Byte(byte) => *byte,
                AsmPiece::Operand(_) | AsmPiece::Missing | AsmPiece::Unique => b'0',
            })
            .collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// How many braces the text opens, less those that it closes.
    pub(super) fn balance(&self) -> i64 {
        self.pieces.iter().map(|(piece, _)| depth_of(piece)).sum()
    }
}

/// What a piece adds to the depth of braces.
pub(super) fn depth_of(piece: &AsmPiece) -> i64 {
    match piece {
        AsmPiece::Byte(b'{') => 1,
        AsmPiece::Byte(b'}') => -1,
        _ => 0,
    }
}
