//! Threads that go round for ever. A block whose warps are where they were some turns ago, with the same in all registers, will be there again
//! if nothing but they themselves could have changed the memory that they read, and they have changed none.

use super::block::{BlockState, RunningBlock};
use super::kernel_launch::KernelLaunch;
use super::program::Op;
use super::warp::{StepFailure, Wait};
use crate::device::error::FaultKind;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Turns of a block without any change before anybody looks whether it goes round: so many steps are soon done.
const FIRST_LOOK: u64 = 16;

/// What is remembered of a block.
#[derive(Default)]
pub struct Rounds {
    /// How often the block had changed something when it last did.
    changes: u64,
    /// Turns since.
    turns: u64,
    /// Where its warps were at one of them, and what they had in registers.
    seen: Option<(u64, u64)>,
    /// It has been there again.
    goes_round: bool,
}

impl Op {
    /// Whether it begins something that may change memory later.
    fn is_asynchronous(&self) -> bool {
        matches!(
            self,
            Self::Copy(_)
                | Self::BulkCopy(_)
                | Self::AsyncStore(_)
                | Self::CancelLaunch(_)
                | Self::TensorCopy(_)
                | Self::WarpgroupProduct(_)
                | Self::TensorMemory(_)
                | Self::TensorMemoryCopy(_)
                | Self::TensorShift(_)
                | Self::TensorProduct(_)
                | Self::TensorCommit(_)
        )
    }

    /// Whether threads may go on otherwise the next time that they come to the step with the same in their registers, or others may. An
    /// atomic operation tells that itself.
    #[inline]
    pub fn has_effects(&self) -> bool {
        !matches!(
            self,
            Self::Compute { .. }
                | Self::Select { .. }
                | Self::Load(_)
                | Self::Atomic(_)
                | Self::FrameAddress { .. }
                | Self::ActiveMask { .. }
                | Self::Branch { .. }
                | Self::BranchIndexed { .. }
                | Self::WarpBarrier { .. }
                | Self::Shuffle { .. }
                | Self::Vote { .. }
                | Self::Elect { .. }
                | Self::Fence { .. }
                | Self::Nothing
        )
    }
}

impl RunningBlock {
    /// Looks at the block after a turn. Whether it has changed nothing in it.
    pub fn look(&mut self) -> bool {
        let changes = self.state().changes();
        let rounds = self.rounds();
        if rounds.changes != changes {
            *rounds = Rounds { changes, ..Rounds::default() };
            return false;
        }
        rounds.turns += 1;
        let turns = rounds.turns;
        if rounds.goes_round || turns < FIRST_LOOK {
            return true;
        }
        let seen = rounds.seen;
        let place = self.place();
        if let Some((seen_place, contents)) = seen
            && seen_place == place
            && contents == self.contents()
        {
            self.rounds().goes_round = true;
        } else if turns.is_power_of_two() {
            self.rounds().seen = Some((place, self.contents()));
        }
        true
    }

    /// Whether it goes round for ever, as long as nobody else changes anything.
    pub fn goes_round(&self, launch: &KernelLaunch<'_>) -> bool {
        // Programs of the host may change memory that they share at any time, and so may what is asynchronous.
        self.rounds_seen().goes_round
            && launch.memory.host_ranges.is_empty()
            && !launch.program.steps.iter().any(|step| step.op.is_asynchronous())
    }

    /// Something that the block may read has been changed by others.
    pub fn forget_rounds(&mut self) {
        let changes = self.state().changes();
        *self.rounds() = Rounds { changes, ..Rounds::default() };
    }

    /// Where the warps are.
    fn place(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for warp in self.warps() {
            let mut fronts: Vec<_> = warp.fronts().iter().collect();
            // Whose turn it is depends on the order alone.
            fronts.sort_unstable_by_key(|front| front.turn);
            for front in fronts {
                (front.pc, front.mask, front.base, front.local, front.wait, &front.callers).hash(&mut hasher);
            }
            u32::MAX.hash(&mut hasher);
        }
        hasher.finish()
    }

    /// What their registers hold.
    fn contents(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.warps().iter().for_each(|warp| warp.registers.hash_into(&mut hasher));
        hasher.finish()
    }

    /// The block goes round for ever: where a thread of it is.
    pub fn endless(&self, launch: &KernelLaunch<'_>) -> StepFailure {
        let fronts = || self.warps().iter().flat_map(|warp| warp.fronts().iter().map(move |front| (warp, front)));
        let ready = fronts().find(|(_, front)| front.wait == Wait::Ready).or_else(|| fronts().next());
        let Some((warp, front)) = ready else { unreachable!("threads that have not ended are somewhere") };
        let message = "this loop never ends: no other thread is left to change what its threads read".to_string();
        launch.fault(FaultKind::StepLimit, message, front.pc, self.state(), warp.thread(front.mask))
    }
}

impl BlockState {
    /// Notes what a step does that may let threads go on otherwise.
    #[inline]
    pub fn note_effects(&mut self, op: &Op) {
        self.note_change(op.has_effects());
    }
}
