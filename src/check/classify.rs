//! What an operand is, as the table's sets of kinds tell operands apart.

use crate::ir::{Component, ConstKind, FunctionKind, LabelKind, Module, Operand, OperandKind, Variable, VariableRole};
use crate::isa::{Atom, AtomSet, ScalarType, SpecialKind, StateSpace};

pub(super) const REGISTERS_32: AtomSet = AtomSet::of(&[Atom::RegB32, Atom::RegU32, Atom::RegS32]);
pub(super) const VARIABLES: AtomSet =
    AtomSet::of(&[Atom::Global, Atom::Shared, Atom::Local, Atom::Const, Atom::Param, Atom::Index, Atom::Offset]);

/// The kind of an operand.
pub(super) fn classify(module: &Module<'_>, operand: Operand) -> Atom {
    match operand.kind {
        OperandKind::Reg { reg, component, negated } => {
            let decl = module.declaration(reg);
            let Some(ty) = decl.ty else { return Atom::Invalid };
            match (component, decl.vector) {
                (Component::None, 1) => {}
                (Component::None, _) => return Atom::RegVector,
                (Component::X | Component::Y | Component::Z | Component::W, 2..) => {}
                (Component::Unknown | Component::X | Component::Y | Component::Z | Component::W, _) => {
                    return Atom::BadSelector;
                }
                _ => return Atom::Selected,
            }
            match (sign(module, operand, negated), ty) {
                // No register has this type, which has been reported.
                (None, _) if Atom::of_register(ty) == Atom::RegOther => Atom::Invalid,
                (None, _) => Atom::of_register(ty),
                (Some(b'!'), ScalarType::Pred) => Atom::NotPred,
                (Some(b'-'), ty) if ty != ScalarType::Pred => Atom::Minus,
                _ => Atom::BadSign,
            }
        }
        OperandKind::Special { register, component, negated } => {
            match (sign(module, operand, negated), classify_special(register.kind, component)) {
                (None | Some(b'!'), Atom::SpecialPred) => Atom::SpecialPred,
                (None, atom) => atom,
                _ => Atom::BadSign,
            }
        }
        OperandKind::Const(id) => match module[id].kind {
            ConstKind::Signed | ConstKind::Unsigned | ConstKind::WarpSize => Atom::Int,
            ConstKind::HexSingle => Atom::HexSingle,
            ConstKind::HexDouble => Atom::HexDouble,
            ConstKind::Decimal => Atom::Decimal,
            ConstKind::Overflow | ConstKind::Invalid => Atom::Invalid,
        },
        OperandKind::Var(var) => classify_variable(&module[var]),
        OperandKind::Func(func) => match module[module[func].first].kind {
            FunctionKind::Entry => Atom::Entry,
            _ => Atom::Func,
        },
        OperandKind::Label(_) if matches!(module.source.slice(operand.span).first(), Some(b'!' | b'-')) => {
            Atom::BadSign
        }
        OperandKind::Label(label) => match module[label].kind {
            LabelKind::Code(_) => Atom::Label,
            LabelKind::BranchTargets(_) => Atom::BranchTargets,
            LabelKind::CallTargets(_) => Atom::CallTargets,
            LabelKind::CallPrototype(_) => Atom::Prototype,
        },
        OperandKind::Sink => Atom::Sink,
        OperandKind::Vector(_) => Atom::Vector,
        OperandKind::Pair(_) => Atom::Pair,
        OperandKind::Args(_) => Atom::Args,
        OperandKind::Address(_) => Atom::Address,
        OperandKind::Offset(id) => match module.list(module[id].parts) {
            [_, index] if !is_index(module, *index) => Atom::BadIndex,
            _ if module[id].indexed => Atom::Index,
            [Operand { kind: OperandKind::Var(_), .. }] => Atom::Offset,
            _ => Atom::Sum,
        },
        OperandKind::Unresolved(_) => Atom::Invalid,
    }
}

/// Whether a register may be the index of a variable.
pub(super) fn is_index(module: &Module<'_>, index: Operand) -> bool {
    let integers = AtomSet::same_reading(ScalarType::U32);
    integers.contains(classify(module, index))
}

/// What stands before a negated register: `!` or `-`.
pub(super) fn sign(module: &Module<'_>, operand: Operand, negated: bool) -> Option<u8> {
    negated.then(|| module.source.slice(operand.span).first().copied().unwrap_or(b'!'))
}

pub(super) fn classify_special(kind: SpecialKind, component: Component) -> Atom {
    let vector = kind.components() > 1;
    match (vector, component) {
        (true, Component::None) => return Atom::SpecialVector,
        (true, Component::X | Component::Y | Component::Z | Component::W) | (false, Component::None) => {}
        _ => return Atom::BadSelector,
    }
    match kind {
        SpecialKind::Tid | SpecialKind::Ntid | SpecialKind::Ctaid | SpecialKind::Nctaid => Atom::Special16,
        SpecialKind::GridId => Atom::SpecialAny,
        _ => match kind.ty().bits() {
            1 => Atom::SpecialPred,
            64 => Atom::Special64,
            _ => Atom::Special32,
        },
    }
}

pub(super) fn classify_variable(variable: &Variable) -> Atom {
    match (variable.ty, variable.space) {
        (Some(ScalarType::Texref), _) => Atom::Texref,
        (Some(ScalarType::Samplerref), _) => Atom::Samplerref,
        (Some(ScalarType::Surfref), _) => Atom::Surfref,
        (_, StateSpace::Shared) => Atom::Shared,
        (_, StateSpace::Local) => Atom::Local,
        (_, StateSpace::Const) => Atom::Const,
        (_, StateSpace::Param) => Atom::Param,
        (_, StateSpace::Tex) => Atom::Texref,
        _ if variable.role == VariableRole::Param => Atom::Param,
        _ => Atom::Global,
    }
}
