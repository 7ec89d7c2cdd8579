//! Scalar parameters that only one kernel has: what they have to be, if the other kernel has a constant in their place.
//!
//! Expressions of both kernels are unified. Only constants are bound, never anything that depends on threads, memory or the batch;
//! and what is bound is only assumed: the kernels are then compared anew with it, everywhere.

use super::compare::ComparedPair;
use super::graph::ValueGraph;
use super::shape::Free;
use super::table::{Id, ParityNode, ParityTable};
use crate::isa::op;

/// Most pairs of expressions that are looked at.
const MAX_STEPS: usize = 200_000;
/// Deepest nesting that is looked into.
const MAX_DEPTH: usize = 200;

/// Numbers for parameters, by their place in the list of those that have none yet.
pub(super) type ParameterNumbers = Vec<(usize, i64)>;

impl ComparedPair<'_, '_, '_> {
    /// Numbers that make some effect of both kernels the same, in the order of the reference's text.
    pub fn bindings(&mut self, free: &[Free]) -> Vec<ParameterNumbers> {
        let Some(round) = self.rounds.first() else { return Vec::new() };
        let nodes = free.iter().map(|free| self.table.intern(free.node)).collect();
        let mut unifier = Unifier { table: &mut self.table, free, nodes, bound: Vec::new(), steps: 0 };
        let mut found: Vec<ParameterNumbers> = Vec::new();
        let conditions = |graph: &ValueGraph| {
            let mut all: Vec<_> = graph.exits.values().flatten().copied().collect();
            all.sort_unstable_by_key(|&(block, _)| block);
            all.into_iter().map(|(_, condition)| condition).collect::<Vec<_>>()
        };
        let (ours, theirs) = (&round.ours[0], &round.theirs);
        let effects = theirs.effects.iter().flat_map(|effect| {
            ours.effects.iter().filter(|other| other.kind == effect.kind).map(|other| (other.id, effect.id))
        });
        let (our_exits, their_exits) = (conditions(ours), conditions(theirs));
        let exits = their_exits.iter().flat_map(|&theirs| our_exits.iter().map(move |&ours| (ours, theirs)));
        for (ours, theirs) in effects.chain(exits) {
            if unifier.steps > MAX_STEPS {
                break;
            }
            for binding in unifier.of_pair(ours, theirs) {
                if !found.contains(&binding) {
                    found.push(binding);
                }
            }
        }
        found
    }
}

struct Unifier<'t> {
    table: &'t mut ParityTable,
    free: &'t [Free],
    nodes: Vec<Id>,
    bound: ParameterNumbers,
    steps: usize,
}

