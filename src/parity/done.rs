//! What a kernel does, of which loads are judged by their bytes: how many it takes at once is no difference.

use super::graph::{EffectKind, GraphEffect, ValueGraph};
use super::table::{Id, OperationName, ParityNode, ParityTable, Sum};
use crate::isa::StateSpace;
use crate::util::{FastMap, FastSet};
use std::cell::OnceCell;

/// Loads that may have bytes in common: those of one kind, under one condition, and at one address but for a constant.
type Key = (StateSpace, OperationName, Id, Vec<(Id, i64)>);

/// The effects of a graph.
pub(super) struct Done<'t> {
    table: &'t ParityTable,
    graph: &'t ValueGraph,
    ids: FastSet<Id>,
    /// The bytes that are loaded, as ranges in order without gaps between them; only looked at where widths differ.
    bytes: OnceCell<FastMap<Key, Vec<[i64; 2]>>>,
}

impl<'t> Done<'t> {
    pub fn by(table: &'t ParityTable, graph: &'t ValueGraph) -> Self {
        let ids = graph.effects.iter().map(|effect| effect.id).collect();
        Self { table, graph, ids, bytes: OnceCell::new() }
    }

    /// Whether this kernel does what an instruction of the other one does. Of a load, some byte has to be loaded here, too: what else it
    /// loads with it matters where it is used.
    pub fn has_all(&self, effects: &[GraphEffect]) -> bool {
        match effects {
            [GraphEffect { kind: EffectKind::Load, .. }, ..] => effects.iter().any(|effect| self.has(effect)),
            _ => effects.iter().all(|effect| self.has(effect)),
        }
    }

    /// Whether this kernel has an effect of the other one, or loads some byte of what that loads.
    pub fn has(&self, effect: &GraphEffect) -> bool {
        if self.ids.contains(&effect.id) {
            return true;
        }
        let Some((key, range)) = bytes(self.table, effect) else { return false };
        let loaded = self.bytes.get_or_init(|| self.loaded());
        let Some(ranges) = loaded.get(&key) else { return false };
        let near = ranges.partition_point(|&[_, end]| end <= range[0]);
        ranges.get(near).is_some_and(|&[start, _]| start < range[1])
    }

    fn loaded(&self) -> FastMap<Key, Vec<[i64; 2]>> {
        let mut loaded: FastMap<Key, Vec<[i64; 2]>> = FastMap::default();
        for (key, range) in self.graph.effects.iter().filter_map(|effect| bytes(self.table, effect)) {
            loaded.entry(key).or_default().push(range);
        }
        for ranges in loaded.values_mut() {
            ranges.sort_unstable();
            ranges.dedup_by(|next, range| {
                let is_near = next[0] <= range[1];
                range[1] = if is_near { range[1].max(next[1]) } else { range[1] };
                is_near
            });
        }
        loaded
    }
}

/// Which bytes an effect loads, if it is a load.
fn bytes(table: &ParityTable, effect: &GraphEffect) -> Option<(Key, [i64; 2])> {
    let ParityNode::Operation(operation, inputs) = table.node(effect.id) else { return None };
    let (EffectKind::Load, &[place, condition]) = (effect.kind, table.list(inputs)) else { return None };
    let ParityNode::Load(space, bytes, address, _) = table.node(place) else { return None };
    let Sum { terms, constant: start } = table.sum(address);
    Some(((space, operation, condition, terms), [start, start.saturating_add(i64::from(bytes))]))
}
