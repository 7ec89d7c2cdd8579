//! How far the vectors of a batch are apart.
//!
//! Where nobody says how far that has to be, the reference tells how long its vectors are, by the conditions under which it accesses
//! them: vectors that are closer than that overlap. What cannot be judged is an assumption, and is told.

use super::compare::{ComparedPair, PairDifference};
use super::graph::{EffectKind, GraphEffect};
use super::table::{Id, ParityNode, ParityTable};
use crate::ids::InstId;
use crate::isa::StateSpace;
use crate::util::FastMap;

/// What there is to say about the distance of vectors behind a parameter.
#[derive(Clone, Copy)]
enum Distance {
    /// The vectors are as long as the reference's.
    Right,
    /// They are all at the same place.
    None,
    /// They are closer than they are long.
    Overlapping { length: Id },
    /// Another dimension than the length.
    Doubtful { length: Id },
    /// Anything else, or the length is not known.
    Assumed { distance: Id, length: Option<Id> },
}

/// The accesses of the batched kernel behind a parameter.
#[derive(Clone, Copy)]
struct Accessed {
    parameter: u32,
    /// The first one, a store if there is one.
    inst: InstId,
    is_stored: bool,
    /// What selects the vector in its address.
    terms: Id,
}

impl ComparedPair<'_, '_, '_> {
    /// Accesses whose addresses grow with the number of the vector as they should not: behind one parameter all must do alike.
    pub fn wrong_strides(&mut self, known: &[u64]) -> Vec<PairDifference> {
        let batch = self.table.intern(ParityNode::Batch);
        let mut expected: FastMap<u32, Id> = FastMap::default();
        for (&stride, parameter) in known.iter().zip(0..) {
            let terms = self.table.scale(batch, stride as i64);
            expected.insert(parameter, terms);
        }
        let mut found = Vec::new();
        for stride in &self.rounds[self.rounds.len() - 1].ours[0].strides {
            let wanted = *expected.entry(stride.parameter).or_insert(stride.terms);
            if wanted != stride.terms {
                found.push(PairDifference::Stride { inst: stride.inst, found: stride.terms, expected: wanted });
            }
        }
        let accessed = self.accessed(known);
        let is_moved = |it: &Accessed| self.table.as_constant(it.terms) != Some(0);
        let loads = || accessed.iter().filter(|it| !it.is_stored);
        if let Some(first) = loads().next()
            && known.is_empty()
            && !accessed.iter().any(|it| is_moved(it) && self.is_loaded(it.parameter))
            && accessed.iter().any(is_moved)
        {
            found.push(PairDifference::SameInput { inst: first.inst });
        }
        for it in accessed {
            match self.distance(it) {
                Distance::None if it.is_stored => found.push(PairDifference::SamePlace { inst: it.inst }),
                Distance::Overlapping { length } => {
                    found.push(PairDifference::Overlap { inst: it.inst, found: it.terms, length })
                }
                _ => {}
            }
        }
        found
    }

    /// Accesses behind which vectors are apart by another dimension than their length, and that length.
    pub fn doubtful_strides(&mut self, known: &[u64]) -> Vec<(InstId, Id, Id)> {
        let accessed = self.accessed(known).into_iter();
        let doubtful = accessed.filter_map(|it| match self.distance(it) {
            Distance::Doubtful { length } => Some((it.inst, it.terms, length)),
            _ => None,
        });
        doubtful.collect()
    }

    /// What was assumed of the distances of vectors, in words.
    pub fn assumed_strides(&mut self, known: &[u64], count_name: &str) -> Vec<String> {
        let (mut shared, mut words) = (Vec::new(), Vec::new());
        for it in self.accessed(known) {
            let distance = self.distance(it);
            let printer = self.printer(count_name);
            let name = format!("`{}`", printer.parameters.get(it.parameter as usize).map_or("?", String::as_str));
            match distance {
                Distance::None if !it.is_stored => shared.push(name),
                Distance::Assumed { distance, length } => {
                    let length = length.map(|length| format!(", of which {} are used", printer.expression(length)));
                    let distance = printer.expression(distance);
                    words.push(format!(
                        "vectors behind {name} are {distance} bytes apart{}",
                        length.unwrap_or_default()
                    ));
                }
                _ => {}
            }
        }
        if !shared.is_empty() {
            words.insert(0, format!("all vectors share {}", shared.join(", ")));
        }
        words
    }

    /// The parameters behind which memory is accessed, but for those whose distances are known.
    fn accessed(&self, known: &[u64]) -> Vec<Accessed> {
        let graph = &self.last().ours[0];
        let mut found: Vec<Accessed> = Vec::new();
        for stride in graph.strides.iter().filter(|stride| stride.parameter as usize >= known.len()) {
            let is_stored = graph.effects.iter().any(|it| it.inst == stride.inst && it.kind == EffectKind::Store);
            let new = Accessed { parameter: stride.parameter, inst: stride.inst, is_stored, terms: stride.terms };
            match found.iter_mut().find(|it| it.parameter == new.parameter) {
                Some(old) if is_stored && !old.is_stored => *old = new,
                Some(_) => {}
                None => found.push(new),
            }
        }
        found
    }

    fn is_loaded(&self, parameter: u32) -> bool {
        let graph = &self.last().ours[0];
        let mut loads = graph.effects.iter().filter(|effect| effect.kind == EffectKind::Load);
        loads.any(|load| graph.strides.iter().any(|stride| stride.parameter == parameter && stride.inst == load.inst))
    }

    fn distance(&mut self, accessed: Accessed) -> Distance {
        if self.table.as_constant(accessed.terms) == Some(0) {
            return Distance::None;
        }
        let length = self.length(accessed.parameter);
        let Some(distance) = self.table.per_vector(accessed.terms) else {
            return Distance::Assumed { distance: accessed.terms, length: None };
        };
        let Some(length) = length else { return Distance::Assumed { distance, length } };
        let spare = self.table.add(distance, length, -1);
        let sum = self.table.sum(spare);
        let is_own = sum.terms.iter().any(|&(term, _)| self.table.has_extra(term));
        let factors = || sum.terms.iter().map(|&(_, factor)| factor).chain([sum.constant]);
        match () {
            () if factors().all(|factor| factor == 0) => Distance::Right,
            () if is_own || self.table.as_constant(distance).is_some() && !factors().all(|factor| factor <= 0) => {
                Distance::Assumed { distance, length: Some(length) }
            }
            // Dimensions are positive.
            () if factors().all(|factor| factor <= 0) => Distance::Overlapping { length },
            () if factors().all(|factor| factor >= 0) => Distance::Assumed { distance, length: Some(length) },
            () => Distance::Doubtful { length },
        }
    }

    /// How many bytes the reference uses behind a parameter, as far as conditions tell.
    fn length(&mut self, parameter: u32) -> Option<Id> {
        let base = self.table.intern(ParityNode::Param(parameter, 0));
        let effects = self.rounds.last()?.theirs.effects.clone();
        let mut longest: Option<Id> = None;
        for effect in &effects {
            let Some((address, bytes, condition)) = access(&self.table, effect) else { continue };
            if !self.table.sum(address).terms.contains(&(base, 1)) {
                continue;
            }
            let offset = self.table.add(address, base, -1);
            let end = self.table.end(offset, bytes, condition)?;
            longest = Some(match longest {
                None => end,
                Some(longest) => {
                    let more = self.table.add(end, longest, -1);
                    if self.table.as_constant(more)? > 0 { end } else { longest }
                }
            });
        }
        longest
    }
}

