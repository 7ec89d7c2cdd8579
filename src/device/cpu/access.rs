//! Loads, stores, atomics and copies, with everything that may be wrong about them.

use super::block::BlockState;
use super::cluster::shared_address;
use super::extents::SharedExtent;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, WARP, lanes_of};
use super::memory::{self, GlobalBuffer, low_bytes, offset_of};
use super::program::{Atomic, MatrixTransfer, MemorySpace, StepAddress, Transfer};
use super::shadow::{PageBudget, Shadow, ShadowAccess};
use super::together::Loaded;
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;
use crate::isa::StateSpace;
use std::sync::MutexGuard;

/// Bytes in a memory.
#[derive(Clone, Copy)]
pub enum MemoryBytes<'b> {
    Global(&'b GlobalBuffer, u64),
    Shared(usize),
    Local(usize),
    Param(usize),
}

/// A place in memory that others see, for messages.
#[derive(Clone, Copy, Debug)]
pub enum MemoryPlace {
    /// So many bytes behind the beginning of a buffer.
    Global(u64),
    /// In the shared memory of the block, or of those of a cluster.
    Shared(usize),
    /// In memory of the thread.
    Own,
}

/// One thread's access, for messages and for the race detector.
#[derive(Clone, Copy)]
pub struct Who {
    pub pc: u32,
    pub warp: usize,
    pub lane: usize,
}

impl Who {
    pub fn thread(self) -> u32 {
        (self.warp * WARP + self.lane) as u32
    }
}

#[derive(Clone, Copy)]
pub struct How {
    pub writes: bool,
    pub strong: bool,
    /// Strong among the threads of the block only.
    pub narrow: bool,
    /// A copy that an mbarrier object counts reads its source: it has done so for whoever has waited for the phase.
    pub asynchronous: bool,
}

impl How {
    /// A weak access.
    pub const fn weak(writes: bool) -> Self {
        Self { writes, strong: false, narrow: false, asynchronous: false }
    }
}

/// One lane's access to one place: what the race detector records, and what a fault names.
#[derive(Clone, Copy)]
pub struct LaneAccess<'b> {
    pub who: Who,
    pub target: MemoryBytes<'b>,
    /// In bytes.
    pub size: u32,
    pub how: How,
}

/// An address in no space, aligned as any access wants it.
const NOWHERE: u64 = 0x7fff_ff00;

/// So many bits.
pub const fn low_mask(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

impl MemoryBytes<'_> {
    /// The place without the memory.
    pub fn place(self) -> MemoryPlace {
        match self {
            Self::Global(_, offset) => MemoryPlace::Global(offset),
            Self::Shared(offset) => MemoryPlace::Shared(offset),
            Self::Local(_) | Self::Param(_) => MemoryPlace::Own,
        }
    }
}

impl BlockState {
    /// What is said of a place that was never written.
    pub fn describe_unwritten(&self, place: MemoryPlace) -> String {
        match place {
            MemoryPlace::Global(offset) => format!("offset {offset} of the buffer was never written"),
            MemoryPlace::Shared(offset) => match self.mbarriers.overlapping(offset, 1) {
                Some(_) => {
                    let at = self.own_offset(offset);
                    format!("offset {at} of shared memory belongs to an mbarrier, which is opaque")
                }
                None => format!("offset {} of shared memory was never written", self.own_offset(offset)),
            },
            MemoryPlace::Own => "it was never written".into(),
        }
    }

    /// Whether there is something at a place though it has no value: what a thread keeps for itself, and copies of that.
    pub fn holds_copy(&self, target: MemoryBytes<'_>, size: u32) -> bool {
        match target {
            MemoryBytes::Local(_) => true,
            MemoryBytes::Shared(offset) => self.shared.is_written(offset, size),
            _ => false,
        }
    }
}

/// The offset as people write it: what is before the beginning is negative.
fn signed(offset: u64, space: MemorySpace) -> i64 {
    if space == MemorySpace::Global { offset as i64 } else { i64::from(offset as u32 as i32) }
}

