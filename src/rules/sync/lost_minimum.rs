//! Minima and maxima that threads keep by a comparison and an exchange: of two threads whose numbers are both better than what is there, the one that comes
//! last wins, and not the better one.

use super::handover::is_global;
use super::lost_updates::several_come;
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Expr, IntegerRelation, Node};
use crate::facts::{AccessKind, Definition, Facts, MemoryAccess, is_shared};
use crate::ids::InstId;
use crate::isa::word;

/// The first exchange that may put a worse number in the place of a better one.
pub(super) fn lost_minimum(facts: &Facts<'_, '_>) -> Option<Finding> {
    let is_exchange = |access: &&MemoryAccess| {
        access.kind == AccessKind::Atomic
            && facts.module.has_modifier(facts.module.opcode(access.inst), word::EXCH)
            && (is_global(facts, access) || is_shared(facts, access))
    };
    facts.own_accesses().filter(is_exchange).find_map(|exchange| {
        let address = exchange.address.filter(|&address| !facts.exprs().table.depends_on_thread(address))?;
        let load = compared(facts, exchange, address)?;
        let come = [true, false].into_iter().any(|by_data| several_come(facts, exchange.inst, by_data));
        come.then(|| describe(facts, load, exchange.inst))
    })
}

/// The load of the same word with whose result the exchanged number is compared, for an exchange that is made where it is less, or more.
fn compared(facts: &Facts<'_, '_>, exchange: &MemoryAccess, address: Expr) -> Option<InstId> {
    let stored = exchange.stored(facts)?;
    let ways = facts.conditions()?.all(facts, facts.cfg().block_of(exchange.inst));
    let exprs = facts.exprs();
    let table = &exprs.table;
    let is_load_of_word = |inst: InstId| {
        let is_same = |access: &MemoryAccess| access.kind == AccessKind::Read && access.address == Some(address);
        facts.accesses_at(inst).iter().any(is_same)
    };
    let loaded = |expr: Expr| {
        let Node::Opaque(value) = table.node(expr) else { return None };
        let Definition::Write { inst, .. } = facts.ssa()?.data(value).definition else { return None };
        is_load_of_word(inst).then_some(inst)
    };
    ways.iter().filter_map(|way| way.truth).find_map(|truth| {
        let mut inner = truth;
        while let Node::Not(of) = table.node(inner) {
            inner = of;
        }
        match table.node(inner) {
            Node::Compare(IntegerRelation::Equal | IntegerRelation::NotEqual, ..) => None,
            Node::Compare(_, _, a, b) if a == stored => loaded(b),
            Node::Compare(_, _, a, b) if b == stored => loaded(a),
            _ => None,
        }
    })
}

fn describe(facts: &Facts<'_, '_>, load: InstId, exchange: InstId) -> Finding {
    Finding::new(facts.module[exchange].span, "this exchange may put a worse number in the place of a better one")
        .caption("of two threads that have both found theirs to be better, the last one wins")
        .label(facts.module[load].span, "another thread may exchange the word after this load")
        .level(Level::Warning)
        .help("use `atom.min` or `atom.max`, or a loop of `atom.cas`")
}
