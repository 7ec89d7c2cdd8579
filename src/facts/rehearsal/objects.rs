//! `mbarrier` objects: how they are made, arrived at and waited for.

use super::ProtocolFaultKind;
use super::actions::{AwaitedName, NumberSource, PlannedAddress, PlannedCopy, RehearsedAction, RehearsedStep};
use super::clock::{PhasedObject, VectorClock};
use super::machine::{Here, RehearsalEnd, RehearsedCluster, StepOutcome};
use super::numbers::{LaneNumbers, lanes_of};
use super::shared::FIRST_SHARED;
use super::warp::{AwaitedPhase, LaneGroup, RANK_SHIFT, Readiness, WITHIN_BLOCK};
use crate::ids::InstId;

/// An `mbarrier` object in memory.
pub(super) struct MadeObject {
    pub(super) phases: PhasedObject,
    /// What has made it.
    pub(super) init: InstId,
    /// The warp that has, and how many steps had been made before.
    warp: usize,
    step: u64,
    /// The time of that warp.
    time: u32,
}

impl RehearsedCluster<'_, '_, '_> {
    /// The objects that some lanes name, one for each lane; of a mask of blocks those at the same place in each.
    pub(super) fn objects_of(
        &self,
        index: usize,
        barrier: PlannedAddress,
        blocks: Option<NumberSource>,
        mask: u32,
    ) -> StepOutcome<Vec<u32>> {
        let at = self.reader(index).shared(barrier, mask).ok_or(RehearsalEnd::Unknown)?;
        if at.len() != mask.count_ones() as usize {
            return Err(RehearsalEnd::Unknown);
        }
        let own = at.iter().map(|(_, at)| at);
        let Some(blocks) = blocks else { return Ok(own.collect()) };
        let blocks = self.number(index, blocks, mask)?;
        let ranks: Vec<u32> = (0..self.launch.blocks()).filter(|rank| blocks >> rank & 1 != 0).collect();
        Ok(own.flat_map(|at| ranks.iter().map(move |rank| at & WITHIN_BLOCK | rank << RANK_SHIFT)).collect())
    }

    /// The same of objects that have to be there.
    pub(super) fn used_objects(
        &self,
        index: usize,
        here: Here,
        barrier: PlannedAddress,
        blocks: Option<NumberSource>,
    ) -> StepOutcome<Vec<u32>> {
        let objects = self.objects_of(index, barrier, blocks, here.1)?;
        objects.iter().try_for_each(|&object| self.require(index, here, object))?;
        Ok(objects)
    }

    /// Complains of an object that is not there.
    pub(super) fn require(&self, index: usize, here: Here, object: u32) -> StepOutcome {
        if let Some(made) = self.objects.get(&object) {
            let warp = &self.warps[index];
            // Whoever makes an object for its own block tells it by a barrier that others look at.
            if object >> RANK_SHIFT != warp.rank && warp.clock.at(made.warp) < made.time {
                return Err(self.fault(index, here, ProtocolFaultKind::NotStarted));
            }
            return Ok(());
        }
        // A number that the kernel is given may be the address of an object that somebody else makes.
        if u64::from(object & WITHIN_BLOCK) < FIRST_SHARED {
            return Err(RehearsalEnd::Unknown);
        }
        // Where the same block has one at that place, the other block makes one, too.
        let (rank, own) = (object >> RANK_SHIFT, self.warps[index].rank);
        let is_elsewhere = rank != own && self.objects.contains_key(&(object & WITHIN_BLOCK | own << RANK_SHIFT));
        let kind = if is_elsewhere { ProtocolFaultKind::NotStarted } else { ProtocolFaultKind::NoBarrier };
        Err(self.fault(index, here, kind))
    }

    /// The object that counts the bytes for a receiver of a copy, of which this is the object at the same place. Of a pair of blocks it is in
    /// the one that has the lowest bit of the rank of the object that is named.
    pub(super) fn counting(&self, index: usize, mask: u32, copy: &PlannedCopy, own: u32) -> StepOutcome<u32> {
        let (true, Some(barrier), Some(_)) = (copy.in_pairs, copy.barrier, copy.blocks) else { return Ok(own) };
        let named = self.objects_of(index, barrier, None, mask)?.first().map_or(0, |named| named >> RANK_SHIFT & 1);
        Ok(own & WITHIN_BLOCK | (own >> RANK_SHIFT & !1 | named) << RANK_SHIFT)
    }

    /// What is done to objects at once.
    pub(super) fn tell_objects(&mut self, index: usize, here: Here, step: &RehearsedStep) -> StepOutcome {
        let (at, mask) = here;
        match step.action {
            RehearsedAction::Init(barrier, count) => {
                // No object may count no thread: a kernel that counts its warps by role is for a block with more of them.
                let count = Some(self.number(index, count, mask)?).filter(|&it| it > 0).ok_or(RehearsalEnd::Unknown)?;
                for object in self.objects_of(index, barrier, None, mask)? {
                    let (init, step) = (self.inst(at), self.made);
                    if let Some(known) = self.objects.get(&object) {
                        if known.init != init || (known.warp == index && known.step != step) {
                            let kind = ProtocolFaultKind::InitialisedAgain { init: known.init };
                            return Err(self.fault(index, here, kind));
                        }
                        // Threads that all make the object anew, each before it arrives, depend on who comes first.
                        if known.phases.is_in_a_phase() {
                            return Err(RehearsalEnd::Unknown);
                        }
                    }
                    let phases = PhasedObject::new(self.parties, count);
                    let time = self.warps[index].clock.at(index);
                    self.objects.insert(object, MadeObject { phases, init, warp: index, step, time });
                    self.parties += 1;
                }
            }
            RehearsedAction::Invalidate(barrier) => {
                for object in self.used_objects(index, here, barrier, None)? {
                    self.objects.remove(&object);
                }
            }
            RehearsedAction::ExpectBytes(barrier, bytes) => {
                let bytes = self.number(index, bytes, mask)?;
                for object in self.used_objects(index, here, barrier, None)? {
                    let phases = self.object(object)?;
                    if phases.pending == 0 {
                        return Err(self.fault(index, here, ProtocolFaultKind::AnnouncedTooLate));
                    }
                    phases.bytes += bytes as i64;
                }
            }
            RehearsedAction::Arrive { barrier, count, bytes, releases } => {
                let count = count.map_or(Ok(1), |count| self.number(index, count, mask))?;
                let bytes = bytes.map_or(Ok(0), |bytes| self.number(index, bytes, mask))?;
                let objects = self.used_objects(index, here, barrier, None)?;
                self.part_from_others(index, mask);
                let phases: Vec<u64> = objects
                    .iter()
                    .map(|&it| self.object(it).map(|it| u64::from(it.phase)))
                    .collect::<StepOutcome<_>>()?;
                for (lane, &object) in lanes_of(mask).zip(&objects) {
                    self.use_memory_of(index, (at, lane), object);
                    self.object(object)?.bytes += bytes as i64;
                    self.arrive(index, (at, lane), object, (count, releases))?;
                }
                // What is returned names the phase.
                let mut lanes = [None; 32];
                lanes_of(mask).zip(phases).for_each(|(lane, phase)| lanes[lane] = Some(phase));
                self.write(index, mask, step, LaneNumbers::of_lanes(|lane| lanes[lane]));
                self.warps[index].meet(mask);
                self.release(index);
            }
            RehearsedAction::CopiesArrive(barrier, counts) => {
                self.finish_copies(index);
                for (lane, object) in lanes_of(mask).zip(self.used_objects(index, here, barrier, None)?) {
                    if counts {
                        self.arrive(index, (at, lane), object, (1, true))?;
                    } else {
                        let clock = self.warps[index].clock.clone();
                        self.object(object)?.arrived.join(&clock);
                    }
                }
                self.warps[index].meet(mask);
                self.release(index);
            }
            _ => {}
        }
        self.progress += 1;
        Ok(())
    }

    pub(super) fn object(&mut self, at: u32) -> StepOutcome<&mut PhasedObject> {
        self.objects.get_mut(&at).map(|object| &mut object.phases).ok_or(RehearsalEnd::Unknown)
    }

    fn arrive(
        &mut self,
        index: usize,
        (at, lane): (usize, usize),
        object: u32,
        (count, releases): (u64, bool),
    ) -> StepOutcome {
        let warp = &self.warps[index];
        let mut clock = VectorClock::default();
        warp.tell(&mut clock, releases);
        let object = self.object(object)?;
        let Some(pending) = object.pending.checked_sub(count) else {
            let is_own = object.count == 1 && object.last == Some(index);
            let kind = ProtocolFaultKind::TooManyArrivals { count: object.count, is_own };
            return Err(self.fault(index, (at, 1 << lane), kind));
        };
        object.pending = pending;
        object.last = Some(index);
        object.arrived.join(&clock);
        object.settle();
        Ok(())
    }

    pub(super) fn wait(
        &mut self,
        index: usize,
        here: Here,
        place: usize,
        (barrier, phase): (PlannedAddress, AwaitedName),
    ) -> StepOutcome {
        let (at, mask) = here;
        let objects = self.used_objects(index, here, barrier, None)?;
        if objects.iter().any(|object| object >> RANK_SHIFT != self.warps[index].rank) {
            return Err(self.fault(index, here, ProtocolFaultKind::WaitsElsewhere));
        }
        let phases = match phase {
            AwaitedName::Parity(parity) => self.numbers(index, parity),
            AwaitedName::Token(token) => self.numbers(index, token),
        };
        let mut groups: Vec<(u32, AwaitedPhase, u32)> = Vec::new();
        for (lane, object) in lanes_of(mask).zip(objects) {
            let number = phases.at(lane).ok_or(RehearsalEnd::Unknown)?;
            let phase = match phase {
                AwaitedName::Parity(_) => AwaitedPhase::Parity(number & 1),
                AwaitedName::Token(_) => AwaitedPhase::Number(number as u32),
            };
            match groups.iter_mut().find(|(other, awaited, _)| *other == object && *awaited == phase) {
                Some((.., lanes)) => *lanes |= 1 << lane,
                None => groups.push((object, phase, 1 << lane)),
            }
        }
        let lanes = &mut self.warps[index].lanes;
        lanes[place].mask &= !mask;
        for (object, phase, mask) in groups {
            lanes.push(LaneGroup { at, mask, readiness: Readiness::AtObject { object, phase } });
        }
        lanes.retain(|lanes| lanes.mask != 0);
        Ok(())
    }
}
