//! Clusters: blocks that run side by side, reach each other's shared memory and have a barrier of their own.
//!
//! A cluster runs as one: the warps of its blocks follow each other, and so does their shared memory. An address of shared memory has
//! the rank of a block of the cluster above [`RANK_SHIFT`], also that of a variable of the thread's own block: as on GPUs, a mask leads
//! from one block of a pair to the other.

use super::access::Who;
use super::block::{BlockState, KernelLaunch};
use super::lanes::{WARP, lanes_of};
use super::program::ClusterStep;
use super::shadow::{ShadowAccess, join};
use super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use crate::device::error::FaultKind;

/// Where a rank is in an address of shared memory.
pub const RANK_SHIFT: u32 = 24;

/// The address of an offset in the shared memory of the block of a rank.
pub const fn shared_address(rank: usize, offset: u64) -> u64 {
    (rank as u64) << RANK_SHIFT | offset
}

/// A block of a cluster.
#[derive(Debug)]
pub struct ClusterBlock {
    /// `%ctaid`
    pub index: [u32; 3],
    /// Linear index in the grid.
    pub linear: u32,
    /// Threads that have not ended.
    pub live: u32,
}

impl KernelLaunch<'_> {
    /// Blocks of a cluster.
    pub fn cluster_blocks(&self) -> u32 {
        self.cluster.iter().product()
    }

    /// Warps of a block.
    pub fn block_warps(&self) -> usize {
        self.block.iter().product::<u32>().div_ceil(WARP as u32) as usize
    }

    /// The blocks of the cluster of a number, by rank.
    pub fn members(&self, number: u32) -> Vec<ClusterBlock> {
        let split = |linear: u32, [x, y, _]: [u32; 3]| [linear % x, linear / x % y, linear / x / y];
        let clusters = std::array::from_fn(|axis| self.grid[axis] / self.cluster[axis]);
        let cluster = split(number, clusters);
        let member = |rank| {
            let within = split(rank, self.cluster);
            let index: [u32; 3] = std::array::from_fn(|axis| cluster[axis] * self.cluster[axis] + within[axis]);
            let linear = (index[2] * self.grid[1] + index[1]) * self.grid[0] + index[0];
            ClusterBlock { index, linear, live: self.block.iter().product() }
        };
        (0..self.cluster_blocks()).map(member).collect()
    }
}

/// The barrier of a cluster.
#[derive(Default)]
pub struct ClusterBarrier {
    /// What those knew of the clocks who have arrived.
    arrived: Vec<u32>,
    /// The same for the phase that is over.
    completed: Vec<u32>,
    /// What those knew of new mbarrier objects, of this phase and of the one that is over.
    initialised: [Vec<u32>; 2],
}

/// One who arrives adds what is known there.
fn gather(known: &mut Vec<u32>, own: &[u32]) {
    known.resize(own.len(), 0);
    join(known, own);
}

/// Lanes that have come to the barrier of their cluster.
#[derive(Clone, Copy, Default, Debug)]
pub struct ClusterLanes {
    /// They have arrived, and others have not.
    pub arrived: u32,
    /// All have arrived, and these have not waited yet.
    pub free: u32,
}

impl BlockState {
    /// The rank of the block, and the thread within it, of a thread of the cluster.
    #[inline(always)]
    pub fn identity(&self, thread: u32) -> (usize, u32) {
        if self.members.len() == 1 {
            return (0, thread);
        }
        let padded = (self.block_warps * WARP) as u32;
        ((thread / padded) as usize, thread % padded)
    }

    /// The warp of the cluster that did something; `None` for one of another cluster.
    #[inline(always)]
    pub fn warp_of(&self, access: ShadowAccess) -> Option<usize> {
        let own = access.thread as usize / WARP;
        // Searching takes time that most launches need not spend.
        if self.members.len() == 1 {
            return (self.noted_block(0) == access.block).then_some(own);
        }
        let rank = (0..self.members.len()).find(|&rank| self.noted_block(rank) == access.block)?;
        Some(rank * self.block_warps + own)
    }

    /// The linear index of a block, as accesses note it.
    pub fn noted_block(&self, rank: usize) -> u32 {
        self.members[rank].linear.min(ShadowAccess::LAST_BLOCK)
    }

