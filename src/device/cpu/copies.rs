//! `cp.async`: copies to shared memory that threads wait for themselves, or leave to mbarrier objects.
//!
//! A copy reads its source at once. Until its thread has waited nobody may touch the destination, whenever the copy writes it.

use super::access::{How, LaneAccess, MemoryBytes, Who};
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::lanes_of;
use super::program::{AsyncCopy, MemorySpace};
use super::shadow::ShadowAccess;
use super::warp::{Front, PendingCopy, StepFailure, Warp};
use crate::device::error::FaultKind;

/// Words of shared memory that copies write which nobody has waited for.
#[derive(Default)]
pub struct AwaitedWords {
    /// For each word, the step from 1, and the thread; nothing before the first copy.
    words: Vec<(u32, u32)>,
    count: usize,
}

impl AwaitedWords {
    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn begin(&mut self, offset: usize, size: u32, who: Who) {
        let end = (offset + size as usize) / 4;
        if self.words.len() < end {
            self.words.resize(end, (0, 0));
        }
        for word in &mut self.words[offset / 4..end] {
            self.count += usize::from(word.0 == 0);
            *word = (who.pc + 1, who.thread());
        }
    }

    /// The copy that writes there has been waited for.
    pub fn end(&mut self, offset: usize, size: u32) {
        let end = ((offset + size as usize) / 4).min(self.words.len());
        for word in &mut self.words[(offset / 4).min(end)..end] {
            self.count -= usize::from(word.0 != 0);
            *word = (0, 0);
        }
    }
}

impl BlockState {
    /// Whether an access of shared memory is to bytes that a copy writes.
    pub fn check_awaited(
        &self,
        who: Who,
        (offset, size): (usize, u32),
        writes: bool,
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let words = offset / 4..(offset + size as usize).div_ceil(4);
        let awaited = words.filter_map(|word| self.awaited_words.words.get(word)).find(|(step, _)| *step != 0);
        let Some(&(step, thread)) = awaited else { return Ok(()) };
        let earlier = self.asynchronous_access(thread, true, step - 1);
        let at = self.own_offset(offset);
        let verb = if writes { "written" } else { "read" };
        let message = format!("shared memory at offset {at} is {verb} while an asynchronous copy writes it");
        Err(launch.race(message, who.pc, self, who.thread(), earlier))
    }

    /// A copy writes its destination.
    pub fn shared_copy(&mut self, copy: &PendingCopy) {
        for (i, &(value, defined)) in copy.bytes.iter().enumerate() {
            self.shared.store(copy.offset + i * copy.unit as usize, copy.unit, value, defined);
        }
    }
}

