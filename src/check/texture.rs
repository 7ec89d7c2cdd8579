//! Operands of texture and surface instructions whose length depends on the geometry that the opcode names.

use super::classify::classify;
use super::operand::{Checker, OperandMistake};
use crate::ir::{Operand, OperandKind};
use crate::isa::{Atom, AtomSet, Measure, OperandSpec, Word, word};

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
    /// Whether the assembler takes a single register for the coordinates, however many there should be.
    single: bool,
}

const fn geometry(word: Word, coordinates: usize, index: Option<usize>, plane: usize) -> Geometry {
    let single = index.is_none() && !matches!(word, word::_2DMS);
    Geometry { word, coordinates, index, plane, single }
}

/// All geometries. The assembler reads `.4d` as `.1d` and `.5d` as `.a1d`, where it takes them.
static GEOMETRIES: [Geometry; 11] = [
    geometry(word::_1D, 1, None, 1),
    geometry(word::_2D, 2, None, 2),
    geometry(word::_3D, 4, None, 4),
    geometry(word::A1D, 2, Some(0), 1),
    geometry(word::A2D, 4, Some(0), 2),
    geometry(word::CUBE, 4, None, 0),
    geometry(word::ACUBE, 4, Some(0), 0),
    geometry(word::_2DMS, 4, None, 2),
    geometry(word::A2DMS, 4, Some(1), 2),
    geometry(word::_4D, 1, None, 1),
    geometry(word::_5D, 2, Some(0), 1),
];

/// What stands before an array index.
const WORDS: AtomSet = AtomSet::of(&[Atom::RegF32, Atom::RegF16x2]);

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
    /// What is left of `{…}|p`, when a pair may stand there; the predicate is checked.
    pub(super) fn without_predicate(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) -> Operand {
        let OperandKind::Pair(list) = operand.kind else {
            if spec.demands_pair() && matches!(operand.kind, OperandKind::Vector(_)) {
                self.wrong_kind(index, operand, AtomSet::of(&[Atom::Pair]), mistakes);
            }
            return operand;
        };
        let [vector @ Operand { kind: OperandKind::Vector(_), .. }, predicate] = *self.module.list(list) else {
            return operand;
        };
        if !spec.admits_pair() {
            return operand;
        }
        if classify(self.module, predicate) != Atom::RegPred {
            self.wrong_kind(index, predicate, AtomSet::of(&[Atom::RegPred]), mistakes);
        }
        vector
    }

    /// Checks an operand that stands alone or is a vector of any length.
    pub(super) fn any_vector(
        &self,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        match operand.kind {
            OperandKind::Vector(_) => self.at_least(1, index, spec, operand, mistakes),
            _ if self.is_vector_register(operand, 1) => {}
            _ => self.element(index, spec, operand, mistakes),
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
        let is_vector = matches!(operand.kind, OperandKind::Vector(_));
        match measure {
            Measure::Texture if is_vector => self.texture_coordinates(geometry, index, spec, operand, mistakes),
            Measure::Surface if is_vector => self.at_least(geometry.coordinates, index, spec, operand, mistakes),
            Measure::Texture if !geometry.single => self.vector(index, spec, operand, geometry.coordinates, mistakes),
            Measure::Texture | Measure::Surface => {
                // The assembler takes a single register, however many coordinates there should be.
                let allowed = self.allowed(spec).without(CONSTANTS);
                let fits = self.is_vector_register(operand, geometry.coordinates)
                    || allowed.contains(classify(self.module, operand));
                if !fits {
                    self.wrong_kind(index, operand, allowed, mistakes);
                }
            }
            Measure::Offset if is_vector => self.at_least(geometry.plane, index, spec, operand, mistakes),
            // Where there is no depth comparison the assembler still reads an untyped register as one.
            Measure::Offset if geometry.plane == 4 && classify(self.module, operand) == Atom::RegB32 => {
                self.vector(index, spec, operand, geometry.plane, mistakes);
            }
            Measure::Offset => self.element(index, spec, operand, mistakes),
            Measure::Gradient if is_vector && geometry.plane == 0 => self.at_least(1, index, spec, operand, mistakes),
            Measure::Gradient => self.vector(index, spec, operand, geometry.plane.max(1), mistakes),
        }
    }

    /// Coordinates in a texture. The index into an array, and what stands before it, need not be of the coordinates' kind.
    fn texture_coordinates(
        &self,
        geometry: &Geometry,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let (Some(place), OperandKind::Vector(list)) = (geometry.index, operand.kind) else {
            return self.at_least(geometry.coordinates, index, spec, operand, mistakes);
        };
        let elements = self.module.list(list);
        if !is_length(elements.len(), geometry.coordinates) {
            return mistakes.push(wrong_length(index, operand, elements.len(), geometry.coordinates));
        }
        let (before, coordinates) = elements.split_at(place + 1);
        for (i, &element) in before.iter().enumerate() {
            let allowed = if i == place { INDICES } else { INDICES.union(self.allowed(spec)).union(WORDS) };
            if !allowed.contains(classify(self.module, element)) {
                return self.wrong_kind(index, element, allowed, mistakes);
            }
        }
        // Of integer coordinates nobody looks at the type of registers here.
        let is_word = |&element: &Operand| matches!(classify(self.module, element), Atom::RegF32);
        if self.allowed(spec).contains(Atom::RegS32) && !coordinates.is_empty() && coordinates.iter().all(is_word) {
            return;
        }
        self.elements(index, spec, coordinates, mistakes);
    }

    /// Whether these are the two coordinates of a texture without the braces around them: the assembler reads the list on.
    pub(super) fn are_bare_coordinates(&self, index: usize, spec: &'static OperandSpec, pair: [Operand; 2]) -> bool {
        let named = |geometry: &&Geometry| self.module.has_modifier(self.opcode, geometry.word);
        let Some(geometry) = GEOMETRIES.iter().find(named) else { return false };
        let mut mistakes = Vec::new();
        self.elements(index, spec, &pair, &mut mistakes);
        geometry.coordinates == 2 && geometry.index.is_none() && mistakes.is_empty()
    }

    /// Whether this is a register that was declared as a vector of at least so many elements.
    fn is_vector_register(&self, operand: Operand, least: usize) -> bool {
        matches!(operand.kind, OperandKind::Reg { reg, .. } if usize::from(self.module.declaration(reg).vector) >= least)
            && classify(self.module, operand) == Atom::RegVector
    }

    /// Checks a vector that may be longer than it need be.
    fn at_least(
        &self,
        least: usize,
        index: usize,
        spec: &'static OperandSpec,
        operand: Operand,
        mistakes: &mut Vec<OperandMistake>,
    ) {
        let OperandKind::Vector(list) = operand.kind else { return };
        if is_length(list.len(), least) {
            self.elements(index, spec, self.module.list(list), mistakes);
        } else {
            mistakes.push(wrong_length(index, operand, list.len(), least));
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
