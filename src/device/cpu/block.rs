//! A block: its warps, its shared memory and its barriers.

use super::access::{How, MemoryBytes, Who};
use super::bulk::BulkCopies;
use super::clocks::{Clocks, FencedSpaces};
use super::cluster::Cluster;
use super::copies::AwaitedWords;
use super::coverage::{self, StepCounts};
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::livelock::{self, CommonRounds, KnownRounds, Rounds};
use super::mbarrier::MBarriers;
use super::memory::LocalBytes;
use super::order::Orders;
use super::program::{BarrierKind, BarrierStep, Op, Step};
use super::registers::RunDone;
use super::shadow::{PageBudget, Shadow, ShadowAccess, SparePages, join};
use super::tensor::AcquiredMaps;
use super::tensor_memory::{TensorMemories, TensorUnits};
use super::warp::{Front, SpareWarp, StepFailure, TURN, Wait, Warp};
use super::warpgroup::BegunProducts;
use super::{MemoryTraffic, Statistics};
use crate::device::error::FaultKind;
use crate::facts::register_pool::RegisterPool;
use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

/// Threads that have come to a barrier.
#[derive(Clone, Copy, Default, Debug)]
struct Arrivals {
    /// How many.
    threads: u32,
    /// For how many the barrier is; all when `None`.
    expected: Option<u32>,
    /// For how many the predicate held.
    holds: u32,
    /// Whether it held for all.
    all: bool,
}

/// What the warps of a block share, and of the other blocks of its cluster. What is public here has its own module, which alone knows what
/// is in it.
pub struct BlockState {
    /// The blocks, and their common barrier.
    pub cluster: Cluster,
    /// Shared memory.
    pub shared: LocalBytes,
    /// Who accessed it.
    pub shadow: Shadow,
    /// For that: there is little shared memory.
    pub budget: PageBudget,
    /// What each warp knows of the others.
    pub clocks: Clocks,
    /// What strong operations have ordered.
    pub orders: Orders,
    /// What `cp.async` writes that nobody has waited for.
    pub awaited_words: AwaitedWords,
    /// Tensor maps that threads have acquired.
    pub tensor_maps: AcquiredMaps,
    /// Bulk copies on their way.
    pub bulk: BulkCopies,
    /// The tensor memory of the blocks.
    pub tensor_memory: TensorMemories,
    /// The matrix units that work on it.
    pub tensor_units: TensorUnits,
    /// Objects in shared memory that threads wait for.
    pub mbarriers: MBarriers,
    /// Products of warpgroups.
    pub products: BegunProducts,
    /// Registers that warps have given back or got.
    pub registers: RegisterPool,
    /// Copies that have begun, for [`Schedule::Random`](crate::device::Schedule).
    copies_begun: u64,
    /// Turns that its warps have begun.
    turns: u64,
    /// What it had changed when the last turn was over that did not end by itself.
    changes_before: u64,
    /// Goes on whenever something changes that other threads can see.
    progress: u64,
    /// Goes on with everything that may let threads go on otherwise than before.
    changes: u64,
    /// What threads have done so far.
    statistics: Statistics,
    /// What steps have done; empty unless that is wanted.
    counts: StepCounts,
    /// The barriers of each block.
    barriers: Vec<[Arrivals; 16]>,
    /// Which of its warps wait at each.
    waiting: Vec<[u32; 16]>,
    /// What those who have arrived at each knew of the clocks. Barriers that nobody has come to yet have none.
    arrived: Vec<[Vec<u32>; 16]>,
}

impl BlockState {
    /// Counts a step that some lanes have done, and others have come to without doing it.
    #[inline]
    pub fn count<const COUNTS: bool>(&mut self, step: &Step, pc: u32, executed: u32, skipped: u32) {
        let active = executed | skipped;
        // Mostly all lanes are there, and older processors take long to count bits.
        if step.counted && executed == u32::MAX {
            self.statistics.thread_instructions += 32;
            self.statistics.warp_instructions += 1;
            self.statistics.active_lanes += 32;
        } else if step.counted && active != 0 {
            self.statistics.thread_instructions += u64::from(executed.count_ones());
            self.statistics.warp_instructions += 1;
            self.statistics.active_lanes += u64::from(active.count_ones());
        }
        if COUNTS {
            let counts = &mut self.counts[pc as usize];
            counts[0] += u64::from(executed.count_ones());
            counts[1] += u64::from(skipped.count_ones());
        }
    }

