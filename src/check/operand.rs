//! Operands against the operand specifications of a form.

use super::address::space_matches;
use super::classify::{REGISTERS_32, VARIABLES, classify, classify_variable};
use super::parameter::ParameterMistake;
use crate::ids::{InstId, VarId};
use crate::ir::{Component, Module, Opcode, Operand, OperandKind, Variable};
use crate::isa::{
    AddressBase, Atom, AtomSet, ElementKind, Form, Instruction, OperandSpec, Quirks, Range, ScalarType, Shape,
    StateSpace, TypeSpec,
};
use crate::span::Span;
use crate::util::FastSet;
use std::collections::HashSet;

/// Most type slots that a form has.
pub(super) const MAX_TYPES: usize = 8;

/// The types that fill the type slots of a form.
pub(super) type Types = [Option<ScalarType>; MAX_TYPES];

/// What is wrong with the operands of an instruction.
#[derive(Clone, Copy, Debug)]
pub enum OperandMistake {
    /// Too few or too many.
    Count {
        /// How many there are.
        found: usize,
        /// Fewest that the form takes.
        least: usize,
        /// Most that the form takes.
        most: usize,
    },
    /// An operand, or an element of one, is of the wrong kind.
    Kind {
        /// Index of the operand.
        index: usize,
        /// The guilty element.
        span: Span,
        /// What it is.
        found: Atom,
        /// What would fit.
        allowed: AtomSet,
    },
    /// A vector has the wrong number of elements.
    Length {
        /// Index of the operand.
        index: usize,
        /// The operand.
        span: Span,
        /// How many elements there are; `None` when the operand is no vector.
        found: Option<usize>,
        /// How many there should be.
        wanted: usize,
    },
    /// A constant expression has no value: it mixes integers and floats, divides by zero, or needs more than 64 bits.
    Constant {
        /// The constant.
        span: Span,
    },
    /// An integer constant is out of range.
    Range {
        /// Index of the operand.
        index: usize,
        /// The constant.
        span: Span,
        /// Its value.
        value: i64,
        /// The values that fit.
        ranges: &'static [Range],
    },
    /// The variable of an address is in another space than the instruction says.
    Space {
        /// The variable.
        span: Span,
        /// Its space.
        found: StateSpace,
        /// The space of the instruction; `None` for a generic address.
        wanted: Option<StateSpace>,
    },
    /// The instruction writes a register twice.
    Repeated {
        /// Where the register stands again.
        span: Span,
    },
    /// A load or store may not name this parameter.
    Parameter {
        /// The parameter, or the register that takes its place.
        span: Span,
        /// Why not.
        why: ParameterMistake,
    },
    /// `.unified` follows an address that cannot have it.
    Unified {
        /// The address.
        span: Span,
    },
    /// The register of an address is too narrow for the space.
    AddressWidth {
        /// The register.
        span: Span,
        /// Its width in bits.
        bits: u32,
    },
}

/// What the checks of one instruction share.
pub(super) struct Checker<'a, 's> {
    pub(super) module: &'a Module<'s>,
    pub(super) opcode: &'a Opcode,
    pub(super) form: &'static Form,
    pub(super) types: Types,
    pub(super) vector: u8,
    pub(super) spaces: [Option<StateSpace>; 2],
    pub(super) separate_samplers: bool,
    pub(super) returned: &'a FastSet<VarId>,
}

const ATOM: Instruction = Instruction::of("atom");

impl Checker<'_, '_> {
    /// Whether the opcode has the word that an operand depends on.
    pub(super) fn is_present(&self, spec: &OperandSpec) -> bool {
        spec.when().is_none_or(|word| self.module.has_modifier(self.opcode, word))
    }

    /// Checks all operands of an instruction; `None` when they fit, otherwise the first few mistakes.
    pub(super) fn check(&self, inst: InstId) -> Vec<OperandMistake> {
        let operands = self.module.operands(inst);
        let mut mistakes = Vec::new();
        let specs = self.form.operands();
        let present = |spec: &&OperandSpec| self.is_present(spec);
        let open = specs.last().is_some_and(|spec| spec.shape() == Shape::Rest);
        let mut wanted = specs.iter().filter(present).filter(|spec| spec.shape() != Shape::Rest).peekable();
        let conditional = specs.iter().filter(|spec| spec.when().is_some()).filter(present).count();
        let least = self.form.required_operands() + conditional;
        let most = wanted.clone().count();
        if operands.len() < least || (operands.len() > most && !open) {
            mistakes.push(OperandMistake::Count { found: operands.len(), least, most });
            return mistakes;
        }
        let mut addresses = 0;
        for (index, &operand) in operands.iter().enumerate() {
            let Some(spec) = wanted.next() else { break };
            let operand = if index == 0 && !spec.demands_pair() { self.without_sink(operand) } else { operand };
            self.operand(index, spec, operand, &mut addresses, &mut mistakes);
        }
        self.parameter(inst, &mut mistakes);
        self.local_atomic(operands, &mut mistakes);
        if self.form.wants_distinct() && mistakes.is_empty() {
            self.distinct(inst, &mut mistakes);
        }
        mistakes
    }

