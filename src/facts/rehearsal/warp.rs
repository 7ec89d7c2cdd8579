//! The threads of a warp: where they are, and what their registers hold.

use super::actions::{GroupWorker, NumberSource, PlannedAddress};
use super::clock::{PhasedObject, VectorClock};
use super::numbers::{LANES, LaneNumbers, LanePlaces, lanes_of};
use super::touches::{TouchedMemory, TouchedRow};
use super::{ProtocolFault, ProtocolFaultKind};
use crate::facts::device::{MAX_THREADS, WARPS_OF_GROUP};
use crate::facts::model::GENERIC;
use crate::ids::InstId;
use crate::isa::SpecialKind;

/// Whether lanes can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Readiness {
    Ready,
    /// They wait at a barrier of a block, by its number, until it has let others through once more than so often.
    AtBarrier(u64, u32),
    /// They wait at the barrier of the cluster.
    AtCluster(u32),
    /// They wait for so many registers each.
    AtRegisters(u32),
    /// They wait at an object for a parity, or for the end of a phase.
    AtObject {
        object: u32,
        phase: AwaitedPhase,
    },
}

/// A phase that is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AwaitedPhase {
    Parity(u64),
    Number(u32),
}

impl AwaitedPhase {
    /// Whether it is over.
    pub(super) fn is_over(self, object: &PhasedObject) -> bool {
        match self {
            Self::Parity(parity) => object.has_parity(parity),
            Self::Number(number) => object.phase > number,
        }
    }
}

/// Lanes that go together.
#[derive(Clone, Debug)]
pub(super) struct LaneGroup {
    /// The instruction, counted from the first of the kernel.
    pub(super) at: usize,
    pub(super) mask: u32,
    pub(super) readiness: Readiness,
}

/// WorkUnderWay of a kind that a warp has started.
#[derive(Clone, Default, Debug)]
pub(super) struct StartedWork {
    /// Groups that were made.
    pub(super) groups: u32,
    /// Each piece of work: the group that it belongs to.
    pub(super) pieces: Vec<(u32, u32)>,
}

/// A warp.
pub(super) struct RehearsedWarp {
    /// The rank of its block in the cluster.
    pub(super) rank: u32,
    /// The thread of its first lane, in the linear order of its block.
    pub(super) first_thread: u32,
    pub(super) registers: Vec<LaneNumbers>,
    pub(super) lanes: Vec<LaneGroup>,
    /// Lanes that have not ended.
    pub(super) live: u32,
    pub(super) clock: VectorClock,
    /// What its last fence gives to those who hear of anything after it, and what it has heard that its next fence brings in order.
    pub(super) fenced: VectorClock,
    pub(super) unordered: VectorClock,
    /// Copies, bulk copies, loads from tensor memory and stores to it.
    started: [StartedWork; 4],
    /// Products of a warpgroup that this warp has taken part in, and groups of them.
    pub(super) products: usize,
    pub(super) product_groups: u32,
    /// Those of them that it has waited for.
    pub(super) awaited_products: usize,
    /// Products of tensor memory that no commit covers.
    pub(super) uncommitted: Vec<u32>,
    /// The phases that say that products of this warp are done.
    pub(super) finished_products: VectorClock,
    /// Its fences between the proxies for shared memory and for buffers: the steps that had been made, and its own time.
    pub(super) fences: [Vec<(u64, u32)>; 2],
    /// Its accesses since its lanes have last been together: each with the lanes that others of the warp need not have waited for.
    pub(super) unmet: Vec<(u32, u32)>,
    /// How often the warp has arrived at the barrier of the cluster.
    pub(super) cluster_arrivals: u32,
    /// How often each lane has asked whether there was another block's work to take.
    pub(super) asked_for_work: [u8; LANES],
}

/// How often a block takes another one's work.
const ROUNDS_OF_WORK: u8 = 3;

