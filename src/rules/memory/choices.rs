//! Addresses that are chosen right before they are used: by `selp`, where two ways meet, or by a function that is called.

use crate::facts::calls::call_of_result;
use crate::facts::expr::{Expr, IntegerRelation, Node, Operation, Term};
use crate::facts::{Block, Definition, Facts, MemoryAccess, Value};
use crate::ids::{InstId, RegId};
use crate::ir::OperandKind;
use crate::isa::{Effects, op};
use crate::util::FastSet;

/// Most values that are followed back from an address.
const MOST_FOLLOWED: usize = 16;

/// Most blocks between a choice and the access.
const MOST_BLOCKS: usize = 8;

/// Most alternatives of a choice.
const MOST_ALTERNATIVES: usize = 8;

/// An address that is one of several.
pub(super) struct ChosenAddress {
    /// What is chosen from.
    pub(super) alternatives: Vec<Expr>,
    /// What is added to it.
    pub(super) offset: Vec<Term>,
    pub(super) constant: i64,
}

/// The choice that decides the address of an access, if nothing lies between the two that could ask for what was chosen: whoever makes
/// the choice makes the access.
pub(super) fn chosen_address(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<ChosenAddress> {
    if access.called || facts.module.guard(access.inst).is_some() {
        return None;
    }
    let (terms, constant) = {
        let exprs = facts.exprs();
        let (terms, constant) = exprs.table.terms(access.address?);
        let may_be_chosen = |&(term, factor): &Term| {
            let node = exprs.table.node(exprs.table.unconverted(term));
            factor == 1 && matches!(node, Node::Select(..) | Node::Opaque(_))
        };
        if !terms.iter().any(may_be_chosen) {
            return None;
        }
        (terms.to_vec(), constant)
    };
    let choices: Vec<(Expr, bool)> = choices(facts, access)?
        .into_iter()
        .map(|(value, is_selected)| (facts.exprs().value(facts, value), is_selected))
        .collect();
    let decided = decided(facts, access);
    for &(chosen, is_selected) in &choices {
        let is_chosen = |&(term, factor): &Term| factor == 1 && facts.exprs().table.unconverted(term) == chosen;
        let Some(place) = terms.iter().position(is_chosen) else { continue };
        let mut alternatives = Alternatives {
            facts,
            choices: &choices,
            decided: &decided,
            only_given: !is_selected,
            assumed: Vec::new(),
            found: Vec::new(),
        };
        alternatives.add(chosen);
        if alternatives.found.len() > 1 {
            let mut offset = terms;
            offset.remove(place);
            return Some(ChosenAddress { alternatives: alternatives.found, offset, constant });
        }
    }
    None
}

/// What the ways to an access decide, each part of them.
fn decided(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Vec<(Expr, bool)> {
    let Some(conditions) = facts.conditions() else { return Vec::new() };
    let ways = conditions.all(facts, facts.cfg().block_of(access.inst));
    let mut found: Vec<(Expr, bool)> = ways.iter().filter_map(|way| Some((way.truth?, way.wanted))).collect();
    let (mut exprs, mut next) = (facts.exprs(), 0);
    while let Some(&(truth, holds)) = found.get(next) {
        next += 1;
        match exprs.table.node(truth) {
            Node::Both(one, other) if holds => found.extend([(one, true), (other, true)]),
            Node::Not(inner) => found.push((inner, !holds)),
            // A choice is not the null pointer among what is chosen from.
            Node::Compare(relation @ (IntegerRelation::Equal | IntegerRelation::NotEqual), _, one, other)
                if (relation == IntegerRelation::NotEqual) == holds =>
            {
                let table = &exprs.table;
                let is_zero = |side: Expr| table.as_constant(side) == Some(0);
                let chosen = if is_zero(one) { other } else { one };
                if let Node::Select(truth, yes, no) = table.node(table.unconverted(chosen))
                    && (is_zero(one) || is_zero(other))
                    && is_zero(yes) != is_zero(no)
                {
                    found.push((truth, is_zero(no)));
                }
            }
            // No bit is set in either of two numbers.
            Node::Compare(relation @ (IntegerRelation::Equal | IntegerRelation::NotEqual), format, one, other)
                if (relation == IntegerRelation::Equal) == holds =>
            {
                let table = &mut exprs.table;
                let is_zero = |side: Expr| table.as_constant(side) == Some(0);
                let (zero, bits) = if is_zero(one) { (one, other) } else { (other, one) };
                if let (true, Node::Binary(Operation::Or, _, a, b)) = (is_zero(zero), table.node(bits)) {
                    // Sides of equations are in order.
                    let equal =
                        |part: Expr| Node::Compare(IntegerRelation::Equal, format, zero.min(part), zero.max(part));
                    found.extend([a, b].map(|part| (table.intern(equal(part)), true)));
                }
            }
            _ => {}
        }
    }
    let opposites: Vec<(Expr, bool)> =
        found.iter().map(|&(truth, holds)| (exprs.table.negate(truth), !holds)).collect();
    found.extend(opposites);
    found
}

/// The values that an address is computed from and that are chosen among others, with no branch between there and the access; and whether
/// a single instruction chooses.
fn choices(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<Vec<(Value, bool)>> {
    let (module, ssa, cfg) = (facts.module, facts.ssa()?, facts.cfg());
    let OperandKind::Address(id) = access.operand.kind else { return None };
    let read = |inst: InstId, reg: RegId| ssa.read(inst, reg);
    let parts = module.list(module[id].parts).iter().filter_map(|part| part.register());
    let mut work: Vec<Value> = parts.filter_map(|reg| read(access.inst, reg)).collect();
    let (mut seen, mut found) = (FastSet::default(), Vec::new());
    let leads_here = |block: Block| leads_straight(facts, block, cfg.block_of(access.inst));
    while let Some(value) = work.pop() {
        if !seen.insert(value) || seen.len() > MOST_FOLLOWED {
            continue;
        }
        match ssa.data(value).definition {
            Definition::Entry => {}
            Definition::Phi { block, .. } => {
                if facts.natural_loops().headed_by(block).is_none() && leads_here(block) {
                    found.push((value, false));
                    work.extend(ssa.inputs(cfg, value));
                }
            }
            Definition::Write { inst, previous } => {
                let opcode = module.opcode(inst);
                let is_selected = opcode.instruction == Some(op::SELP);
                let is_result = || call_of_result(facts, inst).is_some();
                if is_selected || previous.is_some() || is_result() {
                    // What a single instruction chooses is used in the same block.
                    let block = cfg.block_of(inst);
                    if !leads_here(block) {
                        continue;
                    }
                    found.push((value, is_selected && block == cfg.block_of(access.inst)));
                }
                work.extend(previous);
                if !opcode.effects.intersects(Effects::READS_MEMORY.union(Effects::ATOMIC)) {
                    ssa.for_each_read(module, inst, |value| work.push(value));
                }
            }
        }
    }
    Some(found)
}

/// Whether control comes from one block to the other without a branch that could send it elsewhere.
pub(super) fn leads_straight(facts: &Facts<'_, '_>, from: Block, to: Block) -> bool {
    let mut at = from;
    for _ in 0..MOST_BLOCKS {
        match facts.cfg().successors(at) {
            _ if at == to => return true,
            &[next] => at = next,
            _ => return false,
        }
    }
    false
}

/// What a choice is made of.
struct Alternatives<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    /// What is chosen with nothing between there and the access.
    choices: &'f [(Expr, bool)],
    /// What is known wherever the access is made.
    decided: &'f [(Expr, bool)],
    /// Only what is given decides: parameters, and indices of threads and blocks. Data may be such that it never goes the other way.
    only_given: bool,
    /// Conditions that are decided for what is looked at.
    assumed: Vec<(Expr, bool)>,
    found: Vec<Expr>,
}

impl Alternatives<'_, '_, '_> {
    fn add(&mut self, expr: Expr) {
        if self.found.len() > MOST_ALTERNATIVES || self.assumed.len() > MOST_ALTERNATIVES {
            return;
        }
        let is_chosen_here = self.choices.iter().any(|&(chosen, _)| chosen == expr);
        let node = self.facts.exprs().table.node(expr);
        match node {
            Node::Select(truth, yes, no) if is_chosen_here => {
                let known = self.known(truth);
                if known.is_none() && !self.may_go_both_ways(truth) {
                    self.found.push(expr);
                    return;
                }
                for (is_true, way) in [(true, yes), (false, no)] {
                    if known.is_none_or(|known| known == is_true) {
                        self.assumed.push((truth, is_true));
                        self.add(way);
                        self.assumed.pop();
                    }
                }
            }
            Node::Opaque(value) if is_chosen_here => {
                if !self.add_inputs(value) {
                    self.found.push(expr);
                }
            }
            _ => {
                let inner = self.facts.exprs().table.unconverted(expr);
                if inner == expr { self.found.push(expr) } else { self.add(inner) }
            }
        }
    }

    /// Whether a condition holds, if that is decided.
    fn known(&self, truth: Expr) -> Option<bool> {
        self.assumed.iter().chain(self.decided).find(|(other, _)| *other == truth).map(|&(_, holds)| holds)
    }

    /// Adds what comes on the ways that meet where a value begins, each of which one branch decides.
    fn add_inputs(&mut self, value: Value) -> bool {
        let facts = self.facts;
        let (Some(ssa), cfg) = (facts.ssa(), facts.cfg()) else { return false };
        let Definition::Phi { block, .. } = ssa.data(value).definition else { return false };
        let inputs = ssa.inputs(cfg, value).to_vec();
        let predecessors = cfg.predecessors(block);
        if facts.natural_loops().headed_by(block).is_some() || inputs.len() != predecessors.len() {
            return false;
        }
        let is_decided = |&from: &Block| self.deciding_guard(from).is_some_and(|guard| self.may_go_both_ways(guard));
        if !predecessors.iter().all(is_decided) {
            return false;
        }
        for input in inputs {
            let expr = facts.exprs().value(facts, input);
            self.found.push(expr);
        }
        true
    }

    /// The guard of the branch that sends control to a block, or out of it.
    fn deciding_guard(&self, from: Block) -> Option<Expr> {
        let cfg = self.facts.cfg();
        let mut at = from;
        for _ in 0..MOST_BLOCKS {
            if cfg.successors(at).len() == 2 {
                return self.facts.exprs().guard(self.facts, cfg.last(at));
            }
            match cfg.predecessors(at) {
                &[before] => at = before,
                _ => return None,
            }
        }
        None
    }

    /// Whether launches that somebody makes decide a condition this way and that. Whoever passes on a null pointer asks for that, and not
    /// for what is made of it.
    fn may_go_both_ways(&self, truth: Expr) -> bool {
        let exprs = self.facts.exprs();
        let table = &exprs.table;
        let mut asks_for_pointer = false;
        let is_given = table.walk(truth, &mut |_, node| {
            if let Node::Compare(IntegerRelation::Equal | IntegerRelation::NotEqual, format, one, other) = node {
                let is_zero = |expr: Expr| table.as_constant(expr) == Some(0);
                asks_for_pointer |= format.bits == 64 && (is_zero(one) || is_zero(other));
            }
            !matches!(node, Node::Opaque(_))
        });
        !asks_for_pointer && (is_given || !self.only_given)
    }
}
