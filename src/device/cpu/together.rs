//! Loads and stores of a warp in one go. Mostly the lanes of an access are all in one memory, and nothing is wrong with any of them:
//! then what [`Warp::locate`] and the race detector want to know is asked once instead of by each lane.

use super::access::{How, LaneAccess, MemoryBytes, Who, low_mask};
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, Vectors, WARP, lanes_of};
use super::memory::{self, GlobalBuffer, offset_of};
use super::program::{MemorySpace, RegisterSlot, Transfer};
use super::row::{Pace, ROW, Sweep};
use super::shadow::{self, PageBudget, Shadow};
use super::unwritten::UnwrittenRead;
use super::warp::{Front, StepFailure, Warp};

/// The memory that all lanes access.
#[derive(Clone, Copy)]
enum Memory<'b> {
    Global(&'b GlobalBuffer),
    Shared,
    /// Each lane's own.
    Local,
    /// Parameters of the kernel, which nobody writes.
    Param,
}

/// Where the lanes of an access are.
#[derive(Clone, Copy)]
pub struct Together<'b> {
    memory: Memory<'b>,
    /// What is taken from addresses to get offsets in the memory.
    start: u64,
    /// The lowest offset, and how many bytes all lanes access from there.
    low: u64,
    span: u64,
    /// All lanes access the same bytes.
    is_one: bool,
    /// Each of all lanes accesses what comes after that of the lane before.
    follows: bool,
}

/// An element that a load has read.
pub struct Loaded {
    /// Lanes that have read something.
    pub mask: u32,
    /// What lanes have read.
    pub values: Box<Lanes>,
    /// Lanes whose bytes all have a value.
    pub defined: u32,
    /// Bytes of the elements before it.
    pub further: u32,
}

/// The addresses of lanes.
struct Extent {
    low: u64,
    high: u64,
    /// Bits of which the lowest one is the lowest that any has.
    all: u64,
    /// Each of all lanes has what comes after that of the lane before.
    follows: bool,
}

/// What is known of addresses; `None` if any is beyond what memory has, or if there is none after the last one.
fn extent(vectors: Vectors, mask: u32, addresses: &Lanes, bytes: u32) -> Option<Extent> {
    let first = addresses[mask.trailing_zeros() as usize];
    let (mut differ, mut jump, mut low, mut high) = (0, 0, 0, 0);
    vectors.with(
        #[inline(always)]
        || {
            for (lane, &address) in addresses.iter().enumerate() {
                let chosen = 0u64.wrapping_sub(u64::from(mask) >> lane & 1);
                // Vectors have comparisons for numbers with signs only.
                let distance = (address.wrapping_sub(first) & chosen) as i64;
                differ |= distance as u64;
                jump |= distance as u64 ^ (lane as u64 * u64::from(bytes));
                low = distance.min(low);
                high = distance.max(high);
            }
        },
    );
    // All memory is in the lower half of addresses.
    let start = i64::try_from(first).ok()?;
    let low = u64::try_from(start.checked_add(low)?).ok()?;
    let high = u64::try_from(start.checked_add(high)?).ok()?;
    high.checked_add(u64::from(bytes))?;
    Some(Extent { low, high, all: first | differ, follows: jump == 0 && mask == u32::MAX })
}

/// Most runs of lanes which follow each other at one pace that the race detector is told of as such.
const MOST_RUNS: usize = 4;

/// How many bytes lanes of a mask are apart from one to the next, by its first two: structures of up to a row have one element for each lane.
fn pace_of(mask: u32, addresses: &Lanes, bytes: u32) -> u32 {
    let first = mask.trailing_zeros();
    let second = (mask & mask.wrapping_sub(1)).trailing_zeros();
    if second == u32::BITS {
        return bytes;
    }
    let apart = addresses[second as usize].wrapping_sub(addresses[first as usize]);
    let (pace, lanes) = (apart / u64::from(second - first), u64::from(second - first));
    let fits = (u64::from(bytes)..=4 * ROW as u64).contains(&pace) && pace % 4 == 0 && pace * lanes == apart;
    if fits { pace as u32 } else { bytes }
}

/// The lanes of a mask in runs in which each has the place so many bytes behind that of the lane before, if there are few of them.
fn runs_of(mask: u32, addresses: &Lanes, pace: u32) -> Option<([u32; MOST_RUNS], usize)> {
    // Where lane 0 would be, by each lane.
    let begin = |lane: usize| addresses[lane].wrapping_sub(lane as u64 * u64::from(pace));
    let (mut runs, mut count, mut last) = ([0; MOST_RUNS], 0, begin(mask.trailing_zeros() as usize));
    for lane in lanes_of(mask) {
        if begin(lane) != last {
            (count, last) = (count + 1, begin(lane));
        }
        *runs.get_mut(count)? |= 1 << lane;
    }
    Some((runs, count + 1))
}

