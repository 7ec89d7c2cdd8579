//! Pointers that a loop uses and at some point gives up for a null pointer: the access of a later round goes there.

use crate::facts::expr::{Axis, Expr, ExprTable, LeafKinds, LeafValues, Node, Term, evaluate};
use crate::facts::{Block, Definition, Exit, Facts, LoopId, MemoryAccess, Value};
use crate::ids::InstId;
use crate::util::FastMap;
use std::ops::Range;

/// Most values that the next pointer is chosen from.
const MOST_CHOICES: usize = 16;

/// Most blocks that a thread goes through.
const MOST_STEPS: usize = 1000;

/// What every parameter is worth in the launch that is tried: a number of rounds that every vector length divides, and no more than there
/// are threads.
const GIVEN: i64 = 64;

/// Whether the first thread of a launch makes an access within `addresses` because a loop around it replaces its pointer by a constant.
pub(super) fn is_given_up(facts: &Facts<'_, '_>, access: &MemoryAccess, addresses: &Range<i64>) -> bool {
    let Some((pointer, offset)) = carried_pointer(facts, access) else { return false };
    let mut thread =
        FollowedThread { facts, pointer, rounds: FastMap::default(), came_from: FastMap::default(), constant: None };
    thread.reaches(access.inst, offset, addresses)
}

/// The value of the pointer that a loop carries and an access uses, and what is added to it. In each round the loop keeps it, steps it by
/// a constant, or replaces it by a constant.
fn carried_pointer(facts: &Facts<'_, '_>, access: &MemoryAccess) -> Option<(Value, Expr)> {
    if access.called || facts.module.guard(access.inst).is_some() {
        return None;
    }
    let mut exprs = facts.exprs();
    let (terms, constant) = exprs.table.terms(access.address?);
    let carried = |&term: &Term| carried(facts, &exprs.table, access, term);
    let place = terms.iter().position(|term| carried(term).is_some())?;
    let (pointer, id) = carried(&terms[place])?;
    let mut rest = terms.to_vec();
    rest.remove(place);
    let offset = exprs.table.sum(rest, constant)?;
    let is_number = !exprs.table.has_any(offset, LeafKinds::OPAQUE.or(LeafKinds::PARAM));
    drop(exprs);
    (is_number && is_replaced(facts, pointer, id)).then_some((pointer, offset))
}

/// The value of a pointer that a loop around an access carries from round to round, if a term of its address is one, and the loop.
pub(super) fn carried(
    facts: &Facts<'_, '_>,
    table: &ExprTable,
    access: &MemoryAccess,
    (term, factor): Term,
) -> Option<(Value, LoopId)> {
    let Node::Opaque(value) = table.node(table.unconverted(term)) else { return None };
    let Definition::Phi { block, .. } = facts.ssa()?.data(value).definition else { return None };
    let id = facts.natural_loops().headed_by(block)?;
    let is_around = facts.natural_loops().contains(id, facts.cfg().block_of(access.inst));
    (factor == 1 && is_around).then_some((value, id))
}

/// Whether constants are among what a loop goes on with in place of a value, and nothing else than it and them.
fn is_replaced(facts: &Facts<'_, '_>, pointer: Value, id: LoopId) -> bool {
    let (Some(ssa), cfg, loops) = (facts.ssa(), facts.cfg(), facts.natural_loops()) else { return false };
    let header = loops.get(id).header;
    let inputs = |value: Value, block: Block| {
        let ways = cfg.predecessors(block).iter().zip(ssa.inputs(cfg, value));
        ways.filter(|&(&from, _)| loops.contains(id, from)).map(|(_, &input)| input).collect::<Vec<_>>()
    };
    let mut work: Vec<Expr> = Vec::new();
    for input in inputs(pointer, header) {
        work.push(facts.exprs().value(facts, input));
    }
    let (mut seen, mut is_constant) = (Vec::new(), false);
    while let Some(expr) = work.pop() {
        if seen.contains(&expr) {
            continue;
        }
        seen.push(expr);
        if seen.len() > MOST_CHOICES {
            return false;
        }
        let node = {
            let exprs = facts.exprs();
            let (terms, _) = exprs.table.terms(expr);
            match *terms {
                [] => None,
                [(term, 1)] => Some(exprs.table.node(term)),
                _ => return false,
            }
        };
        match node {
            None => is_constant = true,
            Some(Node::Select(_, yes, no)) => work.extend([yes, no]),
            Some(Node::Opaque(value)) if value == pointer => {}
            Some(Node::Opaque(value)) => {
                let Definition::Phi { block, .. } = ssa.data(value).definition else { return false };
                if !loops.contains(id, block) || loops.headed_by(block).is_some() {
                    return false;
                }
                for input in inputs(value, block) {
                    work.push(facts.exprs().value(facts, input));
                }
            }
            Some(_) => return false,
        }
    }
    is_constant
}

/// The first thread of a launch, on its way through a kernel.
struct FollowedThread<'f, 'a, 's> {
    facts: &'f Facts<'a, 's>,
    /// The pointer that is followed.
    pointer: Value,
    /// In which round of each loop it is, or was when it left.
    rounds: FastMap<LoopId, i64>,
    /// From which of the predecessors it came to each block.
    came_from: FastMap<Block, usize>,
    /// What the pointer is while it is a constant.
    constant: Option<i64>,
}

