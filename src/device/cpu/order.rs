//! What strong operations order within a block: release and acquire, of operations and of fences (PTX ISA 8.8, 8.9).
//! What they order between blocks is in [`super::grid_order`].
//!
//! A place in memory remembers what those knew of the clocks who released it, and who acquires it knows that too.

use super::access::MemoryBytes;
use super::block::BlockState;
use super::cluster::gather;
use super::grid_order::{AcquiredBlocks, GridKnowledge, ReleasedKnowledge};
use super::kernel_launch::KernelLaunch;
use super::program::AccessOrder;
use super::shadow::{ShadowAccess, join};
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
    /// By warp, what it knew at its last `fence.mbarrier_init`.
    init_fences: HashMap<usize, Vec<u32>>,
    /// By warp, up to where it knows of mbarrier objects that others have made.
    init_known: HashMap<usize, Vec<u32>>,
    /// The block has synchronised with others, so that it may read what they wrote.
    acquired: bool,
    /// What warps know of other blocks.
    others: AcquiredBlocks,
    /// The last fences of warps, which later strong writes release.
    released_fences: Vec<ReleasedFence>,
    /// By a write to global memory, the warps that have read it with a strong operation, and their clocks.
    observed: HashMap<ShadowAccess, Vec<(usize, u32)>>,
}

/// Most writes of which it is remembered who has read them.
const MOST_OBSERVED: usize = 1024;

/// What a fence of a warp lets others see, once a strong write follows.
struct ReleasedFence {
    warp: usize,
    /// The clock of the warp at the fence.
    clock: u32,
    /// What the warp knew.
    known: Vec<u32>,
    /// What it knew of other blocks.
    of_others: GridKnowledge,
    /// The release, once there was a strong write.
    released: Option<ReleasedKnowledge>,
}

/// Fences of a warp that are kept: another warp may know of the one before the last.
const FENCES_OF_WARP: usize = 2;

impl Orders {
    /// What a warp knew at its last fence.
    pub fn fenced(&self, warp: usize) -> Option<&Vec<u32>> {
        self.fences.get(warp)?.as_ref()
    }

    /// Whether a relaxed strong access of a warp may order anything: it has met a fence, or somebody has released something.
    pub fn concern(&self, warp: usize) -> bool {
        !self.released.is_empty() || self.fenced(warp).is_some()
    }

    /// What a warp knew at its last `fence.mbarrier_init`.
    pub fn init_fenced(&self, warp: usize) -> Option<&Vec<u32>> {
        self.init_fences.get(&warp)
    }

    /// A warp knows of mbarrier objects that others have made.
    pub fn learn_inits(&mut self, warp: usize, others: &[u32]) {
        if !others.is_empty() {
            gather(self.init_known.entry(warp).or_default(), others);
        }
    }

    /// The block synchronises with others.
    pub fn acquire_from_others(&mut self) {
        self.acquired = true;
    }
}

fn key(target: MemoryBytes<'_>) -> Option<(usize, u64)> {
    match target {
        MemoryBytes::Global(buffer, offset) => Some((std::ptr::from_ref(buffer).addr(), offset)),
        MemoryBytes::Shared(offset) => Some((0, offset as u64)),
        _ => None,
    }
}

impl BlockState {
    /// A warp reads a place with a strong operation.
    pub fn acquire(&mut self, warp: usize, target: MemoryBytes<'_>, order: AccessOrder, launch: &KernelLaunch<'_>) {
        if launch.checks.races && !order.narrow {
            // Programs mostly have the fence of a block that is the last one before its atomic operation, and none after it.
            let acquires = order.acquires || self.orders.acquired;
            launch.order.releases.read(target, acquires, warp, &mut self.orders.others, &self.clocks);
        }
        if self.orders.released.is_empty() {
            return;
        }
        let Some(known) = key(target).and_then(|key| self.orders.released.get(&key)) else { return };
        if order.acquires {
            self.clocks.learn(warp, known);
            return;
        }
        let seen = &mut self.orders.seen;
        if seen.is_empty() {
            *seen = vec![vec![0; known.len()]; self.clocks.warps()];
        }
        join(&mut seen[warp], known);
    }

    /// Notes that a warp reads the last write to a place: what it does later comes after that write (PTX ISA 8.9.5 "Causality Order"), also where the write itself
    /// releases nothing, as one behind a fence does.
    pub fn observe(&mut self, warp: usize, target: MemoryBytes<'_>, order: AccessOrder, launch: &KernelLaunch<'_>) {
        let MemoryBytes::Global(buffer, offset) = target else { return };
        let write = if launch.checks.races { buffer.shadow.last_write(offset as usize / 4) } else { None };
        // Scopes have to include each other's threads.
        let is_seen = |write: &ShadowAccess| match self.warp_of(*write) {
            Some(other) => other != warp,
            None => !order.narrow && !write.narrow,
        };
        let Some(write) = write.filter(|write| write.strong && is_seen(write)) else { return };
        let is_new = !self.orders.observed.contains_key(&write);
        if is_new && self.orders.observed.len() >= MOST_OBSERVED {
            self.orders.observed.clear();
        }
        let readers = self.orders.observed.entry(write).or_default();
        if !readers.iter().any(|(reader, _)| *reader == warp) {
            readers.push((warp, self.clocks.own(warp)));
        }
    }

    /// Whether a warp, or somebody of whom it knows, has read what a strong operation has written.
    pub fn has_observed(&self, warp: usize, write: ShadowAccess) -> bool {
        let is_known = |&(reader, clock): &(usize, u32)| reader == warp || clock <= self.clocks.of(warp, reader);
        self.orders.observed.get(&write).is_some_and(|readers| readers.iter().any(is_known))
    }