/// Whether the lanes of a run that share words are all there: so many of each, the first one of which is the first of its word.
fn are_whole(lanes: u32, of_word: u32) -> bool {
    let first = lanes & if of_word == 2 { 0x5555_5555 } else { 0x1111_1111 };
    (0..of_word).fold(0, |all, lane| all | first << lane) == lanes
}

/// What lanes of a mask read. Those that read what has a value.
#[inline(always)]
fn read_each(mask: u32, values: &mut Lanes, read: impl Fn(usize) -> (u64, bool)) -> u32 {
    let mut defined = 0;
    if mask == u32::MAX {
        for (lane, value) in values.iter_mut().enumerate() {
            let known;
            (*value, known) = read(lane);
            defined |= u32::from(known) << lane;
        }
    } else {
        for lane in lanes_of(mask) {
            let known;
            (values[lane], known) = read(lane);
            defined |= u32::from(known) << lane;
        }
    }
    defined
}

impl<'b> Together<'b> {
    /// Who accessed the memory, if somebody looks for races there.
    fn records<'w>(&self, launch: &'w KernelLaunch<'_>, block: &'w BlockState) -> Option<(&'w Shadow, &'w PageBudget)>
    where
        'b: 'w,
    {
        let (shadow, budget) = match self.memory {
            // Nobody writes there.
            Memory::Global(buffer) if buffer.is_only_read() => return None,
            Memory::Global(buffer) => (&buffer.shadow, &launch.order.budget),
            Memory::Shared => (&block.shadow, &block.budget),
            Memory::Local | Memory::Param => return None,
        };
        shadow.is_on().then_some((shadow, budget))
    }

    /// All lanes have one word, behind that of the lane before.
    fn is_row(&self, size: u32) -> bool {
        size == 4 && self.follows && self.span == 4 * WARP as u64
    }

    /// Where an address is in the memory, and so many bytes further.
    #[inline(always)]
    fn offset(&self, address: u64, further: u32) -> u64 {
        address.wrapping_sub(self.start) + u64::from(further)
    }

    fn target(&self, address: u64, further: u32) -> MemoryBytes<'b> {
        let offset = self.offset(address, further);
        match self.memory {
            Memory::Global(buffer) => MemoryBytes::Global(buffer, offset),
            Memory::Shared => MemoryBytes::Shared(offset as usize),
            Memory::Local => MemoryBytes::Local(offset as usize),
            Memory::Param => MemoryBytes::Param(offset as usize),
        }
    }
}

