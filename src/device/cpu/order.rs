//! What strong operations order within a block: release and acquire, of operations and of fences (PTX ISA 8.8, 8.9).
//!
//! A place in memory remembers what those knew of the clocks who released it, and who acquires it knows that too.

use super::access::Target;
use super::block::BlockState;
use super::program::Order;
use super::shadow::join;
use std::collections::HashMap;

/// Releases of a block.
#[derive(Default)]
pub struct Orders {
    /// By buffer (0: shared memory) and offset: what is known to whoever acquires there.
    released: HashMap<(usize, u64), Vec<u32>>,
    /// For each warp, what it knew at its last fence.
    fences: Vec<Option<Vec<u32>>>,
    /// For each warp, what it will know at its next fence.
    seen: Vec<Vec<u32>>,
}

fn key(target: Target<'_>) -> Option<(usize, u64)> {
    match target {
        Target::Global(buffer, offset) => Some((std::ptr::from_ref(buffer).addr(), offset)),
        Target::Shared(offset) => Some((0, offset as u64)),
        _ => None,
    }
}

impl BlockState {
    /// A warp reads a place with a strong operation.
    pub fn acquire(&mut self, warp: usize, target: Target<'_>, order: Order) {
        if self.orders.released.is_empty() {
            return;
        }
        let Some(known) = key(target).and_then(|key| self.orders.released.get(&key)) else { return };
        if order.acquires {
            join(&mut self.clocks[warp], known);
            return;
        }
        let seen = &mut self.orders.seen;
        if seen.is_empty() {
            *seen = vec![vec![0; known.len()]; self.clocks.len()];
        }
        join(&mut seen[warp], known);
    }

    /// A warp writes a place with a strong operation; `reads` if it is an atomic one, behind which earlier releases still hold.
    pub fn release(&mut self, warp: usize, target: Target<'_>, order: Order, reads: bool) {
        let own = if order.releases {
            Some(&self.clocks[warp])
        } else {
            self.orders.fences.get(warp).and_then(Option::as_ref)
        };
        let Some(key) = key(target) else { return };
        match (own, self.orders.released.get_mut(&key)) {
            (Some(own), Some(known)) if reads => join(known, own),
            (Some(own), _) => {
                self.orders.released.insert(key, own.clone());
            }
            (None, Some(_)) if !reads => {
                self.orders.released.remove(&key);
            }
            (None, _) => {}
        }
    }

    /// A fence of a warp: later strong operations release what was done before, and it acquires what earlier ones have read.
    pub fn fence(&mut self, warp: usize) {
        self.acquired = true;
        if let Some(seen) = self.orders.seen.get(warp) {
            join(&mut self.clocks[warp], seen);
        }
        if self.orders.fences.is_empty() {
            self.orders.fences = vec![None; self.clocks.len()];
        }
        self.orders.fences[warp] = Some(self.clocks[warp].clone());
        self.tick(warp);
    }
}