    /// Counts steps that follow each other, which some lanes have done.
    #[inline]
    pub fn count_run<const COUNTS: bool>(&mut self, pc: u32, executed: u32, done: RunDone) {
        let (lanes, instructions) = (u64::from(executed.count_ones()), u64::from(done.instructions));
        self.statistics.thread_instructions += lanes * instructions;
        self.statistics.warp_instructions += instructions;
        self.statistics.active_lanes += lanes * instructions;
        if COUNTS {
            for counts in &mut self.counts[pc as usize..(pc + done.steps) as usize] {
                counts[0] += lanes;
            }
        }
    }

    /// Something has changed that other threads can see.
    pub fn note_progress(&mut self) {
        self.progress += 1;
    }

    /// Something may have changed, in memory or elsewhere, so that threads go on otherwise than before.
    #[inline]
    pub fn note_change(&mut self, has_changed: bool) {
        self.changes += u64::from(has_changed);
    }

    /// How often that has been so.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Instructions that threads have executed so far.
    pub fn instructions(&self) -> u64 {
        self.statistics.thread_instructions
    }

    /// What was asked of memory so far.
    pub fn traffic(&mut self) -> &mut MemoryTraffic {
        &mut self.statistics.memory
    }

    /// What a thread does now to shared memory as a whole; `None` when nobody looks for races.
    pub fn access_of(&self, who: Who, how: How) -> Option<ShadowAccess> {
        self.shadow.is_on().then(|| self.record_of(who, how, 0xf))
    }

    /// The record of what a thread does now to bytes of a word.
    #[inline]
    pub fn record_of(&self, who: Who, how: How, bytes: u32) -> ShadowAccess {
        let (rank, thread) = self.identity(who.thread());
        ShadowAccess {
            block: self.noted_block(rank),
            thread,
            // Whoever knows of a copy that is finished from now on knows of this one, or of one that has begun after it.
            clock: if how.asynchronous { self.clocks.asynchronous() + 1 } else { self.clocks.own(who.warp) },
            bytes,
            strong: how.strong,
            narrow: how.narrow,
            writes: how.writes,
            asynchronous: how.asynchronous,
            step: who.pc,
        }
    }

    /// Notes what an asynchronous copy of a thread writes when it gets there: the first word that a thread of another block has accessed
    /// before, with no order between them, if there is one. Threads of this block are told themselves.
    pub fn note_asynchronous(
        &self,
        launch: &KernelLaunch<'_>,
        thread: u32,
        target: MemoryBytes<'_>,
        size: u32,
        strong: bool,
        step: u32,
    ) -> Option<(usize, ShadowAccess)> {
        let (shadow, budget, offset) = match target {
            MemoryBytes::Global(buffer, offset) => (&buffer.shadow, &launch.order.budget, offset as usize),
            MemoryBytes::Shared(offset) => (&self.shadow, &self.budget, offset),
            _ => return None,
        };
        if !shadow.is_on() {
            return None;
        }
        let (rank, thread) = self.identity(thread);
        let access = ShadowAccess {
            block: self.noted_block(rank),
            thread,
            clock: self.clocks.asynchronous(),
            bytes: if size >= 4 { 0xf } else { ((1 << size) - 1) << (offset % 4) },
            strong,
            narrow: false,
            writes: true,
            asynchronous: true,
            step,
        };
        let warp = thread as usize / WARP;
        let ordered = |earlier| self.warp_of(earlier).is_some() || self.is_ordered(warp, earlier, launch);
        let mut words = offset / 4..(offset + size as usize).div_ceil(4);
        words.find_map(|word| Some((word, shadow.note(word, access, true, &ordered, budget)?)))
    }

    /// Whether a warp knows of a proxy fence since a write to a kind of memory.
    pub fn is_fenced(&self, warp: usize, write: ShadowAccess, space: FencedSpaces, launch: &KernelLaunch<'_>) -> bool {
        match self.warp_of(write) {
            Some(other) => write.clock <= self.clocks.fenced(warp, other, space),
            None => self.is_fenced_from_other(warp, write, launch),
        }
    }

