//! Vectors in braces. The assembler first works out what kind of elements a vector has as a whole, then asks whether that
//! kind fits the operand; its elements need not fit one by one.

use super::operand::{Checker, OperandMistake, classify};
use crate::ir::{Operand, OperandKind};
use crate::isa::{Atom, AtomSet, OperandSpec, Place, TypeClass};

/// How an element is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// Any way.
    Bits,
    Integer,
    Float,
    Packed,
    Predicate,
}

/// An element of a vector: its width in bits (`None` for constants, which take any) and how it is read.
#[derive(Clone, Copy)]
struct Element {
    bits: Option<u32>,
    reading: Reading,
}

impl Element {
    /// `None` for what cannot be an element.
    fn of(atom: Atom) -> Option<Self> {
        let (bits, reading) = match atom {
            Atom::RegPred => (Some(32), Reading::Predicate),
            Atom::RegF16x2 => (Some(32), Reading::Packed),
            Atom::Special16 | Atom::Special32 | Atom::SpecialAny | Atom::Selected => (Some(32), Reading::Bits),
            Atom::Special64 => (Some(64), Reading::Bits),
            Atom::Int => (None, Reading::Integer),
            Atom::HexSingle | Atom::HexDouble | Atom::Decimal => (None, Reading::Float),
            atom => {
                let ty = atom.register_type()?;
                let reading = match ty.class() {
                    TypeClass::Bits => Reading::Bits,
                    TypeClass::Float => Reading::Float,
                    _ => Reading::Integer,
                };
                (Some(ty.bits()), reading)
            }
        };
        Some(Self { bits, reading })
    }

    /// Whether two neighbours may stand together.
    fn goes_with(self, other: Self) -> bool {
        let same_width = self.bits.is_none() || other.bits.is_none() || self.bits == other.bits;
        let same_reading = self.reading == other.reading;
        same_width && (same_reading || self.reading == Reading::Bits || other.reading == Reading::Bits)
    }
}

impl Checker<'_, '_> {
    /// Checks a vector of `wanted` elements.
    pub(super) fn vector(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        wanted: usize,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        if let (OperandKind::Pair(list), true) = (operand.kind, spec.admits_pair())
            && let [vector, predicate] = *self.module.list(list)
        {
            let allowed = AtomSet::of(&[Atom::RegPred]);
            if classify(self.module, predicate) != Atom::RegPred {
                self.wrong_kind(index, predicate, allowed, mistakes);
            }
            return self.vector(index, spec, vector, wanted, mistakes);
        }
        let found = self.length(operand);
        if found == Some(wanted) {
            self.elements(index, spec, operand, 0, mistakes);
        } else if !matches!(operand.kind, OperandKind::Sink) || !spec.admits_sink() {
            mistakes.push(OperandMistake::Length { index, span: operand.span, found, wanted });
        }
    }

    /// Number of elements of a vector, or of a vector register.
    pub(super) fn length(&self, operand: Operand) -> Option<usize> {
        match operand.kind {
            OperandKind::Vector(list) => Some(list.len()),
            OperandKind::Reg { reg, .. } if classify(self.module, operand) == Atom::RegVector => {
                Some(usize::from(self.module.declaration(reg).vector))
            }
            _ => None,
        }
    }

    /// Checks the elements of a vector. The first few, `free`, need not be read as the others are.
    pub(super) fn elements(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        vector: Operand,
        free: usize,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let single = [vector];
        let operands = match vector.kind {
            OperandKind::Vector(list) => self.module.list(list),
            _ => &single,
        };
        let mut whole: Option<Atom> = None;
        let mut previous: Option<Element> = None;
        for (place, &operand) in operands.iter().enumerate() {
            let atom = self.element_kind(operand);
            let element = match (atom, Element::of(atom)) {
                (Atom::Sink, _) if spec.is_written() => continue,
                (_, Some(element)) if !spec.is_written() || element.bits.is_some() => element,
                _ => return self.wrong_kind(index, operand, self.allowed(spec), mistakes),
            };
            let mut fits = previous.is_none_or(|previous| previous.goes_with(element));
            if place <= free && let Some(previous) = previous {
                fits = previous.bits.is_none() || element.bits.is_none() || previous.bits == element.bits;
            }
            if !fits {
                return self.wrong_kind(index, operand, self.allowed(spec), mistakes);
            }
            if let Some(value) = operand.constant().and_then(|id| self.module[id].integer())
                && !spec.admits_integer(value)
            {
                mistakes.push(OperandMistake::Range { index, span: operand.span, value, ranges: spec.ranges() });
            }
            whole = Some(whole.map_or(atom, |whole| join(whole, atom)));
            previous = Some(element);
        }
        let allowed = self.allowed(spec);
        if !whole.is_some_and(|whole| self.whole_fits(spec, allowed, whole)) {
            let fits = |operand: &&Operand| allowed.contains(self.element_kind(**operand));
            let guilty = operands.iter().find(|operand| !fits(operand)).unwrap_or(&operands[0]);
            self.wrong_kind(index, *guilty, allowed, mistakes);
        }
    }

    /// The kind of an element. A parameter stands for a register of its type.
    pub(super) fn element_kind(&self, operand: Operand) -> Atom {
        match (classify(self.module, operand), operand.kind) {
            (Atom::Param, OperandKind::Var(var)) => self.module[var].ty.map_or(Atom::Param, Atom::of_register),
            (Atom::RegVector, OperandKind::Reg { reg, .. }) => {
                self.module.declaration(reg).ty.map_or(Atom::Invalid, Atom::of_register)
            }
            (atom, _) => atom,
        }
    }

    fn whole_fits(&self, spec: &OperandSpec, allowed: AtomSet, whole: Atom) -> bool {
        // Within vectors integers fit floats.
        let as_float = match (spec.place(), whole) {
            (Place::Type(_), Atom::RegU16 | Atom::RegS16) => allowed.contains(Atom::RegF16),
            (Place::Type(_), Atom::RegU32 | Atom::RegS32) => allowed.contains(Atom::RegF32),
            (Place::Type(_), Atom::RegU64 | Atom::RegS64) => allowed.contains(Atom::RegF64),
            _ => false,
        };
        allowed.contains(whole) || as_float
    }
}

/// What two kinds make together: bits of their width, unless they are of one kind.
fn join(whole: Atom, atom: Atom) -> Atom {
    if whole == atom {
        return whole;
    }
    match (Element::of(whole), Element::of(atom)) {
        (Some(Element { bits: None, .. }), Some(Element { bits: None, .. })) => whole,
        // `0f…` is as wide as `.f32`.
        (Some(a), Some(b)) if a.reading == b.reading && (atom == Atom::HexSingle || whole == Atom::HexSingle) => {
            if a.bits.is_some() { whole } else { atom }
        }
        (Some(a), Some(b)) if a.reading == Reading::Integer && b.reading == Reading::Integer => {
            if a.bits.is_some() { whole } else { atom }
        }
        (Some(Element { bits: Some(bits), .. }), _) | (_, Some(Element { bits: Some(bits), .. })) => bits_of(bits),
        _ => whole,
    }
}

/// The untyped register of a width.
fn bits_of(bits: u32) -> Atom {
    match bits {
        8 => Atom::RegB8,
        16 => Atom::RegB16,
        32 => Atom::RegB32,
        64 => Atom::RegB64,
        _ => Atom::RegB128,
    }
}
