//! What strong operations order within a block: release and acquire, of operations and of fences (PTX ISA 8.8, 8.9).
//! Between blocks only the half of it: what has been released counts as seen by blocks that have acquired anything.
//!
//! A place in memory remembers what those knew of the clocks who released it, and who acquires it knows that too.

use super::access::MemoryBytes;
use super::block::BlockState;
use super::clocks::asynchronous_of;
use super::cluster::gather;
use super::kernel_launch::KernelLaunch;
use super::lanes::WARP;
use super::program::AccessOrder;
use super::shadow::{ShadowAccess, join};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

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
    /// Fences after which no strong write has been made yet: other blocks know nothing of them.
    unpublished: Vec<UnpublishedFence>,
}

/// What a fence of a warp lets others see, once a strong write follows.
struct UnpublishedFence {
    warp: usize,
    /// The clock of the warp at the fence.
    clock: u32,
    /// What the warp knew.
    known: Vec<u32>,
}

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

    /// Whether the block has synchronised with others.
    pub fn has_acquired(&self) -> bool {
        self.acquired
    }

    /// The block synchronises with others.
    pub fn acquire_from_others(&mut self) {
        self.acquired = true;
    }
}

/// What a block has released.
#[derive(Default)]
struct ReleasedClocks {
    /// Of each warp.
    warps: Vec<u32>,
    /// Of asynchronous copies.
    asynchronous: u32,
}

/// What blocks have released, by their linear indices.
#[derive(Default)]
pub struct Releases(Mutex<HashMap<u32, ReleasedClocks>>);

impl Releases {
    /// Whether an access of another block came before a release of that block.
    pub fn cover(&self, access: ShadowAccess) -> bool {
        let released = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let clock = released.get(&access.block).and_then(|clocks| match access.asynchronous {
            true => Some(&clocks.asynchronous),
            false => clocks.warps.get(access.thread as usize / WARP),
        });
        access.block == ShadowAccess::LAST_BLOCK || clock.is_some_and(|&clock| access.clock <= clock)
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
    pub fn acquire(&mut self, warp: usize, target: MemoryBytes<'_>, order: AccessOrder) {
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

    /// A warp writes a place with a strong operation; `reads` if it is an atomic one, behind which earlier releases still hold.
    pub fn release(
        &mut self,
        warp: usize,
        target: MemoryBytes<'_>,
        order: AccessOrder,
        reads: bool,
        launch: &KernelLaunch<'_>,
    ) {
        if !order.narrow && matches!(target, MemoryBytes::Global(..)) {
            self.publish_fences(warp, launch);
            if order.releases {
                self.publish(self.clocks.known(warp), launch);
            }
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
            self.orders.unpublished.retain(|fence| fence.warp != warp);
            let (clock, known) = (self.clocks.own(warp), self.clocks.known(warp).to_vec());
            self.orders.unpublished.push(UnpublishedFence { warp, clock, known });
        }
        if let Some(seen) = self.orders.seen.get(warp) {
            self.clocks.learn(warp, seen);
        }
        if self.orders.fences.is_empty() {
            self.orders.fences = vec![None; self.clocks.warps()];
        }
        self.orders.fences[warp] = Some(self.clocks.known(warp).to_vec());
        self.clocks.tick(warp);
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

    /// Other blocks may see what fences have released of which a warp knows: a release pattern is a fence and a strong write after it (PTX ISA
    /// 8.8). The manual wants both in one thread; that a barrier of the block may lie between them is what programs rely on and GPUs do.
    fn publish_fences(&mut self, warp: usize, launch: &KernelLaunch<'_>) {
        let is_known = |fence: &mut UnpublishedFence| fence.clock <= self.clocks.of(warp, fence.warp);
        let known: Vec<_> = self.orders.unpublished.extract_if(.., is_known).collect();
        known.iter().for_each(|fence| self.publish(&fence.known, launch));
    }

    /// Other blocks may see what is known.
    fn publish(&self, known: &[u32], launch: &KernelLaunch<'_>) {
        if !launch.checks.races {
            return;
        }
        let mut released = launch.order.releases.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (blocks, warps) = (self.cluster.len(), self.cluster.block_warps());
        let asynchronous = asynchronous_of(known);
        for (rank, known) in known.chunks(warps).take(blocks).enumerate() {
            let clocks = released.entry(self.noted_block(rank)).or_default();
            clocks.warps.resize(warps, 0);
            join(&mut clocks.warps, known);
            clocks.asynchronous = clocks.asynchronous.max(asynchronous);
        }
    }
}
