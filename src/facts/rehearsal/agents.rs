//! What instructions do: to registers and memory, and to those who work for the threads.

use super::ProtocolFaultKind;
use super::actions::{
    GroupWorker, NumberSource, PlannedAddress, PlannedCopy, RehearsedAction, RehearsedStep, TensorSums,
};
use super::clock::PhasedObject;
use super::machine::{Here, RehearsalEnd, RehearsedCluster, StepOutcome, WorkUnderWay};
use super::numbers::{LaneNumbers, lanes_of, truncated};
use super::objects::MadeObject;
use super::plan::is_size;
use super::touches::{TouchManner, TouchedPlace};
use super::warp::{RANK_SHIFT, Readiness, WITHIN_BLOCK};
use crate::facts::device::WARPS_OF_GROUP;
use crate::facts::model::GENERIC;
use crate::ids::VarId;
use crate::util::FastSet;

/// Bytes that copies by tensor map and matrices have at least.
const LEAST_BYTES: u32 = 16;

/// What the size of a bulk copy is a multiple of (PTX ISA, `cp.async.bulk`).
const BULK_BYTES: u64 = 16;

/// How many rows that a copy fills cost as much as a step.
const ROWS_OF_STEP: usize = 4;

/// Where buffers that the kernel is given begin, one for each parameter: behind the window of shared memory.
pub(super) const FIRST_BUFFER: u64 = 2 * GENERIC as u64;
const BUFFER_SHIFT: u32 = 36;

/// How far apart the buffers are to which the bytes of a structure would point: there are up to 2^12 of them.
const FIELD_SHIFT: u32 = 24;

/// The address of a buffer whose pointer lies so many bytes into a parameter.
pub(super) fn buffer_of(var: VarId, offset: u64) -> u64 {
    FIRST_BUFFER + ((var.index() as u64) << BUFFER_SHIFT) + ((offset & 0xfff) << FIELD_SHIFT)
}

/// Columns of the tensor memory of a block.
const COLUMNS: u32 = 512;