    /// Whoever waits at a barrier will know what a warp knows that has arrived at it.
    fn publish_at_barrier(&mut self, rank: usize, id: usize, warp: usize) {
        let (known, arrived) = (self.clocks.known(warp), &mut self.arrived[rank][id]);
        arrived.resize(known.len(), 0);
        join(arrived, known);
    }

    /// Whether a copy that begins is done at once.
    pub fn is_done_at_once(&mut self, launch: &KernelLaunch<'_>) -> bool {
        self.copies_begun += 1;
        launch.checks.schedule.is_early(self.cluster.linear(0), self.copies_begun)
    }

    /// After how many steps a warp that has its turn lets others go on.
    pub fn begin_turn(&mut self, launch: &KernelLaunch<'_>) -> u32 {
        self.turns += 1;
        launch.checks.schedule.steps(self.cluster.linear(0), self.turns, TURN)
    }

    /// Whether another path of a warp goes on after a turn that is over: always where nothing has changed since the last one, as one path may wait
    /// for another.
    pub fn ends_fairly(&mut self, launch: &KernelLaunch<'_>) -> bool {
        let changes = self.changes();
        let before = std::mem::replace(&mut self.changes_before, changes);
        before == changes || launch.checks.schedule.is_fair(self.turns)
    }

    /// Whether an earlier access of the block happened before what a warp does now.
    #[inline(always)]
    pub fn is_ordered(&self, warp: usize, earlier: ShadowAccess, launch: &KernelLaunch<'_>) -> bool {
        let Some(other) = self.warp_of(earlier) else {
            return self.follows_other(warp, earlier, launch);
        };
        if earlier.asynchronous {
            return self.clocks.knows_asynchronous(warp, earlier.clock);
        }
        let known = self.clocks.of(warp, other);
        if other == warp {
            return earlier.clock < known;
        }
        let lane = earlier.thread as usize % WARP;
        (earlier.clock <= known && self.clocks.covers_lane(other, lane, earlier.clock, known))
            || self.has_observed(warp, earlier)
    }
}

/// Rounds after which a wait at an mbarrier gives up while other threads get on.
const ROUNDS_OF_A_WAIT: u64 = 16;

/// How often all waits at mbarrier objects may give up without any effect.
const MOST_FRUITLESS_WAITS: u32 = 1000;

/// How long the threads of a block have waited.
#[derive(Default)]
struct Patience {
    rounds: u64,
    /// Waits have given up so often, and nothing has changed since.
    fruitless: u32,
    /// See [`BlockState::progress`].
    progress: u64,
}

/// A block with its warps, or a cluster of blocks.
pub struct RunningBlock {
    state: BlockState,
    warps: Vec<Warp>,
    patience: Patience,
    rounds: Rounds,
    known: KnownRounds,
}

/// The memory of a block that has ended, for the next one of the same launch.
#[derive(Default)]
pub struct SpareBlock {
    shared: LocalBytes,
    shadow: Option<Shadow>,
    warps: Vec<SpareWarp>,
}

impl RunningBlock {
    /// The cluster of a number; the block of a linear index where clusters have one.
    pub fn new(launch: &KernelLaunch<'_>, number: u32, spare: SpareBlock) -> Self {
        let cluster = Cluster::new(launch, number);
        let blocks = cluster.len();
        let count = blocks * cluster.block_warps();
        let bytes = cluster.shared_start(blocks);
        let SpareBlock { mut shared, shadow, warps: spare } = spare;
        shared.renew(bytes);
        let words = if launch.checks.races { bytes / 4 } else { 0 };
        let shadow = match shadow {
            Some(mut shadow) => {
                shadow.renew();
                shadow
            }
            None => Shadow::new(words).unwrap_or_default(),
        };
        let state = BlockState {
            cluster,
            shared,
            shadow,
            budget: PageBudget::new(u64::MAX, SparePages::default()),
            clocks: Clocks::new(count, launch.program.fences),
            orders: Orders::default(),
            awaited_words: AwaitedWords::default(),
            tensor_maps: AcquiredMaps::default(),
            bulk: BulkCopies::default(),
            tensor_memory: TensorMemories::new(blocks),
            tensor_units: TensorUnits::default(),
            mbarriers: MBarriers::default(),
            products: BegunProducts::default(),
            registers: RegisterPool::default(),
            copies_begun: 0,
            turns: 0,
            changes_before: 0,
            progress: 0,
            changes: 0,
            statistics: Statistics::default(),
            counts: if launch.observers.counts.is_some() {
                vec![[0; 2]; launch.program.steps.len()]
            } else {
                StepCounts::new()
            },
            barriers: vec![[Arrivals::default(); 16]; blocks],
            waiting: vec![[0; 16]; blocks],
            arrived: vec![<[Vec<u32>; 16]>::default(); blocks],
        };
        let spare = spare.into_iter().map(Some).chain(std::iter::repeat_with(|| None));
        let warps = (0..count).zip(spare).map(|(index, spare)| Warp::new(index, launch, &state, spare)).collect();
        Self { state, warps, patience: Patience::default(), rounds: Rounds::default(), known: KnownRounds::default() }
    }

