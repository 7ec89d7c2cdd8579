//! What a place in an instruction needs.

use super::gate::DeclaredTarget;
use super::operand::Checker;
use super::{opcode, parameter};
use crate::ids::{InstId, VarId};
use crate::ir::{Module, Operand, OperandKind};
use crate::isa::{Atom, AtomSet, OperandSpec, ScalarType, Shape};
use crate::span::Span;
use crate::util::FastSet;

/// The types of registers from which one is chosen, the narrowest first. Bits fit integers and floating-point numbers alike.
const CHOICE: [ScalarType; 5] = [ScalarType::Pred, ScalarType::B16, ScalarType::B32, ScalarType::B64, ScalarType::B128];

/// Says which registers places need.
pub(crate) struct RegisterNeeds<'a, 's> {
    module: &'a Module<'s>,
    environment: DeclaredTarget,
    returned: FastSet<VarId>,
}

impl<'a, 's> RegisterNeeds<'a, 's> {
    pub(crate) fn new(module: &'a Module<'s>, environment: DeclaredTarget) -> Self {
        Self { module, environment, returned: parameter::returned(module) }
    }

    /// The type with which a register can be declared that stands at these places without a declaration. Nothing where no place tells,
    /// or where they want different ones.
    pub(crate) fn type_for(&self, places: &[Span]) -> Option<ScalarType> {
        let common = places.iter().filter_map(|&place| self.registers_at(place)).reduce(AtomSet::intersection)?;
        let fits = |ty: ScalarType| common.contains(Atom::of_register(ty));
        // Where only a number with a fraction fits, the declaration says so.
        let floats = [(ScalarType::F32, ScalarType::U32), (ScalarType::F64, ScalarType::U64)];
        let float = floats.into_iter().find(|&(float, integer)| fits(float) && !fits(integer)).map(|(float, _)| float);
        float.or_else(|| CHOICE.into_iter().find(|&ty| fits(ty)))
    }

    /// The registers that fit a place, if the instruction says.
    fn registers_at(&self, place: Span) -> Option<AtomSet> {
        let module = self.module;
        let is_there = |operand: Operand| operand.span.start <= place.start && place.end <= operand.span.end;
        let after = module.insts.partition_point(|inst| inst.span.start <= place.start);
        // The guard stands before its instruction.
        if after < module.insts.len() && module.guard(InstId::new(after)).is_some_and(is_there) {
            return Some(AtomSet::of(&[Atom::RegPred]));
        }
        let inst = InstId::new(after.checked_sub(1)?);
        let opcode = module.opcode(inst);
        let verdict = opcode::judge(module, opcode, &self.environment);
        for candidate in verdict.candidates.iter().filter(|candidate| candidate.lacks.is_empty()) {
            let checker = Checker {
                module,
                opcode,
                form: candidate.form,
                types: candidate.types,
                vector: verdict.vector,
                spaces: verdict.spaces,
                separate_samplers: self.environment.separate_samplers,
                returned: &self.returned,
            };
            // What has no declaration is no mistake there.
            if !checker.check(inst).is_empty() {
                continue;
            }
            let specs = candidate.form.operands().iter().filter(|spec| checker.is_present(spec));
            let mut operands = module.operands(inst).iter().zip(specs);
            let (&operand, spec) = operands.find(|(operand, _)| is_there(**operand))?;
            let spec = element_spec(module, operand, spec, is_there)?;
            let registers = checker.allowed(spec).iter().filter(|atom| atom.is_register());
            return Some(registers.fold(AtomSet::NONE, AtomSet::with));
        }
        None
    }
}

/// The specification of the element of an operand that stands at a place; nothing for parts of addresses.
fn element_spec(
    module: &Module<'_>,
    operand: Operand,
    spec: &'static OperandSpec,
    is_there: impl Fn(Operand) -> bool,
) -> Option<&'static OperandSpec> {
    match (operand.kind, spec.shape()) {
        (OperandKind::Unresolved(_), Shape::One | Shape::PerVector) => Some(spec),
        (OperandKind::Pair(_), Shape::One) => Some(spec),
        (OperandKind::Vector(list), Shape::Tuple) => {
            spec.parts().get(module.list(list).iter().position(|&element| is_there(element))?)
        }
        (OperandKind::Vector(_), Shape::Vector(_) | Shape::Counted(_) | Shape::PerVector) => Some(spec),
        _ => None,
    }
}
