//! Numbers that loops count: what a number of a loop's header is in each round.

use super::build::{CUT_SHORT, ExprBuilder};
use super::{Expr, Node};
use crate::facts::Facts;
use crate::facts::natural_loops::LoopId;
use crate::facts::ssa::{Definition, Value};
use std::mem;

/// Whether a value comes into being where a loop begins.
pub(super) fn is_in_header(facts: &Facts<'_, '_>, value: Value) -> bool {
    let definition = facts.ssa().map(|ssa| ssa.data(value).definition);
    matches!(definition, Some(Definition::Phi { block, .. }) if facts.natural_loops().headed_by(block).is_some())
}

impl ExprBuilder {
    /// Computes the counters of all loops first: those that are met on the way to something else are not recognised.
    pub(super) fn start(&mut self, facts: &Facts<'_, '_>) {
        let Some(ssa) = facts.ssa() else { return };
        self.values = vec![0; ssa.len()];
        for value in ssa.values().filter(|&value| is_in_header(facts, value)) {
            self.of_value(facts, value, 0);
        }
    }

    /// A loop counter: `initial + step * iteration`, when the header joins the initial value with itself plus a step that the loop
    /// does not change.
    pub(super) fn induction(&mut self, facts: &Facts<'_, '_>, phi: Value, depth: u32, start: usize) -> Option<Expr> {
        let (ssa, cfg, loops) = (facts.ssa()?, facts.cfg(), facts.natural_loops());
        let Definition::Phi { block, .. } = ssa.data(phi).definition else { return None };
        let id = loops.headed_by(block)?;
        let inputs = ssa.inputs(cfg, phi).to_vec();
        let predecessors = cfg.predecessors(block);
        let (mut initial, mut stepped) = (None, None);
        for (&from, &input) in predecessors.iter().zip(&inputs) {
            let side = if loops.contains(id, from) { &mut stepped } else { &mut initial };
            if side.is_some_and(|known| known != input) {
                return None;
            }
            *side = Some(input);
        }
        if inputs.len() != predecessors.len() {
            return None;
        }
        let Some(next) = self.after_round(facts, stepped?, depth) else {
            self.forget_cut_short_since(start);
            return None;
        };
        let itself = self.opaque(phi);
        let step = self.table.difference(next, itself)?;
        if !self.is_invariant(facts, step, id) {
            // It stands for itself for ever, so what was computed meanwhile remains true.
            self.forget_cut_short_since(start);
            return None;
        }
        self.forget_since(start);
        let initial = self.of_value(facts, initial?, depth);
        let iteration = self.table.intern(Node::Iteration(id));
        let travelled = self.table.multiply(step, iteration)?;
        self.table.add_scaled(initial, travelled, 1)
    }

    /// What becomes of a loop's number in a round, if that can be a number that counts: nothing if what it is made of is too far away.
    fn after_round(&mut self, facts: &Facts<'_, '_>, stepped: Value, depth: u32) -> Option<Expr> {
        let outer = (mem::replace(&mut self.counts, true), mem::take(&mut self.is_too_far));
        let next = self.of_value(facts, stepped, depth);
        let is_too_far = self.is_too_far;
        (self.counts, self.is_too_far) = outer;
        (!is_too_far).then_some(next)
    }

    /// Forgets the values that were computed while a counter stood for itself.
    fn forget_since(&mut self, start: usize) {
        for value in self.computed.drain(start..) {
            self.values[value.index()] = 0;
        }
    }

    /// Forgets those of them which may be followed further from elsewhere.
    fn forget_cut_short_since(&mut self, start: usize) {
        let mut kept = start;
        for at in start..self.computed.len() {
            let value = self.computed[at];
            let place = &mut self.values[value.index()];
            if *place & CUT_SHORT != 0 {
                *place = 0;
            } else {
                self.computed[kept] = value;
                kept += 1;
            }
        }
        self.computed.truncate(kept);
    }

    /// Whether nothing in an expression changes while a loop goes round.
    fn is_invariant(&self, facts: &Facts<'_, '_>, expr: Expr, id: LoopId) -> bool {
        let (Some(ssa), cfg, loops) = (facts.ssa(), facts.cfg(), facts.natural_loops()) else { return false };
        self.table.walk(expr, &mut |_, node| match node {
            Node::Opaque(value) => match ssa.data(value).definition {
                Definition::Entry => true,
                Definition::Write { inst, .. } => !loops.contains(id, cfg.block_of(inst)),
                Definition::Phi { block, .. } => !loops.contains(id, block),
            },
            Node::Iteration(inner) => !loops.contains(id, loops.get(inner).header),
            _ => true,
        })
    }
}
