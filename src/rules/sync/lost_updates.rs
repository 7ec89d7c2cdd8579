//! Updates of one word of global memory by a load and a store, by threads that the data of each decides on.
//!
//! Which threads come follows from data, so nothing of this can be run. But where the threads of a kernel tell each other nothing, no two of them
//! know that the other one comes: as soon as the data lets two of them come, one of their updates may be lost.

use super::executors::Executors;
use super::handover::is_global;
use crate::facts::expr::{Axis, Expr, IntegerRelation, LeafKinds, Node};
use crate::facts::{AccessKind, Base, Definition, Facts, Flow, MemoryAccess, Stored, Value};
use crate::ids::InstId;
use crate::isa::{Effects, StateSpace};
use crate::util::FastSet;

/// A load, and the store of what has been made of it.
#[derive(Clone, Copy)]
pub(super) struct LostUpdate {
    pub load: InstId,
    pub store: InstId,
}

/// The updates of a kernel whose threads know nothing of each other.
pub(super) fn lost_updates(facts: &Facts<'_, '_>) -> Vec<LostUpdate> {
    let module = facts.module;
    let asks = Axis::ALL.into_iter().any(|axis| facts.uses_thread_axis(axis));
    if !asks || module.insts_of(facts.function).any(|inst| tells_others(facts, inst)) {
        return Vec::new();
    }
    let may_be_shared = |access: &&MemoryAccess| {
        access.kind == AccessKind::Write && (is_common(facts, access) || is_of_neighbour(facts, access))
    };
    let stores = facts.accesses().iter().filter(may_be_shared);
    stores.filter(|store| several_come(facts, store.inst, true)).filter_map(|store| updated(facts, store)).collect()
}

/// Whether a thread may learn something of others by an instruction.
fn tells_others(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    let opcode = facts.module.opcode(inst);
    let tells = Effects::BARRIER.union(Effects::CALL).union(Effects::FENCE).union(Effects::CONVERGENT);
    opcode.effects.intersects(tells)
        || opcode.effects.intersects(Effects::ATOMIC) && !facts.module.operands(inst).is_empty() && returns(facts, inst)
        || opcode.effects.intersects(Effects::READS_MEMORY) && reads_of_others(facts, inst)
}

/// Whether an atomic operation gives back what was there before.
fn returns(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    facts.module.operands(inst)[0].register().is_some()
}

/// Whether an instruction reads what other threads may have left for this one.
fn reads_of_others(facts: &Facts<'_, '_>, inst: InstId) -> bool {
    facts.accesses_at(inst).iter().any(|access| {
        let space = match access.base {
            Base::Parameter(..) => access.space.or(Some(StateSpace::Global)),
            _ => access.actual_space(facts),
        };
        access.strong || access.volatile || space == Some(StateSpace::Shared)
    })
}

/// Whether an access is a plain one to a word of global memory that is the same for all threads.
fn is_common(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let is_fixed = |node: Node| !matches!(node, Node::Opaque(_) | Node::Iteration(_) | Node::Lane | Node::Warp);
    let is_plain = is_global(facts, access) && !access.called && !access.strong && !access.volatile;
    let Some(address) = access.address.filter(|_| is_plain) else { return false };
    let table = &facts.exprs().table;
    !table.depends_on_thread(address)
        && !table.has_any(address, LeafKinds::CTAID)
        && table.walk(address, &mut |_, node| is_fixed(node))
}

/// Whether an access is a plain one to the element of a neighbour: a loop over what a thread has in a list that begins where its data says
/// loads the number of the element. That a list names no element that another one does is nothing that lists of neighbours promise.
fn is_of_neighbour(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let is_plain = is_global(facts, access) && !access.called && !access.strong && !access.volatile;
    let (Some(address), accesses) = (access.address.filter(|_| is_plain), facts.accesses()) else { return false };
    let (loops, cfg) = (facts.natural_loops(), facts.cfg());
    let Some(id) = loops.innermost(cfg.block_of(access.inst)) else { return false };
    let exprs = facts.exprs();
    let table = &exprs.table;
    let defined = |value: Value| facts.ssa().map(|ssa| ssa.data(value).definition);
    let (mut numbers, mut is_fixed) = (Vec::new(), true);
    table.walk(address, &mut |_, node| {
        match node {
            Node::Opaque(value) => numbers.push(value),
            Node::Param { .. } => {}
            node => is_fixed &= !node.is_leaf(),
        }
        true
    });
    let &[number] = &numbers[..] else { return false };
    let Some(Definition::Write { inst, .. }) = defined(number).filter(|_| is_fixed) else { return false };
    // The place in the list is counted from one that has been loaded.
    let is_in_list = |place: Expr| {
        table.has_any(place, LeafKinds::ITERATION)
            && table.contains(place, |node| match node {
                Node::Opaque(value) => matches!(
                    defined(value),
                    Some(Definition::Write { inst, .. }) if accesses.iter().any(|load| {
                        load.inst == inst && load.address.is_some_and(|address| table.depends_on_thread(address))
                    })
                ),
                _ => false,
            })
    };
    loops.contains(id, cfg.block_of(inst))
        && accesses
            .iter()
            .any(|load| load.inst == inst && load.kind == AccessKind::Read && load.address.is_some_and(is_in_list))
}

