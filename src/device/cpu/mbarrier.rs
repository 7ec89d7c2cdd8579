//! Barriers in shared memory: `mbarrier` (PTX ISA 9.7.13.15).
//!
//! An object is opaque to kernels, so it is kept beside shared memory, where its eight bytes have no value. A wait that would fail
//! puts its lanes aside until the phase is over; see [`super::block::RunningBlock`] for what happens when nobody else gets on.

use super::access::{How, LaneAccess, MemoryBytes, Who};
use super::block::BlockState;
use super::bulk::PendingBulk;
use super::clocks::{add_asynchronous, is_behind_primary};
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::program::{MBarrierKind, MBarrierStep, RegisterSlot, StepAddress};
use super::shadow::{ShadowAccess, join};
use super::warp::{Front, PendingCopy, StepFailure, StepFlow, Wait, Warp};
use crate::device::error::FaultKind;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of an object.
const BYTES: u32 = 8;

/// The most arrivals of a phase, and the most bytes that one may wait for.
const MOST: u32 = (1 << 20) - 1;

/// Where the number of the phase is in a state; the arrivals that were left are below it.
const PHASE_SHIFT: u32 = 20;

/// Where the object's place is in a state.
const OBJECT_SHIFT: u32 = 48;

/// The arrivals that a state says were left.
pub fn pending_count(state: u64) -> u32 {
    state as u32 & MOST
}

/// An mbarrier object.
#[derive(Clone, Default, Debug)]
pub struct MBarrier {
    /// The number of the current phase, from 0.
    phase: u64,
    /// Arrivals of each phase.
    expected: u32,
    /// Arrivals that the current phase lacks.
    pending: u32,
    /// Bytes that it lacks; negative when they come before they are expected.
    transactions: i64,
    /// Some of them are of copies of which nobody knows how large they are.
    unknown: bool,
    /// A thread waits for the end of the phase.
    awaited: bool,
    /// What those who have arrived knew of the clocks.
    arrived: Vec<u32>,
    /// The same of those who have arrived in phases that are over.
    completed: Vec<u32>,
    /// Who made it.
    made: Option<ShadowAccess>,
    /// The last use by each warp.
    used: Vec<Option<ShadowAccess>>,
    /// Lanes of each warp that have tried in vain to get past this phase.
    tried: Vec<u32>,
}

impl MBarrier {
    fn state(&self, offset: usize) -> u64 {
        let phase = self.phase << (PHASE_SHIFT + 64 - OBJECT_SHIFT) >> (64 - OBJECT_SHIFT);
        (offset as u64 / u64::from(BYTES)) << OBJECT_SHIFT | phase | u64::from(self.pending)
    }

    fn end_phase(&mut self) {
        if self.pending == 0 && self.transactions == 0 {
            self.phase += 1;
            (self.unknown, self.awaited) = (false, false);
            self.tried.fill(0);
            self.pending = self.expected;
            self.completed.clone_from(&self.arrived);
        }
    }

    fn arrive(&mut self, count: u32) -> Result<(), String> {
        if count == 0 || count > self.pending {
            return Err(format!("{count} arrivals, and phase {} of this mbarrier lacks {}", self.phase, self.pending));
        }
        self.pending -= count;
        self.end_phase();
        Ok(())
    }

    /// Adds to the bytes that the phase lacks; a negative number is of bytes that have come.
    fn transact(&mut self, bytes: i64) -> Result<(), String> {
        let sum = self.transactions + bytes;
        if sum.unsigned_abs() > u64::from(MOST) {
            return Err(format!("{sum} bytes to wait for, and an mbarrier counts up to {MOST}"));
        }
        self.transactions = sum;
        if bytes < 0 {
            self.end_phase();
        }
        Ok(())
    }