    /// The assembler crashes on atomics in local memory whose result is used.
    fn local_atomic(&self, operands: &[Operand], mistakes: &mut Vec<OperandMistake>) {
        let [Operand { kind: OperandKind::Reg { .. }, .. }, Operand { kind: OperandKind::Address(id), .. }, ..] =
            operands
        else {
            return;
        };
        if self.opcode.instruction == Some(ATOM)
            && self.spaces[0].is_none()
            && let Some(base) = self.module.list(self.module[*id].parts).first()
            && let OperandKind::Var(var) = base.kind
            && self.module[var].space == StateSpace::Local
        {
            mistakes.push(OperandMistake::Space { span: base.span, found: StateSpace::Local, wanted: None });
        }
    }

    /// Checks that no register is written twice.
    fn distinct(&self, inst: InstId, mistakes: &mut Vec<OperandMistake>) {
        let mut seen = HashSet::new();
        let written = self.form.operands().iter().map(OperandSpec::is_written);
        for (&operand, _) in self.module.operands(inst).iter().zip(written).filter(|(_, written)| *written) {
            let elements = match operand.kind {
                OperandKind::Vector(list) => self.module.list(list),
                _ => std::slice::from_ref(&operand),
            };
            for element in elements {
                if let OperandKind::Reg { reg, component, .. } = element.kind
                    && !seen.insert((reg, component))
                {
                    mistakes.push(OperandMistake::Repeated { span: element.span });
                    return;
                }
            }
        }
    }

    /// The assembler takes `d|_` for `d` as the first operand of any instruction, unless `d` is a vector.
    fn without_sink(&self, operand: Operand) -> Operand {
        match operand.kind {
            OperandKind::Pair(list) => match *self.module.list(list) {
                [Operand { kind: OperandKind::Vector(_), .. }, _] => operand,
                [first, Operand { kind: OperandKind::Sink, .. }] => first,
                _ => operand,
            },
            _ => operand,
        }
    }

    pub(super) fn operand(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        addresses: &mut usize,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let operand = self.without_predicate(index, spec, operand, mistakes);
        match spec.shape() {
            Shape::Any | Shape::Rest => {}
            Shape::One => self.element(index, spec, operand, mistakes),
            Shape::Vector(count) => self.vector(index, spec, operand, usize::from(count), mistakes),
            Shape::Counted(count) => {
                let length = count.length(self.form, |word| self.module.has_modifier(self.opcode, word));
                if let Some(length) = length {
                    self.vector(index, spec, operand, length, mistakes);
                }
            }
            Shape::PerVector if self.vector > 1 => {
                self.vector(index, spec, operand, usize::from(self.vector), mistakes);
            }
            Shape::PerVector => match operand.kind {
                // A vector of one is the element itself.
                OperandKind::Vector(list) if list.len() == 1 => {
                    self.element(index, spec, self.module.list(list)[0], mistakes);
                }
                _ => self.element(index, spec, operand, mistakes),
            },
            Shape::Tuple => self.tuple(index, spec, operand, mistakes),
            Shape::AnyVector => self.any_vector(index, spec, operand, mistakes),
            Shape::PerGeometry(measure) => self.measure(index, spec, operand, measure, mistakes),
            Shape::Address { base } => {
                let named = self.spaces.get(*addresses).copied().flatten().or(self.spaces[0]);
                *addresses += 1;
                match operand.kind {
                    OperandKind::Address(id) => {
                        if self.module[id].unified && !(spec.admits_unified() && self.may_be_unified(id, named)) {
                            mistakes.push(OperandMistake::Unified { span: operand.span });
                        }
                        self.address(index, spec, id, base, named, mistakes);
                    }
                    // `ld.global.u32 %r1, table[2]` is an address without brackets.
                    OperandKind::Offset(id)
                        if self.module[id].indexed && self.takes_indexed(base) && self.indexes_array(id) =>
                    {
                        let space = if let AddressBase::Space(space) = base { Some(space) } else { named };
                        if let Some(&variable) = self.module.list(self.module[id].parts).first() {
                            self.base(index, spec, variable, space, mistakes);
                        }
                    }
                    _ => self.wrong_kind(index, operand, AtomSet::of(&[Atom::Address]), mistakes),
                }
            }
        }
    }

