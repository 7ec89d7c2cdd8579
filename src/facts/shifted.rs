//! Comparisons of numbers that each thread shifts alike: in `for (i = first + t; i < end + t; i += step)` all threads go round equally often,
//! whatever their `t` is.

use super::agreement::read;
use super::purity::is_pure;
use super::uniformity::{Divergence, ThreadScope, Uniformity};
use super::{Definition, Facts, Value};
use crate::ids::InstId;
use crate::ir::Operand;
use crate::isa::op;
use crate::util::FastSet;

/// Most instructions that are followed back from an operand.
const MOST_STEPS: u32 = 16;

/// How deep two computations are compared.
const MOST_DEPTH: u32 = 4;

/// Comparisons and differences of two values that are not uniform themselves and have the same result in all threads, because each is the
/// sum of one value, the same for both, and of what is uniform. Sums are taken not to wrap round.
pub(super) fn shifted_alike(facts: &Facts<'_, '_>, uniformity: &Uniformity) -> FastSet<InstId> {
    let search = Search { facts, uniformity };
    let compares = |&inst: &InstId| search.compares_alike(inst);
    facts.module.insts_of(facts.function).filter(compares).collect()
}

struct Search<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    uniformity: &'f Uniformity,
}

impl Search<'_, '_, '_> {
    fn compares_alike(&self, inst: InstId) -> bool {
        if !matches!(self.facts.module.opcode(inst).instruction, Some(op::SETP | op::SUB)) {
            return false;
        }
        let [_, a, b] = *self.facts.module.operands(inst) else { return false };
        let (Some(a), Some(b)) = (read(self.facts, inst, a), read(self.facts, inst, b)) else { return false };
        let differs = |value: Value| self.uniformity.level(value, ThreadScope::Block) == Divergence::Thread;
        differs(a) && differs(b) && self.is_same(self.shift(a), self.shift(b), MOST_DEPTH)
    }

    /// Whether two values are the same, because one instruction computes them, or two that compute the same: the index of a thread is often
    /// read twice.
    fn is_same(&self, a: Value, b: Value, depth: u32) -> bool {
        let (Some(ssa), module) = (self.facts.ssa(), self.facts.module) else { return false };
        if a == b {
            return true;
        }
        let writer = |value: Value| match ssa.data(value).definition {
            Definition::Write { inst, previous: None } if is_pure(module, inst) => Some(inst),
            _ => None,
        };
        let (Some(one), Some(other)) = (writer(a), writer(b)) else { return false };
        let is_constant = |left: Operand, right: Operand| {
            let number = self.facts.constant(one, left);
            number.is_some() && number == self.facts.constant(other, right)
        };
        let is_same =
            |(&left, &right): (&Operand, &Operand)| match (read(self.facts, one, left), read(self.facts, other, right))
            {
                (Some(a), Some(b)) => {
                    left.is_negated() == right.is_negated() && depth > 0 && self.is_same(a, b, depth - 1)
                }
                (None, None) => left.kind == right.kind || is_constant(left, right),
                _ => false,
            };
        // Of instructions with several results nothing says which one each value is.
        let ([to, left @ ..], [other_to, right @ ..]) = (module.operands(one), module.operands(other)) else {
            return false;
        };
        [to, other_to].iter().all(|to| to.register().is_some())
            && module.opcode(one).name == module.opcode(other).name
            && left.len() == right.len()
            && left.iter().zip(right).all(is_same)
    }

    /// The value of the thread's own to which uniform ones are added. A value that is no such sum is its own.
    fn shift(&self, value: Value) -> Value {
        let mut at = value;
        for _ in 0..MOST_STEPS {
            let Some(from) = self.start_of_counter(at).or_else(|| self.shifted_by_uniform(at)) else { break };
            at = from;
        }
        at
    }

    /// What a counter of a loop begins with that is stepped by uniform numbers. All threads are in the same round as long as they
    /// leave the loop together, which is what this is asked for.
    fn start_of_counter(&self, counter: Value) -> Option<Value> {
        let ssa = self.facts.ssa()?;
        let Definition::Phi { block, .. } = ssa.data(counter).definition else { return None };
        self.facts.natural_loops().headed_by(block)?;
        let inputs = ssa.inputs(self.facts.cfg(), counter);
        let (mut first, mut next) = (None, None);
        for &input in inputs.iter().filter(|&&input| input != counter) {
            let known = if self.leads_back(input, counter) { &mut next } else { &mut first };
            if known.is_some_and(|known| known != input) {
                return None;
            }
            *known = Some(input);
        }
        next.and(first)
    }

    fn leads_back(&self, value: Value, counter: Value) -> bool {
        let mut at = value;
        for _ in 0..MOST_STEPS {
            match self.shifted_by_uniform(at) {
                Some(from) if from == counter => return true,
                Some(from) => at = from,
                None => break,
            }
        }
        false
    }

    /// The value that an instruction adds a uniform one to, or takes it from, or copies.
    fn shifted_by_uniform(&self, value: Value) -> Option<Value> {
        let Definition::Write { inst, previous: None } = self.facts.ssa()?.data(value).definition else { return None };
        let module = self.facts.module;
        let operands = module.operands(inst);
        let by_uniform = |from: Operand, by: Operand| {
            let from = read(self.facts, inst, from)?;
            self.is_uniform(inst, by).then_some(from)
        };
        match (module.opcode(inst).instruction?, operands) {
            (op::MOV, &[_, from]) => read(self.facts, inst, from),
            (op::ADD, &[_, a, b]) => by_uniform(a, b).or_else(|| by_uniform(b, a)),
            (op::SUB, &[_, a, b]) => by_uniform(a, b),
            _ => None,
        }
    }

    fn is_uniform(&self, inst: InstId, operand: Operand) -> bool {
        let level = |value: Value| self.uniformity.level(value, ThreadScope::Block);
        operand.constant().is_some()
            || read(self.facts, inst, operand).is_some_and(|value| level(value) == Divergence::Uniform)
    }
}