    /// Whether the phase that a state or parity names is over.
    fn is_over(&self, kind: MBarrierKind, offset: usize, operand: u64) -> Result<bool, String> {
        if let MBarrierKind::Wait { parity: true } = kind {
            return match operand {
                0 | 1 => Ok(self.phase & 1 != operand),
                _ => Err(format!("{operand} is not the parity of a phase")),
            };
        }
        let now = self.state(offset);
        if now >> OBJECT_SHIFT != operand >> OBJECT_SHIFT {
            return Err("the state does not belong to this mbarrier".to_string());
        }
        let phases = 1 << (OBJECT_SHIFT - PHASE_SHIFT);
        match (now >> PHASE_SHIFT).wrapping_sub(operand >> PHASE_SHIFT) % phases {
            0 => Ok(false),
            1 => Ok(true),
            past => Err(format!("the state is of {past} phases ago, and one is the most")),
        }
    }

    /// What it waits for, in words.
    fn describe(&self) -> String {
        let arrivals = format!("phase {} lacks {} of {} arrivals", self.phase, self.pending, self.expected);
        match self.transactions {
            0 => arrivals,
            bytes => format!("{arrivals} and {bytes} bytes"),
        }
    }
}

/// The arrival of a thread that waits for its copies.
pub struct Tracked {
    mbarrier: usize,
    warp: usize,
    step: u32,
    copies: Vec<PendingCopy>,
}

/// The mbarrier objects of a block.
#[derive(Default)]
pub struct MBarriers {
    objects: BTreeMap<usize, MBarrier>,
    invalidated: BTreeSet<usize>,
    tracked: Vec<Tracked>,
}

impl MBarriers {
    /// The object that has one of these bytes.
    #[inline]
    pub fn overlapping(&self, offset: usize, size: u32) -> Option<usize> {
        if self.objects.is_empty() {
            return None;
        }
        let first = offset.saturating_sub(BYTES as usize - 1);
        self.objects.range(first..offset + size as usize).next().map(|(&at, _)| at)
    }

    fn get(&mut self, offset: usize, stride: usize) -> Result<&mut MBarrier, String> {
        let was_one = self.invalidated.contains(&offset);
        let at = offset % stride.max(1);
        self.objects.get_mut(&offset).ok_or_else(|| match was_one {
            true => format!("the mbarrier at offset {at} of shared memory has been invalidated"),
            false => format!("no mbarrier has been initialised at offset {at} of shared memory"),
        })
    }
}

impl BlockState {
    /// Does something to an object for a thread.
    fn update<T>(
        &mut self,
        launch: &KernelLaunch<'_>,
        who: Who,
        offset: usize,
        change: impl FnOnce(&mut MBarrier) -> Result<T, String>,
    ) -> Result<T, StepFailure> {
        let (kind, message) = match self.mbarriers.get(offset, self.cluster.shared_stride()) {
            Err(message) => (FaultKind::Uninitialised, message),
            Ok(object) => match change(object) {
                Ok(value) => return Ok(value),
                Err(message) => (FaultKind::InvalidOperand, message),
            },
        };
        Err(launch.fault(kind, message, who.pc, self, who.thread()))
    }

    /// Threads must know of an object's beginning when they use it, and of all uses of their own when they end it.
    fn check_order(
        &mut self,
        who: Who,
        (kind, is_own): (MBarrierKind, bool),
        offset: usize,
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let how = How { strong: true, ..How::weak(kind == MBarrierKind::Invalidate) };
        let access = self.access_of(who, how);
        let (Some(access), Some(object)) = (access, self.mbarriers.objects.get_mut(&offset)) else { return Ok(()) };
        let mut earlier: Vec<ShadowAccess> = object.made.into_iter().collect();
        if kind == MBarrierKind::Invalidate {
            earlier.extend(object.used.iter().flatten());
        } else if is_own {
            object.used[who.warp] = Some(access);
        }
        let unknown = |other: &ShadowAccess| {
            let is_known = access.same_thread(*other) || self.is_ordered(who.warp, *other, launch);
            !is_known && (kind == MBarrierKind::Invalidate || !self.knows_init(who.warp, *other))
        };
        let Some(earlier) = earlier.into_iter().find(unknown) else { return Ok(()) };
        let what = if access.writes { "invalidated" } else { "used" };
        let at = self.own_offset(offset);
        let message = format!("the mbarrier at offset {at} of shared memory is {what} without order");
        Err(launch.race(message, who.pc, self, who.thread(), earlier))
    }

