//! The threads of a cluster, and how they take turns.

use super::actions::{MapUse, RehearsedAction, RehearsedStep, WorkKinds};
use super::boxes::BoxReads;
use super::clock::VectorClock;
use super::numbers::{LaneNumbers, lanes_of};
use super::objects::MadeObject;
use super::plan::RehearsalPlan;
use super::touches::{Disorder, NotedTouch, TouchManner, TouchedPlace, Touches};
use super::warp::{LaneGroup, OperandReader, RANK_SHIFT, Readiness, RehearsedLaunch, RehearsedWarp};
use super::{ProtocolFault, ProtocolFaultKind, Rehearsal, is_lone_warp, likely};
use crate::facts::register_pool::RegisterPool;
use crate::facts::{Block, Facts};
use crate::ids::InstId;
use crate::util::{FastMap, FastSet};
use std::collections::BTreeMap;

/// Most blocks of code that are skipped because of a branch that cannot be decided.
const MOST_SKIPPED: usize = 64;

/// Most accesses of a warp that are remembered until its lanes are together.
const MOST_UNMET: usize = 64;

/// Where an instruction stands, and the lanes that execute it.
pub(super) type Here = (usize, u32);

/// Why a rehearsal does not go on.
pub(super) enum RehearsalEnd {
    Unknown,
    /// Shared memory is too short for so many threads, or so large a size.
    Misfit,
    ProtocolFault(ProtocolFault),
}

/// What a step comes to: nothing, or why it ends the rehearsal.
pub(super) type StepOutcome<T = ()> = Result<T, RehearsalEnd>;

/// A barrier of a block, or of the cluster.
#[derive(Default)]
pub(super) struct RehearsedMeeting {
    pub(super) arrived: u32,
    pub(super) generation: u32,
    pub(super) clock: VectorClock,
    /// What those know who were let through.
    pub(super) through: VectorClock,
}

/// What somebody is at work on.
pub(super) enum WorkUnderWay {
    /// A copy to shared memory: its object, its bytes or else its tensor map, as far as they are known, and what it writes.
    Copy {
        object: u32,
        bytes: Option<u64>,
        map: Option<MapUse>,
        /// Where it begins to write, if nothing else is known of where it does.
        start: Option<u32>,
        touches: Vec<u32>,
        clock: VectorClock,
        /// Whether it writes shared memory, by the last of its touches.
        fills: bool,
        /// Whether it is not always of the same size.
        is_of_any_size: bool,
    },
    /// Products, with the object that hears of their end.
    Products { object: u32, touches: Vec<u32>, clock: VectorClock, warp: usize },
}

/// A use of the memory of another block.
struct RemoteUse {
    /// The warp, and its time.
    user: usize,
    time: u32,
    /// The rank of the block whose memory it is.
    owner: u32,
    /// What it is if that block has ended.
    fault: ProtocolFault,
}

impl WorkUnderWay {
    /// The object that hears of its end.
    pub(super) fn object(&self) -> u32 {
        let (Self::Copy { object, .. } | Self::Products { object, .. }) = self;
        *object
    }
}

