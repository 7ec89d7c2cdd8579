//! Batches that are unrolled when the kernel is written: it has the work for each vector once, at constant distances.
//!
//! How many vectors there are, and how far apart, is told by the addresses: behind a parameter those of the reference have to recur,
//! each time one vector further. That is only a guess. The kernel is then looked at once for each vector, with its addresses moved
//! back by the distance, and has to do each time all that the reference does; and nothing that it never does.

use super::compare::ComparedPair;
use super::done::Done;
use super::graph::{EffectKind, GraphEffect, ValueGraph};
use super::shape::Unrolled;
use super::table::{Id, OperationName, ParityNode, ParityTable};
use crate::facts::Value;
use crate::ids::InstId;
use crate::isa::StateSpace;
use crate::util::{FastMap, FastSet};

/// Most vectors of an unrolled batch.
const MAX_VECTORS: i64 = 32;
/// Most effects of a kernel, and distances that are tried.
const MAX_EFFECTS: usize = 4096;
const MAX_DISTANCES: usize = 64;
/// Addresses of the reference, behind a parameter, from which distances are looked for.
const MAX_STARTS: usize = 4;

/// What accesses do that could be one of the reference's for some vector.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// So many bytes.
    Load(u8),
    Store(OperationName),
}

/// Addresses of accesses of one kind behind a parameter; the same may be there several times.
type Accesses = FastMap<(u32, Kind), Vec<Id>>;

impl ComparedPair<'_, '_, '_> {
    /// The vectors of an unrolled batch, if it looks like one. `known` are distances that are no guesses.
    pub fn unrolled(&mut self, known: &[u64]) -> Option<Unrolled> {
        let round = self.rounds.first()?;
        if round.ours[0].effects.len() > MAX_EFFECTS {
            return None;
        }
        let pointers = &self.ours.pointers;
        let (ours, theirs) =
            (accesses(&self.table, &round.ours[0], pointers), accesses(&self.table, &round.theirs, pointers));
        let mut counts: FastMap<u32, usize> = FastMap::default();
        for (key, addresses) in &theirs {
            let count = ours.get(key).map_or(0, Vec::len);
            let vectors = counts.entry(key.0).or_default();
            *vectors = (*vectors).max((count + addresses.len() / 2) / addresses.len());
        }
        let vectors = counts.values().copied().max()? as i64;
        if !(2..=MAX_VECTORS).contains(&vectors) {
            return None;
        }
        let (mut strides, mut is_stored) = (FastMap::default(), false);
        for &parameter in counts.iter().filter(|&(_, &count)| count > 1).map(|(parameter, _)| parameter) {
            let of_parameter = |&&(number, _): &&(u32, Kind)| number == parameter;
            let keys: Vec<_> =
                theirs.keys().filter(of_parameter).filter(|&key| ours.contains_key(key)).copied().collect();
            let pairs: Vec<_> = keys.iter().map(|key| [&ours[key], &theirs[key]]).collect();
            let (stride, covered) = match known.get(parameter as usize) {
                Some(&stride) => {
                    let stride = self.table.constant(stride as i64);
                    (stride, covered(&mut self.table, &pairs, stride, vectors as usize))
                }
                None => match best_stride(&mut self.table, &pairs, vectors as usize) {
                    Some(best) => best,
                    None => continue,
                },
            };
            let all: usize = pairs.iter().map(|[ours, _]| ours.len()).sum();
            is_stored |=
                keys.iter().any(|(_, kind)| matches!(kind, Kind::Store(_))) && covered >= 2 && 2 * covered >= all;
            strides.insert(parameter, stride);
        }
        is_stored.then(|| Unrolled { vectors, strides, shared: self.shared_places(vectors) })
    }
}

impl ComparedPair<'_, '_, '_> {
    /// The vectors for which something is missing that the reference does, or all.
    pub fn lacking(&self) -> Vec<usize> {
        let round = self.last();
        let lacks = |&copy: &usize| {
            let ours = Done::by(&self.table, &round.ours[copy]);
            round.theirs.of_insts().any(|effects| !ours.has_all(effects))
        };
        let lacking: Vec<usize> = (0..round.ours.len()).filter(lacks).collect();
        if lacking.is_empty() { (0..round.ours.len()).collect() } else { lacking }
    }

    /// Whether an instruction accesses what the reference accesses, for some vector.
    pub fn is_at_place(&self, inst: InstId, copy: usize) -> bool {
        self.has_part(inst, copy, 0)
    }

    /// Whether an instruction stores for one vector what belongs to another; both numbers.
    pub fn mixed_up(&self, inst: InstId) -> Option<[usize; 2]> {
        self.ours.unrolled.as_ref()?;
        let copies = 0..self.last().ours.len();
        let place = copies.clone().find(|&copy| self.is_at_place(inst, copy))?;
        let value = copies.into_iter().find(|&copy| self.has_part(inst, copy, 1))?;
        let is_store = self.effect(inst, place).is_some_and(|effect| effect.kind == EffectKind::Store);
        // Where the other vector has the same again, but computed for itself, this store is not to blame.
        let stores_same = |&other: &InstId| self.has_part(other, value, 0) && self.has_part(other, value, 1);
        let effects = self.last().ours[value].effects.iter();
        let mut stores = effects.filter(|effect| effect.kind == EffectKind::Store).map(|effect| effect.inst);
        let other = stores.find(stores_same);
        let is_to_blame = other.is_none_or(|other| self.stored(other) == self.stored(inst));
        (is_store && is_to_blame && place != value).then_some([place, value])
    }

    fn stored(&self, store: InstId) -> Option<Value> {
        let source = self.ours.facts.module.operands(store).get(1)?.register()?;
        self.ours.ssa.read(store, source)
    }

    fn effect(&self, inst: InstId, copy: usize) -> Option<&GraphEffect> {
        self.last().ours[copy].effects.iter().find(|effect| effect.inst == inst)
    }

    /// Whether an input of what an instruction does is that of the reference.
    fn has_part(&self, inst: InstId, copy: usize, part: usize) -> bool {
        let Some(effect) = self.effect(inst, copy) else { return false };
        let of = |effect: &GraphEffect| self.table.children(effect.id).get(part).copied();
        let mut others = self.last().theirs.effects.iter().filter(|other| other.kind == effect.kind);
        others.any(|other| of(other) == of(effect))
    }

    /// By how much what leads to addresses may differ for a vector: its distance, and that before it was multiplied with a size.
    pub fn distances(&mut self, copy: usize) -> Vec<Id> {
        let Some(unrolled) = self.ours.unrolled.clone() else { return Vec::new() };
        let mut found = Vec::new();
        for &stride in unrolled.strides.values() {
            for size in [1, 2, 4, 8, 16] {
                if let Some(distance) = quotient(&mut self.table, stride, size) {
                    found.push(self.table.scale(distance, copy as i64));
                }
            }
        }
        found
    }
}