    /// Finishes copies that threads have left to mbarrier objects, and lets these threads arrive where no copy is left.
    pub fn finish_tracked(
        &mut self,
        launch: &KernelLaunch<'_>,
        is_done: impl Fn(&Tracked, &PendingCopy) -> bool,
    ) -> Result<(), StepFailure> {
        for mut tracked in std::mem::take(&mut self.mbarriers.tracked) {
            let (done, left) =
                std::mem::take(&mut tracked.copies).into_iter().partition(|copy| is_done(&tracked, copy));
            tracked.copies = left;
            let lane = done.first().map_or(0, |copy: &PendingCopy| copy.lane);
            for copy in done {
                self.finish_copy(launch, copy, tracked.warp);
            }
            if !tracked.copies.is_empty() {
                self.mbarriers.tracked.push(tracked);
                continue;
            }
            let who = Who { pc: tracked.step, warp: tracked.warp, lane };
            let asynchronous = self.clocks.asynchronous();
            self.update(launch, who, tracked.mbarrier, |object| {
                add_asynchronous(&mut object.arrived, asynchronous);
                object.arrive(1)
            })?;
        }
        Ok(())
    }

    /// A bulk copy is done that an object counts the bytes of.
    pub fn complete(
        &mut self,
        copy: &PendingBulk,
        (offset, bytes): (usize, u64),
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        let asynchronous = self.clocks.asynchronous();
        self.update(launch, copy.who, offset, |object| {
            join(&mut object.arrived, &copy.released);
            add_asynchronous(&mut object.arrived, asynchronous);
            object.transact(-(bytes as i64))
        })
    }

    /// A copy is done of which nobody knows how large it is. The bytes that the phase lacks, of which some are its.
    pub fn complete_unknown(&mut self, who: Who, offset: usize, launch: &KernelLaunch<'_>) -> Result<i64, StepFailure> {
        let asynchronous = self.clocks.asynchronous();
        self.update(launch, who, offset, |object| {
            add_asynchronous(&mut object.arrived, asynchronous);
            object.unknown = true;
            Ok(object.transactions)
        })
    }

    /// Nobody can go on: phases that threads wait for, and that lack nothing but bytes of such copies, are over. Whether there are any.
    pub fn end_unknown_phases(&mut self) -> bool {
        let mut any = false;
        for object in self.mbarriers.objects.values_mut() {
            if object.unknown && object.awaited && object.pending == 0 {
                object.transactions = 0;
                object.end_phase();
                any = true;
            }
        }
        any
    }

    /// Arrives at an object once, with this knowledge of the clocks.
    pub fn arrive_knowing(
        &mut self,
        who: Who,
        offset: usize,
        known: &[u32],
        launch: &KernelLaunch<'_>,
    ) -> Result<(), StepFailure> {
        self.update(launch, who, offset, |object| {
            join(&mut object.arrived, known);
            object.arrive(1)
        })
    }

    /// A bulk copy begins that an object will count the bytes of.
    pub fn use_object(&mut self, who: Who, offset: usize, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        self.update(launch, who, offset, |_| Ok(()))?;
        // Who has waited for the phase need not know of the thread whose copy, or product, that uses the object.
        self.check_order(who, (MBarrierKind::Complete, false), offset, launch)
    }

    fn finish_copy(&mut self, launch: &KernelLaunch<'_>, copy: PendingCopy, warp: usize) {
        self.clocks.finish_asynchronous();
        let thread = (warp * WARP + copy.lane) as u32;
        self.awaited_words.end(copy.offset, copy.size());
        for offset in (copy.offset..copy.offset + copy.size() as usize).step_by(copy.unit as usize) {
            self.note_asynchronous(launch, thread, MemoryBytes::Shared(offset), copy.unit, false, copy.step);
        }
        if !copy.has_landed {
            self.shared_copy(&copy);
        }
    }

