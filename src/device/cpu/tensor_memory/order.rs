//! Who has accessed tensor memory, and whether others may rely on it.

use super::super::access::Who;
use super::super::block::BlockState;
use super::super::kernel_launch::KernelLaunch;
use super::super::lanes::WARP;
use super::super::warp::{StepFailure, Warp};
use super::{COLUMNS, NOTED_LANES, TensorPlace};
use crate::device::error::FaultKind;

/// Who does something to tensor memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TensorAgent {
    /// A warp: when it has waited for the transfer, by its clock; `None` before that.
    Warp(Option<u32>),
    /// A matrix unit, by the number of its work.
    Unit(usize),
    /// The warp that gives columns back.
    Owner,
}

/// An access to tensor memory.
#[derive(Clone, Copy)]
pub struct TensorAccess {
    pub who: Who,
    pub agent: TensorAgent,
    pub writes: bool,
}

/// The last write to a few lanes of a column, and the reads since.
#[derive(Default)]
pub struct CellRecord {
    write: Option<TensorAccess>,
    reads: Vec<TensorAccess>,
}

impl CellRecord {
    fn note(&mut self, access: TensorAccess) {
        if access.writes {
            self.write = Some(access);
            self.reads.clear();
            return;
        }
        let same = |read: &&mut TensorAccess| {
            read.who.warp == access.who.warp
                && matches!(read.agent, TensorAgent::Unit(_)) == matches!(access.agent, TensorAgent::Unit(_))
        };
        match self.reads.iter_mut().find(same) {
            Some(read) => *read = access,
            None => self.reads.push(access),
        }
    }

    fn earlier(&self, writes: bool) -> impl Iterator<Item = &TensorAccess> {
        self.write.iter().chain(self.reads.iter().filter(move |_| writes))
    }
}

/// Transfers that a warp has not waited for: numbers of records, and whether the transfer writes.
#[derive(Default)]
pub struct PendingTransfers(Vec<(usize, bool)>);

/// The number of the record of a place.
fn record_of(place: TensorPlace) -> usize {
    place.lane / NOTED_LANES * COLUMNS + place.column
}

impl BlockState {
    /// Whether an earlier access is over when a warp, or work of a unit that it begins, comes to the same place, and no fence that the kernel
    /// should have is missing.
    fn is_over(&self, earlier: TensorAccess, access: TensorAccess) -> bool {
        let (warp, other) = (access.who.warp, earlier.who.warp);
        // What gives columns back is no asynchronous work.
        let has_fence = access.agent == TensorAgent::Owner;
        let knows = |clock: u32| {
            self.clocks.of(warp, other) >= clock
                && (has_fence || self.clocks.follows_on_tensor_memory(warp, other, clock))
        };
        match (earlier.agent, access.agent) {
            (TensorAgent::Owner, _) => true,
            // Loads follow each other, and so do stores.
            (TensorAgent::Warp(None), TensorAgent::Warp(_) | TensorAgent::Owner) => {
                other == warp && earlier.writes == access.writes
            }
            (TensorAgent::Warp(None), TensorAgent::Unit(_)) => false,
            (TensorAgent::Warp(Some(clock)), _) => other == warp || knows(clock),
            (TensorAgent::Unit(work), agent) => {
                let work = &self.tensor_units.works[work];
                let is_done = work.done.is_some_and(|done| {
                    self.clocks.knows_asynchronous(warp, done)
                        && (has_fence || self.clocks.follows_asynchronous(warp, done))
                });
                // Work of the same thread is done in order.
                let follows = matches!(agent, TensorAgent::Unit(_)) && (other == warp || knows(work.begun));
                is_done || follows
            }
        }
    }

    /// Notes an access to places of the tensor memory of a block of the cluster, which has to be in order.
    pub fn access_tensor_memory(
        &mut self,
        rank: usize,
        places: impl Iterator<Item = TensorPlace>,
        access: TensorAccess,
        launch: &KernelLaunch<'_>,
    ) -> Result<Vec<usize>, StepFailure> {
        let mut records = Vec::new();
        let mut last = usize::MAX;
        for place in places {
            if !self.tensor_memory.blocks[rank].is_allocated(place) {
                let message = format!("lane {}, column {} of tensor memory is not allocated", place.lane, place.column);
                return Err(launch.fault(FaultKind::OutOfBounds, message, access.who.pc, self, access.who.thread()));
            }
            let record = record_of(place);
            if record == last {
                continue;
            }
            last = record;
            let earlier = self.tensor_memory.blocks[rank].records[record].earlier(access.writes);
            if let Some(&earlier) = earlier.into_iter().find(|&&earlier| !self.is_over(earlier, access)) {
                launch.tolerate(self.unordered_in_tensor_memory(place, access, earlier, launch))?;
            }
            records.push(record);
        }
        if launch.checks.races {
            records.sort_unstable();
            records.dedup();
            for &record in &records {
                self.tensor_memory.blocks[rank].records[record].note(access);
            }
        }
        Ok(records)
    }

    #[cold]
    fn unordered_in_tensor_memory(
        &self,
        place: TensorPlace,
        access: TensorAccess,
        earlier: TensorAccess,
        launch: &KernelLaunch<'_>,
    ) -> StepFailure {
        let does = if access.writes { "is written" } else { "is read" };
        let why = match earlier.agent {
            TensorAgent::Unit(work) if self.tensor_units.works[work].done.is_none() => {
                "while the tensor core works on it: no thread has waited for a tcgen05.commit"
            }
            TensorAgent::Warp(None) if earlier.writes => "though no tcgen05.wait::st has followed its tcgen05.st",
            TensorAgent::Warp(None) => "though no tcgen05.wait::ld has followed its tcgen05.ld",
            _ if self.is_over(earlier, TensorAccess { agent: TensorAgent::Owner, ..access }) => {
                "without tcgen05.fence::before_thread_sync and tcgen05.fence::after_thread_sync in between"
            }
            _ => "without order",
        };
        let message = format!("lane {}, column {} of tensor memory {does} {why}", place.lane, place.column);
        let shadow = self.asynchronous_access(earlier.who.thread(), earlier.writes, earlier.who.pc);
        launch.race(message, access.who.pc, self, access.who.thread(), shadow)
    }
}

impl Warp {
    /// A transfer of this warp is under way.
    pub fn begin_transfer(&mut self, records: Vec<usize>, writes: bool) {
        self.transfers.0.extend(records.into_iter().map(|record| (record, writes)));
    }

    /// `tcgen05.wait`: the loads of the warp are done, or its stores.
    pub fn wait_transfers(&mut self, stores: bool, block: &mut BlockState) {
        let clock = block.clocks.own(self.index());
        let pending = std::mem::take(&mut self.transfers.0);
        let (done, left): (Vec<_>, Vec<_>) = pending.into_iter().partition(|&(_, writes)| writes == stores);
        self.transfers.0 = left;
        for (record, _) in done {
            let record = &mut block.tensor_memory.blocks[self.rank()].records[record];
            for access in record.write.iter_mut().chain(&mut record.reads) {
                if access.agent == TensorAgent::Warp(None) && access.who.warp == self.index() && access.writes == stores
                {
                    access.agent = TensorAgent::Warp(Some(clock));
                }
            }
        }
    }

    /// The thread of a lane, for work that it begins.
    pub fn who(&self, pc: u32, lane: usize) -> Who {
        debug_assert!(lane < WARP, "a lane of the warp");
        Who { pc, warp: self.index(), lane }
    }
}