impl RehearsedWarp {
    pub(super) fn new(rank: u32, first_thread: u32, threads: u32, registers: usize) -> Self {
        let live = if threads - first_thread >= 32 { u32::MAX } else { (1 << (threads - first_thread)) - 1 };
        Self {
            rank,
            first_thread,
            registers: vec![LaneNumbers::UNKNOWN; registers],
            lanes: vec![LaneGroup { at: 0, mask: live, readiness: Readiness::Ready }],
            live,
            clock: VectorClock::default(),
            fenced: VectorClock::default(),
            unordered: VectorClock::default(),
            started: Default::default(),
            products: 0,
            product_groups: 0,
            awaited_products: 0,
            uncommitted: Vec::new(),
            finished_products: VectorClock::default(),
            fences: Default::default(),
            unmet: Vec::new(),
            cluster_arrivals: 0,
            asked_for_work: [0; LANES],
        }
    }

    /// Whether each lane that asks is given another block's work. Answers go round in rings, so that there is some for a few rounds.
    pub(super) fn ask_for_work(&mut self, mask: u32) -> LaneNumbers {
        LaneNumbers::of_lanes(|lane| {
            let asked = &mut self.asked_for_work[lane];
            *asked = asked.saturating_add((mask >> lane & 1) as u8);
            (mask >> lane & 1 == 1).then_some(u64::from(*asked <= ROUNDS_OF_WORK))
        })
    }

    /// Whether a lane of a mask has been told that there is no other block's work left.
    pub(super) fn is_out_of_work(&self, mask: u32) -> bool {
        self.asked_for_work.iter().enumerate().any(|(lane, &asked)| mask >> lane & 1 == 1 && asked > ROUNDS_OF_WORK)
    }

    /// Something that goes wrong at an instruction, for one of its lanes.
    pub(super) fn fault(&self, inst: InstId, lane: usize, kind: ProtocolFaultKind) -> ProtocolFault {
        ProtocolFault { kind, inst, thread: self.first_thread + lane as u32, rank: self.rank }
    }

    /// Its warpgroup, among those of all blocks.
    pub(super) fn group(&self) -> usize {
        (u64::from(self.rank) * MAX_THREADS) as usize + self.first_thread as usize / (32 * WARPS_OF_GROUP)
    }

    /// What a warp has started of a kind that it waits for itself.
    pub(super) fn started(&mut self, worker: GroupWorker) -> &mut StartedWork {
        &mut self.started[match worker {
            GroupWorker::Copies | GroupWorker::Warpgroup => 0,
            GroupWorker::BulkCopies => 1,
            GroupWorker::TensorLoads => 2,
            GroupWorker::TensorStores => 3,
        }]
    }

    /// A bulk copy out of shared memory that the warp has not waited for.
    pub(super) fn unawaited_copy(&self) -> Option<u32> {
        self.started[1].pieces.first().map(|&(_, touch)| touch)
    }

    /// Tells what the warp knows to those who come after; in order, or as far as its last fence is.
    pub(super) fn tell(&self, clock: &mut VectorClock, releases: bool) {
        if releases {
            clock.join(&self.clock);
        } else {
            clock.join(&self.fenced);
            clock.hear(&self.clock);
        }
    }

    /// A fence of memory: what was done before is in order for those who hear of what comes after it, and the other way round.
    pub(super) fn fence(&mut self, index: usize) {
        let unordered = std::mem::take(&mut self.unordered);
        self.clock.join(&unordered);
        self.fenced = self.clock.clone();
        self.clock.set(index, self.clock.at(index) + 1);
    }

    /// The time of its first fence between the proxies since a step, for the memory of a row.
    pub(super) fn fence_after(&self, step: u64, row: TouchedRow) -> Option<u32> {
        let fences = &self.fences[usize::from(row.memory() == TouchedMemory::Global)];
        fences.get(fences.partition_point(|&(made, _)| made < step)).map(|&(_, time)| time)
    }

    /// Notes that some lanes have waited for each other, or that others hear of each of them.
    pub(super) fn meet(&mut self, mask: u32) {
        self.unmet.iter_mut().for_each(|(_, lanes)| *lanes &= !mask);
        self.unmet.retain(|&(_, lanes)| lanes != 0);
    }

    /// Puts lanes that are ready at one place together.
    pub(super) fn merge(&mut self) {
        let mut merged: Vec<LaneGroup> = Vec::with_capacity(self.lanes.len());
        for lanes in self.lanes.drain(..) {
            let same = |other: &&mut LaneGroup| {
                other.at == lanes.at && other.readiness == Readiness::Ready && lanes.readiness == Readiness::Ready
            };
            match merged.iter_mut().find(same) {
                Some(other) => other.mask |= lanes.mask,
                None => merged.push(lanes),
            }
        }
        self.lanes = merged;
    }
}

