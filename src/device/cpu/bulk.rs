//! Bulk copies: `cp.async.bulk`, `cp.reduce.async.bulk` (PTX ISA 9.7.9.25.4); those of tensors are in [`super::tensor`].
//!
//! A copy reads its source at once and writes its destination as late as it may: when somebody waits for it. Until then nobody may
//! touch the destination or change the source. Shared memory that threads wrote is seen by a copy only behind a proxy fence.

use super::access::{How, LaneAccess, MemoryBytes, Who};
use super::block::BlockState;
use super::clocks::FencedSpaces;
use super::cluster::shared_address;
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::memory;
use super::program::{AsyncStore, BulkCompletion, BulkCopy, MemorySpace, Op, StepAddress, Update};
use super::shadow::ShadowAccess;
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;
use std::ops::Range;

/// Addresses and sizes are multiples of it.
const UNIT: u32 = 16;

/// Bytes of shared memory, or of a buffer by its number.
#[derive(Clone, PartialEq, Debug)]
pub struct CopyRegion {
    buffer: Option<usize>,
    /// From the first byte to the last.
    bounds: Range<u64>,
    /// The pieces, if there are gaps between them.
    pieces: Vec<Range<u64>>,
}

/// Bytes that one lane copies from or to.
#[derive(Clone, Copy, Debug)]
pub struct CopiedBytes {
    pub space: MemorySpace,
    pub address: u64,
    pub size: u32,
}

impl CopiedBytes {
    /// The smallest part that is copied, from an offset on: space, address and bytes.
    fn unit(self, offset: u32) -> (MemorySpace, u64, u32) {
        (self.space, self.address.wrapping_add(u64::from(offset)), UNIT)
    }
}

impl CopyRegion {
    /// Bytes that follow each other, from an address on.
    pub fn of(target: MemoryBytes<'_>, address: u64, size: u64, launch: &KernelLaunch<'_>) -> Option<Self> {
        let (buffer, start) = match target {
            MemoryBytes::Global(_, offset) => (Some(memory::place_of(address, launch.memory.host_ranges)?.0), offset),
            MemoryBytes::Shared(offset) => (None, offset as u64),
            _ => return None,
        };
        Some(Self { buffer, bounds: start..start + size, pieces: Vec::new() })
    }

    /// No bytes of any memory.
    pub fn nowhere() -> Self {
        Self { buffer: Some(usize::MAX), bounds: 0..0, pieces: Vec::new() }
    }

    /// The region with another piece of the same memory.
    fn and(mut self, other: Self) -> Self {
        if self.pieces.is_empty() {
            self.pieces.push(self.bounds.clone());
        }
        self.pieces.push(other.bounds.clone());
        self.bounds = self.bounds.start.min(other.bounds.start)..self.bounds.end.max(other.bounds.end);
        self
    }

    /// Two regions of the same memory, as far as they are there.
    pub fn joined(known: Option<Self>, more: Option<Self>) -> Option<Self> {
        match (known, more) {
            (Some(known), Some(more)) => Some(known.and(more)),
            (known, more) => known.or(more),
        }
    }

    /// The bytes, piece by piece.
    fn parts(&self) -> Vec<Range<u64>> {
        if self.pieces.is_empty() { vec![self.bounds.clone()] } else { self.pieces.clone() }
    }

    /// Bytes from the first to the last.
    pub fn bytes(&self) -> u64 {
        self.bounds.end - self.bounds.start
    }

    /// Where it begins.
    pub fn start(&self) -> u64 {
        self.bounds.start
    }

    /// What is at an offset of the memory.
    fn target<'b>(&self, offset: u64, launch: &KernelLaunch<'b>) -> Option<MemoryBytes<'b>> {
        match self.buffer {
            None => Some(MemoryBytes::Shared(offset as usize)),
            Some(number) => Some(MemoryBytes::Global(launch.memory.buffers.get(number)?.as_ref()?, offset)),
        }
    }

    fn overlaps(&self, target: MemoryBytes<'_>, size: u32, launch: &KernelLaunch<'_>) -> bool {
        let start = match (self.target(0, launch), target) {
            (Some(MemoryBytes::Shared(_)), MemoryBytes::Shared(offset)) => offset as u64,
            (Some(MemoryBytes::Global(own, _)), MemoryBytes::Global(buffer, offset)) if std::ptr::eq(own, buffer) => {
                offset
            }
            _ => return false,
        };
        let meets = |bytes: &Range<u64>| bytes.start < start + u64::from(size) && start < bytes.end;
        meets(&self.bounds) && (self.pieces.is_empty() || self.pieces.iter().any(meets))
    }
}

