//! Addresses against what a form takes as one: the base, its space, and what else stands between the brackets.

use super::classify::{REGISTERS_32, VARIABLES, classify};
use super::operand::{Checker, OperandMistake};
use crate::ids::AddressId;
use crate::ir::{Component, Operand, OperandKind, Variable};
use crate::isa::{AddressBase, Atom, AtomSet, Instruction, Measure, OperandSpec, Quirks, Shape, StateSpace};

/// What takes `table[2]` as an address.
const INDEXED: [Instruction; 4] =
    [Instruction::of("ld"), Instruction::of("ldu"), Instruction::of("st"), Instruction::of("multimem.red")];

const REGISTERS_64: AtomSet = AtomSet::of(&[Atom::RegB64, Atom::RegU64, Atom::RegS64]);
const REGISTERS_16: AtomSet = AtomSet::of(&[Atom::RegB16, Atom::RegU16, Atom::RegS16]);
const REGISTERS_8: AtomSet = AtomSet::of(&[Atom::RegB8, Atom::RegU8, Atom::RegS8]);
const REFERENCES: AtomSet = AtomSet::of(&[Atom::Texref, Atom::Samplerref, Atom::Surfref]);

impl Checker<'_, '_> {
    /// Whether what is indexed is declared with `[ ]`.
    pub(super) fn indexes_array(&self, id: AddressId) -> bool {
        self.module.list(self.module[id].parts).first().is_some_and(|base| match base.kind {
            OperandKind::Var(var) => !self.module[var].dims.is_empty(),
            OperandKind::Unresolved(_) => true,
            _ => false,
        })
    }

    /// Whether an indexed variable without brackets may be the address.
    pub(super) fn takes_indexed(&self, base: AddressBase) -> bool {
        match base {
            AddressBase::Set(set) => set.contains(Atom::Index),
            _ => self.opcode.instruction.is_some_and(|instruction| INDEXED.contains(&instruction)),
        }
    }

    /// Whether `.unified` may follow an address: it is in global memory, and its variable is declared so.
    pub(super) fn may_be_unified(&self, id: AddressId, space: Option<StateSpace>) -> bool {
        let declared = self.module.list(self.module[id].parts).first().is_none_or(|base| match base.kind {
            OperandKind::Var(var) => {
                self.module[var].attribute.is_some_and(|attribute| attribute.managed || attribute.unified)
            }
            _ => true,
        });
        declared && matches!(space, None | Some(StateSpace::Global))
    }

    pub(super) fn address(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        id: AddressId,
        base: AddressBase,
        named: Option<StateSpace>,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let parts = self.module.list(self.module[id].parts);
        let Some((&first, rest)) = parts.split_first() else { return };
        let bare = references(base).or(match base {
            AddressBase::Set(set) if !rest.is_empty() => Some(set),
            _ => None,
        });
        if let Some(set) = bare
            && !self.module[id].offset_span.is_empty()
        {
            let span = first.span.to(self.module[id].offset_span);
            mistakes.push(OperandMistake::Kind { index, span, found: Atom::Sum, allowed: set });
            return;
        }
        match base {
            // An address has no place for `.x` behind its register.
            _ if matches!(first.kind, OperandKind::Reg { component, .. } if component != Component::None) => {
                let found = Atom::BadSelector;
                mistakes.push(OperandMistake::Kind { index, span: first.span, found, allowed: REGISTERS_64 });
            }
            AddressBase::Named => self.base(index, spec, first, named, mistakes),
            AddressBase::Space(space) => self.base(index, spec, first, Some(space), mistakes),
            AddressBase::Set(set) if self.in_texture_mode(set).contains(classify(self.module, first)) => {}
            AddressBase::Set(_) if self.is_special_base(first) => {}
            AddressBase::Set(set) => match first.kind {
                OperandKind::Var(var) => {
                    let found = self.module[var].space;
                    mistakes.push(OperandMistake::Space { span: first.span, found, wanted: space_of(set) });
                }
                _ => self.wrong_kind(index, first, set, mistakes),
            },
        }
        let specs: Vec<_> = spec.parts().iter().filter(|spec| self.is_present(spec)).collect();
        let optional = |spec: &&OperandSpec| spec.is_optional_when_unified() && !self.separate_samplers;
        let least = specs.len() - specs.iter().filter(|spec| optional(spec)).count();
        if rest.len() < least || rest.len() > specs.len() {
            let found = rest.len() + 1;
            mistakes.push(OperandMistake::Count { found, least: least + 1, most: specs.len() + 1 });
            return;
        }
        if let ([x, y], Some(coordinates)) = (rest, specs.last())
            && coordinates.shape() == Shape::PerGeometry(Measure::Texture)
            && !matches!(y.kind, OperandKind::Vector(_))
            && self.are_bare_coordinates(index, coordinates, [*x, *y])
        {
            return;
        }
        let present = specs.iter().filter(|spec| rest.len() == specs.len() || !optional(spec));
        for (&part, spec) in rest.iter().zip(present) {
            self.operand(index, spec, part, &mut 0, mistakes);
        }
    }

