//! Clusters: blocks that run side by side, reach each other's shared memory and have a barrier of their own.
//!
//! A cluster runs as one: the warps of its blocks follow each other, and so does their shared memory. An address of shared memory has
//! the rank of a block of the cluster above [`RANK_SHIFT`], also that of a variable of the thread's own block: as on GPUs, a mask leads
//! from one block of a pair to the other.

use super::access::Who;
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::WARP;
use super::program::ClusterStep;
use super::shadow::{ShadowAccess, join};
use super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use crate::device::error::FaultKind;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

/// Where a rank is in an address of shared memory.
pub const RANK_SHIFT: u32 = 24;

/// The address of an offset in the shared memory of the block of a rank.
pub const fn shared_address(rank: usize, offset: u64) -> u64 {
    (rank as u64) << RANK_SHIFT | offset
}

/// A block of a cluster.
#[derive(Debug)]
struct ClusterBlock {
    /// `%ctaid`
    index: [u32; 3],
    /// Linear index in the grid.
    linear: u32,
    /// Threads that have not ended.
    live: u32,
}

/// The blocks of a cluster by rank, and their common barrier.
pub struct Cluster {
    members: Vec<ClusterBlock>,
    block_warps: usize,
    /// Bytes from the shared memory of one block to that of the next.
    shared_stride: usize,
    barrier: ClusterBarrier,
    /// The last access of a warp to the shared memory of another block, by the rank of that and by the warp.
    remote: RefCell<BTreeMap<(usize, usize), RemoteAccess>>,
}

/// An access to the shared memory of another block.
struct RemoteAccess {
    who: Who,
    /// The clock of its warp.
    clock: u32,
    /// Phases of the cluster's barrier that were over.
    phases: u64,
    /// The number of the asynchronous copy that it is, once that is done.
    copy: Option<u32>,
}

impl Cluster {
    /// The cluster of a number; the block of a linear index where clusters have one.
    pub fn new(launch: &KernelLaunch<'_>, number: u32) -> Self {
        let members = launch.indices(number).into_iter().map(|index| {
            let linear = (index[2] * launch.shape.grid[1] + index[1]) * launch.shape.grid[0] + index[0];
            ClusterBlock { index, linear, live: launch.shape.block.iter().product() }
        });
        Self {
            members: members.collect(),
            block_warps: launch.block_warps(),
            shared_stride: (launch.shape.shared_bytes as usize).next_multiple_of(16),
            barrier: ClusterBarrier::default(),
            remote: RefCell::default(),
        }
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Warps of a block.
    pub fn block_warps(&self) -> usize {
        self.block_warps
    }

    /// The warps of a block, by their index in the cluster.
    pub fn warps_of(&self, rank: usize) -> Range<usize> {
        rank * self.block_warps..(rank + 1) * self.block_warps
    }

    /// Where the shared memory of a block begins in that of the cluster.
    #[inline]
    pub fn shared_start(&self, rank: usize) -> usize {
        rank * self.shared_stride
    }

    /// Bytes from the shared memory of one block to that of the next.
    pub fn shared_stride(&self) -> usize {
        self.shared_stride
    }

    /// `%ctaid` of a block.
    pub fn index(&self, rank: usize) -> [u32; 3] {
        self.members[rank].index
    }

    /// The linear index of a block in the grid.
    pub fn linear(&self, rank: usize) -> u32 {
        self.members[rank].linear
    }

    /// Threads of a block that have not ended.
    pub fn live(&self, rank: usize) -> u32 {
        self.members[rank].live
    }

    /// So many threads of a block end.
    pub fn end_threads(&mut self, rank: usize, threads: u32) {
        self.members[rank].live -= threads;
    }
}

impl KernelLaunch<'_> {
    /// Blocks of a cluster.
    pub fn cluster_blocks(&self) -> u32 {
        self.shape.cluster.iter().product()
    }

    /// Warps of a block.
    pub fn block_warps(&self) -> usize {
        self.shape.block.iter().product::<u32>().div_ceil(WARP as u32) as usize
    }

    /// `%ctaid` of the blocks of the cluster of a number, by rank.
    pub fn indices(&self, number: u32) -> Vec<[u32; 3]> {
        let split = |linear: u32, [x, y, _]: [u32; 3]| [linear % x, linear / x % y, linear / x / y];
        let clusters = std::array::from_fn(|axis| self.shape.grid[axis] / self.shape.cluster[axis]);
        let cluster = split(number, clusters);
        let member = |rank| {
            let within = split(rank, self.shape.cluster);
            std::array::from_fn(|axis| cluster[axis] * self.shape.cluster[axis] + within[axis])
        };
        (0..self.cluster_blocks()).map(member).collect()
    }
}

/// The barrier of a cluster.
#[derive(Default)]
struct ClusterBarrier {
    /// What those knew of the clocks who have arrived.
    arrived: Vec<u32>,
    /// The same for the phase that is over.
    completed: Vec<u32>,
    /// Phases that are over: after one, all blocks have begun.
    phases: u64,
    /// What those knew of new mbarrier objects, of this phase and of the one that is over.
    initialised: [Vec<u32>; 2],
}

/// One who arrives adds what is known there.
pub fn gather(known: &mut Vec<u32>, own: &[u32]) {
    known.resize(own.len(), 0);
    join(known, own);
}

/// Lanes that have come to the barrier of their cluster.
#[derive(Clone, Copy, Default, Debug)]
pub struct ClusterLanes {
    /// They have arrived, and others have not.
    arrived: u32,
    /// All have arrived, and these have not waited yet.
    free: u32,
}