/// A cluster at work.
pub(super) struct RehearsedCluster<'m, 'a, 's> {
    pub(super) facts: &'m Facts<'a, 's>,
    pub(super) plan: &'m RehearsalPlan,
    pub(super) launch: RehearsedLaunch,
    pub(super) warps: Vec<RehearsedWarp>,
    pub(super) touches: Touches,
    /// What copies by tensor maps bring.
    pub(super) boxes: BoxReads,
    pub(super) objects: BTreeMap<u32, MadeObject>,
    pub(super) parties: usize,
    /// The bytes of shared memory that are known.
    pub(super) contents: FastMap<u32, u8>,
    /// How far the counters in global memory are that each instruction adds to.
    pub(super) counters: FastMap<usize, u64>,
    pub(super) meetings: FastMap<u64, RehearsedMeeting>,
    pub(super) cluster: RehearsedMeeting,
    pub(super) work: Vec<WorkUnderWay>,
    /// Products of each warpgroup.
    pub(super) products: FastMap<usize, Vec<(u32, u32)>>,
    /// The next free column of tensor memory of each block.
    pub(super) columns: FastMap<u32, u32>,
    /// The registers of all warps.
    pub(super) pool: RegisterPool,
    /// Uses of the memory of other blocks.
    remote_uses: Vec<RemoteUse>,
    /// How often anything happened that others may wait for.
    pub(super) progress: u64,
    /// The bytes that so many copies by a tensor map have brought.
    pub(super) brought: FastMap<(MapUse, u64), u64>,
    /// What was done for the threads.
    done: WorkKinds,
    /// Steps that were made.
    pub(super) made: u64,
    /// Steps that may still be made.
    steps_left: usize,
}

impl<'m, 'a, 's> RehearsedCluster<'m, 'a, 's> {
    pub(super) fn new(facts: &'m Facts<'a, 's>, plan: &'m RehearsalPlan, launch: RehearsedLaunch) -> Self {
        let threads = launch.block.iter().product::<u32>();
        let mut warps: Vec<RehearsedWarp> = Vec::new();
        for rank in 0..launch.blocks() {
            let first = (0..threads).step_by(32);
            warps.extend(first.map(|first| RehearsedWarp::new(rank, first, threads, plan.registers)));
        }
        for (index, warp) in warps.iter_mut().enumerate() {
            warp.clock.set(index, 1);
        }
        let parties = warps.len();
        Self {
            facts,
            plan,
            launch,
            warps,
            touches: Touches::new(plan),
            boxes: BoxReads::new(plan),
            objects: BTreeMap::new(),
            parties,
            contents: FastMap::default(),
            counters: FastMap::default(),
            meetings: FastMap::default(),
            cluster: RehearsedMeeting::default(),
            work: Vec::new(),
            products: FastMap::default(),
            columns: FastMap::default(),
            pool: RegisterPool::default(),
            remote_uses: Vec::new(),
            progress: 0,
            brought: FastMap::default(),
            done: WorkKinds::default(),
            made: 0,
            steps_left: 0,
        }
    }

    /// Runs all threads, at most so many steps of warps. How many of these are left: none where they did not suffice.
    pub(super) fn run_and_count(mut self, steps: usize) -> (Rehearsal, usize) {
        self.steps_left = steps;
        let rehearsal = match self.go_on() {
            Ok(()) if self.is_idle() => Rehearsal::Idle,
            Ok(()) if self.is_apart() => Rehearsal::Apart,
            Ok(()) => Rehearsal::Complete,
            Err(RehearsalEnd::Unknown) => Rehearsal::Unknown,
            Err(RehearsalEnd::Misfit) => Rehearsal::Misfit,
            Err(RehearsalEnd::ProtocolFault(fault)) => Rehearsal::ProtocolFault(fault),
        };
        (rehearsal, self.steps_left)
    }

    /// Whether nothing was done for the threads of what matters most in a kernel: such a launch says nothing.
    fn is_idle(&self) -> bool {
        let all = self.plan.work;
        if all.fills { !self.done.fills } else { all.takes && !self.done.takes }
    }

    /// Whether no warp had anything to do with what others did, though there are several, or nothing was put where something had been before: such a
    /// launch says little about what they share. Where all warps take turns with places, each for itself, they need not share anything.
    fn is_apart(&self) -> bool {
        let touches = &self.touches;
        let shows_enough = touches.are_refilled() && (touches.are_shared() || touches.are_by_all(self.warps.len()));
        (self.plan.work.fills || self.plan.has_arrivals) && !is_lone_warp(self.launch.block) && !shows_enough
    }

