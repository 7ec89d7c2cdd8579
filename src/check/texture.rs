//! Operands of texture and surface instructions whose length depends on the geometry that the opcode names.

use super::operand::{Checker, OperandMistake, classify};
use crate::ir::{Operand, OperandKind};
use crate::isa::{Atom, AtomSet, Measure, OperandSpec, Word};

/// What a geometry asks of operands.
#[derive(Clone, Copy)]
struct Geometry {
    word: Word,
    /// Fewest elements of a coordinate vector, padding included.
    coordinates: usize,
    /// Where the index into an array of textures stands in the coordinates.
    index: Option<usize>,
    /// Elements of an offset or gradient; none for cubes.
    plane: usize,
}

const fn geometry(name: &str, coordinates: usize, index: Option<usize>, plane: usize) -> Geometry {
    Geometry { word: Word::of(name), coordinates, index, plane }
}

/// All geometries. The assembler reads `.4d` as `.1d` and `.5d` as `.a1d`, where it takes them.
static GEOMETRIES: [Geometry; 11] = [
    geometry("1d", 1, None, 1),
    geometry("2d", 2, None, 2),
    geometry("3d", 4, None, 4),
    geometry("a1d", 2, Some(0), 1),
    geometry("a2d", 4, Some(0), 2),
    geometry("cube", 4, None, 0),
    geometry("acube", 4, Some(0), 0),
    geometry("2dms", 4, None, 2),
    geometry("a2dms", 4, Some(1), 2),
    geometry("4d", 1, None, 1),
    geometry("5d", 2, Some(0), 1),
];

/// What may be an index into an array of textures.
const INDICES: AtomSet = AtomSet::of(&[
    Atom::RegB32,
    Atom::RegU32,
    Atom::RegS32,
    Atom::Int,
    Atom::Special16,
    Atom::Special32,
    Atom::SpecialAny,
    Atom::Selected,
]);

const CONSTANTS: AtomSet = AtomSet::of(&[Atom::Int, Atom::HexSingle, Atom::HexDouble, Atom::Decimal, Atom::Offset]);

impl Checker<'_, '_> {
    /// Checks an operand that stands alone or is a vector of any length.
    pub(super) fn any_vector(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        match self.length(operand) {
            Some(length) => self.at_least(1, length, index, spec, operand, mistakes),
            None if spec.is_register_only() => self.vector(index, spec, operand, 1, mistakes),
            None => self.element(index, spec, operand, mistakes),
        }
    }

    /// Checks an operand whose length depends on the geometry.
    pub(super) fn measure(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        measure: Measure,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let named = |geometry: &&Geometry| self.module.has_modifier(self.opcode, geometry.word);
        let Some(geometry) = GEOMETRIES.iter().find(named) else { return };
        match (measure, self.length(operand)) {
            (Measure::Texture, Some(length)) => self.texture_coordinates(*geometry, length, index, spec, operand, mistakes),
            (Measure::Surface, Some(length)) => {
                self.at_least(geometry.coordinates, length, index, spec, operand, mistakes);
            }
            (Measure::Texture | Measure::Surface, None) => {
                // The assembler takes a single register for any geometry.
                let allowed = self.allowed(spec).without(CONSTANTS);
                if !allowed.contains(classify(self.module, operand)) {
                    self.wrong_kind(index, operand, allowed, mistakes);
                }
            }
            (Measure::Offset, Some(length)) => self.at_least(geometry.plane, length, index, spec, operand, mistakes),
            (Measure::Offset, None) if !spec.is_register_only() => self.element(index, spec, operand, mistakes),
            (Measure::Offset | Measure::Gradient, _) => self.vector(index, spec, operand, geometry.plane, mistakes),
        }
    }

    /// Coordinates in a texture. What stands before the index into an array, and the index, need not be of the coordinates' kind.
    fn texture_coordinates(
        &self,
        geometry: Geometry,
        length: usize,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let (Some(place), OperandKind::Vector(list)) = (geometry.index, operand.kind) else {
            return self.at_least(geometry.coordinates, length, index, spec, operand, mistakes);
        };
        if !is_length(length, geometry.coordinates) {
            mistakes.push(wrong_length(index, operand, length, geometry.coordinates));
            return;
        }
        let array_index = self.module.list(list)[place];
        if !INDICES.contains(self.element_kind(array_index)) {
            return self.wrong_kind(index, array_index, INDICES, mistakes);
        }
        self.elements(index, spec, operand, place + 1, mistakes);
    }

    /// Checks a vector that may be longer than it need be.
    fn at_least(
        &self,
        least: usize,
        length: usize,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        if is_length(length, least) {
            self.elements(index, spec, operand, 0, mistakes);
        } else {
            mistakes.push(wrong_length(index, operand, length, least));
        }
    }
}

/// Whether vectors may have this length, and it suffices.
fn is_length(length: usize, least: usize) -> bool {
    matches!(length, 1 | 2 | 4) && length >= least
}

fn wrong_length(index: usize, operand: Operand, length: usize, least: usize) -> OperandMistake {
    OperandMistake::Length { index, span: operand.span, found: Some(length), wanted: least }
}