    /// Copies of some lanes of a warp that these have waited for themselves.
    pub fn finish_own(
        &mut self,
        launch: &KernelLaunch<'_>,
        warp: usize,
        is_done: impl Fn(&PendingCopy) -> bool,
    ) -> Result<(), StepFailure> {
        if self.mbarriers.tracked.is_empty() && self.clocks.asynchronous() == 0 {
            return Ok(());
        }
        self.finish_tracked(launch, |tracked, copy| tracked.warp == warp && is_done(copy))?;
        // Some may have been finished for others who waited.
        self.clocks.learn_asynchronous(warp);
        Ok(())
    }
}

impl Warp {
    /// The offset of the object at an address.
    pub fn object(
        &self,
        who: Who,
        place: &StepAddress,
        address: u64,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<usize, StepFailure> {
        match self.locate(who, (place.space, address, BYTES), launch, block)? {
            MemoryBytes::Shared(offset) => Ok(offset),
            _ => {
                let message = format!("address {address:#x} is not in shared memory, where an mbarrier has to be");
                Err(launch.fault(FaultKind::OutOfBounds, message, who.pc, block, who.thread()))
            }
        }
    }

    pub fn operand(
        &self,
        front: &Front,
        mask: u32,
        slot: Option<RegisterSlot>,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<[u64; WARP], StepFailure> {
        let Some(slot) = slot else { return Ok([1; WARP]) };
        let undefined = mask & !self.defined(front.base, slot);
        if undefined != 0 {
            let message = "an operand has no value".to_string();
            return Err(launch.fault(FaultKind::Uninitialised, message, front.pc, block, self.thread(undefined)));
        }
        Ok(*self.lanes(front.base, slot))
    }

    /// An instruction on an mbarrier object.
    pub fn mbarrier(
        &mut self,
        front: &Front,
        mask: u32,
        step: &MBarrierStep,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<StepFlow, StepFailure> {
        let addresses = self.addresses(front, mask, &step.place, launch, block)?;
        let operand = self.operand(front, mask, step.operand, launch, block)?;
        let is_wait = matches!(step.kind, MBarrierKind::Wait { .. });
        let is_weak = matches!(step.kind, MBarrierKind::Init | MBarrierKind::Invalidate);
        let (mut states, mut failed) = ([0; WARP], 0);
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let offset = self.object(who, &step.place, addresses[lane], launch, block)?;
            if is_weak {
                let how = How::weak(true);
                self.note(
                    LaneAccess { who, target: MemoryBytes::Shared(offset), size: BYTES, how },
                    true,
                    launch,
                    block,
                )?;
            }
            block.check_order(who, (step.kind, true), offset, launch)?;
            if is_wait {
                let fails = Self::tries_first(who, step.kind, (offset, operand[lane]), launch, block)?;
                failed |= u32::from(fails) << lane;
            } else {
                states[lane] = self.change(who, step, offset, operand[lane], launch, block)?;
            }
        }
        if is_wait {
            let over = self.waits_over(front, mask & !failed, step, launch, block)?;
            return Ok(self.let_go(front, mask, [over, failed], step));
        }
        if step.releases && mask == self.live() {
            block.clocks.tick(self.index());
        } else if step.releases {
            block.clocks.tick_partially(self.index(), mask);
        }
        block.note_progress();
        if let Some(to) = step.to {
            self.write(front.base, to, mask, &states, u32::MAX);
        }
        Ok(StepFlow::Next)
    }

    /// What an instruction does to the object for one lane; the state that the object had.
    fn change(
        &mut self,
        who: Who,
        step: &MBarrierStep,
        offset: usize,
        operand: u64,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<u64, StepFailure> {
        let fault = |message: String, block: &BlockState| {
            Err(launch.fault(FaultKind::InvalidOperand, message, who.pc, block, who.thread()))
        };
        let count = operand as u32;
        match step.kind {
            MBarrierKind::Init => {
                if count == 0 || count > MOST {
                    return fault(format!("an mbarrier for {count} arrivals, which may be 1 to {MOST}"), block);
                }
                if let Some(other) = block.mbarriers.overlapping(offset, BYTES) {
                    return fault(format!("there is an mbarrier at offset {other} that was not invalidated"), block);
                }
                let clock = block.clocks.nothing();
                let object = MBarrier {
                    made: block.access_of(who, How::weak(true)),
                    used: vec![None; block.clocks.warps()],
                    expected: count,
                    pending: count,
                    arrived: clock.clone(),
                    completed: clock,
                    ..MBarrier::default()
                };
                block.mbarriers.objects.insert(offset, object);
                block.mbarriers.invalidated.remove(&offset);
                block.shared.store(offset, BYTES, 0, false);
                return Ok(0);
            }
            MBarrierKind::Invalidate => {
                block.update(launch, who, offset, |_| Ok(()))?;
                block.mbarriers.objects.remove(&offset);
                block.mbarriers.invalidated.insert(offset);
                return Ok(0);
            }
            MBarrierKind::ArriveAfterCopies { increments } => {
                self.arrive_after_copies(who, offset, increments, launch, block)?;
                return Ok(0);
            }
            _ => {}
        }
        let [start, end] = [0, 1].map(|next| block.cluster.shared_start(self.rank() + next));
        let releases = step.releases && (!step.narrow || (start..end).contains(&offset));
        let known = block.clocks.take(who.warp);
        let changed = block.update(launch, who, offset, |object| {
            let state = object.state(offset);
            if releases {
                join(&mut object.arrived, &known);
            }
            match step.kind {
                MBarrierKind::Expect => object.transact(i64::from(count))?,
                MBarrierKind::Complete => object.transact(-i64::from(count))?,
                MBarrierKind::Arrive { drops, expects, completes } => {
                    let count = if expects { 1 } else { count };
                    if !completes && count >= object.pending {
                        return Err(format!("{count} arrivals would end {} and must not", object.describe()));
                    }
                    if expects {
                        object.transact(i64::from(operand as u32))?;
                    }
                    if drops {
                        object.expected = object.expected.saturating_sub(count);
                    }
                    object.arrive(count)?;
                }
                _ => {}
            }
            Ok(state)
        });
        block.clocks.give_back(who.warp, known);
        changed
    }

    /// `cp.async.mbarrier.arrive`: the thread arrives when the copies that it has begun are there.
    fn arrive_after_copies(
        &mut self,
        who: Who,
        offset: usize,
        increments: bool,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        block.update(launch, who, offset, |object| {
            let pending = object.pending + u32::from(increments);
            if pending > MOST {
                return Err(format!("more than {MOST} arrivals of a phase"));
            }
            object.pending = pending;
            Ok(())
        })?;
        let copies = self.copies.take(|copy| copy.lane == who.lane);
        if copies.is_empty() {
            return block.update(launch, who, offset, |object| object.arrive(1));
        }
        block.mbarriers.tracked.push(Tracked { mbarrier: offset, warp: who.warp, step: who.pc, copies });
        Ok(())
    }

    /// Whether a thread tries for the first time to get past a phase that is not over as far as copies go that have landed: a wait may give up
    /// before it is (PTX ISA 9.7.13.15.16, `mbarrier.try_wait`), and does once for each thread and phase, so that it is noticed who does not
    /// look or try again. Where all copies land at once, nobody waits for them.
    fn tries_first(
        who: Who,
        kind: MBarrierKind,
        (offset, operand): (usize, u64),
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<bool, StepFailure> {
        let warps = block.clocks.warps();
        block.update(launch, who, offset, |object| {
            let is_over = object.is_over(kind, offset, operand)?;
            object.tried.resize(warps, 0);
            let tried = &mut object.tried[who.warp];
            let again = *tried >> who.lane & 1 != 0;
            *tried |= u32::from(!is_over) << who.lane;
            Ok(!is_over && !again)
        })
    }

    /// The lanes whose phases are over: what was done before these phases ended is known to them.
    fn waits_over(
        &self,
        front: &Front,
        mask: u32,
        step: &MBarrierStep,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<u32, StepFailure> {
        let addresses = self.addresses(front, mask, &step.place, launch, block)?;
        let operand = self.operand(front, mask, step.operand, launch, block)?;
        let mut over = 0;
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let offset = self.object(who, &step.place, addresses[lane], launch, block)?;
            if !block.mbarriers.tracked.is_empty() {
                block.finish_tracked(launch, |tracked, _| tracked.mbarrier == offset)?;
            }
            block.finish_bulk_of(offset, launch)?;
            block.finish_commits_of(offset, launch)?;
            let (mut known, warps) = (block.clocks.take(who.warp), block.clocks.warps());
            let mut is_behind = false;
            let is_over = block.update(launch, who, offset, |object| {
                let is_over = object.is_over(step.kind, offset, operand[lane])?;
                object.awaited |= !is_over;
                if is_over && step.acquires {
                    join(&mut known, &object.completed);
                    is_behind = is_behind_primary(&object.completed, warps);
                }
                Ok(is_over)
            });
            block.clocks.give_back(who.warp, known);
            if is_behind {
                block.clocks.tell_of_primary(who.warp, 1 << lane);
            }
            over |= u32::from(is_over?) << lane;
        }
        Ok(over)
    }

    /// Lanes go on whose wait is over, or has failed; others stay.
    fn let_go(&mut self, front: &Front, mask: u32, [over, failed]: [u32; 2], step: &MBarrierStep) -> StepFlow {
        if let Some(to) = step.to {
            let results = std::array::from_fn(|lane| u64::from(over >> lane & 1));
            self.write(front.base, to, over | failed, &results, u32::MAX);
        }
        let waiting = mask & !over & !failed;
        if waiting == 0 {
            return StepFlow::Next;
        }
        self.put(Front { pc: front.pc + 1, mask: front.mask & !waiting, wait: Wait::Ready, ..front.clone() });
        self.put(Front { mask: waiting, wait: Wait::Phase, ..front.clone() });
        StepFlow::Gone
    }

    /// Looks whether phases that lanes wait for are over, and lets the others give up if it is time. Whether any got on.
    pub fn poll(
        &mut self,
        gives_up: bool,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<bool, StepFailure> {
        if !self.fronts().iter().any(|front| front.wait == Wait::Phase) {
            return Ok(false);
        }
        let mut any = false;
        for front in self.take_fronts(|front| front.wait == Wait::Phase) {
            let Some(step) = launch.program.steps[front.pc as usize].op.wait() else { unreachable!("a wait") };
            let over = self.waits_over(&front, front.mask, step, launch, block)?;
            any |= over != 0 || gives_up;
            let gone = if gives_up { front.mask } else { over };
            if let Some(to) = step.to {
                let results = std::array::from_fn(|lane| u64::from(over >> lane & 1));
                self.write(front.base, to, gone, &results, u32::MAX);
            }
            self.put(Front { pc: front.pc + 1, mask: gone, wait: Wait::Ready, ..front.clone() });
            self.put(Front { mask: front.mask & !gone, ..front });
        }
        Ok(any)
    }

    /// What the first lane of a front waits for, in words.
    pub fn describe_wait(&self, front: &Front, launch: &KernelLaunch<'_>, block: &BlockState) -> Option<String> {
        let step = launch.program.steps[front.pc as usize].op.wait()?;
        let lane = front.mask.trailing_zeros() as usize;
        let who = Who { pc: front.pc, warp: self.index(), lane };
        let addresses = self.addresses(front, front.mask, &step.place, launch, block).ok()?;
        let offset = self.object(who, &step.place, addresses[lane], launch, block).ok()?;
        let object = block.mbarriers.objects.get(&offset)?;
        let offset = block.own_offset(offset);
        Some(format!("the mbarrier at offset {offset} of shared memory, whose {}", object.describe()))
    }
}