/// The address of an access of global memory, its bytes, and its condition.
fn access(table: &ParityTable, effect: &GraphEffect) -> Option<(Id, i64, Id)> {
    let ParityNode::Operation(operation, inputs) = table.node(effect.id) else { return None };
    match (effect.kind, table.list(inputs)) {
        (EffectKind::Load, &[place, condition]) => match table.node(place) {
            ParityNode::Load(StateSpace::Global, bytes, address, _) => Some((address, i64::from(bytes), condition)),
            _ => None,
        },
        (EffectKind::Store, &[address, _, condition]) => {
            let is_width = |name: &str| name.strip_prefix('b').and_then(|bits| bits.parse::<i64>().ok());
            let bits = table.words(operation.words).iter().find_map(|word| is_width(word.name()))?;
            Some((address, bits / 8, condition))
        }
        _ => None,
    }
}

impl ParityTable {
    /// What terms that select a vector are for the first one; `None` unless they are multiples of its number.
    fn per_vector(&mut self, terms: Id) -> Option<Id> {
        let one = self.constant(1);
        let mut distance = self.constant(0);
        for (term, factor) in self.sum(terms).terms {
            let rest = match self.node(term) {
                ParityNode::Batch => one,
                ParityNode::Product(factors) => {
                    let factors = self.list(factors).to_vec();
                    let others = factors
                        .iter()
                        .filter(|&&factor| self.node(factor) != ParityNode::Batch)
                        .copied()
                        .collect::<Vec<_>>();
                    if others.len() + 1 != factors.len() {
                        return None;
                    }
                    others.into_iter().try_fold(one, |product, factor| self.multiply(product, factor))?
                }
                _ => return None,
            };
            distance = self.add(distance, rest, factor);
        }
        Some(distance)
    }