    /// What the next block can use again.
    pub fn into_spare(self) -> SpareBlock {
        let warps = self.warps.into_iter().map(Warp::into_spare).collect();
        SpareBlock { shared: self.state.shared, shadow: Some(self.state.shadow), warps }
    }

    /// Runs all threads to their ends. What they have done.
    pub fn run(&mut self, launch: &KernelLaunch<'_>) -> Result<Statistics, StepFailure> {
        while !self.take_turn(launch)? {
            self.rounds.look(&self.state, &self.warps);
            if self.rounds.go_on_for_ever(launch) {
                return Err(livelock::endless(launch, &self.state, &self.warps));
            }
        }
        Ok(self.statistics())
    }

    /// Gives it a turn among others that run on several threads of the host, unless all of these go round for ever. Whether it has ended.
    pub fn take_turn_among(
        &mut self,
        common: &CommonRounds,
        all_begun: impl Fn() -> bool,
        launch: &KernelLaunch<'_>,
    ) -> Result<bool, StepFailure> {
        if self.take_turn(launch)? {
            return Ok(true);
        }
        let is_last = self.known.look(&mut self.rounds, (&self.state, &self.warps), common, launch);
        if is_last && all_begun() { Err(livelock::endless(launch, &self.state, &self.warps)) } else { Ok(false) }
    }

    /// What its threads have done so far.
    pub fn statistics(&self) -> Statistics {
        self.state.statistics
    }

    /// Gives each warp a turn. Whether the block has ended, or there is no use in going on: then what its steps have done is added to the
    /// launch.
    pub fn take_turn(&mut self, launch: &KernelLaunch<'_>) -> Result<bool, StepFailure> {
        let Some(counts) = &launch.observers.counts else { return self.turn::<false>(launch) };
        let turn = self.turn::<true>(launch);
        if !matches!(turn, Ok(false)) {
            coverage::add(&mut counts.lock().unwrap_or_else(PoisonError::into_inner), &self.state.counts);
        }
        turn
    }

    /// Runs blocks side by side, as cooperative launches do: each has its turn until all have ended, so that they may wait for one
    /// another. What they have done, and the faults that have ended blocks.
    pub fn run_together(blocks: Vec<Self>, launch: &KernelLaunch<'_>) -> (Statistics, Vec<StepFailure>) {
        let (mut sum, mut failures) = (Statistics::default(), Vec::new());
        let mut running = blocks;
        while !running.is_empty() {
            running.retain_mut(|block| {
                let is_over = block.take_turn(launch).unwrap_or_else(|failure| {
                    failures.push(failure);
                    // The others would wait for it.
                    launch.progress.stop.store(true, Relaxed);
                    true
                });
                if is_over {
                    sum += block.statistics();
                }
                !is_over
            });
            // What one of them changes, others may read.
            let mut are_quiet = true;
            for block in &mut running {
                are_quiet &= block.rounds.look(&block.state, &block.warps);
            }
            if !are_quiet {
                running.iter_mut().for_each(|block| block.rounds.forget(&block.state));
            } else if let Some(block) = running.first()
                && running.iter().all(|block| block.rounds.go_on_for_ever(launch))
            {
                failures.push(livelock::endless(launch, &block.state, &block.warps));
                break;
            }
        }
        (sum, failures)
    }