impl Warp {
    /// The address operands of a step, all of which must have a value.
    pub fn addresses(
        &self,
        front: &Front,
        mask: u32,
        place: &StepAddress,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Lanes, StepFailure> {
        let mut addresses = [0; WARP];
        self.find_addresses((front, mask, place), launch, block, &mut addresses)?;
        self.check_extent(front, mask, launch, block, &mut addresses)?;
        Ok(addresses)
    }

    /// The same, where they are wanted, and without a look at the variables that they have to be in.
    #[inline]
    pub fn find_addresses(
        &self,
        (front, mask, place): (&Front, u32, &StepAddress),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
        addresses: &mut Lanes,
    ) -> Result<(), StepFailure> {
        let undefined = mask & !self.defined(front.base, place.base);
        self.tolerate(undefined, FaultKind::Uninitialised, "the address has no value", front.pc, launch, block)?;
        let offset = if place.space == MemorySpace::Frame {
            place.offset.wrapping_add(i64::from(front.local))
        } else {
            place.offset
        };
        // Addresses of these spaces have 32 bits, and so have sums.
        let is_short = matches!(place.space, MemorySpace::Shared | MemorySpace::Local);
        let keep = if is_short { 0xffff_ffff } else { u64::MAX };
        for (address, base) in addresses.iter_mut().zip(self.lanes(front.base, place.base)) {
            *address = base.wrapping_add(offset as u64) & keep;
        }
        lanes_of(undefined).for_each(|lane| addresses[lane] = NOWHERE);
        Ok(())
    }

    /// Whether lanes access the variable of shared memory that their addresses are made of, if these are those of one.
    fn check_extent(
        &self,
        front: &Front,
        mask: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
        addresses: &mut Lanes,
    ) -> Result<(), StepFailure> {
        let Some(SharedExtent { name, start, end }) = launch.program.variable_of(front.pc) else { return Ok(()) };
        for lane in lanes_of(mask) {
            if addresses[lane] == NOWHERE {
                continue;
            }
            // The same of any block of the cluster.
            let at = addresses[lane] & (shared_address(1, 0) - 1);
            if at < *start || end.is_some_and(|end| at >= end) {
                let bytes = end.map_or(String::new(), |end| format!(", which has {} bytes", end - start));
                let message = format!("offset {} of `{name}`{bytes}", at.wrapping_sub(*start) as i64);
                let thread = self.thread(1 << lane);
                launch.tolerate(launch.fault(FaultKind::OutOfBounds, message, front.pc, block, thread))?;
                addresses[lane] = NOWHERE;
            }
        }
        Ok(())
    }

    /// What is at an address, if an access of that many bytes is right there.
    pub fn locate<'b>(
        &self,
        who: Who,
        (space, address, bytes): (MemorySpace, u64, u32),
        launch: &KernelLaunch<'b>,
        block: &BlockState,
    ) -> Result<MemoryBytes<'b>, StepFailure> {
        let fault = |kind, message| launch.fault(kind, message, who.pc, block, who.thread());
        if !address.is_multiple_of(u64::from(bytes)) {
            let message = format!("address {address:#x} is not a multiple of {bytes}");
            return Err(fault(FaultKind::Misaligned, message));
        }
        // Buffers lie in windows of the address space that are far apart, so an address alone tells which memory is meant: generic
        // accesses go where it says, and `.global` ones nowhere else than to global memory.
        let (space, mut offset) = match space {
            MemorySpace::Generic => (memory::space_of(address), offset_of(address)),
            MemorySpace::Global if memory::space_of(address) == MemorySpace::Global => {
                (MemorySpace::Global, offset_of(address))
            }
            MemorySpace::Global => (MemorySpace::Generic, address),
            MemorySpace::Frame => (MemorySpace::Local, address),
            other => (other, address),
        };
        let (limit, target) = match space {
            MemorySpace::Global => {
                let place = memory::place_of(address, launch.memory.host_ranges);
                let buffer = place.and_then(|(index, _)| launch.memory.buffers.get(index)?.as_ref());
                match (place, buffer) {
                    (Some((_, within)), Some(buffer)) => {
                        offset = within;
                        (buffer.bytes, MemoryBytes::Global(buffer, within))
                    }
                    _ => {
                        let message =
                            format!("no memory at address {address:#x}, the buffer has been freed or never was");
                        return Err(fault(FaultKind::OutOfBounds, message));
                    }
                }
            }
            MemorySpace::Shared => {
                let (rank, own) = block.shared_place(self.rank(), offset);
                offset = own;
                if rank != self.rank() {
                    block.check_member(rank, who, launch)?;
                }
                (
                    u64::from(launch.shape.shared_bytes),
                    MemoryBytes::Shared(block.cluster.shared_start(rank) + own as usize),
                )
            }
            MemorySpace::Local | MemorySpace::Frame => {
                (self.local_end(who.lane) as u64, MemoryBytes::Local(offset as usize))
            }
            MemorySpace::Param => (launch.memory.parameters.len() as u64, MemoryBytes::Param(offset as usize)),
            MemorySpace::Generic => {
                let what = if address < 4096 { "null pointer: " } else { "" };
                let message = format!("{what}no memory at address {address:#x}");
                return Err(fault(FaultKind::OutOfBounds, message));
            }
        };
        if offset.checked_add(u64::from(bytes)).is_none_or(|end| end > limit) {
            let none = match (space, limit) {
                (MemorySpace::Shared, 0) => ": the kernel has none of its own, and the launch gives none",
                _ => "",
            };
            let message = format!(
                "{bytes} bytes at offset {} of {limit} bytes of {} memory{none}",
                signed(offset, space),
                space.name()
            );
            return Err(fault(FaultKind::OutOfBounds, message));
        }
        Ok(target)
    }

    /// An access races with an earlier one.
    #[cold]
    pub fn unordered(
        LaneAccess { who, target, how, .. }: LaneAccess<'_>,
        word: u64,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
        earlier: ShadowAccess,
    ) -> StepFailure {
        let (space, at) = match target {
            MemoryBytes::Shared(_) => (StateSpace::Shared.name(), block.own_offset(word as usize * 4) as u64),
            _ => (StateSpace::Global.name(), word * 4),
        };
        let verb = if how.writes { "written" } else { "read" };
        let message = format!("{space} memory at offset {at} is {verb} without order");
        launch.race(message, who.pc, block, who.thread(), earlier)
    }

    /// Tells the race detector; `changes` is false where the value that is written is there already, which is no race with the same store.
    #[inline]
    pub fn note(
        &self,
        access: LaneAccess<'_>,
        changes: bool,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        self.race(access, changes, launch, block).or_else(|failure| launch.tolerate(failure))
    }

    /// Tells the race detector: an access that is not in order is an error.
    #[inline]
    fn race(
        &self,
        access: LaneAccess<'_>,
        changes: bool,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let LaneAccess { who, target, size, how } = access;
        let (shadow, budget, offset): (&Shadow, &PageBudget, u64) = match target {
            MemoryBytes::Global(buffer, _) if buffer.is_only_read() => return Ok(()),
            MemoryBytes::Global(buffer, offset) => (&buffer.shadow, &launch.order.budget, offset),
            MemoryBytes::Shared(offset) => (&block.shadow, &block.budget, offset as u64),
            _ => return Ok(()),
        };
        if !shadow.is_on() {
            return Ok(());
        }
        if !block.bulk.is_empty() {
            block.check_bulk(access, launch)?;
        }
        if block.has_unit_work() {
            block.check_units(access, launch)?;
        }
        if let (MemoryBytes::Shared(offset), false) = (target, block.awaited_words.is_empty()) {
            block.check_awaited(who, (offset, size), how.writes, launch)?;
        }
        let bytes = if size >= 4 { 0xf } else { ((1 << size) - 1) << (offset % 4) };
        if launch.order.primary.is_some() {
            block.check_primary(access, bytes, launch)?;
        }
        let record = block.record_of(who, how, bytes);
        for word in offset / 4..(offset + u64::from(size)).div_ceil(4) {
            let ordered = |earlier| block.is_ordered(who.warp, earlier, launch);
            if let Some(earlier) = shadow.note(word as usize, record, changes, &ordered, budget)
                && !launch.has_enough()
            {
                return Err(Self::unordered(access, word, launch, block, earlier));
            }
        }
        Ok(())
    }

    /// The value at a place, and whether it has one.
    pub fn read(
        &self,
        target: MemoryBytes<'_>,
        size: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
        lane: usize,
    ) -> (u64, bool) {
        if let MemoryBytes::Global(buffer, _) = target {
            buffer.note_read();
        }
        self.held(target, size, launch, block, lane)
    }

    /// The same for a store, which compares it with its own.
    pub fn held(
        &self,
        target: MemoryBytes<'_>,
        size: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
        lane: usize,
    ) -> (u64, bool) {
        match target {
            MemoryBytes::Global(buffer, offset) => (buffer.load(offset, size), buffer.is_defined(offset, size)),
            MemoryBytes::Shared(offset) => block.shared.load(offset, size),
            MemoryBytes::Local(offset) => self.local(lane).load(offset, size),
            MemoryBytes::Param(offset) => (low_bytes(&launch.memory.parameters[offset..], size), true),
        }
    }

    /// The place some bytes further.
    pub fn further(target: MemoryBytes<'_>, by: u32) -> MemoryBytes<'_> {
        match target {
            MemoryBytes::Global(buffer, offset) => MemoryBytes::Global(buffer, offset + u64::from(by)),
            MemoryBytes::Shared(offset) => MemoryBytes::Shared(offset + by as usize),
            MemoryBytes::Local(offset) => MemoryBytes::Local(offset + by as usize),
            MemoryBytes::Param(offset) => MemoryBytes::Param(offset + by as usize),
        }
    }

    /// `ld`
    pub fn load(
        &mut self,
        front: &Front,
        mask: u32,
        transfer: &Transfer,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let mut addresses = [0; WARP];
        self.find_addresses((front, mask, &transfer.place), launch, block, &mut addresses)?;
        block.note_host_reads(mask, &addresses, launch);
        let total = transfer.size * transfer.elements.len() as u32;
        if transfer.order.acquires && !transfer.order.narrow {
            block.orders.acquire_from_others();
        }
        if launch.checks.traffic {
            block.traffic().count(transfer.place.space, &addresses, mask, total, false);
        }
        if transfer.non_coherent && launch.checks.races {
            self.check_non_coherent((front, mask), (transfer, &addresses), launch, block)?;
        }
        if self.load_together(front, mask, (transfer, &addresses), launch, block)? {
            return Ok(());
        }
        self.check_extent(front, mask, launch, block, &mut addresses)?;
        // What another block stores in one piece is not read in two, and comes with what was released by it.
        let is_own = matches!(transfer.place.space, MemorySpace::Shared | MemorySpace::Local);
        let _guard = (transfer.strong && !is_own).then(|| launch.memory.atomics.lock());
        for (index, element) in transfer.elements.iter().enumerate() {
            let further = index as u32 * transfer.size;
            let mut targets = [MemoryBytes::Param(0); WARP];
            let mut loaded = Loaded { mask, values: self.registers.take_spare(), defined: 0, further };
            loaded.values.fill(0);
            for lane in lanes_of(mask) {
                let who = Who { pc: front.pc, warp: self.index(), lane };
                let target = match self.locate(who, (transfer.place.space, addresses[lane], total), launch, block) {
                    Ok(target) => Self::further(target, further),
                    Err(failure) => {
                        launch.tolerate(failure)?;
                        loaded.defined |= 1 << lane;
                        continue;
                    }
                };
                let how = How { strong: transfer.strong, narrow: transfer.order.narrow, ..How::weak(false) };
                if transfer.strong {
                    block.acquire(who.warp, target, transfer.order, launch);
                    block.observe(who.warp, target, transfer.order, launch);
                }
                self.note(LaneAccess { who, target, size: transfer.size, how }, true, launch, block)?;
                let (value, known) = self.read(target, transfer.size, launch, block, lane);
                targets[lane] = target;
                loaded.values[lane] = value;
                loaded.defined |= u32::from(known) << lane;
            }
            if let Some(to) = *element {
                self.finish_load(front, (transfer, to), loaded, |lane| targets[lane], launch, block)?;
            }
        }
        Ok(())
    }

    /// `ld.global.nc` must not read what the launch has written, in whatever order: it may give what a cache had from before (PTX ISA, `ld.global.nc`).
    fn check_non_coherent(
        &self,
        (front, mask): (&Front, u32),
        (transfer, addresses): (&Transfer, &Lanes),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let total = transfer.size * transfer.elements.len() as u32;
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let place = (transfer.place.space, addresses[lane], total);
            let Ok(MemoryBytes::Global(buffer, offset)) = self.locate(who, place, launch, block) else { continue };
            if buffer.is_only_read() || !buffer.is_written() {
                continue;
            }
            let mut words = offset / 4..(offset + u64::from(total)).div_ceil(4);
            let written = words.find_map(|word| Some((word, buffer.shadow.last_write(word as usize)?)));
            let Some((word, write)) = written else { continue };
            let message = format!(
                "global memory at offset {} is read by a non-coherent load, though this launch has written it",
                4 * word
            );
            launch.tolerate(launch.race(message, who.pc, block, who.thread(), write))?;
        }
        Ok(())
    }

    /// Which bits of a place have values, if they are not all; bytes that nobody makes use of count as if they had.
    pub fn bits_read(
        &self,
        target: MemoryBytes<'_>,
        size: u32,
        unused: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
        lane: usize,
    ) -> u64 {
        let mut known = match target {
            MemoryBytes::Shared(offset) => block.shared.known_bits(offset, size),
            MemoryBytes::Local(offset) => self.local(lane).known_bits(offset, size),
            _ => {
                let is_known = |byte: &u32| self.read(Self::further(target, *byte), 1, launch, block, lane).1;
                (0..size).filter(is_known).fold(!low_mask(size * 8), |known, byte| known | 0xff << (byte * 8))
            }
        };
        for byte in (0..size).filter(|byte| unused >> byte & 1 == 1) {
            known |= 0xff << (byte * 8);
        }
        known
    }

    /// A thread has read what was never written: the fault ends it, unless the launch goes on after faults.
    pub fn tolerate_unwritten(
        &self,
        who: Who,
        target: MemoryBytes<'_>,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        launch.tolerate_unnoticed(who.pc, || {
            let message = self.describe_unwritten(target, block);
            launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread())
        })
    }

    pub fn describe_unwritten(&self, target: MemoryBytes<'_>, block: &BlockState) -> String {
        block.describe_unwritten(target.place())
    }

    /// `st`
    pub fn store(
        &mut self,
        front: &Front,
        mask: u32,
        transfer: &Transfer,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let mut addresses = [0; WARP];
        self.find_addresses((front, mask, &transfer.place), launch, block, &mut addresses)?;
        let total = transfer.size * transfer.elements.len() as u32;
        block.note_progress();
        if launch.checks.traffic {
            block.traffic().count(transfer.place.space, &addresses, mask, total, true);
        }
        if self.store_together(front, mask, (transfer, &addresses), launch, block)? {
            return Ok(());
        }
        self.check_extent(front, mask, launch, block, &mut addresses)?;
        let _guard = transfer.strong.then(|| launch.memory.atomics.lock());
        for (index, element) in transfer.elements.iter().enumerate() {
            let Some(from) = *element else { continue };
            let values = *self.lanes(front.base, from);
            let defined = self.defined(front.base, from);
            for lane in lanes_of(mask) {
                let who = Who { pc: front.pc, warp: self.index(), lane };
                let target = match self.locate(who, (transfer.place.space, addresses[lane], total), launch, block) {
                    Ok(target) => Self::further(target, index as u32 * transfer.size),
                    Err(failure) => {
                        launch.tolerate(failure)?;
                        continue;
                    }
                };
                let how = How { strong: transfer.strong, narrow: transfer.order.narrow, ..How::weak(true) };
                let known = if defined >> lane & 1 == 1 { u64::MAX } else { self.known_bits(front.base, from, lane) };
                self.put_value(
                    LaneAccess { who, target, size: transfer.size, how },
                    values[lane],
                    known,
                    launch,
                    block,
                )?;
                if transfer.strong {
                    block.release(who.warp, target, transfer.order, false, launch);
                }
            }
        }
        if transfer.order.releases {
            block.clocks.tick(self.index());
        }
        Ok(())
    }

    /// A store begins, which memory holds when the guard is dropped. Blocks have shared memory to themselves.
    #[inline]
    pub fn begin_store<'l>(
        launch: &'l KernelLaunch<'_>,
        block: &BlockState,
        target: MemoryBytes<'_>,
    ) -> Option<MutexGuard<'l, ()>> {
        let is_common = matches!(target, MemoryBytes::Global(..));
        is_common.then(|| launch.order.stores.begin(block.noted_block(0)))
    }

    /// A store may have raced: tells so, unless a thread of another block has stored the same value, which memory may hold only in a moment.
    /// Whoever calls this has no store under way.
    #[inline]
    pub fn settle(
        &self,
        noted: Result<(), StepFailure>,
        access: LaneAccess<'_>,
        value: u64,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let Err(failure) = noted else { return Ok(()) };
        // What a thread of the same block has stored is there already.
        let is_of_others = failure.other.as_ref().is_some_and(|other| other.thread.block != failure.thread.block);
        let comes_to_hold = || {
            launch.order.stores.finish();
            self.held(access.target, access.size, launch, block, access.who.lane) == (value, true)
        };
        let is_global = matches!(access.target, MemoryBytes::Global(..));
        let is_same = is_global && is_of_others && !launch.has_told(&failure) && comes_to_hold();
        if is_same { Ok(()) } else { launch.tolerate(failure) }
    }

    /// Stores a value of which some bits are known.
    pub fn put_value(
        &mut self,
        access: LaneAccess<'_>,
        value: u64,
        known_bits: u64,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let LaneAccess { who, target, size, .. } = access;
        let fault = |kind, message: &str, block: &BlockState| {
            launch.fault(kind, message.to_string(), who.pc, block, who.thread())
        };
        let mut unfinished = None;
        if !matches!(target, MemoryBytes::Local(_)) {
            let mask = low_mask(size * 8);
            let (old, known) = self.held(target, size, launch, block, who.lane);
            unfinished = Self::begin_store(launch, block, target);
            // Threads often agree on what they store: the same value twice changes nothing, whoever comes first.
            let noted = self.race(access, !known || old != value & mask, launch, block);
            unfinished = unfinished.filter(|_| noted.is_ok());
            self.settle(noted, access, value & mask, launch, block)?;
        }
        match target {
            MemoryBytes::Global(buffer, offset) => {
                if buffer.constant {
                    return launch.tolerate(fault(FaultKind::OutOfBounds, "constant memory is written", block));
                }
                // Padding and bits without a name come behind those that have values.
                let mut known_bits = known_bits;
                if known_bits & 1 == 0 {
                    let message = "a register without a value goes to global memory";
                    launch.tolerate_unnoticed(who.pc, || fault(FaultKind::Uninitialised, message, block))?;
                    known_bits = u64::MAX;
                }
                buffer.store(offset, size, value);
                buffer.undefine(offset, !known_bits & low_mask(size * 8));
            }
            MemoryBytes::Shared(offset) => {
                if let Some(object) = block.mbarriers.overlapping(offset, size) {
                    let object = block.own_offset(object);
                    let message = format!("the mbarrier at offset {object} of shared memory is overwritten");
                    return Err(fault(FaultKind::InvalidOperand, &message, block));
                }
                block.shared.store_bits(offset, size, value, known_bits);
            }
            MemoryBytes::Local(offset) => self.local_mut(who.lane).store_bits(offset, size, value, known_bits),
            MemoryBytes::Param(_) => return Err(fault(FaultKind::OutOfBounds, "a kernel parameter is written", block)),
        }
        drop(unfinished);
        Ok(())
    }

    /// `atom`, `red`
    pub fn atomic(
        &mut self,
        front: &Front,
        mask: u32,
        atomic: &Atomic,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let addresses = self.addresses(front, mask, &atomic.place, launch, block)?;
        block.note_host_reads(mask, &addresses, launch);
        let [a, b] = atomic.operands.map(|slot| *self.lanes(front.base, slot));
        let known = self.defined(front.base, atomic.operands[0]) & self.defined(front.base, atomic.operands[1]);
        self.tolerate(mask & !known, FaultKind::Uninitialised, "an operand has no value", front.pc, launch, block)?;
        if atomic.order.acquires && !atomic.order.narrow {
            block.orders.acquire_from_others();
        }
        block.note_progress();
        let mut olds = [0; WARP];
        // Of the block's own memory the other threads of the host know nothing.
        let is_own = |lane: usize| match atomic.place.space {
            MemorySpace::Generic => memory::space_of(addresses[lane]) == MemorySpace::Shared,
            space => space == MemorySpace::Shared,
        };
        let _guard = (!lanes_of(mask).all(is_own)).then(|| launch.memory.atomics.lock());
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let target = match self.locate(who, (atomic.place.space, addresses[lane], atomic.size), launch, block) {
                Ok(target) => target,
                Err(failure) => {
                    launch.tolerate(failure)?;
                    continue;
                }
            };
            let (old, known) = self.read(target, atomic.size, launch, block, lane);
            if !known {
                self.tolerate_unwritten(who, target, launch, block)?;
            }
            olds[lane] = old;
            block.acquire(who.warp, target, atomic.order, launch);
            if atomic.result.is_some() {
                block.observe(who.warp, target, atomic.order, launch);
            }
            // What was released by the last writer is known before the new value is made, and this one is released after it is there.
            let update = (atomic.update)(old, a[lane], b[lane]);
            block.note_change(update.is_some_and(|new| new != old));
            let how = How { strong: true, narrow: atomic.order.narrow, ..How::weak(update.is_some()) };
            let access = LaneAccess { who, target, size: atomic.size, how };
            match update {
                Some(new) => self.put_value(access, new, u64::MAX, launch, block)?,
                None => self.note(access, false, launch, block)?,
            }
            block.release(who.warp, target, atomic.order, true, launch);
        }
        if atomic.order.releases {
            block.clocks.tick(self.index());
        }
        if let Some(to) = atomic.result {
            self.write(front.base, to, mask, &olds, u32::MAX);
        }
        Ok(())
    }

    /// `ldmatrix`, `stmatrix`: matrices of eight rows of 16 bytes, the address of row `r` of matrix `i` being in lane `8i + r`.
    pub fn matrix_memory(
        &mut self,
        front: &Front,
        transfer: &MatrixTransfer,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let &MatrixTransfer { ref place, ref registers, transposed, stores } = transfer;
        let rows = 8 * registers.len();
        let used = if rows >= 32 { u32::MAX } else { (1 << rows) - 1 };
        let addresses = self.addresses(front, used, place, launch, block)?;
        if launch.checks.traffic {
            block.traffic().count(place.space, &addresses, used, 16, stores);
        }
        let mut rows = [None; WARP];
        for owner in lanes_of(used) {
            let who = Who { pc: front.pc, warp: self.index(), lane: owner };
            match self.locate(who, (place.space, addresses[owner], 16), launch, block) {
                Ok(row) => rows[owner] = Some(row),
                Err(failure) => launch.tolerate(failure)?,
            }
        }
        // A lane has two neighbouring elements of a row whose address another lane holds, or of a column: faults name the lane that gave the
        // address, races the one that has the value.
        let (parts, size) = if transposed { (2, 2) } else { (1, 4) };
        for (matrix, &register) in registers.iter().enumerate() {
            let mut values = if stores { *self.lanes(front.base, register) } else { [0; WARP] };
            let known = self.defined(front.base, register);
            for (lane, own) in values.iter_mut().enumerate() {
                for part in 0..parts {
                    let (row, column) =
                        if transposed { (lane % 4 * 2 + part, lane / 4) } else { (lane / 4, lane % 4 * 2) };
                    let Some(target) = rows[matrix * 8 + row] else { continue };
                    let target = Self::further(target, column as u32 * 2);
                    let (who, how) = (Who { pc: front.pc, warp: self.index(), lane }, How::weak(stores));
                    let access = LaneAccess { who, target, size, how };
                    if stores {
                        let known = 0u64.wrapping_sub(u64::from(known >> lane & 1));
                        let value = *own >> (16 * part) & low_mask(size * 8);
                        self.put_value(access, value, known, launch, block)?;
                        continue;
                    }
                    self.note(access, true, launch, block)?;
                    let (value, known) = self.read(target, size, launch, block, lane);
                    if !known {
                        self.tolerate_unwritten(who, target, launch, block)?;
                    }
                    *own |= value << (16 * part);
                }
            }
            if !stores {
                self.write(front.base, register, u32::MAX, &values, u32::MAX);
            }
        }
        Ok(())
    }
}