    pub(super) fn vector(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        wanted: usize,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        match operand.kind {
            OperandKind::Vector(list) if list.len() == wanted => {
                let elements = self.module.list(list);
                self.elements(index, spec, elements, mistakes);
                let is_integer = |element: &Operand| classify(self.module, *element) == Atom::Int;
                if spec.is_mixed() && elements.iter().all(is_integer) {
                    let allowed = self.allowed(spec).without(AtomSet::of(&[Atom::Int]));
                    self.wrong_kind(index, elements[0], allowed, mistakes);
                }
                if elements.iter().all(|element| element.kind == OperandKind::Sink) && spec.admits_sink() {
                    self.wrong_kind(index, operand, self.allowed(spec).without(AtomSet::of(&[Atom::Sink])), mistakes);
                }
            }
            OperandKind::Reg { reg, component: Component::None, negated: false }
                if usize::from(self.module.declaration(reg).vector) == wanted && wanted > 1 =>
            {
                let found = self.module.declaration(reg).ty.map_or(Atom::Invalid, Atom::of_register);
                if !self.allowed(spec).contains(found) {
                    self.wrong_kind(index, operand, self.allowed(spec), mistakes);
                }
            }
            OperandKind::Vector(list) => {
                mistakes.push(OperandMistake::Length { index, span: operand.span, found: Some(list.len()), wanted })
            }
            OperandKind::Sink if spec.admits_whole_sink() => {}
            _ => mistakes.push(OperandMistake::Length { index, span: operand.span, found: None, wanted }),
        }
    }

    fn tuple(&self, index: usize, spec: &'static OperandSpec, operand: Operand, mistakes: &mut Vec<OperandMistake>) {
        let parts = spec.parts();
        match operand.kind {
            OperandKind::Vector(list) if list.len() == parts.len() => {
                for (&element, part) in self.module.list(list).iter().zip(parts) {
                    self.element(index, part, element, mistakes);
                }
            }
            OperandKind::Vector(list) => {
                let (found, wanted) = (Some(list.len()), parts.len());
                mistakes.push(OperandMistake::Length { index, span: operand.span, found, wanted });
            }
            _ => mistakes.push(OperandMistake::Length { index, span: operand.span, found: None, wanted: parts.len() }),
        }
    }

    /// The kinds that fit an operand.
    pub(super) fn allowed(&self, spec: &OperandSpec) -> AtomSet {
        let mut set = match spec.place() {
            ElementKind::Set(set) => set,
            ElementKind::Type(ty) => {
                let Some(ty) = self.resolve(ty) else { return AtomSet(u64::MAX) };
                let registers = AtomSet::registers(ty, spec.is_widening());
                let sums = if spec.admits_sum() { AtomSet::NONE } else { AtomSet::of(&[Atom::Offset]) };
                if spec.is_written() { registers } else { registers.union(AtomSet::constants(ty)).without(sums) }
            }
        };
        if spec.is_register_only() {
            set = set.without(AtomSet::of(&[
                Atom::Int,
                Atom::HexSingle,
                Atom::HexDouble,
                Atom::Decimal,
                Atom::Offset,
                Atom::NotPred,
            ]));
        }
        // Of a vector elements may be `_`, not the whole.
        if spec.admits_sink() && (self.vector > 1 || spec.shape() != Shape::PerVector) {
            set = set.union(AtomSet::of(&[Atom::Sink]));
        }
        if spec.admits_pair() {
            set = set.union(AtomSet::of(&[Atom::Pair]));
        }
        set
    }

    /// Whether a variable with an offset is one of those that are allowed without, if any are.
    fn base_fits(&self, allowed: AtomSet, operand: Operand) -> bool {
        const NAMED: AtomSet = AtomSet::of(&[Atom::Global, Atom::Shared, Atom::Local, Atom::Const, Atom::Param]);
        let OperandKind::Offset(id) = operand.kind else { return true };
        let base = self.module.list(self.module[id].parts).first();
        allowed.without(NAMED) == allowed || base.is_none_or(|&base| allowed.contains(classify(self.module, base)))
    }