impl BlockState {
    /// The rank of the block, and the thread within it, of a thread of the cluster.
    #[inline(always)]
    pub fn identity(&self, thread: u32) -> (usize, u32) {
        if self.cluster.members.len() == 1 {
            return (0, thread);
        }
        let padded = (self.cluster.block_warps * WARP) as u32;
        ((thread / padded) as usize, thread % padded)
    }

    /// The warp of the cluster that did something; `None` for one of another cluster.
    #[inline(always)]
    pub fn warp_of(&self, access: ShadowAccess) -> Option<usize> {
        let own = access.thread as usize / WARP;
        // Searching takes time that most launches need not spend.
        if self.cluster.members.len() == 1 {
            return (self.noted_block(0) == access.block).then_some(own);
        }
        let rank = (0..self.cluster.members.len()).find(|&rank| self.noted_block(rank) == access.block)?;
        Some(rank * self.cluster.block_warps + own)
    }

    /// The linear index of a block, as accesses note it.
    pub fn noted_block(&self, rank: usize) -> u32 {
        self.cluster.members[rank].linear.min(ShadowAccess::LAST_BLOCK)
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
        offset % self.cluster.shared_stride.max(1)
    }

    /// Blocks must not touch the shared memory of those that have ended, or that may not have begun.
    pub fn check_member(&self, rank: usize, who: Who, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        let message = match self.cluster.members.get(rank) {
            Some(member) if member.live > 0 && self.knows_begin(rank, who.warp) => {
                let (clock, phases) = (self.clocks.own(who.warp), self.cluster.barrier.phases);
                self.cluster
                    .remote
                    .borrow_mut()
                    .insert((rank, who.warp), RemoteAccess { who, clock, phases, copy: None });
                return Ok(());
            }
            Some(member) if member.live > 0 => {
                let message =
                    format!("block {rank} of the cluster may not have begun, and its shared memory is accessed");
                return launch.tolerate(launch.fault(FaultKind::Race, message, who.pc, self, who.thread()));
            }
            Some(_) => format!("block {rank} of the cluster has ended, and its shared memory with it"),
            None => format!("there is no block {rank} in a cluster of {}", self.cluster.members.len()),
        };
        Err(launch.fault(FaultKind::OutOfBounds, message, who.pc, self, who.thread()))
    }

    /// Whether a warp can know that a block has begun: all have once they have met, or one of its threads has told.
    fn knows_begin(&self, rank: usize, warp: usize) -> bool {
        let mut others = self.cluster.warps_of(rank);
        self.cluster.barrier.phases > 0 || others.contains(&warp) || others.any(|other| self.clocks.of(warp, other) > 0)
    }

    /// A block that has ended must have heard of all accesses to its shared memory, by the cluster's barrier or otherwise: it might have ended before
    /// them. How this launch went does not matter.
    pub fn end_cluster(&self, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        for (&(rank, warp), access) in self.cluster.remote.borrow().iter() {
            let mut owners = self.cluster.warps_of(rank);
            let knows = |owner: usize| {
                self.clocks.of(owner, warp) >= access.clock
                    || access.copy.is_some_and(|copy| self.clocks.knows_asynchronous(owner, copy))
            };
            let has_heard = self.cluster.barrier.phases > access.phases || owners.any(knows);
            if !has_heard {
                let message = format!("block {rank} of the cluster may have ended, and its shared memory is accessed");
                let who = access.who;
                launch.tolerate(launch.fault(FaultKind::Race, message, who.pc, self, who.thread()))?;
            }
        }
        Ok(())
    }

    /// A copy that may have written the shared memory of another block from an offset on is done: whoever waits for its bytes there hears of the access.
    pub fn end_remote_copy(&self, who: Who, offset: u64) {
        let rank = offset as usize / self.cluster.shared_stride.max(1);
        if let Some(access) = self.cluster.remote.borrow_mut().get_mut(&(rank, who.warp))
            && access.who.pc == who.pc
        {
            access.copy = Some(self.clocks.asynchronous());
        }
    }

    /// Ends a phase of the cluster's barrier.
    pub fn end_cluster_phase(&mut self) {
        let barrier = &mut self.cluster.barrier;
        barrier.completed.clone_from(&barrier.arrived);
        barrier.phases += 1;
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
                block.note_progress();
                let barrier = &mut block.cluster.barrier;
                if releases {
                    gather(&mut barrier.arrived, block.clocks.known(self.index()));
                } else if let Some(fenced) = block.orders.fenced(self.index()) {
                    // A fence before a relaxed arrival releases what was done before the fence.
                    gather(&mut barrier.arrived, fenced);
                }
                if let Some(fenced) = block.orders.init_fenced(self.index()) {
                    gather(&mut barrier.initialised[0], fenced);
                }
                if releases {
                    block.clocks.tick(self.index());
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
            block.clocks.learn(self.index(), &block.cluster.barrier.completed);
            block.orders.learn_inits(self.index(), &block.cluster.barrier.initialised[1]);
        }
    }

    /// All threads of the cluster have arrived: those that wait go on.
    pub fn leave_cluster_barrier(&mut self, block: &mut BlockState) {
        self.cluster.free = self.cluster.arrived;
        self.cluster.arrived = 0;
        for front in self.take_fronts(|front| front.wait == Wait::Cluster) {
            self.pass_cluster(front.mask, block);
            self.put(Front { pc: front.pc + 1, wait: Wait::Ready, ..front });
        }
    }

    /// Whether all lanes that have not ended have arrived, and how many these are.
    pub fn cluster_arrivals(&self) -> (bool, u32) {
        (self.live() & !self.cluster.arrived == 0, self.live().count_ones())
    }
}