fn accesses(table: &ParityTable, graph: &ValueGraph, pointers: &[bool]) -> Accesses {
    let mut found = Accesses::default();
    for effect in &graph.effects {
        let Some((kind, address)) = access(table, effect) else { continue };
        let is_base = |&&(term, factor): &&(Id, i64)| match table.node(term) {
            ParityNode::Param(number, 0) => factor == 1 && pointers.get(number as usize) == Some(&true),
            _ => false,
        };
        if let Some(&(term, _)) = table.sum(address).terms.iter().find(is_base)
            && let ParityNode::Param(number, _) = table.node(term)
        {
            found.entry((number, kind)).or_default().push(address);
        }
    }
    found
}

fn access(table: &ParityTable, effect: &GraphEffect) -> Option<(Kind, Id)> {
    let ParityNode::Operation(operation, inputs) = table.node(effect.id) else { return None };
    let first = *table.list(inputs).first()?;
    match (effect.kind, table.node(first)) {
        (EffectKind::Load, ParityNode::Load(StateSpace::Global, bytes, address, _)) => {
            Some((Kind::Load(bytes), address))
        }
        (EffectKind::Store, _) => Some((Kind::Store(operation), first)),
        _ => None,
    }
}

/// The distance at which most of our addresses are those of the reference again, and how many these are.
fn best_stride(table: &mut ParityTable, pairs: &[[&Vec<Id>; 2]], vectors: usize) -> Option<(Id, usize)> {
    let (mut best, mut seen): (Option<(Id, usize)>, FastSet<Id>) = (None, FastSet::default());
    for &[ours, theirs] in pairs {
        for &start in theirs.iter().take(MAX_STARTS) {
            for (&address, vector) in
                ours.iter().flat_map(|address| (1..vectors as i64).map(move |vector| (address, vector)))
            {
                let distance = table.add(address, start, -1);
                let Some(stride) = quotient(table, distance, vector) else { continue };
                let is_constant = table.as_constant(stride) != Some(0)
                    && table.sum(stride).terms.iter().all(|&(term, _)| is_dimension(table, term));
                if !is_constant || seen.len() == MAX_DISTANCES || !seen.insert(stride) {
                    continue;
                }
                let covered = covered(table, pairs, stride, vectors);
                if best.is_none_or(|(_, most)| covered > most) {
                    best = Some((stride, covered));
                }
            }
        }
    }
    best
}

/// A sum of multiples of a number, divided by it.
fn quotient(table: &mut ParityTable, id: Id, divisor: i64) -> Option<Id> {
    let sum = table.sum(id);
    let is_divisible = sum.constant % divisor == 0 && sum.terms.iter().all(|&(_, factor)| factor % divisor == 0);
    let terms: Vec<_> = sum.terms.iter().map(|&(term, factor)| (term, factor / divisor)).collect();
    is_divisible.then(|| table.of_sum(&terms, sum.constant / divisor))
}

/// Whether it is a parameter or a product of some: no thread and no memory has a say in it.
fn is_dimension(table: &ParityTable, term: Id) -> bool {
    match table.node(term) {
        ParityNode::Param(..) | ParityNode::Extra(_) => true,
        ParityNode::Product(factors) => table.list(factors).iter().all(|&factor| is_dimension(table, factor)),
        _ => false,
    }
}

/// How many of our addresses are those of the reference for some vector.
fn covered(table: &mut ParityTable, pairs: &[[&Vec<Id>; 2]], stride: Id, vectors: usize) -> usize {
    let mut count = 0;
    for &[ours, theirs] in pairs {
        let mut expected: FastSet<Id> = FastSet::default();
        for &address in theirs {
            expected.extend((0..vectors as i64).map(|vector| table.add(address, stride, vector)));
        }
        let ours: FastSet<Id> = ours.iter().copied().collect();
        count += ours.intersection(&expected).count();
    }
    count
}