    fn turn<const COUNTS: bool>(&mut self, launch: &KernelLaunch<'_>) -> Result<bool, StepFailure> {
        if launch.is_late() {
            return Err(self.late(launch));
        }
        let mut worked = false;
        for warp in &mut self.warps {
            worked |= !warp.is_done() && warp.run::<COUNTS>(launch, &mut self.state)?;
        }
        if self.warps.iter().all(Warp::is_done) {
            self.state.end_bulk(launch)?;
            self.state.end_tensor_memory(launch)?;
            self.state.end_registers(launch)?;
            self.state.end_cluster(launch)?;
            return Ok(true);
        }
        if launch.is_stopped() {
            return Ok(true);
        }
        let mut released = self.release_cluster();
        for warp in &mut self.warps {
            released |= warp.retry_allocation(&self.state);
            released |= warp.retry_registers(launch, &self.state) | warp.retry_products(&self.state);
        }
        for rank in 0..self.state.cluster.len() {
            released |= (0..16).filter(|&id| self.release(rank, id, launch)).count() > 0;
        }
        let mut patience = std::mem::take(&mut self.patience);
        self.state.note_change(released);
        let goes_on = self.poll(&mut patience, worked || released, launch)?;
        self.patience = patience;
        if goes_on { Ok(false) } else { Err(self.stuck(launch)) }
    }

    /// Lets threads go on whose phases of mbarrier objects are over. Waits give up now and then, as they do on devices, and always
    /// when nobody else gets on; if nothing comes of it time and again, nothing will. Whether anybody can go on.
    fn poll(&mut self, patience: &mut Patience, others: bool, launch: &KernelLaunch<'_>) -> Result<bool, StepFailure> {
        patience.rounds += 1;
        let mut any = others;
        let mut all = |gives_up: bool, state: &mut BlockState| -> Result<bool, StepFailure> {
            let mut any = false;
            for warp in &mut self.warps {
                any |= warp.poll(gives_up, launch, state)?;
            }
            Ok(any)
        };
        any |= all(patience.rounds.is_multiple_of(ROUNDS_OF_A_WAIT), &mut self.state)?;
        if any || self.state.end_unknown_phases() {
            return Ok(true);
        }
        if patience.progress != self.state.progress {
            *patience = Patience { progress: self.state.progress, ..*patience };
            patience.fruitless = 0;
        }
        patience.fruitless += 1;
        Ok(patience.fruitless < MOST_FRUITLESS_WAITS && all(true, &mut self.state)?)
    }

    /// Lets the threads of the cluster leave its barrier, if all have arrived.
    fn release_cluster(&mut self) -> bool {
        let mut live = 0;
        for warp in &self.warps {
            let (all, lanes) = warp.cluster_arrivals();
            if !all {
                return false;
            }
            live += lanes;
        }
        if live == 0 {
            return false;
        }
        self.state.end_cluster_phase();
        for warp in &mut self.warps {
            warp.leave_cluster_barrier(&mut self.state);
        }
        true
    }

    /// Lets the threads at a barrier go on, if all have come.
    fn release(&mut self, rank: usize, id: u32, launch: &KernelLaunch<'_>) -> bool {
        let at = id as usize;
        let arrivals = self.state.barriers[rank][at];
        if arrivals.threads == 0 {
            return false;
        }
        let live = self.state.cluster.live(rank);
        let complete = match arrivals.expected {
            Some(expected) => arrivals.threads >= expected,
            None => arrivals.threads >= live,
        };
        if !complete {
            return false;
        }
        self.synchronise(rank, at);
        for warp in &mut self.warps[self.state.cluster.warps_of(rank)] {
            for mut front in warp.take_fronts(|front| front.wait == Wait::Barrier(id)) {
                if let Op::Barrier(BarrierStep { kind, reduction: Some((to, _)), .. }) =
                    &launch.program.steps[front.pc as usize].op
                {
                    let value = match kind {
                        BarrierKind::All => u64::from(arrivals.all),
                        BarrierKind::Any => u64::from(arrivals.holds > 0),
                        _ => u64::from(arrivals.holds),
                    };
                    warp.write(front.base, *to, front.mask, &[value; WARP], u32::MAX);
                }
                front.pc += 1;
                front.wait = Wait::Ready;
                warp.put(front);
            }
        }
        self.state.barriers[rank][at] = Arrivals::default();
        true
    }

