//! Atomic operations on 16 bytes.

use super::access::{How, LaneAccess, Who};
use super::block::BlockState;
use super::kernel_launch::KernelLaunch;
use super::lanes::{WARP, lanes_of};
use super::program::WideAtomic;
use super::warp::{Front, StepFailure, Warp};
use crate::device::error::FaultKind;

/// Bytes of a value.
const BYTES: u32 = 16;
/// Bytes of half of one.
const HALF: u32 = BYTES / 2;

impl Warp {
    /// `atom.exch.b128`, `atom.cas.b128`
    pub fn wide_atomic(
        &mut self,
        front: &Front,
        mask: u32,
        atomic: &WideAtomic,
        launch: &KernelLaunch<'_>,
        block: &mut BlockState,
    ) -> Result<(), StepFailure> {
        let addresses = self.addresses(front, mask, &atomic.place, launch, block)?;
        let operands = || atomic.compare.iter().chain([&atomic.value]).flatten();
        let known = operands().fold(u32::MAX, |all, &slot| all & self.defined(front.base, slot));
        self.tolerate(mask & !known, FaultKind::Uninitialised, "an operand has no value", front.pc, launch, block)?;
        let value = atomic.value.map(|slot| *self.lanes(front.base, slot));
        let compare = atomic.compare.map(|halves| halves.map(|slot| *self.lanes(front.base, slot)));
        if atomic.order.acquires && !atomic.order.narrow {
            block.orders.acquire_from_others();
        }
        block.note_progress();
        let mut olds = [[0; WARP]; 2];
        let _guard = launch.memory.atomics.lock();
        for lane in lanes_of(mask) {
            let who = Who { pc: front.pc, warp: self.index(), lane };
            let target = match self.locate(who, (atomic.place.space, addresses[lane], BYTES), launch, block) {
                Ok(target) => target,
                Err(failure) => {
                    launch.tolerate(failure)?;
                    continue;
                }
            };
            for (half, old) in olds.iter_mut().enumerate() {
                let target = Self::further(target, half as u32 * HALF);
                let (value, known) = self.read(target, HALF, launch, block, lane);
                if !known {
                    self.tolerate_unwritten(who, target, launch, block)?;
                }
                old[lane] = value;
            }
            block.acquire(who.warp, target, atomic.order, launch);
            let stores = compare.is_none_or(|compare| (0..2).all(|half| compare[half][lane] == olds[half][lane]));
            for (half, value) in value.iter().enumerate() {
                let target = Self::further(target, half as u32 * HALF);
                let how = How { strong: true, narrow: atomic.order.narrow, ..How::weak(stores) };
                let access = LaneAccess { who, target, size: HALF, how };
                match stores {
                    true => self.put_value(access, value[lane], u64::MAX, launch, block)?,
                    false => self.note(access, false, launch, block)?,
                }
            }
            block.release(who.warp, target, atomic.order, true, launch);
        }
        if atomic.order.releases {
            block.clocks.tick(self.index());
        }
        for (slot, values) in atomic.result.into_iter().flatten().zip(&olds) {
            self.write(front.base, slot, mask, values, u32::MAX);
        }
        Ok(())
    }
}