    pub(super) fn resolve(&self, ty: TypeSpec) -> Option<ScalarType> {
        match ty {
            TypeSpec::Fixed(ty) => Some(ty),
            TypeSpec::Slot(index) => self.types[usize::from(index)],
            TypeSpec::Wide(index) => self.types[usize::from(index)].map(|ty| match ty {
                ScalarType::U16 => ScalarType::U32,
                ScalarType::S16 => ScalarType::S32,
                ScalarType::U32 => ScalarType::U64,
                ScalarType::S32 => ScalarType::S64,
                other => other,
            }),
        }
    }

    pub(super) fn element(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let allowed = self.allowed(spec);
        if spec.admits_named_variable()
            && let Some(variable) = self.variable(operand)
        {
            let (found, wanted) = (variable.space, self.spaces[0].or(Some(StateSpace::Shared)));
            if !space_matches(variable, wanted) {
                mistakes.push(OperandMistake::Space { span: operand.span, found, wanted });
            }
            return;
        }
        if let Some(register) = self.within_video_operand(spec, operand) {
            if !allowed.contains(classify(self.module, register)) {
                self.wrong_kind(index, register, allowed, mistakes);
            }
            return;
        }
        let found = classify(self.module, operand);
        if let (OperandKind::Pair(list), true) = (operand.kind, spec.admits_pair()) {
            self.pair(index, spec, allowed, self.module.list(list), mistakes);
            return;
        }
        let fits = (allowed.contains(found) && self.base_fits(allowed, operand))
            || (spec.admits_special() && self.special_fits(spec, found))
            || (spec.admits_variable() && self.symbol_fits(spec, self.indexed_kind(operand, found)))
            || self.sum_fits(spec, allowed, operand)
            || is_address(spec, allowed, found);
        // In a vector it is the whole that wants a predicate beside it.
        let alone = spec.demands_pair() && spec.shape() == Shape::One;
        if !fits || alone || (found.is_register() && spec.must_be_negated()) {
            let wanted = if alone { AtomSet::of(&[Atom::Pair]) } else { allowed };
            self.wrong_kind(index, operand, wanted, mistakes);
            return;
        }
        if let (Atom::Vector, OperandKind::Vector(list)) = (found, operand.kind)
            && allowed.contains(Atom::RegB32)
        {
            self.elements(index, spec, self.module.list(list), mistakes);
        }
        if let Some(value) = operand.constant().and_then(|id| self.module[id].integer())
            && !spec.admits_integer(value)
        {
            mistakes.push(OperandMistake::Range { index, span: operand.span, value, ranges: spec.ranges() });
        }
    }

    /// The variable of which this is the address, perhaps with an offset or index.
    fn variable(&self, operand: Operand) -> Option<&Variable> {
        match operand.kind {
            OperandKind::Var(variable) => Some(&self.module[variable]),
            OperandKind::Offset(id) if classify(self.module, operand) != Atom::BadIndex => {
                self.variable(*self.module.list(self.module[id].parts).first()?)
            }
            _ => None,
        }
    }

    /// The register of a video instruction's operand, without the sign and the selector that may stand there.
    fn within_video_operand(&self, spec: &OperandSpec, operand: Operand) -> Option<Operand> {
        let OperandKind::Reg { reg, component, negated } = operand.kind else { return None };
        let text = self.module.source.slice(operand.span);
        let minus = negated && text.first() == Some(&b'-');
        let selector =
            (component != Component::None).then(|| text.splitn(2, |&b| b == b'.').nth(1).unwrap_or_default());
        let selector_fits = match (selector, spec.selectors()) {
            (Some(selector), Some(selectors)) => selectors.admits(selector),
            (selector, _) => selector.is_none(),
        };
        let sign_fits = if minus { spec.may_be_negated() } else { !negated && !spec.must_be_negated() };
        let is_plain = !negated && selector.is_none();
        let kind = OperandKind::Reg { reg, component: Component::None, negated: false };
        let register = Operand { kind, ..operand };
        let is_word = REGISTERS_32.contains(classify(self.module, register));
        (selector_fits && sign_fits && !is_plain && is_word).then_some(register)
    }

