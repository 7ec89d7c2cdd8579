//! Registers that warps give back and ask for: `setmaxnreg` (PTX ISA 9.7.19.5).
//!
//! A block begins with as many registers for each thread as its launch bounds leave, and warps move them among themselves. A warp that ends
//! gives none back: an H100 waits for ever for those that have left. Where the assembler cannot tell how many these are it leaves the
//! instruction out, and nobody waits.

use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::warp::{Front, StepFailure, StepFlow, Wait, Warp};
use crate::device::error::FaultKind;
use crate::facts::register_pool::WarpRegisters;

/// `setmaxnreg`
#[derive(Clone, Copy, Debug)]
pub struct RegisterStep {
    /// Registers of each thread from here on.
    pub count: u32,
    /// `.inc`: it waits until there are as many.
    pub increases: bool,
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