/// What a copy that is done is told to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// The mbarrier object at an offset.
    MBarrier(usize),
    /// The thread's group of this number.
    Group(u32),
}

/// A copy on its way.
pub struct PendingBulk {
    /// Who has begun it.
    pub who: Who,
    /// What is told when it is done.
    pub awaited: Awaited,
    /// What it reads.
    pub source: Option<CopyRegion>,
    /// The tensor map that it goes by, if threads can write that.
    pub map: Option<CopyRegion>,
    /// What it writes.
    pub destination: CopyRegion,
    /// Bytes of what is written at once.
    pub unit: u32,
    /// What is written, with its offsets in the memory of the destination.
    pub values: Vec<(u64, u64)>,
    /// The bytes that an mbarrier object counts; nobody knows of boxes whose tensor map is made up.
    pub bytes: Option<u64>,
    /// Which of its step's reductions it does, if any.
    pub reduction: Option<usize>,
    /// Nobody minds if the source changes.
    pub has_read: bool,
    /// It has been done already, though nobody may rely on it yet.
    pub has_landed: bool,
    /// What whoever waits for the object knows then besides: the stores before an `st.async`.
    pub released: Vec<u32>,
}

impl PendingBulk {
    fn thread(&self) -> u32 {
        self.who.thread()
    }

    fn uses_shared(&self) -> bool {
        self.destination.buffer.is_none() || self.reads_shared()
    }

    fn reads_shared(&self) -> bool {
        !self.has_read && self.source.as_ref().is_some_and(|source| source.buffer.is_none())
    }

    /// The new value from the old and the copied one, if the copy reduces.
    fn update<'p>(&self, launch: &KernelLaunch<'p>) -> Option<&'p Update> {
        match (&launch.program.steps[self.who.pc as usize].op, self.reduction) {
            (Op::AsyncStore(step), Some(_)) => step.reduce.as_ref(),
            (Op::BulkCopy(step), Some(_)) => step.reduce.as_ref().map(|(update, _)| update),
            (Op::TensorCopy(step), Some(index)) => step.reductions.get(index)?.as_ref(),
            _ => None,
        }
    }
}

/// Values that a lane stores asynchronously.
pub struct CountedStore<'s> {
    /// The address in the shared memory of the cluster.
    pub to: u64,
    /// The object that counts the bytes, and its address.
    pub mbarrier: (&'s StepAddress, u64),
    /// Bytes of a value.
    pub size: u32,
    /// The values.
    pub values: &'s [u64],
    /// They are combined with what is there, as the step says.
    pub reduces: bool,
}

/// The bulk copies of a block that are under way, and whether it has begun any of which nobody knows how much it writes.
#[derive(Default)]
pub struct BulkCopies(Vec<PendingBulk>, bool);

impl BulkCopies {
    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The groups of bulk copies that each lane of a warp has made.
#[derive(Default)]
pub struct BulkGroups([u32; WARP]);

impl BulkGroups {
    /// Some lanes end a group.
    pub fn commit(&mut self, mask: u32) {
        lanes_of(mask).for_each(|lane| self.0[lane] += 1);
    }

    /// What the next copy of a lane is waited for by.
    pub fn awaited(&self, lane: usize) -> Awaited {
        Awaited::Group(self.0[lane])
    }
}

impl BlockState {
    /// Whether an access is to bytes that a copy works on.
    pub fn check_bulk(
        &self,
        LaneAccess { who, target, size, how }: LaneAccess<'_>,
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        for copy in &self.bulk.0 {
            let both_atomic = copy.reduction.is_some() && how.strong;
            let writes = !both_atomic && copy.destination.overlaps(target, size, launch);
            let is_at = |region: &Option<CopyRegion>| {
                region.as_ref().is_some_and(|region| region.overlaps(target, size, launch))
            };
            let disturbs = how.writes && !copy.has_read;
            let is_map = disturbs && is_at(&copy.map);
            if !(writes || is_map || disturbs && is_at(&copy.source)) {
                continue;
            }
            let (space, offset) = match target {
                MemoryBytes::Global(_, offset) => (MemorySpace::Global, offset),
                MemoryBytes::Shared(offset) => (MemorySpace::Shared, self.own_offset(offset) as u64),
                _ => continue,
            };
            let message = format!(
                "{} memory at offset {offset} is {} while an asynchronous copy {} it",
                space.name(),
                if how.writes { "written" } else { "read" },
                match (writes, is_map) {
                    (true, _) => "writes",
                    (false, true) => "goes by the tensor map in",
                    (false, false) => "reads",
                },
            );
            let earlier = self.asynchronous_access(copy.thread(), writes, copy.who.pc);
            return Err(launch.race(message, who.pc, self, who.thread(), earlier));
        }
        Ok(())
    }

