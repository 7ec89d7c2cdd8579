//! A block: its warps, its shared memory and its barriers.

use super::coverage::{self, Counts};
use super::lanes::{WARP, lanes_of};
use super::memory::{GlobalBuffer, LocalBytes};
use super::program::{Barrier, BarrierKind, Op, Program, Step};
use super::shadow::{Access, Budget, Shadow};
use super::warp::{Failure, Front, Wait, Warp};
use super::{Checks, Lines, Statistics};
use crate::device::error::{Fault, FaultKind, OtherAccess, ThreadIndex};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A kernel on its way.
pub struct Launch<'a> {
    /// What runs.
    pub program: &'a Program,
    /// Global memory.
    pub buffers: &'a [Option<GlobalBuffer>],
    /// Parameter memory.
    pub parameters: Vec<u8>,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads of a block.
    pub block: [u32; 3],
    /// Shared memory of a block.
    pub shared_bytes: u32,
    /// What is looked for.
    pub checks: Checks,
    /// Held while an atomic reads and writes.
    pub atomics: Mutex<()>,
    /// Memory for the race detector of global memory.
    pub budget: Budget,
    /// A block has failed.
    pub stop: AtomicBool,
    /// When it has taken too long.
    pub deadline: Option<Instant>,
    /// What steps have done, if that is wanted.
    pub counts: Option<Mutex<Counts>>,
    /// Lines of the text.
    pub lines: &'a Lines,
}

impl Launch<'_> {
    /// Whether another block has failed.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() > deadline)
    }

    /// `%tid` of a linear index.
    pub fn thread_index(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.block;
        [linear % x, linear / x % y, linear / x / y]
    }

    fn block_index(&self, linear: u32) -> [u32; 3] {
        let [x, y, _] = self.grid;
        [linear % x, linear / x % y, linear / x / y]
    }

    /// A fault at a step.
    #[cold]
    pub fn fault(&self, kind: FaultKind, message: String, step: u32, block: &BlockState, thread: u32) -> Failure {
        let span = self.program.steps[step as usize].span;
        Box::new(Fault {
            kind,
            message,
            span,
            line: self.lines.line(span),
            thread: ThreadIndex { block: block.index, thread: self.thread_index(thread) },
            other: None,
        })
    }

    /// A race with an earlier access.
    #[cold]
    pub fn race(&self, message: String, step: u32, block: &BlockState, thread: u32, earlier: Access) -> Failure {
        let mut fault = self.fault(FaultKind::Race, message, step, block, thread);
        let span = self.program.steps[earlier.step as usize].span;
        fault.other = Some(OtherAccess {
            thread: ThreadIndex { block: self.block_index(earlier.block), thread: self.thread_index(earlier.thread) },
            span,
            line: self.lines.line(span),
            writes: earlier.writes,
        });
        fault
    }
}

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

/// What the warps of a block share.
pub struct BlockState {
    /// `%ctaid`
    pub index: [u32; 3],
    /// Linear index in the grid.
    pub linear: u32,
    /// Shared memory.
    pub shared: LocalBytes,
    /// Who accessed it.
    pub shadow: Shadow,
    /// For that: there is little shared memory.
    pub budget: Budget,
    /// For each warp, what it knows of the clocks of all.
    pub clocks: Vec<Vec<u32>>,
    /// The block has synchronised with others, so that it may read what they wrote.
    pub acquired: bool,
    /// What threads have done so far.
    pub statistics: Statistics,
    /// What steps have done; empty unless that is wanted.
    pub counts: Counts,
    barriers: [Arrivals; 16],
    /// Which warps have come to each barrier.
    came: [u32; 16],
}

