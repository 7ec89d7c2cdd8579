//! Work of matrix units that goes on by itself, and `tcgen05.commit`.

use super::super::access::{How, LaneAccess, MemoryBytes, Who};
use super::super::block::BlockState;
use super::super::clocks::add_asynchronous;
use super::super::cluster::shared_address;
use super::super::kernel_launch::KernelLaunch;
use super::super::lanes::lanes_of;
use super::super::matrix_descriptor::CHUNK;
use super::super::program::{MemorySpace, RegisterSlot, StepAddress};
use super::super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;

/// `tcgen05.commit`
pub struct TensorCommit {
    /// Where the object is that is told.
    pub place: StepAddress,
    /// The blocks of the cluster whose objects are told; the one of the address when `None`.
    pub receivers: Option<RegisterSlot>,
}

/// A product or copy.
pub struct UnitWork {
    who: Who,
    /// The clock of its warp when it began.
    pub begun: u32,
    /// Words of shared memory that it reads.
    words: Vec<usize>,
    /// The clock of asynchronous copies when it was done; `None` before that.
    pub done: Option<u32>,
}

/// Work that objects will be told of when it is done.
struct PendingCommit {
    who: Who,
    mbarriers: Vec<usize>,
    works: Vec<usize>,
    /// What its warp knew of the clocks.
    known: Vec<u32>,
}

/// The matrix units of a cluster.
#[derive(Default)]
pub struct TensorUnits {
    /// All that they have begun.
    pub(super) works: Vec<UnitWork>,
    /// What of that is not done.
    pending: Vec<usize>,
    commits: Vec<PendingCommit>,
    /// How much work under way reads each word of shared memory, and the last of it; nothing before the first work.
    reading: Vec<(u32, u32)>,
}

impl BlockState {
    /// Work begins that reads these words of shared memory; its number is the next one.
    pub fn begin_work(&mut self, who: Who, words: Vec<usize>) {
        let number = self.tensor_units.works.len();
        for &word in &words {
            if self.tensor_units.reading.len() <= word {
                self.tensor_units.reading.resize(word + 1, (0, 0));
            }
            let reading = &mut self.tensor_units.reading[word];
            *reading = (reading.0 + 1, number as u32);
        }
        let begun = self.clocks.own(who.warp);
        self.tensor_units.works.push(UnitWork { who, begun, words, done: None });
        self.tensor_units.pending.push(number);
        self.note_progress();
    }

    fn finish_work(&mut self, number: usize, launch: &KernelLaunch<'_>) {
        let done = self.clocks.finish_asynchronous();
        let work = &mut self.tensor_units.works[number];
        work.done = Some(done);
        let (who, words) = (work.who, std::mem::take(&mut work.words));
        for word in words {
            self.tensor_units.reading[word].0 -= 1;
            if self.shadow.is_on() && launch.checks.races {
                let access = self.asynchronous_access(who.thread(), false, who.pc);
                self.shadow.note(word, access, false, &|_| true, &self.budget);
            }
        }
    }

    /// Whether a write to shared memory is to words that a unit is still reading.
    pub fn check_units(
        &self,
        LaneAccess { who, target, size, how }: LaneAccess<'_>,
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let (MemoryBytes::Shared(offset), true) = (target, how.writes) else { return Ok(()) };
        let words = offset / 4..(offset + size as usize).div_ceil(4);
        let reading = words.filter_map(|word| self.tensor_units.reading.get(word)).find(|(count, _)| *count > 0);
        let Some(&(_, work)) = reading else { return Ok(()) };
        let reader = self.tensor_units.works[work as usize].who;
        let read = self.asynchronous_access(reader.thread(), false, reader.pc);
        let message = format!(
            "shared memory at offset {} is written while the tensor core reads it: no thread has waited for a tcgen05.commit",
            self.own_offset(offset)
        );
        Err(launch.race(message, who.pc, self, who.thread(), read))
    }

    /// Whether units are reading shared memory.
    #[inline]
    pub fn has_unit_work(&self) -> bool {
        !self.tensor_units.pending.is_empty()
    }

    /// Work is done whose end an mbarrier object is told.
    pub fn finish_commits_of(&mut self, mbarrier: usize, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        while let Some(index) = self.tensor_units.commits.iter().position(|commit| commit.mbarriers.contains(&mbarrier))
        {
            let commit = self.tensor_units.commits.remove(index);
            self.finish_commit(&commit, launch)?;
        }
        Ok(())
    }