impl LeafValues for FollowedThread<'_, '_, '_> {
    fn leaf(&self, _: Expr, node: Node) -> Option<i64> {
        match node {
            Node::Param { .. } | Node::Ntid(Axis::X) => Some(GIVEN),
            Node::Tid(_) | Node::Ctaid(_) | Node::Lane | Node::Warp => Some(0),
            Node::Ntid(_) | Node::Nctaid(_) => Some(1),
            Node::Iteration(id) => self.rounds.get(&id).copied(),
            _ => None,
        }
    }

    fn gives_parts(&self) -> bool {
        false
    }
}

impl FollowedThread<'_, '_, '_> {
    /// Goes from the entry on, as long as it is known where to, until an access is made at a constant address.
    fn reaches(&mut self, access: InstId, offset: Expr, addresses: &Range<i64>) -> bool {
        let facts = self.facts;
        let (cfg, wanted) = (facts.cfg(), facts.cfg().block_of(access));
        let mut at = Block(0);
        for _ in 0..MOST_STEPS {
            if at == wanted
                && let Some(constant) = self.constant
            {
                let address = self.number(offset).and_then(|offset| offset.checked_add(constant));
                return address.is_some_and(|address| addresses.contains(&address));
            }
            let Some(next) = self.next(at) else { return false };
            let Some(from) = cfg.predecessors(next).iter().position(|&from| from == at) else { return false };
            if !self.enter(next, at, from) {
                return false;
            }
            at = next;
        }
        false
    }

    fn number(&self, expr: Expr) -> Option<i64> {
        evaluate(&self.facts.exprs().table, expr, self)
    }

    /// The block that follows. What is given decides whether a loop goes on, but not what happens in it.
    fn next(&self, at: Block) -> Option<Block> {
        let (facts, cfg) = (self.facts, self.facts.cfg());
        let guard = || facts.exprs().guard(facts, cfg.last(at));
        match *cfg.successors(at) {
            [next] if matches!(cfg.exit(at), Exit::None) => Some(next),
            [next] => (self.number(guard()?)? == 0).then_some(next),
            [target, next] => {
                let guard = guard()?;
                let is_within = facts.natural_loops().innermost(at).is_some_and(|id| {
                    [target, next].into_iter().all(|block| facts.natural_loops().contains(id, block))
                });
                if is_within && facts.exprs().table.has_any(guard, LeafKinds::PARAM) {
                    return None;
                }
                Some(if self.number(guard)? != 0 { target } else { next })
            }
            _ => None,
        }
    }

    /// Comes to a block. Whether all is known of the pointer that matters.
    fn enter(&mut self, block: Block, before: Block, from: usize) -> bool {
        let loops = self.facts.natural_loops();
        let headed = loops.headed_by(block);
        if let Some(id) = headed {
            let is_next = loops.contains(id, before);
            let definition = self.facts.ssa().map(|ssa| ssa.data(self.pointer).definition);
            if matches!(definition, Some(Definition::Phi { block: header, .. }) if header == block) {
                let carried =
                    if is_next { self.input(self.pointer, from).map(|next| self.carried(next)) } else { None };
                self.constant = match carried {
                    Some(None) => return false,
                    Some(Some(constant)) => constant,
                    None => None,
                };
            }
            let round = self.rounds.entry(id).or_insert(0);
            *round = if is_next { *round + 1 } else { 0 };
        }
        self.came_from.insert(block, from);
        true
    }

    fn input(&self, value: Value, from: usize) -> Option<Expr> {
        let input = *self.facts.ssa()?.inputs(self.facts.cfg(), value).get(from)?;
        Some(self.facts.exprs().value(self.facts, input))
    }

    /// The constant that an expression is in this round, if it is one; nothing if that is not known, or if what is given decides.
    fn carried(&self, mut expr: Expr) -> Option<Option<i64>> {
        let mut added = 0_i64;
        for _ in 0..MOST_CHOICES {
            let (node, number) = {
                let exprs = self.facts.exprs();
                let (terms, number) = exprs.table.terms(expr);
                match *terms {
                    [] => (None, number),
                    [(term, 1)] => (Some(exprs.table.node(term)), number),
                    _ => return None,
                }
            };
            added = added.checked_add(number)?;
            expr = match node {
                None => return Some(Some(added)),
                Some(Node::Select(truth, yes, no)) => {
                    if self.facts.exprs().table.has_any(truth, LeafKinds::PARAM) {
                        return None;
                    }
                    if self.number(truth)? != 0 { yes } else { no }
                }
                Some(Node::Opaque(value)) if value == self.pointer => {
                    return Some(self.constant.and_then(|constant| constant.checked_add(added)));
                }
                Some(Node::Opaque(value)) => {
                    let Definition::Phi { block, .. } = self.facts.ssa()?.data(value).definition else { return None };
                    self.input(value, *self.came_from.get(&block)?)?
                }
                Some(_) => return None,
            };
        }
        None
    }
}