    /// Warps that wait at a barrier know what those did before they arrived who have come to it. Those that only arrived know nothing new.
    fn synchronise(&mut self, rank: usize, barrier: usize) {
        let waiting = std::mem::take(&mut self.state.waiting[rank][barrier]);
        let arrived = std::mem::take(&mut self.state.arrived[rank][barrier]);
        let first = self.state.cluster.warps_of(rank).start;
        for warp in lanes_of(waiting) {
            self.state.clocks.learn(first + warp, &arrived);
            self.state.clocks.tick(first + warp);
        }
    }

    /// The launch has taken too long: where a thread is that could go on.
    fn late(&self, launch: &KernelLaunch<'_>) -> StepFailure {
        let fronts = || self.warps.iter().flat_map(|warp| warp.fronts().iter().map(move |front| (warp, front)));
        let ready = fronts().find(|(_, front)| front.wait == Wait::Ready);
        let Some((warp, front)) = ready.or_else(|| fronts().next()) else {
            unreachable!("threads that have not ended are somewhere")
        };
        let message = format!("the launch is still running after {} s", launch.checks.time.as_secs_f64());
        launch.fault(FaultKind::TimeLimit, message, front.pc, &self.state, warp.thread(front.mask))
    }

    /// Nobody can go on.
    fn stuck(&self, launch: &KernelLaunch<'_>) -> StepFailure {
        let fronts = || self.warps.iter().flat_map(|warp| warp.fronts().iter().map(move |front| (warp, front)));
        if let Some((warp, front)) = fronts().find(|(_, front)| front.wait == Wait::Lanes) {
            let message = format!("lanes {:#010x} wait for others of their warp that do not come", front.mask);
            return launch.fault(FaultKind::InactiveLane, message, front.pc, &self.state, warp.thread(front.mask));
        }
        let mut places: Vec<(&Warp, &Front, u32)> = Vec::new();
        for (warp, front) in fronts() {
            match places.iter_mut().find(|place| place.1.pc == front.pc) {
                Some(place) => place.2 += front.mask.count_ones(),
                None => places.push((warp, front, front.mask.count_ones())),
            }
        }
        let described: Vec<String> = places
            .iter()
            .map(|&(warp, front, threads)| {
                let line = launch.observers.lines.line(launch.program.steps[front.pc as usize].span);
                if front.wait == Wait::Cluster {
                    return format!("{threads} threads wait at the barrier of the cluster in line {line}");
                }
                if let Wait::TensorMemory(columns) = front.wait {
                    return format!("{threads} threads wait in line {line} for {columns} columns of tensor memory");
                }
                if let Wait::Registers(count) = front.wait {
                    return format!("{threads} threads wait in line {line} for {count} registers each");
                }
                if let Wait::Products(_) = front.wait {
                    return format!("{threads} threads wait in line {line} for products of other warps of their group");
                }
                let Wait::Barrier(id) = front.wait else {
                    let what = warp.describe_wait(front, launch, &self.state).unwrap_or_default();
                    return format!("{threads} threads wait in line {line} for {what}");
                };
                let expected = self.state.barriers[warp.rank()][id as usize].expected;
                let wanted = expected.map_or(String::new(), |count| format!(" for {count}"));
                format!("{threads} threads wait at barrier {id} in line {line}{wanted}")
            })
            .collect();
        let live: u32 = self.warps.iter().map(|warp| warp.live().count_ones()).sum();
        let ended = launch.cluster_blocks() * launch.shape.block.iter().product::<u32>() - live;
        let message = format!("{}, {ended} have ended", described.join(", "));
        let first = places.iter().find(|(_, front, _)| front.wait == Wait::Phase).or_else(|| places.first());
        let Some(&(warp, front, _)) = first else { unreachable!("threads that have not ended are somewhere") };
        launch.fault(FaultKind::Deadlock, message, front.pc, &self.state, warp.thread(front.mask))
    }
}

