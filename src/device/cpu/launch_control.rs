//! `clusterlaunchcontrol`: a block asks for the work of another cluster, which then is never launched (PTX ISA 9.7.13.16).

use super::access::Who;
use super::block::BlockState;
use super::bulk::CountedStore;
use super::cluster::shared_address;
use super::kernel_launch::KernelLaunch;
use super::lanes::lanes_of;
use super::memory;
use super::program::{MemorySpace, StepAddress};
use super::warp::{Front, StepFailure, Warp};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// The bit of an answer that says that there is a cluster. Its first block is behind it: `x` in the upper half of the first word, `y` and
/// `z` in the second.
pub const CANCELED: u64 = 1;

/// `clusterlaunchcontrol.try_cancel`
pub struct CancelLaunch {
    /// Where the answer goes: 16 bytes of shared memory.
    pub to: StepAddress,
    /// The object that counts these bytes.
    pub mbarrier: StepAddress,
    /// All blocks of the cluster get the answer, each at the same places of its own.
    pub everywhere: bool,
}

/// The clusters of a grid that have begun, or that others have taken over.
pub struct Clusters {
    begun: Vec<AtomicBool>,
    /// All from this one on are gone.
    end: AtomicU32,
}

impl Clusters {
    /// So many clusters, none of which has begun.
    pub fn new(count: u32) -> Self {
        Self { begun: (0..count).map(|_| AtomicBool::new(false)).collect(), end: AtomicU32::new(count) }
    }

    /// A cluster begins. Whether nobody has taken it over.
    pub fn begin(&self, number: u32) -> bool {
        !self.begun[number as usize].swap(true, Relaxed)
    }

    /// The last cluster that has not begun; it never will.
    fn take(&self) -> Option<u32> {
        let mut at = self.end.load(Relaxed);
        while at > 0 {
            at -= 1;
            if self.begin(at) {
                self.end.fetch_min(at, Relaxed);
                return Some(at);
            }
        }
        None
    }
}

impl Warp {
    /// Asks for a cluster, for each lane.
    pub fn cancel_launch(
        &mut self,
        front: &Front,
        mask: u32,
        step: &CancelLaunch,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let to = self.addresses(front, mask, &step.to, launch, block)?;
        let mbarriers = self.addresses(front, mask, &step.mbarrier, launch, block)?;
        // Generic addresses have the same lower bits.
        let object = StepAddress { space: MemorySpace::Shared, ..step.mbarrier };
        block.note_progress();
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let taken = launch.progress.clusters.as_ref().and_then(Clusters::take);
            let values = taken.map_or([0; 2], |number| {
                let [x, y, z] = launch.indices(number)[0].map(u64::from);
                [CANCELED | x << 32, y | z << 32]
            });
            let ranks = if step.everywhere { 0..block.cluster.len() } else { self.rank()..self.rank() + 1 };
            for rank in ranks {
                let there = |address: u64| match (step.everywhere, memory::offset_of(address)) {
                    (true, offset) => shared_address(rank, block.shared_place(self.rank(), offset).1),
                    (false, offset) => offset,
                };
                let (to, mbarrier) = (there(to[lane]), (&object, there(mbarriers[lane])));
                let answer = CountedStore { to, mbarrier, size: 8, values: &values, reduces: false };
                self.store_counted(who, answer, launch, block)?;
            }
        }
        Ok(())
    }
}