    fn finish_commit(&mut self, commit: &PendingCommit, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        for &work in &commit.works {
            if self.tensor_units.works[work].done.is_none() {
                self.finish_work(work, launch);
            }
        }
        let TensorUnits { works, pending, .. } = &mut self.tensor_units;
        pending.retain(|&work| works[work].done.is_none());
        self.note_progress();
        commit.mbarriers.iter().try_for_each(|&mbarrier| self.arrive_for(commit.who, mbarrier, &commit.known, launch))
    }

    /// The block ends: work that is under way had to be waited for, and tensor memory given back.
    pub fn end_tensor_memory(&self, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        if let Some(&work) = self.tensor_units.pending.first() {
            let who = self.tensor_units.works[work].who;
            let message = "the block ends while the tensor core works on this".to_string();
            return Err(launch.fault(FaultKind::Race, message, who.pc, self, who.thread()));
        }
        let left = self.tensor_memory.kept();
        let Some((who, columns)) = left else { return Ok(()) };
        let message = format!("the block ends with {columns} columns of tensor memory that no thread has given back");
        Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, self, who.thread()))
    }
}

impl Warp {
    /// `tcgen05.commit`, for each lane.
    pub fn commit_work(
        &mut self,
        front: &Front,
        mask: u32,
        commit: &TensorCommit,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let addresses = self.addresses(front, mask, &commit.place, launch, block)?;
        let receivers = match commit.receivers {
            Some(slot) => Some(self.operand(front, mask, Some(slot), launch, block)?),
            None => None,
        };
        for lane in lanes_of(mask) {
            let who = self.who(front.pc, lane);
            let mut mbarriers = Vec::new();
            match receivers {
                None => mbarriers.push(self.object(who, &commit.place, addresses[lane], launch, block)?),
                Some(masks) => {
                    let place = StepAddress { space: MemorySpace::Shared, ..commit.place };
                    let offset = block.shared_place(self.rank(), addresses[lane]).1;
                    for rank in lanes_of(masks[lane] as u32 & 0xffff) {
                        mbarriers.push(self.object(who, &place, shared_address(rank, offset), launch, block)?);
                    }
                }
            }
            for &mbarrier in &mbarriers {
                block.use_object(who, mbarrier, launch)?;
            }
            let units = &block.tensor_units;
            let of_thread = |&work: &usize| units.works[work].who.thread() == who.thread();
            let works = units.pending.iter().copied().filter(of_thread).collect();
            let known = block.clocks.known(self.index()).to_vec();
            let commit = PendingCommit { who, mbarriers, works, known };
            if block.is_done_at_once(launch) {
                block.finish_commit(&commit, launch)?;
            } else {
                block.tensor_units.commits.push(commit);
            }
        }
        block.clocks.tick(self.index());
        block.note_progress();
        Ok(())
    }

    /// A chunk of shared memory of a block of the cluster as a unit reads it, with the words that it is in.
    pub fn read_for_unit(
        &self,
        who: Who,
        (rank, address): (usize, u64),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<([u64; 2], usize), StepFailure> {
        let address = shared_address(rank, address & 0x3_ffff);
        let target = self.locate(who, (MemorySpace::Shared, address, CHUNK), launch, block)?;
        let MemoryBytes::Shared(offset) = target else { unreachable!("shared memory") };
        self.check_read_of_unit(who, offset, launch, block).or_else(|failure| launch.tolerate(failure))?;
        Ok((self.words_of_chunk(who, target, launch, block)?, offset / 4))
    }

    /// A unit sees what the asynchronous proxy has written, and what was written before a proxy fence.
    fn check_read_of_unit(
        &self,
        who: Who,
        offset: usize,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        if !block.shadow.is_on() {
            return Ok(());
        }
        let how = How::weak(false);
        let access = LaneAccess { who, target: MemoryBytes::Shared(offset), size: CHUNK, how };
        block.check_bulk(access, launch)?;
        if !block.awaited_words.is_empty() {
            block.check_awaited(who, (offset, CHUNK), false, launch)?;
        }
        for word in offset / 4..(offset + CHUNK as usize) / 4 {
            if let Some(write) = block.shadow.last_write(word)
                && !block.is_ordered(who.warp, write, launch)
                && (write.thread != block.identity(who.thread()).1 || write.asynchronous)
            {
                return Err(Self::unordered(access, word as u64, launch, block, write));
            }
            block.check_proxy(who, word * 4, "the tensor core", launch)?;
        }
        Ok(())
    }
}

impl BlockState {
    /// The end of a commit arrives at an object: who waits for the phase knows what the thread that committed knew, and that the work is
    /// done.
    fn arrive_for(
        &mut self,
        who: Who,
        mbarrier: usize,
        known: &[u32],
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let mut all = known.to_vec();
        add_asynchronous(&mut all, self.clocks.asynchronous());
        self.arrive_knowing(who, mbarrier, &all, launch)
    }
}
