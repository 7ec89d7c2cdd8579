//! Registers that warps give back and ask for: `setmaxnreg` (PTX ISA 9.7.19.5).
//!
//! A block begins with as many registers for each thread as its launch bounds leave, and warps move them among themselves. A warp that ends
//! gives none back: an H100 waits for ever for those that have left. Where the assembler cannot tell how many these are it leaves the
//! instruction out, and nobody waits.

use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use super::warpgroup::WARPS;
use crate::device::error::FaultKind;

/// `setmaxnreg`
#[derive(Clone, Copy, Debug)]
pub struct RegisterStep {
    /// Registers of each thread from here on.
    pub count: u32,
    /// `.inc`: it waits until there are as many.
    pub increases: bool,
}

/// What a warp has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WarpRegisters {
    /// As many registers as it began with.
    Entry,
    /// So many for each thread, since a step.
    Moved(u32, u32),
}

/// The registers of the warps of a cluster.
#[derive(Default)]
pub struct RegisterPool {
    shares: Vec<WarpRegisters>,
}

impl RegisterPool {
    fn share(&mut self, warp: usize) -> &mut WarpRegisters {
        if self.shares.len() <= warp {
            self.shares.resize(warp + 1, WarpRegisters::Entry);
        }
        &mut self.shares[warp]
    }

    /// Whether a warp can have so many registers for each thread, if all of its block began with so many.
    fn has_room(&self, block: std::ops::Range<usize>, warp: usize, count: u32, entry: u32) -> bool {
        let (mut held, mut given) = (0, 0);
        for other in block {
            let share = self.shares.get(other).copied().unwrap_or(WarpRegisters::Entry);
            held += match share {
                _ if other == warp => count,
                WarpRegisters::Entry => continue,
                WarpRegisters::Moved(count, _) => count,
            };
            given += entry;
        }
        held <= given
    }

    /// A warp that has moved registers, where, and one of its group that never did.
    fn left_out(&self, warps: usize, block_warps: usize) -> Option<(usize, u32, usize)> {
        let step = |warp: usize| match self.shares.get(warp) {
            Some(&WarpRegisters::Moved(_, step)) => Some(step),
            _ => None,
        };
        let blocks = (0..warps).step_by(block_warps);
        let groups = blocks.flat_map(|first| {
            let end = first + block_warps;
            (first..end).step_by(WARPS).map(move |first| first..(first + WARPS).min(end))
        });
        groups.into_iter().find_map(|group| {
            let (moved, at) = group.clone().find_map(|warp| Some((warp, step(warp)?)))?;
            Some((moved, at, group.into_iter().find(|&warp| step(warp).is_none())?))
        })
    }
}

impl BlockState {
    /// All warps have ended: those of a group have moved their registers together.
    pub fn end_registers(&self, launch: &KernelLaunch<'_>) -> Result<(), StepFailure> {
        let Some((moved, step, left_out)) = self.registers.left_out(self.clocks.warps(), self.cluster.block_warps())
        else {
            return Ok(());
        };
        let [moved_in_block, left_out] = [moved, left_out].map(|warp| warp % self.cluster.block_warps());
        let message = format!(
            "warp {moved_in_block} executes this and warp {left_out} of its warpgroup does not: all four warps have to"
        );
        let thread = (moved * super::lanes::WARP) as u32;
        Err(launch.fault(FaultKind::InactiveLane, message, step, self, thread))
    }

    fn has_registers(&self, rank: usize, warp: usize, count: u32, launch: &KernelLaunch<'_>) -> bool {
        let entry = launch.program.entry_registers;
        entry.is_none_or(|entry| self.registers.has_room(self.cluster.warps_of(rank), warp, count, entry))
    }
}

impl Warp {
    /// `setmaxnreg`
    pub fn set_registers(
        &mut self,
        front: &Front,
        mask: u32,
        step: RegisterStep,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> StepFlow {
        if step.increases && !block.has_registers(self.rank(), self.index(), step.count, launch) {
            return self.wait_for(front, mask, Wait::Registers(step.count));
        }
        *block.registers.share(self.index()) = WarpRegisters::Moved(step.count, front.pc);
        block.note_progress();
        StepFlow::Next
    }

    /// Lets lanes try again that wait for registers that are there now. Whether there are any.
    pub fn retry_registers(&mut self, launch: &KernelLaunch<'_>, block: &BlockState) -> bool {
        let (rank, warp) = (self.rank(), self.index());
        self.wake(|wait| matches!(wait, Wait::Registers(count) if block.has_registers(rank, warp, count, launch)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_come_from_who_has_given_some() {
        let mut pool = RegisterPool::default();
        assert!(!pool.has_room(0..8, 4, 232, 168));
        *pool.share(0) = WarpRegisters::Moved(40, 3);
        assert!(pool.has_room(0..8, 4, 232, 168));
        *pool.share(4) = WarpRegisters::Moved(232, 7);
        assert!(!pool.has_room(0..8, 5, 240, 168));
        *pool.share(1) = WarpRegisters::Moved(40, 3);
        assert!(pool.has_room(0..8, 5, 240, 168));
    }

    #[test]
    fn groups_move_registers_together() {
        let mut pool = RegisterPool::default();
        assert_eq!(pool.left_out(8, 8), None);
        for warp in 4..8 {
            *pool.share(warp) = WarpRegisters::Moved(40, 3);
        }
        assert_eq!(pool.left_out(8, 8), None);
        *pool.share(2) = WarpRegisters::Moved(232, 9);
        assert_eq!(pool.left_out(8, 8), Some((2, 9, 0)));
        // Groups begin anew in each block of a cluster.
        assert_eq!(pool.left_out(8, 2), Some((2, 9, 3)));
    }
}