    /// Gives up after as many steps as may be made.
    pub(super) fn spend(&mut self, steps: usize) -> StepOutcome {
        let left = self.steps_left.checked_sub(steps);
        self.steps_left = left.unwrap_or(0);
        left.map(|_| ()).ok_or(RehearsalEnd::Unknown)
    }

    fn go_on(&mut self) -> StepOutcome {
        let mut patience: Option<u64> = None;
        loop {
            let mut ran = false;
            for index in 0..self.warps.len() {
                while let Some(lanes) = self.pick(index) {
                    self.spend(1)?;
                    ran = true;
                    self.step(index, lanes)?;
                }
            }
            if self.warps.iter().all(|warp| warp.lanes.is_empty()) {
                let fault = self.left_behind().or_else(|| self.too_late()).or_else(|| self.part_of_group());
                let fault = fault.or_else(|| self.short_phase());
                return fault.map_or(Ok(()), |fault| Err(RehearsalEnd::ProtocolFault(fault)));
            }
            if ran || self.finish_work()? {
                continue;
            }
            // A wait may give up, and another way be tried. Nothing has changed since the last time if there is none.
            if patience == Some(self.progress) {
                return Err(self.stuck());
            }
            patience = Some(self.progress);
            self.time_out();
        }
    }

    /// The lanes of a warp that go on: those that are furthest behind.
    fn pick(&mut self, index: usize) -> Option<usize> {
        self.retry_registers(index);
        let (plan, meetings, objects, cluster) = (self.plan, &self.meetings, &self.objects, &self.cluster);
        let warp = &mut self.warps[index];
        let mut woken = false;
        for lanes in &mut warp.lanes {
            let joined = match lanes.readiness {
                Readiness::Ready | Readiness::AtRegisters(_) => continue,
                Readiness::AtBarrier(id, generation) => {
                    meetings.get(&id).filter(|it| it.generation > generation).map(|it| &it.through)
                }
                Readiness::AtCluster(generation) => Some(&cluster.through).filter(|_| cluster.generation > generation),
                Readiness::AtObject { object, phase } => {
                    let object = objects.get(&object).map(|object| &object.phases);
                    object.filter(|it| phase.is_over(it)).map(|it| &it.complete)
                }
            };
            let Some(joined) = joined else { continue };
            let mut acquires = true;
            if matches!(lanes.readiness, Readiness::AtObject { .. }) {
                let step = &plan.steps[lanes.at];
                acquires = !matches!(step.action, RehearsedAction::Wait { acquires: false, .. });
                for &(reg, _) in &step.writes {
                    warp.registers[reg].set(lanes.mask, LaneNumbers::Same(Some(1)));
                }
            }
            if acquires {
                warp.clock.join(joined);
            } else {
                warp.clock.hear(joined);
                warp.unordered.join(joined);
            }
            lanes.at += 1;
            lanes.readiness = Readiness::Ready;
            woken = true;
        }
        if woken || warp.lanes.len() > 1 {
            warp.merge();
        }
        let live = warp.live;
        let can_go = |lanes: &LaneGroup| {
            let is_collective = plan.steps.get(lanes.at).is_some_and(|step| step.is_collective);
            lanes.readiness == Readiness::Ready && (!is_collective || lanes.mask == live)
        };
        let ready = warp.lanes.iter().enumerate().filter(|(_, lanes)| can_go(lanes));
        ready.min_by_key(|(_, lanes)| lanes.at).map(|(place, _)| place)
    }

    /// Ends the waits at objects without success.
    fn time_out(&mut self) {
        let plan = self.plan;
        for warp in &mut self.warps {
            for lanes in &mut warp.lanes {
                if matches!(lanes.readiness, Readiness::AtObject { .. }) {
                    for &(reg, _) in &plan.steps[lanes.at].writes {
                        warp.registers[reg].set(lanes.mask, LaneNumbers::Same(Some(0)));
                    }
                    lanes.at += 1;
                    lanes.readiness = Readiness::Ready;
                }
            }
        }
    }

