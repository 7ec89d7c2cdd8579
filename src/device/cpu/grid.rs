//! The blocks of a launch: in any order, or side by side.

use super::block::{RunningBlock, SpareBlock};
use super::kernel_launch::KernelLaunch;
use super::warp::StepFailure;
use super::{Cpu, Statistics};
use crate::device::error::FaultKind;
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;

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

/// Runs so many blocks in any order, on all threads of the host.
fn run_side_by_side(launch: &KernelLaunch<'_>, clusters: u32) -> Result<Statistics, StepFailure> {
    let run = |spare: &mut SpareBlock, number: u32| {
        let Some(mut block) = begin(launch, number, spare) else { return Ok(Statistics::default()) };
        let result = block.run(launch);
        *spare = block.into_spare();
        judge(result, launch)
    };
    let each = (0..clusters).into_par_iter().map_init(SpareBlock::default, run);
    each.try_reduce(Statistics::default, |mut sum, block| {
        sum += block;
        Ok(sum)
    })
}
