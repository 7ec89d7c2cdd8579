//! Elements of a vector against each other.
//!
//! The assembler gives a vector one element type: that of its elements, which must agree, or `.bN` if one of them is that. So a
//! `.f32` register may stand beside a `.b32` one in a vector of any type that takes `.b32`.

use super::classify::classify;
use super::operand::{Checker, OperandMistake};
use crate::ir::{Operand, OperandKind};
use crate::isa::{Atom, AtomSet, ElementKind, OperandSpec, Quirks, ScalarType, Shape};

/// What an element says of the vector's type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bits,
    Integer,
    Other,
}

const BITS: AtomSet = AtomSet::of(&[Atom::RegB8, Atom::RegB16, Atom::RegB32, Atom::RegB64, Atom::RegB128]);
const INTEGERS: AtomSet = AtomSet::of(&[
    Atom::RegU8,
    Atom::RegS8,
    Atom::RegU16,
    Atom::RegS16,
    Atom::RegU32,
    Atom::RegS32,
    Atom::RegU64,
    Atom::RegS64,
]);
const FLOATS: AtomSet = AtomSet::of(&[Atom::RegF16, Atom::RegF32, Atom::RegF64]);
const CONSTANTS: AtomSet = AtomSet::of(&[Atom::Int, Atom::HexSingle, Atom::HexDouble, Atom::Decimal]);

impl Checker<'_, '_> {
    /// Checks the elements of a vector.
    pub(super) fn elements(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        elements: &[Operand],
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let atoms: Vec<(Operand, Atom)> = elements
            .iter()
            .filter(|element| element.kind != OperandKind::Sink)
            .map(|&element| (element, register_of(classify(self.module, element))))
            .collect();
        let clash = |pair: &&[(Operand, Atom)]| {
            let [a, b] = [pair[0].1, pair[1].1];
            is_typed(a) && is_typed(b) && !agree(a, b)
        };
        if let Some(&[(_, first), (element, _)]) = atoms.windows(2).find(clash) {
            let neighbours = Atom::ALL.iter().copied().filter(|&atom| is_typed(atom) && agree(first, atom));
            let allowed = AtomSet::of(&neighbours.collect::<Vec<_>>());
            self.wrong_kind(index, element, allowed, mistakes);
            return;
        }
        let allowed = self.allowed(spec);
        let overlooked = |place: usize, element: Operand| self.is_overlooked_part(spec, place, element);
        if let Some(element) = elements.iter().copied().find(|&element| self.is_foreign(allowed, element)) {
            let allowed = allowed.without(AtomSet::of(&[Atom::RegPred]));
            self.wrong_kind(index, element, allowed, mistakes);
            return;
        }
        // Constants alone make a vector of doubles.
        let is_double = |(_, atom): &(Operand, Atom)| matches!(atom, Atom::Decimal | Atom::HexDouble);
        let of_singles = matches!(spec.place(), ElementKind::Set(_)) && !allowed.contains(Atom::RegF64);
        if of_singles && !atoms.is_empty() && atoms.iter().all(is_double) {
            let allowed = allowed.without(AtomSet::of(&[Atom::Decimal, Atom::HexDouble]));
            self.wrong_kind(index, atoms[0].0, allowed, mistakes);
            return;
        }
        let joint = atoms.iter().find(|(_, atom)| BITS.contains(*atom)).filter(|(_, bits)| allowed.contains(*bits));
        let led_by_constant =
            atoms.first().is_some_and(|(_, atom)| CONSTANTS.contains(*atom) && allowed.contains(*atom))
                && atoms.iter().any(|(_, atom)| !CONSTANTS.contains(*atom));
        for (place, &element) in elements.iter().enumerate() {
            if overlooked(place, element) {
                continue;
            }
            let atom = register_of(classify(self.module, element));
            let constant = CONSTANTS.contains(atom);
            let covered = is_typed(atom) && (joint.is_some() || led_by_constant);
            let admitted = if constant { !spec.is_written() && !spec.is_register_only() } else { true };
            if !(self.is_float_bits(spec, atom) || covered && admitted) {
                self.element(index, spec, element, mistakes);
            }
        }
    }