    fn has_extra(&self, term: Id) -> bool {
        matches!(self.node(term), ParityNode::Extra(_) | ParityNode::Count)
            || self.children(term).into_iter().any(|child| self.has_extra(child))
    }

    /// Whether a term is a dimension, or a product or part of some.
    fn is_size(&self, term: Id) -> bool {
        match self.node(term) {
            ParityNode::Param(..) | ParityNode::Extra(_) => true,
            ParityNode::Product(_) | ParityNode::Field(..) | ParityNode::Sum(..) => {
                self.children(term).into_iter().all(|child| self.is_size(child))
            }
            _ => false,
        }
    }

    /// Where an access ends at most that is made under a condition, if the condition bounds all that changes in its offset.
    fn end(&mut self, offset: Id, bytes: i64, condition: Id) -> Option<Id> {
        let conditions = match self.node(condition) {
            ParityNode::All(list) => self.list(list).to_vec(),
            _ => vec![condition],
        };
        let bounds = conditions.into_iter().filter_map(|condition| self.bound(condition));
        let mut bounds: Vec<Bound> = bounds.collect();
        // What bounds several terms together is closer than what bounds each.
        bounds.sort_by_key(|bound| std::cmp::Reverse(bound.terms.len()));
        let mut greatest = offset;
        for bound in bounds {
            let sum = self.sum(greatest);
            let times = sum
                .terms
                .iter()
                .find(|&&(term, _)| term == bound.terms[0].0)
                .map_or(0, |&(_, factor)| factor / bound.terms[0].1);
            if times <= 0 || !bound.terms.iter().all(|&(term, unit)| sum.terms.contains(&(term, unit * times))) {
                continue;
            }
            let terms = self.of_sum(&bound.terms, 0);
            greatest = self.add(greatest, terms, -times);
            greatest = self.add(greatest, bound.greatest, times);
        }
        let is_bounded = self.sum(greatest).terms.iter().all(|&(term, _)| self.is_size(term));
        let bytes = self.constant(bytes);
        is_bounded.then(|| self.add(greatest, bytes, 1))
    }

    /// What a condition says about the greatest value of a sum.
    fn bound(&mut self, condition: Id) -> Option<Bound> {
        let ParityNode::Negative(sum) = self.node(condition) else { return None };
        let sum = self.sum(sum);
        let (sizes, terms): (Vec<_>, Vec<_>) = sum.terms.iter().partition(|&&(term, _)| self.is_size(term));
        if terms.is_empty() || terms.iter().any(|&(_, factor)| factor <= 0) {
            return None;
        }
        // A sum of multiples is one, and sizes are taken to be some, too.
        let unit = terms.iter().fold(0, |unit, &(_, factor)| divisor(unit, factor));
        let rest = self.of_sum(&sizes, 0);
        let most = self.constant(sum.constant.checked_add(1)?.checked_neg()?.div_euclid(unit) * unit);
        Some(Bound { terms, greatest: self.add(most, rest, -1) })
    }
}

/// The greatest common divisor.
fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// A sum of what changes from thread to thread, or from round to round, and the greatest value that it has.
struct Bound {
    terms: Vec<(Id, i64)>,
    greatest: Id,
}
