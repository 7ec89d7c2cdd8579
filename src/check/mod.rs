//! The checker: does each instruction have a form in the instruction table?
//!
//! Opcodes are judged once per distinct spelling. The checker finds mistakes; rules word them (see [`crate::rules`]).

mod call;
mod gate;
mod opcode;
mod operand;

pub use gate::{Environment, Lack};
pub use operand::OperandMistake;

use crate::ids::{InstId, OpcodeId};
use crate::ir::{Module, Operand, OperandKind};
use crate::isa::{Atom, Constraint, Form, Instruction, Slot, SpecialRegister, Word};
use crate::span::Span;

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
    /// A word lacks a companion, or has one that it excludes.
    Constraint {
        /// Index of the word.
        index: usize,
        /// What the form says.
        constraint: Constraint,
    },
    /// The guard is no predicate.
    Guard {
        /// Where it stands.
        span: Span,
        /// What it is.
        found: Atom,
    },
    /// The module's version or target does not have a special register.
    Register {
        /// Where it stands.
        span: Span,
        /// What is lacking.
        lack: Lack,
    },
    /// An operand does not fit.
    Operand(OperandMistake),
    /// The module's version or target does not have the form, or one of its words.
    Lack {
        /// Index of the word; `None` for the form as a whole.
        index: Option<usize>,
        /// What is lacking.
        lack: Lack,
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
    let environment = Environment::new(module);
    let verdicts: Vec<opcode::Verdict> =
        module.opcodes.iter().map(|opcode| opcode::judge(module, opcode, &environment)).collect();
    for i in 0..module.insts.len() {
        let inst = InstId::new(i);
        let id = module[inst].opcode;
        let verdict = &verdicts[id.index()];
        let mut report = |form: Option<&'static Form>, kind: MistakeKind| {
            report(&Mistake { inst, opcode: id, form, kind });
        };
        if let Some(guard) = module.guard(inst) {
            let found = operand::classify(module, guard);
            if !matches!(found, Atom::RegPred | Atom::NotPred | Atom::SpecialPred | Atom::Invalid) {
                report(None, MistakeKind::Guard { span: guard.span, found });
            }
        }
        for operand in module.operands(inst) {
            if let Some((span, lack)) = special_lack(module, *operand, &environment) {
                report(None, MistakeKind::Register { span, lack });
            }
        }
        for (form, kind) in &verdict.mistakes {
            report(*form, kind.clone());
        }
        if let Some((candidate, mistakes)) = best_candidate(module, inst, verdict) {
            for mistake in mistakes {
                report(Some(candidate.form), MistakeKind::Operand(mistake));
            }
            for &(index, lack) in &candidate.lacks {
                report(Some(candidate.form), MistakeKind::Lack { index, lack });
            }
        }
    }
}

/// What a mistake costs a form: more than anything lacking, and more still when the operand is of another shape altogether.
fn weight(mistake: &OperandMistake) -> usize {
    match mistake {
        OperandMistake::Kind { found: Atom::Vector | Atom::Address, .. } => 5,
        _ => 4,
    }
}

/// What the module lacks for a special register.
fn special_lack(module: &Module<'_>, operand: Operand, environment: &Environment) -> Option<(Span, Lack)> {
    match operand.kind {
        OperandKind::Special { .. } => {
            let text = module.source.text_of(operand.span);
            let name = text.trim_start_matches('!').split('.').next().unwrap_or_default();
            SpecialRegister::gate(name).and_then(|gate| environment.lacks(gate)).map(|lack| (operand.span, lack))
        }
        OperandKind::Vector(elements) => {
            module.list(elements).iter().find_map(|&element| special_lack(module, element, environment))
        }
        _ => None,
    }
}

/// The form that suits the operands best, and what is wrong with them by it.
fn best_candidate<'v>(
    module: &Module<'_>,
    inst: InstId,
    verdict: &'v opcode::Verdict,
) -> Option<(&'v opcode::Candidate, Vec<OperandMistake>)> {
    let mut best: Option<(usize, &opcode::Candidate, Vec<OperandMistake>)> = None;
    for candidate in &verdict.candidates {
        let checker = operand::Checker {
            module,
            opcode: &module[module[inst].opcode],
            types: candidate.types,
            vector: verdict.vector,
            spaces: verdict.spaces,
        };
        let mut mistakes = checker.check(candidate.form, inst);
        if mistakes.is_empty() && verdict.is_call {
            mistakes = call::check(module, inst);
        }
        let cost = mistakes.iter().map(weight).sum::<usize>() + candidate.lacks.len();
        if cost == 0 {
            return None;
        }
        if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
            best = Some((cost, candidate, mistakes));
        }
    }
    best.map(|(_, candidate, mistakes)| (candidate, mistakes))
}
