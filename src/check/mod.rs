//! The checker: does each instruction have a form in the instruction table?
//!
//! Opcodes are judged once per distinct spelling. The checker finds mistakes; rules word them (see [`crate::rules`]).

mod address;
mod call;
mod classify;
mod debug_info;
mod feature;
pub(crate) mod gate;
pub(crate) mod memory;
mod needed;
mod opcode;
mod operand;
mod parameter;
pub(crate) mod signature;
mod texture;
mod vector;

pub use call::CallMistake;
pub(crate) use call::is_stackless;
pub(crate) use debug_info::damage;
pub use feature::MissingFeature;
pub(crate) use feature::features;
pub use gate::{DeclaredTarget, Lack};
pub(crate) use needed::RegisterNeeds;
#[cfg(feature = "cli")]
pub(crate) use opcode::following;
pub use operand::OperandMistake;
pub use parameter::ParameterMistake;

use crate::ids::{InstId, OpcodeId, VarId};
use crate::ir::{Module, Operand, OperandKind};
use crate::isa::{Atom, Constraint, Form, Instruction, Slot, SpecialRegister, Word};
use crate::span::Span;
use crate::util::FastSet;
use std::ops::Range;

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
    /// White space stands before a word of the instruction's name.
    NameApart {
        /// Index of the word.
        index: usize,
    },
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
    /// A call does not fit its callee.
    Call(CallMistake),
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

/// Judges instructions of a module.
pub(crate) struct InstructionChecker<'a, 's> {
    module: &'a Module<'s>,
    environment: DeclaredTarget,
    /// What the table says of each spelling.
    verdicts: Vec<opcode::OpcodeVerdict>,
    stackless: bool,
    /// Variables that hold results of calls.
    returned: FastSet<VarId>,
}

impl<'a, 's> InstructionChecker<'a, 's> {
    /// Judges all opcodes.
    pub(crate) fn new(module: &'a Module<'s>, environment: DeclaredTarget) -> Self {
        let verdicts = module.opcodes.iter().map(|opcode| opcode::judge(module, opcode, &environment)).collect();
        let (stackless, returned) = (call::is_stackless(module), parameter::returned(module));
        Self { module, environment, verdicts, stackless, returned }
    }

    /// Judges some of the instructions, by their numbers in the module.
    pub(crate) fn check(&self, instructions: Range<usize>, report: &mut dyn FnMut(&Mistake)) {
        for inst in instructions.map(InstId::new) {
            self.check_instruction(inst, report);
        }
    }

    fn check_instruction(&self, inst: InstId, report: &mut dyn FnMut(&Mistake)) {
        let Self { module, environment, .. } = self;
        let id = module[inst].opcode;
        let verdict = &self.verdicts[id.index()];
        let mut report = |form: Option<&'static Form>, kind: MistakeKind| {
            report(&Mistake { inst, opcode: id, form, kind });
        };
        if let Some(guard) = module.guard(inst) {
            let found = classify::classify(module, guard);
            if !matches!(found, Atom::RegPred | Atom::NotPred | Atom::SpecialPred | Atom::Invalid) {
                report(None, MistakeKind::Guard { span: guard.span, found });
            }
        }
        for operand in module.operands(inst) {
            if let Some((span, lack)) = special_lack(module, *operand, environment) {
                report(None, MistakeKind::Register { span, lack });
            }
        }
        // One wrong word or operand makes others wrong, so that the first mistake of an instruction is the only one.
        if let Some((form, kind)) = verdict.mistakes.iter().min_by_key(|(_, kind)| vagueness(kind)) {
            report(*form, kind.clone());
            return;
        }
        if verdict.is_call
            && let Some(mistake) = call::check(module, inst, self.stackless).into_iter().next()
        {
            report(None, MistakeKind::Call(mistake));
            return;
        }
        if let Some((candidate, mistakes)) = best_candidate(module, inst, verdict, environment, &self.returned) {
            if let Some(mistake) = mistakes.into_iter().next() {
                report(Some(candidate.form), MistakeKind::Operand(mistake));
                return;
            }
            for &(index, lack) in &candidate.lacks {
                report(Some(candidate.form), MistakeKind::Lack { index, lack });
            }
        }
    }
}

/// How little a mistake of the words says: a word that is not there may have been misspelt.
fn vagueness(kind: &MistakeKind) -> u8 {
    match kind {
        MistakeKind::UnknownInstruction | MistakeKind::NameApart { .. } | MistakeKind::UnknownModifier { .. } => 0,
        MistakeKind::WrongWord { .. } => 1,
        MistakeKind::IllegalModifier { .. } | MistakeKind::Constraint { .. } => 2,
        _ => 3,
    }
}

/// What the module lacks for a special register.
fn special_lack(module: &Module<'_>, operand: Operand, environment: &DeclaredTarget) -> Option<(Span, Lack)> {
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

/// How much a mistake speaks against a form. A wrong number of operands hides what else may be wrong with them; a constant out of
/// range is at least a constant, and an operand of another shape altogether says more than one of another type.
fn weight(mistake: &OperandMistake) -> usize {
    match mistake {
        OperandMistake::Count { .. } => 8,
        OperandMistake::Range { .. } => 3,
        OperandMistake::Kind { found: Atom::Vector | Atom::Address, .. } => 5,
        _ => 4,
    }
}

/// The form that suits the operands best, and what is wrong with them by it.
fn best_candidate<'v>(
    module: &Module<'_>,
    inst: InstId,
    verdict: &'v opcode::OpcodeVerdict,
    environment: &DeclaredTarget,
    returned: &FastSet<VarId>,
) -> Option<(&'v opcode::FormCandidate, Vec<OperandMistake>)> {
    let mut best: Option<(usize, &opcode::FormCandidate, Vec<OperandMistake>)> = None;
    for candidate in &verdict.candidates {
        let checker = operand::Checker {
            module,
            opcode: &module[module[inst].opcode],
            form: candidate.form,
            types: candidate.types,
            vector: verdict.vector,
            spaces: verdict.spaces,
            separate_samplers: environment.separate_samplers,
            returned,
        };
        let mistakes = checker.check(inst);
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