    /// A phase that expects fewer bytes than threads read of what its copies bring.
    fn short_phase(&self) -> Option<ProtocolFault> {
        let (touch, kind) = self.boxes.short_phase(self.plan)?;
        let touch = self.touches.get(touch);
        Some(self.warps[touch.warp].fault(touch.inst, touch.lane, kind))
    }

    /// A copy that is still to write into shared memory when all threads have ended.
    fn left_behind(&self) -> Option<ProtocolFault> {
        let under_way = self.work.iter().find_map(|work| match work {
            WorkUnderWay::Copy { touches, fills: true, .. } => touches.last(),
            _ => None,
        });
        let fault = |touch: u32, kind: ProtocolFaultKind| {
            let touch = self.touches.get(touch);
            self.warps[touch.warp].fault(touch.inst, touch.lane, kind)
        };
        let reading = || self.warps.iter().find_map(|warp| warp.unawaited_copy());
        let left = under_way.map(|&touch| fault(touch, ProtocolFaultKind::LeftBehind));
        left.or_else(|| Some(fault(reading()?, ProtocolFaultKind::LeftReading)))
    }

    /// A use of the memory of another block of which no thread of that one had heard when it ended.
    fn too_late(&self) -> Option<ProtocolFault> {
        let has_heard =
            |it: &RemoteUse, warp: &RehearsedWarp| warp.rank == it.owner && warp.clock.at(it.user) >= it.time;
        let late = self.remote_uses.iter().find(|it| !self.warps.iter().any(|warp| has_heard(it, warp)));
        late.map(|it| it.fault)
    }

    /// A warp that has executed fewer products than others of its warpgroup.
    fn part_of_group(&self) -> Option<ProtocolFault> {
        let missed =
            self.warps.iter().find_map(|warp| Some((warp, self.products.get(&warp.group())?.get(warp.products)?.1)));
        let (warp, touch) = missed?;
        Some(warp.fault(self.touches.get(touch).inst, 0, ProtocolFaultKind::PartOfGroup))
    }

    /// Notes that a warp uses the memory of the block that an address names.
    pub(super) fn use_memory_of(&mut self, index: usize, (at, lane): (usize, usize), address: u32) {
        let warp = &self.warps[index];
        let (owner, time) = (address >> RANK_SHIFT, warp.clock.at(index));
        // What is computed from a size may be no address at all.
        let is_remote = owner != warp.rank && owner < self.launch.blocks();
        if is_remote && self.remote_uses.last().is_none_or(|it| (it.user, it.time, it.owner) != (index, time, owner)) {
            let fault = warp.fault(self.inst(at), lane, ProtocolFaultKind::EndedBlock);
            self.remote_uses.push(RemoteUse { user: index, time, owner, fault });
        }
    }

    /// Nobody can go on: the wait that tells most about it.
    fn stuck(&self) -> RehearsalEnd {
        let mut best: Option<ProtocolFault> = None;
        for warp in &self.warps {
            let waits = |lanes: &LaneGroup| lanes.readiness != Readiness::Ready;
            // Lanes that are to meet others wait for those that wait; anything else was not understood.
            if !warp.lanes.is_empty() && !warp.lanes.iter().any(waits) {
                return RehearsalEnd::Unknown;
            }
            for lanes in &warp.lanes {
                let first = lanes.mask.trailing_zeros() as usize;
                if let Readiness::AtRegisters(wanted) = lanes.readiness {
                    let kind = ProtocolFaultKind::RegistersNeverFree { wanted };
                    return RehearsalEnd::ProtocolFault(warp.fault(self.inst(lanes.at), first, kind));
                }
                let Readiness::AtObject { object, .. } = lanes.readiness else { continue };
                let Some(MadeObject { phases: object, .. }) = self.objects.get(&object) else {
                    return RehearsalEnd::Unknown;
                };
                let kind = match (object.pending, object.untold_copies()) {
                    (0, copies @ 1..) => ProtocolFaultKind::UnevenBytes { bytes: object.bytes as u64, copies },
                    (0, _) if object.is_short && object.bytes > 0 => {
                        ProtocolFaultKind::ShortCopy { bytes: object.bytes as u64 }
                    }
                    (arrivals, _) if self.lacks_those_who_left(arrivals, object.count, warp.rank) => {
                        ProtocolFaultKind::LeftEarly { count: object.count, ended: arrivals }
                    }
                    (arrivals, _) => {
                        ProtocolFaultKind::NeverEnds { arrivals, bytes: object.bytes, phase: object.phase }
                    }
                };
                // Who lacks bytes only is nearer to the cause than who lacks arrivals.
                if best.is_none() || (object.pending == 0 && object.bytes != 0) {
                    best = Some(warp.fault(self.inst(lanes.at), first, kind));
                }
            }
        }
        let best = best.or_else(|| self.barrier_that_never_passes());
        best.map_or(RehearsalEnd::Unknown, RehearsalEnd::ProtocolFault)
    }

