//! The blocks of a launch: in any order, or side by side.

use super::block::{RunningBlock, SpareBlock};
use super::kernel_launch::KernelLaunch;
use super::livelock::CommonRounds;
use super::warp::{StepFailure, TURN};
use super::{Cpu, Statistics};
use crate::device::error::FaultKind;
use rayon::prelude::*;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};

/// A failure of a block ends the launch, unless that goes on.
fn judge(result: Result<Statistics, StepFailure>, launch: &KernelLaunch<'_>) -> Result<Statistics, StepFailure> {
    result.or_else(|failure| match &launch.observers.reports {
        Some(reports) if failure.kind != FaultKind::Unsupported => {
            reports.cut(*failure);
            Ok(Statistics::default())
        }
        _ => {
            launch.progress.stop.store(true, Relaxed);
            Err(failure)
        }
    })
}

/// The block of a number, or the cluster; nothing if it need not run.
fn begin(launch: &KernelLaunch<'_>, number: u32, spare: &mut SpareBlock) -> Option<RunningBlock> {
    let is_taken = || launch.progress.clusters.as_ref().is_some_and(|clusters| !clusters.begin(number));
    (!launch.is_stopped() && !is_taken()).then(|| RunningBlock::new(launch, number, std::mem::take(spare)))
}

impl Cpu {
    /// Runs the blocks of a launch.
    pub(super) fn run_blocks(&self, launch: &KernelLaunch<'_>) -> Result<Statistics, StepFailure> {
        let clusters = launch.shape.grid.iter().product::<u32>() / launch.cluster_blocks();
        if self.cooperative {
            let blocks = (0..clusters).map(|number| RunningBlock::new(launch, number, SpareBlock::default())).collect();
            let (statistics, failures) = RunningBlock::run_together(blocks, launch);
            failures.into_iter().try_for_each(|failure| judge(Err(failure), launch).map(drop))?;
            return Ok(statistics);
        }
        if clusters == 1 {
            // To wake threads takes longer than most such launches.
            let block = begin(launch, 0, &mut SpareBlock::default());
            return block.map_or(Ok(Statistics::default()), |mut block| judge(block.run(launch), launch));
        }
        let all = || run_side_by_side(launch, clusters);
        self.pool.as_ref().map_or_else(all, |pool| pool.install(all))
    }
}

/// How many turns the blocks that a thread of the host runs may take, none of which ends, before it looks whether they wait for others.
const PATIENCE: u32 = 128;

/// Most blocks that are run side by side, by all threads of the host.
const MOST_BLOCKS: usize = 128;

/// Warps of a block that go on where one thread waits for other blocks, and all others for it.
const FEW_WARPS: u64 = 2;

/// Runs so many blocks on all threads of the host, which begin them in order: blocks may wait for those before them.
fn run_side_by_side(launch: &KernelLaunch<'_>, clusters: u32) -> Result<Statistics, StepFailure> {
    let next = AtomicU64::new(0);
    let workers = rayon::current_num_threads().min(clusters as usize).max(1);
    let common = CommonRounds::default();
    let run = |_| {
        let least = launch.checks.schedule.blocks();
        let most = (MOST_BLOCKS / workers).max(least);
        let mut worker = Worker { running: Vec::new(), least, most, turns: 0, done: 0 };
        worker.run(launch, (&next, clusters), &common)
    };
    let each = (0..workers).into_par_iter().with_max_len(1).map(run);
    each.try_reduce(Statistics::default, |mut sum, blocks| {
        sum += blocks;
        Ok(sum)
    })
}

/// What a thread of the host runs. That is one block, unless its threads seem to wait for another one: then further ones are begun besides, as
/// barriers of grids ask for that are small enough to run at once on a device.
struct Worker {
    running: Vec<RunningBlock>,
    /// So many blocks to run side by side, also if none seems to wait.
    least: usize,
    /// Most blocks to run side by side.
    most: usize,
    /// Turns of blocks since one has ended or begun.
    turns: u32,
    /// What the warps of the running blocks had executed then.
    done: u64,
}

impl Worker {
    /// Runs blocks until none is left to begin.
    fn run(
        &mut self,
        launch: &KernelLaunch<'_>,
        (next, clusters): (&AtomicU64, u32),
        common: &CommonRounds,
    ) -> Result<Statistics, StepFailure> {
        let all_begun = || next.load(SeqCst) >= u64::from(clusters);
        let (mut sum, mut spare) = (Statistics::default(), SpareBlock::default());
        let mut is_over = false;
        loop {
            let count = if is_over { 0 } else { self.wanted() };
            for _ in 0..count {
                // It counts as running before its number is gone.
                common.begin();
                let number = u32::try_from(next.fetch_add(1, SeqCst)).unwrap_or(u32::MAX);
                is_over |= number >= clusters || launch.is_stopped();
                let block = if is_over { None } else { begin(launch, number, &mut spare) };
                if block.is_none() {
                    common.end();
                }
                self.running.extend(block);
            }
            if self.running.is_empty() && is_over {
                return Ok(sum);
            }
            let mut place = 0;
            let is_alone = self.running.len() < 2;
            while let Some(block) = self.running.get_mut(place) {
                self.turns += 1;
                if !is_alone && launch.checks.schedule.leaves_out(place, self.turns) {
                    place += 1;
                    continue;
                }
                let turn = block.take_turn_among(common, all_begun, launch);
                if matches!(turn, Ok(false)) {
                    place += 1;
                    continue;
                }
                let block = self.running.swap_remove(place);
                common.end();
                sum += judge(turn.map(|_| block.statistics()), launch)?;
                spare = block.into_spare();
                self.look_again();
            }
        }
    }

    /// How many blocks to begin.
    fn wanted(&mut self) -> usize {
        let (count, turns) = (self.running.len(), u64::from(self.turns));
        if count < self.least {
            self.look_again();
            return self.least - count;
        }
        if self.turns < PATIENCE * count as u32 {
            return 0;
        }
        let waits = self.executed().saturating_sub(self.done) <= FEW_WARPS * u64::from(TURN) * turns;
        self.look_again();
        if !waits {
            return 0;
        }
        // The block that holds a lock may run on a thread of the host that was put off: its turn has to come before the steps are used up here.
        std::thread::yield_now();
        count.min(self.most.saturating_sub(count))
    }

    fn look_again(&mut self) {
        self.turns = 0;
        self.done = self.executed();
    }

    fn executed(&self) -> u64 {
        self.running.iter().map(|block| block.statistics().warp_instructions).sum()
    }
}