    /// Shared memory that the asynchronous proxy reads must not have been written since the last proxy fence.
    pub fn check_proxy(
        &self,
        who: Who,
        offset: usize,
        reader: &str,
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        if self.bulk.1 {
            // Such a copy may have written it last.
            return Ok(());
        }
        let Some(write) = self.shadow.last_write(offset / 4) else { return Ok(()) };
        if !self.is_unfenced(who, &write, FencedSpaces::SHARED, launch) {
            return Ok(());
        }
        let place = format!("{reader} reads shared memory at offset {}", self.own_offset(offset));
        Err(self.proxy_race(who, &place, write, launch))
    }

    /// Whether the asynchronous proxy may not see what a thread has written.
    fn is_unfenced(&self, who: Who, write: &ShadowAccess, space: FencedSpaces, launch: &KernelLaunch<'_>) -> bool {
        !write.asynchronous && !self.is_fenced(who.warp, *write, space, launch)
    }

    fn proxy_race(&self, who: Who, place: &str, write: ShadowAccess, launch: &KernelLaunch<'_>) -> StepFailure {
        let message = format!("{place} with no fence.proxy.async since it was written");
        launch.race(message, who.pc, self, who.thread(), write)
    }

    /// The same of global memory, as far as threads have written it in this launch.
    pub fn check_global_proxy(
        &self,
        who: Who,
        (target, size): (MemoryBytes<'_>, u32),
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let MemoryBytes::Global(buffer, offset) = target else { return Ok(()) };
        if buffer.is_only_read() {
            return Ok(());
        }
        let mut words = offset as usize / 4..(offset as usize + size as usize).div_ceil(4);
        let is_unfenced = |write: &ShadowAccess| self.is_unfenced(who, write, FencedSpaces::GLOBAL, launch);
        let unfenced = |word: usize| buffer.shadow.last_write(word).filter(is_unfenced);
        let Some((word, write)) = words.find_map(|word| Some((word, unfenced(word)?))) else { return Ok(()) };
        let place = format!("an asynchronous copy reads global memory at offset {}", 4 * word);
        launch.tolerate(self.proxy_race(who, &place, write, launch))
    }

    /// Finishes copies that somebody waits for.
    fn finish_bulk(
        &mut self,
        launch: &KernelLaunch<'_>,
        is_awaited: impl Fn(&PendingBulk) -> bool,
    ) -> Result<(), StepFailure> {
        let (awaited, others) = std::mem::take(&mut self.bulk.0).into_iter().partition(is_awaited);
        self.bulk.0 = others;
        awaited
            .into_iter()
            .filter(|copy: &PendingBulk| !copy.has_landed)
            .try_for_each(|copy| self.arrived(&copy, launch))
    }

    /// A copy is done.
    fn arrived(&mut self, copy: &PendingBulk, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        self.clocks.finish_asynchronous();
        if copy.destination.buffer.is_none() {
            self.end_remote_copy(copy.who, copy.destination.start());
        }
        self.land(copy, launch)?;
        match copy.awaited {
            Awaited::MBarrier(offset) => match copy.bytes {
                Some(bytes) => self.complete(copy, (offset, bytes), launch),
                None => self.land_unknown(copy, offset, launch),
            },
            Awaited::Group(_) => Ok(()),
        }
    }

    /// A copy begins.
    pub fn begin(&mut self, mut copy: PendingBulk, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        self.bulk.1 |= copy.bytes.is_none() && !copy.values.is_empty();
        if self.is_done_at_once(launch) {
            self.arrived(&copy, launch)?;
            copy.has_landed = true;
        }
        self.bulk.0.push(copy);
        Ok(())
    }

    /// The copies that an mbarrier object waits for are done.
    pub fn finish_bulk_of(&mut self, offset: usize, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        if self.bulk.is_empty() {
            return Ok(());
        }
        self.finish_bulk(launch, |copy| copy.awaited == Awaited::MBarrier(offset))
    }

    /// A copy writes its destination.
    fn land(&mut self, copy: &PendingBulk, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        let (update, size) = (copy.update(launch), copy.unit);
        let _guard = update.map(|_| launch.memory.atomics.lock());
        for &(offset, value) in &copy.values {
            let Some(target) = copy.destination.target(offset, launch) else { continue };
            let new = match update {
                None => Some(value),
                Some(update) => update(self.peek(target, size).0, value, value),
            };
            let thread = copy.thread();
            let unordered = self.note_asynchronous(launch, thread, target, size, update.is_some(), copy.who.pc);
            if let Some((word, earlier)) = unordered {
                let message = format!("global memory at offset {} is written without order", word * 4);
                let failure = launch.race(message, copy.who.pc, self, thread, earlier);
                launch.tolerate(failure)?;
            }
            match (target, new) {
                (MemoryBytes::Global(buffer, offset), Some(new)) => buffer.store(offset, size, new),
                (MemoryBytes::Shared(offset), Some(new)) => self.shared.store(offset, size, new, true),
                _ => {}
            }
        }
        Ok(())
    }

    pub fn peek(&self, target: MemoryBytes<'_>, size: u32) -> (u64, bool) {
        match target {
            MemoryBytes::Global(buffer, offset) => {
                buffer.note_read();
                (buffer.load(offset, size), buffer.is_defined(offset, size))
            }
            MemoryBytes::Shared(offset) => self.shared.load(offset, size),
            _ => (0, false),
        }
    }

    /// The block ends: copies to global memory get there, others had to be waited for.
    pub fn end_bulk(&mut self, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        if let Some(copy) = self.bulk.0.iter().find(|copy| copy.uses_shared()) {
            let does = if copy.destination.buffer.is_none() { "writes" } else { "reads" };
            let message = format!("the block ends while this copy still {does} its shared memory");
            return Err(launch.fault(FaultKind::Race, message, copy.who.pc, self, copy.thread()));
        }
        self.finish_bulk(launch, |_| true)
    }
}

impl Warp {
    /// Begins a copy for each lane.
    pub fn bulk_copy(
        &mut self,
        front: &Front,
        mask: u32,
        copy: &BulkCopy,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let [to, from] = [&copy.to, &copy.from].map(|place| self.addresses(front, mask, place, launch, block));
        let (to, from) = (to?, from?);
        let sizes = self.operand(front, mask, Some(copy.size), launch, block)?;
        let mbarriers = match &copy.completion {
            BulkCompletion::MBarrier(place) => Some((place, self.addresses(front, mask, place, launch, block)?)),
            BulkCompletion::Group => None,
        };
        let receivers = self.operand(front, mask, copy.receivers, launch, block)?;
        block.note_progress();
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let size = sizes[lane] as u32;
            if !size.is_multiple_of(UNIT) {
                let message = format!("{size} bytes to copy, not a multiple of {UNIT}");
                return Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()));
            }
            if size == 0 {
                continue;
            }
            if launch.checks.traffic {
                block.traffic().count_bulk(from[lane], size, false);
                block.traffic().count_bulk(to[lane], size, true);
            }
            let source = CopiedBytes { space: copy.from.space, address: from[lane], size };
            let destination = CopiedBytes { space: copy.to.space, address: to[lane], size };
            let mbarrier = mbarriers.as_ref().map(|(place, addresses)| (*place, addresses[lane]));
            let how = How { asynchronous: mbarrier.is_some(), ..How::weak(false) };
            let words = self.read_source((who, how), source, copy.unit(), launch, block)?;
            if copy.receivers.is_none() {
                self.begin_copy((who, copy, mbarrier), source, destination, &words, launch, block)?;
                continue;
            }
            for rank in lanes_of(receivers[lane] as u32 & 0xffff) {
                let there =
                    |address: u64, block: &BlockState| shared_address(rank, block.shared_place(self.rank(), address).1);
                let destination = CopiedBytes { address: there(destination.address, block), ..destination };
                let mbarrier = mbarrier.map(|(place, address)| (place, there(address, block)));
                self.begin_copy((who, copy, mbarrier), source, destination, &words, launch, block)?;
            }
        }
        Ok(())
    }

    /// Begins a copy to one destination.
    fn begin_copy(
        &self,
        (who, copy, mbarrier): (Who, &BulkCopy, Option<(&StepAddress, u64)>),
        source: CopiedBytes,
        destination: CopiedBytes,
        words: &[u64],
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let awaited = self.awaited(who, mbarrier, launch, block)?;
        let reduction = copy.reduce.as_ref().map(|_| 0);
        self.claim(who, destination, reduction.is_some(), launch, block)?;
        let region = |extent: CopiedBytes| -> Result<Option<CopyRegion>, StepFailure> {
            let target = self.locate(who, extent.unit(0), launch, block)?;
            Ok(CopyRegion::of(target, extent.address, extent.size.into(), launch))
        };
        let (source, Some(destination)) = (region(source)?, region(destination)?) else { return Ok(()) };
        let (unit, bytes) = (copy.unit(), destination.bytes());
        let values = (destination.start()..).step_by(unit as usize).zip(words.iter().copied()).collect();
        let (has_read, has_landed) = (false, false);
        let pending = PendingBulk {
            who,
            awaited,
            source,
            map: None,
            destination,
            unit,
            values,
            bytes: Some(bytes),
            reduction,
            has_read,
            has_landed,
            released: Vec::new(),
        };
        block.begin(pending, launch)
    }

    /// `st.async`, `red.async`: a copy of registers to shared memory of the cluster.
    pub fn async_store(
        &mut self,
        front: &Front,
        mask: u32,
        store: &AsyncStore,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let to = self.addresses(front, mask, &store.to, launch, block)?;
        let mbarriers = self.addresses(front, mask, &store.mbarrier, launch, block)?;
        let values = store.values.iter().map(|&slot| self.operand(front, mask, Some(slot), launch, block));
        let values: Vec<_> = values.collect::<Result<_, _>>()?;
        block.note_progress();
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let values: Vec<u64> = values.iter().map(|it| it[lane]).collect();
            let counted = CountedStore {
                to: to[lane],
                mbarrier: (&store.mbarrier, mbarriers[lane]),
                size: store.size,
                values: &values,
                reduces: store.reduce.is_some(),
            };
            self.store_counted(who, counted, launch, block)?;
        }
        block.clocks.tick(self.index());
        Ok(())
    }

    /// Values are on their way to shared memory of the cluster, where an mbarrier object counts their bytes.
    pub fn store_counted(
        &self,
        who: Who,
        CountedStore { to, mbarrier, size, values, reduces }: CountedStore<'_>,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let bytes = size * values.len() as u32;
        let awaited = self.awaited(who, Some(mbarrier), launch, block)?;
        let target = self.locate(who, (MemorySpace::Shared, to, bytes), launch, block)?;
        let how = How { strong: reduces, ..How::weak(true) };
        self.note(LaneAccess { who, target, size: bytes, how }, true, launch, block)?;
        let Some(destination) = CopyRegion::of(target, to, bytes.into(), launch) else { return Ok(()) };
        let start = destination.start();
        if let Some(object) = block.mbarriers.overlapping(start as usize, bytes) {
            let at = block.own_offset(object);
            let message = format!("the mbarrier at offset {at} of shared memory is overwritten");
            return Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()));
        }
        for at in (start..start + u64::from(bytes)).step_by(size as usize) {
            let (old, known) = block.shared.load(at as usize, size);
            if !reduces {
                block.shared.store(at as usize, size, old, false);
            } else if !known {
                self.tolerate_unwritten(who, MemoryBytes::Shared(at as usize), launch, block)?;
            }
        }
        let pending = PendingBulk {
            who,
            awaited,
            source: None,
            map: None,
            destination,
            unit: size,
            values: (start..).step_by(size as usize).zip(values.iter().copied()).collect(),
            bytes: Some(bytes.into()),
            reduction: reduces.then_some(0),
            has_read: true,
            has_landed: false,
            released: block.clocks.known(who.warp).to_vec(),
        };
        block.begin(pending, launch)
    }

    /// What tells a lane that its copy is done: the object at an address, or its next group.
    pub fn awaited(
        &self,
        who: Who,
        mbarrier: Option<(&StepAddress, u64)>,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<Awaited, StepFailure> {
        let Some((place, address)) = mbarrier else { return Ok(self.bulk_groups.awaited(who.lane)) };
        let offset = self.object(who, place, address, launch, block)?;
        block.use_object(who, offset, launch)?;
        Ok(Awaited::MBarrier(offset))
    }

    /// What a copy reads, which must have values.
    fn read_source(
        &self,
        (who, how): (Who, How),
        source: CopiedBytes,
        unit: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Vec<u64>, StepFailure> {
        let mut words = Vec::with_capacity((source.size / unit) as usize);
        for at in (0..source.size).step_by(UNIT as usize) {
            let place = self.locate(who, source.unit(at), launch, block)?;
            self.note(LaneAccess { who, target: place, size: UNIT, how }, true, launch, block)?;
            block.check_global_proxy(who, (place, UNIT), launch)?;
            for by in (0..UNIT).step_by(unit as usize) {
                let part = Self::further(place, by);
                if let MemoryBytes::Shared(offset) = part {
                    block.check_proxy(who, offset, "an asynchronous copy", launch)?;
                }
                let (value, known) = block.peek(part, unit);
                if !known {
                    let message = self.describe_unwritten(part, block);
                    return Err(launch.fault(FaultKind::Uninitialised, message, who.pc, block, who.thread()));
                }
                words.push(value);
            }
        }
        Ok(words)
    }

    /// The destination of a copy has no value until it is done.
    pub fn claim(
        &self,
        who: Who,
        destination: CopiedBytes,
        reduces: bool,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let fault = |kind, message: &str, block: &BlockState| {
            Err(launch.fault(kind, message.to_string(), who.pc, block, who.thread()))
        };
        let how = How { strong: reduces, ..How::weak(true) };
        for at in (0..destination.size).step_by(UNIT as usize) {
            let place = self.locate(who, destination.unit(at), launch, block)?;
            self.note(LaneAccess { who, target: place, size: UNIT, how }, true, launch, block)?;
            match place {
                MemoryBytes::Global(buffer, _) if buffer.constant => {
                    return fault(FaultKind::OutOfBounds, "constant memory is written", block);
                }
                MemoryBytes::Shared(offset) if block.mbarriers.overlapping(offset, UNIT).is_some() => {
                    return fault(FaultKind::InvalidOperand, "the copy overwrites an mbarrier", block);
                }
                _ => {}
            }
            for by in (0..UNIT).step_by(4) {
                let part = Self::further(place, by);
                let (old, known) = block.peek(part, 4);
                if reduces && !known {
                    let message = self.describe_unwritten(part, block);
                    return fault(FaultKind::Uninitialised, &message, block);
                }
                if let (MemoryBytes::Shared(offset), false) = (part, reduces) {
                    block.shared.store(offset, 4, old, false);
                }
            }
        }
        Ok(())
    }

    /// `cp.async.bulk.wait_group`: all groups of a lane but the last few are done, or have read at least.
    pub fn wait_bulk(
        &mut self,
        mask: u32,
        keep: u32,
        reads: bool,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let (groups, warp) = (self.bulk_groups.0, self.index());
        let is_awaited = |copy: &PendingBulk| {
            let Awaited::Group(group) = copy.awaited else { return false };
            let lane = copy.who.lane;
            copy.who.warp == warp && mask >> lane & 1 == 1 && group.saturating_add(keep) < groups[lane]
        };
        // Nobody else knows that the source has been read, unless by this lane.
        let read: Vec<(Who, Vec<Range<u64>>)> = (block.bulk.0.iter())
            .filter(|copy| is_awaited(copy) && copy.reads_shared())
            .filter_map(|copy| Some((copy.who, copy.source.as_ref()?.parts())))
            .collect();
        for (who, part) in read.iter().flat_map(|(who, parts)| parts.iter().map(move |part| (*who, part))) {
            for at in part.clone().step_by(UNIT as usize) {
                let target = MemoryBytes::Shared(at as usize);
                self.note(LaneAccess { who, target, size: UNIT, how: How::weak(false) }, true, launch, block)?;
            }
        }
        if reads {
            block.bulk.0.iter_mut().filter(|copy| is_awaited(copy)).for_each(|copy| copy.has_read = true);
            return Ok(());
        }
        block.finish_bulk(launch, is_awaited)?;
        block.clocks.learn_asynchronous(warp);
        Ok(())
    }
}
