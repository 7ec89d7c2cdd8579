//! What the vectors of an unrolled batch keep in shared memory: each what the reference keeps there, in a variable of its own or in a
//! part of a common one.
//!
//! Where the parts are is guessed as the distances of vectors are. For each vector the kernel is then looked at with its part in the
//! place of the reference's variable. A store in the part of another vector is no part of what this one reads: the reference stays in
//! its variable, and the parts do not overlap, as they are at least as far apart as that is long.

use super::compare::ComparedPair;
use super::graph::ValueGraph;
use super::shape::{KernelShape, SharedPlace};
use super::table::{Id, ParityNode, ParityTable};
use crate::util::FastSet;

/// Distances of parts that are tried.
const MAX_DISTANCES: usize = 64;

impl ComparedPair<'_, '_, '_> {
    /// The parts of shared memory of so many vectors, if it looks as if each had one.
    pub fn shared_places(&mut self, vectors: i64) -> Vec<Vec<SharedPlace>> {
        let sizes = sizes(&self.theirs);
        let (ours, count) = (self.ours.shared_variables.len() as u32, sizes.len() as u32);
        let Some(round) = self.rounds.first().filter(|_| count > 0) else { return Vec::new() };
        let (accessed, expected) = (addresses(&round.ours[0]), addresses(&round.theirs));
        let vector_count = vectors as u32;
        let mut candidates: Vec<Vec<Vec<SharedPlace>>> = Vec::new();
        let in_variables = |of: &dyn Fn(u32, u32) -> u32| -> Vec<Vec<SharedPlace>> {
            let place = |number, vector| SharedPlace { variable: of(number, vector), offset: 0 };
            (0..count).map(|number| (0..vector_count).map(|vector| place(number, vector)).collect()).collect()
        };
        if ours == count * vector_count {
            candidates.push(in_variables(&|number, vector| number * vector_count + vector));
            candidates.push(in_variables(&|number, vector| vector * count + number));
        }
        if ours == count {
            let mut distances: Vec<i64> = Vec::new();
            for &address in &accessed {
                for &other in &expected {
                    let distance = self.table.add(address, other, -1);
                    let distance = self.table.as_constant(distance).filter(|&distance| distance > 0);
                    distances.extend(distance.filter(|it| distances.len() < MAX_DISTANCES && !distances.contains(it)));
                }
            }
            for distance in distances {
                let places = |(number, &size): (usize, &Option<u64>)| {
                    let is_apart = size.is_some_and(|size| size <= distance as u64);
                    let place = |vector| SharedPlace { variable: number as u32, offset: vector * distance };
                    is_apart.then(|| (0..vectors).map(place).collect())
                };
                candidates.extend(sizes.iter().enumerate().map(places).collect::<Option<Vec<_>>>());
            }
        }
        let mut best = (0, Vec::new());
        for places in candidates {
            let covered = accessed
                .iter()
                .filter(|&&address| owner(&mut self.table, &places, address, &expected).is_some())
                .count();
            if covered > best.0 {
                best = (covered, places);
            }
        }
        best.1
    }
}

/// Bytes of the variables in shared memory that a kernel uses.
fn sizes(shape: &KernelShape<'_, '_, '_>) -> Vec<Option<u64>> {
    shape.shared_variables.iter().map(|&variable| shape.facts.module[variable].size).collect()
}

fn addresses(graph: &ValueGraph) -> FastSet<Id> {
    graph.shared.iter().copied().collect()
}

/// An address in the part of a vector as one in the variable of the reference.
pub(super) fn in_reference(
    table: &mut ParityTable,
    places: &[Vec<SharedPlace>],
    address: Id,
    vector: usize,
) -> Option<Id> {
    let sum = table.sum(address);
    let variable = sum.terms.iter().find_map(|&(term, factor)| match table.node(term) {
        ParityNode::Shared(variable) if factor == 1 => Some(variable),
        _ => None,
    })?;
    let (number, place) = places.iter().zip(0..).find_map(|(places, number)| {
        let place = places.get(vector).filter(|place| place.variable == variable)?;
        Some((number, *place))
    })?;
    let [own, other] = [variable, number].map(|variable| table.intern(ParityNode::Shared(variable)));
    let offset = table.constant(place.offset);
    let rest = table.add(address, own, -1);
    let rest = table.add(rest, offset, -1);
    Some(table.add(rest, other, 1))
}

/// The vector in whose part an address is, where the reference accesses the same.
pub(super) fn owner(
    table: &mut ParityTable,
    places: &[Vec<SharedPlace>],
    address: Id,
    expected: &FastSet<Id>,
) -> Option<usize> {
    let vectors = places.first().map_or(0, Vec::len);
    (0..vectors).find(|&vector| in_reference(table, places, address, vector).is_some_and(|it| expected.contains(&it)))
}
