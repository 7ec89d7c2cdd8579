//! The checker: does each instruction have a form in the instruction table?
//!
//! Opcodes are judged once per distinct spelling. The checker finds mistakes; rules word them (see [`crate::rules`]).

mod address;
mod call;
mod classify;
mod debug_info;
mod feature;
pub(crate) mod gate;
mod known;
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
use known::{KnownToFit, OperandKinds, depends_on_more};
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
        let mut known = KnownToFit::default();
        for inst in instructions.map(InstId::new) {
            let opcode = self.module[inst].opcode;
            let kinds =
                OperandKinds::of(self.module, inst).filter(|_| !depends_on_more(&self.verdicts[opcode.index()]));
            let is_known = kinds.is_some_and(|kinds| known.contains(opcode, kinds));
            self.check_guard(inst, report);
            if !is_known {
                let mut fits = true;
                self.check_instruction(inst, &mut |mistake| {
                    fits = false;
                    report(mistake);
                });
                kinds.filter(|_| fits).into_iter().for_each(|kinds| known.insert(opcode, kinds));
            }
        }
    }

    fn check_guard(&self, inst: InstId, report: &mut dyn FnMut(&Mistake)) {
        if let Some(guard) = self.module.guard(inst) {
            let found = classify::classify(self.module, guard);
            if !matches!(found, Atom::RegPred | Atom::NotPred | Atom::SpecialPred | Atom::Invalid) {
                let kind = MistakeKind::Guard { span: guard.span, found };
                report(&Mistake { inst, opcode: self.module[inst].opcode, form: None, kind });
            }
        }
    }

    fn check_instruction(&self, inst: InstId, report: &mut dyn FnMut(&Mistake)) {
        let Self { module, environment, .. } = self;
        let id = module[inst].opcode;
        let verdict = &self.verdicts[id.index()];
        let mut report = |form: Option<&'static Form>, kind: MistakeKind| {
            report(&Mistake { inst, opcode: id, form, kind });
        };
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
            opcode: module.opcode(inst),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// The mistakes of a module, each with the place of its instruction: of instructions one by one, or with what is known of those before.
    fn mistakes(module: &Module<'_>, apart: bool) -> Vec<String> {
        let checker = InstructionChecker::new(module, DeclaredTarget::new(module, &crate::options::Options::default()));
        let mut found = Vec::new();
        let mut note = |mistake: &Mistake| found.push(format!("{mistake:?}"));
        let count = module.insts.len();
        match apart {
            true => (0..count).for_each(|at| checker.check(at..at + 1, &mut note)),
            false => checker.check(0..count, &mut note),
        }
        found
    }

    #[test]
    fn what_is_known_to_fit_hides_no_mistake() {
        let pieces = [
            "%r1",
            "%r2",
            "%rd1",
            "%f1",
            "%p1",
            "1",
            "40000",
            "70000",
            "0f3F800000",
            "[%rd1]",
            "[%rd2+4]",
            "[%r1]",
            "{%r1, %r2}",
            "{%f1, %f2}",
        ];
        let opcodes = [
            "add.s32",
            "mov.u64",
            "ld.global.u32",
            "ld.global.v2.u32",
            "st.shared.v2.f32",
            "shl.b32",
            "setp.lt.s32",
            "bar.sync",
            "cvt.u64.u32",
            "ld.param.u32",
            "vote.sync.any.pred",
            "prmt.b32",
        ];
        let mut random = fastrand::Rng::with_seed(3);
        let mut text = String::from(
            ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .pred %p<9>;\n",
        );
        for _ in 0..3000 {
            let operands: Vec<&str> = (0..random.usize(1..5)).map(|_| pieces[random.usize(..pieces.len())]).collect();
            text += &format!("{} {};\n", opcodes[random.usize(..opcodes.len())], operands.join(", "));
        }
        text += "ret;\n}\n";
        let module = crate::parser::parse(Source::new(text.as_bytes()).expect("a small text"));
        let apart = mistakes(&module, true);
        assert!((1000..3000).contains(&apart.len()), "{}", apart.len());
        assert_eq!(mistakes(&module, false), apart);
    }
}