impl BlockState {
    /// Counts a step that some lanes have done, and others have come to without doing it.
    #[inline]
    pub fn count<const COUNTS: bool>(&mut self, step: &Step, pc: u32, executed: u32, skipped: u32) {
        let active = executed | skipped;
        if step.counted && active != 0 {
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

    /// A new phase of a warp.
    pub fn tick(&mut self, warp: usize) {
        self.clocks[warp][warp] += 1;
    }

    /// Whether an earlier access of the block happened before what a warp does now.
    #[inline]
    pub fn is_ordered(&self, warp: usize, earlier: Access) -> bool {
        if earlier.block != self.linear.min(Access::LAST_BLOCK) {
            return self.acquired;
        }
        let other = earlier.thread as usize / WARP;
        let known = self.clocks[warp][other];
        if other == warp { earlier.clock < known } else { earlier.clock <= known }
    }
}

/// A block with its warps.
pub struct Block {
    state: BlockState,
    warps: Vec<Warp>,
}

impl Block {
    /// The block of a linear index.
    pub fn new(launch: &Launch<'_>, linear: u32) -> Self {
        let count = launch.block.iter().product::<u32>().div_ceil(WARP as u32) as usize;
        let words = if launch.checks.races { launch.shared_bytes.div_ceil(4) as usize } else { 0 };
        let mut clocks = vec![vec![0; count]; count];
        for (warp, clock) in clocks.iter_mut().enumerate() {
            clock[warp] = 1;
        }
        let state = BlockState {
            index: launch.block_index(linear),
            linear,
            shared: LocalBytes::new(launch.shared_bytes as usize),
            shadow: Shadow::new(words).unwrap_or_default(),
            budget: Budget::new(u64::MAX),
            clocks,
            acquired: false,
            statistics: Statistics::default(),
            counts: if launch.counts.is_some() { vec![[0; 2]; launch.program.steps.len()] } else { Counts::new() },
            barriers: [Arrivals::default(); 16],
            came: [0; 16],
        };
        let warps = (0..count).map(|index| Warp::new(index, launch, &state)).collect();
        Self { state, warps }
    }

    /// Runs all threads to their ends. What they have done.
    pub fn run(mut self, launch: &Launch<'_>) -> Result<Statistics, Failure> {
        let Some(counts) = &launch.counts else { return self.run_all::<false>(launch) };
        let executed = self.run_all::<true>(launch);
        coverage::add(&mut counts.lock().unwrap_or_else(PoisonError::into_inner), &self.state.counts);
        executed
    }

    fn run_all<const COUNTS: bool>(&mut self, launch: &Launch<'_>) -> Result<Statistics, Failure> {
        loop {
            if launch.is_late() {
                return Err(self.late(launch));
            }
            let mut worked = false;
            for warp in &mut self.warps {
                worked |= !warp.is_done() && warp.run::<COUNTS>(launch, &mut self.state)?;
            }
            if launch.is_stopped() || self.warps.iter().all(Warp::is_done) {
                return Ok(self.state.statistics);
            }
            let released = (0..16).filter(|&id| self.release(id, launch)).count() > 0;
            if !worked && !released {
                return Err(self.stuck(launch));
            }
        }
    }

    /// Lets the threads at a barrier go on, if all have come.
    fn release(&mut self, id: u32, launch: &Launch<'_>) -> bool {
        let at = id as usize;
        let arrivals = self.state.barriers[at];
        if arrivals.threads == 0 {
            return false;
        }
        let live = self.warps.iter().map(|warp| warp.live.count_ones()).sum();
        let complete = match arrivals.expected {
            Some(expected) => arrivals.threads >= expected,
            None => arrivals.threads >= live,
        };
        if !complete {
            return false;
        }
        self.synchronise(at);
        for warp in &mut self.warps {
            let (waiting, others): (Vec<Front>, Vec<Front>) =
                std::mem::take(&mut warp.fronts).into_iter().partition(|front| front.wait == Wait::Barrier(id));
            warp.fronts = others;
            for mut front in waiting {
                if let Op::Barrier(Barrier { kind, reduction: Some((to, _)), .. }) =
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
        self.state.barriers[at] = Arrivals::default();
        self.state.came[at] = 0;
        true
    }

    /// Warps that have come to a barrier know of each other's past.
    fn synchronise(&mut self, barrier: usize) {
        let came = self.state.came[barrier];
        let clocks = &mut self.state.clocks;
        let mut joint = vec![0; clocks.len()];
        for warp in lanes_of(came) {
            for (joint, &clock) in joint.iter_mut().zip(&clocks[warp]) {
                *joint = clock.max(*joint);
            }
        }
        for warp in lanes_of(came) {
            clocks[warp].clone_from(&joint);
            clocks[warp][warp] += 1;
        }
    }

    /// The launch has taken too long: where a thread is that could go on.
    fn late(&self, launch: &Launch<'_>) -> Failure {
        let fronts = || self.warps.iter().flat_map(|warp| warp.fronts.iter().map(move |front| (warp, front)));
        let ready = fronts().find(|(_, front)| front.wait == Wait::Ready);
        let Some((warp, front)) = ready.or_else(|| fronts().next()) else {
            unreachable!("threads that have not ended are somewhere")
        };
        let message = format!("the launch is still running after {} s", launch.checks.time.as_secs_f64());
        launch.fault(FaultKind::TimeLimit, message, front.pc, &self.state, warp.thread(front.mask))
    }

    /// Nobody can go on.
    fn stuck(&self, launch: &Launch<'_>) -> Failure {
        let fronts = || self.warps.iter().flat_map(|warp| warp.fronts.iter().map(move |front| (warp, front)));
        if let Some((warp, front)) = fronts().find(|(_, front)| front.wait == Wait::Lanes) {
            let message = format!("lanes {:#010x} wait for others of their warp that do not come", front.mask);
            return launch.fault(FaultKind::InactiveLane, message, front.pc, &self.state, warp.thread(front.mask));
        }
        let mut places: Vec<(u32, u32, u32)> = Vec::new();
        for (_, front) in fronts() {
            let Wait::Barrier(id) = front.wait else { continue };
            match places.iter_mut().find(|place| place.1 == front.pc) {
                Some(place) => place.2 += front.mask.count_ones(),
                None => places.push((id, front.pc, front.mask.count_ones())),
            }
        }
        let described: Vec<String> = places
            .iter()
            .map(|&(id, pc, threads)| {
                let line = launch.lines.line(launch.program.steps[pc as usize].span);
                let expected = self.state.barriers[id as usize].expected;
                let wanted = expected.map_or(String::new(), |count| format!(" for {count}"));
                format!("{threads} threads wait at barrier {id} in line {line}{wanted}")
            })
            .collect();
        let live: u32 = self.warps.iter().map(|warp| warp.live.count_ones()).sum();
        let ended = launch.block.iter().product::<u32>() - live;
        let message = format!("{}, {ended} have ended", described.join(", "));
        let Some((warp, front)) = fronts().next() else { unreachable!("threads that have not ended are somewhere") };
        launch.fault(FaultKind::Deadlock, message, front.pc, &self.state, warp.thread(front.mask))
    }
}

impl Warp {
    /// Some lanes of a front come to a barrier.
    pub fn arrive(
        &mut self,
        front: &Front,
        mask: u32,
        barrier: &Barrier,
        launch: &Launch<'_>,
        block: &mut BlockState,
    ) -> Result<bool, Failure> {
        let first = mask.trailing_zeros() as usize;
        let id = self.lanes(front.base, barrier.id)[first] as u32;
        let invalid = |message: String, block: &BlockState, warp: &Warp| {
            Err(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, warp.thread(mask)))
        };
        if lanes_of(mask).any(|lane| self.lanes(front.base, barrier.id)[lane] as u32 != id) {
            return invalid("lanes of a warp name different barriers".into(), block, self);
        }
        if id >= 16 {
            return invalid(format!("there are 16 barriers, and {id} is none"), block, self);
        }
        let count = barrier.count.map(|slot| self.lanes(front.base, slot)[first] as u32);
        if let Some(count) = count
            && (count == 0 || !count.is_multiple_of(WARP as u32))
        {
            return invalid(format!("a barrier for {count} threads, no multiple of 32"), block, self);
        }
        let other = self.fronts.iter().find(|other| matches!(other.wait, Wait::Barrier(_)) && other.pc != front.pc);
        if let (true, Some(other)) = (barrier.aligned, other) {
            let line = launch.lines.line(launch.program.steps[other.pc as usize].span);
            let message = format!(
                "lanes {mask:#010x} come to this barrier while lanes {:#010x} of their warp wait at the one in line {line}",
                other.mask
            );
            return Err(launch.fault(FaultKind::BarrierDivergence, message, front.pc, block, self.thread(mask)));
        }
        let arrivals = &mut block.barriers[id as usize];
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
        let whole = mask == self.live || self.arrived_with(mask, id) == self.live;
        arrivals.threads += mask.count_ones() + if whole && count.is_some() { (!self.live).count_ones() } else { 0 };
        if let Some((_, predicate)) = barrier.reduction {
            let holds = super::lanes::mask_of(self.lanes(front.base, predicate)) & mask;
            arrivals.holds += holds.count_ones();
            arrivals.all &= holds == mask;
        }
        block.came[id as usize] |= 1 << self.index;
        if barrier.kind == BarrierKind::Arrive {
            return Ok(false);
        }
        self.put(Front { mask, wait: Wait::Barrier(id), ..front.clone() });
        Ok(true)
    }

    /// Lanes end while others of their warp wait at a barrier that wants all of them.
    pub fn check_barriers(
        &self,
        front: &Front,
        mask: u32,
        launch: &Launch<'_>,
        block: &BlockState,
    ) -> Result<(), Failure> {
        for other in &self.fronts {
            let Op::Barrier(barrier) = &launch.program.steps[other.pc as usize].op else { continue };
            if matches!(other.wait, Wait::Barrier(_)) && barrier.aligned {
                let line = launch.lines.line(launch.program.steps[front.pc as usize].span);
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

    fn arrived_with(&self, mask: u32, id: u32) -> u32 {
        let waiting = self.fronts.iter().filter(|front| front.wait == Wait::Barrier(id));
        waiting.fold(mask, |all, front| all | front.mask)
    }
}