    /// Whether an object of a block counts each of its threads, and lacks as many arrivals as have ended.
    fn lacks_those_who_left(&self, arrivals: u64, count: u64, rank: u32) -> bool {
        let threads = self.launch.block.iter().product::<u32>();
        let ended = threads - self.live_threads(rank);
        count == u64::from(threads) && arrivals == u64::from(ended)
    }

    /// A barrier of a block at which threads wait when no thread can go on.
    fn barrier_that_never_passes(&self) -> Option<ProtocolFault> {
        self.warps.iter().find_map(|warp| {
            let lanes = warp.lanes.iter().find(|lanes| matches!(lanes.readiness, Readiness::AtBarrier(..)))?;
            let first = lanes.mask.trailing_zeros() as usize;
            Some(warp.fault(self.inst(lanes.at), first, ProtocolFaultKind::BarrierNeverPasses))
        })
    }

    /// Something that goes wrong at an instruction, for the first of some lanes.
    pub(super) fn fault(&self, index: usize, (at, mask): Here, kind: ProtocolFaultKind) -> RehearsalEnd {
        let first = mask.trailing_zeros() as usize;
        RehearsalEnd::ProtocolFault(self.warps[index].fault(self.inst(at), first, kind))
    }

    pub(super) fn inst(&self, at: usize) -> InstId {
        InstId::new(self.plan.first + at)
    }