impl Unifier<'_> {
    /// What makes two effects the same, or if nothing does, a part of both.
    fn of_pair(&mut self, ours: Id, theirs: Id) -> Vec<ParameterNumbers> {
        if let Some(binding) = self.binding(ours, theirs) {
            return vec![binding];
        }
        let parts = self.table.children(ours).into_iter().zip(self.table.children(theirs));
        parts.filter_map(|(ours, theirs)| self.binding(ours, theirs)).collect()
    }

    fn binding(&mut self, a: Id, b: Id) -> Option<ParameterNumbers> {
        self.steps += 1;
        self.bound.clear();
        (self.unify(a, b, 0) && !self.bound.is_empty()).then(|| self.bound.clone())
    }

    fn unify(&mut self, a: Id, b: Id, depth: usize) -> bool {
        if a == b || depth > MAX_DEPTH || self.steps > MAX_STEPS {
            return a == b;
        }
        self.steps += 1;
        let count = self.bound.len();
        if self.solve(a, b) {
            return true;
        }
        self.bound.truncate(count);
        let (x, y) = (self.table.node(a), self.table.node(b));
        match (x, y) {
            (ParityNode::Sum(..), _) | (_, ParityNode::Sum(..)) => self.unify_sums(a, b, depth),
            (ParityNode::Operation(operation, inputs), ParityNode::Float(bits, 32))
            | (ParityNode::Float(bits, 32), ParityNode::Operation(operation, inputs)) => {
                let is_conversion = operation.instruction == Some(op::CVT);
                let number = f32::from_bits(bits as u32);
                match *self.table.list(inputs) {
                    [input] if is_conversion && number.fract() == 0.0 => {
                        let number = self.table.constant(number as i64);
                        self.unify(input, number, depth + 1)
                    }
                    _ => false,
                }
            }
            (ParityNode::All(ours), ParityNode::All(theirs)) => {
                let (ours, theirs) = (self.table.list(ours).to_vec(), self.table.list(theirs).to_vec());
                self.unify_sets(&ours, &theirs, depth)
            }
            _ => {
                self.are_alike(x, y) && {
                    let (ours, theirs) = (self.table.children(a), self.table.children(b));
                    ours.len() == theirs.len() && ours.iter().zip(&theirs).all(|(&a, &b)| self.unify(a, b, depth + 1))
                }
            }
        }
    }

    /// Whether two expressions are made the same way from their parts.
    fn are_alike(&self, a: ParityNode, b: ParityNode) -> bool {
        match (a, b) {
            (ParityNode::Load(space, bytes, ..), ParityNode::Load(other, same, ..)) => space == other && bytes == same,
            (ParityNode::Signed(_, width), ParityNode::Signed(_, other)) => width == other,
            (ParityNode::Operation(operation, _), ParityNode::Operation(other, _)) => operation == other,
            (ParityNode::Field(_, position, length), ParityNode::Field(_, other, same)) => {
                position == other && length == same
            }
            (ParityNode::After(_, class), ParityNode::After(_, other)) => class == other,
            (ParityNode::Product(_), ParityNode::Product(_))
            | (ParityNode::Negative(_), ParityNode::Negative(_))
            | (ParityNode::Zero(_), ParityNode::Zero(_))
            | (ParityNode::Not(_), ParityNode::Not(_))
            | (ParityNode::Opposite(_), ParityNode::Opposite(_))
            | (ParityNode::Select(..), ParityNode::Select(..)) => true,
            _ => false,
        }
    }

    /// What is in one list only has a partner in the other.
    fn unify_sets(&mut self, ours: &[Id], theirs: &[Id], depth: usize) -> bool {
        let lone =
            |list: &[Id], other: &[Id]| list.iter().copied().filter(|id| !other.contains(id)).collect::<Vec<_>>();
        let (ours, mut theirs) = (lone(ours, theirs), lone(theirs, ours));
        ours.len() == theirs.len()
            && ours.iter().all(|&id| {
                let count = self.bound.len();
                let partner = (0..theirs.len()).find(|&at| {
                    self.bound.truncate(count);
                    self.unify(id, theirs[at], depth + 1)
                });
                partner.map(|at| theirs.remove(at)).is_some()
            })
    }

    /// Sums that differ in one term.
    fn unify_sums(&mut self, a: Id, b: Id, depth: usize) -> bool {
        let difference = self.table.add(a, b, -1);
        let sum = self.table.sum(difference);
        match *sum.terms {
            [(x, factor), (y, other)] if sum.constant == 0 && factor == other.wrapping_neg() => {
                self.unify(x, y, depth + 1)
            }
            _ => false,
        }
    }

    /// The numbers for which the difference of two sums is zero, if these are the same for all its terms.
    fn solve(&mut self, a: Id, b: Id) -> bool {
        let difference = self.table.add(a, b, -1);
        let sum = self.table.sum(difference);
        // Factors of parameters, and the terms that have to make up for them.
        let one = self.table.constant(1);
        let (mut unknown, mut rest) = (Vec::new(), vec![(one, sum.constant)]);
        for &(term, factor) in &sum.terms {
            match self.without_parameter(term, one) {
                Some((parameter, other)) => unknown.push((parameter, other, factor)),
                None => rest.push((term, factor)),
            }
        }
        for &(parameter, other, factor) in &unknown {
            let is_lone = unknown.iter().filter(|&&(_, same, _)| same == other).count() == 1;
            let Some(at) = rest.iter().position(|&(term, _)| term == other).filter(|_| is_lone) else { return false };
            let (_, constant) = rest.swap_remove(at);
            let number = constant.checked_neg().filter(|number| number.checked_rem(factor) == Some(0));
            let is_bound = number.is_some_and(|number| self.bind(parameter, number / factor));
            if !is_bound {
                return false;
            }
        }
        !unknown.is_empty() && rest.iter().all(|&(_, constant)| constant == 0)
    }

    /// A parameter and what it is multiplied with.
    fn without_parameter(&mut self, term: Id, one: Id) -> Option<(usize, Id)> {
        let place = |id: Id, nodes: &[Id]| nodes.iter().position(|&node| node == id);
        if let Some(at) = place(term, &self.nodes) {
            return Some((at, one));
        }
        let ParityNode::Product(factors) = self.table.node(term) else { return None };
        let factors = self.table.list(factors).to_vec();
        let at = factors.iter().position(|&factor| place(factor, &self.nodes).is_some())?;
        let others = factors.iter().enumerate().filter(|&(index, _)| index != at);
        let product = others.fold(one, |product, (_, &factor)| self.table.multiply(product, factor).unwrap_or(product));
        Some((place(factors[at], &self.nodes)?, product))
    }

    /// Sizes are positive and fit their parameters.
    fn bind(&mut self, parameter: usize, number: i64) -> bool {
        if !(1..=self.free[parameter].greatest).contains(&number) {
            return false;
        }
        match self.bound.iter().find(|&&(other, _)| other == parameter) {
            Some(&(_, known)) => known == number,
            None => {
                self.bound.push((parameter, number));
                true
            }
        }
    }
}