/// Whether several threads may come, because their data lets them or by indices alone: each decision follows from indices, arguments and what the
/// thread has loaded, and none of them asks for one index.
pub(super) fn several_come(facts: &Facts<'_, '_>, inst: InstId, by_data: bool) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let ways = conditions.all(facts, facts.cfg().block_of(inst));
    let guard = facts.exprs().guard(facts, inst);
    let mut truths: Vec<(Expr, bool)> = guard.map(|truth| (truth, true)).into_iter().collect();
    for way in ways {
        let Some(truth) = way.truth else { return false };
        truths.push((truth, way.wanted));
    }
    let is_data = |&(truth, _): &(Expr, bool)| facts.exprs().table.has_any(truth, LeafKinds::OPAQUE);
    truths.iter().any(is_data) == by_data
        && truths.into_iter().all(|(truth, wanted)| leaves_several(facts, truth, wanted))
        && Executors::if_data_permits(facts, inst).is_some_and(|executors| executors.are_in_one_block(&executors))
}

/// Whether a decision is made of a thread's own data and indices, and does not pick one thread by its index.
fn leaves_several(facts: &Facts<'_, '_>, truth: Expr, wanted: bool) -> bool {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_index =
        |expr: Expr| table.has_any(expr, LeafKinds::TID.or(LeafKinds::CTAID).or(LeafKinds::LANE).or(LeafKinds::WARP));
    let is_own = |node: Node| match node {
        Node::Opaque(value) => is_loaded(facts, value),
        node => !matches!(node, Node::Special(..)),
    };
    let picks = |node: Node| match node {
        Node::Compare(relation @ (IntegerRelation::Equal | IntegerRelation::NotEqual), _, a, b) => {
            (relation == IntegerRelation::Equal) == wanted && (is_index(a) || is_index(b))
        }
        _ => false,
    };
    table.walk(truth, &mut |_, node| is_own(node) && !picks(node))
}

/// Whether a value has been loaded on all ways that lead to it.
fn is_loaded(facts: &Facts<'_, '_>, value: Value) -> bool {
    let Some(ssa) = facts.ssa() else { return false };
    let (mut seen, mut work) = (FastSet::default(), vec![value]);
    while let Some(value) = work.pop() {
        match ssa.data(value).definition {
            _ if !seen.insert(value) => {}
            Definition::Phi { .. } if seen.len() < MOST_WAYS => work.extend(ssa.inputs(facts.cfg(), value)),
            Definition::Write { inst, .. }
                if facts.accesses_at(inst).iter().any(|access| access.kind == AccessKind::Read) => {}
            _ => return false,
        }
    }
    true
}

/// Most values that are looked through for loads.
const MOST_WAYS: usize = 16;

/// The load on whose result depends what a store stores at the same place, or whether it does.
pub(super) fn updated(facts: &Facts<'_, '_>, store: &MemoryAccess) -> Option<LostUpdate> {
    let value = *facts.module.operands(store.inst).get(1)?;
    let reads = facts.accesses().iter().filter(|access| {
        access.kind == AccessKind::Read && access.base == store.base && access.address == store.address
    });
    let is_source = |load: &&MemoryAccess| {
        Flow::new(facts, &[load.inst]).is_some_and(|flow| flow.reaches(facts, store.inst, value))
            || is_compared(facts, load.inst, store.inst)
    };
    reads.into_iter().find(is_source).map(|load| LostUpdate { load: load.inst, store: store.inst })
}

/// Whether a store of what only its thread knows is made where a loaded number compares in some way with another one, as for a maximum.
/// Whoever asks whether the word still has its first value may be content with any winner.
fn is_compared(facts: &Facts<'_, '_>, load: InstId, store: InstId) -> bool {
    let Some(conditions) = facts.conditions() else { return false };
    let is_load = |node: Node| {
        let Node::Opaque(value) = node else { return false };
        let definition = facts.ssa().map(|ssa| ssa.data(value).definition);
        matches!(definition, Some(Definition::Write { inst, .. }) if inst == load)
    };
    let ways = conditions.all(facts, facts.cfg().block_of(store));
    let exprs = facts.exprs();
    let table = &exprs.table;
    let compares = |truth: Expr| match table.node(truth) {
        Node::Compare(_, _, a, b) => [(a, b), (b, a)]
            .into_iter()
            .any(|(word, other)| is_load(table.node(word)) && table.as_constant(other).is_none()),
        _ => false,
    };
    let decides = ways.iter().filter_map(|way| way.truth).any(compares);
    drop(exprs);
    decides && matches!(facts.stored(store), Stored::Distinct(_) | Stored::Loaded(_))
}