    fn step(&mut self, index: usize, place: usize) -> StepOutcome {
        let LaneGroup { at, mask, .. } = self.warps[index].lanes[place];
        self.made += 1;
        let plan = self.plan;
        let Some(step) = plan.steps.get(at) else {
            self.end(index, place, mask);
            return Ok(());
        };
        if step.is_idle() {
            self.warps[index].lanes[place].at += plan.steps[at..].iter().take_while(|step| step.is_idle()).count();
            return Ok(());
        }
        let (done, left) = match step.guard {
            None => (mask, 0),
            Some((reg, wanted)) => {
                let (yes, no) = self.warps[index].registers[reg].truths(mask);
                let (done, left) = if wanted { (yes, no) } else { (no, yes) };
                match mask & !(done | left) {
                    0 => (done, left),
                    unknown => match likely::executes(self.facts, plan, at) {
                        Some(true) => (done | unknown, left),
                        Some(false) => (done, left | unknown),
                        None => return self.undecided(index, place, step),
                    },
                }
            }
        };
        self.warps[index].lanes[place].at += 1;
        match &step.action {
            RehearsedAction::Branch(target) => self.split(index, place, *target, [done, left]),
            RehearsedAction::Jump(number, targets) if done != 0 => {
                let number = self.number(index, *number, done)?;
                let target = usize::try_from(number).ok().and_then(|number| targets.get(number));
                self.split(index, place, *target.ok_or(RehearsalEnd::Unknown)?, [done, left]);
            }
            RehearsedAction::Exit => self.end(index, place, done),
            _ if done != 0 => {
                if step.meets() {
                    self.warps[index].meet(done);
                }
                self.done = self.done.or(WorkKinds::of(&step.action));
                self.act(index, (at, done), place, step)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Lets some lanes go elsewhere.
    fn split(&mut self, index: usize, place: usize, target: InstId, [taken, left]: [u32; 2]) {
        let at = target.index() - self.plan.first;
        let lanes = &mut self.warps[index].lanes;
        if left == 0 {
            lanes[place].at = at;
        } else if taken != 0 {
            lanes[place].mask = left;
            lanes.push(LaneGroup { at, mask: taken, readiness: Readiness::Ready });
        }
    }

    fn end(&mut self, index: usize, place: usize, mask: u32) {
        let warp = &mut self.warps[index];
        warp.live &= !mask;
        warp.lanes[place].mask &= !mask;
        warp.lanes.retain(|lanes| lanes.mask != 0);
        self.progress += 1;
        let rank = self.warps[index].rank;
        self.meet_those_left(rank);
    }

    /// What is not known to be executed: what it would have written is unknown, too. A branch leads to where its ways meet.
    fn undecided(&mut self, index: usize, place: usize, step: &RehearsedStep) -> StepOutcome {
        if step.changes_memory() {
            self.forget_contents();
        }
        if let RehearsedAction::Branch(_) = step.action {
            return self.skip(index, place);
        }
        if step.is_noticed() {
            return Err(RehearsalEnd::Unknown);
        }
        let warp = &mut self.warps[index];
        let mask = warp.lanes[place].mask;
        for &(reg, _) in &step.writes {
            warp.registers[reg].set(mask, LaneNumbers::UNKNOWN);
        }
        warp.lanes[place].at += 1;
        Ok(())
    }

    /// Takes lanes past a branch to where its ways meet, if nothing happens there that others may notice.
    fn skip(&mut self, index: usize, place: usize) -> StepOutcome {
        let (facts, plan) = (self.facts, self.plan);
        let cfg = facts.cfg();
        let branch = cfg.block_of(self.inst(self.warps[index].lanes[place].at));
        let join = facts.postdominators().immediate(branch).ok_or(RehearsalEnd::Unknown)?;
        let mut seen: FastSet<Block> = FastSet::default();
        let mut work: Vec<Block> = cfg.successors(branch).to_vec();
        let mut written: Vec<usize> = Vec::new();
        while let Some(block) = work.pop() {
            if block == join || !seen.insert(block) {
                continue;
            }
            if seen.len() > MOST_SKIPPED {
                return Err(RehearsalEnd::Unknown);
            }
            for inst in cfg.insts(block) {
                let step = &plan.steps[inst.index() - plan.first];
                if step.is_noticed() {
                    return Err(RehearsalEnd::Unknown);
                }
                if step.changes_memory() {
                    self.forget_contents();
                }
                written.extend(step.writes.iter().map(|&(reg, _)| reg));
            }
            work.extend(cfg.successors(block));
        }
        let warp = &mut self.warps[index];
        let mask = warp.lanes[place].mask;
        for reg in written {
            warp.registers[reg].set(mask, LaneNumbers::UNKNOWN);
        }
        warp.lanes[place].at = cfg.first(join).index() - plan.first;
        Ok(())
    }

    /// Somebody has written to shared memory, and it is not known where.
    pub(super) fn forget_contents(&mut self) {
        self.contents.clear();
        self.boxes.give_up();
    }

    /// Notes an access of a warp to places, and complains if it is not in order with others.
    pub(super) fn touch(
        &mut self,
        index: usize,
        touch: u32,
        manner: TouchManner,
        places: impl Iterator<Item = TouchedPlace>,
    ) -> StepOutcome {
        for place in places {
            if matches!(manner, TouchManner::Reads | TouchManner::Writes) {
                self.boxes.touch(place, manner);
            }
            let mut found = self.touches.touch(place, touch, manner, &self.warps[index].clock);
            if manner == TouchManner::Takes {
                found = found.or(self.unfenced(index, place).map(|other| (Disorder::ReadsUnfenced, other)));
            }
            let Some((disorder, other)) = found else { continue };
            return Err(self.race(touch, other, disorder, place));
        }
        Ok(())
    }

    /// The last store of a thread to a place that no fence between the proxies follows, neither of the writer nor of this warp.
    fn unfenced(&self, index: usize, place: TouchedPlace) -> Option<u32> {
        let reader = &self.warps[index];
        self.touches.unfenced(place, |store| {
            let by_writer = self.warps[store.warp].fence_after(store.step, place.row);
            let is_fenced = by_writer.is_some_and(|time| time <= reader.clock.at(store.warp))
                || reader.fence_after(store.step, place.row).is_some();
            (!store.is_asynchronous || store.group.is_some()) && !is_fenced
        })
    }

    /// Complains of stores to some places that the asynchronous proxy need not see when it reduces there.
    pub(super) fn require_fences(&mut self, index: usize, here: Here, places: &[TouchedPlace]) -> StepOutcome {
        let store = places.iter().find_map(|&place| Some((self.unfenced(index, place)?, place)));
        let Some((store, place)) = store else { return Ok(()) };
        let touch = self.new_touch(index, here, true);
        Err(self.race(touch, store, Disorder::ReadsUnfenced, place))
    }

    /// Two accesses that are in each other's way.
    pub(super) fn race(&self, touch: u32, other: u32, disorder: Disorder, place: TouchedPlace) -> RehearsalEnd {
        let (own, other) = (self.touches.get(touch), self.touches.get(other));
        let kind = ProtocolFaultKind::Race {
            disorder,
            other: other.inst,
            other_thread: self.warps[other.warp].first_thread + other.lane as u32,
            memory: place.row.memory(),
            lags: other.lags,
        };
        RehearsalEnd::ProtocolFault(self.warps[own.warp].fault(own.inst, own.lane, kind))
    }

    pub(super) fn reader(&self, index: usize) -> OperandReader<'_> {
        OperandReader { warp: &self.warps[index], launch: self.launch }
    }

    /// A touch of a warp, made by the first of some lanes.
    pub(super) fn new_touch(&mut self, index: usize, (at, mask): Here, is_asynchronous: bool) -> u32 {
        let done = (!is_asynchronous).then(|| (index, self.warps[index].clock.at(index)));
        let lane = lanes_of(mask).next().unwrap_or(0);
        self.touches.add(NotedTouch::new(self.inst(at), (index, lane), self.made, done))
    }

    /// Notes an access of lanes for which others of the warp need not wait.
    pub(super) fn leave_unmet(&mut self, index: usize, (at, mask): Here, touch: u32) {
        let unmet = &mut self.warps[index].unmet;
        if !self.plan.steps[at].is_collective && unmet.len() < MOST_UNMET {
            unmet.push((touch, mask));
        }
    }

    /// Notes that what lanes do next says nothing of accesses of the other lanes of their warp since all have last been together.
    pub(super) fn part_from_others(&mut self, index: usize, mask: u32) {
        let warp = &self.warps[index];
        let (time, others) = (warp.clock.at(index) + 1, warp.live & !mask);
        if others == 0 {
            return;
        }
        for &(touch, lanes) in warp.unmet.iter().filter(|(_, lanes)| lanes & others != 0) {
            self.touches.postpone(touch, time, (lanes & others).trailing_zeros() as usize);
        }
    }

    /// Notes that what a warp has done so far is known to those who know what it has given to others since.
    pub(super) fn release(&mut self, index: usize) {
        let time = self.warps[index].clock.at(index);
        self.warps[index].clock.set(index, time + 1);
        self.progress += 1;
    }
}