impl Warp {
    /// Where the lanes of an access of so many bytes are; `None` if they are not all in one buffer or in the shared memory of their block,
    /// or if something is wrong with any of them.
    pub fn place_together<'b>(
        &self,
        mask: u32,
        (space, addresses, bytes): (MemorySpace, &Lanes, u32),
        launch: &KernelLaunch<'b>,
        block: &BlockState,
    ) -> Option<Together<'b>> {
        let first = addresses[mask.trailing_zeros() as usize];
        let Extent { low, high, all, follows } = extent(self.registers.vectors(), mask, addresses, bytes)?;
        if !bytes.is_power_of_two() || all & u64::from(bytes - 1) != 0 {
            return None;
        }
        let span = (high - low).checked_add(u64::from(bytes))?;
        let is_one = low == high;
        let own = memory::space_of(first);
        match space {
            MemorySpace::Generic | MemorySpace::Global if own == MemorySpace::Global => {
                let (index, low_offset) = memory::place_of(low, launch.memory.host_ranges)?;
                let buffer = launch.memory.buffers.get(index)?.as_ref()?;
                let is_within = low_offset.checked_add(span)? <= buffer.bytes;
                let start = low.wrapping_sub(low_offset);
                is_within.then_some(Together {
                    memory: Memory::Global(buffer),
                    start,
                    low: low_offset,
                    span,
                    is_one,
                    follows,
                })
            }
            MemorySpace::Shared => self.together_shared((low, low, span), (is_one, follows), launch, block),
            MemorySpace::Local | MemorySpace::Frame => self.together_local((low, low, span)),
            MemorySpace::Generic if own == MemorySpace::Local => self.together_local((low, offset_of(low), span)),
            MemorySpace::Param => {
                let is_within = low.checked_add(span)? <= launch.memory.parameters.len() as u64;
                is_within.then_some(Together { memory: Memory::Param, start: 0, low, span, is_one, follows })
            }
            MemorySpace::Generic if own == MemorySpace::Shared => {
                self.together_shared((low, offset_of(low), span), (is_one, follows), launch, block)
            }
            _ => None,
        }
    }

    /// The local memory of all lanes, which has as many bytes in each.
    fn together_local<'b>(&self, (low, offset, span): (u64, u64, u64)) -> Option<Together<'b>> {
        let is_within = offset.checked_add(span)? <= self.local_len()? as u64;
        let start = low.wrapping_sub(offset);
        is_within.then_some(Together { memory: Memory::Local, start, low: offset, span, is_one: false, follows: false })
    }

    fn together_shared<'b>(
        &self,
        (low, offset, span): (u64, u64, u64),
        (is_one, follows): (bool, bool),
        launch: &KernelLaunch<'b>,
        block: &BlockState,
    ) -> Option<Together<'b>> {
        let (rank, own) = block.shared_place(self.rank(), offset);
        let is_within = rank == self.rank() && own.checked_add(span)? <= u64::from(launch.shape.shared_bytes);
        let place = block.cluster.shared_start(rank) as u64 + own;
        let start = low.wrapping_sub(place);
        is_within.then_some(Together { memory: Memory::Shared, start, low: place, span, is_one, follows })
    }

    /// Whether all bytes are in the variable of shared memory that the address of a step is made of, if it is made of one.
    #[inline]
    fn is_in_variable(
        &self,
        step: u32,
        together: &Together<'_>,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> bool {
        let Some(variable) = launch.program.variable_of(step) else { return true };
        let first = together.low - block.cluster.shared_start(self.rank()) as u64;
        variable.start <= first && variable.end.is_none_or(|end| first + together.span <= end)
    }

    /// What the race detector has to know of an access but for the lane: the key of the first thread of the warp, without bytes. `None` if
    /// there are no races to look for, `Err` if lanes have to be looked at one by one.
    fn watch(
        &self,
        together: &Together<'_>,
        how: How,
        pc: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<Option<u64>, ()> {
        if together.records(launch, block).is_none() {
            return Ok(None);
        }
        let has_work = !block.bulk.is_empty() || block.has_unit_work() || !block.awaited_words.is_empty();
        if has_work || launch.order.primary.is_some() && !block.clocks.knows_primary(self.index(), u32::MAX) {
            return Err(());
        }
        let who = Who { pc, warp: self.index(), lane: 0 };
        Ok(Some(block.record_of(who, how, 0).key()))
    }

    /// What the race detector is told of lanes that are together: nothing of strong accesses that may order others, or meet threads of other
    /// blocks. Old reductions and scans leave barriers out and make all their accesses to shared memory `volatile`, which are strong ones.
    fn how_together(
        &self,
        transfer: &Transfer,
        writes: bool,
        together: &Together<'_>,
        block: &BlockState,
    ) -> Option<How> {
        if !transfer.strong {
            return Some(How::weak(writes));
        }
        let is_own = matches!(together.memory, Memory::Shared | Memory::Local);
        let orders = writes && transfer.order.releases || block.orders.concern(self.index());
        (is_own && !orders).then_some(How { strong: true, narrow: transfer.order.narrow, ..How::weak(writes) })
    }

    /// Tells the race detector of one lane.
    #[inline(always)]
    fn note_lane(
        &self,
        (together, key): (&Together<'_>, u64),
        access: LaneAccess<'_>,
        changes: bool,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let offset = match access.target {
            MemoryBytes::Global(_, offset) => offset as usize,
            MemoryBytes::Shared(offset) => offset,
            _ => return Ok(()),
        };
        let (who, size) = (access.who, access.size as usize);
        let bytes = if size >= 4 { 0xf } else { ((1 << size) - 1) << (offset % 4) };
        let noted = (shadow::key_of_lane(key, who.lane as u32, bytes), who.pc, access.how.writes);
        let ordered = |earlier| block.is_ordered(who.warp, earlier, launch);
        let Some((shadow, budget)) = together.records(launch, block) else { return Ok(()) };
        let mut words = offset / 4..(offset + size).div_ceil(4);
        while let Some((word, earlier)) = shadow.note_words(&mut words, noted, changes, &ordered, budget) {
            if !launch.has_enough() {
                return Err(Self::unordered(access, word as u64, launch, block, earlier));
            }
        }
        Ok(())
    }

    /// Tells the race detector of lanes at once, in runs, up to where anything may be wrong. The lanes that it knows of now: none if there
    /// are too many runs.
    fn note_sweeps(
        &self,
        (together, key): (&Together<'_>, u64),
        (mask, addresses, bytes): (u32, &Lanes, u32),
        (pc, writes, changes): (u32, bool, bool),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> u32 {
        let Some((shadow, budget)) = together.records(launch, block) else { return mask };
        let ordered = |earlier| block.is_ordered(self.index(), earlier, launch);
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            return 0;
        }
        let pace = if together.follows || bytes < 4 { bytes } else { pace_of(mask, addresses, bytes) };
        let all = together.follows.then_some(([mask, 0, 0, 0], 1));
        let Some((runs, count)) = all.or_else(|| runs_of(mask, addresses, pace)) else { return 0 };
        let mut known = 0;
        for &lanes in &runs[..count] {
            let lane = lanes.trailing_zeros();
            let start = together.offset(addresses[lane as usize], 0) as i64 - i64::from(lane) * i64::from(pace);
            let of_word = 4 / bytes;
            if bytes < 4 && !(start % 4 == 0 && are_whole(lanes, of_word)) {
                break;
            }
            let sweep = Sweep {
                start: start.div_euclid(4),
                lanes,
                pace: if bytes < 4 { Pace::LanesOfWord(of_word) } else { Pace::Words(pace / 4) },
                width: bytes.div_ceil(4),
                key: shadow::key_of_lane(key, 0, 0xf),
                step: pc,
                writes,
            };
            let noted = shadow.note_sweep(&sweep, changes, &ordered, budget);
            known |= noted;
            if noted != lanes {
                break;
            }
        }
        known
    }

    /// What the lanes of a mask have at their places, and so many bytes further. The lanes in which it has a value.
    fn read_lanes(
        &self,
        (together, further): (&Together<'_>, u32),
        (mask, addresses, size): (u32, &Lanes, u32),
        values: &mut Lanes,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> u32 {
        let offset = |lane: usize| together.offset(addresses[lane], further);
        let of = |buffer: &GlobalBuffer, at: u64, size: u32| (buffer.load(at, size), buffer.is_defined(at, size));
        // The size is a constant where it is one that most accesses have.
        match (together.memory, size) {
            (Memory::Global(buffer), 4) if together.is_row(size) => buffer.load_row(together.low, values),
            (Memory::Global(buffer), 4) => read_each(mask, values, |lane| of(buffer, offset(lane), 4)),
            (Memory::Global(buffer), 8) => read_each(mask, values, |lane| of(buffer, offset(lane), 8)),
            (Memory::Shared, 4) if together.is_row(size) => block.shared.load_row(together.low as usize, values),
            (Memory::Shared, 4) => read_each(mask, values, |lane| block.shared.load(offset(lane) as usize, 4)),
            (Memory::Shared, 8) => read_each(mask, values, |lane| block.shared.load(offset(lane) as usize, 8)),
            (Memory::Local, 4) => read_each(mask, values, |lane| self.local(lane).load(offset(lane) as usize, 4)),
            _ => read_each(mask, values, |lane| {
                self.held(together.target(addresses[lane], further), size, launch, block, lane)
            }),
        }
    }

    /// A load whose lanes are together. Whether it was one that this is for.
    pub fn load_together(
        &mut self,
        front: &Front,
        mask: u32,
        (transfer, addresses): (&Transfer, &Lanes),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<bool, StepFailure> {
        let total = transfer.size * transfer.elements.len() as u32;
        let place = (transfer.place.space, addresses, total);
        let Some(together) = self.place_together(mask, place, launch, block) else { return Ok(false) };
        if !self.is_in_variable(front.pc, &together, launch, block) {
            return Ok(false);
        }
        let Some(how) = self.how_together(transfer, false, &together, block) else { return Ok(false) };
        let Ok(watch) = self.watch(&together, how, front.pc, launch, block) else { return Ok(false) };
        let sweeps = |key| {
            let how = (front.pc, false, true);
            self.note_sweeps((&together, key), (mask, addresses, total), how, launch, block)
        };
        // Of lanes that read the same bytes the records keep two, and a race is told of the first that has one.
        let last = 1 << (31 - mask.leading_zeros());
        let told = match watch {
            Some(_) if together.is_one => lanes_of(mask).take(2).fold(last, |all, it| all | 1 << it),
            Some(key) => mask & !sweeps(key),
            None => 0,
        };
        for (index, element) in transfer.elements.iter().enumerate() {
            let further = index as u32 * transfer.size;
            let of_lane = |lane: usize| together.target(addresses[lane], further);
            if let Some(key) = watch {
                for lane in lanes_of(told) {
                    let who = Who { pc: front.pc, warp: self.index(), lane };
                    let access = LaneAccess { who, target: of_lane(lane), size: transfer.size, how };
                    let noted = self.note_lane((&together, key), access, true, launch, block);
                    noted.or_else(|failure| launch.tolerate(failure))?;
                }
            }
            let Some(to) = *element else { continue };
            let read = if together.is_one { 1 << mask.trailing_zeros() } else { mask };
            let place = (read, addresses, transfer.size);
            let mut loaded = Loaded { mask, values: self.registers.take_spare(), defined: 0, further };
            if let Memory::Global(buffer) = together.memory {
                buffer.note_read();
            }
            loaded.defined = self.read_lanes((&together, further), place, &mut loaded.values, launch, block);
            if together.is_one {
                *loaded.values = [loaded.values[mask.trailing_zeros() as usize]; WARP];
                loaded.defined = if loaded.defined == 0 { 0 } else { mask };
            }
            self.finish_load(front, (transfer, to), loaded, of_lane, launch, block)?;
        }
        Ok(true)
    }

    /// Puts an element of a load into its register, after telling of what was never written.
    pub fn finish_load<'b>(
        &mut self,
        front: &Front,
        (transfer, to): (&Transfer, RegisterSlot),
        mut loaded: Loaded,
        of_lane: impl Fn(usize) -> MemoryBytes<'b>,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        if transfer.sign_from > 0 {
            let (shift, keep) = (64 - transfer.sign_from, 64 - transfer.sign_to);
            for value in loaded.values.iter_mut() {
                *value = ((*value << shift) as i64 >> shift) as u64;
                *value = *value << keep >> keep;
            }
        }
        if loaded.mask & !loaded.defined == 0 {
            self.registers.put(front.base, to, loaded.mask, loaded.values, loaded.defined);
            return Ok(());
        }
        self.finish_partial_load(front, (transfer, to), &loaded, of_lane, launch, block)
    }

    /// The same for an element of which not all lanes have read all bytes.
    #[cold]
    fn finish_partial_load<'b>(
        &mut self,
        front: &Front,
        (transfer, to): (&Transfer, RegisterSlot),
        &Loaded { mask, ref values, mut defined, further }: &Loaded,
        of_lane: impl Fn(usize) -> MemoryBytes<'b>,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let bits = transfer.size * 8;
        let mut known = [0; WARP];
        let mut blame = [None; WARP];
        for lane in lanes_of(mask & !defined) {
            let target = of_lane(lane);
            known[lane] = self.bits_read(target, transfer.size, transfer.unused >> further, launch, block, lane);
            if known[lane] & low_mask(bits) == 0 && !block.holds_copy(target, transfer.size) {
                let is_object =
                    matches!(target, MemoryBytes::Shared(at) if block.mbarriers.overlapping(at, 1).is_some());
                if is_object {
                    self.tolerate_unwritten(Who { pc: front.pc, warp: self.index(), lane }, target, launch, block)?;
                }
                if is_object || launch.is_told_often(front.pc) {
                    defined |= 1 << lane;
                } else {
                    blame[lane] = Some(UnwrittenRead { pc: front.pc, place: target.place() });
                }
            }
            if transfer.sign_from > 0 && known[lane] >> (bits - 1) & 1 == 0 {
                known[lane] &= low_mask(bits);
            }
        }
        if mask & !defined == 0 {
            self.write(front.base, to, mask, values, defined);
        } else {
            lanes_of(defined).for_each(|lane| known[lane] = u64::MAX);
            self.write_bits(front.base, to, mask, values, &known);
            self.registers.set_blame(front.base, to, mask, blame);
        }
        Ok(())
    }

    /// A store whose lanes are together and whose values are all known. Whether it was one that this is for.
    pub fn store_together(
        &mut self,
        front: &Front,
        mask: u32,
        (transfer, addresses): (&Transfer, &Lanes),
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<bool, StepFailure> {
        let total = transfer.size * transfer.elements.len() as u32;
        let sources = || transfer.elements.iter().copied().flatten();
        if sources().any(|from| mask & !self.defined(front.base, from) != 0) {
            return Ok(false);
        }
        let place = (transfer.place.space, addresses, total);
        let Some(together) = self.place_together(mask, place, launch, block) else { return Ok(false) };
        let Some(how) = self.how_together(transfer, true, &together, block) else { return Ok(false) };
        let is_special = match together.memory {
            Memory::Global(buffer) => buffer.constant,
            Memory::Shared => block.mbarriers.overlapping(together.low as usize, together.span as u32).is_some(),
            Memory::Local => false,
            Memory::Param => true,
        };
        if is_special || !self.is_in_variable(front.pc, &together, launch, block) {
            return Ok(false);
        }
        let Ok(watch) = self.watch(&together, how, front.pc, launch, block) else { return Ok(false) };
        let keep = low_mask(transfer.size * 8);
        let changes = |(index, from): (usize, RegisterSlot)| {
            let place = (mask, addresses, transfer.size);
            let mut old = [0; WARP];
            let known = self.read_lanes((&together, index as u32 * transfer.size), place, &mut old, launch, block);
            let values = self.lanes(front.base, from);
            let differs = |lane: usize| (old[lane] ^ values[lane]) & keep;
            let changed = match mask {
                u32::MAX => (0..WARP).fold(0, |all, lane| all | differs(lane)),
                _ => lanes_of(mask).fold(0, |all, lane| all | differs(lane)),
            };
            changed != 0 || mask & !known != 0
        };
        let elements = || transfer.elements.iter().enumerate().filter_map(|(index, &from)| Some((index, from?)));
        let is_all = elements().count() == transfer.elements.len();
        let target = together.target(together.start, 0);
        let unfinished = watch.and_then(|_| Self::begin_store(launch, block, target));
        let noted = match watch {
            Some(key) if is_all => {
                let how = (front.pc, true, elements().any(changes));
                self.note_sweeps((&together, key), (mask, addresses, total), how, launch, block)
            }
            Some(_) => 0,
            None => mask,
        };
        for (index, from) in elements() {
            let values = self.registers.lanes(front.base, from);
            match together.memory {
                Memory::Global(buffer) if noted == u32::MAX && together.is_row(transfer.size) => {
                    buffer.store_row(together.low, values);
                }
                Memory::Shared if noted == u32::MAX && together.is_row(transfer.size) => {
                    block.shared.store_row(together.low as usize, values);
                }
                _ => {
                    let values = *values;
                    for lane in lanes_of(noted) {
                        let target = together.target(addresses[lane], index as u32 * transfer.size);
                        self.put_lane(target, transfer.size, values[lane] & keep, lane, block);
                    }
                }
            }
        }
        drop(unfinished);
        if let Some(key) = watch
            && noted != mask
        {
            let left = (mask & !noted, addresses);
            self.store_one_by_one(front, (&together, key), left, (transfer, how), launch, block)?;
        }
        Ok(true)
    }

    /// The same for lanes of which some may race.
    #[cold]
    fn store_one_by_one(
        &mut self,
        front: &Front,
        (together, key): (&Together<'_>, u64),
        (mask, addresses): (u32, &Lanes),
        (transfer, how): (&Transfer, How),
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let size = transfer.size;
        for (index, from) in transfer.elements.iter().enumerate() {
            let Some(from) = *from else { continue };
            for lane in lanes_of(mask) {
                let who = Who { pc: front.pc, warp: self.index(), lane };
                let target = together.target(addresses[lane], index as u32 * size);
                let access = LaneAccess { who, target, size, how };
                let (old, known) = self.held(target, size, launch, block, lane);
                let value = self.lanes(front.base, from)[lane] & low_mask(size * 8);
                let unfinished = Self::begin_store(launch, block, target);
                let noted = self.note_lane((together, key), access, !known || old != value, launch, block);
                let unfinished = unfinished.filter(|_| noted.is_ok());
                self.settle(noted, access, value, launch, block)?;
                self.put_lane(target, size, value, lane, block);
                drop(unfinished);
            }
        }
        Ok(())
    }

    /// Stores a value that is wholly known.
    #[inline(always)]
    fn put_lane(&mut self, target: MemoryBytes<'_>, size: u32, value: u64, lane: usize, block: &mut BlockState) {
        match target {
            MemoryBytes::Global(buffer, offset) => buffer.store(offset, size, value),
            MemoryBytes::Shared(offset) => block.shared.store_whole(offset, size, value),
            MemoryBytes::Local(offset) => self.local_mut(lane).store_whole(offset, size, value),
            MemoryBytes::Param(_) => {}
        }
    }
}