    /// Whether a part of a 32-bit register (`%r1.b0`) stands where the assembler takes one for the register.
    fn is_overlooked_part(&self, spec: &OperandSpec, place: usize, element: Operand) -> bool {
        let quirk = if spec.is_written() { Quirks::PARTS_WRITTEN } else { Quirks::PART_READ_FIRST };
        classify(self.module, element) == Atom::Selected
            && self.has_quirk(quirk)
            && (spec.is_written() || place == 0)
            && matches!(element.kind, OperandKind::Reg { reg, .. } if
                self.module.declaration(reg).ty.is_some_and(|ty| ty.bits() == 32))
            && self.resolved_bits(spec).is_none_or(|bits| bits == 32)
    }

    /// Bits of an element by its type; `None` where a set of kinds says what fits.
    fn resolved_bits(&self, spec: &OperandSpec) -> Option<u32> {
        let ElementKind::Type(ty) = spec.place() else { return None };
        self.resolve(ty).map(ScalarType::bits)
    }

    /// Whether an element is none that this instruction takes for a word, as others do.
    fn is_foreign(&self, allowed: AtomSet, element: Operand) -> bool {
        match classify(self.module, element) {
            Atom::RegPred => self.has_quirk(Quirks::NO_PREDICATES),
            Atom::Special16 | Atom::Special32 | Atom::Special64 | Atom::SpecialAny => {
                self.has_quirk(Quirks::PLAIN_ELEMENTS)
            }
            atom @ (Atom::Decimal | Atom::HexDouble) => {
                self.has_quirk(Quirks::PLAIN_ELEMENTS) && !allowed.contains(atom)
            }
            _ => false,
        }
    }

    /// Whether an integer register stands in a vector of floats of its width, which loads and stores do not mind.
    fn is_float_bits(&self, spec: &OperandSpec, atom: Atom) -> bool {
        let ElementKind::Type(ty) = spec.place() else { return false };
        let bits = match self.resolve(ty) {
            Some(ScalarType::F16) => ScalarType::U16,
            Some(ScalarType::F32) => ScalarType::U32,
            Some(ScalarType::F64) => ScalarType::U64,
            _ => return false,
        };
        let shaped = matches!(spec.shape(), Shape::PerVector | Shape::PerGeometry(_) | Shape::AnyVector);
        shaped && INTEGERS.contains(atom) && AtomSet::registers(bits, false).contains(atom)
    }
}

/// Special registers count as registers here.
fn register_of(atom: Atom) -> Atom {
    match atom {
        Atom::Special16 | Atom::Special32 => Atom::RegB32,
        Atom::Special64 | Atom::SpecialAny => Atom::RegB64,
        Atom::SpecialPred => Atom::RegPred,
        atom => atom,
    }
}

fn is_typed(atom: Atom) -> bool {
    atom.is_register() || CONSTANTS.contains(atom)
}

/// Whether two elements may stand side by side.
fn agree(a: Atom, b: Atom) -> bool {
    if CONSTANTS.contains(b) && !CONSTANTS.contains(a) {
        return agree(b, a);
    }
    let same_reading = matches!((kind(a), kind(b)), (Kind::Bits, _) | (_, Kind::Bits) | (Kind::Integer, Kind::Integer));
    match a {
        Atom::Int => b == Atom::Int || BITS.union(INTEGERS).contains(b),
        Atom::HexSingle | Atom::HexDouble | Atom::Decimal => {
            b != Atom::Int && BITS.union(FLOATS).union(CONSTANTS).contains(b)
        }
        _ => a == b || (same_reading && width(a) == width(b)),
    }
}

fn kind(atom: Atom) -> Kind {
    if BITS.contains(atom) {
        Kind::Bits
    } else if INTEGERS.contains(atom) {
        Kind::Integer
    } else {
        Kind::Other
    }
}

/// Bits of a register; a predicate counts as 32.
fn width(atom: Atom) -> u32 {
    let groups = [
        (8, ScalarType::B8),
        (16, ScalarType::B16),
        (32, ScalarType::B32),
        (64, ScalarType::B64),
        (128, ScalarType::B128),
    ];
    let group = groups.into_iter().find(|(_, ty)| AtomSet::registers(*ty, false).contains(atom));
    group.map_or(if atom == Atom::RegPred { 32 } else { 0 }, |(bits, _)| bits)
}