    /// A warp writes a place with a strong operation; `reads` if it is an atomic one, behind which earlier releases still hold.
    pub fn release(
        &mut self,
        warp: usize,
        target: MemoryBytes<'_>,
        order: AccessOrder,
        reads: bool,
        launch: &KernelLaunch<'_>,
    ) {
        if launch.checks.races && !order.narrow && matches!(target, MemoryBytes::Global(..)) {
            let mut released = self.publish_fences(warp, launch);
            if order.releases {
                let of_others = self.orders.others.known(warp, &self.clocks);
                released.push(self.publish(self.clocks.known(warp), of_others, launch));
            }
            launch.order.releases.write(target, released, reads);
        }
        let own = if order.releases {
            Some(self.clocks.known(warp))
        } else {
            self.orders.fences.get(warp).and_then(Option::as_deref)
        };
        let Some(key) = key(target) else { return };
        match (own, self.orders.released.get_mut(&key)) {
            (Some(own), Some(known)) if reads => join(known, own),
            (Some(own), _) => {
                self.orders.released.insert(key, own.to_vec());
            }
            (None, Some(_)) if !reads => {
                self.orders.released.remove(&key);
            }
            (None, _) => {}
        }
    }

    /// A fence of a warp: later strong operations release what was done before, and it acquires what earlier ones have read.
    /// For other blocks it does so unless its scope is `narrow`: the block.
    pub fn fence(&mut self, warp: usize, narrow: bool, launch: &KernelLaunch<'_>) {
        if !narrow {
            self.orders.acquire_from_others();
        }
        if !narrow && launch.checks.races {
            self.keep_fence(warp);
        }
        if let Some(seen) = self.orders.seen.get(warp) {
            self.clocks.learn(warp, seen);
        }
        if self.orders.fences.is_empty() {
            self.orders.fences = vec![None; self.clocks.warps()];
        }
        self.orders.fences[warp] = Some(self.clocks.known(warp).to_vec());
        self.clocks.tick_partially(warp, 0);
    }

    /// `fence.mbarrier_init`: a relaxed arrival at the cluster's barrier releases the objects that were made before it, and nothing else.
    pub fn fence_init(&mut self, warp: usize) {
        self.orders.init_fences.insert(warp, self.clocks.known(warp).to_vec());
        self.clocks.tick(warp);
    }

    /// Whether a warp knows that an mbarrier object has been made.
    pub fn knows_init(&self, warp: usize, made: ShadowAccess) -> bool {
        let known = self.warp_of(made).and_then(|other| self.orders.init_known.get(&warp)?.get(other));
        known.is_some_and(|&known| made.clock <= known)
    }

    /// What a fence of a warp lets other blocks see is kept for the strong writes that follow.
    fn keep_fence(&mut self, warp: usize) {
        let orders = &mut self.orders;
        orders.others.fence(warp, &self.clocks);
        let fences = &mut orders.released_fences;
        let mut own = fences.iter().enumerate().filter(|(_, fence)| fence.warp == warp).map(|(at, _)| at);
        if let (Some(first), true) = (own.next(), own.count() + 1 >= FENCES_OF_WARP) {
            fences.remove(first);
        }
        let (clock, known) = (self.clocks.own(warp), self.clocks.known(warp).to_vec());
        let of_others = orders.others.known(warp, &self.clocks);
        fences.push(ReleasedFence { warp, clock, known, of_others, released: None });
    }

    /// What a strong write of a warp lets other blocks see of what fences of which it knows have released: a release pattern is a fence and a strong
    /// write after it (PTX ISA 8.8). The manual wants both in one thread; that a barrier of the block may lie between them is what programs rely on
    /// and GPUs do.
    fn publish_fences(&mut self, warp: usize, launch: &KernelLaunch<'_>) -> Vec<ReleasedKnowledge> {
        let mut fences = std::mem::take(&mut self.orders.released_fences);
        let known = fences.iter_mut().filter(|fence| fence.clock <= self.clocks.of(warp, fence.warp));
        let released = known.map(|fence| {
            let release = || self.publish(&fence.known, std::mem::take(&mut fence.of_others), launch);
            fence.released.get_or_insert_with(release).clone()
        });
        let released = released.collect();
        self.orders.released_fences = fences;
        released
    }

    /// Other blocks may see what is known.
    fn publish(&self, known: &[u32], of_others: GridKnowledge, launch: &KernelLaunch<'_>) -> ReleasedKnowledge {
        let blocks: Vec<_> = (0..self.cluster.len()).map(|rank| self.noted_block(rank)).collect();
        launch.order.releases.publish(known, &self.clocks, &blocks, of_others)
    }

    /// Whether an access of another block happened before what a warp does now.
    pub fn follows_other(&self, warp: usize, earlier: ShadowAccess, launch: &KernelLaunch<'_>) -> bool {
        let orders = &self.orders;
        launch.order.releases.cover(earlier, warp, &orders.others, orders.acquired, &self.clocks)
            || self.has_observed(warp, earlier)
    }

    /// Whether asynchronous copies of a warp see what another block has written, as far as proxy fences let them.
    pub fn is_fenced_from_other(&self, warp: usize, write: ShadowAccess, launch: &KernelLaunch<'_>) -> bool {
        launch.order.releases.fence(write, warp, &self.orders.others, &self.clocks)
    }

    /// `fence.proxy.async` for global memory: asynchronous copies see what is known of other blocks.
    pub fn fence_others(&mut self, warp: usize) {
        self.orders.others.fence_proxy(warp, &self.clocks);
    }
}