impl RehearsedCluster<'_, '_, '_> {
    /// Does what an instruction says, for some lanes of a warp.
    pub(super) fn act(&mut self, index: usize, here: Here, place: usize, step: &RehearsedStep) -> StepOutcome {
        let (_, mask) = here;
        match &step.action {
            RehearsedAction::None | RehearsedAction::Branch(_) | RehearsedAction::Jump(..) | RehearsedAction::Exit => {
                self.write(index, mask, step, LaneNumbers::UNKNOWN)
            }
            RehearsedAction::Unknown => return Err(RehearsalEnd::Unknown),
            RehearsedAction::Compute(_)
            | RehearsedAction::Pack(_)
            | RehearsedAction::Unpack(..)
            | RehearsedAction::Window(..)
            | RehearsedAction::Map(..)
            | RehearsedAction::Elect(_)
            | RehearsedAction::Mask(_)
            | RehearsedAction::Vote(..)
            | RehearsedAction::Shuffle(..) => self.compute(index, mask, step)?,
            RehearsedAction::Load(address, bytes, lanes) => self.load(index, here, step, (*address, *bytes, *lanes))?,
            RehearsedAction::LoadData(address, bytes) => self.load_data(index, mask, step, (*address, *bytes)),
            RehearsedAction::LoadFields => self.write(index, mask, step, LaneNumbers::Same(Some(self.launch.size))),
            RehearsedAction::LoadPointer(at) => {
                self.write(index, mask, step, LaneNumbers::Same(self.launch.data.map(|_| *at)));
            }
            RehearsedAction::Store(address, bytes, lanes, value) => {
                self.store(index, here, (*address, *bytes, *lanes), *value)?;
            }
            RehearsedAction::Atomic { is_global: true, addend, .. } => self.count_on(index, here, step, *addend),
            RehearsedAction::Atomic { address, bytes, addend, .. } => {
                self.change(index, here, step, (*address, *bytes), *addend);
            }
            RehearsedAction::ThreadCopy(address, bytes) => self.copy_by_thread(index, here, *address, *bytes)?,
            RehearsedAction::Barrier { id, count, waits } => self.barrier(index, here, place, (*id, *count, *waits))?,
            RehearsedAction::StoreToBuffer(address, bytes) => {
                let touch = self.new_touch(index, here, false);
                let places = self.places_in_buffers(index, *address, *bytes, mask);
                self.touch(index, touch, TouchManner::Writes, places.into_iter())?;
            }
            RehearsedAction::FenceProxies(spaces) => {
                let time = self.warps[index].clock.at(index);
                let fences = self.warps[index].fences.iter_mut().zip(spaces);
                fences.filter(|(_, is_for)| **is_for).for_each(|(fences, _)| fences.push((self.made, time)));
            }
            RehearsedAction::Fence => self.warps[index].fence(index),
            RehearsedAction::IsMoreWork => {
                let is_more = self.warps[index].ask_for_work(mask);
                self.write(index, mask, step, is_more);
            }
            RehearsedAction::ClusterArrive { releases } => self.arrive_at_cluster(index, mask, *releases),
            RehearsedAction::ClusterWait => self.wait_for_cluster(index, place),
            RehearsedAction::Init(..)
            | RehearsedAction::Invalidate(_)
            | RehearsedAction::Arrive { .. }
            | RehearsedAction::ExpectBytes(..)
            | RehearsedAction::CopiesArrive(..) => self.tell_objects(index, here, step)?,
            RehearsedAction::Wait { barrier, phase, .. } => self.wait(index, here, place, (*barrier, *phase))?,
            RehearsedAction::Copy(copy) => self.copy(index, here, copy)?,
            RehearsedAction::Commit(worker) => match worker {
                GroupWorker::Warpgroup => self.warps[index].product_groups += 1,
                _ => self.warps[index].started(*worker).groups += 1,
            },
            RehearsedAction::AwaitCopies => self.finish_copies(index),
            RehearsedAction::Await(worker, pending) => self.await_groups(index, mask, *worker, *pending)?,
            RehearsedAction::Product { matrices, sums: None, .. } => self.product(index, here, matrices)?,
            RehearsedAction::Product { matrices, sums: Some(sums), in_pairs } => {
                self.tensor_product(index, here, (matrices, *in_pairs), *sums)?
            }
            RehearsedAction::CommitProducts(barrier, blocks) => self.commit_products(index, here, *barrier, *blocks)?,
            RehearsedAction::TensorAccess { address, writes, has_own_lanes } => {
                self.access_tensor_memory(index, here, *address, (*writes, *has_own_lanes))?;
                self.write(index, mask, step, LaneNumbers::UNKNOWN);
            }
            RehearsedAction::SetRegisters { count, increases } => {
                self.set_registers(index, place, here.0, (*count, *increases));
            }
            RehearsedAction::Allocate(address, columns) => self.allocate(index, here, *address, *columns)?,
            RehearsedAction::Free(base, columns) => self.free(index, here, *base, *columns)?,
        }
        Ok(())
    }

    /// A copy by `cp.async`.
    fn copy_by_thread(&mut self, index: usize, here: Here, address: PlannedAddress, bytes: u32) -> StepOutcome {
        let touch = self.new_touch(index, here, true);
        let started = self.warps[index].started(GroupWorker::Copies);
        started.pieces.push((started.groups, touch));
        let group = started.groups;
        self.touches.join_group(touch, group);
        let places = self.places(index, address, bytes, here.1)?;
        places.iter().for_each(|&place| self.boxes.touch(place, TouchManner::Fills));
        self.touch(index, touch, TouchManner::Fills, places.into_iter())
    }

    /// Has an `mbarrier` hear of the end of the products that a thread has begun.
    fn commit_products(
        &mut self,
        index: usize,
        here: Here,
        barrier: PlannedAddress,
        blocks: Option<NumberSource>,
    ) -> StepOutcome {
        let touches = std::mem::take(&mut self.warps[index].uncommitted);
        for object in self.used_objects(index, here, barrier, blocks)? {
            let clock = self.warps[index].clock.clone();
            self.work.push(WorkUnderWay::Products { object, touches: touches.clone(), clock, warp: index });
        }
        self.release(index);
        Ok(())
    }

    /// A load from tensor memory, or a store to it.
    fn access_tensor_memory(
        &mut self,
        index: usize,
        here: Here,
        address: PlannedAddress,
        (writes, has_own_lanes): (bool, bool),
    ) -> StepOutcome {
        let touch = self.new_touch(index, here, true);
        let (worker, manner) = match writes {
            true => (GroupWorker::TensorStores, TouchManner::Writes),
            false => (GroupWorker::TensorLoads, TouchManner::Reads),
        };
        self.warps[index].started(worker).pieces.push((0, touch));
        let Some((row, column)) = self.column(index, address, here.1) else { return Ok(()) };
        let own_row = self.warps[index].first_thread / 32 % WARPS_OF_GROUP as u32 * 32;
        // Some kernels name the first row in all warps, and mean their own.
        if has_own_lanes && row != own_row && row != 0 {
            return Err(self.fault(index, here, ProtocolFaultKind::OtherRows));
        }
        self.require_columns(index, here, column)?;
        if has_own_lanes {
            self.touches.keep_to_quarter(touch, own_row);
        }
        self.touch(index, touch, manner, std::iter::once(TouchedPlace::column(column)))
    }

    pub(super) fn write(&mut self, index: usize, mask: u32, step: &RehearsedStep, numbers: LaneNumbers) {
        let Some((&(last, width), others)) = step.writes.split_last() else { return };
        for &(reg, bits) in others {
            self.warps[index].registers[reg].set(mask, numbers.clone().truncated(bits));
        }
        self.warps[index].registers[last].set(mask, numbers.truncated(width));
    }

    /// The addresses of a variable in other blocks of the cluster.
    fn mapped(&self, index: usize, mask: u32, address: NumberSource, rank: NumberSource) -> StepOutcome<LaneNumbers> {
        let (inputs, blocks) = ([address, rank].map(|it| self.numbers(index, it)), u64::from(self.launch.blocks()));
        // A kernel that names a block is launched in clusters that have it.
        if lanes_of(mask).any(|lane| inputs[1].at(lane).is_some_and(|rank| rank >= blocks)) {
            return Err(RehearsalEnd::Misfit);
        }
        Ok(LaneNumbers::combined(&inputs, mask, |it| {
            let (window, rank) = (it[0] & !u64::from(u32::MAX), it[1]);
            let within = it[0] & u64::from(WITHIN_BLOCK);
            (rank < blocks).then_some(window | within | rank << RANK_SHIFT)
        }))
    }

    pub(super) fn numbers(&self, index: usize, source: NumberSource) -> LaneNumbers {
        match source {
            NumberSource::Parameter(var) if is_size(self.facts, var) => LaneNumbers::Same(Some(self.launch.size)),
            NumberSource::Parameter(var) if self.launch.data.is_some() || self.plan.buffers.contains(&var) => {
                LaneNumbers::Same(Some(buffer_of(var, 0)))
            }
            _ => self.reader(index).numbers(source),
        }
    }

    /// A number that is the same for some lanes.
    pub(super) fn number(&self, index: usize, source: NumberSource, mask: u32) -> StepOutcome<u64> {
        let numbers = self.numbers(index, source);
        let mut each = lanes_of(mask).map(|lane| numbers.at(lane));
        let first = each.next().flatten().ok_or(RehearsalEnd::Unknown)?;
        if each.all(|it| it == Some(first)) { Ok(first) } else { Err(RehearsalEnd::Unknown) }
    }

    fn compute(&mut self, index: usize, mask: u32, step: &RehearsedStep) -> StepOutcome {
        let numbers = match &step.action {
            RehearsedAction::Compute(computation) => {
                let inputs: Vec<LaneNumbers> = computation.sources.iter().map(|&it| self.numbers(index, it)).collect();
                let is_same = inputs.iter().all(|input| matches!(input, LaneNumbers::Same(_)));
                if let (Some(operation), false, [_]) = (computation.operation, is_same, &step.writes[..]) {
                    self.write(index, mask, step, operation.apply(&inputs, mask));
                    return Ok(());
                }
                let form = computation.form();
                let result = LaneNumbers::combined(&inputs, mask, |it| form.evaluate(it, false).map(|it| it.bits));
                if let [first, second] = step.writes[..] {
                    let other = LaneNumbers::combined(&inputs, mask, |it| {
                        form.evaluate(it, false).and_then(|it| it.second).map(u64::from)
                    });
                    self.warps[index].registers[first.0].set(mask, result);
                    self.warps[index].registers[second.0].set(mask, other);
                    return Ok(());
                }
                result
            }
            RehearsedAction::Pack(halves) => {
                let halves = halves.map(|half| self.numbers(index, half));
                LaneNumbers::combined(&halves, mask, |it| Some(truncated(it[0], 32) | it[1] << 32))
            }
            RehearsedAction::Unpack(source, halves) => {
                let whole = [self.numbers(index, *source)];
                for (half, shift) in halves.iter().zip([0, 32]) {
                    if let Some(reg) = *half {
                        let part = LaneNumbers::combined(&whole, mask, |it| Some(truncated(it[0] >> shift, 32)));
                        self.warps[index].registers[reg].set(mask, part);
                    }
                }
                return Ok(());
            }
            RehearsedAction::Window(source, distance) => {
                let source = [self.numbers(index, *source)];
                LaneNumbers::combined(&source, mask, |it| Some(it[0].wrapping_add_signed(*distance)))
            }
            RehearsedAction::Map(address, rank) => self.mapped(index, mask, *address, *rank)?,
            RehearsedAction::Elect(chosen) => {
                let leader = mask.trailing_zeros() as usize;
                self.write(index, mask, step, LaneNumbers::Same(Some(leader as u64)));
                if let Some(reg) = *chosen {
                    let truth = LaneNumbers::of_lanes(|lane| Some(u64::from(lane == leader)));
                    self.warps[index].registers[reg].set(mask, truth);
                }
                return Ok(());
            }
            RehearsedAction::Mask(None) => LaneNumbers::Same(Some(u64::from(mask))),
            RehearsedAction::Mask(Some(source)) => self.numbers(index, *source).alike(mask),
            RehearsedAction::Vote(source, mode) => {
                let (yes, no) = self.numbers(index, *source).truths(mask);
                LaneNumbers::Same((yes | no == mask).then(|| mode.result(yes, no)))
            }
            RehearsedAction::Shuffle(source, lane) => {
                let (source, lane) = (self.numbers(index, *source), lane.map(|lane| self.numbers(index, lane)));
                let result = match (&source, lane) {
                    (LaneNumbers::Same(_), _) => source,
                    (_, Some(LaneNumbers::Same(Some(lane)))) if lane < 32 => {
                        LaneNumbers::Same(source.at(lane as usize))
                    }
                    _ => LaneNumbers::UNKNOWN,
                };
                self.write(index, mask, step, LaneNumbers::UNKNOWN);
                if let Some(&(reg, _)) = step.writes.first() {
                    self.warps[index].registers[reg].set(mask, result);
                }
                return Ok(());
            }
            _ => LaneNumbers::UNKNOWN,
        };
        self.write(index, mask, step, numbers);
        Ok(())
    }

    /// The number of a barrier among those of all blocks.
    fn barrier_key(&self, rank: u32, id: u64) -> u64 {
        u64::from(rank) << 32 | id
    }

    fn barrier(
        &mut self,
        index: usize,
        (at, mask): Here,
        place: usize,
        (id, count, waits): (NumberSource, Option<NumberSource>, bool),
    ) -> StepOutcome {
        let rank = self.warps[index].rank;
        let key = self.barrier_key(rank, self.number(index, id, mask)?);
        let wanted = match count {
            Some(count) => self.number(index, count, mask)? as u32,
            None => self.live_threads(rank),
        };
        let clock = self.warps[index].clock.clone();
        let meeting = self.meetings.entry(key).or_default();
        // Who has not heard that the last ones have gone may come in among them.
        if meeting.generation > 0 && self.plan.has_plain_accesses && !clock.has_heard(&meeting.through) {
            return Err(self.fault(index, (at, mask), ProtocolFaultKind::BarrierTaken));
        }
        meeting.arrived += mask.count_ones();
        meeting.clock.join(&clock);
        let generation = meeting.generation;
        if meeting.arrived >= wanted {
            meeting.pass();
        }
        self.release(index);
        if waits {
            let lanes = &mut self.warps[index].lanes[place];
            lanes.at -= 1;
            lanes.readiness = Readiness::AtBarrier(key, generation);
        }
        Ok(())
    }

    pub(super) fn live_threads(&self, rank: u32) -> u32 {
        self.warps.iter().filter(|warp| warp.rank == rank).map(|warp| warp.live.count_ones()).sum()
    }

    /// Lets those through who waited for threads that have ended.
    pub(super) fn meet_those_left(&mut self, rank: u32) {
        let (live, key) = (self.live_threads(rank), self.barrier_key(rank, 0));
        if let Some(meeting) = self.meetings.get_mut(&key)
            && meeting.arrived > 0
            && meeting.arrived >= live
        {
            meeting.pass();
        }
        self.meet_in_cluster();
    }

    fn meet_in_cluster(&mut self) {
        let live: u32 = self.warps.iter().map(|warp| warp.live.count_ones()).sum();
        if self.cluster.arrived > 0 && self.cluster.arrived >= live {
            self.cluster.pass();
        }
    }

    fn arrive_at_cluster(&mut self, index: usize, mask: u32, releases: bool) {
        self.cluster.arrived += mask.count_ones();
        let warp = &mut self.warps[index];
        warp.cluster_arrivals = self.cluster.generation;
        warp.tell(&mut self.cluster.clock, releases);
        self.meet_in_cluster();
        self.release(index);
    }

    fn wait_for_cluster(&mut self, index: usize, place: usize) {
        let warp = &mut self.warps[index];
        let generation = warp.cluster_arrivals;
        let lanes = &mut warp.lanes[place];
        lanes.at -= 1;
        lanes.readiness = Readiness::AtCluster(generation);
    }

    /// Notes that all copies of a warp are done that it makes itself.
    pub(super) fn finish_copies(&mut self, index: usize) {
        let time = self.warps[index].clock.at(index);
        let started = std::mem::take(&mut self.warps[index].started(GroupWorker::Copies).pieces);
        started.into_iter().for_each(|(_, touch)| self.touches.finish_own(touch, (index, time), self.made));
    }

    /// Has somebody else touch bytes for the lanes, from each address on.
    fn touch_later(
        &mut self,
        index: usize,
        here: Here,
        (address, bytes): (PlannedAddress, u32),
        manner: TouchManner,
    ) -> StepOutcome<u32> {
        let touch = self.new_touch(index, here, true);
        let places = self.places(index, address, bytes, here.1)?;
        places.iter().for_each(|&place| self.boxes.touch(place, manner));
        self.touch(index, touch, manner, places.into_iter())?;
        Ok(touch)
    }

    fn copy(&mut self, index: usize, here: Here, copy: &PlannedCopy) -> StepOutcome {
        let (_, mask) = here;
        self.part_from_others(index, mask);
        if copy.is_request && self.warps[index].is_out_of_work(mask) {
            return Err(self.fault(index, here, ProtocolFaultKind::RequestAfterRefusal));
        }
        let bytes = copy.bytes.map(|bytes| self.number(index, bytes, mask)).transpose()?;
        let touched = bytes.map_or(LEAST_BYTES, |bytes| bytes as u32);
        let stored =
            copy.beside.map(|to| self.touch_later(index, here, (to, touched), TouchManner::Fills)).transpose()?;
        let reads = copy.from.map(|from| {
            let first = match bytes {
                None => self.places(index, from, LEAST_BYTES, mask)?.first().copied(),
                Some(_) => None,
            };
            let of_box = first.and_then(|place| self.boxes.taken_from(place, self.plan));
            self.touch_later(index, here, (from, touched.max(of_box.unwrap_or(0))), TouchManner::Takes)
        });
        let reads = reads.transpose()?;
        if let Some(from) = copy.from_buffer {
            self.require_fences(index, here, &self.places_in_buffers(index, from, touched, mask))?;
        }
        let Some(barrier) = copy.barrier else {
            let started = self.warps[index].started(GroupWorker::BulkCopies);
            started.pieces.extend(reads.map(|touch| (started.groups, touch)));
            self.progress += 1;
            return Ok(());
        };
        self.compare_blocks(index, here, copy, barrier)?;
        let receivers = self.objects_of(index, barrier, copy.blocks, mask)?;
        // A warp may start one for each of its lanes, which go to different blocks.
        let of_lane = receivers.len() / mask.count_ones().max(1) as usize;
        let lanes: Vec<usize> = lanes_of(mask).flat_map(|lane| std::iter::repeat_n(lane, of_lane)).collect();
        for (lane, receiver) in lanes.into_iter().zip(receivers) {
            let places = copy.to.map(|to| self.places(index, to, touched, 1 << lane)).transpose()?;
            self.spend(1 + places.as_ref().map_or(0, |places| places.len() / ROWS_OF_STEP))?;
            let object = self.counting(index, mask, copy, receiver)?;
            // Where nobody makes any object, nothing is meant to come of the copy.
            if !self.plan.makes_objects {
                return Err(RehearsalEnd::Unknown);
            }
            self.require(index, here, object)?;
            // No kernel is given a size for which its copies run over its barriers.
            if self.covers_object(index, copy, touched, 1 << lane) {
                return Err(RehearsalEnd::Misfit);
            }
            let mut touches: Vec<u32> = reads.into_iter().chain(stored).collect();
            let mut start = None;
            if let Some(places) = &places {
                if copy.reduces {
                    self.require_fences(index, here, places)?;
                }
                let touch = self.new_touch(index, here, true);
                let rank = receiver >> RANK_SHIFT;
                let there = |place: TouchedPlace| if copy.blocks.is_some() { place.in_block(rank) } else { place };
                let places: Vec<TouchedPlace> = places.iter().copied().map(there).collect();
                match bytes {
                    Some(_) => places.iter().for_each(|&place| self.boxes.touch(place, TouchManner::Fills)),
                    None => start = self.boxes.begin(&places),
                }
                self.touch(index, touch, TouchManner::Fills, places.into_iter())?;
                touches.push(touch);
            }
            let clock = self.warps[index].clock.clone();
            let fills = copy.to.is_some() && !copy.is_request;
            let is_of_any_size = copy.is_of_any_size;
            let map = copy.map;
            self.work.push(WorkUnderWay::Copy { object, bytes, map, start, touches, clock, fills, is_of_any_size });
        }
        // What the thread does from here on, nobody hears of by the copy.
        self.warps[index].meet(mask);
        self.release(index);
        Ok(())
    }

    /// Whether a copy of so many bytes by one lane would overwrite an `mbarrier` object of its block.
    fn covers_object(&self, index: usize, copy: &PlannedCopy, bytes: u32, lane: u32) -> bool {
        let place = copy.to.and_then(|to| self.reader(index).shared(to, lane)?.first());
        place.is_some_and(|(_, at)| self.objects.keys().any(|&object| (at..at.saturating_add(bytes)).contains(&object)))
    }

    /// Complains of a copy that goes to another block than that of its object. Pairs may count in either block.
    fn compare_blocks(
        &self,
        index: usize,
        (at, mask): Here,
        copy: &PlannedCopy,
        barrier: PlannedAddress,
    ) -> StepOutcome {
        let Some(to) = copy.to.or(copy.beside).filter(|_| copy.blocks.is_none() && !copy.in_pairs) else {
            return Ok(());
        };
        let reader = self.reader(index);
        let (Some(to), Some(objects)) = (reader.shared(to, mask), reader.shared(barrier, mask)) else { return Ok(()) };
        let blocks = self.launch.blocks();
        let block = |address: u32| Some(address >> RANK_SHIFT).filter(|&rank| rank < blocks);
        let is_apart = |to: u32, object: u32| block(to).zip(block(object)).is_some_and(|(to, object)| to != object);
        let apart = to.iter().zip(objects.iter()).find(|((_, to), (_, object))| is_apart(*to, *object));
        let Some(((lane, _), _)) = apart else { return Ok(()) };
        Err(self.fault(index, (at, 1 << lane), ProtocolFaultKind::OtherBlock))
    }

    fn await_groups(&mut self, index: usize, mask: u32, worker: GroupWorker, pending: NumberSource) -> StepOutcome {
        let pending = self.number(index, pending, mask)? as u32;
        let time = self.warps[index].clock.at(index);
        if worker == GroupWorker::Warpgroup {
            let warp = &mut self.warps[index];
            let done = |group: u32| warp.product_groups.saturating_sub(group) > pending && group < warp.product_groups;
            let all = self.products.get(&warp.group()).map_or(&[][..], Vec::as_slice);
            // Groups are done in order: those before are known to be.
            let taken = all.iter().take(warp.products).skip(warp.awaited_products);
            let finished: Vec<u32> = taken.take_while(|(group, _)| done(*group)).map(|&(_, touch)| touch).collect();
            warp.awaited_products += finished.len();
            finished.into_iter().for_each(|touch| self.touches.finish(touch, index, time));
            return Ok(());
        }
        let started = self.warps[index].started(worker);
        let groups = started.groups;
        // Loads and stores of tensor memory make no groups.
        let is_done = |group: u32| match worker {
            GroupWorker::TensorLoads | GroupWorker::TensorStores => true,
            _ => group < groups && groups - group > pending,
        };
        let (done, rest): (Vec<_>, Vec<_>) = started.pieces.drain(..).partition(|&(group, _)| is_done(group));
        started.pieces = rest;
        for (_, touch) in done {
            match worker {
                GroupWorker::Copies => self.touches.finish_own(touch, (index, time), self.made),
                _ => self.touches.finish(touch, index, time),
            }
        }
        Ok(())
    }

    /// The place in shared memory that a matrix descriptor names.
    fn matrix(&self, index: usize, descriptor: NumberSource, mask: u32) -> Option<TouchedPlace> {
        let descriptor = self.number(index, descriptor, mask).ok()?;
        let at = ((descriptor & 0x3fff) << 4) as u32 | self.warps[index].rank << RANK_SHIFT;
        TouchedPlace::of_bytes(at, LEAST_BYTES).next()
    }

    /// A product of a warpgroup: its warps take part in it one after the other, and it is one piece of work.
    fn product(&mut self, index: usize, here: Here, matrices: &[NumberSource]) -> StepOutcome {
        let (group, number) = (self.warps[index].product_groups, self.warps[index].products);
        self.warps[index].products += 1;
        let known = self.products.entry(self.warps[index].group()).or_default().get(number).map(|&(_, touch)| touch);
        let touch = match known {
            Some(touch) => touch,
            None => {
                let touch = self.new_touch(index, here, true);
                self.products.entry(self.warps[index].group()).or_default().push((group, touch));
                touch
            }
        };
        let places: Vec<TouchedPlace> = matrices.iter().filter_map(|&it| self.matrix(index, it, here.1)).collect();
        self.touch(index, touch, TouchManner::Takes, places.into_iter())
    }

    /// The row of tensor memory at an address, and the column among those of all blocks.
    fn column(&self, index: usize, address: PlannedAddress, mask: u32) -> Option<(u32, u32)> {
        let base = self.number(index, address.base, mask).ok()?;
        let address = base.wrapping_add(address.offset) as u32;
        Some((address >> 16, self.warps[index].rank << 16 | address & 0xffff))
    }

    /// Complains of columns of which the first one is not allocated.
    fn require_columns(&self, index: usize, here: Here, first: u32) -> StepOutcome {
        let rank = self.warps[index].rank;
        let Some(&allocated) = self.columns.get(&rank) else { return Ok(()) };
        if first < (rank << 16) + allocated {
            return Ok(());
        }
        Err(self.fault(index, here, ProtocolFaultKind::NotAllocated))
    }

    fn tensor_product(
        &mut self,
        index: usize,
        here: Here,
        (matrices, in_pairs): (&[NumberSource], bool),
        sums: TensorSums,
    ) -> StepOutcome {
        let touch = self.new_touch(index, here, true);
        self.warps[index].uncommitted.push(touch);
        let mut places: Vec<TouchedPlace> = matrices.iter().filter_map(|&it| self.matrix(index, it, here.1)).collect();
        if in_pairs {
            let peer = self.warps[index].rank ^ 1;
            let there: Vec<TouchedPlace> = places.iter().map(|place| place.in_block(peer)).collect();
            places.extend(there);
        }
        self.touch(index, touch, TouchManner::Takes, places.into_iter())?;
        let descriptor = self.number(index, sums.descriptor, here.1);
        let columns = descriptor.map_or(1, |descriptor| sums.columns(descriptor, in_pairs)).max(1);
        if let Some((_, first)) = self.column(index, sums.address, here.1) {
            let columns = first..first + columns;
            self.require_columns(index, here, first)?;
            self.touch(index, touch, TouchManner::Fills, columns.map(TouchedPlace::column))?;
        }
        Ok(())
    }

    fn allocate(&mut self, index: usize, here: Here, address: PlannedAddress, columns: NumberSource) -> StepOutcome {
        let mask = here.1;
        let columns = self.number(index, columns, mask)? as u32;
        let next = self.columns.entry(self.warps[index].rank).or_default();
        let base = *next;
        *next += columns;
        if *next > COLUMNS {
            return Err(RehearsalEnd::Unknown);
        }
        let at = self.reader(index).shared(address, mask & mask.wrapping_neg()).ok_or(RehearsalEnd::Unknown)?;
        for (_, at) in at.iter() {
            let touch = self.new_touch(index, here, false);
            self.touch(index, touch, TouchManner::Writes, TouchedPlace::of_bytes(at, 4))?;
            // It is no part of a box.
            TouchedPlace::of_bytes(at, 4).for_each(|place| self.boxes.touch(place, TouchManner::Fills));
            self.keep_number(at, 4, Some(u64::from(base)));
        }
        self.progress += 1;
        Ok(())
    }

    fn free(&mut self, index: usize, here: Here, base: NumberSource, columns: NumberSource) -> StepOutcome {
        let (Ok(base), Ok(columns)) = (self.number(index, base, here.1), self.number(index, columns, here.1)) else {
            return Ok(());
        };
        let first = self.warps[index].rank << 16 | (base as u32 & 0xffff);
        let touch = self.new_touch(index, here, false);
        self.touch(
            index,
            touch,
            TouchManner::Fills,
            (first..first + (columns as u32).min(COLUMNS)).map(TouchedPlace::column),
        )
    }

    /// The work that somebody waits for, or all that was started if nobody does. The products of a thread are done in order.
    fn awaited_work(&mut self) -> Vec<WorkUnderWay> {
        let waits = self.warps.iter().flat_map(|warp| &warp.lanes).filter_map(|lanes| match lanes.readiness {
            Readiness::AtObject { object, .. } => Some(object),
            _ => None,
        });
        let awaited: FastSet<u32> = waits.collect();
        let mut before: FastSet<usize> = FastSet::default();
        let (mut first, mut rest) = (Vec::new(), Vec::new());
        for work in std::mem::take(&mut self.work).into_iter().rev() {
            let multiplies = match work {
                WorkUnderWay::Products { warp, .. } => Some(warp),
                WorkUnderWay::Copy { .. } => None,
            };
            if awaited.contains(&work.object()) || multiplies.is_some_and(|warp| before.contains(&warp)) {
                before.extend(multiplies);
                first.push(work);
            } else {
                rest.push(work);
            }
        }
        rest.reverse();
        first.reverse();
        if first.is_empty() {
            return rest;
        }
        self.work = rest;
        first
    }

    /// Lets work be done that was started. Whether there was any.
    pub(super) fn finish_work(&mut self) -> StepOutcome<bool> {
        let work = self.awaited_work();
        let any = !work.is_empty();
        // Objects, with the last copy that each counts.
        let mut filled: Vec<(u32, Option<u32>)> = Vec::new();
        for work in work {
            let object = work.object();
            let (WorkUnderWay::Copy { touches, clock, .. } | WorkUnderWay::Products { touches, clock, .. }) = &work;
            let Some(MadeObject { phases: state, .. }) = self.objects.get_mut(&object) else { continue };
            state.arrived.join(clock);
            for &touch in touches {
                self.touches.finish(touch, state.party, state.phase + 1);
            }
            match work {
                WorkUnderWay::Copy { bytes, map, start, ref touches, is_of_any_size, .. } => {
                    match bytes {
                        Some(bytes) => {
                            state.bytes -= bytes as i64;
                            state.is_short |= is_of_any_size && bytes != 0 && bytes.is_multiple_of(BULK_BYTES);
                        }
                        None => state.fill_untold(map, start),
                    }
                    filled.push((object, touches.last().copied()));
                }
                WorkUnderWay::Products { warp, .. } => {
                    // The products before are done as well.
                    let finished = &mut self.warps[warp].finished_products;
                    state.arrived.join(finished);
                    finished.set(state.party, state.phase + 1);
                    state.pending = state.pending.saturating_sub(1);
                    state.settle();
                }
            }
        }
        // All copies of a phase have come when it is looked at.
        filled.sort_unstable();
        filled.dedup_by_key(|(object, _)| *object);
        for (object, touch) in filled {
            self.compare_bytes(object, touch)?;
            self.object(object).map(PhasedObject::settle).ok();
        }
        self.progress += u64::from(any);
        Ok(any)
    }
}

impl super::machine::RehearsedMeeting {
    /// Lets all through who have come.
    fn pass(&mut self) {
        self.arrived = 0;
        self.generation += 1;
        self.through.join(&self.clock);
    }
}