    /// Whether this is a special register as the base of an address, which some instructions take.
    pub(super) fn is_special_base(&self, base: Operand) -> bool {
        self.vector == 1
            && self.has_quirk(Quirks::SPECIAL_BASE)
            && matches!(classify(self.module, base), Atom::Special32 | Atom::Special64 | Atom::SpecialAny)
    }

    /// Where texture and sampler references may stand, a sampler is wanted, which textures carry in unified texture mode only.
    pub(super) fn in_texture_mode(&self, set: AtomSet) -> AtomSet {
        let ambiguous = set.contains(Atom::Texref) && set.contains(Atom::Samplerref);
        if ambiguous && self.separate_samplers { set.without(AtomSet::of(&[Atom::Texref])) } else { set }
    }

    pub(super) fn base(
        &self,
        index: usize,
        spec: &OperandSpec,
        base: Operand,
        space: Option<StateSpace>,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let found = classify(self.module, base);
        if let OperandKind::Var(var) = base.kind {
            let variable = &self.module[var];
            if !space_matches(variable, space) {
                let found = variable.space;
                mistakes.push(OperandMistake::Space { span: base.span, found, wanted: space });
            } else if REFERENCES.contains(found) {
                self.wrong_kind(index, base, REGISTERS_64.union(VARIABLES), mistakes);
            }
            return;
        }
        if self.is_special_base(base) {
            return;
        }
        let far = matches!(space, None | Some(StateSpace::Global));
        let mut allowed = REGISTERS_64.union(REGISTERS_32);
        if !spec.is_widening() {
            allowed = allowed.union(REGISTERS_16).union(REGISTERS_8);
        }
        if space == Some(StateSpace::Local) {
            allowed = allowed.union(AtomSet::of(&[Atom::Int]));
        }
        if !allowed.contains(found) {
            self.wrong_kind(index, base, allowed.union(VARIABLES), mistakes);
        } else if far && !spec.is_widening() && REGISTERS_32.contains(found) {
            mistakes.push(OperandMistake::AddressWidth { span: base.span, bits: 32 });
        }
    }
}

/// The kinds of a base that is a texture, sampler or surface.
pub(super) fn references(base: AddressBase) -> Option<AtomSet> {
    match base {
        AddressBase::Set(set) if !set.intersection(REFERENCES).is_empty() => Some(set),
        _ => None,
    }
}

/// The space of the variables in a set; `None` when they are of several spaces.
pub(super) fn space_of(set: AtomSet) -> Option<StateSpace> {
    let spaces = [
        (Atom::Global, StateSpace::Global),
        (Atom::Shared, StateSpace::Shared),
        (Atom::Local, StateSpace::Local),
        (Atom::Const, StateSpace::Const),
        (Atom::Param, StateSpace::Param),
    ];
    let mut spaces = spaces.into_iter().filter(|(atom, _)| set.contains(*atom));
    let (_, space) = spaces.next()?;
    spaces.next().is_none().then_some(space)
}

/// Whether a variable may be the base of an address in a space; `None` is a generic address.
pub(super) fn space_matches(variable: &Variable, space: Option<StateSpace>) -> bool {
    match space {
        Some(space) => variable.space == space,
        None => matches!(variable.space, StateSpace::Global | StateSpace::Shared | StateSpace::Local),
    }
}