    /// `d|p`: a register that fits, or `_`, and a predicate, or `_` where the pair is optional.
    fn pair(
        &self,
        index: usize,
        spec: &OperandSpec,
        allowed: AtomSet,
        parts: &[Operand],
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let sink = AtomSet::of(&[Atom::Sink]);
        let predicate = AtomSet::of(&[Atom::RegPred]);
        let second = if spec.demands_pair() { predicate } else { predicate.union(sink) };
        let places = [allowed.without(AtomSet::of(&[Atom::Pair])).union(sink), second];
        for (&part, place) in parts.iter().zip(places) {
            if !place.contains(classify(self.module, part)) {
                self.wrong_kind(index, part, place, mistakes);
            }
        }
    }

    /// Whether the operand is `register+constant` and may stand here. The assembler then asks for a register that is read as
    /// the type wants, of any width.
    fn sum_fits(&self, spec: &OperandSpec, allowed: AtomSet, operand: Operand) -> bool {
        let OperandKind::Offset(id) = operand.kind else { return false };
        let [base] = self.module.list(self.module[id].parts) else { return false };
        let excluded = !spec.admits_sum() || spec.is_register_only() || spec.selectors().is_some();
        if excluded || classify(self.module, operand) != Atom::Sum {
            return false;
        }
        let found = match classify(self.module, *base) {
            Atom::Special32 => Atom::RegB32,
            Atom::Special64 => Atom::RegB64,
            found => found,
        };
        match spec.place() {
            ElementKind::Type(ty) => self.resolve(ty).is_some_and(|ty| AtomSet::same_reading(ty).contains(found)),
            ElementKind::Set(_) => found.is_register() && allowed.contains(found),
        }
    }

    /// Whether the address of a variable or function may stand here. The assembler only asks whether the place holds an integer,
    /// and of a global variable that it is not 32 bits wide.
    fn symbol_fits(&self, spec: &OperandSpec, found: Atom) -> bool {
        let ElementKind::Type(ty) = spec.place() else { return false };
        let Some(ty) = self.resolve(ty) else { return true };
        match found {
            Atom::Func | Atom::Entry => true,
            Atom::Texref | Atom::Surfref | Atom::Samplerref => ty == ScalarType::U64,
            _ if ty.is_float() || ty == ScalarType::Pred => false,
            Atom::Global | Atom::Index => ty.bits() != 32,
            found => VARIABLES.contains(found),
        }
    }

    /// Of an indexed variable that is not in global memory, the kind of the variable.
    fn indexed_kind(&self, operand: Operand, found: Atom) -> Atom {
        match (found, self.variable(operand)) {
            (Atom::Index, Some(variable)) if variable.space != StateSpace::Global => classify_variable(variable),
            _ => found,
        }
    }

    /// Whether a special register has the width that the place asks for.
    fn special_fits(&self, spec: &OperandSpec, found: Atom) -> bool {
        let ElementKind::Type(ty) = spec.place() else { return false };
        let Some(ty) = self.resolve(ty) else { return true };
        if spec.is_widening() {
            let narrow = ty.bits() < 64 && matches!(found, Atom::Special16 | Atom::Special32);
            return !ty.is_float() && (narrow || matches!(found, Atom::Special64 | Atom::SpecialAny));
        }
        match found {
            Atom::SpecialPred => ty == ScalarType::Pred,
            Atom::SpecialVector => ty == ScalarType::B128,
            _ if ty.is_float() || ty.lanes() > 1 => false,
            Atom::Special16 => matches!(ty.bits(), 16 | 32),
            Atom::Special32 => ty.bits() == 32,
            Atom::Special64 => ty.bits() == 64,
            Atom::SpecialAny => matches!(ty.bits(), 16 | 32 | 64),
            _ => false,
        }
    }

    pub(super) fn wrong_kind(
        &self,
        index: usize,
        operand: Operand,
        allowed: AtomSet,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let span = operand.span;
        match (classify(self.module, operand), operand.kind) {
            (Atom::Invalid, OperandKind::Const(_)) => mistakes.push(OperandMistake::Constant { span }),
            // What is undefined has been reported as such.
            (Atom::Invalid, _) => {}
            (found, _) => mistakes.push(OperandMistake::Kind { index, span, found, allowed }),
        }
    }

    pub(super) fn has_quirk(&self, quirk: Quirks) -> bool {
        self.opcode.instruction.is_some_and(|instruction| instruction.has_quirk(quirk))
    }
}

/// Whether the name of a function stands where its address is read as an integer.
fn is_address(spec: &OperandSpec, allowed: AtomSet, found: Atom) -> bool {
    matches!(found, Atom::Func | Atom::Entry)
        && !spec.is_written()
        && !spec.is_register_only()
        && allowed.contains(Atom::RegU64)
}