/// The launch that is rehearsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RehearsedLaunch {
    /// Extents of a block.
    pub block: [u32; 3],
    /// Extents of the grid: two clusters along the first axis.
    pub grid: [u32; 3],
    /// Extents of a cluster.
    pub cluster: [u32; 3],
    /// What all integers are that the kernel is given.
    pub size: u64,
    /// Integers that are loaded from global memory are zeros and ones, chosen by this number, or unknown.
    pub data: Option<u64>,
}

impl RehearsedLaunch {
    /// Blocks of a cluster.
    pub(super) fn blocks(&self) -> u32 {
        self.cluster.iter().product()
    }
}

/// Reads operands.
pub(super) struct OperandReader<'r> {
    pub(super) warp: &'r RehearsedWarp,
    pub(super) launch: RehearsedLaunch,
}

impl OperandReader<'_> {
    pub(super) fn numbers(&self, source: NumberSource) -> LaneNumbers {
        match source {
            NumberSource::Register { reg, negated: false } => self.warp.registers[reg].clone(),
            NumberSource::Register { reg, negated: true } => {
                let reg = [self.warp.registers[reg].clone()];
                LaneNumbers::combined(&reg, u32::MAX, |it| Some(u64::from(it[0] & 1 == 0)))
            }
            NumberSource::Number(number) => LaneNumbers::Same(Some(number)),
            NumberSource::Shared(at) => LaneNumbers::Same(Some(at + (u64::from(self.warp.rank) << RANK_SHIFT))),
            NumberSource::Special(kind, axis) => self.special(kind, axis),
            NumberSource::Parameter(_) | NumberSource::Unknown => LaneNumbers::UNKNOWN,
        }
    }

    fn special(&self, kind: SpecialKind, axis: usize) -> LaneNumbers {
        let launch = self.launch;
        let rank = self.warp.rank;
        let [x, y, _] = launch.cluster;
        let place = [rank % x, rank / x % y, rank / x / y];
        LaneNumbers::Same(match kind {
            SpecialKind::Tid => {
                let [x, y, _] = launch.block;
                return LaneNumbers::of_lanes(|lane| {
                    let thread = self.warp.first_thread + lane as u32;
                    Some(u64::from([thread % x, thread / x % y, thread / x / y][axis]))
                });
            }
            SpecialKind::LaneId => return LaneNumbers::of_lanes(|lane| Some(lane as u64)),
            SpecialKind::WarpId => Some(u64::from(self.warp.first_thread / 32)),
            SpecialKind::Ntid => Some(u64::from(launch.block[axis])),
            SpecialKind::Ctaid | SpecialKind::ClusterCtaid => Some(u64::from(place[axis])),
            SpecialKind::Nctaid => Some(u64::from(launch.grid[axis])),
            SpecialKind::ClusterId => Some(0),
            SpecialKind::NclusterId => Some(u64::from(launch.grid[axis] / launch.cluster[axis])),
            SpecialKind::ClusterNctaid => Some(u64::from(launch.cluster[axis])),
            SpecialKind::ClusterCtarank => Some(u64::from(rank)),
            SpecialKind::ClusterNctarank => Some(u64::from(launch.blocks())),
            _ => None,
        })
    }

    /// The addresses in shared memory for some lanes, without those that are elsewhere. `None` if one is not known.
    pub(super) fn shared(&self, address: PlannedAddress, mask: u32) -> Option<LanePlaces> {
        let computed;
        let base = match address.base {
            NumberSource::Register { reg, negated: false } => &self.warp.registers[reg],
            other => {
                computed = self.numbers(other);
                &computed
            }
        };
        let mut found = LanePlaces::NONE;
        for lane in lanes_of(mask) {
            let at = base.at(lane)?.wrapping_add(address.offset);
            if address.is_shared || at >> 32 == (GENERIC as u64) >> 32 {
                found.insert(lane, at as u32);
            }
        }
        Some(found)
    }
}

/// The bits of an address in shared memory that say whose it is.
pub(super) const RANK_SHIFT: u32 = 24;

/// The rest of them.
pub(super) const WITHIN_BLOCK: u32 = (1 << RANK_SHIFT) - 1;
