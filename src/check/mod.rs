//! The checker: does each instruction have a form in the instruction table?
//!
//! Opcodes are judged once per distinct spelling. The checker finds mistakes; rules word them (see [`crate::rules`]).

mod opcode;

use crate::ids::{InstId, OpcodeId};
use crate::ir::Module;
use crate::isa::{Form, Instruction, Slot, Word};

/// Something of an instruction that no form of the table admits.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The instruction.
    pub inst: InstId,
    /// Its opcode.
    pub opcode: OpcodeId,
    /// The form that fits best, if the instruction is known.
    pub form: Option<&'static Form>,
    /// What is wrong.
    pub kind: MistakeKind,
}

/// See [`Mistake`]. Indices count the opcode's dotted words, those of the name included.
#[derive(Clone, Debug)]
pub enum MistakeKind {
    /// No instruction has this name.
    UnknownInstruction,
    /// No instruction takes this word.
    UnknownModifier {
        /// Index of the word.
        index: usize,
    },
    /// The instruction does not take this word, or not here.
    IllegalModifier {
        /// Index of the word.
        index: usize,
        /// The word.
        word: Word,
    },
    /// A slot of the form is not filled.
    MissingModifier {
        /// The slot.
        slot: &'static Slot,
    },
    /// A word stands where the form wants another of its kind: a type, a state space, a rounding.
    WrongWord {
        /// Index of the word.
        index: usize,
        /// The word.
        word: Word,
        /// What the form wants.
        slot: &'static Slot,
    },
}

impl Mistake {
    /// The instruction of the table, if it is known.
    pub fn instruction(&self, module: &Module<'_>) -> Option<Instruction> {
        module[self.opcode].instruction
    }
}

/// Judges all instructions of a module.
pub(crate) fn module(module: &Module<'_>, report: &mut dyn FnMut(&Mistake)) {
    let judged: Vec<Vec<(Option<&'static Form>, MistakeKind)>> =
        (0..module.opcodes.len()).map(|i| opcode::judge(module, &module.opcodes[i])).collect();
    if judged.iter().all(Vec::is_empty) {
        return;
    }
    for (i, inst) in module.insts.iter().enumerate() {
        for (form, kind) in &judged[inst.opcode.index()] {
            let mistake = Mistake { inst: InstId::new(i), opcode: inst.opcode, form: *form, kind: kind.clone() };
            report(&mistake);
        }
    }
}
