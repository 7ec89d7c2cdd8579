//! Threads that go round for ever. A block whose warps are where they were some turns ago, with the same in all registers, will be there again
//! if nothing but they themselves could have changed the memory that they read, and they have changed none.
//!
//! Blocks that wait for one another go round for ever when all of them do, and no other is left to begin. Blocks run on several threads of
//! the host, so each compares where it is only while nobody has changed anything: a common number counts the turns with changes.

use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{Lanes, lanes_of};
use super::memory;
use super::program::Op;
use super::warp::{StepFailure, Wait, Warp};
use crate::device::error::FaultKind;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

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

/// What the blocks of a launch that run on several threads of the host know of one another.
#[derive(Default)]
pub struct CommonRounds {
    /// Turns in which a block has changed something, begun or ended.
    changes: AtomicU64,
    /// Blocks that run, or are about to.
    running: AtomicU64,
    /// How many blocks go round since so many changes.
    round: Mutex<(u64, u64)>,
}

impl CommonRounds {
    /// A block may begin.
    pub fn begin(&self) {
        self.running.fetch_add(1, SeqCst);
        self.changes.fetch_add(1, SeqCst);
    }

    /// A block has ended, or did not begin.
    pub fn end(&self) {
        self.running.fetch_sub(1, SeqCst);
        self.changes.fetch_add(1, SeqCst);
    }

    /// A block goes round since so many changes. Whether all that run do.
    fn tell(&self, changes: u64) -> bool {
        let mut round = self.round.lock().unwrap_or_else(PoisonError::into_inner);
        if round.0 != changes {
            *round = (changes, 0);
        }
        round.1 += 1;
        round.1 == self.running.load(SeqCst)
    }
}

/// What a block knows of the others.
#[derive(Default)]
pub struct KnownRounds {
    /// Changes of all blocks when it looked last.
    changes: u64,
    /// It has told the others that it goes round since then.
    has_told: bool,
}

impl KnownRounds {
    /// Looks at a block after a turn. Whether it and all others that run go round for ever, and it is the last to see that.
    pub fn look(
        &mut self,
        rounds: &mut Rounds,
        (state, warps): (&BlockState, &[Warp]),
        common: &CommonRounds,
        launch: &KernelLaunch<'_>,
    ) -> bool {
        if !rounds.look(state, warps) {
            *self = Self { changes: common.changes.fetch_add(1, SeqCst) + 1, has_told: false };
            return false;
        }
        // Whoever changes something counts it before he can say of himself that he goes round: so if all say so since the same number of
        // changes, none of them can be the first to go on otherwise.
        let changes = common.changes.load(SeqCst);
        if changes != self.changes {
            rounds.forget(state);
            *self = Self { changes, has_told: false };
            return false;
        }
        if self.has_told || !rounds.go_on_for_ever(launch) {
            return false;
        }
        self.has_told = true;
        common.tell(changes)
    }
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

impl Rounds {
    /// Looks at a block after a turn. Whether it has changed nothing in it.
    pub fn look(&mut self, state: &BlockState, warps: &[Warp]) -> bool {
        if self.changes != state.changes() {
            self.forget(state);
            return false;
        }
        self.turns += 1;
        if self.goes_round || self.turns < FIRST_LOOK {
            return true;
        }
        let place = place(warps);
        if let Some((seen_place, seen_contents)) = self.seen
            && seen_place == place
            && seen_contents == contents(warps)
        {
            self.goes_round = true;
        } else if self.turns.is_power_of_two() {
            self.seen = Some((place, contents(warps)));
        }
        true
    }

    /// Something that the block may read has been changed, by itself or by others.
    pub fn forget(&mut self, state: &BlockState) {
        *self = Self { changes: state.changes(), ..Self::default() };
    }

    /// Whether the block goes round for ever, as long as nobody else changes anything.
    pub fn go_on_for_ever(&self, launch: &KernelLaunch<'_>) -> bool {
        // What is asynchronous may change memory at any time.
        self.goes_round && !launch.program.steps.iter().any(|step| step.op.is_asynchronous())
    }
}

/// Where warps are.
fn place(warps: &[Warp]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for warp in warps {
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
fn contents(warps: &[Warp]) -> u64 {
    let mut hasher = DefaultHasher::new();
    warps.iter().for_each(|warp| warp.registers.hash_into(&mut hasher));
    hasher.finish()
}

/// A block goes round for ever: where a thread of it is.
pub fn endless(launch: &KernelLaunch<'_>, state: &BlockState, warps: &[Warp]) -> StepFailure {
    let fronts = || warps.iter().flat_map(|warp| warp.fronts().iter().map(move |front| (warp, front)));
    let ready = fronts().find(|(_, front)| front.wait == Wait::Ready).or_else(|| fronts().next());
    let Some((warp, front)) = ready else { unreachable!("threads that have not ended are somewhere") };
    let message = "this loop never ends: no other thread is left to change what its threads read".to_string();
    launch.fault(FaultKind::StepLimit, message, front.pc, state, warp.thread(front.mask))
}

impl BlockState {
    /// Programs of the host may change memory that they share at any time: threads that read it may go on otherwise the next time.
    #[inline]
    pub fn note_host_reads(&mut self, mask: u32, addresses: &Lanes, launch: &KernelLaunch<'_>) {
        if !launch.memory.host_ranges.is_empty() {
            self.note_change(lanes_of(mask).any(|lane| memory::is_host(addresses[lane])));
        }
    }

    /// Notes what a step does that may let threads go on otherwise.
    #[inline]
    pub fn note_effects(&mut self, op: &Op) {
        self.note_change(op.has_effects());
    }
}
