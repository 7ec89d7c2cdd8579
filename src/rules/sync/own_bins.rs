//! Bins of shared memory that data chooses, and to which threads add by a load and a store: as soon as two lanes of a warp have data for the same
//! bin, one of them loses what it adds. A copy of the bins for each warp does not help, as lanes do not go in step.

use super::handover::{is_global, loaded_parts};
use super::lost_updates::{LostUpdate, several_come, updated};
use crate::diagnostic::{Finding, Level};
use crate::facts::expr::{Expr, evaluate, leaf_in_row};
use crate::facts::{AccessKind, Definition, Facts, MemoryAccess, Value, is_shared};

/// The first update of a bin that may be lost.
pub(super) fn lost_count(facts: &Facts<'_, '_>) -> Option<LostUpdate> {
    let is_plain = |it: &&MemoryAccess| it.kind == AccessKind::Write && !it.strong && !it.volatile;
    let mut stores = facts.own_accesses().filter(is_plain).filter(|store| is_shared(facts, store));
    stores.find_map(|store| {
        let update = Some(store).filter(|it| is_bin(facts, it)).and_then(|it| updated(facts, it))?;
        several_come(facts, store.inst, false).then_some(update)
    })
}

/// What is said of it.
pub(super) fn describe(facts: &Facts<'_, '_>, LostUpdate { load, store }: LostUpdate) -> Finding {
    let module = facts.module;
    Finding::new(module[store].span, "of two threads with data for the same word, one loses what it adds")
        .caption("stores what it has made of the word as it was before")
        .label(module[load].span, "another thread, of the same warp, may read the word here in between")
        .level(Level::Warning)
        .help("use `atom` or `red`, or give each thread words of its own")
}

/// Whether data of each thread chooses the place of an access, which lanes of a warp do not differ in otherwise.
fn is_bin(facts: &Facts<'_, '_>, access: &MemoryAccess) -> bool {
    let Some(address) = access.address else { return false };
    let chosen = loaded_parts(facts, address);
    if chosen.is_empty() || differs_otherwise(facts, address) {
        return false;
    }
    chosen.into_iter().all(|value| is_own_datum(facts, value, 0))
}

/// Whether lanes of a warp differ in a term of an address, whatever their data is.
fn differs_otherwise(facts: &Facts<'_, '_>, address: Expr) -> bool {
    let exprs = facts.exprs();
    let table = &exprs.table;
    let in_lane = |expr: Expr, lane: i64| evaluate(table, expr, &|_, node| leaf_in_row(node, lane));
    let is_same_in_warp = |expr: Expr| {
        let first = in_lane(expr, 0);
        first.is_some() && [1, 31].into_iter().all(|lane| in_lane(expr, lane) == first)
    };
    let (terms, _) = table.terms(address);
    terms.iter().any(|&(expr, _)| table.depends_on_thread(expr) && !is_same_in_warp(expr))
}

/// Whether a value has been loaded from global memory at a place of the thread's own, or at one that such a value names.
pub(super) fn is_own_datum(facts: &Facts<'_, '_>, value: Value, depth: usize) -> bool {
    let definition = facts.ssa().map(|ssa| ssa.data(value).definition);
    let Some(Definition::Write { inst, .. }) = definition else { return false };
    let [load] = facts.accesses_at(inst) else { return false };
    let Some(place) = load.address.filter(|_| load.kind == AccessKind::Read && is_global(facts, load)) else {
        return false;
    };
    facts.exprs().table.depends_on_thread(place)
        || depth < MOST_LISTS
            && loaded_parts(facts, place).into_iter().any(|value| is_own_datum(facts, value, depth + 1))
}

/// Most lists of which each names a place in the next one.
const MOST_LISTS: usize = 3;
