//! Memory that functions ask for while they run: `alloca`, `stacksave` and `stackrestore`. It lies in local memory behind the frame of the
//! function that asks, and is gone when that returns. How much it is may differ from lane to lane, so each has a stack of its own.

use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, WARP, lanes_of};
use super::program::RegisterSlot;
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;

/// Most bytes of local memory that a lane may have: 512 KiB, as on every GPU.
pub const MOST_LOCAL: u32 = 1 << 19;

/// Frames begin at multiples of so many bytes.
const FRAME_ALIGN: u32 = 16;

/// What a step does to the stack.
#[derive(Clone, Copy, Debug)]
pub enum StackStep {
    /// `alloca`
    Allocate {
        /// The address of the memory.
        to: RegisterSlot,
        /// How many bytes.
        bytes: RegisterSlot,
        /// What the address is a multiple of.
        align: u32,
    },
    /// `stacksave`
    Save {
        /// Where the stack ends.
        to: RegisterSlot,
    },
    /// `stackrestore`
    Restore {
        /// Where the stack ended.
        from: RegisterSlot,
    },
}

/// What a function that has been called has of a lane's local memory.
#[derive(Clone, Copy)]
struct LaneFrame {
    /// Where its frame ends.
    fixed: u32,
    /// Where what it has asked for ends.
    end: u32,
}

/// The frames of each lane, outermost first.
pub struct LaneStacks([Vec<LaneFrame>; WARP]);

impl LaneStacks {
    /// Those of a kernel whose frame has so many bytes.
    pub fn new(frame: u32) -> Self {
        Self(std::array::from_fn(|_| vec![LaneFrame { fixed: frame, end: frame }]))
    }

    /// Where the memory of a lane ends.
    pub fn end(&self, lane: usize) -> u32 {
        self.0[lane].last().map_or(0, |frame| frame.end)
    }

    /// Where a function that some lanes call finds room for its frame: behind what any of them has.
    pub fn next_frame(&self, mask: u32) -> u32 {
        lanes_of(mask).map(|lane| self.end(lane)).max().unwrap_or(0).next_multiple_of(FRAME_ALIGN)
    }

    /// Lanes have called a function whose frame ends there.
    pub fn enter(&mut self, mask: u32, end: u32) {
        lanes_of(mask).for_each(|lane| self.0[lane].push(LaneFrame { fixed: end, end }));
    }

    /// Lanes have returned from a function.
    pub fn leave(&mut self, mask: u32) {
        for lane in lanes_of(mask) {
            self.0[lane].pop();
        }
    }

    /// The function that a lane is in has what begins behind its frame and ends there. Whether that may be.
    fn set_end(&mut self, lane: usize, end: u64, most: u32) -> bool {
        let Some(frame) = self.0[lane].last_mut() else { return false };
        let may_be = u64::from(frame.fixed) <= end && end <= u64::from(most);
        frame.end = if may_be { end as u32 } else { frame.end };
        may_be
    }
}

impl Warp {
    /// Does a step for some lanes.
    pub fn change_stack(
        &mut self,
        front: &Front,
        mask: u32,
        step: StackStep,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        match step {
            StackStep::Save { to } => {
                let ends = std::array::from_fn(|lane| self.local_end(lane) as u64);
                self.write(front.base, to, mask, &ends, u32::MAX);
                Ok(())
            }
            StackStep::Allocate { to, bytes, align } => {
                self.allocate_on_stack((front, mask), (to, bytes, align), launch, block)
            }
            StackStep::Restore { from } => self.restore_stack(front, mask, from, launch, block),
        }
    }

    fn allocate_on_stack(
        &mut self,
        (front, mask): (&Front, u32),
        (to, bytes, align): (RegisterSlot, RegisterSlot, u32),
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let undefined = mask & !self.defined(front.base, bytes);
        let message = "the number of bytes has no value";
        self.tolerate(undefined, FaultKind::Uninitialised, message, front.pc, launch, block)?;
        let sizes = *self.lanes(front.base, bytes);
        let mut addresses: Lanes = [0; WARP];
        for lane in lanes_of(mask & !undefined) {
            let start = (self.local_end(lane) as u64).next_multiple_of(u64::from(align));
            let end = start.saturating_add(sizes[lane]);
            if !self.stacks_mut().is_some_and(|stacks| stacks.set_end(lane, end, MOST_LOCAL)) {
                let message =
                    format!("{} bytes more of the {MOST_LOCAL} that a thread's stack has at most", sizes[lane]);
                return Err(launch.fault(FaultKind::StackOverflow, message, front.pc, block, self.thread(1 << lane)));
            }
            self.grow_local(end as u32);
            // What was there belonged to others, or to an earlier round.
            self.local_mut(lane).forget(start as usize, end as usize);
            addresses[lane] = start;
        }
        self.write(front.base, to, mask, &addresses, !undefined);
        Ok(())
    }

    fn restore_stack(
        &mut self,
        front: &Front,
        mask: u32,
        from: RegisterSlot,
        launch: &KernelLaunch<'_>,
        block: &BlockState,
    ) -> Result<(), StepFailure> {
        let undefined = mask & !self.defined(front.base, from);
        let message = "the end of the stack has no value";
        self.tolerate(undefined, FaultKind::Uninitialised, message, front.pc, launch, block)?;
        let ends = *self.lanes(front.base, from);
        for lane in lanes_of(mask & !undefined) {
            // Only what this function has asked for can be given back, and it cannot come back by this.
            let most = self.local_end(lane) as u32;
            if !self.stacks_mut().is_some_and(|stacks| stacks.set_end(lane, ends[lane], most)) {
                let message =
                    format!("{:#x} is not an end of the stack that `stacksave` gave, or is outdated", ends[lane]);
                let thread = self.thread(1 << lane);
                launch.tolerate(launch.fault(FaultKind::InvalidOperand, message, front.pc, block, thread))?;
            }
        }
        Ok(())
    }
}