    /// Where the shared memory of an address is: rank and offset in it. What is before the beginning is in the thread's own block.
    #[inline(always)]
    pub fn shared_place(&self, own: usize, offset: u64) -> (usize, u64) {
        match offset >> RANK_SHIFT {
            rank @ 0..0xff => (rank as usize, offset & ((1 << RANK_SHIFT) - 1)),
            _ => (own, offset),
        }
    }

    /// An offset in the shared memory of the cluster as people know it: in that of the block.
    pub fn own_offset(&self, offset: usize) -> usize {
        offset % self.shared_stride.max(1)
    }

    /// Blocks must not touch the shared memory of those that have ended.
    pub fn check_member(&self, rank: usize, who: Who, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        let message = match self.members.get(rank) {
            Some(member) if member.live > 0 => return Ok(()),
            Some(_) => format!("block {rank} of the cluster has ended, and its shared memory with it"),
            None => format!("there is no block {rank} in a cluster of {}", self.members.len()),
        };
        Err(launch.fault(FaultKind::OutOfBounds, message, who.pc, self, who.thread()))
    }

    /// Ends a phase of the cluster's barrier.
    pub fn end_cluster_phase(&mut self) {
        let barrier = &mut self.cluster_barrier;
        barrier.completed.clone_from(&barrier.arrived);
        let [arrived, completed] = &mut barrier.initialised;
        completed.clone_from(arrived);
    }
}

impl Warp {
    /// `barrier.cluster.arrive`, `barrier.cluster.wait`
    pub fn cluster_barrier(
        &mut self,
        front: &Front,
        mask: u32,
        step: ClusterStep,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let fault = |message: &str, lanes: u32| {
            let thread = self.thread(lanes);
            Err(launch.fault(FaultKind::InvalidOperand, message.to_string(), front.pc, block, thread))
        };
        let ClusterLanes { arrived, free } = self.cluster;
        match step {
            ClusterStep::Arrive { releases } => {
                let again = mask & (arrived | free);
                if again != 0 {
                    return fault("the thread arrives again before it has waited for the others", again);
                }
                self.cluster.arrived |= mask;
                block.progress += 1;
                let barrier = &mut block.cluster_barrier;
                if releases {
                    gather(&mut barrier.arrived, &block.clocks[self.index]);
                } else if let Some(fenced) = block.orders.fenced(self.index) {
                    // A fence before a relaxed arrival releases what was done before the fence.
                    gather(&mut barrier.arrived, fenced);
                }
                if let Some(fenced) = block.orders.init_fences.get(&self.index) {
                    gather(&mut barrier.initialised[0], fenced);
                }
                if releases {
                    block.tick(self.index);
                }
                Ok(StepFlow::Next)
            }
            ClusterStep::Wait => {
                let early = mask & !(arrived | free);
                if early != 0 {
                    return fault("the thread waits at the barrier of the cluster without having arrived", early);
                }
                let waiting = mask & !free;
                self.pass_cluster(mask & free, block);
                if waiting == 0 {
                    return Ok(StepFlow::Next);
                }
                self.put(Front { pc: front.pc + 1, mask: front.mask & !waiting, ..front.clone() });
                self.put(Front { mask: waiting, wait: Wait::Cluster, ..front.clone() });
                Ok(StepFlow::Gone)
            }
        }
    }

    /// Lanes learn what others did before they arrived.
    fn pass_cluster(&mut self, lanes: u32, block: &mut BlockState) {
        if lanes != 0 {
            self.cluster.free &= !lanes;
            join(&mut block.clocks[self.index], &block.cluster_barrier.completed);
            let initialised = &block.cluster_barrier.initialised[1];
            if !initialised.is_empty() {
                gather(block.orders.init_known.entry(self.index).or_default(), initialised);
            }
        }
    }

    /// All threads of the cluster have arrived: those that wait go on.
    pub fn leave_cluster_barrier(&mut self, block: &mut BlockState) {
        self.cluster.free = self.cluster.arrived;
        self.cluster.arrived = 0;
        let (waiting, others): (Vec<Front>, _) =
            std::mem::take(&mut self.fronts).into_iter().partition(|front| front.wait == Wait::Cluster);
        self.fronts = others;
        for front in waiting {
            self.pass_cluster(front.mask, block);
            self.put(Front { pc: front.pc + 1, wait: Wait::Ready, ..front });
        }
    }

    /// Whether all lanes that have not ended have arrived, and how many these are.
    pub fn cluster_arrivals(&self) -> (bool, u32) {
        (self.live & !self.cluster.arrived == 0, lanes_of(self.live).count() as u32)
    }
}