impl Warp {
    /// `cp.async`: reads at once, and writes when it is waited for. Until then nobody may look at the destination.
    pub fn copy(
        &mut self,
        front: &Front,
        mask: u32,
        copy: &AsyncCopy,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let &AsyncCopy { ref to, ref from, size, source_size } = copy;
        let to_addresses = self.addresses(front, mask, to, launch, block)?;
        let sizes = source_size.map(|slot| *self.lanes(front.base, slot));
        // Who copies nothing need not say from where.
        let is_zero = |lane: &usize| sizes.is_some_and(|sizes| sizes[*lane] as u32 == 0);
        let has_size = source_size.map_or(u32::MAX, |slot| self.defined(front.base, slot));
        let idle = lanes_of(mask & has_size).filter(is_zero).fold(0, |all, lane| all | 1 << lane);
        let reading = mask & !idle;
        let from_addresses = self.addresses(front, reading, from, launch, block)?;
        if launch.checks.traffic {
            block.traffic().count(from.space, &from_addresses, reading, size, false);
            block.traffic().count(to.space, &to_addresses, mask, size, true);
        }
        let unit = size.min(4);
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let wanted = sizes.map_or(size, |sizes| (sizes[lane] as u32).min(size));
            let target = match self.locate(who, (to.space, to_addresses[lane], size), launch, block) {
                Ok(target) => target,
                Err(failure) => {
                    launch.tolerate(failure)?;
                    continue;
                }
            };
            let MemoryBytes::Shared(offset) = target else {
                let message = "the destination of an asynchronous copy is not in shared memory".to_string();
                return Err(launch.fault(FaultKind::OutOfBounds, message, front.pc, block, who.thread()));
            };
            if let Some(object) = block.mbarriers.overlapping(offset, size) {
                let at = block.own_offset(object);
                let message = format!("the copy overwrites the mbarrier at offset {at} of shared memory");
                return Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, who.thread()));
            }
            let mut bytes = Vec::with_capacity(4);
            let aligned = from_addresses[lane].is_multiple_of(u64::from(size));
            if reading >> lane & 1 == 1 && !aligned {
                let message = format!("address {:#x} is not a multiple of {size}", from_addresses[lane]);
                return Err(launch.fault(FaultKind::Misaligned, message, front.pc, block, who.thread()));
            }
            for at in (0..size).step_by(unit as usize) {
                // Bytes beyond those that are wanted are zero.
                let count = wanted.saturating_sub(at).min(unit);
                let address = from_addresses[lane].wrapping_add(u64::from(at));
                let value = self.read_bytes(who, (from.space, address, count), launch, block)?;
                let place = Self::further(target, at);
                self.note(LaneAccess { who, target: place, size: unit, how: How::weak(true) }, true, launch, block)?;
                // The bits stay, so that whoever reads too early gets what a GPU may give, but they no longer count as written.
                let old = block.shared.load(offset + at as usize, unit).0;
                block.shared.store(offset + at as usize, unit, old, false);
                bytes.push((value, true));
            }
            if block.shadow.is_on() {
                block.awaited_words.begin(offset, size, who);
            }
            let has_landed = block.is_done_at_once(launch);
            let group = self.copies.group(lane);
            let copy = PendingCopy { lane, group, offset, bytes, unit, step: front.pc, has_landed };
            if has_landed {
                block.shared_copy(&copy);
            }
            self.copies.push(copy);
        }
        Ok(())
    }

    /// Up to eight bytes from anywhere: a word that is there and has a value as a whole, anything else byte by byte, an access of its own each,
    /// so that the first one that is wrong is named.
    fn read_bytes(
        &self,
        who: Who,
        (space, address, count): (MemorySpace, u64, u32),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<u64, StepFailure> {
        let how = How::weak(false);
        if count == 4
            && let Ok(target) = self.locate(who, (space, address, count), launch, block)
            && let (value, true) = self.read(target, count, launch, block, who.lane)
        {
            self.note(LaneAccess { who, target, size: count, how }, true, launch, block)?;
            return Ok(value);
        }
        let mut value = 0;
        for byte in 0..count {
            let target = match self.locate(who, (space, address.wrapping_add(u64::from(byte)), 1), launch, block) {
                Ok(target) => target,
                Err(failure) => {
                    launch.tolerate(failure)?;
                    continue;
                }
            };
            self.note(LaneAccess { who, target, size: 1, how }, true, launch, block)?;
            let (part, known) = self.read(target, 1, launch, block, who.lane);
            if !known {
                self.tolerate_unwritten(who, target, launch, block)?;
            }
            value |= part << (byte * 8);
        }
        Ok(value)
    }

    /// `cp.async.wait_group`, `wait_all`
    pub fn wait_copies(
        &mut self,
        mask: u32,
        keep: Option<u32>,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let groups = self.copies.groups();
        let done = |copy: &PendingCopy| {
            let over = keep.is_none_or(|keep| copy.group.saturating_add(keep) < groups[copy.lane]);
            mask >> copy.lane & 1 == 1 && over
        };
        block.finish_own(launch, self.index(), done)?;
        for copy in self.copies.take(done) {
            let who = Who { pc: copy.step, warp: self.index(), lane: copy.lane };
            block.awaited_words.end(copy.offset, copy.size());
            for offset in (copy.offset..copy.offset + copy.size() as usize).step_by(copy.unit as usize) {
                let how = How::weak(true);
                let access = LaneAccess { who, target: MemoryBytes::Shared(offset), size: copy.unit, how };
                self.note(access, true, launch, block)?;
            }
            if !copy.has_landed {
                block.shared_copy(&copy);
            }
        }
        Ok(())
    }
}

impl BlockState {
    /// How the race detector takes what a thread has had done asynchronously, by an instruction.
    pub fn asynchronous_access(&self, thread: u32, writes: bool, step: u32) -> ShadowAccess {
        let (rank, thread) = self.identity(thread);
        ShadowAccess {
            block: self.noted_block(rank),
            thread,
            clock: self.clocks.asynchronous(),
            bytes: 0xf,
            strong: false,
            narrow: false,
            writes,
            asynchronous: true,
            step,
        }
    }
}