impl Warp {
    /// Some lanes of a front come to a barrier.
    pub fn arrive(
        &mut self,
        front: &Front,
        mask: u32,
        barrier: &BarrierStep,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<bool, StepFailure> {
        let first = mask.trailing_zeros() as usize;
        let id = self.lanes(front.base, barrier.id)[first] as u32;
        let invalid = |message: String, block: &BlockState, warp: &Warp| {
            Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, warp.thread(mask)))
        };
        if lanes_of(mask).any(|lane| self.lanes(front.base, barrier.id)[lane] as u32 != id) {
            return invalid("lanes of a warp name different barriers".into(), block, self);
        }
        if id >= 16 {
            return invalid(format!("barrier {id} does not exist: barriers are numbered 0 to 15"), block, self);
        }
        let count = barrier.count.map(|slot| self.lanes(front.base, slot)[first] as u32);
        if let Some(count) = count
            && (count == 0 || !count.is_multiple_of(WARP as u32))
        {
            return invalid(format!("a barrier for {count} threads, no multiple of 32"), block, self);
        }
        let other = self.fronts().iter().find(|other| matches!(other.wait, Wait::Barrier(_)) && other.pc != front.pc);
        if let (true, Some(other)) = (barrier.aligned, other) {
            let line = launch.observers.lines.line(launch.program.steps[other.pc as usize].span);
            let message = format!(
                "lanes {mask:#010x} come to this barrier while lanes {:#010x} of their warp wait at the one in line {line}",
                other.mask
            );
            return Err(launch.fault(FaultKind::BarrierDivergence, message, front.pc, block, self.thread(mask)));
        }
        let arrivals = &mut block.barriers[self.rank()][id as usize];
        if arrivals.threads == 0 {
            *arrivals = Arrivals { expected: count, all: true, ..Arrivals::default() };
        } else if arrivals.expected != count {
            let message = match (arrivals.expected, count) {
                (Some(a), Some(b)) => format!("barrier {id} is for {b} threads here and for {a} elsewhere"),
                _ => format!("barrier {id} is for the whole block in one place and for a number of threads in another"),
            };
            return invalid(message, block, self);
        }
        // Threads are counted by warps where a number is given.
        let whole = mask == self.live() || self.arrived_with(mask, id) == self.live();
        arrivals.threads += mask.count_ones() + if whole && count.is_some() { (!self.live()).count_ones() } else { 0 };
        if let Some((_, predicate)) = barrier.reduction {
            let holds = super::lanes::mask_of(self.lanes(front.base, predicate)) & mask;
            arrivals.holds += holds.count_ones();
            arrivals.all &= holds == mask;
        }
        block.publish_at_barrier(self.rank(), id as usize, self.index());
        if barrier.kind == BarrierKind::Arrive {
            // What it does from here on comes after nothing of the others, and they need not come after it.
            block.clocks.tick(self.index());
            return Ok(false);
        }
        block.waiting[self.rank()][id as usize] |= 1 << self.own_index();
        self.put(Front { mask, wait: Wait::Barrier(id), ..front.clone() });
        Ok(true)
    }

    /// Lanes end while others of their warp wait at a barrier that wants all of them.
    pub fn check_barriers(
        &self,
        front: &Front,
        mask: u32,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        for other in self.fronts() {
            let Op::Barrier(barrier) = &launch.program.steps[other.pc as usize].op else { continue };
            if matches!(other.wait, Wait::Barrier(_)) && barrier.aligned {
                let line = launch.observers.lines.line(launch.program.steps[front.pc as usize].span);
                let message = format!(
                    "lanes {:#010x} wait here for their whole warp, and lanes {mask:#010x} end in line {line}",
                    other.mask
                );
                let thread = self.thread(other.mask);
                return Err(launch.fault(FaultKind::BarrierDivergence, message, other.pc, block, thread));
            }
        }
        Ok(())
    }

    /// Lanes have ended: others that wait for them look again, and count for the whole warp at barriers for a number of threads.
    pub fn lanes_ended(&mut self, block: &mut BlockState) {
        self.wake(|wait| wait == Wait::Lanes);
        if self.is_done() {
            // Nobody waits for products of its group.
            block.products.end(self.index());
            return;
        }
        for id in 0..16 {
            let arrivals = &mut block.barriers[self.rank()][id as usize];
            // Until now the warp was not whole, so its ended lanes were not counted.
            if arrivals.expected.is_some() && self.arrived_with(0, id) == self.live() {
                arrivals.threads += (!self.live()).count_ones();
            }
        }
    }

    fn arrived_with(&self, mask: u32, id: u32) -> u32 {
        let waiting = self.fronts().iter().filter(|front| front.wait == Wait::Barrier(id));
        waiting.fold(mask, |all, front| all | front.mask)
    }
}
